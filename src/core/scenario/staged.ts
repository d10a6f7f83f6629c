/** Which point of a sweep the page shows where it shows a single run of each network: one of the sweep, the same for all. */
import { atPoint, type Document, variantsOf } from "./document.ts";
import { isWithin, paramAt, type Path, valueAt, withValue } from "./place.ts";
import type { Scenario } from "./scenario.ts";
import { type Axis, weightsOf } from "./sweep.ts";
import { isSameValue } from "../base/same.ts";

/** The scenarios to be shown of a document, the first one first: as they stand, or at the point of its sweep that is shown. */
export function staged(document: Document): readonly Scenario[] {
  const at = stagedAt(document);
  return variantsOf(document).map((each) => atPoint(each, document.sweep, at));
}

/** The point shown of a document's sweep, as the number of a value of each axis: that of the values it has itself, or near by. */
export function stagedAt(document: Document): readonly number[] {
  return document.sweep.map((axis) => shownOf(document, axis));
}

/**
 * The value shown: the document's own where it is one of the axis; else, of a number, the nearest. What weighs nothing gives
 * way to the first of the heaviest.
 */
function shownOf(document: Document, axis: Axis): number {
  const weights = weightsOf(axis);
  const most = Math.max(...weights);
  const counts = (i: number) => most === 0 || weights[i] > 0;
  const value = valueAt(document, axis.path);
  const own = axis.values.findIndex((each) => isSameValue(put(document, axis, each), value));
  if (own >= 0 || typeof value !== "number") return own >= 0 && counts(own) ? own : weights.indexOf(most);
  const distance = (i: number) => (counts(i) ? Math.abs((axis.values[i] as number) - value) : Infinity);
  return axis.values.reduce<number>((nearest, _, i) => (distance(i) < distance(nearest) ? i : nearest), 0);
}

/** A value of an axis as it would stand in the document: what is swept within it stays as it is there. */
function put(document: Document, { path }: Axis, value: unknown): unknown {
  const inner = document.sweep.filter((each) => each.path.length > path.length && isWithin(each.path, path));
  if (inner.length === 0) return value;
  const keep = (now: Document, place: Path) => (paramAt(now, place) === undefined ? now : withValue(now, place, valueAt(document, place)));
  return valueAt(inner.map((each) => each.path).reduce(keep, withValue(document, path, value)), path);
}
