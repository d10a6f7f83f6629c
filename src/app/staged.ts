/** Which point of a sweep the stage runs: the one that the document has itself, unless it counts for nothing. */
import { paramAt, type Path, valueAt, withValue } from "../core/scenario/place.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { type Axis, weightsOf } from "../core/scenario/sweep.ts";

/**
 * The scenario to be shown of a document that sweeps those axes: where a value it has weighs 0, the first of the
 * heaviest ones stands in its place. What no weight touches stays as it is.
 */
export function staged(scenario: Scenario, sweep: readonly Axis[]): Scenario {
  const axes = sweep.filter(({ path }) => paramAt(scenario, path) !== undefined);
  return axes.reduce((shown, axis) => {
    const weights = weightsOf(axis);
    const most = Math.max(...weights);
    const own = axis.values.findIndex((value) => JSON.stringify(put(shown, axis.path, value, axes)) === JSON.stringify(shown));
    return most === 0 || own < 0 || weights[own] > 0 ? shown : put(shown, axis.path, axis.values[weights.indexOf(most)], axes);
  }, scenario);
}

/** The scenario with another value at a swept place; what is swept within it stays as it is. */
function put(scenario: Scenario, path: Path, value: unknown, axes: readonly Axis[]): Scenario {
  const within = axes.filter((each) => each.path.length > path.length && path.every((part, i) => each.path[i] === part));
  return within.reduce(
    (next, { path: inner }) => (paramAt(next, inner) === undefined ? next : withValue(next, inner, valueAt(scenario, inner))),
    withValue(scenario, path, value),
  );
}
