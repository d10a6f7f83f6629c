// hot: no allocation, no for-of, no destructuring inside `run` and what it calls.
/**
 * Virtual cut-through on rows of parallel outputs, as in trees, for selections other than *shared*. It makes the same grants in the same
 * cycles as the general engine, in a third of the time.
 *
 * It does without candidate lists, virtual-channel classes and routing state. A head requests a row, and its request is one bit at the
 * first channel of the row. The fields that a hop needs travel with the packet from queue to queue, so the packet's own record is read only
 * at injection and consumption. Data are laid out as for *shared* (`row-records.ts`).
 *
 * A row of one channel is due when a packet requests it, and when its channel or a credit is released while packets wait. A larger row is
 * on a wheel while packets wait for it, in the slot of the first cycle in which its least full channel may be open.
 */
import { nextPowerOfTwo } from "../../base/arrays.ts";
import { bitCount, nthBit } from "../../base/bits.ts";
import { uniformBelow, mix, mixLast, mixPrefix, streamKey, hashGrant } from "../../base/random.ts";
import type { Plan } from "../../plan/plan.ts";
import type { ParallelOutputs } from "../../plan/routing.ts";
import { type CutThroughRules, selections } from "./rules.ts";
import { CutThroughRowsState } from "./rows-state.ts";
import {
  channelFreeFrom,
  departedPackets,
  entryEnds,
  entryInjected,
  entryNumber,
  entryReady,
  entryShift,
  prefetchRows,
  queuedMask,
  queueDepartureEnd,
  drawRequesters,
  drawOpenMask,
  drawShift,
  prefetchChosenGrants,
  maxFullness,
  nextRow,
  packetNumberMask,
  portMask,
  portShift,
  queueShift,
  queueState,
  rowShift,
  sinceInjectionSum,
  rowSizeShift,
  queueNodeInput,
  waitedSum,
  waitingInputs,
} from "./row-records.ts";
import { flushThreshold } from "./records/queue.ts";
import { slotPacket, slotShift } from "../injection.ts";
import { packetEnds, packetHops, packetInjected, packetMessage, packetReady, packetShift } from "../packet-pool.ts";

export class CutThroughRows extends CutThroughRowsState {
  private readonly candidateBits: number;
  private readonly fullBit: number;
  private readonly isFreeOnly: boolean;
  private readonly isRandomSelection: boolean;
  private readonly hasRandomTies: boolean;
  private readonly selectionKey: number;
  /** [a power of two] First row that is due in each future cycle, −1 for none. */
  private readonly rowWheelAt: number;
  private readonly drawsAt: number;

  /**
   * Lays out the state of the engine in which a queue head waits for a row, a group of parallel outputs, and selects one of its channels.
   * In addition to the state of its base class it needs a wheel of sleeping rows and a scratch record for each channel of the widest row.
   */
  constructor(rules: CutThroughRules, plan: Plan, parallelOutputs: ParallelOutputs) {
    const widest = parallelOutputs.width.reduce((a, b) => Math.max(a, b), 1);
    const wheelSize = nextPowerOfTwo(plan.packetPhits + 1);
    super(rules, plan, parallelOutputs, wheelSize + (widest << drawShift));
    const { memory, channelCount, packetPhits } = this;
    const { freeOnly: isFreeOnly, by } = selections[rules.selection];
    this.isFreeOnly = isFreeOnly;
    this.isRandomSelection = by === "chance";
    this.hasRandomTies = rules.ties === "random" || by === "chance";
    this.selectionKey = streamKey(plan.seed, "selection");
    this.candidateBits = 32 - Math.clz32(widest);
    this.fullBit = nextPowerOfTwo((this.queueCapacity + 1) * packetPhits);
    this.rowWheelAt = this.engineWordsAt;
    this.drawsAt = this.rowWheelAt + wheelSize;
    memory.fill(-1, this.rowWheelAt, this.drawsAt);
    for (let channelId = 0, size = 0; channelId < channelCount; channelId++) {
      if (parallelOutputs.width[channelId] > 0) size = parallelOutputs.width[channelId];
      memory[(channelId << queueShift) + queueState] |= size << rowSizeShift;
    }
  }

  /**
   * Simulates cycles up to `stop`, in the phases of a router pipeline. Masks such as `ejectMask` are −1 for true and 0 for false, so that
   * they replace branches.
   */
  protected run(stop: number, work: number): number {
    stop |= 0;
    work |= 0;
    const { memory, ringsAt, ringShift, ringMask, inputQueuesAt, logEndAt, newHeadsAt, dueRowsAt, terminalInputsAt, rowWheelAt, drawsAt } =
      this;
    const { channelCount, packetPhits, queueCapacity, wheelMask, candidateBits, fullBit, arbitrationKey } = this;
    const { isFreeOnly, hasRandomTies, isNetworkFirst } = this;
    const { recorder, injection, isEndAllowed, parallelOutputs } = this;
    const candidateMask = (1 << candidateBits) - 1;
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
      // Rows whose cycle has come are due first, then rows that events of this cycle make due. List entries are always written; the end of
      // the list advances only by a sign bit.
      let dueRowCount = 0;
      const wheelSlotAt = rowWheelAt + (cycle & wheelMask);
      for (let rowRecord = memory[wheelSlotAt]; rowRecord >= 0; rowRecord = memory[rowRecord + nextRow]) {
        memory[dueRowsAt + dueRowCount] = rowRecord;
        dueRowCount = (dueRowCount + 1) | 0;
      }
      memory[wheelSlotAt] = -1;

      // Phase 1: credits and tails. Grants of one packet time (L cycles) ago complete: the next packet becomes the queue head, the channel
      // and a slot of the queue are free.
      const end = memory[logEndAt + ((cycle - packetPhits) & wheelMask)];
      let prefetchTo = ((end - completed) | 0) > prefetchChosenGrants ? completed : end;
      for (; completed !== end; completed = (completed + 1) | 0) {
        if (completed === prefetchTo) prefetchTo = this.prefetchEnding(completed, end);
        const logIndex = (completed & logMask) << 1;
        const wasOnlyMask = log[logIndex] >> 31;
        const from = log[logIndex] ^ wasOnlyMask;
        const queueId = from >> 8;
        const ejectMask = log[logIndex + 1] >> 31;
        const channelId = log[logIndex + 1] ^ ejectMask;
        const channelRecord = channelId << queueShift;
        const channelState = memory[channelRecord + queueState];
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
          const firstOfNode = (channelId - ((channelState >> portShift) & portMask)) | 0;
          memory[newHeadsAt + newHeadCount] =
            ((firstOfNode + ((row - firstOfNode) & 0xff)) << 8) | (memory[queueRecord + queueNodeInput] & 0xff);
          newHeadCount += (0 - count) >>> 31;
          // A row of one channel becomes due if packets wait and its channel is free; larger rows are on the wheel while packets wait.
          const others = memory[queueRecord + waitingInputs];
          memory[dueRowsAt + dueRowCount] = queueRecord;
          dueRowCount +=
            ((others | (0 - others)) & ((stateWord >> rowSizeShift) - 2) & (memory[queueRecord + channelFreeFrom] - cycle - 1)) >>> 31;
        } else injection.releaseSlot(queueId - channelCount);
        if (ejectMask !== 0) {
          const departedCount = memory[channelRecord + departedPackets];
          const entry = (ringsAt + (((channelId << ringShift) | (departedCount & ringMask)) << entryShift)) | 0;
          memory[channelRecord + departedPackets] = departedCount + 1;
          memory[channelRecord + queueState] = channelState - 1;
          const packetNumber = memory[entry + entryNumber] & packetNumberMask;
          const pair = memory[entry + entryEnds];
          this.pool.records[(packetNumber << packetShift) + packetHops] = parallelOutputs.hops(pair >>> 16, pair & 0xffff);
          this.consume(packetNumber, cycle);
          isOver = isEndAllowed && recorder.isComplete;
        }
        const others = memory[channelRecord + waitingInputs];
        memory[dueRowsAt + dueRowCount] = channelRecord;
        dueRowCount += ((others | (0 - others)) & ((channelState >> rowSizeShift) - 2)) >>> 31;
      }

      // Phases 2 and 3: new queue heads and injected packets request their rows. `rowAndInput` packs row << 8 and input. A row becomes due
      // with its first request.
      prefetchTo = newHeadCount > prefetchChosenGrants ? 0 : newHeadCount;
      for (let i = 0; i < newHeadCount; i++) {
        if (i === prefetchTo) prefetchTo = this.prefetchHeads(i, newHeadCount);
        const rowAndInput = memory[newHeadsAt + i];
        const rowRecord = (rowAndInput >> 8) << queueShift;
        const oldMask = memory[rowRecord + waitingInputs];
        memory[rowRecord + waitingInputs] = oldMask | (1 << rowAndInput);
        memory[dueRowsAt + dueRowCount] = rowRecord;
        dueRowCount += ((oldMask | (0 - oldMask)) >>> 31) ^ 1;
      }
      if (injection.hasWork(cycle)) {
        const offeredCount = (injection.fillSlots(cycle, memory, newHeadsAt, 0) - newHeadsAt) | 0;
        for (let i = 0; i < offeredCount; i++) {
          const rowRecord = firstOut[memory[newHeadsAt + i]] << queueShift;
          memory[rowRecord + waitingInputs] = 1;
          memory[dueRowsAt + dueRowCount] = rowRecord;
          dueRowCount = (dueRowCount + 1) | 0;
        }
        requestingCount += offeredCount;
      }
      requestingCount += newHeadCount;

      // Phase 4: virtual-channel and switch allocation of the due rows. No packet is created after this point, so `packetRecords` stays
      // valid.
      const packetRecords = this.pool.records;
      const granted = written;
      newHeadCount = 0;
      prefetchTo = dueRowCount > prefetchChosenGrants ? 0 : dueRowCount;
      for (let i = 0; i < dueRowCount; i++) {
        if (i === prefetchTo) prefetchTo = this.prefetchDueRows(i, dueRowCount);
        const rowRecord = memory[dueRowsAt + i];
        const first = rowRecord >> queueShift;
        const rowState = memory[rowRecord + queueState];
        const size = rowState >> rowSizeShift;
        let bits = memory[rowRecord + waitingInputs];
        let channelRecord = rowRecord;
        let drawCount = 0;
        if (size === 1) {
          // A closed row of one channel becomes due again when its channel or a credit is released.
          if (
            bits === 0 ||
            memory[rowRecord + channelFreeFrom] > cycle ||
            (rowState & queuedMask) + ((cycle - memory[rowRecord + queueDepartureEnd]) >>> 31) >= queueCapacity
          )
            continue;
        } else if (hasRandomTies) {
          drawCount = this.drawTies(rowRecord, size, cycle) | 0;
          if (drawCount === 0) continue;
        } else {
          // Find the least full channel, the first of equals, without branches.
          let best = maxFullness;
          for (let j = 0; j < size; j++, channelRecord += 1 << queueShift) {
            const queued = memory[channelRecord + queueState] & queuedMask;
            const departingPhits = (memory[channelRecord + queueDepartureEnd] - cycle) | 0;
            const arrivingPhits = (memory[channelRecord + channelFreeFrom] - cycle) | 0;
            let fullness =
              (Math.imul(queued, packetPhits) + (departingPhits & ~(departingPhits >> 31)) - (arrivingPhits & ~(arrivingPhits >> 31))) | 0;
            if (isFreeOnly) fullness |= (((0 - arrivingPhits) | (queueCapacity - 1 - queued - (-departingPhits >>> 31))) >> 31) & fullBit;
            const difference = (((fullness << candidateBits) | j) - best) | 0;
            best = (best + (difference & (difference >> 31))) | 0;
          }
          channelRecord = rowRecord + ((best & candidateMask) << queueShift);
          if (
            memory[channelRecord + channelFreeFrom] > cycle ||
            (memory[channelRecord + queueState] & queuedMask) + ((cycle - memory[channelRecord + queueDepartureEnd]) >>> 31) >=
              queueCapacity
          ) {
            this.sleep(rowRecord, this.cyclesUntilOpen(rowRecord, size, best, cycle) | 0, cycle);
            continue;
          }
          // The other heads wait until this channel is free or another channel may be the least full.
          if ((bits & (bits - 1)) !== 0) {
            memory[channelRecord + channelFreeFrom] = cycle + packetPhits;
            this.sleep(rowRecord, this.cyclesUntilOpen(rowRecord, size, best, cycle) | 0, cycle);
          }
        }
        const queuesAt = (inputQueuesAt + first - ((rowState >> portShift) & portMask)) | 0;
        const ejectMask = memory[rowRecord + queueNodeInput] >> 31;
        let remaining = bits;
        do {
          if (drawCount > 0) {
            drawCount = (drawCount - 1) | 0;
            const drawRecord = drawsAt + (drawCount << drawShift);
            channelRecord = memory[drawRecord];
            bits = memory[drawRecord + drawRequesters];
          }
          const channelId = channelRecord >> queueShift;
          if ((bits & (bits - 1)) !== 0) {
            if (isNetworkFirst) {
              const others = bits & ~memory[terminalInputsAt + tail[channelId]];
              if (others !== 0) bits = others;
            }
            if ((bits & (bits - 1)) !== 0) {
              bits = nthBit(bits, uniformBelow(mix(arbitrationKey, cycle, channelId), bitCount(bits)));
            }
          }
          remaining &= ~bits;

          // Phase 5: traversal.
          memory[channelRecord + channelFreeFrom] = cycle + packetPhits;
          if (((written - completed) | 0) > logMask) {
            log = this.grantLog.grow(completed, written);
            logMask = this.grantLog.mask;
          }
          const logIndex = (written & logMask) << 1;
          written = (written + 1) | 0;
          const queueId = memory[queuesAt + 31 - Math.clz32(bits)];
          log[logIndex + 1] = channelId ^ ejectMask;
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
          const stateWord = memory[channelRecord + queueState];
          const nodeAndInput = memory[channelRecord + queueNodeInput];
          memory[channelRecord + queueState] = stateWord + 1;
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
        } while (drawCount > 0);
        memory[rowRecord + waitingInputs] = remaining;
        // Where ties are drawn, the other heads draw again in the next cycle.
        if (hasRandomTies && size > 1 && remaining !== 0) this.sleep(rowRecord, 1, cycle);
      }

      const grantCount = (written - granted) | 0;
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

  /** Prefetches the inputs and channels of due rows. */
  private prefetchDueRows(from: number, end: number): number {
    const { memory, dueRowsAt, inputQueuesAt } = this;
    const prefetchEnd = Math.min(from + prefetchRows, end) | 0;
    let sum = 0;
    for (let i = from; i < prefetchEnd; i++) {
      const rowRecord = memory[dueRowsAt + i];
      const rowState = memory[rowRecord + queueState];
      sum = (sum + memory[inputQueuesAt + (rowRecord >> queueShift) - ((rowState >> portShift) & portMask)]) | 0;
      // Two channels share a cache line.
      const last = rowRecord + (((rowState >> rowSizeShift) - 1) << queueShift);
      for (let channelRecord = rowRecord + (2 << queueShift); channelRecord <= last; channelRecord += 2 << queueShift)
        sum = (sum + memory[channelRecord]) | 0;
    }
    this.prefetchSum = sum;
    return prefetchEnd;
  }

  /** Puts a row on the wheel for `sleepCycles` cycles, at most L. */
  private sleep(rowRecord: number, sleepCycles: number, cycle: number): void {
    const { memory } = this;
    const slotAt = this.rowWheelAt + ((cycle + sleepCycles) & this.wheelMask);
    memory[rowRecord + nextRow] = memory[slotAt];
    memory[slotAt] = rowRecord;
  }

  /**
   * Assigns the waiting queue heads of a row (a group of parallel outputs) to its least full channels: each head draws one of them at
   * random. A channel is open if it is free and has a credit. Writes a draw record, with the mask of the inputs that drew it, for each open
   * channel that was drawn, from `drawsAt` on. If there is no such channel, the row sleeps until the cycle in which a channel may be open.
   * Sign masks, −1 for true, replace branches.
   * @param rowRecord Start of the record of the row's first channel.
   * @param size Channels in the row.
   * @returns The number of draw records.
   */
  private drawTies(rowRecord: number, size: number, cycle: number): number {
    const { memory, packetPhits, queueCapacity, fullBit, isFreeOnly, candidateBits, drawsAt, inputQueuesAt } = this;
    const fullnessMask = this.isRandomSelection ? 0 : -1;
    let leastFullness = maxFullness;
    let tieCount = 0;
    // Fullness of each channel in phits, with `isFreeOnly` also whether the channel is closed; the least full channels are written as draw
    // records.
    for (let j = 0, channelRecord = rowRecord; j < size; j++, channelRecord += 1 << queueShift) {
      const queued = memory[channelRecord + queueState] & queuedMask;
      const departingPhits = (memory[channelRecord + queueDepartureEnd] - cycle) | 0;
      const arrivingPhits = (memory[channelRecord + channelFreeFrom] - cycle) | 0;
      const isClosed = ((0 - arrivingPhits) | (queueCapacity - 1 - queued - (-departingPhits >>> 31))) >> 31;
      let fullness =
        (Math.imul(queued, packetPhits) + (departingPhits & ~(departingPhits >> 31)) - (arrivingPhits & ~(arrivingPhits >> 31))) &
        fullnessMask;
      if (isFreeOnly) fullness |= isClosed & fullBit;
      const difference = (fullness - leastFullness) | 0;
      leastFullness = (leastFullness + (difference & (difference >> 31))) | 0;
      tieCount &= ~(difference >> 31);
      const drawRecord = drawsAt + (tieCount << drawShift);
      memory[drawRecord] = channelRecord;
      memory[drawRecord + drawRequesters] = 0;
      memory[drawRecord + drawOpenMask] = ~isClosed;
      tieCount = (tieCount + ((fullness - leastFullness - 1) >>> 31)) | 0;
    }
    // Nothing is drawn if none of the least full channels is open, or if there is only one.
    let anyOpen = 0;
    for (let i = 0; i < tieCount; i++) anyOpen |= memory[drawsAt + (i << drawShift) + drawOpenMask];
    let waitingHeads = memory[rowRecord + waitingInputs];
    let drawnCount = 0;
    let sleepCycles = 1;
    if (anyOpen === 0)
      sleepCycles =
        this.cyclesUntilOpen(rowRecord, size, (leastFullness << candidateBits) | ((memory[drawsAt] - rowRecord) >> queueShift), cycle) | 0;
    else if (tieCount === 1) {
      memory[drawsAt + drawRequesters] = waitingHeads;
      return 1;
    } else {
      // Each waiting head draws one of the least full channels; closed channels and channels that no head drew are dropped.
      const cycleHash = mixPrefix(this.selectionKey, cycle);
      const queuesAt = (inputQueuesAt + (rowRecord >> queueShift) - ((memory[rowRecord + queueState] >> portShift) & portMask)) | 0;
      for (; waitingHeads !== 0; waitingHeads &= waitingHeads - 1) {
        const drawRecord =
          drawsAt +
          (uniformBelow(mixLast(cycleHash, memory[queuesAt + 31 - Math.clz32(waitingHeads & -waitingHeads)]), tieCount) << drawShift);
        memory[drawRecord + drawRequesters] |= waitingHeads & -waitingHeads & memory[drawRecord + drawOpenMask];
      }
      for (let i = 0; i < tieCount; i++) {
        const drawRecord = drawsAt + (i << drawShift);
        const drawn = memory[drawRecord + drawRequesters];
        memory[drawsAt + (drawnCount << drawShift)] = memory[drawRecord];
        memory[drawsAt + (drawnCount << drawShift) + drawRequesters] = drawn;
        drawnCount += (drawn | -drawn) >>> 31;
      }
      if (drawnCount > 0) return drawnCount;
    }
    this.sleep(rowRecord, sleepCycles, cycle);
    return 0;
  }

  /**
   * Lower bound of the cycles until a channel of a row (a group of parallel outputs) may be open and the least full one. Until then the row
   * can grant nothing and sleeps. A queue may lose one phit per cycle, but none while a packet enters it. The least full queue may gain one
   * phit per cycle, but only while a packet enters it: its channel is not granted before the row wakes. A channel that comes before the
   * least full one in the row only has to be equally full, and so does every channel where ties are drawn. A full queue that no packet
   * leaves stays full for the length of a packet.
   * @param rowRecord Start of the record of the row's first channel.
   * @param best The least full channel: its phits << candidateBits | its position in the row.
   */
  private cyclesUntilOpen(rowRecord: number, size: number, best: number, cycle: number): number {
    const { memory, packetPhits, queueCapacity, candidateBits, isFreeOnly } = this;
    const leastFullness = best >> candidateBits;
    const bestPosition = best & ((1 << candidateBits) - 1);
    const isBestFilling = (cycle - memory[rowRecord + (bestPosition << queueShift) + channelFreeFrom]) >>> 31;
    const tieBreak = this.hasRandomTies ? 0 : 1;
    // x >> 31 is a mask of all ones where x is negative, so x & ~(x >> 31) is max(x, 0) and x & (x >> 31) is min(x, 0).
    let sleepCycles = packetPhits;
    for (let j = 0, channelRecord = rowRecord; j < size; j++, channelRecord += 1 << queueShift) {
      const queued = memory[channelRecord + queueState] & queuedMask;
      const departingPhits = (memory[channelRecord + queueDepartureEnd] - cycle) | 0;
      const arrivingPhits = (memory[channelRecord + channelFreeFrom] - cycle) | 0;
      const isFull = (queueCapacity - 1 - queued - (-departingPhits >>> 31)) >> 31;
      const isNotDeparting = (departingPhits - 1) >> 31;
      // The maximum of the cycles until the channel is free, until its queue has a slot, and until it is the least full one.
      let cyclesToOpen = arrivingPhits;
      let increase = ((isFull & ((departingPhits & ~isNotDeparting) | (packetPhits & isNotDeparting))) - cyclesToOpen) | 0;
      cyclesToOpen = (cyclesToOpen + (increase & ~(increase >> 31))) | 0;
      if (!isFreeOnly) {
        const fullness = (Math.imul(queued, packetPhits) + (departingPhits & ~(departingPhits >> 31))) | 0;
        increase =
          (((fullness - leastFullness + (((bestPosition - j) >>> 31) & tieBreak) + isBestFilling) >> isBestFilling) - cyclesToOpen) | 0;
        cyclesToOpen = (cyclesToOpen + (increase & ~(increase >> 31))) | 0;
      }
      // The minimum over all channels.
      const decrease = (cyclesToOpen - sleepCycles) | 0;
      sleepCycles = (sleepCycles + (decrease & (decrease >> 31))) | 0;
    }
    return sleepCycles > 0 ? sleepCycles : 1;
  }
}
