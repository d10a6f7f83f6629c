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
 * - All words that a hop reads and writes are in one array: the record of a virtual channel and its queue takes one cache line, the record
 * of an allocator takes two.
 * - In large networks memory latency dominates. Allocators are visited in memory order, and the data of a batch of hops are prefetched in
 * loops that do nothing else, so that cache misses overlap.
 * - An unpredictable branch costs about thirty additions, so where possible the code adds a sign bit instead of branching.
 * - `run` keeps all constants in local variables and calls no function for most hops.
 *
 * Queues are numbered channel × vcs + virtual channel, like the virtual channels that lead into them. Injection slots follow, slot ×
 * terminals + terminal.
 */
import type { Plan } from "../../plan/plan.ts";
import { bitCount, nthBit } from "../../base/bits.ts";
import { uniformBelow, mix, hashGrant } from "../../base/random.ts";
import type { Allocation, AllocationLayout } from "./allocation.ts";
import {
  vcAllocator,
  creditMask,
  allocatorDrawKey,
  escapeMask,
  allocatorFirstInput,
  allocatorFirstVc,
  freeMask,
  allocatorHeaderWords,
  lastCreditMask,
  cacheLineShift,
  listAllocator,
  listOutputMask,
  maskShift,
  allocatorNode,
  inputQueues,
  headRequest,
  requestMask,
  outputRequesters,
} from "./allocators.ts";
import {
  oneRequest,
  queueInput,
  channelFirstVc,
  vcBusyUntil,
  packetsCarried,
  arrivalEnd,
  tailNodeInputs,
  flushThreshold,
  departureEnd,
  logEntryShift,
  onePacket,
  queueRing,
  injectionDelaySum,
  queueWaitedCycles,
} from "./records/queue.ts";
import { CutThroughInspection } from "./inspection.ts";
import { CutThroughState } from "./state.ts";
import { vcChosenBy, listIsLinked, listNext, listRequests, vcRequests } from "./arbiters.ts";
import { slotPacket, slotShift } from "../injection.ts";
import type { Inspector } from "../inspector.ts";
import type { CutThroughRules } from "./rules.ts";
import {
  packetRequest,
  packetEnds,
  packetHops,
  packetInjected,
  packetMessage,
  packetShift,
  packetReady,
  packetRoutingState,
} from "../packet-pool.ts";
import { listShift, listSize, listStart } from "./candidate-lists.ts";

/** Hops whose data are prefetched together: they fit into the second-level cache. */
export const prefetchBatch = 256;
/** Number of due allocators above which they are sorted into memory order; smaller networks are in the cache anyway. */
export const sortThreshold = 512;
/** Largest candidate set that the 16-bit route cache can store. */
const maxCachedSet = 2 ** 16 - 1;
/** Greater than any number of phits. */
const infinitePhits = 0x7fffffff;

export class CutThrough extends CutThroughState {
  readonly inspector: Inspector;
  readonly allocation: Allocation;

  constructor(rules: CutThroughRules, plan: Plan, layout: AllocationLayout) {
    super(rules, plan, layout);
    this.allocation = layout.start(this);
    this.inspector = new CutThroughInspection(this);
  }

  /** Time jumps over idle cycles: marks all logged grants as completed. */
  protected onTimeJump(): void {
    for (let i = 0; i <= this.wheelMask; i++) this.memory[this.logEndAt + i] = this.grantLog.written;
    this.allocation.onTimeJump();
  }

  /** Simulates cycles up to `stopCycle`, in the phases that the file head lists. */
  protected run(stopCycle: number, workLimit: number): number {
    stopCycle |= 0;
    workLimit |= 0;
    const { memory, recorder, injection, eligible, routeCache, allocation } = this;
    const { allocators, arbiters } = allocation;
    const { hasRouteCache, hasRoutingState, isSticky, isNetworkFirst, isStoreAndForward, isEndAllowed } = this;
    const hasAllocators = allocators !== null;
    const hasArbiters = arbiters !== null && this.hasSimpleArbitration;
    const isNarrow = hasAllocators && allocators.isNarrow;
    const firstOutputOfChannel = hasAllocators ? allocators.firstOutputOfChannel : eligible;
    // | 0: the compiler does not know that these fields are integers.
    const dueAllocatorsAt = hasAllocators ? allocators.dueAllocatorsAt | 0 : 0;
    const ringInputsAt = hasAllocators ? allocators.ringInputsAt | 0 : 0;
    const nodeStride = hasAllocators && allocators.isByNode ? allocators.stride | 0 : 0;
    const dueArbitersAt = hasArbiters ? arbiters.dueArbitersAt | 0 : 0;
    const requestsPerVcAt = hasArbiters ? arbiters.requestsPerVcAt | 0 : 0;
    const listWheelAt = this.listWheelAt | 0;
    const firstAllocator = (this.allocationAt + allocatorHeaderWords) | 0;
    const stateStride = this.stateStride | 0;
    const vcRecordsAt = this.vcRecordsAt | 0;
    const stride = this.stride | 0;
    const logEndAt = this.logEndAt | 0;
    const newHeadsAt = this.newHeadsAt | 0;
    const newHeadInputsAt = this.newHeadInputsAt | 0;
    const newHeadCandidatesAt = this.newHeadCandidatesAt | 0;
    const terminalInputsAt = this.terminalInputsAt | 0;
    const terminalCount = this.terminalCount | 0;
    const vcs = this.vcs | 0;
    const queueCount = this.queueCount | 0;
    const packetPhits = this.packetPhits | 0;
    const queueCapacity = this.queueCapacity | 0;
    const ringMask = this.ringMask | 0;
    const inputBits = this.inputBits | 0;
    const wheelMask = this.wheelMask | 0;
    const arbitrationKey = this.arbitrationKey | 0;
    const { slots } = injection;
    const hasOneSlot = slots.length === terminalCount << slotShift;
    const { forwards, tail } = this.network;
    const { rings, nextState } = this.routing;
    const hasRings = rings !== undefined;
    const isSingle = vcs === 1;
    const inputMask = (1 << inputBits) - 1;
    const channelMask = (-1 >>> (vcs < 32 ? 32 - vcs : 0)) | 0;
    // From this queue length on, a returned credit may change which packets can be granted.
    const nearlyFull = (queueCapacity - (hasRings ? 2 : 1)) | 0;
    const { grantLog } = this;
    let log = grantLog.entries;
    let logMask = grantLog.mask | 0;
    let cycle = this.now | 0;
    let written = this.grantLog.written | 0;
    let completed = this.grantLog.completed | 0;
    let newHeadCount = this.newHeadCount | 0;
    let requestingCount = this.requestingCount | 0;
    let hash = this.fingerprint | 0;
    let grants = 0;
    let workDone = 0;
    let isOver = false;
    for (; cycle < stopCycle && workDone < workLimit && !isOver; cycle = (cycle + 1) | 0) {
      let dueEnd = dueAllocatorsAt;

      // Phase 1: grants of one packet time (L cycles) ago complete. The next packet becomes the queue head, the channel is free, a credit
      // returns. List entries are always written; the end of the list advances only by a sign bit.
      const begin = completed;
      const end = memory[logEndAt + ((cycle - packetPhits) & wheelMask)];
      let prefetchTo = ((end - completed) | 0) > prefetchBatch ? completed : end;
      for (; completed !== end; completed = (completed + 1) | 0) {
        if (completed === prefetchTo) prefetchTo = this.prefetchEnding(prefetchTo, end, hasAllocators) | 0;
        const entry = (completed & logMask) << logEntryShift;
        const queue = log[entry];
        const packetOrVc = log[entry + 2];
        if (queue < queueCount) {
          const packed = memory[Math.imul(queue, stateStride)];
          memory[newHeadsAt + newHeadCount] = queue;
          if (isStoreAndForward) newHeadCount += this.isHeadReady(queue, cycle) ? 1 : 0;
          else newHeadCount += (onePacket - 1 - (packed & 0xffff)) >>> 31;
          if (isNarrow) {
            const queued = (packed >> 8) & 0xff;
            if (queued >= nearlyFull) {
              const dueAllocator = this.returnCredit(queue, (queueCapacity - queued) | 0) | 0;
              memory[dueEnd] = dueAllocator;
              dueEnd += -dueAllocator >>> 31;
            }
          }
        } else injection.releaseSlot(queue - queueCount);
        if (isNarrow) {
          const allocator = log[entry + 3];
          const freeOutputs = memory[allocator + freeMask] | (channelMask << (log[entry + 1] - memory[allocator + allocatorFirstVc]));
          memory[allocator + freeMask] = freeOutputs;
          const grantable = freeOutputs & memory[allocator + creditMask] & memory[allocator + requestMask];
          memory[dueEnd] = allocator;
          dueEnd += (grantable | -grantable) >>> 31;
        }
        if (packetOrVc >= 0) {
          this.consume(packetOrVc, cycle);
          isOver = isEndAllowed && recorder.isComplete;
        } else if (isStoreAndForward && this.hasTailJustArrived(~packetOrVc, cycle)) memory[newHeadsAt + newHeadCount++] = ~packetOrVc;
      }

      // Phase 2: terminals inject packets.
      if (injection.hasWork(cycle))
        newHeadCount = (injection.fillSlots(cycle, memory, newHeadsAt + newHeadCount, queueCount) - newHeadsAt) | 0;

      // Phase 3: route computation. New queue heads find their candidates in the state that earlier cycles left. No packet is created after
      // this point, so `packetRecords` stays valid.
      const packetRecords = this.pool.records;
      requestingCount += newHeadCount;
      prefetchTo = newHeadCount > prefetchBatch ? 0 : newHeadCount;
      for (let i = 0; i < newHeadCount; i++) {
        if (i === prefetchTo) prefetchTo = this.prefetchHeads(i, newHeadCount) | 0;
        const queue = memory[newHeadsAt + i];
        const record = vcRecordsAt + Math.imul(queue, stride);
        let packetId: number;
        if (queue < queueCount) packetId = memory[record + queueRing + (memory[Math.imul(queue, stateStride)] & 0xff)];
        else {
          packetId = slots[((queue - queueCount) << slotShift) + slotPacket];
          memory[record + queueRing] = packetId;
        }
        const packed = memory[record + queueInput];
        const atNode = packed >> inputBits;
        const destination = packetRecords[(packetId << packetShift) + packetEnds] & 0xffff;
        let candidateSet: number;
        let state = 0;
        if (hasRoutingState) {
          this.makeInjectionDecision(packetId, atNode, destination, cycle);
          state = packetRecords[(packetId << packetShift) + packetRoutingState];
        }
        if (hasRouteCache && state === 0) {
          const cacheIndex = Math.imul(atNode, terminalCount) + destination;
          candidateSet = (routeCache[cacheIndex] - 1) | 0;
          if (candidateSet < 0) {
            candidateSet = this.candidatesOf(queue, atNode, destination, 0) | 0;
            if (candidateSet < maxCachedSet) routeCache[cacheIndex] = candidateSet + 1;
          }
        } else candidateSet = this.candidatesOf(queue, atNode, destination, state) | 0;
        if (isSticky && candidateSet >= queueCount) candidateSet = allocation.chooseOnce(queue, candidateSet, cycle) | 0;
        packetRecords[(packetId << packetShift) + packetRequest] =
          candidateSet < queueCount ? ~candidateSet : (candidateSet - queueCount) << listShift;
        memory[newHeadCandidatesAt + i] = candidateSet;
        memory[newHeadInputsAt + i] = packed;
      }

      // Phase 4: virtual-channel and switch allocation. `requestersAt` is the start of an allocator's masks of requesters, one for each
      // output.
      let granted = written;
      if (isNarrow) {
        // New queue heads request all their candidates.
        const { members, records: listRecords } = this.lists;
        prefetchTo = newHeadCount > prefetchBatch ? 0 : newHeadCount;
        for (let i = 0; i < newHeadCount; i++) {
          if (i === prefetchTo) prefetchTo = this.prefetchRequests(i, newHeadCount) | 0;
          const candidateSet = memory[newHeadCandidatesAt + i];
          const packed = memory[newHeadInputsAt + i];
          const bit = 1 << (packed & inputMask);
          let allocator: number;
          let outputs: number;
          if (candidateSet < queueCount) {
            // Where each node has one allocator, it is found by the node, without reading the channel's record.
            if (nodeStride > 0) allocator = (firstAllocator + Math.imul(packed >> inputBits, nodeStride)) | 0;
            else allocator = memory[vcRecordsAt + Math.imul(candidateSet, stride) + vcAllocator];
            const output = (candidateSet - memory[allocator + allocatorFirstVc]) | 0;
            outputs = 1 << output;
            memory[allocator + outputRequesters + (output << 1)] |= bit;
          } else {
            const list = (candidateSet - queueCount) << listShift;
            if (listRecords[list + listAllocator] === 0) this.initList(list);
            allocator = listRecords[list + listAllocator];
            outputs = listRecords[list + listOutputMask];
            const requestersAt = (allocator + outputRequesters) | 0;
            for (let remaining = outputs; remaining !== 0; remaining &= remaining - 1)
              memory[requestersAt + ((31 - Math.clz32(remaining & -remaining)) << 1)] |= bit;
          }
          memory[allocator + requestMask] |= outputs;
          const grantable = outputs & memory[allocator + freeMask] & memory[allocator + creditMask];
          memory[dueEnd] = allocator;
          dueEnd += (grantable | -grantable) >>> 31;
          memory[vcRecordsAt + Math.imul(memory[newHeadsAt + i], stride) + headRequest] = outputs;
        }

        // Due allocators match: inputs are drawn one by one until no open output is requested.
        if (dueEnd - dueAllocatorsAt > sortThreshold) dueEnd = this.sortDueAllocators(dueEnd) | 0;
        prefetchTo = dueEnd - dueAllocatorsAt > prefetchBatch ? dueAllocatorsAt : dueEnd;
        for (let i = dueAllocatorsAt; i < dueEnd; i++) {
          if (i === prefetchTo) prefetchTo = this.prefetchDue(i, dueEnd) | 0;
          const allocator = memory[i];
          const firstId = memory[allocator + allocatorFirstVc];
          const requestersAt = (allocator + outputRequesters) | 0;
          let openOutputs = memory[allocator + freeMask] & memory[allocator + creditMask];
          let requestedOutputs = memory[allocator + requestMask];
          for (let grantIndex = 0; ; grantIndex++) {
            // Collect the inputs that can be granted an output.
            let remaining = openOutputs & requestedOutputs;
            if (remaining === 0) break;
            let bits = 0;
            for (; remaining !== 0; remaining &= remaining - 1) {
              const output = 31 - Math.clz32(remaining & -remaining);
              // The last credit of a queue in a ring is reserved for packets that are already in that ring.
              const requesters = memory[requestersAt + (output << 1)];
              bits |= hasRings
                ? requesters & (memory[ringInputsAt + firstId + output] | (((memory[allocator + lastCreditMask] >>> output) & 1) - 1))
                : requesters;
            }
            if (bits === 0) break;
            if (isNetworkFirst) {
              const others = bits & ~memory[terminalInputsAt + memory[allocator + allocatorNode]];
              if (others !== 0) bits = others;
            }
            if ((bits & (bits - 1)) !== 0) {
              bits = nthBit(
                bits,
                uniformBelow(mix(arbitrationKey + grantIndex, cycle, memory[allocator + allocatorDrawKey]), bitCount(bits)),
              );
            }
            const queue = memory[allocator + inputQueues + ((31 - Math.clz32(bits)) << 1)];
            const outputs = memory[vcRecordsAt + Math.imul(queue, stride) + headRequest];
            // Find the outputs that are open to the drawn input, and the best of them.
            let openToHead = outputs & openOutputs;
            if (hasRings) {
              for (let remaining = openToHead & memory[allocator + lastCreditMask]; remaining !== 0; remaining &= remaining - 1) {
                if ((memory[ringInputsAt + firstId + 31 - Math.clz32(remaining & -remaining)] & bits) === 0)
                  openToHead &= ~(remaining & -remaining);
              }
            }
            const others = openToHead & ~memory[allocator + escapeMask];
            if (others !== 0) openToHead = others;
            let vc: number;
            if ((openToHead & (openToHead - 1)) === 0) vc = firstId + 31 - Math.clz32(openToHead);
            else {
              const isOneChannel = (openToHead & ~(channelMask << firstOutputOfChannel[31 - Math.clz32(openToHead)])) === 0;
              const packetId = memory[vcRecordsAt + Math.imul(queue, stride) + queueRing + (memory[Math.imul(queue, stateStride)] & 0xff)];
              const list = packetRecords[(packetId << packetShift) + packetRequest];
              let start = listRecords[list + listStart];
              let count = 0;
              for (const last = start + listRecords[list + listSize] + listRecords[list + listSize]; start < last; start += 2) {
                const member = members[start] >> 2;
                eligible[count] = member;
                count += (openToHead >>> (member - firstId)) & 1;
              }
              vc = this.leastOccupied(count, isOneChannel, queue, cycle) | 0;
            }
            // Withdraw all requests of the drawn input.
            for (let remaining = outputs; remaining !== 0; remaining &= remaining - 1) {
              const output = 31 - Math.clz32(remaining & -remaining);
              const rest = memory[requestersAt + (output << 1)] & ~bits;
              memory[requestersAt + (output << 1)] = rest;
              requestedOutputs ^= (((rest | -rest) >>> 31) ^ 1) << output;
            }
            memory[allocator + requestMask] = requestedOutputs;
            const first = firstOutputOfChannel[vc - firstId];
            const closed = channelMask << first;
            openOutputs &= ~closed;
            memory[allocator + freeMask] &= ~closed;
            if (((written - completed) | 0) > logMask) {
              log = this.grantLog.grow(completed, written);
              logMask = this.grantLog.mask | 0;
            }
            const entry = (written & logMask) << logEntryShift;
            written = (written + 1) | 0;
            log[entry] = queue;
            log[entry + 1] = firstId + first;
            log[entry + 2] = ~vc;
            log[entry + 3] = allocator;
          }
        }
      } else if (hasArbiters) {
        const listRecords = this.lists.records;
        const wheelSlotAt = listWheelAt + (cycle & wheelMask);
        let arbitersEnd = dueArbitersAt;
        // Arbiters are due whose channel is free again, or has a credit again, if anything requests them.
        for (let i = begin; i !== end; i = (i + 1) | 0) {
          const entry = (i & logMask) << logEntryShift;
          const firstVc = log[entry + 1];
          const inputFirstVc = log[entry + 3];
          memory[arbitersEnd] = inputFirstVc;
          arbitersEnd += -(memory[inputFirstVc << 2] >>> 16) >>> 31;
          memory[arbitersEnd] = firstVc;
          arbitersEnd += -(memory[firstVc << 2] >>> 16) >>> 31;
        }
        // New queue heads request their only virtual channel, or join the list of heads with the same candidates.
        for (let i = 0; i < newHeadCount; i++) {
          const candidateSet = memory[newHeadCandidatesAt + i];
          const input = memory[newHeadInputsAt + i] & inputMask;
          if (candidateSet < queueCount) {
            const record = vcRecordsAt + Math.imul(candidateSet, stride);
            memory[record + vcRequests] |= 1 << input;
            const firstVc = isSingle ? candidateSet : memory[record + channelFirstVc];
            memory[firstVc << 2] += oneRequest;
            memory[arbitersEnd] = firstVc;
            arbitersEnd += (memory[(firstVc << 2) + vcBusyUntil] - cycle - 1) >>> 31;
          } else {
            const list = (candidateSet - queueCount) << listShift;
            if (listRecords[list + listIsLinked] === 0) {
              listRecords[list + listIsLinked] = 1;
              listRecords[list + listNext] = memory[wheelSlotAt];
              memory[wheelSlotAt] = list;
            }
            listRecords[list + listRequests] |= 1 << input;
          }
        }
        if (memory[wheelSlotAt] >= 0) arbitersEnd = allocation.requestFromLists(cycle, arbitersEnd) | 0;
        // Each due arbiter grants one of the requests for its channel.
        prefetchTo = arbitersEnd - dueArbitersAt > prefetchBatch ? dueArbitersAt : arbitersEnd;
        for (let i = dueArbitersAt; i < arbitersEnd; i++) {
          if (i === prefetchTo) prefetchTo = this.prefetchArbiters(i, arbitersEnd) | 0;
          const firstVc = memory[i];
          const vcStateIndex = firstVc << 2;
          // A channel that is listed twice has been granted already.
          if (memory[vcStateIndex + vcBusyUntil] > cycle) continue;
          const firstVcRecord = vcRecordsAt + Math.imul(firstVc, stride);
          const tailInputs = memory[firstVcRecord + tailNodeInputs];
          const inputsStart = tailInputs < 0 ? ~tailInputs : tailInputs;
          let vc = firstVc;
          let bits = 0;
          if (isSingle) {
            bits = memory[firstVcRecord + vcRequests] | memory[firstVcRecord + vcChosenBy];
            memory[firstVcRecord + vcChosenBy] = 0;
            if (bits === 0) continue;
            const credits = queueCapacity - ((memory[vcStateIndex] >> 8) & 0xff) - ((cycle - memory[vcStateIndex + departureEnd]) >>> 31);
            if (credits <= 0) continue;
            if (hasRings && credits === 1) bits = this.requestersWithCredit(firstVc, inputsStart, bits, cycle);
          } else {
            for (let vcOffset = 0; vcOffset < vcs; vcOffset++) {
              const record = firstVcRecord + Math.imul(vcOffset, stride);
              let vcBits = memory[record + vcRequests] | memory[record + vcChosenBy];
              memory[record + vcChosenBy] = 0;
              if (vcBits !== 0) {
                const stateIndex = vcStateIndex + (vcOffset << 2);
                const credits = queueCapacity - ((memory[stateIndex] >> 8) & 0xff) - ((cycle - memory[stateIndex + departureEnd]) >>> 31);
                if (credits <= 0) vcBits = 0;
                else if (hasRings && credits === 1) vcBits = this.requestersWithCredit(firstVc + vcOffset, inputsStart, vcBits, cycle);
              }
              memory[requestsPerVcAt + vcOffset] = vcBits;
              bits |= vcBits;
            }
          }
          if (bits === 0) continue;
          if (isNetworkFirst) {
            const others = bits & ~memory[terminalInputsAt + tail[isSingle ? firstVc : (firstVc / vcs) | 0]];
            if (others !== 0) bits = others;
          }
          if ((bits & (bits - 1)) !== 0) {
            bits = nthBit(bits, uniformBelow(mix(arbitrationKey, cycle, isSingle ? firstVc : (firstVc / vcs) | 0), bitCount(bits)));
          }
          if (!isSingle) while ((memory[requestsPerVcAt + vc - firstVc] & bits) === 0) vc++;
          const queue = memory[inputsStart + 31 - Math.clz32(bits)];
          // Withdraw the request.
          const record = vcRecordsAt + Math.imul(vc, stride);
          const others = memory[record + vcRequests] & ~bits;
          if (others !== memory[record + vcRequests]) {
            memory[record + vcRequests] = others;
            memory[vcStateIndex] -= oneRequest;
          } else {
            const packetId = memory[vcRecordsAt + Math.imul(queue, stride) + queueRing + (memory[queue << 2] & 0xff)];
            listRecords[packetRecords[(packetId << packetShift) + packetRequest] + listRequests] &= ~bits;
          }
          memory[vcStateIndex + vcBusyUntil] = cycle + packetPhits;
          if (((written - completed) | 0) > logMask) {
            log = this.grantLog.grow(completed, written);
            logMask = this.grantLog.mask;
          }
          const entry = (written & logMask) << logEntryShift;
          written = (written + 1) | 0;
          log[entry] = queue;
          log[entry + 1] = firstVc;
          log[entry + 2] = ~vc;
          log[entry + 3] = memory[vcRecordsAt + Math.imul(queue, stride) + channelFirstVc];
        }
      } else {
        this.grantLog.completed = completed;
        written = allocation.allocate(begin, end, newHeadCount, cycle) | 0;
        log = this.grantLog.entries;
        logMask = this.grantLog.mask | 0;
      }

      // Phase 5: switch traversal. Granted packets leave their queues.
      newHeadCount = 0;
      const grantCount = (written - granted) | 0;
      prefetchTo = grantCount > prefetchBatch ? granted : written;
      for (; granted !== written; granted = (granted + 1) | 0) {
        if (granted === prefetchTo) prefetchTo = this.prefetchLeaving(prefetchTo, written) | 0;
        const entry = (granted & logMask) << logEntryShift;
        const queue = log[entry];
        const vc = ~log[entry + 2];
        const vcRecord = vcRecordsAt + Math.imul(vc, stride);
        const vcStateIndex = Math.imul(vc, stateStride);
        // The packet leaves the head of its queue.
        const record = vcRecordsAt + Math.imul(queue, stride);
        const stateIndex = Math.imul(queue, stateStride);
        const before = memory[stateIndex];
        const packetId = memory[record + queueRing + (before & 0xff)];
        const packetRecord = packetId << packetShift;
        if (queue < queueCount) {
          memory[stateIndex] = ((before & ~0xff) | ((before + 1) & ringMask)) - onePacket;
          memory[stateIndex + departureEnd] = cycle + packetPhits;
          const sum = (memory[record + queueWaitedCycles] + cycle - packetRecords[packetRecord + packetReady]) | 0;
          memory[record + queueWaitedCycles] = sum;
          if (sum > flushThreshold) this.flushWaited(queue);
        } else {
          const terminal = packetRecords[packetRecord + packetEnds] >>> 16;
          const since = hasOneSlot ? packetRecords[packetRecord + packetReady] : injection.waitingSince(terminal);
          recorder.inject(terminal, packetRecords[packetRecord + packetMessage], since, cycle);
          packetRecords[packetRecord + packetInjected] = cycle;
        }
        packetRecords[packetRecord + packetRequest] = -1;
        // The packet occupies the channel until its tail has passed.
        memory[vcStateIndex + vcBusyUntil] = cycle + packetPhits;
        memory[vcRecord + packetsCarried]++;
        const sum = (memory[vcRecord + injectionDelaySum] + cycle + 1 - packetRecords[packetRecord + packetInjected]) | 0;
        memory[vcRecord + injectionDelaySum] = sum;
        if (sum > flushThreshold) this.flushInjectionDelay(vc);
        packetRecords[packetRecord + packetReady] = isStoreAndForward ? cycle + packetPhits : cycle + 1;
        packetRecords[packetRecord + packetHops]++;
        const pair = packetRecords[packetRecord + packetEnds];
        if (nextState !== undefined)
          packetRecords[packetRecord + packetRoutingState] = nextState(
            tail[(vc / vcs) | 0],
            pair & 0xffff,
            packetRecords[packetRecord + packetRoutingState],
            vc,
          );
        // The packet takes a slot of the next queue, unless it will be consumed there.
        const tailInputs = memory[vcRecord + tailNodeInputs];
        if (tailInputs >= 0 || (forwards && (pair & 0xffff) !== memory[vcRecord + queueInput] >> inputBits)) {
          const packed = memory[vcStateIndex];
          memory[vcRecord + queueRing + ((packed + (packed >> 8)) & ringMask)] = packetId;
          memory[vcStateIndex] = packed + onePacket;
          memory[vcStateIndex + arrivalEnd] = cycle + packetPhits;
          memory[newHeadsAt + newHeadCount] = vc;
          // The packet is the new queue head in the next cycle if the queue is empty and no packet is leaving it.
          if (!isStoreAndForward) newHeadCount += (((packed & 0xff00) - 1) & (memory[vcStateIndex + departureEnd] - cycle - 1)) >>> 31;
          if (hasAllocators && tailInputs >= 0) {
            const allocator = log[entry + 3];
            const credits = (queueCapacity - 1 - ((packed >> 8) & 0xff) - ((cycle - memory[vcStateIndex + departureEnd]) >>> 31)) | 0;
            const output = (vc - memory[allocator + allocatorFirstVc]) | 0;
            const mask = allocator + ((output >> 5) << maskShift);
            memory[mask + creditMask] &= ~(((credits - 1) >>> 31) << output);
            if (hasRings && credits === 1) memory[mask + lastCreditMask] |= 1 << output;
          }
        } else log[entry + 2] = packetId;
        hash = (hash + hashGrant(cycle, vc, pair >>> 16)) | 0;
      }
      grants = (grants + grantCount) | 0;
      if (grantCount > 0) this.lastEventCycle = cycle + packetPhits;
      requestingCount = (requestingCount - grantCount) | 0;
      memory[logEndAt + (cycle & wheelMask)] = written;
      workDone = (workDone + 1 + grantCount) | 0;
      // Without requests and packets under way, time may jump.
      if (requestingCount === 0 && cycle >= this.lastEventCycle) isOver = true;
    }
    this.now = cycle;
    this.grantLog.written = written;
    this.grantLog.completed = completed;
    this.newHeadCount = newHeadCount;
    this.requestingCount = requestingCount;
    this.fingerprint = hash;
    this.grants = grants;
    return workDone;
  }

  /**
   * Queue `queue` now has `credits` credits, one more than before. Returns the allocator of the channel that leads into the queue if the
   * allocator becomes due, 0 otherwise.
   */
  returnCredit(queue: number, credits: number): number {
    const { memory } = this;
    const allocator = memory[this.vcRecordAt(queue) + vcAllocator];
    const output = queue - memory[allocator + allocatorFirstVc];
    const mask = allocator + ((output >> 5) << maskShift);
    const bit = 1 << output;
    memory[mask + creditMask] |= bit;
    memory[mask + lastCreditMask] = credits === 1 ? memory[mask + lastCreditMask] | bit : memory[mask + lastCreditMask] & ~bit;
    return (bit & memory[mask + freeMask] & memory[mask + requestMask]) === 0 ? 0 : allocator;
  }

  /** Stores the allocator and the output mask of a new candidate list. */
  initList(list: number): void {
    const { memory, lists } = this;
    const { records, members } = lists;
    const start = records[list + listStart];
    const allocator = memory[this.vcRecordAt(members[start] >> 2) + vcAllocator];
    let bits = 0;
    for (let i = 0; i < records[list + listSize]; i++) bits |= 1 << ((members[start + 2 * i] >> 2) - memory[allocator + allocatorFirstVc]);
    records[list + listAllocator] = allocator;
    records[list + listOutputMask] = bits;
  }

  /**
   * Chooses the least occupied of the virtual channels that the head of `queue` could take: the one with the fewest phits in all queues
   * behind its channel and, among equals, the fewest in its own queue. Remaining ties are broken at random or in favor of the first one.
   * @param count Number of virtual channels, which are the first entries of `eligible`. The best virtual channels found are moved to its
   * start.
   * @param isOneChannel Whether all of them belong to one channel; then only their own queues are compared.
   */
  leastOccupied(count: number, isOneChannel: boolean, queue: number, cycle: number): number {
    const { memory, vcs, eligible } = this;
    let leastChannelPhits = infinitePhits;
    let leastVcPhits = infinitePhits;
    let tieCount = 0;
    let summedChannel = -1;
    let channelPhits = 0;
    for (let i = 0; i < count; i++) {
      const vc = eligible[i];
      const vcPhits = this.phitsIn(vc, cycle);
      if (!isOneChannel) {
        const firstVcOfChannel = memory[this.vcRecordAt(vc) + channelFirstVc];
        if (firstVcOfChannel !== summedChannel) {
          summedChannel = firstVcOfChannel;
          channelPhits = 0;
          for (let k = 0; k < vcs; k++) channelPhits = (channelPhits + this.phitsIn(summedChannel + k, cycle)) | 0;
        }
      }
      if (channelPhits > leastChannelPhits || (channelPhits === leastChannelPhits && vcPhits > leastVcPhits)) continue;
      if (channelPhits < leastChannelPhits || vcPhits < leastVcPhits) {
        leastChannelPhits = channelPhits;
        leastVcPhits = vcPhits;
        tieCount = 0;
      }
      eligible[tieCount++] = vc;
    }
    return tieCount > 1 && this.hasRandomTies ? eligible[uniformBelow(mix(this.selectionKey, cycle, queue), tieCount)] : eligible[0];
  }

  /** Phits in the queue behind virtual channel `vc`. Its channel is free, so every packet in the queue has arrived whole. */
  private phitsIn(vc: number, cycle: number): number {
    const { memory, packetPhits } = this;
    const stateIndex = this.vcStateAt(vc);
    const departingPhits = (memory[stateIndex + departureEnd] - cycle) | 0;
    return (Math.imul((memory[stateIndex] >> 8) & 0xff, packetPhits) + (departingPhits & ~(departingPhits >> 31))) | 0;
  }

  /**
   * Sorts the list of due allocators (those that may grant a request in this cycle) in the order of their records in `memory`, and removes
   * duplicates. Records begin at cache lines, so one bit for each cache line sorts them in a single pass.
   * @param dueEnd End of the list in `memory`.
   * @returns The new end of the list.
   */
  sortDueAllocators(dueEnd: number): number {
    const { memory, allocationAt } = this;
    const { dueAllocatorsAt, dueCacheLines } = this.allocation.allocators!;
    for (let i = dueAllocatorsAt; i < dueEnd; i++) {
      const line = (memory[i] - allocationAt) >> cacheLineShift;
      dueCacheLines[line >> 5] |= 1 << line;
    }
    let count = dueAllocatorsAt;
    for (let word = 0; word < dueCacheLines.length; word++) {
      let bits = dueCacheLines[word];
      if (bits === 0) continue;
      dueCacheLines[word] = 0;
      for (; bits !== 0; bits &= bits - 1) {
        const line = (word << 5) + 31 - Math.clz32(bits & -bits);
        memory[count++] = allocationAt + (line << cacheLineShift) + allocatorHeaderWords;
      }
    }
    return count;
  }

  // Prefetching: each method reads the data of a batch of hops, and returns the start of the next batch.

  /**
   * Reads the records that completing grants will need, so that they are in the cache by then: of the next `prefetchBatch` grants, the
   * queue, the packet and, if `hasAllocators`, the allocators. The sum of the words is stored only to prevent compilers from removing the
   * reads.
   * @param begin First entry of the grant log that has not been prefetched.
   * @param end End of the entries that complete in this cycle; both modulo 2³².
   * @returns The end of the entries that have been prefetched.
   */
  private prefetchEnding(begin: number, end: number, hasAllocators: boolean): number {
    const { memory, queueCount, stateStride, vcRecordsAt, stride } = this;
    const { entries: log, mask: logMask } = this.grantLog;
    const { records } = this.pool;
    const prefetchEnd = ((end - begin) | 0) > prefetchBatch ? (begin + prefetchBatch) | 0 : end;
    let sum = 0;
    for (let i = begin; i !== prefetchEnd; i = (i + 1) | 0) {
      const entry = (i & logMask) << logEntryShift;
      const queue = log[entry];
      const packetOrVc = log[entry + 2];
      // Injection slots have no record of a queue, and an entry names a packet only if it is consumed; record 0 is read instead.
      sum =
        (sum + memory[Math.imul(queue < queueCount ? queue : 0, stateStride)] + records[(packetOrVc < 0 ? 0 : packetOrVc) << packetShift]) |
        0;
      if (hasAllocators)
        sum =
          (sum + memory[log[entry + 3]] + memory[memory[vcRecordsAt + Math.imul(queue < queueCount ? queue : 0, stride) + vcAllocator]]) |
          0;
    }
    this.prefetchSum = sum;
    return prefetchEnd;
  }

  /** Prefetches the packets of new queue heads. Injection slots have just been written. */
  private prefetchHeads(begin: number, end: number): number {
    const { memory, newHeadsAt, vcRecordsAt, stride, stateStride } = this;
    const { records } = this.pool;
    const prefetchEnd = Math.min(end, begin + prefetchBatch);
    let sum = 0;
    for (let i = begin; i < prefetchEnd; i++) {
      const queue = memory[newHeadsAt + i];
      const packetId = memory[vcRecordsAt + Math.imul(queue, stride) + queueRing + (memory[Math.imul(queue, stateStride)] & 0xff)];
      sum = (sum + records[packetId << packetShift]) | 0;
    }
    this.prefetchSum = sum;
    return prefetchEnd;
  }

  /** Prefetches the allocators of new requests, where each node has one. */
  prefetchRequests(begin: number, end: number): number {
    const { memory, queueCount, inputWords, newHeadInputsAt, newHeadCandidatesAt, inputBits, allocationAt } = this;
    const { isNarrow, isByNode, stride, requestsAt } = this.allocation.allocators!;
    const prefetchEnd = Math.min(end, begin + prefetchBatch);
    const nodeStride = isByNode ? stride : 0;
    let sum = 0;
    for (let i = begin; i < prefetchEnd; i++) {
      const candidateSet = memory[newHeadCandidatesAt + i];
      const allocator = allocationAt + Math.imul(memory[newHeadInputsAt + i] >> inputBits, nodeStride);
      const requesters = isNarrow
        ? allocator + (1 << cacheLineShift)
        : requestsAt + Math.imul(candidateSet < queueCount ? candidateSet : 0, inputWords);
      sum = (sum + memory[allocator] + memory[requesters]) | 0;
    }
    this.prefetchSum = sum;
    return prefetchEnd;
  }

  /** Prefetches due allocators. */
  prefetchDue(begin: number, end: number): number {
    const { memory, inputWords, inputsAt } = this;
    const { isNarrow, requestsAt } = this.allocation.allocators!;
    const prefetchEnd = Math.min(end, begin + prefetchBatch);
    let sum = 0;
    for (let i = begin; i < prefetchEnd; i++) {
      const allocator = memory[i];
      sum =
        (sum +
          memory[allocator] +
          memory[isNarrow ? allocator + (1 << cacheLineShift) : inputsAt + memory[allocator + allocatorFirstInput]]) |
        0;
      if (!isNarrow) sum = (sum + memory[requestsAt + Math.imul(memory[allocator + allocatorFirstVc], inputWords)]) | 0;
    }
    this.prefetchSum = sum;
    return prefetchEnd;
  }

  /** Prefetches due channels and the inputs of their nodes. */
  private prefetchArbiters(begin: number, end: number): number {
    const { memory, vcRecordsAt, stride } = this;
    const prefetchEnd = Math.min(end, begin + prefetchBatch);
    let sum = 0;
    for (let i = begin; i < prefetchEnd; i++) {
      const tailInputs = memory[vcRecordsAt + Math.imul(memory[i], stride) + tailNodeInputs];
      sum = (sum + memory[memory[i] << 2] + memory[tailInputs ^ (tailInputs >> 31)]) | 0;
    }
    this.prefetchSum = sum;
    return prefetchEnd;
  }

  /**
   * Reads the records that new grants will need, so that they are in the cache by then: of the next `prefetchBatch` grants, the packet, the
   * queue that it leaves and the queue behind the granted virtual channel. The sum of the words is stored only to prevent compilers from
   * removing the reads.
   * @param begin First entry of the grant log that has not been prefetched.
   * @param end End of the entries of this cycle; both modulo 2³².
   * @returns The end of the entries that have been prefetched.
   */
  private prefetchLeaving(begin: number, end: number): number {
    const { memory, vcRecordsAt, stride, stateStride } = this;
    const { entries: log, mask: logMask } = this.grantLog;
    const { records } = this.pool;
    const prefetchEnd = ((end - begin) | 0) > prefetchBatch ? (begin + prefetchBatch) | 0 : end;
    let sum = 0;
    for (let i = begin; i !== prefetchEnd; i = (i + 1) | 0) {
      const entry = (i & logMask) << logEntryShift;
      const queue = log[entry];
      const vc = ~log[entry + 2];
      // The queue head; the low 8 bits of the state of a queue are its place in the ring buffer.
      const packetId = memory[vcRecordsAt + Math.imul(queue, stride) + queueRing + (memory[Math.imul(queue, stateStride)] & 0xff)];
      sum =
        (sum +
          records[packetId << packetShift] +
          memory[vcRecordsAt + Math.imul(vc, stride) + queueRing] +
          memory[Math.imul(vc, stateStride)]) |
        0;
    }
    this.prefetchSum = sum;
    return prefetchEnd;
  }
}
