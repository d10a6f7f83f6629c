// hot: no allocation, no for-of, no destructuring but of `this`, once the allocators are made.
/**
 * Allocation of virtual channels with the selection *shared*; `wormhole.ts` describes it. There is one allocator for each group of parallel
 * outputs where the routing has them, otherwise one per node.
 *
 * After an allocator has granted, no virtual channel is open to any head that still waits. So the allocator is due again only when a header
 * arrives that can be granted something, or when one of its virtual channels opens: it is released and has a credit, or gets a credit while
 * it is free.
 *
 * The waiting heads of an allocator are a bit set with one bit for each input of its node: buffers in order of their numbers, then
 * injection slots.
 */
import { bitCount, nthBit } from "../../base/bits.ts";
import { uniformBelow, mix, streamKey } from "../../base/random.ts";
import type { Network } from "../../network/network.ts";
import type { Plan } from "../../plan/plan.ts";
import { packetCreated, packetEnds, packetShift, type PacketPool } from "../packet-pool.ts";
import { listShift, listSize, listStart, type CandidateLists } from "../cut-through/candidate-lists.ts";
import type { WormholeRules } from "./rules.ts";
import type { VcBitSets } from "./vc-bit-sets.ts";

// Record of an allocator, as word offsets.
const allocatorShift = 3;
/** Number of waiting heads, and start of their bits. */
const waitingCount = 0;
const waitingAt = 1;
/** 1 while it is in the list of due allocators. */
const isDue = 2;
/** The input that was served last. */
const lastServedInput = 3;
/** For the allocator's node: 32-bit words of a set of inputs, start of the set of inputs from terminals, and start of the node's inputs. */
const inputWords = 4;
const terminalsAt = 5;
const inputsAt = 6;
/** 1 where the node is a terminal. */
const isOfTerminal = 7;

/** Greater than any number of flits. */
const infiniteFlits = 0x3fffffff;

/** What the allocators read of the engine. */
interface WormholeHeads {
  readonly sets: VcBitSets;
  /** Flits in each buffer. */
  readonly flits: Uint16Array;
  /** Request of the head of each buffer: a virtual channel, or the number of virtual channels + a candidate list. */
  readonly requestOf: Int32Array;
  readonly lists: CandidateLists;
  readonly pool: PacketPool;
  /** Number of the packet at the head of a buffer. */
  headPacketOf(buffer: number): number;
}

export class WormholeAllocators {
  private readonly heads: WormholeHeads;
  private readonly network: Network;
  private readonly sets: VcBitSets;
  private readonly flits: Uint16Array;
  private readonly requestOf: Int32Array;
  private readonly lists: CandidateLists;
  private readonly vcs: number;
  private readonly vcCount: number;
  private readonly forwards: boolean;
  private readonly isNetworkFirst: boolean;
  private readonly hasRandomTies: boolean;
  private readonly arbitration: WormholeRules["arbitration"];
  private readonly selectionKey: number;
  private readonly arbitrationKey: number;
  /** [virtual channels] 1 for escape channels; empty where there are none. */
  private readonly escape: Uint8Array;
  /** Whether all waiting heads of an allocator have the same candidates. */
  private readonly hasUniformCandidates: boolean;
  /** [allocators << {@link allocatorShift}] Record of each allocator. */
  private readonly allocatorRecords: Int32Array;
  /**
   * [virtual channels] Number of waiting heads that request each virtual channel; empty where all heads of an allocator request the same.
   */
  private readonly waitingForVc: Int32Array;
  /** [channels] Allocator of each channel. */
  private readonly allocatorOfChannel: Int32Array;
  /** Inputs of all nodes, and the position of each buffer and slot among the inputs of its node. */
  private readonly inputs: Int32Array;
  private readonly inputOf: Int32Array;
  /**
   * Sets of inputs: waiting heads by allocator; inputs from terminals by node; heads that can be granted something; and heads among which
   * one is chosen.
   */
  private readonly waitingInputs: Int32Array;
  private readonly fromTerminals: Int32Array;
  private readonly eligibleInputs: Int32Array;
  private readonly drawnInputs: Int32Array;
  /** Due allocators. */
  private readonly dueAllocators: Int32Array;
  private dueCount = 0;
  private readonly tiedVcs: Int32Array;

  constructor(rules: WormholeRules, { network, routing, seed }: Plan, heads: WormholeHeads) {
    const { head, tail, firstOut, terminals, forwards } = network;
    const { parallelOutputs, vcClasses: vcs } = routing;
    const channelCount = head.length;
    const nodeCount = firstOut.length - 1;
    const vcCount = channelCount * vcs;
    const buffers = heads.requestOf.length;
    this.heads = heads;
    this.network = network;
    this.sets = heads.sets;
    this.flits = heads.flits;
    this.requestOf = heads.requestOf;
    this.lists = heads.lists;
    [this.vcs, this.vcCount] = [vcs | 0, vcCount | 0];
    this.forwards = forwards;
    this.isNetworkFirst = rules.priority === "network-first";
    this.hasRandomTies = rules.ties === "random";
    this.arbitration = rules.arbitration;
    this.selectionKey = streamKey(seed, "selection");
    this.arbitrationKey = streamKey(seed, "arbitration");
    this.escape = routing.isEscape ?? new Uint8Array(0);
    // A packet for the terminal at the end of a channel needs no credit there, so heads differ where terminals forward.
    this.hasUniformCandidates = parallelOutputs !== undefined && !forwards;
    this.waitingForVc = new Int32Array(this.hasUniformCandidates ? 0 : vcCount);
    this.tiedVcs = new Int32Array(routing.maxCandidates);

    const nodeOf = (buffer: number) => (buffer < vcCount ? head[Math.floor(buffer / vcs)] : (buffer - vcCount) % terminals);
    const firstInput = new Int32Array(nodeCount + 1);
    for (let buffer = 0; buffer < buffers; buffer++) firstInput[nodeOf(buffer) + 1]++;
    const wordsOf = firstInput.subarray(1).map((count) => Math.ceil(count / 32));
    const firstWord = new Int32Array(nodeCount + 1);
    for (let n = 0; n < nodeCount; n++) {
      firstInput[n + 1] += firstInput[n];
      firstWord[n + 1] = firstWord[n] + wordsOf[n];
    }
    const count = new Int32Array(nodeCount);
    this.inputs = new Int32Array(buffers);
    this.inputOf = new Int32Array(buffers);
    this.fromTerminals = new Int32Array(firstWord[nodeCount]);
    for (let buffer = 0; buffer < buffers; buffer++) {
      const n = nodeOf(buffer);
      const input = (this.inputOf[buffer] = count[n]++);
      this.inputs[firstInput[n] + input] = buffer;
      if (buffer >= vcCount || (tail[Math.floor(buffer / vcs)] < terminals && n >= terminals))
        this.fromTerminals[firstWord[n] + (input >> 5)] |= 1 << (input & 31);
    }
    const mostWords = wordsOf.reduce((a, b) => Math.max(a, b), 0);
    this.eligibleInputs = new Int32Array(mostWords);
    this.drawnInputs = new Int32Array(mostWords);

    this.allocatorOfChannel = new Int32Array(channelCount);
    if (parallelOutputs === undefined) this.allocatorOfChannel.set(tail);
    else
      for (let channel = 0; channel < channelCount; channel++)
        this.allocatorOfChannel.fill(channel, channel, channel + parallelOutputs.width[channel]);
    const allocatorCount = parallelOutputs === undefined ? nodeCount : channelCount;
    this.dueAllocators = new Int32Array(allocatorCount);
    this.allocatorRecords = new Int32Array(allocatorCount << allocatorShift);
    let waitingWords = 0;
    for (let allocator = 0; allocator < allocatorCount; allocator++) {
      const record = allocator << allocatorShift;
      const n = parallelOutputs === undefined ? allocator : tail[allocator];
      this.allocatorRecords[record + waitingAt] = waitingWords;
      this.allocatorRecords[record + lastServedInput] = -1;
      this.allocatorRecords[record + inputWords] = wordsOf[n];
      this.allocatorRecords[record + terminalsAt] = firstWord[n];
      this.allocatorRecords[record + inputsAt] = firstInput[n];
      this.allocatorRecords[record + isOfTerminal] = n < terminals ? 1 : 0;
      if (parallelOutputs === undefined || parallelOutputs.width[allocator] > 0) waitingWords += wordsOf[n];
    }
    this.waitingInputs = new Int32Array(waitingWords);
  }

  /** The head of a buffer waits from now on, for its request. */
  addWaiting(buffer: number): void {
    const { allocatorRecords, vcCount, lists, inputOf, waitingInputs } = this;
    const candidateSet = this.requestOf[buffer];
    const first =
      candidateSet < vcCount ? candidateSet : lists.members[lists.records[((candidateSet - vcCount) << listShift) + listStart]] >> 2;
    const allocator = this.allocatorOfChannel[this.sets.channelOf(first)];
    const record = allocator << allocatorShift;
    const input = inputOf[buffer];
    waitingInputs[allocatorRecords[record + waitingAt] + (input >> 5)] |= 1 << (input & 31);
    allocatorRecords[record + waitingCount]++;
    if (!this.hasUniformCandidates) this.countWaiting(candidateSet, 1);
    if (this.hasOpenVc(buffer)) this.makeDue(allocator);
  }

  /** Adds `change` (±1) to the waiting counts of all candidates of a set. */
  private countWaiting(candidateSet: number, change: number): void {
    const { vcCount, lists, waitingForVc } = this;
    if (candidateSet < vcCount) {
      waitingForVc[candidateSet] += change;
      return;
    }
    const { records, members } = lists;
    const list = (candidateSet - vcCount) << listShift;
    const start = records[list + listStart];
    const end = start + 2 * records[list + listSize];
    for (let i = start; i < end; i += 2) waitingForVc[members[i] >> 2] += change;
  }

  /** Virtual channel `vc` may have opened. */
  onVcOpened(vc: number): void {
    if (!this.sets.isGrantable(vc) && !(this.forwards && !this.sets.isUnavailable(vc))) return;
    const allocator = this.allocatorOfChannel[this.sets.channelOf(vc)];
    if (this.hasUniformCandidates ? this.allocatorRecords[(allocator << allocatorShift) + waitingCount] > 0 : this.waitingForVc[vc] > 0)
      this.makeDue(allocator);
  }

  private makeDue(allocator: number): void {
    const record = allocator << allocatorShift;
    if (this.allocatorRecords[record + isDue] !== 0) return;
    this.allocatorRecords[record + isDue] = 1;
    this.dueAllocators[this.dueCount++] = allocator;
  }

  /** Removes and returns a due allocator, each once; −1 if there is none. Allocators of terminals stay due if `ofTerminals` is false. */
  takeDue(ofTerminals: boolean): number {
    const { allocatorRecords, dueAllocators } = this;
    let i = (this.dueCount - 1) | 0;
    if (!ofTerminals) while (i >= 0 && allocatorRecords[(dueAllocators[i] << allocatorShift) + isOfTerminal] !== 0) i = (i - 1) | 0;
    if (i < 0) return -1;
    const allocator = dueAllocators[i];
    dueAllocators[i] = dueAllocators[--this.dueCount];
    allocatorRecords[(allocator << allocatorShift) + isDue] = 0;
    return allocator;
  }

  /**
   * The buffer whose head an allocator serves next in a cycle; −1 if it can grant no virtual channel to any head. The head then no longer
   * waits. Inputs of the allocator's node are bits, 32 to a word; `waitingInputs` are those with a waiting head, `eligibleInputs` those
   * that can be granted something in this cycle.
   * @param grantIndex Number of grants of the allocator in this cycle before this one.
   */
  nextToGrant(allocator: number, grantIndex: number, cycle: number): number {
    const { allocatorRecords, waitingInputs, eligibleInputs } = this;
    const record = allocator << allocatorShift;
    if (allocatorRecords[record + waitingCount] === 0) return -1;
    const count = allocatorRecords[record + inputWords];
    const firstWord = allocatorRecords[record + waitingAt];
    if (grantIndex === 0) for (let i = 0; i < count; i++) eligibleInputs[i] = waitingInputs[firstWord + i];
    const eligibleCount = this.keepEligible(allocatorRecords[record + inputsAt], count);
    if (eligibleCount === 0) return -1;
    const input = this.chooseInput(record, eligibleCount, grantIndex, cycle);
    const bit = 1 << (input & 31);
    eligibleInputs[input >> 5] &= ~bit;
    waitingInputs[firstWord + (input >> 5)] &= ~bit;
    allocatorRecords[record + waitingCount]--;
    allocatorRecords[record + lastServedInput] = input;
    const buffer = this.inputs[allocatorRecords[record + inputsAt] + input];
    if (!this.hasUniformCandidates) this.countWaiting(this.requestOf[buffer], -1);
    return buffer;
  }

  /**
   * Removes from the bit set `eligibleInputs` the inputs whose heads cannot be granted any virtual channel; returns the number of inputs
   * that remain. Where all waiting heads have the same candidates, only the first one is checked.
   * @param first Index of the node's first input in `inputs`.
   * @param wordCount Words of the bit set.
   */
  private keepEligible(first: number, wordCount: number): number {
    const { eligibleInputs, inputs, hasUniformCandidates } = this;
    let eligibleCount = 0;
    for (let i = 0; i < wordCount; i++) {
      if (hasUniformCandidates) {
        if (
          eligibleCount === 0 &&
          eligibleInputs[i] !== 0 &&
          !this.hasOpenVc(inputs[first + (i << 5) + 31 - Math.clz32(eligibleInputs[i])])
        )
          return 0;
      } else {
        for (let remainingBits = eligibleInputs[i]; remainingBits !== 0; remainingBits &= remainingBits - 1) {
          const bit = remainingBits & -remainingBits;
          if (!this.hasOpenVc(inputs[first + (i << 5) + 31 - Math.clz32(bit)])) eligibleInputs[i] &= ~bit;
        }
      }
      eligibleCount += bitCount(eligibleInputs[i]);
    }
    return eligibleCount;
  }

  /**
   * Chooses one of the heads in the bit set `eligibleInputs`, at random, in round-robin order or by age; returns its input at the node.
   * With priority for the network, inputs from terminals are chosen only if there are no others.
   * @param record Start of the allocator's record.
   * @param eligibleCount Number of heads in `eligibleInputs`.
   * @param grantIndex Number of grants of the allocator in this cycle before this one; part of the key of the draw.
   */
  private chooseInput(record: number, eligibleCount: number, grantIndex: number, cycle: number): number {
    const { allocatorRecords, eligibleInputs, drawnInputs, fromTerminals } = this;
    const wordCount = allocatorRecords[record + inputWords];
    let choiceCount = 0;
    // The common case: a single head.
    if (eligibleCount === 1 && wordCount === 1) return 31 - Math.clz32(eligibleInputs[0]);
    // The set to choose from, `drawnInputs`: without inputs from terminals if other inputs are left.
    if (this.isNetworkFirst) {
      const terminalInputsAt = allocatorRecords[record + terminalsAt];
      for (let i = 0; i < wordCount; i++)
        choiceCount += bitCount((drawnInputs[i] = eligibleInputs[i] & ~fromTerminals[terminalInputsAt + i]));
    }
    if (choiceCount === 0) {
      for (let i = 0; i < wordCount; i++) drawnInputs[i] = eligibleInputs[i];
      choiceCount = eligibleCount;
    }
    if (this.arbitration === "oldest-first") return this.oldestDrawn(allocatorRecords[record + inputsAt], wordCount);
    if (this.arbitration === "round-robin") {
      const laterInput = this.firstDrawnFrom(allocatorRecords[record + lastServedInput] + 1, wordCount);
      return laterInput >= 0 ? laterInput : this.firstDrawnFrom(0, wordCount);
    }
    // A random head: find the word that contains the drawn bit.
    let ordinal = choiceCount === 1 ? 0 : uniformBelow(mix(this.arbitrationKey + grantIndex, cycle, record >> allocatorShift), choiceCount);
    let i = 0;
    for (let onesInWord = bitCount(drawnInputs[0]); ordinal >= onesInWord; onesInWord = bitCount(drawnInputs[i])) {
      ordinal -= onesInWord;
      i++;
    }
    return (i << 5) + 31 - Math.clz32(nthBit(drawnInputs[i], ordinal));
  }

  /** The first input of `drawnInputs` from a position on, −1 for none. */
  private firstDrawnFrom(input: number, count: number): number {
    let mask = -1 << (input & 31);
    for (let i = input >> 5; i < count; i++) {
      const bits = this.drawnInputs[i] & mask;
      if (bits !== 0) return (i << 5) + 31 - Math.clz32(bits & -bits);
      mask = -1;
    }
    return -1;
  }

  /** The input of `drawnInputs` whose packet was created first; the first of equals. */
  private oldestDrawn(first: number, count: number): number {
    const { drawnInputs, inputs } = this;
    const { records } = this.heads.pool;
    let oldest = -1;
    let since = 0;
    for (let i = 0; i < count; i++) {
      for (let remainingBits = drawnInputs[i]; remainingBits !== 0; remainingBits &= remainingBits - 1) {
        const input = (i << 5) + 31 - Math.clz32(remainingBits & -remainingBits);
        const createdAt = records[(this.heads.headPacketOf(inputs[first + input]) << packetShift) + packetCreated];
        if (oldest >= 0 && createdAt >= since) continue;
        oldest = input;
        since = createdAt;
      }
    }
    return oldest;
  }

  /**
   * Chooses the virtual channel that the head of a buffer is granted: the candidate with the fewest flits in all buffers of its channel
   * and, among equals, in its own buffer. Only candidates that are free and have a credit count; there is at least one. Escape channels,
   * which keep an adaptive routing free of deadlocks, are taken only if no other is left.
   */
  bestVc(buffer: number, cycle: number): number {
    const { flits, vcs, vcCount, requestOf, lists, escape, tiedVcs } = this;
    if (requestOf[buffer] < vcCount) return requestOf[buffer];
    const { records, members } = lists;
    const list = (requestOf[buffer] - vcCount) << listShift;
    const start = records[list + listStart];
    const end = start + 2 * records[list + listSize];
    const hasEscapes = escape.length > 0;
    let bestEscape = 1;
    let leastChannelFlits = infiniteFlits;
    let leastVcFlits = infiniteFlits;
    let tieCount = 0;
    for (let i = start; i < end; i += 2) {
      // A member is a pair: 4 × the virtual channel, and 4 × the first virtual channel of its channel.
      const vc = members[i] >> 2;
      if (!this.isOpenTo(vc, buffer)) continue;
      const isEscape = hasEscapes ? escape[vc] : 1;
      const vcFlits = flits[vc];
      const channelFlits = vcs === 1 ? vcFlits : this.flitsBehind(members[i + 1] >> 2);
      // Compared in this order; the first difference that is not 0 decides.
      const difference = isEscape - bestEscape || channelFlits - leastChannelFlits || vcFlits - leastVcFlits;
      if (difference > 0) continue;
      if (difference < 0) {
        bestEscape = isEscape;
        leastChannelFlits = channelFlits;
        leastVcFlits = vcFlits;
        tieCount = 0;
      }
      tiedVcs[tieCount++] = vc;
    }
    return tiedVcs[tieCount > 1 && this.hasRandomTies ? uniformBelow(mix(this.selectionKey, cycle, buffer), tieCount) : 0];
  }

  /** Flits behind the channel with first virtual channel `first`. */
  private flitsBehind(first: number): number {
    const { flits, vcs } = this;
    let sum = 0;
    for (let vc = first; vc < first + vcs; vc++) sum += flits[vc];
    return sum;
  }

  /** Whether any candidate of the head of a buffer is open to it. */
  private hasOpenVc(buffer: number): boolean {
    const { vcCount, requestOf, lists } = this;
    const candidateSet = requestOf[buffer];
    if (candidateSet < vcCount) return this.isOpenTo(candidateSet, buffer);
    const { records, members } = lists;
    const list = (candidateSet - vcCount) << listShift;
    const start = records[list + listStart];
    const end = start + 2 * records[list + listSize];
    for (let i = start; i < end; i += 2) if (this.isOpenTo(members[i] >> 2, buffer)) return true;
    return false;
  }

  /** Whether virtual channel `vc` can be granted to the head of a buffer, and has a credit for its next flit. */
  private isOpenTo(vc: number, buffer: number): boolean {
    const { sets } = this;
    return sets.isGrantable(vc) || (this.forwards && !sets.isUnavailable(vc) && this.endsAtDestination(sets.channelOf(vc), buffer));
  }

  private endsAtDestination(channel: number, buffer: number): boolean {
    const { heads } = this;
    return this.network.head[channel] === (heads.pool.records[(heads.headPacketOf(buffer) << packetShift) + packetEnds] & 0xffff);
  }
}
