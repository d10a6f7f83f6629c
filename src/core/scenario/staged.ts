/** The point of a sweep that the page displays where it shows a single run of each network. */
import { atPoint, type Document, variantsOf } from "./document.ts";
import { isWithin, paramAt, type Path, valueAt, withValue } from "./place.ts";
import type { Scenario } from "./scenario.ts";
import { type Axis, weightsOf } from "./sweep.ts";
import { isSameValue } from "../base/same.ts";

/** The scenarios that are displayed, the first one first, at the displayed point of the sweep. */
export function staged(document: Document): readonly Scenario[] {
  const at = stagedAt(document);
  return variantsOf(document).map((each) => atPoint(each, document.sweep, at));
}

/** The displayed point: the index of a value of each swept parameter, that of the document's own value, or a near one. */
export function stagedAt(document: Document): readonly number[] {
  return document.sweep.map((axis) => shownOf(document, axis));
}

/**
 * Index of the displayed value: the document's own value if it is among the values, otherwise the nearest number. A value of weight 0 is
 * replaced by the first of the largest weight.
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

/** A value of a swept parameter as it would be in the document; parameters inside it that are also swept keep their values. */
function put(document: Document, { path }: Axis, value: unknown): unknown {
  const inner = document.sweep.filter((each) => each.path.length > path.length && isWithin(each.path, path));
  if (inner.length === 0) return value;
  const keep = (now: Document, place: Path) => (paramAt(now, place) === undefined ? now : withValue(now, place, valueAt(document, place)));
  return valueAt(inner.map((each) => each.path).reduce(keep, withValue(document, path, value)), path);
}
