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
 * wait goes on one cycle after the last one has arrived, like any other header. (Multicast by replication within the switch, each copy when
 * its output is free: Dally, Towles, 2004, §17; reduction: SHARP, Graham et al., COMHPC 2016.)
 *
 * Tree k uses virtual channel k modulo their number. Of the packets of one tree in a terminal's injection slots, the oldest one requests. A
 * merged packet counts as injected when the last of its parts was.
 */
import { growth, longer, powerOfTwo } from "../../base/arrays.ts";
import { below, mix, streamKey, trace } from "../../base/random.ts";
import { delayOf } from "../../plan/links.ts";
import type { Plan } from "../../plan/plan.ts";
import type { Program } from "../../programs/program.ts";
import { plainSwitch } from "../../plan/switches.ts";
import type { Ends, Holder, Wait, Waiter } from "../../simulation/contract.ts";
import { slotPacket, slotShift, slotTerminal } from "../injection.ts";
import type { Inspected, QueuedPacket } from "../inspector.ts";
import { PacketClock } from "../packet-clock.ts";
import { created, hops, injected, messageOf, packetShift } from "../packet-pool.ts";
import type { CutThroughRules } from "./rules.ts";
import { layOut, type Stops } from "./stops.ts";

// Record of an event: cycle, kind, subject, and the next event in the same slot of the wheel.
const eventShift = 2;
const [eventTime, eventDoes, eventWhat, eventNext] = [0, 1, 2, 3];
/** Kinds of events. The next packet of a queue becomes its head; a packet has left a queue; its credit has arrived at the sender. */
const [bringsFront, leavesQueue, freesPlace] = [0, 1, 2];
/** A channel is free; an injection slot is free; a terminal's next packet may request; an output is requested. */
const [freesChannel, freesSlot, offers, asksFor] = [3, 4, 5, 6];
/** The packet that crossed an output's channel is consumed. */
const isConsumed = 7;

// A packet in a queue: its stop; the cycle from which it may request; when it began to cross the channel before the queue, as cycle and
// part of a cycle; the latest injection and the earliest creation among its parts.
const tokenWords = 6;
const [tokenStop, tokenReady, tokenBegan, tokenPart, tokenInjected, tokenCreated] = [0, 1, 2, 3, 4, 5];
/** Later than any creation. */
const never = 0x7fffffff;

export class CutThroughTrees extends PacketClock {
  readonly inspected: Inspected = this;
  private readonly rules: CutThroughRules;
  private readonly program: Program;
  private readonly stops: Stops;
  private readonly links: Plan["links"];
  private readonly pipeline: number;
  private readonly arbitrationKey: number;
  private readonly K: number;
  // Events.
  private readonly wheel = new Int32Array(powerOfTwo(growth.initial(4096))).fill(-1);
  private events = new Int32Array(growth.initial(1024) << eventShift);
  private unusedEvent = -1;
  private usedEvents = 0;
  // Channels.
  /** [channels] When the channel is free: cycle, and part of that cycle that is still occupied. */
  private readonly freeAt: Int32Array;
  private readonly freePart: Int32Array;
  /** [channels] Packets carried; start of the last one, its output, and the request key that was served last. */
  private readonly carried: Int32Array;
  private readonly beganAt: Int32Array;
  private readonly beganPart: Int32Array;
  private readonly lastOutput: Int32Array;
  private readonly lastServed: Float64Array;
  private readonly sinceInjection: Float64Array;
  private readonly waitedBehind: Float64Array;
  /** [channels] Cycles until the sender has the credit of a packet that left the queue behind the channel. */
  private readonly creditTime: Int32Array;
  /** [channels] First output that requests the channel, −1 for none; [outputs] the next one. */
  private readonly firstAsker: Int32Array;
  private readonly nextAsker: Int32Array;
  private readonly due: Int32Array;
  private dueCount = 0;
  private readonly isDue: Uint8Array;
  // Queues, numbered channel × vcs + virtual channel.
  private readonly places: number;
  private readonly tokens: Int32Array;
  private readonly head: Int32Array;
  private readonly count: Int32Array;
  private readonly frontFree: Int32Array;
  /** [queues] Slots taken as seen by the sender; and packets in the queue. */
  private readonly held: Int32Array;
  private readonly there: Int32Array;
  // Stops.
  /**
   * [stops] Inputs whose head belongs to the stop; outputs not granted yet; when the last channel is free and when the last copy ends;
   * latest injection and earliest creation of the merged parts.
   */
  private readonly present: Int32Array;
  private readonly left: Int32Array;
  private readonly lastFree: Int32Array;
  private readonly lastEnd: Int32Array;
  private readonly mergedInjected: Int32Array;
  private readonly mergedCreated: Int32Array;
  /** [stops] First and last injection slot that waits at a terminal's stop, −1 for none; [slots] the next one. */
  private readonly firstSlot: Int32Array;
  private readonly lastSlot: Int32Array;
  private readonly nextSlot: Int32Array;
  private readonly fresh: Int32Array;
  // Rounds: the n-th contributions of all ranks to a tree.
  /** [trees] Index of the message size of each round that has begun. */
  private readonly sizes: number[][];
  /** [stops] For a terminal's stop: rounds begun, and packets of the last round that have not been offered yet. */
  private readonly begun: Int32Array;
  private readonly toCome: Float64Array;
  /** [outputs] For outputs into terminals: rounds delivered completely, and packets of the current round that have been delivered. */
  private readonly heard: Int32Array;
  private readonly heardPackets: Float64Array;
  /**
   * [stops] For a terminal's stop: its packets that are part of packets under way, the oldest first, from index `oldestContribution` on.
   */
  private readonly underWay: number[][];
  private readonly oldest: Int32Array;
  private hash = 0;
  private isOver = false;

  constructor(rules: CutThroughRules, plan: Plan) {
    super(rules.injectionSlots, plan);
    const { network, routing, links, switches = plainSwitch } = plan;
    const C = network.head.length;
    this.rules = rules;
    this.program = plan.demand as Program;
    this.K = routing.classes;
    this.stops = layOut(network, this.program, this.K);
    this.links = links;
    this.pipeline = switches.pipeline;
    this.arbitrationKey = streamKey(plan.seed, "arbitration");
    const [perChannel, perQueue, perStop, perOutput] = [C, C * this.K, this.stops.count, this.stops.outputs.length].map(
      (length) => () => new Int32Array(length),
    );
    [this.freeAt, this.freePart, this.carried] = [perChannel(), perChannel(), perChannel()];
    [this.beganAt, this.beganPart, this.lastOutput] = [perChannel(), perChannel(), perChannel().fill(-1)];
    this.lastServed = new Float64Array(C).fill(-1);
    [this.sinceInjection, this.waitedBehind] = [new Float64Array(C), new Float64Array(C)];
    this.creditTime = Int32Array.from(
      network.head,
      (to, c) => (links === undefined ? 0 : links.delay[c]) + (to >= this.T ? switches.creditDelay : 0),
    );
    [this.firstAsker, this.nextAsker] = [perChannel().fill(-1), perOutput()];
    [this.due, this.isDue] = [perChannel(), new Uint8Array(C)];
    this.places = rules.queue;
    this.tokens = new Int32Array(C * this.K * this.places * tokenWords);
    [this.head, this.count, this.frontFree, this.held, this.there] = [perQueue(), perQueue(), perQueue(), perQueue(), perQueue()];
    [this.present, this.lastFree, this.lastEnd, this.mergedInjected] = [perStop(), perStop(), perStop(), perStop()];
    this.mergedCreated = perStop().fill(never);
    this.left = Int32Array.from(this.present, (_, s) => this.stops.firstOutput[s + 1] - this.stops.firstOutput[s]);
    [this.firstSlot, this.lastSlot] = [perStop().fill(-1), perStop().fill(-1)];
    const slots = this.injection.slots.length >> slotShift;
    [this.nextSlot, this.fresh] = [new Int32Array(slots), new Int32Array(slots)];
    this.sizes = this.program.trees!.map(() => []);
    [this.begun, this.toCome] = [perStop(), new Float64Array(this.stops.count)];
    [this.heard, this.heardPackets] = [perOutput(), new Float64Array(this.stops.outputs.length)];
    this.underWay = Array.from({ length: this.stops.count }, () => []);
    this.oldest = perStop();
    for (let slot = 0; slot < slots; slot++) {
      this.injection.slots[(slot << slotShift) + slotPacket] = -1;
      this.injection.slots[(slot << slotShift) + slotTerminal] = slot % this.T;
    }
  }

  /** Simulates cycles up to `stop`, in three phases. */
  protected run(stop: number, work: number): number {
    const { injection, wheel } = this;
    let t = this.now | 0;
    let done = 0;
    let before = 0;
    this.grants = 0;
    this.isOver = false;
    this.hash = this.fingerprint;
    for (; t < stop && done < work && !this.isOver; t = (t + 1) | 0) {
      // Phase 1: credits and tails. Handles the events of this cycle; later events in the same slot of the wheel stay.
      const slot = t & (this.wheel.length - 1);
      let e = wheel[slot];
      wheel[slot] = -1;
      while (e >= 0) {
        const place = e << eventShift;
        const following = this.events[place + eventNext];
        if (this.events[place + eventTime] === t) {
          this.happen(this.events[place + eventDoes], this.events[place + eventWhat], t);
          this.events[place + eventNext] = this.unusedEvent;
          this.unusedEvent = e;
        } else {
          this.events[place + eventNext] = wheel[slot];
          wheel[slot] = e;
        }
        e = following;
      }
      // Phase 2: injection.
      if (injection.isDue(t)) {
        const count = injection.feed(t, this.fresh, 0, 0);
        for (let i = 0; i < count; i++) this.offer(this.fresh[i], t);
      }
      // Phase 3: switch allocation and traversal. No routes are computed, since trees are laid out beforehand.
      for (let i = 0; i < this.dueCount; i++) {
        this.isDue[this.due[i]] = 0;
        this.serve(this.due[i], t);
      }
      this.dueCount = 0;
      done = (done + 1 + this.grants - before) | 0;
      before = this.grants;
      // Without requests and packets under way, time may jump.
      if (this.asking === 0 && t >= this.quietAfter) this.isOver = true;
    }
    this.now = t;
    this.fingerprint = this.hash;
    return done;
  }

  protected forget(): void {}

  // Events.

  private happen(does: number, what: number, t: number): void {
    if (does === bringsFront) this.bringFront(what, t);
    else if (does === leavesQueue) this.there[what]--;
    else if (does === freesPlace) {
      this.held[what]--;
      this.makeDue((what / this.K) | 0);
    } else if (does === freesChannel) this.makeDue(what);
    else if (does === freesSlot) this.injection.release(what);
    else if (does === offers) this.ask(what, t);
    else if (does === asksFor) this.join(what);
    else this.comeOut(what, t);
  }

  /** Schedules an event for cycle `time`. */
  private schedule(time: number, does: number, what: number): void {
    let e = this.unusedEvent;
    if (e >= 0) this.unusedEvent = this.events[(e << eventShift) + eventNext];
    else {
      if (this.usedEvents << eventShift === this.events.length)
        this.events = longer(this.events, growth.next(this.usedEvents) << eventShift);
      e = this.usedEvents++;
    }
    const place = e << eventShift;
    const slot = time & (this.wheel.length - 1);
    this.events[place + eventTime] = time;
    this.events[place + eventDoes] = does;
    this.events[place + eventWhat] = what;
    this.events[place + eventNext] = this.wheel[slot];
    this.wheel[slot] = e;
    if (time > this.quietAfter) this.quietAfter = time;
  }

  private makeDue(c: number): void {
    if (this.isDue[c] !== 0 || this.firstAsker[c] < 0) return;
    this.isDue[c] = 1;
    this.due[this.dueCount++] = c;
  }

  private tokenAt(q: number, i: number): number {
    return (q * this.places + ((this.head[q] + i) % this.places)) * tokenWords;
  }

  /** The next packet of a queue is at its head, and is merged with the heads of the stop's other inputs. */
  private bringFront(q: number, t: number): void {
    const token = this.tokenAt(q, 0);
    const s = this.tokens[token + tokenStop];
    this.asking++;
    if (this.tokens[token + tokenInjected] > this.mergedInjected[s]) this.mergedInjected[s] = this.tokens[token + tokenInjected];
    if (this.tokens[token + tokenCreated] < this.mergedCreated[s]) this.mergedCreated[s] = this.tokens[token + tokenCreated];
    if (++this.present[s] === this.stops.firstInput[s + 1] - this.stops.firstInput[s]) this.ask(s, t);
  }

  /** A terminal has a packet for a tree in an injection slot. Throws an Error if the sizes of a round differ between ranks. */
  private offer(slot: number, t: number): void {
    const { records } = this.pool;
    const { trees, sizes } = this.program;
    const p = this.injection.slots[(slot << slotShift) + slotPacket];
    const m = records[(p << packetShift) + messageOf];
    const tree = this.injection.program!.treeOf(m);
    const s = this.stops.ofTerminal[tree] + this.injection.program!.placeInTree(m);
    if (this.toCome[s] === 0) {
      const size = this.injection.program!.sizeNumber(m);
      const rounds = this.sizes[tree];
      if (this.begun[s] === rounds.length) rounds.push(size);
      if (sizes.packets[rounds[this.begun[s]++]] !== sizes.packets[size])
        throw new Error(`what ${trees![tree].from.length} ranks contribute to a tree has one size in each round`);
      this.toCome[s] = sizes.packets[size];
    }
    this.toCome[s]--;
    this.underWay[s].push(p);
    this.asking++;
    this.nextSlot[slot] = -1;
    const last = this.lastSlot[s];
    this.lastSlot[s] = slot;
    if (last >= 0) this.nextSlot[last] = slot;
    else {
      this.firstSlot[s] = slot;
      this.ask(s, t);
    }
  }

  /** All inputs of a stop are ready: it requests its outputs, each as soon as no copy would underrun. */
  private ask(s: number, t: number): void {
    const { firstOutput } = this.stops;
    for (let o = firstOutput[s]; o < firstOutput[s + 1]; o++) {
      const since = this.links === undefined ? t : this.soonest(s, this.channelOf(o));
      if (since <= t) this.join(o);
      else this.schedule(since, asksFor, o);
    }
  }

  /** The first cycle in which a copy may begin on a channel without running out of phits. */
  private soonest(s: number, c: number): number {
    const { perCycle, perPhit, delay } = this.links!;
    const { firstInput, inputs } = this.stops;
    const { L, K, tokens } = this;
    let soonest = 0;
    for (let i = firstInput[s]; i < firstInput[s + 1]; i++) {
      const from = (inputs[i] / K) | 0;
      const of = perCycle[from];
      const token = this.tokenAt(inputs[i], 0);
      const parts = (tokens[token + tokenBegan] + delay[from]) * of + tokens[token + tokenPart] + L * perPhit[from];
      const since = Math.ceil((parts * perCycle[c] - (L - 1) * perPhit[c] * of) / (of * perCycle[c]));
      if (since > soonest) soonest = since;
    }
    return soonest;
  }

  private channelOf(o: number): number {
    return (this.stops.outputs[o] / this.K) | 0;
  }

  private join(o: number): void {
    const c = this.channelOf(o);
    this.nextAsker[o] = this.firstAsker[c];
    this.firstAsker[c] = o;
    this.makeDue(c);
  }

  // Arbitration of channels.

  /** Rank of a request for a channel: the first input queue of the stop, or queues + injection slot at a terminal. */
  private keyOf(o: number): number {
    const { stopOf, firstInput, inputs } = this.stops;
    const s = stopOf[o];
    return firstInput[s] < firstInput[s + 1] ? inputs[firstInput[s]] : this.freeAt.length * this.K + this.firstSlot[s];
  }

  private isEligible(o: number): boolean {
    return this.stops.next[o] < 0 || this.held[this.stops.outputs[o]] < this.places;
  }

  private isFromTerminal(o: number): boolean {
    const s = this.stops.stopOf[o];
    return this.stops.firstInput[s] === this.stops.firstInput[s + 1] || this.stops.isBesideTerminal[s] === 1;
  }

  /** Grants a free channel to one of the requests that have a credit. */
  private serve(c: number, t: number): void {
    if (this.freeAt[c] > t) return;
    let count = 0;
    let hasOthers = false;
    for (let o = this.firstAsker[c]; o >= 0; o = this.nextAsker[o]) {
      if (!this.isEligible(o)) continue;
      count++;
      if (!this.isFromTerminal(o)) hasOthers = true;
    }
    if (count === 0) return;
    const leavesOut = hasOthers && this.rules.priority === "network-first";
    if (leavesOut) {
      count = 0;
      for (let o = this.firstAsker[c]; o >= 0; o = this.nextAsker[o]) if (this.isEligible(o) && !this.isFromTerminal(o)) count++;
    }
    const drawn = this.rules.arbitration === "random" && count > 1 ? below(mix(this.arbitrationKey, t, c), count) : 0;
    // Visit the requests in order of their keys. They are few, so each step searches for the next key.
    let winner = -1;
    let least = -1;
    for (let i = 0; i < count; i++) {
      let next = -1;
      for (let o = this.firstAsker[c]; o >= 0; o = this.nextAsker[o]) {
        if (!this.isEligible(o) || (leavesOut && this.isFromTerminal(o)) || this.keyOf(o) <= least) continue;
        if (next < 0 || this.keyOf(o) < this.keyOf(next)) next = o;
      }
      least = this.keyOf(next);
      if (this.rules.arbitration === "random") {
        winner = next;
        if (i === drawn) break;
      } else if (winner < 0 || this.goesBefore(next, winner, this.lastServed[c])) winner = next;
    }
    this.grant(winner, t);
  }

  /**
   * Whether request `a` has priority over request `b`, which has a lower key: in round-robin order after the key served last, or by age.
   */
  private goesBefore(a: number, b: number, served: number): boolean {
    if (this.rules.arbitration === "round-robin") return this.keyOf(b) <= served && this.keyOf(a) > served;
    return this.createdOf(this.stops.stopOf[a]) < this.createdOf(this.stops.stopOf[b]);
  }

  /** Earliest creation among the parts of what a stop sends. */
  private createdOf(s: number): number {
    const slot = this.firstSlot[s];
    if (slot < 0) return this.mergedCreated[s];
    return this.pool.records[(this.injection.slots[(slot << slotShift) + slotPacket] << packetShift) + created];
  }

  /** Grants the channel of output `output` to its stop: one copy of the merged packet leaves. */
  private grant(o: number, t: number): void {
    const { L, links, stops } = this;
    const q = stops.outputs[o];
    const s = stops.stopOf[o];
    const c = (q / this.K) | 0;
    let part = 0;
    let end = t + L;
    let ceil = end;
    let arrives = t + 1;
    if (links !== undefined) {
      const perCycle = links.perCycle[c];
      if (this.freeAt[c] === t) part = this.freePart[c];
      const units = part + L * links.perPhit[c];
      end = t + Math.floor(units / perCycle);
      this.freePart[c] = units % perCycle;
      ceil = this.freePart[c] > 0 ? end + 1 : end;
      arrives = t + Math.ceil((part + links.perPhit[c]) / perCycle) + links.delay[c];
    }
    this.lastServed[c] = this.keyOf(o);
    const isSource = stops.firstInput[s] === stops.firstInput[s + 1];
    if (isSource) this.inject(s, t, ceil);
    const since = isSource ? t : this.mergedInjected[s];
    const from = this.createdOf(s);
    this.freeAt[c] = end;
    this.schedule(end, freesChannel, c);
    this.carried[c]++;
    this.beganAt[c] = t;
    this.beganPart[c] = part;
    this.lastOutput[c] = o;
    this.sinceInjection[c] += arrives - since;
    this.grants++;
    this.hash = (this.hash + trace(t, q, stops.source[stops.treeOf[s]])) | 0;
    const complete = ceil + delayOf(links, c);
    if (stops.next[o] < 0) this.schedule(complete, isConsumed, o);
    else this.enter(q, stops.next[o], (this.rules.storeAndForward ? complete : arrives) + this.pipeline, t, part, since, from);
    this.noLongerAsks(o, c);
    if (end > this.lastFree[s]) this.lastFree[s] = end;
    if (ceil > this.lastEnd[s]) this.lastEnd[s] = ceil;
    if (--this.left[s] === 0) this.leave(s, t);
  }

  private noLongerAsks(o: number, c: number): void {
    if (this.firstAsker[c] === o) {
      this.firstAsker[c] = this.nextAsker[o];
      return;
    }
    let before = this.firstAsker[c];
    while (this.nextAsker[before] !== o) before = this.nextAsker[before];
    this.nextAsker[before] = this.nextAsker[o];
  }

  /** A terminal's packet enters the network; its tail leaves the terminal at cycle `end`. */
  private inject(s: number, t: number, end: number): void {
    const { slots } = this.injection;
    const slot = this.firstSlot[s] << slotShift;
    const record = slots[slot + slotPacket] << packetShift;
    const terminal = slots[slot + slotTerminal];
    const since = this.injection.waitingSince(terminal);
    this.pool.records[record + injected] = t;
    this.recorder.send(terminal, since, t, end - t);
    this.recorder.enter(terminal, this.pool.records[record + messageOf], t);
  }

  /** Appends a packet to a queue, for a stop. */
  private enter(q: number, s: number, since: number, t: number, part: number, injectedAt: number, createdAt: number): void {
    const { tokens } = this;
    const token = this.tokenAt(q, this.count[q]);
    tokens[token + tokenStop] = s;
    tokens[token + tokenReady] = since;
    tokens[token + tokenBegan] = t;
    tokens[token + tokenPart] = part;
    tokens[token + tokenInjected] = injectedAt;
    tokens[token + tokenCreated] = createdAt;
    this.held[q]++;
    this.there[q]++;
    if (this.count[q]++ === 0) this.schedule(Math.max(since, this.frontFree[q]), bringsFront, q);
  }

  /** All outputs of a stop have been granted: its packets leave their queues, or the packet leaves its injection slot. */
  private leave(s: number, t: number): void {
    const { firstInput, firstOutput, inputs } = this.stops;
    const free = this.lastFree[s];
    const end = this.lastEnd[s];
    for (let i = firstInput[s]; i < firstInput[s + 1]; i++) {
      const q = inputs[i];
      const c = (q / this.K) | 0;
      this.asking--;
      this.waitedBehind[c] += t - this.tokens[this.tokenAt(q, 0) + tokenReady];
      this.head[q] = (this.head[q] + 1) % this.places;
      this.count[q]--;
      this.frontFree[q] = free;
      this.schedule(end, leavesQueue, q);
      this.schedule(end + this.creditTime[c], freesPlace, q);
      if (this.count[q] > 0) this.schedule(Math.max(free, this.tokens[this.tokenAt(q, 0) + tokenReady]), bringsFront, q);
    }
    this.present[s] = 0;
    this.left[s] = firstOutput[s + 1] - firstOutput[s];
    this.lastFree[s] = 0;
    this.lastEnd[s] = 0;
    this.mergedInjected[s] = 0;
    this.mergedCreated[s] = never;
    if (firstInput[s] < firstInput[s + 1]) return;
    const slot = this.firstSlot[s];
    this.asking--;
    this.schedule(free, freesSlot, slot);
    this.firstSlot[s] = this.nextSlot[slot];
    if (this.firstSlot[s] < 0) this.lastSlot[s] = -1;
    else this.schedule(t + 1, offers, s);
  }

  /**
   * The packet that crossed an output into a terminal is consumed, and with it the contributed packets that are assigned to this output.
   */
  private comeOut(o: number, t: number): void {
    const { stops, pool, injection } = this;
    const tree = stops.treeOf[stops.stopOf[o]];
    for (let i = stops.firstTold[o]; i < stops.firstTold[o + 1]; i++) {
      const s = stops.told[i];
      const mine = this.underWay[s];
      const p = mine[this.oldest[s]++];
      if (2 * this.oldest[s] > mine.length && mine.length > 64) {
        mine.splice(0, this.oldest[s]);
        this.oldest[s] = 0;
      }
      pool.records[(p << packetShift) + hops] = stops.hops[s];
      this.consume(p, t);
    }
    const size = this.sizes[tree][this.heard[o]];
    if (++this.heardPackets[o] === this.program.sizes.packets[size]) {
      this.heardPackets[o] = 0;
      this.heard[o]++;
      injection.comeOut(tree, stops.hearer[o], size, t);
    }
    if (this.mayEnd && this.recorder.isComplete) this.isOver = true;
  }

  // Queries about the state.

  protected override get isStalled(): boolean {
    // A packet that has been created and has no injection slot waits for blocked packets, too.
    return this.now > this.quietAfter && this.injection.source.at.every((at) => at <= this.now || at === Infinity);
  }

  /** Follows a blocked queue to the queue that blocks it, until a queue repeats; empty where the chain ends at a rank. */
  findCircle(): readonly Wait[] {
    if (!this.isStalled) return [];
    const path: { readonly queue: number; readonly tree: number }[] = [];
    let q = this.count.findIndex((count) => count > 0);
    while (q >= 0) {
      const met = path.findIndex(({ queue }) => queue === q);
      if (met >= 0) return this.waitsIn(path.slice(met));
      const s = this.tokens[this.tokenAt(q, 0) + tokenStop];
      path.push({ queue: q, tree: this.stops.treeOf[s] });
      q = this.blockerOf(s);
    }
    return [];
  }

  /** A queue that blocks a stop: one of its inputs has a head of another stop, or one of its outputs has no credit; −1 for none. */
  private blockerOf(s: number): number {
    const { firstInput, inputs, firstOutput, outputs, feeder, next } = this.stops;
    const merges = firstInput[s] < firstInput[s + 1];
    let isWhole = merges;
    for (let i = firstInput[s]; i < firstInput[s + 1]; i++) {
      const q = inputs[i];
      if (this.count[q] > 0 && this.tokens[this.tokenAt(q, 0) + tokenStop] === s) continue;
      isWhole = false;
      const blocker = this.count[q] > 0 ? q : this.blockerOf(feeder[i]);
      if (blocker >= 0) return blocker;
    }
    if (!isWhole && (merges || this.firstSlot[s] < 0)) return -1;
    for (let o = firstOutput[s]; o < firstOutput[s + 1]; o++) if (next[o] >= 0 && this.held[outputs[o]] >= this.places) return outputs[o];
    return -1;
  }

  private waitsIn(path: readonly { readonly queue: number; readonly tree: number }[]): readonly Wait[] {
    return path.map(({ queue, tree }, i) => {
      const after = path[(i + 1) % path.length].queue;
      const [channel, waitsFor] = [Math.floor(queue / this.K), Math.floor(after / this.K)];
      return { channel, class: queue % this.K, waitsFor, waitsForClass: after % this.K, ...this.endsOfTree(tree) };
    });
  }

  /** The representative source and destination of packets of a tree. */
  private endsOfTree(tree: number): Ends {
    return { source: this.stops.source[tree], destination: this.stops.destination[tree] };
  }

  protected phitsOn(c: number): number {
    const { carried, L, links } = this;
    if (carried[c] === 0) return 0;
    const [of, perPhit] = links === undefined ? [1, 1] : [links.perCycle[c], links.perPhit[c]];
    const phits = Math.floor(((this.now - this.beganAt[c]) * of - this.beganPart[c]) / perPhit);
    return (carried[c] - 1) * L + Math.min(L, Math.max(0, phits));
  }

  protected waitingBehind(c: number): number {
    return this.waitedBehind[c];
  }

  protected sinceInjectionOn(c: number): number {
    return this.sinceInjection[c];
  }

  protected queuedBehind(c: number): number {
    let queued = 0;
    for (let q = c * this.K; q < (c + 1) * this.K; q++) queued += this.there[q];
    return queued;
  }

  override holder(channel: number): Holder | null {
    const o = this.lastOutput[channel];
    const { L, links } = this;
    if (o < 0) return null;
    const cycles = links === undefined ? L : Math.ceil((this.beganPart[channel] + L * links.perPhit[channel]) / links.perCycle[channel]);
    const since = this.beganAt[channel];
    return this.now > since + cycles ? null : { ...this.endsOfTree(this.stops.treeOf[this.stops.stopOf[o]]), since };
  }

  requesting(channel: number): readonly Waiter[] {
    const found: Waiter[] = [];
    const { stopOf, treeOf, firstInput, inputs } = this.stops;
    for (let o = this.firstAsker[channel]; o >= 0; o = this.nextAsker[o]) {
      const s = stopOf[o];
      const ends = this.endsOfTree(treeOf[s]);
      if (firstInput[s] < firstInput[s + 1]) {
        const q = inputs[firstInput[s]];
        found.push({ ...ends, channel: Math.floor(q / this.K), since: this.tokens[this.tokenAt(q, 0) + tokenReady] });
        continue;
      }
      const slot = this.firstSlot[s] << slotShift;
      const record = this.injection.slots[slot + slotPacket] << packetShift;
      found.push({ ...ends, source: this.injection.slots[slot + slotTerminal], channel: -1, since: this.pool.records[record + created] });
    }
    return found;
  }

  contents(queue: number): readonly QueuedPacket[] {
    return Array.from({ length: this.count[queue] }, (_, i) => {
      const token = this.tokenAt(queue, i);
      return { ...this.endsOfTree(this.stops.treeOf[this.tokens[token + tokenStop]]), since: this.tokens[token + tokenReady] };
    });
  }

  // Packets of a tree wait for each other to merge, so no packet is reported as blocked by another one.

  candidates(): readonly number[] {
    return [];
  }

  leaving(): null {
    return null;
  }

  takenBy(): null {
    return null;
  }

  isFull(): boolean {
    return false;
  }
}
