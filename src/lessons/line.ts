/**
 * An answer as one line, which a student sends and a lecturer pastes: `choke.2 27 .42 .372 x4lqa`. Lesson and step, the device's seed, what
 * was said, what came out, and a check over all of it and the fingerprint of the run.
 */
import { hashText } from "../core/base/hash.ts";
import type { Said } from "./questions/contract.ts";
import { countOf } from "../words/numbers.ts";
import { kindOf, type Question, type Truth } from "./questions/index.ts";

export interface AnswerLine {
  /** Name of the lesson: `choke`. */
  readonly lesson: string;
  /** From 1. */
  readonly step: number;
  /** 0 … 2³² − 1. */
  readonly seed: number;
  /** What was said and what came out, as the line has them. */
  readonly said: string;
  readonly result: string;
  /** `x` and four letters or digits. */
  readonly check: string;
}

/** The check of a line. @param fingerprint of the run that the answer is about; empty where none is needed */
export function checkOf({ lesson, step, seed, said, result }: Omit<AnswerLine, "check">, fingerprint: string): string {
  const text = [lesson, step, seed, said, result, fingerprint].join(" ");
  return `x${hashText(text, 7).toString(36).padStart(7, "0").slice(-4)}`;
}

/** Writes an answer. */
export function writeLine(answer: Omit<AnswerLine, "check">, fingerprint: string): string {
  const { lesson, step, seed, said, result } = answer;
  return `${lesson}.${step} ${seed} ${said} ${result} ${checkOf(answer, fingerprint)}`;
}

/** The parts of a line that is to be checked. */
export function answerOf(
  lesson: string,
  step: number,
  seed: number,
  question: Question,
  said: Said | null,
  truth: Truth,
): Omit<AnswerLine, "check"> {
  const kind = kindOf(question);
  return { lesson, step, seed, said: said === null ? "-" : kind.writeSaid(question, said), result: kind.writeTruth(question, truth) };
}

/** Longest line that is read, characters. */
export const longestLine = 600;

/** Reads a line; a text says what is wrong with it, as the end of a sentence that begins with “Line 3”. */
export function readLine(text: string): AnswerLine | string {
  if (text.length > longestLine) return `is longer than ${longestLine} characters`;
  const parts = text.trim().split(/\s+/);
  const [name, seed, said, result, check] = parts;
  if (parts.length !== 5) return `has ${countOf(parts.length, "part", "parts")}; expected five, as choke.2 27 .42 .372 x4lqa`;
  const [, lesson, step] = /^([a-z][a-z0-9-]{0,39})\.(\d{1,3})$/i.exec(name) ?? [];
  if (lesson === undefined) return `begins with “${name.slice(0, 30)}”; expected lesson and step, as choke.2`;
  if (!/^\d{1,10}$/.test(seed) || Number(seed) >= 2 ** 32) return `has the seed “${seed.slice(0, 20)}”; expected a whole number`;
  if (!/^x[0-9a-z]{4}$/.test(check)) return `ends in “${check.slice(0, 20)}”; expected a check such as x4lqaa`;
  return { lesson: lesson.toLowerCase(), step: Number(step), seed: Number(seed), said, result, check };
}
