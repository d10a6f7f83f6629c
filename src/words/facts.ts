/** Numbers of any magnitude and unit, such as static facts of a workload. */
import { formatCount, formatMeasure, sayPercent, withUnit } from "./numbers.ts";

/** Prefixes of units, and words for large counts, in descending order. */
const prefixes = [
  [1e21, "Z"],
  [1e18, "E"],
  [1e15, "P"],
  [1e12, "T"],
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"],
  [1, ""],
  [1e-3, "m"],
  [1e-6, "µ"],
  [1e-9, "n"],
] as const;
const countWords = [
  [1e12, "trillion"],
  [1e9, "billion"],
  [1e6, "million"],
] as const;

/**
 * A number with its unit: `174.6 billion`, `19 %`, `4.51 ZFLOP`, `33.6 MB`, `120.96 µs`, `18 600/s`. A number without a unit is a count or
 * a share.
 */
export function sayNumber(value: number, unit: string): string {
  if (value === 0) return unit === "1/s" ? "0/s" : withUnit("0", unit);
  if (unit === "") return Number.isInteger(value) ? sayLargeCount(value) : sayPercent(value);
  if (unit === "1/s") return `${formatMeasure(value)}/s`;
  const [scaled, prefixed] = withUnitPrefix(value, unit);
  return withUnit(formatMeasure(scaled), prefixed);
}

/** A positive number scaled to a suitable prefix: `[33.6, "MB"]`. Seconds get no prefix above 1, other units none below. */
export function withUnitPrefix(value: number, unit: string): readonly [value: number, unit: string] {
  const [factor, prefix] = prefixes.find(([threshold]) => value >= threshold) ?? prefixes[prefixes.length - 1];
  const isWithoutPrefix = unit === "s" ? factor > 1 : factor < 1;
  return isWithoutPrefix ? [value, unit] : [value / factor, `${prefix}${unit}`];
}

function sayLargeCount(value: number): string {
  const scale = countWords.find(([threshold]) => value >= threshold);
  return scale === undefined ? formatCount(value) : withUnit(String(Number((value / scale[0]).toPrecision(4))), scale[1]);
}
