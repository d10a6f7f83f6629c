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
 * kept as base + slope · cycle. What a hop
 * touches lies together: one record for each virtual channel with the queue behind it, one for each node, one for each
 * packet; at 4096 terminals the time goes into fetching those lines, not into reckoning.
 *
 * Queues are numbered channel × classes + class; after those come the injection slots, slot × terminals + terminal.
 */
import { below, mix, streamKey, trace } from "../base/random.ts";
import type { Plan } from "../plan/plan.ts";
import type { CompiledRouting, RouteFunction } from "../plan/routing.ts";
import type { Simulation, Wait } from "../simulation/contract.ts";
import type { Frame, FrameLayout, Status } from "../simulation/frame.ts";
import { type Carried, Recorder } from "../simulation/recorder.ts";
import { type Source, startSource } from "../simulation/source.ts";
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

// Record of a virtual channel and the queue behind it.
/** Place of the front in the ring + 256 · packets in the queue. */
const place = 0;
const oneHeld = 256;
const heldMask = 0xff00;
/** Cycle from which the channel is free again; in the record of its first virtual channel, as `from`, `carried` and `sinceInjection`. */
const busy = 1;
/** Cycles from which the packets that come into the queue and go out of it have passed whole: they tell how full it is. */
const entering = 2;
const leaving = 3;
/** Fronts that ask for this virtual channel and no other, and those that chose it in this cycle from a list: input bits. */
const requests = 4;
const chosen = 5;
/** Node at which the queue stands, and the input it is there: node << inputBits | input. */
const at = 6;
/** The set that the front asks in, −1 while it does not. */
const asksIn = 7;
/** Node that the channel leaves. */
const from = 8;
/** Packets carried; cycles from injection to the header's arrival; and cycles that packets waited in the queue. */
const carried = 9;
const sinceInjection = 10;
const waited = 11;
/** Packets in the queue, by id. */
const ring = 12;
/** Sums grow beyond 32 bits: from here on they are moved to where they have 53. */
const fullSum = 2 ** 30;

// Record of a node.
const nodeShift = 2;
/** First list of several virtual channels that has requests, −1 for none. */
const firstList = 0;
/** Cycle for which the node was last put on the list of nodes whose lists are to be looked at. */
const stirred = 1;
/** Where the node's inputs begin, and how many they are. */
const firstInput = 2;
const inputCount = 3;

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
  return new CutThrough(rules, plan);
}

class CutThrough implements Simulation, Carried {
  readonly layout: FrameLayout;
  status: Status = "running";
  now = 0;
  circle: readonly Wait[] = [];

  private readonly source: Source;
  private readonly route: RouteFunction;
  private readonly begin: CompiledRouting["begin"];
  private readonly next: CompiledRouting["next"];
  private readonly adapt: CompiledRouting["adapt"];
  private readonly rings: Int32Array | undefined;
  private readonly phitsBehind = (channel: number): number => this.fullnessBehind(channel);

  // Sizes and rules, as numbers.
  private readonly terminals: number;
  private readonly classes: number;
  private readonly singles: number;
  private readonly maxCandidates: number;
  private readonly packetPhits: number;
  private readonly slots: number;
  private readonly capacity: number;
  private readonly ringMask: number;
  private readonly recordShift: number;
  private readonly headDelay: number;
  private readonly freeOnly: boolean;
  private readonly keeps: boolean;
  private readonly byCredits: boolean;
  private readonly byChance: boolean;
  private readonly byOrder: boolean;
  private readonly tiesAtRandom: boolean;
  private readonly arbitration: number;
  private readonly networkFirst: boolean;
  private readonly forwards: boolean;
  private readonly hasGroups: boolean;
  /** Whether nothing but free channels, room and chance decides a grant, and all inputs of a node are bits of one number. */
  private readonly isPlain: boolean;
  /** Whether a front is known when it is granted its way to the queue: its header is there in the next cycle. */
  private readonly isDirect: boolean;
  /** Whether packets have a choice that they make anew in each cycle. */
  private readonly hasLists: boolean;
  /** Whether all fronts of a set request the same, whichever queue they stand in. */
  private readonly asksTogether: boolean;
  private readonly selectionKey: number;
  private readonly arbitrationKey: number;
  private readonly routingKey: number;

  // The network.
  private readonly head: Int32Array;
  private readonly tail: Int32Array;
  private readonly group: Int32Array;

  /** [Q << recordShift] */
  private readonly virtualChannels: Int32Array;
  /** [N << nodeShift] */
  private readonly nodes: Int32Array;
  /** Queues of each node in ascending order. */
  private readonly inputs: Int32Array;
  /** [slots × T] Packet in an injection slot, −1 for none; and the set it asks in. */
  private readonly slotPacket: Int32Array;
  private readonly slotAsksIn: Int32Array;
  /** [slots × T] Input at the terminal that a slot is. */
  private readonly slotInput: Int32Array;
  private readonly sets: RequestSets;
  /** Numbers of 32 bits that hold the inputs of the node with most of them; beyond one, requests stand in arrays of their own. */
  private readonly words: number;
  private readonly inputBits: number;
  private wideRequests: Int32Array;
  private readonly wideChosen: Int32Array;

  // What is to be looked at in this cycle: fronts that begin to ask, nodes whose lists have changed, channels.
  private readonly askers: Int32Array;
  private askerCount = 0;
  private restless: Int32Array;
  private restlessNext: Int32Array;
  private restlessCount = 0;
  private readonly asked: Int32Array;
  private askedCount = 0;
  /** Fronts that ask at present. */
  private askingCount = 0;
  private readonly routed: Int32Array;
  private readonly eligible: Int32Array;
  private readonly lanes: Int32Array;
  private readonly union: Int32Array;
  private readonly arbitrated = new Int32Array(1);
  /** [N × words] Inputs that come from terminals. */
  private readonly injection: Int32Array;
  private readonly lastServed: Int32Array;

  // Shared capacities: channels in use, how many may be, and this cycle's winners.
  private readonly groupBusy: Int32Array;
  private readonly groupRoom: Int32Array;
  private readonly winnerAt: Int32Array;
  private readonly winnerOf: Int32Array;
  private readonly winnerTo: Int32Array;
  private readonly groupWinners: Int32Array;
  private groupWinnerCount = 0;
  private readonly groupGrants: Int32Array;

  // Grants of the last L cycles in order of time, a ring with two read points, and where each cycle ended.
  private readonly log: Int32Array;
  private readonly logMask: number;
  private readonly endOf: Int32Array;
  private readonly cycleMask: number;
  private written = 0;
  private arrivedUpTo = 0;
  private completedUpTo = 0;

  /** [ids << packetShift] */
  private packets: Int32Array;
  private created: Int32Array;
  private messageOf: Int32Array;
  private state: Int32Array;
  private freeIds: Int32Array;
  private freeCount: number;
  /** [T] */
  private readonly packetsLeft: Int32Array;
  private readonly joined: Int32Array;

  // The calendar of terminals whose next message lies in the future, and terminals that a slot has come free at.
  private readonly calendar = new Int32Array(calendarSlots).fill(-1);
  private readonly nextInCalendar: Int32Array;
  private readonly inCalendar: Uint8Array;
  private readonly refill: Int32Array;
  private refillCount = 0;

  private readonly recorder: Recorder;
  private readonly sumSince: Float64Array;
  private readonly sumWaited: Float64Array;
  private fingerprint = 0;

  constructor(
    rules: CutThroughRules,
    private readonly plan: Plan,
  ) {
    const { network, routing, demand } = plan;
    const { head, tail, firstOut, group, groupCapacity, forwards } = network;
    const { classes, maxCandidates } = routing;
    const T = network.terminals;
    const C = head.length;
    const Q = C * classes;
    const N = firstOut.length - 1;
    const slots = rules.injectionSlots;
    const { freeOnly, keeps, by } = selections[rules.selection];
    this.terminals = T;
    this.classes = classes;
    this.singles = Q;
    this.maxCandidates = maxCandidates;
    this.packetPhits = plan.packetPhits;
    this.slots = slots;
    this.capacity = rules.queue;
    const ringSize = 2 ** Math.ceil(Math.log2(rules.queue));
    this.ringMask = ringSize - 1;
    this.recordShift = Math.ceil(Math.log2(ring + ringSize));
    this.headDelay = rules.storeAndForward ? plan.packetPhits : 1;
    this.freeOnly = freeOnly;
    this.keeps = keeps;
    this.byCredits = by === "credits";
    this.byChance = by === "chance";
    this.byOrder = by === "order";
    this.tiesAtRandom = rules.ties === "random";
    this.arbitration = rules.arbitration === "random" ? 0 : rules.arbitration === "round-robin" ? 1 : 2;
    this.networkFirst = rules.priority === "network-first";
    this.forwards = forwards;
    this.hasGroups = groupCapacity.length > 0;
    this.route = routing.route;
    this.begin = routing.begin;
    this.next = routing.next;
    this.adapt = routing.adapt;
    this.rings = routing.rings;
    this.selectionKey = streamKey(plan.seed, "selection");
    this.arbitrationKey = streamKey(plan.seed, "arbitration");
    this.routingKey = streamKey(plan.seed, "routing");
    this.head = head;
    this.tail = tail;
    this.group = group;

    // Inputs of each node, in the order of queue numbers.
    this.nodes = new Int32Array(N << nodeShift);
    const nodes = this.nodes;
    const standsAt = (q: number) => (q < Q ? head[Math.floor(q / classes)] : (q - Q) % T);
    const isUsed = (q: number) => q >= Q || forwards || head[Math.floor(q / classes)] >= T;
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
    this.words = Math.ceil(most / 32);
    this.inputBits = Math.ceil(Math.log2(most + 1));
    this.inputs = new Int32Array(all);
    this.slotPacket = new Int32Array(slots * T).fill(-1);
    this.slotAsksIn = new Int32Array(slots * T).fill(-1);
    this.slotInput = new Int32Array(slots * T);
    const taken = new Int32Array(N);
    this.virtualChannels = new Int32Array(Q << this.recordShift);
    for (let q = 0; q < Q + slots * T; q++) {
      const n = standsAt(q);
      const record = q << this.recordShift;
      if (q < Q) {
        this.virtualChannels[record + at] = (n << this.inputBits) | taken[n];
        this.virtualChannels[record + asksIn] = -1;
        this.virtualChannels[record + from] = tail[Math.floor(q / classes)];
      } else this.slotInput[q - Q] = taken[n];
      if (isUsed(q)) this.inputs[nodes[(n << nodeShift) + firstInput] + taken[n]++] = q;
    }
    this.sets = new RequestSets(Q, maxCandidates > 1 ? N : 1);
    const isWide = this.words > 1;
    this.wideRequests = new Int32Array(isWide ? Q * this.words : 0);
    this.wideChosen = new Int32Array(isWide ? Q * this.words : 0);
    this.isPlain = !isWide && this.rings === undefined && !forwards && !this.hasGroups && !this.networkFirst && this.arbitration === 0;
    this.isDirect = this.headDelay === 1;
    this.hasLists = maxCandidates > 1 && !this.keeps;
    this.asksTogether = this.byCredits && !this.tiesAtRandom && this.rings === undefined && !forwards;
    this.askers = new Int32Array(Q + slots * T);
    this.restless = new Int32Array(N);
    this.restlessNext = new Int32Array(N);
    // A channel may be put on the list more than once: by those that ask, by what comes free, and by lists.
    this.asked = new Int32Array(2 * (Q + slots * T) + 3 * C + N);
    this.routed = new Int32Array(maxCandidates);
    this.eligible = new Int32Array(maxCandidates);
    this.lanes = new Int32Array(classes * this.words);
    this.union = new Int32Array(this.words);
    this.injection = new Int32Array(this.networkFirst ? N * this.words : 0);
    if (this.networkFirst) {
      for (let n = 0; n < N; n++) {
        for (let i = 0; i < nodes[(n << nodeShift) + inputCount]; i++) {
          const q = this.inputs[nodes[(n << nodeShift) + firstInput] + i];
          if (q >= Q || tail[Math.floor(q / classes)] < T) this.injection[n * this.words + (i >> 5)] |= 1 << (i & 31);
        }
      }
    }
    this.lastServed = new Int32Array(this.arbitration === 1 ? C : 0).fill(-1);
    const grouped = this.hasGroups ? C : 0;
    this.groupBusy = new Int32Array(groupCapacity.length);
    this.groupRoom = Int32Array.from(groupCapacity, Math.floor);
    this.winnerAt = new Int32Array(grouped).fill(-1);
    this.winnerOf = new Int32Array(grouped);
    this.winnerTo = new Int32Array(grouped);
    this.groupWinners = new Int32Array(grouped);
    this.groupGrants = new Int32Array(grouped);

    this.logMask = 2 ** Math.ceil(Math.log2(C + 2)) - 1;
    this.log = new Int32Array(4 * (this.logMask + 1));
    this.cycleMask = 2 ** Math.ceil(Math.log2(this.packetPhits + 2)) - 1;
    this.endOf = new Int32Array(this.cycleMask + 1);

    const ids = Math.max(1024, (slots + 1) * T);
    this.packets = new Int32Array(ids << packetShift);
    this.created = new Int32Array(ids);
    this.messageOf = new Int32Array(ids);
    this.state = new Int32Array(ids);
    this.freeIds = Int32Array.from({ length: ids }, (_, i) => ids - 1 - i);
    this.freeCount = ids;
    this.packetsLeft = new Int32Array(T);
    this.joined = new Int32Array(this.begin === undefined ? 0 : T);
    this.nextInCalendar = new Int32Array(T);
    this.inCalendar = new Uint8Array(T);
    this.refill = new Int32Array(slots * T);

    this.sumSince = new Float64Array(C);
    this.sumWaited = new Float64Array(C);
    this.recorder = new Recorder(plan, this);
    this.layout = this.recorder.layout;
    this.source = startSource(demand, T, this.packetPhits, plan.seed);
    for (let s = 0; s < T; s++) if (this.source.at[s] < Infinity) this.enterCalendar(s);
  }

  advance(until: number, work: number): void {
    while (this.status === "running" && this.now < until && work > 0) {
      if (this.askingCount === 0 && this.completedUpTo === this.written) {
        const soon = this.nextEvent(this.now, until);
        if (soon > this.now) {
          this.endOf.fill(this.written);
          this.reach(soon);
          work--;
          continue;
        }
      }
      const grants = this.cycle(this.now);
      this.recorder.countGrants(grants);
      work -= 1 + grants;
      this.reach(this.now + 1);
    }
  }

  /** Simulates cycle `t`; returns how many grants were made. */
  private cycle(t: number): number {
    const { virtualChannels: M, nodes, inputs, packets: P, log, head, askers, asked, slotPacket, slotAsksIn } = this;
    const { recordShift, ringMask, logMask, singles: Q, classes: K, terminals: T, packetPhits: L, headDelay, inputBits } = this;
    const { forwards, hasGroups, isPlain, isDirect, hasLists, rings } = this;
    const isSingle = K === 1;
    const isWide = this.words > 1;
    const inputMask = (1 << inputBits) - 1;
    const full = this.capacity * oneHeld;
    const nearlyFull = rings === undefined ? full - oneHeld : full - 2 * oneHeld;
    let askerCount = this.askerCount;
    let askedCount = this.askedCount;

    // Headers (or tails, when packets are stored before they go on) that stand at the front of a new queue.
    if (!isDirect) {
      let i = this.arrivedUpTo;
      for (const end = this.endOf[(t - headDelay) & this.cycleMask]; i !== end; i = (i + 1) | 0) {
        const q = log[((i & logMask) << 2) + 1];
        if (q >= 0 && (M[(q << recordShift) + place] & heldMask) === oneHeld) askers[askerCount++] = q;
      }
      this.arrivedUpTo = i;
    }

    // Tails that have passed: slots and fronts come free, packets are consumed.
    let done = this.completedUpTo;
    for (const end = this.endOf[(t - L) & this.cycleMask]; done !== end; done = (done + 1) | 0) {
      const entry = (done & logMask) << 2;
      const q = log[entry];
      const c = log[entry + 3];
      const channel = (isSingle ? c : c * K) << recordShift;
      // The channel comes free.
      if (log[entry + 1] < 0) this.consume(log[entry + 2], head[c], t);
      if (hasGroups && this.group[c] >= 0) this.groupBusy[this.group[c]]--;
      if (isWide || !isSingle ? this.isAsked(c) : M[channel + requests] !== 0) asked[askedCount++] = c;
      if (hasLists) {
        const n = M[channel + from] << nodeShift;
        if (nodes[n + firstList] >= 0 && nodes[n + stirred] < t) {
          nodes[n + stirred] = t;
          this.restless[this.restlessCount++] = n >> nodeShift;
        }
      }
      // The slot it has left comes free.
      if (q < Q) {
        const record = q << recordShift;
        const before = M[record + place];
        const after = ((before & heldMask) | ((before + 1) & ringMask)) - oneHeld;
        M[record + place] = after;
        if (after >= nearlyFull) {
          const above = this.channelOf(q);
          if (M[((above * K) << recordShift) + busy] <= t) {
            asked[askedCount++] = above;
            if (hasLists) this.stir(M[((above * K) << recordShift) + from], t);
          }
        }
        if (after >= oneHeld && P[(M[record + ring + (after & 0xff)] << packetShift) + ready] <= t) askers[askerCount++] = q;
      } else {
        slotPacket[q - Q] = -1;
        this.refill[this.refillCount++] = (q - Q) % T;
      }
    }
    this.completedUpTo = done;

    // Terminals with a slot come free, and those whose next message is created now.
    this.askerCount = askerCount;
    if (this.refillCount > 0) this.refillSlots(t);
    if (this.calendar[t & (calendarSlots - 1)] >= 0) this.wakeTerminals(t);
    askerCount = this.askerCount;

    // Fronts begin to ask, in the state that earlier cycles left.
    const { routed, begin, next, adapt, byOrder, keeps } = this;
    const hasState = begin !== undefined || next !== undefined || adapt !== undefined;
    this.askingCount += askerCount;
    for (let i = 0; i < askerCount; i++) {
      const q = askers[i];
      const record = q << recordShift;
      const isQueue = q < Q;
      let p: number;
      let n: number;
      let bit: number;
      if (isQueue) {
        p = M[record + ring + (M[record + place] & 0xff)];
        n = M[record + at] >> inputBits;
        bit = M[record + at] & inputMask;
      } else {
        p = slotPacket[q - Q];
        n = (q - Q) % T;
        bit = this.slotInput[q - Q];
      }
      const to = P[(p << packetShift) + ends] & 0xffff;
      let state = 0;
      if (hasState) {
        if (adapt !== undefined && isQueue) this.adaptFirst(q, p, n, to);
        state = this.state[p];
      }
      const count = this.route(n, to, state, routed);
      let id = routed[0];
      if (count > 1 && !byOrder) {
        if (keeps) id = this.select(q, routed, 0, count, t);
        else {
          const set = this.sets.find(routed, count);
          if (isQueue) M[record + asksIn] = set;
          else slotAsksIn[q - Q] = set;
          this.joinList(n, set - Q, bit, t);
          continue;
        }
      }
      if (isQueue) M[record + asksIn] = id;
      else slotAsksIn[q - Q] = id;
      if (isWide) this.askWidely(id, bit);
      else M[(id << recordShift) + requests] |= 1 << bit;
      const c = isSingle ? id : (id / K) | 0;
      if (M[((isSingle ? c : c * K) << recordShift) + busy] <= t) asked[askedCount++] = c;
    }

    this.askedCount = askedCount;
    if (this.restlessCount > 0) this.lookAtLists(t);
    askedCount = this.askedCount;
    this.askedCount = 0;
    askerCount = 0;

    // Grants. Channels that share a capacity first choose their winners and are granted in a second pass.
    const lists = this.sets.records;
    const { lanes, arbitrationKey } = this;
    let written = this.written;
    let grants = 0;
    let fingerprint = this.fingerprint;
    let channels = asked;
    for (let pass = hasGroups ? 0 : 1; pass < 2; pass++) {
      for (let a = 0; a < askedCount; a++) {
        const c = channels[a];
        const channel = (isSingle ? c : c * K) << recordShift;
        if (M[channel + busy] > t) continue;
        const toTerminal = head[c] < T;
        let id = c;
        let q: number;
        if (isPlain) {
          let bits = 0;
          if (isSingle) {
            bits = M[channel + requests] | M[channel + chosen];
            M[channel + chosen] = 0;
            if (bits === 0 || ((M[channel + place] & heldMask) >= full && !toTerminal)) continue;
          } else {
            for (let v = 0; v < K; v++) {
              const lane = (c * K + v) << recordShift;
              const mine = M[lane + requests] | M[lane + chosen];
              M[lane + chosen] = 0;
              const fits = (M[lane + place] & heldMask) < full || toTerminal;
              lanes[v] = fits ? mine : 0;
              if (fits) bits |= mine;
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
          q = inputs[nodes[(M[channel + from] << nodeShift) + firstInput] + 31 - Math.clz32(bits)];
        } else if (hasGroups && pass === 1) {
          q = this.winnerOf[c];
          id = this.winnerTo[c];
        } else {
          if (hasGroups && this.group[c] >= 0 && this.winnerAt[c] === t) continue;
          q = this.arbitrate(c, t);
          if (q < 0) continue;
          id = this.arbitrated[0];
          if (hasGroups && this.group[c] >= 0) {
            this.winnerAt[c] = t;
            this.winnerOf[c] = q;
            this.winnerTo[c] = id;
            this.groupWinners[this.groupWinnerCount++] = c;
            continue;
          }
        }
        grants++;
        // The packet leaves where it stood.
        let p: number;
        let set: number;
        let bit: number;
        if (q < Q) {
          const record = q << recordShift;
          p = M[record + ring + (M[record + place] & 0xff)];
          set = M[record + asksIn];
          bit = M[record + at] & inputMask;
          M[record + asksIn] = -1;
          M[record + leaving] = t + L;
          const wait = t - P[(p << packetShift) + ready];
          if (wait > 0 && (M[record + waited] += wait) > fullSum) this.flushWaited(q);
        } else {
          p = slotPacket[q - Q];
          set = slotAsksIn[q - Q];
          bit = this.slotInput[q - Q];
          slotAsksIn[q - Q] = -1;
          this.inject(p, t);
        }
        if (isWide) this.stopWidely(set, bit);
        else if (set < Q) M[(set << recordShift) + requests] &= ~(1 << bit);
        else lists[(set - Q) * setStride + setRequests] &= ~(1 << bit);
        // The channel is taken.
        const packet = p << packetShift;
        M[channel + busy] = t + L;
        M[channel + carried]++;
        if ((M[channel + sinceInjection] += t + 1 - P[packet + injected]) > fullSum) this.flushSince(c);
        P[packet + ready] = t + headDelay;
        P[packet + hops]++;
        const pair = P[packet + ends];
        if (next !== undefined) this.state[p] = next(M[channel + from], pair & 0xffff, this.state[p], id);
        if (this.arbitration === 1) this.lastServed[c] = q;
        if (hasGroups && this.group[c] >= 0) this.groupBusy[this.group[c]]++;
        // And so is a place in the queue behind it.
        const stays = !toTerminal || (forwards && (pair & 0xffff) !== head[c]);
        if (stays) {
          const record = id << recordShift;
          const before = M[record + place];
          M[record + ring + ((before + (before >> 8)) & ringMask)] = p;
          M[record + place] = before + oneHeld;
          M[record + entering] = t + L;
          if (isDirect && before < oneHeld) askers[askerCount++] = id;
        }
        fingerprint = (fingerprint + trace(t, id, pair >>> 16)) | 0;
        const entry = (written & logMask) << 2;
        written = (written + 1) | 0;
        log[entry] = q;
        log[entry + 1] = stays ? id : -1;
        log[entry + 2] = p;
        log[entry + 3] = c;
      }
      if (pass === 0) {
        askedCount = this.shareCapacity(t);
        channels = this.groupGrants;
      }
    }
    this.askerCount = askerCount;
    this.askingCount -= grants;
    this.written = written;
    this.fingerprint = fingerprint;
    this.endOf[t & this.cycleMask] = written;
    return grants;
  }

  /** A packet that has just come from its terminal may decide for a way round. */
  private adaptFirst(q: number, p: number, n: number, to: number): void {
    if (this.adapt === undefined || this.tail[this.channelOf(q)] !== this.packets[(p << packetShift) + ends] >>> 16) return;
    this.state[p] = this.adapt(n, to, this.state[p], this.phitsBehind);
  }

  /** An input of node `n` asks for one of a list's virtual channels. */
  private joinList(n: number, list: number, bit: number, t: number): void {
    const { records } = this.sets;
    const record = list * setStride;
    if (this.words > 1) this.askWidely(this.singles + list, bit);
    else records[record + setRequests] |= 1 << bit;
    if (records[record + setIsLinked] === 0) {
      records[record + setIsLinked] = 1;
      records[record + setNext] = this.nodes[(n << nodeShift) + firstList];
      this.nodes[(n << nodeShift) + firstList] = list;
    }
    this.stir(n, t);
  }

  private channelOf(id: number): number {
    return this.classes === 1 ? id : (id / this.classes) | 0;
  }

  private askWidely(set: number, input: number): void {
    const place = set * this.words + (input >> 5);
    if (place >= this.wideRequests.length) this.wideRequests = longer(this.wideRequests, 2 * (set + 1) * this.words);
    this.wideRequests[place] |= 1 << (input & 31);
  }

  private stopWidely(set: number, input: number): void {
    this.wideRequests[set * this.words + (input >> 5)] &= ~(1 << (input & 31));
  }

  /** Bits of the requests in a set, those of inputs 32 w to 32 w + 31. */
  private requestsIn(set: number, w: number): number {
    if (this.words > 1) return this.wideRequests[set * this.words + w];
    return set < this.singles
      ? this.virtualChannels[(set << this.recordShift) + requests]
      : this.sets.records[(set - this.singles) * setStride + setRequests];
  }

  /** Adds to the requests that virtual channel `id` gets from lists in this cycle. */
  private choose(id: number, w: number, bits: number): void {
    if (this.words > 1) this.wideChosen[id * this.words + w] |= bits;
    else this.virtualChannels[(id << this.recordShift) + chosen] |= bits;
  }

  /** All requests for virtual channel `id` in this cycle; those from lists are forgotten. */
  private takeRequests(id: number, w: number): number {
    const record = (id << this.recordShift) + chosen;
    const fromLists = this.words > 1 ? this.wideChosen[id * this.words + w] : this.virtualChannels[record];
    if (this.words > 1) this.wideChosen[id * this.words + w] = 0;
    else this.virtualChannels[record] = 0;
    return fromLists | this.requestsIn(id, w);
  }

  /** The lists at node `n` are to be looked at in this cycle. */
  private stir(n: number, t: number): void {
    if (this.nodes[(n << nodeShift) + stirred] >= t) return;
    this.nodes[(n << nodeShift) + stirred] = t;
    this.restless[this.restlessCount++] = n;
  }

  /** Whether any virtual channel of channel `c` is asked for alone. */
  private isAsked(c: number): boolean {
    for (let id = c * this.classes; id < (c + 1) * this.classes; id++) {
      for (let w = 0; w < this.words; w++) if (this.requestsIn(id, w) !== 0) return true;
    }
    return false;
  }

  /** Works out what the fronts with a choice ask for, at every node where something has changed. */
  private lookAtLists(t: number): void {
    const { nodes, restless, restlessNext, words } = this;
    const { records } = this.sets;
    let again = 0;
    for (let i = 0; i < this.restlessCount; i++) {
      const n = restless[i];
      const at = n << nodeShift;
      let before = -1;
      let stays = false;
      for (let list = nodes[at + firstList]; list >= 0; list = records[list * setStride + setNext]) {
        const record = list * setStride;
        let isEmpty = words > 1 || records[record + setRequests] === 0;
        if (words > 1) for (let w = 0; w < words; w++) isEmpty &&= this.requestsIn(this.singles + list, w) === 0;
        if (isEmpty) {
          records[record + setIsLinked] = 0;
          if (before < 0) nodes[at + firstList] = records[record + setNext];
          else records[before * setStride + setNext] = records[record + setNext];
          continue;
        }
        before = list;
        if (this.asksTogether ? this.requestTogether(list, t) : this.requestEach(list, n, t)) stays = true;
      }
      if (stays) {
        nodes[at + stirred] = t + 1;
        restlessNext[again++] = n;
      }
    }
    this.restless = restlessNext;
    this.restlessNext = restless;
    this.restlessCount = again;
  }

  /**
   * All fronts of a list request the same virtual channel: the least full, the first where several are. Tells whether any
   * of the list could be granted.
   */
  private requestTogether(list: number, t: number): boolean {
    const { virtualChannels: M, recordShift, freeOnly, packetPhits: L } = this;
    const { members, records } = this.sets;
    const start = records[list * setStride + setStart];
    const end = start + records[list * setStride + setSize];
    let best = -1;
    let least = 0x7fffffff;
    let isBestOpen = false;
    let isAnyOpen = false;
    for (let i = start; i < end; i++) {
      const id = members[i];
      const record = id << recordShift;
      // A list that only a shared capacity holds back has to be looked at again, for nothing tells when there is some.
      if (!this.mayOpen(id, t)) {
        if (freeOnly) continue;
      } else isAnyOpen = true;
      const isOpen = isAnyOpen && this.isOpen(id, t);
      if (freeOnly && !isOpen) continue;
      let fullness = (M[record + place] >> 8) * L;
      if (M[record + entering] > t) fullness -= M[record + entering] - t;
      if (M[record + leaving] > t) fullness -= L - M[record + leaving] + t;
      if (fullness < least) {
        least = fullness;
        best = id;
        isBestOpen = isOpen;
      }
    }
    if (isBestOpen) {
      for (let w = 0; w < this.words; w++) this.choose(best, w, this.requestsIn(this.singles + list, w));
      this.asked[this.askedCount++] = this.channelOf(best);
    }
    return isAnyOpen;
  }

  /** Each front of a list requests a virtual channel by itself. Tells whether any of the list could be granted. */
  private requestEach(list: number, n: number, t: number): boolean {
    const { members, records } = this.sets;
    const start = records[list * setStride + setStart];
    const size = records[list * setStride + setSize];
    const firstAt = this.nodes[(n << nodeShift) + firstInput];
    let isAnyOpen = false;
    for (let i = start; i < start + size && !isAnyOpen; i++)
      isAnyOpen = this.mayOpen(members[i], t);
    if (!isAnyOpen) return false;
    for (let w = 0; w < this.words; w++) {
      for (let bits = this.requestsIn(this.singles + list, w); bits !== 0; bits &= bits - 1) {
        const q = this.inputs[firstAt + 32 * w + 31 - Math.clz32(bits & -bits)];
        const id = this.select(q, members, start, size, t);
        if (id < 0 || !this.isFree(this.channelOf(id), t)) continue;
        this.choose(id, w, bits & -bits);
        this.asked[this.askedCount++] = this.channelOf(id);
      }
    }
    return true;
  }

  private heldIn(id: number): number {
    return this.virtualChannels[(id << this.recordShift) + place] >> 8;
  }

  /** Whether channel `c` could be granted now: neither it nor the capacity it shares is used up. */
  private isFree(c: number, t: number): boolean {
    if (this.virtualChannels[((c * this.classes) << this.recordShift) + busy] > t) return false;
    return !this.hasGroups || !this.isExhausted(c);
  }

  private isExhausted(c: number): boolean {
    return this.group[c] >= 0 && this.groupBusy[this.group[c]] >= this.groupRoom[this.group[c]];
  }

  /** Whether virtual channel `id` is free and has room for a packet. */
  private isOpen(id: number, t: number): boolean {
    const c = this.channelOf(id);
    return this.isFree(c, t) && (this.heldIn(id) < this.capacity || this.head[c] < this.terminals);
  }

  /** Whether virtual channel `id` could be granted to somebody if it shared no capacity. */
  private mayOpen(id: number, t: number): boolean {
    const c = this.channelOf(id);
    if (this.virtualChannels[((c * this.classes) << this.recordShift) + busy] > t) return false;
    return this.forwards || this.heldIn(id) < this.capacity || this.head[c] < this.terminals;
  }

  /** Whether the queue behind `id` has room for the front of queue `q`. */
  private hasRoomFor(q: number, id: number): boolean {
    const to = this.head[this.channelOf(id)];
    if (to < this.terminals && (!this.forwards || (this.packets[(this.frontOf(q) << packetShift) + ends] & 0xffff) === to)) return true;
    const { rings } = this;
    const entersRing = rings !== undefined && rings[id] >= 0 && (q >= this.singles || rings[q] !== rings[id]);
    return this.heldIn(id) < (entersRing ? this.capacity - 1 : this.capacity);
  }

  /** The virtual channel that the front of queue `q` requests in cycle `t`, out of `count` of `ids` from `first` on, or −1. */
  private select(q: number, ids: Int32Array, first: number, count: number, t: number): number {
    const { eligible } = this;
    let least = 0x7fffffff;
    let equal = 0;
    for (let i = first; i < first + count; i++) {
      const id = ids[i];
      if (this.freeOnly && !(this.isFree(this.channelOf(id), t) && this.hasRoomFor(q, id))) continue;
      const fullness = this.byCredits ? this.fullnessOf(id, t) : 0;
      if (fullness < least) {
        least = fullness;
        equal = 0;
      }
      if (fullness === least) eligible[equal++] = id;
    }
    if (equal === 0) return -1;
    return equal > 1 && (this.byChance || this.tiesAtRandom) ? eligible[below(mix(this.selectionKey, t, q), equal)] : eligible[0];
  }

  /** Phits that stand in the queue behind `id` at the beginning of cycle `t`. */
  private fullnessOf(id: number, t: number): number {
    const { virtualChannels: M, packetPhits: L } = this;
    const record = id << this.recordShift;
    const toCome = Math.max(0, M[record + entering] - t);
    const gone = M[record + leaving] > t ? L - M[record + leaving] + t : 0;
    return (M[record + place] >> 8) * L - toCome - gone;
  }

  /** Phits that stand in all queues behind a channel now. */
  private fullnessBehind(channel: number): number {
    let sum = 0;
    for (let id = channel * this.classes; id < (channel + 1) * this.classes; id++) sum += this.fullnessOf(id, this.now);
    return sum;
  }

  /** The queue that gets channel `c`, −1 for none; the virtual channel it gets is left in `arbitrated`. Any rule, any network. */
  private arbitrate(c: number, t: number): number {
    const { words, union, lanes, classes, inputs } = this;
    const n = this.tail[c];
    const firstAt = this.nodes[(n << nodeShift) + firstInput];
    const least = this.rings === undefined ? this.capacity : this.capacity - 1;
    union.fill(0);
    for (let v = 0; v < classes; v++) {
      const id = c * classes + v;
      for (let w = 0; w < words; w++) {
        let bits = this.takeRequests(id, w);
        if (this.heldIn(id) >= least) {
          let fitting = 0;
          for (let left = bits; left !== 0; left &= left - 1) {
            const bit = left & -left;
            if (this.hasRoomFor(inputs[firstAt + 32 * w + 31 - Math.clz32(bit)], id)) fitting |= bit;
          }
          bits = fitting;
        }
        lanes[v * words + w] = bits;
        union[w] |= bits;
      }
    }
    if (this.hasGroups && this.isExhausted(c)) {
      this.winnerAt[c] = t;
      this.asked[this.askedCount++] = c;
      return -1;
    }
    if (this.networkFirst) {
      let others = 0;
      for (let w = 0; w < words; w++) others |= union[w] & ~this.injection[n * words + w];
      if (others !== 0) for (let w = 0; w < words; w++) union[w] &= ~this.injection[n * words + w];
    }
    let count = 0;
    for (let w = 0; w < words; w++) count += bitCount(union[w]);
    if (count === 0) return -1;
    const drawn = this.arbitration === 0 && count > 1 ? below(mix(this.arbitrationKey, t, c), count) : 0;
    let winner = -1;
    let passed = 0;
    for (let w = 0; w < words; w++) {
      for (let bits = union[w]; bits !== 0; bits &= bits - 1) {
        const next = 32 * w + 31 - Math.clz32(bits & -bits);
        if (
          winner < 0 ||
          (this.arbitration === 0 ? passed === drawn : this.goesBefore(inputs[firstAt + next], inputs[firstAt + winner], c))
        ) {
          winner = next;
        }
        passed++;
      }
    }
    let v = 0;
    while ((lanes[v * words + (winner >> 5)] & (1 << (winner & 31))) === 0) v++;
    this.arbitrated[0] = c * classes + v;
    return inputs[firstAt + winner];
  }

  /** Whether queue `a` goes before queue `b`, of a lower number, when channel `c` is granted in turn, or by age. */
  private goesBefore(a: number, b: number, c: number): boolean {
    if (this.arbitration === 1) return b <= this.lastServed[c] && a > this.lastServed[c];
    return this.created[this.frontOf(a)] < this.created[this.frontOf(b)];
  }

  /** Divides what is left of the shared capacities among the channels with a winner; returns how many are granted. */
  private shareCapacity(t: number): number {
    const { groupWinners, groupGrants, groupRoom, groupBusy, group } = this;
    let granted = 0;
    const winners = groupWinners.subarray(0, this.groupWinnerCount).sort();
    for (let g = 0; g < groupRoom.length; g++) {
      let count = 0;
      for (let i = 0; i < winners.length; i++) if (group[winners[i]] === g) count++;
      if (count === 0) continue;
      const left = groupRoom[g] - groupBusy[g];
      const first = count > left ? below(mix(this.arbitrationKey, t, ~g), count) : 0;
      let i = 0;
      for (let w = 0; w < winners.length; w++) {
        if (group[winners[w]] !== g) continue;
        if ((i - first + count) % count < left) groupGrants[granted++] = winners[w];
        else this.asked[this.askedCount++] = winners[w];
        i++;
      }
    }
    this.groupWinnerCount = 0;
    return granted;
  }

  private frontOf(q: number): number {
    const record = q << this.recordShift;
    return q < this.singles
      ? this.virtualChannels[record + ring + (this.virtualChannels[record + place] & 0xff)]
      : this.slotPacket[q - this.singles];
  }

  /**
   * Nothing moves and nobody asks: the next cycle in which something happens. Terminals stay in the calendar slot of
   * their cycle, which is met again when that cycle comes.
   */
  private nextEvent(t: number, until: number): number {
    const { window } = this.plan;
    let soon = until;
    for (let s = 0; s < this.terminals; s++) if (this.source.at[s] < soon) soon = this.source.at[s];
    if (soon === Infinity) return t;
    soon = Math.min(soon, (Math.floor(t / this.recorder.binCycles) + 1) * this.recorder.binCycles);
    if (window.start > t) soon = Math.min(soon, window.start);
    if (window.end > t) soon = Math.min(soon, window.end);
    if (window.limit > t) soon = Math.min(soon, window.limit);
    return soon;
  }

  /** All cycles before `t` have been simulated: closes what ends there, and looks whether the run is over. */
  private reach(t: number): void {
    const { window } = this.plan;
    this.now = t;
    this.recorder.reach(t);
    if (t === window.end) this.recorder.countUnseen(this.source, this.packetsLeft, t);
    // A last look when time is up: what has stood still since the look before must not pass for a result.
    if (this.askingCount > 0 && (t % watchCycles === 0 || t === window.limit)) this.watch();
    if (this.status === "running" && (t >= window.limit || ((t >= window.end || window.end === Infinity) && this.recorder.isComplete))) {
      this.status = "finished";
    }
  }

  private refillSlots(t: number): void {
    for (let i = 0; i < this.refillCount; i++) this.fill(this.refill[i], t);
    this.refillCount = 0;
  }

  /** Terminals whose next message is created in cycle `t`. */
  private wakeTerminals(t: number): void {
    const slot = t & (calendarSlots - 1);
    let s = this.calendar[slot];
    this.calendar[slot] = -1;
    while (s >= 0) {
      const following = this.nextInCalendar[s];
      this.inCalendar[s] = 0;
      this.fill(s, t);
      s = following;
    }
  }

  /** The terminal's next packets take the free injection slots, if they exist by cycle `t`. */
  private fill(s: number, t: number): void {
    for (let slot = s; slot < this.slots * this.terminals; slot += this.terminals) {
      if (this.packetsLeft[s] === 0 && !(this.source.at[s] <= t)) break;
      if (this.slotPacket[slot] < 0) this.offer(s, slot, t);
    }
    const at = this.source.at[s];
    if (this.packetsLeft[s] === 0 && at > t && at < Infinity && this.inCalendar[s] === 0) this.enterCalendar(s);
  }

  /** The terminal's next packet takes an injection slot. */
  private offer(s: number, slot: number, t: number): void {
    if (this.freeCount === 0) this.growPackets();
    if (this.packetsLeft[s] === 0) this.packetsLeft[s] = this.source.packets[s];
    const p = this.freeIds[--this.freeCount];
    const packet = p << packetShift;
    const to = this.source.to[s];
    const at = this.source.at[s];
    this.slotPacket[slot] = p;
    this.packets[packet + ends] = to | (s << 16);
    this.packets[packet + ready] = at;
    this.packets[packet + hops] = 0;
    this.created[p] = at;
    this.messageOf[p] = this.source.message[s];
    this.state[p] = this.begin === undefined ? 0 : this.begin(s, to, mix(this.routingKey, s, this.joined[s]++));
    this.recorder.create(s, at, t);
    if (--this.packetsLeft[s] === 0) this.source.advance(s);
    this.askers[this.askerCount++] = this.singles + slot;
  }

  private enterCalendar(s: number): void {
    const slot = this.source.at[s] % calendarSlots;
    this.inCalendar[s] = 1;
    this.nextInCalendar[s] = this.calendar[slot];
    this.calendar[slot] = s;
  }

  private inject(p: number, t: number): void {
    this.packets[(p << packetShift) + injected] = t;
    this.recorder.inject(this.packets[(p << packetShift) + ends] >>> 16, this.messageOf[p], t);
  }

  private consume(p: number, terminal: number, t: number): void {
    const packet = p << packetShift;
    const from = this.packets[packet + ends] >>> 16;
    this.recorder.consume(
      from,
      terminal,
      this.created[p],
      this.packets[packet + injected],
      this.packets[packet + hops],
      this.messageOf[p],
      t,
    );
    this.freeIds[this.freeCount++] = p;
  }

  private growPackets(): void {
    const old = this.created.length;
    this.packets = longer(this.packets, (2 * old) << packetShift);
    this.created = longer(this.created, 2 * old);
    this.messageOf = longer(this.messageOf, 2 * old);
    this.state = longer(this.state, 2 * old);
    this.freeIds = longer(this.freeIds, 2 * old);
    for (let p = 2 * old - 1; p >= old; p--) this.freeIds[this.freeCount++] = p;
  }

  private flushWaited(q: number): void {
    const c = this.channelOf(q);
    this.sumWaited[c] += this.virtualChannels[(q << this.recordShift) + waited];
    this.virtualChannels[(q << this.recordShift) + waited] = 0;
  }

  private flushSince(c: number): void {
    const record = (c * this.classes) << this.recordShift;
    this.sumSince[c] += this.virtualChannels[record + sinceInjection];
    this.virtualChannels[record + sinceInjection] = 0;
  }

  // What the recorder asks.

  phits(c: number): number {
    const record = (c * this.classes) << this.recordShift;
    return this.virtualChannels[record + carried] * this.packetPhits - Math.max(0, this.virtualChannels[record + busy] - this.now);
  }

  waiting(c: number): number {
    let sum = this.sumWaited[c];
    for (let id = c * this.classes; id < (c + 1) * this.classes; id++) sum += this.virtualChannels[(id << this.recordShift) + waited];
    return sum;
  }

  sinceInjection(c: number): number {
    return this.sumSince[c] + this.virtualChannels[((c * this.classes) << this.recordShift) + sinceInjection];
  }

  queued(c: number): number {
    let sum = 0;
    for (let id = c * this.classes; id < (c + 1) * this.classes; id++) sum += this.heldIn(id);
    return sum;
  }

  sample(into: Frame): void {
    this.recorder.sample(into, this.now, this.status, this.fingerprint);
  }

  /** Looks for a circle of waits; the run ends when there is one. */
  private watch(): void {
    const { virtualChannels, recordShift, singles, sets, classes, packets } = this;
    const loop = circleOfWaits({
      count: singles,
      maxCandidates: this.maxCandidates,
      waits: (q) => virtualChannels[(q << recordShift) + asksIn] >= 0,
      wanted: (q, out) => {
        const set = virtualChannels[(q << recordShift) + asksIn];
        const record = (set - singles) * setStride;
        const count = set < singles ? 1 : sets.records[record + setSize];
        for (let i = 0; i < count; i++) {
          const id = set < singles ? set : sets.members[sets.records[record + setStart] + i];
          out[i] = this.hasRoomFor(q, id) ? -1 : id;
        }
        return count;
      },
    });
    if (loop.length === 0) return;
    this.status = "deadlocked";
    if (this.now < this.plan.window.end) this.recorder.countUnseen(this.source, this.packetsLeft, this.now);
    this.circle = loop.map((q, i) => {
      const following = loop[(i + 1) % loop.length];
      const pair = packets[(this.frontOf(q) << packetShift) + ends];
      return {
        channel: Math.floor(q / classes),
        class: q % classes,
        waitsFor: Math.floor(following / classes),
        waitsForClass: following % classes,
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
