/** Load curves: what a network accepts at each load it is offered, and where it is full. */
import { isDeadlocked, type Results } from "./results.ts";
import type { SweepTable } from "./sweep.ts";

/** A load curve, as far as it has come in. */
export interface Curve {
  /** In order of load. */
  readonly points: readonly CurvePoint[];
  /** How many there will be. */
  readonly expected: number;
  /** Whether none is being simulated before somebody asks for it: that takes long. */
  readonly isWaiting?: boolean;
}

/** One load of a curve: a run, or the mean over several seeds. Load and accepted load are means over the same terminals, so that equal means all delivered. */
export interface CurvePoint {
  /** Offered load, phits per cycle and sending terminal. */
  readonly load: number;
  /** Load created in the window, phits/cycle per sending terminal: the nominal load within the limits of chance. */
  readonly created: number;
  /** Accepted load, phits per cycle and sending terminal. */
  readonly accepted: number;
  /** Mean latency, cycles; null when nothing arrived. */
  readonly latency: number | null;
  readonly steady: boolean;
  /** True when the run ended in a deadlock: nothing is accepted any more. */
  readonly deadlocked: boolean;
  /** Half the widths of the 95 % intervals of accepted load and mean latency, null where one is not known; absent where no precision was asked for, and of several seeds. */
  readonly error?: { readonly accepted: number | null; readonly latency: number | null };
  /** Lowest and highest value over the seeds that are in, and how many those are; absent for a single run. */
  readonly spread?: {
    readonly seeds: number;
    readonly accepted: readonly [number, number];
    readonly latency: readonly [number, number] | null;
  };
}

/** Accepted traffic may fall short of what was created by this much before the network counts as full. */
export const shortfall = 0.03;

/** The first point that delivers less than 97 % of the load created, or nothing after a deadlock, by its index; −1 while all deliver that much. */
export function firstFull(points: readonly Pick<CurvePoint, "created" | "accepted" | "deadlocked">[]): number {
  // A deadlock before the window leaves nothing created in it.
  return points.findIndex(({ accepted, created, deadlocked }) => deadlocked || accepted < created * (1 - shortfall));
}

/**
 * Saturation: the last load simulated, before the first that falls short, of which at least 97 % were accepted. Nothing
 * is interpolated; null while no load falls short, and where the first does.
 */
export function saturationOf(points: readonly CurvePoint[]): CurvePoint | null {
  const full = firstFull(points);
  return full > 0 ? points[full - 1] : null;
}

/** What a sweep of the load alone says of one network. */
export function curveIn({ axes: [{ numbers }], points }: SweepTable, variant: number, cycle: number): Curve {
  const own = points.filter((point) => point.variant === variant);
  return {
    points: own.map(({ at, runs }) => pointOf((numbers?.[at[0]] ?? 0) / cycle, runs)).sort((a, b) => a.load - b.load),
    expected: numbers?.length ?? 0,
  };
}

/** One load of the curve: the mean over the seeds that are in, with the lowest and the highest. */
export function pointOf(load: number, runs: readonly Results[]): CurvePoint {
  const created = mean(runs.map((each) => each.offeredPerSender));
  // Whatever got through before a deadlock, nothing does ever after.
  if (runs.some(isDeadlocked)) return { load, created, accepted: 0, latency: null, steady: false, deadlocked: true };
  const accepted = runs.map((each) => each.acceptedPerSender);
  const latencies = runs.flatMap(({ latency }) => (latency === null ? [] : [latency.mean]));
  const point = {
    load,
    created,
    accepted: mean(accepted),
    latency: latencies.length === 0 ? null : mean(latencies),
    steady: runs.every(({ steady }) => steady.is),
    deadlocked: false,
  };
  const [{ precision }] = runs;
  if (runs.length === 1)
    return precision === undefined ? point : { ...point, error: { accepted: precision.accepted, latency: precision.latency } };
  return {
    ...point,
    spread: { seeds: runs.length, accepted: ends(accepted), latency: latencies.length === 0 ? null : ends(latencies) },
  };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const ends = (values: readonly number[]): readonly [number, number] => [Math.min(...values), Math.max(...values)];
