// hot: no allocation, no for-of, no destructuring inside `allocate` and what it calls.
/**
 * Allocation with arbiters: packets request outputs, and the arbiter of each output grants one request. The loop of `cycle.ts` runs the
 * arbiters itself where inputs fit into one word and only free channels, credits and chance decide. This file has the candidate lists, and
 * the arbiters for all other rules and networks.
 *
 * Queue heads with the same candidates share one list. The phits in a queue follow from three adjacent words without a branch. If the best
 * channel of a list is busy, the list knows for how long nothing can change, and sleeps on a wheel until then.
 */
import { bitCount } from "../../base/bits.ts";
import { uniformBelow, mix } from "../../base/random.ts";
import type { Plan } from "../../plan/plan.ts";
import { type CutThroughRules, selections } from "./rules.ts";
import { type Arbiters, vcChosenBy, listIsLinked, listNext, listRequests, vcRequests } from "./arbiters.ts";
import type { Allocation } from "./allocation.ts";
import { CutThrough } from "./cycle.ts";
import {
  queueInput,
  channelFirstVc,
  vcBusyUntil,
  arrivalEnd,
  tailNodeInputs,
  departureEnd,
  logEntryShift,
  oneRequest,
} from "./records/queue.ts";
import { packetRequest, packetShift } from "../packet-pool.ts";
import { listFirstVc, listShape, listShift, listSize, listStart } from "./candidate-lists.ts";

/** Greater than any fullness combined with a position in the list. */
const infiniteFullness = 0x3fffffff;
/** Greater than any number of phits behind a channel. */
const worstFullness = infiniteFullness - 1;

/** Creates the engine in which each output has an arbiter. */
export function startArbitration(rules: CutThroughRules, plan: Plan): CutThrough {
  const { head, terminals, switches } = plan.network;
  const vcs = plan.routing.vcClasses | 0;
  // A channel may be listed several times: by requesting heads, by freed channels and credits, and by candidate lists.
  const maxDue = 3 * (head.length * vcs + rules.injectionSlots * terminals) + 4 * head.length + terminals + switches;
  return new CutThrough(rules, plan, {
    isStateInRecord: false,
    wordCount: (words) => maxDue + vcs * words,
    start: (engine) => new Arbitration(engine, maxDue, selections[rules.selection].by === "chance"),
  });
}

class Arbitration implements Allocation {
  readonly allocators = null;
  readonly arbiters: Arbiters;
  /**
   * [virtual channels × words] Where a node has more than 32 inputs: masks of requests, and of requests chosen in this cycle from lists.
   */
  private readonly wideRequests: Int32Array;
  private readonly wideChosen: Int32Array;
  /** [words] Requesters of any virtual channel of the channel under arbitration; and the virtual channel that was granted. */
  private readonly requesterUnion: Int32Array;
  private grantedVc = 0;
  /** [channels] Where channels share a capacity: the cycle in which each was last arbitrated, the winning queue and its virtual channel. */
  private readonly arbitratedAt: Int32Array;
  private readonly winnerQueue: Int32Array;
  private readonly winnerVc: Int32Array;
  private readonly groupWinners: Int32Array;
  /** Channels to arbitrate again in the next cycle: no event reports that their shared capacity is available again. */
  private readonly retryChannels: Int32Array;
  private retryCount = 0;

  /**
   * @param maxDue Maximum length of the list of due arbiters in one cycle.
   * @param isRandomSelection Whether the selection treats all outputs as equal.
   */
  constructor(
    private readonly engine: CutThrough,
    maxDue: number,
    private readonly isRandomSelection: boolean,
  ) {
    const { queueCount, inputWords, allocationAt, hasSharedCapacities, network } = engine;
    this.arbiters = { dueArbitersAt: allocationAt, requestsPerVcAt: allocationAt + maxDue };
    this.wideRequests = new Int32Array(inputWords > 1 ? queueCount * inputWords : 0);
    this.wideChosen = new Int32Array(inputWords > 1 ? queueCount * inputWords : 0);
    this.requesterUnion = new Int32Array(inputWords);
    const groupedCount = hasSharedCapacities ? network.head.length : 0;
    this.arbitratedAt = new Int32Array(groupedCount).fill(-1);
    this.winnerQueue = new Int32Array(groupedCount);
    this.winnerVc = new Int32Array(groupedCount);
    this.groupWinners = new Int32Array(groupedCount);
    this.retryChannels = new Int32Array(groupedCount);
  }

  onTimeJump(): void {
    const { memory, listWheelAt, wheelMask, lists } = this.engine;
    const { records } = lists;
    for (let i = 0; i <= wheelMask; i++) {
      for (let list = memory[listWheelAt + i]; list >= 0; list = records[list + listNext]) records[list + listIsLinked] = 0;
      memory[listWheelAt + i] = -1;
    }
  }

  chooseOnce(queue: number, candidateSet: number, cycle: number): number {
    return this.selectVc(queue, (candidateSet - this.engine.queueCount) << listShift, cycle);
  }

  /** Collects due arbiters from completed grants, new queue heads and candidate lists; then each due arbiter grants one request. */
  allocate(begin: number, end: number, newHeadCount: number, cycle: number): number {
    const { engine } = this;
    const {
      memory,
      vcs,
      packetPhits,
      vcRecordsAt,
      stride,
      hasSharedCapacities,
      inputBits,
      newHeadCandidatesAt,
      newHeadInputsAt,
      lastServed,
      grantLog,
    } = engine;
    const { completed } = grantLog;
    let { entries: log, mask: logMask } = grantLog;
    const inputMask = (1 << inputBits) - 1;
    const isRoundRobin = engine.arbitration === "round-robin";
    const { dueArbitersAt } = this.arbiters;
    let dueEnd = this.addRetries(dueArbitersAt);
    // Arbiters are due whose channel is free again, or has a credit again, if anything requests them. The entry is always written, and the
    // end advances only if there are requests.
    for (let i = begin; i !== end; i = (i + 1) | 0) {
      const entry = (i & logMask) << logEntryShift;
      memory[dueEnd] = log[entry + 1];
      dueEnd += -(memory[log[entry + 1] << 2] >>> 16) >>> 31;
      memory[dueEnd] = log[entry + 3];
      dueEnd += -(memory[log[entry + 3] << 2] >>> 16) >>> 31;
      if (hasSharedCapacities) engine.releaseGroupCapacity(log[entry + 1]);
    }
    for (let i = 0; i < newHeadCount; i++) {
      dueEnd = this.addRequest(memory[newHeadCandidatesAt + i], memory[newHeadInputsAt + i] & inputMask, cycle, dueEnd);
    }
    dueEnd = this.requestFromLists(cycle, dueEnd);
    if (hasSharedCapacities) this.shareCapacity(dueEnd, cycle);

    let { written } = grantLog;
    for (let i = dueArbitersAt; i < dueEnd; i++) {
      const firstVc = memory[i];
      // A channel that is listed twice has been granted already.
      if (memory[(firstVc << 2) + vcBusyUntil] > cycle) continue;
      const channel = (firstVc / vcs) | 0;
      const queue = this.arbitrate(channel, cycle);
      if (queue < 0) continue;
      const vc = this.grantedVc;
      if (isRoundRobin) lastServed[channel] = queue;
      this.withdrawRequest(queue, vc);
      memory[(firstVc << 2) + vcBusyUntil] = cycle + packetPhits;
      if (((written - completed) | 0) > logMask) {
        log = grantLog.grow(completed, written);
        logMask = grantLog.mask;
      }
      const entry = (written & logMask) << logEntryShift;
      written = (written + 1) | 0;
      log[entry] = queue;
      log[entry + 1] = firstVc;
      log[entry + 2] = ~vc;
      log[entry + 3] = memory[vcRecordsAt + Math.imul(queue, stride) + channelFirstVc];
    }
    grantLog.written = written;
    return written;
  }

  /**
   * The head of a queue requests its candidates. A single virtual channel is requested directly: its bit is set in the mask of requesters,
   * and the channel's arbiter becomes due if the channel is free. Several candidates form a candidate list, shared by all heads with the
   * same candidates: the head joins the list, which is put on the wheel so that it requests in this cycle.
   * @param candidateSet A virtual channel, or queueCount + the number of a candidate list.
   * @param input Number of the queue among the inputs of its node, which is its bit in the masks.
   * @param dueEnd End of the list of due arbiters in `memory`. An arbiter is due if it may grant a request in this cycle.
   * @returns The new end of that list.
   */
  private addRequest(candidateSet: number, input: number, cycle: number, dueEnd: number): number {
    const { engine } = this;
    const { memory, queueCount, inputWords } = engine;
    if (candidateSet < queueCount) {
      if (inputWords > 1) this.addWideRequest(candidateSet, input);
      else memory[engine.vcRecordAt(candidateSet) + vcRequests] |= 1 << input;
      const firstVc = memory[engine.vcRecordAt(candidateSet) + channelFirstVc];
      // The state of the first virtual channel counts the direct requests for its channel. The entry of the arbiter is always written; the
      // end advances only if the channel is free.
      memory[firstVc << 2] += oneRequest;
      memory[dueEnd] = firstVc;
      return dueEnd + (memory[(firstVc << 2) + vcBusyUntil] <= cycle ? 1 : 0);
    }
    const listRecords = engine.lists.records;
    const list = (candidateSet - queueCount) << listShift;
    const wheelSlotAt = engine.listWheelAt + (cycle & engine.wheelMask);
    // Put the list on the wheel, in the slot of this cycle.
    if (listRecords[list + listIsLinked] === 0) {
      listRecords[list + listIsLinked] = 1;
      listRecords[list + listNext] = memory[wheelSlotAt];
      memory[wheelSlotAt] = list;
    }
    if (inputWords > 1) this.addToWideList(list, input);
    else listRecords[list + listRequests] |= 1 << input;
    return dueEnd;
  }

  /**
   * Evaluates the candidate lists that are due in this cycle. A list either requests its best virtual channel, or sleeps until that can be
   * granted. Returns the new end of the list of due arbiters.
   */
  requestFromLists(cycle: number, dueEnd: number): number {
    const { engine } = this;
    const {
      memory,
      vcRecordsAt,
      stride,
      listWheelAt,
      wheelMask,
      packetPhits,
      queueCapacity,
      candidateBits,
      fullBit,
      isFreeOnly,
      hasUniformLists,
    } = engine;
    const isWide = engine.inputWords > 1;
    const candidateMask = (1 << candidateBits) - 1;
    const wheelSlotAt = listWheelAt + (cycle & wheelMask);
    const nextSlotAt = listWheelAt + ((cycle + 1) & wheelMask);
    const listRecords = engine.lists.records;
    let list = memory[wheelSlotAt];
    memory[wheelSlotAt] = -1;
    for (let following = list; list >= 0; list = following) {
      following = listRecords[list + listNext];
      const bits = isWide ? this.anyRequester(list) : listRecords[list + listRequests];
      if (bits === 0) {
        listRecords[list + listIsLinked] = 0;
        continue;
      }
      if (!hasUniformLists) {
        dueEnd = this.requestIndividually(list, cycle, dueEnd) | 0;
        listRecords[list + listNext] = memory[nextSlotAt];
        memory[nextSlotAt] = list;
        continue;
      }
      // Find the least full candidate, the first of equals. Fullness and position are packed into one number, and the minimum is taken
      // without a branch.
      const size = listRecords[list + listSize];
      const start = listRecords[list + listShape];
      const origin = listRecords[list + listFirstVc];
      const { shapes } = engine.lists;
      let best = infiniteFullness;
      for (let j = 0; j < size; j++) {
        const vcStateIndex = origin + shapes[start + j + j];
        const queued = (memory[vcStateIndex] >> 8) & 0xff;
        const departingPhits = (memory[vcStateIndex + departureEnd] - cycle) | 0;
        const arrivingPhits = (memory[vcStateIndex + arrivalEnd] - cycle) | 0;
        let fullness =
          (Math.imul(queued, packetPhits) + (departingPhits & ~(departingPhits >> 31)) - (arrivingPhits & ~(arrivingPhits >> 31))) | 0;
        if (isFreeOnly) {
          const channelState = origin + shapes[start + j + j + 1];
          const credits = (queueCapacity - 1 - (channelState & 1) - queued - (-departingPhits >>> 31)) | 0;
          fullness |= (((cycle - memory[(channelState & ~1) + vcBusyUntil]) | credits) >> 31) & fullBit;
        }
        const difference = (((fullness << candidateBits) | j) - best) | 0;
        best = (best + (difference & (difference >> 31))) | 0;
      }
      const bestPosition = best & candidateMask;
      const vcStateIndex = origin + shapes[start + bestPosition + bestPosition];
      const channelState = origin + shapes[start + bestPosition + bestPosition + 1];
      const queued = (((memory[vcStateIndex] >> 8) & 0xff) + ((cycle - memory[vcStateIndex + departureEnd]) >>> 31)) | 0;
      if (memory[(channelState & ~1) + vcBusyUntil] <= cycle && queued < queueCapacity - (channelState & 1)) {
        memory[dueEnd] = channelState >> 2;
        if (isWide) {
          this.chooseForList(list, vcStateIndex >> 2);
          dueEnd++;
        } else {
          const record = vcRecordsAt + Math.imul(vcStateIndex >> 2, stride);
          const others = memory[record + vcChosenBy];
          memory[record + vcChosenBy] = others | bits;
          dueEnd += 1 - ((others | -others) >>> 31);
        }
        listRecords[list + listNext] = memory[nextSlotAt];
        memory[nextSlotAt] = list;
        continue;
      }
      // The best candidate cannot be granted now. Find the first cycle in which any candidate can be open and the best one.
      const least = best >> candidateBits;
      const isArriving = (cycle - memory[vcStateIndex + arrivalEnd]) >>> 31;
      let sleepCycles = packetPhits;
      for (let j = 0; j < size; j++) {
        const vcStateIndex = origin + shapes[start + j + j];
        const channelState = origin + shapes[start + j + j + 1];
        const queued = (memory[vcStateIndex] >> 8) & 0xff;
        const departingPhits = (memory[vcStateIndex + departureEnd] - cycle) | 0;
        const arrivingPhits = (memory[vcStateIndex + arrivalEnd] - cycle) | 0;
        const isFull = (queueCapacity - 1 - (channelState & 1) - queued - (-departingPhits >>> 31)) >> 31;
        const isNotDeparting = (departingPhits - 1) >> 31;
        let openIn = (memory[(channelState & ~1) + vcBusyUntil] - cycle) | 0;
        let increase = ((isFull & ((departingPhits & ~isNotDeparting) | (packetPhits & isNotDeparting))) - openIn) | 0;
        openIn = (openIn + (increase & ~(increase >> 31))) | 0;
        if (!isFreeOnly) {
          const fullness =
            (Math.imul(queued, packetPhits) + (departingPhits & ~(departingPhits >> 31)) - (arrivingPhits & ~(arrivingPhits >> 31))) | 0;
          // A candidate that comes after the best one in the list has to be strictly less full.
          increase = (((fullness - least + ((bestPosition - j) >>> 31) + isArriving) >> isArriving) - openIn) | 0;
          openIn = (openIn + (increase & ~(increase >> 31))) | 0;
        }
        const decrease = (openIn - sleepCycles) | 0;
        sleepCycles = (sleepCycles + (decrease & (decrease >> 31))) | 0;
      }
      const wakeSlotAt = listWheelAt + ((cycle + (sleepCycles > 0 ? sleepCycles : 1)) & wheelMask);
      listRecords[list + listNext] = memory[wakeSlotAt];
      memory[wakeSlotAt] = list;
    }
    return dueEnd;
  }

  /** Removes the request of the head of `queue`, which has been granted virtual channel `vc`. */
  private withdrawRequest(queue: number, vc: number): void {
    const { engine } = this;
    const { memory, inputWords } = engine;
    const input = memory[engine.vcRecordAt(queue) + queueInput] & ((1 << engine.inputBits) - 1);
    const list = engine.pool.records[(engine.headPacketOf(queue) << packetShift) + packetRequest];
    if (list >= 0) {
      if (inputWords > 1) this.removeFromWideList(list, input);
      else engine.lists.records[list + listRequests] &= ~(1 << input);
      return;
    }
    if (inputWords > 1) this.removeWideRequest(vc, input);
    else memory[engine.vcRecordAt(vc) + vcRequests] &= ~(1 << input);
    memory[memory[engine.vcRecordAt(vc) + channelFirstVc] << 2] -= oneRequest;
  }

  /**
   * Each queue head that requests through candidate list `list` selects one of the list's virtual channels by its own view of the credits,
   * and requests it in this cycle; the arbiter of that channel becomes due. Nothing happens if no virtual channel of the list can be
   * granted.
   * @param list Start of the list's record in `records`.
   * @param dueEnd End of the list of due arbiters in `memory`.
   * @returns The new end of that list.
   */
  private requestIndividually(list: number, cycle: number, dueEnd: number): number {
    const { engine } = this;
    const { memory, inputWords } = engine;
    const { records, members } = engine.lists;
    const start = records[list + listStart];
    // `members` contains pairs: 4 × a virtual channel, and 4 × the first virtual channel of its channel.
    let isAnyGrantable = false;
    for (let i = 0; i < records[list + listSize] && !isAnyGrantable; i++)
      isAnyGrantable = this.isGrantPossible(members[start + 2 * i] >> 2, cycle);
    if (!isAnyGrantable) return dueEnd;
    // The start of the inputs of the channels' tail node; stored as its complement where the channels enter terminals.
    const tailInputs = memory[engine.vcRecordAt(members[start] >> 2) + tailNodeInputs];
    const inputsStart = tailInputs < 0 ? ~tailInputs : tailInputs;
    // Each set bit, from the lowest (`bits & -bits`), is an input with a requesting queue head.
    for (let word = 0; word < inputWords; word++) {
      for (let bits = this.listRequesters(list, word); bits !== 0; bits &= bits - 1) {
        const vc = this.selectVc(memory[inputsStart + 32 * word + 31 - Math.clz32(bits & -bits)], list, cycle);
        if (vc < 0 || !this.isChannelFree(engine.channelOf(vc), cycle)) continue;
        if (inputWords > 1) this.wideChosen[vc * inputWords + word] |= bits & -bits;
        else memory[engine.vcRecordAt(vc) + vcChosenBy] |= bits & -bits;
        memory[dueEnd++] = memory[engine.vcRecordAt(vc) + channelFirstVc];
      }
    }
    return dueEnd;
  }

  /**
   * The virtual channel of a candidate list that the head of `queue` requests, by the selection rule; −1 for none. The best one has the
   * fewest phits behind its whole channel, if the rule counts these (`isByChannel`), and then the fewest phits in the queue behind it
   * (`fullness`). Ties go to the first or to a random one.
   * @param list Start of the list's record in `records`.
   */
  private selectVc(queue: number, list: number, cycle: number): number {
    const { engine } = this;
    const { eligible, isFreeOnly, isByChannel } = engine;
    const { records, members } = engine.lists;
    const start = records[list + listStart];
    const hasEscapes = engine.routing.isEscape !== undefined;
    let leastChannelPhits = infiniteFullness;
    let leastVcPhits = infiniteFullness;
    let tieCount = 0;
    let countedChannel = -1;
    let channelPhitCount = 0;
    engine.observedCycle = cycle;
    for (let i = 0; i < records[list + listSize]; i++) {
      const vc = members[start + 2 * i] >> 2;
      const channel = engine.channelOf(vc);
      if (isFreeOnly && !(this.isChannelFree(channel, cycle) && engine.hasCreditFor(queue, vc, cycle))) continue;
      if (isByChannel && channel !== countedChannel) {
        countedChannel = channel;
        channelPhitCount = engine.phitsBehind(channel);
      }
      // With escape channels, a candidate without a credit ranks after all candidates that have one.
      const channelPhits = isByChannel && hasEscapes && !engine.hasCreditFor(queue, vc, cycle) ? worstFullness : channelPhitCount;
      const fullness = this.isRandomSelection ? 0 : engine.phitsQueued(vc, cycle);
      if (channelPhits < leastChannelPhits || (channelPhits === leastChannelPhits && fullness < leastVcPhits)) {
        leastChannelPhits = channelPhits;
        leastVcPhits = fullness;
        tieCount = 0;
      }
      if (channelPhits === leastChannelPhits && fullness === leastVcPhits) eligible[tieCount++] = vc;
    }
    if (tieCount === 0) return -1;
    return tieCount > 1 && engine.hasRandomTies ? eligible[uniformBelow(mix(engine.selectionKey, cycle, queue), tieCount)] : eligible[0];
  }

  /** Whether channel `channel` could be granted now: neither the channel nor its shared capacity is in use. */
  private isChannelFree(channel: number, cycle: number): boolean {
    const { engine } = this;
    return (
      engine.memory[((channel * engine.vcs) << 2) + vcBusyUntil] <= cycle &&
      !(engine.hasSharedCapacities && engine.isGroupExhausted(channel))
    );
  }

  /** Whether virtual channel `vc` could be granted to any head now, shared capacities aside. */
  private isGrantPossible(vc: number, cycle: number): boolean {
    const { engine } = this;
    const { head, forwards } = engine.network;
    const channel = engine.channelOf(vc);
    if (engine.memory[((channel * engine.vcs) << 2) + vcBusyUntil] > cycle) return false;
    return forwards || engine.occupancyOf(vc, cycle) < engine.queueCapacity || head[channel] < engine.terminalCount;
  }

  // Masks of requests. Nodes with more than 32 inputs keep them in separate arrays.

  private addWideRequest(vc: number, input: number): void {
    this.wideRequests[vc * this.engine.inputWords + (input >> 5)] |= 1 << (input & 31);
  }

  private removeWideRequest(vc: number, input: number): void {
    this.wideRequests[vc * this.engine.inputWords + (input >> 5)] &= ~(1 << (input & 31));
  }

  private addToWideList(list: number, input: number): void {
    const { engine } = this;
    engine.lists.wideRequests[(list >> listShift) * engine.inputWords + (input >> 5)] |= 1 << (input & 31);
  }

  private removeFromWideList(list: number, input: number): void {
    const { engine } = this;
    engine.lists.wideRequests[(list >> listShift) * engine.inputWords + (input >> 5)] &= ~(1 << (input & 31));
  }

  /** Not 0 if any head requests by list `list`. */
  private anyRequester(list: number): number {
    let any = 0;
    for (let word = 0; word < this.engine.inputWords; word++) any |= this.listRequesters(list, word);
    return any;
  }

  /** All requesters of list `list` choose virtual channel `vc`. */
  private chooseForList(list: number, vc: number): void {
    const { engine } = this;
    for (let word = 0; word < engine.inputWords; word++) this.wideChosen[vc * engine.inputWords + word] |= this.listRequesters(list, word);
  }

  /** Mask of the requesters of list `list` among inputs 32·`word` to 32·`word` + 31. */
  private listRequesters(list: number, word: number): number {
    const { inputWords, lists } = this.engine;
    return inputWords > 1 ? lists.wideRequests[(list >> listShift) * inputWords + word] : lists.records[list + listRequests];
  }

  vcRequesters(vc: number, word: number): number {
    const { engine } = this;
    return engine.inputWords > 1 ? this.wideRequests[vc * engine.inputWords + word] : engine.memory[engine.vcRecordAt(vc) + vcRequests];
  }

  /** Mask of all requests for virtual channel `vc` in this cycle. Requests that came from lists are cleared. */
  private takeRequests(vc: number, word: number): number {
    const { memory, inputWords } = this.engine;
    const { wideChosen } = this;
    const position = inputWords > 1 ? vc * inputWords + word : this.engine.vcRecordAt(vc) + vcChosenBy;
    const chosenBy = inputWords > 1 ? wideChosen : memory;
    const fromLists = chosenBy[position];
    chosenBy[position] = 0;
    return fromLists | this.vcRequesters(vc, word);
  }

  /**
   * [queues] Request of each queue head: a virtual channel, queueCount + the number of a candidate list, or −1 for none. Requests are
   * stored as masks of inputs by virtual channel and by list, so all masks are read. For the search for deadlocks, outside the hot loop.
   */
  requestedSets(): Int32Array {
    const { engine } = this;
    const { memory, queueCount, inputWords, lists } = engine;
    const requests = new Int32Array(queueCount).fill(-1);
    for (let candidateSet = 0; candidateSet < queueCount + lists.count; candidateSet++) {
      const list = (candidateSet - queueCount) << listShift;
      const vc = candidateSet < queueCount ? candidateSet : lists.members[lists.records[list + listStart]] >> 2;
      const inputsStart = engine.inputsAt + memory[engine.firstInputAt + engine.network.tail[engine.channelOf(vc)]];
      for (let word = 0; word < inputWords; word++) {
        for (
          let bits = candidateSet < queueCount ? this.vcRequesters(vc, word) : this.listRequesters(list, word);
          bits !== 0;
          bits &= bits - 1
        ) {
          // The input at the lowest set bit. Injection queues have numbers from queueCount on and are left out.
          const queue = memory[inputsStart + 32 * word + 31 - Math.clz32(bits & -bits)];
          if (queue < queueCount) requests[queue] = candidateSet;
        }
      }
    }
    return requests;
  }

  channelRequesters(channel: number, word: number): number {
    const { vcs, lists } = this.engine;
    let bits = 0;
    for (let vc = channel * vcs; vc < (channel + 1) * vcs; vc++) bits |= this.vcRequesters(vc, word);
    for (let list = 0; list < lists.count << listShift; list += 1 << listShift)
      if (this.hasChannel(list, channel)) bits |= this.listRequesters(list, word);
    return bits;
  }

  /** Whether list `list` contains a virtual channel of a channel. */
  private hasChannel(list: number, channel: number): boolean {
    const { engine } = this;
    const { records, members } = engine.lists;
    for (let i = 0; i < records[list + listSize]; i++) {
      if (engine.channelOf(members[records[list + listStart] + 2 * i] >> 2) === channel) return true;
    }
    return false;
  }

  // Arbitration by any rule, on any network.

  /** The queue that is granted channel `channel`, −1 for none; its virtual channel is left in `grantedVc`. */
  private arbitrate(channel: number, cycle: number): number {
    const { engine } = this;
    const isGrouped = engine.hasSharedCapacities && engine.network.group[channel] >= 0;
    if (!isGrouped) return this.findWinner(channel, cycle);
    this.grantedVc = this.winnerVc[channel];
    return this.winnerQueue[channel];
  }

  /**
   * The queue whose head the arbiter of `channel` grants, −1 for none; `grantedVc` is then the virtual channel. Requesters are bits of the
   * inputs of the channel's tail node, 32 to a word. Only requesters with a credit compete; one of them wins at random, in round-robin
   * order or by age. No channel of a group whose shared capacity is exhausted has a winner; `shareCapacity` limits the number of winners of
   * other groups.
   */
  private findWinner(channel: number, cycle: number): number {
    const { engine } = this;
    const { memory, vcs, inputWords, arbitration, lastServed } = engine;
    const { requesterUnion } = this;
    const { requestsPerVcAt } = this.arbiters;
    const node = engine.network.tail[channel];
    // From this occupancy on, a credit has to be checked for each requester: a packet that enters a ring needs two free slots.
    const fullAt = engine.routing.rings === undefined ? engine.queueCapacity : engine.queueCapacity - 1;
    const inputsStart = engine.inputsAt + memory[engine.firstInputAt + node];
    // Collect the requesters with a credit: by virtual channel, and of the whole channel.
    for (let word = 0; word < inputWords; word++) requesterUnion[word] = 0;
    for (let vcOffset = 0; vcOffset < vcs; vcOffset++) {
      const vc = channel * vcs + vcOffset;
      for (let word = 0; word < inputWords; word++) {
        let bits = this.takeRequests(vc, word);
        if (bits !== 0 && engine.occupancyOf(vc, cycle) >= fullAt)
          bits = engine.requestersWithCredit(vc, inputsStart + 32 * word, bits, cycle);
        memory[requestsPerVcAt + vcOffset * inputWords + word] = bits;
        requesterUnion[word] |= bits;
      }
    }
    if (engine.hasSharedCapacities && engine.isGroupExhausted(channel)) {
      this.retryChannels[this.retryCount++] = channel;
      return -1;
    }
    // Select one of the requesters.
    if (engine.isNetworkFirst) engine.prioritizeNetwork(requesterUnion, node);
    let competitorCount = 0;
    for (let word = 0; word < inputWords; word++) competitorCount += bitCount(requesterUnion[word]);
    if (competitorCount === 0) return -1;
    const drawnOrdinal =
      arbitration === "random" && competitorCount > 1 ? uniformBelow(mix(engine.arbitrationKey, cycle, channel), competitorCount) : 0;
    let winner = -1;
    let visited = 0;
    for (let word = 0; word < inputWords; word++) {
      for (let bits = requesterUnion[word]; bits !== 0; bits &= bits - 1) {
        const input = 32 * word + 31 - Math.clz32(bits & -bits);
        const isBetter =
          arbitration === "random"
            ? visited === drawnOrdinal
            : winner < 0 || engine.hasPriorityOver(memory[inputsStart + input], memory[inputsStart + winner], lastServed[channel]);
        if (isBetter) winner = input;
        visited++;
      }
    }
    // The winner gets the first of the virtual channels that it requests.
    let vcOffset = 0;
    while ((memory[requestsPerVcAt + vcOffset * inputWords + (winner >> 5)] & (1 << (winner & 31))) === 0) vcOffset++;
    this.grantedVc = channel * vcs + vcOffset;
    return memory[inputsStart + winner];
  }

  // Shared capacities.

  /** Makes the channels due that were refused in the cycle before: no event reports free capacity. Returns the new end of the list. */
  private addRetries(dueEnd: number): number {
    const { engine } = this;
    for (let i = 0; i < this.retryCount; i++) engine.memory[dueEnd++] = this.retryChannels[i] * engine.vcs;
    this.retryCount = 0;
    return dueEnd;
  }

  /**
   * Finds the winner of each due channel that belongs to a group, which is a set of channels with one shared capacity. If a group has more
   * winners than it may have channels in use, a random draw decides where the cyclic order of its channels begins; the channels after the
   * last permitted one are refused and try again in the next cycle.
   * @param dueEnd End of the list of due arbiters in `memory`, which holds the first virtual channel of each channel.
   */
  private shareCapacity(dueEnd: number, cycle: number): void {
    const { engine } = this;
    const { memory, vcs, groupLimit, groupBusy } = engine;
    const { groupWinners, arbitratedAt, winnerQueue, winnerVc } = this;
    const { group } = engine.network;
    // The winner of each due channel, as if its group had capacity for all.
    let groupedCount = 0;
    for (let i = this.arbiters.dueArbitersAt; i < dueEnd; i++) {
      const channel = engine.channelOf(memory[i]);
      if (group[channel] < 0 || arbitratedAt[channel] === cycle || memory[((channel * vcs) << 2) + vcBusyUntil] > cycle) continue;
      arbitratedAt[channel] = cycle;
      winnerQueue[channel] = this.findWinner(channel, cycle);
      winnerVc[channel] = this.grantedVc;
      if (winnerQueue[channel] >= 0) groupWinners[groupedCount++] = channel;
    }
    // For each group, refuse the winners that exceed its capacity.
    const sorted = groupWinners.subarray(0, groupedCount).sort();
    for (let groupIndex = 0; groupIndex < groupLimit.length; groupIndex++) {
      let winnerCount = 0;
      for (let i = 0; i < groupedCount; i++) if (group[sorted[i]] === groupIndex) winnerCount++;
      if (winnerCount === 0) continue;
      const remainingChannels = groupLimit[groupIndex] - groupBusy[groupIndex];
      const firstPosition = winnerCount > remainingChannels ? uniformBelow(mix(engine.arbitrationKey, cycle, ~groupIndex), winnerCount) : 0;
      let position = 0;
      for (let i = 0; i < groupedCount; i++) {
        const channel = sorted[i];
        if (group[channel] !== groupIndex) continue;
        if ((position - firstPosition + winnerCount) % winnerCount < remainingChannels) groupBusy[groupIndex]++;
        else {
          winnerQueue[channel] = -1;
          this.retryChannels[this.retryCount++] = channel;
        }
        position++;
      }
    }
  }
}
