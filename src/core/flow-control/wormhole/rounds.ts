// hot: no allocation, no for-of, no destructuring but of `this`, once the allocators are made.
/**
 * Allocation of virtual channels with the selection *shared*; `wormhole.ts` describes it. There is one allocator for each group of parallel
 * outputs where the routing has them, otherwise one per node.
 *
 * After an allocator has granted, nothing is open to any head that still waits. So it is due again only when a header arrives that can be
 * granted something, or when one of its virtual channels opens: it is released and has a credit, or gets a credit while it is free.
 *
 * The waiting heads of an allocator are a bit set with one bit for each input of its node: buffers in order of their numbers, then
 * injection slots.
 */
import { bitCount, nthBit } from "../../base/bits.ts";
import { below, mix, streamKey } from "../../base/random.ts";
import type { Network } from "../../network/network.ts";
import type { Plan } from "../../plan/plan.ts";
import { created, ends, packetShift, type PacketPool } from "../packet-pool.ts";
import { listShift, listSize, listStart, type RequestLists } from "../cut-through/request-lists.ts";
import type { WormholeRules } from "./rules.ts";
import type { WormholeSets } from "./sets.ts";

// Record of an allocator, as word offsets.
const roundShift = 3;
/** Number of waiting heads, and start of their bits. */
const waiting = 0;
const waitingAt = 1;
/** 1 while it is in the list of due allocators. */
const isDue = 2;
/** The input that was served last. */
const served = 3;
/** Of its node: 32-bit words for a set of its inputs, start of the set of inputs from terminals, and start of its inputs. */
const words = 4;
const terminalsAt = 5;
const inputsAt = 6;
/** 1 where the node is a terminal. */
const isOfTerminal = 7;

/** Greater than any number of flits. */
const never = 0x3fffffff;

/** What the allocators read of the engine. */
interface Fronts {
  readonly sets: WormholeSets;
  /** Flits in each buffer. */
  readonly flits: Uint16Array;
  /** Request of the head of each buffer: a virtual channel, or the number of virtual channels + a candidate list. */
  readonly asks: Int32Array;
  readonly lists: RequestLists;
  readonly pool: PacketPool;
  /** Number of the packet at the head of a buffer. */
  packetIn(q: number): number;
}

export class WormholeRounds {
  private readonly fronts: Fronts;
  private readonly network: Network;
  private readonly sets: WormholeSets;
  private readonly flits: Uint16Array;
  private readonly asks: Int32Array;
  private readonly lists: RequestLists;
  private readonly K: number;
  private readonly Q: number;
  private readonly forwards: boolean;
  private readonly networkFirst: boolean;
  private readonly tiesAtRandom: boolean;
  private readonly arbitration: WormholeRules["arbitration"];
  private readonly selectionKey: number;
  private readonly arbitrationKey: number;
  /** [virtual channels] 1 for escape channels; empty where there are none. */
  private readonly escape: Uint8Array;
  /** Whether all waiting heads of an allocator have the same candidates. */
  private readonly areAlike: boolean;
  /** [rounds << roundShift] */
  private readonly R: Int32Array;
  /**
   * [virtual channels] Number of waiting heads that request each virtual channel; empty where all heads of an allocator request the same.
   */
  private readonly wanted: Int32Array;
  /** [channels] Allocator of each channel. */
  private readonly roundOf: Int32Array;
  /** Inputs of all nodes, and the position of each buffer and slot among the inputs of its node. */
  private readonly inputs: Int32Array;
  private readonly placeOf: Int32Array;
  /**
   * Sets of inputs: waiting heads by allocator; inputs from terminals by node; heads that can be granted something; and heads among which
   * one is chosen.
   */
  private readonly waits: Int32Array;
  private readonly fromTerminals: Int32Array;
  private readonly able: Int32Array;
  private readonly chosen: Int32Array;
  /** Due allocators. */
  private readonly due: Int32Array;
  private dueCount = 0;
  private readonly equal: Int32Array;

  constructor(rules: WormholeRules, { network, routing, seed }: Plan, fronts: Fronts) {
    const { head, tail, firstOut, terminals, forwards } = network;
    const { rows, classes: K } = routing;
    const C = head.length;
    const N = firstOut.length - 1;
    const Q = C * K;
    const buffers = fronts.asks.length;
    this.fronts = fronts;
    this.network = network;
    this.sets = fronts.sets;
    this.flits = fronts.flits;
    this.asks = fronts.asks;
    this.lists = fronts.lists;
    [this.K, this.Q] = [K | 0, Q | 0];
    this.forwards = forwards;
    this.networkFirst = rules.priority === "network-first";
    this.tiesAtRandom = rules.ties === "random";
    this.arbitration = rules.arbitration;
    this.selectionKey = streamKey(seed, "selection");
    this.arbitrationKey = streamKey(seed, "arbitration");
    this.escape = routing.escape ?? new Uint8Array(0);
    // A packet for the terminal at the end of a channel needs no credit there, so heads differ where terminals forward.
    this.areAlike = rows !== undefined && !forwards;
    this.wanted = new Int32Array(this.areAlike ? 0 : Q);
    this.equal = new Int32Array(routing.maxCandidates);

    const nodeOf = (q: number) => (q < Q ? head[Math.floor(q / K)] : (q - Q) % terminals);
    const firstInput = new Int32Array(N + 1);
    for (let q = 0; q < buffers; q++) firstInput[nodeOf(q) + 1]++;
    const wordsOf = firstInput.subarray(1).map((count) => Math.ceil(count / 32));
    const firstWord = new Int32Array(N + 1);
    for (let n = 0; n < N; n++) {
      firstInput[n + 1] += firstInput[n];
      firstWord[n + 1] = firstWord[n] + wordsOf[n];
    }
    const count = new Int32Array(N);
    this.inputs = new Int32Array(buffers);
    this.placeOf = new Int32Array(buffers);
    this.fromTerminals = new Int32Array(firstWord[N]);
    for (let q = 0; q < buffers; q++) {
      const n = nodeOf(q);
      const place = (this.placeOf[q] = count[n]++);
      this.inputs[firstInput[n] + place] = q;
      if (q >= Q || (tail[Math.floor(q / K)] < terminals && n >= terminals))
        this.fromTerminals[firstWord[n] + (place >> 5)] |= 1 << (place & 31);
    }
    const mostWords = wordsOf.reduce((a, b) => Math.max(a, b), 0);
    this.able = new Int32Array(mostWords);
    this.chosen = new Int32Array(mostWords);

    this.roundOf = new Int32Array(C);
    if (rows === undefined) this.roundOf.set(tail);
    else for (let c = 0; c < C; c++) this.roundOf.fill(c, c, c + rows.size[c]);
    const rounds = rows === undefined ? N : C;
    this.due = new Int32Array(rounds);
    this.R = new Int32Array(rounds << roundShift);
    let bits = 0;
    for (let round = 0; round < rounds; round++) {
      const r = round << roundShift;
      const n = rows === undefined ? round : tail[round];
      this.R[r + waitingAt] = bits;
      this.R[r + served] = -1;
      this.R[r + words] = wordsOf[n];
      this.R[r + terminalsAt] = firstWord[n];
      this.R[r + inputsAt] = firstInput[n];
      this.R[r + isOfTerminal] = n < terminals ? 1 : 0;
      if (rows === undefined || rows.size[round] > 0) bits += wordsOf[n];
    }
    this.waits = new Int32Array(bits);
  }

  /** The head of a buffer waits from now on, for its request. */
  join(q: number): void {
    const { R, Q, lists, placeOf, waits } = this;
    const set = this.asks[q];
    const first = set < Q ? set : lists.members[lists.records[((set - Q) << listShift) + listStart]] >> 2;
    const round = this.roundOf[this.sets.channelOf(first)];
    const r = round << roundShift;
    const place = placeOf[q];
    waits[R[r + waitingAt] + (place >> 5)] |= 1 << (place & 31);
    R[r + waiting]++;
    if (!this.areAlike) this.want(set, 1);
    if (this.isAble(q)) this.lookAt(round);
  }

  /** Adds `more` (±1) to the waiting counts of all candidates of a set. */
  private want(set: number, more: number): void {
    const { Q, lists, wanted } = this;
    if (set < Q) {
      wanted[set] += more;
      return;
    }
    const { records, members } = lists;
    const list = (set - Q) << listShift;
    const start = records[list + listStart];
    const end = start + 2 * records[list + listSize];
    for (let i = start; i < end; i += 2) wanted[members[i] >> 2] += more;
  }

  /** Virtual channel `vc` may have opened. */
  offer(id: number): void {
    if (!this.sets.isOpen(id) && !(this.forwards && !this.sets.isClosed(id))) return;
    const round = this.roundOf[this.sets.channelOf(id)];
    if (this.areAlike ? this.R[(round << roundShift) + waiting] > 0 : this.wanted[id] > 0) this.lookAt(round);
  }

  private lookAt(round: number): void {
    const r = round << roundShift;
    if (this.R[r + isDue] !== 0) return;
    this.R[r + isDue] = 1;
    this.due[this.dueCount++] = round;
  }

  /** Removes and returns a due allocator, each once; −1 if there is none. Allocators of terminals stay due if `ofTerminals` is false. */
  take(ofTerminals: boolean): number {
    const { R, due } = this;
    let i = (this.dueCount - 1) | 0;
    if (!ofTerminals) while (i >= 0 && R[(due[i] << roundShift) + isOfTerminal] !== 0) i = (i - 1) | 0;
    if (i < 0) return -1;
    const round = due[i];
    due[i] = due[--this.dueCount];
    R[(round << roundShift) + isDue] = 0;
    return round;
  }

  /**
   * Removes and returns the buffer whose head an allocator serves next in cycle `cycle`, after `grants` grants; −1 if no head can be
   * granted anything.
   */
  next(round: number, grants: number, t: number): number {
    const { R, waits, able } = this;
    const r = round << roundShift;
    if (R[r + waiting] === 0) return -1;
    const count = R[r + words];
    const bits = R[r + waitingAt];
    if (grants === 0) for (let i = 0; i < count; i++) able[i] = waits[bits + i];
    const found = this.keepAble(R[r + inputsAt], count);
    if (found === 0) return -1;
    const place = this.draw(r, found, grants, t);
    const bit = 1 << (place & 31);
    able[place >> 5] &= ~bit;
    waits[bits + (place >> 5)] &= ~bit;
    R[r + waiting]--;
    R[r + served] = place;
    const q = this.inputs[R[r + inputsAt] + place];
    if (!this.areAlike) this.want(this.asks[q], -1);
    return q;
  }

  /** Keeps the heads in `eligibleInputs` that can be granted something; returns their number. */
  private keepAble(first: number, count: number): number {
    const { able, inputs, areAlike } = this;
    let found = 0;
    for (let i = 0; i < count; i++) {
      if (areAlike) {
        if (found === 0 && able[i] !== 0 && !this.isAble(inputs[first + (i << 5) + 31 - Math.clz32(able[i])])) return 0;
      } else {
        for (let left = able[i]; left !== 0; left &= left - 1) {
          const bit = left & -left;
          if (!this.isAble(inputs[first + (i << 5) + 31 - Math.clz32(bit)])) able[i] &= ~bit;
        }
      }
      found += bitCount(able[i]);
    }
    return found;
  }

  /** Chooses one of the `eligibleCount` heads in `eligibleInputs`, by priority and arbitration; returns its input. */
  private draw(r: number, found: number, grants: number, t: number): number {
    const { R, able, chosen, fromTerminals } = this;
    const count = R[r + words];
    let size = 0;
    // The common case: a single head.
    if (found === 1 && count === 1) return 31 - Math.clz32(able[0]);
    if (this.networkFirst) {
      const terminals = R[r + terminalsAt];
      for (let i = 0; i < count; i++) size += bitCount((chosen[i] = able[i] & ~fromTerminals[terminals + i]));
    }
    if (size === 0) {
      for (let i = 0; i < count; i++) chosen[i] = able[i];
      size = found;
    }
    if (this.arbitration === "oldest-first") return this.oldest(R[r + inputsAt], count);
    if (this.arbitration === "round-robin") {
      const later = this.chosenFrom(R[r + served] + 1, count);
      return later >= 0 ? later : this.chosenFrom(0, count);
    }
    let n = size === 1 ? 0 : below(mix(this.arbitrationKey + grants, t, r >> roundShift), size);
    let i = 0;
    for (let here = bitCount(chosen[0]); n >= here; here = bitCount(chosen[i])) {
      n -= here;
      i++;
    }
    return (i << 5) + 31 - Math.clz32(nthBit(chosen[i], n));
  }

  /** The first input of `drawnInputs` from a position on, −1 for none. */
  private chosenFrom(place: number, count: number): number {
    let mask = -1 << (place & 31);
    for (let i = place >> 5; i < count; i++) {
      const bits = this.chosen[i] & mask;
      if (bits !== 0) return (i << 5) + 31 - Math.clz32(bits & -bits);
      mask = -1;
    }
    return -1;
  }

  /** The input of `drawnInputs` whose packet was created first; the first of equals. */
  private oldest(first: number, count: number): number {
    const { chosen, inputs } = this;
    const { records } = this.fronts.pool;
    let oldest = -1;
    let since = 0;
    for (let i = 0; i < count; i++) {
      for (let left = chosen[i]; left !== 0; left &= left - 1) {
        const place = (i << 5) + 31 - Math.clz32(left & -left);
        const at = records[(this.fronts.packetIn(inputs[first + place]) << packetShift) + created];
        if (oldest >= 0 && at >= since) continue;
        oldest = place;
        since = at;
      }
    }
    return oldest;
  }

  /** The best virtual channel that is open to the head of a buffer; there is at least one. */
  bestOf(q: number, t: number): number {
    const { flits, K, Q, asks, lists, escape, equal } = this;
    if (asks[q] < Q) return asks[q];
    const { records, members } = lists;
    const list = (asks[q] - Q) << listShift;
    const start = records[list + listStart];
    const end = start + 2 * records[list + listSize];
    const hasEscapes = escape.length > 0;
    let escapes = 1;
    let least = never;
    let leastOwn = never;
    let count = 0;
    for (let i = start; i < end; i += 2) {
      const id = members[i] >> 2;
      if (!this.isOpen(id, q)) continue;
      const isEscape = hasEscapes ? escape[id] : 1;
      const own = flits[id];
      const behind = K === 1 ? own : this.flitsBehind(members[i + 1] >> 2);
      const difference = isEscape - escapes || behind - least || own - leastOwn;
      if (difference > 0) continue;
      if (difference < 0) {
        escapes = isEscape;
        least = behind;
        leastOwn = own;
        count = 0;
      }
      equal[count++] = id;
    }
    return equal[count > 1 && this.tiesAtRandom ? below(mix(this.selectionKey, t, q), count) : 0];
  }

  /** Flits behind the channel with first virtual channel `first`. */
  private flitsBehind(first: number): number {
    const { flits, K } = this;
    let sum = 0;
    for (let id = first; id < first + K; id++) sum += flits[id];
    return sum;
  }

  /** Whether any candidate of the head of a buffer is open to it. */
  private isAble(q: number): boolean {
    const { Q, asks, lists } = this;
    const set = asks[q];
    if (set < Q) return this.isOpen(set, q);
    const { records, members } = lists;
    const list = (set - Q) << listShift;
    const start = records[list + listStart];
    const end = start + 2 * records[list + listSize];
    for (let i = start; i < end; i += 2) if (this.isOpen(members[i] >> 2, q)) return true;
    return false;
  }

  /** Whether virtual channel `vc` can be granted to the head of a buffer, and has a credit for its next flit. */
  private isOpen(id: number, q: number): boolean {
    const { sets } = this;
    return sets.isOpen(id) || (this.forwards && !sets.isClosed(id) && this.leadsHome(sets.channelOf(id), q));
  }

  private leadsHome(channel: number, q: number): boolean {
    const { fronts } = this;
    return this.network.head[channel] === (fronts.pool.records[(fronts.packetIn(q) << packetShift) + ends] & 0xffff);
  }
}
