// hot: no allocation, no for-of, no destructuring inside `allocate` and what it calls.
/**
 * Allocation with arbiters: packets request outputs, and the arbiter of each output grants one request. The loop of `cycle.ts` runs the
 * arbiters itself where inputs fit into one word and only free channels, credits and chance decide. This file has the candidate lists, and
 * the arbiters for all other rules and networks.
 *
 * Queue heads with the same candidates share one list. The phits in a queue follow from three adjacent words without a branch. If the best
 * channel of a list is busy, the list knows for how long nothing can change, and sleeps on a wheel until then.
 */
import { bitCount } from "../../base/bits.ts";
import { below, mix } from "../../base/random.ts";
import type { Plan } from "../../plan/plan.ts";
import { type CutThroughRules, selections } from "./rules.ts";
import { type Arbiters, chosen, listIsLinked, listNext, listRequests, requests } from "./arbiters.ts";
import type { Allocation } from "./allocation.ts";
import { CutThrough } from "./cycle.ts";
import { at, base, busyUntil, entering, from, leaving, logShift, oneAsking } from "./records/queue.ts";
import { asksBy, packetShift } from "../packet-pool.ts";
import { listFirst, listShape, listShift, listSize, listStart } from "./request-lists.ts";

/** Greater than any fullness combined with a position in the list. */
const never = 0x3fffffff;
/** Greater than any number of phits behind a channel. */
const neverBest = never - 1;

/** Creates the engine in which each output has an arbiter. */
export function startArbitration(rules: CutThroughRules, plan: Plan): CutThrough {
  const { head, terminals, switches } = plan.network;
  const K = plan.routing.classes | 0;
  // A channel may be listed several times: by requesting heads, by freed channels and credits, and by candidate lists.
  const most = 3 * (head.length * K + rules.injectionSlots * terminals) + 4 * head.length + terminals + switches;
  return new CutThrough(rules, plan, {
    isTogether: false,
    numbers: (words) => most + K * words,
    start: (engine) => new Arbitration(engine, most, selections[rules.selection].by === "chance"),
  });
}

class Arbitration implements Allocation {
  readonly allocators = null;
  readonly arbiters: Arbiters;
  /**
   * [virtual channels × words] Where a node has more than 32 inputs: masks of requests, and of requests chosen in this cycle from lists.
   */
  private readonly wideRequests: Int32Array;
  private readonly wideChosen: Int32Array;
  /** [words] Requesters of any virtual channel of the channel under arbitration; and the virtual channel that was granted. */
  private readonly union: Int32Array;
  private arbitrated = 0;
  /** [channels] Where channels share a capacity: the cycle in which each was last arbitrated, the winning queue and its virtual channel. */
  private readonly lookedAt: Int32Array;
  private readonly winnerOf: Int32Array;
  private readonly winnerTo: Int32Array;
  private readonly groupWinners: Int32Array;
  /** Channels to arbitrate again in the next cycle: no event reports that their shared capacity is available again. */
  private readonly again: Int32Array;
  private againCount = 0;

  /**
   * @param maxDue Maximum length of the list of due arbiters in one cycle.
   * @param isRandomSelection Whether the selection treats all outputs as equal.
   */
  constructor(
    private readonly engine: CutThrough,
    most: number,
    private readonly byChance: boolean,
  ) {
    const { Q, words, ownAt, hasGroups, network } = engine;
    this.arbiters = { askedAt: ownAt, lanesAt: ownAt + most };
    this.wideRequests = new Int32Array(words > 1 ? Q * words : 0);
    this.wideChosen = new Int32Array(words > 1 ? Q * words : 0);
    this.union = new Int32Array(words);
    const grouped = hasGroups ? network.head.length : 0;
    this.lookedAt = new Int32Array(grouped).fill(-1);
    this.winnerOf = new Int32Array(grouped);
    this.winnerTo = new Int32Array(grouped);
    this.groupWinners = new Int32Array(grouped);
    this.again = new Int32Array(grouped);
  }

  forget(): void {
    const { M, wheelAt, wheelMask, lists } = this.engine;
    const { records } = lists;
    for (let i = 0; i <= wheelMask; i++) {
      for (let l = M[wheelAt + i]; l >= 0; l = records[l + listNext]) records[l + listIsLinked] = 0;
      M[wheelAt + i] = -1;
    }
  }

  chosenOf(q: number, candidates: number, t: number): number {
    return this.select(q, (candidates - this.engine.Q) << listShift, t);
  }

  /** Collects due arbiters from completed grants, new queue heads and candidate lists; then each due arbiter grants one request. */
  allocate(begin: number, end: number, fresh: number, t: number): number {
    const { engine } = this;
    const { M, K, L, vcsAt, stride, hasGroups, inputBits, candidatesAt, fromAt, lastServed, grantLog } = engine;
    const { completed } = grantLog;
    let { entries: log, mask: logMask } = grantLog;
    const inputMask = (1 << inputBits) - 1;
    const takesTurns = engine.arbitration === "round-robin";
    const { askedAt } = this.arbiters;
    let asked = this.lookAgain(askedAt);
    // Arbiters are due whose channel is free again, or has a credit again, if anything requests them. The entry is always written, and the
    // end advances only if there are requests.
    for (let i = begin; i !== end; i = (i + 1) | 0) {
      const e = (i & logMask) << logShift;
      M[asked] = log[e + 1];
      asked += -(M[log[e + 1] << 2] >>> 16) >>> 31;
      M[asked] = log[e + 3];
      asked += -(M[log[e + 3] << 2] >>> 16) >>> 31;
      if (hasGroups) engine.leaveGroup(log[e + 1]);
    }
    for (let i = 0; i < fresh; i++) {
      asked = this.request(M[candidatesAt + i], M[fromAt + i] & inputMask, t, asked);
    }
    asked = this.requestByLists(t, asked);
    if (hasGroups) this.shareCapacity(asked, t);

    let { written } = grantLog;
    for (let i = askedAt; i < asked; i++) {
      const b = M[i];
      // A channel that is listed twice has been granted already.
      if (M[(b << 2) + busyUntil] > t) continue;
      const c = (b / K) | 0;
      const q = this.arbitrate(c, t);
      if (q < 0) continue;
      const id = this.arbitrated;
      if (takesTurns) lastServed[c] = q;
      this.withdraw(q, id);
      M[(b << 2) + busyUntil] = t + L;
      if (((written - completed) | 0) > logMask) {
        log = grantLog.grow(completed, written);
        logMask = grantLog.mask;
      }
      const e = (written & logMask) << logShift;
      written = (written + 1) | 0;
      log[e] = q;
      log[e + 1] = b;
      log[e + 2] = ~id;
      log[e + 3] = M[vcsAt + Math.imul(q, stride) + base];
    }
    grantLog.written = written;
    return written;
  }

  /** A new queue head requests its only virtual channel, or joins the list of heads with the same candidates. */
  private request(set: number, input: number, t: number, asked: number): number {
    const { engine } = this;
    const { M, Q, words } = engine;
    if (set < Q) {
      if (words > 1) this.askWidely(set, input);
      else M[engine.recordOf(set) + requests] |= 1 << input;
      const b = M[engine.recordOf(set) + base];
      M[b << 2] += oneAsking;
      M[asked] = b;
      return asked + (M[(b << 2) + busyUntil] <= t ? 1 : 0);
    }
    const D = engine.lists.records;
    const l = (set - Q) << listShift;
    const nowAt = engine.wheelAt + (t & engine.wheelMask);
    if (D[l + listIsLinked] === 0) {
      D[l + listIsLinked] = 1;
      D[l + listNext] = M[nowAt];
      M[nowAt] = l;
    }
    if (words > 1) this.joinWidely(l, input);
    else D[l + listRequests] |= 1 << input;
    return asked;
  }

  /**
   * Evaluates the candidate lists that are due in this cycle. A list either requests its best virtual channel, or sleeps until that can be
   * granted. Returns the new end of the list of due arbiters.
   */
  requestByLists(t: number, asked: number): number {
    const { engine } = this;
    const { M, vcsAt, stride, wheelAt, wheelMask, L, capacity, candidateBits, tooFull, freeOnly, asksTogether } = engine;
    const isWide = engine.words > 1;
    const candidateMask = (1 << candidateBits) - 1;
    const nowAt = wheelAt + (t & wheelMask);
    const soonAt = wheelAt + ((t + 1) & wheelMask);
    const D = engine.lists.records;
    let l = M[nowAt];
    M[nowAt] = -1;
    for (let following = l; l >= 0; l = following) {
      following = D[l + listNext];
      const bits = isWide ? this.anyIn(l) : D[l + listRequests];
      if (bits === 0) {
        D[l + listIsLinked] = 0;
        continue;
      }
      if (!asksTogether) {
        asked = this.requestEach(l, t, asked) | 0;
        D[l + listNext] = M[soonAt];
        M[soonAt] = l;
        continue;
      }
      // Find the least full candidate, the first of equals. Fullness and position are packed into one number, and the minimum is taken
      // without a branch.
      const size = D[l + listSize];
      const start = D[l + listShape];
      const origin = D[l + listFirst];
      const { shapes } = engine.lists;
      let best = never;
      for (let j = 0; j < size; j++) {
        const x = origin + shapes[start + j + j];
        const held = (M[x] >> 8) & 0xff;
        const stays = (M[x + leaving] - t) | 0;
        const comes = (M[x + entering] - t) | 0;
        let fullness = (Math.imul(held, L) + (stays & ~(stays >> 31)) - (comes & ~(comes >> 31))) | 0;
        if (freeOnly) {
          const y = origin + shapes[start + j + j + 1];
          const room = (capacity - 1 - (y & 1) - held - (-stays >>> 31)) | 0;
          fullness |= (((t - M[(y & ~1) + busyUntil]) | room) >> 31) & tooFull;
        }
        const less = (((fullness << candidateBits) | j) - best) | 0;
        best = (best + (less & (less >> 31))) | 0;
      }
      const first = best & candidateMask;
      const x = origin + shapes[start + first + first];
      const y = origin + shapes[start + first + first + 1];
      const held = (((M[x] >> 8) & 0xff) + ((t - M[x + leaving]) >>> 31)) | 0;
      if (M[(y & ~1) + busyUntil] <= t && held < capacity - (y & 1)) {
        M[asked] = y >> 2;
        if (isWide) {
          this.chooseWidely(l, x >> 2);
          asked++;
        } else {
          const record = vcsAt + Math.imul(x >> 2, stride);
          const others = M[record + chosen];
          M[record + chosen] = others | bits;
          asked += 1 - ((others | -others) >>> 31);
        }
        D[l + listNext] = M[soonAt];
        M[soonAt] = l;
        continue;
      }
      // The best candidate cannot be granted now. Find the first cycle in which any candidate can be open and the best one.
      const least = best >> candidateBits;
      const comesIn = (t - M[x + entering]) >>> 31;
      let wait = L;
      for (let j = 0; j < size; j++) {
        const x = origin + shapes[start + j + j];
        const y = origin + shapes[start + j + j + 1];
        const held = (M[x] >> 8) & 0xff;
        const stays = (M[x + leaving] - t) | 0;
        const comes = (M[x + entering] - t) | 0;
        const isFull = (capacity - 1 - (y & 1) - held - (-stays >>> 31)) >> 31;
        const isNotLeft = (stays - 1) >> 31;
        let open = (M[(y & ~1) + busyUntil] - t) | 0;
        let later = ((isFull & ((stays & ~isNotLeft) | (L & isNotLeft))) - open) | 0;
        open = (open + (later & ~(later >> 31))) | 0;
        if (!freeOnly) {
          const fullness = (Math.imul(held, L) + (stays & ~(stays >> 31)) - (comes & ~(comes >> 31))) | 0;
          // A candidate that comes after the best one in the list has to be strictly less full.
          later = (((fullness - least + ((first - j) >>> 31) + comesIn) >> comesIn) - open) | 0;
          open = (open + (later & ~(later >> 31))) | 0;
        }
        const sooner = (open - wait) | 0;
        wait = (wait + (sooner & (sooner >> 31))) | 0;
      }
      const lookAt = wheelAt + ((t + (wait > 0 ? wait : 1)) & wheelMask);
      D[l + listNext] = M[lookAt];
      M[lookAt] = l;
    }
    return asked;
  }

  /** Removes the request of the head of `queue`, which has been granted virtual channel `vc`. */
  private withdraw(q: number, id: number): void {
    const { engine } = this;
    const { M, words } = engine;
    const input = M[engine.recordOf(q) + at] & ((1 << engine.inputBits) - 1);
    const list = engine.pool.records[(engine.headOf(q) << packetShift) + asksBy];
    if (list >= 0) {
      if (words > 1) this.quitWidely(list, input);
      else engine.lists.records[list + listRequests] &= ~(1 << input);
      return;
    }
    if (words > 1) this.stopWidely(id, input);
    else M[engine.recordOf(id) + requests] &= ~(1 << input);
    M[M[engine.recordOf(id) + base] << 2] -= oneAsking;
  }

  /** Each head of list `list` selects and requests a virtual channel by itself; returns the new end of the list of due arbiters. */
  private requestEach(l: number, t: number, asked: number): number {
    const { engine } = this;
    const { M, words } = engine;
    const { records, members } = engine.lists;
    const start = records[l + listStart];
    let isAnyOpen = false;
    for (let i = 0; i < records[l + listSize] && !isAnyOpen; i++) isAnyOpen = this.mayOpen(members[start + 2 * i] >> 2, t);
    if (!isAnyOpen) return asked;
    const above = M[engine.recordOf(members[start] >> 2) + from];
    const firstAt = above < 0 ? ~above : above;
    for (let w = 0; w < words; w++) {
      for (let bits = this.requestsBy(l, w); bits !== 0; bits &= bits - 1) {
        const id = this.select(M[firstAt + 32 * w + 31 - Math.clz32(bits & -bits)], l, t);
        if (id < 0 || !this.isFree(engine.channelOf(id), t)) continue;
        if (words > 1) this.wideChosen[id * words + w] |= bits & -bits;
        else M[engine.recordOf(id) + chosen] |= bits & -bits;
        M[asked++] = M[engine.recordOf(id) + base];
      }
    }
    return asked;
  }

  /** The virtual channel of list `list` that the head of `queue` requests in cycle `cycle`, by the selection rule; −1 for none. */
  private select(q: number, l: number, t: number): number {
    const { engine } = this;
    const { eligible, freeOnly, byChannel } = engine;
    const { records, members } = engine.lists;
    const start = records[l + listStart];
    const hasEscapes = engine.routing.escape !== undefined;
    let leastBehind = never;
    let least = never;
    let equal = 0;
    let counted = -1;
    let phits = 0;
    engine.present = t;
    for (let i = 0; i < records[l + listSize]; i++) {
      const id = members[start + 2 * i] >> 2;
      const c = engine.channelOf(id);
      if (freeOnly && !(this.isFree(c, t) && engine.hasRoomFor(q, id, t))) continue;
      if (byChannel && c !== counted) {
        counted = c;
        phits = engine.phitsBehind(c);
      }
      // With escape channels, a candidate without a credit ranks after all candidates that have one.
      const behind = byChannel && hasEscapes && !engine.hasRoomFor(q, id, t) ? neverBest : phits;
      const fullness = this.byChance ? 0 : engine.fullnessOf(id, t);
      if (behind < leastBehind || (behind === leastBehind && fullness < least)) {
        leastBehind = behind;
        least = fullness;
        equal = 0;
      }
      if (behind === leastBehind && fullness === least) eligible[equal++] = id;
    }
    if (equal === 0) return -1;
    return equal > 1 && engine.tiesAtRandom ? eligible[below(mix(engine.selectionKey, t, q), equal)] : eligible[0];
  }

  /** Whether channel `channel` could be granted now: neither the channel nor its shared capacity is in use. */
  private isFree(c: number, t: number): boolean {
    const { engine } = this;
    return engine.M[((c * engine.K) << 2) + busyUntil] <= t && !(engine.hasGroups && engine.isExhausted(c));
  }

  /** Whether virtual channel `vc` could be granted to any head now, shared capacities aside. */
  private mayOpen(id: number, t: number): boolean {
    const { engine } = this;
    const { head, forwards } = engine.network;
    const c = engine.channelOf(id);
    if (engine.M[((c * engine.K) << 2) + busyUntil] > t) return false;
    return forwards || engine.heldIn(id, t) < engine.capacity || head[c] < engine.T;
  }

  // Masks of requests. Nodes with more than 32 inputs keep them in separate arrays.

  private askWidely(id: number, input: number): void {
    this.wideRequests[id * this.engine.words + (input >> 5)] |= 1 << (input & 31);
  }

  private stopWidely(id: number, input: number): void {
    this.wideRequests[id * this.engine.words + (input >> 5)] &= ~(1 << (input & 31));
  }

  private joinWidely(l: number, input: number): void {
    const { engine } = this;
    engine.lists.wide[(l >> listShift) * engine.words + (input >> 5)] |= 1 << (input & 31);
  }

  private quitWidely(l: number, input: number): void {
    const { engine } = this;
    engine.lists.wide[(l >> listShift) * engine.words + (input >> 5)] &= ~(1 << (input & 31));
  }

  /** Not 0 if any head requests by list `list`. */
  private anyIn(l: number): number {
    let any = 0;
    for (let w = 0; w < this.engine.words; w++) any |= this.requestsBy(l, w);
    return any;
  }

  /** All requesters of list `list` choose virtual channel `vc`. */
  private chooseWidely(l: number, id: number): void {
    const { engine } = this;
    for (let w = 0; w < engine.words; w++) this.wideChosen[id * engine.words + w] |= this.requestsBy(l, w);
  }

  /** Mask of the requesters of list `list` among inputs 32·`word` to 32·`word` + 31. */
  private requestsBy(l: number, w: number): number {
    const { words, lists } = this.engine;
    return words > 1 ? lists.wide[(l >> listShift) * words + w] : lists.records[l + listRequests];
  }

  requestsFor(id: number, w: number): number {
    const { engine } = this;
    return engine.words > 1 ? this.wideRequests[id * engine.words + w] : engine.M[engine.recordOf(id) + requests];
  }

  /** Mask of all requests for virtual channel `vc` in this cycle. Requests that came from lists are cleared. */
  private takeRequests(id: number, w: number): number {
    const { M, words } = this.engine;
    const { wideChosen } = this;
    const place = words > 1 ? id * words + w : this.engine.recordOf(id) + chosen;
    const chosenBy = words > 1 ? wideChosen : M;
    const fromLists = chosenBy[place];
    chosenBy[place] = 0;
    return fromLists | this.requestsFor(id, w);
  }

  whatIsAskedFor(): Int32Array {
    const { engine } = this;
    const { M, Q, words, lists } = engine;
    const asks = new Int32Array(Q).fill(-1);
    for (let set = 0; set < Q + lists.count; set++) {
      const l = (set - Q) << listShift;
      const id = set < Q ? set : lists.members[lists.records[l + listStart]] >> 2;
      const firstAt = engine.inputsAt + M[engine.firstInputAt + engine.network.tail[engine.channelOf(id)]];
      for (let w = 0; w < words; w++) {
        for (let bits = set < Q ? this.requestsFor(id, w) : this.requestsBy(l, w); bits !== 0; bits &= bits - 1) {
          const q = M[firstAt + 32 * w + 31 - Math.clz32(bits & -bits)];
          if (q < Q) asks[q] = set;
        }
      }
    }
    return asks;
  }

  requestsToAny(channel: number, w: number): number {
    const { K, lists } = this.engine;
    let bits = 0;
    for (let id = channel * K; id < (channel + 1) * K; id++) bits |= this.requestsFor(id, w);
    for (let l = 0; l < lists.count << listShift; l += 1 << listShift) if (this.names(l, channel)) bits |= this.requestsBy(l, w);
    return bits;
  }

  /** Whether list `list` contains a virtual channel of a channel. */
  private names(l: number, channel: number): boolean {
    const { engine } = this;
    const { records, members } = engine.lists;
    for (let i = 0; i < records[l + listSize]; i++) {
      if (engine.channelOf(members[records[l + listStart] + 2 * i] >> 2) === channel) return true;
    }
    return false;
  }

  // Arbitration by any rule, on any network.

  /** The queue that is granted channel `channel`, −1 for none; its virtual channel is left in `grantedVc`. */
  private arbitrate(c: number, t: number): number {
    const { engine } = this;
    const isGrouped = engine.hasGroups && engine.network.group[c] >= 0;
    if (!isGrouped) return this.findWinner(c, t);
    this.arbitrated = this.winnerTo[c];
    return this.winnerOf[c];
  }

  /** The winner of a channel, shared capacities aside; −1 for none. */
  private findWinner(c: number, t: number): number {
    const { engine } = this;
    const { M, K, words, arbitration, lastServed } = engine;
    const { union } = this;
    const { lanesAt } = this.arbiters;
    const n = engine.network.tail[c];
    const least = engine.routing.rings === undefined ? engine.capacity : engine.capacity - 1;
    const firstAt = engine.inputsAt + M[engine.firstInputAt + n];
    for (let w = 0; w < words; w++) union[w] = 0;
    for (let v = 0; v < K; v++) {
      const id = c * K + v;
      for (let w = 0; w < words; w++) {
        let bits = this.takeRequests(id, w);
        if (bits !== 0 && engine.heldIn(id, t) >= least) bits = engine.thoseWithRoom(id, firstAt + 32 * w, bits, t);
        M[lanesAt + v * words + w] = bits;
        union[w] |= bits;
      }
    }
    if (engine.hasGroups && engine.isExhausted(c)) {
      this.again[this.againCount++] = c;
      return -1;
    }
    if (engine.networkFirst) engine.putTerminalsLast(union, n);
    let count = 0;
    for (let w = 0; w < words; w++) count += bitCount(union[w]);
    if (count === 0) return -1;
    const drawn = arbitration === "random" && count > 1 ? below(mix(engine.arbitrationKey, t, c), count) : 0;
    let winner = -1;
    let passed = 0;
    for (let w = 0; w < words; w++) {
      for (let bits = union[w]; bits !== 0; bits &= bits - 1) {
        const next = 32 * w + 31 - Math.clz32(bits & -bits);
        const isBetter =
          arbitration === "random"
            ? passed === drawn
            : winner < 0 || engine.goesBefore(M[firstAt + next], M[firstAt + winner], lastServed[c]);
        if (isBetter) winner = next;
        passed++;
      }
    }
    let v = 0;
    while ((M[lanesAt + v * words + (winner >> 5)] & (1 << (winner & 31))) === 0) v++;
    this.arbitrated = c * K + v;
    return M[firstAt + winner];
  }

  // Shared capacities.

  /** Arbitrates channels again that were refused in the cycle before: no event reports free capacity. */
  private lookAgain(asked: number): number {
    const { engine } = this;
    for (let i = 0; i < this.againCount; i++) engine.M[asked++] = this.again[i] * engine.K;
    this.againCount = 0;
    return asked;
  }

  /**
   * Finds the winner of each due channel that shares a capacity. Where a capacity is exceeded, a random draw decides which channels are
   * refused.
   */
  private shareCapacity(asked: number, t: number): void {
    const { engine } = this;
    const { M, K, groupRoom, groupBusy } = engine;
    const { groupWinners, lookedAt, winnerOf, winnerTo } = this;
    const { group } = engine.network;
    let grouped = 0;
    for (let i = this.arbiters.askedAt; i < asked; i++) {
      const c = engine.channelOf(M[i]);
      if (group[c] < 0 || lookedAt[c] === t || M[((c * K) << 2) + busyUntil] > t) continue;
      lookedAt[c] = t;
      winnerOf[c] = this.findWinner(c, t);
      winnerTo[c] = this.arbitrated;
      if (winnerOf[c] >= 0) groupWinners[grouped++] = c;
    }
    const sorted = groupWinners.subarray(0, grouped).sort();
    for (let g = 0; g < groupRoom.length; g++) {
      let count = 0;
      for (let i = 0; i < grouped; i++) if (group[sorted[i]] === g) count++;
      if (count === 0) continue;
      const left = groupRoom[g] - groupBusy[g];
      const first = count > left ? below(mix(engine.arbitrationKey, t, ~g), count) : 0;
      let place = 0;
      for (let i = 0; i < grouped; i++) {
        const c = sorted[i];
        if (group[c] !== g) continue;
        if ((place - first + count) % count < left) groupBusy[g]++;
        else {
          winnerOf[c] = -1;
          this.again[this.againCount++] = c;
        }
        place++;
      }
    }
  }
}
