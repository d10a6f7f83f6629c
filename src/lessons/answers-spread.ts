/** Statistics of the answers of a class: five-number summaries, frequencies, and counts of correct answers. */
import type { Answer } from "./answers.ts";
import { kindOf, type Question, type Truth } from "./questions/index.ts";

export interface Spread {
  readonly count: number;
  readonly least: number;
  /** The quartiles, interpolated linearly between adjacent values. */
  readonly low: number;
  readonly median: number;
  readonly high: number;
  readonly most: number;
}

/** Minimum, quartiles and maximum of values; null for none. */
export function spreadOf(values: readonly number[]): Spread | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number) => {
    const place = (sorted.length - 1) * part;
    const before = Math.floor(place);
    const next = sorted[before + 1] ?? sorted[before];
    return sorted[before] + (next - sorted[before]) * (place - before);
  };
  return { count: sorted.length, least: at(0), low: at(0.25), median: at(0.5), high: at(0.75), most: at(1) };
}

/** The numeric answers of the students. */
export function saidIn(answers: readonly Answer[]): readonly number[] {
  return answers.flatMap(({ said }) => (said !== null && "number" in said ? [said.number] : []));
}

/** The results of the runs, once per seed: two students with the same seed have seen the same run. */
export function resultsIn(answers: readonly Answer[]): readonly number[] {
  const once = new Map<string, number>();
  for (const { line, result } of answers) if (result !== null) once.set(`${line.seed} ${result}`, result);
  return [...once.values()];
}

/** Values with their number of occurrences, the most frequent first. Ties are in ascending order of the values. */
export function countsOf(values: readonly number[]): readonly (readonly [value: number, count: number])[] {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([a, m], [b, n]) => n - m || a - b);
}

/** How many students marked a value correctly, almost correctly, too high or too low. */
export interface Guesses {
  readonly right: number;
  readonly close: number;
  readonly tooMuch: number;
  readonly tooLittle: number;
  /** Answers that are not right, whether close or wrong, by direction. */
  readonly above: number;
  readonly below: number;
}

/** Each student is graded by the result of their own run, or by the median of all results if theirs cannot be read. */
export function guessesIn(answers: readonly Answer[], question: Question): Guesses {
  const middle = spreadOf(resultsIn(answers))?.median ?? null;
  const found = { right: 0, close: 0, tooMuch: 0, tooLittle: 0, above: 0, below: 0 };
  for (const { said, result } of answers) {
    const truth = result ?? middle;
    if (said === null || !("number" in said) || truth === null) continue;
    const standing = kindOf(question).judge(question, said, truth as Truth);
    if (standing === "right" || standing === "close") found[standing]++;
    else found[said.number > truth ? "tooMuch" : "tooLittle"]++;
    if (standing !== "right") found[said.number > truth ? "above" : "below"]++;
  }
  return found;
}
