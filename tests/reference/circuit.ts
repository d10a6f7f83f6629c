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
import { uniformBelow, mix, streamKey, hashGrant } from "../../src/core/base/random.ts";
import type { CircuitRules } from "../../src/core/flow-control/circuit/state.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { latencyBin, type Status } from "../../src/core/simulation/frame.ts";
import { maxPairTerminals, zeroCounters, type ReferenceResult } from "./recorder.ts";
import { type Packet, startSources, times } from "./creation.ts";

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
  readonly packetIndex: number;
  phase: "moving" | "waiting" | "complete" | "streaming" | "sent";
  /** State of the routing. */
  state: number;
  /** Time of injection; before injection, the time of the header's first request. */
  injectionTime: number;
  /** The virtual channels that the circuit holds, in the order of its path; and the candidates that its header requests. */
  readonly pathVcs: number[];
  candidates: readonly number[];
  /** Sequence number of the request among all requests that had to wait. */
  requestNumber: number;
  // The stream: its rate since time `rateSince`, the phits consumed until then, and the time at which the last phit will be consumed.
  rate: number;
  rateSince: number;
  phitsBefore: number;
  endTime: number;
  hasTailLeft: boolean;
  isConsumed: boolean;
}

/** The memory behind a channel of a terminal: the time at which it is free, and on a bus the direction of the previous packet. */
interface Memory {
  freeAt: number;
  direction: "out" | "in" | null;
}

interface CircuitEvent {
  readonly time: number;
  /** 0 for a circuit, 1 for a terminal that waits for its memory, 2 for a terminal that may begin a message. */
  readonly priority: 0 | 1 | 2;
  readonly owner: number;
  readonly execute: (time: number) => void;
}

/** Remaining capacities below this number of phits per cycle count as zero. */
const minCapacity = 1e-9;

/** Rounds a time to a multiple of the time unit, 2^-24 cycles. */
function roundTime(cycles: number): number {
  return Math.round(cycles * 2 ** 24) / 2 ** 24;
}

/** Runs a plan without a program to its end, or for `cycleLimit` cycles. Deadlocked circuits keep waiting until then. */
export function simulateCircuit(rules: CircuitRules, plan: Plan, cycleLimit: number): CircuitResult {
  const {
    network,
    routing,
    demand,
    packetPhits: phitsPerPacket,
    seed,
    window,
    links,
    ports = { oneWay: Infinity, bothWays: Infinity },
  } = plan;
  const { terminals, head, tail, firstOut, reverse, group, groupCapacity } = network;
  const { vcClasses } = routing;
  const channels = head.length;
  const [headerHop, acknowledgement, startUp] = [roundTime(rules.hopDelay), roundTime(rules.acknowledgement), roundTime(plan.startUp ?? 0)];
  const rates = times(channels, (channel) => (links === undefined ? 1 : links.perCycle[channel] / links.perPhit[channel]));
  const hopTimes = times(channels, (channel) => headerHop + (links === undefined ? 0 : roundTime(links.delay[channel])));
  const isTerminalChannel = (channel: number) => head[channel] < terminals || tail[channel] < terminals;
  const portRate = Math.max(...rates.filter((_, channel) => isTerminalChannel(channel)).map((rate) => Math.min(rate, ports.oneWay)));
  const isOnBus = ports.bothWays <= portRate;
  const [memoryCycles, busCycles] = [roundTime(phitsPerPacket / ports.bothWays), roundTime(phitsPerPacket / portRate)];

  const createAt = startSources(plan);
  /** [terminal] Packets without a circuit. */
  const sourceQueues: Packet[][] = times(terminals, () => []);
  const slots: (Circuit | undefined)[] = times(rules.outstanding * terminals, () => undefined);
  const packetsBegun: number[] = times(terminals, () => 0);
  const memories: Memory[] = times(channels, () => ({ freeAt: 0, direction: null }));
  /** Streams in the order in which they began. */
  let streams: Circuit[] = [];
  let events: CircuitEvent[] = [];
  let waitingRequests = 0;

  const channelOf = (vc: number) => Math.floor(vc / vcClasses);
  const circuitsOf = (terminal: number) =>
    slots.slice(terminal * rules.outstanding, (terminal + 1) * rules.outstanding).filter((each) => each !== undefined);
  const activeCircuits = () => slots.filter((each) => each !== undefined);
  const channelsOf = ({ pathVcs }: Circuit) => pathVcs.map(channelOf);
  const headerTime = (circuit: Circuit) => channelsOf(circuit).reduce((sum, channel) => sum + hopTimes[channel], 0);
  const firstChannelRate = (circuit: Circuit) => rates[channelsOf(circuit)[0]];
  const lastChannel = (circuit: Circuit) => channelsOf(circuit)[circuit.pathVcs.length - 1];
  const holdersOfVc = (vc: number) => activeCircuits().flatMap(({ pathVcs }) => pathVcs.filter((each) => each === vc)).length;
  const holdersOfChannel = (channel: number) =>
    activeCircuits().flatMap((each) => channelsOf(each).filter((other) => other === channel)).length;
  const isFree = (vc: number) => holdersOfVc(vc) < rules.virtualChannels;
  const streamOf = (terminal: number) => streams.find(({ packet }) => packet.source === terminal);

  const isMessageList = demand.form === "messages";
  const messages = isMessageList ? demand.source.length : 0;
  const packetsLeft = isMessageList ? [...demand.packets] : [];
  const { tally: counts, columns } = zeroCounters(channels, terminals, messages);
  const tally = { fingerprint: 0, ...counts };
  /** Adds to a column and, inside the measurement window, to the column of the window. */
  function count(name: keyof typeof columns, inWindow: keyof typeof columns, at: number, amount: number, time: number): void {
    columns[name][at] += amount;
    if (time >= window.start && time < window.end) columns[inWindow][at] += amount;
  }

  let countedUntil = 0;
  let stuckSince = Infinity;
  let status: "running" | "finished" = "running";
  let t = 0;
  while (status === "running" && t < cycleLimit) {
    for (const packet of createAt(t)) addToSourceQueue(packet);
    t++;
    while (events.length > 0 && events[0].time < t) executeEvents(events[0].time);
    countUntil(t);
    countConsumed(t);
    if (stuckSince === Infinity && hasDeadlock()) stuckSince = t;
    const hasEnded = isMessageList
      ? packetsLeft.every((remaining) => remaining === 0)
      : t >= window.end && tally.tagged === tally.taggedDelivered;
    if (hasEnded || t >= window.limit) status = "finished";
  }
  columns.queued = times(
    channels,
    (channel) =>
      activeCircuits()
        .filter(({ phase, isConsumed }) => phase !== "sent" && !isConsumed)
        .flatMap(channelsOf)
        .filter((each) => each === channel).length,
  );
  const messageCreated = isMessageList ? { messageCreated: Array.from(demand.time, (cycle) => (cycle < t ? cycle : -1)) } : {};
  return { status, stuckSince, scalars: { now: t, ...tally }, columns: { ...columns, ...messageCreated } };

  /** Schedules an event at a time. */
  function at(time: number, priority: CircuitEvent["priority"], number: number, execute: CircuitEvent["execute"]): void {
    events.push({ time, priority, owner: number, execute });
    events.sort((a, b) => a.time - b.time || a.priority - b.priority || a.owner - b.owner);
  }

  /** Schedules the next event of a circuit, in place of any earlier one: a circuit has at most one pending event. */
  function scheduleNext(circuit: Circuit, time: number, execute: CircuitEvent["execute"]): void {
    cancelEvent(circuit);
    at(time, 0, circuit.number, execute);
  }

  /** Cancels the pending event of a circuit. */
  function cancelEvent({ number }: Circuit): void {
    events = events.filter((each) => each.priority !== 0 || each.owner !== number);
  }

  /** Executes all events of one instant. */
  function executeEvents(time: number): void {
    countUntil(time);
    countConsumed(time);
    for (let event = events[0]; event?.time === time; event = events[0]) {
      events.shift();
      event.execute(time);
    }
  }

  /** A packet joins its terminal's source queue. */
  function addToSourceQueue(packet: Packet): void {
    const { source, created } = packet;
    sourceQueues[source].push(packet);
    at(created + startUp, 2, source, (time) => tryBeginCircuit(source, time));
    if (created < window.start || created >= window.end) return;
    tally.tagged++;
    columns.created[source]++;
  }

  /** Begins a circuit for the next packet of a terminal, if a slot is free and the tails of all earlier packets have left. */
  function tryBeginCircuit(terminal: number, time: number): void {
    const [packet] = sourceQueues[terminal];
    const own = circuitsOf(terminal);
    const haveTailsLeft = own.every(({ phase, hasTailLeft }) => phase === "sent" || hasTailLeft);
    if (packet === undefined || packet.created + startUp > time || own.length === rules.outstanding || !haveTailsLeft) return;
    sourceQueues[terminal].shift();
    const packetIndex = packetsBegun[terminal]++;
    const number =
      terminal * rules.outstanding +
      times(rules.outstanding, (i) => i).findIndex((i) => slots[terminal * rules.outstanding + i] === undefined);
    const state = routing.initialState?.(terminal, packet.destination, mix(streamKey(seed, "routing"), terminal, packetIndex)) ?? 0;
    const circuit: Circuit = {
      number,
      packet,
      packetIndex,
      phase: "waiting",
      state,
      injectionTime: time,
      pathVcs: [],
      candidates: [],
      requestNumber: 0,
      rate: 0,
      rateSince: time,
      phitsBefore: 0,
      endTime: Infinity,
      hasTailLeft: false,
      isConsumed: false,
    };
    slots[number] = circuit;
    requestChannel(circuit, terminal, time);
  }

  /** A header requests its next channel. */
  function requestChannel(circuit: Circuit, node: number, time: number): void {
    const { destination } = circuit.packet;
    const isUndecided = (circuit.state & (routing.undecidedMask ?? 0)) !== 0;
    if (circuit.pathVcs.length === 1 || (circuit.pathVcs.length > 1 && isUndecided))
      circuit.state =
        routing.injectionDecision?.(node, destination, circuit.state, (channel) => holdersOfChannel(channel) * phitsPerPacket) ??
        circuit.state;
    const routeBuffer = new Int32Array(routing.maxCandidates);
    circuit.candidates = [...routeBuffer.subarray(0, routing.route(node, destination, circuit.state, routeBuffer))];
    if (circuit.candidates.some(isFree)) return takeVc(circuit, time);
    circuit.phase = "waiting";
    circuit.requestNumber = waitingRequests++;
  }

  /** The free candidate that the selection and the ties choose. */
  function selectVc({ candidates, packet, packetIndex, pathVcs }: Circuit): number {
    const rotatedBy = (by: number) => [...candidates.slice(by), ...candidates.slice(0, by)];
    const inOrder = rotatedBy(tieStart());
    const free = inOrder.filter(isFree);
    const streaming = (vc: number) => streams.filter((each) => channelsOf(each).includes(channelOf(vc))).length;
    const holderCount = (vc: number) => holdersOfChannel(channelOf(vc));
    const fewest = (among: readonly number[], valueOf: (vc: number) => number) => {
      const minimum = Math.min(...among.map(valueOf));
      return among.filter((vc) => valueOf(vc) === minimum);
    };
    if (rules.selection === "first") return free[0];
    if (rules.selection === "fewest-held") return fewest(free, holderCount)[0];
    return fewest(fewest(free, streaming), holderCount)[0];

    /** Index of the candidate with which ties begin. */
    function tieStart(): number {
      const hops = pathVcs.length;
      if (rules.ties === "random")
        return uniformBelow(mix(streamKey(seed, "selection"), packet.source, packetIndex * 256 + hops), candidates.length);
      if (rules.ties === "first" || hops === 0) return 0;
      const inputChannel = channelOf(pathVcs[hops - 1]);
      return (reverse[inputChannel] - firstOut[head[inputChannel]]) % candidates.length;
    }
  }

  /** A header takes a virtual channel. */
  function takeVc(circuit: Circuit, time: number): void {
    const { packet, pathVcs } = circuit;
    const { source, destination, message } = packet;
    const vc = selectVc(circuit);
    if (pathVcs.length === 0) {
      circuit.injectionTime = time;
      tally.injected++;
      count("sentSoFar", "sent", source, 1, time);
      if (isMessageList && columns.messageInjected[message] === -1) columns.messageInjected[message] = time;
    }
    circuit.state = routing.nextState?.(tail[channelOf(vc)], destination, circuit.state, vc) ?? circuit.state;
    pathVcs.push(vc);
    circuit.phase = "moving";
    tally.grants++;
    const [low, high] = new Int32Array(Float64Array.of(time).buffer);
    tally.fingerprint = (tally.fingerprint + hashGrant(low ^ high, vc, source)) >>> 0;
    scheduleNext(circuit, time + hopTimes[channelOf(vc)], (time) => arriveBehindChannel(circuit, time));
  }

  /** A header has reached the other end of its channel. */
  function arriveBehindChannel(circuit: Circuit, time: number): void {
    const { packet, injectionTime } = circuit;
    const channel = lastChannel(circuit);
    count("sinceInjection", "windowSinceInjection", channel, time - injectionTime, time);
    if (head[channel] !== packet.destination) return requestChannel(circuit, head[channel], time);
    circuit.phase = "complete";
    tryBeginStream(packet.source, time);
  }

  /** If a terminal is not streaming, it starts with its complete circuit as soon as its memory is ready. */
  function tryBeginStream(terminal: number, time: number): void {
    const circuit = circuitsOf(terminal).find(({ phase }) => phase === "complete");
    if (circuit === undefined || streamOf(terminal) !== undefined) return;
    const [own, other] = [memories[channelsOf(circuit)[0]], memories[reverse[lastChannel(circuit)]]];
    const startStream = (time: number) => beginStream(circuit, time);
    if (isOnBus) {
      const turnaround = memoryCycles - busCycles;
      const from = Math.max(
        time,
        own.freeAt + (own.direction === "in" ? turnaround : 0),
        other.freeAt + (other.direction === "out" ? turnaround : 0),
      );
      [own.direction, other.direction] = ["out", "in"];
      own.freeAt = other.freeAt = from + busCycles;
      return from > time ? at(from, 1, terminal, startStream) : startStream(time);
    }
    const ready = own.freeAt - memoryCycles;
    if (ready > time) return at(ready, 1, terminal, (time) => tryBeginStream(terminal, time));
    for (const memory of [own, other]) memory.freeAt = Math.max(memory.freeAt, time) + memoryCycles;
    startStream(time);
  }

  /** Starts a stream and reassigns all rates. */
  function beginStream(circuit: Circuit, time: number): void {
    circuit.phase = "streaming";
    circuit.rateSince = time;
    streams.push(circuit);
    assignRates(time);
  }

  /** Phits of a stream that have been consumed by a time. */
  function phitsConsumedBy({ phitsBefore, rateSince, rate }: Circuit, time: number): number {
    return Math.min(phitsPerPacket, phitsBefore + Math.max(0, time - rateSince) * rate);
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
  function assignRates(time: number): void {
    const remaining = [
      ...rates.map((rate, channel) => (isTerminalChannel(channel) ? Math.min(rate, ports.oneWay) : rate)),
      ...groupCapacity,
    ];
    for (const stream of streams) {
      const uses = [...usesOf(stream)];
      const minimum = Math.min(...uses.map(([resource, count]) => remaining[resource] / count));
      const rate = minimum < minCapacity ? 0 : minimum;
      for (const [resource, count] of uses) remaining[resource] -= rate * count;
      // A stream that ends at this instant keeps its rate.
      if (rate !== stream.rate && stream.endTime > time) changeRate(stream, rate, time);
    }
  }

  /** Changes the rate of a stream, and schedules the time at which its tail leaves and its end. */
  function changeRate(circuit: Circuit, rate: number, time: number): void {
    circuit.phitsBefore = phitsConsumedBy(circuit, time);
    circuit.rateSince = time;
    circuit.rate = rate;
    circuit.endTime = rate === 0 ? Infinity : time + roundTime((phitsPerPacket - circuit.phitsBefore) / rate);
    if (rate === 0) return cancelEvent(circuit);
    if (circuit.hasTailLeft) return scheduleNext(circuit, circuit.endTime, (time) => endStream(circuit, time));
    const slowest = Math.min(...channelsOf(circuit).map((channel) => rates[channel]));
    const phitsUntilTail = Math.max(0, phitsPerPacket - headerTime(circuit) * slowest - circuit.phitsBefore);
    scheduleNext(circuit, Math.min(circuit.endTime, time + roundTime(phitsUntilTail / rate)), (time) => {
      circuit.hasTailLeft = true;
      scheduleNext(circuit, circuit.endTime, (time) => endStream(circuit, time));
      tryBeginCircuit(circuit.packet.source, time);
    });
  }

  /** The last phit of a packet has been consumed. */
  function endStream(circuit: Circuit, time: number): void {
    const { packet } = circuit;
    countConsumed(time);
    for (const channel of channelsOf(circuit))
      count("phits", "windowPhits", channel, phitsPerPacket - phitsConsumedBy(circuit, time), time);
    count(
      "sendingSoFar",
      "sendingCycles",
      packet.source,
      (phitsPerPacket - phitsConsumedBy(circuit, time)) / firstChannelRate(circuit),
      time,
    );
    streams = streams.filter((each) => each !== circuit);
    circuit.phase = "sent";
    const acknowledgementTime = rules.release === "sent" ? 0 : acknowledgement + headerTime(circuit);
    assignRates(time);
    scheduleNext(circuit, time + acknowledgementTime, (time) => release(circuit, time));
    tryBeginStream(packet.source, time);
  }

  /** Releases all channels of a circuit: first to headers that wait for them, then to the terminal's next packet. */
  function release({ number, pathVcs, packet }: Circuit, time: number): void {
    slots[number] = undefined;
    for (const vc of pathVcs) {
      for (let first = oldestWaiterFor(vc); first !== undefined && isFree(vc); first = oldestWaiterFor(vc)) takeVc(first, time);
    }
    tryBeginCircuit(packet.source, time);
  }

  /** The oldest header that waits for a virtual channel; by age classes of `ageClass` cycles, then by request. */
  function oldestWaiterFor(vc: number): Circuit | undefined {
    const age = ({ injectionTime }: Circuit) => (rules.ageClass > 0 ? Math.floor(injectionTime / rules.ageClass) : 0);
    return activeCircuits()
      .filter(({ phase, candidates }) => phase === "waiting" && candidates.includes(vc))
      .sort((a, b) => age(a) - age(b) || a.requestNumber - b.requestNumber)[0];
  }

  /** Adds the phits, waits and cycles since the last call to the columns, up to a time. */
  function countUntil(time: number): void {
    const from = countedUntil;
    countedUntil = time;
    if (time === from) return;
    for (const stream of streams) {
      for (const channel of channelsOf(stream))
        count("phits", "windowPhits", channel, phitsConsumedBy(stream, time) - phitsConsumedBy(stream, from), from);
    }
    for (const circuit of activeCircuits()) {
      if (circuit.phase === "waiting" && circuit.pathVcs.length > 0)
        count("waiting", "windowWaiting", lastChannel(circuit), time - from, from);
    }
    for (let terminal = 0; terminal < terminals; terminal++) {
      const stream = streamOf(terminal);
      if (stream !== undefined) {
        count(
          "sendingSoFar",
          "sendingCycles",
          terminal,
          (phitsConsumedBy(stream, time) - phitsConsumedBy(stream, from)) / firstChannelRate(stream),
          from,
        );
        count("blockedSoFar", "blockedCycles", terminal, (time - from) * Math.max(0, 1 - stream.rate / firstChannelRate(stream)), from);
      } else if (sourceQueues[terminal].length > 0 || circuitsOf(terminal).some(({ phase }) => phase !== "sent"))
        count("blockedSoFar", "blockedCycles", terminal, time - from, from);
    }
  }

  /** Counts all packets whose last phit is consumed by a time. */
  function countConsumed(by: number): void {
    const consumedCircuits = streams.filter(({ endTime, isConsumed }) => endTime <= by && !isConsumed);
    for (const circuit of consumedCircuits.sort((a, b) => a.endTime - b.endTime || a.number - b.number)) {
      const { packet, endTime, injectionTime, pathVcs } = circuit;
      const { source, destination, created, message } = packet;
      const latency = endTime - created;
      circuit.isConsumed = true;
      tally.delivered++;
      tally.lastArrival = Math.max(tally.lastArrival, endTime - 1);
      columns.acceptedSoFar[destination]++;
      if (endTime > window.start && endTime <= window.end) {
        tally.accepted++;
        columns.accepted[destination]++;
        const half = endTime <= (window.start + window.end) / 2 ? "FirstHalf" : "SecondHalf";
        tally[`count${half}`]++;
        tally[`latency${half}`] += latency;
      }
      if (created >= window.start && created < window.end) {
        tally.taggedDelivered++;
        tally.latency += latency;
        tally.networkLatency += endTime - injectionTime;
        tally.hops += pathVcs.length;
        tally.latencyMax = Math.max(tally.latencyMax, latency);
        columns.latencies[latencyBin(Math.floor(latency + 1e-6))]++;
        columns.arrivedFrom[source]++;
        columns.latencyFrom[source] += latency;
        if (terminals <= maxPairTerminals) {
          columns.flowPackets[source * terminals + destination]++;
          columns.flowLatency[source * terminals + destination] += latency;
        }
      }
      if (isMessageList && --packetsLeft[message] === 0) columns.messageDelivered[message] = endTime - 1;
    }
  }

  /** Whether some circuits wait only for virtual channels that are held by circuits of the same set, so that they wait forever. */
  function hasDeadlock(): boolean {
    let blockedCircuits = new Set(activeCircuits().filter(({ phase }) => phase === "waiting"));
    const holders = (vc: number) => activeCircuits().filter(({ pathVcs }) => pathVcs.includes(vc));
    for (let before = -1; before !== blockedCircuits.size;) {
      before = blockedCircuits.size;
      blockedCircuits = new Set(
        [...blockedCircuits].filter(({ candidates }) =>
          candidates.every((vc) => !isFree(vc) && holders(vc).every((each) => blockedCircuits.has(each))),
        ),
      );
    }
    return blockedCircuits.size > 0;
  }
}
