/** Readers of fields that several kinds of questions have. */
import { show, type ValidationIssue } from "../../core/base/errors.ts";
import { type Document, letterOf } from "../../core/scenario/document.ts";
import { type Measure, measureOf, measures } from "../measures.ts";

type Raw = Readonly<Record<string, unknown>>;

/** Reads the index of the scenario that is asked about. The default is 0, the first. */
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

/** Reads the measure that is asked for. */
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

/** Reads a finite number; `defaultValue` is used if it is absent. */
export function readNumber<T>(raw: Raw, key: string, path: string, otherwise: T, issues: ValidationIssue[]): number | T {
  const value = raw[key];
  if (value === undefined) return otherwise;
  if (typeof value === "number" && Number.isFinite(value) && Math.abs(value) < 1e12) return value;
  const message = `${show(value)} cannot be used: expected a number below 10¹².`;
  issues.push({ path: `${path}.${key}`, message, remedy: "Write a number without quotes." });
  return otherwise;
}

/** Largest number of unknown keys that are reported, and longest excerpt of a key in characters. */
const [mostKeys, longestKey] = [20, 60];

/** Reports unknown keys: a misspelled key must not be ignored. @param path empty for the lesson itself */
export function readKeys(raw: Raw, path: string, keys: readonly string[], issues: ValidationIssue[]): void {
  const unknown = Object.keys(raw).filter((key) => !keys.includes(key));
  for (const key of unknown.slice(0, mostKeys)) {
    const name = key.length > longestKey ? `${key.slice(0, longestKey)}…` : key;
    issues.push({
      path: path === "" ? name : `${path}.${name}`,
      message: `is not known here; expected ${keys.join(", ")}.`,
      remedy: "Leave it out.",
    });
  }
}
