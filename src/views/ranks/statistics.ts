/** Statistics of rank activity: count, sum and distribution of the intervals of each kind within a span. */
import { once } from "../../core/base/once.ts";
import type { Span } from "../contract.ts";
import { isWork, kindOf, kinds, lengthOf, ranksIn, sortOf, sortsOf, stretchAfter, type Told } from "./told.ts";

/**
 * Categories of the statistics: each kind of interval; computations that only prepare the tasks of a program and are not part of its work;
 * and the time of a rank after its last interval.
 */
const counted = [...kinds, "start", "ended"] as const;
const [compute, start, ended] = [counted.indexOf("compute"), counted.indexOf("start"), counted.indexOf("ended")];

/** One row of the statistics. */
export interface Counted {
  readonly title: string;
  /** Its index in the result of {@link statisticsOf}. */
  readonly place: number;
  /** Index of its style; absent where it has none. */
  readonly style?: number;
  /** Whether the row is a sort of work, which is a part of computing. */
  readonly isPart: boolean;
}

/**
 * The rows of the statistics of a run: `start` only if its program has preparing computations; and, if there are several sorts of work, a
 * row for each below their sum.
 */
export const countedIn = once(({ timeline }: Told): readonly Counted[] => {
  const hasStart = timeline.kind.some((_, s) => kindOf(timeline, s) === "compute" && !isWork(timeline, s));
  const parts = severalIn(timeline).map((title, sort) => {
    return { title, place: counted.length + sort, style: sort === 0 ? compute : kinds.length + sort - 1, isPart: true };
  });
  return counted.flatMap((title, place): readonly Counted[] => {
    if (place === start && !hasStart) return [];
    // The sum has no style of its own if its parts have styles.
    const hasStyle = place < kinds.length && (place !== compute || parts.length === 0);
    const own = { title, place, ...(hasStyle ? { style: place } : {}), isPart: false };
    return place === compute ? [own, ...parts] : [own];
  });
});

/** The sorts of work, if there are several; otherwise empty. */
function severalIn(timeline: Told["timeline"]): readonly string[] {
  const sorts = sortsOf(timeline);
  return sorts.length > 1 ? sorts : [];
}

/** End of the last interval of a rank, cycles; 0 for none. */
const endOf = ({ timeline: { first, to } }: Told, rank: number) => (first[rank + 1] > first[rank] ? to[first[rank + 1] - 1] : 0);

/** Statistics of the intervals of one category that overlap the span, cycles. Without any interval all numbers are 0. */
export interface KindStatistics {
  readonly count: number;
  /** Sum of the parts within the span. All following fields are of whole intervals, so that the edge of the span shortens none. */
  readonly sum: number;
  readonly mean: number;
  readonly least: number;
  readonly most: number;
  /** 95th percentile of the lengths. */
  readonly p95: number;
  /** Part of the total time of the ranks, 0 to 1. */
  readonly share: number;
}

/**
 * Statistics for each entry of {@link categories}, in that order, whose shares add up to 1; then for each of several sorts of work.
 * Intervals without length are not counted.
 * @param rank The rank; −1 for all.
 */
export function statisticsOf(told: Told, { from, to }: Span, rank = -1): readonly KindStatistics[] {
  const kept = lastOf(told);
  const known = kept.get(rank);
  if (known?.from === from && known.to === to) return known.statistics;
  const statistics = countedWithin(told, { from, to }, rank);
  kept.set(rank, { from, to, statistics });
  return statistics;
}

interface Kept extends Span {
  readonly statistics: readonly KindStatistics[];
}

/** The last statistics of each run by rank: during playback the span does not change. */
const lastOf = once<Told, Map<number, Kept>>(() => new Map());

/** Computes the statistics without the cache. */
function countedWithin(told: Told, { from, to }: Span, rank: number): readonly KindStatistics[] {
  const { timeline } = told;
  const ranks = rank >= 0 ? [rank] : Array.from({ length: ranksIn(timeline) }, (_, each) => each);
  const parts = severalIn(timeline);
  const all = [...counted, ...parts];
  const lengths = all.map((): number[] => []);
  const within = all.map(() => 0);
  for (const each of ranks) {
    for (let s = stretchAfter(timeline, each, from); s < timeline.first[each + 1] && timeline.from[s] < to; s++) {
      const seen = Math.min(to, timeline.to[s]) - Math.max(from, timeline.from[s]);
      if (seen <= 0) continue;
      const sort = kindOf(timeline, s) === "compute" && !isWork(timeline, s) ? start : timeline.kind[s];
      lengths[sort].push(lengthOf(timeline, s));
      within[sort] += seen;
      const part = parts.length > 0 && sort === compute ? sortOf(timeline, s) : -1;
      if (part < 0) continue;
      lengths[counted.length + part].push(lengthOf(timeline, s));
      within[counted.length + part] += seen;
    }
    const left = to - Math.max(from, endOf(told, each));
    if (left <= 0) continue;
    lengths[ended].push(Math.max(to, told.end) - endOf(told, each));
    within[ended] += left;
  }
  return lengths.map((own, k) => summed(own, within[k], ranks.length * (to - from)));
}

/**
 * Statistics of interval lengths.
 * @param sum Sum of the parts within the span.
 * @param totalTime Total time of the ranks in the span.
 */
function summed(unsorted: readonly number[], sum: number, whole: number): KindStatistics {
  const count = unsorted.length;
  if (count === 0) return { count, sum: 0, mean: 0, least: 0, most: 0, p95: 0, share: 0 };
  const lengths = Float64Array.from(unsorted).sort();
  return {
    count,
    sum,
    mean: lengths.reduce((total, each) => total + each, 0) / count,
    least: lengths[0],
    most: lengths[count - 1],
    p95: lengths[Math.ceil(0.95 * count) - 1],
    share: whole > 0 ? sum / whole : 0,
  };
}
