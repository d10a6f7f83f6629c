/**
 * Virtual cut-through, plainly: every cycle, every phit, nothing clever. It is what the engine is held against, so it
 * is written from the definition alone:
 *
 * - Each virtual channel (channel and class) ends in a queue of `queue` packets with a read port of its own; each
 *   terminal has a source queue without end. A packet has L phits.
 * - Each cycle: packets that are complete at their terminal are consumed; sources create; the packet at the front of
 *   each queue requests one output, seeing only what earlier cycles left; each free channel grants one of the requests
 *   whose next queue has room for a whole packet; every granted packet moves one phit.
 * - A grant reserves the slot in the next queue at once. The channel, the read port and the slot left behind are free
 *   again when the last phit has gone.
 */
import { below, mix, streamKey, trace } from "../../src/core/base/random.ts";
import type { CutThroughRules } from "../../src/core/flow-control/cut-through-engine.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { type ColumnName, latencyBin, latencyBins, type scalar } from "../../src/core/simulation/frame.ts";
import { type Packet, startCreating, times } from "./creation.ts";

/** What the reference counts, under the names that the frame gives to the same numbers. */
export interface ReferenceResult {
  /** False when the cycle limit came before the end of the run. */
  readonly finished: boolean;
  readonly scalars: Readonly<Partial<Record<keyof typeof scalar, number>>>;
  readonly columns: Readonly<Partial<Record<ColumnName, readonly number[]>>>;
}

/** A packet in a queue, from the grant that reserves its slot until its last phit has left. */
interface Stay {
  readonly packet: Packet;
  /** Channel by which it came; −1 in a source queue. */
  readonly channel: number;
  /** Cycle from which the header is here. */
  readonly arrival: number;
  phitsIn: number;
  phitsOut: number;
  /** The output it keeps asking for, under rules that choose once. */
  kept: number | undefined;
  /** True once an output has been granted. */
  leaving: boolean;
}

/** A packet on its way over a channel. */
interface Transfer {
  readonly channel: number;
  readonly from: Stay;
  readonly queueLeft: Stay[];
  readonly to: Stay;
}

interface Request {
  /** Number of the queue that asks: channel × classes + class, source queues after all of those. */
  readonly queue: number;
  readonly stay: Stay;
  /** Channel × classes + class. */
  readonly output: number;
}

/**
 * Runs a plan to its end, or for `cycleLimit` cycles.
 * @param cycleLimit a run that deadlocks ends nowhere else
 */
export function simulateReference(rules: CutThroughRules, plan: Plan, cycleLimit = Infinity): ReferenceResult {
  const { network, demand, packetPhits, window, seed } = plan;
  const { classes, route } = plan.routing;
  const { terminals, tail, head } = network;
  const channels = head.length;
  const virtualChannels = channels * classes;
  const selectionKey = streamKey(seed, "selection");
  const arbitrationKey = streamKey(seed, "arbitration");

  /** Input queues by virtual channel, then source queues by terminal. Queues that enter terminals have no bound. */
  const queues: Stay[][] = times(virtualChannels + terminals, () => []);
  const transferOf: (Transfer | undefined)[] = times(channels, () => undefined);
  const lastServed: number[] = times(channels, () => -1);
  const channelOf = (id: number) => Math.floor(id / classes);
  const entersTerminal = (channel: number) => head[channel] < terminals;
  const isFree = (channel: number) => transferOf[channel] === undefined;
  const hasRoom = (id: number) => entersTerminal(channelOf(id)) || queues[id].length < rules.queue;
  const occupancy = (id: number) =>
    entersTerminal(channelOf(id)) ? 0 : queues[id].reduce((sum, stay) => sum + stay.phitsIn - stay.phitsOut, 0);

  const create = startCreating(plan);
  let toArrive = demand.form === "messages" ? demand.packets.reduce((sum, packets) => sum + packets, 0) : 0;
  let fingerprint = 0;
  const tally = {
    injected: 0,
    delivered: 0,
    tagged: 0,
    taggedDelivered: 0,
    latency: 0,
    networkLatency: 0,
    hops: 0,
    latencyMax: 0,
    accepted: 0,
    latencyFirstHalf: 0,
    countFirstHalf: 0,
    latencySecondHalf: 0,
    countSecondHalf: 0,
    lastArrival: -1,
    grants: 0,
  };
  const perChannel = () => times(channels, () => 0);
  const perTerminal = () => times(terminals, () => 0);
  const messages = demand.form === "messages" ? demand.source.length : 0;
  const columns = {
    phits: perChannel(),
    waiting: perChannel(),
    sinceInjection: perChannel(),
    windowPhits: perChannel(),
    windowWaiting: perChannel(),
    windowSinceInjection: perChannel(),
    queued: perChannel(),
    accepted: perTerminal(),
    sent: perTerminal(),
    created: perTerminal(),
    latencies: times(latencyBins, () => 0),
    messageInjected: times(messages, () => -1),
    messageDelivered: times(messages, () => -1),
  };
  const packetsLeft = demand.form === "messages" ? [...demand.packets] : [];

  let t = 0;
  while (!ended() && t < cycleLimit) {
    consume();
    for (const packet of create(t)) enter(packet);
    grant(request());
    countQueued();
    move();
    t++;
  }
  return { finished: ended(), scalars: { now: t, fingerprint, ...tally }, columns };

  function inWindow(cycle: number): boolean {
    return cycle >= window.start && cycle < window.end;
  }

  function ended(): boolean {
    if (demand.form === "messages") return toArrive === 0;
    return t >= window.limit || (t >= window.end && toArrive === 0);
  }

  /** A new packet joins its terminal's source queue, all of it. */
  function enter(packet: Packet): void {
    const stay = { packet, channel: -1, arrival: t, phitsIn: packetPhits, phitsOut: 0, kept: undefined, leaving: false };
    queues[virtualChannels + packet.source].push(stay);
    if (!inWindow(packet.created)) return;
    tally.tagged++;
    columns.created[packet.source]++;
    if (demand.form === "open-loop") toArrive++;
  }

  /** Packets whose last phit reached a terminal in the cycle before are consumed. */
  function consume(): void {
    for (let id = 0; id < virtualChannels; id++) {
      const channel = channelOf(id);
      if (!entersTerminal(channel) || queues[id][0]?.phitsIn !== packetPhits) continue;
      const { packet } = queues[id].shift() as Stay;
      const latency = t - packet.created + 1;
      tally.delivered++;
      tally.lastArrival = t;
      if (inWindow(t)) {
        tally.accepted++;
        columns.accepted[head[channel]]++;
        const half = t < (window.start + window.end) / 2 ? "FirstHalf" : "SecondHalf";
        tally[`latency${half}`] += latency;
        tally[`count${half}`]++;
      }
      if (inWindow(packet.created)) {
        toArrive--;
        tally.taggedDelivered++;
        tally.latency += latency;
        tally.networkLatency += t - packet.injected + 1;
        tally.hops += packet.hops;
        tally.latencyMax = Math.max(tally.latencyMax, latency);
        columns.latencies[latencyBin(latency)]++;
      }
      if (packet.message >= 0 && --packetsLeft[packet.message] === 0) columns.messageDelivered[packet.message] = t;
    }
  }

  /** What the front packet of each queue asks for. */
  function request(): Request[] {
    const requests: Request[] = [];
    queues.forEach((stays, queue) => {
      const stay = stays[0];
      if (stay === undefined || stay.leaving || stay.phitsIn === 0) return;
      if (queue < virtualChannels && entersTerminal(channelOf(queue))) return;
      const at = queue < virtualChannels ? head[channelOf(queue)] : queue - virtualChannels;
      const output = select(stay, at, queue);
      if (output !== undefined) requests.push({ queue, stay, output });
    });
    return requests;
  }

  /** The output that the selection rule names; none when it wants a free one and there is none. */
  function select(stay: Stay, at: number, queue: number): number | undefined {
    const written = new Int32Array(plan.routing.maxCandidates);
    const candidates = [...written.subarray(0, route(at, stay.packet.destination, 0, written))];
    const available = candidates.filter((id) => isFree(channelOf(id)) && hasRoom(id));
    const any = (ids: readonly number[]) => ids[below(mix(selectionKey, t, queue), ids.length)];
    const leastFull = (ids: readonly number[]) => {
      const least = Math.min(...ids.map(occupancy));
      const best = ids.filter((id) => occupancy(id) === least);
      return rules.ties === "first" ? best[0] : any(best);
    };
    switch (rules.selection) {
      case "most-credits":
        return leastFull(candidates);
      case "best-free":
        return leastFull(available);
      case "sticky":
        return (stay.kept ??= leastFull(candidates));
      case "first":
        return candidates[0];
      case "random":
        return any(available);
      case "oblivious":
        return (stay.kept ??= any(candidates));
    }
  }

  /** Each free channel grants one of the requests whose next queue has room. */
  function grant(requests: readonly Request[]): void {
    const free = times(channels, (channel) => channel).filter(isFree);
    for (const channel of free) {
      const eligible = requests.filter(({ output }) => channelOf(output) === channel && hasRoom(output));
      if (eligible.length > 0) begin(channel, arbitrate(channel, eligible));
    }
  }

  /** @param requests at least one, in order of their queues */
  function arbitrate(channel: number, requests: readonly Request[]): Request {
    switch (rules.arbitration) {
      case "random":
        return requests[below(mix(arbitrationKey, t, channel), requests.length)];
      case "round-robin":
        return requests.find(({ queue }) => queue > lastServed[channel]) ?? requests[0];
      case "oldest-first": {
        const oldest = Math.min(...requests.map(({ stay }) => stay.packet.created));
        return requests.find(({ stay }) => stay.packet.created === oldest) as Request;
      }
    }
  }

  /** A granted packet takes the channel and its slot in the next queue. */
  function begin(channel: number, { queue, stay, output }: Request): void {
    const { packet } = stay;
    const arrival = t + 1;
    const to = { packet, channel, arrival, phitsIn: 0, phitsOut: 0, kept: undefined, leaving: false };
    stay.leaving = true;
    queues[output].push(to);
    transferOf[channel] = { channel, from: stay, queueLeft: queues[queue], to };
    lastServed[channel] = queue;
    packet.hops++;
    if (stay.channel === -1) {
      packet.injected = t;
      tally.injected++;
      if (inWindow(t)) columns.sent[packet.source]++;
      if (packet.message >= 0 && columns.messageInjected[packet.message] === -1) columns.messageInjected[packet.message] = t;
    } else {
      columns.waiting[stay.channel] += t - stay.arrival;
      if (inWindow(t)) columns.windowWaiting[stay.channel] += t - stay.arrival;
    }
    columns.sinceInjection[channel] += arrival - packet.injected;
    if (inWindow(t)) columns.windowSinceInjection[channel] += arrival - packet.injected;
    tally.grants++;
    fingerprint = (fingerprint + trace(t, output, packet.source)) % 2 ** 32;
  }

  /** Packets that hold a slot behind each channel in this cycle. */
  function countQueued(): void {
    columns.queued.fill(0);
    for (let id = 0; id < virtualChannels; id++) {
      if (!entersTerminal(channelOf(id))) columns.queued[channelOf(id)] += queues[id].length;
    }
  }

  /** One phit over every channel that is in use. */
  function move(): void {
    for (const transfer of transferOf) {
      if (transfer === undefined) continue;
      const { channel, from, queueLeft, to } = transfer;
      from.phitsOut++;
      to.phitsIn++;
      if (from.phitsOut > from.phitsIn) throw new Error(`a phit left node ${tail[channel]} before it had come`);
      columns.phits[channel]++;
      if (inWindow(t)) columns.windowPhits[channel]++;
      if (from.phitsOut < packetPhits) continue;
      if (queueLeft.shift() !== from) throw new Error(`a packet overtook another at node ${tail[channel]}`);
      transferOf[channel] = undefined;
    }
  }
}
