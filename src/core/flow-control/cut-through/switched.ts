// hot: no allocation, no for-of, no destructuring but of `this` inside `run` and what it calls.
/**
 * Virtual cut-through and store-and-forward where channels have rates and lengths, or switches are not plain. The engine can run every plan
 * of the other engines with the same grants. They are faster, because all their delays are 1 or L cycles.
 *
 * A transfer of a packet is one event: it is first handled in the cycle in which the transfer ends, and again in the cycle in which the
 * sender learns of the free slot. Each cycle has a list for each kind of event, so events need no kind. Allocators grant outputs as in
 * `sharing.ts`. An allocator is due only when a requested channel or credit is released or a new request arrives, so waiting packets cost
 * nothing. All outputs of a cycle are granted before any packet moves.
 *
 * Output buffers and output queues are linked lists of packets. A channel that serves them is due when it becomes free, when a credit
 * returns, or when a packet becomes the head of a list. Virtual output queues are matched by iSLIP; its requests are the same bits, for
 * queues that have a packet for an output.
 *
 * `run` keeps all constants in local variables. It calls no function for most hops where only free channels, credits and chance decide and
 * the inputs and outputs of each node fit into one word. Otherwise, and for selections other than *shared*, methods find the grants. Such
 * selections request in each cycle while any candidate is open.
 */
import { bitCount, nthBit } from "../../base/bits.ts";
import { below, mix, trace } from "../../base/random.ts";
import type { Plan } from "../../plan/plan.ts";
import type { Crossing } from "../../simulation/contract.ts";
import { slotAt, slotPacket, slotShift } from "../injection.ts";
import { asksBy, created, ends, hops, injected, messageOf, packetShift, ready, stateOf } from "../packet-pool.ts";
import { listSize, listStart } from "./request-lists.ts";
import {
  credited,
  escapes,
  firstChannels,
  free,
  lastCredit,
  listAllocator,
  listOutputs,
  maskShift,
  mostChannels,
  requested,
} from "./allocators.ts";
import type { CutThroughRules } from "./rules.ts";
import { fullSum } from "./records/queue.ts";
import { SwitchedState } from "./switched-state.ts";
import { SwitchedInspection } from "./switched-inspection.ts";
import * as allocator from "./records/allocator.ts";
import * as channel from "./records/channel.ts";
import * as event from "./records/event.ts";
import * as buffer from "./records/output-buffer.ts";
import * as packet from "./records/packet.ts";
import * as vc from "./records/virtual-channel.ts";

export class SwitchedCutThrough extends SwitchedState {
  readonly inspected = new SwitchedInspection(this);
  /** [allocators × stride] Records of allocators. */
  private R: Int32Array;
  private readonly masks: number;
  /** [virtual channels × words] Masks of inputs: those that request each virtual channel; and those in the same ring, or all. */
  protected waiting: Int32Array;
  protected insiders: Int32Array;
  /** [inputs] Allocator that the head of each input requests. */
  protected allocatorAt: Int32Array;
  /** Allocators due in this cycle, and those due again in the next one; channels that may serve a list of packets. */
  protected due: Int32Array;
  protected dueCount = 0;
  protected readonly again: Int32Array;
  protected againCount = 0;
  protected dueChannels: Int32Array;
  protected readonly isChannelDue: Uint8Array;
  /**
   * Whether the inputs and outputs of each node fit into one word and terminals do not forward; and whether, in addition, only free
   * channels, credits and chance decide.
   */
  private readonly fitsBits: boolean;
  protected readonly isNarrow: boolean;
  private readonly able: Int32Array;
  /** [groups] Allocators that have channels of each shared capacity. */
  private readonly allocatorsIn: readonly Int32Array[];
  readonly servesOut: boolean;
  /** [channels] The virtual channel whose output buffer was served last. */
  protected readonly servedBuffer: Int32Array;

  // Requests of selections other than *shared*.
  private readonly servedQueue: Int32Array;
  private readonly requestQueue: Int32Array;
  private readonly requestOutput: Int32Array;
  private readonly firstRequest: Int32Array;
  private readonly nextRequest: Int32Array;
  private readonly asked: Int32Array;
  private readonly winnerOf: Int32Array;

  // Virtual output queues.
  /** First and last packet of each virtual output queue, in pairs; and the start of each input queue's section. */
  lines: Int32Array;
  firstLine: Int32Array;
  /** [channels] Pointers of iSLIP: for an output channel the next input to grant, and for an input channel the next output to accept. */
  private readonly nextInput: Int32Array;
  private readonly nextOutput: Int32Array;
  /**
   * [channels] By input channel: the granting output that comes first from the accept pointer on, −1 for none; and the input channels that
   * have grants.
   */
  private readonly grantedBy: Int32Array;
  private readonly grantees: Int32Array;

  /** [wheel << listKindShift] First event of each kind in each cycle, −1 for none. */
  private days: Int32Array = new Int32Array(this.wheel.length << event.kindShift).fill(-1);
  /** By output of an allocator: the first output of the same channel. */
  private readonly firstBeside: Int32Array;
  /**
   * [channels] Index of the channel's rate among all rates. By pair of rate kinds, where a packet takes whole cycles: cycles by which the
   * start on the second channel follows the start on the first.
   */
  private kindOf: Int32Array;
  private readonly kinds: number;
  private ahead: Int32Array;
  /** [inputs] Mask of the outputs that the head of each input requests. */
  private wants: Int32Array;
  /** Grants of a cycle, three words each: queue, −1 for an output buffer; virtual channel; packet. */
  private going: Int32Array;
  private made = 0;
  /** [virtual channels] Queues whose heads request in a later cycle: the next queue in its list, and the cycle. */
  private links: Int32Array;
  /** One array with all of the above, so that few base addresses and lengths are needed. Records of virtual channels come first. */
  private readonly M: Int32Array;

  constructor(rules: CutThroughRules, plan: Plan) {
    super(rules, plan);
    const { network } = plan;
    const { K, Q, T, L, words, perCycle, perPhit } = this;
    const { head } = network;
    const C = head.length;
    const firsts = firstChannels(plan, (n) => !this.isShared || (this.byOutput && n >= T));
    const allocators = firsts.length - 1;
    const masks = (this.masks = Math.ceil((mostChannels(firsts) * K) / 32));
    this.R = new Int32Array(allocators * (allocator.outputBits + (masks << maskShift)));
    this.waiting = new Int32Array(Q * words);
    this.insiders = new Int32Array(this.hasRings ? Q * words : 0);
    this.allocatorAt = new Int32Array(this.inputs.length);
    this.due = new Int32Array(allocators + 1);
    this.again = new Int32Array(allocators);
    this.dueChannels = new Int32Array(C + 1);
    this.isChannelDue = new Uint8Array(C);
    this.able = new Int32Array(words);
    this.fitsBits = masks === 1 && words === 1 && !network.forwards;
    this.isNarrow = this.fitsBits && this.isShared && rules.arbitration === "random" && !this.hasGroups;
    this.servesOut = this.byOutput && !this.byInputAndOutput;
    this.servedBuffer = new Int32Array(C).fill(-1);
    const requests = this.isShared ? 0 : Q + (this.injection.slots.length >> slotShift);
    const ports = this.isShared ? 0 : C + Q;
    this.servedQueue = new Int32Array(ports).fill(-1);
    this.requestQueue = new Int32Array(requests);
    this.requestOutput = new Int32Array(requests);
    this.nextRequest = new Int32Array(requests);
    this.firstRequest = new Int32Array(ports).fill(-1);
    this.asked = new Int32Array(ports);
    this.winnerOf = new Int32Array(ports);

    const allocatorsIn = this.writeAllocators(firsts, plan);
    this.firstLine = new Int32Array(this.byInputAndOutput ? Q + 1 : 0);
    for (let q = 0; q < this.firstLine.length - 1; q++) {
      const n = head[this.channelOf(q)];
      this.firstLine[q + 1] = this.firstLine[q] + (n < T ? 0 : 2 * (network.firstOut[n + 1] - network.firstOut[n]) * K);
    }
    this.lines = new Int32Array(this.firstLine[Q] ?? 0).fill(-1);
    const matched = this.byInputAndOutput ? C : 0;
    this.nextInput = new Int32Array(matched);
    this.nextOutput = new Int32Array(matched);
    this.grantedBy = new Int32Array(matched).fill(-1);
    this.grantees = new Int32Array(matched);

    this.firstBeside = Int32Array.from({ length: 32 }, (_, place) => place - (place % K));
    // From the slowest to the fastest.
    const rates = [...new Set(Array.from(head, (_, c) => perCycle[c] / perPhit[c]))].sort((a, b) => a - b);
    this.kindOf = Int32Array.from(head, (_, c) => rates.indexOf(perCycle[c] / perPhit[c]));
    this.kinds = rates.length;
    const one = rates.map((_, kind) => this.kindOf.indexOf(kind));
    this.ahead = Int32Array.from({ length: rates.length ** 2 }, (_, i) => {
      const [c, next] = [one[Math.floor(i / rates.length)], one[i % rates.length]];
      return Math.ceil((L * perPhit[c] * perCycle[next] - (L - 1) * perPhit[next] * perCycle[c]) / (perCycle[c] * perCycle[next]));
    });
    this.going = new Int32Array(3 * (2 * Q + (this.injection.slots.length >> slotShift)));
    this.links = new Int32Array(2 * Q);
    this.wants = new Int32Array(this.inputs.length);
    this.M = this.join();
    // Allocators are addressed by the index of their record in the common array.
    const records = this.startOf(this.R);
    this.R = this.M;
    this.allocatorsIn = allocatorsIn.map((each) => Int32Array.from(each, (r) => records + r));
    for (let id = 0; id < Q; id++) {
      this.V[(id << vc.shift) + vc.allocator] += records;
      this.V[(id << vc.shift) + vc.maskAt] += records;
    }
    // An input with virtual output queues always belongs to the allocator of its switch.
    for (let n = this.byInputAndOutput ? T : network.firstOut.length; n < network.firstOut.length - 1; n++) {
      this.allocatorAt.fill(this.V[((network.firstOut[n] * K) << vc.shift) + vc.allocator], this.firstInput[n], this.firstInput[n + 1]);
    }
  }

  /**
   * Writes the records of allocators, and their indexes into the records of virtual channels.
   * @param firstOfAllocators [allocators + 1] The first channel of each.
   * @returns [groups] Allocators that have channels of each shared capacity.
   */
  private writeAllocators(firsts: readonly number[], { network, routing }: Plan): readonly ReadonlySet<number>[] {
    const { R, V, K, firstInput } = this;
    const stride = allocator.outputBits + (this.masks << maskShift);
    const allocatorsIn = Array.from(this.groupRoom, () => new Set<number>());
    for (let i = 0; i < firsts.length - 1; i++) {
      const r = i * stride;
      const n = network.tail[firsts[i]] ?? 0;
      R[r + allocator.firstVc] = firsts[i] * K;
      R[r + allocator.inputsAt] = firstInput[n];
      R[r + allocator.node] = n;
      R[r + allocator.drawKey] = routing.rows === undefined ? n : firsts[i];
      R[r + allocator.served] = -1;
      R[r + allocator.channels] = firsts[i + 1] - firsts[i];
      for (let id = firsts[i] * K; id < firsts[i + 1] * K; id++) {
        const place = id - firsts[i] * K;
        const mask = r + allocator.outputBits + ((place >> 5) << maskShift);
        V[(id << vc.shift) + vc.allocator] = r;
        V[(id << vc.shift) + vc.output] = place;
        V[(id << vc.shift) + vc.maskAt] = mask;
        R[mask + free] |= 1 << place;
        if (routing.escape?.[id] === 1) R[mask + escapes] |= 1 << place;
        this.noteRoom(id);
        const group = network.group[this.channelOf(id)];
        if (group >= 0) allocatorsIn[group].add(r);
        if (this.hasRings) this.noteInsiders(id, n);
      }
    }
    return allocatorsIn;
  }

  /** Moves the arrays of the hot loop into one array, each at the start of a cache line; returns that array. */
  private join(): Int32Array {
    const names = [
      ...([
        "V",
        "H",
        "B",
        "R",
        "waiting",
        "days",
        "insiders",
        "wants",
        "allocatorAt",
        "inputs",
        "openInputs",
        "due",
        "fresh",
        "going",
      ] as const),
      ...(["firstInput", "ways", "lines", "firstLine", "dueChannels", "fromTerminals", "kindOf", "ahead", "links"] as const),
    ];
    const sizes = names.map((name) => (this[name].length + 15) & ~15);
    const all = new Int32Array(sizes.reduce((sum, size) => sum + size, 0));
    let start = 0;
    names.forEach((name, i) => {
      all.set(this[name], start);
      this[name] = all.subarray(start, start + this[name].length);
      start += sizes[i];
    });
    return all;
  }

  /**
   * Writes the mask of the inputs of node `node` that are in the same ring as virtual channel `vcId`; all inputs where it is in no ring.
   */
  private noteInsiders(id: number, n: number): void {
    const { Q, inputs, firstInput, words } = this;
    for (let i = firstInput[n]; i < firstInput[n + 1]; i++) {
      const q = inputs[i];
      const input = i - firstInput[n];
      if (this.placesFor(id, q < Q ? q : Q) === 1) this.insiders[id * words + (input >> 5)] |= 1 << input;
    }
  }

  /** Updates the credit bits of virtual channel `vcId`. */
  private noteRoom(id: number): void {
    const { R, V } = this;
    const v = id << vc.shift;
    const isBuffered = this.bufferPlaces > 0 && this.hasBuffers(this.channelOf(id));
    const room = isBuffered ? this.bufferPlaces - this.B[v + buffer.held] : V[v + vc.places] - V[v + vc.held];
    const o = V[v + vc.output];
    const mask = V[v + vc.maskAt];
    const bit = 1 << o;
    R[mask + credited] = room > 0 ? R[mask + credited] | bit : R[mask + credited] & ~bit;
    R[mask + lastCredit] = room === 1 ? R[mask + lastCredit] | bit : R[mask + lastCredit] & ~bit;
  }

  /** Index of an array within the common array. */
  private startOf(part: Int32Array): number {
    return (part.byteOffset >> 2) | 0;
  }

  /**
   * Simulates cycles up to `stop`, in the phases of a router pipeline. Names that end in `At` are starts of arrays in `memory`; `b` is the
   * first virtual channel of a channel.
   */
  protected run(stop: number, work: number): number {
    stop |= 0;
    work |= 0;
    const { M, recorder, injection, asks, isChannelDue, again, firstBeside, eligible, mayEnd, lists, head } = this;
    const { isNarrow, isShared, hasRings, hasWays, hasState, hasGroups, networkFirst, storeAndForward, mayRunDry, forwards } = this;
    const { byOutput, byInputAndOutput, servesOut } = this;
    const { slots } = injection;
    const { wheel } = this;
    const wheelMask = this.wheelMask | 0;
    const { next } = this.routing;
    const H0 = this.startOf(this.H);
    const B0 = this.startOf(this.B);
    const W0 = this.startOf(this.waiting);
    const D0 = this.startOf(this.days);
    const insidersAt = this.startOf(this.insiders);
    const wantsAt = this.startOf(this.wants);
    const allocatorsAt = this.startOf(this.allocatorAt);
    const inputsFrom = this.startOf(this.inputs);
    const openAt = this.startOf(this.openInputs);
    const due0 = this.startOf(this.due);
    const fresh0 = this.startOf(this.fresh);
    const going0 = this.startOf(this.going);
    const firstInputAt = this.startOf(this.firstInput);
    const waysAt = this.startOf(this.ways);
    const linesAt = this.startOf(this.lines);
    const firstLineAt = this.startOf(this.firstLine);
    const dueChannelsAt = this.startOf(this.dueChannels);
    const terminalsAt = this.startOf(this.fromTerminals);
    const aheadAt = this.startOf(this.ahead);
    const kindAt = this.startOf(this.kindOf);
    const linksAt = this.startOf(this.links);
    const T = this.T | 0;
    const K = this.K | 0;
    const Q = this.Q | 0;
    const L = this.L | 0;
    const bufferPlaces = this.bufferPlaces | 0;
    const isBuffering = bufferPlaces > 0;
    const crossTime = this.crossTime | 0;
    // Whether all channels have rate 1. Then a crossing precedes the start on the channel by the same time everywhere.
    const isEven = this.kinds === 1 && this.perCycle[0] === this.perPhit[0];
    const crossAhead = this.crossAhead[0] | 0;
    const waysOut = this.waysOut | 0;
    const { limitsWays } = this;
    const minds = limitsWays || isBuffering;
    const isInOrder = limitsWays && isShared && !byInputAndOutput && this.routing.rows !== undefined;
    const words = this.words | 0;
    const inputBits = this.inputBits | 0;
    const inputMask = (1 << inputBits) - 1;
    const kinds = this.kinds | 0;
    const arbitrationKey = this.arbitrationKey | 0;
    const { crossings } = this;
    const followedChannel = crossings.channel | 0;
    const hasOneSlot = slots.length === T << slotShift;
    const channelMask = (-1 >>> (K < 32 ? 32 - K : 0)) | 0;
    let t = this.now | 0;
    let hash = this.fingerprint | 0;
    let freshCount = this.newCount | 0;
    let dueCount = this.dueCount | 0;
    let asking = this.asking | 0;
    let quietAfter = this.quietAfter | 0;
    let grants = 0;
    let done = 0;
    let isOver = false;
    // Code that makes an allocator or channel due, or appends to a list, is repeated inline: a call would cost 5 % of a hop.
    for (; t < stop && done < work && !isOver; t = (t + 1) | 0) {
      const day = D0 + ((t & wheelMask) << event.kindShift);
      let dueChannelCount = 0;

      // Phase 1a: transfers end. Channels become free, and so do the inputs and outputs of crossbars. Events of later turns of the wheel
      // are put back.
      let e = M[day];
      M[day] = -1;
      while (e >= 0) {
        let { events } = this;
        const following = events[e + event.next];
        if (events[e + event.time] !== t) {
          events[e + event.next] = M[day];
          M[day] = e;
          e = following;
          continue;
        }
        const does = events[e + event.does];
        const q = events[e + event.queue];
        const v = events[e + event.output] << vc.shift;
        const r = M[v + vc.allocator];
        if ((does & event.setsBufferFree) !== 0 || (servesOut && M[r + allocator.node] >= T)) {
          const c = M[v + vc.channel];
          M[dueChannelsAt + dueChannelCount] = c;
          dueChannelCount += 1 - isChannelDue[c];
          isChannelDue[c] = 1;
        } else {
          const c = M[v + vc.channel];
          const isThrough = (does & event.hasCrossed) !== 0;
          if (isThrough) {
            M[B0 + v + buffer.isCrossed] = 0;
            M[H0 + (c << channel.shift) + channel.crossingTo]--;
          }
          if (isNarrow) {
            const m = r + allocator.outputBits;
            const lane = firstBeside[M[v + vc.output]];
            let lanes = channelMask;
            if (isThrough) {
              const b = (v >> vc.shift) - M[v + vc.output] + lane;
              lanes = 0;
              for (let k = 0; k < K; k++) lanes |= (M[B0 + ((b + k) << vc.shift) + buffer.isCrossed] ^ 1) << k;
            }
            const isFree = M[m + free] | (lanes << lane);
            M[m + free] = isFree;
            const hit = isFree & M[m + credited] & M[m + requested];
            const add = ((hit | -hit) >>> 31) & (M[r + allocator.isDue] ^ 1);
            M[due0 + dueCount] = r;
            M[r + allocator.isDue] |= add;
            dueCount += add;
          } else dueCount = this.openOutputs(c, r, dueCount) | 0;
        }
        if ((does & event.isConsumed) !== 0) {
          this.consume(events[e + event.packet], t);
          isOver = mayEnd && recorder.isComplete;
        }
        if (q >= Q) {
          injection.release(q - Q);
          events[e + event.next] = this.unusedEvent;
          this.unusedEvent = e;
          e = following;
          continue;
        }
        // The sender of the queue or buffer learns of the free slot in cycle `creditCycle`.
        let known = (does & event.endsLate) !== 0 ? t + 1 : t;
        if (q < 0) {
          const p = M[B0 + v + buffer.first];
          if (p >= 0) {
            const since = this.X[(p << packet.shift) + packet.notBefore];
            if (since <= t) {
              M[B0 + v + buffer.asks] = 1;
              asking++;
            } else {
              this.schedule(since, event.bufferMayAsk, -1, p, v >> vc.shift);
              // `schedule` may have replaced the array.
              events = this.events;
            }
          }
        } else {
          const w = q << vc.shift;
          const h = H0 + (M[w + vc.channel] << channel.shift);
          const isAtSwitch = !forwards || M[h + channel.toTerminal] === 0;
          if (limitsWays && isAtSwitch && M[h + channel.waysTaken]-- === waysOut) {
            // Another packet may leave the input channel. `w` is the record of the queue that the packet left.
            const b = Math.imul(M[w + vc.channel], K);
            const place = M[(b << vc.shift) + vc.at];
            const n = place >> inputBits;
            const input = place & inputMask;
            if (isNarrow) M[openAt + n] |= channelMask << input;
            else this.openInput(b, n);
            for (let k = 0; k < K; k++) {
              if (!byInputAndOutput && asks[b + k] === 0) continue;
              const s = M[allocatorsAt + M[firstInputAt + n] + input + k];
              const hit = isNarrow
                ? M[s + allocator.outputBits + free] & M[s + allocator.outputBits + credited] & M[s + allocator.outputBits + requested]
                : 1;
              const add = ((hit | -hit) >>> 31) & (M[s + allocator.isDue] ^ 1);
              M[due0 + dueCount] = s;
              M[s + allocator.isDue] |= add;
              dueCount += add;
            }
          }
          if (!(byOutput && isAtSwitch) && M[w + vc.first] >= 0) M[fresh0 + freshCount++] = q;
          known += M[h + channel.takesCredit];
        }
        const then = D0 + ((known & wheelMask) << event.kindShift) + event.leavings;
        events[e + event.next] = M[then];
        M[then] = e;
        events[e + event.time] = known;
        events[e + event.does] = event.freesPlace | (does & event.wentThrough);
        if (known > quietAfter) quietAfter = known;
        e = following;
      }

      // Phase 1b: credits arrive at their senders.
      e = M[day + event.leavings];
      M[day + event.leavings] = -1;
      while (e >= 0) {
        const { events } = this;
        const following = events[e + event.next];
        if (events[e + event.time] !== t) {
          events[e + event.next] = M[day + event.leavings];
          M[day + event.leavings] = e;
          e = following;
          continue;
        }
        const q = events[e + event.queue];
        let v = q << vc.shift;
        let room: number;
        if (q < 0) {
          v = events[e + event.output] << vc.shift;
          room = bufferPlaces - --M[B0 + v + buffer.held];
        } else {
          const second = events[e + event.leaving];
          if (M[v + vc.firstLeaving] === e) {
            M[v + vc.firstLeaving] = second;
            if (second < 0) M[v + vc.lastLeaving] = -1;
          } else this.endLeaving(e, q);
          room = M[v + vc.places] - --M[v + vc.held];
        }
        const r = M[v + vc.allocator];
        if (q >= 0 && (servesOut || isBuffering) && M[r + allocator.node] >= T) {
          const c = M[v + vc.channel];
          M[dueChannelsAt + dueChannelCount] = c;
          dueChannelCount += 1 - isChannelDue[c];
          isChannelDue[c] = 1;
        } else {
          const m = M[v + vc.maskAt];
          const o = M[v + vc.output];
          M[m + credited] |= 1 << o;
          if (hasRings) M[m + lastCredit] = room === 1 ? M[m + lastCredit] | (1 << o) : M[m + lastCredit] & ~(1 << o);
          const hit = (1 << o) & M[m + free] & M[m + requested];
          const add = ((hit | -hit) >>> 31) & (M[r + allocator.isDue] ^ 1);
          M[due0 + dueCount] = r;
          M[r + allocator.isDue] |= add;
          dueCount += add;
        }
        events[e + event.next] = this.unusedEvent;
        this.unusedEvent = e;
        e = following;
      }

      // Phase 1c: queue heads that may request now; and packets that join output queues, each independently.
      let late = M[day + event.askings];
      M[day + event.askings] = -1;
      while (late >= 0) {
        const link = linksAt + late + late;
        const following = M[link];
        if (M[link + 1] === t) M[fresh0 + freshCount++] = late;
        else {
          M[link] = M[day + event.askings];
          M[day + event.askings] = late;
        }
        late = following;
      }
      if (byOutput) {
        late = M[day + event.joinings];
        M[day + event.joinings] = -1;
        while (late >= 0) {
          const x = late << packet.shift;
          const following = this.X[x + packet.next];
          if (this.X[x + packet.previous] === t) M[fresh0 + freshCount++] = ~late;
          else {
            this.X[x + packet.next] = M[day + event.joinings];
            M[day + event.joinings] = late;
          }
          late = following;
        }
      }

      // Phase 1d: rare events.
      e = wheel[t & wheelMask];
      wheel[t & wheelMask] = -1;
      while (e >= 0) {
        const { events } = this;
        const following = events[e + event.next];
        if (events[e + event.time] !== t) {
          events[e + event.next] = wheel[t & wheelMask];
          wheel[t & wheelMask] = e;
          e = following;
          continue;
        }
        const does = events[e + event.does];
        if ((does & event.isConsumed) !== 0) {
          this.consume(events[e + event.packet], t);
          isOver = mayEnd && recorder.isComplete;
        }
        if ((does & event.bufferMayAsk) !== 0) {
          const v = events[e + event.output] << vc.shift;
          M[B0 + v + buffer.asks] = 1;
          asking++;
          const c = M[v + vc.channel];
          M[dueChannelsAt + dueChannelCount] = c;
          dueChannelCount += 1 - isChannelDue[c];
          isChannelDue[c] = 1;
        }
        this.giveBack(e);
        e = following;
      }

      // Phase 2: terminals inject packets.
      if (injection.isDue(t)) {
        freshCount = (injection.feed(t, M, fresh0 + freshCount, Q) - fresh0) | 0;
        if (this.X.length < this.pool.records.length) this.growExtra();
      }

      // Phase 3: route computation. New queue heads request all their candidates. No packet is created after this point, so these arrays
      // stay valid.
      const P = this.pool.records;
      const { X } = this;
      for (let i = 0; i < freshCount; i++) {
        const one = M[fresh0 + i];
        let p: number;
        let q = one;
        let place: number;
        if (one < 0) {
          p = ~one;
          q = X[(p << packet.shift) + packet.cameBy];
          place = M[(q << vc.shift) + vc.at];
        } else if (one < Q) {
          p = M[(one << vc.shift) + vc.first];
          place = M[(one << vc.shift) + vc.at];
        } else {
          const slot = (one - Q) << slotShift;
          p = slots[slot + slotPacket];
          place = slots[slot + slotAt];
          X[(p << packet.shift) + packet.cameBy] = -1;
          X[(p << packet.shift) + packet.notBefore] = -1;
        }
        const x = p << packet.shift;
        const record = p << packetShift;
        const n = place >> inputBits;
        const input = place & inputMask;
        const to = P[record + ends] & 0xffff;
        let since = one < Q ? P[record + ready] : t;
        let set = 0;
        if (since <= t) {
          if (hasWays) {
            set = M[waysAt + Math.imul(n, T) + to];
            if (set >= -1) {
              if (set < 0) set = this.waysOf(n, to, 0) | 0;
            } else set = (set + 1) | 0;
          } else {
            if (hasState && X[x + packet.notBefore] < 0) this.decide(p, n, to, t);
            set = this.waysOf(n, to, P[record + stateOf]) | 0;
          }
          // `lists.records` may have been replaced.
          const D = lists.records;
          if (set >= 0 && D[set + listAllocator] === 0) this.enlist(set);
          if (mayRunDry && one < Q && X[x + packet.notBefore] < 0 && !(isBuffering && n >= T)) {
            const c = M[(q << vc.shift) + vc.channel];
            const h = H0 + (c << channel.shift);
            if (M[h + channel.takesWhole] > 0) {
              const fastest = set < 0 ? M[kindAt + M[(~set << vc.shift) + vc.channel]] : D[set + allocator.listFastest];
              since =
                (X[x + packet.cameAt] + M[h + channel.takesLength] + Math.max(0, M[aheadAt + Math.imul(M[kindAt + c], kinds) + fastest])) |
                0;
            } else since = this.soonest(p, c, set) | 0;
            X[x + packet.notBefore] = since;
          }
        }
        if (since > t) {
          // The packet may request only in a later cycle.
          let then = D0 + ((since & wheelMask) << event.kindShift);
          if (one < 0) {
            then += event.joinings;
            X[x + packet.next] = M[then];
            X[x + packet.previous] = since;
            M[then] = p;
          } else {
            then += event.askings;
            const link = linksAt + one + one;
            M[link] = M[then];
            M[link + 1] = since;
            M[then] = one;
          }
          if (since > quietAfter) quietAfter = since;
          continue;
        }
        asking = (asking + 1) | 0;
        X[x + packet.joined] = t;
        if (one < 0) {
          const id = (set < 0 ? ~set : this.bestOf(set, q, t)) | 0;
          P[record + asksBy] = ~id;
          X[x + packet.goesTo] = id;
          const v = id << vc.shift;
          if (servesOut) {
            this.insert(M, B0 + v + buffer.outFirst, p);
            const c = M[v + vc.channel];
            M[dueChannelsAt + dueChannelCount] = c;
            dueChannelCount += 1 - isChannelDue[c];
            isChannelDue[c] = 1;
            continue;
          }
          const o = M[v + vc.output];
          const line = M[firstLineAt + q] + o + o;
          const before = M[linesAt + line + 1];
          if (before < 0 || X[(before << packet.shift) + packet.joined] < t) {
            X[x + packet.next] = -1;
            X[x + packet.previous] = before;
            if (before < 0) M[linesAt + line] = p;
            else X[(before << packet.shift) + packet.next] = p;
            M[linesAt + line + 1] = p;
          } else this.insert(M, linesAt + line, p);
          M[W0 + Math.imul(id, words) + (input >> 5)] |= 1 << input;
          const r = M[v + vc.allocator];
          const m = M[v + vc.maskAt];
          M[m + requested] |= 1 << o;
          const hit = (1 << o) & M[m + free] & M[m + credited];
          const add = ((hit | -hit) >>> 31) & (M[r + allocator.isDue] ^ 1);
          M[due0 + dueCount] = r;
          M[r + allocator.isDue] |= add;
          dueCount += add;
          continue;
        }
        asks[q] = 1;
        if (!isNarrow) {
          dueCount = this.beginToWait(q, p, set, t, dueCount) | 0;
          continue;
        }
        P[record + asksBy] = set;
        let r: number;
        let outputs: number;
        if (set < 0) {
          const v = ~set << vc.shift;
          r = M[v + vc.allocator];
          outputs = 1 << M[v + vc.output];
          M[W0 + ~set] |= 1 << input;
        } else {
          const D = lists.records;
          r = (D[set + listAllocator] - 1) | 0;
          outputs = D[set + listOutputs];
          const w = M[r + allocator.firstVc];
          for (let left = outputs; left !== 0; left &= left - 1) M[W0 + w + 31 - Math.clz32(left & -left)] |= 1 << input;
        }
        const m = r + allocator.outputBits;
        M[wantsAt + M[firstInputAt + n] + input] = outputs;
        M[allocatorsAt + M[firstInputAt + n] + input] = r;
        M[m + requested] |= outputs;
        const hit = outputs & M[m + free] & M[m + credited];
        const add = ((hit | -hit) >>> 31) & (M[r + allocator.isDue] ^ 1);
        M[due0 + dueCount] = r;
        M[r + allocator.isDue] |= add;
        dueCount += add;
      }
      freshCount = 0;

      // Phase 4: virtual-channel and switch allocation.
      let made = 0;
      // Allocators that share the crossbar inputs go in the order of their outputs.
      if (isInOrder && dueCount > 1) this.sortDue(dueCount);
      if (hasGroups) this.putInOrder(dueCount, t);
      if (!isShared && dueCount > 0) {
        this.made = 0;
        this.request(dueCount, t);
        made = this.made | 0;
        dueCount = 0;
      }
      for (let i = 0; i < dueCount; i++) {
        const r = M[due0 + i];
        const n = M[r + allocator.node];
        M[r + allocator.isDue] = 0;
        if (!isNarrow || (byInputAndOutput && n >= T)) {
          this.made = made;
          if (byInputAndOutput && n >= T) this.match(r);
          else this.share(r, t);
          made = this.made | 0;
          continue;
        }
        const m = r + allocator.outputBits;
        const w = M[r + allocator.firstVc];
        for (let given = 0; ; given++) {
          let left = M[m + free] & M[m + credited] & M[m + requested];
          if (left === 0) break;
          let bits = 0;
          for (; left !== 0; left &= left - 1) {
            const o = 31 - Math.clz32(left & -left);
            // The last credit of a queue in a ring is reserved for packets that are already in that ring. `w` is the allocator's first
            // virtual channel.
            bits |= hasRings ? M[W0 + w + o] & (M[insidersAt + w + o] | (((M[m + lastCredit] >>> o) & 1) - 1)) : M[W0 + w + o];
          }
          if (limitsWays) bits &= M[openAt + n];
          if (bits === 0) break;
          if (networkFirst) {
            const others = bits & ~M[terminalsAt + n];
            if (others !== 0) bits = others;
          }
          if ((bits & (bits - 1)) !== 0)
            bits = nthBit(bits, below(mix(arbitrationKey + given, t, M[r + allocator.drawKey]), bitCount(bits)));
          const place = M[r + allocator.inputsAt] + 31 - Math.clz32(bits);
          const q = M[inputsFrom + place];
          const all = M[wantsAt + place];
          let open = all & M[m + free] & M[m + credited];
          if (hasRings) {
            for (left = open & M[m + lastCredit]; left !== 0; left &= left - 1) {
              if ((M[insidersAt + w + 31 - Math.clz32(left & -left)] & bits) === 0) open &= ~(left & -left);
            }
          }
          const others = open & ~M[m + escapes];
          if (others !== 0) open = others;
          const p = q < Q ? M[(q << vc.shift) + vc.first] : slots[((q - Q) << slotShift) + slotPacket];
          let id = w + 31 - Math.clz32(open);
          if ((open & (open - 1)) !== 0) {
            const set = P[(p << packetShift) + asksBy];
            const { members, records: D } = lists;
            let start = D[set + listStart];
            let count = 0;
            for (const end = start + D[set + listSize] + D[set + listSize]; start < end; start += 2) {
              const each = members[start] >> 2;
              eligible[count] = each;
              count += (open >>> (each - w)) & 1;
            }
            id = this.emptiest(count, q, t) | 0;
          }
          // Withdraw all requests of the granted head.
          let isRequested = M[m + requested];
          for (left = all; left !== 0; left &= left - 1) {
            const o = 31 - Math.clz32(left & -left);
            const rest = M[W0 + w + o] & ~bits;
            M[W0 + w + o] = rest;
            isRequested ^= (((rest | -rest) >>> 31) ^ 1) << o;
          }
          M[m + requested] = isRequested;
          if (minds && n >= T) this.claim(q, id);
          else M[m + free] &= ~(channelMask << firstBeside[id - w]);
          M[going0 + made] = q;
          M[going0 + made + 1] = id;
          M[going0 + made + 2] = p;
          made += 3;
        }
      }
      dueCount = 0;
      for (let i = 0; i < this.againCount; i++) {
        M[due0 + dueCount++] = again[i];
        M[again[i] + allocator.isDue] = 1;
      }
      this.againCount = 0;

      // Phase 5: traversal of the granted packets. Channels that serve buffers may add grants, so the loop repeats until none is due.
      const before = grants;
      for (let i = 0; ;) {
        for (; i < made; i += 3) {
          const q = M[going0 + i];
          const id = M[going0 + i + 1];
          const p = M[going0 + i + 2];
          const record = p << packetShift;
          const x = p << packet.shift;
          const v = id << vc.shift;
          const c = M[v + vc.channel];
          const h = H0 + (c << channel.shift);
          const pair = P[record + ends];
          const isBuffered = isBuffering && M[h + channel.fromSwitch] === 1;
          let does = event.setsFree;
          let part = 0;
          let end: number;
          asking = (asking - 1) | 0;
          if (q >= Q) {
            asks[q] = 0;
            P[record + injected] = t;
            if (next !== undefined) P[record + stateOf] = next(pair >>> 16, pair & 0xffff, P[record + stateOf], id);
          } else if (q >= 0) {
            // The packet leaves its queue.
            const w = q << vc.shift;
            asks[q] = 0;
            M[w + vc.standing]--;
            if (!byOutput || (forwards && M[w + vc.at] >> inputBits < T)) {
              const following = X[x + packet.next];
              M[w + vc.first] = following;
              if (following < 0) M[w + vc.last] = -1;
              else X[(following << packet.shift) + packet.previous] = -1;
            }
            const sum = (M[w + vc.waited] + t - P[record + ready]) | 0;
            M[w + vc.waited] = sum;
            if (sum > fullSum) this.flushWaited(q);
            if (next !== undefined) P[record + stateOf] = next(M[w + vc.at] >> inputBits, pair & 0xffff, P[record + stateOf], id);
          }
          if (isBuffered && q >= 0) {
            // Crossbar traversal into the output buffer of the channel.
            const from = M[(q << vc.shift) + vc.channel];
            let since: number;
            if (isEven) {
              // At most one phit crosses per cycle.
              end = Math.max(t + crossTime, X[x + packet.cameAt] + M[H0 + (from << channel.shift) + channel.takesLength] + L + 1) | 0;
              since = (t + crossAhead) | 0;
            } else {
              end = this.crossEnd(p, from, t) | 0;
              since = this.soonestBeyond(p, from, c, t) | 0;
            }
            does = event.hasCrossed | event.wentThrough;
            X[x + packet.goesTo] = id;
            X[x + packet.notBefore] = since;
            M[B0 + v + buffer.crossAt] = t;
            M[B0 + v + buffer.crossFrom] = from;
            M[B0 + v + buffer.crossCame] = X[x + packet.cameAt];
            M[B0 + v + buffer.crossCamePart] = X[x + packet.camePart];
            const behind = M[B0 + v + buffer.first + 1];
            X[x + packet.next] = -1;
            X[x + packet.previous] = behind;
            if (behind < 0) M[B0 + v + buffer.first] = p;
            else X[(behind << packet.shift) + packet.next] = p;
            M[B0 + v + buffer.first + 1] = p;
            if (M[B0 + v + buffer.standing]++ === 0 && M[B0 + v + buffer.frontFree] <= t) {
              if (since === t) {
                M[B0 + v + buffer.asks] = 1;
                asking = (asking + 1) | 0;
                M[dueChannelsAt + dueChannelCount] = c;
                dueChannelCount += 1 - isChannelDue[c];
                isChannelDue[c] = 1;
              } else this.schedule(since, event.bufferMayAsk, -1, p, id);
            }
          } else {
            // Traversal of the channel.
            const whole = M[h + channel.takesWhole];
            let ceil: number;
            let arrives: number;
            if (whole > 0) {
              arrives = (t + M[h + channel.takesHead]) | 0;
              end = (t + whole) | 0;
              ceil = end;
            } else {
              const perCycle = this.perCycle[c];
              const perPhit = this.perPhit[c];
              if (M[h + channel.freeAt] === t) part = M[h + channel.freePart];
              const units = (part + Math.imul(L, perPhit)) | 0;
              const cycles = (units / perCycle) | 0;
              const rest = (units - Math.imul(cycles, perCycle)) | 0;
              end = (t + cycles) | 0;
              M[h + channel.freePart] = rest;
              ceil = rest > 0 ? end + 1 : end;
              arrives = (t + (((part + perPhit + perCycle - 1) / perCycle) | 0) + M[h + channel.takesLength]) | 0;
            }
            M[h + channel.freeAt] = end;
            M[h + channel.carried]++;
            M[h + channel.beganAt] = t;
            M[h + channel.beganPart] = part;
            M[h + channel.lastEnds] = pair;
            if (q >= Q) {
              const terminal = pair >>> 16;
              const since = hasOneSlot ? P[record + created] : injection.waitingSince(terminal);
              recorder.send(terminal, since, t, ceil - t);
              recorder.enter(terminal, P[record + messageOf], t);
            }
            const sum = (M[h + channel.sinceInjection] + arrives - P[record + injected]) | 0;
            M[h + channel.sinceInjection] = sum;
            if (sum > fullSum) this.flushSince(c);
            P[record + hops]++;
            P[record + asksBy] = -1;
            grants = (grants + 1) | 0;
            hash = (hash + trace(t, id, pair >>> 16)) | 0;
            if (c === followedChannel) crossings.note(pair);
            if (ceil > end) does |= event.endsLate;
            if (q < 0) {
              M[B0 + v + buffer.frontFree] = end;
              does |= event.setsBufferFree;
            }
            const complete = (ceil + M[h + channel.takesLength]) | 0;
            if (M[h + channel.toTerminal] === 1 && (!forwards || head[c] === (pair & 0xffff))) {
              if (isBuffered) {
                M[B0 + v + buffer.ejectAt] = t;
                M[B0 + v + buffer.ejectPart] = part;
              }
              if (complete === end) does |= event.isConsumed;
              else this.schedule(complete, event.isConsumed, -1, p, id);
            } else {
              P[record + ready] = ((storeAndForward ? complete : arrives) + M[h + channel.takesAsking]) | 0;
              X[x + packet.cameAt] = t;
              X[x + packet.camePart] = part;
              X[x + packet.cameBy] = id;
              X[x + packet.notBefore] = -1;
              X[x + packet.joined] = -1;
              const room = (M[v + vc.places] - ++M[v + vc.held]) | 0;
              M[v + vc.enterAt] = t;
              M[v + vc.enterPart] = part;
              if (!isBuffered && !(servesOut && M[h + channel.fromSwitch] === 1)) {
                const o = M[v + vc.output];
                const m = M[v + vc.maskAt];
                M[m + credited] &= ~(((room - 1) >>> 31) << o);
                if (hasRings) M[m + lastCredit] = room === 1 ? M[m + lastCredit] | (1 << o) : M[m + lastCredit] & ~(1 << o);
              }
              const wasEmpty = M[v + vc.standing]++ === 0;
              if (byOutput && (!forwards || M[h + channel.toTerminal] === 0)) M[fresh0 + freshCount++] = ~p;
              else {
                const behind = M[v + vc.last];
                X[x + packet.next] = -1;
                X[x + packet.previous] = behind;
                if (behind < 0) M[v + vc.first] = p;
                else X[(behind << packet.shift) + packet.next] = p;
                M[v + vc.last] = p;
                if (wasEmpty && M[v + vc.frontFree] <= t) M[fresh0 + freshCount++] = id;
              }
            }
          }
          const f = this.unusedEvent < 0 ? this.growEvents() : this.unusedEvent;
          const { events } = this;
          this.unusedEvent = events[f + event.next];
          const then = D0 + ((end & wheelMask) << event.kindShift);
          events[f + event.next] = M[then];
          M[then] = f;
          events[f + event.time] = end;
          events[f + event.does] = does;
          events[f + event.queue] = q;
          events[f + event.packet] = p;
          events[f + event.output] = id;
          if (end > quietAfter) quietAfter = end;
          if (q >= 0 && q < Q) {
            const w = q << vc.shift;
            M[w + vc.frontFree] = end;
            events[f + event.leaving] = -1;
            events[f + event.began] = t;
            this.eventParts[f >> event.shift] = part;
            if ((does & event.hasCrossed) !== 0) {
              this.eventCame[f >> event.shift] = X[x + packet.cameAt];
              this.eventCamePart[f >> event.shift] = X[x + packet.camePart];
            }
            const lastOne = M[w + vc.lastLeaving];
            if (lastOne < 0) M[w + vc.firstLeaving] = f;
            else events[lastOne + event.leaving] = f;
            M[w + vc.lastLeaving] = f;
          }
        }
        if (dueChannelCount === 0) break;
        for (let j = 0; j < dueChannelCount; j++) {
          const c = M[dueChannelsAt + j];
          isChannelDue[c] = 0;
          if (M[H0 + (c << channel.shift) + channel.freeAt] > t) continue;
          const b = (c * K) | 0;
          let winner = -1;
          if (servesOut) {
            let lane = b;
            for (let id = b; id < b + K; id++) {
              const v = id << vc.shift;
              const p = M[B0 + v + buffer.outFirst];
              if (
                p < 0 ||
                (M[H0 + (c << channel.shift) + channel.toTerminal] === 0
                  ? M[v + vc.held] >= M[v + vc.places]
                  : forwards && !this.hasPlace(p, id))
              )
                continue;
              if (winner < 0 || this.isBefore(p, winner)) {
                winner = p;
                lane = id;
              }
            }
            if (winner < 0) continue;
            this.removeFirst(M, B0 + (lane << vc.shift) + buffer.outFirst);
            M[going0 + made] = X[(winner << packet.shift) + packet.cameBy];
            M[going0 + made + 1] = lane;
            M[going0 + made + 2] = winner;
            made += 3;
            continue;
          }
          const { servedBuffer } = this;
          let lane = servedBuffer[c];
          for (let k = 0; k < K; k++) {
            lane = lane + 1 >= K ? 0 : lane + 1;
            const v = (b + lane) << vc.shift;
            if (M[B0 + v + buffer.asks] === 0) continue;
            if (M[H0 + (c << channel.shift) + channel.toTerminal] === 0) {
              if (M[v + vc.held] >= M[v + vc.places]) continue;
            } else if (forwards && !this.hasPlace(M[B0 + v + buffer.first], b + lane)) continue;
            servedBuffer[c] = lane;
            M[B0 + v + buffer.asks] = 0;
            M[B0 + v + buffer.standing]--;
            winner = this.removeFirst(M, B0 + v + buffer.first);
            const came = X[(winner << packet.shift) + packet.cameBy] << vc.shift;
            const sum = (M[came + vc.waited] + t - X[(winner << packet.shift) + packet.notBefore]) | 0;
            M[came + vc.waited] = sum;
            if (sum > fullSum) this.flushWaited(came >> vc.shift);
            M[going0 + made] = -1;
            M[going0 + made + 1] = b + lane;
            M[going0 + made + 2] = winner;
            made += 3;
            break;
          }
        }
        dueChannelCount = 0;
      }
      done = (done + 1 + grants - before) | 0;
      if (this.quietAfter > quietAfter) quietAfter = this.quietAfter;
      // Without requests and packets under way, time may jump.
      if (asking === 0 && t >= quietAfter) isOver = true;
    }
    this.now = t;
    this.newCount = freshCount;
    this.dueCount = dueCount;
    this.asking = asking;
    this.fingerprint = hash;
    this.grants = grants;
    this.quietAfter = quietAfter;
    return done;
  }

  /** Stores the output mask, the allocator and the fastest channel of a new candidate list. */
  private enlist(set: number): void {
    const { V, lists, kindOf } = this;
    const { records } = lists;
    let bits = 0;
    let fastest = 0;
    for (let i = 0; i < records[set + listSize]; i++) {
      const v = this.memberOf(set, i) << vc.shift;
      bits |= 1 << V[v + vc.output];
      fastest = Math.max(fastest, kindOf[V[v + vc.channel]]);
    }
    records[set + listOutputs] = bits;
    records[set + listAllocator] = V[(this.memberOf(set, 0) << vc.shift) + vc.allocator] + 1;
    records[set + allocator.listFastest] = fastest;
  }

  // Methods for any rule and network. A method that makes allocators due takes the length of the due list and returns the new length.

  private makeDue(r: number, dueCount: number): number {
    const { R, due } = this;
    if (R[r + allocator.isDue] !== 0) return dueCount;
    R[r + allocator.isDue] = 1;
    due[dueCount] = r;
    return dueCount + 1;
  }

  /** The channel is free: opens its outputs in allocator `allocatorIndex`, except those whose output buffers a packet crosses to. */
  private openOutputs(c: number, r: number, dueCount: number): number {
    const { R, V, K } = this;
    if (this.hasGroups) dueCount = this.leaveGroup(c, dueCount);
    let hit = 0;
    for (let id = c * K; id < c * K + K; id++) {
      const v = id << vc.shift;
      if (this.bufferPlaces > 0 && this.B[v + buffer.isCrossed] === 1) continue;
      const bit = 1 << V[v + vc.output];
      const mask = V[v + vc.maskAt];
      R[mask + free] |= bit;
      hit |= bit & R[mask + credited] & R[mask + requested];
    }
    return hit === 0 ? dueCount : this.makeDue(r, dueCount);
  }

  /** Closes all outputs of a channel, and counts it in its shared capacity. */
  private closeOutputs(c: number): void {
    const { R, V, K } = this;
    if (this.hasGroups && this.network.group[c] >= 0) this.groupBusy[this.network.group[c]]++;
    for (let id = c * K; id < c * K + K; id++) R[V[(id << vc.shift) + vc.maskAt] + free] &= ~(1 << V[(id << vc.shift) + vc.output]);
  }

  /** A channel releases its shared capacity: all allocators with channels of that group become due. */
  private leaveGroup(c: number, dueCount: number): number {
    const g = this.network.group[c];
    if (g < 0) return dueCount;
    this.groupBusy[g]--;
    const reached = this.allocatorsIn[g];
    for (let i = 0; i < reached.length; i++) dueCount = this.makeDue(reached[i], dueCount);
    return dueCount;
  }

  /** Opens the queues behind a channel as inputs of node `node`; `b` is the channel's first virtual channel. */
  private openInput(b: number, n: number): void {
    const { V, K, words, openInputs, inputBits } = this;
    for (let q = b; q < b + K; q++) {
      const input = V[(q << vc.shift) + vc.at] & ((1 << inputBits) - 1);
      openInputs[n * words + (input >> 5)] |= 1 << input;
    }
  }

  private closeInput(b: number, n: number): void {
    const { V, K, words, openInputs, inputBits } = this;
    for (let q = b; q < b + K; q++) {
      const input = V[(q << vc.shift) + vc.at] & ((1 << inputBits) - 1);
      openInputs[n * words + (input >> 5)] &= ~(1 << input);
    }
  }

  /**
   * Packet `packetId`, the head of queue `queueId`, requests all virtual channels of a candidate set, or the one that a sticky selection
   * chooses.
   */
  private beginToWait(q: number, p: number, set: number, t: number, dueCount: number): number {
    const { R, V, waiting, words, inputBits } = this;
    if (this.choosing.keeps && set >= 0) set = ~this.select(q, p, set, t);
    this.pool.records[(p << packetShift) + asksBy] = set;
    const place = this.placeOf(q);
    const input = place & ((1 << inputBits) - 1);
    const count = this.sizeOf(set);
    const r = V[(this.memberOf(set, 0) << vc.shift) + vc.allocator];
    let hit = 0;
    for (let i = 0; i < count; i++) {
      const id = this.memberOf(set, i);
      const bit = 1 << V[(id << vc.shift) + vc.output];
      const mask = V[(id << vc.shift) + vc.maskAt];
      waiting[id * words + (input >> 5)] |= 1 << input;
      R[mask + requested] |= bit;
      hit |= bit & R[mask + free] & R[mask + credited];
    }
    this.allocatorAt[this.firstInput[place >> inputBits] + input] = r;
    return hit === 0 ? dueCount : this.makeDue(r, dueCount);
  }

  /** The best virtual channel of a set, whether or not it is open. */
  private bestOf(set: number, q: number, t: number): number {
    const count = this.sizeOf(set);
    for (let i = 0; i < count; i++) this.eligible[i] = this.memberOf(set, i);
    return this.emptiest(count, q, t);
  }

  /** Sorts due allocators by their outputs, where allocators share the departures of inputs. */
  private sortDue(dueCount: number): void {
    const { due } = this;
    for (let i = 1; i < dueCount; i++) {
      const r = due[i];
      let j = i;
      for (; j > 0 && due[j - 1] > r; j--) due[j] = due[j - 1];
      due[j] = r;
    }
  }

  /** Where channels of several nodes share a capacity, each cycle begins at a random node. */
  private putInOrder(dueCount: number, t: number): void {
    const { R, due } = this;
    const firstNode = below(mix(this.arbitrationKey, t, -1), this.network.terminals + this.network.switches);
    for (let i = 1; i < dueCount; i++) {
      const r = due[i];
      const isLate = R[r + allocator.drawKey] < firstNode;
      let j = i;
      for (; j > 0; j--) {
        const s = due[j - 1];
        const isOtherLate = R[s + allocator.drawKey] < firstNode;
        if (isLate === isOtherLate ? R[r + allocator.drawKey] >= R[s + allocator.drawKey] : isLate) break;
        due[j] = s;
      }
      due[j] = r;
    }
  }

  /** Grants virtual channel `vcId` to the head of queue `queueId`, packet `packetId`; the packet leaves at the end of the cycle. */
  private assign(q: number, id: number, p: number): void {
    const { going, made } = this;
    this.claim(q, id);
    going[made] = q;
    going[made + 1] = id;
    going[made + 2] = p;
    this.made = made + 3;
  }

  private claim(q: number, id: number): void {
    const { V, R, K, isNarrow } = this;
    if (this.limitsWays && q < this.Q) this.takeWay(q);
    const v = id << vc.shift;
    const m = V[v + vc.maskAt];
    const o = V[v + vc.output];
    if (this.bufferPlaces > 0 && this.takePlace(id)) R[m + free] &= ~(1 << o);
    else if (isNarrow) R[m + free] &= ~((-1 >>> (K < 32 ? 32 - K : 0)) << this.firstBeside[o]);
    else this.closeOutputs(V[v + vc.channel]);
  }

  /** Counts a departure from the input channel of queue `queueId`. When the maximum is reached, the queues of the channel are closed. */
  private takeWay(q: number): void {
    const { V, H, K, T, inputBits } = this;
    const c = V[(q << vc.shift) + vc.channel];
    const place = V[((c * K) << vc.shift) + vc.at];
    const n = place >> inputBits;
    if (n < T || ++H[(c << channel.shift) + channel.waysTaken] < this.waysOut) return;
    if (this.isNarrow) this.openInputs[n] &= ~((-1 >>> (K < 32 ? 32 - K : 0)) << (place & ((1 << inputBits) - 1)));
    else this.closeInput(c * K, n);
  }

  /**
   * Takes a slot of the output buffer of virtual channel `vcId`, if there is one; returns whether another packet may cross to the channel's
   * buffers.
   */
  private takePlace(id: number): boolean {
    const { V, B, R, H } = this;
    const v = id << vc.shift;
    const h = V[v + vc.channel] << channel.shift;
    if (H[h + channel.fromSwitch] !== 1) return false;
    const m = V[v + vc.maskAt];
    const bit = 1 << V[v + vc.output];
    const room = this.bufferPlaces - ++B[v + buffer.held];
    if (room <= 0) R[m + credited] &= ~bit;
    if (this.hasRings) R[m + lastCredit] = room === 1 ? R[m + lastCredit] | bit : R[m + lastCredit] & ~bit;
    B[v + buffer.isCrossed] = 1;
    return ++H[h + channel.crossingTo] < this.crossWays;
  }

  /** Whether packet `packetId` is consumed behind virtual channel `vcId`, or has a credit there. */
  private hasPlace(p: number, id: number): boolean {
    return this.isConsumedAt(this.channelOf(id), p) || this.V[(id << vc.shift) + vc.held] < this.placesBehind(id);
  }

  // Maximal matching by any rule.

  private share(r: number, t: number): void {
    for (let given = 0; ; given++) {
      const q = this.nextIn(r, given, t);
      if (q < 0) return;
      const id = this.bestFor(q, t);
      this.R[r + allocator.served] = q;
      this.waitNoMore(q);
      this.assign(q, id, this.frontOf(q));
    }
  }

  /** Whether output `vcId` is free and has a credit for the head of queue `queueId`. */
  private isOpenTo(id: number, q: number): boolean {
    const { R, V } = this;
    const o = V[(id << vc.shift) + vc.output];
    const mask = V[(id << vc.shift) + vc.maskAt];
    if ((R[mask + free] & R[mask + credited] & (1 << o)) === 0) return false;
    if (this.hasGroups && this.isExhausted(this.channelOf(id))) return false;
    return this.hasRoomFor(this.frontOf(q), q, id);
  }

  /** The queue whose head an allocator serves next; −1 if no request is open. */
  private nextIn(r: number, given: number, t: number): number {
    const { R, words, masks, able, arbitration, waiting, openInputs, inputs } = this;
    const n = R[r + allocator.node];
    const minds = this.hasRings || this.forwards;
    for (let w = 0; w < words; w++) able[w] = 0;
    for (let k = 0; k < masks; k++) {
      const mask = r + allocator.outputBits + (k << maskShift);
      for (let left = R[mask + free] & R[mask + credited] & R[mask + requested]; left !== 0; left &= left - 1) {
        const id = R[r + allocator.firstVc] + 32 * k + 31 - Math.clz32(left & -left);
        if (this.hasGroups && this.isExhausted(this.channelOf(id))) continue;
        for (let w = 0; w < words; w++) {
          for (let bits = waiting[id * words + w] & openInputs[n * words + w] & ~able[w]; bits !== 0; bits &= bits - 1) {
            const q = inputs[R[r + allocator.inputsAt] + 32 * w + 31 - Math.clz32(bits & -bits)];
            if (!minds || this.hasRoomFor(this.frontOf(q), q, id)) able[w] |= bits & -bits;
          }
        }
      }
    }
    if (this.networkFirst) this.putTerminalsLast(able, n);
    let count = 0;
    for (let w = 0; w < words; w++) count += bitCount(able[w]);
    if (count === 0) return -1;
    let drawn = arbitration === "random" && count > 1 ? below(mix(this.arbitrationKey + given, t, R[r + allocator.drawKey]), count) : 0;
    let winner = -1;
    for (let w = 0; w < words; w++) {
      for (let bits = able[w]; bits !== 0; bits &= bits - 1) {
        const q = inputs[R[r + allocator.inputsAt] + 32 * w + 31 - Math.clz32(bits & -bits)];
        if (arbitration === "random" ? drawn-- === 0 : winner < 0 || this.goesBefore(q, winner, R[r + allocator.served])) winner = q;
      }
    }
    return winner;
  }

  /** Removes the inputs from terminals from a mask of inputs at node `node`, unless there are no others. */
  private putTerminalsLast(bits: Int32Array, n: number): void {
    const { words, fromTerminals } = this;
    let others = 0;
    for (let w = 0; w < words; w++) others |= bits[w] & ~fromTerminals[n * words + w];
    if (others !== 0) for (let w = 0; w < words; w++) bits[w] &= ~fromTerminals[n * words + w];
  }

  /**
   * Whether queue `a` has priority over queue `b`, which has a lower number: in round-robin order after the queue served last, or by age.
   */
  private goesBefore(a: number, b: number, lastServed: number): boolean {
    const { records } = this.pool;
    if (this.arbitration === "round-robin") return b <= lastServed && a > lastServed;
    return records[(this.frontOf(a) << packetShift) + created] < records[(this.frontOf(b) << packetShift) + created];
  }

  /** The best open output for the head of queue `queueId`; at least one is open. */
  private bestFor(q: number, t: number): number {
    const { eligible } = this;
    const { escape } = this.routing;
    const set = this.askedBy(this.frontOf(q));
    if (set < 0) return ~set;
    const size = this.sizeOf(set);
    let count = 0;
    let hasOthers = false;
    for (let i = 0; i < size; i++) {
      const id = this.memberOf(set, i);
      if (!this.isOpenTo(id, q)) continue;
      const isOther = escape !== undefined && escape[id] !== 1;
      if (isOther && !hasOthers) {
        hasOthers = true;
        count = 0;
      }
      if (isOther || !hasOthers) eligible[count++] = id;
    }
    return count === 1 ? eligible[0] : this.emptiest(count, q, t);
  }

  /** Withdraws all requests of the head of queue `queueId`. */
  private waitNoMore(q: number): void {
    const { words, waiting } = this;
    const set = this.askedBy(this.frontOf(q));
    const input = this.placeOf(q) & ((1 << this.inputBits) - 1);
    const size = this.sizeOf(set);
    for (let i = 0; i < size; i++) {
      const id = this.memberOf(set, i);
      waiting[id * words + (input >> 5)] &= ~(1 << input);
      this.noteRequested(id);
    }
  }

  private noteRequested(id: number): void {
    const { R, V, words, waiting } = this;
    let any = 0;
    for (let w = 0; w < words; w++) any |= waiting[id * words + w];
    const o = V[(id << vc.shift) + vc.output];
    if (any === 0) R[V[(id << vc.shift) + vc.maskAt] + requested] &= ~(1 << o);
  }

  /** Whether any output of an allocator is free, has a credit and is requested. */
  private isAnyOpen(r: number): boolean {
    const { R, masks } = this;
    const end = r + allocator.outputBits + (masks << maskShift);
    for (let mask = r + allocator.outputBits; mask < end; mask += 1 << maskShift) {
      if ((R[mask + free] & R[mask + credited] & R[mask + requested]) !== 0) return true;
    }
    return false;
  }

  // Requests and arbiters, for selections other than *shared*.

  /** The heads of the first `count` due allocators request, and each port grants one request. */
  private request(count: number, t: number): void {
    const { R, due, inputs, firstInput, requestQueue, requestOutput, nextRequest, firstRequest, asked } = this;
    let requests = 0;
    let askedCount = 0;
    for (let i = 0; i < count; i++) {
      const r = due[i];
      const n = R[r + allocator.node];
      const before = askedCount;
      R[r + allocator.isDue] = 0;
      for (let place = firstInput[n + 1] - 1; place >= firstInput[n]; place--) {
        const q = inputs[place];
        if (this.asks[q] === 0 || !this.mayLeave(q)) continue;
        const p = this.frontOf(q);
        const set = this.askedBy(p);
        const id = set < 0 ? ~set : this.select(q, p, set, t);
        if (id < 0) continue;
        const port = this.portOf(id);
        requestQueue[requests] = q;
        requestOutput[requests] = id;
        nextRequest[requests] = firstRequest[port];
        if (firstRequest[port] < 0) asked[askedCount++] = port;
        firstRequest[port] = requests++;
      }
      // An input or a channel may have more winners than its limit of packets; then the lower ports win.
      for (let j = before + 1; j < askedCount; j++) {
        const port = asked[j];
        let k = j;
        for (; k > before && asked[k - 1] > port; k--) asked[k] = asked[k - 1];
        asked[k] = port;
      }
    }
    const winnerOf = this.winnerOf;
    for (let i = 0; i < askedCount; i++) {
      winnerOf[i] = this.arbitrate(asked[i], t);
      firstRequest[asked[i]] = -1;
    }
    let winners = 0;
    for (let i = 0; i < askedCount; i++) {
      const winner = winnerOf[i];
      if (winner < 0) continue;
      if (this.hasGroups && this.network.group[this.channelOf(requestOutput[winner])] >= 0) asked[winners++] = winner;
      else this.grantRequest(winner);
    }
    if (winners > 0) this.shareCapacity(winners, t);
    for (let i = 0; i < count; i++) if (this.isAnyOpen(due[i])) this.again[this.againCount++] = due[i];
  }

  /** Whether nothing occupies the channel of `vcId`, or its output buffer, and its shared capacity is not used up. */
  private isIdle(id: number): boolean {
    const v = id << vc.shift;
    if ((this.R[this.V[v + vc.maskAt] + free] & (1 << this.V[v + vc.output])) === 0) return false;
    return !(this.hasGroups && this.isExhausted(this.channelOf(id)));
  }

  /** Whether another packet may leave the input of queue `queueId`. */
  private mayLeave(q: number): boolean {
    const place = this.placeOf(q);
    const input = place & ((1 << this.inputBits) - 1);
    return (this.openInputs[(place >> this.inputBits) * this.words + (input >> 5)] & (1 << input)) !== 0;
  }

  /** The port that grants requests for `vcId`: its channel, or channels + `vcId` for its output buffer. */
  private portOf(id: number): number {
    const c = this.channelOf(id);
    return this.hasBuffers(c) ? this.head.length + id : c;
  }

  private grantRequest(request: number): void {
    const q = this.requestQueue[request];
    const id = this.requestOutput[request];
    if (!this.isIdle(id) || !this.mayLeave(q)) return;
    this.servedQueue[this.portOf(id)] = q;
    this.waitNoMore(q);
    this.assign(q, id, this.frontOf(q));
  }

  /** The virtual channel of a candidate set that the head of queue `queueId`, packet `packetId`, requests in cycle `cycle`; −1 for none. */
  private select(q: number, p: number, set: number, t: number): number {
    const { eligible, K } = this;
    const { freeOnly, by } = this.choosing;
    const { escape } = this.routing;
    const size = this.sizeOf(set);
    let leastBehind = Infinity;
    let least = Infinity;
    let equal = 0;
    this.present = t;
    for (let i = 0; i < size; i++) {
      const id = this.memberOf(set, i);
      const c = this.channelOf(id);
      if (freeOnly && !(this.isIdle(id) && this.hasRoomFor(p, q, id))) continue;
      let behind = 0;
      if (by === "channel" && escape !== undefined && !this.hasRoomFor(p, q, id)) behind = Infinity;
      else if (by === "channel" && K > 1) behind = this.phitsBehind(c);
      const fullness = by === "chance" ? 0 : this.phitsIn(id, t);
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

  /** The request that a port grants; −1 for none. */
  private arbitrate(port: number, t: number): number {
    const { requestQueue, nextRequest, firstRequest, arbitration } = this;
    let count = 0;
    let inNetwork = 0;
    for (let i = firstRequest[port]; i >= 0; i = nextRequest[i]) {
      if (!this.mayGrant(i)) continue;
      count++;
      if (this.isFromNetwork(requestQueue[i])) inNetwork++;
    }
    if (count === 0) return -1;
    const onlyNetwork = this.networkFirst && inNetwork > 0;
    if (onlyNetwork) count = inNetwork;
    let drawn = arbitration === "random" ? below(mix(this.arbitrationKey, t, port), count) : 0;
    let winner = -1;
    for (let i = firstRequest[port]; i >= 0; i = nextRequest[i]) {
      const q = requestQueue[i];
      if (!this.mayGrant(i) || (onlyNetwork && !this.isFromNetwork(q))) continue;
      if (arbitration === "random" ? drawn-- === 0 : winner < 0 || this.goesBefore(q, requestQueue[winner], this.servedQueue[port]))
        winner = i;
    }
    return winner;
  }

  private isFromNetwork(q: number): boolean {
    const { tail } = this.network;
    const c = this.channelOf(q);
    return q < this.Q && (tail[c] >= this.T || this.head[c] < this.T);
  }

  /** Whether the output of a request is free and has a credit for the requesting packet. */
  private mayGrant(request: number): boolean {
    const q = this.requestQueue[request];
    const id = this.requestOutput[request];
    return this.isIdle(id) && this.hasRoomFor(this.frontOf(q), q, id);
  }

  /** Grants the first `count` winners, whose channels share capacities, as far as each capacity permits. */
  private shareCapacity(count: number, t: number): void {
    const { asked, requestOutput, groupRoom, groupBusy } = this;
    const { group } = this.network;
    for (let i = 1; i < count; i++) {
      const winner = asked[i];
      const c = this.channelOf(requestOutput[winner]);
      let j = i;
      for (; j > 0 && this.channelOf(requestOutput[asked[j - 1]]) > c; j--) asked[j] = asked[j - 1];
      asked[j] = winner;
    }
    for (let g = 0; g < groupRoom.length; g++) {
      let inGroup = 0;
      for (let i = 0; i < count; i++) if (group[this.channelOf(requestOutput[asked[i]])] === g) inGroup++;
      const left = groupRoom[g] - groupBusy[g];
      const start = inGroup > left ? below(mix(this.arbitrationKey, t, ~g), inGroup) : 0;
      // Grant in cyclic order from a random start, up to the remaining capacity.
      for (let turn = 0, granted = 0; turn < 2; turn++) {
        for (let i = 0, place = 0; i < count; i++) {
          if (group[this.channelOf(requestOutput[asked[i]])] !== g) continue;
          const isIn = turn === 0 ? place >= start : place < start;
          place++;
          if (isIn && granted++ < left) this.grantRequest(asked[i]);
        }
      }
    }
  }

  // Virtual output queues.

  /** Matches the inputs and outputs of a switch by iSLIP; pointers advance only in the first iteration. */
  private match(r: number): void {
    const { R, V, K, firstInput, nextInput, nextOutput, grantedBy, grantees } = this;
    const n = R[r + allocator.node];
    const firstId = R[r + allocator.firstVc];
    const firstChannel = this.channelOf(firstId);
    const outputs = R[r + allocator.channels];
    const entering = firstInput[n + 1] - firstInput[n];
    const inputMask = (1 << this.inputBits) - 1;
    const { iterations } = this.switches;
    for (let iteration = 0; iteration < iterations; iteration++) {
      const granted = this.fitsBits ? this.grantByBits(r) : this.grantWidely(r);
      if (granted === 0) return;
      for (let i = 0; i < granted; i++) {
        const into = grantees[i];
        const o = grantedBy[into];
        grantedBy[into] = -1;
        this.giveFirst(into, firstId + o * K);
        if (iteration > 0) continue;
        const input = (V[((into * K) << vc.shift) + vc.at] & inputMask) + K;
        nextInput[firstChannel + o] = input === entering ? 0 : input;
        nextOutput[into] = o + 1 === outputs ? 0 : o + 1;
      }
      if (!this.isAnyOpen(r)) return;
    }
    this.again[this.againCount++] = r;
  }

  /**
   * Grant step: each output channel of an allocator grants the first requesting input from its pointer on. Returns the number of input
   * channels that have a grant.
   */
  private grantWidely(r: number): number {
    const { R, inputs, firstInput, nextInput } = this;
    const n = R[r + allocator.node];
    const firstChannel = this.channelOf(R[r + allocator.firstVc]);
    let granted = 0;
    for (let o = 0; o < R[r + allocator.channels]; o++) {
      if (!this.findAble(r, o)) continue;
      granted = this.grant(this.channelOf(inputs[firstInput[n] + this.firstBitFrom(nextInput[firstChannel + o])]), o, granted);
    }
    return granted;
  }

  /** The grant step where inputs and outputs fit into one word. */
  private grantByBits(r: number): number {
    const { R, V, K, waiting, openInputs, inputs, firstInput, nextInput } = this;
    const n = R[r + allocator.node];
    const firstId = R[r + allocator.firstVc];
    const firstChannel = V[(firstId << vc.shift) + vc.channel];
    const m = r + allocator.outputBits;
    const lanes = -1 >>> (K < 32 ? 32 - K : 0);
    const open = openInputs[n];
    let granted = 0;
    let hits = R[m + free] & R[m + credited] & R[m + requested];
    while (hits !== 0) {
      const c = V[((firstId + 31 - Math.clz32(hits & -hits)) << vc.shift) + vc.channel];
      const o = c - firstChannel;
      const mask = lanes << (o * K);
      let bits = 0;
      for (let left = hits & mask; left !== 0; left &= left - 1) bits |= waiting[firstId + 31 - Math.clz32(left & -left)];
      hits &= ~mask;
      bits &= open;
      if (bits === 0) continue;
      const behind = bits & (-1 << nextInput[c]);
      if (behind !== 0) bits = behind;
      granted = this.grant(V[(inputs[firstInput[n] + 31 - Math.clz32(bits & -bits)] << vc.shift) + vc.channel], o, granted);
    }
    return granted;
  }

  /**
   * Records that output channel `output` grants input channel `inputChannel`, after `granted` other inputs; the input keeps the best of its
   * grants. Returns the number of inputs with grants.
   */
  private grant(into: number, o: number, granted: number): number {
    const { nextOutput, grantedBy, grantees } = this;
    const best = grantedBy[into];
    // Outputs come in ascending order. The first one at or after the accept pointer is best; if there is none, the first of all.
    if (best < 0) {
      grantees[granted++] = into;
      grantedBy[into] = o;
    } else if (best < nextOutput[into] && o >= nextOutput[into]) grantedBy[into] = o;
    return granted;
  }

  /** Writes the mask of inputs that have a packet for output channel `output` and may send it; returns whether there are any. */
  private findAble(r: number, o: number): boolean {
    const { R, V, K, words, able } = this;
    const firstId = R[r + allocator.firstVc] + o * K;
    let any = 0;
    for (let w = 0; w < words; w++) able[w] = 0;
    for (let id = firstId; id < firstId + K; id++) {
      const place = V[(id << vc.shift) + vc.output];
      const mask = V[(id << vc.shift) + vc.maskAt];
      if ((R[mask + free] & R[mask + credited] & R[mask + requested] & (1 << place)) === 0) continue;
      for (let w = 0; w < words; w++) {
        able[w] |= this.thoseAble(id, R[r + allocator.node], w);
        any |= able[w];
      }
    }
    return any !== 0;
  }

  /** Mask of the inputs at node `node` that have a packet for virtual channel `vcId` and may send it. */
  private thoseAble(id: number, n: number, w: number): number {
    const { words, inputs, firstInput } = this;
    let bits = this.waiting[id * words + w] & this.openInputs[n * words + w];
    if (!this.forwards) return bits;
    for (let left = bits; left !== 0; left &= left - 1) {
      const q = inputs[firstInput[n] + 32 * w + 31 - Math.clz32(left & -left)];
      const p = this.lines[this.firstLine[q] + 2 * this.V[(id << vc.shift) + vc.output]];
      if (!this.hasRoomFor(p, q, id)) bits &= ~(left & -left);
    }
    return bits;
  }

  /** The first set bit of `eligibleInputs` from `start` on, in cyclic order; there is at least one. */
  private firstBitFrom(start: number): number {
    const { able, words } = this;
    for (let i = 0; i <= words; i++) {
      const w = ((start >> 5) + i) % words;
      let bits = able[w];
      if (i === 0) bits &= -1 << start;
      if (bits !== 0) return 32 * w + 31 - Math.clz32(bits & -bits);
    }
    return -1;
  }

  /** Accept step: input channel `inputChannel` sends its first packet that can use the output channel of virtual channel `b`. */
  private giveFirst(into: number, b: number): void {
    const { R, V, X, K, lines, firstLine, words, waiting } = this;
    // With one virtual channel the packet can be sent, since its output granted it.
    const p = K === 1 ? lines[firstLine[into] + 2 * V[(b << vc.shift) + vc.output]] : this.firstOfAll(into, b);
    const q = X[(p << packet.shift) + packet.cameBy];
    const id = X[(p << packet.shift) + packet.goesTo];
    const line = firstLine[q] + 2 * V[(id << vc.shift) + vc.output];
    const following = X[(p << packet.shift) + packet.next];
    lines[line] = following;
    if (following < 0) {
      lines[line + 1] = -1;
      const input = V[(q << vc.shift) + vc.at] & ((1 << this.inputBits) - 1);
      const place = id * words + (input >> 5);
      const rest = waiting[place] & ~(1 << input);
      waiting[place] = rest;
      if (rest === 0) {
        if (words === 1) R[V[(id << vc.shift) + vc.maskAt] + requested] &= ~(1 << V[(id << vc.shift) + vc.output]);
        else this.noteRequested(id);
      }
    } else X[(following << packet.shift) + packet.previous] = -1;
    this.assign(q, id, p);
  }

  /** The packet that joined first, of the heads of an input channel's queues for an output channel that can be sent. */
  private firstOfAll(into: number, b: number): number {
    const { R, V, K, lines, firstLine, forwards } = this;
    let winner = -1;
    for (let id = b; id < b + K; id++) {
      const place = V[(id << vc.shift) + vc.output];
      const mask = V[(id << vc.shift) + vc.maskAt];
      if ((R[mask + free] & R[mask + credited] & R[mask + requested] & (1 << place)) === 0) continue;
      for (let q = into * K; q < into * K + K; q++) {
        const p = lines[firstLine[q] + 2 * place];
        if (p >= 0 && (!forwards || this.hasRoomFor(p, q, id)) && (winner < 0 || this.isBefore(p, winner))) winner = p;
      }
    }
    return winner;
  }

  // Crossings of the tracked channel.

  follow(channel: number): void {
    this.crossings.follow(channel);
  }

  followed(): readonly Crossing[] {
    return this.crossings.list(this.L);
  }
}
