/**
 * Why ranks do not compute: whatever a rank waits for is followed to the rank that has not sent it yet, and to what that
 * one does meanwhile. (Wolfmann and Tinetti, §3: pipeline filling delay, and computing dependency as opposed to data dependency)
 */
import { once } from "../../core/base/once.ts";
import type { Span } from "../contract.ts";
import { isWork, kindOf, lengthOf, rankOf, ranksIn, stretchAfter, type Told } from "./told.ts";

/**
 * Why a rank does not compute:
 * - `filling`: what it waits for has not been sent yet, and it has not computed anything before
 * - `dependency`: what it waits for has not been sent yet, because ranks that it depends on still compute
 * - `transfer`: messages are handed over or under way, its own or those that the others wait for
 * - `end`: it has nothing left to compute
 */
export const causes = ["filling", "dependency", "transfer", "end"] as const;
export type Cause = (typeof causes)[number];

/** A part of a rank's time in which it does not compute, and why. Cycles. */
export interface Reason {
  readonly from: number;
  readonly to: number;
  readonly cause: Cause;
  /** The rank whose message it waits for or takes; −1 for none in particular. */
  readonly peer: number;
  /** Whether that one computes meanwhile, what it has to send not yet being there. */
  readonly isComputing: boolean;
}

/** [R] All time of a run in which each rank does not compute, in order, up to the end of the run; what is alike and follows on is one. */
export const reasonsOf = once((told: Told): readonly (readonly Reason[])[] =>
  Array.from({ length: ranksIn(told.timeline) }, (_, rank) => reasonsAt(told, rank)),
);

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

/** The first and the last stretch in which a rank computes; of one that never does, all that it has. */
function computing({ timeline }: Told, rank: number): readonly [first: number, last: number] {
  const [low, high] = [timeline.first[rank], timeline.first[rank + 1]];
  const own = Array.from({ length: high - low }, (_, i) => low + i).filter((s) => isWork(timeline, s));
  return [own[0] ?? low, own[own.length - 1] ?? high];
}

/** Who a rank waits for: that one's last stretch before it had handed over what is awaited, −1 for none, and when that was. */
interface Awaited {
  readonly rank: number;
  readonly last: number;
  readonly at: number;
}

/** Who a rank waits for in a stretch: who sends the message, or comes last to the barrier; null where it is nobody else. */
function awaitedIn(told: Told, stretch: number): Awaited | null {
  const { timeline, messages } = told;
  const message = timeline.message[stretch];
  if (kindOf(timeline, stretch) === "send") return null;
  if (message < 0) return lastAtBarrier(told, stretch);
  return { rank: timeline.source[message], last: timeline.after[message], at: messages[message].created };
}

/** The rank that comes last to a barrier at which another one waits in a stretch. */
function lastAtBarrier({ timeline }: Told, stretch: number): Awaited | null {
  const end = timeline.to[stretch];
  const own = rankOf(timeline, stretch);
  let found: Awaited | null = null;
  for (let rank = 0; rank < ranksIn(timeline); rank++) {
    // Whoever comes last does not wait, and does something else until then.
    const last = stretchAfter(timeline, rank, end) - 1;
    if (rank === own || last < timeline.first[rank] || timeline.jobs?.[rank] !== timeline.jobs?.[own]) continue;
    const isWaiting = kindOf(timeline, last) === "wait" && timeline.message[last] < 0;
    const at = isWaiting ? timeline.from[last] : timeline.to[last];
    if (found === null || at > found.at) found = { rank, last: isWaiting ? (last > timeline.first[rank] ? last - 1 : -1) : last, at };
  }
  return found;
}

/** Tells what the rank awaited in a stretch does between two cycles; where it waits itself, what the one does that it waits for. */
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
  // No rank waits for itself: where a way does not end, barriers have been mistaken for others.
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

/** Cycles of each cause within a stretch of time, of one rank or of all (−1), in the order of the causes. */
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

/** A stretch in which a rank was kept from computing, on the way back to what began it all. */
export interface Link {
  readonly rank: number;
  readonly stretch: number;
  /** The rank that it waits for, or whose message it takes; −1 where it hands over its own. */
  readonly sender: number;
  /** When that one had sent it, or had come to the barrier. */
  readonly sent: number;
  readonly cause: Cause;
  /** Computes of the sender that lie, in part at least, within the stretch. */
  readonly meanwhile: readonly number[];
  /** Whether most of what the sender does meanwhile is waiting itself. */
  readonly isPassedOn: boolean;
}

/**
 * Why a stretch was as late or as long as it was: the wait or the receive that it is, or the last one before it; before the
 * sender handed that message over, the last one of the sender's; and so on, back to a rank that had waited for nobody until then.
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
 * A stretch itself, or the last one before it in its rank, in which the rank waited or took a message, whichever of the two
 * was longer where it waited for that same message; −1 for none.
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

/** The cause that the longest part of a stretch has. */
function causeOf(told: Told, stretch: number, rank: number): Cause {
  const own = causesWithin(told, { from: told.timeline.from[stretch], to: told.timeline.to[stretch] }, rank);
  return causes[own.indexOf(Math.max(...own))];
}

/** What the sender does while another rank waits in a stretch. */
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
