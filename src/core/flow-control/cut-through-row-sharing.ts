// hot: no allocation, no for-of, no destructuring inside `run` and what it calls.
/**
 * Virtual cut-through on rows of interchangeable channels where outputs are handed out to the packets that wait: in each
 * cycle a row draws one of the fronts that wait for it, which takes the emptiest of the channels that are open, free and
 * with room behind them; then the next one, until either are used up.
 *
 * So after each cycle a row has no front that waits or no channel that is open. Each are the bits of a number, kept by
 * what happens: a front comes, a packet has passed a channel, a place behind one comes free. A row is looked at in a cycle
 * in which both numbers come to be other than 0, and nothing is looked at while nothing happens.
 *
 * A large network waits for its memory. So the record of a channel, and of the row that begins with it, is one line of it,
 * the places of its queue are another, and what many packets need is read ahead, in loops that do nothing else: the lines
 * then come at the same time.
 */
import { bitCount, nthBit } from "../base/bits.ts";
import { below, mix, streamKey, trace } from "../base/random.ts";
import { powerOfTwo } from "../base/arrays.ts";
import type { Plan } from "../plan/plan.ts";
import type { RoutingRows } from "../plan/routing.ts";
import { CutThroughRowsState, hopShift, placeEnds, placeInjected, placeReady, placeShift } from "./cut-through-rows-state.ts";
import type { CutThroughRules } from "./cut-through-rules.ts";
import { fullSum } from "./cut-through-state.ts";
import { slotPacket, slotShift } from "./injection.ts";
import { created, ends, hops as hopsOf, injected, messageOf, packetShift } from "./packet-pool.ts";

/** Entries of the log in a cycle, beyond which what they need is read ahead. */
const many = 64;
const numberMask = (1 << hopShift) - 1;
/** More than any fullness. */
const never = 0x3fffffff;

// Record of a channel and the queue behind it: a line of memory.
const recordShift = 4;
/** Of a row, in the record of its first channel: which inputs of the node have a front that waits, and which channels of the row are open. */
const waiting = 0;
const open = 1;
/** Where the inputs of the node that the channel leaves begin. */
const inputs = 2;
/** Node at which the queue stands << 10 | which input it is there << 5 | place of the channel in its row; negative where it enters a terminal. */
const at = 3;
/** Packets that have come into the queue, and that have left its front; at a terminal, that have been consumed. */
const came = 4;
const went = 5;
/** Cycles from which the channel is free again, and the packet that goes out of the queue has passed whole. */
const busyUntil = 6;
const leaving = 7;
const sinceInjection = 8;
const waited = 9;

export class CutThroughRowSharing extends CutThroughRowsState {
  private readonly tiesAtRandom: boolean;
  private readonly selectionKey: number;
  protected readonly M: Int32Array;
  private readonly recordsAt: number;
  private readonly ringsAt: number;
  private readonly endAt: number;
  private readonly wheelMask: number;
  private readonly newAt: number;
  private readonly rowsAt: number;
  private readonly fromTerminalsAt: number;
  /** The sum of all that was read ahead: compilers leave out what goes nowhere. */
  protected readAhead = 0;

  constructor(rules: CutThroughRules, plan: Plan, rows: RoutingRows) {
    super(rules, plan, rows);
    const { head, tail } = plan.network;
    const { T, L, C, firstInput, inputQueues, fromTerminals } = this;
    this.tiesAtRandom = rules.ties === "random";
    this.selectionKey = streamKey(plan.seed, "selection");
    const wheel = powerOfTwo(L + 1);
    this.wheelMask = wheel - 1;

    let numbers = 0;
    const part = (length: number) => {
      const start = numbers;
      numbers += (length + 15) & ~15;
      return start;
    };
    this.recordsAt = part(C << recordShift);
    this.ringsAt = part((C << this.ringShift) << placeShift);
    this.endAt = part(wheel);
    this.newAt = part(C + T + 1);
    this.rowsAt = part(C + 1);
    const inputsAt = part(inputQueues.length);
    this.fromTerminalsAt = part(fromTerminals.length);
    const M = (this.M = new Int32Array(numbers));
    M.set(inputQueues, inputsAt);
    M.set(fromTerminals, this.fromTerminalsAt);
    for (let c = 0, first = 0; c < C; c++) {
      if (rows.size[c] > 0) {
        first = c;
        M[this.recordOf(c) + open] = -1 >>> (32 - rows.size[c]);
      }
      const record = this.recordOf(c);
      M[record + at] = (head[c] < T ? -1 << 10 : (head[c] << 10) | (this.inputOf[c] << 5)) | (c - first);
      M[record + inputs] = inputsAt + firstInput[tail[c]];
    }
  }

  private recordOf(c: number): number {
    return this.recordsAt + (c << recordShift);
  }

  protected forget(): void {
    for (let i = 0; i <= this.wheelMask; i++) this.M[this.endAt + i] = this.written;
  }

  protected run(stop: number, work: number): number {
    stop |= 0;
    work |= 0;
    const { M, recordsAt, ringsAt, endAt, newAt, rowsAt, fromTerminalsAt } = this;
    const { C, L, capacity, ringShift, wheelMask, arbitrationKey, selectionKey, tiesAtRandom, networkFirst } = this;
    const { recorder, injection, mayEnd, rows } = this;
    const { slots } = injection;
    const { firstOut, tail } = this.network;
    const ringMask = (1 << ringShift) - 1;
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
      if (((end - completed) | 0) > many) this.readEnding(completed, end);
      for (; completed !== end; completed = (completed + 1) | 0) {
        const e = (completed & logMask) << 1;
        const q = log[e];
        let c = log[e + 1];
        if (q < C) {
          const x = recordsAt + (q << recordShift);
          M[newAt + fresh] = q;
          fresh += (M[x + went] - M[x + came]) >>> 31;
          if (M[x + came] - M[x + went] === capacity - 1) {
            const place = M[x + at] & 31;
            const r = x - (place << recordShift);
            const were = M[r + open];
            const are = were | (((M[x + busyUntil] - t - 1) >>> 31) << place);
            M[r + open] = are;
            M[rowsAt + listed] = r;
            const others = M[r + waiting];
            listed += ((others | (0 - others)) & ~(were | (0 - were)) & (are | (0 - are))) >>> 31;
          }
        } else injection.release(q - C);
        if (c < 0) {
          c = ~c;
          const x = recordsAt + (c << recordShift);
          const front = M[x + went];
          M[x + went] = front + 1;
          const number = M[ringsAt + (((c << ringShift) + (front & ringMask)) << placeShift)];
          const p = number & numberMask;
          this.pool.records[(p << packetShift) + hopsOf] = number >>> hopShift;
          this.consume(p, t);
          isOver = mayEnd && recorder.isComplete;
        }
        const x = recordsAt + (c << recordShift);
        const room = (M[x + came] - M[x + went] + ((t - M[x + leaving]) >>> 31) - capacity) >>> 31;
        const place = M[x + at] & 31;
        const r = x - (place << recordShift);
        const were = M[r + open];
        const are = were | (room << place);
        M[r + open] = are;
        M[rowsAt + listed] = r;
        const others = M[r + waiting];
        listed += ((others | (0 - others)) & ~(were | (0 - were)) & (are | (0 - are))) >>> 31;
      }

      if (injection.isDue(t)) fresh = (injection.feed(t, M, newAt + fresh, C) - newAt) | 0;

      // Fronts begin to wait.
      for (let i = 0; i < fresh; i++) {
        const q = M[newAt + i];
        let first: number;
        let bit = 1;
        if (q < C) {
          const x = recordsAt + (q << recordShift);
          const to = M[ringsAt + (((q << ringShift) + (M[x + went] & ringMask)) << placeShift) + placeEnds] & 0xffff;
          first = rows.of(M[x + at] >> 10, to) | 0;
          bit = 1 << (M[x + at] >> 5);
        } else first = firstOut[q - C];
        const r = recordsAt + (first << recordShift);
        const were = M[r + waiting];
        M[r + waiting] = were | bit;
        M[rowsAt + listed] = r;
        const others = M[r + open];
        listed += ((others | (0 - others)) & ~(were | (0 - were))) >>> 31;
      }
      asking += fresh;

      // Who gets which channel.
      let granted = written;
      for (let i = 0; i < listed; i++) {
        const r = M[rowsAt + i];
        const first = (r - recordsAt) >> recordShift;
        const inputsAt = M[r + inputs];
        const isLast = M[r + at] >> 31;
        let fronts = M[r + waiting];
        let channels = M[r + open];
        let grant = 0;
        do {
          let bits = fronts;
          if ((bits & (bits - 1)) !== 0) {
            if (networkFirst) {
              const others = bits & ~M[fromTerminalsAt + tail[first]];
              if (others !== 0) bits = others;
            }
            if ((bits & (bits - 1)) !== 0) {
              bits = nthBit(bits, below(mix(arbitrationKey + grant, t, first), bitCount(bits)));
            }
          }
          fronts &= ~bits;
          const q = M[inputsAt + 31 - Math.clz32(bits)];

          bits = channels;
          if ((bits & (bits - 1)) !== 0) {
            // The emptiest ones.
            let least = never;
            let equal = 0;
            for (; bits !== 0; bits &= bits - 1) {
              const bit = bits & (0 - bits);
              const x = r + ((31 - Math.clz32(bit)) << recordShift);
              const stays = (M[x + leaving] - t) | 0;
              const more = (Math.imul(M[x + came] - M[x + went], L) + (stays & ~(stays >> 31)) - least) | 0;
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
          channels &= ~bits;
          grant = (grant + 1) | 0;
          if (((written - completed) | 0) > logMask) {
            log = this.growLog(completed, written);
            logMask = this.logMask;
          }
          const e = (written & logMask) << 1;
          written = (written + 1) | 0;
          log[e] = q;
          log[e + 1] = (first + 31 - Math.clz32(bits)) ^ isLast;
        } while (fronts !== 0 && channels !== 0);
        M[r + waiting] = fronts;
        M[r + open] = channels;
      }

      // They go.
      fresh = 0;
      const made = (written - granted) | 0;
      if (made > many) this.readGoing(granted, written);
      const P = this.pool.records;
      for (; granted !== written; granted = (granted + 1) | 0) {
        const e = (granted & logMask) << 1;
        const q = log[e];
        const isLast = log[e + 1] >> 31;
        const id = log[e + 1] ^ isLast;
        let number: number;
        let pair: number;
        let since: number;
        if (q < C) {
          const x = recordsAt + (q << recordShift);
          const front = M[x + went];
          const from = ringsAt + (((q << ringShift) + (front & ringMask)) << placeShift);
          number = M[from];
          pair = M[from + placeEnds];
          since = M[from + placeInjected];
          M[x + went] = front + 1;
          M[x + leaving] = t + L;
          const sum = (M[x + waited] + t - M[from + placeReady]) | 0;
          M[x + waited] = sum;
          if (sum > fullSum) this.flushWaited(q);
        } else {
          number = slots[((q - C) << slotShift) + slotPacket];
          const packet = number << packetShift;
          pair = P[packet + ends];
          since = t;
          P[packet + injected] = t;
          recorder.inject(q - C, P[packet + messageOf], P[packet + created], t);
        }
        const y = recordsAt + (id << recordShift);
        const sum = (M[y + sinceInjection] + t + 1 - since) | 0;
        M[y + sinceInjection] = sum;
        if (sum > fullSum) this.flushSince(id);
        M[y + busyUntil] = t + L;
        const last = M[y + came];
        M[y + came] = last + 1;
        const into = ringsAt + (((id << ringShift) + (last & ringMask)) << placeShift);
        M[into] = number + (1 << hopShift);
        M[into + placeEnds] = pair;
        M[into + placeInjected] = since;
        M[into + placeReady] = t + 1;
        // Its header comes to the front in the next cycle when the queue is empty, and nothing is on its way out.
        M[newAt + fresh] = id;
        fresh += ((last - M[y + went] - 1) & (M[y + leaving] - t - 1) & ~isLast) >>> 31;
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

  /** Reads the rows and fronts of the queues and channels in some entries of the log, and packets that are there, before that is noted. */
  private readEnding(from: number, to: number): void {
    const { M, C, log, logMask, recordsAt } = this;
    const { records } = this.pool;
    let sum = 0;
    for (let i = from; i !== to; i = (i + 1) | 0) {
      const e = (i & logMask) << 1;
      const q = log[e];
      let c = log[e + 1];
      if (c < 0) {
        c = ~c;
        const number = M[this.placeAt(c, M[recordsAt + (c << recordShift) + went])];
        sum = (sum + records[(number & numberMask) << packetShift]) | 0;
      } else {
        const x = recordsAt + (c << recordShift);
        sum = (sum + M[x - ((M[x + at] & 31) << recordShift)]) | 0;
      }
      if (q < C) {
        const x = recordsAt + (q << recordShift);
        sum = (sum + M[x - ((M[x + at] & 31) << recordShift)] + M[this.placeAt(q, M[x + went])]) | 0;
      }
    }
    this.readAhead = sum;
  }

  /** Reads the places of the packets in some entries of the log, and those that they come to, before they go. */
  private readGoing(from: number, to: number): void {
    const { M, C, log, logMask, recordsAt } = this;
    const { records } = this.pool;
    const { slots } = this.injection;
    let sum = 0;
    for (let i = from; i !== to; i = (i + 1) | 0) {
      const e = (i & logMask) << 1;
      const q = log[e];
      const c = log[e + 1] ^ (log[e + 1] >> 31);
      sum = (sum + M[this.placeAt(c, M[recordsAt + (c << recordShift) + came])]) | 0;
      if (q < C) sum = (sum + M[this.placeAt(q, M[recordsAt + (q << recordShift) + went])]) | 0;
      else sum = (sum + records[slots[((q - C) << slotShift) + slotPacket] << packetShift]) | 0;
    }
    this.readAhead = sum;
  }

  /** Where the packet stands in queue `q` that came into it as the n-th, from 0. */
  private placeAt(q: number, n: number): number {
    const { ringsAt, ringShift } = this;
    return ringsAt + (((q << ringShift) + (n & ((1 << ringShift) - 1))) << placeShift);
  }

  protected sinceAt(c: number): number {
    return this.recordOf(c) + sinceInjection;
  }

  protected waitedAt(q: number): number {
    return this.recordOf(q) + waited;
  }

  protected placeIn(q: number, n: number): number {
    return this.placeAt(q, this.M[this.recordOf(q) + went] + n);
  }

  protected requestsFor(first: number): number {
    return this.M[this.recordOf(first) + waiting];
  }

  protected busyUntilOn(c: number): number {
    return this.M[this.recordOf(c) + busyUntil];
  }

  protected leavingFrom(q: number): number {
    return this.M[this.recordOf(q) + leaving];
  }

  protected heldIn(q: number): number {
    const record = this.recordOf(q);
    return this.M[record + came] - this.M[record + went];
  }

  protected grantedOn(c: number): number {
    return this.M[this.recordOf(c) + came];
  }

  protected pairOn(c: number): number {
    return this.M[this.placeIn(c, this.heldIn(c) - 1) + placeEnds];
  }
}
