/** Times of groups of ranks: means, and the order of groups and ranks when sorted. */
import type { TimeBreakdown } from "./time-breakdown.ts";

/** Times of a group of ranks. */
export interface GroupTime {
  readonly title: string;
  /** Indices of the phases in which the group communicates. */
  readonly phases: readonly number[];
  /** Number of ranks. */
  readonly rankCount: number;
  /** [P] Mean time in each phase, cycles. */
  readonly means: readonly number[];
  /** Mean, minimum and maximum of the total time without the idle phase, cycles. */
  readonly total: number;
  readonly minTotal: number;
  readonly maxTotal: number;
  /** Ranks in the order of their ends. */
  readonly rankOrder: readonly number[];
}

/** Cycles of an item outside the idle phase. */
export function busyCyclesOf({ times, idle }: Pick<TimeBreakdown, "times" | "idle">, item: number): number {
  return times.reduce((sum, phaseTimes, phaseIndex) => (phaseIndex === idle ? sum : sum + phaseTimes[item]), 0);
}

/** Groups whose means differ by less than this part of the run count as ending together. */
const maxEqualDifference = 0.002;

/**
 * The times of each group of ranks (ranks that communicate in the same phases), in cycles: the mean time in each phase (`means`), and the
 * mean, smallest and largest busy time of a rank. The groups are in the order of their mean busy time. Groups whose times are nearly equal
 * are in the order of the number of their phases, fewer first, then of their first phases.
 */
export function groupTimesOf(timeBreakdown: TimeBreakdown): readonly GroupTime[] {
  const { groups, times } = timeBreakdown;
  const busyCycles = times[0].map((_, rank) => busyCyclesOf(timeBreakdown, rank));
  return groups
    .map(({ title, phases, ranks }): GroupTime => {
      const totals = ranks.map((rank) => busyCycles[rank]);
      const mean = (values: readonly number[]) => values.reduce((sum, phaseTimes) => sum + phaseTimes, 0) / values.length;
      return {
        title,
        phases,
        rankCount: ranks.length,
        means: times.map((phaseTimes) => mean(ranks.map((rank) => phaseTimes[rank]))),
        total: mean(totals),
        minTotal: Math.min(...totals),
        maxTotal: Math.max(...totals),
        rankOrder: ranks.toSorted((a, b) => busyCycles[a] - busyCycles[b] || a - b),
      };
    })
    .toSorted((a, b) => {
      const difference = a.total - b.total;
      if (Math.abs(difference) > maxEqualDifference * timeBreakdown.cycles) return difference;
      return a.phases.length - b.phases.length || (a.phases[0] ?? 0) - (b.phases[0] ?? 0);
    });
}
