/** Round numbers for ticks and axis ends, and their format. */
import type { Extent } from "./scale.ts";

/** The numbers between two positive values that are one of `digits` times a power of ten. */
export function decadeTicks(from: number, to: number, digits: readonly number[] = [1, 2, 5]): readonly number[] {
  const first = Math.floor(Math.log10(from));
  const powers = Array.from({ length: Math.max(0, Math.floor(Math.log10(to)) - first + 1) }, (_, i) => first + i);
  // Powers below 1 are computed by division, so that 0.2 is 2 / 10 without a rounding error.
  const candidates = powers.flatMap((power) => digits.map((digit) => (power < 0 ? digit / 10 ** -power : digit * 10 ** power)));
  return candidates.filter((value) => value >= from * (1 - 1e-9) && value <= to * (1 + 1e-9));
}

/**
 * At most `maxTicks` ticks within a positive domain: 1, 2 and 5 times powers of ten if possible; otherwise 1 and 3 times; otherwise the
 * powers, or every n-th of them.
 */
export function decadeTicksWithin([from, to]: Extent, maxTicks: number): readonly number[] {
  const fittingTicks = [[1, 2, 5], [1, 3], [1]].map((digits) => decadeTicks(from, to, digits)).find(({ length }) => length <= maxTicks);
  if (fittingTicks !== undefined) return fittingTicks;
  const powers = decadeTicks(from, to, [1]);
  const interval = Math.ceil(powers.length / Math.max(1, maxTicks));
  return powers.filter((_, i) => i % interval === 0);
}

/** The round numbers around two positive values: the last one below and the first one above. */
function roundNumbersAround(from: number, to: number): readonly [number, number] {
  const [low, high] = [decadeTicks(from / 10, from).at(-1), decadeTicks(to, to * 10)[0]];
  return [low ?? from, high === low ? high * 2 : (high ?? to)];
}

/** The smallest multiple of 1, 2 or 5 times a power of ten that divides a length into at most `maxParts` parts. */
export function roundStep(length: number, maxParts: number): number {
  const minStep = length / maxParts;
  return decadeTicks(minStep, minStep * 10)[0] ?? 1;
}

/** Multiples of a step between two values. */
export function multiplesOf(from: number, to: number, step: number): readonly number[] {
  const first = Math.ceil(from / step - 1e-9);
  return Array.from({ length: Math.max(0, Math.floor(to / step + 1e-9) - first + 1) }, (_, i) =>
    Number(((first + i) * step).toPrecision(12)),
  );
}

/** Format of a number on an axis. */
export function formatTick(value: number): string {
  return (Math.round(value * 1e6) / 1e6).toLocaleString("en-US").replace("-", "−");
}

/** A domain that ends at round numbers or at 0, with its ticks. */
export interface RoundDomain {
  readonly domain: readonly [number, number];
  readonly ticks: readonly number[];
}

/** The domain of a linear axis from 0 or a negative minimum, and its ticks. */
export function linearRoundDomain(min: number, max: number, maxSteps: number): RoundDomain {
  const step = roundStep(max - Math.min(0, min), maxSteps);
  const domain = [Math.floor(Math.min(0, min) / step) * step, Math.max(1, Math.ceil(max / step)) * step] as const;
  return { domain, ticks: multiplesOf(...domain, step) };
}

/** The domain of a logarithmic axis, and its ticks; both values must be positive. */
export function logRoundDomain(min: number, max: number): RoundDomain {
  const domain = roundNumbersAround(min, max);
  return { domain, ticks: decadeTicks(...domain) };
}
