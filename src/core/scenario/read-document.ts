/** Reads documents and reports every fault. It is loaded after the page has started. */
import { type ValidationIssue, ScenarioError, quoteValue } from "../base/errors.ts";
import { checkKeys, defaultsOf, type Param, readParam, readParams, type Values, type ValuesOf } from "../base/params.ts";
import { checkDocument, type Claim, type Document, documentParams } from "./document.ts";
import { migrate } from "./migrate.ts";
import {
  stepInto,
  isWithin,
  paramAtPath,
  type Path,
  parsePath,
  valueAtPath,
  namedValues,
  asRecordParam,
  withValueAtPath,
} from "./param-path.ts";
import { checkScenario, readSections, type Scenario, scenarioParams, sectionsOf, withFittingLinks } from "./scenario.ts";
import { checkLinkClasses, type LinkRule } from "./links.ts";
import {
  type SweepParameter,
  isSweepable,
  maxSweepParameters,
  maxSweepValues,
  maxSweepWeight,
  rangeValues,
  isRangeParam,
  withWeights,
} from "./sweep.ts";
import { readTitle } from "./title.ts";
import { type ValueChange, inheritedRouting, maxOtherScenarios, maxChanges, type OtherScenario } from "./variants.ts";

/**
 * Reads a document of any version.
 * @throws ScenarioError with every fault: path, value, expectation, remedy
 */
export function parseDocument(input: unknown): Document {
  const document = readUncheckedDocument(input);
  const issues = checkDocument(document);
  if (issues.length > 0) throw new ScenarioError(issues);
  return document;
}

/**
 * Reads a document from JSON without checking that it can run: its values are valid, but their combination may not be. A document contains
 * a first scenario, the other networks of a comparison (`beside`, as changes to the first), a sweep, and the results that its author
 * claims.
 * @throws ScenarioError as {@link parseDocument}
 */
export function readUncheckedDocument(input: unknown): Document {
  const issues: ValidationIssue[] = [];
  const raw = migrate(input, issues);
  if (issues.length > 0) throw new ScenarioError(issues);
  const documentKeys = ["beside", "sweep", "engine", "digest", ...Object.keys(documentParams)];
  const sections = readSections(raw, issues, documentKeys);
  const documentInput = Object.fromEntries(Object.keys(documentParams).flatMap((key) => (key in raw ? [[key, raw[key]]] : [])));
  const documentValues = readParams(documentParams, documentInput, "", issues) as ValuesOf<typeof documentParams>;
  // The following parts refer to paths in the first scenario, so it must be valid.
  if (issues.length > 0) throw new ScenarioError(issues);
  const first = withFittingDefaults(sections, raw);
  const otherInputs = readList(raw["beside"], "beside", maxOtherScenarios, issues);
  const beside = otherInputs.map((entry, i) => readOtherScenario(first, entry, `beside.${i}`, issues));
  const sweepInputs = readList(raw["sweep"], "sweep", maxSweepParameters, issues);
  const sweep = sweepInputs.map((entry, i) => readSweepParameter(first, entry, `sweep.${i}`, issues));
  const claim = readClaim(raw["engine"], raw["digest"], issues);
  if (issues.length > 0) throw new ScenarioError(issues);
  return { ...first, ...documentValues, beside, sweep, claim };
}

/**
 * Replaces a default that the rest of the document excludes: a network of seventy-two terminals, for which the default pattern is not
 * defined, gets the nearest pattern that is defined.
 */
function withFittingDefaults(scenario: Scenario, raw: Readonly<Record<string, unknown>>): Scenario {
  const [firstIssue] = checkScenario(scenario);
  const path = parsePath(firstIssue?.path ?? "");
  const param = paramAtPath(scenario, path);
  const kind = param?.type === "kind" ? param.registry.find(String(firstIssue?.nearest)) : undefined;
  if (kind === undefined || path.length === 0 || isSpecified(raw, path)) return scenario;
  return withValueAtPath(scenario, path, { kind: kind.id, values: defaultsOf(kind.params) });
}

/** Whether a document specifies anything at a path. */
function isSpecified(raw: unknown, [key, ...rest]: Path): boolean {
  if (key === undefined) return true;
  return typeof raw === "object" && raw !== null && key in raw && isSpecified((raw as Record<string, unknown>)[key], rest);
}

/** Reads a list of limited length; empty if it is absent or invalid. Issues are added to the list. */
function readList(input: unknown, path: string, max: number, issues: ValidationIssue[]): readonly unknown[] {
  if (input === undefined) return [];
  if (Array.isArray(input) && input.length <= max) return input;
  issues.push({
    path,
    message: `${Array.isArray(input) ? `has ${input.length} entries` : `${quoteValue(input)} is not a list`}; expected a list of at most ${max}.`,
    remedy: Array.isArray(input) ? `Keep the first ${max}.` : "Write it in square brackets.",
  });
  return [];
}

/** Reads the claim; null if there is none. Issues are added to the list. */
function readClaim(engine: unknown, digest: unknown, issues: ValidationIssue[]): Claim | null {
  if (digest === undefined && engine === undefined) return null;
  const isWord = (word: unknown): word is string => typeof word === "string" && /^[\w.-]{1,24}$/.test(word);
  if (engine !== undefined && !isWord(engine))
    issues.push({ path: "engine", message: `${quoteValue(engine)} is not a version of the engine.`, remedy: "Leave it out." });
  if (digest !== undefined && !isWord(digest))
    issues.push({ path: "digest", message: `${quoteValue(digest)} is not a digest of results.`, remedy: "Leave it out." });
  return isWord(digest) ? { digest, engine: isWord(engine) ? engine : "" } : null;
}

/**
 * Reads an entry of `sweep` in a document: a parameter of the first scenario with the values that it takes one after the other,
 * `{ path, values }` or `{ path, from, to, step }`, optionally with `weights`, one for each value. Duplicate values are removed. Issues are
 * added to the list, and the result is then empty.
 * @param path path of the entry in the document, for issues
 */
function readSweepParameter(scenario: Scenario, input: unknown, path: string, issues: ValidationIssue[]): SweepParameter {
  const empty: SweepParameter = { path: [], values: [] };
  const entry = typeof input === "object" && input !== null ? (input as Record<string, unknown>) : {};
  const paramPath = typeof entry["path"] === "string" ? withEntryKeys(scenario, parsePath(entry["path"])) : [];
  const param = paramPath.length === 0 ? undefined : paramAtPath(scenario, paramPath);
  if (param === undefined || !isSweepable(param)) {
    issues.push({
      path: `${path}.path`,
      message: `${quoteValue(entry["path"])} is not a parameter of this document that can be swept.`,
      remedy: 'Name one, such as "workload.load" or "topology.k".',
    });
    return empty;
  }
  const issueCountBefore = issues.length;
  checkKeys(entry, ["path", "values", "from", "to", "step", "weights"], path, issues);
  const rawValues = "values" in entry ? entry["values"] : readRange(param, entry, path, issues);
  if (issues.length > issueCountBefore) return empty;
  if (!Array.isArray(rawValues) || rawValues.length === 0 || rawValues.length > maxSweepValues) {
    issues.push({
      path: `${path}.values`,
      message: `${Array.isArray(rawValues) ? `there are ${rawValues.length} values` : `${quoteValue(rawValues)} is not a list`}; expected a list of 1 to ${maxSweepValues} values.`,
      remedy: "Use fewer values, or a larger step.",
    });
    return empty;
  }
  const values = rawValues.map((each, i) => readParam(param, each, `${path}.values.${i}`, issues));
  const texts = values.map((each) => JSON.stringify(each));
  const weights = "weights" in entry ? readWeights(entry["weights"], values.length, `${path}.weights`, issues) : values.map(() => 1);
  // A duplicate value would be run twice, and drawn on top of itself.
  const isFirst = (_: unknown, i: number) => texts.indexOf(texts[i]) === i;
  return withWeights({ path: paramPath, values: values.filter(isFirst) }, weights.filter(isFirst));
}

/** Reads the weights of a swept parameter, one for each value. Issues are added to the list. */
function readWeights(input: unknown, count: number, path: string, issues: ValidationIssue[]): readonly number[] {
  const remedy = "Write one number of 0 or more for each value, or leave the weights out.";
  if (!Array.isArray(input) || input.length !== count) {
    const found = Array.isArray(input) ? `there are ${input.length} weights` : `${quoteValue(input)} is not a list`;
    issues.push({ path, message: `${found}; expected one for each of the ${count} values.`, remedy });
    return [];
  }
  const isWeight = (each: unknown) => typeof each === "number" && each >= 0 && each <= maxSweepWeight;
  for (const [i, each] of input.entries())
    if (!isWeight(each))
      issues.push({
        path: `${path}.${i}`,
        message: `${quoteValue(each)} is not a weight; expected a number from 0 to ${maxSweepWeight}.`,
        remedy,
      });
  return input as readonly number[];
}

/** The values of a range `from`, `to`, `step`. Issues are added to the list. */
function readRange(param: Param, entry: Record<string, unknown>, path: string, issues: ValidationIssue[]): unknown {
  const [from, to, step = 1] = [entry["from"], entry["to"], entry["step"]];
  const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
  if (!isRangeParam(param)) {
    issues.push({ path, message: `${param.title} takes a list of values, not a range.`, remedy: 'Write "values": […].' });
    return [];
  }
  if (!isNumber(from) || !isNumber(to) || !isNumber(step) || step <= 0 || to < from) {
    issues.push({
      path,
      message: `from ${quoteValue(from)} to ${quoteValue(to)} in steps of ${quoteValue(step)} is not a range; expected rising numbers and a step above 0.`,
      remedy: 'Write "from": 0.1, "to": 1, "step": 0.1, or a list of values.',
    });
    return [];
  }
  return rangeValues(from, to, step);
}

/**
 * Reads an entry of `beside` in a document: another network of a comparison, written as changes to the first scenario. The keys of the
 * entry are dotted paths (`topology`, `workload.load`); outer paths are applied first, because a path inside a kind refers to that kind.
 * Unless the entry names one, the routing is the first scenario's if it fits the network. Issues are added to the list.
 * @param path path of the entry in the document, for issues
 */
function readOtherScenario(first: Scenario, input: unknown, path: string, issues: ValidationIssue[]): OtherScenario {
  const empty: OtherScenario = { title: "", changes: [] };
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    issues.push({
      path,
      message: `${quoteValue(input)} is not an object; expected the parameters that differ in this network, such as { "topology": … }.`,
      remedy: "Write it in curly brackets.",
    });
    return empty;
  }
  const { title: titleInput, ...entries } = input as Record<string, unknown>;
  const issueCountBefore = issues.length;
  const title = readTitle(titleInput, `${path}.title`, issues);
  if (issues.length > issueCountBefore) return empty;
  // Order the changes by section and depth, so that outer paths are applied first.
  const sections = Object.keys(scenarioParams).filter((section) => section !== "seed");
  const names = Object.keys(entries);
  if (names.length > maxChanges) {
    issues.push({
      path,
      message: `names ${names.length} parameters; at most ${maxChanges} can differ in a compared network.`,
      remedy: "Give a whole section instead.",
    });
    return empty;
  }
  const sortKey = (dottedPath: string) => sections.indexOf(parsePath(dottedPath)[0]) * 100 + parsePath(dottedPath).length;
  const changes: ValueChange[] = [];
  let scenario = sectionsOf(first);
  // Apply the changes one by one. The routing is adapted after the changes to the network.
  let isRoutingSet = false;
  for (const dottedPath of names.sort((a, b) => sortKey(a) - sortKey(b))) {
    const isTopologyChange = parsePath(dottedPath)[0] === "topology";
    if (!isRoutingSet && !isTopologyChange) {
      isRoutingSet = true;
      scenario = withFittingLinks({ ...scenario, routing: inheritedRouting(first, scenario) });
    }
    const paramPath = withEntryKeys(scenario, parsePath(dottedPath));
    const param = paramPath.length === 0 || paramPath[0] === "seed" ? undefined : paramAtPath(scenario, paramPath);
    if (param === undefined) {
      issues.push({
        path: dottedPath === "" ? path : `${path}.${dottedPath.slice(0, 60)}`,
        message: `${dottedPath === "" ? "an empty name" : "this"} is not a parameter that can differ in a compared network; expected ${sections.join(", ")}, or a parameter in one of them.`,
        remedy: 'Write a path such as "topology" or "workload.load".',
      });
      continue;
    }
    const issueCount = issues.length;
    const name = paramPath[paramPath.length - 1];
    const parentPath = [path, ...paramPath.slice(0, -1)].join(".");
    const values = readParams({ [name]: param }, { [name]: entries[dottedPath] }, parentPath, issues);
    if (issues.length > issueCount) continue;
    if (paramPath[0] === "links" && paramPath.length === 1)
      checkLinkClasses({ ...scenario, links: values[name] as readonly LinkRule[] }, issues, path);
    if (issues.length > issueCount) continue;
    scenario = withValueAtPath(scenario, paramPath, values[name]);
    const enclosingChange = changes.findIndex((each) => isWithin(paramPath, each.path));
    // A path inside an earlier change becomes a part of that change.
    if (enclosingChange >= 0)
      changes[enclosingChange] = { ...changes[enclosingChange], value: valueAtPath(scenario, changes[enclosingChange].path) };
    else changes.push({ path: paramPath, value: valueAtPath(scenario, paramPath) });
  }
  return { title, changes };
}

/** The path with the keys of list entries in place of their numbers: `links.0.rate` → `links.global.rate`. */
function withEntryKeys(scenario: object, path: Path): Path {
  let param = asRecordParam(scenarioParams);
  let value: unknown = scenario;
  let siblings: Values = {};
  return path.map((key) => {
    const entryKey = param.type === "list" ? (param.entryKeys?.entryOf(key, value as readonly Values[], siblings)?.key ?? key) : key;
    const [innerParam, innerValue]: [Param | undefined, unknown] = stepInto(param, value, key, siblings);
    siblings = namedValues(param, value) ?? siblings;
    if (innerParam !== undefined) [param, value] = [innerParam, innerValue];
    return entryKey;
  });
}
