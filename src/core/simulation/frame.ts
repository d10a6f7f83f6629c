/**
 * The frame: everything that a simulation reports, in one buffer. The same layout serves the simulation's counters, the messages from the
 * worker to the page, and the results. Frames are cumulative states, never differences, so frames may be skipped.
 */

export type ColumnType = "f64" | "f32" | "i32";

export interface Column {
  readonly type: ColumnType;
  readonly length: number;
  readonly offset: number;
  readonly unit: string;
}

export interface FrameLayout {
  readonly columns: Readonly<Record<ColumnName, Column>>;
  readonly byteLength: number;
}

/** Entries of the column `scalars`, by index. */
export const scalar = {
  /** Simulated cycles. */
  now: 0,
  /** 0 running, 1 finished, 2 deadlocked. */
  status: 1,
  /** Packets that have entered the network, and packets that have been consumed, since cycle 0. */
  injected: 2,
  delivered: 3,
  /** Packets created in the window, and how many of these have been consumed so far. */
  tagged: 4,
  taggedDelivered: 5,
  /**
   * Sums over consumed packets that were created in the window: latency since creation and since injection, cycles; and channels crossed.
   */
  latency: 6,
  networkLatency: 7,
  hops: 8,
  /** Largest latency since creation of consumed packets that were created in the window, cycles. */
  latencyMax: 9,
  /** Packets consumed within the window. */
  accepted: 10,
  /** Cycles of the window that have passed, and its first cycle. */
  windowCycles: 11,
  windowStart: 12,
  /** Sum of latencies, and number, of packets consumed in the first and in the second half of the window. */
  latencyFirstHalf: 13,
  countFirstHalf: 14,
  latencySecondHalf: 15,
  countSecondHalf: 16,
  /** Hash of the trajectory: the sum over all grants of a hash of (cycle, virtual channel, source). */
  fingerprint: 17,
  /** Cycles per entry of the time columns, and number of complete entries. */
  binCycles: 18,
  bins: 19,
  /** Cycle in which the last packet so far was consumed; −1 before the first. */
  lastArrival: 20,
  /** Grants so far; each gives one channel to one packet. */
  grants: 21,
  /** Verdict of a run with a requested precision: index into {@link verdicts}. */
  verdict: 22,
  /**
   * Half the width of the 95 % confidence interval of the mean latency, cycles, and of the accepted load, phits/cycle per terminal; 0 if
   * unknown.
   */
  latencyError: 23,
  acceptedError: 24,
  /** Cycle from which nothing moves any more, once the status is `deadlocked`; −1 before, and where something still moves. */
  stalledSince: 25,
  /** Number of scalars. */
  count: 26,
} as const;

/** The unit of each scalar. */
export const scalarUnits: Readonly<Record<Exclude<keyof typeof scalar, "count">, string>> = {
  now: "cycles",
  status: "",
  injected: "packets",
  delivered: "packets",
  tagged: "packets",
  taggedDelivered: "packets",
  latency: "cycles",
  networkLatency: "cycles",
  hops: "channels",
  latencyMax: "cycles",
  accepted: "packets",
  windowCycles: "cycles",
  windowStart: "cycle",
  latencyFirstHalf: "cycles",
  countFirstHalf: "packets",
  latencySecondHalf: "cycles",
  countSecondHalf: "packets",
  fingerprint: "",
  binCycles: "cycles",
  bins: "",
  lastArrival: "cycle",
  grants: "",
  verdict: "",
  latencyError: "cycles",
  acceptedError: "phits/cycle per terminal",
  stalledSince: "cycle",
};

/** Values of the scalar `status`. */
export const statuses = ["running", "finished", "deadlocked"] as const;
/**
 * Values of the scalar `verdict`: no precision requested or not reached yet; reached; not reached within the longest allowed window;
 * saturated, so that only the accepted load is known.
 */
export const verdicts = ["going-on", "known", "limit", "full"] as const;
export type Status = (typeof statuses)[number];

/** Number of entries of the time columns. */
export const timeBins = 64;
/** Number of bins of the latency histogram. */
export const latencyBins = 1568;
/** Doublings above 2³¹ cycles that have separate bins: up to the largest exact integers. */
const overflowOctaves = 22;

/**
 * Bin of a latency: exact up to 63 cycles, then 32 bins per doubling (3 % wide).
 * @param cycles whole, at least 0
 */
export function latencyBin(cycles: number): number {
  if (cycles < 64) return cycles;
  // The signed shift below is correct for numbers below 2³¹.
  if (cycles >= 2 ** 31) return Math.min(latencyBins - 1, latencyBin(Math.floor(cycles / 2 ** overflowOctaves)) + 32 * overflowOctaves);
  const octave = 31 - Math.clz32(cycles);
  return 64 + (octave - 6) * 32 + ((cycles >> (octave - 5)) & 31);
}

/** Smallest latency that falls into a bin, cycles. */
export function latencyOfBin(bin: number): number {
  if (bin < 64) return bin;
  const octave = 6 + ((bin - 64) >> 5);
  return (32 + ((bin - 64) & 31)) * 2 ** (octave - 5);
}

/** A time may exceed a whole cycle by this much and still count as that cycle, because sums of real times are not exact. */
export const cycleTolerance = 0.01;

export interface FrameSize {
  readonly channels: number;
  /** Virtual channels of each channel; absent if packets do not wait in queues. */
  readonly vcs?: number;
  readonly terminals: number;
  /** Messages that are recorded individually. */
  readonly messages: number;
  /** Ranks of a program, and entries of the time per rank and phase; absent if the workload has no ranks. */
  readonly ranks?: number;
  readonly phaseEntries?: number;
  /** Operations of a program that are timed individually. */
  readonly timed?: number;
}

/** Up to this number of virtual channels, the queue of each is recorded: more queues than this cannot be drawn. */
const maxRecordedQueues = 1024;
/** Up to this number of terminals, each pair of terminals has its own counters. */
const maxPairTerminals = 128;

function flowCountOf({ terminals }: FrameSize): number {
  return terminals <= maxPairTerminals ? terminals * terminals : 0;
}

const perChannel = ({ channels }: FrameSize) => channels;
const perQueue = ({ channels, vcs = 0 }: FrameSize) => (channels * vcs > maxRecordedQueues ? 0 : channels * vcs);
const perTerminal = ({ terminals }: FrameSize) => terminals;
const perMessage = ({ messages }: FrameSize) => messages;
const perRank = ({ ranks = 0 }: FrameSize) => ranks;
const perOperation = ({ timed = 0 }: FrameSize) => timed;
const perBin = () => timeBins;

/** The columns: type, length and unit, and how each number is computed. */
const columnSpecs = {
  /** See {@link scalar}. */
  scalars: ["f64", () => scalar.count, ""],
  /** Phits that have crossed the channel since cycle 0. */
  phits: ["f64", perChannel, "phits"],
  /**
   * Sum, over packets that arrived by the channel, of the cycles between the header's arrival and the grant of the next channel, since
   * cycle 0.
   */
  waiting: ["f64", perChannel, "cycles"],
  /**
   * Sum, over packets that arrived by the channel, of the cycles from injection to the header's arrival, since cycle 0 (cumulative delay,
   * Petrini et al., §5.4).
   */
  sinceInjection: ["f64", perChannel, "cycles"],
  /** The counter `phits`, within the window only. */
  windowPhits: ["f64", perChannel, "phits"],
  /** The counter `waiting`, within the window only. */
  windowWaiting: ["f64", perChannel, "cycles"],
  /** The counter `sinceInjection`, within the window only. */
  windowSinceInjection: ["f64", perChannel, "cycles"],
  /** Packets in the queues behind the channel in the last simulated cycle. */
  queued: ["i32", perChannel, "packets"],
  /**
   * Phits of the space that is taken in the queue of each virtual channel in the last simulated cycle, at channel × virtual channels +
   * virtual channel; empty in large networks.
   */
  queuedPhits: ["i32", perQueue, "phits"],
  /** Packets consumed by the terminal since cycle 0. */
  acceptedSoFar: ["f64", perTerminal, "packets"],
  /** Packets of the terminal that entered the network since cycle 0. */
  sentSoFar: ["f64", perTerminal, "packets"],
  /**
   * Cycles in which the terminal sent phits of its own packets, since cycle 0. Each packet counts from its injection for as many cycles as
   * it has phits.
   */
  sendingSoFar: ["f64", perTerminal, "cycles"],
  /** Cycles in which the terminal sent nothing although one of its packets waited for injection, since cycle 0. */
  blockedSoFar: ["f64", perTerminal, "cycles"],
  /** The counter `acceptedSoFar`, within the window only. */
  accepted: ["f64", perTerminal, "packets"],
  /** The counter `sentSoFar`, within the window only. */
  sent: ["f64", perTerminal, "packets"],
  /** The counter `sendingSoFar`, within the window only. */
  sendingCycles: ["f64", perTerminal, "cycles"],
  /** The counter `blockedSoFar`, within the window only. In the remaining cycles of the window the terminal was idle. */
  blockedCycles: ["f64", perTerminal, "cycles"],
  /** Packets that the terminal created within the window, as far as the engine has seen them: all of them once the run has finished. */
  created: ["f64", perTerminal, "packets"],
  /** Packets that the terminal created in the window and that have been consumed. */
  arrivedFrom: ["f64", perTerminal, "packets"],
  /** Sum of the latency since creation of the packets in `arrivedFrom`. */
  latencyFrom: ["f64", perTerminal, "cycles"],
  /**
   * Packets from terminal s to terminal d, created in the window, that have been consumed, at s × terminals + d; empty above 128 terminals.
   */
  flowPackets: ["f64", flowCountOf, "packets"],
  /** Sum of the latency since creation of the packets in `flowPackets`. */
  flowLatency: ["f64", flowCountOf, "cycles"],
  /** Histogram of the latency since creation of packets created in the window. */
  latencies: ["f64", () => latencyBins, "packets"],
  /** Largest channel load in each time bin. */
  worstLoad: ["f32", perBin, "phits/cycle"],
  /** Mean channel load in each time bin. */
  meanLoad: ["f32", perBin, "phits/cycle"],
  /** Phits consumed per terminal and cycle in each time bin. */
  acceptedOverTime: ["f32", perBin, "phits/cycle per terminal"],
  /** Mean latency since creation of the packets consumed in each time bin; 0 if there are none. */
  latencyOverTime: ["f32", perBin, "cycles"],
  /** Packets in the network at the end of each time bin. */
  inNetworkOverTime: ["f32", perBin, "packets"],
  /** Cycle in which the message was handed to its terminal; −1 before. */
  messageCreated: ["f64", perMessage, "cycle"],
  /** Cycle in which the message's first phit entered its first channel; −1 before. */
  messageInjected: ["f64", perMessage, "cycle"],
  /** Cycle in which the message's last packet was consumed; −1 before. */
  messageDelivered: ["f64", perMessage, "cycle"],
  /** Cycles in which the rank waited for a message, for its own sends or at a barrier, or handled a message. */
  rankWaited: ["f64", perRank, "cycles"],
  /** Cycles in which the rank computed. */
  rankBusy: ["f64", perRank, "cycles"],
  /** Cycle in which the rank's program ended; −1 before that is known. */
  rankDone: ["f64", perRank, "cycle"],
  /** In a deadlocked run, the index of the operation that blocks the rank, counted from its first; −1 for none, and in other runs. */
  rankOperation: ["i32", perRank, ""],
  /** Current phase of the rank's program; −1 before the first. */
  rankPhase: ["i32", perRank, ""],
  /** Cycles that rank r spent in phase p, at r × phases + p. */
  phaseCycles: ["f64", ({ phaseEntries = 0 }: FrameSize) => phaseEntries, "cycles"],
  /** Cycle in which the rank reached the operation; −1 before. */
  operationFrom: ["f64", perOperation, "cycle"],
  /** Cycle in which the rank completed the operation; −1 before. */
  operationTo: ["f64", perOperation, "cycle"],
} as const satisfies Record<string, readonly [type: ColumnType, length: (size: FrameSize) => number, unit: string]>;

export type ColumnName = keyof typeof columnSpecs;

const arrayTypes = { f64: Float64Array, f32: Float32Array, i32: Int32Array };

/** Column offsets for a network and workload of that size. */
export function frameLayout(size: FrameSize): FrameLayout {
  const columns = {} as Record<ColumnName, Column>;
  let offset = 0;
  for (const [name, [type, length, unit]] of Object.entries(columnSpecs)) {
    const entries = length(size);
    columns[name as ColumnName] = { type, length: entries, offset, unit };
    offset += Math.ceil((entries * arrayTypes[type].BYTES_PER_ELEMENT) / 8) * 8;
  }
  return { columns, byteLength: offset };
}

type ArrayOfColumn<C extends ColumnName> = (typeof columnSpecs)[C][0] extends "f64"
  ? Float64Array
  : (typeof columnSpecs)[C][0] extends "f32"
    ? Float32Array
    : Int32Array;

/** Typed views over a frame's buffer, one per column. */
export type Frame = { readonly [C in ColumnName]: ArrayOfColumn<C> };

/** Opens a buffer as a frame; nothing is copied. */
export function openFrame(layout: FrameLayout, buffer: ArrayBuffer): Frame {
  // Built in one step: an object that grows property by property becomes a dictionary in V8, which is slow in hot loops.
  return Object.fromEntries(
    Object.entries(layout.columns).map(([name, { type, length, offset }]) => [name, new arrayTypes[type](buffer, offset, length)]),
  ) as unknown as Frame;
}
