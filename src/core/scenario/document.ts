/**
 * The document: what people make, keep and send. A scenario; a comparison, which has others beside it; a sweep, in which
 * places take several values; or all of it at once. One schema, one link, one undo.
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

/** Most runs that one document asks for. */
export const mostRuns = 5000;
/** Most values, and most visits of terminals, that all points of a sweep take to be checked: some seconds. */
const mostChecked = { values: 2.5e7, visits: 1e7 } as const;

export type Document = Scenario & {
  /** Scenarios beside this one, as what sets them apart. */
  readonly beside: readonly Other[];
  /** Which of all scenarios the others are measured by: 0 is this one. */
  readonly baseline: number;
  /** Places that take several values. */
  readonly sweep: readonly Axis[];
  /** Runs of every point: with this seed, the next one, and so on. */
  readonly seeds: number;
  /** The price list of all its networks. It changes no run. */
  readonly cost: ChosenKind;
  /** What whoever made the document had as its result; null where nobody said. */
  readonly claim: Claim | null;
};

/** The digest of a document's results, and the engine that computed them. */
export interface Claim {
  readonly engine: string;
  readonly digest: string;
}

/** Parameters a document has beyond those of a scenario. */
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

/** A scenario as a document that is nothing else. */
export function documentOf(scenario: Scenario): Document {
  return { ...scenario, beside: [], baseline: 0, sweep: [], seeds: 1, cost: documentParams.cost.default, claim: null };
}

/** What a document that says nothing means: every default of the schema. It needs all kinds. */
export function defaultDocument(): Document {
  return documentOf(defaultScenario());
}

/** All scenarios of a document, the first one first; each with the document's own values at the places swept. */
export function variantsOf(document: Document): readonly Scenario[] {
  const known = variants.get(document);
  if (known !== undefined) return known;
  const first: Scenario = { ...sectionsOf(document), title: document.title };
  const all = [first, ...document.beside.map((other) => ({ ...applied(first, other.changes), title: other.title }))];
  variants.set(document, all);
  return all;
}

/** A document never changes, and its scenarios are asked for by many. */
const variants = new WeakMap<Document, readonly Scenario[]>();

/** One run of a document. */
export interface Cell {
  /** Which of the scenarios, and which value of each axis. */
  readonly variant: number;
  readonly at: readonly number[];
  readonly scenario: Scenario;
}

/** Number of runs a document asks for. */
export function runCount({ beside, sweep, seeds }: Document): number {
  return sweep.reduce((runs, { values }) => runs * values.length, (beside.length + 1) * seeds);
}

/** All runs of a document: all points with the first seed, then with the next, so that what comes in first tells most. */
export function cellsOf(document: Document): readonly Cell[] {
  const points = [...pointsOf(document)];
  return Array.from({ length: document.seeds }, (_, i) =>
    points.map((point) => ({ ...point, scenario: { ...point.scenario, seed: (point.scenario.seed + i) % 2 ** 32 } })),
  ).flat();
}

/** The runs a digest is made of: every point with every seed where something is swept, else each scenario as it stands. */
export function claimedRuns(document: Document): readonly Scenario[] {
  return document.sweep.length === 0 ? variantsOf(document) : cellsOf(document).map(({ scenario }) => scenario);
}

/** All points, one after the other: of a long list, thousands at once would fill a memory. */
function* pointsOf(document: Document): Generator<Cell> {
  for (const [variant, scenario] of variantsOf(document).entries()) yield* pointsFrom(document.sweep, { variant, at: [], scenario });
}

function* pointsFrom([axis, ...rest]: readonly Axis[], { variant, at, scenario }: Cell): Generator<Cell> {
  if (axis === undefined) return yield { variant, at, scenario };
  for (const i of axis.values.keys()) yield* pointsFrom(rest, { variant, at: [...at, i], scenario: atPoint(scenario, [axis], [i]) });
}

/** A scenario at a point of a sweep: at each place swept the value of that number, in the order of the axes. */
export function atPoint(scenario: Scenario, sweep: readonly Axis[], at: readonly number[]): Scenario {
  const put = (now: Scenario, { path, values }: Axis, i: number) =>
    paramAt(now, path) === undefined ? now : withFittingLinks(withValue(now, path, values[at[i]]));
  return sweep.reduce(put, scenario);
}

/**
 * Everything that keeps a document from running: values out of range, or else what its parts exclude together: the first scenario's
 * issues, then those of each beside, then of each point of a sweep. Nothing is written or read for it, and each edit is checked once.
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

/** Values out of range: of each scenario, titles that cannot be read again, of the document's own parameters, and of its sweep. */
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

/** Issues of one of a document's scenarios, by their paths in the document. */
function inVariant(variant: number, issues: readonly ValidationIssue[]): readonly ValidationIssue[] {
  return variant === 0 ? issues : issues.map((issue) => ({ ...issue, path: `beside.${variant - 1}.${issue.path}` }));
}

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
  // A long list is checked anew at every point, and jobs are placed anew: that is counted before it is done.
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

/** Single values of all points, at most: those of their scenarios, and those that are swept. */
function valuesInAll(document: Document, variants: readonly Scenario[]): number {
  const points = runCount({ ...document, seeds: 1 });
  const written = variants.reduce((sum, each) => sum + valuesIn(each), 0) * (points / variants.length);
  return document.sweep.reduce((sum, { values }) => sum + valuesIn(values) * (points / values.length), written);
}

/** Single values within a value. */
function valuesIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce((sum: number, each) => sum + valuesIn(each), 0);
}

/** A point in seconds where the document is in cycles, or the other way round. */
function misclocked(document: Document, point: Scenario): readonly ValidationIssue[] {
  if (cycleIn(point, document) !== null) return [];
  return [{ path: "sweep", message: `${sayClocks("this value", point, "all else")}, and these cannot be compared.` }];
}

function sayClocks(who: string, scenario: Scenario, others: string): string {
  const [own, its] = cycleSecondsOf(scenario) === null ? ["cycles", "seconds"] : ["seconds", "cycles"];
  return `${who} has times in ${own}, ${others} in ${its}`;
}

/** Values of a sweep that the same place of another network, or of another kind, cannot have. */
function misfits(document: Document, scenario: Scenario, at: readonly number[]): readonly ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  for (const [i, { path, values }] of document.sweep.entries()) {
    const [own, there] = [paramAt(document, path), paramAt(scenario, path)];
    // Values have been checked by the description in the first scenario.
    if (own === undefined || there === undefined || own === there) continue;
    if (own.type !== there.type) issues.push({ path: `sweep.${i}`, message: `${path.join(".")} is something else there.` });
    else checkParam(there, values[at[i]], `sweep.${i}`, issues);
    if (issues.length > 0) break;
  }
  return issues;
}

/**
 * The document in its canonical form: the oldest version that can say it, defaults left out, keys in a fixed order.
 * @param from the oldest version that will do
 */
export function writeDocument(document: Document, from = 1): Written {
  return inOldestVersion(written(document, false), from);
}

/** The document with every value in full, in the present version: what it means can be read from it alone. */
export function writeWhole(document: Document): Written {
  return written(document, true);
}

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

/** Name of a document: 16 hexadecimal digits, equal for equal canonical forms of what its runs depend on. */
export function documentHash(document: Document): string {
  return hashOf(writeDocument(withoutWords(document)));
}

/** Whether two documents ask for the same runs, whatever they claim, weigh and pay, and however their networks are called and look. */
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

/** A, B, … of the scenarios of a document. */
export function letterOf(variant: number): string {
  return String.fromCharCode(65 + variant);
}

/** A value at a place as a document says it. */
function saidAt(scenario: Scenario, path: Path, value: unknown): unknown {
  const param = paramAt(scenario, path);
  return param?.type === "amount" ? writeParam(param, value) : value;
}
