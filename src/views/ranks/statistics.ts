/** How long ranks did what: counts, sums and spread of the stretches of each kind within a stretch of time. */
import { once } from "../../core/base/once.ts";
import type { Span } from "../contract.ts";
import { isWork, kindOf, kinds, lengthOf, ranksIn, sortOf, sortsOf, stretchAfter, type Told } from "./told.ts";

/**
 * What is counted by itself: each kind of stretches; computing that only prepares the tasks of a program, which is no work
 * of it; and the time of a rank after its last stretch.
 */
const counted = [...kinds, "start", "ended"] as const;
const [compute, start, ended] = [counted.indexOf("compute"), counted.indexOf("start"), counted.indexOf("ended")];

/** What is told of by itself. */
export interface Counted {
  readonly title: string;
  /** Its place among {@link statisticsOf}. */
  readonly place: number;
  /** Which of the styles it has; absent where it has none. */
  readonly style?: number;
  /** Whether it is a sort of work, a part of computing. */
  readonly isPart: boolean;
}

/** What is told of a run: a start only where its program has one; and the sorts of work, where there are several, behind their sum. */
export const countedIn = once(({ timeline }: Told): readonly Counted[] => {
  const hasStart = timeline.kind.some((_, s) => kindOf(timeline, s) === "compute" && !isWork(timeline, s));
  const parts = severalIn(timeline).map((title, sort) => {
    return { title, place: counted.length + sort, style: sort === 0 ? compute : kinds.length + sort - 1, isPart: true };
  });
  return counted.flatMap((title, place): readonly Counted[] => {
    if (place === start && !hasStart) return [];
    // Where its parts have styles, a sum has none.
    const hasStyle = place < kinds.length && (place !== compute || parts.length === 0);
    const own = { title, place, ...(hasStyle ? { style: place } : {}), isPart: false };
    return place === compute ? [own, ...parts] : [own];
  });
});

/** The sorts of work, where there are several. */
function severalIn(timeline: Told["timeline"]): readonly string[] {
  const sorts = sortsOf(timeline);
  return sorts.length > 1 ? sorts : [];
}

/** Where the last stretch of a rank ends; 0 where it has none. */
const endOf = ({ timeline: { first, to } }: Told, rank: number) => (first[rank + 1] > first[rank] ? to[first[rank + 1] - 1] : 0);

/** Stretches of one sort that lie within the time asked for, or begin or end there. Cycles; all but count and sum are 0 where there are none. */
export interface KindStatistics {
  readonly count: number;
  /** As far as they lie within that time; all below is of whole ones, so that an edge of the picture makes none shorter. */
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
 * Statistics of all that is {@link counted}, in that order, whose shares add up to 1; then of each of several sorts of work. Stretches without length are not counted.
 * @param rank the rank asked for; −1 for all
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

/** What was last asked of each run, by rank: while it is played, that stays as it is. */
const lastOf = once<Told, Map<number, Kept>>(() => new Map());

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

/** @param sum of them, what lies within the time asked for, which is `whole` */
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
