// hot: no allocation, no for-of, no destructuring inside `allocate` and what it calls.
/**
 * Allocation by a maximal matching: the selection *shared*, on any network. The loop of `cycle.ts` matches allocators whose inputs and
 * outputs fit into one word each. This file lays the allocators out, and has the matching for larger allocators and for all other rules.
 */
import { bitCount, nthBit } from "../../base/bits.ts";
import { below, mix } from "../../base/random.ts";
import type { Plan } from "../../plan/plan.ts";
import type { Allocation } from "./allocation.ts";
import {
  allocatorOf,
  type Allocators,
  credited,
  drawsBy,
  escapes,
  firstChannels,
  firstInput,
  firstOutput,
  free,
  headLength,
  isDue,
  lastCredit,
  lineShift,
  listAllocator,
  maskShift,
  mostChannels,
  node,
  queuesIn,
  request,
  requested,
  requestsIn,
} from "./allocators.ts";
import { batch, CutThrough, many } from "./cycle.ts";
import { countInputs } from "./inputs.ts";
import type { CutThroughRules } from "./rules.ts";
import { at, logShift } from "./records/queue.ts";
import { asksBy, packetShift } from "../packet-pool.ts";
import { listShift, listSize, listStart } from "./request-lists.ts";

/** Creates the engine in which outputs are matched with requests. */
export function startSharing(rules: CutThroughRules, plan: Plan): CutThrough {
  const { network, routing } = plan;
  const K = routing.classes | 0;
  const Q = network.head.length * K;
  const firsts = firstChannels(plan);
  const count = (firsts.length - 1) | 0;
  const outputs = mostChannels(firsts) * K;
  const masks = Math.ceil(outputs / 32) | 0;
  const { most } = countInputs(network, K, rules.injectionSlots);
  const isPlain = rules.arbitration === "random" && !network.forwards && network.groupCapacity.length === 0;
  const isNarrow = isPlain && outputs <= 32 && most <= 32;
  const whole = (numbers: number) => (numbers + 15) & ~15;
  const stride = whole(headLength + (isNarrow ? requestsIn + 2 * Math.max(outputs, most) : masks << maskShift)) | 0;
  const requests = (words: number) => (isNarrow ? 0 : whole(Q * words));
  const insiders = routing.rings === undefined || !isNarrow ? 0 : whole(Q);
  const mostDue = 4 * whole(Q + rules.injectionSlots * network.terminals) + count;
  return new CutThrough(rules, plan, {
    isTogether: true,
    numbers: (words) => count * stride + requests(words) + insiders + mostDue,
    start(engine) {
      const requestsAt = engine.ownAt + count * stride;
      const insidersAt = requestsAt + requests(engine.words);
      const allocators = {
        isNarrow,
        stride,
        isByNode: routing.rows === undefined,
        requestsAt,
        insidersAt,
        dueAt: insidersAt + insiders,
        firstBeside: Int32Array.from({ length: 32 * masks }, (_, o) => o - (o % K)),
        linesDue: new Int32Array(((count * stride) >> (lineShift + 5)) + 1),
      };
      return new Sharing(engine, allocators, masks, isPlain && routing.rings === undefined, firsts);
    },
  });
}

class Sharing implements Allocation {
  readonly arbiters = null;
  /** The virtual channel that {@link grantSimple} has granted. */
  private output = 0;
  private readonly able: Int32Array;
  /** [groups] Allocators that have channels of each shared capacity. */
  private readonly allocatorsIn: readonly Int32Array[];

  /**
   * @param outputWords 32-bit words for the outputs of the largest allocator.
   * @param isSimple Whether only free channels, credits and chance decide and there are no rings, though inputs or outputs take several
   * words.
   * @param firstOfAllocators [allocators + 1] The first channel of each.
   */
  constructor(
    private readonly engine: CutThrough,
    readonly allocators: Allocators,
    private readonly masks: number,
    private readonly isSimple: boolean,
    firsts: readonly number[],
  ) {
    this.able = new Int32Array(engine.words);
    this.allocatorsIn = this.layOut(firsts);
  }

  /** Writes the records of all allocators; returns the allocators of each shared capacity. */
  private layOut(firsts: readonly number[]): readonly Int32Array[] {
    const { engine } = this;
    const { M, K, capacity, network, routing } = engine;
    const { isNarrow, stride, isByNode, insidersAt } = this.allocators;
    const allocatorsIn = Array.from(engine.groupRoom, () => new Set<number>());
    for (let i = 0; i < firsts.length - 1; i++) {
      const r = engine.ownAt + i * stride + headLength;
      const n = isByNode ? i : network.tail[firsts[i]];
      const inputs = M[engine.firstInputAt + n];
      M[r + firstOutput] = firsts[i] * K;
      M[r + node] = n;
      M[r + drawsBy] = isByNode ? i : firsts[i];
      if (!isNarrow) M[r + firstInput] = inputs;
      else for (let i = inputs; i < M[engine.firstInputAt + n + 1]; i++) M[r + queuesIn + 2 * (i - inputs)] = M[engine.inputsAt + i];
      for (let id = firsts[i] * K; id < firsts[i + 1] * K; id++) {
        const o = id - firsts[i] * K;
        const mask = r + ((o >> 5) << maskShift);
        M[engine.recordOf(id) + allocatorOf] = r;
        M[mask + free] |= 1 << o;
        M[mask + credited] |= 1 << o;
        if (capacity === 1) M[mask + lastCredit] |= 1 << o;
        if (routing.escape?.[id] === 1) M[mask + escapes] |= 1 << o;
        if (isNarrow && routing.rings !== undefined) M[insidersAt + id] = this.insidersOf(id, n);
        const group = network.group[engine.channelOf(id)];
        if (group >= 0) allocatorsIn[group].add(r);
      }
    }
    return allocatorsIn.map((each) => Int32Array.from(each));
  }

  /** Mask of the inputs of node `node` that are in the same ring as virtual channel `vc`; all inputs where it is in no ring. */
  private insidersOf(id: number, n: number): number {
    const { engine } = this;
    const { M, Q } = engine;
    const { rings } = engine.routing;
    if (rings === undefined || rings[id] < 0) return -1;
    let bits = 0;
    const first = M[engine.firstInputAt + n];
    for (let i = first; i < M[engine.firstInputAt + n + 1]; i++) {
      const q = M[engine.inputsAt + i];
      if (q < Q && rings[q] === rings[id]) bits |= 1 << (i - first);
    }
    return bits;
  }

  requestByLists(_t: number, asked: number): number {
    return asked;
  }

  chosenOf(_q: number, candidates: number, _t: number): number {
    return candidates;
  }

  forget(): void {}

  /** Collects due allocators from completed grants and new requests; then each due allocator grants outputs until none is open. */
  allocate(begin: number, end: number, fresh: number, t: number): number {
    const { engine } = this;
    const { M, hasGroups } = engine;
    const { isSimple } = this;
    const { dueAt, firstBeside } = this.allocators;
    const completed = engine.grantLog.completed | 0;
    const { grantLog } = engine;
    let log = grantLog.entries;
    let logMask = grantLog.mask | 0;
    let due = this.release(begin, end, dueAt) | 0;
    due = this.requestAll(fresh, due) | 0;
    if (hasGroups) this.putInOrder(due, t);
    else if (due - dueAt > many) due = engine.sortDue(due) | 0;

    // Due allocators grant outputs until no request is open.
    let written = engine.grantLog.written | 0;
    let ahead = due - dueAt > batch ? dueAt : due;
    for (let i = dueAt; i < due; i++) {
      if (i === ahead) ahead = engine.readDue(i, due) | 0;
      const r = M[i];
      M[r + isDue] = 0;
      for (let given = 0; ; given++) {
        const q = (isSimple ? this.grant(r, given, t) : this.grantByRule(r, given, t)) | 0;
        if (q < 0) break;
        if (((written - completed) | 0) > logMask) {
          log = engine.grantLog.grow(completed, written);
          logMask = engine.grantLog.mask;
        }
        const id = this.output | 0;
        const firstId = M[r + firstOutput];
        const e = (written & logMask) << logShift;
        written = (written + 1) | 0;
        log[e] = q;
        log[e + 1] = firstId + firstBeside[id - firstId];
        log[e + 2] = ~id;
        log[e + 3] = r;
      }
    }
    engine.grantLog.written = written;
    return written;
  }

  /** Log entries complete: their channels are free and credits return. Returns the end of the list of due allocators. */
  private release(begin: number, end: number, due: number): number {
    const { engine } = this;
    const { M, Q, stateStride, capacity } = engine;
    const { entries: log, mask: logMask } = engine.grantLog;
    const nearlyFull = (capacity - (engine.routing.rings === undefined ? 1 : 2)) | 0;
    for (let i = begin; i !== end; i = (i + 1) | 0) {
      const e = (i & logMask) << logShift;
      const q = log[e];
      if (q < Q) {
        const held = (M[Math.imul(q, stateStride)] >> 8) & 0xff;
        if (held >= nearlyFull) {
          const r = engine.returnCredit(q, capacity - held) | 0;
          if (r > 0) due = this.makeDue(r, due) | 0;
        }
      }
      due = this.setFree(log[e + 1], log[e + 3], due) | 0;
    }
    return due;
  }

  /** New queue heads request all their candidates; returns the end of the list of due allocators. */
  private requestAll(fresh: number, due: number): number {
    const { engine } = this;
    const { M, Q, vcsAt, stride, newAt, fromAt, candidatesAt, inputBits, ownAt } = engine;
    const { isByNode } = this.allocators;
    const nodeStride = this.allocators.stride;
    const inputMask = (1 << inputBits) - 1;
    const D = engine.lists.records;
    let ahead = fresh > batch ? 0 : fresh;
    for (let i = 0; i < fresh; i++) {
      if (i === ahead) ahead = engine.readRequests(i, fresh) | 0;
      const set = M[candidatesAt + i];
      const place = M[fromAt + i];
      const l = (set - Q) << listShift;
      let r: number;
      if (set >= Q) {
        if (D[l + listAllocator] === 0) engine.enlist(l);
        r = D[l + listAllocator];
      } else if (isByNode) r = ownAt + Math.imul(place >> inputBits, nodeStride) + headLength;
      else r = M[vcsAt + Math.imul(set, stride) + allocatorOf];
      const asks = set < Q ? ~set : l;
      M[vcsAt + Math.imul(M[newAt + i], stride) + request] = asks;
      if (this.wait(r, asks, place & inputMask)) due = this.makeDue(r, due) | 0;
    }
    return due;
  }

  // Matching where inputs or outputs take several words, and only free channels, credits and chance decide.

  /** Grants an output of allocator `allocator` to a queue head drawn at random; returns its queue, or −1 if no request is open. */
  private grant(r: number, given: number, t: number): number {
    const { engine } = this;
    const { M, words, eligible } = engine;
    const { masks, able } = this;
    const { requestsAt, firstBeside } = this.allocators;
    const firstId = M[r + firstOutput];
    // Collect the inputs that can be granted an output, and draw one.
    for (let w = 0; w < words; w++) able[w] = 0;
    for (let k = 0; k < masks; k++) {
      const mask = r + (k << maskShift);
      for (let left = M[mask + free] & M[mask + credited] & M[mask + requested]; left !== 0; left &= left - 1) {
        const at = requestsAt + Math.imul(firstId + (k << 5) + 31 - Math.clz32(left & -left), words);
        for (let w = 0; w < words; w++) able[w] |= M[at + w];
      }
    }
    if (engine.networkFirst) engine.putTerminalsLast(able, M[r + node]);
    let count = 0;
    for (let w = 0; w < words; w++) count = (count + bitCount(able[w])) | 0;
    if (count === 0) return -1;
    let drawn = count > 1 ? below(mix(engine.arbitrationKey + given, t, M[r + drawsBy]), count) : 0;
    let word = 0;
    for (let here = bitCount(able[0]); drawn >= here; here = bitCount(able[word])) {
      drawn = (drawn - here) | 0;
      word = (word + 1) | 0;
    }
    const bit = nthBit(able[word], drawn);
    const q = M[engine.inputsAt + M[r + firstInput] + (word << 5) + 31 - Math.clz32(bit)];

    // Find its open candidates, and the best of them; withdraw all its requests.
    const asks = M[engine.recordOf(q) + request];
    let id = ~asks;
    if (asks < 0) this.cease(id, r, word, bit);
    else {
      const { records, members } = engine.lists;
      const { escape } = engine.routing;
      const start = records[asks + listStart];
      const size = records[asks + listSize];
      let open = 0;
      let hasOthers = false;
      for (let i = 0; i < size; i++) {
        const each = members[start + 2 * i] >> 2;
        const o = (each - firstId) | 0;
        const mask = r + ((o >> 5) << maskShift);
        if ((M[mask + free] & M[mask + credited] & (1 << o)) !== 0) {
          const isOther = escape !== undefined && escape[each] !== 1;
          if (isOther && !hasOthers) {
            hasOthers = true;
            open = 0;
          }
          if (isOther || !hasOthers) eligible[open++] = each;
        }
        this.cease(each, r, word, bit);
      }
      id = open === 1 ? eligible[0] : engine.emptiest(open, false, q, t) | 0;
    }
    const first = firstBeside[id - firstId];
    for (let o = first; o < first + engine.K; o++) M[r + ((o >> 5) << maskShift) + free] &= ~(1 << o);
    this.output = id;
    return q;
  }

  /** Removes the request of input bit `bit` in word `word` for virtual channel `vc` of allocator `allocator`. */
  private cease(id: number, r: number, word: number, bit: number): void {
    const { M, words } = this.engine;
    const at = this.allocators.requestsAt + Math.imul(id, words);
    M[at + word] &= ~bit;
    let any = 0;
    for (let w = 0; w < words; w++) any |= M[at + w];
    const o = (id - M[r + firstOutput]) | 0;
    if (any === 0) M[r + ((o >> 5) << maskShift) + requested] &= ~(1 << o);
  }

  // Matching by any rule, on any network.

  /** The channel with first virtual channel `firstVc` is free; returns the end of the list of due allocators. */
  setFree(b: number, r: number, due: number): number {
    const { engine } = this;
    const { M, K } = engine;
    const first = (b - M[r + firstOutput]) | 0;
    for (let o = first; o < first + K; o++) {
      const mask = r + ((o >> 5) << maskShift);
      const bit = 1 << o;
      M[mask + free] |= bit;
      if ((bit & M[mask + credited] & M[mask + requested]) !== 0) due = this.makeDue(r, due) | 0;
    }
    if (!engine.hasGroups) return due;
    const g = engine.network.group[engine.channelOf(b)];
    if (g < 0) return due;
    engine.groupBusy[g]--;
    const reached = this.allocatorsIn[g];
    for (let i = 0; i < reached.length; i++) due = this.makeDue(reached[i], due);
    return due;
  }

  private makeDue(r: number, due: number): number {
    const { M } = this.engine;
    if (M[r + isDue] !== 0) return due;
    M[r + isDue] = 1;
    M[due] = r;
    return due + 1;
  }

  /** Where channels of several nodes share a capacity, each cycle begins at a random node. */
  private putInOrder(due: number, t: number): void {
    const { engine } = this;
    const { M } = engine;
    const { dueAt } = this.allocators;
    const first = below(mix(engine.arbitrationKey, t, -1), engine.network.terminals + engine.network.switches);
    const isBefore = (r: number, s: number) => {
      const later = (M[r + drawsBy] < first ? 1 : 0) - (M[s + drawsBy] < first ? 1 : 0);
      return later === 0 ? M[r + drawsBy] < M[s + drawsBy] : later < 0;
    };
    for (let i = dueAt + 1; i < due; i++) {
      const r = M[i];
      let j = i;
      for (; j > dueAt && isBefore(r, M[j - 1]); j--) M[j] = M[j - 1];
      M[j] = r;
    }
  }

  /** Adds the requests of an input for all its candidates; returns whether any of them is open. */
  private wait(r: number, asks: number, input: number): boolean {
    const { M, words } = this.engine;
    const { requestsAt } = this.allocators;
    const { records, members } = this.engine.lists;
    const count = asks < 0 ? 1 : records[asks + listSize];
    let hit = 0;
    for (let i = 0; i < count; i++) {
      const id = asks < 0 ? ~asks : members[records[asks + listStart] + 2 * i] >> 2;
      const o = id - M[r + firstOutput];
      const mask = r + ((o >> 5) << maskShift);
      M[requestsAt + id * words + (input >> 5)] |= 1 << input;
      M[mask + requested] |= 1 << o;
      hit |= (1 << o) & M[mask + free] & M[mask + credited];
    }
    return hit !== 0;
  }

  private waitNoMore(q: number, r: number): void {
    const { engine } = this;
    const { records, members } = engine.lists;
    const asks = engine.pool.records[(engine.headOf(q) << packetShift) + asksBy];
    const input = this.inputOf(q);
    const count = asks < 0 ? 1 : records[asks + listSize];
    for (let i = 0; i < count; i++) {
      this.cease(asks < 0 ? ~asks : members[records[asks + listStart] + 2 * i] >> 2, r, input >> 5, 1 << input);
    }
  }

  /** Takes the channel of virtual channel `vc` for the head of `queue`. */
  private take(q: number, id: number, r: number): void {
    const { engine } = this;
    const { M, K } = engine;
    const c = engine.channelOf(id);
    for (let each = c * K; each < (c + 1) * K; each++) {
      const o = each - M[r + firstOutput];
      M[r + ((o >> 5) << maskShift) + free] &= ~(1 << o);
    }
    if (engine.hasGroups && engine.network.group[c] >= 0) engine.groupBusy[engine.network.group[c]]++;
    if (engine.arbitration === "round-robin") engine.lastServed[engine.channelOf(M[r + firstOutput])] = q;
  }

  private inputOf(q: number): number {
    const { engine } = this;
    return engine.M[engine.recordOf(q) + at] & ((1 << engine.inputBits) - 1);
  }

  /**
   * Grants an output of allocator `allocator` by priority and arbitration; returns the queue of the winner, or −1 if no request is open.
   */
  private grantByRule(r: number, given: number, t: number): number {
    const q = this.nextIn(r, given, t);
    if (q < 0) return q;
    this.output = this.bestFor(q, r, t);
    this.waitNoMore(q, r);
    this.take(q, this.output, r);
    return q;
  }

  /** The queue whose head an allocator serves next; −1 if no request is open. */
  private nextIn(r: number, given: number, t: number): number {
    const { engine } = this;
    const { M, words, arbitration } = engine;
    const { masks, able } = this;
    for (let w = 0; w < words; w++) able[w] = 0;
    for (let k = 0; k < masks; k++) {
      const mask = r + (k << maskShift);
      for (let left = M[mask + free] & M[mask + credited] & M[mask + requested]; left !== 0; left &= left - 1) {
        const id = M[r + firstOutput] + 32 * k + 31 - Math.clz32(left & -left);
        if (engine.hasGroups && engine.isExhausted(engine.channelOf(id))) continue;
        for (let w = 0; w < words; w++) able[w] |= this.thoseOpenTo(id, engine.inputsAt + M[r + firstInput] + 32 * w, w, t);
      }
    }
    if (engine.networkFirst) engine.putTerminalsLast(able, M[r + node]);
    let count = 0;
    for (let w = 0; w < words; w++) count += bitCount(able[w]);
    if (count === 0) return -1;
    const firstAt = engine.inputsAt + M[r + firstInput];
    let drawn = arbitration === "random" && count > 1 ? below(mix(engine.arbitrationKey + given, t, M[r + drawsBy]), count) : 0;
    let winner = -1;
    for (let w = 0; w < words; w++) {
      for (let bits = able[w]; bits !== 0; bits &= bits - 1) {
        const q = M[firstAt + 32 * w + 31 - Math.clz32(bits & -bits)];
        if (
          arbitration === "random"
            ? drawn-- === 0
            : winner < 0 || engine.goesBefore(q, winner, engine.lastServed[engine.channelOf(M[r + firstOutput])])
        )
          winner = q;
      }
    }
    return winner;
  }

  /** Mask of the requesters of a free virtual channel that have a credit. */
  private thoseOpenTo(id: number, firstAt: number, w: number, t: number): number {
    const { engine } = this;
    const bits = this.requestsFor(id, w);
    const least = engine.routing.rings === undefined ? engine.capacity : engine.capacity - 1;
    return bits !== 0 && engine.heldIn(id, t) >= least ? engine.thoseWithRoom(id, firstAt, bits, t) : bits;
  }

  /** The best open output for the head of `queue`; at least one is open. */
  private bestFor(q: number, r: number, t: number): number {
    const { engine } = this;
    const { M, eligible } = engine;
    const { escape } = engine.routing;
    const { records, members } = engine.lists;
    const asks = engine.pool.records[(engine.headOf(q) << packetShift) + asksBy];
    if (asks < 0) return ~asks;
    let count = 0;
    let hasOthers = false;
    for (let i = 0; i < records[asks + listSize]; i++) {
      const id = members[records[asks + listStart] + 2 * i] >> 2;
      const o = id - M[r + firstOutput];
      const mask = r + ((o >> 5) << maskShift);
      if ((M[mask + free] & M[mask + credited] & (1 << o)) === 0) continue;
      if (engine.hasGroups && engine.isExhausted(engine.channelOf(id))) continue;
      if (!engine.hasRoomFor(q, id, t)) continue;
      const isOther = escape !== undefined && escape[id] !== 1;
      if (isOther && !hasOthers) {
        hasOthers = true;
        count = 0;
      }
      if (isOther || !hasOthers) eligible[count++] = id;
    }
    return count === 1 ? eligible[0] : engine.emptiest(count, false, q, t);
  }

  // Queries about requests.

  requestsFor(id: number, w: number): number {
    const { engine } = this;
    const { M } = engine;
    if (!this.allocators.isNarrow) return M[this.allocators.requestsAt + id * engine.words + w];
    const r = M[engine.recordOf(id) + allocatorOf];
    return M[r + requestsIn + 2 * (id - M[r + firstOutput])];
  }

  requestsToAny(channel: number, w: number): number {
    const { K } = this.engine;
    let bits = 0;
    for (let id = channel * K; id < (channel + 1) * K; id++) bits |= this.requestsFor(id, w);
    return bits;
  }

  whatIsAskedFor(): Int32Array {
    const { engine } = this;
    const { M, Q, K, words } = engine;
    const asks = new Int32Array(Q).fill(-1);
    for (let id = 0; id < Q; id++) {
      const firstAt = engine.inputsAt + M[engine.firstInputAt + engine.network.tail[(id / K) | 0]];
      for (let w = 0; w < words; w++) {
        for (let bits = this.requestsFor(id, w); bits !== 0; bits &= bits - 1) {
          const q = M[firstAt + 32 * w + 31 - Math.clz32(bits & -bits)];
          if (q >= Q) continue;
          const list = engine.pool.records[(engine.headOf(q) << packetShift) + asksBy];
          asks[q] = list < 0 ? id : Q + (list >> listShift);
        }
      }
    }
    return asks;
  }
}
