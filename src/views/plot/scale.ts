/**
 * Scales from values to pixels, their ticks, and polylines. A test compares them with d3-scale. The first screen draws with them: d3-scale
 * would increase its code by 10 KB, d3-array for the ticks alone by 2 KB.
 */
import { tenth } from "../marks/marks.ts";

/** Maps values of a domain to positions, pixels. */
export interface Scale {
  (value: number): number;
  /** The value at a position. */
  invert(at: number): number;
  readonly domain: Extent;
  readonly range: Extent;
}

export type Extent = readonly [number, number];

/** A linear scale. A clamped scale limits values and positions to its ends. */
export function linearScale(domain: Extent, range: Extent, clamps = false): Scale {
  const kept = (value: number, [a, b]: Extent) => (clamps ? Math.min(Math.max(a, b), Math.max(Math.min(a, b), value)) : value);
  const between = (value: number, [from, to]: Extent, [first, last]: Extent) =>
    from === to ? (first + last) / 2 : kept(first + ((value - from) / (to - from)) * (last - first), [first, last]);
  return Object.assign((value: number) => between(value, domain, range), {
    invert: (at: number) => between(at, range, domain),
    domain,
    range,
  });
}

/** A logarithmic scale; its domain must lie above 0. A clamped scale limits values and positions to its ends. */
export function logScale(domain: Extent, range: Extent, clamps = false): Scale {
  const straight = linearScale([Math.log(domain[0]), Math.log(domain[1])], range, clamps);
  return Object.assign((value: number) => straight(Math.log(value)), {
    invert: (at: number) => Math.exp(straight.invert(at)),
    domain,
    range,
  });
}

/** Round numbers within a domain: multiples of 1, 2 or 5 times a power of ten, approximately as many as requested. */
export function ticksIn([from, to]: Extent, wanted: number): readonly number[] {
  if (!(to > from) || !(wanted > 0)) return [];
  const raw = (to - from) / wanted;
  const power = Math.floor(Math.log10(raw));
  const rest = raw / 10 ** power;
  const factor = rest >= Math.sqrt(50) ? 10 : rest >= Math.sqrt(10) ? 5 : rest >= Math.SQRT2 ? 2 : 1;
  // Fractions are computed by division, so that 0.3 is 3 / 10 and not 3 × 0.1, which has a rounding error.
  const parts = power < 0 ? 10 ** -power / factor : 1;
  const step = power < 0 ? 1 : factor * 10 ** power;
  const tick = (i: number) => (i * step) / parts;
  const [low, high] = [Math.round((from * parts) / step), Math.round((to * parts) / step)];
  const [first, last] = [tick(low) < from ? low + 1 : low, tick(high) > to ? high - 1 : high];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => tick(first + i));
}

/** SVG path data of a polyline; empty without points. */
export function lineThrough(points: readonly (readonly [number, number])[]): string {
  return points.length === 0 ? "" : `M${points.map(([x, y]) => `${tenth(x)},${tenth(y)}`).join("L")}`;
}
