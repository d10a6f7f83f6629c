/**
 * An axis on which the expected value is marked. Of what is delivered it is the load curve, empty until then: afterwards the truth
 * grows beside the mark, which stays. Accent is you, ink the truth.
 */
import { type KeyboardEvent, type PointerEvent, useId, useRef } from "react";
import { loadOf } from "../../../../core/scenario/load.ts";
import { variantsOf } from "../../../../core/scenario/document.ts";
import { measureOf } from "../../../../lessons/measures.ts";
import type { ValueQuestion } from "../../../../lessons/questions/value.ts";
import { lineThrough, linearScale, ticksIn } from "../../../../views/plot/scale.ts";
import { guess, say } from "../../../lesson/attend.ts";
import { sayMeasured } from "../answer-words.ts";
import { RunButton } from "./RunButton.tsx";
import { useAttending, useTruth } from "../useAttending.ts";
import { useComputed, usePage, useUnits, useWorkbench } from "../../../hooks.ts";

/** Of the drawing, in its own units: the card is about as many pixels wide. */
const [width, height] = [372, 268];
const box = { left: 40, right: 360, top: 26, foot: 224 };
/** Loads on the axis across end here. */
const mostLoad = 1;

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
  const y = linearScale([from, to], [box.foot, box.top], true);
  const x = linearScale([0, mostLoad], [box.left, box.right]);
  const at = hasCurve ? x(offered) : (box.left + box.right) / 2;
  // Beyond this the words would leave the drawing.
  const isAtEnd = at > box.right - 90;
  const drawing = useRef<SVGSVGElement>(null);
  const clip = useId();

  const put = (value: number) => {
    const steps = Math.round((value - from) / measure.step);
    guess(store, { number: Number(Math.min(to, Math.max(from, from + steps * measure.step)).toPrecision(10)) });
  };
  const drag = (event: PointerEvent) => {
    const frame = drawing.current?.getBoundingClientRect();
    if (!isCovered || frame === undefined || frame.height === 0) return;
    put(y.invert(((event.clientY - frame.top) / frame.height) * height));
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
  const label = own === null ? "" : sayMeasured(units, of, own);
  return (
    <>
      <h2>{hasCurve ? "Load curve" : capital(measure.title)}</h2>
      <p className="muted">
        {isCovered ? "Empty until you have marked what you expect." : own === null ? "" : "Your mark stays; the truth stands beside it."}
      </p>
      <svg
        ref={drawing}
        className="value-axis"
        viewBox={`0 0 ${width} ${height}`}
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
        {ticksIn([from, to], 4).map((tick) => (
          <g key={tick}>
            <path className="grid" d={`M${box.left} ${y(tick)}H${box.right}`} />
            <text className="tick" x={box.left - 6} y={y(tick) + 4} textAnchor="end">
              {measure.unit === "time" ? units.formatTime(tick) : Number(tick.toPrecision(6))}
            </text>
          </g>
        ))}
        <text className="tick" x={box.left} y={14}>
          {hasCurve
            ? `delivered, ${units.headOf("phits/cycle")}`
            : `${measure.title}${measure.unit === "time" ? `, ${units.headOf("cycles")}` : ""}`}
        </text>
        {hasCurve && (
          <>
            {loadTicks(x, at).map((tick) => (
              <text className="tick" key={tick} x={x(tick)} y={box.foot + 24} textAnchor="middle">
                {Number(tick.toPrecision(6))}
              </text>
            ))}
            <text className="tick" x={box.right} y={box.foot + 40} textAnchor="end">
              offered, {units.headOf("phits/cycle")}
            </text>
            <path className="all" d={`M${x(0)} ${y(0)}L${x(Math.min(to, mostLoad))} ${y(Math.min(to, mostLoad))}`} />
          </>
        )}
        <path className="at" d={`M${at} ${box.top}V${box.foot}`} />
        {hasCurve && (
          <text className="at-load" x={isAtEnd ? box.right + 10 : at} y={box.foot + 24} textAnchor={isAtEnd ? "end" : "middle"}>
            {units.formatLoad(offered)}
          </text>
        )}
        {!isCovered && hasCurve && (
          <g clipPath={`url(#${clip})`}>
            <clipPath id={clip}>
              <rect className="grows" x={0} y={0} width={width} height={height} />
            </clipPath>
            <path
              className="curve-line"
              d={lineThrough([
                [x(0), y(0)],
                ...curve.filter(({ load }) => load <= offered + dust).map(({ load, accepted }) => [x(load), y(accepted)] as const),
              ])}
            />
            {bound !== null && bound < mostLoad && offered >= near * bound && (
              <>
                <path className="bound" d={`M${x(bound)} ${box.top}V${box.foot}`} />
                <text className="tick" x={x(bound) + 4} y={box.foot - 6}>
                  bound {units.formatLoad(bound)}
                </text>
              </>
            )}
          </g>
        )}
        {!isCovered && truth !== null && (
          <>
            <circle className="truth" cx={at} cy={y(truth)} r={5} />
            <text
              className="truth-word"
              x={at + (isAtEnd ? -10 : 10)}
              textAnchor={isAtEnd ? "end" : "start"}
              y={y(truth) + (own !== null && Math.abs(y(own) - y(truth)) < 16 ? 16 : 4)}
            >
              {hasCurve ? "arrives " : ""}
              {sayMeasured(units, of, truth)}
            </text>
          </>
        )}
        {own === null ? (
          isCovered && (
            <>
              <circle className="mark" cx={at} cy={box.foot} r={8} />
              <text className="mark-word" x={at + 14} y={box.foot - 12}>
                {attending.part === "speaker" ? "where will it be?" : "drag up to your mark"}
              </text>
            </>
          )
        ) : (
          <>
            <circle className="mark" cx={at} cy={y(own)} r={9} />
            <text
              className="mark-word"
              x={at - 14}
              y={y(own) + 4 - (isAtEnd && truth !== null && !isCovered && Math.abs(y(own) - y(truth)) < 16 ? 16 : 0)}
              textAnchor="end"
            >
              you {label}
            </text>
          </>
        )}
      </svg>
      {isCovered && <RunButton missing="Put your mark first." />}
    </>
  );
}

/** The bound is drawn where the load asked about comes near it: before, it would give away what later steps ask. */
const near = 0.85;
const dust = 1e-9;

/** Loads below the axis, but for those that would touch the one asked about. */
function loadTicks(x: (load: number) => number, at: number): readonly number[] {
  return ticksIn([0, mostLoad], 5).filter((tick) => Math.abs(x(tick) - at) > 28);
}

const nothing: readonly never[] = [];
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
