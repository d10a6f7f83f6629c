/** Reads the text that a lecturer pastes: the answers of a class to one step, and remarks about lines that do not count. */
import { countOf } from "../words/numbers.ts";
import { absentPart, type AnswerLine, deviceTokenOf, maxAnswerLineLength, readAnswerLine } from "./answer-line.ts";
import type { StudentResponse } from "./questions/contract.ts";
import { questionKindOf, type Question } from "./questions/index.ts";

/** Limits of one paste: number of lines, and length in characters. */
export const maxAnswerLines = 5000;
export const maxPasteLength = 1_000_000;

/** A submitted answer to the step. */
export interface SubmittedAnswer {
  /** Index of the answer's line in the pasted text, from 0. */
  readonly lineIndex: number;
  readonly line: AnswerLine;
  /** Null if the student gave no answer, or if it cannot be read. */
  readonly response: StudentResponse | null;
  /**
   * The result of the run: a number, the index of an option, or a channel. Null if the question has no result, it cannot be read, or the
   * answer was handed in before the run.
   */
  readonly result: number | null;
}

/** A remark about a line of the text, as the end of a sentence that begins with “Line 3”. */
export interface Remark {
  /** Index of the line, from 0. */
  readonly lineIndex: number;
  /**
   * `fault`: the line cannot be read, at all or in part. `again`: the device has answered again. `elsewhere`: the answer belongs to another
   * step or lesson. `differs`: the run gives another result here.
   */
  readonly is: "fault" | "again" | "elsewhere" | "differs";
  readonly why: string;
}

export interface AnswerCollection {
  /** One answer per device, and one per line without a device token. */
  readonly answers: readonly SubmittedAnswer[];
  /** How many answers have no token. Equal answers without a token may come from one student or from several. */
  readonly withoutDevice: number;
  /** In the order of the lines. */
  readonly remarks: readonly Remark[];
  /** Number of answers to other steps of this lesson, by step from 1. */
  readonly otherSteps: ReadonlyMap<number, number>;
  /** Number of answers to other lessons, by name of the lesson. */
  readonly otherLessons: ReadonlyMap<string, number>;
  /** A sentence about text beyond the limits; empty if everything was read. */
  readonly truncation: string;
}

/**
 * Extracts the answer from a line of a chat, where a bullet, the time and a name may precede it, and quotation marks may surround it. A
 * line without lesson and step is returned unchanged.
 */
export function extractAnswerText(text: string): string {
  const tokens = text.trim().split(/\s+/);
  for (const [i, token] of tokens.entries()) {
    const [, name] = /(?:^|[^\p{L}\p{N}.-])([a-z][a-z0-9-]{0,39}\.\d{1,3})$/iu.exec(token) ?? [];
    if (name === undefined || !/^\d+$/.test(tokens[i + 1] ?? "")) continue;
    const remaining = tokens.slice(i + 1).join(" ");
    return `${name} ${remaining.replace(/[\s"'”’»`.,;)\]]+$/u, "")}`;
  }
  return text.trim();
}

/** Whether a text has a line that is an answer, of any lesson and step. */
export function hasAnswerLine(text: string): boolean {
  const lines = text.slice(0, maxPasteLength).split(/\r\n|\r|\n/, maxAnswerLines);
  return lines.some((line) => line.length <= 2 * maxAnswerLineLength && typeof readAnswerLine(extractAnswerText(line)) !== "string");
}

/**
 * Collects the answers to one step of a lesson from the lines that a lecturer pasted. A line that cannot be read gets a remark and does not
 * affect the others. Each device has one answer: its last readable one, however often it was sent or pasted. Each line without a device
 * token counts separately.
 * @param name name of the lesson, as in the lines
 * @param step from 1
 */
export function collectAnswers(text: string, name: string, step: number, question: Question): AnswerCollection {
  const accepted = text.length > maxPasteLength ? text.slice(0, maxPasteLength) : text;
  const lines = accepted.split(/\r\n|\r|\n/);
  const answers = new Map<string, SubmittedAnswer>();
  const remarks = new Map<number, Remark>();
  const addRemark = (lineIndex: number, is: Remark["is"], why: string) => remarks.set(lineIndex, { lineIndex, is, why });
  const otherSteps = new Map<number, number>();
  const otherLessons = new Map<string, number>();
  /** By lesson, step and device: the line that counts, its index, and its fault. */
  const latest = new Map<string, { readonly lineIndex: number; readonly line: AnswerLine; readonly fault: string }>();
  for (const [lineIndex, rawLine] of lines.slice(0, maxAnswerLines).entries()) {
    if (isBlank(rawLine)) continue;
    const line = rawLine.length > 2 * maxAnswerLineLength ? readAnswerLine(rawLine) : readAnswerLine(extractAnswerText(rawLine));
    if (typeof line === "string") {
      addRemark(lineIndex, "fault", line);
      continue;
    }
    const isThisStep = line.lesson === name.toLowerCase() && line.step === step;
    const { answer, fault } = isThisStep ? readAnswer(lineIndex, line, question) : { answer: null, fault: "" };
    if (fault !== "") addRemark(lineIndex, "fault", fault);
    if (isThisStep && answer === null) continue;
    const device = deviceTokenOf(line);
    // A line without a token gets a separate key.
    const key = device === "" ? `line ${lineIndex}` : `${line.lesson}.${line.step} ${device}`;
    // Of several lines of a device, the last readable line counts.
    const previous = latest.get(key);
    if (previous !== undefined) {
      if (isSameLine(previous.line, line)) {
        addRemark(lineIndex, "again", `repeats line ${previous.lineIndex + 1}; it counts once`);
        continue;
      }
      const isReplacing = fault === "" || previous.fault !== "";
      const [countedIndex, superseded] = isReplacing ? [lineIndex, previous] : [previous.lineIndex, { lineIndex, fault }];
      if (superseded.fault === "")
        addRemark(superseded.lineIndex, "again", `was replaced by line ${countedIndex + 1}, from the same device`);
      else
        addRemark(
          superseded.lineIndex,
          "fault",
          `${superseded.fault.split(";")[0]}; line ${countedIndex + 1}, from the same device, counts`,
        );
      if (!isReplacing) continue;
    }
    latest.set(key, { lineIndex, line, fault });
    if (answer !== null) {
      // Insert the answer again, so that answers stay in the order of their lines.
      answers.delete(key);
      answers.set(key, answer);
      continue;
    }
    // The line belongs to another step or lesson.
    const isOtherLesson = line.lesson !== name.toLowerCase();
    if (previous === undefined && isOtherLesson) otherLessons.set(line.lesson, (otherLessons.get(line.lesson) ?? 0) + 1);
    if (previous === undefined && !isOtherLesson) otherSteps.set(line.step, (otherSteps.get(line.step) ?? 0) + 1);
    addRemark(
      lineIndex,
      "elsewhere",
      isOtherLesson ? `belongs to the lesson “${line.lesson}”` : `belongs to step ${line.step} and is shown there`,
    );
  }
  const collected = [...answers.values()];
  return {
    answers: collected,
    withoutDevice: collected.filter(({ line }) => deviceTokenOf(line) === "").length,
    remarks: [...remarks.values()].toSorted((a, b) => a.lineIndex - b.lineIndex),
    otherSteps,
    otherLessons,
    truncation: truncationOf(text, lines.length),
  };
}

/** Whether two lines have equal parts. */
function isSameLine(a: AnswerLine, b: AnswerLine): boolean {
  const textOf = ({ lesson, step, seed, response, result, marks = [], check }: AnswerLine) =>
    [lesson, step, seed, response, result, ...marks, check].join(" ");
  return textOf(a) === textOf(b);
}

/**
 * Reads the response of the student and the result of the run from an answer line. Each is read separately, so that a fault in one does not
 * lose the other; the answer is null if neither can be read. `fault` completes a sentence that begins with “Line 3”; it is empty if there
 * is none.
 */
function readAnswer(
  lineIndex: number,
  line: AnswerLine,
  question: Question,
): { readonly answer: SubmittedAnswer | null; readonly fault: string } {
  const kind = questionKindOf(question);
  const response = line.response === absentPart ? null : kind.readResponse(question, line.response);
  // Results are written like responses. The line of a text or a sketch has no result.
  const hasResult = kind.hasResultInLine;
  const resultResponse = hasResult ? kind.readResponse(question, line.result) : null;
  const result = resultResponse !== null && "number" in resultResponse ? resultResponse.number : null;
  const isResponseInvalid = response === null && line.response !== absentPart;
  const isResultAbsent = hasResult && line.result === absentPart;
  const isResultInvalid = hasResult && result === null && !isResultAbsent;
  const quoted = (text: string) => `“${text.slice(0, 20)}”`;
  if (isResponseInvalid && (isResultInvalid || isResultAbsent || !hasResult)) {
    return { answer: null, fault: `has ${quoted(line.response)}, which is not an answer to this question` };
  }
  if (response === null && isResultAbsent) return { answer: null, fault: "has neither an answer nor a result" };
  const resultFault = isResultInvalid
    ? `has the result ${quoted(line.result)}, which cannot be read; ${response === null ? "it does not count" : "its answer counts"}`
    : "";
  const fault = isResponseInvalid
    ? `says ${quoted(line.response)}, which is not an answer to this question; its result counts`
    : resultFault;
  return { answer: isResultInvalid && response === null ? null : { lineIndex, line, response, result }, fault };
}

/** Whether a line has only spaces, or the byte order mark that some programs put at the beginning of a file. */
const isBlank = (text: string) => /^[\s\uFEFF]*$/.test(text);

function truncationOf(text: string, lines: number): string {
  if (lines > maxAnswerLines) return `Only the first ${countOf(maxAnswerLines, "line", "lines")} are read. Paste the rest separately.`;
  return text.length > maxPasteLength ? `Only the first ${countOf(maxPasteLength, "character", "characters")} are read.` : "";
}
