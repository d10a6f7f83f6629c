/** A sweep: one or two places of the document that take several values in turn. */
import { type ValidationIssue, show } from "../base/errors.ts";
import { type Param, readParam, writeParam } from "../base/params.ts";
import { paramAt, type Path, pathOf } from "./place.ts";
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
  const [texts, own] = [axis.values.map((each) => JSON.stringify(each)), weightsOf(axis)];
  return withWeights(
    { ...axis, values },
    values.map((each) => own[texts.indexOf(JSON.stringify(each))] ?? 1),
  );
}

/** Whether a place can be swept: one value there says all. */
export function isSwept(param: Param): boolean {
  return param.type !== "record" && !(param.type === "list" && (param.of.type === "record" || param.of.type === "kind"));
}

/** The numbers from one to another by steps, ends included; free of the rounding of repeated addition. */
export function steps(from: number, to: number, step: number): readonly number[] {
  const count = Math.floor((to - from) / step + 1e-9) + 1;
  return Array.from({ length: Math.max(0, Math.min(count, mostValues + 1)) }, (_, i) => Number((from + i * step).toPrecision(12)));
}

/** Reads one entry of `sweep`: `{ path, values }` or `{ path, from, to, step }`, with `weights` or without. Faults are added to the list. */
export function readAxis(scenario: Scenario, input: unknown, path: string, issues: ValidationIssue[]): Axis {
  const nothing: Axis = { path: [], values: [] };
  const given = typeof input === "object" && input !== null ? (input as Record<string, unknown>) : {};
  const place = typeof given["path"] === "string" ? pathOf(given["path"]) : [];
  const param = place.length === 0 ? undefined : paramAt(scenario, place);
  if (param === undefined || !isSwept(param)) {
    issues.push({
      path: `${path}.path`,
      message: `${show(given["path"])} is no parameter of this document that can be swept.`,
      remedy: 'Name one, such as "workload.load" or "topology.k".',
    });
    return nothing;
  }
  const before = issues.length;
  const raw = "values" in given ? given["values"] : progression(param, given, path, issues);
  if (issues.length > before) return nothing;
  if (!Array.isArray(raw) || raw.length === 0 || raw.length > mostValues) {
    issues.push({
      path: `${path}.values`,
      message: `${Array.isArray(raw) ? `there are ${raw.length} values` : `${show(raw)} is no list`}; expected a list of 1 to ${mostValues} values.`,
      remedy: "Have fewer, or a larger step.",
    });
    return nothing;
  }
  const values = raw.map((each, i) => readParam(param, each, `${path}.values.${i}`, issues));
  const texts = values.map((each) => JSON.stringify(each));
  const weights = "weights" in given ? readWeights(given["weights"], values.length, `${path}.weights`, issues) : values.map(() => 1);
  // What is said twice would be run twice, and drawn on top of itself.
  const isFirst = (_: unknown, i: number) => texts.indexOf(texts[i]) === i;
  return withWeights({ path: place, values: values.filter(isFirst) }, weights.filter(isFirst));
}

function readWeights(input: unknown, count: number, path: string, issues: ValidationIssue[]): readonly number[] {
  const remedy = "Write one number of 0 or more for each value, or leave the weights out.";
  if (!Array.isArray(input) || input.length !== count) {
    const what = Array.isArray(input) ? `there are ${input.length} weights` : `${show(input)} is no list`;
    issues.push({ path, message: `${what}; expected one for each of the ${count} values.`, remedy });
    return [];
  }
  const isWeight = (each: unknown) => typeof each === "number" && each >= 0 && each <= mostWeight;
  for (const [i, each] of input.entries())
    if (!isWeight(each))
      issues.push({ path: `${path}.${i}`, message: `${show(each)} is no weight; expected a number from 0 to ${mostWeight}.`, remedy });
  return input as readonly number[];
}

function progression(param: Param, given: Record<string, unknown>, path: string, issues: ValidationIssue[]): unknown {
  const [from, to, step = 1] = [given["from"], given["to"], given["step"]];
  const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
  if (param.type !== "integer" && param.type !== "number") {
    issues.push({ path, message: `${param.title} takes a list of values, not a range.`, remedy: 'Write "values": […].' });
    return [];
  }
  if (!isNumber(from) || !isNumber(to) || !isNumber(step) || step <= 0 || to < from) {
    issues.push({
      path,
      message: `from ${show(from)} to ${show(to)} in steps of ${show(step)} is no range; expected numbers, rising, with a step above 0.`,
      remedy: 'Write "from": 0.1, "to": 1, "step": 0.1, or a list of values.',
    });
    return [];
  }
  return steps(from, to, step);
}

/** An entry of `sweep` as it stands in a document: as a range where the values are one. */
export function writeAxis(scenario: Scenario, { path, values, weights }: Axis): Record<string, unknown> {
  const param = paramAt(scenario, path) as Param;
  const range = rangeOf(param, values);
  return {
    path: path.join("."),
    ...(range ?? { values: values.map((each) => writeParam(param, each)) }),
    ...(weights === undefined ? {} : { weights }),
  };
}

/** The range that values are, or null where they are none, or too few to be worth one. */
export function rangeOf(
  param: Param,
  values: readonly unknown[],
): { readonly from: number; readonly to: number; readonly step: number } | null {
  if ((param.type !== "integer" && param.type !== "number") || values.length < 3) return null;
  const numbers = values as readonly number[];
  const [from, to] = [numbers[0], numbers[numbers.length - 1]];
  const step = Number(((to - from) / (numbers.length - 1)).toPrecision(12));
  return step > 0 && JSON.stringify(steps(from, to, step)) === JSON.stringify(numbers) ? { from, to, step } : null;
}
