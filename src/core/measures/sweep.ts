/** A sweep: the points that have come in, and what is told of them: one measure, as the mean over seeds with its ends. */
import { phitBytes } from "../base/units.ts";
import { allreduceFactors, hasTwoFactors, speedOf } from "./collective.ts";
import { serviceIn } from "./fairness.ts";
import { isDeadlocked, type Results } from "./results.ts";

/** What is swept, and the points that have come in. */
export interface SweepTable {
  /** One or two places, each with its values as people read them; numbers also as numbers. */
  readonly axes: readonly SweepAxis[];
  /** Points in, of all networks. */
  readonly points: readonly SweepPoint[];
  readonly expected: number;
}

export interface SweepAxis {
  readonly title: string;
  readonly unit: string;
  readonly labels: readonly string[];
  /** The values as they stand in a sentence: `32 terminals`, `load 0.40`. */
  readonly said: readonly string[];
  /** The values as numbers; null where they are names. */
  readonly numbers: readonly number[] | null;
  /** Whether it says what the networks are asked to carry: more delivered where more is offered is no merit. */
  readonly isOffered?: boolean;
  /** Whether it says what is to be done: times of unlike work are no measure of anything but beside each other. */
  readonly isWork?: boolean;
}

/** One point of a sweep: the mean over its seeds that are in. */
export interface SweepPoint {
  readonly variant: number;
  /** Number of the value on each axis. */
  readonly at: readonly number[];
  /** The results of each seed that is in. */
  readonly runs: readonly Results[];
}

export interface SweptMeasure {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  /** Value of one run; null where it has none. */
  of(results: Results): number | null;
  readonly isMoreBetter: boolean;
  /**
   * What is said of the network with the best value, and of several that are one by chance; of measures that runs are made
   * for, in which is told what a sweep found.
   */
  readonly leads?: { readonly one: string; readonly several: string };
}

/** The results of a run that did not end in a deadlock: whatever got through before, nothing does ever after. */
const moving = (results: Results) => (isDeadlocked(results) ? null : results);

/** Bytes per cycle as what channels carry is told. */
const inPhits = (bytes: number | null | undefined) => (bytes === null || bytes === undefined ? null : bytes / phitBytes);

/** The time of a program. */
export const makespan: SweptMeasure = {
  id: "makespan",
  title: "Makespan",
  unit: "cycles",
  of: (r) => r.makespan,
  isMoreBetter: false,
  leads: { one: "finishes first", several: "finish first" },
};

export const sweptMeasures: readonly SweptMeasure[] = [
  {
    id: "accepted",
    title: "Accepted load",
    unit: "phits/cycle per sender",
    of: (r) => (r.makespan === null ? (isDeadlocked(r) ? 0 : r.acceptedPerSender) : null),
    isMoreBetter: true,
    leads: { one: "accepts most", several: "accept most" },
  },
  {
    id: "latency",
    title: "Mean latency of packets",
    unit: "cycles",
    of: (r) => moving(r)?.latency?.mean ?? null,
    isMoreBetter: false,
  },
  {
    id: "p95",
    title: "95 % of packets within",
    unit: "cycles",
    of: (r) => moving(r)?.latency?.p95 ?? null,
    isMoreBetter: false,
  },
  makespan,
  {
    id: "bus-bandwidth",
    title: "Bus bandwidth",
    unit: "phits/cycle",
    of: (r) => inPhits(speedOf(r)?.busBandwidth),
    isMoreBetter: true,
  },
  {
    id: "bus-bandwidth-send-receive",
    title: `Bus bandwidth by ${allreduceFactors.sendReceive}`,
    unit: "phits/cycle",
    of: (r) => (r.collective !== undefined && hasTwoFactors(r.collective) ? inPhits(speedOf(r)?.sendReceiveBusBandwidth) : null),
    isMoreBetter: true,
  },
  {
    id: "algorithm-bandwidth",
    title: "Algorithm bandwidth",
    unit: "phits/cycle",
    of: (r) => inPhits(speedOf(r)?.algorithmBandwidth),
    isMoreBetter: true,
  },
  {
    id: "worst",
    title: "Worst channel load",
    unit: "phits/cycle",
    of: (r) => moving(r)?.load.worst ?? null,
    isMoreBetter: false,
  },
  {
    id: "fairness",
    title: "Fairness",
    unit: "",
    of: (r) => (moving(r) === null ? null : (serviceIn(r)?.jain ?? null)),
    isMoreBetter: true,
  },
];

/** A measure of one point over its seeds. */
export interface Value {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly seeds: number;
  /** Whether any of the runs ended in a deadlock. */
  readonly isDeadlocked: boolean;
}

/** The value of a point; null where none of its runs has one. */
export function valueOf({ runs }: SweepPoint, { of }: SweptMeasure): Value | null {
  const values = runs.map(of).filter((value) => value !== null);
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
  return table?.points.some((point) => valueOf(point, measure) !== null) === true;
}

/** The measure that the runs of a sweep are made for, in which is told what it found; undefined before any run has a value of it. */
export function answerIn(table: SweepTable | null): SweptMeasure | undefined {
  return sweptMeasures.find((each) => each.leads !== undefined && isMeasured(table, each));
}
