/** A program followed where every message arrives at once: each rank goes as far as it can, until none can go on. */
import { Cursor } from "../programs/cursor.ts";
import { isHeard, jobOfRanks, jobsOf, op, type Program, type ProgramJob } from "../programs/program.ts";
import type { EmptyNetwork } from "./programs/empty-network.ts";
import { LeastTime } from "./programs/least-time.ts";
import type { Mailboxes } from "./programs/mailboxes.ts";

/** M messages, in the numbering of {@link Program.firstMessage}. */
export interface ListedMessages {
  /** [M] ranks */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** [M] packets */
  readonly packets: Float64Array;
  /** [M] mailbox */
  readonly mailbox: Int32Array;
  /** [M] turn of the sender's outermost loop, the first is 0 */
  readonly turn: Int32Array;
  /** [M] Messages in the longest chain that ends with it: 1 where nothing has to be received before it is sent, 0 where it is never sent. */
  readonly step: Int32Array;
  /** [M] The message before it in that chain, −1 for none. */
  readonly after: Int32Array;
  /** [M] The receive that takes it, counted among those of its rank; −1 where none does. */
  readonly takenBy: Int32Array;
}

/** What a rank waits for, beside a mailbox. */
const nothing = -1;
const everybody = -2;

export class Walk {
  /** The operation that each rank has come to. */
  readonly cursor: Cursor;
  /** [M] see {@link ListedMessages} */
  readonly step: Int32Array;
  readonly after: Int32Array;
  readonly listed: ListedMessages | null;
  readonly time: LeastTime | null;
  /** Messages sent, and received, so far. */
  sent = 0;
  taken = 0;
  /** [R] Steps of the longest chain that the rank has received, and the message it ends with. */
  private readonly depth: Int32Array;
  private readonly last: Int32Array;
  /** [R] The message that ends the longest chain among those the rank has sent. */
  private readonly deepestSent: Int32Array;
  /** [R] The mailbox that the rank waits at, or nothing, or everybody. */
  readonly waitsFor: Int32Array;
  /** The jobs; [R] that of each rank; and who of each has come to a barrier. */
  private readonly jobs: readonly ProgramJob[];
  private readonly jobOf: Uint8Array;
  private readonly met: readonly number[][];
  /** [R] Messages and receives of the rank so far. */
  private readonly count: Int32Array;
  private readonly receives: Int32Array;
  /** [M] Messages by mailbox; [B + 1] where those of a mailbox begin; [B] how many have been sent and taken. */
  private readonly queue: Int32Array;
  private readonly firstOf: Int32Array;
  private readonly put: Int32Array;
  private readonly got: Int32Array;
  /** [B] Packets of its smallest message. */
  private readonly smallest: Float64Array;
  /** [B] 1 where all of its messages wait for their receiver. */
  private readonly asks: Uint8Array;
  /** Ranks that can go on. */
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

  /** Follows a rank until it has to wait or is done. */
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

  private send(rank: number, to: number, packets: number, box: number, isHeard: boolean): void {
    const m = this.count[rank]++;
    this.queue[this.firstOf[box] + this.put[box]++] = m;
    this.step[m] = this.depth[rank] + 1;
    this.after[m] = this.last[rank];
    this.sent++;
    const deepest = this.deepestSent[rank];
    if (deepest < 0 || this.step[m] > this.step[deepest]) this.deepestSent[rank] = m;
    // Only where all of a mailbox ask is it known that what is taken has asked.
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

  /** False where the rank has to wait. */
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

  /** The rank goes on after a message. */
  private deepen(rank: number, m: number): void {
    if (m < 0 || this.step[m] <= this.depth[rank]) return;
    [this.depth[rank], this.last[rank]] = [this.step[m], m];
  }

  /** A rank has come to its barrier; with the last of its job, all of that go on. */
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
