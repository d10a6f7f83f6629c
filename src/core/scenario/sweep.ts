/** A sweep: one or two places of the document that take several values in turn. */
import { defined } from "../base/defined.ts";
import { type AmountParam, type IntegerParam, type NumberParam, type Param, writeParam } from "../base/params.ts";
import { isSameValue } from "../base/same.ts";
import { paramAt, type Path } from "./place.ts";
import type { Scenario } from "./scenario.ts";

/** Most places swept, and most values of one. */
export const mostAxes = 2;
export const mostValues = 100;

/** A place and the values it takes, in order. */
export interface Axis {
  readonly path: Path;
  readonly values: readonly unknown[];
  /** How much each value counts where all are summed up; absent where all count 1. No run depends on it. */
  readonly weights?: readonly number[];
}

/** Largest weight of a value. */
export const mostWeight = 1e6;

/** How much each value of an axis counts, in their order. */
export function weightsOf({ values, weights }: Axis): readonly number[] {
  return weights ?? values.map(() => 1);
}

/** The axis with other weights of its values. */
export function withWeights({ path, values }: Axis, weights: readonly number[]): Axis {
  return weights.every((weight) => weight === 1) ? { path, values } : { path, values, weights };
}

/** The axis with other values: those that stay keep their weights, new ones count 1. */
export function withValues(axis: Axis, values: readonly unknown[]): Axis {
  const own = weightsOf(axis);
  const before = (value: unknown) => axis.values.findIndex((each) => isSameValue(each, value));
  return withWeights(
    { ...axis, values },
    values.map((each) => own[before(each)] ?? 1),
  );
}

/** Whether a place can be swept: one value there says all. */
export function isSwept(param: Param): boolean {
  return (
    param.type !== "record" && param.type !== "text" && !(param.type === "list" && (param.of.type === "record" || param.of.type === "kind"))
  );
}

/** Whether a place can take a range of numbers. */
export function takesRange(param: Param): param is IntegerParam | NumberParam | AmountParam {
  return param.type === "integer" || param.type === "number" || param.type === "amount";
}

/** The numbers from one to another by steps, ends included; free of the rounding of repeated addition. */
export function steps(from: number, to: number, step: number): readonly number[] {
  const count = Math.floor((to - from) / step + 1e-9) + 1;
  return Array.from({ length: Math.max(0, Math.min(count, mostValues + 1)) }, (_, i) => Number((from + i * step).toPrecision(12)));
}

/**
 * An entry of `sweep` as it stands in a document: as a range where the values are one.
 * @param isWhole whether every value is said all the same
 */
export function writeAxis(scenario: Scenario, { path, values, weights }: Axis, isWhole = false): Record<string, unknown> {
  const param = paramAt(scenario, path) as Param;
  const range = isWhole ? null : rangeOf(param, values);
  return {
    path: path.join("."),
    ...(range ?? { values: values.map((each) => writeParam(param, each, isWhole)) }),
    ...defined({ weights }),
  };
}

/** The range that values are, or null where they are none, or too few to be worth one. */
export function rangeOf(
  param: Param,
  values: readonly unknown[],
): { readonly from: number; readonly to: number; readonly step: number } | null {
  if (!takesRange(param) || values.length < 3 || values.some((value) => typeof value !== "number")) return null;
  const numbers = values as readonly number[];
  const [from, to] = [numbers[0], numbers[numbers.length - 1]];
  const step = Number(((to - from) / (numbers.length - 1)).toPrecision(12));
  return step > 0 && isSameValue(steps(from, to, step), numbers) ? { from, to, step } : null;
}

/** The factor from each value to the next where there are many and it is always the same, such as 4; else 0. */
export function factorOf(values: readonly unknown[]): number {
  const [first, second] = values as readonly number[];
  const factor = second / first;
  return values.length > 3 && factor > 1 && values.every((value, i) => value === first * factor ** i) ? factor : 0;
}
