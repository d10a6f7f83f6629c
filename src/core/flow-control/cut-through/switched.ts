// hot: no allocation, no for-of, no destructuring but of `this` inside `run` and what it calls.
/**
 * Virtual cut-through and store-and-forward where channels have rates and lengths, or switches have rules other than the defaults. The
 * engine can run every plan of the other engines with the same grants. The other engines are faster, because all their delays are 1 or L
 * cycles.
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
import { uniformBelow, mix, hashGrant } from "../../base/random.ts";
import type { Plan } from "../../plan/plan.ts";
import type { ChannelCrossing } from "../../simulation/contract.ts";
import { slotInput, slotPacket, slotShift } from "../injection.ts";
import {
  packetRequest,
  packetCreated,
  packetEnds,
  packetHops,
  packetInjected,
  packetMessage,
  packetShift,
  packetReady,
  packetRoutingState,
} from "../packet-pool.ts";
import { listSize, listStart } from "./candidate-lists.ts";
import {
  creditMask,
  escapeMask,
  allocatorFirstChannels,
  freeMask,
  lastCreditMask,
  listAllocator,
  listOutputMask,
  maskShift,
  maxChannelsPerAllocator,
  requestMask,
} from "./allocators.ts";
import type { CutThroughRules } from "./rules.ts";
import { flushThreshold } from "./records/queue.ts";
import { SwitchedState } from "./switched-state.ts";
import { SwitchedInspection } from "./switched-inspection.ts";
import * as allocator from "./records/allocator.ts";
import * as channel from "./records/channel.ts";
import * as event from "./records/event.ts";
import * as buffer from "./records/output-buffer.ts";
import * as packet from "./records/packet.ts";
import * as vc from "./records/virtual-channel.ts";

export class SwitchedCutThrough extends SwitchedState {
  readonly inspector = new SwitchedInspection(this);
  /** [allocators × stride] Records of allocators. */
  private allocatorRecords: Int32Array;
  private readonly outputWords: number;
  /**
   * [virtual channels × words] Masks of inputs: those that request each virtual channel; and those in its ring, or all inputs where it is
   * in no ring.
   */
  protected vcRequesters: Int32Array;
  protected ringInsiders: Int32Array;
  /** [inputs] Allocator that the head of each input requests. */
  protected headAllocator: Int32Array;
  /** Allocators due in this cycle, and those due again in the next one; channels that may serve a list of packets. */
  protected dueAllocators: Int32Array;
  protected dueCount = 0;
  protected readonly retryAllocators: Int32Array;
  protected retryCount = 0;
  protected dueChannels: Int32Array;
  protected readonly isChannelDue: Uint8Array;
  /**
   * Whether the inputs and outputs of each node fit into one word and terminals do not forward; and whether, in addition, only free
   * channels, credits and chance decide.
   */
  private readonly fitsOneWord: boolean;
  protected readonly isNarrow: boolean;
  private readonly eligibleInputs: Int32Array;
  /** [groups] Allocators that have channels of each shared capacity. */
  private readonly groupAllocators: readonly Int32Array[];
  readonly hasPlainOutputQueues: boolean;
  /** [channels] The virtual channel whose output buffer was served last. */
  protected readonly lastServedBuffer: Int32Array;

  // Requests of selections other than *shared*.
  private readonly lastServedQueue: Int32Array;
  private readonly requestQueue: Int32Array;
  private readonly requestOutput: Int32Array;
  private readonly firstRequest: Int32Array;
  private readonly nextRequest: Int32Array;
  private readonly requestedPorts: Int32Array;
  private readonly portWinner: Int32Array;

  // Virtual output queues.
  /** First and last packet of each virtual output queue, in pairs; and the start of each input queue's section. */
  voqLists: Int32Array;
  firstVoq: Int32Array;
  /** [channels] Pointers of iSLIP: for an output channel the next input to grant, and for an input channel the next output to accept. */
  private readonly grantPointer: Int32Array;
  private readonly acceptPointer: Int32Array;
  /**
   * [channels] By input channel: the granting output that comes first from the accept pointer on, −1 for none; and the input channels that
   * have grants.
   */
  private readonly bestGrant: Int32Array;
  private readonly grantedInputs: Int32Array;

  /** [wheel << listKindShift] First event of each kind in each cycle, −1 for none. */
  private eventLists: Int32Array = new Int32Array(this.eventWheel.length << event.listKindShift).fill(-1);
  /** By output of an allocator: the first output of the same channel. */
  private readonly firstOutputOfChannel: Int32Array;
  /**
   * [channels] Index of the channel's rate among all rates. By pair of rate kinds, where a packet takes whole cycles: cycles by which the
   * start on the second channel follows the start on the first.
   */
  private rateKind: Int32Array;
  private readonly rateKindCount: number;
  private startLead: Int32Array;
  /** [inputs] Mask of the outputs that the head of each input requests. */
  private requestedOutputs: Int32Array;
  /** Grants of a cycle, three words each: queue, −1 for an output buffer; virtual channel; packet. */
  private grantList: Int32Array;
  private grantWords = 0;
  /** [virtual channels] Queues whose heads request in a later cycle: the next queue in its list, and the cycle. */
  private laterHeads: Int32Array;
  /**
   * One array that contains all arrays above, so that few base addresses and lengths are needed. Records of virtual channels come first.
   */
  private readonly memory: Int32Array;

  constructor(rules: CutThroughRules, plan: Plan) {
    super(rules, plan);
    const { network } = plan;
    const { vcs, queueCount, terminalCount, packetPhits, inputWords, perCycle, perPhit } = this;
    const { head } = network;
    const channelCount = head.length;
    const firstOfAllocators = allocatorFirstChannels(
      plan,
      (node) => !this.hasSharedSelection || (this.hasOutputQueues && node >= terminalCount),
    );
    const allocators = firstOfAllocators.length - 1;
    const outputWords = (this.outputWords = Math.ceil((maxChannelsPerAllocator(firstOfAllocators) * vcs) / 32));
    this.allocatorRecords = new Int32Array(allocators * (allocator.masksAt + (outputWords << maskShift)));
    this.vcRequesters = new Int32Array(queueCount * inputWords);
    this.ringInsiders = new Int32Array(this.hasRings ? queueCount * inputWords : 0);
    this.headAllocator = new Int32Array(this.inputs.length);
    this.dueAllocators = new Int32Array(allocators + 1);
    this.retryAllocators = new Int32Array(allocators);
    this.dueChannels = new Int32Array(channelCount + 1);
    this.isChannelDue = new Uint8Array(channelCount);
    this.eligibleInputs = new Int32Array(inputWords);
    this.fitsOneWord = outputWords === 1 && inputWords === 1 && !network.forwards;
    this.isNarrow = this.fitsOneWord && this.hasSharedSelection && rules.arbitration === "random" && !this.hasSharedCapacities;
    this.hasPlainOutputQueues = this.hasOutputQueues && !this.hasVirtualOutputQueues;
    this.lastServedBuffer = new Int32Array(channelCount).fill(-1);
    const requests = this.hasSharedSelection ? 0 : queueCount + (this.injection.slots.length >> slotShift);
    const ports = this.hasSharedSelection ? 0 : channelCount + queueCount;
    this.lastServedQueue = new Int32Array(ports).fill(-1);
    this.requestQueue = new Int32Array(requests);
    this.requestOutput = new Int32Array(requests);
    this.nextRequest = new Int32Array(requests);
    this.firstRequest = new Int32Array(ports).fill(-1);
    this.requestedPorts = new Int32Array(ports);
    this.portWinner = new Int32Array(ports);

    const allocatorsOfGroup = this.writeAllocators(firstOfAllocators, plan);
    this.firstVoq = new Int32Array(this.hasVirtualOutputQueues ? queueCount + 1 : 0);
    for (let queueId = 0; queueId < this.firstVoq.length - 1; queueId++) {
      const node = head[this.channelOf(queueId)];
      this.firstVoq[queueId + 1] =
        this.firstVoq[queueId] + (node < terminalCount ? 0 : 2 * (network.firstOut[node + 1] - network.firstOut[node]) * vcs);
    }
    this.voqLists = new Int32Array(this.firstVoq[queueCount] ?? 0).fill(-1);
    const matched = this.hasVirtualOutputQueues ? channelCount : 0;
    this.grantPointer = new Int32Array(matched);
    this.acceptPointer = new Int32Array(matched);
    this.bestGrant = new Int32Array(matched).fill(-1);
    this.grantedInputs = new Int32Array(matched);

    this.firstOutputOfChannel = Int32Array.from({ length: 32 }, (_, position) => position - (position % vcs));
    // From the slowest to the fastest.
    const rates = [...new Set(Array.from(head, (_, channelId) => perCycle[channelId] / perPhit[channelId]))].sort((a, b) => a - b);
    this.rateKind = Int32Array.from(head, (_, channelId) => rates.indexOf(perCycle[channelId] / perPhit[channelId]));
    this.rateKindCount = rates.length;
    const channelOfKind = rates.map((_, kind) => this.rateKind.indexOf(kind));
    this.startLead = Int32Array.from({ length: rates.length ** 2 }, (_, i) => {
      const [channelId, next] = [channelOfKind[Math.floor(i / rates.length)], channelOfKind[i % rates.length]];
      return Math.ceil(
        (packetPhits * perPhit[channelId] * perCycle[next] - (packetPhits - 1) * perPhit[next] * perCycle[channelId]) /
          (perCycle[channelId] * perCycle[next]),
      );
    });
    this.grantList = new Int32Array(3 * (2 * queueCount + (this.injection.slots.length >> slotShift)));
    this.laterHeads = new Int32Array(2 * queueCount);
    this.requestedOutputs = new Int32Array(this.inputs.length);
    this.memory = this.joinArrays();
    // Allocators are addressed by the index of their record in the common array.
    const records = this.startOf(this.allocatorRecords);
    this.allocatorRecords = this.memory;
    this.groupAllocators = allocatorsOfGroup.map((each) => Int32Array.from(each, (allocatorIndex) => records + allocatorIndex));
    for (let vcId = 0; vcId < queueCount; vcId++) {
      this.vcRecords[(vcId << vc.vcFieldsShift) + vc.outputAllocator] += records;
      this.vcRecords[(vcId << vc.vcFieldsShift) + vc.outputMaskAt] += records;
    }
    // An input with virtual output queues always belongs to the allocator of its switch.
    for (let node = this.hasVirtualOutputQueues ? terminalCount : network.firstOut.length; node < network.firstOut.length - 1; node++) {
      this.headAllocator.fill(
        this.vcRecords[((network.firstOut[node] * vcs) << vc.vcFieldsShift) + vc.outputAllocator],
        this.firstInput[node],
        this.firstInput[node + 1],
      );
    }
  }

  /**
   * Writes the constant fields of the records of all allocators, and refers to them in the records of virtual channels. An allocator
   * matches the requests of a node, or of a group of parallel outputs; its outputs are virtual channels and bits of its masks.
   * @param firstOfAllocators [allocators + 1] First channel of each allocator; last, the number of channels.
   * @returns [groups] For each group of channels with a shared capacity, the records of the allocators that have channels of it.
   */
  private writeAllocators(firstOfAllocators: readonly number[], { network, routing }: Plan): readonly ReadonlySet<number>[] {
    const { allocatorRecords, vcRecords, vcs, firstInput } = this;
    const stride = allocator.masksAt + (this.outputWords << maskShift);
    const allocatorsOfGroup = Array.from(this.groupLimit, () => new Set<number>());
    for (let i = 0; i < firstOfAllocators.length - 1; i++) {
      const allocatorIndex = i * stride;
      const node = network.tail[firstOfAllocators[i]] ?? 0;
      allocatorRecords[allocatorIndex + allocator.firstVc] = firstOfAllocators[i] * vcs;
      allocatorRecords[allocatorIndex + allocator.inputsAt] = firstInput[node];
      allocatorRecords[allocatorIndex + allocator.node] = node;
      allocatorRecords[allocatorIndex + allocator.drawKey] = routing.parallelOutputs === undefined ? node : firstOfAllocators[i];
      allocatorRecords[allocatorIndex + allocator.lastServedQueue] = -1;
      allocatorRecords[allocatorIndex + allocator.allocatorChannels] = firstOfAllocators[i + 1] - firstOfAllocators[i];
      for (let vcId = firstOfAllocators[i] * vcs; vcId < firstOfAllocators[i + 1] * vcs; vcId++) {
        const position = vcId - firstOfAllocators[i] * vcs;
        const mask = allocatorIndex + allocator.masksAt + ((position >> 5) << maskShift);
        vcRecords[(vcId << vc.vcFieldsShift) + vc.outputAllocator] = allocatorIndex;
        vcRecords[(vcId << vc.vcFieldsShift) + vc.outputNumber] = position;
        vcRecords[(vcId << vc.vcFieldsShift) + vc.outputMaskAt] = mask;
        allocatorRecords[mask + freeMask] |= 1 << position;
        if (routing.isEscape?.[vcId] === 1) allocatorRecords[mask + escapeMask] |= 1 << position;
        this.updateCredits(vcId);
        const group = network.group[this.channelOf(vcId)];
        if (group >= 0) allocatorsOfGroup[group].add(allocatorIndex);
        if (this.hasRings) this.writeRingInsiders(vcId, node);
      }
    }
    return allocatorsOfGroup;
  }

  /**
   * Moves the arrays of the hot loop into one array, which it returns, and turns the fields into views of it. The loop can then address all
   * of them from one base. Each section begins at a cache line of 16 words.
   */
  private joinArrays(): Int32Array {
    // Names of the fields: first the arrays that every hop uses.
    const names = [
      ...([
        "vcRecords",
        "channelRecords",
        "bufferRecords",
        "allocatorRecords",
        "vcRequesters",
        "eventLists",
        "ringInsiders",
        "requestedOutputs",
        "headAllocator",
        "inputs",
        "openInputs",
        "dueAllocators",
        "newHeads",
        "grantList",
      ] as const),
      ...([
        "firstInput",
        "routeCache",
        "voqLists",
        "firstVoq",
        "dueChannels",
        "terminalInputs",
        "rateKind",
        "startLead",
        "laterHeads",
      ] as const),
    ];
    const sizes = names.map((name) => (this[name].length + 15) & ~15);
    const joined = new Int32Array(sizes.reduce((sum, size) => sum + size, 0));
    let start = 0;
    names.forEach((name, i) => {
      joined.set(this[name], start);
      this[name] = joined.subarray(start, start + this[name].length);
      start += sizes[i];
    });
    return joined;
  }

  /**
   * Writes the mask of the inputs of node `node` that are in the same ring as virtual channel `vcId`; all inputs where it is in no ring.
   */
  private writeRingInsiders(vcId: number, node: number): void {
    const { queueCount, inputs, firstInput, inputWords } = this;
    for (let i = firstInput[node]; i < firstInput[node + 1]; i++) {
      const queueId = inputs[i];
      const input = i - firstInput[node];
      if (this.creditsNeeded(vcId, queueId < queueCount ? queueId : queueCount) === 1)
        this.ringInsiders[vcId * inputWords + (input >> 5)] |= 1 << input;
    }
  }

  /** Updates the credit bits of virtual channel `vcId`. */
  private updateCredits(vcId: number): void {
    const { allocatorRecords, vcRecords } = this;
    const vcIndex = vcId << vc.vcFieldsShift;
    const isBuffered = this.outputBufferPackets > 0 && this.hasBuffers(this.channelOf(vcId));
    const credits = isBuffered
      ? this.outputBufferPackets - this.bufferRecords[vcIndex + buffer.bufferSlotsTaken]
      : vcRecords[vcIndex + vc.queueSlots] - vcRecords[vcIndex + vc.queueSlotsTaken];
    const output = vcRecords[vcIndex + vc.outputNumber];
    const mask = vcRecords[vcIndex + vc.outputMaskAt];
    const bit = 1 << output;
    allocatorRecords[mask + creditMask] =
      credits > 0 ? allocatorRecords[mask + creditMask] | bit : allocatorRecords[mask + creditMask] & ~bit;
    allocatorRecords[mask + lastCreditMask] =
      credits === 1 ? allocatorRecords[mask + lastCreditMask] | bit : allocatorRecords[mask + lastCreditMask] & ~bit;
  }

  /** Index of an array within the common array. */
  private startOf(part: Int32Array): number {
    return (part.byteOffset >> 2) | 0;
  }

  /**
   * Simulates cycles up to `stop`, in the phases of a router pipeline. Names that end in `At` are starts of arrays in `memory`; `firstVcId`
   * is the first virtual channel of a channel or of an allocator.
   */
  protected run(stop: number, work: number): number {
    stop |= 0;
    work |= 0;
    const {
      memory,
      recorder,
      injection,
      isRequesting,
      isChannelDue,
      retryAllocators,
      firstOutputOfChannel,
      eligible,
      isEndAllowed,
      lists,
      head,
    } = this;
    const {
      isNarrow,
      hasSharedSelection,
      hasRings,
      hasRouteCache,
      hasRoutingState,
      hasSharedCapacities,
      isNetworkFirst,
      isStoreAndForward,
      isUnderrunPossible,
      forwards,
    } = this;
    const { hasOutputQueues, hasVirtualOutputQueues, hasPlainOutputQueues } = this;
    const { slots } = injection;
    const { eventWheel } = this;
    const wheelMask = this.wheelMask | 0;
    const { nextState } = this.routing;
    const channelsAt = this.startOf(this.channelRecords);
    const buffersAt = this.startOf(this.bufferRecords);
    const requestersAt = this.startOf(this.vcRequesters);
    const eventListsAt = this.startOf(this.eventLists);
    const ringInsidersAt = this.startOf(this.ringInsiders);
    const requestedOutputsAt = this.startOf(this.requestedOutputs);
    const headAllocatorAt = this.startOf(this.headAllocator);
    const inputsAt = this.startOf(this.inputs);
    const openInputsAt = this.startOf(this.openInputs);
    const dueAt = this.startOf(this.dueAllocators);
    const newHeadsAt = this.startOf(this.newHeads);
    const grantsAt = this.startOf(this.grantList);
    const firstInputAt = this.startOf(this.firstInput);
    const routeCacheAt = this.startOf(this.routeCache);
    const voqListsAt = this.startOf(this.voqLists);
    const firstVoqAt = this.startOf(this.firstVoq);
    const dueChannelsAt = this.startOf(this.dueChannels);
    const terminalInputsAt = this.startOf(this.terminalInputs);
    const startLeadAt = this.startOf(this.startLead);
    const rateKindAt = this.startOf(this.rateKind);
    const laterHeadsAt = this.startOf(this.laterHeads);
    const terminalCount = this.terminalCount | 0;
    const vcs = this.vcs | 0;
    const queueCount = this.queueCount | 0;
    const packetPhits = this.packetPhits | 0;
    const outputBufferPackets = this.outputBufferPackets | 0;
    const hasOutputBuffers = outputBufferPackets > 0;
    const crossCycles = this.crossCycles | 0;
    // Whether all channels have rate 1. Then a crossing precedes the start on the channel by the same time everywhere.
    const hasUniformRate = this.rateKindCount === 1 && this.perCycle[0] === this.perPhit[0];
    const crossLead = this.crossLead[0] | 0;
    const departuresPerInput = this.departuresPerInput | 0;
    const { hasDepartureLimit } = this;
    const hasExtraChecks = hasDepartureLimit || hasOutputBuffers;
    const isOrdered = hasDepartureLimit && hasSharedSelection && !hasVirtualOutputQueues && this.routing.parallelOutputs !== undefined;
    const inputWords = this.inputWords | 0;
    const inputBits = this.inputBits | 0;
    const inputMask = (1 << inputBits) - 1;
    const rateKindCount = this.rateKindCount | 0;
    const arbitrationKey = this.arbitrationKey | 0;
    const { crossingCounter } = this;
    const trackedChannel = crossingCounter.channel | 0;
    const hasOneSlot = slots.length === terminalCount << slotShift;
    const channelMask = (-1 >>> (vcs < 32 ? 32 - vcs : 0)) | 0;
    let cycle = this.now | 0;
    let hash = this.fingerprint | 0;
    let newHeadCount = this.newHeadCount | 0;
    let dueCount = this.dueCount | 0;
    let requestingCount = this.requestingCount | 0;
    let lastEventCycle = this.lastEventCycle | 0;
    let grants = 0;
    let workDone = 0;
    let isOver = false;
    // Code that makes an allocator or channel due, or appends to a list, is repeated inline: a call would cost 5 % of a hop.
    for (; cycle < stop && workDone < work && !isOver; cycle = (cycle + 1) | 0) {
      const listsOfCycle = eventListsAt + ((cycle & wheelMask) << event.listKindShift);
      let dueChannelCount = 0;

      // Phase 1a: transfers end. Channels become free, and so do the inputs and outputs of crossbars. Events of later turns of the wheel
      // are put back.
      let eventIndex = memory[listsOfCycle];
      memory[listsOfCycle] = -1;
      while (eventIndex >= 0) {
        let { events } = this;
        const following = events[eventIndex + event.nextInList];
        if (events[eventIndex + event.time] !== cycle) {
          events[eventIndex + event.nextInList] = memory[listsOfCycle];
          memory[listsOfCycle] = eventIndex;
          eventIndex = following;
          continue;
        }
        const effects = events[eventIndex + event.effects];
        const queueId = events[eventIndex + event.queue];
        const vcIndex = events[eventIndex + event.outputVc] << vc.vcFieldsShift;
        const allocatorIndex = memory[vcIndex + vc.outputAllocator];
        if ((effects & event.freesBuffer) !== 0 || (hasPlainOutputQueues && memory[allocatorIndex + allocator.node] >= terminalCount)) {
          const channelId = memory[vcIndex + vc.vcChannel];
          memory[dueChannelsAt + dueChannelCount] = channelId;
          dueChannelCount += 1 - isChannelDue[channelId];
          isChannelDue[channelId] = 1;
        } else {
          const channelId = memory[vcIndex + vc.vcChannel];
          const isThrough = (effects & event.endsCrossing) !== 0;
          if (isThrough) {
            memory[buffersAt + vcIndex + buffer.isCrossingActive] = 0;
            memory[channelsAt + (channelId << channel.channelFieldsShift) + channel.crossingCount]--;
          }
          if (isNarrow) {
            const maskIndex = allocatorIndex + allocator.masksAt;
            const vcPosition = firstOutputOfChannel[memory[vcIndex + vc.outputNumber]];
            let vcMask = channelMask;
            if (isThrough) {
              const firstVcId = (vcIndex >> vc.vcFieldsShift) - memory[vcIndex + vc.outputNumber] + vcPosition;
              vcMask = 0;
              for (let k = 0; k < vcs; k++)
                vcMask |= (memory[buffersAt + ((firstVcId + k) << vc.vcFieldsShift) + buffer.isCrossingActive] ^ 1) << k;
            }
            const freeBits = memory[maskIndex + freeMask] | (vcMask << vcPosition);
            memory[maskIndex + freeMask] = freeBits;
            const grantable = freeBits & memory[maskIndex + creditMask] & memory[maskIndex + requestMask];
            const becomesDue = ((grantable | -grantable) >>> 31) & (memory[allocatorIndex + allocator.isDue] ^ 1);
            memory[dueAt + dueCount] = allocatorIndex;
            memory[allocatorIndex + allocator.isDue] |= becomesDue;
            dueCount += becomesDue;
          } else dueCount = this.freeOutputs(channelId, allocatorIndex, dueCount) | 0;
        }
        if ((effects & event.consumesPacket) !== 0) {
          this.consume(events[eventIndex + event.movedPacket], cycle);
          isOver = isEndAllowed && recorder.isComplete;
        }
        if (queueId >= queueCount) {
          injection.releaseSlot(queueId - queueCount);
          events[eventIndex + event.nextInList] = this.freeEvent;
          this.freeEvent = eventIndex;
          eventIndex = following;
          continue;
        }
        // The sender of the queue or buffer learns of the free slot in cycle `creditCycle`.
        let creditCycle = (effects & event.endsLate) !== 0 ? cycle + 1 : cycle;
        if (queueId < 0) {
          const packetId = memory[buffersAt + vcIndex + buffer.bufferFirst];
          if (packetId >= 0) {
            const since = this.packetFields[(packetId << packet.packetFieldsShift) + packet.earliestStart];
            if (since <= cycle) {
              memory[buffersAt + vcIndex + buffer.isHeadRequesting] = 1;
              requestingCount++;
            } else {
              this.schedule(since, event.readiesBufferHead, -1, packetId, vcIndex >> vc.vcFieldsShift);
              // `schedule` may have replaced the array.
              events = this.events;
            }
          }
        } else {
          const queueIndex = queueId << vc.vcFieldsShift;
          const channelIndex = channelsAt + (memory[queueIndex + vc.vcChannel] << channel.channelFieldsShift);
          const isSwitchInput = !forwards || memory[channelIndex + channel.isToTerminal] === 0;
          if (hasDepartureLimit && isSwitchInput && memory[channelIndex + channel.departures]-- === departuresPerInput) {
            // Another packet may leave the input channel. `queueIndex` is the start of the record of the queue that the packet left.
            const firstVcId = Math.imul(memory[queueIndex + vc.vcChannel], vcs);
            const position = memory[(firstVcId << vc.vcFieldsShift) + vc.nodeInput];
            const node = position >> inputBits;
            const input = position & inputMask;
            if (isNarrow) memory[openInputsAt + node] |= channelMask << input;
            else this.openInput(firstVcId, node);
            for (let k = 0; k < vcs; k++) {
              if (!hasVirtualOutputQueues && isRequesting[firstVcId + k] === 0) continue;
              const otherAllocator = memory[headAllocatorAt + memory[firstInputAt + node] + input + k];
              const grantable = isNarrow
                ? memory[otherAllocator + allocator.masksAt + freeMask] &
                  memory[otherAllocator + allocator.masksAt + creditMask] &
                  memory[otherAllocator + allocator.masksAt + requestMask]
                : 1;
              const becomesDue = ((grantable | -grantable) >>> 31) & (memory[otherAllocator + allocator.isDue] ^ 1);
              memory[dueAt + dueCount] = otherAllocator;
              memory[otherAllocator + allocator.isDue] |= becomesDue;
              dueCount += becomesDue;
            }
          }
          if (!(hasOutputQueues && isSwitchInput) && memory[queueIndex + vc.queueFirst] >= 0) memory[newHeadsAt + newHeadCount++] = queueId;
          creditCycle += memory[channelIndex + channel.creditCycles];
        }
        const targetList = eventListsAt + ((creditCycle & wheelMask) << event.listKindShift) + event.departureList;
        events[eventIndex + event.nextInList] = memory[targetList];
        memory[targetList] = eventIndex;
        events[eventIndex + event.time] = creditCycle;
        events[eventIndex + event.effects] = event.freesQueueSlot | (effects & event.leftThroughSwitch);
        if (creditCycle > lastEventCycle) lastEventCycle = creditCycle;
        eventIndex = following;
      }

      // Phase 1b: credits arrive at their senders.
      eventIndex = memory[listsOfCycle + event.departureList];
      memory[listsOfCycle + event.departureList] = -1;
      while (eventIndex >= 0) {
        const { events } = this;
        const following = events[eventIndex + event.nextInList];
        if (events[eventIndex + event.time] !== cycle) {
          events[eventIndex + event.nextInList] = memory[listsOfCycle + event.departureList];
          memory[listsOfCycle + event.departureList] = eventIndex;
          eventIndex = following;
          continue;
        }
        const queueId = events[eventIndex + event.queue];
        let vcIndex = queueId << vc.vcFieldsShift;
        let credits: number;
        if (queueId < 0) {
          vcIndex = events[eventIndex + event.outputVc] << vc.vcFieldsShift;
          credits = outputBufferPackets - --memory[buffersAt + vcIndex + buffer.bufferSlotsTaken];
        } else {
          const second = events[eventIndex + event.nextDeparture];
          if (memory[vcIndex + vc.firstDeparture] === eventIndex) {
            memory[vcIndex + vc.firstDeparture] = second;
            if (second < 0) memory[vcIndex + vc.lastDeparture] = -1;
          } else this.removeDeparture(eventIndex, queueId);
          credits = memory[vcIndex + vc.queueSlots] - --memory[vcIndex + vc.queueSlotsTaken];
        }
        const allocatorIndex = memory[vcIndex + vc.outputAllocator];
        if (queueId >= 0 && (hasPlainOutputQueues || hasOutputBuffers) && memory[allocatorIndex + allocator.node] >= terminalCount) {
          const channelId = memory[vcIndex + vc.vcChannel];
          memory[dueChannelsAt + dueChannelCount] = channelId;
          dueChannelCount += 1 - isChannelDue[channelId];
          isChannelDue[channelId] = 1;
        } else {
          const maskIndex = memory[vcIndex + vc.outputMaskAt];
          const output = memory[vcIndex + vc.outputNumber];
          memory[maskIndex + creditMask] |= 1 << output;
          if (hasRings)
            memory[maskIndex + lastCreditMask] =
              credits === 1 ? memory[maskIndex + lastCreditMask] | (1 << output) : memory[maskIndex + lastCreditMask] & ~(1 << output);
          const grantable = (1 << output) & memory[maskIndex + freeMask] & memory[maskIndex + requestMask];
          const becomesDue = ((grantable | -grantable) >>> 31) & (memory[allocatorIndex + allocator.isDue] ^ 1);
          memory[dueAt + dueCount] = allocatorIndex;
          memory[allocatorIndex + allocator.isDue] |= becomesDue;
          dueCount += becomesDue;
        }
        events[eventIndex + event.nextInList] = this.freeEvent;
        this.freeEvent = eventIndex;
        eventIndex = following;
      }

      // Phase 1c: queue heads that may request now; and packets that join output queues, each independently.
      let listedItem = memory[listsOfCycle + event.headList];
      memory[listsOfCycle + event.headList] = -1;
      while (listedItem >= 0) {
        const laterIndex = laterHeadsAt + listedItem + listedItem;
        const following = memory[laterIndex];
        if (memory[laterIndex + 1] === cycle) memory[newHeadsAt + newHeadCount++] = listedItem;
        else {
          memory[laterIndex] = memory[listsOfCycle + event.headList];
          memory[listsOfCycle + event.headList] = listedItem;
        }
        listedItem = following;
      }
      if (hasOutputQueues) {
        listedItem = memory[listsOfCycle + event.joinList];
        memory[listsOfCycle + event.joinList] = -1;
        while (listedItem >= 0) {
          const fieldsIndex = listedItem << packet.packetFieldsShift;
          const following = this.packetFields[fieldsIndex + packet.nextPacket];
          if (this.packetFields[fieldsIndex + packet.previousPacket] === cycle) memory[newHeadsAt + newHeadCount++] = ~listedItem;
          else {
            this.packetFields[fieldsIndex + packet.nextPacket] = memory[listsOfCycle + event.joinList];
            memory[listsOfCycle + event.joinList] = listedItem;
          }
          listedItem = following;
        }
      }

      // Phase 1d: rare events.
      eventIndex = eventWheel[cycle & wheelMask];
      eventWheel[cycle & wheelMask] = -1;
      while (eventIndex >= 0) {
        const { events } = this;
        const following = events[eventIndex + event.nextInList];
        if (events[eventIndex + event.time] !== cycle) {
          events[eventIndex + event.nextInList] = eventWheel[cycle & wheelMask];
          eventWheel[cycle & wheelMask] = eventIndex;
          eventIndex = following;
          continue;
        }
        const effects = events[eventIndex + event.effects];
        if ((effects & event.consumesPacket) !== 0) {
          this.consume(events[eventIndex + event.movedPacket], cycle);
          isOver = isEndAllowed && recorder.isComplete;
        }
        if ((effects & event.readiesBufferHead) !== 0) {
          const vcIndex = events[eventIndex + event.outputVc] << vc.vcFieldsShift;
          memory[buffersAt + vcIndex + buffer.isHeadRequesting] = 1;
          requestingCount++;
          const channelId = memory[vcIndex + vc.vcChannel];
          memory[dueChannelsAt + dueChannelCount] = channelId;
          dueChannelCount += 1 - isChannelDue[channelId];
          isChannelDue[channelId] = 1;
        }
        this.releaseEvent(eventIndex);
        eventIndex = following;
      }

      // Phase 2: terminals inject packets.
      if (injection.hasWork(cycle)) {
        newHeadCount = (injection.fillSlots(cycle, memory, newHeadsAt + newHeadCount, queueCount) - newHeadsAt) | 0;
        if (this.packetFields.length < this.pool.records.length) this.growPacketFields();
      }

      // Phase 3: route computation. New queue heads request all their candidates. No packet is created after this point, so these arrays
      // stay valid.
      const packetRecords = this.pool.records;
      const { packetFields } = this;
      for (let i = 0; i < newHeadCount; i++) {
        const item = memory[newHeadsAt + i];
        let packetId: number;
        let queueId = item;
        let position: number;
        if (item < 0) {
          packetId = ~item;
          queueId = packetFields[(packetId << packet.packetFieldsShift) + packet.arrivalVc];
          position = memory[(queueId << vc.vcFieldsShift) + vc.nodeInput];
        } else if (item < queueCount) {
          packetId = memory[(item << vc.vcFieldsShift) + vc.queueFirst];
          position = memory[(item << vc.vcFieldsShift) + vc.nodeInput];
        } else {
          const slot = (item - queueCount) << slotShift;
          packetId = slots[slot + slotPacket];
          position = slots[slot + slotInput];
          packetFields[(packetId << packet.packetFieldsShift) + packet.arrivalVc] = -1;
          packetFields[(packetId << packet.packetFieldsShift) + packet.earliestStart] = -1;
        }
        const fieldsIndex = packetId << packet.packetFieldsShift;
        const record = packetId << packetShift;
        const node = position >> inputBits;
        const input = position & inputMask;
        const destination = packetRecords[record + packetEnds] & 0xffff;
        let since = item < queueCount ? packetRecords[record + packetReady] : cycle;
        let candidateSet = 0;
        if (since <= cycle) {
          if (hasRouteCache) {
            candidateSet = memory[routeCacheAt + Math.imul(node, terminalCount) + destination];
            if (candidateSet >= -1) {
              if (candidateSet < 0) candidateSet = this.candidatesOf(node, destination, 0) | 0;
            } else candidateSet = (candidateSet + 1) | 0;
          } else {
            if (hasRoutingState && packetFields[fieldsIndex + packet.earliestStart] < 0)
              this.makeInjectionDecision(packetId, node, destination, cycle);
            candidateSet = this.candidatesOf(node, destination, packetRecords[record + packetRoutingState]) | 0;
          }
          // `lists.records` may have been replaced.
          const listRecords = lists.records;
          if (candidateSet >= 0 && listRecords[candidateSet + listAllocator] === 0) this.initList(candidateSet);
          if (
            isUnderrunPossible &&
            item < queueCount &&
            packetFields[fieldsIndex + packet.earliestStart] < 0 &&
            !(hasOutputBuffers && node >= terminalCount)
          ) {
            const channelId = memory[(queueId << vc.vcFieldsShift) + vc.vcChannel];
            const channelIndex = channelsAt + (channelId << channel.channelFieldsShift);
            if (memory[channelIndex + channel.packetCycles] > 0) {
              const fastest =
                candidateSet < 0
                  ? memory[rateKindAt + memory[(~candidateSet << vc.vcFieldsShift) + vc.vcChannel]]
                  : listRecords[candidateSet + allocator.listFastestKind];
              since =
                (packetFields[fieldsIndex + packet.arrivalStart] +
                  memory[channelIndex + channel.delayCycles] +
                  Math.max(0, memory[startLeadAt + Math.imul(memory[rateKindAt + channelId], rateKindCount) + fastest])) |
                0;
            } else since = this.earliestStart(packetId, channelId, candidateSet) | 0;
            packetFields[fieldsIndex + packet.earliestStart] = since;
          }
        }
        if (since > cycle) {
          // The packet may request only in a later cycle.
          let targetList = eventListsAt + ((since & wheelMask) << event.listKindShift);
          if (item < 0) {
            targetList += event.joinList;
            packetFields[fieldsIndex + packet.nextPacket] = memory[targetList];
            packetFields[fieldsIndex + packet.previousPacket] = since;
            memory[targetList] = packetId;
          } else {
            targetList += event.headList;
            const laterIndex = laterHeadsAt + item + item;
            memory[laterIndex] = memory[targetList];
            memory[laterIndex + 1] = since;
            memory[targetList] = item;
          }
          if (since > lastEventCycle) lastEventCycle = since;
          continue;
        }
        requestingCount = (requestingCount + 1) | 0;
        packetFields[fieldsIndex + packet.joinedAt] = cycle;
        if (item < 0) {
          const vcId = (candidateSet < 0 ? ~candidateSet : this.bestOfSet(candidateSet, queueId, cycle)) | 0;
          packetRecords[record + packetRequest] = ~vcId;
          packetFields[fieldsIndex + packet.assignedVc] = vcId;
          const vcIndex = vcId << vc.vcFieldsShift;
          if (hasPlainOutputQueues) {
            this.insertByJoin(memory, buffersAt + vcIndex + buffer.outputQueueFirst, packetId);
            const channelId = memory[vcIndex + vc.vcChannel];
            memory[dueChannelsAt + dueChannelCount] = channelId;
            dueChannelCount += 1 - isChannelDue[channelId];
            isChannelDue[channelId] = 1;
            continue;
          }
          const output = memory[vcIndex + vc.outputNumber];
          const voqIndex = memory[firstVoqAt + queueId] + output + output;
          const before = memory[voqListsAt + voqIndex + 1];
          if (before < 0 || packetFields[(before << packet.packetFieldsShift) + packet.joinedAt] < cycle) {
            packetFields[fieldsIndex + packet.nextPacket] = -1;
            packetFields[fieldsIndex + packet.previousPacket] = before;
            if (before < 0) memory[voqListsAt + voqIndex] = packetId;
            else packetFields[(before << packet.packetFieldsShift) + packet.nextPacket] = packetId;
            memory[voqListsAt + voqIndex + 1] = packetId;
          } else this.insertByJoin(memory, voqListsAt + voqIndex, packetId);
          memory[requestersAt + Math.imul(vcId, inputWords) + (input >> 5)] |= 1 << input;
          const allocatorIndex = memory[vcIndex + vc.outputAllocator];
          const maskIndex = memory[vcIndex + vc.outputMaskAt];
          memory[maskIndex + requestMask] |= 1 << output;
          const grantable = (1 << output) & memory[maskIndex + freeMask] & memory[maskIndex + creditMask];
          const becomesDue = ((grantable | -grantable) >>> 31) & (memory[allocatorIndex + allocator.isDue] ^ 1);
          memory[dueAt + dueCount] = allocatorIndex;
          memory[allocatorIndex + allocator.isDue] |= becomesDue;
          dueCount += becomesDue;
          continue;
        }
        isRequesting[queueId] = 1;
        if (!isNarrow) {
          dueCount = this.addRequests(queueId, packetId, candidateSet, cycle, dueCount) | 0;
          continue;
        }
        packetRecords[record + packetRequest] = candidateSet;
        let allocatorIndex: number;
        let outputs: number;
        if (candidateSet < 0) {
          const vcIndex = ~candidateSet << vc.vcFieldsShift;
          allocatorIndex = memory[vcIndex + vc.outputAllocator];
          outputs = 1 << memory[vcIndex + vc.outputNumber];
          memory[requestersAt + ~candidateSet] |= 1 << input;
        } else {
          const listRecords = lists.records;
          allocatorIndex = (listRecords[candidateSet + listAllocator] - 1) | 0;
          outputs = listRecords[candidateSet + listOutputMask];
          const firstVcId = memory[allocatorIndex + allocator.firstVc];
          for (let remaining = outputs; remaining !== 0; remaining &= remaining - 1)
            memory[requestersAt + firstVcId + 31 - Math.clz32(remaining & -remaining)] |= 1 << input;
        }
        const maskIndex = allocatorIndex + allocator.masksAt;
        memory[requestedOutputsAt + memory[firstInputAt + node] + input] = outputs;
        memory[headAllocatorAt + memory[firstInputAt + node] + input] = allocatorIndex;
        memory[maskIndex + requestMask] |= outputs;
        const grantable = outputs & memory[maskIndex + freeMask] & memory[maskIndex + creditMask];
        const becomesDue = ((grantable | -grantable) >>> 31) & (memory[allocatorIndex + allocator.isDue] ^ 1);
        memory[dueAt + dueCount] = allocatorIndex;
        memory[allocatorIndex + allocator.isDue] |= becomesDue;
        dueCount += becomesDue;
      }
      newHeadCount = 0;

      // Phase 4: virtual-channel and switch allocation.
      let grantWords = 0;
      // Allocators that share the crossbar inputs go in the order of their outputs.
      if (isOrdered && dueCount > 1) this.sortDueAllocators(dueCount);
      if (hasSharedCapacities) this.rotateByNode(dueCount, cycle);
      if (!hasSharedSelection && dueCount > 0) {
        this.grantWords = 0;
        this.requestAndGrant(dueCount, cycle);
        grantWords = this.grantWords | 0;
        dueCount = 0;
      }
      for (let i = 0; i < dueCount; i++) {
        const allocatorIndex = memory[dueAt + i];
        const node = memory[allocatorIndex + allocator.node];
        memory[allocatorIndex + allocator.isDue] = 0;
        if (!isNarrow || (hasVirtualOutputQueues && node >= terminalCount)) {
          this.grantWords = grantWords;
          if (hasVirtualOutputQueues && node >= terminalCount) this.matchIslip(allocatorIndex);
          else this.matchByRule(allocatorIndex, cycle);
          grantWords = this.grantWords | 0;
          continue;
        }
        const maskIndex = allocatorIndex + allocator.masksAt;
        const firstVcId = memory[allocatorIndex + allocator.firstVc];
        for (let grantIndex = 0; ; grantIndex++) {
          let remaining = memory[maskIndex + freeMask] & memory[maskIndex + creditMask] & memory[maskIndex + requestMask];
          if (remaining === 0) break;
          let bits = 0;
          for (; remaining !== 0; remaining &= remaining - 1) {
            const output = 31 - Math.clz32(remaining & -remaining);
            // The last credit of a queue in a ring is reserved for packets that are already in that ring.
            bits |= hasRings
              ? memory[requestersAt + firstVcId + output] &
                (memory[ringInsidersAt + firstVcId + output] | (((memory[maskIndex + lastCreditMask] >>> output) & 1) - 1))
              : memory[requestersAt + firstVcId + output];
          }
          if (hasDepartureLimit) bits &= memory[openInputsAt + node];
          if (bits === 0) break;
          if (isNetworkFirst) {
            const others = bits & ~memory[terminalInputsAt + node];
            if (others !== 0) bits = others;
          }
          if ((bits & (bits - 1)) !== 0)
            bits = nthBit(
              bits,
              uniformBelow(mix(arbitrationKey + grantIndex, cycle, memory[allocatorIndex + allocator.drawKey]), bitCount(bits)),
            );
          const position = memory[allocatorIndex + allocator.inputsAt] + 31 - Math.clz32(bits);
          const queueId = memory[inputsAt + position];
          const all = memory[requestedOutputsAt + position];
          let openMask = all & memory[maskIndex + freeMask] & memory[maskIndex + creditMask];
          if (hasRings) {
            for (remaining = openMask & memory[maskIndex + lastCreditMask]; remaining !== 0; remaining &= remaining - 1) {
              if ((memory[ringInsidersAt + firstVcId + 31 - Math.clz32(remaining & -remaining)] & bits) === 0)
                openMask &= ~(remaining & -remaining);
            }
          }
          const others = openMask & ~memory[maskIndex + escapeMask];
          if (others !== 0) openMask = others;
          const packetId =
            queueId < queueCount
              ? memory[(queueId << vc.vcFieldsShift) + vc.queueFirst]
              : slots[((queueId - queueCount) << slotShift) + slotPacket];
          let vcId = firstVcId + 31 - Math.clz32(openMask);
          if ((openMask & (openMask - 1)) !== 0) {
            const candidateSet = packetRecords[(packetId << packetShift) + packetRequest];
            const { members, records: listRecords } = lists;
            let start = listRecords[candidateSet + listStart];
            let count = 0;
            for (const end = start + listRecords[candidateSet + listSize] + listRecords[candidateSet + listSize]; start < end; start += 2) {
              const each = members[start] >> 2;
              eligible[count] = each;
              count += (openMask >>> (each - firstVcId)) & 1;
            }
            vcId = this.leastOccupied(count, queueId, cycle) | 0;
          }
          // Withdraw all requests of the granted head.
          let requestedBits = memory[maskIndex + requestMask];
          for (remaining = all; remaining !== 0; remaining &= remaining - 1) {
            const output = 31 - Math.clz32(remaining & -remaining);
            const rest = memory[requestersAt + firstVcId + output] & ~bits;
            memory[requestersAt + firstVcId + output] = rest;
            requestedBits ^= (((rest | -rest) >>> 31) ^ 1) << output;
          }
          memory[maskIndex + requestMask] = requestedBits;
          if (hasExtraChecks && node >= terminalCount) this.claimOutput(queueId, vcId);
          else memory[maskIndex + freeMask] &= ~(channelMask << firstOutputOfChannel[vcId - firstVcId]);
          memory[grantsAt + grantWords] = queueId;
          memory[grantsAt + grantWords + 1] = vcId;
          memory[grantsAt + grantWords + 2] = packetId;
          grantWords += 3;
        }
      }
      dueCount = 0;
      for (let i = 0; i < this.retryCount; i++) {
        memory[dueAt + dueCount++] = retryAllocators[i];
        memory[retryAllocators[i] + allocator.isDue] = 1;
      }
      this.retryCount = 0;

      // Phase 5: traversal of the granted packets. Channels that serve buffers may add grants, so the loop repeats until none is due.
      const before = grants;
      for (let i = 0; ;) {
        for (; i < grantWords; i += 3) {
          const queueId = memory[grantsAt + i];
          const vcId = memory[grantsAt + i + 1];
          const packetId = memory[grantsAt + i + 2];
          const record = packetId << packetShift;
          const fieldsIndex = packetId << packet.packetFieldsShift;
          const vcIndex = vcId << vc.vcFieldsShift;
          const channelId = memory[vcIndex + vc.vcChannel];
          const channelIndex = channelsAt + (channelId << channel.channelFieldsShift);
          const pair = packetRecords[record + packetEnds];
          const isBuffered = hasOutputBuffers && memory[channelIndex + channel.isFromSwitch] === 1;
          let effects = event.freesChannel;
          let part = 0;
          let end: number;
          requestingCount = (requestingCount - 1) | 0;
          if (queueId >= queueCount) {
            isRequesting[queueId] = 0;
            packetRecords[record + packetInjected] = cycle;
            if (nextState !== undefined)
              packetRecords[record + packetRoutingState] = nextState(
                pair >>> 16,
                pair & 0xffff,
                packetRecords[record + packetRoutingState],
                vcId,
              );
          } else if (queueId >= 0) {
            // The packet leaves its queue.
            const queueIndex = queueId << vc.vcFieldsShift;
            isRequesting[queueId] = 0;
            memory[queueIndex + vc.queuedPackets]--;
            if (!hasOutputQueues || (forwards && memory[queueIndex + vc.nodeInput] >> inputBits < terminalCount)) {
              const following = packetFields[fieldsIndex + packet.nextPacket];
              memory[queueIndex + vc.queueFirst] = following;
              if (following < 0) memory[queueIndex + vc.queueLast] = -1;
              else packetFields[(following << packet.packetFieldsShift) + packet.previousPacket] = -1;
            }
            const sum = (memory[queueIndex + vc.waitedCycles] + cycle - packetRecords[record + packetReady]) | 0;
            memory[queueIndex + vc.waitedCycles] = sum;
            if (sum > flushThreshold) this.flushWaited(queueId);
            if (nextState !== undefined)
              packetRecords[record + packetRoutingState] = nextState(
                memory[queueIndex + vc.nodeInput] >> inputBits,
                pair & 0xffff,
                packetRecords[record + packetRoutingState],
                vcId,
              );
          }
          if (isBuffered && queueId >= 0) {
            // Crossbar traversal into the output buffer of the channel.
            const from = memory[(queueId << vc.vcFieldsShift) + vc.vcChannel];
            let since: number;
            if (hasUniformRate) {
              // At most one phit crosses per cycle.
              end =
                Math.max(
                  cycle + crossCycles,
                  packetFields[fieldsIndex + packet.arrivalStart] +
                    memory[channelsAt + (from << channel.channelFieldsShift) + channel.delayCycles] +
                    packetPhits +
                    1,
                ) | 0;
              since = (cycle + crossLead) | 0;
            } else {
              end = this.crossEndOf(packetId, from, cycle) | 0;
              since = this.earliestOutputStart(packetId, from, channelId, cycle) | 0;
            }
            effects = event.endsCrossing | event.leftThroughSwitch;
            packetFields[fieldsIndex + packet.assignedVc] = vcId;
            packetFields[fieldsIndex + packet.earliestStart] = since;
            memory[buffersAt + vcIndex + buffer.crossStart] = cycle;
            memory[buffersAt + vcIndex + buffer.crossInputChannel] = from;
            memory[buffersAt + vcIndex + buffer.crossArrival] = packetFields[fieldsIndex + packet.arrivalStart];
            memory[buffersAt + vcIndex + buffer.crossArrivalPart] = packetFields[fieldsIndex + packet.arrivalStartPart];
            const behind = memory[buffersAt + vcIndex + buffer.bufferFirst + 1];
            packetFields[fieldsIndex + packet.nextPacket] = -1;
            packetFields[fieldsIndex + packet.previousPacket] = behind;
            if (behind < 0) memory[buffersAt + vcIndex + buffer.bufferFirst] = packetId;
            else packetFields[(behind << packet.packetFieldsShift) + packet.nextPacket] = packetId;
            memory[buffersAt + vcIndex + buffer.bufferFirst + 1] = packetId;
            if (
              memory[buffersAt + vcIndex + buffer.bufferedPackets]++ === 0 &&
              memory[buffersAt + vcIndex + buffer.bufferHeadFreeAt] <= cycle
            ) {
              if (since === cycle) {
                memory[buffersAt + vcIndex + buffer.isHeadRequesting] = 1;
                requestingCount = (requestingCount + 1) | 0;
                memory[dueChannelsAt + dueChannelCount] = channelId;
                dueChannelCount += 1 - isChannelDue[channelId];
                isChannelDue[channelId] = 1;
              } else this.schedule(since, event.readiesBufferHead, -1, packetId, vcId);
            }
          } else {
            // Traversal of the channel.
            const wholeCycles = memory[channelIndex + channel.packetCycles];
            let wholeEnd: number;
            let headerArrival: number;
            if (wholeCycles > 0) {
              headerArrival = (cycle + memory[channelIndex + channel.headerCycles]) | 0;
              end = (cycle + wholeCycles) | 0;
              wholeEnd = end;
            } else {
              const perCycle = this.perCycle[channelId];
              const perPhit = this.perPhit[channelId];
              if (memory[channelIndex + channel.freeAt] === cycle) part = memory[channelIndex + channel.freePart];
              const units = (part + Math.imul(packetPhits, perPhit)) | 0;
              const cycles = (units / perCycle) | 0;
              const rest = (units - Math.imul(cycles, perCycle)) | 0;
              end = (cycle + cycles) | 0;
              memory[channelIndex + channel.freePart] = rest;
              wholeEnd = rest > 0 ? end + 1 : end;
              headerArrival = (cycle + (((part + perPhit + perCycle - 1) / perCycle) | 0) + memory[channelIndex + channel.delayCycles]) | 0;
            }
            memory[channelIndex + channel.freeAt] = end;
            memory[channelIndex + channel.carriedPackets]++;
            memory[channelIndex + channel.startedAt] = cycle;
            memory[channelIndex + channel.startedPart] = part;
            memory[channelIndex + channel.lastEnds] = pair;
            if (queueId >= queueCount) {
              const terminal = pair >>> 16;
              const since = hasOneSlot ? packetRecords[record + packetReady] : injection.waitingSince(terminal);
              recorder.countSending(terminal, since, cycle, wholeEnd - cycle);
              recorder.countInjected(terminal, packetRecords[record + packetMessage], cycle);
            }
            const sum = (memory[channelIndex + channel.sinceInjection] + headerArrival - packetRecords[record + packetInjected]) | 0;
            memory[channelIndex + channel.sinceInjection] = sum;
            if (sum > flushThreshold) this.flushInjectionDelay(channelId);
            packetRecords[record + packetHops]++;
            packetRecords[record + packetRequest] = -1;
            grants = (grants + 1) | 0;
            hash = (hash + hashGrant(cycle, vcId, pair >>> 16)) | 0;
            if (channelId === trackedChannel) crossingCounter.count(pair);
            if (wholeEnd > end) effects |= event.endsLate;
            if (queueId < 0) {
              memory[buffersAt + vcIndex + buffer.bufferHeadFreeAt] = end;
              effects |= event.freesBuffer;
            }
            const tailArrival = (wholeEnd + memory[channelIndex + channel.delayCycles]) | 0;
            if (memory[channelIndex + channel.isToTerminal] === 1 && (!forwards || head[channelId] === (pair & 0xffff))) {
              if (isBuffered) {
                memory[buffersAt + vcIndex + buffer.ejectStart] = cycle;
                memory[buffersAt + vcIndex + buffer.ejectStartPart] = part;
              }
              if (tailArrival === end) effects |= event.consumesPacket;
              else this.schedule(tailArrival, event.consumesPacket, -1, packetId, vcId);
            } else {
              packetRecords[record + packetReady] =
                ((isStoreAndForward ? tailArrival : headerArrival) + memory[channelIndex + channel.pipelineCycles]) | 0;
              packetFields[fieldsIndex + packet.arrivalStart] = cycle;
              packetFields[fieldsIndex + packet.arrivalStartPart] = part;
              packetFields[fieldsIndex + packet.arrivalVc] = vcId;
              packetFields[fieldsIndex + packet.earliestStart] = -1;
              packetFields[fieldsIndex + packet.joinedAt] = -1;
              const credits = (memory[vcIndex + vc.queueSlots] - ++memory[vcIndex + vc.queueSlotsTaken]) | 0;
              memory[vcIndex + vc.entryStart] = cycle;
              memory[vcIndex + vc.entryStartPart] = part;
              if (!isBuffered && !(hasPlainOutputQueues && memory[channelIndex + channel.isFromSwitch] === 1)) {
                const output = memory[vcIndex + vc.outputNumber];
                const maskIndex = memory[vcIndex + vc.outputMaskAt];
                memory[maskIndex + creditMask] &= ~(((credits - 1) >>> 31) << output);
                if (hasRings)
                  memory[maskIndex + lastCreditMask] =
                    credits === 1
                      ? memory[maskIndex + lastCreditMask] | (1 << output)
                      : memory[maskIndex + lastCreditMask] & ~(1 << output);
              }
              const wasEmpty = memory[vcIndex + vc.queuedPackets]++ === 0;
              if (hasOutputQueues && (!forwards || memory[channelIndex + channel.isToTerminal] === 0))
                memory[newHeadsAt + newHeadCount++] = ~packetId;
              else {
                const behind = memory[vcIndex + vc.queueLast];
                packetFields[fieldsIndex + packet.nextPacket] = -1;
                packetFields[fieldsIndex + packet.previousPacket] = behind;
                if (behind < 0) memory[vcIndex + vc.queueFirst] = packetId;
                else packetFields[(behind << packet.packetFieldsShift) + packet.nextPacket] = packetId;
                memory[vcIndex + vc.queueLast] = packetId;
                if (wasEmpty && memory[vcIndex + vc.queueHeadFreeAt] <= cycle) memory[newHeadsAt + newHeadCount++] = vcId;
              }
            }
          }
          const newEvent = this.freeEvent < 0 ? this.growEvents() : this.freeEvent;
          const { events } = this;
          this.freeEvent = events[newEvent + event.nextInList];
          const targetList = eventListsAt + ((end & wheelMask) << event.listKindShift);
          events[newEvent + event.nextInList] = memory[targetList];
          memory[targetList] = newEvent;
          events[newEvent + event.time] = end;
          events[newEvent + event.effects] = effects;
          events[newEvent + event.queue] = queueId;
          events[newEvent + event.movedPacket] = packetId;
          events[newEvent + event.outputVc] = vcId;
          if (end > lastEventCycle) lastEventCycle = end;
          if (queueId >= 0 && queueId < queueCount) {
            const queueIndex = queueId << vc.vcFieldsShift;
            memory[queueIndex + vc.queueHeadFreeAt] = end;
            events[newEvent + event.nextDeparture] = -1;
            events[newEvent + event.departureStart] = cycle;
            this.eventStartParts[newEvent >> event.eventFieldsShift] = part;
            if ((effects & event.endsCrossing) !== 0) {
              this.eventArrivals[newEvent >> event.eventFieldsShift] = packetFields[fieldsIndex + packet.arrivalStart];
              this.eventArrivalParts[newEvent >> event.eventFieldsShift] = packetFields[fieldsIndex + packet.arrivalStartPart];
            }
            const previousDeparture = memory[queueIndex + vc.lastDeparture];
            if (previousDeparture < 0) memory[queueIndex + vc.firstDeparture] = newEvent;
            else events[previousDeparture + event.nextDeparture] = newEvent;
            memory[queueIndex + vc.lastDeparture] = newEvent;
          }
        }
        if (dueChannelCount === 0) break;
        for (let j = 0; j < dueChannelCount; j++) {
          const channelId = memory[dueChannelsAt + j];
          isChannelDue[channelId] = 0;
          if (memory[channelsAt + (channelId << channel.channelFieldsShift) + channel.freeAt] > cycle) continue;
          const firstVcId = (channelId * vcs) | 0;
          let winner = -1;
          if (hasPlainOutputQueues) {
            let vcPosition = firstVcId;
            for (let vcId = firstVcId; vcId < firstVcId + vcs; vcId++) {
              const vcIndex = vcId << vc.vcFieldsShift;
              const packetId = memory[buffersAt + vcIndex + buffer.outputQueueFirst];
              if (
                packetId < 0 ||
                (memory[channelsAt + (channelId << channel.channelFieldsShift) + channel.isToTerminal] === 0
                  ? memory[vcIndex + vc.queueSlotsTaken] >= memory[vcIndex + vc.queueSlots]
                  : forwards && !this.hasQueueCredit(packetId, vcId))
              )
                continue;
              if (winner < 0 || this.hasJoinedBefore(packetId, winner)) {
                winner = packetId;
                vcPosition = vcId;
              }
            }
            if (winner < 0) continue;
            this.removeFirst(memory, buffersAt + (vcPosition << vc.vcFieldsShift) + buffer.outputQueueFirst);
            memory[grantsAt + grantWords] = packetFields[(winner << packet.packetFieldsShift) + packet.arrivalVc];
            memory[grantsAt + grantWords + 1] = vcPosition;
            memory[grantsAt + grantWords + 2] = winner;
            grantWords += 3;
            continue;
          }
          const { lastServedBuffer } = this;
          let vcPosition = lastServedBuffer[channelId];
          for (let k = 0; k < vcs; k++) {
            vcPosition = vcPosition + 1 >= vcs ? 0 : vcPosition + 1;
            const vcIndex = (firstVcId + vcPosition) << vc.vcFieldsShift;
            if (memory[buffersAt + vcIndex + buffer.isHeadRequesting] === 0) continue;
            if (memory[channelsAt + (channelId << channel.channelFieldsShift) + channel.isToTerminal] === 0) {
              if (memory[vcIndex + vc.queueSlotsTaken] >= memory[vcIndex + vc.queueSlots]) continue;
            } else if (forwards && !this.hasQueueCredit(memory[buffersAt + vcIndex + buffer.bufferFirst], firstVcId + vcPosition)) continue;
            lastServedBuffer[channelId] = vcPosition;
            memory[buffersAt + vcIndex + buffer.isHeadRequesting] = 0;
            memory[buffersAt + vcIndex + buffer.bufferedPackets]--;
            winner = this.removeFirst(memory, buffersAt + vcIndex + buffer.bufferFirst);
            const arrivalVcIndex = packetFields[(winner << packet.packetFieldsShift) + packet.arrivalVc] << vc.vcFieldsShift;
            const sum =
              (memory[arrivalVcIndex + vc.waitedCycles] +
                cycle -
                packetFields[(winner << packet.packetFieldsShift) + packet.earliestStart]) |
              0;
            memory[arrivalVcIndex + vc.waitedCycles] = sum;
            if (sum > flushThreshold) this.flushWaited(arrivalVcIndex >> vc.vcFieldsShift);
            memory[grantsAt + grantWords] = -1;
            memory[grantsAt + grantWords + 1] = firstVcId + vcPosition;
            memory[grantsAt + grantWords + 2] = winner;
            grantWords += 3;
            break;
          }
        }
        dueChannelCount = 0;
      }
      workDone = (workDone + 1 + grants - before) | 0;
      if (this.lastEventCycle > lastEventCycle) lastEventCycle = this.lastEventCycle;
      // Without requests and packets under way, time may jump.
      if (requestingCount === 0 && cycle >= lastEventCycle) isOver = true;
    }
    this.now = cycle;
    this.newHeadCount = newHeadCount;
    this.dueCount = dueCount;
    this.requestingCount = requestingCount;
    this.fingerprint = hash;
    this.grants = grants;
    this.lastEventCycle = lastEventCycle;
    return workDone;
  }

  /** Stores the output mask, the allocator and the fastest channel of a new candidate list. */
  private initList(candidateSet: number): void {
    const { vcRecords, lists, rateKind } = this;
    const { records } = lists;
    let bits = 0;
    let fastest = 0;
    for (let i = 0; i < records[candidateSet + listSize]; i++) {
      const vcIndex = this.setMember(candidateSet, i) << vc.vcFieldsShift;
      bits |= 1 << vcRecords[vcIndex + vc.outputNumber];
      fastest = Math.max(fastest, rateKind[vcRecords[vcIndex + vc.vcChannel]]);
    }
    records[candidateSet + listOutputMask] = bits;
    records[candidateSet + listAllocator] = vcRecords[(this.setMember(candidateSet, 0) << vc.vcFieldsShift) + vc.outputAllocator] + 1;
    records[candidateSet + allocator.listFastestKind] = fastest;
  }

  // Methods for any rule and network. A method that makes allocators due takes the length of the due list and returns the new length.

  private makeDue(allocatorIndex: number, dueCount: number): number {
    const { allocatorRecords, dueAllocators } = this;
    if (allocatorRecords[allocatorIndex + allocator.isDue] !== 0) return dueCount;
    allocatorRecords[allocatorIndex + allocator.isDue] = 1;
    dueAllocators[dueCount] = allocatorIndex;
    return dueCount + 1;
  }

  /** The channel is free: opens its outputs in allocator `allocatorIndex`, except those whose output buffers a packet crosses to. */
  private freeOutputs(channelId: number, allocatorIndex: number, dueCount: number): number {
    const { allocatorRecords, vcRecords, vcs } = this;
    if (this.hasSharedCapacities) dueCount = this.releaseGroupCapacity(channelId, dueCount);
    let grantable = 0;
    for (let vcId = channelId * vcs; vcId < channelId * vcs + vcs; vcId++) {
      const vcIndex = vcId << vc.vcFieldsShift;
      if (this.outputBufferPackets > 0 && this.bufferRecords[vcIndex + buffer.isCrossingActive] === 1) continue;
      const bit = 1 << vcRecords[vcIndex + vc.outputNumber];
      const mask = vcRecords[vcIndex + vc.outputMaskAt];
      allocatorRecords[mask + freeMask] |= bit;
      grantable |= bit & allocatorRecords[mask + creditMask] & allocatorRecords[mask + requestMask];
    }
    return grantable === 0 ? dueCount : this.makeDue(allocatorIndex, dueCount);
  }

  /** Closes all outputs of a channel, and counts it in its shared capacity. */
  private takeOutputs(channelId: number): void {
    const { allocatorRecords, vcRecords, vcs } = this;
    if (this.hasSharedCapacities && this.network.group[channelId] >= 0) this.groupBusy[this.network.group[channelId]]++;
    for (let vcId = channelId * vcs; vcId < channelId * vcs + vcs; vcId++)
      allocatorRecords[vcRecords[(vcId << vc.vcFieldsShift) + vc.outputMaskAt] + freeMask] &= ~(
        1 << vcRecords[(vcId << vc.vcFieldsShift) + vc.outputNumber]
      );
  }

  /** A channel releases its shared capacity: all allocators with channels of that group become due. */
  private releaseGroupCapacity(channelId: number, dueCount: number): number {
    const groupIndex = this.network.group[channelId];
    if (groupIndex < 0) return dueCount;
    this.groupBusy[groupIndex]--;
    const groupMembers = this.groupAllocators[groupIndex];
    for (let i = 0; i < groupMembers.length; i++) dueCount = this.makeDue(groupMembers[i], dueCount);
    return dueCount;
  }

  /** Opens the queues behind a channel as inputs of node `node`; `firstVcId` is the channel's first virtual channel. */
  private openInput(firstVcId: number, node: number): void {
    const { vcRecords, vcs, inputWords, openInputs, inputBits } = this;
    for (let queueId = firstVcId; queueId < firstVcId + vcs; queueId++) {
      const input = vcRecords[(queueId << vc.vcFieldsShift) + vc.nodeInput] & ((1 << inputBits) - 1);
      openInputs[node * inputWords + (input >> 5)] |= 1 << input;
    }
  }

  private closeInput(firstVcId: number, node: number): void {
    const { vcRecords, vcs, inputWords, openInputs, inputBits } = this;
    for (let queueId = firstVcId; queueId < firstVcId + vcs; queueId++) {
      const input = vcRecords[(queueId << vc.vcFieldsShift) + vc.nodeInput] & ((1 << inputBits) - 1);
      openInputs[node * inputWords + (input >> 5)] &= ~(1 << input);
    }
  }

  /**
   * Lets the packet at the head of a queue request all virtual channels of a candidate set: sets its input's bit in their masks of
   * requesters, and makes the allocator due (able to grant in this cycle) if one of them is free and has a credit. A sticky selection
   * chooses one virtual channel once and requests only that.
   * @param candidateSet A candidate list, or the complement (negative) of a virtual channel.
   * @param dueCount Length of the list of due allocators.
   * @returns The new length of that list.
   */
  private addRequests(queueId: number, packetId: number, candidateSet: number, cycle: number, dueCount: number): number {
    const { allocatorRecords, vcRecords, vcRequesters, inputWords, inputBits } = this;
    if (this.selectionRule.keeps && candidateSet >= 0) candidateSet = ~this.selectVc(queueId, packetId, candidateSet, cycle);
    this.pool.records[(packetId << packetShift) + packetRequest] = candidateSet;
    // Node << inputBits | input.
    const packedInput = this.nodeInputOf(queueId);
    const input = packedInput & ((1 << inputBits) - 1);
    const count = this.setSize(candidateSet);
    const allocatorIndex = vcRecords[(this.setMember(candidateSet, 0) << vc.vcFieldsShift) + vc.outputAllocator];
    let grantable = 0;
    for (let i = 0; i < count; i++) {
      const vcId = this.setMember(candidateSet, i);
      const bit = 1 << vcRecords[(vcId << vc.vcFieldsShift) + vc.outputNumber];
      const maskIndex = vcRecords[(vcId << vc.vcFieldsShift) + vc.outputMaskAt];
      vcRequesters[vcId * inputWords + (input >> 5)] |= 1 << input;
      allocatorRecords[maskIndex + requestMask] |= bit;
      grantable |= bit & allocatorRecords[maskIndex + freeMask] & allocatorRecords[maskIndex + creditMask];
    }
    this.headAllocator[this.firstInput[packedInput >> inputBits] + input] = allocatorIndex;
    return grantable === 0 ? dueCount : this.makeDue(allocatorIndex, dueCount);
  }

  /** The best virtual channel of a set, whether or not it is open. */
  private bestOfSet(candidateSet: number, queueId: number, cycle: number): number {
    const count = this.setSize(candidateSet);
    for (let i = 0; i < count; i++) this.eligible[i] = this.setMember(candidateSet, i);
    return this.leastOccupied(count, queueId, cycle);
  }

  /** Sorts due allocators by their outputs, where allocators share the departures of inputs. */
  private sortDueAllocators(dueCount: number): void {
    const { dueAllocators } = this;
    for (let i = 1; i < dueCount; i++) {
      const allocatorIndex = dueAllocators[i];
      let j = i;
      for (; j > 0 && dueAllocators[j - 1] > allocatorIndex; j--) dueAllocators[j] = dueAllocators[j - 1];
      dueAllocators[j] = allocatorIndex;
    }
  }

  /**
   * Sorts the due allocators by node, in cyclic order from a random node. Where channels of several nodes share a capacity, no node then
   * always comes first. Nodes below the first one come after the others.
   * @param dueCount Length of the list of due allocators.
   */
  private rotateByNode(dueCount: number, cycle: number): void {
    const { allocatorRecords, dueAllocators } = this;
    const firstNode = uniformBelow(mix(this.arbitrationKey, cycle, -1), this.network.terminals + this.network.switches);
    for (let i = 1; i < dueCount; i++) {
      const allocatorIndex = dueAllocators[i];
      const isAfterWrap = allocatorRecords[allocatorIndex + allocator.drawKey] < firstNode;
      let j = i;
      for (; j > 0; j--) {
        const otherAllocator = dueAllocators[j - 1];
        const isOtherAfterWrap = allocatorRecords[otherAllocator + allocator.drawKey] < firstNode;
        if (
          isAfterWrap === isOtherAfterWrap
            ? allocatorRecords[allocatorIndex + allocator.drawKey] >= allocatorRecords[otherAllocator + allocator.drawKey]
            : isAfterWrap
        )
          break;
        dueAllocators[j] = otherAllocator;
      }
      dueAllocators[j] = allocatorIndex;
    }
  }

  /** Grants virtual channel `vcId` to the head of queue `queueId`, packet `packetId`; the packet leaves at the end of the cycle. */
  private recordGrant(queueId: number, vcId: number, packetId: number): void {
    const { grantList, grantWords } = this;
    this.claimOutput(queueId, vcId);
    grantList[grantWords] = queueId;
    grantList[grantWords + 1] = vcId;
    grantList[grantWords + 2] = packetId;
    this.grantWords = grantWords + 3;
  }

  private claimOutput(queueId: number, vcId: number): void {
    const { vcRecords, allocatorRecords, vcs, isNarrow } = this;
    if (this.hasDepartureLimit && queueId < this.queueCount) this.countDeparture(queueId);
    const vcIndex = vcId << vc.vcFieldsShift;
    const maskIndex = vcRecords[vcIndex + vc.outputMaskAt];
    const output = vcRecords[vcIndex + vc.outputNumber];
    if (this.outputBufferPackets > 0 && this.takeBufferSlot(vcId)) allocatorRecords[maskIndex + freeMask] &= ~(1 << output);
    else if (isNarrow) allocatorRecords[maskIndex + freeMask] &= ~((-1 >>> (vcs < 32 ? 32 - vcs : 0)) << this.firstOutputOfChannel[output]);
    else this.takeOutputs(vcRecords[vcIndex + vc.vcChannel]);
  }

  /** Counts a departure from the input channel of queue `queueId`. When the maximum is reached, the queues of the channel are closed. */
  private countDeparture(queueId: number): void {
    const { vcRecords, channelRecords, vcs, terminalCount, inputBits } = this;
    const channelId = vcRecords[(queueId << vc.vcFieldsShift) + vc.vcChannel];
    const position = vcRecords[((channelId * vcs) << vc.vcFieldsShift) + vc.nodeInput];
    const node = position >> inputBits;
    if (node < terminalCount || ++channelRecords[(channelId << channel.channelFieldsShift) + channel.departures] < this.departuresPerInput)
      return;
    if (this.isNarrow) this.openInputs[node] &= ~((-1 >>> (vcs < 32 ? 32 - vcs : 0)) << (position & ((1 << inputBits) - 1)));
    else this.closeInput(channelId * vcs, node);
  }

  /**
   * Takes a slot of the output buffer of virtual channel `vcId`, if there is one; returns whether another packet may cross to the channel's
   * buffers.
   */
  private takeBufferSlot(vcId: number): boolean {
    const { vcRecords, bufferRecords, allocatorRecords, channelRecords } = this;
    const vcIndex = vcId << vc.vcFieldsShift;
    const channelIndex = vcRecords[vcIndex + vc.vcChannel] << channel.channelFieldsShift;
    if (channelRecords[channelIndex + channel.isFromSwitch] !== 1) return false;
    const maskIndex = vcRecords[vcIndex + vc.outputMaskAt];
    const bit = 1 << vcRecords[vcIndex + vc.outputNumber];
    const credits = this.outputBufferPackets - ++bufferRecords[vcIndex + buffer.bufferSlotsTaken];
    if (credits <= 0) allocatorRecords[maskIndex + creditMask] &= ~bit;
    if (this.hasRings)
      allocatorRecords[maskIndex + lastCreditMask] =
        credits === 1 ? allocatorRecords[maskIndex + lastCreditMask] | bit : allocatorRecords[maskIndex + lastCreditMask] & ~bit;
    bufferRecords[vcIndex + buffer.isCrossingActive] = 1;
    return ++channelRecords[channelIndex + channel.crossingCount] < this.crossingsPerOutput;
  }

  /** Whether packet `packetId` is consumed at the end of virtual channel `vcId`, or has a credit of the queue behind it. */
  private hasQueueCredit(packetId: number, vcId: number): boolean {
    return (
      this.isConsumedAt(this.channelOf(vcId), packetId) ||
      this.vcRecords[(vcId << vc.vcFieldsShift) + vc.queueSlotsTaken] < this.queueCapacityBehind(vcId)
    );
  }

  // Maximal matching by any rule.

  private matchByRule(allocatorIndex: number, cycle: number): void {
    for (let grantIndex = 0; ; grantIndex++) {
      const queueId = this.nextQueue(allocatorIndex, grantIndex, cycle);
      if (queueId < 0) return;
      const vcId = this.bestOutput(queueId, cycle);
      this.allocatorRecords[allocatorIndex + allocator.lastServedQueue] = queueId;
      this.withdrawRequests(queueId);
      this.recordGrant(queueId, vcId, this.headOf(queueId));
    }
  }

  /** Whether output `vcId` is free and has a credit for the head of queue `queueId`. */
  private isOpenTo(vcId: number, queueId: number): boolean {
    const { allocatorRecords, vcRecords } = this;
    const output = vcRecords[(vcId << vc.vcFieldsShift) + vc.outputNumber];
    const mask = vcRecords[(vcId << vc.vcFieldsShift) + vc.outputMaskAt];
    if ((allocatorRecords[mask + freeMask] & allocatorRecords[mask + creditMask] & (1 << output)) === 0) return false;
    if (this.hasSharedCapacities && this.isGroupExhausted(this.channelOf(vcId))) return false;
    return this.hasCreditFor(this.headOf(queueId), queueId, vcId);
  }

  /**
   * Chooses the queue whose head an allocator serves next; −1 if no request can be granted. A request can be granted if one of its outputs
   * is free and has a credit, and the queue's input may send another packet. Inputs are bits, 32 to a word. The winner is drawn at random,
   * or is the next one in round-robin order or by age.
   * @param allocatorIndex Start of the allocator's record.
   * @param grantIndex Number of grants of the allocator in this cycle before this one; part of the key of the draw.
   */
  private nextQueue(allocatorIndex: number, grantIndex: number, cycle: number): number {
    const { allocatorRecords, inputWords, outputWords, eligibleInputs, arbitration, vcRequesters, openInputs, inputs } = this;
    const node = allocatorRecords[allocatorIndex + allocator.node];
    const hasExtraChecks = this.hasRings || this.forwards;
    // Inputs whose head requests any output that is free and has a credit for it.
    for (let word = 0; word < inputWords; word++) eligibleInputs[word] = 0;
    for (let k = 0; k < outputWords; k++) {
      const mask = allocatorIndex + allocator.masksAt + (k << maskShift);
      for (
        let remaining = allocatorRecords[mask + freeMask] & allocatorRecords[mask + creditMask] & allocatorRecords[mask + requestMask];
        remaining !== 0;
        remaining &= remaining - 1
      ) {
        const vcId = allocatorRecords[allocatorIndex + allocator.firstVc] + 32 * k + 31 - Math.clz32(remaining & -remaining);
        if (this.hasSharedCapacities && this.isGroupExhausted(this.channelOf(vcId))) continue;
        for (let word = 0; word < inputWords; word++) {
          for (
            let bits = vcRequesters[vcId * inputWords + word] & openInputs[node * inputWords + word] & ~eligibleInputs[word];
            bits !== 0;
            bits &= bits - 1
          ) {
            const queueId = inputs[allocatorRecords[allocatorIndex + allocator.inputsAt] + 32 * word + 31 - Math.clz32(bits & -bits)];
            if (!hasExtraChecks || this.hasCreditFor(this.headOf(queueId), queueId, vcId)) eligibleInputs[word] |= bits & -bits;
          }
        }
      }
    }
    // Select one of these inputs.
    if (this.isNetworkFirst) this.prioritizeNetwork(eligibleInputs, node);
    let count = 0;
    for (let word = 0; word < inputWords; word++) count += bitCount(eligibleInputs[word]);
    if (count === 0) return -1;
    let requestersToSkip =
      arbitration === "random" && count > 1
        ? uniformBelow(mix(this.arbitrationKey + grantIndex, cycle, allocatorRecords[allocatorIndex + allocator.drawKey]), count)
        : 0;
    let winner = -1;
    for (let word = 0; word < inputWords; word++) {
      for (let bits = eligibleInputs[word]; bits !== 0; bits &= bits - 1) {
        const queueId = inputs[allocatorRecords[allocatorIndex + allocator.inputsAt] + 32 * word + 31 - Math.clz32(bits & -bits)];
        if (
          arbitration === "random"
            ? requestersToSkip-- === 0
            : winner < 0 || this.hasPriorityOver(queueId, winner, allocatorRecords[allocatorIndex + allocator.lastServedQueue])
        )
          winner = queueId;
      }
    }
    return winner;
  }

  /** Removes the inputs from terminals from a mask of inputs at node `node`, unless there are no others. */
  private prioritizeNetwork(bits: Int32Array, node: number): void {
    const { inputWords, terminalInputs } = this;
    let others = 0;
    for (let word = 0; word < inputWords; word++) others |= bits[word] & ~terminalInputs[node * inputWords + word];
    if (others !== 0) for (let word = 0; word < inputWords; word++) bits[word] &= ~terminalInputs[node * inputWords + word];
  }

  /**
   * Whether queue `a` has priority over queue `b`, which has a lower number: in round-robin order after the queue served last, or by age.
   */
  private hasPriorityOver(a: number, b: number, lastServed: number): boolean {
    const { records } = this.pool;
    if (this.arbitration === "round-robin") return b <= lastServed && a > lastServed;
    return records[(this.headOf(a) << packetShift) + packetCreated] < records[(this.headOf(b) << packetShift) + packetCreated];
  }

  /**
   * Chooses the virtual channel that the head of a queue takes: the least occupied of its candidates that are free and have a credit, of
   * which there is at least one. Escape channels, which keep an adaptive routing free of deadlocks, are taken only if no other is left.
   */
  private bestOutput(queueId: number, cycle: number): number {
    const { eligible } = this;
    const { isEscape } = this.routing;
    const candidateSet = this.requestOf(this.headOf(queueId));
    if (candidateSet < 0) return ~candidateSet;
    const size = this.setSize(candidateSet);
    let count = 0;
    let hasNonEscape = false;
    for (let i = 0; i < size; i++) {
      const vcId = this.setMember(candidateSet, i);
      if (!this.isOpenTo(vcId, queueId)) continue;
      // The first candidate that is no escape channel discards those before it. Without escape channels, all candidates are kept.
      const isNotEscape = isEscape !== undefined && isEscape[vcId] !== 1;
      if (isNotEscape && !hasNonEscape) {
        hasNonEscape = true;
        count = 0;
      }
      if (isNotEscape || !hasNonEscape) eligible[count++] = vcId;
    }
    return count === 1 ? eligible[0] : this.leastOccupied(count, queueId, cycle);
  }

  /** Withdraws all requests of the head of queue `queueId`. */
  private withdrawRequests(queueId: number): void {
    const { inputWords, vcRequesters } = this;
    const candidateSet = this.requestOf(this.headOf(queueId));
    const input = this.nodeInputOf(queueId) & ((1 << this.inputBits) - 1);
    const size = this.setSize(candidateSet);
    for (let i = 0; i < size; i++) {
      const vcId = this.setMember(candidateSet, i);
      vcRequesters[vcId * inputWords + (input >> 5)] &= ~(1 << input);
      this.updateRequestMask(vcId);
    }
  }

  private updateRequestMask(vcId: number): void {
    const { allocatorRecords, vcRecords, inputWords, vcRequesters } = this;
    let any = 0;
    for (let word = 0; word < inputWords; word++) any |= vcRequesters[vcId * inputWords + word];
    const output = vcRecords[(vcId << vc.vcFieldsShift) + vc.outputNumber];
    if (any === 0) allocatorRecords[vcRecords[(vcId << vc.vcFieldsShift) + vc.outputMaskAt] + requestMask] &= ~(1 << output);
  }

  /** Whether any output of an allocator is free, has a credit and is requested. */
  private hasGrantable(allocatorIndex: number): boolean {
    const { allocatorRecords, outputWords } = this;
    const end = allocatorIndex + allocator.masksAt + (outputWords << maskShift);
    for (let mask = allocatorIndex + allocator.masksAt; mask < end; mask += 1 << maskShift) {
      if ((allocatorRecords[mask + freeMask] & allocatorRecords[mask + creditMask] & allocatorRecords[mask + requestMask]) !== 0)
        return true;
    }
    return false;
  }

  // Requests and arbiters, for selections other than *shared*.

  /**
   * Handles the requests and grants of a cycle without a matching. Every queue head of the due allocators selects one virtual channel and
   * requests it at the port that grants it (a channel or an output buffer); then each requested port grants one request. Winners that share
   * a capacity are granted by `shareCapacity`.
   * @param count Length of the list of due allocators.
   */
  private requestAndGrant(count: number, cycle: number): void {
    const { allocatorRecords, dueAllocators, inputs, firstInput, requestQueue, requestOutput, nextRequest, firstRequest, requestedPorts } =
      this;
    // Requests, as a linked list for each port, allocator by allocator.
    let requestCount = 0;
    let requestedPortCount = 0;
    for (let i = 0; i < count; i++) {
      const allocatorIndex = dueAllocators[i];
      const node = allocatorRecords[allocatorIndex + allocator.node];
      const firstOfAllocator = requestedPortCount;
      allocatorRecords[allocatorIndex + allocator.isDue] = 0;
      for (let position = firstInput[node + 1] - 1; position >= firstInput[node]; position--) {
        const queueId = inputs[position];
        if (this.isRequesting[queueId] === 0 || !this.isInputOpen(queueId)) continue;
        const packetId = this.headOf(queueId);
        const candidateSet = this.requestOf(packetId);
        const vcId = candidateSet < 0 ? ~candidateSet : this.selectVc(queueId, packetId, candidateSet, cycle);
        if (vcId < 0) continue;
        const portId = this.grantingPort(vcId);
        requestQueue[requestCount] = queueId;
        requestOutput[requestCount] = vcId;
        nextRequest[requestCount] = firstRequest[portId];
        if (firstRequest[portId] < 0) requestedPorts[requestedPortCount++] = portId;
        firstRequest[portId] = requestCount++;
      }
      // Sort the ports by number: if an input or a channel has more winners than its limit of packets, the lower ports win.
      for (let j = firstOfAllocator + 1; j < requestedPortCount; j++) {
        const portId = requestedPorts[j];
        let k = j;
        for (; k > firstOfAllocator && requestedPorts[k - 1] > portId; k--) requestedPorts[k] = requestedPorts[k - 1];
        requestedPorts[k] = portId;
      }
    }
    // Each requested port selects a winner, which is a request.
    const winnerOfPort = this.portWinner;
    for (let i = 0; i < requestedPortCount; i++) {
      winnerOfPort[i] = this.arbitrate(requestedPorts[i], cycle);
      firstRequest[requestedPorts[i]] = -1;
    }
    // Grant the winners, except those that share a capacity.
    let sharingWinners = 0;
    for (let i = 0; i < requestedPortCount; i++) {
      const request = winnerOfPort[i];
      if (request < 0) continue;
      if (this.hasSharedCapacities && this.network.group[this.channelOf(requestOutput[request])] >= 0)
        requestedPorts[sharingWinners++] = request;
      else this.grantRequest(request);
    }
    if (sharingWinners > 0) this.shareCapacity(sharingWinners, cycle);
    // Allocators that can still grant something are due again in the next cycle.
    for (let i = 0; i < count; i++) if (this.hasGrantable(dueAllocators[i])) this.retryAllocators[this.retryCount++] = dueAllocators[i];
  }

  /** Whether nothing occupies the channel of `vcId`, or its output buffer, and its shared capacity is not used up. */
  private isOutputFree(vcId: number): boolean {
    const vcIndex = vcId << vc.vcFieldsShift;
    if (
      (this.allocatorRecords[this.vcRecords[vcIndex + vc.outputMaskAt] + freeMask] & (1 << this.vcRecords[vcIndex + vc.outputNumber])) ===
      0
    )
      return false;
    return !(this.hasSharedCapacities && this.isGroupExhausted(this.channelOf(vcId)));
  }

  /** Whether another packet may leave the input of queue `queueId`. */
  private isInputOpen(queueId: number): boolean {
    const position = this.nodeInputOf(queueId);
    const input = position & ((1 << this.inputBits) - 1);
    return (this.openInputs[(position >> this.inputBits) * this.inputWords + (input >> 5)] & (1 << input)) !== 0;
  }

  /** The port that grants requests for `vcId`: its channel, or channels + `vcId` for its output buffer. */
  private grantingPort(vcId: number): number {
    const channelId = this.channelOf(vcId);
    return this.hasBuffers(channelId) ? this.head.length + vcId : channelId;
  }

  private grantRequest(request: number): void {
    const queueId = this.requestQueue[request];
    const vcId = this.requestOutput[request];
    if (!this.isOutputFree(vcId) || !this.isInputOpen(queueId)) return;
    this.lastServedQueue[this.grantingPort(vcId)] = queueId;
    this.withdrawRequests(queueId);
    this.recordGrant(queueId, vcId, this.headOf(queueId));
  }

  /**
   * Selects the virtual channel of a candidate set that the head of a queue requests in a cycle, by the selection rule; −1 for none. The
   * best one has the fewest phits behind its whole channel, if the rule counts these, and then the fewest in the virtual channel itself. Ties go to the first
   * or to a random one.
   * @param candidateSet A candidate list, or the complement (negative) of a virtual channel.
   */
  private selectVc(queueId: number, packetId: number, candidateSet: number, cycle: number): number {
    const { eligible, vcs } = this;
    const { freeOnly, by } = this.selectionRule;
    const { isEscape } = this.routing;
    const size = this.setSize(candidateSet);
    let leastChannelPhits = Infinity;
    let leastVcPhits = Infinity;
    let tieCount = 0;
    this.observedCycle = cycle;
    for (let i = 0; i < size; i++) {
      const vcId = this.setMember(candidateSet, i);
      const channelId = this.channelOf(vcId);
      if (freeOnly && !(this.isOutputFree(vcId) && this.hasCreditFor(packetId, queueId, vcId))) continue;
      let channelPhits = 0;
      // With escape channels, a virtual channel without a credit ranks after all that have one.
      if (by === "channel" && isEscape !== undefined && !this.hasCreditFor(packetId, queueId, vcId)) channelPhits = Infinity;
      else if (by === "channel" && vcs > 1) channelPhits = this.phitsBehind(channelId);
      const vcPhits = by === "chance" ? 0 : this.phitsIn(vcId, cycle);
      if (channelPhits < leastChannelPhits || (channelPhits === leastChannelPhits && vcPhits < leastVcPhits)) {
        leastChannelPhits = channelPhits;
        leastVcPhits = vcPhits;
        tieCount = 0;
      }
      if (channelPhits === leastChannelPhits && vcPhits === leastVcPhits) eligible[tieCount++] = vcId;
    }
    if (tieCount === 0) return -1;
    return tieCount > 1 && this.hasRandomTies ? eligible[uniformBelow(mix(this.selectionKey, cycle, queueId), tieCount)] : eligible[0];
  }

  /**
   * Chooses the request that a port (a channel or an output buffer) grants in a cycle; −1 for none. Only requests whose output is free and
   * has a credit compete; the winner is drawn, or is the next one in round-robin order or by age. With priority for the network, packets
   * from terminals wait until there are no others. Requests are a linked list for each port.
   */
  private arbitrate(portId: number, cycle: number): number {
    const { requestQueue, nextRequest, firstRequest, arbitration } = this;
    let count = 0;
    let networkRequests = 0;
    for (let i = firstRequest[portId]; i >= 0; i = nextRequest[i]) {
      if (!this.isGrantable(i)) continue;
      count++;
      if (this.isFromNetwork(requestQueue[i])) networkRequests++;
    }
    if (count === 0) return -1;
    const isNetworkOnly = this.isNetworkFirst && networkRequests > 0;
    if (isNetworkOnly) count = networkRequests;
    let requestersToSkip = arbitration === "random" ? uniformBelow(mix(this.arbitrationKey, cycle, portId), count) : 0;
    let winner = -1;
    for (let i = firstRequest[portId]; i >= 0; i = nextRequest[i]) {
      const queueId = requestQueue[i];
      if (!this.isGrantable(i) || (isNetworkOnly && !this.isFromNetwork(queueId))) continue;
      if (
        arbitration === "random"
          ? requestersToSkip-- === 0
          : winner < 0 || this.hasPriorityOver(queueId, requestQueue[winner], this.lastServedQueue[portId])
      )
        winner = i;
    }
    return winner;
  }

  private isFromNetwork(queueId: number): boolean {
    const { tail } = this.network;
    const channelId = this.channelOf(queueId);
    return queueId < this.queueCount && (tail[channelId] >= this.terminalCount || this.head[channelId] < this.terminalCount);
  }

  /** Whether the output of a request is free and has a credit for the requesting packet. */
  private isGrantable(request: number): boolean {
    const queueId = this.requestQueue[request];
    const vcId = this.requestOutput[request];
    return this.isOutputFree(vcId) && this.hasCreditFor(this.headOf(queueId), queueId, vcId);
  }

  /**
   * Grants winners whose channels are in groups with a shared capacity, as far as each capacity permits. If a group has more winners than
   * it may have channels in use, they are granted in cyclic order from a random start.
   * @param count Number of winners, which are requests, in the first entries of `requestedPorts`.
   */
  private shareCapacity(count: number, cycle: number): void {
    const { requestedPorts, requestOutput, groupLimit, groupBusy } = this;
    const { group } = this.network;
    // Sort the winners by channel.
    for (let i = 1; i < count; i++) {
      const winner = requestedPorts[i];
      const channelId = this.channelOf(requestOutput[winner]);
      let j = i;
      for (; j > 0 && this.channelOf(requestOutput[requestedPorts[j - 1]]) > channelId; j--) requestedPorts[j] = requestedPorts[j - 1];
      requestedPorts[j] = winner;
    }
    for (let groupIndex = 0; groupIndex < groupLimit.length; groupIndex++) {
      let winnersInGroup = 0;
      for (let i = 0; i < count; i++) if (group[this.channelOf(requestOutput[requestedPorts[i]])] === groupIndex) winnersInGroup++;
      const capacityLeft = groupLimit[groupIndex] - groupBusy[groupIndex];
      const start = winnersInGroup > capacityLeft ? uniformBelow(mix(this.arbitrationKey, cycle, ~groupIndex), winnersInGroup) : 0;
      // Grant in cyclic order from a random start, up to the remaining capacity.
      for (let pass = 0, granted = 0; pass < 2; pass++) {
        for (let i = 0, position = 0; i < count; i++) {
          if (group[this.channelOf(requestOutput[requestedPorts[i]])] !== groupIndex) continue;
          const isInTurn = pass === 0 ? position >= start : position < start;
          position++;
          if (isInTurn && granted++ < capacityLeft) this.grantRequest(requestedPorts[i]);
        }
      }
    }
  }

  // Virtual output queues.

  /**
   * Matches the inputs and outputs of a switch with virtual output queues by iSLIP. In each iteration, free outputs grant an input from
   * their grant pointer on, and inputs accept an output from their accept pointer on. The pointers of accepted grants advance in the first
   * iteration only.
   * @param allocatorIndex Start of the record of the switch's allocator.
   */
  private matchIslip(allocatorIndex: number): void {
    const { allocatorRecords, vcRecords, vcs, firstInput, grantPointer, acceptPointer, bestGrant, grantedInputs } = this;
    const node = allocatorRecords[allocatorIndex + allocator.node];
    const firstVc = allocatorRecords[allocatorIndex + allocator.firstVc];
    const firstChannel = this.channelOf(firstVc);
    const outputs = allocatorRecords[allocatorIndex + allocator.allocatorChannels];
    const inputCount = firstInput[node + 1] - firstInput[node];
    const inputMask = (1 << this.inputBits) - 1;
    const { iterations } = this.switches;
    for (let iteration = 0; iteration < iterations; iteration++) {
      const granted = this.fitsOneWord ? this.grantStep(allocatorIndex) : this.grantStepWide(allocatorIndex);
      if (granted === 0) return;
      for (let i = 0; i < granted; i++) {
        const inputChannel = grantedInputs[i];
        const output = bestGrant[inputChannel];
        bestGrant[inputChannel] = -1;
        this.acceptGrant(inputChannel, firstVc + output * vcs);
        if (iteration > 0) continue;
        // The pointers move to the input and the output after the matched ones.
        const firstLaterInput = (vcRecords[((inputChannel * vcs) << vc.vcFieldsShift) + vc.nodeInput] & inputMask) + vcs;
        grantPointer[firstChannel + output] = firstLaterInput === inputCount ? 0 : firstLaterInput;
        acceptPointer[inputChannel] = output + 1 === outputs ? 0 : output + 1;
      }
      if (!this.hasGrantable(allocatorIndex)) return;
    }
    this.retryAllocators[this.retryCount++] = allocatorIndex;
  }

  /**
   * Grant step: each output channel of an allocator grants the first requesting input from its pointer on. Returns the number of input
   * channels that have a grant.
   */
  private grantStepWide(allocatorIndex: number): number {
    const { allocatorRecords, inputs, firstInput, grantPointer } = this;
    const node = allocatorRecords[allocatorIndex + allocator.node];
    const firstChannel = this.channelOf(allocatorRecords[allocatorIndex + allocator.firstVc]);
    let granted = 0;
    for (let output = 0; output < allocatorRecords[allocatorIndex + allocator.allocatorChannels]; output++) {
      if (!this.findRequesters(allocatorIndex, output)) continue;
      granted = this.recordOutputGrant(
        this.channelOf(inputs[firstInput[node] + this.firstBitFrom(grantPointer[firstChannel + output])]),
        output,
        granted,
      );
    }
    return granted;
  }

  /**
   * Grant step of iSLIP, where the inputs and outputs of a switch fit into one 32-bit word: each free output channel with a credit grants
   * the first requesting input from its grant pointer on. Returns the number of input channels that have a grant.
   * @param allocatorIndex Start of the record of the switch's allocator.
   */
  private grantStep(allocatorIndex: number): number {
    const { allocatorRecords, vcRecords, vcs, vcRequesters, openInputs, inputs, firstInput, grantPointer } = this;
    const node = allocatorRecords[allocatorIndex + allocator.node];
    const firstVc = allocatorRecords[allocatorIndex + allocator.firstVc];
    const firstChannel = vcRecords[(firstVc << vc.vcFieldsShift) + vc.vcChannel];
    const maskIndex = allocatorIndex + allocator.masksAt;
    const vcMask = -1 >>> (vcs < 32 ? 32 - vcs : 0);
    const openInputsMask = openInputs[node];
    let granted = 0;
    let openOutputs =
      allocatorRecords[maskIndex + freeMask] & allocatorRecords[maskIndex + creditMask] & allocatorRecords[maskIndex + requestMask];
    while (openOutputs !== 0) {
      const channelId = vcRecords[((firstVc + 31 - Math.clz32(openOutputs & -openOutputs)) << vc.vcFieldsShift) + vc.vcChannel];
      const output = channelId - firstChannel;
      const outputVcsMask = vcMask << (output * vcs);
      let requesters = 0;
      for (let remaining = openOutputs & outputVcsMask; remaining !== 0; remaining &= remaining - 1)
        requesters |= vcRequesters[firstVc + 31 - Math.clz32(remaining & -remaining)];
      openOutputs &= ~outputVcsMask;
      requesters &= openInputsMask;
      if (requesters === 0) continue;
      // Inputs from the grant pointer on; if there are none, the first one.
      const requestersFromPointer = requesters & (-1 << grantPointer[channelId]);
      if (requestersFromPointer !== 0) requesters = requestersFromPointer;
      granted = this.recordOutputGrant(
        vcRecords[(inputs[firstInput[node] + 31 - Math.clz32(requesters & -requesters)] << vc.vcFieldsShift) + vc.vcChannel],
        output,
        granted,
      );
    }
    return granted;
  }

  /**
   * Records that output channel `output` grants input channel `inputChannel`, after `granted` other inputs; the input keeps the best of its
   * grants. Returns the number of inputs with grants.
   */
  private recordOutputGrant(inputChannel: number, output: number, granted: number): number {
    const { acceptPointer, bestGrant, grantedInputs } = this;
    const best = bestGrant[inputChannel];
    // Outputs come in ascending order. The first one at or after the accept pointer is best; if there is none, the first of all.
    if (best < 0) {
      grantedInputs[granted++] = inputChannel;
      bestGrant[inputChannel] = output;
    } else if (best < acceptPointer[inputChannel] && output >= acceptPointer[inputChannel]) bestGrant[inputChannel] = output;
    return granted;
  }

  /**
   * Writes to `eligibleInputs` the mask of inputs that have a packet for an output channel and may send it, over any of its virtual
   * channels that is free and has a credit; returns whether there are any.
   * @param allocatorIndex Start of the record of the switch's allocator.
   * @param output Number of the channel among the output channels of the switch.
   */
  private findRequesters(allocatorIndex: number, output: number): boolean {
    const { allocatorRecords, vcRecords, vcs, inputWords, eligibleInputs } = this;
    const firstVc = allocatorRecords[allocatorIndex + allocator.firstVc] + output * vcs;
    let any = 0;
    for (let word = 0; word < inputWords; word++) eligibleInputs[word] = 0;
    for (let vcId = firstVc; vcId < firstVc + vcs; vcId++) {
      const position = vcRecords[(vcId << vc.vcFieldsShift) + vc.outputNumber];
      const mask = vcRecords[(vcId << vc.vcFieldsShift) + vc.outputMaskAt];
      if (
        (allocatorRecords[mask + freeMask] &
          allocatorRecords[mask + creditMask] &
          allocatorRecords[mask + requestMask] &
          (1 << position)) ===
        0
      )
        continue;
      for (let word = 0; word < inputWords; word++) {
        eligibleInputs[word] |= this.requestersOf(vcId, allocatorRecords[allocatorIndex + allocator.node], word);
        any |= eligibleInputs[word];
      }
    }
    return any !== 0;
  }

  /** Mask of the inputs at node `node` that have a packet for virtual channel `vcId` and may send it. */
  private requestersOf(vcId: number, node: number, word: number): number {
    const { inputWords, inputs, firstInput } = this;
    let bits = this.vcRequesters[vcId * inputWords + word] & this.openInputs[node * inputWords + word];
    if (!this.forwards) return bits;
    for (let remaining = bits; remaining !== 0; remaining &= remaining - 1) {
      const queueId = inputs[firstInput[node] + 32 * word + 31 - Math.clz32(remaining & -remaining)];
      const packetId = this.voqLists[this.firstVoq[queueId] + 2 * this.vcRecords[(vcId << vc.vcFieldsShift) + vc.outputNumber]];
      if (!this.hasCreditFor(packetId, queueId, vcId)) bits &= ~(remaining & -remaining);
    }
    return bits;
  }

  /** The first set bit of `eligibleInputs` from `start` on, in cyclic order; there is at least one. */
  private firstBitFrom(start: number): number {
    const { eligibleInputs, inputWords } = this;
    for (let i = 0; i <= inputWords; i++) {
      const word = ((start >> 5) + i) % inputWords;
      let bits = eligibleInputs[word];
      if (i === 0) bits &= -1 << start;
      if (bits !== 0) return 32 * word + 31 - Math.clz32(bits & -bits);
    }
    return -1;
  }

  /**
   * Accept step of iSLIP: an input channel sends a packet to the output channel that granted it. The packet is the first one of its virtual
   * output queue (a linked list for each queue and output); if the list is then empty, the request for that output is withdrawn.
   * @param outputFirstVc First virtual channel of the output channel.
   */
  private acceptGrant(inputChannel: number, outputFirstVc: number): void {
    const { allocatorRecords, vcRecords, packetFields, vcs, voqLists, firstVoq, inputWords, vcRequesters } = this;
    // With one virtual channel the packet can be sent, since its output granted it.
    const packetId =
      vcs === 1
        ? voqLists[firstVoq[inputChannel] + 2 * vcRecords[(outputFirstVc << vc.vcFieldsShift) + vc.outputNumber]]
        : this.firstJoined(inputChannel, outputFirstVc);
    const queueId = packetFields[(packetId << packet.packetFieldsShift) + packet.arrivalVc];
    const vcId = packetFields[(packetId << packet.packetFieldsShift) + packet.assignedVc];
    const voqIndex = firstVoq[queueId] + 2 * vcRecords[(vcId << vc.vcFieldsShift) + vc.outputNumber];
    // Remove the packet from its virtual output queue: two words hold the first and the last packet.
    const following = packetFields[(packetId << packet.packetFieldsShift) + packet.nextPacket];
    voqLists[voqIndex] = following;
    if (following < 0) {
      voqLists[voqIndex + 1] = -1;
      const input = vcRecords[(queueId << vc.vcFieldsShift) + vc.nodeInput] & ((1 << this.inputBits) - 1);
      const requesterWord = vcId * inputWords + (input >> 5);
      const remainingInputs = vcRequesters[requesterWord] & ~(1 << input);
      vcRequesters[requesterWord] = remainingInputs;
      if (remainingInputs === 0) {
        if (inputWords === 1)
          allocatorRecords[vcRecords[(vcId << vc.vcFieldsShift) + vc.outputMaskAt] + requestMask] &= ~(
            1 << vcRecords[(vcId << vc.vcFieldsShift) + vc.outputNumber]
          );
        else this.updateRequestMask(vcId);
      }
    } else packetFields[(following << packet.packetFieldsShift) + packet.previousPacket] = -1;
    this.recordGrant(queueId, vcId, packetId);
  }

  /**
   * Chooses the packet that an input channel sends to an output channel: of the first packets in the virtual output queues between them,
   * the one that joined its queue first; −1 for none. Only virtual channels of the output that are free and have a credit count.
   * @param outputFirstVc First virtual channel of the output channel.
   */
  private firstJoined(inputChannel: number, outputFirstVc: number): number {
    const { allocatorRecords, vcRecords, vcs, voqLists, firstVoq, forwards } = this;
    let winner = -1;
    for (let vcId = outputFirstVc; vcId < outputFirstVc + vcs; vcId++) {
      const position = vcRecords[(vcId << vc.vcFieldsShift) + vc.outputNumber];
      const mask = vcRecords[(vcId << vc.vcFieldsShift) + vc.outputMaskAt];
      if (
        (allocatorRecords[mask + freeMask] &
          allocatorRecords[mask + creditMask] &
          allocatorRecords[mask + requestMask] &
          (1 << position)) ===
        0
      )
        continue;
      for (let queueId = inputChannel * vcs; queueId < inputChannel * vcs + vcs; queueId++) {
        const packetId = voqLists[firstVoq[queueId] + 2 * position];
        if (
          packetId >= 0 &&
          (!forwards || this.hasCreditFor(packetId, queueId, vcId)) &&
          (winner < 0 || this.hasJoinedBefore(packetId, winner))
        )
          winner = packetId;
      }
    }
    return winner;
  }

  // Crossings of the tracked channel.

  trackChannel(channel: number): void {
    this.crossingCounter.track(channel);
  }

  trackedCrossings(): readonly ChannelCrossing[] {
    return this.crossingCounter.toCrossings(this.packetPhits);
  }
}
