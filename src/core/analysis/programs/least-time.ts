/**
 * Lower bound of the time of a rank program, updated while the program is executed. Messages of a sending terminal leave one after the
 * other, every message takes its path without contention, and messages of a receiving terminal arrive one after the other. If terminals
 * have several channels, messages share nothing, and the packets of each are spread over all channels. If messages may overtake each other
 * at their terminal, each may leave first, but all of them together occupy the channel. Data of a rendezvous follows the request and the
 * reply, which is sent when the receiver has reached the receive.
 */
import type { EmptyNetwork } from "./empty-network.ts";

/** Clocks of R ranks and M messages. All times are cycles, and lower bounds for any run on this network. */
export class LeastTime {
  /** Time at which everything so far has ended. */
  end = 0;
  /** [R] Time at which the rank reaches its current operation. */
  private readonly clock: Float64Array;
  /** [R] Time from which the terminal's channel is free; shortest path of its messages so far; time by which all of them are consumed. */
  private readonly free: Float64Array;
  private readonly shortest: Float64Array;
  private readonly consumed: Float64Array;
  /** [R] Received messages: earliest arrival and total length of all; begin and length of the current busy interval, which has no gaps. */
  private readonly first: Float64Array;
  private readonly all: Float64Array;
  private readonly from: Float64Array;
  private readonly work: Float64Array;
  /** [R] Minimum time that the last message takes after that: in fluid models all its channels carry it from its beginning. */
  private readonly rest: Float64Array;
  /** [M] Earliest arrival of a message's first phit, and cycles until the last phit is consumed. */
  private readonly there: Float64Array;
  private readonly length: Float64Array;
  /** [M] In fluid models the path time before the first phit, which is part of the arrival; otherwise 0. */
  private readonly ahead: Float64Array;
  /** [M] Earliest arrival of the request of a rendezvous, −1 for an eager message; and cycles from the reply to the first phit. */
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

  /** @param isRendezvous Whether the message waits for its receiver. */
  send(rank: number, message: number, packets: number, mailbox: number, asks: boolean): void {
    const { packet, lanes, inOrder, nearest, wayBack, control = 0, isFlow = false } = this.empty;
    // Packets of a message may use several channels simultaneously, but a flowing message never exceeds the rate of one channel.
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
    // The message that leaves last still has its path ahead; with several channels this bound is not used.
    const over = Math.max(there + length, lanes === 1 ? this.free[rank] + this.shortest[rank] : 0);
    this.consumed[rank] = Math.max(this.consumed[rank], over);
    this.end = Math.max(this.end, over);
  }

  /**
   * Messages that arrive one after the other are not complete before their total length has passed since the first arrival.
   * @param message The k-th message sent to the mailbox, for the k-th receive. If messages overtake each other, another one may arrive, but
   * not earlier than a message of the smallest size would.
   * @param minPackets Packets of the smallest message that is ever sent to the mailbox.
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

  /** Waits until all messages of the rank are consumed. */
  wait(rank: number): void {
    this.goOn(rank, this.consumed[rank]);
  }

  /** Waits until all these ranks have arrived. */
  meet(ranks: readonly number[]): void {
    const last = ranks.reduce((latest, rank) => Math.max(latest, this.clock[rank]), 0);
    for (const rank of ranks) this.clock[rank] = last;
  }

  private goOn(rank: number, cycle: number): void {
    this.clock[rank] = Math.max(this.clock[rank], cycle);
    this.end = Math.max(this.end, cycle);
  }
}
