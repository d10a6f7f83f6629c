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

/** The 95 % confidence band of a mean: 1.96 standard errors to either side. Its own value twice where nothing was drawn. */
export function bandOf({ value, spread }: Value): readonly [low: number, high: number] {
  const half = 1.96 * (spread?.error ?? 0);
  return [value - half, value + half];
}

/** The mean of independent draws with its standard error; at least two draws. */
export function meanOf(draws: readonly number[]): Value {
  // Equal draws have no spread, whatever is lost in adding them up.
  const mean = draws.every((each) => each === draws[0]) ? draws[0] : draws.reduce((sum, each) => sum + each, 0) / draws.length;
  const variance = draws.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (draws.length - 1);
  return { value: mean, spread: { error: Math.sqrt(variance / draws.length), draws: draws.length } };
}

/** A whole number with commas between thousands, as the sources print them. */
export function grouped(count: number): string {
  return Math.round(count).toLocaleString("en-US");
}
