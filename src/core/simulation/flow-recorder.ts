/**
 * The counters of engines in real time (fluid models). Counters change only when a rate changes, so results do not depend on when they are
 * read: a reader adds the progress since the last change to a copy.
 */
import { type Demand, finitePacketsOf } from "../plan/demand.ts";
import type { Plan, MeasurementWindow } from "../plan/plan.ts";
import { type WindowHalves, writeHalves } from "./precision.ts";
import {
  type Frame,
  type FrameLayout,
  frameLayout,
  latencyBin,
  latencyBins,
  latencyOfBin,
  openFrame,
  scalar,
  type Status,
  statuses,
} from "./frame.ts";
import {
  type PacketTrains,
  trainPreviousConsumed,
  trainCreated,
  trainDelay,
  trainFrom,
  trainHops,
  trainLastConsumed,
  trainMessage,
  trainRealShift,
  trainStep,
  trainTo,
  trainMessagePackets,
  trainIntShift,
} from "./packet-trains.ts";
import { recordedSizes } from "./program-record.ts";
import type { MessageSource } from "./source.ts";
import { clearSums, zeroSums, sumsSoFar, subtractSums, type CounterSums, windowSums } from "./sums.ts";
import { TimeColumns } from "./time-columns.ts";

/** Up to this number of packets in a train, each latency is put into the histogram individually. */
const maxSinglyCounted = 24;
/** Tolerance for rounding in sums of times, cycles. */
const timeTolerance = 1e-6;

// Record of a channel. Its counters are adjacent because they are updated together, and networks are larger than CPU caches.
export const flowChannelShift = 2;
export const channelPhits = 0;
export const channelSinceInjection = 1;
export const channelWaiting = 2;
/** Packets queued behind the channel; written only while a frame is sampled. */
export const channelQueued = 3;

/** Sums since cycle 0: the counters of a frame, and the latency of all consumed packets. */
export interface FlowSums {
  /**
   * Its channel columns are filled only when a frame is sampled. If {@link FlowSums.isTotalsOnly}, only the scalars and the phits of
   * channels are valid.
   */
  readonly frame: Frame;
  /** [C << {@link flowChannelShift}] Record of each channel. */
  readonly channels: Float64Array;
  /** [1] Total latency of all consumed packets, cycles. */
  readonly latency: Float64Array;
  /** True if the columns by terminal, message, flow and latency are not needed. */
  readonly isTotalsOnly: boolean;
}

export class FlowRecorder {
  readonly layout: FrameLayout;
  /** The counters up to the last change. */
  readonly sums: FlowSums;
  private readonly scratch: FlowSums;
  private readonly sumsAtStart: CounterSums;
  private readonly sumsAtEnd: CounterSums;
  private readonly timeColumns: TimeColumns;
  private windowStart: number;
  private windowEnd: number;
  private windowMiddle: number;
  /** Packets consumed in the halves of the window, if its end was not known beforehand. */
  private halves: WindowHalves | null = null;
  private readonly terminals: number;
  private readonly hasFlowColumns: boolean;
  private readonly isWholeRunMeasured: boolean;
  private readonly isOpenLoop: boolean;
  private readonly expectedPackets: number;
  private readonly isMessageList: boolean;
  private isWindowOver = false;
  /** Packets consumed, and their latency, at the end of the last time bin. */
  private readonly atLastBin = new Float64Array(2);
  private readonly phitsOf = (channel: number) => this.scratch.channels[(channel << flowChannelShift) + channelPhits];

  /**
   * Allocates the counters of a run with flows: those of a frame (all counters at one cycle) up to the last change of any rate, a scratch
   * copy for reading in between, the sums at both ends of the measurement window, and the columns over time.
   * @param addInFlight Adds the progress up to cycle `now` that is not in the counters yet.
   * @param multiplicity [T] Number of terminals that each terminal represents, itself included: all of them behave alike.
   */
  constructor(
    plan: Plan,
    private readonly addInFlight: (into: FlowSums, now: number) => void,
    private readonly multiplicity: Float64Array = new Float64Array(plan.network.terminals).fill(1),
  ) {
    const { network, demand, window } = plan;
    const { terminals } = network;
    const channels = network.head.length;
    this.terminals = terminals;
    this.windowStart = window.start;
    this.windowEnd = window.end;
    this.windowMiddle = (window.start + window.end) / 2;
    this.isWholeRunMeasured = window.start === 0 && window.end === Infinity;
    this.isMessageList = demand.form === "messages";
    this.layout = frameLayout({ channels, terminals, ...recordedSizes(demand) });
    // Counters, and sums at the ends of the window.
    const newSums = (isTotalsOnly: boolean): FlowSums => {
      const frame = openFrame(this.layout, new ArrayBuffer(this.layout.byteLength));
      return { frame, channels: new Float64Array(channels << flowChannelShift), latency: new Float64Array(1), isTotalsOnly };
    };
    this.sums = newSums(false);
    this.scratch = newSums(true);
    this.sumsAtStart = zeroSums(channels, terminals);
    this.sumsAtEnd = zeroSums(channels, terminals);
    this.timeColumns = new TimeColumns(
      channels,
      terminals,
      plan.packetPhits,
      plan.precision === undefined ? window.limit : Infinity,
      largestMessageOf(demand) * plan.packetPhits,
    );
    const { frame } = this.sums;
    this.hasFlowColumns = frame.flowPackets.length > 0;
    this.isOpenLoop = demand.form === "open-loop";
    this.expectedPackets = this.isOpenLoop ? Infinity : finitePacketsOf(demand);
    frame.messageInjected.fill(-1);
    frame.messageDelivered.fill(-1);
    frame.scalars[scalar.lastArrival] = -1;
    frame.scalars[scalar.windowStart] = window.start;
  }

  /** Cycles of one bin of the time columns; bins grow with the run. */
  get binCycles(): number {
    return this.timeColumns.binCycles;
  }

  /** Whether all packets that count are consumed: of a finite workload all packets, otherwise the packets created in the window. */
  get isComplete(): boolean {
    const { scalars } = this.sums.frame;
    if (!this.isOpenLoop) return scalars[scalar.delivered] === this.expectedPackets;
    return this.isWindowOver && scalars[scalar.tagged] === scalars[scalar.taggedDelivered];
  }

  /** The first packet of `message` (−1 for none) enters its first channel at `time`. */
  inject(message: number, time: number): void {
    const { messageInjected } = this.sums.frame;
    if (message >= 0 && message < messageInjected.length) messageInjected[message] = time;
  }

  /** Counts the packets of a message of `terminal`, created in cycle `created`, when the engine first sees the message. */
  countCreated(terminal: number, created: number, packets: number): void {
    const { frame } = this.sums;
    if (created < this.windowStart || created >= this.windowEnd || this.isWindowOver) return;
    frame.scalars[scalar.tagged] += packets * this.multiplicity[terminal];
    frame.created[terminal] += packets;
  }

  /**
   * Adds the packets of a train that have been consumed by time `until` to the counters `into`. A train is a number of packets of one
   * message of which one is consumed every `step` cycles. Adds to the totals; to the measurement window; and, for packets created in the
   * window, to their latencies by terminal, by flow (pair of terminals) and in a histogram. With symmetric ranks, a terminal represents
   * several equivalent terminals; their number is its multiplicity.
   */
  consume(into: FlowSums, trains: PacketTrains, train: number, until: number): void {
    const { frame, latency } = into;
    const { scalars } = frame;
    // Number of packets, and when the first and the last of them are consumed.
    const count = trains.consumedBy(train, until);
    if (count === 0) return;
    const { ints, reals } = trains;
    const intRecord = train << trainIntShift;
    const realRecord = train << trainRealShift;
    const destination = ints[intRecord + trainTo];
    const created = reals[realRecord + trainCreated];
    const step = reals[realRecord + trainStep];
    const packetsLeft = trains.packetsOf(train) - count;
    const last = reals[realRecord + trainLastConsumed] - (packetsLeft > 0 ? packetsLeft * step : 0);
    const first = count > 1 ? last - (count - 1) * step : last;
    const totalLatency = totalLatencyOf(count, first - created, step);
    const multiplicity = this.multiplicity[ints[intRecord + trainFrom]];
    // Totals since cycle 0.
    scalars[scalar.delivered] += count * multiplicity;
    scalars[scalar.lastArrival] = Math.max(scalars[scalar.lastArrival], last - 1);
    latency[0] += totalLatency * multiplicity;
    if (into.isTotalsOnly) return;
    frame.acceptedSoFar[destination] += (count * multiplicity) / this.multiplicity[destination];
    if (this.isWholeRunMeasured) {
      // The window is the whole run, without an end, so there is no second half.
      scalars[scalar.accepted] += count * multiplicity;
      scalars[scalar.countFirstHalf] += count * multiplicity;
      scalars[scalar.latencyFirstHalf] += totalLatency * multiplicity;
    } else this.consumeInWindow(frame, trains, train, count, first - created);
    // Packets of messages created in the window. Inlined by hand: V8 allocates a floating-point argument of a call that it does not inline.
    if (created >= this.windowStart && created < this.windowEnd) {
      scalars[scalar.taggedDelivered] += count * multiplicity;
      scalars[scalar.latency] += totalLatency * multiplicity;
      // A packet is injected when the previous one has left.
      scalars[scalar.networkLatency] +=
        (last - reals[realRecord + trainPreviousConsumed] + count * reals[realRecord + trainDelay]) * multiplicity;
      scalars[scalar.hops] += count * reals[realRecord + trainHops] * multiplicity;
      if (last - created > scalars[scalar.latencyMax]) scalars[scalar.latencyMax] = last - created;
      const source = ints[intRecord + trainFrom];
      frame.arrivedFrom[source] += count;
      frame.latencyFrom[source] += totalLatency;
      if (this.hasFlowColumns) {
        frame.flowPackets[source * this.terminals + destination] += count;
        frame.flowLatency[source * this.terminals + destination] += totalLatency;
      }
      const shortestLatency = first - created + timeTolerance;
      if (count > maxSinglyCounted) countByLatency(frame.latencies, shortestLatency, step, count, multiplicity);
      else
        for (let k = 0; k < count; k++) frame.latencies[latencyBin(Math.floor(shortestLatency + (k > 0 ? k * step : 0)))] += multiplicity;
    }
    const message = ints[intRecord + trainMessage];
    if (packetsLeft === 0 && this.isMessageList && reals[realRecord + trainMessagePackets] > 0) frame.messageDelivered[message] = last - 1;
  }

  /**
   * To be called when all time before cycle `time` is over. At the start and at the end of the measurement window it stores the sums so
   * far, whose differences are the sums of the window; at the end of a time bin it closes the bin.
   */
  advanceTo(time: number, source: MessageSource): void {
    if (time === this.windowEnd) {
      this.isWindowOver = true;
      this.countWaitingAtSources(source, time);
    }
    const isWindowEdge = time === this.windowStart || time === this.windowEnd;
    const isBinEnd = time % this.timeColumns.binCycles === 0;
    if (!isWindowEdge && !isBinEnd) return;
    const { scratch, atLastBin } = this;
    this.snapshot(isWindowEdge ? { ...scratch, isTotalsOnly: false } : scratch, time);
    if (isWindowEdge) writeChannels(scratch.frame, scratch.channels);
    if (time === this.windowStart) copySums(sumsSoFar(scratch.frame), this.sumsAtStart);
    if (time === this.windowEnd) copySums(sumsSoFar(scratch.frame), this.sumsAtEnd);
    if (!isBinEnd) return;
    const { scalars } = scratch.frame;
    const packets = scalars[scalar.delivered];
    // atLastBin has the packets and their total latency at the end of the bin before.
    this.timeColumns.closeBin(this.phitsOf, packets - atLastBin[0], scratch.latency[0] - atLastBin[1], scalars[scalar.injected] - packets);
    atLastBin[0] = packets;
    atLastBin[1] = scratch.latency[0];
  }

  /** Writes the state after `now` cycles into a frame. */
  sample(into: Frame, now: number, status: Status, fingerprint: number): void {
    this.snapshot({ ...this.scratch, frame: into, isTotalsOnly: false }, now);
    writeChannels(into, this.scratch.channels);
    if (now <= this.windowStart) clearSums(windowSums(into));
    else subtractSums(now > this.windowEnd ? this.sumsAtEnd : sumsSoFar(into), this.sumsAtStart, windowSums(into));
    const { scalars } = into;
    scalars[scalar.now] = now;
    scalars[scalar.status] = statuses.indexOf(status);
    scalars[scalar.windowCycles] = Math.max(0, Math.min(now, this.windowEnd) - this.windowStart);
    scalars[scalar.fingerprint] = fingerprint >>> 0;
    if (this.halves !== null) writeHalves(into, this.halves);
    this.timeColumns.sample(into);
  }

  /** Writes the packets consumed by cycle `now`, and their latency in cycles, into two entries. */
  readConsumed(into: Float64Array, now: number): void {
    const { scratch } = this;
    this.snapshot(scratch, now);
    into[0] = scratch.frame.scalars[scalar.delivered];
    into[1] = scratch.latency[0];
  }

  /** Packets created since cycle 0, except for a few at each terminal that the engine has already seen. */
  createdBefore(source: MessageSource, time: number): number {
    let created = this.sums.frame.scalars[scalar.injected];
    for (let terminal = 0; terminal < this.terminals; terminal++)
      created += source.countCreated(terminal, 0, time) * this.multiplicity[terminal];
    return created;
  }

  /** Moves the ends of the window, possibly to the current cycle. `halves` is given if packets could not be counted by half. */
  changeWindow({ start, end }: MeasurementWindow, halves: WindowHalves | null): void {
    this.windowStart = start;
    this.windowEnd = end;
    this.windowMiddle = (start + end) / 2;
    this.halves = halves;
    this.sums.frame.scalars[scalar.windowStart] = start;
  }

  /** Copies the sums and brings the copy up to cycle `now`. */
  private snapshot(into: FlowSums, now: number): void {
    const { scalars } = this.sums.frame;
    if (into.isTotalsOnly) into.frame.scalars.set(scalars);
    else new Uint8Array(into.frame.scalars.buffer).set(new Uint8Array(scalars.buffer));
    into.channels.set(this.sums.channels);
    into.latency.set(this.sums.latency);
    this.addInFlight(into, now);
  }

  /** Counts packets consumed in the window and in each of its halves. `latency` is that of the first packet, cycles. */
  private consumeInWindow(frame: Frame, trains: PacketTrains, train: number, count: number, latency: number): void {
    const { scalars } = frame;
    const step = trains.getTime(train, trainStep);
    const before = Math.min(count, trains.consumedBy(train, this.windowStart));
    const consumedByMiddle = Math.min(count, trains.consumedBy(train, this.windowMiddle));
    const consumedByEnd = Math.min(count, trains.consumedBy(train, this.windowEnd));
    const latencyByMiddle = totalLatencyOf(consumedByMiddle, latency, step);
    const multiplicity = this.multiplicity[trains.getInt(train, trainFrom)];
    scalars[scalar.accepted] += (consumedByEnd - before) * multiplicity;
    scalars[scalar.countFirstHalf] += (consumedByMiddle - before) * multiplicity;
    scalars[scalar.latencyFirstHalf] += (latencyByMiddle - totalLatencyOf(before, latency, step)) * multiplicity;
    scalars[scalar.countSecondHalf] += (consumedByEnd - consumedByMiddle) * multiplicity;
    scalars[scalar.latencySecondHalf] += (totalLatencyOf(consumedByEnd, latency, step) - latencyByMiddle) * multiplicity;
  }

  /** Counts packets created in the window that still wait in source queues, where the engine has not seen them. */
  countWaitingAtSources(source: MessageSource, until: number): void {
    const { frame } = this.sums;
    for (let terminal = 0; terminal < this.terminals; terminal++) {
      const waitingPackets = source.countCreated(terminal, this.windowStart, until);
      frame.created[terminal] += waitingPackets;
      frame.scalars[scalar.tagged] += waitingPackets * this.multiplicity[terminal];
    }
  }
}

/** Copies the channel records into the columns of a frame. */
function writeChannels({ phits, sinceInjection, waiting, queued }: Frame, channels: Float64Array): void {
  for (let channel = 0, record = 0; channel < phits.length; channel++, record += 1 << flowChannelShift) {
    phits[channel] = channels[record + channelPhits];
    sinceInjection[channel] = channels[record + channelSinceInjection];
    waiting[channel] = channels[record + channelWaiting];
    queued[channel] = channels[record + channelQueued];
  }
}

/** Total latency of packets: the first has latency `first`, each further packet `step` more. */
function totalLatencyOf(packets: number, first: number, step: number): number {
  return packets * first + (packets > 1 ? (step * packets * (packets - 1)) / 2 : 0);
}

/** [{@link latencyBins} + 1] Lower bounds of the bins, cycles; the last bin is unbounded. */
const binStarts = Float64Array.from({ length: latencyBins + 1 }, (_, bin) => (bin < latencyBins ? latencyOfBin(bin) : Infinity));

/** Adds `count` packets with latencies `first`, `first` + `step` … to a histogram, each with weight `weight`. */
function countByLatency(latencies: Float64Array, first: number, step: number, count: number, weight: number): void {
  let [bin, counted] = [latencyBin(Math.floor(first)), 0];
  // While the step is larger than a bin, some bins are skipped.
  while (counted < count && step > binStarts[bin + 1] - binStarts[bin]) {
    while (binStarts[bin + 1] <= Math.floor(first + counted * step)) bin++;
    const next = Math.max(counted + 1, Math.min(count, Math.ceil((binStarts[bin + 1] - first) / step)));
    latencies[bin] += (next - counted) * weight;
    counted = next;
  }
  // From here on every bin gets a packet, so the last packet of a bin follows from the bin's upper bound.
  for (; counted < count; bin++) {
    const next = Math.min(count, Math.max(counted, Math.ceil((binStarts[bin + 1] - first) / step)));
    latencies[bin] += (next - counted) * weight;
    counted = next;
  }
}

/** Packets of the largest message of a finite workload; 0 for open-loop traffic. */
function largestMessageOf(demand: Demand): number {
  if (demand.form === "open-loop") return 0;
  const packets = demand.form === "messages" ? demand.packets : demand.sizes.packets;
  return packets.reduce((a, b) => Math.max(a, b), 0);
}

function copySums(from: CounterSums, to: CounterSums): void {
  for (const name of Object.keys(to) as (keyof CounterSums)[]) to[name].set(from[name]);
}
