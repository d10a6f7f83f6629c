// hot: no allocation, no for-of, no destructuring inside `processEvents` and what it calls.
/**
 * Fluid flow: messages flow at max-min fair rates. A message occupies all channels of its paths at a rate that is constant until some
 * message begins or ends. So an event is the beginning or the end of a message, whatever its size. Time is real, in cycles. A message of P
 * packets of L phits that begins at time t and shares no channel has left at t + L·P and is consumed H cycles later over H channels: H +
 * L·P cycles in all, as under every other flow control.
 *
 * Where channels differ, such a message takes L·P / r and then Σ (1 / rᵢ + dᵢ), where r is the rate of the slowest of its channels: each
 * channel takes the time of one phit and its delay. With H channels of one phit per cycle and no length this is H. If all rates are
 * multiplied by r and there are no delays, a run takes 1 / r of its time. Delays are added as in SimGrid's model with latency and bandwidth
 * only (CM02; Velho, Legrand, SIMUTools 2009), in which a message takes bandwidth only while it leaves. Of several paths of a message, the
 * longest counts.
 *
 * Contributions to a tree leave together when the last rank has handed its part over, as one flow that occupies every channel of the tree.
 * Headers go up before that. So the last phit is at the root L·P / r after the last header, and then goes down to each receiver. The next
 * round of a tree waits until this one has left.
 *
 * All events of one instant are processed together, and rates are computed once for all of them. Future events are in heaps by time, and
 * only events are processed. Flowed phits are counted when a rate changes, and never when a frame is sampled. So a run is the same, bit for
 * bit, however it is cut into slices. Only sums, products, quotients and comparisons are used, which give the same results on every
 * machine.
 */
import { ScenarioError } from "../../base/errors.ts";
import { TimeHeap } from "../../base/time-heap.ts";
import { mix, streamKey } from "../../base/random.ts";
import { rateOf } from "../../plan/links.ts";
import type { Plan } from "../../plan/plan.ts";
import type { Crossing, Ends, Holder, Simulation, Wait, Waiter, WaitFor } from "../../simulation/contract.ts";
import {
  channelPhits,
  channelQueued,
  channelShift,
  channelSinceInjection,
  channelWaiting,
  FlowRecorder,
  type FlowSums,
} from "../../simulation/flow-recorder.ts";
import { type Frame, type FrameLayout, scalar } from "../../simulation/frame.ts";
import {
  draftTrain,
  PacketTrains,
  trainAfter,
  trainCreated,
  trainDelay,
  trainFrom,
  trainHops,
  trainLast,
  trainMessage,
  trainStep,
  trainTo,
  trainWhole,
} from "../../simulation/packet-trains.ts";
import { FoldedSource } from "../../simulation/folded-source.ts";
import type { ProgramSource } from "../../simulation/program-source.ts";
import { calendarOf, programOf, type Source, startSource } from "../../simulation/source.ts";
import { WaitTally } from "../../simulation/wait-tally.ts";
import { heardAt } from "../../programs/trees.ts";
import { Fold } from "./fold.ts";
import { FluidRates } from "./rates.ts";
import { layoutOf, type Search, SoughtFluid } from "./sought.ts";
import { seekSymmetry, type Symmetry } from "./symmetry.ts";
import { type TreeFlow, treeFlowsOf } from "./tree-flows.ts";
import { FluidWays, type WaysRule } from "./ways.ts";
import { RealTimeClock } from "../real-time-clock.ts";

/** Parameters of fluid flow. */
export interface FluidRules {
  readonly ways: WaysRule;
  /** Whether messages to the same terminal flow together or one after the other. */
  readonly toOne: "together" | "in-turn";
}

/** Events closer than this part of the time are simultaneous, since rates are not integers. */
const instant = 1e-12;
/** A packet counts as left when less than this part of it remains. */
const crumb = 1e-9;

/**
 * Value of `trainMessagePackets` that marks a result of a tree. Its source is then the tree, and its destination the receiver's position.
 */
const fromTree = -1;

/** Most bytes for messages under way and for the resources that they use. Bytes per message and per use of a resource. */
const mostBytes = 850e6;
const [messageBytes, useBytes] = [136, 28];

/** @throws ScenarioError if the messages that may flow at the same time need too much memory. */
function checkRoom({ ways }: FluidRules, { network, routing, injectionSlots = 1 }: Plan): void {
  const { terminals } = network;
  const messages = injectionSlots * terminals;
  const last = terminals - 1;
  const found = new FluidWays({ network, routing, seed: 0 }, ways, () => 0);
  found.find(0, last, routing.begin?.(0, last, 0) ?? 0, 0);
  const each = messageBytes + useBytes * found.count;
  const bytes = messages * each;
  if (bytes <= mostBytes) return;
  const nearest = Math.floor(mostBytes / (terminals * each));
  const message = `fluid flow needs ${Math.ceil(bytes / 1e6).toLocaleString("en-US")} MB for ${messages.toLocaleString("en-US")} messages that may flow at once, each over ${found.count.toLocaleString("en-US")} channels; at most ${mostBytes / 1e6} MB are kept.`;
  const others = "a smaller network, or one path each.";
  const issue =
    nearest < 1
      ? { path: "flowControl", remedy: `Use ${others}` }
      : { path: "flowControl.injectionSlots", remedy: `Use ${nearest} or less, ${others}`, nearest };
  throw new ScenarioError([{ ...issue, message }]);
}

/** Fewest messages for which the search for symmetry pays; runs with fewer take less than a second. */
const fewestAlike = 2 ** 17;

/**
 * Starts a simulation of a plan at cycle 0. If ranks are symmetric, one representative runs for each class.
 * @param findSymmetry Starts the search; tests may replace {@link searchForSymmetry}.
 * @throws ScenarioError if the run needs too much memory.
 */
export function startFluid(rules: FluidRules, plan: Plan, seek: (rules: FluidRules, plan: Plan) => Search | null = seekAlike): Simulation {
  const { drawnFrom } = plan.routing;
  // A routing that draws a path for each packet spreads infinitely small packets over all paths.
  if (drawnFrom !== undefined) return startFluid({ ...rules, ways: "spread" }, { ...plan, routing: drawnFrom }, seek);
  checkRoom(rules, plan);
  const search = seek(rules, plan);
  if (search === null) return new Fluid(rules, plan, null);
  return new SoughtFluid(plan, search, (alike) => (alike === null ? new Fluid(rules, plan, null) : new FoldedFluid(rules, plan, alike)));
}

/**
 * Starts the search for symmetric ranks of a plan's program; null where it does not pay, or where counters are kept for each pair of
 * terminals.
 */
export function seekAlike({ ways, toOne }: FluidRules, plan: Plan): Search | null {
  const { demand, injectionSlots = 1 } = plan;
  if (demand.form !== "program" || demand.firstMessage[demand.ranks] < fewestAlike) return null;
  if (layoutOf(plan).columns.flowPackets.length > 0 || (toOne === "in-turn" && injectionSlots > 1)) return null;
  return seekSymmetry(plan, ways);
}

class Fluid extends RealTimeClock implements Simulation {
  readonly circle: readonly Wait[] = [];
  protected override readonly instant = instant;
  readonly layout: FrameLayout;
  protected readonly plan: Plan;
  private readonly begin: Plan["routing"]["begin"];
  private readonly L: number;
  private readonly C: number;
  private readonly slots: number;
  private readonly isInTurn: boolean;
  /** Minimum cycles between the creation of a message and its start. */
  private readonly startUp: number;
  protected readonly source: Source;
  /** The source as a program, which is notified of arrivals; null for open-loop traffic and message lists. */
  private readonly program: ProgramSource | null;
  protected readonly calendar: ProgramSource | null;
  /** The program's requests and replies of rendezvous; null where there are none. */
  private readonly controls: Source | null;
  protected readonly recorder: FlowRecorder;
  private readonly ways: FluidWays;
  private readonly rates: FluidRates;
  /**
   * Representatives of symmetric ranks, null where all ranks run; and [terminals] number of terminals that each one represents, which is
   * also the multiplicity of its flows.
   */
  private readonly fold: Fold | null;
  private readonly alike: Float64Array;
  protected readonly trains = new PacketTrains();
  private readonly routingKey: number;
  private readonly drawKey: number;
  /** End times of flows, and times at which terminals with a free slot have their next message. */
  private readonly ends = new TimeHeap();
  private readonly starts = new TimeHeap();
  // Flows, numbered slot + slots × terminal.
  /** [flows] Packets, 0 where the slot is free; packets that were put into trains; destination and message. */
  private readonly packets: Float64Array;
  private readonly out: Float64Array;
  private readonly to: Int32Array;
  private readonly message: Int32Array;
  /** [flows] Channels before the bottleneck; 0 where it is at the terminal, or there is none. */
  private readonly heldAt: Int32Array;
  /**
   * [flows] Cycles of a header over the longest path; rate without other flows, phits per cycle; and mean number of channels of the paths.
   */
  private readonly delay: Float64Array;
  private readonly alone: Float64Array;
  private readonly meanHops: Float64Array;
  /** [flows] 1 where all other terminals on the medium receive the message, too. */
  private readonly isHeard: Uint8Array;
  /** Trees, and [flows] the tree that a flow contributes to, −1 for none; empty where there are no trees. */
  private readonly trees: readonly TreeFlow[];
  private readonly treeOf: Int32Array;
  private readonly created: Float64Array;
  private readonly started: Float64Array;
  /** [flows] Phits that had left at time `rateSince`; that time; and all phits of the message. */
  private readonly sent: Float64Array;
  private readonly since: Float64Array;
  private readonly volume: Float64Array;
  /** [flows] When the last packet in a train is consumed. */
  private readonly consumed: Float64Array;
  // Terminals.
  /** [terminals] Messages begun; messages under way; phits per cycle that leave, and since when. */
  private readonly begun: Int32Array;
  private readonly flowing: Int32Array;
  private readonly leaving: Float64Array;
  private readonly leavingSince: Float64Array;
  /** [terminals] Rate of the fastest channel of each terminal, phits per cycle. */
  private readonly fastest: Float64Array;
  // Terminals whose rate changes at this instant, and those that may begin a message.
  private readonly changed: Int32Array;
  private changedCount = 0;
  private readonly isChanged: Uint8Array;
  private readonly due: Int32Array;
  private dueCount = 0;
  /** The tracked channel, −1 for none; and the phits that crossed it, by source × terminals + destination. */
  private followedChannel = -1;
  private readonly crossed = new Map<number, number>();
  /** Waits behind the tracked channel, and the time up to which they are counted. */
  private waits: WaitTally;
  private waitsUntil = 0;

  /** @param symmetry Representatives of symmetric ranks; null where all ranks run. */
  constructor({ ways, toOne }: FluidRules, plan: Plan, symmetry: Symmetry | null) {
    super();
    const { network, demand, packetPhits, seed, routing, links, injectionSlots = 1 } = plan;
    const T = network.terminals;
    const F = injectionSlots * T;
    const C = network.head.length;
    this.plan = plan;
    this.begin = routing.begin;
    this.L = packetPhits;
    this.C = C;
    this.slots = injectionSlots;
    this.isInTurn = toOne === "in-turn";
    this.startUp = plan.startUp ?? 0;
    this.routingKey = streamKey(seed, "routing");
    this.drawKey = streamKey(seed, "selection");
    this.fold = null;
    if (symmetry === null || demand.form !== "program") this.source = startSource(demand, T, packetPhits, seed);
    else {
      this.fold = new Fold(symmetry, demand.terminalOf, T);
      this.source = new FoldedSource(demand, T, symmetry.rank).start();
    }
    this.alike = this.fold?.alike ?? new Float64Array(T).fill(1);
    this.program = programOf(this.source, demand);
    this.calendar = calendarOf(this.program);
    this.controls = this.program === null ? null : this.program.controls;
    this.recorder = new FlowRecorder(plan, (into, now) => this.countUnderWay(into, now), this.alike);
    this.layout = this.recorder.layout;
    // An adaptive routing sees one packet of every message that flows over a channel.
    this.ways = new FluidWays(plan, ways, (channel) => this.rates.usesOf(channel) * packetPhits);
    this.rates = new FluidRates(F, this.ways.capacity, this.ways.fastest, links !== undefined);
    const [whole, real] = [() => new Int32Array(F), () => new Float64Array(F)];
    [this.to, this.message, this.heldAt] = [whole(), whole(), whole()];
    [this.packets, this.out, this.delay, this.alone] = [real(), real(), real(), real()];
    [this.meanHops, this.created, this.started, this.sent] = [real(), real(), real(), real()];
    [this.since, this.volume, this.consumed] = [real(), real(), real()];
    [this.begun, this.flowing, this.changed] = [new Int32Array(T), new Int32Array(T), new Int32Array(T)];
    [this.leaving, this.leavingSince] = [new Float64Array(T), new Float64Array(T)];
    this.fastest = new Float64Array(T);
    for (let c = network.firstOut[T] - 1; c >= 0; c--)
      this.fastest[network.tail[c]] = Math.max(this.fastest[network.tail[c]], rateOf(links, c));
    this.isChanged = new Uint8Array(T);
    this.isHeard = new Uint8Array(F);
    this.trees = treeFlowsOf(plan);
    this.treeOf = new Int32Array(this.trees.length > 0 ? F : 0).fill(-1);
    this.waits = new WaitTally(T);
    this.due = new Int32Array(F + T);
    for (let s = 0; s < T; s++) this.awaitNext(s);
  }

  follow(channel: number): void {
    this.followedChannel = channel;
    this.crossed.clear();
    this.waits = new WaitTally(this.begun.length);
    this.waitsUntil = this.now;
  }

  followed(): readonly Crossing[] {
    const phits = new Map(this.crossed);
    for (let f = 0; f < this.packets.length; f++)
      if (this.packets[f] > 0) this.countCrossing(f, this.sentBy(f, this.now) - this.sent[f], phits);
    const T = this.begun.length;
    return [...phits].map(([pair, each]) => ({ source: Math.floor(pair / T), destination: pair % T, phits: each }));
  }

  waited(): readonly WaitFor[] {
    const waits = new WaitTally(this.begun.length);
    waits.addAll(this.waits.list());
    this.countWaits(this.now, waits);
    return waits.list();
  }

  /** The message with the largest share of a channel. */
  holder(channel: number): Holder | null {
    const f = this.rates.largestOn(channel);
    return f < 0 ? null : { source: this.sourceOf(f), destination: this.to[f], since: Math.floor(this.started[f]) };
  }

  /** The messages whose bottleneck is the channel, or a capacity that it shares. */
  waitingFor(channel: number): readonly Waiter[] {
    const { rates } = this;
    const found: Waiter[] = [];
    for (let f = 0; f < this.packets.length; f++) {
      if (this.packets[f] === 0 || !this.isHeldAt(f, channel)) continue;
      const before = this.heldAt[f] > 0 ? rates.channelAt(f, this.heldAt[f] - 1, this.C) : -1;
      found.push({ source: this.sourceOf(f), destination: this.to[f], channel: before, since: Math.floor(this.started[f]) });
    }
    return found.sort((a, b) => a.since - b.since || a.channel - b.channel || a.source - b.source);
  }

  private isHeldAt(f: number, channel: number): boolean {
    const { rates, C } = this;
    const held = rates.bottleneck[f];
    return held === channel || (held >= C && rates.channelAt(f, this.heldAt[f], C) === channel);
  }

  protected get nextEvent(): number {
    return Math.min(this.ends.next, this.starts.next);
  }

  /** A train has been consumed. If it completes a message, the receiving rank may go on. */
  protected arrive(train: number): void {
    const { trains, program } = this;
    this.recorder.consume(this.recorder.sums, trains, train, Infinity);
    const whole = trains.time(train, trainWhole);
    const time = trains.time(train, trainLast);
    const m = trains.get(train, trainMessage);
    const from = trains.get(train, trainFrom);
    const to = trains.get(train, trainTo);
    trains.drop(train);
    if (program === null || whole === 0) return;
    const count = whole === fromTree ? program.comeOut(from, to, m, time - 1) : program.arrive(m, time - 1, whole);
    for (let i = 0; i < count; i++) this.awaitNext(program.woken[i]);
  }

  /** Processes all events of one instant: flows end and begin, and all flows that share resources with them get new rates. */
  protected happen(next: number): number {
    const { ends, starts, rates, due } = this;
    const latest = next * (1 + instant);
    let time = next;
    this.dueCount = 0;
    this.changedCount = 0;
    if (this.followedChannel >= 0) {
      this.countWaits(next, this.waits);
      this.waitsUntil = next;
    }
    while (ends.next <= latest) {
      const f = ends.first;
      time = Math.max(time, ends.next);
      ends.remove(f);
      due[this.dueCount++] = f;
    }
    const ended = this.dueCount;
    while (starts.next <= latest) {
      const s = starts.first;
      time = Math.max(time, starts.next);
      starts.remove(s);
      due[this.dueCount++] = s;
    }
    for (let i = 0; i < ended; i++) {
      this.end(due[i], time);
      due[i] = this.sourceOf(due[i]);
    }
    for (let i = 0; i < this.dueCount; i++) this.feed(due[i], time);
    rates.solve();
    const filled = rates.filledCount;
    for (let i = 0; i < filled; i++) this.changeRate(rates.filled[i], time);
    rates.settle();
    for (let i = 0; i < this.changedCount; i++) this.changeLeaving(this.changed[i]);
    return 1 + this.dueCount + filled;
  }

  protected look(terminal: number): void {
    this.awaitNext(terminal);
  }

  private end(f: number, time: number): void {
    if (this.treeIn(f) < 0) this.leave(f, time);
    else this.endRound(this.treeOf[f], f, time);
    this.rates.end(f);
  }

  /** The tree that a flow contributes to; −1 for none. */
  private treeIn(f: number): number {
    return this.trees.length === 0 ? -1 : this.treeOf[f];
  }

  /** All contributions of a round have left; the result is sent to each receiver. */
  private endRound(number: number, f: number, time: number): void {
    const round = this.trees[number];
    const { tree, down, flow } = round;
    const size = this.program!.sizeNumber(this.message[f]);
    this.recorder.sums.frame.scalars[scalar.grants] += this.packets[f] * (tree.up.length + tree.down.length);
    for (let place = 0; place < flow.length; place++) {
      const each = flow[place];
      this.leave(each, time);
      this.treeOf[each] = -1;
      this.rates.rate[each] = 0;
      flow[place] = -1;
      if (each !== f) this.due[this.dueCount++] = this.sourceOf(each);
    }
    for (let place = 0; place < down.length; place++) this.tell(number, place, size, time + round.atRoot + down[place]);
    round.count = 0;
    round.atRoot = 0;
  }

  /** Counts the rest of a flow, sends its last train, and frees its slot. */
  private leave(f: number, time: number): void {
    const s = this.sourceOf(f);
    const packets = this.packets[f];
    this.countLeaving(s, time);
    this.count(f, time, this.volume[f] - this.sent[f], this.recorder.sums);
    this.depart(f, packets - this.out[f], time + this.delay[f], packets);
    if (this.followedChannel >= 0) this.countCrossing(f, this.volume[f] - this.sent[f], this.crossed);
    const { scalars, sentSoFar } = this.recorder.sums.frame;
    scalars[scalar.injected] += packets * this.alike[s];
    if (this.treeIn(f) < 0) scalars[scalar.grants] += packets * this.meanHops[f] * this.alike[s];
    sentSoFar[s] += packets;
    this.trace(this.to[f], s, time, -1);
    this.packets[f] = 0;
    this.flowing[s]--;
  }

  /** Starts the messages that exist by now in the free slots of a terminal. Requests and replies need no slot. */
  private feed(s: number, time: number): void {
    const { source, controls, slots, packets } = this;
    const latest = time * (1 + instant);
    if (controls !== null) while (controls.at[s] + this.startUp <= latest) this.notify(s, time, controls);
    for (let f = s * slots; f < (s + 1) * slots && source.at[s] + this.startUp <= latest; f++) {
      if (packets[f] > 0) continue;
      if (this.isHeldUp(s)) break;
      this.start(f, s, time);
    }
    this.awaitNext(s, latest);
  }

  /**
   * Schedules the next look at a terminal: when a message may begin, if a slot is free, or a control message is due. Messages that could
   * have begun by time `tried` are blocked and do not count. A blocked message still causes one additional event, which keeps runs
   * identical to those of earlier versions.
   */
  private awaitNext(s: number, tried = -Infinity): void {
    const next = this.source.at[s];
    let at = this.flowing[s] < this.slots && next + this.startUp > tried ? next : Infinity;
    if (this.controls !== null) at = Math.min(at, this.controls.at[s]);
    if (at < Infinity) this.starts.set(s, at + this.startUp);
  }

  /**
   * Whether a terminal's next message waits for another one to the same destination or tree. The end of that message schedules the terminal
   * again.
   */
  private isHeldUp(s: number): boolean {
    if (this.trees.length > 0 && this.program!.treeOf(this.source.message[s]) >= 0) return this.isInRound(this.source.message[s]);
    if (!this.isInTurn || this.source.at[s] === Infinity) return false;
    const to = this.source.to[s];
    for (let f = s * this.slots; f < (s + 1) * this.slots; f++) if (this.packets[f] > 0 && this.to[f] === to) return true;
    return false;
  }

  /** Whether the rank's contribution to the previous round has not left yet. */
  private isInRound(m: number): boolean {
    return this.trees[this.program!.treeOf(m)].flow[this.program!.placeInTree(m)] >= 0;
  }

  /** Finds the paths of a terminal's next message. */
  private findWays(s: number, to: number): void {
    const { begin } = this;
    const number = this.begun[s]++;
    this.ways.find(s, to, begin === undefined ? 0 : begin(s, to, mix(this.routingKey, s, number)), mix(this.drawKey, s, number));
  }

  /** Sends a request or reply of a rendezvous. It takes the time of a header and no bandwidth, and does not count as a packet. */
  private notify(s: number, time: number, controls: Source): void {
    const { ways, trains } = this;
    const to = controls.to[s];
    const m = controls.message[s];
    this.findWays(s, to);
    const there = time + ways.delay;
    const train = trains.take();
    trains.write(train, s, to, m, 0);
    trains.setTime(train, trainLast, there);
    trains.setTime(train, trainWhole, 1);
    trains.underWay.set(train, there);
    this.trace(to, s, time, 1);
    controls.advance(s);
  }

  /** Sends the result of a round to a receiver, at a given time. It does not count as a packet. */
  private tell(tree: number, place: number, size: number, time: number): void {
    const { trains } = this;
    const train = trains.take();
    trains.write(train, tree, place, size, 0);
    trains.setTime(train, trainLast, time);
    trains.setTime(train, trainWhole, fromTree);
    trains.underWay.set(train, time);
  }

  /** Starts the next message of a terminal in slot `flowId`: as a separate flow, or as a contribution to a tree. */
  private start(f: number, s: number, time: number): void {
    const { source, ways } = this;
    const to = source.to[s];
    const packets = source.packets[s];
    const m = source.message[s];
    const tree = this.trees.length === 0 ? -1 : this.program!.treeOf(m);
    this.countLeaving(s, time);
    if (tree < 0) {
      this.findWays(s, to);
      if (this.fold !== null) this.fold.ways(s, ways);
      this.rates.begin(f, ways);
      this.meanHops[f] = ways.meanHops;
    }
    this.isHeard[f] = this.program?.isHeard(m) === true ? 1 : 0;
    this.packets[f] = packets;
    this.out[f] = 0;
    this.to[f] = to;
    this.message[f] = m;
    this.delay[f] = ways.delay;
    this.alone[f] = ways.alone;
    this.heldAt[f] = 0;
    this.created[f] = source.at[s];
    this.started[f] = time;
    this.sent[f] = 0;
    this.since[f] = time;
    this.volume[f] = packets * this.L;
    this.consumed[f] = time + ways.delay;
    this.flowing[s]++;
    this.trace(to, s, time, 1);
    this.recorder.begin(s, source.at[s], packets);
    if (tree < 0) this.recorder.inject(m, time);
    else this.contribute(f, tree, time);
    source.advance(s);
  }

  /** Adds a contribution to the current round; the last one starts the round as one flow. */
  private contribute(f: number, number: number, time: number): void {
    const { rates, ways } = this;
    const round = this.trees[number];
    const { tree, up, down, flow } = round;
    const place = this.program!.placeInTree(this.message[f]);
    flow[place] = f;
    this.treeOf[f] = number;
    rates.rate[f] = 0;
    if (time + up[place] > round.atRoot) round.atRoot = time + up[place];
    if (++round.count < flow.length) return;
    round.atRoot -= time;
    ways.findTree(tree);
    rates.begin(flow[round.leader], ways);
    for (let i = 0; i < flow.length; i++) {
      const each = flow[i];
      if (this.packets[each] !== this.packets[f]) throw new Error("what ranks contribute to a tree has one size in each round");
      this.delay[each] = round.atRoot + down[heardAt(tree, i)];
      this.alone[each] = ways.alone;
      this.meanHops[each] = tree.ways[i].length;
      this.since[each] = time;
      this.consumed[each] = time + this.delay[each];
      this.recorder.inject(this.message[each], time);
    }
  }

  /** Applies the rate and the bottleneck that were computed for a flow. */
  private changeRate(f: number, time: number): void {
    const { rates } = this;
    if (!rates.differs(f)) return rates.take(f);
    const tree = this.treeIn(f);
    if (tree < 0) this.settle(f, time);
    else for (let i = 0; i < this.trees[tree].flow.length; i++) this.settle(this.trees[tree].flow[i], time);
    rates.take(f);
    if (tree >= 0) for (let i = 0; i < this.trees[tree].flow.length; i++) rates.rate[this.trees[tree].flow[i]] = rates.rate[f];
    this.heldAt[f] = rates.hopsToBottleneck(f);
    this.ends.set(f, time + (this.volume[f] - this.sent[f]) / rates.rate[f]);
  }

  /** Counts what a flow has sent at its old rate. */
  private settle(f: number, time: number): void {
    this.countLeaving(this.sourceOf(f), time);
    if (time > this.since[f]) {
      const sent = this.sentBy(f, time);
      this.count(f, time, sent - this.sent[f], this.recorder.sums);
      if (this.followedChannel >= 0) this.countCrossing(f, sent - this.sent[f], this.crossed);
      const out = Math.min(this.packets[f] - 1, Math.floor(sent / this.L + crumb));
      if (out > this.out[f]) this.depart(f, out - this.out[f], this.lastOf(f, out), 0);
      this.sent[f] = sent;
      this.since[f] = time;
    }
  }

  /** Counts the phits since the last change on every channel of a flow's paths; with `isTotalsOnly` nothing else. */
  private count(f: number, time: number, phits: number, { channels, isBrief }: FlowSums): void {
    const { rates, C } = this;
    const held = this.heldAt[f];
    // A packet that takes longer than at the isolated rate has lost the difference, in front of its bottleneck.
    const lost = held > 0 ? Math.max(0, (time - this.since[f]) * (1 - rates.rate[f] / this.alone[f])) : 0;
    const packets = phits / this.L;
    for (let u = rates.firstUse(f), end = rates.endOfUses(f); u < end; u++) {
      const c = rates.resourceOf(u);
      if (c >= C) continue;
      const weight = rates.weightOf(u);
      const place = c << channelShift;
      channels[place + channelPhits] += weight * phits;
      if (isBrief) continue;
      const hop = rates.hopsBefore(u);
      channels[place + channelSinceInjection] += weight * (packets * rates.reachOf(u) + (hop >= held ? lost : 0));
      if (hop === held - 1) channels[place + channelWaiting] += weight * lost;
    }
    if (this.isHeard[f] === 1) this.countHeard(f, phits, channels);
  }

  /** A message on a medium also crosses the channels to all other terminals on it. It takes no capacity there beyond that of the medium. */
  private countHeard(f: number, phits: number, channels: Float64Array): void {
    const { head, firstOut } = this.plan.network;
    const from = this.sourceOf(f);
    const medium = head[firstOut[from]];
    for (let c = firstOut[medium]; c < firstOut[medium + 1]; c++)
      if (head[c] !== this.to[f] && head[c] !== from) channels[(c << channelShift) + channelPhits] += phits;
  }

  /**
   * Packets of a flow have left, and their train is under way. `whole` is the number of packets of the message if these are the last ones,
   * otherwise 0.
   */
  private depart(f: number, packets: number, last: number, whole: number): void {
    const { trains } = this;
    const train = trains.take();
    this.writeTrain(train, f, packets, last, whole);
    this.out[f] += packets;
    this.consumed[f] = last;
    trains.underWay.set(train, last);
  }

  /** Writes a train of the next packets of a flow: an arithmetic series of consumption times, the last one at `last`. */
  private writeTrain(train: number, f: number, packets: number, last: number, whole: number): void {
    const { trains } = this;
    trains.write(train, this.sourceOf(f), this.fold === null ? this.to[f] : this.fold.terminal[this.to[f]], this.message[f], packets);
    trains.setTime(train, trainCreated, this.created[f]);
    trains.setTime(train, trainAfter, this.consumed[f]);
    trains.setTime(train, trainLast, last);
    trains.setTime(train, trainStep, this.L / this.rates.rate[f]);
    trains.setTime(train, trainDelay, this.delay[f]);
    trains.setTime(train, trainHops, this.meanHops[f]);
    trains.setTime(train, trainWhole, whole);
  }

  /** Counts a terminal's cycles at its old rate, and marks the terminal for a new rate. */
  private countLeaving(s: number, time: number): void {
    if (this.isChanged[s] === 0) {
      this.isChanged[s] = 1;
      this.changed[this.changedCount++] = s;
    }
    this.countSending(s, time, this.recorder.sums.frame);
    this.leavingSince[s] = time;
  }

  private countSending(s: number, time: number, into: Frame): void {
    if (this.flowing[s] === 0) return;
    const cycles = Math.max(0, time - this.leavingSince[s]);
    const sending = Math.min(1, this.leaving[s] / this.fastest[s]);
    into.sendingSoFar[s] += sending * cycles;
    into.blockedSoFar[s] += (1 - sending) * cycles;
  }

  private changeLeaving(s: number): void {
    this.isChanged[s] = 0;
    let leaving = 0;
    for (let f = s * this.slots; f < (s + 1) * this.slots; f++) if (this.packets[f] > 0) leaving += this.rates.rate[f];
    this.leaving[s] = leaving;
  }

  /** Adds the counts since the last change, up to cycle `now`. */
  private countUnderWay(into: FlowSums, now: number): void {
    const { trains, recorder, packets } = this;
    const { underWay } = trains;
    for (let i = 0; i < underWay.size; i++) recorder.consume(into, trains, underWay.at(i), now);
    if (!into.isBrief) for (let s = 0; s < this.begun.length; s++) this.countSending(s, now, into.frame);
    for (let f = 0; f < packets.length; f++) if (packets[f] > 0) this.countFlow(f, into, now);
    this.fold?.unfold(into);
  }

  /** Adds the counts of a flow since its last change, up to cycle `now`. */
  private countFlow(f: number, into: FlowSums, now: number): void {
    const { rates, trains, recorder, L } = this;
    const { frame } = into;
    const sent = this.sentBy(f, now);
    this.count(f, now, sent - this.sent[f], into);
    const injected = Math.min(this.packets[f], Math.ceil(sent / L - crumb));
    frame.scalars[scalar.injected] += injected * this.alike[this.sourceOf(f)];
    const out = Math.min(this.packets[f], Math.floor(sent / L + crumb));
    if (out > this.out[f]) {
      this.writeTrain(draftTrain, f, out - this.out[f], this.lastOf(f, out), out === this.packets[f] ? out : 0);
      recorder.consume(into, trains, draftTrain, now);
    }
    if (into.isBrief) return;
    frame.sentSoFar[this.sourceOf(f)] += injected;
    if (this.heldAt[f] === 0) return;
    for (let u = rates.firstUse(f), end = rates.endOfUses(f); u < end; u++) {
      const c = rates.resourceOf(u);
      if (c < this.C && rates.hopsBefore(u) === this.heldAt[f] - 1) into.channels[(c << channelShift) + channelQueued] += rates.weightOf(u);
    }
  }

  /** Phits of a flow that have left by a time after its last rate change. */
  private sentBy(f: number, time: number): number {
    return Math.min(this.volume[f], this.sent[f] + Math.max(0, time - this.since[f]) * this.rates.rate[f]);
  }

  /**
   * When the last of the first `packetCount` packets of a flow is consumed, at the current rate. Earlier packets may have left before the
   * last rate change.
   */
  private lastOf(f: number, packets: number): number {
    return this.since[f] + (packets * this.L - this.sent[f]) / this.rates.rate[f] + this.delay[f];
  }

  /** Adds the phits that a flow has sent over the tracked channel. */
  private countCrossing(f: number, phits: number, into: Map<number, number>): void {
    const { rates, followedChannel } = this;
    for (let u = rates.firstUse(f), end = rates.endOfUses(f); u < end; u++) {
      if (rates.resourceOf(u) !== followedChannel) continue;
      const pair = this.sourceOf(f) * this.begun.length + this.to[f];
      into.set(pair, (into.get(pair) ?? 0) + rates.weightOf(u) * phits);
    }
  }

  /**
   * Adds the waits behind the tracked channel since the last count. A flow's wait is divided among the other flows on its bottleneck, in
   * proportion to their rates.
   */
  private countWaits(time: number, into: WaitTally): void {
    const { rates, followedChannel, heldAt } = this;
    if (followedChannel < 0) return;
    const cycles = Math.max(0, time - this.waitsUntil);
    rates.usesOn(followedChannel, (u, f) => {
      if (heldAt[f] === 0 || rates.hopsBefore(u) !== heldAt[f] - 1) return;
      const lost = rates.weightOf(u) * cycles * Math.max(0, 1 - rates.rate[f] / this.alone[f]);
      const others: { readonly flow: number; readonly share: number }[] = [];
      rates.usesOn(this.resourceBefore(f), (use, flow) => {
        if (flow !== f) others.push({ flow, share: rates.weightOf(use) * rates.rate[flow] });
      });
      const all = others.reduce((sum, { share }) => sum + share, 0);
      if (all === 0) into.add(this.endsOf(f), null, lost);
      else for (const { flow, share } of others) into.add(this.endsOf(f), this.endsOf(flow), (lost * share) / all);
    });
  }

  /** The resource that a flow waits for: its bottleneck, unless another saturated resource comes earlier on its path. */
  private resourceBefore(f: number): number {
    const { rates, C } = this;
    for (let u = rates.firstUse(f), end = rates.endOfUses(f); u < end; u++)
      if (rates.resourceOf(u) === rates.bottleneck[f] && rates.hopsBefore(u) === this.heldAt[f]) return rates.bottleneck[f];
    return rates.channelAt(f, this.heldAt[f], C);
  }

  private endsOf(f: number): Ends {
    return { source: this.sourceOf(f), destination: this.to[f] };
  }

  private sourceOf(f: number): number {
    return (f / this.slots) | 0;
  }
}

/**
 * A run with one representative for each class of symmetric ranks. Queries about single messages start a full run of all ranks, which then
 * stays at the same cycle.
 */
class FoldedFluid extends Fluid {
  private all: Fluid | null = null;

  constructor(
    private readonly rules: FluidRules,
    plan: Plan,
    symmetry: Symmetry,
  ) {
    super(rules, plan, symmetry);
  }

  override advance(until: number, work: number): void {
    const { all } = this;
    if (all === null) return super.advance(until, work);
    all.advance(until, work);
    super.advance(all.status === "running" ? all.now : until, Infinity);
  }

  override follow(channel: number): void {
    this.unfolded().follow(channel);
  }

  override followed(): readonly Crossing[] {
    return this.unfolded().followed();
  }

  override waited(): readonly WaitFor[] {
    return this.unfolded().waited();
  }

  override holder(channel: number): Holder | null {
    return this.unfolded().holder(channel);
  }

  override waitingFor(channel: number): readonly Waiter[] {
    return this.unfolded().waitingFor(channel);
  }

  private unfolded(): Fluid {
    this.all ??= new Fluid(this.rules, this.plan, null);
    while (this.all.now < this.now && this.all.status === "running") this.all.advance(this.now, Infinity);
    return this.all;
  }
}
