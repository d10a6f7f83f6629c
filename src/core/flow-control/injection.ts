// hot: no allocation, no for-of, no destructuring inside `fillSlots` and what it calls.
/**
 * Injection: the slots in which packets at the head of a source queue wait for their first channel, and when each terminal has its next
 * packet.
 */
import { growth, powerOfTwo } from "../base/arrays.ts";
import { mix, streamKey } from "../base/random.ts";
import type { Plan } from "../plan/plan.ts";
import type { Recorder } from "../simulation/recorder.ts";
import type { ProgramSource } from "../simulation/program-source.ts";
import { calendarOf, programOf, type Source, startSource } from "../simulation/source.ts";
import { asksBy, created, ends, hops, injected, messageOf, type PacketPool, packetShift, ready, stateOf } from "./packet-pool.ts";

/** Number of refilled terminals above which their data are prefetched. */
const many = 32;

// Record of an injection slot.
export const slotShift = 2;
/** The packet in the slot, −1 for none. */
export const slotPacket = 0;
/** Node and input of the slot, packed as in a queue's record. */
export const slotAt = 1;
/** Its terminal. */
export const slotTerminal = 2;

export class Injection {
  readonly source: Source;
  /** The source as a program, which is notified of arrivals; null for open-loop traffic and message lists. */
  readonly program: ProgramSource | null;
  /** The program if its ranks have timed actions that the clock must not skip; otherwise null. */
  private readonly ranks: ProgramSource | null;
  /** The program's requests and replies, which go before all other packets; null where there are none. */
  private readonly controls: Source | null;
  /** Whether a terminal turns to another message after each packet. */
  private readonly takesTurns: boolean;
  /** [terminals] Packets of the terminal's current message that have not entered a slot. */
  readonly packetsLeft: Int32Array;
  /** [slots × terminals << slotShift] Records of the slots, numbered slot × terminals + terminal. */
  readonly slots: Int32Array;
  private readonly terminals: number;
  private readonly begin: Plan["routing"]["begin"];
  private readonly key: number;
  private readonly recorder: Recorder;
  private readonly pool: PacketPool;
  /** [terminals] Packets begun so far, for routings that draw a number for each. */
  private readonly joined: Int32Array;
  /** Terminals with a future message, in the calendar slot of its cycle; the number of slots is a power of two. */
  private readonly calendar = new Int32Array(powerOfTwo(growth.initial(4096))).fill(-1);
  private readonly nextInCalendar: Int32Array;
  /** [terminals] Cycle for which a terminal is in the calendar; Infinity if it is not. */
  private readonly dueAt: Float64Array;
  /** Next timed action of a rank, which the clock must not skip; Infinity for none. */
  due = Infinity;
  /** Terminals with a freed slot or a new packet. */
  private readonly refill: Int32Array;
  private refillCount = 0;
  /** Sum of all prefetched values. Without this use, compilers would remove the reads. */
  protected readAhead = 0;
  /** [terminals] 1 for terminals that are in `refillTerminals` because of a new packet. */
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
   * Whether unfinished ranks will send nothing more unless something arrives.
   * @param next The next cycle in which anything is sent.
   */
  isStill(next = this.next()): boolean {
    return next === Infinity && this.program !== null && this.program.busyUntil === Infinity;
  }

  /** Whether the source reacts to arrivals. */
  get isReactive(): boolean {
    return this.program !== null;
  }

  /** A packet of a reactive source's message is consumed in cycle `cycle`. */
  arrive(message: number, t: number): void {
    const count = this.program!.arrive(message, t);
    if (count > 0) this.wake(count, t);
    if (this.ranks !== null) this.due = this.ranks.next;
  }

  /** A tree's result of one message size is delivered in cycle `cycle` to one of its receivers. */
  comeOut(tree: number, place: number, size: number, t: number): void {
    const count = this.program!.comeOut(tree, place, size, t);
    if (count > 0) this.wake(count, t);
  }

  /** Ranks execute their timed actions up to cycle `cycle`. */
  catchUp(t: number): void {
    if (this.due > t) return;
    const ranks = this.ranks!;
    this.wake(ranks.catchUp(t), t);
    this.due = ranks.next;
  }

  /** The first `count` woken terminals have another next packet than before. */
  private wake(count: number, t: number): void {
    const { woken } = this.program!;
    for (let i = 0; i < count; i++) {
      const s = woken[i];
      // The new packet may have to go before the one that was to be next.
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

  /** A slot is free. */
  release(slot: number): void {
    const record = slot << slotShift;
    this.slots[record + slotPacket] = -1;
    this.refill[this.refillCount++] = this.slots[record + slotTerminal];
  }

  /** Whether any terminal may fill a slot in cycle `cycle`. */
  isDue(t: number): boolean {
    return this.refillCount > 0 || this.calendar[t & (this.calendar.length - 1)] >= 0 || this.due <= t;
  }

  /**
   * Fills free slots with the packets that exist by cycle `cycle`. Writes `firstNumber` + slot for each of them into `target` from
   * `position` on, and returns the end.
   */
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

  /** Prefetches the next packets of terminals in a loop that does nothing else, so that cache misses overlap. */
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

  /** The first cycle in which a waiting terminal has a message, or a rank acts; Infinity for never. */
  next(): number {
    let soon = this.due;
    for (let s = 0; s < this.terminals; s++) {
      const at = this.nextAt(s);
      if (at < soon) soon = at;
    }
    return soon;
  }

  /**
   * Creation of the oldest packet that has not left terminal `terminal` completely, in a slot or in the source queue; Infinity if there is
   * none.
   */
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

  /** Fills the free slots of one terminal, control messages first; arguments as in {@link fillSlots}. */
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

  /** Enters a terminal into the calendar if its next packet is created after cycle `cycle`. Packets created earlier wait for a slot. */
  private await(s: number, t: number): void {
    const at = this.nextAt(s);
    if (at > t && at < Infinity) this.enterCalendar(s, at);
  }

  /** Creation of a terminal's next packet that does not belong to its current message. */
  private nextAt(s: number): number {
    const at = this.packetsLeft[s] === 0 ? this.source.at[s] : Infinity;
    return this.controls !== null && this.controls.at[s] < at ? this.controls.at[s] : at;
  }

  /** The next packet of a terminal's messages enters an injection slot. */
  private offer(s: number, slot: number, t: number): void {
    const { packetsLeft, source } = this;
    if (packetsLeft[s] === 0) packetsLeft[s] = source.packets[s];
    this.place(source, s, slot, t);
    if (--packetsLeft[s] > 0) return;
    if (this.takesTurns) this.program!.turn(s, t);
    else source.advance(s);
  }

  /** A packet of a source's next message enters an injection slot. */
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
