/**
 * Reference simulator of reduction trees under virtual cut-through and store-and-forward, cycle by cycle and phit by phit. Links, queues
 * and credits are those of `cut-through.ts`. In addition:
 *
 * - A packet of tree k uses virtual channel k modulo the number of virtual channels. Of a terminal's packets for one tree in its injection
 * slots, the oldest requests.
 * - On the way up, a packet waits at a switch until a packet of its tree is at the head of the queue behind every channel by which the tree
 * leads up to that switch, and all of them may request. Then they make one common request: for the channel up, or at the root for all
 * channels down.
 * - On the way down, a packet requests all channels of the tree that lead down from its switch.
 * - A channel grants one request. The packets of the request leave their queues when the last requested channel has been granted; their
 * credits return after the copy that ends last.
 * - The n-th packet of a tree that a terminal consumes delivers the n-th packet of every contributor whose nominal receiver it is.
 */
import { below, mix, streamKey } from "../../src/core/base/random.ts";
import type { CutThroughRules } from "../../src/core/flow-control/cut-through/rules.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import type { Program } from "../../src/core/programs/program.ts";
import { plainSwitch } from "../../src/core/plan/switches.ts";
import type { Status } from "../../src/core/simulation/frame.ts";
import { openAccount, type ReferenceResult } from "./account.ts";
import { type Packet, times } from "./creation.ts";
import { openSourceQueues } from "./source-queue.ts";

/**
 * A transfer of a packet over a channel. It begins at `begin` / perCycle cycles, where perCycle is the number of units that the channel has
 * per cycle.
 */
interface Movement {
  readonly channel: number;
  readonly begin: number;
  /** The cycle in which the last phit crosses the channel or has crossed it; and the first cycle in which no phit is left to cross. */
  readonly free: number;
  readonly end: number;
}

/** An entry of a queue or of an injection slot: packets that the tree has reduced to one. */
interface Stay {
  readonly tree: number;
  /** Values of the packets that were reduced to this entry, as far as they are needed. */
  readonly created: number;
  readonly injected: number;
  readonly ready: number;
  readonly into: Movement | undefined;
  /** The packet itself while it is at its terminal. */
  readonly packet: Packet | undefined;
  /** The copies whose transfer has begun. */
  readonly copies: Movement[];
  isGone: boolean;
}

interface Request {
  /** The lowest of the queues at whose heads its packets are. */
  readonly queue: number;
  readonly stays: readonly Stay[];
  readonly channel: number;
  /** All channels that its packets request. */
  readonly asks: readonly number[];
  readonly isFromTerminal: boolean;
}

/** Runs a plan whose ranks send to reduction trees only, to its end or for `cycleLimit` cycles. */
export function simulateTrees(rules: CutThroughRules, plan: Plan, cycleLimit = Infinity): ReferenceResult {
  const { network, packetPhits: L, routing, seed, links, switches = plainSwitch } = plan;
  const { terminals, tail, head } = network;
  const { classes } = routing;
  const { trees = [], terminalOf } = plan.demand as Program;
  const channels = head.length;
  const arbitrationKey = streamKey(seed, "arbitration");
  const perCycleOf = (c: number) => links?.perCycle[c] ?? 1;
  const perPhitOf = (c: number) => links?.perPhit[c] ?? 1;
  const delayOf = (c: number) => links?.delay[c] ?? 0;
  const creditsOf = (c: number) => delayOf(c) + (head[c] >= terminals ? switches.creditDelay : 0);
  const queueOf = (channel: number, tree: number) => channel * classes + (tree % classes);
  const virtualChannels = channels * classes;

  /** Queues behind virtual channels; and injection slots, first slots of all terminals first, then second slots. */
  const queues: Stay[][] = times(virtualChannels, () => []);
  const slots: (Stay | undefined)[] = times(rules.injectionSlots * terminals, () => undefined);
  const backlog = openSourceQueues(plan);
  const under: { readonly movement: Movement; readonly source: number }[] = [];
  const last: (Movement | undefined)[] = times(channels, () => undefined);
  const lastServed = times(channels, () => -1);
  let arriving: { readonly tree: number; readonly terminal: number; readonly complete: number }[] = [];
  /**
   * [tree] The packets of each contributor, in the order in which they entered; and the number of packets that each receiver has consumed.
   */
  const entered = trees.map(({ from }) => Array.from(from, (): Packet[] => []));
  const consumed = trees.map(({ to }) => Array.from(to, () => 0));
  /** The last cycle of all events that are scheduled so far. */
  let busyUntil = -1;

  const account = openAccount(plan);
  let t = 0;
  let status: Status = "running";
  while (status === "running" && t < cycleLimit) {
    consume();
    for (const packet of account.create(t)) backlog.add(packet);
    makeRoom();
    fillSlots();
    grantAll();
    account.queued((c) =>
      times(classes, (k) => queues[c * classes + k].filter((stay) => !stay.isGone || endOf(stay) > t).length).reduce((a, b) => a + b, 0),
    );
    countSenders();
    move();
    t++;
    status = account.judge(t, () => t > busyUntil && [...queues.flat(), ...slots].some((stay) => stay !== undefined));
  }
  return account.result(status, t, []);

  /** First cycle in which no phit of any copy is left to cross. */
  function endOf({ copies }: Stay): number {
    return Math.max(...copies.map(({ end }) => end));
  }

  /** Cycle in which the last phit of every copy crosses. */
  function freeOf({ copies }: Stay): number {
    return Math.max(...copies.map(({ free }) => free));
  }

  /** Terminals consume the packets that are complete. */
  function consume(): void {
    for (const { tree, terminal } of arriving.filter(({ complete }) => complete === t)) {
      const { from, to } = trees[tree];
      const hearer = to.findIndex((rank) => terminalOf[rank] === terminal);
      const n = consumed[tree][hearer]++;
      from.forEach((_, place) => {
        if ((place + 1) % to.length !== hearer) return;
        const packet = entered[tree][place][n];
        packet.hops = channelsUp(tree, place) + channelsDown(tree, hearer);
        account.consume(packet, t);
      });
      // The last packet of a round completes its result.
      let sum = 0;
      if (account.contributions(tree).some((packets) => (sum += packets) === n + 1)) account.comeOut(tree, hearer, t);
    }
    arriving = arriving.filter(({ complete }) => complete > t);
  }

  /** Channels from a contributor up to the root. */
  function channelsUp(tree: number, place: number): number {
    let [node, count] = [terminalOf[trees[tree].from[place]], 0];
    for (; node !== trees[tree].root; count++) node = head[trees[tree].up.find((c) => tail[c] === node)!];
    return count;
  }

  /** Channels from the root down to a receiver. */
  function channelsDown(tree: number, hearer: number): number {
    let [node, count] = [terminalOf[trees[tree].to[hearer]], 0];
    for (; node !== trees[tree].root; count++) node = tail[trees[tree].down.find((c) => head[c] === node)!];
    return count;
  }

  /** Removes the entries whose credits have returned, and empties the injection slots whose packets have left. */
  function makeRoom(): void {
    queues.forEach((stays, queue) => {
      queues[queue] = stays.filter((stay) => !stay.isGone || endOf(stay) + creditsOf(Math.floor(queue / classes)) > t);
    });
    slots.forEach((stay, slot) => {
      if (stay?.isGone === true && freeOf(stay) <= t) slots[slot] = undefined;
    });
  }

  /** Free injection slots take the next packets of the source queue. */
  function fillSlots(): void {
    slots.forEach((stay, slot) => {
      if (stay !== undefined) return;
      const packet = backlog.take(slot % terminals)?.packet;
      if (packet === undefined) return;
      const { tree = -1, created } = packet;
      const place = trees[tree].from.findIndex((rank) => terminalOf[rank] === packet.source);
      entered[tree][place].push(packet);
      slots[slot] = { tree, created, injected: -1, ready: t, into: undefined, packet, copies: [], isGone: false };
    });
  }

  /** The entry at the head of a queue; undefined while the previous entry is leaving. */
  function frontOf(queue: number): Stay | undefined {
    const stays = queues[queue];
    return stays.some((stay) => stay.isGone && freeOf(stay) > t) ? undefined : stays.find(({ isGone }) => !isGone);
  }

  /** All requests of this cycle. */
  function request(): Request[] {
    const requests: Request[] = [];
    const ask = (queue: number, stays: readonly Stay[], asks: readonly number[], isFromTerminal: boolean) => {
      for (const channel of asks) {
        const isLeft = stays[0].copies.every((copy) => copy.channel !== channel);
        if (isLeft && stays.every(({ into }) => t >= soonestOver(channel, into)))
          requests.push({ queue, stays, channel, asks, isFromTerminal });
      }
    };
    trees.forEach(({ root, up, down }, tree) => {
      const wayUp = (node: number) => [...up].filter((c) => tail[c] === node);
      const waysDown = (node: number) => [...down].filter((c) => tail[c] === node);
      for (let s = 0; s < terminals; s++) {
        const own = slots.flatMap((stay, slot) => (slot % terminals === s && stay?.tree === tree && !stay.isGone ? [{ stay, slot }] : []));
        const oldest = own.sort((a, b) => orderOf(a.stay) - orderOf(b.stay))[0];
        if (oldest !== undefined && !oldest.stay.isGone) ask(virtualChannels + oldest.slot, [oldest.stay], wayUp(s), true);
      }
      for (let node = terminals; node < terminals + network.switches; node++) {
        /** Requests channels for the heads behind all input channels, if all of them are packets of this tree that may request. */
        const together = (by: readonly number[], asks: readonly number[]) => {
          const fronts = by.map((c) => frontOf(queueOf(c, tree)));
          if (by.length === 0 || fronts.some((stay) => stay === undefined || stay.tree !== tree || stay.ready > t)) return;
          ask(
            Math.min(...by.map((c) => queueOf(c, tree))),
            fronts as Stay[],
            asks,
            by.some((c) => tail[c] < terminals),
          );
        };
        together(
          [...up].filter((c) => head[c] === node),
          node === root ? waysDown(node) : wayUp(node),
        );
        together(
          [...down].filter((c) => head[c] === node),
          waysDown(node),
        );
      }
    });
    return requests.sort((a, b) => a.queue - b.queue);
  }

  /** Index of a terminal's packet among all its packets for the same tree. */
  function orderOf({ packet, tree }: Stay): number {
    return Math.max(...entered[tree].map((packets) => packets.indexOf(packet!)));
  }

  /** The first cycle in which a packet that arrives by this transfer may begin on a channel without running dry. */
  function soonestOver(channel: number, into: Movement | undefined): number {
    if (into === undefined) return 0;
    const of = perCycleOf(into.channel);
    const parts = into.begin + L * perPhitOf(into.channel) + delayOf(into.channel) * of;
    const [p, q] = [perCycleOf(channel), perPhitOf(channel)];
    return Math.ceil((parts * p - (L - 1) * q * of) / (of * p));
  }

  /** Each free channel grants one of the requests that have a credit, by priority and arbitration. */
  function grantAll(): void {
    const requests = request();
    for (let c = 0; c < channels; c++) {
      const hasRoom = ({ stays: [{ tree }] }: Request) => head[c] < terminals || queues[queueOf(c, tree)].length < rules.queue;
      const open = requests.filter((each) => each.channel === c && (last[c]?.free ?? 0) <= t && hasRoom(each));
      const others = open.filter(({ isFromTerminal }) => !isFromTerminal);
      const served = rules.priority === "network-first" && others.length > 0 ? others : open;
      if (served.length > 0) begin(arbitrate(c, served));
    }
  }

  function createdOf({ stays }: Request): number {
    return Math.min(...stays.map(({ created }) => created));
  }

  function arbitrate(channel: number, requests: readonly Request[]): Request {
    if (rules.arbitration === "random") return requests[below(mix(arbitrationKey, t, channel), requests.length)];
    if (rules.arbitration === "round-robin") return requests.find(({ queue }) => queue > lastServed[channel]) ?? requests[0];
    const oldest = Math.min(...requests.map(createdOf));
    return requests.find((each) => createdOf(each) === oldest)!;
  }

  /** A granted request begins to cross its channel. Its packets leave their queues with the last channel that they request. */
  function begin(granted: Request): void {
    const { stays, channel: c, queue, asks } = granted;
    const [{ tree, packet }] = stays;
    const [perCycle, perPhit, before] = [perCycleOf(c), perPhitOf(c), last[c]];
    const start = Math.max(t * perCycle, before === undefined ? 0 : before.begin + L * perPhitOf(c));
    const over = start + L * perPhit;
    const movement = { channel: c, begin: start, free: Math.floor(over / perCycle), end: Math.ceil(over / perCycle) };
    const arrives = Math.ceil((start + perPhit) / perCycle) + delayOf(c);
    const complete = movement.end + delayOf(c);
    lastServed[c] = queue;
    last[c] = movement;
    under.push({ movement, source: packet?.source ?? -1 });
    if (packet !== undefined) account.inject(packet, t);
    const injected = packet === undefined ? Math.max(...stays.map((stay) => stay.injected)) : t;
    const { from, to } = trees[tree];
    const told = { source: terminalOf[from[0]], destination: terminalOf[to[1 % to.length]], created: 0, message: -1, injected, hops: 0 };
    account.cross(told, c, t, arrives);
    account.grant(told, c, queueOf(c, tree), t);
    if (head[c] < terminals) arriving.push({ tree, terminal: head[c], complete });
    else {
      const ready = (rules.storeAndForward ? complete : arrives) + switches.pipeline;
      queues[queueOf(c, tree)].push({
        tree,
        created: createdOf(granted),
        injected,
        ready,
        into: movement,
        packet: undefined,
        copies: [],
        isGone: false,
      });
      busyUntil = Math.max(busyUntil, ready);
    }
    busyUntil = Math.max(busyUntil, complete);
    for (const stay of stays) {
      stay.copies.push(movement);
      if (stay.copies.length < asks.length) continue;
      stay.isGone = true;
      if (stay.into === undefined) continue;
      account.waited(stay.into.channel, t - stay.ready, t);
      busyUntil = Math.max(busyUntil, endOf(stay) + creditsOf(stay.into.channel));
    }
  }

  function countSenders(): void {
    for (let s = 0; s < terminals; s++) {
      const sends = under.some(({ source, movement }) => source === s && movement.end > t);
      const waits = backlog.hasSome(s) || slots.some((stay, slot) => slot % terminals === s && stay !== undefined && !stay.isGone);
      account.terminal(s, sends, waits, t);
    }
  }

  /** Records the phits that cross each channel in this cycle. */
  function move(): void {
    const passed = ({ channel, begin: start }: Movement, cycle: number) =>
      Math.min(L, Math.max(0, Math.floor((cycle * perCycleOf(channel) - start) / perPhitOf(channel))));
    for (const { movement } of under) {
      const phits = passed(movement, t + 1) - passed(movement, t);
      for (let i = 0; i < phits; i++) account.phit(movement.channel, t);
    }
  }
}
