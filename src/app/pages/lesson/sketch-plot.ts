/** The plot in which a curve is predicted and revealed: its axes, sketches as strokes, and the computed curve. */
import { scenarioLoad } from "../../../core/scenario/load.ts";
import { type Document, variantsOf } from "../../../core/scenario/document.ts";
import { lessonMeasureOf } from "../../../lessons/measures.ts";
import {
  horizontalAxisOf,
  positionOnAxis,
  type SketchAxis,
  sketchLength,
  type SketchPoint,
  type SketchQuestion,
  valueAtPosition,
  verticalAxisOf,
} from "../../../lessons/questions/sketch.ts";
import type { Theme } from "../../../views/contract.ts";
import { dottedLine } from "../../../views/marks/line-styles.ts";
import { type Attributes, type Mark, pathMark, toTenths } from "../../../views/marks/marks.ts";
import { type Panel, type PlotAxis, panelOf } from "../../../views/plot/panel.ts";
import { polylinePath, roundTicks } from "../../../views/plot/scale.ts";
import { textWidth } from "../../../views/plot/text-width.ts";
import { decadeTicksWithin } from "../../../views/plot/ticks.ts";
import { sweepAxisOf } from "../../../words/sweep.ts";
import type { Units } from "../../../words/units.ts";
import { formatMeasured } from "./answer-text.ts";

/** The axes of a sketch in the words and units of the page. */
export interface SketchWords {
  readonly axis: SketchAxis;
  readonly xTitle: string;
  readonly yTitle: string;
  /** Writes a number at a tick of an axis. */
  readonly formatX: (value: number) => string;
  readonly formatY: (value: number) => string;
  /** Writes a value of the vertical axis in a sentence. */
  readonly sayValue: (value: number) => string;
  /** Writes the value at a height of a sketch, from 0 to 1. A computed curve may leave the plot, so the upper end is “at least” its value. */
  readonly sayHeight: (height: number) => string;
  /** Writes a value of the horizontal axis as a phrase: `load 0.45`. */
  readonly sayPlace: (value: number) => string;
  /** Whether the horizontal axis counts swept values, which are the only places where a curve has a value. */
  readonly isSwept: boolean;
}

/** The axes of a question about a document; null if it has no horizontal axis. */
export function sketchWords(question: SketchQuestion, document: Document, units: Units): SketchWords | null {
  const axis = horizontalAxisOf(document, question.network);
  if (axis === null) return null;
  const { unit, title } = lessonMeasureOf(question.of);
  const unitName = unit === "load" ? units.headOf("phits/cycle") : unit === "time" ? units.headOf("cycles") : "%";
  const scenario = variantsOf(document)[question.network];
  const isDelivered = question.of === "delivered" && scenario !== undefined && scenarioLoad(scenario) !== null;
  const sayValue = (value: number) => formatMeasured(units, question.of, value);
  const vertical = verticalAxisOf(question);
  const common = {
    axis,
    yTitle: `${isDelivered ? "delivered" : title}, ${unitName}`,
    formatY: (value: number) => (unit === "time" ? units.formatTime(value) : sayValue(value)),
    sayValue,
    sayHeight: (height: number) => `${height < 1 || isDelivered ? "" : "at least "}${sayValue(valueAtPosition(vertical, height))}`,
  };
  const [swept] = document.sweep;
  if (swept === undefined)
    return {
      ...common,
      xTitle: `offered, ${units.headOf("phits/cycle")}`,
      formatX: (value) => String(Number(value.toPrecision(6))),
      sayPlace: (value) => `load ${units.formatLoad(value)}`,
      isSwept: false,
    };
  const { title: sweptTitle, unit: sweptUnit, labels, phrases } = sweepAxisOf(document, swept);
  const indexOf = (value: number) => Math.min(labels.length - 1, Math.max(0, Math.round(value)));
  return {
    ...common,
    xTitle: `${sweptTitle}${sweptUnit === "" ? "" : `, ${sweptUnit}`}`,
    formatX: (value) => labels[indexOf(value)],
    sayPlace: (value) => phrases[indexOf(value)],
    isSwept: true,
  };
}

export interface SketchPlot {
  readonly panel: Panel;
  /** The axes, and for accepted load the line on which everything is delivered. */
  readonly frame: readonly Mark[];
  /** Screen coordinates of a position of a sketch, both from 0 to 1. */
  readonly pointOf: (index: number, height: number) => readonly [x: number, y: number];
  /** The horizontal position and the height at screen coordinates, both from 0 to 1. */
  readonly placeAt: (x: number, y: number) => readonly [position: number, height: number];
  /** A sketch as a stroke; empty if nothing is drawn. */
  readonly stroke: (key: string, sketch: readonly (number | null)[], style: Attributes) => readonly Mark[];
  /** Screen coordinates of points of a curve. */
  readonly screenPoints: (points: readonly SketchPoint[]) => readonly (readonly [x: number, y: number])[];
  /** The computed curve. */
  readonly curve: (points: readonly SketchPoint[], style: Attributes) => readonly Mark[];
}

/** Lays out the plot of a sketch for a drawing of this size in pixels. */
export function sketchPlot(
  question: SketchQuestion,
  { axis, xTitle, yTitle, formatX, formatY, isSwept }: SketchWords,
  { width, height }: { readonly width: number; readonly height: number },
  theme: Theme,
): SketchPlot {
  const vertical = verticalAxisOf(question);
  const horizontalTicks = (length: number) => {
    if (!isSwept) return roundTicks([axis.from, axis.to], 5);
    // Every label, or every second, third, … if they do not fit.
    const values = Array.from({ length: axis.to + 1 }, (_, i) => i);
    const widest = Math.max(...values.map((value) => textWidth(formatX(value)))) + 12;
    const stride = Math.max(1, Math.ceil((widest * axis.to) / length));
    return values.filter((value) => value % stride === 0);
  };
  const x: PlotAxis = { domain: [axis.from, axis.to], ticks: horizontalTicks, write: formatX, title: xTitle };
  const y: PlotAxis = {
    domain: [vertical.from, vertical.to],
    isLog: vertical.isLog,
    clamps: true,
    ticks: (length) =>
      vertical.isLog
        ? decadeTicksWithin([vertical.from, vertical.to], Math.max(2, length / 40))
        : roundTicks([vertical.from, vertical.to], Math.min(5, length / 60)),
    write: formatY,
    title: yTitle,
  };
  const panel = panelOf({ right: width, bottom: height, x, y }, theme);
  const xAt = (position: number) => panel.left + position * (panel.right - panel.left);
  const yAt = (position: number) => panel.foot - position * (panel.foot - panel.top);
  const pointOf = (index: number, position: number) => [xAt(index / (sketchLength - 1)), yAt(position)] as const;
  const stroke = (key: string, sketch: readonly (number | null)[], style: Attributes): readonly Mark[] => {
    const d = strokesOf(sketch)
      .map((points) => {
        const [[firstX, firstY]] = points.map(([index, position]) => pointOf(index, position));
        // A single position is drawn as a short stroke.
        return points.length > 1
          ? polylinePath(points.map(([index, position]) => pointOf(index, position)))
          : `M${toTenths(firstX - 3)} ${toTenths(firstY)}h6`;
      })
      .join("");
    return d === "" ? [] : [pathMark(key, d, { fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round", ...style })];
  };
  const screenPoints = (points: readonly SketchPoint[]) =>
    points.map(([px, py]) => [panel.x(px), yAt(positionOnAxis(vertical, py))] as const);
  const curve = (points: readonly SketchPoint[], style: Attributes): readonly Mark[] => {
    if (points.length < 2) return [];
    return [pathMark("truth", polylinePath(screenPoints(points)), { fill: "none", "stroke-linejoin": "round", ...style })];
  };
  const isDelivered = question.of === "delivered" && !isSwept;
  const end = Math.min(axis.to, vertical.to);
  return {
    panel,
    frame: [
      ...panel.marks,
      ...(isDelivered && !vertical.isLog && vertical.from === 0
        ? [
            pathMark("all", polylinePath([0, end].map((load) => [panel.x(load), panel.y(load)] as const)), {
              stroke: theme.edge,
              ...dottedLine,
            }),
          ]
        : []),
    ],
    pointOf,
    placeAt: (px, py) => [
      clampToAxis((px - panel.left) / (panel.right - panel.left)),
      clampToAxis((panel.foot - py) / (panel.foot - panel.top)),
    ],
    stroke,
    screenPoints,
    curve,
  };
}

const clampToAxis = (position: number) => Math.min(1, Math.max(0, position));

/** The drawn stretches of a sketch: indices and heights of consecutive positions. */
function strokesOf(sketch: readonly (number | null)[]): readonly (readonly (readonly [index: number, height: number])[])[] {
  const strokes: (readonly [number, number])[][] = [];
  sketch.forEach((height, index) => {
    if (height === null) return;
    const isContinued = index > 0 && sketch[index - 1] !== null;
    if (isContinued) strokes.at(-1)!.push([index, height]);
    else strokes.push([[index, height]]);
  });
  return strokes;
}

/**
 * A sketch after the pointer has moved from one place to another: every position between them gets a height on the line between the two.
 * Places are [horizontal position, height], both from 0 to 1.
 */
export function sketchWithStroke(
  sketch: readonly (number | null)[],
  [fromX, fromY]: readonly [number, number],
  [toX, toY]: readonly [number, number],
): readonly (number | null)[] {
  const indexAt = (x: number) => Math.round(clampToAxis(x) * (sketchLength - 1));
  const [start, end] = [indexAt(fromX), indexAt(toX)];
  const [first, last] = [Math.min(start, end), Math.max(start, end)];
  return sketch.map((height, index) => {
    if (index < first || index > last) return height;
    if (first === last) return clampToAxis(toY);
    const part = clampToAxis((index / (sketchLength - 1) - fromX) / (toX - fromX));
    return clampToAxis(fromY + (toY - fromY) * part);
  });
}

export const emptySketch: readonly null[] = Array.from({ length: sketchLength }, () => null);
