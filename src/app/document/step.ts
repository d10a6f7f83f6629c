/** Arithmetic of numeric parameters: steps, drags and typed values, for draggable numbers in text and for number fields. */
import type { ValidationIssue } from "../../core/base/errors.ts";
import {
  type Amount,
  type AmountParam,
  type ChosenKind,
  type NumericParam,
  type QuantityParam,
  readParam,
} from "../../core/base/params.ts";
import type { Document } from "../../core/scenario/document.ts";
import type { Path } from "../../core/scenario/param-path.ts";
import { withDecimalPoint } from "../../words/numbers.ts";
import { documentParamAt, documentValueAt } from "../../core/scenario/edits/edit-document-value.ts";

/** First rate when stepping up from 0, bytes per second. */
const firstRate = 100e6;

/** A rate steps by one unit of its third digit: 125, 126 MB/s. */
function stepRate(value: number, steps: number): number {
  const start = value === 0 && steps > 0 ? firstRate : value;
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, start))) - 2);
  return value === 0 ? start : Math.max(step, (Math.round(start / step) + steps) * step);
}

/** First size when stepping down from "no limit", bytes. */
const firstSize = 65536;

/** A size steps by factors of two. The step below the smallest size is 0. */
function stepSize(value: number, steps: number, smallest: number): number {
  const next = value === 0 ? (steps > 0 ? smallest * 2 ** (steps - 1) : 0) : value * 2 ** steps;
  return next < smallest ? 0 : next;
}

function stepQuantity({ dimension, multipleOf, most, max }: QuantityParam, value: number, steps: number): number {
  if (value === max && most !== undefined && steps < 0) return firstSize;
  const next = dimension === "rate" ? stepRate(value, steps) : stepSize(value, steps, multipleOf);
  return Math.round(next / multipleOf) * multipleOf;
}

/** The value after a number of steps, limited to the range of the parameter. */
export function stepValue(param: NumericParam, value: number, steps: number): number {
  const next = param.type !== "quantity" ? value + steps * (param.type === "number" ? param.step : 1) : stepQuantity(param, value, steps);
  const clamped = Math.min(param.max, Math.max(param.min, next));
  // Removes binary rounding errors of decimal steps, such as 0.1 + 0.2, which would show in links.
  return param.type === "number" ? Number(clamped.toFixed(6)) : clamped;
}

/**
 * The value after a number of steps for a parameter of a document. If the kind permits only some numbers, each step goes to the next
 * permitted one.
 */
export function stepParamAt(document: Document, path: Path, param: NumericParam, value: number, steps: number): number {
  const [ownerPath, name] = [path.slice(0, -1), path.at(-1) ?? ""];
  const owner = ownerPath.length === 0 ? undefined : documentParamAt(document, ownerPath);
  if (owner?.type !== "kind") return stepValue(param, value, steps);
  const { kind, values } = documentValueAt(document, ownerPath) as ChosenKind;
  let next = value;
  for (let remaining = Math.abs(steps); remaining > 0; remaining--) {
    const following = owner.registry.get(kind).next?.(name, { ...values, [name]: next }, steps > 0) ?? null;
    if (following === null) return stepValue(param, value, steps);
    next = following;
  }
  return next;
}

/** Pixels of a horizontal drag per step: small enough to cover the range with one movement, large enough to hit each step. */
export function pixelsPerStep(param: NumericParam): number {
  if (param.type === "quantity") return param.dimension === "rate" ? 4 : 24;
  const steps = (param.max - param.min) / (param.type === "number" ? param.step : 1);
  return param.type === "number" ? Math.min(24, Math.max(2.4, 240 / steps)) : Math.min(28, Math.max(4, 480 / steps));
}

/** Parses a typed number: its value, or an issue about it. A comma in `1,500` separates thousands; another comma is a decimal point. */
export function parseTyped<P extends NumericParam | AmountParam>(
  param: P,
  text: string,
  path: string,
): { readonly value: P extends AmountParam ? Amount : number } | { readonly issue: ValidationIssue } {
  const trimmed = text.trim();
  const number = Number(withDecimalPoint(trimmed).replace(/\s/g, ""));
  const isNumber = trimmed !== "" && !Number.isNaN(number);
  // A bare number means bytes for a size, but MB/s for a rate: a rate of 125 bytes per second makes no sense.
  const defaultUnit = param.type === "quantity" && param.dimension === "rate" ? "MB/s" : "B";
  const input = param.type === "quantity" ? (isNumber ? `${number} ${defaultUnit}` : trimmed) : isNumber ? number : trimmed;
  const issues: ValidationIssue[] = [];
  const value = readParam(param, input, path, issues) as P extends AmountParam ? Amount : number;
  return issues.length === 0 ? { value } : { issue: issues[0] };
}
