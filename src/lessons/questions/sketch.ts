/**
 * Question that asks for a curve: the student draws a measure over the offered load, or over the values that the step sweeps, before the
 * run. Predicting the result of a demonstration is what makes it instructive (Crouch et al., American Journal of Physics 72, 2004).
 */
import type { CurvePoint } from "../../core/measures/curve.ts";
import { type Document, variantsOf } from "../../core/scenario/document.ts";
import { loadPath, scenarioLoad } from "../../core/scenario/load.ts";
import { paramAtPath } from "../../core/scenario/param-path.ts";
import { type AvailableResults, type LessonMeasure, lessonMeasureOf } from "../measures.ts";
import type { QuestionKind } from "./contract.ts";
import { readMeasureAxis, rejectUnknownKeys, writeMeasureAxis } from "./readers.ts";

export interface SketchQuestion {
  readonly is: "sketch";
  /** Id of the measure. */
  readonly of: string;
  /** Index of the step's scenario, 0 for the first. */
  readonly network: number;
  /**
   * Start and end of the vertical axis, in the unit of the measure. If the axis starts above 0 and ends at ten times that or more, it is
   * logarithmic.
   */
  readonly from: number;
  readonly to: number;
}

/** An axis of a sketch. */
export interface SketchAxis {
  readonly from: number;
  readonly to: number;
  readonly isLog: boolean;
}

/** A point of a curve: the load or the index of the swept value, and the value of the measure. */
export type SketchPoint = readonly [x: number, y: number];

/** A sketch has a value at this number of positions, at equal distances from the start to the end of the horizontal axis. */
export const sketchLength = 25;

/** Steps of a value in an answer line: two digits of base 36. */
const valueSteps = 36 ** 2 - 1;
/** How a line writes a position without a value. */
const gapText = "--";

/** An axis from zero, or with a small range, is linear. */
const minLogRatio = 10;
const axisOf = (from: number, to: number): SketchAxis => ({ from, to, isLog: from > 0 && to >= minLogRatio * from });

/** The vertical axis of a question. */
export const verticalAxisOf = ({ from, to }: SketchQuestion): SketchAxis => axisOf(from, to);

/**
 * The horizontal axis: the values that the step sweeps, at equal distances and counted from 0, otherwise the offered load. Null if the step
 * has neither, or sweeps two parameters.
 */
export function horizontalAxisOf(document: Document, network: number): SketchAxis | null {
  const [swept, ...others] = document.sweep;
  if (swept === undefined) {
    const scenario = variantsOf(document)[network];
    const param = scenario === undefined ? undefined : paramAtPath(scenario, loadPath);
    return scenario === undefined || scenarioLoad(scenario) === null || param?.type !== "number" ? null : axisOf(0, param.max);
  }
  return others.length > 0 || swept.values.length < 2 ? null : axisOf(0, swept.values.length - 1);
}

/** The value at a position of an axis; the position is 0 at its start and 1 at its end. */
export function valueAtPosition({ from, to, isLog }: SketchAxis, position: number): number {
  return isLog ? from * (to / from) ** position : from + (to - from) * position;
}

/** The position of a value on an axis, 0 at its start and 1 at its end; clamped, because a curve may leave the axis. */
export function positionOnAxis({ from, to, isLog }: SketchAxis, value: number): number {
  const position = isLog ? Math.log(Math.max(value, Number.MIN_VALUE) / from) / Math.log(to / from) : (value - from) / (to - from);
  return Math.min(1, Math.max(0, position));
}

/** The points of a sketch. */
export function pointsOfSketch(question: SketchQuestion, axis: SketchAxis, sketch: readonly (number | null)[]): readonly SketchPoint[] {
  const vertical = verticalAxisOf(question);
  return sketch.flatMap((position, i): readonly SketchPoint[] =>
    position === null ? [] : [[valueAtPosition(axis, i / (sketchLength - 1)), valueAtPosition(vertical, position)]],
  );
}

/** A curve at the positions of a sketch, interpolated between its points; null beyond them. */
export function sketchOfCurve(question: SketchQuestion, axis: SketchAxis, points: readonly SketchPoint[]): readonly (number | null)[] {
  const vertical = verticalAxisOf(question);
  const positions = points.map(([x, y]) => [positionOnAxis(axis, x), positionOnAxis(vertical, y)] as const);
  return Array.from({ length: sketchLength }, (_, i) => {
    const at = i / (sketchLength - 1);
    const next = positions.findIndex(([x]) => x >= at - positionTolerance);
    if (next === -1) return null;
    const [x, y] = positions[next];
    if (Math.abs(x - at) <= positionTolerance) return y;
    if (next === 0) return null;
    const [previousX, previousY] = positions[next - 1];
    return previousY + ((y - previousY) * (at - previousX)) / (x - previousX);
  });
}

/** Positions that differ by less are equal. */
const positionTolerance = 1e-9;

/** The computed curve, as far as it is simulated, and whether it is complete. */
export interface SketchTruth {
  readonly axis: SketchAxis;
  readonly points: readonly SketchPoint[];
  readonly isComplete: boolean;
}

/** How far a sketch is from the curve where both are known: the mean distance, and the position with the largest, in parts of the axis. */
export function deviationOfSketch(
  question: SketchQuestion,
  sketch: readonly (number | null)[],
  { axis, points }: SketchTruth,
): { readonly mean: number; readonly worstIndex: number; readonly truth: readonly (number | null)[] } | null {
  const truth = sketchOfCurve(question, axis, points);
  const distances = truth.map((value, i) => (value === null || sketch[i] === null ? null : Math.abs(sketch[i] - value)));
  const known = distances.filter((each) => each !== null);
  if (known.length === 0) return null;
  const mean = known.reduce((sum, each) => sum + each, 0) / known.length;
  return { mean, worstIndex: distances.indexOf(Math.max(...known)), truth };
}

/** A sketch is right if its mean distance from the curve is at most this part of the axis, and close up to three times that. */
const rightDeviation = 0.04;

/** Measures of the load curve, which the page computes without a sweep. */
const curveMeasures: Readonly<Record<string, (point: CurvePoint) => number | null>> = {
  delivered: ({ accepted, deadlocked }) => (deadlocked ? 0 : accepted),
  latency: ({ latency, deadlocked }) => (deadlocked ? null : latency),
};

/** Whether a question can ask for the curve of a measure in a document. */
function hasCurve(document: Document, network: number, { id, origin }: LessonMeasure): boolean {
  if (horizontalAxisOf(document, network) === null) return false;
  return document.sweep.length > 0 ? origin === "measured" && id !== "used" : curveMeasures[id] !== undefined;
}

/** The points of the curve that are simulated so far, in the order of the axis. */
function curvePoints({ of, network }: SketchQuestion, available: AvailableResults): readonly SketchPoint[] {
  const { document, curves = [], sweep } = available;
  if (document.sweep.length === 0) {
    const points = (curves[network]?.points ?? []).flatMap((point): readonly SketchPoint[] => {
      const value = curveMeasures[of]?.(point) ?? null;
      return value === null ? [] : [[point.load, value]];
    });
    // An empty network delivers nothing.
    return of === "delivered" && points.length > 0 ? [[0, 0], ...points] : points;
  }
  const measure = lessonMeasureOf(of);
  return (sweep?.points ?? [])
    .filter(({ variant }) => variant === network)
    .flatMap(({ indices, runs }): readonly SketchPoint[] => {
      const values = runs.map((run) => measure.evaluate({ document, results: [run], analyses: [] }, 0)).filter((each) => each !== null);
      if (values.length < Math.max(1, runs.length)) return [];
      return [[indices[0], values.reduce((sum, each) => sum + each, 0) / values.length]];
    })
    .toSorted(([a], [b]) => a - b);
}

export const sketchQuestion: QuestionKind<SketchQuestion, SketchTruth> = {
  id: "sketch",
  title: "draw a curve",
  hasResultInLine: false,
  create: (document) => {
    const of = document.sweep.length > 0 && scenarioLoad(document) === null ? "finish" : "delivered";
    return { is: "sketch", of, network: 0, from: 0, to: lessonMeasureOf(of).axisEnd(document, 0) };
  },
  read(raw, path, document, issues) {
    const issuesBefore = issues.length;
    rejectUnknownKeys(raw, path, ["is", "of", "network", "from", "to"], issues);
    const { network, measure, from, to } = readMeasureAxis(raw, path, document, issues);
    if (from < 0)
      issues.push({
        path: `${path}.from`,
        message: `${from} is negative; expected the start of an axis, from 0.`,
        remedy: "Write 0, or leave it out.",
      });
    if (issues.length === issuesBefore && !hasCurve(document, network, measure)) {
      issues.push({
        path: `${path}.of`,
        message: `there is no curve of ${measure.title} in this step; expected the accepted load or the mean latency over the offered load, or a measured quantity over the values of one swept parameter.`,
        remedy: "Choose another quantity, or sweep one parameter, such as the size of the messages.",
      });
    }
    return issues.length > issuesBefore ? null : { is: "sketch", of: measure.id, network, from, to };
  },
  write: writeMeasureAxis,
  truth(question, available) {
    const axis = horizontalAxisOf(available.document, question.network);
    const points = curvePoints(question, available);
    const computed = available.document.sweep.length > 0 ? available.sweep : available.curves?.[question.network];
    const isComplete = computed !== null && computed !== undefined && computed.points.length >= computed.expectedPoints;
    return axis === null || points.length < 2 ? null : { axis, points, isComplete };
  },
  grade(question, response, truth) {
    const deviation = "sketch" in response ? deviationOfSketch(question, response.sketch, truth) : null;
    if (deviation === null) return "wrong";
    return deviation.mean <= rightDeviation ? "right" : deviation.mean <= 3 * rightDeviation ? "close" : "wrong";
  },
  writeResponse: (_, response) =>
    "sketch" in response
      ? `s${response.sketch
          .map((each) =>
            each === null
              ? gapText
              : Math.round(each * valueSteps)
                  .toString(36)
                  .padStart(2, "0"),
          )
          .join("")}`
      : "-",
  readResponse(_, text) {
    const pairs = /^s((?:[0-9a-z]{2}|--)+)$/.exec(text)?.[1].match(/../g) ?? [];
    if (pairs.length !== sketchLength || pairs.every((pair) => pair === gapText)) return null;
    return { sketch: pairs.map((pair) => (pair === gapText ? null : parseInt(pair, 36) / valueSteps)) };
  },
  // A class draws one curve, whose truth the lecturer's page computes.
  writeTruth: () => "-",
};
