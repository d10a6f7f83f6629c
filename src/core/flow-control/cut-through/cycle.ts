// hot: no allocation, no for-of, no destructuring inside `run` and what it calls.
/**
 * The cycle of virtual cut-through and store-and-forward, exact to the cycle, for any allocation of outputs. A packet moves by one event
 * per hop. A grant in cycle g occupies the channel, the head of the packet's queue and its slot there until g + L, where L is the number of
 * phits of a packet. The header is in the next queue from g + 1 on.
 *
 * Each cycle has the phases of a router pipeline: grants of one packet time (L cycles) ago complete, terminals inject packets, new queue
 * heads compute their routes, outputs are allocated, and granted packets traverse the switch. Every phase reads the state that earlier
 * cycles left and writes afterwards. No grant sees the effect of another grant of the same cycle, and random choices are hashes of (cycle,
 * node or queue). So the result does not depend on the order of visits.
 *
 * Virtual-channel and switch allocation are one step: a grant is a channel together with a virtual channel of it. Where the inputs and
 * outputs of each node fit into one word, the matching or the arbiters run here; other networks and rules use `allocate`. At the end of a
 * cycle no queue head requests an output that is open to it. So an allocator is due only if a new queue head requests one of its outputs,
 * or if a requested channel or credit is released. All other allocators are skipped, however many packets wait.
 *
 * What makes it fast:
 * - All delays are 1 or L. The grant log is in order of time and is read once more L cycles later, so no event calendar is needed.
 * - Requests are bits, one for each input of the node. A blocked queue head costs nothing until the requested channel or credit is
 * released.
 * - All words that a hop reads and writes are in one array: the record of a virtual channel and its queue takes one cache line, that of an
 * allocator two.
 * - In large networks memory latency dominates. Allocators are visited in memory order, and the data of a batch of hops are prefetched in
 * loops that do nothing else, so that cache misses overlap.
 * - An unpredictable branch costs about thirty additions, so the code adds a sign bit where it can.
 * - `run` keeps all constants in local variables and calls no function for most hops.
 *
 * Queues are numbered channel × vcs + virtual channel, like the virtual channels that lead into them. Injection slots follow, slot ×
 * terminals + terminal.
 */
import type { Plan } from "../../plan/plan.ts";
import { bitCount, nthBit } from "../../base/bits.ts";
import { below, mix, trace } from "../../base/random.ts";
import type { Allocation, AllocationLayout } from "./allocation.ts";
import {
  allocatorOf,
  credited,
  drawsBy,
  escapes,
  firstInput,
  firstOutput,
  free,
  headLength,
  lastCredit,
  lineShift,
  listAllocator,
  listOutputs,
  maskShift,
  node,
  queuesIn,
  request,
  requested,
  requestsIn,
} from "./allocators.ts";
import {
  oneAsking,
  at,
  base,
  busyUntil,
  carried,
  entering,
  from,
  fullSum,
  leaving,
  logShift,
  onePacket,
  ring,
  sinceInjection,
  waited,
} from "./records/queue.ts";
import { CutThroughInspection } from "./inspection.ts";
import { CutThroughState } from "./state.ts";
import { chosen, listIsLinked, listNext, listRequests, requests } from "./arbiters.ts";
import { slotPacket, slotShift } from "../injection.ts";
import type { Inspected } from "../inspector.ts";
import type { CutThroughRules } from "./rules.ts";
import { asksBy, created, ends, hops, injected, messageOf, packetShift, ready, stateOf } from "../packet-pool.ts";
import { listShift, listSize, listStart } from "./request-lists.ts";

/** Hops whose data are prefetched together: they fit into the second-level cache. */
export const batch = 256;
/** Number of due allocators above which they are sorted into memory order; smaller networks are in the cache anyway. */
export const many = 512;
/** Largest candidate set that the 16-bit route cache can store. */
const mostWays = 2 ** 16 - 1;
/** Greater than any number of phits. */
const never = 0x7fffffff;

export class CutThrough extends CutThroughState {
  readonly inspected: Inspected;
  readonly allocation: Allocation;

  constructor(rules: CutThroughRules, plan: Plan, layout: AllocationLayout) {
    super(rules, plan, layout);
    this.allocation = layout.start(this);
    this.inspected = new CutThroughInspection(this);
  }

  /** Time jumps over idle cycles: marks all logged grants as completed. */
  protected forget(): void {
    for (let i = 0; i <= this.wheelMask; i++) this.M[this.endAt + i] = this.grantLog.written;
    this.allocation.forget();
  }

  /** Simulates cycles up to `stopCycle`, in the phases that the file head lists. */
  protected run(stop: number, work: number): number {
    stop |= 0;
    work |= 0;
    const { M, recorder, injection, eligible, ways, allocation } = this;
    const { allocators, arbiters } = allocation;
    const { hasWays, hasState, keeps, networkFirst, storeAndForward, mayEnd } = this;
    const isMatched = allocators !== null;
    const hasArbiters = arbiters !== null && this.isPlain;
    const isNarrow = isMatched && allocators.isNarrow;
    const firstBeside = isMatched ? allocators.firstBeside : eligible;
    // | 0: the compiler does not know that these fields are integers.
    const dueAt = isMatched ? allocators.dueAt | 0 : 0;
    const insidersAt = isMatched ? allocators.insidersAt | 0 : 0;
    const nodeStride = isMatched && allocators.isByNode ? allocators.stride | 0 : 0;
    const askedAt = hasArbiters ? arbiters.askedAt | 0 : 0;
    const lanesAt = hasArbiters ? arbiters.lanesAt | 0 : 0;
    const wheelAt = this.wheelAt | 0;
    const firstAllocator = (this.ownAt + headLength) | 0;
    const stateStride = this.stateStride | 0;
    const vcsAt = this.vcsAt | 0;
    const stride = this.stride | 0;
    const endAt = this.endAt | 0;
    const newAt = this.newAt | 0;
    const fromAt = this.fromAt | 0;
    const candidatesAt = this.candidatesAt | 0;
    const fromTerminalsAt = this.fromTerminalsAt | 0;
    const T = this.T | 0;
    const K = this.K | 0;
    const Q = this.Q | 0;
    const L = this.L | 0;
    const capacity = this.capacity | 0;
    const ringMask = this.ringMask | 0;
    const inputBits = this.inputBits | 0;
    const wheelMask = this.wheelMask | 0;
    const arbitrationKey = this.arbitrationKey | 0;
    const { slots } = injection;
    const hasOneSlot = slots.length === T << slotShift;
    const { forwards, tail } = this.network;
    const { rings, next } = this.routing;
    const hasRings = rings !== undefined;
    const isSingle = K === 1;
    const inputMask = (1 << inputBits) - 1;
    const channelMask = (-1 >>> (K < 32 ? 32 - K : 0)) | 0;
    // From this queue length on, a returned credit may change which packets can be granted.
    const nearlyFull = (capacity - (hasRings ? 2 : 1)) | 0;
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
      let due = dueAt;

      // Phase 1: grants of one packet time (L cycles) ago complete. The next packet becomes the queue head, the channel is free, a credit
      // returns. List entries are always written; the end of the list advances only by a sign bit.
      const begin = completed;
      const end = M[endAt + ((t - L) & wheelMask)];
      let ahead = ((end - completed) | 0) > batch ? completed : end;
      for (; completed !== end; completed = (completed + 1) | 0) {
        if (completed === ahead) ahead = this.readEnding(ahead, end, isMatched) | 0;
        const e = (completed & logMask) << logShift;
        const q = log[e];
        const p = log[e + 2];
        if (q < Q) {
          const place = M[Math.imul(q, stateStride)];
          M[newAt + fresh] = q;
          if (storeAndForward) fresh += this.isHeadReady(q, t) ? 1 : 0;
          else fresh += (onePacket - 1 - (place & 0xffff)) >>> 31;
          if (isNarrow) {
            const held = (place >> 8) & 0xff;
            if (held >= nearlyFull) {
              const above = this.returnCredit(q, (capacity - held) | 0) | 0;
              M[due] = above;
              due += -above >>> 31;
            }
          }
        } else injection.release(q - Q);
        if (isNarrow) {
          const r = log[e + 3];
          const isFree = M[r + free] | (channelMask << (log[e + 1] - M[r + firstOutput]));
          M[r + free] = isFree;
          const hit = isFree & M[r + credited] & M[r + requested];
          M[due] = r;
          due += (hit | -hit) >>> 31;
        }
        if (p >= 0) {
          this.consume(p, t);
          isOver = mayEnd && recorder.isComplete;
        } else if (storeAndForward && this.hasJustComeIn(~p, t)) M[newAt + fresh++] = ~p;
      }

      // Phase 2: terminals inject packets.
      if (injection.isDue(t)) fresh = (injection.feed(t, M, newAt + fresh, Q) - newAt) | 0;

      // Phase 3: route computation. New queue heads find their candidates in the state that earlier cycles left. No packet is created after
      // this point, so `packetRecords` stays valid.
      const P = this.pool.records;
      asking += fresh;
      ahead = fresh > batch ? 0 : fresh;
      for (let i = 0; i < fresh; i++) {
        if (i === ahead) ahead = this.readHeads(i, fresh) | 0;
        const q = M[newAt + i];
        const record = vcsAt + Math.imul(q, stride);
        let p: number;
        if (q < Q) p = M[record + ring + (M[Math.imul(q, stateStride)] & 0xff)];
        else {
          p = slots[((q - Q) << slotShift) + slotPacket];
          M[record + ring] = p;
        }
        const place = M[record + at];
        const n = place >> inputBits;
        const to = P[(p << packetShift) + ends] & 0xffff;
        let set: number;
        let state = 0;
        if (hasState) {
          this.decide(p, n, to, t);
          state = P[(p << packetShift) + stateOf];
        }
        if (hasWays && state === 0) {
          const way = Math.imul(n, T) + to;
          set = (ways[way] - 1) | 0;
          if (set < 0) {
            set = this.waysOf(q, n, to, 0) | 0;
            if (set < mostWays) ways[way] = set + 1;
          }
        } else set = this.waysOf(q, n, to, state) | 0;
        if (keeps && set >= Q) set = allocation.chosenOf(q, set, t) | 0;
        P[(p << packetShift) + asksBy] = set < Q ? ~set : (set - Q) << listShift;
        M[candidatesAt + i] = set;
        M[fromAt + i] = place;
      }

      // Phase 4: virtual-channel and switch allocation. `word` is the index of an allocator's request masks.
      let granted = written;
      if (isNarrow) {
        // New queue heads request all their candidates.
        const { members, records: D } = this.lists;
        ahead = fresh > batch ? 0 : fresh;
        for (let i = 0; i < fresh; i++) {
          if (i === ahead) ahead = this.readRequests(i, fresh) | 0;
          const set = M[candidatesAt + i];
          const place = M[fromAt + i];
          const bit = 1 << (place & inputMask);
          let r: number;
          let outputs: number;
          if (set < Q) {
            // Where each node has one allocator, it is found by the node, without reading the channel's record.
            if (nodeStride > 0) r = (firstAllocator + Math.imul(place >> inputBits, nodeStride)) | 0;
            else r = M[vcsAt + Math.imul(set, stride) + allocatorOf];
            const o = (set - M[r + firstOutput]) | 0;
            outputs = 1 << o;
            M[r + requestsIn + (o << 1)] |= bit;
          } else {
            const l = (set - Q) << listShift;
            if (D[l + listAllocator] === 0) this.enlist(l);
            r = D[l + listAllocator];
            outputs = D[l + listOutputs];
            const w = (r + requestsIn) | 0;
            for (let left = outputs; left !== 0; left &= left - 1) M[w + ((31 - Math.clz32(left & -left)) << 1)] |= bit;
          }
          M[r + requested] |= outputs;
          const hit = outputs & M[r + free] & M[r + credited];
          M[due] = r;
          due += (hit | -hit) >>> 31;
          M[vcsAt + Math.imul(M[newAt + i], stride) + request] = outputs;
        }

        // Due allocators match: inputs are drawn one by one until no open output is requested.
        if (due - dueAt > many) due = this.sortDue(due) | 0;
        ahead = due - dueAt > batch ? dueAt : due;
        for (let i = dueAt; i < due; i++) {
          if (i === ahead) ahead = this.readDue(i, due) | 0;
          const r = M[i];
          const firstId = M[r + firstOutput];
          const w = (r + requestsIn) | 0;
          let isOpen = M[r + free] & M[r + credited];
          let isRequested = M[r + requested];
          for (let given = 0; ; given++) {
            // Collect the inputs that can be granted an output.
            let left = isOpen & isRequested;
            if (left === 0) break;
            let bits = 0;
            for (; left !== 0; left &= left - 1) {
              const o = 31 - Math.clz32(left & -left);
              // The last credit of a queue in a ring is reserved for packets that are already in that ring.
              const asks = M[w + (o << 1)];
              bits |= hasRings ? asks & (M[insidersAt + firstId + o] | (((M[r + lastCredit] >>> o) & 1) - 1)) : asks;
            }
            if (bits === 0) break;
            if (networkFirst) {
              const others = bits & ~M[fromTerminalsAt + M[r + node]];
              if (others !== 0) bits = others;
            }
            if ((bits & (bits - 1)) !== 0) {
              bits = nthBit(bits, below(mix(arbitrationKey + given, t, M[r + drawsBy]), bitCount(bits)));
            }
            const q = M[r + queuesIn + ((31 - Math.clz32(bits)) << 1)];
            const outputs = M[vcsAt + Math.imul(q, stride) + request];
            // Find the outputs that are open to the drawn input, and the best of them.
            let open = outputs & isOpen;
            if (hasRings) {
              for (let left = open & M[r + lastCredit]; left !== 0; left &= left - 1) {
                if ((M[insidersAt + firstId + 31 - Math.clz32(left & -left)] & bits) === 0) open &= ~(left & -left);
              }
            }
            const others = open & ~M[r + escapes];
            if (others !== 0) open = others;
            let id: number;
            if ((open & (open - 1)) === 0) id = firstId + 31 - Math.clz32(open);
            else {
              const isOne = (open & ~(channelMask << firstBeside[31 - Math.clz32(open)])) === 0;
              const p = M[vcsAt + Math.imul(q, stride) + ring + (M[Math.imul(q, stateStride)] & 0xff)];
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
            // Withdraw all its requests.
            for (let left = outputs; left !== 0; left &= left - 1) {
              const o = 31 - Math.clz32(left & -left);
              const rest = M[w + (o << 1)] & ~bits;
              M[w + (o << 1)] = rest;
              isRequested ^= (((rest | -rest) >>> 31) ^ 1) << o;
            }
            M[r + requested] = isRequested;
            const first = firstBeside[id - firstId];
            const closed = channelMask << first;
            isOpen &= ~closed;
            M[r + free] &= ~closed;
            if (((written - completed) | 0) > logMask) {
              log = this.grantLog.grow(completed, written);
              logMask = this.grantLog.mask | 0;
            }
            const e = (written & logMask) << logShift;
            written = (written + 1) | 0;
            log[e] = q;
            log[e + 1] = firstId + first;
            log[e + 2] = ~id;
            log[e + 3] = r;
          }
        }
      } else if (hasArbiters) {
        const D = this.lists.records;
        const nowAt = wheelAt + (t & wheelMask);
        let asked = askedAt;
        // Arbiters are due whose channel is free again, or has a credit again, if anything requests them.
        for (let i = begin; i !== end; i = (i + 1) | 0) {
          const e = (i & logMask) << logShift;
          const channel = log[e + 1];
          const before = log[e + 3];
          M[asked] = before;
          asked += -(M[before << 2] >>> 16) >>> 31;
          M[asked] = channel;
          asked += -(M[channel << 2] >>> 16) >>> 31;
        }
        // New queue heads request their only virtual channel, or join the list of heads with the same candidates.
        for (let i = 0; i < fresh; i++) {
          const set = M[candidatesAt + i];
          const input = M[fromAt + i] & inputMask;
          if (set < Q) {
            const record = vcsAt + Math.imul(set, stride);
            M[record + requests] |= 1 << input;
            const b = isSingle ? set : M[record + base];
            M[b << 2] += oneAsking;
            M[asked] = b;
            asked += (M[(b << 2) + busyUntil] - t - 1) >>> 31;
          } else {
            const l = (set - Q) << listShift;
            if (D[l + listIsLinked] === 0) {
              D[l + listIsLinked] = 1;
              D[l + listNext] = M[nowAt];
              M[nowAt] = l;
            }
            D[l + listRequests] |= 1 << input;
          }
        }
        if (M[nowAt] >= 0) asked = allocation.requestByLists(t, asked) | 0;
        // Each due arbiter grants one of the requests for its channel.
        ahead = asked - askedAt > batch ? askedAt : asked;
        for (let i = askedAt; i < asked; i++) {
          if (i === ahead) ahead = this.readAsked(i, asked) | 0;
          const b = M[i];
          const y = b << 2;
          // A channel that is listed twice has been granted already.
          if (M[y + busyUntil] > t) continue;
          const channel = vcsAt + Math.imul(b, stride);
          const above = M[channel + from];
          const firstAt = above < 0 ? ~above : above;
          let id = b;
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
          const q = M[firstAt + 31 - Math.clz32(bits)];
          // Withdraw the request.
          const record = vcsAt + Math.imul(id, stride);
          const others = M[record + requests] & ~bits;
          if (others !== M[record + requests]) {
            M[record + requests] = others;
            M[y] -= oneAsking;
          } else {
            const p = M[vcsAt + Math.imul(q, stride) + ring + (M[q << 2] & 0xff)];
            D[P[(p << packetShift) + asksBy] + listRequests] &= ~bits;
          }
          M[y + busyUntil] = t + L;
          if (((written - completed) | 0) > logMask) {
            log = this.grantLog.grow(completed, written);
            logMask = this.grantLog.mask;
          }
          const e = (written & logMask) << logShift;
          written = (written + 1) | 0;
          log[e] = q;
          log[e + 1] = b;
          log[e + 2] = ~id;
          log[e + 3] = M[vcsAt + Math.imul(q, stride) + base];
        }
      } else {
        this.grantLog.completed = completed;
        written = allocation.allocate(begin, end, fresh, t) | 0;
        log = this.grantLog.entries;
        logMask = this.grantLog.mask | 0;
      }

      // Phase 5: switch traversal. Granted packets leave their queues.
      fresh = 0;
      const made = (written - granted) | 0;
      ahead = made > batch ? granted : written;
      for (; granted !== written; granted = (granted + 1) | 0) {
        if (granted === ahead) ahead = this.readLeaving(ahead, written) | 0;
        const e = (granted & logMask) << logShift;
        const q = log[e];
        const id = ~log[e + 2];
        const out = vcsAt + Math.imul(id, stride);
        const y = Math.imul(id, stateStride);
        // The packet leaves the head of its queue.
        const record = vcsAt + Math.imul(q, stride);
        const x = Math.imul(q, stateStride);
        const before = M[x];
        const p = M[record + ring + (before & 0xff)];
        const packet = p << packetShift;
        if (q < Q) {
          M[x] = ((before & ~0xff) | ((before + 1) & ringMask)) - onePacket;
          M[x + leaving] = t + L;
          const sum = (M[record + waited] + t - P[packet + ready]) | 0;
          M[record + waited] = sum;
          if (sum > fullSum) this.flushWaited(q);
        } else {
          const terminal = P[packet + ends] >>> 16;
          const since = hasOneSlot ? P[packet + created] : injection.waitingSince(terminal);
          recorder.inject(terminal, P[packet + messageOf], since, t);
          P[packet + injected] = t;
        }
        P[packet + asksBy] = -1;
        // It occupies the channel until its tail has passed.
        M[y + busyUntil] = t + L;
        M[out + carried]++;
        const sum = (M[out + sinceInjection] + t + 1 - P[packet + injected]) | 0;
        M[out + sinceInjection] = sum;
        if (sum > fullSum) this.flushSince(id);
        P[packet + ready] = storeAndForward ? t + L : t + 1;
        P[packet + hops]++;
        const pair = P[packet + ends];
        if (next !== undefined) P[packet + stateOf] = next(tail[(id / K) | 0], pair & 0xffff, P[packet + stateOf], id);
        // It takes a slot of the next queue, unless it will be consumed there.
        const above = M[out + from];
        if (above >= 0 || (forwards && (pair & 0xffff) !== M[out + at] >> inputBits)) {
          const place = M[y];
          M[out + ring + ((place + (place >> 8)) & ringMask)] = p;
          M[y] = place + onePacket;
          M[y + entering] = t + L;
          M[newAt + fresh] = id;
          // Its header is the new queue head in the next cycle if the queue is empty and no packet is leaving it.
          if (!storeAndForward) fresh += (((place & 0xff00) - 1) & (M[y + leaving] - t - 1)) >>> 31;
          if (isMatched && above >= 0) {
            const r = log[e + 3];
            const credits = (capacity - 1 - ((place >> 8) & 0xff) - ((t - M[y + leaving]) >>> 31)) | 0;
            const o = (id - M[r + firstOutput]) | 0;
            const mask = r + ((o >> 5) << maskShift);
            M[mask + credited] &= ~(((credits - 1) >>> 31) << o);
            if (hasRings && credits === 1) M[mask + lastCredit] |= 1 << o;
          }
        } else log[e + 2] = p;
        hash = (hash + trace(t, id, pair >>> 16)) | 0;
      }
      grants = (grants + made) | 0;
      if (made > 0) this.quietAfter = t + L;
      asking = (asking - made) | 0;
      M[endAt + (t & wheelMask)] = written;
      done = (done + 1 + made) | 0;
      // Without requests and packets under way, time may jump.
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

  /**
   * Queue `queue` now has `credits` credits, one more than before. Returns the allocator of the channel before it if it becomes due, 0
   * otherwise.
   */
  returnCredit(q: number, credits: number): number {
    const { M } = this;
    const r = M[this.recordOf(q) + allocatorOf];
    const o = q - M[r + firstOutput];
    const mask = r + ((o >> 5) << maskShift);
    const bit = 1 << o;
    M[mask + credited] |= bit;
    M[mask + lastCredit] = credits === 1 ? M[mask + lastCredit] | bit : M[mask + lastCredit] & ~bit;
    return (bit & M[mask + free] & M[mask + requested]) === 0 ? 0 : r;
  }

  /** Stores the allocator and the output mask of a new candidate list. */
  enlist(l: number): void {
    const { M, lists } = this;
    const { records, members } = lists;
    const start = records[l + listStart];
    const r = M[this.recordOf(members[start] >> 2) + allocatorOf];
    let bits = 0;
    for (let i = 0; i < records[l + listSize]; i++) bits |= 1 << ((members[start + 2 * i] >> 2) - M[r + firstOutput]);
    records[l + listAllocator] = r;
    records[l + listOutputs] = bits;
  }

  /**
   * The virtual channel with the fewest phits behind its channel, then in its own queue, of the first `count` of `eligible`; ties by the
   * rule.
   * @param isOneChannel Whether all of them belong to one channel.
   */
  emptiest(count: number, isOne: boolean, q: number, t: number): number {
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

  /** Phits in the queue behind virtual channel `vc`. Its channel is free, so every packet in the queue has arrived whole. */
  private phitsIn(id: number, t: number): number {
    const { M, L } = this;
    const x = this.stateAt(id);
    const stays = (M[x + leaving] - t) | 0;
    return (Math.imul((M[x] >> 8) & 0xff, L) + (stays & ~(stays >> 31))) | 0;
  }

  /** Sorts due allocators into memory order and removes duplicates; returns the end of the list. */
  sortDue(due: number): number {
    const { M, ownAt } = this;
    const { dueAt, linesDue } = this.allocation.allocators!;
    for (let i = dueAt; i < due; i++) {
      const line = (M[i] - ownAt) >> lineShift;
      linesDue[line >> 5] |= 1 << line;
    }
    let count = dueAt;
    for (let w = 0; w < linesDue.length; w++) {
      let bits = linesDue[w];
      if (bits === 0) continue;
      linesDue[w] = 0;
      for (; bits !== 0; bits &= bits - 1) {
        const line = (w << 5) + 31 - Math.clz32(bits & -bits);
        M[count++] = ownAt + (line << lineShift) + headLength;
      }
    }
    return count;
  }

  // Prefetching: each method reads the data of a batch of hops, and returns the start of the next batch.

  /** Prefetches the data of log entries that complete. */
  private readEnding(begin: number, end: number, isMatched: boolean): number {
    const { M, Q, stateStride, vcsAt, stride } = this;
    const { entries: log, mask: logMask } = this.grantLog;
    const { records } = this.pool;
    const until = ((end - begin) | 0) > batch ? (begin + batch) | 0 : end;
    let sum = 0;
    for (let i = begin; i !== until; i = (i + 1) | 0) {
      const e = (i & logMask) << logShift;
      const q = log[e];
      const p = log[e + 2];
      sum = (sum + M[Math.imul(q < Q ? q : 0, stateStride)] + records[(p < 0 ? 0 : p) << packetShift]) | 0;
      if (isMatched) sum = (sum + M[log[e + 3]] + M[M[vcsAt + Math.imul(q < Q ? q : 0, stride) + allocatorOf]]) | 0;
    }
    this.readAhead = sum;
    return until;
  }

  /** Prefetches the packets of new queue heads. Injection slots have just been written. */
  private readHeads(begin: number, end: number): number {
    const { M, newAt, vcsAt, stride, stateStride } = this;
    const { records } = this.pool;
    const until = Math.min(end, begin + batch);
    let sum = 0;
    for (let i = begin; i < until; i++) {
      const q = M[newAt + i];
      const p = M[vcsAt + Math.imul(q, stride) + ring + (M[Math.imul(q, stateStride)] & 0xff)];
      sum = (sum + records[p << packetShift]) | 0;
    }
    this.readAhead = sum;
    return until;
  }

  /** Prefetches the allocators of new requests, where each node has one. */
  readRequests(begin: number, end: number): number {
    const { M, Q, words, fromAt, candidatesAt, inputBits, ownAt } = this;
    const { isNarrow, isByNode, stride, requestsAt } = this.allocation.allocators!;
    const until = Math.min(end, begin + batch);
    const nodeStride = isByNode ? stride : 0;
    let sum = 0;
    for (let i = begin; i < until; i++) {
      const set = M[candidatesAt + i];
      const r = ownAt + Math.imul(M[fromAt + i] >> inputBits, nodeStride);
      const asks = isNarrow ? r + (1 << lineShift) : requestsAt + Math.imul(set < Q ? set : 0, words);
      sum = (sum + M[r] + M[asks]) | 0;
    }
    this.readAhead = sum;
    return until;
  }

  /** Prefetches due allocators. */
  readDue(begin: number, end: number): number {
    const { M, words, inputsAt } = this;
    const { isNarrow, requestsAt } = this.allocation.allocators!;
    const until = Math.min(end, begin + batch);
    let sum = 0;
    for (let i = begin; i < until; i++) {
      const r = M[i];
      sum = (sum + M[r] + M[isNarrow ? r + (1 << lineShift) : inputsAt + M[r + firstInput]]) | 0;
      if (!isNarrow) sum = (sum + M[requestsAt + Math.imul(M[r + firstOutput], words)]) | 0;
    }
    this.readAhead = sum;
    return until;
  }

  /** Prefetches due channels and the inputs of their nodes. */
  private readAsked(begin: number, end: number): number {
    const { M, vcsAt, stride } = this;
    const until = Math.min(end, begin + batch);
    let sum = 0;
    for (let i = begin; i < until; i++) {
      const above = M[vcsAt + Math.imul(M[i], stride) + from];
      sum = (sum + M[M[i] << 2] + M[above ^ (above >> 31)]) | 0;
    }
    this.readAhead = sum;
    return until;
  }

  /** Prefetches granted packets, the queues that they leave and those that they enter. */
  private readLeaving(begin: number, end: number): number {
    const { M, vcsAt, stride, stateStride } = this;
    const { entries: log, mask: logMask } = this.grantLog;
    const { records } = this.pool;
    const until = ((end - begin) | 0) > batch ? (begin + batch) | 0 : end;
    let sum = 0;
    for (let i = begin; i !== until; i = (i + 1) | 0) {
      const e = (i & logMask) << logShift;
      const q = log[e];
      const id = ~log[e + 2];
      const p = M[vcsAt + Math.imul(q, stride) + ring + (M[Math.imul(q, stateStride)] & 0xff)];
      sum = (sum + records[p << packetShift] + M[vcsAt + Math.imul(id, stride) + ring] + M[Math.imul(id, stateStride)]) | 0;
    }
    this.readAhead = sum;
    return until;
  }
}
