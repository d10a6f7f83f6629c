// hot: no allocation, no for-of, no destructuring inside `run` and what it calls.
/**
 * Virtual cut-through and store-and-forward where outputs are handed out to the packets that wait, one after the other: the
 * selection *shared*, on any network. What a hop does is as in the engine for packets that request; how outputs are given
 * is all its own.
 *
 * Outputs are handed out in rounds: one for each row of the routing, or one for each node. Those of a round are a range of
 * virtual channels, so they are bits of a number, or of a few:
 * - which of them are free, and which have room behind them, is kept by the events that change it;
 * - a front that waits has its bit in a number of each virtual channel that it may take. Whoever can go is in one of those
 *   that are open, and nobody else is looked at.
 *
 * At the end of a cycle no front waits for an output that is open to it. So a round is looked at only in a cycle in which a
 * front comes to it, one of its channels comes free or a place behind one, and somebody waits for just that. Outside of
 * this nothing is looked at, however many wait.
 */
import { bitCount, nthBit } from "../../base/bits.ts";
import { below, mix, trace } from "../../base/random.ts";
import type { Plan } from "../../plan/plan.ts";
import type { CutThroughRules } from "./rules.ts";
import { at, base, busyUntil, carried, entering, from, fullSum, leaving, onePacket, ring, sinceInjection, waited } from "./state.ts";
import { CutThroughWitness } from "./witness.ts";
import { slotAt, slotPacket, slotShift } from "../injection.ts";
import { asksBy, created, ends, hops, injected, messageOf, packetShift, ready, stateOf } from "../packet-pool.ts";
import { listOwn, listShift, listSize, listStart } from "./request-lists.ts";

// A virtual channel's record: its round's record, and its number among the outputs of that.
const roundOf = 0;
const output = 1;

// Record of a round. Bits of its outputs, 32 at a time, eight numbers for each 32: whose channel is free, which have room
// behind them, which anybody waits for, which have room for one packet more, and which are escapes.
const free = 0;
const roomy = 1;
const wanted = 2;
const tight = 3;
const escapes = 4;
const maskShift = 3;
// Before those: 1 while it is to be looked at, its first virtual channel, where the inputs of its node begin among all, the
// node, and the number that it draws by.
const isDue = -8;
const firstOutput = -7;
const inputs = -6;
const node = -5;
const called = -4;
const headLength = 8;

// Of a list: its outputs as bits where they are few, and the record of its round, 0 as long as it has none.
const listOutputs = listOwn;
const listRound = listOwn + 1;

/** Entries of the log go on with the round of the channel and, where they are bits of one number, its outputs. */
const logShift = 3;

/** Things of a cycle, beyond which what they need is read ahead: in smaller networks it is near enough. */
const many = 512;
/** More than any number of phits. */
const never = 0x7fffffff;

/** [rounds + 1] The first channel of each round; after the last, the number of channels. */
function roundsOf({ network, routing }: Plan): readonly number[] {
  const { firstOut, head } = network;
  const { rows } = routing;
  if (rows === undefined) return Array.from(firstOut);
  const firsts: number[] = [];
  for (let c = 0; c < head.length; c += Math.max(1, rows.size[c])) firsts.push(c);
  return [...firsts, head.length];
}

/** Numbers of 32 bits that hold the outputs of the round with most of them. */
function masksOf(firsts: readonly number[], classes: number): number {
  return Math.ceil(firsts.reduce((most, first, i) => Math.max(most, (first - (firsts[i - 1] ?? 0)) * classes), 1) / 32);
}

export class CutThroughSharing extends CutThroughWitness {
  /** Numbers of 32 bits that hold the outputs of the largest round. */
  private readonly masks: number;
  /** [Q × words] The fronts that wait for each virtual channel, one bit for each input. */
  private readonly waitingAt: number;
  /** [Q] Those that do not enter the ring of a virtual channel, where they are bits of one number: all where it is in none. */
  private readonly insidersAt: number;
  /** Of each input of each node what its front waits for: outputs, where they are bits of one number; else the list that it asks by. */
  private readonly wantsAt: number;
  /** Rounds to be looked at in this cycle. */
  private readonly dueAt: number;
  /** Whether nothing but free channels, room and chance decides, and all inputs and outputs of a node are bits of one number. */
  private readonly isNarrow: boolean;
  /** The same where they are bits of several numbers, and no rings. */
  private readonly isSimple: boolean;
  /** Numbers of a round's record, where each node has one round; else 0. */
  private readonly roundStride: number;
  /** The output that {@link handOut} has given. */
  private handedOut = 0;
  private readonly able: Int32Array;
  /** Of each output of a round: the first one of its channel. */
  private readonly firstBeside: Int32Array;
  /** [groups] The rounds with channels of each. */
  private readonly roundsIn: readonly Int32Array[];

  constructor(rules: CutThroughRules, plan: Plan) {
    const { network, routing } = plan;
    const K = routing.classes | 0;
    const Q = network.head.length * K;
    const firsts = roundsOf(plan);
    const rounds = (firsts.length - 1) | 0;
    const masks = masksOf(firsts, K) | 0;
    const stride = (headLength + (masks << maskShift) + 15) & ~15;
    const waiting = (words: number) => (Q * words + 15) & ~15;
    const all = (Q + rules.injectionSlots * network.terminals + 15) & ~15;
    super(rules, plan, 1 << logShift, (words) => rounds * stride + waiting(words) + waiting(1) + all + 4 * all + rounds);
    const { M, capacity } = this;
    this.masks = masks;
    this.waitingAt = this.ownAt + rounds * stride;
    this.insidersAt = this.waitingAt + waiting(this.words);
    this.wantsAt = this.insidersAt + waiting(1);
    this.dueAt = this.wantsAt + all;
    this.roundStride = routing.rows === undefined ? stride : 0;
    const isPlain = rules.arbitration === "random" && !network.forwards && !this.hasGroups;
    this.isNarrow = isPlain && masks === 1 && this.words === 1;
    this.isSimple = isPlain && !this.isNarrow && routing.rings === undefined;
    this.able = new Int32Array(this.words);
    this.firstBeside = Int32Array.from({ length: 32 * masks }, (_, place) => place - (place % K));
    const inGroup = this.groupRoom;
    const roundsIn = Array.from(inGroup, () => new Set<number>());

    for (let i = 0; i < rounds; i++) {
      const r = this.ownAt + i * stride + headLength;
      const n = network.tail[firsts[i]] ?? 0;
      M[r + firstOutput] = firsts[i] * K;
      M[r + inputs] = M[this.firstInputAt + n];
      M[r + node] = n;
      M[r + called] = routing.rows === undefined ? i : firsts[i];
      for (let id = firsts[i] * K; id < firsts[i + 1] * K; id++) {
        const place = id - firsts[i] * K;
        const record = this.recordOf(id);
        M[record + roundOf] = r;
        M[record + output] = place;
        const mask = r + ((place >> 5) << maskShift);
        M[mask + free] |= 1 << place;
        M[mask + roomy] |= 1 << place;
        if (capacity === 1) M[mask + tight] |= 1 << place;
        if (routing.escape?.[id] === 1) M[mask + escapes] |= 1 << place;
        M[this.insidersAt + id] = this.insidersOf(id, n);
        const group = network.group[this.channelOf(id)];
        if (group >= 0) roundsIn[group].add(r);
      }
    }
    this.roundsIn = roundsIn.map((each) => Int32Array.from(each));
  }

  /** Inputs of node `n` that are in the same ring as virtual channel `id`; all where it is in none. */
  private insidersOf(id: number, n: number): number {
    const { M, Q } = this;
    const { rings } = this.routing;
    if (rings === undefined || rings[id] < 0 || this.words > 1) return -1;
    let bits = 0;
    const first = M[this.firstInputAt + n];
    for (let i = first; i < M[this.firstInputAt + n + 1]; i++) {
      const q = M[this.inputsAt + i];
      if (q < Q && rings[q] === rings[id]) bits |= 1 << (i - first);
    }
    return bits;
  }

  protected forget(): void {
    const { M, endAt, wheelMask } = this;
    for (let i = 0; i <= wheelMask; i++) M[endAt + i] = this.written;
  }

  protected run(stop: number, work: number): number {
    stop |= 0;
    work |= 0;
    const { M, recorder, injection, eligible, firstBeside } = this;
    const { isNarrow, isSimple, hasWays, hasState, hasGroups, networkFirst, storeAndForward, mayEnd } = this;
    // | 0: fields are not known to be whole numbers.
    const vcsAt = this.vcsAt | 0;
    const stride = this.stride | 0;
    const endAt = this.endAt | 0;
    const newAt = this.newAt | 0;
    const fromAt = this.fromAt | 0;
    const dueAt = this.dueAt | 0;
    const waysAt = this.waysAt | 0;
    const inputsAt = this.inputsAt | 0;
    const wantsAt = this.wantsAt | 0;
    const insidersAt = this.insidersAt | 0;
    const waitingAt = this.waitingAt | 0;
    const fromTerminalsAt = this.fromTerminalsAt | 0;
    const T = this.T | 0;
    const K = this.K | 0;
    const Q = this.Q | 0;
    const L = this.L | 0;
    const capacity = this.capacity | 0;
    const ringMask = this.ringMask | 0;
    const inputBits = this.inputBits | 0;
    const roundStride = this.roundStride | 0;
    const firstRound = (this.ownAt + headLength) | 0;
    const wheelMask = this.wheelMask | 0;
    const arbitrationKey = this.arbitrationKey | 0;
    const { slots } = injection;
    const hasOneSlot = slots.length === T << slotShift;
    const { forwards } = this.network;
    const { rings, next } = this.routing;
    const hasRings = rings !== undefined;
    const inputMask = (1 << inputBits) - 1;
    // From so many packets on, one that leaves makes a difference to who may come.
    const nearlyFull = (capacity - (hasRings ? 2 : 1)) | 0;
    const channelMask = (-1 >>> (K < 32 ? 32 - K : 0)) | 0;
    let { log } = this;
    let logMask = this.logMask | 0;
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
      let due = dueAt;

      // What was granted L cycles ago ends: the next packet comes to the front; the channel and a place are free again, and
      // the round of either is due if anybody waits for that.
      const end = M[endAt + ((t - L) & wheelMask)];
      if (((end - completed) | 0) > many) this.readEnding(completed, end);
      for (; completed !== end; completed = (completed + 1) | 0) {
        const e = (completed & logMask) << logShift;
        const q = log[e];
        const b = log[e + 1];
        const p = log[e + 2];
        if (q < Q) {
          const held = (M[q << 2] >> 8) & 0xff;
          M[newAt + fresh] = q;
          if (storeAndForward) fresh += this.isFrontReady(q, t) ? 1 : 0;
          else fresh += -held >>> 31;
          if (held >= nearlyFull) due = this.makeRoom(q, capacity - held, due) | 0;
        } else injection.release(q - Q);
        if (isNarrow) {
          const r = log[e + 3];
          const isFree = M[r + free] | log[e + 4];
          M[r + free] = isFree;
          const hit = isFree & M[r + roomy] & M[r + wanted];
          M[due] = r;
          due += (hit | -hit) >>> 31;
        } else due = this.setFree(b, log[e + 3], due) | 0;
        if (p >= 0) {
          this.consume(p, t);
          isOver = mayEnd && recorder.isComplete;
        } else if (storeAndForward && this.hasJustComeIn(~p, t)) M[newAt + fresh++] = ~p;
      }

      // Terminals offer packets.
      if (injection.isDue(t)) fresh = (injection.feed(t, M, newAt + fresh, Q) - newAt) | 0;

      // Fronts begin to wait for all that they may take. From here on no packet is created, so this array stays.
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
        P[(p << packetShift) + asksBy] = set < Q ? ~set : (set - Q) << listShift;
        M[newAt + i] = set;
        M[fromAt + i] = place;
      }
      if (fresh > many) this.readAsked(fresh);
      const D = this.lists.records;
      for (let i = 0; i < fresh; i++) {
        const set = M[newAt + i];
        const place = M[fromAt + i];
        const input = place & inputMask;
        const bit = 1 << input;
        const l = (set - Q) << listShift;
        let r: number;
        let outputs: number;
        if (set < Q) {
          // A node's own round is found without its channel's record, which may be far.
          if (roundStride > 0) r = (firstRound + Math.imul(place >> inputBits, roundStride)) | 0;
          else r = M[vcsAt + Math.imul(set, stride) + roundOf];
          outputs = 1 << (set - M[r + firstOutput]);
          if (isNarrow) M[waitingAt + set] |= bit;
        } else {
          if (D[l + listRound] === 0) this.enlist(l);
          r = D[l + listRound];
          outputs = D[l + listOutputs];
          const w = (waitingAt + M[r + firstOutput]) | 0;
          for (let left = outputs; left !== 0; left &= left - 1) M[w + 31 - Math.clz32(left & -left)] |= bit;
        }
        if (isNarrow) {
          M[wantsAt + M[r + inputs] + input] = outputs;
          M[r + wanted] |= outputs;
          const hit = outputs & M[r + free] & M[r + roomy];
          M[due] = r;
          due += (hit | -hit) >>> 31;
        } else {
          const asks = set < Q ? ~set : l;
          M[wantsAt + M[r + inputs] + input] = asks;
          if (this.wait(r, asks, input)) due = this.makeDue(r, due) | 0;
        }
      }
      if (hasGroups) this.putInOrder(due, t);

      // Rounds hand out what is open to those who wait.
      const { members } = this.lists;
      let granted = written;
      if (due - dueAt > many) this.readDue(due);
      for (let i = dueAt; i < due; i++) {
        const r = M[i];
        const firstId = M[r + firstOutput];
        const w = (waitingAt + firstId) | 0;
        M[r + isDue] = 0;
        let isOpen = M[r + free] & M[r + roomy];
        let isWanted = M[r + wanted];
        for (let given = 0; ; given++) {
          let q: number;
          let id: number;
          let closed = 0;
          if (isNarrow) {
            // Who can go.
            let left = isOpen & isWanted;
            if (left === 0) break;
            let bits = 0;
            for (; left !== 0; left &= left - 1) {
              const o = 31 - Math.clz32(left & -left);
              // The last place of a ring's queue is for those who come from that ring.
              bits |= hasRings ? M[w + o] & (M[insidersAt + firstId + o] | (((M[r + tight] >>> o) & 1) - 1)) : M[w + o];
            }
            if (bits === 0) break;
            if (networkFirst) {
              const others = bits & ~M[fromTerminalsAt + M[r + node]];
              if (others !== 0) bits = others;
            }
            if ((bits & (bits - 1)) !== 0) {
              bits = nthBit(bits, below(mix(arbitrationKey + given, t, M[r + called]), bitCount(bits)));
            }
            const place = M[r + inputs] + 31 - Math.clz32(bits);
            q = M[inputsAt + place];
            const wants = M[wantsAt + place];
            // What is open to it, and of this the best.
            let open = wants & isOpen;
            if (hasRings) {
              for (let left = open & M[r + tight]; left !== 0; left &= left - 1) {
                if ((M[insidersAt + firstId + 31 - Math.clz32(left & -left)] & bits) === 0) open &= ~(left & -left);
              }
            }
            const others = open & ~M[r + escapes];
            if (others !== 0) open = others;
            if ((open & (open - 1)) === 0) id = firstId + 31 - Math.clz32(open);
            else {
              const isOne = (open & ~(channelMask << firstBeside[31 - Math.clz32(open)])) === 0;
              const p = q < Q ? M[vcsAt + Math.imul(q, stride) + ring + (M[q << 2] & 0xff)] : slots[((q - Q) << slotShift) + slotPacket];
              const l = P[(p << packetShift) + asksBy];
              let start = D[l + listStart];
              let count = 0;
              for (const last = start + D[l + listSize] + D[l + listSize]; start < last; start += 2) {
                const each = members[start] >> 2;
                eligible[count] = each;
                count += (open >>> (each - firstId)) & 1;
              }
              id = this.emptiest(count, isOne, q, t) | 0;
            }
            // It waits no more.
            for (let left = wants; left !== 0; left &= left - 1) {
              const o = 31 - Math.clz32(left & -left);
              const rest = M[w + o] & ~bits;
              M[w + o] = rest;
              isWanted ^= (((rest | -rest) >>> 31) ^ 1) << o;
            }
            M[r + wanted] = isWanted;
            closed = channelMask << firstBeside[id - firstId];
            isOpen &= ~closed;
            M[r + free] &= ~closed;
          } else if (isSimple) {
            q = this.handOut(r, given, t) | 0;
            if (q < 0) break;
            id = this.handedOut | 0;
          } else {
            q = this.nextIn(r, given, t) | 0;
            if (q < 0) break;
            id = this.bestFor(q, r, t) | 0;
            this.waitNoMore(q, r);
            this.take(q, id, r);
          }
          if (((written - completed) | 0) > logMask) {
            log = this.growLog(completed, written);
            logMask = this.logMask | 0;
          }
          const e = (written & logMask) << logShift;
          written = (written + 1) | 0;
          log[e] = q;
          log[e + 1] = firstId + firstBeside[id - firstId];
          log[e + 2] = ~id;
          log[e + 3] = r;
          log[e + 4] = closed;
        }
      }

      // They go.
      fresh = 0;
      const made = (written - granted) | 0;
      if (made > many) this.readGoing(granted, written);
      for (; granted !== written; granted = (granted + 1) | 0) {
        const e = (granted & logMask) << logShift;
        const q = log[e];
        const b = log[e + 1];
        const id = ~log[e + 2];
        const r = log[e + 3];
        const out = vcsAt + Math.imul(id, stride);
        const channel = vcsAt + Math.imul(b, stride);
        const above = M[channel + from];
        M[(b << 2) + busyUntil] = t + L;
        // The packet leaves where it stood.
        let p: number;
        if (q < Q) {
          const record = vcsAt + Math.imul(q, stride);
          const x = q << 2;
          const place = M[x];
          p = M[record + ring + (place & 0xff)];
          M[x] = ((place & ~0xff) | ((place + 1) & ringMask)) - onePacket;
          M[x + leaving] = t + L;
          const sum = (M[record + waited] + t - P[(p << packetShift) + ready]) | 0;
          M[record + waited] = sum;
          if (sum > fullSum) this.flushWaited(q);
        } else {
          p = slots[((q - Q) << slotShift) + slotPacket];
          const terminal = P[(p << packetShift) + ends] >>> 16;
          const since = hasOneSlot ? P[(p << packetShift) + created] : injection.waitingSince(terminal);
          recorder.inject(terminal, P[(p << packetShift) + messageOf], since, t);
          P[(p << packetShift) + injected] = t;
        }
        const packet = p << packetShift;
        P[packet + asksBy] = -1;
        // The channel is its own until its tail has passed.
        M[channel + carried]++;
        const sum = (M[channel + sinceInjection] + t + 1 - P[packet + injected]) | 0;
        M[channel + sinceInjection] = sum;
        if (sum > fullSum) this.flushSince(b);
        P[packet + ready] = storeAndForward ? t + L : t + 1;
        P[packet + hops]++;
        const pair = P[packet + ends];
        if (next !== undefined) P[packet + stateOf] = next(M[r + node], pair & 0xffff, P[packet + stateOf], id);
        // And so is a place in the queue behind it, or the packet will be consumed.
        if (above >= 0 || (forwards && (pair & 0xffff) !== M[out + at] >> inputBits)) {
          const x = id << 2;
          const place = M[x];
          M[out + ring + ((place + (place >> 8)) & ringMask)] = p;
          M[x] = place + onePacket;
          M[x + entering] = t + L;
          M[newAt + fresh] = id;
          // Its header comes to the front in the next cycle when the queue is empty, and nothing is on its way out.
          if (!storeAndForward) fresh += ((place - onePacket) & (M[x + leaving] - t - 1)) >>> 31;
          const room = (capacity - 1 - (place >> 8) - ((t - M[x + leaving]) >>> 31)) | 0;
          if (above >= 0) {
            const o = M[out + output];
            const mask = r + ((o >> 5) << maskShift);
            M[mask + roomy] &= ~(((room - 1) >>> 31) << o);
            if (hasRings && room === 1) M[mask + tight] |= 1 << o;
          }
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

  // Read ahead, all at once, where a cycle has much of it: what ends, begins to wait, is to be looked at, and goes.

  private readEnding(from: number, to: number): void {
    const { M, Q, log, logMask } = this;
    const { records } = this.pool;
    let sum = 0;
    for (let i = from; i !== to; i = (i + 1) | 0) {
      const e = (i & logMask) << logShift;
      const q = log[e];
      const p = log[e + 2];
      sum = (sum + M[log[e + 3]] + M[(q < Q ? q : 0) << 2] + records[(p < 0 ? 0 : p) << packetShift]) | 0;
    }
    this.readAhead = sum;
  }

  private readAsked(fresh: number): void {
    const { M, Q, words, newAt, fromAt, inputBits, ownAt, roundStride, waitingAt } = this;
    let sum = 0;
    for (let i = 0; i < fresh; i++) {
      const set = M[newAt + i];
      const r = ownAt + Math.imul(M[fromAt + i] >> inputBits, roundStride);
      sum = (sum + M[r] + M[waitingAt + Math.imul(set < Q ? set : 0, words)]) | 0;
    }
    this.readAhead = sum;
  }

  private readDue(due: number): void {
    const { M, words, dueAt, waitingAt, inputsAt, wantsAt } = this;
    let sum = 0;
    for (let i = dueAt; i < due; i++) {
      const r = M[i];
      const first = M[r + inputs];
      sum = (sum + M[inputsAt + first] + M[wantsAt + first] + M[waitingAt + M[r + firstOutput] * words]) | 0;
    }
    this.readAhead = sum;
  }

  private readGoing(begin: number, end: number): void {
    const { M, Q, log, logMask, vcsAt, stride } = this;
    const { records } = this.pool;
    const { slots } = this.injection;
    let sum = 0;
    for (let i = begin; i !== end; i = (i + 1) | 0) {
      const e = (i & logMask) << logShift;
      const q = log[e];
      const id = ~log[e + 2];
      const p = q < Q ? M[vcsAt + Math.imul(q, stride) + ring + (M[q << 2] & 0xff)] : slots[((q - Q) << slotShift) + slotPacket];
      const out = vcsAt + Math.imul(id, stride) + ring;
      sum = (sum + records[p << packetShift] + M[out] + M[vcsAt + Math.imul(log[e + 1], stride) + from] + M[id << 2]) | 0;
    }
    this.readAhead = sum;
  }

  /** Finds where the outputs of a new list are. */
  private enlist(l: number): void {
    const { M, lists, isNarrow } = this;
    const { records, members } = lists;
    const start = records[l + listStart];
    records[l + listRound] = M[this.recordOf(members[start] >> 2) + roundOf];
    let bits = 0;
    for (let i = 0; i < records[l + listSize]; i++) bits |= 1 << M[this.recordOf(members[start + 2 * i] >> 2) + output];
    records[l + listOutputs] = isNarrow ? bits : 0;
  }

  /**
   * Of the first `count` that are eligible: the one with the fewest phits behind its channel, then behind itself.
   * @param isOne whether they are all of one channel
   */
  private emptiest(count: number, isOne: boolean, q: number, t: number): number {
    const { M, K, eligible } = this;
    let least = never;
    let leastOwn = never;
    let equal = 0;
    let b = -1;
    let behind = 0;
    for (let i = 0; i < count; i++) {
      const id = eligible[i];
      const own = this.phitsIn(id, t);
      if (!isOne) {
        const first = M[this.recordOf(id) + base];
        if (first !== b) {
          b = first;
          behind = 0;
          for (let k = 0; k < K; k++) behind = (behind + this.phitsIn(b + k, t)) | 0;
        }
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

  /** Phits in the queue behind virtual channel `id`, whose channel is free: so what has come into the queue is whole. */
  private phitsIn(id: number, t: number): number {
    const { M, L } = this;
    const stays = (M[(id << 2) + leaving] - t) | 0;
    return (Math.imul((M[id << 2] >> 8) & 0xff, L) + (stays & ~(stays >> 31))) | 0;
  }

  // Where inputs or outputs are bits of several numbers, and nothing but free channels, room and chance decides.

  /** Gives an output of a round to the front whose turn it is; returns its queue, or −1 where no front can go. */
  private handOut(r: number, given: number, t: number): number {
    const { M, words, masks, able, waitingAt, eligible, firstBeside } = this;
    const firstId = M[r + firstOutput];
    // Who can go.
    for (let w = 0; w < words; w++) able[w] = 0;
    for (let k = 0; k < masks; k++) {
      const mask = r + (k << maskShift);
      for (let left = M[mask + free] & M[mask + roomy] & M[mask + wanted]; left !== 0; left &= left - 1) {
        const at = waitingAt + Math.imul(firstId + (k << 5) + 31 - Math.clz32(left & -left), words);
        for (let w = 0; w < words; w++) able[w] |= M[at + w];
      }
    }
    if (this.networkFirst) this.putTerminalsLast(able, M[r + node]);
    let count = 0;
    for (let w = 0; w < words; w++) count = (count + bitCount(able[w])) | 0;
    if (count === 0) return -1;
    let drawn = count > 1 ? below(mix(this.arbitrationKey + given, t, M[r + called]), count) : 0;
    let word = 0;
    for (let here = bitCount(able[0]); drawn >= here; here = bitCount(able[word])) {
      drawn = (drawn - here) | 0;
      word = (word + 1) | 0;
    }
    const bit = nthBit(able[word], drawn);
    const place = M[r + inputs] + (word << 5) + 31 - Math.clz32(bit);
    const q = M[this.inputsAt + place];

    // What is open to it, and of this the best; it waits no more for any of it.
    const asks = M[this.wantsAt + place];
    let id = ~asks;
    if (asks < 0) this.cease(id, r, word, bit);
    else {
      const { records, members } = this.lists;
      const { escape } = this.routing;
      const start = records[asks + listStart];
      const size = records[asks + listSize];
      let open = 0;
      let hasOthers = false;
      for (let i = 0; i < size; i++) {
        const each = members[start + 2 * i] >> 2;
        const o = (each - firstId) | 0;
        const mask = r + ((o >> 5) << maskShift);
        if ((M[mask + free] & M[mask + roomy] & (1 << o)) !== 0) {
          const isOther = escape !== undefined && escape[each] !== 1;
          if (isOther && !hasOthers) {
            hasOthers = true;
            open = 0;
          }
          if (isOther || !hasOthers) eligible[open++] = each;
        }
        this.cease(each, r, word, bit);
      }
      id = open === 1 ? eligible[0] : this.emptiest(open, false, q, t) | 0;
    }
    const first = firstBeside[id - firstId];
    for (let o = first; o < first + this.K; o++) M[r + ((o >> 5) << maskShift) + free] &= ~(1 << o);
    this.handedOut = id;
    return q;
  }

  /** A front, bit `bit` of number `word`, waits no more for virtual channel `id` of round `r`. */
  private cease(id: number, r: number, word: number, bit: number): void {
    const { M, words } = this;
    const at = this.waitingAt + Math.imul(id, words);
    M[at + word] &= ~bit;
    let any = 0;
    for (let w = 0; w < words; w++) any |= M[at + w];
    const o = (id - M[r + firstOutput]) | 0;
    if (any === 0) M[r + ((o >> 5) << maskShift) + wanted] &= ~(1 << o);
  }

  // Any rule, any network.

  /** Bit of virtual channel `id` in its number of its round's outputs, and where that number is, as one of those of a round. */
  private maskOf(id: number): number {
    const record = this.recordOf(id);
    return this.M[record + roundOf] + ((this.M[record + output] >> 5) << maskShift);
  }

  /** Queue `q` has room for so many packets, one more than before; returns where the list of rounds that are due ends then. */
  private makeRoom(q: number, room: number, due: number): number {
    const { M } = this;
    const o = M[this.recordOf(q) + output];
    const mask = this.maskOf(q);
    const bit = 1 << o;
    M[mask + roomy] |= bit;
    M[mask + tight] = room === 1 ? M[mask + tight] | bit : M[mask + tight] & ~bit;
    return (bit & M[mask + free] & M[mask + wanted]) === 0 ? due : this.makeDue(M[this.recordOf(q) + roundOf], due);
  }

  /** The channel of round `r` that begins with virtual channel `b` is free again; returns the same. */
  private setFree(b: number, r: number, due: number): number {
    const { M, K } = this;
    const first = (b - M[r + firstOutput]) | 0;
    for (let o = first; o < first + K; o++) {
      const mask = r + ((o >> 5) << maskShift);
      const bit = 1 << o;
      M[mask + free] |= bit;
      if ((bit & M[mask + roomy] & M[mask + wanted]) !== 0) due = this.makeDue(r, due) | 0;
    }
    if (!this.hasGroups) return due;
    const g = this.network.group[this.channelOf(b)];
    if (g < 0) return due;
    this.groupBusy[g]--;
    const reached = this.roundsIn[g];
    for (let i = 0; i < reached.length; i++) due = this.makeDue(reached[i], due);
    return due;
  }

  private makeDue(r: number, due: number): number {
    const { M } = this;
    if (M[r + isDue] !== 0) return due;
    M[r + isDue] = 1;
    M[due] = r;
    return due + 1;
  }

  /** Where channels of several nodes share a capacity, another node begins in each cycle. */
  private putInOrder(due: number, t: number): void {
    const { M, dueAt } = this;
    const first = below(mix(this.arbitrationKey, t, -1), this.network.terminals + this.network.switches);
    const isBefore = (r: number, s: number) => {
      const later = (M[r + called] < first ? 1 : 0) - (M[s + called] < first ? 1 : 0);
      return later === 0 ? M[r + called] < M[s + called] : later < 0;
    };
    for (let i = dueAt + 1; i < due; i++) {
      const r = M[i];
      let j = i;
      for (; j > dueAt && isBefore(r, M[j - 1]); j--) M[j] = M[j - 1];
      M[j] = r;
    }
  }

  /** The front at an input waits for all that it may take; says whether any of it is open. */
  private wait(r: number, asks: number, input: number): boolean {
    const { M, words, waitingAt } = this;
    const { records, members } = this.lists;
    const count = asks < 0 ? 1 : records[asks + listSize];
    let hit = 0;
    for (let i = 0; i < count; i++) {
      const id = asks < 0 ? ~asks : members[records[asks + listStart] + 2 * i] >> 2;
      const o = id - M[r + firstOutput];
      const mask = r + ((o >> 5) << maskShift);
      M[waitingAt + id * words + (input >> 5)] |= 1 << input;
      M[mask + wanted] |= 1 << o;
      hit |= (1 << o) & M[mask + free] & M[mask + roomy];
    }
    return hit !== 0;
  }

  private waitNoMore(q: number, r: number): void {
    const { records, members } = this.lists;
    const asks = this.pool.records[(this.frontOf(q) << packetShift) + asksBy];
    const input = this.inputOf(q);
    const count = asks < 0 ? 1 : records[asks + listSize];
    for (let i = 0; i < count; i++) {
      this.cease(asks < 0 ? ~asks : members[records[asks + listStart] + 2 * i] >> 2, r, input >> 5, 1 << input);
    }
  }

  /** The channel of virtual channel `id` is given to the front of queue `q`. */
  private take(q: number, id: number, r: number): void {
    const { M, K } = this;
    const c = this.channelOf(id);
    for (let each = c * K; each < (c + 1) * K; each++) {
      M[this.maskOf(each) + free] &= ~(1 << M[this.recordOf(each) + output]);
    }
    if (this.hasGroups && this.network.group[c] >= 0) this.groupBusy[this.network.group[c]]++;
    if (this.arbitration === "round-robin") this.lastServed[this.channelOf(M[r + firstOutput])] = q;
  }

  private inputOf(q: number): number {
    const { Q, M, inputBits, injection } = this;
    const place = q < Q ? M[this.recordOf(q) + at] : injection.slots[((q - Q) << slotShift) + slotAt];
    return place & ((1 << inputBits) - 1);
  }

  /** The queue that is next in a round, −1 where no front can go. */
  private nextIn(r: number, given: number, t: number): number {
    const { M, words, masks, able, arbitration } = this;
    able.fill(0);
    for (let k = 0; k < masks; k++) {
      const mask = r + (k << maskShift);
      for (let left = M[mask + free] & M[mask + roomy] & M[mask + wanted]; left !== 0; left &= left - 1) {
        const id = M[r + firstOutput] + 32 * k + 31 - Math.clz32(left & -left);
        if (this.hasGroups && this.isExhausted(this.channelOf(id))) continue;
        for (let w = 0; w < words; w++) able[w] |= this.thoseOpenTo(id, this.inputsAt + M[r + inputs] + 32 * w, w, t);
      }
    }
    if (this.networkFirst) this.putTerminalsLast(able, M[r + node]);
    let count = 0;
    for (let w = 0; w < words; w++) count += bitCount(able[w]);
    if (count === 0) return -1;
    const firstAt = this.inputsAt + M[r + inputs];
    let drawn = arbitration === "random" && count > 1 ? below(mix(this.arbitrationKey + given, t, M[r + called]), count) : 0;
    let winner = -1;
    for (let w = 0; w < words; w++) {
      for (let bits = able[w]; bits !== 0; bits &= bits - 1) {
        const q = M[firstAt + 32 * w + 31 - Math.clz32(bits & -bits)];
        if (
          arbitration === "random"
            ? drawn-- === 0
            : winner < 0 || this.goesBefore(q, winner, this.lastServed[this.channelOf(M[r + firstOutput])])
        )
          winner = q;
      }
    }
    return winner;
  }

  /** Of the fronts that wait for virtual channel `id`, which is free, those that find room behind it. */
  private thoseOpenTo(id: number, firstAt: number, w: number, t: number): number {
    const bits = this.requestsFor(id, w);
    const least = this.routing.rings === undefined ? this.capacity : this.capacity - 1;
    return bits !== 0 && this.heldIn(id, t) >= least ? this.thoseWithRoom(id, firstAt, bits, t) : bits;
  }

  /** The best output for the front of queue `q`, to which some are open. */
  private bestFor(q: number, r: number, t: number): number {
    const { M, eligible } = this;
    const { escape } = this.routing;
    const { records, members } = this.lists;
    const asks = this.pool.records[(this.frontOf(q) << packetShift) + asksBy];
    if (asks < 0) return ~asks;
    let count = 0;
    let hasOthers = false;
    for (let i = 0; i < records[asks + listSize]; i++) {
      const id = members[records[asks + listStart] + 2 * i] >> 2;
      const o = id - M[r + firstOutput];
      const mask = r + ((o >> 5) << maskShift);
      if ((M[mask + free] & M[mask + roomy] & (1 << o)) === 0) continue;
      if (this.hasGroups && this.isExhausted(this.channelOf(id))) continue;
      if (!this.hasRoomFor(q, id, t)) continue;
      const isOther = escape !== undefined && escape[id] !== 1;
      if (isOther && !hasOthers) {
        hasOthers = true;
        count = 0;
      }
      if (isOther || !hasOthers) eligible[count++] = id;
    }
    return count === 1 ? eligible[0] : this.emptiest(count, false, q, t);
  }

  // Who waits for what.

  protected requestsFor(id: number, w: number): number {
    return this.M[this.waitingAt + id * this.words + w];
  }

  protected requestsToAny(channel: number, w: number): number {
    const { K } = this;
    let bits = 0;
    for (let id = channel * K; id < (channel + 1) * K; id++) bits |= this.requestsFor(id, w);
    return bits;
  }

  protected whatIsAskedFor(): Int32Array {
    const { M, Q, K, words } = this;
    const asks = new Int32Array(Q).fill(-1);
    for (let id = 0; id < Q; id++) {
      const firstAt = this.inputsAt + M[this.firstInputAt + this.network.tail[(id / K) | 0]];
      for (let w = 0; w < words; w++) {
        for (let bits = this.requestsFor(id, w); bits !== 0; bits &= bits - 1) {
          const q = M[firstAt + 32 * w + 31 - Math.clz32(bits & -bits)];
          if (q >= Q) continue;
          const list = this.pool.records[(this.frontOf(q) << packetShift) + asksBy];
          asks[q] = list < 0 ? id : Q + (list >> listShift);
        }
      }
    }
    return asks;
  }
}
