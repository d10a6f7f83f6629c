/** The state of a run under circuit switching: the circuits, the channels that they hold, and the terminals. */
import { streamKey } from "../../base/random.ts";
import { growth } from "../../base/arrays.ts";
import { TimeHeap } from "../../base/time-heap.ts";
import { delayOf, rateOf } from "../../plan/links.ts";
import type { Plan } from "../../plan/plan.ts";
import { channelPhits, channelQueued, channelShift, channelWaiting, FlowRecorder, type FlowSums } from "../../simulation/flow-recorder.ts";
import type { FrameLayout } from "../../simulation/frame.ts";
import { PacketTrains, trainLast } from "../../simulation/packet-trains.ts";
import type { ProgramSource } from "../../simulation/program-source.ts";
import { calendarOf, programOf, type Source, startSource } from "../../simulation/source.ts";
import { snap } from "./snap.ts";
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
export const [isUnused, isMoving, isWaiting, isComplete, isStreaming, isReleasing] = [0, 1, 2, 3, 4, 5];

export abstract class CircuitState extends RealTimeClock {
  readonly layout: FrameLayout;
  readonly plan: Plan;
  protected readonly rules: CircuitRules;
  protected readonly source: Source;
  /** The source as a program, which is notified of arrivals; null for open-loop traffic and message lists. */
  protected readonly program: ProgramSource | null;
  protected readonly calendar: ProgramSource | null;
  protected readonly recorder: FlowRecorder;
  readonly streams: CircuitStreams;
  /** One train for each circuit, circuit + 1: the packet that streams now, with the time by which it will have been consumed. */
  readonly trains = new PacketTrains();
  protected readonly L: number;
  protected readonly C: number;
  readonly T: number;
  /** Virtual-channel classes that the routing tells apart on each channel. */
  readonly classes: number;
  protected readonly outstanding: number;
  readonly lanes: number;
  /** [channels] Phits per cycle of each channel, and cycles that a header or an acknowledgement takes for it. */
  protected readonly rateOf: Float64Array;
  protected readonly hopTime: Float64Array;
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
  protected readonly events = new TimeHeap();
  protected readonly starts = new TimeHeap();
  protected readonly sends = new TimeHeap();
  // Fields by circuit [circuits], with circuit = slot + outstanding × terminal.
  readonly state: Uint8Array;
  readonly to: Int32Array;
  protected readonly message: Int32Array;
  /** [circuits] 1 for the first packet of a message. */
  protected readonly isFirst: Uint8Array;
  /** [circuits] State that the routing keeps of the packet, and the packet's number at its terminal. */
  protected readonly routeState: Int32Array;
  protected readonly number: Int32Array;
  /** [circuits] Time of injection; at the source, time of the first request. */
  protected readonly injected: Float64Array;
  /** [circuits] Time since which the header waits, or since which the packet streams at its rate. */
  readonly since: Float64Array;
  /** [circuits] Phits that had left at time `since`, and cycles that the stream had lost to other streams by then. */
  protected readonly sent: Float64Array;
  /** [circuits] Rate of the stream since then, phits per cycle. */
  protected readonly pace: Float64Array;
  protected readonly lost: Float64Array;
  /** [circuits] Cycles that the header has taken for the channels held, and the rate of the slowest of them. */
  protected readonly wayTime: Float64Array;
  protected readonly slowest: Float64Array;
  /** [circuits] 1 where the tail of the streaming packet has left its terminal. */
  protected readonly isTailOut: Uint8Array;
  /** [circuits] Serial number of the request, which orders waiting headers. */
  protected readonly asked: Float64Array;
  protected askedCount = 0;
  /** [circuits] Number of virtual channels held. They begin at circuit × pathStride, with the time of each grant. */
  readonly hops: Int32Array;
  stride = growth.initial(16);
  path: Int32Array;
  protected pathSince: Float64Array;
  /** [circuits] Number of candidate virtual channels of a waiting header. They begin at circuit × maxCandidates. */
  readonly wantedCount: Int32Array;
  readonly wanted: Int32Array;
  protected readonly routed: Int32Array;
  /** [nodes] First and last circuit that waits at a node, in order of requests; −1 for none. */
  readonly firstWaiting: Int32Array;
  protected readonly lastWaiting: Int32Array;
  readonly nextWaiting: Int32Array;
  protected readonly previousWaiting: Int32Array;
  /** Circuits that hold a virtual channel [channels × vcClasses], and a channel [channels]. */
  readonly held: Int32Array;
  protected readonly heldOf: Int32Array;
  // Fields by terminal.
  /**
   * [terminals] Packets of the current message that have no circuit yet; destination, number and creation of that message; 1 before its
   * first packet.
   */
  protected readonly left: Int32Array;
  protected readonly presentTo: Int32Array;
  protected readonly presentMessage: Int32Array;
  protected readonly presentCreated: Float64Array;
  protected readonly isNew: Uint8Array;
  /**
   * [terminals] Circuits; those whose packet has not arrived whole; of these, those whose tail has left the terminal; the circuit that
   * streams, −1 for none; packets begun so far.
   */
  protected readonly underWay: Int32Array;
  protected readonly unsent: Int32Array;
  protected readonly leaving: Int32Array;
  protected readonly streaming: Int32Array;
  protected readonly begun: Int32Array;
  /** [terminals] Time up to which blocked cycles have been counted. */
  protected readonly countedTo: Float64Array;
  /**
   * [channels] Time when the memory behind a terminal's channel is free; on a bus, the direction of the last packet: 1 out, −1 in, 0 none.
   */
  protected readonly memoryFree: Float64Array;
  protected readonly busDirection: Int8Array;
  /** [circuits] Reserved start of the bus; −1 before it is known. */
  protected readonly booked: Float64Array;
  /** [messages] Packets of each listed message that have not arrived. */
  protected readonly messageLeft: Int32Array;

  constructor(rules: CircuitRules, plan: Plan) {
    super();
    const { network, demand, packetPhits, seed, routing, links, ports = { oneWay: Infinity, bothWays: Infinity } } = plan;
    const { terminals, switches, head, tail, groupCapacity } = network;
    const P = rules.outstanding * terminals;
    const C = head.length;
    this.plan = plan;
    this.rules = rules;
    this.L = packetPhits;
    this.C = C;
    this.T = terminals;
    this.classes = routing.classes;
    this.outstanding = rules.outstanding;
    this.lanes = rules.virtualChannels;
    this.rateOf = Float64Array.from(head, (_, c) => rateOf(links, c));
    this.hopTime = Float64Array.from(head, (_, c) => snap(rules.hopDelay) + snap(delayOf(links, c)));
    this.acknowledgement = snap(rules.acknowledgement);
    this.startUp = snap(plan.startUp ?? 0);
    this.memoryCycles = snap(packetPhits / ports.bothWays);
    const isTerminals = (c: number) => head[c] < terminals || tail[c] < terminals;
    const oneWay = this.rateOf.reduce((most, rate, c) => (isTerminals(c) ? Math.max(most, Math.min(rate, ports.oneWay)) : most), 0);
    const isOnBus = ports.bothWays <= oneWay;
    this.busCycles = isOnBus ? snap(packetPhits / oneWay) : 0;
    this.turnCycles = isOnBus ? this.memoryCycles - this.busCycles : 0;
    this.maxCandidates = routing.maxCandidates;
    this.routingKey = streamKey(seed, "routing");
    this.tieKey = streamKey(seed, "selection");
    this.source = startSource(demand, terminals, packetPhits, seed);
    this.program = programOf(this.source, demand);
    this.calendar = calendarOf(this.program);
    this.recorder = new FlowRecorder(plan, (into, now) => this.countUnderWay(into, now));
    this.layout = this.recorder.layout;
    const capacities = Array.from(this.rateOf, (rate, c) => (isTerminals(c) ? Math.min(rate, ports.oneWay) : rate));
    // A shared capacity may be used by all circuits at the same time.
    const most = new Int32Array(C + groupCapacity.length).fill(rules.virtualChannels * routing.classes);
    for (let g = 0; g < groupCapacity.length; g++) most[C + g] = P;
    this.streams = new CircuitStreams(P, Float64Array.from([...capacities, ...groupCapacity]), most);
    this.routed = new Int32Array(routing.maxCandidates);
    this.wanted = new Int32Array(P * routing.maxCandidates);
    this.path = new Int32Array(P * this.stride);
    this.pathSince = new Float64Array(P * this.stride);
    const [whole, real] = [() => new Int32Array(P), () => new Float64Array(P)];
    [this.state, this.isFirst] = [new Uint8Array(P), new Uint8Array(P)];
    [this.to, this.message, this.routeState, this.number, this.hops] = [whole(), whole(), whole(), whole(), whole()];
    [this.wantedCount, this.nextWaiting, this.previousWaiting] = [whole(), whole(), whole()];
    [this.injected, this.since, this.sent, this.lost, this.asked, this.pace] = [real(), real(), real(), real(), real(), real()];
    [this.wayTime, this.slowest] = [real(), real()];
    this.firstWaiting = new Int32Array(terminals + switches).fill(-1);
    this.lastWaiting = new Int32Array(terminals + switches).fill(-1);
    this.held = new Int32Array(C * routing.classes);
    this.heldOf = new Int32Array(C);
    const perTerminal = () => new Int32Array(terminals);
    [this.left, this.presentTo, this.presentMessage, this.begun] = [perTerminal(), perTerminal(), perTerminal(), perTerminal()];
    [this.underWay, this.unsent, this.leaving] = [perTerminal(), perTerminal(), perTerminal()];
    this.streaming = perTerminal().fill(-1);
    this.isNew = new Uint8Array(terminals);
    this.isTailOut = new Uint8Array(P);
    [this.presentCreated, this.countedTo] = [new Float64Array(terminals), new Float64Array(terminals)];
    this.memoryFree = new Float64Array(C);
    this.busDirection = new Int8Array(C);
    this.booked = new Float64Array(P).fill(-1);
    this.messageLeft = demand.form === "messages" ? Int32Array.from(demand.packets) : new Int32Array(0);
    for (let p = 0; p < P; p++) this.trains.take();
  }

  /** Adds the counts of circuits under way, up to cycle `now`. */
  protected countUnderWay(into: FlowSums, now: number): void {
    for (let p = 0; p < this.state.length; p++)
      if (this.state[p] !== isUnused && this.state[p] !== isReleasing) this.countCircuit(p, into.channels, now);
    if (into.isBrief) return;
    const { sendingSoFar, blockedSoFar } = into.frame;
    for (let s = 0; s < this.T; s++) {
      const p = this.streaming[s];
      if (p >= 0) {
        sendingSoFar[s] += this.sentBy(p, now) / this.ownRate(p);
        blockedSoFar[s] += this.lostBy(p, now);
      } else if (this.left[s] + this.unsent[s] > 0) blockedSoFar[s] += Math.max(0, now - this.countedTo[s]);
      else blockedSoFar[s] += Math.max(0, now - Math.max(this.countedTo[s], this.source.at[s]));
    }
  }

  /** Adds the counts of one circuit to its channels, up to cycle `now`. */
  protected countCircuit(p: number, channels: Float64Array, now: number): void {
    const isOut = this.state[p] === isStreaming;
    const isConsumed = isOut && this.trains.time(p + 1, trainLast) <= now;
    for (let hop = 0; hop < this.hops[p]; hop++) {
      const place = this.channelAt(p, hop) << channelShift;
      if (!isConsumed) channels[place + channelQueued]++;
      if (isOut) channels[place + channelPhits] += this.sentBy(p, now);
    }
    if (this.state[p] !== isWaiting || this.hops[p] === 0) return;
    channels[(this.lastChannel(p) << channelShift) + channelWaiting] += now - this.since[p];
  }

  /** Phits of a stream that have left by a time after its last rate change. */
  sentBy(p: number, time: number): number {
    return Math.min(this.L, this.sent[p] + Math.max(0, time - this.since[p]) * this.pace[p]);
  }

  /** Cycles that a stream has lost by a time after its last rate change: time times the unused share of its first channel. */
  protected lostBy(p: number, time: number): number {
    return this.lost[p] + Math.max(0, time - this.since[p]) * Math.max(0, 1 - this.pace[p] / this.ownRate(p));
  }

  /** Phits per cycle of a circuit's first channel. */
  protected ownRate(p: number): number {
    return this.rateOf[this.channelAt(p, 0)];
  }

  wants(p: number, id: number): boolean {
    const place = p * this.maxCandidates;
    for (let i = 0; i < this.wantedCount[p]; i++) if (this.wanted[place + i] === id) return true;
    return false;
  }

  wantsChannel(p: number, channel: number): boolean {
    const place = p * this.maxCandidates;
    for (let i = 0; i < this.wantedCount[p]; i++) if (Math.floor(this.wanted[place + i] / this.classes) === channel) return true;
    return false;
  }

  holdsChannel(p: number, channel: number): boolean {
    return this.state[p] !== isUnused && this.heldSince(p, channel) < Infinity;
  }

  heldSince(p: number, channel: number): number {
    for (let hop = 0; hop < this.hops[p]; hop++) if (this.channelAt(p, hop) === channel) return this.pathSince[p * this.stride + hop];
    return Infinity;
  }

  protected channelAt(p: number, hop: number): number {
    return (this.path[p * this.stride + hop] / this.classes) | 0;
  }

  /** The channel by which a header has come; −1 at its source. */
  lastChannel(p: number): number {
    return this.hops[p] === 0 ? -1 : this.channelAt(p, this.hops[p] - 1);
  }

  sourceOf(p: number): number {
    return (p / this.outstanding) | 0;
  }
}
