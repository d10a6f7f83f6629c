/**
 * An answer as one line of text, which a student sends and a lecturer pastes: `choke.2 27 .42 .372 d4k7m2x9q x4lqa`. It has the lesson and
 * step, the device's seed, the response, the result of the run, marks, and a check, which is a hash of all these parts and of the run's
 * fingerprint. An answer that is handed in before the run has `-` as its result: `choke.2 27 .42 - d4k7m2x9q x4lqa`.
 *
 * A mark is a letter followed by a value; `d` is the device token. Lines of earlier versions have no marks. Readers ignore unknown marks,
 * so later versions may add some.
 */
import { hashText } from "../core/base/hash.ts";
import { type StudentResponse, formatShortNumber } from "./questions/contract.ts";
import { countOf } from "../words/numbers.ts";
import { questionKindOf, type Question, type Truth } from "./questions/index.ts";
import { sketchLength } from "./questions/sketch.ts";

export interface AnswerLine {
  /** Name of the lesson: `choke`. */
  readonly lesson: string;
  /** From 1. */
  readonly step: number;
  /** 0 … 2³² − 1. */
  readonly seed: number;
  /** The student's response and the result of the run, as written in the line; `-` for no response, and for no result yet. */
  readonly response: string;
  readonly result: string;
  /** Marks in the order of the line, such as `d4k7m2x9q`. Absent if there are none. */
  readonly marks?: readonly string[];
  /** `x` and four letters or digits. */
  readonly check: string;
}

/** The parts of a valid line, for examples. */
const exampleParts = { device: "d4k7m2x9q", check: "x4lqa", head: "choke.2" } as const;
export const exampleLine = `${exampleParts.head} 27 .42 .372 ${exampleParts.device} ${exampleParts.check}`;

/** Format of a device token: 41 random bits, which do not identify the user. */
const deviceTokenPattern = /^[0-9a-z]{8}$/;

/** Creates a token for a device that has none. */
export function createDeviceToken(): string {
  const random = crypto.getRandomValues(new Uint32Array(8));
  return Array.from(random, (each) => (each % 36).toString(36)).join("");
}

/** Whether a text is a device token. */
export const isDeviceToken = (text: string): boolean => deviceTokenPattern.test(text);

/** The token of the device on which the line was made; empty for lines of earlier versions, which have none. */
export function deviceTokenOf({ marks = [] }: Pick<AnswerLine, "marks">): string {
  return marks.find((mark) => mark.startsWith("d") && isDeviceToken(mark.slice(1)))?.slice(1) ?? "";
}

/** How a line writes that it has no response, or no result. */
export const absentPart = "-";

/** The check of a line. @param fingerprint of the run that the answer refers to; empty before the run, and if no run is needed */
export function lineCheckOf({ lesson, step, seed, response, result, marks = [] }: Omit<AnswerLine, "check">, fingerprint: string): string {
  const text = [lesson, step, seed, response, result, ...marks, fingerprint].join(" ");
  return `x${hashText(text, 7).toString(36).padStart(7, "0").slice(-4)}`;
}

/** Writes an answer as a line, including its check. */
export function writeAnswerLine(answer: Omit<AnswerLine, "check">, fingerprint: string): string {
  const { lesson, step, seed, response, result, marks = [] } = answer;
  return [`${lesson}.${step}`, seed, response, result, ...marks, lineCheckOf(answer, fingerprint)].join(" ");
}

/**
 * The parts of an answer line, the line of text with which a student hands in an answer, without the check at its end.
 * @param step number of the step in the lesson, from 1
 * @param truth the result of the run; null before the run
 * @param device token of the device; empty for none
 */
export function answerLineOf(
  lesson: string,
  step: number,
  seed: number,
  question: Question,
  response: StudentResponse | null,
  truth: Truth | null,
  device = "",
): Omit<AnswerLine, "check"> {
  const kind = questionKindOf(question);
  const marks = device === "" ? [] : [`d${device}`];
  return {
    lesson,
    step,
    seed,
    response: response === null ? absentPart : kind.writeResponse(question, response),
    result: truth === null ? absentPart : kind.writeTruth(question, truth),
    marks,
  };
}

/** A valid line for a question, as an example for the lecturer. */
export function exampleLineFor(lesson: string, step: number, question: Question): string {
  const curve = `s${Array.from({ length: sketchLength }, (_, i) => (24 * i).toString(36).padStart(2, "0")).join("")}`;
  const middle = "from" in question ? formatShortNumber((question.from + question.to) / 2) : "3";
  const parts = {
    value: `${middle} ${middle}`,
    choice: "b a",
    channel: "c12 c40",
    goal: "3 .395",
    free: "~Queues -",
    sketch: `${curve} -`,
  }[question.is];
  return `${lesson}.${step} 27 ${parts} ${exampleParts.device} ${exampleParts.check}`;
}

/** Format of a mark: a letter, and a value without spaces. */
const markPattern = /^[a-z][\w.,:;~%+-]*$/;

/** Longest accepted line, in characters. */
export const maxAnswerLineLength = 600;

/**
 * Reads an answer line, the line of text with which a student hands in an answer: lesson and step, seed, response, result of the run, marks
 * (such as the device token), and a check. If it is invalid, the result is a text that completes a sentence beginning with “Line 3”.
 */
export function readAnswerLine(text: string): AnswerLine | string {
  if (text.length > maxAnswerLineLength) return `is longer than ${maxAnswerLineLength} characters`;
  const parts = text.trim().split(/\s+/);
  if (parts.length < 5) return `has ${countOf(parts.length, "part", "parts")}; expected at least five, such as ${exampleLine}`;
  const [lessonAndStep, seed, response, result] = parts;
  const [marks, check] = [parts.slice(4, -1), parts[parts.length - 1]];
  const [, lesson, step] = /^([a-z][a-z0-9-]{0,39})\.(\d{1,3})$/i.exec(lessonAndStep) ?? [];
  if (lesson === undefined) return `begins with “${lessonAndStep.slice(0, 30)}”; expected lesson and step, such as ${exampleParts.head}`;
  if (!/^\d{1,10}$/.test(seed) || Number(seed) >= 2 ** 32)
    return `has the seed “${seed.slice(0, 20)}”; expected a whole number, 0 to 4294967295, such as 27`;
  if (!/^x[0-9a-z]{4}$/.test(check)) return `ends in “${check.slice(0, 20)}”; expected a check, such as ${exampleParts.check}`;
  const invalidMark = marks.find((mark) => !markPattern.test(mark));
  if (invalidMark !== undefined)
    return `has “${invalidMark.slice(0, 20)}” before its check; expected a mark, such as ${exampleParts.device}`;
  return {
    lesson: lesson.toLowerCase(),
    step: Number(step),
    seed: Number(seed),
    response,
    result,
    ...(marks.length > 0 ? { marks } : {}),
    check,
  };
}
