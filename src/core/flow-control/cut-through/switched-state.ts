// hot: no allocation, no for-of, no destructuring in what the engine calls in each cycle.
/**
 * State of the engine for links and switches (`switched.ts`): records, event wheel, and the occupancy of queues.
 *
 * Times are whole cycles. A channel with a fractional rate may become free within a cycle. Such a time is a cycle and a number of parts of
 * it, of which the channel has `perCycle`.
 */
import { growth, longer, powerOfTwo } from "../../base/arrays.ts";
import { below, mix, streamKey } from "../../base/random.ts";
import type { Plan } from "../../plan/plan.ts";
import { type CompiledRouting, decides } from "../../plan/routing.ts";
import { plainSwitch, type SwitchRules } from "../../plan/switches.ts";
import { slotAt, slotPacket, slotShift } from "../injection.ts";
import { Crossings } from "../inspector.ts";
import { PacketClock } from "../packet-clock.ts";
import { asksBy, ends, hops, packetShift, stateOf } from "../packet-pool.ts";
import { layOutInputs } from "./inputs.ts";
import { listShift, listSize, listStart, RequestLists } from "./request-lists.ts";
import { type CutThroughRules, selections } from "./rules.ts";
import * as channel from "./records/channel.ts";
import * as event from "./records/event.ts";
import * as buffer from "./records/output-buffer.ts";
import * as packet from "./records/packet.ts";
import * as vc from "./records/virtual-channel.ts";

/** A cycle before all movements of a run. */
const longAgo = -(2 ** 30);

export abstract class SwitchedState extends PacketClock {
  readonly routing: CompiledRouting;
  readonly lists: RequestLists;
  readonly K: number;
  readonly Q: number;
  protected readonly capacity: number;
  protected readonly switches: SwitchRules;
  protected readonly isShared: boolean;
  protected readonly storeAndForward: boolean;
  protected readonly tiesAtRandom: boolean;
  protected readonly networkFirst: boolean;
  protected readonly arbitration: CutThroughRules["arbitration"];
  protected readonly choosing: (typeof selections)[CutThroughRules["selection"]];
  protected readonly selectionKey: number;
  protected readonly arbitrationKey: number;
  protected readonly hasState: boolean;
  protected readonly hasGroups = this.network.groupCapacity.length > 0;
  readonly hasRings: boolean;
  /** Whether a packet could run out of phits (underrun) on a faster channel: channel rates differ. */
  protected readonly mayRunDry: boolean;

  // Links.
  protected readonly perCycle: Int32Array;
  protected readonly perPhit: Int32Array;
  protected readonly delay: Int32Array;
  /** [channels] Cycles of a packet on each channel, or 0 if that is no whole number. */
  protected readonly wholeTime: Int32Array;
  /** [channels] Cycles until the sender knows of a free slot behind a channel. */
  protected readonly creditTime: Int32Array;

  // Switches.
  /**
   * Packets per output buffer; packets that may cross to the buffers of one channel at the same time; rate of a crossing as units per cycle
   * and units per phit; cycles of a crossing.
   */
  readonly bufferPlaces: number;
  protected readonly crossWays: number;
  protected readonly crossPerCycle: number;
  protected readonly crossPerPhit: number;
  protected readonly crossTime: number;
  /** [channels] Cycles by which the start on the channel has to follow the start of the crossing, so that the packet does not underrun. */
  protected readonly crossAhead: Int32Array;
  /** Upper bound of the cycles until a packet has arrived and crossed a switch completely, over any channel. */
  private readonly slowestTime: number;
  /** Packets that may leave an input channel at the same time; and whether that is a limit. */
  protected readonly waysOut: number;
  protected readonly limitsWays: boolean;
  /** Whether switches have queues by output; and whether each input has its own (virtual output queues). */
  readonly byOutput: boolean;
  protected readonly byInputAndOutput: boolean;

  /**
   * Records of virtual channels [queues << vcFieldsShift], of their output buffers or output queues, and of channels [channels <<
   * channelFieldsShift].
   */
  V: Int32Array;
  B: Int32Array;
  H: Int32Array;
  /** [packets << packetFieldsShift] Replaced by a larger array when the pool grows. */
  X: Int32Array;
  /**
   * [wheel] First event of each slot, −1 for none; later events stay in the slot for another turn. Then the events, and the part of the
   * cycle in which each departure began.
   */
  protected readonly wheel = new Int32Array(powerOfTwo(growth.initial(256))).fill(-1);
  protected readonly wheelMask = this.wheel.length - 1;
  private readonly eventCapacity = growth.initial(1024);
  protected events = new Int32Array(this.eventCapacity << event.shift);
  protected eventParts = new Int32Array(this.eventCapacity);
  /** For crossings of a switch: start of the packet's arrival. */
  protected eventCame = new Int32Array(this.eventCapacity);
  protected eventCamePart = new Int32Array(this.eventCapacity);
  protected unusedEvent = 0;
  protected readonly sumSince = new Float64Array(this.network.head.length);
  protected readonly sumWaited = new Float64Array(this.network.head.length);

  // Inputs of each node: the queues from which packets may request, in order of their numbers.
  readonly inputBits: number;
  protected readonly words: number;
  firstInput: Int32Array;
  inputs: Int32Array;
  /** [nodes × words] Masks of the inputs from terminals, and of the inputs that a further packet may leave. */
  protected fromTerminals: Int32Array;
  protected openInputs: Int32Array;

  /** [queues + slots] 1 while the head of a queue requests; not kept where queues are by output. */
  readonly asks: Uint8Array;
  protected readonly hasWays: boolean;
  protected ways: Int32Array;
  /** Queues with heads that may request in this cycle, and complements of packets that may join an output queue. */
  protected fresh: Int32Array;
  protected readonly routed: Int32Array;
  protected readonly eligible: Int32Array;
  protected present = 0;
  protected readonly groupBusy = new Int32Array(this.network.groupCapacity.length);
  protected readonly groupRoom = Int32Array.from(this.network.groupCapacity, Math.floor);

  protected readonly head: Int32Array;
  protected readonly forwards: boolean;

  protected readonly crossings = new Crossings();

  constructor(rules: CutThroughRules, plan: Plan) {
    super(rules.injectionSlots, plan);
    const { network, routing, links, switches = plainSwitch } = plan;
    const { head, firstOut, forwards } = network;
    // | 0 tells the compiler that these numbers are integers: results of powers and divisions may be kept as floats.
    const K = routing.classes | 0;
    const C = head.length;
    const Q = C * K;
    const N = firstOut.length - 1;
    const { T, L } = this;
    const slots = rules.injectionSlots | 0;
    this.routing = routing;
    this.head = head;
    this.forwards = forwards;
    [this.K, this.Q] = [K, Q];
    this.capacity = rules.queue | 0;
    this.switches = switches;
    this.isShared = rules.selection === "shared";
    this.storeAndForward = rules.storeAndForward;
    this.choosing = selections[rules.selection];
    this.tiesAtRandom = rules.ties === "random" || this.choosing.by === "chance";
    this.networkFirst = rules.priority === "network-first";
    this.arbitration = rules.arbitration;
    this.selectionKey = streamKey(plan.seed, "selection");
    this.arbitrationKey = streamKey(plan.seed, "arbitration");
    this.hasState = routing.begin !== undefined || routing.next !== undefined || routing.adapt !== undefined;
    this.hasRings = routing.rings !== undefined;
    this.lists = new RequestLists(K, 1, routing.maxCandidates > 1 ? N : 1);

    this.perCycle = links === undefined ? new Int32Array(C).fill(1) : links.perCycle;
    this.perPhit = links === undefined ? new Int32Array(C).fill(1) : links.perPhit;
    this.delay = links === undefined ? new Int32Array(C) : Int32Array.from(links.delay);
    this.mayRunDry = this.perCycle.some((p, c) => p * this.perPhit[0] !== this.perPhit[c] * this.perCycle[0]);
    const time = (phits: number, c: number) => (phits * this.perPhit[c]) / this.perCycle[c];
    this.wholeTime = Int32Array.from(head, (_, c) => (Number.isInteger(time(L, c)) ? time(L, c) : 0));
    this.creditTime = Int32Array.from(head, (n, c) => this.delay[c] + (n < T ? 0 : switches.creditDelay));
    this.byOutput = switches.queues !== "input";
    this.byInputAndOutput = switches.queues === "virtual-output";
    this.bufferPlaces = Math.floor(switches.outputBuffer / L);
    const { speedup } = switches;
    this.crossWays = (speedup === 0 ? K : Math.min(speedup, K)) | 0;
    this.crossPerCycle = (speedup === 0 ? 1 : speedup) | 0;
    this.crossPerPhit = (speedup === 0 ? 1 : this.crossWays) | 0;
    this.crossTime = Math.ceil((L * this.crossPerPhit) / this.crossPerCycle) | 0;
    this.crossAhead = Int32Array.from(head, (_, c) => {
      const { crossPerCycle, crossPerPhit, perCycle, perPhit } = this;
      const ahead = (L - 1) * (crossPerPhit * perCycle[c] - perPhit[c] * crossPerCycle);
      return Math.max(0, Math.ceil(ahead / (crossPerCycle * perCycle[c])));
    });
    this.slowestTime = head.reduce((most, _, c) => Math.max(most, Math.ceil(time(L, c)) + this.delay[c] + 2), 0) + this.crossPerPhit;
    const atOnce = (this.byInputAndOutput ? Math.max(1, speedup) : speedup) || K;
    this.waysOut = switches.queues === "output" ? 0x7fffffff : (this.bufferPlaces > 0 ? Math.min(atOnce, K) : atOnce) | 0;
    this.limitsWays = this.waysOut < K || this.byInputAndOutput;

    this.V = new Int32Array(Q << vc.shift);
    this.B = new Int32Array(this.bufferPlaces > 0 || switches.queues === "output" ? Q << vc.shift : 0);
    this.H = new Int32Array(C << channel.shift);
    this.X = new Int32Array(this.pool.records.length).fill(-1);
    this.unusedEvent = this.linkEvents(0);
    this.writeChannels();

    const inputs = layOutInputs(network, K, this.injection.slots);
    this.firstInput = inputs.firstInput;
    this.inputBits = inputs.inputBits;
    this.words = inputs.words;
    this.inputs = inputs.inputs;
    this.fromTerminals = inputs.fromTerminals;
    this.openInputs = new Int32Array(N * inputs.words).fill(-1);
    this.asks = new Uint8Array(Q + slots * T);
    this.hasWays = !this.hasState && N * T <= 2 ** 16;
    this.ways = new Int32Array(this.hasWays ? N * T : 0).fill(-1);
    // At most three packets per channel can request first in the same cycle, and one more may be new.
    this.fresh = new Int32Array(4 * Q + 2 * slots * T);
    this.routed = new Int32Array(routing.maxCandidates);
    this.eligible = new Int32Array(routing.maxCandidates);

    this.writeQueues(inputs.placeOf);
  }

  /** Writes the constant fields of the records of channels. */
  private writeChannels(): void {
    const { H, T, head, delay, perPhit, perCycle, switches } = this;
    const { tail } = this.network;
    for (let c = 0; c < head.length; c++) {
      const h = c << channel.shift;
      H[h + channel.takesWhole] = this.wholeTime[c];
      H[h + channel.takesHead] = Math.ceil(perPhit[c] / perCycle[c]) + delay[c];
      H[h + channel.takesLength] = delay[c];
      H[h + channel.takesCredit] = this.creditTime[c];
      H[h + channel.takesAsking] = head[c] < T ? 0 : switches.pipeline;
      H[h + channel.toTerminal] = head[c] < T ? 1 : 0;
      H[h + channel.fromSwitch] = tail[c] < T ? 0 : 1;
    }
  }

  /** @param placeOf [queues] Node and input of each queue. */
  private writeQueues(placeOf: Int32Array): void {
    const { V, B, K, T, head } = this;
    for (let q = 0; q < placeOf.length; q++) {
      const v = q << vc.shift;
      const c = Math.floor(q / K);
      V[v + vc.at] = placeOf[q];
      V[v + vc.channel] = c;
      for (const list of [vc.first, vc.last, vc.firstLeaving, vc.lastLeaving]) V[v + list] = -1;
      V[v + vc.enterAt] = longAgo;
      V[v + vc.places] = head[c] < T ? 2 ** 30 : this.placesAt(head[c]);
      for (const list of [buffer.first, buffer.last, buffer.outFirst, buffer.outLast]) B[v + list] = -1;
      for (const time of [buffer.crossAt, buffer.crossCame, buffer.ejectAt]) B[v + time] = longAgo;
    }
  }

  /** Slots of each queue at node `node`. With virtual output queues there are that many for each output. */
  private placesAt(n: number): number {
    const { firstOut } = this.network;
    return this.byInputAndOutput && n >= this.T ? this.capacity * (firstOut[n + 1] - firstOut[n]) : this.capacity;
  }

  placesBehind(id: number): number {
    return this.placesAt(this.V[(id << vc.shift) + vc.at] >> this.inputBits);
  }

  channelOf(id: number): number {
    return this.K === 1 ? id : (id / this.K) | 0;
  }

  /** Whether a channel leaves a switch with output buffers. */
  hasBuffers(c: number): boolean {
    return this.bufferPlaces > 0 && this.network.tail[c] >= this.T;
  }

  // Events.

  /** Links the records from `from` on into the list of free events; returns the first. */
  private linkEvents(from: number): number {
    const { events } = this;
    const count = events.length >> event.shift;
    for (let e = from; e < count; e++) events[(e << event.shift) + event.next] = e + 1 < count ? (e + 1) << event.shift : -1;
    return from << event.shift;
  }

  /** Enlarges the event arrays; returns the first new event. */
  protected growEvents(): number {
    const count = this.events.length >> event.shift;
    const next = growth.next(count);
    this.events = longer(this.events, next << event.shift);
    this.eventParts = longer(this.eventParts, next);
    this.eventCame = longer(this.eventCame, next);
    this.eventCamePart = longer(this.eventCamePart, next);
    return this.linkEvents(count);
  }

  /** Schedules an event for cycle `time`; returns its record. */
  protected schedule(time: number, does: number, q: number, p: number, id: number): number {
    const e = this.unusedEvent < 0 ? this.growEvents() : this.unusedEvent;
    const { events, wheel, wheelMask } = this;
    this.unusedEvent = events[e + event.next];
    const slot = time & wheelMask;
    events[e + event.next] = wheel[slot];
    wheel[slot] = e;
    events[e + event.time] = time;
    events[e + event.does] = does;
    events[e + event.queue] = q;
    events[e + event.packet] = p;
    events[e + event.output] = id;
    if (time > this.quietAfter) this.quietAfter = time;
    return e;
  }

  protected giveBack(e: number): void {
    this.events[e + event.next] = this.unusedEvent;
    this.unusedEvent = e;
  }

  protected endLeaving(e: number, q: number): void {
    const { events, V } = this;
    const v = q << vc.shift;
    let before = -1;
    for (let each = V[v + vc.firstLeaving]; each !== e; each = events[each + event.leaving]) before = each;
    const following = events[e + event.leaving];
    if (before < 0) V[v + vc.firstLeaving] = following;
    else events[before + event.leaving] = following;
    if (following < 0) V[v + vc.lastLeaving] = before;
  }

  /** Time jumps over idle cycles: nothing to reset. */
  protected forget(): void {}

  /** Enlarges `packetFields` to the size of the packet pool. */
  protected growExtra(): void {
    const before = this.X.length;
    this.X = longer(this.X, this.pool.records.length);
    this.X.fill(-1, before);
  }

  // Occupancy of queues, as seen by their senders.

  /**
   * Phits, at most L, that a transfer over a channel has delivered by cycle `cycle`. It began in cycle `startCycle` and part `startPart`.
   * Here p and q are the units per cycle and per phit of the channel.
   */
  protected brought(c: number, began: number, part: number, t: number): number {
    const cycles = t - began;
    if (cycles <= 0) return 0;
    const { L } = this;
    const p = this.perCycle[c];
    const q = this.perPhit[c];
    if (p === q) return cycles < L ? cycles : L;
    // Return early for old transfers, so that no product overflows.
    if (this.wholeTime[c] > 0 && cycles >= this.wholeTime[c]) return L;
    const phits = Math.floor((cycles * p - part) / q);
    return phits < L ? phits : L;
  }

  /** Phits in the output buffer before virtual channel `vcId`, if there is one, and in the queue behind it, in cycle `cycle`. */
  protected phitsIn(id: number, t: number): number {
    const { V, B, L } = this;
    const v = id << vc.shift;
    const c = this.channelOf(id);
    let phits = Math.imul(V[v + vc.held], L);
    if (this.bufferPlaces > 0 && this.hasBuffers(c)) {
      phits += Math.imul(B[v + buffer.standing], L);
      phits += this.crossedTo(v, c, t);
      phits -= this.brought(c, B[v + buffer.ejectAt], B[v + buffer.ejectPart], t);
    } else phits += this.brought(c, V[v + vc.enterAt], V[v + vc.enterPart], t) - L;
    let e = V[v + vc.firstLeaving];
    if (e < 0) return phits;
    const { events } = this;
    const known = t - this.creditTime[c];
    for (; e >= 0; e = events[e + event.leaving]) {
      const began = events[e + event.began];
      const i = e >> event.shift;
      phits -=
        (events[e + event.does] & event.wentThrough) !== 0
          ? this.crossed(c, began, this.eventCame[i], this.eventCamePart[i], known)
          : this.brought(this.channelOf(events[e + event.output]), began, this.eventParts[i], known);
    }
    return phits;
  }

  /**
   * Phits, at most L, of the last packet that have crossed to the output buffer of record `vcIndex` by cycle `cycle`. Phits that have left
   * over the channel count as crossed: on a fast channel the last phit may leave before its crossing is complete.
   */
  private crossedTo(v: number, c: number, t: number): number {
    const { V, B } = this;
    const phits = this.crossed(B[v + buffer.crossFrom], B[v + buffer.crossAt], B[v + buffer.crossCame], B[v + buffer.crossCamePart], t);
    if (phits === this.L || B[v + buffer.standing] > 0) return phits;
    const isEjected = B[v + buffer.ejectAt] > V[v + vc.enterAt];
    const gone = this.brought(
      c,
      isEjected ? B[v + buffer.ejectAt] : V[v + vc.enterAt],
      isEjected ? B[v + buffer.ejectPart] : V[v + vc.enterPart],
      t,
    );
    return Math.max(phits, gone);
  }

  /**
   * Phits, at most L, of a packet that have crossed a switch by cycle `cycle`. The packet began to cross in cycle `startCycle` and had come
   * over channel `channelId`.
   */
  private crossed(c: number, began: number, came: number, part: number, t: number): number {
    const { L, crossPerCycle, crossPerPhit } = this;
    if (t <= began) return 0;
    if (t - began >= this.crossTime && came + this.slowestTime <= t) return L;
    // Phits cross as they arrive, one phit time later.
    const p = this.perCycle[c];
    const parts = ((t - came - this.delay[c]) * crossPerCycle - crossPerPhit) * p - part * crossPerCycle;
    const come = Math.floor(parts / (this.perPhit[c] * crossPerCycle));
    return Math.max(0, Math.min(L, come, Math.floor(((t - began) * crossPerCycle) / crossPerPhit)));
  }

  /**
   * The first cycle in which packet `p`, which came over channel `channelId`, has crossed a switch completely, if it begins in cycle
   * `cycle`.
   */
  protected crossEnd(p: number, c: number, t: number): number {
    const { X, perCycle, perPhit, crossPerCycle, crossPerPhit, L } = this;
    const x = p << packet.shift;
    // At most one phit crosses per cycle.
    if (perCycle[c] === perPhit[c]) return Math.max(t + this.crossTime, X[x + packet.cameAt] + this.delay[c] + L + 1);
    const units = X[x + packet.camePart] + L * perPhit[c];
    const comes = Math.ceil((units * crossPerCycle + crossPerPhit * perCycle[c]) / (perCycle[c] * crossPerCycle));
    return Math.max(t + this.crossTime, X[x + packet.cameAt] + this.delay[c] + comes);
  }

  /** The first cycle in which packet `p` can begin on channel `next` without underrun. */
  protected soonestBeyond(p: number, c: number, next: number, t: number): number {
    const { X, perCycle, perPhit, L } = this;
    const x = p << packet.shift;
    const crosses = this.crossAhead[next];
    // Its header has arrived, and the next channel is not faster.
    if (perCycle[c] === perPhit[c] && perPhit[next] >= perCycle[next]) return t + crosses;
    const units = X[x + packet.camePart] + L * perPhit[c];
    const comes = Math.ceil((units * perCycle[next] - (L - 1) * perPhit[next] * perCycle[c]) / (perCycle[c] * perCycle[next]));
    return Math.max(t + crosses, X[x + packet.cameAt] + this.delay[c] + comes);
  }

  /** Phits in all queues behind a channel in cycle `observedCycle`; adaptive routings read it. */
  protected readonly phitsBehind = (channel: number): number => {
    let sum = 0;
    for (let id = channel * this.K; id < (channel + 1) * this.K; id++) sum += this.phitsIn(id, this.present);
    return sum;
  };

  /**
   * The virtual channel with the fewest phits behind its channel, then in its own queue, of the first `count` of `eligible`; ties by the
   * rule.
   * @param q The requesting queue.
   */
  protected emptiest(count: number, q: number, t: number): number {
    const { eligible, K } = this;
    let least = 0x7fffffff;
    let leastOwn = 0x7fffffff;
    let equal = 0;
    let channel = -1;
    let behind = 0;
    for (let i = 0; i < count; i++) {
      const id = eligible[i];
      const own = this.phitsIn(id, t);
      const c = this.channelOf(id);
      if (K === 1) behind = own;
      else if (c !== channel) {
        channel = c;
        behind = 0;
        for (let each = c * K; each < c * K + K; each++) behind += each === id ? own : this.phitsIn(each, t);
      }
      if (behind > least || (behind === least && own > leastOwn)) continue;
      if (behind < least || own < leastOwn) {
        least = behind;
        leastOwn = own;
        equal = 0;
      }
      eligible[equal++] = id;
    }
    return equal > 1 && this.tiesAtRandom ? eligible[below(mix(this.selectionKey, t, q), equal)] : eligible[0];
  }

  // Requests.

  frontOf(q: number): number {
    return q < this.Q ? this.V[(q << vc.shift) + vc.first] : this.injection.slots[((q - this.Q) << slotShift) + slotPacket];
  }

  protected placeOf(q: number): number {
    return q < this.Q ? this.V[(q << vc.shift) + vc.at] : this.injection.slots[((q - this.Q) << slotShift) + slotAt];
  }

  /** Whether packets in queue `q` are moved to output queues as soon as they may request. */
  isByOutput(q: number): boolean {
    return this.byOutput && q < this.Q && this.V[(q << vc.shift) + vc.at] >> this.inputBits >= this.T;
  }

  /**
   * Number of virtual channels in a candidate set, and its i-th member. A set is the complement of a virtual channel, or the record of a
   * candidate list.
   */
  sizeOf(set: number): number {
    return set < 0 ? 1 : this.lists.records[set + listSize];
  }

  memberOf(set: number, i: number): number {
    return set < 0 ? ~set : this.lists.members[this.lists.records[set + listStart] + 2 * i] >> 2;
  }

  /** Candidate set of packets with destination `destination` at node `node`. */
  protected waysOf(n: number, to: number, state: number): number {
    if (this.hasWays) {
      const known = this.ways[n * this.T + to];
      // −1 means not cached, so complements are stored 1 lower.
      if (known !== -1) return known < -1 ? known + 1 : known;
    }
    const { routed } = this;
    const count = this.routing.route(n, to, state, routed);
    const set = count === 1 || this.choosing.by === "order" ? ~routed[0] : this.lists.find(routed, count) << listShift;
    if (this.hasWays) this.ways[n * this.T + to] = set < 0 ? set - 1 : set;
    return set;
  }

  /**
   * The first cycle in which packet `p`, which came over channel `channelId`, can begin on every channel of a candidate set without
   * underrun.
   */
  protected soonest(p: number, c: number, set: number): number {
    const { perCycle, perPhit, L } = this;
    const x = p << packet.shift;
    const units = this.X[x + packet.camePart] + L * perPhit[c];
    let cycles = 0;
    for (let i = 0; i < this.sizeOf(set); i++) {
      const next = this.channelOf(this.memberOf(set, i));
      const before = (units * perCycle[next] - (L - 1) * perPhit[next] * perCycle[c]) / (perCycle[c] * perCycle[next]);
      cycles = Math.max(cycles, Math.ceil(before));
    }
    return this.X[x + packet.cameAt] + this.delay[c] + cycles;
  }

  /**
   * Makes the injection decision of an adaptive routing, where the packet has just left its terminal or is still undecided: minimal or
   * non-minimal.
   */
  protected decide(p: number, n: number, to: number, t: number): void {
    const { routing } = this;
    const { records } = this.pool;
    const record = p << packetShift;
    const state = records[record + stateOf];
    if (routing.adapt === undefined || !decides(routing, records[record + hops], state)) return;
    this.present = t;
    records[record + stateOf] = routing.adapt(n, to, state, this.phitsBehind);
  }

  /** Free slots that the queue or buffer of `vcId` must have for a packet from queue `q`: 2 to enter a ring, otherwise 1. */
  placesFor(id: number, q: number): number {
    const { rings } = this.routing;
    return rings !== undefined && rings[id] >= 0 && (q >= this.Q || rings[q] !== rings[id]) ? 2 : 1;
  }

  /** Whether packet `p` is consumed at the end of channel `channelId`. */
  isConsumedAt(c: number, p: number): boolean {
    const n = this.head[c];
    return n < this.T && (!this.forwards || n === (this.pool.records[(p << packetShift) + ends] & 0xffff));
  }

  /** Whether the next buffer or queue on the path over `vcId` has a credit for packet `p` from queue `q`. */
  protected hasRoomFor(p: number, q: number, id: number): boolean {
    const { V, B } = this;
    const c = this.channelOf(id);
    const v = id << vc.shift;
    if (this.hasBuffers(c)) return B[v + buffer.held] + this.placesFor(id, q) <= this.bufferPlaces;
    return this.isConsumedAt(c, p) || V[v + vc.held] + this.placesFor(id, q) <= this.placesBehind(id);
  }

  protected isExhausted(c: number): boolean {
    const g = this.network.group[c];
    return g >= 0 && this.groupBusy[g] >= this.groupRoom[g];
  }

  // Linked lists of packets.

  protected removeFirst(lists: Int32Array, from: number): number {
    const { X } = this;
    const p = lists[from];
    const following = X[(p << packet.shift) + packet.next];
    lists[from] = following;
    if (following < 0) lists[from + 1] = -1;
    else X[(following << packet.shift) + packet.previous] = -1;
    return p;
  }

  /**
   * Whether packet `a` joined its output queue before packet `b`. Ties between inputs are broken by a hash. Here p and q are the virtual
   * channels by which the packets came.
   */
  protected isBefore(a: number, b: number): boolean {
    const { X, arbitrationKey } = this;
    const since = X[(a << packet.shift) + packet.joined];
    if (since !== X[(b << packet.shift) + packet.joined]) return since < X[(b << packet.shift) + packet.joined];
    const p = X[(a << packet.shift) + packet.cameBy];
    const q = X[(b << packet.shift) + packet.cameBy];
    // Packets of the same queue keep their order of arrival.
    if (p === q) return this.isOlder(a, b);
    const drawn = mix(arbitrationKey, since, p);
    const other = mix(arbitrationKey, since, q);
    return drawn === other ? p < q : drawn < other;
  }

  private isOlder(a: number, b: number): boolean {
    const { X } = this;
    const [x, y] = [a << packet.shift, b << packet.shift];
    if (X[x + packet.cameAt] !== X[y + packet.cameAt]) return X[x + packet.cameAt] < X[y + packet.cameAt];
    return X[x + packet.camePart] < X[y + packet.camePart];
  }

  /** Inserts packet `p` into an output queue, behind all packets that joined before it. */
  protected insert(lists: Int32Array, from: number, p: number): void {
    const { X } = this;
    let before = lists[from + 1];
    while (before >= 0 && this.isBefore(p, before)) before = X[(before << packet.shift) + packet.previous];
    const following = before < 0 ? lists[from] : X[(before << packet.shift) + packet.next];
    X[(p << packet.shift) + packet.previous] = before;
    X[(p << packet.shift) + packet.next] = following;
    if (before < 0) lists[from] = p;
    else X[(before << packet.shift) + packet.next] = p;
    if (following < 0) lists[from + 1] = p;
    else X[(following << packet.shift) + packet.previous] = p;
  }

  // Counters that the recorder reads.

  protected flushSince(c: number): void {
    this.sumSince[c] += this.H[(c << channel.shift) + channel.sinceInjection];
    this.H[(c << channel.shift) + channel.sinceInjection] = 0;
  }

  protected flushWaited(q: number): void {
    this.sumWaited[this.channelOf(q)] += this.V[(q << vc.shift) + vc.waited];
    this.V[(q << vc.shift) + vc.waited] = 0;
  }

  protected phitsOn(c: number): number {
    const h = c << channel.shift;
    const { H, L } = this;
    return H[h + channel.carried] === 0
      ? 0
      : (H[h + channel.carried] - 1) * L + this.brought(c, H[h + channel.beganAt], H[h + channel.beganPart], this.now);
  }

  protected waitingBehind(c: number): number {
    let sum = this.sumWaited[c];
    for (let id = c * this.K; id < (c + 1) * this.K; id++) sum += this.V[(id << vc.shift) + vc.waited];
    return sum;
  }

  protected sinceInjectionOn(c: number): number {
    return this.sumSince[c] + this.H[(c << channel.shift) + channel.sinceInjection];
  }

  protected queuedBehind(c: number): number {
    const { V, events } = this;
    let sum = 0;
    for (let id = c * this.K; id < (c + 1) * this.K; id++) {
      const v = id << vc.shift;
      sum += V[v + vc.standing];
      for (let e = V[v + vc.firstLeaving]; e >= 0; e = events[e + event.leaving]) {
        const isGone = (events[e + event.does] & event.freesPlace) !== 0 && events[e + event.time] - this.creditTime[c] < this.now;
        if (!isGone) sum++;
      }
    }
    return sum;
  }

  /** Candidate set that packet `p` requests. */
  askedBy(p: number): number {
    return this.pool.records[(p << packetShift) + asksBy];
  }
}
