/** What a class has handed in: the text that a lecturer pastes → the answers to one step, and what is wrong with the other lines. */
import { countOf } from "../words/numbers.ts";
import { type AnswerLine, longestLine, readLine } from "./line.ts";
import type { Said } from "./questions/contract.ts";
import { kindOf, type Question } from "./questions/index.ts";

/** Most lines, and longest text, characters, that are read at once. */
export const mostLines = 5000;
export const longestPaste = 1_000_000;

/** One answer to the step. */
export interface Answer {
  /** Its line in the text, from 0. */
  readonly at: number;
  readonly line: AnswerLine;
  /** Null where nothing was said, or what was said cannot be read. */
  readonly said: Said | null;
  /** What came out: a number, the place of an option or a channel; null where the kind has none or it cannot be read. */
  readonly result: number | null;
}

/** A word on a line of the text, as the end of a sentence that begins with “Line 3”. */
export interface Remark {
  /** From 0. */
  readonly at: number;
  /** Not readable at all or in part; the same answer again; an answer to another step or lesson; one that does not come out the same. */
  readonly is: "fault" | "again" | "elsewhere" | "differs";
  readonly why: string;
}

export interface Gathered {
  readonly answers: readonly Answer[];
  /** In the order of the lines. */
  readonly remarks: readonly Remark[];
  /** Answers that wait for other steps of this lesson, by step from 1. */
  readonly otherSteps: ReadonlyMap<number, number>;
  /** Answers to other lessons, by their names. */
  readonly otherLessons: ReadonlyMap<string, number>;
  /** What was too much to read, as a sentence; empty where all was read. */
  readonly cut: string;
}

/**
 * The answer within a line of a chat, which may put a bullet, the time and a name before it, and quotation marks around it. A line
 * in which no lesson and step is found stays as it is.
 */
export function withoutChat(text: string): string {
  const tokens = text.trim().split(/\s+/);
  for (const [i, token] of tokens.entries()) {
    const [, name] = /(?:^|[^\p{L}\p{N}.-])([a-z][a-z0-9-]{0,39}\.\d{1,3})$/iu.exec(token) ?? [];
    if (name === undefined || !/^\d+$/.test(tokens[i + 1] ?? "")) continue;
    const rest = tokens.slice(i + 1).join(" ");
    return `${name} ${rest.replace(/[\s"'”’»`.,;)\]]+$/u, "")}`;
  }
  return text.trim();
}

/**
 * Reads what was pasted. A line that cannot be read is named and costs no other.
 * @param name of the lesson, as its lines have it
 * @param step from 1
 */
export function gather(text: string, name: string, step: number, question: Question): Gathered {
  const whole = text.length > longestPaste ? text.slice(0, longestPaste) : text;
  const lines = whole.split(/\r\n|\r|\n/);
  const answers: Answer[] = [];
  const remarks: Remark[] = [];
  const otherSteps = new Map<number, number>();
  const otherLessons = new Map<string, number>();
  const first = new Map<string, number>();
  for (const [at, raw] of lines.slice(0, mostLines).entries()) {
    if (isBlank(raw)) continue;
    const read = raw.length > 2 * longestLine ? readLine(raw) : readLine(withoutChat(raw));
    if (typeof read === "string") {
      remarks.push({ at, is: "fault", why: read });
      continue;
    }
    const key = [read.lesson, read.step, read.seed, read.said, read.result, read.check].join(" ");
    const before = first.get(key);
    if (before !== undefined) {
      remarks.push({ at, is: "again", why: `is line ${before + 1} again; it counts once` });
      continue;
    }
    first.set(key, at);
    if (read.lesson !== name.toLowerCase()) {
      otherLessons.set(read.lesson, (otherLessons.get(read.lesson) ?? 0) + 1);
      remarks.push({ at, is: "elsewhere", why: `belongs to the lesson “${read.lesson}”` });
    } else if (read.step !== step) {
      otherSteps.set(read.step, (otherSteps.get(read.step) ?? 0) + 1);
      remarks.push({ at, is: "elsewhere", why: `belongs to step ${read.step}; it waits there` });
    } else {
      const { answer, fault } = answerIn(at, read, question);
      if (answer !== null) answers.push(answer);
      if (fault !== "") remarks.push({ at, is: "fault", why: fault });
    }
  }
  return { answers, remarks, otherSteps, otherLessons, cut: cutOf(text, lines.length) };
}

/** An answer whose parts are read on their own: one that cannot be read leaves the other. */
function answerIn(at: number, line: AnswerLine, question: Question): { readonly answer: Answer | null; readonly fault: string } {
  const kind = kindOf(question);
  const said = line.said === "-" ? null : kind.readSaid(question, line.said);
  const hasResult = question.is !== "free";
  const came = hasResult ? kind.readSaid(question, line.result) : null;
  const result = came !== null && "number" in came ? came.number : null;
  const isSaidBad = said === null && line.said !== "-";
  const isResultBad = hasResult && result === null;
  const quoted = (text: string) => `“${text.slice(0, 20)}”`;
  if (isSaidBad && (isResultBad || !hasResult)) {
    return { answer: null, fault: `has ${quoted(line.said)}, which is no answer to this question` };
  }
  const fault = isSaidBad
    ? `says ${quoted(line.said)}, which is no answer to this question; its result counts`
    : isResultBad
      ? `has the result ${quoted(line.result)}, which cannot be read; ${said === null ? "it does not count" : "what was said counts"}`
      : "";
  return { answer: isResultBad && said === null ? null : { at, line, said, result }, fault };
}

/** Nothing but spaces, and the mark with which some programs begin a file. */
const isBlank = (text: string) => /^[\s\uFEFF]*$/.test(text);

function cutOf(text: string, lines: number): string {
  if (lines > mostLines) return `Only the first ${countOf(mostLines, "line", "lines")} are read. Paste the rest by itself.`;
  return text.length > longestPaste ? `Only the first ${countOf(longestPaste, "character", "characters")} are read.` : "";
}
