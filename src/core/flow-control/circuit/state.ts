/** The state of a run under circuit switching: the circuits, the channels that they hold, and the terminals. */
import { streamKey } from "../../base/random.ts";
import { growth } from "../../base/arrays.ts";
import { TimeHeap } from "../../base/time-heap.ts";
import { delayOf, rateOf } from "../../plan/links.ts";
import type { Plan } from "../../plan/plan.ts";
import {
  channelPhits,
  channelQueued,
  flowChannelShift,
  channelWaiting,
  FlowRecorder,
  type FlowSums,
} from "../../simulation/flow-recorder.ts";
import type { FrameLayout } from "../../simulation/frame.ts";
import { PacketTrains, trainLastConsumed } from "../../simulation/packet-trains.ts";
import type { ProgramSource } from "../../simulation/program-source.ts";
import { calendarSourceOf, programSourceOf, type MessageSource, startSource } from "../../simulation/source.ts";
import { quantizeTime } from "./quantize-time.ts";
import { CircuitStreams } from "./streams.ts";
import { RealTimeClock } from "../real-time-clock.ts";

/** Parameters of circuit switching. */
export interface CircuitRules {
  /** Circuits that may hold a channel at the same time, for each vcClass of the routing. */
  readonly virtualChannels: number;
  /** Circuits that a terminal may have at the same time. */
  readonly outstanding: number;
  /** Cycles per hop of a header, and of an acknowledgement on its way back. */
  readonly hopDelay: number;
  readonly release: "acknowledged" | "sent";
  /** Cycles between the end of a packet and the departure of its acknowledgement. */
  readonly acknowledgement: number;
  readonly selection: "fewest-streaming" | "fewest-held" | "first";
  readonly ties: "own-port" | "first" | "random";
  /** Cycles of an age step; 0 where age does not count. */
  readonly ageClass: number;
}

/** States of a circuit. */
export const [circuitUnused, circuitMoving, circuitWaiting, circuitComplete, circuitStreaming, circuitReleasing] = [0, 1, 2, 3, 4, 5];

export abstract class CircuitState extends RealTimeClock {
  readonly layout: FrameLayout;
  readonly plan: Plan;
  protected readonly rules: CircuitRules;
  protected readonly source: MessageSource;
  /** The source as a program, which is notified of arrivals; null for open-loop traffic and message lists. */
  protected readonly program: ProgramSource | null;
  protected readonly calendar: ProgramSource | null;
  protected readonly recorder: FlowRecorder;
  readonly streams: CircuitStreams;
  /** One train (number circuit + 1) for each circuit: the packet that streams now, with the time by which it will have been consumed. */
  readonly trains = new PacketTrains();
  protected readonly packetPhits: number;
  protected readonly channelCount: number;
  readonly terminalCount: number;
  /** Virtual-channel classes that the routing tells apart on each channel. */
  readonly vcClasses: number;
  protected readonly outstanding: number;
  readonly circuitsPerVc: number;
  /** [channels] Phits per cycle of each channel, and cycles that a header or an acknowledgement takes for it. */
  protected readonly channelRate: Float64Array;
  protected readonly hopCycles: Float64Array;
  protected readonly acknowledgement: number;
  /** Cycles between the creation of a message and its earliest start. */
  protected readonly startUp: number;
  /** Cycles of a terminal's memory that a packet occupies; 0 where the memory has no limit. */
  protected readonly memoryCycles: number;
  /** Cycles that a packet holds the bus of a terminal's memory, and cycles to turn the bus; both 0 without a bus. */
  protected readonly busCycles: number;
  protected readonly turnCycles: number;
  readonly maxCandidates: number;
  protected readonly routingKey: number;
  protected readonly tieKey: number;
  /**
   * Times of the next event of each circuit, of terminals that may begin a message, and of terminals whose complete circuit may stream once
   * the memory is free.
   */
  protected readonly circuitEvents = new TimeHeap();
  protected readonly messageStarts = new TimeHeap();
  protected readonly streamStarts = new TimeHeap();
  // Fields by circuit [circuits], with circuit = slot + outstanding × terminal.
  readonly state: Uint8Array;
  readonly destination: Int32Array;
  protected readonly circuitMessage: Int32Array;
  /** [circuits] 1 for the first packet of a message. */
  protected readonly isFirstPacket: Uint8Array;
  /** [circuits] State that the routing keeps of the packet, and the packet's number at its terminal. */
  protected readonly routeState: Int32Array;
  protected readonly packetNumber: Int32Array;
  /** [circuits] Time of injection; at the source, time of the first request. */
  protected readonly injected: Float64Array;
  /** [circuits] Time since which the header waits, or since which the packet streams at its rate. */
  readonly since: Float64Array;
  /** [circuits] Phits that had left at time `since`, and cycles that the stream had lost to other streams by then. */
  protected readonly sentPhits: Float64Array;
  /** [circuits] Rate of the stream since then, phits per cycle. */
  protected readonly streamRate: Float64Array;
  protected readonly lostCycles: Float64Array;
  /** [circuits] Cycles that the header has taken for the channels held, and the rate of the slowest of them. */
  protected readonly headerCycles: Float64Array;
  protected readonly slowestRate: Float64Array;
  /** [circuits] 1 where the tail of the streaming packet has left its terminal. */
  protected readonly hasTailLeft: Uint8Array;
  /** [circuits] Serial number of the request, which orders waiting headers. */
  protected readonly requestNumber: Float64Array;
  protected requestCount = 0;
  /** [circuits] Number of virtual channels held. They begin at circuit × pathStride, with the time of each grant. */
  readonly hops: Int32Array;
  pathStride = growth.initial(16);
  pathVcs: Int32Array;
  protected pathSince: Float64Array;
  /** [circuits] Number of candidate virtual channels of a waiting header. They begin at circuit × maxCandidates. */
  readonly candidateCount: Int32Array;
  readonly candidates: Int32Array;
  protected readonly routeBuffer: Int32Array;
  /** [nodes] First and last circuit that waits at a node, in order of requests; −1 for none. */
  readonly firstWaiting: Int32Array;
  protected readonly lastWaiting: Int32Array;
  readonly nextWaiting: Int32Array;
  protected readonly previousWaiting: Int32Array;
  /** Circuits that hold a virtual channel [channels × vcClasses], and a channel [channels]. */
  readonly vcHolders: Int32Array;
  protected readonly channelHolders: Int32Array;
  // Fields by terminal.
  /**
   * [terminals] Packets of the current message that have no circuit yet; destination, number and creation of that message; 1 before its
   * first packet.
   */
  protected readonly packetsLeft: Int32Array;
  protected readonly messageDestination: Int32Array;
  protected readonly messageNumber: Int32Array;
  protected readonly messageCreated: Float64Array;
  protected readonly isMessageNew: Uint8Array;
  /**
   * [terminals] Number of circuits; of circuits whose packet has not arrived completely; of these circuits, the number whose tail has left
   * the terminal; the circuit that streams, −1 for none; number of packets begun.
   */
  protected readonly circuitCount: Int32Array;
  protected readonly undeliveredCircuits: Int32Array;
  protected readonly departedTails: Int32Array;
  protected readonly streamingCircuit: Int32Array;
  protected readonly packetsBegun: Int32Array;
  /** [terminals] Time up to which blocked cycles have been counted. */
  protected readonly blockedCountedTo: Float64Array;
  /**
   * [channels] Time when the memory behind a terminal's channel is free; on a bus, the direction of the last packet: 1 out, −1 in, 0 none.
   */
  protected readonly memoryFreeAt: Float64Array;
  protected readonly busDirection: Int8Array;
  /** [circuits] Reserved start of the bus; −1 before it is known. */
  protected readonly busStart: Float64Array;
  /** [messages] Packets of each listed message that have not arrived. */
  protected readonly messagePacketsLeft: Int32Array;

  constructor(rules: CircuitRules, plan: Plan) {
    super();
    const { network, demand, packetPhits, seed, routing, links, ports = { oneWay: Infinity, bothWays: Infinity } } = plan;
    const { terminals, switches, head, tail, groupCapacity } = network;
    const circuits = rules.outstanding * terminals;
    const channels = head.length;
    this.plan = plan;
    this.rules = rules;
    this.packetPhits = packetPhits;
    this.channelCount = channels;
    this.terminalCount = terminals;
    this.vcClasses = routing.vcClasses;
    this.outstanding = rules.outstanding;
    this.circuitsPerVc = rules.virtualChannels;
    this.channelRate = Float64Array.from(head, (_, channel) => rateOf(links, channel));
    this.hopCycles = Float64Array.from(head, (_, channel) => quantizeTime(rules.hopDelay) + quantizeTime(delayOf(links, channel)));
    this.acknowledgement = quantizeTime(rules.acknowledgement);
    this.startUp = quantizeTime(plan.startUp ?? 0);
    this.memoryCycles = quantizeTime(packetPhits / ports.bothWays);
    const isAtTerminal = (channel: number) => head[channel] < terminals || tail[channel] < terminals;
    const oneWay = this.channelRate.reduce(
      (maxRate, rate, channel) => (isAtTerminal(channel) ? Math.max(maxRate, Math.min(rate, ports.oneWay)) : maxRate),
      0,
    );
    const isOnBus = ports.bothWays <= oneWay;
    this.busCycles = isOnBus ? quantizeTime(packetPhits / oneWay) : 0;
    this.turnCycles = isOnBus ? this.memoryCycles - this.busCycles : 0;
    this.maxCandidates = routing.maxCandidates;
    this.routingKey = streamKey(seed, "routing");
    this.tieKey = streamKey(seed, "selection");
    this.source = startSource(demand, terminals, packetPhits, seed);
    this.program = programSourceOf(this.source, demand);
    this.calendar = calendarSourceOf(this.program);
    this.recorder = new FlowRecorder(plan, (into, now) => this.countUnderWay(into, now));
    this.layout = this.recorder.layout;
    const capacities = Array.from(this.channelRate, (rate, channel) => (isAtTerminal(channel) ? Math.min(rate, ports.oneWay) : rate));
    // A shared capacity may be used by all circuits at the same time.
    const maxStreams = new Int32Array(channels + groupCapacity.length).fill(rules.virtualChannels * routing.vcClasses);
    for (let groupIndex = 0; groupIndex < groupCapacity.length; groupIndex++) maxStreams[channels + groupIndex] = circuits;
    this.streams = new CircuitStreams(circuits, Float64Array.from([...capacities, ...groupCapacity]), maxStreams);
    this.routeBuffer = new Int32Array(routing.maxCandidates);
    this.candidates = new Int32Array(circuits * routing.maxCandidates);
    this.pathVcs = new Int32Array(circuits * this.pathStride);
    this.pathSince = new Float64Array(circuits * this.pathStride);
    const [int32PerCircuit, float64PerCircuit] = [() => new Int32Array(circuits), () => new Float64Array(circuits)];
    [this.state, this.isFirstPacket] = [new Uint8Array(circuits), new Uint8Array(circuits)];
    [this.destination, this.circuitMessage, this.routeState, this.packetNumber, this.hops] = [
      int32PerCircuit(),
      int32PerCircuit(),
      int32PerCircuit(),
      int32PerCircuit(),
      int32PerCircuit(),
    ];
    [this.candidateCount, this.nextWaiting, this.previousWaiting] = [int32PerCircuit(), int32PerCircuit(), int32PerCircuit()];
    [this.injected, this.since, this.sentPhits, this.lostCycles, this.requestNumber, this.streamRate] = [
      float64PerCircuit(),
      float64PerCircuit(),
      float64PerCircuit(),
      float64PerCircuit(),
      float64PerCircuit(),
      float64PerCircuit(),
    ];
    [this.headerCycles, this.slowestRate] = [float64PerCircuit(), float64PerCircuit()];
    this.firstWaiting = new Int32Array(terminals + switches).fill(-1);
    this.lastWaiting = new Int32Array(terminals + switches).fill(-1);
    this.vcHolders = new Int32Array(channels * routing.vcClasses);
    this.channelHolders = new Int32Array(channels);
    const perTerminal = () => new Int32Array(terminals);
    [this.packetsLeft, this.messageDestination, this.messageNumber, this.packetsBegun] = [
      perTerminal(),
      perTerminal(),
      perTerminal(),
      perTerminal(),
    ];
    [this.circuitCount, this.undeliveredCircuits, this.departedTails] = [perTerminal(), perTerminal(), perTerminal()];
    this.streamingCircuit = perTerminal().fill(-1);
    this.isMessageNew = new Uint8Array(terminals);
    this.hasTailLeft = new Uint8Array(circuits);
    [this.messageCreated, this.blockedCountedTo] = [new Float64Array(terminals), new Float64Array(terminals)];
    this.memoryFreeAt = new Float64Array(channels);
    this.busDirection = new Int8Array(channels);
    this.busStart = new Float64Array(circuits).fill(-1);
    this.messagePacketsLeft = demand.form === "messages" ? Int32Array.from(demand.packets) : new Int32Array(0);
    for (let circuit = 0; circuit < circuits; circuit++) this.trains.allocate();
  }

  /** Adds the counts of circuits under way, up to cycle `now`. */
  protected countUnderWay(into: FlowSums, now: number): void {
    for (let circuit = 0; circuit < this.state.length; circuit++)
      if (this.state[circuit] !== circuitUnused && this.state[circuit] !== circuitReleasing) this.countCircuit(circuit, into.channels, now);
    if (into.isTotalsOnly) return;
    const { sendingSoFar, blockedSoFar } = into.frame;
    for (let terminal = 0; terminal < this.terminalCount; terminal++) {
      const circuit = this.streamingCircuit[terminal];
      if (circuit >= 0) {
        sendingSoFar[terminal] += this.phitsSentBy(circuit, now) / this.firstChannelRate(circuit);
        blockedSoFar[terminal] += this.cyclesLostBy(circuit, now);
      } else if (this.packetsLeft[terminal] + this.undeliveredCircuits[terminal] > 0)
        blockedSoFar[terminal] += Math.max(0, now - this.blockedCountedTo[terminal]);
      else blockedSoFar[terminal] += Math.max(0, now - Math.max(this.blockedCountedTo[terminal], this.source.createdAt[terminal]));
    }
  }

  /** Adds the counts of one circuit to its channels, up to cycle `now`. */
  protected countCircuit(circuit: number, channels: Float64Array, now: number): void {
    const isSending = this.state[circuit] === circuitStreaming;
    const isConsumed = isSending && this.trains.getTime(circuit + 1, trainLastConsumed) <= now;
    for (let hop = 0; hop < this.hops[circuit]; hop++) {
      const index = this.channelAt(circuit, hop) << flowChannelShift;
      if (!isConsumed) channels[index + channelQueued]++;
      if (isSending) channels[index + channelPhits] += this.phitsSentBy(circuit, now);
    }
    if (this.state[circuit] !== circuitWaiting || this.hops[circuit] === 0) return;
    channels[(this.lastChannel(circuit) << flowChannelShift) + channelWaiting] += now - this.since[circuit];
  }

  /** Phits of a stream that have left by a time after its last rate change. */
  phitsSentBy(circuit: number, time: number): number {
    return Math.min(this.packetPhits, this.sentPhits[circuit] + Math.max(0, time - this.since[circuit]) * this.streamRate[circuit]);
  }

  /** Cycles that a stream has lost by a time after its last rate change: time times the unused share of its first channel. */
  protected cyclesLostBy(circuit: number, time: number): number {
    return (
      this.lostCycles[circuit] +
      Math.max(0, time - this.since[circuit]) * Math.max(0, 1 - this.streamRate[circuit] / this.firstChannelRate(circuit))
    );
  }

  /** Phits per cycle of a circuit's first channel. */
  protected firstChannelRate(circuit: number): number {
    return this.channelRate[this.channelAt(circuit, 0)];
  }

  isCandidate(circuit: number, vc: number): boolean {
    const index = circuit * this.maxCandidates;
    for (let i = 0; i < this.candidateCount[circuit]; i++) if (this.candidates[index + i] === vc) return true;
    return false;
  }

  isCandidateChannel(circuit: number, channel: number): boolean {
    const index = circuit * this.maxCandidates;
    for (let i = 0; i < this.candidateCount[circuit]; i++)
      if (Math.floor(this.candidates[index + i] / this.vcClasses) === channel) return true;
    return false;
  }

  isHolding(circuit: number, channel: number): boolean {
    return this.state[circuit] !== circuitUnused && this.heldSince(circuit, channel) < Infinity;
  }

  heldSince(circuit: number, channel: number): number {
    for (let hop = 0; hop < this.hops[circuit]; hop++)
      if (this.channelAt(circuit, hop) === channel) return this.pathSince[circuit * this.pathStride + hop];
    return Infinity;
  }

  protected channelAt(circuit: number, hop: number): number {
    return (this.pathVcs[circuit * this.pathStride + hop] / this.vcClasses) | 0;
  }

  /** The channel by which a header has come; −1 at its source. */
  lastChannel(circuit: number): number {
    return this.hops[circuit] === 0 ? -1 : this.channelAt(circuit, this.hops[circuit] - 1);
  }

  sourceOf(circuit: number): number {
    return (circuit / this.outstanding) | 0;
  }
}
