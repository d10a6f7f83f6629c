/** Text search for intervals: `rank 3`, `C(4, 1)`, `wave 5`, `wait`, `with 2`, `computing dependency`. */
import { memoizeLast } from "../memoize-last.ts";
import { memoize } from "../../core/base/memoize.ts";
import type { SearchResult } from "../contract.ts";
import { countOf } from "../../words/numbers.ts";
import { type IdleCause, idleCauses, idlePeriodsOf } from "./idle-causes.ts";
import { intervalKinds, intervalKind, intervalLength, peerOf, rankOfInterval, intervalAfter, type RankTimeline } from "./rank-timeline.ts";
import type { Units } from "../../words/units.ts";

/** A condition on an interval. */
type IntervalCondition = (rankTimeline: RankTimeline, interval: number, rank: number) => boolean;

/** Search words for causes. */
const causeOfWord: Readonly<Record<string, IdleCause>> = {
  filling: "filling",
  dependency: "dependency",
  transfer: "transfer",
  emptying: "end",
};

/** Conditions for words that are followed by a number. */
const numberConditions: Readonly<Record<string, (number: number) => IntervalCondition>> = {
  rank: (number) => (_, _stretch, rank) => rank === number,
  terminal:
    (number) =>
    ({ timeline }, _stretch, rank) =>
      timeline.terminals[rank] === number,
  wave: hasStep,
  step: hasStep,
  with:
    (number) =>
    ({ timeline }, intervalIndex, rank) =>
      peerOf(timeline, intervalIndex, rank) === number,
  message:
    (number) =>
    ({ timeline }, intervalIndex) =>
      timeline.message[intervalIndex] === number,
};

function hasStep(number: number): IntervalCondition {
  return ({ timeline: { task, tasks } }, intervalIndex) => task[intervalIndex] >= 0 && tasks[task[intervalIndex]].step === number;
}

/**
 * The conditions that the text of a search box means, as predicates of a timeline and an interval; an interval must fulfill all of them.
 * Null where the text contains no condition. A word with a number is a rank, terminal, wave, step, partner or message. A word alone is a
 * kind of interval, a cause of waiting, or part of a task's name.
 */
export function conditionsOf(searchText: string): readonly IntervalCondition[] | null {
  const conditions: IntervalCondition[] = [];
  // Task names may contain spaces within parentheses. These spaces are removed, because spaces separate conditions.
  const normalized = searchText.toLowerCase().replaceAll(/\(([^)]*)\)?/g, (matched) => matched.replaceAll(/\s+/g, ""));
  const remainingWords = normalized.replaceAll(
    /\b(rank|terminal|wave|step|with|from|to|peer|message)\s*(\d+)\b/g,
    (_, word: string, digits: string) => {
      conditions.push(numberConditions[/^(from|to|peer)$/.test(word) ? "with" : word](Number(digits)));
      return " ";
    },
  );
  for (const word of remainingWords.split(/[\s;]+/).filter((each) => !/^(|pipeline|computing|and|of)$/.test(each))) {
    const kind = intervalKinds.find((each) => word === each || word === `${each}s` || word === `${each}ing`);
    const cause = causeOfWord[word];
    if (kind !== undefined) conditions.push(({ timeline }, intervalIndex) => intervalKind(timeline, intervalIndex) === kind);
    else if (cause !== undefined) conditions.push((rankTimeline, intervalIndex) => isCausedBy(rankTimeline, intervalIndex, cause));
    else
      conditions.push(
        ({ timeline: { task, tasks } }, intervalIndex) =>
          task[intervalIndex] >= 0 && tasks[task[intervalIndex]].name.toLowerCase().replaceAll(" ", "").includes(word),
      );
  }
  return conditions.length === 0 ? null : conditions;
}

/** Whether a rank does not compute in an interval, at least partly because of a cause. */
function isCausedBy(rankTimeline: RankTimeline, interval: number, cause: IdleCause): boolean {
  return (
    intervalKind(rankTimeline.timeline, interval) !== "compute" && intervalsByCause(rankTimeline)[idleCauses.indexOf(cause)].has(interval)
  );
}

/** The intervals of each cause, in the order of {@link idleCauses}. */
const intervalsByCause = memoize((rankTimeline: RankTimeline): readonly ReadonlySet<number>[] => {
  const intervals = idleCauses.map(() => new Set<number>());
  const { timeline } = rankTimeline;
  idlePeriodsOf(rankTimeline).forEach((periods, rank) => {
    for (const { from, to, cause } of periods) {
      for (
        let intervalIndex = intervalAfter(timeline, rank, from);
        intervalIndex < timeline.first[rank + 1] && timeline.from[intervalIndex] < to;
        intervalIndex++
      ) {
        intervals[idleCauses.indexOf(cause)].add(intervalIndex);
      }
    }
  });
  return intervals;
});

/**
 * The intervals that match a search text, rank by rank in order of time; null where the text contains no condition. Memoized, because
 * playback repeats the same search for every frame.
 */
export const intervalsMatching = memoizeLast((rankTimeline: RankTimeline, searchText: string): readonly number[] | null => {
  const conditions = conditionsOf(searchText);
  if (conditions === null) return null;
  const { timeline } = rankTimeline;
  const matches: number[] = [];
  for (let rank = 0; rank + 1 < timeline.first.length; rank++) {
    for (let intervalIndex = timeline.first[rank]; intervalIndex < timeline.first[rank + 1]; intervalIndex++) {
      if (intervalLength(timeline, intervalIndex) > 0 && conditions.every((isTrue) => isTrue(rankTimeline, intervalIndex, rank)))
        matches.push(intervalIndex);
    }
  }
  return matches;
});

/** The matching intervals in order of time, with a summary. */
export function searchIntervals(units: Units, rankTimeline: RankTimeline, searchText: string): SearchResult {
  const intervals = intervalsMatching(rankTimeline, searchText);
  if (intervals === null) return { summary: "", hits: [] };
  const { timeline } = rankTimeline;
  const sum = intervals.reduce((total, intervalIndex) => total + intervalLength(timeline, intervalIndex), 0);
  const hits = [...intervals]
    .sort((a, b) => timeline.from[a] - timeline.from[b] || a - b)
    .map((interval) => ({
      selection: { is: "stretch", stretch: interval, terminal: timeline.terminals[rankOfInterval(timeline, interval)] } as const,
      from: timeline.from[interval],
      to: timeline.to[interval],
    }));
  return { summary: hits.length === 0 ? "none" : `${countOf(hits.length, "interval", "intervals")}, ${units.sayTime(sum)} in total`, hits };
}
