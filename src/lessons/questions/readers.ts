/** Readers of fields that several kinds of questions have. */
import { quoteValue, type ValidationIssue } from "../../core/base/errors.ts";
import { type Document, letterOf } from "../../core/scenario/document.ts";
import { type LessonMeasure, lessonMeasureOf, lessonMeasures } from "../measures.ts";

type Raw = Readonly<Record<string, unknown>>;

/** Reads the index of the scenario that is asked about. The default is 0, the first. */
export function readNetwork(raw: Raw, path: string, document: Document, issues: ValidationIssue[]): number {
  const { network = 0 } = raw;
  const maxNetwork = document.beside.length;
  if (typeof network === "number" && Number.isInteger(network) && network >= 0 && network <= maxNetwork) return network;
  issues.push({
    path: `${path}.network`,
    message: `${quoteValue(network)} is not a network of this step; expected a whole number from 0 to ${maxNetwork}.`,
    remedy: `Write 0 for ${letterOf(0)}, or leave it out.`,
  });
  return 0;
}

/** Reads the measure of a question. */
export function readMeasure(raw: Raw, path: string, issues: ValidationIssue[]): LessonMeasure {
  const { of } = raw;
  const measure = lessonMeasures.find(({ id }) => id === of);
  if (measure !== undefined) return measure;
  issues.push({
    path: `${path}.of`,
    message: `${quoteValue(of)} is not a quantity of a question; expected ${lessonMeasures.map(({ id }) => id).join(", ")}.`,
    remedy: "Write one of these.",
  });
  return lessonMeasureOf("delivered");
}

/** Reads a finite number; `defaultValue` is used if it is absent. */
export function readNumber<T>(raw: Raw, key: string, path: string, defaultValue: T, issues: ValidationIssue[]): number | T {
  const value = raw[key];
  if (value === undefined) return defaultValue;
  if (typeof value === "number" && Number.isFinite(value) && Math.abs(value) < 1e12) return value;
  const message = `${quoteValue(value)} cannot be used: expected a number below 10¹².`;
  issues.push({ path: `${path}.${key}`, message, remedy: "Write a number without quotes." });
  return defaultValue;
}

/** Reads the measure of a question about one network, and the axis on which it is predicted: its start `from`, 0 if absent, and its end `to`. */
export function readMeasureAxis(raw: Raw, path: string, document: Document, issues: ValidationIssue[]) {
  const network = readNetwork(raw, path, document, issues);
  const measure = readMeasure(raw, path, issues);
  const from = readNumber(raw, "from", path, 0, issues);
  const to = readNumber(raw, "to", path, measure.axisEnd(document, network), issues);
  if (from >= to)
    issues.push({ path: `${path}.to`, message: `${to} is not above the start of the axis, ${from}.`, remedy: "Write a larger number." });
  return { network, measure, from, to };
}

/** Writes what {@link readMeasureAxis} reads, without defaults. */
export function writeMeasureAxis({
  of,
  network,
  from,
  to,
}: {
  readonly of: string;
  readonly network: number;
  readonly from: number;
  readonly to: number;
}) {
  return { of, ...(network === 0 ? {} : { network }), ...(from === 0 ? {} : { from }), to };
}

/** Largest number of unknown keys that are reported, and longest excerpt of a key in characters. */
const [maxReportedKeys, maxKeyExcerpt] = [20, 60];

/** Reports unknown keys: a misspelled key must not be ignored. @param path empty for the lesson itself */
export function rejectUnknownKeys(raw: Raw, path: string, keys: readonly string[], issues: ValidationIssue[]): void {
  const unknown = Object.keys(raw).filter((key) => !keys.includes(key));
  for (const key of unknown.slice(0, maxReportedKeys)) {
    const name = key.length > maxKeyExcerpt ? `${key.slice(0, maxKeyExcerpt)}…` : key;
    issues.push({
      path: path === "" ? name : `${path}.${name}`,
      message: `is not known here; expected ${keys.join(", ")}.`,
      remedy: "Leave it out.",
    });
  }
}
