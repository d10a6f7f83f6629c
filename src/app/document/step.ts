/** Stepping, dragging and typing of numeric parameters: pure arithmetic behind the scrubbed words and the number fields. */
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
import type { Path } from "../../core/scenario/place.ts";
import { withPoint } from "../../words/numbers.ts";
import { paramAt, valueAt } from "../../core/scenario/edits/edit-place.ts";

/** A rate to begin with where there was none, bytes a second. */
const firstRate = 100e6;

/** A rate goes by one in its third digit: 125, 126 MB/s. */
function steppedRate(value: number, steps: number): number {
  const from = value === 0 && steps > 0 ? firstRate : value;
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, from))) - 2);
  return value === 0 ? from : Math.max(step, (Math.round(from / step) + steps) * step);
}

/** A size to begin with where there was no limit, bytes. */
const firstSize = 65536;

/** A size goes by powers of two, which is how sizes are compared; below the smallest one lies none. */
function steppedSize(value: number, steps: number, smallest: number): number {
  const next = value === 0 ? (steps > 0 ? smallest * 2 ** (steps - 1) : 0) : value * 2 ** steps;
  return next < smallest ? 0 : next;
}

function steppedQuantity({ dimension, multipleOf, most, max }: QuantityParam, value: number, steps: number): number {
  if (value === max && most !== undefined && steps < 0) return firstSize;
  const next = dimension === "rate" ? steppedRate(value, steps) : steppedSize(value, steps, multipleOf);
  return Math.round(next / multipleOf) * multipleOf;
}

/** The value `steps` steps away, within the range. */
export function stepped(param: NumericParam, value: number, steps: number): number {
  const next =
    param.type !== "quantity" ? value + steps * (param.type === "number" ? param.step : 1) : steppedQuantity(param, value, steps);
  const clamped = Math.min(param.max, Math.max(param.min, next));
  // Sums of decimal steps leave binary dust, which would show in links: 0.1 + 0.2.
  return param.type === "number" ? Number(clamped.toFixed(6)) : clamped;
}

/** The value `steps` steps away at a place of a document: where its kind is defined for some numbers alone, so many of these on. */
export function steppedAt(document: Document, path: Path, param: NumericParam, value: number, steps: number): number {
  const [around, name] = [path.slice(0, -1), path.at(-1) ?? ""];
  const owner = around.length === 0 ? undefined : paramAt(document, around);
  if (owner?.type !== "kind") return stepped(param, value, steps);
  const { kind, values } = valueAt(document, around) as ChosenKind;
  let next = value;
  for (let left = Math.abs(steps); left > 0; left--) {
    const further = owner.registry.get(kind).next?.(name, { ...values, [name]: next }, steps > 0) ?? null;
    if (further === null) return stepped(param, value, steps);
    next = further;
  }
  return next;
}

/** Pixels of a horizontal drag per step: the whole range within a hand's breadth, yet each step distinct. */
export function pixelsPerStep(param: NumericParam): number {
  if (param.type === "quantity") return param.dimension === "rate" ? 4 : 24;
  const steps = (param.max - param.min) / (param.type === "number" ? param.step : 1);
  return param.type === "number" ? Math.min(24, Math.max(2.4, 240 / steps)) : Math.min(28, Math.max(4, 480 / steps));
}

/** What somebody has typed: a value, or an issue about it. `1,500` are thousands, another comma is a decimal point. */
export function typed<P extends NumericParam | AmountParam>(
  param: P,
  text: string,
  path: string,
): { readonly value: P extends AmountParam ? Amount : number } | { readonly issue: ValidationIssue } {
  const trimmed = text.trim();
  const number = Number(withPoint(trimmed).replace(/\s/g, ""));
  const isNumber = trimmed !== "" && !Number.isNaN(number);
  // A bare number of bytes can only mean the base unit, and nobody means a rate of 125 bytes a second.
  const bare = param.type === "quantity" && param.dimension === "rate" ? "MB/s" : "B";
  const input = param.type === "quantity" ? (isNumber ? `${number} ${bare}` : trimmed) : isNumber ? number : trimmed;
  const issues: ValidationIssue[] = [];
  const value = readParam(param, input, path, issues) as P extends AmountParam ? Amount : number;
  return issues.length === 0 ? { value } : { issue: issues[0] };
}
