/**
 * Reference simulator of virtual cut-through and store-and-forward, cycle by cycle and phit by phit. The engines must reproduce it exactly,
 * so it is written from the definition alone:
 *
 * - Each virtual channel (channel and class) ends in a queue of `queue` packets with its own read port. Each terminal has an unbounded
 * source queue; its first `injectionSlots` packets have a read port each. A packet has L phits.
 * - Each cycle: complete packets are consumed at their terminals; sources create packets; the packet at the head of each queue requests one
 * output, knowing only the state at the end of the previous cycle; each free channel grants one of the requests whose next queue has a
 * credit for a whole packet.
 * - A grant takes the credit of the next queue immediately. A packet at its destination needs no credit.
 * - With store-and-forward, a packet requests only after its last phit has arrived.
 * - A packet that enters a ring from outside needs two credits (bubble flow control).
 * - Channels of a group are granted while fewer of them are in use than the group's capacity.
 * - With the selection `shared` there are no requests: `maximal-matching.ts` allocates the outputs.
 *
 * Links. A channel of rate r and length d that is granted in cycle t begins at s = max(t, the time at which it is free) and has carried the
 * last phit at e = s + L/r. It may be granted again in the cycle that contains e, or that begins at e. From that cycle on, the next packet
 * of the same input queue may request, too. The header is at the other end in cycle ceil(s + 1/r) + d, the whole packet in cycle ceil(e) +
 * d. A packet requests only when it would not run dry on the fastest channel that it may take. Its credit is free from cycle ceil(e) on;
 * the upstream side learns of it after the length of the upstream channel, and at a switch after `creditDelay` more cycles. All decisions
 * use the queue lengths that the upstream side knows.
 *
 * Switches. A header requests `pipeline` cycles after its arrival.
 * - `speedup`: at most this number of packets leave an input channel at the same time, counted over all its queues.
 * - `outputBuffer`: a packet first crosses the switch to a buffer of its output, by the same rules. The `speedup` phits per cycle of an
 * input channel, and of an output channel, are divided among as many crossbar paths as it has virtual channels, but at most `speedup`;
 * without speed-up each virtual channel has a path of one phit per cycle. Phits cross at the rate of a path, or as they arrive. Crossing
 * takes no additional cycle, so the header may request the link immediately, unless the packet would run dry there. The buffers of the
 * virtual channels are served round-robin. (CAMINOS 0.6.3 does the same if there are as many virtual channels as `speedup`: each virtual
 * channel of an input passes one phit per cycle, and each buffer accepts one.)
 * - `virtual-output` and `output` queues: `output-queues.ts`. With virtual output queues, an input queue has `queue` credits for each
 * output channel of its switch, in one common pool.
 */
import { below, mix, streamKey } from "../../src/core/base/random.ts";
import type { CutThroughRules } from "../../src/core/flow-control/cut-through/rules.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { plainSwitch } from "../../src/core/plan/switches.ts";
import type { Status } from "../../src/core/simulation/frame.ts";
import { openAccount, type ReferenceResult, type Refusal } from "./account.ts";
import { type Packet, times } from "./creation.ts";
import { type Front, leastBy, leastFullOf, openRounds } from "./hand-out.ts";
import { openOutputQueues } from "./output-queues.ts";
import { openSourceQueues } from "./source-queue.ts";

/** A packet in a queue or buffer, from the grant that takes its credit until the credit is back. */
interface Stay {
  readonly packet: Packet;
  /** Channel by which it arrived; −1 in a source queue. */
  readonly channel: number;
  /** Cycle from which it may request the next channel, if it is at the head and would not run dry. */
  readonly ready: number;
  /** The value of `ready` in the input queue, also after the packet has crossed to an output buffer. */
  readonly since: number;
  /** The transfer by which it arrives; undefined at a source. */
  readonly into: Movement | undefined;
  /** The transfer by which it leaves, once an output has been granted. */
  out: Movement | undefined;
  /** The routing state of the packet while it is here. */
  state: number;
  /** True until the routing has made its injection decision behind the packet's first channel. */
  toAdapt: boolean;
  /** True once it has requested an output. */
  asks: boolean;
  /** The output that it keeps requesting, under selections that choose once. */
  kept: number | undefined;
  /** The cycle in which it joined the queue of that output, if queues are by outputs. */
  joined: number;
}

/** The transfer of all phits of a packet, one after another, over a channel or through a switch. */
interface Course {
  /** Begin of the first phit in time units; a cycle has `perCycle` units, and a phit takes `perPhit` units. */
  readonly begin: number;
  readonly perCycle: number;
  readonly perPhit: number;
  /** Cycles from one end to the other. */
  readonly delay: number;
  /** The transfer that supplies the phits, if each phit goes on as soon as it has arrived. */
  readonly after: Movement | undefined;
}

/**
 * A transfer with the cycle from which its channel or crossbar path may be used again, and the first cycle in which none of its phits is
 * left to begin.
 */
interface Movement extends Course {
  readonly free: number;
  readonly end: number;
}

interface Waiting extends Front {
  readonly stay: Stay;
}

/** A packet in the queue of an output. */
type Joining = Waiting & Request & { readonly joined: number };

interface Request {
  /** Number of the requesting queue: channel × vcClasses + class; after those, injection slot × terminals + terminal. */
  readonly queue: number;
  readonly stay: Stay;
  /** Channel × vcClasses + class. */
  readonly output: number;
}

/** Runs a plan to its end, or for `cycleLimit` cycles. */
export function simulateReference(rules: CutThroughRules, plan: Plan, cycleLimit = Infinity): ReferenceResult {
  const { network, packetPhits, routing, seed, links, switches = plainSwitch } = plan;
  const { classes } = routing;
  const { terminals, tail, head } = network;
  const channels = head.length;
  const virtualChannels = channels * classes;
  const selectionKey = streamKey(seed, "selection");
  const arbitrationKey = streamKey(seed, "arbitration");
  const { speedup } = switches;
  /** Packets per output buffer; crossbar paths into the buffers of a channel; phits per cycle of a crossbar path, as a fraction. */
  const bufferPlaces = Math.floor(switches.outputBuffer / packetPhits);
  const crossingWays = speedup === 0 ? classes : Math.min(speedup, classes);
  const crossingRate = speedup === 0 ? ([1, 1] as const) : ([speedup, crossingWays] as const);
  /** Maximum number of packets that leave an input channel at the same time; 0 for one per virtual channel. */
  const atOnce = switches.queues === "virtual-output" ? Math.max(1, speedup) : speedup;
  const waysOut = switches.queues === "output" ? Infinity : bufferPlaces > 0 ? Math.min(atOnce || classes, classes) : atOnce || classes;

  /**
   * Input queues by virtual channel; then the injection slots of one packet each, first slots of all terminals first, then second slots.
   */
  const queues: Stay[][] = times(virtualChannels + rules.injectionSlots * terminals, () => []);
  /** [virtual channel] The output buffer before its channel. */
  const buffers: Stay[][] = times(virtualChannels, () => []);
  /** The rest of each terminal's source queue. */
  const backlog = openSourceQueues(plan);
  /** Packets on their last channel, with the cycle in which they are complete. */
  let arriving: { readonly packet: Packet; readonly complete: number }[] = [];
  /** The transfers on each channel, the last transfer of each channel, and the last transfer through a switch to each virtual channel. */
  const under: { readonly movement: Movement; readonly source: number }[][] = times(channels, () => []);
  const last: (Movement | undefined)[] = times(channels, () => undefined);
  const crossing: (Movement | undefined)[] = times(virtualChannels, () => undefined);
  const lastServed: number[] = times(channels + virtualChannels, () => -1);
  const lastBuffer: number[] = times(channels, () => -1);
  /** Buffer for the candidates that the routing writes. */
  const written = new Int32Array(routing.maxCandidates);
  const channelOf = (id: number) => Math.floor(id / classes);
  const perCycleOf = (channel: number) => links?.perCycle[channel] ?? 1;
  const perPhitOf = (channel: number) => links?.perPhit[channel] ?? 1;
  const delayOf = (channel: number) => links?.delay[channel] ?? 0;
  const isSwitch = (node: number) => node >= terminals;
  /** The node of a queue. */
  const nodeOf = (queue: number) => (queue < virtualChannels ? head[channelOf(queue)] : (queue - virtualChannels) % terminals);
  const isInjection = (queue: number) =>
    queue >= virtualChannels || (tail[channelOf(queue)] < terminals && head[channelOf(queue)] >= terminals);
  const hasBuffers = (channel: number) => bufferPlaces > 0 && isSwitch(tail[channel]);
  /**
   * The arbiter that grants requests for an output: that of its channel, or, with a number beyond all channels, that of its output buffer.
   */
  const portOf = (output: number) => (hasBuffers(channelOf(output)) ? channels + output : channelOf(output));
  /** Whether the packets of a queue join queues of their outputs as soon as they may request. */
  const isByOutput = (queue: number) => switches.queues !== "input" && isSwitch(nodeOf(queue));
  /** Cycles until the upstream side of a channel knows that a packet has left the queue behind it. */
  const creditsOf = (channel: number) => delayOf(channel) + (isSwitch(head[channel]) ? switches.creditDelay : 0);

  const account = openAccount(plan);
  const handOut = openRounds(rules, plan);
  const outputQueues = switches.queues === "input" ? undefined : openOutputQueues(plan, switches);
  let t = 0;
  let status: Status = "running";
  let refused: readonly Refusal[] = [];
  while (status === "running" && t < cycleLimit) {
    consume();
    for (const packet of account.create(t)) backlog.add(packet);
    makeRoom();
    fillSlots();
    const requests = rules.selection === "shared" ? share() : [...grant(request())];
    if (bufferPlaces > 0) requests.push(...send());
    refused = requests.filter(({ stay }) => stay.out === undefined).map(refusal);
    countSenders();
    move();
    t++;
    status = account.judge(t, hasStuck);
  }
  // Queue lengths are those of the last cycle.
  t--;
  account.queued((channel) => times(classes, (i) => queues[channel * classes + i].filter(isThere).length).reduce((a, b) => a + b, 0));
  return account.result(status, t + 1, refused);

  /** Whether a packet still occupies its buffer, whatever the upstream side knows. */
  function isThere({ out }: Stay): boolean {
    return out === undefined || out.end > t;
  }

  /** Phits that a transfer has moved by the beginning of a cycle, wherever they are by then. */
  function broughtBy(movement: Movement | undefined, cycle: number): number {
    if (movement === undefined) return 0;
    const { begin, perCycle, perPhit, after } = movement;
    const phits = Math.min(packetPhits, Math.max(0, Math.floor((cycle * perCycle - begin) / perPhit)));
    if (after === undefined) return phits;
    return times(phits, (k) => passed(movement, k)).filter(([parts, of]) => parts <= cycle * of).length;
  }

  /** The time at which phit `k` of a transfer has passed its beginning, as a fraction of cycles: [numerator, denominator]. */
  function passed({ begin, perCycle, perPhit, after }: Course, k: number): readonly [number, number] {
    const parts = begin + (k + 1) * perPhit;
    if (after === undefined) return [parts, perCycle];
    const [before, of] = passed(after, k);
    const later = (before + after.delay * of) * perCycle + perPhit * of;
    return [Math.max(parts * of, later), perCycle * of];
  }

  /**
   * Phits of packets in a queue or buffer, as the upstream side knows them, which learns of departures `later` cycles later. On a fast link
   * a phit may have left before the whole of it has crossed the switch; then it is no longer in the buffer.
   */
  function phitsOf(stays: readonly Stay[], later: number): number {
    return stays.reduce((sum, { into, out }) => sum + Math.max(0, broughtBy(into, t) - broughtBy(out, t - later)), 0);
  }

  /** Phits in the output buffer of a virtual channel, if there is one, and in the queue behind the channel. */
  function phitsIn(id: number): number {
    return phitsOf(buffers[id], 0) + phitsOf(queues[id], creditsOf(channelOf(id)));
  }

  function phitsBehind(channel: number): number {
    return times(classes, (i) => phitsIn(channel * classes + i)).reduce((a, b) => a + b, 0);
  }

  /** The time at which phit `k` can be sent on, as a fraction of cycles: [numerator, denominator]. */
  function there(movement: Movement, k: number): readonly [number, number] {
    const [parts, of] = passed(movement, k);
    const { after, delay, perCycle, perPhit } = movement;
    return [after === undefined ? parts + delay * of : parts - perPhit * (of / perCycle), of];
  }

  /** Completes a transfer with the cycles in which its resources are free and in which it ends. */
  function moving(course: Course): Movement {
    const [parts, of] = passed(course, packetPhits - 1);
    const end = Math.ceil(parts / of);
    return { ...course, free: course.after === undefined ? Math.floor(parts / of) : end, end };
  }

  /** Frees the credits that have returned in this cycle. */
  function makeRoom(): void {
    const goneIn = ({ out }: Stay, queue: number) => {
      if (out === undefined) return Infinity;
      return queue < virtualChannels ? out.end + creditsOf(channelOf(queue)) : out.free;
    };
    queues.forEach((stays, queue) => {
      if (stays.length > 0) queues[queue] = stays.filter((stay) => goneIn(stay, queue) > t);
    });
    buffers.forEach((stays, id) => {
      if (stays.length > 0) buffers[id] = stays.filter(isThere);
    });
  }

  /** Free injection slots take the next packets of the source queue, the first slot first. */
  function fillSlots(): void {
    for (let queue = virtualChannels; queue < queues.length; queue++) {
      if (queues[queue].length > 0) continue;
      const begun = backlog.take(nodeOf(queue));
      if (begun === undefined) continue;
      // All phits are available immediately.
      const { created: ready } = begun.packet;
      queues[queue].push({ ...begun, ...untouched, channel: -1, ready, since: ready, into: undefined, toAdapt: false });
    }
  }

  /** Consumes the packets whose last phit reached their terminal in the previous cycle. */
  function consume(): void {
    for (const { packet, complete } of arriving) if (complete === t) account.consume(packet, t);
    arriving = arriving.filter(({ complete }) => complete > t);
  }

  /** Whether a channel is free and its group has capacity left, at the end of the previous cycle. */
  function isFree(channel: number): boolean {
    return (last[channel]?.free ?? 0) <= t && capacityLeft(network.group[channel]) > 0;
  }

  /** Number of channels of a group that may still be granted; Infinity for channels without a group. */
  function capacityLeft(group: number): number {
    if (group < 0) return Infinity;
    const busy = last.filter((movement, channel) => movement !== undefined && movement.free > t && network.group[channel] === group);
    return Math.floor(network.groupCapacity[group]) - busy.length;
  }

  /** Whether a queue behind an output that holds `held` packets has `needed` free credits. Destinations always have. */
  function fits(held: number, output: number, { packet }: Stay, places: number): boolean {
    return head[channelOf(output)] === packet.destination || held + places <= placesBehind(channelOf(output));
  }

  /** Capacity, in packets, of each queue behind a channel. */
  function placesBehind(channel: number): number {
    const node = head[channel];
    return rules.queue * (switches.queues === "virtual-output" && isSwitch(node) ? network.firstOut[node + 1] - network.firstOut[node] : 1);
  }

  /** Credits that a packet needs: two to enter a ring, otherwise one. */
  function placesFor(output: number, queue: number): number {
    const ring = routing.rings?.[output] ?? -1;
    return ring >= 0 && (queue >= virtualChannels || routing.rings?.[queue] !== ring) ? 2 : 1;
  }

  /** Whether the next buffer or queue has the credits that a packet from this queue needs. */
  function hasRoom(output: number, stay: Stay, queue: number): boolean {
    if (hasBuffers(channelOf(output))) return buffers[output].length + placesFor(output, queue) <= bufferPlaces;
    return fits(queues[output].length, output, stay, placesFor(output, queue));
  }

  /** Whether an output could be granted to a packet in a queue now. */
  function isOpen(output: number, stay: Stay, queue: number): boolean {
    const channel = channelOf(output);
    const isIdle = hasBuffers(channel) ? mayCross(output) : isFree(channel);
    return isIdle && hasRoom(output, stay, queue) && waysLeft(queue) > 0;
  }

  /** Whether no other packet crosses to the buffer of a virtual channel, and its channel has a crossbar path left. */
  function mayCross(output: number): boolean {
    const first = output - (output % classes);
    const busy = times(classes, (i) => first + i).filter((id) => (crossing[id]?.free ?? 0) > t);
    return !busy.includes(output) && busy.length < crossingWays;
  }

  /** Number of packets that may still begin to leave an input channel, from any of its queues. */
  function waysLeft(queue: number): number {
    if (queue >= virtualChannels || !isSwitch(nodeOf(queue))) return Infinity;
    const first = queue - (queue % classes);
    return (
      waysOut -
      times(classes, (i) => queues[first + i].filter(({ out }) => out !== undefined && out.free > t).length).reduce((a, b) => a + b)
    );
  }

  /** The packet at the head of a queue or buffer; undefined while the previous packet is leaving. */
  function frontOf(stays: readonly Stay[]): Stay | undefined {
    if (stays.length === 0 || stays.some(({ out }) => out !== undefined && out.free > t)) return undefined;
    return stays.find(({ out }) => out === undefined);
  }

  /**
   * Whether a packet at the head of its queue may request: its header has arrived, and it would not run dry on any channel that it may
   * take.
   */
  function mayAsk(stay: Stay, queue: number): boolean {
    if (stay.asks) return true;
    if (t < stay.ready) return false;
    adaptFirst(stay, queue);
    const candidates = candidatesOf(stay, queue);
    const mayTake = rules.selection === "first" ? candidates.slice(0, 1) : candidates;
    stay.asks = mayTake.every((id) => hasBuffers(channelOf(id)) || t >= soonestOver(channelOf(id), stay.into));
    return stay.asks;
  }

  /** The first cycle in which a packet that arrives by this transfer may begin on a channel without running dry. */
  function soonestOver(channel: number, into: Movement | undefined): number {
    if (into === undefined) return 0;
    const [parts, of] = there(into, packetPhits - 1);
    // The last phit begins L − 1 phits after the first.
    const [p, q] = [perCycleOf(channel), perPhitOf(channel)];
    return Math.ceil((parts * p - (packetPhits - 1) * q * of) / (of * p));
  }

  /** Whether a packet decides again at the next switch. */
  function isUndecided(state: number): boolean {
    return (state & (routing.undecided ?? 0)) !== 0;
  }

  /** Makes the injection decision of a packet behind its first channel, once. */
  function adaptFirst(stay: Stay, queue: number): void {
    if (!stay.toAdapt) return;
    stay.toAdapt = false;
    stay.state = routing.adapt?.(nodeOf(queue), stay.packet.destination, stay.state, phitsBehind) ?? stay.state;
  }

  /** The requests of the queue heads, in the order of their queues. */
  function request(): Request[] {
    const requests: Request[] = [];
    queues.forEach((stays, queue) => {
      const stay = frontOf(stays);
      if (stay === undefined || !mayAsk(stay, queue)) return;
      const output = select(stay, queue);
      if (output !== undefined && waysLeft(queue) > 0) requests.push({ queue, stay, output });
    });
    return requests;
  }

  /** Allocates outputs to waiting packets by the maximal matching. Every candidate of a waiting packet counts as a request. */
  function share(): Request[] {
    const waiting: Waiting[] = [];
    queues.forEach((stays, queue) => {
      if (isByOutput(queue)) return;
      const stay = frontOf(stays);
      if (stay !== undefined && mayAsk(stay, queue)) waiting.push(waitingAt(stay, queue));
    });
    const give = (output: number, { stay, queue }: Waiting) => begin({ queue, stay, output });
    const mayGive = (output: number, { stay, queue }: Waiting) => isOpen(output, stay, queue);
    handOut(waiting, { phitsIn, isOpen: mayGive, give }, t);
    const requests = waiting.flatMap(({ candidates, queue, stay }) => candidates.map((output) => ({ queue, stay, output })));
    if (outputQueues === undefined) return requests;
    const joined = join();
    outputQueues<Joining>(joined, { isOpen: mayGive, give });
    return [...requests, ...joined];
  }

  /** A packet with the fields that the matching needs. */
  function waitingAt(stay: Stay, queue: number): Waiting {
    const { created } = stay.packet;
    return { queue, node: nodeOf(queue), isInjection: isInjection(queue), created, candidates: candidatesOf(stay, queue), stay };
  }

  /**
   * Packets in the queues of outputs. A packet that may request for the first time chooses its output as the selection `shared` does, free
   * or not.
   */
  function join(): Joining[] {
    return queues.flatMap((stays, queue) => {
      if (!isByOutput(queue)) return [];
      return stays
        .filter((stay) => stay.out === undefined && mayAsk(stay, queue))
        .map((stay) => {
          if (stay.kept === undefined) {
            const best = leastFullOf(candidatesOf(stay, queue), classes, phitsIn);
            stay.kept = rules.ties === "first" ? best[0] : best[below(mix(selectionKey, t, queue), best.length)];
            stay.joined = t;
          }
          return { ...waitingAt(stay, queue), output: stay.kept, joined: stay.joined };
        });
    });
  }

  /** All candidates that the routing allows. */
  function candidatesOf({ packet, state }: Stay, queue: number): number[] {
    return times(routing.route(nodeOf(queue), packet.destination, state, written), (i) => written[i]);
  }

  /** The output that the selection chooses; undefined if it needs a free output and there is none. */
  function select(stay: Stay, queue: number): number | undefined {
    const candidates = candidatesOf(stay, queue);
    const available = candidates.filter((id) => isOpen(id, stay, queue));
    // In routings with escape channels, a closed output is waited for only if all candidates are closed: it may stay closed forever.
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

  function refusal({ output, stay: { packet, channel: cameBy, since } }: Request): Refusal {
    const { source, destination, created } = packet;
    return { channel: channelOf(output), source, destination, cameBy, cycle: cameBy === -1 ? created : since };
  }

  /**
   * Each free channel, and each free output buffer, grants one of the requests that it has credits for, up to the capacity of its group.
   */
  function grant(requests: readonly Request[]): readonly Request[] {
    const winners: Request[] = [];
    const asked = [...new Set(requests.map(({ output }) => portOf(output)))].toSorted((a, b) => a - b);
    for (const port of asked) {
      const eligible = requests.filter(({ output, stay, queue }) => portOf(output) === port && isOpen(output, stay, queue));
      const fromNetwork = eligible.filter(({ queue }) => !isInjection(queue));
      const served = rules.priority === "network-first" && fromNetwork.length > 0 ? fromNetwork : eligible;
      if (served.length > 0) winners.push(arbitrate(port, served));
    }
    const groupOf = ({ output }: Request) => network.group[channelOf(output)];
    const granted = winners.filter((winner) => groupOf(winner) < 0);
    network.groupCapacity.forEach((_, group) => {
      const inGroup = winners.filter((winner) => groupOf(winner) === group);
      const left = capacityLeft(group);
      const first = inGroup.length > left ? below(mix(arbitrationKey, t, ~group), inGroup.length) : 0;
      granted.push(...[...inGroup.slice(first), ...inGroup.slice(0, first)].slice(0, left));
    });
    // There may be more winners from one input, or to one channel, than it has crossbar paths.
    for (const each of granted) if (isOpen(each.output, each.stay, each.queue)) begin(each);
    return requests;
  }

  /** @param requests At least one, in the order of their queues. */
  function arbitrate(port: number, requests: readonly Request[]): Request {
    switch (rules.arbitration) {
      case "random":
        return requests[below(mix(arbitrationKey, t, port), requests.length)];
      case "round-robin":
        return requests.find(({ queue }) => queue > lastServed[port]) ?? requests[0];
      case "oldest-first": {
        const oldest = Math.min(...requests.map(({ stay }) => stay.packet.created));
        return requests.find(({ stay }) => stay.packet.created === oldest) as Request;
      }
    }
  }

  /** A granted packet crosses its channel, or first the switch to the output buffer. */
  function begin({ queue, stay, output }: Request): void {
    const { packet } = stay;
    const channel = channelOf(output);
    lastServed[portOf(output)] = queue;
    const state = routing.next?.(nodeOf(queue), packet.destination, stay.state, output) ?? stay.state;
    const waited = t - stay.ready;
    if (stay.channel === -1) account.inject(packet, t);
    else account.waited(stay.channel, waited, t);
    if (!hasBuffers(channel)) return goOver(stay, output, state);
    const [perCycle, perPhit] = crossingRate;
    stay.out = crossing[output] = moving({ begin: t * perCycle, perCycle, perPhit, delay: 0, after: stay.into as Movement });
    checkFlow(stay);
    const ready = Math.max(t, soonestOver(channel, stay.out));
    const { since, channel: cameBy } = stay;
    buffers[output].push({ ...untouched, kept: output, packet, channel: cameBy, ready, since, into: stay.out, state, toAdapt: false });
  }

  /** A packet begins to cross a channel and takes a credit of the next queue. */
  function goOver(stay: Stay, output: number, state: number): void {
    const { packet } = stay;
    const channel = channelOf(output);
    const perCycle = perCycleOf(channel);
    const perPhit = perPhitOf(channel);
    const delay = delayOf(channel);
    const before = last[channel];
    const whenFree = before === undefined ? 0 : before.begin + packetPhits * perPhit;
    const out = moving({ begin: Math.max(t * perCycle, whenFree), perCycle, perPhit, delay, after: undefined });
    const arrives = delay + Math.ceil((out.begin + perPhit) / perCycle);
    stay.out = last[channel] = out;
    checkFlow(stay);
    under[channel].push({ movement: out, source: stay.into === undefined ? packet.source : -1 });
    if (head[channel] === packet.destination) arriving.push({ packet, complete: out.end + delay });
    else {
      const pipeline = isSwitch(head[channel]) ? switches.pipeline : 0;
      const ready = (rules.storeAndForward ? out.end + delay : arrives) + pipeline;
      queues[output].push({
        ...untouched,
        packet,
        channel,
        ready,
        since: ready,
        into: out,
        state,
        toAdapt: packet.hops === 0 || isUndecided(state),
      });
    }
    packet.hops++;
    account.cross(packet, channel, t, arrives);
    account.grant(packet, channel, output, t);
  }

  /**
   * Grants channels to the output buffers before them, round-robin over the virtual channels. Every packet at the head of an output buffer
   * requests.
   */
  function send(): Request[] {
    const requests: Request[] = [];
    for (const channel of times(channels, (c) => c).filter(hasBuffers)) {
      const turns = times(classes, (i) => channel * classes + ((lastBuffer[channel] + 1 + i) % classes));
      const waiting = turns.flatMap((output) => {
        const stay = frontOf(buffers[output]);
        if (stay === undefined || stay.ready > t) return [];
        stay.asks = true;
        return [{ queue: -1, stay, output }];
      });
      const next = waiting.find(({ output, stay }) => isFree(channel) && fits(queues[output].length, output, stay, 1));
      requests.push(...waiting);
      if (next === undefined) continue;
      lastBuffer[channel] = next.output % classes;
      account.waited(next.stay.channel, t - next.stay.ready, t);
      goOver(next.stay, next.output, next.stay.state);
    }
    return requests;
  }

  /** Counts the cycle of each terminal: it sends its own packets, or its packets wait, or neither. */
  function countSenders(): void {
    const senders = new Set<number>();
    for (const each of under) for (const { source } of each) senders.add(source);
    const slotsOf = (s: number) => times(rules.injectionSlots, (i) => queues[virtualChannels + i * terminals + s]);
    for (let s = 0; s < terminals; s++) {
      const waits = backlog.hasSome(s) || slotsOf(s).some((slot) => slot.some(({ out }) => out === undefined));
      account.terminal(s, senders.has(s), waits, t);
    }
  }

  /** Records the phits that cross each channel in this cycle. */
  function move(): void {
    under.forEach((each, channel) => {
      if (each.length === 0) return;
      for (const { movement } of each) {
        const phits = broughtBy(movement, t + 1) - broughtBy(movement, t);
        for (let i = 0; i < phits; i++) account.phit(channel, t);
      }
      under[channel] = each.filter(({ movement }) => movement.end > t + 1);
    });
  }

  /** Checks that no phit leaves before it has arrived: both transfers are fixed by the grant. */
  function checkFlow({ into, out, packet }: Stay): void {
    if (into === undefined || out === undefined) return;
    for (let k = 0; k < packetPhits; k++) {
      const [comes, ofComes] = there(into, k);
      const [goes, ofGoes] = out.after === undefined ? passed(out, k) : there(out, k);
      const before = out.after === undefined ? out.perPhit / out.perCycle : 0;
      const isEarly = comes / ofComes > goes / ofGoes - before + 1e-6;
      if (isEarly) throw new Error(`phit ${k} of a packet from ${packet.source} left before it had come`);
    }
  }

  /**
   * Whether some packets can never move again: the largest set of queues whose head packets request and have no channel, and all of whose
   * outputs lack credits and lead into queues of the set. Output buffers are numbered after the queues.
   */
  function hasStuck(): boolean {
    let stuck = new Set(times(queues.length + virtualChannels, (queue) => queue).filter(isStanding));
    for (let before = -1; before !== stuck.size;) {
      before = stuck.size;
      stuck = new Set([...stuck].filter((queue) => !whoStands(queue).some((stay) => mayEverGo(stay, queue, stuck))));
    }
    return stuck.size > 0;
  }

  /** Whether all packets that could leave a queue next have requested an output and have none. */
  function isStanding(queue: number): boolean {
    const stays = whoStands(queue);
    return stays.length > 0 && stays.every(({ asks }) => asks);
  }

  /** The packets of a queue of which one has to leave next: the head, or all packets if they queue by outputs. */
  function whoStands(queue: number): readonly Stay[] {
    const stays = (queues[queue] ?? buffers[queue - queues.length]).filter(({ out }) => out === undefined);
    return queue < queues.length && isByOutput(queue) ? stays : stays.slice(0, 1);
  }

  /** Whether a packet could get a credit of one of its outputs if all queues outside the set keep moving. */
  function mayEverGo(stay: Stay, queue: number, stuck: ReadonlySet<number>): boolean {
    const left = (stays: readonly Stay[]) => stays.filter(({ out }) => out === undefined).length;
    if (queue >= queues.length) {
      const output = queue - queues.length;
      return !stuck.has(output) || fits(left(queues[output]), output, stay, 1);
    }
    const candidates = rules.selection === "first" ? candidatesOf(stay, queue).slice(0, 1) : candidatesOf(stay, queue);
    const outputs = stay.kept === undefined ? candidates : [stay.kept];
    return outputs.some((output) => {
      const places = placesFor(output, queue);
      if (!hasBuffers(channelOf(output))) return !stuck.has(output) || fits(left(queues[output]), output, stay, places);
      return !stuck.has(queues.length + output) || left(buffers[output]) + places <= bufferPlaces;
    });
  }
}

/** Fields of a packet that has just arrived in a queue. */
const untouched = { out: undefined, asks: false, kept: undefined, joined: -1 } as const;
