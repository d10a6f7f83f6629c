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
 * channel is granted again only after that flit has left the buffer behind it, too. A flit that arrives at its destination needs no credit.
 * - Of the channels of a group that could move a flit, as many do as the group's capacity.
 * - With the selection `shared` there are no requests: `maximal-matching.ts` allocates virtual channels to headers.
 *
 * If channels and switches are not plain, these rules are added:
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
import { below, mix, streamKey } from "../../src/core/base/random.ts";
import type { WormholeRules } from "../../src/core/flow-control/wormhole/rules.ts";
import { delayOf } from "../../src/core/plan/links.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { plainSwitch } from "../../src/core/plan/switches.ts";
import type { Status } from "../../src/core/simulation/frame.ts";
import { openAccount, type ReferenceResult, type Refusal } from "./account.ts";
import { type Packet, times } from "./creation.ts";
import { type Front, leastBy, leastFullOf, openRounds } from "./hand-out.ts";
import { openSourceQueues } from "./source-queue.ts";

/** A packet in the network; its flits may occupy several buffers. */
interface Worm {
  readonly packet: Packet;
  /** Its routing state at the position of its header. */
  state: number;
  /** True until the routing has made its injection decision behind the first channel. */
  toAdapt: boolean;
  /** Cycle from which its header is at its current position. */
  ready: number;
  /** The output that its header keeps requesting, under selections that choose once. */
  kept: number | undefined;
  /** The channel that its header keeps requesting, under selections that draw a channel. */
  drawn: number | undefined;
}

interface Flit {
  readonly worm: Worm;
  /** Index in the packet: 0 for the header, L − 1 for the tail. */
  readonly place: number;
  /** Cycle from which it can move on. */
  readonly from: number;
}

/** A packet that holds a virtual channel, the buffer from which its flits go to it, and the first pass in which they do. */
interface Hold {
  readonly worm: Worm;
  readonly buffer: number;
  readonly from: number;
}

interface Waiting extends Front {
  readonly worm: Worm;
}

interface Request {
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
  const { classes } = routing;
  const { terminals, tail, head } = network;
  const channels = head.length;
  const virtualChannels = channels * classes;
  const selectionKey = streamKey(seed, "selection");
  const arbitrationKey = streamKey(seed, "arbitration");

  /**
   * Buffers by virtual channel, then injection slots: first slots of all terminals first, then second slots. Flits on their way to a buffer
   * count as being in it.
   */
  const buffers: Flit[][] = times(virtualChannels + rules.injectionSlots * terminals, () => []);
  const outputBuffers: Flit[][] = times(virtualChannels, () => []);
  const holds: (Hold | undefined)[] = times(virtualChannels, () => undefined);
  /** Used credits of each buffer and each output buffer, as their senders know them; and credits on their way back. */
  const taken: number[] = times(virtualChannels, () => 0);
  const outputTaken: number[] = times(virtualChannels, () => 0);
  let freed: { readonly of: number[]; readonly id: number; readonly cycle: number }[] = [];
  /** The time at which each channel is free, in units of 1 / perCycle cycles. */
  const freeAt: number[] = times(channels, () => 0);
  /** The rest of each terminal's source queue. */
  const backlog = openSourceQueues(plan);
  let complete: { readonly worm: Worm; readonly cycle: number }[] = [];
  /** Round-robin state: the buffer that each virtual channel was granted to last, and the class that each channel served last. */
  const lastGranted: number[] = times(virtualChannels, () => -1);
  const lastServed: number[] = times(channels, () => classes - 1);
  /**
   * Round-robin state of the switch: by input channel, the class that sent the last flit; by output channel, the input channel of the last
   * flit.
   */
  const lastPassed: number[] = times(channels, () => classes - 1);
  const lastTaken: number[] = times(channels, () => -1);
  /** The virtual channel that each buffer was granted last. */
  const lastGiven: number[] = times(buffers.length, () => -1);
  /** Buffer for the candidates that the routing writes. */
  const written = new Int32Array(routing.maxCandidates);
  const channelOf = (id: number) => Math.floor(id / classes);
  const nodeOf = (buffer: number) => (buffer < virtualChannels ? head[channelOf(buffer)] : (buffer - virtualChannels) % terminals);
  const isInjection = (buffer: number) =>
    buffer >= virtualChannels || (tail[channelOf(buffer)] < terminals && head[channelOf(buffer)] >= terminals);
  const classesOfAll = times(channels, (channel) => times(classes, (i) => channel * classes + i));
  const classesOf = (channel: number) => classesOfAll[channel];
  const flitsBehind = (channel: number) => classesOf(channel).reduce((sum, id) => sum + taken[id], 0);
  const isSwitch = (node: number) => node >= terminals;
  const allBuffers = times(buffers.length, (buffer) => buffer);
  const ofSwitches = allBuffers.filter((buffer) => isSwitch(nodeOf(buffer)));
  const allChannels = times(channels, (channel) => channel);
  const stagesAt = (node: number) => (isSwitch(node) ? switches.pipeline : 0);
  /** Whether flits reach a channel through a crossbar that needs matching, and whether the channel has output buffers. */
  const isMatched = (channel: number) => isSwitch(tail[channel]) && switches.speedup > 0;
  const isBuffered = (channel: number) => isSwitch(tail[channel]) && switches.outputBuffer > 0;
  /** The packets that have been behind each virtual channel in this cycle. */
  const seen: Set<Worm>[] = times(virtualChannels, () => new Set());
  const account = openAccount(plan);
  const handOut = openRounds(rules, plan);

  /** Passes of a cycle in which virtual channels are granted, and the number of the current pass, counted over all cycles. */
  const passes = Math.max(1, switches.speedup);
  let now = 0;
  let t = 0;
  let status: Status = "running";
  let refused: readonly Refusal[] = [];
  while (status === "running" && t < cycleLimit) {
    now = t * passes;
    for (const { worm, cycle } of complete) if (cycle === t) account.consume(worm.packet, t);
    complete = complete.filter(({ cycle }) => cycle > t);
    for (const { of, id, cycle } of freed) if (cycle === t) of[id]--;
    freed = freed.filter(({ cycle }) => cycle > t);
    for (const packet of account.create(t)) backlog.add(packet);
    fillSlots();
    refused = allocate(allBuffers);
    for (const worms of seen) if (worms.size > 0) worms.clear();
    look();
    move();
    t++;
    status = account.judge(t, hasStuck);
  }
  account.queued((channel) => classesOf(channel).reduce((sum, id) => sum + seen[id].size, 0));
  return account.result(status, t, refused);

  /** Free injection slots take the next packets of the source queue, the first slot first. */
  function fillSlots(): void {
    for (let buffer = virtualChannels; buffer < buffers.length; buffer++) {
      if (buffers[buffer].length > 0) continue;
      const begun = backlog.take(nodeOf(buffer));
      if (begun === undefined) continue;
      const worm = { ...begun, toAdapt: false, ready: begun.packet.created, kept: undefined, drawn: undefined };
      buffers[buffer].push(...times(packetPhits, (place) => ({ worm, place, from: t })));
    }
  }

  /** Records the packets behind each virtual channel in this pass, for the counts of queued packets. */
  function look(): void {
    for (let id = 0; id < virtualChannels; id++) for (const worm of wormsBehind(id)) seen[id].add(worm);
  }

  /** The packets that have flits in a buffer, or hold the virtual channel into it. */
  function wormsBehind(id: number): readonly Worm[] {
    const hold = holds[id];
    if (hold === undefined && buffers[id].length + outputBuffers[id].length === 0) return [];
    const behind = [...buffers[id].map(({ worm }) => worm), ...coming(id), ...(hold === undefined ? [] : [hold.worm])];
    return behind.filter(({ packet }) => packet.destination !== head[channelOf(id)]);
  }

  /** The packets whose flits in an output buffer already hold a credit of the buffer behind the channel. */
  function coming(id: number): readonly Worm[] {
    return outputBuffers[id].map(({ worm }) => worm).filter(({ packet }) => packet.destination !== head[channelOf(id)]);
  }

  /** Whether a virtual channel can be granted. */
  function isFree(id: number, places = taken): boolean {
    return holds[id] === undefined && (rules.handover === "behind-tail" || places[id] === 0);
  }

  function hasRoom(id: number, { packet }: Worm, places = taken): boolean {
    return head[channelOf(id)] === packet.destination || places[id] < rules.buffer;
  }

  /** The virtual channel that the packet at the head of a buffer holds for this buffer; −1 for none. */
  function heldFrom(buffer: number): number {
    // A buffer is granted no second virtual channel before the tail of its packet has left.
    const id = lastGiven[buffer];
    const hold = holds[id];
    return hold?.buffer === buffer && hold.worm === buffers[buffer][0]?.worm ? id : -1;
  }

  /** The header at the head of a buffer if it has no virtual channel yet and may request one in a cycle. */
  function asking(buffer: number, cycle = t): Worm | undefined {
    const front = buffers[buffer][0];
    return front !== undefined && front.place === 0 && front.worm.ready <= cycle && heldFrom(buffer) < 0 ? front.worm : undefined;
  }

  /** Allocates virtual channels to the headers in some buffers; returns the requests that were not granted. */
  function allocate(from: readonly number[]): readonly Refusal[] {
    if (rules.selection === "shared") return share(from).map(refusal);
    const requests = request(from);
    const granted = grant(requests);
    return requests.filter((each) => !granted.includes(each)).map(refusal);
  }

  /** The requests of the headers in some buffers, at most one per header. */
  function request(from: readonly number[]): Request[] {
    const requests: Request[] = [];
    for (const buffer of from) {
      const worm = asking(buffer);
      if (worm === undefined) continue;
      adaptFirst(worm, buffer);
      const output = select(worm, buffer);
      if (output !== undefined) requests.push({ buffer, worm, output });
    }
    return requests;
  }

  /** Whether a packet decides again at the next switch. */
  function isUndecided(state: number): boolean {
    return (state & (routing.undecided ?? 0)) !== 0;
  }

  /** Makes the injection decision of a packet behind its first channel, once. */
  function adaptFirst(worm: Worm, buffer: number): void {
    if (!worm.toAdapt) return;
    worm.toAdapt = false;
    worm.state = routing.adapt?.(nodeOf(buffer), worm.packet.destination, worm.state, flitsBehind) ?? worm.state;
  }

  /** Allocates virtual channels by the maximal matching; returns the requests of the headers that got none. */
  function share(from: readonly number[]): readonly Request[] {
    const waiting = from.flatMap((queue): Waiting[] => {
      const worm = asking(queue);
      if (worm === undefined) return [];
      adaptFirst(worm, queue);
      const { created } = worm.packet;
      return [{ queue, node: nodeOf(queue), isInjection: isInjection(queue), created, candidates: candidatesOf(worm, queue), worm }];
    });
    const left = new Set(waiting);
    const isOpen = (output: number, { worm }: Waiting) => isFree(output) && hasRoom(output, worm);
    const give = (output: number, front: Waiting) => {
      left.delete(front);
      take({ buffer: front.queue, worm: front.worm, output });
    };
    handOut(waiting, { phitsIn: (id) => taken[id], isOpen, give }, now);
    return [...left].flatMap(({ candidates, queue: buffer, worm }) => candidates.map((output) => ({ buffer, worm, output })));
  }

  /** All candidates that the routing allows. */
  function candidatesOf({ packet, state }: Worm, buffer: number): number[] {
    return times(routing.route(nodeOf(buffer), packet.destination, state, written), (i) => written[i]);
  }

  /** The virtual channel that the selection chooses; undefined if it needs a free one and there is none. */
  function select(worm: Worm, buffer: number): number | undefined {
    const candidates = candidatesOf(worm, buffer);
    const available = candidates.filter((id) => isFree(id) && hasRoom(id, worm));
    // In routings with escape channels, a closed virtual channel is waited for only if all candidates are closed: it may stay closed
    // forever.
    const mayHelp = (open: readonly number[], all: readonly number[]) => (routing.escape !== undefined && open.length > 0 ? open : all);
    const any = (ids: readonly number[]) => ids[below(mix(selectionKey, now, buffer), ids.length)];
    const flitsIn = (id: number) => taken[id];
    const oneOf = (best: readonly number[]) => (rules.ties === "first" ? best[0] : any(best));
    const leastFull = (ids: readonly number[]) => oneOf(leastBy(ids, flitsIn));
    switch (rules.selection) {
      case "shared":
        throw new Error("nothing is requested");
      case "most-credits":
        return oneOf(leastFullOf(mayHelp(available, candidates), classes, flitsIn));
      case "queue-credits":
        return leastFull(candidates);
      case "best-free":
        return leastFull(available);
      case "sticky":
        return (worm.kept ??= leastFull(candidates));
      case "first":
        return candidates[0];
      case "random":
        return any(available);
      case "one-drawn":
        worm.drawn ??= drawn(candidates, 1, buffer);
        return leastFull(available.filter((id) => channelOf(id) === worm.drawn));
      case "two-drawn":
        worm.drawn ??= drawn(candidates, 2, buffer);
        return leastFull(available.filter((id) => channelOf(id) === worm.drawn));
      case "oblivious":
        return (worm.kept ??= any(candidates));
    }
  }

  /** Draws `count` channels and returns the one with the fewest flits behind it. */
  function drawn(candidates: readonly number[], count: number, buffer: number): number {
    const among = [...new Set(candidates.map(channelOf))];
    return leastBy(
      times(count, (i) => among[below(mix(selectionKey + 1 + i, now, buffer), among.length)]),
      flitsBehind,
    )[0];
  }

  function refusal({ output, buffer, worm: { packet, ready } }: Request): Refusal {
    const { source, destination } = packet;
    const cameBy = buffer < virtualChannels ? channelOf(buffer) : -1;
    return { channel: channelOf(output), source, destination, cameBy, cycle: ready };
  }

  /** Each free virtual channel grants one of the requests that it has a credit for. */
  function grant(requests: readonly Request[]): readonly Request[] {
    const winners: Request[] = [];
    const asked = [...new Set(requests.map(({ output }) => output))].toSorted((a, b) => a - b);
    for (const id of asked.filter((each) => isFree(each))) {
      const eligible = requests.filter(({ output, worm }) => output === id && hasRoom(id, worm));
      const fromNetwork = eligible.filter(({ buffer }) => !isInjection(buffer));
      const served = rules.priority === "network-first" && fromNetwork.length > 0 ? fromNetwork : eligible;
      if (served.length > 0) winners.push(arbitrate(id, served));
    }
    for (const winner of winners) take(winner);
    return winners;
  }

  /** A header is granted a virtual channel. */
  function take({ buffer, worm, output }: Request): void {
    const { packet } = worm;
    worm.state = routing.next?.(nodeOf(buffer), packet.destination, worm.state, output) ?? worm.state;
    worm.toAdapt = packet.hops === 0 || isUndecided(worm.state);
    worm.kept = undefined;
    worm.drawn = undefined;
    holds[output] = { worm, buffer, from: stagesAt(nodeOf(buffer)) > 0 ? now + 1 : now };
    lastGranted[output] = buffer;
    lastGiven[buffer] = output;
    packet.hops++;
    if (buffer < virtualChannels) account.waited(channelOf(buffer), t - worm.ready, t);
    account.grant(packet, channelOf(output), output, t);
  }

  /** @param requests At least one, in the order of their buffers. */
  function arbitrate(id: number, requests: readonly Request[]): Request {
    switch (rules.arbitration) {
      case "random":
        return requests[below(mix(arbitrationKey, now, id), requests.length)];
      case "round-robin":
        return requests.find(({ buffer }) => buffer > lastGranted[id]) ?? requests[0];
      case "oldest-first": {
        const oldest = Math.min(...requests.map(({ worm }) => worm.packet.created));
        return requests.find(({ worm }) => worm.packet.created === oldest) as Request;
      }
    }
  }

  /** Whether the packet that holds a virtual channel has a flit that can move to it in this cycle, with a credit. */
  function canMove(id: number): boolean {
    const hold = holds[id];
    if (hold === undefined || hold.from > now || !hasRoom(id, hold.worm)) return false;
    const [front] = buffers[hold.buffer];
    if (front === undefined || front.worm !== hold.worm || front.from > t) return false;
    return isBuffered(channelOf(id)) ? outputTaken[id] < switches.outputBuffer : isIdle(channelOf(id));
  }

  /** Whether an output buffer has a flit that can cross its channel in this cycle. */
  function canLeave(id: number): boolean {
    const [front] = outputBuffers[id];
    return front !== undefined && front.from <= t && isIdle(channelOf(id));
  }

  /** Whether a channel is free before the end of this cycle. */
  function isIdle(channel: number): boolean {
    return freeAt[channel] < (t + 1) * perCycle(channel);
  }

  function perCycle(channel: number): number {
    return links?.perCycle[channel] ?? 1;
  }

  /** Moves flits, pass after pass, until no flit can move. */
  function move(): void {
    const slotsOf = (s: number) => times(rules.injectionSlots, (i) => buffers[virtualChannels + i * terminals + s]);
    const wait = times(terminals, (s) => backlog.hasSome(s) || slotsOf(s).some((slot) => slot.length > 0));
    const senders = new Set<number>();
    const left = [...network.groupCapacity].map(Math.floor);
    for (let pass = 0; ; pass++) {
      if (pass > 0 && pass < switches.speedup) {
        now++;
        // Headers in switches have requested again, so their earlier refusals no longer count.
        refused = [...refused.filter(({ channel }) => !isSwitch(tail[channel])), ...allocate(ofSwitches)];
        look();
      }
      const matched = pass < switches.speedup ? match(allChannels.filter(isMatched)) : [];
      const inTurn = allChannels.flatMap((channel) => {
        if (isMatched(channel) && !isBuffered(channel)) return [];
        const able = classesOf(channel).filter(isBuffered(channel) ? canLeave : canMove);
        return able.length === 0 ? [] : [able.find((id) => id % classes > lastServed[channel]) ?? able[0]];
      });
      const within = matched.filter((id) => isBuffered(channelOf(id)));
      const across = withinGroups([...inTurn, ...matched.filter((id) => !isBuffered(channelOf(id)))], left, pass);
      if (within.length + across.length === 0 && pass + 1 >= switches.speedup) break;
      for (const id of across) {
        const leaving = isBuffered(channelOf(id)) ? leave(id) : advance(id);
        if (leaving.from >= virtualChannels) senders.add(nodeOf(leaving.from));
        cross(id, leaving.flit);
      }
      for (const id of within) {
        outputTaken[id]++;
        outputBuffers[id].push({ ...advance(id).flit, from: t + 1 });
      }
    }
    wait.forEach((waits, s) => account.terminal(s, senders.has(s), waits, t));
  }

  /** Removes virtual channels whose group has no capacity left. `chosen` has at most one virtual channel per channel. */
  function withinGroups(chosen: readonly number[], left: number[], pass: number): readonly number[] {
    const groupOf = (id: number) => network.group[channelOf(id)];
    const inOrder = chosen.toSorted((a, b) => a - b);
    return [
      ...inOrder.filter((id) => groupOf(id) < 0),
      ...left.flatMap((most, group) => {
        const inGroup = inOrder.filter((id) => groupOf(id) === group);
        const first = inGroup.length > most ? below(mix(arbitrationKey + pass, t, ~group), inGroup.length) : 0;
        const able = [...inGroup.slice(first), ...inGroup.slice(0, first)].slice(0, most);
        left[group] -= able.length;
        return able;
      }),
    ];
  }

  /**
   * Separable switch allocation: virtual channels for which a flit crosses a switch, at most one per input channel and one per output
   * channel.
   */
  function match(outputs: readonly number[]): readonly number[] {
    const matched: number[] = [];
    const inputOf = (id: number) => channelOf((holds[id] as Hold).buffer);
    const classOf = (id: number) => (holds[id] as Hold).buffer % classes;
    for (let round = 0; round < switches.iterations; round++) {
      const isLeft = (id: number) => !matched.some((other) => inputOf(other) === inputOf(id) || channelOf(other) === channelOf(id));
      const able = outputs.flatMap((channel) => classesOf(channel).filter(canMove)).filter(isLeft);
      const proposals = [...new Set(able.map(inputOf))].map((input) => {
        const mine = able.filter((id) => inputOf(id) === input).toSorted((a, b) => classOf(a) - classOf(b));
        return mine.find((id) => classOf(id) > lastPassed[input]) ?? mine[0];
      });
      for (const channel of outputs) {
        const mine = proposals.filter((id) => channelOf(id) === channel).toSorted((a, b) => inputOf(a) - inputOf(b));
        if (mine.length > 0) matched.push(mine.find((id) => inputOf(id) > lastTaken[channel]) ?? mine[0]);
      }
    }
    return matched;
  }

  /** The head flit of the packet that holds a virtual channel leaves its buffer. */
  function advance(id: number): { readonly flit: Flit; readonly from: number } {
    const { worm, buffer } = holds[id] as Hold;
    const { packet } = worm;
    const flit = buffers[buffer].shift() as Flit;
    if (buffer < virtualChannels) {
      const input = channelOf(buffer);
      const credit = delayOf(links, input) + (isSwitch(head[input]) ? switches.creditDelay : 0);
      freed.push({ of: taken, id: buffer, cycle: t + 1 + credit });
      lastPassed[input] = buffer % classes;
      lastTaken[channelOf(id)] = input;
    } else if (flit.place === 0) account.inject(packet, t);
    if (head[channelOf(id)] !== packet.destination && ++taken[id] > rules.buffer) throw new Error(`too many flits for ${id}`);
    if (flit.place === packetPhits - 1) holds[id] = undefined;
    return { flit, from: buffer };
  }

  /** The head flit leaves an output buffer. */
  function leave(id: number): { readonly flit: Flit; readonly from: number } {
    freed.push({ of: outputTaken, id, cycle: t + 1 });
    return { flit: outputBuffers[id].shift() as Flit, from: -1 };
  }

  /** A flit begins to cross a channel. */
  function cross(id: number, { worm, place }: Flit): void {
    const channel = channelOf(id);
    const { packet } = worm;
    const units = perCycle(channel);
    freeAt[channel] = Math.max(freeAt[channel], t * units) + (links?.perPhit[channel] ?? 1);
    const there = Math.ceil(freeAt[channel] / units) + delayOf(links, channel);
    lastServed[channel] = id % classes;
    account.phit(channel, t);
    if (place === 0) account.cross(packet, channel, t, there);
    if (head[channel] === packet.destination) {
      if (place === packetPhits - 1) complete.push({ worm, cycle: there });
      return;
    }
    const stages = stagesAt(head[channel]);
    if (place === 0) worm.ready = there + Math.max(0, stages - 1);
    buffers[id].push({ worm, place, from: there + stages });
  }

  /**
   * Whether some flits can never move again: the largest set of buffers whose head flit has no credit or no virtual channel, and all of
   * whose outputs lead into buffers of the set.
   */
  function hasStuck(): boolean {
    // The actual occupancy: credits that are still on their way back count as free.
    const places = times(virtualChannels, (id) => buffers[id].length + coming(id).length);
    const canGo = ({ from }: Flit) => from < t;
    const stands = (buffer: number) => asking(buffer, t - 1) !== undefined || (heldFrom(buffer) >= 0 && canGo(buffers[buffer][0]));
    let stuck = new Set(times(buffers.length, (buffer) => buffer).filter(stands));
    for (let before = -1; before !== stuck.size;) {
      before = stuck.size;
      stuck = new Set([...stuck].filter((buffer) => !mayEverGo(buffer, stuck, places)));
    }
    return stuck.size > 0;
  }

  /** Whether the packet at the head of a buffer could advance if all buffers outside the set keep moving. */
  function mayEverGo(buffer: number, stuck: ReadonlySet<number>, places: number[]): boolean {
    const { worm } = buffers[buffer][0];
    const held = heldFrom(buffer);
    if (held >= 0) return hasRoom(held, worm, places) || !stuck.has(held);
    // The injection decision is still open, so the candidates are not known.
    if (worm.toAdapt && routing.adapt !== undefined) return true;
    const candidates = rules.selection === "first" ? candidatesOf(worm, buffer).slice(0, 1) : candidatesOf(worm, buffer);
    const left = candidates.filter((id) => worm.drawn === undefined || worm.drawn === channelOf(id));
    return (worm.kept === undefined ? left : [worm.kept]).some((id) => mayBeGiven(id, worm, stuck, places));
  }

  /** Whether a virtual channel may become free, with a credit, for a packet. Its holder advances as long as it finds credits. */
  function mayBeGiven(id: number, worm: Worm, stuck: ReadonlySet<number>, places: number[]): boolean {
    const hold = holds[id];
    const comesOn = hold === undefined ? isFree(id, places) : hasRoom(id, hold.worm, places);
    return (comesOn && hasRoom(id, worm, places)) || !stuck.has(id);
  }
}
