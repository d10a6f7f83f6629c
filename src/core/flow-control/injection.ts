// hot: no allocation, no for-of, no destructuring inside `fillSlots` and what it calls.
/**
 * Injection: the slots in which packets at the head of a source queue wait for their first channel, and when each terminal has its next
 * packet.
 */
import { growth, nextPowerOfTwo } from "../base/arrays.ts";
import { mix, streamKey } from "../base/random.ts";
import type { Plan } from "../plan/plan.ts";
import type { PacketRecorder } from "../simulation/recorder.ts";
import type { ProgramSource } from "../simulation/program-source.ts";
import { calendarSourceOf, programSourceOf, type MessageSource, startSource } from "../simulation/source.ts";
import {
  packetRequest,
  packetCreated,
  packetEnds,
  packetHops,
  packetInjected,
  packetMessage,
  type PacketPool,
  packetShift,
  packetReady,
  packetRoutingState,
} from "./packet-pool.ts";

/** Number of refilled terminals above which their data are prefetched. */
const prefetchThreshold = 32;

// Record of an injection slot.
export const slotShift = 2;
/** The packet in the slot, −1 for none. */
export const slotPacket = 0;
/** Node and input of the slot, packed as in a queue's record. */
export const slotInput = 1;
/** Its terminal. */
export const slotTerminal = 2;

export class Injector {
  readonly source: MessageSource;
  /** The source as a program, which is notified of arrivals; null for open-loop traffic and message lists. */
  readonly program: ProgramSource | null;
  /** The program if its ranks have timed actions that the clock must not skip; otherwise null. */
  private readonly calendarProgram: ProgramSource | null;
  /** The program's requests and replies, which go before all other packets; null where there are none. */
  private readonly controlSource: MessageSource | null;
  /** Whether a terminal turns to another message after each packet. */
  private readonly isRoundRobin: boolean;
  /** [terminals] Packets of the terminal's current message that have not entered a slot. */
  readonly packetsLeft: Int32Array;
  /** [slots × terminals << slotShift] Records of the slots, numbered slot × terminals + terminal. */
  readonly slots: Int32Array;
  private readonly terminals: number;
  /** Whole cycles between the creation of a message and the first cycle in which its packets may enter a slot. */
  readonly startUp: number;
  private readonly initialState: Plan["routing"]["initialState"];
  private readonly routingKey: number;
  private readonly recorder: PacketRecorder;
  private readonly pool: PacketPool;
  /** [terminals] Packets that have entered a slot, for routings that draw a number for each packet. */
  private readonly packetsBegun: Int32Array;
  /** Terminals with a future message, in the calendar slot of its cycle; the number of slots is a power of two. */
  private readonly calendar = new Int32Array(nextPowerOfTwo(growth.initial(4096))).fill(-1);
  private readonly nextInCalendar: Int32Array;
  /** [terminals] Cycle for which a terminal is in the calendar; Infinity if it is not. */
  private readonly calendarCycle: Float64Array;
  /** Next timed action of a rank, which the clock must not skip; Infinity for none. */
  nextRankEvent = Infinity;
  /** Terminals with a freed slot or a new packet. */
  private readonly refillTerminals: Int32Array;
  private refillCount = 0;
  /** Sum of all prefetched values. Without this use, compilers would remove the reads. */
  protected prefetchSum = 0;
  /** [terminals] 1 for terminals that are in `refillTerminals` because of a new packet. */
  private readonly isInRefill: Uint8Array;

  /**
   * Prepares the injection of a run. A terminal's oldest packets are in its injection slots, where they may request its channel; further
   * packets remain in the message source, which computes them when a slot becomes free. Terminals whose next message is in the future are
   * in a calendar by cycle.
   * @param slots Injection slots per terminal.
   * @param pool Records of all packets under way.
   */
  constructor(plan: Plan, slots: number, pool: PacketPool, recorder: PacketRecorder) {
    const terminals = plan.network.terminals | 0;
    this.terminals = terminals;
    this.startUp = plan.startUp ?? 0;
    this.initialState = plan.routing.initialState;
    this.routingKey = streamKey(plan.seed, "routing");
    this.recorder = recorder;
    this.pool = pool;
    this.source = startSource(plan.demand, terminals, plan.packetPhits, plan.seed, true);
    this.program = programSourceOf(this.source, plan.demand);
    this.calendarProgram = calendarSourceOf(this.program);
    this.controlSource = this.program === null ? null : this.program.controlSource;
    this.isRoundRobin = this.program !== null && this.program.isRoundRobin;
    this.packetsLeft = new Int32Array(terminals);
    this.slots = new Int32Array((slots * terminals) << slotShift);
    this.packetsBegun = new Int32Array(this.initialState === undefined ? 0 : terminals);
    this.nextInCalendar = new Int32Array(terminals);
    this.calendarCycle = new Float64Array(terminals).fill(Infinity);
    this.refillTerminals = new Int32Array((slots + 1) * terminals);
    this.isInRefill = new Uint8Array(terminals);
    for (let terminal = 0; terminal < terminals; terminal++) this.awaitMessage(terminal, -1);
    if (this.calendarProgram !== null) this.nextRankEvent = this.calendarProgram.next;
  }

  /**
   * Whether unfinished ranks will send nothing more unless something arrives.
   * @param next The next cycle in which anything is sent.
   */
  isQuiescent(next = this.nextCycle()): boolean {
    return next === Infinity && this.program !== null && this.program.busyUntil === Infinity;
  }

  /** Whether the source reacts to arrivals. */
  get isReactive(): boolean {
    return this.program !== null;
  }

  /** A packet of a reactive source's message is consumed in cycle `cycle`. */
  arrive(messageNumber: number, cycle: number): void {
    const count = this.program!.arrive(messageNumber, cycle);
    if (count > 0) this.wakeTerminals(count, cycle);
    if (this.calendarProgram !== null) this.nextRankEvent = this.calendarProgram.next;
  }

  /** A tree's result of one message size is delivered in cycle `cycle` to one of its receivers. */
  deliverFromTree(tree: number, position: number, size: number, cycle: number): void {
    const count = this.program!.deliverFromTree(tree, position, size, cycle);
    if (count > 0) this.wakeTerminals(count, cycle);
  }

  /** Ranks execute their timed actions up to cycle `cycle`. */
  advanceRanks(cycle: number): void {
    if (this.nextRankEvent > cycle) return;
    const calendarProgram = this.calendarProgram!;
    this.wakeTerminals(calendarProgram.catchUp(cycle), cycle);
    this.nextRankEvent = calendarProgram.next;
  }

  /** Reschedules the first `count` woken terminals, which have a new packet to send. */
  private wakeTerminals(count: number, cycle: number): void {
    const { wokenTerminals } = this.program!;
    for (let i = 0; i < count; i++) {
      const terminal = wokenTerminals[i];
      // The new packet may have to go before the packet for which the terminal is scheduled.
      const readyAt = this.nextReady(terminal);
      if (readyAt >= this.calendarCycle[terminal]) continue;
      if (this.calendarCycle[terminal] < Infinity) this.leaveCalendar(terminal);
      if (readyAt > cycle) this.awaitMessage(terminal, cycle);
      else if (this.isInRefill[terminal] === 0) {
        this.isInRefill[terminal] = 1;
        this.refillTerminals[this.refillCount++] = terminal;
      }
    }
  }

  /** Empties a slot, which its terminal can then refill. */
  releaseSlot(slot: number): void {
    const record = slot << slotShift;
    this.slots[record + slotPacket] = -1;
    this.refillTerminals[this.refillCount++] = this.slots[record + slotTerminal];
  }

  /** Whether any terminal may fill a slot in cycle `cycle`. */
  hasWork(cycle: number): boolean {
    return this.refillCount > 0 || this.calendar[cycle & (this.calendar.length - 1)] >= 0 || this.nextRankEvent <= cycle;
  }

  /**
   * Fills free injection slots with packets that are ready by cycle `cycle`: of terminals with a freed slot or a new packet, and of terminals
   * whose next message was scheduled for this cycle. Appends the new queue heads, as `firstNumber` + slot, to `target` from `position` on,
   * and returns the end.
   */
  fillSlots(cycle: number, target: Int32Array, position: number, firstNumber: number): number {
    if (this.nextRankEvent <= cycle) this.advanceRanks(cycle);
    if (this.refillCount > prefetchThreshold) this.prefetchRefills();
    // Terminals with a freed slot or a new packet.
    for (let i = 0; i < this.refillCount; i++) {
      this.isInRefill[this.refillTerminals[i]] = 0;
      position = this.fillSlotsOf(this.refillTerminals[i], cycle, target, position, firstNumber);
    }
    this.refillCount = 0;
    // Terminals whose next message is ready in this cycle.
    const calendarSlot = cycle & (this.calendar.length - 1);
    let terminal = this.calendar[calendarSlot];
    this.calendar[calendarSlot] = -1;
    while (terminal >= 0) {
      const following = this.nextInCalendar[terminal];
      this.calendarCycle[terminal] = Infinity;
      position = this.fillSlotsOf(terminal, cycle, target, position, firstNumber);
      terminal = following;
    }
    return position;
  }

  /** Prefetches the next packets of terminals in a loop that does nothing else, so that cache misses overlap. */
  private prefetchRefills(): void {
    const { refillTerminals, packetsLeft, calendarCycle, nextInCalendar } = this;
    const { createdAt, destination, packets, messageNumber } = this.source;
    let sum = 0;
    for (let i = 0; i < this.refillCount; i++) {
      const terminal = refillTerminals[i];
      sum +=
        packetsLeft[terminal] +
        calendarCycle[terminal] +
        nextInCalendar[terminal] +
        createdAt[terminal] +
        destination[terminal] +
        packets[terminal] +
        messageNumber[terminal];
    }
    this.prefetchSum = sum | 0;
  }

  /** The first cycle in which a waiting terminal has a message that is ready, or a rank acts; Infinity for never. */
  nextCycle(): number {
    let earliest = this.nextRankEvent;
    for (let terminal = 0; terminal < this.terminals; terminal++) {
      const readyAt = this.nextReady(terminal);
      if (readyAt < earliest) earliest = readyAt;
    }
    return earliest;
  }

  /**
   * The cycle from which on the oldest packet that has not left terminal `terminal` completely has been ready, in a slot or in the source
   * queue; Infinity if there is none.
   */
  waitingSince(terminal: number): number {
    const { slots, terminals } = this;
    const { records } = this.pool;
    let since = this.isRoundRobin ? this.program!.oldestCreation(terminal) : this.source.createdAt[terminal];
    if (this.controlSource !== null && this.controlSource.createdAt[terminal] < since) since = this.controlSource.createdAt[terminal];
    for (let slot = terminal << slotShift; slot < slots.length; slot += terminals << slotShift) {
      const record = slots[slot + slotPacket] << packetShift;
      if (record >= 0 && records[record + packetCreated] < since) since = records[record + packetCreated];
    }
    return since + this.startUp;
  }

  /** Fills the free slots of one terminal, control messages first; arguments as in {@link fillSlots}. */
  private fillSlotsOf(terminal: number, cycle: number, target: Int32Array, position: number, firstNumber: number): number {
    const { slots, terminals, packetsLeft, source, controlSource } = this;
    const createdBy = cycle - this.startUp;
    const end = slots.length >> slotShift;
    for (let slot = terminal; slot < end; slot += terminals) {
      const isControl = controlSource !== null && controlSource.createdAt[terminal] <= createdBy;
      if (!isControl && packetsLeft[terminal] === 0 && source.createdAt[terminal] > createdBy) break;
      if (slots[(slot << slotShift) + slotPacket] >= 0) continue;
      if (isControl) {
        this.placePacket(controlSource, terminal, slot, cycle);
        controlSource.advance(terminal);
      } else this.offerPacket(terminal, slot, cycle);
      target[position++] = firstNumber + slot;
    }
    if ((packetsLeft[terminal] === 0 || controlSource !== null) && this.calendarCycle[terminal] === Infinity)
      this.awaitMessage(terminal, cycle);
    return position;
  }

  /** Enters a terminal into the calendar if its next packet is ready after cycle `cycle`. Packets that are ready earlier wait for a slot. */
  private awaitMessage(terminal: number, cycle: number): void {
    const readyAt = this.nextReady(terminal);
    if (readyAt > cycle && readyAt < Infinity) this.enterCalendar(terminal, readyAt);
  }

  /** The cycle from which on a terminal's next message is ready; while a message is being sent, only control messages count. Infinity for none. */
  private nextReady(terminal: number): number {
    const createdAt = this.packetsLeft[terminal] === 0 ? this.source.createdAt[terminal] : Infinity;
    return (
      this.startUp +
      (this.controlSource !== null && this.controlSource.createdAt[terminal] < createdAt
        ? this.controlSource.createdAt[terminal]
        : createdAt)
    );
  }

  /** The next packet of a terminal's messages enters an injection slot. */
  private offerPacket(terminal: number, slot: number, cycle: number): void {
    const { packetsLeft, source } = this;
    if (packetsLeft[terminal] === 0) packetsLeft[terminal] = source.packets[terminal];
    this.placePacket(source, terminal, slot, cycle);
    if (--packetsLeft[terminal] > 0) return;
    // Messages that are still starting up do not take part in the rotation.
    if (this.isRoundRobin) this.program!.advancePacket(terminal, cycle - this.startUp);
    else source.advance(terminal);
  }

  /**
   * A packet of the terminal's next message enters an injection slot, the place from which it may request the terminal's channel: takes a
   * record from the pool and writes source and destination, creation cycle, message, and the initial state of the routing.
   */
  private placePacket(source: MessageSource, terminal: number, slot: number, cycle: number): void {
    const { initialState } = this;
    const packetId = this.pool.take();
    const { records } = this.pool;
    const record = packetId << packetShift;
    const destination = source.destination[terminal];
    const createdAt = source.createdAt[terminal];
    this.slots[(slot << slotShift) + slotPacket] = packetId;
    records[record + packetEnds] = destination | (terminal << 16);
    records[record + packetCreated] = createdAt;
    records[record + packetInjected] = -1;
    records[record + packetReady] = createdAt + this.startUp;
    records[record + packetHops] = 0;
    records[record + packetMessage] = source.messageNumber[terminal];
    records[record + packetRoutingState] =
      initialState === undefined ? 0 : initialState(terminal, destination, mix(this.routingKey, terminal, this.packetsBegun[terminal]++));
    records[record + packetRequest] = -1;
    this.recorder.countCreated(terminal, createdAt, cycle);
  }

  private enterCalendar(terminal: number, readyAt: number): void {
    const calendarSlot = readyAt & (this.calendar.length - 1);
    this.calendarCycle[terminal] = readyAt;
    this.nextInCalendar[terminal] = this.calendar[calendarSlot];
    this.calendar[calendarSlot] = terminal;
  }

  private leaveCalendar(terminal: number): void {
    const { calendar, nextInCalendar } = this;
    const calendarSlot = this.calendarCycle[terminal] & (this.calendar.length - 1);
    this.calendarCycle[terminal] = Infinity;
    if (calendar[calendarSlot] === terminal) {
      calendar[calendarSlot] = nextInCalendar[terminal];
      return;
    }
    let before = calendar[calendarSlot];
    while (nextInCalendar[before] !== terminal) before = nextInCalendar[before];
    nextInCalendar[before] = nextInCalendar[terminal];
  }
}
