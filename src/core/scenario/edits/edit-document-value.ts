/**
 * Reads and changes a value of a document by its path, without knowledge of particular kinds. A path that begins with `beside` and a number
 * refers to another scenario of the document: `["beside", "0", "topology", "k"]`.
 */
import type { ValidationIssue } from "../../base/errors.ts";
import { type ChosenKind, defaultsOf, type KindParam, type Param, type Params } from "../../base/params.ts";
import { isSameValue } from "../../base/equality.ts";
import { checkDocument, type Document, documentOf, documentParams, variantsOf } from "../document.ts";
import { drawnTopologyId } from "../../topologies/contract.ts";
import { routings } from "../../routings/registry.ts";
import { topologyFactsIfValid } from "../facts.ts";
import * as paramPaths from "../param-path.ts";
import { isWithin, type Path, parsePath } from "../param-path.ts";
import { rangeIssues, isSuitableRouting, suitableRouting, type Scenario, scenarioParams, withFittingLinks } from "../scenario.ts";
import { carryOverChanges, changesOf, maxOtherScenarios } from "../variants.ts";

/** The scenario to which a path refers, its index, and the path within it. */
function scenarioAt(document: Document, path: Path): { readonly variant: number; readonly scenario: Scenario; readonly innerPath: Path } {
  const isOther = path[0] === "beside" && Number(path[1]) < document.beside.length;
  if (!isOther) return { variant: 0, scenario: document, innerPath: path };
  const variant = Number(path[1]) + 1;
  return { variant, scenario: variantsOf(document)[variant], innerPath: path.slice(2) };
}

/** The path in a document of a path in one of its scenarios. */
export function pathIn(variant: number, path: Path): Path {
  return variant === 0 ? path : ["beside", String(variant - 1), ...path];
}

/** Whether a path refers to one of the document's own parameters: `["seeds"]`, `["cost", "linkPrice"]`. */
function isDocumentParam(path: Path): boolean {
  return path.length > 0 && Object.hasOwn(documentParams, path[0]);
}

/** Changes one of the document's own parameters. Prices change no result, so the claim remains valid. */
function withDocumentParam(document: Document, path: Path, next: unknown): Document {
  const changed = paramPaths.withValueAtPath(document, path, next, documentParams);
  return isSameValue({ ...changed, cost: document.cost }, document) ? changed : { ...changed, claim: null };
}

/** The parameter at a path; undefined if the document has none. */
export function documentParamAt(document: Document, path: Path): Param | undefined {
  if (isDocumentParam(path)) return paramPaths.paramAtPath(document, path, documentParams);
  const { scenario, innerPath } = scenarioAt(document, path);
  return paramPaths.paramAtPath(scenario, innerPath);
}

/** The value at a path; undefined if the document has none. */
export function documentValueAt(document: Document, path: Path): unknown {
  if (isDocumentParam(path)) return paramPaths.valueAtPath(document, path, documentParams);
  const { scenario, innerPath } = scenarioAt(document, path);
  return paramPaths.valueAtPath(scenario, innerPath);
}

/** The document with another value at a path, which must exist. */
export function withDocumentValue(document: Document, path: Path, next: unknown): Document {
  if (isDocumentParam(path)) return withDocumentParam(document, path, next);
  return withChangedScenario(document, path, (scenario, innerPath) => paramPaths.withValueAtPath(scenario, innerPath, next));
}

/** The document with one of its scenarios changed. The other scenarios keep their differences from the first. */
function withChangedScenario(document: Document, path: Path, change: (scenario: Scenario, innerPath: Path) => Scenario): Document {
  const { variant, scenario, innerPath } = scenarioAt(document, path);
  const next = change(scenario, innerPath);
  if (next === scenario) return document;
  // A change makes the claim about the results invalid.
  if (variant === 0) {
    const [, ...others] = variantsOf(document);
    const beside = document.beside.map((other, i) => ({ ...other, changes: carryOverChanges(others[i], next, other.changes) }));
    return withoutMissingSweeps({ ...document, ...next, beside, claim: null });
  }
  const changes = changesOf(document, next);
  return withoutMissingSweeps({
    ...document,
    beside: document.beside.map((other, i) => (i === variant - 1 ? { ...other, changes } : other)),
    claim: null,
  });
}

/** Removes swept parameters that no longer exist in all scenarios. */
function withoutMissingSweeps(document: Document): Document {
  if (document.sweep.length === 0) return document;
  const variants = variantsOf(document);
  const sweep = document.sweep.filter(({ path }) => variants.every((each) => paramPaths.paramAtPath(each, path) !== undefined));
  return sweep.length === document.sweep.length ? document : { ...document, sweep };
}

/**
 * The document with another kind at a path. Parameters that both kinds have keep the values that the sentence tells, so that two trees can
 * be compared at the same k; parameters with `isKindDefining` do not. If the result is invalid, the kind gets its defaults. A new topology
 * does not keep a setting of its routing under which it can deadlock.
 */
export function withKind(document: Document, path: Path, id: string): Document {
  if (isDocumentParam(path)) return withDocumentParam(document, path, kindFrom(document, path, id, documentParams));
  return withChangedScenario(document, path, (scenario, innerPath) => scenarioWithKind(scenario, innerPath, id).scenario);
}

/**
 * Replaces a selected kind (such as the topology) by another one, with the values of the parameters that both kinds have, the same type and
 * title; all others get their defaults. A default that the sentence does not mention is not carried over: the reader has not chosen it, and the
 * other kind has its own default. Returns the new kind with its values.
 * @param parent the object that `path` refers to, such as a document, with parameters `allParams`
 * @param path path of the selected kind
 * @param id id of the new kind
 */
function kindFrom(parent: object, path: Path, id: string, allParams: Params): ChosenKind {
  const { registry } = paramPaths.paramAtPath(parent, path, allParams) as KindParam;
  const currentKind = paramPaths.valueAtPath(parent, path, allParams) as ChosenKind;
  const { params: currentParams, phrase: currentPhrase } = registry.get(currentKind.kind);
  const chosenKind = registry.get(id);
  const { params } = chosenKind;
  // A kind that can represent any other one converts it: a network becomes a drawing of itself.
  const converted = id === currentKind.kind ? undefined : chosenKind.valuesToReplace?.(currentKind, registry);
  if (converted !== undefined && typeof converted !== "string") return { kind: id, values: converted };
  const isCarriedOver = (name: string) =>
    params[name].isKindDefining !== true &&
    currentParams[name]?.type === params[name].type &&
    currentParams[name].title === params[name].title &&
    (currentPhrase.includes(`{${name}}`) || !isSameValue(currentKind.values[name], currentParams[name].default));
  // A kind that wraps another one begins with the current one: faults are applied to the current network.
  const isWrapped = (param: Param) =>
    param.type === "kind" &&
    param.registry.find(id) === undefined &&
    param.registry.find(currentKind.kind) === registry.find(currentKind.kind);
  const valueOf = (name: string) => {
    if (isCarriedOver(name)) return currentKind.values[name];
    return isWrapped(params[name]) ? currentKind : params[name].default;
  };
  return { kind: id, values: Object.fromEntries(Object.keys(params).map((name) => [name, valueOf(name)])) };
}

/** A scenario with its issues. */
interface CheckedScenario {
  readonly scenario: Scenario;
  readonly issues: readonly ValidationIssue[];
}

function checkedScenario(scenario: Scenario): CheckedScenario {
  return { scenario, issues: checkDocument(documentOf(scenario)) };
}

/** The first issue at or below a path. */
const issueWithin = ({ issues }: CheckedScenario, path: Path) => issues.find((issue) => isWithin(parsePath(issue.path), path));

function scenarioWithKind(scenario: Scenario, path: Path, id: string): CheckedScenario {
  const present = paramPaths.valueAtPath(scenario, path);
  const withChosen = (chosenKind: ChosenKind) => {
    const changed = fitRouting(paramPaths.withValueAtPath(scenario, path, chosenKind), path);
    // A network with faults, or a drawing, is still the present network.
    const isDerived = chosenKind.kind === drawnTopologyId || Object.values(chosenKind.values).includes(present);
    return checkedScenario(path[0] === "topology" && !isDerived ? withSafeRouting(changed) : changed);
  };
  const carriedOverScenario = withChosen(kindFrom(scenario, path, id, scenarioParams));
  if (issueWithin(carriedOverScenario, path) === undefined) return replaceUnfitKind(carriedOverScenario, path);
  const { params } = (paramPaths.paramAtPath(scenario, path) as KindParam).registry.get(id);
  return replaceUnfitKind(withChosen({ kind: id, values: defaultsOf(params) }), path);
}

/** The scenario with the defaults of its routing, if the present settings, such as no dateline, allow deadlocks and the defaults do not. */
function withSafeRouting(scenario: Scenario): Scenario {
  const { kind, values } = scenario.routing;
  const { params, reasonForDeadlock } = routings.get(kind);
  const facts = topologyFactsIfValid(scenario.topology);
  const defaults = defaultsOf(params);
  if (facts === null || reasonForDeadlock(values, facts) === null || reasonForDeadlock(defaults, facts) !== null) return scenario;
  return { ...scenario, routing: { kind, values: defaults } };
}

/** After a change of the topology, replaces another kind that does not fit the topology by the nearest kind that fits. */
function replaceUnfitKind(candidate: CheckedScenario, path: Path): CheckedScenario {
  const { scenario, issues } = candidate;
  if (path.length !== 1 || path[0] !== "topology" || issues.length === 0) return candidate;
  const [{ path: issuePath, nearest }] = issues;
  const unfitPath = parsePath(issuePath);
  if (isWithin(unfitPath, path) || nearest === undefined || paramPaths.paramAtPath(scenario, unfitPath)?.type !== "kind") return candidate;
  const replacement = scenarioWithKind(scenario, unfitPath, String(nearest));
  return replacement.issues.length === 0 ? replacement : candidate;
}

/** The document with a suitable routing, if the topology has changed and the current routing no longer fits. */
export function withFittingRouting(document: Document, path: Path): Document {
  if (isDocumentParam(path)) return document;
  return withChangedScenario(document, path, fitRouting);
}

function fitRouting(before: Scenario, path: Path): Scenario {
  if (path[0] !== "topology" || rangeIssues(before).length > 0) return before;
  const scenario = withFittingLinks(before);
  const routing = suitableRouting(scenario.topology);
  if (routing === undefined || isSuitableRouting(scenario.routing, scenario.topology)) return scenario;
  return { ...scenario, routing };
}

/** The document with the nearest value of an issue applied; undefined if the issue suggests none. */
export function withNearestValue(document: Document, { path: issuePath, nearest }: ValidationIssue): Document | undefined {
  const path = parsePath(issuePath);
  const param = documentParamAt(document, path);
  if (nearest === undefined || param === undefined) return undefined;
  return param.type === "kind"
    ? withKind(document, path, String(nearest))
    : withFittingRouting(withDocumentValue(document, path, nearest), path);
}

/** The reason why a kind is impossible at a path, as a sentence; null if it is possible. */
export function reasonAgainstKind(document: Document, path: Path, id: string): string | null {
  if (isDocumentParam(path)) return null;
  const { scenario, innerPath } = scenarioAt(document, path);
  const present = paramPaths.valueAtPath(scenario, innerPath) as ChosenKind;
  if (present.kind === id) return null;
  const { registry } = paramPaths.paramAtPath(scenario, innerPath) as KindParam;
  const conversion = registry.get(id).valuesToReplace?.(present, registry);
  if (typeof conversion === "string") return conversion;
  return issueWithin(scenarioWithKind(scenario, innerPath, id), innerPath)?.message ?? null;
}

/** Whether another scenario can be added to the comparison. */
export function canCompare({ beside }: Document): boolean {
  return beside.length < maxOtherScenarios;
}
