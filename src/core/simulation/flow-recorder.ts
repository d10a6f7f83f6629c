/**
 * The counters of engines in real time (fluid models). Counters change only when a rate changes, so results do not depend on when they are
 * read: a reader adds the progress since the last change to a copy.
 */
import { type Demand, packetsOf } from "../plan/demand.ts";
import type { Plan, Window } from "../plan/plan.ts";
import { type Halves, writeHalves } from "./precision.ts";
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
  trainAfter,
  trainCreated,
  trainDelay,
  trainFrom,
  trainHops,
  trainLast,
  trainMessage,
  trainRealShift,
  trainStep,
  trainTo,
  trainWhole,
  trainWholeShift,
} from "./packet-trains.ts";
import { recordedOf } from "./program-record.ts";
import type { Source } from "./source.ts";
import { clear, noSums, soFar, subtract, type Sums, withinWindow } from "./sums.ts";
import { TimeColumns } from "./time-columns.ts";

/** Up to this number of packets in a train, each latency is put into the histogram individually. */
const fewPackets = 24;
/** Tolerance for rounding in sums of times, cycles. */
const rounding = 1e-6;

// Record of a channel. Its counters are adjacent because they are updated together, and networks are larger than CPU caches.
export const channelShift = 2;
export const channelPhits = 0;
export const channelSinceInjection = 1;
export const channelWaiting = 2;
/** Packets queued behind the channel; written only while a frame is sampled. */
export const channelQueued = 3;

/** Sums since cycle 0: those of a frame, and the latency of all consumed packets. */
export interface FlowSums {
  /**
   * Its channel columns are filled only when a frame is sampled. If {@link FlowSums.isTotalsOnly}, only the scalars are valid, and of the
   * channels the phits.
   */
  readonly frame: Frame;
  /** [C << {@link flowChannelShift}] */
  readonly channels: Float64Array;
  /** [1] Total latency of all consumed packets, cycles. */
  readonly latency: Float64Array;
  /** True if the columns by terminal, message, flow and latency are not needed. */
  readonly isBrief: boolean;
}

export class FlowRecorder {
  readonly layout: FrameLayout;
  /** The counters up to the last change. */
  readonly sums: FlowSums;
  private readonly draft: FlowSums;
  private readonly atStart: Sums;
  private readonly atEnd: Sums;
  private readonly overTime: TimeColumns;
  private start: number;
  private end: number;
  private middle: number;
  /** Packets consumed in the halves of the window, if its end was not known beforehand. */
  private halves: Halves | null = null;
  private readonly terminals: number;
  private readonly isPaired: boolean;
  private readonly isMeasuredWhole: boolean;
  private readonly endless: boolean;
  private readonly expected: number;
  private readonly isListed: boolean;
  private isWindowOver = false;
  /** Packets consumed, and their latency, at the end of the last time bin. */
  private readonly before = new Float64Array(2);
  private readonly phitsOn = (channel: number) => this.draft.channels[(channel << channelShift) + channelPhits];

  /**
   * @param addInFlight Adds the progress up to cycle `now` that is not in the counters yet.
   * @param multiplicity [T] Number of terminals that each terminal represents, itself included: all of them behave alike.
   */
  constructor(
    plan: Plan,
    private readonly underWay: (into: FlowSums, now: number) => void,
    private readonly alike: Float64Array = new Float64Array(plan.network.terminals).fill(1),
  ) {
    const { network, demand, window } = plan;
    const { terminals } = network;
    const channels = network.head.length;
    this.terminals = terminals;
    this.start = window.start;
    this.end = window.end;
    this.middle = (window.start + window.end) / 2;
    this.isMeasuredWhole = window.start === 0 && window.end === Infinity;
    this.isListed = demand.form === "messages";
    this.layout = frameLayout({ channels, terminals, ...recordedOf(demand) });
    const empty = (isBrief: boolean): FlowSums => {
      const frame = openFrame(this.layout, new ArrayBuffer(this.layout.byteLength));
      return { frame, channels: new Float64Array(channels << channelShift), latency: new Float64Array(1), isBrief };
    };
    this.sums = empty(false);
    this.draft = empty(true);
    this.atStart = noSums(channels, terminals);
    this.atEnd = noSums(channels, terminals);
    this.overTime = new TimeColumns(
      channels,
      terminals,
      plan.packetPhits,
      plan.precise === undefined ? window.limit : Infinity,
      largestOf(demand) * plan.packetPhits,
    );
    const { frame } = this.sums;
    this.isPaired = frame.flowPackets.length > 0;
    this.endless = demand.form === "open-loop";
    this.expected = this.endless ? Infinity : packetsOf(demand);
    frame.messageInjected.fill(-1);
    frame.messageDelivered.fill(-1);
    frame.scalars[scalar.lastArrival] = -1;
    frame.scalars[scalar.windowStart] = window.start;
  }

  /** Cycles of one bin of the time columns; bins grow with the run. */
  get binCycles(): number {
    return this.overTime.cycles;
  }

  /** Whether all packets that count are consumed: of a finite workload all packets, otherwise those created in the window. */
  get isComplete(): boolean {
    const { scalars } = this.sums.frame;
    if (!this.endless) return scalars[scalar.delivered] === this.expected;
    return this.isWindowOver && scalars[scalar.tagged] === scalars[scalar.taggedDelivered];
  }

  /** The first packet of `message` (−1 for none) enters its first channel at `time`. */
  inject(m: number, t: number): void {
    const { messageInjected } = this.sums.frame;
    if (m >= 0 && m < messageInjected.length) messageInjected[m] = t;
  }

  /** Counts the packets of a message of `terminal`, created in cycle `created`, when the engine first sees the message. */
  begin(s: number, created: number, packets: number): void {
    const { frame } = this.sums;
    if (created < this.start || created >= this.end || this.isWindowOver) return;
    frame.scalars[scalar.tagged] += packets * this.alike[s];
    frame.created[s] += packets;
  }

  /** Adds the packets of a train that are consumed by time `until`. */
  consume(into: FlowSums, trains: PacketTrains, train: number, by: number): void {
    const { frame, latency } = into;
    const { scalars } = frame;
    const count = trains.consumedBy(train, by);
    if (count === 0) return;
    const { whole, real } = trains;
    const own = train << trainWholeShift;
    const times = train << trainRealShift;
    const to = whole[own + trainTo];
    const created = real[times + trainCreated];
    const step = real[times + trainStep];
    const missing = trains.packets(train) - count;
    const last = real[times + trainLast] - (missing > 0 ? missing * step : 0);
    const first = count > 1 ? last - (count - 1) * step : last;
    const all = latencyOf(count, first - created, step);
    const alike = this.alike[whole[own + trainFrom]];
    // Totals since cycle 0.
    scalars[scalar.delivered] += count * alike;
    scalars[scalar.lastArrival] = Math.max(scalars[scalar.lastArrival], last - 1);
    latency[0] += all * alike;
    if (into.isBrief) return;
    frame.acceptedSoFar[to] += (count * alike) / this.alike[to];
    if (this.isMeasuredWhole) {
      // The window is the whole run, without an end, so there is no second half.
      scalars[scalar.accepted] += count * alike;
      scalars[scalar.countFirstHalf] += count * alike;
      scalars[scalar.latencyFirstHalf] += all * alike;
    } else this.consumeInWindow(frame, trains, train, count, first - created);
    // Packets of messages created in the window. Inlined by hand: V8 allocates a floating-point argument of a call that it does not inline.
    if (created >= this.start && created < this.end) {
      scalars[scalar.taggedDelivered] += count * alike;
      scalars[scalar.latency] += all * alike;
      // A packet is injected when the previous one has left.
      scalars[scalar.networkLatency] += (last - real[times + trainAfter] + count * real[times + trainDelay]) * alike;
      scalars[scalar.hops] += count * real[times + trainHops] * alike;
      if (last - created > scalars[scalar.latencyMax]) scalars[scalar.latencyMax] = last - created;
      const from = whole[own + trainFrom];
      frame.arrivedFrom[from] += count;
      frame.latencyFrom[from] += all;
      if (this.isPaired) {
        frame.flowPackets[from * this.terminals + to] += count;
        frame.flowLatency[from * this.terminals + to] += all;
      }
      const shortest = first - created + rounding;
      if (count > fewPackets) countByLatency(frame.latencies, shortest, step, count, alike);
      else for (let k = 0; k < count; k++) frame.latencies[latencyBin(Math.floor(shortest + (k > 0 ? k * step : 0)))] += alike;
    }
    const m = whole[own + trainMessage];
    if (missing === 0 && this.isListed && real[times + trainWhole] > 0) frame.messageDelivered[m] = last - 1;
  }

  /** All time before cycle `time` is over: stores the sums at the ends of the window, and closes time bins. */
  reach(t: number, source: Source): void {
    if (t === this.end) {
      this.isWindowOver = true;
      this.countUnseen(source, t);
    }
    const isEdge = t === this.start || t === this.end;
    const isBin = t % this.overTime.cycles === 0;
    if (!isEdge && !isBin) return;
    const { draft, before } = this;
    this.look(isEdge ? { ...draft, isBrief: false } : draft, t);
    if (isEdge) writeChannels(draft.frame, draft.channels);
    if (t === this.start) copy(soFar(draft.frame), this.atStart);
    if (t === this.end) copy(soFar(draft.frame), this.atEnd);
    if (!isBin) return;
    const { scalars } = draft.frame;
    const packets = scalars[scalar.delivered];
    this.overTime.close(this.phitsOn, packets - before[0], draft.latency[0] - before[1], scalars[scalar.injected] - packets);
    before[0] = packets;
    before[1] = draft.latency[0];
  }

  /** Writes the state after `now` cycles into a frame. */
  sample(into: Frame, now: number, status: Status, fingerprint: number): void {
    this.look({ ...this.draft, frame: into, isBrief: false }, now);
    writeChannels(into, this.draft.channels);
    if (now <= this.start) clear(withinWindow(into));
    else subtract(now > this.end ? this.atEnd : soFar(into), this.atStart, withinWindow(into));
    const { scalars } = into;
    scalars[scalar.now] = now;
    scalars[scalar.status] = statuses.indexOf(status);
    scalars[scalar.windowCycles] = Math.max(0, Math.min(now, this.end) - this.start);
    scalars[scalar.fingerprint] = fingerprint >>> 0;
    if (this.halves !== null) writeHalves(into, this.halves);
    this.overTime.sample(into);
  }

  /** Writes the packets consumed by cycle `now`, and their latency in cycles, into two entries. */
  consumed(into: Float64Array, now: number): void {
    const { draft } = this;
    this.look(draft, now);
    into[0] = draft.frame.scalars[scalar.delivered];
    into[1] = draft.latency[0];
  }

  /** Packets created since cycle 0, except for a few at each terminal that the engine has already seen. */
  createdBefore(source: Source, t: number): number {
    let created = this.sums.frame.scalars[scalar.injected];
    for (let s = 0; s < this.terminals; s++) created += source.count(s, 0, t) * this.alike[s];
    return created;
  }

  /** Moves the ends of the window, possibly to the current cycle. `halves` is given if packets could not be counted by half. */
  turn({ start, end }: Window, halves: Halves | null): void {
    this.start = start;
    this.end = end;
    this.middle = (start + end) / 2;
    this.halves = halves;
    this.sums.frame.scalars[scalar.windowStart] = start;
  }

  /** Copies the sums and brings the copy up to cycle `now`. */
  private look(into: FlowSums, now: number): void {
    const { scalars } = this.sums.frame;
    if (into.isBrief) into.frame.scalars.set(scalars);
    else new Uint8Array(into.frame.scalars.buffer).set(new Uint8Array(scalars.buffer));
    into.channels.set(this.sums.channels);
    into.latency.set(this.sums.latency);
    this.underWay(into, now);
  }

  /** Counts packets consumed in the window and in each of its halves. `latency` is that of the first packet, cycles. */
  private consumeInWindow(frame: Frame, trains: PacketTrains, train: number, count: number, latency: number): void {
    const { scalars } = frame;
    const step = trains.time(train, trainStep);
    const before = Math.min(count, trains.consumedBy(train, this.start));
    const half = Math.min(count, trains.consumedBy(train, this.middle));
    const after = Math.min(count, trains.consumedBy(train, this.end));
    const upToHalf = latencyOf(half, latency, step);
    const alike = this.alike[trains.get(train, trainFrom)];
    scalars[scalar.accepted] += (after - before) * alike;
    scalars[scalar.countFirstHalf] += (half - before) * alike;
    scalars[scalar.latencyFirstHalf] += (upToHalf - latencyOf(before, latency, step)) * alike;
    scalars[scalar.countSecondHalf] += (after - half) * alike;
    scalars[scalar.latencySecondHalf] += (latencyOf(after, latency, step) - upToHalf) * alike;
  }

  /** Counts packets created in the window that still wait in source queues, where the engine has not seen them. */
  countUnseen(source: Source, until: number): void {
    const { frame } = this.sums;
    for (let s = 0; s < this.terminals; s++) {
      const unseen = source.count(s, this.start, until);
      frame.created[s] += unseen;
      frame.scalars[scalar.tagged] += unseen * this.alike[s];
    }
  }
}

/** Copies the channel records into the columns of a frame. */
function writeChannels({ phits, sinceInjection, waiting, queued }: Frame, channels: Float64Array): void {
  for (let c = 0, place = 0; c < phits.length; c++, place += 1 << channelShift) {
    phits[c] = channels[place + channelPhits];
    sinceInjection[c] = channels[place + channelSinceInjection];
    waiting[c] = channels[place + channelWaiting];
    queued[c] = channels[place + channelQueued];
  }
}

/** Total latency of packets of which the first has latency `first` and each following one `step` more. */
function latencyOf(packets: number, first: number, step: number): number {
  return packets * first + (packets > 1 ? (step * packets * (packets - 1)) / 2 : 0);
}

/** [{@link latencyBins} + 1] Lower bounds of the bins, cycles; the last bin is unbounded. */
const starts = Float64Array.from({ length: latencyBins + 1 }, (_, bin) => (bin < latencyBins ? latencyOfBin(bin) : Infinity));

/** Adds `count` packets with latencies `first`, `first` + `step` … to a histogram, each with weight `weight`. */
function countByLatency(latencies: Float64Array, first: number, step: number, count: number, each: number): void {
  let [bin, k] = [latencyBin(Math.floor(first)), 0];
  // While the step is larger than a bin, some bins are skipped.
  while (k < count && step > starts[bin + 1] - starts[bin]) {
    while (starts[bin + 1] <= Math.floor(first + k * step)) bin++;
    const next = Math.max(k + 1, Math.min(count, Math.ceil((starts[bin + 1] - first) / step)));
    latencies[bin] += (next - k) * each;
    k = next;
  }
  // From here on every bin is hit, so its last packet follows from its upper bound alone.
  for (; k < count; bin++) {
    const next = Math.min(count, Math.max(k, Math.ceil((starts[bin + 1] - first) / step)));
    latencies[bin] += (next - k) * each;
    k = next;
  }
}

/** Packets of the largest message of a finite workload; 0 for open-loop traffic. */
function largestOf(demand: Demand): number {
  if (demand.form === "open-loop") return 0;
  const packets = demand.form === "messages" ? demand.packets : demand.sizes.packets;
  return packets.reduce((a, b) => Math.max(a, b), 0);
}

function copy(from: Sums, to: Sums): void {
  for (const name of Object.keys(to) as (keyof Sums)[]) to[name].set(from[name]);
}
