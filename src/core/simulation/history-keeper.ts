/** Takes snapshots of a run while it advances, so that its past can be shown later. */
import type { EngineFacts } from "../plan/engine-facts.ts";
import type { Simulation } from "./contract.ts";
import { type Frame, openFrame, scalar, timeBins } from "./frame.ts";
import { type Instant, keptColumns, type PastRun } from "./history.ts";

/** Limit for the memory of all snapshots together, bytes: large networks get fewer snapshots. */
const mostBytes = 48 * 2 ** 20;
/** Smallest number of equidistant snapshots. */
const fewest = 8;

/**
 * Keeps up to 64 equidistant snapshots, fewer for large networks, and in addition those at the ends of the window and of the run. Snapshots
 * lie at bin boundaries of the time columns. If the length of the run is not known, every other snapshot is dropped when there are too
 * many.
 */
export class HistoryKeeper {
  private instants: Instant[] = [];
  private readonly frame: Frame;
  private readonly most: number;
  /** Array type of the snapshots: real time gives fractional sums, which need 64 bits. */
  private readonly kept: Uint32ArrayConstructor | Float64ArrayConstructor;
  /** Cycles between snapshots. */
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

  /** Cycle up to which the run may advance before {@link recordIfDue} must be called again. */
  get next(): number {
    const { now } = this.simulation;
    const { start, end } = this.simulation.window;
    const regular = Math.min((Math.floor(now / this.interval) + 1) * this.interval, this.simulation.nextTurn);
    return Math.min(regular, start > now ? start : Infinity, end > now ? end : Infinity);
  }

  /** Takes a snapshot if one is due. Call it after every advance, which must not go beyond {@link nextSnapshot}. */
  look(): void {
    const { now, status } = this.simulation;
    if (now === this.instants[this.instants.length - 1].cycle) return;
    if (status === "running" && now % this.interval !== 0 && !this.isEndOfWindow(now)) return;
    this.simulation.sample(this.frame);
    this.take();
    if (status === "running" && now >= this.most * this.interval) this.thin();
  }

  /** The snapshots so far. The last one is at the end of the run, if the run is over. */
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
