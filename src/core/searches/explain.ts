/**
 * Why a channel is busy: which flows cross it, which packets wait for it, and which flows waited for which others behind it. Found by a
 * second run of the scenario.
 */
import { type Run, start } from "../run/start.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { Waits } from "../measures/waits.ts";
import type { Ends, WaitFor, Worm } from "../simulation/contract.ts";
import { WaitTally } from "../simulation/wait-tally.ts";
import type { Explanation } from "./explanation.ts";

/** A flowing packet counts only if at least this part of it has crossed. */
const crumb = 1e-6;

/**
 * Finds the flows that cross a channel, in steps. A packet holds a channel for exactly as many cycles as it has phits. So a look at this
 * interval sees every packet, and the cycle of its grant tells whether the packet is new. In fluid models, where many messages hold a
 * channel simultaneously, the simulation records the crossings itself.
 */
export class Explaining {
  private readonly counts = new Map<number, number>();
  /** Cycle of the last look: packets granted before it are counted. */
  private seen: number;
  /** Phits that had crossed before the first cycle that counts, by pair of terminals; for flowing messages. */
  private before: ReadonlyMap<number, number> | null = null;
  /** Looks so far; looks that found the channel blocked; and these by the outgoing channel that packets behind the channel waited for. */
  private looks = 0;
  private held = 0;
  /** Whether any look found something that can block the channel. */
  private isHeld = false;
  private readonly heldBy = new Map<number, number>();

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
    this.seen = from;
    run.simulation.follow?.(channel);
  }

  /** Simulated cycles. */
  get now(): number {
    return this.run.simulation.now;
  }

  get isDone(): boolean {
    return this.now >= this.to || this.run.simulation.status !== "running";
  }

  /**
   * Continues to the next look, or for about `work` units of work (as in `Simulation.advance`). True if the work is used up before the
   * look.
   */
  step(work: number): boolean {
    const { simulation, plan } = this.run;
    const isFollowed = simulation.followed !== undefined;
    // Without looks, the simulation can run to the end directly.
    const length = isFollowed && simulation.standing === undefined ? Infinity : plan.packetPhits;
    const look = Math.min(this.now < this.from ? this.from : this.seen + length, this.to);
    simulation.advance(look, work);
    if (isFollowed && this.before === null && this.now === this.from) this.before = this.crossed();
    if (this.now !== look && !this.isDone) return true;
    const holder = simulation.holder(this.channel);
    if (!isFollowed && holder !== null && holder.since >= this.seen) {
      const pair = holder.source * plan.network.terminals + holder.destination;
      this.counts.set(pair, (this.counts.get(pair) ?? 0) + 1);
    }
    if (this.now > this.from && length < Infinity) this.lookAhead(holder === null);
    this.seen = Math.max(this.now, this.from);
    return false;
  }

  /** The result so far. */
  explanation(): Explanation {
    const { terminals } = this.run.plan.network;
    this.countFlows();
    const flows = [...this.counts].map(([pair, packets]) => ({
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
      waiting: this.run.simulation.waitingFor(this.channel),
      chain: this.chain(),
      // If no packet ever waits behind the channel, it is not blocked: packets that could use it choose other channels.
      heldUp: this.looks === 0 ? null : this.isHeld ? this.held / this.looks : 0,
      ahead: [...this.heldBy].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([channel]) => channel),
    };
  }

  /** Records whether packets request the channel while it is idle, and which outgoing channels the packets behind it wait for. */
  private lookAhead(isIdle: boolean): void {
    const { simulation, plan } = this.run;
    const { channel } = this;
    this.looks++;
    if (!isIdle) return;
    // A stopped packet that holds several channels needs all of them except the one behind its tail.
    const worms = (simulation.worms?.(channel) ?? []).filter(({ channels, waitsFor }) => waitsFor.length > 0 && channels[0] !== channel);
    if (worms.length === 0 && simulation.waitingFor(channel).length === 0) return;
    const { firstOut, head } = plan.network;
    this.held++;
    this.isHeld ||= worms.length > 0;
    for (let ahead = firstOut[head[channel]]; ahead < firstOut[head[channel] + 1]; ahead++) {
      if (!simulation.waitingFor(ahead).some((waiter) => waiter.channel === channel)) continue;
      this.isHeld = true;
      this.heldBy.set(ahead, (this.heldBy.get(ahead) ?? 0) + 1);
    }
  }

  /** Follows the packets that block each other, from the holder of the channel on. */
  private chain(): readonly Worm[] {
    const { simulation } = this.run;
    const chain: Worm[] = [];
    const met = new Set<string>();
    for (let wanted: readonly number[] = [this.channel]; wanted.length > 0;) {
      const [worm] = wanted.flatMap((channel) => simulation.worms?.(channel) ?? []);
      if (worm === undefined) break;
      chain.push(worm);
      const name = `${worm.source} ${worm.destination} ${worm.channels.join(" ")}`;
      if (met.has(name)) break;
      met.add(name);
      wanted = worm.waitsFor;
    }
    return chain;
  }

  /** Counts the packets of flowing messages, as far as anything of them has crossed. */
  private countFlows(): void {
    if (this.run.simulation.followed === undefined || this.now <= this.from) return;
    const { packetPhits } = this.run.plan;
    for (const [pair, phits] of this.crossed()) {
      const packets = Math.ceil((phits - (this.before?.get(pair) ?? 0)) / packetPhits - crumb);
      if (packets > 0) this.counts.set(pair, packets);
    }
  }

  /** Phits that have crossed so far, by pair of terminals. */
  private crossed(): ReadonlyMap<number, number> {
    const { simulation, plan } = this.run;
    return new Map(simulation.followed?.().map(({ source, destination, phits }) => [source * plan.network.terminals + destination, phits]));
  }
}

/**
 * Explains why a channel is busy, by default within the measurement window.
 * @throws ScenarioError if the scenario's parts exclude each other
 */
export function explain(scenario: Scenario, channel: number, span?: { readonly from: number; readonly to: number }): Explanation {
  const run = start(scenario);
  const { window } = run.plan;
  const explaining = new Explaining(run, channel, span?.from ?? window.start, span?.to ?? window.end);
  while (!explaining.isDone) explaining.step(Infinity);
  return explaining.explanation();
}

/** Cost of one cycle with a look, in units of {@link Simulation.advance}: the look and another call of the simulation. */
const lookWork = 8;

/**
 * Finds which flows waited behind a channel, and for which others, in steps. It looks after every cycle at the blocked packets and their
 * blockers. The cycles of a packet count once it is granted, as in the frame's `waiting`. In fluid models the simulation records the waits
 * itself.
 */
export class WaitSearch {
  private readonly tally: WaitTally;
  /** Waits so far of the packets that are blocked now, by the cycle from which each could request. */
  private standing = new Map<number, WaitTally>();
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
    if (!this.looks) run.simulation.follow?.(channel);
  }

  /** Simulated cycles. */
  get now(): number {
    return this.run.simulation.now;
  }

  get isDone(): boolean {
    const { status, waited } = this.run.simulation;
    return this.now >= this.to || status !== "running" || (!this.looks && waited === undefined);
  }

  /** Continues for about `work` units of work (as in `Simulation.advance`). True if the work is used up before the end. */
  step(work: number): boolean {
    const { simulation } = this.run;
    if (!this.looks) {
      this.begin();
      simulation.advance(this.now < this.from ? Math.min(this.from, this.to) : this.to, work);
      this.begin();
      return !this.isDone;
    }
    for (let left = work; left > 0 && !this.isDone; left -= lookWork) {
      simulation.advance(this.now + 1, Infinity);
      this.look();
    }
    return !this.isDone;
  }

  /** The result so far; null if the flow control cannot explain waits. */
  waits(): Waits | null {
    const { simulation, plan } = this.run;
    const found = new WaitTally(plan.network.terminals);
    found.addAll(this.tally.list());
    if (!this.looks) {
      if (simulation.waited === undefined) return null;
      if (this.hasBegun) found.addAll(simulation.waited());
    }
    return waitsOf(this.channel, Math.min(this.from, this.now), this.now, found.list());
  }

  private get looks(): boolean {
    return this.run.simulation.standing !== undefined;
  }

  /** Subtracts the waits before the first cycle that counts from the total. */
  private begin(): void {
    if (this.hasBegun || this.now < this.from) return;
    this.hasBegun = true;
    this.tally.addAll(this.run.simulation.waited?.() ?? [], -1);
  }

  private look(): void {
    const { tally, run, channel } = this;
    const before = this.standing;
    this.standing = new Map();
    for (const packet of run.simulation.standing?.(channel) ?? []) {
      const known = before.get(packet.since) ?? new WaitTally(run.plan.network.terminals);
      before.delete(packet.since);
      this.standing.set(packet.since, known);
      const { behind } = packet;
      for (const other of behind) known.add(packet, other, 1 / behind.length);
      if (behind.length === 0) known.add(packet, null, 1);
    }
    if (this.now > this.from) for (const waits of before.values()) tally.addAll(waits.list());
  }
}

/**
 * Finds which flows waited behind a channel of a scenario, and for which others, by default within the measurement window; null if its flow
 * control cannot explain waits.
 * @throws ScenarioError if the scenario's parts exclude each other
 */
export function findWaits(scenario: Scenario, channel: number, span?: { readonly from: number; readonly to: number }): Waits | null {
  const run = start(scenario);
  const { window } = run.plan;
  const search = new WaitSearch(run, channel, span?.from ?? window.start, span?.to ?? window.end);
  while (!search.isDone) search.step(Infinity);
  return search.waits();
}

/** Waits up to this length, cycles, are rounding errors of sums and differences. */
const shortestWait = 1e-6;

/** Groups the waits of a channel by waiting flow, the longest first. */
function waitsOf(channel: number, from: number, to: number, noted: readonly WaitFor[]): Waits {
  const flows = new Map<string, { source: number; destination: number; cycles: number; behind: WaitFor[] }>();
  for (const wait of noted) {
    if (wait.cycles <= shortestWait) continue;
    const { source, destination, cycles } = wait;
    const key = `${source} ${destination}`;
    const own = flows.get(key) ?? { source, destination, cycles: 0, behind: [] };
    own.cycles += cycles;
    own.behind.push(wait);
    flows.set(key, own);
  }
  const longestFirst = (a: Ends & { cycles: number }, b: Ends & { cycles: number }) =>
    b.cycles - a.cycles || a.source - b.source || a.destination - b.destination;
  const sorted = [...flows.values()].sort(longestFirst).map(({ behind, ...flow }) => ({
    ...flow,
    behind: behind.flatMap(({ behind: other, cycles }) => (other === null ? [] : [{ ...other, cycles }])).sort(longestFirst),
  }));
  return { channel, from, to, cycles: sorted.reduce((sum, { cycles }) => sum + cycles, 0), flows: sorted };
}
