/**
 * Reads and changes a value of a document by its path, without knowledge of particular kinds. A path that begins with `beside` and a number
 * refers to another scenario of the document: `["beside", "0", "topology", "k"]`.
 */
import type { ValidationIssue } from "../../base/errors.ts";
import { type ChosenKind, defaultsOf, type KindParam, type Param, type Params } from "../../base/params.ts";
import { isSameValue } from "../../base/same.ts";
import { checkDocument, type Document, documentOf, documentParams, variantsOf } from "../document.ts";
import * as place from "../place.ts";
import { isWithin, type Path, pathOf } from "../place.ts";
import { rangeIssues, routingFits, routingFor, type Scenario, scenarioParams, withFittingLinks } from "../scenario.ts";
import { carriedOver, changesOf, mostOthers } from "../variants.ts";

/** The scenario to which a path refers, its index, and the path within it. */
function scenarioAt(document: Document, path: Path): { readonly variant: number; readonly scenario: Scenario; readonly within: Path } {
  const isOther = path[0] === "beside" && Number(path[1]) < document.beside.length;
  if (!isOther) return { variant: 0, scenario: document, within: path };
  const variant = Number(path[1]) + 1;
  return { variant, scenario: variantsOf(document)[variant], within: path.slice(2) };
}

/** The path in a document of a path in one of its scenarios. */
export function pathIn(variant: number, path: Path): Path {
  return variant === 0 ? path : ["beside", String(variant - 1), ...path];
}

/** Whether a path refers to one of the document's own parameters: `["seeds"]`, `["cost", "linkPrice"]`. */
function isOwn(path: Path): boolean {
  return path.length > 0 && Object.hasOwn(documentParams, path[0]);
}

/** Changes one of the document's own parameters. Prices change no result, so the claim remains valid. */
function withOwn(document: Document, path: Path, next: unknown): Document {
  const changed = place.withValue(document, path, next, documentParams);
  return isSameValue({ ...changed, cost: document.cost }, document) ? changed : { ...changed, claim: null };
}

/** The parameter at a path; undefined if the document has none. */
export function paramAt(document: Document, path: Path): Param | undefined {
  if (isOwn(path)) return place.paramAt(document, path, documentParams);
  const { scenario, within } = scenarioAt(document, path);
  return place.paramAt(scenario, within);
}

/** The value at a path; undefined if the document has none. */
export function valueAt(document: Document, path: Path): unknown {
  if (isOwn(path)) return place.valueAt(document, path, documentParams);
  const { scenario, within } = scenarioAt(document, path);
  return place.valueAt(scenario, within);
}

/** The document with another value at a path, which must exist. */
export function withValue(document: Document, path: Path, next: unknown): Document {
  if (isOwn(path)) return withOwn(document, path, next);
  return changed(document, path, (scenario, within) => place.withValue(scenario, within, next));
}

/** The document with one of its scenarios changed. The other scenarios keep their differences from the first. */
function changed(document: Document, path: Path, change: (scenario: Scenario, within: Path) => Scenario): Document {
  const { variant, scenario, within } = scenarioAt(document, path);
  const next = change(scenario, within);
  if (next === scenario) return document;
  // A change makes the claim about the results invalid.
  if (variant === 0) {
    const [, ...others] = variantsOf(document);
    const beside = document.beside.map((other, i) => ({ ...other, changes: carriedOver(others[i], next, other.changes) }));
    return swept({ ...document, ...next, beside, claim: null });
  }
  const changes = changesOf(document, next);
  return swept({
    ...document,
    beside: document.beside.map((other, i) => (i === variant - 1 ? { ...other, changes } : other)),
    claim: null,
  });
}

/** Removes swept parameters that no longer exist in all scenarios. */
function swept(document: Document): Document {
  if (document.sweep.length === 0) return document;
  const variants = variantsOf(document);
  const sweep = document.sweep.filter(({ path }) => variants.every((each) => place.paramAt(each, path) !== undefined));
  return sweep.length === document.sweep.length ? document : { ...document, sweep };
}

/**
 * The document with another kind at a path. Parameters that both kinds have keep their values, so that two trees can be compared at the
 * same k; parameters with `isOwn` do not. If the result is invalid, the kind gets its defaults.
 */
export function withKind(document: Document, path: Path, id: string): Document {
  if (isOwn(path)) return withOwn(document, path, kindFrom(document, path, id, documentParams));
  return changed(document, path, (scenario, within) => scenarioWithKind(scenario, within, id).scenario);
}

/** Another kind with the values of the parameters that both kinds have. */
function kindFrom(within: object, path: Path, id: string, all: Params): ChosenKind {
  const { registry } = place.paramAt(within, path, all) as KindParam;
  const present = place.valueAt(within, path, all) as ChosenKind;
  const before = registry.get(present.kind).params;
  const chosen = registry.get(id);
  const { params } = chosen;
  // A kind that can represent any other one converts it: a network becomes a drawing of itself.
  const own = id === present.kind ? undefined : chosen.takesOver?.(present, registry);
  if (own !== undefined && typeof own !== "string") return { kind: id, values: own };
  const isKept = (name: string) =>
    params[name].isOwn !== true && before[name]?.type === params[name].type && before[name].title === params[name].title;
  // A kind that wraps another one begins with the current one: faults are applied to the current network.
  const isAround = (param: Param) =>
    param.type === "kind" && param.registry.find(id) === undefined && param.registry.find(present.kind) === registry.find(present.kind);
  const kept = Object.entries(params).map(([name, param]) => [
    name,
    isKept(name) ? present.values[name] : isAround(param) ? present : param.default,
  ]);
  return { kind: id, values: Object.fromEntries(kept) };
}

/** A scenario with its issues. */
interface CheckedScenario {
  readonly scenario: Scenario;
  readonly issues: readonly ValidationIssue[];
}

function checked(scenario: Scenario): CheckedScenario {
  return { scenario, issues: checkDocument(documentOf(scenario)) };
}

/** The first issue at or below a path. */
const issueWithin = ({ issues }: CheckedScenario, path: Path) => issues.find((issue) => isWithin(pathOf(issue.path), path));

function scenarioWithKind(scenario: Scenario, path: Path, id: string): CheckedScenario {
  const withChosen = (chosen: ChosenKind) => checked(refit(place.withValue(scenario, path, chosen), path));
  const carried = withChosen(kindFrom(scenario, path, id, scenarioParams));
  if (issueWithin(carried, path) === undefined) return settled(carried, path);
  const { params } = (place.paramAt(scenario, path) as KindParam).registry.get(id);
  return settled(withChosen({ kind: id, values: defaultsOf(params) }), path);
}

/** After the topology has changed, another kind that it makes impossible is replaced by the nearest that fits. */
function settled(chosen: CheckedScenario, path: Path): CheckedScenario {
  const { scenario, issues } = chosen;
  if (path.length !== 1 || path[0] !== "topology" || issues.length === 0) return chosen;
  const [{ path: dotted, nearest }] = issues;
  const at = pathOf(dotted);
  if (isWithin(at, path) || nearest === undefined || place.paramAt(scenario, at)?.type !== "kind") return chosen;
  const instead = scenarioWithKind(scenario, at, String(nearest));
  return instead.issues.length === 0 ? instead : chosen;
}

/** The document with a suitable routing, if the topology has changed and the current routing no longer fits. */
export function refitted(document: Document, path: Path): Document {
  if (isOwn(path)) return document;
  return changed(document, path, refit);
}

function refit(before: Scenario, path: Path): Scenario {
  if (path[0] !== "topology" || rangeIssues(before).length > 0) return before;
  const scenario = withFittingLinks(before);
  const routing = routingFor(scenario.topology);
  if (routing === undefined || routingFits(scenario.routing, scenario.topology)) return scenario;
  return { ...scenario, routing };
}

/** The document with the nearest value of an issue applied; undefined if the issue suggests none. */
export function mended(document: Document, { path: dotted, nearest }: ValidationIssue): Document | undefined {
  const path = pathOf(dotted);
  const param = paramAt(document, path);
  if (nearest === undefined || param === undefined) return undefined;
  return param.type === "kind" ? withKind(document, path, String(nearest)) : refitted(withValue(document, path, nearest), path);
}

/** The reason why a kind is impossible at a path, as a sentence; null if it is possible. */
export function reasonAgainst(document: Document, path: Path, id: string): string | null {
  if (isOwn(path)) return null;
  const { scenario, within } = scenarioAt(document, path);
  const present = place.valueAt(scenario, within) as ChosenKind;
  if (present.kind === id) return null;
  const { registry } = place.paramAt(scenario, within) as KindParam;
  const refused = registry.get(id).takesOver?.(present, registry);
  if (typeof refused === "string") return refused;
  return issueWithin(scenarioWithKind(scenario, within, id), within)?.message ?? null;
}

/** Whether another scenario can be added to the comparison. */
export function canCompare({ beside }: Document): boolean {
  return beside.length < mostOthers;
}
