/**
 * Predicates for checking statements. Each returns whether it holds, and the reason as a sentence in which blanks are replaced by the
 * deciding numbers.
 *
 *    isAbove(four, two, "{limit} MB/s with two channels, {} with four.", withDecimals(0))
 *    isWithinRange(gains, [30, 45], "In the order of the sizes they are {all}.", percent)
 *    increases(delays, "Stage by stage: {list} %.", withDecimals(0))
 *
 * Blanks: `{}` is the checked number, `{0}`, `{1}` … each of several numbers, `{all}` all of them as `a, b and c`, `{list}` as `a, b, c`,
 * `{least}` and `{most}` the ends of their range, `{limit}`, `{low}` and `{high}` the numbers that they are compared with. {@link
 * isTrueOfAll} has `{count}` and `{of}`. Statements that depend on numbers of several kinds write their own reason.
 */
import { joinWithAnd } from "../core/base/words.ts";
import type { StatementCheck, ComputedValue } from "./contract.ts";
import { standardErrorOf, isSignificantlyAbove, withDecimals } from "./numbers.ts";

/** How a number is written in a reason; the second argument is its index among several. */
export type NumberFormat = (value: number, place: number) => string;

/** One number, or several that must all satisfy the predicate. */
export type NumberOrNumbers = number | readonly number[];

/** Replaces the blanks of a sentence by texts. @throws Error if a blank has no text */
export function fillBlanks(sentence: string, texts: Readonly<Record<string, string>>): string {
  return sentence.replaceAll(/\{(\w*)\}/g, (_, name: string) => {
    const text = texts[name];
    if (text === undefined) throw new Error(`"${sentence}" has a blank {${name}}; there are ${Object.keys(texts).join(", ")}`);
    return text;
  });
}

const isArray = <Of>(of: Of | readonly Of[]): of is readonly Of[] => Array.isArray(of);
const asList = <Of>(of: Of | readonly Of[]): readonly Of[] => (isArray(of) ? of : [of]);

/** The texts for the blanks of the checked items. */
function blankTextsOf<Of>(checked: Of | readonly Of[], write: (each: Of, place: number) => string): Readonly<Record<string, string>> {
  const texts = asList(checked).map(write);
  return {
    ...(isArray(checked) ? Object.fromEntries(texts.entries()) : { "": texts[0] }),
    all: joinWithAnd(texts),
    list: texts.join(", "),
  };
}

/** The texts for the blanks of the checked numbers, including the ends of their range. */
function blankTextsOfNumbers(numbers: NumberOrNumbers, write: NumberFormat): Readonly<Record<string, string>> {
  const all = asList(numbers);
  const ends = [Math.min(...all), Math.max(...all)].map((end) => write(end, all.indexOf(end)));
  return { ...blankTextsOf(numbers, write), least: ends[0], most: ends[1] };
}

/** Creates a predicate that compares every number with one limit. */
const createComparison =
  (isSatisfied: (value: number, limit: number) => boolean) =>
  (
    numbers: NumberOrNumbers,
    limit: number,
    sentence = "{all} against {limit}.",
    write: NumberFormat = withDecimals(2),
  ): StatementCheck => ({
    holds: asList(numbers).every((value) => isSatisfied(value, limit)),
    because: fillBlanks(sentence, { ...blankTextsOfNumbers(numbers, write), limit: write(limit, 0) }),
  });

/** Whether all numbers are greater than a limit. */
export const isAbove = createComparison((value, limit) => value > limit);
/** Whether all numbers are less than a limit. */
export const isBelow = createComparison((value, limit) => value < limit);
/** Whether all numbers are greater than or equal to a limit. */
export const isAtLeast = createComparison((value, limit) => value >= limit);
/** Whether all numbers are less than or equal to a limit. */
export const isAtMost = createComparison((value, limit) => value <= limit);

/** Whether all numbers are within a range, including its ends. */
export function isWithinRange(
  numbers: NumberOrNumbers,
  [low, high]: readonly [low: number, high: number],
  sentence = "{all} against {low} to {high}.",
  write: NumberFormat = withDecimals(2),
): StatementCheck {
  return {
    holds: asList(numbers).every((value) => value >= low && value <= high),
    because: fillBlanks(sentence, { ...blankTextsOfNumbers(numbers, write), low: write(low, 0), high: write(high, 1) }),
  };
}

/** Whether a number equals another within a relative tolerance. */
export function isNear(
  value: number,
  other: number,
  tolerance: number,
  sentence = "{} against {limit}.",
  write: NumberFormat = withDecimals(2),
): StatementCheck {
  return { ...isAtMost(value, other, sentence, write), holds: Math.abs(value - other) <= tolerance * Math.abs(other) };
}

/** Whether each number is greater than the previous one. */
export function increases(
  numbers: readonly number[],
  sentence = "In order: {list}.",
  write: NumberFormat = withDecimals(2),
): StatementCheck {
  return {
    holds: numbers.slice(1).every((value, i) => value > numbers[i]),
    because: fillBlanks(sentence, blankTextsOfNumbers(numbers, write)),
  };
}

/** Whether the named number is the largest. `{first}` and `{next}` are the names of the two largest, `{0}` and `{1}` their numbers. */
export function isLargest(
  name: string,
  numbersByName: Readonly<Record<string, number>>,
  sentence = "{first} has {0}, {next} {1}.",
  write: NumberFormat = withDecimals(2),
): StatementCheck {
  const [first, next] = Object.entries(numbersByName).toSorted(([, a], [, b]) => b - a);
  return {
    holds: first[0] === name,
    because: fillBlanks(sentence, { ...blankTextsOfNumbers([first[1], next[1]], write), first: first[0], next: next[0] }),
  };
}

/** Whether all values are significantly above 0. */
export function isBeyondChance(
  values: ComputedValue | readonly ComputedValue[],
  sentence = "{all}.",
  write: (value: ComputedValue) => string = sayValue,
): StatementCheck {
  return {
    holds: asList(values).every((value) => isSignificantlyAbove(value)),
    because: fillBlanks(sentence, blankTextsOf(values, write)),
  };
}
const sayValue = (value: ComputedValue) => `${value.value.toFixed(2)} ± ${standardErrorOf(value).toFixed(2)}`;

/** Two numbers to compare, and the condition they belong to, as in a reason: `at half duplex`. */
export interface NamedPair {
  readonly name: string;
  readonly pair: readonly [less: number, more: number];
}

/** Whether the first number of each pair is less than the second: `9.1 s against 9.4 s at half duplex, …`. */
export function isLessInEach(pairs: readonly NamedPair[], write: NumberFormat = withDecimals(2)): StatementCheck {
  return {
    holds: pairs.every(({ pair: [less, more] }) => less < more),
    because: `${pairs.map(({ name, pair: [less, more] }) => `${write(less, 0)} against ${write(more, 1)} ${name}`).join(", ")}.`,
  };
}

/** Whether a condition is true of all items. `{count}` is the number of items for which it is true, `{of}` their total. */
export function isTrueOfAll<Of>(all: readonly Of[], isSatisfied: (each: Of, place: number) => boolean, sentence: string): StatementCheck {
  const count = all.filter(isSatisfied).length;
  return { holds: count === all.length, because: fillBlanks(sentence, { count: String(count), of: String(all.length) }) };
}
