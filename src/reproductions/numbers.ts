/** Published numbers as printed in their sources, and computed values with their errors. */
import type { Published, PublishedOrigin, ComputedValue } from "./contract.ts";

/** A printed number such as `4.8` or `13977600`. Value and decimals follow from the text. */
export function printed(text: string): Published {
  const value = Number(text.replaceAll(",", ""));
  if (!Number.isFinite(value)) throw new Error(`"${text}" is not a number; say what it means`);
  return { text, low: value, high: value, decimals: (text.split(".")[1] ?? "").length, isVerbatim: true };
}

/** A number that the source gives in words: our own text, with the clause that it summarizes. It is never quoted. */
export function paraphrased(text: string, says: string, low: number, decimals = 0, high = low): Published {
  return { text, low, high, decimals, says };
}

/** The value of a printed formula or word, to the given decimals: `N_X/8` on eight columns is 1. */
export function printedAs(text: string, value: number, decimals = 6): Published {
  return { text, low: value, high: value, decimals };
}

/** A printed formula with numbers inserted, with an integer result: `kⁿ = 64`. */
export function printedFormula(formula: string, value: number): Published {
  return printedAs(`${formula} = ${value}`, value, 0);
}

/** A printed range, `165–200`. */
export function printedRange(text: string, low: number, high: number, decimals = 0): Published {
  return { text, low, high, decimals };
}

/** A published number that the source prints elsewhere than its exhibit suggests: a figure's number in its caption, a section's in a table. */
export function printedIn(origin: PublishedOrigin, published: Published): Published {
  return { ...published, origin };
}

/** A value without error. */
export function withoutError(value: number): ComputedValue {
  return { value };
}

/** Sum and mean of numbers. */
export const sumOfNumbers = (numbers: ArrayLike<number>): number => Array.from(numbers).reduce((sum, each) => sum + each, 0);
export const average = (numbers: ArrayLike<number>): number => sumOfNumbers(numbers) / numbers.length;

/** The standard error of a value; 0 without samples. */
export const standardErrorOf = ({ spread }: ComputedValue): number => spread?.error ?? 0;

/** Whether a value is significantly above another: by more than twice the standard error of their difference. */
export function isSignificantlyAbove(larger: ComputedValue, smaller: ComputedValue = withoutError(0)): boolean {
  return larger.value - smaller.value > 2 * Math.hypot(standardErrorOf(larger), standardErrorOf(smaller));
}

/** The 95 % confidence interval of a mean: 1.96 standard errors to either side. Both ends are the value itself without samples. */
export function confidenceIntervalOf(value: ComputedValue): readonly [low: number, high: number] {
  const margin = 1.96 * standardErrorOf(value);
  return [value.value - margin, value.value + margin];
}

/** The mean of independent samples with its standard error. At least two samples are needed. */
export function sampleMeanOf(samples: readonly number[]): ComputedValue {
  // Equal samples have no error, whatever rounding does to their sum.
  const mean = samples.every((each) => each === samples[0]) ? samples[0] : average(samples);
  const variance = samples.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (samples.length - 1);
  return { value: mean, spread: { error: Math.sqrt(variance / samples.length), draws: samples.length } };
}

/** Returns a function that writes numbers with a number of decimals and a unit: `9.12 s`. */
export const withDecimals =
  (decimals: number, unit = "") =>
  (value: number): string =>
    `${value.toFixed(decimals)}${unit}`;

/** An integer with commas between thousands, as the sources print it. */
export function withThousands(count: number): string {
  return Math.round(count).toLocaleString("en-US");
}
