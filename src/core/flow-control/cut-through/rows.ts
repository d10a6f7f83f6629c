// hot: no allocation, no for-of, no destructuring inside `run` and what it calls.
/**
 * Virtual cut-through for networks whose outputs fall into rows of interchangeable channels, such as trees: the same
 * cycles as the engine for everything, to the last grant, in a third of the time.
 *
 * What it need not keep: which of several lists a front asks by, classes of virtual channels, state of a packet. A front
 * asks for a row, and its request is one bit of one number at the first channel of that row. What a hop reads of a packet
 * travels with it from queue to queue, so that the packet's own record is read at both ends of its way only.
 */
import { powerOfTwo } from "../../base/arrays.ts";
import { bitCount, nthBit } from "../../base/bits.ts";
import { below, mix, mixOn, mixTwo, streamKey, trace } from "../../base/random.ts";
import type { Plan } from "../../plan/plan.ts";
import type { RoutingRows } from "../../plan/routing.ts";
import { type CutThroughRules, selections } from "./rules.ts";
import { CutThroughRowsState } from "./rows-state.ts";
import { busyUntil, entering, fullSum, leaving, onePacket } from "./records/queue.ts";
import { slotPacket, slotShift } from "../injection.ts";
import { created, ends, hops as hopsOf, injected, messageOf, packetShift } from "../packet-pool.ts";

/** Things of a cycle, beyond which what they need is read ahead: in smaller networks it is near enough. */
const many = 2048;
/** More than any fullness, also with the place in a row beside it. */
const never = 0x3fffffff;
/** What choosing looks at is as for the other engine, but of a channel that enters a terminal: the packet it carries. */
const carries = entering;

// Record of a channel and the queue behind it, eight numbers.
const recordShift = 3;
/** Of a row, in the record of its first channel: who asks, one bit for each input of the node. */
const requests = 0;
/** The row after it on the wheel; −1 for none, −2 where it stands on none. */
const nextRow = 1;
const rowSize = 2;
/** Where the inputs of the node that the channel leaves begin. */
const inputs = 3;
const carried = 4;
const sinceInjection = 5;
const waited = 6;
/** Node at which the queue stands, and the input it is there: node << inputBits | input; −1 at a terminal. */
const at = 7;

// A packet in a queue, four numbers: its number + 2²⁴ · channels it has been granted; ends; cycle of its injection; cycle from which it may ask.
const placeShift = 2;
const hopShift = 24;
const placeEnds = 1;
const placeInjected = 2;
const placeReady = 3;

// What fronts draw among, four numbers: a channel, those who drew it, and a number with all bits set where it is open.
const lotShift = 2;
const lotDrawn = 1;
const lotIsOpen = 2;

export class CutThroughRows extends CutThroughRowsState {
  private readonly inputBits: number;
  private readonly candidateBits: number;
  private readonly tooFull: number;
  private readonly freeOnly: boolean;
  private readonly byChance: boolean;
  private readonly tiesAtRandom: boolean;
  private readonly selectionKey: number;
  protected readonly M: Int32Array;
  private readonly recordsAt: number;
  private readonly ringsAt: number;
  private readonly endAt: number;
  private readonly wheelAt: number;
  private readonly wheelMask: number;
  private readonly newAt: number;
  private readonly lotsAt: number;
  private readonly fromTerminalsAt: number;

  constructor(rules: CutThroughRules, plan: Plan, rows: RoutingRows) {
    super(rules, plan, rows);
    const { head, tail } = plan.network;
    const { T, L, C, firstInput, inputQueues, fromTerminals } = this;
    const { freeOnly, by } = selections[rules.selection];
    this.freeOnly = freeOnly;
    this.byChance = by === "chance";
    this.tiesAtRandom = rules.ties === "random" || by === "chance";
    this.selectionKey = streamKey(plan.seed, "selection");
    const widest = rows.size.reduce((a, b) => Math.max(a, b), 1);
    this.candidateBits = 32 - Math.clz32(widest);
    this.tooFull = powerOfTwo((this.capacity + 1) * L);
    this.inputBits = 32 - Math.clz32(this.inputOf.reduce((a, b) => Math.max(a, b), 0) + 1);
    const wheel = powerOfTwo(L + 2);
    this.wheelMask = wheel - 1;

    let numbers = C << 2;
    const part = (length: number) => {
      const start = numbers;
      numbers += (length + 15) & ~15;
      return start;
    };
    this.recordsAt = part(C << recordShift);
    this.ringsAt = part((C << this.ringShift) << placeShift);
    this.endAt = part(wheel);
    this.wheelAt = part(wheel);
    this.newAt = part(2 * (C + T));
    this.lotsAt = part(widest << lotShift);
    const inputsAt = part(inputQueues.length);
    this.fromTerminalsAt = part(fromTerminals.length);
    const M = (this.M = new Int32Array(numbers));
    M.fill(-1, this.wheelAt, this.wheelAt + wheel);
    M.set(inputQueues, inputsAt);
    M.set(fromTerminals, this.fromTerminalsAt);
    for (let c = 0; c < C; c++) {
      const record = this.recordOf(c);
      M[record + nextRow] = -2;
      M[record + rowSize] = rows.size[c];
      M[record + inputs] = inputsAt + firstInput[tail[c]];
      M[record + at] = head[c] < T ? -1 : (head[c] << this.inputBits) | this.inputOf[c];
    }
  }

  private recordOf(c: number): number {
    return this.recordsAt + (c << recordShift);
  }

  protected forget(): void {
    const { M, endAt, wheelAt, wheelMask } = this;
    for (let i = 0; i <= wheelMask; i++) {
      M[endAt + i] = this.grantLog.written;
      for (let l = M[wheelAt + i]; l >= 0;) {
        const record = this.recordOf(l);
        l = M[record + nextRow];
        M[record + nextRow] = -2;
      }
      M[wheelAt + i] = -1;
    }
  }

  protected run(stop: number, work: number): number {
    stop |= 0;
    work |= 0;
    const { M, recordsAt, ringsAt, endAt, wheelAt, newAt, lotsAt, fromTerminalsAt } = this;
    const { C, L, capacity, ringShift, inputBits, candidateBits, wheelMask, arbitrationKey, tooFull } = this;
    const { freeOnly, tiesAtRandom, networkFirst } = this;
    const { recorder, injection, mayEnd, rows } = this;
    const { slots } = injection;
    const { firstOut } = this.network;
    const ringMask = (1 << ringShift) - 1;
    const inputMask = (1 << inputBits) - 1;
    const candidateMask = (1 << candidateBits) - 1;
    const numberMask = (1 << hopShift) - 1;
    const { grantLog } = this;
    let log = grantLog.entries;
    let logMask = grantLog.mask | 0;
    let t = this.now | 0;
    let written = this.grantLog.written | 0;
    let completed = this.grantLog.completed | 0;
    let fresh = this.newCount | 0;
    let asking = this.asking | 0;
    let hash = this.fingerprint | 0;
    let grants = 0;
    let done = 0;
    let isOver = false;
    for (; t < stop && done < work && !isOver; t = (t + 1) | 0) {
      const nowAt = wheelAt + (t & wheelMask);
      const soonAt = wheelAt + ((t + 1) & wheelMask);
      let row = M[nowAt];

      // Credits and tails: what was granted L cycles ago ends; the next packet comes to the front, the channel and a place are free again.
      const end = M[endAt + ((t - L) & wheelMask)];
      if (((end - completed) | 0) > many) this.readEnding(completed, end);
      for (; completed !== end; completed = (completed + 1) | 0) {
        const e = (completed & logMask) << 1;
        const q = log[e];
        const c = log[e + 1];
        if (q < C) {
          M[newAt + fresh] = q;
          fresh += (onePacket - 1 - M[q << 2]) >>> 31;
          const r = recordsAt + (q << recordShift);
          if (M[r + requests] !== 0 && M[r + nextRow] === -2) {
            M[r + nextRow] = row;
            row = q;
          }
        } else injection.release(q - C);
        const r = recordsAt + (c << recordShift);
        if (M[r + requests] !== 0 && M[r + nextRow] === -2) {
          M[r + nextRow] = row;
          row = c;
        }
        if (M[r + at] < 0) {
          this.consume(M[(c << 2) + carries], t);
          isOver = mayEnd && recorder.isComplete;
        }
      }

      // Injection.
      if (injection.isDue(t)) fresh = (injection.feed(t, M, newAt + fresh, C) - newAt) | 0;

      // Route computation: fronts begin to ask. From here on no packet is created, so this array stays.
      const P = this.pool.records;
      asking += fresh;
      if (fresh > many) this.readFronts(fresh);
      for (let i = 0; i < fresh; i++) {
        const q = M[newAt + i];
        let first: number;
        let bit: number;
        if (q < C) {
          const place = M[recordsAt + (q << recordShift) + at];
          const to = M[ringsAt + (((q << ringShift) + (M[q << 2] & 0xff)) << placeShift) + placeEnds] & 0xffff;
          first = rows.of(place >> inputBits, to) | 0;
          bit = 1 << (place & inputMask);
        } else {
          first = firstOut[q - C];
          bit = 1;
        }
        const r = recordsAt + (first << recordShift);
        M[r + requests] |= bit;
        if (M[r + nextRow] === -2) {
          M[r + nextRow] = row;
          row = first;
        }
      }

      // Virtual-channel and switch allocation: rows that may have something to grant.
      fresh = 0;
      const before = grants;
      M[nowAt] = -1;
      for (let following = row; row >= 0; row = following) {
        const r = recordsAt + (row << recordShift);
        following = M[r + nextRow];
        let bits = M[r + requests];
        if (bits === 0) {
          M[r + nextRow] = -2;
          continue;
        }
        const size = M[r + rowSize];
        let id = row;
        let lots = 0;
        if (size === 1) {
          const x = row << 2;
          // Heard of again when either changes.
          if (M[x + busyUntil] > t || (M[x] >> 8) + ((t - M[x + leaving]) >>> 31) >= capacity) {
            M[r + nextRow] = -2;
            continue;
          }
        } else if (tiesAtRandom) {
          lots = this.draw(row, size, t) | 0;
          if (lots === 0) continue;
        } else {
          // The least full, the first where several are.
          let best = never;
          let x = row << 2;
          for (let j = 0; j < size; j++, x += 4) {
            const held = M[x] >> 8;
            const stays = (M[x + leaving] - t) | 0;
            const comes = (M[x + entering] - t) | 0;
            let fullness = (Math.imul(held, L) + (stays & ~(stays >> 31)) - (comes & ~(comes >> 31))) | 0;
            if (freeOnly) fullness |= (((t - M[x + busyUntil]) | (capacity - 1 - held - (-stays >>> 31))) >> 31) & tooFull;
            const less = (((fullness << candidateBits) | j) - best) | 0;
            best = (best + (less & (less >> 31))) | 0;
          }
          const j = best & candidateMask;
          id = (row + j) | 0;
          x = id << 2;
          if (M[x + busyUntil] > t || (M[x] >> 8) + ((t - M[x + leaving]) >>> 31) >= capacity) {
            const wait = this.sleep(row, size, best, t) | 0;
            const lookAt = wheelAt + ((t + wait) & wheelMask);
            M[r + nextRow] = M[lookAt];
            M[lookAt] = row;
            continue;
          }
        }
        do {
          if (lots > 0) {
            lots = (lots - 1) | 0;
            const lot = lotsAt + (lots << lotShift);
            id = M[lot];
            bits = M[lot + lotDrawn];
          }
          if ((bits & (bits - 1)) !== 0) {
            if (networkFirst) {
              const others = bits & ~M[fromTerminalsAt + this.network.tail[id]];
              if (others !== 0) bits = others;
            }
            if ((bits & (bits - 1)) !== 0) {
              bits = nthBit(bits, below(mix(arbitrationKey, t, id), bitCount(bits)));
            }
          }
          const q = M[M[r + inputs] + 31 - Math.clz32(bits)];
          bits = M[r + requests] & ~bits;
          M[r + requests] = bits;
          // Whoever is left looks again when this channel is free, or for another one at once.
          if (size === 1 || bits === 0) M[r + nextRow] = -2;
          else if (lots === 0) {
            M[r + nextRow] = M[soonAt];
            M[soonAt] = row;
          }
          grants++;

          // Traversal.
          const y = id << 2;
          M[y + busyUntil] = t + L;
          let number: number;
          let pair: number;
          let since: number;
          if (q < C) {
            const x = q << 2;
            const place = M[x];
            const from = ringsAt + (((q << ringShift) + (place & 0xff)) << placeShift);
            number = M[from];
            pair = M[from + placeEnds];
            since = M[from + placeInjected];
            M[x] = ((place & ~0xff) | ((place + 1) & ringMask)) - onePacket;
            M[x + leaving] = t + L;
            const w = recordsAt + (q << recordShift) + waited;
            const sum = (M[w] + t - M[from + placeReady]) | 0;
            M[w] = sum;
            if (sum > fullSum) this.flushWaited(q);
          } else {
            number = slots[((q - C) << slotShift) + slotPacket];
            const packet = number << packetShift;
            pair = P[packet + ends];
            since = t;
            P[packet + injected] = t;
            recorder.inject(q - C, P[packet + messageOf], P[packet + created], t);
          }
          number = (number + (1 << hopShift)) | 0;
          const record = recordsAt + (id << recordShift);
          M[record + carried]++;
          const sum = (M[record + sinceInjection] + t + 1 - since) | 0;
          M[record + sinceInjection] = sum;
          if (sum > fullSum) this.flushSince(id);
          if (((written - completed) | 0) > logMask) {
            log = this.grantLog.grow(completed, written);
            logMask = this.grantLog.mask;
          }
          const e = (written & logMask) << 1;
          written = (written + 1) | 0;
          log[e] = q;
          log[e + 1] = id;
          if (M[record + at] >= 0) {
            const place = M[y];
            const into = ringsAt + (((id << ringShift) + ((place + (place >> 8)) & ringMask)) << placeShift);
            M[into] = number;
            M[into + placeEnds] = pair;
            M[into + placeInjected] = since;
            M[into + placeReady] = t + 1;
            M[y] = place + onePacket;
            M[y + entering] = t + L;
            M[newAt + fresh] = id;
            // Its header comes to the front in the next cycle when the queue is empty, and nothing is on its way out.
            fresh += (((place >> 8) - 1) & (M[y + leaving] - t - 1)) >>> 31;
          } else {
            const p = number & numberMask;
            P[(p << packetShift) + hopsOf] = number >>> hopShift;
            M[y + carries] = p;
          }
          hash = (hash + trace(t, id, pair >>> 16)) | 0;
        } while (lots > 0);
      }
      if (grants > before) this.quietAfter = t + L;
      asking = (asking - grants + before) | 0;
      M[endAt + (t & wheelMask)] = written;
      done = (done + 1 + grants - before) | 0;
      if (asking === 0 && t >= this.quietAfter) isOver = true;
    }
    this.now = t;
    this.grantLog.written = written;
    this.grantLog.completed = completed;
    this.newCount = fresh;
    this.asking = asking;
    this.fingerprint = hash;
    this.grants = grants;
    return done;
  }

  // Read ahead, all at once, where a cycle has much of it: what ends, and what begins to ask.

  private readEnding(from: number, to: number): void {
    const { M, C, recordsAt } = this;
    const { entries: log, mask: logMask } = this.grantLog;
    let sum = 0;
    for (let i = from; i !== to; i = (i + 1) | 0) {
      const e = (i & logMask) << 1;
      const q = log[e];
      if (q < C) sum = (sum + M[q << 2] + M[recordsAt + (q << recordShift)]) | 0;
      sum = (sum + M[recordsAt + (log[e + 1] << recordShift)]) | 0;
    }
    this.readAhead = sum;
  }

  private readFronts(count: number): void {
    const { M, C, newAt, ringsAt, ringShift, recordsAt, inputBits, rows } = this;
    const { firstOut } = this.network;
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const q = M[newAt + i];
      let first: number;
      if (q < C) {
        const to = M[ringsAt + (((q << ringShift) + (M[q << 2] & 0xff)) << placeShift) + placeEnds] & 0xffff;
        first = rows.of(M[recordsAt + (q << recordShift) + at] >> inputBits, to);
      } else first = firstOut[q - C];
      sum = (sum + M[M[recordsAt + (first << recordShift) + inputs]] + M[first << 2]) | 0;
    }
    this.readAhead = sum;
  }

  /**
   * Ties at random: each front of a row draws one of the best by itself, unless there is only one, or none is open.
   * Leaves the open ones that anybody drew, with those who did, and returns how many these are; where there are none,
   * the row is put on the wheel.
   */
  private draw(row: number, size: number, t: number): number {
    const { M, L, capacity, tooFull, freeOnly, wheelAt, wheelMask, candidateBits, lotsAt } = this;
    const weight = this.byChance ? 0 : -1;
    let least = never;
    let equal = 0;
    for (let j = 0; j < size; j++) {
      const x = (row + j) << 2;
      const held = M[x] >> 8;
      const stays = (M[x + leaving] - t) | 0;
      const comes = (M[x + entering] - t) | 0;
      const isClosed = ((t - M[x + busyUntil]) | (capacity - 1 - held - (-stays >>> 31))) >> 31;
      let fullness = (Math.imul(held, L) + (stays & ~(stays >> 31)) - (comes & ~(comes >> 31))) & weight;
      if (freeOnly) fullness |= isClosed & tooFull;
      const less = (fullness - least) | 0;
      least = (least + (less & (less >> 31))) | 0;
      equal &= ~(less >> 31);
      const lot = lotsAt + (equal << lotShift);
      M[lot] = row + j;
      M[lot + lotDrawn] = 0;
      M[lot + lotIsOpen] = ~isClosed;
      equal = (equal + ((fullness - least - 1) >>> 31)) | 0;
    }
    let anyOpen = 0;
    for (let i = 0; i < equal; i++) anyOpen |= M[lotsAt + (i << lotShift) + lotIsOpen];
    const r = this.recordsAt + (row << recordShift);
    let bits = M[r + requests];
    let count = 0;
    let wait = 1;
    if (anyOpen === 0) wait = this.sleep(row, size, (least << candidateBits) | (M[lotsAt] - row), t) | 0;
    else if (equal === 1) {
      M[lotsAt + lotDrawn] = bits;
      return 1;
    } else {
      const here = mixTwo(this.selectionKey, t);
      const inputsAt = M[r + inputs];
      for (; bits !== 0; bits &= bits - 1) {
        const lot = lotsAt + (below(mixOn(here, M[inputsAt + 31 - Math.clz32(bits & -bits)]), equal) << lotShift);
        M[lot + lotDrawn] |= bits & -bits & M[lot + lotIsOpen];
      }
      for (let i = 0; i < equal; i++) {
        const lot = lotsAt + (i << lotShift);
        const drawn = M[lot + lotDrawn];
        M[lotsAt + (count << lotShift)] = M[lot];
        M[lotsAt + (count << lotShift) + lotDrawn] = drawn;
        count += (drawn | -drawn) >>> 31;
      }
      if (count > 0) return count;
    }
    const lookAt = wheelAt + ((t + wait) & wheelMask);
    M[r + nextRow] = M[lookAt];
    M[lookAt] = row;
    return 0;
  }

  /**
   * Cycles until one of a row may be open and the least full: in each, a queue that nobody watches may become a phit
   * emptier, and the least full one a phit fuller, but only while a packet comes into it, for its channel is given to
   * nobody before the row is looked at again. As full is enough for one that comes before it, and where ties are drawn.
   * A full queue that nothing leaves is full for L.
   */
  private sleep(row: number, size: number, best: number, t: number): number {
    const { M, L, capacity, candidateBits, freeOnly } = this;
    const least = best >> candidateBits;
    const first = best & ((1 << candidateBits) - 1);
    let x = (row + first) << 2;
    const comesIn = (t - M[x + entering]) >>> 31;
    const inOrder = this.tiesAtRandom ? 0 : 1;
    let wait = L;
    x = row << 2;
    for (let j = 0; j < size; j++, x += 4) {
      const held = M[x] >> 8;
      const stays = (M[x + leaving] - t) | 0;
      const comes = (M[x + entering] - t) | 0;
      const isFull = (capacity - 1 - held - (-stays >>> 31)) >> 31;
      const isNotLeft = (stays - 1) >> 31;
      let open = (M[x + busyUntil] - t) | 0;
      let later = ((isFull & ((stays & ~isNotLeft) | (L & isNotLeft))) - open) | 0;
      open = (open + (later & ~(later >> 31))) | 0;
      if (!freeOnly) {
        const fullness = (Math.imul(held, L) + (stays & ~(stays >> 31)) - (comes & ~(comes >> 31))) | 0;
        later = (((fullness - least + (((first - j) >>> 31) & inOrder) + comesIn) >> comesIn) - open) | 0;
        open = (open + (later & ~(later >> 31))) | 0;
      }
      const sooner = (open - wait) | 0;
      wait = (wait + (sooner & (sooner >> 31))) | 0;
    }
    return wait > 0 ? wait : 1;
  }

  protected sinceAt(c: number): number {
    return this.recordOf(c) + sinceInjection;
  }

  protected waitedAt(q: number): number {
    return this.recordOf(q) + waited;
  }

  protected pairIn(q: number, n: number): number {
    return this.M[this.placeIn(q, n) + placeEnds];
  }

  protected readyIn(q: number, n: number): number {
    return this.M[this.placeIn(q, n) + placeReady];
  }

  private placeIn(q: number, n: number): number {
    const { M, ringsAt, ringShift } = this;
    const place = ((M[q << 2] & 0xff) + n) & ((1 << ringShift) - 1);
    return ringsAt + (((q << ringShift) + place) << placeShift);
  }

  protected logged(i: number): number {
    return this.grantLog.entries[((i & this.grantLog.mask) << 1) | 1];
  }

  protected loggedQueue(i: number): number {
    return this.grantLog.entries[(i & this.grantLog.mask) << 1];
  }

  protected requestsFor(first: number, _w: number): number {
    return this.M[this.recordOf(first) + requests];
  }

  protected busyUntilOn(c: number): number {
    return this.M[(c << 2) + busyUntil];
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

  protected pairOn(c: number): number {
    const { M } = this;
    if (M[this.recordOf(c) + at] < 0) return this.pool.records[(M[(c << 2) + carries] << packetShift) + ends];
    return this.pairIn(c, this.heldIn(c) - 1);
  }
}
