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
import { uniformBelow, mix, streamKey } from "../../src/core/base/random.ts";
import type { CutThroughRules } from "../../src/core/flow-control/cut-through/rules.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import type { Program } from "../../src/core/programs/program.ts";
import { plainSwitch } from "../../src/core/plan/switches.ts";
import type { Status } from "../../src/core/simulation/frame.ts";
import { startRecorder, type ReferenceResult } from "./recorder.ts";
import { type Packet, times } from "./creation.ts";
import { createSourceQueues } from "./source-queue.ts";

/**
 * A transfer of a packet over a channel. It begins at `begin` / perCycle cycles, where perCycle is the number of units that the channel has
 * per cycle.
 */
interface TreeTransfer {
  readonly channel: number;
  readonly begin: number;
  /** The cycle in which the last phit crosses the channel or has crossed it; and the first cycle in which no phit is left to cross. */
  readonly freeAt: number;
  readonly endAt: number;
}

/** An entry of a queue or of an injection slot: packets that the tree has reduced to one. */
interface TreeEntry {
  readonly tree: number;
  /** Values of the packets that were reduced to this entry, as far as they are needed. */
  readonly created: number;
  readonly injected: number;
  readonly ready: number;
  readonly arrival: TreeTransfer | undefined;
  /** The packet itself while it is at its terminal. */
  readonly packet: Packet | undefined;
  /** The copies whose transfer has begun. */
  readonly copies: TreeTransfer[];
  hasLeft: boolean;
}

interface TreeRequest {
  /** The lowest of the queues at whose heads the packets of the request are. */
  readonly queue: number;
  readonly entries: readonly TreeEntry[];
  readonly channel: number;
  /** All channels that the packets of the request want in common. */
  readonly requestedChannels: readonly number[];
  readonly isFromTerminal: boolean;
}

/** Runs a plan whose ranks send to reduction trees only, to its end or for `cycleLimit` cycles. */
export function simulateTrees(rules: CutThroughRules, plan: Plan, cycleLimit = Infinity): ReferenceResult {
  const { network, packetPhits: phitsPerPacket, routing, seed, links, switches = plainSwitch } = plan;
  const { terminals, tail, head } = network;
  const { vcClasses } = routing;
  const { trees = [], terminalOf } = plan.demand as Program;
  const channels = head.length;
  const arbitrationKey = streamKey(seed, "arbitration");
  const perCycleOf = (c: number) => links?.perCycle[c] ?? 1;
  const perPhitOf = (c: number) => links?.perPhit[c] ?? 1;
  const delayOf = (c: number) => links?.delay[c] ?? 0;
  const creditCycles = (c: number) => delayOf(c) + (head[c] >= terminals ? switches.creditDelay : 0);
  const queueOf = (channel: number, tree: number) => channel * vcClasses + (tree % vcClasses);
  const vcCount = channels * vcClasses;

  /** Queues behind virtual channels; and injection slots, first slots of all terminals first, then second slots. */
  const queues: TreeEntry[][] = times(vcCount, () => []);
  const slots: (TreeEntry | undefined)[] = times(rules.injectionSlots * terminals, () => undefined);
  const sourceQueues = createSourceQueues(plan);
  const transfers: { readonly movement: TreeTransfer; readonly source: number }[] = [];
  const lastTransfer: (TreeTransfer | undefined)[] = times(channels, () => undefined);
  const lastServed = times(channels, () => -1);
  let arrivingPackets: { readonly tree: number; readonly terminal: number; readonly complete: number }[] = [];
  /**
   * [tree] The packets of each contributor, in the order in which they entered; and the number of packets that each receiver has consumed.
   */
  const entered = trees.map(({ from }) => Array.from(from, (): Packet[] => []));
  const consumed = trees.map(({ to }) => Array.from(to, () => 0));
  /** The last cycle of all events that have been scheduled. */
  let lastEventCycle = -1;

  const recorder = startRecorder(plan);
  let t = 0;
  let status: Status = "running";
  while (status === "running" && t < cycleLimit) {
    consume();
    sourceQueues.add(recorder.createPackets(t), t);
    returnCredits();
    fillSlots();
    grantRequests();
    recorder.recordQueued((c) =>
      times(vcClasses, (k) => queues[c * vcClasses + k].filter((entry) => !entry.hasLeft || endOf(entry) > t).length).reduce(
        (a, b) => a + b,
        0,
      ),
    );
    countSenders();
    recordPhits();
    t++;
    status = recorder.statusAfter(t, () => t > lastEventCycle && [...queues.flat(), ...slots].some((entry) => entry !== undefined));
  }
  return recorder.result(status, t, []);

  /** First cycle in which no phit of any copy is left to cross. */
  function endOf({ copies }: TreeEntry): number {
    return Math.max(...copies.map(({ endAt }) => endAt));
  }

  /** Cycle in which the last phit of every copy crosses. */
  function freeOf({ copies }: TreeEntry): number {
    return Math.max(...copies.map(({ freeAt }) => freeAt));
  }

  /** Terminals consume the packets that are complete. */
  function consume(): void {
    for (const { tree, terminal } of arrivingPackets.filter(({ complete }) => complete === t)) {
      const { from, to } = trees[tree];
      const receiver = to.findIndex((rank) => terminalOf[rank] === terminal);
      const n = consumed[tree][receiver]++;
      from.forEach((_, contributor) => {
        if ((contributor + 1) % to.length !== receiver) return;
        const packet = entered[tree][contributor][n];
        packet.hops = channelsUp(tree, contributor) + channelsDown(tree, receiver);
        recorder.recordConsumption(packet, t);
      });
      // The last packet of a round completes its result.
      let sum = 0;
      if (recorder.roundLengths(tree).some((packets) => (sum += packets) === n + 1)) recorder.deliverTreeResult(tree, receiver, t);
    }
    arrivingPackets = arrivingPackets.filter(({ complete }) => complete > t);
  }

  /** Channels from a contributor up to the root. */
  function channelsUp(tree: number, contributor: number): number {
    let [node, count] = [terminalOf[trees[tree].from[contributor]], 0];
    for (; node !== trees[tree].root; count++) node = head[trees[tree].up.find((c) => tail[c] === node)!];
    return count;
  }

  /** Channels from the root down to a receiver. */
  function channelsDown(tree: number, receiver: number): number {
    let [node, count] = [terminalOf[trees[tree].to[receiver]], 0];
    for (; node !== trees[tree].root; count++) node = tail[trees[tree].down.find((c) => head[c] === node)!];
    return count;
  }

  /** Removes the entries whose credits have returned, and empties the injection slots whose packets have left. */
  function returnCredits(): void {
    queues.forEach((entries, queue) => {
      queues[queue] = entries.filter((entry) => !entry.hasLeft || endOf(entry) + creditCycles(Math.floor(queue / vcClasses)) > t);
    });
    slots.forEach((entry, slot) => {
      if (entry?.hasLeft === true && freeOf(entry) <= t) slots[slot] = undefined;
    });
  }

  /** Free injection slots take the next packets of the source queue. */
  function fillSlots(): void {
    slots.forEach((entry, slot) => {
      if (entry !== undefined) return;
      const packet = sourceQueues.take(slot % terminals)?.packet;
      if (packet === undefined) return;
      const { tree = -1, created } = packet;
      const contributor = trees[tree].from.findIndex((rank) => terminalOf[rank] === packet.source);
      entered[tree][contributor].push(packet);
      slots[slot] = { tree, created, injected: -1, ready: t, arrival: undefined, packet, copies: [], hasLeft: false };
    });
  }

  /** The entry at the head of a queue; undefined while the previous entry is leaving. */
  function headOf(queue: number): TreeEntry | undefined {
    const entries = queues[queue];
    return entries.some((entry) => entry.hasLeft && freeOf(entry) > t) ? undefined : entries.find(({ hasLeft }) => !hasLeft);
  }

  /** All requests of this cycle. */
  function collectRequests(): TreeRequest[] {
    const requests: TreeRequest[] = [];
    const addRequests = (queue: number, entries: readonly TreeEntry[], requestedChannels: readonly number[], isFromTerminal: boolean) => {
      for (const channel of requestedChannels) {
        const isNotGranted = entries[0].copies.every((copy) => copy.channel !== channel);
        if (isNotGranted && entries.every(({ arrival }) => t >= earliestStart(channel, arrival)))
          requests.push({ queue, entries, channel, requestedChannels, isFromTerminal });
      }
    };
    trees.forEach(({ root, up, down }, tree) => {
      const channelsUpFrom = (node: number) => [...up].filter((c) => tail[c] === node);
      const channelsDownFrom = (node: number) => [...down].filter((c) => tail[c] === node);
      for (let s = 0; s < terminals; s++) {
        const ownEntries = slots.flatMap((entry, slot) =>
          slot % terminals === s && entry?.tree === tree && !entry.hasLeft ? [{ entry, slot }] : [],
        );
        const oldest = ownEntries.sort((a, b) => entryIndexOf(a.entry) - entryIndexOf(b.entry))[0];
        if (oldest !== undefined && !oldest.entry.hasLeft) addRequests(vcCount + oldest.slot, [oldest.entry], channelsUpFrom(s), true);
      }
      for (let node = terminals; node < terminals + network.switches; node++) {
        /** Requests channels for the heads behind all input channels, if all of them are packets of this tree that may request. */
        const addCommonRequest = (inputChannels: readonly number[], requestedChannels: readonly number[]) => {
          const heads = inputChannels.map((c) => headOf(queueOf(c, tree)));
          if (inputChannels.length === 0 || heads.some((entry) => entry === undefined || entry.tree !== tree || entry.ready > t)) return;
          addRequests(
            Math.min(...inputChannels.map((c) => queueOf(c, tree))),
            heads as TreeEntry[],
            requestedChannels,
            inputChannels.some((c) => tail[c] < terminals),
          );
        };
        addCommonRequest(
          [...up].filter((c) => head[c] === node),
          node === root ? channelsDownFrom(node) : channelsUpFrom(node),
        );
        addCommonRequest(
          [...down].filter((c) => head[c] === node),
          channelsDownFrom(node),
        );
      }
    });
    return requests.sort((a, b) => a.queue - b.queue);
  }

  /** Index of a terminal's packet among all its packets for the same tree. */
  function entryIndexOf({ packet, tree }: TreeEntry): number {
    return Math.max(...entered[tree].map((packets) => packets.indexOf(packet!)));
  }

  /** The first cycle in which a packet that arrives by this transfer may begin on a channel without running dry. */
  function earliestStart(channel: number, arrival: TreeTransfer | undefined): number {
    if (arrival === undefined) return 0;
    const unitsPerCycle = perCycleOf(arrival.channel);
    const arrivalUnits = arrival.begin + phitsPerPacket * perPhitOf(arrival.channel) + delayOf(arrival.channel) * unitsPerCycle;
    const [p, q] = [perCycleOf(channel), perPhitOf(channel)];
    return Math.ceil((arrivalUnits * p - (phitsPerPacket - 1) * q * unitsPerCycle) / (unitsPerCycle * p));
  }

  /** Each free channel grants one of the requests that have a credit, by priority and arbitration. */
  function grantRequests(): void {
    const requests = collectRequests();
    for (let c = 0; c < channels; c++) {
      const hasCredit = ({ entries: [{ tree }] }: TreeRequest) => head[c] < terminals || queues[queueOf(c, tree)].length < rules.queue;
      const eligible = requests.filter((each) => each.channel === c && (lastTransfer[c]?.freeAt ?? 0) <= t && hasCredit(each));
      const networkRequests = eligible.filter(({ isFromTerminal }) => !isFromTerminal);
      const served = rules.priority === "network-first" && networkRequests.length > 0 ? networkRequests : eligible;
      if (served.length > 0) beginTransfer(arbitrate(c, served));
    }
  }

  function createdOf({ entries }: TreeRequest): number {
    return Math.min(...entries.map(({ created }) => created));
  }

  function arbitrate(channel: number, requests: readonly TreeRequest[]): TreeRequest {
    if (rules.arbitration === "random") return requests[uniformBelow(mix(arbitrationKey, t, channel), requests.length)];
    if (rules.arbitration === "round-robin") return requests.find(({ queue }) => queue > lastServed[channel]) ?? requests[0];
    const oldest = Math.min(...requests.map(createdOf));
    return requests.find((each) => createdOf(each) === oldest)!;
  }

  /** A granted request begins to cross its channel. Its packets leave their queues with the last channel that they request. */
  function beginTransfer(granted: TreeRequest): void {
    const { entries, channel: c, queue, requestedChannels } = granted;
    const [{ tree, packet }] = entries;
    const [perCycle, perPhit, before] = [perCycleOf(c), perPhitOf(c), lastTransfer[c]];
    const start = Math.max(t * perCycle, before === undefined ? 0 : before.begin + phitsPerPacket * perPhitOf(c));
    const endUnits = start + phitsPerPacket * perPhit;
    const movement = { channel: c, begin: start, freeAt: Math.floor(endUnits / perCycle), endAt: Math.ceil(endUnits / perCycle) };
    const arrives = Math.ceil((start + perPhit) / perCycle) + delayOf(c);
    const complete = movement.endAt + delayOf(c);
    lastServed[c] = queue;
    lastTransfer[c] = movement;
    transfers.push({ movement, source: packet?.source ?? -1 });
    if (packet !== undefined) recorder.recordInjection(packet, t);
    const injected = packet === undefined ? Math.max(...entries.map((entry) => entry.injected)) : t;
    const { from, to } = trees[tree];
    const nominalPacket = {
      source: terminalOf[from[0]],
      destination: terminalOf[to[1 % to.length]],
      created: 0,
      message: -1,
      injected,
      hops: 0,
    };
    recorder.recordCrossing(nominalPacket, c, t, arrives);
    recorder.recordGrant(nominalPacket, c, queueOf(c, tree), t);
    if (head[c] < terminals) arrivingPackets.push({ tree, terminal: head[c], complete });
    else {
      const ready = (rules.storeAndForward ? complete : arrives) + switches.pipeline;
      queues[queueOf(c, tree)].push({
        tree,
        created: createdOf(granted),
        injected,
        ready,
        arrival: movement,
        packet: undefined,
        copies: [],
        hasLeft: false,
      });
      lastEventCycle = Math.max(lastEventCycle, ready);
    }
    lastEventCycle = Math.max(lastEventCycle, complete);
    for (const entry of entries) {
      entry.copies.push(movement);
      if (entry.copies.length < requestedChannels.length) continue;
      entry.hasLeft = true;
      if (entry.arrival === undefined) continue;
      recorder.recordWait(entry.arrival.channel, t - entry.ready, t);
      lastEventCycle = Math.max(lastEventCycle, endOf(entry) + creditCycles(entry.arrival.channel));
    }
  }

  function countSenders(): void {
    for (let s = 0; s < terminals; s++) {
      const sends = transfers.some(({ source, movement }) => source === s && movement.endAt > t);
      const waits =
        sourceQueues.isWaiting(s) || slots.some((entry, slot) => slot % terminals === s && entry !== undefined && !entry.hasLeft);
      recorder.recordTerminal(s, sends, waits, t);
    }
  }

  /** Records the phits that cross each channel in this cycle. */
  function recordPhits(): void {
    const phitsCrossedBy = ({ channel, begin: start }: TreeTransfer, cycle: number) =>
      Math.min(phitsPerPacket, Math.max(0, Math.floor((cycle * perCycleOf(channel) - start) / perPhitOf(channel))));
    for (const { movement } of transfers) {
      const phits = phitsCrossedBy(movement, t + 1) - phitsCrossedBy(movement, t);
      for (let i = 0; i < phits; i++) recorder.recordPhit(movement.channel, t);
    }
  }
}
