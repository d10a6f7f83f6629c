/** Numbers as text: one format for each kind of quantity, used everywhere on the page. */

/** Separates thousands, and a number from its unit. It is narrow and does not break at the end of a line. */
const narrowSpace = "\u202f";

/** A number with a fixed count of decimals, separated thousands, and a typographic minus. Zero has no sign. */
export function formatFixed(value: number, decimals: number): string {
  const [integerText, decimalsText] = Math.abs(value).toFixed(decimals).split(".");
  const text = integerText.replace(/\B(?=(\d{3})+$)/g, narrowSpace) + (decimalsText === undefined ? "" : `.${decimalsText}`);
  return value < 0 && /[1-9I]/.test(text) ? `−${text}` : text;
}

/** A number with a given count of significant digits, in decimal notation. */
function formatDigits(value: number, digits: number): string {
  const [, exponent = "0"] = value.toExponential(digits - 1).split("e");
  const decimals = digits - 1 - Number(exponent);
  // Digits before the decimal point that are not significant become 0.
  return decimals >= 0 ? formatFixed(value, Math.min(100, decimals)) : formatFixed(Number(value.toPrecision(digits)), 0);
}

const twoDigits = (value: number) => formatDigits(value, 2);
const threeDigits = (value: number) =>
  formatDigits(value, 3)
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "");

/** A ratio or another number without a unit, with two decimals, or two significant digits if it is small: `0.97`, `1.50`. */
export function formatRatio(value: number): string {
  return value > 0 && value < 0.00995 ? twoDigits(value) : formatFixed(value, 2);
}

/** A whole number with separated thousands: `12 800`. */
export function formatCount(count: number): string {
  return formatFixed(Math.round(count), 0);
}

/** A large number with three digits, for narrow columns: `26.3 M`, `51.1 k`. Below 10 000 it is written as a measure. */
export function formatShort(value: number): string {
  const [factor, letter] = (
    [
      [1e9, "G"],
      [1e6, "M"],
      [1e3, "k"],
    ] as const
  ).find(([threshold]) => value >= Math.max(threshold, 1e4)) ?? [1, ""];
  return letter === "" ? formatMeasure(value) : `${formatMeasure(value / factor)}${narrowSpace}${letter}`;
}

/** An amount of money in US dollars, without decimals from 100 up: `$13 977 600`, `$1.4`. */
export function formatMoney(amount: number): string {
  return `$${formatMeasure(amount)}`;
}

/** A measured number with about three digits, without decimals from 100 up: `27.4`, `1 280`. */
export function formatMeasure(value: number): string {
  return Math.abs(value) >= 100 ? formatCount(value) : threeDigits(value);
}

/** A fraction of 1 in whole percent, without the sign: 0.574 → `57`. */
export function formatPercent(fraction: number): string {
  return formatFixed(Math.round(fraction * 100), 0);
}

/** A fraction of 1 in percent, without the sign: whole, or below 1 % with two significant digits: `57`, `0.31`. */
export function formatShare(fraction: number): string {
  return fraction > 0 && fraction < 0.00995 ? twoDigits(100 * fraction) : formatPercent(fraction);
}

/** `formatPercent` with the percent sign: `57 %`. */
export function sayPercent(fraction: number): string {
  return withUnit(formatPercent(fraction), "%");
}

/** A number and its unit with a space that does not break: `12 800 cycles`. */
export function withUnit(number: string, unit: string): string {
  return unit === "" ? number : `${number}\u00a0${unit}`;
}

/** Typed text with a decimal point for a parser. `1,500` has a thousands separator, `0,5` and `1,5` have a decimal comma. */
export const withDecimalPoint = (text: string): string =>
  /^-?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(",", "") : text.replace(",", ".");

/** A count with its noun in the singular or plural: `1 switch`, `28 switches`. */
export function countOf(count: number, singular: string, plural: string): string {
  return withUnit(formatCount(count), count === 1 ? singular : plural);
}

/** An estimated duration: `25 s`, `12 min`, `1.5 h`. */
export function sayDuration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, seconds < 10 ? Math.ceil(seconds) : Math.round(seconds / 5) * 5)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${formatMeasure(Math.round(seconds / 360) / 10)} h`;
}
