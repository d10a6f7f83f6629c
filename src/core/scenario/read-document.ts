/** Reads documents and reports every fault. It is loaded after the page has started. */
import { type ValidationIssue, ScenarioError, show } from "../base/errors.ts";
import { checkKeys, defaultsOf, type Param, readParam, readParams, type Values, type ValuesOf } from "../base/params.ts";
import { checkDocument, type Claim, type Document, documentParams } from "./document.ts";
import { migrate } from "./migrate.ts";
import { inside, isWithin, paramAt, type Path, pathOf, valueAt, valuesIn, whole, withValue } from "./place.ts";
import { checkScenario, readSections, type Scenario, scenarioParams, sectionsOf, withFittingLinks } from "./scenario.ts";
import { checkClasses, type LinkRule } from "./links.ts";
import { type Axis, isSwept, mostAxes, mostValues, mostWeight, steps, takesRange, withWeights } from "./sweep.ts";
import { readTitle } from "./title.ts";
import { type Change, inheritedRouting, mostOthers, mostPlaces, type Other } from "./variants.ts";

/**
 * Reads a document of any version.
 * @throws ScenarioError with every fault: path, value, expectation, remedy
 */
export function readDocument(input: unknown): Document {
  const document = readUnfinished(input);
  const issues = checkDocument(document);
  if (issues.length > 0) throw new ScenarioError(issues);
  return document;
}

/**
 * Reads a document without checking that it can run: its values are valid, but their combination may not be.
 * @throws ScenarioError as {@link readDocument}
 */
export function readUnfinished(input: unknown): Document {
  const issues: ValidationIssue[] = [];
  const raw = migrate(input, issues);
  if (issues.length > 0) throw new ScenarioError(issues);
  const beyond = ["beside", "sweep", "engine", "digest", ...Object.keys(documentParams)];
  const sections = readSections(raw, issues, beyond);
  const given = Object.fromEntries(Object.keys(documentParams).flatMap((key) => (key in raw ? [[key, raw[key]]] : [])));
  const own = readParams(documentParams, given, "", issues) as ValuesOf<typeof documentParams>;
  // The following parts refer to paths in the first scenario, so it must be valid.
  if (issues.length > 0) throw new ScenarioError(issues);
  const first = withFittingDefault(sections, raw);
  const besides = listOf(raw["beside"], "beside", mostOthers, issues);
  const beside = besides.map((each, i) => readOther(first, each, `beside.${i}`, issues));
  const axes = listOf(raw["sweep"], "sweep", mostAxes, issues);
  const sweep = axes.map((each, i) => readAxis(first, each, `sweep.${i}`, issues));
  const claim = readClaim(raw["engine"], raw["digest"], issues);
  if (issues.length > 0) throw new ScenarioError(issues);
  return { ...first, ...own, beside, sweep, claim };
}

/**
 * Replaces a default that the rest of the document excludes: a network of seventy-two terminals, for which the default pattern is not
 * defined, gets the nearest pattern that is.
 */
function withFittingDefault(scenario: Scenario, raw: Readonly<Record<string, unknown>>): Scenario {
  const [fault] = checkScenario(scenario);
  const path = pathOf(fault?.path ?? "");
  const param = paramAt(scenario, path);
  const kind = param?.type === "kind" ? param.registry.find(String(fault?.nearest)) : undefined;
  if (kind === undefined || path.length === 0 || isSaid(raw, path)) return scenario;
  return withValue(scenario, path, { kind: kind.id, values: defaultsOf(kind.params) });
}

/** Whether a document specifies anything at a path. */
function isSaid(raw: unknown, [key, ...rest]: Path): boolean {
  if (key === undefined) return true;
  return typeof raw === "object" && raw !== null && key in raw && isSaid((raw as Record<string, unknown>)[key], rest);
}

/** Reads a list of limited length; empty if it is absent or invalid. Issues are added to the list. */
function listOf(input: unknown, path: string, most: number, issues: ValidationIssue[]): readonly unknown[] {
  if (input === undefined) return [];
  if (Array.isArray(input) && input.length <= most) return input;
  issues.push({
    path,
    message: `${Array.isArray(input) ? `has ${input.length} entries` : `${show(input)} is not a list`}; expected a list of at most ${most}.`,
    remedy: Array.isArray(input) ? `Keep the first ${most}.` : "Write it in square brackets.",
  });
  return [];
}

/** Reads the claim; null if there is none. Issues are added to the list. */
function readClaim(engine: unknown, digest: unknown, issues: ValidationIssue[]): Claim | null {
  if (digest === undefined && engine === undefined) return null;
  const isWord = (word: unknown): word is string => typeof word === "string" && /^[\w.-]{1,24}$/.test(word);
  if (engine !== undefined && !isWord(engine))
    issues.push({ path: "engine", message: `${show(engine)} is not a version of the engine.`, remedy: "Leave it out." });
  if (digest !== undefined && !isWord(digest))
    issues.push({ path: "digest", message: `${show(digest)} is not a digest of results.`, remedy: "Leave it out." });
  return isWord(digest) ? { digest, engine: isWord(engine) ? engine : "" } : null;
}

/** Reads an entry of `sweep`: `{ path, values }` or `{ path, from, to, step }`, optionally with `weights`. Issues are added to the list. */
function readAxis(scenario: Scenario, input: unknown, path: string, issues: ValidationIssue[]): Axis {
  const nothing: Axis = { path: [], values: [] };
  const given = typeof input === "object" && input !== null ? (input as Record<string, unknown>) : {};
  const place = typeof given["path"] === "string" ? keyed(scenario, pathOf(given["path"])) : [];
  const param = place.length === 0 ? undefined : paramAt(scenario, place);
  if (param === undefined || !isSwept(param)) {
    issues.push({
      path: `${path}.path`,
      message: `${show(given["path"])} is not a parameter of this document that can be swept.`,
      remedy: 'Name one, such as "workload.load" or "topology.k".',
    });
    return nothing;
  }
  const before = issues.length;
  checkKeys(given, ["path", "values", "from", "to", "step", "weights"], path, issues);
  const raw = "values" in given ? given["values"] : progression(param, given, path, issues);
  if (issues.length > before) return nothing;
  if (!Array.isArray(raw) || raw.length === 0 || raw.length > mostValues) {
    issues.push({
      path: `${path}.values`,
      message: `${Array.isArray(raw) ? `there are ${raw.length} values` : `${show(raw)} is not a list`}; expected a list of 1 to ${mostValues} values.`,
      remedy: "Use fewer values, or a larger step.",
    });
    return nothing;
  }
  const values = raw.map((each, i) => readParam(param, each, `${path}.values.${i}`, issues));
  const texts = values.map((each) => JSON.stringify(each));
  const weights = "weights" in given ? readWeights(given["weights"], values.length, `${path}.weights`, issues) : values.map(() => 1);
  // A duplicate value would be run twice, and drawn on top of itself.
  const isFirst = (_: unknown, i: number) => texts.indexOf(texts[i]) === i;
  return withWeights({ path: place, values: values.filter(isFirst) }, weights.filter(isFirst));
}

/** Reads the weights of a swept parameter, one for each value. Issues are added to the list. */
function readWeights(input: unknown, count: number, path: string, issues: ValidationIssue[]): readonly number[] {
  const remedy = "Write one number of 0 or more for each value, or leave the weights out.";
  if (!Array.isArray(input) || input.length !== count) {
    const what = Array.isArray(input) ? `there are ${input.length} weights` : `${show(input)} is not a list`;
    issues.push({ path, message: `${what}; expected one for each of the ${count} values.`, remedy });
    return [];
  }
  const isWeight = (each: unknown) => typeof each === "number" && each >= 0 && each <= mostWeight;
  for (const [i, each] of input.entries())
    if (!isWeight(each))
      issues.push({ path: `${path}.${i}`, message: `${show(each)} is not a weight; expected a number from 0 to ${mostWeight}.`, remedy });
  return input as readonly number[];
}

/** The values of a range `from`, `to`, `step`. Issues are added to the list. */
function progression(param: Param, given: Record<string, unknown>, path: string, issues: ValidationIssue[]): unknown {
  const [from, to, step = 1] = [given["from"], given["to"], given["step"]];
  const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
  if (!takesRange(param)) {
    issues.push({ path, message: `${param.title} takes a list of values, not a range.`, remedy: 'Write "values": […].' });
    return [];
  }
  if (!isNumber(from) || !isNumber(to) || !isNumber(step) || step <= 0 || to < from) {
    issues.push({
      path,
      message: `from ${show(from)} to ${show(to)} in steps of ${show(step)} is not a range; expected rising numbers and a step above 0.`,
      remedy: 'Write "from": 0.1, "to": 1, "step": 0.1, or a list of values.',
    });
    return [];
  }
  return steps(from, to, step);
}

/** Reads an entry of `beside`: dotted paths with their values, outer paths first. Issues are added to the list. */
function readOther(first: Scenario, input: unknown, path: string, issues: ValidationIssue[]): Other {
  const nothing: Other = { title: "", changes: [] };
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    issues.push({
      path,
      message: `${show(input)} is not an object; expected what differs in that network, such as { "topology": … }.`,
      remedy: "Write it in curly brackets.",
    });
    return nothing;
  }
  const { title: said, ...given } = input as Record<string, unknown>;
  const before = issues.length;
  const title = readTitle(said, `${path}.title`, issues);
  if (issues.length > before) return nothing;
  const sections = Object.keys(scenarioParams).filter((section) => section !== "seed");
  const names = Object.keys(given);
  if (names.length > mostPlaces) {
    issues.push({
      path,
      message: `names ${names.length} places; at most ${mostPlaces} can differ in a compared network.`,
      remedy: "Give a whole section instead.",
    });
    return nothing;
  }
  const order = (dotted: string) => sections.indexOf(pathOf(dotted)[0]) * 100 + pathOf(dotted).length;
  const changes: Change[] = [];
  let scenario = sectionsOf(first);
  let isNetworkDone = false;
  for (const dotted of names.sort((a, b) => order(a) - order(b))) {
    const isNetwork = pathOf(dotted)[0] === "topology";
    if (!isNetworkDone && !isNetwork) {
      isNetworkDone = true;
      scenario = withFittingLinks({ ...scenario, routing: inheritedRouting(first, scenario) });
    }
    const place = keyed(scenario, pathOf(dotted));
    const param = place.length === 0 || place[0] === "seed" ? undefined : paramAt(scenario, place);
    if (param === undefined) {
      issues.push({
        path: dotted === "" ? path : `${path}.${dotted.slice(0, 60)}`,
        message: `${dotted === "" ? "an empty name" : "this"} is not a place that can differ in a compared network; expected ${sections.join(", ")}, or a parameter in one of them.`,
        remedy: 'Write a place such as "topology" or "workload.load".',
      });
      continue;
    }
    const faults = issues.length;
    const name = place[place.length - 1];
    const within = [path, ...place.slice(0, -1)].join(".");
    const read = readParams({ [name]: param }, { [name]: given[dotted] }, within, issues);
    if (issues.length > faults) continue;
    if (place[0] === "links" && place.length === 1) checkClasses({ ...scenario, links: read[name] as readonly LinkRule[] }, issues, path);
    if (issues.length > faults) continue;
    scenario = withValue(scenario, place, read[name]);
    const inside = changes.findIndex((each) => isWithin(place, each.path));
    // A path inside an earlier change becomes a part of that change.
    if (inside >= 0) changes[inside] = { ...changes[inside], value: valueAt(scenario, changes[inside].path) };
    else changes.push({ path: place, value: valueAt(scenario, place) });
  }
  return { title, changes };
}

/** The path with the keys of list entries in place of their numbers: `links.0.rate` → `links.global.rate`. */
function keyed(scenario: object, path: Path): Path {
  let param = whole(scenarioParams);
  let value: unknown = scenario;
  let beside: Values = {};
  return path.map((key) => {
    const own = param.type === "list" ? (param.about?.entryOf(key, value as readonly Values[], beside)?.key ?? key) : key;
    const [inner, within]: [Param | undefined, unknown] = inside(param, value, key, beside);
    beside = valuesIn(param, value) ?? beside;
    if (inner !== undefined) [param, value] = [inner, within];
    return own;
  });
}
