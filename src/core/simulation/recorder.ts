/** What every packet engine counts, from creation to consumption, and how it stands in the frame. */
import { enteringPackets } from "../plan/demand.ts";
import type { Plan, Window } from "../plan/plan.ts";
import { type Halves, writeHalves } from "./precision.ts";
import { recordedOf } from "./program-record.ts";
import type { Source } from "./source.ts";
import { type Frame, type FrameLayout, frameLayout, latencyBin, latencyBins, scalar, type Status, statuses } from "./frame.ts";
import { clear, noSums, soFar, subtract, type Sums, withinWindow } from "./sums.ts";
import { TimeColumns } from "./time-columns.ts";

/** What a recorder must ask of an engine, for each channel as it stands. */
export interface Carried {
  /** Phits that have crossed channel `c`. */
  phits(c: number): number;
  /** Sums over its packets, cycles: waiting, and since injection. */
  waiting(c: number): number;
  sinceInjection(c: number): number;
  /** Packets that hold a place behind it. */
  queued(c: number): number;
  /** Creation of the oldest packet at terminal `s` that has not left it whole, also in the future; Infinity for none. */
  waitingSince(s: number): number;
}

// Record of a terminal: eight numbers, which are one line of the cache. First of the terminal as a sender, all since cycle 0.
const recordShift = 3;
/** Packets that entered the network. */
const packetsSent = 0;
/** Cycle up to which phits of the last of them cross its channel. */
const sendsUntil = 1;
/** Cycles in which it sends, up to that one; and in which something waited though nothing was sent, up to the last injection. */
const cyclesSending = 2;
const cyclesBlocked = 3;
/** Packets that it created in the window; those of them that were consumed, and their latency. */
const createdBy = 4;
const arrivedFrom = 5;
const latencyFrom = 6;
/** Packets that it consumed since cycle 0. */
const acceptedBy = 7;

export class Recorder {
  readonly layout: FrameLayout;
  // Numbers lie in arrays: a field that holds a fraction or a large number would be boxed anew at every change.
  private readonly tally = new Float64Array(scalar.count);
  private readonly atStart: Sums;
  private readonly atEnd: Sums;
  private readonly overTime: TimeColumns;
  /** [T << recordShift] */
  private readonly records: Float64Array;
  private readonly flowPackets: Int32Array;
  private readonly flowLatency: Float64Array;
  private readonly latencies = new Int32Array(latencyBins);
  /** Latency of all packets consumed, and how many; so far, and when the last stretch of time ended. */
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
  /** What was consumed in the halves of a window whose end was not known beforehand. */
  private halves: Halves | null = null;
  private readonly isPaired: boolean;
  private readonly endless: boolean;
  /** Packets of a finite workload, and those that were consumed of traffic beside it. */
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

  /** A packet of terminal `s`, created in cycle `created`, is looked at for the first time in cycle `t`. */
  create(s: number, created: number, t: number): void {
    // After the window all that was created in it has been counted, looked at or not.
    if (created < this.start || created >= this.end || t >= this.end) return;
    this.tally[scalar.tagged]++;
    this.records[(s << recordShift) + createdBy]++;
  }

  /** Counts what was created in the window before cycle `until` and still waits in source queues, where nobody has looked yet. */
  countUnseen(source: Source, packetsLeft: Int32Array, until: number): void {
    for (let s = 0; s < this.terminals; s++) {
      // Of a message created before the window nothing is counted, begun or not.
      const alreadySeen = packetsLeft[s] > 0 && source.at[s] >= this.start ? source.packets[s] - packetsLeft[s] : 0;
      const unseen = source.count(s, this.start, until) - alreadySeen;
      this.records[(s << recordShift) + createdBy] += unseen;
      this.tally[scalar.tagged] += unseen;
    }
  }

  /**
   * A packet of terminal `s` and message `m` (−1 for none) enters its first channel.
   * @param since creation of the oldest packet, this one among them, that waited at the terminal
   */
  inject(s: number, m: number, since: number, t: number): void {
    this.send(s, since, t, this.phits);
    this.enter(s, m, t);
  }

  /** The same of a packet whose phits are counted one by one, by {@link send}. */
  enter(s: number, m: number, t: number): void {
    this.tally[scalar.injected]++;
    this.records[(s << recordShift) + packetsSent]++;
    if (m >= 0 && m < this.messageInjected.length && this.messageInjected[m] < 0) this.messageInjected[m] = t;
  }

  /**
   * Phits of terminal `s`'s own packets cross a channel of it in so many cycles, from `t` on.
   * @param since creation of the oldest packet, this one among them, of which anything waited at the terminal
   */
  send(s: number, since: number, t: number, cycles: number): void {
    const { records } = this;
    const sender = s << recordShift;
    const until = records[sender + sendsUntil];
    // Nothing has left since `until`, so whatever was there waited ever since it came.
    records[sender + cyclesBlocked] += Math.max(0, t - Math.max(since, until));
    // Packets on several channels of a terminal are sent at the same time, and some take longer than others.
    const end = Math.max(t + cycles, until);
    records[sender + cyclesSending] += end - Math.max(t, until);
    records[sender + sendsUntil] = end;
  }

  /** A phit of terminal `s` crosses a channel of it in cycle `t`; false, and nothing is counted, where none did in the cycle before. */
  sendsOn(s: number, t: number): boolean {
    const { records } = this;
    const sender = s << recordShift;
    const until = records[sender + sendsUntil];
    if (until < t) return false;
    records[sender + cyclesSending] += t + 1 - until;
    records[sender + sendsUntil] = t + 1;
    return true;
  }

  /** A packet is consumed in cycle `t`; `m` is the number of its message in a list, or −1. */
  consume(from: number, to: number, created: number, injected: number, hops: number, m: number, t: number): void {
    const { tally } = this;
    const latency = t - created + 1;
    tally[scalar.delivered]++;
    tally[scalar.lastArrival] = t;
    this.sums[0] += latency;
    this.sums[1]++;
    this.records[(to << recordShift) + acceptedBy]++;
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

  /** Reads what is counted of a terminal, ahead of when it is needed. */
  read(s: number): number {
    return this.records[s << recordShift];
  }

  /** Packets consumed since cycle 0, and their latency, cycles. */
  consumed(into: Float64Array): void {
    into[0] = this.sums[1];
    into[1] = this.sums[0];
  }

  /** Packets created since cycle 0, but for a few at each terminal that have been looked at. */
  createdBefore(source: Source, t: number): number {
    let created = this.tally[scalar.injected];
    for (let s = 0; s < this.terminals; s++) created += source.count(s, 0, t);
    return created;
  }

  /** The window has got other ends, at which this cycle may be; what was consumed in its halves is said where it could not be counted. */
  turn({ start, end }: Window, halves: Halves | null): void {
    this.start = start;
    this.end = end;
    this.middle = (start + end) / 2;
    this.halves = halves;
    this.tally[scalar.windowStart] = start;
  }

  /** Cycles of a stretch of the time columns; they become longer as the run does. */
  get binCycles(): number {
    return this.overTime.cycles;
  }

  /** The packet that has just been consumed is of traffic beside a finite workload. */
  countUnawaited(): void {
    this.unawaited++;
  }

  countGrants(grants: number): void {
    this.tally[scalar.grants] += grants;
  }

  /** Whether every packet that counts has been consumed: of a finite workload all, else those created in the window. */
  get isComplete(): boolean {
    if (!this.endless) return this.tally[scalar.delivered] - this.unawaited === this.expected;
    return this.tally[scalar.tagged] === this.tally[scalar.taggedDelivered];
  }

  /** All cycles before `t` are over: keeps the sums at the ends of the window, and closes stretches of time. */
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

  /** All sums as they stand after `now` cycles. */
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

  /** Writes everything into a frame, as it stands after `now` cycles. */
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
