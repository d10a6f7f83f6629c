/** Takes snapshots of a run while it advances, so that its past can be shown later. */
import type { EngineFacts } from "../plan/engine-facts.ts";
import type { Simulation } from "./contract.ts";
import { type Frame, openFrame, scalar, timeBins } from "./frame.ts";
import { type Snapshot, snapshotColumns, type HistoryData } from "./history.ts";

/** Limit for the memory of all snapshots together, bytes: large networks get fewer snapshots. */
const maxBytes = 48 * 2 ** 20;
/** Smallest number of equidistant snapshots. */
const minSnapshots = 8;

/**
 * Keeps up to 64 equidistant snapshots, fewer for large networks, and in addition those at the ends of the window and of the run. Snapshots
 * lie at bin boundaries of the time columns. If the length of the run is not known, every other snapshot is dropped when there are too
 * many.
 */
export class HistoryRecorder {
  private snapshots: Snapshot[] = [];
  private readonly frame: Frame;
  private readonly maxSnapshots: number;
  /** Array type of the snapshots: in engines with real time, sums are fractions, which need 64 bits. */
  private readonly arrayType: Uint32ArrayConstructor | Float64ArrayConstructor;
  /** Cycles between snapshots. */
  private interval: number;

  /** @param simulation at cycle 0 */
  constructor(
    private readonly simulation: Simulation,
    { time }: EngineFacts,
  ) {
    const { layout } = simulation;
    this.arrayType = time === "real" ? Float64Array : Uint32Array;
    this.frame = openFrame(layout, new ArrayBuffer(layout.byteLength));
    const values = snapshotColumns.reduce((sum, name) => sum + layout.columns[name].length, 0);
    let maxSnapshots = timeBins;
    const bytes = values * this.arrayType.BYTES_PER_ELEMENT;
    while (maxSnapshots > minSnapshots && maxSnapshots * bytes > maxBytes) maxSnapshots /= 2;
    this.maxSnapshots = maxSnapshots;
    simulation.sample(this.frame);
    this.interval = (this.frame.scalars[scalar.binCycles] * timeBins) / maxSnapshots;
    this.takeSnapshot();
  }

  /** Cycle up to which the run may advance before {@link recordIfDue} must be called again. */
  get nextSnapshot(): number {
    const { now } = this.simulation;
    const { start, end } = this.simulation.window;
    const nextRegular = Math.min((Math.floor(now / this.interval) + 1) * this.interval, this.simulation.nextWindowChange);
    return Math.min(nextRegular, start > now ? start : Infinity, end > now ? end : Infinity);
  }

  /** Takes a snapshot if one is due. Call it after every advance, which must not go beyond {@link nextSnapshot}. */
  recordIfDue(): void {
    const { now, status } = this.simulation;
    if (now === this.snapshots[this.snapshots.length - 1].cycle) return;
    if (status === "running" && now % this.interval !== 0 && !this.isWindowEdge(now)) return;
    this.simulation.sample(this.frame);
    this.takeSnapshot();
    if (status === "running" && now >= this.maxSnapshots * this.interval) this.dropEveryOther();
  }

  /** The snapshots so far. The last one is at the end of the run, if the run is over. */
  data(): HistoryData {
    const { layout } = this.simulation;
    return { layout, window: this.simulation.window, snapshots: this.snapshots, last: this.frame.scalars.buffer.slice(0) as ArrayBuffer };
  }

  private isWindowEdge(cycle: number): boolean {
    const { start, end } = this.simulation.window;
    return cycle === start || cycle === end;
  }

  private takeSnapshot(): void {
    const { frame } = this;
    const values = new this.arrayType(snapshotColumns.reduce((sum, name) => sum + frame[name].length, 0));
    let offset = 0;
    for (const name of snapshotColumns) {
      values.set(frame[name], offset);
      offset += frame[name].length;
    }
    this.snapshots.push({ cycle: frame.scalars[scalar.now], scalars: frame.scalars.slice(), values });
  }

  private dropEveryOther(): void {
    this.interval *= 2;
    this.snapshots = this.snapshots.filter(({ cycle }) => cycle % this.interval === 0 || this.isWindowEdge(cycle));
  }
}
