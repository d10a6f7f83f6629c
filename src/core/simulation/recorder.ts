/** The counters of all packet engines, from creation to consumption, and how they fill a frame. */
import { enteringPackets } from "../plan/demand.ts";
import type { Plan, Window } from "../plan/plan.ts";
import { type Halves, writeHalves } from "./precision.ts";
import { recordedOf } from "./program-record.ts";
import type { Source } from "./source.ts";
import { type Frame, type FrameLayout, frameLayout, latencyBin, latencyBins, scalar, type Status, statuses } from "./frame.ts";
import { clear, noSums, soFar, subtract, type Sums, withinWindow } from "./sums.ts";
import { TimeColumns } from "./time-columns.ts";

/** State of the channels that the recorder reads from its engine. */
export interface Carried {
  /** Phits that have crossed a channel. */
  phits(c: number): number;
  /** Sums over the channel's packets, cycles: waiting, and time since injection. */
  waiting(c: number): number;
  sinceInjection(c: number): number;
  /** Packets queued behind the channel. */
  queued(c: number): number;
  /** Creation of the oldest packet at a terminal that has not left it completely, possibly in the future; Infinity for none. */
  waitingSince(s: number): number;
}

// Record of a terminal: eight numbers, one cache line. Counters are since cycle 0 unless noted. Those of the sender come first.
const recordShift = 3;
/** Packets that entered the network. */
const packetsSent = 0;
/** Cycle up to which phits of the last of these packets cross its channel. */
const sendsUntil = 1;
/** Cycles of sending, up to that cycle; and cycles in which a packet waited but none was sent, up to the last injection. */
const cyclesSending = 2;
const cyclesBlocked = 3;
/** Packets created in the window; those of them that were consumed; and the total latency of these. */
const createdBy = 4;
const arrivedFrom = 5;
const latencyFrom = 6;
/** Packets consumed by the terminal. */
const acceptedBy = 7;

export class Recorder {
  readonly layout: FrameLayout;
  // In typed arrays, because V8 allocates a new object whenever a field with a fraction or a large integer changes.
  private readonly tally = new Float64Array(scalar.count);
  private readonly atStart: Sums;
  private readonly atEnd: Sums;
  private readonly overTime: TimeColumns;
  /** [T << {@link terminalRecordShift}] */
  private readonly records: Float64Array;
  private readonly flowPackets: Int32Array;
  private readonly flowLatency: Float64Array;
  private readonly latencies = new Int32Array(latencyBins);
  /** Total latency and number of consumed packets: so far, then at the end of the last time bin. */
  private readonly sums = new Float64Array(4);
  private readonly messageLeft: Int32Array;
  private readonly messageInjected: Float64Array;
  private readonly messageDelivered: Float64Array;
  private readonly terminals: number;
  private readonly channels: number;
  private readonly phits: number;
  private start: number;
  private end: number;
  private middle: number;
  /** Packets consumed in the halves of the window, if its end was not known beforehand. */
  private halves: Halves | null = null;
  private readonly isPaired: boolean;
  private readonly endless: boolean;
  /** Packets of a finite workload; and consumed packets of its background traffic. */
  private readonly expected: number;
  private unawaited = 0;

  constructor(
    plan: Plan,
    private readonly carried: Carried,
  ) {
    const { network, demand, window } = plan;
    const channels = network.head.length;
    const recorded = recordedOf(demand);
    this.terminals = network.terminals;
    this.channels = channels;
    this.phits = plan.packetPhits;
    this.start = window.start;
    this.end = window.end;
    this.middle = (window.start + window.end) / 2;
    this.layout = frameLayout({ channels, terminals: network.terminals, ...recorded });
    this.atStart = noSums(channels, this.terminals);
    this.atEnd = noSums(channels, this.terminals);
    this.overTime = new TimeColumns(channels, this.terminals, this.phits, plan.precise === undefined ? window.limit : Infinity);
    this.records = new Float64Array(this.terminals << recordShift);
    this.flowPackets = new Int32Array(this.layout.columns.flowPackets.length);
    this.flowLatency = new Float64Array(this.layout.columns.flowLatency.length);
    this.isPaired = this.flowPackets.length > 0;
    this.endless = demand.form === "open-loop";
    this.expected = this.endless ? Infinity : enteringPackets(demand);
    this.messageLeft = demand.form === "messages" ? Int32Array.from(demand.packets) : new Int32Array(0);
    this.messageInjected = new Float64Array(recorded.messages).fill(-1);
    this.messageDelivered = new Float64Array(recorded.messages).fill(-1);
    this.tally[scalar.lastArrival] = -1;
    this.tally[scalar.windowStart] = window.start;
  }

  /** Counts a packet of `terminal`, created in cycle `created`, when the engine first sees it in `cycle`. */
  create(s: number, created: number, t: number): void {
    // At the end of the window, {@link countWaitingAtSources} has counted all packets created in it.
    if (created < this.start || created >= this.end || t >= this.end) return;
    this.tally[scalar.tagged]++;
    this.records[(s << recordShift) + createdBy]++;
  }

  /** Counts packets created in the window before cycle `until` that still wait in source queues, where the engine has not seen them. */
  countUnseen(source: Source, packetsLeft: Int32Array, until: number): void {
    for (let s = 0; s < this.terminals; s++) {
      // A message created before the window does not count, whether or not it has begun.
      const alreadySeen = packetsLeft[s] > 0 && source.at[s] >= this.start ? source.packets[s] - packetsLeft[s] : 0;
      const unseen = source.count(s, this.start, until) - alreadySeen;
      this.records[(s << recordShift) + createdBy] += unseen;
      this.tally[scalar.tagged] += unseen;
    }
  }

  /**
   * A packet of `terminal` and `message` (−1 for none) enters its first channel.
   * @param waitingSince Creation of the oldest packet that waited at the terminal, this packet included.
   */
  inject(s: number, m: number, since: number, t: number): void {
    this.send(s, since, t, this.phits);
    this.enter(s, m, t);
  }

  /** The same for a packet whose phits are counted individually, by {@link countSending}. */
  enter(s: number, m: number, t: number): void {
    this.tally[scalar.injected]++;
    this.records[(s << recordShift) + packetsSent]++;
    if (m >= 0 && m < this.messageInjected.length && this.messageInjected[m] < 0) this.messageInjected[m] = t;
  }

  /**
   * The terminal sends phits of its own packets for `cycles` cycles from `cycle` on.
   * @param waitingSince Creation of the oldest packet with phits at the terminal, this packet included.
   */
  send(s: number, since: number, t: number, cycles: number): void {
    const { records } = this;
    const sender = s << recordShift;
    const until = records[sender + sendsUntil];
    // Nothing was sent since `until`, so the terminal was blocked from then on, or from the creation of the packet.
    records[sender + cyclesBlocked] += Math.max(0, t - Math.max(since, until));
    // Packets on several channels of the terminal overlap, and some take longer than others.
    const end = Math.max(t + cycles, until);
    records[sender + cyclesSending] += end - Math.max(t, until);
    records[sender + sendsUntil] = end;
  }

  /**
   * A phit of `terminal` crosses one of its channels in `cycle`. Returns false, and counts nothing, if none did in the cycle before.
   */
  sendsOn(s: number, t: number): boolean {
    const { records } = this;
    const sender = s << recordShift;
    const until = records[sender + sendsUntil];
    if (until < t) return false;
    records[sender + cyclesSending] += t + 1 - until;
    records[sender + sendsUntil] = t + 1;
    return true;
  }

  /** A packet is consumed in `cycle`; `message` is the number of its message in a message list, or −1. */
  consume(from: number, to: number, created: number, injected: number, hops: number, m: number, t: number): void {
    const { tally } = this;
    const latency = t - created + 1;
    tally[scalar.delivered]++;
    tally[scalar.lastArrival] = t;
    this.sums[0] += latency;
    this.sums[1]++;
    this.records[(to << recordShift) + acceptedBy]++;
    // Packets consumed in the window.
    if (t >= this.start && t < this.end) {
      tally[scalar.accepted]++;
      if (t < this.middle) {
        tally[scalar.latencyFirstHalf] += latency;
        tally[scalar.countFirstHalf]++;
      } else {
        tally[scalar.latencySecondHalf] += latency;
        tally[scalar.countSecondHalf]++;
      }
    }
    // Packets created in the window.
    if (created >= this.start && created < this.end) {
      tally[scalar.taggedDelivered]++;
      tally[scalar.latency] += latency;
      tally[scalar.networkLatency] += t - injected + 1;
      tally[scalar.hops] += hops;
      if (latency > tally[scalar.latencyMax]) tally[scalar.latencyMax] = latency;
      this.latencies[latencyBin(latency)]++;
      const sender = from << recordShift;
      this.records[sender + arrivedFrom]++;
      this.records[sender + latencyFrom] += latency;
      if (this.isPaired) {
        this.flowPackets[from * this.terminals + to]++;
        this.flowLatency[from * this.terminals + to] += latency;
      }
    }
    if (m >= 0 && --this.messageLeft[m] === 0) this.messageDelivered[m] = t;
  }

  /** Reads a terminal's record early, so that it is in the CPU cache when needed. */
  read(s: number): number {
    return this.records[s << recordShift];
  }

  /** Writes the number of packets consumed since cycle 0, and their total latency in cycles. */
  consumed(into: Float64Array): void {
    into[0] = this.sums[1];
    into[1] = this.sums[0];
  }

  /** Packets created since cycle 0, except for a few at each terminal that the engine has already seen. */
  createdBefore(source: Source, t: number): number {
    let created = this.tally[scalar.injected];
    for (let s = 0; s < this.terminals; s++) created += source.count(s, 0, t);
    return created;
  }

  /** Moves the ends of the window, possibly to the current cycle. `halves` is given if packets could not be counted by half. */
  turn({ start, end }: Window, halves: Halves | null): void {
    this.start = start;
    this.end = end;
    this.middle = (start + end) / 2;
    this.halves = halves;
    this.tally[scalar.windowStart] = start;
  }

  /** Cycles of one bin of the time columns; bins grow with the run. */
  get binCycles(): number {
    return this.overTime.cycles;
  }

  /** The packet just consumed belongs to the background traffic of a finite workload. */
  countUnawaited(): void {
    this.unawaited++;
  }

  countGrants(grants: number): void {
    this.tally[scalar.grants] += grants;
  }

  /** Whether all packets that count are consumed: of a finite workload all packets, otherwise those created in the window. */
  get isComplete(): boolean {
    if (!this.endless) return this.tally[scalar.delivered] - this.unawaited === this.expected;
    return this.tally[scalar.tagged] === this.tally[scalar.taggedDelivered];
  }

  /** All cycles before `cycle` are over: stores the sums at the ends of the window, and closes time bins. */
  reach(t: number): void {
    if (t === this.start) this.take(this.atStart, t);
    if (t === this.end) this.take(this.atEnd, t);
    if (t % this.overTime.cycles !== 0) return;
    const { tally, sums } = this;
    const [latency, packets, latencyBefore, packetsBefore] = sums;
    this.overTime.close(
      this.carried.phits,
      packets - packetsBefore,
      latency - latencyBefore,
      tally[scalar.injected] - tally[scalar.delivered],
    );
    sums.copyWithin(2, 0, 2);
  }

  /** Reads all sums after `now` cycles. */
  private take(into: Sums, now: number): void {
    const { carried, records } = this;
    for (let c = 0; c < this.channels; c++) {
      into.phits[c] = carried.phits(c);
      into.waiting[c] = carried.waiting(c);
      into.sinceInjection[c] = carried.sinceInjection(c);
    }
    for (let s = 0; s < this.terminals; s++) {
      const sender = s << recordShift;
      const until = records[sender + sendsUntil];
      into.accepted[s] = records[sender + acceptedBy];
      into.sent[s] = records[sender + packetsSent];
      into.sending[s] = records[sender + cyclesSending] - Math.max(0, until - now);
      into.blocked[s] = records[sender + cyclesBlocked] + Math.max(0, now - Math.max(carried.waitingSince(s), until));
    }
  }

  /** Writes the state after `now` cycles into a frame. */
  sample(into: Frame, now: number, status: Status, fingerprint: number): void {
    const { tally, carried } = this;
    this.take(soFar(into), now);
    for (let c = 0; c < this.channels; c++) into.queued[c] = carried.queued(c);
    if (now <= this.start) clear(withinWindow(into));
    else subtract(now > this.end ? this.atEnd : soFar(into), this.atStart, withinWindow(into));
    for (let s = 0; s < this.terminals; s++) {
      const record = s << recordShift;
      into.created[s] = this.records[record + createdBy];
      into.arrivedFrom[s] = this.records[record + arrivedFrom];
      into.latencyFrom[s] = this.records[record + latencyFrom];
    }
    into.flowPackets.set(this.flowPackets);
    into.flowLatency.set(this.flowLatency);
    into.latencies.set(this.latencies);
    into.messageInjected.set(this.messageInjected);
    into.messageDelivered.set(this.messageDelivered);
    tally[scalar.now] = now;
    tally[scalar.status] = statuses.indexOf(status);
    tally[scalar.windowCycles] = Math.max(0, Math.min(now, this.end) - this.start);
    tally[scalar.fingerprint] = fingerprint >>> 0;
    into.scalars.set(tally);
    if (this.halves !== null) writeHalves(into, this.halves);
    this.overTime.sample(into);
  }
}
