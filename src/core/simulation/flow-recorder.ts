/**
 * What engines in real time count. What flows is counted when it changes, so that nothing depends on when anybody looks: a look
 * adds to a copy what has happened since.
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

/** Packets of a train up to which the latency of each is counted by itself. */
const fewPackets = 24;
/** What is lost when times are added, cycles. */
const rounding = 1e-6;

// What is counted of a channel lies together, as it is counted together: networks are larger than caches.
export const channelShift = 2;
export const channelPhits = 0;
export const channelSinceInjection = 1;
export const channelWaiting = 2;
/** Packets behind it now; only while a frame is written. */
export const channelQueued = 3;

/** Sums since cycle 0: those of a frame, and the latency of all packets consumed. */
export interface FlowSums {
  /** Its columns of channels are written when it is looked at; where the look is brief only its scalars hold, and of channels their phits. */
  readonly frame: Frame;
  /** [C << {@link channelShift}] */
  readonly channels: Float64Array;
  /** [1] cycles */
  readonly latency: Float64Array;
  /** True where nobody asks by terminal, message, flow or latency. */
  readonly isBrief: boolean;
}

export class FlowRecorder {
  readonly layout: FrameLayout;
  /** What has been counted. */
  readonly sums: FlowSums;
  private readonly draft: FlowSums;
  private readonly atStart: Sums;
  private readonly atEnd: Sums;
  private readonly overTime: TimeColumns;
  private start: number;
  private end: number;
  private middle: number;
  /** What was consumed in the halves of a window whose end was not known beforehand. */
  private halves: Halves | null = null;
  private readonly terminals: number;
  private readonly isPaired: boolean;
  private readonly isMeasuredWhole: boolean;
  private readonly endless: boolean;
  private readonly expected: number;
  private readonly isListed: boolean;
  private isWindowOver = false;
  /** Packets consumed, and their latency, when the last stretch of time ended. */
  private readonly before = new Float64Array(2);
  private readonly phitsOn = (channel: number) => this.draft.channels[(channel << channelShift) + channelPhits];

  /**
   * @param underWay adds what has happened up to cycle `now` and was not counted yet
   * @param alike [T] how many terminals each stands for, itself among them: all of them do what it does
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

  /** Cycles of a stretch of the time columns; they become longer as the run does. */
  get binCycles(): number {
    return this.overTime.cycles;
  }

  /** Whether every packet that counts has been consumed: of a finite workload all, else those created in the window. */
  get isComplete(): boolean {
    const { scalars } = this.sums.frame;
    if (!this.endless) return scalars[scalar.delivered] === this.expected;
    return this.isWindowOver && scalars[scalar.tagged] === scalars[scalar.taggedDelivered];
  }

  /** A message of number `m` (−1 for none) enters its first channel at time `t`. */
  inject(m: number, t: number): void {
    const { messageInjected } = this.sums.frame;
    if (m >= 0 && m < messageInjected.length) messageInjected[m] = t;
  }

  /** A message of terminal `s`, created in cycle `created`, is looked at for the first time. */
  begin(s: number, created: number, packets: number): void {
    const { frame } = this.sums;
    if (created < this.start || created >= this.end || this.isWindowOver) return;
    frame.scalars[scalar.tagged] += packets * this.alike[s];
    frame.created[s] += packets;
  }

  /** Packets of a train are consumed, up to time `by`. */
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
    scalars[scalar.delivered] += count * alike;
    scalars[scalar.lastArrival] = Math.max(scalars[scalar.lastArrival], last - 1);
    latency[0] += all * alike;
    if (into.isBrief) return;
    frame.acceptedSoFar[to] += (count * alike) / this.alike[to];
    if (this.isMeasuredWhole) {
      // What is measured from cycle 0 on without an end has no second half.
      scalars[scalar.accepted] += count * alike;
      scalars[scalar.countFirstHalf] += count * alike;
      scalars[scalar.latencyFirstHalf] += all * alike;
    } else this.consumeInWindow(frame, trains, train, count, first - created);
    // Messages created in the window. Not a function of its own: a real number passed to one that is not inlined is allocated.
    if (created >= this.start && created < this.end) {
      scalars[scalar.taggedDelivered] += count * alike;
      scalars[scalar.latency] += all * alike;
      // A packet is injected when the one before it has left.
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

  /** All time before cycle `t` is over: keeps the sums at the ends of the window, and closes stretches of time. */
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

  /** Writes everything into a frame, as it stands after `now` cycles. */
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

  /** Packets consumed by cycle `now`, and their latency, cycles. */
  consumed(into: Float64Array, now: number): void {
    const { draft } = this;
    this.look(draft, now);
    into[0] = draft.frame.scalars[scalar.delivered];
    into[1] = draft.latency[0];
  }

  /** Packets created since cycle 0, but for a few at each terminal that have been looked at. */
  createdBefore(source: Source, t: number): number {
    let created = this.sums.frame.scalars[scalar.injected];
    for (let s = 0; s < this.terminals; s++) created += source.count(s, 0, t) * this.alike[s];
    return created;
  }

  /** The window has got other ends, at which this cycle may be; what was consumed in its halves is said where it could not be counted. */
  turn({ start, end }: Window, halves: Halves | null): void {
    this.start = start;
    this.end = end;
    this.middle = (start + end) / 2;
    this.halves = halves;
    this.sums.frame.scalars[scalar.windowStart] = start;
  }

  /** The sums as they stand after `now` cycles. */
  private look(into: FlowSums, now: number): void {
    const { scalars } = this.sums.frame;
    if (into.isBrief) into.frame.scalars.set(scalars);
    else new Uint8Array(into.frame.scalars.buffer).set(new Uint8Array(scalars.buffer));
    into.channels.set(this.sums.channels);
    into.latency.set(this.sums.latency);
    this.underWay(into, now);
  }

  /** Packets consumed in the window, and in its halves; the first of them with such a latency. */
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

  /** Counts what was created in the window and still waits in source queues, where nobody has looked yet. */
  countUnseen(source: Source, until: number): void {
    const { frame } = this.sums;
    for (let s = 0; s < this.terminals; s++) {
      const unseen = source.count(s, this.start, until);
      frame.created[s] += unseen;
      frame.scalars[scalar.tagged] += unseen * this.alike[s];
    }
  }
}

/** Writes what has been counted of channels into the columns of a frame. */
function writeChannels({ phits, sinceInjection, waiting, queued }: Frame, channels: Float64Array): void {
  for (let c = 0, place = 0; c < phits.length; c++, place += 1 << channelShift) {
    phits[c] = channels[place + channelPhits];
    sinceInjection[c] = channels[place + channelSinceInjection];
    waiting[c] = channels[place + channelWaiting];
    queued[c] = channels[place + channelQueued];
  }
}

/** The latency of packets in all, of which the first has `first` and each other one `step` more than the one before. */
function latencyOf(packets: number, first: number, step: number): number {
  return packets * first + (packets > 1 ? (step * packets * (packets - 1)) / 2 : 0);
}

/** [{@link latencyBins} + 1] Where the bins begin, cycles; the last one has no end. */
const starts = Float64Array.from({ length: latencyBins + 1 }, (_, bin) => (bin < latencyBins ? latencyOfBin(bin) : Infinity));

/** Counts many packets whose latencies are `first`, `first` + `step` … in a histogram, each as so many. */
function countByLatency(latencies: Float64Array, first: number, step: number, count: number, each: number): void {
  let [bin, k] = [latencyBin(Math.floor(first)), 0];
  // As long as packets are further from each other than bins are wide, bins are left out.
  while (k < count && step > starts[bin + 1] - starts[bin]) {
    while (starts[bin + 1] <= Math.floor(first + k * step)) bin++;
    const next = Math.max(k + 1, Math.min(count, Math.ceil((starts[bin + 1] - first) / step)));
    latencies[bin] += (next - k) * each;
    k = next;
  }
  // From then on none is: what ends a bin needs not wait for what ended the one before.
  for (; k < count; bin++) {
    const next = Math.min(count, Math.max(k, Math.ceil((starts[bin + 1] - first) / step)));
    latencies[bin] += (next - k) * each;
    k = next;
  }
}

/** Packets of the largest message of a finite workload. */
function largestOf(demand: Demand): number {
  if (demand.form === "open-loop") return 0;
  const packets = demand.form === "messages" ? demand.packets : demand.sizes.packets;
  return packets.reduce((a, b) => Math.max(a, b), 0);
}

function copy(from: Sums, to: Sums): void {
  for (const name of Object.keys(to) as (keyof Sums)[]) to[name].set(from[name]);
}
