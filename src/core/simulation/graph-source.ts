// hot: no allocation, no for-of, no destructuring inside `catchUp` and what it calls.
/**
 * The interpreter of programs whose operations form a dependency graph. An operation that becomes ready when a message arrives competes for
 * its processor with operations that were ready before, so clocks cannot run ahead of the network here. Timers hold the next events, and
 * the engine calls {@link GraphSource.catchUp} as its time advances.
 *
 * Order at one time: operations that end, then messages that have arrived, by sender and in sending order. Then each rank repeatedly
 * starts, among the ready operations whose processor is free, the one that has been ready longest; ties go to the first in the program.
 * Posting a receive, waiting, labels and barriers need no processor. When no rank can start anything, barriers open.
 */
import { growth, longer } from "../base/arrays.ts";
import { TimeHeap } from "../base/time-heap.ts";
import {
  codeAt,
  cyclesAt,
  type Dependencies,
  isHeard,
  isRendezvous,
  isSent,
  mailboxAt,
  op,
  operandAt,
  type Program,
  sizeAt,
  when,
  whens,
} from "../programs/program.ts";
import { type Dependents, dependentsOf } from "../programs/dependents.ts";
import type { Frame } from "./frame.ts";
import { Matching } from "../programs/matching.ts";
import { OpHeap } from "./op-heap.ts";
import { firstTimed, isTimed } from "./program-record.ts";
import { answer, data, eager, ProgramSource, request } from "./program-source.ts";
import type { Source } from "./source.ts";

/**
 * States of a receive, besides 0 (not posted): posted and waiting for a message; matched and waiting for its processor to take the message.
 */
export const [isPosted, takes] = [1, 2];

export class GraphSource extends ProgramSource {
  override readonly hasCalendar: boolean = true;
  protected readonly graph: Dependencies;
  protected readonly cpus: number;
  protected readonly dependents: Dependents;
  protected readonly matching: Matching;
  /** [operations] Time from which the operation could begin, or from which its message could be taken. */
  protected readonly since: Float64Array;
  protected readonly rankOfOp: Int32Array;
  /** [operations] State of a receive, and the message that it takes. */
  protected readonly stage: Uint8Array;
  private readonly takenBy: Int32Array;
  /**
   * [R × (cpus + 1)] Ready operations by processor of a rank; the last queue of a rank holds those that need no processor. Null until first
   * used.
   */
  private readonly lines: (OpHeap | null)[];
  /** [R × cpus] Operation that each processor executes; −1 for none. */
  private readonly doing: Int32Array;
  /** [R] Operations that have not ended; processors that compute, and since when; the latest end so far. */
  protected readonly open: Int32Array;
  private readonly computing: Int32Array;
  private readonly computingSince: Float64Array;
  protected readonly lastEnd: Float64Array;
  /** [R] Barrier operation that the rank has reached. */
  protected readonly barrierOf: Int32Array;
  /** Next events: the end of the operation on each processor, [R × cpus]; then the start of each rank; then the arrival of messages. */
  private readonly moments = new TimeHeap();
  private readonly firstRank: number;
  private readonly news: number;
  /** Messages, requests and replies that have arrived and are not processed yet. */
  private come = new Int32Array(growth.initial(64));
  private comeCount = 0;
  /** Ranks that may have something to start. */
  private readonly touched: Int32Array;
  private touchedCount = 0;
  private readonly isTouched: Uint8Array;
  // Arrays by message number.
  /** The operation that sent the message, and the receive that has replied to its request. */
  private readonly ownCapacity = growth.initial(1024);
  protected sentBy = new Int32Array(this.ownCapacity);
  private boundTo = new Int32Array(this.ownCapacity);
  /** Number of messages that its rank sent before. */
  private orderOf = new Int32Array(this.ownCapacity);
  /**
   * [operations] Index among the messages of its rank, and index + 1 among the timed operations; empty if messages or operations are not
   * recorded.
   */
  protected readonly numberOf: Int32Array;
  protected readonly timedAs: Int32Array;

  constructor(program: Program, terminals: number, byPacket: boolean, beside: Source | null) {
    super(program, terminals, byPacket, beside);
    const { ranks, first, ops, owner } = program;
    const graph = program.graph!;
    const count = first[ranks];
    this.graph = graph;
    this.cpus = graph.cpus;
    this.dependents = dependentsOf(graph);
    this.matching = new Matching(owner.length, count, graph.firstTaker, graph.takers);
    this.since = new Float64Array(count);
    this.rankOfOp = new Int32Array(count);
    this.stage = new Uint8Array(count);
    this.takenBy = new Int32Array(count);
    this.lines = Array.from({ length: ranks * (graph.cpus + 1) }, () => null);
    this.doing = new Int32Array(ranks * graph.cpus).fill(-1);
    this.open = new Int32Array(ranks);
    this.computing = new Int32Array(ranks);
    this.computingSince = new Float64Array(ranks);
    this.lastEnd = this.clock.slice();
    this.barrierOf = new Int32Array(ranks);
    this.firstRank = ranks * graph.cpus;
    this.news = this.firstRank + ranks;
    this.touched = new Int32Array(ranks);
    this.isTouched = new Uint8Array(ranks);
    this.numberOf = new Int32Array(this.tracked > 0 ? count : 0);
    this.timedAs = new Int32Array(this.from.length > 0 ? count : 0);
    const timed = this.from.length > 0 ? firstTimed(program) : null;
    while (this.sentBy.length < this.nextOf.length) this.growOwn();
    for (let r = 0; r < ranks; r++) {
      let sends = 0;
      let timedSoFar = timed === null ? 0 : timed[r];
      this.open[r] = first[r + 1] - first[r];
      for (let o = first[r]; o < first[r + 1]; o++) {
        this.rankOfOp[o] = r;
        const code = codeAt(ops, o);
        if (code === op.send && this.numberOf.length > 0) this.numberOf[o] = sends++;
        if (timed !== null && isTimed(code, sizeAt(ops, o), this.takesTimeToSend)) this.timedAs[o] = ++timedSoFar;
      }
    }
  }

  override start(): this {
    this.enqueueFirst();
    this.touchedCount = 0;
    this.isTouched.fill(0);
    for (let r = 0; r < this.program.ranks; r++) this.moments.set(this.firstRank + r, this.jobs[this.jobOf[r]].begin);
    this.settleUpTo(0);
    return this;
  }

  /** Operations without dependencies are ready when their rank begins. */
  protected enqueueFirst(): void {
    const { left } = this.dependents;
    for (let o = 0; o < left.length; o++) if (left[o] === 0) this.enqueue(o, this.jobs[this.jobOf[this.rankOfOp[o]]].begin);
  }

  override get next(): number {
    return this.moments.next;
  }

  override catchUp(t: number): number {
    this.wakeNobody();
    this.settleUpTo(t);
    return this.wokenCount;
  }

  override sample(into: Frame, now: number): void {
    super.sample(into, now);
    for (let r = 0; r < this.program.ranks; r++) {
      const busy = this.busy[r] + (this.computing[r] > 0 ? Math.max(0, now - this.computingSince[r]) : 0);
      const end = this.done[r] >= 0 ? this.done[r] : now;
      into.rankBusy[r] = busy;
      into.rankWaited[r] = Math.max(0, end - this.jobs[this.jobOf[r]].begin - busy);
    }
  }

  /**
   * For each rank the blocked operation: the first posted receive without a message; otherwise a send that no receive has matched;
   * otherwise the barrier.
   */
  protected override noteWaiting(into: Int32Array): void {
    const { first, ranks } = this.program;
    const isWaiting = new Uint8Array(first[ranks]);
    this.matching.markUnmatched(isWaiting);
    for (let m = 0; m < this.sentBy.length; m++) {
      const o = this.sentBy[m];
      if (o >= 0 && this.matching.isHere(m) && this.stageOf[m] !== eager && into[this.rankOfOp[o]] < 0)
        into[this.rankOfOp[o]] = o - first[this.rankOfOp[o]];
    }
    for (let r = 0; r < ranks; r++) {
      if (this.open[r] === 0) continue;
      const receive = isWaiting.subarray(first[r], first[r + 1]).indexOf(1);
      if (receive >= 0) into[r] = receive;
      else if (into[r] < 0 && this.atBarrierOf[this.jobOf[r]] > 0) into[r] = this.barrierOf[r] - first[r];
    }
  }

  /** A request or a reply has arrived; it takes effect in the following cycle. */
  protected override deliverControl(m: number, t: number): void {
    this.hear(m, t + 1);
  }

  /** The last packet of a message has arrived. */
  protected override deliverWhole(m: number, t: number): void {
    if (this.tracked > 0) this.deliveredAt[m] = t;
    this.hear(m, t + 1);
  }

  private hear(m: number, time: number): void {
    while (this.moments.next < time) this.happenAt(this.moments.next);
    if (this.comeCount === this.come.length) this.come = longer(this.come, growth.next(this.comeCount));
    // Insert by sender and sending order.
    let place = this.comeCount++;
    for (; place > 0 && this.isSentBefore(m, this.come[place - 1]); place--) this.come[place] = this.come[place - 1];
    this.come[place] = m;
    this.moments.set(this.news, time);
  }

  private isSentBefore(a: number, b: number): boolean {
    return this.fromOf[a] < this.fromOf[b] || (this.fromOf[a] === this.fromOf[b] && this.orderOf[a] < this.orderOf[b]);
  }

  private settleUpTo(t: number): void {
    while (this.moments.next <= t) this.happenAt(this.moments.next);
  }

  /** Processes all events of one time: ends, arrivals, and everything that can start as a result. */
  private happenAt(time: number): void {
    const { moments } = this;
    this.reached = time;
    while (moments.next === time) {
      const id = moments.first;
      moments.remove(id);
      if (id < this.firstRank) this.finish(id, time);
      else if (id < this.news) this.touch(id - this.firstRank);
      else this.know(time);
    }
    do {
      for (let i = 0; i < this.touchedCount; i++) {
        this.settle(this.touched[i], time);
        this.isTouched[this.touched[i]] = 0;
      }
      this.touchedCount = 0;
      this.openGates(time);
    } while (this.touchedCount > 0);
  }

  private touch(r: number): void {
    if (this.isTouched[r] === 1) return;
    this.isTouched[r] = 1;
    this.touched[this.touchedCount++] = r;
  }

  /** Processes the messages, requests and replies that have arrived. */
  private know(time: number): void {
    for (let i = 0; i < this.comeCount; i++) {
      const m = this.come[i];
      const stage = this.stageOf[m];
      if (stage === answer) {
        this.stageOf[m] = data;
        this.handOver(this.fromOf[m], m, time);
      } else if (stage === request) this.match(m, time);
      else this.arrived(m, time);
    }
    this.comeCount = 0;
  }

  /** The whole message has arrived: matches it with a receive, ends its send, and delivers the overheard copies. */
  private arrived(m: number, time: number): void {
    const sentBy = this.sentBy[m];
    const heard = this.heardFrom[m];
    const size = this.sizeOf[m];
    const isData = this.stageOf[m] === data;
    this.release(sentBy, when.arrived, time);
    if (isData) {
      this.endOf(this.fromOf[m], sentBy, time);
      this.readyToTake(this.boundTo[m], m, time);
    } else this.match(m, time);
    if (heard < 0) return;
    // All other ranks that overhear a message get it at the same time.
    const { ops } = this.program;
    for (let o = heard + 1, next = m + 1; isHeard(ops, o); o++, next++) {
      const other = this.newMessage(this.tracked > 0 ? next : -1);
      if (this.tracked > 0) this.deliveredAt[other] = this.deliveredAt[m];
      this.rankOf[other] = operandAt(ops, o);
      this.boxOf[other] = mailboxAt(ops, o);
      this.sizeOf[other] = size;
      this.stageOf[other] = eager;
      this.match(other, time);
    }
  }

  /** Matches an arrived message or request with a posted receive, or keeps it as unexpected. */
  private match(m: number, time: number): void {
    const found = this.matching.arrive(m, this.boxOf[m]);
    if (found >= 0) this.meet(found, m, time);
  }

  /** A receive has matched a message, which it takes, or a request, which it replies to. */
  private meet(o: number, m: number, time: number): void {
    if (this.stageOf[m] !== request) return this.readyToTake(o, m, time);
    this.boundTo[m] = o;
    this.stageOf[m] = answer;
    this.handOver(this.rankOf[m], m, time);
  }

  private readyToTake(o: number, m: number, time: number): void {
    this.stage[o] = takes;
    this.takenBy[o] = m;
    this.enqueue(o, time);
  }

  /** Puts an operation into the queue of its processor. It could begin at `time`. */
  protected enqueue(o: number, time: number): void {
    const r = this.rankOfOp[o];
    const at = r * (this.cpus + 1) + (this.needsProcessor(o) ? this.graph.cpu[o] : this.cpus);
    this.since[o] = time;
    (this.lines[at] ??= new OpHeap(this.since)).add(o);
    this.touch(r);
  }

  private needsProcessor(o: number): boolean {
    const { ops } = this.program;
    const code = codeAt(ops, o);
    return code === op.compute || isSent(ops, o) || (code === op.receive && this.stage[o] === takes);
  }

  /** Starts everything that the rank can start now, and ends the rank if all operations have ended. */
  private settle(r: number, time: number): void {
    const first = r * (this.cpus + 1);
    for (;;) {
      let best: OpHeap | null = null;
      for (let k = 0; k <= this.cpus; k++) {
        const line = this.lines[first + k];
        if (line === null || line.size === 0 || (k < this.cpus && this.doing[r * this.cpus + k] >= 0)) continue;
        if (best === null || line.goesBefore(best)) best = line;
      }
      if (best === null) break;
      this.do(r, best.take(), time);
    }
    if (this.open[r] > 0 || this.done[r] >= 0) return;
    this.clock[r] = this.lastEnd[r];
    this.end(r);
  }

  /** Starts an operation: occupies its processor, or executes it at once if it needs none. */
  private do(r: number, o: number, time: number): void {
    const { ops } = this.program;
    const code = codeAt(ops, o);
    const isTaking = code === op.receive && this.stage[o] === takes;
    if (!isTaking) this.begun(o, time);
    if (isTaking) this.occupy(r, o, time, this.hostCycles(this.takenBy[o]));
    else if (code === op.receive) this.post(o, mailboxAt(ops, o), time);
    else if (code === op.compute) this.compute(r, o, time, cyclesAt(ops, o));
    else if (isSent(ops, o)) this.sendOf(r, o, time);
    else if (code === op.send) this.hearAs(r, o, time);
    else if (code === op.barrier) {
      this.atBarrierOf[this.jobOf[r]]++;
      this.barrierOf[r] = o;
    } else {
      if (code === op.phase) {
        this.clock[r] = time;
        this.enterPhase(r, operandAt(ops, o));
      }
      this.leave(r, o, time);
    }
  }

  /** Records the begin of an operation. */
  protected begun(o: number, time: number): void {
    this.release(o, when.begun, time);
    if (this.timedAs.length > 0 && this.timedAs[o] > 0) this.from[this.timedAs[o] - 1] = time;
  }

  private post(o: number, box: number, time: number): void {
    this.stage[o] = isPosted;
    const m = this.matching.post(o, box);
    if (m >= 0) this.meet(o, m, time);
  }

  private compute(r: number, o: number, time: number, cycles: number): void {
    if (cycles > 0 && this.computing[r]++ === 0) this.computingSince[r] = time;
    this.occupy(r, o, time, cycles);
  }

  /** Cycles for which a message occupies a processor: o + (bytes − 1) · O. */
  private hostCycles(m: number): number {
    const { overhead, overheadPerByte } = this.program.host;
    return overheadPerByte === 0 ? overhead : overhead + Math.max(0, this.bytesOf(m) - 1) * overheadPerByte;
  }

  /** Creates the message of a send, queues it at the terminal, and occupies the processor for its overhead. */
  private sendOf(r: number, o: number, time: number): void {
    const { ops, sizes, host } = this.program;
    const size = sizeAt(ops, o);
    const m = this.newMessage(this.tracked > 0 ? this.program.firstMessage[r] + this.numberOf[o] : -1);
    this.stageOf[m] = isRendezvous(this.program, o) ? request : eager;
    this.rankOf[m] = operandAt(ops, o);
    this.fromOf[m] = r;
    this.sizeOf[m] = size;
    this.leftOf[m] = sizes.packets[size];
    this.boxOf[m] = mailboxAt(ops, o);
    this.heardFrom[m] = isHeard(ops, o + 1) ? o : -1;
    this.sentBy[m] = o;
    this.orderOf[m] = this.sent[r]++;
    const created = time + host.overhead;
    if (this.tracked > 0) this.createdAt[m] = created;
    this.handOver(r, m, created);
    this.occupy(r, o, time, this.hostCycles(m));
  }

  /** An overheard copy of the send before it: records only which message it copies. */
  protected hearAs(r: number, o: number, time: number): void {
    if (this.tracked > 0) {
      const m = this.program.firstMessage[r] + this.numberOf[o];
      this.heardOf[m] = isSent(this.program.ops, o - 1) ? m - 1 : this.heardOf[m - 1];
      this.createdAt[m] = this.createdAt[this.heardOf[m]];
    }
    this.leave(r, o, time);
  }

  /** Allocates the message with this number; a new number if it is −1. */
  protected newMessage(number: number): number {
    const m = number >= 0 ? number : this.freshNumber();
    while (m >= this.sentBy.length) this.growOwn();
    this.heardFrom[m] = -1;
    this.sentBy[m] = -1;
    return m;
  }

  /** The operation occupies its processor for a number of cycles. */
  private occupy(r: number, o: number, time: number, cycles: number): void {
    const at = r * this.cpus + this.graph.cpu[o];
    if (cycles === 0) return this.leave(r, o, time);
    this.doing[at] = o;
    this.moments.set(at, time + cycles);
  }

  /** The processor `slot` has completed its operation. */
  private finish(at: number, time: number): void {
    const o = this.doing[at];
    const r = this.rankOfOp[o];
    this.doing[at] = -1;
    if (codeAt(this.program.ops, o) === op.compute && --this.computing[r] === 0) this.busy[r] += time - this.computingSince[r];
    this.leave(r, o, time);
    this.touch(r);
  }

  /** The operation releases its processor. It also ends, unless it is a send by rendezvous. */
  private leave(r: number, o: number, time: number): void {
    this.release(o, when.left, time);
    if (this.stage[o] === takes) this.forget(this.takenBy[o]);
    if (!isRendezvous(this.program, o)) this.endOf(r, o, time);
  }

  protected endOf(r: number, o: number, time: number): void {
    this.release(o, when.ended, time);
    if (this.timedAs.length > 0 && this.timedAs[o] > 0) this.until[this.timedAs[o] - 1] = time;
    this.open[r]--;
    this.lastEnd[r] = time;
    this.touch(r);
  }

  /**
   * Decrements the dependency counts of the operations that wait for an event (begun, left, arrived, ended) of an operation; queues those
   * that become ready.
   */
  protected release(o: number, what: number, time: number): void {
    if (o < 0) return;
    const { first, waiting, left } = this.dependents;
    const at = o * whens + what;
    for (let i = first[at]; i < first[at + 1]; i++) if (--left[waiting[i]] === 0) this.enqueue(waiting[i], time);
  }

  private openGates(time: number): void {
    for (let j = 0; j < this.jobs.length; j++) {
      const first = this.jobs[j].first;
      const end = first + this.jobs[j].ranks;
      if (this.atBarrierOf[j] < end - first) continue;
      this.atBarrierOf[j] = 0;
      for (let r = first; r < end; r++) this.leave(r, this.barrierOf[r], time);
    }
  }

  protected growOwn(): void {
    const length = growth.next(this.sentBy.length);
    this.sentBy = longer(this.sentBy, length);
    this.boundTo = longer(this.boundTo, length);
    this.orderOf = longer(this.orderOf, length);
  }
}
