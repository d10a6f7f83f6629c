/** The contract of a kind of question: how a question is read and written, what its true answer is, and how a response is graded. */
import type { ValidationIssue } from "../../core/base/errors.ts";
import type { Document } from "../../core/scenario/document.ts";
import type { AvailableResults } from "../measures.ts";

/**
 * A student's response: a number, a tapped channel with its opposite channel, the index of an option, a text, or a sketched curve: its
 * heights at equal distances along the horizontal axis, from 0 to 1, and null where nothing is drawn.
 */
export type StudentResponse =
  | { readonly number: number; readonly back?: number }
  | { readonly text: string }
  | { readonly sketch: readonly (number | null)[] };

/** The grade of a response; `open` if the question has no true answer. */
export type Grade = "right" | "close" | "wrong" | "open";

/** A kind of question. `Q` is the type of its questions, `T` that of their true answers. */
export interface QuestionKind<Q, T> {
  readonly id: string;
  /** The student's task in the imperative, as the menu lists it. */
  readonly title: string;
  /** Whether an answer line has the result of the run. */
  readonly hasResultInLine: boolean;
  /** A new question about a document. */
  create(document: Document): Q;
  /** Reads a question. Faults are added to `issues`; if there are any, the result is null. */
  read(raw: Readonly<Record<string, unknown>>, path: string, document: Document, issues: ValidationIssue[]): Q | null;
  /** The question as in a lesson file, without defaults. */
  write(question: Q): Readonly<Record<string, unknown>>;
  /** The true answer; null until the results that it needs are available. */
  truth(question: Q, availableResults: AvailableResults): T | null;
  grade(question: Q, response: StudentResponse, truth: T): Grade;
  /** Response and true answer as parts of an answer line, without spaces. */
  writeResponse(question: Q, response: StudentResponse): string;
  /** Null if the text is not a response to the question. */
  readResponse(question: Q, text: string): StudentResponse | null;
  writeTruth(question: Q, truth: T): string;
}

/** A number for an answer line: at most four significant digits, no zero before the decimal point. */
export function formatShortNumber(value: number): string {
  return String(Number(value.toPrecision(4))).replace(/^(-?)0\./, "$1.");
}

/** Parses a number of an answer line; the decimal separator may be a comma. */
export function parseShortNumber(text: string): number | null {
  return /^-?(\d{1,12}([.,]\d{0,9})?|[.,]\d{1,9})(e[-+]?\d{1,2})?$/.test(text) ? Number(text.replace(",", ".")) : null;
}
