/** Executes a program with messages that arrive instantly: each rank proceeds as far as possible, until none can continue. */
import { Cursor } from "../programs/cursor.ts";
import { isOverheardCopy, jobOfRanks, jobsOfProgram, op, type Program, type ProgramJob } from "../programs/program.ts";
import type { EmptyNetwork } from "./programs/empty-network.ts";
import { TimeLowerBound } from "./programs/time-lower-bound.ts";
import type { Mailboxes } from "./programs/mailboxes.ts";

/** M messages, numbered as by {@link Program.firstMessage}. */
export interface ListedMessages {
  /** [M] Sending and receiving rank. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** [M] Packets. */
  readonly packets: Float64Array;
  /** [M] Mailbox. */
  readonly mailbox: Int32Array;
  /** [M] Iteration of the sender's outermost loop, from 0. */
  readonly turn: Int32Array;
  /** [M] Length of the longest dependency chain that ends with the message: 1 if it depends on no receive, 0 if it is never sent. */
  readonly step: Int32Array;
  /** [M] The message before it in the longest dependency chain; −1 for none. */
  readonly after: Int32Array;
  /** [M] The receive that takes the message, as an index among the receives of its rank; −1 for none. */
  readonly takenBy: Int32Array;
}

/** What a rank waits for, other than a mailbox: nothing, or the barrier. */
const notBlocked = -1;
const blockedAtBarrier = -2;

export class ProgramWalk {
  /** The current operation of each rank. */
  readonly cursor: Cursor;
  /** [M] See {@link ListedMessages}. */
  readonly step: Int32Array;
  readonly after: Int32Array;
  readonly listed: ListedMessages | null;
  readonly time: TimeLowerBound | null;
  /** Number of messages that were sent, and received. */
  totalSent = 0;
  totalTaken = 0;
  /** [R] Length of the longest chain that the rank depends on, and its last message. */
  private readonly chainLength: Int32Array;
  private readonly chainEnd: Int32Array;
  /** [R] The sent message of the rank that ends the longest chain. */
  private readonly longestSent: Int32Array;
  /** [R] The mailbox that the rank waits for, {@link notBlocked}, or {@link blockedAtBarrier}. */
  readonly waitsFor: Int32Array;
  /** The jobs; [R] the job of each rank; and for each job the ranks at its barrier. */
  private readonly jobs: readonly ProgramJob[];
  private readonly jobOf: Uint8Array;
  private readonly atBarrier: readonly number[][];
  /** [R] Index of the rank's next message, and number of its completed receives. */
  private readonly nextMessage: Int32Array;
  private readonly receiveCount: Int32Array;
  /** [M] Messages by mailbox; [B + 1] first index of each mailbox; [B] number of messages sent to it and taken from it. */
  private readonly queue: Int32Array;
  private readonly firstInMailbox: Int32Array;
  private readonly sentCount: Int32Array;
  private readonly takenCount: Int32Array;
  /** [B] Packets of the mailbox's smallest message. */
  private readonly minPackets: Float64Array;
  /** [B] 1 if all messages of the mailbox use rendezvous. */
  private readonly isRendezvous: Uint8Array;
  /** Ranks that can continue. */
  private readonly ready: number[];

  /**
   * Prepares the walk through a program: one entry per rank, message or mailbox in each array.
   * @param emptyNetwork Times of messages without contention; null if no lower bound of the time is wanted.
   * @param isListed Whether the messages are listed one by one.
   */
  constructor(
    private readonly program: Program,
    { total, messages, minPackets, isRendezvous }: Mailboxes,
    emptyNetwork: EmptyNetwork | null,
    isListed: boolean,
  ) {
    const { ranks, firstMessage } = program;
    this.jobs = jobsOfProgram(program);
    this.jobOf = jobOfRanks(program);
    this.atBarrier = this.jobs.map(() => []);
    const [perRank, perMessage, perMailbox] = [ranks, total, messages.length].map((length) => () => new Int32Array(length));
    [this.cursor, this.nextMessage] = [new Cursor(program), firstMessage.slice(0, ranks)];
    [this.chainLength, this.chainEnd, this.longestSent] = [perRank(), perRank().fill(-1), perRank().fill(-1)];
    [this.waitsFor, this.receiveCount] = [perRank().fill(notBlocked), perRank()];
    [this.step, this.after, this.queue] = [perMessage(), perMessage().fill(-1), perMessage()];
    [this.firstInMailbox, this.sentCount, this.takenCount] = [new Int32Array(messages.length + 1), perMailbox(), perMailbox()];
    messages.forEach((count, mailboxNumber) => (this.firstInMailbox[mailboxNumber + 1] = this.firstInMailbox[mailboxNumber] + count));
    this.minPackets = minPackets;
    this.isRendezvous = isRendezvous;
    this.ready = Array.from({ length: ranks }, (_, rankNumber) => ranks - 1 - rankNumber);
    this.time = emptyNetwork === null ? null : new TimeLowerBound(emptyNetwork, ranks, total);
    const [from, to, mailbox, iteration] = isListed ? Array.from({ length: 4 }, perMessage) : [];
    const packets = new Float64Array(isListed ? total : 0);
    this.listed = isListed
      ? { from, to, packets, mailbox, turn: iteration, step: this.step, after: this.after, takenBy: perMessage().fill(-1) }
      : null;
  }

  run(): void {
    for (const { first, ranks, begin } of this.jobs) for (let rank = first; rank < first + ranks; rank++) this.time?.compute(rank, begin);
    for (let rank = this.ready.pop(); rank !== undefined; rank = this.ready.pop()) this.runRank(rank);
  }

  /** Executes the operations of a rank until it blocks or ends. It blocks at a receive whose message is not sent yet, and at a barrier. */
  private runRank(rank: number): void {
    const { cursor } = this;
    const { ops, sizes } = this.program;
    while (cursor.next(rank)) {
      switch (cursor.code) {
        case op.send:
          this.send(rank, cursor.operand, sizes.packets[cursor.size], cursor.mailbox, isOverheardCopy(ops, cursor.index + 1));
          break;
        case op.receive:
          if (!this.receive(rank, cursor.mailbox)) return;
          break;
        case op.compute:
          this.time?.compute(rank, cursor.cycles);
          break;
        case op.wait:
          // A rank that waits for its sends continues the longest dependency chain of the messages that it has sent.
          this.extendChain(rank, this.longestSent[rank]);
          this.time?.wait(rank);
          break;
        case op.barrier:
          this.waitsFor[rank] = blockedAtBarrier;
          return this.reachBarrier(rank);
      }
    }
  }

  /**
   * Executes a send: puts the message into its mailbox (a queue for one sender, receiver and tag), sets the dependency chain that ends with
   * the message, and wakes the receiver if it is blocked on that mailbox.
   * @param isOverheard Whether the message is followed by copies for other ranks, which hear it on a shared medium.
   */
  private send(rank: number, to: number, packets: number, mailbox: number, isOverheard: boolean): void {
    const message = this.nextMessage[rank]++;
    this.queue[this.firstInMailbox[mailbox] + this.sentCount[mailbox]++] = message;
    this.step[message] = this.chainLength[rank] + 1;
    this.after[message] = this.chainEnd[rank];
    this.totalSent++;
    const longest = this.longestSent[rank];
    if (longest < 0 || this.step[message] > this.step[longest]) this.longestSent[rank] = message;
    // A mailbox with eager and rendezvous messages counts as eager, because it is unknown which message is taken.
    this.time?.send(rank, message, packets, mailbox, !isOverheard && this.isRendezvous[mailbox] === 1);
    if (this.listed !== null) {
      [this.listed.from[message], this.listed.to[message], this.listed.packets[message]] = [rank, to, packets];
      [this.listed.mailbox[message], this.listed.turn[message]] = [mailbox, this.cursor.outerIteration(rank)];
    }
    if (this.waitsFor[to] !== mailbox) return;
    this.waitsFor[to] = notBlocked;
    this.cursor.repeatCurrent(to);
    this.ready.push(to);
  }

  /** Returns false if the rank is blocked. */
  private receive(rank: number, mailbox: number): boolean {
    if (this.takenCount[mailbox] === this.sentCount[mailbox]) {
      this.waitsFor[rank] = mailbox;
      return false;
    }
    const message = this.queue[this.firstInMailbox[mailbox] + this.takenCount[mailbox]++];
    if (this.listed !== null) this.listed.takenBy[message] = this.receiveCount[rank];
    this.receiveCount[rank]++;
    this.totalTaken++;
    this.extendChain(rank, message);
    this.time?.receive(rank, message, this.minPackets[mailbox]);
    return true;
  }

  /** The rank now depends on a message. */
  private extendChain(rank: number, message: number): void {
    if (message < 0 || this.step[message] <= this.chainLength[rank]) return;
    [this.chainLength[rank], this.chainEnd[rank]] = [this.step[message], message];
  }

  /** A rank has reached its barrier; when all ranks of its job have, they continue. */
  private reachBarrier(arrivedRank: number): void {
    const job = this.jobOf[arrivedRank];
    const waitingRanks = this.atBarrier[job];
    if (waitingRanks.push(arrivedRank) < this.jobs[job].ranks) return;
    const longest = waitingRanks.reduce((best, rank) => (this.chainLength[rank] > this.chainLength[best] ? rank : best));
    this.time?.synchronize(waitingRanks);
    for (const rank of waitingRanks.splice(0)) {
      this.extendChain(rank, this.chainEnd[longest]);
      this.waitsFor[rank] = notBlocked;
      this.ready.push(rank);
    }
  }
}
