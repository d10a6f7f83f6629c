/** What a kind of question is: how it is read and written, what is true, and how what somebody said compares with it. */
import type { ValidationIssue } from "../../core/base/errors.ts";
import type { Document } from "../../core/scenario/document.ts";
import type { Found } from "../measures.ts";

/** What somebody said: a number, the channel tapped with the one that leads back, the place of an option from 0, or words. */
export type Said = { readonly number: number; readonly back?: number } | { readonly text: string };

/** How what was said compares with what is true. */
export type Standing = "right" | "close" | "wrong" | "open";

/** A kind of question; `Q` is one of its questions, `T` what is true of it. */
export interface QuestionKind<Q, T> {
  readonly id: string;
  /** As the menu lists it, in the imperative: what the student does. */
  readonly title: string;
  /** A question to begin with, of this document. */
  begin(document: Document): Q;
  /** Reads one; faults are added to the list, and it is null where there are any. */
  read(raw: Readonly<Record<string, unknown>>, path: string, document: Document, issues: ValidationIssue[]): Q | null;
  /** As a file has it, defaults left out. */
  write(question: Q): Readonly<Record<string, unknown>>;
  /** What is true; null while what it needs is not in. */
  truth(question: Q, found: Found): T | null;
  judge(question: Q, said: Said, truth: T): Standing;
  /** What was said, and what is true, in a line of answers: without spaces. */
  writeSaid(question: Q, said: Said): string;
  /** Null where a line has none such. */
  readSaid(question: Q, text: string): Said | null;
  writeTruth(question: Q, truth: T): string;
}

/** A number in a line of answers: at most four digits that count, no zero before the point. */
export function shortNumber(value: number): string {
  return String(Number(value.toPrecision(4))).replace(/^(-?)0\./, "$1.");
}

/** Reads a number of a line; a comma before decimals is taken as a point. */
export function numberIn(text: string): number | null {
  return /^-?(\d{1,12}([.,]\d{0,9})?|[.,]\d{1,9})(e[-+]?\d{1,2})?$/.test(text) ? Number(text.replace(",", ".")) : null;
}
