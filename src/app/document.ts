/** Reading and changing one place of a scenario, by path; no kind is known by name. */
import type { Complaint } from "../core/base/errors.ts";
import { type ChosenKind, defaultsOf, type KindParam, type Param, readParams, type Values, writeParams } from "../core/base/params.ts";
import { routings } from "../core/routings/index.ts";
import { checkScenario, factsOf, routingFor, type Scenario, scenarioParams } from "../core/scenario/scenario.ts";
import { topologies } from "../core/topologies/index.ts";

/** A place in the document: `["topology", "k"]`. A kind's parameters follow the kind directly. */
export type Path = readonly string[];

/** The path of a complaint, `topology.k`. */
export function pathOf(dotted: string): Path {
  return dotted === "" ? [] : dotted.split(".");
}

/** True when `path` is `place` or lies inside it. */
export function isWithin(path: Path, place: Path): boolean {
  return place.every((key, i) => path[i] === key);
}

/** The document as one value of one description. */
const whole: Param = { type: "record", params: scenarioParams, title: "Scenario", help: "The whole document.", default: {} };

/** The description of a place, or undefined where the document has none. */
export function paramAt(scenario: Scenario, path: Path): Param | undefined {
  return walk(scenario, path)?.param;
}

/** The value at a place, or undefined where the document has none. */
export function valueAt(scenario: Scenario, path: Path): unknown {
  return walk(scenario, path)?.value;
}

function walk(scenario: Scenario, path: Path): { param: Param; value: unknown } | undefined {
  let param: Param = whole;
  let value: unknown = scenario;
  for (const key of path) {
    const [inner, within]: [Param | undefined, unknown] = inside(param, value, key);
    if (inner === undefined) return undefined;
    [param, value] = [inner, within];
  }
  return { param, value };
}

/** One step down: the description and the value behind a key. */
function inside(param: Param, value: unknown, key: string): [Param | undefined, unknown] {
  switch (param.type) {
    case "record":
      return [param.params[key], (value as Values)[key]];
    case "list":
      return [param.of, (value as readonly unknown[])[Number(key)]];
    case "kind": {
      const { kind, values } = value as ChosenKind;
      return [param.registry.get(kind).params[key], values[key]];
    }
    default:
      return [undefined, undefined];
  }
}

/** The scenario with another value at a place. The place must exist. */
export function withValue(scenario: Scenario, path: Path, next: unknown): Scenario {
  return replaced(whole, scenario, path, next) as Scenario;
}

function replaced(param: Param, value: unknown, path: Path, next: unknown): unknown {
  if (path.length === 0) return next;
  const [key, ...rest] = path;
  const [inner, present] = inside(param, value, key);
  if (inner === undefined) throw new Error(`the document has no "${key}" here`);
  const changed = replaced(inner, present, rest, next);
  if (param.type === "list") return (value as readonly unknown[]).map((each, i) => (i === Number(key) ? changed : each));
  if (param.type !== "kind") return { ...(value as Values), [key]: changed };
  const { kind, values } = value as ChosenKind;
  return { kind, values: { ...values, [key]: changed } };
}

/**
 * The scenario with another kind at a place. Parameters that both kinds have keep their values, so that two trees can
 * be compared at the same k; where that makes no valid kind, it starts from its defaults.
 */
export function withKind(scenario: Scenario, path: Path, id: string): Scenario {
  const { registry } = paramAt(scenario, path) as KindParam;
  const present = valueAt(scenario, path) as ChosenKind;
  const before = registry.get(present.kind).params;
  const { params } = registry.get(id);
  const isKept = (name: string) => before[name]?.type === params[name].type && before[name].title === params[name].title;
  // A kind that changes another one begins with the one that was there: faults come to the present network.
  const isAround = (param: Param) =>
    param.type === "kind" && param.registry.find(id) === undefined && param.registry.find(present.kind) === registry.find(present.kind);
  const kept = Object.entries(params).map(([name, param]) => [
    name,
    isKept(name) ? present.values[name] : isAround(param) ? present : param.default,
  ]);
  const carried = refitted(withValue(scenario, path, { kind: id, values: Object.fromEntries(kept) }), path);
  const isValid = complaintsOf(carried).every((complaint) => !isWithin(pathOf(complaint.path), path));
  return settled(isValid ? carried : refitted(withValue(scenario, path, { kind: id, values: defaultsOf(params) }), path), path);
}

/** The scenario after another topology was chosen: a kind elsewhere that it makes impossible gives way to the nearest that fits. */
function settled(scenario: Scenario, changed: Path): Scenario {
  if (changed.length !== 1 || changed[0] !== "topology") return scenario;
  const [complaint] = complaintsOf(scenario);
  if (complaint === undefined || isWithin(pathOf(complaint.path), changed)) return scenario;
  const instead = paramAt(scenario, pathOf(complaint.path))?.type === "kind" ? mended(scenario, complaint) : undefined;
  return instead !== undefined && complaintsOf(instead).length === 0 ? instead : scenario;
}

/** The scenario with a routing that fits, when the topology was changed and the present routing no longer does. */
export function refitted(scenario: Scenario, changed: Path): Scenario {
  if (changed[0] !== "topology" || rangeComplaints(scenario).length > 0) return scenario;
  const routing = routingFor(scenario.topology);
  if (routing === undefined || routings.get(scenario.routing.kind).needs(factsOf(scenario.topology)) === null) return scenario;
  return { ...scenario, routing };
}

/** Everything that keeps a scenario from running: values out of range first, then what its parts exclude together. */
export function complaintsOf(scenario: Scenario): readonly Complaint[] {
  const ranges = rangeComplaints(scenario);
  return ranges.length > 0 ? ranges : checkScenario(scenario);
}

function rangeComplaints(scenario: Scenario): readonly Complaint[] {
  const complaints: Complaint[] = [];
  readParams(scenarioParams, writeParams(scenarioParams, scenario as unknown as Values), "", complaints);
  return complaints;
}

/** The scenario with a complaint's nearest value put in its place; undefined when the complaint offers none. */
export function mended(scenario: Scenario, { path: dotted, nearest }: Complaint): Scenario | undefined {
  const path = pathOf(dotted);
  const param = paramAt(scenario, path);
  if (nearest === undefined || param === undefined) return undefined;
  return param.type === "kind" ? withKind(scenario, path, String(nearest)) : refitted(withValue(scenario, path, nearest), path);
}

/** Why a kind cannot stand at a place now, as a sentence; null when it can. */
export function reasonAgainst(scenario: Scenario, path: Path, id: string): string | null {
  if ((valueAt(scenario, path) as ChosenKind).kind === id) return null;
  const candidate = withKind(scenario, path, id);
  return complaintsOf(candidate).find((complaint) => isWithin(pathOf(complaint.path), path))?.message ?? null;
}

/** Facts of the scenario's topology in closed form; null while its values exclude each other. */
export function factsIfValid(scenario: Scenario): ReturnType<typeof factsOf> | null {
  if (rangeComplaints(scenario).length > 0) return null;
  const { kind, values } = scenario.topology;
  return topologies.get(kind).check(values as never).length > 0 ? null : factsOf(scenario.topology);
}
