/**
 * Several scenarios beside each other. Each but the first is kept as what sets it apart from the first, so that one word
 * changes the load of all, and all see the same traffic from the same seed.
 */
import type { ChosenKind, Params, Values } from "../base/params.ts";
import { writeParam } from "../base/params.ts";
import { isSameValue } from "../base/same.ts";
import { checkedFacts } from "./facts.ts";
import { paramAt, type Path, valueAt, withValue } from "./place.ts";
import { routingFits, routingFor, type Scenario, scenarioParams, sectionsOf, withFittingLinks } from "./scenario.ts";
import { settledLinks } from "./links.ts";

/** Most scenarios beside the first. */
export const mostOthers = 7;
/** Most places in which a scenario beside the first is different. */
export const mostPlaces = 64;

/** One thing that is different beside: a place, and the value there. */
export interface Change {
  readonly path: Path;
  readonly value: unknown;
}

/** A scenario beside the first, as what sets it apart. */
export interface Other {
  /** What people call it; empty to have it named by what it changes. */
  readonly title: string;
  readonly changes: readonly Change[];
}

/**
 * The first scenario with the changes of another. A change whose place is not there any more is left out. A routing that
 * does not fit the topology gives way to the first that does.
 */
export function applied(first: Scenario, changes: readonly Change[]): Scenario {
  const isTopology = ({ path }: Change) => path[0] === "topology";
  const network = put(sectionsOf(first), changes.filter(isTopology));
  // What is different about the routing is different from the one that fits.
  return put(
    withFittingLinks({ ...network, routing: inheritedRouting(first, network) }),
    changes.filter((change) => !isTopology(change)),
  );
}

function put(scenario: Scenario, changes: readonly Change[]): Scenario {
  return changes.reduce((now, { path, value }) => (paramAt(now, path) === undefined ? now : withValue(now, path, value)), scenario);
}

/** What sets a scenario apart from the first: whole kinds where the kinds differ, single parameters where they are the same. */
export function changesOf(first: Scenario, other: Scenario): readonly Change[] {
  const inherited = { ...first, routing: inheritedRouting(first, other), links: settledLinks(first.links, other.topology) };
  const changes = differences(scenarioParams, inherited, other, []).filter(({ path }) => path[0] !== "seed");
  return changes.length <= mostPlaces ? changes : inFewerPlaces(changes, other);
}

/** Changes that a document may hold: the section with most of them is given whole. There are fewer sections than places. */
function inFewerPlaces(changes: readonly Change[], other: Scenario): readonly Change[] {
  const sections = new Map<string, number>();
  for (const { path } of changes) sections.set(path[0], (sections.get(path[0]) ?? 0) + 1);
  const [[largest]] = [...sections].sort(([, a], [, b]) => b - a);
  const rest = changes.filter(({ path }) => path[0] !== largest);
  const fewer = [...rest, { path: [largest], value: valueAt(other, [largest]) }];
  return fewer.length <= mostPlaces ? fewer : inFewerPlaces(fewer, other);
}

/**
 * The changes of another scenario once the first has become a different one: what it set apart stays; where its place is
 * gone, its whole section stays as it was.
 * @param stood the other scenario as it was
 * @param after the first scenario as it is now
 */
export function carriedOver(stood: Scenario, after: Scenario, changes: readonly Change[]): readonly Change[] {
  // A place may be gone, or be another thing of the same name.
  const isLost = ({ path }: Change) => paramAt(after, path)?.type !== paramAt(stood, path)?.type;
  const lost = new Set(changes.filter(isLost).map(({ path }) => path[0]));
  const kept = changes.filter(({ path }) => !lost.has(path[0]));
  const sections = Object.keys(scenarioParams).filter((section) => lost.has(section));
  const next = applied(after, [...sections.map((section) => ({ path: [section], value: valueAt(stood, [section]) })), ...kept]);
  return changesOf(after, next);
}

/**
 * Where each scenario of a document stands in a later document: entry i is the place, from 0 for the first scenario, of what was at
 * place i before, or null where it has been removed. Removing and moving keep the objects of the others, so these are compared
 * first. Where the objects are new but as many, each is at its place: an edit of the first scenario rewrites all of them.
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

/** Where values of the same parameters differ, from the place `path` on, each with the later value. */
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

/** The routing another scenario has when it names none: the first one's where that fits, else the first that fits. */
export function inheritedRouting(first: Scenario, { topology }: Scenario): ChosenKind {
  if (checkedFacts(topology) === null || routingFits(first.routing, topology)) return first.routing;
  return routingFor(topology) ?? first.routing;
}

/**
 * An entry of `beside` as it stands in a document.
 * @param isWhole whether what it changes is said with every default
 */
export function writeOther(first: Scenario, { title, changes }: Other, isWhole = false): Record<string, unknown> {
  const scenario = applied(first, changes);
  const written = changes.flatMap(({ path, value }) => {
    const param = paramAt(scenario, path);
    return param === undefined ? [] : [[path.join("."), writeParam(param, value, isWhole)] as const];
  });
  return { ...(title === "" ? {} : { title }), ...Object.fromEntries(written) };
}
