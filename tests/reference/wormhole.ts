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
 */
import { below, mix, streamKey } from "../../src/core/base/random.ts";
import type { WormholeRules } from "../../src/core/flow-control/wormhole/rules.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
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
}

interface Flit {
  readonly worm: Worm;
  /** 0 for the header, L − 1 for the tail. */
  readonly place: number;
}

/** A worm that holds a virtual channel, and the buffer from which its flits go over it. */
interface Hold {
  readonly worm: Worm;
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
  const { classes } = routing;
  const { terminals, tail, head } = network;
  const channels = head.length;
  const virtualChannels = channels * classes;
  const selectionKey = streamKey(seed, "selection");
  const arbitrationKey = streamKey(seed, "arbitration");

  /** By virtual channel, then injection slots: all terminals' first, then all second. */
  const buffers: Flit[][] = times(virtualChannels + rules.injectionSlots * terminals, () => []);
  const holds: (Hold | undefined)[] = times(virtualChannels, () => undefined);
  /** The rest of each terminal's source queue. */
  const backlog = openSourceQueues(plan);
  let complete: Worm[] = [];
  /** The buffer that was granted each virtual channel last, and the class that each channel served last. */
  const lastGranted: number[] = times(virtualChannels, () => -1);
  const lastServed: number[] = times(channels, () => classes - 1);
  const channelOf = (id: number) => Math.floor(id / classes);
  const nodeOf = (buffer: number) => (buffer < virtualChannels ? head[channelOf(buffer)] : (buffer - virtualChannels) % terminals);
  const isInjection = (buffer: number) => buffer >= virtualChannels || tail[channelOf(buffer)] < terminals;
  const classesOfAll = times(channels, (channel) => times(classes, (i) => channel * classes + i));
  const classesOf = (channel: number) => classesOfAll[channel];
  const flitsBehind = (channel: number) => classesOf(channel).reduce((sum, id) => sum + buffers[id].length, 0);
  const account = openAccount(plan);
  const handOut = openRounds(rules, plan);

  let t = 0;
  let status: Status = "running";
  let refused: readonly Refusal[] = [];
  while (status === "running" && t < cycleLimit) {
    for (const { packet } of complete) account.consume(packet, t);
    complete = [];
    for (const packet of account.create(t)) backlog.add(packet);
    fillSlots();
    if (rules.selection === "shared") refused = share().map(refusal);
    else {
      const requests = request();
      const granted = grant(requests);
      refused = requests.filter((each) => !granted.includes(each)).map(refusal);
    }
    account.queued((channel) => classesOf(channel).reduce((sum, id) => sum + wormsBehind(id), 0));
    move(chosenMoves());
    t++;
    status = account.judge(t, hasStuck);
  }
  return account.result(status, t, refused);

  /** Free injection slots take the next packets there are, the first slot first. */
  function fillSlots(): void {
    for (let buffer = virtualChannels; buffer < buffers.length; buffer++) {
      if (buffers[buffer].length > 0) continue;
      const begun = backlog.take(nodeOf(buffer));
      if (begun === undefined) continue;
      const worm = { ...begun, toAdapt: false, ready: begun.packet.created, kept: undefined };
      buffers[buffer].push(...times(packetPhits, (place) => ({ worm, place })));
    }
  }

  /** How many worms have flits in a buffer, or hold the virtual channel into it. */
  function wormsBehind(id: number): number {
    const hold = holds[id];
    if (hold === undefined && buffers[id].length === 0) return 0;
    const comes = hold === undefined || head[channelOf(id)] === hold.worm.packet.destination ? [] : [hold.worm];
    return new Set([...buffers[id].map(({ worm }) => worm), ...comes]).size;
  }

  /** Whether a virtual channel can be given to somebody. */
  function isFree(id: number): boolean {
    return holds[id] === undefined && (rules.handover === "behind-tail" || buffers[id].length === 0);
  }

  function hasRoom(id: number, { packet }: Worm): boolean {
    return head[channelOf(id)] === packet.destination || buffers[id].length < rules.buffer;
  }

  /** The virtual channel that the worm at the front of a buffer holds from there. */
  function heldFrom(buffer: number): number {
    return holds.findIndex((hold) => hold?.from === buffer && hold.worm === buffers[buffer][0]?.worm);
  }

  /** The header at the front of a buffer that has no virtual channel yet. */
  function asking(buffer: number): Worm | undefined {
    const front = buffers[buffer][0];
    return front !== undefined && front.place === 0 && heldFrom(buffer) < 0 ? front.worm : undefined;
  }

  function request(): Request[] {
    const requests: Request[] = [];
    for (let buffer = 0; buffer < buffers.length; buffer++) {
      const worm = asking(buffer);
      if (worm === undefined) continue;
      adaptFirst(worm, buffer);
      const output = select(worm, buffer);
      if (output !== undefined) requests.push({ buffer, worm, output });
    }
    return requests;
  }

  function adaptFirst(worm: Worm, buffer: number): void {
    if (!worm.toAdapt) return;
    worm.toAdapt = false;
    worm.state = routing.adapt?.(nodeOf(buffer), worm.packet.destination, worm.state, flitsBehind) ?? worm.state;
  }

  /** Hands virtual channels out to the headers that have none; returns what those ask for that are left. */
  function share(): readonly Request[] {
    const waiting = times(buffers.length, (buffer) => buffer).flatMap((queue): Waiting[] => {
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
    handOut(waiting, { phitsIn: (id) => buffers[id].length, isOpen, give }, t);
    return [...left].flatMap(({ candidates, queue: buffer, worm }) => candidates.map((output) => ({ buffer, worm, output })));
  }

  /** Every virtual channel the routing allows. */
  function candidatesOf({ packet, state }: Worm, buffer: number): number[] {
    const written = new Int32Array(routing.maxCandidates);
    return [...written.subarray(0, routing.route(nodeOf(buffer), packet.destination, state, written))];
  }

  /** The virtual channel that the selection rule names; none when it wants a free one and there is none. */
  function select(worm: Worm, buffer: number): number | undefined {
    const candidates = candidatesOf(worm, buffer);
    const available = candidates.filter((id) => isFree(id) && hasRoom(id, worm));
    // Where there are escapes, what is closed is waited for only when all is: it may be closed for ever.
    const mayHelp = (open: readonly number[], all: readonly number[]) => (routing.escape !== undefined && open.length > 0 ? open : all);
    const any = (ids: readonly number[]) => ids[below(mix(selectionKey, t, buffer), ids.length)];
    const flitsIn = (id: number) => buffers[id].length;
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
      case "oblivious":
        return (worm.kept ??= any(candidates));
    }
  }

  function refusal({ output, buffer, worm: { packet, ready } }: Request): Refusal {
    const { source, destination } = packet;
    const cameBy = buffer < virtualChannels ? channelOf(buffer) : -1;
    return { channel: channelOf(output), source, destination, cameBy, cycle: ready };
  }

  /** Each virtual channel that is free grants one of the requests that it has room for. */
  function grant(requests: readonly Request[]): readonly Request[] {
    const winners: Request[] = [];
    const asked = new Set(requests.map(({ output }) => output));
    for (const id of times(virtualChannels, (i) => i).filter((each) => asked.has(each) && isFree(each))) {
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
    worm.toAdapt = packet.hops === 0;
    worm.kept = undefined;
    holds[output] = { worm, from: buffer };
    lastGranted[output] = buffer;
    packet.hops++;
    if (buffer < virtualChannels) account.waited(channelOf(buffer), t - worm.ready, t);
    account.grant(packet, channelOf(output), output, t);
  }

  /** @param requests at least one, in order of their buffers */
  function arbitrate(id: number, requests: readonly Request[]): Request {
    switch (rules.arbitration) {
      case "random":
        return requests[below(mix(arbitrationKey, t, id), requests.length)];
      case "round-robin":
        return requests.find(({ buffer }) => buffer > lastGranted[id]) ?? requests[0];
      case "oldest-first": {
        const oldest = Math.min(...requests.map(({ worm }) => worm.packet.created));
        return requests.find(({ worm }) => worm.packet.created === oldest) as Request;
      }
    }
  }

  /** Whether the worm that holds a virtual channel has a flit for it, and that finds room. */
  function canMove(id: number): boolean {
    const hold = holds[id];
    return hold !== undefined && buffers[hold.from][0]?.worm === hold.worm && hasRoom(id, hold.worm);
  }

  /** The virtual channels that carry a flit in this cycle: of each channel one, in turn; of each group as many as it may. */
  function chosenMoves(): readonly number[] {
    const chosen = times(channels, (channel) => {
      const able = classesOf(channel).filter(canMove);
      return able.find((id) => id % classes > lastServed[channel]) ?? able[0];
    }).filter((id) => id !== undefined);
    const groupOf = (id: number) => network.group[channelOf(id)];
    return [
      ...chosen.filter((id) => groupOf(id) < 0),
      ...[...network.groupCapacity].flatMap((capacity, group) => {
        const inGroup = chosen.filter((id) => groupOf(id) === group);
        const left = Math.floor(capacity);
        const first = inGroup.length > left ? below(mix(arbitrationKey, t, ~group), inGroup.length) : 0;
        return [...inGroup.slice(first), ...inGroup.slice(0, first)].slice(0, left);
      }),
    ];
  }

  /** One flit over each of these virtual channels, all at once. */
  function move(ids: readonly number[]): void {
    const moves = ids.map((id) => ({ id, ...(holds[id] as Hold) }));
    for (let s = 0; s < terminals; s++) {
      const sends = moves.some(({ from, worm }) => from >= virtualChannels && worm.packet.source === s);
      const slots = times(rules.injectionSlots, (i) => buffers[virtualChannels + i * terminals + s]);
      account.terminal(s, sends, backlog.hasSome(s) || slots.some((slot) => slot.length > 0), t);
    }
    const flits = moves.map(({ from }) => buffers[from].shift() as Flit);
    for (const [i, { id, from, worm }] of moves.entries()) {
      const { place } = flits[i];
      const channel = channelOf(id);
      const { packet } = worm;
      lastServed[channel] = id % classes;
      account.phit(channel, t);
      if (place === 0) {
        if (from >= virtualChannels) account.inject(packet, t);
        account.cross(packet, channel, t);
        worm.ready = t + 1;
      }
      if (head[channel] !== packet.destination) buffers[id].push(flits[i]);
      else if (place === packetPhits - 1) complete.push(worm);
      if (place === packetPhits - 1) holds[id] = undefined;
      if (buffers[id].length > rules.buffer) throw new Error(`too many flits behind channel ${channel}`);
    }
  }

  /**
   * Whether some flits can never move again, whatever else happens: the largest set of buffers whose front flit finds no
   * room where it is to go, or has nowhere to go, and each of whose ways on leads into a buffer of the set.
   */
  function hasStuck(): boolean {
    let stuck = new Set(times(buffers.length, (buffer) => buffer).filter((buffer) => buffers[buffer].length > 0));
    for (let before = -1; before !== stuck.size;) {
      before = stuck.size;
      stuck = new Set([...stuck].filter((buffer) => !mayEverGo(buffer, stuck)));
    }
    return stuck.size > 0;
  }

  function mayEverGo(buffer: number, stuck: ReadonlySet<number>): boolean {
    const { worm } = buffers[buffer][0];
    const held = heldFrom(buffer);
    if (held >= 0) return hasRoom(held, worm) || !stuck.has(held);
    // Nobody knows yet what it will ask for.
    if (worm.toAdapt && routing.adapt !== undefined) return true;
    const candidates = rules.selection === "first" ? candidatesOf(worm, buffer).slice(0, 1) : candidatesOf(worm, buffer);
    return (worm.kept === undefined ? candidates : [worm.kept]).some((id) => mayBeGiven(id, worm, stuck));
  }

  /** Whether a virtual channel may come free, and have room, for a worm: who holds it comes on as long as it finds room. */
  function mayBeGiven(id: number, worm: Worm, stuck: ReadonlySet<number>): boolean {
    const hold = holds[id];
    const comesOn = hold === undefined ? isFree(id) : hasRoom(id, hold.worm);
    return (comesOn && hasRoom(id, worm)) || !stuck.has(id);
  }
}
