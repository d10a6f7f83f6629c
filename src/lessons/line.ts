/**
 * An answer as one line of text, which a student sends and a lecturer pastes: `choke.2 27 .42 .372 d4k7m2x9q x4lqa`. It has the lesson and
 * step, the device's seed, the response, the result of the run, marks, and a check over all of them and the run's fingerprint.
 *
 * A mark is a letter followed by a value; `d` is the device token. Lines of earlier versions have no marks. Readers ignore unknown marks,
 * so later versions may add some.
 */
import { hashText } from "../core/base/hash.ts";
import { type Said, shortNumber } from "./questions/contract.ts";
import { countOf } from "../words/numbers.ts";
import { kindOf, type Question, type Truth } from "./questions/index.ts";

export interface AnswerLine {
  /** Name of the lesson: `choke`. */
  readonly lesson: string;
  /** From 1. */
  readonly step: number;
  /** 0 … 2³² − 1. */
  readonly seed: number;
  /** The student's response and the result of the run, as written in the line. */
  readonly said: string;
  readonly result: string;
  /** Marks in the order of the line, such as `d4k7m2x9q`. Absent if there are none. */
  readonly marks?: readonly string[];
  /** `x` and four letters or digits. */
  readonly check: string;
}

/** The parts of a valid line, for examples. */
const sample = { device: "d4k7m2x9q", check: "x4lqa", head: "choke.2" } as const;
export const exampleLine = `${sample.head} 27 .42 .372 ${sample.device} ${sample.check}`;

/** Format of a device token: 41 random bits, which do not identify the user. */
const deviceForm = /^[0-9a-z]{8}$/;

/** Creates a token for a device that has none. */
export function newDevice(): string {
  const random = crypto.getRandomValues(new Uint32Array(8));
  return Array.from(random, (each) => (each % 36).toString(36)).join("");
}

/** Whether a text is a device token. */
export const isDevice = (text: string): boolean => deviceForm.test(text);

/** The token of the device on which the line was made; empty for lines of earlier versions, which have none. */
export function deviceIn({ marks = [] }: Pick<AnswerLine, "marks">): string {
  return marks.find((mark) => mark.startsWith("d") && isDevice(mark.slice(1)))?.slice(1) ?? "";
}

/** The check of a line. @param fingerprint of the run that the answer refers to; empty if no run is needed */
export function checkOf({ lesson, step, seed, said, result, marks = [] }: Omit<AnswerLine, "check">, fingerprint: string): string {
  const text = [lesson, step, seed, said, result, ...marks, fingerprint].join(" ");
  return `x${hashText(text, 7).toString(36).padStart(7, "0").slice(-4)}`;
}

/** Writes an answer as a line, including its check. */
export function writeLine(answer: Omit<AnswerLine, "check">, fingerprint: string): string {
  const { lesson, step, seed, said, result, marks = [] } = answer;
  return [`${lesson}.${step}`, seed, said, result, ...marks, checkOf(answer, fingerprint)].join(" ");
}

/** The parts of an answer line, without the check. @param device its token; empty for none */
export function answerOf(
  lesson: string,
  step: number,
  seed: number,
  question: Question,
  said: Said | null,
  truth: Truth,
  device = "",
): Omit<AnswerLine, "check"> {
  const kind = kindOf(question);
  const marks = device === "" ? [] : [`d${device}`];
  return {
    lesson,
    step,
    seed,
    said: said === null ? "-" : kind.writeSaid(question, said),
    result: kind.writeTruth(question, truth),
    marks,
  };
}

/** A valid line for a question, as an example for the lecturer. */
export function exampleFor(lesson: string, step: number, question: Question): string {
  const middle = "from" in question ? shortNumber((question.from + question.to) / 2) : "3";
  const parts = { value: `${middle} ${middle}`, choice: "b a", channel: "c12 c40", goal: "3 .395", free: "~Queues -" }[question.is];
  return `${lesson}.${step} 27 ${parts} ${sample.device} ${sample.check}`;
}

/** Format of a mark: a letter, and a value without spaces. */
const markForm = /^[a-z][\w.,:;~%+-]*$/;

/** Longest accepted line, in characters. */
export const longestLine = 600;

/** Reads a line. If it is invalid, the result is a text that completes a sentence beginning with “Line 3”. */
export function readLine(text: string): AnswerLine | string {
  if (text.length > longestLine) return `is longer than ${longestLine} characters`;
  const parts = text.trim().split(/\s+/);
  if (parts.length < 5) return `has ${countOf(parts.length, "part", "parts")}; expected at least five, as ${exampleLine}`;
  const [name, seed, said, result] = parts;
  const [marks, check] = [parts.slice(4, -1), parts[parts.length - 1]];
  const [, lesson, step] = /^([a-z][a-z0-9-]{0,39})\.(\d{1,3})$/i.exec(name) ?? [];
  if (lesson === undefined) return `begins with “${name.slice(0, 30)}”; expected lesson and step, as ${sample.head}`;
  if (!/^\d{1,10}$/.test(seed) || Number(seed) >= 2 ** 32)
    return `has the seed “${seed.slice(0, 20)}”; expected a whole number, 0 to 4294967295, as 27`;
  if (!/^x[0-9a-z]{4}$/.test(check)) return `ends in “${check.slice(0, 20)}”; expected a check, as ${sample.check}`;
  const odd = marks.find((mark) => !markForm.test(mark));
  if (odd !== undefined) return `has “${odd.slice(0, 20)}” before its check; expected a mark, as ${sample.device}`;
  return {
    lesson: lesson.toLowerCase(),
    step: Number(step),
    seed: Number(seed),
    said,
    result,
    ...(marks.length > 0 ? { marks } : {}),
    check,
  };
}
