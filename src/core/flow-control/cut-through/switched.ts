// hot: no allocation, no for-of, no destructuring inside `run` and what it calls.
/**
 * Virtual cut-through and store-and-forward where channels have rates and lengths, or switches are not plain. It runs any plan that
 * the other engines run, with the same grants; they are faster, as all that happens there comes 1 or L cycles later.
 *
 * A packet that moves is a few events on a wheel: what it has used is free again, a place is known to be, its header has come.
 * Outputs are handed out in rounds, as in `sharing.ts`, and a round is looked at only when something that a packet of it waits for
 * becomes open, or a packet comes to it. A packet that waits costs nothing. Other selections request, and are looked at as
 * long as any output that somebody may take is open.
 *
 * Buffers before channels and queues of outputs are lists of packets, and what serves them is looked at in the same way: a channel is
 * due when it comes free, when there is room behind it, or when a packet comes to the head of a list. Virtual output queues
 * are matched by iSLIP: its requests are the same bits, of the queues that have a packet for an output.
 */
import { bitCount } from "../../base/bits.ts";
import { below, mix, trace } from "../../base/random.ts";
import type { Plan } from "../../plan/plan.ts";
import { slotPacket, slotShift } from "../injection.ts";
import { asksBy, created, ends, hops, injected, messageOf, packetShift, ready, stateOf } from "../packet-pool.ts";
import type { CutThroughRules } from "./rules.ts";
import {
  at,
  beganAt,
  beganPart,
  bufferAsks,
  bufferFirst,
  bufferFree,
  bufferHeld,
  bufferMayAsk,
  bufferStanding,
  cameAt,
  cameBy,
  camePart,
  carried,
  channelIn,
  channelShift,
  crossAt,
  crossCame,
  crossCamePart,
  crossFrom,
  crossingTo,
  ejectAt,
  ejectPart,
  enterAt,
  enterPart,
  eventDoes,
  eventNext,
  eventOutput,
  eventPacket,
  eventQueue,
  eventShift,
  eventTime,
  extraShift,
  first,
  freeAt,
  freePart,
  freesBufferPlace,
  freesPlace,
  frontFree,
  fullSum,
  goesTo,
  hasCrossed,
  held,
  isConsumed,
  isCrossed,
  joined,
  maskAt,
  lastEnds,
  mayAsk,
  notBefore,
  outFirst,
  places,
  output,
  roundOf,
  setsBufferFree,
  setsFree,
  sinceInjection,
  standing,
  vcShift,
  waited,
  waysTaken,
  wentThrough,
} from "./switched-state.ts";
import { SwitchedWitness } from "./switched-witness.ts";

// Record of a round. Whether it is to be looked at, its first virtual channel, where the inputs of its node begin among all,
// the node, the number it draws by, the input that was served last, and channels.
export const isDue = 0;
export const firstOutput = 1;
export const inputsAt = 2;
export const node = 3;
export const called = 4;
const served = 5;
export const channelCount = 6;
export const headLength = 8;
// Then bits of its outputs, 32 at a time, eight numbers for each 32: whose channel is free, which have room, which anybody waits
// for, which have room for one packet more, and which are escapes.
export const free = 0;
export const roomy = 1;
export const wanted = 2;
export const tight = 3;
export const escapes = 4;
const maskShift = 3;

/** [rounds + 1] The first channel of each round; after the last, the number of channels. */
function roundsOf({ network, routing }: Plan, isByNode: (n: number) => boolean): readonly number[] {
  const { firstOut, head, tail } = network;
  const { rows } = routing;
  if (rows === undefined) return Array.from(firstOut);
  const firsts: number[] = [];
  for (let c = 0; c < head.length;) {
    firsts.push(c);
    c = isByNode(tail[c]) ? firstOut[tail[c] + 1] : c + Math.max(1, rows.size[c]);
  }
  return [...firsts, head.length];
}

export class SwitchedCutThrough extends SwitchedWitness {
  /** [rounds × stride] Records of rounds. */
  protected R: Int32Array;
  private readonly masks: number;
  /** [Q × words] The inputs that wait for each virtual channel as bits; and those that are in the same ring, or all. */
  protected waiting: Int32Array;
  protected insiders: Int32Array;
  /** The round of the front at each input of each node. */
  protected roundAt: Int32Array;
  /** Rounds to be looked at in this cycle, and again in the next; channels to be given to a list of packets. */
  protected due: Int32Array;
  protected dueCount = 0;
  protected readonly again: Int32Array;
  protected againCount = 0;
  protected dueChannels: Int32Array;
  protected readonly isChannelDue: Uint8Array;
  private dueChannelCount = 0;
  /** Whether all inputs and outputs of a node are bits of one number, and terminals end all ways; and nothing but free channels, room and chance decides, too. */
  private readonly fitsBits: boolean;
  protected readonly isNarrow: boolean;
  private readonly able: Int32Array;
  /** [groups] The rounds with channels of each. */
  private readonly roundsIn: readonly Int32Array[];
  protected readonly servesOut: boolean;
  /** [C] The virtual channel whose buffer was served last. */
  protected readonly servedBuffer: Int32Array;

  // Requests.
  private readonly servedQueue: Int32Array;
  private readonly requestQueue: Int32Array;
  private readonly requestOutput: Int32Array;
  private readonly firstRequest: Int32Array;
  private readonly nextRequest: Int32Array;
  private readonly asked: Int32Array;
  private readonly winnerOf: Int32Array;

  // Virtual output queues.
  /** First and last packet of each queue's list for each output of its node, pairs; and where those of a queue begin. */
  protected lines: Int32Array;
  protected firstLine: Int32Array;
  /** [C] Pointers: the input of its node that is next for a channel as an output, and the output that is next for it as an input. */
  private readonly nextInput: Int32Array;
  private readonly nextOutput: Int32Array;
  /** [C] The output that granted it this round and is next by its pointer, −1 for none; and the channels that were granted. */
  private readonly grantedBy: Int32Array;
  private readonly grantees: Int32Array;

  // When what was granted last is over: the cycle, its part, and the first cycle after it.
  private endCycle = 0;
  private endCeil = 0;
  private beginPart = 0;
  /** Fronts that begin to ask in this cycle, or in the next. */
  private freshCount = 0;
  private hash = 0;
  private isOver = false;

  constructor(rules: CutThroughRules, plan: Plan) {
    super(rules, plan);
    const { network, routing } = plan;
    const { K, Q, T, words, V, inputs, firstInput } = this;
    const { tail, head } = network;
    const C = head.length;
    const firsts = roundsOf(plan, (n) => !this.isShared || (this.byOutput && n >= T));
    const rounds = firsts.length - 1;
    const most = firsts.reduce((wide, c, i) => Math.max(wide, (c - (firsts[i - 1] ?? 0)) * K), 1);
    const masks = (this.masks = Math.ceil(most / 32));
    const stride = headLength + (masks << maskShift);
    const R = (this.R = new Int32Array(rounds * stride));
    this.waiting = new Int32Array(Q * words);
    this.insiders = new Int32Array(this.hasRings ? Q * words : 0);
    this.roundAt = new Int32Array(inputs.length);
    this.due = new Int32Array(rounds + 1);
    this.again = new Int32Array(rounds);
    this.dueChannels = new Int32Array(C + 1);
    this.isChannelDue = new Uint8Array(C);
    this.able = new Int32Array(words);
    this.fitsBits = masks === 1 && words === 1 && !network.forwards;
    this.isNarrow = this.fitsBits && this.isShared && rules.arbitration === "random" && !this.hasGroups;
    this.servesOut = this.byOutput && !this.byInputAndOutput;
    this.servedBuffer = new Int32Array(C).fill(-1);
    const requests = this.isShared ? 0 : Q + (this.injection.slots.length >> slotShift);
    const ports = this.isShared ? 0 : C + Q;
    this.servedQueue = new Int32Array(ports).fill(-1);
    this.requestQueue = new Int32Array(requests);
    this.requestOutput = new Int32Array(requests);
    this.nextRequest = new Int32Array(requests);
    this.firstRequest = new Int32Array(ports).fill(-1);
    this.asked = new Int32Array(ports);
    this.winnerOf = new Int32Array(ports);

    const roundsIn = Array.from(this.groupRoom, () => new Set<number>());
    for (let i = 0; i < rounds; i++) {
      const r = i * stride;
      const n = tail[firsts[i]] ?? 0;
      R[r + firstOutput] = firsts[i] * K;
      R[r + inputsAt] = firstInput[n];
      R[r + node] = n;
      R[r + called] = routing.rows === undefined ? n : firsts[i];
      R[r + served] = -1;
      R[r + channelCount] = firsts[i + 1] - firsts[i];
      for (let id = firsts[i] * K; id < firsts[i + 1] * K; id++) {
        const place = id - firsts[i] * K;
        V[(id << vcShift) + roundOf] = r;
        V[(id << vcShift) + output] = place;
        const mask = r + headLength + ((place >> 5) << maskShift);
        V[(id << vcShift) + maskAt] = mask;
        R[mask + free] |= 1 << place;
        if (routing.escape?.[id] === 1) R[mask + escapes] |= 1 << place;
        this.noteRoom(id);
        const group = network.group[this.channelOf(id)];
        if (group >= 0) roundsIn[group].add(r);
        if (this.hasRings) this.noteInsiders(id, n);
      }
    }
    this.roundsIn = roundsIn.map((each) => Int32Array.from(each));

    this.firstLine = new Int32Array(this.byInputAndOutput ? Q + 1 : 0);
    for (let q = 0; q < this.firstLine.length - 1; q++) {
      const n = head[this.channelOf(q)];
      this.firstLine[q + 1] = this.firstLine[q] + (n < T ? 0 : 2 * (network.firstOut[n + 1] - network.firstOut[n]) * K);
    }
    this.lines = new Int32Array(this.firstLine[Q] ?? 0).fill(-1);
    const matched = this.byInputAndOutput ? C : 0;
    this.nextInput = new Int32Array(matched);
    this.nextOutput = new Int32Array(matched);
    this.grantedBy = new Int32Array(matched).fill(-1);
    this.grantees = new Int32Array(matched);
  }

  /** Notes the inputs of node `n` that are in the same ring as virtual channel `id`; all where it is in none. */
  private noteInsiders(id: number, n: number): void {
    const { Q, inputs, firstInput, words } = this;
    for (let i = firstInput[n]; i < firstInput[n + 1]; i++) {
      const q = inputs[i];
      const input = i - firstInput[n];
      if (this.placesFor(id, q < Q ? q : Q) === 1) this.insiders[id * words + (input >> 5)] |= 1 << input;
    }
  }

  protected run(stop: number, work: number): number {
    const { recorder, injection, wheel, wheelMask, fresh, Q, K } = this;
    const { mayEnd } = this;
    let t = this.now | 0;
    let done = 0;
    let grants = 0;
    this.grants = 0;
    this.isOver = false;
    this.freshCount = this.newCount;
    this.hash = this.fingerprint;
    for (; t < stop && done < work && !this.isOver; t = (t + 1) | 0) {
      // What is to happen in this cycle.
      const slot = t & wheelMask;
      let e = wheel[slot];
      if (e >= 0) {
        wheel[slot] = -1;
        while (e >= 0) {
          const { events } = this;
          const following = events[e + eventNext];
          if (events[e + eventTime] === t) {
            const does = events[e + eventDoes];
            const q = events[e + eventQueue];
            if ((does & setsFree) !== 0) {
              this.setFree(this.channelOf(events[e + eventOutput]));
              if (q < Q) this.bringFront(q, t);
              else injection.release(q - Q);
            }
            if ((does & freesPlace) !== 0) {
              this.endLeaving(e, q);
              this.freePlace(q);
            }
            if ((does & isConsumed) !== 0) {
              this.consume(events[e + eventPacket], t);
              this.isOver = mayEnd && recorder.isComplete;
            }
            if ((does & mayAsk) !== 0) fresh[this.freshCount++] = q;
            if (does >= hasCrossed) this.doBuffers(does, q, events[e + eventOutput], t);
            this.giveBack(e);
          } else {
            events[e + eventNext] = wheel[slot];
            wheel[slot] = e;
          }
          e = following;
        }
      }

      // Terminals offer packets.
      if (injection.isDue(t)) {
        this.freshCount = injection.feed(t, fresh, this.freshCount, Q);
        if (this.X.length < this.pool.records.length) this.growExtra();
      }

      // Fronts begin to wait for all that they may take.
      const arriving = this.freshCount;
      for (let i = 0; i < arriving; i++) this.ask(fresh[i], t);
      this.freshCount = 0;

      // Outputs are given to those who wait.
      if (this.dueCount > 0) {
        if (this.hasGroups) this.putInOrder(t);
        const count = this.dueCount;
        this.dueCount = 0;
        this.againCount = 0;
        if (this.isShared) {
          for (let i = 0; i < count; i++) {
            const r = this.due[i];
            this.R[r + isDue] = 0;
            if (this.byInputAndOutput && this.R[r + node] >= this.T) this.match(r, t);
            else this.share(r, t);
          }
        } else this.request(count, t);
        for (let i = 0; i < this.againCount; i++) this.makeDue(this.again[i]);
      }
      if (this.dueChannelCount > 0) {
        for (let i = 0; i < this.dueChannelCount; i++) {
          const c = this.dueChannels[i];
          this.isChannelDue[c] = 0;
          if (this.H[(c << channelShift) + freeAt] > t) continue;
          if (this.servesOut) this.serveOutput(c * K, t);
          else this.serveBuffer(c * K, t);
        }
        this.dueChannelCount = 0;
      }
      done = (done + 1 + this.grants - grants) | 0;
      grants = this.grants;
      // Time may jump.
      if (this.asking === 0 && t >= this.quietAfter) this.isOver = true;
    }
    this.now = t;
    this.newCount = this.freshCount;
    this.fingerprint = this.hash;
    return done;
  }

  // What happens.

  /** A channel is free again: whoever waits for it is heard. */
  private setFree(c: number): void {
    if (this.hasGroups) this.leaveGroup(c);
    const isSwitch = (this.bufferPlaces > 0 || this.servesOut) && this.network.tail[c] >= this.T;
    if (isSwitch) this.makeChannelDue(c);
    else this.openOutputs(c);
  }

  private openOutputs(c: number): void {
    const { R, V, K } = this;
    const r = V[((c * K) << vcShift) + roundOf];
    let hit = 0;
    for (let id = c * K; id < c * K + K; id++) {
      if (this.bufferPlaces > 0 && this.B[(id << vcShift) + isCrossed] === 1) continue;
      const o = V[(id << vcShift) + output];
      const mask = V[(id << vcShift) + maskAt];
      R[mask + free] |= 1 << o;
      hit |= (1 << o) & R[mask + roomy] & R[mask + wanted];
    }
    if (hit !== 0) this.makeDue(r);
  }

  private closeOutput(id: number): void {
    const { R, V } = this;
    const o = V[(id << vcShift) + output];
    R[V[(id << vcShift) + maskAt] + free] &= ~(1 << o);
  }

  private closeOutputs(c: number): void {
    const { K } = this;
    for (let id = c * K; id < c * K + K; id++) this.closeOutput(id);
  }

  private leaveGroup(c: number): void {
    const g = this.network.group[c];
    if (g < 0) return;
    this.groupBusy[g]--;
    const reached = this.roundsIn[g];
    for (let i = 0; i < reached.length; i++) this.makeDue(reached[i]);
  }

  /** Whether an output of round `r` is free and has room that somebody waits for. */
  private isAnyOpen(r: number): boolean {
    const { R, masks } = this;
    const end = r + headLength + (masks << maskShift);
    for (let mask = r + headLength; mask < end; mask += 1 << maskShift) {
      if ((R[mask + free] & R[mask + roomy] & R[mask + wanted]) !== 0) return true;
    }
    return false;
  }

  private makeDue(r: number): void {
    if (this.R[r + isDue] !== 0) return;
    this.R[r + isDue] = 1;
    this.due[this.dueCount++] = r;
  }

  private makeChannelDue(c: number): void {
    if (this.isChannelDue[c] !== 0) return;
    this.isChannelDue[c] = 1;
    this.dueChannels[this.dueChannelCount++] = c;
  }

  /** The next packet of queue `q` comes to its front, and its input has a way out more. */
  private bringFront(q: number, t: number): void {
    const { V } = this;
    const v = q << vcShift;
    if (V[v + at] >> this.inputBits >= this.T) {
      if (this.limitsWays) this.giveBackWay(q);
      if (this.byOutput) return;
    }
    const p = V[v + first];
    if (p < 0) return;
    const since = this.pool.records[(p << packetShift) + ready];
    if (since <= t) this.fresh[this.freshCount++] = q;
    else this.schedule(since, mayAsk, q, p, -1);
  }

  private giveBackWay(q: number): void {
    const { H, V, K, words, openInputs, inputBits } = this;
    const c = this.channelOf(q);
    if (H[(c << channelShift) + waysTaken]-- < this.waysOut) return;
    const n = V[(q << vcShift) + at] >> inputBits;
    for (let each = c * K; each < c * K + K; each++) {
      const input = V[(each << vcShift) + at] & ((1 << inputBits) - 1);
      openInputs[n * words + (input >> 5)] |= 1 << input;
      if (this.byInputAndOutput) this.makeDue(V[((this.network.firstOut[n] * K) << vcShift) + roundOf]);
      else if (this.asks[each] === 1) this.makeDue(this.roundAt[this.firstInput[n] + input]);
    }
  }

  private takeWay(q: number): void {
    const { H, V, K, words, openInputs, inputBits } = this;
    const c = this.channelOf(q);
    if (++H[(c << channelShift) + waysTaken] < this.waysOut) return;
    const n = V[(q << vcShift) + at] >> inputBits;
    for (let each = c * K; each < c * K + K; each++) {
      const input = V[(each << vcShift) + at] & ((1 << inputBits) - 1);
      openInputs[n * words + (input >> 5)] &= ~(1 << input);
    }
  }

  /** A place behind virtual channel `id` is known to be free. */
  private freePlace(id: number): void {
    const { V, network, T } = this;
    const v = id << vcShift;
    V[v + held]--;
    const c = this.channelOf(id);
    if (network.tail[c] >= T && (this.servesOut || this.bufferPlaces > 0)) this.makeChannelDue(c);
    else this.openRoom(id);
  }

  private openRoom(id: number): void {
    const { R, V } = this;
    const v = id << vcShift;
    this.noteRoom(id);
    const o = V[v + output];
    const mask = V[v + maskAt];
    if (((1 << o) & R[mask + free] & R[mask + roomy] & R[mask + wanted]) !== 0) this.makeDue(V[v + roundOf]);
  }

  /** Keeps the bits of the room that there is for those who wait for virtual channel `id`. */
  private noteRoom(id: number): void {
    const { R, V } = this;
    const v = id << vcShift;
    const isBuffered = this.bufferPlaces > 0 && this.hasBuffers(this.channelOf(id));
    const room = isBuffered ? this.bufferPlaces - this.B[v + bufferHeld] : V[v + places] - V[v + held];
    const o = V[v + output];
    const mask = V[v + maskAt];
    const bit = 1 << o;
    R[mask + roomy] = room > 0 ? R[mask + roomy] | bit : R[mask + roomy] & ~bit;
    R[mask + tight] = room === 1 ? R[mask + tight] | bit : R[mask + tight] & ~bit;
  }

  /** What happens in switches with buffers at their outputs. */
  private doBuffers(does: number, q: number, id: number, t: number): void {
    const v = id << vcShift;
    const c = this.channelOf(id);
    if ((does & hasCrossed) !== 0) {
      this.B[v + isCrossed] = 0;
      this.H[(c << channelShift) + crossingTo]--;
      this.openOutputs(c);
      this.bringFront(q, t);
    }
    if ((does & setsBufferFree) !== 0) {
      this.makeChannelDue(c);
      const p = this.B[v + bufferFirst];
      if (p >= 0) {
        const since = this.X[(p << extraShift) + notBefore];
        if (since <= t) this.askFromBuffer(id);
        else this.schedule(since, bufferMayAsk, -1, p, id);
      }
    }
    if ((does & freesBufferPlace) !== 0) {
      this.B[v + bufferHeld]--;
      this.openRoom(id);
    }
    if ((does & bufferMayAsk) !== 0) this.askFromBuffer(id);
  }

  private askFromBuffer(id: number): void {
    this.B[(id << vcShift) + bufferAsks] = 1;
    this.asking++;
    this.makeChannelDue(this.channelOf(id));
  }

  // Packets begin to ask.

  /** @param one a queue, whose front may ask, or the complement of a packet that may join the queue of an output */
  private ask(one: number, t: number): void {
    const { X, R, V, pool, waiting, words, inputBits } = this;
    const p = one < 0 ? ~one : this.frontOf(one);
    const q = one < 0 ? X[(p << extraShift) + cameBy] : one;
    const x = p << extraShift;
    const place = this.placeOf(q);
    const n = place >> inputBits;
    const input = place & ((1 << inputBits) - 1);
    const to = pool.records[(p << packetShift) + ends] & 0xffff;
    if (q >= this.Q) {
      X[x + cameBy] = -1;
      X[x + notBefore] = -1;
    }
    if (this.hasState && X[x + notBefore] < 0) this.decide(p, n, to, t);
    let set = this.waysOf(n, to, pool.records[(p << packetShift) + stateOf]);
    if (this.mayRunDry && q < this.Q && X[x + notBefore] < 0 && !(this.bufferPlaces > 0 && n >= this.T)) {
      X[x + notBefore] = this.soonest(p, this.channelOf(q), set);
      if (X[x + notBefore] > t) {
        this.schedule(X[x + notBefore], mayAsk, one, p, -1);
        return;
      }
    }
    this.asking++;
    X[x + joined] = t;
    if (one < 0) {
      const id = set < 0 ? ~set : this.bestOf(set, q, t);
      pool.records[(p << packetShift) + asksBy] = ~id;
      X[x + goesTo] = id;
      this.joinOutput(p, q, id, input);
      return;
    }
    this.asks[q] = 1;
    if (this.choosing.keeps && set >= 0) set = ~this.select(q, p, set, t);
    pool.records[(p << packetShift) + asksBy] = set;
    const count = this.sizeOf(set);
    const r = V[(this.memberOf(set, 0) << vcShift) + roundOf];
    let hit = 0;
    for (let i = 0; i < count; i++) {
      const id = this.memberOf(set, i);
      const o = V[(id << vcShift) + output];
      const mask = V[(id << vcShift) + maskAt];
      const bit = 1 << o;
      waiting[id * words + (input >> 5)] |= 1 << input;
      R[mask + wanted] |= bit;
      hit |= bit & R[mask + free] & R[mask + roomy];
    }
    this.roundAt[this.firstInput[n] + input] = r;
    if (hit !== 0) this.makeDue(r);
  }

  /** The best of a list's virtual channels, open or not. */
  protected bestOf(set: number, q: number, t: number): number {
    const count = this.sizeOf(set);
    for (let i = 0; i < count; i++) this.eligible[i] = this.memberOf(set, i);
    return this.emptiest(count, q, t);
  }

  /** Packet `p` in queue `q` stands in the queue of its output from now on. */
  private joinOutput(p: number, q: number, id: number, input: number): void {
    const { R, V, waiting, words } = this;
    const v = id << vcShift;
    if (this.servesOut) {
      this.insert(this.B, v + outFirst, p);
      this.makeChannelDue(this.channelOf(id));
      return;
    }
    const o = V[v + output];
    this.insert(this.lines, this.firstLine[q] + 2 * o, p);
    waiting[id * words + (input >> 5)] |= 1 << input;
    const r = V[v + roundOf];
    const mask = V[(id << vcShift) + maskAt];
    R[mask + wanted] |= 1 << o;
    if (((1 << o) & R[mask + free] & R[mask + roomy]) !== 0) this.makeDue(r);
  }

  // Outputs are handed out.

  /** Any round. */
  private share(r: number, t: number): void {
    for (let given = 0; ; given++) {
      const q = this.nextIn(r, given, t);
      if (q < 0) return;
      const id = this.bestFor(q, t);
      this.R[r + served] = q;
      this.waitNoMore(q);
      this.give(q, id, t);
    }
  }

  /** Whether output `id`, which is free and has some room, is open to the front of queue `q`. */
  private isOpenTo(id: number, q: number): boolean {
    const { R, V } = this;
    const o = V[(id << vcShift) + output];
    const mask = V[(id << vcShift) + maskAt];
    if ((R[mask + free] & R[mask + roomy] & (1 << o)) === 0) return false;
    if (this.hasGroups && this.isExhausted(this.channelOf(id))) return false;
    return this.hasRoomFor(this.frontOf(q), q, id);
  }

  /** The queue that is next in a round, −1 where no front can go. */
  private nextIn(r: number, given: number, t: number): number {
    const { R, words, masks, able, arbitration, waiting, openInputs, inputs } = this;
    const n = R[r + node];
    const minds = this.hasRings || this.forwards;
    able.fill(0);
    for (let k = 0; k < masks; k++) {
      const mask = r + headLength + (k << maskShift);
      for (let left = R[mask + free] & R[mask + roomy] & R[mask + wanted]; left !== 0; left &= left - 1) {
        const id = R[r + firstOutput] + 32 * k + 31 - Math.clz32(left & -left);
        if (this.hasGroups && this.isExhausted(this.channelOf(id))) continue;
        for (let w = 0; w < words; w++) {
          for (let bits = waiting[id * words + w] & openInputs[n * words + w] & ~able[w]; bits !== 0; bits &= bits - 1) {
            const q = inputs[R[r + inputsAt] + 32 * w + 31 - Math.clz32(bits & -bits)];
            if (!minds || this.hasRoomFor(this.frontOf(q), q, id)) able[w] |= bits & -bits;
          }
        }
      }
    }
    if (this.networkFirst) this.putTerminalsLast(able, n);
    let count = 0;
    for (let w = 0; w < words; w++) count += bitCount(able[w]);
    if (count === 0) return -1;
    let drawn = arbitration === "random" && count > 1 ? below(mix(this.arbitrationKey + given, t, R[r + called]), count) : 0;
    let winner = -1;
    for (let w = 0; w < words; w++) {
      for (let bits = able[w]; bits !== 0; bits &= bits - 1) {
        const q = inputs[R[r + inputsAt] + 32 * w + 31 - Math.clz32(bits & -bits)];
        if (arbitration === "random" ? drawn-- === 0 : winner < 0 || this.goesBefore(q, winner, R[r + served])) winner = q;
      }
    }
    return winner;
  }

  /** Of fronts at node `n`, those from terminals count only where there are no others. */
  private putTerminalsLast(bits: Int32Array, n: number): void {
    const { words, fromTerminals } = this;
    let others = 0;
    for (let w = 0; w < words; w++) others |= bits[w] & ~fromTerminals[n * words + w];
    if (others !== 0) for (let w = 0; w < words; w++) bits[w] &= ~fromTerminals[n * words + w];
  }

  /** Whether queue `a` goes before queue `b`, of a lower number, in turn after the one served last, or by age. */
  private goesBefore(a: number, b: number, lastServed: number): boolean {
    const { records } = this.pool;
    if (this.arbitration === "round-robin") return b <= lastServed && a > lastServed;
    return records[(this.frontOf(a) << packetShift) + created] < records[(this.frontOf(b) << packetShift) + created];
  }

  /** The best output for the front of queue `q`, to which some are open. */
  private bestFor(q: number, t: number): number {
    const { eligible } = this;
    const { escape } = this.routing;
    const set = this.askedBy(this.frontOf(q));
    if (set < 0) return ~set;
    const size = this.sizeOf(set);
    let count = 0;
    let hasOthers = false;
    for (let i = 0; i < size; i++) {
      const id = this.memberOf(set, i);
      if (!this.isOpenTo(id, q)) continue;
      const isOther = escape !== undefined && escape[id] !== 1;
      if (isOther && !hasOthers) {
        hasOthers = true;
        count = 0;
      }
      if (isOther || !hasOthers) eligible[count++] = id;
    }
    return count === 1 ? eligible[0] : this.emptiest(count, q, t);
  }

  /** The front of queue `q` waits no more for what it asked for. */
  private waitNoMore(q: number): void {
    const { words, waiting } = this;
    const set = this.askedBy(this.frontOf(q));
    const input = this.placeOf(q) & ((1 << this.inputBits) - 1);
    const size = this.sizeOf(set);
    for (let i = 0; i < size; i++) {
      const id = this.memberOf(set, i);
      waiting[id * words + (input >> 5)] &= ~(1 << input);
      this.noteWanted(id);
    }
  }

  private noteWanted(id: number): void {
    const { R, V, words, waiting } = this;
    let any = 0;
    for (let w = 0; w < words; w++) any |= waiting[id * words + w];
    const o = V[(id << vcShift) + output];
    if (any === 0) R[V[(id << vcShift) + maskAt] + wanted] &= ~(1 << o);
  }

  /** Where channels of several nodes share a capacity, another node begins in each cycle. */
  private putInOrder(t: number): void {
    const { R, due, dueCount } = this;
    const firstNode = below(mix(this.arbitrationKey, t, -1), this.network.terminals + this.network.switches);
    for (let i = 1; i < dueCount; i++) {
      const r = due[i];
      const isLate = R[r + called] < firstNode;
      let j = i;
      for (; j > 0; j--) {
        const s = due[j - 1];
        const isOtherLate = R[s + called] < firstNode;
        if (isLate === isOtherLate ? R[r + called] >= R[s + called] : isLate) break;
        due[j] = s;
      }
      due[j] = r;
    }
  }

  // Outputs are requested.

  /** All fronts of the first `count` rounds that are due request, and each channel grants one. */
  private request(count: number, t: number): void {
    const { R, due, inputs, firstInput, requestQueue, requestOutput, nextRequest, firstRequest, asked } = this;
    let requests = 0;
    let askedCount = 0;
    for (let i = 0; i < count; i++) {
      const r = due[i];
      const n = R[r + node];
      const before = askedCount;
      R[r + isDue] = 0;
      for (let place = firstInput[n + 1] - 1; place >= firstInput[n]; place--) {
        const q = inputs[place];
        if (this.asks[q] === 0 || !this.mayLeave(q)) continue;
        const p = this.frontOf(q);
        const set = this.askedBy(p);
        const id = set < 0 ? ~set : this.select(q, p, set, t);
        if (id < 0) continue;
        const port = this.portOf(id);
        requestQueue[requests] = q;
        requestOutput[requests] = id;
        nextRequest[requests] = firstRequest[port];
        if (firstRequest[port] < 0) asked[askedCount++] = port;
        firstRequest[port] = requests++;
      }
      // Of those from one input, or to one channel, there may be more than it has ways for: then the lower ports go first.
      for (let j = before + 1; j < askedCount; j++) {
        const port = asked[j];
        let k = j;
        for (; k > before && asked[k - 1] > port; k--) asked[k] = asked[k - 1];
        asked[k] = port;
      }
    }
    const winnerOf = this.winnerOf;
    for (let i = 0; i < askedCount; i++) {
      winnerOf[i] = this.arbitrate(asked[i], t);
      firstRequest[asked[i]] = -1;
    }
    let winners = 0;
    for (let i = 0; i < askedCount; i++) {
      const winner = winnerOf[i];
      if (winner < 0) continue;
      if (this.hasGroups && this.network.group[this.channelOf(requestOutput[winner])] >= 0) asked[winners++] = winner;
      else this.grantRequest(winner, t);
    }
    if (winners > 0) this.shareCapacity(winners, t);
    for (let i = 0; i < count; i++) if (this.isAnyOpen(due[i])) this.again[this.againCount++] = due[i];
  }

  /** Whether nothing is on its way over the channel of `id`, or to the buffer before it, and its capacity is not used up. */
  private isIdle(id: number, t: number): boolean {
    const c = this.channelOf(id);
    if (this.hasBuffers(c)) return (this.R[this.V[(id << vcShift) + maskAt] + free] & (1 << this.V[(id << vcShift) + output])) !== 0;
    return this.H[(c << channelShift) + freeAt] <= t && !(this.hasGroups && this.isExhausted(c));
  }

  /** Whether the input of queue `q` has a way left. */
  private mayLeave(q: number): boolean {
    const place = this.placeOf(q);
    const input = place & ((1 << this.inputBits) - 1);
    return (this.openInputs[(place >> this.inputBits) * this.words + (input >> 5)] & (1 << input)) !== 0;
  }

  /** What grants a request for `id`: its channel, or with a number after those of all channels the buffer before it. */
  private portOf(id: number): number {
    const c = this.channelOf(id);
    return this.hasBuffers(c) ? this.head.length + id : c;
  }

  private grantRequest(request: number, t: number): void {
    const q = this.requestQueue[request];
    const id = this.requestOutput[request];
    if (!this.isIdle(id, t) || !this.mayLeave(q)) return;
    this.servedQueue[this.portOf(id)] = q;
    this.waitNoMore(q);
    this.give(q, id, t);
  }

  /** The virtual channel of a list that the front of queue `q`, packet `p`, requests in cycle `t`, or −1. */
  private select(q: number, p: number, set: number, t: number): number {
    const { eligible, K } = this;
    const { freeOnly, by } = this.choosing;
    const { escape } = this.routing;
    const size = this.sizeOf(set);
    let leastBehind = Infinity;
    let least = Infinity;
    let equal = 0;
    this.present = t;
    for (let i = 0; i < size; i++) {
      const id = this.memberOf(set, i);
      const c = this.channelOf(id);
      if (freeOnly && !(this.isIdle(id, t) && this.hasRoomFor(p, q, id))) continue;
      let behind = 0;
      if (by === "channel" && escape !== undefined && !this.hasRoomFor(p, q, id)) behind = Infinity;
      else if (by === "channel" && K > 1) behind = this.phitsBehind(c);
      const fullness = by === "chance" ? 0 : this.phitsIn(id, t);
      if (behind < leastBehind || (behind === leastBehind && fullness < least)) {
        leastBehind = behind;
        least = fullness;
        equal = 0;
      }
      if (behind === leastBehind && fullness === least) eligible[equal++] = id;
    }
    if (equal === 0) return -1;
    return equal > 1 && this.tiesAtRandom ? eligible[below(mix(this.selectionKey, t, q), equal)] : eligible[0];
  }

  /** The request that a port grants; −1 for none. */
  private arbitrate(port: number, t: number): number {
    const { requestQueue, requestOutput, nextRequest, firstRequest, arbitration, Q, network, T, K } = this;
    let count = 0;
    let inNetwork = 0;
    const isFromNetwork = (q: number) => {
      const c = (q / K) | 0;
      return q < Q && (network.tail[c] >= T || network.head[c] < T);
    };
    const mayGo = (i: number) =>
      this.isIdle(requestOutput[i], t) && this.hasRoomFor(this.frontOf(requestQueue[i]), requestQueue[i], requestOutput[i]);
    for (let i = firstRequest[port]; i >= 0; i = nextRequest[i]) {
      if (!mayGo(i)) continue;
      count++;
      if (isFromNetwork(requestQueue[i])) inNetwork++;
    }
    if (count === 0) return -1;
    const onlyNetwork = this.networkFirst && inNetwork > 0;
    if (onlyNetwork) count = inNetwork;
    let drawn = arbitration === "random" ? below(mix(this.arbitrationKey, t, port), count) : 0;
    let winner = -1;
    for (let i = firstRequest[port]; i >= 0; i = nextRequest[i]) {
      const q = requestQueue[i];
      if (!mayGo(i) || (onlyNetwork && !isFromNetwork(q))) continue;
      if (arbitration === "random" ? drawn-- === 0 : winner < 0 || this.goesBefore(q, requestQueue[winner], this.servedQueue[port]))
        winner = i;
    }
    return winner;
  }

  /** Of the first `count` winners, whose channels share capacities, those are granted that these have room for. */
  private shareCapacity(count: number, t: number): void {
    const winners = [...this.asked.subarray(0, count)];
    const channelAt = (i: number) => this.channelOf(this.requestOutput[i]);
    winners.sort((a, b) => channelAt(a) - channelAt(b));
    for (let g = 0; g < this.groupRoom.length; g++) {
      const inGroup = winners.filter((i) => this.network.group[channelAt(i)] === g);
      const left = this.groupRoom[g] - this.groupBusy[g];
      const start = inGroup.length > left ? below(mix(this.arbitrationKey, t, ~g), inGroup.length) : 0;
      for (let i = 0; i < Math.min(left, inGroup.length); i++) this.grantRequest(inGroup[(start + i) % inGroup.length], t);
    }
  }

  // Queues of outputs.

  /** Inputs and outputs of a switch with virtual output queues are matched. */
  protected match(r: number, t: number): void {
    const { R, V, K, firstInput, nextInput, nextOutput, grantedBy, grantees } = this;
    const n = R[r + node];
    const firstId = R[r + firstOutput];
    const firstChannel = this.channelOf(firstId);
    const outputs = R[r + channelCount];
    const entering = firstInput[n + 1] - firstInput[n];
    const inputMask = (1 << this.inputBits) - 1;
    const { iterations } = this.switches;
    for (let round = 0; round < iterations; round++) {
      const granted = this.fitsBits ? this.grantByBits(r) : this.grantWidely(r);
      if (granted === 0) return;
      for (let i = 0; i < granted; i++) {
        const into = grantees[i];
        const o = grantedBy[into];
        grantedBy[into] = -1;
        this.giveFirst(into, firstId + o * K, t);
        if (round > 0) continue;
        const input = (V[((into * K) << vcShift) + at] & inputMask) + K;
        nextInput[firstChannel + o] = input === entering ? 0 : input;
        nextOutput[into] = o + 1 === outputs ? 0 : o + 1;
      }
      if (!this.isAnyOpen(r)) return;
    }
    this.again[this.againCount++] = r;
  }

  /** Each output channel of a round grants the first input from its pointer on; returns how many input channels have a grant. */
  private grantWidely(r: number): number {
    const { R, inputs, firstInput, nextInput } = this;
    const n = R[r + node];
    const firstChannel = this.channelOf(R[r + firstOutput]);
    let granted = 0;
    for (let o = 0; o < R[r + channelCount]; o++) {
      if (!this.findAble(r, o)) continue;
      granted = this.grant(this.channelOf(inputs[firstInput[n] + this.firstBitFrom(nextInput[firstChannel + o])]), o, granted);
    }
    return granted;
  }

  /** The same where all inputs and outputs are bits of one number. */
  private grantByBits(r: number): number {
    const { R, V, K, waiting, openInputs, inputs, firstInput, nextInput } = this;
    const n = R[r + node];
    const firstId = R[r + firstOutput];
    const firstChannel = V[(firstId << vcShift) + channelIn];
    const m = r + headLength;
    const lanes = -1 >>> (K < 32 ? 32 - K : 0);
    const open = openInputs[n];
    let granted = 0;
    let hits = R[m + free] & R[m + roomy] & R[m + wanted];
    while (hits !== 0) {
      const c = V[((firstId + 31 - Math.clz32(hits & -hits)) << vcShift) + channelIn];
      const o = c - firstChannel;
      const mask = lanes << (o * K);
      let bits = 0;
      for (let left = hits & mask; left !== 0; left &= left - 1) bits |= waiting[firstId + 31 - Math.clz32(left & -left)];
      hits &= ~mask;
      bits &= open;
      if (bits === 0) continue;
      const behind = bits & (-1 << nextInput[c]);
      if (behind !== 0) bits = behind;
      granted = this.grant(V[(inputs[firstInput[n] + 31 - Math.clz32(bits & -bits)] << vcShift) + channelIn], o, granted);
    }
    return granted;
  }

  /** Output channel `o` grants input channel `into`, after `granted` others; of those that grant it, the input keeps one. */
  private grant(into: number, o: number, granted: number): number {
    const { nextOutput, grantedBy, grantees } = this;
    const best = grantedBy[into];
    // Outputs come in order, so the first from the pointer on is better than any, and else the first of all.
    if (best < 0) {
      grantees[granted++] = into;
      grantedBy[into] = o;
    } else if (best < nextOutput[into] && o >= nextOutput[into]) grantedBy[into] = o;
    return granted;
  }

  /** Finds the inputs that have a packet for output channel `o` of a round and may give it away; says whether there are any. */
  private findAble(r: number, o: number): boolean {
    const { R, V, K, words, able } = this;
    const firstId = R[r + firstOutput] + o * K;
    let any = 0;
    able.fill(0);
    for (let id = firstId; id < firstId + K; id++) {
      const place = V[(id << vcShift) + output];
      const mask = V[(id << vcShift) + maskAt];
      if ((R[mask + free] & R[mask + roomy] & R[mask + wanted] & (1 << place)) === 0) continue;
      for (let w = 0; w < words; w++) {
        able[w] |= this.thoseAble(id, R[r + node], w);
        any |= able[w];
      }
    }
    return any !== 0;
  }

  /** The inputs at node `n` that have a packet for virtual channel `id` and may give it away. */
  private thoseAble(id: number, n: number, w: number): number {
    const { words, inputs, firstInput } = this;
    let bits = this.waiting[id * words + w] & this.openInputs[n * words + w];
    if (!this.forwards) return bits;
    for (let left = bits; left !== 0; left &= left - 1) {
      const q = inputs[firstInput[n] + 32 * w + 31 - Math.clz32(left & -left)];
      const p = this.lines[this.firstLine[q] + 2 * this.V[(id << vcShift) + output]];
      if (!this.hasRoomFor(p, q, id)) bits &= ~(left & -left);
    }
    return bits;
  }

  /** The first bit of those able from one on, in a circle; there is one. */
  private firstBitFrom(start: number): number {
    const { able, words } = this;
    for (let i = 0; i <= words; i++) {
      const w = ((start >> 5) + i) % words;
      let bits = able[w];
      if (i === 0) bits &= -1 << start;
      if (bits !== 0) return 32 * w + 31 - Math.clz32(bits & -bits);
    }
    return -1;
  }

  /** Of the packets that input channel `into` has for the output channel of virtual channel `b`, the first goes that can. */
  protected giveFirst(into: number, b: number, t: number): void {
    const { V, X, K, lines, firstLine, words, waiting } = this;
    // Where there is one, it can: its output granted it.
    const p = K === 1 ? lines[firstLine[into] + 2 * V[(b << vcShift) + output]] : this.firstOfAll(into, b);
    const q = X[(p << extraShift) + cameBy];
    const id = X[(p << extraShift) + goesTo];
    const line = firstLine[q] + 2 * V[(id << vcShift) + output];
    this.removeFirst(lines, line);
    if (lines[line] < 0) {
      const input = V[(q << vcShift) + at] & ((1 << this.inputBits) - 1);
      waiting[id * words + (input >> 5)] &= ~(1 << input);
      this.noteWanted(id);
    }
    this.leave(p, q, id, t);
  }

  /** The packet that joined first of those at the heads of an input channel's queues for an output channel that can go. */
  protected firstOfAll(into: number, b: number): number {
    const { R, V, K, lines, firstLine, forwards } = this;
    let winner = -1;
    for (let id = b; id < b + K; id++) {
      const place = V[(id << vcShift) + output];
      const mask = V[(id << vcShift) + maskAt];
      if ((R[mask + free] & R[mask + roomy] & R[mask + wanted] & (1 << place)) === 0) continue;
      for (let q = into * K; q < into * K + K; q++) {
        const p = lines[firstLine[q] + 2 * place];
        if (p >= 0 && (!forwards || this.hasRoomFor(p, q, id)) && (winner < 0 || this.isBefore(p, winner))) winner = p;
      }
    }
    return winner;
  }

  /** A free channel is given to the packet that joined one of its virtual channels' queues first, of those that find room. */
  private serveOutput(b: number, t: number): void {
    const { K } = this;
    let winner = -1;
    for (let id = b; id < b + K; id++) {
      const p = this.B[(id << vcShift) + outFirst];
      if (p < 0 || !this.hasRoomFor(p, this.X[(p << extraShift) + cameBy], id)) continue;
      if (winner < 0 || this.isBefore(p, winner)) winner = p;
    }
    if (winner < 0) return;
    const id = this.X[(winner << extraShift) + goesTo];
    this.removeFirst(this.B, (id << vcShift) + outFirst);
    this.leave(winner, this.X[(winner << extraShift) + cameBy], id, t);
  }

  /** A free channel is given to the next of the buffers before it whose packet finds room. */
  private serveBuffer(b: number, t: number): void {
    const { V, X, K, servedBuffer } = this;
    const c = this.channelOf(b);
    for (let i = 1; i <= K; i++) {
      const id = b + ((servedBuffer[c] + i) % K);
      const v = id << vcShift;
      if (this.B[v + bufferAsks] === 0) continue;
      const p = this.B[v + bufferFirst];
      if (!this.isConsumedAt(c, p) && V[v + held] >= this.placesBehind(id)) continue;
      servedBuffer[c] = id - b;
      this.B[v + bufferAsks] = 0;
      this.B[v + bufferStanding]--;
      this.removeFirst(this.B, v + bufferFirst);
      this.asking--;
      const x = p << extraShift;
      this.countWait(X[x + cameBy], t - X[x + notBefore]);
      const consumedIn = this.goOver(p, id, t);
      this.B[v + bufferFree] = this.endCycle;
      const both = this.endCeil === this.endCycle ? setsBufferFree | freesBufferPlace : setsBufferFree;
      this.schedule(this.endCycle, both, -1, p, id);
      if (this.endCeil !== this.endCycle) this.schedule(this.endCeil, freesBufferPlace, -1, p, id);
      if (consumedIn >= 0) this.schedule(consumedIn, isConsumed, -1, p, id);
      return;
    }
  }

  // A packet goes on.

  /** The front of queue `q` is given virtual channel `id`. */
  private give(q: number, id: number, t: number): void {
    const { V, Q, injection } = this;
    this.asks[q] = 0;
    if (q < Q) {
      this.leave(this.removeFirst(V, (q << vcShift) + first), q, id, t);
      return;
    }
    const p = injection.slots[((q - Q) << slotShift) + slotPacket];
    const consumedIn = this.inject(p, q, id, t);
    const { endCycle } = this;
    if (consumedIn === endCycle) this.schedule(endCycle, setsFree | isConsumed, q, p, id);
    else {
      this.schedule(endCycle, setsFree, q, p, id);
      if (consumedIn >= 0) this.schedule(consumedIn, isConsumed, q, p, id);
    }
  }

  /** Packet `p` goes from its injection slot over a channel; returns the cycle in which it is consumed there, −1 for none. */
  private inject(p: number, q: number, id: number, t: number): number {
    const { recorder, injection, pool } = this;
    const { records } = pool;
    const record = p << packetShift;
    const terminal = records[record + ends] >>> 16;
    const since = injection.slots.length === this.T << slotShift ? records[record + created] : injection.waitingSince(terminal);
    records[record + injected] = t;
    this.asking--;
    this.turn(p, q, id);
    const consumedIn = this.goOver(p, id, t);
    recorder.send(terminal, since, t, this.endCeil - t);
    recorder.enter(terminal, records[record + messageOf], t);
    return consumedIn;
  }

  /** The state of packet `p` changes as it is given virtual channel `id`. */
  private turn(p: number, q: number, id: number): void {
    const { next } = this.routing;
    if (next === undefined) return;
    const { records } = this.pool;
    const record = p << packetShift;
    records[record + stateOf] = next(this.placeOf(q) >> this.inputBits, records[record + ends] & 0xffff, records[record + stateOf], id);
  }

  private countWait(q: number, cycles: number): void {
    const place = (q << vcShift) + waited;
    this.V[place] += cycles;
    if (this.V[place] > fullSum) this.flushWaited(q);
  }

  /** Packet `p` leaves queue `q`, over the channel of virtual channel `id` or to the buffer before it. */
  private leave(p: number, q: number, id: number, t: number): void {
    const { V, T, pool } = this;
    const v = q << vcShift;
    V[v + standing]--;
    this.asking--;
    this.countWait(q, t - pool.records[(p << packetShift) + ready]);
    if (this.limitsWays && V[v + at] >> this.inputBits >= T) this.takeWay(q);
    this.turn(p, q, id);
    const c = this.channelOf(id);
    const credit = this.creditTime[this.channelOf(q)];
    if (this.bufferPlaces > 0 && this.hasBuffers(c)) {
      this.cross(p, q, id, credit, t);
      return;
    }
    const consumedIn = this.goOver(p, id, t);
    const { endCycle } = this;
    V[v + frontFree] = endCycle;
    const known = this.endCeil + credit;
    let does = setsFree;
    if (known === endCycle) does |= freesPlace;
    if (consumedIn === endCycle) does |= isConsumed;
    const e = this.schedule(endCycle, does, q, p, id);
    if (known === endCycle) this.beginLeaving(e, q, t, this.beginPart);
    else this.beginLeaving(this.schedule(known, freesPlace, q, p, id), q, t, this.beginPart);
    if (consumedIn >= 0 && consumedIn !== endCycle) this.schedule(consumedIn, isConsumed, q, p, id);
  }

  /** Packet `p` goes from queue `q` through the switch to the buffer before virtual channel `id`. */
  private cross(p: number, q: number, id: number, credit: number, t: number): void {
    const { V, H, X } = this;
    const c = this.channelOf(id);
    const v = id << vcShift;
    const x = p << extraShift;
    const from = this.channelOf(q);
    const end = this.crossEnd(p, from, t);
    const since = this.soonestBeyond(p, from, c, t);
    this.B[v + isCrossed] = 1;
    if (++H[(c << channelShift) + crossingTo] === this.crossWays) this.closeOutputs(c);
    else this.closeOutput(id);
    V[(q << vcShift) + frontFree] = end;
    const e = this.schedule(end, credit === 0 ? hasCrossed | freesPlace | wentThrough : hasCrossed, q, p, id);
    const place = credit === 0 ? e : this.schedule(end + credit, freesPlace | wentThrough, q, p, id);
    this.beginLeaving(place, q, t, 0);
    this.eventCame[place >> eventShift] = X[x + cameAt];
    this.eventCamePart[place >> eventShift] = X[x + camePart];
    X[x + goesTo] = id;
    X[x + notBefore] = since;
    this.B[v + crossAt] = t;
    this.B[v + crossFrom] = from;
    this.B[v + crossCame] = X[x + cameAt];
    this.B[v + crossCamePart] = X[x + camePart];
    this.B[v + bufferHeld]++;
    this.noteRoom(id);
    this.append(this.B, v + bufferFirst, p);
    if (this.B[v + bufferStanding]++ > 0 || this.B[v + bufferFree] > t) return;
    if (since === t) this.askFromBuffer(id);
    else this.schedule(since, bufferMayAsk, -1, p, id);
  }

  /** Packet `p` is given the channel of virtual channel `id`; returns the cycle in which it is consumed, −1 where it is not. */
  private goOver(p: number, id: number, t: number): number {
    const { H, V, X, pool, L } = this;
    const { records } = pool;
    const c = this.channelOf(id);
    const h = c << channelShift;
    const record = p << packetShift;
    const pair = records[record + ends];
    const whole = this.wholeTime[c];
    let part = 0;
    let arrives: number;
    let end: number;
    let ceil: number;
    if (whole > 0) {
      arrives = t + this.headTime[c];
      end = t + whole;
      ceil = end;
    } else {
      const p = this.perCycle[c];
      if (H[h + freeAt] === t) part = H[h + freePart];
      const units = part + L * this.perPhit[c];
      end = t + Math.floor(units / p);
      H[h + freePart] = units % p;
      ceil = H[h + freePart] > 0 ? end + 1 : end;
      arrives = t + Math.ceil((part + this.perPhit[c]) / p) + this.delay[c];
    }
    this.endCycle = end;
    this.endCeil = ceil;
    this.beginPart = part;
    H[h + freeAt] = end;
    H[h + carried]++;
    H[h + beganAt] = t;
    H[h + beganPart] = part;
    H[h + lastEnds] = pair;
    const isBuffered = this.bufferPlaces > 0 && this.hasBuffers(c);
    if (!isBuffered) {
      this.closeOutputs(c);
      if (this.hasGroups && this.network.group[c] >= 0) this.groupBusy[this.network.group[c]]++;
    }
    H[h + sinceInjection] += arrives - records[record + injected];
    if (H[h + sinceInjection] > fullSum) this.flushSince(c);
    records[record + hops]++;
    records[record + asksBy] = -1;
    this.grants++;
    this.hash = (this.hash + trace(t, id, pair >>> 16)) | 0;
    if (c === this.followedChannel) this.noteCrossing(pair);
    const complete = ceil + this.delay[c];
    const v = id << vcShift;
    if (this.isConsumedAt(c, p)) {
      if (isBuffered) {
        this.B[v + ejectAt] = t;
        this.B[v + ejectPart] = part;
      }
      return complete;
    }
    const since = (this.storeAndForward ? complete : arrives) + this.askTime[c];
    records[record + ready] = since;
    const x = p << extraShift;
    X[x + cameAt] = t;
    X[x + camePart] = part;
    X[x + cameBy] = id;
    X[x + notBefore] = -1;
    X[x + joined] = -1;
    V[v + held]++;
    V[v + enterAt] = t;
    V[v + enterPart] = part;
    if (!isBuffered) this.noteRoom(id);
    const wasEmpty = V[v + standing]++ === 0;
    if (this.isByOutput(id)) {
      if (since === t + 1) this.fresh[this.freshCount++] = ~p;
      else this.schedule(since, mayAsk, ~p, p, -1);
      return -1;
    }
    this.append(V, v + first, p);
    if (wasEmpty && V[v + frontFree] <= t) {
      if (since === t + 1) this.fresh[this.freshCount++] = id;
      else this.schedule(since, mayAsk, id, p, -1);
    }
    return -1;
  }

  protected noteCrossing(pair: number): void {
    this.crossings.set(pair, (this.crossings.get(pair) ?? 0) + 1);
  }

  protected headsAt(n: number): readonly number[] {
    const { K, servesOut, lines, firstLine, inputs, firstInput, network } = this;
    if (servesOut) {
      const ids = Array.from({ length: (network.firstOut[n + 1] - network.firstOut[n]) * K }, (_, i) => network.firstOut[n] * K + i);
      return ids.map((id) => this.B[(id << vcShift) + outFirst]);
    }
    return [...inputs.subarray(firstInput[n], firstInput[n + 1])].flatMap((q) =>
      Array.from({ length: (firstLine[q + 1] - firstLine[q]) / 2 }, (_, o) => lines[firstLine[q] + 2 * o]),
    );
  }
}
