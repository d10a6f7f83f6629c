/**
 * State, memory layout and queries that the engines for rows share. A row is a group of parallel outputs.
 *
 * Queues are numbered like the channels that lead into them; terminals follow, as queues of one packet.
 */
import { nextPowerOfTwo } from "../../base/arrays.ts";
import { streamKey } from "../../base/random.ts";
import type { Plan } from "../../plan/plan.ts";
import type { ParallelOutputs } from "../../plan/routing.ts";
import type { FlowEnds, ChannelHolder, DeadlockWait, WaitingPacket } from "../../simulation/contract.ts";
import { GrantLog } from "./grant-log.ts";
import { bitWordsOf } from "./on-rows.ts";
import type { CutThroughRules } from "./rules.ts";
import {
  departedPackets,
  entryEnds,
  entryNumber,
  entryReady,
  entryShift,
  queuedMask,
  packetNumberMask,
  queueDepartureEnd,
  rowPositionShift,
  portShift,
  queueShift,
  queueState,
  prefetchSteps,
  sinceInjectionSum,
  queueNodeInput,
  waitedSum,
  waitingInputs,
} from "./row-records.ts";
import { slotInput, slotPacket, slotShift, slotTerminal } from "../injection.ts";
import { PacketClock } from "../packet-clock.ts";
import { flowOfHolder, type Inspector, type QueuedPacket } from "../inspector.ts";
import { packetEnds, packetShift, packetReady } from "../packet-pool.ts";

/** Words of a log entry: queue and channel. */
const logWords = 2;

export abstract class CutThroughRowsState extends PacketClock {
  readonly inspector: Inspector = this;
  protected readonly grantLog = new GrantLog(logWords);
  /** Sum of all prefetched words. Without this use, compilers would remove the reads. */
  protected prefetchSum = 0;
  protected readonly parallelOutputs: ParallelOutputs;
  /** Channels; packets per queue; log₂ of the slots of a ring buffer, a power of two. */
  protected readonly channelCount: number;
  protected readonly queueCapacity: number;
  protected readonly ringShift: number;
  protected readonly isNetworkFirst: boolean;
  protected readonly arbitrationKey: number;

  /** 32-bit words for the inputs of a node, and for the channels of a row. */
  protected readonly inputWords: number;
  protected readonly rowWords: number;
  protected readonly injectionDelaySums: Float64Array;
  protected readonly waitedSums: Float64Array;

  /** All words of a run: records of channels first, then the sections below. */
  protected readonly memory: Int32Array;
  protected readonly ringMask: number;
  /** [channels << ringShift << entryShift] Packets of each queue. */
  protected readonly ringsAt: number;
  /** [channels] Queues of the inputs of each node, in the section of its outputs. */
  protected readonly inputQueuesAt: number;
  /** [a power of two] End of the log after each of the last cycles. */
  protected readonly logEndAt: number;
  protected readonly wheelMask: number;
  /** New queue heads: first channel of the requested row << 8 | input. */
  protected readonly newHeadsAt: number;
  /** Due rows, by their records. */
  protected readonly dueRowsAt: number;
  /** [nodes × words] Mask of the inputs of a node that come from terminals. */
  protected readonly terminalInputsAt: number;
  /**
   * [channels × words, channels × rowWords] Where one word has too few bits: masks of the inputs that wait for a row, and of its open
   * channels.
   */
  protected readonly wideWaitingAt: number;
  protected readonly wideOpenAt: number;
  /** Start of the words of the derived engine. */
  protected readonly engineWordsAt: number;

  /**
   * Lays out all state of an engine for rows, which are groups of parallel outputs, in one array `memory` of 32-bit words: first the
   * records of the channels, then sections whose starts are the fields `…At`. Then writes the constant fields of injection slots and
   * channels.
   * @param engineWords 32-bit words that the derived engine needs in addition.
   */
  constructor(rules: CutThroughRules, plan: Plan, parallelOutputs: ParallelOutputs, engineWords = 0) {
    super(rules.injectionSlots, plan);
    const { head, tail, firstOut } = plan.network;
    const { terminalCount, packetPhits } = this;
    const channelCount = (this.channelCount = head.length | 0);
    const nodeCount = firstOut.length - 1;
    this.parallelOutputs = parallelOutputs;
    this.isNetworkFirst = rules.priority === "network-first";
    this.arbitrationKey = streamKey(plan.seed, "arbitration");
    this.queueCapacity = rules.queue | 0;
    this.ringShift = (31 - Math.clz32(nextPowerOfTwo(this.queueCapacity))) | 0;
    this.injectionDelaySums = new Float64Array(channelCount);
    this.waitedSums = new Float64Array(channelCount);

    // Sections of the memory.
    const [inputWords, rowWords] = bitWordsOf(plan.network, parallelOutputs);
    this.inputWords = inputWords;
    this.rowWords = rowWords;
    const wheelSize = nextPowerOfTwo(packetPhits + 1);
    this.wheelMask = wheelSize - 1;
    this.ringMask = (1 << this.ringShift) - 1;
    let memoryWords = channelCount << queueShift;
    const allot = (length: number) => {
      const start = memoryWords;
      memoryWords += (length + 15) & ~15;
      return start;
    };
    this.ringsAt = allot((channelCount << this.ringShift) << entryShift);
    this.inputQueuesAt = allot(channelCount);
    this.logEndAt = allot(wheelSize);
    this.newHeadsAt = allot(channelCount + terminalCount + 1);
    // A row of one channel may be due twice: its channel becomes free, and the queue behind it gets a slot.
    this.dueRowsAt = allot(2 * channelCount + 1);
    this.terminalInputsAt = allot(nodeCount * inputWords);
    this.wideWaitingAt = allot(inputWords > 1 ? channelCount * inputWords : 0);
    this.wideOpenAt = allot(rowWords > 1 ? channelCount * rowWords : 0);
    this.engineWordsAt = allot(engineWords);
    const memory = (this.memory = new Int32Array(memoryWords));

    // Terminals are written first: where a terminal has no channel, the word is the next node's.
    for (let terminal = 0; terminal < terminalCount; terminal++) {
      const slot = terminal << slotShift;
      this.injection.slots[slot + slotPacket] = -1;
      this.injection.slots[slot + slotInput] = terminal;
      this.injection.slots[slot + slotTerminal] = terminal;
      memory[this.inputQueuesAt + firstOut[terminal]] = channelCount + terminal;
    }
    // Records of the channels.
    const inputs = new Int32Array(nodeCount);
    for (let channelId = 0, first = 0; channelId < channelCount; channelId++) {
      if (parallelOutputs.width[channelId] > 0) first = channelId;
      const record = channelId << queueShift;
      const headNode = head[channelId];
      const input = headNode < terminalCount ? 0 : inputs[headNode]++;
      memory[record + queueState] = ((channelId - first) << rowPositionShift) | ((channelId - firstOut[tail[channelId]]) << portShift);
      memory[record + queueNodeInput] = headNode < terminalCount ? -1 : (headNode << 8) | input;
      if (headNode < terminalCount) continue;
      memory[this.inputQueuesAt + firstOut[headNode] + input] = channelId;
      if (tail[channelId] < terminalCount) memory[this.terminalInputsAt + headNode * inputWords + (input >> 5)] |= 1 << input;
    }
  }

  protected onTimeJump(): void {
    for (let i = 0; i <= this.wheelMask; i++) this.memory[this.logEndAt + i] = this.grantLog.written;
  }

  // Prefetching: each method reads the data of the next steps in a loop that does nothing else, so that cache misses overlap, and returns
  // how far it has read. Batches are small enough for the first-level cache.

  /**
   * Reads the records that completing grants will need, so that they are in the cache by then: queue, channel and its row (a group of
   * parallel outputs), and, for packets that are consumed, the packet and the counters of its terminals. The sum of the words is stored
   * only to prevent compilers from removing the reads.
   * @param begin First entry of the grant log that has not been prefetched. An entry is two words: queue << 8 | bits that are not needed
   * here, and the channel; a negative second word marks consumption.
   * @param end End of the entries that complete in this cycle; both modulo 2³².
   * @returns The end of the entries that have been prefetched.
   */
  protected prefetchEnding(begin: number, end: number): number {
    const { memory, channelCount, ringsAt, ringShift, ringMask, recorder } = this;
    const { entries: log, mask: logMask } = this.grantLog;
    const { records } = this.pool;
    const prefetchEnd = ((end - begin) | 0) > prefetchSteps ? (begin + prefetchSteps) | 0 : end;
    let sum = 0;
    // First the records of queue and channel.
    for (let i = begin; i !== prefetchEnd; i = (i + 1) | 0) {
      const logIndex = (i & logMask) << 1;
      // Negative words are complements.
      const queueId = (log[logIndex] ^ (log[logIndex] >> 31)) >> 8;
      const channelId = log[logIndex + 1] ^ (log[logIndex + 1] >> 31);
      sum = (sum + memory[channelId << queueShift] + (queueId < channelCount ? memory[queueId << queueShift] : 0)) | 0;
    }
    // Then the records of the first channels of their rows, found by the position in the row, and the packets that are consumed.
    for (let i = begin; i !== prefetchEnd; i = (i + 1) | 0) {
      const logIndex = (i & logMask) << 1;
      const queueId = (log[logIndex] ^ (log[logIndex] >> 31)) >> 8;
      const channelId = log[logIndex + 1] ^ (log[logIndex + 1] >> 31);
      sum = (sum + memory[(channelId - ((memory[channelId << queueShift] >> rowPositionShift) & 0xff)) << queueShift]) | 0;
      if (queueId < channelCount)
        sum = (sum + memory[(queueId - ((memory[queueId << queueShift] >> rowPositionShift) & 0xff)) << queueShift]) | 0;
      if (log[logIndex + 1] < 0) {
        const entry =
          ringsAt + (((channelId << ringShift) | (memory[(channelId << queueShift) + departedPackets] & ringMask)) << entryShift);
        // Source << 16 | destination.
        const packedEnds = memory[entry + entryEnds];
        const record = (memory[entry + entryNumber] & packetNumberMask) << packetShift;
        sum = (sum + records[record] + recorder.prefetch(packedEnds >>> 16) + recorder.prefetch(packedEnds & 0xffff)) | 0;
      }
    }
    this.prefetchSum = sum;
    return prefetchEnd;
  }

  /** Prefetches the rows that new queue heads request. */
  protected prefetchHeads(begin: number, end: number): number {
    const { memory, newHeadsAt } = this;
    const stop = Math.min(begin + prefetchSteps, end) | 0;
    let sum = 0;
    for (let i = begin; i < stop; i++) sum = (sum + memory[(memory[newHeadsAt + i] >> 8) << queueShift]) | 0;
    this.prefetchSum = sum;
    return stop;
  }

  /** The channel of a log entry. */
  private loggedChannel(i: number): number {
    const entry = this.grantLog.entries[((i & this.grantLog.mask) << 1) | 1];
    return entry ^ (entry >> 31);
  }

  /** The queue of a log entry, once the packet is under way. */
  private loggedQueue(i: number): number {
    const entry = this.grantLog.entries[(i & this.grantLog.mask) << 1];
    return (entry ^ (entry >> 31)) >> 8;
  }

  /** Mask of the inputs that wait for the row of channel `first`, for inputs 32·`word` to 32·`word` + 31. */
  private rowRequesters(first: number, word: number): number {
    return this.inputWords > 1
      ? this.memory[this.wideWaitingAt + first * this.inputWords + word]
      : this.memory[(first << queueShift) + waitingInputs];
  }

  /** Last cycle in which a channel is, or was, in use; and last cycle in which a packet leaves, or left, a queue. */
  private channelBusyUntil(channelId: number): number {
    // The channel carries, or carried, the packet that entered the queue last.
    return this.grantsOn(channelId) === 0 ? -1 : this.readyIn(channelId, this.queuedIn(channelId) - 1) - 1 + this.packetPhits;
  }

  private tailOutOf(queueId: number): number {
    return this.memory[(queueId << queueShift) + queueDepartureEnd];
  }

  /** Packets in a queue that are not leaving; and number of grants of a channel. */
  private queuedIn(queueId: number): number {
    return this.memory[(queueId << queueShift) + queueState] & queuedMask;
  }

  private grantsOn(channelId: number): number {
    return this.memory[(channelId << queueShift) + departedPackets] + this.queuedIn(channelId);
  }

  // Of the n-th packet in a queue, −1 for the packet that has just left: source and destination, and the cycle from which it may request.
  private pairOf(queueId: number, n: number): number {
    return this.memory[this.entryOf(queueId, n) + entryEnds];
  }

  private readyIn(queueId: number, n: number): number {
    return this.memory[this.entryOf(queueId, n) + entryReady];
  }

  /** Source and destination of the packet that a channel carries. */
  private pairOn(channelId: number): number {
    return this.pairOf(channelId, this.queuedIn(channelId) - 1);
  }

  /** Ring entry of the n-th packet in queue `queueId`; −1 for the packet that has just left. */
  private entryOf(queueId: number, n: number): number {
    const index = (this.memory[(queueId << queueShift) + departedPackets] + n) & this.ringMask;
    return this.ringsAt + (((queueId << this.ringShift) | index) << entryShift);
  }

  /** Always empty: paths that go up before they go down cannot deadlock. */
  findWaitCycle(): readonly DeadlockWait[] {
    return [];
  }

  protected flushWaited(queueId: number): void {
    const index = (queueId << queueShift) + waitedSum;
    this.waitedSums[queueId] += this.memory[index];
    this.memory[index] = 0;
  }

  protected flushInjectionDelay(channelId: number): void {
    const index = (channelId << queueShift) + sinceInjectionSum;
    this.injectionDelaySums[channelId] += this.memory[index];
    this.memory[index] = 0;
  }

  protected phitsOn(channelId: number): number {
    return this.grantsOn(channelId) * this.packetPhits - Math.max(0, this.channelBusyUntil(channelId) - this.now);
  }

  protected waitingBehind(channelId: number): number {
    return this.waitedSums[channelId] + this.memory[(channelId << queueShift) + waitedSum];
  }

  protected sinceInjectionOn(channelId: number): number {
    return this.injectionDelaySums[channelId] + this.memory[(channelId << queueShift) + sinceInjectionSum];
  }

  protected packetsBehind(channelId: number): number {
    if (this.network.head[channelId] < this.terminalCount) return 0;
    return this.queuedIn(channelId) + (this.tailOutOf(channelId) >= this.now ? 1 : 0);
  }

  override holderOf(channel: number): ChannelHolder | null {
    const { completed, written } = this.grantLog;
    const until = this.channelBusyUntil(channel);
    if (until < this.now) return null;
    // The log still has all grants of the last packet time (L cycles).
    let i = written;
    while (i !== completed && this.loggedChannel(i - 1) !== channel) i = (i - 1) | 0;
    if (i === completed) return null;
    return { ...endsIn(this.pairOn(channel)), since: until - this.packetPhits };
  }

  requestersOf(channel: number): readonly WaitingPacket[] {
    const { channelCount, parallelOutputs, inputWords, pool, injection, network } = this;
    let first = channel;
    while (parallelOutputs.width[first] === 0) first--;
    const queuesAt = this.inputQueuesAt + network.firstOut[network.tail[first]];
    const waiters: WaitingPacket[] = [];
    for (let word = 0; word < inputWords; word++) {
      for (let bits = this.rowRequesters(first, word); bits !== 0; bits &= bits - 1) {
        const queueId = this.memory[queuesAt + 32 * word + 31 - Math.clz32(bits & -bits)];
        const slot = queueId < channelCount ? -1 : injection.slots[((queueId - channelCount) << slotShift) + slotPacket] << packetShift;
        const packedEnds = queueId < channelCount ? this.pairOf(queueId, 0) : pool.records[slot + packetEnds];
        const since = queueId < channelCount ? this.readyIn(queueId, 0) : pool.records[slot + packetReady];
        waiters.push({ ...endsIn(packedEnds), channel: queueId < channelCount ? queueId : -1, since });
      }
    }
    return waiters;
  }

  queueContents(queue: number): readonly QueuedPacket[] {
    return Array.from({ length: this.queuedIn(queue) }, (_, i) => ({ ...endsIn(this.pairOf(queue, i)), since: this.readyIn(queue, i) }));
  }

  candidates(queue: number): readonly number[] {
    const { parallelOutputs, network } = this;
    const first = parallelOutputs.firstChannel(network.head[queue], this.pairOf(queue, 0) & 0xffff);
    return Array.from({ length: parallelOutputs.width[first] }, (_, i) => first + i);
  }

  departingFrom(queue: number): readonly FlowEnds[] | null {
    const { completed, written } = this.grantLog;
    if (this.tailOutOf(queue) < this.now) return null;
    for (let i = (written - 1) | 0; i !== ((completed - 1) | 0); i = (i - 1) | 0) {
      if (this.loggedQueue(i) === queue) return flowOfHolder(this.holderOf(this.loggedChannel(i)));
    }
    return [];
  }

  occupantsOf(vc: number): readonly FlowEnds[] | null {
    return this.channelBusyUntil(vc) >= this.now ? flowOfHolder(this.holderOf(vc)) : null;
  }

  isOutOfCredit(vc: number): boolean {
    return this.queuedIn(vc) + (this.tailOutOf(vc) >= this.now ? 1 : 0) >= this.queueCapacity;
  }
}

function endsIn(pair: number): FlowEnds {
  return { source: pair >>> 16, destination: pair & 0xffff };
}
