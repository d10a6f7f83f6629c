// hot: no allocation, no for-of, no destructuring inside `processEvents` and what it calls.
/**
 * The engine of circuit switching with held circuits. The header of a packet takes a virtual channel on one channel after another. Where
 * none is free it waits, and keeps the channels that it has. Once the header has reached the destination, the packet streams; packets that
 * began earlier on a channel go first there. All channels of the circuit are released together, when the acknowledgement is back (Petrini
 * et al., QsNET, §2.2.1). A lone packet of L phits over H channels, with h cycles per channel for the header, is consumed h·H + L cycles
 * after it entered. Where channels differ, the header takes h plus the channel's delay for each channel, the acknowledgement takes the same
 * time back, and the packet streams at the rate r of its slowest channel: a lone packet takes W + L / r with W = Σ (h + dᵢ).
 *
 * Phits are counted where they arrive. The tail has left the terminal when all but h·H phits have been consumed (all but W·r), which is one
 * header time earlier. Then the next header follows. So a terminal has at most one header under way and at most one complete circuit that
 * does not stream yet, and unhindered packets follow each other without a gap. A terminal streams one packet at a time.
 *
 * The memory of a terminal can limit both directions together. Then packets stream at full rate but further apart: each packet sent or
 * received occupies the memory for L / rate cycles, and a terminal begins no packet while its memory is more than one packet behind. The
 * receiver accepts what comes. A memory whose limit for both directions is no higher than for one direction is on a bus. A packet holds the
 * buses of both its ends at the same time, one packet at a time, in the order in which terminals had a complete circuit and nothing
 * streaming. Turning a bus costs the cycles that both directions lose.
 *
 * Released channels go to waiting headers, channel by channel from the source on. Among the headers that wait for a channel, the one that
 * entered in the earliest age step of `ageClass` cycles wins (at its source: the header that first requested in that step); within a step,
 * the header that requested first. The terminal's own next header comes last. Ties among outputs are broken in the order of the routing,
 * beginning at position n modulo the number of outputs: n is the input port at the switch, 0 at the source, or a random draw for packet and
 * hop.
 *
 * Time is real, in cycles, and kept in multiples of 2⁻²⁴. Every circuit has one pending event, and only events are processed. At one
 * instant the order is: consumed packets; circuits by slot + outstanding × terminal until none has an event; terminals that waited for
 * their memory; terminals that may begin a message. So a run is the same, bit for bit, however it is cut into slices. Deadlocks are looked
 * for at the end of each bin of the columns over time, and when time is up.
 */
import { uniformBelow, mix } from "../../base/random.ts";
import { growth, growInt32Array } from "../../base/arrays.ts";
import type { Plan } from "../../plan/plan.ts";
import { isDecisionDue } from "../../plan/routing.ts";
import type { ChannelCrossing, ChannelHolder, Simulation, DeadlockWait, WaitingPacket, FlowWait, Worm } from "../../simulation/contract.ts";
import { channelPhits, flowChannelShift, channelSinceInjection, channelWaiting } from "../../simulation/flow-recorder.ts";
import { scalar } from "../../simulation/frame.ts";
import {
  trainPreviousConsumed,
  trainCreated,
  trainDelay,
  trainHops,
  trainLastConsumed,
  trainStep,
  trainMessagePackets,
} from "../../simulation/packet-trains.ts";
import {
  type CircuitRules,
  CircuitState,
  circuitComplete,
  circuitMoving,
  circuitReleasing,
  circuitStreaming,
  circuitUnused,
  circuitWaiting,
} from "./state.ts";
import { quantizeTime } from "./quantize-time.ts";
import { CircuitInspection } from "./inspection.ts";

/** Starts a simulation of a plan at cycle 0. */
export function startCircuit(rules: CircuitRules, plan: Plan): Simulation {
  return new Circuits(rules, plan);
}

class Circuits extends CircuitState implements Simulation {
  deadlockCycle: readonly DeadlockWait[] = [];
  private readonly inspection = new CircuitInspection(this);
  /** Scratch lists of the resources that a stream uses, and how often it crosses each. */
  private readonly initialUses = growth.initial(32);
  private readonly uses = { count: 0, resource: new Int32Array(this.initialUses), times: new Int32Array(this.initialUses) };
  private readonly phitsBehind = (channel: number) => this.channelHolders[channel] * this.packetPhits;

  constructor(rules: CircuitRules, plan: Plan) {
    super(rules, plan);
    for (let terminal = 0; terminal < this.terminalCount; terminal++) this.awaitMessage(terminal);
  }

  protected get nextEvent(): number {
    return Math.min(this.circuitEvents.nextTime, this.messageStarts.nextTime, this.streamStarts.nextTime);
  }

  /** Looked for at the end of each time bin in which the recorder counts, and when the run's time is up. */
  protected override isDeadlocked(isTimeUp: boolean): boolean {
    if (!isTimeUp && this.now % this.recorder.binCycles !== 0) return false;
    this.deadlockCycle = this.inspection.findWaitCycle();
    return this.deadlockCycle.length > 0 || this.isQuiescent;
  }

  /** The packet of a circuit has been consumed. */
  protected consumeTrain(train: number): void {
    const { trains, program, recorder } = this;
    const circuit = train - 1;
    const message = this.circuitMessage[circuit];
    const time = trains.getTime(train, trainLastConsumed);
    trains.inFlight.remove(train);
    trains.setTime(
      train,
      trainMessagePackets,
      message >= 0 && message < this.messagePacketsLeft.length && --this.messagePacketsLeft[message] === 0 ? 1 : 0,
    );
    recorder.consume(recorder.sums, trains, train, time);
    if (program === null) return;
    const count = program.arrive(message, time - 1);
    for (let i = 0; i < count; i++) this.awaitMessage(program.wokenTerminals[i]);
  }

  /**
   * Processes all events at one time, in cycles and possibly not whole, in the order that the head of this file gives: consumed packets,
   * rank programs, circuits, terminals whose memory is free again, terminals whose next message may begin. Returns 1 + the number of
   * events, as a measure of work.
   */
  protected processEvents(eventTime: number): number {
    const { circuitEvents, streamStarts, messageStarts } = this;
    let workDone = 1;
    this.inspection.countWaitsUntil(eventTime);
    for (; ; workDone++) {
      // A rate change may end a packet at this same instant, so consumed packets are checked again after each event.
      if (this.trains.inFlight.nextTime === eventTime) this.consumeTrain(this.trains.inFlight.firstId);
      else if (this.nextCalendarTime <= eventTime) this.advanceRanks(eventTime);
      else if (circuitEvents.nextTime === eventTime) {
        const circuit = circuitEvents.firstId;
        circuitEvents.remove(circuit);
        this.handleEvent(circuit, eventTime);
      } else if (streamStarts.nextTime === eventTime) {
        const terminal = streamStarts.firstId;
        streamStarts.remove(terminal);
        this.startStream(terminal, eventTime);
      } else if (messageStarts.nextTime === eventTime) {
        const terminal = messageStarts.firstId;
        messageStarts.remove(terminal);
        this.sendHeaders(terminal, eventTime);
      } else break;
    }
    return workDone;
  }

  /** Handles the event of a circuit: the header arrived, the tail left, the packet ended, or the acknowledgement is back. */
  private handleEvent(circuit: number, time: number): void {
    const state = this.state[circuit];
    if (state === circuitMoving) this.onHeaderArrival(circuit, time);
    else if (state === circuitStreaming && this.hasTailLeft[circuit] === 0) this.onTailDeparture(circuit, time);
    else if (state === circuitStreaming) this.onStreamEnd(circuit, time);
    else this.releaseCircuit(circuit, time);
  }

  protected rescheduleTerminal(terminal: number): void {
    this.awaitMessage(terminal);
  }

  /** Schedules the start of a terminal's next message, unless packets of the current message are left. */
  private awaitMessage(terminal: number): void {
    const createdAt = this.source.createdAt[terminal];
    if (createdAt < Infinity && this.packetsLeft[terminal] === 0) this.messageStarts.set(terminal, createdAt + this.startUp);
  }

  /**
   * Sends headers while the terminal has packets and fewer than `outstanding` circuits. The next header waits until the tail before it has
   * left.
   */
  private sendHeaders(terminal: number, time: number): void {
    const { outstanding, circuitCount, undeliveredCircuits, packetsLeft } = this;
    while (circuitCount[terminal] < outstanding && undeliveredCircuits[terminal] === this.departedTails[terminal]) {
      if (packetsLeft[terminal] === 0 && !this.beginMessage(terminal, time)) return;
      let circuit = terminal * outstanding;
      while (this.state[circuit] !== circuitUnused) circuit++;
      packetsLeft[terminal]--;
      circuitCount[terminal]++;
      undeliveredCircuits[terminal]++;
      this.beginPacket(circuit, terminal, time);
    }
  }

  /** Begins the terminal's next message if it has been created by now; returns whether it did. */
  private beginMessage(terminal: number, time: number): boolean {
    const { source, recorder } = this;
    const created = source.createdAt[terminal];
    if (!(created + this.startUp <= time)) {
      this.awaitMessage(terminal);
      return false;
    }
    if (this.undeliveredCircuits[terminal] === 0) this.blockedCountedTo[terminal] = Math.max(this.blockedCountedTo[terminal], created);
    this.packetsLeft[terminal] = source.packets[terminal];
    this.messageDestination[terminal] = source.destination[terminal];
    this.messageNumber[terminal] = source.messageNumber[terminal];
    this.messageCreated[terminal] = created;
    this.isMessageNew[terminal] = 1;
    recorder.countCreated(terminal, created, source.packets[terminal]);
    source.advance(terminal);
    return true;
  }

  /**
   * Puts the next packet of a terminal's current message into slot `circuit`, and requests its first channel. The number of a slot is also
   * that of its circuit; its packet is train `circuit + 1` of `trains`, which hold the times that the recorder needs. The fields of a
   * circuit are described in `state.ts`.
   */
  private beginPacket(circuit: number, terminal: number, time: number): void {
    const { trains, plan } = this;
    const destinationTerminal = this.messageDestination[terminal];
    const message = this.messageNumber[terminal];
    const sequence = this.packetsBegun[terminal]++;
    const initialState = plan.routing.initialState;
    this.destination[circuit] = destinationTerminal;
    this.circuitMessage[circuit] = message;
    this.packetNumber[circuit] = sequence;
    this.isFirstPacket[circuit] = this.isMessageNew[terminal];
    this.isMessageNew[terminal] = 0;
    this.hops[circuit] = 0;
    this.headerCycles[circuit] = 0;
    this.slowestRate[circuit] = Infinity;
    this.routeState[circuit] =
      initialState === undefined ? 0 : initialState(terminal, destinationTerminal, mix(this.routingKey, terminal, sequence));
    this.injected[circuit] = time;
    trains.write(circuit + 1, terminal, destinationTerminal, message, 1);
    trains.setTime(circuit + 1, trainCreated, this.messageCreated[terminal]);
    trains.setTime(circuit + 1, trainStep, 1);
    trains.setTime(circuit + 1, trainDelay, 0);
    this.requestNextHop(circuit, terminal, time);
  }

  /** A header has arrived at the end of a channel. */
  private onHeaderArrival(circuit: number, time: number): void {
    const channel = this.lastChannel(circuit);
    const node = this.plan.network.head[channel];
    this.recorder.sums.channels[(channel << flowChannelShift) + channelSinceInjection] += time - this.injected[circuit];
    if (node !== this.destination[circuit]) return this.requestNextHop(circuit, node, time);
    const terminal = this.sourceOf(circuit);
    this.state[circuit] = circuitComplete;
    this.startStream(terminal, time);
  }

  /**
   * The header of a circuit requests its next channel: it takes one of the candidate virtual channels of the routing, or is appended to the
   * linked list of headers that wait at its node.
   * @param node The node at which the header is.
   */
  private requestNextHop(circuit: number, node: number, time: number): void {
    const { routeBuffer, candidates, maxCandidates } = this;
    const { routing } = this.plan;
    const { route, injectionDecision } = routing;
    if (injectionDecision !== undefined && isDecisionDue(routing, this.hops[circuit], this.routeState[circuit]))
      this.routeState[circuit] = injectionDecision(node, this.destination[circuit], this.routeState[circuit], this.phitsBehind);
    const count = route(node, this.destination[circuit], this.routeState[circuit], routeBuffer);
    for (let i = 0, firstCandidate = circuit * maxCandidates; i < count; i++) candidates[firstCandidate + i] = routeBuffer[i];
    this.candidateCount[circuit] = count;
    this.since[circuit] = time;
    const vc = this.selectVc(circuit, node);
    if (vc >= 0) return this.takeVc(circuit, node, vc, time);
    this.state[circuit] = circuitWaiting;
    this.requestNumber[circuit] = this.requestCount++;
    // Append the header to the list of the node.
    const lastInList = this.lastWaiting[node];
    this.previousWaiting[circuit] = lastInList;
    this.nextWaiting[circuit] = -1;
    if (lastInList < 0) this.firstWaiting[node] = circuit;
    else this.nextWaiting[lastInList] = circuit;
    this.lastWaiting[node] = circuit;
  }

  /**
   * The virtual channel that the header of `circuit` takes at its node, −1 if none of its candidates is free. A candidate is free while
   * fewer than `circuitsPerVc` circuits hold it. The selection rule prefers the channel with the fewest streaming circuits, or with the
   * fewest circuits that hold it; ties are broken in the order of the candidates, which begins at `offset`.
   * @param node The node at which the header is.
   */
  private selectVc(circuit: number, node: number): number {
    const { candidates, vcHolders, channelHolders, vcClasses, circuitsPerVc, streams } = this;
    const { selection, ties } = this.rules;
    const count = this.candidateCount[circuit];
    const firstCandidate = circuit * this.maxCandidates;
    // Where the order of the candidates begins. A random order has its own draw for each packet and hop.
    let offset = 0;
    if (count > 1 && ties === "own-port" && this.hops[circuit] > 0) offset = this.inputPort(circuit, node) % count;
    else if (count > 1 && ties === "random")
      offset = uniformBelow(
        mix(this.tieKey, this.sourceOf(circuit), Math.imul(this.packetNumber[circuit], 256) + this.hops[circuit]),
        count,
      );
    let best = -1;
    let bestStreaming = 0;
    let bestHolding = 0;
    for (let i = 0; i < count; i++) {
      const vc = candidates[firstCandidate + ((offset + i) % count)];
      if (vcHolders[vc] >= circuitsPerVc) continue;
      if (selection === "first") return vc;
      const channel = (vc / vcClasses) | 0;
      const streaming = selection === "fewest-streaming" ? streams.streamsOn(channel) : 0;
      const holding = channelHolders[channel];
      if (best >= 0 && (streaming > bestStreaming || (streaming === bestStreaming && holding >= bestHolding))) continue;
      best = vc;
      bestStreaming = streaming;
      bestHolding = holding;
    }
    return best;
  }

  /** Number of the port by which a header came to a node. */
  private inputPort(circuit: number, node: number): number {
    const { reverse, firstOut } = this.plan.network;
    return reverse[this.lastChannel(circuit)] - firstOut[node];
  }

  /**
   * The header of `circuit` takes the free virtual channel `vc` and begins to move over its channel. Counts the wait of the header at this
   * node, or, at the source, the injection of its packet; and schedules the arrival of the header at the next node.
   * @param node The node at which the header is.
   */
  private takeVc(circuit: number, node: number, vc: number, time: number): void {
    const { recorder, hops } = this;
    const { scalars, sentSoFar } = recorder.sums.frame;
    const nextState = this.plan.routing.nextState;
    const terminal = this.sourceOf(circuit);
    // A wait counts for the channel over which the header has come.
    if (hops[circuit] > 0)
      recorder.sums.channels[(this.lastChannel(circuit) << flowChannelShift) + channelWaiting] += time - this.since[circuit];
    else {
      this.injected[circuit] = time;
      scalars[scalar.injected]++;
      sentSoFar[terminal]++;
      if (this.isFirstPacket[circuit] === 1) recorder.inject(this.circuitMessage[circuit], time);
    }
    if (hops[circuit] === this.pathStride) this.growPaths();
    const pathIndex = circuit * this.pathStride + hops[circuit]++;
    this.pathVcs[pathIndex] = vc;
    this.pathSince[pathIndex] = time;
    const channel = (vc / this.vcClasses) | 0;
    this.headerCycles[circuit] += this.hopCycles[channel];
    if (this.channelRate[channel] < this.slowestRate[circuit]) this.slowestRate[circuit] = this.channelRate[channel];
    this.vcHolders[vc]++;
    this.channelHolders[channel]++;
    if (nextState !== undefined) this.routeState[circuit] = nextState(node, this.destination[circuit], this.routeState[circuit], vc);
    scalars[scalar.grants]++;
    this.recordTrace(vc, terminal, time, 1);
    this.state[circuit] = circuitMoving;
    this.circuitEvents.set(circuit, time + this.hopCycles[channel]);
  }

  /**
   * Starts the stream, which is the data after the header, of the terminal's complete circuit: one whose header has reached the
   * destination. If the memory or the bus of one of the two terminals is occupied, schedules the start for when it is free instead.
   */
  private startStream(terminal: number, time: number): void {
    if (this.streamingCircuit[terminal] >= 0) return;
    const circuit = this.completeCircuitOf(terminal);
    if (circuit < 0) return;
    const { memoryFreeAt, memoryCycles, busCycles } = this;
    const port = this.channelAt(circuit, 0);
    const destinationPort = this.plan.network.reverse[this.lastChannel(circuit)];
    // Without a bus, one packet in and one packet out use the memory at the same time.
    const earliestStart = busCycles > 0 ? this.reserveBus(circuit, port, destinationPort, time) : memoryFreeAt[port] - memoryCycles;
    if (earliestStart > time) {
      this.streamStarts.set(terminal, earliestStart);
      return;
    }
    if (busCycles > 0) this.busStart[circuit] = -1;
    else {
      memoryFreeAt[port] = Math.max(memoryFreeAt[port], time) + memoryCycles;
      memoryFreeAt[destinationPort] = Math.max(memoryFreeAt[destinationPort], time) + memoryCycles;
    }
    this.recorder.sums.frame.blockedSoFar[terminal] += Math.max(0, time - this.blockedCountedTo[terminal]);
    this.streamingCircuit[terminal] = circuit;
    this.state[circuit] = circuitStreaming;
    this.since[circuit] = time;
    this.sentPhits[circuit] = 0;
    this.lostCycles[circuit] = 0;
    this.hasTailLeft[circuit] = 0;
    this.trains.setTime(circuit + 1, trainLastConsumed, Infinity);
    this.trains.setTime(circuit + 1, trainPreviousConsumed, this.injected[circuit]);
    this.trains.setTime(circuit + 1, trainHops, this.hops[circuit]);
    this.streamRate[circuit] = 0;
    this.findUses(circuit);
    this.streams.beginStream(circuit, this.uses);
    this.applyRates(time);
  }

  /**
   * Reserves the buses at both ends of a circuit; returns the start of the reservation. A second call for the same circuit returns the same
   * time.
   */
  private reserveBus(circuit: number, port: number, destinationPort: number, time: number): number {
    const { busStart, memoryFreeAt, busDirection, busCycles, turnCycles } = this;
    if (busStart[circuit] >= 0) return busStart[circuit];
    const freeOut = memoryFreeAt[port] + (busDirection[port] < 0 ? turnCycles : 0);
    const freeIn = memoryFreeAt[destinationPort] + (busDirection[destinationPort] > 0 ? turnCycles : 0);
    const from = Math.max(time, freeOut, freeIn);
    memoryFreeAt[port] = from + busCycles;
    memoryFreeAt[destinationPort] = from + busCycles;
    busDirection[port] = 1;
    busDirection[destinationPort] = -1;
    busStart[circuit] = from;
    return from;
  }

  /** The complete circuit of a terminal that does not stream yet; −1 for none. There is at most one. */
  private completeCircuitOf(terminal: number): number {
    const { state, outstanding } = this;
    for (let circuit = terminal * outstanding; circuit < (terminal + 1) * outstanding; circuit++)
      if (state[circuit] === circuitComplete) return circuit;
    return -1;
  }

  /** Writes the resources that a circuit uses: its channels, and the capacities that these share. */
  private findUses(circuit: number): void {
    const { uses, hops, channelCount } = this;
    const group = this.plan.network.group;
    if (2 * hops[circuit] > uses.resource.length) {
      const length = growth.next(2 * hops[circuit]);
      uses.resource = growInt32Array(uses.resource, length);
      uses.times = growInt32Array(uses.times, length);
    }
    uses.count = 0;
    for (let hop = 0; hop < hops[circuit]; hop++) {
      const channel = this.channelAt(circuit, hop);
      this.addUse(channel);
      if (group[channel] >= 0) this.addUse(channelCount + group[channel]);
    }
  }

  /** Adds a crossing of a resource to the scratch list. */
  private addUse(resource: number): void {
    const { uses } = this;
    let index = 0;
    while (index < uses.count && uses.resource[index] !== resource) index++;
    if (index < uses.count) {
      uses.times[index]++;
      return;
    }
    uses.resource[index] = resource;
    uses.times[index] = 1;
    uses.count++;
  }

  /** Applies the rates that the last change has given to streams. */
  private applyRates(time: number): void {
    const { streams } = this;
    for (let i = 0; i < streams.changedCount; i++) this.applyRate(streams.changed[i], time);
  }

  /**
   * Applies the rate, in phits per cycle, that `streams` has just computed for the packet of a circuit: first counts what the packet sent
   * at its old rate, then schedules its end at the new rate. At rate 0 it has no end until its rate changes again.
   */
  private applyRate(circuit: number, time: number): void {
    const { trains } = this;
    // A packet that ends at this instant keeps its rate.
    if (trains.getTime(circuit + 1, trainLastConsumed) <= time) return;
    this.lostCycles[circuit] = this.cyclesLostBy(circuit, time);
    this.sentPhits[circuit] = this.phitsSentBy(circuit, time);
    this.since[circuit] = time;
    this.streamRate[circuit] = this.streams.rate[circuit];
    if (this.streamRate[circuit] === 0) {
      this.circuitEvents.remove(circuit);
      trains.inFlight.remove(circuit + 1);
      trains.setTime(circuit + 1, trainLastConsumed, Infinity);
      return;
    }
    const last = time + quantizeTime((this.packetPhits - this.sentPhits[circuit]) / this.streamRate[circuit]);
    trains.inFlight.set(circuit + 1, last);
    trains.setTime(circuit + 1, trainLastConsumed, last);
    this.scheduleStreamEnd(circuit, time);
  }

  /** Schedules the next event of a stream: its tail leaves the terminal, one header time before the end, or the stream ends. */
  private scheduleStreamEnd(circuit: number, time: number): void {
    const last = this.trains.getTime(circuit + 1, trainLastConsumed);
    if (this.hasTailLeft[circuit] === 1) return this.circuitEvents.set(circuit, last);
    const rest = Math.max(0, this.packetPhits - this.headerCycles[circuit] * this.slowestRate[circuit] - this.sentPhits[circuit]);
    this.circuitEvents.set(circuit, Math.min(last, time + quantizeTime(rest / this.streamRate[circuit])));
  }

  /** The tail of a packet has left its terminal, so the next header may follow. */
  private onTailDeparture(circuit: number, time: number): void {
    const terminal = this.sourceOf(circuit);
    this.hasTailLeft[circuit] = 1;
    this.departedTails[terminal]++;
    this.circuitEvents.set(circuit, this.trains.getTime(circuit + 1, trainLastConsumed));
    this.sendHeaders(terminal, time);
  }

  /**
   * The streaming packet of a circuit has arrived completely: counts it on all channels of its path, ends its stream, schedules the release
   * of its circuit, and starts the next stream of its terminal.
   */
  private onStreamEnd(circuit: number, time: number): void {
    const { recorder, rules, hops, packetPhits } = this;
    const { blockedSoFar, sendingSoFar } = recorder.sums.frame;
    const terminal = this.sourceOf(circuit);
    sendingSoFar[terminal] += packetPhits / this.firstChannelRate(circuit);
    blockedSoFar[terminal] += this.cyclesLostBy(circuit, time);
    this.blockedCountedTo[terminal] = time;
    for (let hop = 0; hop < hops[circuit]; hop++)
      recorder.sums.channels[(this.channelAt(circuit, hop) << flowChannelShift) + channelPhits] += packetPhits;
    this.inspection.countCompleted(circuit, packetPhits);
    this.streams.endStream(circuit);
    this.applyRates(time);
    this.streamingCircuit[terminal] = -1;
    this.undeliveredCircuits[terminal]--;
    this.departedTails[terminal]--;
    this.state[circuit] = circuitReleasing;
    this.circuitEvents.set(circuit, rules.release === "sent" ? time : time + this.acknowledgement + this.headerCycles[circuit]);
    this.startStream(terminal, time);
  }

  /** Releases the channels of a circuit: waiting headers take them first, then the terminal's next header. */
  private releaseCircuit(circuit: number, time: number): void {
    const { pathVcs, vcHolders, channelHolders, vcClasses } = this;
    const from = circuit * this.pathStride;
    const to = from + this.hops[circuit];
    const terminal = this.sourceOf(circuit);
    for (let i = from; i < to; i++) {
      vcHolders[pathVcs[i]]--;
      channelHolders[(pathVcs[i] / vcClasses) | 0]--;
    }
    this.state[circuit] = circuitUnused;
    this.circuitCount[terminal]--;
    for (let i = from; i < to; i++) this.grantToWaiting(pathVcs[i], time);
    this.sendHeaders(terminal, time);
  }

  /** Grants a virtual channel to waiting headers, the oldest first, while it is free. */
  private grantToWaiting(vc: number, time: number): void {
    const node = this.plan.network.tail[(vc / this.vcClasses) | 0];
    while (this.vcHolders[vc] < this.circuitsPerVc) {
      const circuit = this.oldestRequester(vc, node);
      if (circuit < 0) return;
      this.removeWaiting(circuit, node);
      this.takeVc(circuit, node, this.selectVc(circuit, node), time);
    }
  }

  /**
   * The waiting header at a node that has this virtual channel among its candidates, by age step and then by time of request; −1 for none.
   */
  private oldestRequester(vc: number, node: number): number {
    const { ageClass } = this.rules;
    let oldest = -1;
    let lowestAge = 0;
    for (let circuit = this.firstWaiting[node]; circuit >= 0; circuit = this.nextWaiting[circuit]) {
      if (!this.isCandidate(circuit, vc)) continue;
      const ageStep = ageClass > 0 ? Math.floor(this.injected[circuit] / ageClass) : 0;
      if (oldest >= 0 && (ageStep > lowestAge || (ageStep === lowestAge && this.requestNumber[circuit] > this.requestNumber[oldest])))
        continue;
      oldest = circuit;
      lowestAge = ageStep;
    }
    return oldest;
  }

  /** Removes a circuit from the list of headers that wait at a node. */
  private removeWaiting(circuit: number, node: number): void {
    const [previous, following] = [this.previousWaiting[circuit], this.nextWaiting[circuit]];
    if (previous < 0) this.firstWaiting[node] = following;
    else this.nextWaiting[previous] = following;
    if (following < 0) this.lastWaiting[node] = previous;
    else this.previousWaiting[following] = previous;
  }

  /** Enlarges the paths of all circuits. */
  private growPaths(): void {
    const { pathStride, state } = this;
    const next = growth.next(pathStride);
    const [pathVcs, since] = [new Int32Array(next * state.length), new Float64Array(next * state.length)];
    for (let circuit = 0; circuit < state.length; circuit++) {
      pathVcs.set(this.pathVcs.subarray(circuit * pathStride, (circuit + 1) * pathStride), circuit * next);
      since.set(this.pathSince.subarray(circuit * pathStride, (circuit + 1) * pathStride), circuit * next);
    }
    [this.pathVcs, this.pathSince, this.pathStride] = [pathVcs, since, next];
  }

  // Queries about single circuits.

  holderOf(channel: number): ChannelHolder | null {
    return this.inspection.holderOf(channel);
  }

  waitersFor(channel: number): readonly WaitingPacket[] {
    return this.inspection.waitersFor(channel);
  }

  worms(channel: number): readonly Worm[] {
    return this.inspection.worms(channel);
  }

  trackChannel(channel: number): void {
    this.inspection.trackChannel(channel);
  }

  trackedCrossings(): readonly ChannelCrossing[] {
    return this.inspection.trackedCrossings();
  }

  trackedWaits(): readonly FlowWait[] {
    return this.inspection.trackedWaits();
  }
}
