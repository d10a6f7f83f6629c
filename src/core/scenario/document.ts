/**
 * The document, which people edit, save and send. It contains a scenario, and optionally a comparison with other scenarios and a sweep over
 * values of parameters. All of these share one schema, one link and one undo history.
 */
import { type ValidationIssue, show } from "../base/errors.ts";
import { checkParam, checkParams, type ChosenKind, integer, kindOf, type Params, writeParam, writeParams } from "../base/params.ts";
import { isSameValue } from "../base/same.ts";
import { costs } from "../costs/shelf.ts";
import { hashOf } from "./canonical.ts";
import { cycleIn, cycleSecondsOf } from "./clock.ts";
import { inOldestVersion, type Written } from "./migrate.ts";
import { type Path, paramAt, withValue } from "./place.ts";
import { readTitle } from "./title.ts";
import {
  checkScenario,
  defaultScenario,
  rangeIssues,
  type Scenario,
  scenarioParams,
  sectionsOf,
  visitsOf,
  withFittingLinks,
  withoutLook,
  writePresent,
} from "./scenario.ts";
import { type Axis, writeAxis } from "./sweep.ts";
import { applied, changesOf, mostOthers, type Other, writeOther } from "./variants.ts";

/** Maximum number of runs of a document. */
export const mostRuns = 5000;
/** Limits of the check of a sweep over all its points: single values, and visits of terminals. They take some seconds. */
const mostChecked = { values: 2.5e7, visits: 1e7 } as const;

/** A scenario with the additional properties of a document. */
export type Document = Scenario & {
  /** The other scenarios of a comparison, as differences from this one. */
  readonly beside: readonly Other[];
  /** Index of the scenario with which the others are compared; 0 is this one. */
  readonly baseline: number;
  /** Swept parameters with their values. */
  readonly sweep: readonly Axis[];
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

/** Parameters that a document has in addition to those of a scenario. */
export const documentParams = {
  seeds: integer({
    title: "Seeds",
    word: "# seeds|# seed",
    help: "Runs of every point, each with its own seed. Their spread shows which differences are chance.",
    min: 1,
    max: 32,
    default: 1,
  }),
  baseline: integer({
    title: "Baseline",
    help: "The network that the others are compared with, 0 for the first.",
    min: 0,
    max: mostOthers,
    default: 0,
  }),
  cost: kindOf(costs, {
    title: "Cost",
    help: "The prices of switches, links and terminals, the same for all networks.",
    default: "myrinet-2000",
  }),
} satisfies Params;

/** All parameters of a document: those of its first scenario, and its own. */
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
  const known = variants.get(document);
  if (known !== undefined) return known;
  const first: Scenario = { ...sectionsOf(document), title: document.title };
  const all = [first, ...document.beside.map((other) => ({ ...applied(first, other.changes), title: other.title }))];
  variants.set(document, all);
  return all;
}

/** Cached, because a document is immutable and its scenarios are needed in many places. */
const variants = new WeakMap<Document, readonly Scenario[]>();

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

function* pointsFrom([axis, ...rest]: readonly Axis[], { variant, at, scenario }: Cell): Generator<Cell> {
  if (axis === undefined) return yield { variant, at, scenario };
  for (const i of axis.values.keys()) yield* pointsFrom(rest, { variant, at: [...at, i], scenario: atPoint(scenario, [axis], [i]) });
}

/**
 * A scenario at a point of a sweep.
 * @param valueIndices index of the value of each swept parameter
 */
export function atPoint(scenario: Scenario, sweep: readonly Axis[], at: readonly number[]): Scenario {
  const put = (now: Scenario, { path, values }: Axis, i: number) =>
    paramAt(now, path) === undefined ? now : withFittingLinks(withValue(now, path, values[at[i]]));
  return sweep.reduce(put, scenario);
}

/**
 * All issues that keep a document from running: values out of range; if there are none, the issues of the first scenario, then of each
 * other scenario, then of each point of the sweep. It does not write or parse the document, and every edit is checked once.
 */
export function checkDocument(document: Document): readonly ValidationIssue[] {
  const { beside, baseline, sweep } = document;
  const ranges = rangesOf(document);
  if (ranges.length > 0) return ranges;
  const [first, ...others] = variantsOf(document);
  const own = checkScenario(first);
  if (own.length > 0) return own;
  const besides = others.flatMap((each, i) => inVariant(i + 1, checkScenario(each)));
  if (besides.length > 0) return besides;
  const clockless = others.findIndex((each) => cycleIn(each, first) === null);
  if (clockless >= 0)
    return [
      {
        path: `beside.${clockless}.technology`,
        message: `${sayClocks(`network ${letterOf(clockless + 1)}`, others[clockless], "network A")}, and these cannot be compared.`,
        remedy: "Give all networks a technology with a rate, or none.",
        nearest: first.technology.kind,
      },
    ];
  if (baseline > beside.length)
    return [{ path: "baseline", message: `there is no scenario ${baseline}; the last is ${beside.length}.`, remedy: "Use 0.", nearest: 0 }];
  const runs = runCount(document);
  if (runs > mostRuns) {
    const remedy = "Use fewer values, seeds or networks.";
    return [{ path: sweep.length > 0 ? "sweep" : "seeds", message: `this takes ${runs} runs; at most ${mostRuns} are allowed.`, remedy }];
  }
  return sweep.length === 0 ? [] : checkSweep(document);
}

/** Values out of range, in each scenario, in the document's own parameters and in its sweep; and invalid titles. */
function rangesOf(document: Document): readonly ValidationIssue[] {
  const variants = variantsOf(document);
  const issues = variants.flatMap((each, variant) => inVariant(variant, rangeIssues(each)));
  readTitle(document.title, "title", issues);
  document.beside.forEach(({ title }, i) => readTitle(title, `beside.${i}.title`, issues));
  checkParams(documentParams, document, "", issues);
  for (const [i, { path, values }] of document.sweep.entries()) {
    const param = paramAt(variants[0], path);
    if (param !== undefined) for (const [k, value] of values.entries()) checkParam(param, value, `sweep.${i}.values.${k}`, issues);
  }
  return issues;
}

/** Issues of one of the scenarios, with their paths in the document. */
function inVariant(variant: number, issues: readonly ValidationIssue[]): readonly ValidationIssue[] {
  return variant === 0 ? issues : issues.map((issue) => ({ ...issue, path: `beside.${variant - 1}.${issue.path}` }));
}

/** Checks that all scenarios have the swept parameters, that the check of all points is affordable, and then every point. */
function checkSweep(document: Document): readonly ValidationIssue[] {
  const variants = variantsOf(document);
  for (const [i, { path }] of document.sweep.entries()) {
    const without = variants.findIndex((each) => paramAt(each, path) === undefined);
    if (without > 0)
      return [
        {
          path: `sweep.${i}`,
          message: `network ${letterOf(without)} has no ${path.join(".")}, so it cannot be swept.`,
          remedy: "Sweep something that all networks have, such as the load.",
        },
      ];
    if (document.sweep.findIndex((each) => each.path.join(".") === path.join(".")) < i)
      return [{ path: `sweep.${i}`, message: `${path.join(".")} is swept twice.`, remedy: "Sweep something else." }];
  }
  // Long lists and the placement of jobs are checked at every point, so the effort is estimated first.
  const points = runCount({ ...document, seeds: 1 });
  const values = valuesInAll(document, variants);
  if (values > mostChecked.values) return [tooMuch(`a scenario of ${Math.round(values / points).toLocaleString("en-US")} values`, points)];
  let visits = 0;
  for (const { at, scenario } of pointsOf(document)) if (misfits(document, scenario, at).length === 0) visits += visitsOf(scenario);
  if (visits > mostChecked.visits) return [tooMuch("this workload", points)];
  for (const { variant, at, scenario } of pointsOf(document)) {
    const own = misfits(document, scenario, at);
    const [fault] = own.length > 0 ? own : [...checkScenario(scenario), ...misclocked(document, scenario)];
    if (fault === undefined) continue;
    const where = document.sweep
      .map(({ path, values }, i) => `${path.join(".")} = ${show(saidAt(scenario, path, values[at[i]]))}`)
      .join(", ");
    const who = variants.length > 1 ? `network ${letterOf(variant)} with ${where}` : where;
    return [{ path: "sweep.0", message: `${who}: ${fault.message}`, remedy: "Leave that value out." }];
  }
  return [];
}

function tooMuch(what: string, points: number): ValidationIssue {
  const message = `${what} cannot be checked at ${points} points.`;
  return { path: "sweep", message, remedy: "Use fewer points, shorter lists, or smaller networks." };
}

/** Upper bound of the number of single values in all points: those of the scenarios and of the sweep. */
function valuesInAll(document: Document, variants: readonly Scenario[]): number {
  const points = runCount({ ...document, seeds: 1 });
  const written = variants.reduce((sum, each) => sum + valuesIn(each), 0) * (points / variants.length);
  return document.sweep.reduce((sum, { values }) => sum + valuesIn(values) * (points / values.length), written);
}

/** Number of single values in a value. */
function valuesIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce((sum: number, each) => sum + valuesIn(each), 0);
}

/** The issue about a point with times in seconds if the document has times in cycles, or vice versa. */
function misclocked(document: Document, point: Scenario): readonly ValidationIssue[] {
  if (cycleIn(point, document) !== null) return [];
  return [{ path: "sweep", message: `${sayClocks("this value", point, "all else")}, and these cannot be compared.` }];
}

function sayClocks(who: string, scenario: Scenario, others: string): string {
  const [own, its] = cycleSecondsOf(scenario) === null ? ["cycles", "seconds"] : ["seconds", "cycles"];
  return `${who} has times in ${own}, ${others} in ${its}`;
}

/** Issues with swept values that another network, or another kind, cannot have. */
function misfits(document: Document, scenario: Scenario, at: readonly number[]): readonly ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  for (const [i, { path, values }] of document.sweep.entries()) {
    const [own, there] = [paramAt(document, path), paramAt(scenario, path)];
    // The values have been checked with the parameter of the first scenario.
    if (own === undefined || there === undefined || own === there) continue;
    if (own.type !== there.type) issues.push({ path: `sweep.${i}`, message: `${path.join(".")} is something else there.` });
    else checkParam(there, values[at[i]], `sweep.${i}`, issues);
    if (issues.length > 0) break;
  }
  return issues;
}

/**
 * The document in canonical form: in the oldest version that can express it, without defaults, keys in a fixed order.
 * @param from the oldest version to use
 */
export function writeDocument(document: Document, from = 1): Written {
  return inOldestVersion(written(document, false), from);
}

/** The document with all values, in the current version, so that it is complete by itself. */
export function writeWhole(document: Document): Written {
  return written(document, true);
}

/**
 * The document in the current version.
 * @param isWhole whether defaults are written as well
 */
function written(document: Document, isWhole: boolean): Written {
  const { beside, baseline, sweep, seeds, cost, claim } = document;
  const [first] = variantsOf(document);
  return {
    ...writePresent(first, isWhole),
    ...(beside.length === 0 ? {} : { beside: beside.map((other) => writeOther(first, other, isWhole)) }),
    ...(sweep.length === 0 ? {} : { sweep: sweep.map((axis) => writeAxis(first, axis, isWhole)) }),
    ...writeParams(documentParams, { seeds, baseline, cost }, isWhole),
    ...(claim === null ? {} : { ...(claim.engine === "" ? {} : { engine: claim.engine }), digest: claim.digest }),
  };
}

/** Hash of a document: 16 hexadecimal digits, equal if everything that affects its runs is equal. */
export function documentHash(document: Document): string {
  return hashOf(writeDocument(withoutWords(document)));
}

/** Whether two documents have the same runs. Claims, weights, prices, names and positions do not matter. */
export function haveSameRuns(a: Document, b: Document): boolean {
  const runsOf = (document: Document) => {
    const { seeds, baseline, sweep } = document;
    const scenarios = variantsOf(document).map((each) => withoutLook(each));
    return { scenarios, seeds, baseline, sweep: sweep.map(({ path, values }) => ({ path, values })) };
  };
  return a === b || isSameValue(runsOf(a), runsOf(b));
}

/** The document without what changes no run: titles, claims, weights, prices. */
function withoutWords(document: Document): Document {
  const variants = variantsOf(document);
  const [first, ...others] = variants.map((each) => withoutLook(each));
  const isPlain = [first, ...others].every(
    ({ topology, workload }, i) => topology === variants[i].topology && workload === variants[i].workload,
  );
  return {
    ...document,
    ...first,
    beside: document.beside.map(({ changes }, i) => ({ title: "", changes: isPlain ? changes : changesOf(first, others[i]) })),
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
function saidAt(scenario: Scenario, path: Path, value: unknown): unknown {
  const param = paramAt(scenario, path);
  return param?.type === "amount" ? writeParam(param, value) : value;
}
