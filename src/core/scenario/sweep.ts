/** A sweep: one or two parameters of the document that take several values. */
import { withoutUndefined } from "../base/defined.ts";
import { type AmountParam, type IntegerParam, type NumberParam, type Param, writeParam } from "../base/params.ts";
import { isSameValue } from "../base/equality.ts";
import { paramAtPath, type Path } from "./param-path.ts";
import type { Scenario } from "./scenario.ts";

/** Maximum number of swept parameters, and of values of each. */
export const maxSweepParameters = 2;
export const maxSweepValues = 100;

/** A swept parameter and its values, in order. */
export interface SweepParameter {
  readonly path: Path;
  readonly values: readonly unknown[];
  /** Weight of each value in sums; absent if all weights are 1. It affects no run. */
  readonly weights?: readonly number[];
}

/** Maximum weight of a value. */
export const maxSweepWeight = 1e6;

/** The weights of all values, in order. */
export function weightsOf({ values, weights }: SweepParameter): readonly number[] {
  return weights ?? values.map(() => 1);
}

/** The swept parameter with other weights. */
export function withWeights({ path, values }: SweepParameter, weights: readonly number[]): SweepParameter {
  return weights.every((weight) => weight === 1) ? { path, values } : { path, values, weights };
}

/** The swept parameter with other values. Values that remain keep their weights, new values get weight 1. */
export function withValues(parameter: SweepParameter, values: readonly unknown[]): SweepParameter {
  const oldWeights = weightsOf(parameter);
  const oldIndexOf = (value: unknown) => parameter.values.findIndex((each) => isSameValue(each, value));
  return withWeights(
    { ...parameter, values },
    values.map((each) => oldWeights[oldIndexOf(each)] ?? 1),
  );
}

/** Whether a parameter can be swept: it has a single value. */
export function isSweepable(param: Param): boolean {
  return (
    param.type !== "record" && param.type !== "text" && !(param.type === "list" && (param.of.type === "record" || param.of.type === "kind"))
  );
}

/** Whether a parameter can take a range of numbers. */
export function isRangeParam(param: Param): param is IntegerParam | NumberParam | AmountParam {
  return param.type === "integer" || param.type === "number" || param.type === "amount";
}

/** The numbers from `from` to `to` in steps of `step`, both ends included, without accumulated rounding errors. */
export function rangeValues(from: number, to: number, step: number): readonly number[] {
  const count = Math.floor((to - from) / step + 1e-9) + 1;
  return Array.from({ length: Math.max(0, Math.min(count, maxSweepValues + 1)) }, (_, i) => Number((from + i * step).toPrecision(12)));
}

/**
 * An entry of `sweep` in a document; values that form a range are written as a range.
 * @param isComplete whether every value is written in full
 */
export function writeSweepParameter(
  scenario: Scenario,
  { path, values, weights }: SweepParameter,
  isComplete = false,
): Record<string, unknown> {
  const param = paramAtPath(scenario, path) as Param;
  const range = isComplete ? null : asRange(param, values);
  return {
    path: path.join("."),
    ...(range ?? { values: values.map((each) => writeParam(param, each, isComplete)) }),
    ...withoutUndefined({ weights }),
  };
}

/** The range that the values form; null if they form no range or are fewer than three. */
export function asRange(
  param: Param,
  values: readonly unknown[],
): { readonly from: number; readonly to: number; readonly step: number } | null {
  if (!isRangeParam(param) || values.length < 3 || values.some((value) => typeof value !== "number")) return null;
  const numbers = values as readonly number[];
  const [from, to] = [numbers[0], numbers[numbers.length - 1]];
  const step = Number(((to - from) / (numbers.length - 1)).toPrecision(12));
  return step > 0 && isSameValue(rangeValues(from, to, step), numbers) ? { from, to, step } : null;
}

/** The constant factor between consecutive values, such as 4, if there are more than three values; otherwise 0. */
export function constantFactor(values: readonly unknown[]): number {
  const [first, second] = values as readonly number[];
  const factor = second / first;
  return values.length > 3 && factor > 1 && values.every((value, i) => value === first * factor ** i) ? factor : 0;
}
