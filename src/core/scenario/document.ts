/**
 * The document, which people edit, save and send. It contains a scenario, and optionally a comparison with other scenarios and a sweep over
 * values of parameters. All of these share one schema, one link and one undo history.
 */
import { type ValidationIssue, quoteValue } from "../base/errors.ts";
import { checkParam, checkParams, type ChosenKind, integer, kindChoice, type Params, writeParam, writeParams } from "../base/params.ts";
import { isSameValue } from "../base/equality.ts";
import { costs } from "../costs/registry.ts";
import { hashOf } from "./canonical.ts";
import { cycleRatio, cycleSecondsOf } from "./clock.ts";
import { toOldestVersion, type WrittenDocument } from "./migrate.ts";
import { type Path, paramAtPath, withValueAtPath } from "./param-path.ts";
import { readTitle } from "./title.ts";
import {
  checkScenario,
  defaultScenario,
  rangeIssues,
  type Scenario,
  scenarioParams,
  sectionsOf,
  estimateCheckVisits,
  withFittingLinks,
  withoutAppearance,
  writeScenarioInCurrentVersion,
} from "./scenario.ts";
import { type SweepParameter, writeSweepParameter } from "./sweep.ts";
import { applyChanges, changesOf, maxOtherScenarios, type OtherScenario, writeOtherScenario } from "./variants.ts";

/** Maximum number of runs of a document. */
export const maxRuns = 5000;
/** Limits of the check of a sweep over all its points: single values, and visits of terminals. They take some seconds. */
const checkLimits = { values: 2.5e7, visits: 1e7 } as const;

/** A scenario with the additional properties of a document. */
export type Document = Scenario & {
  /** The other scenarios of a comparison, as differences from this one. */
  readonly beside: readonly OtherScenario[];
  /** Index of the scenario with which the others are compared; 0 is this one. */
  readonly baseline: number;
  /** Swept parameters with their values. */
  readonly sweep: readonly SweepParameter[];
  /** Runs of every point, with this seed and the following ones. */
  readonly seeds: number;
  /** The price list of all networks. It changes no run. */
  readonly cost: ChosenKind;
  /** The results that the author of the document claims; null if there is no claim. */
  readonly claim: Claim | null;
};

/** The digest of a document's results, and the version of the engine that computed them. */
export interface Claim {
  readonly engine: string;
  readonly digest: string;
}

/** Parameters that a document has in addition to the parameters of a scenario. */
export const documentParams = {
  seeds: integer({
    title: "Seeds",
    word: "# seeds|# seed",
    help: "Number of runs of every point, each with its own seed. Their spread shows which differences are random.",
    min: 1,
    max: 32,
    default: 1,
  }),
  baseline: integer({
    title: "Baseline",
    help: "The network with which the other networks are compared; 0 is the first.",
    min: 0,
    max: maxOtherScenarios,
    default: 0,
  }),
  cost: kindChoice(costs, {
    title: "Cost",
    help: "The prices of switches, links and terminals, the same for all networks.",
    default: "myrinet-2000",
  }),
} satisfies Params;

/** All parameters of a document: the parameters of its first scenario, and its own. */
export const allParams = { ...scenarioParams, ...documentParams };

/** A document with a single scenario. */
export function documentOf(scenario: Scenario): Document {
  return { ...scenario, beside: [], baseline: 0, sweep: [], seeds: 1, cost: documentParams.cost.default, claim: null };
}

/** The document with all defaults of the schema. It needs all kinds to be registered. */
export function defaultDocument(): Document {
  return documentOf(defaultScenario());
}

/** All scenarios of a document, the first one first. Swept parameters have the values of the document itself. */
export function variantsOf(document: Document): readonly Scenario[] {
  const cached = variantsCache.get(document);
  if (cached !== undefined) return cached;
  const first: Scenario = { ...sectionsOf(document), title: document.title };
  const scenarios = [first, ...document.beside.map((other) => ({ ...applyChanges(first, other.changes), title: other.title }))];
  variantsCache.set(document, scenarios);
  return scenarios;
}

/** Cached, because a document is immutable and its scenarios are needed in many places. */
const variantsCache = new WeakMap<Document, readonly Scenario[]>();

/** One run of a document. */
export interface Cell {
  /** Index of the scenario, and of the value of each swept parameter. */
  readonly variant: number;
  readonly at: readonly number[];
  readonly scenario: Scenario;
}

/** Number of runs of a document. */
export function runCount({ beside, sweep, seeds }: Document): number {
  return sweep.reduce((runs, { values }) => runs * values.length, (beside.length + 1) * seeds);
}

/** All runs of a document: all points with the first seed, then with the next, so that the first results say the most. */
export function cellsOf(document: Document): readonly Cell[] {
  const points = [...pointsOf(document)];
  return Array.from({ length: document.seeds }, (_, i) =>
    points.map((point) => ({ ...point, scenario: { ...point.scenario, seed: (point.scenario.seed + i) % 2 ** 32 } })),
  ).flat();
}

/** The runs that a digest covers: every point with every seed if there is a sweep, otherwise each scenario. */
export function claimedRuns(document: Document): readonly Scenario[] {
  return document.sweep.length === 0 ? variantsOf(document) : cellsOf(document).map(({ scenario }) => scenario);
}

/** All points one by one, because thousands of long lists at the same time would fill the memory. */
function* pointsOf(document: Document): Generator<Cell> {
  for (const [variant, scenario] of variantsOf(document).entries()) yield* pointsFrom(document.sweep, { variant, at: [], scenario });
}

function* pointsFrom([axis, ...rest]: readonly SweepParameter[], { variant, at, scenario }: Cell): Generator<Cell> {
  if (axis === undefined) return yield { variant, at, scenario };
  for (const i of axis.values.keys())
    yield* pointsFrom(rest, { variant, at: [...at, i], scenario: scenarioAtPoint(scenario, [axis], [i]) });
}

/**
 * A scenario at a point of a sweep.
 * @param valueIndices index of the value of each swept parameter
 */
export function scenarioAtPoint(scenario: Scenario, sweep: readonly SweepParameter[], valueIndices: readonly number[]): Scenario {
  const applyValue = (current: Scenario, { path, values }: SweepParameter, i: number) =>
    paramAtPath(current, path) === undefined ? current : withFittingLinks(withValueAtPath(current, path, values[valueIndices[i]]));
  return sweep.reduce(applyValue, scenario);
}

/**
 * The issues that keep a document from running. Stops at the first check that finds any, in this order: ranges of values, the first
 * scenario, the other scenarios (`beside`), whether their times can be compared, `baseline`, the number of runs, the points of the sweep. A
 * document has one scenario for each compared network, called network A, B, C …; `baseline` is the index of the network with which the
 * others are compared. Issues of network B have paths that begin with `beside.0`.
 */
export function checkDocument(document: Document): readonly ValidationIssue[] {
  const { beside, baseline, sweep } = document;
  const rangeIssueList = checkRanges(document);
  if (rangeIssueList.length > 0) return rangeIssueList;
  const [firstScenario, ...otherScenarios] = variantsOf(document);
  const firstIssues = checkScenario(firstScenario);
  if (firstIssues.length > 0) return firstIssues;
  const otherIssues = otherScenarios.flatMap((each, i) => prefixVariant(i + 1, checkScenario(each)));
  if (otherIssues.length > 0) return otherIssues;
  const incomparable = otherScenarios.findIndex((each) => cycleRatio(each, firstScenario) === null);
  if (incomparable >= 0)
    return [
      {
        path: `beside.${incomparable}.technology`,
        message: `${describeClocks(`network ${letterOf(incomparable + 1)}`, otherScenarios[incomparable], "network A")}, and these times cannot be compared.`,
        remedy: "Choose a technology with a rate for all networks, or for none.",
        nearest: firstScenario.technology.kind,
      },
    ];
  if (baseline > beside.length)
    return [{ path: "baseline", message: `there is no network ${baseline}; the last is ${beside.length}.`, remedy: "Use 0.", nearest: 0 }];
  const runs = runCount(document);
  if (runs > maxRuns) {
    const remedy = "Use fewer values, seeds or networks.";
    return [{ path: sweep.length > 0 ? "sweep" : "seeds", message: `this takes ${runs} runs; at most ${maxRuns} are allowed.`, remedy }];
  }
  return sweep.length === 0 ? [] : checkSweep(document);
}

/** Values out of range, in each scenario, in the document's own parameters and in its sweep; and invalid titles. */
function checkRanges(document: Document): readonly ValidationIssue[] {
  const variants = variantsOf(document);
  const issues = variants.flatMap((each, variant) => prefixVariant(variant, rangeIssues(each)));
  readTitle(document.title, "title", issues);
  document.beside.forEach(({ title }, i) => readTitle(title, `beside.${i}.title`, issues));
  checkParams(documentParams, document, "", issues);
  for (const [i, { path, values }] of document.sweep.entries()) {
    const param = paramAtPath(variants[0], path);
    if (param !== undefined) for (const [k, value] of values.entries()) checkParam(param, value, `sweep.${i}.values.${k}`, issues);
  }
  return issues;
}

/** Issues of one of the scenarios, with their paths in the document. */
function prefixVariant(variant: number, issues: readonly ValidationIssue[]): readonly ValidationIssue[] {
  return variant === 0 ? issues : issues.map((issue) => ({ ...issue, path: `beside.${variant - 1}.${issue.path}` }));
}

/**
 * The first issue of a document's sweep. A point is one combination of swept values, for one of the compared networks (variants). Checks
 * that all networks have the swept parameters, that the check of all points is affordable (`visits` estimates how many terminals it
 * visits), and then every point. `at` has the index of the value of each swept parameter.
 */
function checkSweep(document: Document): readonly ValidationIssue[] {
  const variants = variantsOf(document);
  for (const [i, { path }] of document.sweep.entries()) {
    const variantWithout = variants.findIndex((each) => paramAtPath(each, path) === undefined);
    if (variantWithout > 0)
      return [
        {
          path: `sweep.${i}`,
          message: `network ${letterOf(variantWithout)} has no ${path.join(".")}, so it cannot be swept.`,
          remedy: "Sweep a parameter that all networks have, such as the load.",
        },
      ];
    if (document.sweep.findIndex((each) => each.path.join(".") === path.join(".")) < i)
      return [{ path: `sweep.${i}`, message: `${path.join(".")} is swept twice.`, remedy: "Sweep another parameter." }];
  }
  // Long lists and the placement of jobs are checked at every point, so the effort is estimated first: values to read, terminals to visit.
  const points = runCount({ ...document, seeds: 1 });
  const values = countAllValues(document, variants);
  if (values > checkLimits.values)
    return [tooCostlyIssue(`a scenario of ${Math.round(values / points).toLocaleString("en-US")} values`, points)];
  let visits = 0;
  for (const { at, scenario } of pointsOf(document))
    if (checkSweptValues(document, scenario, at).length === 0) visits += estimateCheckVisits(scenario);
  if (visits > checkLimits.visits) return [tooCostlyIssue("this workload", points)];
  // Check every point, and report the first issue with the values of its point.
  for (const { variant, at, scenario } of pointsOf(document)) {
    const pointIssues = checkSweptValues(document, scenario, at);
    const [firstIssue] = pointIssues.length > 0 ? pointIssues : [...checkScenario(scenario), ...checkPointClock(document, scenario)];
    if (firstIssue === undefined) continue;
    const pointText = document.sweep
      .map(({ path, values }, i) => `${path.join(".")} = ${quoteValue(writtenValue(scenario, path, values[at[i]]))}`)
      .join(", ");
    const subject = variants.length > 1 ? `network ${letterOf(variant)} with ${pointText}` : pointText;
    return [{ path: "sweep.0", message: `${subject}: ${firstIssue.message}`, remedy: "Leave that value out." }];
  }
  return [];
}

function tooCostlyIssue(what: string, points: number): ValidationIssue {
  const message = `${what} cannot be checked at ${points} points.`;
  return { path: "sweep", message, remedy: "Use fewer points, shorter lists, or smaller networks." };
}

/** Upper bound of the number of single values in all points: those of the scenarios and of the sweep. */
function countAllValues(document: Document, variants: readonly Scenario[]): number {
  const points = runCount({ ...document, seeds: 1 });
  const written = variants.reduce((sum, each) => sum + countValues(each), 0) * (points / variants.length);
  return document.sweep.reduce((sum, { values }) => sum + countValues(values) * (points / values.length), written);
}

/** Number of single values in a value. */
function countValues(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce((sum: number, each) => sum + countValues(each), 0);
}

/** The issue about a point with times in seconds if the document has times in cycles, or vice versa. */
function checkPointClock(document: Document, point: Scenario): readonly ValidationIssue[] {
  if (cycleRatio(point, document) !== null) return [];
  return [{ path: "sweep", message: `${describeClocks("this value", point, "all else")}, and these times cannot be compared.` }];
}

function describeClocks(subject: string, scenario: Scenario, others: string): string {
  const [ownUnit, otherUnit] = cycleSecondsOf(scenario) === null ? ["cycles", "seconds"] : ["seconds", "cycles"];
  return `${subject} has times in ${ownUnit}, ${others} in ${otherUnit}`;
}

/** Issues with swept values that another network, or another kind, cannot have. */
function checkSweptValues(document: Document, scenario: Scenario, valueIndices: readonly number[]): readonly ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  for (const [i, { path, values }] of document.sweep.entries()) {
    const [documentParam, scenarioParam] = [paramAtPath(document, path), paramAtPath(scenario, path)];
    // The values have been checked with the parameter of the first scenario.
    if (documentParam === undefined || scenarioParam === undefined || documentParam === scenarioParam) continue;
    if (documentParam.type !== scenarioParam.type)
      issues.push({ path: `sweep.${i}`, message: `${path.join(".")} has another meaning there.` });
    else checkParam(scenarioParam, values[valueIndices[i]], `sweep.${i}`, issues);
    if (issues.length > 0) break;
  }
  return issues;
}

/**
 * The document in canonical form: in the oldest version that can express it, without defaults, keys in a fixed order.
 * @param from the oldest version to use
 */
export function writeDocument(document: Document, from = 1): WrittenDocument {
  return toOldestVersion(writeDocumentInCurrentVersion(document, false), from);
}

/** The document with all values, in the current version, so that it depends on no defaults. */
export function writeFullDocument(document: Document): WrittenDocument {
  return writeDocumentInCurrentVersion(document, true);
}

/**
 * The document in the current version.
 * @param isWhole whether defaults are written as well
 */
function writeDocumentInCurrentVersion(document: Document, isWhole: boolean): WrittenDocument {
  const { beside, baseline, sweep, seeds, cost, claim } = document;
  const [first] = variantsOf(document);
  return {
    ...writeScenarioInCurrentVersion(first, isWhole),
    ...(beside.length === 0 ? {} : { beside: beside.map((other) => writeOtherScenario(first, other, isWhole)) }),
    ...(sweep.length === 0 ? {} : { sweep: sweep.map((axis) => writeSweepParameter(first, axis, isWhole)) }),
    ...writeParams(documentParams, { seeds, baseline, cost }, isWhole),
    ...(claim === null ? {} : { ...(claim.engine === "" ? {} : { engine: claim.engine }), digest: claim.digest }),
  };
}

/** Hash of a document: 16 hexadecimal digits, equal if everything that affects its runs is equal. */
export function documentHash(document: Document): string {
  return hashOf(writeDocument(withoutDescriptions(document)));
}

/** Whether two documents have the same runs. Claims, weights, prices, names and positions do not matter. */
export function haveSameRuns(a: Document, b: Document): boolean {
  const runsOf = (document: Document) => {
    const { seeds, baseline, sweep } = document;
    const scenarios = variantsOf(document).map((each) => withoutAppearance(each));
    return { scenarios, seeds, baseline, sweep: sweep.map(({ path, values }) => ({ path, values })) };
  };
  return a === b || isSameValue(runsOf(a), runsOf(b));
}

/** The document without what changes no run: titles, claims, weights, prices. */
function withoutDescriptions(document: Document): Document {
  const variants = variantsOf(document);
  const [first, ...others] = variants.map((each) => withoutAppearance(each));
  const hasSameSections = [first, ...others].every(
    ({ topology, workload }, i) => topology === variants[i].topology && workload === variants[i].workload,
  );
  return {
    ...document,
    ...first,
    beside: document.beside.map(({ changes }, i) => ({ title: "", changes: hasSameSections ? changes : changesOf(first, others[i]) })),
    sweep: document.sweep.map(({ path, values }) => ({ path, values })),
    cost: documentParams.cost.default,
    claim: null,
  };
}

/** The letter of a scenario: A, B, …. */
export function letterOf(variant: number): string {
  return String.fromCharCode(65 + variant);
}

/** A value of a parameter as it is written in a document. */
function writtenValue(scenario: Scenario, path: Path, value: unknown): unknown {
  const param = paramAtPath(scenario, path);
  return param?.type === "amount" ? writeParam(param, value) : value;
}
