/**
 * An empty plot in which the student draws the expected curve with a finger, a mouse or the arrow keys. After the answer, the computed curve
 * is drawn through the sketch. The sketch has the accent color, the truth the text color.
 */
import { type KeyboardEvent, useRef, useState } from "react";
import { lessonMeasureOf } from "../../../../lessons/measures.ts";
import { sketchLength, type SketchQuestion, type SketchTruth, valueAtPosition } from "../../../../lessons/questions/sketch.ts";
import { circleMark, type Mark } from "../../../../views/marks/marks.ts";
import { boxesAlongLine, type Label, labelMarks, placeLabels } from "../../../../views/plot/labels.ts";
import { calloutStyle } from "../../../../views/plot/text-width.ts";
import { usePage, useUnits, useWorkbench } from "../../../hooks.ts";
import { setDraftResponse, submitResponse } from "../../../lesson/lesson-actions.ts";
import { Button } from "../../../ui/Button.tsx";
import { MarksGroup } from "../../../view-frame/MarksGroup.tsx";
import { useCanvasSettings } from "../../../view-frame/useCanvasSettings.ts";
import { emptySketch, sketchPlot, sketchWithStroke, type SketchWords, sketchWords } from "../sketch-plot.ts";
import { useLessonSession, useTruth } from "../useLessonSession.ts";
import { GrowingMarks, PredictionPlot } from "./PredictionPlot.tsx";
import { SubmitButton } from "./SubmitButton.tsx";

const drawingSize = { width: 372, height: 300 } as const;
/** Change of the height by an arrow key, as a part of the axis; ten times as much with Shift. */
const keyStep = 0.01;

/** The form. ← and → move along the horizontal axis, ↑ and ↓ change the height there; Enter submits the sketch. */
export function SketchQuestionForm({ question }: { readonly question: SketchQuestion }) {
  const { store } = usePage();
  const units = useUnits();
  const session = useLessonSession();
  const document = useWorkbench((state) => state.document.current);
  const truth = useTruth() as SketchTruth | null;
  const [drawing, surroundings] = useCanvasSettings<SVGSVGElement>();
  const [cursor, setCursor] = useState<number | null>(null);
  const lastPlace = useRef<readonly [number, number] | null>(null);
  const { isCovered } = session;
  const response = isCovered ? session.guess : (session.said[session.stepIndex] ?? null);
  const sketch = response !== null && "sketch" in response ? response.sketch : emptySketch;
  const isEmpty = sketch.every((height) => height === null);
  const words = sketchWords(question, document, units);
  const theme = surroundings?.theme;
  if (words === null) return <p>This step has nothing that a curve could be drawn over.</p>;
  const plot = theme && sketchPlot(question, words, drawingSize, theme);
  const { title } = lessonMeasureOf(question.of);

  const drawTo = (x: number, y: number, isStart: boolean) => {
    if (plot === undefined) return;
    const place = plot.placeAt(x, y);
    // Pointer events of one frame arrive before the next rendering, so the draft is read from the store.
    const draft = store.getState().mode.lesson?.guess ?? null;
    const current = draft !== null && "sketch" in draft ? draft.sketch : emptySketch;
    setDraftResponse(store, { sketch: sketchWithStroke(current, isStart ? place : (lastPlace.current ?? place), place) });
    lastPlace.current = place;
    setCursor(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = cursor ?? 0;
    const moves: Readonly<Record<string, number>> = { ArrowLeft: Math.max(0, at - 1), ArrowRight: at + 1, Home: 0, End: sketchLength - 1 };
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (event.key === "Enter" && session.guess !== null) submitResponse(store, session.guess);
    else if (moves[event.key] !== undefined) {
      const next = Math.min(sketchLength - 1, cursor === null ? 0 : moves[event.key]);
      setCursor(next);
      // A stroke continues at the height of the position before.
      if (event.key === "ArrowRight" && sketch[next] === null && sketch[at] !== null)
        setDraftResponse(store, { sketch: sketch.with(next, sketch[at]) });
    } else if (direction !== undefined) {
      setCursor(at);
      const height = (sketch[at] ?? (direction > 0 ? 0 : 1)) + direction * keyStep * (event.shiftKey ? 10 : 1);
      setDraftResponse(store, { sketch: sketch.with(at, Math.min(1, Math.max(0, height))) });
    } else return;
    event.preventDefault();
  };
  const sayAt = (index: number) => {
    const place = words.sayPlace(valueAtPosition(words.axis, index / (sketchLength - 1)));
    const height = sketch[index];
    return `at ${place}: ${height === null ? "nothing drawn" : words.sayHeight(height)}`;
  };
  const cursorMarks = () => {
    if (plot === undefined || theme === undefined || cursor === null || !isCovered) return [];
    const [x, y] = plot.pointOf(cursor, sketch[cursor] ?? 0);
    return [circleMark("cursor", x, y, 6.5, { fill: theme.surface, stroke: theme.accent, "stroke-width": 2.5 })];
  };
  const curveLabels = (): readonly Mark[] => {
    if (plot === undefined || theme === undefined || isCovered) return [];
    const drawn = sketch.flatMap((height, index) => (height === null ? [] : [plot.pointOf(index, height)]));
    const computed = truth === null ? [] : plot.screenPoints(truth.points);
    const labelOf = (key: string, points: readonly (readonly [number, number])[], fill: string): readonly Label[] => {
      const point = points.at(Math.floor(0.8 * points.length));
      return point === undefined ? [] : [{ key, text: key, anchor: { x: point[0], y: point[1] }, style: calloutStyle, fill }];
    };
    const labels = [...labelOf("you", drawn, theme.accent), ...labelOf("simulation", computed, theme.ink)];
    const obstacles = [...boxesAlongLine(drawn), ...boxesAlongLine(computed)];
    return labelMarks(placeLabels(labels, obstacles, [plot.panel.left, 0, drawingSize.width, plot.panel.foot]), theme);
  };
  return (
    <>
      <h2>{isCovered ? "Draw the curve that you expect" : "What you drew"}</h2>
      <p className="muted">
        {isCovered
          ? "Draw from left to right, with a finger, the mouse or the arrow keys. A second stroke replaces the first."
          : isEmpty
            ? "The curve of the simulation."
            : "The colored curve is yours; the dark one is simulated."}
      </p>
      <PredictionPlot
        drawing={drawing}
        size={drawingSize}
        isOpen={isCovered}
        className="sketch"
        slider={{
          "aria-label": `The curve that you expect: ${title} at ${words.xTitle}`,
          "aria-valuemin": 0,
          "aria-valuemax": sketchLength - 1,
          "aria-valuenow": cursor ?? 0,
          "aria-valuetext": cursor === null && isEmpty ? "nothing drawn yet" : sayAt(cursor ?? 0),
        }}
        description={truth === null ? "The curve is not simulated yet." : sayCurves(truth, sketch, words)}
        onDrag={drawTo}
        onKeyDown={onKeyDown}
      >
        {plot && <MarksGroup marks={plot.frame} />}
        {plot && theme && (
          <g className="mark">
            <MarksGroup marks={plot.stroke("sketch", sketch, { stroke: theme.accent, "stroke-width": 3 })} />
          </g>
        )}
        {plot && theme && !isCovered && truth !== null && (
          <g className="truth">
            <GrowingMarks marks={plot.curve(truth.points, { stroke: theme.ink, "stroke-width": 2.4 })} size={drawingSize} />
          </g>
        )}
        <MarksGroup marks={[...cursorMarks(), ...curveLabels()]} />
      </PredictionPlot>
      {isCovered && (
        <SubmitButton hint="Draw a curve first.">
          {!isEmpty && (
            <Button variant="quiet" onClick={() => setDraftResponse(store, null)}>
              Erase
            </Button>
          )}
        </SubmitButton>
      )}
    </>
  );
}

/** The computed curve and the sketch in words, for readers who do not see the plot. */
function sayCurves(
  { axis, points }: SketchTruth,
  sketch: readonly (number | null)[],
  { sayPlace, sayValue, sayHeight }: SketchWords,
): string {
  const sample = [0, 0.25, 0.5, 0.75, 1].map((position) => {
    const x = valueAtPosition(axis, position);
    const nearest = points.reduce((best, each) => (Math.abs(each[0] - x) < Math.abs(best[0] - x) ? each : best));
    const drawn = sketch[Math.round(position * (sketchLength - 1))];
    return `at ${sayPlace(nearest[0])} ${sayValue(nearest[1])}${drawn === null ? "" : `, you drew ${sayHeight(drawn)}`}`;
  });
  return `The simulation gives ${sample.join("; ")}.`;
}
