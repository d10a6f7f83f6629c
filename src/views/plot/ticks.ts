/** Which numbers are ticks: round ones, and how they are written. */
import type { Extent } from "./scale.ts";

/** 1, 2 and 5 times powers of ten from one value to another, both above 0. */
export function decades(from: number, to: number, digits: readonly number[] = [1, 2, 5]): readonly number[] {
  const first = Math.floor(Math.log10(from));
  const powers = Array.from({ length: Math.max(0, Math.floor(Math.log10(to)) - first + 1) }, (_, i) => first + i);
  // A power below 1 is a part of a whole number, so that 0.2 is 2 / 10.
  const all = powers.flatMap((power) => digits.map((digit) => (power < 0 ? digit / 10 ** -power : digit * 10 ** power)));
  return all.filter((value) => value >= from * (1 - 1e-9) && value <= to * (1 + 1e-9));
}

/** 1, 2 and 5 times the powers of ten within a domain, or 1 and 3 times them, or the powers alone, or some of these: at most that many. */
export function decadesWithRoom([from, to]: Extent, most: number): readonly number[] {
  const fine = [[1, 2, 5], [1, 3], [1]].map((digits) => decades(from, to, digits)).find(({ length }) => length <= most);
  if (fine !== undefined) return fine;
  const powers = decades(from, to, [1]);
  const every = Math.ceil(powers.length / Math.max(1, most));
  return powers.filter((_, i) => i % every === 0);
}

/** The round numbers around two values, on a scale of equal factors: the last below and the first above. */
function decadesAround(from: number, to: number): readonly [number, number] {
  const [low, high] = [decades(from / 10, from).at(-1), decades(to, to * 10)[0]];
  return [low ?? from, high === low ? high * 2 : (high ?? to)];
}

/** A whole multiple of 1, 2 or 5 times a power of ten that parts a length into so many at most. */
export function roundStep(length: number, most: number): number {
  const least = length / most;
  return decades(least, least * 10)[0] ?? 1;
}

/** Multiples of a step from one to another. */
export function multiples(from: number, to: number, step: number): readonly number[] {
  const first = Math.ceil(from / step - 1e-9);
  return Array.from({ length: Math.max(0, Math.floor(to / step + 1e-9) - first + 1) }, (_, i) =>
    Number(((first + i) * step).toPrecision(12)),
  );
}

/** A number of an axis as it is written. */
export function writeTick(value: number): string {
  return (Math.round(value * 1e6) / 1e6).toLocaleString("en-US").replace("-", "−");
}

/** A scale that begins and ends at round numbers, or at 0, with its ticks at most so many. */
export interface RoundEnds {
  readonly domain: readonly [number, number];
  readonly ticks: readonly number[];
}

export function evenEnds(least: number, most: number, steps: number): RoundEnds {
  const step = roundStep(most - Math.min(0, least), steps);
  const domain = [Math.floor(Math.min(0, least) / step) * step, Math.max(1, Math.ceil(most / step)) * step] as const;
  return { domain, ticks: multiples(...domain, step) };
}

export function steepEnds(least: number, most: number): RoundEnds {
  const domain = decadesAround(least, most);
  return { domain, ticks: decades(...domain) };
}
