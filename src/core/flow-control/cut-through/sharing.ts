// hot: no allocation, no for-of, no destructuring inside `allocate` and what it calls.
/**
 * Allocation by a maximal matching: the selection *shared*, on any network. The loop of `cycle.ts` matches allocators whose inputs and
 * outputs fit into one word each. This file lays the allocators out, and has the matching for larger allocators and for all other rules.
 */
import { bitCount, nthBit } from "../../base/bits.ts";
import { uniformBelow, mix } from "../../base/random.ts";
import type { Plan } from "../../plan/plan.ts";
import type { Allocation } from "./allocation.ts";
import {
  vcAllocator,
  type Allocators,
  creditMask,
  allocatorDrawKey,
  escapeMask,
  allocatorFirstChannels,
  allocatorFirstInput,
  allocatorFirstVc,
  freeMask,
  allocatorHeaderWords,
  allocatorIsDue,
  lastCreditMask,
  cacheLineShift,
  listAllocator,
  maskShift,
  maxChannelsPerAllocator,
  allocatorNode,
  inputQueues,
  headRequest,
  requestMask,
  outputRequesters,
} from "./allocators.ts";
import { prefetchBatch, CutThrough, sortThreshold } from "./cycle.ts";
import { countInputs } from "./inputs.ts";
import type { CutThroughRules } from "./rules.ts";
import { queueInput, logEntryShift } from "./records/queue.ts";
import { packetRequest, packetShift } from "../packet-pool.ts";
import { listShift, listSize, listStart } from "./candidate-lists.ts";

/**
 * Creates the engine with the selection *shared*, in which an allocator matches the requests of a node with its free outputs. Computes how
 * many 32-bit words the allocators need in the engine's memory, and where their sections begin. Allocators are plain if only free channels,
 * credits and chance decide; plain allocators are narrow if inputs and outputs of each node fit into one word of bits.
 */
export function startSharing(rules: CutThroughRules, plan: Plan): CutThrough {
  const { network, routing } = plan;
  const vcs = routing.vcClasses | 0;
  const queueCount = network.head.length * vcs;
  // Size of the records.
  const firstOfAllocators = allocatorFirstChannels(plan);
  const allocatorCount = (firstOfAllocators.length - 1) | 0;
  const maxOutputs = maxChannelsPerAllocator(firstOfAllocators) * vcs;
  const outputWords = Math.ceil(maxOutputs / 32) | 0;
  const { maxInputs } = countInputs(network, vcs, rules.injectionSlots);
  const isPlain = rules.arbitration === "random" && !network.forwards && network.groupCapacity.length === 0;
  const isNarrow = isPlain && maxOutputs <= 32 && maxInputs <= 32;
  // Sections begin at a cache line of 16 words.
  const roundToCacheLine = (numbers: number) => (numbers + 15) & ~15;
  const stride =
    roundToCacheLine(
      allocatorHeaderWords + (isNarrow ? outputRequesters + 2 * Math.max(maxOutputs, maxInputs) : outputWords << maskShift),
    ) | 0;
  const requestWords = (words: number) => (isNarrow ? 0 : roundToCacheLine(queueCount * words));
  const ringInputWords = routing.rings === undefined || !isNarrow ? 0 : roundToCacheLine(queueCount);
  const dueWords = 4 * roundToCacheLine(queueCount + rules.injectionSlots * network.terminals) + allocatorCount;
  // The engine asks for the number of words, allots them, and then creates the allocation.
  return new CutThrough(rules, plan, {
    isStateInRecord: true,
    wordCount: (words) => allocatorCount * stride + requestWords(words) + ringInputWords + dueWords,
    start(engine) {
      const requestsAt = engine.allocationAt + allocatorCount * stride;
      const ringInputsAt = requestsAt + requestWords(engine.inputWords);
      const allocators = {
        isNarrow,
        stride,
        isByNode: routing.parallelOutputs === undefined,
        requestsAt,
        ringInputsAt,
        dueAllocatorsAt: ringInputsAt + ringInputWords,
        firstOutputOfChannel: Int32Array.from({ length: 32 * outputWords }, (_, output) => output - (output % vcs)),
        dueCacheLines: new Int32Array(((allocatorCount * stride) >> (cacheLineShift + 5)) + 1),
      };
      return new Sharing(engine, allocators, outputWords, isPlain && routing.rings === undefined, firstOfAllocators);
    },
  });
}

class Sharing implements Allocation {
  readonly arbiters = null;
  /** The virtual channel that {@link grantSimple} has granted. */
  private grantedVc = 0;
  private readonly eligibleInputs: Int32Array;
  /** [groups] Allocators that have channels of each shared capacity. */
  private readonly groupAllocators: readonly Int32Array[];

  /**
   * @param outputWords 32-bit words for the outputs of the largest allocator.
   * @param isSimple Whether only free channels, credits and chance decide and there are no rings, though inputs or outputs take several
   * words.
   * @param firstOfAllocators [allocators + 1] The first channel of each allocator.
   */
  constructor(
    private readonly engine: CutThrough,
    readonly allocators: Allocators,
    private readonly outputWords: number,
    private readonly isSimple: boolean,
    firstOfAllocators: readonly number[],
  ) {
    this.eligibleInputs = new Int32Array(engine.inputWords);
    this.groupAllocators = this.writeAllocators(firstOfAllocators);
  }

  /**
   * Writes the constant fields of the records of all allocators: first virtual channel, node, key of random draws, and masks of outputs
   * that are free and have credits. An allocator matches the requests of a node, or of a group of parallel outputs.
   * @param firstOfAllocators [allocators + 1] First channel of each allocator; last, the number of channels.
   * @returns [groups] For each group of channels with a shared capacity, the records of the allocators that have channels of it.
   */
  private writeAllocators(firstOfAllocators: readonly number[]): readonly Int32Array[] {
    const { engine } = this;
    const { memory, vcs, queueCapacity, network, routing } = engine;
    const { isNarrow, stride, isByNode, ringInputsAt } = this.allocators;
    const allocatorsOfGroup = Array.from(engine.groupLimit, () => new Set<number>());
    for (let i = 0; i < firstOfAllocators.length - 1; i++) {
      const allocator = engine.allocationAt + i * stride + allocatorHeaderWords;
      const node = isByNode ? i : network.tail[firstOfAllocators[i]];
      const inputs = memory[engine.firstInputAt + node];
      memory[allocator + allocatorFirstVc] = firstOfAllocators[i] * vcs;
      memory[allocator + allocatorNode] = node;
      memory[allocator + allocatorDrawKey] = isByNode ? i : firstOfAllocators[i];
      if (!isNarrow) memory[allocator + allocatorFirstInput] = inputs;
      else
        for (let i = inputs; i < memory[engine.firstInputAt + node + 1]; i++)
          memory[allocator + inputQueues + 2 * (i - inputs)] = memory[engine.inputsAt + i];
      for (let vc = firstOfAllocators[i] * vcs; vc < firstOfAllocators[i + 1] * vcs; vc++) {
        const output = vc - firstOfAllocators[i] * vcs;
        const maskIndex = allocator + ((output >> 5) << maskShift);
        memory[engine.vcRecordAt(vc) + vcAllocator] = allocator;
        memory[maskIndex + freeMask] |= 1 << output;
        memory[maskIndex + creditMask] |= 1 << output;
        if (queueCapacity === 1) memory[maskIndex + lastCreditMask] |= 1 << output;
        if (routing.isEscape?.[vc] === 1) memory[maskIndex + escapeMask] |= 1 << output;
        if (isNarrow && routing.rings !== undefined) memory[ringInputsAt + vc] = this.ringInputsOf(vc, node);
        const group = network.group[engine.channelOf(vc)];
        if (group >= 0) allocatorsOfGroup[group].add(allocator);
      }
    }
    return allocatorsOfGroup.map((member) => Int32Array.from(member));
  }

  /** Mask of the inputs of node `node` that are in the same ring as virtual channel `vc`; all inputs where it is in no ring. */
  private ringInputsOf(vc: number, node: number): number {
    const { engine } = this;
    const { memory, queueCount } = engine;
    const { rings } = engine.routing;
    if (rings === undefined || rings[vc] < 0) return -1;
    let bits = 0;
    const first = memory[engine.firstInputAt + node];
    for (let i = first; i < memory[engine.firstInputAt + node + 1]; i++) {
      const queue = memory[engine.inputsAt + i];
      if (queue < queueCount && rings[queue] === rings[vc]) bits |= 1 << (i - first);
    }
    return bits;
  }

  requestFromLists(_cycle: number, dueEnd: number): number {
    return dueEnd;
  }

  chooseOnce(_queue: number, candidateSet: number, _cycle: number): number {
    return candidateSet;
  }

  onTimeJump(): void {}

  /**
   * Allocates the outputs of one cycle in two steps: completed grants and new requests make allocators due, that is, able to grant; then
   * each due allocator grants outputs until no request can be granted. Grants are appended to the grant log.
   * @param begin First entry of the grant log that completes in this cycle.
   * @param end End of these entries; both modulo 2³².
   * @param newHeadCount Queues with a new head, which requests in this cycle.
   * @returns The end of the log afterwards.
   */
  allocate(begin: number, end: number, newHeadCount: number, cycle: number): number {
    const { engine } = this;
    const { memory, hasSharedCapacities } = engine;
    const { isSimple } = this;
    const { dueAllocatorsAt, firstOutputOfChannel } = this.allocators;
    const completed = engine.grantLog.completed | 0;
    const { grantLog } = engine;
    let log = grantLog.entries;
    let logMask = grantLog.mask | 0;
    // Find the allocators that are due.
    let dueEnd = this.endGrants(begin, end, dueAllocatorsAt) | 0;
    dueEnd = this.requestCandidates(newHeadCount, dueEnd) | 0;
    if (hasSharedCapacities) this.rotateByNode(dueEnd, cycle);
    else if (dueEnd - dueAllocatorsAt > sortThreshold) dueEnd = engine.sortDueAllocators(dueEnd) | 0;

    // Due allocators grant outputs until no request is open.
    let written = engine.grantLog.written | 0;
    let prefetchTo = dueEnd - dueAllocatorsAt > prefetchBatch ? dueAllocatorsAt : dueEnd;
    for (let i = dueAllocatorsAt; i < dueEnd; i++) {
      if (i === prefetchTo) prefetchTo = engine.prefetchDue(i, dueEnd) | 0;
      const allocator = memory[i];
      memory[allocator + allocatorIsDue] = 0;
      for (let grantIndex = 0; ; grantIndex++) {
        const queue = (isSimple ? this.grantSimple(allocator, grantIndex, cycle) : this.grantByRule(allocator, grantIndex, cycle)) | 0;
        if (queue < 0) break;
        if (((written - completed) | 0) > logMask) {
          log = engine.grantLog.grow(completed, written);
          logMask = engine.grantLog.mask;
        }
        const vc = this.grantedVc | 0;
        const firstId = memory[allocator + allocatorFirstVc];
        const entry = (written & logMask) << logEntryShift;
        written = (written + 1) | 0;
        // Queue, first virtual channel of the channel, ~vc (a packet that is consumed will replace it), allocator.
        log[entry] = queue;
        log[entry + 1] = firstId + firstOutputOfChannel[vc - firstId];
        log[entry + 2] = ~vc;
        log[entry + 3] = allocator;
      }
    }
    engine.grantLog.written = written;
    return written;
  }

  /**
   * Completes entries of the grant log: their channels are free again, and the queues that their packets have left get a credit. Allocators
   * that can therefore grant something are appended to the list of due allocators.
   * @param begin First entry that completes in this cycle.
   * @param end End of these entries; both modulo 2³².
   * @param dueEnd End of the list of due allocators in `memory`.
   * @returns The new end of that list.
   */
  private endGrants(begin: number, end: number, dueEnd: number): number {
    const { engine } = this;
    const { memory, queueCount, stateStride, queueCapacity } = engine;
    const { entries: log, mask: logMask } = engine.grantLog;
    // Freeing a slot changes the masks of credits only if the queue still has at least this many packets: it had no credit, or, with rings,
    // at most one.
    const nearlyFull = (queueCapacity - (engine.routing.rings === undefined ? 1 : 2)) | 0;
    for (let i = begin; i !== end; i = (i + 1) | 0) {
      const entry = (i & logMask) << logEntryShift;
      const queue = log[entry];
      if (queue < queueCount) {
        // Bits 8 to 15 of the state of a queue are the number of its packets.
        const queued = (memory[Math.imul(queue, stateStride)] >> 8) & 0xff;
        if (queued >= nearlyFull) {
          const allocator = engine.returnCredit(queue, queueCapacity - queued) | 0;
          if (allocator > 0) dueEnd = this.makeDue(allocator, dueEnd) | 0;
        }
      }
      dueEnd = this.freeChannel(log[entry + 1], log[entry + 3], dueEnd) | 0;
    }
    return dueEnd;
  }

  /**
   * Lets every new queue head request all its candidates from the allocator of its node or of its group of parallel outputs. Allocators
   * that can grant a request are appended to the list of due allocators.
   * @param newHeadCount New heads, whose queues, inputs and candidate sets are in sections of `memory`. A candidate set is one virtual
   * channel, or queueCount + the number of a candidate list.
   * @param dueEnd End of the list of due allocators in `memory`.
   * @returns The new end of that list.
   */
  private requestCandidates(newHeadCount: number, dueEnd: number): number {
    const { engine } = this;
    const { memory, queueCount, vcRecordsAt, stride, newHeadsAt, newHeadInputsAt, newHeadCandidatesAt, inputBits, allocationAt } = engine;
    const { isByNode } = this.allocators;
    const nodeStride = this.allocators.stride;
    const inputMask = (1 << inputBits) - 1;
    const listRecords = engine.lists.records;
    let prefetchTo = newHeadCount > prefetchBatch ? 0 : newHeadCount;
    for (let i = 0; i < newHeadCount; i++) {
      if (i === prefetchTo) prefetchTo = engine.prefetchRequests(i, newHeadCount) | 0;
      const candidateSet = memory[newHeadCandidatesAt + i];
      // Node << inputBits | input.
      const packed = memory[newHeadInputsAt + i];
      const list = (candidateSet - queueCount) << listShift;
      let allocator: number;
      if (candidateSet >= queueCount) {
        if (listRecords[list + listAllocator] === 0) engine.initList(list);
        allocator = listRecords[list + listAllocator];
      } else if (isByNode) allocator = allocationAt + Math.imul(packed >> inputBits, nodeStride) + allocatorHeaderWords;
      else allocator = memory[vcRecordsAt + Math.imul(candidateSet, stride) + vcAllocator];
      // Stored as the complement of a virtual channel, or the start of a list's record.
      const request = candidateSet < queueCount ? ~candidateSet : list;
      memory[vcRecordsAt + Math.imul(memory[newHeadsAt + i], stride) + headRequest] = request;
      if (this.addRequests(allocator, request, packed & inputMask)) dueEnd = this.makeDue(allocator, dueEnd) | 0;
    }
    return dueEnd;
  }

  // Matching where inputs or outputs take several words, and only free channels, credits and chance decide.

  /** Grants an output of allocator `allocator` to a queue head drawn at random; returns its queue, or −1 if no request is open. */
  private grantSimple(allocator: number, grantIndex: number, cycle: number): number {
    const { engine } = this;
    const { memory, inputWords, eligible } = engine;
    const { outputWords, eligibleInputs } = this;
    const { requestsAt, firstOutputOfChannel } = this.allocators;
    const firstId = memory[allocator + allocatorFirstVc];
    // Collect the inputs that can be granted an output, and draw one.
    for (let word = 0; word < inputWords; word++) eligibleInputs[word] = 0;
    for (let k = 0; k < outputWords; k++) {
      const maskIndex = allocator + (k << maskShift);
      for (
        let remaining = memory[maskIndex + freeMask] & memory[maskIndex + creditMask] & memory[maskIndex + requestMask];
        remaining !== 0;
        remaining &= remaining - 1
      ) {
        const requestsIndex = requestsAt + Math.imul(firstId + (k << 5) + 31 - Math.clz32(remaining & -remaining), inputWords);
        for (let word = 0; word < inputWords; word++) eligibleInputs[word] |= memory[requestsIndex + word];
      }
    }
    if (engine.isNetworkFirst) engine.prioritizeNetwork(eligibleInputs, memory[allocator + allocatorNode]);
    let count = 0;
    for (let word = 0; word < inputWords; word++) count = (count + bitCount(eligibleInputs[word])) | 0;
    if (count === 0) return -1;
    let requestersToSkip =
      count > 1 ? uniformBelow(mix(engine.arbitrationKey + grantIndex, cycle, memory[allocator + allocatorDrawKey]), count) : 0;
    let word = 0;
    for (let onesInWord = bitCount(eligibleInputs[0]); requestersToSkip >= onesInWord; onesInWord = bitCount(eligibleInputs[word])) {
      requestersToSkip = (requestersToSkip - onesInWord) | 0;
      word = (word + 1) | 0;
    }
    const bit = nthBit(eligibleInputs[word], requestersToSkip);
    const queue = memory[engine.inputsAt + memory[allocator + allocatorFirstInput] + (word << 5) + 31 - Math.clz32(bit)];

    // Find the best open candidate of the drawn queue head, and withdraw all its requests.
    const request = memory[engine.vcRecordAt(queue) + headRequest];
    let vc = ~request;
    if (request < 0) this.removeRequest(vc, allocator, word, bit);
    else {
      const { records, members } = engine.lists;
      const { isEscape } = engine.routing;
      const start = records[request + listStart];
      const size = records[request + listSize];
      let openCount = 0;
      let hasNonEscape = false;
      for (let i = 0; i < size; i++) {
        const member = members[start + 2 * i] >> 2;
        const output = (member - firstId) | 0;
        const maskIndex = allocator + ((output >> 5) << maskShift);
        if ((memory[maskIndex + freeMask] & memory[maskIndex + creditMask] & (1 << output)) !== 0) {
          const isNotEscape = isEscape !== undefined && isEscape[member] !== 1;
          if (isNotEscape && !hasNonEscape) {
            hasNonEscape = true;
            openCount = 0;
          }
          if (isNotEscape || !hasNonEscape) eligible[openCount++] = member;
        }
        this.removeRequest(member, allocator, word, bit);
      }
      vc = openCount === 1 ? eligible[0] : engine.leastOccupied(openCount, false, queue, cycle) | 0;
    }
    const first = firstOutputOfChannel[vc - firstId];
    for (let output = first; output < first + engine.vcs; output++)
      memory[allocator + ((output >> 5) << maskShift) + freeMask] &= ~(1 << output);
    this.grantedVc = vc;
    return queue;
  }

  /** Removes the request of input bit `bit` in word `word` for virtual channel `vc` of allocator `allocator`. */
  private removeRequest(vc: number, allocator: number, word: number, bit: number): void {
    const { memory, inputWords } = this.engine;
    const requestsIndex = this.allocators.requestsAt + Math.imul(vc, inputWords);
    memory[requestsIndex + word] &= ~bit;
    let any = 0;
    for (let word = 0; word < inputWords; word++) any |= memory[requestsIndex + word];
    const output = (vc - memory[allocator + allocatorFirstVc]) | 0;
    if (any === 0) memory[allocator + ((output >> 5) << maskShift) + requestMask] &= ~(1 << output);
  }

  // Matching by any rule, on any network.

  /**
   * A channel is free again: its virtual channels are marked as free outputs of its allocator, which becomes due if one of them is
   * requested and has a credit. If the channel shares a capacity with others, a part of that capacity is free, so all allocators that use
   * it become due.
   * @param firstVc First virtual channel of the channel.
   * @param dueEnd End of the list of due allocators in `memory`.
   * @returns The new end of that list.
   */
  freeChannel(firstVc: number, allocator: number, dueEnd: number): number {
    const { engine } = this;
    const { memory, vcs } = engine;
    const first = (firstVc - memory[allocator + allocatorFirstVc]) | 0;
    for (let output = first; output < first + vcs; output++) {
      const maskIndex = allocator + ((output >> 5) << maskShift);
      const bit = 1 << output;
      memory[maskIndex + freeMask] |= bit;
      if ((bit & memory[maskIndex + creditMask] & memory[maskIndex + requestMask]) !== 0) dueEnd = this.makeDue(allocator, dueEnd) | 0;
    }
    if (!engine.hasSharedCapacities) return dueEnd;
    const groupIndex = engine.network.group[engine.channelOf(firstVc)];
    if (groupIndex < 0) return dueEnd;
    engine.groupBusy[groupIndex]--;
    const groupMembers = this.groupAllocators[groupIndex];
    for (let i = 0; i < groupMembers.length; i++) dueEnd = this.makeDue(groupMembers[i], dueEnd);
    return dueEnd;
  }

  private makeDue(allocator: number, dueEnd: number): number {
    const { memory } = this.engine;
    if (memory[allocator + allocatorIsDue] !== 0) return dueEnd;
    memory[allocator + allocatorIsDue] = 1;
    memory[dueEnd] = allocator;
    return dueEnd + 1;
  }

  /** Where channels of several nodes share a capacity, each cycle begins at a random node. */
  private rotateByNode(dueEnd: number, cycle: number): void {
    const { engine } = this;
    const { memory } = engine;
    const { dueAllocatorsAt } = this.allocators;
    const first = uniformBelow(mix(engine.arbitrationKey, cycle, -1), engine.network.terminals + engine.network.switches);
    const isBefore = (allocator: number, other: number) => {
      const later = (memory[allocator + allocatorDrawKey] < first ? 1 : 0) - (memory[other + allocatorDrawKey] < first ? 1 : 0);
      return later === 0 ? memory[allocator + allocatorDrawKey] < memory[other + allocatorDrawKey] : later < 0;
    };
    for (let i = dueAllocatorsAt + 1; i < dueEnd; i++) {
      const allocator = memory[i];
      let j = i;
      for (; j > dueAllocatorsAt && isBefore(allocator, memory[j - 1]); j--) memory[j] = memory[j - 1];
      memory[j] = allocator;
    }
  }

  /** Adds the requests of an input for all its candidates; returns whether any of them is open. */
  private addRequests(allocator: number, request: number, input: number): boolean {
    const { memory, inputWords } = this.engine;
    const { requestsAt } = this.allocators;
    const { records, members } = this.engine.lists;
    const count = request < 0 ? 1 : records[request + listSize];
    let grantable = 0;
    for (let i = 0; i < count; i++) {
      const vc = request < 0 ? ~request : members[records[request + listStart] + 2 * i] >> 2;
      const output = vc - memory[allocator + allocatorFirstVc];
      const maskIndex = allocator + ((output >> 5) << maskShift);
      memory[requestsAt + vc * inputWords + (input >> 5)] |= 1 << input;
      memory[maskIndex + requestMask] |= 1 << output;
      grantable |= (1 << output) & memory[maskIndex + freeMask] & memory[maskIndex + creditMask];
    }
    return grantable !== 0;
  }

  private withdrawRequests(queue: number, allocator: number): void {
    const { engine } = this;
    const { records, members } = engine.lists;
    const request = engine.pool.records[(engine.headPacketOf(queue) << packetShift) + packetRequest];
    const input = this.inputOf(queue);
    const count = request < 0 ? 1 : records[request + listSize];
    for (let i = 0; i < count; i++) {
      this.removeRequest(request < 0 ? ~request : members[records[request + listStart] + 2 * i] >> 2, allocator, input >> 5, 1 << input);
    }
  }

  /** Takes the channel of virtual channel `vc` for the head of `queue`. */
  private takeChannel(queue: number, vc: number, allocator: number): void {
    const { engine } = this;
    const { memory, vcs } = engine;
    const channel = engine.channelOf(vc);
    for (let member = channel * vcs; member < (channel + 1) * vcs; member++) {
      const output = member - memory[allocator + allocatorFirstVc];
      memory[allocator + ((output >> 5) << maskShift) + freeMask] &= ~(1 << output);
    }
    if (engine.hasSharedCapacities && engine.network.group[channel] >= 0) engine.groupBusy[engine.network.group[channel]]++;
    if (engine.arbitration === "round-robin") engine.lastServed[engine.channelOf(memory[allocator + allocatorFirstVc])] = queue;
  }

  private inputOf(queue: number): number {
    const { engine } = this;
    return engine.memory[engine.vcRecordAt(queue) + queueInput] & ((1 << engine.inputBits) - 1);
  }

  /**
   * Grants an output of allocator `allocator` by priority and arbitration; returns the queue of the winner, or −1 if no request is open.
   */
  private grantByRule(allocator: number, grantIndex: number, cycle: number): number {
    const queue = this.nextQueue(allocator, grantIndex, cycle);
    if (queue < 0) return queue;
    this.grantedVc = this.bestOutput(queue, allocator, cycle);
    this.withdrawRequests(queue, allocator);
    this.takeChannel(queue, this.grantedVc, allocator);
    return queue;
  }

  /**
   * Chooses the queue whose head an allocator serves next; −1 if no request can be granted. A request can be granted if one of its outputs
   * is free and has a credit. Inputs are bits, 32 to a word. The winner is drawn at random, or is the next one in round-robin order or by
   * age.
   * @param allocator Start of the allocator's record in `memory`.
   * @param grantIndex Number of grants of the allocator in this cycle before this one; part of the key of the draw.
   */
  private nextQueue(allocator: number, grantIndex: number, cycle: number): number {
    const { engine } = this;
    const { memory, inputWords, arbitration } = engine;
    const { outputWords, eligibleInputs } = this;
    // Inputs whose head requests any output that is free and has a credit for it.
    for (let word = 0; word < inputWords; word++) eligibleInputs[word] = 0;
    for (let k = 0; k < outputWords; k++) {
      const maskIndex = allocator + (k << maskShift);
      for (
        let remaining = memory[maskIndex + freeMask] & memory[maskIndex + creditMask] & memory[maskIndex + requestMask];
        remaining !== 0;
        remaining &= remaining - 1
      ) {
        const vc = memory[allocator + allocatorFirstVc] + 32 * k + 31 - Math.clz32(remaining & -remaining);
        if (engine.hasSharedCapacities && engine.isGroupExhausted(engine.channelOf(vc))) continue;
        for (let word = 0; word < inputWords; word++)
          eligibleInputs[word] |= this.requestersWithCredit(
            vc,
            engine.inputsAt + memory[allocator + allocatorFirstInput] + 32 * word,
            word,
            cycle,
          );
      }
    }
    // Select one of these inputs.
    if (engine.isNetworkFirst) engine.prioritizeNetwork(eligibleInputs, memory[allocator + allocatorNode]);
    let eligibleCount = 0;
    for (let word = 0; word < inputWords; word++) eligibleCount += bitCount(eligibleInputs[word]);
    if (eligibleCount === 0) return -1;
    const firstAt = engine.inputsAt + memory[allocator + allocatorFirstInput];
    let requestersToSkip =
      arbitration === "random" && eligibleCount > 1
        ? uniformBelow(mix(engine.arbitrationKey + grantIndex, cycle, memory[allocator + allocatorDrawKey]), eligibleCount)
        : 0;
    let winner = -1;
    for (let word = 0; word < inputWords; word++) {
      for (let bits = eligibleInputs[word]; bits !== 0; bits &= bits - 1) {
        const queue = memory[firstAt + 32 * word + 31 - Math.clz32(bits & -bits)];
        if (
          arbitration === "random"
            ? requestersToSkip-- === 0
            : winner < 0 || engine.hasPriorityOver(queue, winner, engine.lastServed[engine.channelOf(memory[allocator + allocatorFirstVc])])
        )
          winner = queue;
      }
    }
    return winner;
  }

  /** Mask of the requesters of a free virtual channel that have a credit. */
  private requestersWithCredit(vc: number, firstAt: number, word: number, cycle: number): number {
    const { engine } = this;
    const bits = this.vcRequesters(vc, word);
    const least = engine.routing.rings === undefined ? engine.queueCapacity : engine.queueCapacity - 1;
    return bits !== 0 && engine.occupancyOf(vc, cycle) >= least ? engine.requestersWithCredit(vc, firstAt, bits, cycle) : bits;
  }

  /**
   * Chooses the virtual channel that the head of `queue` takes: the least occupied of its candidates that are free and have a credit, of
   * which there is at least one. Escape channels, which keep an adaptive routing free of deadlocks, are taken only if no other is left.
   * @param allocator Start of the allocator's record in `memory`.
   */
  private bestOutput(queue: number, allocator: number, cycle: number): number {
    const { engine } = this;
    const { memory, eligible } = engine;
    const { isEscape } = engine.routing;
    const { records, members } = engine.lists;
    const request = engine.pool.records[(engine.headPacketOf(queue) << packetShift) + packetRequest];
    if (request < 0) return ~request;
    let eligibleCount = 0;
    let hasNonEscape = false;
    for (let i = 0; i < records[request + listSize]; i++) {
      // Members are pairs of which the first is 4 × the virtual channel.
      const vc = members[records[request + listStart] + 2 * i] >> 2;
      const output = vc - memory[allocator + allocatorFirstVc];
      const maskIndex = allocator + ((output >> 5) << maskShift);
      if ((memory[maskIndex + freeMask] & memory[maskIndex + creditMask] & (1 << output)) === 0) continue;
      if (engine.hasSharedCapacities && engine.isGroupExhausted(engine.channelOf(vc))) continue;
      if (!engine.hasCreditFor(queue, vc, cycle)) continue;
      // The first candidate that is no escape channel discards those before it. Without escape channels, all candidates are kept.
      const isNotEscape = isEscape !== undefined && isEscape[vc] !== 1;
      if (isNotEscape && !hasNonEscape) {
        hasNonEscape = true;
        eligibleCount = 0;
      }
      if (isNotEscape || !hasNonEscape) eligible[eligibleCount++] = vc;
    }
    return eligibleCount === 1 ? eligible[0] : engine.leastOccupied(eligibleCount, false, queue, cycle);
  }

  // Queries about requests.

  vcRequesters(vc: number, word: number): number {
    const { engine } = this;
    const { memory } = engine;
    if (!this.allocators.isNarrow) return memory[this.allocators.requestsAt + vc * engine.inputWords + word];
    const allocator = memory[engine.vcRecordAt(vc) + vcAllocator];
    return memory[allocator + outputRequesters + 2 * (vc - memory[allocator + allocatorFirstVc])];
  }

  channelRequesters(channel: number, word: number): number {
    const { vcs } = this.engine;
    let bits = 0;
    for (let vc = channel * vcs; vc < (channel + 1) * vcs; vc++) bits |= this.vcRequesters(vc, word);
    return bits;
  }

  requestedSets(): Int32Array {
    const { engine } = this;
    const { memory, queueCount, vcs, inputWords } = engine;
    const request = new Int32Array(queueCount).fill(-1);
    for (let vc = 0; vc < queueCount; vc++) {
      const firstAt = engine.inputsAt + memory[engine.firstInputAt + engine.network.tail[(vc / vcs) | 0]];
      for (let word = 0; word < inputWords; word++) {
        for (let bits = this.vcRequesters(vc, word); bits !== 0; bits &= bits - 1) {
          const queue = memory[firstAt + 32 * word + 31 - Math.clz32(bits & -bits)];
          if (queue >= queueCount) continue;
          const list = engine.pool.records[(engine.headPacketOf(queue) << packetShift) + packetRequest];
          request[queue] = list < 0 ? vc : queueCount + (list >> listShift);
        }
      }
    }
    return request;
  }
}
