// hot: no allocation, no for-of, no destructuring but of `this`, once the rounds are made.
/**
 * Who is given which virtual channel, with the selection *shared*: in rounds, as `wormhole.ts` says. A round is a row of
 * interchangeable channels where the routing has rows, else all that leaves a node.
 *
 * When a round is over, nothing is open to anybody who is left. So it is looked at again only when a header comes that can
 * go at once, or when a virtual channel of it opens: one comes free that has room, or gets room while it is free.
 *
 * Who waits in a round is a set of bits, one for each input of its node: buffers in order of their numbers, injection slots
 * after them.
 */
import { bitCount, nthBit } from "../../base/bits.ts";
import { below, mix, streamKey } from "../../base/random.ts";
import type { Network } from "../../network/network.ts";
import type { Plan } from "../../plan/plan.ts";
import { created, ends, packetShift, type PacketPool } from "../packet-pool.ts";
import { listShift, listSize, listStart, type RequestLists } from "../cut-through/request-lists.ts";
import type { WormholeRules } from "./rules.ts";
import type { WormholeSets } from "./sets.ts";

// Record of a round (`rounds.ts`).
const roundShift = 3;
/** How many wait, and where their bits begin. */
const waiting = 0;
const waitingAt = 1;
/** 1 while it stands among those to be looked at. */
const isDue = 2;
/** The input that was served last. */
const served = 3;
/** Of its node: numbers of 32 bits that hold a set of its inputs, where the set of those from terminals begins, and where its inputs do. */
const words = 4;
const terminalsAt = 5;
const inputsAt = 6;
/** 1 where that is a terminal. */
const isOfTerminal = 7;

/** More than any number of flits. */
const never = 0x3fffffff;

/** What the rounds see of the engine. */
interface Fronts {
  readonly sets: WormholeSets;
  /** Flits in each buffer. */
  readonly flits: Uint16Array;
  /** What each front asks for: a virtual channel, or their count + a list. */
  readonly asks: Int32Array;
  readonly lists: RequestLists;
  readonly pool: PacketPool;
  /** The number of the packet at the front of a buffer. */
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
  /** [Q] 1 for the escapes; empty where nothing is told apart. */
  private readonly escape: Uint8Array;
  /** Whether all that wait in a round may take the same. */
  private readonly areAlike: boolean;
  /** [rounds << roundShift] */
  private readonly R: Int32Array;
  /** [Q] How many wait for each virtual channel; empty where all of a round wait for the same. */
  private readonly wanted: Int32Array;
  /** [C] The round that hands a channel out. */
  private readonly roundOf: Int32Array;
  /** The inputs of each node, and the place of each buffer and slot among those of its node. */
  private readonly inputs: Int32Array;
  private readonly placeOf: Int32Array;
  /** Sets of inputs: who waits, by round; who comes from a terminal, by node; who can go in the present round, and among whom is drawn. */
  private readonly waits: Int32Array;
  private readonly fromTerminals: Int32Array;
  private readonly able: Int32Array;
  private readonly chosen: Int32Array;
  /** Rounds to be looked at. */
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
    // Into its destination a packet goes where others do not find room.
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

  /** The front of buffer `q` waits from now on, for what it is known to ask for. */
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

  /** So many more, or fewer, wait for what `set` allows. */
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

  /** Virtual channel `id` may have opened. */
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

  /** A round that is to be looked at, each once; −1 when there are no more. Those of terminals stay unless they are asked for. */
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

  /** The buffer whose front goes next in a round of cycle `t` that has had so many grants; −1 when it is over. It waits no longer. */
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

  /** Leaves those in the set `able` who can go; returns how many. */
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

  /** The place of the one who goes next: of `found` in the set `able`, at least one. */
  private draw(r: number, found: number, grants: number, t: number): number {
    const { R, able, chosen, fromTerminals } = this;
    const count = R[r + words];
    let size = 0;
    // Mostly there is but one.
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

  /** The first place of the set `chosen` from one on, −1 for none. */
  private chosenFrom(place: number, count: number): number {
    let mask = -1 << (place & 31);
    for (let i = place >> 5; i < count; i++) {
      const bits = this.chosen[i] & mask;
      if (bits !== 0) return (i << 5) + 31 - Math.clz32(bits & -bits);
      mask = -1;
    }
    return -1;
  }

  /** The place of the packet of the set `chosen` that was created first, the first of several. */
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

  /** The best of the virtual channels that are open to the front of buffer `q`; there is one. */
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

  /** Flits behind a channel, of which `first` is the first virtual channel. */
  private flitsBehind(first: number): number {
    const { flits, K } = this;
    let sum = 0;
    for (let id = first; id < first + K; id++) sum += flits[id];
    return sum;
  }

  /** Whether any virtual channel that the front of buffer `q` may take is open to it. */
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

  /** Whether virtual channel `id` can be given to the front of buffer `q`, and has room for a flit of it. */
  private isOpen(id: number, q: number): boolean {
    const { sets } = this;
    return sets.isOpen(id) || (this.forwards && !sets.isClosed(id) && this.leadsHome(sets.channelOf(id), q));
  }

  private leadsHome(channel: number, q: number): boolean {
    const { fronts } = this;
    return this.network.head[channel] === (fronts.pool.records[(fronts.packetIn(q) << packetShift) + ends] & 0xffff);
  }
}
