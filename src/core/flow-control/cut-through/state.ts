// hot: no allocation, no for-of, no destructuring inside what the engine calls.
/** State of the engine for any network, its memory layout, and access to it. */
import { nextPowerOfTwo } from "../../base/arrays.ts";
import { streamKey } from "../../base/random.ts";
import type { Plan } from "../../plan/plan.ts";
import { type CompiledRouting, isDecisionDue } from "../../plan/routing.ts";
import type { AllocationLayout } from "./allocation.ts";
import { GrantLog } from "./grant-log.ts";
import { layOutInputs } from "./inputs.ts";
import { type CutThroughRules, selections } from "./rules.ts";
import { slotPacket, slotShift } from "../injection.ts";
import { PacketClock } from "../packet-clock.ts";
import { packetCreated, packetEnds, packetHops, packetShift, packetReady, packetRoutingState } from "../packet-pool.ts";
import { CandidateLists } from "./candidate-lists.ts";
import {
  queueInput,
  channelFirstVc,
  vcBusyUntil,
  packetsCarried,
  arrivalEnd,
  tailNodeInputs,
  departureEnd,
  logEntryShift,
  queueRing,
  injectionDelaySum,
  vcStateWords,
  queueWaitedCycles,
} from "./records/queue.ts";

export abstract class CutThroughState extends PacketClock {
  readonly grantLog = new GrantLog(1 << logEntryShift);
  /** Sum of all prefetched words. Without this use, compilers would remove the reads. */
  protected prefetchSum = 0;
  readonly routing: CompiledRouting;
  readonly lists: CandidateLists;
  /** Virtual channels per channel; queues behind channels; packets per queue. */
  readonly vcs: number;
  readonly queueCount: number;
  readonly queueCapacity: number;
  readonly ringMask: number;
  readonly inputBits: number;
  readonly candidateBits: number;
  /** A bit that marks a candidate whose channel is busy or that has no credit, above the bits of any fullness in phits. */
  readonly fullBit: number;
  readonly wheelMask: number;

  // Rules, as in {@link selections}.
  readonly isFreeOnly: boolean;
  protected readonly isSticky: boolean;
  protected readonly isByOrder: boolean;
  /** Whether the phits of all queues of a channel count together. With one queue per channel the comparison by queue does the same. */
  readonly isByChannel: boolean;
  readonly hasRandomTies: boolean;
  readonly isNetworkFirst: boolean;
  protected readonly isStoreAndForward: boolean;
  readonly arbitration: CutThroughRules["arbitration"];
  readonly selectionKey: number;
  readonly arbitrationKey: number;
  protected readonly hasRoutingState: boolean;
  readonly hasSharedCapacities = this.network.groupCapacity.length > 0;
  /** Whether only free channels, credits and chance decide a grant, and the inputs of each node fit into one word. */
  protected readonly hasSimpleArbitration: boolean;
  /** Whether all heads of a candidate list request the same virtual channel, independent of their queue. */
  readonly hasUniformLists: boolean;
  /** Whether lists depend on the ring of the requesting queue, because the last credit of a ring is reserved for packets of that ring. */
  protected readonly hasListsPerRing: boolean;

  // One array for all words, and the start of its sections. States of the virtual channels come first.
  readonly memory: Int32Array;
  readonly stateStride: number;
  /** Records of the virtual channels, `stride` words each. */
  readonly vcRecordsAt: number;
  readonly stride: number;
  /** By cycle of the wheel: the end of its grants in the log; and the first candidate list that is due in it. */
  protected readonly logEndAt: number;
  readonly listWheelAt: number;
  /** Queues with new heads; their nodes and inputs, packed; their candidate sets. */
  readonly newHeadsAt: number;
  readonly newHeadInputsAt: number;
  readonly newHeadCandidatesAt: number;
  /** Start of each node's inputs; the queue of each input; and [nodes × words] masks of the inputs from terminals. */
  readonly firstInputAt: number;
  readonly inputsAt: number;
  protected readonly terminalInputsAt: number;
  /** [nodes × terminals] Cached candidate set + 1 of packets in routing state 0, 0 where none is cached; only for small networks. */
  protected readonly routeCache: Uint16Array;
  protected readonly hasRouteCache: boolean;
  /** The cycle for which `phitsBehind` counts phits. */
  observedCycle = 0;
  protected readonly routeBuffer: Int32Array;
  readonly eligible: Int32Array;
  protected readonly injectionDelaySums = new Float64Array(this.network.head.length);
  protected readonly waitedSums = new Float64Array(this.network.head.length);

  // Fields for nodes with many inputs, for arbitration rules other than random, and for shared capacities.
  /** 32-bit words for the inputs of the largest node. With more than one word, requests are kept in separate arrays. */
  readonly inputWords: number;
  readonly lastServed: Int32Array;
  /** Shared capacities: channels in use, and the maximum. */
  readonly groupBusy = new Int32Array(this.network.groupCapacity.length);
  readonly groupLimit = Int32Array.from(this.network.groupCapacity, Math.floor);

  /** Start of the words of the allocation. */
  readonly allocationAt: number;

  constructor(rules: CutThroughRules, plan: Plan, layout: AllocationLayout) {
    super(rules.injectionSlots, plan);
    const { network, routing } = plan;
    const { head, firstOut, forwards } = network;
    const { isStateInRecord } = layout;
    // | 0 tells the compiler that these numbers are integers: results of powers and divisions may be kept as floats.
    const vcs = routing.vcClasses | 0;
    const terminalCount = network.terminals | 0;
    const channelCount = head.length;
    const queueCount = channelCount * vcs;
    const nodeCount = firstOut.length - 1;
    const packetPhits = plan.packetPhits | 0;
    const slots = rules.injectionSlots | 0;
    const { freeOnly, keeps, by } = selections[rules.selection];
    this.routing = routing;
    [this.vcs, this.queueCount] = [vcs, queueCount];
    this.isFreeOnly = freeOnly;
    this.isSticky = keeps;
    this.isByOrder = by === "order";
    this.isByChannel = by === "channel" && vcs > 1;
    this.hasRandomTies = rules.ties === "random" || by === "chance";
    this.isNetworkFirst = rules.priority === "network-first";
    this.isStoreAndForward = rules.storeAndForward;
    this.arbitration = rules.arbitration;
    this.selectionKey = streamKey(plan.seed, "selection");
    this.arbitrationKey = streamKey(plan.seed, "arbitration");
    this.hasRoutingState = routing.initialState !== undefined || routing.nextState !== undefined || routing.injectionDecision !== undefined;
    this.queueCapacity = rules.queue | 0;
    const ringSize = nextPowerOfTwo(this.queueCapacity);
    this.ringMask = ringSize - 1;
    this.stride = isStateInRecord ? (vcStateWords + queueRing + ringSize + 3) & ~3 : queueRing + ringSize;
    this.stateStride = isStateInRecord ? this.stride : vcStateWords;
    this.candidateBits = 32 - Math.clz32(routing.maxCandidates);
    const wheelSlots = nextPowerOfTwo(packetPhits + 2);
    this.wheelMask = wheelSlots - 1;

    // Inputs of each node, in the order of queue numbers.
    const {
      firstInput,
      inputs,
      inputBits,
      words: inputWords,
      packedInputs,
      fromTerminals,
    } = layOutInputs(network, vcs, this.injection.slots);
    this.inputBits = inputBits;
    this.inputWords = inputWords;
    this.hasSimpleArbitration = inputWords === 1 && !forwards && !this.hasSharedCapacities && rules.arbitration === "random";
    this.fullBit = nextPowerOfTwo((this.queueCapacity + 1) * packetPhits);
    // Fullness and position in a list have to fit into one number.
    const fits = this.fullBit * 2 ** (this.candidateBits + 1) <= 2 ** 30;
    this.hasUniformLists = fits && !this.isByChannel && !this.hasRandomTies && !forwards && !this.hasSharedCapacities;
    this.hasListsPerRing = routing.rings !== undefined && freeOnly && this.hasUniformLists && rules.selection !== "shared";
    this.hasRouteCache = !this.hasListsPerRing && nodeCount * terminalCount <= 2 ** 16;

    const queuesAndSlots = queueCount + slots * terminalCount;
    let memoryWords = queuesAndSlots * this.stateStride;
    const allot = (length: number) => {
      const start = memoryWords;
      // Sections begin at a cache line.
      memoryWords += (length + 15) & ~15;
      return start;
    };
    this.vcRecordsAt = isStateInRecord ? vcStateWords : allot(queuesAndSlots * this.stride);
    this.logEndAt = allot(wheelSlots);
    this.listWheelAt = allot(wheelSlots);
    this.newHeadsAt = allot(2 * queueCount + slots * terminalCount);
    this.newHeadInputsAt = allot(2 * queueCount + slots * terminalCount);
    this.newHeadCandidatesAt = allot(2 * queueCount + slots * terminalCount);
    this.firstInputAt = allot(nodeCount + 1);
    this.inputsAt = allot(firstInput[nodeCount]);
    this.terminalInputsAt = allot(this.isNetworkFirst ? nodeCount * inputWords : 0);
    this.allocationAt = allot(layout.wordCount(inputWords));
    const memory = (this.memory = new Int32Array(memoryWords));
    memory.fill(-1, this.listWheelAt, this.listWheelAt + wheelSlots);
    memory.set(firstInput, this.firstInputAt);

    this.routeCache = new Uint16Array(this.hasRouteCache ? nodeCount * terminalCount : 0);
    this.lists = new CandidateLists(vcs, inputWords, routing.maxCandidates > 1 ? nodeCount : 1);
    this.lastServed = new Int32Array(rules.arbitration === "round-robin" ? channelCount : 0).fill(-1);
    this.routeBuffer = new Int32Array(routing.maxCandidates);
    this.eligible = new Int32Array(routing.maxCandidates);

    memory.set(inputs, this.inputsAt);
    if (this.isNetworkFirst) memory.set(fromTerminals, this.terminalInputsAt);
    this.writeRecords(firstInput, packedInputs);
  }

  /**
   * Writes the constant fields of the records of virtual channels and slots.
   * @param firstInput [nodes + 1] Start of each node's inputs.
   * @param packedInputs [queues + slots] Node and input of each queue and slot.
   */
  private writeRecords(firstInput: Int32Array, packedInputs: Int32Array): void {
    const { memory, vcs, queueCount, terminalCount } = this;
    const { head, tail, firstOut } = this.network;
    packedInputs.forEach((packedInput, queue) => {
      const record = this.vcRecordAt(queue);
      memory[record + queueInput] = packedInput;
      if (queue >= queueCount) {
        // The record of a slot has the fields that an allocator reads of any queue. No channel leads into a slot, and its state stays 0.
        memory[record + channelFirstVc] = firstOut[packedInput >> this.inputBits] * vcs;
        return;
      }
      const channel = this.channelOf(queue);
      memory[record + channelFirstVc] = channel * vcs;
      const inputsOfTail = this.inputsAt + firstInput[tail[channel]];
      memory[record + tailNodeInputs] = head[channel] < terminalCount ? ~inputsOfTail : inputsOfTail;
    });
  }

  // Queues and channels in the current state.

  vcStateAt(vc: number): number {
    return vc * this.stateStride;
  }

  vcRecordAt(vc: number): number {
    return this.vcRecordsAt + vc * this.stride;
  }

  channelOf(vc: number): number {
    return (vc / this.vcs) | 0;
  }

  /** Slots of the queue behind `vc` that are taken in cycle `cycle`, including that of a leaving packet. */
  occupancyOf(vc: number, cycle: number): number {
    const { memory } = this;
    const stateIndex = this.vcStateAt(vc);
    return ((memory[stateIndex] >> 8) & 0xff) + (memory[stateIndex + departureEnd] > cycle ? 1 : 0);
  }

  /** Phits in the queue behind `vc` at the beginning of cycle `cycle`. */
  phitsQueued(vc: number, cycle: number): number {
    const { memory, packetPhits } = this;
    const stateIndex = this.vcStateAt(vc);
    return (
      ((memory[stateIndex] >> 8) & 0xff) * packetPhits +
      Math.max(0, memory[stateIndex + departureEnd] - cycle) -
      Math.max(0, memory[stateIndex + arrivalEnd] - cycle)
    );
  }

  /** Phits in all queues behind a channel in cycle `observedCycle`; adaptive routings read it. */
  readonly phitsBehind = (channel: number): number => {
    const { vcs, memory, packetPhits, observedCycle, stateStride } = this;
    const first = Math.imul(channel * vcs, stateStride);
    let packets = 0;
    let phits = 0;
    for (let stateIndex = first, end = first + Math.imul(vcs, stateStride); stateIndex < end; stateIndex += stateStride) {
      packets += (memory[stateIndex] >> 8) & 0xff;
      const departingPhits = memory[stateIndex + departureEnd] - observedCycle;
      const arrivingPhits = memory[stateIndex + arrivalEnd] - observedCycle;
      if (departingPhits > 0) phits += departingPhits;
      if (arrivingPhits > 0) phits -= arrivingPhits;
    }
    return packets * packetPhits + phits;
  };

  /** Cycle from which a channel is free. */
  channelBusyUntil(channel: number): number {
    let until = 0;
    for (let vc = channel * this.vcs; vc < (channel + 1) * this.vcs; vc++)
      until = Math.max(until, this.memory[this.vcStateAt(vc) + vcBusyUntil]);
    return until;
  }

  /**
   * Whether the queue behind `vc` has a credit for the head of `queue`. A packet that enters a ring needs two free slots; a packet that is
   * consumed needs none.
   */
  hasCreditFor(queue: number, vc: number, cycle: number): boolean {
    const { rings } = this.routing;
    const { forwards, head } = this.network;
    const toNode = head[this.channelOf(vc)];
    if (
      toNode < this.terminalCount &&
      (!forwards || (this.pool.records[(this.headPacketOf(queue) << packetShift) + packetEnds] & 0xffff) === toNode)
    )
      return true;
    const isEnteringRing = rings !== undefined && rings[vc] >= 0 && (queue >= this.queueCount || rings[queue] !== rings[vc]);
    return this.occupancyOf(vc, cycle) < (isEnteringRing ? this.queueCapacity - 1 : this.queueCapacity);
  }

  /** The requesters among mask `bits` that have a credit for `vc`; `firstAt` is the index of the first input. */
  requestersWithCredit(vc: number, firstAt: number, bits: number, cycle: number): number {
    let withCredit = 0;
    for (let remaining = bits; remaining !== 0; remaining &= remaining - 1) {
      const bit = remaining & -remaining;
      if (this.hasCreditFor(this.memory[firstAt + 31 - Math.clz32(bit)], vc, cycle)) withCredit |= bit;
    }
    return withCredit;
  }

  headPacketOf(queue: number): number {
    const { memory, queueCount } = this;
    return queue < queueCount
      ? memory[this.vcRecordAt(queue) + queueRing + (memory[this.vcStateAt(queue)] & 0xff)]
      : this.injection.slots[((queue - queueCount) << slotShift) + slotPacket];
  }

  releaseGroupCapacity(vc: number): void {
    const groupIndex = this.network.group[this.channelOf(vc)];
    if (groupIndex >= 0) this.groupBusy[groupIndex]--;
  }

  isGroupExhausted(channel: number): boolean {
    const groupIndex = this.network.group[channel];
    return groupIndex >= 0 && this.groupBusy[groupIndex] >= this.groupLimit[groupIndex];
  }

  // New queue heads.

  /**
   * Candidate set of the head of `queue`, at node `node` with destination `toNode`: a virtual channel, or queueCount + a candidate list.
   */
  protected candidatesOf(queue: number, node: number, toNode: number, state: number): number {
    const { queueCount, routeBuffer, hasListsPerRing } = this;
    const { rings } = this.routing;
    const count = this.routing.route(node, toNode, state, routeBuffer);
    if (count === 1 || this.isByOrder) return routeBuffer[0];
    return (
      queueCount +
      (hasListsPerRing
        ? this.lists.findOrAdd(routeBuffer, count, queue < queueCount ? rings![queue] : -1, rings)
        : this.lists.findOrAdd(routeBuffer, count))
    );
  }

  /**
   * Makes the injection decision of an adaptive routing, where the packet has just left its terminal or is still undecided: minimal or
   * non-minimal.
   */
  protected makeInjectionDecision(packetId: number, node: number, toNode: number, cycle: number): void {
    const { routing } = this;
    const { records } = this.pool;
    const record = packetId << packetShift;
    const state = records[record + packetRoutingState];
    if (routing.injectionDecision === undefined || !isDecisionDue(routing, records[record + packetHops], state)) return;
    this.observedCycle = cycle;
    records[record + packetRoutingState] = routing.injectionDecision(node, toNode, state, this.phitsBehind);
  }

  // Store-and-forward: a packet requests only after its tail has arrived.

  /** Whether `queue`, which a packet has just left, has a packet that may request. */
  protected isHeadReady(queue: number, cycle: number): boolean {
    return (
      (this.memory[this.vcStateAt(queue)] & 0xff00) !== 0 &&
      this.pool.records[(this.headPacketOf(queue) << packetShift) + packetReady] <= cycle
    );
  }

  /**
   * Whether the head of `queue` may request now because its tail has just arrived. False if the packet before it left in this cycle: the
   * head is then found by `isHeadReady`.
   */
  protected hasTailJustArrived(queue: number, cycle: number): boolean {
    const { memory } = this;
    const stateIndex = this.vcStateAt(queue);
    if ((memory[stateIndex] & 0xff00) === 0 || memory[stateIndex + departureEnd] >= cycle) return false;
    return this.pool.records[(this.headPacketOf(queue) << packetShift) + packetReady] === cycle;
  }

  // Priorities.

  /** Removes the inputs from terminals from a mask of inputs at node `node`, unless there are no others. */
  prioritizeNetwork(bits: Int32Array, node: number): void {
    const { memory, inputWords, terminalInputsAt } = this;
    let networkBits = 0;
    for (let word = 0; word < inputWords; word++) networkBits |= bits[word] & ~memory[terminalInputsAt + node * inputWords + word];
    if (networkBits !== 0) for (let word = 0; word < inputWords; word++) bits[word] &= ~memory[terminalInputsAt + node * inputWords + word];
  }

  /**
   * Whether queue `a` has priority over queue `b`, which has a lower number: in round-robin order after the queue served last, or by age.
   */
  hasPriorityOver(a: number, b: number, lastQueue: number): boolean {
    const { pool } = this;
    if (this.arbitration === "round-robin") return b <= lastQueue && a > lastQueue;
    return (
      pool.records[(this.headPacketOf(a) << packetShift) + packetCreated] <
      pool.records[(this.headPacketOf(b) << packetShift) + packetCreated]
    );
  }

  protected flushWaited(queue: number): void {
    const sumAt = this.vcRecordAt(queue) + queueWaitedCycles;
    this.waitedSums[this.channelOf(queue)] += this.memory[sumAt];
    this.memory[sumAt] = 0;
  }

  protected flushInjectionDelay(vc: number): void {
    const sumAt = this.vcRecordAt(vc) + injectionDelaySum;
    this.injectionDelaySums[this.channelOf(vc)] += this.memory[sumAt];
    this.memory[sumAt] = 0;
  }

  // Counters that the recorder reads.

  protected phitsOn(channel: number): number {
    const { memory, vcs } = this;
    let packets = 0;
    for (let vc = channel * vcs; vc < (channel + 1) * vcs; vc++) packets += memory[this.vcRecordAt(vc) + packetsCarried];
    return packets * this.packetPhits - Math.max(0, this.channelBusyUntil(channel) - this.now);
  }

  protected waitingBehind(channel: number): number {
    let sum = this.waitedSums[channel];
    for (let vc = channel * this.vcs; vc < (channel + 1) * this.vcs; vc++) sum += this.memory[this.vcRecordAt(vc) + queueWaitedCycles];
    return sum;
  }

  protected sinceInjectionOn(channel: number): number {
    let sum = this.injectionDelaySums[channel];
    for (let vc = channel * this.vcs; vc < (channel + 1) * this.vcs; vc++) sum += this.memory[this.vcRecordAt(vc) + injectionDelaySum];
    return sum;
  }

  protected packetsBehind(vc: number): number {
    return this.occupancyOf(vc, this.now - 1);
  }
}
