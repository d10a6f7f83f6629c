// hot: no allocation, no for-of, no destructuring inside `run` and what it calls.
/**
 * Wormhole flow control where channels have rates and lengths, or switches are not plain, exact to the cycle; `wormhole.ts` describes a
 * cycle. Requests and grants of virtual channels are those of the plain engine.
 *
 * Everything with a delay is on an event wheel: arriving flits, returning credits, headers that will request. `flits` counts the flits of a
 * buffer as its sender knows them; `readyFlits` counts the flits that can move on. Where a switch matches inputs with outputs, each input
 * has a bit for every virtual channel whose head can move. Otherwise each channel has a bit for every virtual channel with a flit for it,
 * in the buffer before the switch or in its output buffer.
 *
 * Passes are numbered through all cycles. Random choices that may occur in each pass are hashes of that number.
 */
import { growth, growInt32Array, nextPowerOfTwo } from "../../base/arrays.ts";
import { uniformBelow, mix } from "../../base/random.ts";
import { delayOf } from "../../plan/links.ts";
import type { Plan } from "../../plan/plan.ts";
import { plainSwitch } from "../../plan/switches.ts";
import type { ChannelHolder, Simulation, DeadlockWait } from "../../simulation/contract.ts";
import { packetHops, packetInjected, packetShift, packetReady } from "../packet-pool.ts";
import { bufferShift, headIndex, grantedAt, lastHolder, lastTailAt, lastTailCount, bufferPackets } from "./records/buffer.ts";
import { vcRecordShift, holderBuffer, heldOutput, lastFlitAt, flitsLeft } from "./records/virtual-channel.ts";
import { Wormhole } from "./engine.ts";
import { maxPacketsInBuffer, type WormholeRules } from "./rules.ts";
import { clearBit, hasBit, setBit } from "./vc-bit-sets.ts";

/** Starts a simulation of a plan with non-uniform links or switches that are not plain, at cycle 0. */
export function startSwitchedWormhole(rules: WormholeRules, plan: Plan): Simulation {
  return new SwitchedWormhole(rules, plan);
}

// Kinds of events, in the last bits of an event; the higher bits are a buffer, a virtual channel or a packet.
const eventShift = 3;
/**
 * A flit of a buffer can move on; a credit of a buffer reaches the sender; the head of a buffer may request; a flit can move on and the
 * head may request.
 */
const flitArrives = 0;
const creditArrives = 1;
const headerRequests = 2;
const headerArrives = 3;
/** A granted packet may move; the tail of a packet is at its terminal. */
const grantEffective = 4;
const tailArrives = 5;

// Record of a channel, as word offsets.
const channelShift = 4;
/** Units per cycle, and units per phit. */
const unitsPerCycle = 0;
const unitsPerPhit = 1;
/** Cycles in addition to a phit's own: on the link, in the pipeline of the switch behind it, and of a credit on its way back. */
const linkDelay = 2;
const pipelineStages = 3;
const creditDelay = 4;
/** 1 where the switch at the beginning of the channel matches inputs with outputs. */
const isMatched = 5;
/** The first cycle in which the channel can begin to carry a flit. */
const idleFrom = 6;
/** As an output: the buffer with the best proposal so far, −1 for none; the input that was accepted last; 1 while it is matched. */
const proposal = 7;
const lastInput = 8;
const isOutputMatched = 9;
/** As an input: position of the virtual channel that passed last; 1 while it is matched. */
const lastVc = 10;
const isInputMatched = 11;

/** Later than any cycle: request cycle of a header that has not been sent yet. */
const neverReady = 0x7fffffff;

class SwitchedWormhole extends Wormhole {
  /** [channels << channelShift] */
  private readonly channelRecords: Int32Array;
  /** [channels] When a channel is free, in the channel's units (see `unitsPerCycle`). */
  private readonly channelFreeAt: Float64Array;
  /** [virtual channels + slots] Flits of each buffer that can move on. */
  private readonly readyFlits: Uint16Array;
  /**
   * [channels × vcs, by bit index] Virtual channels that have a flit for their channel; the channels of these virtual channels, and 1 for
   * each such channel.
   */
  private readonly movableVcs: Int32Array;
  private readonly activeChannels: Int32Array;
  private readonly isActiveChannel: Uint8Array;
  private activeCount = 0;
  private readonly speedup: number;
  private readonly iterations: number;
  /** Flits per output buffer; 0 where switches have none. */
  private readonly outputBufferFlits: number;
  /** [virtual channels + slots] The channel that the head of a buffer was granted last. */
  private readonly grantedChannel: Int32Array;
  /** [virtual channels + slots] The cycle in which the head of a buffer began to request last. */
  private readonly requestedAt: Int32Array;

  /** The event wheel: events of each cycle, and their number. */
  private readonly wheelSlots: Int32Array[];
  private readonly slotCounts: Int32Array;
  /** The last cycle with a scheduled event. */
  private lastWheelCycle = -1;

  /** Inputs of switches that may have a flit to pass on, and 1 for each of them. */
  private readonly offeringInputs: Int32Array;
  private readonly isOffering: Uint8Array;
  private offeringCount = 0;
  /** Virtual channels of inputs whose heads can move, by bit index like `movableVcs`. */
  private readonly offeringVcs: Int32Array;
  /** Outputs that have proposals. */
  private readonly proposedOutputs: Int32Array;

  /**
   * [virtual channels] For each output buffer: slots taken as seen by the switch; flits in it; flits of its first packet that have left.
   */
  private readonly outputSlotsTaken: Int32Array;
  private readonly outputFlits: Int32Array;
  private readonly outputFlitsSent: Int32Array;
  /**
   * [virtual channels << outputRingBits, two words each] Packets of each output buffer: 2 × packet, + 1 if the channel leads to its
   * destination; and cycle of its grant. Then the position of the first packet, and the number of packets.
   */
  private readonly outputRing: Int32Array;
  private readonly outputRingBits: number;
  private readonly outputHead: Int32Array;
  private readonly outputPackets: Int32Array;
  /** Output buffers that flits have left in this cycle, once per flit. */
  private readonly outputDepartures: Int32Array;
  private outputDepartureCount = 0;

  /** [virtual channels, two words each] The packet whose header crossed each virtual channel last, and the cycle of its grant. */
  private readonly crossingHeaders: Int32Array;
  /** Channels with a shared capacity, and remaining capacity of each group in this cycle. */
  private readonly groupedChannels: Int32Array;
  private readonly groupCapacityLeft: Int32Array;
  private cycle = 0;
  private pass = 0;
  private pendingHeadCount = 0;
  /**
   * Passes per cycle in which virtual channels are granted; and grants of this pass that take effect in the next pass of the same cycle.
   */
  private readonly passes: number;
  private readonly delayedGrants: Int32Array;
  private delayedGrantCount = 0;

  constructor(rules: WormholeRules, plan: Plan) {
    super(rules, plan);
    const { network, links, switches = plainSwitch } = plan;
    const { vcs, vcCount, packetPhits, terminalCount, sets } = this;
    const { head, tail, group, groupCapacity } = network;
    const channelCount = head.length;
    const buffers = this.requesters.length;
    this.channelRecords = new Int32Array(channelCount << channelShift);
    this.channelFreeAt = new Float64Array(channelCount);
    this.readyFlits = new Uint16Array(buffers);
    this.movableVcs = new Int32Array(sets.suppliedVcs.length);
    this.activeChannels = new Int32Array(channelCount);
    this.isActiveChannel = new Uint8Array(channelCount);
    let longest = 1;
    let fastest = 1;
    for (let channel = 0; channel < channelCount; channel++) {
      const record = channel << channelShift;
      const intoSwitch = head[channel] >= terminalCount;
      this.channelRecords[record + unitsPerCycle] = links?.perCycle[channel] ?? 1;
      this.channelRecords[record + unitsPerPhit] = links?.perPhit[channel] ?? 1;
      this.channelRecords[record + linkDelay] = delayOf(links, channel);
      this.channelRecords[record + pipelineStages] = intoSwitch ? switches.pipeline : 0;
      this.channelRecords[record + creditDelay] = delayOf(links, channel) + (intoSwitch ? switches.creditDelay : 0);
      this.channelRecords[record + isMatched] = tail[channel] >= terminalCount && switches.speedup > 0 ? 1 : 0;
      this.channelRecords[record + proposal] = this.channelRecords[record + lastInput] = -1;
      this.channelRecords[record + lastVc] = vcs - 1;
      const crossing =
        Math.ceil(this.channelRecords[record + unitsPerPhit] / this.channelRecords[record + unitsPerCycle]) +
        1 +
        this.channelRecords[record + linkDelay] +
        this.channelRecords[record + pipelineStages];
      fastest = Math.max(fastest, Math.ceil(this.channelRecords[record + unitsPerCycle] / this.channelRecords[record + unitsPerPhit]));
      longest = Math.max(longest, crossing, 1 + this.channelRecords[record + creditDelay]);
    }
    const wheelSize = nextPowerOfTwo(longest + 1);
    const emptySlot = new Int32Array(0);
    this.wheelSlots = Array.from({ length: wheelSize }, () => emptySlot);
    this.slotCounts = new Int32Array(wheelSize);
    this.speedup = switches.speedup | 0;
    this.passes = Math.max(1, switches.speedup) | 0;
    this.delayedGrants = new Int32Array(switches.speedup > 1 ? vcCount : 0);
    this.iterations = switches.iterations | 0;
    this.outputBufferFlits = switches.outputBuffer | 0;
    this.grantedChannel = new Int32Array(buffers);
    this.requestedAt = new Int32Array(buffers).fill(-1);
    const matched = switches.speedup > 0 ? channelCount : 0;
    this.offeringInputs = new Int32Array(matched);
    this.isOffering = new Uint8Array(matched);
    this.offeringVcs = new Int32Array(matched > 0 ? sets.suppliedVcs.length : 0);
    this.proposedOutputs = new Int32Array(matched);
    const out = this.outputBufferFlits > 0 ? vcCount : 0;
    this.outputSlotsTaken = new Int32Array(out);
    this.outputFlits = new Int32Array(out);
    this.outputFlitsSent = new Int32Array(out);
    this.outputRingBits = 31 - Math.clz32(nextPowerOfTwo(maxPacketsInBuffer(Math.max(1, this.outputBufferFlits), packetPhits)));
    this.outputRing = new Int32Array((2 * out) << this.outputRingBits);
    this.outputHead = new Int32Array(out);
    this.outputPackets = new Int32Array(out);
    this.outputDepartures = new Int32Array(out * fastest);
    this.crossingHeaders = new Int32Array(2 * vcCount);
    this.groupedChannels = Int32Array.from(group.keys()).filter((channel) => group[channel] >= 0);
    this.groupCapacityLeft = new Int32Array(groupCapacity.length);
  }

  /**
   * Simulates cycles until cycle `stop`, or until `work` units of work are done; returns the work done. A cycle, a grant and four moved
   * flits are one unit each. Each cycle has four phases: events of the wheel, injection, allocation of virtual channels, and moves of
   * flits. With a speed-up of the switches the last two repeat in passes.
   */
  protected override run(stop: number, work: number): number {
    stop |= 0;
    work |= 0;
    const { readyFlits, packetPhits, vcCount, injection, recorder, newHeads, isEndAllowed, outputBufferFlits } = this;
    let cycle = this.now | 0;
    let workDone = 0;
    let isOver = false;
    this.grants = 0;
    for (; cycle < stop && workDone < work && !isOver; cycle = (cycle + 1) | 0) {
      this.cycle = cycle;
      this.pass = 0;
      // Heads that begin to request: headers that became heads in the last cycle, and heads whose request cycle has come.
      this.pendingHeadCount = this.newHeadCount;
      const arrivals = this.processWheel(cycle);
      isOver = arrivals > 0 && isEndAllowed && recorder.isComplete;
      if (injection.hasWork(cycle)) {
        const before = this.pendingHeadCount;
        this.pendingHeadCount = injection.fillSlots(cycle, newHeads, before, vcCount) | 0;
        for (let i = before; i < this.pendingHeadCount; i++) readyFlits[newHeads[i]] = packetPhits;
      }
      const before = this.grants;
      this.allocate();
      let moves = this.moveInTurn(cycle);
      moves = (moves + this.moveInPasses(cycle)) | 0;
      if (outputBufferFlits > 0) this.freeOutputSlots();
      if (moves > 0) this.nextAfterMove = (cycle + 1) | 0;
      this.newHeadCount = this.pendingHeadCount;
      workDone = (workDone + 1 + this.grants - before + (moves >> 2)) | 0;
      // While the network is quiescent, time may jump.
      if (this.isQuiescent) isOver = true;
    }
    this.now = cycle;
    this.lastEventCycle = this.isQuiescent ? cycle - 1 : cycle;
    return workDone;
  }

  /** Whether nothing happens before a terminal creates a message. */
  private get isQuiescent(): boolean {
    return (
      this.requestingCount === 0 &&
      this.activeCount === 0 &&
      this.offeringCount === 0 &&
      this.lastWheelCycle <= this.cycle &&
      this.newHeadCount === 0
    );
  }

  protected override get endOfMovement(): number {
    return Math.max(this.nextAfterMove, this.lastWheelCycle);
  }

  // The event wheel.

  private schedule(cycle: number, event: number): void {
    const { slotCounts } = this;
    const position = cycle & (slotCounts.length - 1);
    const count = slotCounts[position];
    let wheelSlot = this.wheelSlots[position];
    if (count === wheelSlot.length)
      wheelSlot = this.wheelSlots[position] = growInt32Array(wheelSlot, count === 0 ? growth.initial(16) : growth.next(count));
    wheelSlot[count] = event;
    slotCounts[position] = count + 1;
    if (cycle > this.lastWheelCycle) this.lastWheelCycle = cycle;
  }

  /**
   * Handles all events that were scheduled for a cycle on the event wheel: flits and headers that arrive at a buffer, credits that arrive
   * at its sender, headers that may request after the pipeline, grants that take effect, and tails at their terminals. An event packs a
   * kind and a buffer or packet. Returns the number of packets whose tails reached their terminals.
   */
  private processWheel(cycle: number): number {
    const { vcRecords, slotCounts, readyFlits, flits, sets, isHandedOverEmpty } = this;
    const almostFull = (this.bufferFlits - 1) | 0;
    const position = cycle & (slotCounts.length - 1);
    const count = slotCounts[position];
    if (count === 0) return 0;
    const wheelSlot = this.wheelSlots[position];
    slotCounts[position] = 0;
    let arrivals = 0;
    for (let i = 0; i < count; i++) {
      const event = wheelSlot[i];
      const bufferId = event >> eventShift;
      const kind = event & ((1 << eventShift) - 1);
      if (kind === flitArrives) {
        if (readyFlits[bufferId]++ === 0 && vcRecords[(bufferId << vcRecordShift) + heldOutput] >= 0)
          this.updateMovable(vcRecords[(bufferId << vcRecordShift) + heldOutput]);
      } else if (kind === creditArrives) {
        const flitsAtSender = --flits[bufferId];
        if (flitsAtSender === almostFull) setBit(sets.creditedVcs, sets.bitIndexOf(bufferId));
        if (vcRecords[(bufferId << vcRecordShift) + holderBuffer] >= 0) {
          if (flitsAtSender === almostFull) this.updateMovable(bufferId);
        } else if (flitsAtSender === almostFull || (flitsAtSender === 0 && isHandedOverEmpty))
          this.handOverVc(bufferId, sets.bitIndexOf(bufferId));
      } else if (kind === headerArrives) {
        if (readyFlits[bufferId]++ === 0) this.onHeaderReady(bufferId, cycle);
      } else if (kind === headerRequests) this.onHeaderReady(bufferId, cycle);
      else if (kind === grantEffective) this.updateMovable(bufferId);
      else {
        this.consume(bufferId, cycle);
        arrivals++;
      }
    }
    return arrivals;
  }

  /** The request cycle of a header has come: it requests if it is at the head of its buffer. */
  private onHeaderReady(bufferId: number, cycle: number): void {
    const isHead =
      this.vcRecords[(bufferId << vcRecordShift) + heldOutput] < 0 &&
      this.pool.records[(this.headPacketOf(bufferId) << packetShift) + packetReady] === cycle;
    if (!isHead || this.requestedAt[bufferId] === cycle) return;
    this.requestedAt[bufferId] = cycle;
    this.newHeads[this.pendingHeadCount++] = bufferId;
  }

  // Virtual channels.

  /**
   * Grants virtual channels in a pass: in the first pass of a cycle all of them, in later passes only virtual channels that leave switches.
   */
  private allocate(): void {
    const { newHeads, allocators } = this;
    const { head, terminals } = this.network;
    const isFirst = this.pass === 0;
    const passNumber = (Math.imul(this.cycle, this.passes) + this.pass) | 0;
    let keptCount = 0;
    for (let i = 0; i < this.pendingHeadCount; i++) {
      if (isFirst || head[this.channelOf(newHeads[i])] >= terminals) this.beginRequest(newHeads[i], passNumber);
      else newHeads[keptCount++] = newHeads[i];
    }
    this.pendingHeadCount = keptCount;
    if (allocators !== null) this.grantByAllocators(allocators, passNumber, isFirst);
    else if (this.requestingCount > 0) {
      const count = this.collectRequests(passNumber);
      this.grantRequests(isFirst ? count : this.keepSwitchOutputs(count), passNumber);
    }
  }

  /** Reduces the first `count` requested virtual channels to the ones that leave switches; returns their number. */
  private keepSwitchOutputs(count: number): number {
    const { requestedVcs, firstRequest } = this;
    let keptCount = 0;
    for (let i = 0; i < count; i++) {
      const vc = requestedVcs[i];
      if (this.network.tail[this.channelOf(vc)] >= this.terminalCount) requestedVcs[keptCount++] = vc;
      else firstRequest[vc] = -1;
    }
    return keptCount;
  }

  /** A granted packet may move immediately. Behind a pipeline it may move in the next pass, of this cycle or of the next one. */
  protected override grantVc(vc: number, bufferId: number): void {
    super.grantVc(vc, bufferId, this.cycle);
    this.grantedChannel[bufferId] = this.channelOf(vc);
    this.pool.records[(this.bufferRecords[(vc << bufferShift) + lastHolder] << packetShift) + packetReady] = neverReady;
    if (this.readyFlits[bufferId] === 0) return;
    const isDelayed = bufferId < this.vcCount && this.channelRecords[(this.channelOf(bufferId) << channelShift) + pipelineStages] > 0;
    if (!isDelayed) this.updateMovable(vc);
    else if (this.pass + 1 < this.passes) this.delayedGrants[this.delayedGrantCount++] = vc;
    else this.schedule(this.cycle + 1, (vc << eventShift) + grantEffective);
  }

  /** Grants of the previous pass take effect. */
  private activateGrants(): void {
    for (let i = 0; i < this.delayedGrantCount; i++) this.updateMovable(this.delayedGrants[i]);
    this.delayedGrantCount = 0;
  }

  /**
   * Notes that virtual channel `vc` can carry a flit, if the packet that holds it has one that may move. Where a switch matches inputs with
   * outputs, its input is marked as offering a flit; otherwise the channel is marked as active.
   */
  private updateMovable(vc: number): void {
    const { channelRecords, sets } = this;
    const bufferId = this.vcRecords[(vc << vcRecordShift) + holderBuffer];
    const bitIndex = sets.bitIndexOf(vc);
    if (bufferId < 0 || !this.canMove(vc, bitIndex, bufferId)) return;
    const channel = bitIndex >> sets.channelBitsShift;
    if (channelRecords[(channel << channelShift) + isMatched] === 0) {
      setBit(this.movableVcs, bitIndex);
      this.activateChannel(channel);
      return;
    }
    const inputBit = sets.bitIndexOf(bufferId);
    const input = inputBit >> sets.channelBitsShift;
    setBit(this.offeringVcs, inputBit);
    if (this.isOffering[input] !== 0) return;
    this.isOffering[input] = 1;
    this.offeringInputs[this.offeringCount++] = input;
  }

  /** Whether the head of a buffer, which holds virtual channel `vc`, has a flit and a credit for it. */
  private canMove(vc: number, position: number, bufferId: number): boolean {
    return (
      this.readyFlits[bufferId] > 0 &&
      hasBit(this.sets.creditedVcs, position) &&
      (this.outputBufferFlits === 0 || this.outputSlotsTaken[vc] < this.outputBufferFlits)
    );
  }

  private activateChannel(channel: number): void {
    if (this.isActiveChannel[channel] !== 0) return;
    this.isActiveChannel[channel] = 1;
    this.activeChannels[this.activeCount++] = channel;
  }

  /** Whether a channel becomes free before the end of cycle `cycle`. */
  private isChannelIdle(channel: number, cycle: number): boolean {
    return this.channelRecords[(channel << channelShift) + idleFrom] <= cycle;
  }

  // Flits.

  /**
   * Moves flits over the active channels. An active channel takes the flits of its virtual channels in round-robin order, without a
   * matching by a switch, until its rate is exhausted in this cycle. Channels that share a capacity follow in `moveInPasses`. Returns the
   * number of flits.
   */
  private moveInTurn(cycle: number): number {
    const { activeChannels, isActiveChannel } = this;
    const { group } = this.network;
    const count = this.activeCount;
    let keptCount = 0;
    let moves = 0;
    for (let i = 0; i < count; i++) {
      const channel = activeChannels[i];
      let vc = this.nextMovable(channel);
      if (vc >= 0 && group[channel] < 0) {
        while (vc >= 0 && this.isChannelIdle(channel, cycle)) {
          this.sendFlit(vc, cycle);
          moves++;
          vc = this.nextMovable(channel);
        }
      }
      if (vc < 0) isActiveChannel[channel] = 0;
      else activeChannels[keptCount++] = channel;
    }
    this.activeCount = keptCount;
    return moves;
  }

  /** The virtual channel that sends the next flit over a channel, in round-robin order; −1 for none. */
  private nextMovable(channel: number): number {
    const k = this.sets.nextVcAfter(this.movableVcs, channel, this.lastServedVc[channel]);
    return k < 0 ? -1 : channel * this.vcs + k;
  }

  /** Sends the next flit of a virtual channel that is served round-robin. */
  private sendFlit(vc: number, cycle: number): void {
    if (this.outputBufferFlits > 0 && this.channelRecords[(this.channelOf(vc) << channelShift) + isMatched] !== 0)
      this.leaveOutputBuffer(vc, cycle);
    else this.moveFlit(vc, cycle);
  }

  /**
   * Moves flits that switches match from inputs to outputs, and flits over channels that share a capacity (grouped channels), pass by pass.
   * The speed-up of the switches is their number of passes per cycle. Further passes move flits over grouped channels only, until none
   * moves. Returns the number of flits.
   */
  private moveInPasses(cycle: number): number {
    const { groupedChannels, movingVcs, speedup, outputBufferFlits } = this;
    const { group, groupCapacity } = this.network;
    for (let groupIndex = 0; groupIndex < groupCapacity.length; groupIndex++)
      this.groupCapacityLeft[groupIndex] = Math.floor(groupCapacity[groupIndex]);
    // With output buffers, flits that earlier cycles brought leave first.
    const areGroupsFirst = outputBufferFlits > 0 && groupedChannels.length > 0;
    let moves = areGroupsFirst ? this.moveGroupedChannels(cycle) : 0;
    for (let pass = 0; ; pass++) {
      if (pass > 0 && pass < speedup) {
        this.activateGrants();
        this.pass = pass;
        this.allocate();
      }
      const matched = pass < speedup && this.offeringCount > 0 ? this.matchSwitches(cycle) : 0;
      let moved = 0;
      if (groupedChannels.length > 0 && !areGroupsFirst) moved = this.moveSharedOnce(matched, pass, cycle);
      for (let i = 0; i < matched; i++) {
        const vc = movingVcs[i];
        if (!areGroupsFirst && groupedChannels.length > 0 && group[this.channelOf(vc)] >= 0) continue;
        this.moveFlit(vc, cycle);
        moved++;
      }
      if (moved === 0 && pass + 1 >= speedup) return moves;
      moves += moved;
    }
  }

  /** Moves flits over channels with a shared capacity until no more can move; returns their number. */
  private moveGroupedChannels(cycle: number): number {
    let moves = 0;
    for (let pass = 0; ; pass++) {
      const moved = this.moveSharedOnce(0, pass, cycle);
      if (moved === 0) return moves;
      moves += moved;
    }
  }

  /**
   * Moves at most one flit over each grouped channel (a channel that shares a capacity with others), as far as that capacity permits in
   * this cycle; if it does not suffice, in cyclic order from a random channel. Returns the number of flits.
   * @param matched Number of virtual channels, the first of `movingVcs`, whose flits the switches have matched.
   * @param pass Number of the pass within the cycle.
   */
  private moveSharedOnce(matched: number, pass: number, cycle: number): number {
    const { groupedChannels, groupCapacityLeft, movingVcs, groupVcs } = this;
    const { group } = this.network;
    groupVcs.fill(-1);
    for (let i = 0; i < groupedChannels.length; i++)
      if (this.isChannelIdle(groupedChannels[i], cycle)) groupVcs[i] = this.nextMovable(groupedChannels[i]);
    for (let i = 0; i < matched; i++) {
      const channel = this.channelOf(movingVcs[i]);
      if (group[channel] < 0) continue;
      for (let j = 0; j < groupedChannels.length; j++) if (groupedChannels[j] === channel) groupVcs[j] = movingVcs[i];
    }
    let moved = 0;
    for (let groupIndex = 0; groupIndex < groupCapacityLeft.length; groupIndex++) {
      let count = 0;
      for (let i = 0; i < groupedChannels.length; i++) if (group[groupedChannels[i]] === groupIndex && groupVcs[i] >= 0) count++;
      if (count === 0) continue;
      const remainingMoves = groupCapacityLeft[groupIndex];
      const first = count > remainingMoves ? uniformBelow(mix(this.arbitrationKey + pass, cycle, ~groupIndex), count) : 0;
      let position = 0;
      for (let i = 0; i < groupedChannels.length; i++) {
        if (group[groupedChannels[i]] !== groupIndex || groupVcs[i] < 0) continue;
        if ((position - first + count) % count < remainingMoves) {
          this.sendFlit(groupVcs[i], cycle);
          groupCapacityLeft[groupIndex]--;
          moved++;
        }
        position++;
      }
    }
    return moved;
  }

  /**
   * Matches the inputs of switches with their outputs by an input-first separable allocator: each input proposes one of its buffers, and
   * each output accepts the first proposal in cyclic order after the input that it accepted last. Unmatched inputs propose again in each
   * iteration. Writes the virtual channels that carry a flit to `movingVcs`, and returns their number.
   */
  private matchSwitches(cycle: number): number {
    const { vcs, vcRecords, channelRecords, offeringInputs, isOffering, grantedChannel, proposedOutputs, movingVcs, iterations } = this;
    let matched = 0;
    for (let iteration = 0; iteration < iterations; iteration++) {
      const offeringTotal = this.offeringCount;
      let keptCount = 0;
      let outputs = 0;
      // Each input proposes the head of one of its buffers; each output keeps the best proposal.
      for (let i = 0; i < offeringTotal; i++) {
        const input = offeringInputs[i];
        if (!this.hasOffer(input)) {
          isOffering[input] = 0;
          continue;
        }
        offeringInputs[keptCount++] = input;
        if (iteration > 0 && channelRecords[(input << channelShift) + isInputMatched] !== 0) continue;
        const bufferId = this.proposedBuffer(input, cycle);
        if (bufferId < 0) continue;
        const channel = grantedChannel[bufferId];
        const record = channel << channelShift;
        const previousProposal = channelRecords[record + proposal];
        if (previousProposal < 0) proposedOutputs[outputs++] = channel;
        else {
          // Compare in the cyclic order of inputs, which is the order of their buffers, from the input after the input that was accepted
          // last.
          const firstBuffer = (channelRecords[record + lastInput] + 1) * vcs;
          if (previousProposal >= firstBuffer === bufferId >= firstBuffer ? previousProposal < bufferId : previousProposal >= firstBuffer)
            continue;
        }
        channelRecords[record + proposal] = bufferId;
      }
      this.offeringCount = keptCount;
      // Outputs accept.
      for (let i = 0; i < outputs; i++) {
        const record = proposedOutputs[i] << channelShift;
        const bufferId = channelRecords[record + proposal];
        channelRecords[record + proposal] = -1;
        movingVcs[matched++] = vcRecords[(bufferId << vcRecordShift) + heldOutput];
        if (iterations === 1) continue;
        channelRecords[record + isOutputMatched] = 1;
        channelRecords[(this.channelOf(bufferId) << channelShift) + isInputMatched] = 1;
      }
      if (outputs === 0) break;
    }
    if (iterations === 1) return matched;
    for (let i = 0; i < matched; i++) {
      channelRecords[(this.channelOf(movingVcs[i]) << channelShift) + isOutputMatched] = 0;
      channelRecords[(this.channelOf(vcRecords[(movingVcs[i] << vcRecordShift) + holderBuffer]) << channelShift) + isInputMatched] = 0;
    }
    return matched;
  }

  /** Whether an input has a movable flit. */
  private hasOffer(input: number): boolean {
    return this.sets.nextVcAfter(this.offeringVcs, input, 0) >= 0;
  }

  /** The buffer of an input whose flit is proposed: the next in round-robin order whose output is unmatched; −1 for none. */
  private proposedBuffer(input: number, cycle: number): number {
    const { vcs, offeringVcs, sets } = this;
    const last = this.channelRecords[(input << channelShift) + lastVc];
    const first = sets.nextVcAfter(offeringVcs, input, last);
    for (let k = first; ;) {
      if (this.isOutputAvailable(input * vcs + k, cycle)) return input * vcs + k;
      k = sets.nextVcAfter(offeringVcs, input, k);
      if (k === first) return -1;
    }
  }

  /** Whether the output for the head of a buffer is unmatched and can accept a flit in cycle `cycle`. */
  private isOutputAvailable(bufferId: number, cycle: number): boolean {
    const record = this.grantedChannel[bufferId] << channelShift;
    return (
      this.channelRecords[record + isOutputMatched] === 0 && (this.outputBufferFlits > 0 || this.channelRecords[record + idleFrom] <= cycle)
    );
  }

  /**
   * Moves a flit of the packet that holds virtual channel `vc` over that channel, or through the switch into its output buffer: takes it
   * from the packet's buffer, schedules the credit for the sender of that buffer, and updates what can move next. The last flit releases
   * the virtual channel.
   */
  private moveFlit(vc: number, cycle: number): void {
    const { vcRecords, vcCount, packetPhits, channelRecords, readyFlits, flits, sets } = this;
    const vcRecord = vc << vcRecordShift;
    const bufferId = vcRecords[vcRecord + holderBuffer];
    const bitIndex = sets.bitIndexOf(vc);
    const channel = bitIndex >> sets.channelBitsShift;
    const packetId = this.bufferRecords[(vc << bufferShift) + lastHolder];
    const flitsLeftToSend = vcRecords[vcRecord + flitsLeft] - 1;
    const isHead = flitsLeftToSend === packetPhits - 1;
    const isFromMatch = channelRecords[(channel << channelShift) + isMatched] !== 0;
    const isEjection = hasBit(sets.ejectingVcs, bitIndex) ? 1 : 0;
    // The flit leaves its buffer and takes a credit.
    vcRecords[vcRecord + flitsLeft] = flitsLeftToSend;
    readyFlits[bufferId]--;
    if (isEjection === 0 && ++flits[vc] === this.bufferFlits) clearBit(sets.creditedVcs, bitIndex);
    // The sender of that buffer gets a credit.
    let inputBit = bitIndex;
    if (bufferId >= vcCount) this.countInjection(bufferId - vcCount, flitsLeftToSend, cycle);
    else {
      inputBit = sets.bitIndexOf(bufferId);
      const input = inputBit >> sets.channelBitsShift;
      this.schedule(cycle + 1 + channelRecords[(input << channelShift) + creditDelay], (bufferId << eventShift) + creditArrives);
      if (isFromMatch) {
        channelRecords[(input << channelShift) + lastVc] = bufferId - input * this.vcs;
        channelRecords[(channel << channelShift) + lastInput] = input;
      }
    }
    // The flit enters the output buffer or the channel. The buffer's entry is 2 × packet, + 1 if the packet leaves the network.
    if (isFromMatch && this.outputBufferFlits > 0) this.enterOutputBuffer(vc, 2 * packetId + isEjection, isHead);
    else {
      if (isHead) this.beginCrossing(vc, packetId, this.bufferRecords[(vc << bufferShift) + grantedAt]);
      this.crossChannel(vc, packetId, isEjection, isHead, flitsLeftToSend === 0, cycle);
    }
    // Whether another flit can follow.
    if (flitsLeftToSend === 0 || !this.canMove(vc, bitIndex, bufferId)) {
      if (isFromMatch) clearBit(this.offeringVcs, inputBit);
      else clearBit(this.movableVcs, bitIndex);
    }
    if (flitsLeftToSend === 0) this.onTailLeft(vc, bitIndex, bufferId, cycle);
  }

  /**
   * Handles the tail of a packet that has left buffer `bufferId` over virtual channel `vc`: releases the virtual channel, which the next
   * packet gets when the rule of the handover says so, and the injection slot, if the buffer is one. The next packet of the buffer requests
   * if its header is ready.
   * @param bitIndex Index of the virtual channel in the bit sets.
   */
  private onTailLeft(vc: number, bitIndex: number, bufferId: number, cycle: number): void {
    const { bufferRecords, vcRecords, vcCount, sets } = this;
    vcRecords[(bufferId << vcRecordShift) + heldOutput] = -1;
    vcRecords[(vc << vcRecordShift) + holderBuffer] = -1;
    clearBit(sets.ejectingVcs, bitIndex);
    if (this.flits[vc] >= this.bufferFlits) clearBit(sets.creditedVcs, bitIndex);
    this.handOverVc(vc, bitIndex);
    if (bufferId >= vcCount) {
      this.injection.releaseSlot(bufferId - vcCount);
      return;
    }
    const bufferRecord = bufferId << bufferShift;
    bufferRecords[bufferRecord + lastTailCount] =
      bufferRecords[bufferRecord + lastTailAt] === cycle ? bufferRecords[bufferRecord + lastTailCount] + 1 : 1;
    bufferRecords[bufferRecord + lastTailAt] = cycle;
    bufferRecords[bufferRecord + headIndex] = (bufferRecords[bufferRecord + headIndex] + 1) & ((1 << this.ringBits) - 1);
    // The next header requests if its request cycle has come; otherwise it requests when its event comes.
    if (
      --bufferRecords[bufferRecord + bufferPackets] === 0 ||
      this.pool.records[(this.headPacketOf(bufferId) << packetShift) + packetReady] > cycle
    )
      return;
    this.newHeads[this.pendingHeadCount++] = bufferId;
  }

  /** A flit enters the output buffer of virtual channel `vc`; it leaves in the next cycle at the earliest. */
  private enterOutputBuffer(vc: number, packet: number, isHead: boolean): void {
    const { outputRingBits, sets } = this;
    if (isHead) {
      const position = 2 * ((vc << outputRingBits) + ((this.outputHead[vc] + this.outputPackets[vc]++) & ((1 << outputRingBits) - 1)));
      this.outputRing[position] = packet;
      this.outputRing[position + 1] = this.bufferRecords[(vc << bufferShift) + grantedAt];
    }
    this.outputSlotsTaken[vc]++;
    if (this.outputFlits[vc]++ > 0) return;
    setBit(this.movableVcs, sets.bitIndexOf(vc));
    this.activateChannel(sets.channelOf(vc));
  }

  /** A flit leaves the output buffer of virtual channel `vc`. */
  private leaveOutputBuffer(vc: number, cycle: number): void {
    const { outputRingBits } = this;
    const position = 2 * ((vc << outputRingBits) + this.outputHead[vc]);
    const packet = this.outputRing[position];
    const sent = ++this.outputFlitsSent[vc];
    const isTail = sent === this.packetPhits;
    if (sent === 1) this.beginCrossing(vc, packet >> 1, this.outputRing[position + 1]);
    if (isTail) {
      this.outputFlitsSent[vc] = 0;
      this.outputHead[vc] = (this.outputHead[vc] + 1) & ((1 << outputRingBits) - 1);
      this.outputPackets[vc]--;
    }
    if (--this.outputFlits[vc] === 0) clearBit(this.movableVcs, this.sets.bitIndexOf(vc));
    this.outputDepartures[this.outputDepartureCount++] = vc;
    this.crossChannel(vc, packet >> 1, packet & 1, sent === 1, isTail, cycle);
  }

  /** Switches see the slots that flits have released in output buffers. */
  private freeOutputSlots(): void {
    const { outputDepartures, outputSlotsTaken, outputBufferFlits } = this;
    for (let i = 0; i < this.outputDepartureCount; i++) {
      if (outputSlotsTaken[outputDepartures[i]]-- === outputBufferFlits) this.updateMovable(outputDepartures[i]);
    }
    this.outputDepartureCount = 0;
  }

  /** The header of packet `packetId`, granted virtual channel `vc` in cycle `since`, begins to cross it. */
  private beginCrossing(vc: number, packetId: number, since: number): void {
    this.crossingHeaders[2 * vc] = packetId;
    this.crossingHeaders[2 * vc + 1] = since;
  }

  /**
   * Sends a flit of a packet over the channel of virtual channel `vc`: computes when it arrives, from the channel's rate and delay, and
   * schedules the arrival after the pipeline of the switch behind the channel; for a header also the cycle from which it may request there.
   * Each channel divides a cycle into `unitsPerCycle` units, of which a flit takes `unitsPerPhit`.
   * @param isEjection 1 if the channel leads to the packet's destination, otherwise 0.
   */
  private crossChannel(vc: number, packetId: number, isEjection: number, isHead: boolean, isTail: boolean, cycle: number): void {
    const { vcs, channelRecords, channelFreeAt } = this;
    const channel = this.channelOf(vc);
    const record = channel << channelShift;
    let arrivalCycle = (cycle + 1) | 0;
    if (channelRecords[record + unitsPerCycle] > 1 || channelRecords[record + unitsPerPhit] > 1) {
      const freeUnits =
        Math.max(channelFreeAt[channel], cycle * channelRecords[record + unitsPerCycle]) + channelRecords[record + unitsPerPhit];
      channelFreeAt[channel] = freeUnits;
      arrivalCycle = Math.ceil(freeUnits / channelRecords[record + unitsPerCycle]) | 0;
      channelRecords[record + idleFrom] = Math.floor(freeUnits / channelRecords[record + unitsPerCycle]);
    } else channelRecords[record + idleFrom] = arrivalCycle;
    arrivalCycle = (arrivalCycle + channelRecords[record + linkDelay]) | 0;
    this.vcRecords[(vc << vcRecordShift) + lastFlitAt] = cycle;
    this.carriedFlits[channel]++;
    if (vcs > 1) this.lastServedVc[channel] = vc - channel * vcs;
    const stages = channelRecords[record + pipelineStages];
    if (isHead) {
      const { records } = this.pool;
      const packet = packetId << packetShift;
      const requestCycle = stages > 0 ? arrivalCycle + stages - 1 : arrivalCycle;
      records[packet + packetReady] = requestCycle;
      records[packet + packetHops]++;
      this.injectionDelays[channel] += arrivalCycle - records[packet + packetInjected];
      if (isEjection === 0 && stages > 0) this.schedule(requestCycle, (vc << eventShift) + headerRequests);
    }
    if (isEjection === 0) this.schedule(arrivalCycle + stages, (vc << eventShift) + (isHead && stages === 0 ? headerArrives : flitArrives));
    else if (isTail) this.schedule(arrivalCycle, (packetId << eventShift) + tailArrives);
  }

  // Counters that the recorder reads.

  protected override phitsOn(channel: number): number {
    return this.carriedFlits[channel];
  }

  protected override tailsLeftLastCycle(vc: number): number {
    const buffer = vc << bufferShift;
    return this.bufferRecords[buffer + lastTailAt] === this.now - 1 ? this.bufferRecords[buffer + lastTailCount] : 0;
  }

  // Queries about single packets.

  protected override isCrossing(vc: number): boolean {
    const { vcs, channelRecords, now } = this;
    const since = this.vcRecords[(vc << vcRecordShift) + lastFlitAt];
    const channel = this.channelOf(vc);
    return (
      since === now - 1 ||
      (since >= 0 && this.lastServedVc[channel] === vc - channel * vcs && channelRecords[(channel << channelShift) + idleFrom] >= now)
    );
  }

  protected override crossingPacket(vc: number): ChannelHolder {
    return { ...this.endsOf(this.crossingHeaders[2 * vc]), since: this.crossingHeaders[2 * vc + 1] };
  }

  // Deadlocks.

  protected override hasHeadFlit(bufferId: number): boolean {
    return this.readyFlits[bufferId] > 0;
  }

  /** Without the flits that have left while their credits are on the way. */
  protected override spaceTakenBehind(vc: number): number {
    const { wheelSlots, slotCounts } = this;
    const credit = (vc << eventShift) + creditArrives;
    let credits = 0;
    for (let position = 0; position < slotCounts.length; position++)
      for (let i = 0; i < slotCounts[position]; i++) if (wheelSlots[position][i] === credit) credits++;
    return super.spaceTakenBehind(vc) - credits;
  }

  /**
   * The waits of a deadlock, as packets that wait for each other in a cycle; empty if there is none. Searched as if all credits on the
   * event wheel had arrived: they are applied to the flit counts before the search and taken back afterwards.
   */
  override findWaitCycle(): readonly DeadlockWait[] {
    const { vcRecords, slotCounts, flits, sets } = this;
    const pendingCredits = this.wheelSlots.flatMap((wheelSlot, position) =>
      [...wheelSlot.subarray(0, slotCounts[position])]
        .filter((event) => (event & ((1 << eventShift) - 1)) === creditArrives)
        .map((event) => event >> eventShift),
    );
    // With these credits, some virtual channels become free that are reserved until their buffer is empty.
    const becameFree = pendingCredits
      .filter(
        (bufferId) => --flits[bufferId] === 0 && vcRecords[(bufferId << vcRecordShift) + holderBuffer] < 0 && sets.isUnavailable(bufferId),
      )
      .map((bufferId) => sets.bitIndexOf(bufferId));
    for (const position of becameFree) clearBit(sets.unavailableVcs, position);
    const waitCycle = super.findWaitCycle();
    for (const position of becameFree) setBit(sets.unavailableVcs, position);
    for (const bufferId of pendingCredits) flits[bufferId]++;
    return waitCycle;
  }
}
