/**
 * Reference simulator of circuit switching. The engine must reproduce it exactly, so it is written from the definition alone: one sorted
 * list of events, and all rates are recomputed whenever a stream begins or ends.
 *
 * - A terminal's packets wait in an unbounded source queue; a message may begin its start-up after its creation. A terminal has up to
 * `outstanding` circuits, and begins the next one when the tails of all earlier packets have left.
 * - A header requests one of the virtual channels that the routing allows. It takes a free one immediately, chosen by selection and ties,
 * and reaches the other end of the channel after h cycles and the channel's delay. If none is free, it waits and holds the channels that it
 * has.
 * - At its destination the circuit is complete. The terminal streams one packet at a time, as soon as its memory is at most one packet
 * behind; on a bus, as soon as the memories of both ends have time for the packet.
 * - Streams get their rates in the order in which they began: each takes the minimum of the remaining capacity of the channels and shared
 * capacities on its path. The tail has left when the remaining phits are those that the slowest channel of the path carries in the time
 * that a header takes for the path.
 * - All channels of a circuit are released at the same time, each to the oldest header that waits for it.
 * - Order at one instant: first packets are consumed; then the events of circuits, by slot + outstanding × terminal, until there is none
 * left; then terminals that wait for their memory; then terminals that may begin a message. Times are multiples of 2^-24 cycles.
 */
import { below, mix, streamKey, trace } from "../../src/core/base/random.ts";
import type { CircuitRules } from "../../src/core/flow-control/circuit/state.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { latencyBin, type Status } from "../../src/core/simulation/frame.ts";
import { mostPaired, noCounts, type ReferenceResult } from "./account.ts";
import { type Packet, startCreating, times } from "./creation.ts";

export interface CircuitResult extends Pick<ReferenceResult, "scalars" | "columns"> {
  /** Never `deadlocked`: this simulator does not end a run for a deadlock. */
  readonly status: Exclude<Status, "deadlocked">;
  /** The first whole cycle by which some circuits wait for each other forever; Infinity if none do. */
  readonly stuckSince: number;
}

interface Circuit {
  /** Slot + outstanding × terminal. */
  readonly number: number;
  readonly packet: Packet;
  /** Index of the packet among all packets that its terminal has begun. */
  readonly place: number;
  phase: "moving" | "waiting" | "complete" | "streaming" | "sent";
  /** State of the routing. */
  state: number;
  /** Time of injection; before injection, the time of the header's first request. */
  entered: number;
  /** The virtual channels that the circuit holds, in the order of its path; and the candidates that its header requests. */
  readonly ids: number[];
  wanted: readonly number[];
  /** Sequence number of the request among all requests that had to wait. */
  asked: number;
  // The stream: its rate since time `rateSince`, the phits consumed until then, and the time at which the last phit will be consumed.
  rate: number;
  since: number;
  before: number;
  last: number;
  isTailOut: boolean;
  isConsumed: boolean;
}

/** The memory behind a channel of a terminal: the time at which it is free, and on a bus the direction of the previous packet. */
interface Memory {
  free: number;
  direction: "out" | "in" | null;
}

interface Event {
  readonly time: number;
  /** 0 for a circuit, 1 for a terminal that waits for its memory, 2 for a terminal that may begin a message. */
  readonly rank: 0 | 1 | 2;
  readonly number: number;
  readonly occur: (time: number) => void;
}

/** Remaining capacities below this number of phits per cycle count as zero. */
const nothing = 1e-9;

/** Rounds a time to a multiple of the time unit, 2^-24 cycles. */
function kept(cycles: number): number {
  return Math.round(cycles * 2 ** 24) / 2 ** 24;
}

/** Runs a plan without a program to its end, or for `cycleLimit` cycles. Deadlocked circuits keep waiting until then. */
export function simulateCircuit(rules: CircuitRules, plan: Plan, cycleLimit: number): CircuitResult {
  const { network, routing, demand, packetPhits: L, seed, window, links, ports = { oneWay: Infinity, bothWays: Infinity } } = plan;
  const { terminals, head, tail, firstOut, reverse, group, groupCapacity } = network;
  const { classes } = routing;
  const channels = head.length;
  const [hop, acknowledgement, startUp] = [kept(rules.hopDelay), kept(rules.acknowledgement), kept(plan.startUp ?? 0)];
  const rates = times(channels, (channel) => (links === undefined ? 1 : links.perCycle[channel] / links.perPhit[channel]));
  const hopTimes = times(channels, (channel) => hop + (links === undefined ? 0 : kept(links.delay[channel])));
  const isTerminals = (channel: number) => head[channel] < terminals || tail[channel] < terminals;
  const oneWay = Math.max(...rates.filter((_, channel) => isTerminals(channel)).map((rate) => Math.min(rate, ports.oneWay)));
  const isOnBus = ports.bothWays <= oneWay;
  const [memoryCycles, busCycles] = [kept(L / ports.bothWays), kept(L / oneWay)];

  const create = startCreating(plan);
  /** [terminal] Packets without a circuit. */
  const backlog: Packet[][] = times(terminals, () => []);
  const slots: (Circuit | undefined)[] = times(rules.outstanding * terminals, () => undefined);
  const begun: number[] = times(terminals, () => 0);
  const memories: Memory[] = times(channels, () => ({ free: 0, direction: null }));
  /** Streams in the order in which they began. */
  let streams: Circuit[] = [];
  let events: Event[] = [];
  let everWaited = 0;

  const channelOf = (id: number) => Math.floor(id / classes);
  const circuitsOf = (s: number) => slots.slice(s * rules.outstanding, (s + 1) * rules.outstanding).filter((each) => each !== undefined);
  const all = () => slots.filter((each) => each !== undefined);
  const channelsOf = ({ ids }: Circuit) => ids.map(channelOf);
  const wayTime = (circuit: Circuit) => channelsOf(circuit).reduce((sum, channel) => sum + hopTimes[channel], 0);
  const ownRate = (circuit: Circuit) => rates[channelsOf(circuit)[0]];
  const lastChannel = (circuit: Circuit) => channelsOf(circuit)[circuit.ids.length - 1];
  const holds = (id: number) => all().flatMap(({ ids }) => ids.filter((each) => each === id)).length;
  const holdsOf = (channel: number) => all().flatMap((each) => channelsOf(each).filter((other) => other === channel)).length;
  const isFree = (id: number) => holds(id) < rules.virtualChannels;
  const streamOf = (s: number) => streams.find(({ packet }) => packet.source === s);

  const isListed = demand.form === "messages";
  const messages = isListed ? demand.source.length : 0;
  const packetsLeft = isListed ? [...demand.packets] : [];
  const { tally: counts, columns } = noCounts(channels, terminals, messages);
  const tally = { fingerprint: 0, ...counts };
  /** Adds to a column and, inside the measurement window, to the column of the window. */
  function count(name: keyof typeof columns, inWindow: keyof typeof columns, at: number, amount: number, time: number): void {
    columns[name][at] += amount;
    if (time >= window.start && time < window.end) columns[inWindow][at] += amount;
  }

  let counted = 0;
  let stuckSince = Infinity;
  let status: "running" | "finished" = "running";
  let t = 0;
  while (status === "running" && t < cycleLimit) {
    for (const packet of create(t)) enter(packet);
    t++;
    while (events.length > 0 && events[0].time < t) happen(events[0].time);
    flow(t);
    consume(t);
    if (stuckSince === Infinity && hasStuck()) stuckSince = t;
    const isDone = isListed ? packetsLeft.every((left) => left === 0) : t >= window.end && tally.tagged === tally.taggedDelivered;
    if (isDone || t >= window.limit) status = "finished";
  }
  columns.queued = times(
    channels,
    (channel) =>
      all()
        .filter(({ phase, isConsumed }) => phase !== "sent" && !isConsumed)
        .flatMap(channelsOf)
        .filter((each) => each === channel).length,
  );
  const messageCreated = isListed ? { messageCreated: Array.from(demand.time, (cycle) => (cycle < t ? cycle : -1)) } : {};
  return { status, stuckSince, scalars: { now: t, ...tally }, columns: { ...columns, ...messageCreated } };

  /** Schedules an event at a time. */
  function at(time: number, rank: Event["rank"], number: number, occur: Event["occur"]): void {
    events.push({ time, rank, number, occur });
    events.sort((a, b) => a.time - b.time || a.rank - b.rank || a.number - b.number);
  }

  /** Schedules the next event of a circuit, in place of any earlier one: a circuit has at most one pending event. */
  function next(circuit: Circuit, time: number, occur: Event["occur"]): void {
    forget(circuit);
    at(time, 0, circuit.number, occur);
  }

  /** Cancels the pending event of a circuit. */
  function forget({ number }: Circuit): void {
    events = events.filter((each) => each.rank !== 0 || each.number !== number);
  }

  /** Executes all events of one instant. */
  function happen(time: number): void {
    flow(time);
    consume(time);
    for (let event = events[0]; event?.time === time; event = events[0]) {
      events.shift();
      event.occur(time);
    }
  }

  /** A packet joins its terminal's source queue. */
  function enter(packet: Packet): void {
    const { source, created } = packet;
    backlog[source].push(packet);
    at(created + startUp, 2, source, (time) => mayBegin(source, time));
    if (created < window.start || created >= window.end) return;
    tally.tagged++;
    columns.created[source]++;
  }

  /** Begins a circuit for the next packet of a terminal, if a slot is free and the tails of all earlier packets have left. */
  function mayBegin(s: number, time: number): void {
    const [packet] = backlog[s];
    const mine = circuitsOf(s);
    const isClear = mine.every(({ phase, isTailOut }) => phase === "sent" || isTailOut);
    if (packet === undefined || packet.created + startUp > time || mine.length === rules.outstanding || !isClear) return;
    backlog[s].shift();
    const place = begun[s]++;
    const number =
      s * rules.outstanding + times(rules.outstanding, (i) => i).findIndex((i) => slots[s * rules.outstanding + i] === undefined);
    const state = routing.begin?.(s, packet.destination, mix(streamKey(seed, "routing"), s, place)) ?? 0;
    const circuit: Circuit = {
      number,
      packet,
      place,
      phase: "waiting",
      state,
      entered: time,
      ids: [],
      wanted: [],
      asked: 0,
      rate: 0,
      since: time,
      before: 0,
      last: Infinity,
      isTailOut: false,
      isConsumed: false,
    };
    slots[number] = circuit;
    ask(circuit, s, time);
  }

  /** A header requests its next channel. */
  function ask(circuit: Circuit, node: number, time: number): void {
    const { destination } = circuit.packet;
    const isUndecided = (circuit.state & (routing.undecided ?? 0)) !== 0;
    if (circuit.ids.length === 1 || (circuit.ids.length > 1 && isUndecided))
      circuit.state = routing.adapt?.(node, destination, circuit.state, (channel) => holdsOf(channel) * L) ?? circuit.state;
    const written = new Int32Array(routing.maxCandidates);
    circuit.wanted = [...written.subarray(0, routing.route(node, destination, circuit.state, written))];
    if (circuit.wanted.some(isFree)) return take(circuit, time);
    circuit.phase = "waiting";
    circuit.asked = everWaited++;
  }

  /** The free candidate that the selection and the ties choose. */
  function choose({ wanted, packet, place, ids }: Circuit): number {
    const turned = (by: number) => [...wanted.slice(by), ...wanted.slice(0, by)];
    const inOrder = turned(firstOf());
    const free = inOrder.filter(isFree);
    const streaming = (id: number) => streams.filter((each) => channelsOf(each).includes(channelOf(id))).length;
    const held = (id: number) => holdsOf(channelOf(id));
    const fewest = (among: readonly number[], of: (id: number) => number) => {
      const least = Math.min(...among.map(of));
      return among.filter((id) => of(id) === least);
    };
    if (rules.selection === "first") return free[0];
    if (rules.selection === "fewest-held") return fewest(free, held)[0];
    return fewest(fewest(free, streaming), held)[0];

    /** Index of the candidate with which ties begin. */
    function firstOf(): number {
      const hops = ids.length;
      if (rules.ties === "random") return below(mix(streamKey(seed, "selection"), packet.source, place * 256 + hops), wanted.length);
      if (rules.ties === "first" || hops === 0) return 0;
      const cameBy = channelOf(ids[hops - 1]);
      return (reverse[cameBy] - firstOut[head[cameBy]]) % wanted.length;
    }
  }

  /** A header takes a virtual channel. */
  function take(circuit: Circuit, time: number): void {
    const { packet, ids } = circuit;
    const { source, destination, message } = packet;
    const id = choose(circuit);
    if (ids.length === 0) {
      circuit.entered = time;
      tally.injected++;
      count("sentSoFar", "sent", source, 1, time);
      if (isListed && columns.messageInjected[message] === -1) columns.messageInjected[message] = time;
    }
    circuit.state = routing.next?.(tail[channelOf(id)], destination, circuit.state, id) ?? circuit.state;
    ids.push(id);
    circuit.phase = "moving";
    tally.grants++;
    const [low, high] = new Int32Array(Float64Array.of(time).buffer);
    tally.fingerprint = (tally.fingerprint + trace(low ^ high, id, source)) >>> 0;
    next(circuit, time + hopTimes[channelOf(id)], (time) => reach(circuit, time));
  }

  /** A header has reached the other end of its channel. */
  function reach(circuit: Circuit, time: number): void {
    const { packet, entered } = circuit;
    const channel = lastChannel(circuit);
    count("sinceInjection", "windowSinceInjection", channel, time - entered, time);
    if (head[channel] !== packet.destination) return ask(circuit, head[channel], time);
    circuit.phase = "complete";
    mayStream(packet.source, time);
  }

  /** If a terminal is not streaming, it starts with its complete circuit as soon as its memory is ready. */
  function mayStream(s: number, time: number): void {
    const circuit = circuitsOf(s).find(({ phase }) => phase === "complete");
    if (circuit === undefined || streamOf(s) !== undefined) return;
    const [mine, other] = [memories[channelsOf(circuit)[0]], memories[reverse[lastChannel(circuit)]]];
    const begin = (time: number) => beginStream(circuit, time);
    if (isOnBus) {
      const turn = memoryCycles - busCycles;
      const from = Math.max(time, mine.free + (mine.direction === "in" ? turn : 0), other.free + (other.direction === "out" ? turn : 0));
      [mine.direction, other.direction] = ["out", "in"];
      mine.free = other.free = from + busCycles;
      return from > time ? at(from, 1, s, begin) : begin(time);
    }
    const ready = mine.free - memoryCycles;
    if (ready > time) return at(ready, 1, s, (time) => mayStream(s, time));
    for (const memory of [mine, other]) memory.free = Math.max(memory.free, time) + memoryCycles;
    begin(time);
  }

  /** Starts a stream and reassigns all rates. */
  function beginStream(circuit: Circuit, time: number): void {
    circuit.phase = "streaming";
    circuit.since = time;
    streams.push(circuit);
    shareOut(time);
  }

  /** Phits of a stream that have been consumed by a time. */
  function sentBy({ before, since, rate }: Circuit, time: number): number {
    return Math.min(L, before + Math.max(0, time - since) * rate);
  }

  /** The resources of a circuit, channels and shared capacities, with the number of times that it uses each. */
  function usesOf(circuit: Circuit): ReadonlyMap<number, number> {
    const uses = new Map<number, number>();
    const add = (resource: number) => uses.set(resource, (uses.get(resource) ?? 0) + 1);
    for (const channel of channelsOf(circuit)) {
      add(channel);
      if (group[channel] >= 0) add(channels + group[channel]);
    }
    return uses;
  }

  /** Assigns the rates of all streams: the oldest takes the full capacity that it can use, the next one the remainder. */
  function shareOut(time: number): void {
    const left = [...rates.map((rate, channel) => (isTerminals(channel) ? Math.min(rate, ports.oneWay) : rate)), ...groupCapacity];
    for (const stream of streams) {
      const uses = [...usesOf(stream)];
      const least = Math.min(...uses.map(([resource, count]) => left[resource] / count));
      const rate = least < nothing ? 0 : least;
      for (const [resource, count] of uses) left[resource] -= rate * count;
      // A stream that ends at this instant keeps its rate.
      if (rate !== stream.rate && stream.last > time) changeRate(stream, rate, time);
    }
  }

  /** Changes the rate of a stream, and schedules the time at which its tail leaves and its end. */
  function changeRate(circuit: Circuit, rate: number, time: number): void {
    circuit.before = sentBy(circuit, time);
    circuit.since = time;
    circuit.rate = rate;
    circuit.last = rate === 0 ? Infinity : time + kept((L - circuit.before) / rate);
    if (rate === 0) return forget(circuit);
    if (circuit.isTailOut) return next(circuit, circuit.last, (time) => end(circuit, time));
    const slowest = Math.min(...channelsOf(circuit).map((channel) => rates[channel]));
    const rest = Math.max(0, L - wayTime(circuit) * slowest - circuit.before);
    next(circuit, Math.min(circuit.last, time + kept(rest / rate)), (time) => {
      circuit.isTailOut = true;
      next(circuit, circuit.last, (time) => end(circuit, time));
      mayBegin(circuit.packet.source, time);
    });
  }

  /** The last phit of a packet has been consumed. */
  function end(circuit: Circuit, time: number): void {
    const { packet } = circuit;
    consume(time);
    for (const channel of channelsOf(circuit)) count("phits", "windowPhits", channel, L - sentBy(circuit, time), time);
    count("sendingSoFar", "sendingCycles", packet.source, (L - sentBy(circuit, time)) / ownRate(circuit), time);
    streams = streams.filter((each) => each !== circuit);
    circuit.phase = "sent";
    const back = rules.release === "sent" ? 0 : acknowledgement + wayTime(circuit);
    shareOut(time);
    next(circuit, time + back, (time) => release(circuit, time));
    mayStream(packet.source, time);
  }

  /** Releases all channels of a circuit: first to headers that wait for them, then to the terminal's next packet. */
  function release({ number, ids, packet }: Circuit, time: number): void {
    slots[number] = undefined;
    for (const id of ids) {
      for (let first = oldestThatWants(id); first !== undefined && isFree(id); first = oldestThatWants(id)) take(first, time);
    }
    mayBegin(packet.source, time);
  }

  /** The oldest header that waits for a virtual channel; by age classes of `ageClass` cycles, then by request. */
  function oldestThatWants(id: number): Circuit | undefined {
    const age = ({ entered }: Circuit) => (rules.ageClass > 0 ? Math.floor(entered / rules.ageClass) : 0);
    return all()
      .filter(({ phase, wanted }) => phase === "waiting" && wanted.includes(id))
      .sort((a, b) => age(a) - age(b) || a.asked - b.asked)[0];
  }

  /** Adds the phits, waits and cycles since the last call to the columns, up to a time. */
  function flow(time: number): void {
    const from = counted;
    counted = time;
    if (time === from) return;
    for (const stream of streams) {
      for (const channel of channelsOf(stream)) count("phits", "windowPhits", channel, sentBy(stream, time) - sentBy(stream, from), from);
    }
    for (const circuit of all()) {
      if (circuit.phase === "waiting" && circuit.ids.length > 0) count("waiting", "windowWaiting", lastChannel(circuit), time - from, from);
    }
    for (let s = 0; s < terminals; s++) {
      const stream = streamOf(s);
      if (stream !== undefined) {
        count("sendingSoFar", "sendingCycles", s, (sentBy(stream, time) - sentBy(stream, from)) / ownRate(stream), from);
        count("blockedSoFar", "blockedCycles", s, (time - from) * Math.max(0, 1 - stream.rate / ownRate(stream)), from);
      } else if (backlog[s].length > 0 || circuitsOf(s).some(({ phase }) => phase !== "sent"))
        count("blockedSoFar", "blockedCycles", s, time - from, from);
    }
  }

  /** Counts all packets whose last phit is consumed by a time. */
  function consume(by: number): void {
    const found = streams.filter(({ last, isConsumed }) => last <= by && !isConsumed);
    for (const circuit of found.sort((a, b) => a.last - b.last || a.number - b.number)) {
      const { packet, last, entered, ids } = circuit;
      const { source, destination, created, message } = packet;
      const latency = last - created;
      circuit.isConsumed = true;
      tally.delivered++;
      tally.lastArrival = Math.max(tally.lastArrival, last - 1);
      columns.acceptedSoFar[destination]++;
      if (last > window.start && last <= window.end) {
        tally.accepted++;
        columns.accepted[destination]++;
        const half = last <= (window.start + window.end) / 2 ? "FirstHalf" : "SecondHalf";
        tally[`count${half}`]++;
        tally[`latency${half}`] += latency;
      }
      if (created >= window.start && created < window.end) {
        tally.taggedDelivered++;
        tally.latency += latency;
        tally.networkLatency += last - entered;
        tally.hops += ids.length;
        tally.latencyMax = Math.max(tally.latencyMax, latency);
        columns.latencies[latencyBin(Math.floor(latency + 1e-6))]++;
        columns.arrivedFrom[source]++;
        columns.latencyFrom[source] += latency;
        if (terminals <= mostPaired) {
          columns.flowPackets[source * terminals + destination]++;
          columns.flowLatency[source * terminals + destination] += latency;
        }
      }
      if (isListed && --packetsLeft[message] === 0) columns.messageDelivered[message] = last - 1;
    }
  }

  /** Whether some circuits wait only for virtual channels that are held by circuits of the same set, so that they wait forever. */
  function hasStuck(): boolean {
    let stuck = new Set(all().filter(({ phase }) => phase === "waiting"));
    const holders = (id: number) => all().filter(({ ids }) => ids.includes(id));
    for (let before = -1; before !== stuck.size;) {
      before = stuck.size;
      stuck = new Set([...stuck].filter(({ wanted }) => wanted.every((id) => !isFree(id) && holders(id).every((each) => stuck.has(each)))));
    }
    return stuck.size > 0;
  }
}
