/** Describes load curves in sentences. */
import type { Analysis } from "../../core/analysis/analysis.ts";
import { joinWithAnd } from "../../core/base/words.ts";
import type { Variant, ViewData } from "../contract.ts";
import { type Curve, type CurvePoint, firstSaturatedPoint, saturationOf, saturationShortfall } from "../../core/measures/curve.ts";
import type { Units } from "../../words/units.ts";

/** Describes a single curve, or compares several. */
export function sayCurves({ units, variants, curve, analysis }: ViewData): string {
  const curves = variants.filter((variant) => variant.curve.expectedPoints > 0);
  if (curves.length > 1) return compareCurves(units, curves);
  return analysis === null ? sayCurve(units, curve) : `${sayCurve(units, curve)} ${sayBound(units, analysis)}`;
}

/** The summary reduced to the saturation point, for a small card. */
export function curveHeadline({ units, variants, ...data }: ViewData): string {
  const curves = variants.filter((variant) => variant.curve.expectedPoints > 0);
  if (curves.length > 1) {
    const startedCurves = curves.filter(({ curve }) => curve.points.length > 0);
    return startedCurves.length === 0
      ? sayCurves({ units, variants, ...data })
      : `${joinWithAnd(startedCurves.map((each) => saySaturation(units, each)))}.`;
  }
  const { points, expectedPoints } = data.curve;
  const saturation = saturationOf(points);
  if (saturation === null || points.some(({ deadlocked }) => deadlocked)) return sayCurve(units, data.curve);
  return `Saturates at ${units.sayLoad(saturation.load)}${points.length < expectedPoints ? `; ${sayProgress(points.length, expectedPoints)}` : ""}.`;
}

/** Number of loads with results, as text. */
const sayProgress = (count: number, expected: number) => `${count} of ${expected} loads ${count === 1 ? "is" : "are"} simulated`;

/** Saturation point of one of several networks. */
function saySaturation(units: Units, { letter, curve: { points } }: Variant): string {
  const saturation = saturationOf(points);
  if (points.some(({ deadlocked }) => deadlocked)) return `${letter} deadlocks`;
  if (saturation !== null) return `${letter} saturates at ${units.formatLoad(saturation.load)}`;
  return firstSaturatedPoint(points) === 0 ? `${letter} is saturated at every load` : `${letter} does not saturate`;
}

/**
 * Describes one load curve in a sentence: the load at which it saturates, its highest accepted load, and the accepted load at the highest
 * offered load. While loads are missing, it says how many are simulated. A point is saturated if less than 97 % of the offered load is
 * accepted.
 */
function sayCurve(units: Units, { points, expectedPoints, isOnDemand = false }: Curve): string {
  if (isOnDemand)
    return `None of the ${expectedPoints} loads is simulated yet: a network this large takes long to simulate, so the simulation starts on request.`;
  if (points.length === 0)
    return expectedPoints === 0 ? "No loads to compare." : `The first of ${expectedPoints} loads is being simulated.`;
  const deadlockedPoints = points.filter((point) => point.deadlocked);
  if (deadlockedPoints.length > 0)
    return `Deadlocks in ${deadlockedPoints.length} of ${points.length} runs, first at load ${units.formatLoad(deadlockedPoints[0].load)}; after a deadlock nothing more is delivered.`;
  const firstSaturatedIndex = firstSaturatedPoint(points);
  const highestPoint = highestAccepted(points);
  const last = points[points.length - 1];
  const isComplete = points.length >= expectedPoints;
  if (firstSaturatedIndex < 0)
    return isComplete
      ? "Does not saturate: at every offered load at least 97 % is accepted."
      : `Not saturated so far, up to ${units.sayLoad(last.load)}; ${sayProgress(points.length, expectedPoints)}.`;
  const saturationText =
    firstSaturatedIndex === 0
      ? ""
      : `Saturates at ${units.sayLoad(points[firstSaturatedIndex - 1].load)}, up to which at least 97 % of the offered load is accepted`;
  if (!isComplete)
    return `${saturationText === "" ? "Saturated at every load so far" : saturationText}; highest accepted load so far ${units.formatLoad(highestPoint.accepted)}; ${sayProgress(points.length, expectedPoints)}.`;
  const doesFall = last.accepted < highestPoint.accepted * (1 - saturationShortfall);
  if (firstSaturatedIndex === 0) {
    const levelText = doesFall ? `peaks at ${units.formatLoad(highestPoint.accepted)} and falls to` : "levels off at";
    return `Saturated at every load: the accepted load ${levelText} ${units.sayLoad(last.accepted)}.`;
  }
  const deliveredLoad = points[firstSaturatedIndex - 1].load;
  // The peak is mentioned only if it is higher than the saturation load. Otherwise the sentence would seem to contradict itself.
  const peak =
    Math.round(100 * highestPoint.accepted) > Math.round(100 * deliveredLoad)
      ? ` peaks at ${units.formatLoad(highestPoint.accepted)} and`
      : "";
  if (doesFall) return `${saturationText}, then${peak} falls to ${units.formatLoad(last.accepted)}.`;
  const isMore = Math.round(100 * last.accepted) > Math.round(100 * deliveredLoad);
  return `${saturationText}, ${isMore ? `then levels off at ${units.formatLoad(last.accepted)}` : "and accepts no more beyond it"}.`;
}

/**
 * Compares the load curves of several networks in a sentence: where each of them saturates, and its highest accepted load. While loads are
 * missing, the sentence says how many of each network are simulated, and which networks wait for a click.
 */
function compareCurves(units: Units, curves: readonly Variant[]): string {
  const startedCurves = curves.filter(({ curve }) => curve.points.length > 0);
  const incomplete = curves.filter(({ curve }) => curve.points.length < curve.expectedPoints);
  const progressTexts = incomplete.map(({ letter, curve }) => `${curve.points.length} of ${curve.expectedPoints} loads of ${letter}`);
  const progressText = incomplete.length === 0 ? "" : `; ${joinWithAnd(progressTexts)} are simulated`;
  const onDemandLetters = incomplete.flatMap(({ letter, curve }) => (curve.isOnDemand === true ? [letter] : []));
  if (onDemandLetters.length === curves.length)
    return "No load is simulated yet: networks this large take long to simulate, so the simulation starts on request.";
  const onRequestText =
    onDemandLetters.length === 0
      ? ""
      : `; ${joinWithAnd(onDemandLetters)} ${onDemandLetters.length === 1 ? "is" : "are"} simulated on request`;
  if (startedCurves.length === 0) return `The first loads are being simulated${progressText}${onRequestText}.`;
  const saturationTexts = startedCurves.map((each) => saySaturation(units, each));
  const highestTexts = startedCurves.map(
    ({ letter, curve: { points } }) => `${letter} ${units.formatLoad(highestAccepted(points).accepted)}`,
  );
  const explanation = startedCurves.some(({ curve }) => saturationOf(curve.points) !== null)
    ? " (up to there, at least 97 % of the offered load is accepted)"
    : "";
  return `${joinWithAnd(saturationTexts)}${explanation}; highest accepted load: ${highestTexts.join(", ")}${progressText}${onRequestText}.`;
}

/** The load at which the first channel, or shared capacity, is full, and the assumption behind it. */
export function sayBound(units: Units, { bound, bottleneckGroup, exact, direct, sampled }: Analysis): string {
  const resource = bottleneckGroup === null ? "channel" : "shared capacity";
  const spread = sampled === null ? 0 : sampled.spread * bound;
  const loadText = `${units.formatLoad(bound)}${spread >= 0.005 ? ` ± ${units.formatLoad(spread)}` : ""}`;
  // No terminal can offer more than 1, so loads beyond 1 need no assumption.
  const splitting = direct ? " if every packet takes a minimal path" : exact ? "" : " if traffic splits evenly over all paths";
  if (isBeyondOffered(bound) && bottleneckGroup === null && sampled === null)
    return `By analysis, no channel is full below load 1${splitting}.`;
  const assumption = splitting === "" ? ": beyond that load, not every terminal can inject all its traffic" : splitting;
  return `By analysis${sampled === null ? "" : " of a sample"}, the first ${resource} is full at ${loadText}${assumption}.`;
}

/** Whether a bound exceeds every load that can be offered. */
export function isBeyondOffered(bound: number): boolean {
  return bound > 0.995;
}

const highestAccepted = (points: readonly CurvePoint[]) => points.reduce((a, b) => (b.accepted > a.accepted ? b : a));
