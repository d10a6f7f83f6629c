/**
 * An axis on which the student marks the expected value. For delivered load it is an empty load curve; after the answer the truth is drawn
 * next to the mark. The mark has the accent color, the truth the text color.
 */
import { type KeyboardEvent, type PointerEvent, useId } from "react";
import { loadOf } from "../../../../core/scenario/load.ts";
import { variantsOf } from "../../../../core/scenario/document.ts";
import { measureOf } from "../../../../lessons/measures.ts";
import type { ValueQuestion } from "../../../../lessons/questions/value.ts";
import type { Theme } from "../../../../views/contract.ts";
import { circleMark, type Mark } from "../../../../views/marks/marks.ts";
import { targetsOf } from "../../../../views/plot/targets.ts";
import { aroundLine, aroundPoint, type Label, labelMarks, placeLabels } from "../../../../views/plot/labels.ts";
import { calloutStyle } from "../../../../views/plot/text-width.ts";
import { guess, say } from "../../../lesson/attend.ts";
import { useComputed, usePage, useUnits, useWorkbench } from "../../../hooks.ts";
import { Marks } from "../../../view-frame/Marks.tsx";
import { useSurroundings } from "../../../view-frame/useSurroundings.ts";
import { sayMeasured } from "../answer-words.ts";
import { useAttending, useTruth } from "../useAttending.ts";
import { type ValuePlot, valuePlot } from "../value-plot.ts";
import { RunButton } from "./RunButton.tsx";

/** Size of the drawing in its own units, about the size of the card in pixels. */
const size = { width: 372, height: 268 } as const;
const radius = { truth: 5, own: 6.5 } as const;

/** The axis is a slider: the student drags the mark or moves it with the arrow keys, and submits with Enter. */
export function ValueAsk({ question }: { readonly question: ValueQuestion }) {
  const { store } = usePage();
  const units = useUnits();
  const attending = useAttending();
  const truth = useTruth() as number | null;
  const { of, network, from, to } = question;
  const measure = measureOf(of);
  const offered = useWorkbench(({ document: { current: scenario } }) => {
    const own = variantsOf(scenario)[network];
    return measure.unit === "load" && of === "delivered" && own !== undefined ? loadOf(own) : null;
  });
  const hasCurve = offered !== null;
  const curve = useComputed(({ runs }) => runs.all[network]?.snapshot().curve.points ?? nothing);
  const bound = useComputed(({ runs }) => runs.all[network]?.snapshot().analysis?.bound ?? null);
  const { isCovered } = attending;
  const said = isCovered ? attending.guess : (attending.said[attending.at] ?? null);
  const own = said !== null && "number" in said ? said.number : null;
  const [drawing, around] = useSurroundings<SVGSVGElement>();
  const clip = useId();
  const head = measure.unit === "time" ? `, ${units.headOf("cycles")}` : "";
  // Before the answer, the curve would give it away. Afterwards, its bound could give away the answers of later steps, unless the load is
  // close to the bound.
  const below = {
    offered: offered ?? 0,
    points: isCovered ? nothing : curve.filter(({ load }) => load <= (offered ?? 0) + dust),
    bound: isCovered || bound === null || (offered ?? 0) < near * bound ? null : bound,
  };
  const options = {
    ...size,
    from,
    to,
    title: hasCurve ? `delivered, ${units.headOf("phits/cycle")}` : `${measure.title}${head}`,
    tick: (value: number) => (measure.unit === "time" ? units.formatTime(value) : String(Number(value.toPrecision(6)))),
    say: units.formatLoad,
    curve: hasCurve ? below : null,
    across: `offered, ${units.headOf("phits/cycle")}`,
  };
  const theme = around?.theme;
  const plot = theme && valuePlot({ ...options, tone: { at: theme.accent, load: theme.accent, curve: {} } }, theme);
  // The two marks with their labels. Before the answer there is only the student's mark, or a hint.
  const label = own === null ? "" : sayMeasured(units, of, own);
  const hint = attending.part === "speaker" ? "where will it be?" : "drag up to your mark";
  const answers: Answers = {
    truth: isCovered || truth === null ? null : { value: truth, text: `${hasCurve ? "arrives " : ""}${sayMeasured(units, of, truth)}` },
    own: own === null ? (isCovered ? { value: null, text: hint } : null) : { value: own, text: `you ${label}` },
  };
  const marks = plot && answerMarks(plot, answers, theme);

  // Moves the mark to a value, rounded to the step of the measure.
  const put = (value: number) => {
    const steps = Math.round((value - from) / measure.step);
    guess(store, { number: Number(Math.min(to, Math.max(from, from + steps * measure.step)).toPrecision(10)) });
  };
  const drag = (event: PointerEvent) => {
    const frame = drawing.current?.getBoundingClientRect();
    if (!isCovered || plot === undefined || frame === undefined || frame.height === 0) return;
    put(plot.panel.y.invert(((event.clientY - frame.top) / frame.height) * size.height));
  };
  const press = (event: KeyboardEvent) => {
    if (!isCovered) return;
    const turn = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 0, Home: 0, End: 0 }[event.key];
    if (event.key === "Enter" && attending.guess !== null) say(store, attending.guess);
    else if (event.key === "Home") put(from);
    else if (event.key === "End") put(to);
    else if (turn === undefined || turn === 0) return;
    else put((own ?? from) + turn * measure.step * (event.shiftKey ? 10 : 1));
    event.preventDefault();
  };
  return (
    <>
      <h2>{hasCurve ? "Load curve" : capital(measure.title)}</h2>
      <p className="muted">
        {isCovered ? "Empty until you have marked what you expect." : own === null ? "" : "Your mark stays; the truth stands beside it."}
      </p>
      <svg
        ref={drawing}
        className="value-axis"
        viewBox={`0 0 ${size.width} ${size.height}`}
        data-open={isCovered || undefined}
        {...(isCovered
          ? {
              role: "slider",
              tabIndex: 0,
              "aria-orientation": "vertical" as const,
              "aria-label": `What you expect: ${measure.title}`,
              "aria-valuemin": from,
              "aria-valuemax": to,
              "aria-valuenow": own ?? from,
              "aria-valuetext": own === null ? "no mark yet" : label,
            }
          : {
              role: "img",
              "aria-label": `You said ${label === "" ? "nothing" : label}; ${truth === null ? "the run goes on" : `it is ${sayMeasured(units, of, truth)}`}.`,
            })}
        onKeyDown={press}
        onPointerDown={(event) => {
          if (!isCovered) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          drag(event);
        }}
        onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && drag(event)}
      >
        {plot && <Marks of={plot.frame} />}
        {plot && !isCovered && (
          <g clipPath={`url(#${clip})`}>
            <clipPath id={clip}>
              <rect className="grows" x={0} y={0} {...size} />
            </clipPath>
            <Marks of={plot.curve} />
          </g>
        )}
        {marks && answers.truth !== null && (
          <g className="truth">
            <Marks of={marks.truth} />
          </g>
        )}
        {marks && (
          <g className="mark">
            <Marks of={marks.own} />
          </g>
        )}
      </svg>
      {isCovered && <RunButton missing="Put your mark first." />}
    </>
  );
}

/** The bound is drawn if the offered load is at least this fraction of it. */
const near = 0.85;
const dust = 1e-9;

/** The truth and the student's answer, each with its label. A null value means that there is no mark yet. */
interface Answers {
  readonly truth: { readonly value: number; readonly text: string } | null;
  readonly own: { readonly value: number | null; readonly text: string } | null;
}

/** A dot for the truth and a ring for the student's mark, each with its label. */
function answerMarks(
  { panel, at, curve }: ValuePlot,
  { truth, own }: Answers,
  theme: Theme,
): Readonly<Record<keyof Answers, readonly Mark[]>> {
  const heightOf = (value: number | null) => (value === null ? panel.foot - radius.own - 2 : panel.y(value));
  const dot = truth === null ? [] : [circleMark("truth", at, heightOf(truth.value), radius.truth, { fill: theme.ink })];
  const style = { fill: theme.surface, stroke: theme.accent, "stroke-width": 2.5 };
  const ring = own === null ? [] : [circleMark("own", at, heightOf(own.value), radius.own, style)];
  const labels = Object.entries({ truth, own }).flatMap(([key, answer]): readonly Label[] => {
    if (answer === null) return [];
    // Without a mark, the hint is placed just above the axis.
    const y = heightOf(answer.value) - (answer.value === null ? 8 : 0);
    return [{ key, text: answer.text, at: { x: at, y }, style: calloutStyle, fill: key === "truth" ? theme.ink : theme.accent }];
  });
  const taken = [
    ...[truth, own].flatMap((answer) => (answer === null ? [] : [aroundPoint(at, heightOf(answer.value), 8)])),
    ...aroundLine(targetsOf(curve).map(({ x, y }) => [x, y])),
  ];
  const placed = placeLabels(labels, taken, [panel.left, 0, size.width, panel.foot]);
  const words = (key: keyof Answers) =>
    labelMarks(
      placed.filter((each) => each.key === key),
      theme,
    );
  return { truth: [...dot, ...words("truth")], own: [...ring, ...words("own")] };
}

const nothing: readonly never[] = [];
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
