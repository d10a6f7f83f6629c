/** Load curves as text. */
import type { Analysis } from "../../core/analysis/analysis.ts";
import { anded } from "../../core/base/words.ts";
import type { Variant, ViewData } from "../contract.ts";
import { type Curve, type CurvePoint, firstFull, saturationOf, shortfall } from "../../core/measures/curve.ts";
import type { Units } from "../../words/units.ts";

/** Describes a single curve, or compares several. */
export function sayCurves({ units, variants, curve, analysis }: ViewData): string {
  const drawn = variants.filter((variant) => variant.curve.expected > 0);
  if (drawn.length > 1) return sayTogether(units, drawn);
  return analysis === null ? sayCurve(units, curve) : `${sayCurve(units, curve)} ${sayBound(units, analysis)}`;
}

/** The summary reduced to the saturation point, for a small card. */
export function headline({ units, variants, ...data }: ViewData): string {
  const drawn = variants.filter((variant) => variant.curve.expected > 0);
  if (drawn.length > 1) {
    const begun = drawn.filter(({ curve }) => curve.points.length > 0);
    return begun.length === 0 ? sayCurves({ units, variants, ...data }) : `${anded(begun.map((each) => sayWhere(units, each)))}.`;
  }
  const { points, expected } = data.curve;
  const saturation = saturationOf(points);
  if (saturation === null || points.some(({ deadlocked }) => deadlocked)) return sayCurve(units, data.curve);
  return `Saturates at ${units.sayLoad(saturation.load)}${points.length < expected ? `; ${loadsIn(points.length, expected)}` : ""}.`;
}

/** Number of loads with results, as text. */
const loadsIn = (count: number, expected: number) => `${count} of ${expected} loads ${count === 1 ? "is" : "are"} in`;

/** Saturation point of one of several networks. */
function sayWhere(units: Units, { letter, curve: { points } }: Variant): string {
  const saturation = saturationOf(points);
  if (points.some(({ deadlocked }) => deadlocked)) return `${letter} deadlocks`;
  if (saturation !== null) return `${letter} saturates at ${units.formatLoad(saturation.load)}`;
  return firstFull(points) === 0 ? `${letter} never delivers all` : `${letter} delivers all`;
}

/** Describes one curve: saturation, peak and level beyond it, as far as its loads have results. */
function sayCurve(units: Units, { points, expected, isWaiting = false }: Curve): string {
  if (isWaiting) return `None of ${expected} loads is simulated yet: that takes long in a network this large, so it starts on request.`;
  if (points.length === 0) return expected === 0 ? "No loads to compare." : `The first of ${expected} loads is being simulated.`;
  const stuck = points.filter((point) => point.deadlocked);
  if (stuck.length > 0)
    return `Deadlocks in ${stuck.length} of ${points.length} runs, first at load ${units.formatLoad(stuck[0].load)}: nothing more is delivered.`;
  const full = firstFull(points);
  const most = mostOf(points);
  const last = points[points.length - 1];
  const isWhole = points.length >= expected;
  if (full < 0)
    return isWhole
      ? "Delivers all it is offered, at every load."
      : `Delivers all so far, up to ${units.sayLoad(last.load)}; ${loadsIn(points.length, expected)}.`;
  const saturates = full === 0 ? "" : `Saturates at ${units.sayLoad(points[full - 1].load)}, the last load it delivers (97 % or more)`;
  if (!isWhole)
    return `${saturates === "" ? "Delivers less than is offered" : saturates}, so far ${units.formatLoad(most.accepted)} at most; ${loadsIn(points.length, expected)}.`;
  const falls = last.accepted < most.accepted * (1 - shortfall);
  if (full === 0) {
    const how = falls ? `peaks at ${units.formatLoad(most.accepted)} and falls to` : "levels off at";
    return `Never delivers all it is offered: it ${how} ${units.sayLoad(last.accepted)}.`;
  }
  const all = points[full - 1].load;
  // The last delivered load may fall slightly short of the offered load; a "peak" below it would read as a contradiction.
  const peak = Math.round(100 * most.accepted) > Math.round(100 * all) ? ` peaks at ${units.formatLoad(most.accepted)} and` : "";
  if (falls) return `${saturates}, then${peak} falls to ${units.formatLoad(last.accepted)}.`;
  const isMore = Math.round(100 * last.accepted) > Math.round(100 * all);
  return `${saturates}, ${isMore ? `then levels off at ${units.formatLoad(last.accepted)}` : "and delivers no more beyond"}.`;
}

/** Compares several curves: saturation point and highest accepted load. */
function sayTogether(units: Units, drawn: readonly Variant[]): string {
  const begun = drawn.filter(({ curve }) => curve.points.length > 0);
  const missing = drawn.filter(({ curve }) => curve.points.length < curve.expected);
  const waiting = missing.map(({ letter, curve }) => `${curve.points.length} of ${curve.expected} loads of ${letter}`);
  const partly = missing.length === 0 ? "" : `; ${anded(waiting)} are in`;
  const letters = missing.flatMap(({ letter, curve }) => (curve.isWaiting === true ? [letter] : []));
  if (letters.length === drawn.length) return "No load is simulated yet: that takes long in networks this large, so it starts on request.";
  const unasked = letters.length === 0 ? "" : `; those of ${anded(letters)} start on request`;
  if (begun.length === 0) return `The first loads are being simulated${partly}${unasked}.`;
  const where = begun.map((each) => sayWhere(units, each));
  const most = begun.map(({ letter, curve: { points } }) => `${letter} ${units.formatLoad(mostOf(points).accepted)}`);
  const explained = begun.some(({ curve }) => saturationOf(curve.points) !== null) ? " (the last load of which 97 % arrive)" : "";
  return `${anded(where)}${explained}; accepted at most: ${most.join(", ")}${partly}${unasked}.`;
}

/** The load at which the first channel, or shared capacity, is full, and the assumption behind it. */
export function sayBound(units: Units, { bound, bottleneckGroup, exact, direct, sampled }: Analysis): string {
  const what = bottleneckGroup === null ? "channel" : "shared capacity";
  const spread = sampled === null ? 0 : sampled.spread * bound;
  const at = `${units.formatLoad(bound)}${spread >= 0.005 ? ` ± ${units.formatLoad(spread)}` : ""}`;
  // No terminal can offer more than 1, so loads beyond 1 need no assumption.
  const splitting = direct ? " if every packet goes directly" : exact ? "" : " with even splitting";
  if (isBeyondReach(bound) && bottleneckGroup === null && sampled === null)
    return `By analysis, no channel is full below load 1${splitting}.`;
  const supposed = splitting === "" ? ": beyond that, not every terminal gets all its load" : splitting;
  return `By analysis${sampled === null ? "" : " of a sample"}, the first ${what} is full at ${at}${supposed}.`;
}

/** Whether a bound exceeds every load that can be offered. */
export function isBeyondReach(bound: number): boolean {
  return bound > 0.995;
}

const mostOf = (points: readonly CurvePoint[]) => points.reduce((a, b) => (b.accepted > a.accepted ? b : a));
