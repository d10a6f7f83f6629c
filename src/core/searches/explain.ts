/**
 * Why a channel is busy: whose packets cross it, and who waits for it; and who waited behind it, for whom. Found by running
 * the scenario once more.
 */
import { type Run, start } from "../run/start.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { Waits } from "../measures/waits.ts";
import type { Ends, WaitFor, Worm } from "../simulation/contract.ts";
import { WaitTally } from "../simulation/wait-tally.ts";
import type { Explanation } from "./explanation.ts";

/** A packet of which less than this part has crossed is not counted. */
const crumb = 1e-6;

/**
 * A search for whose packets cross a channel, which can be cut into steps. A packet holds a channel for exactly as many
 * cycles as it has phits: who looks that often sees every packet, and knows from its grant whether it has seen it before.
 * Where messages flow, many hold it at once, and the run itself takes note.
 */
export class Explaining {
  private readonly counts = new Map<number, number>();
  /** Cycle of the last look: packets granted before have been seen. */
  private seen: number;
  /** What had crossed before the first cycle that counts, by pair of terminals; of messages that flow. */
  private before: ReadonlyMap<number, number> | null = null;
  /** Looks so far, those that found the channel held up, and of them by the channel that packets at its end waited for. */
  private looks = 0;
  private held = 0;
  /** Whether anything was seen that could hold it up. */
  private isHeld = false;
  private readonly heldBy = new Map<number, number>();

  /**
   * @param run at cycle 0, and used up by this
   * @param from first cycle that counts
   * @param to cycle at which to end, at the latest where the run does; Infinity for that
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

  /** Cycles simulated so far. */
  get now(): number {
    return this.run.simulation.now;
  }

  get isDone(): boolean {
    return this.now >= this.to || this.run.simulation.status !== "running";
  }

  /** Goes on to the next look, or by about `work` units of work, as `Simulation.advance` counts them: true when they are used up before. */
  step(work: number): boolean {
    const { simulation, plan } = this.run;
    const isFollowed = simulation.followed !== undefined;
    // Where nobody looks, there is one end to go to.
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

  /** What has been found so far. */
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
      // Where nothing ever waits at its end, it is free: those who could take it choose another one.
      heldUp: this.looks === 0 ? null : this.isHeld ? this.held / this.looks : 0,
      ahead: [...this.heldBy].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([channel]) => channel),
    };
  }

  /** Notes whether packets want the channel while it carries nothing, and what those at its end wait for. */
  private lookAhead(isIdle: boolean): void {
    const { simulation, plan } = this.run;
    const { channel } = this;
    this.looks++;
    if (!isIdle) return;
    // A packet that stands still on several channels wants all of them but the one that its tail has come by.
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

  /** Counts the packets of messages that flow: those of which anything has crossed. */
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
 * Explains a channel of a scenario, by default within the window of measurement.
 * @throws ScenarioError when the scenario's parts exclude each other
 */
export function explain(scenario: Scenario, channel: number, span?: { readonly from: number; readonly to: number }): Explanation {
  const run = start(scenario);
  const { window } = run.plan;
  const explaining = new Explaining(run, channel, span?.from ?? window.start, span?.to ?? window.end);
  while (!explaining.isDone) explaining.step(Infinity);
  return explaining.explanation();
}

/** Cycles that are looked at cost more work than {@link Simulation.advance} counts: a look, and a run that is begun anew. */
const lookWork = 8;

/**
 * A search for who waited behind a channel, and for whom, which can be cut into steps. It looks after every cycle who
 * stands there and who is before it; what a packet has waited counts when it is gone, as in the frame's `waiting`. Where
 * messages flow, the run itself takes note.
 */
export class WaitSearch {
  private readonly tally: WaitTally;
  /** What the packets that stand there have waited so far, by the cycle from which each may ask. */
  private standing = new Map<number, WaitTally>();
  private hasBegun = false;

  /**
   * @param run at cycle 0, and used up by this
   * @param from packets count that are granted their next channel from this cycle on
   * @param to cycle at which to end, at the latest where the run does; Infinity for that
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

  /** Cycles simulated so far. */
  get now(): number {
    return this.run.simulation.now;
  }

  get isDone(): boolean {
    const { status, waited } = this.run.simulation;
    return this.now >= this.to || status !== "running" || (!this.looks && waited === undefined);
  }

  /** Goes on by about `work` units of work, as `Simulation.advance` counts them: true when they are used up before the end. */
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

  /** What has been found so far; null where the flow control cannot tell. */
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

  /** What had waited before the first cycle that counts is taken away from all that will have. */
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
 * Finds who waited behind a channel of a scenario, by default within the window of measurement; null where its flow control
 * cannot tell.
 * @throws ScenarioError when the scenario's parts exclude each other
 */
export function findWaits(scenario: Scenario, channel: number, span?: { readonly from: number; readonly to: number }): Waits | null {
  const run = start(scenario);
  const { window } = run.plan;
  const search = new WaitSearch(run, channel, span?.from ?? window.start, span?.to ?? window.end);
  while (!search.isDone) search.step(Infinity);
  return search.waits();
}

/** What is lost when times are added and taken away again, cycles. */
const shortestWait = 1e-6;

/** Sorts what was noted of a channel by flows. */
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
