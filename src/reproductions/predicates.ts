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
import { anded } from "../core/base/words.ts";
import type { Checked, Value } from "./contract.ts";
import { errorOf, isSurelyAbove, withDecimals } from "./numbers.ts";

/** How a number is written in a reason; the second argument is its index among several. */
export type Write = (value: number, place: number) => string;

/** One number, or several that must all satisfy the predicate. */
export type Numbers = number | readonly number[];

/** Replaces the blanks of a sentence by texts. @throws Error if a blank has no text */
export function fillBlanks(sentence: string, texts: Readonly<Record<string, string>>): string {
  return sentence.replaceAll(/\{(\w*)\}/g, (_, name: string) => {
    const text = texts[name];
    if (text === undefined) throw new Error(`"${sentence}" has a blank {${name}}; there are ${Object.keys(texts).join(", ")}`);
    return text;
  });
}

const isList = <Of>(of: Of | readonly Of[]): of is readonly Of[] => Array.isArray(of);
const listOf = <Of>(of: Of | readonly Of[]): readonly Of[] => (isList(of) ? of : [of]);

/** The texts for the blanks of the checked items. */
function textsOf<Of>(checked: Of | readonly Of[], write: (each: Of, place: number) => string): Readonly<Record<string, string>> {
  const texts = listOf(checked).map(write);
  return { ...(isList(checked) ? Object.fromEntries(texts.entries()) : { "": texts[0] }), all: anded(texts), list: texts.join(", ") };
}

/** The texts for the blanks of the checked numbers, including the ends of their range. */
function textsOfNumbers(numbers: Numbers, write: Write): Readonly<Record<string, string>> {
  const all = listOf(numbers);
  const ends = [Math.min(...all), Math.max(...all)].map((end) => write(end, all.indexOf(end)));
  return { ...textsOf(numbers, write), least: ends[0], most: ends[1] };
}

/** Creates a predicate that compares every number with one limit. */
const comparedBy =
  (isSo: (value: number, limit: number) => boolean) =>
  (numbers: Numbers, limit: number, sentence = "{all} against {limit}.", write: Write = withDecimals(2)): Checked => ({
    holds: listOf(numbers).every((value) => isSo(value, limit)),
    because: fillBlanks(sentence, { ...textsOfNumbers(numbers, write), limit: write(limit, 0) }),
  });

/** Whether all numbers are greater than a limit. */
export const isAbove = comparedBy((value, limit) => value > limit);
/** Whether all numbers are less than a limit. */
export const isBelow = comparedBy((value, limit) => value < limit);
/** Whether all numbers are greater than or equal to a limit. */
export const isAtLeast = comparedBy((value, limit) => value >= limit);
/** Whether all numbers are less than or equal to a limit. */
export const isAtMost = comparedBy((value, limit) => value <= limit);

/** Whether all numbers are within a range, including its ends. */
export function isInRange(
  numbers: Numbers,
  [low, high]: readonly [low: number, high: number],
  sentence = "{all} against {low} to {high}.",
  write: Write = withDecimals(2),
): Checked {
  return {
    holds: listOf(numbers).every((value) => value >= low && value <= high),
    because: fillBlanks(sentence, { ...textsOfNumbers(numbers, write), low: write(low, 0), high: write(high, 1) }),
  };
}

/** Whether a number equals another within a relative tolerance. */
export function isNear(
  value: number,
  other: number,
  part: number,
  sentence = "{} against {limit}.",
  write: Write = withDecimals(2),
): Checked {
  return { ...isAtMost(value, other, sentence, write), holds: Math.abs(value - other) <= part * Math.abs(other) };
}

/** Whether each number is greater than the previous one. */
export function increases(numbers: readonly number[], sentence = "One after the other: {list}.", write: Write = withDecimals(2)): Checked {
  return {
    holds: numbers.slice(1).every((value, i) => value > numbers[i]),
    because: fillBlanks(sentence, textsOfNumbers(numbers, write)),
  };
}

/** Whether the named number is the largest. `{first}` and `{next}` are the names of the two largest, `{0}` and `{1}` their numbers. */
export function isLargest(
  name: string,
  named: Readonly<Record<string, number>>,
  sentence = "{first} has {0}, {next} {1}.",
  write: Write = withDecimals(2),
): Checked {
  const [first, next] = Object.entries(named).toSorted(([, a], [, b]) => b - a);
  return {
    holds: first[0] === name,
    because: fillBlanks(sentence, { ...textsOfNumbers([first[1], next[1]], write), first: first[0], next: next[0] }),
  };
}

/** Whether all values are significantly above 0. */
export function isBeyondChance(values: Value | readonly Value[], sentence = "{all}.", write: (value: Value) => string = sayValue): Checked {
  return { holds: listOf(values).every((value) => isSurelyAbove(value)), because: fillBlanks(sentence, textsOf(values, write)) };
}
const sayValue = (value: Value) => `${value.value.toFixed(2)} ± ${errorOf(value).toFixed(2)}`;

/** Two numbers to compare, and the condition they belong to, as in a reason: `at half duplex`. */
export interface NamedPair {
  readonly name: string;
  readonly pair: readonly [less: number, more: number];
}

/** Whether the first number of each pair is less than the second: `9.1 s against 9.4 s at half duplex, …`. */
export function isLessInEach(pairs: readonly NamedPair[], write: Write = withDecimals(2)): Checked {
  return {
    holds: pairs.every(({ pair: [less, more] }) => less < more),
    because: `${pairs.map(({ name, pair: [less, more] }) => `${write(less, 0)} against ${write(more, 1)} ${name}`).join(", ")}.`,
  };
}

/** Whether a condition is true of all items. `{count}` is the number of items for which it is true, `{of}` their total. */
export function isTrueOfAll<Of>(all: readonly Of[], isSo: (each: Of, place: number) => boolean, sentence: string): Checked {
  const count = all.filter(isSo).length;
  return { holds: count === all.length, because: fillBlanks(sentence, { count: String(count), of: String(all.length) }) };
}
