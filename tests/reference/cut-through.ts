/**
 * Virtual cut-through and store-and-forward, plainly: every cycle, every phit, nothing clever. It is what the engine is
 * held against, so it is written from the definition alone:
 *
 * - Each virtual channel (channel and class) ends in a queue of `queue` packets with a read port of its own. Each
 *   terminal has a source queue without end, whose first `injectionSlots` packets have a read port each. A packet has L
 *   phits.
 * - Each cycle: packets that are complete at their terminal are consumed; sources create; the packet at the front of
 *   each queue requests one output, seeing only what earlier cycles left; each free channel grants one of the requests
 *   whose next queue has room for a whole packet; every granted packet moves one phit.
 * - A grant reserves the place in the next queue at once. The channel, the read port and the place left behind are free
 *   again when the last phit has gone. A packet that has come to its destination needs no place in a queue.
 * - With store-and-forward, a packet requests only when all of it is there.
 * - A packet that enters a ring from outside needs room for two packets.
 * - Channels of a group are granted while fewer of them are in use than the group's capacity.
 * - With the selection `shared`, nothing is requested: `hand-out.ts` says who goes where.
 */
import { below, mix, streamKey } from "../../src/core/base/random.ts";
import type { CutThroughRules } from "../../src/core/flow-control/cut-through/rules.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import type { Status } from "../../src/core/simulation/frame.ts";
import { openAccount, type ReferenceResult, type Refusal } from "./account.ts";
import { type Packet, times } from "./creation.ts";
import { type Front, leastBy, leastFullOf, openRounds } from "./hand-out.ts";
import { openSourceQueues } from "./source-queue.ts";

/** A packet in a queue, from the grant that reserves its place until its last phit has left. */
interface Stay {
  readonly packet: Packet;
  /** Channel by which it came; −1 in a source queue. */
  readonly channel: number;
  /** Cycle from which it may ask for the next channel, if it is at the front. */
  readonly ready: number;
  phitsIn: number;
  phitsOut: number;
  /** The routing's state of the packet while it is here. */
  state: number;
  /** True until the routing has had its one chance to change the state of a packet behind its first channel. */
  toAdapt: boolean;
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

interface Waiting extends Front {
  readonly stay: Stay;
}

interface Request {
  /** Number of the queue that asks: channel × classes + class; after those, injection slot × terminals + terminal. */
  readonly queue: number;
  readonly stay: Stay;
  /** Channel × classes + class. */
  readonly output: number;
}

/** Runs a plan to its end, or for `cycleLimit` cycles. */
export function simulateReference(rules: CutThroughRules, plan: Plan, cycleLimit = Infinity): ReferenceResult {
  const { network, packetPhits, routing, seed } = plan;
  const { classes } = routing;
  const { terminals, tail, head } = network;
  const channels = head.length;
  const virtualChannels = channels * classes;
  const selectionKey = streamKey(seed, "selection");
  const arbitrationKey = streamKey(seed, "arbitration");

  /** Input queues by virtual channel, then injection slots, of one packet each: all terminals' first, then all second. */
  const queues: Stay[][] = times(virtualChannels + rules.injectionSlots * terminals, () => []);
  /** The rest of each terminal's source queue. */
  const backlog = openSourceQueues(plan);
  /** Packets on their last channel. */
  let arriving: Stay[] = [];
  const transferOf: (Transfer | undefined)[] = times(channels, () => undefined);
  const lastServed: number[] = times(channels, () => -1);
  const channelOf = (id: number) => Math.floor(id / classes);
  /** Node at which a queue stands. */
  const nodeOf = (queue: number) => (queue < virtualChannels ? head[channelOf(queue)] : (queue - virtualChannels) % terminals);
  const isInjection = (queue: number) => queue >= virtualChannels || tail[channelOf(queue)] < terminals;
  const phitsIn = (id: number) => queues[id].reduce((sum, stay) => sum + stay.phitsIn - stay.phitsOut, 0);
  const phitsBehind = (channel: number) => times(classes, (i) => phitsIn(channel * classes + i)).reduce((a, b) => a + b, 0);

  const account = openAccount(plan);
  const handOut = openRounds(rules, plan);
  let t = 0;
  let status: Status = "running";
  let refused: readonly Refusal[] = [];
  while (status === "running" && t < cycleLimit) {
    consume();
    for (const packet of account.create(t)) backlog.add(packet);
    fillSlots();
    const requests = rules.selection === "shared" ? share() : request();
    if (rules.selection !== "shared") grant(requests);
    refused = requests.filter(({ stay }) => !stay.leaving).map(refusal);
    account.queued((channel) => times(classes, (i) => queues[channel * classes + i].length).reduce((a, b) => a + b, 0));
    countSenders();
    move();
    t++;
    status = account.judge(t, hasStuck);
  }
  return account.result(status, t, refused);

  /** Free injection slots take the next packets there are, the first slot first. */
  function fillSlots(): void {
    for (let queue = virtualChannels; queue < queues.length; queue++) {
      if (queues[queue].length > 0) continue;
      const begun = backlog.take(nodeOf(queue));
      if (begun === undefined) continue;
      // All of it is there at once.
      const whole = { phitsIn: packetPhits, phitsOut: 0 };
      const { created: ready } = begun.packet;
      queues[queue].push({ ...begun, channel: -1, ready, ...whole, toAdapt: false, kept: undefined, leaving: false });
    }
  }

  /** Packets whose last phit reached their terminal in the cycle before are consumed. */
  function consume(): void {
    const complete = arriving.filter(({ phitsIn }) => phitsIn === packetPhits);
    arriving = arriving.filter((stay) => !complete.includes(stay));
    for (const { packet } of complete) account.consume(packet, t);
  }

  /** Whether a channel is free and its group has capacity left, as earlier cycles left them. */
  function isFree(channel: number): boolean {
    return transferOf[channel] === undefined && capacityLeft(network.group[channel]) > 0;
  }

  /** Channels of a group that may still be granted; without end for channels of no group. */
  function capacityLeft(group: number): number {
    if (group < 0) return Infinity;
    const busy = transferOf.filter((transfer, channel) => transfer !== undefined && network.group[channel] === group);
    return Math.floor(network.groupCapacity[group]) - busy.length;
  }

  /** Whether the queue behind an output takes one more packet, this one, from this queue. */
  function hasRoom(output: number, { packet }: Stay, queue: number): boolean {
    if (head[channelOf(output)] === packet.destination) return true;
    const ring = routing.rings?.[output] ?? -1;
    const entersRing = ring >= 0 && (queue >= virtualChannels || routing.rings?.[queue] !== ring);
    return queues[output].length + (entersRing ? 2 : 1) <= rules.queue;
  }

  /** Whether the packet at the front has come far enough to ask, and has not been given a channel yet. */
  function mayAsk({ phitsIn, leaving }: Stay): boolean {
    return !leaving && phitsIn >= (rules.storeAndForward ? packetPhits : 1);
  }

  /** What the front packet of each queue asks for, in order of the queues. */
  function request(): Request[] {
    const requests: Request[] = [];
    queues.forEach((stays, queue) => {
      const stay = stays[0];
      if (stay === undefined || !mayAsk(stay)) return;
      adaptFirst(stay, queue);
      const output = select(stay, queue);
      if (output !== undefined) requests.push({ queue, stay, output });
    });
    return requests;
  }

  function adaptFirst(stay: Stay, queue: number): void {
    if (!stay.toAdapt) return;
    stay.toAdapt = false;
    stay.state = routing.adapt?.(nodeOf(queue), stay.packet.destination, stay.state, phitsBehind) ?? stay.state;
  }

  /** Hands channels out to the front packets of all queues; every output of theirs is a request. */
  function share(): Request[] {
    const waiting: Waiting[] = [];
    queues.forEach((stays, queue) => {
      const stay = stays[0];
      if (stay === undefined || !mayAsk(stay)) return;
      adaptFirst(stay, queue);
      const { created } = stay.packet;
      waiting.push({ queue, node: nodeOf(queue), isInjection: isInjection(queue), created, candidates: candidatesOf(stay, queue), stay });
    });
    const isOpen = (output: number, { stay, queue }: Waiting) => isFree(channelOf(output)) && hasRoom(output, stay, queue);
    const give = (output: number, { stay, queue }: Waiting) => begin({ queue, stay, output });
    handOut(waiting, { phitsIn, isOpen, give }, t);
    return waiting.flatMap(({ candidates, queue, stay }) => candidates.map((output) => ({ queue, stay, output })));
  }

  /** Every output the routing allows. */
  function candidatesOf({ packet, state }: Stay, queue: number): number[] {
    const written = new Int32Array(routing.maxCandidates);
    return [...written.subarray(0, routing.route(nodeOf(queue), packet.destination, state, written))];
  }

  /** The output that the selection rule names; none when it wants a free one and there is none. */
  function select(stay: Stay, queue: number): number | undefined {
    const candidates = candidatesOf(stay, queue);
    const available = candidates.filter((id) => isFree(channelOf(id)) && hasRoom(id, stay, queue));
    // Where there are escapes, what is closed is waited for only when all is: it may be closed for ever.
    const mayHelp = (open: readonly number[], all: readonly number[]) => (routing.escape !== undefined && open.length > 0 ? open : all);
    const any = (ids: readonly number[]) => ids[below(mix(selectionKey, t, queue), ids.length)];
    const oneOf = (best: readonly number[]) => (rules.ties === "first" ? best[0] : any(best));
    const leastFull = (ids: readonly number[]) => oneOf(leastBy(ids, phitsIn));
    switch (rules.selection) {
      case "shared":
        throw new Error("nothing is requested");
      case "most-credits":
        return oneOf(
          leastFullOf(
            mayHelp(
              candidates.filter((id) => hasRoom(id, stay, queue)),
              candidates,
            ),
            classes,
            phitsIn,
          ),
        );
      case "queue-credits":
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

  function refusal({ output, stay: { packet, channel: cameBy, ready } }: Request): Refusal {
    const { source, destination, created } = packet;
    return { channel: channelOf(output), source, destination, cameBy, cycle: cameBy === -1 ? created : ready };
  }

  /** Each free channel grants one of the requests whose next queue has room, as far as its group's capacity goes. */
  function grant(requests: readonly Request[]): void {
    const winners: Request[] = [];
    const asked = new Set(requests.map(({ output }) => channelOf(output)));
    for (const channel of times(channels, (c) => c).filter((each) => asked.has(each) && isFree(each))) {
      const eligible = requests.filter(({ output, stay, queue }) => channelOf(output) === channel && hasRoom(output, stay, queue));
      const fromNetwork = eligible.filter(({ queue }) => !isInjection(queue));
      const served = rules.priority === "network-first" && fromNetwork.length > 0 ? fromNetwork : eligible;
      if (served.length > 0) winners.push(arbitrate(channel, served));
    }
    const groupOf = ({ output }: Request) => network.group[channelOf(output)];
    const granted = winners.filter((winner) => groupOf(winner) < 0);
    network.groupCapacity.forEach((_, group) => {
      const inGroup = winners.filter((winner) => groupOf(winner) === group);
      const left = capacityLeft(group);
      const first = inGroup.length > left ? below(mix(arbitrationKey, t, ~group), inGroup.length) : 0;
      granted.push(...[...inGroup.slice(first), ...inGroup.slice(0, first)].slice(0, left));
    });
    for (const each of granted) begin(each);
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

  /** A granted packet takes the channel and its place in the next queue. */
  function begin({ queue, stay, output }: Request): void {
    const { packet } = stay;
    const channel = channelOf(output);
    const ready = t + (rules.storeAndForward ? packetPhits : 1);
    const state = routing.next?.(nodeOf(queue), packet.destination, stay.state, output) ?? stay.state;
    const toAdapt = packet.hops === 0;
    const to = { packet, channel, ready, phitsIn: 0, phitsOut: 0, state, toAdapt, kept: undefined, leaving: false };
    stay.leaving = true;
    (head[channel] === packet.destination ? arriving : queues[output]).push(to);
    transferOf[channel] = { channel, from: stay, queueLeft: queues[queue], to };
    lastServed[channel] = queue;
    packet.hops++;
    if (stay.channel === -1) account.inject(packet, t);
    else account.waited(stay.channel, t - stay.ready, t);
    account.cross(packet, channel, t);
    account.grant(packet, channel, output, t);
  }

  /** What each terminal does in this cycle: it sends packets of its own, or has some that wait, or neither. */
  function countSenders(): void {
    for (let s = 0; s < terminals; s++) {
      const sends = transferOf.some((transfer) => transfer?.from.channel === -1 && transfer.from.packet.source === s);
      const slots = times(rules.injectionSlots, (i) => queues[virtualChannels + i * terminals + s]).flat();
      const waits = backlog.hasSome(s) || slots.some(({ leaving }) => !leaving);
      account.terminal(s, sends, waits, t);
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
      account.phit(channel, t);
      if (from.phitsOut < packetPhits) continue;
      if (queueLeft.shift() !== from) throw new Error(`a packet overtook another at node ${tail[channel]}`);
      transferOf[channel] = undefined;
    }
  }

  /**
   * Whether some packets can never move again, whatever else happens: the largest set of queues whose front packet has
   * no channel, and each of whose outputs has no room and leads into a queue of the set.
   */
  function hasStuck(): boolean {
    let stuck = new Set(times(queues.length, (queue) => queue).filter((queue) => queues[queue][0]?.leaving === false));
    for (let before = -1; before !== stuck.size;) {
      before = stuck.size;
      stuck = new Set([...stuck].filter((queue) => !mayEverGo(queue, stuck)));
    }
    return stuck.size > 0;
  }

  function mayEverGo(queue: number, stuck: ReadonlySet<number>): boolean {
    const stay = queues[queue][0];
    // Nobody knows yet what it will ask for.
    if (stay.toAdapt && routing.adapt !== undefined) return true;
    const candidates = rules.selection === "first" ? candidatesOf(stay, queue).slice(0, 1) : candidatesOf(stay, queue);
    const outputs = stay.kept === undefined ? candidates : [stay.kept];
    return outputs.some((output) => hasRoom(output, stay, queue) || !stuck.has(output));
  }
}
