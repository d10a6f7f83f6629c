/** Layout of reduction trees on a network: a stop for each terminal that contributes, and for each switch that merges or copies packets. */
import type { Network } from "../../network/network.ts";
import type { Program } from "../../programs/program.ts";
import { nominalReceiver } from "../../programs/trees.ts";

/** The stops of all trees of a program, tree after tree, terminals first. A queue is channel × vcs + virtual channel. */
export interface Stops {
  readonly count: number;
  /** [trees + 1] First stop of each tree; its contributing terminals come first, in the order of ranks. Last, the number of stops. */
  readonly firstStop: Int32Array;
  /** [stops] Tree of each stop; and 1 if any of the stop's inputs comes from a terminal. */
  readonly treeOf: Int32Array;
  readonly hasTerminalInput: Uint8Array;
  /** [stops + 1] Start of each stop's queues in {@link inputs}, and of its channels in {@link outputs}. */
  readonly firstInput: Int32Array;
  readonly inputs: Int32Array;
  readonly firstOutput: Int32Array;
  readonly outputs: Int32Array;
  /** [inputs] The stop that sends into each queue. */
  readonly feedingStop: Int32Array;
  /** [outputs] Stop of each output; the next stop, −1 where a terminal consumes; and the receiver's position among the tree's receivers. */
  readonly stopOf: Int32Array;
  readonly next: Int32Array;
  readonly receiverIndex: Int32Array;
  /** [outputs + 1] Start in {@link contributors} of the terminals' stops whose packets are delivered over this output. */
  readonly firstContributor: Int32Array;
  readonly contributors: Int32Array;
  /** [stops] For a terminal's stop: number of channels that its packets cross. */
  readonly hops: Int32Array;
  /** [trees] Representative source and destination of each tree's packets: a contributing and a receiving terminal. */
  readonly source: Int32Array;
  readonly destination: Int32Array;
}

/** Start indexes of lists that are concatenated; last, the total length. */
function startIndexes(lists: readonly (readonly unknown[])[]): Int32Array {
  const first = new Int32Array(lists.length + 1);
  lists.forEach(({ length }, i) => (first[i + 1] = first[i] + length));
  return first;
}

interface Stop {
  readonly tree: number;
  readonly inputs: { readonly queue: number; readonly feedingStop: number }[];
  readonly outputs: { readonly queue: number; readonly next: number; readonly receiver: number; readonly contributors: number[] }[];
  readonly hops: number;
}

/**
 * Lays out the reduction trees of a program on a network. A tree has a stop at each contributing terminal and at each switch that it
 * passes, where packets are merged on the way up to the root or copied on the way down. Returns flat arrays by tree, by stop, and by input
 * and output of the stops. Tree k uses virtual channel k modulo `vcs` of each channel.
 */
export function layOutTrees({ terminals, tail, head }: Network, { trees = [], terminalOf }: Program, vcs: number): Stops {
  const stops: Stop[] = [];
  const firstStops: number[] = [];
  // Stops of each tree: first its contributing terminals, then the root, then other switches as channels reach them.
  trees.forEach((tree, treeIndex) => {
    // By terminal: its position among the contributors, and among the receivers.
    const [contributorIndex, receiverIndex] = [tree.from, tree.to].map(
      (ranks) => new Map(Array.from(ranks, (rank, i) => [terminalOf[rank], i])),
    );
    const first = stops.length;
    firstStops.push(first);
    const addStop = (hops = 0) => stops.push({ tree: treeIndex, inputs: [], outputs: [], hops }) - 1;
    for (const path of tree.paths) addStop(path.length);
    /** By position of a receiver: the stops whose contributions are counted as delivered to that receiver. */
    const contributorsOf = tree.to.reduce((all, _, j) => all.set(j, []), new Map<number, number[]>());
    for (let i = 0; i < tree.from.length; i++) contributorsOf.get(nominalReceiver(tree, i))!.push(first + i);
    /** Stops by node, on the way up and on the way down; the root's stop is in both maps. */
    const upStops = new Map([...contributorIndex].map(([terminal, i]) => [terminal, first + i]));
    const downStops = new Map([[tree.root, addStop()]]);
    upStops.set(tree.root, downStops.get(tree.root)!);
    const stopAt = (stopsByNode: Map<number, number>, node: number) => {
      if (!stopsByNode.has(node)) stopsByNode.set(node, addStop());
      return stopsByNode.get(node)!;
    };
    // A channel connects an output of the stop at its tail with an input of the stop at its head.
    const addChannel = (channel: number, stopsByNode: Map<number, number>) => {
      const queue = channel * vcs + (treeIndex % vcs);
      const from = stopAt(stopsByNode, tail[channel]);
      const isIntoTerminal = head[channel] < terminals;
      const next = isIntoTerminal ? -1 : stopAt(stopsByNode, head[channel]);
      const receiver = isIntoTerminal ? receiverIndex.get(head[channel])! : -1;
      stops[from].outputs.push({ queue, next, receiver, contributors: isIntoTerminal ? contributorsOf.get(receiver)! : [] });
      if (next >= 0) stops[next].inputs.push({ queue, feedingStop: from });
    };
    for (const channel of tree.up) addChannel(channel, upStops);
    for (const channel of tree.down) addChannel(channel, downStops);
  });
  // Flat arrays of all stops, inputs and outputs.
  firstStops.push(stops.length);
  for (const { inputs } of stops) inputs.sort((a, b) => a.queue - b.queue);
  const [inputs, outputs] = [stops.flatMap((stop) => stop.inputs), stops.flatMap((stop) => stop.outputs)];
  return {
    count: stops.length,
    firstStop: Int32Array.from(firstStops),
    treeOf: Int32Array.from(stops, ({ tree }) => tree),
    hasTerminalInput: Uint8Array.from(stops, (stop) => Number(stop.inputs.some(({ queue }) => tail[Math.floor(queue / vcs)] < terminals))),
    firstInput: startIndexes(stops.map((stop) => stop.inputs)),
    inputs: Int32Array.from(inputs, ({ queue }) => queue),
    firstOutput: startIndexes(stops.map((stop) => stop.outputs)),
    outputs: Int32Array.from(outputs, ({ queue }) => queue),
    feedingStop: Int32Array.from(inputs, ({ feedingStop }) => feedingStop),
    stopOf: Int32Array.from(stops.flatMap((stop, stopIndex) => stop.outputs.map(() => stopIndex))),
    next: Int32Array.from(outputs, ({ next }) => next),
    receiverIndex: Int32Array.from(outputs, ({ receiver }) => receiver),
    firstContributor: startIndexes(outputs.map(({ contributors }) => contributors)),
    contributors: Int32Array.from(outputs.flatMap(({ contributors }) => contributors)),
    hops: Int32Array.from(stops, ({ hops }) => hops),
    source: Int32Array.from(trees, ({ from }) => terminalOf[from[0]]),
    destination: Int32Array.from(trees, (tree) => terminalOf[tree.to[nominalReceiver(tree, 0)]]),
  };
}
