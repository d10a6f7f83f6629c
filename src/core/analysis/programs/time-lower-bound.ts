/**
 * Lower bound of the time of a rank program, updated while the program is executed. Messages of a sending terminal leave one after the
 * other, every message takes its path without contention, and messages of a receiving terminal arrive one after the other. If terminals
 * have several channels, messages share nothing, and the packets of each are spread over all channels. If messages may overtake each other
 * at their terminal, each may leave first, but all of them together occupy the channel. Data of a rendezvous follows the request and the
 * reply, which is sent when the receiver has reached the receive.
 */
import type { EmptyNetwork } from "./empty-network.ts";

/** Clocks of R ranks and M messages. All times are cycles, and lower bounds for any run on this network. */
export class TimeLowerBound {
  /** Time at which all operations that were executed have ended. */
  end = 0;
  /** [R] Time at which the rank reaches its current operation. */
  private readonly clock: Float64Array;
  /**
   * [R] Time from which the terminal's channel is free; shortest path time of the messages that it sent; time by which all these messages
   * are consumed.
   */
  private readonly channelFree: Float64Array;
  private readonly minPath: Float64Array;
  private readonly consumed: Float64Array;
  /** [ranks] Received messages: earliest arrival and total length of all; begin and length of the current busy interval, which has no gaps. */
  private readonly firstArrival: Float64Array;
  private readonly receivedLength: Float64Array;
  private readonly busyFrom: Float64Array;
  private readonly busyLength: Float64Array;
  /** [R] In fluid models the shortest path time of the received messages, which the busy interval leaves out; otherwise 0. */
  private readonly minTail: Float64Array;
  /** [M] Earliest arrival of a message's first phit, and cycles until the last phit is consumed. */
  private readonly firstPhitAt: Float64Array;
  private readonly length: Float64Array;
  /** [M] In fluid models the path time before the first phit, which is part of the arrival; otherwise 0. */
  private readonly pathBeforeFirst: Float64Array;
  /** [M] Earliest arrival of the request of a rendezvous, −1 for an eager message; and cycles from the reply to the first phit. */
  private readonly requestArrival: Float64Array;
  private readonly replyToData: Float64Array;

  constructor(
    private readonly emptyNetwork: EmptyNetwork,
    ranks: number,
    messages: number,
  ) {
    const perRank = () => new Float64Array(ranks);
    [this.clock, this.channelFree, this.minPath, this.consumed] = [perRank(), perRank(), perRank().fill(Infinity), perRank()];
    [this.firstArrival, this.receivedLength, this.busyFrom, this.busyLength] = [perRank().fill(Infinity), perRank(), perRank(), perRank()];
    this.minTail = perRank().fill(Infinity);
    [this.firstPhitAt, this.length, this.pathBeforeFirst] = [
      new Float64Array(messages),
      new Float64Array(messages),
      new Float64Array(messages),
    ];
    [this.requestArrival, this.replyToData] = [new Float64Array(messages).fill(-1), new Float64Array(messages)];
  }

  /**
   * Advances the clocks for a send: computes the earliest times at which the message's first phit arrives and all of it is consumed, and
   * from which the terminal's channel is free. For a rendezvous, the data follow a request and a reply.
   * @param message Number of the message.
   * @param packets Packets of the message; 0 for a copy that another rank overhears.
   * @param isRendezvous Whether the message waits for its receiver.
   */
  send(rank: number, message: number, packets: number, mailbox: number, isRendezvous: boolean): void {
    const { packetTime, terminalChannels, isInOrder, minPathTime, returnTime, controlTime = 0, isFlow = false } = this.emptyNetwork;
    // Packets of a message may use several channels simultaneously, but a flowing message never exceeds the rate of one channel.
    const length = (isFlow ? packets : Math.ceil(packets / terminalChannels)) * packetTime;
    const earliest = Math.max(this.clock[rank], this.channelFree[rank]);
    const start = isInOrder ? earliest : this.clock[rank];
    const pathCycles = packets === 0 ? minPathTime : this.emptyNetwork.pathTime[mailbox];
    const requestAt = start + pathCycles + controlTime;
    const replyCycles = (returnTime?.[mailbox] ?? 0) + controlTime + pathCycles;
    const firstPhit = isRendezvous ? requestAt + replyCycles : start + pathCycles;
    [this.requestArrival[message], this.replyToData[message]] = [isRendezvous ? requestAt : -1, replyCycles];
    this.channelFree[rank] = earliest + length;
    this.minPath[rank] = Math.min(this.minPath[rank], pathCycles);
    [this.firstPhitAt[message], this.length[message], this.pathBeforeFirst[message]] = [firstPhit, length, isFlow ? pathCycles : 0];
    // The message that leaves last still has its path ahead; with several channels this bound is not used.
    const consumedAt = Math.max(firstPhit + length, terminalChannels === 1 ? this.channelFree[rank] + this.minPath[rank] : 0);
    this.consumed[rank] = Math.max(this.consumed[rank], consumedAt);
    this.end = Math.max(this.end, consumedAt);
  }

  /**
   * Advances the clock of a rank to the earliest end of a receive. Messages that arrive one after the other on a single channel are not
   * complete before their total length has passed since the first arrival.
   * @param message The k-th message sent to the mailbox, for the k-th receive. If messages overtake each other, another one may arrive, but
   * not earlier than a message of the smallest size would.
   * @param minPackets Packets of the smallest message that is ever sent to the mailbox.
   */
  receive(rank: number, message: number, minPackets: number): void {
    const { firstArrival, receivedLength, busyFrom, busyLength, minTail } = this;
    const { packetTime, terminalChannels, isInOrder, isFlow = false } = this.emptyNetwork;
    if (this.requestArrival[message] >= 0)
      this.firstPhitAt[message] = Math.max(this.clock[rank], this.requestArrival[message]) + this.replyToData[message];
    const length = isInOrder ? this.length[message] : (isFlow ? minPackets : Math.ceil(minPackets / terminalChannels)) * packetTime;
    const beforeFirst = this.pathBeforeFirst[message];
    if (this.emptyNetwork.terminalChannels > 1 || beforeFirst > 0) this.advanceTo(rank, this.firstPhitAt[message] + length);
    if (this.emptyNetwork.terminalChannels > 1) return;
    const firstPhit = this.firstPhitAt[message] - beforeFirst;
    minTail[rank] = Math.min(minTail[rank], beforeFirst);
    firstArrival[rank] = Math.min(firstArrival[rank], firstPhit);
    receivedLength[rank] += length;
    if (firstPhit > busyFrom[rank] + busyLength[rank]) [busyFrom[rank], busyLength[rank]] = [firstPhit, length];
    else if (firstPhit >= busyFrom[rank]) busyLength[rank] += length;
    else if (firstPhit + length > busyFrom[rank]) [busyFrom[rank], busyLength[rank]] = [firstPhit, busyLength[rank] + length];
    this.advanceTo(rank, Math.max(firstArrival[rank] + receivedLength[rank], busyFrom[rank] + busyLength[rank]) + minTail[rank]);
  }

  compute(rank: number, cycles: number): void {
    this.advanceTo(rank, this.clock[rank] + cycles);
  }

  /** Waits until all messages of the rank are consumed. */
  wait(rank: number): void {
    this.advanceTo(rank, this.consumed[rank]);
  }

  /** Waits until all these ranks have arrived. */
  synchronize(ranks: readonly number[]): void {
    const latestClock = ranks.reduce((latest, rank) => Math.max(latest, this.clock[rank]), 0);
    for (const rank of ranks) this.clock[rank] = latestClock;
  }

  private advanceTo(rank: number, cycle: number): void {
    this.clock[rank] = Math.max(this.clock[rank], cycle);
    this.end = Math.max(this.end, cycle);
  }
}
