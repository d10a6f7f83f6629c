/** Statistics of the answers of a class: five-number summaries, frequencies, and counts of correct answers. */
import type { SubmittedAnswer } from "./answers.ts";
import { questionKindOf, type Question, type Truth } from "./questions/index.ts";
import { sketchLength } from "./questions/sketch.ts";

export interface FiveNumberSummary {
  readonly count: number;
  readonly minimum: number;
  /** The quartiles, interpolated linearly between adjacent values. */
  readonly lowerQuartile: number;
  readonly median: number;
  readonly upperQuartile: number;
  readonly maximum: number;
}

/**
 * Count, minimum, quartiles and maximum of values, where quartiles are interpolated linearly between adjacent values; null for no values.
 */
export function summaryOf(values: readonly number[]): FiveNumberSummary | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const quantile = (fraction: number) => {
    const position = (sorted.length - 1) * fraction;
    const lower = Math.floor(position);
    const upperValue = sorted[lower + 1] ?? sorted[lower];
    return sorted[lower] + (upperValue - sorted[lower]) * (position - lower);
  };
  return {
    count: sorted.length,
    minimum: quantile(0),
    lowerQuartile: quantile(0.25),
    median: quantile(0.5),
    upperQuartile: quantile(0.75),
    maximum: quantile(1),
  };
}

/** The numeric answers of the students. */
export function numericResponses(answers: readonly SubmittedAnswer[]): readonly number[] {
  return answers.flatMap(({ response }) => (response !== null && "number" in response ? [response.number] : []));
}

/** The curves that students drew: heights from 0 to 1 at equal distances, null where nothing is drawn. */
export function sketchesOf(answers: readonly SubmittedAnswer[]): readonly (readonly (number | null)[])[] {
  return answers.flatMap(({ response }) => (response !== null && "sketch" in response ? [response.sketch] : []));
}

/** The summary of several sketches at each position; null where less than half of the students drew anything. */
export function sketchSummaries(sketches: readonly (readonly (number | null)[])[]): readonly (FiveNumberSummary | null)[] {
  return Array.from({ length: sketchLength }, (_, i) => {
    const heights = sketches.map((sketch) => sketch[i]).filter((height) => height !== null);
    return heights.length * 2 < sketches.length ? null : summaryOf(heights);
  });
}

/** The results of the runs, once per seed: two students with the same seed have seen the same run. */
export function resultsBySeed(answers: readonly SubmittedAnswer[]): readonly number[] {
  const bySeed = new Map<string, number>();
  for (const { line, result } of answers) if (result !== null) bySeed.set(`${line.seed} ${result}`, result);
  return [...bySeed.values()];
}

/** Values with their number of occurrences, the most frequent first. Ties are in ascending order of the values. */
export function frequenciesOf(values: readonly number[]): readonly (readonly [value: number, count: number])[] {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([a, m], [b, n]) => n - m || a - b);
}

/** How many students marked a value correctly, almost correctly, too high or too low. */
export interface GuessCounts {
  readonly right: number;
  readonly close: number;
  readonly tooMuch: number;
  readonly tooLittle: number;
  /** Number of answers above, and below, the result. Right answers do not count. */
  readonly above: number;
  readonly below: number;
}

/** Each student is graded by the result of their own run, or by the median of all results if theirs cannot be read. */
export function countGuesses(answers: readonly SubmittedAnswer[], question: Question): GuessCounts {
  const medianResult = summaryOf(resultsBySeed(answers))?.median ?? null;
  const counts = { right: 0, close: 0, tooMuch: 0, tooLittle: 0, above: 0, below: 0 };
  for (const { response, result } of answers) {
    const truth = result ?? medianResult;
    if (response === null || !("number" in response) || truth === null) continue;
    const grade = questionKindOf(question).grade(question, response, truth as Truth);
    if (grade === "right" || grade === "close") counts[grade]++;
    else counts[response.number > truth ? "tooMuch" : "tooLittle"]++;
    if (grade !== "right") counts[response.number > truth ? "above" : "below"]++;
  }
  return counts;
}
