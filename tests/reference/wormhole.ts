/**
 * Reference simulator of wormhole flow control, cycle by cycle and flit by flit. The engine must reproduce it exactly, so it is written
 * from the definition alone:
 *
 * - Each virtual channel (channel and class) ends in a buffer of `buffer` flits with its own read port. Each terminal has an unbounded
 * source queue; its first `injectionSlots` packets are completely in a buffer each. A packet has L flits.
 * - Each cycle: packets whose tail flit is at their terminal are consumed; sources create packets; each header at the head of a buffer
 * requests one virtual channel, knowing only the state at the end of the previous cycle; each free virtual channel grants one of the
 * requests for which its buffer has a credit; each channel moves one flit, round-robin over its virtual channels.
 * - A packet holds a virtual channel from its grant until its tail flit has crossed the channel; with handover `when-empty`, the virtual
 * channel is granted again only after the tail flit has left the buffer behind the channel, too. A flit that arrives at its destination
 * needs no credit.
 * - Of the channels of a group that could move a flit, as many do as the group's capacity.
 * - With the selection `shared` there are no requests: `maximal-matching.ts` allocates virtual channels to headers.
 *
 * These rules are added for non-uniform channels, and for switches with a pipeline, a speedup or output buffers:
 *
 * - A cycle has passes. In each pass a channel moves one flit, provided that it is free before the end of the cycle. A flit that begins at
 * s has crossed at s + 1/r, and is at the other end `delay` cycles after the next whole cycle.
 * - A credit is taken when a flit is sent. The sender learns that it is free again one cycle after the flit has left the buffer, plus the
 * `delay` of the channel that leads to the buffer and the `creditDelay` of the buffer's switch.
 * - In a switch every flit waits for `pipeline` cycles before it can move. The last of these cycles is that of virtual-channel allocation:
 * a header requests one cycle before it could move, and moves in the cycle after its grant at the earliest.
 * - With a speedup, a switch moves flits in that number of passes only. In each pass an input channel sends one flit through the crossbar,
 * and an output channel accepts one. They are matched by a separable allocator in `iterations` iterations: every unmatched input proposes
 * one of its flits, round-robin over its virtual channels, to an unmatched output; every output accepts one of the proposals, round-robin
 * over its inputs. Pointers advance only when a flit moves. Virtual channels are allocated anew before each pass, so the pipeline stage of
 * the allocation takes one pass instead of one cycle.
 * - With output buffers, each virtual channel that leaves a switch has a buffer of `outputBuffer` flits. The switch moves flits into it,
 * and the channel takes them from the next cycle on, round-robin over its virtual channels. A place in an output buffer is free in the
 * cycle after its flit has left. The credit of the buffer behind the channel is taken when a flit enters the output buffer.
 */
import { uniformBelow, mix, streamKey } from "../../src/core/base/random.ts";
import type { WormholeRules } from "../../src/core/flow-control/wormhole/rules.ts";
import { delayOf } from "../../src/core/plan/links.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { plainSwitch } from "../../src/core/plan/switches.ts";
import type { Status } from "../../src/core/simulation/frame.ts";
import { startRecorder, type ReferenceResult, type RefusedRequest } from "./recorder.ts";
import { type Packet, times } from "./creation.ts";
import { type QueueHead, withMinimum, leastOccupied, createMaximalMatching } from "./maximal-matching.ts";
import { createSourceQueues } from "./source-queue.ts";

/** A packet in the network; its flits may occupy several buffers. */
interface Worm {
  readonly packet: Packet;
  /** The packet's routing state at the position of its header. */
  state: number;
  /** True until the routing has made its injection decision behind the first channel. */
  isDecisionPending: boolean;
  /** Cycle from which the packet's header is at its current position. */
  ready: number;
  /** The output that the packet's header keeps requesting, under selections that choose once. */
  fixedOutput: number | undefined;
  /** The channel that the packet's header keeps requesting, under selections that draw a channel. */
  drawnChannel: number | undefined;
}

interface Flit {
  readonly worm: Worm;
  /** Index in the packet: 0 for the header, L − 1 for the tail. */
  readonly index: number;
  /** Cycle from which the flit can move on. */
  readonly movableFrom: number;
}

/** A packet that holds a virtual channel, the buffer from which its flits go to it, and the first pass in which they do. */
interface VcHolder {
  readonly worm: Worm;
  readonly buffer: number;
  readonly firstPass: number;
}

interface WaitingHeader extends QueueHead {
  readonly worm: Worm;
}

interface VcRequest {
  /** Number of the requesting buffer: channel × vcClasses + class; after those, injection slot × terminals + terminal. */
  readonly buffer: number;
  readonly worm: Worm;
  /** Channel × vcClasses + class. */
  readonly output: number;
}

/** Runs a plan to its end, or for `cycleLimit` cycles. */
export function simulateWormhole(rules: WormholeRules, plan: Plan, cycleLimit = Infinity): ReferenceResult {
  const { network, packetPhits, routing, seed } = plan;
  const { links, switches = plainSwitch } = plan;
  const { vcClasses } = routing;
  const { terminals, tail, head } = network;
  const channels = head.length;
  const vcCount = channels * vcClasses;
  const selectionKey = streamKey(seed, "selection");
  const arbitrationKey = streamKey(seed, "arbitration");

  /**
   * Buffers by virtual channel, then injection slots: first slots of all terminals first, then second slots. Flits on their way to a buffer
   * count as being in it.
   */
  const buffers: Flit[][] = times(vcCount + rules.injectionSlots * terminals, () => []);
  const outputBuffers: Flit[][] = times(vcCount, () => []);
  const holders: (VcHolder | undefined)[] = times(vcCount, () => undefined);
  /** Used credits of each buffer and each output buffer, as their senders know them; and credits on their way back. */
  const usedCredits: number[] = times(vcCount, () => 0);
  const usedOutputCredits: number[] = times(vcCount, () => 0);
  let returningCredits: { readonly of: number[]; readonly id: number; readonly cycle: number }[] = [];
  /** The time at which each channel is free, in units of 1 / perCycle cycles. */
  const freeAt: number[] = times(channels, () => 0);
  /** The packets of each terminal that are not yet in an injection slot. */
  const sourceQueues = createSourceQueues(plan);
  let completePackets: { readonly worm: Worm; readonly cycle: number }[] = [];
  /** Round-robin state: the buffer that each virtual channel was granted to last, and the class that each channel served last. */
  const lastGrantedBuffer: number[] = times(vcCount, () => -1);
  const lastServedClass: number[] = times(channels, () => vcClasses - 1);
  /**
   * Round-robin state of the switch: by input channel, the class that sent the last flit; by output channel, the input channel of the last
   * flit.
   */
  const lastSentClass: number[] = times(channels, () => vcClasses - 1);
  const lastInput: number[] = times(channels, () => -1);
  /** The virtual channel that each buffer was granted last. */
  const lastGrantedVc: number[] = times(buffers.length, () => -1);
  /** Buffer for the candidates that the routing writes. */
  const routeBuffer = new Int32Array(routing.maxCandidates);
  const channelOf = (vc: number) => Math.floor(vc / vcClasses);
  const nodeOf = (buffer: number) => (buffer < vcCount ? head[channelOf(buffer)] : (buffer - vcCount) % terminals);
  const isInjection = (buffer: number) =>
    buffer >= vcCount || (tail[channelOf(buffer)] < terminals && head[channelOf(buffer)] >= terminals);
  const vcsOfAllChannels = times(channels, (channel) => times(vcClasses, (i) => channel * vcClasses + i));
  const vcsOf = (channel: number) => vcsOfAllChannels[channel];
  const flitsBehind = (channel: number) => vcsOf(channel).reduce((sum, vc) => sum + usedCredits[vc], 0);
  const isSwitch = (node: number) => node >= terminals;
  const allBuffers = times(buffers.length, (buffer) => buffer);
  const switchBuffers = allBuffers.filter((buffer) => isSwitch(nodeOf(buffer)));
  const allChannels = times(channels, (channel) => channel);
  const stagesAt = (node: number) => (isSwitch(node) ? switches.pipeline : 0);
  /** Whether flits reach a channel through a crossbar that needs matching, and whether the channel has output buffers. */
  const crossesSwitch = (channel: number) => isSwitch(tail[channel]) && switches.speedup > 0;
  const isBuffered = (channel: number) => isSwitch(tail[channel]) && switches.outputBuffer > 0;
  /** The packets that have been behind each virtual channel in this cycle. */
  const packetsSeen: Set<Worm>[] = times(vcCount, () => new Set());
  const recorder = startRecorder(plan);
  const matchShared = createMaximalMatching(rules, plan);

  /** Passes of a cycle in which virtual channels are granted, and the number of the current pass, counted over all cycles. */
  const passes = Math.max(1, switches.speedup);
  let passNumber = 0;
  let t = 0;
  let status: Status = "running";
  let refusedRequests: readonly RefusedRequest[] = [];
  while (status === "running" && t < cycleLimit) {
    passNumber = t * passes;
    for (const { worm, cycle } of completePackets) if (cycle === t) recorder.recordConsumption(worm.packet, t);
    completePackets = completePackets.filter(({ cycle }) => cycle > t);
    for (const { of, id: vc, cycle } of returningCredits) if (cycle === t) of[vc]--;
    returningCredits = returningCredits.filter(({ cycle }) => cycle > t);
    sourceQueues.add(recorder.createPackets(t), t);
    fillSlots();
    refusedRequests = allocate(allBuffers);
    for (const packetSet of packetsSeen) if (packetSet.size > 0) packetSet.clear();
    recordSeen();
    moveFlits();
    t++;
    status = recorder.statusAfter(t, hasDeadlock);
  }
  recorder.recordQueued((channel) => vcsOf(channel).reduce((sum, vc) => sum + packetsSeen[vc].size, 0));
  return recorder.result(status, t, refusedRequests);

  /** Free injection slots take the next packets of the source queue, the first slot first. */
  function fillSlots(): void {
    for (let buffer = vcCount; buffer < buffers.length; buffer++) {
      if (buffers[buffer].length > 0) continue;
      const nextPacket = sourceQueues.take(nodeOf(buffer));
      if (nextPacket === undefined) continue;
      const worm = {
        ...nextPacket,
        isDecisionPending: false,
        ready: nextPacket.packet.created + (plan.startUp ?? 0),
        fixedOutput: undefined,
        drawnChannel: undefined,
      };
      buffers[buffer].push(...times(packetPhits, (index) => ({ worm, index, movableFrom: t })));
    }
  }

  /** Records the packets behind each virtual channel in this pass, for the counts of queued packets. */
  function recordSeen(): void {
    for (let vc = 0; vc < vcCount; vc++) for (const worm of packetsBehind(vc)) packetsSeen[vc].add(worm);
  }

  /** The packets that have flits in a buffer, or hold the virtual channel into it. */
  function packetsBehind(vc: number): readonly Worm[] {
    const holder = holders[vc];
    if (holder === undefined && buffers[vc].length + outputBuffers[vc].length === 0) return [];
    const present = [...buffers[vc].map(({ worm }) => worm), ...packetsComing(vc), ...(holder === undefined ? [] : [holder.worm])];
    return present.filter(({ packet }) => packet.destination !== head[channelOf(vc)]);
  }

  /** The packets whose flits in an output buffer already hold a credit of the buffer behind the channel. */
  function packetsComing(vc: number): readonly Worm[] {
    return outputBuffers[vc].map(({ worm }) => worm).filter(({ packet }) => packet.destination !== head[channelOf(vc)]);
  }

  /** Whether a virtual channel can be granted. */
  function isFree(vc: number, occupancy = usedCredits): boolean {
    return holders[vc] === undefined && (rules.handover === "behind-tail" || occupancy[vc] === 0);
  }

  function hasCredit(vc: number, { packet }: Worm, occupancy = usedCredits): boolean {
    return head[channelOf(vc)] === packet.destination || occupancy[vc] < rules.buffer;
  }

  /** The virtual channel that the packet at the head of a buffer holds for this buffer; −1 for none. */
  function vcHeldFrom(buffer: number): number {
    // A buffer is granted no second virtual channel before the tail of its packet has left.
    const vc = lastGrantedVc[buffer];
    const holder = holders[vc];
    return holder?.buffer === buffer && holder.worm === buffers[buffer][0]?.worm ? vc : -1;
  }

  /** The header at the head of a buffer if it has no virtual channel yet and may request one in a cycle. */
  function requestingHeader(buffer: number, cycle = t): Worm | undefined {
    const atHead = buffers[buffer][0];
    return atHead !== undefined && atHead.index === 0 && atHead.worm.ready <= cycle && vcHeldFrom(buffer) < 0 ? atHead.worm : undefined;
  }

  /** Allocates virtual channels to the headers in some buffers; returns the requests that were not granted. */
  function allocate(from: readonly number[]): readonly RefusedRequest[] {
    if (rules.selection === "shared") return allocateShared(from).map(refusedRequestOf);
    const requests = collectRequests(from);
    const granted = grantRequests(requests);
    return requests.filter((each) => !granted.includes(each)).map(refusedRequestOf);
  }

  /** The requests of the headers in some buffers, at most one per header. */
  function collectRequests(from: readonly number[]): VcRequest[] {
    const requests: VcRequest[] = [];
    for (const buffer of from) {
      const worm = requestingHeader(buffer);
      if (worm === undefined) continue;
      makeInjectionDecision(worm, buffer);
      const output = selectVc(worm, buffer);
      if (output !== undefined) requests.push({ buffer, worm, output });
    }
    return requests;
  }

  /** Whether a packet decides again at the next switch. */
  function isUndecided(state: number): boolean {
    return (state & (routing.undecidedMask ?? 0)) !== 0;
  }

  /** Makes the injection decision of a packet behind its first channel, once. */
  function makeInjectionDecision(worm: Worm, buffer: number): void {
    if (!worm.isDecisionPending) return;
    worm.isDecisionPending = false;
    worm.state = routing.injectionDecision?.(nodeOf(buffer), worm.packet.destination, worm.state, flitsBehind) ?? worm.state;
  }

  /** Allocates virtual channels by the maximal matching; returns the requests of the headers that got none. */
  function allocateShared(from: readonly number[]): readonly VcRequest[] {
    const waiting = from.flatMap((queue): WaitingHeader[] => {
      const worm = requestingHeader(queue);
      if (worm === undefined) return [];
      makeInjectionDecision(worm, queue);
      const { created } = worm.packet;
      return [{ queue, node: nodeOf(queue), isInjection: isInjection(queue), created, candidates: candidatesOf(worm, queue), worm }];
    });
    const remaining = new Set(waiting);
    const isAvailable = (output: number, { worm }: WaitingHeader) => isFree(output) && hasCredit(output, worm);
    const grantVc = (output: number, atHead: WaitingHeader) => {
      remaining.delete(atHead);
      acceptGrant({ buffer: atHead.queue, worm: atHead.worm, output });
    };
    matchShared(waiting, { phitsIn: (vc) => usedCredits[vc], isAvailable, grant: grantVc }, passNumber);
    return [...remaining].flatMap(({ candidates, queue: buffer, worm }) => candidates.map((output) => ({ buffer, worm, output })));
  }

  /** All candidates that the routing allows. */
  function candidatesOf({ packet, state }: Worm, buffer: number): number[] {
    return times(routing.route(nodeOf(buffer), packet.destination, state, routeBuffer), (i) => routeBuffer[i]);
  }

  /** The virtual channel that the selection chooses; undefined if it needs a free one and there is none. */
  function selectVc(worm: Worm, buffer: number): number | undefined {
    const candidates = candidatesOf(worm, buffer);
    const available = candidates.filter((vc) => isFree(vc) && hasCredit(vc, worm));
    // In routings with escape channels, a virtual channel that is not available is requested only if no candidate is: it may never become
    // available.
    const preferOpen = (open: readonly number[], all: readonly number[]) =>
      routing.isEscape !== undefined && open.length > 0 ? open : all;
    const randomOf = (ids: readonly number[]) => ids[uniformBelow(mix(selectionKey, passNumber, buffer), ids.length)];
    const flitsIn = (vc: number) => usedCredits[vc];
    const breakTie = (best: readonly number[]) => (rules.ties === "first" ? best[0] : randomOf(best));
    const leastFull = (ids: readonly number[]) => breakTie(withMinimum(ids, flitsIn));
    switch (rules.selection) {
      case "shared":
        throw new Error("nothing is requested");
      case "most-credits":
        return breakTie(leastOccupied(preferOpen(available, candidates), vcClasses, flitsIn));
      case "queue-credits":
        return leastFull(candidates);
      case "best-free":
        return leastFull(available);
      case "sticky":
        return (worm.fixedOutput ??= leastFull(candidates));
      case "first":
        return candidates[0];
      case "random":
        return randomOf(available);
      case "one-drawn":
        worm.drawnChannel ??= drawChannel(candidates, 1, buffer);
        return leastFull(available.filter((vc) => channelOf(vc) === worm.drawnChannel));
      case "two-drawn":
        worm.drawnChannel ??= drawChannel(candidates, 2, buffer);
        return leastFull(available.filter((vc) => channelOf(vc) === worm.drawnChannel));
      case "oblivious":
        return (worm.fixedOutput ??= randomOf(candidates));
    }
  }

  /** Draws `count` channels and returns the one with the fewest flits behind it. */
  function drawChannel(candidates: readonly number[], count: number, buffer: number): number {
    const distinctChannels = [...new Set(candidates.map(channelOf))];
    return withMinimum(
      times(count, (i) => distinctChannels[uniformBelow(mix(selectionKey + 1 + i, passNumber, buffer), distinctChannels.length)]),
      flitsBehind,
    )[0];
  }

  function refusedRequestOf({ output, buffer, worm: { packet, ready } }: VcRequest): RefusedRequest {
    const { source, destination } = packet;
    const inputChannel = buffer < vcCount ? channelOf(buffer) : -1;
    return { channel: channelOf(output), source, destination, inputChannel, cycle: ready };
  }

  /** Each free virtual channel grants one of the requests that it has a credit for. */
  function grantRequests(requests: readonly VcRequest[]): readonly VcRequest[] {
    const winners: VcRequest[] = [];
    const requestedVcs = [...new Set(requests.map(({ output }) => output))].toSorted((a, b) => a - b);
    for (const vc of requestedVcs.filter((each) => isFree(each))) {
      const eligible = requests.filter(({ output, worm }) => output === vc && hasCredit(vc, worm));
      const fromNetwork = eligible.filter(({ buffer }) => !isInjection(buffer));
      const served = rules.priority === "network-first" && fromNetwork.length > 0 ? fromNetwork : eligible;
      if (served.length > 0) winners.push(arbitrate(vc, served));
    }
    for (const winner of winners) acceptGrant(winner);
    return winners;
  }

  /** A header is granted a virtual channel. */
  function acceptGrant({ buffer, worm, output }: VcRequest): void {
    const { packet } = worm;
    worm.state = routing.nextState?.(nodeOf(buffer), packet.destination, worm.state, output) ?? worm.state;
    worm.isDecisionPending = packet.hops === 0 || isUndecided(worm.state);
    worm.fixedOutput = undefined;
    worm.drawnChannel = undefined;
    holders[output] = { worm, buffer, firstPass: stagesAt(nodeOf(buffer)) > 0 ? passNumber + 1 : passNumber };
    lastGrantedBuffer[output] = buffer;
    lastGrantedVc[buffer] = output;
    packet.hops++;
    if (buffer < vcCount) recorder.recordWait(channelOf(buffer), t - worm.ready, t);
    recorder.recordGrant(packet, channelOf(output), output, t);
  }

  /** @param requests At least one, in the order of their buffers. */
  function arbitrate(vc: number, requests: readonly VcRequest[]): VcRequest {
    switch (rules.arbitration) {
      case "random":
        return requests[uniformBelow(mix(arbitrationKey, passNumber, vc), requests.length)];
      case "round-robin":
        return requests.find(({ buffer }) => buffer > lastGrantedBuffer[vc]) ?? requests[0];
      case "oldest-first": {
        const oldest = Math.min(...requests.map(({ worm }) => worm.packet.created));
        return requests.find(({ worm }) => worm.packet.created === oldest) as VcRequest;
      }
    }
  }

  /** Whether the packet that holds a virtual channel has a flit that can move to it in this cycle, with a credit. */
  function canMove(vc: number): boolean {
    const holder = holders[vc];
    if (holder === undefined || holder.firstPass > passNumber || !hasCredit(vc, holder.worm)) return false;
    const [atHead] = buffers[holder.buffer];
    if (atHead === undefined || atHead.worm !== holder.worm || atHead.movableFrom > t) return false;
    return isBuffered(channelOf(vc)) ? usedOutputCredits[vc] < switches.outputBuffer : isIdle(channelOf(vc));
  }

  /** Whether an output buffer has a flit that can cross its channel in this cycle. */
  function canCrossChannel(vc: number): boolean {
    const [atHead] = outputBuffers[vc];
    return atHead !== undefined && atHead.movableFrom <= t && isIdle(channelOf(vc));
  }

  /** Whether a channel is free before the end of this cycle. */
  function isIdle(channel: number): boolean {
    return freeAt[channel] < (t + 1) * perCycle(channel);
  }

  function perCycle(channel: number): number {
    return links?.perCycle[channel] ?? 1;
  }

  /** Moves flits, pass after pass, until no flit can move. */
  function moveFlits(): void {
    const slotsOf = (terminal: number) => times(rules.injectionSlots, (i) => buffers[vcCount + i * terminals + terminal]);
    const isWaitingAt = times(
      terminals,
      (terminal) => sourceQueues.isWaiting(terminal) || slotsOf(terminal).some((slot) => slot.length > 0),
    );
    const senders = new Set<number>();
    const remaining = [...network.groupCapacity].map(Math.floor);
    for (let pass = 0; ; pass++) {
      if (pass > 0 && pass < switches.speedup) {
        passNumber++;
        // Headers in switches have requested again, so their earlier refusals no longer count.
        refusedRequests = [...refusedRequests.filter(({ channel }) => !isSwitch(tail[channel])), ...allocate(switchBuffers)];
        recordSeen();
      }
      const crossbarMatches = pass < switches.speedup ? allocateSwitch(allChannels.filter(crossesSwitch)) : [];
      const channelChoices = allChannels.flatMap((channel) => {
        if (crossesSwitch(channel) && !isBuffered(channel)) return [];
        const movable = vcsOf(channel).filter(isBuffered(channel) ? canCrossChannel : canMove);
        return movable.length === 0 ? [] : [movable.find((vc) => vc % vcClasses > lastServedClass[channel]) ?? movable[0]];
      });
      const intoOutputBuffers = crossbarMatches.filter((vc) => isBuffered(channelOf(vc)));
      const ontoChannels = withinGroups(
        [...channelChoices, ...crossbarMatches.filter((vc) => !isBuffered(channelOf(vc)))],
        remaining,
        pass,
      );
      if (intoOutputBuffers.length + ontoChannels.length === 0 && pass + 1 >= switches.speedup) break;
      for (const vc of ontoChannels) {
        const departure = isBuffered(channelOf(vc)) ? leaveOutputBuffer(vc) : leaveBuffer(vc);
        if (departure.from >= vcCount) senders.add(nodeOf(departure.from));
        crossChannel(vc, departure.flit);
      }
      for (const vc of intoOutputBuffers) {
        usedOutputCredits[vc]++;
        outputBuffers[vc].push({ ...leaveBuffer(vc).flit, movableFrom: t + 1 });
      }
    }
    isWaitingAt.forEach((isWaiting, terminal) => recorder.recordTerminal(terminal, senders.has(terminal), isWaiting, t));
  }

  /** Removes virtual channels whose group has no capacity left. `chosen` has at most one virtual channel per channel. */
  function withinGroups(chosen: readonly number[], remaining: number[], pass: number): readonly number[] {
    const groupOf = (vc: number) => network.group[channelOf(vc)];
    const inOrder = chosen.toSorted((a, b) => a - b);
    return [
      ...inOrder.filter((vc) => groupOf(vc) < 0),
      ...remaining.flatMap((capacity, group) => {
        const inGroup = inOrder.filter((vc) => groupOf(vc) === group);
        const first = inGroup.length > capacity ? uniformBelow(mix(arbitrationKey + pass, t, ~group), inGroup.length) : 0;
        const movable = [...inGroup.slice(first), ...inGroup.slice(0, first)].slice(0, capacity);
        remaining[group] -= movable.length;
        return movable;
      }),
    ];
  }

  /**
   * Separable switch allocation: virtual channels for which a flit crosses a switch, at most one per input channel and one per output
   * channel.
   */
  function allocateSwitch(outputs: readonly number[]): readonly number[] {
    const crossbarMatches: number[] = [];
    const inputOf = (vc: number) => channelOf((holders[vc] as VcHolder).buffer);
    const classOf = (vc: number) => (holders[vc] as VcHolder).buffer % vcClasses;
    for (let iteration = 0; iteration < switches.iterations; iteration++) {
      const isLeft = (vc: number) => !crossbarMatches.some((other) => inputOf(other) === inputOf(vc) || channelOf(other) === channelOf(vc));
      const movable = outputs.flatMap((channel) => vcsOf(channel).filter(canMove)).filter(isLeft);
      const proposals = [...new Set(movable.map(inputOf))].map((input) => {
        const ownProposals = movable.filter((vc) => inputOf(vc) === input).toSorted((a, b) => classOf(a) - classOf(b));
        return ownProposals.find((vc) => classOf(vc) > lastSentClass[input]) ?? ownProposals[0];
      });
      for (const channel of outputs) {
        const ownProposals = proposals.filter((vc) => channelOf(vc) === channel).toSorted((a, b) => inputOf(a) - inputOf(b));
        if (ownProposals.length > 0) crossbarMatches.push(ownProposals.find((vc) => inputOf(vc) > lastInput[channel]) ?? ownProposals[0]);
      }
    }
    return crossbarMatches;
  }

  /** The head flit of the packet that holds a virtual channel leaves its buffer. */
  function leaveBuffer(vc: number): { readonly flit: Flit; readonly from: number } {
    const { worm, buffer } = holders[vc] as VcHolder;
    const { packet } = worm;
    const flit = buffers[buffer].shift() as Flit;
    if (buffer < vcCount) {
      const input = channelOf(buffer);
      const credit = delayOf(links, input) + (isSwitch(head[input]) ? switches.creditDelay : 0);
      returningCredits.push({ of: usedCredits, id: buffer, cycle: t + 1 + credit });
      lastSentClass[input] = buffer % vcClasses;
      lastInput[channelOf(vc)] = input;
    } else if (flit.index === 0) recorder.recordInjection(packet, t);
    if (head[channelOf(vc)] !== packet.destination && ++usedCredits[vc] > rules.buffer) throw new Error(`too many flits for ${vc}`);
    if (flit.index === packetPhits - 1) holders[vc] = undefined;
    return { flit, from: buffer };
  }

  /** The first flit of an output buffer leaves it. */
  function leaveOutputBuffer(vc: number): { readonly flit: Flit; readonly from: number } {
    returningCredits.push({ of: usedOutputCredits, id: vc, cycle: t + 1 });
    return { flit: outputBuffers[vc].shift() as Flit, from: -1 };
  }

  /** A flit begins to cross a channel. */
  function crossChannel(vc: number, { worm, index }: Flit): void {
    const channel = channelOf(vc);
    const { packet } = worm;
    const units = perCycle(channel);
    freeAt[channel] = Math.max(freeAt[channel], t * units) + (links?.perPhit[channel] ?? 1);
    const arrival = Math.ceil(freeAt[channel] / units) + delayOf(links, channel);
    lastServedClass[channel] = vc % vcClasses;
    recorder.recordPhit(channel, t);
    if (index === 0) recorder.recordCrossing(packet, channel, t, arrival);
    if (head[channel] === packet.destination) {
      if (index === packetPhits - 1) completePackets.push({ worm, cycle: arrival });
      return;
    }
    const stages = stagesAt(head[channel]);
    if (index === 0) worm.ready = arrival + Math.max(0, stages - 1);
    buffers[vc].push({ worm, index, movableFrom: arrival + stages });
  }

  /**
   * Whether some flits can never move again: the largest set of buffers whose head flit has no credit or no virtual channel, and all of
   * whose outputs lead into buffers of the set.
   */
  function hasDeadlock(): boolean {
    // The actual occupancy: credits that are still on their way back count as free.
    const occupancy = times(vcCount, (vc) => buffers[vc].length + packetsComing(vc).length);
    const hasHadTime = ({ movableFrom }: Flit) => movableFrom < t;
    const isBlocked = (buffer: number) =>
      requestingHeader(buffer, t - 1) !== undefined || (vcHeldFrom(buffer) >= 0 && hasHadTime(buffers[buffer][0]));
    let blockedBuffers = new Set(times(buffers.length, (buffer) => buffer).filter(isBlocked));
    for (let before = -1; before !== blockedBuffers.size;) {
      before = blockedBuffers.size;
      blockedBuffers = new Set([...blockedBuffers].filter((buffer) => !canEverMove(buffer, blockedBuffers, occupancy)));
    }
    return blockedBuffers.size > 0;
  }

  /** Whether the packet at the head of a buffer could advance if all buffers outside the set keep moving. */
  function canEverMove(buffer: number, blockedBuffers: ReadonlySet<number>, occupancy: number[]): boolean {
    const { worm } = buffers[buffer][0];
    const heldVc = vcHeldFrom(buffer);
    if (heldVc >= 0) return hasCredit(heldVc, worm, occupancy) || !blockedBuffers.has(heldVc);
    // The injection decision is still open, so the candidates are not known.
    if (worm.isDecisionPending && routing.injectionDecision !== undefined) return true;
    const candidates = rules.selection === "first" ? candidatesOf(worm, buffer).slice(0, 1) : candidatesOf(worm, buffer);
    const remaining = candidates.filter((vc) => worm.drawnChannel === undefined || worm.drawnChannel === channelOf(vc));
    return (worm.fixedOutput === undefined ? remaining : [worm.fixedOutput]).some((vc) =>
      canBecomeFree(vc, worm, blockedBuffers, occupancy),
    );
  }

  /** Whether a virtual channel may become free, with a credit, for a packet. Its holder advances as long as it finds credits. */
  function canBecomeFree(vc: number, worm: Worm, blockedBuffers: ReadonlySet<number>, occupancy: number[]): boolean {
    const holder = holders[vc];
    const canAdvance = holder === undefined ? isFree(vc, occupancy) : hasCredit(vc, holder.worm, occupancy);
    return (canAdvance && hasCredit(vc, worm, occupancy)) || !blockedBuffers.has(vc);
  }
}
