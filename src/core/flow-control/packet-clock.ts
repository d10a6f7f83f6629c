/** Common part of the engines that simulate single packets: the advance of time, counters, and the end of a run. */
import { refuse } from "../base/errors.ts";
import type { Network } from "../network/network.ts";
import type { Plan, Window } from "../plan/plan.ts";
import type { Ends, Holder, Simulation, Standing, Wait, Waiter } from "../simulation/contract.ts";
import type { Frame, FrameLayout, Status } from "../simulation/frame.ts";
import { Precision } from "../simulation/precision.ts";
import { Recorder } from "../simulation/recorder.ts";
import { Injection } from "./injection.ts";
import { type Inspected, standingBehind, waitersFor } from "./inspector.ts";
import { created, ends, hops, injected, messageOf, packetShift, PacketPool } from "./packet-pool.ts";

/** Cycles between two checks for deadlocks. */
const watchCycles = 1024;
/** The last cycle of any run: later cycles plus a few packet lengths would exceed signed 32-bit integers. */
export const lastCycle = 2 ** 31 - 2 ** 20;
/** Maximum cycles and work of one call of `run`, so that both stay small integers. */
const longestRun = 2 ** 30;

const tooLong = `packet by packet, the run is not over after ${lastCycle.toLocaleString("en-US")} cycles; no more are counted.`;

export abstract class PacketClock implements Simulation {
  now = 0;
  status: Status = "running";
  circle: readonly Wait[] = [];
  readonly layout: FrameLayout;
  readonly network: Network;
  readonly virtualChannels: number;
  readonly window: Window;
  /** Control of the measurement window where a precision is required; otherwise null. */
  private readonly precision: Precision | null;
  protected readonly recorder: Recorder;
  readonly injection: Injection;
  readonly pool: PacketPool;
  private readonly isReactive: boolean;
  /** Terminals, and phits of a packet. */
  readonly T: number;
  readonly L: number;

  /** Queues with a head that begins to request in the next cycle. */
  protected newCount = 0;
  /** Queue heads that request. */
  protected asking = 0;
  /** Cycle after which nothing is under way. */
  protected quietAfter = -1;
  protected fingerprint = 0;
  /** Grants of the last call of `run`. */
  protected grants = 0;

  /** @param injectionSlots Packets of a source queue that may request at the same time. */
  constructor(injectionSlots: number, plan: Plan) {
    // | 0 tells the compiler that these numbers are integers: results of powers and divisions may be kept as floats.
    const slots = injectionSlots | 0;
    this.network = plan.network;
    this.virtualChannels = plan.routing.classes | 0;
    const window = { ...plan.window };
    this.window = window;
    this.T = plan.network.terminals | 0;
    this.L = plan.packetPhits | 0;
    this.pool = new PacketPool(Math.max(1024, (slots + 1) * this.T));
    this.recorder = new Recorder(plan, {
      phits: (c) => this.phitsOn(c),
      waiting: (c) => this.waitingBehind(c),
      sinceInjection: (c) => this.sinceInjectionOn(c),
      queued: (c) => this.queuedBehind(c),
      waitingSince: (s) => this.injection.waitingSince(s),
    });
    this.layout = this.recorder.layout;
    this.injection = new Injection(plan, slots, this.pool, this.recorder);
    this.isReactive = this.injection.isReactive;
    const { recorder, injection, T, L } = this;
    this.precision =
      plan.precise === undefined
        ? null
        : new Precision(plan.precise, window, L / (plan.network.present?.length ?? T), {
            consumed: (into) => recorder.consumed(into),
            created: (now) => recorder.createdBefore(injection.source, now),
            turn: (turned, halves) => recorder.turn(turned, halves),
          });
  }

  get nextTurn(): number {
    return this.precision?.next ?? Infinity;
  }

  /** Simulates cycles up to `stop`, until the work is used up or nothing moves; returns the work done. */
  protected abstract run(stop: number, work: number): number;
  /** Time jumps over idle cycles: clears all wheels. */
  protected abstract forget(): void;

  // Counters of a channel that the recorder reads, in the current state.
  protected abstract phitsOn(c: number): number;
  protected abstract waitingBehind(c: number): number;
  protected abstract sinceInjectionOn(c: number): number;
  protected abstract queuedBehind(c: number): number;

  /** Answers queries about single packets. */
  abstract readonly inspected: Inspected;

  holder(channel: number): Holder | null {
    return this.inspected.holder(channel);
  }

  waitingFor(channel: number): readonly Waiter[] {
    return waitersFor(this, channel);
  }

  standing(channel: number): readonly Standing[] {
    return standingBehind(this, channel);
  }

  endsOf(packet: number): Ends {
    const pair = this.pool.records[(packet << packetShift) + ends];
    return { source: pair >>> 16, destination: pair & 0xffff };
  }

  advance(until: number, work: number): void {
    const { window, recorder } = this;
    // Rounded up to whole cycles and units of work, since a run with less than one would not advance.
    until = Math.ceil(until);
    let left = Math.ceil(work);
    while (this.status === "running" && this.now < until && left > 0) {
      const t = this.now;
      if (this.asking === 0 && t > this.quietAfter) {
        const soon = this.nextEvent(t, until);
        if (soon > t) {
          this.forget();
          this.reach(soon);
          left--;
          continue;
        }
      }
      // `run` stops at the next cycle at which the recorder, the watchdog, the program or the caller has to act.
      let stop = Math.min(until, t + longestRun, this.nextMark(t), (Math.floor(t / watchCycles) + 1) * watchCycles);
      if (window.limit > t) stop = Math.min(stop, window.limit);
      const { busyUntil = 0 } = this.injection.source;
      if (busyUntil > t) stop = Math.min(stop, busyUntil);
      if (this.injection.due > t) stop = Math.min(stop, this.injection.due);
      left -= this.run(stop, Math.min(left, longestRun));
      recorder.countGrants(this.grants);
      this.reach(this.now);
    }
  }

  sample(into: Frame): void {
    this.recorder.sample(into, this.now, this.status, this.fingerprint);
    this.injection.source.sample?.(into, this.now);
    this.precision?.sample(into);
  }

  /** The next cycle after `cycle` at which the recorder samples. */
  private nextMark(t: number): number {
    const { window, recorder } = this;
    let mark = (Math.floor(t / recorder.binCycles) + 1) * recorder.binCycles;
    if (this.precision !== null) mark = Math.min(mark, this.precision.next);
    if (window.start > t) mark = Math.min(mark, window.start);
    if (window.end > t) mark = Math.min(mark, window.end);
    return mark;
  }

  /**
   * The next cycle with an event, while nothing moves and nothing requests. Terminals stay in their calendar slot, which comes up again in
   * their cycle.
   */
  private nextEvent(t: number, until: number): number {
    // If nothing is ever sent, the run ends in its first cycle.
    if (this.mayEnd && this.isComplete) return t;
    const { busyUntil = 0 } = this.injection.source;
    const next = this.injection.next();
    const look = this.injection.isStill(next) ? (Math.floor(t / watchCycles) + 1) * watchCycles : Infinity;
    const soon = Math.min(until, next, busyUntil > t ? busyUntil : Infinity, look);
    if (soon === Infinity && this.window.end === Infinity) return t;
    return Math.min(soon, this.nextMark(t), this.window.limit > t ? this.window.limit : Infinity);
  }

  /**
   * All cycles before `cycle` have been simulated: closes intervals that end there, and ends the run if it is over.
   * @throws ScenarioError if the run is too long for 32-bit cycles.
   */
  private reach(t: number): void {
    if (t > lastCycle) refuse("flowControl", tooLong, "Send less, have faster links or shorter computing, or choose fluid flow.");
    const { recorder, window } = this;
    this.now = t;
    this.injection.catchUp(t);
    this.precision?.look(t);
    recorder.reach(t);
    if (t === window.end) this.countUnseen(t);
    // Ranks wait for messages that are never sent.
    if (this.asking === 0 && t % watchCycles === 0 && t > this.quietAfter && this.injection.isStill() && !this.isComplete) this.giveUp();
    // A final check at the time limit: packets blocked since the last check must not pass as a result.
    if (this.asking > 0 && (t % watchCycles === 0 || t === window.limit)) this.watch();
    if (this.status === "running" && (t >= window.limit || (this.mayEnd && this.isComplete))) this.finish();
  }

  /** Packets that background traffic has created beside a finite workload, and that still wait, count as created. */
  private finish(): void {
    this.status = "finished";
    if (this.now < this.window.end) this.countUnseen(this.now);
  }

  /** Whether nothing will ever move again, in engines that know so without a cycle of waits. */
  protected get isStalled(): boolean {
    return false;
  }

  /** Ends the run if packets wait for each other in a cycle. */
  private watch(): void {
    this.circle = this.inspected.findCircle();
    if (this.circle.length > 0 || this.isStalled) this.giveUp();
  }

  private giveUp(): void {
    this.status = "deadlocked";
    if (this.now < this.window.end) this.countUnseen(this.now);
  }

  private countUnseen(t: number): void {
    this.recorder.countUnseen(this.injection.source, this.injection.packetsLeft, t);
  }

  /** Whether the run ends as soon as every measured packet has been consumed. */
  protected get mayEnd(): boolean {
    return this.now >= this.window.end || this.window.end === Infinity;
  }

  private get isComplete(): boolean {
    return this.recorder.isComplete && this.now >= (this.injection.source.busyUntil ?? 0);
  }

  /** A packet has left the network in cycle `cycle`: counts it, notifies the program, and releases its record. */
  protected consume(p: number, t: number): void {
    const { records } = this.pool;
    const record = p << packetShift;
    const pair = records[record + ends];
    this.recorder.consume(
      pair >>> 16,
      pair & 0xffff,
      records[record + created],
      records[record + injected],
      records[record + hops],
      this.isReactive ? -1 : records[record + messageOf],
      t,
    );
    if (this.isReactive) {
      if (records[record + messageOf] === -1) this.recorder.countUnawaited();
      else this.injection.arrive(records[record + messageOf], t);
    }
    this.pool.giveBack(p);
  }
}
