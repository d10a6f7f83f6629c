/**
 * An axis on which the student marks the expected value. For delivered load it is an empty load curve; after the answer the truth is drawn
 * next to the mark. The mark has the accent color, the truth the text color.
 */
import type { KeyboardEvent } from "react";
import { scenarioLoad } from "../../../../core/scenario/load.ts";
import { variantsOf } from "../../../../core/scenario/document.ts";
import { lessonMeasureOf } from "../../../../lessons/measures.ts";
import type { ValueQuestion } from "../../../../lessons/questions/value.ts";
import type { Theme } from "../../../../views/contract.ts";
import { circleMark, type Mark } from "../../../../views/marks/marks.ts";
import { hoverTargetsOf } from "../../../../views/plot/targets.ts";
import { boxesAlongLine, boxAroundPoint, type Label, labelMarks, placeLabels } from "../../../../views/plot/labels.ts";
import { calloutStyle } from "../../../../views/plot/text-width.ts";
import { setDraftResponse, submitResponse } from "../../../lesson/lesson-actions.ts";
import { usePageRuns, usePage, useUnits, useWorkbench } from "../../../hooks.ts";
import { MarksGroup } from "../../../view-frame/MarksGroup.tsx";
import { useCanvasSettings } from "../../../view-frame/useCanvasSettings.ts";
import { formatMeasured } from "../answer-text.ts";
import { useLessonSession, useTruth } from "../useLessonSession.ts";
import { type ValuePlot, valuePlot } from "../value-plot.ts";
import { GrowingMarks, PredictionPlot } from "./PredictionPlot.tsx";
import { SubmitButton } from "./SubmitButton.tsx";

const drawingSize = { width: 372, height: 268 } as const;
const markRadius = { truth: 5, response: 6.5 } as const;

/** The axis is a slider: the student drags the mark or moves it with the arrow keys, and submits with Enter. */
export function ValueQuestionForm({ question }: { readonly question: ValueQuestion }) {
  const { store } = usePage();
  const units = useUnits();
  const session = useLessonSession();
  const truth = useTruth() as number | null;
  const { of: measureId, network, from: axisStart, to: axisEnd } = question;
  const measure = lessonMeasureOf(measureId);
  const offeredLoad = useWorkbench(({ document: { current: scenario } }) => {
    const current = variantsOf(scenario)[network];
    return measure.unit === "load" && measureId === "delivered" && current !== undefined ? scenarioLoad(current) : null;
  });
  const hasCurve = offeredLoad !== null;
  const curve = usePageRuns(({ runs }) => runs.all[network]?.snapshot().curve.points ?? noPoints);
  const bound = usePageRuns(({ runs }) => runs.all[network]?.snapshot().analysis?.bound ?? null);
  const { isCovered } = session;
  const response = isCovered ? session.guess : (session.said[session.stepIndex] ?? null);
  const current = response !== null && "number" in response ? response.number : null;
  const [drawing, surroundings] = useCanvasSettings<SVGSVGElement>();
  const unitSuffix = measure.unit === "time" ? `, ${units.headOf("cycles")}` : "";
  // Before the answer, the curve would give it away. Afterwards, its bound could give away the answers of later steps, unless the load is
  // close to the bound.
  const curveBelow = {
    offeredLoad: offeredLoad ?? 0,
    points: isCovered ? noPoints : curve.filter(({ load }) => load <= (offeredLoad ?? 0) + loadTolerance),
    bound: isCovered || bound === null || (offeredLoad ?? 0) < boundFraction * bound ? null : bound,
  };
  const options = {
    ...drawingSize,
    axisStart,
    axisEnd,
    title: hasCurve ? `delivered, ${units.headOf("phits/cycle")}` : `${measure.title}${unitSuffix}`,
    formatTick: (value: number) => (measure.unit === "time" ? units.formatTime(value) : String(Number(value.toPrecision(6)))),
    formatValue: units.formatLoad,
    curve: hasCurve ? curveBelow : null,
    loadAxisTitle: `offered, ${units.headOf("phits/cycle")}`,
  };
  const theme = surroundings?.theme;
  const plot = theme && valuePlot({ ...options, style: { at: theme.accent, load: theme.accent, curve: {} } }, theme);
  // The two marks with their labels. Before the answer there is only the student's mark, or a hint.
  const label = current === null ? "" : formatMeasured(units, measureId, current);
  const hint = session.role === "speaker" ? "what do you expect?" : "drag up to your mark";
  const answers: LabeledAnswers = {
    truth:
      isCovered || truth === null
        ? null
        : { value: truth, text: `${hasCurve ? "arrives " : ""}${formatMeasured(units, measureId, truth)}` },
    response: current === null ? (isCovered ? { value: null, text: hint } : null) : { value: current, text: `you ${label}` },
  };
  const marks = plot && answerMarks(plot, answers, theme);

  // Moves the mark to a value, rounded to the step of the measure.
  const setMark = (value: number) => {
    const steps = Math.round((value - axisStart) / measure.step);
    setDraftResponse(store, { number: Number(Math.min(axisEnd, Math.max(axisStart, axisStart + steps * measure.step)).toPrecision(10)) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 0, Home: 0, End: 0 }[event.key];
    if (event.key === "Enter" && session.guess !== null) submitResponse(store, session.guess);
    else if (event.key === "Home") setMark(axisStart);
    else if (event.key === "End") setMark(axisEnd);
    else if (direction === undefined || direction === 0) return;
    else setMark((current ?? axisStart) + direction * measure.step * (event.shiftKey ? 10 : 1));
    event.preventDefault();
  };
  return (
    <>
      <h2>{hasCurve ? "Load curve" : upperFirst(measure.title)}</h2>
      <p className="muted">
        {isCovered ? "First mark the value that you expect." : current === null ? "" : "The ring is your mark, the dot the result."}
      </p>
      <PredictionPlot
        drawing={drawing}
        size={drawingSize}
        isOpen={isCovered}
        slider={{
          "aria-orientation": "vertical",
          "aria-label": `What you expect: ${measure.title}`,
          "aria-valuemin": axisStart,
          "aria-valuemax": axisEnd,
          "aria-valuenow": current ?? axisStart,
          "aria-valuetext": current === null ? "no mark yet" : label,
        }}
        description={`You said ${label === "" ? "nothing" : label}; ${truth === null ? "the run is not finished" : `it is ${formatMeasured(units, measureId, truth)}`}.`}
        onDrag={(_, y) => plot !== undefined && setMark(plot.panel.y.invert(y))}
        onKeyDown={onKeyDown}
      >
        {plot && <MarksGroup marks={plot.frame} />}
        {plot && !isCovered && <GrowingMarks marks={plot.curve} size={drawingSize} />}
        {marks && answers.truth !== null && (
          <g className="truth">
            <MarksGroup marks={marks.truth} />
          </g>
        )}
        {marks && (
          <g className="mark">
            <MarksGroup marks={marks.response} />
          </g>
        )}
      </PredictionPlot>
      {isCovered && <SubmitButton hint="Set your mark first." />}
    </>
  );
}

/** The bound is drawn if the offered load is at least this fraction of the bound. */
const boundFraction = 0.85;
const loadTolerance = 1e-9;

/** The truth and the student's answer, each with its label. A null value means that there is no mark yet. */
interface LabeledAnswers {
  readonly truth: { readonly value: number; readonly text: string } | null;
  readonly response: { readonly value: number | null; readonly text: string } | null;
}

/**
 * The marks for the answers to a numeric question in its plot: a dot for the true value and a ring for the student's value, each with its
 * label. Both are at the center of the panel, at the height of the value; an answer without a value is just above the axis. Labels avoid
 * the marks and the load curve. Coordinates in pixels.
 */
function answerMarks(
  { panel, centerX, curve }: ValuePlot,
  { truth, response }: LabeledAnswers,
  theme: Theme,
): Readonly<Record<keyof LabeledAnswers, readonly Mark[]>> {
  const yOf = (value: number | null) => (value === null ? panel.foot - markRadius.response - 2 : panel.y(value));
  const dot = truth === null ? [] : [circleMark("truth", centerX, yOf(truth.value), markRadius.truth, { fill: theme.ink })];
  const style = { fill: theme.surface, stroke: theme.accent, "stroke-width": 2.5 };
  const ring = response === null ? [] : [circleMark("response", centerX, yOf(response.value), markRadius.response, style)];
  const labels = Object.entries({ truth, response }).flatMap(([key, answer]): readonly Label[] => {
    if (answer === null) return [];
    // Without a value, the label is above the mark.
    const y = yOf(answer.value) - (answer.value === null ? 8 : 0);
    return [{ key, text: answer.text, anchor: { x: centerX, y }, style: calloutStyle, fill: key === "truth" ? theme.ink : theme.accent }];
  });
  const obstacles = [
    ...[truth, response].flatMap((answer) => (answer === null ? [] : [boxAroundPoint(centerX, yOf(answer.value), 8)])),
    ...boxesAlongLine(hoverTargetsOf(curve).map(({ x, y }) => [x, y])),
  ];
  const placedLabels = placeLabels(labels, obstacles, [panel.left, 0, drawingSize.width, panel.foot]);
  const labelsOf = (key: keyof LabeledAnswers) =>
    labelMarks(
      placedLabels.filter((each) => each.key === key),
      theme,
    );
  return { truth: [...dot, ...labelsOf("truth")], response: [...ring, ...labelsOf("response")] };
}

const noPoints: readonly never[] = [];
const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
