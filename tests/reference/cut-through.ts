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
import { uniformBelow, mix, streamKey } from "../../src/core/base/random.ts";
import type { CutThroughRules } from "../../src/core/flow-control/cut-through/rules.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { plainSwitch } from "../../src/core/plan/switches.ts";
import type { Status } from "../../src/core/simulation/frame.ts";
import { startRecorder, type ReferenceResult, type RefusedRequest } from "./recorder.ts";
import { type Packet, times } from "./creation.ts";
import { type QueueHead, withMinimum, leastOccupied, createMaximalMatching } from "./maximal-matching.ts";
import { createOutputQueues } from "./output-queues.ts";
import { createSourceQueues } from "./source-queue.ts";

/** A packet in a queue or buffer, from the grant that takes its credit until the credit is back. */
interface BufferedPacket {
  readonly packet: Packet;
  /** Channel by which the packet arrived; −1 in a source queue. */
  readonly channel: number;
  /** Cycle from which the packet may request the next channel, if it is at the head and would not run dry. */
  readonly ready: number;
  /** The value of `ready` in the input queue, also after the packet has crossed to an output buffer. */
  readonly readyAtInput: number;
  /** The transfer by which the packet arrives; undefined at a source. */
  readonly arrival: ScheduledTransfer | undefined;
  /** The transfer by which the packet leaves, once an output has been granted. */
  departure: ScheduledTransfer | undefined;
  /** The routing state of the packet while it is in this queue or buffer. */
  state: number;
  /** True until the routing has made its injection decision behind the packet's first channel. */
  isDecisionPending: boolean;
  /** True once the packet has requested an output. */
  hasRequested: boolean;
  /** The output that the packet keeps requesting, under selections that choose once. */
  fixedOutput: number | undefined;
  /** The cycle in which the packet joined the queue of its output, if packets queue by outputs. */
  joinedAt: number;
}

/** The transfer of all phits of a packet, one after another, over a channel or through a switch. */
interface PhitTransfer {
  /** Begin of the first phit in time units; a cycle has `perCycle` units, and a phit takes `perPhit` units. */
  readonly begin: number;
  readonly perCycle: number;
  readonly perPhit: number;
  /** Cycles from one end to the other. */
  readonly delay: number;
  /** The transfer that supplies the phits, if each phit goes on as soon as it has arrived. */
  readonly supply: ScheduledTransfer | undefined;
}

/**
 * A transfer with the cycle from which its channel or crossbar path may be used again, and the first cycle in which none of its phits is
 * left to begin.
 */
interface ScheduledTransfer extends PhitTransfer {
  readonly freeAt: number;
  readonly endAt: number;
}

interface WaitingHead extends QueueHead {
  readonly buffered: BufferedPacket;
}

/** A packet in the queue of an output. */
type OutputQueueEntry = WaitingHead & OutputRequest & { readonly joined: number };

interface OutputRequest {
  /** Number of the requesting queue: channel × vcClasses + class; after those, injection slot × terminals + terminal. */
  readonly queue: number;
  readonly buffered: BufferedPacket;
  /** Channel × vcClasses + class. */
  readonly output: number;
}

/** Runs a plan to its end, or for `cycleLimit` cycles. */
export function simulateCutThrough(rules: CutThroughRules, plan: Plan, cycleLimit = Infinity): ReferenceResult {
  const { network, packetPhits, routing, seed, links, switches = plainSwitch } = plan;
  const { vcClasses } = routing;
  const { terminals, tail, head } = network;
  const channels = head.length;
  const vcCount = channels * vcClasses;
  const selectionKey = streamKey(seed, "selection");
  const arbitrationKey = streamKey(seed, "arbitration");
  const { speedup } = switches;
  /** Packets per output buffer; crossbar paths into the buffers of a channel; phits per cycle of a crossbar path, as a fraction. */
  const outputBufferPackets = Math.floor(switches.outputBuffer / packetPhits);
  const crossbarPaths = speedup === 0 ? vcClasses : Math.min(speedup, vcClasses);
  const crossingRate = speedup === 0 ? ([1, 1] as const) : ([speedup, crossbarPaths] as const);
  /** Maximum number of packets that leave an input channel at the same time; 0 for one per virtual channel. */
  const inputSpeedup = switches.queues === "virtual-output" ? Math.max(1, speedup) : speedup;
  const maxDepartures =
    switches.queues === "output"
      ? Infinity
      : outputBufferPackets > 0
        ? Math.min(inputSpeedup || vcClasses, vcClasses)
        : inputSpeedup || vcClasses;

  /**
   * Input queues by virtual channel; then the injection slots of one packet each, first slots of all terminals first, then second slots.
   */
  const queues: BufferedPacket[][] = times(vcCount + rules.injectionSlots * terminals, () => []);
  /** [virtual channel] The output buffer before its channel. */
  const buffers: BufferedPacket[][] = times(vcCount, () => []);
  /** The packets of each terminal that are not yet in an injection slot. */
  const sourceQueues = createSourceQueues(plan);
  /** Packets on their last channel, with the cycle in which they are complete. */
  let arrivingPackets: { readonly packet: Packet; readonly complete: number }[] = [];
  /** The transfers on each channel, the last transfer of each channel, and the last transfer through a switch to each virtual channel. */
  const transfers: { readonly movement: ScheduledTransfer; readonly source: number }[][] = times(channels, () => []);
  const lastTransfer: (ScheduledTransfer | undefined)[] = times(channels, () => undefined);
  const lastCrossing: (ScheduledTransfer | undefined)[] = times(vcCount, () => undefined);
  const lastServed: number[] = times(channels + vcCount, () => -1);
  const lastBuffer: number[] = times(channels, () => -1);
  /** Buffer for the candidates that the routing writes. */
  const routeBuffer = new Int32Array(routing.maxCandidates);
  const channelOf = (vc: number) => Math.floor(vc / vcClasses);
  const perCycleOf = (channel: number) => links?.perCycle[channel] ?? 1;
  const perPhitOf = (channel: number) => links?.perPhit[channel] ?? 1;
  const delayOf = (channel: number) => links?.delay[channel] ?? 0;
  const isSwitch = (node: number) => node >= terminals;
  /** The node of a queue. */
  const nodeOf = (queue: number) => (queue < vcCount ? head[channelOf(queue)] : (queue - vcCount) % terminals);
  const isInjection = (queue: number) => queue >= vcCount || (tail[channelOf(queue)] < terminals && head[channelOf(queue)] >= terminals);
  const hasBuffers = (channel: number) => outputBufferPackets > 0 && isSwitch(tail[channel]);
  /**
   * The arbiter that grants requests for an output: that of its channel, or, with a number beyond all channels, that of its output buffer.
   */
  const arbiterOf = (output: number) => (hasBuffers(channelOf(output)) ? channels + output : channelOf(output));
  /** Whether the packets of a queue join queues of their outputs as soon as they may request. */
  const isByOutput = (queue: number) => switches.queues !== "input" && isSwitch(nodeOf(queue));
  /** Cycles until the upstream side of a channel knows that a packet has left the queue behind it. */
  const creditCycles = (channel: number) => delayOf(channel) + (isSwitch(head[channel]) ? switches.creditDelay : 0);

  const recorder = startRecorder(plan);
  const matchShared = createMaximalMatching(rules, plan);
  const serveOutputQueues = switches.queues === "input" ? undefined : createOutputQueues(plan, switches);
  let t = 0;
  let status: Status = "running";
  let refusedRequests: readonly RefusedRequest[] = [];
  while (status === "running" && t < cycleLimit) {
    consume();
    sourceQueues.add(recorder.createPackets(t), t);
    returnCredits();
    fillSlots();
    const requests = rules.selection === "shared" ? allocateShared() : [...grantRequests(collectRequests())];
    if (outputBufferPackets > 0) requests.push(...serveOutputBuffers());
    refusedRequests = requests.filter(({ buffered }) => buffered.departure === undefined).map(refusedRequestOf);
    countSenders();
    recordPhits();
    t++;
    status = recorder.statusAfter(t, hasDeadlock);
  }
  // Queue lengths are those of the last cycle.
  t--;
  recorder.recordQueued((channel) =>
    times(vcClasses, (i) => queues[channel * vcClasses + i].filter(isOccupying).length).reduce((a, b) => a + b, 0),
  );
  return recorder.result(status, t + 1, refusedRequests);

  /** Whether a packet still occupies its buffer, whatever the upstream side knows. */
  function isOccupying({ departure }: BufferedPacket): boolean {
    return departure === undefined || departure.endAt > t;
  }

  /** Phits that a transfer has moved by the beginning of a cycle, wherever they are by then. */
  function phitsMovedBy(movement: ScheduledTransfer | undefined, cycle: number): number {
    if (movement === undefined) return 0;
    const { begin, perCycle, perPhit, supply } = movement;
    const phits = Math.min(packetPhits, Math.max(0, Math.floor((cycle * perCycle - begin) / perPhit)));
    if (supply === undefined) return phits;
    return times(phits, (k) => passTime(movement, k)).filter(([numerator, denominator]) => numerator <= cycle * denominator).length;
  }

  /**
   * The time at which phit `k` of a transfer has passed the beginning of its channel or switch, as a fraction of cycles: [numerator,
   * denominator].
   */
  function passTime({ begin, perCycle, perPhit, supply }: PhitTransfer, k: number): readonly [number, number] {
    const numerator = begin + (k + 1) * perPhit;
    if (supply === undefined) return [numerator, perCycle];
    const [previous, denominator] = passTime(supply, k);
    const later = (previous + supply.delay * denominator) * perCycle + perPhit * denominator;
    return [Math.max(numerator * denominator, later), perCycle * denominator];
  }

  /**
   * Phits of packets in a queue or buffer, as the upstream side knows them: it learns of departures `later` cycles later. On a fast link, a
   * phit may have left before it has crossed the switch completely; then it no longer counts as being in the buffer.
   */
  function phitsOf(packets: readonly BufferedPacket[], later: number): number {
    return packets.reduce(
      (sum, { arrival, departure }) => sum + Math.max(0, phitsMovedBy(arrival, t) - phitsMovedBy(departure, t - later)),
      0,
    );
  }

  /** Phits in the output buffer of a virtual channel, if there is one, and in the queue behind the channel. */
  function phitsIn(vc: number): number {
    return phitsOf(buffers[vc], 0) + phitsOf(queues[vc], creditCycles(channelOf(vc)));
  }

  function phitsBehind(channel: number): number {
    return times(vcClasses, (i) => phitsIn(channel * vcClasses + i)).reduce((a, b) => a + b, 0);
  }

  /** The time at which phit `k` can be sent on, as a fraction of cycles: [numerator, denominator]. */
  function availableTime(movement: ScheduledTransfer, k: number): readonly [number, number] {
    const [numerator, denominator] = passTime(movement, k);
    const { supply, delay, perCycle, perPhit } = movement;
    return [supply === undefined ? numerator + delay * denominator : numerator - perPhit * (denominator / perCycle), denominator];
  }

  /** Completes a transfer with the cycles in which its resources are free and in which it ends. */
  function scheduleTransfer(transfer: PhitTransfer): ScheduledTransfer {
    const [numerator, denominator] = passTime(transfer, packetPhits - 1);
    const end = Math.ceil(numerator / denominator);
    return { ...transfer, freeAt: transfer.supply === undefined ? Math.floor(numerator / denominator) : end, endAt: end };
  }

  /** Frees the credits that have returned in this cycle. */
  function returnCredits(): void {
    const freeCycleOf = ({ departure }: BufferedPacket, queue: number) => {
      if (departure === undefined) return Infinity;
      return queue < vcCount ? departure.endAt + creditCycles(channelOf(queue)) : departure.freeAt;
    };
    queues.forEach((packets, queue) => {
      if (packets.length > 0) queues[queue] = packets.filter((buffered) => freeCycleOf(buffered, queue) > t);
    });
    buffers.forEach((packets, vc) => {
      if (packets.length > 0) buffers[vc] = packets.filter(isOccupying);
    });
  }

  /** Free injection slots take the next packets of the source queue, the first slot first. */
  function fillSlots(): void {
    for (let queue = vcCount; queue < queues.length; queue++) {
      if (queues[queue].length > 0) continue;
      const nextPacket = sourceQueues.take(nodeOf(queue));
      if (nextPacket === undefined) continue;
      // All phits are available immediately.
      const ready = nextPacket.packet.created + (plan.startUp ?? 0);
      queues[queue].push({
        ...nextPacket,
        ...newArrival,
        channel: -1,
        ready,
        readyAtInput: ready,
        arrival: undefined,
        isDecisionPending: false,
      });
    }
  }

  /** Consumes the packets whose last phit reached their terminal in the previous cycle. */
  function consume(): void {
    for (const { packet, complete } of arrivingPackets) if (complete === t) recorder.recordConsumption(packet, t);
    arrivingPackets = arrivingPackets.filter(({ complete }) => complete > t);
  }

  /** Whether a channel is free and its group has capacity left, at the end of the previous cycle. */
  function isFree(channel: number): boolean {
    return (lastTransfer[channel]?.freeAt ?? 0) <= t && capacityLeft(network.group[channel]) > 0;
  }

  /** Number of channels of a group that may still be granted; Infinity for channels without a group. */
  function capacityLeft(group: number): number {
    if (group < 0) return Infinity;
    const busy = lastTransfer.filter(
      (movement, channel) => movement !== undefined && movement.freeAt > t && network.group[channel] === group,
    );
    return Math.floor(network.groupCapacity[group]) - busy.length;
  }

  /** Whether a queue behind an output that holds `held` packets has `needed` free credits. Destinations always have. */
  function hasPlaces(held: number, output: number, { packet }: BufferedPacket, needed: number): boolean {
    return head[channelOf(output)] === packet.destination || held + needed <= queueCapacity(channelOf(output));
  }

  /** Capacity, in packets, of each queue behind a channel. */
  function queueCapacity(channel: number): number {
    const node = head[channel];
    return rules.queue * (switches.queues === "virtual-output" && isSwitch(node) ? network.firstOut[node + 1] - network.firstOut[node] : 1);
  }

  /** Credits that a packet needs: two to enter a ring, otherwise one. */
  function creditsNeeded(output: number, queue: number): number {
    const ring = routing.rings?.[output] ?? -1;
    return ring >= 0 && (queue >= vcCount || routing.rings?.[queue] !== ring) ? 2 : 1;
  }

  /** Whether the next buffer or queue has the credits that a packet from this queue needs. */
  function hasCredits(output: number, buffered: BufferedPacket, queue: number): boolean {
    if (hasBuffers(channelOf(output))) return buffers[output].length + creditsNeeded(output, queue) <= outputBufferPackets;
    return hasPlaces(queues[output].length, output, buffered, creditsNeeded(output, queue));
  }

  /** Whether an output could be granted to a packet in a queue now. */
  function isAvailable(output: number, buffered: BufferedPacket, queue: number): boolean {
    const channel = channelOf(output);
    const isResourceFree = hasBuffers(channel) ? canCross(output) : isFree(channel);
    return isResourceFree && hasCredits(output, buffered, queue) && departuresLeft(queue) > 0;
  }

  /** Whether no other packet crosses to the buffer of a virtual channel, and its channel has a crossbar path left. */
  function canCross(output: number): boolean {
    const first = output - (output % vcClasses);
    const busy = times(vcClasses, (i) => first + i).filter((vc) => (lastCrossing[vc]?.freeAt ?? 0) > t);
    return !busy.includes(output) && busy.length < crossbarPaths;
  }

  /** Number of packets that may still begin to leave an input channel, from any of its queues. */
  function departuresLeft(queue: number): number {
    if (queue >= vcCount || !isSwitch(nodeOf(queue))) return Infinity;
    const first = queue - (queue % vcClasses);
    return (
      maxDepartures -
      times(vcClasses, (i) => queues[first + i].filter(({ departure }) => departure !== undefined && departure.freeAt > t).length).reduce(
        (a, b) => a + b,
      )
    );
  }

  /** The packet at the head of a queue or buffer; undefined while the previous packet is leaving. */
  function headOf(packets: readonly BufferedPacket[]): BufferedPacket | undefined {
    if (packets.length === 0 || packets.some(({ departure }) => departure !== undefined && departure.freeAt > t)) return undefined;
    return packets.find(({ departure }) => departure === undefined);
  }

  /**
   * Whether a packet at the head of its queue may request: its header has arrived, and it would not run dry on any channel that it may
   * take.
   */
  function canRequest(buffered: BufferedPacket, queue: number): boolean {
    if (buffered.hasRequested) return true;
    if (t < buffered.ready) return false;
    makeInjectionDecision(buffered, queue);
    const candidates = candidatesOf(buffered, queue);
    const usable = rules.selection === "first" ? candidates.slice(0, 1) : candidates;
    buffered.hasRequested = usable.every((vc) => hasBuffers(channelOf(vc)) || t >= earliestStart(channelOf(vc), buffered.arrival));
    return buffered.hasRequested;
  }

  /** The first cycle in which a packet that arrives by this transfer may begin on a channel without running dry. */
  function earliestStart(channel: number, arrival: ScheduledTransfer | undefined): number {
    if (arrival === undefined) return 0;
    const [numerator, denominator] = availableTime(arrival, packetPhits - 1);
    // The last phit begins L − 1 phits after the first.
    const [p, q] = [perCycleOf(channel), perPhitOf(channel)];
    return Math.ceil((numerator * p - (packetPhits - 1) * q * denominator) / (denominator * p));
  }

  /** Whether a packet decides again at the next switch. */
  function isUndecided(state: number): boolean {
    return (state & (routing.undecidedMask ?? 0)) !== 0;
  }

  /** Makes the injection decision of a packet behind its first channel, once. */
  function makeInjectionDecision(buffered: BufferedPacket, queue: number): void {
    if (!buffered.isDecisionPending) return;
    buffered.isDecisionPending = false;
    buffered.state = routing.injectionDecision?.(nodeOf(queue), buffered.packet.destination, buffered.state, phitsBehind) ?? buffered.state;
  }

  /** The requests of the queue heads, in the order of their queues. */
  function collectRequests(): OutputRequest[] {
    const requests: OutputRequest[] = [];
    queues.forEach((packets, queue) => {
      const buffered = headOf(packets);
      if (buffered === undefined || !canRequest(buffered, queue)) return;
      const output = selectOutput(buffered, queue);
      if (output !== undefined && departuresLeft(queue) > 0) requests.push({ queue, buffered, output });
    });
    return requests;
  }

  /** Allocates outputs to waiting packets by the maximal matching. Every candidate of a waiting packet counts as a request. */
  function allocateShared(): OutputRequest[] {
    const waiting: WaitingHead[] = [];
    queues.forEach((packets, queue) => {
      if (isByOutput(queue)) return;
      const buffered = headOf(packets);
      if (buffered !== undefined && canRequest(buffered, queue)) waiting.push(waitingAt(buffered, queue));
    });
    const grantOutput = (output: number, { buffered, queue }: WaitingHead) => begin({ queue, buffered, output });
    const canGrant = (output: number, { buffered, queue }: WaitingHead) => isAvailable(output, buffered, queue);
    matchShared(waiting, { phitsIn, isAvailable: canGrant, grant: grantOutput }, t);
    const requests = waiting.flatMap(({ candidates, queue, buffered }) => candidates.map((output) => ({ queue, buffered, output })));
    if (serveOutputQueues === undefined) return requests;
    const queuedPackets = collectOutputQueueEntries();
    serveOutputQueues<OutputQueueEntry>(queuedPackets, { isAvailable: canGrant, grant: grantOutput });
    return [...requests, ...queuedPackets];
  }

  /** A packet with the fields that the matching needs. */
  function waitingAt(buffered: BufferedPacket, queue: number): WaitingHead {
    const { created } = buffered.packet;
    return { queue, node: nodeOf(queue), isInjection: isInjection(queue), created, candidates: candidatesOf(buffered, queue), buffered };
  }

  /**
   * Packets in the queues of outputs. A packet that may request for the first time chooses its output as the selection `shared` does, free
   * or not.
   */
  function collectOutputQueueEntries(): OutputQueueEntry[] {
    return queues.flatMap((packets, queue) => {
      if (!isByOutput(queue)) return [];
      return packets
        .filter((buffered) => buffered.departure === undefined && canRequest(buffered, queue))
        .map((buffered) => {
          if (buffered.fixedOutput === undefined) {
            const best = leastOccupied(candidatesOf(buffered, queue), vcClasses, phitsIn);
            buffered.fixedOutput = rules.ties === "first" ? best[0] : best[uniformBelow(mix(selectionKey, t, queue), best.length)];
            buffered.joinedAt = t;
          }
          return { ...waitingAt(buffered, queue), output: buffered.fixedOutput, joined: buffered.joinedAt };
        });
    });
  }

  /** All candidates that the routing allows. */
  function candidatesOf({ packet, state }: BufferedPacket, queue: number): number[] {
    return times(routing.route(nodeOf(queue), packet.destination, state, routeBuffer), (i) => routeBuffer[i]);
  }

  /** The output that the selection chooses; undefined if it needs a free output and there is none. */
  function selectOutput(buffered: BufferedPacket, queue: number): number | undefined {
    const candidates = candidatesOf(buffered, queue);
    const available = candidates.filter((vc) => isAvailable(vc, buffered, queue));
    // In routings with escape channels, an output without credits is requested only if all candidates lack credits: it may never get any.
    const preferOpen = (open: readonly number[], all: readonly number[]) =>
      routing.isEscape !== undefined && open.length > 0 ? open : all;
    const drawFrom = (ids: readonly number[]) => ids[uniformBelow(mix(selectionKey, t, queue), ids.length)];
    const breakTie = (best: readonly number[]) => (rules.ties === "first" ? best[0] : drawFrom(best));
    const leastFull = (ids: readonly number[]) => breakTie(withMinimum(ids, phitsIn));
    switch (rules.selection) {
      case "shared":
        throw new Error("nothing is requested");
      case "most-credits":
        return breakTie(
          leastOccupied(
            preferOpen(
              candidates.filter((vc) => hasCredits(vc, buffered, queue)),
              candidates,
            ),
            vcClasses,
            phitsIn,
          ),
        );
      case "queue-credits":
        return leastFull(candidates);
      case "best-free":
        return leastFull(available);
      case "sticky":
        return (buffered.fixedOutput ??= leastFull(candidates));
      case "first":
        return candidates[0];
      case "random":
        return drawFrom(available);
      case "oblivious":
        return (buffered.fixedOutput ??= drawFrom(candidates));
    }
  }

  function refusedRequestOf({ output, buffered: { packet, channel: inputChannel, readyAtInput } }: OutputRequest): RefusedRequest {
    const { source, destination, created } = packet;
    const cycle = inputChannel === -1 ? created + (plan.startUp ?? 0) : readyAtInput;
    return { channel: channelOf(output), source, destination, inputChannel, cycle };
  }

  /**
   * Each free channel, and each free output buffer, grants one of the requests that it has credits for, up to the capacity of its group.
   */
  function grantRequests(requests: readonly OutputRequest[]): readonly OutputRequest[] {
    const winners: OutputRequest[] = [];
    const requestedArbiters = [...new Set(requests.map(({ output }) => arbiterOf(output)))].toSorted((a, b) => a - b);
    for (const arbiter of requestedArbiters) {
      const eligible = requests.filter(
        ({ output, buffered, queue }) => arbiterOf(output) === arbiter && isAvailable(output, buffered, queue),
      );
      const fromNetwork = eligible.filter(({ queue }) => !isInjection(queue));
      const served = rules.priority === "network-first" && fromNetwork.length > 0 ? fromNetwork : eligible;
      if (served.length > 0) winners.push(arbitrate(arbiter, served));
    }
    const groupOf = ({ output }: OutputRequest) => network.group[channelOf(output)];
    const granted = winners.filter((winner) => groupOf(winner) < 0);
    network.groupCapacity.forEach((_, group) => {
      const inGroup = winners.filter((winner) => groupOf(winner) === group);
      const remaining = capacityLeft(group);
      const first = inGroup.length > remaining ? uniformBelow(mix(arbitrationKey, t, ~group), inGroup.length) : 0;
      granted.push(...[...inGroup.slice(first), ...inGroup.slice(0, first)].slice(0, remaining));
    });
    // There may be more winners from one input, or to one channel, than it has crossbar paths.
    for (const each of granted) if (isAvailable(each.output, each.buffered, each.queue)) begin(each);
    return requests;
  }

  /** @param requests At least one, in the order of their queues. */
  function arbitrate(arbiter: number, requests: readonly OutputRequest[]): OutputRequest {
    switch (rules.arbitration) {
      case "random":
        return requests[uniformBelow(mix(arbitrationKey, t, arbiter), requests.length)];
      case "round-robin":
        return requests.find(({ queue }) => queue > lastServed[arbiter]) ?? requests[0];
      case "oldest-first": {
        const oldest = Math.min(...requests.map(({ buffered }) => buffered.packet.created));
        return requests.find(({ buffered }) => buffered.packet.created === oldest) as OutputRequest;
      }
    }
  }

  /** A granted packet crosses its channel, or first the switch to the output buffer. */
  function begin({ queue, buffered, output }: OutputRequest): void {
    const { packet } = buffered;
    const channel = channelOf(output);
    lastServed[arbiterOf(output)] = queue;
    const state = routing.nextState?.(nodeOf(queue), packet.destination, buffered.state, output) ?? buffered.state;
    const waited = t - buffered.ready;
    if (buffered.channel === -1) recorder.recordInjection(packet, t);
    else recorder.recordWait(buffered.channel, waited, t);
    if (!hasBuffers(channel)) return crossChannel(buffered, output, state);
    const [perCycle, perPhit] = crossingRate;
    buffered.departure = lastCrossing[output] = scheduleTransfer({
      begin: t * perCycle,
      perCycle,
      perPhit,
      delay: 0,
      supply: buffered.arrival as ScheduledTransfer,
    });
    checkPhitOrder(buffered);
    const ready = Math.max(t, earliestStart(channel, buffered.departure));
    const { readyAtInput, channel: inputChannel } = buffered;
    buffers[output].push({
      ...newArrival,
      fixedOutput: output,
      packet,
      channel: inputChannel,
      ready,
      readyAtInput,
      arrival: buffered.departure,
      state,
      isDecisionPending: false,
    });
  }

  /** A packet begins to cross a channel and takes a credit of the next queue. */
  function crossChannel(buffered: BufferedPacket, output: number, state: number): void {
    const { packet } = buffered;
    const channel = channelOf(output);
    const perCycle = perCycleOf(channel);
    const perPhit = perPhitOf(channel);
    const delay = delayOf(channel);
    const previous = lastTransfer[channel];
    const freeFrom = previous === undefined ? 0 : previous.begin + packetPhits * perPhit;
    const departure = scheduleTransfer({ begin: Math.max(t * perCycle, freeFrom), perCycle, perPhit, delay, supply: undefined });
    const arrives = delay + Math.ceil((departure.begin + perPhit) / perCycle);
    buffered.departure = lastTransfer[channel] = departure;
    checkPhitOrder(buffered);
    transfers[channel].push({ movement: departure, source: buffered.arrival === undefined ? packet.source : -1 });
    if (head[channel] === packet.destination) arrivingPackets.push({ packet, complete: departure.endAt + delay });
    else {
      const pipeline = isSwitch(head[channel]) ? switches.pipeline : 0;
      const ready = (rules.storeAndForward ? departure.endAt + delay : arrives) + pipeline;
      queues[output].push({
        ...newArrival,
        packet,
        channel,
        ready,
        readyAtInput: ready,
        arrival: departure,
        state,
        isDecisionPending: packet.hops === 0 || isUndecided(state),
      });
    }
    packet.hops++;
    recorder.recordCrossing(packet, channel, t, arrives);
    recorder.recordGrant(packet, channel, output, t);
  }

  /**
   * Grants channels to the output buffers before them, round-robin over the virtual channels. Every packet at the head of an output buffer
   * requests.
   */
  function serveOutputBuffers(): OutputRequest[] {
    const requests: OutputRequest[] = [];
    for (const channel of times(channels, (c) => c).filter(hasBuffers)) {
      const roundRobinOrder = times(vcClasses, (i) => channel * vcClasses + ((lastBuffer[channel] + 1 + i) % vcClasses));
      const waiting = roundRobinOrder.flatMap((output) => {
        const buffered = headOf(buffers[output]);
        if (buffered === undefined || buffered.ready > t) return [];
        buffered.hasRequested = true;
        return [{ queue: -1, buffered, output }];
      });
      const next = waiting.find(({ output, buffered }) => isFree(channel) && hasPlaces(queues[output].length, output, buffered, 1));
      requests.push(...waiting);
      if (next === undefined) continue;
      lastBuffer[channel] = next.output % vcClasses;
      recorder.recordWait(next.buffered.channel, t - next.buffered.ready, t);
      crossChannel(next.buffered, next.output, next.buffered.state);
    }
    return requests;
  }

  /** Counts the cycle of each terminal: it sends its own packets, or its packets wait, or neither. */
  function countSenders(): void {
    const senders = new Set<number>();
    for (const each of transfers) for (const { source } of each) senders.add(source);
    const slotsOf = (terminal: number) => times(rules.injectionSlots, (i) => queues[vcCount + i * terminals + terminal]);
    for (let terminal = 0; terminal < terminals; terminal++) {
      const isWaiting =
        sourceQueues.isWaiting(terminal) || slotsOf(terminal).some((slot) => slot.some(({ departure }) => departure === undefined));
      recorder.recordTerminal(terminal, senders.has(terminal), isWaiting, t);
    }
  }

  /** Records the phits that cross each channel in this cycle. */
  function recordPhits(): void {
    transfers.forEach((each, channel) => {
      if (each.length === 0) return;
      for (const { movement } of each) {
        const phits = phitsMovedBy(movement, t + 1) - phitsMovedBy(movement, t);
        for (let i = 0; i < phits; i++) recorder.recordPhit(channel, t);
      }
      transfers[channel] = each.filter(({ movement }) => movement.endAt > t + 1);
    });
  }

  /** Checks that no phit leaves before it has arrived: both transfers are fixed by the grant. */
  function checkPhitOrder({ arrival, departure, packet }: BufferedPacket): void {
    if (arrival === undefined || departure === undefined) return;
    for (let k = 0; k < packetPhits; k++) {
      const [arrivalTime, arrivalDenominator] = availableTime(arrival, k);
      const [departureTime, departureDenominator] = departure.supply === undefined ? passTime(departure, k) : availableTime(departure, k);
      const previous = departure.supply === undefined ? departure.perPhit / departure.perCycle : 0;
      const isEarly = arrivalTime / arrivalDenominator > departureTime / departureDenominator - previous + 1e-6;
      if (isEarly) throw new Error(`phit ${k} of a packet from ${packet.source} left before it had come`);
    }
  }

  /**
   * Whether some packets can never move again: the largest set of queues whose head packets request and have no channel, and all of whose
   * outputs lack credits and lead into queues of the set. Output buffers are numbered after the queues.
   */
  function hasDeadlock(): boolean {
    let blockedQueues = new Set(times(queues.length + vcCount, (queue) => queue).filter(isBlocked));
    for (let previous = -1; previous !== blockedQueues.size;) {
      previous = blockedQueues.size;
      blockedQueues = new Set(
        [...blockedQueues].filter((queue) => !nextToLeave(queue).some((buffered) => canEverLeave(buffered, queue, blockedQueues))),
      );
    }
    return blockedQueues.size > 0;
  }

  /** Whether all packets that could leave a queue next have requested an output and have none. */
  function isBlocked(queue: number): boolean {
    const packets = nextToLeave(queue);
    return packets.length > 0 && packets.every(({ hasRequested }) => hasRequested);
  }

  /** The packets of a queue of which one has to leave next: the head, or all packets if they queue by outputs. */
  function nextToLeave(queue: number): readonly BufferedPacket[] {
    const packets = (queues[queue] ?? buffers[queue - queues.length]).filter(({ departure }) => departure === undefined);
    return queue < queues.length && isByOutput(queue) ? packets : packets.slice(0, 1);
  }

  /** Whether a packet could get a credit of one of its outputs if all queues outside the set keep moving. */
  function canEverLeave(buffered: BufferedPacket, queue: number, blockedQueues: ReadonlySet<number>): boolean {
    const remaining = (packets: readonly BufferedPacket[]) => packets.filter(({ departure }) => departure === undefined).length;
    if (queue >= queues.length) {
      const output = queue - queues.length;
      return !blockedQueues.has(output) || hasPlaces(remaining(queues[output]), output, buffered, 1);
    }
    const candidates = rules.selection === "first" ? candidatesOf(buffered, queue).slice(0, 1) : candidatesOf(buffered, queue);
    const outputs = buffered.fixedOutput === undefined ? candidates : [buffered.fixedOutput];
    return outputs.some((output) => {
      const needed = creditsNeeded(output, queue);
      if (!hasBuffers(channelOf(output)))
        return !blockedQueues.has(output) || hasPlaces(remaining(queues[output]), output, buffered, needed);
      return !blockedQueues.has(queues.length + output) || remaining(buffers[output]) + needed <= outputBufferPackets;
    });
  }
}

/** Fields of a packet that has just arrived in a queue. */
const newArrival = { departure: undefined, hasRequested: false, fixedOutput: undefined, joinedAt: -1 } as const;
