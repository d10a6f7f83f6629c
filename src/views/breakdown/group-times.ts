/** Times of groups of ranks: means, and the order of groups and ranks when sorted. */
import type { Told } from "./told.ts";

/** Times of a group of ranks. */
export interface GroupTime {
  readonly title: string;
  /** Indices of the phases in which the group communicates. */
  readonly phases: readonly number[];
  /** Number of ranks. */
  readonly ranks: number;
  /** [P] Mean time in each phase, cycles. */
  readonly means: readonly number[];
  /** Mean, minimum and maximum of the total time without the idle phase, cycles. */
  readonly total: number;
  readonly least: number;
  readonly most: number;
  /** Ranks in the order of their ends. */
  readonly order: readonly number[];
}

/** Cycles of an item outside the idle phase. */
export function totalOf({ times, idle }: Pick<Told, "times" | "idle">, thing: number): number {
  return times.reduce((sum, own, p) => (p === idle ? sum : sum + own[thing]), 0);
}

/** Groups whose means differ by less than this part of the run count as ending together. */
const alike = 0.002;

/** The groups in the order of their ends. Among groups that end together, those with fewer and earlier communication phases come first. */
export function groupTimesOf(told: Told): readonly GroupTime[] {
  const { groups, times } = told;
  const all = times[0].map((_, rank) => totalOf(told, rank));
  return groups
    .map(({ title, phases, ranks }): GroupTime => {
      const totals = ranks.map((rank) => all[rank]);
      const mean = (values: readonly number[]) => values.reduce((sum, own) => sum + own, 0) / values.length;
      return {
        title,
        phases,
        ranks: ranks.length,
        means: times.map((own) => mean(ranks.map((rank) => own[rank]))),
        total: mean(totals),
        least: Math.min(...totals),
        most: Math.max(...totals),
        order: ranks.toSorted((a, b) => all[a] - all[b] || a - b),
      };
    })
    .toSorted((a, b) => {
      const apart = a.total - b.total;
      if (Math.abs(apart) > alike * told.cycles) return apart;
      return a.phases.length - b.phases.length || (a.phases[0] ?? 0) - (b.phases[0] ?? 0);
    });
}
