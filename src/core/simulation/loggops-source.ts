// hot: no allocation, no for-of, no destructuring inside `step` and what it calls.
/**
 * Rank programs on LogGOPS hosts and an ideal network, by the rules of LogGOPSim (Hoefler, Schneider, Lumsdaine, HPDC 2010). Events are
 * processed in the order of time; those of one time in the order in which they were created.
 *
 * - A rank sends when its processor and its adapter (NIC) are free. A message of s bytes occupies the processor for o + (s − 1)·O and the
 * adapter for g + (s − 1)·G; its first byte arrives o + L after the begin of the send.
 * - A message is received when processor and adapter of the receiver are free, whether or not the rank has reached its receive. It occupies
 * the processor for o + (s − 1)·max(O, G) and the adapter for g + (s − 1)·G. The receive operation itself takes no time.
 * - A send of more than S bytes (rendezvous) ends when its message is received by a waiting receive, or when a receive finds it. The sender
 * knows this at the same instant, as in the simulator, without a message back.
 *
 * The same list as a graph gives the same events (`as-graph.ts`). But the graph unrolls loops: a ring of 512 ranks takes 1.5 times as long
 * and 260 MB instead of 20, and memory grows with the square of the ranks. Therefore lists have their own source.
 */
import { growth, longerReal } from "../base/arrays.ts";
import { TimeHeap } from "../base/time-heap.ts";
import { isHeard, mailboxAt, op, operandAt, type Program } from "../programs/program.ts";
import type { Frame } from "./frame.ts";
import { atEnd, data, eager, ProgramSource, waiting } from "./program-source.ts";

/** Value of `blockedOn`: the rank waits for the event of its next operation. */
const asleep = -5;
/** Value of `overheardSend` for overheard copies. */
export const copied = -2;

/**
 * Receives the messages of an ideal network: source and destination terminals, packets, and the cycle in which each message was created.
 */
export interface Told {
  sent(source: number, destination: number, message: number, packets: number, created: number): void;
  /** The whole message has arrived at its destination in cycle `time`. */
  came(source: number, destination: number, message: number, packets: number, created: number, t: number): void;
}

/** Event queue in the order of time; events of one time are in the order in which they were added. */
export class Events extends TimeHeap {
  /** [events] Number of events added before this one. */
  private ages = new Float64Array(growth.initial(16));
  private known = 0;

  add(event: number, time: number): void {
    if (event >= this.ages.length) this.ages = longerReal(this.ages, Math.max(event + 1, growth.next(this.ages.length)));
    this.ages[event] = this.known++;
    this.set(event, time);
  }

  protected override isFirstOf(a: number, b: number): boolean {
    return this.ages[a] < this.ages[b];
  }
}

/** Hides what happens after `now`: messages are recorded before they leave, and before they have arrived completely. */
export function withoutFuture(into: Frame, tracked: number, now: number): void {
  for (let m = 0; m < tracked; m++) {
    if (into.messageInjected[m] > now) into.messageInjected[m] = -1;
    if (into.messageDelivered[m] > now) into.messageDelivered[m] = -1;
  }
}

export class LogGOPSSource extends ProgramSource {
  protected override readonly isStepwise = true;
  /** [R] Time from which the rank's processor, and its adapter for sending and receiving, are free. */
  private readonly processor: Float64Array;
  private readonly out: Float64Array;
  private readonly into: Float64Array;
  /** [R] Code of the rank's next operation. */
  private readonly standsBefore: Uint8Array;
  /** The rank whose operation executes in the current event; −1 for none. */
  private due = -1;
  /** Events below R: the next operation of a rank. Events from R on: the receive of message (event − R). */
  private readonly events = new Events();

  constructor(
    program: Program,
    terminals: number,
    private readonly latency: number,
    private readonly told: Told,
  ) {
    super(program, terminals, false, null);
    this.processor = new Float64Array(program.ranks);
    this.standsBefore = new Uint8Array(program.ranks);
    this.out = new Float64Array(program.ranks);
    this.into = new Float64Array(program.ranks);
  }

  /** Time of the next event; Infinity if there is none. */
  override get next(): number {
    return this.events.next;
  }

  override sample(into: Frame, now: number): void {
    super.sample(into, now);
    withoutFuture(into, this.tracked, now);
  }

  /** Processes the next event; if its processor or adapter is still busy, the event is postponed. */
  step(): void {
    const { events } = this;
    const { ranks } = this.program;
    const t = events.next;
    const event = events.first;
    const ready = event < ranks ? this.readyFor(event, t) : this.comesIn(event - ranks);
    if (ready > t) {
      events.set(event, ready);
      return;
    }
    events.remove(event);
    this.reached = t;
    if (event < ranks) {
      this.wait(event, t);
      this.due = event;
      this.cursor.again(event);
      this.goOn(event);
    } else this.comeIn(event - ranks, t);
    this.openBarriers();
  }

  protected override mayGoOn(r: number, code: number): boolean {
    if (code === op.phase || code === op.task) return true;
    if (this.due === r) {
      this.due = -1;
      return true;
    }
    if (this.clock[r] > this.processor[r]) this.processor[r] = this.clock[r];
    this.standsAt[r] = asleep;
    this.standsBefore[r] = code;
    this.events.add(r, code === op.send ? Math.max(this.processor[r], this.out[r]) : this.processor[r]);
    return false;
  }

  /** Time from which a rank can execute its next operation. */
  private readyFor(r: number, t: number): number {
    const code = this.standsBefore[r];
    if (code === op.send) return Math.max(this.processor[r], this.out[r]);
    return code === op.compute ? this.processor[r] : t;
  }

  /** Sends a message: occupies processor and adapter by o, O, g and G, and launches it with its overheard copies. */
  protected override send(r: number, to: number, size: number, box: number, heardFrom: number): void {
    const { overhead, overheadPerByte, gap, gapPerByte } = this.program.host;
    const bytes = this.program.sizes.bytes[size];
    const t = this.clock[r];
    const asks = heardFrom < 0 && this.program.sizes.asks[size] === 1;
    const m = this.number(r);
    this.out[r] = t + gap + (bytes - 1) * gapPerByte;
    this.post(m, r, to, size, box, asks ? data : eager, heardFrom, t);
    this.sent[r]++;
    this.outstanding[r]++;
    if (asks) this.rendezvous[r]++;
    this.told.sent(this.program.terminalOf[r], this.program.terminalOf[to], m, this.packetsOf(m), t + overhead);
    if (heardFrom >= 0) this.postToOthers(m, r, size, heardFrom, t);
    this.spend(r, overhead + (bytes - 1) * overheadPerByte);
  }

  /** Sends a message on its way. */
  private post(m: number, r: number, to: number, size: number, box: number, stage: number, heardFrom: number, t: number): void {
    const created = t + this.program.host.overhead;
    this.rankOf[m] = to;
    this.fromOf[m] = r;
    this.sizeOf[m] = size;
    this.boxOf[m] = box;
    this.stageOf[m] = stage;
    this.heardFrom[m] = heardFrom;
    this.createdOf[m] = created;
    if (this.tracked > 0) this.createdAt[m] = created;
    this.events.add(this.program.ranks + m, created + this.latency);
  }

  /** Sends the overheard copies of a message to the other ranks on the shared medium. */
  private postToOthers(m: number, r: number, size: number, heardFrom: number, t: number): void {
    const ops = this.program.ops;
    for (let o = heardFrom + 1, k = 1; isHeard(ops, o); o++, k++)
      this.post(this.tracked > 0 ? m + k : this.freshNumber(), r, operandAt(ops, o), size, mailboxAt(ops, o), eager, copied, t);
  }

  /** Time from which the receiver's processor and adapter are free for a message. */
  private comesIn(m: number): number {
    const r = this.rankOf[m];
    return Math.max(this.processor[r], this.into[r]);
  }

  /** Receives a message at its host: occupies processor and adapter, and continues a rank that waits for it. */
  private comeIn(m: number, t: number): void {
    const { overhead, overheadPerByte, gap, gapPerByte } = this.program.host;
    const r = this.rankOf[m];
    const from = this.fromOf[m];
    const more = this.bytesOf(m) - 1;
    const there = t + more * gapPerByte;
    const terminalOf = this.program.terminalOf;
    this.processor[r] = t + overhead + more * Math.max(overheadPerByte, gapPerByte);
    this.into[r] = t + gap + more * gapPerByte;
    if (this.tracked > 0) this.deliveredAt[m] = Math.max(0, there - 1);
    if (this.heardFrom[m] !== copied) {
      this.told.came(terminalOf[from], terminalOf[r], m, this.packetsOf(m), this.createdOf[m], there);
      if (this.stageOf[m] === eager) this.arrived(from, there);
    }
    if (this.standsAt[r] !== this.boxOf[m]) return this.putIn(this.boxOf[m], m);
    this.wait(r, this.processor[r]);
    this.match(m, t);
    this.goOnAfter(r);
  }

  /** A rank ends when its processor has handled everything that has arrived. */
  protected override end(r: number): void {
    this.wait(r, this.processor[r]);
    super.end(r);
  }

  protected override take(r: number, m: number): void {
    this.match(m, this.clock[r]);
  }

  /** A message has matched its receive in cycle `time`. This ends a send by rendezvous. */
  private match(m: number, t: number): void {
    const from = this.fromOf[m];
    const met = this.stageOf[m] === data;
    this.forget(m);
    if (!met) return;
    if (this.processor[from] < t) this.processor[from] = t;
    if (this.out[from] < t) this.out[from] = t;
    this.rendezvous[from]--;
    this.arrived(from, t);
    if (this.rendezvous[from] > 0 || this.standsAt[from] !== atEnd) return;
    this.wait(from, t);
    this.end(from);
  }

  private arrived(from: number, t: number): void {
    if (--this.outstanding[from] === 0 && this.standsAt[from] === waiting) this.resume(from, t);
  }
}
