/** Statistics of rank activity: count, sum and distribution of the intervals of each kind within a span. */
import { memoize } from "../../core/base/memoize.ts";
import type { Span } from "../contract.ts";
import {
  isWork,
  intervalKind,
  intervalKinds,
  intervalLength,
  rankCount,
  workSortOf,
  workSortsOf,
  intervalAfter,
  type RankTimeline,
} from "./rank-timeline.ts";

/**
 * Categories of the statistics: each kind of interval; computations that only prepare the tasks of a program and are not part of its work;
 * and the time of a rank after its last interval.
 */
const categories = [...intervalKinds, "start", "ended"] as const;
const [compute, start, ended] = [categories.indexOf("compute"), categories.indexOf("start"), categories.indexOf("ended")];

/** One row of the statistics. */
export interface StatisticsRow {
  readonly title: string;
  /** Index of the row's numbers in the result of {@link statisticsOf}. */
  readonly index: number;
  /** Index of the row's style; absent where it has none. */
  readonly styleIndex?: number;
  /** Whether the row is a sort of work, which is a part of computing. */
  readonly isWorkSort: boolean;
}

/**
 * The rows of the statistics of a run. The row `start` exists only if the program has computations that prepare tasks. If there are several
 * sorts of work, each has a row below the row of their sum, `compute`.
 */
export const statisticsRowsOf = memoize(({ timeline }: RankTimeline): readonly StatisticsRow[] => {
  const hasStart = timeline.kind.some(
    (_, intervalIndex) => intervalKind(timeline, intervalIndex) === "compute" && !isWork(timeline, intervalIndex),
  );
  const sortRows = severalWorkSorts(timeline).map((title, sort) => {
    return { title, index: categories.length + sort, styleIndex: sort === 0 ? compute : intervalKinds.length + sort - 1, isWorkSort: true };
  });
  return categories.flatMap((title, index): readonly StatisticsRow[] => {
    if (index === start && !hasStart) return [];
    // The row `compute` has no style if the sorts of work, which are its parts, have styles.
    const hasStyle = index < intervalKinds.length && (index !== compute || sortRows.length === 0);
    const row = { title, index, ...(hasStyle ? { styleIndex: index } : {}), isWorkSort: false };
    return index === compute ? [row, ...sortRows] : [row];
  });
});

/** The sorts of work, if there are several; otherwise empty. */
function severalWorkSorts(timeline: RankTimeline["timeline"]): readonly string[] {
  const sorts = workSortsOf(timeline);
  return sorts.length > 1 ? sorts : [];
}

/** End of the last interval of a rank, cycles; 0 for none. */
const endOf = ({ timeline: { first, to } }: RankTimeline, rank: number) => (first[rank + 1] > first[rank] ? to[first[rank + 1] - 1] : 0);

/** Statistics of the intervals of one category that overlap the span, cycles. Without any interval all numbers are 0. */
export interface KindStatistics {
  readonly count: number;
  /** Sum of the parts within the span. All following fields are of whole intervals, so that the edge of the span shortens none. */
  readonly sum: number;
  readonly mean: number;
  readonly min: number;
  readonly max: number;
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
export function statisticsOf(rankTimeline: RankTimeline, { from, to }: Span, rank = -1): readonly KindStatistics[] {
  const cache = cachedStatistics(rankTimeline);
  const cached = cache.get(rank);
  if (cached?.from === from && cached.to === to) return cached.statistics;
  const statistics = computeStatistics(rankTimeline, { from, to }, rank);
  cache.set(rank, { from, to, statistics });
  return statistics;
}

interface CachedStatistics extends Span {
  readonly statistics: readonly KindStatistics[];
}

/** The last statistics of each run by rank: during playback the span does not change. */
const cachedStatistics = memoize<RankTimeline, Map<number, CachedStatistics>>(() => new Map());

/**
 * Computes the statistics of interval lengths within a span of cycles, without the cache: an entry for each category (kind of interval,
 * start of tasks, time after the end) and then for each sort of work, if a program has several. An interval that reaches into the span
 * counts with its whole length, but the sum of cycles counts only the part in the span.
 * @param rank The rank; −1 for all ranks.
 */
function computeStatistics(rankTimeline: RankTimeline, { from, to }: Span, rank: number): readonly KindStatistics[] {
  const { timeline } = rankTimeline;
  const ranks = rank >= 0 ? [rank] : Array.from({ length: rankCount(timeline) }, (_, rankIndex) => rankIndex);
  const workSorts = severalWorkSorts(timeline);
  const titles = [...categories, ...workSorts];
  const lengths = titles.map((): number[] => []);
  const cyclesInSpan = titles.map(() => 0);
  for (const rankIndex of ranks) {
    for (
      let intervalIndex = intervalAfter(timeline, rankIndex, from);
      intervalIndex < timeline.first[rankIndex + 1] && timeline.from[intervalIndex] < to;
      intervalIndex++
    ) {
      const visibleLength = Math.min(to, timeline.to[intervalIndex]) - Math.max(from, timeline.from[intervalIndex]);
      if (visibleLength <= 0) continue;
      // Computing that is no work is the start of a task.
      const category =
        intervalKind(timeline, intervalIndex) === "compute" && !isWork(timeline, intervalIndex) ? start : timeline.kind[intervalIndex];
      lengths[category].push(intervalLength(timeline, intervalIndex));
      cyclesInSpan[category] += visibleLength;
      // Work counts once more in its sort.
      const workSort = workSorts.length > 0 && category === compute ? workSortOf(timeline, intervalIndex) : -1;
      if (workSort < 0) continue;
      lengths[categories.length + workSort].push(intervalLength(timeline, intervalIndex));
      cyclesInSpan[categories.length + workSort] += visibleLength;
    }
    // The time after the end of the rank.
    const endedCycles = to - Math.max(from, endOf(rankTimeline, rankIndex));
    if (endedCycles <= 0) continue;
    lengths[ended].push(Math.max(to, rankTimeline.end) - endOf(rankTimeline, rankIndex));
    cyclesInSpan[ended] += endedCycles;
  }
  return lengths.map((categoryLengths, categoryIndex) =>
    summarize(categoryLengths, cyclesInSpan[categoryIndex], ranks.length * (to - from)),
  );
}

/**
 * Statistics of interval lengths.
 * @param sum Sum of the parts within the span.
 * @param totalTime Total time of the ranks in the span.
 */
function summarize(unsortedLengths: readonly number[], sum: number, totalTime: number): KindStatistics {
  const count = unsortedLengths.length;
  if (count === 0) return { count, sum: 0, mean: 0, min: 0, max: 0, p95: 0, share: 0 };
  const lengths = Float64Array.from(unsortedLengths).sort();
  return {
    count,
    sum,
    mean: lengths.reduce((total, each) => total + each, 0) / count,
    min: lengths[0],
    max: lengths[count - 1],
    p95: lengths[Math.ceil(0.95 * count) - 1],
    share: totalTime > 0 ? sum / totalTime : 0,
  };
}
