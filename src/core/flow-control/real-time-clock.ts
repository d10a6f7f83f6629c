// hot: no allocation, no for-of, no destructuring inside `go`.
/** How a run in real time goes on: from event to event, and from mark to mark of its recorder, in slices that change nothing. */
import { refuse } from "../base/errors.ts";
import { trace } from "../base/random.ts";
import type { Plan, Window } from "../plan/plan.ts";
import type { FlowRecorder } from "../simulation/flow-recorder.ts";
import { type Frame, pastCycle, scalar, type Status } from "../simulation/frame.ts";
import type { PacketTrains } from "../simulation/packet-trains.ts";
import { Precision } from "../simulation/precision.ts";
import type { ProgramSource } from "../simulation/program-source.ts";
import type { Source } from "../simulation/source.ts";

/** The last cycle of any run: later ones are no whole numbers any more, and what is short would take no time. */
const lastCycle = 2 ** 53;
const tooLong = `the run is not over after ${lastCycle.toLocaleString("en-US")} cycles; later times are not told to the cycle.`;

export abstract class RealTimeClock {
  now = 0;
  status: Status = "running";
  protected abstract readonly plan: Plan;
  protected abstract readonly recorder: FlowRecorder;
  protected abstract readonly source: Source;
  protected abstract readonly trains: PacketTrains;
  /** Events so near to each other, as a part of the time that has passed, are at the same instant. */
  protected readonly instant: number = 0;
  private fingerprint = 0;
  /** The window, and what moves it where the run finds it itself; made when they are first asked for. */
  private measured: { readonly window: Window; readonly precision: Precision | null } | null = null;
  private readonly bits = new Float64Array(1);
  private readonly words = new Int32Array(this.bits.buffer);

  /** Ranks with a calendar that time has to wait for; null where there are none. */
  protected abstract readonly calendar: ProgramSource | null;
  /** A terminal may have something else to send next than before. */
  protected abstract look(terminal: number): void;
  /** When something is to happen next, beside what is consumed; Infinity for never. */
  protected abstract get nextEvent(): number;
  /** All that happens at one instant; returns the work done. */
  protected abstract happen(next: number): number;
  /** The train that is the first to be consumed has been. */
  protected abstract arrive(train: number): void;

  /** Whether the run will never come to its end, where that is looked for now. */
  protected isDeadlocked(_isTimeUp: boolean): boolean {
    // Looked for where slices do not matter.
    return this.isStill && (this.calendar === null || this.now % this.recorder.binCycles === 0);
  }

  /** Something happens at a time, and goes into the fingerprint: what it is about, whose it is, and 1 where it begins, −1 where it ends. */
  protected trace(what: number, whose: number, time: number, sign: number): void {
    this.bits[0] = time;
    this.fingerprint = (this.fingerprint + trace(this.words[0] ^ Math.imul(this.words[1], sign), what, whose)) | 0;
  }

  /** @throws ScenarioError when the run is longer than times are told to the cycle */
  advance(until: number, work: number): void {
    until = Math.ceil(until);
    let left = Math.ceil(work);
    while (this.status === "running" && this.now < until && left > 0) {
      const done = this.go(Math.min(until, this.nextMark), left);
      if (this.now > lastCycle) refuse("workload", tooLong, "Send less, or have faster links, terminals and computing.");
      left -= 1 + done;
      this.measuring.precision?.look(this.now);
      this.recorder.reach(this.now, this.source);
      const isTimeUp = this.now >= this.window.limit;
      if (this.now >= this.over) this.status = "finished";
      else if (this.isDeadlocked(isTimeUp)) this.giveUp();
      else if (isTimeUp) this.status = "finished";
    }
  }

  sample(into: Frame): void {
    this.recorder.sample(into, this.now, this.status, this.fingerprint);
    this.source.sample?.(into, this.now);
    this.measuring.precision?.sample(into);
  }

  get window(): Window {
    return this.measuring.window;
  }

  get nextTurn(): number {
    return this.measuring.precision?.next ?? Infinity;
  }

  private get measuring(): NonNullable<typeof this.measured> {
    return (this.measured ??= this.beginMeasuring());
  }

  private beginMeasuring(): NonNullable<typeof this.measured> {
    const { plan, recorder, source } = this;
    const window = { ...plan.window };
    if (plan.precise === undefined) return { window, precision: null };
    const { network, packetPhits, precise } = plan;
    const precision = new Precision(precise, window, packetPhits / (network.present?.length ?? network.terminals), {
      consumed: (into, now) => recorder.consumed(into, now),
      created: (now) => recorder.createdBefore(source, now),
      turn: (turned, halves) => recorder.turn(turned, halves),
    });
    return { window, precision };
  }

  /** Whether nothing will ever happen again, although the run is not over. */
  protected get isStill(): boolean {
    return (
      this.window.end === Infinity &&
      this.over === Infinity &&
      Math.min(this.nextEvent, this.nextMoment, this.trains.underWay.next) === Infinity
    );
  }

  /** The run ends although it is not over: what still waits in source queues has been created, too. */
  private giveUp(): void {
    this.status = "deadlocked";
    if (this.now < this.window.end) this.recorder.countUnseen(this.source, this.now);
  }

  protected get nextMoment(): number {
    return this.calendar === null ? Infinity : this.calendar.next;
  }

  /** Ranks do what they do at a moment. */
  protected catchUp(moment: number): void {
    const calendar = this.calendar!;
    const count = calendar.catchUp(moment);
    for (let i = 0; i < count; i++) this.look(calendar.woken[i]);
  }

  /** The next cycle at which the recorder takes note. */
  private get nextMark(): number {
    const { now, recorder } = this;
    const { start, end, limit } = this.window;
    let mark = Math.min((Math.floor(now / recorder.binCycles) + 1) * recorder.binCycles, this.nextTurn);
    if (start > now) mark = Math.min(mark, start);
    if (end > now) mark = Math.min(mark, end);
    if (limit > now) mark = Math.min(mark, limit);
    return mark;
  }

  /** The first cycle in which the run may be over; Infinity as long as nobody knows. */
  private get over(): number {
    if (!this.recorder.isComplete) return Infinity;
    const { end } = this.window;
    const last = this.recorder.sums.frame.scalars[scalar.lastArrival] + 1;
    const time = Math.max(last, this.source.busyUntil ?? 0);
    if (time === Infinity) return Infinity;
    return Math.max(end < Infinity ? end : 0, Math.ceil(time - Math.min(time * this.instant, pastCycle)));
  }

  /** All that happens before cycle `stop`, or less when there is more work than that; returns the work done. */
  private go(stop: number, work: number): number {
    const underWay = this.trains.underWay;
    let done = 0;
    let reached = this.now;
    for (;;) {
      const next = this.nextEvent;
      const arrival = underWay.next;
      const moment = this.nextMoment;
      // What is past a cycle by rounding alone may come to light only in the next slice: the run is over then where it stood.
      stop = Math.min(stop, Math.max(this.over, this.now));
      // Whole cycles: what has begun to happen in one does so to its end.
      if (done >= work) {
        stop = Math.min(stop, Math.floor(reached) + 1);
        work = Infinity;
      }
      // At one instant what arrives comes first, although by rounding it may lie past the stop; then ranks do what that lets them do.
      if ((arrival <= stop || next < stop) && arrival <= Math.min(next, moment) * (1 + this.instant)) {
        this.arrive(underWay.first);
        done++;
        reached = Math.max(reached, arrival);
      } else if (moment <= stop && moment <= next * (1 + this.instant)) {
        this.catchUp(moment);
        done++;
        reached = Math.max(reached, moment);
      } else if (next < stop) {
        done += this.happen(next);
        reached = Math.max(reached, next);
      } else break;
    }
    this.now = stop;
    return done;
  }
}
