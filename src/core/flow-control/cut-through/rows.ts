// hot: no allocation, no for-of, no destructuring inside `run` and what it calls.
/**
 * Virtual cut-through on rows of parallel outputs, as in trees, for selections other than *shared*. It makes the same grants in the same
 * cycles as the general engine, in a third of the time.
 *
 * It does without candidate lists, virtual-channel classes and routing state. A head requests a row, and its request is one bit at the
 * first channel of the row. The fields that a hop needs travel with the packet from queue to queue, so the packet's own record is read only
 * at injection and consumption. Data are laid out as for *shared* (`row-records.ts`).
 *
 * A row of one channel is due when a packet requests it, and when its channel or a credit is released while packets wait. A larger row is
 * on a wheel while packets wait for it, in the slot of the first cycle in which its least full channel may be open.
 */
import { powerOfTwo } from "../../base/arrays.ts";
import { bitCount, nthBit } from "../../base/bits.ts";
import { below, mix, mixOn, mixTwo, streamKey, trace } from "../../base/random.ts";
import type { Plan } from "../../plan/plan.ts";
import type { RoutingRows } from "../../plan/routing.ts";
import { type CutThroughRules, selections } from "./rules.ts";
import { CutThroughRowsState } from "./rows-state.ts";
import {
  freeFrom,
  departed,
  entryEnds,
  entryInjected,
  entryNumber,
  entryReady,
  entryShift,
  fewRows,
  heldMask,
  leavesAt,
  lotDrawn,
  lotIsOpen,
  lotShift,
  manyChosen,
  never,
  nextRow,
  numberMask,
  portMask,
  portShift,
  queueShift,
  queueState,
  rowShift,
  sinceInjectionSum,
  sizeShift,
  standsAt,
  waitedSum,
  waitingInputs,
} from "./row-records.ts";
import { fullSum } from "./records/queue.ts";
import { slotPacket, slotShift } from "../injection.ts";
import { created, ends, hops, injected, messageOf, packetShift } from "../packet-pool.ts";

export class CutThroughRows extends CutThroughRowsState {
  private readonly candidateBits: number;
  private readonly tooFull: number;
  private readonly freeOnly: boolean;
  private readonly byChance: boolean;
  private readonly tiesAtRandom: boolean;
  private readonly selectionKey: number;
  /** [a power of two] First row that is due in each future cycle, −1 for none. */
  private readonly wheelAt: number;
  private readonly lotsAt: number;

  constructor(rules: CutThroughRules, plan: Plan, rows: RoutingRows) {
    const widest = rows.size.reduce((a, b) => Math.max(a, b), 1);
    const wheel = powerOfTwo(plan.packetPhits + 1);
    super(rules, plan, rows, wheel + (widest << lotShift));
    const { M, C, L } = this;
    const { freeOnly, by } = selections[rules.selection];
    this.freeOnly = freeOnly;
    this.byChance = by === "chance";
    this.tiesAtRandom = rules.ties === "random" || by === "chance";
    this.selectionKey = streamKey(plan.seed, "selection");
    this.candidateBits = 32 - Math.clz32(widest);
    this.tooFull = powerOfTwo((this.capacity + 1) * L);
    this.wheelAt = this.ownAt;
    this.lotsAt = this.wheelAt + wheel;
    M.fill(-1, this.wheelAt, this.lotsAt);
    for (let c = 0, size = 0; c < C; c++) {
      if (rows.size[c] > 0) size = rows.size[c];
      M[(c << queueShift) + queueState] |= size << sizeShift;
    }
  }

  /**
   * Simulates cycles up to `stop`, in the phases of a router pipeline. Masks such as `ejectMask` are −1 for true and 0 for false, so that
   * they replace branches.
   */
  protected run(stop: number, work: number): number {
    stop |= 0;
    work |= 0;
    const { M, ringsAt, ringShift, ringMask, inputsAt, endAt, newAt, rowsAt, fromTerminalsAt, wheelAt, lotsAt } = this;
    const { C, L, capacity, wheelMask, candidateBits, tooFull, arbitrationKey } = this;
    const { freeOnly, tiesAtRandom, networkFirst } = this;
    const { recorder, injection, mayEnd, rows } = this;
    const candidateMask = (1 << candidateBits) - 1;
    const { slots } = injection;
    const { firstOut, tail } = this.network;
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
      // Rows whose cycle has come are due first, then rows that events of this cycle make due. List entries are always written; the end of
      // the list advances only by a sign bit.
      let listed = 0;
      const nowAt = wheelAt + (t & wheelMask);
      for (let r = M[nowAt]; r >= 0; r = M[r + nextRow]) {
        M[rowsAt + listed] = r;
        listed = (listed + 1) | 0;
      }
      M[nowAt] = -1;

      // Phase 1: credits and tails. Grants of one packet time (L cycles) ago complete: the next packet becomes the queue head, the channel
      // and a slot of the queue are free.
      const end = M[endAt + ((t - L) & wheelMask)];
      let readTo = ((end - completed) | 0) > manyChosen ? completed : end;
      for (; completed !== end; completed = (completed + 1) | 0) {
        if (completed === readTo) readTo = this.readEnding(completed, end);
        const e = (completed & logMask) << 1;
        const isAlone = log[e] >> 31;
        const from = log[e] ^ isAlone;
        const q = from >> 8;
        const isLast = log[e + 1] >> 31;
        const c = log[e + 1] ^ isLast;
        const x = c << queueShift;
        const channel = M[x + queueState];
        if (q < C) {
          const y = q << queueShift;
          const queue = M[y + queueState];
          const count = queue & heldMask;
          // `from` packs queue << 8 and the row of the next packet. That packet may have arrived after the grant, so the row is read from
          // its own entry then.
          let row = from;
          if ((isAlone & (0 - count)) < 0)
            row = M[ringsAt + (((q << ringShift) | (M[y + departed] & ringMask)) << entryShift) + entryNumber] >>> rowShift;
          const base = (c - ((channel >> portShift) & portMask)) | 0;
          M[newAt + fresh] = ((base + ((row - base) & 0xff)) << 8) | (M[y + standsAt] & 0xff);
          fresh += (0 - count) >>> 31;
          // A row of one channel becomes due if packets wait and its channel is free; larger rows are on the wheel while packets wait.
          const others = M[y + waitingInputs];
          M[rowsAt + listed] = y;
          listed += ((others | (0 - others)) & ((queue >> sizeShift) - 2) & (M[y + freeFrom] - t - 1)) >>> 31;
        } else injection.release(q - C);
        if (isLast !== 0) {
          const gone = M[x + departed];
          const entry = (ringsAt + (((c << ringShift) | (gone & ringMask)) << entryShift)) | 0;
          M[x + departed] = gone + 1;
          M[x + queueState] = channel - 1;
          const number = M[entry + entryNumber] & numberMask;
          const pair = M[entry + entryEnds];
          this.pool.records[(number << packetShift) + hops] = rows.hops(pair >>> 16, pair & 0xffff);
          this.consume(number, t);
          isOver = mayEnd && recorder.isComplete;
        }
        const others = M[x + waitingInputs];
        M[rowsAt + listed] = x;
        listed += ((others | (0 - others)) & ((channel >> sizeShift) - 2)) >>> 31;
      }

      // Phases 2 and 3: new queue heads and injected packets request their rows. `at` packs row << 8 and input. A row becomes due with its
      // first request.
      readTo = fresh > manyChosen ? 0 : fresh;
      for (let i = 0; i < fresh; i++) {
        if (i === readTo) readTo = this.readHeads(i, fresh);
        const at = M[newAt + i];
        const r = (at >> 8) << queueShift;
        const were = M[r + waitingInputs];
        M[r + waitingInputs] = were | (1 << at);
        M[rowsAt + listed] = r;
        listed += ((were | (0 - were)) >>> 31) ^ 1;
      }
      if (injection.isDue(t)) {
        const fed = (injection.feed(t, M, newAt, 0) - newAt) | 0;
        for (let i = 0; i < fed; i++) {
          const r = firstOut[M[newAt + i]] << queueShift;
          M[r + waitingInputs] = 1;
          M[rowsAt + listed] = r;
          listed = (listed + 1) | 0;
        }
        asking += fed;
      }
      asking += fresh;

      // Phase 4: virtual-channel and switch allocation of the due rows. No packet is created after this point, so `packetRecords` stays
      // valid.
      const P = this.pool.records;
      const granted = written;
      fresh = 0;
      readTo = listed > manyChosen ? 0 : listed;
      for (let i = 0; i < listed; i++) {
        if (i === readTo) readTo = this.readListed(i, listed);
        const r = M[rowsAt + i];
        const first = r >> queueShift;
        const state = M[r + queueState];
        const size = state >> sizeShift;
        let bits = M[r + waitingInputs];
        let x = r;
        let lots = 0;
        if (size === 1) {
          // A closed row of one channel becomes due again when its channel or a credit is released.
          if (bits === 0 || M[r + freeFrom] > t || (state & heldMask) + ((t - M[r + leavesAt]) >>> 31) >= capacity) continue;
        } else if (tiesAtRandom) {
          lots = this.draw(r, size, t) | 0;
          if (lots === 0) continue;
        } else {
          // Find the least full channel, the first of equals, without branches.
          let best = never;
          for (let j = 0; j < size; j++, x += 1 << queueShift) {
            const held = M[x + queueState] & heldMask;
            const stays = (M[x + leavesAt] - t) | 0;
            const comes = (M[x + freeFrom] - t) | 0;
            let fullness = (Math.imul(held, L) + (stays & ~(stays >> 31)) - (comes & ~(comes >> 31))) | 0;
            if (freeOnly) fullness |= (((0 - comes) | (capacity - 1 - held - (-stays >>> 31))) >> 31) & tooFull;
            const less = (((fullness << candidateBits) | j) - best) | 0;
            best = (best + (less & (less >> 31))) | 0;
          }
          x = r + ((best & candidateMask) << queueShift);
          if (M[x + freeFrom] > t || (M[x + queueState] & heldMask) + ((t - M[x + leavesAt]) >>> 31) >= capacity) {
            this.sleep(r, this.closedFor(r, size, best, t) | 0, t);
            continue;
          }
          // The other heads wait until this channel is free or another one may be the least full.
          if ((bits & (bits - 1)) !== 0) {
            M[x + freeFrom] = t + L;
            this.sleep(r, this.closedFor(r, size, best, t) | 0, t);
          }
        }
        const queuesAt = (inputsAt + first - ((state >> portShift) & portMask)) | 0;
        const isLast = M[r + standsAt] >> 31;
        let left = bits;
        do {
          if (lots > 0) {
            lots = (lots - 1) | 0;
            const lot = lotsAt + (lots << lotShift);
            x = M[lot];
            bits = M[lot + lotDrawn];
          }
          const c = x >> queueShift;
          if ((bits & (bits - 1)) !== 0) {
            if (networkFirst) {
              const others = bits & ~M[fromTerminalsAt + tail[c]];
              if (others !== 0) bits = others;
            }
            if ((bits & (bits - 1)) !== 0) {
              bits = nthBit(bits, below(mix(arbitrationKey, t, c), bitCount(bits)));
            }
          }
          left &= ~bits;

          // Phase 5: traversal.
          M[x + freeFrom] = t + L;
          if (((written - completed) | 0) > logMask) {
            log = this.grantLog.grow(completed, written);
            logMask = this.grantLog.mask;
          }
          const e = (written & logMask) << 1;
          written = (written + 1) | 0;
          const q = M[queuesAt + 31 - Math.clz32(bits)];
          log[e + 1] = c ^ isLast;
          let pair: number;
          let since: number;
          let number: number;
          if (q < C) {
            const y = q << queueShift;
            const queue = M[y + queueState];
            const gone = M[y + departed];
            const ring = q << ringShift;
            const entry = (ringsAt + ((ring | (gone & ringMask)) << entryShift)) | 0;
            pair = M[entry + entryEnds];
            since = M[entry + entryInjected];
            number = M[entry + entryNumber] & numberMask;
            M[y + queueState] = queue - 1;
            M[y + departed] = gone + 1;
            M[y + leavesAt] = t + L;
            const sum = (M[y + waitedSum] + t - M[entry + entryReady]) | 0;
            M[y + waitedSum] = sum;
            if (sum > fullSum) this.flushWaited(q);
            // The row that the next packet will request, if that packet has arrived already.
            const next = M[ringsAt + ((ring | ((gone + 1) & ringMask)) << entryShift) + entryNumber] >>> rowShift;
            log[e] = ((q << 8) | next) ^ (((queue & heldMask) - 2) >> 31);
          } else {
            number = slots[((q - C) << slotShift) + slotPacket];
            const packet = number << packetShift;
            pair = P[packet + ends];
            since = t;
            P[packet + injected] = t;
            recorder.inject(q - C, P[packet + messageOf], P[packet + created], t);
            log[e] = ~(q << 8);
          }
          const queue = M[x + queueState];
          const at = M[x + standsAt];
          M[x + queueState] = queue + 1;
          const sum = (M[x + sinceInjectionSum] + t + 1 - since) | 0;
          M[x + sinceInjectionSum] = sum;
          if (sum > fullSum) this.flushSince(c);
          // Look-ahead route computation: the packet's data are in the cache now.
          const row = isLast === 0 ? rows.of(at >> 8, pair & 0xffff) : 0;
          const entry = (ringsAt + (((c << ringShift) | ((M[x + departed] + queue) & ringMask)) << entryShift)) | 0;
          M[entry + entryEnds] = pair;
          M[entry + entryInjected] = since;
          M[entry + entryReady] = t + 1;
          M[entry + entryNumber] = number | (row << rowShift);
          // Its header is the new queue head in the next cycle if the queue is empty and no packet is leaving it.
          M[newAt + fresh] = (row << 8) | (at & 0xff);
          fresh += (((queue & heldMask) - 1) & (M[x + leavesAt] - t - 1) & ~isLast) >>> 31;
          hash = (hash + trace(t, c, pair >>> 16)) | 0;
        } while (lots > 0);
        M[r + waitingInputs] = left;
        // Where ties are drawn, the other heads draw again in the next cycle.
        if (tiesAtRandom && size > 1 && left !== 0) this.sleep(r, 1, t);
      }

      const made = (written - granted) | 0;
      grants = (grants + made) | 0;
      if (made > 0) this.quietAfter = t + L;
      asking = (asking - made) | 0;
      M[endAt + (t & wheelMask)] = written;
      done = (done + 1 + made) | 0;
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

  /** Prefetches the inputs and channels of due rows. */
  private readListed(from: number, end: number): number {
    const { M, rowsAt, inputsAt } = this;
    const to = Math.min(from + fewRows, end) | 0;
    let sum = 0;
    for (let i = from; i < to; i++) {
      const r = M[rowsAt + i];
      const state = M[r + queueState];
      sum = (sum + M[inputsAt + (r >> queueShift) - ((state >> portShift) & portMask)]) | 0;
      // Two channels share a cache line.
      const last = r + (((state >> sizeShift) - 1) << queueShift);
      for (let x = r + (2 << queueShift); x <= last; x += 2 << queueShift) sum = (sum + M[x]) | 0;
    }
    this.readAhead = sum;
    return to;
  }

  /** Puts a row on the wheel for `sleepCycles` cycles, at most L. */
  private sleep(r: number, wait: number, t: number): void {
    const { M } = this;
    const at = this.wheelAt + ((t + wait) & this.wheelMask);
    M[r + nextRow] = M[at];
    M[at] = r;
  }

  /**
   * Breaks ties at random: each waiting head draws one of the best channels of a row. Writes the open channels that were drawn, with their
   * requesters, and returns their number. If there are none, the row is put on the wheel.
   */
  private draw(r: number, size: number, t: number): number {
    const { M, L, capacity, tooFull, freeOnly, candidateBits, lotsAt, inputsAt } = this;
    const weight = this.byChance ? 0 : -1;
    let least = never;
    let equal = 0;
    for (let j = 0, x = r; j < size; j++, x += 1 << queueShift) {
      const held = M[x + queueState] & heldMask;
      const stays = (M[x + leavesAt] - t) | 0;
      const comes = (M[x + freeFrom] - t) | 0;
      const isClosed = ((0 - comes) | (capacity - 1 - held - (-stays >>> 31))) >> 31;
      let fullness = (Math.imul(held, L) + (stays & ~(stays >> 31)) - (comes & ~(comes >> 31))) & weight;
      if (freeOnly) fullness |= isClosed & tooFull;
      const less = (fullness - least) | 0;
      least = (least + (less & (less >> 31))) | 0;
      equal &= ~(less >> 31);
      const lot = lotsAt + (equal << lotShift);
      M[lot] = x;
      M[lot + lotDrawn] = 0;
      M[lot + lotIsOpen] = ~isClosed;
      equal = (equal + ((fullness - least - 1) >>> 31)) | 0;
    }
    let anyOpen = 0;
    for (let i = 0; i < equal; i++) anyOpen |= M[lotsAt + (i << lotShift) + lotIsOpen];
    let bits = M[r + waitingInputs];
    let count = 0;
    let wait = 1;
    if (anyOpen === 0) wait = this.closedFor(r, size, (least << candidateBits) | ((M[lotsAt] - r) >> queueShift), t) | 0;
    else if (equal === 1) {
      M[lotsAt + lotDrawn] = bits;
      return 1;
    } else {
      const here = mixTwo(this.selectionKey, t);
      const queuesAt = (inputsAt + (r >> queueShift) - ((M[r + queueState] >> portShift) & portMask)) | 0;
      for (; bits !== 0; bits &= bits - 1) {
        const lot = lotsAt + (below(mixOn(here, M[queuesAt + 31 - Math.clz32(bits & -bits)]), equal) << lotShift);
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
    this.sleep(r, wait, t);
    return 0;
  }

  /**
   * Lower bound of the cycles until a channel of a row is open and the least full. A queue may lose one phit per cycle, but none while a
   * packet enters it. The least full queue may gain one phit per cycle, but only while a packet enters it, for its channel is not granted
   * before the row is due again. A channel before the least full one only has to be equally full, and so does every channel where ties are
   * drawn. A full queue that no packet leaves stays full for L cycles.
   */
  private closedFor(r: number, size: number, best: number, t: number): number {
    const { M, L, capacity, candidateBits, freeOnly } = this;
    const least = best >> candidateBits;
    const first = best & ((1 << candidateBits) - 1);
    const comesIn = (t - M[r + (first << queueShift) + freeFrom]) >>> 31;
    const inOrder = this.tiesAtRandom ? 0 : 1;
    let wait = L;
    for (let j = 0, x = r; j < size; j++, x += 1 << queueShift) {
      const held = M[x + queueState] & heldMask;
      const stays = (M[x + leavesAt] - t) | 0;
      const comes = (M[x + freeFrom] - t) | 0;
      const isFull = (capacity - 1 - held - (-stays >>> 31)) >> 31;
      const isNotLeft = (stays - 1) >> 31;
      let open = comes;
      let later = ((isFull & ((stays & ~isNotLeft) | (L & isNotLeft))) - open) | 0;
      open = (open + (later & ~(later >> 31))) | 0;
      if (!freeOnly) {
        const fullness = (Math.imul(held, L) + (stays & ~(stays >> 31))) | 0;
        later = (((fullness - least + (((first - j) >>> 31) & inOrder) + comesIn) >> comesIn) - open) | 0;
        open = (open + (later & ~(later >> 31))) | 0;
      }
      const sooner = (open - wait) | 0;
      wait = (wait + (sooner & (sooner >> 31))) | 0;
    }
    return wait > 0 ? wait : 1;
  }
}
