// hot: no allocation, no for-of, no destructuring inside `run` and what it calls.
/**
 * Virtual cut-through and store-and-forward, exact to the cycle. A packet moves as one event per hop: a grant at cycle g
 * holds the channel, the front of the queue it leaves and its slot there until g + L; its header stands in the next queue
 * from g + 1.
 *
 * A cycle reads first and writes afterwards: all requests see the state that earlier cycles left, then grants are made.
 * Nothing that a grant changes can be seen by another grant of the same cycle, so they are made one by one; and random
 * choices are hashes of (cycle, place), so the result does not depend on the order in which anything is visited.
 *
 * What makes it fast:
 * - All delays are 1 or L. Grants are logged in order of time, and the log is read once more L cycles later: there is no
 *   calendar of events.
 * - Requests are bits of a number, one for each input of the node: a blocked front costs nothing until the channel it
 *   waits for comes free, or a place behind it.
 * - Fronts that may take the same virtual channels ask by one list. How full a queue is follows from three numbers kept
 *   beside each other, without a branch; a list whose best channel is busy knows how long nothing can change, and sleeps
 *   so long on a wheel.
 * - What a hop reads and writes lies together in one array of numbers, so that few addresses, lengths and lines of memory
 *   are needed. A branch that cannot be foreseen costs as much as thirty additions: where a sign can be added instead, it is.
 * - `run` has all its constants in variables of its own and calls nothing for what happens at most hops; rules and
 *   networks that are met seldom are kept out of it, in methods of their own.
 *
 * Queues are numbered channel × classes + class, like the virtual channels that lead into them; after those come the
 * injection slots, slot × terminals + terminal.
 */
import { bitCount, nthBit } from "../../base/bits.ts";
import { below, mix, trace } from "../../base/random.ts";
import type { Plan } from "../../plan/plan.ts";
import type { CutThroughRules } from "./rules.ts";
import {
  at,
  base,
  busyUntil,
  carried,
  entering,
  from,
  fullSum,
  leaving,
  oneAsking,
  onePacket,
  ring,
  sinceInjection,
  waited,
} from "./state.ts";
import { CutThroughWitness } from "./witness.ts";
import { slotAt, slotPacket, slotShift } from "../injection.ts";
import { asksBy, created, ends, hops, injected, messageOf, packetShift, ready, stateOf } from "../packet-pool.ts";
import { listFirst, listOwn, listShape, listShift, listSize, listStart } from "./request-lists.ts";

// A virtual channel's record. Fronts that ask for it and no other, and those that chose it in this cycle from a list: input bits.
const requests = 0;
const chosen = 1;

// What is kept of a list. Fronts that ask by it, one bit for each input of the node (where a number has enough bits for all).
const listRequests = listOwn;
/** 1 while the list stands on the wheel of those to be looked at; and the record of the next one there, −1 for none. */
const listIsLinked = listOwn + 1;
const listNext = listOwn + 2;

/** Entries of the log end with the first virtual channel of the queue's channel, or −1 for an injection slot. */
const logWords = 4;

/** Things of a cycle, beyond which what they need is read ahead. */
const many = 32;
/** More than any fullness, also with the place in a list beside it. */
const never = 0x3fffffff;
/** More than any number of phits behind a channel. */
const neverBest = never - 1;

export class CutThrough extends CutThroughWitness {
  /** [Q × words] Requests where a number has too few bits for the inputs of a node, and those made in this cycle from lists. */
  private readonly wideRequests: Int32Array;
  private readonly wideChosen: Int32Array;

  constructor(rules: CutThroughRules, plan: Plan) {
    super(rules, plan, logWords, () => 0);
    const { Q, words } = this;
    this.wideRequests = new Int32Array(words > 1 ? Q * words : 0);
    this.wideChosen = new Int32Array(words > 1 ? Q * words : 0);
  }

  protected forget(): void {
    const { M, endAt, wheelAt, wheelMask } = this;
    const { records } = this.lists;
    for (let i = 0; i <= wheelMask; i++) {
      M[endAt + i] = this.written;
      for (let l = M[wheelAt + i]; l >= 0; l = records[l + listNext]) records[l + listIsLinked] = 0;
      M[wheelAt + i] = -1;
    }
  }

  protected run(stop: number, work: number): number {
    stop |= 0;
    work |= 0;
    const { M, vcsAt, stride, endAt, wheelAt, newAt, fromAt, askedAt, fromTerminalsAt, waysAt, lanesAt } = this;
    const { T, K, Q, L, capacity, ringMask, inputBits, candidateBits, wheelMask, arbitrationKey } = this;
    const { tooFull, isPlain, asksTogether, hasWays, hasState, hasGroups, keeps, freeOnly, networkFirst, storeAndForward } = this;
    const { recorder, injection, mayEnd } = this;
    const { slots } = injection;
    const hasOneSlot = slots.length === T << slotShift;
    const { forwards, tail } = this.network;
    const { rings, next } = this.routing;
    const hasRings = rings !== undefined;
    const isSingle = K === 1;
    const isWide = this.words > 1;
    const isInTurn = this.arbitration === "round-robin";
    const inputMask = (1 << inputBits) - 1;
    const candidateMask = (1 << candidateBits) - 1;
    let { log, logMask } = this;
    let t = this.now | 0;
    let written = this.written | 0;
    let completed = this.completed | 0;
    let fresh = this.newCount | 0;
    let asking = this.asking | 0;
    let hash = this.fingerprint | 0;
    let grants = 0;
    let done = 0;
    let isOver = false;
    for (; t < stop && done < work && !isOver; t = (t + 1) | 0) {
      let asked = askedAt;
      const nowAt = wheelAt + (t & wheelMask);
      const soonAt = wheelAt + ((t + 1) & wheelMask);
      if (hasGroups) asked = this.lookAgain(asked) | 0;

      // What was granted L cycles ago ends: the next packet comes to the front; the channel and a place are free again, and
      // whoever asks for them is heard. Numbers are written in any case, and count where a sign says so.
      const end = M[endAt + ((t - L) & wheelMask)];
      if (((end - completed) | 0) > many) this.readEnding(completed, end);
      for (; completed !== end; completed = (completed + 1) | 0) {
        const e = (completed & logMask) << 2;
        const q = log[e];
        const channel = log[e + 1];
        const p = log[e + 2];
        const queued = log[e + 3];
        if (queued >= 0) {
          M[newAt + fresh] = q;
          if (storeAndForward) fresh += this.isFrontReady(q, t) ? 1 : 0;
          else fresh += (onePacket - 1 - (M[q << 2] & 0xffff)) >>> 31;
          M[asked] = queued;
          asked += -(M[queued << 2] >>> 16) >>> 31;
        } else injection.release(q - Q);
        M[asked] = channel;
        asked += -(M[channel << 2] >>> 16) >>> 31;
        if (hasGroups) this.leaveGroup(channel);
        if (p >= 0) {
          this.consume(p, t);
          isOver = mayEnd && recorder.isComplete;
        } else if (storeAndForward && this.hasJustComeIn(~p, t)) M[newAt + fresh++] = ~p;
      }

      // Terminals offer packets.
      if (injection.isDue(t)) fresh = (injection.feed(t, M, newAt + fresh, Q) - newAt) | 0;

      // Fronts begin to ask, in the state that earlier cycles left. From here on no packet is created, so this array stays.
      const P = this.pool.records;
      asking += fresh;
      if (fresh > many) this.readFronts(fresh);
      for (let i = 0; i < fresh; i++) {
        const q = M[newAt + i];
        let p: number;
        let place: number;
        if (q < Q) {
          const record = vcsAt + Math.imul(q, stride);
          p = M[record + ring + (M[q << 2] & 0xff)];
          place = M[record + at];
        } else {
          const slot = (q - Q) << slotShift;
          p = slots[slot + slotPacket];
          place = slots[slot + slotAt];
        }
        const n = place >> inputBits;
        const to = P[(p << packetShift) + ends] & 0xffff;
        let set: number;
        let state = 0;
        if (hasState) {
          this.decide(p, n, to, t);
          state = P[(p << packetShift) + stateOf];
        }
        if (hasWays && state === 0) {
          const way = waysAt + Math.imul(n, T) + to;
          set = M[way];
          if (set < 0) {
            set = this.waysOf(q, n, to, 0) | 0;
            M[way] = set;
          }
        } else set = this.waysOf(q, n, to, state) | 0;
        if (keeps && set >= Q) set = this.chooseForGood(q, set - Q, t) | 0;
        if (set >= Q) P[(p << packetShift) + asksBy] = (set - Q) << listShift;
        M[newAt + i] = set;
        M[fromAt + i] = place & inputMask;
      }
      for (let i = 0; i < fresh; i++) {
        const set = M[newAt + i];
        const input = M[fromAt + i];
        if (set < Q) {
          const record = vcsAt + Math.imul(set, stride);
          if (isWide) this.askWidely(set, input);
          else M[record + requests] |= 1 << input;
          const b = isSingle ? set : M[record + base];
          M[b << 2] += oneAsking;
          M[asked] = b;
          asked += (M[(b << 2) + busyUntil] - t - 1) >>> 31;
        } else {
          const D = this.lists.records;
          const l = (set - Q) << listShift;
          if (D[l + listIsLinked] === 0) {
            D[l + listIsLinked] = 1;
            D[l + listNext] = M[nowAt];
            M[nowAt] = l;
          }
          if (isWide) this.joinWidely(l, input);
          else D[l + listRequests] |= 1 << input;
        }
      }

      // Lists that may have something to ask for.
      const D = this.lists.records;
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
        // The least full, the first where several are.
        const size = D[l + listSize];
        const start = D[l + listShape];
        const origin = D[l + listFirst];
        const { shapes } = this.lists;
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
        // It cannot be granted. Cycles until one may be open and the least full: in each, a queue that nobody watches may
        // become a phit emptier, and the least full one a phit fuller, but only while a packet comes into it, for its
        // channel is given to nobody before the list is looked at again. A full queue that nothing leaves is full for L.
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
            // As full is not enough for one that comes after it.
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
      if (hasGroups) this.shareCapacity(asked, t);

      // Who gets which channel.
      let granted = written;
      if (asked - askedAt > many) this.readAsked(asked);
      for (let i = askedAt; i < asked; i++) {
        const b = M[i];
        const y = b << 2;
        // Taken already when it is on the list twice.
        if (M[y + busyUntil] > t) continue;
        const channel = vcsAt + Math.imul(b, stride);
        const above = M[channel + from];
        const firstAt = above < 0 ? ~above : above;
        let id = b;
        let q: number;
        if (isPlain) {
          let bits = 0;
          if (isSingle) {
            bits = M[channel + requests] | M[channel + chosen];
            M[channel + chosen] = 0;
            if (bits === 0) continue;
            const room = capacity - ((M[y] >> 8) & 0xff) - ((t - M[y + leaving]) >>> 31);
            if (room <= 0) continue;
            if (hasRings && room === 1) bits = this.thoseWithRoom(b, firstAt, bits, t);
          } else {
            for (let v = 0; v < K; v++) {
              const record = channel + Math.imul(v, stride);
              let mine = M[record + requests] | M[record + chosen];
              M[record + chosen] = 0;
              if (mine !== 0) {
                const x = y + (v << 2);
                const room = capacity - ((M[x] >> 8) & 0xff) - ((t - M[x + leaving]) >>> 31);
                if (room <= 0) mine = 0;
                else if (hasRings && room === 1) mine = this.thoseWithRoom(b + v, firstAt, mine, t);
              }
              M[lanesAt + v] = mine;
              bits |= mine;
            }
          }
          if (bits === 0) continue;
          if (networkFirst) {
            const others = bits & ~M[fromTerminalsAt + tail[isSingle ? b : (b / K) | 0]];
            if (others !== 0) bits = others;
          }
          if ((bits & (bits - 1)) !== 0) {
            bits = nthBit(bits, below(mix(arbitrationKey, t, isSingle ? b : (b / K) | 0), bitCount(bits)));
          }
          if (!isSingle) while ((M[lanesAt + id - b] & bits) === 0) id++;
          q = M[firstAt + 31 - Math.clz32(bits)];
        } else {
          q = this.arbitrate(isSingle ? b : (b / K) | 0, t) | 0;
          if (q < 0) continue;
          id = this.arbitrated;
          if (isInTurn) this.lastServed[(b / K) | 0] = q;
        }
        M[y + busyUntil] = t + L;
        if (((written - completed) | 0) > logMask) {
          log = this.growLog(completed, written);
          logMask = this.logMask;
        }
        const e = (written & logMask) << 2;
        written = (written + 1) | 0;
        log[e] = q;
        log[e + 1] = b;
        log[e + 2] = ~id;
      }

      // They go.
      fresh = 0;
      const made = (written - granted) | 0;
      if (made > many) this.readGoing(granted, written);
      for (; granted !== written; granted = (granted + 1) | 0) {
        const e = (granted & logMask) << 2;
        const q = log[e];
        const b = log[e + 1];
        const id = ~log[e + 2];
        const y = b << 2;
        const channel = vcsAt + Math.imul(b, stride);
        // The packet leaves where it stood.
        let p: number;
        let input: number;
        let queued = -1;
        if (q < Q) {
          const record = vcsAt + Math.imul(q, stride);
          const x = q << 2;
          const place = M[x];
          queued = isSingle ? q : M[record + base];
          p = M[record + ring + (place & 0xff)];
          input = M[record + at] & inputMask;
          M[x] = ((place & ~0xff) | ((place + 1) & ringMask)) - onePacket;
          M[x + leaving] = t + L;
          const sum = (M[record + waited] + t - P[(p << packetShift) + ready]) | 0;
          M[record + waited] = sum;
          if (sum > fullSum) this.flushWaited(q);
        } else {
          const slot = (q - Q) << slotShift;
          p = slots[slot + slotPacket];
          input = slots[slot + slotAt] & inputMask;
          const terminal = P[(p << packetShift) + ends] >>> 16;
          const since = hasOneSlot ? P[(p << packetShift) + created] : injection.waitingSince(terminal);
          recorder.inject(terminal, P[(p << packetShift) + messageOf], since, t);
          P[(p << packetShift) + injected] = t;
        }
        log[e + 3] = queued;
        const packet = p << packetShift;
        const record = vcsAt + Math.imul(id, stride);
        const list = P[packet + asksBy];
        if (list < 0) {
          if (isWide) this.stopWidely(id, input);
          else M[record + requests] &= ~(1 << input);
          M[y] -= oneAsking;
        } else {
          P[packet + asksBy] = -1;
          if (isWide) this.quitWidely(list, input);
          else D[list + listRequests] &= ~(1 << input);
        }
        // The channel is its own until its tail has passed.
        M[channel + carried]++;
        const sum = (M[channel + sinceInjection] + t + 1 - P[packet + injected]) | 0;
        M[channel + sinceInjection] = sum;
        if (sum > fullSum) this.flushSince(b);
        P[packet + ready] = storeAndForward ? t + L : t + 1;
        P[packet + hops]++;
        const pair = P[packet + ends];
        if (next !== undefined) P[packet + stateOf] = next(tail[(b / K) | 0], pair & 0xffff, P[packet + stateOf], id);
        // And so is a place in the queue behind it, or the packet will be consumed.
        if (M[channel + from] >= 0 || (forwards && (pair & 0xffff) !== M[record + at] >> inputBits)) {
          const x = id << 2;
          const place = M[x];
          M[record + ring + ((place + (place >> 8)) & ringMask)] = p;
          M[x] = place + onePacket;
          M[x + entering] = t + L;
          M[newAt + fresh] = id;
          // Its header comes to the front in the next cycle when the queue is empty, and nothing is on its way out.
          if (!storeAndForward) fresh += (((place & 0xff00) - 1) & (M[x + leaving] - t - 1)) >>> 31;
        } else log[e + 2] = p;
        hash = (hash + trace(t, id, pair >>> 16)) | 0;
      }
      grants = (grants + made) | 0;
      if (made > 0) this.quietAfter = t + L;
      asking = (asking - made) | 0;
      M[endAt + (t & wheelMask)] = written;
      done = (done + 1 + made) | 0;
      // Time may jump.
      if (asking === 0 && t >= this.quietAfter) isOver = true;
    }
    this.now = t;
    this.written = written;
    this.completed = completed;
    this.newCount = fresh;
    this.asking = asking;
    this.fingerprint = hash;
    this.grants = grants;
    return done;
  }

  // A large network waits for its memory. What much of needs is read ahead, in loops that do nothing else: it then comes at the same time.

  /** Reads what entries of the log lead to, before they end. */
  private readEnding(from: number, to: number): void {
    const { M, Q, log, logMask } = this;
    const { records } = this.pool;
    let sum = 0;
    for (let i = from; i !== to; i = (i + 1) | 0) {
      const e = (i & logMask) << 2;
      const q = log[e];
      const p = log[e + 2];
      sum = (sum + M[log[e + 1] << 2] + M[(q < Q ? q : 0) << 2] + records[(p < 0 ? 0 : p) << packetShift]) | 0;
    }
    this.readAhead = sum;
  }

  /** Reads the channels that are asked for, and the inputs of their nodes. */
  private readAsked(asked: number): void {
    const { M, vcsAt, stride } = this;
    let sum = 0;
    for (let i = this.askedAt; i < asked; i++) {
      const above = M[vcsAt + Math.imul(M[i], stride) + from];
      sum = (sum + M[M[i] << 2] + M[above ^ (above >> 31)]) | 0;
    }
    this.readAhead = sum;
  }

  /** Reads the packets in some entries of the log, and the queues that they leave and come to, before they go. */
  private readGoing(from: number, to: number): void {
    const { M, Q, log, logMask, vcsAt, stride } = this;
    const { records } = this.pool;
    const { slots } = this.injection;
    let sum = 0;
    for (let i = from; i !== to; i = (i + 1) | 0) {
      const e = (i & logMask) << 2;
      const q = log[e];
      const p = q < Q ? M[vcsAt + Math.imul(q, stride) + ring + (M[q << 2] & 0xff)] : slots[((q - Q) << slotShift) + slotPacket];
      sum = (sum + records[p << packetShift] + M[vcsAt + Math.imul(~log[e + 2], stride) + ring]) | 0;
    }
    this.readAhead = sum;
  }

  /** The virtual channel of a list that the front of queue `q` asks for, and stays with. */
  private chooseForGood(q: number, list: number, t: number): number {
    return this.select(q, list << listShift, t);
  }

  /** Each front of list `l` requests a virtual channel by itself; returns where the list of channels asked for ends then. */
  private requestEach(l: number, t: number, asked: number): number {
    const { M, words } = this;
    const { records, members } = this.lists;
    const start = records[l + listStart];
    let isAnyOpen = false;
    for (let i = 0; i < records[l + listSize] && !isAnyOpen; i++) isAnyOpen = this.mayOpen(members[start + 2 * i] >> 2, t);
    if (!isAnyOpen) return asked;
    const above = M[this.recordOf(members[start] >> 2) + from];
    const firstAt = above < 0 ? ~above : above;
    for (let w = 0; w < words; w++) {
      for (let bits = this.requestsBy(l, w); bits !== 0; bits &= bits - 1) {
        const id = this.select(M[firstAt + 32 * w + 31 - Math.clz32(bits & -bits)], l, t);
        if (id < 0 || !this.isFree(this.channelOf(id), t)) continue;
        if (words > 1) this.wideChosen[id * words + w] |= bits & -bits;
        else M[this.recordOf(id) + chosen] |= bits & -bits;
        M[asked++] = M[this.recordOf(id) + base];
      }
    }
    return asked;
  }

  /** The virtual channel of list `l` that the front of queue `q` requests in cycle `t`, or −1. */
  private select(q: number, l: number, t: number): number {
    const { eligible, freeOnly, byChance, byChannel } = this;
    const { records, members } = this.lists;
    const start = records[l + listStart];
    let leastBehind = never;
    let least = never;
    let equal = 0;
    this.present = t;
    for (let i = 0; i < records[l + listSize]; i++) {
      const id = members[start + 2 * i] >> 2;
      if (freeOnly && !(this.isFree(this.channelOf(id), t) && this.hasRoomFor(q, id, t))) continue;
      const behind = byChannel ? this.behindFor(q, id, t) : 0;
      const fullness = byChance ? 0 : this.fullnessOf(id, t);
      if (behind < leastBehind || (behind === leastBehind && fullness < least)) {
        leastBehind = behind;
        least = fullness;
        equal = 0;
      }
      if (behind === leastBehind && fullness === least) eligible[equal++] = id;
    }
    if (equal === 0) return -1;
    return equal > 1 && this.tiesAtRandom ? eligible[below(mix(this.selectionKey, t, q), equal)] : eligible[0];
  }

  /** Phits behind all of an output's channel; where there are escapes, one without room for the front of `q` is behind all that have. */
  private behindFor(q: number, id: number, t: number): number {
    return this.routing.escape !== undefined && !this.hasRoomFor(q, id, t) ? neverBest : this.phitsBehind(this.channelOf(id));
  }

  // Requests. Nodes with more inputs than a number has bits have them in arrays of their own.

  private askWidely(id: number, input: number): void {
    this.wideRequests[id * this.words + (input >> 5)] |= 1 << (input & 31);
  }

  private stopWidely(id: number, input: number): void {
    this.wideRequests[id * this.words + (input >> 5)] &= ~(1 << (input & 31));
  }

  private joinWidely(l: number, input: number): void {
    this.lists.wide[(l >> listShift) * this.words + (input >> 5)] |= 1 << (input & 31);
  }

  private quitWidely(l: number, input: number): void {
    this.lists.wide[(l >> listShift) * this.words + (input >> 5)] &= ~(1 << (input & 31));
  }

  /** Not 0 when anybody asks by list `l`. */
  private anyIn(l: number): number {
    let any = 0;
    for (let w = 0; w < this.words; w++) any |= this.requestsBy(l, w);
    return any;
  }

  /** All that ask by list `l` choose virtual channel `id`. */
  private chooseWidely(l: number, id: number): void {
    for (let w = 0; w < this.words; w++) this.wideChosen[id * this.words + w] |= this.requestsBy(l, w);
  }

  /** Requests by list `l`, those of inputs 32 w to 32 w + 31. */
  private requestsBy(l: number, w: number): number {
    const { words, lists } = this;
    return words > 1 ? lists.wide[(l >> listShift) * words + w] : lists.records[l + listRequests];
  }

  protected requestsFor(id: number, w: number): number {
    return this.words > 1 ? this.wideRequests[id * this.words + w] : this.M[this.recordOf(id) + requests];
  }

  /** All requests for virtual channel `id` in this cycle; those from lists are forgotten. */
  private takeRequests(id: number, w: number): number {
    const { M, words, wideChosen } = this;
    const place = words > 1 ? id * words + w : this.recordOf(id) + chosen;
    const chosenBy = words > 1 ? wideChosen : M;
    const fromLists = chosenBy[place];
    chosenBy[place] = 0;
    return fromLists | this.requestsFor(id, w);
  }

  protected whatIsAskedFor(): Int32Array {
    const { M, Q, words, lists } = this;
    const asks = new Int32Array(Q).fill(-1);
    for (let set = 0; set < Q + lists.count; set++) {
      const l = (set - Q) << listShift;
      const id = set < Q ? set : lists.members[lists.records[l + listStart]] >> 2;
      const firstAt = this.inputsAt + M[this.firstInputAt + this.network.tail[this.channelOf(id)]];
      for (let w = 0; w < words; w++) {
        for (let bits = set < Q ? this.requestsFor(id, w) : this.requestsBy(l, w); bits !== 0; bits &= bits - 1) {
          const q = M[firstAt + 32 * w + 31 - Math.clz32(bits & -bits)];
          if (q < Q) asks[q] = set;
        }
      }
    }
    return asks;
  }

  protected requestsToAny(channel: number, w: number): number {
    const { K, lists } = this;
    let bits = 0;
    for (let id = channel * K; id < (channel + 1) * K; id++) bits |= this.requestsFor(id, w);
    for (let l = 0; l < lists.count << listShift; l += 1 << listShift) if (this.names(l, channel)) bits |= this.requestsBy(l, w);
    return bits;
  }

  /** Whether list `l` names any virtual channel of a channel. */
  private names(l: number, channel: number): boolean {
    const { records, members } = this.lists;
    for (let i = 0; i < records[l + listSize]; i++) {
      if (this.channelOf(members[records[l + listStart] + 2 * i] >> 2) === channel) return true;
    }
    return false;
  }

  // Any rule, any network.

  /** The queue that gets channel `c`, −1 for none; the virtual channel it gets is left in `arbitrated`. */
  private arbitrate(c: number, t: number): number {
    const isGrouped = this.hasGroups && this.network.group[c] >= 0;
    if (!isGrouped) return this.findWinner(c, t);
    this.arbitrated = this.winnerTo[c];
    return this.winnerOf[c];
  }

  /** The same as if nothing were shared. */
  private findWinner(c: number, t: number): number {
    const { M, K, words, union, lanesAt, arbitration, lastServed } = this;
    const n = this.network.tail[c];
    const least = this.routing.rings === undefined ? this.capacity : this.capacity - 1;
    const firstAt = this.inputsAt + M[this.firstInputAt + n];
    union.fill(0);
    for (let v = 0; v < K; v++) {
      const id = c * K + v;
      for (let w = 0; w < words; w++) {
        let bits = this.takeRequests(id, w);
        if (bits !== 0 && this.heldIn(id, t) >= least) bits = this.thoseWithRoom(id, firstAt + 32 * w, bits, t);
        M[lanesAt + v * words + w] = bits;
        union[w] |= bits;
      }
    }
    if (this.hasGroups && this.isExhausted(c)) {
      this.again[this.againCount++] = c;
      return -1;
    }
    if (this.networkFirst) this.putTerminalsLast(union, n);
    let count = 0;
    for (let w = 0; w < words; w++) count += bitCount(union[w]);
    if (count === 0) return -1;
    const drawn = arbitration === "random" && count > 1 ? below(mix(this.arbitrationKey, t, c), count) : 0;
    let winner = -1;
    let passed = 0;
    for (let w = 0; w < words; w++) {
      for (let bits = union[w]; bits !== 0; bits &= bits - 1) {
        const next = 32 * w + 31 - Math.clz32(bits & -bits);
        const isBetter =
          arbitration === "random"
            ? passed === drawn
            : winner < 0 || this.goesBefore(M[firstAt + next], M[firstAt + winner], lastServed[c]);
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

  /** Channels are asked for again that were refused in the cycle before, since nothing tells when there is capacity. */
  private lookAgain(asked: number): number {
    for (let i = 0; i < this.againCount; i++) this.M[asked++] = this.again[i] * this.K;
    this.againCount = 0;
    return asked;
  }

  /** Finds who would get the channels that share a capacity, of all asked for in this cycle, and refuses what there is no capacity for. */
  private shareCapacity(asked: number, t: number): void {
    const { M, K, groupWinners, groupRoom, groupBusy, lookedAt, winnerOf, winnerTo } = this;
    const { group } = this.network;
    let grouped = 0;
    for (let i = this.askedAt; i < asked; i++) {
      const c = this.channelOf(M[i]);
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
      const first = count > left ? below(mix(this.arbitrationKey, t, ~g), count) : 0;
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
