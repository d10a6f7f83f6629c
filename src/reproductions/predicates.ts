/**
 * Predicates that statements are checked with. Each says whether it holds and writes the reason: a sentence in which the numbers
 * that decide are put into blanks.
 *
 *     isAbove(four, two, "{limit} MB/s with two channels, {} with four.", withDecimals(0))
 *     isInRange(gains, [30, 45], "In the order of the sizes they are {all}.", percent)
 *     increases(delays, "Stage by stage: {list} %.", withDecimals(0))
 *
 * A blank names its number: `{}` is the number that is checked, `{0}`, `{1}` … each of several, `{all}` all of them as
 * `a, b and c`, `{list}` as `a, b, c`, `{least}` and `{most}` the ends of their range, `{limit}`, `{low}` and `{high}` what they
 * are compared with; {@link isTrueOfAll} has `{count}` and `{of}`. A statement that rests on numbers of several kinds writes its own reason.
 */
import { anded } from "../core/base/words.ts";
import type { Checked, Value } from "./contract.ts";
import { errorOf, isSurelyAbove, withDecimals } from "./numbers.ts";

/** How a number is written in a reason, by its place where there are several. */
export type Write = (value: number, place: number) => string;

/** What is checked: a number, or several of which each has to be so. */
export type Numbers = number | readonly number[];

/** Puts texts into the blanks of a sentence. A blank that has no text is a mistake of the exhibit. */
export function fillBlanks(sentence: string, texts: Readonly<Record<string, string>>): string {
  return sentence.replaceAll(/\{(\w*)\}/g, (_, name: string) => {
    const text = texts[name];
    if (text === undefined) throw new Error(`"${sentence}" has a blank {${name}}; there are ${Object.keys(texts).join(", ")}`);
    return text;
  });
}

const isList = <Of>(of: Of | readonly Of[]): of is readonly Of[] => Array.isArray(of);
const listOf = <Of>(of: Of | readonly Of[]): readonly Of[] => (isList(of) ? of : [of]);

/** The texts of what is checked, by their blanks. */
function textsOf<Of>(checked: Of | readonly Of[], write: (each: Of, place: number) => string): Readonly<Record<string, string>> {
  const texts = listOf(checked).map(write);
  return { ...(isList(checked) ? Object.fromEntries(texts.entries()) : { "": texts[0] }), all: anded(texts), list: texts.join(", ") };
}

/** The same of numbers, with the ends of their range. */
function textsOfNumbers(numbers: Numbers, write: Write): Readonly<Record<string, string>> {
  const all = listOf(numbers);
  const ends = [Math.min(...all), Math.max(...all)].map((end) => write(end, all.indexOf(end)));
  return { ...textsOf(numbers, write), least: ends[0], most: ends[1] };
}

/** A predicate that compares each number with one limit. */
const comparedBy =
  (isSo: (value: number, limit: number) => boolean) =>
  (numbers: Numbers, limit: number, sentence = "{all} against {limit}.", write: Write = withDecimals(2)): Checked => ({
    holds: listOf(numbers).every((value) => isSo(value, limit)),
    because: fillBlanks(sentence, { ...textsOfNumbers(numbers, write), limit: write(limit, 0) }),
  });

/** Whether a number, or each of several, is more than a limit. */
export const isAbove = comparedBy((value, limit) => value > limit);
/** Whether it is less than a limit. */
export const isBelow = comparedBy((value, limit) => value < limit);
/** Whether it is a limit or more. */
export const isAtLeast = comparedBy((value, limit) => value >= limit);
/** Whether it is a limit or less. */
export const isAtMost = comparedBy((value, limit) => value <= limit);

/** Whether a number, or each of several, lies in a range, its ends included. */
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

/** Whether a number is another, but for a part of the latter. */
export function isNear(
  value: number,
  other: number,
  part: number,
  sentence = "{} against {limit}.",
  write: Write = withDecimals(2),
): Checked {
  return { ...isAtMost(value, other, sentence, write), holds: Math.abs(value - other) <= part * Math.abs(other) };
}

/** Whether each number is more than the one before. */
export function increases(numbers: readonly number[], sentence = "One after the other: {list}.", write: Write = withDecimals(2)): Checked {
  return {
    holds: numbers.slice(1).every((value, i) => value > numbers[i]),
    because: fillBlanks(sentence, textsOfNumbers(numbers, write)),
  };
}

/** Whether the number of that name is the largest; `{first}` and `{next}` are the names of the two largest, `{0}` and `{1}` their numbers. */
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

/** Whether a value, or each of several, lies above 0 by more than chance explains. */
export function isBeyondChance(values: Value | readonly Value[], sentence = "{all}.", write: (value: Value) => string = sayValue): Checked {
  return { holds: listOf(values).every((value) => isSurelyAbove(value)), because: fillBlanks(sentence, textsOf(values, write)) };
}
const sayValue = (value: Value) => `${value.value.toFixed(2)} ± ${errorOf(value).toFixed(2)}`;

/** Two numbers of one thing, and the name of the thing as a reason has it: `at half duplex`. */
export interface NamedPair {
  readonly name: string;
  readonly pair: readonly [less: number, more: number];
}

/** Whether of each pair the first number is less than the second: `9.1 s against 9.4 s at half duplex, …`. */
export function isLessInEach(pairs: readonly NamedPair[], write: Write = withDecimals(2)): Checked {
  return {
    holds: pairs.every(({ pair: [less, more] }) => less < more),
    because: `${pairs.map(({ name, pair: [less, more] }) => `${write(less, 0)} against ${write(more, 1)} ${name}`).join(", ")}.`,
  };
}

/** Whether something is true of all; `{count}` is of how many it is true, and `{of}` how many there are. */
export function isTrueOfAll<Of>(all: readonly Of[], isSo: (each: Of, place: number) => boolean, sentence: string): Checked {
  const count = all.filter(isSo).length;
  return { holds: count === all.length, because: fillBlanks(sentence, { count: String(count), of: String(all.length) }) };
}
