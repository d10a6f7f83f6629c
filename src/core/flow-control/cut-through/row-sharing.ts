// hot: no allocation, no for-of, no destructuring inside `run` and what it calls.
/**
 * Virtual cut-through on rows of parallel outputs, for the selection *shared*. In each cycle a row draws one of its waiting heads, which
 * takes the least occupied of the channels that are free and have a credit. This repeats until either heads or channels are used up: a
 * maximal matching.
 *
 * So after each cycle a row has no waiting head or no open channel. Both are bit masks that events update: a head arrives, a packet has
 * crossed a channel, a credit returns. A row is due only in cycles in which both masks become non-zero. A node with more than 32 inputs
 * uses several words, and a summary mask says which of them are not 0; the same holds for rows of more than 32 channels.
 *
 * In large networks memory latency dominates, so the data of a hop are adjacent (`row-records.ts`): half a cache line for a channel and its
 * queue, and a line for four packets. The packet's own record is read only at injection and consumption. The data of many grants are
 * prefetched in loops that do nothing else, so that cache misses overlap.
 */
import { bitCount, drawnBit, nthBit } from "../../base/bits.ts";
import { belowFew, mix, streamKey, trace } from "../../base/random.ts";
import type { Plan } from "../../plan/plan.ts";
import type { RoutingRows } from "../../plan/routing.ts";
import { CutThroughRowsState } from "./rows-state.ts";
import type { CutThroughRules } from "./rules.ts";
import {
  busyBit,
  busyShift,
  readAtOnce,
  departed,
  entryEnds,
  entryInjected,
  entryNumber,
  entryReady,
  entryShift,
  heldMask,
  leavesAt,
  manyGrants,
  never,
  numberMask,
  openChannels,
  placeShift,
  portShift,
  queueShift,
  rowShift,
  sinceInjectionSum,
  standsAt,
  queueState,
  waitedSum,
  waitingInputs,
} from "./row-records.ts";
import { fullSum } from "./records/queue.ts";
import { slotPacket, slotShift } from "../injection.ts";
import { created, ends, hops, injected, messageOf, packetShift } from "../packet-pool.ts";

export class CutThroughRowSharing extends CutThroughRowsState {
  private readonly tiesAtRandom: boolean;
  private readonly selectionKey: number;
  /** [rowWords] Scratch mask: least occupied channels of a row. */
  private readonly equals: Int32Array;

  constructor(rules: CutThroughRules, plan: Plan, rows: RoutingRows) {
    super(rules, plan, rows);
    const { C, rowWords } = this;
    this.equals = new Int32Array(rowWords);
    this.tiesAtRandom = rules.ties === "random";
    this.selectionKey = streamKey(plan.seed, "selection");
    for (let c = 0; c < C; c++) {
      for (let place = 0; place < rows.size[c]; place++) {
        this.M[(c << queueShift) + openChannels] |= this.bitFor(this.openAt, rowWords, c, place);
      }
    }
  }

  /**
   * Simulates cycles up to `stop`, in the phases of a router pipeline. Masks such as `ejectMask` are −1 for true and 0 for false, so that
   * they replace branches.
   */
  protected run(stop: number, work: number): number {
    stop |= 0;
    work |= 0;
    const { M, ringsAt, ringShift, ringMask, inputsAt, endAt, newAt, rowsAt, fromTerminalsAt } = this;
    const { C, L, capacity, wheelMask, arbitrationKey, selectionKey, tiesAtRandom, networkFirst, waitingAt, openAt } = this;
    const { recorder, injection, mayEnd, rows } = this;
    const words = this.words | 0;
    const rowWords = this.rowWords | 0;
    const isWide = words > 1;
    const hasWideRows = rowWords > 1;
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
      // Rows with waiting heads and open channels become due. List entries are always written; the end of the list advances only by a sign
      // bit.
      let listed = 0;

      // Phase 1: switch traversal ends for grants of one packet time (L cycles) ago. The next packet becomes the queue head; the channel
      // and a slot of the queue are free.
      const end = M[endAt + ((t - L) & wheelMask)];
      let readTo = ((end - completed) | 0) > manyGrants ? completed : end;
      for (; completed !== end; completed = (completed + 1) | 0) {
        if (completed === readTo) readTo = this.readEnding(completed, end);
        const e = (completed & logMask) << 1;
        const isAlone = log[e] >> 31;
        const from = log[e] ^ isAlone;
        const q = from >> 8;
        const isLast = log[e + 1] >> 31;
        const c = log[e + 1] ^ isLast;
        const x = c << queueShift;
        if (q < C) {
          const y = q << queueShift;
          const queue = M[y + queueState];
          const count = queue & heldMask;
          // `from` packs queue << 8 and the row of the next packet. That packet may have arrived after the grant, so the row is read from
          // its own entry then.
          let row = from;
          if ((isAlone & (0 - count)) < 0)
            row = M[ringsAt + (((q << ringShift) | (M[y + departed] & ringMask)) << entryShift) + entryNumber] >>> rowShift;
          const base = (c - (M[x + queueState] >> portShift)) | 0;
          M[newAt + fresh] = ((base + ((row - base) & 0xff)) << 8) | (M[y + standsAt] & 0xff);
          fresh += (0 - count) >>> 31;
          if (count === capacity - 1) {
            const place = (queue >> placeShift) & 0xff;
            const r = (q - place) << queueShift;
            const isFree = ((queue >> busyShift) & 1) ^ 1;
            const were = M[r + openChannels];
            const are = were | (hasWideRows ? isFree && this.bitFor(openAt, rowWords, q - place, place) : isFree << place);
            M[r + openChannels] = are;
            M[rowsAt + listed] = r;
            const others = M[r + waitingInputs];
            listed += ((others | (0 - others)) & ~(were | (0 - were)) & (are | (0 - are))) >>> 31;
          }
        } else injection.release(q - C);
        if (isLast !== 0) {
          const gone = M[x + departed];
          const entry = (ringsAt + (((c << ringShift) | (gone & ringMask)) << entryShift)) | 0;
          M[x + departed] = gone + 1;
          M[x + queueState]--;
          const number = M[entry + entryNumber] & numberMask;
          const pair = M[entry + entryEnds];
          this.pool.records[(number << packetShift) + hops] = rows.hops(pair >>> 16, pair & 0xffff);
          this.consume(number, t);
          isOver = mayEnd && recorder.isComplete;
        }
        const channel = M[x + queueState] & ~busyBit;
        M[x + queueState] = channel;
        const room = ((channel & heldMask) + ((t - M[x + leavesAt]) >>> 31) - capacity) >>> 31;
        const place = (channel >> placeShift) & 0xff;
        const r = (c - place) << queueShift;
        const were = M[r + openChannels];
        const are = were | (hasWideRows ? room && this.bitFor(openAt, rowWords, c - place, place) : room << place);
        M[r + openChannels] = are;
        M[rowsAt + listed] = r;
        const others = M[r + waitingInputs];
        listed += ((others | (0 - others)) & ~(were | (0 - were)) & (are | (0 - are))) >>> 31;
      }

      // Phases 2 and 3: new queue heads and injected packets request their rows. `at` packs row << 8 and input.
      readTo = fresh > manyGrants ? 0 : fresh;
      for (let i = 0; i < fresh; i++) {
        if (i === readTo) readTo = this.readHeads(i, fresh);
        const at = M[newAt + i];
        const r = (at >> 8) << queueShift;
        const were = M[r + waitingInputs];
        M[r + waitingInputs] = were | (isWide ? this.bitFor(waitingAt, words, at >> 8, at & 0xff) : 1 << at);
        M[rowsAt + listed] = r;
        const others = M[r + openChannels];
        listed += ((others | (0 - others)) & ~(were | (0 - were))) >>> 31;
      }
      if (injection.isDue(t)) {
        const fed = (injection.feed(t, M, newAt, 0) - newAt) | 0;
        for (let i = 0; i < fed; i++) {
          const first = firstOut[M[newAt + i]];
          const r = first << queueShift;
          M[r + waitingInputs] = isWide ? this.bitFor(waitingAt, words, first, 0) : 1;
          M[rowsAt + listed] = r;
          const others = M[r + openChannels];
          listed += (others | (0 - others)) >>> 31;
        }
        asking += fed;
      }
      asking += fresh;

      // Phase 4: switch allocation. It includes virtual-channel allocation, since a channel has one virtual channel.
      let granted = written;
      readTo = listed > manyGrants ? 0 : listed;
      for (let i = 0; i < listed; i++) {
        if (i === readTo) readTo = this.readListed(i, listed);
        const r = M[rowsAt + i];
        const first = r >> queueShift;
        const isLast = M[r + standsAt] >> 31;
        const queuesAt = (inputsAt + first - (M[r + queueState] >> portShift)) | 0;
        let heads = M[r + waitingInputs];
        let channels = M[r + openChannels];
        let grant = 0;
        do {
          let bits = heads;
          if (isWide) bits = this.drawn(first, grant, t);
          else if ((bits & (bits - 1)) !== 0) {
            if (networkFirst) {
              const others = bits & ~M[fromTerminalsAt + tail[first]];
              if (others !== 0) bits = others;
            }
            if ((bits & (bits - 1)) !== 0) {
              bits = drawnBit(bits, mix(arbitrationKey + grant, t, first));
            }
          }
          if (isWide) heads = M[r + waitingInputs];
          else heads &= ~bits;
          const q = M[queuesAt + (isWide ? bits : 31 - Math.clz32(bits))];

          bits = channels;
          if (hasWideRows) bits = this.emptiest(first, q, t);
          else if ((bits & (bits - 1)) !== 0) {
            // Find the least occupied open channels, without branches.
            let least = never;
            let equal = 0;
            for (; bits !== 0; bits &= bits - 1) {
              const bit = bits & (0 - bits);
              const x = r + ((31 - Math.clz32(bit)) << queueShift);
              const stays = (M[x + leavesAt] - t) | 0;
              const more = (Math.imul(M[x + queueState] & heldMask, L) + (stays & ~(stays >> 31)) - least) | 0;
              const isLess = more >> 31;
              const isMore = (0 - more) >> 31;
              equal = (equal & ~isLess) | (bit & ~isMore);
              least = (least + (more & isLess)) | 0;
            }
            bits = equal;
            if ((bits & (bits - 1)) !== 0) {
              bits = tiesAtRandom ? drawnBit(bits, mix(selectionKey, t, q)) : bits & (0 - bits);
            }
          }
          if (hasWideRows) channels = M[r + openChannels];
          else channels &= ~bits;
          grant = (grant + 1) | 0;
          if (((written - completed) | 0) > logMask) {
            log = this.grantLog.grow(completed, written);
            logMask = this.grantLog.mask;
          }
          const e = (written & logMask) << 1;
          written = (written + 1) | 0;
          log[e] = q;
          log[e + 1] = (first + (hasWideRows ? bits : 31 - Math.clz32(bits))) ^ isLast;
        } while (heads !== 0 && channels !== 0);
        M[r + waitingInputs] = heads;
        M[r + openChannels] = channels;
      }

      // Phase 5: switch traversal begins, with the route computation for the next switch.
      fresh = 0;
      const P = this.pool.records;
      const made = (written - granted) | 0;
      readTo = made > manyGrants ? granted : written;
      for (; granted !== written; granted = (granted + 1) | 0) {
        if (granted === readTo) readTo = this.readGoing(granted, written);
        const e = (granted & logMask) << 1;
        const q = log[e];
        const isLast = log[e + 1] >> 31;
        const c = log[e + 1] ^ isLast;
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
        const x = c << queueShift;
        const queue = M[x + queueState];
        const at = M[x + standsAt];
        M[x + queueState] = (queue + 1) | busyBit;
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
      }
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

  // Methods for nodes with more than 32 inputs, or rows with more than 32 channels.

  /** Adds a bit to the set of the row that begins with channel `first`; returns the bit for the row's summary mask. */
  private bitFor(setsAt: number, words: number, first: number, place: number): number {
    if (words === 1) return 1 << place;
    this.M[setsAt + Math.imul(first, words) + (place >> 5)] |= 1 << place;
    return 1 << (place >> 5);
  }

  /** Draws the input that a row serves next, and removes it from the waiting inputs; returns its number. */
  private drawn(first: number, given: number, t: number): number {
    const { M, words, waitingAt, arbitrationKey } = this;
    const at = waitingAt + Math.imul(first, words);
    const r = first << queueShift;
    const any = M[r + waitingInputs];
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
      let n = count > 1 ? belowFew(mix(arbitrationKey + given, t, first), count) : 0;
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
    if (left === 0) M[r + waitingInputs] = any & ~(1 << w);
    return (w << 5) + 31 - Math.clz32(bits);
  }

  /** Position of the least occupied open channel of a row; the channel is no longer open. */
  private emptiest(first: number, q: number, t: number): number {
    const { M, L, rowWords, openAt, equals } = this;
    const at = openAt + Math.imul(first, rowWords);
    const r = first << queueShift;
    let least = never;
    let count = 0;
    for (let w = 0; w < rowWords; w++) {
      let equal = 0;
      for (let bits = M[at + w]; bits !== 0; bits &= bits - 1) {
        const bit = bits & -bits;
        const x = r + (((w << 5) + 31 - Math.clz32(bit)) << queueShift);
        const stays = (M[x + leavesAt] - t) | 0;
        const more = (Math.imul(M[x + queueState] & heldMask, L) + (stays & ~(stays >> 31)) - least) | 0;
        const isLess = more >> 31;
        const isMore = (0 - more) >> 31;
        equal = (equal & ~isLess) | (bit & ~isMore);
        count &= ~isLess;
        least = (least + (more & isLess)) | 0;
      }
      // A lower value in this word invalidates the ties of earlier words.
      if (count === 0) equals.fill(0, 0, w);
      equals[w] = equal;
      count = (count + bitCount(equal)) | 0;
    }
    let n = count > 1 && this.tiesAtRandom ? belowFew(mix(this.selectionKey, t, q), count) : 0;
    let w = 0;
    for (let here = bitCount(equals[0]); n >= here; here = bitCount(equals[w])) {
      n = (n - here) | 0;
      w = (w + 1) | 0;
    }
    const bit = nthBit(equals[w], n);
    const left = M[at + w] & ~bit;
    M[at + w] = left;
    if (left === 0) M[r + openChannels] &= ~(1 << w);
    return (w << 5) + 31 - Math.clz32(bit);
  }

  /** Prefetches the inputs and channels of due rows. */
  private readListed(from: number, end: number): number {
    const { M, rowsAt, inputsAt } = this;
    const to = Math.min(from + readAtOnce, end) | 0;
    let sum = 0;
    for (let i = from; i < to; i++) {
      const r = M[rowsAt + i];
      sum = (sum + M[inputsAt + (r >> queueShift) - (M[r + queueState] >> portShift)]) | 0;
      const channels = M[r + openChannels];
      if ((channels & (channels - 1)) !== 0) {
        // Two channels share a cache line.
        const last = r + ((31 - Math.clz32(channels)) << queueShift);
        for (let x = r + (2 << queueShift); x <= last; x += 2 << queueShift) sum = (sum + M[x]) | 0;
      }
    }
    this.readAhead = sum;
    return to;
  }

  /** Prefetches granted packets, the channels that they enter, and their routes from there. */
  private readGoing(from: number, end: number): number {
    const { M, C, ringsAt, ringShift, ringMask, rows, recorder } = this;
    const { entries: log, mask: logMask } = this.grantLog;
    const { records } = this.pool;
    const { slots } = this.injection;
    const to = ((end - from) | 0) > readAtOnce ? (from + readAtOnce) | 0 : end;
    let sum = 0;
    // First the words that hold the addresses of the second loop.
    for (let i = from; i !== to; i = (i + 1) | 0) {
      const e = (i & logMask) << 1;
      const q = log[e];
      const c = log[e + 1] ^ (log[e + 1] >> 31);
      sum = (sum + M[c << queueShift] + (q < C ? M[q << queueShift] : slots[((q - C) << slotShift) + slotPacket])) | 0;
    }
    for (let i = from; i !== to; i = (i + 1) | 0) {
      const e = (i & logMask) << 1;
      const q = log[e];
      const x = (log[e + 1] ^ (log[e + 1] >> 31)) << queueShift;
      const place = ((x >> queueShift) << ringShift) | ((M[x + departed] + M[x + queueState]) & ringMask);
      sum = (sum + M[ringsAt + (place << entryShift)]) | 0;
      if (q < C) sum = (sum + M[ringsAt + (((q << ringShift) | (M[(q << queueShift) + departed] & ringMask)) << entryShift)]) | 0;
      else sum = (sum + records[slots[((q - C) << slotShift) + slotPacket] << packetShift] + recorder.read(q - C)) | 0;
      const at = M[x + standsAt];
      sum = (sum + rows.of((at & ~(at >> 31)) >> 8, 0)) | 0;
    }
    this.readAhead = sum;
    return to;
  }
}
