/** The common format of the numbers in a column of a table. */
import { formatFixed, formatMeasure } from "./numbers.ts";

/** Largest relative error of rounding in a column. */
const maxRoundingError = 0.005;
/** Largest number of decimals in a column. If that is not enough, each number is formatted separately. */
const maxDecimals = 4;

/**
 * The format for the numbers of one column. All have the same number of decimals: enough to write the largest with about three digits and
 * to round the smallest by at most half a percent, but no trailing zeros that all numbers share. If that takes more than `maxDecimals`,
 * each number is written with three digits, so that no positive number becomes 0.
 */
export function formatOfColumn(values: readonly number[]): (value: number) => string {
  const sizes = values.filter((value) => value !== 0 && Number.isFinite(value)).map(Math.abs);
  const magnitudes = sizes.map((size) => Math.floor(Math.log10(size)));
  const requiredDecimals = Math.max(2 - Math.max(-Infinity, ...magnitudes), -Math.min(Infinity, ...magnitudes));
  const isRoundedTooMuch = (size: number) => Math.abs(Number(size.toFixed(decimals)) / size - 1) > maxRoundingError;
  let decimals = Math.max(0, Math.min(maxDecimals, requiredDecimals));
  while (decimals < maxDecimals && sizes.some(isRoundedTooMuch)) decimals++;
  if (sizes.some(isRoundedTooMuch)) return formatMeasure;
  const isExactWith = (value: number, fewerDecimals: number) => Number(value.toFixed(fewerDecimals)) === Number(value.toFixed(decimals));
  while (decimals > 0 && values.every((value) => isExactWith(value, decimals - 1))) decimals--;
  return (value) => formatFixed(value, decimals);
}
