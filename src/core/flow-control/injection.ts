// hot: no allocation, no for-of, no destructuring inside `feed` and what it calls.
/** Terminals and the heads of their source queues: who has a packet to offer, and when to look. */
import { growth, powerOfTwo } from "../base/arrays.ts";
import { mix, streamKey } from "../base/random.ts";
import type { Plan } from "../plan/plan.ts";
import type { Recorder } from "../simulation/recorder.ts";
import type { ProgramSource } from "../simulation/program-source.ts";
import { calendarOf, programOf, type Source, startSource } from "../simulation/source.ts";
import { asksBy, created, ends, hops, injected, messageOf, type PacketPool, packetShift, ready, stateOf } from "./packet-pool.ts";

/** Terminals, beyond which what they offer is read ahead. */
const many = 32;

// Record of an injection slot.
export const slotShift = 2;
/** The packet in it, −1 for none. */
export const slotPacket = 0;
/** The node's number and the input there that the slot is, as a queue's record has it. */
export const slotAt = 1;
/** Its terminal. */
export const slotTerminal = 2;

export class Injection {
  readonly source: Source;
  /** The same where it is a program, which has to hear of what arrives; else null. */
  readonly program: ProgramSource | null;
  /** The same where its ranks have a calendar that time has to wait for; else null. */
  private readonly ranks: ProgramSource | null;
  /** Its requests and answers, which go before all other packets; null where there are none. */
  private readonly controls: Source | null;
  /** Whether a terminal goes on to another message after each packet. */
  private readonly takesTurns: boolean;
  /** [T] Packets of the terminal's present message that have not taken a slot. */
  readonly packetsLeft: Int32Array;
  /** [slots × T << slotShift] Slot × terminals + terminal. */
  readonly slots: Int32Array;
  private readonly terminals: number;
  private readonly begin: Plan["routing"]["begin"];
  private readonly key: number;
  private readonly recorder: Recorder;
  private readonly pool: PacketPool;
  /** [T] Packets that have begun, for routings that draw something for each. */
  private readonly joined: Int32Array;
  /** Terminals whose next message lies in the future, in the slot of its cycle; a power of two of slots. */
  private readonly calendar = new Int32Array(powerOfTwo(growth.initial(4096))).fill(-1);
  private readonly nextInCalendar: Int32Array;
  /** [T] The cycle that each stands there for, Infinity where it does not. */
  private readonly dueAt: Float64Array;
  /** When ranks do something next that time has to wait for; Infinity for never. */
  due = Infinity;
  /** Terminals that a slot has come free at, or that have something else to offer. */
  private readonly refill: Int32Array;
  private refillCount = 0;
  /** Compilers leave out what is read and goes nowhere. */
  protected readAhead = 0;
  /** [T] 1 for those of them that have something else to offer. */
  private readonly isCalled: Uint8Array;

  constructor(plan: Plan, slots: number, pool: PacketPool, recorder: Recorder) {
    const terminals = plan.network.terminals | 0;
    this.terminals = terminals;
    this.begin = plan.routing.begin;
    this.key = streamKey(plan.seed, "routing");
    this.recorder = recorder;
    this.pool = pool;
    this.source = startSource(plan.demand, terminals, plan.packetPhits, plan.seed, true);
    this.program = programOf(this.source, plan.demand);
    this.ranks = calendarOf(this.program);
    this.controls = this.program === null ? null : this.program.controls;
    this.takesTurns = this.program !== null && this.program.takesTurns;
    this.packetsLeft = new Int32Array(terminals);
    this.slots = new Int32Array((slots * terminals) << slotShift);
    this.joined = new Int32Array(this.begin === undefined ? 0 : terminals);
    this.nextInCalendar = new Int32Array(terminals);
    this.dueAt = new Float64Array(terminals).fill(Infinity);
    this.refill = new Int32Array((slots + 1) * terminals);
    this.isCalled = new Uint8Array(terminals);
    for (let s = 0; s < terminals; s++) this.await(s, -1);
    if (this.ranks !== null) this.due = this.ranks.next;
  }

  /**
   * Whether ranks that have not come to their end send nothing any more, unless something arrives.
   * @param next the next cycle in which anything is sent
   */
  isStill(next = this.next()): boolean {
    return next === Infinity && this.program !== null && this.program.busyUntil === Infinity;
  }

  /** Whether those who send must hear of what arrives. */
  get isReactive(): boolean {
    return this.program !== null;
  }

  /** A packet of a message of reactive sources is consumed in cycle `t`. */
  arrive(message: number, t: number): void {
    const count = this.program!.arrive(message, t);
    if (count > 0) this.wake(count, t);
    if (this.ranks !== null) this.due = this.ranks.next;
  }

  /** What a tree has made of messages of one size has come in cycle `t` to one of those that hear it. */
  comeOut(tree: number, place: number, size: number, t: number): void {
    const count = this.program!.comeOut(tree, place, size, t);
    if (count > 0) this.wake(count, t);
  }

  /** Ranks do what is due by cycle `t`. */
  catchUp(t: number): void {
    if (this.due > t) return;
    const ranks = this.ranks!;
    this.wake(ranks.catchUp(t), t);
    this.due = ranks.next;
  }

  /** So many terminals have something else next than before. */
  private wake(count: number, t: number): void {
    const { woken } = this.program!;
    for (let i = 0; i < count; i++) {
      const s = woken[i];
      // What comes later may have to go before what was to be next.
      const at = this.nextAt(s);
      if (at >= this.dueAt[s]) continue;
      if (this.dueAt[s] < Infinity) this.leaveCalendar(s);
      if (at > t) this.await(s, t);
      else if (this.isCalled[s] === 0) {
        this.isCalled[s] = 1;
        this.refill[this.refillCount++] = s;
      }
    }
  }

  /** A slot comes free. */
  release(slot: number): void {
    const record = slot << slotShift;
    this.slots[record + slotPacket] = -1;
    this.refill[this.refillCount++] = this.slots[record + slotTerminal];
  }

  /** Whether any terminal may have a packet to offer in cycle `t`. */
  isDue(t: number): boolean {
    return this.refillCount > 0 || this.calendar[t & (this.calendar.length - 1)] >= 0 || this.due <= t;
  }

  /** Free slots take the packets that exist by cycle `t`; writes `first` + each of those slots into `into` from `place` on, and returns where they end. */
  feed(t: number, into: Int32Array, place: number, first: number): number {
    if (this.due <= t) this.catchUp(t);
    if (this.refillCount > many) this.readRefilled();
    for (let i = 0; i < this.refillCount; i++) {
      this.isCalled[this.refill[i]] = 0;
      place = this.fill(this.refill[i], t, into, place, first);
    }
    this.refillCount = 0;
    const day = t & (this.calendar.length - 1);
    let s = this.calendar[day];
    this.calendar[day] = -1;
    while (s >= 0) {
      const following = this.nextInCalendar[s];
      this.dueAt[s] = Infinity;
      place = this.fill(s, t, into, place, first);
      s = following;
    }
    return place;
  }

  /** Reads what terminals have to offer, in a loop that does nothing else: then it comes at the same time. */
  private readRefilled(): void {
    const { refill, packetsLeft, dueAt, nextInCalendar } = this;
    const { at, to, packets, message } = this.source;
    let sum = 0;
    for (let i = 0; i < this.refillCount; i++) {
      const s = refill[i];
      sum += packetsLeft[s] + dueAt[s] + nextInCalendar[s] + at[s] + to[s] + packets[s] + message[s];
    }
    this.readAhead = sum | 0;
  }

  /** The first cycle in which a terminal that waits for its next message has one; Infinity for never. */
  next(): number {
    let soon = this.due;
    for (let s = 0; s < this.terminals; s++) {
      const at = this.nextAt(s);
      if (at < soon) soon = at;
    }
    return soon;
  }

  /** Creation of the oldest packet at terminal `s` that has not left it whole, in a slot or not; Infinity when it has none any more. */
  waitingSince(s: number): number {
    const { slots, terminals } = this;
    const { records } = this.pool;
    let since = this.takesTurns ? this.program!.oldest(s) : this.source.at[s];
    if (this.controls !== null && this.controls.at[s] < since) since = this.controls.at[s];
    for (let slot = s << slotShift; slot < slots.length; slot += terminals << slotShift) {
      const record = slots[slot + slotPacket] << packetShift;
      if (record >= 0 && records[record + created] < since) since = records[record + created];
    }
    return since;
  }

  private fill(s: number, t: number, into: Int32Array, place: number, first: number): number {
    const { slots, terminals, packetsLeft, source, controls } = this;
    const end = slots.length >> slotShift;
    for (let slot = s; slot < end; slot += terminals) {
      const isControl = controls !== null && controls.at[s] <= t;
      if (!isControl && packetsLeft[s] === 0 && source.at[s] > t) break;
      if (slots[(slot << slotShift) + slotPacket] >= 0) continue;
      if (isControl) {
        this.place(controls, s, slot, t);
        controls.advance(s);
      } else this.offer(s, slot, t);
      into[place++] = first + slot;
    }
    if ((packetsLeft[s] === 0 || controls !== null) && this.dueAt[s] === Infinity) this.await(s, t);
    return place;
  }

  /** A terminal is looked at when it has its next packet, if that is after cycle `t`; those that it has wait for a slot. */
  private await(s: number, t: number): void {
    const at = this.nextAt(s);
    if (at > t && at < Infinity) this.enterCalendar(s, at);
  }

  /** When a terminal has something next that is not of the message that it sends. */
  private nextAt(s: number): number {
    const at = this.packetsLeft[s] === 0 ? this.source.at[s] : Infinity;
    return this.controls !== null && this.controls.at[s] < at ? this.controls.at[s] : at;
  }

  /** The next packet of a terminal's messages takes an injection slot. */
  private offer(s: number, slot: number, t: number): void {
    const { packetsLeft, source } = this;
    if (packetsLeft[s] === 0) packetsLeft[s] = source.packets[s];
    this.place(source, s, slot, t);
    if (--packetsLeft[s] > 0) return;
    if (this.takesTurns) this.program!.turn(s, t);
    else source.advance(s);
  }

  /** A packet of what is next in a source takes an injection slot. */
  private place(source: Source, s: number, slot: number, t: number): void {
    const { begin } = this;
    const p = this.pool.take();
    const { records } = this.pool;
    const record = p << packetShift;
    const to = source.to[s];
    const at = source.at[s];
    this.slots[(slot << slotShift) + slotPacket] = p;
    records[record + ends] = to | (s << 16);
    records[record + created] = at;
    records[record + injected] = -1;
    records[record + ready] = at;
    records[record + hops] = 0;
    records[record + messageOf] = source.message[s];
    records[record + stateOf] = begin === undefined ? 0 : begin(s, to, mix(this.key, s, this.joined[s]++));
    records[record + asksBy] = -1;
    this.recorder.create(s, at, t);
  }

  private enterCalendar(s: number, at: number): void {
    const day = at & (this.calendar.length - 1);
    this.dueAt[s] = at;
    this.nextInCalendar[s] = this.calendar[day];
    this.calendar[day] = s;
  }

  private leaveCalendar(s: number): void {
    const { calendar, nextInCalendar } = this;
    const day = this.dueAt[s] & (this.calendar.length - 1);
    this.dueAt[s] = Infinity;
    if (calendar[day] === s) {
      calendar[day] = nextInCalendar[s];
      return;
    }
    let before = calendar[day];
    while (nextInCalendar[before] !== s) before = nextInCalendar[before];
    nextInCalendar[before] = nextInCalendar[s];
  }
}
