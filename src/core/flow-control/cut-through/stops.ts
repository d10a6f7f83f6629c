/** Where the packets of trees stop on their ways: at terminals that contribute, at switches that merge or copy. */
import type { Network } from "../../network/network.ts";
import type { Program } from "../../programs/program.ts";
import { heardAt } from "../../programs/trees.ts";

/** The stops of all trees of a program, one after the other; of each tree first those of its terminals. A queue is channel × K + virtual channel. */
export interface Stops {
  readonly count: number;
  /** [trees + 1] Where the stops of the terminals begin that contribute to a tree, in the order of its ranks; and, last, the end of all. */
  readonly ofTerminal: Int32Array;
  /** [stops] Its tree; and 1 where any of its inputs comes from a terminal. */
  readonly treeOf: Int32Array;
  readonly isBesideTerminal: Uint8Array;
  /** [stops + 1] Places of its queues among {@link inputs}, and of its outputs among {@link outputs}. */
  readonly firstInput: Int32Array;
  readonly inputs: Int32Array;
  readonly firstOutput: Int32Array;
  readonly outputs: Int32Array;
  /** [inputs] The stop that fills it. */
  readonly feeder: Int32Array;
  /** [outputs] The stop whose output it is; the one it leads to, −1 where a terminal consumes; and there the place of that among those that hear. */
  readonly stopOf: Int32Array;
  readonly next: Int32Array;
  readonly hearer: Int32Array;
  /** [outputs + 1] Places among {@link told} of the terminals' stops whose packets are told to go there. */
  readonly firstTold: Int32Array;
  readonly told: Int32Array;
  /** [stops] Of a terminal's: channels that its packets cross. */
  readonly hops: Int32Array;
  /** [trees] Terminals that a packet of it is told by: one that contributes, one that hears. */
  readonly source: Int32Array;
  readonly destination: Int32Array;
}

/** Where each of several lists begins that stand one behind the other; and, last, where they end. */
function places(lists: readonly (readonly unknown[])[]): Int32Array {
  const first = new Int32Array(lists.length + 1);
  lists.forEach(({ length }, i) => (first[i + 1] = first[i] + length));
  return first;
}

interface Stop {
  readonly tree: number;
  readonly inputs: { readonly queue: number; readonly feeder: number }[];
  readonly outputs: { readonly queue: number; readonly next: number; readonly hearer: number; readonly told: number[] }[];
  readonly hops: number;
}

/** Lays the trees of a program out over a network with K virtual channels on each channel. */
export function layOut({ terminals, tail, head }: Network, { trees = [], terminalOf }: Program, K: number): Stops {
  const stops: Stop[] = [];
  const ofTerminal: number[] = [];
  trees.forEach((tree, k) => {
    const [place, hear] = [tree.from, tree.to].map((ranks) => new Map(Array.from(ranks, (rank, i) => [terminalOf[rank], i])));
    const first = stops.length;
    ofTerminal.push(first);
    const add = (hops = 0) => stops.push({ tree: k, inputs: [], outputs: [], hops }) - 1;
    for (const way of tree.ways) add(way.length);
    const toldTo = tree.to.reduce((all, _, j) => all.set(j, []), new Map<number, number[]>());
    for (let i = 0; i < tree.from.length; i++) toldTo.get(heardAt(tree, i))!.push(first + i);
    /** The stop at each node on the way up, and on the way down; the root is on both. */
    const above = new Map([...place].map(([terminal, i]) => [terminal, first + i]));
    const below = new Map([[tree.root, add()]]);
    above.set(tree.root, below.get(tree.root)!);
    const stopAt = (at: Map<number, number>, node: number) => {
      if (!at.has(node)) at.set(node, add());
      return at.get(node)!;
    };
    const link = (channel: number, at: Map<number, number>) => {
      const queue = channel * K + (k % K);
      const from = stopAt(at, tail[channel]);
      const isLast = head[channel] < terminals;
      const next = isLast ? -1 : stopAt(at, head[channel]);
      const hearer = isLast ? hear.get(head[channel])! : -1;
      stops[from].outputs.push({ queue, next, hearer, told: isLast ? toldTo.get(hearer)! : [] });
      if (next >= 0) stops[next].inputs.push({ queue, feeder: from });
    };
    for (const channel of tree.up) link(channel, above);
    for (const channel of tree.down) link(channel, below);
  });
  ofTerminal.push(stops.length);
  for (const { inputs } of stops) inputs.sort((a, b) => a.queue - b.queue);
  const [inputs, outputs] = [stops.flatMap((stop) => stop.inputs), stops.flatMap((stop) => stop.outputs)];
  return {
    count: stops.length,
    ofTerminal: Int32Array.from(ofTerminal),
    treeOf: Int32Array.from(stops, ({ tree }) => tree),
    isBesideTerminal: Uint8Array.from(stops, (stop) => Number(stop.inputs.some(({ queue }) => tail[Math.floor(queue / K)] < terminals))),
    firstInput: places(stops.map((stop) => stop.inputs)),
    inputs: Int32Array.from(inputs, ({ queue }) => queue),
    firstOutput: places(stops.map((stop) => stop.outputs)),
    outputs: Int32Array.from(outputs, ({ queue }) => queue),
    feeder: Int32Array.from(inputs, ({ feeder }) => feeder),
    stopOf: Int32Array.from(stops.flatMap((stop, s) => stop.outputs.map(() => s))),
    next: Int32Array.from(outputs, ({ next }) => next),
    hearer: Int32Array.from(outputs, ({ hearer }) => hearer),
    firstTold: places(outputs.map(({ told }) => told)),
    told: Int32Array.from(outputs.flatMap(({ told }) => told)),
    hops: Int32Array.from(stops, ({ hops }) => hops),
    source: Int32Array.from(trees, ({ from }) => terminalOf[from[0]]),
    destination: Int32Array.from(trees, (tree) => terminalOf[tree.to[heardAt(tree, 0)]]),
  };
}
