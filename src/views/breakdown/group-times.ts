/** The time of each group of ranks: its means, and the order in which groups and ranks stand when they are sorted. */
import type { Told } from "./told.ts";

export interface GroupTime {
  readonly title: string;
  /** The phases it communicates in, by their numbers. */
  readonly phases: readonly number[];
  /** How many ranks. */
  readonly ranks: number;
  /** [P] Mean of each phase, cycles. */
  readonly means: readonly number[];
  /** Mean of all but the rest, and its least and most; cycles. */
  readonly total: number;
  readonly least: number;
  readonly most: number;
  /** Those who are done first stand first. */
  readonly order: readonly number[];
}

/** Cycles in which a thing has something to do. */
export function totalOf({ times, idle }: Pick<Told, "times" | "idle">, thing: number): number {
  return times.reduce((sum, own, p) => (p === idle ? sum : sum + own[thing]), 0);
}

/** Groups whose means differ by less than this part of the run are done together. */
const alike = 0.002;

/** The groups from the one that is done first to the one that is done last; of several done together, those that communicate least and earliest first. */
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
