// hot: no allocation, no for-of, no destructuring inside what the engine calls.
/** State of the engine for any network, its memory layout, and access to it. */
import { powerOfTwo } from "../../base/arrays.ts";
import { streamKey } from "../../base/random.ts";
import type { Plan } from "../../plan/plan.ts";
import { type CompiledRouting, decides } from "../../plan/routing.ts";
import type { AllocationLayout } from "./allocation.ts";
import { GrantLog } from "./grant-log.ts";
import { layOutInputs } from "./inputs.ts";
import { type CutThroughRules, selections } from "./rules.ts";
import { slotPacket, slotShift } from "../injection.ts";
import { PacketClock } from "../packet-clock.ts";
import { created, ends, hops, packetShift, ready, stateOf } from "../packet-pool.ts";
import { RequestLists } from "./request-lists.ts";
import {
  at,
  base,
  busyUntil,
  carried,
  entering,
  from,
  leaving,
  logShift,
  ring,
  sinceInjection,
  stateSize,
  waited,
} from "./records/queue.ts";

export abstract class CutThroughState extends PacketClock {
  readonly grantLog = new GrantLog(1 << logShift);
  /** Sum of all prefetched words. Without this use, compilers would remove the reads. */
  protected readAhead = 0;
  readonly routing: CompiledRouting;
  readonly lists: RequestLists;
  /** Virtual channels per channel; queues behind channels; packets per queue. */
  readonly K: number;
  readonly Q: number;
  readonly capacity: number;
  readonly ringMask: number;
  readonly inputBits: number;
  readonly candidateBits: number;
  /** A bit that marks a queue without a credit, above the bits of any fullness in phits. */
  readonly tooFull: number;
  readonly wheelMask: number;

  // Rules, as in {@link selections}.
  readonly freeOnly: boolean;
  protected readonly keeps: boolean;
  protected readonly byOrder: boolean;
  /** Whether the phits of all queues of a channel count together. With one queue per channel the comparison by queue does the same. */
  readonly byChannel: boolean;
  readonly tiesAtRandom: boolean;
  readonly networkFirst: boolean;
  protected readonly storeAndForward: boolean;
  readonly arbitration: CutThroughRules["arbitration"];
  readonly selectionKey: number;
  readonly arbitrationKey: number;
  protected readonly hasState: boolean;
  readonly hasGroups = this.network.groupCapacity.length > 0;
  /** Whether only free channels, credits and chance decide a grant, and the inputs of each node fit into one word. */
  protected readonly isPlain: boolean;
  /** Whether all heads of a candidate list request the same virtual channel, independent of their queue. */
  readonly asksTogether: boolean;
  /** Whether lists depend on the ring of the requesting queue, because the last credit of a ring is reserved for packets of that ring. */
  protected readonly mindsBubbles: boolean;

  // One array for all words, and the start of its sections. States of the virtual channels come first.
  readonly M: Int32Array;
  readonly stateStride: number;
  /** Records of the virtual channels, `stride` words each. */
  readonly vcsAt: number;
  readonly stride: number;
  /** By cycle of the wheel: the end of its grants in the log; and the first candidate list that is due in it. */
  protected readonly endAt: number;
  readonly wheelAt: number;
  /** Queues with new heads; their nodes and inputs, packed; their candidate sets. */
  readonly newAt: number;
  readonly fromAt: number;
  readonly candidatesAt: number;
  /** Start of each node's inputs; the queue of each input; and [nodes × words] masks of the inputs from terminals. */
  readonly firstInputAt: number;
  readonly inputsAt: number;
  protected readonly fromTerminalsAt: number;
  /** [nodes × terminals] Cached candidate set + 1 of packets in routing state 0, 0 where none is cached; only for small networks. */
  protected readonly ways: Uint16Array;
  protected readonly hasWays: boolean;
  /** The cycle for which `phitsBehind` counts phits. */
  present = 0;
  protected readonly routed: Int32Array;
  readonly eligible: Int32Array;
  protected readonly sumSince = new Float64Array(this.network.head.length);
  protected readonly sumWaited = new Float64Array(this.network.head.length);

  // Fields for networks and rules that are not plain.
  /** 32-bit words for the inputs of the largest node. With more than one word, requests are kept in separate arrays. */
  readonly words: number;
  readonly lastServed: Int32Array;
  /** Shared capacities: channels in use, and the maximum. */
  readonly groupBusy = new Int32Array(this.network.groupCapacity.length);
  readonly groupRoom = Int32Array.from(this.network.groupCapacity, Math.floor);

  /** Start of the words of the allocation. */
  readonly ownAt: number;

  constructor(rules: CutThroughRules, plan: Plan, layout: AllocationLayout) {
    super(rules.injectionSlots, plan);
    const { network, routing } = plan;
    const { head, firstOut, forwards } = network;
    const { isTogether } = layout;
    // | 0 tells the compiler that these numbers are integers: results of powers and divisions may be kept as floats.
    const K = routing.classes | 0;
    const T = network.terminals | 0;
    const C = head.length;
    const Q = C * K;
    const N = firstOut.length - 1;
    const L = plan.packetPhits | 0;
    const slots = rules.injectionSlots | 0;
    const { freeOnly, keeps, by } = selections[rules.selection];
    this.routing = routing;
    [this.K, this.Q] = [K, Q];
    this.freeOnly = freeOnly;
    this.keeps = keeps;
    this.byOrder = by === "order";
    this.byChannel = by === "channel" && K > 1;
    this.tiesAtRandom = rules.ties === "random" || by === "chance";
    this.networkFirst = rules.priority === "network-first";
    this.storeAndForward = rules.storeAndForward;
    this.arbitration = rules.arbitration;
    this.selectionKey = streamKey(plan.seed, "selection");
    this.arbitrationKey = streamKey(plan.seed, "arbitration");
    this.hasState = routing.begin !== undefined || routing.next !== undefined || routing.adapt !== undefined;
    this.capacity = rules.queue | 0;
    const ringSize = powerOfTwo(this.capacity);
    this.ringMask = ringSize - 1;
    this.stride = isTogether ? (stateSize + ring + ringSize + 3) & ~3 : ring + ringSize;
    this.stateStride = isTogether ? this.stride : stateSize;
    this.candidateBits = 32 - Math.clz32(routing.maxCandidates);
    const wheel = powerOfTwo(L + 2);
    this.wheelMask = wheel - 1;

    // Inputs of each node, in the order of queue numbers.
    const { firstInput, inputs, inputBits, words, placeOf, fromTerminals } = layOutInputs(network, K, this.injection.slots);
    this.inputBits = inputBits;
    this.words = words;
    this.isPlain = words === 1 && !forwards && !this.hasGroups && rules.arbitration === "random";
    this.tooFull = powerOfTwo((this.capacity + 1) * L);
    // Fullness and position in a list have to fit into one number.
    const fits = this.tooFull * 2 ** (this.candidateBits + 1) <= 2 ** 30;
    this.asksTogether = fits && !this.byChannel && !this.tiesAtRandom && !forwards && !this.hasGroups;
    this.mindsBubbles = routing.rings !== undefined && freeOnly && this.asksTogether && rules.selection !== "shared";
    this.hasWays = !this.mindsBubbles && N * T <= 2 ** 16;

    const queues = Q + slots * T;
    let numbers = queues * this.stateStride;
    const part = (length: number) => {
      const start = numbers;
      // Sections begin at a cache line.
      numbers += (length + 15) & ~15;
      return start;
    };
    this.vcsAt = isTogether ? stateSize : part(queues * this.stride);
    this.endAt = part(wheel);
    this.wheelAt = part(wheel);
    this.newAt = part(2 * Q + slots * T);
    this.fromAt = part(2 * Q + slots * T);
    this.candidatesAt = part(2 * Q + slots * T);
    this.firstInputAt = part(N + 1);
    this.inputsAt = part(firstInput[N]);
    this.fromTerminalsAt = part(this.networkFirst ? N * words : 0);
    this.ownAt = part(layout.numbers(words));
    const M = (this.M = new Int32Array(numbers));
    M.fill(-1, this.wheelAt, this.wheelAt + wheel);
    M.set(firstInput, this.firstInputAt);

    this.ways = new Uint16Array(this.hasWays ? N * T : 0);
    this.lists = new RequestLists(K, words, routing.maxCandidates > 1 ? N : 1);
    this.lastServed = new Int32Array(rules.arbitration === "round-robin" ? C : 0).fill(-1);
    this.routed = new Int32Array(routing.maxCandidates);
    this.eligible = new Int32Array(routing.maxCandidates);

    M.set(inputs, this.inputsAt);
    if (this.networkFirst) M.set(fromTerminals, this.fromTerminalsAt);
    this.writeRecords(firstInput, placeOf);
  }

  /**
   * Writes the constant fields of the records of virtual channels and slots.
   * @param firstInput [nodes + 1] Start of each node's inputs.
   * @param packedInputs [queues + slots] Node and input of each queue and slot.
   */
  private writeRecords(firstInput: Int32Array, placeOf: Int32Array): void {
    const { M, K, Q, T } = this;
    const { head, tail, firstOut } = this.network;
    placeOf.forEach((place, q) => {
      const record = this.recordOf(q);
      M[record + at] = place;
      if (q >= Q) {
        // The record of a slot has the fields that an allocator reads of any queue. No channel leads into a slot, and its state stays 0.
        M[record + base] = firstOut[place >> this.inputBits] * K;
        return;
      }
      const c = this.channelOf(q);
      M[record + base] = c * K;
      const inputsOfTail = this.inputsAt + firstInput[tail[c]];
      M[record + from] = head[c] < T ? ~inputsOfTail : inputsOfTail;
    });
  }

  // Queues and channels in the current state.

  stateAt(id: number): number {
    return id * this.stateStride;
  }

  recordOf(id: number): number {
    return this.vcsAt + id * this.stride;
  }

  channelOf(id: number): number {
    return (id / this.K) | 0;
  }

  /** Slots of the queue behind `vc` that are taken in cycle `cycle`, including that of a leaving packet. */
  heldIn(id: number, t: number): number {
    const { M } = this;
    const x = this.stateAt(id);
    return ((M[x] >> 8) & 0xff) + (M[x + leaving] > t ? 1 : 0);
  }

  /** Phits in the queue behind `vc` at the beginning of cycle `cycle`. */
  fullnessOf(id: number, t: number): number {
    const { M, L } = this;
    const x = this.stateAt(id);
    return ((M[x] >> 8) & 0xff) * L + Math.max(0, M[x + leaving] - t) - Math.max(0, M[x + entering] - t);
  }

  /** Phits in all queues behind a channel in cycle `observedCycle`; adaptive routings read it. */
  readonly phitsBehind = (channel: number): number => {
    const { K, M, L, present, stateStride } = this;
    const first = Math.imul(channel * K, stateStride);
    let packets = 0;
    let phits = 0;
    for (let x = first, end = first + Math.imul(K, stateStride); x < end; x += stateStride) {
      packets += (M[x] >> 8) & 0xff;
      const left = M[x + leaving] - present;
      const missing = M[x + entering] - present;
      if (left > 0) phits += left;
      if (missing > 0) phits -= missing;
    }
    return packets * L + phits;
  };

  /** Cycle from which a channel is free. */
  busyUntilOf(c: number): number {
    let until = 0;
    for (let id = c * this.K; id < (c + 1) * this.K; id++) until = Math.max(until, this.M[this.stateAt(id) + busyUntil]);
    return until;
  }

  /**
   * Whether the queue behind `vc` has a credit for the head of `queue`. A packet that enters a ring needs two free slots; a packet that is
   * consumed needs none.
   */
  hasRoomFor(q: number, id: number, t: number): boolean {
    const { rings } = this.routing;
    const { forwards, head } = this.network;
    const to = head[this.channelOf(id)];
    if (to < this.T && (!forwards || (this.pool.records[(this.headOf(q) << packetShift) + ends] & 0xffff) === to)) return true;
    const entersRing = rings !== undefined && rings[id] >= 0 && (q >= this.Q || rings[q] !== rings[id]);
    return this.heldIn(id, t) < (entersRing ? this.capacity - 1 : this.capacity);
  }

  /** The requesters among mask `bits` that have a credit for `vc`; `firstAt` is the index of the first input. */
  thoseWithRoom(id: number, firstAt: number, bits: number, t: number): number {
    let fitting = 0;
    for (let left = bits; left !== 0; left &= left - 1) {
      const bit = left & -left;
      if (this.hasRoomFor(this.M[firstAt + 31 - Math.clz32(bit)], id, t)) fitting |= bit;
    }
    return fitting;
  }

  headOf(q: number): number {
    const { M, Q } = this;
    return q < Q ? M[this.recordOf(q) + ring + (M[this.stateAt(q)] & 0xff)] : this.injection.slots[((q - Q) << slotShift) + slotPacket];
  }

  leaveGroup(b: number): void {
    const g = this.network.group[this.channelOf(b)];
    if (g >= 0) this.groupBusy[g]--;
  }

  isExhausted(c: number): boolean {
    const g = this.network.group[c];
    return g >= 0 && this.groupBusy[g] >= this.groupRoom[g];
  }

  // New queue heads.

  /**
   * Candidate set of the head of `queue`, at node `node` with destination `toNode`: a virtual channel, or queueCount + a candidate list.
   */
  protected waysOf(q: number, n: number, to: number, state: number): number {
    const { Q, routed, mindsBubbles } = this;
    const { rings } = this.routing;
    const count = this.routing.route(n, to, state, routed);
    if (count === 1 || this.byOrder) return routed[0];
    return Q + (mindsBubbles ? this.lists.find(routed, count, q < Q ? rings![q] : -1, rings) : this.lists.find(routed, count));
  }

  /**
   * Makes the injection decision of an adaptive routing, where the packet has just left its terminal or is still undecided: minimal or
   * non-minimal.
   */
  protected decide(p: number, n: number, to: number, t: number): void {
    const { routing } = this;
    const { records } = this.pool;
    const record = p << packetShift;
    const state = records[record + stateOf];
    if (routing.adapt === undefined || !decides(routing, records[record + hops], state)) return;
    this.present = t;
    records[record + stateOf] = routing.adapt(n, to, state, this.phitsBehind);
  }

  // Store-and-forward: a packet requests only after its tail has arrived.

  /** Whether `queue`, which a packet has just left, has a packet that may request. */
  protected isHeadReady(q: number, t: number): boolean {
    return (this.M[this.stateAt(q)] & 0xff00) !== 0 && this.pool.records[(this.headOf(q) << packetShift) + ready] <= t;
  }

  /**
   * Whether the head of `queue` may request now because its tail has just arrived. False if the queue was released in this cycle, since the
   * head is then found there.
   */
  protected hasJustComeIn(q: number, t: number): boolean {
    const { M } = this;
    const x = this.stateAt(q);
    if ((M[x] & 0xff00) === 0 || M[x + leaving] >= t) return false;
    return this.pool.records[(this.headOf(q) << packetShift) + ready] === t;
  }

  // Priorities.

  /** Removes the inputs from terminals from a mask of inputs at node `node`, unless there are no others. */
  putTerminalsLast(bits: Int32Array, n: number): void {
    const { M, words, fromTerminalsAt } = this;
    let others = 0;
    for (let w = 0; w < words; w++) others |= bits[w] & ~M[fromTerminalsAt + n * words + w];
    if (others !== 0) for (let w = 0; w < words; w++) bits[w] &= ~M[fromTerminalsAt + n * words + w];
  }

  /**
   * Whether queue `a` has priority over queue `b`, which has a lower number: in round-robin order after the queue served last, or by age.
   */
  goesBefore(a: number, b: number, last: number): boolean {
    const { pool } = this;
    if (this.arbitration === "round-robin") return b <= last && a > last;
    return pool.records[(this.headOf(a) << packetShift) + created] < pool.records[(this.headOf(b) << packetShift) + created];
  }

  protected flushWaited(q: number): void {
    const place = this.recordOf(q) + waited;
    this.sumWaited[this.channelOf(q)] += this.M[place];
    this.M[place] = 0;
  }

  protected flushSince(id: number): void {
    const place = this.recordOf(id) + sinceInjection;
    this.sumSince[this.channelOf(id)] += this.M[place];
    this.M[place] = 0;
  }

  // Counters that the recorder reads.

  protected phitsOn(c: number): number {
    const { M, K } = this;
    let packets = 0;
    for (let id = c * K; id < (c + 1) * K; id++) packets += M[this.recordOf(id) + carried];
    return packets * this.L - Math.max(0, this.busyUntilOf(c) - this.now);
  }

  protected waitingBehind(c: number): number {
    let sum = this.sumWaited[c];
    for (let id = c * this.K; id < (c + 1) * this.K; id++) sum += this.M[this.recordOf(id) + waited];
    return sum;
  }

  protected sinceInjectionOn(c: number): number {
    let sum = this.sumSince[c];
    for (let id = c * this.K; id < (c + 1) * this.K; id++) sum += this.M[this.recordOf(id) + sinceInjection];
    return sum;
  }

  protected queuedBehind(c: number): number {
    let sum = 0;
    for (let id = c * this.K; id < (c + 1) * this.K; id++) sum += this.heldIn(id, this.now - 1);
    return sum;
  }
}
