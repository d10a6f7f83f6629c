/** What can be drawn of the points of a sweep: one measure, as the mean over seeds with its ends. */
import type { Results } from "../../core/measures/results.ts";
import type { SweepPoint, SweepTable } from "../contract.ts";
import { formatLoad, formatRatio, formatTime } from "../../words/numbers.ts";

export interface SweptMeasure {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  /** Value of one run; null where it has none. */
  of(results: Results): number | null;
  /** As people read it, without its unit; times in the unit of those up to `most`. */
  format(value: number, most?: number): string;
  readonly isMoreBetter: boolean;
  /**
   * What is said of the network with the best value, and of several that are one by chance; of measures that runs are made
   * for, in which is told what a sweep found.
   */
  readonly leads?: { readonly one: string; readonly several: string };
}

/** The results of a run that did not end in a deadlock: whatever got through before, nothing does ever after. */
const moving = (results: Results) => (results.deadlock === null ? results : null);

export const sweptMeasures: readonly SweptMeasure[] = [
  {
    id: "accepted",
    title: "Accepted load",
    unit: "phits/cycle per sender",
    of: (r) => (r.makespan === null ? (r.deadlock === null ? r.acceptedPerSender : 0) : null),
    format: formatLoad,
    isMoreBetter: true,
    leads: { one: "accepts most", several: "accept most" },
  },
  {
    id: "latency",
    title: "Mean latency of packets",
    unit: "cycles",
    of: (r) => moving(r)?.latency?.mean ?? null,
    format: formatTime,
    isMoreBetter: false,
  },
  {
    id: "p95",
    title: "95 % of packets within",
    unit: "cycles",
    of: (r) => moving(r)?.latency?.p95 ?? null,
    format: formatTime,
    isMoreBetter: false,
  },
  {
    id: "makespan",
    title: "Makespan",
    unit: "cycles",
    of: (r) => r.makespan,
    format: formatTime,
    isMoreBetter: false,
    leads: { one: "is done first", several: "are done first" },
  },
  {
    id: "worst",
    title: "Worst channel load",
    unit: "phits/cycle",
    of: (r) => moving(r)?.load.worst ?? null,
    format: formatLoad,
    isMoreBetter: false,
  },
  {
    id: "fairness",
    title: "Fairness",
    unit: "",
    of: (r) => (r.arrived === 0 ? null : (moving(r)?.fairness?.jain ?? null)),
    format: formatRatio,
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
    isDeadlocked: runs.some(({ deadlock }) => deadlock !== null),
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
