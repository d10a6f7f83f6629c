/** A sweep: the points that have results, and measures of them as the mean over seeds with the range. */
import { phitBytes } from "../base/units.ts";
import { allreduceFactors, hasTwoFactors, collectiveSpeedOf } from "./collective.ts";
import { serviceFairnessOf } from "./fairness.ts";
import { isDeadlocked, type Results } from "./results.ts";

/** The axes of a sweep, and the points that have results. */
export interface SweepTable {
  /** One or two swept parameters, each with its values as labels, and as numbers if they are numeric. */
  readonly axes: readonly SweepAxis[];
  /** Points with results, of all networks. */
  readonly points: readonly SweepPoint[];
  readonly expectedPoints: number;
}

export interface SweepAxis {
  readonly title: string;
  readonly unit: string;
  readonly labels: readonly string[];
  /** The values as phrases: `32 terminals`, `load 0.40`. */
  readonly phrases: readonly string[];
  /** The values as numbers; null if they are names. */
  readonly numbers: readonly number[] | null;
  /** Whether the parameter is the offered load: then a higher accepted load does not make a network better. */
  readonly isOfferedLoad?: boolean;
  /** Whether the parameter is the amount of work: then times of different values are not comparable. */
  readonly isWorkAmount?: boolean;
}

/** One point of a sweep, with its available seeds. */
export interface SweepPoint {
  readonly variant: number;
  /** Index of the value on each axis. */
  readonly indices: readonly number[];
  /** Results of each available seed. */
  readonly runs: readonly Results[];
}

export interface SweptMeasure {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  /** Value of one run; null if it has none. */
  valueIn(results: Results): number | null;
  readonly isHigherBetter: boolean;
  /**
   * Phrases for the network with the best value, and for several that tie. Only for primary measures, by which the result of a sweep is
   * summarized.
   */
  readonly superlatives?: { readonly one: string; readonly several: string };
}

/** The results of a run, or null after a deadlock, when nothing is delivered any more. */
const ifNotDeadlocked = (results: Results) => (isDeadlocked(results) ? null : results);

/** Bytes per cycle converted to phits per cycle, the unit of channel rates. */
const bytesToPhits = (bytes: number | null | undefined) => (bytes === null || bytes === undefined ? null : bytes / phitBytes);

/** Completion time of a finite workload. */
export const sweptMakespan: SweptMeasure = {
  id: "makespan",
  title: "Makespan",
  unit: "cycles",
  valueIn: (results) => results.makespan,
  isHigherBetter: false,
  superlatives: { one: "finishes first", several: "finish first" },
};

/** Swept measures in the order in which they are offered and tabulated: first those that answer, then those that explain. */
export const sweptMeasures: readonly SweptMeasure[] = [
  {
    id: "accepted",
    title: "Accepted load",
    unit: "phits/cycle per sender",
    valueIn: (results) => (results.makespan === null ? (isDeadlocked(results) ? 0 : results.acceptedPerSender) : null),
    isHigherBetter: true,
    superlatives: { one: "accepts most", several: "accept most" },
  },
  sweptMakespan,
  {
    id: "bus-bandwidth",
    title: "Bus bandwidth",
    unit: "phits/cycle",
    valueIn: (results) => bytesToPhits(collectiveSpeedOf(results)?.busBandwidth),
    isHigherBetter: true,
  },
  {
    id: "bus-bandwidth-send-receive",
    title: `Bus bandwidth by ${allreduceFactors.sendReceive}`,
    unit: "phits/cycle",
    valueIn: (results) =>
      results.collective !== undefined && hasTwoFactors(results.collective)
        ? bytesToPhits(collectiveSpeedOf(results)?.sendReceiveBusBandwidth)
        : null,
    isHigherBetter: true,
  },
  {
    id: "algorithm-bandwidth",
    title: "Algorithm bandwidth",
    unit: "phits/cycle",
    valueIn: (results) => bytesToPhits(collectiveSpeedOf(results)?.algorithmBandwidth),
    isHigherBetter: true,
  },
  {
    id: "latency",
    title: "Mean latency of packets",
    unit: "cycles",
    valueIn: (results) => ifNotDeadlocked(results)?.latency?.mean ?? null,
    isHigherBetter: false,
  },
  {
    id: "p95",
    title: "95 % of packets within",
    unit: "cycles",
    valueIn: (results) => ifNotDeadlocked(results)?.latency?.p95 ?? null,
    isHigherBetter: false,
  },
  {
    id: "worst",
    title: "Worst channel load",
    unit: "phits/cycle",
    valueIn: (results) => ifNotDeadlocked(results)?.load.worst ?? null,
    isHigherBetter: false,
  },
  {
    id: "fairness",
    title: "Fairness",
    unit: "",
    valueIn: (results) => (ifNotDeadlocked(results) === null ? null : (serviceFairnessOf(results)?.jain ?? null)),
    isHigherBetter: true,
  },
];

/** A measure of one point over its seeds. */
export interface SweptValue {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly seeds: number;
  /** Whether any of the runs ended in a deadlock. */
  readonly isDeadlocked: boolean;
}

/** The value of a point; null if no run has a value. */
export function sweptValueOf({ runs }: SweepPoint, { valueIn }: SweptMeasure): SweptValue | null {
  const values = runs.map(valueIn).filter((value) => value !== null);
  if (values.length === 0) return null;
  return {
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    low: Math.min(...values),
    high: Math.max(...values),
    seeds: values.length,
    isDeadlocked: runs.some(isDeadlocked),
  };
}

/** Whether any run of a sweep has a value of a measure. */
export function isMeasured(table: SweepTable | null, measure: SweptMeasure): boolean {
  return table?.points.some((point) => sweptValueOf(point, measure) !== null) === true;
}

/** The primary measure of a sweep, by which its result is summarized; undefined before any run has a value of such a measure. */
export function primaryMeasureOf(table: SweepTable | null): SweptMeasure | undefined {
  return sweptMeasures.find((each) => each.superlatives !== undefined && isMeasured(table, each));
}
