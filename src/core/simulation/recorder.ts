/** The counters of all packet engines, from creation to consumption, and how they fill a frame. */
import { injectedPacketsOf } from "../plan/demand.ts";
import type { Plan, MeasurementWindow } from "../plan/plan.ts";
import { type WindowHalves, writeHalves } from "./precision.ts";
import { recordedSizes } from "./program-record.ts";
import type { MessageSource } from "./source.ts";
import { type Frame, type FrameLayout, frameLayout, latencyBin, latencyBins, scalar, type Status, statuses } from "./frame.ts";
import { clearSums, zeroSums, sumsSoFar, subtractSums, type CounterSums, windowSums } from "./sums.ts";
import { TimeColumns } from "./time-columns.ts";

/** State of the channels that the recorder reads from its engine. */
export interface ChannelCounters {
  /** Phits that have crossed a channel. */
  phits(channel: number): number;
  /** Sums over the channel's packets, cycles: waiting, and time since injection. */
  waiting(channel: number): number;
  sinceInjection(channel: number): number;
  /** Packets in the queue behind a virtual channel, and phits of the space that is taken in it. */
  queuedPackets(vc: number): number;
  queuedPhits(vc: number): number;
  /** Creation of the oldest packet at a terminal that has not left it completely, possibly in the future; Infinity for none. */
  waitingSince(terminal: number): number;
}

// Record of a terminal: eight numbers, one cache line. Counters are since cycle 0 unless noted. The counters of the terminal as a sender
// come first.
const terminalRecordShift = 3;
/** Packets that entered the network. */
const recordSent = 0;
/** Cycle up to which phits of the last packet sent cross the terminal's channel. */
const recordSendsUntil = 1;
/** Cycles of sending, up to {@link recordSendsUntil}; and cycles in which a packet waited but none was sent, up to the last injection. */
const recordSending = 2;
const recordBlocked = 3;
/** Packets created in the window; the number of these that were consumed; and their total latency, cycles. */
const recordCreated = 4;
const recordArrived = 5;
const recordLatency = 6;
/** Packets consumed by the terminal. */
const recordAccepted = 7;

export class PacketRecorder {
  readonly layout: FrameLayout;
  // Scalars are in a typed array, because V8 allocates a new object whenever a field with a fraction or a large integer changes.
  private readonly scalars = new Float64Array(scalar.count);
  private readonly sumsAtStart: CounterSums;
  private readonly sumsAtEnd: CounterSums;
  private readonly timeColumns: TimeColumns;
  /** [T << {@link terminalRecordShift}] Records of the terminals. */
  private readonly records: Float64Array;
  private readonly flowPackets: Int32Array;
  private readonly flowLatency: Float64Array;
  private readonly latencies = new Int32Array(latencyBins);
  /** Four numbers: total latency and number of consumed packets so far, then the same at the end of the last time bin. */
  private readonly latencyAndCount = new Float64Array(4);
  private readonly messagePacketsLeft: Int32Array;
  private readonly messageInjected: Float64Array;
  private readonly messageDelivered: Float64Array;
  private readonly terminals: number;
  private readonly channels: number;
  /** Virtual channels of each channel. */
  private readonly vcs: number;
  private readonly packetPhits: number;
  private windowStart: number;
  private windowEnd: number;
  private windowMiddle: number;
  /** Packets consumed in the halves of the window, if its end was not known beforehand. */
  private halves: WindowHalves | null = null;
  private readonly hasFlowColumns: boolean;
  private readonly isOpenLoop: boolean;
  /** Packets of a finite workload; and consumed packets of its background traffic. */
  private readonly expectedPackets: number;
  private backgroundPackets = 0;

  /**
   * Allocates the counters of a run that simulates single packets: records by terminal, columns by flow (pair of terminals) where the frame
   * has them, latencies as a histogram, and the sums of the channels at both ends of the measurement window. A frame is all counters at one
   * cycle.
   */
  constructor(
    plan: Plan,
    private readonly counters: ChannelCounters,
  ) {
    const { network, demand, window } = plan;
    const channels = network.head.length;
    const recorded = recordedSizes(demand);
    this.terminals = network.terminals;
    this.channels = channels;
    this.packetPhits = plan.packetPhits;
    this.windowStart = window.start;
    this.windowEnd = window.end;
    this.windowMiddle = (window.start + window.end) / 2;
    this.vcs = plan.routing.vcClasses;
    this.layout = frameLayout({ channels, terminals: network.terminals, ...recorded, vcs: this.vcs });
    this.sumsAtStart = zeroSums(channels, this.terminals);
    this.sumsAtEnd = zeroSums(channels, this.terminals);
    this.timeColumns = new TimeColumns(channels, this.terminals, this.packetPhits, plan.precision === undefined ? window.limit : Infinity);
    this.records = new Float64Array(this.terminals << terminalRecordShift);
    this.flowPackets = new Int32Array(this.layout.columns.flowPackets.length);
    this.flowLatency = new Float64Array(this.layout.columns.flowLatency.length);
    this.hasFlowColumns = this.flowPackets.length > 0;
    this.isOpenLoop = demand.form === "open-loop";
    this.expectedPackets = this.isOpenLoop ? Infinity : injectedPacketsOf(demand);
    this.messagePacketsLeft = demand.form === "messages" ? Int32Array.from(demand.packets) : new Int32Array(0);
    this.messageInjected = new Float64Array(recorded.messages).fill(-1);
    this.messageDelivered = new Float64Array(recorded.messages).fill(-1);
    this.scalars[scalar.lastArrival] = -1;
    this.scalars[scalar.windowStart] = window.start;
  }

  /** Counts a packet of `terminal`, created in cycle `created`, when the engine first sees it in `cycle`. */
  countCreated(terminal: number, created: number, cycle: number): void {
    // At the end of the window, {@link countWaitingAtSources} has counted all packets created in it.
    if (created < this.windowStart || created >= this.windowEnd || cycle >= this.windowEnd) return;
    this.scalars[scalar.tagged]++;
    this.records[(terminal << terminalRecordShift) + recordCreated]++;
  }

  /** Counts packets created in the window before cycle `until` that still wait in source queues, where the engine has not seen them. */
  countWaitingAtSources(source: MessageSource, packetsLeft: Int32Array, until: number): void {
    for (let terminal = 0; terminal < this.terminals; terminal++) {
      // A message created before the window does not count, whether or not it has begun.
      const alreadySeen =
        packetsLeft[terminal] > 0 && source.createdAt[terminal] >= this.windowStart ? source.packets[terminal] - packetsLeft[terminal] : 0;
      const waitingPackets = source.countCreated(terminal, this.windowStart, until) - alreadySeen;
      this.records[(terminal << terminalRecordShift) + recordCreated] += waitingPackets;
      this.scalars[scalar.tagged] += waitingPackets;
    }
  }

  /**
   * A packet of `terminal` and `message` (−1 for none) enters its first channel.
   * @param waitingSince Creation of the oldest packet that waited at the terminal, this packet included.
   */
  inject(terminal: number, message: number, waitingSince: number, cycle: number): void {
    this.countSending(terminal, waitingSince, cycle, this.packetPhits);
    this.countInjected(terminal, message, cycle);
  }

  /** Like {@link inject}, for a packet whose phits are counted individually, by {@link countSending}. */
  countInjected(terminal: number, message: number, cycle: number): void {
    this.scalars[scalar.injected]++;
    this.records[(terminal << terminalRecordShift) + recordSent]++;
    if (message >= 0 && message < this.messageInjected.length && this.messageInjected[message] < 0) this.messageInjected[message] = cycle;
  }

  /**
   * The terminal sends phits of its own packets for `cycles` cycles from `cycle` on.
   * @param waitingSince Creation of the oldest packet with phits at the terminal, this packet included.
   */
  countSending(terminal: number, waitingSince: number, cycle: number, cycles: number): void {
    const { records } = this;
    const sender = terminal << terminalRecordShift;
    const until = records[sender + recordSendsUntil];
    // Nothing was sent since `until`, so the terminal was blocked from then on, or from the creation of the packet.
    records[sender + recordBlocked] += Math.max(0, cycle - Math.max(waitingSince, until));
    // A terminal may send packets on several channels at the same time, and some packets take longer than others.
    const end = Math.max(cycle + cycles, until);
    records[sender + recordSending] += end - Math.max(cycle, until);
    records[sender + recordSendsUntil] = end;
  }

  /**
   * A phit of `terminal` crosses one of its channels in `cycle`. Returns false, and counts nothing, if no phit did so in the cycle before.
   */
  continueSending(terminal: number, cycle: number): boolean {
    const { records } = this;
    const sender = terminal << terminalRecordShift;
    const until = records[sender + recordSendsUntil];
    if (until < cycle) return false;
    records[sender + recordSending] += cycle + 1 - until;
    records[sender + recordSendsUntil] = cycle + 1;
    return true;
  }

  /**
   * Counts a packet that is consumed in a cycle: in the totals, in the measurement window if it is consumed there, and, if it was created
   * in the window, in the latencies by sender, flow (pair of terminals) and histogram.
   * @param source Source terminal.
   * @param destination Destination terminal.
   * @param created Cycle of its creation.
   * @param injected Cycle of its injection.
   * @param message Number of its message in a message list, or −1.
   */
  consume(source: number, destination: number, created: number, injected: number, hops: number, message: number, cycle: number): void {
    const { scalars } = this;
    // Totals.
    const latency = cycle - created + 1;
    scalars[scalar.delivered]++;
    scalars[scalar.lastArrival] = cycle;
    this.latencyAndCount[0] += latency;
    this.latencyAndCount[1]++;
    this.records[(destination << terminalRecordShift) + recordAccepted]++;
    // Packets consumed in the window.
    if (cycle >= this.windowStart && cycle < this.windowEnd) {
      scalars[scalar.accepted]++;
      if (cycle < this.windowMiddle) {
        scalars[scalar.latencyFirstHalf] += latency;
        scalars[scalar.countFirstHalf]++;
      } else {
        scalars[scalar.latencySecondHalf] += latency;
        scalars[scalar.countSecondHalf]++;
      }
    }
    // Packets created in the window.
    if (created >= this.windowStart && created < this.windowEnd) {
      scalars[scalar.taggedDelivered]++;
      scalars[scalar.latency] += latency;
      scalars[scalar.networkLatency] += cycle - injected + 1;
      scalars[scalar.hops] += hops;
      if (latency > scalars[scalar.latencyMax]) scalars[scalar.latencyMax] = latency;
      this.latencies[latencyBin(latency)]++;
      const sender = source << terminalRecordShift;
      this.records[sender + recordArrived]++;
      this.records[sender + recordLatency] += latency;
      if (this.hasFlowColumns) {
        this.flowPackets[source * this.terminals + destination]++;
        this.flowLatency[source * this.terminals + destination] += latency;
      }
    }
    if (message >= 0 && --this.messagePacketsLeft[message] === 0) this.messageDelivered[message] = cycle;
  }

  /** Reads a terminal's record early, so that it is in the CPU cache when needed. */
  prefetch(terminal: number): number {
    return this.records[terminal << terminalRecordShift];
  }

  /** Writes the number of packets consumed since cycle 0, and their total latency in cycles. */
  readConsumed(into: Float64Array): void {
    into[0] = this.latencyAndCount[1];
    into[1] = this.latencyAndCount[0];
  }

  /** Packets created since cycle 0, except for a few at each terminal that the engine has already seen. */
  createdBefore(source: MessageSource, cycle: number): number {
    let created = this.scalars[scalar.injected];
    for (let terminal = 0; terminal < this.terminals; terminal++) created += source.countCreated(terminal, 0, cycle);
    return created;
  }

  /**
   * Moves the ends of the window, possibly to the current cycle. `halves` is given if the end of the window was not known in advance, so
   * that packets could not be counted by half of the window.
   */
  changeWindow({ start, end }: MeasurementWindow, halves: WindowHalves | null): void {
    this.windowStart = start;
    this.windowEnd = end;
    this.windowMiddle = (start + end) / 2;
    this.halves = halves;
    this.scalars[scalar.windowStart] = start;
  }

  /** Cycles of one bin of the time columns; bins grow with the run. */
  get binCycles(): number {
    return this.timeColumns.binCycles;
  }

  /** The packet just consumed belongs to the background traffic of a finite workload. */
  countBackground(): void {
    this.backgroundPackets++;
  }

  countGrants(grants: number): void {
    this.scalars[scalar.grants] += grants;
  }

  /** Whether all packets that count are consumed: of a finite workload all packets, otherwise those created in the window. */
  get isComplete(): boolean {
    if (!this.isOpenLoop) return this.scalars[scalar.delivered] - this.backgroundPackets === this.expectedPackets;
    return this.scalars[scalar.tagged] === this.scalars[scalar.taggedDelivered];
  }

  /** All cycles before `cycle` are over: stores the sums at the ends of the window, and closes time bins. */
  advanceTo(cycle: number): void {
    if (cycle === this.windowStart) this.readSums(this.sumsAtStart, cycle);
    if (cycle === this.windowEnd) this.readSums(this.sumsAtEnd, cycle);
    if (cycle % this.timeColumns.binCycles !== 0) return;
    const { scalars, latencyAndCount } = this;
    const [latency, packets, latencyBefore, packetsBefore] = latencyAndCount;
    this.timeColumns.closeBin(
      this.counters.phits,
      packets - packetsBefore,
      latency - latencyBefore,
      scalars[scalar.injected] - scalars[scalar.delivered],
    );
    latencyAndCount.copyWithin(2, 0, 2);
  }

  /** Reads all sums after `now` cycles. */
  private readSums(into: CounterSums, now: number): void {
    const { counters, records } = this;
    for (let channel = 0; channel < this.channels; channel++) {
      into.phits[channel] = counters.phits(channel);
      into.waiting[channel] = counters.waiting(channel);
      into.sinceInjection[channel] = counters.sinceInjection(channel);
    }
    for (let terminal = 0; terminal < this.terminals; terminal++) {
      const sender = terminal << terminalRecordShift;
      const until = records[sender + recordSendsUntil];
      into.accepted[terminal] = records[sender + recordAccepted];
      into.sent[terminal] = records[sender + recordSent];
      into.sending[terminal] = records[sender + recordSending] - Math.max(0, until - now);
      into.blocked[terminal] = records[sender + recordBlocked] + Math.max(0, now - Math.max(counters.waitingSince(terminal), until));
    }
  }

  /**
   * Writes all counters after `now` cycles into a frame, the record of all counters at one cycle. The sums of the measurement window are
   * differences between the sums now, or at its end, and those at its start.
   */
  sample(into: Frame, now: number, status: Status, fingerprint: number): void {
    const { scalars, counters } = this;
    this.readSums(sumsSoFar(into), now);
    for (let channel = 0; channel < this.channels; channel++) {
      let packets = 0;
      for (let vc = channel * this.vcs; vc < (channel + 1) * this.vcs; vc++) packets += counters.queuedPackets(vc);
      into.queued[channel] = packets;
    }
    for (let vc = 0; vc < into.queuedPhits.length; vc++) into.queuedPhits[vc] = counters.queuedPhits(vc);
    if (now <= this.windowStart) clearSums(windowSums(into));
    else subtractSums(now > this.windowEnd ? this.sumsAtEnd : sumsSoFar(into), this.sumsAtStart, windowSums(into));
    for (let terminal = 0; terminal < this.terminals; terminal++) {
      const record = terminal << terminalRecordShift;
      into.created[terminal] = this.records[record + recordCreated];
      into.arrivedFrom[terminal] = this.records[record + recordArrived];
      into.latencyFrom[terminal] = this.records[record + recordLatency];
    }
    into.flowPackets.set(this.flowPackets);
    into.flowLatency.set(this.flowLatency);
    into.latencies.set(this.latencies);
    into.messageInjected.set(this.messageInjected);
    into.messageDelivered.set(this.messageDelivered);
    scalars[scalar.now] = now;
    scalars[scalar.status] = statuses.indexOf(status);
    scalars[scalar.windowCycles] = Math.max(0, Math.min(now, this.windowEnd) - this.windowStart);
    scalars[scalar.fingerprint] = fingerprint >>> 0;
    into.scalars.set(scalars);
    if (this.halves !== null) writeHalves(into, this.halves);
    this.timeColumns.sample(into);
  }
}
