// hot: no allocation, no for-of, no destructuring inside `run` and what it calls.
/**
 * The engine of links and switches where nothing but free channels, room and chance decides, and all inputs and outputs of a node are
 * bits of one number. What happens is as in `switched.ts`, to the cycle; how it is looked for is all its own:
 *
 * - A cycle has a list of each kind of event, so that little need be found out about one. What moves is one event, first in the cycle
 *   in which it is over, then in that in which its place is known to be free.
 * - Outputs are handed out first, and then all goes that was given one: `run` has all its constants in variables of its own and calls
 *   nothing for what happens at most hops.
 */
import { bitCount, nthBit } from "../../base/bits.ts";
import { below, mix, trace } from "../../base/random.ts";
import type { Plan } from "../../plan/plan.ts";
import { slotAt, slotPacket, slotShift } from "../injection.ts";
import { asksBy, created, ends, hops, injected, messageOf, packetShift, ready, stateOf } from "../packet-pool.ts";
import { listOwn, listSize, listStart } from "./request-lists.ts";
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
  endsLate,
  enterAt,
  enterPart,
  eventBegan,
  eventDoes,
  eventLeaving,
  eventNext,
  eventOutput,
  eventPacket,
  eventQueue,
  eventShift,
  eventTime,
  extraShift,
  first,
  firstLeaving,
  freeAt,
  freePart,
  freesPlace,
  frontFree,
  fromSwitch,
  fullSum,
  goesTo,
  hasCrossed,
  held,
  isConsumed,
  isCrossed,
  joined,
  last,
  lastEnds,
  lastLeaving,
  nextOf,
  maskAt,
  notBefore,
  outFirst,
  output,
  places,
  prevOf,
  roundOf,
  setsBufferFree,
  setsFree,
  sinceInjection,
  standing,
  takesAsking,
  takesCredit,
  takesHead,
  takesLength,
  takesWhole,
  toTerminal,
  vcShift,
  waited,
  waysTaken,
  wentThrough,
} from "./switched-state.ts";
import {
  called,
  escapes,
  firstOutput,
  free,
  headLength,
  inputsAt,
  isDue,
  node,
  roomy,
  SwitchedCutThrough,
  tight,
  wanted,
} from "./switched.ts";

// What the lists of a cycle are of: first, what ends, over a channel or through a switch; then places that are known to be free, and
// fronts that may ask. What is seldom is on the wheel.
const leavings = 1;
const askings = 2;
const kindShift = 2;

// Of a list of virtual channels: its outputs as bits, its round + 1, 0 as long as that is not known, and its fastest channel's kind.
const listOutputs = listOwn;
const listRound = listOwn + 1;
const listFastest = listOwn + 2;

/** The same arrays as parts of one, each from a new line of memory on. */
function together(arrays: readonly Int32Array[]): { readonly all: Int32Array; readonly parts: Int32Array[] } {
  const starts = [0];
  for (const each of arrays) starts.push((starts[starts.length - 1] + each.length + 15) & ~15);
  const all = new Int32Array(starts[arrays.length]);
  const parts = arrays.map((each, i) => {
    all.set(each, starts[i]);
    return all.subarray(starts[i], starts[i] + each.length);
  });
  return { all, parts };
}

export class NarrowSwitched extends SwitchedCutThrough {
  /** [wheel << kindShift] The first event of each kind in each cycle, −1 for none. */
  private days: Int32Array = new Int32Array(this.wheel.length << kindShift).fill(-1);
  /** Of each output of a round: the first one of its channel. */
  private readonly firstBeside: Int32Array;
  /** [C] Kinds of rates; and for a packet over a channel of one whose times are whole numbers: cycles to be ahead of another. */
  private kindOf: Int32Array;
  private readonly kinds: number;
  private ahead: Int32Array;
  /** Of each input of each node: the outputs that its front waits for. */
  private wants: Int32Array;
  /** What has been given in a cycle: queue, −1 from a buffer; virtual channel; packet. */
  private going: Int32Array;
  private made = 0;
  /** [Q] Of queues whose fronts ask in a later cycle: the next one in its list, and the cycle. */
  private links: Int32Array;
  /** All these numbers, so that few addresses and lengths are needed; records of virtual channels first. */
  private readonly M: Int32Array;

  constructor(rules: CutThroughRules, plan: Plan) {
    super(rules, plan);
    const { K, Q, L, perCycle, perPhit, head } = this;
    this.firstBeside = Int32Array.from({ length: 32 }, (_, place) => place - (place % K));
    // From the slowest to the fastest.
    const rates = [...new Set(Array.from(head, (_, c) => perCycle[c] / perPhit[c]))].sort((a, b) => a - b);
    this.kindOf = Int32Array.from(head, (_, c) => rates.indexOf(perCycle[c] / perPhit[c]));
    this.kinds = rates.length;
    const one = rates.map((_, kind) => this.kindOf.indexOf(kind));
    this.ahead = Int32Array.from({ length: rates.length ** 2 }, (_, i) => {
      const [c, next] = [one[Math.floor(i / rates.length)], one[i % rates.length]];
      return Math.ceil((L * perPhit[c] * perCycle[next] - (L - 1) * perPhit[next] * perCycle[c]) / (perCycle[c] * perCycle[next]));
    });
    this.going = new Int32Array(3 * (2 * Q + (this.injection.slots.length >> slotShift)));
    this.links = new Int32Array(2 * Q);
    this.wants = new Int32Array(this.inputs.length);
    if (!this.isNarrow) {
      this.M = this.V;
      return;
    }
    const { V, H, B, R, waiting, days, insiders, wants, roundAt, inputs, openInputs, due, fresh, going, firstInput, ways } = this;
    const { lines, firstLine, dueChannels, fromTerminals, kindOf } = this;
    const parts = [V, H, B, R, waiting, days, insiders, wants, roundAt, inputs, openInputs, due, fresh, going, firstInput, ways];
    const rest = [lines, firstLine, dueChannels, fromTerminals, kindOf, this.ahead, this.links];
    const joint = together([...parts, ...rest]);
    this.M = joint.all;
    [this.V, this.H, this.B, this.R, this.waiting, this.days, this.insiders, this.wants, this.roundAt, this.inputs] = joint.parts;
    [this.openInputs, this.due, this.fresh, this.going, this.firstInput, this.ways] = joint.parts.slice(10);
    [this.lines, this.firstLine, this.dueChannels, this.fromTerminals, this.kindOf, this.ahead, this.links] = joint.parts.slice(16);
    const { firstOut, terminals } = plan.network;
    // Rounds go by where their records are among all.
    const records = this.startOf(this.R);
    this.R = this.M;
    for (let id = 0; id < Q; id++) {
      this.V[(id << vcShift) + roundOf] += records;
      this.V[(id << vcShift) + maskAt] += records;
    }
    // An input with virtual output queues is always of the round of its switch.
    for (let n = this.byInputAndOutput ? terminals : firstOut.length; n < firstOut.length - 1; n++) {
      this.roundAt.fill(this.V[((firstOut[n] * K) << vcShift) + roundOf], this.firstInput[n], this.firstInput[n + 1]);
    }
  }

  /** Where one of the arrays begins in the one that has them all. */
  private startOf(part: Int32Array): number {
    return (part.byteOffset >> 2) | 0;
  }

  protected override run(stop: number, work: number): number {
    if (!this.isNarrow) return super.run(stop, work);
    stop |= 0;
    work |= 0;
    const { M, recorder, injection, asks, isChannelDue, again, firstBeside, eligible, mayEnd, lists } = this;
    const { hasRings, hasWays, hasState, networkFirst, storeAndForward, mayRunDry, byOutput, byInputAndOutput, servesOut } = this;
    const { slots } = injection;
    const { wheel } = this;
    const wheelMask = this.wheelMask | 0;
    const { next } = this.routing;
    const H0 = this.startOf(this.H);
    const B0 = this.startOf(this.B);
    const W0 = this.startOf(this.waiting);
    const D0 = this.startOf(this.days);
    const insidersAt = this.startOf(this.insiders);
    const wantsAt = this.startOf(this.wants);
    const roundsAt = this.startOf(this.roundAt);
    const inputsFrom = this.startOf(this.inputs);
    const openAt = this.startOf(this.openInputs);
    const due0 = this.startOf(this.due);
    const fresh0 = this.startOf(this.fresh);
    const going0 = this.startOf(this.going);
    const firstInputAt = this.startOf(this.firstInput);
    const waysAt = this.startOf(this.ways);
    const linesAt = this.startOf(this.lines);
    const firstLineAt = this.startOf(this.firstLine);
    const dueChannelsAt = this.startOf(this.dueChannels);
    const terminalsAt = this.startOf(this.fromTerminals);
    const aheadAt = this.startOf(this.ahead);
    const kindAt = this.startOf(this.kindOf);
    const linksAt = this.startOf(this.links);
    const T = this.T | 0;
    const K = this.K | 0;
    const Q = this.Q | 0;
    const L = this.L | 0;
    const bufferPlaces = this.bufferPlaces | 0;
    const isBuffering = bufferPlaces > 0;
    const crossTime = this.crossTime | 0;
    // All channels have rate 1: then whoever crosses is ahead of its header by as much everywhere.
    const isEven = this.kinds === 1 && this.perCycle[0] === this.perPhit[0];
    const crossAhead = this.crossAhead[0] | 0;
    const waysOut = this.waysOut | 0;
    const { limitsWays } = this;
    const minds = limitsWays || isBuffering;
    const isInOrder = limitsWays && !byInputAndOutput && this.routing.rows !== undefined;
    const inputBits = this.inputBits | 0;
    const inputMask = (1 << inputBits) - 1;
    const kinds = this.kinds | 0;
    const arbitrationKey = this.arbitrationKey | 0;
    const followedChannel = this.followedChannel | 0;
    const hasOneSlot = slots.length === T << slotShift;
    const channelMask = (-1 >>> (K < 32 ? 32 - K : 0)) | 0;
    let t = this.now | 0;
    let hash = this.fingerprint | 0;
    let freshCount = this.newCount | 0;
    let dueCount = this.dueCount | 0;
    let asking = this.asking | 0;
    let quietAfter = this.quietAfter | 0;
    let grants = 0;
    let done = 0;
    let isOver = false;
    // What makes a round or a channel due, and a list longer, is written out wherever it is done: a call would cost a hop in twenty.
    for (; t < stop && done < work && !isOver; t = (t + 1) | 0) {
      const day = D0 + ((t & wheelMask) << kindShift);
      let dueChannelCount = 0;

      // What was under way is over: channels come free, and ways through switches.
      let e = M[day];
      M[day] = -1;
      while (e >= 0) {
        let { events } = this;
        const following = events[e + eventNext];
        if (events[e + eventTime] !== t) {
          events[e + eventNext] = M[day];
          M[day] = e;
          e = following;
          continue;
        }
        const does = events[e + eventDoes];
        const q = events[e + eventQueue];
        const v = events[e + eventOutput] << vcShift;
        const r = M[v + roundOf];
        if ((does & setsBufferFree) !== 0 || (servesOut && M[r + node] >= T)) {
          const c = M[v + channelIn];
          M[dueChannelsAt + dueChannelCount] = c;
          dueChannelCount += 1 - isChannelDue[c];
          isChannelDue[c] = 1;
        } else {
          const m = r + headLength;
          const lane = firstBeside[M[v + output]];
          let lanes = channelMask;
          if ((does & hasCrossed) !== 0) {
            M[B0 + v + isCrossed] = 0;
            M[H0 + (M[v + channelIn] << channelShift) + crossingTo]--;
            const b = (v >> vcShift) - M[v + output] + lane;
            lanes = 0;
            for (let k = 0; k < K; k++) lanes |= (M[B0 + ((b + k) << vcShift) + isCrossed] ^ 1) << k;
          }
          const isFree = M[m + free] | (lanes << lane);
          M[m + free] = isFree;
          const hit = isFree & M[m + roomy] & M[m + wanted];
          const add = ((hit | -hit) >>> 31) & (M[r + isDue] ^ 1);
          M[due0 + dueCount] = r;
          M[r + isDue] |= add;
          dueCount += add;
        }
        if ((does & isConsumed) !== 0) {
          this.consume(events[e + eventPacket], t);
          isOver = mayEnd && recorder.isComplete;
        }
        if (q >= Q) {
          injection.release(q - Q);
          events[e + eventNext] = this.unusedEvent;
          this.unusedEvent = e;
          e = following;
          continue;
        }
        // Those who fill the queue or the buffer will know of the place.
        let known = (does & endsLate) !== 0 ? t + 1 : t;
        if (q < 0) {
          const p = M[B0 + v + bufferFirst];
          if (p >= 0) {
            const since = this.X[(p << extraShift) + notBefore];
            if (since <= t) {
              M[B0 + v + bufferAsks] = 1;
              asking++;
            } else {
              this.schedule(since, bufferMayAsk, -1, p, v >> vcShift);
              // It may have grown.
              events = this.events;
            }
          }
        } else {
          const w = q << vcShift;
          const h = H0 + (M[w + channelIn] << channelShift);
          if (limitsWays && M[h + waysTaken]-- === waysOut) {
            // Its input has a way out again.
            const b = Math.imul(M[w + channelIn], K);
            const place = M[(b << vcShift) + at];
            const n = place >> inputBits;
            const input = place & inputMask;
            M[openAt + n] |= channelMask << input;
            for (let k = 0; k < K; k++) {
              if (!byInputAndOutput && asks[b + k] === 0) continue;
              const s = M[roundsAt + M[firstInputAt + n] + input + k];
              const hit = M[s + headLength + free] & M[s + headLength + roomy] & M[s + headLength + wanted];
              const add = ((hit | -hit) >>> 31) & (M[s + isDue] ^ 1);
              M[due0 + dueCount] = s;
              M[s + isDue] |= add;
              dueCount += add;
            }
          }
          if (!byOutput && M[w + first] >= 0) M[fresh0 + freshCount++] = q;
          known += M[h + takesCredit];
        }
        const then = D0 + ((known & wheelMask) << kindShift) + leavings;
        events[e + eventNext] = M[then];
        M[then] = e;
        events[e + eventTime] = known;
        events[e + eventDoes] = freesPlace | (does & wentThrough);
        if (known > quietAfter) quietAfter = known;
        e = following;
      }

      // Places are known to be free.
      e = M[day + leavings];
      M[day + leavings] = -1;
      while (e >= 0) {
        const { events } = this;
        const following = events[e + eventNext];
        if (events[e + eventTime] !== t) {
          events[e + eventNext] = M[day + leavings];
          M[day + leavings] = e;
          e = following;
          continue;
        }
        const q = events[e + eventQueue];
        let v = q << vcShift;
        let room: number;
        if (q < 0) {
          v = events[e + eventOutput] << vcShift;
          room = bufferPlaces - --M[B0 + v + bufferHeld];
        } else {
          const second = events[e + eventLeaving];
          if (M[v + firstLeaving] === e) {
            M[v + firstLeaving] = second;
            if (second < 0) M[v + lastLeaving] = -1;
          } else this.endLeaving(e, q);
          room = M[v + places] - --M[v + held];
        }
        const r = M[v + roundOf];
        if (q >= 0 && (servesOut || isBuffering) && M[r + node] >= T) {
          const c = M[v + channelIn];
          M[dueChannelsAt + dueChannelCount] = c;
          dueChannelCount += 1 - isChannelDue[c];
          isChannelDue[c] = 1;
        } else {
          const m = r + headLength;
          const o = M[v + output];
          M[m + roomy] |= 1 << o;
          if (hasRings) M[m + tight] = room === 1 ? M[m + tight] | (1 << o) : M[m + tight] & ~(1 << o);
          const hit = (1 << o) & M[m + free] & M[m + wanted];
          const add = ((hit | -hit) >>> 31) & (M[r + isDue] ^ 1);
          M[due0 + dueCount] = r;
          M[r + isDue] |= add;
          dueCount += add;
        }
        events[e + eventNext] = this.unusedEvent;
        this.unusedEvent = e;
        e = following;
      }

      // Packets may ask: by their queues, or where these are by outputs each for itself.
      let late = M[day + askings];
      M[day + askings] = -1;
      if (byOutput) {
        while (late >= 0) {
          const x = late << extraShift;
          const following = this.X[x + nextOf];
          if (this.X[x + prevOf] === t) M[fresh0 + freshCount++] = ~late;
          else {
            this.X[x + nextOf] = M[day + askings];
            M[day + askings] = late;
          }
          late = following;
        }
      } else {
        while (late >= 0) {
          const link = linksAt + late + late;
          const following = M[link];
          if (M[link + 1] === t) M[fresh0 + freshCount++] = late;
          else {
            M[link] = M[day + askings];
            M[day + askings] = late;
          }
          late = following;
        }
      }

      // What is seldom.
      e = wheel[t & wheelMask];
      wheel[t & wheelMask] = -1;
      while (e >= 0) {
        const { events } = this;
        const following = events[e + eventNext];
        if (events[e + eventTime] !== t) {
          events[e + eventNext] = wheel[t & wheelMask];
          wheel[t & wheelMask] = e;
          e = following;
          continue;
        }
        const does = events[e + eventDoes];
        if ((does & isConsumed) !== 0) {
          this.consume(events[e + eventPacket], t);
          isOver = mayEnd && recorder.isComplete;
        }
        if ((does & bufferMayAsk) !== 0) {
          const v = events[e + eventOutput] << vcShift;
          M[B0 + v + bufferAsks] = 1;
          asking++;
          const c = M[v + channelIn];
          M[dueChannelsAt + dueChannelCount] = c;
          dueChannelCount += 1 - isChannelDue[c];
          isChannelDue[c] = 1;
        }
        this.giveBack(e);
        e = following;
      }

      // Terminals offer packets.
      if (injection.isDue(t)) {
        freshCount = (injection.feed(t, M, fresh0 + freshCount, Q) - fresh0) | 0;
        if (this.X.length < this.pool.records.length) this.growExtra();
      }

      // Fronts begin to wait for all that they may take. From here on no packet is created, so these arrays stay.
      const P = this.pool.records;
      const { X } = this;
      for (let i = 0; i < freshCount; i++) {
        const one = M[fresh0 + i];
        let p: number;
        let q = one;
        let place: number;
        if (one < 0) {
          p = ~one;
          q = X[(p << extraShift) + cameBy];
          place = M[(q << vcShift) + at];
        } else if (one < Q) {
          p = M[(one << vcShift) + first];
          place = M[(one << vcShift) + at];
        } else {
          const slot = (one - Q) << slotShift;
          p = slots[slot + slotPacket];
          place = slots[slot + slotAt];
          X[(p << extraShift) + cameBy] = -1;
          X[(p << extraShift) + notBefore] = -1;
        }
        const x = p << extraShift;
        const record = p << packetShift;
        const n = place >> inputBits;
        const input = place & inputMask;
        const to = P[record + ends] & 0xffff;
        let since = one < Q ? P[record + ready] : t;
        let set = 0;
        if (since <= t) {
          if (hasWays) {
            set = M[waysAt + Math.imul(n, T) + to];
            if (set >= -1) {
              if (set < 0) set = this.waysOf(n, to, 0) | 0;
            } else set = (set + 1) | 0;
          } else {
            if (hasState && X[x + notBefore] < 0) this.decide(p, n, to, t);
            set = this.waysOf(n, to, P[record + stateOf]) | 0;
          }
          // Lists may have grown.
          const D = lists.records;
          if (set >= 0 && D[set + listRound] === 0) this.enlist(set);
          if (mayRunDry && one < Q && X[x + notBefore] < 0 && !isBuffering) {
            const c = M[(q << vcShift) + channelIn];
            const h = H0 + (c << channelShift);
            if (M[h + takesWhole] > 0) {
              const fastest = set < 0 ? M[kindAt + M[(~set << vcShift) + channelIn]] : D[set + listFastest];
              since = (X[x + cameAt] + M[h + takesLength] + Math.max(0, M[aheadAt + Math.imul(M[kindAt + c], kinds) + fastest])) | 0;
            } else since = this.soonest(p, c, set) | 0;
            X[x + notBefore] = since;
          }
        }
        if (since > t) {
          // Not yet.
          const then = D0 + ((since & wheelMask) << kindShift) + askings;
          if (byOutput) {
            X[x + nextOf] = M[then];
            X[x + prevOf] = since;
            M[then] = p;
          } else {
            const link = linksAt + one + one;
            M[link] = M[then];
            M[link + 1] = since;
            M[then] = one;
          }
          if (since > quietAfter) quietAfter = since;
          continue;
        }
        asking = (asking + 1) | 0;
        X[x + joined] = t;
        if (one < 0) {
          const id = (set < 0 ? ~set : this.bestOf(set, q, t)) | 0;
          P[record + asksBy] = ~id;
          X[x + goesTo] = id;
          const v = id << vcShift;
          if (servesOut) {
            this.insert(M, B0 + v + outFirst, p);
            const c = M[v + channelIn];
            M[dueChannelsAt + dueChannelCount] = c;
            dueChannelCount += 1 - isChannelDue[c];
            isChannelDue[c] = 1;
            continue;
          }
          const o = M[v + output];
          const line = M[firstLineAt + q] + o + o;
          const before = M[linesAt + line + 1];
          if (before < 0 || X[(before << extraShift) + joined] < t) {
            X[x + nextOf] = -1;
            X[x + prevOf] = before;
            if (before < 0) M[linesAt + line] = p;
            else X[(before << extraShift) + nextOf] = p;
            M[linesAt + line + 1] = p;
          } else this.insert(M, linesAt + line, p);
          M[W0 + id] |= 1 << input;
          const r = M[v + roundOf];
          const m = r + headLength;
          M[m + wanted] |= 1 << o;
          const hit = (1 << o) & M[m + free] & M[m + roomy];
          const add = ((hit | -hit) >>> 31) & (M[r + isDue] ^ 1);
          M[due0 + dueCount] = r;
          M[r + isDue] |= add;
          dueCount += add;
          continue;
        }
        asks[q] = 1;
        P[record + asksBy] = set;
        let r: number;
        let outputs: number;
        if (set < 0) {
          const v = ~set << vcShift;
          r = M[v + roundOf];
          outputs = 1 << M[v + output];
          M[W0 + ~set] |= 1 << input;
        } else {
          const D = lists.records;
          r = (D[set + listRound] - 1) | 0;
          outputs = D[set + listOutputs];
          const w = M[r + firstOutput];
          for (let left = outputs; left !== 0; left &= left - 1) M[W0 + w + 31 - Math.clz32(left & -left)] |= 1 << input;
        }
        const m = r + headLength;
        M[wantsAt + M[firstInputAt + n] + input] = outputs;
        M[roundsAt + M[firstInputAt + n] + input] = r;
        M[m + wanted] |= outputs;
        const hit = outputs & M[m + free] & M[m + roomy];
        const add = ((hit | -hit) >>> 31) & (M[r + isDue] ^ 1);
        M[due0 + dueCount] = r;
        M[r + isDue] |= add;
        dueCount += add;
      }
      freshCount = 0;

      // Outputs are given to those who wait.
      let made = 0;
      // Rounds that share the ways of inputs go in the order of their outputs.
      if (isInOrder && dueCount > 1) this.due.subarray(0, dueCount).sort();
      for (let i = 0; i < dueCount; i++) {
        const r = M[due0 + i];
        const n = M[r + node];
        M[r + isDue] = 0;
        if (byInputAndOutput && n >= T) {
          this.made = made;
          this.match(r, t);
          made = this.made | 0;
          continue;
        }
        const m = r + headLength;
        const w = M[r + firstOutput];
        for (let given = 0; ; given++) {
          let left = M[m + free] & M[m + roomy] & M[m + wanted];
          if (left === 0) break;
          let bits = 0;
          for (; left !== 0; left &= left - 1) {
            const o = 31 - Math.clz32(left & -left);
            // The last place of a ring's queue is for those who come from that ring.
            bits |= hasRings ? M[W0 + w + o] & (M[insidersAt + w + o] | (((M[m + tight] >>> o) & 1) - 1)) : M[W0 + w + o];
          }
          if (limitsWays) bits &= M[openAt + n];
          if (bits === 0) break;
          if (networkFirst) {
            const others = bits & ~M[terminalsAt + n];
            if (others !== 0) bits = others;
          }
          if ((bits & (bits - 1)) !== 0) bits = nthBit(bits, below(mix(arbitrationKey + given, t, M[r + called]), bitCount(bits)));
          const place = M[r + inputsAt] + 31 - Math.clz32(bits);
          const q = M[inputsFrom + place];
          const all = M[wantsAt + place];
          let open = all & M[m + free] & M[m + roomy];
          if (hasRings) {
            for (left = open & M[m + tight]; left !== 0; left &= left - 1) {
              if ((M[insidersAt + w + 31 - Math.clz32(left & -left)] & bits) === 0) open &= ~(left & -left);
            }
          }
          const others = open & ~M[m + escapes];
          if (others !== 0) open = others;
          const p = q < Q ? M[(q << vcShift) + first] : slots[((q - Q) << slotShift) + slotPacket];
          let id = w + 31 - Math.clz32(open);
          if ((open & (open - 1)) !== 0) {
            const set = P[(p << packetShift) + asksBy];
            const { members, records: D } = lists;
            let start = D[set + listStart];
            let count = 0;
            for (const end = start + D[set + listSize] + D[set + listSize]; start < end; start += 2) {
              const each = members[start] >> 2;
              eligible[count] = each;
              count += (open >>> (each - w)) & 1;
            }
            id = this.emptiest(count, q, t) | 0;
          }
          // It waits no more.
          let isWanted = M[m + wanted];
          for (left = all; left !== 0; left &= left - 1) {
            const o = 31 - Math.clz32(left & -left);
            const rest = M[W0 + w + o] & ~bits;
            M[W0 + w + o] = rest;
            isWanted ^= (((rest | -rest) >>> 31) ^ 1) << o;
          }
          M[m + wanted] = isWanted;
          if (minds && n >= T) this.claim(q, id);
          else M[m + free] &= ~(channelMask << firstBeside[id - w]);
          M[going0 + made] = q;
          M[going0 + made + 1] = id;
          M[going0 + made + 2] = p;
          made += 3;
        }
      }
      dueCount = 0;
      for (let i = 0; i < this.againCount; i++) {
        M[due0 + dueCount++] = again[i];
        M[again[i] + isDue] = 1;
      }
      this.againCount = 0;

      // They go.
      const before = grants;
      for (let i = 0; ;) {
        for (; i < made; i += 3) {
          const q = M[going0 + i];
          const id = M[going0 + i + 1];
          const p = M[going0 + i + 2];
          const record = p << packetShift;
          const x = p << extraShift;
          const v = id << vcShift;
          const c = M[v + channelIn];
          const h = H0 + (c << channelShift);
          const pair = P[record + ends];
          const isBuffered = isBuffering && M[h + fromSwitch] === 1;
          let does = setsFree;
          let part = 0;
          let end: number;
          asking = (asking - 1) | 0;
          if (q >= Q) {
            asks[q] = 0;
            P[record + injected] = t;
            if (next !== undefined) P[record + stateOf] = next(pair >>> 16, pair & 0xffff, P[record + stateOf], id);
          } else if (q >= 0) {
            // The packet leaves where it stood.
            const w = q << vcShift;
            asks[q] = 0;
            M[w + standing]--;
            if (!byOutput) {
              const following = X[x + nextOf];
              M[w + first] = following;
              if (following < 0) M[w + last] = -1;
              else X[(following << extraShift) + prevOf] = -1;
            }
            const sum = (M[w + waited] + t - P[record + ready]) | 0;
            M[w + waited] = sum;
            if (sum > fullSum) this.flushWaited(q);
            if (next !== undefined) P[record + stateOf] = next(M[w + at] >> inputBits, pair & 0xffff, P[record + stateOf], id);
          }
          if (isBuffered && q >= 0) {
            // It crosses the switch to the buffer before the channel.
            const from = M[(q << vcShift) + channelIn];
            let since: number;
            if (isEven) {
              // A phit crosses in a cycle at most.
              end = Math.max(t + crossTime, X[x + cameAt] + M[H0 + (from << channelShift) + takesLength] + L + 1) | 0;
              since = (t + crossAhead) | 0;
            } else {
              end = this.crossEnd(p, from, t) | 0;
              since = this.soonestBeyond(p, from, c, t) | 0;
            }
            does = hasCrossed | wentThrough;
            X[x + goesTo] = id;
            X[x + notBefore] = since;
            M[B0 + v + crossAt] = t;
            M[B0 + v + crossFrom] = from;
            M[B0 + v + crossCame] = X[x + cameAt];
            M[B0 + v + crossCamePart] = X[x + camePart];
            const behind = M[B0 + v + bufferFirst + 1];
            X[x + nextOf] = -1;
            X[x + prevOf] = behind;
            if (behind < 0) M[B0 + v + bufferFirst] = p;
            else X[(behind << extraShift) + nextOf] = p;
            M[B0 + v + bufferFirst + 1] = p;
            if (M[B0 + v + bufferStanding]++ === 0 && M[B0 + v + bufferFree] <= t) {
              if (since === t) {
                M[B0 + v + bufferAsks] = 1;
                asking = (asking + 1) | 0;
                M[dueChannelsAt + dueChannelCount] = c;
                dueChannelCount += 1 - isChannelDue[c];
                isChannelDue[c] = 1;
              } else this.schedule(since, bufferMayAsk, -1, p, id);
            }
          } else {
            // It is given the channel.
            const whole = M[h + takesWhole];
            let ceil: number;
            let arrives: number;
            if (whole > 0) {
              arrives = (t + M[h + takesHead]) | 0;
              end = (t + whole) | 0;
              ceil = end;
            } else {
              const perCycle = this.perCycle[c];
              const perPhit = this.perPhit[c];
              if (M[h + freeAt] === t) part = M[h + freePart];
              const units = (part + Math.imul(L, perPhit)) | 0;
              const cycles = (units / perCycle) | 0;
              const rest = (units - Math.imul(cycles, perCycle)) | 0;
              end = (t + cycles) | 0;
              M[h + freePart] = rest;
              ceil = rest > 0 ? end + 1 : end;
              arrives = (t + (((part + perPhit + perCycle - 1) / perCycle) | 0) + M[h + takesLength]) | 0;
            }
            M[h + freeAt] = end;
            M[h + carried]++;
            M[h + beganAt] = t;
            M[h + beganPart] = part;
            M[h + lastEnds] = pair;
            if (q >= Q) {
              const terminal = pair >>> 16;
              const since = hasOneSlot ? P[record + created] : injection.waitingSince(terminal);
              recorder.send(terminal, since, t, ceil - t);
              recorder.enter(terminal, P[record + messageOf], t);
            }
            const sum = (M[h + sinceInjection] + arrives - P[record + injected]) | 0;
            M[h + sinceInjection] = sum;
            if (sum > fullSum) this.flushSince(c);
            P[record + hops]++;
            P[record + asksBy] = -1;
            grants = (grants + 1) | 0;
            hash = (hash + trace(t, id, pair >>> 16)) | 0;
            if (c === followedChannel) this.noteCrossing(pair);
            if (ceil > end) does |= endsLate;
            if (q < 0) {
              M[B0 + v + bufferFree] = end;
              does |= setsBufferFree;
            }
            const complete = (ceil + M[h + takesLength]) | 0;
            if (M[h + toTerminal] === 1) {
              if (isBuffered) {
                M[B0 + v + ejectAt] = t;
                M[B0 + v + ejectPart] = part;
              }
              if (complete === end) does |= isConsumed;
              else this.schedule(complete, isConsumed, -1, p, id);
            } else {
              P[record + ready] = ((storeAndForward ? complete : arrives) + M[h + takesAsking]) | 0;
              X[x + cameAt] = t;
              X[x + camePart] = part;
              X[x + cameBy] = id;
              X[x + notBefore] = -1;
              X[x + joined] = -1;
              const room = (M[v + places] - ++M[v + held]) | 0;
              M[v + enterAt] = t;
              M[v + enterPart] = part;
              if (!isBuffered && !(servesOut && M[h + fromSwitch] === 1)) {
                const o = M[v + output];
                const m = M[v + roundOf] + headLength;
                M[m + roomy] &= ~(((room - 1) >>> 31) << o);
                if (hasRings) M[m + tight] = room === 1 ? M[m + tight] | (1 << o) : M[m + tight] & ~(1 << o);
              }
              const wasEmpty = M[v + standing]++ === 0;
              if (byOutput) M[fresh0 + freshCount++] = ~p;
              else {
                const behind = M[v + last];
                X[x + nextOf] = -1;
                X[x + prevOf] = behind;
                if (behind < 0) M[v + first] = p;
                else X[(behind << extraShift) + nextOf] = p;
                M[v + last] = p;
                if (wasEmpty && M[v + frontFree] <= t) M[fresh0 + freshCount++] = id;
              }
            }
          }
          const f = this.unusedEvent < 0 ? this.growEvents() : this.unusedEvent;
          const { events } = this;
          this.unusedEvent = events[f + eventNext];
          const then = D0 + ((end & wheelMask) << kindShift);
          events[f + eventNext] = M[then];
          M[then] = f;
          events[f + eventTime] = end;
          events[f + eventDoes] = does;
          events[f + eventQueue] = q;
          events[f + eventPacket] = p;
          events[f + eventOutput] = id;
          if (end > quietAfter) quietAfter = end;
          if (q >= 0 && q < Q) {
            const w = q << vcShift;
            M[w + frontFree] = end;
            events[f + eventLeaving] = -1;
            events[f + eventBegan] = t;
            this.eventParts[f >> eventShift] = part;
            if ((does & hasCrossed) !== 0) {
              this.eventCame[f >> eventShift] = X[x + cameAt];
              this.eventCamePart[f >> eventShift] = X[x + camePart];
            }
            const lastOne = M[w + lastLeaving];
            if (lastOne < 0) M[w + firstLeaving] = f;
            else events[lastOne + eventLeaving] = f;
            M[w + lastLeaving] = f;
          }
        }
        if (dueChannelCount === 0) break;
        for (let j = 0; j < dueChannelCount; j++) {
          const c = M[dueChannelsAt + j];
          isChannelDue[c] = 0;
          if (M[H0 + (c << channelShift) + freeAt] > t) continue;
          const b = (c * K) | 0;
          let winner = -1;
          if (servesOut) {
            let lane = b;
            for (let id = b; id < b + K; id++) {
              const v = id << vcShift;
              const p = M[B0 + v + outFirst];
              if (p < 0 || (M[H0 + (c << channelShift) + toTerminal] === 0 && M[v + held] >= M[v + places])) continue;
              if (winner < 0 || this.isBefore(p, winner)) {
                winner = p;
                lane = id;
              }
            }
            if (winner < 0) continue;
            this.removeFirst(M, B0 + (lane << vcShift) + outFirst);
            M[going0 + made] = X[(winner << extraShift) + cameBy];
            M[going0 + made + 1] = lane;
            M[going0 + made + 2] = winner;
            made += 3;
            continue;
          }
          const { servedBuffer } = this;
          let lane = servedBuffer[c];
          for (let k = 0; k < K; k++) {
            lane = lane + 1 >= K ? 0 : lane + 1;
            const v = (b + lane) << vcShift;
            if (M[B0 + v + bufferAsks] === 0 || (M[H0 + (c << channelShift) + toTerminal] === 0 && M[v + held] >= M[v + places])) continue;
            servedBuffer[c] = lane;
            M[B0 + v + bufferAsks] = 0;
            M[B0 + v + bufferStanding]--;
            winner = this.removeFirst(M, B0 + v + bufferFirst);
            const came = X[(winner << extraShift) + cameBy] << vcShift;
            const sum = (M[came + waited] + t - X[(winner << extraShift) + notBefore]) | 0;
            M[came + waited] = sum;
            if (sum > fullSum) this.flushWaited(came >> vcShift);
            M[going0 + made] = -1;
            M[going0 + made + 1] = b + lane;
            M[going0 + made + 2] = winner;
            made += 3;
            break;
          }
        }
        dueChannelCount = 0;
      }
      done = (done + 1 + grants - before) | 0;
      if (this.quietAfter > quietAfter) quietAfter = this.quietAfter;
      // Time may jump.
      if (asking === 0 && t >= quietAfter) isOver = true;
    }
    this.now = t;
    this.newCount = freshCount;
    this.dueCount = dueCount;
    this.asking = asking;
    this.fingerprint = hash;
    this.grants = grants;
    this.quietAfter = quietAfter;
    return done;
  }

  /** Finds where the outputs of a new list are, and which of its channels is the fastest. */
  private enlist(set: number): void {
    const { V, lists, kindOf } = this;
    const { records } = lists;
    let bits = 0;
    let fastest = 0;
    for (let i = 0; i < records[set + listSize]; i++) {
      const v = this.memberOf(set, i) << vcShift;
      bits |= 1 << V[v + output];
      fastest = Math.max(fastest, kindOf[V[v + channelIn]]);
    }
    records[set + listOutputs] = bits;
    records[set + listRound] = V[(this.memberOf(set, 0) << vcShift) + roundOf] + 1;
    records[set + listFastest] = fastest;
  }

  /** Queue `q` takes a way out of its input, and one to virtual channel `id`. */
  private claim(q: number, id: number): void {
    const { V, B, M, H, K, openInputs, inputBits } = this;
    const lanes = -1 >>> (K < 32 ? 32 - K : 0);
    if (this.limitsWays) {
      const c = V[(q << vcShift) + channelIn];
      if (++H[(c << channelShift) + waysTaken] >= this.waysOut) {
        const place = V[((c * K) << vcShift) + at];
        openInputs[place >> inputBits] &= ~(lanes << (place & ((1 << inputBits) - 1)));
      }
    }
    const v = id << vcShift;
    const m = V[v + roundOf] + headLength;
    const o = V[v + output];
    if (this.bufferPlaces > 0) {
      const room = this.bufferPlaces - ++B[v + bufferHeld];
      if (room <= 0) M[m + roomy] &= ~(1 << o);
      if (this.hasRings) M[m + tight] = room === 1 ? M[m + tight] | (1 << o) : M[m + tight] & ~(1 << o);
      B[v + isCrossed] = 1;
      if (++H[(V[v + channelIn] << channelShift) + crossingTo] < this.crossWays) {
        M[m + free] &= ~(1 << o);
        return;
      }
    }
    M[m + free] &= ~(lanes << this.firstBeside[o]);
  }

  /** What has been matched goes with all that goes in the cycle. As in `switched.ts`, written out. */
  protected override giveFirst(into: number, b: number, t: number): void {
    if (!this.isNarrow) {
      super.giveFirst(into, b, t);
      return;
    }
    const { M, V, X, K, lines, firstLine, waiting, going, inputBits, made } = this;
    const p = K === 1 ? lines[firstLine[into] + 2 * V[(b << vcShift) + output]] : this.firstOfAll(into, b);
    const x = p << extraShift;
    const q = X[x + cameBy];
    const id = X[x + goesTo];
    const o = V[(id << vcShift) + output];
    const line = firstLine[q] + 2 * o;
    const following = X[x + nextOf];
    lines[line] = following;
    if (following < 0) {
      lines[line + 1] = -1;
      const rest = waiting[id] & ~(1 << (V[(q << vcShift) + at] & ((1 << inputBits) - 1)));
      waiting[id] = rest;
      if (rest === 0) M[V[(id << vcShift) + roundOf] + headLength + wanted] &= ~(1 << o);
    } else X[(following << extraShift) + prevOf] = -1;
    this.claim(q, id);
    going[made] = q;
    going[made + 1] = id;
    going[made + 2] = p;
    this.made = made + 3;
  }
}
