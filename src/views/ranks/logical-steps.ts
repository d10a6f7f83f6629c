/**
 * Logical time: every computation takes one step, and messages take none. Of a run, only the order of computations remains. The total is
 * the number of steps that the program takes on an infinitely fast network.
 */
import { memoize } from "../../core/base/memoize.ts";
import { isWork, intervalKinds, intervalKind, rankCount, type RankTimeline } from "./rank-timeline.ts";

const [compute, wait] = [intervalKinds.indexOf("compute"), intervalKinds.indexOf("wait")];

/**
 * The same run in logical steps instead of cycles, which shows the dependencies of a program without the speed of the network. Every
 * computation of a task takes one step; computations that only prepare tasks, and transfers, take none. An interval begins where the
 * previous one of its rank ends, and a receive ends no earlier than the interval of the sender after which the message was handed over
 * (`after`). The time that a rank waits becomes intervals of kind `wait`.
 */
export const toLogicalSteps = memoize((rankTimeline: RankTimeline): RankTimeline => {
  const { timeline } = rankTimeline;
  const { first: firstIntervalOfRank, message, after } = timeline;
  // Last step of each interval; −1 while it is unknown.
  const to = Array.from(timeline.to, () => -1);
  const nextInterval = firstIntervalOfRank.slice(0, -1);
  // Each rank advances until it receives a message that its sender has not handed over yet. Repeat until no rank advances.
  for (let hasAdvanced = true; hasAdvanced;) {
    hasAdvanced = false;
    for (let rank = 0; rank < nextInterval.length; rank++) {
      for (; nextInterval[rank] < firstIntervalOfRank[rank + 1]; nextInterval[rank]++) {
        const intervalIndex = nextInterval[rank];
        const previousEnd = intervalIndex > firstIntervalOfRank[rank] ? to[intervalIndex - 1] : 0;
        const senderInterval =
          intervalKind(timeline, intervalIndex) === "receive" && message[intervalIndex] >= 0 ? after[message[intervalIndex]] : -1;
        if (senderInterval >= 0 && to[senderInterval] < 0) break;
        to[intervalIndex] = Math.max(previousEnd, senderInterval < 0 ? 0 : to[senderInterval]) + (isWork(timeline, intervalIndex) ? 1 : 0);
        hasAdvanced = true;
      }
    }
  }
  // Beginnings and kinds of the intervals in logical time.
  const isFirst = new Set(firstIntervalOfRank);
  const from = to.map((end, intervalIndex) =>
    isWork(timeline, intervalIndex) ? end - 1 : isFirst.has(intervalIndex) ? 0 : to[intervalIndex - 1],
  );
  const kind = timeline.kind.map((each, intervalIndex) => (each !== compute && to[intervalIndex] > from[intervalIndex] ? wait : each));
  const handoverStep = (messageIndex: number) => (after[messageIndex] < 0 ? 0 : to[after[messageIndex]]);
  return {
    timeline: { ...timeline, from, to, kind },
    // The transfer takes no time: a message arrives, at `delivered` + 1, in the step of its handover.
    messages: rankTimeline.messages.map((_, messageIndex) => ({
      created: handoverStep(messageIndex),
      delivered: handoverStep(messageIndex) - 1,
    })),
    end: to.reduce((end, each) => Math.max(end, each), 1),
  };
});

/** Maximum number of computations of a rank: a lower bound of the number of steps for any order of the program. */
export function maxComputationsPerRank({ timeline }: RankTimeline): number {
  const counts = Array.from({ length: rankCount(timeline) }, () => 0);
  for (let rank = 0; rank < counts.length; rank++) {
    for (let intervalIndex = timeline.first[rank]; intervalIndex < timeline.first[rank + 1]; intervalIndex++)
      counts[rank] += isWork(timeline, intervalIndex) ? 1 : 0;
  }
  return Math.max(0, ...counts);
}
