/**
 * Why ranks do not compute: a wait is attributed to the rank that has not sent the awaited message yet, and to what that rank does
 * meanwhile. (Wolfmann and Tinetti, §3: pipeline filling delay, and computing dependency as opposed to data dependency)
 */
import { once } from "../../core/base/once.ts";
import type { Span } from "../contract.ts";
import { isWork, kindOf, lengthOf, rankOf, ranksIn, stretchAfter, type Told } from "./told.ts";

/**
 * Why a rank does not compute:
 * - `filling`: it waits for a message that has not been sent yet, and it has not computed anything before
 * - `dependency`: it waits for a message that has not been sent yet, because ranks that it depends on still compute
 * - `transfer`: messages are being handed over or are in the network, its own or those that other ranks wait for
 * - `end`: it has nothing left to compute
 */
export const causes = ["filling", "dependency", "transfer", "end"] as const;
export type Cause = (typeof causes)[number];

/** A period in which a rank does not compute, and why. Cycles. */
export interface Reason {
  readonly from: number;
  readonly to: number;
  readonly cause: Cause;
  /** The rank whose message it waits for or receives; −1 for none in particular. */
  readonly peer: number;
  /** Whether that rank computes meanwhile and therefore has not sent the message yet. */
  readonly isComputing: boolean;
}

/**
 * [R] All periods in which each rank does not compute, in order of time, up to the end of the run. Adjacent periods with equal cause and
 * peer are merged.
 */
export const reasonsOf = once((told: Told): readonly (readonly Reason[])[] =>
  Array.from({ length: ranksIn(told.timeline) }, (_, rank) => reasonsAt(told, rank)),
);

/** The periods of one rank: waits are attributed to a cause, all other intervals without work count as transfer or end. */
function reasonsAt(told: Told, rank: number): readonly Reason[] {
  const { timeline, end } = told;
  const reasons: Reason[] = [];
  const push = (from: number, to: number, cause: Cause, peer: number, isComputing = false) => {
    const last = reasons[reasons.length - 1];
    if (last?.to === from && last.cause === cause && last.peer === peer && last.isComputing === isComputing) {
      reasons[reasons.length - 1] = { ...last, to };
    } else reasons.push({ from, to, cause, peer, isComputing });
  };
  const [begin, last] = computing(told, rank);
  let done = 0;
  for (let s = timeline.first[rank]; s < timeline.first[rank + 1]; s++) {
    const [from, to, kind] = [timeline.from[s], timeline.to[s], kindOf(timeline, s)];
    done = to;
    if (kind === "compute" || to <= from) continue;
    const peer = awaitedIn(told, s)?.rank ?? -1;
    if (s > last) push(from, to, "end", peer);
    else if (kind !== "wait") push(from, to, "transfer", peer);
    else {
      followed(told, s, from, to, 0, (a, b, cause, depth) => {
        push(a, b, s < begin ? "filling" : cause, peer, cause === "dependency" && depth === 0);
      });
    }
  }
  if (done < end) push(done, end, "end", -1);
  return reasons;
}

/** The first and the last interval in which a rank does work; all its intervals if it never does any. */
function computing({ timeline }: Told, rank: number): readonly [first: number, last: number] {
  const [low, high] = [timeline.first[rank], timeline.first[rank + 1]];
  const own = Array.from({ length: high - low }, (_, i) => low + i).filter((s) => isWork(timeline, s));
  return [own[0] ?? low, own[own.length - 1] ?? high];
}

/**
 * The rank that another rank waits for, its last interval before the handover of the awaited message (−1 for none), and the time of the
 * handover, cycles.
 */
interface Awaited {
  readonly rank: number;
  readonly last: number;
  readonly at: number;
}

/**
 * What a rank waits for in an interval: the sender of the message, or the last rank at the barrier; null where it waits for no other rank.
 */
function awaitedIn(told: Told, stretch: number): Awaited | null {
  const { timeline, messages } = told;
  const message = timeline.message[stretch];
  if (kindOf(timeline, stretch) === "send") return null;
  if (message < 0) return lastAtBarrier(told, stretch);
  return { rank: timeline.source[message], last: timeline.after[message], at: messages[message].created };
}

/** The rank that arrives last at the barrier at which another rank waits in an interval. */
function lastAtBarrier({ timeline }: Told, stretch: number): Awaited | null {
  const end = timeline.to[stretch];
  const own = rankOf(timeline, stretch);
  let found: Awaited | null = null;
  for (let rank = 0; rank < ranksIn(timeline); rank++) {
    // The last rank does not wait at the barrier: it is in some other interval until then.
    const last = stretchAfter(timeline, rank, end) - 1;
    if (rank === own || last < timeline.first[rank] || timeline.jobs?.[rank] !== timeline.jobs?.[own]) continue;
    const isWaiting = kindOf(timeline, last) === "wait" && timeline.message[last] < 0;
    const at = isWaiting ? timeline.from[last] : timeline.to[last];
    if (found === null || at > found.at) found = { rank, last: isWaiting ? (last > timeline.first[rank] ? last - 1 : -1) : last, at };
  }
  return found;
}

/**
 * Reports what the awaited rank does between two cycles. Where the awaited rank waits itself, its own wait is followed recursively.
 * @param report Called for each part of the time, with the recursion depth at which the cause was found.
 */
function followed(
  told: Told,
  stretch: number,
  from: number,
  to: number,
  depth: number,
  tell: (from: number, to: number, cause: "dependency" | "transfer", depth: number) => void,
): void {
  const { timeline } = told;
  const awaited = awaitedIn(told, stretch);
  // A rank cannot wait for itself. If the recursion is deeper than the number of ranks, barriers were matched incorrectly.
  if (awaited === null || depth > ranksIn(timeline)) {
    tell(from, to, "transfer", depth);
    return;
  }
  const { rank } = awaited;
  let at = from;
  for (let s = stretchAfter(timeline, rank, from); at < to && s < timeline.first[rank + 1]; s++) {
    const until = Math.min(to, timeline.to[s]);
    if (until <= at) continue;
    const kind = kindOf(timeline, s);
    if (kind === "wait") followed(told, s, at, until, depth + 1, tell);
    else tell(at, until, kind === "compute" ? "dependency" : "transfer", depth);
    at = until;
  }
  if (at < to) tell(at, to, "transfer", depth);
}

/** Cycles of each cause within a span, for one rank or for all (−1), in the order of {@link idleCauses}. */
export function causesWithin(told: Told, { from, to }: Span, rank = -1): readonly number[] {
  const sums = causes.map(() => 0);
  const reasons = reasonsOf(told);
  for (const own of rank < 0 ? reasons : [reasons[rank]]) {
    for (const each of own) {
      const length = Math.min(to, each.to) - Math.max(from, each.from);
      if (length > 0) sums[causes.indexOf(each.cause)] += length;
    }
  }
  return sums;
}

/** One delay of a rank, in the chain from a late interval back to the origin. */
export interface Link {
  readonly rank: number;
  readonly stretch: number;
  /** The rank that it waits for, or whose message it receives; −1 where it hands over its own message. */
  readonly sender: number;
  /** Cycle in which that rank had sent the message, or had reached the barrier. */
  readonly sent: number;
  readonly cause: Cause;
  /** Computations of the sender that overlap the interval. */
  readonly meanwhile: readonly number[];
  /** Whether the sender spends most of the interval waiting itself. */
  readonly isPassedOn: boolean;
}

/**
 * Why an interval was late or long. The chain starts with the wait or receive that the interval is, or with the last one before it. It
 * continues with the last delay of the sender before it handed that message over, and so on, back to a rank that had not waited before.
 */
export function chainOf(told: Told, stretch: number): readonly Link[] {
  const { timeline } = told;
  const links: Link[] = [];
  const isSend = kindOf(timeline, stretch) === "send" && lengthOf(timeline, stretch) > 0;
  for (let at = isSend ? stretch : lastDelay(told, stretch); at >= 0 && links.length < timeline.to.length;) {
    const rank = rankOf(timeline, at);
    const awaited = awaitedIn(told, at);
    const sender = awaited?.rank ?? -1;
    links.push({
      rank,
      stretch: at,
      sender,
      sent: awaited?.at ?? timeline.from[at],
      cause: causeOf(told, at, rank),
      ...during(told, at, sender),
    });
    if (awaited !== null) at = lastDelay(told, awaited.last);
    else at = at > timeline.first[rank] ? lastDelay(told, at - 1) : -1;
  }
  return links;
}

/**
 * The last interval, up to a given one, in which its rank waited for or received a message. Of a wait and the receive of the same message,
 * the longer one. −1 for none.
 */
function lastDelay({ timeline }: Told, stretch: number): number {
  if (stretch < 0) return -1;
  const low = timeline.first[rankOf(timeline, stretch)];
  for (let s = stretch; s >= low; s--) {
    const kind = kindOf(timeline, s);
    const isWaited = s > low && kind === "receive" && kindOf(timeline, s - 1) === "wait" && timeline.message[s - 1] === timeline.message[s];
    if (isWaited && lengthOf(timeline, s - 1) > lengthOf(timeline, s)) return s - 1;
    if ((kind === "wait" || kind === "receive") && lengthOf(timeline, s) > 0) return s;
  }
  return -1;
}

/** The cause with the largest part of an interval. */
function causeOf(told: Told, stretch: number, rank: number): Cause {
  const own = causesWithin(told, { from: told.timeline.from[stretch], to: told.timeline.to[stretch] }, rank);
  return causes[own.indexOf(Math.max(...own))];
}

/** What the sender does while another rank waits in an interval. */
function during({ timeline }: Told, stretch: number, sender: number): Pick<Link, "meanwhile" | "isPassedOn"> {
  const meanwhile: number[] = [];
  if (sender < 0) return { meanwhile, isPassedOn: false };
  const [from, to] = [timeline.from[stretch], timeline.to[stretch]];
  let [waited, computed] = [0, 0];
  for (let s = stretchAfter(timeline, sender, from); s < timeline.first[sender + 1] && timeline.from[s] < to; s++) {
    const length = Math.min(to, timeline.to[s]) - Math.max(from, timeline.from[s]);
    if (length <= 0) continue;
    if (kindOf(timeline, s) === "compute") {
      meanwhile.push(s);
      computed += length;
    } else if (kindOf(timeline, s) === "wait") waited += length;
  }
  return { meanwhile, isPassedOn: waited > computed };
}
