// hot: no allocation, no for-of, no destructuring inside `run` and what it calls.
/**
 * Wormhole flow control, exact to the cycle; `wormhole.ts` describes a cycle.
 *
 * Every phase reads the state that earlier cycles left and writes afterwards, and random choices are hashes of (cycle, buffer or virtual
 * channel). So the result does not depend on the order of visits.
 *
 * A buffer is a count of flits and a ring of the packets that they belong to: the flits of a packet are interchangeable, and packets follow
 * each other. Two bit sets (`vc-bit-sets.ts`) hold the virtual channels that have a flit to carry, and those that have a credit. The first
 * set changes when a flit enters an empty buffer or leaves one empty; the second when the last slot is taken or its credit returns. Virtual
 * channels in both sets carry a flit. So a blocked worm costs only its header, which requests in every cycle, and not even that with
 * allocators (`allocators.ts`). Where many channels carry flits, they are visited in the order of memory. Where few do, they are visited in
 * order of activation, so that headers are adjacent and branches are predictable.
 *
 * Buffers are numbered channel × vcs + virtual channel, like the virtual channels that lead into them. Injection slots follow, slot ×
 * terminals + terminal, as buffers for one whole packet.
 */
import { growth, longer, powerOfTwo } from "../../base/arrays.ts";
import { below, mix, streamKey, trace } from "../../base/random.ts";
import type { Plan } from "../../plan/plan.ts";
import { type CompiledRouting, decides } from "../../plan/routing.ts";
import type { Crossing, Ends, Holder, Simulation, Wait, Waiter, Worm } from "../../simulation/contract.ts";
import { circleOfWaits } from "../../simulation/watchdog.ts";
import { slotPacket, slotShift, slotTerminal } from "../injection.ts";
import { Crossings, type Inspected, type QueuedPacket, waitsAround } from "../inspector.ts";
import { PacketClock } from "../packet-clock.ts";
import { created, ends, hops, injected, messageOf, packetShift, ready, stateOf } from "../packet-pool.ts";
import { listShift, listSize, listStart, RequestLists } from "../cut-through/request-lists.ts";
import { bufferShift, front, grantedAt, holderOf, leftAt, packets } from "./records/buffer.ts";
import { flowShift, heldBy, output, servedAt, toGo } from "./records/virtual-channel.ts";
import { WormholeRounds } from "./rounds.ts";
import { mostPackets, type WormholeRules, wormSelections } from "./rules.ts";
import { exclude, has, include, WormholeSets } from "./sets.ts";

/** Starts a simulation of a plan under these rules, at cycle 0. */
export function startWormhole(rules: WormholeRules, plan: Plan): Simulation {
  return new Wormhole(rules, plan);
}

// Record of the best virtual channels of a candidate list, evaluated at most once per cycle.
const bestShift = 3;
/** Cycle of the last evaluation; number of best virtual channels; and their start in `ids`. */
const askedAt = 0;
const bestCount = 1;
const bestStart = 2;
/** A word of the bit sets, and the mask in it of the list's first members; start and end of the other members in the lists. */
const bitsAt = 3;
const bits = 4;
const others = 5;
const membersEnd = 6;

/** Caches the best virtual channels of each candidate list within a cycle. */
class BestOfLists {
  /** [lists << bestShift] */
  records = new Int32Array(0);
  ids = new Int32Array(0);
  private known = 0;

  constructor(
    private readonly lists: RequestLists,
    private readonly sets: WormholeSets,
  ) {}

  /** Adds records for new lists. */
  holdAll(): void {
    const { count, members } = this.lists;
    if (count === this.known) return;
    if (count << bestShift > this.records.length) this.records = longer(this.records, growth.next(count) << bestShift);
    if (members.length > this.ids.length) this.ids = longer(this.ids, members.length);
    for (; this.known < count; this.known++) this.hold(this.known);
  }

  /** Writes the constant fields of a new list's record: its members in the first word of the bit sets, and the range of the others. */
  private hold(list: number): void {
    const { records, sets } = this;
    const { members } = this.lists;
    const best = list << bestShift;
    let i = this.lists.records[(list << listShift) + listStart];
    const end = i + 2 * this.lists.records[(list << listShift) + listSize];
    records[best + askedAt] = -1;
    records[best + bestStart] = i;
    records[best + bitsAt] = sets.placeOf(members[i] >> 2) >> 5;
    for (; i < end; i += 2) {
      const place = sets.placeOf(members[i] >> 2);
      if (place >> 5 !== records[best + bitsAt]) break;
      records[best + bits] |= 1 << (place & 31);
    }
    records[best + others] = i;
    records[best + membersEnd] = end;
  }

  /** Whether any virtual channel of a list can be granted. */
  isOpen(list: number): boolean {
    const { records, sets } = this;
    const best = list << bestShift;
    const number = records[best + bitsAt];
    if ((sets.roomy[number] & ~sets.closed[number] & records[best + bits]) !== 0) return true;
    const { members } = this.lists;
    const end = records[best + membersEnd];
    for (let i = records[best + others]; i < end; i += 2) if (sets.isOpen(members[i] >> 2)) return true;
    return false;
  }
}

export class Wormhole extends PacketClock {
  readonly inspected: Inspected = this;
  private readonly routing: CompiledRouting;
  private readonly lists: RequestLists;
  /** Virtual channels per channel; buffers behind channels, which is the number of virtual channels; flits per buffer. */
  protected readonly K: number;
  protected readonly Q: number;
  protected readonly room: number;
  private readonly freeOnly: boolean;
  private readonly keeps: boolean;
  /** Channels that a header draws on arrival; 0 if it may take all candidates. */
  private readonly drawn: number;
  private readonly byOrder: boolean;
  private readonly byChance: boolean;
  private readonly byChannel: boolean;
  private readonly hasEscapes: boolean;
  private readonly tiesAtRandom: boolean;
  private readonly networkFirst: boolean;
  protected readonly whenEmpty: boolean;
  private readonly hasOneSlot: boolean;
  private readonly arbitration: WormholeRules["arbitration"];
  private readonly selectionKey: number;
  protected readonly arbitrationKey: number;

  protected readonly sets: WormholeSets;
  /** [virtual channels << bufferShift], [(vcCount + slots) << flowShift] */
  protected readonly B: Int32Array;
  protected readonly V: Int32Array;
  /** [virtual channels + slots] Flits in each buffer. */
  protected readonly flits: Uint16Array;
  /** [virtual channels << ringBits] Packets of each buffer, by number. */
  private readonly ring: Int32Array;
  protected readonly ringBits: number;
  /**
   * Buffers whose heads request, in any order; position of each of them; and its request: a virtual channel, or vcCount + a candidate list.
   */
  protected readonly askers: Int32Array;
  private readonly placeOf: Int32Array;
  private readonly asks: Int32Array;
  /** Buffers whose heads begin to request in the next cycle. */
  protected readonly fresh: Int32Array;
  /** Virtual channels requested in this cycle; the first requester of each, −1 for none; and the next requester of the same one. */
  protected readonly requested: Int32Array;
  protected readonly firstRequest: Int32Array;
  private readonly nextRequest: Int32Array;
  /** [virtual channels] Buffer that was granted a virtual channel last, for round-robin arbitration. */
  private readonly lastServed: Int32Array;
  /** [channels] Position of the virtual channel that was served last. */
  protected readonly servedClass: Uint16Array;
  /** Virtual channels that carry a flit in this cycle. */
  protected readonly moving: Int32Array;
  private moves = 0;
  /** Packets whose tails have reached their terminals. */
  private readonly arrived: Int32Array;
  private arrivedCount = 0;
  /** Channels with a shared capacity that have a flit to carry in this cycle, and their virtual channels. */
  protected readonly sharing: Int32Array;
  protected readonly sharingBy: Int32Array;
  /** [channels] Flits of packets whose tails have crossed the channel. */
  protected readonly carried: Float64Array;
  private readonly waitedBehind: Float64Array;
  protected readonly sinceInjection: Float64Array;
  /**
   * [channels] Candidate set of packets that take the parallel outputs beginning with a channel, −1 before it is known; empty where the
   * routing has no parallel outputs.
   */
  private readonly setOfRow: Int32Array;
  private readonly routed: Int32Array;
  private readonly eligible: Int32Array;
  private equal = 0;
  private readonly best: BestOfLists;
  /** Allocators, for the selection *shared*; null where virtual channels are requested. */
  protected readonly rounds: WormholeRounds | null;
  private readonly forwards: boolean;
  private readonly crossings = new Crossings();

  constructor(rules: WormholeRules, plan: Plan) {
    super(rules.injectionSlots, plan);
    const { network, routing, packetPhits, seed } = plan;
    const K = routing.classes | 0;
    const C = network.head.length;
    const Q = C * K;
    const slots = this.injection.slots.length >> slotShift;
    const { freeOnly, keeps, by, ...others } = wormSelections[rules.selection];
    this.routing = routing;
    this.lists = new RequestLists(K, 1, routing.maxCandidates > 1 ? 256 : 1);
    [this.K, this.Q] = [K, Q];
    this.room = rules.buffer | 0;
    this.forwards = network.forwards;
    this.freeOnly = freeOnly;
    this.keeps = keeps;
    this.drawn = "drawn" in others ? others.drawn : 0;
    this.byOrder = by === "order";
    this.byChance = by === "chance";
    this.byChannel = by === "channel" && K > 1;
    this.hasEscapes = this.byChannel && routing.escape !== undefined;
    this.tiesAtRandom = rules.ties === "random" || by === "chance";
    this.networkFirst = rules.priority === "network-first";
    this.whenEmpty = rules.handover === "when-empty";
    this.hasOneSlot = slots === this.T;
    this.arbitration = rules.arbitration;
    this.selectionKey = streamKey(seed, "selection");
    this.arbitrationKey = streamKey(seed, "arbitration");
    this.ringBits = 31 - Math.clz32(powerOfTwo(this.whenEmpty ? 1 : mostPackets(rules.buffer, packetPhits)));
    this.ring = new Int32Array(Q << this.ringBits);
    this.sets = new WormholeSets(C, K, network.groupCapacity.length === 0);
    this.best = new BestOfLists(this.lists, this.sets);
    this.B = new Int32Array(Q << bufferShift);
    this.V = new Int32Array((Q + slots) << flowShift).fill(-1);
    this.flits = new Uint16Array(Q + slots);
    this.askers = new Int32Array(Q + slots);
    this.placeOf = new Int32Array(Q + slots);
    this.asks = new Int32Array(Q + slots);
    const { sets, flits, asks, lists, pool } = this;
    const packetIn = (q: number) => this.packetIn(q);
    this.rounds = rules.selection === "shared" ? new WormholeRounds(rules, plan, { sets, flits, asks, lists, pool, packetIn }) : null;
    this.fresh = new Int32Array(Q + 2 * slots);
    this.requested = new Int32Array(Q);
    this.firstRequest = new Int32Array(Q).fill(-1);
    this.nextRequest = new Int32Array(Q + slots);
    this.lastServed = new Int32Array(rules.arbitration === "round-robin" && this.rounds === null ? Q : 0).fill(-1);
    this.servedClass = new Uint16Array(C).fill(K - 1);
    this.moving = new Int32Array(C + 1);
    this.arrived = new Int32Array(C);
    const isGrouped = network.groupCapacity.length > 0;
    this.sharing = new Int32Array(isGrouped ? C : 0);
    this.sharingBy = new Int32Array(isGrouped ? C : 0);
    this.carried = new Float64Array(C);
    this.waitedBehind = new Float64Array(C);
    this.sinceInjection = new Float64Array(C);
    this.setOfRow = new Int32Array(routing.rows === undefined ? 0 : C).fill(-1);
    this.routed = new Int32Array(routing.maxCandidates);
    this.eligible = new Int32Array(routing.maxCandidates);
    for (let id = 0; id < Q; id++) this.B[(id << bufferShift) + leftAt] = -1;
    for (let slot = 0; slot < slots; slot++) {
      this.injection.slots[(slot << slotShift) + slotPacket] = -1;
      this.injection.slots[(slot << slotShift) + slotTerminal] = slot % this.T;
    }
  }

  protected forget(): void {
    // Nothing is scheduled ahead of time.
  }

  /** Simulates cycles up to `stop`. Phases: arrivals, injection, requests, grants, moves of flits. */
  protected run(stop: number, work: number): number {
    stop |= 0;
    work |= 0;
    const { Q, L, flits, injection, recorder, fresh, mayEnd, rounds } = this;
    let t = this.now | 0;
    let freshCount = this.newCount | 0;
    let done = 0;
    let isOver = false;
    this.grants = 0;
    for (; t < stop && done < work && !isOver; t = (t + 1) | 0) {
      const arrivals = this.arrivedCount;
      for (let i = 0; i < arrivals; i++) this.consume(this.arrived[i], t);
      this.arrivedCount = 0;
      isOver = arrivals > 0 && mayEnd && recorder.isComplete;

      if (injection.isDue(t)) {
        const before = freshCount;
        freshCount = injection.feed(t, fresh, freshCount, Q) | 0;
        for (let i = before; i < freshCount; i++) flits[fresh[i]] = L;
      }
      for (let i = 0; i < freshCount; i++) this.beginToAsk(fresh[i], t);
      const before = this.grants;
      if (rounds !== null) this.handOut(rounds, t);
      else if (this.asking > 0) this.grant(this.request(t), t);

      const moves = (this.moves = this.findMoves(t) | 0);
      freshCount = this.move(moves, t) | 0;
      done = (done + 1 + this.grants - before + (moves >> 2)) | 0;
      // Without requests, flits under way and arrivals, time may jump.
      if (this.asking === 0 && moves === 0 && this.arrivedCount === 0 && freshCount === 0) isOver = true;
    }
    this.now = t;
    this.newCount = freshCount;
    const isQuiet = this.asking === 0 && this.moves === 0 && this.arrivedCount === 0 && freshCount === 0;
    this.quietAfter = isQuiet ? t - 1 : t;
    return done;
  }

  // Buffers and virtual channels.

  protected channelOf(id: number): number {
    return this.sets.channelOf(id);
  }

  protected packetIn(q: number): number {
    const { Q, ring, ringBits } = this;
    return q < Q ? ring[(q << ringBits) + this.B[(q << bufferShift) + front]] : this.injection.slots[((q - Q) << slotShift) + slotPacket];
  }

  private destinationOf(q: number): number {
    return this.pool.records[(this.packetIn(q) << packetShift) + ends] & 0xffff;
  }

  private nodeOf(q: number): number {
    return q < this.Q ? this.network.head[this.channelOf(q)] : (q - this.Q) % this.T;
  }

  private isFromTerminal(q: number): boolean {
    const c = this.channelOf(q);
    return q >= this.Q || (this.network.tail[c] < this.T && this.network.head[c] >= this.T);
  }

  private isFree(id: number): boolean {
    return !this.sets.isClosed(id);
  }

  /** Whether a packet with destination `destination` has a credit for virtual channel `vc`. */
  private hasRoom(id: number, to: number): boolean {
    return this.flits[id] < this.room || this.network.head[this.channelOf(id)] === to;
  }

  private readonly flitsBehind = (channel: number): number => this.flitsFrom(channel * this.K);

  /** Flits behind the channel with first virtual channel `first`. */
  private flitsFrom(first: number): number {
    const { flits, K } = this;
    let sum = 0;
    for (let id = first; id < first + K; id++) sum += flits[id];
    return sum;
  }

  // Requests.

  /** The head of a buffer begins to request: its candidates are computed, after the injection decision of an adaptive routing. */
  protected beginToAsk(q: number, t: number): void {
    const { routing, rounds, setOfRow } = this;
    const { rows } = routing;
    const { records } = this.pool;
    const p = this.packetIn(q) << packetShift;
    const to = records[p + ends] & 0xffff;
    const n = this.nodeOf(q);
    if (routing.adapt !== undefined && q < this.Q && decides(routing, records[p + hops], records[p + stateOf])) {
      records[p + stateOf] = routing.adapt(n, to, records[p + stateOf], this.flitsBehind);
    }
    const row = rows === undefined ? -1 : rows.of(n, to);
    let set = row < 0 ? -1 : setOfRow[row];
    if (set < 0) {
      set = this.setOf(q, to, t);
      if (row >= 0 && this.drawn === 0) setOfRow[row] = set;
    }
    if (this.keeps && set >= this.Q) set = this.select(q, set - this.Q, to, t);
    this.asks[q] = set;
    this.placeOf[q] = this.asking;
    this.askers[this.asking++] = q;
    if (rounds !== null) rounds.join(q);
  }

  /**
   * Candidate set of the packet at the head of a buffer, with destination `destination`: a virtual channel, or vcCount + a candidate list.
   */
  private setOf(q: number, to: number, t: number): number {
    const { routing, routed } = this;
    const state = this.pool.records[(this.packetIn(q) << packetShift) + stateOf];
    let count = routing.route(this.nodeOf(q), to, state, routed);
    if (this.drawn > 0 && count > 1) count = this.draw(q, count, t);
    if (count === 1 || this.byOrder) return routed[0];
    const list = this.lists.find(routed, count);
    this.best.holdAll();
    return this.Q + list;
  }

  /**
   * The header at the head of a buffer draws one channel. Keeps the virtual channels of that channel among the first `count` of
   * `routeBuffer`; returns their number.
   */
  private draw(q: number, count: number, t: number): number {
    const { routed, eligible } = this;
    let channels = 0;
    for (let i = 0; i < count; i++) {
      const c = this.channelOf(routed[i]);
      let j = 0;
      while (j < channels && eligible[j] !== c) j++;
      if (j === channels) eligible[channels++] = c;
    }
    let best = -1;
    let least = 0x3fffffff;
    for (let i = 0; i < this.drawn; i++) {
      const c = eligible[below(mix(this.selectionKey + 1 + i, t, q), channels)];
      const behind = this.drawn === 1 ? 0 : this.flitsBehind(c);
      if (behind >= least) continue;
      best = c;
      least = behind;
    }
    let left = 0;
    for (let i = 0; i < count; i++) if (this.channelOf(routed[i]) === best) routed[left++] = routed[i];
    return left;
  }

  /** Collects all requests that could be granted, by virtual channel; returns the number of requested virtual channels. */
  protected request(t: number): number {
    const { Q, sets, askers, asks, asking, requested, firstRequest, nextRequest, forwards, best, tiesAtRandom } = this;
    let count = 0;
    for (let i = 0; i < asking; i++) {
      const q = askers[i];
      let id = asks[q];
      if (id >= Q) {
        const list = id - Q;
        if (forwards) id = this.select(q, list, this.destinationOf(q), t);
        else {
          if (!best.isOpen(list)) continue;
          // All requesters of a list see the same best virtual channels.
          const record = list << bestShift;
          if (best.records[record + askedAt] !== t) this.lookAt(list, t);
          const equal = best.records[record + bestCount];
          if (equal === 0) continue;
          const start = best.records[record + bestStart];
          id = best.ids[equal > 1 && tiesAtRandom ? start + below(mix(this.selectionKey, t, q), equal) : start];
        }
        if (id < 0) continue;
      }
      // A packet that leaves the network at the end of the channel needs no credit. Where terminals do not forward, their buffers are never
      // full.
      if (!sets.isOpen(id) && !(forwards && this.isFree(id) && this.hasRoom(id, this.destinationOf(q)))) continue;
      if (firstRequest[id] < 0) requested[count++] = id;
      nextRequest[q] = firstRequest[id];
      firstRequest[id] = q;
    }
    return count;
  }

  /** Evaluates a candidate list once per cycle; it counts as empty if none of its best virtual channels can be granted. */
  private lookAt(list: number, t: number): void {
    const { best, sets, eligible } = this;
    const record = list << bestShift;
    this.select(0, list, -1, t);
    const { equal } = this;
    let isOpen = false;
    for (let i = 0; i < equal; i++) {
      best.ids[best.records[record + bestStart] + i] = eligible[i];
      isOpen ||= sets.isOpen(eligible[i]);
    }
    best.records[record + askedAt] = t;
    best.records[record + bestCount] = isOpen ? equal : 0;
  }

  /**
   * The virtual channel of a list that the head of a buffer requests in cycle `cycle`, by the selection rule; −1 for none. The best ones
   * are left in `eligible`, their number in `tieCount`.
   */
  private select(q: number, list: number, to: number, t: number): number {
    const { eligible, freeOnly, byChance, byChannel, hasEscapes, flits } = this;
    const { records, members } = this.lists;
    const start = records[(list << listShift) + listStart];
    const size = records[(list << listShift) + listSize];
    let channel = -1;
    let sum = 0;
    let leastBehind = 0x3fffffff;
    let least = 0x3fffffff;
    let equal = 0;
    for (let i = start; i < start + 2 * size; i += 2) {
      const id = members[i] >> 2;
      if (freeOnly && !(this.isFree(id) && this.hasRoom(id, to))) continue;
      if (byChannel && members[i + 1] !== channel) {
        channel = members[i + 1];
        sum = this.flitsFrom(channel >> 2);
      }
      // With escape channels, a virtual channel that cannot be granted now ranks after all that can.
      const behind = hasEscapes && !(this.isFree(id) && this.hasRoom(id, to)) ? 0x3ffffffe : sum;
      const fullness = byChance ? 0 : flits[id];
      if (behind > leastBehind || (behind === leastBehind && fullness > least)) continue;
      if (behind < leastBehind || fullness < least) {
        leastBehind = behind;
        least = fullness;
        equal = 0;
      }
      eligible[equal++] = id;
    }
    this.equal = equal;
    if (equal === 0) return -1;
    return equal > 1 && this.tiesAtRandom ? eligible[below(mix(this.selectionKey, t, q), equal)] : eligible[0];
  }

  // Grants.

  /**
   * Due allocators grant virtual channels to waiting heads, one after the other. Allocators of terminals are included if `ofTerminals` is
   * true.
   */
  protected handOut(rounds: WormholeRounds, t: number, ofTerminals = true): void {
    for (let round = rounds.take(ofTerminals); round >= 0; round = rounds.take(ofTerminals)) {
      let grants = 0;
      for (let q = rounds.next(round, 0, t); q >= 0; q = rounds.next(round, grants, t)) {
        this.give(rounds.bestOf(q, t), q, t);
        grants++;
      }
    }
  }

  protected grant(count: number, t: number): void {
    const { requested, firstRequest } = this;
    for (let i = 0; i < count; i++) {
      const id = requested[i];
      const winner = this.winnerOf(id, t);
      firstRequest[id] = -1;
      this.give(id, winner, t);
    }
  }

  /** The buffer whose request for virtual channel `vc` is granted. */
  private winnerOf(id: number, t: number): number {
    const { firstRequest, nextRequest } = this;
    const first = firstRequest[id];
    if (nextRequest[first] < 0) return first;
    let isOpen = false;
    if (this.networkFirst) for (let q = first; q >= 0; q = nextRequest[q]) isOpen ||= !this.isFromTerminal(q);
    let count = 0;
    for (let q = first; q >= 0; q = nextRequest[q]) if (!isOpen || !this.isFromTerminal(q)) count++;
    // The requester with the drawn rank by buffer number; there are few requesters.
    const drawn = this.arbitration === "random" ? below(mix(this.arbitrationKey, t, id), count) : -1;
    let winner = -1;
    for (let q = first; q >= 0; q = nextRequest[q]) {
      if (isOpen && this.isFromTerminal(q)) continue;
      if (drawn < 0) {
        if (winner < 0 || this.goesBefore(q, winner, id)) winner = q;
        continue;
      }
      let lower = 0;
      for (let r = first; r >= 0; r = nextRequest[r]) if (r < q && !(isOpen && this.isFromTerminal(r))) lower++;
      if (lower === drawn) return q;
    }
    return winner;
  }

  /** Whether buffer `a` has priority over buffer `b` for virtual channel `vc`: in round-robin order, or by age. */
  private goesBefore(a: number, b: number, id: number): boolean {
    if (this.arbitration === "round-robin") {
      const last = this.lastServed[id];
      return a > last === b > last ? a < b : a > last;
    }
    const { records } = this.pool;
    const difference = records[(this.packetIn(a) << packetShift) + created] - records[(this.packetIn(b) << packetShift) + created];
    return difference < 0 || (difference === 0 && a < b);
  }

  /** Grants virtual channel `vc` to the head of a buffer. */
  protected give(id: number, q: number, t: number): void {
    const { B, V, Q, sets, askers, placeOf } = this;
    const { records } = this.pool;
    const { next } = this.routing;
    const p = this.packetIn(q);
    const packet = p << packetShift;
    const buffer = id << bufferShift;
    const place = sets.placeOf(id);
    const c = place >> sets.shift;
    const pair = records[packet + ends];
    V[(id << flowShift) + heldBy] = q;
    V[(id << flowShift) + toGo] = this.L;
    V[(q << flowShift) + output] = id;
    B[buffer + grantedAt] = t;
    B[buffer + holderOf] = p;
    include(sets.closed, place);
    sets.wake(place);
    if (this.network.head[c] === (pair & 0xffff)) {
      include(sets.arriving, place);
      include(sets.roomy, place);
    } else {
      const last = (B[buffer + front] + B[buffer + packets]++) & ((1 << this.ringBits) - 1);
      this.ring[(id << this.ringBits) + last] = p;
    }
    if (q < Q) this.waitedBehind[this.channelOf(q)] += t - records[packet + ready];
    if (next !== undefined) records[packet + stateOf] = next(this.nodeOf(q), pair & 0xffff, records[packet + stateOf], id);
    if (this.lastServed.length > 0) this.lastServed[id] = q;
    if (c === this.crossings.channel) this.crossings.note(pair);
    // The last requester takes the position of the granted one.
    const last = askers[--this.asking];
    askers[placeOf[q]] = last;
    placeOf[last] = placeOf[q];
    this.grants++;
    this.fingerprint = (this.fingerprint + trace(t, id, pair >>> 16)) | 0;
  }

  // Flits.

  /** Finds the virtual channels that carry a flit in cycle `cycle`; returns their number. */
  private findMoves(t: number): number {
    const { sets } = this;
    if (sets.isListed) {
      const moves = this.findListed();
      sets.endList();
      return moves;
    }
    const moves = sets.shift > 5 ? this.findInWide() : this.findInTurn();
    if (this.sharing.length > 0) return this.share(moves, t);
    sets.beginList(moves, t);
    return moves;
  }

  /**
   * For each channel in the active list, writes the virtual channel that carries a flit to `movingVcs`, in round-robin order; returns their
   * number.
   */
  private findListed(): number {
    const { sets, moving, servedClass } = this;
    const { supplied, roomy, list, isInList } = sets;
    const shift = sets.shift | 0;
    const spare = sets.spare | 0;
    const all = sets.all | 0;
    const count = sets.listed | 0;
    let stays = 0;
    let moves = 0;
    for (let i = 0; i < count; i = (i + 1) | 0) {
      const c = list[i];
      const first = c << shift;
      const flits = (supplied[first >> 5] >> first) & all;
      if (flits === 0) {
        isInList[c] = 0;
        continue;
      }
      list[stays] = c;
      stays = (stays + 1) | 0;
      const bits = flits & (roomy[first >> 5] >> first);
      if (bits === 0) continue;
      let next = bits | 0;
      if ((bits & (bits - 1)) !== 0) {
        const later = bits & (-2 << servedClass[c]);
        if (later !== 0) next = later;
      }
      moving[moves] = (first + 31 - Math.clz32(next & -next) - Math.imul(spare, c)) | 0;
      moves = (moves + 1) | 0;
    }
    sets.listed = stays;
    return moves;
  }

  /**
   * For each channel in the bit sets, writes the virtual channel that carries a flit to `movingVcs`, in round-robin order; returns their
   * number.
   */
  private findInTurn(): number {
    const { sets, moving, servedClass } = this;
    const { awake, supplied, roomy } = sets;
    const shift = sets.shift | 0;
    const spare = sets.spare | 0;
    const all = sets.all | 0;
    const count = awake.length | 0;
    let moves = 0;
    for (let a = 0; a < count; a = (a + 1) | 0) {
      for (let numbers = awake[a] | 0; numbers !== 0; numbers &= numbers - 1) {
        const number = ((a << 5) + 31 - Math.clz32(numbers & -numbers)) | 0;
        const flits = supplied[number];
        if (flits === 0) awake[a] &= ~(1 << number);
        let movable = flits & roomy[number];
        if ((movable & (movable - 1)) === 0) {
          // At most one bit, which is hard to predict: the entry is always written, and the count advances by a sign bit.
          const place = ((number << 5) + 31 - Math.clz32(movable)) | 0;
          moving[moves] = (place - Math.imul(spare, place >> shift)) | 0;
          moves = (moves - ((movable | -movable) >> 31)) | 0;
          continue;
        }
        while (movable !== 0) {
          const first = ((31 - Math.clz32(movable & -movable)) >> shift) << shift;
          const bits = (movable >> first) & all;
          const c = ((number << 5) + first) >> shift;
          let next = bits | 0;
          if ((bits & (bits - 1)) !== 0) {
            const later = bits & (-2 << servedClass[c]);
            if (later !== 0) next = later;
          }
          const place = ((c << shift) + 31 - Math.clz32(next & -next)) | 0;
          moving[moves] = (place - Math.imul(spare, c)) | 0;
          moves = (moves + 1) | 0;
          movable &= ~(all << first);
        }
      }
    }
    return moves;
  }

  /** Like {@link findInWords}, where a channel has more than 32 virtual channels. */
  private findInWide(): number {
    const { moving } = this;
    const { awake, supplied, shift } = this.sets;
    let moves = 0;
    let last = -1;
    for (let a = 0; a < awake.length; a++) {
      for (let numbers = awake[a]; numbers !== 0; numbers &= numbers - 1) {
        const number = (a << 5) + 31 - Math.clz32(numbers & -numbers);
        if (supplied[number] === 0) exclude(awake, number);
        const c = number >> (shift - 5);
        if (c === last) continue;
        last = c;
        const found = this.nextInTurn(c);
        if (found >= 0) moving[moves++] = found;
      }
    }
    return moves;
  }

  /**
   * The virtual channel of a channel that carries a flit next, in round-robin order; −1 for none. For channels with more than 32 virtual
   * channels.
   */
  private nextInTurn(c: number): number {
    const { K, servedClass } = this;
    const { supplied, roomy, shift } = this.sets;
    let k = servedClass[c];
    for (let tried = 0; tried < K; tried++) {
      k = k + 1 === K ? 0 : k + 1;
      const place = (c << shift) + k;
      if (has(supplied, place) && has(roomy, place)) return c * K + k;
    }
    return -1;
  }

  /** Where channels share a capacity, keeps as many moves as it permits, beginning at a random channel. */
  private share(found: number, t: number): number {
    const { sharing, sharingBy, moving } = this;
    const { group, groupCapacity } = this.network;
    let moves = 0;
    let shared = 0;
    for (let i = 0; i < found; i++) {
      const c = this.channelOf(moving[i]);
      if (group[c] < 0) moving[moves++] = moving[i];
      else {
        sharing[shared++] = c;
        sharingBy[c] = moving[i];
      }
    }
    for (let g = 0; g < groupCapacity.length; g++) {
      let count = 0;
      for (let i = 0; i < shared; i++) if (group[sharing[i]] === g) count++;
      if (count === 0) continue;
      const left = Math.floor(groupCapacity[g]);
      const first = count > left ? below(mix(this.arbitrationKey, t, ~g), count) : 0;
      let place = 0;
      for (let i = 0; i < shared; i++) {
        if (group[sharing[i]] !== g) continue;
        if ((place - first + count) % count < left) moving[moves++] = sharingBy[sharing[i]];
        place++;
      }
    }
    return moves;
  }

  /**
   * Moves a flit over each of the first `moveCount` virtual channels of `movingVcs`; returns the number of headers that begin to request in
   * the next cycle.
   */
  private move(moves: number, t: number): number {
    const { V, flits, sets, moving, servedClass, rounds } = this;
    const { awake, supplied, roomy, arriving, closed, isInList, isListed } = sets;
    const Q = this.Q | 0;
    const shift = sets.shift | 0;
    const spare = sets.spare | 0;
    // Flit counts of a buffer that is full, and of one that has just released its last slot; flits left of a packet whose header has gone.
    const full = this.room | 0;
    const almost = (full - 1) | 0;
    const afterHeader = (this.L - 1) | 0;
    const mask = ((1 << shift) - 1) | 0;
    const takesTurns = shift > 0;
    let freshCount = 0;
    moves |= 0;
    t |= 0;
    // Bits are set inline, since a call takes longer.
    for (let i = 0; i < moves; i = (i + 1) | 0) {
      const id = moving[i];
      const place = (spare === 0 ? id : sets.placeOf(id)) | 0;
      const number = place >> 5;
      const bit = 1 << place;
      const flow = (id << flowShift) | 0;
      const q = V[flow + heldBy] | 0;
      const left = (V[flow + toGo] - 1) | 0;
      const isLast = (arriving[number] & bit) !== 0;
      V[flow + toGo] = left;
      V[flow + servedAt] = t;
      if (takesTurns) servedClass[place >> shift] = place & mask;
      if (q >= Q) this.leaveTerminal(q - Q, left, t);
      if (left === afterHeader) freshCount = this.moveHeader(id, isLast, freshCount, t) | 0;
      // A buffer may seem empty or full in the middle of this loop. The later flit that enters or leaves it sees the same counts and
      // corrects the sets.
      const before = --flits[q];
      if (before === 0) supplied[number] &= ~bit;
      if (!isLast) {
        const behind = ++flits[id];
        const next = V[flow + output];
        // The flit enters an empty buffer whose packet has been granted already; or it takes the last slot.
        if (behind === 1 && next >= 0) {
          const place = spare === 0 ? next : sets.placeOf(next);
          supplied[place >> 5] |= 1 << place;
          if (isListed) {
            if (isInList[place >> shift] === 0) sets.enlist(place >> shift);
          } else awake[place >> 10] |= 1 << (place >> 5);
        }
        if (behind === full) roomy[number] &= ~bit;
      }
      // A credit for a buffer that was full.
      if (before === almost && q < Q) {
        const place = spare === 0 ? q : sets.placeOf(q);
        roomy[place >> 5] |= 1 << place;
        if (rounds !== null && !has(closed, place)) rounds.offer(q);
      }
      if (left === 0) freshCount = this.moveTail(id, q, isLast, freshCount, t) | 0;
    }
    return freshCount;
  }

  /** A flit leaves its terminal from injection slot `slot`; `left` flits of its packet remain. */
  protected leaveTerminal(slot: number, left: number, t: number): void {
    const { injection, recorder } = this;
    const s = injection.slots[(slot << slotShift) + slotTerminal];
    const isFirst = left === this.L - 1;
    if (!isFirst && recorder.sendsOn(s, t)) return;
    const { records } = this.pool;
    const packet = injection.slots[(slot << slotShift) + slotPacket] << packetShift;
    recorder.send(s, this.hasOneSlot ? records[packet + created] : injection.waitingSince(s), t, 1);
    if (!isFirst) return;
    records[packet + injected] = t;
    recorder.enter(s, records[packet + messageOf], t);
  }

  /** A packet's header crosses virtual channel `vc`. */
  private moveHeader(id: number, isLast: boolean, freshCount: number, t: number): number {
    const { B } = this;
    const { records } = this.pool;
    const buffer = id << bufferShift;
    const packet = B[buffer + holderOf] << packetShift;
    records[packet + ready] = t + 1;
    records[packet + hops]++;
    this.sinceInjection[this.channelOf(id)] += t + 1 - records[packet + injected];
    // The header is at the head if the buffer has no other packet.
    if (!isLast && B[buffer + packets] === 1) this.fresh[freshCount++] = id;
    return freshCount;
  }

  /** A packet's tail crosses virtual channel `vc`, from the head of a buffer. */
  private moveTail(id: number, q: number, isLast: boolean, freshCount: number, t: number): number {
    const { B, V, Q, sets, whenEmpty } = this;
    const place = sets.placeOf(id);
    V[(id << flowShift) + heldBy] = -1;
    V[(q << flowShift) + output] = -1;
    this.carried[place >> sets.shift] += this.L;
    exclude(sets.supplied, place);
    if (isLast) {
      exclude(sets.arriving, place);
      if (this.flits[id] >= this.room) exclude(sets.roomy, place);
      this.arrived[this.arrivedCount++] = B[(id << bufferShift) + holderOf];
    }
    this.handOver(id, place);
    if (q >= Q) {
      this.injection.release(q - Q);
      return freshCount;
    }
    const out = q << bufferShift;
    B[out + leftAt] = t;
    B[out + front] = (B[out + front] + 1) & ((1 << this.ringBits) - 1);
    B[out + packets]--;
    if (whenEmpty) this.handOver(q, sets.placeOf(q));
    // The header of the next packet, if it has arrived. If it arrives in this cycle but later in this loop, it is handled there.
    if (this.flits[q] > 0) this.fresh[freshCount++] = q;
    return freshCount;
  }

  /** Makes virtual channel `vc` available again, unless it is held or has to be empty first. */
  protected handOver(id: number, place: number): void {
    if (this.V[(id << flowShift) + heldBy] >= 0 || (this.whenEmpty && this.flits[id] > 0)) return;
    exclude(this.sets.closed, place);
    if (this.rounds !== null) this.rounds.offer(id);
  }

  // Counters that the recorder reads.

  protected phitsOn(c: number): number {
    const { V, K, L } = this;
    let sum = this.carried[c];
    for (let flow = (c * K) << flowShift; flow < ((c + 1) * K) << flowShift; flow += 1 << flowShift) {
      if (V[flow + heldBy] >= 0) sum += L - V[flow + toGo];
    }
    return sum;
  }

  protected waitingBehind(c: number): number {
    return this.waitedBehind[c];
  }

  protected sinceInjectionOn(c: number): number {
    return this.sinceInjection[c];
  }

  protected queuedBehind(c: number): number {
    let sum = 0;
    for (let id = c * this.K; id < (c + 1) * this.K; id++) {
      const buffer = id << bufferShift;
      sum += this.B[buffer + packets] + this.leftLately(id);
    }
    return sum;
  }

  /** Number of tails that left buffer `vc` in the last cycle. */
  protected leftLately(id: number): number {
    return this.B[(id << bufferShift) + leftAt] === this.now - 1 ? 1 : 0;
  }

  // Queries about single packets.

  /** Whether a flit was crossing on virtual channel `vc` in the last cycle. */
  protected isCrossing(id: number): boolean {
    return this.V[(id << flowShift) + servedAt] === this.now - 1;
  }

  override holder(channel: number): Holder | null {
    const { K, now } = this;
    for (let id = channel * K; id < (channel + 1) * K; id++) if (now > 0 && this.isCrossing(id)) return this.crossingOn(id);
    return null;
  }

  /** The packet whose flit crossed on virtual channel `vc` last. */
  protected crossingOn(id: number): Holder {
    const buffer = id << bufferShift;
    return { ...this.endsOf(this.B[buffer + holderOf]), since: this.B[buffer + grantedAt] };
  }

  requesting(channel: number): readonly Waiter[] {
    const { Q, askers } = this;
    const queues = Array.from(askers.subarray(0, this.asking));
    return queues
      .filter((q) => this.candidates(q).some((id) => this.channelOf(id) === channel))
      .map((q) => ({ ...this.endsOf(this.packetIn(q)), channel: q < Q ? this.channelOf(q) : -1, since: this.readyOf(this.packetIn(q)) }));
  }

  contents(queue: number): readonly QueuedPacket[] {
    const isLeaving = this.V[(queue << flowShift) + output] >= 0;
    const last = this.isExpected(queue) ? this.B[(queue << bufferShift) + packets] - 1 : -1;
    return this.packetsIn(queue).map((p, i) => ({
      ...this.endsOf(p),
      since: (isLeaving && i === 0) || i === last ? Infinity : this.readyOf(p),
    }));
  }

  /** The packet whose tail left in the last cycle, or whose head has been granted an output. */
  leaving(queue: number): readonly Ends[] | null {
    const { B, V, ring, ringBits } = this;
    const left = this.leftLately(queue);
    const isLeaving = V[(queue << flowShift) + output] >= 0;
    if (left === 0 && !isLeaving) return null;
    const place = (B[(queue << bufferShift) + front] - left) & ((1 << ringBits) - 1);
    return [this.endsOf(ring[(queue << ringBits) + place])];
  }

  takenBy(id: number): readonly Ends[] | null {
    const { B, V, now } = this;
    const flow = id << flowShift;
    return V[flow + heldBy] >= 0 || V[flow + servedAt] === now - 1 ? [this.endsOf(B[(id << bufferShift) + holderOf])] : null;
  }

  /** With several candidates, a free virtual channel that may have had a credit is not reported as blocking. */
  isFull(id: number, queue: number): boolean {
    return this.candidates(queue).length === 1 || this.flits[id] >= this.room - 1 || !this.isFree(id);
  }

  private readyOf(packet: number): number {
    return this.pool.records[(packet << packetShift) + ready];
  }

  /** Numbers of the packets that have flits in a buffer, or will have. */
  private packetsIn(queue: number): readonly number[] {
    const { B, ring, ringBits } = this;
    const buffer = queue << bufferShift;
    const first = B[buffer + front];
    return Array.from({ length: B[buffer + packets] }, (_, i) => ring[(queue << ringBits) + ((first + i) & ((1 << ringBits) - 1))]);
  }

  /** Whether virtual channel `vc` is granted to a packet whose header has not crossed it yet. */
  private isExpected(id: number): boolean {
    return this.V[(id << flowShift) + heldBy] >= 0 && this.V[(id << flowShift) + toGo] === this.L;
  }

  candidates(q: number): readonly number[] {
    const { Q, asks } = this;
    if (asks[q] < Q) return [asks[q]];
    const { records, members } = this.lists;
    const list = (asks[q] - Q) << listShift;
    return Array.from({ length: records[list + listSize] }, (_, i) => members[records[list + listStart] + 2 * i] >> 2);
  }

  /** The worms that hold a channel, or are in the buffers behind it. */
  worms(channel: number): readonly Worm[] {
    const { V, K } = this;
    const found: Worm[] = [];
    for (let id = channel * K; id < (channel + 1) * K; id++) {
      const source = V[(id << flowShift) + heldBy];
      const holder = source < 0 ? -1 : this.packetIn(source);
      const standing = this.packetsIn(id);
      for (const p of new Set(holder < 0 ? standing : [holder, ...standing])) found.push(this.wormOn(p, id));
    }
    return found;
  }

  /** The worm of packet `packetId`, which holds virtual channel `vc` or is in the buffer behind it. */
  private wormOn(p: number, id: number): Worm {
    const { B, V, Q } = this;
    const channels = [this.channelOf(id)];
    const behind = (q: number) => {
      const holder = V[(q << flowShift) + heldBy];
      return holder >= 0 && this.packetIn(holder) === p ? holder : -1;
    };
    for (let q = behind(id); q >= 0 && q < Q; q = behind(q)) channels.unshift(this.channelOf(q));
    // Follow the worm to its header: in a buffer, at the end of a channel, or still before the channel that it was granted.
    let head = id;
    while (B[(head << bufferShift) + packets] > 0 && this.packetIn(head) === p && V[(head << flowShift) + output] >= 0) {
      head = V[(head << flowShift) + output];
      channels.push(this.channelOf(head));
    }
    const { source, destination } = this.endsOf(p);
    const goesOn = this.network.head[this.channelOf(head)] === destination || (behind(head) >= 0 && this.isExpected(head));
    return { source, destination, channels, waitsFor: goesOn ? [] : this.waysFrom(head) };
  }

  /** The channels that the head of a buffer holds or requests; none if its header has just arrived. */
  private waysFrom(q: number): readonly number[] {
    const { V, placeOf, askers } = this;
    const held = V[(q << flowShift) + output];
    if (held >= 0) return [this.channelOf(held)];
    const isAsking = placeOf[q] < this.asking && askers[placeOf[q]] === q;
    return isAsking ? [...new Set(this.candidates(q).map((id) => this.channelOf(id)))] : [];
  }

  follow(channel: number): void {
    this.crossings.follow(channel);
  }

  followed(): readonly Crossing[] {
    return this.crossings.list(this.L);
  }

  // Deadlocks.

  /** Whether the buffer has a flit of its first packet. */
  protected isThere(q: number): boolean {
    return this.B[(q << bufferShift) + packets] > 0;
  }

  /**
   * Deadlocks are found among the buffers. A head that holds a virtual channel waits while the buffer behind it is full. A header waits
   * while none of its candidates is free and has a credit. In both cases a flit has to leave that buffer: the holder of its virtual channel
   * moves on as soon as there is a credit.
   */
  findCircle(): readonly Wait[] {
    const { V, Q, K, asks, asking, askers } = this;
    const { records, members } = this.lists;
    const isAsking = new Uint8Array(Q);
    for (let i = 0; i < asking; i++) if (askers[i] < Q) isAsking[askers[i]] = 1;
    const hasRoomFor = (q: number, id: number) => this.hasRoom(id, this.endsOf(this.packetIn(q)).destination);
    const opens = (q: number, id: number) => {
      const holder = V[(id << flowShift) + heldBy];
      return hasRoomFor(q, id) && (holder < 0 ? this.isFree(id) : hasRoomFor(holder, id));
    };
    const loop = circleOfWaits({
      count: Q,
      maxCandidates: this.routing.maxCandidates,
      waits: (q) => isAsking[q] === 1 || (this.isThere(q) && V[(q << flowShift) + output] >= 0 && !opens(q, V[(q << flowShift) + output])),
      wanted: (q, out) => {
        const set = isAsking[q] === 1 ? asks[q] : V[(q << flowShift) + output];
        const list = (set - Q) << listShift;
        const count = set < Q ? 1 : records[list + listSize];
        for (let i = 0; i < count; i++) {
          const id = set < Q ? set : members[records[list + listStart] + 2 * i] >> 2;
          out[i] = opens(q, id) ? -1 : id;
        }
        return count;
      },
    });
    return waitsAround(
      loop,
      K,
      (q) => this.packetIn(q),
      (p) => this.endsOf(p),
    );
  }
}
