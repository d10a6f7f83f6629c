/**
 * Why a channel is busy: which flows cross it, which packets wait for it, and which flows waited behind it for which other flows. Found by
 * a second run of the scenario.
 */
import { type Run, startRun } from "../run/start.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { Waits } from "../measures/waits.ts";
import type { FlowEnds, FlowWait, Worm } from "../simulation/contract.ts";
import { WaitTally } from "../simulation/wait-tally.ts";
import type { Explanation } from "./explanation.ts";

/** Where the simulation records crossings, a packet counts only if at least this part of it has crossed. */
const minPacketPart = 1e-6;

/**
 * Finds the flows that cross a channel, in steps. A packet holds a channel for exactly as many cycles as it has phits. So samples at this
 * interval see every packet, and the cycle of its grant tells whether the packet is new. Where that does not hold (links with rates,
 * flits of several packets in turn, fluid flow), the simulation records the crossings itself.
 */
export class ChannelExplainer {
  private readonly packetsByPair = new Map<number, number>();
  /** Cycle of the last sample: packets granted before it are counted. */
  private lastSample: number;
  /** Phits that had crossed before the first cycle that counts, by pair of terminals; for simulations that record crossings. */
  private phitsBefore: ReadonlyMap<number, number> | null = null;
  /**
   * Samples so far; samples that found the channel blocked; and, for each outgoing channel, the samples in which packets behind the channel
   * waited for it.
   */
  private sampleCount = 0;
  private blockedSamples = 0;
  /** Whether any sample found something that can block the channel. */
  private hasBlocker = false;
  private readonly samplesByBlocker = new Map<number, number>();

  /**
   * @param run A run at cycle 0; it is consumed by the search.
   * @param from First cycle that counts.
   * @param to Cycle at which the search ends, at the latest with the run; Infinity for the end of the run.
   */
  constructor(
    private readonly run: Run,
    private readonly channel: number,
    private readonly from: number,
    private readonly to: number,
  ) {
    this.lastSample = from;
    run.simulation.trackChannel?.(channel);
  }

  /** Simulated cycles. */
  get now(): number {
    return this.run.simulation.now;
  }

  get hasEnded(): boolean {
    return this.now >= this.to || this.run.simulation.status !== "running";
  }

  /**
   * Continues the run to the next sample, or for about `work` units of work (as in `Simulation.advance`). A sample reads, once per packet
   * time, which packet holds the channel and what blocks the packets behind it. True if the work is used up before the sample.
   */
  step(work: number): boolean {
    const { simulation, plan } = this.run;
    const isTracked = simulation.trackedCrossings !== undefined;
    // Without samples, the simulation can run to the end directly.
    const sampleInterval = isTracked && simulation.blockedPackets === undefined ? Infinity : plan.packetPhits;
    const nextSample = Math.min(this.now < this.from ? this.from : this.lastSample + sampleInterval, this.to);
    simulation.advance(nextSample, work);
    if (isTracked && this.phitsBefore === null && this.now === this.from) this.phitsBefore = this.crossedPhits();
    if (this.now !== nextSample && !this.hasEnded) return true;
    const holder = simulation.holderOf(this.channel);
    // A packet that was granted the channel since the last sample is new.
    if (!isTracked && holder !== null && holder.since >= this.lastSample) {
      const pair = holder.source * plan.network.terminals + holder.destination;
      this.packetsByPair.set(pair, (this.packetsByPair.get(pair) ?? 0) + 1);
    }
    if (this.now > this.from && sampleInterval < Infinity) this.recordBlocking(holder === null);
    this.lastSample = Math.max(this.now, this.from);
    return false;
  }

  /**
   * The result so far of the second run that explains a channel: the packets that crossed it by flow (pair of terminals), the packets that
   * wait for it, the chain of packets that block each other, and how often channels downstream blocked it.
   */
  explanation(): Explanation {
    const { terminals } = this.run.plan.network;
    this.countFlows();
    const flows = [...this.packetsByPair].map(([pair, packets]) => ({
      source: Math.floor(pair / terminals),
      destination: pair % terminals,
      packets,
    }));
    flows.sort((a, b) => b.packets - a.packets || a.source - b.source || a.destination - b.destination);
    return {
      channel: this.channel,
      from: Math.min(this.from, this.now),
      to: this.now,
      packets: flows.reduce((sum, { packets }) => sum + packets, 0),
      flows,
      waiting: this.run.simulation.waitersFor(this.channel),
      chain: this.blockingChain(),
      // If no packet ever waits behind the channel, it is not blocked: packets that could use it choose other channels.
      heldUp: this.sampleCount === 0 ? null : this.hasBlocker ? this.blockedSamples / this.sampleCount : 0,
      ahead: [...this.samplesByBlocker].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([channel]) => channel),
    };
  }

  /**
   * Samples the channel: records whether packets request it while it carries none, and for which further channels the packets wait that
   * have crossed it. These channels block it.
   * @param isIdle Whether the channel carries no packet.
   */
  private recordBlocking(isIdle: boolean): void {
    const { simulation, plan } = this.run;
    const { channel } = this;
    this.sampleCount++;
    if (!isIdle) return;
    // A stopped packet that holds several channels needs all these channels except the one at its tail.
    const blockedPackets = (simulation.worms?.(channel) ?? []).filter(
      ({ channels, waitsFor }) => waitsFor.length > 0 && channels[0] !== channel,
    );
    if (blockedPackets.length === 0 && simulation.waitersFor(channel).length === 0) return;
    const { firstOut, head } = plan.network;
    this.blockedSamples++;
    this.hasBlocker ||= blockedPackets.length > 0;
    for (let outgoing = firstOut[head[channel]]; outgoing < firstOut[head[channel] + 1]; outgoing++) {
      if (!simulation.waitersFor(outgoing).some((waiter) => waiter.channel === channel)) continue;
      this.hasBlocker = true;
      this.samplesByBlocker.set(outgoing, (this.samplesByBlocker.get(outgoing) ?? 0) + 1);
    }
  }

  /** Follows the packets that block each other, from the holder of the channel on. */
  private blockingChain(): readonly Worm[] {
    const { simulation } = this.run;
    const chain: Worm[] = [];
    const visited = new Set<string>();
    for (let channels: readonly number[] = [this.channel]; channels.length > 0;) {
      const [packet] = channels.flatMap((channel) => simulation.worms?.(channel) ?? []);
      if (packet === undefined) break;
      chain.push(packet);
      const key = `${packet.source} ${packet.destination} ${packet.channels.join(" ")}`;
      if (visited.has(key)) break;
      visited.add(key);
      channels = packet.waitsFor;
    }
    return chain;
  }

  /** Converts the recorded phits of each pair of terminals to packets, rounded up. */
  private countFlows(): void {
    if (this.run.simulation.trackedCrossings === undefined || this.now <= this.from) return;
    const { packetPhits } = this.run.plan;
    for (const [pair, phits] of this.crossedPhits()) {
      const packets = Math.ceil((phits - (this.phitsBefore?.get(pair) ?? 0)) / packetPhits - minPacketPart);
      if (packets > 0) this.packetsByPair.set(pair, packets);
    }
  }

  /** Phits that have crossed so far, by pair of terminals. */
  private crossedPhits(): ReadonlyMap<number, number> {
    const { simulation, plan } = this.run;
    return new Map(
      simulation.trackedCrossings?.().map(({ source, destination, phits }) => [source * plan.network.terminals + destination, phits]),
    );
  }
}

/**
 * Explains why a channel is busy, by default within the measurement window.
 * @throws ScenarioError if the scenario's parts exclude each other
 */
export function explain(scenario: Scenario, channel: number, interval?: { readonly from: number; readonly to: number }): Explanation {
  const run = startRun(scenario);
  const { window } = run.plan;
  const explainer = new ChannelExplainer(run, channel, interval?.from ?? window.start, interval?.to ?? window.end);
  while (!explainer.hasEnded) explainer.step(Infinity);
  return explainer.explanation();
}

/** Cost of one cycle with a sample, in units of {@link Simulation.advance}: the sample and another call of the simulation. */
const workPerSample = 8;

/**
 * Finds which flows waited behind a channel, and for which other flows, in steps. After every cycle it reads the blocked packets and their
 * blockers. The cycles of a packet count once it is granted, as in the frame's `waiting`. In fluid models the simulation records the waits
 * itself.
 */
export class WaitSearch {
  private readonly tally: WaitTally;
  /** Waits so far of the packets that are blocked now, by the cycle from which each could request. */
  private tallyByPacket = new Map<number, WaitTally>();
  private hasBegun = false;

  /**
   * @param run A run at cycle 0; it is consumed by the search.
   * @param from Packets count that are granted their next channel from this cycle on.
   * @param to Cycle at which the search ends, at the latest with the run; Infinity for the end of the run.
   */
  constructor(
    private readonly run: Run,
    private readonly channel: number,
    private readonly from: number,
    private readonly to: number,
  ) {
    this.tally = new WaitTally(run.plan.network.terminals);
    if (!this.isPolling) run.simulation.trackChannel?.(channel);
  }

  /** Simulated cycles. */
  get now(): number {
    return this.run.simulation.now;
  }

  get hasEnded(): boolean {
    const { status, trackedWaits } = this.run.simulation;
    return this.now >= this.to || status !== "running" || (!this.isPolling && trackedWaits === undefined);
  }

  /** Continues for about `work` units of work (as in `Simulation.advance`). True if the work is used up before the end. */
  step(work: number): boolean {
    const { simulation } = this.run;
    if (!this.isPolling) {
      this.subtractEarlierWaits();
      simulation.advance(this.now < this.from ? Math.min(this.from, this.to) : this.to, work);
      this.subtractEarlierWaits();
      return !this.hasEnded;
    }
    for (let workLeft = work; workLeft > 0 && !this.hasEnded; workLeft -= workPerSample) {
      simulation.advance(this.now + 1, Infinity);
      this.pollBlockedPackets();
    }
    return !this.hasEnded;
  }

  /** The result so far; null if the flow control cannot explain waits. */
  waits(): Waits | null {
    const { simulation, plan } = this.run;
    const total = new WaitTally(plan.network.terminals);
    total.addAll(this.tally.list());
    if (!this.isPolling) {
      if (simulation.trackedWaits === undefined) return null;
      if (this.hasBegun) total.addAll(simulation.trackedWaits());
    }
    return groupByFlow(this.channel, Math.min(this.from, this.now), this.now, total.list());
  }

  private get isPolling(): boolean {
    return this.run.simulation.blockedPackets !== undefined;
  }

  /** Subtracts the waits before the first cycle that counts from the total. */
  private subtractEarlierWaits(): void {
    if (this.hasBegun || this.now < this.from) return;
    this.hasBegun = true;
    this.tally.addAll(this.run.simulation.trackedWaits?.() ?? [], -1);
  }

  private pollBlockedPackets(): void {
    const { tally, run, channel } = this;
    const previousTallies = this.tallyByPacket;
    this.tallyByPacket = new Map();
    for (const packet of run.simulation.blockedPackets?.(channel) ?? []) {
      const packetTally = previousTallies.get(packet.since) ?? new WaitTally(run.plan.network.terminals);
      previousTallies.delete(packet.since);
      this.tallyByPacket.set(packet.since, packetTally);
      const { behind: blockers } = packet;
      for (const blocker of blockers) packetTally.add(packet, blocker, 1 / blockers.length);
      if (blockers.length === 0) packetTally.add(packet, null, 1);
    }
    if (this.now > this.from) for (const waits of previousTallies.values()) tally.addAll(waits.list());
  }
}

/**
 * Finds which flows waited behind a channel of a scenario, and for which other flows, by default within the measurement window; null if its
 * flow control cannot explain waits.
 * @throws ScenarioError if the scenario's parts exclude each other
 */
export function findWaits(scenario: Scenario, channel: number, interval?: { readonly from: number; readonly to: number }): Waits | null {
  const run = startRun(scenario);
  const { window } = run.plan;
  const search = new WaitSearch(run, channel, interval?.from ?? window.start, interval?.to ?? window.end);
  while (!search.hasEnded) search.step(Infinity);
  return search.waits();
}

/** Waits up to this length, cycles, are rounding errors of sums and differences. */
const minWait = 1e-6;

/**
 * Groups the waits behind a channel, from cycle `from` to cycle `to`, by the flow (pair of terminals) that waited, the longest wait first;
 * each with the flows that it waited for. Waits of rounding errors only are left out.
 */
function groupByFlow(channel: number, from: number, to: number, flowWaits: readonly FlowWait[]): Waits {
  const flows = new Map<string, { source: number; destination: number; cycles: number; behind: FlowWait[] }>();
  for (const wait of flowWaits) {
    if (wait.cycles <= minWait) continue;
    const { source, destination, cycles } = wait;
    const key = `${source} ${destination}`;
    const flow = flows.get(key) ?? { source, destination, cycles: 0, behind: [] };
    flow.cycles += cycles;
    flow.behind.push(wait);
    flows.set(key, flow);
  }
  const longestFirst = (a: FlowEnds & { cycles: number }, b: FlowEnds & { cycles: number }) =>
    b.cycles - a.cycles || a.source - b.source || a.destination - b.destination;
  const sorted = [...flows.values()].sort(longestFirst).map(({ behind, ...flow }) => ({
    ...flow,
    behind: behind.flatMap(({ behind: blocker, cycles }) => (blocker === null ? [] : [{ ...blocker, cycles }])).sort(longestFirst),
  }));
  return { channel, from, to, cycles: sorted.reduce((sum, { cycles }) => sum + cycles, 0), flows: sorted };
}
