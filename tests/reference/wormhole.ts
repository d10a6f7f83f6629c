/**
 * Wormhole flow control, plainly: every cycle, every flit by itself, nothing clever. It is what the engine is held against,
 * so it is written from the definition alone:
 *
 * - Each virtual channel (channel and class) ends in a buffer of `buffer` flits with a read port of its own. Each terminal
 *   has a source queue without end, whose first `injectionSlots` packets stand whole in a buffer each. A packet has L flits.
 * - Each cycle: packets whose last flit is at their terminal are consumed; sources create; each header at the front of a
 *   buffer requests one virtual channel, seeing only what earlier cycles left; each virtual channel that nobody holds grants
 *   one of the requests for which its buffer has room; each channel moves one flit, of the virtual channels in turn.
 * - A packet holds a virtual channel from its grant until its last flit has crossed the channel; with handover `when-empty`,
 *   nobody is given it before that flit has left the buffer behind, too. A flit that comes to its destination needs no room.
 * - Of the channels of a group that could move a flit, as many do as the group's capacity.
 * - With the selection `shared`, nothing is requested: `hand-out.ts` says which headers are given which virtual channels.
 *
 * Where channels and switches are not plain, all of this goes on, and beside it:
 *
 * - A cycle has passes, in each of which a channel moves one flit: as many as find it free before the cycle is over. A flit
 *   that begins at s has crossed at s + 1/r, and is at the other end `delay` cycles after the whole cycle that follows.
 * - A place is taken when a flit is sent to it, and free when its sender hears of it: `delay` of the channel that leads to it,
 *   and `creditDelay` of the switch it is in, after the cycle that follows the flit's leaving.
 * - In a switch every flit stands for `pipeline` cycles before it can move. The last of them is what a virtual channel's grant
 *   takes: a header asks one cycle before it could move, and moves in the cycle after its grant at the earliest.
 * - With a speedup, a switch moves flits in that many passes only. In each an input channel passes one flit on, and an output
 *   takes one. They are matched in rounds: every input that is left proposes one of its flits to an output that is left, its
 *   classes in turn; every output takes one of the proposals, its inputs in turn. Whose turn it is advances when a flit moves.
 *   Before each pass it grants its virtual channels anew. What a pipeline's grant takes is then a pass, and not a cycle.
 * - With output buffers, each virtual channel that leaves a switch has one of `outputBuffer` flits. The switch moves flits to
 *   there, and the channel takes them, of its virtual channels in turn, from the next cycle on. A place in one that is left can
 *   be had in the next cycle. The place in the buffer behind the channel is taken when a flit comes into the output buffer.
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

/** A packet on its way. */
interface Worm {
  readonly packet: Packet;
  /** The routing's state of it where its header stands. */
  state: number;
  /** True until the routing has had its one chance to change that behind the first channel. */
  toAdapt: boolean;
  /** Cycle from which its header stands where it is. */
  ready: number;
  /** The output its header keeps asking for, under rules that choose once. */
  kept: number | undefined;
  /** The channel it keeps asking for, under rules that draw one. */
  drawn: number | undefined;
}

interface Flit {
  readonly worm: Worm;
  /** 0 for the header, L − 1 for the tail. */
  readonly place: number;
  /** Cycle from which it can move on. */
  readonly from: number;
}

/** A worm that holds a virtual channel, the buffer from which its flits go over it, and the pass from which they do. */
interface Hold {
  readonly worm: Worm;
  readonly buffer: number;
  readonly from: number;
}

interface Waiting extends Front {
  readonly worm: Worm;
}

interface Request {
  /** Number of the buffer that asks: channel × classes + class; after those, injection slot × terminals + terminal. */
  readonly buffer: number;
  readonly worm: Worm;
  /** Channel × classes + class. */
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

  /** By virtual channel, then injection slots: all terminals' first, then all second. What is on its way to a buffer counts as in it. */
  const buffers: Flit[][] = times(virtualChannels + rules.injectionSlots * terminals, () => []);
  const outputBuffers: Flit[][] = times(virtualChannels, () => []);
  const holds: (Hold | undefined)[] = times(virtualChannels, () => undefined);
  /** Places that are taken in each buffer and each output buffer, as far as their senders know; and what they will hear. */
  const taken: number[] = times(virtualChannels, () => 0);
  const outputTaken: number[] = times(virtualChannels, () => 0);
  let freed: { readonly of: number[]; readonly id: number; readonly cycle: number }[] = [];
  /** When each channel is free, in units of its own. */
  const freeAt: number[] = times(channels, () => 0);
  /** The rest of each terminal's source queue. */
  const backlog = openSourceQueues(plan);
  let complete: { readonly worm: Worm; readonly cycle: number }[] = [];
  /** The buffer that was granted each virtual channel last, and the class that each channel served last. */
  const lastGranted: number[] = times(virtualChannels, () => -1);
  const lastServed: number[] = times(channels, () => classes - 1);
  /** The class that passed through the switch last of each channel that leads to it, and the channel by which those came that each channel took last. */
  const lastPassed: number[] = times(channels, () => classes - 1);
  const lastTaken: number[] = times(channels, () => -1);
  /** The virtual channel that each buffer was granted last. */
  const lastGiven: number[] = times(buffers.length, () => -1);
  /** What the routing writes into. */
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
  /** Whether what goes over a channel is matched with what else goes through the switch, and whether it has output buffers. */
  const isMatched = (channel: number) => isSwitch(tail[channel]) && switches.speedup > 0;
  const isBuffered = (channel: number) => isSwitch(tail[channel]) && switches.outputBuffer > 0;
  /** The worms that have been behind each virtual channel in the present cycle. */
  const seen: Set<Worm>[] = times(virtualChannels, () => new Set());
  const account = openAccount(plan);
  const handOut = openRounds(rules, plan);

  /** Passes of a cycle in which virtual channels are granted, and the number of the present one, of all cycles. */
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

  /** Free injection slots take the next packets there are, the first slot first. */
  function fillSlots(): void {
    for (let buffer = virtualChannels; buffer < buffers.length; buffer++) {
      if (buffers[buffer].length > 0) continue;
      const begun = backlog.take(nodeOf(buffer));
      if (begun === undefined) continue;
      const worm = { ...begun, toAdapt: false, ready: begun.packet.created, kept: undefined, drawn: undefined };
      buffers[buffer].push(...times(packetPhits, (place) => ({ worm, place, from: t })));
    }
  }

  function look(): void {
    for (let id = 0; id < virtualChannels; id++) for (const worm of wormsBehind(id)) seen[id].add(worm);
  }

  /** The worms that have flits in a buffer, or hold the virtual channel into it. */
  function wormsBehind(id: number): readonly Worm[] {
    const hold = holds[id];
    if (hold === undefined && buffers[id].length + outputBuffers[id].length === 0) return [];
    const behind = [...buffers[id].map(({ worm }) => worm), ...coming(id), ...(hold === undefined ? [] : [hold.worm])];
    return behind.filter(({ packet }) => packet.destination !== head[channelOf(id)]);
  }

  /** Whose flits in the output buffer of a virtual channel have a place in the buffer behind it. */
  function coming(id: number): readonly Worm[] {
    return outputBuffers[id].map(({ worm }) => worm).filter(({ packet }) => packet.destination !== head[channelOf(id)]);
  }

  /** Whether a virtual channel can be given to somebody. */
  function isFree(id: number, places = taken): boolean {
    return holds[id] === undefined && (rules.handover === "behind-tail" || places[id] === 0);
  }

  function hasRoom(id: number, { packet }: Worm, places = taken): boolean {
    return head[channelOf(id)] === packet.destination || places[id] < rules.buffer;
  }

  /** The virtual channel that the worm at the front of a buffer holds from there. */
  function heldFrom(buffer: number): number {
    // It is given no second one before its tail has gone.
    const id = lastGiven[buffer];
    const hold = holds[id];
    return hold?.buffer === buffer && hold.worm === buffers[buffer][0]?.worm ? id : -1;
  }

  /** The header at the front of a buffer that has no virtual channel yet, and could ask in a cycle. */
  function asking(buffer: number, cycle = t): Worm | undefined {
    const front = buffers[buffer][0];
    return front !== undefined && front.place === 0 && front.worm.ready <= cycle && heldFrom(buffer) < 0 ? front.worm : undefined;
  }

  /** Grants virtual channels to headers in some buffers; returns what was asked for there in vain. */
  function allocate(from: readonly number[]): readonly Refusal[] {
    if (rules.selection === "shared") return share(from).map(refusal);
    const requests = request(from);
    const granted = grant(requests);
    return requests.filter((each) => !granted.includes(each)).map(refusal);
  }

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

  /** Whether a worm decides again at the switch that it comes to. */
  function isUndecided(state: number): boolean {
    return (state & (routing.undecided ?? 0)) !== 0;
  }

  function adaptFirst(worm: Worm, buffer: number): void {
    if (!worm.toAdapt) return;
    worm.toAdapt = false;
    worm.state = routing.adapt?.(nodeOf(buffer), worm.packet.destination, worm.state, flitsBehind) ?? worm.state;
  }

  /** Hands virtual channels out to the headers that have none; returns what those ask for that are left. */
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

  /** Every virtual channel the routing allows. */
  function candidatesOf({ packet, state }: Worm, buffer: number): number[] {
    return times(routing.route(nodeOf(buffer), packet.destination, state, written), (i) => written[i]);
  }

  /** The virtual channel that the selection rule names; none when it wants a free one and there is none. */
  function select(worm: Worm, buffer: number): number | undefined {
    const candidates = candidatesOf(worm, buffer);
    const available = candidates.filter((id) => isFree(id) && hasRoom(id, worm));
    // Where there are escapes, what is closed is waited for only when all is: it may be closed for ever.
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

  /** Of so many channels that are drawn, the one with the fewest flits behind it. */
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

  /** Each virtual channel that is free grants one of the requests that it has room for. */
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

  /** @param requests at least one, in order of their buffers */
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

  /** Whether the worm that holds a virtual channel has a flit for it in this cycle, and that finds room. */
  function canMove(id: number): boolean {
    const hold = holds[id];
    if (hold === undefined || hold.from > now || !hasRoom(id, hold.worm)) return false;
    const [front] = buffers[hold.buffer];
    if (front === undefined || front.worm !== hold.worm || front.from > t) return false;
    return isBuffered(channelOf(id)) ? outputTaken[id] < switches.outputBuffer : isIdle(channelOf(id));
  }

  /** Whether an output buffer has a flit that can go over its channel in this cycle. */
  function canLeave(id: number): boolean {
    const [front] = outputBuffers[id];
    return front !== undefined && front.from <= t && isIdle(channelOf(id));
  }

  /** Whether a channel is free before this cycle is over. */
  function isIdle(channel: number): boolean {
    return freeAt[channel] < (t + 1) * perCycle(channel);
  }

  function perCycle(channel: number): number {
    return links?.perCycle[channel] ?? 1;
  }

  /** Moves flits, pass after pass, until none is left that can. */
  function move(): void {
    const slotsOf = (s: number) => times(rules.injectionSlots, (i) => buffers[virtualChannels + i * terminals + s]);
    const wait = times(terminals, (s) => backlog.hasSome(s) || slotsOf(s).some((slot) => slot.length > 0));
    const senders = new Set<number>();
    const left = [...network.groupCapacity].map(Math.floor);
    for (let pass = 0; ; pass++) {
      if (pass > 0 && pass < switches.speedup) {
        now++;
        // Who asked a switch before has asked again.
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

  /** Of these virtual channels, one for each channel: all but those for which a group has nothing left. */
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

  /** The virtual channels, at most one for each input and one for each of these channels, that switches move a flit for. */
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

  /** The front flit of the worm that holds a virtual channel leaves its buffer. */
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

  /** The front flit leaves an output buffer. */
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
   * Whether some flits can never move again, whatever else happens: the largest set of buffers whose front flit finds no
   * room where it is to go, or has nowhere to go, and each of whose ways on leads into a buffer of the set.
   */
  function hasStuck(): boolean {
    // A place that nothing stands in, nor comes for, is free, whoever has heard of it.
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

  function mayEverGo(buffer: number, stuck: ReadonlySet<number>, places: number[]): boolean {
    const { worm } = buffers[buffer][0];
    const held = heldFrom(buffer);
    if (held >= 0) return hasRoom(held, worm, places) || !stuck.has(held);
    // Nobody knows yet what it will ask for.
    if (worm.toAdapt && routing.adapt !== undefined) return true;
    const candidates = rules.selection === "first" ? candidatesOf(worm, buffer).slice(0, 1) : candidatesOf(worm, buffer);
    const left = candidates.filter((id) => worm.drawn === undefined || worm.drawn === channelOf(id));
    return (worm.kept === undefined ? left : [worm.kept]).some((id) => mayBeGiven(id, worm, stuck, places));
  }

  /** Whether a virtual channel may come free, and have room, for a worm: who holds it comes on as long as it finds room. */
  function mayBeGiven(id: number, worm: Worm, stuck: ReadonlySet<number>, places: number[]): boolean {
    const hold = holds[id];
    const comesOn = hold === undefined ? isFree(id, places) : hasRoom(id, hold.worm, places);
    return (comesOn && hasRoom(id, worm, places)) || !stuck.has(id);
  }
}
