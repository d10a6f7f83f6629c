/** The point of a sweep that the page displays where it shows a single run of each network. */
import { scenarioAtPoint, type Document, variantsOf } from "./document.ts";
import { isWithin, paramAtPath, type Path, valueAtPath, withValueAtPath } from "./param-path.ts";
import type { Scenario } from "./scenario.ts";
import { type SweepParameter, weightsOf } from "./sweep.ts";
import { isSameValue } from "../base/equality.ts";

/** The scenarios that are displayed, the first one first, at the displayed point of the sweep. */
export function displayedScenarios(document: Document): readonly Scenario[] {
  const point = displayedPoint(document);
  return variantsOf(document).map((each) => scenarioAtPoint(each, document.sweep, point));
}

/** The displayed point: for each swept parameter, the index of the document's own value, or of a value near it. */
export function displayedPoint(document: Document): readonly number[] {
  return document.sweep.map((parameter) => displayedIndex(document, parameter));
}

/**
 * Index of the displayed value: the document's own value if it is among the values, otherwise the nearest number. A value of weight 0 is
 * replaced by the first value of the largest weight.
 */
function displayedIndex(document: Document, parameter: SweepParameter): number {
  const weights = weightsOf(parameter);
  const maxWeight = Math.max(...weights);
  const hasWeight = (i: number) => maxWeight === 0 || weights[i] > 0;
  const value = valueAtPath(document, parameter.path);
  const ownIndex = parameter.values.findIndex((each) => isSameValue(valueInDocument(document, parameter, each), value));
  if (ownIndex >= 0 || typeof value !== "number") return ownIndex >= 0 && hasWeight(ownIndex) ? ownIndex : weights.indexOf(maxWeight);
  const distance = (i: number) => (hasWeight(i) ? Math.abs((parameter.values[i] as number) - value) : Infinity);
  return parameter.values.reduce<number>((nearest, _, i) => (distance(i) < distance(nearest) ? i : nearest), 0);
}

/** A value of a swept parameter as it would be in the document; parameters inside it that are also swept keep their values. */
function valueInDocument(document: Document, { path }: SweepParameter, value: unknown): unknown {
  const innerParameters = document.sweep.filter((each) => each.path.length > path.length && isWithin(each.path, path));
  if (innerParameters.length === 0) return value;
  const keepValue = (current: Document, innerPath: Path) =>
    paramAtPath(current, innerPath) === undefined ? current : withValueAtPath(current, innerPath, valueAtPath(document, innerPath));
  return valueAtPath(innerParameters.map((each) => each.path).reduce(keepValue, withValueAtPath(document, path, value)), path);
}
