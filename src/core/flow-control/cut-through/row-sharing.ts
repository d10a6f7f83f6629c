// hot: no allocation, no for-of, no destructuring inside `run` and what it calls.
/**
 * Virtual cut-through on rows of interchangeable channels where outputs are handed out to the packets that wait: in each
 * cycle a row draws one of the fronts that wait for it, which takes the emptiest of the channels that are open, free and
 * with room behind them; then the next one, until either are used up.
 *
 * So after each cycle a row has no front that waits or no channel that is open. Each are the bits of a number, kept by
 * what happens: a front comes, a packet has passed a channel, a place behind one comes free. A row is looked at in a cycle
 * in which both numbers come to be other than 0, and nothing is looked at while nothing happens. Where a node has more than
 * 32 inputs they are bits of several numbers, and the bits of the one say which of these are other than 0; so are channels.
 *
 * A large network waits for its memory. So a channel and its queue are as few numbers as can be: a packet in a queue is one,
 * its own number beside the row that it waits for next, and the rest stands in the packet's record, which a hop comes to
 * only once, when it is granted. What many grants need is read ahead, in a loop that does nothing else: it then comes at
 * the same time.
 */
import { bitCount, nthBit } from "../../base/bits.ts";
import { below, mix, streamKey, trace } from "../../base/random.ts";
import { powerOfTwo } from "../../base/arrays.ts";
import type { Plan } from "../../plan/plan.ts";
import type { RoutingRows } from "../../plan/routing.ts";
import { CutThroughRowsState } from "./rows-state.ts";
import type { CutThroughRules } from "./rules.ts";
import { fullSum, onePacket } from "./state.ts";
import { slotPacket, slotShift } from "../injection.ts";
import { created, ends, hops, injected, messageOf, packetShift, ready } from "../packet-pool.ts";

/** Grants of a cycle, beyond which what they need is read ahead; and other things of it, which are nearer in smaller networks. */
const many = 32;
const veryMany = 2048;
/** More than any fullness. */
const never = 0x3fffffff;

// What is looked at of a channel and the queue behind it, four numbers at 4 × its number. The first: place of the front in the
// ring + 256 · packets in the queue.
/** Cycle from which the packet that goes out of the queue has passed whole. */
const leaving = 1;
/** Of the row that begins with it: which inputs of the node have a front that waits, and which channels of the row are open; or which 32 of them. */
const waiting = 2;
const open = 3;

// Record of a channel and the queue behind it.
/** Cycle from which the channel is free again. */
const busyUntil = 0;
const carried = 1;
const sinceInjection = 2;
const waited = 3;
/** Packets in the queue: number + 2²⁴ · place, among the outputs of its node, of the row that it waits for at the front. */
const ring = 4;
const rowShift = 24;
const numberMask = (1 << rowShift) - 1;

export class CutThroughRowSharing extends CutThroughRowsState {
  private readonly tiesAtRandom: boolean;
  private readonly selectionKey: number;
  protected readonly M: Int32Array;
  private readonly recordsAt: number;
  private readonly recordShift: number;
  private readonly ringMask: number;
  /**
   * Bits of a place in a row, and of an input of a node. The log has a channel as the first of its row << placeBits | its place there; the
   * complement where it enters a terminal.
   */
  private readonly placeBits: number;
  /** [C × words, C × rowWords] Where a number has too few bits: the inputs that have a front that waits for a row, and its open channels. */
  private readonly waitingAt: number;
  private readonly openAt: number;
  /**
   * Of each channel: node at which the queue stands, which input it is there, and place of the channel in its row, the latter two of
   * placeBits; negative where it enters a terminal.
   */
  private readonly standsAt: number;
  /** Where the inputs of the node that it leaves begin; the complement where it enters a terminal. */
  private readonly inputsOf: number;
  private readonly endAt: number;
  private readonly wheelMask: number;
  private readonly newAt: number;
  private readonly rowsAt: number;
  private readonly fromTerminalsAt: number;
  /** [rowWords] Bits of the channels of a row with equally little behind them, while one of them is chosen. */
  private readonly equals: Int32Array;

  constructor(rules: CutThroughRules, plan: Plan, rows: RoutingRows) {
    super(rules, plan, rows);
    const { head, tail } = plan.network;
    const { T, L, C, words, rowWords, firstInput, inputQueues, fromTerminals } = this;
    this.equals = new Int32Array(rowWords);
    const placeBits = (this.placeBits = 5 + 31 - Math.clz32(powerOfTwo(Math.max(words, rowWords))));
    this.tiesAtRandom = rules.ties === "random";
    this.selectionKey = streamKey(plan.seed, "selection");
    const wheel = powerOfTwo(L + 1);
    this.wheelMask = wheel - 1;

    const ringSize = powerOfTwo(this.capacity);
    this.ringMask = ringSize - 1;
    this.recordShift = (31 - Math.clz32(powerOfTwo(ring + ringSize))) | 0;
    let numbers = C << 2;
    const part = (length: number) => {
      const start = numbers;
      numbers += (length + 15) & ~15;
      return start;
    };
    this.recordsAt = part(C << this.recordShift);
    this.standsAt = part(C);
    this.inputsOf = part(C);
    this.endAt = part(wheel);
    this.newAt = part(C + T + 1);
    this.rowsAt = part(C + 1);
    const inputsAt = part(inputQueues.length);
    this.fromTerminalsAt = part(fromTerminals.length);
    this.waitingAt = part(words > 1 ? C * words : 0);
    this.openAt = part(rowWords > 1 ? C * rowWords : 0);
    const M = (this.M = new Int32Array(numbers));
    M.set(inputQueues, inputsAt);
    M.set(fromTerminals, this.fromTerminalsAt);
    for (let c = 0, first = 0; c < C; c++) {
      if (rows.size[c] > 0) {
        first = c;
        for (let place = 0; place < rows.size[c]; place++) M[(c << 2) + open] |= this.bitFor(this.openAt, rowWords, c, place);
      }
      const stands = head[c] < T ? -1 << placeBits : (head[c] << placeBits) | this.inputOf[c];
      M[this.standsAt + c] = (stands << placeBits) | (c - first);
      const firstAt = inputsAt + firstInput[tail[c]];
      M[this.inputsOf + c] = head[c] < T ? ~firstAt : firstAt;
    }
  }

  private recordOf(c: number): number {
    return this.recordsAt + (c << this.recordShift);
  }

  protected forget(): void {
    for (let i = 0; i <= this.wheelMask; i++) this.M[this.endAt + i] = this.written;
  }

  protected run(stop: number, work: number): number {
    stop |= 0;
    work |= 0;
    const { M, recordsAt, recordShift, ringMask, standsAt, inputsOf, endAt, newAt, rowsAt, fromTerminalsAt } = this;
    const { C, L, capacity, wheelMask, arbitrationKey, selectionKey, tiesAtRandom, networkFirst, waitingAt, openAt, placeBits } = this;
    const { recorder, injection, mayEnd, rows } = this;
    const words = this.words | 0;
    const rowWords = this.rowWords | 0;
    const isWide = words > 1;
    const hasWideRows = rowWords > 1;
    const placeMask = (1 << placeBits) - 1;
    const nodeShift = (2 * placeBits) | 0;
    const { slots } = injection;
    const { firstOut, tail } = this.network;
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
      // Rows with fronts that wait and open channels. Numbers are written in any case, and count where a sign says so.
      let listed = 0;

      // What was granted L cycles ago ends: the next packet comes to the front, the channel and a place are free again.
      const end = M[endAt + ((t - L) & wheelMask)];
      if (((end - completed) | 0) > veryMany) this.readEnding(completed, end);
      for (; completed !== end; completed = (completed + 1) | 0) {
        const e = (completed & logMask) << 1;
        const q = log[e];
        const isLast = log[e + 1] >> 31;
        const way = log[e + 1] ^ isLast;
        const c = (way >> placeBits) + (way & placeMask);
        if (q < C) {
          const held = M[q << 2] >> 8;
          M[newAt + fresh] = q;
          fresh += -held >>> 31;
          if (held === capacity - 1) {
            const place = M[standsAt + q] & placeMask;
            const r = (q - place) << 2;
            const isFree = (M[recordsAt + (q << recordShift) + busyUntil] - t - 1) >>> 31;
            const were = M[r + open];
            const are = were | (hasWideRows ? isFree && this.bitFor(openAt, rowWords, r >> 2, place) : isFree << place);
            M[r + open] = are;
            M[rowsAt + listed] = r;
            const others = M[r + waiting];
            listed += ((others | (0 - others)) & ~(were | (0 - were)) & (are | (0 - are))) >>> 31;
          }
        } else injection.release(q - C);
        if (isLast !== 0) {
          const x = c << 2;
          const front = M[x] & 0xff;
          M[x] = ((M[x] & ~0xff) | ((front + 1) & ringMask)) - onePacket;
          this.consume(M[recordsAt + (c << recordShift) + ring + front] & numberMask, t);
          isOver = mayEnd && recorder.isComplete;
        }
        const x = c << 2;
        const room = ((M[x] >> 8) + ((t - M[x + leaving]) >>> 31) - capacity) >>> 31;
        const place = way & placeMask;
        const r = (way >> placeBits) << 2;
        const were = M[r + open];
        const are = were | (hasWideRows ? room && this.bitFor(openAt, rowWords, r >> 2, place) : room << place);
        M[r + open] = are;
        M[rowsAt + listed] = r;
        const others = M[r + waiting];
        listed += ((others | (0 - others)) & ~(were | (0 - were)) & (are | (0 - are))) >>> 31;
      }

      if (injection.isDue(t)) fresh = (injection.feed(t, M, newAt + fresh, C) - newAt) | 0;

      // Fronts begin to wait.
      if (fresh > veryMany) this.readFronts(fresh);
      for (let i = 0; i < fresh; i++) {
        const q = M[newAt + i];
        let first: number;
        let bit = 1;
        if (q < C) {
          const at = M[standsAt + q];
          first = firstOut[at >> nodeShift] + (M[recordsAt + (q << recordShift) + ring + (M[q << 2] & 0xff)] >>> rowShift);
          bit = isWide ? this.bitFor(waitingAt, words, first, (at >> placeBits) & placeMask) : 1 << (at >> placeBits);
        } else {
          first = firstOut[q - C];
          if (isWide) bit = this.bitFor(waitingAt, words, first, 0);
        }
        const r = first << 2;
        const were = M[r + waiting];
        M[r + waiting] = were | bit;
        M[rowsAt + listed] = r;
        const others = M[r + open];
        listed += ((others | (0 - others)) & ~(were | (0 - were))) >>> 31;
      }
      asking += fresh;

      // Who gets which channel.
      let granted = written;
      if (listed > veryMany) this.readListed(listed);
      for (let i = 0; i < listed; i++) {
        const r = M[rowsAt + i];
        const first = r >> 2;
        const isLast = M[inputsOf + first] >> 31;
        const inputsAt = M[inputsOf + first] ^ isLast;
        let fronts = M[r + waiting];
        let channels = M[r + open];
        let grant = 0;
        do {
          let bits = fronts;
          if (isWide) bits = this.drawn(first, grant, t);
          else if ((bits & (bits - 1)) !== 0) {
            if (networkFirst) {
              const others = bits & ~M[fromTerminalsAt + tail[first]];
              if (others !== 0) bits = others;
            }
            if ((bits & (bits - 1)) !== 0) {
              bits = nthBit(bits, below(mix(arbitrationKey + grant, t, first), bitCount(bits)));
            }
          }
          if (isWide) fronts = M[r + waiting];
          else fronts &= ~bits;
          const q = M[inputsAt + (isWide ? bits : 31 - Math.clz32(bits))];

          bits = channels;
          if (hasWideRows) bits = this.emptiest(first, q, t);
          else if ((bits & (bits - 1)) !== 0) {
            // The emptiest ones.
            let least = never;
            let equal = 0;
            for (; bits !== 0; bits &= bits - 1) {
              const bit = bits & (0 - bits);
              const x = r + ((31 - Math.clz32(bit)) << 2);
              const stays = (M[x + leaving] - t) | 0;
              const more = (Math.imul(M[x] >> 8, L) + (stays & ~(stays >> 31)) - least) | 0;
              const isLess = more >> 31;
              const isMore = (0 - more) >> 31;
              equal = (equal & ~isLess) | (bit & ~isMore);
              least = (least + (more & isLess)) | 0;
            }
            bits = equal;
            if ((bits & (bits - 1)) !== 0) {
              bits = tiesAtRandom ? nthBit(bits, below(mix(selectionKey, t, q), bitCount(bits))) : bits & (0 - bits);
            }
          }
          if (hasWideRows) channels = M[r + open];
          else channels &= ~bits;
          grant = (grant + 1) | 0;
          if (((written - completed) | 0) > logMask) {
            log = this.growLog(completed, written);
            logMask = this.logMask;
          }
          const e = (written & logMask) << 1;
          written = (written + 1) | 0;
          log[e] = q;
          log[e + 1] = ((first << placeBits) | (hasWideRows ? bits : 31 - Math.clz32(bits))) ^ isLast;
        } while (fronts !== 0 && channels !== 0);
        M[r + waiting] = fronts;
        M[r + open] = channels;
      }

      // They go. From here on no packet is created, so this array stays.
      fresh = 0;
      const P = this.pool.records;
      const made = (written - granted) | 0;
      if (made > many) this.readGoing(granted, written);
      for (; granted !== written; granted = (granted + 1) | 0) {
        const e = (granted & logMask) << 1;
        const q = log[e];
        const isLast = log[e + 1] >> 31;
        const way = log[e + 1] ^ isLast;
        const id = (way >> placeBits) + (way & placeMask);
        let packet: number;
        if (q < C) {
          const x = q << 2;
          const record = recordsAt + (q << recordShift);
          const front = M[x] & 0xff;
          packet = (M[record + ring + front] & numberMask) << packetShift;
          M[x] = ((M[x] & ~0xff) | ((front + 1) & ringMask)) - onePacket;
          M[x + leaving] = t + L;
          const sum = (M[record + waited] + t - P[packet + ready]) | 0;
          M[record + waited] = sum;
          if (sum > fullSum) this.flushWaited(q);
        } else {
          packet = slots[((q - C) << slotShift) + slotPacket] << packetShift;
          P[packet + injected] = t;
          recorder.inject(q - C, P[packet + messageOf], P[packet + created], t);
        }
        const pair = P[packet + ends];
        P[packet + ready] = t + 1;
        P[packet + hops]++;
        const y = id << 2;
        const record = recordsAt + (id << recordShift);
        const sum = (M[record + sinceInjection] + t + 1 - P[packet + injected]) | 0;
        M[record + sinceInjection] = sum;
        if (sum > fullSum) this.flushSince(id);
        M[record + busyUntil] = t + L;
        M[record + carried]++;
        const held = M[y];
        M[y] = held + onePacket;
        // What it will wait for there is looked up now, while the packet is at hand.
        const node = M[standsAt + id] >> nodeShift;
        const row = isLast === 0 ? rows.of(node, pair & 0xffff) - firstOut[node] : 0;
        M[record + ring + ((held + (held >> 8)) & ringMask)] = (packet >> packetShift) | (row << rowShift);
        // Its header comes to the front in the next cycle when the queue is empty, and nothing is on its way out.
        M[newAt + fresh] = id;
        fresh += (((held >> 8) - 1) & (M[y + leaving] - t - 1) & ~isLast) >>> 31;
        hash = (hash + trace(t, id, pair >>> 16)) | 0;
      }
      grants = (grants + made) | 0;
      if (made > 0) this.quietAfter = t + L;
      asking = (asking - made) | 0;
      M[endAt + (t & wheelMask)] = written;
      done = (done + 1 + made) | 0;
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

  // Where an input of a node, or a channel of a row, is a bit of one of several numbers.

  /** Adds one to those of the row that begins with a channel; returns the bit that says where it is. */
  private bitFor(setsAt: number, words: number, first: number, place: number): number {
    if (words === 1) return 1 << place;
    this.M[setsAt + Math.imul(first, words) + (place >> 5)] |= 1 << place;
    return 1 << (place >> 5);
  }

  /** The input whose front is the next of a row to go, and waits no more. */
  private drawn(first: number, given: number, t: number): number {
    const { M, words, waitingAt, arbitrationKey } = this;
    const at = waitingAt + Math.imul(first, words);
    const r = first << 2;
    const any = M[r + waiting];
    let w = 31 - Math.clz32(any);
    let bits = M[at + w];
    if ((any & (any - 1)) !== 0 || (bits & (bits - 1)) !== 0) {
      const aside = this.fromTerminalsAt + Math.imul(this.network.tail[first], words);
      let isAside = this.networkFirst ? -1 : 0;
      let count = 0;
      for (let i = 0; i < words; i++) count += bitCount(M[at + i] & ~(M[aside + i] & isAside));
      if (count === 0) {
        isAside = 0;
        for (let i = 0; i < words; i++) count += bitCount(M[at + i]);
      }
      let n = count > 1 ? below(mix(arbitrationKey + given, t, first), count) : 0;
      w = 0;
      bits = M[at] & ~(M[aside] & isAside);
      for (let here = bitCount(bits); n >= here; here = bitCount(bits)) {
        n = (n - here) | 0;
        w = (w + 1) | 0;
        bits = M[at + w] & ~(M[aside + w] & isAside);
      }
      bits = nthBit(bits, n);
    }
    const left = M[at + w] & ~bits;
    M[at + w] = left;
    if (left === 0) M[r + waiting] = any & ~(1 << w);
    return (w << 5) + 31 - Math.clz32(bits);
  }

  /** The place of the emptiest of the open channels of a row, which is open no more. */
  private emptiest(first: number, q: number, t: number): number {
    const { M, L, rowWords, openAt, equals } = this;
    const at = openAt + Math.imul(first, rowWords);
    const r = first << 2;
    let least = never;
    let count = 0;
    for (let w = 0; w < rowWords; w++) {
      let equal = 0;
      for (let bits = M[at + w]; bits !== 0; bits &= bits - 1) {
        const bit = bits & -bits;
        const x = r + (((w << 5) + 31 - Math.clz32(bit)) << 2);
        const stays = (M[x + leaving] - t) | 0;
        const more = (Math.imul(M[x] >> 8, L) + (stays & ~(stays >> 31)) - least) | 0;
        const isLess = more >> 31;
        const isMore = (0 - more) >> 31;
        equal = (equal & ~isLess) | (bit & ~isMore);
        count &= ~isLess;
        least = (least + (more & isLess)) | 0;
      }
      // Those of before count no more where one of these is less.
      if (count === 0) equals.fill(0, 0, w);
      equals[w] = equal;
      count = (count + bitCount(equal)) | 0;
    }
    let n = count > 1 && this.tiesAtRandom ? below(mix(this.selectionKey, t, q), count) : 0;
    let w = 0;
    for (let here = bitCount(equals[0]); n >= here; here = bitCount(equals[w])) {
      n = (n - here) | 0;
      w = (w + 1) | 0;
    }
    const bit = nthBit(equals[w], n);
    const left = M[at + w] & ~bit;
    M[at + w] = left;
    if (left === 0) M[r + open] &= ~(1 << w);
    return (w << 5) + 31 - Math.clz32(bit);
  }

  /** Reads the queues and channels in some entries of the log, and the rows of both, before they end. */
  private readEnding(from: number, to: number): void {
    const { M, C, log, logMask, standsAt, placeBits } = this;
    const placeMask = (1 << placeBits) - 1;
    let sum = 0;
    for (let i = from; i !== to; i = (i + 1) | 0) {
      const e = (i & logMask) << 1;
      const q = log[e];
      const way = log[e + 1] ^ (log[e + 1] >> 31);
      if (q < C) sum = (sum + M[q << 2] + M[standsAt + q]) | 0;
      sum = (sum + M[((way >> placeBits) + (way & placeMask)) << 2]) | 0;
    }
    this.readAhead = sum;
  }

  /** Reads the rows that those who begin to wait do so for. */
  private readFronts(count: number): void {
    const { M, C, newAt, standsAt, recordsAt, recordShift, ringMask, placeBits } = this;
    const { firstOut } = this.network;
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const q = M[newAt + i];
      let first: number;
      if (q < C) {
        first =
          firstOut[M[standsAt + q] >> (2 * placeBits)] + (M[recordsAt + (q << recordShift) + ring + (M[q << 2] & ringMask)] >>> rowShift);
      } else first = firstOut[q - C];
      sum = (sum + M[first << 2]) | 0;
    }
    this.readAhead = sum;
  }

  /** Reads the inputs of the nodes of rows that have something to grant. */
  private readListed(count: number): void {
    const { M, rowsAt, inputsOf } = this;
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const inputsAt = M[inputsOf + (M[rowsAt + i] >> 2)];
      sum = (sum + M[inputsAt ^ (inputsAt >> 31)]) | 0;
    }
    this.readAhead = sum;
  }

  /** Reads the packets in some entries of the log, and the channels that they come to, before they go. */
  private readGoing(from: number, to: number): void {
    const { M, C, log, logMask, recordsAt, recordShift, standsAt, placeBits } = this;
    const placeMask = (1 << placeBits) - 1;
    const { records } = this.pool;
    const { slots } = this.injection;
    let sum = 0;
    for (let i = from; i !== to; i = (i + 1) | 0) {
      const e = (i & logMask) << 1;
      const q = log[e];
      const way = log[e + 1] ^ (log[e + 1] >> 31);
      const c = (way >> placeBits) + (way & placeMask);
      let p: number;
      if (q < C) p = M[recordsAt + (q << recordShift) + ring + (M[q << 2] & 0xff)] & numberMask;
      else p = slots[((q - C) << slotShift) + slotPacket];
      sum = (sum + records[p << packetShift] + M[c << 2] + M[recordsAt + (c << recordShift)] + M[standsAt + c]) | 0;
    }
    this.readAhead = sum;
  }

  protected sinceAt(c: number): number {
    return this.recordOf(c) + sinceInjection;
  }

  protected waitedAt(q: number): number {
    return this.recordOf(q) + waited;
  }

  protected logged(i: number): number {
    const entry = this.log[((i & this.logMask) << 1) | 1];
    const way = entry ^ (entry >> 31);
    return (way >> this.placeBits) + (way & ((1 << this.placeBits) - 1));
  }

  protected requestsFor(first: number, w: number): number {
    return this.words > 1 ? this.M[this.waitingAt + first * this.words + w] : this.M[(first << 2) + waiting];
  }

  protected busyUntilOn(c: number): number {
    return this.M[this.recordOf(c) + busyUntil];
  }

  protected leavingFrom(q: number): number {
    return this.M[(q << 2) + leaving];
  }

  protected heldIn(q: number): number {
    return this.M[q << 2] >> 8;
  }

  protected grantedOn(c: number): number {
    return this.M[this.recordOf(c) + carried];
  }

  protected pairIn(q: number, n: number): number {
    return this.pool.records[this.packetIn(q, n) + ends];
  }

  protected readyIn(q: number, n: number): number {
    return this.pool.records[this.packetIn(q, n) + ready];
  }

  protected pairOn(c: number): number {
    return this.pairIn(c, this.heldIn(c) - 1);
  }

  /** The record of the n-th packet in queue `q`, −1: of the one that has just left its front. */
  private packetIn(q: number, n: number): number {
    const { M } = this;
    return (M[this.recordOf(q) + ring + ((M[q << 2] + n) & this.ringMask)] & numberMask) << packetShift;
  }
}
