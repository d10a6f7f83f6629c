/** Reads the text that a lecturer pastes: the answers of a class to one step, and remarks about lines that do not count. */
import { countOf } from "../words/numbers.ts";
import { type AnswerLine, deviceIn, longestLine, readLine } from "./line.ts";
import type { Said } from "./questions/contract.ts";
import { kindOf, type Question } from "./questions/index.ts";

/** Limits of one paste: number of lines, and length in characters. */
export const mostLines = 5000;
export const longestPaste = 1_000_000;

/** A submitted answer to the step. */
export interface Answer {
  /** Index of its line in the text, from 0. */
  readonly at: number;
  readonly line: AnswerLine;
  /** Null if the student gave no answer, or if it cannot be read. */
  readonly said: Said | null;
  /** The result of the run: a number, the index of an option, or a channel. Null if the question has no result or it cannot be read. */
  readonly result: number | null;
}

/** A remark about a line of the text, as the end of a sentence that begins with “Line 3”. */
export interface Remark {
  /** Index of the line, from 0. */
  readonly at: number;
  /**
   * `fault`: the line cannot be read, at all or in part. `again`: the device has answered again. `elsewhere`: the answer belongs to another
   * step or lesson. `differs`: the run gives another result here.
   */
  readonly is: "fault" | "again" | "elsewhere" | "differs";
  readonly why: string;
}

export interface Gathered {
  /** One answer per device, and one per line without a device token. */
  readonly answers: readonly Answer[];
  /** How many answers have no token. Equal answers without a token may come from one student or from several. */
  readonly withoutDevice: number;
  /** In the order of the lines. */
  readonly remarks: readonly Remark[];
  /** Number of answers to other steps of this lesson, by step from 1. */
  readonly otherSteps: ReadonlyMap<number, number>;
  /** Number of answers to other lessons, by name of the lesson. */
  readonly otherLessons: ReadonlyMap<string, number>;
  /** A sentence about text beyond the limits; empty if everything was read. */
  readonly cut: string;
}

/**
 * Extracts the answer from a line of a chat, where a bullet, the time and a name may precede it, and quotation marks may surround it. A
 * line without lesson and step is returned unchanged.
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
 * Reads the pasted text. A line that cannot be read gets a remark and does not affect the others. Each device has one answer: its last
 * readable one, however often it was sent or pasted. Each line without a token counts separately.
 * @param name of the lesson, as in the lines
 * @param step from 1
 */
export function gather(text: string, name: string, step: number, question: Question): Gathered {
  const whole = text.length > longestPaste ? text.slice(0, longestPaste) : text;
  const lines = whole.split(/\r\n|\r|\n/);
  const answers = new Map<string, Answer>();
  const remarks = new Map<number, Remark>();
  const remark = (at: number, is: Remark["is"], why: string) => remarks.set(at, { at, is, why });
  const otherSteps = new Map<number, number>();
  const otherLessons = new Map<string, number>();
  /** By device and step: the line that counts, and its fault. */
  const latest = new Map<string, { readonly at: number; readonly line: AnswerLine; readonly fault: string }>();
  for (const [at, raw] of lines.slice(0, mostLines).entries()) {
    if (isBlank(raw)) continue;
    const line = raw.length > 2 * longestLine ? readLine(raw) : readLine(withoutChat(raw));
    if (typeof line === "string") {
      remark(at, "fault", line);
      continue;
    }
    const isHere = line.lesson === name.toLowerCase() && line.step === step;
    const { answer, fault } = isHere ? answerIn(at, line, question) : { answer: null, fault: "" };
    if (fault !== "") remark(at, "fault", fault);
    if (isHere && answer === null) continue;
    const device = deviceIn(line);
    // A line without a token gets a key of its own.
    const key = device === "" ? `line ${at}` : `${line.lesson}.${line.step} ${device}`;
    const before = latest.get(key);
    if (before !== undefined) {
      if (isSameLine(before.line, line)) {
        remark(at, "again", `is line ${before.at + 1} again; it counts once`);
        continue;
      }
      const isReplacing = fault === "" || before.fault !== "";
      const [counts, left] = isReplacing ? [at, before] : [before.at, { at, fault }];
      if (left.fault === "") remark(left.at, "again", `was replaced by line ${counts + 1}, from the same device`);
      else remark(left.at, "fault", `${left.fault.split(";")[0]}; line ${counts + 1}, from the same device, counts`);
      if (!isReplacing) continue;
    }
    latest.set(key, { at, line, fault });
    if (answer !== null) {
      // Insert the answer again, so that answers stay in the order of their lines.
      answers.delete(key);
      answers.set(key, answer);
      continue;
    }
    const isOther = line.lesson !== name.toLowerCase();
    if (before === undefined && isOther) otherLessons.set(line.lesson, (otherLessons.get(line.lesson) ?? 0) + 1);
    if (before === undefined && !isOther) otherSteps.set(line.step, (otherSteps.get(line.step) ?? 0) + 1);
    remark(at, "elsewhere", isOther ? `belongs to the lesson “${line.lesson}”` : `belongs to step ${line.step}; it waits there`);
  }
  const all = [...answers.values()];
  return {
    answers: all,
    withoutDevice: all.filter(({ line }) => deviceIn(line) === "").length,
    remarks: [...remarks.values()].toSorted((a, b) => a.at - b.at),
    otherSteps,
    otherLessons,
    cut: cutOf(text, lines.length),
  };
}

/** Whether two lines have equal parts. */
function isSameLine(a: AnswerLine, b: AnswerLine): boolean {
  const textOf = ({ lesson, step, seed, said, result, marks = [], check }: AnswerLine) =>
    [lesson, step, seed, said, result, ...marks, check].join(" ");
  return textOf(a) === textOf(b);
}

/** Reads response and result separately, so that a fault in one does not lose the other. */
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

/** Whether a line has only spaces, or the byte order mark that some programs put at the beginning of a file. */
const isBlank = (text: string) => /^[\s\uFEFF]*$/.test(text);

function cutOf(text: string, lines: number): string {
  if (lines > mostLines) return `Only the first ${countOf(mostLines, "line", "lines")} are read. Paste the rest by itself.`;
  return text.length > longestPaste ? `Only the first ${countOf(longestPaste, "character", "characters")} are read.` : "";
}
