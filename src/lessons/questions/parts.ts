/** What several kinds of questions read in the same way. */
import { show, type ValidationIssue } from "../../core/base/errors.ts";
import { type Document, letterOf } from "../../core/scenario/document.ts";
import { type Measure, measureOf, measures } from "../measures.ts";

type Raw = Readonly<Record<string, unknown>>;

/** Which of a document's scenarios is asked about: 0, the first, where nothing is said. */
export function readNetwork(raw: Raw, path: string, document: Document, issues: ValidationIssue[]): number {
  const { network = 0 } = raw;
  const most = document.beside.length;
  if (typeof network === "number" && Number.isInteger(network) && network >= 0 && network <= most) return network;
  issues.push({
    path: `${path}.network`,
    message: `${show(network)} is none of the networks of this step; expected a whole number from 0 to ${most}.`,
    remedy: `Write 0 for ${letterOf(0)}, or leave it out.`,
  });
  return 0;
}

/** What is asked for. */
export function readMeasure(raw: Raw, path: string, issues: ValidationIssue[]): Measure {
  const { of } = raw;
  const found = measures.find(({ id }) => id === of);
  if (found !== undefined) return found;
  issues.push({
    path: `${path}.of`,
    message: `${show(of)} cannot be asked for; expected ${measures.map(({ id }) => id).join(", ")}.`,
    remedy: "Write one of these.",
  });
  return measureOf("delivered");
}

/** A finite number, or what stands for it where nothing is said. */
export function readNumber<T>(raw: Raw, key: string, path: string, otherwise: T, issues: ValidationIssue[]): number | T {
  const value = raw[key];
  if (value === undefined) return otherwise;
  if (typeof value === "number" && Number.isFinite(value) && Math.abs(value) < 1e12) return value;
  issues.push({ path: `${path}.${key}`, message: `${show(value)} is no number.`, remedy: "Write a number, or leave it out." });
  return otherwise;
}

/** Refuses keys that mean nothing: a word with a slip in it must not be passed over. */
export function readKeys(raw: Raw, path: string, keys: readonly string[], issues: ValidationIssue[]): void {
  for (const key of Object.keys(raw)) {
    if (keys.includes(key)) continue;
    issues.push({ path: `${path}.${key}`, message: `is not known here; expected ${keys.join(", ")}.`, remedy: "Leave it out." });
  }
}
