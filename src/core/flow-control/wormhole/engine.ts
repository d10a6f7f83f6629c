// hot: no allocation, no for-of, no destructuring inside `run` and what it calls.
/**
 * Wormhole flow control, exact to the cycle; `wormhole.ts` describes a cycle.
 *
 * Every phase reads the state that earlier cycles left and writes afterwards, and random choices are hashes of (cycle, buffer or virtual
 * channel). So the result does not depend on the order of visits.
 *
 * A buffer is a count of flits and a ring of the packets that they belong to: the flits of a packet are interchangeable, and packets follow
 * each other. Two bit sets (`vc-bit-sets.ts`) hold the virtual channels that have a flit to carry, and the virtual channels that have a
 * credit. The first set changes when a flit enters an empty buffer or leaves one empty; the second when the last slot is taken or its
 * credit returns. Virtual channels in both sets carry a flit. So a blocked worm costs only its header, which requests in every cycle, and
 * not even that with allocators (`allocators.ts`). Where many channels carry flits, they are visited in the order of memory. Where few
 * channels carry flits, they are visited in order of activation, so that headers are adjacent and branches are predictable.
 *
 * Buffers are numbered channel × vcs + virtual channel, like the virtual channels that lead into them. Injection slots follow, slot ×
 * terminals + terminal, as buffers for one whole packet.
 */
import { growth, growInt32Array, nextPowerOfTwo } from "../../base/arrays.ts";
import { uniformBelow, mix, streamKey, hashGrant } from "../../base/random.ts";
import type { Plan } from "../../plan/plan.ts";
import { type CompiledRouting, isDecisionDue } from "../../plan/routing.ts";
import type { ChannelCrossing, FlowEnds, ChannelHolder, Simulation, DeadlockWait, WaitingPacket, Worm } from "../../simulation/contract.ts";
import { findWaitCycle } from "../../simulation/watchdog.ts";
import { slotPacket, slotShift, slotTerminal } from "../injection.ts";
import { CrossingCounter, type Inspector, type QueuedPacket, waitsOfCycle } from "../inspector.ts";
import { PacketClock } from "../packet-clock.ts";
import {
  packetCreated,
  packetEnds,
  packetHops,
  packetInjected,
  packetMessage,
  packetShift,
  packetReady,
  packetRoutingState,
} from "../packet-pool.ts";
import { listShift, listSize, listStart, CandidateLists } from "../cut-through/candidate-lists.ts";
import { bufferShift, headIndex, grantedAt, lastHolder, lastTailAt, bufferPackets } from "./records/buffer.ts";
import { vcRecordShift, holderBuffer, heldOutput, lastFlitAt, flitsLeft } from "./records/virtual-channel.ts";
import { WormholeAllocators } from "./allocators.ts";
import { maxPacketsInBuffer, type WormholeRules, wormSelections } from "./rules.ts";
import { clearBit, hasBit, setBit, VcBitSets } from "./vc-bit-sets.ts";

/** Starts a simulation of a plan under these rules, at cycle 0. */
export function startWormhole(rules: WormholeRules, plan: Plan): Simulation {
  return new Wormhole(rules, plan);
}

// Record of the best virtual channels of a candidate list, evaluated at most once per cycle.
const listBestShift = 3;
/** Cycle of the last evaluation; number of best virtual channels; and their start in `ids`. */
const evaluatedAt = 0;
const bestCount = 1;
const bestStart = 2;
/** Index of a word of the bit sets, and the bits in it that are the list's first members; start and end of the other members in the lists. */
const setWord = 3;
const setBits = 4;
const otherMembers = 5;
const membersEnd = 6;

/** Caches the best virtual channels of each candidate list within a cycle. */
class BestVcsOfLists {
  /** [lists << {@link listBestShift}] */
  records = new Int32Array(0);
  ids = new Int32Array(0);
  private listCount = 0;

  constructor(
    private readonly lists: CandidateLists,
    private readonly sets: VcBitSets,
  ) {}

  /** Adds records for new lists. */
  addNewLists(): void {
    const { count, members } = this.lists;
    if (count === this.listCount) return;
    if (count << listBestShift > this.records.length) this.records = growInt32Array(this.records, growth.next(count) << listBestShift);
    if (members.length > this.ids.length) this.ids = growInt32Array(this.ids, members.length);
    for (; this.listCount < count; this.listCount++) this.addList(this.listCount);
  }

  /** Writes the constant fields of a new list's record: its members in the first word of the bit sets, and the range of the others. */
  private addList(list: number): void {
    const { records, sets } = this;
    const { members } = this.lists;
    const record = list << listBestShift;
    let i = this.lists.records[(list << listShift) + listStart];
    const end = i + 2 * this.lists.records[(list << listShift) + listSize];
    records[record + evaluatedAt] = -1;
    records[record + bestStart] = i;
    records[record + setWord] = sets.bitIndexOf(members[i] >> 2) >> 5;
    for (; i < end; i += 2) {
      const bitIndex = sets.bitIndexOf(members[i] >> 2);
      if (bitIndex >> 5 !== records[record + setWord]) break;
      records[record + setBits] |= 1 << (bitIndex & 31);
    }
    records[record + otherMembers] = i;
    records[record + membersEnd] = end;
  }

  /** Whether any virtual channel of a list can be granted. */
  hasGrantable(list: number): boolean {
    const { records, sets } = this;
    const record = list << listBestShift;
    const word = records[record + setWord];
    if ((sets.creditedVcs[word] & ~sets.unavailableVcs[word] & records[record + setBits]) !== 0) return true;
    const { members } = this.lists;
    const end = records[record + membersEnd];
    for (let i = records[record + otherMembers]; i < end; i += 2) if (sets.isGrantable(members[i] >> 2)) return true;
    return false;
  }
}

export class Wormhole extends PacketClock {
  readonly inspector: Inspector = this;
  private readonly routing: CompiledRouting;
  private readonly lists: CandidateLists;
  /** Virtual channels per channel; buffers behind channels, which is the number of virtual channels; flits per buffer. */
  protected readonly vcs: number;
  protected readonly vcCount: number;
  protected readonly bufferFlits: number;
  private readonly isFreeOnly: boolean;
  private readonly isSticky: boolean;
  /** Channels that a header draws on arrival; 0 if it may take all candidates. */
  private readonly drawnChannels: number;
  private readonly isByOrder: boolean;
  private readonly isRandomSelection: boolean;
  private readonly isByChannel: boolean;
  private readonly hasEscapes: boolean;
  private readonly hasRandomTies: boolean;
  private readonly isNetworkFirst: boolean;
  protected readonly isHandedOverEmpty: boolean;
  private readonly hasOneSlot: boolean;
  private readonly arbitration: WormholeRules["arbitration"];
  private readonly selectionKey: number;
  protected readonly arbitrationKey: number;

  protected readonly sets: VcBitSets;
  /**
   * [virtual channels << bufferShift] Records of buffers; [(vcCount + slots) << vcRecordShift] records of virtual channels, then of slots.
   */
  protected readonly bufferRecords: Int32Array;
  protected readonly vcRecords: Int32Array;
  /** [virtual channels + slots] Flits in each buffer. */
  protected readonly flits: Uint16Array;
  /** [virtual channels << ringBits] Packets of each buffer, by number. */
  private readonly packetRing: Int32Array;
  protected readonly ringBits: number;
  /**
   * Buffers whose heads request, in any order; position of each buffer in that list; and request of each buffer's head: a virtual channel,
   * or vcCount + a candidate list.
   */
  protected readonly requesters: Int32Array;
  private readonly requesterIndex: Int32Array;
  private readonly requestOf: Int32Array;
  /** Buffers whose heads begin to request in the next cycle. */
  protected readonly newHeads: Int32Array;
  /**
   * Virtual channels requested in this cycle; the first requester of each, −1 for none; and the next requester of the same virtual channel.
   */
  protected readonly requestedVcs: Int32Array;
  protected readonly firstRequest: Int32Array;
  private readonly nextRequest: Int32Array;
  /** [virtual channels] Buffer that was granted a virtual channel last, for round-robin arbitration. */
  private readonly lastServed: Int32Array;
  /** [channels] Position of the virtual channel that was served last. */
  protected readonly lastServedVc: Uint16Array;
  /** Virtual channels that carry a flit in this cycle. */
  protected readonly movingVcs: Int32Array;
  private moveCount = 0;
  /** The cycle after the last cycle in which a flit moved. */
  protected nextAfterMove = 0;
  /** Packets whose tails have reached their terminals. */
  private readonly arrivedPackets: Int32Array;
  private arrivedCount = 0;
  /** Channels with a shared capacity that have a flit to carry in this cycle, and their virtual channels. */
  protected readonly groupChannels: Int32Array;
  protected readonly groupVcs: Int32Array;
  /** [channels] Flits of packets whose tails have crossed the channel. */
  protected readonly carriedFlits: Float64Array;
  private readonly waitedCycles: Float64Array;
  protected readonly injectionDelays: Float64Array;
  /**
   * [channels] Candidate set of packets that take the parallel outputs beginning with a channel, −1 before it is known; empty where the
   * routing has no parallel outputs.
   */
  private readonly rowCandidates: Int32Array;
  private readonly routeBuffer: Int32Array;
  private readonly eligible: Int32Array;
  private tieCount = 0;
  private readonly best: BestVcsOfLists;
  /** Allocators, for the selection *shared*; null where virtual channels are requested. */
  protected readonly allocators: WormholeAllocators | null;
  private readonly forwards: boolean;
  private readonly crossingCounter = new CrossingCounter();

  constructor(rules: WormholeRules, plan: Plan) {
    super(rules.injectionSlots, plan);
    const { network, routing, packetPhits, seed } = plan;
    const vcs = routing.vcClasses | 0;
    const channelCount = network.head.length;
    const vcCount = channelCount * vcs;
    const slotCount = this.injection.slots.length >> slotShift;
    const { freeOnly: isFreeOnly, keeps, by, ...others } = wormSelections[rules.selection];
    this.routing = routing;
    this.lists = new CandidateLists(vcs, 1, routing.maxCandidates > 1 ? 256 : 1);
    [this.vcs, this.vcCount] = [vcs, vcCount];
    this.bufferFlits = rules.buffer | 0;
    this.forwards = network.forwards;
    this.isFreeOnly = isFreeOnly;
    this.isSticky = keeps;
    this.drawnChannels = "drawn" in others ? others.drawn : 0;
    this.isByOrder = by === "order";
    this.isRandomSelection = by === "chance";
    this.isByChannel = by === "channel" && vcs > 1;
    this.hasEscapes = this.isByChannel && routing.isEscape !== undefined;
    this.hasRandomTies = rules.ties === "random" || by === "chance";
    this.isNetworkFirst = rules.priority === "network-first";
    this.isHandedOverEmpty = rules.handover === "when-empty";
    this.hasOneSlot = slotCount === this.terminalCount;
    this.arbitration = rules.arbitration;
    this.selectionKey = streamKey(seed, "selection");
    this.arbitrationKey = streamKey(seed, "arbitration");
    this.ringBits = 31 - Math.clz32(nextPowerOfTwo(this.isHandedOverEmpty ? 1 : maxPacketsInBuffer(rules.buffer, packetPhits)));
    this.packetRing = new Int32Array(vcCount << this.ringBits);
    this.sets = new VcBitSets(channelCount, vcs, network.groupCapacity.length === 0);
    this.best = new BestVcsOfLists(this.lists, this.sets);
    this.bufferRecords = new Int32Array(vcCount << bufferShift);
    this.vcRecords = new Int32Array((vcCount + slotCount) << vcRecordShift).fill(-1);
    this.flits = new Uint16Array(vcCount + slotCount);
    this.requesters = new Int32Array(vcCount + slotCount);
    this.requesterIndex = new Int32Array(vcCount + slotCount);
    this.requestOf = new Int32Array(vcCount + slotCount);
    const { sets, flits, requestOf, lists, pool } = this;
    const headPacketOf = (bufferId: number) => this.headPacketOf(bufferId);
    this.allocators =
      rules.selection === "shared" ? new WormholeAllocators(rules, plan, { sets, flits, requestOf, lists, pool, headPacketOf }) : null;
    this.newHeads = new Int32Array(vcCount + 2 * slotCount);
    this.requestedVcs = new Int32Array(vcCount);
    this.firstRequest = new Int32Array(vcCount).fill(-1);
    this.nextRequest = new Int32Array(vcCount + slotCount);
    this.lastServed = new Int32Array(rules.arbitration === "round-robin" && this.allocators === null ? vcCount : 0).fill(-1);
    this.lastServedVc = new Uint16Array(channelCount).fill(vcs - 1);
    this.movingVcs = new Int32Array(channelCount + 1);
    this.arrivedPackets = new Int32Array(channelCount);
    const isGrouped = network.groupCapacity.length > 0;
    this.groupChannels = new Int32Array(isGrouped ? channelCount : 0);
    this.groupVcs = new Int32Array(isGrouped ? channelCount : 0);
    this.carriedFlits = new Float64Array(channelCount);
    this.waitedCycles = new Float64Array(channelCount);
    this.injectionDelays = new Float64Array(channelCount);
    this.rowCandidates = new Int32Array(routing.parallelOutputs === undefined ? 0 : channelCount).fill(-1);
    this.routeBuffer = new Int32Array(routing.maxCandidates);
    this.eligible = new Int32Array(routing.maxCandidates);
    for (let vc = 0; vc < vcCount; vc++) this.bufferRecords[(vc << bufferShift) + lastTailAt] = -1;
    for (let slot = 0; slot < slotCount; slot++) {
      this.injection.slots[(slot << slotShift) + slotPacket] = -1;
      this.injection.slots[(slot << slotShift) + slotTerminal] = slot % this.terminalCount;
    }
  }

  protected onTimeJump(): void {
    // Nothing is scheduled ahead of time.
  }

  protected override get endOfMovement(): number {
    return this.nextAfterMove;
  }

  /**
   * Simulates cycles until cycle `stop`, or until `work` units of work are done; returns the work done. A cycle, a grant and four moved
   * flits are one unit each. Each cycle has five phases: arrivals, injection, requests of new headers, grants of virtual channels, and
   * moves of flits. The loop also stops when nothing is left to do before the next message.
   */
  protected run(stop: number, work: number): number {
    stop |= 0;
    work |= 0;
    const { vcCount, packetPhits, flits, injection, recorder, newHeads, isEndAllowed, allocators } = this;
    let cycle = this.now | 0;
    let newHeadCount = this.newHeadCount | 0;
    let workDone = 0;
    let isOver = false;
    this.grants = 0;
    for (; cycle < stop && workDone < work && !isOver; cycle = (cycle + 1) | 0) {
      // Arrivals.
      const arrivals = this.arrivedCount;
      for (let i = 0; i < arrivals; i++) this.consume(this.arrivedPackets[i], cycle);
      this.arrivedCount = 0;
      isOver = arrivals > 0 && isEndAllowed && recorder.isComplete;

      // Injection.
      if (injection.hasWork(cycle)) {
        const before = newHeadCount;
        newHeadCount = injection.fillSlots(cycle, newHeads, newHeadCount, vcCount) | 0;
        for (let i = before; i < newHeadCount; i++) flits[newHeads[i]] = packetPhits;
      }
      // Requests and grants.
      for (let i = 0; i < newHeadCount; i++) this.beginRequest(newHeads[i], cycle);
      const before = this.grants;
      if (allocators !== null) this.grantByAllocators(allocators, cycle);
      else if (this.requestingCount > 0) this.grantRequests(this.collectRequests(cycle), cycle);

      // Moves of flits.
      const moveCount = (this.moveCount = this.findMoves(cycle) | 0);
      newHeadCount = this.moveFlits(moveCount, cycle) | 0;
      if (moveCount > 0) this.nextAfterMove = (cycle + 1) | 0;
      workDone = (workDone + 1 + this.grants - before + (moveCount >> 2)) | 0;
      // Without requests, flits under way and arrivals, time may jump.
      if (this.requestingCount === 0 && moveCount === 0 && this.arrivedCount === 0 && newHeadCount === 0) isOver = true;
    }
    this.now = cycle;
    this.newHeadCount = newHeadCount;
    const isQuiet = this.requestingCount === 0 && this.moveCount === 0 && this.arrivedCount === 0 && newHeadCount === 0;
    this.lastEventCycle = isQuiet ? cycle - 1 : cycle;
    return workDone;
  }

  // Buffers and virtual channels.

  protected channelOf(vc: number): number {
    return this.sets.channelOf(vc);
  }

  protected headPacketOf(bufferId: number): number {
    const { vcCount, packetRing, ringBits } = this;
    return bufferId < vcCount
      ? packetRing[(bufferId << ringBits) + this.bufferRecords[(bufferId << bufferShift) + headIndex]]
      : this.injection.slots[((bufferId - vcCount) << slotShift) + slotPacket];
  }

  private destinationOf(bufferId: number): number {
    return this.pool.records[(this.headPacketOf(bufferId) << packetShift) + packetEnds] & 0xffff;
  }

  private nodeOf(bufferId: number): number {
    return bufferId < this.vcCount ? this.network.head[this.channelOf(bufferId)] : (bufferId - this.vcCount) % this.terminalCount;
  }

  private isFromTerminal(bufferId: number): boolean {
    const channel = this.channelOf(bufferId);
    return (
      bufferId >= this.vcCount || (this.network.tail[channel] < this.terminalCount && this.network.head[channel] >= this.terminalCount)
    );
  }

  private isVcFree(vc: number): boolean {
    return !this.sets.isUnavailable(vc);
  }

  /** Whether a packet with destination `destination` has a credit for virtual channel `vc`. */
  private hasCredit(vc: number, destination: number): boolean {
    return this.flits[vc] < this.bufferFlits || this.network.head[this.channelOf(vc)] === destination;
  }

  private readonly flitsBehind = (channel: number): number => this.flitsOfChannel(channel * this.vcs);

  /** Flits behind the channel with first virtual channel `first`. */
  private flitsOfChannel(first: number): number {
    const { flits, vcs } = this;
    let sum = 0;
    for (let vc = first; vc < first + vcs; vc++) sum += flits[vc];
    return sum;
  }

  // Requests.

  /**
   * Lets the head of a buffer begin to request: computes its candidates, after the injection decision of an adaptive routing, and adds it
   * to the requesters. The candidate set is a virtual channel, or vcCount + the number of a candidate list; it is cached for each row
   * (group of parallel outputs). A sticky selection chooses one virtual channel once.
   */
  protected beginRequest(bufferId: number, cycle: number): void {
    const { routing, allocators, rowCandidates } = this;
    const { parallelOutputs } = routing;
    const { records } = this.pool;
    const packetRecord = this.headPacketOf(bufferId) << packetShift;
    const destination = records[packetRecord + packetEnds] & 0xffff;
    const node = this.nodeOf(bufferId);
    if (
      routing.injectionDecision !== undefined &&
      bufferId < this.vcCount &&
      isDecisionDue(routing, records[packetRecord + packetHops], records[packetRecord + packetRoutingState])
    ) {
      records[packetRecord + packetRoutingState] = routing.injectionDecision(
        node,
        destination,
        records[packetRecord + packetRoutingState],
        this.flitsBehind,
      );
    }
    const row = parallelOutputs === undefined ? -1 : parallelOutputs.firstChannel(node, destination);
    let candidateSet = row < 0 ? -1 : rowCandidates[row];
    if (candidateSet < 0) {
      candidateSet = this.candidatesOf(bufferId, destination, cycle);
      if (row >= 0 && this.drawnChannels === 0) rowCandidates[row] = candidateSet;
    }
    if (this.isSticky && candidateSet >= this.vcCount)
      candidateSet = this.selectVc(bufferId, candidateSet - this.vcCount, destination, cycle);
    this.requestOf[bufferId] = candidateSet;
    this.requesterIndex[bufferId] = this.requestingCount;
    this.requesters[this.requestingCount++] = bufferId;
    if (allocators !== null) allocators.addWaiting(bufferId);
  }

  /**
   * Candidate set of the packet at the head of a buffer, with destination `destination`: a virtual channel, or vcCount + a candidate list.
   */
  private candidatesOf(bufferId: number, destination: number, cycle: number): number {
    const { routing, routeBuffer } = this;
    const state = this.pool.records[(this.headPacketOf(bufferId) << packetShift) + packetRoutingState];
    let count = routing.route(this.nodeOf(bufferId), destination, state, routeBuffer);
    if (this.drawnChannels > 0 && count > 1) count = this.drawChannel(bufferId, count, cycle);
    if (count === 1 || this.isByOrder) return routeBuffer[0];
    const list = this.lists.findOrAdd(routeBuffer, count);
    this.best.addNewLists();
    return this.vcCount + list;
  }

  /**
   * Draws `drawnChannels` channels at random from the candidates of the header in a buffer, and chooses the drawn channel with the fewest
   * flits in its buffers. Moves that channel's virtual channels to the beginning of `routeBuffer`, and returns their number.
   * @param count Number of candidates, the first entries of `routeBuffer`.
   */
  private drawChannel(bufferId: number, count: number, cycle: number): number {
    const { routeBuffer, eligible } = this;
    // List each channel once.
    let channels = 0;
    for (let i = 0; i < count; i++) {
      const channel = this.channelOf(routeBuffer[i]);
      let j = 0;
      while (j < channels && eligible[j] !== channel) j++;
      if (j === channels) eligible[channels++] = channel;
    }
    let bestChannel = -1;
    let leastFlits = 0x3fffffff;
    // Draw channels, and keep the channel with the fewest flits in its buffers.
    for (let i = 0; i < this.drawnChannels; i++) {
      const channel = eligible[uniformBelow(mix(this.selectionKey + 1 + i, cycle, bufferId), channels)];
      const channelFlits = this.drawnChannels === 1 ? 0 : this.flitsBehind(channel);
      if (channelFlits >= leastFlits) continue;
      bestChannel = channel;
      leastFlits = channelFlits;
    }
    let keptCount = 0;
    for (let i = 0; i < count; i++) if (this.channelOf(routeBuffer[i]) === bestChannel) routeBuffer[keptCount++] = routeBuffer[i];
    return keptCount;
  }

  /**
   * Collects the requests of a cycle that could be granted, as a linked list for each virtual channel (`firstRequest`, `nextRequest`), and
   * returns the number of requested virtual channels. A header with several candidates requests the best one by the selection rule; all
   * headers with the same candidate list share that evaluation.
   */
  protected collectRequests(cycle: number): number {
    const {
      vcCount,
      sets,
      requesters,
      requestOf,
      requestingCount,
      requestedVcs,
      firstRequest,
      nextRequest,
      forwards,
      best,
      hasRandomTies,
    } = this;
    let count = 0;
    for (let i = 0; i < requestingCount; i++) {
      const bufferId = requesters[i];
      let vc = requestOf[bufferId];
      if (vc >= vcCount) {
        const list = vc - vcCount;
        if (forwards) vc = this.selectVc(bufferId, list, this.destinationOf(bufferId), cycle);
        else {
          if (!best.hasGrantable(list)) continue;
          // All requesters of a list see the same best virtual channels.
          const record = list << listBestShift;
          if (best.records[record + evaluatedAt] !== cycle) this.evaluateList(list, cycle);
          const tieCount = best.records[record + bestCount];
          if (tieCount === 0) continue;
          const start = best.records[record + bestStart];
          vc = best.ids[tieCount > 1 && hasRandomTies ? start + uniformBelow(mix(this.selectionKey, cycle, bufferId), tieCount) : start];
        }
        if (vc < 0) continue;
      }
      // A packet that leaves the network at the end of the channel needs no credit. Where terminals do not forward, their buffers are never
      // full.
      if (!sets.isGrantable(vc) && !(forwards && this.isVcFree(vc) && this.hasCredit(vc, this.destinationOf(bufferId)))) continue;
      if (firstRequest[vc] < 0) requestedVcs[count++] = vc;
      nextRequest[bufferId] = firstRequest[vc];
      firstRequest[vc] = bufferId;
    }
    return count;
  }

  /** Evaluates a candidate list once per cycle; it counts as empty if none of its best virtual channels can be granted. */
  private evaluateList(list: number, cycle: number): void {
    const { best, sets, eligible } = this;
    const record = list << listBestShift;
    this.selectVc(0, list, -1, cycle);
    const { tieCount } = this;
    let hasOpen = false;
    for (let i = 0; i < tieCount; i++) {
      best.ids[best.records[record + bestStart] + i] = eligible[i];
      hasOpen ||= sets.isGrantable(eligible[i]);
    }
    best.records[record + evaluatedAt] = cycle;
    best.records[record + bestCount] = hasOpen ? tieCount : 0;
  }

  /**
   * Selects the virtual channel of a candidate list that the head of a buffer requests in a cycle, by the selection rule; −1 for none. The
   * best virtual channel has the fewest flits in all buffers of its channel, if the rule counts these, and then in its own buffer. All
   * equally good virtual channels are stored in `eligible`, and their number in `tieCount`.
   * @param list Number of the candidate list.
   */
  private selectVc(bufferId: number, list: number, destination: number, cycle: number): number {
    const { eligible, isFreeOnly, isRandomSelection, isByChannel, hasEscapes, flits } = this;
    const { records, members } = this.lists;
    const start = records[(list << listShift) + listStart];
    const size = records[(list << listShift) + listSize];
    let summedChannel = -1;
    let channelFlits = 0;
    let leastChannelFlits = 0x3fffffff;
    let leastVcFlits = 0x3fffffff;
    let tieCount = 0;
    for (let i = start; i < start + 2 * size; i += 2) {
      const vc = members[i] >> 2;
      if (isFreeOnly && !(this.isVcFree(vc) && this.hasCredit(vc, destination))) continue;
      if (isByChannel && members[i + 1] !== summedChannel) {
        summedChannel = members[i + 1];
        channelFlits = this.flitsOfChannel(summedChannel >> 2);
      }
      // With escape channels, a virtual channel that cannot be granted now ranks after all virtual channels that can.
      const rankedFlits = hasEscapes && !(this.isVcFree(vc) && this.hasCredit(vc, destination)) ? 0x3ffffffe : channelFlits;
      const vcFlits = isRandomSelection ? 0 : flits[vc];
      if (rankedFlits > leastChannelFlits || (rankedFlits === leastChannelFlits && vcFlits > leastVcFlits)) continue;
      if (rankedFlits < leastChannelFlits || vcFlits < leastVcFlits) {
        leastChannelFlits = rankedFlits;
        leastVcFlits = vcFlits;
        tieCount = 0;
      }
      eligible[tieCount++] = vc;
    }
    this.tieCount = tieCount;
    if (tieCount === 0) return -1;
    return tieCount > 1 && this.hasRandomTies ? eligible[uniformBelow(mix(this.selectionKey, cycle, bufferId), tieCount)] : eligible[0];
  }

  // Grants.

  /**
   * Due allocators grant virtual channels to waiting heads, one after the other. Allocators of terminals are included if `ofTerminals` is
   * true.
   */
  protected grantByAllocators(allocators: WormholeAllocators, cycle: number, ofTerminals = true): void {
    for (let allocator = allocators.takeDue(ofTerminals); allocator >= 0; allocator = allocators.takeDue(ofTerminals)) {
      let grants = 0;
      for (
        let bufferId = allocators.nextToGrant(allocator, 0, cycle);
        bufferId >= 0;
        bufferId = allocators.nextToGrant(allocator, grants, cycle)
      ) {
        this.grantVc(allocators.bestVc(bufferId, cycle), bufferId, cycle);
        grants++;
      }
    }
  }

  protected grantRequests(count: number, cycle: number): void {
    const { requestedVcs, firstRequest } = this;
    for (let i = 0; i < count; i++) {
      const vc = requestedVcs[i];
      const winner = this.arbitrate(vc, cycle);
      firstRequest[vc] = -1;
      this.grantVc(vc, winner, cycle);
    }
  }

  /**
   * Chooses the buffer whose request for virtual channel `vc` is granted in a cycle: a random buffer, or the next in round-robin order or
   * by age. With priority for the network, headers from terminals wait until there are no other headers. Requests are a linked list from
   * `firstRequest` on.
   */
  private arbitrate(vc: number, cycle: number): number {
    const { firstRequest, nextRequest } = this;
    const first = firstRequest[vc];
    if (nextRequest[first] < 0) return first;
    let hasNetworkRequest = false;
    if (this.isNetworkFirst)
      for (let bufferId = first; bufferId >= 0; bufferId = nextRequest[bufferId]) hasNetworkRequest ||= !this.isFromTerminal(bufferId);
    let count = 0;
    for (let bufferId = first; bufferId >= 0; bufferId = nextRequest[bufferId])
      if (!hasNetworkRequest || !this.isFromTerminal(bufferId)) count++;
    // The winner of a draw has `drawnOrdinal` requesters with lower buffer numbers; they are counted for each, since there are few.
    const drawnOrdinal = this.arbitration === "random" ? uniformBelow(mix(this.arbitrationKey, cycle, vc), count) : -1;
    let winner = -1;
    for (let bufferId = first; bufferId >= 0; bufferId = nextRequest[bufferId]) {
      if (hasNetworkRequest && this.isFromTerminal(bufferId)) continue;
      if (drawnOrdinal < 0) {
        if (winner < 0 || this.hasPriorityOver(bufferId, winner, vc)) winner = bufferId;
        continue;
      }
      let lowerCount = 0;
      for (let otherBuffer = first; otherBuffer >= 0; otherBuffer = nextRequest[otherBuffer])
        if (otherBuffer < bufferId && !(hasNetworkRequest && this.isFromTerminal(otherBuffer))) lowerCount++;
      if (lowerCount === drawnOrdinal) return bufferId;
    }
    return winner;
  }

  /** Whether buffer `a` has priority over buffer `b` for virtual channel `vc`: in round-robin order, or by age. */
  private hasPriorityOver(a: number, b: number, vc: number): boolean {
    if (this.arbitration === "round-robin") {
      const last = this.lastServed[vc];
      return a > last === b > last ? a < b : a > last;
    }
    const { records } = this.pool;
    const difference =
      records[(this.headPacketOf(a) << packetShift) + packetCreated] - records[(this.headPacketOf(b) << packetShift) + packetCreated];
    return difference < 0 || (difference === 0 && a < b);
  }

  /**
   * Grants virtual channel `vc` to the packet at the head of a buffer: the packet holds it until its tail has crossed it, enters the ring
   * of packets of the buffer behind the virtual channel, and no longer requests. Updates the bit sets that say which virtual channels are
   * held and have a flit or a credit.
   */
  protected grantVc(vc: number, bufferId: number, cycle: number): void {
    const { bufferRecords, vcRecords, vcCount, sets, requesters, requesterIndex } = this;
    const { records } = this.pool;
    const { nextState } = this.routing;
    const packetId = this.headPacketOf(bufferId);
    const packetRecord = packetId << packetShift;
    const bufferRecord = vc << bufferShift;
    const bitIndex = sets.bitIndexOf(vc);
    const channel = bitIndex >> sets.channelBitsShift;
    // Source << 16 | destination.
    const packedEnds = records[packetRecord + packetEnds];
    // The packet holds the virtual channel.
    vcRecords[(vc << vcRecordShift) + holderBuffer] = bufferId;
    vcRecords[(vc << vcRecordShift) + flitsLeft] = this.packetPhits;
    vcRecords[(bufferId << vcRecordShift) + heldOutput] = vc;
    bufferRecords[bufferRecord + grantedAt] = cycle;
    bufferRecords[bufferRecord + lastHolder] = packetId;
    setBit(sets.unavailableVcs, bitIndex);
    sets.markSupplied(bitIndex);
    // It will leave the network behind the channel, or enter the buffer there.
    if (this.network.head[channel] === (packedEnds & 0xffff)) {
      setBit(sets.ejectingVcs, bitIndex);
      setBit(sets.creditedVcs, bitIndex);
    } else {
      const last = (bufferRecords[bufferRecord + headIndex] + bufferRecords[bufferRecord + bufferPackets]++) & ((1 << this.ringBits) - 1);
      this.packetRing[(vc << this.ringBits) + last] = packetId;
    }
    // Counters and routing.
    if (bufferId < vcCount) this.waitedCycles[this.channelOf(bufferId)] += cycle - records[packetRecord + packetReady];
    if (nextState !== undefined)
      records[packetRecord + packetRoutingState] = nextState(
        this.nodeOf(bufferId),
        packedEnds & 0xffff,
        records[packetRecord + packetRoutingState],
        vc,
      );
    if (this.lastServed.length > 0) this.lastServed[vc] = bufferId;
    if (channel === this.crossingCounter.channel) this.crossingCounter.count(packedEnds);
    // The last requester takes the position of the granted one.
    const last = requesters[--this.requestingCount];
    requesters[requesterIndex[bufferId]] = last;
    requesterIndex[last] = requesterIndex[bufferId];
    this.grants++;
    this.fingerprint = (this.fingerprint + hashGrant(cycle, vc, packedEnds >>> 16)) | 0;
  }

  // Flits.

  /** Finds the virtual channels that carry a flit in cycle `cycle`; returns their number. */
  private findMoves(cycle: number): number {
    const { sets } = this;
    if (sets.isListed) {
      const moveCount = this.findInActiveList();
      sets.dropLongList();
      return moveCount;
    }
    const moveCount = sets.channelBitsShift > 5 ? this.findInWideChannels() : this.findInWords();
    if (this.groupChannels.length > 0) return this.shareCapacity(moveCount, cycle);
    sets.startListIfShort(moveCount, cycle);
    return moveCount;
  }

  /**
   * For each channel in the list of channels with flits to carry, chooses the virtual channel that carries a flit in this cycle, in
   * round-robin order, and writes it to `movingVcs`; returns their number. A virtual channel can carry a flit if the buffer upstream
   * supplies a flit and the buffer downstream has a credit; both are bit sets with the bits of a channel side by side. Channels without
   * flits leave the list.
   */
  private findInActiveList(): number {
    const { sets, movingVcs, lastServedVc } = this;
    const { suppliedVcs, creditedVcs, list, isInList } = sets;
    const channelBitsShift = sets.channelBitsShift | 0;
    /** A channel has a power of two of bits; this many of them are not used. */
    const unusedBits = sets.unusedBits | 0;
    const channelMask = sets.channelMask | 0;
    const count = sets.listed | 0;
    let keptCount = 0;
    let moveCount = 0;
    for (let i = 0; i < count; i = (i + 1) | 0) {
      const channel = list[i];
      const firstBit = channel << channelBitsShift;
      const suppliedBits = (suppliedVcs[firstBit >> 5] >> firstBit) & channelMask;
      if (suppliedBits === 0) {
        isInList[channel] = 0;
        continue;
      }
      list[keptCount] = channel;
      keptCount = (keptCount + 1) | 0;
      const movableBits = suppliedBits & (creditedVcs[firstBit >> 5] >> firstBit);
      if (movableBits === 0) continue;
      let chosenBits = movableBits | 0;
      if ((movableBits & (movableBits - 1)) !== 0) {
        // Virtual channels after the virtual channel that was served last; if there are none, the first virtual channel.
        const laterBits = movableBits & (-2 << lastServedVc[channel]);
        if (laterBits !== 0) chosenBits = laterBits;
      }
      movingVcs[moveCount] = (firstBit + 31 - Math.clz32(chosenBits & -chosenBits) - Math.imul(unusedBits, channel)) | 0;
      moveCount = (moveCount + 1) | 0;
    }
    sets.listed = keptCount;
    return moveCount;
  }

  /**
   * For each channel, chooses the virtual channel that carries a flit in this cycle, in round-robin order, and writes it to `movingVcs`;
   * returns their number. Used while many channels carry flits: the bit sets of virtual channels with a flit and with a credit are combined
   * word by word, and a word has the bits of one or more whole channels.
   */
  private findInWords(): number {
    const { sets, movingVcs, lastServedVc } = this;
    const { activeWords, suppliedVcs, creditedVcs } = sets;
    const channelBitsShift = sets.channelBitsShift | 0;
    /** A channel has a power of two of bits; this many of them are not used. */
    const unusedBits = sets.unusedBits | 0;
    const channelMask = sets.channelMask | 0;
    const count = activeWords.length | 0;
    let moveCount = 0;
    // Each bit of an active word is a word of the sets that may have flits.
    for (let activeWord = 0; activeWord < count; activeWord = (activeWord + 1) | 0) {
      for (let activeBits = activeWords[activeWord] | 0; activeBits !== 0; activeBits &= activeBits - 1) {
        const word = ((activeWord << 5) + 31 - Math.clz32(activeBits & -activeBits)) | 0;
        const suppliedBits = suppliedVcs[word];
        if (suppliedBits === 0) activeWords[activeWord] &= ~(1 << word);
        let movableBits = suppliedBits & creditedVcs[word];
        if ((movableBits & (movableBits - 1)) === 0) {
          // At most one bit, which is hard to predict: the entry is always written, and the count advances by a sign bit.
          const position = ((word << 5) + 31 - Math.clz32(movableBits)) | 0;
          movingVcs[moveCount] = (position - Math.imul(unusedBits, position >> channelBitsShift)) | 0;
          moveCount = (moveCount - ((movableBits | -movableBits) >> 31)) | 0;
          continue;
        }
        while (movableBits !== 0) {
          const firstBit = ((31 - Math.clz32(movableBits & -movableBits)) >> channelBitsShift) << channelBitsShift;
          const channelMovableBits = (movableBits >> firstBit) & channelMask;
          const channel = ((word << 5) + firstBit) >> channelBitsShift;
          let chosenBits = channelMovableBits | 0;
          if ((channelMovableBits & (channelMovableBits - 1)) !== 0) {
            // Virtual channels after the virtual channel that was served last; if there are none, the first virtual channel.
            const laterBits = channelMovableBits & (-2 << lastServedVc[channel]);
            if (laterBits !== 0) chosenBits = laterBits;
          }
          const position = ((channel << channelBitsShift) + 31 - Math.clz32(chosenBits & -chosenBits)) | 0;
          movingVcs[moveCount] = (position - Math.imul(unusedBits, channel)) | 0;
          moveCount = (moveCount + 1) | 0;
          movableBits &= ~(channelMask << firstBit);
        }
      }
    }
    return moveCount;
  }

  /**
   * For each channel, chooses the virtual channel that carries a flit in this cycle, in round-robin order, and writes it to `movingVcs`;
   * returns their number. For channels with more than 32 virtual channels, whose bits take several words of the bit sets.
   */
  private findInWideChannels(): number {
    const { movingVcs } = this;
    const { activeWords, suppliedVcs, channelBitsShift } = this.sets;
    let moveCount = 0;
    let last = -1;
    for (let a = 0; a < activeWords.length; a++) {
      for (let activeBits = activeWords[a]; activeBits !== 0; activeBits &= activeBits - 1) {
        const word = (a << 5) + 31 - Math.clz32(activeBits & -activeBits);
        if (suppliedVcs[word] === 0) clearBit(activeWords, word);
        const channel = word >> (channelBitsShift - 5);
        if (channel === last) continue;
        last = channel;
        const found = this.nextVcInTurn(channel);
        if (found >= 0) movingVcs[moveCount++] = found;
      }
    }
    return moveCount;
  }

  /**
   * The virtual channel of a channel that carries a flit next, in round-robin order; −1 for none. For channels with more than 32 virtual
   * channels.
   */
  private nextVcInTurn(channel: number): number {
    const { vcs, lastServedVc } = this;
    const { suppliedVcs, creditedVcs, channelBitsShift } = this.sets;
    let vcOffset = lastServedVc[channel];
    for (let tried = 0; tried < vcs; tried++) {
      vcOffset = vcOffset + 1 === vcs ? 0 : vcOffset + 1;
      const position = (channel << channelBitsShift) + vcOffset;
      if (hasBit(suppliedVcs, position) && hasBit(creditedVcs, position)) return channel * vcs + vcOffset;
    }
    return -1;
  }

  /**
   * Removes moves of a cycle that exceed the capacities of groups of channels. If more channels of a group would carry a flit than its
   * capacity, they are taken in cyclic order from a random one. Returns the number of moves that remain in `movingVcs`.
   * @param moveTotal Number of moves in `movingVcs` before, one virtual channel each.
   */
  private shareCapacity(moveTotal: number, cycle: number): number {
    const { groupChannels, groupVcs, movingVcs } = this;
    const { group, groupCapacity } = this.network;
    // Keep the moves over channels without a group; collect the others.
    let moveCount = 0;
    let shared = 0;
    for (let i = 0; i < moveTotal; i++) {
      const channel = this.channelOf(movingVcs[i]);
      if (group[channel] < 0) movingVcs[moveCount++] = movingVcs[i];
      else {
        groupChannels[shared++] = channel;
        groupVcs[channel] = movingVcs[i];
      }
    }
    for (let groupIndex = 0; groupIndex < groupCapacity.length; groupIndex++) {
      let count = 0;
      for (let i = 0; i < shared; i++) if (group[groupChannels[i]] === groupIndex) count++;
      if (count === 0) continue;
      const remainingMoves = Math.floor(groupCapacity[groupIndex]);
      const first = count > remainingMoves ? uniformBelow(mix(this.arbitrationKey, cycle, ~groupIndex), count) : 0;
      let position = 0;
      for (let i = 0; i < shared; i++) {
        if (group[groupChannels[i]] !== groupIndex) continue;
        if ((position - first + count) % count < remainingMoves) movingVcs[moveCount++] = groupVcs[groupChannels[i]];
        position++;
      }
    }
    return moveCount;
  }

  /**
   * Moves a flit over each of the first `moveCount` virtual channels of `movingVcs`, from the buffer of the packet that holds the virtual
   * channel to the buffer downstream. Updates flit counts, credits and the bit sets; the first and the last flit of a packet are handled by
   * `moveHeader` and `moveTail`. Returns the number of headers that begin to request in the next cycle.
   */
  private moveFlits(moveCount: number, cycle: number): number {
    const { vcRecords, flits, sets, movingVcs, lastServedVc, allocators } = this;
    const { activeWords, suppliedVcs, creditedVcs, ejectingVcs, unavailableVcs, isInList, isListed } = sets;
    const vcCount = this.vcCount | 0;
    const channelBitsShift = sets.channelBitsShift | 0;
    const unusedBits = sets.unusedBits | 0;
    // Flit counts of a buffer that is full, and of a buffer that was full until a flit left; flits left of a packet whose header has gone.
    const full = this.bufferFlits | 0;
    const almostFull = (full - 1) | 0;
    const flitsAfterHeader = (this.packetPhits - 1) | 0;
    const mask = ((1 << channelBitsShift) - 1) | 0;
    const hasSeveralVcs = channelBitsShift > 0;
    let newHeadCount = 0;
    moveCount |= 0;
    cycle |= 0;
    // Bits are set inline, since a call takes longer.
    for (let i = 0; i < moveCount; i = (i + 1) | 0) {
      const vc = movingVcs[i];
      const position = (unusedBits === 0 ? vc : sets.bitIndexOf(vc)) | 0;
      const word = position >> 5;
      const bit = 1 << position;
      const vcRecord = (vc << vcRecordShift) | 0;
      const bufferId = vcRecords[vcRecord + holderBuffer] | 0;
      const flitsLeftToSend = (vcRecords[vcRecord + flitsLeft] - 1) | 0;
      const isEjection = (ejectingVcs[word] & bit) !== 0;
      vcRecords[vcRecord + flitsLeft] = flitsLeftToSend;
      vcRecords[vcRecord + lastFlitAt] = cycle;
      if (hasSeveralVcs) lastServedVc[position >> channelBitsShift] = position & mask;
      if (bufferId >= vcCount) this.countInjection(bufferId - vcCount, flitsLeftToSend, cycle);
      if (flitsLeftToSend === flitsAfterHeader) newHeadCount = this.moveHeader(vc, isEjection, newHeadCount, cycle) | 0;
      // A buffer may seem empty or full in the middle of this loop. The later flit that enters or leaves it sees the same counts and
      // corrects the sets.
      const upstreamFlits = --flits[bufferId];
      if (upstreamFlits === 0) suppliedVcs[word] &= ~bit;
      if (!isEjection) {
        const downstreamFlits = ++flits[vc];
        const next = vcRecords[vcRecord + heldOutput];
        // The flit enters an empty buffer whose packet has been granted already; or it takes the last slot.
        if (downstreamFlits === 1 && next >= 0) {
          const position = unusedBits === 0 ? next : sets.bitIndexOf(next);
          suppliedVcs[position >> 5] |= 1 << position;
          if (isListed) {
            if (isInList[position >> channelBitsShift] === 0) sets.activateChannel(position >> channelBitsShift);
          } else activeWords[position >> 10] |= 1 << (position >> 5);
        }
        if (downstreamFlits === full) creditedVcs[word] &= ~bit;
      }
      // A credit for a buffer that was full.
      if (upstreamFlits === almostFull && bufferId < vcCount) {
        const position = unusedBits === 0 ? bufferId : sets.bitIndexOf(bufferId);
        creditedVcs[position >> 5] |= 1 << position;
        if (allocators !== null && !hasBit(unavailableVcs, position)) allocators.onVcOpened(bufferId);
      }
      if (flitsLeftToSend === 0) newHeadCount = this.moveTail(vc, bufferId, isEjection, newHeadCount, cycle) | 0;
    }
    return newHeadCount;
  }

  /** A flit leaves its terminal from injection slot `slot`; `remainingFlits` flits of its packet remain. */
  protected countInjection(slot: number, remainingFlits: number, cycle: number): void {
    const { injection, recorder } = this;
    const terminal = injection.slots[(slot << slotShift) + slotTerminal];
    const isFirst = remainingFlits === this.packetPhits - 1;
    if (!isFirst && recorder.continueSending(terminal, cycle)) return;
    const { records } = this.pool;
    const packetRecord = injection.slots[(slot << slotShift) + slotPacket] << packetShift;
    const since = this.hasOneSlot ? records[packetRecord + packetCreated] + injection.startUp : injection.waitingSince(terminal);
    recorder.countSending(terminal, since, cycle, 1);
    if (!isFirst) return;
    records[packetRecord + packetInjected] = cycle;
    recorder.countInjected(terminal, records[packetRecord + packetMessage], cycle);
  }

  /** A packet's header crosses virtual channel `vc`. */
  private moveHeader(vc: number, isEjection: boolean, newHeadCount: number, cycle: number): number {
    const { bufferRecords } = this;
    const { records } = this.pool;
    const bufferRecord = vc << bufferShift;
    const packetRecord = bufferRecords[bufferRecord + lastHolder] << packetShift;
    records[packetRecord + packetReady] = cycle + 1;
    records[packetRecord + packetHops]++;
    this.injectionDelays[this.channelOf(vc)] += cycle + 1 - records[packetRecord + packetInjected];
    // The header is at the head if the buffer has no other packet.
    if (!isEjection && bufferRecords[bufferRecord + bufferPackets] === 1) this.newHeads[newHeadCount++] = vc;
    return newHeadCount;
  }

  /**
   * Handles the tail of a packet that crosses virtual channel `vc` from buffer `bufferId`: releases the virtual channel, notes an ejected
   * packet as arrived, and makes the next packet of the buffer its head.
   * @param isEjection Whether the packet leaves the network at the end of the channel.
   * @param newHeadCount Headers so far that begin to request in the next cycle, in `newHeads`.
   * @returns Their new number.
   */
  private moveTail(vc: number, bufferId: number, isEjection: boolean, newHeadCount: number, cycle: number): number {
    const { bufferRecords, vcRecords, vcCount, sets, isHandedOverEmpty } = this;
    const bitIndex = sets.bitIndexOf(vc);
    vcRecords[(vc << vcRecordShift) + holderBuffer] = -1;
    vcRecords[(bufferId << vcRecordShift) + heldOutput] = -1;
    this.carriedFlits[bitIndex >> sets.channelBitsShift] += this.packetPhits;
    clearBit(sets.suppliedVcs, bitIndex);
    if (isEjection) {
      clearBit(sets.ejectingVcs, bitIndex);
      if (this.flits[vc] >= this.bufferFlits) clearBit(sets.creditedVcs, bitIndex);
      this.arrivedPackets[this.arrivedCount++] = bufferRecords[(vc << bufferShift) + lastHolder];
    }
    this.handOverVc(vc, bitIndex);
    if (bufferId >= vcCount) {
      this.injection.releaseSlot(bufferId - vcCount);
      return newHeadCount;
    }
    const bufferRecord = bufferId << bufferShift;
    bufferRecords[bufferRecord + lastTailAt] = cycle;
    bufferRecords[bufferRecord + headIndex] = (bufferRecords[bufferRecord + headIndex] + 1) & ((1 << this.ringBits) - 1);
    bufferRecords[bufferRecord + bufferPackets]--;
    if (isHandedOverEmpty) this.handOverVc(bufferId, sets.bitIndexOf(bufferId));
    // The header of the next packet, if it has arrived. If it arrives in this cycle but later in this loop, it is handled there.
    if (this.flits[bufferId] > 0) this.newHeads[newHeadCount++] = bufferId;
    return newHeadCount;
  }

  /** Makes virtual channel `vc` available again, unless it is held or has to be empty first. */
  protected handOverVc(vc: number, position: number): void {
    if (this.vcRecords[(vc << vcRecordShift) + holderBuffer] >= 0 || (this.isHandedOverEmpty && this.flits[vc] > 0)) return;
    clearBit(this.sets.unavailableVcs, position);
    if (this.allocators !== null) this.allocators.onVcOpened(vc);
  }

  // Counters that the recorder reads.

  protected phitsOn(channel: number): number {
    const { vcRecords, vcs, packetPhits } = this;
    let sum = this.carriedFlits[channel];
    for (
      let vcRecord = (channel * vcs) << vcRecordShift;
      vcRecord < ((channel + 1) * vcs) << vcRecordShift;
      vcRecord += 1 << vcRecordShift
    ) {
      if (vcRecords[vcRecord + holderBuffer] >= 0) sum += packetPhits - vcRecords[vcRecord + flitsLeft];
    }
    return sum;
  }

  protected waitingBehind(channel: number): number {
    return this.waitedCycles[channel];
  }

  protected sinceInjectionOn(channel: number): number {
    return this.injectionDelays[channel];
  }

  protected packetsBehind(vc: number): number {
    return this.bufferRecords[(vc << bufferShift) + bufferPackets] + this.tailsLeftLastCycle(vc);
  }

  protected override spaceTakenBehind(vc: number): number {
    return this.flits[vc] + this.tailsLeftLastCycle(vc);
  }

  /** Number of tails that left buffer `vc` in the last cycle. */
  protected tailsLeftLastCycle(vc: number): number {
    return this.bufferRecords[(vc << bufferShift) + lastTailAt] === this.now - 1 ? 1 : 0;
  }

  // Queries about single packets.

  /** Whether a flit was crossing on virtual channel `vc` in the last cycle. */
  protected isCrossing(vc: number): boolean {
    return this.vcRecords[(vc << vcRecordShift) + lastFlitAt] === this.now - 1;
  }

  override holderOf(channel: number): ChannelHolder | null {
    const { vcs, now } = this;
    for (let vc = channel * vcs; vc < (channel + 1) * vcs; vc++) if (now > 0 && this.isCrossing(vc)) return this.crossingPacket(vc);
    return null;
  }

  /** The packet whose flit crossed on virtual channel `vc` last. */
  protected crossingPacket(vc: number): ChannelHolder {
    const bufferRecord = vc << bufferShift;
    return { ...this.endsOf(this.bufferRecords[bufferRecord + lastHolder]), since: this.bufferRecords[bufferRecord + grantedAt] };
  }

  requestersOf(channel: number): readonly WaitingPacket[] {
    const { vcCount, requesters } = this;
    const queues = Array.from(requesters.subarray(0, this.requestingCount));
    return queues
      .filter((bufferId) => this.candidates(bufferId).some((vc) => this.channelOf(vc) === channel))
      .map((bufferId) => ({
        ...this.endsOf(this.headPacketOf(bufferId)),
        channel: bufferId < vcCount ? this.channelOf(bufferId) : -1,
        since: this.readyOf(this.headPacketOf(bufferId)),
      }));
  }

  queueContents(queue: number): readonly QueuedPacket[] {
    const isLeaving = this.vcRecords[(queue << vcRecordShift) + heldOutput] >= 0;
    const last = this.isHeaderPending(queue) ? this.bufferRecords[(queue << bufferShift) + bufferPackets] - 1 : -1;
    return this.packetsIn(queue).map((packetId, i) => ({
      ...this.endsOf(packetId),
      since: (isLeaving && i === 0) || i === last ? Infinity : this.readyOf(packetId),
    }));
  }

  /** The packet whose tail left in the last cycle; if none did, the first packet if it holds an output; otherwise null. */
  departingFrom(queue: number): readonly FlowEnds[] | null {
    const { bufferRecords, vcRecords, packetRing, ringBits } = this;
    const departedTails = this.tailsLeftLastCycle(queue);
    const isLeaving = vcRecords[(queue << vcRecordShift) + heldOutput] >= 0;
    if (departedTails === 0 && !isLeaving) return null;
    const position = (bufferRecords[(queue << bufferShift) + headIndex] - departedTails) & ((1 << ringBits) - 1);
    return [this.endsOf(packetRing[(queue << ringBits) + position])];
  }

  occupantsOf(vc: number): readonly FlowEnds[] | null {
    const { bufferRecords, vcRecords, now } = this;
    const vcRecord = vc << vcRecordShift;
    return vcRecords[vcRecord + holderBuffer] >= 0 || vcRecords[vcRecord + lastFlitAt] === now - 1
      ? [this.endsOf(bufferRecords[(vc << bufferShift) + lastHolder])]
      : null;
  }

  /** With several candidates, a free virtual channel that may have had a credit is not reported as blocking. */
  isOutOfCredit(vc: number, queue: number): boolean {
    return this.candidates(queue).length === 1 || this.flits[vc] >= this.bufferFlits - 1 || !this.isVcFree(vc);
  }

  private readyOf(packet: number): number {
    return this.pool.records[(packet << packetShift) + packetReady];
  }

  /** Numbers of the packets that have flits in a buffer, or will have. */
  private packetsIn(queue: number): readonly number[] {
    const { bufferRecords, packetRing, ringBits } = this;
    const bufferRecord = queue << bufferShift;
    const first = bufferRecords[bufferRecord + headIndex];
    return Array.from(
      { length: bufferRecords[bufferRecord + bufferPackets] },
      (_, i) => packetRing[(queue << ringBits) + ((first + i) & ((1 << ringBits) - 1))],
    );
  }

  /** Whether virtual channel `vc` is granted to a packet whose header has not crossed it yet. */
  private isHeaderPending(vc: number): boolean {
    return (
      this.vcRecords[(vc << vcRecordShift) + holderBuffer] >= 0 && this.vcRecords[(vc << vcRecordShift) + flitsLeft] === this.packetPhits
    );
  }

  candidates(bufferId: number): readonly number[] {
    const { vcCount, requestOf } = this;
    if (requestOf[bufferId] < vcCount) return [requestOf[bufferId]];
    const { records, members } = this.lists;
    const list = (requestOf[bufferId] - vcCount) << listShift;
    return Array.from({ length: records[list + listSize] }, (_, i) => members[records[list + listStart] + 2 * i] >> 2);
  }

  /** The worms that hold a channel, or are in the buffers behind it. */
  worms(channel: number): readonly Worm[] {
    const { vcRecords, vcs } = this;
    const found: Worm[] = [];
    for (let vc = channel * vcs; vc < (channel + 1) * vcs; vc++) {
      const source = vcRecords[(vc << vcRecordShift) + holderBuffer];
      const holder = source < 0 ? -1 : this.headPacketOf(source);
      const buffered = this.packetsIn(vc);
      for (const packetId of new Set(holder < 0 ? buffered : [holder, ...buffered])) found.push(this.wormOf(packetId, vc));
    }
    return found;
  }

  /**
   * Describes a worm (a packet with flits in several buffers): the channels that it holds, from its tail to its header, and the channels
   * that its header waits for, if it waits.
   * @param vc A virtual channel that the packet holds, or in whose buffer it is.
   */
  private wormOf(packetId: number, vc: number): Worm {
    const { bufferRecords, vcRecords, vcCount } = this;
    const channels = [this.channelOf(vc)];
    /** The buffer from which the packet sends into this buffer; −1 if its tail has left that buffer. */
    const holderBehind = (bufferId: number) => {
      const holder = vcRecords[(bufferId << vcRecordShift) + holderBuffer];
      return holder >= 0 && this.headPacketOf(holder) === packetId ? holder : -1;
    };
    for (let bufferId = holderBehind(vc); bufferId >= 0 && bufferId < vcCount; bufferId = holderBehind(bufferId))
      channels.unshift(this.channelOf(bufferId));
    // Follow the worm to its header: in a buffer, at the end of a channel, or still before the channel that it was granted.
    let head = vc;
    while (
      bufferRecords[(head << bufferShift) + bufferPackets] > 0 &&
      this.headPacketOf(head) === packetId &&
      vcRecords[(head << vcRecordShift) + heldOutput] >= 0
    ) {
      head = vcRecords[(head << vcRecordShift) + heldOutput];
      channels.push(this.channelOf(head));
    }
    const { source, destination } = this.endsOf(packetId);
    const isMoving = this.network.head[this.channelOf(head)] === destination || (holderBehind(head) >= 0 && this.isHeaderPending(head));
    return { source, destination, channels, waitsFor: isMoving ? [] : this.requestedChannels(head) };
  }

  /** The channels that the head of a buffer holds or requests; none if its header has just arrived. */
  private requestedChannels(bufferId: number): readonly number[] {
    const { vcRecords, requesterIndex, requesters } = this;
    const heldVc = vcRecords[(bufferId << vcRecordShift) + heldOutput];
    if (heldVc >= 0) return [this.channelOf(heldVc)];
    const isRequesting = requesterIndex[bufferId] < this.requestingCount && requesters[requesterIndex[bufferId]] === bufferId;
    return isRequesting ? [...new Set(this.candidates(bufferId).map((vc) => this.channelOf(vc)))] : [];
  }

  trackChannel(channel: number): void {
    this.crossingCounter.track(channel);
  }

  trackedCrossings(): readonly ChannelCrossing[] {
    return this.crossingCounter.toCrossings(this.packetPhits);
  }

  // Deadlocks.

  /** Whether the buffer has a flit of its first packet. */
  protected hasHeadFlit(bufferId: number): boolean {
    return this.bufferRecords[(bufferId << bufferShift) + bufferPackets] > 0;
  }

  /**
   * Finds a deadlock: packets that wait for each other in a cycle; empty if there is none. A head that holds a virtual channel waits while
   * the buffer behind that channel is full. A header waits while none of its candidates is free and has a credit. In both cases a flit has
   * to leave the buffer behind the channel: a packet that holds the virtual channel moves on as soon as there is a credit.
   */
  findWaitCycle(): readonly DeadlockWait[] {
    const { vcRecords, vcCount, vcs, requestOf, requestingCount, requesters } = this;
    const { records, members } = this.lists;
    // Which buffers request, and which virtual channels a buffer's next flit could cross now.
    const isRequesting = new Uint8Array(vcCount);
    for (let i = 0; i < requestingCount; i++) if (requesters[i] < vcCount) isRequesting[requesters[i]] = 1;
    const hasCreditFor = (bufferId: number, vc: number) => this.hasCredit(vc, this.endsOf(this.headPacketOf(bufferId)).destination);
    const isOpenTo = (bufferId: number, vc: number) => {
      const holder = vcRecords[(vc << vcRecordShift) + holderBuffer];
      return hasCreditFor(bufferId, vc) && (holder < 0 ? this.isVcFree(vc) : hasCreditFor(holder, vc));
    };
    // Search for heads that wait for each other.
    const waitCycle = findWaitCycle({
      count: vcCount,
      maxCandidates: this.routing.maxCandidates,
      isWaiting: (bufferId) =>
        isRequesting[bufferId] === 1 ||
        (this.hasHeadFlit(bufferId) &&
          vcRecords[(bufferId << vcRecordShift) + heldOutput] >= 0 &&
          !isOpenTo(bufferId, vcRecords[(bufferId << vcRecordShift) + heldOutput])),
      writeCandidates: (bufferId, out) => {
        const candidateSet = isRequesting[bufferId] === 1 ? requestOf[bufferId] : vcRecords[(bufferId << vcRecordShift) + heldOutput];
        // A candidate set is one virtual channel, or vcCount + the number of a candidate list, whose members are stored as 4 × vc.
        const isSingleVc = candidateSet < vcCount;
        const list = (candidateSet - vcCount) << listShift;
        const count = isSingleVc ? 1 : records[list + listSize];
        for (let i = 0; i < count; i++) {
          const vc = isSingleVc ? candidateSet : members[records[list + listStart] + 2 * i] >> 2;
          out[i] = isOpenTo(bufferId, vc) ? -1 : vc;
        }
        return count;
      },
    });
    return waitsOfCycle(
      waitCycle,
      vcs,
      (bufferId) => this.headPacketOf(bufferId),
      (packetId) => this.endsOf(packetId),
    );
  }
}
