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
 * only (CM02; Velho, Legrand, SIMUTools 2009), in which a message takes bandwidth only while it leaves. If a message has several paths, the
 * longest path counts.
 *
 * Contributions to a tree leave together when the last rank has handed its part over, as one flow that occupies every channel of the tree.
 * Headers go up before that. So the last phit is at the root L·P / r after the last header, and then goes down to each receiver. The next
 * round of a tree waits until the flow of this round has left.
 *
 * All events of one instant are processed together, and rates are computed once for all of them. Future events are in heaps by time, and
 * only events are processed. Phits that have flowed are counted when a rate changes, and never when a frame is sampled. So a run is the
 * same, bit for bit, however it is cut into slices. Only sums, products, quotients and comparisons are used, which give the same results on
 * every machine.
 */
import { ScenarioError } from "../../base/errors.ts";
import { TimeHeap } from "../../base/time-heap.ts";
import { mix, streamKey } from "../../base/random.ts";
import { rateOf } from "../../plan/links.ts";
import type { Plan } from "../../plan/plan.ts";
import type {
  ChannelCrossing,
  FlowEnds,
  ChannelHolder,
  Simulation,
  DeadlockWait,
  WaitingPacket,
  FlowWait,
} from "../../simulation/contract.ts";
import {
  channelPhits,
  channelQueued,
  flowChannelShift,
  channelSinceInjection,
  channelWaiting,
  FlowRecorder,
  type FlowSums,
} from "../../simulation/flow-recorder.ts";
import { type Frame, type FrameLayout, scalar } from "../../simulation/frame.ts";
import {
  scratchTrain,
  PacketTrains,
  trainPreviousConsumed,
  trainCreated,
  trainDelay,
  trainFrom,
  trainHops,
  trainLastConsumed,
  trainMessage,
  trainStep,
  trainTo,
  trainMessagePackets,
} from "../../simulation/packet-trains.ts";
import { SymmetricSource } from "../../simulation/symmetric-source.ts";
import type { ProgramSource } from "../../simulation/program-source.ts";
import { calendarSourceOf, programSourceOf, type MessageSource, startSource } from "../../simulation/source.ts";
import { WaitTally } from "../../simulation/wait-tally.ts";
import { nominalReceiver } from "../../programs/trees.ts";
import { RankFolding } from "./rank-folding.ts";
import { FluidRates } from "./rates.ts";
import { fluidLayout, type SymmetryLookup, DeferredFluid } from "./deferred-fluid.ts";
import { startSymmetrySearch, type Symmetry } from "./symmetry.ts";
import { type TreeFlow, treeFlowsOf } from "./tree-flows.ts";
import { FluidPaths, type PathRule } from "./paths.ts";
import { RealTimeClock } from "../real-time-clock.ts";

/** Parameters of fluid flow. */
export interface FluidRules {
  readonly ways: PathRule;
  /** Whether messages to the same terminal flow together or one after the other. */
  readonly toOne: "together" | "in-turn";
}

/** Events closer than this part of the time are simultaneous, since rates are not integers. */
const simultaneity = 1e-12;
/** A packet counts as left when less than this part of it remains. */
const negligiblePart = 1e-9;

/**
 * Value of `trainMessagePackets` that marks a result of a tree. Its source is then the tree, and its destination the receiver's position.
 */
const treeResult = -1;

/** Most bytes for messages under way and for the resources that they use. Bytes per message and per use of a resource. */
const maxFlowBytes = 850e6;
const [messageBytes, useBytes] = [136, 28];

/**
 * Refuses a scenario whose messages under way would need too much memory. The number of resources that a message uses is estimated by the
 * paths from the first to the last terminal.
 * @throws ScenarioError with the nearest number of injection slots that fits.
 */
function checkMemory({ ways }: FluidRules, { network, routing, injectionSlots = 1 }: Plan): void {
  const { terminals } = network;
  const messages = injectionSlots * terminals;
  const lastTerminal = terminals - 1;
  const paths = new FluidPaths({ network, routing, seed: 0 }, ways, () => 0);
  paths.findPaths(0, lastTerminal, routing.initialState?.(0, lastTerminal, 0) ?? 0, 0);
  const bytesPerMessage = messageBytes + useBytes * paths.count;
  const bytes = messages * bytesPerMessage;
  if (bytes <= maxFlowBytes) return;
  const nearest = Math.floor(maxFlowBytes / (terminals * bytesPerMessage));
  const message = `fluid flow needs ${Math.ceil(bytes / 1e6).toLocaleString("en-US")} MB for ${messages.toLocaleString("en-US")} messages that may flow at the same time, each over ${paths.count.toLocaleString("en-US")} channels; at most ${maxFlowBytes / 1e6} MB are allowed.`;
  const alternatives = "a smaller network, or one path each.";
  const issue =
    nearest < 1
      ? { path: "flowControl", remedy: `Use ${alternatives}` }
      : { path: "flowControl.injectionSlots", remedy: `Use ${nearest} or less, ${alternatives}`, nearest };
  throw new ScenarioError([{ ...issue, message }]);
}

/** Fewest messages for which the search for symmetry pays; runs with fewer take less than a second. */
const minMessagesForSymmetry = 2 ** 17;

/**
 * Starts a simulation of a plan at cycle 0. If ranks are symmetric, one representative runs for each class.
 * @param findSymmetry Starts the search; tests may replace {@link searchForSymmetry}.
 * @throws ScenarioError if the run needs too much memory.
 */
export function startFluid(
  rules: FluidRules,
  plan: Plan,
  findSymmetry: (rules: FluidRules, plan: Plan) => SymmetryLookup | null = searchForSymmetry,
): Simulation {
  const { undrawnRouting } = plan.routing;
  // A routing that draws a path for each packet spreads infinitely small packets over all paths.
  if (undrawnRouting !== undefined) return startFluid({ ...rules, ways: "spread" }, { ...plan, routing: undrawnRouting }, findSymmetry);
  checkMemory(rules, plan);
  const search = findSymmetry(rules, plan);
  if (search === null) return new Fluid(rules, plan, null);
  return new DeferredFluid(plan, search, (symmetry) =>
    symmetry === null ? new Fluid(rules, plan, null) : new FoldedFluid(rules, plan, symmetry),
  );
}

/**
 * Starts the search for symmetric ranks of a plan's program; null where it does not pay, or where counters are kept for each pair of
 * terminals.
 */
export function searchForSymmetry({ ways, toOne }: FluidRules, plan: Plan): SymmetryLookup | null {
  const { demand, injectionSlots = 1 } = plan;
  if (demand.form !== "program" || demand.firstMessage[demand.ranks] < minMessagesForSymmetry) return null;
  if (fluidLayout(plan).columns.flowPackets.length > 0 || (toOne === "in-turn" && injectionSlots > 1)) return null;
  return startSymmetrySearch(plan, ways);
}

class Fluid extends RealTimeClock implements Simulation {
  readonly deadlockCycle: readonly DeadlockWait[] = [];
  protected override readonly simultaneousTolerance = simultaneity;
  readonly layout: FrameLayout;
  protected readonly plan: Plan;
  private readonly initialState: Plan["routing"]["initialState"];
  private readonly packetPhits: number;
  private readonly channelCount: number;
  private readonly slotsPerTerminal: number;
  private readonly isInTurn: boolean;
  /** Minimum cycles between the creation of a message and its start. */
  private readonly startUp: number;
  protected readonly source: MessageSource;
  /** The source as a program, which is notified of arrivals; null for open-loop traffic and message lists. */
  private readonly program: ProgramSource | null;
  protected readonly calendar: ProgramSource | null;
  /** The program's requests and replies of rendezvous; null where there are none. */
  private readonly controlSource: MessageSource | null;
  protected readonly recorder: FlowRecorder;
  private readonly paths: FluidPaths;
  private readonly rates: FluidRates;
  /**
   * Representatives of symmetric ranks, null where all ranks run; and [terminals] number of terminals that each one represents, which is
   * also the multiplicity of its flows.
   */
  private readonly folding: RankFolding | null;
  private readonly multiplicity: Float64Array;
  protected readonly trains = new PacketTrains();
  private readonly routingKey: number;
  private readonly drawKey: number;
  /** End times of flows, and times at which terminals with a free slot have their next message. */
  private readonly flowEnds = new TimeHeap();
  private readonly messageStarts = new TimeHeap();
  // Flows, numbered slot + slots × terminal.
  /** [flows] Packets, 0 where the slot is free; packets that were put into trains; destination and message. */
  private readonly packetCount: Float64Array;
  private readonly departedPackets: Float64Array;
  private readonly destination: Int32Array;
  private readonly flowMessage: Int32Array;
  /** [flows] Number of channels on the path before the bottleneck; 0 where it is at the terminal, or there is none. */
  private readonly bottleneckHop: Int32Array;
  /**
   * [flows] Cycles of a header over the longest path; rate without other flows, phits per cycle; and mean number of channels of the paths.
   */
  private readonly headerCycles: Float64Array;
  private readonly isolatedRate: Float64Array;
  private readonly meanHops: Float64Array;
  /** [flows] 1 where all other terminals on the shared medium receive the message, too. */
  private readonly isBroadcast: Uint8Array;
  /** Trees, and [flows] the tree that a flow contributes to, −1 for none; empty where there are no trees. */
  private readonly treeFlows: readonly TreeFlow[];
  private readonly treeOf: Int32Array;
  private readonly created: Float64Array;
  private readonly started: Float64Array;
  /** [flows] Phits that had left at time `rateSince`; that time; and all phits of the message. */
  private readonly sentPhits: Float64Array;
  private readonly rateSince: Float64Array;
  private readonly totalPhits: Float64Array;
  /** [flows] When the last packet that is in a train is consumed; before the first train, when a header sent at the start would arrive. */
  private readonly lastConsumed: Float64Array;
  // Terminals.
  /** [terminals] Messages begun; messages under way; phits per cycle that leave, and since when. */
  private readonly messagesBegun: Int32Array;
  private readonly flowCount: Int32Array;
  private readonly departureRate: Float64Array;
  private readonly departureRateSince: Float64Array;
  /** [terminals] Rate of the fastest channel of each terminal, phits per cycle. */
  private readonly fastestChannelRate: Float64Array;
  // Terminals whose rate changes at this instant, and those that may begin a message.
  private readonly changedTerminals: Int32Array;
  private changedCount = 0;
  private readonly isChanged: Uint8Array;
  private readonly dueList: Int32Array;
  private dueCount = 0;
  /** The tracked channel, −1 for none; and the phits that crossed it, by source × terminals + destination. */
  private trackedChannel = -1;
  private readonly crossedPhits = new Map<number, number>();
  /** Waits behind the tracked channel, and the time up to which they are counted. */
  private waitTally: WaitTally;
  private waitsCountedTo = 0;

  /**
   * Allocates the state of a run in which each message is a flow with a max-min fair rate: arrays by flow (slot + slots × terminal) and by
   * terminal; and schedules the first message of each terminal.
   * @param symmetry Representatives of symmetric ranks, which are the only ones that run; null where all ranks run.
   */
  constructor({ ways: pathRule, toOne: toOneRule }: FluidRules, plan: Plan, symmetry: Symmetry | null) {
    super();
    const { network, demand, packetPhits, seed, routing, links, injectionSlots = 1 } = plan;
    const terminalCount = network.terminals;
    const flowSlots = injectionSlots * terminalCount;
    const channelCount = network.head.length;
    this.plan = plan;
    this.initialState = routing.initialState;
    this.packetPhits = packetPhits;
    this.channelCount = channelCount;
    this.slotsPerTerminal = injectionSlots;
    this.isInTurn = toOneRule === "in-turn";
    this.startUp = plan.startUp ?? 0;
    this.routingKey = streamKey(seed, "routing");
    this.drawKey = streamKey(seed, "selection");
    // Source of the messages; with symmetric ranks it executes only the representatives.
    this.folding = null;
    if (symmetry === null || demand.form !== "program") this.source = startSource(demand, terminalCount, packetPhits, seed);
    else {
      this.folding = new RankFolding(symmetry, demand.terminalOf, terminalCount);
      this.source = new SymmetricSource(demand, terminalCount, symmetry.rank).start();
    }
    this.multiplicity = this.folding?.multiplicity ?? new Float64Array(terminalCount).fill(1);
    this.program = programSourceOf(this.source, demand);
    this.calendar = calendarSourceOf(this.program);
    this.controlSource = this.program === null ? null : this.program.controlSource;
    this.recorder = new FlowRecorder(plan, (into, now) => this.countUnderWay(into, now), this.multiplicity);
    this.layout = this.recorder.layout;
    // An adaptive routing sees one packet of every message that flows over a channel.
    this.paths = new FluidPaths(plan, pathRule, (channel) => this.rates.usesOf(channel) * packetPhits);
    this.rates = new FluidRates(flowSlots, this.paths.capacity, this.paths.maxRate, links !== undefined);
    // Fields of the flows.
    const [newInts, newReals] = [() => new Int32Array(flowSlots), () => new Float64Array(flowSlots)];
    [this.destination, this.flowMessage, this.bottleneckHop] = [newInts(), newInts(), newInts()];
    [this.packetCount, this.departedPackets, this.headerCycles, this.isolatedRate] = [newReals(), newReals(), newReals(), newReals()];
    [this.meanHops, this.created, this.started, this.sentPhits] = [newReals(), newReals(), newReals(), newReals()];
    [this.rateSince, this.totalPhits, this.lastConsumed] = [newReals(), newReals(), newReals()];
    // Fields of the terminals.
    [this.messagesBegun, this.flowCount, this.changedTerminals] = [
      new Int32Array(terminalCount),
      new Int32Array(terminalCount),
      new Int32Array(terminalCount),
    ];
    [this.departureRate, this.departureRateSince] = [new Float64Array(terminalCount), new Float64Array(terminalCount)];
    this.fastestChannelRate = new Float64Array(terminalCount);
    for (let channel = network.firstOut[terminalCount] - 1; channel >= 0; channel--)
      this.fastestChannelRate[network.tail[channel]] = Math.max(this.fastestChannelRate[network.tail[channel]], rateOf(links, channel));
    this.isChanged = new Uint8Array(terminalCount);
    this.isBroadcast = new Uint8Array(flowSlots);
    this.treeFlows = treeFlowsOf(plan);
    this.treeOf = new Int32Array(this.treeFlows.length > 0 ? flowSlots : 0).fill(-1);
    this.waitTally = new WaitTally(terminalCount);
    this.dueList = new Int32Array(flowSlots + terminalCount);
    for (let terminal = 0; terminal < terminalCount; terminal++) this.awaitMessage(terminal);
  }

  trackChannel(channel: number): void {
    this.trackedChannel = channel;
    this.crossedPhits.clear();
    this.waitTally = new WaitTally(this.messagesBegun.length);
    this.waitsCountedTo = this.now;
  }

  trackedCrossings(): readonly ChannelCrossing[] {
    const phitsByPair = new Map(this.crossedPhits);
    for (let flowId = 0; flowId < this.packetCount.length; flowId++)
      if (this.packetCount[flowId] > 0)
        this.countCrossing(flowId, this.phitsSentBy(flowId, this.now) - this.sentPhits[flowId], phitsByPair);
    const terminalCount = this.messagesBegun.length;
    return [...phitsByPair].map(([pair, phits]) => ({
      source: Math.floor(pair / terminalCount),
      destination: pair % terminalCount,
      phits,
    }));
  }

  trackedWaits(): readonly FlowWait[] {
    const waits = new WaitTally(this.messagesBegun.length);
    waits.addAll(this.waitTally.list());
    this.countWaits(this.now, waits);
    return waits.list();
  }

  /** The message with the largest share of a channel; null if none has a share. */
  holderOf(channel: number): ChannelHolder | null {
    const flowId = this.rates.largestOn(channel);
    return flowId < 0
      ? null
      : { source: this.sourceOf(flowId), destination: this.destination[flowId], since: Math.floor(this.started[flowId]) };
  }

  /** The messages whose bottleneck is the channel, or a capacity that it shares. */
  waitersFor(channel: number): readonly WaitingPacket[] {
    const { rates } = this;
    const waiters: WaitingPacket[] = [];
    for (let flowId = 0; flowId < this.packetCount.length; flowId++) {
      if (this.packetCount[flowId] === 0 || !this.isBottleneck(flowId, channel)) continue;
      const before = this.bottleneckHop[flowId] > 0 ? rates.channelAt(flowId, this.bottleneckHop[flowId] - 1, this.channelCount) : -1;
      waiters.push({
        source: this.sourceOf(flowId),
        destination: this.destination[flowId],
        channel: before,
        since: Math.floor(this.started[flowId]),
      });
    }
    return waiters.sort((a, b) => a.since - b.since || a.channel - b.channel || a.source - b.source);
  }

  private isBottleneck(flowId: number, channel: number): boolean {
    const { rates, channelCount } = this;
    const bottleneck = rates.bottleneck[flowId];
    return (
      bottleneck === channel ||
      (bottleneck >= channelCount && rates.channelAt(flowId, this.bottleneckHop[flowId], channelCount) === channel)
    );
  }

  protected get nextEvent(): number {
    return Math.min(this.flowEnds.nextTime, this.messageStarts.nextTime);
  }

  /** A train has been consumed. If it completes a message, the receiving rank may go on. */
  protected consumeTrain(train: number): void {
    const { trains, program } = this;
    this.recorder.consume(this.recorder.sums, trains, train, Infinity);
    const messagePackets = trains.getTime(train, trainMessagePackets);
    const time = trains.getTime(train, trainLastConsumed);
    const messageId = trains.getInt(train, trainMessage);
    const from = trains.getInt(train, trainFrom);
    const to = trains.getInt(train, trainTo);
    trains.release(train);
    if (program === null || messagePackets === 0) return;
    const count =
      messagePackets === treeResult
        ? program.deliverFromTree(from, to, messageId, time - 1)
        : program.arrive(messageId, time - 1, messagePackets);
    for (let i = 0; i < count; i++) this.awaitMessage(program.wokenTerminals[i]);
  }

  /**
   * Processes all events at time `eventTime`, in cycles: flows end, messages begin, and all flows that share resources with them get new
   * rates. Events that differ only by rounding errors are simultaneous and processed here, too. Returns the work done: 1 + events + flows
   * whose rate was computed.
   */
  protected processEvents(eventTime: number): number {
    const { flowEnds, messageStarts, rates, dueList } = this;
    const latestTime = eventTime * (1 + simultaneity);
    let time = eventTime;
    this.dueCount = 0;
    this.changedCount = 0;
    if (this.trackedChannel >= 0) {
      this.countWaits(eventTime, this.waitTally);
      this.waitsCountedTo = eventTime;
    }
    // Flows that end, and terminals whose next message begins.
    while (flowEnds.nextTime <= latestTime) {
      const flowId = flowEnds.firstId;
      time = Math.max(time, flowEnds.nextTime);
      flowEnds.remove(flowId);
      dueList[this.dueCount++] = flowId;
    }
    const endedCount = this.dueCount;
    while (messageStarts.nextTime <= latestTime) {
      const terminal = messageStarts.firstId;
      time = Math.max(time, messageStarts.nextTime);
      messageStarts.remove(terminal);
      dueList[this.dueCount++] = terminal;
    }
    // End these flows and begin these messages; a terminal whose flow has ended may begin its next message, too.
    for (let i = 0; i < endedCount; i++) {
      this.endFlow(dueList[i], time);
      dueList[i] = this.sourceOf(dueList[i]);
    }
    for (let i = 0; i < this.dueCount; i++) this.startMessages(dueList[i], time);
    // New rates of all flows that are affected.
    rates.solve();
    const filledCount = rates.filledCount;
    for (let i = 0; i < filledCount; i++) this.applyRate(rates.filled[i], time);
    rates.forgetFilled();
    for (let i = 0; i < this.changedCount; i++) this.updateDepartureRate(this.changedTerminals[i]);
    return 1 + this.dueCount + filledCount;
  }

  protected rescheduleTerminal(terminal: number): void {
    this.awaitMessage(terminal);
  }

  private endFlow(flowId: number, time: number): void {
    if (this.treeOfFlow(flowId) < 0) this.finishFlow(flowId, time);
    else this.endTreeRound(this.treeOf[flowId], flowId, time);
    this.rates.endFlow(flowId);
  }

  /** The tree that a flow contributes to; −1 for none. */
  private treeOfFlow(flowId: number): number {
    return this.treeFlows.length === 0 ? -1 : this.treeOf[flowId];
  }

  /** All contributions of a round have left; the result is sent to each receiver. */
  private endTreeRound(treeNumber: number, flowId: number, time: number): void {
    const treeFlow = this.treeFlows[treeNumber];
    const { tree, receiverCycles, flows } = treeFlow;
    const size = this.program!.sizeIndex(this.flowMessage[flowId]);
    this.recorder.sums.frame.scalars[scalar.grants] += this.packetCount[flowId] * (tree.up.length + tree.down.length);
    for (let index = 0; index < flows.length; index++) {
      const member = flows[index];
      this.finishFlow(member, time);
      this.treeOf[member] = -1;
      this.rates.rate[member] = 0;
      flows[index] = -1;
      if (member !== flowId) this.dueList[this.dueCount++] = this.sourceOf(member);
    }
    for (let index = 0; index < receiverCycles.length; index++)
      this.sendTreeResult(treeNumber, index, size, time + treeFlow.rootArrival + receiverCycles[index]);
    treeFlow.contributionCount = 0;
    treeFlow.rootArrival = 0;
  }

  /** Counts the phits of a flow that are not counted yet, sends its last train, and frees its slot. */
  private finishFlow(flowId: number, time: number): void {
    const terminal = this.sourceOf(flowId);
    const packetCount = this.packetCount[flowId];
    this.countDepartures(terminal, time);
    this.countPhits(flowId, time, this.totalPhits[flowId] - this.sentPhits[flowId], this.recorder.sums);
    this.addTrain(flowId, packetCount - this.departedPackets[flowId], time + this.headerCycles[flowId], packetCount);
    if (this.trackedChannel >= 0) this.countCrossing(flowId, this.totalPhits[flowId] - this.sentPhits[flowId], this.crossedPhits);
    const { scalars, sentSoFar } = this.recorder.sums.frame;
    scalars[scalar.injected] += packetCount * this.multiplicity[terminal];
    if (this.treeOfFlow(flowId) < 0) scalars[scalar.grants] += packetCount * this.meanHops[flowId] * this.multiplicity[terminal];
    sentSoFar[terminal] += packetCount;
    this.recordTrace(this.destination[flowId], terminal, time, -1);
    this.packetCount[flowId] = 0;
    this.flowCount[terminal]--;
  }

  /** Starts the messages that exist by now in the free slots of a terminal. Requests and replies need no slot. */
  private startMessages(terminal: number, time: number): void {
    const { source, controlSource, slotsPerTerminal, packetCount } = this;
    const latestTime = time * (1 + simultaneity);
    if (controlSource !== null)
      while (controlSource.createdAt[terminal] + this.startUp <= latestTime) this.sendControl(terminal, time, controlSource);
    for (
      let flowId = terminal * slotsPerTerminal;
      flowId < (terminal + 1) * slotsPerTerminal && source.createdAt[terminal] + this.startUp <= latestTime;
      flowId++
    ) {
      if (packetCount[flowId] > 0) continue;
      if (this.isNextBlocked(terminal)) break;
      this.startFlow(flowId, terminal, time);
    }
    this.awaitMessage(terminal, latestTime);
  }

  /**
   * Schedules the next look at a terminal: when a message may begin, if a slot is free, or a control message is due. Messages that could
   * have begun by time `tried` are blocked and do not count. A blocked message still causes one additional event, which keeps runs
   * identical to those of earlier versions.
   */
  private awaitMessage(terminal: number, tried = -Infinity): void {
    const next = this.source.createdAt[terminal];
    let createdAt = this.flowCount[terminal] < this.slotsPerTerminal && next + this.startUp > tried ? next : Infinity;
    if (this.controlSource !== null) createdAt = Math.min(createdAt, this.controlSource.createdAt[terminal]);
    if (createdAt < Infinity) this.messageStarts.set(terminal, createdAt + this.startUp);
  }

  /**
   * Whether a terminal's next message waits for another one to the same destination or tree. The end of that message schedules the terminal
   * again.
   */
  private isNextBlocked(terminal: number): boolean {
    if (this.treeFlows.length > 0 && this.program!.treeOf(this.source.messageNumber[terminal]) >= 0)
      return this.isContributing(this.source.messageNumber[terminal]);
    if (!this.isInTurn || this.source.createdAt[terminal] === Infinity) return false;
    const to = this.source.destination[terminal];
    for (let flowId = terminal * this.slotsPerTerminal; flowId < (terminal + 1) * this.slotsPerTerminal; flowId++)
      if (this.packetCount[flowId] > 0 && this.destination[flowId] === to) return true;
    return false;
  }

  /** Whether the rank's contribution to the previous round has not left yet. */
  private isContributing(messageId: number): boolean {
    return this.treeFlows[this.program!.treeOf(messageId)].flows[this.program!.positionInTree(messageId)] >= 0;
  }

  /** Finds the paths of a terminal's next message. */
  private findPaths(terminal: number, to: number): void {
    const { initialState } = this;
    const number = this.messagesBegun[terminal]++;
    this.paths.findPaths(
      terminal,
      to,
      initialState === undefined ? 0 : initialState(terminal, to, mix(this.routingKey, terminal, number)),
      mix(this.drawKey, terminal, number),
    );
  }

  /** Sends a request or reply of a rendezvous. It takes the time of a header and no bandwidth, and does not count as a packet. */
  private sendControl(terminal: number, time: number, controlSource: MessageSource): void {
    const { paths, trains } = this;
    const to = controlSource.destination[terminal];
    const messageId = controlSource.messageNumber[terminal];
    this.findPaths(terminal, to);
    const arrivalTime = time + paths.headerCycles;
    const train = trains.allocate();
    trains.write(train, terminal, to, messageId, 0);
    trains.setTime(train, trainLastConsumed, arrivalTime);
    trains.setTime(train, trainMessagePackets, 1);
    trains.inFlight.set(train, arrivalTime);
    this.recordTrace(to, terminal, time, 1);
    controlSource.advance(terminal);
  }

  /** Sends the result of a round to a receiver, at a given time. It does not count as a packet. */
  private sendTreeResult(tree: number, index: number, size: number, time: number): void {
    const { trains } = this;
    const train = trains.allocate();
    trains.write(train, tree, index, size, 0);
    trains.setTime(train, trainLastConsumed, time);
    trains.setTime(train, trainMessagePackets, treeResult);
    trains.inFlight.set(train, time);
  }

  /**
   * Starts the next message of a terminal as flow `flowId` at time `time`, in cycles: finds its paths, hands their resources to `rates`,
   * which will compute its rate, and sets all fields of the flow. A message to a reduction tree only contributes to the tree's current
   * round, whose flow starts with the last contribution.
   */
  private startFlow(flowId: number, terminal: number, time: number): void {
    const { source, paths } = this;
    const destinationTerminal = source.destination[terminal];
    const packetCount = source.packets[terminal];
    const messageId = source.messageNumber[terminal];
    const tree = this.treeFlows.length === 0 ? -1 : this.program!.treeOf(messageId);
    this.countDepartures(terminal, time);
    if (tree < 0) {
      this.findPaths(terminal, destinationTerminal);
      if (this.folding !== null) this.folding.foldPaths(terminal, paths);
      this.rates.beginFlow(flowId, paths);
      this.meanHops[flowId] = paths.meanHops;
    }
    this.isBroadcast[flowId] = this.program?.isOverheard(messageId) === true ? 1 : 0;
    this.packetCount[flowId] = packetCount;
    this.departedPackets[flowId] = 0;
    this.destination[flowId] = destinationTerminal;
    this.flowMessage[flowId] = messageId;
    this.headerCycles[flowId] = paths.headerCycles;
    this.isolatedRate[flowId] = paths.isolatedRate;
    this.bottleneckHop[flowId] = 0;
    this.created[flowId] = source.createdAt[terminal];
    this.started[flowId] = time;
    this.sentPhits[flowId] = 0;
    this.rateSince[flowId] = time;
    this.totalPhits[flowId] = packetCount * this.packetPhits;
    this.lastConsumed[flowId] = time + paths.headerCycles;
    this.flowCount[terminal]++;
    this.recordTrace(destinationTerminal, terminal, time, 1);
    this.recorder.countCreated(terminal, source.createdAt[terminal], packetCount);
    if (tree < 0) this.recorder.inject(messageId, time);
    else this.contribute(flowId, tree, time);
    source.advance(terminal);
  }

  /**
   * Adds the contribution of flow `flowId` to the current round of a reduction tree; round n consists of the n-th contribution of every
   * rank. The last contribution starts the round as a single flow over all channels of the tree: the flow of the tree's leader, one of the
   * contributors. All contributions have its rate, and each is consumed when its own receiver has the result.
   * @param treeNumber Number of the tree.
   */
  private contribute(flowId: number, treeNumber: number, time: number): void {
    const { rates, paths } = this;
    const treeFlow = this.treeFlows[treeNumber];
    const { tree, contributorCycles, receiverCycles, flows } = treeFlow;
    const contributorIndex = this.program!.positionInTree(this.flowMessage[flowId]);
    flows[contributorIndex] = flowId;
    this.treeOf[flowId] = treeNumber;
    rates.rate[flowId] = 0;
    if (time + contributorCycles[contributorIndex] > treeFlow.rootArrival)
      treeFlow.rootArrival = time + contributorCycles[contributorIndex];
    if (++treeFlow.contributionCount < flows.length) return;
    // All ranks have contributed. From now on `rootArrival` is relative to the start of the round.
    treeFlow.rootArrival -= time;
    paths.findTree(tree);
    rates.beginFlow(flows[treeFlow.leader], paths);
    for (let i = 0; i < flows.length; i++) {
      const contributingFlow = flows[i];
      if (this.packetCount[contributingFlow] !== this.packetCount[flowId])
        throw new Error("what ranks contribute to a tree has one size in each round");
      this.headerCycles[contributingFlow] = treeFlow.rootArrival + receiverCycles[nominalReceiver(tree, i)];
      this.isolatedRate[contributingFlow] = paths.isolatedRate;
      this.meanHops[contributingFlow] = tree.paths[i].length;
      this.rateSince[contributingFlow] = time;
      this.lastConsumed[contributingFlow] = time + this.headerCycles[contributingFlow];
      this.recorder.inject(this.flowMessage[contributingFlow], time);
    }
  }

  /** Applies the rate and the bottleneck that were computed for a flow. */
  private applyRate(flowId: number, time: number): void {
    const { rates } = this;
    if (!rates.hasChanged(flowId)) return rates.applyNewRate(flowId);
    const tree = this.treeOfFlow(flowId);
    if (tree < 0) this.countProgress(flowId, time);
    else for (let i = 0; i < this.treeFlows[tree].flows.length; i++) this.countProgress(this.treeFlows[tree].flows[i], time);
    rates.applyNewRate(flowId);
    if (tree >= 0)
      for (let i = 0; i < this.treeFlows[tree].flows.length; i++) rates.rate[this.treeFlows[tree].flows[i]] = rates.rate[flowId];
    this.bottleneckHop[flowId] = rates.hopsToBottleneck(flowId);
    this.flowEnds.set(flowId, time + (this.totalPhits[flowId] - this.sentPhits[flowId]) / rates.rate[flowId]);
  }

  /** Counts what a flow has sent at its old rate. */
  private countProgress(flowId: number, time: number): void {
    this.countDepartures(this.sourceOf(flowId), time);
    if (time > this.rateSince[flowId]) {
      const sent = this.phitsSentBy(flowId, time);
      this.countPhits(flowId, time, sent - this.sentPhits[flowId], this.recorder.sums);
      if (this.trackedChannel >= 0) this.countCrossing(flowId, sent - this.sentPhits[flowId], this.crossedPhits);
      const departed = Math.min(this.packetCount[flowId] - 1, Math.floor(sent / this.packetPhits + negligiblePart));
      if (departed > this.departedPackets[flowId])
        this.addTrain(flowId, departed - this.departedPackets[flowId], this.consumptionTime(flowId, departed), 0);
      this.sentPhits[flowId] = sent;
      this.rateSince[flowId] = time;
    }
  }

  /**
   * Adds the phits that a flow has sent since its last change of rate to the counters of every channel on its paths, and the cycles that
   * their packets have spent there. A flow that is slower than without other flows has lost the difference in time in front of its
   * bottleneck, the resource that limits its rate. With `isTotalsOnly` only phits are counted.
   */
  private countPhits(flowId: number, time: number, phits: number, { channels, isTotalsOnly }: FlowSums): void {
    const { rates, channelCount } = this;
    const bottleneck = this.bottleneckHop[flowId];
    // Cycles lost by all packets together. A bottleneck hop of 0 means that no resource limits the flow.
    const lostCycles =
      bottleneck > 0 ? Math.max(0, (time - this.rateSince[flowId]) * (1 - rates.rate[flowId] / this.isolatedRate[flowId])) : 0;
    const packetCount = phits / this.packetPhits;
    for (let useId = rates.firstUse(flowId), end = rates.endOfUses(flowId); useId < end; useId++) {
      const channel = rates.resourceOf(useId);
      if (channel >= channelCount) continue;
      const weight = rates.weightOf(useId);
      const index = channel << flowChannelShift;
      channels[index + channelPhits] += weight * phits;
      if (isTotalsOnly) continue;
      const hop = rates.hopsBefore(useId);
      channels[index + channelSinceInjection] += weight * (packetCount * rates.reachOf(useId) + (hop >= bottleneck ? lostCycles : 0));
      if (hop === bottleneck - 1) channels[index + channelWaiting] += weight * lostCycles;
    }
    if (this.isBroadcast[flowId] === 1) this.countBroadcast(flowId, phits, channels);
  }

  /**
   * A message on a shared medium also crosses the channels to all other terminals on the medium. On these channels it takes no capacity
   * beyond that of the medium.
   */
  private countBroadcast(flowId: number, phits: number, channels: Float64Array): void {
    const { head, firstOut } = this.plan.network;
    const from = this.sourceOf(flowId);
    const medium = head[firstOut[from]];
    for (let channel = firstOut[medium]; channel < firstOut[medium + 1]; channel++)
      if (head[channel] !== this.destination[flowId] && head[channel] !== from)
        channels[(channel << flowChannelShift) + channelPhits] += phits;
  }

  /**
   * Packets of a flow have left, and their train is under way. `messagePackets` is the number of packets of the message if these are the last
   * ones, otherwise 0.
   */
  private addTrain(flowId: number, packetCount: number, last: number, messagePackets: number): void {
    const { trains } = this;
    const train = trains.allocate();
    this.writeTrain(train, flowId, packetCount, last, messagePackets);
    this.departedPackets[flowId] += packetCount;
    this.lastConsumed[flowId] = last;
    trains.inFlight.set(train, last);
  }

  /** Writes a train of the next packets of a flow: an arithmetic series of consumption times, the last one at `last`. */
  private writeTrain(train: number, flowId: number, packetCount: number, last: number, messagePackets: number): void {
    const { trains } = this;
    trains.write(
      train,
      this.sourceOf(flowId),
      this.folding === null ? this.destination[flowId] : this.folding.representative[this.destination[flowId]],
      this.flowMessage[flowId],
      packetCount,
    );
    trains.setTime(train, trainCreated, this.created[flowId]);
    trains.setTime(train, trainPreviousConsumed, this.lastConsumed[flowId]);
    trains.setTime(train, trainLastConsumed, last);
    trains.setTime(train, trainStep, this.packetPhits / this.rates.rate[flowId]);
    trains.setTime(train, trainDelay, this.headerCycles[flowId]);
    trains.setTime(train, trainHops, this.meanHops[flowId]);
    trains.setTime(train, trainMessagePackets, messagePackets);
  }

  /** Counts a terminal's cycles at its old rate, and marks the terminal for a new rate. */
  private countDepartures(terminal: number, time: number): void {
    if (this.isChanged[terminal] === 0) {
      this.isChanged[terminal] = 1;
      this.changedTerminals[this.changedCount++] = terminal;
    }
    this.countSending(terminal, time, this.recorder.sums.frame);
    this.departureRateSince[terminal] = time;
  }

  private countSending(terminal: number, time: number, into: Frame): void {
    if (this.flowCount[terminal] === 0) return;
    const cycles = Math.max(0, time - this.departureRateSince[terminal]);
    const sending = Math.min(1, this.departureRate[terminal] / this.fastestChannelRate[terminal]);
    into.sendingSoFar[terminal] += sending * cycles;
    into.blockedSoFar[terminal] += (1 - sending) * cycles;
  }

  private updateDepartureRate(terminal: number): void {
    this.isChanged[terminal] = 0;
    let leaving = 0;
    for (let flowId = terminal * this.slotsPerTerminal; flowId < (terminal + 1) * this.slotsPerTerminal; flowId++)
      if (this.packetCount[flowId] > 0) leaving += this.rates.rate[flowId];
    this.departureRate[terminal] = leaving;
  }

  /** Adds the counts since the last change, up to cycle `now`. */
  private countUnderWay(into: FlowSums, now: number): void {
    const { trains, recorder, packetCount } = this;
    const { inFlight } = trains;
    for (let i = 0; i < inFlight.size; i++) recorder.consume(into, trains, inFlight.idAt(i), now);
    if (!into.isTotalsOnly)
      for (let terminal = 0; terminal < this.messagesBegun.length; terminal++) this.countSending(terminal, now, into.frame);
    for (let flowId = 0; flowId < packetCount.length; flowId++) if (packetCount[flowId] > 0) this.countFlow(flowId, into, now);
    this.folding?.unfold(into);
  }

  /**
   * Adds to `into` what a flow under way has done since its counters were last written: phits by channel, packets injected and consumed,
   * and whether it waits before its bottleneck, the resource that limits its rate. Used to sample a frame (all counters at one cycle); the
   * flow itself is unchanged. Where one rank is computed for several symmetric ones, `multiplicity` is their number.
   */
  private countFlow(flowId: number, into: FlowSums, now: number): void {
    const { rates, trains, recorder, packetPhits } = this;
    const { frame } = into;
    const sent = this.phitsSentBy(flowId, now);
    this.countPhits(flowId, now, sent - this.sentPhits[flowId], into);
    const injected = Math.min(this.packetCount[flowId], Math.ceil(sent / packetPhits - negligiblePart));
    frame.scalars[scalar.injected] += injected * this.multiplicity[this.sourceOf(flowId)];
    const departed = Math.min(this.packetCount[flowId], Math.floor(sent / packetPhits + negligiblePart));
    // Packets that have left since the counters were last written, as a train (equally spaced packets of a message), so that consumed ones
    // are counted.
    if (departed > this.departedPackets[flowId]) {
      this.writeTrain(
        scratchTrain,
        flowId,
        departed - this.departedPackets[flowId],
        this.consumptionTime(flowId, departed),
        departed === this.packetCount[flowId] ? departed : 0,
      );
      recorder.consume(into, trains, scratchTrain, now);
    }
    if (into.isTotalsOnly) return;
    frame.sentSoFar[this.sourceOf(flowId)] += injected;
    if (this.bottleneckHop[flowId] === 0) return;
    for (let useId = rates.firstUse(flowId), end = rates.endOfUses(flowId); useId < end; useId++) {
      const channel = rates.resourceOf(useId);
      if (channel < this.channelCount && rates.hopsBefore(useId) === this.bottleneckHop[flowId] - 1)
        into.channels[(channel << flowChannelShift) + channelQueued] += rates.weightOf(useId);
    }
  }

  /** Phits of a flow that have left by a time after its last rate change. */
  private phitsSentBy(flowId: number, time: number): number {
    return Math.min(this.totalPhits[flowId], this.sentPhits[flowId] + Math.max(0, time - this.rateSince[flowId]) * this.rates.rate[flowId]);
  }

  /**
   * When the last of the first `packetCount` packets of a flow is consumed, at the current rate. Earlier packets may have left before the
   * last rate change.
   */
  private consumptionTime(flowId: number, packetCount: number): number {
    return (
      this.rateSince[flowId] +
      (packetCount * this.packetPhits - this.sentPhits[flowId]) / this.rates.rate[flowId] +
      this.headerCycles[flowId]
    );
  }

  /** Adds the phits that a flow has sent over the tracked channel. */
  private countCrossing(flowId: number, phits: number, into: Map<number, number>): void {
    const { rates, trackedChannel } = this;
    for (let useId = rates.firstUse(flowId), end = rates.endOfUses(flowId); useId < end; useId++) {
      if (rates.resourceOf(useId) !== trackedChannel) continue;
      const pair = this.sourceOf(flowId) * this.messagesBegun.length + this.destination[flowId];
      into.set(pair, (into.get(pair) ?? 0) + rates.weightOf(useId) * phits);
    }
  }

  /**
   * Adds the waits behind the tracked channel since the last count. A flow's wait is divided among the other flows on its bottleneck, in
   * proportion to their rates.
   */
  private countWaits(time: number, into: WaitTally): void {
    const { rates, trackedChannel, bottleneckHop } = this;
    if (trackedChannel < 0) return;
    const cycles = Math.max(0, time - this.waitsCountedTo);
    rates.forEachUse(trackedChannel, (useId, flowId) => {
      if (bottleneckHop[flowId] === 0 || rates.hopsBefore(useId) !== bottleneckHop[flowId] - 1) return;
      const lostCycles = rates.weightOf(useId) * cycles * Math.max(0, 1 - rates.rate[flowId] / this.isolatedRate[flowId]);
      const others: { readonly flow: number; readonly share: number }[] = [];
      rates.forEachUse(this.firstBottleneck(flowId), (use, flow) => {
        if (flow !== flowId) others.push({ flow, share: rates.weightOf(use) * rates.rate[flow] });
      });
      const all = others.reduce((sum, { share }) => sum + share, 0);
      if (all === 0) into.add(this.endsOf(flowId), null, lostCycles);
      else for (const { flow, share } of others) into.add(this.endsOf(flowId), this.endsOf(flow), (lostCycles * share) / all);
    });
  }

  /** The resource that a flow waits for: its bottleneck, unless another saturated resource comes earlier on its path. */
  private firstBottleneck(flowId: number): number {
    const { rates, channelCount } = this;
    for (let useId = rates.firstUse(flowId), end = rates.endOfUses(flowId); useId < end; useId++)
      if (rates.resourceOf(useId) === rates.bottleneck[flowId] && rates.hopsBefore(useId) === this.bottleneckHop[flowId])
        return rates.bottleneck[flowId];
    return rates.channelAt(flowId, this.bottleneckHop[flowId], channelCount);
  }

  private endsOf(flowId: number): FlowEnds {
    return { source: this.sourceOf(flowId), destination: this.destination[flowId] };
  }

  private sourceOf(flowId: number): number {
    return (flowId / this.slotsPerTerminal) | 0;
  }
}

/**
 * A run with one representative for each class of symmetric ranks. Queries about single messages start a full run of all ranks, which then
 * stays at the same cycle.
 */
class FoldedFluid extends Fluid {
  private fullRun: Fluid | null = null;

  constructor(
    private readonly rules: FluidRules,
    plan: Plan,
    symmetry: Symmetry,
  ) {
    super(rules, plan, symmetry);
  }

  override advance(until: number, work: number): void {
    const { fullRun } = this;
    if (fullRun === null) return super.advance(until, work);
    fullRun.advance(until, work);
    super.advance(fullRun.status === "running" ? fullRun.now : until, Infinity);
  }

  override trackChannel(channel: number): void {
    this.unfolded().trackChannel(channel);
  }

  override trackedCrossings(): readonly ChannelCrossing[] {
    return this.unfolded().trackedCrossings();
  }

  override trackedWaits(): readonly FlowWait[] {
    return this.unfolded().trackedWaits();
  }

  override holderOf(channel: number): ChannelHolder | null {
    return this.unfolded().holderOf(channel);
  }

  override waitersFor(channel: number): readonly WaitingPacket[] {
    return this.unfolded().waitersFor(channel);
  }

  private unfolded(): Fluid {
    this.fullRun ??= new Fluid(this.rules, this.plan, null);
    while (this.fullRun.now < this.now && this.fullRun.status === "running") this.fullRun.advance(this.now, Infinity);
    return this.fullRun;
  }
}
