/** The state of a run under circuit switching: which circuits there are, what they hold, and what terminals do. */
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

/** What a flow control of circuits leaves open. */
export interface CircuitRules {
  /** Circuits that may hold a channel at the same time, for each class of the routing. */
  readonly virtualChannels: number;
  /** Circuits of a terminal at the same time. */
  readonly outstanding: number;
  /** Cycles a hop of a header, and of an acknowledgement back. */
  readonly hopDelay: number;
  readonly release: "acknowledged" | "sent";
  /** Cycles between the end of a packet and the departure of its acknowledgement. */
  readonly acknowledgement: number;
  readonly selection: "fewest-streaming" | "fewest-held" | "first";
  readonly ties: "own-port" | "first" | "random";
  /** Cycles of a step of age; 0 where age does not count. */
  readonly ageClass: number;
}

/** What a circuit does. */
export const [isUnused, isMoving, isWaiting, isComplete, isStreaming, isReleasing] = [0, 1, 2, 3, 4, 5];

export abstract class CircuitState extends RealTimeClock {
  readonly layout: FrameLayout;
  readonly plan: Plan;
  protected readonly rules: CircuitRules;
  protected readonly source: Source;
  /** The same where it is a program, which has to hear of what arrives; else null. */
  protected readonly program: ProgramSource | null;
  protected readonly calendar: ProgramSource | null;
  protected readonly recorder: FlowRecorder;
  readonly streams: CircuitStreams;
  /** One for each circuit, p + 1 for circuit p: what streams now, by when it will have been consumed. */
  readonly trains = new PacketTrains();
  protected readonly L: number;
  protected readonly C: number;
  readonly T: number;
  /** Virtual channels of a channel that the routing tells apart. */
  readonly classes: number;
  protected readonly outstanding: number;
  readonly lanes: number;
  /** [C] Phits per cycle of each channel; and cycles that a header, or an acknowledgement, takes for it. */
  protected readonly rateOf: Float64Array;
  protected readonly hopTime: Float64Array;
  protected readonly acknowledgement: number;
  /** Cycles between the creation of a message and the first it may do. */
  protected readonly startUp: number;
  /** Cycles of a terminal's memory that each packet takes; 0 where it gives and takes without a limit. */
  protected readonly memoryCycles: number;
  /** Cycles that a packet has the bus of a terminal's memory, and that it takes to turn it; both 0 where there is no bus. */
  protected readonly busCycles: number;
  protected readonly turnCycles: number;
  readonly maxCandidates: number;
  protected readonly routingKey: number;
  protected readonly tieKey: number;
  /** The next event of each circuit; when terminals may begin a message; and when the memory is free for one that is to stream. */
  protected readonly events = new TimeHeap();
  protected readonly starts = new TimeHeap();
  protected readonly sends = new TimeHeap();
  // Circuits, slot + outstanding × terminal.
  readonly state: Uint8Array;
  readonly to: Int32Array;
  protected readonly message: Int32Array;
  /** [P] 1 for the first packet of a message. */
  protected readonly isFirst: Uint8Array;
  /** [P] What the routing keeps of the packet, and the packet's number at its terminal. */
  protected readonly routeState: Int32Array;
  protected readonly number: Int32Array;
  /** [P] Injection; at its source, when it first asked. */
  protected readonly injected: Float64Array;
  /** [P] Since when it waits, or streams at its rate. */
  readonly since: Float64Array;
  /** [P] Phits that had left at time `since`, and what it had lost to others by then, cycles. */
  protected readonly sent: Float64Array;
  /** [P] Its rate since then. */
  protected readonly pace: Float64Array;
  protected readonly lost: Float64Array;
  /** [P] Cycles that its header has taken for the channels it holds, and the rate of the slowest of them. */
  protected readonly wayTime: Float64Array;
  protected readonly slowest: Float64Array;
  /** [P] 1 where the tail of what streams has left its terminal. */
  protected readonly isTailOut: Uint8Array;
  /** [P] Its place among all that ever waited. */
  protected readonly asked: Float64Array;
  protected askedCount = 0;
  /** [P] How many virtual channels it holds: those from p × stride on, and since when it holds each. */
  readonly hops: Int32Array;
  stride = growth.initial(16);
  path: Int32Array;
  protected pathSince: Float64Array;
  /** [P] How many virtual channels it asks for, any of them: those from p × most candidates on. */
  readonly wantedCount: Int32Array;
  readonly wanted: Int32Array;
  protected readonly routed: Int32Array;
  /** [N] First and last of those that wait at a node, in the order in which they asked, −1 for none. */
  readonly firstWaiting: Int32Array;
  protected readonly lastWaiting: Int32Array;
  readonly nextWaiting: Int32Array;
  protected readonly previousWaiting: Int32Array;
  /** Circuits that hold a virtual channel [C × classes], and a channel [C]. */
  readonly held: Int32Array;
  protected readonly heldOf: Int32Array;
  // Terminals.
  /** [T] Packets of the present message that have no circuit yet; and what there is to know of the message. */
  protected readonly left: Int32Array;
  protected readonly presentTo: Int32Array;
  protected readonly presentMessage: Int32Array;
  protected readonly presentCreated: Float64Array;
  protected readonly isNew: Uint8Array;
  /** [T] Circuits; those of them whose packet has not arrived whole, and of these those whose tail has left the terminal; the one that streams, −1 for none; packets so far. */
  protected readonly underWay: Int32Array;
  protected readonly unsent: Int32Array;
  protected readonly leaving: Int32Array;
  protected readonly streaming: Int32Array;
  protected readonly begun: Int32Array;
  /** [T] From when on it must still be counted that nothing was sent. */
  protected readonly countedTo: Float64Array;
  /** [C] When the memory behind a terminal's channel is free; on a bus, of which direction the packet before was: 1 out, −1 in, 0 none. */
  protected readonly memoryFree: Float64Array;
  protected readonly busDirection: Int8Array;
  /** [P] When a packet has the bus, −1 while that is not known. */
  protected readonly booked: Float64Array;
  /** [M] Packets of a list's messages that have not arrived. */
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
    // A group may be used by all that its channels carry.
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

  /** Adds what has happened up to cycle `now` since things were counted. */
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

  /** Phits of a stream that have left at a time since its last change. */
  sentBy(p: number, time: number): number {
    return Math.min(this.L, this.sent[p] + Math.max(0, time - this.since[p]) * this.pace[p]);
  }

  /** Cycles that a stream's first channel has not carried it at a time since its last change. */
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

  /** Whether a circuit holds a channel. */
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

  /** The channel by which a header has come, −1 at its source. */
  lastChannel(p: number): number {
    return this.hops[p] === 0 ? -1 : this.channelAt(p, this.hops[p] - 1);
  }

  sourceOf(p: number): number {
    return (p / this.outstanding) | 0;
  }
}
