/** Numbers as people read them: one way of writing each quantity, everywhere on the page. */
import { formatLocale } from "d3-format";

/** Between thousands, and between a number and its unit: narrow, and never broken at a line's end. */
export const narrowSpace = "\u202f";

const locale = formatLocale({ decimal: ".", thousands: narrowSpace, grouping: [3], currency: ["", ""], minus: "−" });
const twoDecimals = locale.format(".2f");
const twoDigits = locale.format(".2r");
const grouped = locale.format(",d");
const threeDigits = locale.format(",.3~r");

/** A channel load or a load of terminals, phits per cycle, with two decimals, small ones with two digits: `0.45`, `0.0031`. */
export function formatLoad(load: number): string {
  return load > 0 && load < 0.00995 ? twoDigits(load) : twoDecimals(load);
}

/** A whole number with its thousands apart: `12 800`. */
export function formatCount(count: number): string {
  return grouped(Math.round(count));
}

/** A measured number to about three digits, whole from 100 up: `27.4`, `1 280`. */
export function formatMeasure(value: number): string {
  return Math.abs(value) >= 100 ? formatCount(value) : threeDigits(value);
}

/**
 * How the numbers of one column are written: all with the same decimals, the largest to about three digits, the smallest
 * to one at least as far as four decimals go, and none that every number lacks.
 */
export function formatOfColumn(values: readonly number[]): (value: number) => string {
  const sizes = values.filter((value) => value !== 0 && Number.isFinite(value)).map((value) => Math.floor(Math.log10(Math.abs(value))));
  const wanted = Math.max(2 - Math.max(-Infinity, ...sizes), -Math.min(Infinity, ...sizes));
  let decimals = Math.max(0, Math.min(4, wanted));
  const isWritten = (value: number, to: number) => Number(value.toFixed(to)) === Number(value.toFixed(decimals));
  while (decimals > 0 && values.every((value) => isWritten(value, decimals - 1))) decimals--;
  return locale.format(`,.${decimals}f`);
}

/** A part of 1 in whole per cent, without the sign: 0.574 → `57`. */
export function formatPercent(part: number): string {
  return grouped(Math.round(part * 100));
}

/** A number and its unit, which stay together: `12 800 cycles`. */
export function withUnit(number: string, unit: string): string {
  return unit === "" ? number : `${number}\u00a0${unit}`;
}

/** A count of things in words, in the singular where there is one: `1 switch`, `28 switches`. */
export function countOf(count: number, one: string, many: string): string {
  return withUnit(formatCount(count), count === 1 ? one : many);
}
