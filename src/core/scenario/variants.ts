/**
 * The scenarios of a comparison. All but the first are stored as differences from the first, so that one edit changes the load of all, and
 * all have the same traffic from the same seed.
 */
import type { ChosenKind, Params, Values } from "../base/params.ts";
import { writeParam } from "../base/params.ts";
import { isSameValue } from "../base/same.ts";
import { checkedFacts } from "./facts.ts";
import { paramAt, type Path, valueAt, withValue } from "./place.ts";
import { routingFits, routingFor, type Scenario, scenarioParams, sectionsOf, withFittingLinks } from "./scenario.ts";
import { settledLinks } from "./links.ts";

/** Maximum number of scenarios in addition to the first. */
export const mostOthers = 7;
/** Maximum number of differences of a scenario from the first. */
export const mostPlaces = 64;

/** A difference: a path, and the value there. */
export interface Change {
  readonly path: Path;
  readonly value: unknown;
}

/** A further scenario of a comparison, as differences from the first. */
export interface Other {
  /** A name given by the user; if empty, the scenario is named by its changes. */
  readonly title: string;
  readonly changes: readonly Change[];
}

/**
 * The first scenario with the changes of another one. Changes at paths that no longer exist are dropped. A routing that does not fit the
 * topology is replaced by the first that does.
 */
export function applied(first: Scenario, changes: readonly Change[]): Scenario {
  const isTopology = ({ path }: Change) => path[0] === "topology";
  const network = put(sectionsOf(first), changes.filter(isTopology));
  // Changes of the routing refer to the routing that fits.
  return put(
    withFittingLinks({ ...network, routing: inheritedRouting(first, network) }),
    changes.filter((change) => !isTopology(change)),
  );
}

function put(scenario: Scenario, changes: readonly Change[]): Scenario {
  return changes.reduce((now, { path, value }) => (paramAt(now, path) === undefined ? now : withValue(now, path, value)), scenario);
}

/** The differences of a scenario from the first: whole kinds if the kinds differ, single parameters if they are the same. */
export function changesOf(first: Scenario, other: Scenario): readonly Change[] {
  const inherited = { ...first, routing: inheritedRouting(first, other), links: settledLinks(first.links, other.topology) };
  const changes = differences(scenarioParams, inherited, other, []).filter(({ path }) => path[0] !== "seed");
  return changes.length <= mostPlaces ? changes : inFewerPlaces(changes, other);
}

/**
 * Reduces the number of changes: the section with the most changes is replaced as a whole. There are fewer sections than allowed changes.
 */
function inFewerPlaces(changes: readonly Change[], other: Scenario): readonly Change[] {
  const sections = new Map<string, number>();
  for (const { path } of changes) sections.set(path[0], (sections.get(path[0]) ?? 0) + 1);
  const [[largest]] = [...sections].sort(([, a], [, b]) => b - a);
  const rest = changes.filter(({ path }) => path[0] !== largest);
  const fewer = [...rest, { path: [largest], value: valueAt(other, [largest]) }];
  return fewer.length <= mostPlaces ? fewer : inFewerPlaces(fewer, other);
}

/**
 * The changes of another scenario after the first has been edited. They remain, except where a path has been lost: then the whole section
 * remains as it was.
 * @param stood the other scenario before the edit
 * @param after the first scenario after the edit
 */
export function carriedOver(stood: Scenario, after: Scenario, changes: readonly Change[]): readonly Change[] {
  // The path may be gone, or refer to a parameter of another type with the same name.
  const isLost = ({ path }: Change) => paramAt(after, path)?.type !== paramAt(stood, path)?.type;
  const lost = new Set(changes.filter(isLost).map(({ path }) => path[0]));
  const kept = changes.filter(({ path }) => !lost.has(path[0]));
  const sections = Object.keys(scenarioParams).filter((section) => lost.has(section));
  const next = applied(after, [...sections.map((section) => ({ path: [section], value: valueAt(stood, [section]) })), ...kept]);
  return changesOf(after, next);
}

/**
 * The new position of each scenario of a document after an edit: entry i is the position, from 0 for the first scenario, of the scenario
 * that was at i, or null if it was removed. Removing and reordering keep the objects, so identical objects are matched first. If all
 * objects are new but their number is the same, positions are unchanged, because an edit of the first scenario replaces all objects.
 */
export function placesAfter(before: readonly Other[], after: readonly Other[]): readonly (number | null)[] {
  const places: (number | null)[] = before.map(() => null);
  const free = new Set(after.keys());
  const match = (isSame: (i: number, k: number) => boolean) => {
    for (const i of before.keys()) {
      const k = places[i] === null ? [...free].find((each) => isSame(i, each)) : undefined;
      if (k === undefined) continue;
      places[i] = k;
      free.delete(k);
    }
  };
  match((i, k) => before[i] === after[k]);
  if (before.length === after.length) match((i, k) => i === k);
  match((i, k) => isSameValue(before[i], after[k]));
  return [0, ...places.map((place) => (place === null ? null : place + 1))];
}

/** The differences between values of the same parameters, with the later values and with paths that begin with `path`. */
export function differences(params: Params, from: Values, to: Values, path: Path): readonly Change[] {
  return Object.entries(params).flatMap(([name, param]): readonly Change[] => {
    const at = [...path, name];
    const [before, after] = [from[name], to[name]];
    if (isSameValue(before, after)) return [];
    if (param.type === "record") return differences(param.params, before as Values, after as Values, at);
    if (param.type === "kind" && (before as ChosenKind).kind === (after as ChosenKind).kind) {
      const { kind, values } = before as ChosenKind;
      return differences(param.registry.get(kind).params, values, (after as ChosenKind).values, at);
    }
    if (param.type === "list" && param.about !== undefined)
      return param.about
        .changes(before as readonly Values[], after as readonly Values[], to)
        .map((each) => ({ ...each, path: [...at, ...each.path] }));
    return [{ path: at, value: after }];
  });
}

/** The routing of a scenario that does not name one: that of the first scenario if it fits, otherwise the first that fits. */
export function inheritedRouting(first: Scenario, { topology }: Scenario): ChosenKind {
  if (checkedFacts(topology) === null || routingFits(first.routing, topology)) return first.routing;
  return routingFor(topology) ?? first.routing;
}

/**
 * An entry of `beside` in a document.
 * @param isWhole whether defaults are written as well
 */
export function writeOther(first: Scenario, { title, changes }: Other, isWhole = false): Record<string, unknown> {
  const scenario = applied(first, changes);
  const written = changes.flatMap(({ path, value }) => {
    const param = paramAt(scenario, path);
    return param === undefined ? [] : [[path.join("."), writeParam(param, value, isWhole)] as const];
  });
  return { ...(title === "" ? {} : { title }), ...Object.fromEntries(written) };
}
