/**
 * The least time of a rank program, kept while it is followed: what a terminal sends leaves one after the other, every
 * message then takes its way as if it were alone, and what a terminal gets comes in one after the other. Where a terminal
 * has several channels, messages share nothing, and the packets of each are spread over all of them; where messages may
 * overtake each other at their terminal, each may leave first, but all of them occupy its channel one after the other. What waits
 * for its receiver comes after a request and an answer, and those after both have come to it.
 */
import type { EmptyNetwork } from "./empty-network.ts";

/** Clocks of R ranks and M messages; all times are cycles, and those that no run on this network can beat. */
export class LeastTime {
  /** Cycle in which all that has happened so far is over. */
  end = 0;
  /** [R] Cycle in which the rank is where it is. */
  private readonly clock: Float64Array;
  /** [R] Cycle from which the terminal's channel is free, the shortest way of what has left it, and by when all that has been consumed. */
  private readonly free: Float64Array;
  private readonly shortest: Float64Array;
  private readonly consumed: Float64Array;
  /** [R] What has come in, all of it and without a gap lately: so many cycles of phits, none there before that cycle. */
  private readonly first: Float64Array;
  private readonly all: Float64Array;
  private readonly from: Float64Array;
  private readonly work: Float64Array;
  /** [R] What the last of it takes at least after that: where messages flow, all their channels carry them from the beginning. */
  private readonly rest: Float64Array;
  /** [M] Cycle in which the first phit of a message can be there, and cycles until the last has been consumed. */
  private readonly there: Float64Array;
  private readonly length: Float64Array;
  /** [M] Of the former, what lies before its first phit where messages flow; else 0. */
  private readonly ahead: Float64Array;
  /** [M] Cycle in which the request of a rendezvous can arrive, −1 for an eager message; and cycles from the answer to the first phit. */
  private readonly asked: Float64Array;
  private readonly answer: Float64Array;

  constructor(
    private readonly empty: EmptyNetwork,
    ranks: number,
    messages: number,
  ) {
    const perRank = () => new Float64Array(ranks);
    [this.clock, this.free, this.shortest, this.consumed] = [perRank(), perRank(), perRank().fill(Infinity), perRank()];
    [this.first, this.all, this.from, this.work] = [perRank().fill(Infinity), perRank(), perRank(), perRank()];
    this.rest = perRank().fill(Infinity);
    [this.there, this.length, this.ahead] = [new Float64Array(messages), new Float64Array(messages), new Float64Array(messages)];
    [this.asked, this.answer] = [new Float64Array(messages).fill(-1), new Float64Array(messages)];
  }

  /** @param asks whether the message waits for its receiver */
  send(rank: number, message: number, packets: number, mailbox: number, asks: boolean): void {
    const { packet, lanes, inOrder, nearest, wayBack, control = 0, isFlow = false } = this.empty;
    // Packets of a message may go by several channels at once, but a message never flows faster than one channel carries.
    const length = (isFlow ? packets : Math.ceil(packets / lanes)) * packet;
    const free = Math.max(this.clock[rank], this.free[rank]);
    const start = inOrder ? free : this.clock[rank];
    const way = packets === 0 ? nearest : this.empty.way[mailbox];
    const asked = start + way + control;
    const answer = (wayBack?.[mailbox] ?? 0) + control + way;
    const there = asks ? asked + answer : start + way;
    [this.asked[message], this.answer[message]] = [asks ? asked : -1, answer];
    this.free[rank] = free + length;
    this.shortest[rank] = Math.min(this.shortest[rank], way);
    [this.there[message], this.length[message], this.ahead[message]] = [there, length, isFlow ? way : 0];
    // Whichever leaves last has its way before it; with several channels, no such bound is taken.
    const over = Math.max(there + length, lanes === 1 ? this.free[rank] + this.shortest[rank] : 0);
    this.consumed[rank] = Math.max(this.consumed[rank], over);
    this.end = Math.max(this.end, over);
  }

  /**
   * What comes in one after the other is not over before all of it has come since the first was there.
   * @param message the one that was sent to its mailbox as the how-manieth this is; where messages overtake each other it may be
   *   another one, but not earlier than the smallest of them would be in its place
   * @param smallest packets of the smallest message that is ever sent there
   */
  receive(rank: number, message: number, smallest: number): void {
    const { first, all, from, work, rest } = this;
    const { packet, lanes, inOrder, isFlow = false } = this.empty;
    if (this.asked[message] >= 0) this.there[message] = Math.max(this.clock[rank], this.asked[message]) + this.answer[message];
    const length = inOrder ? this.length[message] : (isFlow ? smallest : Math.ceil(smallest / lanes)) * packet;
    const ahead = this.ahead[message];
    if (this.empty.lanes > 1 || ahead > 0) this.goOn(rank, this.there[message] + length);
    if (this.empty.lanes > 1) return;
    const there = this.there[message] - ahead;
    rest[rank] = Math.min(rest[rank], ahead);
    first[rank] = Math.min(first[rank], there);
    all[rank] += length;
    if (there > from[rank] + work[rank]) [from[rank], work[rank]] = [there, length];
    else if (there >= from[rank]) work[rank] += length;
    else if (there + length > from[rank]) [from[rank], work[rank]] = [there, work[rank] + length];
    this.goOn(rank, Math.max(first[rank] + all[rank], from[rank] + work[rank]) + rest[rank]);
  }

  compute(rank: number, cycles: number): void {
    this.goOn(rank, this.clock[rank] + cycles);
  }

  /** Until all it has sent has been consumed. */
  wait(rank: number): void {
    this.goOn(rank, this.consumed[rank]);
  }

  /** Until all these ranks are there. */
  meet(ranks: readonly number[]): void {
    const last = ranks.reduce((latest, rank) => Math.max(latest, this.clock[rank]), 0);
    for (const rank of ranks) this.clock[rank] = last;
  }

  private goOn(rank: number, cycle: number): void {
    this.clock[rank] = Math.max(this.clock[rank], cycle);
    this.end = Math.max(this.end, cycle);
  }
}
