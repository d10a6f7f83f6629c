/** Load curves: accepted load and latency by offered load, and the saturation point. */
import { isDeadlocked, type Results } from "./results.ts";
import type { SweepTable } from "./sweep.ts";

/** A load curve, possibly incomplete. */
export interface Curve {
  /** In order of load. */
  readonly points: readonly CurvePoint[];
  /** Number of points of the complete curve. */
  readonly expectedPoints: number;
  /** Whether points are simulated only on request, because they take long. */
  readonly isOnDemand?: boolean;
}

/**
 * One load of a curve: a run, or the mean over several seeds. Offered and accepted load are means over the same terminals, so equality
 * means that everything is delivered.
 */
export interface CurvePoint {
  /** Offered load, phits per cycle and sending terminal. */
  readonly load: number;
  /** Load created in the window, phits per cycle and sending terminal; only chance makes it differ from the nominal load. */
  readonly created: number;
  /** Accepted load, phits per cycle and sending terminal. */
  readonly accepted: number;
  /** Mean latency, cycles; null if no packet arrived. */
  readonly latency: number | null;
  readonly steady: boolean;
  /** True if a run ended in a deadlock; nothing is accepted from then on. */
  readonly deadlocked: boolean;
  /**
   * Half widths of the 95 % intervals of accepted load and mean latency, null if unknown. Absent without a requested precision, and for
   * several seeds.
   */
  readonly error?: { readonly accepted: number | null; readonly latency: number | null };
  /** Lowest and highest value over the available seeds, and their number; absent for a single run. */
  readonly spread?: {
    readonly seeds: number;
    readonly accepted: readonly [number, number];
    readonly latency: readonly [number, number] | null;
  };
}

/** A network is saturated if the accepted load falls short of the created load by more than this part. */
export const saturationShortfall = 0.03;

/** Index of the first point that delivers less than 97 % of the created load, or deadlocks; −1 if there is none. */
export function firstSaturatedPoint(points: readonly Pick<CurvePoint, "created" | "accepted" | "deadlocked">[]): number {
  // After a deadlock before the window, no load is created in the window.
  return points.findIndex(({ accepted, created, deadlocked }) => deadlocked || accepted < created * (1 - saturationShortfall));
}

/**
 * Saturation: the last simulated load before the first load that falls short, so at least 97 % of it were accepted. No interpolation. Null
 * if no load falls short, or if the first load does.
 */
export function saturationOf(points: readonly CurvePoint[]): CurvePoint | null {
  const full = firstSaturatedPoint(points);
  return full > 0 ? points[full - 1] : null;
}

/** The curve of one network in a sweep over the load. */
export function curveOfSweep({ axes: [{ numbers }], points }: SweepTable, variant: number, cycleScale: number): Curve {
  const variantPoints = points.filter((point) => point.variant === variant);
  return {
    points: variantPoints
      .map(({ indices, runs }) => curvePointOf((numbers?.[indices[0]] ?? 0) / cycleScale, runs))
      .sort((a, b) => a.load - b.load),
    expectedPoints: numbers?.length ?? 0,
  };
}

/**
 * A point of a load curve: offered load, accepted load and mean latency at one load. With several runs, which differ in their seeds, the
 * values are means, with the lowest and highest value as `spread`.
 * @param load Offered load, phits per cycle of each sending terminal.
 */
export function curvePointOf(load: number, runs: readonly Results[]): CurvePoint {
  const created = mean(runs.map((each) => each.offeredPerSender));
  // After a deadlock nothing is delivered, whatever was accepted before.
  if (runs.some(isDeadlocked)) return { load, created, accepted: 0, latency: null, steady: false, deadlocked: true };
  const accepted = runs.map((each) => each.acceptedPerSender);
  const latencies = runs.flatMap(({ latency }) => (latency === null ? [] : [latency.mean]));
  const meanPoint = {
    load,
    created,
    accepted: mean(accepted),
    latency: latencies.length === 0 ? null : mean(latencies),
    steady: runs.every(({ steady }) => steady.is),
    deadlocked: false,
  };
  const [{ precision }] = runs;
  if (runs.length === 1)
    return precision === undefined ? meanPoint : { ...meanPoint, error: { accepted: precision.accepted, latency: precision.latency } };
  return {
    ...meanPoint,
    spread: { seeds: runs.length, accepted: rangeOf(accepted), latency: latencies.length === 0 ? null : rangeOf(latencies) },
  };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const rangeOf = (values: readonly number[]): readonly [number, number] => [Math.min(...values), Math.max(...values)];
