/** Computes an exhibit: first the rows that need no run, then every other row as soon as its runs have finished. */
import { defined } from "../core/base/defined.ts";
import type { EachChannel, Results } from "../core/measures/results.ts";
import { readScenario, type Scenario } from "../core/scenario/scenario.ts";
import type { ScenarioDocument, Exhibit, Given, NodeTimes, Outcome, RankTimes, Recording, Row, Value } from "./contract.ts";
import { differenceOf, isExactly, percent } from "./verdict.ts";
import { rememberer } from "./once.ts";
import { constantsOf, type Moved, nothingMoved, withConstants } from "./constants.ts";

/**
 * Runs a scenario to its end.
 * @param isMoved whether the scenario has constants that a reader has moved
 * @param isCounted whether the results must have the counters of each channel
 */
export type Runner = (scenario: Scenario, isMoved: boolean, isCounted: boolean) => Promise<Results>;

/** The environment in which an exhibit is computed. */
export interface Bench {
  readonly run: Runner;
  /**
   * Returns the recorded results in the order of the document's runs; null if there are none. Nothing is recorded if the function is
   * absent.
   */
  readonly recorded?: (recording: Recording) => Promise<readonly Results[] | null>;
  /** Called with the outcome whenever it has grown. */
  readonly told?: (outcome: Outcome) => void;
  /** Called after each row, so that a page that shares the thread can draw. */
  readonly breathe?: () => Promise<void>;
}

/** The outcome before anything is computed. */
export const nothingYet: Outcome = { values: new Map(), checked: new Map(), isComplete: false };

/**
 * Computes an exhibit. All runs start immediately, and each row is computed as soon as its runs have finished.
 * @param moved constants that a reader has moved, by id
 * @throws the error of the first run that fails
 */
export async function outcomeOf(exhibit: Exhibit, bench: Bench, moved: Moved = nothingMoved): Promise<Outcome> {
  const { rows, runs, statements = [], recordings = [], times = [], figures = [] } = exhibit;
  const { run, recorded = () => Promise.resolve(null), told, breathe } = bench;
  const results = new Map<string, Results>();
  const records = new Map<string, readonly Results[]>();
  const given: Given = {
    results: (id) => results.get(id) as Results,
    recorded: (id) => records.get(id) as readonly Results[],
    constants: constantsOf(exhibit, moved),
    once: rememberer(),
  };
  const isIn = (id: string) => results.has(id) || records.has(id);
  let outcome = nothingYet;
  const drawn = new Map<string, NodeTimes>();
  const counted = new Map<string, EachChannel>();
  const ranks = new Map<string, RankTimes>();
  const withRanks = figures.flatMap((figure) => (figure.is === "ranks" ? [figure.run] : []));
  const tell = async (values: Outcome["values"], checked: Outcome["checked"]) => {
    outcome = {
      values,
      checked,
      times: drawn,
      counted,
      ranks,
      isComplete: values.size === rows.length && checked.size === statements.length,
    };
    told?.(outcome);
    await breathe?.();
  };
  /** Computes the rows and statements whose inputs are available. */
  const settle = async (isReady: (runs: readonly string[]) => boolean) => {
    for (const { id, value } of rows.filter((row) => isReady(row.runs)))
      await tell(new Map(outcome.values).set(id, value(given)), outcome.checked);
    for (const { id, check } of statements.filter((each) => isReady(each.runs)))
      await tell(outcome.values, new Map(outcome.checked).set(id, check(given)));
  };
  const settleWith = (id: string) => settle((needed) => needed.includes(id) && needed.every(isIn));
  const lookUps = new Map(recordings.map((recording) => [recording.id, recorded(recording)]));
  const asked = runs.map(async ({ id, document, isCounted = false, recorded: place }) => {
    const own = withConstants(exhibit, moved)(document);
    const stored = place !== undefined && own === document ? (await lookUps.get(place.recording))?.[place.at] : undefined;
    const found = stored ?? (await run(readScenario(own), own !== document, isCounted));
    results.set(id, found);
    if (found.channels !== undefined) counted.set(id, found.channels);
    const { timeline, messages, cycleSeconds } = found;
    if (timeline !== undefined && withRanks.includes(id)) ranks.set(id, { timeline, messages, ...defined({ cycleSeconds }) });
    for (const each of times.filter((one) => one.run === id)) drawn.set(id, each.of(found));
    await settleWith(id);
  });
  const lookedUp = recordings.map(async (recording) => {
    const found = (await lookUps.get(recording.id)) ?? (recording.isExtra === true ? [] : null);
    if (found === null) return;
    records.set(recording.id, found);
    await settleWith(recording.id);
  });
  // If a run fails before the last row is computed, the error is reported by the `await` below.
  const all = Promise.all([...asked, ...lookedUp]);
  all.catch(() => undefined);
  await settle((needed) => needed.length === 0);
  await all;
  return outcome;
}

/**
 * The document that shows a row in the workbench: its own one, otherwise that of the run that its value names, otherwise that of its first
 * run; undefined if there is none.
 */
export function documentOf({ runs, recordings = [] }: Exhibit, row: Row, value?: Value): ScenarioDocument | undefined {
  const run = value?.run ?? row.runs[0];
  return row.document ?? [...runs, ...recordings].find(({ id }) => id === run)?.document;
}

/** All documents that may show a row, depending on the outcome. */
export function documentsOf(exhibit: Exhibit, row: Row): readonly ScenarioDocument[] {
  const all = [documentOf(exhibit, row), ...row.runs.map((run) => documentOf(exhibit, row, { value: NaN, run }))];
  return [...new Set(all)].filter((document) => document !== undefined);
}

/** Significant digits of numbers that depend on an assumed one. */
const assumedDigits = 2;
/** Largest number of decimals that are added to show a difference. */
const moreDecimals = 6;

/**
 * A number as shown next to the published one. It has the row's decimals. If it differs from the published number, it gets as many more
 * decimals as are needed to see the difference and to recompute its percentage from the shown numbers. Numbers that depend on an assumption
 * have two digits.
 */
export function shownValue({ decimals, published, word }: Pick<Row, "decimals" | "published" | "word">, { value }: Value): string {
  if (value === Infinity) return "none";
  if (word.is === "assumed") return signed(inDigits(value, assumedDigits));
  const own = decimals ?? Math.min(4, published?.decimals ?? 2);
  if (published === null || isExactly(value, published)) return signed(value.toFixed(own));
  const said = percent(differenceOf(value, published));
  const isEnough = (digits: number) => {
    const rounded = Number(value.toFixed(digits));
    return !isExactly(rounded, published) && percent(differenceOf(rounded, published)) === said;
  };
  let digits = own;
  while (digits < own + moreDecimals && !isEnough(digits)) digits++;
  return signed(value.toFixed(digits));
}

/** A number with its standard error, both with the decimals of the row: `14.3 ± 3.0`. */
export function sayWithError(row: Pick<Row, "decimals" | "published" | "word">, { value, spread }: Value): string {
  const text = shownValue(row, { value });
  const error = spread?.error ?? 0;
  return error > 1e-9 * Math.abs(value) ? `${text} ± ${shownValue({ ...row, published: null }, { value: error })}` : text;
}

/** A standard error as shown next to its number: two digits, or one if two would have more decimals than the number. */
export function sayError(error: number, shown: string): string {
  const [one, two] = [1, 2].map((digits) => inDigits(error, digits));
  return decimalsOf(two) <= decimalsOf(shown) ? two : one;
}

const decimalsOf = (text: string) => text.split(".")[1]?.length ?? 0;

/** Replaces the hyphen by a minus sign. A text that is rounded to 0 has no sign. */
export const signed = (text: string) => (Number(text) === 0 ? text.replace("-", "") : text.replace("-", "−"));

/** A number rounded to significant digits, without an exponent. */
function inDigits(value: number, digits: number): string {
  const rounded = Number(value.toPrecision(digits));
  return rounded.toFixed(rounded === 0 ? 0 : Math.max(0, digits - 1 - Math.floor(Math.log10(Math.abs(rounded)))));
}
