/** The past of a run: frames at its snapshots, and frames of the interval between any two snapshots. */
import { type ColumnName, type Frame, type FrameLayout, latencyOfBin, openFrame, scalar } from "./frame.ts";
import { increaseOf, sumsSoFar, subtractSums, windowSums } from "./sums.ts";

/** Columns that a snapshot stores, in this order. All of them are cumulative except for `queued`, `queuedPhits` and `rankPhase`. */
export const snapshotColumns = [
  "queued",
  "queuedPhits",
  "phits",
  "waiting",
  "sinceInjection",
  "acceptedSoFar",
  "sentSoFar",
  "sendingSoFar",
  "blockedSoFar",
  "created",
  "arrivedFrom",
  "latencyFrom",
  "flowPackets",
  "flowLatency",
  "latencies",
  "rankWaited",
  "rankBusy",
  "rankPhase",
  "phaseCycles",
] as const satisfies readonly ColumnName[];

/** The columns that are stored of the frame of one cycle. */
export interface Snapshot {
  /** All cycles before this one are over. */
  readonly cycle: number;
  readonly scalars: Float64Array;
  /**
   * The columns of {@link snapshotColumns}, one after another. A Uint32Array stores each value modulo 2³². This is enough because no value
   * grows by more between two snapshots.
   */
  readonly values: Uint32Array | Float64Array;
}

/** A run's past as plain data, which a worker can transfer without a copy. */
export interface HistoryData {
  readonly layout: FrameLayout;
  /** Measurement window, cycles; both ends are snapshots once they have passed. */
  readonly window: { readonly start: number; readonly end: number };
  /** In order of time, from cycle 0 to the end of the run. */
  readonly snapshots: readonly Snapshot[];
  /** Buffer of the last frame. */
  readonly last: ArrayBuffer;
}

/** A frame for an interval of a run, with its ends in cycles. */
export interface FrameInterval {
  readonly from: number;
  readonly to: number;
  readonly frame: Frame;
}

export class History {
  /** Cycles of the snapshots, ascending. */
  readonly cycles: readonly number[];
  private readonly last: Frame;
  /** Columns with sums of 2³² and more: they are restored by adding the differences between snapshots. */
  private readonly overflowingColumns: ReadonlySet<ColumnName>;

  constructor(private readonly data: HistoryData) {
    this.cycles = data.snapshots.map(({ cycle }) => cycle);
    this.last = openFrame(data.layout, data.last);
    const isModulo = data.snapshots[0]?.values instanceof Uint32Array;
    this.overflowingColumns = new Set(
      isModulo ? snapshotColumns.filter((name) => this.last[name].some((sum: number) => sum >= 2 ** 32)) : [],
    );
  }

  /** Layout of the frames. */
  get layout(): FrameLayout {
    return this.data.layout;
  }

  /** State of the run at the snapshot nearest to a cycle. The time columns have the bin width of the whole run. */
  stateAt(cycle: number): { readonly cycle: number; readonly frame: Frame } {
    const index = this.nearestSnapshot(cycle);
    const frame = this.frameAt(index);
    this.writeWindow(frame, index);
    return { cycle: this.cycles[index], frame };
  }

  /** The run between the snapshots nearest to two cycles, which are at least one snapshot apart: see {@link frameBetween}. */
  stateBetween(from: number, to: number): FrameInterval {
    const last = this.cycles.length - 1;
    const begin = Math.min(this.nearestSnapshot(from), Math.max(0, last - 1));
    const end = Math.max(this.nearestSnapshot(to), Math.min(begin + 1, last));
    const frame = frameBetween(this.frameAt(begin), this.frameAt(end), this.data.layout);
    return { from: this.cycles[begin], to: this.cycles[end], frame };
  }

  /** Index of the snapshot nearest to a cycle; if two are equally near, of the earlier one. */
  private nearestSnapshot(cycle: number): number {
    const { cycles } = this;
    const clamped = Math.min(cycle, cycles[cycles.length - 1]);
    let best = 0;
    for (let i = 1; i < cycles.length; i++) if (Math.abs(cycles[i] - clamped) < Math.abs(cycles[best] - clamped)) best = i;
    return best;
  }

  /** The frame of a snapshot, except for the columns of the measurement window. */
  private frameAt(index: number): Frame {
    const { data, last } = this;
    const { cycle: now, scalars } = data.snapshots[index];
    const frame = this.snapshotFrame(index);
    frame.scalars.set(scalars);
    const binCycles = last.scalars[scalar.binCycles];
    const bins = Math.min(last.scalars[scalar.bins], Math.floor(now / binCycles));
    frame.scalars[scalar.binCycles] = binCycles;
    frame.scalars[scalar.bins] = bins;
    for (const name of ["worstLoad", "meanLoad", "acceptedOverTime", "latencyOverTime", "inNetworkOverTime"] as const) {
      frame[name].set(last[name].subarray(0, bins));
    }
    for (const name of ["messageCreated", "messageInjected", "messageDelivered", "rankDone"] as const) {
      for (let i = 0; i < frame[name].length; i++) frame[name][i] = last[name][i] < now ? last[name][i] : -1;
    }
    return frame;
  }

  private writeWindow(frame: Frame, index: number): void {
    const { start, end } = this.data.window;
    const now = this.cycles[index];
    if (now <= start) return;
    const laterFrame = now > end ? this.snapshotFrame(this.cycles.indexOf(end)) : frame;
    subtractSums(sumsSoFar(laterFrame), sumsSoFar(this.snapshotFrame(this.cycles.indexOf(start))), windowSums(frame));
  }

  /** A frame with the stored columns of a snapshot; all other columns are 0. */
  private snapshotFrame(index: number): Frame {
    const { layout, snapshots } = this.data;
    const frame = openFrame(layout, new ArrayBuffer(layout.byteLength));
    let offset = 0;
    for (const name of snapshotColumns) {
      const column = frame[name];
      if (!this.overflowingColumns.has(name)) column.set(snapshots[index].values.subarray(offset, offset + column.length));
      else addIncrements(column, snapshots.slice(0, index + 1), offset);
      offset += column.length;
    }
    return frame;
  }
}

/** Sums the differences between consecutive snapshots of a column whose values begin at index `offset`. */
function addIncrements(column: Frame[ColumnName], snapshots: readonly Snapshot[], offset: number): void {
  for (let i = 1; i < snapshots.length; i++) {
    const [before, after] = [snapshots[i - 1].values, snapshots[i].values];
    for (let entry = 0; entry < column.length; entry++) column[entry] += (after[offset + entry] - before[offset + entry]) >>> 0;
  }
}

/** Scalars that are sums over packets consumed or created in the window; in an interval they are differences. */
const windowScalars = [
  "tagged",
  "taggedDelivered",
  "latency",
  "networkLatency",
  "hops",
  "latencyFirstHalf",
  "countFirstHalf",
  "latencySecondHalf",
  "countSecondHalf",
] as const satisfies readonly (keyof typeof scalar)[];

/**
 * A frame as if the measurement window reached from the earlier frame's cycle to the later frame's cycle, both of one run. All channel
 * columns are exact, and so are the terminal columns of packets sent and consumed and of sending and blocked cycles, and the number of
 * consumed packets. Columns of "packets created in the window" (created, arrivedFrom, latencyFrom, flows, latencies and their scalars)
 * still refer to the run's own window: they count packets created in that window and consumed in the interval; `created` counts packets
 * created in that window that the engine first saw in the interval. The largest latency has an error of 3 % unless it is also the largest
 * of the run so far. Counters since cycle 0 and the time columns are those of the later frame.
 */
export function frameBetween(earlier: Frame, later: Frame, layout: FrameLayout): Frame {
  const frame = openFrame(layout, new ArrayBuffer(layout.byteLength));
  for (const name of Object.keys(layout.columns) as ColumnName[]) frame[name].set(later[name]);
  subtractSums(sumsSoFar(later), sumsSoFar(earlier), windowSums(frame));
  for (const name of ["created", "arrivedFrom", "latencyFrom", "flowPackets", "flowLatency", "latencies"] as const) {
    for (let i = 0; i < frame[name].length; i++) frame[name][i] = increaseOf(frame[name][i], earlier[name][i]);
  }
  const { scalars } = frame;
  for (const name of windowScalars) scalars[scalar[name]] = increaseOf(scalars[scalar[name]], earlier.scalars[scalar[name]]);
  scalars[scalar.accepted] = later.scalars[scalar.delivered] - earlier.scalars[scalar.delivered];
  scalars[scalar.windowStart] = earlier.scalars[scalar.now];
  scalars[scalar.windowCycles] = later.scalars[scalar.now] - earlier.scalars[scalar.now];
  if (later.scalars[scalar.latencyMax] === earlier.scalars[scalar.latencyMax]) {
    scalars[scalar.latencyMax] = latencyOfBin(lastFilledBin(frame.latencies));
  }
  return frame;
}

/** The last bin that is not empty; 0 if all are empty. */
function lastFilledBin(bins: Float64Array): number {
  let bin = bins.length - 1;
  while (bin > 0 && bins[bin] === 0) bin--;
  return bin;
}
