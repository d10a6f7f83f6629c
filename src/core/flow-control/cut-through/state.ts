// hot: no allocation, no for-of, no destructuring inside what the engine calls.
/** What the engine keeps of a network under way, where it lies, and how it is read. */
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
  /** The sum of all that was read ahead: compilers leave out what goes nowhere. */
  protected readAhead = 0;
  readonly routing: CompiledRouting;
  readonly lists: RequestLists;
  /** Classes of virtual channels, queues behind channels, packets of a queue. */
  readonly K: number;
  readonly Q: number;
  readonly capacity: number;
  readonly ringMask: number;
  readonly inputBits: number;
  readonly candidateBits: number;
  /** A bit that says that a queue has no room, above those of any fullness in phits. */
  readonly tooFull: number;
  readonly wheelMask: number;

  // Rules.
  readonly freeOnly: boolean;
  protected readonly keeps: boolean;
  protected readonly byOrder: boolean;
  /** Whether all queues of a channel count together; where each has only one, they do in any case. */
  readonly byChannel: boolean;
  readonly tiesAtRandom: boolean;
  readonly networkFirst: boolean;
  protected readonly storeAndForward: boolean;
  readonly arbitration: CutThroughRules["arbitration"];
  readonly selectionKey: number;
  readonly arbitrationKey: number;
  protected readonly hasState: boolean;
  readonly hasGroups = this.network.groupCapacity.length > 0;
  /** Whether nothing but free channels, room and chance decides a grant, and all inputs of a node are bits of one number. */
  protected readonly isPlain: boolean;
  /** Whether all heads of a list request the same, whichever queue they stand in. */
  readonly asksTogether: boolean;
  /** Whether they do so in rings with bubbles because those of a ring ask by other lists than those who would enter it. */
  protected readonly mindsBubbles: boolean;

  // One array of numbers, and where its parts begin. States of the virtual channels come first.
  readonly M: Int32Array;
  readonly stateStride: number;
  /** Records of the virtual channels, `stride` numbers each. */
  readonly vcsAt: number;
  readonly stride: number;
  /** For each cycle of the wheel, where its grants end in the log, and the first list to be looked at in it. */
  protected readonly endAt: number;
  readonly wheelAt: number;
  /** Queues whose heads begin to request in this cycle; their nodes and inputs; and their candidates. */
  readonly newAt: number;
  readonly fromAt: number;
  readonly candidatesAt: number;
  /** Where the inputs of each node begin among those of all; the queues that they are; and [nodes × words] bits of those from terminals. */
  readonly firstInputAt: number;
  readonly inputsAt: number;
  protected readonly fromTerminalsAt: number;
  /** [nodes × T] Candidates of packets in state 0 at a node towards a terminal + 1, 0 where none has been there yet; of small networks. */
  protected readonly ways: Uint16Array;
  protected readonly hasWays: boolean;
  /** The cycle that `phitsBehind` speaks of. */
  present = 0;
  protected readonly routed: Int32Array;
  readonly eligible: Int32Array;
  protected readonly sumSince = new Float64Array(this.network.head.length);
  protected readonly sumWaited = new Float64Array(this.network.head.length);

  // For networks and rules that are not plain.
  /** Numbers of 32 bits that hold the inputs of the node with most of them; beyond one, requests stand in arrays of their own. */
  readonly words: number;
  readonly lastServed: Int32Array;
  /** Shared capacities: channels in use, and how many may be. */
  readonly groupBusy = new Int32Array(this.network.groupCapacity.length);
  readonly groupRoom = Int32Array.from(this.network.groupCapacity, Math.floor);

  /** Where the numbers of the allocation begin. */
  readonly ownAt: number;

  constructor(rules: CutThroughRules, plan: Plan, layout: AllocationLayout) {
    super(rules.injectionSlots, plan);
    const { network, routing } = plan;
    const { head, firstOut, forwards } = network;
    const { isTogether } = layout;
    // Whole numbers that were worked out with powers or divisions may be kept as fractions: | 0 makes them whole for the compiler.
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
    // Fullness and a place in a list have to fit into one number.
    const fits = this.tooFull * 2 ** (this.candidateBits + 1) <= 2 ** 30;
    this.asksTogether = fits && !this.byChannel && !this.tiesAtRandom && !forwards && !this.hasGroups;
    this.mindsBubbles = routing.rings !== undefined && freeOnly && this.asksTogether && rules.selection !== "shared";
    this.hasWays = !this.mindsBubbles && N * T <= 2 ** 16;

    const queues = Q + slots * T;
    let numbers = queues * this.stateStride;
    const part = (length: number) => {
      const start = numbers;
      // Parts begin with a line of memory.
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
   * @param firstInput [nodes + 1] where the inputs of each node begin
   * @param placeOf [Q + slots] node and input of each queue and slot
   */
  private writeRecords(firstInput: Int32Array, placeOf: Int32Array): void {
    const { M, K, Q, T } = this;
    const { head, tail, firstOut } = this.network;
    placeOf.forEach((place, q) => {
      const record = this.recordOf(q);
      M[record + at] = place;
      if (q >= Q) {
        // The record of a slot has what an allocator asks of any queue; nothing leads into it, and its state stays 0.
        M[record + base] = firstOut[place >> this.inputBits] * K;
        return;
      }
      const c = this.channelOf(q);
      M[record + base] = c * K;
      const inputsOfTail = this.inputsAt + firstInput[tail[c]];
      M[record + from] = head[c] < T ? ~inputsOfTail : inputsOfTail;
    });
  }

  // Queues and channels as they stand.

  stateAt(id: number): number {
    return id * this.stateStride;
  }

  recordOf(id: number): number {
    return this.vcsAt + id * this.stride;
  }

  channelOf(id: number): number {
    return (id / this.K) | 0;
  }

  /** Packets that hold a place in queue `id` in cycle `t`. */
  heldIn(id: number, t: number): number {
    const { M } = this;
    const x = this.stateAt(id);
    return ((M[x] >> 8) & 0xff) + (M[x + leaving] > t ? 1 : 0);
  }

  /** Phits that stand in the queue behind `id` at the beginning of cycle `t`. */
  fullnessOf(id: number, t: number): number {
    const { M, L } = this;
    const x = this.stateAt(id);
    return ((M[x] >> 8) & 0xff) * L + Math.max(0, M[x + leaving] - t) - Math.max(0, M[x + entering] - t);
  }

  /** Phits that stand in all queues behind a channel in the present cycle: what adaptive routings ask. */
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

  /** Cycle from which channel `c` is free again. */
  busyUntilOf(c: number): number {
    let until = 0;
    for (let id = c * this.K; id < (c + 1) * this.K; id++) until = Math.max(until, this.M[this.stateAt(id) + busyUntil]);
    return until;
  }

  /** Whether the queue behind `id` has room for the head of queue `q`. */
  hasRoomFor(q: number, id: number, t: number): boolean {
    const { rings } = this.routing;
    const { forwards, head } = this.network;
    const to = head[this.channelOf(id)];
    if (to < this.T && (!forwards || (this.pool.records[(this.headOf(q) << packetShift) + ends] & 0xffff) === to)) return true;
    const entersRing = rings !== undefined && rings[id] >= 0 && (q >= this.Q || rings[q] !== rings[id]);
    return this.heldIn(id, t) < (entersRing ? this.capacity - 1 : this.capacity);
  }

  /** Of requests `bits` of the inputs that begin at `firstAt`, those that the queue behind `id` has room for. */
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

  // Heads that begin to request.

  /** What the head of queue `q`, at node `n` on the way to `to`, requests: a virtual channel, or Q + a list of them. */
  protected waysOf(q: number, n: number, to: number, state: number): number {
    const { Q, routed, mindsBubbles } = this;
    const { rings } = this.routing;
    const count = this.routing.route(n, to, state, routed);
    if (count === 1 || this.byOrder) return routed[0];
    return Q + (mindsBubbles ? this.lists.find(routed, count, q < Q ? rings![q] : -1, rings) : this.lists.find(routed, count));
  }

  /** A packet that has just left its terminal, or is undecided, may choose a detour. */
  protected decide(p: number, n: number, to: number, t: number): void {
    const { routing } = this;
    const { records } = this.pool;
    const record = p << packetShift;
    const state = records[record + stateOf];
    if (routing.adapt === undefined || !decides(routing, records[record + hops], state)) return;
    this.present = t;
    records[record + stateOf] = routing.adapt(n, to, state, this.phitsBehind);
  }

  // Store-and-forward: a packet asks only when its tail is in.

  /** Whether queue `q`, which a packet has just left, has another one that may ask. */
  protected isHeadReady(q: number, t: number): boolean {
    return (this.M[this.stateAt(q)] & 0xff00) !== 0 && this.pool.records[(this.headOf(q) << packetShift) + ready] <= t;
  }

  /** Whether the packet whose tail has just come into queue `q` may ask, and has not been found ready for another reason. */
  protected hasJustComeIn(q: number, t: number): boolean {
    const { M } = this;
    const x = this.stateAt(q);
    if ((M[x] & 0xff00) === 0 || M[x + leaving] >= t) return false;
    return this.pool.records[(this.headOf(q) << packetShift) + ready] === t;
  }

  // Who goes first.

  /** Of queue heads at node `n`, those from terminals count only where there are no others. */
  putTerminalsLast(bits: Int32Array, n: number): void {
    const { M, words, fromTerminalsAt } = this;
    let others = 0;
    for (let w = 0; w < words; w++) others |= bits[w] & ~M[fromTerminalsAt + n * words + w];
    if (others !== 0) for (let w = 0; w < words; w++) bits[w] &= ~M[fromTerminalsAt + n * words + w];
  }

  /** Whether queue `a` goes before queue `b`, of a lower number, in turn after the one served last, or by age. */
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

  // What the recorder asks.

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
