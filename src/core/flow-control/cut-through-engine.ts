// hot: no allocation, no for-of, no destructuring inside `cycle` and what it calls.
/**
 * Virtual cut-through and store-and-forward, exact to the cycle. A packet moves as one event per hop: a grant at cycle g
 * holds the channel, the front of the queue it leaves and its slot there until g + L; its header stands in the next queue
 * from g + 1.
 *
 * A cycle reads first and writes afterwards: all requests see the state that earlier cycles left, then grants are made.
 * Random choices are hashes of (cycle, place), so the result does not depend on the order in which anything is visited.
 *
 * What makes it fast:
 * - A packet costs one event per hop. Nothing is done when a tail has passed, unless somebody waits for it: then, and
 *   only then, a queue or a channel is put on a wheel for that cycle. All delays are at most L, so the wheel is short.
 * - Fronts that may take the same virtual channels ask by one *list*, and requests are bits of a number, one for each
 *   input of the node: a blocked front costs nothing until something it waits for comes free. A list whose best channel
 *   is busy sleeps until another could be better: queues come closer by at most two phits a cycle.
 * - What a hop touches lies together: four numbers of each virtual channel for those who choose, a record with its
 *   requests, counters and packets, a record for each node and each packet. From some thousand terminals on, the time
 *   goes into fetching those lines from memory, not into reckoning.
 * - Everything constant is a constant of this one function, so a compiler that sees one simulation in its process (one
 *   worker for a run) knows every size, rule and array.
 *
 * Queues are numbered channel × classes + class; after those come the injection slots, slot × terminals + terminal.
 */
import { below, mix, streamKey, trace } from "../base/random.ts";
import type { Plan } from "../plan/plan.ts";
import type { Simulation, Wait } from "../simulation/contract.ts";
import type { Frame, Status } from "../simulation/frame.ts";
import { Recorder } from "../simulation/recorder.ts";
import { startSource } from "../simulation/source.ts";
import { circleOfWaits } from "../simulation/watchdog.ts";
import { longer, RequestSets, setIsLinked, setNext, setRequests, setSize, setStart, setStride } from "./request-sets.ts";

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

// Of a queue: place of the front in the ring + 256 · packets, and two flags.
const oneHeld = 256;
const heldMask = 0xff00;
/** The front is on its way out, and counts until someone looks after it has left. */
const leaves = 0x10000;
/** Somebody waits for room here. */
const isAwaited = 0x20000;
/** Later than any cycle. */
const never = 0x7fffffff;

// What is known of a virtual channel, and the queue behind it, to those who choose: four numbers beside each other, and
// those of a node's outputs, too. First the place and packets of the queue as above.
const hotShift = 2;
/** Cycle from which the channel is free again; of a channel's first virtual channel. */
const busyUntil = 1;
/** Cycles from which the packet that comes into the queue, and the one that goes out of it, has passed whole. */
const entering = 2;
const leaving = 3;

// Record of a virtual channel and the queue behind it.
/** Fronts that ask for this virtual channel and no other, and those that chose it in this cycle from a list: input bits. */
const requests = 0;
const chosen = 1;
/** Node at which the queue stands, and the input it is there: node << inputBits | input. */
const at = 2;
/** The list that the front asks by, −1 while it asks by none. */
const asksIn = 3;
/**
 * Node that the channel leaves; its complement (negative) when the channel enters a terminal. This and the next two
 * stand in the record of a channel's first virtual channel.
 */
const from = 4;
/** Packets carried; cycles from injection to the header's arrival; and cycles that packets waited in the queue. */
const carried = 5;
const sinceInjection = 6;
const waited = 7;
/** Packets in the queue, by id. */
const ring = 8;
/** Sums grow beyond 32 bits: from here on they are moved to where they have 53. */
const fullSum = 2 ** 30;

// Record of a node.
const nodeShift = 3;
/** First list of several virtual channels that has requests, −1 for none. */
const firstList = 0;
/** Cycle for which the node was last put on the list of nodes whose lists are to be looked at. */
const stirred = 1;
/** Where the node's inputs begin, and how many they are. */
const firstInput = 2;
const inputCount = 3;
/** Cycle before which nothing that its lists hang on can change by itself. */
const sleeps = 4;

// What ends, in the log: a packet's number is its consumption.
const slotEnds = -1;
const groupEnds = -2;

// Record of a packet.
const packetShift = 2;
/** destination + 65536 · source. */
const ends = 0;
const injected = 1;
/** Cycle from which it may ask where it stands. */
const ready = 2;
const hops = 3;

/** Starts a simulation of a plan under these rules, at cycle 0. */
export function startCutThrough(rules: CutThroughRules, plan: Plan): Simulation {
  const { network, routing, demand, window } = plan;
  const { head, tail, firstOut, group, groupCapacity, forwards } = network;
  const { classes: K, maxCandidates } = routing;
  const T = network.terminals;
  const C = head.length;
  const Q = C * K;
  const N = firstOut.length - 1;
  const slots = rules.injectionSlots;
  const { freeOnly, keeps, by } = selections[rules.selection];
  const L = plan.packetPhits;
  const capacity = rules.queue;
  const ringSize = 2 ** Math.ceil(Math.log2(rules.queue));
  const ringMask = ringSize - 1;
  const recordShift = Math.ceil(Math.log2(ring + ringSize));
  const headDelay = rules.storeAndForward ? plan.packetPhits : 1;
  const byCredits = by === "credits";
  const byChance = by === "chance";
  const byOrder = by === "order";
  const tiesAtRandom = rules.ties === "random";
  const arbitration = rules.arbitration === "random" ? 0 : rules.arbitration === "round-robin" ? 1 : 2;
  const networkFirst = rules.priority === "network-first";
  const hasGroups = groupCapacity.length > 0;
  const route = routing.route;
  const begin = routing.begin;
  const next = routing.next;
  const adapt = routing.adapt;
  const rings = routing.rings;
  const selectionKey = streamKey(plan.seed, "selection");
  const arbitrationKey = streamKey(plan.seed, "arbitration");
  const routingKey = streamKey(plan.seed, "routing");

  // Inputs of each node, in the order of queue numbers.
  /** [N << nodeShift] */
  const nodes = new Int32Array(N << nodeShift);
  const standsAt = (q: number) => (q < Q ? head[Math.floor(q / K)] : (q - Q) % T);
  const isUsed = (q: number) => q >= Q || forwards || head[Math.floor(q / K)] >= T;
  let all = 0;
  for (let q = 0; q < Q + slots * T; q++) if (isUsed(q)) nodes[(standsAt(q) << nodeShift) + inputCount]++;
  let most = 1;
  for (let n = 0; n < N; n++) {
    nodes[(n << nodeShift) + firstInput] = all;
    all += nodes[(n << nodeShift) + inputCount];
    most = Math.max(most, nodes[(n << nodeShift) + inputCount]);
    nodes[(n << nodeShift) + firstList] = -1;
    nodes[(n << nodeShift) + stirred] = -1;
  }
  /** Numbers of 32 bits that hold the inputs of the node with most of them; beyond one, requests stand in arrays of their own. */
  const words = Math.ceil(most / 32);
  const inputBits = Math.ceil(Math.log2(most + 1));
  /** Queues of each node in ascending order. */
  const inputs = new Int32Array(all);
  /** [slots × T] Packet in an injection slot, −1 for none; and the set it asks in. */
  const slotPacket = new Int32Array(slots * T).fill(-1);
  const slotAsksIn = new Int32Array(slots * T).fill(-1);
  /** [slots × T] Input at the terminal that a slot is. */
  const slotInput = new Int32Array(slots * T);
  const taken = new Int32Array(N);
  /** [Q << recordShift] Records of the virtual channels. */
  const vcs = new Int32Array(Q << recordShift);
  // What choosing looks at, for many virtual channels in a row: [Q << hotShift], see the fields above.
  const hot = new Int32Array(Q << hotShift);
  const wheel = 2 ** Math.ceil(Math.log2(L + 2));
  // Who is to be looked at in a later cycle, at most L away: for each cycle a chain of queues, whose next packet comes to
  // the front, and one of channels, which come free or find room.
  const wheelMask = wheel - 1;
  const queueWheel = new Int32Array(wheel).fill(-1);
  const nextQueue = new Int32Array(Q);
  const channelWheel = new Int32Array(wheel).fill(-1);
  const nextChannel = new Int32Array(C);
  const wakesAt = new Int32Array(C).fill(-1);
  for (let q = 0; q < Q + slots * T; q++) {
    const n = standsAt(q);
    const record = q << recordShift;
    if (q < Q) {
      vcs[record + at] = (n << inputBits) | taken[n];
      vcs[record + asksIn] = -1;
      const above = tail[Math.floor(q / K)];
      vcs[record + from] = n < T ? ~above : above;
    } else slotInput[q - Q] = taken[n];
    if (isUsed(q)) inputs[nodes[(n << nodeShift) + firstInput] + taken[n]++] = q;
  }
  const sets = new RequestSets(maxCandidates > 1 ? N : 1);
  const isWide = words > 1;
  const isSingle = K === 1;
  const inputMask = (1 << inputBits) - 1;
  const full = capacity * oneHeld;
  const nearlyFull = rings === undefined ? full : full - oneHeld;
  let wideRequests = new Int32Array(isWide ? Q * words : 0);
  const wideChosen = new Int32Array(isWide ? Q * words : 0);
  /** Whether nothing but free channels, room and chance decides a grant, and all inputs of a node are bits of one number. */
  const isPlain = !isWide && (rings === undefined || K > 1) && !forwards && !hasGroups && !networkFirst && arbitration === 0;
  /** Whether a front is known when it is granted its way to the queue: its header is there in the next cycle. */
  const isDirect = headDelay === 1;
  /** Whether packets have a choice that they make anew in each cycle. */
  const hasLists = maxCandidates > 1 && !keeps;
  /** Whether all fronts of a set request the same, whichever queue they stand in. */
  const asksTogether = byCredits && !tiesAtRandom && (rings === undefined || !freeOnly) && !forwards;
  // What is to be looked at in this cycle: fronts that begin to ask, nodes whose lists have changed, channels.
  const askers = new Int32Array(Q + slots * T);
  const askerPackets = new Int32Array(Q + slots * T);
  const again = new Int32Array(C);
  const againAt = new Int32Array(C).fill(-1);
  const winnerQueues = new Int32Array(C + 1);
  const winnerIds = new Int32Array(C + 1);
  let restless = new Int32Array(N);
  let restlessNext = new Int32Array(N);
  // A channel may be put on the list more than once: by those that ask, by what comes free, and by lists.
  const asked = new Int32Array(2 * (Q + slots * T) + 3 * C + N);
  const routed = new Int32Array(maxCandidates);
  const eligible = new Int32Array(maxCandidates);
  const lanes = new Int32Array(K * words);
  const union = new Int32Array(words);
  /** [N × words] Inputs that come from terminals. */
  const injection = new Int32Array(networkFirst ? N * words : 0);
  if (networkFirst) {
    for (let n = 0; n < N; n++) {
      for (let i = 0; i < nodes[(n << nodeShift) + inputCount]; i++) {
        const q = inputs[nodes[(n << nodeShift) + firstInput] + i];
        if (q >= Q || tail[Math.floor(q / K)] < T) injection[n * words + (i >> 5)] |= 1 << (i & 31);
      }
    }
  }
  const lastServed = new Int32Array(arbitration === 1 ? C : 0).fill(-1);
  const grouped = hasGroups ? C : 0;
  // Shared capacities: channels in use, how many may be, and this cycle's winners.
  const groupBusy = new Int32Array(groupCapacity.length);
  const groupRoom = Int32Array.from(groupCapacity, Math.floor);
  const lookedAt = new Int32Array(grouped).fill(-1);
  const winnerOf = new Int32Array(grouped);
  const winnerTo = new Int32Array(grouped);
  const groupWinners = new Int32Array(grouped);

  const logMask = 2 ** Math.ceil(Math.log2(2 * C + slots * T + 2)) - 1;
  // What ends L cycles after a grant, in order of time: packets that are consumed, slots and shared capacity that come
  // free; a ring, and where each cycle ended.
  const log = new Int32Array(2 * (logMask + 1));
  const endOf = new Int32Array(wheel);

  const ids = Math.max(1024, (slots + 1) * T);
  /** [ids << packetShift] */
  let packets = new Int32Array(ids << packetShift);
  let created = new Int32Array(ids);
  let messageOf = new Int32Array(ids);
  let stateOf = new Int32Array(ids);
  let freeIds = Int32Array.from({ length: ids }, (_, i) => ids - 1 - i);
  let freeCount = ids;
  /** [T] */
  const packetsLeft = new Int32Array(T);
  const joined = new Int32Array(begin === undefined ? 0 : T);
  const nextInCalendar = new Int32Array(T);
  const inCalendar = new Uint8Array(T);
  const refill = new Int32Array(slots * T);

  const sumSince = new Float64Array(C);
  const sumWaited = new Float64Array(C);
  const recorder = new Recorder(plan, { phits: phitsOn, waiting: waitingBehind, sinceInjection: sinceInjectionTo, queued: queuedBehind });
  const source = startSource(demand, T, L, plan.seed);
  let askerCount = 0;
  let restlessCount = 0;
  let askedCount = 0;
  let againCount = 0;
  /** Fronts that ask at present. */
  let askingCount = 0;
  const arbitrated = new Int32Array(1);
  let written = 0;
  let completedUpTo = 0;
  /** Cycle after which nothing is on its way. */
  let quietAfter = -1;
  // The calendar of terminals whose next message lies in the future, and terminals that a slot has come free at.
  const calendar = new Int32Array(calendarSlots).fill(-1);
  let refillCount = 0;
  let fingerprint = 0;
  let now = 0;
  let status: Status = "running";
  let circle: readonly Wait[] = [];
  for (let s = 0; s < T; s++) if (source.at[s] < Infinity) enterCalendar(s);

  return {
    layout: recorder.layout,
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
      if (askingCount === 0 && now > quietAfter) {
        const soon = nextEvent(now, until);
        if (soon > now) {
          endOf.fill(written);
          reach(soon);
          work--;
          continue;
        }
      }
      const grants = cycle(now);
      recorder.countGrants(grants);
      work -= 1 + grants;
      reach(now + 1);
    }
  }

  /** Simulates cycle `t`; returns how many grants were made. */
  function cycle(t: number): number {
    let newcomers = askerCount;
    let candidates = againCount;
    for (let i = 0; i < candidates; i++) asked[i] = again[i];
    againCount = 0;

    // What ends now: packets are consumed, slots and shared capacity come free.
    const end = endOf[(t - L) & wheelMask];
    for (let i = completedUpTo; i !== end; i = (i + 1) | 0) {
      const entry = (i & logMask) << 1;
      const what = log[entry];
      if (what >= 0) consume(what, log[entry + 1], t);
      else if (what === slotEnds) {
        const slot = log[entry + 1];
        slotPacket[slot] = -1;
        refill[refillCount++] = slot % T;
      } else groupBusy[log[entry + 1]]--;
    }
    completedUpTo = end;

    // Packets that come to the front of their queues.
    for (let q = queueWheel[t & wheelMask]; q >= 0; q = nextQueue[q]) {
      const before = hot[q << hotShift];
      if ((before & leaves) !== 0) hot[q << hotShift] = ((before & ~(leaves | 0xff)) | ((before + 1) & ringMask)) - oneHeld;
      askers[newcomers++] = q;
    }
    queueWheel[t & wheelMask] = -1;

    // Channels that come free, or find room, while somebody waits.
    let woken = channelWheel[t & wheelMask];
    channelWheel[t & wheelMask] = -1;
    while (woken >= 0) {
      const c = woken;
      woken = nextChannel[c];
      wakesAt[c] = -1;
      // Granted to somebody else meanwhile: who waits still does.
      if (hot[((c * K) << hotShift) + busyUntil] > t) wake(c, hot[((c * K) << hotShift) + busyUntil]);
      else asked[candidates++] = c;
      if (hasLists) {
        const above = vcs[((c * K) << recordShift) + from];
        nodes[((above < 0 ? ~above : above) << nodeShift) + sleeps] = t;
      }
    }

    // Terminals with a slot come free, and those whose next message is created now.
    askerCount = newcomers;
    if (refillCount > 0) refillSlots(t);
    if (calendar[t & (calendarSlots - 1)] >= 0) wakeTerminals(t);
    newcomers = askerCount;

    // Fronts begin to ask, in the state that earlier cycles left. From here on no packet is created, so this array stays.
    const P = packets;
    const hasState = begin !== undefined || next !== undefined || adapt !== undefined;
    askingCount += newcomers;
    for (let i = 0; i < newcomers; i++) {
      const q = askers[i];
      askerPackets[i] = q < Q ? vcs[(q << recordShift) + ring + (hot[q << hotShift] & 0xff)] : slotPacket[q - Q];
    }
    for (let i = 0; i < newcomers; i++) {
      const q = askers[i];
      const p = askerPackets[i];
      const isQueue = q < Q;
      const record = q << recordShift;
      let n: number;
      let bit: number;
      if (isQueue) {
        n = vcs[record + at] >> inputBits;
        bit = vcs[record + at] & inputMask;
      } else {
        n = (q - Q) % T;
        bit = slotInput[q - Q];
      }
      const to = P[(p << packetShift) + ends] & 0xffff;
      let state = 0;
      if (hasState) {
        if (adapt !== undefined && isQueue) adaptFirst(q, p, n, to);
        state = stateOf[p];
      }
      const count = route(n, to, state, routed);
      let id = routed[0];
      if (count > 1 && !byOrder) {
        if (keeps) id = select(q, routed, 0, count, t);
        else {
          const list = sets.find(routed, count);
          if (isQueue) vcs[record + asksIn] = list;
          else slotAsksIn[q - Q] = list;
          joinList(n, list, bit, t);
          continue;
        }
      }
      if (isWide) askWidely(id, bit);
      else vcs[(id << recordShift) + requests] |= 1 << bit;
      const c = isSingle ? id : (id / K) | 0;
      if (hot[((c * K) << hotShift) + busyUntil] <= t) asked[candidates++] = c;
      else if (wakesAt[c] < 0) {
        const slot = hot[((c * K) << hotShift) + busyUntil] & wheelMask;
        wakesAt[c] = hot[((c * K) << hotShift) + busyUntil];
        nextChannel[c] = channelWheel[slot];
        channelWheel[slot] = c;
      }
    }

    askedCount = candidates;
    if (restlessCount > 0) lookAtLists(t);
    candidates = askedCount;

    // Who gets which channel. Channels that share a capacity are sorted out when all winners are known.
    let winners = 0;
    for (let a = 0; a < candidates; a++) {
      const c = asked[a];
      if (hot[((c * K) << hotShift) + busyUntil] > t) continue;
      let id = c;
      let q: number;
      if (isPlain) {
        const above = vcs[((c * K) << recordShift) + from];
        let bits = 0;
        if (isSingle) {
          const record = c << recordShift;
          bits = vcs[record + requests] | vcs[record + chosen];
          if (bits === 0) continue;
          vcs[record + chosen] = 0;
          if (
            (hot[c << hotShift] & heldMask) >= full &&
            above >= 0 &&
            !((hot[c << hotShift] & leaves) !== 0 && hot[(c << hotShift) + leaving] <= t)
          ) {
            awaitRoom(c, t);
            continue;
          }
        } else {
          for (let v = 0; v < K; v++) {
            const record = (c * K + v) << recordShift;
            const mine = vcs[record + requests] | vcs[record + chosen];
            vcs[record + chosen] = 0;
            lanes[v] = 0;
            if (mine === 0) continue;
            const lane = c * K + v;
            const place = hot[lane << hotShift];
            const held = (place & leaves) !== 0 && hot[(lane << hotShift) + leaving] <= t ? (place & heldMask) - oneHeld : place & heldMask;
            if (above < 0 || held < nearlyFull) lanes[v] = mine;
            else {
              // The last place of a ring is for those who are in it.
              lanes[v] = held < full ? thoseWithRoom(lane, above, 0, mine, t) : 0;
              if (lanes[v] !== mine) awaitRoom(lane, t);
            }
            bits |= lanes[v];
          }
          if (bits === 0) continue;
        }
        if ((bits & (bits - 1)) !== 0) {
          for (let k = below(mix(arbitrationKey, t, c), bitCount(bits)); k > 0; k--) bits &= bits - 1;
          bits &= -bits;
        }
        if (!isSingle) {
          let v = 0;
          while ((lanes[v] & bits) === 0) v++;
          id = c * K + v;
        }
        q = inputs[nodes[((above < 0 ? ~above : above) << nodeShift) + firstInput] + 31 - Math.clz32(bits)];
      } else {
        if (hasGroups && group[c] >= 0 && lookedAt[c] === t) continue;
        q = arbitrate(c, t);
        if (q < 0) continue;
        id = arbitrated[0];
        if (hasGroups) lookedAt[c] = t;
      }
      // Taken at once, so that a channel that is on the list twice is granted once.
      hot[((c * K) << hotShift) + busyUntil] = t + L;
      winnerQueues[winners] = q;
      winnerIds[winners++] = id;
    }
    if (hasGroups) winners = shareCapacity(winners, t);

    // Grants.
    const lists = sets.records;
    let logEnd = written;
    let hash = fingerprint;
    newcomers = 0;
    for (let i = 0; i < winners; i++) {
      const q = winnerQueues[i];
      const id = winnerIds[i];
      const c = isSingle ? id : (id / K) | 0;
      const channel = (c * K) << recordShift;
      const above = vcs[channel + from];
      // The packet leaves where it stood.
      let p: number;
      let list: number;
      let bit: number;
      if (q < Q) {
        const record = q << recordShift;
        const before = hot[q << hotShift];
        p = vcs[record + ring + (before & 0xff)];
        bit = vcs[record + at] & inputMask;
        list = vcs[record + asksIn];
        if (list >= 0) vcs[record + asksIn] = -1;
        hot[(q << hotShift) + leaving] = t + L;
        hot[q << hotShift] = (before | leaves) & ~isAwaited;
        if ((before & heldMask) > oneHeld) {
          nextQueue[q] = queueWheel[(t + L) & wheelMask];
          queueWheel[(t + L) & wheelMask] = q;
        }
        if ((before & isAwaited) !== 0) wake(isSingle ? q : (q / K) | 0, t + L);
        const wait = t - P[(p << packetShift) + ready];
        if (wait > 0 && (vcs[record + waited] += wait) > fullSum) flushWaited(q);
      } else {
        p = slotPacket[q - Q];
        bit = slotInput[q - Q];
        list = slotAsksIn[q - Q];
        slotAsksIn[q - Q] = -1;
        inject(p, t);
        const entry = (logEnd & logMask) << 1;
        logEnd = (logEnd + 1) | 0;
        log[entry] = slotEnds;
        log[entry + 1] = q - Q;
      }
      if (isWide) stopWidely(list < 0 ? id : Q + list, bit);
      else if (list < 0) vcs[(id << recordShift) + requests] &= ~(1 << bit);
      else lists[list * setStride + setRequests] &= ~(1 << bit);
      // The channel is taken.
      if (isWide || !isSingle ? isAsked(c) : vcs[channel + requests] !== 0) wake(c, t + L);
      const packet = p << packetShift;
      vcs[channel + carried]++;
      if ((vcs[channel + sinceInjection] += t + 1 - P[packet + injected]) > fullSum) flushSince(c);
      P[packet + ready] = t + headDelay;
      P[packet + hops]++;
      const pair = P[packet + ends];
      if (next !== undefined) stateOf[p] = next(above < 0 ? ~above : above, pair & 0xffff, stateOf[p], id);
      if (arbitration === 1) lastServed[c] = q;
      // And so is a place in the queue behind it, or the packet is consumed.
      if (above >= 0 || (forwards && (pair & 0xffff) !== head[c])) {
        let before = hot[id << hotShift];
        if ((before & leaves) !== 0 && hot[(id << hotShift) + leaving] <= t)
          before = ((before & ~(leaves | 0xff)) | ((before + 1) & ringMask)) - oneHeld;
        vcs[(id << recordShift) + ring + ((before + (before >> 8)) & ringMask)] = p;
        hot[id << hotShift] = before + oneHeld;
        hot[(id << hotShift) + entering] = t + L;
        if ((before & heldMask) === 0) {
          if (isDirect) askers[newcomers++] = id;
          else comeToFront(id, t + headDelay);
        } else if ((before & (heldMask | leaves)) === (oneHeld | leaves))
          comeToFront(id, Math.max(hot[(id << hotShift) + leaving], t + headDelay));
      } else {
        const entry = (logEnd & logMask) << 1;
        logEnd = (logEnd + 1) | 0;
        log[entry] = p;
        log[entry + 1] = head[c];
      }
      if (hasGroups && group[c] >= 0) {
        const entry = (logEnd & logMask) << 1;
        logEnd = (logEnd + 1) | 0;
        log[entry] = groupEnds;
        log[entry + 1] = group[c];
      }
      hash = (hash + trace(t, id, pair >>> 16)) | 0;
    }
    if (winners > 0) quietAfter = t + L;
    askerCount = newcomers;
    askingCount -= winners;
    written = logEnd;
    fingerprint = hash;
    endOf[t & wheelMask] = logEnd;
    return winners;
  }

  /** A packet that has just come from its terminal may decide for a way round. */
  function adaptFirst(q: number, p: number, n: number, to: number): void {
    if (adapt === undefined || tail[channelOf(q)] !== packets[(p << packetShift) + ends] >>> 16) return;
    stateOf[p] = adapt(n, to, stateOf[p], fullnessBehind);
  }

  /** An input of node `n` asks for one of a list's virtual channels. */
  function joinList(n: number, list: number, bit: number, t: number): void {
    const { records } = sets;
    const record = list * setStride;
    if (words > 1) askWidely(Q + list, bit);
    else records[record + setRequests] |= 1 << bit;
    if (records[record + setIsLinked] === 0) {
      records[record + setIsLinked] = 1;
      records[record + setNext] = nodes[(n << nodeShift) + firstList];
      nodes[(n << nodeShift) + firstList] = list;
    }
    stir(n, t);
  }

  function channelOf(id: number): number {
    return K === 1 ? id : (id / K) | 0;
  }

  function askWidely(set: number, input: number): void {
    const place = set * words + (input >> 5);
    if (place >= wideRequests.length) wideRequests = longer(wideRequests, 2 * (set + 1) * words);
    wideRequests[place] |= 1 << (input & 31);
  }

  function stopWidely(set: number, input: number): void {
    wideRequests[set * words + (input >> 5)] &= ~(1 << (input & 31));
  }

  /** Bits of the requests in a set, those of inputs 32 w to 32 w + 31. */
  function requestsIn(set: number, w: number): number {
    if (words > 1) return wideRequests[set * words + w] ?? 0;
    return set < Q ? vcs[(set << recordShift) + requests] : sets.records[(set - Q) * setStride + setRequests];
  }

  /** Adds to the requests that virtual channel `id` gets from lists in this cycle. */
  function choose(id: number, w: number, bits: number): void {
    if (words > 1) wideChosen[id * words + w] |= bits;
    else vcs[(id << recordShift) + chosen] |= bits;
  }

  /** All requests for virtual channel `id` in this cycle; those from lists are forgotten. */
  function takeRequests(id: number, w: number): number {
    const record = (id << recordShift) + chosen;
    const fromLists = words > 1 ? wideChosen[id * words + w] : vcs[record];
    if (words > 1) wideChosen[id * words + w] = 0;
    else vcs[record] = 0;
    return fromLists | requestsIn(id, w);
  }

  /** The next packet of queue `q` comes to its front in cycle `when`. */
  function comeToFront(q: number, when: number): void {
    nextQueue[q] = queueWheel[when & wheelMask];
    queueWheel[when & wheelMask] = q;
  }

  /** Channel `c` is to be looked at in cycle `when`, or before. */
  function wake(c: number, when: number): void {
    if (wakesAt[c] >= 0) {
      // One place in the wheel is all a channel has; it is looked at in each cycle when it is wanted earlier than that.
      if (when < wakesAt[c]) lookAgain(c);
      return;
    }
    wakesAt[c] = when;
    nextChannel[c] = channelWheel[when & wheelMask];
    channelWheel[when & wheelMask] = c;
  }

  /** Channel `c` is to be looked at in the next cycle. */
  function lookAgain(c: number): void {
    if (againAt[c] === now) return;
    againAt[c] = now;
    again[againCount++] = c;
  }

  /** Somebody waits for room in the queue behind `id`. */
  function awaitRoom(id: number, t: number): void {
    if ((hot[id << hotShift] & leaves) !== 0 && hot[(id << hotShift) + leaving] > t) wake(channelOf(id), hot[(id << hotShift) + leaving]);
    else hot[id << hotShift] |= isAwaited;
  }

  /** The lists at node `n` are to be looked at in this cycle. */
  function stir(n: number, t: number): void {
    nodes[(n << nodeShift) + sleeps] = t;
    if (nodes[(n << nodeShift) + stirred] >= t) return;
    nodes[(n << nodeShift) + stirred] = t;
    restless[restlessCount++] = n;
  }

  /** Whether any virtual channel of channel `c` is asked for alone. */
  function isAsked(c: number): boolean {
    for (let id = c * K; id < (c + 1) * K; id++) {
      for (let w = 0; w < words; w++) if (requestsIn(id, w) !== 0) return true;
    }
    return false;
  }

  /** Works out what the fronts with a choice ask for, at every node where something has changed. */
  function lookAtLists(t: number): void {
    const { records } = sets;
    let stillRestless = 0;
    for (let i = 0; i < restlessCount; i++) {
      const n = restless[i];
      const node = n << nodeShift;
      if (nodes[node + sleeps] > t) {
        nodes[node + stirred] = t + 1;
        restlessNext[stillRestless++] = n;
        continue;
      }
      let before = -1;
      let until = never;
      let hasRequests = false;
      for (let list = nodes[node + firstList]; list >= 0; list = records[list * setStride + setNext]) {
        const record = list * setStride;
        let isEmpty = words > 1 || records[record + setRequests] === 0;
        if (words > 1) for (let w = 0; w < words; w++) isEmpty &&= requestsIn(Q + list, w) === 0;
        if (isEmpty) {
          records[record + setIsLinked] = 0;
          if (before < 0) nodes[node + firstList] = records[record + setNext];
          else records[before * setStride + setNext] = records[record + setNext];
          continue;
        }
        before = list;
        hasRequests = true;
        const change = asksTogether ? requestTogether(list, t) : requestEach(list, n, t);
        if (change < until) until = change;
      }
      if (hasRequests) {
        nodes[node + sleeps] = until;
        nodes[node + stirred] = t + 1;
        restlessNext[stillRestless++] = n;
      }
    }
    restless = restlessNext;
    restlessNext = restless;
    restlessCount = stillRestless;
  }

  /**
   * All fronts of a list request the same virtual channel: the least full, the first where several are. Returns the
   * cycle in which that may be another one, or be granted, if nothing is woken before.
   */
  function requestTogether(list: number, t: number): number {
    const { members, records } = sets;
    const start = records[list * setStride + setStart];
    const end = start + records[list * setStride + setSize];
    // Virtual channels into terminals always have room; a list leads to terminals with all its members or with none.
    const hasRoom = vcs[((((members[start] / K) | 0) * K) << recordShift) + from] < 0;
    let best = -1;
    let least = never;
    let second = never;
    let isBestOpen = false;
    let isAnyOpen = false;
    for (let i = start; i < end; i++) {
      const id = members[i];
      const c = K === 1 ? id : (id / K) | 0;
      const held = hot[id << hotShift];
      let isOpen =
        hot[((c * K) << hotShift) + busyUntil] <= t &&
        ((held & heldMask) < full || hasRoom || ((held & leaves) !== 0 && hot[(id << hotShift) + leaving] <= t));
      if (isOpen) isAnyOpen = true;
      if (hasGroups && isOpen && isExhausted(c)) isOpen = false;
      if (freeOnly && !isOpen) continue;
      let fullness = ((held & heldMask) >> 8) * L;
      if (hot[(id << hotShift) + entering] > t) fullness -= hot[(id << hotShift) + entering] - t;
      if ((held & leaves) !== 0) fullness -= hot[(id << hotShift) + leaving] > t ? L - hot[(id << hotShift) + leaving] + t : L;
      if (fullness < least) {
        second = least;
        least = fullness;
        best = id;
        isBestOpen = isOpen;
      } else if (fullness < second) second = fullness;
    }
    if (isBestOpen) {
      for (let w = 0; w < words; w++) choose(best, w, requestsIn(Q + list, w));
      asked[askedCount++] = K === 1 ? best : (best / K) | 0;
      return t + 1;
    }
    // A list that only a shared capacity holds back has to be looked at again, for nothing tells when there is some.
    if (hasGroups && isAnyOpen) return t + 1;
    if (freeOnly) return opensAt(members, start, end, t);
    // In a cycle a queue becomes a phit fuller or emptier, so two of them come closer by at most two.
    return Math.min(t + Math.max(1, (second - least + 1) >> 1), mayOpenAt(best, t));
  }

  /** The cycle in which the first of these virtual channels may come free or find room; `never` when others have to tell. */
  function opensAt(ids: Int32Array, start: number, end: number, t: number): number {
    let first = never;
    for (let i = start; i < end; i++) first = Math.min(first, mayOpenAt(ids[i], t));
    return first;
  }

  /** The cycle in which virtual channel `id`, which is not open, comes free or may find room; `never` when its channel will be woken. */
  function mayOpenAt(id: number, t: number): number {
    const c = channelOf(id);
    if (hot[((c * K) << hotShift) + busyUntil] > t) return hot[((c * K) << hotShift) + busyUntil];
    if ((hot[id << hotShift] & leaves) !== 0 && hot[(id << hotShift) + leaving] > t) return hot[(id << hotShift) + leaving];
    hot[id << hotShift] |= isAwaited;
    return never;
  }

  /** Each front of a list requests a virtual channel by itself. Returns the cycle in which to look again. */
  function requestEach(list: number, n: number, t: number): number {
    const { members, records } = sets;
    const start = records[list * setStride + setStart];
    const size = records[list * setStride + setSize];
    const firstAt = nodes[(n << nodeShift) + firstInput];
    let isAnyOpen = false;
    for (let i = start; i < start + size && !isAnyOpen; i++) isAnyOpen = mayOpen(members[i], t);
    if (!isAnyOpen) return opensAt(members, start, start + size, t);
    for (let w = 0; w < words; w++) {
      for (let bits = requestsIn(Q + list, w); bits !== 0; bits &= bits - 1) {
        const q = inputs[firstAt + 32 * w + 31 - Math.clz32(bits & -bits)];
        const id = select(q, members, start, size, t);
        if (id < 0 || !isFree(channelOf(id), t)) continue;
        choose(id, w, bits & -bits);
        asked[askedCount++] = channelOf(id);
      }
    }
    return t + 1;
  }

  /** Packets that hold a place in queue `id` in cycle `t`. */
  function heldIn(id: number, t: number): number {
    const held = (hot[id << hotShift] & heldMask) >> 8;
    return (hot[id << hotShift] & leaves) !== 0 && hot[(id << hotShift) + leaving] <= t ? held - 1 : held;
  }

  /** Whether channel `c` could be granted now: neither it nor the capacity it shares is used up. */
  function isFree(c: number, t: number): boolean {
    if (hot[((c * K) << hotShift) + busyUntil] > t) return false;
    return !hasGroups || !isExhausted(c);
  }

  function isExhausted(c: number): boolean {
    return group[c] >= 0 && groupBusy[group[c]] >= groupRoom[group[c]];
  }

  /** Whether virtual channel `id` could be granted to somebody if it shared no capacity. */
  function mayOpen(id: number, t: number): boolean {
    const c = channelOf(id);
    if (hot[((c * K) << hotShift) + busyUntil] > t) return false;
    return forwards || heldIn(id, t) < capacity || head[c] < T;
  }

  /** Whether the queue behind `id` has room for the front of queue `q`. */
  function hasRoomFor(q: number, id: number, t: number): boolean {
    const to = head[channelOf(id)];
    if (to < T && (!forwards || (packets[(frontOf(q) << packetShift) + ends] & 0xffff) === to)) return true;
    const entersRing = rings !== undefined && rings[id] >= 0 && (q >= Q || rings[q] !== rings[id]);
    return heldIn(id, t) < (entersRing ? capacity - 1 : capacity);
  }

  /** The virtual channel that the front of queue `q` requests in cycle `t`, out of `count` of `ids` from `first` on, or −1. */
  function select(q: number, ids: Int32Array, first: number, count: number, t: number): number {
    let least = never;
    let equal = 0;
    for (let i = first; i < first + count; i++) {
      const id = ids[i];
      if (freeOnly && !(isFree(channelOf(id), t) && hasRoomFor(q, id, t))) continue;
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

  /** Phits that stand in the queue behind `id` at the beginning of cycle `t`. */
  function fullnessOf(id: number, t: number): number {
    const toCome = Math.max(0, hot[(id << hotShift) + entering] - t);
    const gone = (hot[id << hotShift] & leaves) !== 0 ? L - Math.max(0, hot[(id << hotShift) + leaving] - t) : 0;
    return ((hot[id << hotShift] & heldMask) >> 8) * L - toCome - gone;
  }

  /** Phits that stand in all queues behind a channel now. */
  function fullnessBehind(channel: number): number {
    let sum = 0;
    for (let id = channel * K; id < (channel + 1) * K; id++) sum += fullnessOf(id, now);
    return sum;
  }

  /** Of requests `bits` of inputs 32 w and on at node `n`, those that the queue behind `id` has room for. */
  function thoseWithRoom(id: number, n: number, w: number, bits: number, t: number): number {
    const firstAt = nodes[(n << nodeShift) + firstInput] + 32 * w;
    let fitting = 0;
    for (let left = bits; left !== 0; left &= left - 1) {
      const bit = left & -left;
      if (hasRoomFor(inputs[firstAt + 31 - Math.clz32(bit)], id, t)) fitting |= bit;
    }
    return fitting;
  }

  /** The queue that gets channel `c`, −1 for none; the virtual channel it gets is left in `arbitrated`. Any rule, any network. */
  function arbitrate(c: number, t: number): number {
    const n = tail[c];
    const firstAt = nodes[(n << nodeShift) + firstInput];
    const least = rings === undefined ? capacity : capacity - 1;
    union.fill(0);
    for (let v = 0; v < K; v++) {
      const id = c * K + v;
      for (let w = 0; w < words; w++) {
        let bits = takeRequests(id, w);
        if (bits !== 0 && heldIn(id, t) >= least) {
          const fitting = thoseWithRoom(id, n, w, bits, t);
          if (fitting !== bits) awaitRoom(id, t);
          bits = fitting;
        }
        lanes[v * words + w] = bits;
        union[w] |= bits;
      }
    }
    if (hasGroups && isExhausted(c)) {
      lookAgain(c);
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
    const drawn = arbitration === 0 && count > 1 ? below(mix(arbitrationKey, t, c), count) : 0;
    let winner = -1;
    let passed = 0;
    for (let w = 0; w < words; w++) {
      for (let bits = union[w]; bits !== 0; bits &= bits - 1) {
        const next = 32 * w + 31 - Math.clz32(bits & -bits);
        if (winner < 0 || (arbitration === 0 ? passed === drawn : goesBefore(inputs[firstAt + next], inputs[firstAt + winner], c))) {
          winner = next;
        }
        passed++;
      }
    }
    let v = 0;
    while ((lanes[v * words + (winner >> 5)] & (1 << (winner & 31))) === 0) v++;
    arbitrated[0] = c * K + v;
    return inputs[firstAt + winner];
  }

  /** Whether queue `a` goes before queue `b`, of a lower number, when channel `c` is granted in turn, or by age. */
  function goesBefore(a: number, b: number, c: number): boolean {
    if (arbitration === 1) return b <= lastServed[c] && a > lastServed[c];
    return created[frontOf(a)] < created[frontOf(b)];
  }

  /** Takes from this cycle's winners those that their shared capacity has no room for; returns how many are left. */
  function shareCapacity(winners: number, t: number): number {
    let kept = 0;
    let grouped = 0;
    for (let i = 0; i < winners; i++) {
      const c = (winnerIds[i] / K) | 0;
      if (group[c] >= 0) {
        groupWinners[grouped++] = c;
        winnerOf[c] = winnerQueues[i];
        winnerTo[c] = winnerIds[i];
      } else {
        winnerQueues[kept] = winnerQueues[i];
        winnerIds[kept++] = winnerIds[i];
      }
    }
    const sorted = groupWinners.subarray(0, grouped).sort();
    for (let g = 0; g < groupRoom.length; g++) {
      let count = 0;
      for (let i = 0; i < grouped; i++) if (group[sorted[i]] === g) count++;
      if (count === 0) continue;
      const left = groupRoom[g] - groupBusy[g];
      const first = count > left ? below(mix(arbitrationKey, t, ~g), count) : 0;
      let place = 0;
      for (let i = 0; i < grouped; i++) {
        const c = sorted[i];
        if (group[c] !== g) continue;
        if ((place - first + count) % count < left) {
          winnerQueues[kept] = winnerOf[c];
          winnerIds[kept++] = winnerTo[c];
          groupBusy[g]++;
        } else {
          hot[((c * K) << hotShift) + busyUntil] = t;
          lookAgain(c);
        }
        place++;
      }
    }
    return kept;
  }

  function frontOf(q: number): number {
    const record = q << recordShift;
    return q < Q ? vcs[record + ring + (hot[q << hotShift] & 0xff)] : slotPacket[q - Q];
  }

  /**
   * Nothing moves and nobody asks: the next cycle in which something happens. Terminals stay in the calendar slot of
   * their cycle, which is met again when that cycle comes.
   */
  function nextEvent(t: number, until: number): number {
    let soon = until;
    for (let s = 0; s < T; s++) if (source.at[s] < soon) soon = source.at[s];
    if (soon === Infinity) return t;
    soon = Math.min(soon, (Math.floor(t / recorder.binCycles) + 1) * recorder.binCycles);
    if (window.start > t) soon = Math.min(soon, window.start);
    if (window.end > t) soon = Math.min(soon, window.end);
    if (window.limit > t) soon = Math.min(soon, window.limit);
    return soon;
  }

  /** All cycles before `t` have been simulated: closes what ends there, and looks whether the run is over. */
  function reach(t: number): void {
    now = t;
    recorder.reach(t);
    if (t === window.end) recorder.countUnseen(source, packetsLeft, t);
    // A last look when time is up: what has stood still since the look before must not pass for a result.
    if (askingCount > 0 && (t % watchCycles === 0 || t === window.limit)) watch();
    if (status === "running" && (t >= window.limit || ((t >= window.end || window.end === Infinity) && recorder.isComplete))) {
      status = "finished";
    }
  }

  function refillSlots(t: number): void {
    for (let i = 0; i < refillCount; i++) fill(refill[i], t);
    refillCount = 0;
  }

  /** Terminals whose next message is created in cycle `t`. */
  function wakeTerminals(t: number): void {
    const slot = t & (calendarSlots - 1);
    let s = calendar[slot];
    calendar[slot] = -1;
    while (s >= 0) {
      const following = nextInCalendar[s];
      inCalendar[s] = 0;
      fill(s, t);
      s = following;
    }
  }

  /** The terminal's next packets take the free injection slots, if they exist by cycle `t`. */
  function fill(s: number, t: number): void {
    for (let slot = s; slot < slots * T; slot += T) {
      if (packetsLeft[s] === 0 && !(source.at[s] <= t)) break;
      if (slotPacket[slot] < 0) offer(s, slot, t);
    }
    const at = source.at[s];
    if (packetsLeft[s] === 0 && at > t && at < Infinity && inCalendar[s] === 0) enterCalendar(s);
  }

  /** The terminal's next packet takes an injection slot. */
  function offer(s: number, slot: number, t: number): void {
    if (freeCount === 0) growPackets();
    if (packetsLeft[s] === 0) packetsLeft[s] = source.packets[s];
    const p = freeIds[--freeCount];
    const packet = p << packetShift;
    const to = source.to[s];
    const at = source.at[s];
    slotPacket[slot] = p;
    packets[packet + ends] = to | (s << 16);
    packets[packet + ready] = at;
    packets[packet + hops] = 0;
    created[p] = at;
    messageOf[p] = source.message[s];
    stateOf[p] = begin === undefined ? 0 : begin(s, to, mix(routingKey, s, joined[s]++));
    recorder.create(s, at, t);
    if (--packetsLeft[s] === 0) source.advance(s);
    askers[askerCount++] = Q + slot;
  }

  function enterCalendar(s: number): void {
    const slot = source.at[s] % calendarSlots;
    inCalendar[s] = 1;
    nextInCalendar[s] = calendar[slot];
    calendar[slot] = s;
  }

  function inject(p: number, t: number): void {
    packets[(p << packetShift) + injected] = t;
    recorder.inject(packets[(p << packetShift) + ends] >>> 16, messageOf[p], t);
  }

  function consume(p: number, terminal: number, t: number): void {
    const packet = p << packetShift;
    const from = packets[packet + ends] >>> 16;
    recorder.consume(from, terminal, created[p], packets[packet + injected], packets[packet + hops], messageOf[p], t);
    freeIds[freeCount++] = p;
  }

  function growPackets(): void {
    const old = created.length;
    packets = longer(packets, (2 * old) << packetShift);
    created = longer(created, 2 * old);
    messageOf = longer(messageOf, 2 * old);
    stateOf = longer(stateOf, 2 * old);
    freeIds = longer(freeIds, 2 * old);
    for (let p = 2 * old - 1; p >= old; p--) freeIds[freeCount++] = p;
  }

  function flushWaited(q: number): void {
    const c = channelOf(q);
    sumWaited[c] += vcs[(q << recordShift) + waited];
    vcs[(q << recordShift) + waited] = 0;
  }

  function flushSince(c: number): void {
    const record = (c * K) << recordShift;
    sumSince[c] += vcs[record + sinceInjection];
    vcs[record + sinceInjection] = 0;
  }

  // What the recorder asks.

  function phitsOn(c: number): number {
    const record = (c * K) << recordShift;
    return vcs[record + carried] * L - Math.max(0, hot[((c * K) << hotShift) + busyUntil] - now);
  }

  function waitingBehind(c: number): number {
    let sum = sumWaited[c];
    for (let id = c * K; id < (c + 1) * K; id++) sum += vcs[(id << recordShift) + waited];
    return sum;
  }

  function sinceInjectionTo(c: number): number {
    return sumSince[c] + vcs[((c * K) << recordShift) + sinceInjection];
  }

  function queuedBehind(c: number): number {
    let sum = 0;
    for (let id = c * K; id < (c + 1) * K; id++) sum += heldIn(id, now - 1);
    return sum;
  }

  function sample(into: Frame): void {
    recorder.sample(into, now, status, fingerprint);
  }

  /** [Q] The set in which the front of each queue asks, −1 for none. */
  function whatIsAskedFor(): Int32Array {
    const asks = new Int32Array(Q).fill(-1);
    for (let set = 0; set < Q + sets.count; set++) {
      const id = set < Q ? set : sets.members[sets.records[(set - Q) * setStride + setStart]];
      const firstAt = nodes[(tail[channelOf(id)] << nodeShift) + firstInput];
      for (let w = 0; w < words; w++) {
        for (let bits = requestsIn(set, w); bits !== 0; bits &= bits - 1) {
          const q = inputs[firstAt + 32 * w + 31 - Math.clz32(bits & -bits)];
          if (q < Q) asks[q] = set;
        }
      }
    }
    return asks;
  }

  /** Looks for a circle of waits; the run ends when there is one. */
  function watch(): void {
    const asks = whatIsAskedFor();
    const loop = circleOfWaits({
      count: Q,
      maxCandidates,
      waits: (q) => asks[q] >= 0,
      wanted: (q, out) => {
        const record = (asks[q] - Q) * setStride;
        const count = asks[q] < Q ? 1 : sets.records[record + setSize];
        for (let i = 0; i < count; i++) {
          const id = asks[q] < Q ? asks[q] : sets.members[sets.records[record + setStart] + i];
          out[i] = hasRoomFor(q, id, now - 1) ? -1 : id;
        }
        return count;
      },
    });
    if (loop.length === 0) return;
    status = "deadlocked";
    if (now < window.end) recorder.countUnseen(source, packetsLeft, now);
    circle = loop.map((q, i) => {
      const following = loop[(i + 1) % loop.length];
      const pair = packets[(frontOf(q) << packetShift) + ends];
      return {
        channel: Math.floor(q / K),
        class: q % K,
        waitsFor: Math.floor(following / K),
        waitsForClass: following % K,
        source: pair >>> 16,
        destination: pair & 0xffff,
      };
    });
  }
}

/** Number of bits that are set. */
function bitCount(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
