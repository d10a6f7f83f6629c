// hot: no allocation, no for-of, no destructuring inside `go` and what it calls.
/**
 * Circuits that are held. The header of a packet takes a virtual channel of one channel after the other, and waits where
 * none is free, holding what it has; when it has come to the destination the packet streams, on every channel after those
 * that began before it; and all channels are released together, when the acknowledgement is back (Petrini et al., QsNET,
 * §2.2.1). A packet of L phits alone, over H channels that a header takes h cycles for, has been consumed h·H + L cycles
 * after it entered.
 *
 * What streams is counted where it arrives: its tail has left the terminal when all but h·H phits have been consumed, one
 * header's way before. Then the next header follows; so a terminal has one header on its way at most, one circuit at most
 * that is complete and does not stream yet, and packets that nothing holds up come without a gap. It streams one packet at a
 * time. Where its memory gives and takes at most so much in both directions together, packets stream at full rate and further
 * apart: each one sent or received takes its time of the memory, L over the rate, and a terminal begins none while its memory
 * is more than one packet behind; who receives takes what comes. A memory that gives and takes no more together than one of
 * them alone is on a bus: a packet has the buses of both its ends at the same time, one packet at a time, in the order in
 * which terminals came to have a complete circuit and nothing that streams; to turn a bus costs what both directions lose.
 *
 * The oldest header is served first: what a circuit gives back goes, channel after channel from its source on, to the one of
 * those that wait for it that entered in the earliest step of `ageClass` cycles (at its source: that first asked in it), and
 * within a step to who asked first; then to the terminal's own next header. Equally good outputs come in the order in which
 * the routing names them, beginning with place n modulo their count: n is the number of the input port at its switch, 0 at the
 * source, or a draw for the packet and the hop.
 *
 * Time is real, in cycles, and kept in whole numbers of 2^-24; every circuit has one event before it, and nothing else is
 * looked at. At one instant come first packets that have been consumed, then circuits, by slot + outstanding × terminal, as
 * long as any has an event; then terminals that waited for their memory; then terminals that may begin a message. So a run is
 * the same, bit for bit, however it is cut into slices. Circuits that wait for each other are looked for at the end of each
 * stretch of the columns over time, and when time is up.
 */
import { below, mix, streamKey, trace } from "../base/random.ts";
import { longer } from "../base/arrays.ts";
import { TimeHeap } from "../base/time-heap.ts";
import type { Plan } from "../plan/plan.ts";
import type { Crossing, Ends, Holder, Simulation, Wait, Waiter, WaitFor, Worm } from "../simulation/contract.ts";
import {
  channelPhits,
  channelQueued,
  channelShift,
  channelSinceInjection,
  channelWaiting,
  FlowRecorder,
  type FlowSums,
} from "../simulation/flow-recorder.ts";
import { type Frame, type FrameLayout, scalar, type Status } from "../simulation/frame.ts";
import {
  PacketTrains,
  trainAfter,
  trainCreated,
  trainDelay,
  trainHops,
  trainLast,
  trainStep,
  trainWhole,
} from "../simulation/packet-trains.ts";
import type { ProgramSource } from "../simulation/program-source.ts";
import { programOf, type Source, startSource } from "../simulation/source.ts";
import { WaitTally } from "../simulation/wait-tally.ts";
import { circleOfWaits } from "../simulation/watchdog.ts";
import { CircuitStreams } from "./circuit-streams.ts";

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
const [isUnused, isMoving, isWaiting, isComplete, isStreaming, isReleasing] = [0, 1, 2, 3, 4, 5];

/** Parts of a cycle that times are whole numbers of: so sums of times are exact, and equal times equal. */
const grain = 2 ** 24;

/** A time as it is kept. */
function snap(cycles: number): number {
  return Math.round(cycles * grain) / grain;
}

/** Starts a simulation of a plan at cycle 0. */
export function startCircuit(rules: CircuitRules, plan: Plan): Simulation {
  return new Circuits(rules, plan);
}

class Circuits implements Simulation {
  now = 0;
  status: Status = "running";
  readonly hasFractions = true;
  circle: readonly Wait[] = [];
  readonly layout: FrameLayout;
  private readonly plan: Plan;
  private readonly rules: CircuitRules;
  private readonly source: Source;
  /** The same where it is a program, which has to hear of what arrives; else null. */
  private readonly program: ProgramSource | null;
  private readonly recorder: FlowRecorder;
  private readonly streams: CircuitStreams;
  /** One for each circuit, p + 1 for circuit p: what streams now, by when it will have been consumed. */
  private readonly trains = new PacketTrains();
  private readonly L: number;
  private readonly C: number;
  private readonly T: number;
  /** Virtual channels of a channel that the routing tells apart. */
  private readonly classes: number;
  private readonly outstanding: number;
  private readonly lanes: number;
  private readonly hopDelay: number;
  private readonly acknowledgement: number;
  /** Cycles between the creation of a message and the first it may do. */
  private readonly startUp: number;
  /** Cycles of a terminal's memory that each packet takes; 0 where it gives and takes without a limit. */
  private readonly memoryCycles: number;
  /** Cycles that a packet has the bus of a terminal's memory, and that it takes to turn it; both 0 where there is no bus. */
  private readonly busCycles: number;
  private readonly turnCycles: number;
  private readonly maxCandidates: number;
  private readonly routingKey: number;
  private readonly tieKey: number;
  private fingerprint = 0;
  private readonly bits = new Float64Array(1);
  private readonly words = new Int32Array(this.bits.buffer);
  /** The next event of each circuit; when terminals may begin a message; and when the memory is free for one that is to stream. */
  private readonly events = new TimeHeap();
  private readonly starts = new TimeHeap();
  private readonly sends = new TimeHeap();
  // Circuits, slot + outstanding × terminal.
  private readonly state: Uint8Array;
  private readonly to: Int32Array;
  private readonly message: Int32Array;
  /** [P] 1 for the first packet of a message. */
  private readonly isFirst: Uint8Array;
  /** [P] What the routing keeps of the packet, and the packet's number at its terminal. */
  private readonly routeState: Int32Array;
  private readonly number: Int32Array;
  /** [P] Injection; at its source, when it first asked. */
  private readonly injected: Float64Array;
  /** [P] Since when it waits, or streams at its rate. */
  private readonly since: Float64Array;
  /** [P] Phits that had left at time `since`, and what it had lost to others by then, cycles. */
  private readonly sent: Float64Array;
  /** [P] Its rate since then. */
  private readonly pace: Float64Array;
  private readonly lost: Float64Array;
  /** [P] 1 where the tail of what streams has left its terminal. */
  private readonly isTailOut: Uint8Array;
  /** [P] Its place among all that ever waited. */
  private readonly asked: Float64Array;
  private askedCount = 0;
  /** [P] How many virtual channels it holds: those from p × stride on, and since when it holds each. */
  private readonly hops: Int32Array;
  private stride = 16;
  private path: Int32Array;
  private pathSince: Float64Array;
  /** [P] How many virtual channels it asks for, any of them: those from p × most candidates on. */
  private readonly wantedCount: Int32Array;
  private readonly wanted: Int32Array;
  private readonly routed: Int32Array;
  /** [N] First and last of those that wait at a node, in the order in which they asked, −1 for none. */
  private readonly firstWaiting: Int32Array;
  private readonly lastWaiting: Int32Array;
  private readonly nextWaiting: Int32Array;
  private readonly previousWaiting: Int32Array;
  /** Circuits that hold a virtual channel [C × classes], and a channel [C]. */
  private readonly held: Int32Array;
  private readonly heldOf: Int32Array;
  // Terminals.
  /** [T] Packets of the present message that have no circuit yet; and what there is to know of the message. */
  private readonly left: Int32Array;
  private readonly presentTo: Int32Array;
  private readonly presentMessage: Int32Array;
  private readonly presentCreated: Float64Array;
  private readonly isNew: Uint8Array;
  /** [T] Circuits; those of them whose packet has not arrived whole, and of these those whose tail has left the terminal; the one that streams, −1 for none; packets so far. */
  private readonly underWay: Int32Array;
  private readonly unsent: Int32Array;
  private readonly leaving: Int32Array;
  private readonly streaming: Int32Array;
  private readonly begun: Int32Array;
  /** [T] From when on it must still be counted that nothing was sent. */
  private readonly countedTo: Float64Array;
  /** [C] When the memory behind a terminal's channel is free; on a bus, of which direction the packet before was: 1 out, −1 in, 0 none. */
  private readonly memoryFree: Float64Array;
  private readonly busDirection: Int8Array;
  /** [P] When a packet has the bus, −1 while that is not known. */
  private readonly booked: Float64Array;
  /** [M] Packets of a list's messages that have not arrived. */
  private readonly messageLeft: Int32Array;
  /** What a stream uses. */
  private readonly uses = { count: 0, resource: new Int32Array(32), times: new Int32Array(32) };
  /** The channel that somebody follows, −1 for none; and what has been counted there, by source × terminals + destination. */
  private followedChannel = -1;
  private readonly crossed = new Map<number, number>();
  /** Who has waited behind it, up to when. */
  private waits: WaitTally;
  private waitsUntil = 0;
  private readonly phitsBehind = (channel: number) => this.heldOf[channel] * this.L;

  constructor(rules: CircuitRules, plan: Plan) {
    const { network, demand, packetPhits, seed, routing, ports = { oneWay: Infinity, bothWays: Infinity } } = plan;
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
    this.hopDelay = snap(rules.hopDelay);
    this.acknowledgement = snap(rules.acknowledgement);
    this.startUp = snap(plan.startUp ?? 0);
    this.memoryCycles = snap(packetPhits / ports.bothWays);
    const oneWay = Math.min(1, ports.oneWay);
    const isOnBus = ports.bothWays <= oneWay;
    this.busCycles = isOnBus ? snap(packetPhits / oneWay) : 0;
    this.turnCycles = isOnBus ? this.memoryCycles - this.busCycles : 0;
    this.maxCandidates = routing.maxCandidates;
    this.routingKey = streamKey(seed, "routing");
    this.tieKey = streamKey(seed, "selection");
    this.source = startSource(demand, terminals, packetPhits, seed);
    this.program = programOf(this.source, demand);
    this.recorder = new FlowRecorder(plan, (into, now) => this.countUnderWay(into, now));
    this.layout = this.recorder.layout;
    const capacities = Array.from(head, (to, c) => (to < terminals || tail[c] < terminals ? oneWay : 1));
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
    this.messageLeft = demand.form === "messages" ? demand.packets.slice() : new Int32Array(0);
    this.waits = new WaitTally(terminals);
    for (let p = 0; p < P; p++) this.trains.take();
    for (let s = 0; s < terminals; s++) this.awaitMessage(s);
  }

  advance(until: number, work: number): void {
    until = Math.ceil(until);
    let left = Math.ceil(work);
    while (this.status === "running" && this.now < until && left > 0) {
      const done = this.go(Math.min(until, this.nextMark), left);
      left -= 1 + done;
      this.recorder.reach(this.now, this.source);
      const isTimeUp = this.now >= this.plan.window.limit;
      if (this.now >= this.over) this.status = "finished";
      else if (isTimeUp || this.now % this.recorder.binCycles === 0) this.watch();
      if (isTimeUp && this.status === "running") this.status = "finished";
    }
  }

  sample(into: Frame): void {
    this.recorder.sample(into, this.now, this.status, this.fingerprint);
    this.source.sample?.(into, this.now);
  }

  follow(channel: number): void {
    this.followedChannel = channel;
    this.crossed.clear();
    this.waits = new WaitTally(this.T);
    this.waitsUntil = this.now;
  }

  followed(): readonly Crossing[] {
    const phits = new Map(this.crossed);
    for (let p = 0; p < this.state.length; p++) {
      if (this.state[p] === isStreaming && this.holdsChannel(p, this.followedChannel))
        this.countCrossing(p, this.sentBy(p, this.now), phits);
    }
    return [...phits].map(([pair, each]) => ({ source: Math.floor(pair / this.T), destination: pair % this.T, phits: each }));
  }

  waited(): readonly WaitFor[] {
    const waits = new WaitTally(this.T);
    waits.addAll(this.waits.list());
    this.countWaits(this.now, waits);
    return waits.list();
  }

  /** The circuit that has the largest share of a channel; where none streams, the one that has held it longest. */
  holder(channel: number): Holder | null {
    let found = this.streams.largestOn(channel);
    for (let p = 0; p < this.state.length && this.streams.usesOf(channel) === 0; p++) {
      if (this.holdsChannel(p, channel) && (found < 0 || this.heldSince(p, channel) < this.heldSince(found, channel))) found = p;
    }
    if (found < 0) return null;
    return { source: this.sourceOf(found), destination: this.to[found], since: Math.floor(this.heldSince(found, channel)) };
  }

  waitingFor(channel: number): readonly Waiter[] {
    const found: Waiter[] = [];
    for (let p = 0; p < this.state.length; p++) {
      if (this.state[p] !== isWaiting || !this.wantsChannel(p, channel)) continue;
      const since = Math.floor(this.hops[p] > 0 ? this.since[p] : this.trains.time(p + 1, trainCreated));
      found.push({ source: this.sourceOf(p), destination: this.to[p], channel: this.lastChannel(p), since });
    }
    return found.sort((a, b) => a.since - b.since || a.channel - b.channel || a.source - b.source);
  }

  worms(channel: number): readonly Worm[] {
    const { path, stride, hops, classes, maxCandidates } = this;
    const holders = Array.from(this.state.keys()).filter((p) => this.holdsChannel(p, channel));
    return holders
      .sort((a, b) => this.heldSince(a, channel) - this.heldSince(b, channel))
      .map((p) => {
        const channelsOf = (ids: Int32Array, from: number, count: number) =>
          Array.from(ids.subarray(from, from + count), (id) => Math.floor(id / classes));
        const asks = this.state[p] === isWaiting ? channelsOf(this.wanted, p * maxCandidates, this.wantedCount[p]) : [];
        const channels = channelsOf(path, p * stride, hops[p]);
        return { source: this.sourceOf(p), destination: this.to[p], channels, waitsFor: [...new Set(asks)] };
      });
  }

  /** The next cycle at which the recorder takes note. */
  private get nextMark(): number {
    const { now, recorder } = this;
    const { start, end, limit } = this.plan.window;
    let mark = (Math.floor(now / recorder.binCycles) + 1) * recorder.binCycles;
    if (start > now) mark = Math.min(mark, start);
    if (end > now) mark = Math.min(mark, end);
    if (limit > now) mark = Math.min(mark, limit);
    return mark;
  }

  /** The first cycle in which the run may be over; Infinity as long as nobody knows. */
  private get over(): number {
    if (!this.recorder.isComplete) return Infinity;
    const { end } = this.plan.window;
    const last = this.recorder.sums.frame.scalars[scalar.lastArrival] + 1;
    return Math.max(end < Infinity ? end : 0, Math.ceil(Math.max(last, this.source.busyUntil ?? 0)));
  }

  /** Whether nothing will ever happen again, although the run is not over. */
  private get isStill(): boolean {
    return (
      this.plan.window.end === Infinity &&
      this.over === Infinity &&
      Math.min(this.events.next, this.starts.next, this.sends.next, this.trains.underWay.next) === Infinity
    );
  }

  /** All that happens before cycle `stop`, or less when there is more work than that; returns the work done. */
  private go(stop: number, work: number): number {
    const underWay = this.trains.underWay;
    let done = 0;
    let reached = this.now;
    for (;;) {
      const next = Math.min(this.events.next, this.starts.next, this.sends.next);
      const arrival = underWay.next;
      stop = Math.min(stop, Math.max(this.over, this.now + 1));
      // Whole cycles: what has begun to happen in one does so to its end.
      if (done >= work) {
        stop = Math.min(stop, Math.floor(reached) + 1);
        work = Infinity;
      }
      if (arrival <= stop && arrival <= next) {
        this.arrive(underWay.first - 1);
        done++;
        reached = arrival;
      } else if (next < stop) {
        done += this.happen(next);
        reached = next;
      } else break;
    }
    this.now = stop;
    return done;
  }

  /** The packet of a circuit has been consumed. */
  private arrive(p: number): void {
    const { trains, program, recorder } = this;
    const train = p + 1;
    const m = this.message[p];
    const time = trains.time(train, trainLast);
    trains.underWay.remove(train);
    trains.setTime(train, trainWhole, m >= 0 && m < this.messageLeft.length && --this.messageLeft[m] === 0 ? 1 : 0);
    recorder.consume(recorder.sums, trains, train, time);
    if (program === null) return;
    const count = program.arrive(m, time - 1);
    for (let i = 0; i < count; i++) this.awaitMessage(program.woken[i]);
  }

  /** Everything that happens at one instant. */
  private happen(next: number): number {
    const { events, sends, starts } = this;
    let done = 1;
    if (this.followedChannel >= 0) {
      this.countWaits(next, this.waits);
      this.waitsUntil = next;
    }
    for (; ; done++) {
      // What is consumed a moment after its rate has changed may be so at the same instant.
      if (this.trains.underWay.next === next) this.arrive(this.trains.underWay.first - 1);
      else if (events.next === next) {
        const p = events.first;
        events.remove(p);
        this.proceed(p, next);
      } else if (sends.next === next) {
        const s = sends.first;
        sends.remove(s);
        this.stream(s, next);
      } else if (starts.next === next) {
        const s = starts.first;
        starts.remove(s);
        this.send(s, next);
      } else break;
    }
    return done;
  }

  /** What was before a circuit has come. */
  private proceed(p: number, time: number): void {
    const state = this.state[p];
    if (state === isMoving) this.reach(p, time);
    else if (state === isStreaming && this.isTailOut[p] === 0) this.tailOut(p, time);
    else if (state === isStreaming) this.end(p, time);
    else this.release(p, time);
  }

  /** The terminal's next message is looked at when it may begin. */
  private awaitMessage(s: number): void {
    const at = this.source.at[s];
    if (at < Infinity && this.left[s] === 0) this.starts.set(s, at + this.startUp);
  }

  /** Headers go out as long as there is something to send, one at a time. */
  private send(s: number, time: number): void {
    const { outstanding, underWay, unsent, left } = this;
    while (underWay[s] < outstanding && unsent[s] === this.leaving[s]) {
      if (left[s] === 0 && !this.beginMessage(s, time)) return;
      let p = s * outstanding;
      while (this.state[p] !== isUnused) p++;
      left[s]--;
      underWay[s]++;
      unsent[s]++;
      this.beginPacket(p, s, time);
    }
  }

  /** Whether there is another message by now. */
  private beginMessage(s: number, time: number): boolean {
    const { source, recorder } = this;
    const created = source.at[s];
    if (!(created + this.startUp <= time)) {
      this.awaitMessage(s);
      return false;
    }
    if (this.unsent[s] === 0) this.countedTo[s] = Math.max(this.countedTo[s], created);
    this.left[s] = source.packets[s];
    this.presentTo[s] = source.to[s];
    this.presentMessage[s] = source.message[s];
    this.presentCreated[s] = created;
    this.isNew[s] = 1;
    recorder.begin(s, created, source.packets[s]);
    source.advance(s);
    return true;
  }

  private beginPacket(p: number, s: number, time: number): void {
    const { trains, plan } = this;
    const to = this.presentTo[s];
    const m = this.presentMessage[s];
    const number = this.begun[s]++;
    const begin = plan.routing.begin;
    this.to[p] = to;
    this.message[p] = m;
    this.number[p] = number;
    this.isFirst[p] = this.isNew[s];
    this.isNew[s] = 0;
    this.hops[p] = 0;
    this.routeState[p] = begin === undefined ? 0 : begin(s, to, mix(this.routingKey, s, number));
    this.injected[p] = time;
    trains.write(p + 1, s, to, m, 1);
    trains.setTime(p + 1, trainCreated, this.presentCreated[s]);
    trains.setTime(p + 1, trainStep, 1);
    trains.setTime(p + 1, trainDelay, 0);
    this.ask(p, s, time);
  }

  /** A header has come to the end of a channel. */
  private reach(p: number, time: number): void {
    const channel = this.lastChannel(p);
    const at = this.plan.network.head[channel];
    this.recorder.sums.channels[(channel << channelShift) + channelSinceInjection] += time - this.injected[p];
    if (at !== this.to[p]) return this.ask(p, at, time);
    const s = this.sourceOf(p);
    this.state[p] = isComplete;
    this.stream(s, time);
  }

  /** A header asks for its next channel, and takes it or waits. */
  private ask(p: number, at: number, time: number): void {
    const { routed, wanted, maxCandidates } = this;
    const { route, adapt } = this.plan.routing;
    if (adapt !== undefined && this.hops[p] === 1) this.routeState[p] = adapt(at, this.to[p], this.routeState[p], this.phitsBehind);
    const count = route(at, this.to[p], this.routeState[p], routed);
    for (let i = 0, place = p * maxCandidates; i < count; i++) wanted[place + i] = routed[i];
    this.wantedCount[p] = count;
    this.since[p] = time;
    const id = this.choose(p, at);
    if (id >= 0) return this.take(p, at, id, time);
    this.state[p] = isWaiting;
    this.asked[p] = this.askedCount++;
    const last = this.lastWaiting[at];
    this.previousWaiting[p] = last;
    this.nextWaiting[p] = -1;
    if (last < 0) this.firstWaiting[at] = p;
    else this.nextWaiting[last] = p;
    this.lastWaiting[at] = p;
  }

  /** The virtual channel that a header at a node takes, −1 where none is free. */
  private choose(p: number, at: number): number {
    const { wanted, held, heldOf, classes, lanes, streams } = this;
    const { selection, ties } = this.rules;
    const count = this.wantedCount[p];
    const place = p * this.maxCandidates;
    let offset = 0;
    if (count > 1 && ties === "own-port" && this.hops[p] > 0) offset = this.ownPort(p, at) % count;
    else if (count > 1 && ties === "random")
      offset = below(mix(this.tieKey, this.sourceOf(p), Math.imul(this.number[p], 256) + this.hops[p]), count);
    let best = -1;
    let bestStreaming = 0;
    let bestHeld = 0;
    for (let i = 0; i < count; i++) {
      const id = wanted[place + ((offset + i) % count)];
      if (held[id] >= lanes) continue;
      if (selection === "first") return id;
      const channel = (id / classes) | 0;
      const streaming = selection === "fewest-streaming" ? streams.usesOf(channel) : 0;
      const holding = heldOf[channel];
      if (best >= 0 && (streaming > bestStreaming || (streaming === bestStreaming && holding >= bestHeld))) continue;
      best = id;
      bestStreaming = streaming;
      bestHeld = holding;
    }
    return best;
  }

  /** Number of the port by which a header came to a node. */
  private ownPort(p: number, at: number): number {
    const { reverse, firstOut } = this.plan.network;
    return reverse[this.lastChannel(p)] - firstOut[at];
  }

  /** A header goes on over a virtual channel that is free. */
  private take(p: number, at: number, id: number, time: number): void {
    const { recorder, hops } = this;
    const { scalars, sentSoFar } = recorder.sums.frame;
    const next = this.plan.routing.next;
    const s = this.sourceOf(p);
    if (hops[p] > 0) recorder.sums.channels[(this.lastChannel(p) << channelShift) + channelWaiting] += time - this.since[p];
    else {
      this.injected[p] = time;
      scalars[scalar.injected]++;
      sentSoFar[s]++;
      if (this.isFirst[p] === 1) recorder.inject(this.message[p], time);
    }
    if (hops[p] === this.stride) this.lengthen();
    const place = p * this.stride + hops[p]++;
    this.path[place] = id;
    this.pathSince[place] = time;
    this.held[id]++;
    this.heldOf[(id / this.classes) | 0]++;
    if (next !== undefined) this.routeState[p] = next(at, this.to[p], this.routeState[p], id);
    scalars[scalar.grants]++;
    this.bits[0] = time;
    this.fingerprint = (this.fingerprint + trace(this.words[0] ^ this.words[1], id, s)) | 0;
    this.state[p] = isMoving;
    this.events.set(p, time + this.hopDelay);
  }

  /** The terminal streams the next packet whose circuit is complete, when it may. */
  private stream(s: number, time: number): void {
    if (this.streaming[s] >= 0) return;
    const p = this.completeOf(s);
    if (p < 0) return;
    const { memoryFree, memoryCycles, busCycles } = this;
    const port = this.channelAt(p, 0);
    const other = this.plan.network.reverse[this.lastChannel(p)];
    // Without a bus, one packet that comes and one that goes are served side by side.
    const free = busCycles > 0 ? this.bookBus(p, port, other, time) : memoryFree[port] - memoryCycles;
    if (free > time) {
      this.sends.set(s, free);
      return;
    }
    if (busCycles > 0) this.booked[p] = -1;
    else {
      memoryFree[port] = Math.max(memoryFree[port], time) + memoryCycles;
      memoryFree[other] = Math.max(memoryFree[other], time) + memoryCycles;
    }
    this.recorder.sums.frame.blockedSoFar[s] += Math.max(0, time - this.countedTo[s]);
    this.streaming[s] = p;
    this.state[p] = isStreaming;
    this.since[p] = time;
    this.sent[p] = 0;
    this.lost[p] = 0;
    this.isTailOut[p] = 0;
    this.trains.setTime(p + 1, trainLast, Infinity);
    this.trains.setTime(p + 1, trainAfter, this.injected[p]);
    this.trains.setTime(p + 1, trainHops, this.hops[p]);
    this.pace[p] = 0;
    this.findUses(p);
    this.streams.begin(p, this.uses);
    this.changeRates(time);
  }

  /** When a packet has the buses at both of its ends; asked again, the same time. */
  private bookBus(p: number, port: number, other: number, time: number): number {
    const { booked, memoryFree, busDirection, busCycles, turnCycles } = this;
    if (booked[p] >= 0) return booked[p];
    const freeOut = memoryFree[port] + (busDirection[port] < 0 ? turnCycles : 0);
    const freeIn = memoryFree[other] + (busDirection[other] > 0 ? turnCycles : 0);
    const from = Math.max(time, freeOut, freeIn);
    memoryFree[port] = from + busCycles;
    memoryFree[other] = from + busCycles;
    busDirection[port] = 1;
    busDirection[other] = -1;
    booked[p] = from;
    return from;
  }

  /** The terminal's circuit that is complete and does not stream, −1 for none: there is one at most. */
  private completeOf(s: number): number {
    const { state, outstanding } = this;
    for (let p = s * outstanding; p < (s + 1) * outstanding; p++) if (state[p] === isComplete) return p;
    return -1;
  }

  /** Writes what a circuit uses: its channels, and what they share with others. */
  private findUses(p: number): void {
    const { uses, hops, C } = this;
    const group = this.plan.network.group;
    if (2 * hops[p] > uses.resource.length) {
      uses.resource = longer(uses.resource, 4 * hops[p]);
      uses.times = longer(uses.times, 4 * hops[p]);
    }
    uses.count = 0;
    for (let hop = 0; hop < hops[p]; hop++) {
      const channel = this.channelAt(p, hop);
      this.use(channel);
      if (group[channel] >= 0) this.use(C + group[channel]);
    }
  }

  private use(resource: number): void {
    const { uses } = this;
    let at = 0;
    while (at < uses.count && uses.resource[at] !== resource) at++;
    if (at < uses.count) {
      uses.times[at]++;
      return;
    }
    uses.resource[at] = resource;
    uses.times[at] = 1;
    uses.count++;
  }

  /** Streams take over the rates that they have been given. */
  private changeRates(time: number): void {
    const { streams } = this;
    for (let i = 0; i < streams.changedCount; i++) this.changeRate(streams.changed[i], time);
  }

  private changeRate(p: number, time: number): void {
    const { trains } = this;
    // What ends at this instant ends.
    if (trains.time(p + 1, trainLast) <= time) return;
    this.lost[p] = this.lostBy(p, time);
    this.sent[p] = this.sentBy(p, time);
    this.since[p] = time;
    this.pace[p] = this.streams.rate[p];
    if (this.pace[p] === 0) {
      this.events.remove(p);
      trains.underWay.remove(p + 1);
      trains.setTime(p + 1, trainLast, Infinity);
      return;
    }
    const last = time + snap((this.L - this.sent[p]) / this.pace[p]);
    trains.underWay.set(p + 1, last);
    trains.setTime(p + 1, trainLast, last);
    this.awaitEnd(p, time);
  }

  /** What is before a stream: that its tail leaves the terminal, one header's way before the end, or the end. */
  private awaitEnd(p: number, time: number): void {
    const last = this.trains.time(p + 1, trainLast);
    if (this.isTailOut[p] === 1) return this.events.set(p, last);
    const rest = Math.max(0, this.L - this.hops[p] * this.hopDelay - this.sent[p]);
    this.events.set(p, Math.min(last, time + snap(rest / this.pace[p])));
  }

  /** The tail of a packet has left its terminal: the next header may follow. */
  private tailOut(p: number, time: number): void {
    const s = this.sourceOf(p);
    this.isTailOut[p] = 1;
    this.leaving[s]++;
    this.events.set(p, this.trains.time(p + 1, trainLast));
    this.send(s, time);
  }

  /** A packet has left. */
  private end(p: number, time: number): void {
    const { recorder, rules, hops, L } = this;
    const { blockedSoFar, sendingSoFar } = recorder.sums.frame;
    const s = this.sourceOf(p);
    sendingSoFar[s] += L;
    blockedSoFar[s] += this.lostBy(p, time);
    this.countedTo[s] = time;
    for (let hop = 0; hop < hops[p]; hop++) recorder.sums.channels[(this.channelAt(p, hop) << channelShift) + channelPhits] += L;
    if (this.followedChannel >= 0 && this.holdsChannel(p, this.followedChannel)) this.countCrossing(p, L, this.crossed);
    this.streams.end(p);
    this.changeRates(time);
    this.streaming[s] = -1;
    this.unsent[s]--;
    this.leaving[s]--;
    this.state[p] = isReleasing;
    this.events.set(p, rules.release === "sent" ? time : time + this.acknowledgement + this.hopDelay * hops[p]);
    this.stream(s, time);
  }

  /** The channels of a circuit are free again: for those who wait, then for the terminal. */
  private release(p: number, time: number): void {
    const { path, held, heldOf, classes } = this;
    const from = p * this.stride;
    const to = from + this.hops[p];
    const s = this.sourceOf(p);
    for (let i = from; i < to; i++) {
      held[path[i]]--;
      heldOf[(path[i] / classes) | 0]--;
    }
    this.state[p] = isUnused;
    this.underWay[s]--;
    for (let i = from; i < to; i++) this.give(path[i], time);
    this.send(s, time);
  }

  /** Those who wait for a virtual channel take it, the oldest first, as long as it is free. */
  private give(id: number, time: number): void {
    const at = this.plan.network.tail[(id / this.classes) | 0];
    while (this.held[id] < this.lanes) {
      const p = this.oldestThatWants(id, at);
      if (p < 0) return;
      this.leave(p, at);
      this.take(p, at, this.choose(p, at), time);
    }
  }

  /** Of those that wait at a node for a virtual channel the one of the lowest age class, of these the one that asked first; −1 for none. */
  private oldestThatWants(id: number, at: number): number {
    const { ageClass } = this.rules;
    let oldest = -1;
    let lowest = 0;
    for (let p = this.firstWaiting[at]; p >= 0; p = this.nextWaiting[p]) {
      if (!this.wants(p, id)) continue;
      const age = ageClass > 0 ? Math.floor(this.injected[p] / ageClass) : 0;
      if (oldest >= 0 && (age > lowest || (age === lowest && this.asked[p] > this.asked[oldest]))) continue;
      oldest = p;
      lowest = age;
    }
    return oldest;
  }

  private wants(p: number, id: number): boolean {
    const place = p * this.maxCandidates;
    for (let i = 0; i < this.wantedCount[p]; i++) if (this.wanted[place + i] === id) return true;
    return false;
  }

  /** Takes a circuit out of those that wait at a node. */
  private leave(p: number, at: number): void {
    const [before, after] = [this.previousWaiting[p], this.nextWaiting[p]];
    if (before < 0) this.firstWaiting[at] = after;
    else this.nextWaiting[before] = after;
    if (after < 0) this.lastWaiting[at] = before;
    else this.previousWaiting[after] = before;
  }

  /** Looks for circuits that wait for each other in a circle; and where nothing will ever happen again, the run is over. */
  private watch(): void {
    const holders = new Map<number, number[]>();
    let waiting = 0;
    for (let p = 0; p < this.state.length; p++) {
      if (this.state[p] === isWaiting) waiting++;
      if (this.state[p] === isUnused) continue;
      for (let hop = 0; hop < this.hops[p]; hop++) {
        const id = this.path[p * this.stride + hop];
        const known = holders.get(id);
        if (known === undefined) holders.set(id, [p]);
        else known.push(p);
      }
    }
    if (waiting > 0) {
      const circle = circleOfWaits({
        count: this.state.length,
        waits: (p) => this.state[p] === isWaiting,
        wanted: (p, out) => this.holdersWanted(p, holders, out),
        maxCandidates: this.maxCandidates * this.lanes,
      });
      this.circle = circle.map((p, i) => this.waitOf(p, circle[(i + circle.length - 1) % circle.length]));
    }
    if (this.circle.length > 0 || this.isStill) this.status = "deadlocked";
  }

  /** Writes the circuits of which one must go for a waiting one to go on, −1 for a virtual channel that is free; returns how many. */
  private holdersWanted(p: number, holders: ReadonlyMap<number, readonly number[]>, out: Int32Array): number {
    let count = 0;
    for (let i = 0; i < this.wantedCount[p]; i++) {
      const id = this.wanted[p * this.maxCandidates + i];
      if (this.held[id] < this.lanes) out[count++] = -1;
      else for (const each of holders.get(id) ?? []) out[count++] = each;
    }
    return count;
  }

  /** A circuit in a circle: what the one before it waits for, and what it waits for itself. */
  private waitOf(p: number, before: number): Wait {
    const [id, next] = [this.wanted[before * this.maxCandidates], this.wanted[p * this.maxCandidates]];
    const [of, within] = [(each: number) => Math.floor(each / this.classes), (each: number) => each % this.classes];
    return {
      channel: of(id),
      class: within(id),
      waitsFor: of(next),
      waitsForClass: within(next),
      source: this.sourceOf(p),
      destination: this.to[p],
    };
  }

  /** Adds what has happened up to cycle `now` since things were counted. */
  private countUnderWay(into: FlowSums, now: number): void {
    for (let p = 0; p < this.state.length; p++)
      if (this.state[p] !== isUnused && this.state[p] !== isReleasing) this.countCircuit(p, into.channels, now);
    if (into.isBrief) return;
    const { sendingSoFar, blockedSoFar } = into.frame;
    for (let s = 0; s < this.T; s++) {
      const p = this.streaming[s];
      if (p >= 0) {
        sendingSoFar[s] += this.sentBy(p, now);
        blockedSoFar[s] += this.lostBy(p, now);
      } else if (this.left[s] + this.unsent[s] > 0) blockedSoFar[s] += Math.max(0, now - this.countedTo[s]);
      else blockedSoFar[s] += Math.max(0, now - Math.max(this.countedTo[s], this.source.at[s]));
    }
  }

  private countCircuit(p: number, channels: Float64Array, now: number): void {
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
  private sentBy(p: number, time: number): number {
    return Math.min(this.L, this.sent[p] + Math.max(0, time - this.since[p]) * this.pace[p]);
  }

  /** Cycles of a phit that a stream has lost to others at a time since its last change. */
  private lostBy(p: number, time: number): number {
    return this.lost[p] + Math.max(0, time - this.since[p]) * Math.max(0, 1 - this.pace[p]);
  }

  /** Adds what headers have waited behind the channel that is followed since that was counted, each for all circuits that hold what it asks for. */
  private countWaits(time: number, into: WaitTally): void {
    const { followedChannel, state } = this;
    const cycles = time - this.waitsUntil;
    if (followedChannel < 0 || cycles <= 0) return;
    for (let p = this.firstWaiting[this.plan.network.head[followedChannel]]; p >= 0; p = this.nextWaiting[p]) {
      if (this.lastChannel(p) !== followedChannel) continue;
      const others: Ends[] = [];
      for (let q = 0; q < state.length; q++) {
        if (state[q] === isUnused) continue;
        for (let hop = 0; hop < this.hops[q]; hop++) if (this.wants(p, this.path[q * this.stride + hop])) others.push(this.endsOf(q));
      }
      for (const other of others) into.add(this.endsOf(p), other, cycles / others.length);
      if (others.length === 0) into.add(this.endsOf(p), null, cycles);
    }
  }

  private endsOf(p: number): Ends {
    return { source: this.sourceOf(p), destination: this.to[p] };
  }

  private countCrossing(p: number, phits: number, into: Map<number, number>): void {
    const pair = this.sourceOf(p) * this.T + this.to[p];
    into.set(pair, (into.get(pair) ?? 0) + phits);
  }

  private lengthen(): void {
    const { stride, state } = this;
    const [path, since] = [new Int32Array(2 * state.length * stride), new Float64Array(2 * state.length * stride)];
    for (let p = 0; p < state.length; p++) {
      path.set(this.path.subarray(p * stride, (p + 1) * stride), 2 * p * stride);
      since.set(this.pathSince.subarray(p * stride, (p + 1) * stride), 2 * p * stride);
    }
    [this.path, this.pathSince, this.stride] = [path, since, 2 * stride];
  }

  /** Whether a circuit holds a channel. */
  private holdsChannel(p: number, channel: number): boolean {
    return this.state[p] !== isUnused && this.heldSince(p, channel) < Infinity;
  }

  private heldSince(p: number, channel: number): number {
    for (let hop = 0; hop < this.hops[p]; hop++) if (this.channelAt(p, hop) === channel) return this.pathSince[p * this.stride + hop];
    return Infinity;
  }

  private wantsChannel(p: number, channel: number): boolean {
    const place = p * this.maxCandidates;
    for (let i = 0; i < this.wantedCount[p]; i++) if (Math.floor(this.wanted[place + i] / this.classes) === channel) return true;
    return false;
  }

  private channelAt(p: number, hop: number): number {
    return (this.path[p * this.stride + hop] / this.classes) | 0;
  }

  /** The channel by which a header has come, −1 at its source. */
  private lastChannel(p: number): number {
    return this.hops[p] === 0 ? -1 : this.channelAt(p, this.hops[p] - 1);
  }

  private sourceOf(p: number): number {
    return (p / this.outstanding) | 0;
  }
}
