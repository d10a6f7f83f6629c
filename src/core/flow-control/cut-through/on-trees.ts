// hot: no allocation, no for-of, no destructuring inside `run` and what it calls.
/**
 * Virtual cut-through and store-and-forward for programs whose only traffic are the contributions of ranks to trees: switches reduce and
 * replicate packets.
 *
 * A tree has one *stop* at every switch that it passes. On the way up, a stop merges one packet of each input into one. At the root the
 * direction turns, and on the way down a stop copies its packet to every output. A packet waits at the head of its queue until the heads of
 * all other inputs of its stop are packets of the same tree; the n-th packet of one input meets the n-th packet of the others. Then the
 * stop requests its outputs, each independently, and each channel grants one of its requests. When the last output has been granted, all
 * inputs release their packets together. The next packet of a queue becomes its head when the last copy has left. So a header that had to
 * wait goes on one cycle after the last header has arrived, like any other header. (Multicast by replication within the switch, each copy
 * when its output is free: Dally, Towles, 2004, §17; reduction: SHARP, Graham et al., COMHPC 2016.)
 *
 * Tree k uses virtual channel k modulo the number of virtual channels. Of the packets of one tree in a terminal's injection slots, the
 * oldest one requests. A merged packet counts as injected when the last of its parts was injected.
 */
import { growth, growInt32Array, nextPowerOfTwo } from "../../base/arrays.ts";
import { uniformBelow, mix, streamKey, hashGrant } from "../../base/random.ts";
import { delayOf } from "../../plan/links.ts";
import type { Plan } from "../../plan/plan.ts";
import type { Program } from "../../programs/program.ts";
import { plainSwitch } from "../../plan/switches.ts";
import type { FlowEnds, ChannelHolder, DeadlockWait, WaitingPacket } from "../../simulation/contract.ts";
import { slotPacket, slotShift, slotTerminal } from "../injection.ts";
import type { Inspector, QueuedPacket } from "../inspector.ts";
import { PacketClock } from "../packet-clock.ts";
import { packetCreated, packetHops, packetInjected, packetMessage, packetShift } from "../packet-pool.ts";
import type { CutThroughRules } from "./rules.ts";
import { layOutTrees, type Stops } from "./stops.ts";

// Record of an event: cycle, kind, subject, and the next event in the same slot of the wheel.
const eventShift = 2;
const [eventTime, eventKind, eventSubject, eventNext] = [0, 1, 2, 3];
/** Kinds of events. The next packet of a queue becomes its head; a packet has left a queue; its credit has arrived at the sender. */
const [headArrives, packetLeaves, creditReturns] = [0, 1, 2];
/** A channel is free; an injection slot is free; a terminal's next packet may request; an output is requested. */
const [channelFrees, slotFrees, terminalRequests, outputRequested] = [3, 4, 5, 6];
/** The packet that crossed an output's channel is consumed. */
const packetConsumed = 7;

// A packet in a queue: its stop; the cycle from which it may request; when it began to cross the channel before the queue, as cycle and
// part of a cycle; the latest injection and the earliest creation among its parts.
const tokenWords = 6;
const [tokenStop, tokenReady, tokenStart, tokenStartPart, tokenInjected, tokenCreated] = [0, 1, 2, 3, 4, 5];
/** Later than any creation. */
const infiniteCycle = 0x7fffffff;

export class CutThroughTrees extends PacketClock {
  readonly inspector: Inspector = this;
  private readonly rules: CutThroughRules;
  private readonly program: Program;
  private readonly stops: Stops;
  private readonly links: Plan["links"];
  private readonly pipeline: number;
  private readonly arbitrationKey: number;
  private readonly vcs: number;
  // Events.
  private readonly eventWheel = new Int32Array(nextPowerOfTwo(growth.initial(4096))).fill(-1);
  private events = new Int32Array(growth.initial(1024) << eventShift);
  private freeEvent = -1;
  private eventCount = 0;
  // Channels.
  /** [channels] When the channel is free: cycle, and part of that cycle that is still occupied. */
  private readonly channelFreeAt: Int32Array;
  private readonly channelFreePart: Int32Array;
  /** [channels] Packets carried; start of the last packet, its output, and the request key that was served last. */
  private readonly carriedPackets: Int32Array;
  private readonly lastStart: Int32Array;
  private readonly lastStartPart: Int32Array;
  private readonly lastOutput: Int32Array;
  private readonly lastServedKey: Float64Array;
  private readonly injectionDelaySum: Float64Array;
  private readonly waitedCycles: Float64Array;
  /** [channels] Cycles until the sender has the credit of a packet that left the queue behind the channel. */
  private readonly creditCycles: Int32Array;
  /** [channels] First output that requests the channel, −1 for none; [outputs] the next one. */
  private readonly firstRequester: Int32Array;
  private readonly nextRequester: Int32Array;
  private readonly dueChannels: Int32Array;
  private dueCount = 0;
  private readonly isChannelDue: Uint8Array;
  // Queues, numbered channel × vcs + virtual channel.
  private readonly queueCapacity: number;
  private readonly tokens: Int32Array;
  private readonly queueHead: Int32Array;
  private readonly queueLength: Int32Array;
  private readonly headFreeAt: Int32Array;
  /** [queues] Slots taken as seen by the sender; and packets in the queue. */
  private readonly takenSlots: Int32Array;
  private readonly queuedPackets: Int32Array;
  // Stops.
  /**
   * [stops] Inputs whose head belongs to the stop; outputs not granted yet; when the last channel is free and when the last copy ends;
   * latest injection and earliest creation of the merged parts.
   */
  private readonly readyInputs: Int32Array;
  private readonly outputsLeft: Int32Array;
  private readonly lastChannelFreeAt: Int32Array;
  private readonly lastCopyEnd: Int32Array;
  private readonly mergedInjected: Int32Array;
  private readonly mergedCreated: Int32Array;
  /** [stops] First and last injection slot that waits at a terminal's stop, −1 for none; [slots] the next one. */
  private readonly firstSlot: Int32Array;
  private readonly lastSlot: Int32Array;
  private readonly nextSlot: Int32Array;
  private readonly newSlots: Int32Array;
  // Rounds: the n-th contributions of all ranks to a tree.
  /** [trees] Index of the message size of each round that has begun. */
  private readonly roundSizes: number[][];
  /** [stops] For a terminal's stop: rounds begun, and packets of the last round that have not been offered yet. */
  private readonly roundsBegun: Int32Array;
  private readonly roundPacketsLeft: Float64Array;
  /** [outputs] For outputs into terminals: rounds delivered completely, and packets of the current round that have been delivered. */
  private readonly roundsDelivered: Int32Array;
  private readonly roundPacketsDelivered: Float64Array;
  /**
   * [stops] For a terminal's stop: its packets that are part of packets under way, the oldest first, from index `oldestContribution` on.
   */
  private readonly contributedPackets: number[][];
  private readonly oldestContribution: Int32Array;
  private hash = 0;
  private isOver = false;

  /**
   * Allocates the state of a run in which all traffic are contributions to reduction trees: arrays by channel, by queue (channel × vcs +
   * virtual channel), by stop (a tree at one node), by output of a stop, and by injection slot. Their fields are described above.
   */
  constructor(rules: CutThroughRules, plan: Plan) {
    super(rules.injectionSlots, plan);
    const { network, routing, links, switches = plainSwitch } = plan;
    const channelCount = network.head.length;
    this.rules = rules;
    this.program = plan.demand as Program;
    this.vcs = routing.vcClasses;
    this.stops = layOutTrees(network, this.program, this.vcs);
    this.links = links;
    this.pipeline = switches.pipeline;
    this.arbitrationKey = streamKey(plan.seed, "arbitration");
    const [perChannel, perQueue, perStop, perOutput] = [
      channelCount,
      channelCount * this.vcs,
      this.stops.count,
      this.stops.outputs.length,
    ].map((length) => () => new Int32Array(length));
    // Channels.
    [this.channelFreeAt, this.channelFreePart, this.carriedPackets] = [perChannel(), perChannel(), perChannel()];
    [this.lastStart, this.lastStartPart, this.lastOutput] = [perChannel(), perChannel(), perChannel().fill(-1)];
    this.lastServedKey = new Float64Array(channelCount).fill(-1);
    [this.injectionDelaySum, this.waitedCycles] = [new Float64Array(channelCount), new Float64Array(channelCount)];
    this.creditCycles = Int32Array.from(
      network.head,
      (to, channelId) => (links === undefined ? 0 : links.delay[channelId]) + (to >= this.terminalCount ? switches.creditDelay : 0),
    );
    [this.firstRequester, this.nextRequester] = [perChannel().fill(-1), perOutput()];
    [this.dueChannels, this.isChannelDue] = [perChannel(), new Uint8Array(channelCount)];
    // Queues.
    this.queueCapacity = rules.queue;
    this.tokens = new Int32Array(channelCount * this.vcs * this.queueCapacity * tokenWords);
    [this.queueHead, this.queueLength, this.headFreeAt, this.takenSlots, this.queuedPackets] = [
      perQueue(),
      perQueue(),
      perQueue(),
      perQueue(),
      perQueue(),
    ];
    // Stops, and the injection slots that wait at them.
    [this.readyInputs, this.lastChannelFreeAt, this.lastCopyEnd, this.mergedInjected] = [perStop(), perStop(), perStop(), perStop()];
    this.mergedCreated = perStop().fill(infiniteCycle);
    this.outputsLeft = Int32Array.from(
      this.readyInputs,
      (_, stopIndex) => this.stops.firstOutput[stopIndex + 1] - this.stops.firstOutput[stopIndex],
    );
    [this.firstSlot, this.lastSlot] = [perStop().fill(-1), perStop().fill(-1)];
    const slots = this.injection.slots.length >> slotShift;
    [this.nextSlot, this.newSlots] = [new Int32Array(slots), new Int32Array(slots)];
    // Rounds.
    this.roundSizes = this.program.trees!.map(() => []);
    [this.roundsBegun, this.roundPacketsLeft] = [perStop(), new Float64Array(this.stops.count)];
    [this.roundsDelivered, this.roundPacketsDelivered] = [perOutput(), new Float64Array(this.stops.outputs.length)];
    this.contributedPackets = Array.from({ length: this.stops.count }, () => []);
    this.oldestContribution = perStop();
    for (let slot = 0; slot < slots; slot++) {
      this.injection.slots[(slot << slotShift) + slotPacket] = -1;
      this.injection.slots[(slot << slotShift) + slotTerminal] = slot % this.terminalCount;
    }
  }

  /**
   * Simulates cycles until cycle `stop`, or until `work` units of work are done; returns the work done. A cycle and a grant are one unit
   * each. Each cycle has three phases: events of earlier grants, injection, and arbitration of the due channels: those that have a new
   * request or credit, or have become free.
   */
  protected run(stop: number, work: number): number {
    const { injection, eventWheel } = this;
    let cycle = this.now | 0;
    let workDone = 0;
    let grantsBefore = 0;
    this.grants = 0;
    this.isOver = false;
    this.hash = this.fingerprint;
    for (; cycle < stop && workDone < work && !this.isOver; cycle = (cycle + 1) | 0) {
      // Phase 1: credits and tails. Handles the events of this cycle; later events in the same slot of the wheel stay.
      const slot = cycle & (this.eventWheel.length - 1);
      let event = eventWheel[slot];
      eventWheel[slot] = -1;
      while (event >= 0) {
        const index = event << eventShift;
        const following = this.events[index + eventNext];
        if (this.events[index + eventTime] === cycle) {
          this.handleEvent(this.events[index + eventKind], this.events[index + eventSubject], cycle);
          this.events[index + eventNext] = this.freeEvent;
          this.freeEvent = event;
        } else {
          this.events[index + eventNext] = eventWheel[slot];
          eventWheel[slot] = event;
        }
        event = following;
      }
      // Phase 2: injection.
      if (injection.hasWork(cycle)) {
        const count = injection.fillSlots(cycle, this.newSlots, 0, 0);
        for (let i = 0; i < count; i++) this.offerPacket(this.newSlots[i], cycle);
      }
      // Phase 3: switch allocation and traversal. No routes are computed, since trees are laid out beforehand.
      for (let i = 0; i < this.dueCount; i++) {
        this.isChannelDue[this.dueChannels[i]] = 0;
        this.arbitrate(this.dueChannels[i], cycle);
      }
      this.dueCount = 0;
      workDone = (workDone + 1 + this.grants - grantsBefore) | 0;
      grantsBefore = this.grants;
      // Without requests and packets under way, time may jump.
      if (this.requestingCount === 0 && cycle >= this.lastEventCycle) this.isOver = true;
    }
    this.now = cycle;
    this.fingerprint = this.hash;
    return workDone;
  }

  protected onTimeJump(): void {}

  // Events.

  private handleEvent(kind: number, subject: number, cycle: number): void {
    if (kind === headArrives) this.onHeadReady(subject, cycle);
    else if (kind === packetLeaves) this.queuedPackets[subject]--;
    else if (kind === creditReturns) {
      this.takenSlots[subject]--;
      this.makeDue((subject / this.vcs) | 0);
    } else if (kind === channelFrees) this.makeDue(subject);
    else if (kind === slotFrees) this.injection.releaseSlot(subject);
    else if (kind === terminalRequests) this.requestOutputs(subject, cycle);
    else if (kind === outputRequested) this.addRequester(subject);
    else this.deliver(subject, cycle);
  }

  /** Schedules an event for cycle `time`. */
  private schedule(time: number, kind: number, subject: number): void {
    let event = this.freeEvent;
    if (event >= 0) this.freeEvent = this.events[(event << eventShift) + eventNext];
    else {
      if (this.eventCount << eventShift === this.events.length)
        this.events = growInt32Array(this.events, growth.next(this.eventCount) << eventShift);
      event = this.eventCount++;
    }
    const index = event << eventShift;
    const slot = time & (this.eventWheel.length - 1);
    this.events[index + eventTime] = time;
    this.events[index + eventKind] = kind;
    this.events[index + eventSubject] = subject;
    this.events[index + eventNext] = this.eventWheel[slot];
    this.eventWheel[slot] = event;
    if (time > this.lastEventCycle) this.lastEventCycle = time;
  }

  private makeDue(channelId: number): void {
    if (this.isChannelDue[channelId] !== 0 || this.firstRequester[channelId] < 0) return;
    this.isChannelDue[channelId] = 1;
    this.dueChannels[this.dueCount++] = channelId;
  }

  private tokenAt(queueId: number, i: number): number {
    return (queueId * this.queueCapacity + ((this.queueHead[queueId] + i) % this.queueCapacity)) * tokenWords;
  }

  /** The next packet of a queue is at its head, and is merged with the heads of the stop's other inputs. */
  private onHeadReady(queueId: number, cycle: number): void {
    const token = this.tokenAt(queueId, 0);
    const stopIndex = this.tokens[token + tokenStop];
    this.requestingCount++;
    if (this.tokens[token + tokenInjected] > this.mergedInjected[stopIndex])
      this.mergedInjected[stopIndex] = this.tokens[token + tokenInjected];
    if (this.tokens[token + tokenCreated] < this.mergedCreated[stopIndex])
      this.mergedCreated[stopIndex] = this.tokens[token + tokenCreated];
    if (++this.readyInputs[stopIndex] === this.stops.firstInput[stopIndex + 1] - this.stops.firstInput[stopIndex])
      this.requestOutputs(stopIndex, cycle);
  }

  /**
   * Handles a packet that has entered an injection slot of a terminal, as part of its contribution to a tree. The packet joins the packets
   * that wait at the terminal's stop (a stop is a tree at a node), and requests the stop's outputs if no other packet waits there. Round n
   * consists of the n-th contribution of every rank; throws an Error if these differ in size.
   */
  private offerPacket(slot: number, cycle: number): void {
    const { records } = this.pool;
    const { trees, sizes } = this.program;
    const packetId = this.injection.slots[(slot << slotShift) + slotPacket];
    const messageId = records[(packetId << packetShift) + packetMessage];
    const tree = this.injection.program!.treeOf(messageId);
    const stopIndex = this.stops.firstStop[tree] + this.injection.program!.positionInTree(messageId);
    // The first packet of a contribution begins the terminal's next round.
    if (this.roundPacketsLeft[stopIndex] === 0) {
      const size = this.injection.program!.sizeIndex(messageId);
      const sizeOfRound = this.roundSizes[tree];
      if (this.roundsBegun[stopIndex] === sizeOfRound.length) sizeOfRound.push(size);
      if (sizes.packets[sizeOfRound[this.roundsBegun[stopIndex]++]] !== sizes.packets[size])
        throw new Error(`what ${trees![tree].from.length} ranks contribute to a tree has one size in each round`);
      this.roundPacketsLeft[stopIndex] = sizes.packets[size];
    }
    this.roundPacketsLeft[stopIndex]--;
    this.contributedPackets[stopIndex].push(packetId);
    this.requestingCount++;
    // Append the slot to the list of slots that wait at the stop.
    this.nextSlot[slot] = -1;
    const lastWaitingSlot = this.lastSlot[stopIndex];
    this.lastSlot[stopIndex] = slot;
    if (lastWaitingSlot >= 0) this.nextSlot[lastWaitingSlot] = slot;
    else {
      this.firstSlot[stopIndex] = slot;
      this.requestOutputs(stopIndex, cycle);
    }
  }

  /** All inputs of a stop are ready: it requests its outputs, each as soon as no copy would underrun. */
  private requestOutputs(stopIndex: number, cycle: number): void {
    const { firstOutput } = this.stops;
    for (let output = firstOutput[stopIndex]; output < firstOutput[stopIndex + 1]; output++) {
      const since = this.links === undefined ? cycle : this.earliestStart(stopIndex, this.channelOf(output));
      if (since <= cycle) this.addRequester(output);
      else this.schedule(since, outputRequested, output);
    }
  }

  /**
   * The first cycle in which a stop may begin to send a copy on a channel, so that every phit of the packets that it merges has arrived
   * when it is sent. Only for links of different rates. Each channel divides a cycle into `perCycle` parts, and a phit takes
   * `perPhit` of them.
   */
  private earliestStart(stopIndex: number, channelId: number): number {
    const { perCycle, perPhit, delay } = this.links!;
    const { firstInput, inputs } = this.stops;
    const { packetPhits, vcs, tokens } = this;
    let earliest = 0;
    for (let i = firstInput[stopIndex]; i < firstInput[stopIndex + 1]; i++) {
      const inputChannel = (inputs[i] / vcs) | 0;
      const inputPartsPerCycle = perCycle[inputChannel];
      const token = this.tokenAt(inputs[i], 0);
      // When the last phit of the packet arrives at this input, in parts of the input channel.
      const arrivalInParts =
        (tokens[token + tokenStart] + delay[inputChannel]) * inputPartsPerCycle +
        tokens[token + tokenStartPart] +
        packetPhits * perPhit[inputChannel];
      // The last phit of the copy must not start before the last phit of the input has arrived.
      const startAfterInput = Math.ceil(
        (arrivalInParts * perCycle[channelId] - (packetPhits - 1) * perPhit[channelId] * inputPartsPerCycle) /
          (inputPartsPerCycle * perCycle[channelId]),
      );
      if (startAfterInput > earliest) earliest = startAfterInput;
    }
    return earliest;
  }

  private channelOf(output: number): number {
    return (this.stops.outputs[output] / this.vcs) | 0;
  }

  private addRequester(output: number): void {
    const channelId = this.channelOf(output);
    this.nextRequester[output] = this.firstRequester[channelId];
    this.firstRequester[channelId] = output;
    this.makeDue(channelId);
  }

  // Arbitration of channels.

  /** Rank of a request for a channel: the first input queue of the stop, or queues + injection slot at a terminal. */
  private requestKey(output: number): number {
    const { stopOf, firstInput, inputs } = this.stops;
    const stopIndex = stopOf[output];
    return firstInput[stopIndex] < firstInput[stopIndex + 1]
      ? inputs[firstInput[stopIndex]]
      : this.channelFreeAt.length * this.vcs + this.firstSlot[stopIndex];
  }

  private hasCredit(output: number): boolean {
    return this.stops.next[output] < 0 || this.takenSlots[this.stops.outputs[output]] < this.queueCapacity;
  }

  private isFromTerminal(output: number): boolean {
    const stopIndex = this.stops.stopOf[output];
    return this.stops.firstInput[stopIndex] === this.stops.firstInput[stopIndex + 1] || this.stops.hasTerminalInput[stopIndex] === 1;
  }

  /**
   * Arbitrates a channel: if it is free, grants it to one of the outputs of stops that request it and have a credit. The winner is drawn,
   * or has priority by the arbitration rule. Requests are compared in the order of their keys, the numbers of the queues that they come
   * from. With priority for the network, outputs fed by terminals wait until there are no others.
   */
  private arbitrate(channelId: number, cycle: number): void {
    if (this.channelFreeAt[channelId] > cycle) return;
    let count = 0;
    let hasNetworkRequest = false;
    for (let output = this.firstRequester[channelId]; output >= 0; output = this.nextRequester[output]) {
      if (!this.hasCredit(output)) continue;
      count++;
      if (!this.isFromTerminal(output)) hasNetworkRequest = true;
    }
    if (count === 0) return;
    const hasNetworkPriority = hasNetworkRequest && this.rules.priority === "network-first";
    if (hasNetworkPriority) {
      count = 0;
      for (let output = this.firstRequester[channelId]; output >= 0; output = this.nextRequester[output])
        if (this.hasCredit(output) && !this.isFromTerminal(output)) count++;
    }
    /** Position of the winner in the order of keys, if it is drawn. */
    const drawnOrdinal =
      this.rules.arbitration === "random" && count > 1 ? uniformBelow(mix(this.arbitrationKey, cycle, channelId), count) : 0;
    // Visit the requests in order of their keys. They are few, so each step searches for the next key.
    let winner = -1;
    let visitedKey = -1;
    for (let i = 0; i < count; i++) {
      let nextByKey = -1;
      for (let output = this.firstRequester[channelId]; output >= 0; output = this.nextRequester[output]) {
        if (!this.hasCredit(output) || (hasNetworkPriority && this.isFromTerminal(output)) || this.requestKey(output) <= visitedKey)
          continue;
        if (nextByKey < 0 || this.requestKey(output) < this.requestKey(nextByKey)) nextByKey = output;
      }
      visitedKey = this.requestKey(nextByKey);
      if (this.rules.arbitration === "random") {
        winner = nextByKey;
        if (i === drawnOrdinal) break;
      } else if (winner < 0 || this.hasPriorityOver(nextByKey, winner, this.lastServedKey[channelId])) winner = nextByKey;
    }
    this.grant(winner, cycle);
  }

  /**
   * Whether request `a` has priority over request `b`, which has a lower key: in round-robin order after the key served last, or by age.
   */
  private hasPriorityOver(a: number, b: number, lastKey: number): boolean {
    if (this.rules.arbitration === "round-robin") return this.requestKey(b) <= lastKey && this.requestKey(a) > lastKey;
    return this.oldestCreation(this.stops.stopOf[a]) < this.oldestCreation(this.stops.stopOf[b]);
  }

  /** Earliest creation among the parts of what a stop sends. */
  private oldestCreation(stopIndex: number): number {
    const slot = this.firstSlot[stopIndex];
    if (slot < 0) return this.mergedCreated[stopIndex];
    return this.pool.records[(this.injection.slots[(slot << slotShift) + slotPacket] << packetShift) + packetCreated];
  }

  /**
   * Grants a channel to an output of a stop (a tree at a node): one copy of the merged packet leaves to the next stop, or to the terminal
   * that consumes it. Schedules the arrival, and dequeues the merged packets after the last output of the stop. With links of different
   * rates, times are cycles plus parts of a cycle, of which a channel has `perCycle`.
   */
  private grant(output: number, cycle: number): void {
    const { packetPhits, links, stops } = this;
    const queueId = stops.outputs[output];
    const stopIndex = stops.stopOf[output];
    const channelId = (queueId / this.vcs) | 0;
    // When the copy ends on the channel, that time rounded up to whole cycles, and when its header arrives.
    let startPart = 0;
    let end = cycle + packetPhits;
    let wholeEnd = end;
    let headerArrival = cycle + 1;
    if (links !== undefined) {
      const perCycle = links.perCycle[channelId];
      if (this.channelFreeAt[channelId] === cycle) startPart = this.channelFreePart[channelId];
      const units = startPart + packetPhits * links.perPhit[channelId];
      end = cycle + Math.floor(units / perCycle);
      this.channelFreePart[channelId] = units % perCycle;
      wholeEnd = this.channelFreePart[channelId] > 0 ? end + 1 : end;
      headerArrival = cycle + Math.ceil((startPart + links.perPhit[channelId]) / perCycle) + links.delay[channelId];
    }
    // The channel carries the copy.
    this.lastServedKey[channelId] = this.requestKey(output);
    const isSource = stops.firstInput[stopIndex] === stops.firstInput[stopIndex + 1];
    if (isSource) this.inject(stopIndex, cycle, wholeEnd);
    const injectedAt = isSource ? cycle : this.mergedInjected[stopIndex];
    const createdAt = this.oldestCreation(stopIndex);
    this.channelFreeAt[channelId] = end;
    this.schedule(end, channelFrees, channelId);
    this.carriedPackets[channelId]++;
    this.lastStart[channelId] = cycle;
    this.lastStartPart[channelId] = startPart;
    this.lastOutput[channelId] = output;
    this.injectionDelaySum[channelId] += headerArrival - injectedAt;
    this.grants++;
    this.hash = (this.hash + hashGrant(cycle, queueId, stops.source[stops.treeOf[stopIndex]])) | 0;
    // The copy arrives at the next stop or is consumed.
    const tailArrival = wholeEnd + delayOf(links, channelId);
    if (stops.next[output] < 0) this.schedule(tailArrival, packetConsumed, output);
    else
      this.enqueue(
        queueId,
        stops.next[output],
        (this.rules.storeAndForward ? tailArrival : headerArrival) + this.pipeline,
        cycle,
        startPart,
        injectedAt,
        createdAt,
      );
    // The output no longer requests; after the last output the inputs are released.
    this.removeRequester(output, channelId);
    if (end > this.lastChannelFreeAt[stopIndex]) this.lastChannelFreeAt[stopIndex] = end;
    if (wholeEnd > this.lastCopyEnd[stopIndex]) this.lastCopyEnd[stopIndex] = wholeEnd;
    if (--this.outputsLeft[stopIndex] === 0) this.dequeueInputs(stopIndex, cycle);
  }

  private removeRequester(output: number, channelId: number): void {
    if (this.firstRequester[channelId] === output) {
      this.firstRequester[channelId] = this.nextRequester[output];
      return;
    }
    let before = this.firstRequester[channelId];
    while (this.nextRequester[before] !== output) before = this.nextRequester[before];
    this.nextRequester[before] = this.nextRequester[output];
  }

  /** A terminal's packet enters the network; its tail leaves the terminal at cycle `end`. */
  private inject(stopIndex: number, cycle: number, end: number): void {
    const { slots } = this.injection;
    const slot = this.firstSlot[stopIndex] << slotShift;
    const record = slots[slot + slotPacket] << packetShift;
    const terminal = slots[slot + slotTerminal];
    const since = this.injection.waitingSince(terminal);
    this.pool.records[record + packetInjected] = cycle;
    this.recorder.countSending(terminal, since, cycle, end - cycle);
    this.recorder.countInjected(terminal, this.pool.records[record + packetMessage], cycle);
  }

  /**
   * Appends a packet to a queue. The entry (token) holds the packet's stop (a tree at a node) and the cycles that its next steps need.
   * @param readyAt First cycle in which the packet may request.
   * @param cycle Cycle in which it began to cross the channel before the queue, with `startPart` parts of that cycle before its start.
   * @param injectedAt Latest injection among the packets that were merged into it.
   * @param createdAt Earliest creation among these.
   */
  private enqueue(
    queueId: number,
    stopIndex: number,
    readyAt: number,
    cycle: number,
    startPart: number,
    injectedAt: number,
    createdAt: number,
  ): void {
    const { tokens } = this;
    const token = this.tokenAt(queueId, this.queueLength[queueId]);
    tokens[token + tokenStop] = stopIndex;
    tokens[token + tokenReady] = readyAt;
    tokens[token + tokenStart] = cycle;
    tokens[token + tokenStartPart] = startPart;
    tokens[token + tokenInjected] = injectedAt;
    tokens[token + tokenCreated] = createdAt;
    this.takenSlots[queueId]++;
    this.queuedPackets[queueId]++;
    if (this.queueLength[queueId]++ === 0) this.schedule(Math.max(readyAt, this.headFreeAt[queueId]), headArrives, queueId);
  }

  /**
   * Removes the packets of a stop (a tree at a node) whose outputs have all been granted: the heads of its input queues or, at a source,
   * the packet in the injection slot. Schedules the end of their departure, the return of their credits and the next heads; then resets the
   * stop for the next packet of the tree.
   */
  private dequeueInputs(stopIndex: number, cycle: number): void {
    const { firstInput, firstOutput, inputs } = this.stops;
    const nextHeadAt = this.lastChannelFreeAt[stopIndex];
    const departureEnd = this.lastCopyEnd[stopIndex];
    for (let i = firstInput[stopIndex]; i < firstInput[stopIndex + 1]; i++) {
      const queueId = inputs[i];
      const channelId = (queueId / this.vcs) | 0;
      this.requestingCount--;
      this.waitedCycles[channelId] += cycle - this.tokens[this.tokenAt(queueId, 0) + tokenReady];
      this.queueHead[queueId] = (this.queueHead[queueId] + 1) % this.queueCapacity;
      this.queueLength[queueId]--;
      this.headFreeAt[queueId] = nextHeadAt;
      this.schedule(departureEnd, packetLeaves, queueId);
      this.schedule(departureEnd + this.creditCycles[channelId], creditReturns, queueId);
      if (this.queueLength[queueId] > 0)
        this.schedule(Math.max(nextHeadAt, this.tokens[this.tokenAt(queueId, 0) + tokenReady]), headArrives, queueId);
    }
    this.readyInputs[stopIndex] = 0;
    this.outputsLeft[stopIndex] = firstOutput[stopIndex + 1] - firstOutput[stopIndex];
    this.lastChannelFreeAt[stopIndex] = 0;
    this.lastCopyEnd[stopIndex] = 0;
    this.mergedInjected[stopIndex] = 0;
    this.mergedCreated[stopIndex] = infiniteCycle;
    // A stop without inputs is a source: the next slot of its list requests.
    if (firstInput[stopIndex] < firstInput[stopIndex + 1]) return;
    const slot = this.firstSlot[stopIndex];
    this.requestingCount--;
    this.schedule(nextHeadAt, slotFrees, slot);
    this.firstSlot[stopIndex] = this.nextSlot[slot];
    if (this.firstSlot[stopIndex] < 0) this.lastSlot[stopIndex] = -1;
    else this.schedule(cycle + 1, terminalRequests, stopIndex);
  }

  /**
   * Consumes the packet that crossed an output into a terminal. A packet merges contributions, each of which is counted at one output:
   * those of this output count as consumed. After the last packet of a round (the n-th contributions of all ranks form round n), the
   * receiving rank is notified.
   */
  private deliver(output: number, cycle: number): void {
    const { stops, pool, injection } = this;
    const tree = stops.treeOf[stops.stopOf[output]];
    for (let i = stops.firstContributor[output]; i < stops.firstContributor[output + 1]; i++) {
      const stopIndex = stops.contributors[i];
      const contributions = this.contributedPackets[stopIndex];
      const packetId = contributions[this.oldestContribution[stopIndex]++];
      // Remove consumed entries once they are more than half of the list.
      if (2 * this.oldestContribution[stopIndex] > contributions.length && contributions.length > 64) {
        contributions.splice(0, this.oldestContribution[stopIndex]);
        this.oldestContribution[stopIndex] = 0;
      }
      pool.records[(packetId << packetShift) + packetHops] = stops.hops[stopIndex];
      this.consume(packetId, cycle);
    }
    const size = this.roundSizes[tree][this.roundsDelivered[output]];
    if (++this.roundPacketsDelivered[output] === this.program.sizes.packets[size]) {
      this.roundPacketsDelivered[output] = 0;
      this.roundsDelivered[output]++;
      injection.deliverFromTree(tree, stops.receiverIndex[output], size, cycle);
    }
    if (this.isEndAllowed && this.recorder.isComplete) this.isOver = true;
  }

  // Queries about the state.

  protected override get isStalled(): boolean {
    // A packet that is ready and has no injection slot waits for blocked packets, too.
    const { source, startUp } = this.injection;
    return this.now > this.lastEventCycle && source.createdAt.every((at) => at + startUp <= this.now || at === Infinity);
  }

  /** Follows a blocked queue to the queue that blocks it, until a queue repeats; empty where the chain ends at a rank. */
  findWaitCycle(): readonly DeadlockWait[] {
    if (!this.isStalled) return [];
    const queuePath: { readonly queue: number; readonly tree: number }[] = [];
    let queueId = this.queueLength.findIndex((count) => count > 0);
    while (queueId >= 0) {
      const repeatedAt = queuePath.findIndex(({ queue }) => queue === queueId);
      if (repeatedAt >= 0) return this.waitsOf(queuePath.slice(repeatedAt));
      const stopIndex = this.tokens[this.tokenAt(queueId, 0) + tokenStop];
      queuePath.push({ queue: queueId, tree: this.stops.treeOf[stopIndex] });
      queueId = this.blockingQueue(stopIndex);
    }
    return [];
  }

  /** A queue that blocks a stop: one of its inputs has a head of another stop, or one of its outputs has no credit; −1 for none. */
  private blockingQueue(stopIndex: number): number {
    const { firstInput, inputs, firstOutput, outputs, feedingStop, next } = this.stops;
    const hasInputs = firstInput[stopIndex] < firstInput[stopIndex + 1];
    let hasAllInputs = hasInputs;
    for (let i = firstInput[stopIndex]; i < firstInput[stopIndex + 1]; i++) {
      const queueId = inputs[i];
      if (this.queueLength[queueId] > 0 && this.tokens[this.tokenAt(queueId, 0) + tokenStop] === stopIndex) continue;
      hasAllInputs = false;
      const blocker = this.queueLength[queueId] > 0 ? queueId : this.blockingQueue(feedingStop[i]);
      if (blocker >= 0) return blocker;
    }
    if (!hasAllInputs && (hasInputs || this.firstSlot[stopIndex] < 0)) return -1;
    for (let output = firstOutput[stopIndex]; output < firstOutput[stopIndex + 1]; output++)
      if (next[output] >= 0 && this.takenSlots[outputs[output]] >= this.queueCapacity) return outputs[output];
    return -1;
  }

  private waitsOf(queuePath: readonly { readonly queue: number; readonly tree: number }[]): readonly DeadlockWait[] {
    return queuePath.map(({ queue, tree }, i) => {
      const after = queuePath[(i + 1) % queuePath.length].queue;
      const [channel, waitsFor] = [Math.floor(queue / this.vcs), Math.floor(after / this.vcs)];
      return { channel, class: queue % this.vcs, waitsFor, waitsForClass: after % this.vcs, ...this.endsOfTree(tree) };
    });
  }

  /** The representative source and destination of packets of a tree. */
  private endsOfTree(tree: number): FlowEnds {
    return { source: this.stops.source[tree], destination: this.stops.destination[tree] };
  }

  protected phitsOn(channelId: number): number {
    const { carriedPackets, packetPhits, links } = this;
    if (carriedPackets[channelId] === 0) return 0;
    const [unitsPerCycle, perPhit] = links === undefined ? [1, 1] : [links.perCycle[channelId], links.perPhit[channelId]];
    const phits = Math.floor(((this.now - this.lastStart[channelId]) * unitsPerCycle - this.lastStartPart[channelId]) / perPhit);
    return (carriedPackets[channelId] - 1) * packetPhits + Math.min(packetPhits, Math.max(0, phits));
  }

  protected waitingBehind(channelId: number): number {
    return this.waitedCycles[channelId];
  }

  protected sinceInjectionOn(channelId: number): number {
    return this.injectionDelaySum[channelId];
  }

  protected packetsBehind(queueId: number): number {
    return this.queuedPackets[queueId];
  }

  override holderOf(channel: number): ChannelHolder | null {
    const output = this.lastOutput[channel];
    const { packetPhits, links } = this;
    if (output < 0) return null;
    const cycles =
      links === undefined
        ? packetPhits
        : Math.ceil((this.lastStartPart[channel] + packetPhits * links.perPhit[channel]) / links.perCycle[channel]);
    const since = this.lastStart[channel];
    return this.now > since + cycles ? null : { ...this.endsOfTree(this.stops.treeOf[this.stops.stopOf[output]]), since };
  }

  /**
   * The packets that wait for a channel in the current cycle: for each output that requests it, the tree's representative source and
   * destination, the channel behind which the packet waits (−1 in an injection slot), and the cycle from which it waits.
   */
  requestersOf(channel: number): readonly WaitingPacket[] {
    const waiters: WaitingPacket[] = [];
    const { stopOf, treeOf, firstInput, inputs } = this.stops;
    for (let output = this.firstRequester[channel]; output >= 0; output = this.nextRequester[output]) {
      const stopIndex = stopOf[output];
      const ends = this.endsOfTree(treeOf[stopIndex]);
      if (firstInput[stopIndex] < firstInput[stopIndex + 1]) {
        const queueId = inputs[firstInput[stopIndex]];
        waiters.push({ ...ends, channel: Math.floor(queueId / this.vcs), since: this.tokens[this.tokenAt(queueId, 0) + tokenReady] });
        continue;
      }
      const slot = this.firstSlot[stopIndex] << slotShift;
      const record = this.injection.slots[slot + slotPacket] << packetShift;
      waiters.push({
        ...ends,
        source: this.injection.slots[slot + slotTerminal],
        channel: -1,
        since: this.pool.records[record + packetCreated],
      });
    }
    return waiters;
  }

  queueContents(queue: number): readonly QueuedPacket[] {
    return Array.from({ length: this.queueLength[queue] }, (_, i) => {
      const token = this.tokenAt(queue, i);
      return { ...this.endsOfTree(this.stops.treeOf[this.tokens[token + tokenStop]]), since: this.tokens[token + tokenReady] };
    });
  }

  // Packets of a tree wait for each other to merge, so no packet is reported as blocked by another one.

  candidates(): readonly number[] {
    return [];
  }

  departingFrom(): null {
    return null;
  }

  occupantsOf(): null {
    return null;
  }

  isOutOfCredit(): boolean {
    return false;
  }
}
