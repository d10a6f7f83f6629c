/** How long ranks did what: counts, sums and spread of the stretches of each kind within a stretch of time. */
import type { Span } from "../contract.ts";
import { kinds, ranksIn, stretchAfter, type Told } from "./told.ts";

/** Stretches of one kind, as far as they lie within the time asked for. Cycles; all but count and sum are 0 where there are none. */
export interface KindStatistics {
  readonly count: number;
  readonly sum: number;
  readonly mean: number;
  readonly least: number;
  readonly most: number;
  /** 95 % of the stretches are at most as long. */
  readonly p95: number;
  /** Part of the time of the ranks asked for, 0 … 1. */
  readonly share: number;
}

/**
 * Statistics of each kind, in the order of the kinds. Stretches without length are not counted.
 * @param rank the rank asked for; −1 for all
 */
export function statisticsOf({ timeline }: Told, { from, to }: Span, rank = -1): readonly KindStatistics[] {
  const ranks = rank >= 0 ? [rank] : Array.from({ length: ranksIn(timeline) }, (_, each) => each);
  const lengths = kinds.map((): number[] => []);
  for (const each of ranks) {
    for (let s = stretchAfter(timeline, each, from); s < timeline.first[each + 1] && timeline.from[s] < to; s++) {
      const length = Math.min(to, timeline.to[s]) - Math.max(from, timeline.from[s]);
      if (length > 0) lengths[timeline.kind[s]].push(length);
    }
  }
  return lengths.map((own) => summed(own, ranks.length * (to - from)));
}

function summed(lengths: number[], whole: number): KindStatistics {
  const count = lengths.length;
  if (count === 0) return { count, sum: 0, mean: 0, least: 0, most: 0, p95: 0, share: 0 };
  lengths.sort((a, b) => a - b);
  const sum = lengths.reduce((total, each) => total + each, 0);
  return {
    count,
    sum,
    mean: sum / count,
    least: lengths[0],
    most: lengths[count - 1],
    p95: lengths[Math.ceil(0.95 * count) - 1],
    share: whole > 0 ? sum / whole : 0,
  };
}
