/** Where a network is full: what the curve, its sentence and its table agree on. */
import type { CurvePoint } from "../contract.ts";

/** Accepted traffic may fall short of what was created by this much before the network counts as full. */
export const shortfall = 0.03;

/** The first point that delivers less than 97 % of the load created, by its index; −1 while all of them deliver that much. */
export function firstFull(points: readonly CurvePoint[]): number {
  return points.findIndex(({ accepted, created }) => accepted < created * (1 - shortfall));
}

/**
 * Saturation: the last load simulated, before the first that falls short, of which at least 97 % were accepted. Nothing
 * is interpolated; null while no load falls short, and where the first does.
 */
export function saturationOf(points: readonly CurvePoint[]): CurvePoint | null {
  const full = firstFull(points);
  return full > 0 ? points[full - 1] : null;
}
