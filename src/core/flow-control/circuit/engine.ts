// hot: no allocation, no for-of, no destructuring inside `processEvents` and what it calls.
/**
 * The engine of circuit switching with held circuits. The header of a packet takes a virtual channel on one channel after another. Where
 * none is free it waits, and keeps the channels that it has. Once the header has reached the destination, the packet streams; packets that
 * began earlier on a channel go first there. All channels of the circuit are released together, when the acknowledgement is back (Petrini
 * et al., QsNET, §2.2.1). A lone packet of L phits over H channels, with h cycles per channel for the header, is consumed h·H + L cycles
 * after it entered. Where channels differ, the header takes h plus the channel's delay for each channel, the acknowledgement takes the same
 * time back, and the packet streams at the rate r of its slowest channel: alone it takes W + L / r with W = Σ (h + dᵢ).
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
 * entered in the earliest age step of `ageClass` cycles wins (at its source: that first requested in it); within a step, the one that
 * requested first. The terminal's own next header comes last. Ties among outputs are broken in the order of the routing, beginning at
 * position n modulo their number: n is the input port at the switch, 0 at the source, or a random draw for packet and hop.
 *
 * Time is real, in cycles, and kept in multiples of 2⁻²⁴. Every circuit has one pending event, and only events are processed. At one
 * instant the order is: consumed packets; circuits by slot + outstanding × terminal until none has an event; terminals that waited for
 * their memory; terminals that may begin a message. So a run is the same, bit for bit, however it is cut into slices. Deadlocks are looked
 * for at the end of each bin of the columns over time, and when time is up.
 */
import { below, mix } from "../../base/random.ts";
import { growth, longer } from "../../base/arrays.ts";
import type { Plan } from "../../plan/plan.ts";
import { decides } from "../../plan/routing.ts";
import type { Crossing, Holder, Simulation, Wait, Waiter, WaitFor, Worm } from "../../simulation/contract.ts";
import { channelPhits, channelShift, channelSinceInjection, channelWaiting } from "../../simulation/flow-recorder.ts";
import { scalar } from "../../simulation/frame.ts";
import { trainAfter, trainCreated, trainDelay, trainHops, trainLast, trainStep, trainWhole } from "../../simulation/packet-trains.ts";
import { type CircuitRules, CircuitState, isComplete, isMoving, isReleasing, isStreaming, isUnused, isWaiting } from "./state.ts";
import { snap } from "./snap.ts";
import { CircuitInspection } from "./inspection.ts";

/** Starts a simulation of a plan at cycle 0. */
export function startCircuit(rules: CircuitRules, plan: Plan): Simulation {
  return new Circuits(rules, plan);
}

class Circuits extends CircuitState implements Simulation {
  circle: readonly Wait[] = [];
  private readonly inspection = new CircuitInspection(this);
  /** Scratch lists of the resources that a stream uses, and how often it crosses each. */
  private readonly useCapacity = growth.initial(32);
  private readonly uses = { count: 0, resource: new Int32Array(this.useCapacity), times: new Int32Array(this.useCapacity) };
  private readonly phitsBehind = (channel: number) => this.heldOf[channel] * this.L;

  constructor(rules: CircuitRules, plan: Plan) {
    super(rules, plan);
    for (let s = 0; s < this.T; s++) this.awaitMessage(s);
  }

  protected get nextEvent(): number {
    return Math.min(this.events.next, this.starts.next, this.sends.next);
  }

  /** Checked at the end of each bin of the columns over time, and when time is up. */
  protected override isDeadlocked(isTimeUp: boolean): boolean {
    if (!isTimeUp && this.now % this.recorder.binCycles !== 0) return false;
    this.circle = this.inspection.findCircle();
    return this.circle.length > 0 || this.isStill;
  }

  /** The packet of a circuit has been consumed. */
  protected arrive(train: number): void {
    const { trains, program, recorder } = this;
    const p = train - 1;
    const m = this.message[p];
    const time = trains.time(train, trainLast);
    trains.underWay.remove(train);
    trains.setTime(train, trainWhole, m >= 0 && m < this.messageLeft.length && --this.messageLeft[m] === 0 ? 1 : 0);
    recorder.consume(recorder.sums, trains, train, time);
    if (program === null) return;
    const count = program.arrive(m, time - 1);
    for (let i = 0; i < count; i++) this.awaitMessage(program.woken[i]);
  }

  /** Processes all events of one instant, in the order given in the file's head; returns the number of events. */
  protected happen(next: number): number {
    const { events, sends, starts } = this;
    let done = 1;
    this.inspection.reach(next);
    for (; ; done++) {
      // A rate change may end a packet at this same instant, so consumed packets are checked again after each event.
      if (this.trains.underWay.next === next) this.arrive(this.trains.underWay.first);
      else if (this.nextMoment <= next) this.catchUp(next);
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

  /** Handles the event of a circuit: the header arrived, the tail left, the packet ended, or the acknowledgement is back. */
  private proceed(p: number, time: number): void {
    const state = this.state[p];
    if (state === isMoving) this.reach(p, time);
    else if (state === isStreaming && this.isTailOut[p] === 0) this.tailOut(p, time);
    else if (state === isStreaming) this.end(p, time);
    else this.release(p, time);
  }

  protected look(terminal: number): void {
    this.awaitMessage(terminal);
  }

  /** Schedules the start of a terminal's next message, unless packets of the current message are left. */
  private awaitMessage(s: number): void {
    const at = this.source.at[s];
    if (at < Infinity && this.left[s] === 0) this.starts.set(s, at + this.startUp);
  }

  /**
   * Sends headers while the terminal has packets and fewer than `outstanding` circuits. The next header waits until the tail before it has
   * left.
   */
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

  /** Begins the terminal's next message if it has been created by now; returns whether it did. */
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

  /** Puts the next packet of the current message into circuit slot `circuit`, and requests its first channel. */
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
    this.wayTime[p] = 0;
    this.slowest[p] = Infinity;
    this.routeState[p] = begin === undefined ? 0 : begin(s, to, mix(this.routingKey, s, number));
    this.injected[p] = time;
    trains.write(p + 1, s, to, m, 1);
    trains.setTime(p + 1, trainCreated, this.presentCreated[s]);
    trains.setTime(p + 1, trainStep, 1);
    trains.setTime(p + 1, trainDelay, 0);
    this.ask(p, s, time);
  }

  /** A header has arrived at the end of a channel. */
  private reach(p: number, time: number): void {
    const channel = this.lastChannel(p);
    const at = this.plan.network.head[channel];
    this.recorder.sums.channels[(channel << channelShift) + channelSinceInjection] += time - this.injected[p];
    if (at !== this.to[p]) return this.ask(p, at, time);
    const s = this.sourceOf(p);
    this.state[p] = isComplete;
    this.stream(s, time);
  }

  /** A header requests its next channel, and takes it or joins the waiting headers of the node. */
  private ask(p: number, at: number, time: number): void {
    const { routed, wanted, maxCandidates } = this;
    const { routing } = this.plan;
    const { route, adapt } = routing;
    if (adapt !== undefined && decides(routing, this.hops[p], this.routeState[p]))
      this.routeState[p] = adapt(at, this.to[p], this.routeState[p], this.phitsBehind);
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

  /** The virtual channel that a header takes at a node, by the selection rule; −1 where none is free. */
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

  /** A header takes a free virtual channel and moves over its channel. */
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
    const channel = (id / this.classes) | 0;
    this.wayTime[p] += this.hopTime[channel];
    if (this.rateOf[channel] < this.slowest[p]) this.slowest[p] = this.rateOf[channel];
    this.held[id]++;
    this.heldOf[channel]++;
    if (next !== undefined) this.routeState[p] = next(at, this.to[p], this.routeState[p], id);
    scalars[scalar.grants]++;
    this.trace(id, s, time, 1);
    this.state[p] = isMoving;
    this.events.set(p, time + this.hopTime[channel]);
  }

  /** Starts the stream of the terminal's complete circuit, or schedules the start for when the memory or the bus is free. */
  private stream(s: number, time: number): void {
    if (this.streaming[s] >= 0) return;
    const p = this.completeOf(s);
    if (p < 0) return;
    const { memoryFree, memoryCycles, busCycles } = this;
    const port = this.channelAt(p, 0);
    const other = this.plan.network.reverse[this.lastChannel(p)];
    // Without a bus, one packet in and one packet out use the memory at the same time.
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

  /**
   * Reserves the buses at both ends of a circuit; returns the start of the reservation. A second call for the same circuit returns the same
   * time.
   */
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

  /** The complete circuit of a terminal that does not stream yet; −1 for none. There is at most one. */
  private completeOf(s: number): number {
    const { state, outstanding } = this;
    for (let p = s * outstanding; p < (s + 1) * outstanding; p++) if (state[p] === isComplete) return p;
    return -1;
  }

  /** Writes the resources that a circuit uses: its channels, and the capacities that these share. */
  private findUses(p: number): void {
    const { uses, hops, C } = this;
    const group = this.plan.network.group;
    if (2 * hops[p] > uses.resource.length) {
      const length = growth.next(2 * hops[p]);
      uses.resource = longer(uses.resource, length);
      uses.times = longer(uses.times, length);
    }
    uses.count = 0;
    for (let hop = 0; hop < hops[p]; hop++) {
      const channel = this.channelAt(p, hop);
      this.use(channel);
      if (group[channel] >= 0) this.use(C + group[channel]);
    }
  }

  /** Adds a crossing of a resource to the scratch list. */
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

  /** Applies the rates that the last change has given to streams. */
  private changeRates(time: number): void {
    const { streams } = this;
    for (let i = 0; i < streams.changedCount; i++) this.changeRate(streams.changed[i], time);
  }

  /** Applies the new rate of a stream: settles what it has sent, and schedules its end. */
  private changeRate(p: number, time: number): void {
    const { trains } = this;
    // A packet that ends at this instant keeps its rate.
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

  /** Schedules the next event of a stream: its tail leaves the terminal, one header time before the end, or the stream ends. */
  private awaitEnd(p: number, time: number): void {
    const last = this.trains.time(p + 1, trainLast);
    if (this.isTailOut[p] === 1) return this.events.set(p, last);
    const rest = Math.max(0, this.L - this.wayTime[p] * this.slowest[p] - this.sent[p]);
    this.events.set(p, Math.min(last, time + snap(rest / this.pace[p])));
  }

  /** The tail of a packet has left its terminal, so the next header may follow. */
  private tailOut(p: number, time: number): void {
    const s = this.sourceOf(p);
    this.isTailOut[p] = 1;
    this.leaving[s]++;
    this.events.set(p, this.trains.time(p + 1, trainLast));
    this.send(s, time);
  }

  /** A packet has arrived whole: counts it, ends its stream, and schedules the release of its circuit. */
  private end(p: number, time: number): void {
    const { recorder, rules, hops, L } = this;
    const { blockedSoFar, sendingSoFar } = recorder.sums.frame;
    const s = this.sourceOf(p);
    sendingSoFar[s] += L / this.ownRate(p);
    blockedSoFar[s] += this.lostBy(p, time);
    this.countedTo[s] = time;
    for (let hop = 0; hop < hops[p]; hop++) recorder.sums.channels[(this.channelAt(p, hop) << channelShift) + channelPhits] += L;
    this.inspection.end(p, L);
    this.streams.end(p);
    this.changeRates(time);
    this.streaming[s] = -1;
    this.unsent[s]--;
    this.leaving[s]--;
    this.state[p] = isReleasing;
    this.events.set(p, rules.release === "sent" ? time : time + this.acknowledgement + this.wayTime[p]);
    this.stream(s, time);
  }

  /** Releases the channels of a circuit: waiting headers take them first, then the terminal's next header. */
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

  /** Grants a virtual channel to waiting headers, the oldest first, while it is free. */
  private give(id: number, time: number): void {
    const at = this.plan.network.tail[(id / this.classes) | 0];
    while (this.held[id] < this.lanes) {
      const p = this.oldestThatWants(id, at);
      if (p < 0) return;
      this.leave(p, at);
      this.take(p, at, this.choose(p, at), time);
    }
  }

  /**
   * The waiting header at a node that has this virtual channel among its candidates, by age step and then by time of request; −1 for none.
   */
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

  /** Removes a circuit from the list of headers that wait at a node. */
  private leave(p: number, at: number): void {
    const [before, after] = [this.previousWaiting[p], this.nextWaiting[p]];
    if (before < 0) this.firstWaiting[at] = after;
    else this.nextWaiting[before] = after;
    if (after < 0) this.lastWaiting[at] = before;
    else this.previousWaiting[after] = before;
  }

  /** Enlarges the paths of all circuits. */
  private lengthen(): void {
    const { stride, state } = this;
    const next = growth.next(stride);
    const [path, since] = [new Int32Array(next * state.length), new Float64Array(next * state.length)];
    for (let p = 0; p < state.length; p++) {
      path.set(this.path.subarray(p * stride, (p + 1) * stride), p * next);
      since.set(this.pathSince.subarray(p * stride, (p + 1) * stride), p * next);
    }
    [this.path, this.pathSince, this.stride] = [path, since, next];
  }

  // Queries about single circuits.

  holder(channel: number): Holder | null {
    return this.inspection.holder(channel);
  }

  waitingFor(channel: number): readonly Waiter[] {
    return this.inspection.waitingFor(channel);
  }

  worms(channel: number): readonly Worm[] {
    return this.inspection.worms(channel);
  }

  follow(channel: number): void {
    this.inspection.follow(channel);
  }

  followed(): readonly Crossing[] {
    return this.inspection.followed();
  }

  waited(): readonly WaitFor[] {
    return this.inspection.waited();
  }
}
