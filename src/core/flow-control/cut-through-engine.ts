// hot: no allocation, no closures, no for-of, no destructuring inside the loop of `advance`.
/**
 * Virtual cut-through, exact to the cycle. A packet moves as one event per hop: a grant at cycle g holds the channel,
 * the front of the queue it leaves and its slot there until g + L; its header stands in the next queue from g + 1.
 *
 * A cycle reads first and writes afterwards: all requests see the state that earlier cycles left, then grants are made.
 * Random choices are hashes of (cycle, place), so the result does not depend on the order in which anything is visited.
 *
 * Queues are numbered channel × classes + class; after those come the source queues, one per terminal.
 */
import { below, mix, streamKey, trace } from "../base/random.ts";
import type { Plan } from "../plan/plan.ts";
import type { Simulation, Wait } from "../simulation/contract.ts";
import { frameLayout, type Frame, latencyBin, latencyBins, scalar, type Status, statuses, timeBins } from "../simulation/frame.ts";
import { startSource } from "../simulation/source.ts";
import { circleOfWaits } from "../simulation/watchdog.ts";

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

/** Starts a simulation of a plan under these rules, at cycle 0. */
export function startVirtualCutThrough(rules: CutThroughRules, plan: Plan): Simulation {
  const { network, demand, window } = plan;
  const { classes, maxCandidates, route } = plan.routing;
  const L = plan.packetPhits;
  const T = network.terminals;
  const { head, tail, firstOut } = network;
  const C = head.length;
  const Q = C * classes;
  const capacity = rules.queue;
  const { freeOnly, keeps, by } = selections[rules.selection];
  const byCredits = by === "credits";
  const byChance = by === "chance";
  const tiesAtRandom = rules.ties === "random";
  const arbitration = rules.arbitration === "random" ? 0 : rules.arbitration === "round-robin" ? 1 : 2;
  const selectionKey = streamKey(plan.seed, "selection");
  const arbitrationKey = streamKey(plan.seed, "arbitration");

  const source = startSource(demand, T, L, plan.seed);
  const endless = demand.form === "open-loop";
  const messages = endless ? 0 : demand.source.length;
  const layout = frameLayout({ channels: C, terminals: T, messages });

  // Input queues: rings of packets, and when a packet was last granted into and out of each.
  const ring = new Int32Array(Q * capacity);
  const first = new Int32Array(Q);
  const held = new Int32Array(Q);
  const lastIn = new Float64Array(Q).fill(-Infinity);
  const lastOut = new Float64Array(Q).fill(-Infinity);
  // Heads that ask for a channel: the list of their queues, and where each stands in it.
  const asking = new Int32Array(Q + T);
  const placeInAsking = new Int32Array(Q + T).fill(-1);
  let askingCount = 0;
  const candidates = new Int32Array((Q + T) * maxCandidates);
  const candidateCount = new Int32Array(Q + T);
  const kept = new Int32Array(Q + T);
  const front = new Int32Array(T).fill(-1);
  const packetsLeft = new Int32Array(T);
  const routed = new Int32Array(maxCandidates);
  const eligible = new Int32Array(maxCandidates);
  // Which outputs of a node could be granted, and which of them the front of a queue may take, as bits: a blocked head
  // costs one look. Nodes with more than 32 virtual channels out do without.
  const masked = isMaskable(firstOut, classes);
  const grantable = new Int32Array(firstOut.length - 1).fill(-1);
  const allowed = new Int32Array(Q + T);
  const standsAt = new Int32Array(Q + T);
  for (let q = 0; q < Q; q++) standsAt[q] = head[Math.floor(q / classes)];
  for (let s = 0; s < T; s++) standsAt[Q + s] = s;
  // Channels.
  const busyUntil = new Float64Array(C);
  const lastServed = new Int32Array(C).fill(-1);
  const requests = new Int32Array(C).fill(-1);
  const nextRequest = new Int32Array(Q + T);
  const target = new Int32Array(Q + T);
  const asked = new Int32Array(C);
  const contenders = new Int32Array(64);
  // Grants of the last L cycles in order of time, a ring with two read points.
  const logSize = 2 ** Math.ceil(Math.log2(2 * C + 2));
  const logMask = logSize - 1;
  const grantTime = new Float64Array(logSize);
  const grantFrom = new Int32Array(logSize);
  const grantTo = new Int32Array(logSize);
  const grantPacket = new Int32Array(logSize);
  let written = 0;
  let arrivedUpTo = 0;
  let completedUpTo = 0;
  // Packets, by id.
  let packetCapacity = Math.max(1024, 4 * T);
  let packetTo = new Int32Array(packetCapacity);
  let packetFrom = new Int32Array(packetCapacity);
  let packetMessage = new Int32Array(packetCapacity);
  let packetHops = new Int32Array(packetCapacity);
  let created = new Float64Array(packetCapacity);
  let injectedAt = new Float64Array(packetCapacity);
  let arrivedAt = new Float64Array(packetCapacity);
  let freeIds = Int32Array.from({ length: packetCapacity }, (_, i) => packetCapacity - 1 - i);
  let freeCount = packetCapacity;
  // The calendar of terminals whose next message lies in the future.
  const calendar = new Int32Array(calendarSlots).fill(-1);
  const nextInCalendar = new Int32Array(T);
  // Counters since cycle 0, and what they were when the window began and ended.
  const packetsOn = new Float64Array(C);
  const waiting = new Float64Array(C);
  const sinceInjection = new Float64Array(C);
  const atStart = snapshot();
  const atEnd = snapshot();
  const binBefore = new Float64Array(C);
  const accepted = new Int32Array(T);
  const sent = new Int32Array(T);
  const createdInWindow = new Int32Array(T);
  const latencies = new Int32Array(latencyBins);
  const worstLoad = new Float32Array(timeBins);
  const meanLoad = new Float32Array(timeBins);
  /** Packets of a finite workload. */
  const expected = demand.form === "messages" ? demand.packets.reduce((sum, packets) => sum + packets, 0) : Infinity;
  const messageLeft = demand.form === "messages" ? demand.packets.slice() : new Int32Array(0);
  const messageInjected = new Float64Array(messages).fill(-1);
  const messageDelivered = new Float64Array(messages).fill(-1);
  // Numbers live in arrays: a variable that a closure shares would be boxed anew at every change.
  const tally = new Float64Array(scalar.count);
  const fingerprint = new Int32Array(1);
  tally[scalar.lastArrival] = -1;
  tally[scalar.windowStart] = window.start;
  let binCycles = endless ? Math.max(1, Math.ceil(window.limit / timeBins)) : 16;
  let bins = 0;
  const middle = (window.start + window.end) / 2;

  let now = 0;
  let status: Status = "running";
  let circle: readonly Wait[] = [];
  for (let s = 0; s < T; s++) {
    if (source.at[s] < Infinity) enterCalendar(s);
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
    const sourceAt = source.at;
    while (status === "running" && now < until && work > 0) {
      const t = now;
      if (askingCount === 0 && completedUpTo === written) {
        const next = nextEvent(t, until);
        if (next > t) {
          reach(next);
          work--;
          continue;
        }
      }
      if (freeCount < T) growPackets();
      const packetToLocal = packetTo;
      const arrivedAtLocal = arrivedAt;
      const injectedAtLocal = injectedAt;

      // Headers that stand in a new queue.
      while (arrivedUpTo < written && grantTime[arrivedUpTo & logMask] < t) {
        const q = grantTo[arrivedUpTo & logMask];
        const c = classes === 1 ? q : (q / classes) | 0;
        arrivedUpTo++;
        if (head[c] >= T && held[q] === 1) ask(q, head[c], packetToLocal[ring[q * capacity + first[q]]]);
      }

      // Tails that have passed: slots and fronts come free, packets are consumed.
      while (completedUpTo < written && grantTime[completedUpTo & logMask] <= t - L) {
        const i = completedUpTo & logMask;
        completedUpTo++;
        const from = grantFrom[i];
        if (from < Q) {
          first[from] = first[from] + 1 === capacity ? 0 : first[from] + 1;
          if (held[from] === capacity) opens(from, t);
          if (--held[from] > 0) {
            const p = ring[from * capacity + first[from]];
            if (arrivedAtLocal[p] <= t) ask(from, head[classes === 1 ? from : (from / classes) | 0], packetToLocal[p]);
          }
        } else {
          const s = from - Q;
          front[s] = -1;
          if (packetsLeft[s] > 0 || sourceAt[s] <= t) offer(s);
          else if (sourceAt[s] < Infinity) enterCalendar(s);
        }
        const to = grantTo[i];
        const c = classes === 1 ? to : (to / classes) | 0;
        if (masked) {
          const lanes = c * classes;
          const firstBit = (c - firstOut[tail[c]]) * classes;
          for (let v = 0; v < classes; v++) if (held[lanes + v] < capacity) grantable[tail[c]] |= 1 << (firstBit + v);
        }
        if (head[c] < T) consume(grantPacket[i], head[c], t);
      }

      // Terminals whose next message is created now.
      const slot = t & (calendarSlots - 1);
      let s = calendar[slot];
      if (s >= 0) {
        calendar[slot] = -1;
        while (s >= 0) {
          const following = nextInCalendar[s];
          if (sourceAt[s] <= t) offer(s);
          else enterCalendar(s);
          s = following;
        }
      }

      // Requests, from the state that earlier cycles left.
      let askedCount = 0;
      for (let a = 0; a < askingCount; a++) {
        const q = asking[a];
        if ((allowed[q] & grantable[standsAt[q]]) === 0 && (!keeps || kept[q] >= 0)) continue;
        const id = select(q, t);
        if (id < 0) continue;
        const c = classes === 1 ? id : (id / classes) | 0;
        if (busyUntil[c] > t || (held[id] >= capacity && head[c] >= T)) continue;
        if (requests[c] < 0) asked[askedCount++] = c;
        nextRequest[q] = requests[c];
        requests[c] = q;
        target[q] = id;
      }

      // Grants.
      for (let a = 0; a < askedCount; a++) {
        const c = asked[a];
        const q = nextRequest[requests[c]] < 0 ? requests[c] : arbitrate(c, t);
        requests[c] = -1;
        lastServed[c] = q;
        const id = target[q];
        const p = q < Q ? ring[q * capacity + first[q]] : front[q - Q];
        stopAsking(q);
        if (q < Q) {
          waiting[classes === 1 ? q : (q / classes) | 0] += t - arrivedAtLocal[p];
          lastOut[q] = t;
        } else {
          injectedAtLocal[p] = t;
          inject(p, q - Q, t);
        }
        busyUntil[c] = t + L;
        if (masked) grantable[tail[c]] &= ~(((1 << classes) - 1) << ((c - firstOut[tail[c]]) * classes));
        packetsOn[c]++;
        packetHops[p]++;
        sinceInjection[c] += t + 1 - injectedAtLocal[p];
        arrivedAtLocal[p] = t + 1;
        if (head[c] >= T) {
          const place = first[id] + held[id];
          ring[id * capacity + (place >= capacity ? place - capacity : place)] = p;
          held[id]++;
          lastIn[id] = t;
        }
        fingerprint[0] += trace(t, id, packetFrom[p]);
        const i = written++ & logMask;
        grantTime[i] = t;
        grantFrom[i] = q;
        grantTo[i] = id;
        grantPacket[i] = p;
      }
      work -= 1 + askedCount + (askingCount >> 3);
      reach(t + 1);
    }
  }

  /**
   * Nothing moves and nobody asks: the next cycle in which something happens. Terminals stay in the calendar slot of
   * their cycle, which is met again when that cycle comes.
   */
  function nextEvent(t: number, until: number): number {
    let next = until;
    for (let s = 0; s < T; s++) if (source.at[s] < next) next = source.at[s];
    if (next === Infinity) return t;
    const bin = (Math.floor(t / binCycles) + 1) * binCycles;
    if (bin < next) next = bin;
    if (window.start > t && window.start < next) next = window.start;
    if (window.end > t && window.end < next) next = window.end;
    if (window.limit > t && window.limit < next) next = window.limit;
    return next;
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

  /** The terminal's next packet comes to the front of its source queue. */
  function offer(s: number): void {
    if (packetsLeft[s] === 0) packetsLeft[s] = source.packets[s];
    const p = freeIds[--freeCount];
    front[s] = p;
    packetTo[p] = source.to[s];
    packetFrom[p] = s;
    packetMessage[p] = source.message[s];
    packetHops[p] = 0;
    created[p] = source.at[s];
    if (now < window.end && created[p] >= window.start) {
      tally[scalar.tagged]++;
      createdInWindow[s]++;
    }
    if (--packetsLeft[s] === 0) source.advance(s);
    ask(Q + s, s, packetTo[p]);
  }

  function enterCalendar(s: number): void {
    const slot = source.at[s] % calendarSlots;
    nextInCalendar[s] = calendar[slot];
    calendar[slot] = s;
  }

  /** The packet at the front of queue `q`, at node `at`, begins to ask for a way to terminal `to`. */
  function ask(q: number, at: number, to: number): void {
    const count = route(at, to, 0, routed);
    const base = q * maxCandidates;
    let mask = masked ? 0 : -1;
    for (let i = 0; i < count; i++) {
      candidates[base + i] = routed[i];
      if (masked) mask |= 1 << (routed[i] - firstOut[at] * classes);
    }
    allowed[q] = mask;
    candidateCount[q] = count;
    kept[q] = -1;
    placeInAsking[q] = askingCount;
    asking[askingCount++] = q;
  }

  /** A slot of the full queue `q` comes free: its channel can be granted again, unless it is busy. */
  function opens(q: number, t: number): void {
    const c = classes === 1 ? q : Math.floor(q / classes);
    if (masked && busyUntil[c] <= t) grantable[tail[c]] |= 1 << (q - firstOut[tail[c]] * classes);
  }

  function stopAsking(q: number): void {
    const place = placeInAsking[q];
    const last = asking[--askingCount];
    asking[place] = last;
    placeInAsking[last] = place;
    placeInAsking[q] = -1;
  }

  /** The virtual channel that the front of queue `q` requests in cycle `t`, or −1. */
  function select(q: number, t: number): number {
    const base = q * maxCandidates;
    const count = candidateCount[q];
    if (count === 1) return candidates[base];
    if (keeps && kept[q] >= 0) return kept[q];
    let best = candidates[base];
    if (byCredits || byChance) {
      let least = Infinity;
      let equal = 0;
      for (let i = 0; i < count; i++) {
        const id = candidates[base + i];
        const c = classes === 1 ? id : (id / classes) | 0;
        if (freeOnly && (busyUntil[c] > t || (held[id] >= capacity && head[c] >= T))) continue;
        const occupancy = byCredits ? phitsHeld(id, t) : 0;
        if (occupancy < least) {
          least = occupancy;
          equal = 0;
        }
        if (occupancy === least) eligible[equal++] = id;
      }
      if (equal === 0) return -1;
      best = equal > 1 && (byChance || tiesAtRandom) ? eligible[below(mix(selectionKey, t, q), equal)] : eligible[0];
    }
    if (keeps) kept[q] = best;
    return best;
  }

  /** Phits that stand in queue `id` at the beginning of cycle `t`, from the packets it holds and the two that may be moving. */
  function phitsHeld(id: number, t: number): number {
    const entering = t - lastIn[id];
    const leaving = t - lastOut[id];
    return held[id] * L - (entering < L ? L - entering : 0) - (leaving < L ? leaving : 0);
  }

  /** The queue that gets channel `c`, out of at least two that ask for it. */
  function arbitrate(c: number, t: number): number {
    let count = 0;
    for (let q = requests[c]; q >= 0; q = nextRequest[q]) count++;
    const sorted = count <= contenders.length ? contenders : new Int32Array(count);
    count = 0;
    for (let q = requests[c]; q >= 0; q = nextRequest[q]) {
      let i = count++;
      while (i > 0 && sorted[i - 1] > q) {
        sorted[i] = sorted[i - 1];
        i--;
      }
      sorted[i] = q;
    }
    if (arbitration === 0) return sorted[below(mix(arbitrationKey, t, c), count)];
    let chosen = 0;
    if (arbitration === 1) {
      while (chosen < count && sorted[chosen] <= lastServed[c]) chosen++;
      return sorted[chosen === count ? 0 : chosen];
    }
    for (let i = 1; i < count; i++) if (created[frontPacket(sorted[i])] < created[frontPacket(sorted[chosen])]) chosen = i;
    return sorted[chosen];
  }

  function frontPacket(q: number): number {
    return q < Q ? ring[q * capacity + first[q]] : front[q - Q];
  }

  function inject(p: number, s: number, t: number): void {
    tally[scalar.injected]++;
    if (t >= window.start && t < window.end) sent[s]++;
    const m = packetMessage[p];
    if (m >= 0 && messageInjected[m] < 0) messageInjected[m] = t;
  }

  function consume(p: number, terminal: number, t: number): void {
    tally[scalar.delivered]++;
    tally[scalar.lastArrival] = t;
    const latency = t - created[p] + 1;
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
    if (created[p] >= window.start && created[p] < window.end) {
      tally[scalar.taggedDelivered]++;
      tally[scalar.latency] += latency;
      tally[scalar.networkLatency] += t - injectedAt[p] + 1;
      tally[scalar.hops] += packetHops[p];
      if (latency > tally[scalar.latencyMax]) tally[scalar.latencyMax] = latency;
      latencies[latencyBin(latency)]++;
    }
    const m = packetMessage[p];
    if (m >= 0 && --messageLeft[m] === 0) messageDelivered[m] = t;
    freeIds[freeCount++] = p;
  }

  function growPackets(): void {
    const old = packetCapacity;
    packetCapacity = 2 * old;
    packetTo = longer(packetTo, new Int32Array(packetCapacity));
    packetFrom = longer(packetFrom, new Int32Array(packetCapacity));
    packetMessage = longer(packetMessage, new Int32Array(packetCapacity));
    packetHops = longer(packetHops, new Int32Array(packetCapacity));
    created = longer(created, new Float64Array(packetCapacity));
    injectedAt = longer(injectedAt, new Float64Array(packetCapacity));
    arrivedAt = longer(arrivedAt, new Float64Array(packetCapacity));
    freeIds = longer(freeIds, new Int32Array(packetCapacity));
    for (let p = packetCapacity - 1; p >= old; p--) freeIds[freeCount++] = p;
  }

  function snapshot() {
    return { phits: new Float64Array(C), waiting: new Float64Array(C), sinceInjection: new Float64Array(C) };
  }

  function take(into: ReturnType<typeof snapshot>): void {
    for (let c = 0; c < C; c++) into.phits[c] = phitsCrossed(c, now);
    into.waiting.set(waiting);
    into.sinceInjection.set(sinceInjection);
  }

  /** Phits that have crossed channel `c` before cycle `t`. */
  function phitsCrossed(c: number, t: number): number {
    return packetsOn[c] * L - Math.max(0, busyUntil[c] - t);
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
    if (++bins < timeBins) return;
    for (let i = 0; i < timeBins / 2; i++) {
      worstLoad[i] = Math.max(worstLoad[2 * i], worstLoad[2 * i + 1]);
      meanLoad[i] = (meanLoad[2 * i] + meanLoad[2 * i + 1]) / 2;
    }
    bins = timeBins / 2;
    binCycles *= 2;
  }

  /** Looks for a circle of waits; the run ends when there is one. */
  function watch(): void {
    const loop = circleOfWaits({
      count: Q,
      maxCandidates,
      waits: (q) => placeInAsking[q] >= 0,
      hasRoom: (q) => held[q] < capacity,
      wanted(q, out) {
        const only = keeps && kept[q] >= 0 ? kept[q] : -1;
        const base = q * maxCandidates;
        const count = only >= 0 ? 1 : candidateCount[q];
        for (let i = 0; i < count; i++) {
          const id = only >= 0 ? only : candidates[base + i];
          out[i] = head[Math.floor(id / classes)] < T ? -1 : id;
        }
        return count;
      },
    });
    if (loop.length === 0) return;
    status = "deadlocked";
    if (now < window.end) countUnseen(now);
    circle = loop.map((q, i) => {
      const next = loop[(i + 1) % loop.length];
      const p = frontPacket(q);
      return {
        channel: Math.floor(q / classes),
        class: q % classes,
        waitsFor: Math.floor(next / classes),
        waitsForClass: next % classes,
        source: packetFrom[p],
        destination: packetTo[p],
      };
    });
  }

  function sample(into: Frame): void {
    const windowBegun = now > window.start;
    const end = Math.min(now, window.end);
    for (let c = 0; c < C; c++) {
      into.phits[c] = phitsCrossed(c, now);
      into.windowPhits[c] = windowBegun ? (now > window.end ? atEnd.phits[c] : into.phits[c]) - atStart.phits[c] : 0;
      into.windowWaiting[c] = windowBegun ? (now > window.end ? atEnd.waiting[c] : waiting[c]) - atStart.waiting[c] : 0;
      into.windowSinceInjection[c] = windowBegun
        ? (now > window.end ? atEnd.sinceInjection[c] : sinceInjection[c]) - atStart.sinceInjection[c]
        : 0;
      let queued = 0;
      for (let v = 0; v < classes; v++) queued += held[c * classes + v];
      into.queued[c] = queued;
    }
    into.waiting.set(waiting);
    into.sinceInjection.set(sinceInjection);
    into.accepted.set(accepted);
    into.sent.set(sent);
    into.created.set(createdInWindow);
    into.latencies.set(latencies);
    into.worstLoad.set(worstLoad);
    into.meanLoad.set(meanLoad);
    into.messageInjected.set(messageInjected);
    into.messageDelivered.set(messageDelivered);
    tally[scalar.now] = now;
    tally[scalar.status] = statuses.indexOf(status);
    tally[scalar.windowCycles] = Math.max(0, end - window.start);
    tally[scalar.fingerprint] = fingerprint[0] >>> 0;
    tally[scalar.binCycles] = binCycles;
    tally[scalar.bins] = bins;
    tally[scalar.grants] = written;
    into.scalars.set(tally);
  }
}

/** Whether the virtual channels out of every node fit into the bits of one number. */
function isMaskable(firstOut: Int32Array, classes: number): boolean {
  for (let n = 0; n + 1 < firstOut.length; n++) if ((firstOut[n + 1] - firstOut[n]) * classes > 32) return false;
  return true;
}

/** Copies the shorter array into the longer, and returns that. */
function longer<A extends Int32Array | Float64Array>(short: A, long: A): A {
  long.set(short as never);
  return long;
}
