/**
 * Scales from values to pixels, their ticks, and polylines. A test compares them with d3-scale. The first screen draws with them: d3-scale
 * would increase its code by 10 KB, d3-array for the ticks alone by 2 KB.
 */
import { toTenths } from "../marks/marks.ts";

/** Maps values of a domain to positions, pixels. */
export interface PlotScale {
  (value: number): number;
  /** The value at a position. */
  invert(at: number): number;
  readonly domain: Extent;
  readonly range: Extent;
}

export type Extent = readonly [number, number];

/** A linear scale. A clamped scale limits values and positions to its ends. */
export function linearScale(domain: Extent, range: Extent, isClamped = false): PlotScale {
  const clamp = (value: number, [a, b]: Extent) => (isClamped ? Math.min(Math.max(a, b), Math.max(Math.min(a, b), value)) : value);
  const interpolate = (value: number, [from, to]: Extent, [first, last]: Extent) =>
    from === to ? (first + last) / 2 : clamp(first + ((value - from) / (to - from)) * (last - first), [first, last]);
  return Object.assign((value: number) => interpolate(value, domain, range), {
    invert: (position: number) => interpolate(position, range, domain),
    domain,
    range,
  });
}

/** A logarithmic scale; its domain must lie above 0. A clamped scale limits values and positions to its ends. */
export function logScale(domain: Extent, range: Extent, isClamped = false): PlotScale {
  const linear = linearScale([Math.log(domain[0]), Math.log(domain[1])], range, isClamped);
  return Object.assign((value: number) => linear(Math.log(value)), {
    invert: (position: number) => Math.exp(linear.invert(position)),
    domain,
    range,
  });
}

/** Round numbers within a domain: multiples of 1, 2 or 5 times a power of ten, approximately as many as requested. */
export function roundTicks([from, to]: Extent, targetCount: number): readonly number[] {
  if (!(to > from) || !(targetCount > 0)) return [];
  const rawStep = (to - from) / targetCount;
  const power = Math.floor(Math.log10(rawStep));
  const mantissa = rawStep / 10 ** power;
  const factor = mantissa >= Math.sqrt(50) ? 10 : mantissa >= Math.sqrt(10) ? 5 : mantissa >= Math.SQRT2 ? 2 : 1;
  // Fractions are computed by division, so that 0.3 is 3 / 10 and not 3 × 0.1, which has a rounding error.
  const divisor = power < 0 ? 10 ** -power / factor : 1;
  const step = power < 0 ? 1 : factor * 10 ** power;
  const tickAt = (i: number) => (i * step) / divisor;
  const [firstMultiple, lastMultiple] = [Math.round((from * divisor) / step), Math.round((to * divisor) / step)];
  const [first, last] = [
    tickAt(firstMultiple) < from ? firstMultiple + 1 : firstMultiple,
    tickAt(lastMultiple) > to ? lastMultiple - 1 : lastMultiple,
  ];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => tickAt(first + i));
}

/** SVG path data of a polyline; empty without points. */
export function polylinePath(points: readonly (readonly [number, number])[]): string {
  return points.length === 0 ? "" : `M${points.map(([x, y]) => `${toTenths(x)},${toTenths(y)}`).join("L")}`;
}
