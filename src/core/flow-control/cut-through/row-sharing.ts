// hot: no allocation, no for-of, no destructuring inside `run` and what it calls.
/**
 * Virtual cut-through on rows of parallel outputs, for the selection *shared*. In each cycle a row draws one of its waiting heads, which
 * takes the least occupied of the channels that are free and have a credit. This repeats until either heads or channels are used up: a
 * maximal matching.
 *
 * So after each cycle a row has no waiting head or no open channel. Waiting heads and open channels are bit masks that events update: a
 * head arrives, a packet has crossed a channel, a credit returns. A row is due only in cycles in which both masks become non-zero. A node
 * with more than 32 inputs uses several words, and a summary mask says which of them are not 0; so does a row of more than 32 channels.
 *
 * In large networks memory latency dominates, so the data of a hop are adjacent (`row-records.ts`): half a cache line for a channel and its
 * queue, and a line for four packets. The packet's own record is read only at injection and consumption. The data of many grants are
 * prefetched in loops that do nothing else, so that cache misses overlap.
 */
import { bitCount, randomBit, nthBit } from "../../base/bits.ts";
import { uniformBelowSmall, mix, streamKey, hashGrant } from "../../base/random.ts";
import type { Plan } from "../../plan/plan.ts";
import type { ParallelOutputs } from "../../plan/routing.ts";
import { CutThroughRowsState } from "./rows-state.ts";
import type { CutThroughRules } from "./rules.ts";
import {
  busyBit,
  busyShift,
  prefetchSteps,
  departedPackets,
  entryEnds,
  entryInjected,
  entryNumber,
  entryReady,
  entryShift,
  queuedMask,
  queueDepartureEnd,
  prefetchGrants,
  maxFullness,
  packetNumberMask,
  openChannels,
  rowPositionShift,
  portShift,
  queueShift,
  rowShift,
  sinceInjectionSum,
  queueNodeInput,
  queueState,
  waitedSum,
  waitingInputs,
} from "./row-records.ts";
import { flushThreshold } from "./records/queue.ts";
import { slotPacket, slotShift } from "../injection.ts";
import { packetEnds, packetHops, packetInjected, packetMessage, packetReady, packetShift } from "../packet-pool.ts";

export class CutThroughRowSharing extends CutThroughRowsState {
  private readonly hasRandomTies: boolean;
  private readonly selectionKey: number;
  /** [rowWords] Scratch mask: least occupied channels of a row. */
  private readonly tiedChannels: Int32Array;

  constructor(rules: CutThroughRules, plan: Plan, parallelOutputs: ParallelOutputs) {
    super(rules, plan, parallelOutputs);
    const { channelCount, rowWords } = this;
    this.tiedChannels = new Int32Array(rowWords);
    this.hasRandomTies = rules.ties === "random";
    this.selectionKey = streamKey(plan.seed, "selection");
    for (let channelId = 0; channelId < channelCount; channelId++) {
      for (let position = 0; position < parallelOutputs.width[channelId]; position++) {
        this.memory[(channelId << queueShift) + openChannels] |= this.addBit(this.wideOpenAt, rowWords, channelId, position);
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
    const { memory, ringsAt, ringShift, ringMask, inputQueuesAt, logEndAt, newHeadsAt, dueRowsAt, terminalInputsAt } = this;
    const {
      channelCount,
      packetPhits,
      queueCapacity,
      wheelMask,
      arbitrationKey,
      selectionKey,
      hasRandomTies,
      isNetworkFirst,
      wideWaitingAt,
      wideOpenAt,
    } = this;
    const { recorder, injection, isEndAllowed, parallelOutputs } = this;
    const inputWords = this.inputWords | 0;
    const rowWords = this.rowWords | 0;
    const isWide = inputWords > 1;
    const hasWideRows = rowWords > 1;
    const { slots } = injection;
    const { firstOut, tail } = this.network;
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
    for (; cycle < stop && workDone < work && !isOver; cycle = (cycle + 1) | 0) {
      // Rows with waiting heads and open channels become due. List entries are always written; the end of the list advances only by a sign
      // bit.
      let dueRowCount = 0;

      // Phase 1: switch traversal ends for grants of one packet time (L cycles) ago. The next packet becomes the queue head; the channel
      // and a slot of the queue are free.
      const end = memory[logEndAt + ((cycle - packetPhits) & wheelMask)];
      let prefetchTo = ((end - completed) | 0) > prefetchGrants ? completed : end;
      for (; completed !== end; completed = (completed + 1) | 0) {
        if (completed === prefetchTo) prefetchTo = this.prefetchEnding(completed, end);
        const logIndex = (completed & logMask) << 1;
        const wasOnlyMask = log[logIndex] >> 31;
        const from = log[logIndex] ^ wasOnlyMask;
        const queueId = from >> 8;
        const ejectMask = log[logIndex + 1] >> 31;
        const channelId = log[logIndex + 1] ^ ejectMask;
        const channelRecord = channelId << queueShift;
        if (queueId < channelCount) {
          const queueRecord = queueId << queueShift;
          const stateWord = memory[queueRecord + queueState];
          const count = stateWord & queuedMask;
          // `from` packs queue << 8 and the row of the next packet. That packet may have arrived after the grant, so the row is read from
          // its own entry then.
          let row = from;
          if ((wasOnlyMask & (0 - count)) < 0)
            row =
              memory[
                ringsAt + (((queueId << ringShift) | (memory[queueRecord + departedPackets] & ringMask)) << entryShift) + entryNumber
              ] >>> rowShift;
          const firstOfNode = (channelId - (memory[channelRecord + queueState] >> portShift)) | 0;
          memory[newHeadsAt + newHeadCount] =
            ((firstOfNode + ((row - firstOfNode) & 0xff)) << 8) | (memory[queueRecord + queueNodeInput] & 0xff);
          newHeadCount += (0 - count) >>> 31;
          if (count === queueCapacity - 1) {
            const position = (stateWord >> rowPositionShift) & 0xff;
            const rowRecord = (queueId - position) << queueShift;
            const isFree = ((stateWord >> busyShift) & 1) ^ 1;
            const oldMask = memory[rowRecord + openChannels];
            const newMask =
              oldMask | (hasWideRows ? isFree && this.addBit(wideOpenAt, rowWords, queueId - position, position) : isFree << position);
            memory[rowRecord + openChannels] = newMask;
            memory[dueRowsAt + dueRowCount] = rowRecord;
            const others = memory[rowRecord + waitingInputs];
            dueRowCount += ((others | (0 - others)) & ~(oldMask | (0 - oldMask)) & (newMask | (0 - newMask))) >>> 31;
          }
        } else injection.releaseSlot(queueId - channelCount);
        if (ejectMask !== 0) {
          const departedCount = memory[channelRecord + departedPackets];
          const entry = (ringsAt + (((channelId << ringShift) | (departedCount & ringMask)) << entryShift)) | 0;
          memory[channelRecord + departedPackets] = departedCount + 1;
          memory[channelRecord + queueState]--;
          const packetNumber = memory[entry + entryNumber] & packetNumberMask;
          const pair = memory[entry + entryEnds];
          this.pool.records[(packetNumber << packetShift) + packetHops] = parallelOutputs.hops(pair >>> 16, pair & 0xffff);
          this.consume(packetNumber, cycle);
          isOver = isEndAllowed && recorder.isComplete;
        }
        const channelState = memory[channelRecord + queueState] & ~busyBit;
        memory[channelRecord + queueState] = channelState;
        const creditMask =
          ((channelState & queuedMask) + ((cycle - memory[channelRecord + queueDepartureEnd]) >>> 31) - queueCapacity) >>> 31;
        const position = (channelState >> rowPositionShift) & 0xff;
        const rowRecord = (channelId - position) << queueShift;
        const oldMask = memory[rowRecord + openChannels];
        const newMask =
          oldMask |
          (hasWideRows ? creditMask && this.addBit(wideOpenAt, rowWords, channelId - position, position) : creditMask << position);
        memory[rowRecord + openChannels] = newMask;
        memory[dueRowsAt + dueRowCount] = rowRecord;
        const others = memory[rowRecord + waitingInputs];
        dueRowCount += ((others | (0 - others)) & ~(oldMask | (0 - oldMask)) & (newMask | (0 - newMask))) >>> 31;
      }

      // Phases 2 and 3: new queue heads and injected packets request their rows. `rowAndInput` packs row << 8 and input.
      prefetchTo = newHeadCount > prefetchGrants ? 0 : newHeadCount;
      for (let i = 0; i < newHeadCount; i++) {
        if (i === prefetchTo) prefetchTo = this.prefetchHeads(i, newHeadCount);
        const rowAndInput = memory[newHeadsAt + i];
        const rowRecord = (rowAndInput >> 8) << queueShift;
        const oldMask = memory[rowRecord + waitingInputs];
        memory[rowRecord + waitingInputs] =
          oldMask | (isWide ? this.addBit(wideWaitingAt, inputWords, rowAndInput >> 8, rowAndInput & 0xff) : 1 << rowAndInput);
        memory[dueRowsAt + dueRowCount] = rowRecord;
        const others = memory[rowRecord + openChannels];
        dueRowCount += ((others | (0 - others)) & ~(oldMask | (0 - oldMask))) >>> 31;
      }
      if (injection.hasWork(cycle)) {
        const offeredCount = (injection.fillSlots(cycle, memory, newHeadsAt, 0) - newHeadsAt) | 0;
        for (let i = 0; i < offeredCount; i++) {
          const first = firstOut[memory[newHeadsAt + i]];
          const rowRecord = first << queueShift;
          memory[rowRecord + waitingInputs] = isWide ? this.addBit(wideWaitingAt, inputWords, first, 0) : 1;
          memory[dueRowsAt + dueRowCount] = rowRecord;
          const others = memory[rowRecord + openChannels];
          dueRowCount += (others | (0 - others)) >>> 31;
        }
        requestingCount += offeredCount;
      }
      requestingCount += newHeadCount;

      // Phase 4: switch allocation. It includes virtual-channel allocation, since a channel has one virtual channel.
      let granted = written;
      prefetchTo = dueRowCount > prefetchGrants ? 0 : dueRowCount;
      for (let i = 0; i < dueRowCount; i++) {
        if (i === prefetchTo) prefetchTo = this.prefetchDueRows(i, dueRowCount);
        const rowRecord = memory[dueRowsAt + i];
        const first = rowRecord >> queueShift;
        const ejectMask = memory[rowRecord + queueNodeInput] >> 31;
        const queuesAt = (inputQueuesAt + first - (memory[rowRecord + queueState] >> portShift)) | 0;
        let waitingMask = memory[rowRecord + waitingInputs];
        let openMask = memory[rowRecord + openChannels];
        let grantIndex = 0;
        do {
          let bits = waitingMask;
          if (isWide) bits = this.drawInput(first, grantIndex, cycle);
          else if ((bits & (bits - 1)) !== 0) {
            if (isNetworkFirst) {
              const others = bits & ~memory[terminalInputsAt + tail[first]];
              if (others !== 0) bits = others;
            }
            if ((bits & (bits - 1)) !== 0) {
              bits = randomBit(bits, mix(arbitrationKey + grantIndex, cycle, first));
            }
          }
          if (isWide) waitingMask = memory[rowRecord + waitingInputs];
          else waitingMask &= ~bits;
          const queueId = memory[queuesAt + (isWide ? bits : 31 - Math.clz32(bits))];

          bits = openMask;
          if (hasWideRows) bits = this.leastOccupied(first, queueId, cycle);
          else if ((bits & (bits - 1)) !== 0) {
            // Find the least occupied open channels, without branches.
            let least = maxFullness;
            let tieMask = 0;
            for (; bits !== 0; bits &= bits - 1) {
              const bit = bits & (0 - bits);
              const channelRecord = rowRecord + ((31 - Math.clz32(bit)) << queueShift);
              const departingPhits = (memory[channelRecord + queueDepartureEnd] - cycle) | 0;
              const difference =
                (Math.imul(memory[channelRecord + queueState] & queuedMask, packetPhits) +
                  (departingPhits & ~(departingPhits >> 31)) -
                  least) |
                0;
              const lessMask = difference >> 31;
              const moreMask = (0 - difference) >> 31;
              tieMask = (tieMask & ~lessMask) | (bit & ~moreMask);
              least = (least + (difference & lessMask)) | 0;
            }
            bits = tieMask;
            if ((bits & (bits - 1)) !== 0) {
              bits = hasRandomTies ? randomBit(bits, mix(selectionKey, cycle, queueId)) : bits & (0 - bits);
            }
          }
          if (hasWideRows) openMask = memory[rowRecord + openChannels];
          else openMask &= ~bits;
          grantIndex = (grantIndex + 1) | 0;
          if (((written - completed) | 0) > logMask) {
            log = this.grantLog.grow(completed, written);
            logMask = this.grantLog.mask;
          }
          const logIndex = (written & logMask) << 1;
          written = (written + 1) | 0;
          log[logIndex] = queueId;
          log[logIndex + 1] = (first + (hasWideRows ? bits : 31 - Math.clz32(bits))) ^ ejectMask;
        } while (waitingMask !== 0 && openMask !== 0);
        memory[rowRecord + waitingInputs] = waitingMask;
        memory[rowRecord + openChannels] = openMask;
      }

      // Phase 5: switch traversal begins, with the route computation for the next switch.
      newHeadCount = 0;
      const packetRecords = this.pool.records;
      const grantCount = (written - granted) | 0;
      prefetchTo = grantCount > prefetchGrants ? granted : written;
      for (; granted !== written; granted = (granted + 1) | 0) {
        if (granted === prefetchTo) prefetchTo = this.prefetchLeaving(granted, written);
        const logIndex = (granted & logMask) << 1;
        const queueId = log[logIndex];
        const ejectMask = log[logIndex + 1] >> 31;
        const channelId = log[logIndex + 1] ^ ejectMask;
        let pair: number;
        let injectedAt: number;
        let packetNumber: number;
        if (queueId < channelCount) {
          const queueRecord = queueId << queueShift;
          const stateWord = memory[queueRecord + queueState];
          const departedCount = memory[queueRecord + departedPackets];
          const ring = queueId << ringShift;
          const entry = (ringsAt + ((ring | (departedCount & ringMask)) << entryShift)) | 0;
          pair = memory[entry + entryEnds];
          injectedAt = memory[entry + entryInjected];
          packetNumber = memory[entry + entryNumber] & packetNumberMask;
          memory[queueRecord + queueState] = stateWord - 1;
          memory[queueRecord + departedPackets] = departedCount + 1;
          memory[queueRecord + queueDepartureEnd] = cycle + packetPhits;
          const sum = (memory[queueRecord + waitedSum] + cycle - memory[entry + entryReady]) | 0;
          memory[queueRecord + waitedSum] = sum;
          if (sum > flushThreshold) this.flushWaited(queueId);
          // The row that the next packet will request, if that packet has arrived already.
          const next = memory[ringsAt + ((ring | ((departedCount + 1) & ringMask)) << entryShift) + entryNumber] >>> rowShift;
          log[logIndex] = ((queueId << 8) | next) ^ (((stateWord & queuedMask) - 2) >> 31);
        } else {
          packetNumber = slots[((queueId - channelCount) << slotShift) + slotPacket];
          const packetRecord = packetNumber << packetShift;
          pair = packetRecords[packetRecord + packetEnds];
          injectedAt = cycle;
          packetRecords[packetRecord + packetInjected] = cycle;
          recorder.inject(
            queueId - channelCount,
            packetRecords[packetRecord + packetMessage],
            packetRecords[packetRecord + packetReady],
            cycle,
          );
          log[logIndex] = ~(queueId << 8);
        }
        const channelRecord = channelId << queueShift;
        const stateWord = memory[channelRecord + queueState];
        const nodeAndInput = memory[channelRecord + queueNodeInput];
        memory[channelRecord + queueState] = (stateWord + 1) | busyBit;
        const sum = (memory[channelRecord + sinceInjectionSum] + cycle + 1 - injectedAt) | 0;
        memory[channelRecord + sinceInjectionSum] = sum;
        if (sum > flushThreshold) this.flushInjectionDelay(channelId);
        // Look-ahead route computation: the packet's data are in the cache now.
        const row = ejectMask === 0 ? parallelOutputs.firstChannel(nodeAndInput >> 8, pair & 0xffff) : 0;
        const entry =
          (ringsAt + (((channelId << ringShift) | ((memory[channelRecord + departedPackets] + stateWord) & ringMask)) << entryShift)) | 0;
        memory[entry + entryEnds] = pair;
        memory[entry + entryInjected] = injectedAt;
        memory[entry + entryReady] = cycle + 1;
        memory[entry + entryNumber] = packetNumber | (row << rowShift);
        // The packet is the new queue head in the next cycle if the queue is empty and no packet is leaving it.
        memory[newHeadsAt + newHeadCount] = (row << 8) | (nodeAndInput & 0xff);
        newHeadCount += (((stateWord & queuedMask) - 1) & (memory[channelRecord + queueDepartureEnd] - cycle - 1) & ~ejectMask) >>> 31;
        hash = (hash + hashGrant(cycle, channelId, pair >>> 16)) | 0;
      }
      grants = (grants + grantCount) | 0;
      if (grantCount > 0) this.lastEventCycle = cycle + packetPhits;
      requestingCount = (requestingCount - grantCount) | 0;
      memory[logEndAt + (cycle & wheelMask)] = written;
      workDone = (workDone + 1 + grantCount) | 0;
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

  // Methods for nodes with more than 32 inputs, or rows with more than 32 channels.

  /** Adds a bit to the set of the row that begins with channel `first`; returns the bit for the row's summary mask. */
  private addBit(bitSetsAt: number, inputWords: number, first: number, position: number): number {
    if (inputWords === 1) return 1 << position;
    this.memory[bitSetsAt + Math.imul(first, inputWords) + (position >> 5)] |= 1 << position;
    return 1 << (position >> 5);
  }

  /**
   * Draws at random which of the waiting inputs of its node a row (a group of parallel outputs) serves next. Waiting inputs are set bits,
   * 32 to a word; another word has a bit for each of these words that is not 0. The drawn bit is cleared. With priority for the network,
   * inputs from terminals are drawn only if no others wait.
   * @param first First channel of the row.
   * @param grantIndex Number of grants of the row in this cycle before this one.
   * @returns The number of the drawn input within its node.
   */
  private drawInput(first: number, grantIndex: number, cycle: number): number {
    const { memory, inputWords, wideWaitingAt, arbitrationKey } = this;
    const waitingAt = wideWaitingAt + Math.imul(first, inputWords);
    const rowRecord = first << queueShift;
    const nonzeroWords = memory[rowRecord + waitingInputs];
    let word = 31 - Math.clz32(nonzeroWords);
    let bits = memory[waitingAt + word];
    // Draw if more than one input waits: among the inputs from other switches if they have priority and any waits, otherwise among all.
    if ((nonzeroWords & (nonzeroWords - 1)) !== 0 || (bits & (bits - 1)) !== 0) {
      const terminalBits = this.terminalInputsAt + Math.imul(this.network.tail[first], inputWords);
      let excludeMask = this.isNetworkFirst ? -1 : 0;
      let candidateCount = 0;
      for (let i = 0; i < inputWords; i++) candidateCount += bitCount(memory[waitingAt + i] & ~(memory[terminalBits + i] & excludeMask));
      if (candidateCount === 0) {
        excludeMask = 0;
        for (let i = 0; i < inputWords; i++) candidateCount += bitCount(memory[waitingAt + i]);
      }
      let ordinal = candidateCount > 1 ? uniformBelowSmall(mix(arbitrationKey + grantIndex, cycle, first), candidateCount) : 0;
      word = 0;
      bits = memory[waitingAt] & ~(memory[terminalBits] & excludeMask);
      for (let onesInWord = bitCount(bits); ordinal >= onesInWord; onesInWord = bitCount(bits)) {
        ordinal = (ordinal - onesInWord) | 0;
        word = (word + 1) | 0;
        bits = memory[waitingAt + word] & ~(memory[terminalBits + word] & excludeMask);
      }
      bits = nthBit(bits, ordinal);
    }
    const remainingBits = memory[waitingAt + word] & ~bits;
    memory[waitingAt + word] = remainingBits;
    if (remainingBits === 0) memory[rowRecord + waitingInputs] = nonzeroWords & ~(1 << word);
    return (word << 5) + 31 - Math.clz32(bits);
  }

  /**
   * Takes the open channel of a row (a group of parallel outputs) that has the fewest phits in the queue behind it. A channel is open if it
   * is free and has a credit; the taken channel is no longer open. Open channels are set bits, 32 to a word. Comparisons use sign masks
   * instead of branches.
   * @param first First channel of the row.
   * @param queueId The queue that is served; key of the random draw among equals.
   * @returns The position of the channel in its row.
   */
  private leastOccupied(first: number, queueId: number, cycle: number): number {
    const { memory, packetPhits, rowWords, wideOpenAt, tiedChannels } = this;
    const openAt = wideOpenAt + Math.imul(first, rowWords);
    const rowRecord = first << queueShift;
    let leastPhits = maxFullness;
    let tieCount = 0;
    for (let word = 0; word < rowWords; word++) {
      // x >> 31 is a mask of all ones where x is negative, so x & ~(x >> 31) is max(x, 0).
      let tieMask = 0;
      for (let bits = memory[openAt + word]; bits !== 0; bits &= bits - 1) {
        const bit = bits & -bits;
        const channelRecord = rowRecord + (((word << 5) + 31 - Math.clz32(bit)) << queueShift);
        const departingPhits = (memory[channelRecord + queueDepartureEnd] - cycle) | 0;
        const difference =
          (Math.imul(memory[channelRecord + queueState] & queuedMask, packetPhits) +
            (departingPhits & ~(departingPhits >> 31)) -
            leastPhits) |
          0;
        const lessMask = difference >> 31;
        const moreMask = (0 - difference) >> 31;
        tieMask = (tieMask & ~lessMask) | (bit & ~moreMask);
        tieCount &= ~lessMask;
        leastPhits = (leastPhits + (difference & lessMask)) | 0;
      }
      // A lower value in this word invalidates the ties of earlier words.
      if (tieCount === 0) tiedChannels.fill(0, 0, word);
      tiedChannels[word] = tieMask;
      tieCount = (tieCount + bitCount(tieMask)) | 0;
    }
    // Draw one of the least occupied channels, and mark it as no longer open.
    let ordinal = tieCount > 1 && this.hasRandomTies ? uniformBelowSmall(mix(this.selectionKey, cycle, queueId), tieCount) : 0;
    let word = 0;
    for (let onesInWord = bitCount(tiedChannels[0]); ordinal >= onesInWord; onesInWord = bitCount(tiedChannels[word])) {
      ordinal = (ordinal - onesInWord) | 0;
      word = (word + 1) | 0;
    }
    const bit = nthBit(tiedChannels[word], ordinal);
    const remainingBits = memory[openAt + word] & ~bit;
    memory[openAt + word] = remainingBits;
    if (remainingBits === 0) memory[rowRecord + openChannels] &= ~(1 << word);
    return (word << 5) + 31 - Math.clz32(bit);
  }

  /**
   * Reads the records of due rows, so that they are in the cache when the rows grant: queues of waiting inputs and open channels. A row is
   * a group of parallel outputs. The sum of the words is stored only to prevent compilers from removing the reads.
   * @param begin Position in the list of due rows.
   * @param end End of that list.
   * @returns The position up to which rows have been prefetched.
   */
  private prefetchDueRows(begin: number, end: number): number {
    const { memory, dueRowsAt, inputQueuesAt } = this;
    const prefetchEnd = Math.min(begin + prefetchSteps, end) | 0;
    let sum = 0;
    for (let i = begin; i < prefetchEnd; i++) {
      const rowRecord = memory[dueRowsAt + i];
      sum = (sum + memory[inputQueuesAt + (rowRecord >> queueShift) - (memory[rowRecord + queueState] >> portShift)]) | 0;
      const openMask = memory[rowRecord + openChannels];
      if ((openMask & (openMask - 1)) !== 0) {
        // Two channels share a cache line.
        const last = rowRecord + ((31 - Math.clz32(openMask)) << queueShift);
        for (let channelRecord = rowRecord + (2 << queueShift); channelRecord <= last; channelRecord += 2 << queueShift)
          sum = (sum + memory[channelRecord]) | 0;
      }
    }
    this.prefetchSum = sum;
    return prefetchEnd;
  }

  /**
   * Reads the records that new grants will need, so that they are in the cache by then: the packets, the channels that they enter, and
   * their routes at the next node. The sum of the words is stored only to prevent compilers from removing the reads.
   * @param begin First entry of the grant log that has not been prefetched.
   * @param end End of the entries of this cycle; both modulo 2³².
   * @returns The end of the entries that have been prefetched.
   */
  private prefetchLeaving(begin: number, end: number): number {
    const { memory, channelCount, ringsAt, ringShift, ringMask, parallelOutputs, recorder } = this;
    const { entries: log, mask: logMask } = this.grantLog;
    const { records } = this.pool;
    const { slots } = this.injection;
    const prefetchEnd = ((end - begin) | 0) > prefetchSteps ? (begin + prefetchSteps) | 0 : end;
    let sum = 0;
    // First the words that hold the addresses of the second loop. An entry is the queue, or channelCount + injection slot, and the channel.
    for (let i = begin; i !== prefetchEnd; i = (i + 1) | 0) {
      const logIndex = (i & logMask) << 1;
      const queueId = log[logIndex];
      // Negative words are complements.
      const channelId = log[logIndex + 1] ^ (log[logIndex + 1] >> 31);
      sum =
        (sum +
          memory[channelId << queueShift] +
          (queueId < channelCount ? memory[queueId << queueShift] : slots[((queueId - channelCount) << slotShift) + slotPacket])) |
        0;
    }
    // Then the entries of the ring buffers, the packets and the routes.
    for (let i = begin; i !== prefetchEnd; i = (i + 1) | 0) {
      const logIndex = (i & logMask) << 1;
      const queueId = log[logIndex];
      const channelRecord = (log[logIndex + 1] ^ (log[logIndex + 1] >> 31)) << queueShift;
      // The packet's future place in the ring buffers of all queues: channel << ringShift | place in its ring.
      const position =
        ((channelRecord >> queueShift) << ringShift) |
        ((memory[channelRecord + departedPackets] + memory[channelRecord + queueState]) & ringMask);
      sum = (sum + memory[ringsAt + (position << entryShift)]) | 0;
      if (queueId < channelCount)
        sum =
          (sum +
            memory[ringsAt + (((queueId << ringShift) | (memory[(queueId << queueShift) + departedPackets] & ringMask)) << entryShift)]) |
          0;
      else
        sum =
          (sum +
            records[slots[((queueId - channelCount) << slotShift) + slotPacket] << packetShift] +
            recorder.prefetch(queueId - channelCount)) |
          0;
      // The route at the node behind the channel; node 0 replaces a terminal (negative).
      const nodeInput = memory[channelRecord + queueNodeInput];
      sum = (sum + parallelOutputs.firstChannel((nodeInput & ~(nodeInput >> 31)) >> 8, 0)) | 0;
    }
    this.prefetchSum = sum;
    return prefetchEnd;
  }
}
