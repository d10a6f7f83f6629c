// hot: no allocation, no for-of, no destructuring inside `run` and what it calls.
/**
 * Wormhole flow control where channels have rates and lengths, or switches are not plain, exact to the cycle; `wormhole.ts` describes a
 * cycle. Requests and grants of virtual channels are those of the plain engine.
 *
 * Everything with a delay is on an event wheel: arriving flits, returning credits, headers that will request. `flits` counts the flits of a
 * buffer as its sender knows them; `readyFlits` counts those that can move on. Where a switch matches inputs with outputs, each input has a
 * bit for every virtual channel whose head can move. Otherwise each channel has a bit for every virtual channel with a flit for it, in the
 * buffer before the switch or in its output buffer.
 *
 * Passes are numbered through all cycles. Random choices that may occur in each pass are hashes of that number.
 */
import { growth, longer, powerOfTwo } from "../../base/arrays.ts";
import { below, mix } from "../../base/random.ts";
import { delayOf } from "../../plan/links.ts";
import type { Plan } from "../../plan/plan.ts";
import { plainSwitch } from "../../plan/switches.ts";
import type { Holder, Simulation, Wait } from "../../simulation/contract.ts";
import { hops, injected, packetShift, ready } from "../packet-pool.ts";
import { bufferShift, front, grantedAt, holderOf, leftAt, leftCount, packets } from "./records/buffer.ts";
import { flowShift, heldBy, output, servedAt, toGo } from "./records/virtual-channel.ts";
import { Wormhole } from "./engine.ts";
import { mostPackets, type WormholeRules } from "./rules.ts";
import { exclude, has, include } from "./sets.ts";

/** Starts a simulation of a plan with non-uniform links or switches that are not plain, at cycle 0. */
export function startSwitched(rules: WormholeRules, plan: Plan): Simulation {
  return new Switched(rules, plan);
}

// Kinds of events, in the last bits of an event; the bits before are a buffer, a virtual channel or a packet.
const eventShift = 3;
/**
 * A flit of a buffer can move on; a credit of a buffer reaches the sender; the head of a buffer may request; both the first and the third.
 */
const flitComes = 0;
const creditComes = 1;
const headerAsks = 2;
const headerComes = 3;
/** A granted packet may move; the tail of a packet is at its terminal. */
const grantHolds = 4;
const tailArrives = 5;

// Record of a channel, as word offsets.
const channelShift = 4;
/** Units per cycle, and units per phit. */
const units = 0;
const phitUnits = 1;
/** Cycles in addition to a phit's own: on the link, in the pipeline behind it, and of a credit on its way back. */
const delay = 2;
const stages = 3;
const creditDelay = 4;
/** 1 where the switch at the beginning of the channel matches inputs with outputs. */
const isMatched = 5;
/** The first cycle in which it can begin to carry a flit. */
const idleFrom = 6;
/** As an output: the buffer with the best proposal so far, −1 for none; the input that was accepted last; 1 while it is matched. */
const proposed = 7;
const takenInput = 8;
const isTaken = 9;
/** As an input: position of the virtual channel that passed last; 1 while it is matched. */
const passedClass = 10;
const hasMatch = 11;

/** Later than any cycle: request cycle of a header that has not been sent yet. */
const never = 0x7fffffff;

class Switched extends Wormhole {
  /** [channels << channelShift] */
  private readonly W: Int32Array;
  /** [channels] When a channel is free, in its own units. */
  private readonly freeAt: Float64Array;
  /** [virtual channels + slots] Flits of each buffer that can move on. */
  private readonly here: Uint16Array;
  /** [channels × vcs, by bit index] Virtual channels that have a flit for their channel; channels that have any, and 1 for each of them. */
  private readonly movable: Int32Array;
  private readonly active: Int32Array;
  private readonly isActive: Uint8Array;
  private activeCount = 0;
  private readonly speedup: number;
  private readonly iterations: number;
  /** Flits per output buffer; 0 where switches have none. */
  private readonly outputRoom: number;
  /** [virtual channels + slots] The channel that the head of a buffer was granted last. */
  private readonly leadsTo: Int32Array;
  /** [virtual channels + slots] The cycle in which the head of a buffer began to request last. */
  private readonly askedAt: Int32Array;

  /** The event wheel: events of each cycle, and their number. */
  private readonly slots: Int32Array[];
  private readonly filled: Int32Array;
  /** The last cycle with a scheduled event. */
  private comesUntil = -1;

  /** Inputs of switches that may have a flit to pass on, and 1 for each of them. */
  private readonly offering: Int32Array;
  private readonly isOffering: Uint8Array;
  private offeringCount = 0;
  /** Virtual channels of inputs whose heads can move, by bit index like `movableVcs`. */
  private readonly offers: Int32Array;
  /** Outputs that have proposals. */
  private readonly proposedTo: Int32Array;

  /**
   * [virtual channels] For each output buffer: slots taken as seen by the switch; flits in it; flits of its first packet that have left.
   */
  private readonly outTaken: Int32Array;
  private readonly outFlits: Int32Array;
  private readonly outGone: Int32Array;
  /**
   * [virtual channels << outputRingBits, two words each] Packets of each output buffer: 2 × packet, + 1 if the channel leads to its
   * destination; and cycle of its grant. Then the position of the first packet, and their number.
   */
  private readonly outRing: Int32Array;
  private readonly outBits: number;
  private readonly outFront: Int32Array;
  private readonly outPackets: Int32Array;
  /** Output buffers that flits have left in this cycle, once per flit. */
  private readonly outLeft: Int32Array;
  private outLeftCount = 0;

  /** [virtual channels, two words each] The packet whose header crossed each virtual channel last, and the cycle of its grant. */
  private readonly crossing: Int32Array;
  /** Channels with a shared capacity, and remaining capacity of each group in this cycle. */
  private readonly grouped: Int32Array;
  private readonly groupLeft: Int32Array;
  private cycle = 0;
  private pass = 0;
  private freshCount = 0;
  /**
   * Passes per cycle in which virtual channels are granted; and grants of this pass that take effect in the next pass of the same cycle.
   */
  private readonly passes: number;
  private readonly granted: Int32Array;
  private grantedCount = 0;

  constructor(rules: WormholeRules, plan: Plan) {
    super(rules, plan);
    const { network, links, switches = plainSwitch } = plan;
    const { K, Q, L, T, sets } = this;
    const { head, tail, group, groupCapacity } = network;
    const C = head.length;
    const buffers = this.askers.length;
    this.W = new Int32Array(C << channelShift);
    this.freeAt = new Float64Array(C);
    this.here = new Uint16Array(buffers);
    this.movable = new Int32Array(sets.supplied.length);
    this.active = new Int32Array(C);
    this.isActive = new Uint8Array(C);
    let longest = 1;
    let fastest = 1;
    for (let c = 0; c < C; c++) {
      const w = c << channelShift;
      const intoSwitch = head[c] >= T;
      this.W[w + units] = links?.perCycle[c] ?? 1;
      this.W[w + phitUnits] = links?.perPhit[c] ?? 1;
      this.W[w + delay] = delayOf(links, c);
      this.W[w + stages] = intoSwitch ? switches.pipeline : 0;
      this.W[w + creditDelay] = delayOf(links, c) + (intoSwitch ? switches.creditDelay : 0);
      this.W[w + isMatched] = tail[c] >= T && switches.speedup > 0 ? 1 : 0;
      this.W[w + proposed] = this.W[w + takenInput] = -1;
      this.W[w + passedClass] = K - 1;
      const crossing = Math.ceil(this.W[w + phitUnits] / this.W[w + units]) + 1 + this.W[w + delay] + this.W[w + stages];
      fastest = Math.max(fastest, Math.ceil(this.W[w + units] / this.W[w + phitUnits]));
      longest = Math.max(longest, crossing, 1 + this.W[w + creditDelay]);
    }
    const cycles = powerOfTwo(longest + 1);
    const none = new Int32Array(0);
    this.slots = Array.from({ length: cycles }, () => none);
    this.filled = new Int32Array(cycles);
    this.speedup = switches.speedup | 0;
    this.passes = Math.max(1, switches.speedup) | 0;
    this.granted = new Int32Array(switches.speedup > 1 ? Q : 0);
    this.iterations = switches.iterations | 0;
    this.outputRoom = switches.outputBuffer | 0;
    this.leadsTo = new Int32Array(buffers);
    this.askedAt = new Int32Array(buffers).fill(-1);
    const matched = switches.speedup > 0 ? C : 0;
    this.offering = new Int32Array(matched);
    this.isOffering = new Uint8Array(matched);
    this.offers = new Int32Array(matched > 0 ? sets.supplied.length : 0);
    this.proposedTo = new Int32Array(matched);
    const out = this.outputRoom > 0 ? Q : 0;
    this.outTaken = new Int32Array(out);
    this.outFlits = new Int32Array(out);
    this.outGone = new Int32Array(out);
    this.outBits = 31 - Math.clz32(powerOfTwo(mostPackets(Math.max(1, this.outputRoom), L)));
    this.outRing = new Int32Array((2 * out) << this.outBits);
    this.outFront = new Int32Array(out);
    this.outPackets = new Int32Array(out);
    this.outLeft = new Int32Array(out * fastest);
    this.crossing = new Int32Array(2 * Q);
    this.grouped = Int32Array.from(group.keys()).filter((c) => group[c] >= 0);
    this.groupLeft = new Int32Array(groupCapacity.length);
  }

  /**
   * Simulates cycles up to `stop`. Phases: events of the wheel, injection, allocation, moves of flits; with a speedup the last two repeat
   * in passes.
   */
  protected override run(stop: number, work: number): number {
    stop |= 0;
    work |= 0;
    const { here, L, Q, injection, recorder, fresh, mayEnd, outputRoom } = this;
    let t = this.now | 0;
    let done = 0;
    let isOver = false;
    this.grants = 0;
    for (; t < stop && done < work && !isOver; t = (t + 1) | 0) {
      this.cycle = t;
      this.pass = 0;
      // Heads that begin to request: those that became heads in the last cycle, and those whose request cycle has come.
      this.freshCount = this.newCount;
      const arrivals = this.turn(t);
      isOver = arrivals > 0 && mayEnd && recorder.isComplete;
      if (injection.isDue(t)) {
        const before = this.freshCount;
        this.freshCount = injection.feed(t, fresh, before, Q) | 0;
        for (let i = before; i < this.freshCount; i++) here[fresh[i]] = L;
      }
      const before = this.grants;
      this.allocate();
      let moves = this.moveInTurn(t);
      moves = (moves + this.moveInPasses(t)) | 0;
      if (outputRoom > 0) this.freeOutputs();
      this.newCount = this.freshCount;
      done = (done + 1 + this.grants - before + (moves >> 2)) | 0;
      // While the network is quiescent, time may jump.
      if (this.isStill) isOver = true;
    }
    this.now = t;
    this.quietAfter = this.isStill ? t - 1 : t;
    return done;
  }

  /** Whether nothing happens before a terminal creates a message. */
  private get isStill(): boolean {
    return this.asking === 0 && this.activeCount === 0 && this.offeringCount === 0 && this.comesUntil <= this.cycle && this.newCount === 0;
  }

  // The event wheel.

  private expect(cycle: number, event: number): void {
    const { filled } = this;
    const place = cycle & (filled.length - 1);
    const count = filled[place];
    let slot = this.slots[place];
    if (count === slot.length) slot = this.slots[place] = longer(slot, count === 0 ? growth.initial(16) : growth.next(count));
    slot[count] = event;
    filled[place] = count + 1;
    if (cycle > this.comesUntil) this.comesUntil = cycle;
  }

  /** Handles all events of cycle `cycle`; returns the number of tails that reached their terminals. */
  private turn(t: number): number {
    const { V, filled, here, flits, sets, whenEmpty } = this;
    const almost = (this.room - 1) | 0;
    const place = t & (filled.length - 1);
    const count = filled[place];
    if (count === 0) return 0;
    const slot = this.slots[place];
    filled[place] = 0;
    let arrivals = 0;
    for (let i = 0; i < count; i++) {
      const event = slot[i];
      const q = event >> eventShift;
      const kind = event & ((1 << eventShift) - 1);
      if (kind === flitComes) {
        if (here[q]++ === 0 && V[(q << flowShift) + output] >= 0) this.look(V[(q << flowShift) + output]);
      } else if (kind === creditComes) {
        const left = --flits[q];
        if (left === almost) include(sets.roomy, sets.placeOf(q));
        if (V[(q << flowShift) + heldBy] >= 0) {
          if (left === almost) this.look(q);
        } else if (left === almost || (left === 0 && whenEmpty)) this.handOver(q, sets.placeOf(q));
      } else if (kind === headerComes) {
        if (here[q]++ === 0) this.comeToAsk(q, t);
      } else if (kind === headerAsks) this.comeToAsk(q, t);
      else if (kind === grantHolds) this.look(q);
      else {
        this.consume(q, t);
        arrivals++;
      }
    }
    return arrivals;
  }

  /** The request cycle of a header has come: it requests if it is at the head of its buffer. */
  private comeToAsk(q: number, t: number): void {
    const isFront = this.V[(q << flowShift) + output] < 0 && this.pool.records[(this.packetIn(q) << packetShift) + ready] === t;
    if (!isFront || this.askedAt[q] === t) return;
    this.askedAt[q] = t;
    this.fresh[this.freshCount++] = q;
  }

  // Virtual channels.

  /** Grants virtual channels in a pass: all in the first pass of a cycle, in others only those that leave switches. */
  private allocate(): void {
    const { fresh, rounds } = this;
    const { head, terminals } = this.network;
    const isFirst = this.pass === 0;
    const number = (Math.imul(this.cycle, this.passes) + this.pass) | 0;
    let stays = 0;
    for (let i = 0; i < this.freshCount; i++) {
      if (isFirst || head[this.channelOf(fresh[i])] >= terminals) this.beginToAsk(fresh[i], number);
      else fresh[stays++] = fresh[i];
    }
    this.freshCount = stays;
    if (rounds !== null) this.handOut(rounds, number, isFirst);
    else if (this.asking > 0) {
      const count = this.request(number);
      this.grant(isFirst ? count : this.keepSwitches(count), number);
    }
  }

  /** Keeps those of the first `count` requested virtual channels that leave switches; returns their number. */
  private keepSwitches(count: number): number {
    const { requested, firstRequest } = this;
    let stays = 0;
    for (let i = 0; i < count; i++) {
      const id = requested[i];
      if (this.network.tail[this.channelOf(id)] >= this.T) requested[stays++] = id;
      else firstRequest[id] = -1;
    }
    return stays;
  }

  /** A granted packet may move immediately. Behind a pipeline it may move in the next pass, of this cycle or of the next one. */
  protected override give(id: number, q: number): void {
    super.give(id, q, this.cycle);
    this.leadsTo[q] = this.channelOf(id);
    this.pool.records[(this.B[(id << bufferShift) + holderOf] << packetShift) + ready] = never;
    if (this.here[q] === 0) return;
    const waits = q < this.Q && this.W[(this.channelOf(q) << channelShift) + stages] > 0;
    if (!waits) this.look(id);
    else if (this.pass + 1 < this.passes) this.granted[this.grantedCount++] = id;
    else this.expect(this.cycle + 1, (id << eventShift) + grantHolds);
  }

  /** Grants of the previous pass take effect. */
  private holdGrants(): void {
    for (let i = 0; i < this.grantedCount; i++) this.look(this.granted[i]);
    this.grantedCount = 0;
  }

  /** Marks virtual channel `vc` as movable if its holder has a flit for it: over its channel, or through the switch to its output. */
  private look(id: number): void {
    const { W, sets } = this;
    const q = this.V[(id << flowShift) + heldBy];
    const place = sets.placeOf(id);
    if (q < 0 || !this.canMove(id, place, q)) return;
    const c = place >> sets.shift;
    if (W[(c << channelShift) + isMatched] === 0) {
      include(this.movable, place);
      this.activate(c);
      return;
    }
    const from = sets.placeOf(q);
    const input = from >> sets.shift;
    include(this.offers, from);
    if (this.isOffering[input] !== 0) return;
    this.isOffering[input] = 1;
    this.offering[this.offeringCount++] = input;
  }

  /** Whether the head of a buffer, which holds virtual channel `vc`, has a flit and a credit for it. */
  private canMove(id: number, place: number, q: number): boolean {
    return this.here[q] > 0 && has(this.sets.roomy, place) && (this.outputRoom === 0 || this.outTaken[id] < this.outputRoom);
  }

  private activate(c: number): void {
    if (this.isActive[c] !== 0) return;
    this.isActive[c] = 1;
    this.active[this.activeCount++] = c;
  }

  /** Whether a channel becomes free before the end of cycle `cycle`. */
  private isIdle(c: number, t: number): boolean {
    return this.W[(c << channelShift) + idleFrom] <= t;
  }

  // Flits.

  /** Moves flits over all channels that serve their virtual channels round-robin and share no capacity; returns their number. */
  private moveInTurn(t: number): number {
    const { active, isActive } = this;
    const { group } = this.network;
    const count = this.activeCount;
    let stays = 0;
    let moves = 0;
    for (let i = 0; i < count; i++) {
      const c = active[i];
      let id = this.nextOf(c);
      if (id >= 0 && group[c] < 0) {
        while (id >= 0 && this.isIdle(c, t)) {
          this.send(id, t);
          moves++;
          id = this.nextOf(c);
        }
      }
      if (id < 0) isActive[c] = 0;
      else active[stays++] = c;
    }
    this.activeCount = stays;
    return moves;
  }

  /** The virtual channel that sends the next flit over a channel, in round-robin order; −1 for none. */
  private nextOf(c: number): number {
    const k = this.sets.nextInTurn(this.movable, c, this.servedClass[c]);
    return k < 0 ? -1 : c * this.K + k;
  }

  /** Sends the next flit of a virtual channel that is served round-robin. */
  private send(id: number, t: number): void {
    if (this.outputRoom > 0 && this.W[(this.channelOf(id) << channelShift) + isMatched] !== 0) this.leave(id, t);
    else this.passOn(id, t);
  }

  /** Moves flits pass by pass: those matched by switches, and those over channels with a shared capacity; returns their number. */
  private moveInPasses(t: number): number {
    const { grouped, moving, speedup, outputRoom } = this;
    const { group, groupCapacity } = this.network;
    for (let g = 0; g < groupCapacity.length; g++) this.groupLeft[g] = Math.floor(groupCapacity[g]);
    // With output buffers, flits that earlier cycles brought leave first.
    const isApart = outputRoom > 0 && grouped.length > 0;
    let moves = isApart ? this.moveGroups(t) : 0;
    for (let pass = 0; ; pass++) {
      if (pass > 0 && pass < speedup) {
        this.holdGrants();
        this.pass = pass;
        this.allocate();
      }
      const matched = pass < speedup && this.offeringCount > 0 ? this.match(t) : 0;
      let moved = 0;
      if (grouped.length > 0 && !isApart) moved = this.shareOut(matched, pass, t);
      for (let i = 0; i < matched; i++) {
        const id = moving[i];
        if (!isApart && grouped.length > 0 && group[this.channelOf(id)] >= 0) continue;
        this.passOn(id, t);
        moved++;
      }
      if (moved === 0 && pass + 1 >= speedup) return moves;
      moves += moved;
    }
  }

  /** Moves flits over channels with a shared capacity until no more can move; returns their number. */
  private moveGroups(t: number): number {
    let moves = 0;
    for (let pass = 0; ; pass++) {
      const moved = this.shareOut(0, pass, t);
      if (moved === 0) return moves;
      moves += moved;
    }
  }

  /**
   * Moves at most one flit over each channel with a shared capacity, up to that capacity. The first `matched` of `movingVcs` are matched.
   * Returns the number of flits.
   */
  private shareOut(matched: number, pass: number, t: number): number {
    const { grouped, groupLeft, moving, sharingBy } = this;
    const { group } = this.network;
    sharingBy.fill(-1);
    for (let i = 0; i < grouped.length; i++) if (this.isIdle(grouped[i], t)) sharingBy[i] = this.nextOf(grouped[i]);
    for (let i = 0; i < matched; i++) {
      const c = this.channelOf(moving[i]);
      if (group[c] < 0) continue;
      for (let j = 0; j < grouped.length; j++) if (grouped[j] === c) sharingBy[j] = moving[i];
    }
    let moved = 0;
    for (let g = 0; g < groupLeft.length; g++) {
      let count = 0;
      for (let i = 0; i < grouped.length; i++) if (group[grouped[i]] === g && sharingBy[i] >= 0) count++;
      if (count === 0) continue;
      const left = groupLeft[g];
      const first = count > left ? below(mix(this.arbitrationKey + pass, t, ~g), count) : 0;
      let place = 0;
      for (let i = 0; i < grouped.length; i++) {
        if (group[grouped[i]] !== g || sharingBy[i] < 0) continue;
        if ((place - first + count) % count < left) {
          this.send(sharingBy[i], t);
          groupLeft[g]--;
          moved++;
        }
        place++;
      }
    }
    return moved;
  }

  /**
   * Matches inputs of switches with their outputs (input-first separable allocator). Writes the virtual channels that carry a flit to
   * `movingVcs`, and returns their number.
   */
  private match(t: number): number {
    const { K, V, W, offering, isOffering, leadsTo, proposedTo, moving, iterations } = this;
    let matched = 0;
    for (let round = 0; round < iterations; round++) {
      const count = this.offeringCount;
      let stays = 0;
      let outputs = 0;
      for (let i = 0; i < count; i++) {
        const input = offering[i];
        if (!this.hasOffer(input)) {
          isOffering[input] = 0;
          continue;
        }
        offering[stays++] = input;
        if (round > 0 && W[(input << channelShift) + hasMatch] !== 0) continue;
        const q = this.proposalOf(input, t);
        if (q < 0) continue;
        const c = leadsTo[q];
        const w = c << channelShift;
        const other = W[w + proposed];
        if (other < 0) proposedTo[outputs++] = c;
        else {
          // Compare in the cyclic order of inputs, which is that of their buffers.
          const last = (W[w + takenInput] + 1) * K;
          if (other >= last === q >= last ? other < q : other >= last) continue;
        }
        W[w + proposed] = q;
      }
      this.offeringCount = stays;
      for (let i = 0; i < outputs; i++) {
        const w = proposedTo[i] << channelShift;
        const q = W[w + proposed];
        W[w + proposed] = -1;
        moving[matched++] = V[(q << flowShift) + output];
        if (iterations === 1) continue;
        W[w + isTaken] = 1;
        W[(this.channelOf(q) << channelShift) + hasMatch] = 1;
      }
      if (outputs === 0) break;
    }
    if (iterations === 1) return matched;
    for (let i = 0; i < matched; i++) {
      W[(this.channelOf(moving[i]) << channelShift) + isTaken] = 0;
      W[(this.channelOf(V[(moving[i] << flowShift) + heldBy]) << channelShift) + hasMatch] = 0;
    }
    return matched;
  }

  /** Whether an input has a movable flit. */
  private hasOffer(input: number): boolean {
    return this.sets.nextInTurn(this.offers, input, 0) >= 0;
  }

  /** The buffer of an input whose flit is proposed: the next in round-robin order whose output is unmatched; −1 for none. */
  private proposalOf(input: number, t: number): number {
    const { K, offers, sets } = this;
    const last = this.W[(input << channelShift) + passedClass];
    const first = sets.nextInTurn(offers, input, last);
    for (let k = first; ;) {
      if (this.isLeft(input * K + k, t)) return input * K + k;
      k = sets.nextInTurn(offers, input, k);
      if (k === first) return -1;
    }
  }

  /** Whether the output for the head of a buffer is unmatched and can accept a flit in cycle `cycle`. */
  private isLeft(q: number, t: number): boolean {
    const w = this.leadsTo[q] << channelShift;
    return this.W[w + isTaken] === 0 && (this.outputRoom > 0 || this.W[w + idleFrom] <= t);
  }

  /** Moves a flit over virtual channel `vc`, or into its output buffer. */
  private passOn(id: number, t: number): void {
    const { V, Q, L, W, here, flits, sets } = this;
    const flow = id << flowShift;
    const q = V[flow + heldBy];
    const place = sets.placeOf(id);
    const c = place >> sets.shift;
    const p = this.B[(id << bufferShift) + holderOf];
    const left = V[flow + toGo] - 1;
    const isHead = left === L - 1;
    const isFromMatch = W[(c << channelShift) + isMatched] !== 0;
    const toLast = has(sets.arriving, place) ? 1 : 0;
    V[flow + toGo] = left;
    here[q]--;
    if (toLast === 0 && ++flits[id] === this.room) exclude(sets.roomy, place);
    let from = place;
    if (q >= Q) this.leaveTerminal(q - Q, left, t);
    else {
      from = sets.placeOf(q);
      const input = from >> sets.shift;
      this.expect(t + 1 + W[(input << channelShift) + creditDelay], (q << eventShift) + creditComes);
      if (isFromMatch) {
        W[(input << channelShift) + passedClass] = q - input * this.K;
        W[(c << channelShift) + takenInput] = input;
      }
    }
    if (isFromMatch && this.outputRoom > 0) this.enterOutput(id, 2 * p + toLast, isHead);
    else {
      if (isHead) this.beginCrossing(id, p, this.B[(id << bufferShift) + grantedAt]);
      this.cross(id, p, toLast, isHead, left === 0, t);
    }
    if (left === 0 || !this.canMove(id, place, q)) {
      if (isFromMatch) exclude(this.offers, from);
      else exclude(this.movable, place);
    }
    if (left === 0) this.release(id, place, q, t);
  }

  /** A tail has left a buffer over virtual channel `vc`. */
  private release(id: number, place: number, q: number, t: number): void {
    const { B, V, Q, sets } = this;
    V[(q << flowShift) + output] = -1;
    V[(id << flowShift) + heldBy] = -1;
    exclude(sets.arriving, place);
    if (this.flits[id] >= this.room) exclude(sets.roomy, place);
    this.handOver(id, place);
    if (q >= Q) {
      this.injection.release(q - Q);
      return;
    }
    const out = q << bufferShift;
    B[out + leftCount] = B[out + leftAt] === t ? B[out + leftCount] + 1 : 1;
    B[out + leftAt] = t;
    B[out + front] = (B[out + front] + 1) & ((1 << this.ringBits) - 1);
    // The next header requests if its request cycle has come; otherwise its event will find it at the head.
    if (--B[out + packets] === 0 || this.pool.records[(this.packetIn(q) << packetShift) + ready] > t) return;
    this.fresh[this.freshCount++] = q;
  }

  /** A flit enters the output buffer of virtual channel `vc`; it leaves in the next cycle at the earliest. */
  private enterOutput(id: number, packet: number, isHead: boolean): void {
    const { outBits, sets } = this;
    if (isHead) {
      const place = 2 * ((id << outBits) + ((this.outFront[id] + this.outPackets[id]++) & ((1 << outBits) - 1)));
      this.outRing[place] = packet;
      this.outRing[place + 1] = this.B[(id << bufferShift) + grantedAt];
    }
    this.outTaken[id]++;
    if (this.outFlits[id]++ > 0) return;
    include(this.movable, sets.placeOf(id));
    this.activate(sets.channelOf(id));
  }

  /** A flit leaves the output buffer of virtual channel `vc`. */
  private leave(id: number, t: number): void {
    const { outBits } = this;
    const place = 2 * ((id << outBits) + this.outFront[id]);
    const packet = this.outRing[place];
    const sent = ++this.outGone[id];
    const isTail = sent === this.L;
    if (sent === 1) this.beginCrossing(id, packet >> 1, this.outRing[place + 1]);
    if (isTail) {
      this.outGone[id] = 0;
      this.outFront[id] = (this.outFront[id] + 1) & ((1 << outBits) - 1);
      this.outPackets[id]--;
    }
    if (--this.outFlits[id] === 0) exclude(this.movable, this.sets.placeOf(id));
    this.outLeft[this.outLeftCount++] = id;
    this.cross(id, packet >> 1, packet & 1, sent === 1, isTail, t);
  }

  /** Switches see the slots that flits have released in output buffers. */
  private freeOutputs(): void {
    const { outLeft, outTaken, outputRoom } = this;
    for (let i = 0; i < this.outLeftCount; i++) {
      if (outTaken[outLeft[i]]-- === outputRoom) this.look(outLeft[i]);
    }
    this.outLeftCount = 0;
  }

  /** The header of packet `packetId`, granted virtual channel `vc` in cycle `since`, begins to cross it. */
  private beginCrossing(id: number, p: number, since: number): void {
    this.crossing[2 * id] = p;
    this.crossing[2 * id + 1] = since;
  }

  /**
   * A flit of packet `packetId` begins to cross the channel of virtual channel `vc` in cycle `cycle`; `isEjection` is 1 if the channel
   * leads to its destination.
   */
  private cross(id: number, p: number, toLast: number, isHead: boolean, isTail: boolean, t: number): void {
    const { K, W, freeAt } = this;
    const c = this.channelOf(id);
    const w = c << channelShift;
    let there = (t + 1) | 0;
    if (W[w + units] > 1 || W[w + phitUnits] > 1) {
      const free = Math.max(freeAt[c], t * W[w + units]) + W[w + phitUnits];
      freeAt[c] = free;
      there = Math.ceil(free / W[w + units]) | 0;
      W[w + idleFrom] = Math.floor(free / W[w + units]);
    } else W[w + idleFrom] = there;
    there = (there + W[w + delay]) | 0;
    this.V[(id << flowShift) + servedAt] = t;
    this.carried[c]++;
    if (K > 1) this.servedClass[c] = id - c * K;
    const stands = W[w + stages];
    if (isHead) {
      const { records } = this.pool;
      const packet = p << packetShift;
      const asksAt = stands > 0 ? there + stands - 1 : there;
      records[packet + ready] = asksAt;
      records[packet + hops]++;
      this.sinceInjection[c] += there - records[packet + injected];
      if (toLast === 0 && stands > 0) this.expect(asksAt, (id << eventShift) + headerAsks);
    }
    if (toLast === 0) this.expect(there + stands, (id << eventShift) + (isHead && stands === 0 ? headerComes : flitComes));
    else if (isTail) this.expect(there, (p << eventShift) + tailArrives);
  }

  // Counters that the recorder reads.

  protected override phitsOn(c: number): number {
    return this.carried[c];
  }

  protected override leftLately(id: number): number {
    const buffer = id << bufferShift;
    return this.B[buffer + leftAt] === this.now - 1 ? this.B[buffer + leftCount] : 0;
  }

  // Queries about single packets.

  protected override isCrossing(id: number): boolean {
    const { K, W, now } = this;
    const since = this.V[(id << flowShift) + servedAt];
    const c = this.channelOf(id);
    return since === now - 1 || (since >= 0 && this.servedClass[c] === id - c * K && W[(c << channelShift) + idleFrom] >= now);
  }

  protected override crossingOn(id: number): Holder {
    return { ...this.endsOf(this.crossing[2 * id]), since: this.crossing[2 * id + 1] };
  }

  // Deadlocks.

  protected override isThere(q: number): boolean {
    return this.here[q] > 0;
  }

  /** Searches for a deadlock as if all credits under way had arrived. */
  override findCircle(): readonly Wait[] {
    const { V, filled, flits, sets } = this;
    const unheard = this.slots.flatMap((slot, place) =>
      [...slot.subarray(0, filled[place])]
        .filter((event) => (event & ((1 << eventShift) - 1)) === creditComes)
        .map((event) => event >> eventShift),
    );
    // Then virtual channels are free that had to be empty first.
    const opened = unheard
      .filter((q) => --flits[q] === 0 && V[(q << flowShift) + heldBy] < 0 && sets.isClosed(q))
      .map((q) => sets.placeOf(q));
    for (const place of opened) exclude(sets.closed, place);
    const circle = super.findCircle();
    for (const place of opened) include(sets.closed, place);
    for (const q of unheard) flits[q]++;
    return circle;
  }
}
