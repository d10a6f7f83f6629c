/** Takes note of a run now and then while it goes on, so that its past can be looked at later. */
import type { EngineFacts } from "../plan/engine-facts.ts";
import type { Simulation } from "./contract.ts";
import { type Frame, openFrame, scalar, timeBins } from "./frame.ts";
import { type Instant, keptColumns, type PastRun } from "./history.ts";

/** Bytes of all instants together, about: of large networks fewer are kept. */
const mostBytes = 48 * 2 ** 20;
/** Fewest instants at equal distances. */
const fewest = 8;

/**
 * Keeps up to 64 instants at equal distances, fewer of large networks, and besides them the ends of the window and of the
 * run. They are ends of the stretches of the columns over time. Where nobody knows how long a run will take, every other
 * instant is dropped whenever there are too many.
 */
export class HistoryKeeper {
  private instants: Instant[] = [];
  private readonly frame: Frame;
  private readonly most: number;
  /** What numbers are kept in: where time is real, sums have fractions, which need twice the room. */
  private readonly kept: Uint32ArrayConstructor | Float64ArrayConstructor;
  /** Cycles from one instant to the next. */
  private interval: number;

  /** @param simulation at cycle 0 */
  constructor(
    private readonly simulation: Simulation,
    { time }: EngineFacts,
  ) {
    const { layout } = simulation;
    this.kept = time === "real" ? Float64Array : Uint32Array;
    this.frame = openFrame(layout, new ArrayBuffer(layout.byteLength));
    const numbers = keptColumns.reduce((sum, name) => sum + layout.columns[name].length, 0);
    let most = timeBins;
    const bytes = numbers * this.kept.BYTES_PER_ELEMENT;
    while (most > fewest && most * bytes > mostBytes) most /= 2;
    this.most = most;
    simulation.sample(this.frame);
    this.interval = (this.frame.scalars[scalar.binCycles] * timeBins) / most;
    this.take();
  }

  /** The cycle up to which the run may go on before it is looked at again. */
  get next(): number {
    const { now } = this.simulation;
    const { start, end } = this.simulation.window;
    const regular = Math.min((Math.floor(now / this.interval) + 1) * this.interval, this.simulation.nextTurn);
    return Math.min(regular, start > now ? start : Infinity, end > now ? end : Infinity);
  }

  /** Takes note when it is time to; to be called after every advance, which must not go beyond {@link next}. */
  look(): void {
    const { now, status } = this.simulation;
    if (now === this.instants[this.instants.length - 1].cycle) return;
    if (status === "running" && now % this.interval !== 0 && !this.isEndOfWindow(now)) return;
    this.simulation.sample(this.frame);
    this.take();
    if (status === "running" && now >= this.most * this.interval) this.thin();
  }

  /** What has been kept. The run's end is part of it once it is over; else the last instant is. */
  past(): PastRun {
    const { layout } = this.simulation;
    return { layout, window: this.simulation.window, instants: this.instants, last: this.frame.scalars.buffer.slice(0) as ArrayBuffer };
  }

  private isEndOfWindow(cycle: number): boolean {
    const { start, end } = this.simulation.window;
    return cycle === start || cycle === end;
  }

  private take(): void {
    const { frame } = this;
    const numbers = new this.kept(keptColumns.reduce((sum, name) => sum + frame[name].length, 0));
    let first = 0;
    for (const name of keptColumns) {
      numbers.set(frame[name], first);
      first += frame[name].length;
    }
    this.instants.push({ cycle: frame.scalars[scalar.now], scalars: frame.scalars.slice(), numbers });
  }

  private thin(): void {
    this.interval *= 2;
    this.instants = this.instants.filter(({ cycle }) => cycle % this.interval === 0 || this.isEndOfWindow(cycle));
  }
}
