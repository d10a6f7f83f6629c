// hot: no allocation, no for-of, no destructuring inside `processUntil`.
/**
 * Common part of the engines in real time: a run proceeds from event to event and from sample to sample, in slices that do not change the
 * result.
 */
import { refuse } from "../base/errors.ts";
import { hashGrant } from "../base/random.ts";
import type { Plan, MeasurementWindow } from "../plan/plan.ts";
import type { FlowRecorder } from "../simulation/flow-recorder.ts";
import { type Frame, cycleTolerance, scalar, type Status } from "../simulation/frame.ts";
import type { PacketTrains } from "../simulation/packet-trains.ts";
import { PrecisionControl } from "../simulation/precision.ts";
import type { ProgramSource } from "../simulation/program-source.ts";
import type { MessageSource } from "../simulation/source.ts";

/** The last cycle of any run: later times are no integers any more, and short delays would vanish. */
const lastCycle = 2 ** 53;
const tooLong = `the run is not finished after ${lastCycle.toLocaleString("en-US")} cycles; later times cannot be computed to the cycle.`;

export abstract class RealTimeClock {
  now = 0;
  status: Status = "running";
  protected abstract readonly plan: Plan;
  protected abstract readonly recorder: FlowRecorder;
  protected abstract readonly source: MessageSource;
  protected abstract readonly trains: PacketTrains;
  /** Events are simultaneous if their difference is below this part of the time. */
  protected readonly simultaneousTolerance: number = 0;
  private fingerprint = 0;
  /** Time of the last event, cycles. */
  private lastEventTime = 0;
  /** See {@link scalar.stalledSince}. */
  private stalledSince = -1;
  /** The measurement window and its precision control, created at the first use. */
  private cachedMeasurement: { readonly window: MeasurementWindow; readonly precision: PrecisionControl | null } | null = null;
  private readonly doubleBits = new Float64Array(1);
  private readonly doubleWords = new Int32Array(this.doubleBits.buffer);

  /** The program if its ranks have timed actions; null otherwise. */
  protected abstract readonly calendar: ProgramSource | null;
  /** Reschedules a terminal whose next message may have changed. */
  protected abstract rescheduleTerminal(terminal: number): void;
  /** Time of the next event other than a consumption; Infinity for none. */
  protected abstract get nextEvent(): number;
  /** Processes all events of one instant; returns the work done. */
  protected abstract processEvents(nextEventTime: number): number;
  /** Handles the consumption of a train (equally spaced packets of a message), the first train under way. */
  protected abstract consumeTrain(train: number): void;

  /** Whether the run will never end, checked where that is cheap. */
  protected isDeadlocked(_isTimeUp: boolean): boolean {
    // Checked only at times that do not depend on slices.
    return this.isQuiescent && (this.calendar === null || this.now % this.recorder.binCycles === 0);
  }

  /** Adds an event to the fingerprint: its subject, its owner, and 1 for a beginning or −1 for an end. */
  protected recordTrace(subject: number, owner: number, time: number, sign: number): void {
    this.doubleBits[0] = time;
    this.fingerprint = (this.fingerprint + hashGrant(this.doubleWords[0] ^ Math.imul(this.doubleWords[1], sign), subject, owner)) | 0;
  }

  /** @throws ScenarioError if times exceed the resolution of a cycle. */
  advance(until: number, work: number): void {
    until = Math.ceil(until);
    let workLeft = Math.ceil(work);
    while (this.status === "running" && this.now < until && workLeft > 0) {
      const workDone = this.processUntil(Math.min(until, this.nextRecorderCycle), workLeft);
      if (this.now > lastCycle) refuse("workload", tooLong, "Send less, or use faster links, terminals and computing.");
      workLeft -= 1 + workDone;
      this.measurement.precision?.observe(this.now);
      this.recorder.advanceTo(this.now, this.source);
      const isTimeUp = this.now >= this.window.limit;
      if (this.now >= this.earliestEnd) this.status = "finished";
      else if (this.isDeadlocked(isTimeUp)) this.endDeadlocked();
      else if (isTimeUp) this.status = "finished";
    }
  }

  sample(into: Frame): void {
    this.recorder.sample(into, this.now, this.status, this.fingerprint);
    into.scalars[scalar.stalledSince] = this.stalledSince;
    this.source.sample?.(into, this.now);
    this.measurement.precision?.sample(into);
  }

  get window(): MeasurementWindow {
    return this.measurement.window;
  }

  get nextWindowChange(): number {
    return this.measurement.precision?.nextObservation ?? Infinity;
  }

  private get measurement(): NonNullable<typeof this.cachedMeasurement> {
    return (this.cachedMeasurement ??= this.startMeasurement());
  }

  /** Creates the window, and its precision control where the plan requires a precision. */
  private startMeasurement(): NonNullable<typeof this.cachedMeasurement> {
    const { plan, recorder, source } = this;
    const window = { ...plan.window };
    if (plan.precision === undefined) return { window, precision: null };
    const { network, packetPhits, precision } = plan;
    const precisionControl = new PrecisionControl(precision, window, packetPhits / (network.present?.length ?? network.terminals), {
      readConsumed: (into, now) => recorder.readConsumed(into, now),
      createdBefore: (now) => recorder.createdBefore(source, now),
      changeWindow: (newWindow, halves) => recorder.changeWindow(newWindow, halves),
    });
    return { window, precision: precisionControl };
  }

  /** Whether nothing will ever happen again, although the run is not over. */
  protected get isQuiescent(): boolean {
    return (
      this.window.end === Infinity &&
      this.earliestEnd === Infinity &&
      Math.min(this.nextEvent, this.nextCalendarTime, this.trains.inFlight.nextTime) === Infinity
    );
  }

  /** Ends a run that cannot complete. Messages that still wait in source queues count as created. */
  private endDeadlocked(): void {
    this.status = "deadlocked";
    const isStill = Math.min(this.nextEvent, this.nextCalendarTime, this.trains.inFlight.nextTime) === Infinity;
    if (isStill) this.stalledSince = Math.ceil(this.lastEventTime);
    if (this.now < this.window.end) this.recorder.countWaitingAtSources(this.source, this.now);
  }

  protected get nextCalendarTime(): number {
    return this.calendar === null ? Infinity : this.calendar.next;
  }

  /** Ranks execute their timed actions at `calendarTime`. */
  protected advanceRanks(calendarTime: number): void {
    const calendar = this.calendar!;
    const count = calendar.catchUp(calendarTime);
    for (let i = 0; i < count; i++) this.rescheduleTerminal(calendar.wokenTerminals[i]);
  }

  /** The next cycle at which the recorder samples. */
  private get nextRecorderCycle(): number {
    const { now, recorder } = this;
    const { start, end, limit } = this.window;
    let mark = Math.min((Math.floor(now / recorder.binCycles) + 1) * recorder.binCycles, this.nextWindowChange);
    if (start > now) mark = Math.min(mark, start);
    if (end > now) mark = Math.min(mark, end);
    if (limit > now) mark = Math.min(mark, limit);
    return mark;
  }

  /** The earliest cycle in which the run can be over; Infinity while that is not known. */
  private get earliestEnd(): number {
    if (!this.recorder.isComplete) return Infinity;
    const { end } = this.window;
    const last = this.recorder.sums.frame.scalars[scalar.lastArrival] + 1;
    const time = Math.max(last, this.source.busyUntil ?? 0);
    if (time === Infinity) return Infinity;
    return Math.max(end < Infinity ? end : 0, Math.ceil(time - Math.min(time * this.simultaneousTolerance, cycleTolerance)));
  }

  /**
   * Advances a run whose times are not whole cycles to cycle `stop`. Processes in order of time: trains (equally spaced packets of a
   * message) that have been consumed, timed actions of ranks, and the engine's own events. Stops earlier once `work` units of work are
   * done, but only after all events of a cycle; returns the work done.
   */
  private processUntil(stop: number, work: number): number {
    const underWay = this.trains.inFlight;
    let workDone = 0;
    let lastTime = this.now;
    for (;;) {
      const nextEventTime = this.nextEvent;
      const nextConsumption = underWay.nextTime;
      const calendarTime = this.nextCalendarTime;
      // If only rounding puts the end after a cycle, the next slice may find it in the past; then the run is over at the current time.
      stop = Math.min(stop, Math.max(this.earliestEnd, this.now));
      // Slices end at whole cycles, so all events of a cycle are processed.
      if (workDone >= work) {
        stop = Math.min(stop, Math.floor(lastTime) + 1);
        work = Infinity;
      }
      // At one instant arrivals come first, even if rounding puts them after the stop; then the actions of ranks that these arrivals
      // permit.
      if (
        (nextConsumption <= stop || nextEventTime < stop) &&
        nextConsumption <= Math.min(nextEventTime, calendarTime) * (1 + this.simultaneousTolerance)
      ) {
        this.consumeTrain(underWay.firstId);
        workDone++;
        lastTime = Math.max(lastTime, nextConsumption);
      } else if (calendarTime <= stop && calendarTime <= nextEventTime * (1 + this.simultaneousTolerance)) {
        this.advanceRanks(calendarTime);
        workDone++;
        lastTime = Math.max(lastTime, calendarTime);
      } else if (nextEventTime < stop) {
        workDone += this.processEvents(nextEventTime);
        lastTime = Math.max(lastTime, nextEventTime);
      } else break;
    }
    this.now = stop;
    if (workDone > 0) this.lastEventTime = lastTime;
    return workDone;
  }
}
