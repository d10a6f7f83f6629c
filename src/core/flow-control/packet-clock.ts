/** Common part of the engines that simulate single packets: the advance of time, counters, and the end of a run. */
import { refuse } from "../base/errors.ts";
import type { Network } from "../network/network.ts";
import type { Plan, MeasurementWindow } from "../plan/plan.ts";
import type { FlowEnds, ChannelHolder, Simulation, BlockedPacket, DeadlockWait, WaitingPacket } from "../simulation/contract.ts";
import { type Frame, type FrameLayout, scalar, type Status } from "../simulation/frame.ts";
import { PrecisionControl } from "../simulation/precision.ts";
import { PacketRecorder } from "../simulation/recorder.ts";
import { Injector } from "./injection.ts";
import { type Inspector, packetsWaitingBehind, sortedWaitersFor } from "./inspector.ts";
import { packetCreated, packetEnds, packetHops, packetInjected, packetMessage, packetShift, PacketPool } from "./packet-pool.ts";

/** Cycles between two checks for deadlocks. */
const watchdogCycles = 1024;
/** The last cycle of any run: later cycles plus a few packet lengths would exceed signed 32-bit integers. */
export const lastCycle = 2 ** 31 - 2 ** 20;
/** Maximum cycles and work of one call of `run`, so that both stay small integers. */
const maxSliceCycles = 2 ** 30;

const tooLong = `the run, packet by packet, is not finished after ${lastCycle.toLocaleString("en-US")} cycles, the most that are simulated.`;

export abstract class PacketClock implements Simulation {
  now = 0;
  status: Status = "running";
  deadlockCycle: readonly DeadlockWait[] = [];
  readonly layout: FrameLayout;
  readonly network: Network;
  readonly virtualChannels: number;
  readonly window: MeasurementWindow;
  /** Control of the measurement window where a precision is required; otherwise null. */
  private readonly precision: PrecisionControl | null;
  protected readonly recorder: PacketRecorder;
  readonly injection: Injector;
  readonly pool: PacketPool;
  private readonly isReactive: boolean;
  /** Terminals, and phits of a packet. */
  readonly terminalCount: number;
  readonly packetPhits: number;

  /** Queues with a head that begins to request in the next cycle. */
  protected newHeadCount = 0;
  /** Queue heads that request. */
  protected requestingCount = 0;
  /** Cycle after which nothing is under way. */
  protected lastEventCycle = -1;
  /** See {@link scalar.stalledSince}. */
  private stalledSince = -1;
  protected fingerprint = 0;
  /** Grants of the last call of `run`. */
  protected grants = 0;

  /**
   * Creates the parts that all engines of single packets share: the pool of packet records, the recorder of counters, the injection, and,
   * where the plan requires a precision, the control that extends the measurement window until it is reached.
   * @param injectionSlots Packets of a source queue that may request at the same time.
   */
  constructor(injectionSlots: number, plan: Plan) {
    // | 0 tells the compiler that these numbers are integers: results of powers and divisions may be kept as floats.
    const slots = injectionSlots | 0;
    this.network = plan.network;
    this.virtualChannels = plan.routing.vcClasses | 0;
    const window = { ...plan.window };
    this.window = window;
    this.terminalCount = plan.network.terminals | 0;
    this.packetPhits = plan.packetPhits | 0;
    this.pool = new PacketPool(Math.max(1024, (slots + 1) * this.terminalCount));
    this.recorder = new PacketRecorder(plan, {
      phits: (channel) => this.phitsOn(channel),
      waiting: (channel) => this.waitingBehind(channel),
      sinceInjection: (channel) => this.sinceInjectionOn(channel),
      queuedPackets: (vc) => this.packetsBehind(vc),
      queuedPhits: (vc) => this.spaceTakenBehind(vc),
      waitingSince: (terminal) => this.injection.waitingSince(terminal),
    });
    this.layout = this.recorder.layout;
    this.injection = new Injector(plan, slots, this.pool, this.recorder);
    this.isReactive = this.injection.isReactive;
    const { recorder, injection, terminalCount, packetPhits } = this;
    this.precision =
      plan.precision === undefined
        ? null
        : new PrecisionControl(plan.precision, window, packetPhits / (plan.network.present?.length ?? terminalCount), {
            readConsumed: (into) => recorder.readConsumed(into),
            createdBefore: (now) => recorder.createdBefore(injection.source, now),
            changeWindow: (newWindow, halves) => recorder.changeWindow(newWindow, halves),
          });
  }

  get nextWindowChange(): number {
    return this.precision?.nextObservation ?? Infinity;
  }

  /** Simulates cycles up to `stop`, until the work is used up or nothing moves; returns the work done. */
  protected abstract run(stop: number, work: number): number;
  /** Clears all event wheels, because time jumps over idle cycles. */
  protected abstract onTimeJump(): void;

  // Counters of a channel that the recorder reads, in the current state.
  protected abstract phitsOn(channel: number): number;
  protected abstract waitingBehind(channel: number): number;
  protected abstract sinceInjectionOn(channel: number): number;
  /** Packets in the queue behind a virtual channel, as long as they take a slot. */
  protected abstract packetsBehind(vc: number): number;

  /** Phits of the space that is taken in the queue behind a virtual channel. */
  protected spaceTakenBehind(vc: number): number {
    return this.packetsBehind(vc) * this.packetPhits;
  }

  /** Answers queries about single packets. */
  abstract readonly inspector: Inspector;

  holderOf(channel: number): ChannelHolder | null {
    return this.inspector.holderOf(channel);
  }

  waitersFor(channel: number): readonly WaitingPacket[] {
    return sortedWaitersFor(this, channel);
  }

  blockedPackets(channel: number): readonly BlockedPacket[] {
    return packetsWaitingBehind(this, channel);
  }

  endsOf(packet: number): FlowEnds {
    const packedEnds = this.pool.records[(packet << packetShift) + packetEnds];
    return { source: packedEnds >>> 16, destination: packedEnds & 0xffff };
  }

  /**
   * Advances the run until cycle `until`, or until `work` units of work (cycles and grants) are done, or until it is over. Idle cycles are
   * skipped. The engine's `run` is called in slices that end where the recorder, the watchdog against deadlocks, the program or the caller
   * has to act.
   */
  advance(until: number, work: number): void {
    const { window, recorder } = this;
    // Rounded up to whole cycles and units of work, since a run with less than one would not advance.
    until = Math.ceil(until);
    let workLeft = Math.ceil(work);
    while (this.status === "running" && this.now < until && workLeft > 0) {
      const cycle = this.now;
      // Skip the cycles until the next event if nothing requests and nothing is under way.
      if (this.requestingCount === 0 && cycle > this.lastEventCycle) {
        const nextCycle = this.nextEvent(cycle, until);
        if (nextCycle > cycle) {
          this.onTimeJump();
          this.closeCycles(nextCycle);
          workLeft--;
          continue;
        }
      }
      // `run` stops at the next cycle at which the recorder, the watchdog, the program or the caller has to act.
      let stop = Math.min(
        until,
        cycle + maxSliceCycles,
        this.nextRecorderCycle(cycle),
        (Math.floor(cycle / watchdogCycles) + 1) * watchdogCycles,
      );
      if (window.limit > cycle) stop = Math.min(stop, window.limit);
      const { busyUntil = 0 } = this.injection.source;
      if (busyUntil > cycle) stop = Math.min(stop, busyUntil);
      if (this.injection.nextRankEvent > cycle) stop = Math.min(stop, this.injection.nextRankEvent);
      workLeft -= this.run(stop, Math.min(workLeft, maxSliceCycles));
      recorder.countGrants(this.grants);
      this.closeCycles(this.now);
    }
  }

  sample(into: Frame): void {
    this.recorder.sample(into, this.now, this.status, this.fingerprint);
    into.scalars[scalar.stalledSince] = this.stalledSince;
    this.injection.source.sample?.(into, this.now);
    this.precision?.sample(into);
  }

  /** The next cycle after `cycle` at which the recorder samples. */
  private nextRecorderCycle(cycle: number): number {
    const { window, recorder } = this;
    let mark = (Math.floor(cycle / recorder.binCycles) + 1) * recorder.binCycles;
    if (this.precision !== null) mark = Math.min(mark, this.precision.nextObservation);
    if (window.start > cycle) mark = Math.min(mark, window.start);
    if (window.end > cycle) mark = Math.min(mark, window.end);
    return mark;
  }

  /**
   * The next cycle with an event, while nothing moves and nothing requests. Terminals with a message in that cycle remain in the calendar
   * until the clock reaches the cycle.
   */
  private nextEvent(cycle: number, until: number): number {
    // If nothing is ever sent, the run ends in its first cycle.
    if (this.isEndAllowed && this.isComplete) return cycle;
    const { busyUntil = 0 } = this.injection.source;
    const next = this.injection.nextCycle();
    const nextWatchdogCheck = this.injection.isQuiescent(next) ? (Math.floor(cycle / watchdogCycles) + 1) * watchdogCycles : Infinity;
    const nextCycle = Math.min(until, next, busyUntil > cycle ? busyUntil : Infinity, nextWatchdogCheck);
    if (nextCycle === Infinity && this.window.end === Infinity) return cycle;
    return Math.min(nextCycle, this.nextRecorderCycle(cycle), this.window.limit > cycle ? this.window.limit : Infinity);
  }

  /**
   * Does what follows the simulation of all cycles before `cycle`: lets ranks, recorder and precision control act, checks for deadlocks,
   * and ends the run if it is complete or its time is up.
   * @throws ScenarioError if the run is too long for 32-bit cycles.
   */
  private closeCycles(cycle: number): void {
    if (cycle > lastCycle) refuse("flowControl", tooLong, "Send less, use faster links or less computing time, or choose fluid flow.");
    const { recorder, window } = this;
    this.now = cycle;
    this.injection.advanceRanks(cycle);
    this.precision?.observe(cycle);
    recorder.advanceTo(cycle);
    if (cycle === window.end) this.countUnseen(cycle);
    // Nothing is under way, but the program is not complete: ranks wait for messages that are never sent.
    if (
      this.requestingCount === 0 &&
      cycle % watchdogCycles === 0 &&
      cycle > this.lastEventCycle &&
      this.injection.isQuiescent() &&
      !this.isComplete
    )
      this.endDeadlocked();
    // A final check at the time limit: packets blocked since the last check must not pass as a result.
    if (this.requestingCount > 0 && (cycle % watchdogCycles === 0 || cycle === window.limit)) this.checkDeadlock();
    if (this.status === "running" && (cycle >= window.limit || (this.isEndAllowed && this.isComplete))) this.finish();
  }

  /**
   * Ends the run. If the window is still open, as with background traffic during a program, packets that wait in source queues count as
   * created.
   */
  private finish(): void {
    this.status = "finished";
    if (this.now < this.window.end) this.countUnseen(this.now);
  }

  /** Whether nothing will ever move again, for engines that detect this without a search for packets that wait in a cycle. */
  protected get isStalled(): boolean {
    return false;
  }

  /** Ends the run if packets wait for each other in a cycle. */
  private checkDeadlock(): void {
    this.deadlockCycle = this.inspector.findWaitCycle();
    if (this.deadlockCycle.length > 0 || this.isStalled) this.endDeadlocked();
  }

  /** The first cycle after everything that has moved so far: no phit crosses a channel in it, and no credit returns later. */
  protected get endOfMovement(): number {
    return this.lastEventCycle;
  }

  private endDeadlocked(): void {
    this.status = "deadlocked";
    if (this.endOfMovement < this.now) this.stalledSince = Math.max(0, this.endOfMovement);
    if (this.now < this.window.end) this.countUnseen(this.now);
  }

  private countUnseen(cycle: number): void {
    this.recorder.countWaitingAtSources(this.injection.source, this.injection.packetsLeft, cycle);
  }

  /** Whether the run ends as soon as every measured packet has been consumed. */
  protected get isEndAllowed(): boolean {
    return this.now >= this.window.end || this.window.end === Infinity;
  }

  private get isComplete(): boolean {
    return this.recorder.isComplete && this.now >= (this.injection.source.busyUntil ?? 0);
  }

  /**
   * Consumes a packet that leaves the network in cycle `cycle`: counts it, notifies the program of the arrival if ranks react to messages
   * (`isReactive`), and releases its record. A message number of −1 is background traffic of a program.
   */
  protected consume(packetId: number, cycle: number): void {
    const { records } = this.pool;
    const record = packetId << packetShift;
    // Source << 16 | destination.
    const packedEnds = records[record + packetEnds];
    this.recorder.consume(
      packedEnds >>> 16,
      packedEnds & 0xffff,
      records[record + packetCreated],
      records[record + packetInjected],
      records[record + packetHops],
      this.isReactive ? -1 : records[record + packetMessage],
      cycle,
    );
    if (this.isReactive) {
      if (records[record + packetMessage] === -1) this.recorder.countBackground();
      else this.injection.arrive(records[record + packetMessage], cycle);
    }
    this.pool.release(packetId);
  }
}
