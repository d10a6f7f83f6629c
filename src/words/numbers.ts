/** Numbers as people read them: one way of writing each quantity, everywhere on the page. */

/** Between thousands, and between a number and its unit: narrow, and never broken at a line's end. */
const narrowSpace = "\u202f";

/** So many decimals, thousands apart, and a minus that is one. Nothing has no sign. */
function written(value: number, decimals: number): string {
  const [whole, part] = Math.abs(value).toFixed(decimals).split(".");
  const text = whole.replace(/\B(?=(\d{3})+$)/g, narrowSpace) + (part === undefined ? "" : `.${part}`);
  return value < 0 && /[1-9I]/.test(text) ? `−${text}` : text;
}

/** So many digits that count, as a decimal number. */
function toDigits(value: number, digits: number): string {
  const [, exponent = "0"] = value.toExponential(digits - 1).split("e");
  const decimals = digits - 1 - Number(exponent);
  // Digits before the point that do not count are 0.
  return decimals >= 0 ? written(value, Math.min(100, decimals)) : written(Number(value.toPrecision(digits)), 0);
}

const twoDigits = (value: number) => toDigits(value, 2);
const threeDigits = (value: number) =>
  toDigits(value, 3)
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "");

/** A ratio, a fairness or another number without a unit, with two decimals, small ones with two digits: `0.97`, `1.50`. */
export function formatRatio(value: number): string {
  return value > 0 && value < 0.00995 ? twoDigits(value) : written(value, 2);
}

/** A whole number with its thousands apart: `12 800`. */
export function formatCount(count: number): string {
  return written(Math.round(count), 0);
}

/** A large number to three digits, for narrow columns: `26.3 M`, `51.1 k`; below 10 000 as measures are. */
export function formatShort(value: number): string {
  const [factor, letter] = (
    [
      [1e9, "G"],
      [1e6, "M"],
      [1e3, "k"],
    ] as const
  ).find(([least]) => value >= Math.max(least, 1e4)) ?? [1, ""];
  return letter === "" ? formatMeasure(value) : `${formatMeasure(value / factor)}${narrowSpace}${letter}`;
}

/** An amount of money, whole from 100 up: `$13 977 600`, `$1.4`. */
export function formatMoney(amount: number): string {
  return `$${formatMeasure(amount)}`;
}

/** A measured number to about three digits, whole from 100 up: `27.4`, `1 280`. */
export function formatMeasure(value: number): string {
  return Math.abs(value) >= 100 ? formatCount(value) : threeDigits(value);
}

/** What rounding may take from a number, as a part of it. */
const mostRounding = 0.005;
/** Most decimals of a column: beyond that, each number is written by its own size. */
const mostDecimals = 4;

/**
 * How the numbers of one column are written: all with the same decimals, as many as the largest needs for about
 * three digits and the smallest to be rounded by half a per cent at most, and none that every number lacks. Where these are more than a column has,
 * each number is written to three digits, so that none that is above 0 is written as 0.
 */
export function formatOfColumn(values: readonly number[]): (value: number) => string {
  const sizes = values.filter((value) => value !== 0 && Number.isFinite(value)).map(Math.abs);
  const magnitudes = sizes.map((size) => Math.floor(Math.log10(size)));
  const wanted = Math.max(2 - Math.max(-Infinity, ...magnitudes), -Math.min(Infinity, ...magnitudes));
  const isRounded = (size: number) => Math.abs(Number(size.toFixed(decimals)) / size - 1) > mostRounding;
  let decimals = Math.max(0, Math.min(mostDecimals, wanted));
  while (decimals < mostDecimals && sizes.some(isRounded)) decimals++;
  if (sizes.some(isRounded)) return formatMeasure;
  const isWritten = (value: number, to: number) => Number(value.toFixed(to)) === Number(value.toFixed(decimals));
  while (decimals > 0 && values.every((value) => isWritten(value, decimals - 1))) decimals--;
  return (value) => written(value, decimals);
}

/** A part of 1 in whole per cent, without the sign: 0.574 → `57`. */
export function formatPercent(part: number): string {
  return written(Math.round(part * 100), 0);
}

/** The same, of small ones with two digits: `57`, `0.31`. */
export function formatShare(part: number): string {
  return part > 0 && part < 0.00995 ? twoDigits(100 * part) : formatPercent(part);
}

/** The first of them with its sign: `57 %`. */
export function sayPercent(part: number): string {
  return withUnit(formatPercent(part), "%");
}

/** A number and its unit, which stay together: `12 800 cycles`. */
export function withUnit(number: string, unit: string): string {
  return unit === "" ? number : `${number}\u00a0${unit}`;
}

/** A number as somebody types it, for a program: `1,500` are thousands, `0,5` and `1,5` are fractions. */
export const withPoint = (text: string): string =>
  /^-?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(",", "") : text.replace(",", ".");

/** A count of things in words, in the singular where there is one: `1 switch`, `28 switches`. */
export function countOf(count: number, one: string, many: string): string {
  return withUnit(formatCount(count), count === 1 ? one : many);
}

/** A duration that is an estimate: two digits at most. */
export function sayDuration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, seconds < 10 ? Math.ceil(seconds) : Math.round(seconds / 5) * 5)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${formatMeasure(Math.round(seconds / 360) / 10)} h`;
}
