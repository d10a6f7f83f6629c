// hot: no allocation, no for-of, no destructuring inside `processUntil`.
/**
 * Common part of the engines in real time: a run proceeds from event to event and from sample to sample, in slices that do not change the
 * result.
 */
import { refuse } from "../base/errors.ts";
import { trace } from "../base/random.ts";
import type { Plan, Window } from "../plan/plan.ts";
import type { FlowRecorder } from "../simulation/flow-recorder.ts";
import { type Frame, pastCycle, scalar, type Status } from "../simulation/frame.ts";
import type { PacketTrains } from "../simulation/packet-trains.ts";
import { Precision } from "../simulation/precision.ts";
import type { ProgramSource } from "../simulation/program-source.ts";
import type { Source } from "../simulation/source.ts";

/** The last cycle of any run: later times are no integers any more, and short delays would vanish. */
const lastCycle = 2 ** 53;
const tooLong = `the run is not over after ${lastCycle.toLocaleString("en-US")} cycles; later times are not told to the cycle.`;

export abstract class RealTimeClock {
  now = 0;
  status: Status = "running";
  protected abstract readonly plan: Plan;
  protected abstract readonly recorder: FlowRecorder;
  protected abstract readonly source: Source;
  protected abstract readonly trains: PacketTrains;
  /** Events are simultaneous if their difference is below this part of the time. */
  protected readonly instant: number = 0;
  private fingerprint = 0;
  /** The measurement window and its precision control, created at the first use. */
  private measured: { readonly window: Window; readonly precision: Precision | null } | null = null;
  private readonly bits = new Float64Array(1);
  private readonly words = new Int32Array(this.bits.buffer);

  /** The program if its ranks have timed actions; null otherwise. */
  protected abstract readonly calendar: ProgramSource | null;
  /** A terminal may have another next message than before. */
  protected abstract look(terminal: number): void;
  /** Time of the next event other than a consumption; Infinity for none. */
  protected abstract get nextEvent(): number;
  /** Processes all events of one instant; returns the work done. */
  protected abstract happen(next: number): number;
  /** The first train under way has been consumed. */
  protected abstract arrive(train: number): void;

  /** Whether the run will never end, checked where that is cheap. */
  protected isDeadlocked(_isTimeUp: boolean): boolean {
    // Checked only at times that do not depend on slices.
    return this.isStill && (this.calendar === null || this.now % this.recorder.binCycles === 0);
  }

  /** Adds an event to the fingerprint: its subject, its owner, and 1 for a beginning or −1 for an end. */
  protected trace(what: number, whose: number, time: number, sign: number): void {
    this.bits[0] = time;
    this.fingerprint = (this.fingerprint + trace(this.words[0] ^ Math.imul(this.words[1], sign), what, whose)) | 0;
  }

  /** @throws ScenarioError if times exceed the resolution of a cycle. */
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

  /** Creates the window, and its precision control where the plan requires a precision. */
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

  /** Ends a run that cannot complete. Messages that still wait in source queues count as created. */
  private giveUp(): void {
    this.status = "deadlocked";
    if (this.now < this.window.end) this.recorder.countUnseen(this.source, this.now);
  }

  protected get nextMoment(): number {
    return this.calendar === null ? Infinity : this.calendar.next;
  }

  /** Ranks execute their timed actions at `calendarTime`. */
  protected catchUp(moment: number): void {
    const calendar = this.calendar!;
    const count = calendar.catchUp(moment);
    for (let i = 0; i < count; i++) this.look(calendar.woken[i]);
  }

  /** The next cycle at which the recorder samples. */
  private get nextMark(): number {
    const { now, recorder } = this;
    const { start, end, limit } = this.window;
    let mark = Math.min((Math.floor(now / recorder.binCycles) + 1) * recorder.binCycles, this.nextTurn);
    if (start > now) mark = Math.min(mark, start);
    if (end > now) mark = Math.min(mark, end);
    if (limit > now) mark = Math.min(mark, limit);
    return mark;
  }

  /** The earliest cycle in which the run can be over; Infinity while that is not known. */
  private get over(): number {
    if (!this.recorder.isComplete) return Infinity;
    const { end } = this.window;
    const last = this.recorder.sums.frame.scalars[scalar.lastArrival] + 1;
    const time = Math.max(last, this.source.busyUntil ?? 0);
    if (time === Infinity) return Infinity;
    return Math.max(end < Infinity ? end : 0, Math.ceil(time - Math.min(time * this.instant, pastCycle)));
  }

  /** Processes all events before cycle `stop`, or fewer if the work is used up; returns the work done. */
  private go(stop: number, work: number): number {
    const underWay = this.trains.underWay;
    let done = 0;
    let reached = this.now;
    for (;;) {
      const next = this.nextEvent;
      const arrival = underWay.next;
      const moment = this.nextMoment;
      // An end that exceeds a cycle by rounding only may be found in the next slice; then the run is over where it stopped.
      stop = Math.min(stop, Math.max(this.over, this.now));
      // Slices end at whole cycles, so all events of a cycle are processed.
      if (done >= work) {
        stop = Math.min(stop, Math.floor(reached) + 1);
        work = Infinity;
      }
      // At one instant arrivals come first, even if rounding puts them after the stop; then the actions of ranks that these arrivals
      // permit.
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
