/** Parses the values of a sweep that a reader types. */
import type { Param } from "../../core/base/params.ts";
import { isSameValue } from "../../core/base/equality.ts";
import { maxSweepValues, rangeValues, isRangeParam } from "../../core/scenario/sweep.ts";
import { parseTyped } from "./step.ts";

/**
 * Parses the values of a swept parameter from a text such as `0.1 to 1 by 0.1`, `64 B to 1 MiB times 4`, `2..8`, `1, 2, 4` or `4×4, 8×8`.
 * Returns the values without duplicates, or the reason why the text cannot be read.
 */
export function parseSweepValues(param: Param, text: string): { readonly values: readonly unknown[] } | { readonly fault: string } {
  // `first to last`, optionally with a step or a factor. The split keeps the separators, because the pattern has a group.
  const [firstText, separator, lastText, stepWord, stepText, ...furtherParts] = text.split(/(to|by|times|\.\.|–|×|x)/);
  const hasEnds = (separator === "to" || separator === ".." || separator === "–") && furtherParts.length === 0;
  if (hasEnds && (stepWord === "times" || stepWord === "×" || stepWord === "x") && param.type !== "list")
    return geometricRange(param, firstText.trim(), lastText.trim(), stepText.trim());
  const isArithmeticRange = hasEnds && (stepWord === undefined || stepWord === "by" || stepWord === "..");
  if (isArithmeticRange && isRangeParam(param)) {
    const defaultStep = "step" in param ? param.step : 1;
    const numbers = [firstText, lastText, stepText ?? String(defaultStep)].map((each) => (each.trim() === "" ? NaN : Number(each)));
    const [first, last, step] = numbers;
    if (numbers.some((each) => !Number.isFinite(each)) || step <= 0 || last < first)
      return { fault: `“${text.trim()}” is not an increasing range. Write “0.1 to 1 by 0.1”.` };
    const values = rangeValues(first, last, step);
    if (values.length > maxSweepValues) return { fault: `This range has more than ${maxSweepValues} values. Use a larger step.` };
    const outside = values.find(
      (value) => value < param.min || value > param.max || (param.type === "integer" && !Number.isInteger(value)),
    );
    return outside === undefined ? { values } : { fault: `${outside} is outside ${param.min} to ${param.max}.` };
  }
  // Otherwise the text is a list of values.
  const values: unknown[] = [];
  for (const item of text.split(/[,;]/).filter((each) => each.trim() !== "")) {
    const parsed = parseSweepValue(param, item.trim());
    if ("fault" in parsed) return parsed;
    values.push(parsed.value);
  }
  if (values.length === 0) return { fault: "At least one value is needed." };
  if (values.length > maxSweepValues) return { fault: `At most ${maxSweepValues} values can be swept.` };
  return { values: values.filter((value, i) => values.findIndex((each) => isSameValue(each, value)) === i) };
}

/** A geometric range: from one number up to another, each value a factor larger than the previous. */
function geometricRange(param: Param, from: string, to: string, factorText: string): ReturnType<typeof parseSweepValues> {
  const [first, last] = [parseSweepValue(param, from), parseSweepValue(param, to)];
  if ("fault" in first) return first;
  if ("fault" in last) return last;
  const [min, max] = [first.value as number, last.value as number];
  const factor = factorText === "" ? NaN : Number(factorText);
  if (!(factor > 1 && min > 0 && max >= min)) return { fault: "This range does not increase. Write “64 B to 1 MiB times 4”." };
  const count = Math.floor(Math.log(max / min) / Math.log(factor) + 1e-9) + 1;
  if (count > maxSweepValues) return { fault: `This range has more than ${maxSweepValues} values. Use a larger factor.` };
  const values = Array.from({ length: count }, (_, i) => Number((min * factor ** i).toPrecision(12)));
  const isWhole = param.type === "integer" || ("multipleOf" in param && param.multipleOf === 1);
  return isWhole && !values.every(Number.isInteger)
    ? { fault: "This range contains fractions. Use a whole number as the factor." }
    : { values };
}

function parseSweepValue(param: Param, text: string): { readonly value: unknown } | { readonly fault: string } {
  if (param.type === "list") {
    const parts = text.split(/[x×\s]+/).map((each) => parseSweepValue(param.of, each));
    const fault = parts.find((each) => "fault" in each);
    return fault ?? { value: parts.map((each) => (each as { value: unknown }).value) };
  }
  if (param.type !== "integer" && param.type !== "number" && param.type !== "quantity" && param.type !== "amount")
    return { fault: `“${text}” is not a valid value here.` };
  const parsed = parseTyped(param, text, "");
  return "value" in parsed ? parsed : { fault: `“${text}”: ${parsed.issue.message}` };
}
