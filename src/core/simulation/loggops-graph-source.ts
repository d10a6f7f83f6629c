// hot: no allocation, no for-of, no destructuring inside `step` and what it calls.
/**
 * Dependency graphs on LogGOPS hosts and an ideal network, by the rules of LogGOPSim (Hoefler, Schneider, Lumsdaine, HPDC 2010;
 * github.com/spcl/LogGOPSim). See `loggops-source.ts` for the rules of operation lists; a graph adds two:
 *
 * - Operations that become ready at the same time are queued by rank, and within a rank sends first, then receives, then computations, each
 * in program order. The queue is first in, first out.
 * - A message is received on the processor and the adapter (NIC) with the same indices as at its sender.
 *
 * One rule differs from the simulator: an operation that depends on the end of an operation on another processor waits for that end.
 * LogGOPSim reports an end already at the begin of an operation, so that the dependent operation only waits for its own processor. On one
 * processor both rules are the same.
 */
import {
  codeAt,
  cyclesAt,
  isHeard,
  isRendezvous,
  mailboxAt,
  op,
  operandAt,
  type Program,
  sizeAt,
  when,
  whens,
} from "../programs/program.ts";
import type { Frame } from "./frame.ts";
import { GraphSource } from "./graph-source.ts";
import { copied, Events, type Told, withoutFuture } from "./loggops-source.ts";
import { data, eager } from "./program-source.ts";

export class LogGOPSGraphSource extends GraphSource {
  override readonly hasCalendar = false;
  private readonly events = new Events();
  /** [R × cpus] and [R × nics] Time from which each is free; adapters separately for sending and receiving. */
  private readonly processor: Float64Array;
  private readonly out: Float64Array;
  private readonly into: Float64Array;
  private readonly nics: number;
  private readonly operations: number;
  /** [R] Time up to which some processor computes. */
  private readonly busyTo: Float64Array;
  /** Operations that have become ready in the current event. */
  private fresh: number[] = [];

  constructor(
    program: Program,
    terminals: number,
    private readonly latency: number,
    private readonly told: Told,
  ) {
    super(program, terminals, false, null);
    const { cpus, nics } = program.graph!;
    this.nics = nics;
    this.operations = program.first[program.ranks];
    this.processor = new Float64Array(program.ranks * cpus);
    this.out = new Float64Array(program.ranks * nics);
    this.into = new Float64Array(program.ranks * nics);
    this.busyTo = new Float64Array(program.ranks);
  }

  override start(): this {
    for (let r = 0; r < this.program.ranks; r++) if (this.open[r] === 0) this.endRank(r);
    this.enqueueFirst();
    this.addFresh();
    return this;
  }

  override get next(): number {
    return this.events.next;
  }

  override sample(into: Frame, now: number): void {
    super.sample(into, now);
    for (let r = 0; r < this.program.ranks; r++) {
      const busy = this.busy[r] - Math.max(0, this.busyTo[r] - now);
      const end = this.done[r] >= 0 ? Math.min(now, this.done[r]) : now;
      into.rankBusy[r] = busy;
      into.rankWaited[r] = Math.max(0, end - this.jobs[this.jobOf[r]].begin - busy);
    }
    withoutFuture(into, this.tracked, now);
  }

  /** Processes the next event; if its processor or adapter is still busy, the event is postponed. */
  step(): void {
    const { events, operations } = this;
    const t = events.next;
    const event = events.first;
    const ready = event < operations ? this.readyFor(event, t) : this.comesIn(event - operations);
    if (ready > t) {
      events.set(event, ready);
      return;
    }
    events.remove(event);
    this.reached = t;
    if (event < operations) this.happen(event, t);
    else this.comeIn(event - operations, t);
    this.addFresh();
  }

  /** Creates events for the operations that have become ready, rank by rank. */
  private addFresh(): void {
    while (this.fresh.length > 0) {
      const fresh = this.fresh;
      this.fresh = [];
      fresh.sort((a, b) => this.rankOfOp[a] - this.rankOfOp[b] || codeAt(this.program.ops, a) - codeAt(this.program.ops, b) || a - b);
      for (let i = 0; i < fresh.length; i++) this.learn(fresh[i]);
    }
  }

  /** Creates the event of an operation that has become ready. Operations that take no time are completed at once. */
  private learn(o: number): void {
    const { ops } = this.program;
    const code = codeAt(ops, o);
    const r = this.rankOfOp[o];
    const time = this.since[o];
    const isInstant = code === op.wait || code === op.phase || code === op.task || isHeard(ops, o);
    if (!isInstant) {
      this.events.add(o, Math.max(time, this.freeFor(o)));
      return;
    }
    this.begun(o, time);
    if (code === op.phase) {
      this.clock[r] = time;
      this.enterPhase(r, operandAt(ops, o));
    }
    this.complete(r, o, time);
  }

  /** Time at which the processor, and the adapter of a send, are free for an operation. */
  private freeFor(o: number): number {
    const r = this.rankOfOp[o];
    const free = this.processor[r * this.cpus + this.graph.cpu[o]];
    return codeAt(this.program.ops, o) === op.send ? Math.max(free, this.out[r * this.nics + this.graph.nic[o]]) : free;
  }

  private readyFor(o: number, t: number): number {
    const code = codeAt(this.program.ops, o);
    return code === op.send || code === op.compute ? this.freeFor(o) : t;
  }

  /** Executes an operation whose processor and adapter are free. */
  private happen(o: number, t: number): void {
    const { ops } = this.program;
    const r = this.rankOfOp[o];
    const code = codeAt(ops, o);
    this.begun(o, t);
    if (code === op.send) this.sendMessage(r, o, t);
    else if (code === op.receive) {
      const m = this.matching.post(o, mailboxAt(ops, o));
      if (m < 0) return;
      this.matched(m, t);
      this.complete(r, o, t);
    } else if (code === op.compute) {
      const end = t + cyclesAt(ops, o);
      this.processor[r * this.cpus + this.graph.cpu[o]] = end;
      this.busy[r] += Math.max(0, end - Math.max(t, this.busyTo[r]));
      this.busyTo[r] = Math.max(this.busyTo[r], end);
      this.complete(r, o, end);
    } else {
      this.barrierOf[r] = o;
      if (++this.atBarrierOf[this.jobOf[r]] === this.jobs[this.jobOf[r]].ranks) this.openBarrier(this.jobOf[r], t);
    }
  }

  private openBarrier(j: number, t: number): void {
    this.atBarrierOf[j] = 0;
    const first = this.jobs[j].first;
    for (let r = first; r < first + this.jobs[j].ranks; r++) this.complete(r, this.barrierOf[r], t);
  }

  /** Sends a message: occupies processor and adapter by o, O, g and G, and launches it with its overheard copies. */
  private sendMessage(r: number, o: number, t: number): void {
    const { ops, sizes, host, terminalOf, firstMessage } = this.program;
    const size = sizeAt(ops, o);
    const more = Math.max(0, sizes.bytes[size] - 1);
    const asks = isRendezvous(this.program, o);
    const left = t + host.overhead + more * host.overheadPerByte;
    this.processor[r * this.cpus + this.graph.cpu[o]] = left;
    this.out[r * this.nics + this.graph.nic[o]] = t + host.gap + more * host.gapPerByte;
    const m = this.newMessage(this.tracked > 0 ? firstMessage[r] + this.numberOf[o] : -1);
    this.launch(m, r, o, o, size, asks ? data : eager, isHeard(ops, o + 1) ? o : -1, t);
    this.told.sent(terminalOf[r], terminalOf[operandAt(ops, o)], m, this.packetsOf(m), t + host.overhead);
    for (let other = o + 1, k = 1; isHeard(ops, other); other++, k++)
      this.launch(this.newMessage(this.tracked > 0 ? m + k : -1), r, o, other, size, eager, copied, t);
    this.release(o, when.left, left);
    if (!asks) this.endOf(r, o, left);
  }

  /** Sends a message on its way. @param receiverOperation The operation that names the receiver: it differs from `operation` for overheard copies. */
  private launch(m: number, r: number, o: number, to: number, size: number, stage: number, heardFrom: number, t: number): void {
    const created = t + this.program.host.overhead;
    this.rankOf[m] = operandAt(this.program.ops, to);
    this.fromOf[m] = r;
    this.sizeOf[m] = size;
    this.boxOf[m] = mailboxAt(this.program.ops, to);
    this.stageOf[m] = stage;
    this.heardFrom[m] = heardFrom;
    this.sentBy[m] = o;
    this.createdOf[m] = created;
    if (this.tracked > 0) this.createdAt[m] = created;
    this.events.add(this.operations + m, created + this.latency);
  }

  /** Time from which the receiver's processor and adapter are free for a message. */
  private comesIn(m: number): number {
    const r = this.rankOf[m];
    const o = this.sentBy[m];
    return Math.max(this.processor[r * this.cpus + this.graph.cpu[o]], this.into[r * this.nics + this.graph.nic[o]]);
  }

  /** Receives a message at its host: occupies processor and adapter, and matches the message with a receive. */
  private comeIn(m: number, t: number): void {
    const { host, terminalOf } = this.program;
    const r = this.rankOf[m];
    const o = this.sentBy[m];
    const from = this.fromOf[m];
    const more = Math.max(0, this.bytesOf(m) - 1);
    const there = t + more * host.gapPerByte;
    const taken = t + host.overhead + more * Math.max(host.overheadPerByte, host.gapPerByte);
    this.processor[r * this.cpus + this.graph.cpu[o]] = taken;
    this.into[r * this.nics + this.graph.nic[o]] = t + host.gap + more * host.gapPerByte;
    if (this.tracked > 0) this.deliveredAt[m] = Math.max(0, there - 1);
    if (this.heardFrom[m] !== copied) {
      this.told.came(terminalOf[from], terminalOf[r], m, this.packetsOf(m), this.createdOf[m], there);
      if (this.stageOf[m] === eager) this.release(o, when.arrived, there);
    }
    const receive = this.matching.arrive(m, this.boxOf[m]);
    if (receive < 0) return;
    this.matched(m, t);
    this.complete(r, receive, taken);
  }

  /** A message has matched its receive. This ends a send by rendezvous. */
  private matched(m: number, t: number): void {
    const o = this.sentBy[m];
    const from = this.fromOf[m];
    const met = this.stageOf[m] === data;
    this.forget(m);
    if (!met) return;
    const processor = from * this.cpus + this.graph.cpu[o];
    const adapter = from * this.nics + this.graph.nic[o];
    if (this.processor[processor] < t) this.processor[processor] = t;
    if (this.out[adapter] < t) this.out[adapter] = t;
    this.release(o, when.arrived, t);
    this.endOf(from, o, t);
  }

  private complete(r: number, o: number, time: number): void {
    this.release(o, when.left, time);
    this.endOf(r, o, time);
  }

  protected override endOf(r: number, o: number, time: number): void {
    this.release(o, when.ended, time);
    if (this.timedAs.length > 0 && this.timedAs[o] > 0) this.until[this.timedAs[o] - 1] = time;
    this.lastEnd[r] = Math.max(this.lastEnd[r], time);
    if (--this.open[r] === 0) this.endRank(r);
  }

  /** Ends a rank when its processors have handled everything that has arrived. */
  private endRank(r: number): void {
    let end = this.lastEnd[r];
    for (let k = 0; k < this.cpus; k++) end = Math.max(end, this.processor[r * this.cpus + k]);
    this.clock[r] = end;
    this.end(r);
  }

  /** Decrements the dependency counts of the operations that wait for an event of an operation; they cannot begin before `time`. */
  protected override release(o: number, what: number, time: number): void {
    const { first, waiting, left } = this.dependents;
    const at = o * whens + what;
    for (let i = first[at]; i < first[at + 1]; i++) {
      const other = waiting[i];
      if (this.since[other] < time) this.since[other] = time;
      if (--left[other] === 0) this.fresh.push(other);
    }
  }

  protected override enqueue(o: number, time: number): void {
    this.since[o] = time;
    this.fresh.push(o);
  }
}
