/**
 * The answer over the range of a number, below the number while it is held, focused or typed: first the bounds, then simulated values. The
 * number can be dragged on it.
 */
import "./range-curve.css";
import { createPortal } from "react-dom";
import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { NumericParam } from "../../../core/base/params.ts";
import { loadPath } from "../../../core/scenario/load.ts";
import type { Path } from "../../../core/scenario/param-path.ts";
import { valueText } from "../../../words/params.ts";
import { editedDocument } from "../../state/document-state.ts";
import { useCanvasSettings } from "../../view-frame/useCanvasSettings.ts";
import { MarksGroup } from "../../view-frame/MarksGroup.tsx";
import { usePage, useUnits, useWorkbench } from "../../hooks.ts";
import { rangePlot, rangePlotSize } from "./range-plot.ts";
import { RangeRuns } from "./range-runs.ts";
import { isFraction, onStep, type RangeScenario, rangeScenarios } from "./range-values.ts";

export interface RangeCurveProps {
  readonly path: Path;
  readonly param: NumericParam;
  readonly value: number;
  readonly onBegin: () => void;
  readonly onChange: (value: number) => void;
  readonly onEnd: () => void;
}

/** Distance from the word, and from the edges of the window, pixels. */
const margin = 8;

/**
 * Places the curve over the top of the network, below its word: the answer between the two stays in sight. Where the word is below the
 * network, the curve is above the word.
 */
function placeBelowAnswer(element: HTMLElement, wordElement: HTMLElement | null): void {
  const word = wordElement?.getBoundingClientRect();
  const stage = document.getElementById("stage")?.getBoundingClientRect();
  if (word === undefined) return;
  const { offsetWidth: width, offsetHeight: height } = element;
  const top = stage !== undefined && stage.top < word.top ? word.top - height - margin : Math.max(word.bottom, stage?.top ?? 0) + margin;
  const clamp = (position: number, length: number, available: number) => Math.max(margin, Math.min(available - length - margin, position));
  // The cards beside the network stay in sight, too.
  const rightEdge = stage === undefined ? document.documentElement.clientWidth : stage.right + margin;
  element.style.left = `${clamp((word.left + word.right - width) / 2, width, rightEdge)}px`;
  element.style.top = `${clamp(top, height, innerHeight)}px`;
}

export function RangeCurve({ path, param, value, onBegin, onChange, onEnd }: RangeCurveProps) {
  // Results that the page has, such as those of the load curve, are not computed again.
  const {
    store,
    runs: { runners },
  } = usePage();
  const units = useUnits();
  // In a lesson, the curve would give away what a step still asks.
  const isCovered = useWorkbench(({ mode }) => mode.lesson?.isCovered === true);
  const [box, surroundings] = useCanvasSettings<HTMLDivElement>();
  const place = useRef<HTMLDivElement>(null);
  const marker = useRef<HTMLSpanElement>(null);
  // The range is the one around the value at the beginning, so that it stands still under the pointer.
  const [scenarios] = useState<readonly RangeScenario[]>(() => rangeScenarios(editedDocument(store.getState()), path, param));
  const [present] = useState(value);
  const [runs, setRuns] = useState<RangeRuns | null>(null);
  const [, setUpdates] = useState(0);
  useEffect(() => {
    if (isCovered || scenarios.length < 2) return undefined;
    const started = new RangeRuns(runners, scenarios, present, () => {
      setRuns(started);
      setUpdates((count) => count + 1);
    });
    return () => started.close();
  }, [runners, scenarios, present, isCovered]);
  useLayoutEffect(() => {
    if (place.current !== null) placeBelowAnswer(place.current, marker.current?.parentElement ?? null);
  });
  if (isCovered || scenarios.length < 2) return null;
  const isLoad = path.slice(-loadPath.length).join(".") === loadPath.join(".");
  const plot =
    surroundings === null
      ? null
      : rangePlot(
          {
            values: scenarios.map((each) => each.value),
            present: value,
            isFraction: isFraction(param),
            title: "unit" in param && param.unit !== undefined ? `${param.title.toLowerCase()}, ${param.unit}` : param.title.toLowerCase(),
            write: (each) => (isLoad ? units.formatLoad(each) : valueText(param, each)),
            bounds: runs?.bounds ?? [],
            points: runs?.points ?? [],
            measure: runs?.measure ?? null,
          },
          units,
          surroundings.theme,
        );
  const drag = ({ currentTarget, clientX }: PointerEvent<SVGSVGElement>) => {
    if (plot === null) return;
    const rectangle = currentTarget.getBoundingClientRect();
    const at = plot.valueAt(((clientX - rectangle.left) / rectangle.width) * rangePlotSize.width);
    // Between the values of a decimal number, all its steps can be chosen; whole numbers may permit only some.
    const nearest = scenarios.reduce((best, each) => (plot.distance(each.value, at) < plot.distance(best.value, at) ? each : best)).value;
    const next = param.type === "number" ? onStep(param, at) : nearest;
    if (next !== value) onChange(next);
  };
  // Outside of the sentence, so that its text is not part of the heading. Events still reach the word, so they are stopped here.
  const curve = (
    <div ref={place} className="range-curve" onClick={(event) => event.stopPropagation()}>
      <div ref={box} className="range-plot">
        <svg
          viewBox={`0 0 ${rangePlotSize.width} ${rangePlotSize.height}`}
          role="img"
          aria-label={`The answer over ${param.title.toLowerCase()}`}
          // The word, or its text field, keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onPointerDown={(event) => {
            event.stopPropagation();
            if (event.button !== 0) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            onBegin();
            drag(event);
          }}
          onPointerMove={(event) => {
            event.stopPropagation();
            if (event.currentTarget.hasPointerCapture(event.pointerId)) drag(event);
          }}
          onPointerUp={(event) => {
            event.stopPropagation();
            onEnd();
          }}
          onPointerCancel={onEnd}
        >
          {plot !== null && <MarksGroup marks={plot.marks} />}
        </svg>
      </div>
      <small>{sayProgress(runs, scenarios)}</small>
    </div>
  );
  return (
    <>
      <span ref={marker} hidden />
      {createPortal(curve, document.body)}
    </>
  );
}

/** What the dots are, and how many are still to come or are left out. */
function sayProgress(runs: RangeRuns | null, scenarios: readonly RangeScenario[]): string {
  const simulated = scenarios.filter(({ isSimulated }) => isSimulated).length;
  const leftOut = scenarios.length - simulated;
  const restText = leftOut === 0 ? "" : `; ${leftOut} of ${scenarios.length} values take too long`;
  if (simulated === 0) return "Too large to simulate while a number is held.";
  if (runs === null || !runs.isDone) return `${runs?.points.length ?? 0} of ${simulated} simulated${restText}`;
  return `One run for each dot${restText}`;
}
