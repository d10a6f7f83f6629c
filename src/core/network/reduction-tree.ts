/**
 * Trees in which switches reduce and replicate. What leaves go up, channel by channel, to the root; there it turns, and goes down to
 * all that hear it (SHARP: Graham et al., COMHPC 2016).
 */
import type { Network } from "./network.ts";
import { search } from "./search.ts";

/** A tree over a network: the shortest ways between its root and some terminals. */
export interface ReductionTree {
  /** The switch at which what has come up turns. */
  readonly root: number;
  /** Channels from the terminals that contribute up to the root: each after all that lead to it. */
  readonly up: Int32Array;
  /** Channels from the root down to the terminals that hear: each after the one that leads to it. */
  readonly down: Int32Array;
  /** [from] Channels of the way of each terminal that contributes up to the root, and [to] from there down to each that hears. */
  readonly rising: readonly Int32Array[];
  readonly falling: readonly Int32Array[];
}

/** Nodes that are looked at for a root, over all terminals: some half a second. */
const mostLooks = 2 ** 25;

/**
 * So many trees over the same terminals, side by side. A root is a switch whose farthest terminal is as near as can be, and of
 * those one whose terminals are nearest on the whole: in a tree of switches one of the lowest that all hang under. Of a great many terminals
 * some that are evenly spread stand for all. Trees take roots
 * evenly spread over all that are as good. Ways are the shortest; of several the one by the channel with the lowest number. They lead
 * through switches alone, and a terminal with several links takes one of them.
 * @param from terminals that contribute, at least one
 * @param to terminals that hear, at least one
 * @returns none where no switch reaches all of them by way of switches alone
 */
export function reductionTrees(network: Network, from: Iterable<number>, to: Iterable<number>, count: number): readonly ReductionTree[] {
  const [senders, hearers] = [[...from], [...to]];
  const roots = rootsOf(network, new Set([...senders, ...hearers]));
  if (roots.length === 0) return [];
  return Array.from({ length: count }, (_, k) => treeFrom(network, roots[Math.floor((k * roots.length) / count)], senders, hearers));
}

/** The switches from which the farthest of these terminals is nearest, and all together are. */
function rootsOf(network: Network, terminals: ReadonlySet<number>): readonly number[] {
  const { terminals: ends, switches, firstOut, head, isMedium } = network;
  if (isMedium === true) return [];
  const nodes = ends + switches;
  const [distance, order] = [new Int32Array(nodes), new Int32Array(nodes)];
  const [farthest, sum, reached] = [new Int32Array(nodes), new Float64Array(nodes), new Int32Array(nodes)];
  // Terminals with one link to the same switch are as far from everywhere: they are looked at once.
  const alike = new Map<number, number>();
  for (const t of terminals) {
    const hangsOnOne = firstOut[t + 1] - firstOut[t] === 1 && head[firstOut[t]] >= ends;
    const start = hangsOnOne ? head[firstOut[t]] : t;
    alike.set(start, (alike.get(start) ?? 0) + 1);
  }
  const starts = [...alike];
  const apart = Math.ceil((starts.length * nodes) / mostLooks);
  const asked = starts.filter((_, i) => i % apart === 0);
  const all = asked.reduce((total, [, times]) => total + times, 0);
  for (const [start, times] of asked) {
    const count = search(network, start, distance, order, ends);
    const further = start < ends ? 0 : 1;
    for (let i = 0; i < count; i++) {
      const n = order[i];
      const steps = distance[n] + further;
      if (steps > farthest[n]) farthest[n] = steps;
      sum[n] += times * steps;
      reached[n] += times;
    }
  }
  let best: number[] = [];
  for (let n = ends; n < nodes; n++) {
    if (reached[n] < all) continue;
    const difference = best.length === 0 ? -1 : farthest[n] - farthest[best[0]] || sum[n] - sum[best[0]];
    if (difference < 0) best = [n];
    else if (difference === 0) best.push(n);
  }
  if (best.length === 0) return [];
  const found = new Set(order.subarray(0, search(network, best[0], distance, order, ends)));
  return starts.every(([start]) => found.has(start)) ? best : [];
}

/** The shortest ways from a root to terminals, in both directions. */
function treeFrom(network: Network, root: number, from: readonly number[], to: readonly number[]): ReductionTree {
  const { terminals, switches, firstOut, head, tail, reverse } = network;
  const nodes = terminals + switches;
  const [distance, order] = [new Int32Array(nodes), new Int32Array(nodes)];
  const count = search(network, root, distance, order, terminals);
  /** [N] The channel by which each node is reached. */
  const into = new Int32Array(nodes).fill(-1);
  for (let i = 0; i < count; i++) {
    const n = order[i];
    if (n < terminals) continue;
    for (let c = firstOut[n]; c < firstOut[n + 1]; c++) if (distance[head[c]] === distance[n] + 1 && into[head[c]] < 0) into[head[c]] = c;
  }
  /** The nodes on the ways to terminals, but for the root, the nearest first. */
  const used = (ends: readonly number[]) => {
    const isUsed = new Uint8Array(nodes);
    for (const t of ends) for (let n = t; n !== root && isUsed[n] === 0; n = tail[into[n]]) isUsed[n] = 1;
    return order.subarray(0, count).filter((n) => isUsed[n] === 1);
  };
  const [above, below] = [used(from), used(to)];
  /** The channels from a terminal up to the root. */
  const wayUp = (t: number) => {
    const way: number[] = [];
    for (let n = t; n !== root; n = tail[into[n]]) way.push(reverse[into[n]]);
    return Int32Array.from(way);
  };
  const wayDown = (t: number) => wayUp(t).map((_, i, way) => reverse[way[way.length - 1 - i]]);
  return {
    root,
    up: above.map((_, i) => reverse[into[above[above.length - 1 - i]]]),
    down: below.map((n) => into[n]),
    rising: from.map(wayUp),
    falling: to.map(wayDown),
  };
}
