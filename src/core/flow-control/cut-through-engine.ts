// hot: no allocation, no closures, no for-of, no destructuring inside the loop of `advance`.
/**
 * Virtual cut-through and store-and-forward, exact to the cycle. A packet moves as one event per hop: a grant at cycle g
 * holds the channel, the front of the queue it leaves and its slot there until g + L; its header stands in the next queue
 * from g + 1.
 *
 * A cycle reads first and writes afterwards: all requests see the state that earlier cycles left, then grants are made.
 * Random choices are hashes of (cycle, place), so the result does not depend on the order in which anything is visited.
 *
 * What makes it fast: all delays are constants, so one log of grants with two read points is the whole calendar. Fronts
 * of queues that may take the same virtual channels form a *set*, and a set's requests are the bits of a number, one for
 * each input of the node: a blocked front costs nothing until a channel of its set comes free. How full a queue is is
 * kept as base + slope · cycle.
 *
 * Queues are numbered channel × classes + class; after those come the injection slots, slot × terminals + terminal.
 */
import { below, mix, streamKey, trace } from "../base/random.ts";
import type { Plan } from "../plan/plan.ts";
import type { Simulation, Wait } from "../simulation/contract.ts";
import { frameLayout, type Frame, latencyBin, latencyBins, scalar, type Status, statuses, timeBins } from "../simulation/frame.ts";
import { startSource } from "../simulation/source.ts";
import { circleOfWaits } from "../simulation/watchdog.ts";
import { RequestSets } from "./request-sets.ts";

export interface CutThroughRules {
  /** Packets per input queue. */
  readonly queue: number;
  readonly selection: "most-credits" | "best-free" | "sticky" | "first" | "random" | "oblivious";
  readonly ties: "first" | "random";
  readonly arbitration: "random" | "round-robin" | "oldest-first";
  /** Whether packets from terminals wait until no other asks for the output. */
  readonly priority: "equal" | "network-first";
  /** Packets of a source queue that ask at the same time. */
  readonly injectionSlots: number;
  /** True when a packet asks for the next channel only once its tail is in. */
  readonly storeAndForward: boolean;
}

/** Cycles between two looks for deadlocks. */
const watchCycles = 1024;
/** Fewest cycles of a stretch of the time columns. */
const shortestBin = 16;
/** Slots of the calendar of silent terminals; a power of two. */
const calendarSlots = 4096;

/** How a selection works, in two independent properties. */
const selections = {
  "most-credits": { freeOnly: false, keeps: false, by: "credits" },
  "best-free": { freeOnly: true, keeps: false, by: "credits" },
  sticky: { freeOnly: false, keeps: true, by: "credits" },
  first: { freeOnly: false, keeps: true, by: "order" },
  random: { freeOnly: true, keeps: false, by: "chance" },
  oblivious: { freeOnly: false, keeps: true, by: "chance" },
} as const;

// Fields of a packet's record.
const fields = 8;
const fieldShift = 3;
const toField = 0;
const fromField = 1;
const createdField = 2;
const injectedField = 3;
/** Cycle from which the packet may ask where it stands. */
const readyField = 4;
const hopsField = 5;
const messageField = 6;
const stateField = 7;

// Fields of a queue's record: place of the front, number of packets, fullness as base + slope · cycle.
const firstField = 0;
const heldField = 1;
const baseField = 2;
const slopeField = 3;

/** Starts a simulation of a plan under these rules, at cycle 0. */
export function startCutThrough(rules: CutThroughRules, plan: Plan): Simulation {
  const { network, routing, demand, window } = plan;
  const { classes: K, maxCandidates, route, begin, next, adapt, rings } = routing;
  const L = plan.packetPhits;
  const T = network.terminals;
  const { head, tail, firstOut, forwards, group, groupCapacity } = network;
  const C = head.length;
  const Q = C * K;
  const slots = rules.injectionSlots;
  const capacity = rules.queue;
  const ringShift = 32 - Math.clz32(capacity - 1);
  const ringMask = 2 ** ringShift - 1;
  const { freeOnly, keeps, by } = selections[rules.selection];
  const byCredits = by === "credits";
  const byChance = by === "chance";
  const byOrder = by === "order";
  const tiesAtRandom = rules.ties === "random";
  const arbitration = rules.arbitration === "random" ? 0 : rules.arbitration === "round-robin" ? 1 : 2;
  const networkFirst = rules.priority === "network-first";
  const headDelay = rules.storeAndForward ? L : 1;
  const selectionKey = streamKey(plan.seed, "selection");
  const arbitrationKey = streamKey(plan.seed, "arbitration");
  const routingKey = streamKey(plan.seed, "routing");
  const hasGroups = groupCapacity.length > 0;
  const hasRings = rings !== undefined;
  /** Whether what a front may take hangs on the packet or its queue, beside its set. */
  const isParticular = hasRings || forwards;
  const tracksFullness = (byCredits && maxCandidates > 1) || adapt !== undefined;
  /** Whether a front's first request is settled only when the cycle's state is complete. */
  const settlesLate = keeps && !byOrder;

  const source = startSource(demand, T, L, plan.seed);
  const endless = demand.form === "open-loop";
  const messages = endless ? 0 : demand.source.length;
  const layout = frameLayout({ channels: C, terminals: T, messages });
  const isPaired = layout.columns.flowPackets.length > 0;

  // Input queues: records, and rings of packets.
  const queues = new Int32Array(4 * Q);
  const ring = new Int32Array(Q << ringShift);
  const channelOf = Int32Array.from({ length: Q }, (_, q) => Math.floor(q / K));
  const sets = new RequestSets(network, K, slots, maxCandidates);
  const { words, standsAt, inputOf, inputs, firstInput, firstSet, outBit, closed, setOf } = sets;
  /** Whether all inputs of every node fit into one number, and nothing particular has to be looked at when granting. */
  const isPlain = words === 1 && !isParticular && !hasGroups && !networkFirst && arbitration === 0;
  /** Whether all fronts of a set request the same, whichever queue they stand in. */
  const isSettledTogether = byCredits && !tiesAtRandom && !isParticular;
  // Requests of this cycle from sets of several virtual channels, for each virtual channel.
  const chosenBy = new Int32Array(Q * words);
  const routed = new Int32Array(maxCandidates);
  const eligible = new Int32Array(maxCandidates);
  const slotPacket = new Int32Array(slots * T).fill(-1);
  const packetsLeft = new Int32Array(T);
  const joined = begin === undefined ? new Int32Array(0) : new Int32Array(T);
  // Fronts to be settled, nodes whose sets of several are to be looked at, channels that may be granted: in this cycle.
  const fresh = new Int32Array(Q + slots * T);
  let freshCount = 0;
  let restless = new Int32Array(firstOut.length - 1);
  let restlessNext = new Int32Array(firstOut.length - 1);
  let restlessCount = 0;
  const restlessAt = new Int32Array(firstOut.length - 1).fill(-1);
  const asked = new Int32Array(C);
  let askedCount = 0;
  const askedAt = new Int32Array(C).fill(-1);
  let askingCount = 0;
  // Which virtual channels out of a node are free and have room, as bits.
  const open = sets.open;
  // Channels.
  const busyUntil = new Int32Array(C);
  const lastServed = new Int32Array(arbitration === 1 ? C : 0).fill(-1);
  const groupBusy = new Int32Array(groupCapacity.length);
  const groupRoom = Int32Array.from(groupCapacity, Math.floor);
  const union = new Int32Array(words);
  const lanes = new Int32Array(K * words);
  const winnerOf = new Int32Array(hasGroups ? C : 0);
  const winnerTo = new Int32Array(hasGroups ? C : 0);
  const groupWinners = new Int32Array(hasGroups ? C : 0);
  let groupWinnerCount = 0;
  const groupGrants = new Int32Array(hasGroups ? C : 0);
  const inGroup = new Int32Array(hasGroups ? C : 0);
  const passes = hasGroups ? 2 : 1;
  /** [N × words] Inputs that come from terminals. */
  const injection = new Int32Array(networkFirst ? words * (firstOut.length - 1) : 0);
  const arbitrated = new Int32Array(1);
  // Grants of the last L cycles in order of time, a ring with two read points, and where each cycle ended.
  const logMask = 2 ** Math.ceil(Math.log2(C + 2)) - 1;
  const log = new Int32Array(4 * (logMask + 1));
  const cycleMask = 2 ** Math.ceil(Math.log2(L + 2)) - 1;
  const endOf = new Int32Array(cycleMask + 1);
  let written = 0;
  let arrivedUpTo = 0;
  let completedUpTo = 0;
  // Packets, by id.
  let packetCapacity = Math.max(1024, (slots + 1) * T);
  let packets = new Int32Array(fields * packetCapacity);
  let freeIds = Int32Array.from({ length: packetCapacity }, (_, i) => packetCapacity - 1 - i);
  let freeCount = packetCapacity;
  // The calendar of terminals whose next message lies in the future, and terminals that a slot has come free at.
  const calendar = new Int32Array(calendarSlots).fill(-1);
  const nextInCalendar = new Int32Array(T);
  const inCalendar = new Uint8Array(T);
  const refill = new Int32Array(slots * T);
  let refillCount = 0;
  // Counters since cycle 0, and what they were when the window began and ended. Of each channel: packets, and the sum of
  // the cycles since injection.
  const carried = new Float64Array(2 * C);
  const waiting = new Float64Array(C);
  const atStart = snapshot();
  const atEnd = snapshot();
  const binBefore = new Float64Array(C);
  const accepted = new Int32Array(T);
  const sent = new Int32Array(T);
  const createdInWindow = new Int32Array(T);
  const arrivedFrom = new Int32Array(T);
  const latencyFrom = new Float64Array(T);
  const flowPackets = new Int32Array(isPaired ? T * T : 0);
  const flowLatency = new Float64Array(isPaired ? T * T : 0);
  const latencies = new Int32Array(latencyBins);
  const worstLoad = new Float32Array(timeBins);
  const meanLoad = new Float32Array(timeBins);
  const acceptedOverTime = new Float32Array(timeBins);
  const latencyOverTime = new Float32Array(timeBins);
  const consumedInBin = new Float64Array(timeBins);
  /** Packets of a finite workload. */
  const expected = demand.form === "messages" ? demand.packets.reduce((sum, count) => sum + count, 0) : Infinity;
  const messageLeft = demand.form === "messages" ? demand.packets.slice() : new Int32Array(0);
  const messageInjected = new Float64Array(messages).fill(-1);
  const messageDelivered = new Float64Array(messages).fill(-1);
  // Numbers live in arrays: a variable that a closure shares would be boxed anew at every change.
  const tally = new Float64Array(scalar.count);
  const fingerprint = new Int32Array(1);
  /** Latency of the packets consumed in this stretch of time, and how many. */
  const inBin = new Float64Array(2);
  tally[scalar.lastArrival] = -1;
  tally[scalar.windowStart] = window.start;
  let binCycles = endless ? Math.max(shortestBin, Math.ceil(window.limit / timeBins)) : shortestBin;
  let bins = 0;
  const middle = (window.start + window.end) / 2;

  let now = 0;
  let status: Status = "running";
  let circle: readonly Wait[] = [];
  for (let s = 0; s < T; s++) {
    if (source.at[s] < Infinity) enterCalendar(s);
  }
  if (networkFirst) {
    for (let q = 0; q < Q + slots * T; q++) {
      const isInjection = q >= Q || tail[channelOf[q]] < T;
      if (isInjection) injection[standsAt[q] * words + (inputOf[q] >> 5)] |= 1 << (inputOf[q] & 31);
    }
  }

  return {
    layout,
    get status() {
      return status;
    },
    get now() {
      return now;
    },
    get circle() {
      return circle;
    },
    advance,
    sample,
  };

  function advance(until: number, work: number): void {
    while (status === "running" && now < until && work > 0) {
      if (askingCount === 0 && completedUpTo === written) {
        const soon = nextEvent(now, until);
        if (soon > now) {
          endOf.fill(written);
          reach(soon);
          work--;
          continue;
        }
      }
      work -= 1 + cycle(now);
      reach(now + 1);
    }
  }

  /** Simulates cycle `t`; returns how many grants were made. */
  function cycle(t: number): number {
    if (freeCount < slots * T) growPackets();
    const packetOf = packets;
    const logOf = log;
    const queueOf = queues;

    // Headers (or tails, when packets are stored before they go on) that stand in a new queue.
    const arrivedEnd = endOf[(t - headDelay) & cycleMask];
    for (; arrivedUpTo !== arrivedEnd; arrivedUpTo = (arrivedUpTo + 1) | 0) {
      const q = logOf[((arrivedUpTo & logMask) << 2) + 1];
      if (q >= 0 && queueOf[(q << 2) + heldField] === 1) ask(q, logOf[((arrivedUpTo & logMask) << 2) + 2], t);
    }

    // Tails that have passed: slots and fronts come free, packets are consumed.
    const completedEnd = endOf[(t - L) & cycleMask];
    for (; completedUpTo !== completedEnd; completedUpTo = (completedUpTo + 1) | 0) {
      const entry = (completedUpTo & logMask) << 2;
      const from = logOf[entry];
      const to = logOf[entry + 1];
      const p = logOf[entry + 2];
      const c = logOf[entry + 3];
      if (to >= 0) {
        if (tracksFullness) {
          queueOf[(to << 2) + slopeField]--;
          queueOf[(to << 2) + baseField] += t;
        }
      } else consume(p, head[c], t);
      release(c, t);
      if (from < Q) {
        const record = from << 2;
        const first = (queueOf[record + firstField] + 1) & ringMask;
        const held = queueOf[record + heldField] - 1;
        queueOf[record + firstField] = first;
        queueOf[record + heldField] = held;
        if (tracksFullness) {
          queueOf[record + slopeField]++;
          queueOf[record + baseField] -= t;
        }
        if (held >= capacity - 2 && (held === capacity - 1 || hasRings)) makeRoom(from, t);
        if (held > 0) {
          const following = ring[(from << ringShift) + first];
          if (packetOf[(following << fieldShift) + readyField] <= t) ask(from, following, t);
        }
      } else {
        slotPacket[from - Q] = -1;
        refill[refillCount++] = slots === 1 ? from - Q : (from - Q) % T;
      }
    }

    // Terminals with a slot come free, and those whose next message is created now.
    for (let i = 0; i < refillCount; i++) fill(refill[i], t);
    refillCount = 0;
    const slot = t & (calendarSlots - 1);
    let s = calendar[slot];
    if (s >= 0) {
      calendar[slot] = -1;
      while (s >= 0) {
        const following = nextInCalendar[s];
        inCalendar[s] = 0;
        fill(s, t);
        s = following;
      }
    }

    // Requests, from the state that earlier cycles left.
    for (let i = 0; i < freshCount; i++) settle(fresh[i], t);
    freshCount = 0;
    if (restlessCount > 0) lookAtSets(t);

    // Grants. Channels that share a capacity first choose their winners and are granted in a second pass.
    const requests = sets.requests;
    const wanted = asked;
    let grants = 0;
    let channels = wanted;
    let channelCount = askedCount;
    askedCount = 0;
    for (let pass = 0; pass < passes; pass++) {
      for (let a = 0; a < channelCount; a++) {
        const c = channels[a];
        if (busyUntil[c] > t) continue;
        let id = c;
        let q: number;
        if (pass === 1) {
          q = winnerOf[c];
          id = winnerTo[c];
        } else if (isPlain) {
          let bits = 0;
          if (K === 1) {
            bits = requests[c] | chosenBy[c];
            chosenBy[c] = 0;
            if (bits === 0 || (queueOf[(c << 2) + heldField] >= capacity && head[c] >= T)) continue;
          } else {
            for (let v = 0; v < K; v++) {
              const lane = c * K + v;
              const mine = requests[lane] | chosenBy[lane];
              chosenBy[lane] = 0;
              const fits = queueOf[(lane << 2) + heldField] < capacity || head[c] < T;
              lanes[v] = fits ? mine : 0;
              if (fits) bits |= mine;
            }
            if (bits === 0) continue;
          }
          if ((bits & (bits - 1)) !== 0) {
            for (let k = below(mix(arbitrationKey, t, c), bitCount(bits)); k > 0; k--) bits &= bits - 1;
            bits &= -bits;
          }
          if (K > 1) {
            let v = 0;
            while ((lanes[v] & bits) === 0) v++;
            id = c * K + v;
          }
          q = inputs[firstInput[tail[c]] + 31 - Math.clz32(bits)];
        } else {
          q = arbitrate(c, t);
          if (q < 0) continue;
          id = arbitrated[0];
          if (hasGroups && group[c] >= 0) {
            winnerOf[c] = q;
            winnerTo[c] = id;
            groupWinners[groupWinnerCount++] = c;
            continue;
          }
        }
        grants++;
        const p = q < Q ? ring[(q << ringShift) + queueOf[(q << 2) + firstField]] : slotPacket[q - Q];
        const packet = p << fieldShift;
        const input = inputOf[q];
        requests[words === 1 ? setOf[q] : setOf[q] * words + (input >> 5)] &= ~(1 << (input & 31));
        setOf[q] = -1;
        if (q < Q) {
          const waited = t - packetOf[packet + readyField];
          if (waited > 0) waiting[K === 1 ? q : channelOf[q]] += waited;
          if (tracksFullness) {
            queueOf[(q << 2) + slopeField]--;
            queueOf[(q << 2) + baseField] += t;
          }
        } else inject(p, t);
        const n = tail[c];
        busyUntil[c] = t + L;
        open[n] &= closed[c];
        carried[2 * c]++;
        carried[2 * c + 1] += t + 1 - packetOf[packet + injectedField];
        packetOf[packet + readyField] = t + headDelay;
        packetOf[packet + hopsField]++;
        if (next !== undefined) packetOf[packet + stateField] = next(n, packetOf[packet + toField], packetOf[packet + stateField], id);
        if (arbitration === 1) lastServed[c] = q;
        if (hasGroups && group[c] >= 0) groupBusy[group[c]]++;
        const stays = head[c] >= T || (forwards && packetOf[packet + toField] !== head[c]);
        if (stays) {
          const record = id << 2;
          ring[(id << ringShift) + ((queueOf[record + firstField] + queueOf[record + heldField]) & ringMask)] = p;
          queueOf[record + heldField]++;
          if (tracksFullness) {
            queueOf[record + slopeField]++;
            queueOf[record + baseField] -= t;
          }
        }
        fingerprint[0] += trace(t, id, packetOf[packet + fromField]);
        const entry = (written & logMask) << 2;
        written = (written + 1) | 0;
        logOf[entry] = q;
        logOf[entry + 1] = stays ? id : -1;
        logOf[entry + 2] = p;
        logOf[entry + 3] = c;
      }
      if (hasGroups && pass === 0) channelCount = shareCapacity(t);
      channels = groupGrants;
    }
    askingCount -= grants;
    tally[scalar.grants] += grants;
    endOf[t & cycleMask] = written;
    return grants;
  }

  /** The front of queue `q`, packet `p`, begins to ask. */
  function ask(q: number, p: number, t: number): void {
    askingCount++;
    const packet = p << fieldShift;
    if (settlesLate || (adapt !== undefined && q < Q && tail[channelOf[q]] === packets[packet + fromField])) {
      fresh[freshCount++] = q;
      return;
    }
    const count = route(standsAt[q], packets[packet + toField], packets[packet + stateField], routed);
    if (count === 1 || byOrder) askFor(q, routed[0], t);
    else askForOneOf(q, sets.find(routed, count), t);
  }

  /** The front of queue `q` asks for one virtual channel. */
  function askFor(q: number, id: number, t: number): void {
    const input = inputOf[q];
    setOf[q] = id;
    sets.requests[words === 1 ? id : id * words + (input >> 5)] |= 1 << (input & 31);
    want(channelOf[id], t);
  }

  /** The front of queue `q` asks for one of a set's virtual channels. */
  function askForOneOf(q: number, set: number, t: number): void {
    const input = inputOf[q];
    const n = standsAt[q];
    setOf[q] = set;
    sets.requests[words === 1 ? set : set * words + (input >> 5)] |= 1 << (input & 31);
    const several = set - Q;
    if (sets.isLinked[several] === 0) {
      sets.isLinked[several] = 1;
      sets.nextSet[several] = firstSet[n];
      firstSet[n] = several;
    }
    stir(n, t);
  }

  /** What the front of queue `q` asks for, where that hangs on how full queues are in the cycle in which it first asks. */
  function settle(q: number, t: number): void {
    const p = frontPacket(q) << fieldShift;
    const to = packets[p + toField];
    if (adapt !== undefined && q < Q && tail[channelOf[q]] === packets[p + fromField]) {
      packets[p + stateField] = adapt(standsAt[q], to, packets[p + stateField], (channel) => fullnessBehind(channel, t));
    }
    const count = route(standsAt[q], to, packets[p + stateField], routed);
    if (count === 1 || byOrder) askFor(q, routed[0], t);
    else if (!keeps) askForOneOf(q, sets.find(routed, count), t);
    else askFor(q, select(q, routed, 0, count, t), t);
  }

  /** Channel `c` may be granted in this cycle, if it is free. */
  function want(c: number, t: number): void {
    if (busyUntil[c] > t || askedAt[c] >= t) return;
    askedAt[c] = t;
    asked[askedCount++] = c;
  }

  /** The sets of several at node `n` are to be looked at in this cycle. */
  function stir(n: number, t: number): void {
    if (restlessAt[n] >= t) return;
    restlessAt[n] = t;
    restless[restlessCount++] = n;
  }

  /** Channel `c` comes free. */
  function release(c: number, t: number): void {
    const n = tail[c];
    if (hasGroups && group[c] >= 0) groupBusy[group[c]]--;
    if (K === 1 && words === 1) {
      if (queues[(c << 2) + heldField] < capacity || head[c] < T || forwards) open[n] |= outBit[c];
      if (sets.requests[c] !== 0) want(c, t);
    } else {
      for (let id = c * K; id < (c + 1) * K; id++) {
        if (queues[(id << 2) + heldField] < capacity || head[c] < T || forwards) open[n] |= outBit[id];
        for (let w = id * words; w < (id + 1) * words; w++) if (sets.requests[w] !== 0) want(c, t);
      }
    }
    if (firstSet[n] >= 0) stir(n, t);
  }

  /** A place in queue `q` comes free that a packet may have waited for. */
  function makeRoom(q: number, t: number): void {
    const c = channelOf[q];
    if (busyUntil[c] > t) return;
    const n = tail[c];
    open[n] |= outBit[q];
    want(c, t);
    if (firstSet[n] >= 0) stir(n, t);
  }

  /** Works out what the sets of several ask for, at every node where something has changed. */
  function lookAtSets(t: number): void {
    const { nextSet, isLinked, mask, requests } = sets;
    let again = 0;
    for (let i = 0; i < restlessCount; i++) {
      const n = restless[i];
      let before = -1;
      let stays = false;
      for (let several = firstSet[n]; several >= 0; several = nextSet[several]) {
        let isEmpty = true;
        for (let w = (Q + several) * words; w < (Q + several + 1) * words; w++) if (requests[w] !== 0) isEmpty = false;
        if (isEmpty) {
          isLinked[several] = 0;
          if (before < 0) firstSet[n] = nextSet[several];
          else nextSet[before] = nextSet[several];
          continue;
        }
        before = several;
        if ((mask[several] & open[n]) === 0) continue;
        stays = true;
        if (isSettledTogether) requestTogether(several, t);
        else requestEach(several, n, t);
      }
      if (stays) {
        restlessAt[n] = t + 1;
        restlessNext[again++] = n;
      }
    }
    const list = restless;
    restless = restlessNext;
    restlessNext = list;
    restlessCount = again;
  }

  /** All fronts of a set request the same virtual channel: the least full, the first where several are. */
  function requestTogether(several: number, t: number): void {
    const { members, start, size, requests } = sets;
    const end = start[several] + size[several];
    let best = -1;
    let least = 0x7fffffff;
    for (let i = start[several]; i < end; i++) {
      const id = members[i];
      const fullness = (queues[(id << 2) + baseField] + Math.imul(queues[(id << 2) + slopeField], t)) | 0;
      if (fullness < least && (!freeOnly || isOpen(id, t))) {
        least = fullness;
        best = id;
      }
    }
    if (best < 0 || (!freeOnly && !isOpen(best, t))) return;
    for (let w = 0; w < words; w++) chosenBy[best * words + w] |= requests[(Q + several) * words + w];
    want(channelOf[best], t);
  }

  /** Each front of a set requests a virtual channel by itself. */
  function requestEach(several: number, n: number, t: number): void {
    const { members, start, size, requests } = sets;
    for (let w = 0; w < words; w++) {
      for (let bits = requests[(Q + several) * words + w]; bits !== 0; bits &= bits - 1) {
        const q = inputs[firstInput[n] + 32 * w + 31 - Math.clz32(bits & -bits)];
        const id = select(q, members, start[several], size[several], t);
        if (id < 0 || busyUntil[channelOf[id]] > t) continue;
        chosenBy[id * words + w] |= bits & -bits;
        want(channelOf[id], t);
      }
    }
  }

  /** Whether virtual channel `id` is free and has room for a packet. */
  function isOpen(id: number, t: number): boolean {
    const c = channelOf[id];
    if (busyUntil[c] > t || (hasGroups && group[c] >= 0 && groupBusy[group[c]] >= groupRoom[group[c]])) return false;
    return queues[(id << 2) + heldField] < capacity || head[c] < T;
  }

  /** Whether the queue behind `id` has room for the front of queue `q`. */
  function hasRoomFor(q: number, id: number): boolean {
    const c = channelOf[id];
    if (head[c] < T && (!forwards || packets[(frontPacket(q) << fieldShift) + toField] === head[c])) return true;
    const entersRing = hasRings && rings[id] >= 0 && (q >= Q || rings[q] !== rings[id]);
    return queues[(id << 2) + heldField] < (entersRing ? capacity - 1 : capacity);
  }

  function isFree(c: number, t: number): boolean {
    return busyUntil[c] <= t && !(hasGroups && group[c] >= 0 && groupBusy[group[c]] >= groupRoom[group[c]]);
  }

  /** The virtual channel that the front of queue `q` requests in cycle `t`, out of `count` of `ids` from `first` on, or −1. */
  function select(q: number, ids: Int32Array, first: number, count: number, t: number): number {
    let least = 0x7fffffff;
    let equal = 0;
    for (let i = first; i < first + count; i++) {
      const id = ids[i];
      if (freeOnly && !(isFree(channelOf[id], t) && hasRoomFor(q, id))) continue;
      const fullness = byCredits ? fullnessOf(id, t) : 0;
      if (fullness < least) {
        least = fullness;
        equal = 0;
      }
      if (fullness === least) eligible[equal++] = id;
    }
    if (equal === 0) return -1;
    return equal > 1 && (byChance || tiesAtRandom) ? eligible[below(mix(selectionKey, t, q), equal)] : eligible[0];
  }

  /** Phits that stand in queue `id` at the beginning of cycle `t`. */
  function fullnessOf(id: number, t: number): number {
    return (queues[(id << 2) + baseField] + Math.imul(queues[(id << 2) + slopeField], t)) | 0;
  }

  function fullnessBehind(channel: number, t: number): number {
    let sum = 0;
    for (let id = channel * K; id < (channel + 1) * K; id++) sum += fullnessOf(id, t);
    return sum;
  }

  /** The queue that gets channel `c`, −1 for none; the virtual channel it gets is left in `arbitrated`. */
  function arbitrate(c: number, t: number): number {
    const n = tail[c];
    union.fill(0);
    for (let v = 0; v < K; v++) {
      const id = c * K + v;
      for (let w = 0; w < words; w++) {
        let bits = sets.requests[id * words + w] | chosenBy[id * words + w];
        chosenBy[id * words + w] = 0;
        if (queues[(id << 2) + heldField] >= (hasRings ? capacity - 1 : capacity)) {
          let fitting = 0;
          for (let left = bits; left !== 0; left &= left - 1) {
            const bit = left & -left;
            if (hasRoomFor(inputs[firstInput[n] + 32 * w + 31 - Math.clz32(bit)], id)) fitting |= bit;
          }
          bits = fitting;
        }
        lanes[v * words + w] = bits;
        union[w] |= bits;
      }
    }
    if (hasGroups && group[c] >= 0 && groupBusy[group[c]] >= groupRoom[group[c]]) {
      askAgain(c, t);
      return -1;
    }
    if (networkFirst) {
      let others = 0;
      for (let w = 0; w < words; w++) others |= union[w] & ~injection[n * words + w];
      if (others !== 0) for (let w = 0; w < words; w++) union[w] &= ~injection[n * words + w];
    }
    let count = 0;
    for (let w = 0; w < words; w++) count += bitCount(union[w]);
    if (count === 0) return -1;
    const start = firstInput[n];
    const drawn = arbitration === 0 && count > 1 ? below(mix(arbitrationKey, t, c), count) : 0;
    let chosen = -1;
    let place = 0;
    for (let w = 0; w < words; w++) {
      for (let bits = union[w]; bits !== 0; bits &= bits - 1) {
        const input = 32 * w + 31 - Math.clz32(bits & -bits);
        if (chosen < 0) chosen = input;
        else if (arbitration === 1) {
          if (inputs[start + chosen] <= lastServed[c] && inputs[start + input] > lastServed[c]) chosen = input;
        } else if (arbitration === 2) {
          if (createdAt(inputs[start + input]) < createdAt(inputs[start + chosen])) chosen = input;
        }
        if (arbitration === 0 && place === drawn) chosen = input;
        place++;
      }
    }
    let v = 0;
    while ((lanes[v * words + (chosen >> 5)] & (1 << (chosen & 31))) === 0) v++;
    arbitrated[0] = c * K + v;
    return inputs[start + chosen];
  }

  /** Channel `c`, which its group keeps from being granted, is to be looked at in the next cycle. */
  function askAgain(c: number, t: number): void {
    askedAt[c] = t + 1;
    asked[askedCount++] = c;
  }

  /** Divides what is left of the groups' capacities among the channels with a winner; returns how many are granted. */
  function shareCapacity(t: number): number {
    let granted = 0;
    groupWinners.subarray(0, groupWinnerCount).sort();
    for (let g = 0; g < groupRoom.length; g++) {
      let count = 0;
      for (let i = 0; i < groupWinnerCount; i++) if (group[groupWinners[i]] === g) inGroup[count++] = groupWinners[i];
      const left = groupRoom[g] - groupBusy[g];
      const first = count > left ? below(mix(arbitrationKey, t, ~g), count) : 0;
      for (let i = 0; i < count; i++) {
        const c = inGroup[(first + i) % count];
        if (i < left) groupGrants[granted++] = c;
        else askAgain(c, t);
      }
    }
    groupWinnerCount = 0;
    return granted;
  }

  function createdAt(q: number): number {
    return packets[(frontPacket(q) << fieldShift) + createdField];
  }

  function frontPacket(q: number): number {
    return q < Q ? ring[(q << ringShift) + queues[(q << 2) + firstField]] : slotPacket[q - Q];
  }

  /**
   * Nothing moves and nobody asks: the next cycle in which something happens. Terminals stay in the calendar slot of
   * their cycle, which is met again when that cycle comes.
   */
  function nextEvent(t: number, until: number): number {
    let soon = until;
    for (let s = 0; s < T; s++) if (source.at[s] < soon) soon = source.at[s];
    if (soon === Infinity) return t;
    const bin = (Math.floor(t / binCycles) + 1) * binCycles;
    if (bin < soon) soon = bin;
    if (window.start > t && window.start < soon) soon = window.start;
    if (window.end > t && window.end < soon) soon = window.end;
    if (window.limit > t && window.limit < soon) soon = window.limit;
    return soon;
  }

  /** All cycles before `t` have been simulated: closes what ends there, and looks whether the run is over. */
  function reach(t: number): void {
    now = t;
    if (t === window.start) take(atStart);
    if (t === window.end) {
      take(atEnd);
      countUnseen(t);
    }
    if (t % binCycles === 0) closeBin(t);
    // A last look when time is up: what has stood still since the look before must not pass for a result.
    if (askingCount > 0 && (t % watchCycles === 0 || t === window.limit)) watch();
    if (status === "running" && isOver(t)) status = "finished";
  }

  function isOver(t: number): boolean {
    return endless
      ? t >= window.limit || (t >= window.end && tally[scalar.tagged] === tally[scalar.taggedDelivered])
      : tally[scalar.delivered] === expected;
  }

  /** Counts the packets created in the window before cycle `until` that wait in source queues, where nobody has looked yet. */
  function countUnseen(until: number): void {
    for (let s = 0; s < T; s++) {
      const alreadySeen = packetsLeft[s] > 0 ? source.packets[s] - packetsLeft[s] : 0;
      const unseen = source.count(s, window.start, until) - alreadySeen;
      createdInWindow[s] += unseen;
      tally[scalar.tagged] += unseen;
    }
  }

  /** The terminal's next packets take the free injection slots, if they exist by cycle `t`. */
  function fill(s: number, t: number): void {
    for (let place = s; place < slots * T; place += T) {
      if (packetsLeft[s] === 0 && !(source.at[s] <= t)) break;
      if (slotPacket[place] < 0) offer(s, place, t);
    }
    const at = source.at[s];
    if (packetsLeft[s] === 0 && at > t && at < Infinity && inCalendar[s] === 0) enterCalendar(s);
  }

  /** The terminal's next packet takes an injection slot. */
  function offer(s: number, place: number, t: number): void {
    if (packetsLeft[s] === 0) packetsLeft[s] = source.packets[s];
    const p = freeIds[--freeCount];
    const packet = p << fieldShift;
    const to = source.to[s];
    const created = source.at[s];
    slotPacket[place] = p;
    packets[packet + toField] = to;
    packets[packet + fromField] = s;
    packets[packet + createdField] = created;
    packets[packet + readyField] = created;
    packets[packet + hopsField] = 0;
    packets[packet + messageField] = source.message[s];
    packets[packet + stateField] = begin === undefined ? 0 : begin(s, to, mix(routingKey, s, joined[s]++));
    if (created >= window.start && created < window.end && t < window.end) {
      tally[scalar.tagged]++;
      createdInWindow[s]++;
    }
    if (--packetsLeft[s] === 0) source.advance(s);
    ask(Q + place, p, t);
  }

  function enterCalendar(s: number): void {
    const slot = source.at[s] % calendarSlots;
    inCalendar[s] = 1;
    nextInCalendar[s] = calendar[slot];
    calendar[slot] = s;
  }

  function inject(p: number, t: number): void {
    const packet = p << fieldShift;
    packets[packet + injectedField] = t;
    tally[scalar.injected]++;
    if (t >= window.start && t < window.end) sent[packets[packet + fromField]]++;
    const m = packets[packet + messageField];
    if (m >= 0 && messageInjected[m] < 0) messageInjected[m] = t;
  }

  function consume(p: number, terminal: number, t: number): void {
    const packet = p << fieldShift;
    const created = packets[packet + createdField];
    const latency = t - created + 1;
    tally[scalar.delivered]++;
    tally[scalar.lastArrival] = t;
    inBin[0] += latency;
    inBin[1]++;
    if (t >= window.start && t < window.end) {
      accepted[terminal]++;
      tally[scalar.accepted]++;
      if (t < middle) {
        tally[scalar.latencyFirstHalf] += latency;
        tally[scalar.countFirstHalf]++;
      } else {
        tally[scalar.latencySecondHalf] += latency;
        tally[scalar.countSecondHalf]++;
      }
    }
    if (created >= window.start && created < window.end) {
      const from = packets[packet + fromField];
      tally[scalar.taggedDelivered]++;
      tally[scalar.latency] += latency;
      tally[scalar.networkLatency] += t - packets[packet + injectedField] + 1;
      tally[scalar.hops] += packets[packet + hopsField];
      if (latency > tally[scalar.latencyMax]) tally[scalar.latencyMax] = latency;
      latencies[latencyBin(latency)]++;
      arrivedFrom[from]++;
      latencyFrom[from] += latency;
      if (isPaired) {
        flowPackets[from * T + terminal]++;
        flowLatency[from * T + terminal] += latency;
      }
    }
    const m = packets[packet + messageField];
    if (m >= 0 && --messageLeft[m] === 0) messageDelivered[m] = t;
    freeIds[freeCount++] = p;
  }

  function growPackets(): void {
    const old = packetCapacity;
    packetCapacity = 2 * old;
    packets = longer(packets, new Int32Array(fields * packetCapacity));
    freeIds = longer(freeIds, new Int32Array(packetCapacity));
    for (let p = packetCapacity - 1; p >= old; p--) freeIds[freeCount++] = p;
  }

  function snapshot() {
    return { phits: new Float64Array(C), waiting: new Float64Array(C), sinceInjection: new Float64Array(C) };
  }

  function take(into: ReturnType<typeof snapshot>): void {
    for (let c = 0; c < C; c++) {
      into.phits[c] = phitsCrossed(c, now);
      into.sinceInjection[c] = carried[2 * c + 1];
    }
    into.waiting.set(waiting);
  }

  /** Phits that have crossed channel `c` before cycle `t`. */
  function phitsCrossed(c: number, t: number): number {
    return carried[2 * c] * L - Math.max(0, busyUntil[c] - t);
  }

  /** Ends a stretch of the time columns at cycle `t`; when they are full, pairs are merged and stretches become twice as long. */
  function closeBin(t: number): void {
    let worst = 0;
    let sum = 0;
    for (let c = 0; c < C; c++) {
      const phits = phitsCrossed(c, t);
      const load = (phits - binBefore[c]) / binCycles;
      binBefore[c] = phits;
      sum += load;
      if (load > worst) worst = load;
    }
    worstLoad[bins] = worst;
    meanLoad[bins] = sum / C;
    acceptedOverTime[bins] = (inBin[1] * L) / (binCycles * T);
    latencyOverTime[bins] = inBin[1] > 0 ? inBin[0] / inBin[1] : 0;
    consumedInBin[bins] = inBin[1];
    inBin.fill(0);
    if (++bins < timeBins) return;
    for (let i = 0; i < timeBins / 2; i++) {
      const [a, b] = [2 * i, 2 * i + 1];
      worstLoad[i] = Math.max(worstLoad[a], worstLoad[b]);
      meanLoad[i] = (meanLoad[a] + meanLoad[b]) / 2;
      acceptedOverTime[i] = (acceptedOverTime[a] + acceptedOverTime[b]) / 2;
      const count = consumedInBin[a] + consumedInBin[b];
      latencyOverTime[i] = count > 0 ? (latencyOverTime[a] * consumedInBin[a] + latencyOverTime[b] * consumedInBin[b]) / count : 0;
      consumedInBin[i] = count;
    }
    bins = timeBins / 2;
    binCycles *= 2;
  }

  /** Looks for a circle of waits; the run ends when there is one. */
  function watch(): void {
    const loop = circleOfWaits({
      count: Q,
      maxCandidates,
      waits: (q) => setOf[q] >= 0,
      wanted(q, out) {
        const set = setOf[q];
        const count = set < Q ? 1 : sets.size[set - Q];
        for (let i = 0; i < count; i++) {
          const id = set < Q ? set : sets.members[sets.start[set - Q] + i];
          out[i] = hasRoomFor(q, id) ? -1 : id;
        }
        return count;
      },
    });
    if (loop.length === 0) return;
    status = "deadlocked";
    if (now < window.end) countUnseen(now);
    circle = loop.map((q, i) => {
      const following = loop[(i + 1) % loop.length];
      const packet = frontPacket(q) << fieldShift;
      return {
        channel: Math.floor(q / K),
        class: q % K,
        waitsFor: Math.floor(following / K),
        waitsForClass: following % K,
        source: packets[packet + fromField],
        destination: packets[packet + toField],
      };
    });
  }

  function sample(into: Frame): void {
    const windowBegun = now > window.start;
    const isPast = now > window.end;
    const end = Math.min(now, window.end);
    for (let c = 0; c < C; c++) {
      into.phits[c] = phitsCrossed(c, now);
      into.sinceInjection[c] = carried[2 * c + 1];
      into.windowPhits[c] = windowBegun ? (isPast ? atEnd.phits[c] : into.phits[c]) - atStart.phits[c] : 0;
      into.windowWaiting[c] = windowBegun ? (isPast ? atEnd.waiting[c] : waiting[c]) - atStart.waiting[c] : 0;
      into.windowSinceInjection[c] = windowBegun ? (isPast ? atEnd.sinceInjection[c] : carried[2 * c + 1]) - atStart.sinceInjection[c] : 0;
      let queued = 0;
      for (let id = c * K; id < (c + 1) * K; id++) queued += queues[(id << 2) + heldField];
      into.queued[c] = queued;
    }
    into.waiting.set(waiting);
    into.accepted.set(accepted);
    into.sent.set(sent);
    into.created.set(createdInWindow);
    into.arrivedFrom.set(arrivedFrom);
    into.latencyFrom.set(latencyFrom);
    into.flowPackets.set(flowPackets);
    into.flowLatency.set(flowLatency);
    into.latencies.set(latencies);
    into.worstLoad.set(worstLoad);
    into.meanLoad.set(meanLoad);
    into.acceptedOverTime.set(acceptedOverTime);
    into.latencyOverTime.set(latencyOverTime);
    into.messageInjected.set(messageInjected);
    into.messageDelivered.set(messageDelivered);
    tally[scalar.now] = now;
    tally[scalar.status] = statuses.indexOf(status);
    tally[scalar.windowCycles] = Math.max(0, end - window.start);
    tally[scalar.fingerprint] = fingerprint[0] >>> 0;
    tally[scalar.binCycles] = binCycles;
    tally[scalar.bins] = bins;
    into.scalars.set(tally);
  }
}

/** Number of bits that are set. */
function bitCount(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Copies the shorter array into the longer, and returns that. */
function longer<A extends Int32Array | Float64Array>(short: A, long: A): A {
  long.set(short as never);
  return long;
}
