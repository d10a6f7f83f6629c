/** Computes an exhibit: first the rows that need no run, then every other row as soon as its runs have finished. */
import { withoutUndefined } from "../core/base/defined.ts";
import type { EachChannel, Results } from "../core/measures/results.ts";
import { readScenario, type Scenario } from "../core/scenario/scenario.ts";
import type {
  ScenarioDocument,
  Exhibit,
  ExhibitInputs,
  NodeTimes,
  Outcome,
  RankTimes,
  Recording,
  ExhibitRow,
  ComputedValue,
} from "./contract.ts";
import { differenceOf, isEqualAsPrinted, percent } from "./verdict.ts";
import { createMemo } from "./memo.ts";
import { constantValuesOf, type MovedConstants, noMovedConstants, withConstants } from "./moved-constants.ts";

/**
 * Runs a scenario to its end.
 * @param isMoved whether the scenario has constants that a reader has moved
 * @param isCounted whether the results must have the counters of each channel
 */
export type ScenarioRunner = (scenario: Scenario, isMoved: boolean, isCounted: boolean) => Promise<Results>;

/** The environment in which an exhibit is computed. */
export interface ComputeEnvironment {
  readonly run: ScenarioRunner;
  /**
   * Returns the recorded results in the order of the document's runs; null if there are none. If the function is absent, there are no
   * recorded results.
   */
  readonly recorded?: (recording: Recording) => Promise<readonly Results[] | null>;
  /** Called with the outcome whenever it has grown. */
  readonly onOutcome?: (outcome: Outcome) => void;
  /** Called after each row and statement, so that a page that shares the thread can draw. */
  readonly yieldThread?: () => Promise<void>;
}

/** The outcome before anything is computed. */
export const emptyOutcome: Outcome = { values: new Map(), checked: new Map(), isComplete: false };

/**
 * Computes an exhibit. All runs start immediately, and each row is computed as soon as its runs have finished.
 * @param moved constants that a reader has moved, by id
 * @throws the error of the first run that fails
 */
export async function computeOutcome(
  exhibit: Exhibit,
  environment: ComputeEnvironment,
  moved: MovedConstants = noMovedConstants,
): Promise<Outcome> {
  const { rows, runs, statements = [], recordings = [], times = [], figures = [] } = exhibit;
  const { run, recorded = () => Promise.resolve(null), onOutcome, yieldThread } = environment;
  const results = new Map<string, Results>();
  const recordedResults = new Map<string, readonly Results[]>();
  const inputs: ExhibitInputs = {
    results: (id) => results.get(id) as Results,
    recorded: (id) => recordedResults.get(id) as readonly Results[],
    constantOf: constantValuesOf(exhibit, moved),
    memoized: createMemo(),
  };
  const isAvailable = (id: string) => results.has(id) || recordedResults.has(id);
  let outcome = emptyOutcome;
  const nodeTimes = new Map<string, NodeTimes>();
  const channelCounters = new Map<string, EachChannel>();
  const ranks = new Map<string, RankTimes>();
  const rankRuns = figures.flatMap((figure) => (figure.is === "ranks" ? [figure.run] : []));
  const publish = async (values: Outcome["values"], checked: Outcome["checked"]) => {
    outcome = {
      values,
      checked,
      times: nodeTimes,
      counted: channelCounters,
      ranks,
      isComplete: values.size === rows.length && checked.size === statements.length,
    };
    onOutcome?.(outcome);
    await yieldThread?.();
  };
  /** Computes the rows and statements whose inputs are available. */
  const computeReady = async (isReady: (runs: readonly string[]) => boolean) => {
    for (const { id, value } of rows.filter((row) => isReady(row.runs)))
      await publish(new Map(outcome.values).set(id, value(inputs)), outcome.checked);
    for (const { id, check } of statements.filter((each) => isReady(each.runs)))
      await publish(outcome.values, new Map(outcome.checked).set(id, check(inputs)));
  };
  const computeAfter = (id: string) => computeReady((needed) => needed.includes(id) && needed.every(isAvailable));
  const recordingLookups = new Map(recordings.map((recording) => [recording.id, recorded(recording)]));
  const pendingRuns = runs.map(async ({ id, document, isCounted = false, recorded: recordedPlace }) => {
    const runDocument = withConstants(exhibit, moved)(document);
    const recordedRun =
      recordedPlace !== undefined && runDocument === document
        ? (await recordingLookups.get(recordedPlace.recording))?.[recordedPlace.at]
        : undefined;
    const runResults = recordedRun ?? (await run(readScenario(runDocument), runDocument !== document, isCounted));
    results.set(id, runResults);
    if (runResults.channels !== undefined) channelCounters.set(id, runResults.channels);
    const { timeline, messages, cycleSeconds } = runResults;
    if (timeline !== undefined && rankRuns.includes(id)) ranks.set(id, { timeline, messages, ...withoutUndefined({ cycleSeconds }) });
    for (const each of times.filter((nodeTimesSpec) => nodeTimesSpec.run === id)) nodeTimes.set(id, each.timesOf(runResults));
    await computeAfter(id);
  });
  const pendingRecordings = recordings.map(async (recording) => {
    const runResults = (await recordingLookups.get(recording.id)) ?? (recording.isExtra === true ? [] : null);
    if (runResults === null) return;
    recordedResults.set(recording.id, runResults);
    await computeAfter(recording.id);
  });
  // If a run fails before the last row is computed, the error is reported by the `await` below.
  const allPending = Promise.all([...pendingRuns, ...pendingRecordings]);
  allPending.catch(() => undefined);
  await computeReady((needed) => needed.length === 0);
  await allPending;
  return outcome;
}

/**
 * The document that shows a row in the workbench: the row's own document, otherwise that of the run that its value names, otherwise that of
 * its first run; undefined if there is none.
 */
export function documentOfRow({ runs, recordings = [] }: Exhibit, row: ExhibitRow, value?: ComputedValue): ScenarioDocument | undefined {
  const run = value?.run ?? row.runs[0];
  return row.document ?? [...runs, ...recordings].find(({ id }) => id === run)?.document;
}

/**
 * What the link of a number opens, as a sentence. If the number is made of several runs or recordings, only the first is opened, and the
 * sentence says so.
 */
export function sayOpened({ recordings = [] }: Exhibit, { runs, document }: ExhibitRow, value?: ComputedValue): string {
  if (runs.length === 0) return "Opens its network in the workbench. This number needs no run.";
  const titles = runs.flatMap((run) => recordings.find(({ id }) => id === run)?.title ?? []);
  if (titles.length > 1) return `Opens the runs of “${titles[0]}”; this number also needs those of “${titles.slice(1).join("”, “")}”.`;
  if (titles.length === 1)
    return `Opens ${document === undefined || document["sweep"] !== undefined ? "the recorded runs" : "one of the recorded runs"} from which this number is computed.`;
  if (runs.length === 1) return "Opens its run in the workbench.";
  if (document !== undefined) return `Opens in the workbench; this number is computed from ${runs.length} runs.`;
  const use = value?.spread === undefined ? "from which this number is computed" : "of which this number is the mean";
  return `Opens the first of the ${runs.length} runs ${use}.`;
}

/** All documents that may show a row, depending on the outcome. */
export function documentsOfRow(exhibit: Exhibit, row: ExhibitRow): readonly ScenarioDocument[] {
  const candidates = [documentOfRow(exhibit, row), ...row.runs.map((run) => documentOfRow(exhibit, row, { value: NaN, run }))];
  return [...new Set(candidates)].filter((document) => document !== undefined);
}

/** Significant digits of numbers that depend on an assumed number. */
const assumedDigits = 2;
/** Largest number of decimals that are added to show a difference. */
const maxExtraDecimals = 6;

/**
 * A number as shown next to the published one. It has the row's decimals. If it differs from the published number, it gets as many more
 * decimals as are needed to see the difference and to recompute its percentage from the shown numbers. Numbers that depend on an assumption
 * have two digits.
 */
export function shownValueOf(
  { decimals, published, provenance }: Pick<ExhibitRow, "decimals" | "published" | "provenance">,
  { value }: ComputedValue,
): string {
  if (value === Infinity) return "none";
  if (provenance.is === "assumed") return withMinusSign(roundToDigits(value, assumedDigits));
  const rowDecimals = decimals ?? Math.min(4, published?.decimals ?? 2);
  if (published === null || isEqualAsPrinted(value, published)) return withMinusSign(value.toFixed(rowDecimals));
  const differenceText = percent(differenceOf(value, published));
  const showsDifference = (digits: number) => {
    const rounded = Number(value.toFixed(digits));
    return !isEqualAsPrinted(rounded, published) && percent(differenceOf(rounded, published)) === differenceText;
  };
  let digits = rowDecimals;
  while (digits < rowDecimals + maxExtraDecimals && !showsDifference(digits)) digits++;
  return withMinusSign(value.toFixed(digits));
}

/** A number with its standard error, both with the decimals of the row: `14.3 ± 3.0`. */
export function sayValueWithError(
  row: Pick<ExhibitRow, "decimals" | "published" | "provenance">,
  { value, spread }: ComputedValue,
): string {
  const text = shownValueOf(row, { value });
  const error = spread?.error ?? 0;
  return error > 1e-9 * Math.abs(value) ? `${text} ± ${shownValueOf({ ...row, published: null }, { value: error })}` : text;
}

/** A standard error as shown next to its number: two digits, or one if two would have more decimals than the number. */
export function sayStandardError(error: number, numberText: string): string {
  const [oneDigit, twoDigits] = [1, 2].map((digits) => roundToDigits(error, digits));
  return decimalsOf(twoDigits) <= decimalsOf(numberText) ? twoDigits : oneDigit;
}

const decimalsOf = (text: string) => text.split(".")[1]?.length ?? 0;

/** Replaces the hyphen by a minus sign. A text that is rounded to 0 has no sign. */
export const withMinusSign = (text: string) => (Number(text) === 0 ? text.replace("-", "") : text.replace("-", "−"));

/** A number rounded to significant digits, without an exponent. */
function roundToDigits(value: number, digits: number): string {
  const rounded = Number(value.toPrecision(digits));
  return rounded.toFixed(rounded === 0 ? 0 : Math.max(0, digits - 1 - Math.floor(Math.log10(Math.abs(rounded)))));
}
