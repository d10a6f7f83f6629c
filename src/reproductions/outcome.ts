/** Computing an exhibit: first what needs no run, then row after row as the runs it is measured on come in. */
import { defined } from "../core/base/defined.ts";
import type { EachChannel, Results } from "../core/measures/results.ts";
import { readScenario, type Scenario } from "../core/scenario/scenario.ts";
import type { ScenarioDocument, Exhibit, Given, NodeTimes, Outcome, RankTimes, Recording, Row, Value } from "./contract.ts";
import { differenceOf, isExactly, percent } from "./verdict.ts";
import { rememberer } from "./once.ts";
import { constantsOf, type Moved, nothingMoved, withConstants } from "./constants.ts";

/**
 * Runs a scenario to its end, somewhere; it may be as the exhibit has it, or hold constants that a reader has moved. With
 * `isCounted` the results tell what each channel counted.
 */
export type Runner = (scenario: Scenario, isMoved: boolean, isCounted: boolean) => Promise<Results>;

/** Who computes an exhibit, and how. */
export interface Bench {
  readonly run: Runner;
  /** What was recorded, in the order of the document's runs; null where nothing was. Nothing at all where it is left out. */
  readonly recorded?: (recording: Recording) => Promise<readonly Results[] | null>;
  /** Hears of the outcome as it grows. */
  readonly told?: (outcome: Outcome) => void;
  /** Called between two rows: whoever shares its thread with a page lets that draw. */
  readonly breathe?: () => Promise<void>;
}

/** The outcome before anything is computed. */
export const nothingYet: Outcome = { values: new Map(), checked: new Map(), isComplete: false };

/**
 * Computes an exhibit: asks for all its runs at once, and works out each row as soon as it can be.
 * @param moved constants that a reader has moved, by their ids
 * @throws whatever a run fails with
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
  /** Works out what is ready with what has come in. */
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
  // A run that fails before the last row is worked out is told with the others.
  const all = Promise.all([...asked, ...lookedUp]);
  all.catch(() => undefined);
  await settle((needed) => needed.length === 0);
  await all;
  return outcome;
}

/**
 * The document that shows a row in the workbench: its own, else that of the run that its value is of, else that of its first
 * run; undefined where there is none.
 */
export function documentOf({ runs, recordings = [] }: Exhibit, row: Row, value?: Value): ScenarioDocument | undefined {
  const run = value?.run ?? row.runs[0];
  return row.document ?? [...runs, ...recordings].find(({ id }) => id === run)?.document;
}

/** All documents that may show a row, whatever comes out. */
export function documentsOf(exhibit: Exhibit, row: Row): readonly ScenarioDocument[] {
  const all = [documentOf(exhibit, row), ...row.runs.map((run) => documentOf(exhibit, row, { value: NaN, run }))];
  return [...new Set(all)].filter((document) => document !== undefined);
}

/** Digits that a number deserves which rests on an assumed one. */
const assumedDigits = 2;
/** More decimals than these beyond its own no number is shown with. */
const moreDecimals = 6;

/**
 * A number as it is shown beside the printed one. It has its decimals, or those that the row asks for; where it is not what is
 * printed, as many more as it takes to work out the difference that is shown from the numbers that are, and to see that it is
 * not. What rests on an assumed number has two digits.
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

/** A number with its standard error, both with the decimals of its row: `14.3 ± 3.0`. */
export function sayWithError(row: Pick<Row, "decimals" | "published" | "word">, { value, spread }: Value): string {
  const text = shownValue(row, { value });
  const error = spread?.error ?? 0;
  return error > 1e-9 * Math.abs(value) ? `${text} ± ${shownValue({ ...row, published: null }, { value: error })}` : text;
}

/** A standard error beside its number as that is shown: two digits, and one where it is finer than the number. */
export function sayError(error: number, shown: string): string {
  const [one, two] = [1, 2].map((digits) => inDigits(error, digits));
  return decimalsOf(two) <= decimalsOf(shown) ? two : one;
}

const decimalsOf = (text: string) => text.split(".")[1]?.length ?? 0;

/** With a minus where there is one; what is rounded to 0 has none. */
export const signed = (text: string) => (Number(text) === 0 ? text.replace("-", "") : text.replace("-", "−"));

/** A number rounded to so many digits, with no power of ten. */
function inDigits(value: number, digits: number): string {
  const rounded = Number(value.toPrecision(digits));
  return rounded.toFixed(rounded === 0 ? 0 : Math.max(0, digits - 1 - Math.floor(Math.log10(Math.abs(rounded)))));
}
