/** Sentences on the activity of ranks, the causes of their waits, and the delay chain of a single interval. */
import { joinWithAnd, capitalize } from "../../core/base/words.ts";
import type { ActivityKind } from "../../core/measures/timeline.ts";
import type { Span } from "../contract.ts";
import { countOf, formatCount, sayPercent } from "../../words/numbers.ts";
import { idleCauses, idleCyclesWithin, delayChainOf, type DelayLink, idlePeriodsOf } from "./idle-causes.ts";
import { causeTitles } from "./styles.ts";
import { toLogicalSteps, maxComputationsPerRank } from "./logical-steps.ts";
import { statisticsOf } from "./statistics.ts";
import {
  isWork,
  intervalKind,
  intervalKinds,
  intervalLength,
  peerOf,
  namedTaskOf,
  rankOfInterval,
  rankCount,
  taskStepOf,
  taskNameOf,
  type RankTimeline,
} from "./rank-timeline.ts";
import type { Units } from "../../words/units.ts";

/** Maximum number of delays of a chain, and of tasks of a delay, that are named one by one. */
const maxNamedDelays = 2;
const maxNamedTasks = 3;

/**
 * A text on the part of the visible time in which a rank does not compute: how long this is, for which rank it waits most, and the shares
 * of the causes.
 * @param span The visible time, cycles.
 * @param selectedRank The rank to describe; −1 for all ranks: the rank that does not compute for the longest time is named, and the causes
 * are those of all ranks together.
 */
export function sayRanks(rankTimeline: RankTimeline, span: Span, selectedRank = -1): string {
  const { timeline } = rankTimeline;
  const idleCycles = Array.from({ length: rankCount(timeline) }, (_, rank) => idleBeforeEnd(rankTimeline, span, rank));
  const rank = selectedRank >= 0 ? selectedRank : idleCycles.indexOf(Math.max(...idleCycles));
  const idlePart = idleCycles[rank] / (span.to - span.from);
  const cyclesByCause = idleCyclesWithin(rankTimeline, span, selectedRank);
  const totalCycles = cyclesByCause.reduce((sum, each) => sum + each, 0);
  const subject = selectedRank >= 0 ? `Rank ${selectedRank} computes` : "All ranks compute";
  if (totalCycles === 0) return `${subject} all the time.`;
  if (maxComputationsPerRank(rankTimeline) === 0) return sayWithoutComputing(rankTimeline, span, selectedRank);
  const statistics = statisticsOf(rankTimeline, span, rank);
  const communicationCycles = statistics[intervalKinds.indexOf("send")].sum + statistics[intervalKinds.indexOf("receive")].sum;
  const verb = communicationCycles > 0.1 * idleCycles[rank] ? "communicates or waits" : "waits";
  const firstSentence =
    idlePart < 0.005
      ? `${selectedRank >= 0 ? `Rank ${selectedRank} almost never waits` : "No rank waits for long"}`
      : `Rank ${rank} ${verb} ${sayPercent(idlePart)} of the time${sayPeer(rankTimeline, span, rank)}`;
  const causesByCycles = idleCauses.map((_, c) => c).sort((a, b) => cyclesByCause[b] - cyclesByCause[a]);
  const causeTexts = causesByCycles
    .filter((c) => cyclesByCause[c] >= 0.005 * totalCycles)
    .map(
      (c, i) =>
        `${sayPercent(cyclesByCause[c] / totalCycles)} ${i === 0 ? "is " : ""}${causeTitles[idleCauses[c]]}${idleCauses[c] === "dependency" ? " (the sender computes)" : ""}`,
    );
  return `${firstSentence}. Of ${selectedRank >= 0 ? "its" : "the"} time without computing, ${joinWithAnd(causeTexts)}.`;
}

/** A text on what one rank or all ranks do in a span of a program in which no rank computes. */
function sayWithoutComputing(rankTimeline: RankTimeline, span: Span, selectedRank: number): string {
  const activityTexts = statisticsOf(rankTimeline, span, selectedRank).flatMap(({ share }, k) =>
    k < intervalKinds.length && share >= 0.005 ? [`${verbOfKind[intervalKinds[k]]} ${sayPercent(share)} of the time`] : [],
  );
  const subject = selectedRank >= 0 ? `Rank ${selectedRank}` : "No rank computes; on average a rank";
  return activityTexts.length === 0
    ? `${selectedRank >= 0 ? `Rank ${selectedRank} is` : "All ranks are"} idle.`
    : `${subject} ${joinWithAnd(activityTexts)}.`;
}

/** Activity of a rank, as a verb. */
const verbOfKind: Readonly<Record<ActivityKind, string>> = { compute: "computes", send: "sends", receive: "receives", wait: "waits" };

/** Cycles in which a rank does not compute before its last computation. */
function idleBeforeEnd(rankTimeline: RankTimeline, span: Span, rank: number): number {
  return idleCyclesWithin(rankTimeline, span, rank).reduce((sum, each, c) => sum + (idleCauses[c] === "end" ? 0 : each), 0);
}

/**
 * A part of a sentence that names the peer (the rank that a rank waits for most within a span), its share of the waiting time, and what it
 * mostly does meanwhile. Empty if the rank waits for none.
 */
function sayPeer(rankTimeline: RankTimeline, span: Span, rank: number): string {
  // For each peer: the cycles that the rank waits for it, and in how many of them the peer computes or its messages are in flight.
  const byPeer = Array.from({ length: rankCount(rankTimeline.timeline) }, () => ({ sum: 0, computing: 0, transfer: 0 }));
  for (const { from, to, cause, peer, isComputing } of idlePeriodsOf(rankTimeline)[rank]) {
    const length = Math.min(to, span.to) - Math.max(from, span.from);
    if (peer < 0 || length <= 0 || cause === "end") continue;
    byPeer[peer].sum += length;
    if (isComputing) byPeer[peer].computing += length;
    if (cause === "transfer") byPeer[peer].transfer += length;
  }
  const sums = byPeer.map(({ sum }) => sum);
  const peer = sums.indexOf(Math.max(...sums));
  if (sums[peer] === 0) return "";
  const totalCycles = sums.reduce((sum, each) => sum + each, 0);
  const peerCount = sums.filter((each) => each > 0).length;
  // If all peers are awaited about equally long, none is named.
  if (peerCount > 1 && sums[peer] * peerCount < 1.1 * totalCycles) return `, about equally for ${formatCount(peerCount)} other ranks`;
  const { sum, computing, transfer } = byPeer[peer];
  const peerShare = sums[peer] > 0.505 * totalCycles ? "most of it" : `${sayPercent(sums[peer] / totalCycles)} of that`;
  const mainActivity = [
    { said: "which still computes", cycles: computing },
    { said: "whose messages are in flight", cycles: transfer },
    { said: "which itself waits", cycles: sum - computing - transfer },
  ].sort((a, b) => b.cycles - a.cycles)[0];
  return `, ${peerShare} for rank ${peer}, ${mainActivity.said}`;
}

/** The number of logical steps of a program. */
export function sayLogicalSteps(units: Units, rankTimeline: RankTimeline): string {
  const { end } = toLogicalSteps(rankTimeline);
  const maxPerRank = maxComputationsPerRank(rankTimeline);
  if (maxPerRank === 0) return "Logical steps count computations that depend on each other; here no rank computes.";
  const steps = `The longest chain of dependent computations has ${countOf(end, "logical step", "logical steps")} (computations of ${units.sayTime(meanWorkLength(rankTimeline))})`;
  return end === maxPerRank
    ? `${steps}, as many as the busiest rank computes.`
    : `${steps}; no rank computes more than ${formatCount(maxPerRank)} of them.`;
}

/** Mean length of a piece of work, cycles. */
function meanWorkLength({ timeline }: RankTimeline): number {
  const workLengths = timeline.kind.flatMap((_, intervalIndex) =>
    isWork(timeline, intervalIndex) ? intervalLength(timeline, intervalIndex) : [],
  );
  return workLengths.reduce((sum, each) => sum + each, 0) / workLengths.length;
}

/** An interval in words: `Rank 3 waits 2.1 ms for rank 0 (C(3, 0))`. */
export function sayInterval(units: Units, { timeline }: RankTimeline, interval: number): { readonly value: string; readonly name: string } {
  const rank = rankOfInterval(timeline, interval);
  const kind = intervalKind(timeline, interval);
  const taskName = namedTaskOf(timeline, interval);
  const peer = peerOf(timeline, interval, rank);
  const peerText = peer < 0 ? "" : `${kind === "send" ? "to" : kind === "wait" ? "for" : "from"} rank ${peer}`;
  const workSort = taskName === "" ? taskNameOf(timeline, interval) : "";
  const computes = isWork(timeline, interval)
    ? `computes${workSort === "" ? "" : ` (${workSort})`}${taskName === "" ? "" : ` ${taskName}`}`
    : "starts";
  const activity = kind === "compute" ? computes : `${kind}s ${peerText}`.trimEnd();
  const step = taskStepOf(timeline, interval);
  return {
    value: units.sayTime(intervalLength(timeline, interval)),
    name: `rank ${rank} ${activity}${kind === "compute" || taskName === "" ? "" : `, for ${taskName}`}${step < 0 ? "" : ` (step ${step})`}`,
  };
}

/**
 * A text that explains why an interval was late or long: a sentence for each delay of its delay chain, up to a maximum, and where the chain
 * begins. A delay chain leads from a wait to the sender of the late message, to what delayed that sender, and so on.
 */
export function sayWhy(units: Units, rankTimeline: RankTimeline, interval: number): string {
  const { timeline } = rankTimeline;
  const delayChain = delayChainOf(rankTimeline, interval);
  const kind = intervalKind(timeline, interval);
  const { value, name } = sayInterval(units, rankTimeline, interval);
  const subject = `${capitalize(name)} for ${value}`;
  if (delayChain.length === 0) return `${subject}; no message that it needed was late.`;
  // Whether the interval itself is the first delay, or at least concerns the same message.
  const isOwnDelay =
    delayChain[0].interval === interval || (kind !== "compute" && timeline.message[delayChain[0].interval] === timeline.message[interval]);
  const sentences = delayChain.slice(0, maxNamedDelays).map((link, i) => sayDelay(units, rankTimeline, link, i > 0 || !isOwnDelay));
  const remainingCount = delayChain.length - sentences.length;
  const originDelay = delayChain[delayChain.length - 1];
  const origin = originDelay.sender < 0 ? "" : `rank ${originDelay.sender}, which had not waited before`;
  const beginning = origin === "" ? "" : ` The delay begins at ${origin}.`;
  const continuation =
    remainingCount === 0
      ? beginning
      : ` The delay goes back over ${countOf(remainingCount, "more wait", "more waits")}${origin === "" ? "" : ` to ${origin}`}.`;
  return `${isOwnDelay ? "" : `${subject}. `}${sentences.join(" ")}${continuation}`;
}

/**
 * A sentence on one delay of a chain: which rank waits how long for which sender (−1 for none), and what the sender does meanwhile:
 * `isSenderWaiting` if it waits itself, otherwise its computations `senderComputations`. `interval` is the index of the delayed interval.
 * @param isPast Whether the past tense is used, as for all delays but the first.
 */
function sayDelay(
  units: Units,
  { timeline }: RankTimeline,
  { rank, interval, sender, cause, senderComputations, isSenderWaiting }: DelayLink,
  isPast: boolean,
): string {
  const length = units.sayTime(intervalLength(timeline, interval));
  const subject = isPast ? `Before that, rank ${rank}` : `Rank ${rank}`;
  const [waits, receives, computes, isUnderWay] = isPast
    ? ["waited", "received", "computed", "was in flight"]
    : ["waits", "receives", "computes", "is in flight"];
  const kind = intervalKind(timeline, interval);
  const because = causeTitles[cause];
  if (sender < 0) return `${subject} ${waits} ${length} until its own message is handed over or has arrived: ${because}.`;
  if (kind === "receive") return `${subject} ${receives} a message from rank ${sender}, which ${isUnderWay} for ${length}: ${because}.`;
  const task = namedTaskOf(timeline, interval);
  const names = senderComputations.map((intervalIndex) => namedTaskOf(timeline, intervalIndex)).filter((name) => name !== "");
  const taskList =
    names.length > maxNamedTasks ? [...names.slice(0, maxNamedTasks - 1), `${names.length - maxNamedTasks + 1} more`] : names;
  const senderText = isSenderWaiting
    ? `which ${waits} itself`
    : senderComputations.length > 0
      ? `which still ${computes}${taskList.length === 0 ? "" : ` ${joinWithAnd(taskList)}`}`
      : "which has not sent it yet";
  const awaitedText =
    timeline.message[interval] < 0
      ? `at a barrier for rank ${sender}`
      : `for ${task === "" ? "a message" : `the input of ${task}`} from rank ${sender}`;
  return `${subject} ${waits} ${length} ${awaitedText}, ${senderText}: ${because}.`;
}
