/** Numbers as their sources print them, and values as they come out. */
import type { Published, Value } from "./contract.ts";

/** A printed number, `4.8` or `13977600`: its value and decimals are those of the characters. */
export function printed(text: string): Published {
  const value = Number(text.replaceAll(",", ""));
  if (!Number.isFinite(value)) throw new Error(`"${text}" is not a number; say what it means`);
  return { text, low: value, high: value, decimals: (text.split(".")[1] ?? "").length, isVerbatim: true };
}

/** What words of the source come to: characters of ours with the clause that they stand for, never to be quoted. */
export function readAs(text: string, says: string, low: number, decimals = 0, high = low): Published {
  return { text, low, high, decimals, says };
}

/** What a printed formula or word means in numbers, to so many decimals: `N_X/8` on eight columns is 1. */
export function printedAs(text: string, value: number, decimals = 6): Published {
  return { text, low: value, high: value, decimals };
}

/** A printed formula with numbers put in that give a whole one: `kⁿ = 64`. */
export function filledIn(formula: string, value: number): Published {
  return printedAs(`${formula} = ${value}`, value, 0);
}

/** A printed range, `165–200`. */
export function printedRange(text: string, low: number, high: number, decimals = 0): Published {
  return { text, low, high, decimals };
}

/** A plain number. */
export function plain(value: number): Value {
  return { value };
}

/** The sum of numbers, and their mean. */
export const total = (numbers: ArrayLike<number>): number => Array.from(numbers).reduce((sum, each) => sum + each, 0);
export const average = (numbers: ArrayLike<number>): number => total(numbers) / numbers.length;

/** The standard error of a value; 0 where nothing was drawn. */
export const errorOf = ({ spread }: Value): number => spread?.error ?? 0;

/** Whether one value lies above another by more than chance explains: by more than twice the standard error of their difference. */
export function isSurelyAbove(more: Value, less: Value = plain(0)): boolean {
  return more.value - less.value > 2 * Math.hypot(errorOf(more), errorOf(less));
}

/** The 95 % confidence band of a mean: 1.96 standard errors to either side. Its own value twice where nothing was drawn. */
export function bandOf(found: Value): readonly [low: number, high: number] {
  const half = 1.96 * errorOf(found);
  return [found.value - half, found.value + half];
}

/** The mean of independent draws with its standard error; at least two draws. */
export function meanOf(draws: readonly number[]): Value {
  // Equal draws have no spread, whatever is lost in adding them up.
  const mean = draws.every((each) => each === draws[0]) ? draws[0] : average(draws);
  const variance = draws.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (draws.length - 1);
  return { value: mean, spread: { error: Math.sqrt(variance / draws.length), draws: draws.length } };
}

/** A function that writes numbers with a given number of decimals and their unit: `9.12 s`. */
export const withDecimals =
  (decimals: number, unit = "") =>
  (value: number): string =>
    `${value.toFixed(decimals)}${unit}`;

/** A whole number with commas between thousands, as the sources print them. */
export function grouped(count: number): string {
  return Math.round(count).toLocaleString("en-US");
}
