/** Executes a program with messages that arrive instantly: each rank proceeds as far as possible, until none can continue. */
import { Cursor } from "../programs/cursor.ts";
import { isHeard, jobOfRanks, jobsOf, op, type Program, type ProgramJob } from "../programs/program.ts";
import type { EmptyNetwork } from "./programs/empty-network.ts";
import { LeastTime } from "./programs/least-time.ts";
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
  /** [M] The message before it in that chain; −1 for none. */
  readonly after: Int32Array;
  /** [M] The receive that takes it, as an index among those of its rank; −1 for none. */
  readonly takenBy: Int32Array;
}

/** What a rank waits for, other than a mailbox: nothing, or the barrier. */
const nothing = -1;
const everybody = -2;

export class Walk {
  /** The current operation of each rank. */
  readonly cursor: Cursor;
  /** [M] See {@link ListedMessages}. */
  readonly step: Int32Array;
  readonly after: Int32Array;
  readonly listed: ListedMessages | null;
  readonly time: LeastTime | null;
  /** Messages sent, and received, so far. */
  sent = 0;
  taken = 0;
  /** [R] Length of the longest chain that the rank depends on, and its last message. */
  private readonly depth: Int32Array;
  private readonly last: Int32Array;
  /** [R] The sent message of the rank that ends the longest chain. */
  private readonly deepestSent: Int32Array;
  /** [R] The mailbox that the rank waits for, {@link notBlocked}, or {@link blockedAtBarrier}. */
  readonly waitsFor: Int32Array;
  /** The jobs; [R] the job of each rank; and for each job the ranks at its barrier. */
  private readonly jobs: readonly ProgramJob[];
  private readonly jobOf: Uint8Array;
  private readonly met: readonly number[][];
  /** [R] Number of the rank's next message, and of its receives so far. */
  private readonly count: Int32Array;
  private readonly receives: Int32Array;
  /** [M] Messages by mailbox; [B + 1] first index of each mailbox; [B] number of messages sent to it and taken from it. */
  private readonly queue: Int32Array;
  private readonly firstOf: Int32Array;
  private readonly put: Int32Array;
  private readonly got: Int32Array;
  /** [B] Packets of its smallest message. */
  private readonly smallest: Float64Array;
  /** [B] 1 if all of its messages use rendezvous. */
  private readonly asks: Uint8Array;
  /** Ranks that can continue. */
  private readonly ready: number[];

  constructor(
    private readonly program: Program,
    { total, messages, smallest, asks }: Mailboxes,
    empty: EmptyNetwork | null,
    isListed: boolean,
  ) {
    const { ranks, firstMessage } = program;
    this.jobs = jobsOf(program);
    this.jobOf = jobOfRanks(program);
    this.met = this.jobs.map(() => []);
    const [perRank, perMessage, perBox] = [ranks, total, messages.length].map((length) => () => new Int32Array(length));
    [this.cursor, this.count] = [new Cursor(program), firstMessage.slice(0, ranks)];
    [this.depth, this.last, this.deepestSent] = [perRank(), perRank().fill(-1), perRank().fill(-1)];
    [this.waitsFor, this.receives] = [perRank().fill(nothing), perRank()];
    [this.step, this.after, this.queue] = [perMessage(), perMessage().fill(-1), perMessage()];
    [this.firstOf, this.put, this.got] = [new Int32Array(messages.length + 1), perBox(), perBox()];
    messages.forEach((count, b) => (this.firstOf[b + 1] = this.firstOf[b] + count));
    this.smallest = smallest;
    this.asks = asks;
    this.ready = Array.from({ length: ranks }, (_, r) => ranks - 1 - r);
    this.time = empty === null ? null : new LeastTime(empty, ranks, total);
    const [from, to, mailbox, turn] = isListed ? Array.from({ length: 4 }, perMessage) : [];
    const packets = new Float64Array(isListed ? total : 0);
    this.listed = isListed
      ? { from, to, packets, mailbox, turn, step: this.step, after: this.after, takenBy: perMessage().fill(-1) }
      : null;
  }

  run(): void {
    for (const { first, ranks, begin } of this.jobs) for (let r = first; r < first + ranks; r++) this.time?.compute(r, begin);
    for (let rank = this.ready.pop(); rank !== undefined; rank = this.ready.pop()) this.follow(rank);
  }

  /** Executes a rank until it blocks or ends. */
  private follow(rank: number): void {
    const { cursor } = this;
    const { ops, sizes } = this.program;
    while (cursor.next(rank)) {
      switch (cursor.code) {
        case op.send:
          this.send(rank, cursor.operand, sizes.packets[cursor.size], cursor.mailbox, isHeard(ops, cursor.at + 1));
          break;
        case op.receive:
          if (!this.receive(rank, cursor.mailbox)) return;
          break;
        case op.compute:
          this.time?.compute(rank, cursor.cycles);
          break;
        case op.wait:
          this.deepen(rank, this.deepestSent[rank]);
          this.time?.wait(rank);
          break;
        case op.barrier:
          this.waitsFor[rank] = everybody;
          return this.meet(rank);
      }
    }
  }

  /** Sends a message into its mailbox, extends its chain, and wakes the receiver if it is blocked on that mailbox. */
  private send(rank: number, to: number, packets: number, box: number, isHeard: boolean): void {
    const m = this.count[rank]++;
    this.queue[this.firstOf[box] + this.put[box]++] = m;
    this.step[m] = this.depth[rank] + 1;
    this.after[m] = this.last[rank];
    this.sent++;
    const deepest = this.deepestSent[rank];
    if (deepest < 0 || this.step[m] > this.step[deepest]) this.deepestSent[rank] = m;
    // A mailbox with eager and rendezvous messages counts as eager, because it is unknown which message is taken.
    this.time?.send(rank, m, packets, box, !isHeard && this.asks[box] === 1);
    if (this.listed !== null) {
      [this.listed.from[m], this.listed.to[m], this.listed.packets[m]] = [rank, to, packets];
      [this.listed.mailbox[m], this.listed.turn[m]] = [box, this.cursor.turnOf(rank)];
    }
    if (this.waitsFor[to] !== box) return;
    this.waitsFor[to] = nothing;
    this.cursor.again(to);
    this.ready.push(to);
  }

  /** Returns false if the rank is blocked. */
  private receive(rank: number, box: number): boolean {
    if (this.got[box] === this.put[box]) {
      this.waitsFor[rank] = box;
      return false;
    }
    const m = this.queue[this.firstOf[box] + this.got[box]++];
    if (this.listed !== null) this.listed.takenBy[m] = this.receives[rank];
    this.receives[rank]++;
    this.taken++;
    this.deepen(rank, m);
    this.time?.receive(rank, m, this.smallest[box]);
    return true;
  }

  /** The rank now depends on a message. */
  private deepen(rank: number, m: number): void {
    if (m < 0 || this.step[m] <= this.depth[rank]) return;
    [this.depth[rank], this.last[rank]] = [this.step[m], m];
  }

  /** A rank has reached its barrier; when all ranks of its job have, they continue. */
  private meet(last: number): void {
    const job = this.jobOf[last];
    const met = this.met[job];
    if (met.push(last) < this.jobs[job].ranks) return;
    const deepest = met.reduce((a, b) => (this.depth[b] > this.depth[a] ? b : a));
    this.time?.meet(met);
    for (const rank of met.splice(0)) {
      this.deepen(rank, this.last[deepest]);
      this.waitsFor[rank] = nothing;
      this.ready.push(rank);
    }
  }
}
