/**
 * Why ranks do not compute: a wait is attributed to the rank that has not sent the awaited message yet, and to what that rank does
 * meanwhile. (Wolfmann and Tinetti, §3: pipeline filling delay, and computing dependency as opposed to data dependency)
 */
import { memoize } from "../../core/base/memoize.ts";
import type { Span } from "../contract.ts";
import { isWork, intervalKind, intervalLength, rankOfInterval, rankCount, intervalAfter, type RankTimeline } from "./rank-timeline.ts";

/**
 * Why a rank does not compute:
 * - `filling`: it waits for a message that has not been sent yet, and it has not computed anything before
 * - `dependency`: it waits for a message that has not been sent yet, because ranks that it depends on still compute
 * - `transfer`: its own messages, or messages that it or another rank waits for, are being handed over or are in the network
 * - `end`: it has nothing left to compute
 */
export const idleCauses = ["filling", "dependency", "transfer", "end"] as const;
export type IdleCause = (typeof idleCauses)[number];

/** A period, in cycles, in which a rank does not compute, with its cause. */
export interface IdlePeriod {
  readonly from: number;
  readonly to: number;
  readonly cause: IdleCause;
  /** The other rank whose message the rank waits for or receives; −1 if there is no single one. */
  readonly peer: number;
  /** Whether the peer computes meanwhile and therefore has not sent the message yet. */
  readonly isComputing: boolean;
}

/**
 * [R] All periods in which each rank does not compute, in order of time, up to the end of the run. Adjacent periods with equal cause and
 * peer are merged.
 */
export const idlePeriodsOf = memoize((rankTimeline: RankTimeline): readonly (readonly IdlePeriod[])[] =>
  Array.from({ length: rankCount(rankTimeline.timeline) }, (_, rank) => idlePeriodsOfRank(rankTimeline, rank)),
);

/**
 * The periods, in cycles, in which one rank does not compute, each with its cause and the rank that it waits for (`peer`, −1 for none).
 * Waits before the first work have the cause “filling”, everything after the last work has the cause “end”. Between them, sends and
 * receives are transfers; a wait is divided by what the awaited rank does meanwhile. `isComputing` means that the peer itself computes.
 * Adjacent periods that agree in all this are merged.
 */
function idlePeriodsOfRank(rankTimeline: RankTimeline, rank: number): readonly IdlePeriod[] {
  const { timeline, end } = rankTimeline;
  const periods: IdlePeriod[] = [];
  const addPeriod = (from: number, to: number, cause: IdleCause, peer: number, isComputing = false) => {
    const previous = periods[periods.length - 1];
    if (previous?.to === from && previous.cause === cause && previous.peer === peer && previous.isComputing === isComputing) {
      periods[periods.length - 1] = { ...previous, to };
    } else periods.push({ from, to, cause, peer, isComputing });
  };
  // Indices of the first and the last interval of work.
  const [firstWork, lastWork] = workRange(rankTimeline, rank);
  let endOfPrevious = 0;
  for (let intervalIndex = timeline.first[rank]; intervalIndex < timeline.first[rank + 1]; intervalIndex++) {
    const [from, to, kind] = [timeline.from[intervalIndex], timeline.to[intervalIndex], intervalKind(timeline, intervalIndex)];
    endOfPrevious = to;
    if (kind === "compute" || to <= from) continue;
    const peer = awaitedRankIn(rankTimeline, intervalIndex)?.rank ?? -1;
    if (intervalIndex > lastWork) addPeriod(from, to, "end", peer);
    else if (kind !== "wait") addPeriod(from, to, "transfer", peer);
    else {
      // At recursion depth 0 the peer itself computes, at greater depth a rank that the peer waits for.
      attributeWait(rankTimeline, intervalIndex, from, to, 0, (partStart, partEnd, cause, depth) => {
        addPeriod(partStart, partEnd, intervalIndex < firstWork ? "filling" : cause, peer, cause === "dependency" && depth === 0);
      });
    }
  }
  if (endOfPrevious < end) addPeriod(endOfPrevious, end, "end", -1);
  return periods;
}

/** The first and the last interval in which a rank does work; all its intervals if it never does any. */
function workRange({ timeline }: RankTimeline, rank: number): readonly [first: number, last: number] {
  const [low, high] = [timeline.first[rank], timeline.first[rank + 1]];
  const workIntervals = Array.from({ length: high - low }, (_, i) => low + i).filter((intervalIndex) => isWork(timeline, intervalIndex));
  return [workIntervals[0] ?? low, workIntervals[workIntervals.length - 1] ?? high];
}

/**
 * The rank that another rank waits for, its last interval before the handover of the awaited message (−1 for none), and the time of the
 * handover, cycles.
 */
interface AwaitedRank {
  readonly rank: number;
  readonly lastInterval: number;
  readonly handoverCycle: number;
}

/**
 * What a rank waits for in an interval: the sender of the message, or the last rank at the barrier; null where it waits for no other rank.
 */
function awaitedRankIn(rankTimeline: RankTimeline, interval: number): AwaitedRank | null {
  const { timeline, messages } = rankTimeline;
  const message = timeline.message[interval];
  if (intervalKind(timeline, interval) === "send") return null;
  if (message < 0) return lastAtBarrier(rankTimeline, interval);
  return { rank: timeline.source[message], lastInterval: timeline.after[message], handoverCycle: messages[message].created };
}

/**
 * The rank that arrives last at the barrier at which another rank waits in an interval, with the cycle of its arrival (`handoverCycle`) and
 * the index of its last interval before that; null for none. Only ranks of the same job take part in a barrier.
 */
function lastAtBarrier({ timeline }: RankTimeline, interval: number): AwaitedRank | null {
  const end = timeline.to[interval];
  const waitingRank = rankOfInterval(timeline, interval);
  let latest: AwaitedRank | null = null;
  for (let rank = 0; rank < rankCount(timeline); rank++) {
    // The last rank does not wait at the barrier: it is in some other interval until then.
    const lastInterval = intervalAfter(timeline, rank, end) - 1;
    if (rank === waitingRank || lastInterval < timeline.first[rank] || timeline.jobs?.[rank] !== timeline.jobs?.[waitingRank]) continue;
    const isWaiting = intervalKind(timeline, lastInterval) === "wait" && timeline.message[lastInterval] < 0;
    const arrivalCycle = isWaiting ? timeline.from[lastInterval] : timeline.to[lastInterval];
    if (latest === null || arrivalCycle > latest.handoverCycle)
      latest = {
        rank,
        lastInterval: isWaiting ? (lastInterval > timeline.first[rank] ? lastInterval - 1 : -1) : lastInterval,
        handoverCycle: arrivalCycle,
      };
  }
  return latest;
}

/**
 * Attributes the part of a wait from cycle `from` to cycle `to` to causes, by what the awaited rank does then. While the awaited rank
 * computes, the cause is a dependency; while it sends or receives, a transfer. Where it waits itself, its own wait is followed recursively.
 * @param interval Index of the interval in which the rank waits.
 * @param depth Number of waits that have been followed so far.
 * @param report Called for each part of the time, with the recursion depth at which the cause was found.
 */
function attributeWait(
  rankTimeline: RankTimeline,
  interval: number,
  from: number,
  to: number,
  depth: number,
  report: (from: number, to: number, cause: "dependency" | "transfer", depth: number) => void,
): void {
  const { timeline } = rankTimeline;
  const awaited = awaitedRankIn(rankTimeline, interval);
  // A rank cannot wait for itself. If the recursion is deeper than the number of ranks, barriers were matched incorrectly.
  if (awaited === null || depth > rankCount(timeline)) {
    report(from, to, "transfer", depth);
    return;
  }
  const { rank: awaitedRank } = awaited;
  let reportedUntil = from;
  for (
    let intervalIndex = intervalAfter(timeline, awaitedRank, from);
    reportedUntil < to && intervalIndex < timeline.first[awaitedRank + 1];
    intervalIndex++
  ) {
    const partEnd = Math.min(to, timeline.to[intervalIndex]);
    if (partEnd <= reportedUntil) continue;
    const kind = intervalKind(timeline, intervalIndex);
    if (kind === "wait") attributeWait(rankTimeline, intervalIndex, reportedUntil, partEnd, depth + 1, report);
    else report(reportedUntil, partEnd, kind === "compute" ? "dependency" : "transfer", depth);
    reportedUntil = partEnd;
  }
  if (reportedUntil < to) report(reportedUntil, to, "transfer", depth);
}

/** Cycles of each cause within a span, for one rank or for all (−1), in the order of {@link idleCauses}. */
export function idleCyclesWithin(rankTimeline: RankTimeline, { from, to }: Span, rank = -1): readonly number[] {
  const sums = idleCauses.map(() => 0);
  const periods = idlePeriodsOf(rankTimeline);
  for (const periodsOfRank of rank < 0 ? periods : [periods[rank]]) {
    for (const period of periodsOfRank) {
      const length = Math.min(to, period.to) - Math.max(from, period.from);
      if (length > 0) sums[idleCauses.indexOf(period.cause)] += length;
    }
  }
  return sums;
}

/** One delay of a rank, in the chain from a late interval back to the origin. */
export interface DelayLink {
  readonly rank: number;
  readonly interval: number;
  /** The other rank that the rank waits for, or whose message it receives; −1 where it hands over its own message. */
  readonly sender: number;
  /** Cycle in which the sender had sent the message, or had reached the barrier. */
  readonly handoverCycle: number;
  readonly cause: IdleCause;
  /** Computations of the sender that overlap the interval. */
  readonly senderComputations: readonly number[];
  /** Whether the sender spends most of the interval waiting itself. */
  readonly isSenderWaiting: boolean;
}

/**
 * Explains why an interval was late or long, as a chain of delays (waits, receives or sends), back in time. The first delay is the interval
 * itself or the last delay of its rank before it. The next one is the last delay of the sender of the awaited message before it handed the
 * message over, and so on, until a rank had not waited before. In each link, `interval` is the index of the delayed interval and
 * `handoverCycle` the cycle of the handover.
 */
export function delayChainOf(rankTimeline: RankTimeline, interval: number): readonly DelayLink[] {
  const { timeline } = rankTimeline;
  const links: DelayLink[] = [];
  const isSend = intervalKind(timeline, interval) === "send" && intervalLength(timeline, interval) > 0;
  // The limit only prevents an endless chain.
  for (let delayed = isSend ? interval : lastDelayBefore(rankTimeline, interval); delayed >= 0 && links.length < timeline.to.length;) {
    const rank = rankOfInterval(timeline, delayed);
    const awaited = awaitedRankIn(rankTimeline, delayed);
    const sender = awaited?.rank ?? -1;
    links.push({
      rank,
      interval: delayed,
      sender,
      handoverCycle: awaited?.handoverCycle ?? timeline.from[delayed],
      cause: mainCauseOf(rankTimeline, delayed, rank),
      ...senderActivity(rankTimeline, delayed, sender),
    });
    if (awaited !== null) delayed = lastDelayBefore(rankTimeline, awaited.lastInterval);
    else delayed = delayed > timeline.first[rank] ? lastDelayBefore(rankTimeline, delayed - 1) : -1;
  }
  return links;
}

/**
 * The last interval, up to a given one, in which its rank waited for or received a message. Of a wait and the receive of the same message,
 * the longer one. −1 for none.
 */
function lastDelayBefore({ timeline }: RankTimeline, interval: number): number {
  if (interval < 0) return -1;
  const low = timeline.first[rankOfInterval(timeline, interval)];
  for (let intervalIndex = interval; intervalIndex >= low; intervalIndex--) {
    const kind = intervalKind(timeline, intervalIndex);
    const isSameMessageAwaited =
      intervalIndex > low &&
      kind === "receive" &&
      intervalKind(timeline, intervalIndex - 1) === "wait" &&
      timeline.message[intervalIndex - 1] === timeline.message[intervalIndex];
    if (isSameMessageAwaited && intervalLength(timeline, intervalIndex - 1) > intervalLength(timeline, intervalIndex))
      return intervalIndex - 1;
    if ((kind === "wait" || kind === "receive") && intervalLength(timeline, intervalIndex) > 0) return intervalIndex;
  }
  return -1;
}

/** The cause with the largest part of an interval. */
function mainCauseOf(rankTimeline: RankTimeline, interval: number, rank: number): IdleCause {
  const cyclesByCause = idleCyclesWithin(
    rankTimeline,
    { from: rankTimeline.timeline.from[interval], to: rankTimeline.timeline.to[interval] },
    rank,
  );
  return idleCauses[cyclesByCause.indexOf(Math.max(...cyclesByCause))];
}

/**
 * What the sender does while another rank waits for it in an interval: the indices of its computations that overlap the interval
 * (`senderComputations`), and whether it spends more of the interval waiting than computing (`isSenderWaiting`). The sender is −1 if no
 * rank is awaited.
 */
function senderActivity(
  { timeline }: RankTimeline,
  interval: number,
  sender: number,
): Pick<DelayLink, "senderComputations" | "isSenderWaiting"> {
  const senderComputations: number[] = [];
  if (sender < 0) return { senderComputations, isSenderWaiting: false };
  const [from, to] = [timeline.from[interval], timeline.to[interval]];
  let [waited, computed] = [0, 0];
  for (
    let intervalIndex = intervalAfter(timeline, sender, from);
    intervalIndex < timeline.first[sender + 1] && timeline.from[intervalIndex] < to;
    intervalIndex++
  ) {
    const length = Math.min(to, timeline.to[intervalIndex]) - Math.max(from, timeline.from[intervalIndex]);
    if (length <= 0) continue;
    if (intervalKind(timeline, intervalIndex) === "compute") {
      senderComputations.push(intervalIndex);
      computed += length;
    } else if (intervalKind(timeline, intervalIndex) === "wait") waited += length;
  }
  return { senderComputations, isSenderWaiting: waited > computed };
}
