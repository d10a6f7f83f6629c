// hot: no allocation, no for-of, no destructuring inside `run` and what it calls.
/**
 * Virtual cut-through for networks whose outputs fall into rows of interchangeable channels, such as trees: the same
 * cycles as the engine for everything, to the last grant, in a third of the time.
 *
 * What it need not keep: which of several lists a front asks by, classes of virtual channels, state of a packet. A front
 * asks for a row, and its request is one bit of one number at the first channel of that row. What a hop reads of a packet
 * travels with it from queue to queue, so that the packet's own record is read at both ends of its way only.
 *
 * Queues are numbered like the channels that lead into them; after those come the terminals, as queues of one packet.
 */
import { powerOfTwo } from "../base/arrays.ts";
import { bitCount, nthBit } from "../base/bits.ts";
import { below, mix, mixOn, mixTwo, streamKey, trace } from "../base/random.ts";
import type { Plan } from "../plan/plan.ts";
import type { RoutingRows } from "../plan/routing.ts";
import type { Ends, Holder, Standing, Wait, Waiter } from "../simulation/contract.ts";
import { CutThroughClock } from "./cut-through-clock.ts";
import { type CutThroughRules, selections } from "./cut-through-rules.ts";
import { busyUntil, entering, fullSum, leaving, onePacket } from "./cut-through-state.ts";
import { slotAt, slotPacket, slotShift, slotTerminal } from "./injection.ts";
import { created, ends, hops as hopsOf, injected, messageOf, packetShift, ready } from "./packet-pool.ts";

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

// What fronts draw among, four numbers: a channel, those who drew it, and a number with all bits set where it is open.
const lotShift = 2;
const lotDrawn = 1;
const lotIsOpen = 2;

/** Entries of the log: queue and channel. */
const logWords = 2;

// A packet in a queue, four numbers: its number + 2²⁴ · channels it has been granted; ends; cycle of its injection; cycle from which it may ask.
const placeShift = 2;
const hopShift = 24;
const placeEnds = 1;
const placeInjected = 2;
const placeReady = 3;

/** Most places of all queues together: 64 MB, and packets have numbers of less than {@link hopShift} bits. */
const mostPlaces = 2 ** 22;

/** Whether a plan can be run here under these rules. */
export function fitsRows(rules: CutThroughRules, { network, routing, packetPhits }: Plan): boolean {
  const { rows } = routing;
  if (rows === undefined || routing.classes !== 1 || routing.rings !== undefined) return false;
  if (routing.begin !== undefined || routing.next !== undefined || routing.adapt !== undefined) return false;
  if (rules.storeAndForward || rules.arbitration !== "random" || rules.injectionSlots !== 1) return false;
  if (network.forwards || network.groupCapacity.length > 0) return false;
  const hasChoice = rows.size.some((size) => size > 1);
  if (hasChoice && selections[rules.selection].keeps) return false;
  for (let t = 0; t < network.terminals; t++) if (network.firstOut[t + 1] - network.firstOut[t] > 1) return false;
  const inputsOf = new Int32Array(network.terminals + network.switches);
  for (const n of network.head) inputsOf[n]++;
  if (inputsOf.some((count, n) => n >= network.terminals && count > 32)) return false;
  if (network.head.length * powerOfTwo(rules.queue) > mostPlaces) return false;
  // Fullness and a place in a row have to fit into one number.
  return powerOfTwo((rules.queue + 1) * packetPhits) * 64 <= 2 ** 28;
}

export class CutThroughRows extends CutThroughClock {
  private readonly rows: RoutingRows;
  private readonly C: number;
  private readonly capacity: number;
  private readonly ringShift: number;
  private readonly inputBits: number;
  private readonly candidateBits: number;
  private readonly tooFull: number;
  private readonly freeOnly: boolean;
  private readonly byChance: boolean;
  private readonly tiesAtRandom: boolean;
  private readonly networkFirst: boolean;
  private readonly selectionKey: number;
  private readonly arbitrationKey: number;
  private readonly M: Int32Array;
  private readonly recordsAt: number;
  private readonly ringsAt: number;
  private readonly endAt: number;
  private readonly wheelAt: number;
  private readonly wheelMask: number;
  private readonly newAt: number;
  private readonly lotsAt: number;
  private readonly inputsAt: number;
  private readonly fromTerminalsAt: number;
  private readonly sumSince: Float64Array;
  private readonly sumWaited: Float64Array;

  constructor(rules: CutThroughRules, plan: Plan, rows: RoutingRows) {
    super(rules, plan, logWords);
    const { head, tail, firstOut } = plan.network;
    const { T, L } = this;
    const C = head.length | 0;
    const N = firstOut.length - 1;
    this.C = C;
    this.rows = rows;
    const { freeOnly, by } = selections[rules.selection];
    this.freeOnly = freeOnly;
    this.byChance = by === "chance";
    this.tiesAtRandom = rules.ties === "random" || by === "chance";
    this.networkFirst = rules.priority === "network-first";
    this.selectionKey = streamKey(plan.seed, "selection");
    this.arbitrationKey = streamKey(plan.seed, "arbitration");
    this.capacity = rules.queue | 0;
    this.ringShift = (31 - Math.clz32(powerOfTwo(this.capacity))) | 0;
    const widest = rows.size.reduce((a, b) => Math.max(a, b), 1);
    this.candidateBits = 32 - Math.clz32(widest);
    this.tooFull = powerOfTwo((this.capacity + 1) * L);
    const wheel = powerOfTwo(L + 2);
    this.wheelMask = wheel - 1;
    this.sumSince = new Float64Array(C);
    this.sumWaited = new Float64Array(C);

    const firstInput = new Int32Array(N + 1);
    for (let c = 0; c < C; c++) if (head[c] >= T) firstInput[head[c] + 1]++;
    for (let t = 0; t < T; t++) firstInput[t + 1]++;
    const most = firstInput.reduce((a, b) => Math.max(a, b), 1);
    for (let n = 0; n < N; n++) firstInput[n + 1] += firstInput[n];
    this.inputBits = 32 - Math.clz32(most);
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
    this.inputsAt = part(firstInput[N]);
    this.fromTerminalsAt = part(N);
    const M = (this.M = new Int32Array(numbers));
    M.fill(-1, this.wheelAt, this.wheelAt + wheel);
    const count = new Int32Array(N);
    for (let c = 0; c < C; c++) {
      const n = head[c];
      const record = this.recordOf(c);
      M[record + nextRow] = -2;
      M[record + rowSize] = rows.size[c];
      M[record + inputs] = this.inputsAt + firstInput[tail[c]];
      M[record + at] = n < T ? -1 : (n << this.inputBits) | count[n];
      if (n < T) continue;
      if (tail[c] < T) M[this.fromTerminalsAt + n] |= 1 << count[n];
      M[this.inputsAt + firstInput[n] + count[n]++] = c;
    }
    for (let t = 0; t < T; t++) {
      const slot = t << slotShift;
      this.injection.slots[slot + slotPacket] = -1;
      this.injection.slots[slot + slotAt] = t;
      this.injection.slots[slot + slotTerminal] = t;
      M[this.inputsAt + firstInput[t]] = C + t;
    }
  }

  private recordOf(c: number): number {
    return this.recordsAt + (c << recordShift);
  }

  protected forget(): void {
    const { M, endAt, wheelAt, wheelMask } = this;
    for (let i = 0; i <= wheelMask; i++) {
      M[endAt + i] = this.written;
      for (let l = M[wheelAt + i]; l >= 0;) {
        const record = this.recordOf(l);
        l = M[record + nextRow];
        M[record + nextRow] = -2;
      }
      M[wheelAt + i] = -1;
    }
  }

  /** What goes up before it goes down waits in no circle. */
  protected findCircle(): readonly Wait[] {
    return [];
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
      const nowAt = wheelAt + (t & wheelMask);
      const soonAt = wheelAt + ((t + 1) & wheelMask);
      let row = M[nowAt];

      // What was granted L cycles ago ends: the next packet comes to the front, the channel and a place are free again.
      const end = M[endAt + ((t - L) & wheelMask)];
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

      if (injection.isDue(t)) fresh = (injection.feed(t, M, newAt + fresh, C) - newAt) | 0;

      // Fronts begin to ask. From here on no packet is created, so this array stays.
      const P = this.pool.records;
      asking += fresh;
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

      // Rows that may have something to grant.
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
            log = this.growLog(completed, written);
            logMask = this.logMask;
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
    this.written = written;
    this.completed = completed;
    this.newCount = fresh;
    this.asking = asking;
    this.fingerprint = hash;
    this.grants = grants;
    return done;
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

  private flushWaited(q: number): void {
    const place = this.recordOf(q) + waited;
    this.sumWaited[q] += this.M[place];
    this.M[place] = 0;
  }

  private flushSince(c: number): void {
    const place = this.recordOf(c) + sinceInjection;
    this.sumSince[c] += this.M[place];
    this.M[place] = 0;
  }

  protected phitsOn(c: number): number {
    return this.M[this.recordOf(c) + carried] * this.L - Math.max(0, this.M[(c << 2) + busyUntil] - this.now);
  }

  protected waitingBehind(c: number): number {
    return this.sumWaited[c] + this.M[this.recordOf(c) + waited];
  }

  protected sinceInjectionOn(c: number): number {
    return this.sumSince[c] + this.M[this.recordOf(c) + sinceInjection];
  }

  protected queuedBehind(c: number): number {
    if (this.M[this.recordOf(c) + at] < 0) return 0;
    return (this.M[c << 2] >> 8) + (this.M[(c << 2) + leaving] >= this.now ? 1 : 0);
  }

  holder(channel: number): Holder | null {
    const { M, log, logMask, completed, written } = this;
    const x = channel << 2;
    if (M[x + busyUntil] < this.now) return null;
    // Everything granted in the last L cycles is still in the log.
    let i = written;
    while (i !== completed && log[(((i - 1) & logMask) << 1) | 1] !== channel) i = (i - 1) | 0;
    if (i === completed) return null;
    const isConsumed = M[this.recordOf(channel) + at] < 0;
    const pair = isConsumed
      ? this.pool.records[(M[x + carries] << packetShift) + ends]
      : M[this.placeIn(channel, (M[x] >> 8) - 1) + placeEnds];
    return { source: pair >>> 16, destination: pair & 0xffff, since: M[x + busyUntil] - this.L };
  }

  waitingFor(channel: number): readonly Waiter[] {
    const { M, C, rows, pool, injection } = this;
    let first = channel;
    while (rows.size[first] === 0) first--;
    const record = this.recordOf(first);
    const found: Waiter[] = [];
    for (let bits = M[record + requests]; bits !== 0; bits &= bits - 1) {
      const q = M[M[record + inputs] + 31 - Math.clz32(bits & -bits)];
      const place = q < C ? this.placeIn(q, 0) : injection.slots[((q - C) << slotShift) + slotPacket] << packetShift;
      const pair = q < C ? M[place + placeEnds] : pool.records[place + ends];
      const since = q < C ? M[place + placeReady] : pool.records[place + ready];
      found.push({ source: pair >>> 16, destination: pair & 0xffff, channel: q < C ? q : -1, since });
    }
    return found.sort((a, b) => a.since - b.since || a.channel - b.channel || a.source - b.source);
  }

  standing(channel: number): readonly Standing[] {
    const { M, now } = this;
    const x = channel << 2;
    if (M[this.recordOf(channel) + at] < 0) return [];
    const found: Standing[] = [];
    const count = M[x] >> 8;
    const to = M[this.placeIn(channel, 0) + placeEnds] & 0xffff;
    const behind = count === 0 ? [] : M[x + leaving] >= now ? this.firstIn(channel) : this.holdersBefore(channel, to);
    for (let i = 0; i < count; i++) {
      const place = this.placeIn(channel, i);
      const since = M[place + placeReady];
      const pair = M[place + placeEnds];
      if (since < now) found.push({ source: pair >>> 16, destination: pair & 0xffff, since, behind });
    }
    return found;
  }

  /** Whose packet stood first in a queue in the last cycle: the one on its way out, else the front; none where it was empty. */
  private firstIn(q: number): readonly Ends[] {
    const { M, log, logMask, completed, written } = this;
    if (M[(q << 2) + leaving] < this.now) {
      const pair = M[this.placeIn(q, 0) + placeEnds];
      return M[q << 2] >> 8 === 0 ? [] : [{ source: pair >>> 16, destination: pair & 0xffff }];
    }
    let i = (written - 1) | 0;
    while (i !== ((completed - 1) | 0) && log[(i & logMask) << 1] !== q) i = (i - 1) | 0;
    return i === ((completed - 1) | 0) ? [] : this.carriedBy(log[((i & logMask) << 1) | 1]);
  }

  /** Who is before the front of a queue on its way to a terminal, one for each channel of the row that it asks for. */
  private holdersBefore(q: number, to: number): readonly Ends[] {
    const { M, rows, inputBits, capacity, now } = this;
    const first = rows.of(M[this.recordOf(q) + at] >> inputBits, to);
    const found: Ends[] = [];
    for (let c = first; c < first + rows.size[first]; c++) {
      const x = c << 2;
      if (M[x + busyUntil] >= now) found.push(...this.carriedBy(c));
      else if ((M[x] >> 8) + (M[x + leaving] >= now ? 1 : 0) >= capacity) found.push(...this.firstIn(c));
    }
    return found;
  }

  private carriedBy(channel: number): readonly Ends[] {
    const holder = this.holder(channel);
    return holder === null ? [] : [{ source: holder.source, destination: holder.destination }];
  }

  /** Where the packet stands that is the n-th in queue `q`, from 0; −1: the one that has just left its front. */
  private placeIn(q: number, n: number): number {
    const { M, ringsAt, ringShift } = this;
    const place = ((M[q << 2] & 0xff) + n) & ((1 << ringShift) - 1);
    return ringsAt + (((q << ringShift) + place) << placeShift);
  }
}
