/**
 * The scenarios of a comparison. All but the first are stored as differences from the first, so that one edit changes the load of all, and
 * all have the same traffic from the same seed.
 */
import type { ChosenKind, Params, Values } from "../base/params.ts";
import { writeParam } from "../base/params.ts";
import { isSameValue } from "../base/equality.ts";
import { topologyFactsIfValid } from "./facts.ts";
import { paramAtPath, type Path, valueAtPath, withValueAtPath } from "./param-path.ts";
import { isSuitableRouting, suitableRouting, type Scenario, scenarioParams, sectionsOf, withFittingLinks } from "./scenario.ts";
import { normalizeLinkRules } from "./links.ts";

/** Maximum number of scenarios in addition to the first. */
export const maxOtherScenarios = 7;
/** Maximum number of differences of a scenario from the first. */
export const maxChanges = 64;

/** A difference: a path, and the value there. */
export interface ValueChange {
  readonly path: Path;
  readonly value: unknown;
}

/** A further scenario of a comparison, as differences from the first. */
export interface OtherScenario {
  /** A name given by the user; if empty, the scenario is named by its changes. */
  readonly title: string;
  readonly changes: readonly ValueChange[];
}

/**
 * The first scenario with the changes of another one. Changes at paths that no longer exist are dropped. A routing that does not fit the
 * topology is replaced by the first routing that fits.
 */
export function applyChanges(first: Scenario, changes: readonly ValueChange[]): Scenario {
  const isTopology = ({ path }: ValueChange) => path[0] === "topology";
  const network = setValues(sectionsOf(first), changes.filter(isTopology));
  // Changes of the routing refer to the routing that fits.
  return setValues(
    withFittingLinks({ ...network, routing: inheritedRouting(first, network) }),
    changes.filter((change) => !isTopology(change)),
  );
}

function setValues(scenario: Scenario, changes: readonly ValueChange[]): Scenario {
  return changes.reduce(
    (current, { path, value }) => (paramAtPath(current, path) === undefined ? current : withValueAtPath(current, path, value)),
    scenario,
  );
}

/** The differences of a scenario from the first: whole kinds if the kinds differ, single parameters if they are the same. */
export function changesOf(first: Scenario, other: Scenario): readonly ValueChange[] {
  const inherited = { ...first, routing: inheritedRouting(first, other), links: normalizeLinkRules(first.links, other.topology) };
  const changes = valueDifferences(scenarioParams, inherited, other, []).filter(({ path }) => path[0] !== "seed");
  return changes.length <= maxChanges ? changes : reduceChanges(changes, other);
}

/**
 * Reduces the number of changes: the section with the most changes is replaced as a whole. There are fewer sections than allowed changes.
 */
function reduceChanges(changes: readonly ValueChange[], other: Scenario): readonly ValueChange[] {
  const sections = new Map<string, number>();
  for (const { path } of changes) sections.set(path[0], (sections.get(path[0]) ?? 0) + 1);
  const [[largestSection]] = [...sections].sort(([, a], [, b]) => b - a);
  const rest = changes.filter(({ path }) => path[0] !== largestSection);
  const fewer = [...rest, { path: [largestSection], value: valueAtPath(other, [largestSection]) }];
  return fewer.length <= maxChanges ? fewer : reduceChanges(fewer, other);
}

/**
 * The changes of another scenario after the first has been edited. Changes remain, unless the path of a change no longer exists: then the
 * whole section remains as it was.
 * @param otherBefore the other scenario before the edit
 * @param firstAfter the first scenario after the edit
 */
export function carryOverChanges(otherBefore: Scenario, firstAfter: Scenario, changes: readonly ValueChange[]): readonly ValueChange[] {
  // The path may be gone, or refer to a parameter of another type with the same name.
  const isLostPath = ({ path }: ValueChange) => paramAtPath(firstAfter, path)?.type !== paramAtPath(otherBefore, path)?.type;
  const lostSections = new Set(changes.filter(isLostPath).map(({ path }) => path[0]));
  const keptChanges = changes.filter(({ path }) => !lostSections.has(path[0]));
  const sections = Object.keys(scenarioParams).filter((section) => lostSections.has(section));
  const next = applyChanges(firstAfter, [
    ...sections.map((section) => ({ path: [section], value: valueAtPath(otherBefore, [section]) })),
    ...keptChanges,
  ]);
  return changesOf(firstAfter, next);
}

/**
 * The new position of each scenario of a document after an edit: entry i is the position, from 0 for the first scenario, of the scenario
 * that was at i, or null if it was removed. Removing and reordering keep the objects, so identical objects are matched first. If all
 * objects are new but their number is the same, positions are unchanged, because an edit of the first scenario replaces all objects.
 */
export function positionsAfter(before: readonly OtherScenario[], after: readonly OtherScenario[]): readonly (number | null)[] {
  const positions: (number | null)[] = before.map(() => null);
  const unmatched = new Set(after.keys());
  const match = (isSame: (i: number, k: number) => boolean) => {
    for (const i of before.keys()) {
      const k = positions[i] === null ? [...unmatched].find((each) => isSame(i, each)) : undefined;
      if (k === undefined) continue;
      positions[i] = k;
      unmatched.delete(k);
    }
  };
  match((i, k) => before[i] === after[k]);
  if (before.length === after.length) match((i, k) => i === k);
  match((i, k) => isSameValue(before[i], after[k]));
  return [0, ...positions.map((position) => (position === null ? null : position + 1))];
}

/** The differences between values of the same parameters, with the later values and with paths that begin with `path`. */
export function valueDifferences(params: Params, from: Values, to: Values, path: Path): readonly ValueChange[] {
  return Object.entries(params).flatMap(([name, param]): readonly ValueChange[] => {
    const ownPath = [...path, name];
    const [oldValue, newValue] = [from[name], to[name]];
    if (isSameValue(oldValue, newValue)) return [];
    if (param.type === "record") return valueDifferences(param.params, oldValue as Values, newValue as Values, ownPath);
    if (param.type === "kind" && (oldValue as ChosenKind).kind === (newValue as ChosenKind).kind) {
      const { kind, values } = oldValue as ChosenKind;
      return valueDifferences(param.registry.get(kind).params, values, (newValue as ChosenKind).values, ownPath);
    }
    if (param.type === "list" && param.entryKeys !== undefined)
      return param.entryKeys
        .changesBetween(oldValue as readonly Values[], newValue as readonly Values[], to)
        .map((each) => ({ ...each, path: [...ownPath, ...each.path] }));
    return [{ path: ownPath, value: newValue }];
  });
}

/**
 * The routing of a scenario that does not name one: the routing of the first scenario if it fits, otherwise the first routing that fits.
 */
export function inheritedRouting(first: Scenario, { topology }: Scenario): ChosenKind {
  if (topologyFactsIfValid(topology) === null || isSuitableRouting(first.routing, topology)) return first.routing;
  return suitableRouting(topology) ?? first.routing;
}

/**
 * An entry of `beside` in a document.
 * @param hasDefaults whether defaults are written as well
 */
export function writeOtherScenario(first: Scenario, { title, changes }: OtherScenario, hasDefaults = false): Record<string, unknown> {
  const scenario = applyChanges(first, changes);
  const written = changes.flatMap(({ path, value }) => {
    const param = paramAtPath(scenario, path);
    return param === undefined ? [] : [[path.join("."), writeParam(param, value, hasDefaults)] as const];
  });
  return { ...(title === "" ? {} : { title }), ...Object.fromEntries(written) };
}
