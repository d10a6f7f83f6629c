/**
 * Trees for in-network reduction. Switches reduce what the terminals send up, channel by channel, to the root, and replicate the result on
 * the way down to all receivers (SHARP: Graham et al., COMHPC 2016).
 */
import type { Network } from "./network.ts";
import { breadthFirstSearch } from "./search.ts";

/** A tree in a network: shortest paths between its root and some terminals. */
export interface ReductionTree {
  /** The switch at which the reduction ends and the distribution starts. */
  readonly root: number;
  /** Channels from the sending terminals up to the root. Each channel comes after all channels that lead to it. */
  readonly up: Int32Array;
  /** Channels from the root down to the receiving terminals. Each channel comes after the channel that leads to it. */
  readonly down: Int32Array;
  /**
   * [senders] Path of each sending terminal up to the root, and [receivers] path from the root down to each receiving terminal, as
   * channels.
   */
  readonly upPaths: readonly Int32Array[];
  readonly downPaths: readonly Int32Array[];
}

/** Limit of node visits in the search for roots, over all terminals: about half a second. */
const maxNodeVisits = 2 ** 25;

/**
 * `count` trees over the same terminals. A root is a switch with the smallest distance to its farthest terminal and, among these, with the
 * smallest sum of distances; in a tree of switches, it is one of the lowest common ancestors. For many terminals, an evenly spaced sample
 * is used. The trees take evenly spaced roots among all equally good roots. Paths are shortest paths; ties go to the channel with the
 * lowest number. Paths lead through switches only, and a terminal with several links uses one of them.
 * @param from Sending terminals, at least one.
 * @param to Receiving terminals, at least one.
 * @returns an empty list if no switch reaches all terminals through switches only
 */
export function reductionTrees(network: Network, from: Iterable<number>, to: Iterable<number>, count: number): readonly ReductionTree[] {
  const [senders, receivers] = [[...from], [...to]];
  const roots = bestRoots(network, new Set([...senders, ...receivers]));
  if (roots.length === 0) return [];
  return Array.from({ length: count }, (_, k) =>
    shortestPathTree(network, roots[Math.floor((k * roots.length) / count)], senders, receivers),
  );
}

/**
 * The switches that are best as the root of a reduction tree over some terminals: the distance to their farthest terminal is smallest and,
 * among equals, the sum of the distances is smallest. Empty if no switch reaches all terminals, and on a bus. In large networks the
 * distances from a sample of the terminals are used.
 */
function bestRoots(network: Network, terminals: ReadonlySet<number>): readonly number[] {
  const { terminals: terminalCount, switches, firstOut, head, isMedium } = network;
  if (isMedium === true) return [];
  const nodes = terminalCount + switches;
  const [distance, order] = [new Int32Array(nodes), new Int32Array(nodes)];
  const [farthest, sum, reachedTerminals] = [new Int32Array(nodes), new Float64Array(nodes), new Int32Array(nodes)];
  // Terminals whose only link leads to the same switch have the same distances, so one search serves all of them.
  const terminalsAtStart = new Map<number, number>();
  for (const t of terminals) {
    const hasSingleSwitch = firstOut[t + 1] - firstOut[t] === 1 && head[firstOut[t]] >= terminalCount;
    const startNode = hasSingleSwitch ? head[firstOut[t]] : t;
    terminalsAtStart.set(startNode, (terminalsAtStart.get(startNode) ?? 0) + 1);
  }
  // Search from the nodes of all terminals, or of an evenly spaced sample.
  const starts = [...terminalsAtStart];
  const stride = Math.ceil((starts.length * nodes) / maxNodeVisits);
  const sample = starts.filter((_, i) => i % stride === 0);
  const sampledTerminals = sample.reduce((total, [, weight]) => total + weight, 0);
  for (const [startNode, weight] of sample) {
    const count = breadthFirstSearch(network, startNode, distance, order, terminalCount);
    const accessHops = startNode < terminalCount ? 0 : 1;
    for (let i = 0; i < count; i++) {
      const n = order[i];
      const steps = distance[n] + accessHops;
      if (steps > farthest[n]) farthest[n] = steps;
      sum[n] += weight * steps;
      reachedTerminals[n] += weight;
    }
  }
  // Compare the switches that all searches have reached.
  let bestSwitches: number[] = [];
  for (let n = terminalCount; n < nodes; n++) {
    if (reachedTerminals[n] < sampledTerminals) continue;
    const difference = bestSwitches.length === 0 ? -1 : farthest[n] - farthest[bestSwitches[0]] || sum[n] - sum[bestSwitches[0]];
    if (difference < 0) bestSwitches = [n];
    else if (difference === 0) bestSwitches.push(n);
  }
  if (bestSwitches.length === 0) return [];
  // Terminals that are not in the sample have to be reachable, too.
  const reachable = new Set(order.subarray(0, breadthFirstSearch(network, bestSwitches[0], distance, order, terminalCount)));
  return starts.every(([startNode]) => reachable.has(startNode)) ? bestSwitches : [];
}

/**
 * A tree of shortest paths that carries contributions from terminals up to a root switch and the result down to terminals. `up` and `down`
 * list each channel of the tree once, in the order in which data crosses them; `upPaths` and `downPaths` list the channels from and to each
 * terminal.
 * @param senders Terminals that contribute.
 * @param receivers Terminals that receive the result.
 */
function shortestPathTree(network: Network, root: number, senders: readonly number[], receivers: readonly number[]): ReductionTree {
  const { terminals, switches, firstOut, head, tail, reverse } = network;
  const nodes = terminals + switches;
  const [distance, order] = [new Int32Array(nodes), new Int32Array(nodes)];
  const count = breadthFirstSearch(network, root, distance, order, terminals);
  /** [N] Channel by which the search reaches each node. */
  const enteringChannel = new Int32Array(nodes).fill(-1);
  for (let i = 0; i < count; i++) {
    const n = order[i];
    if (n < terminals) continue;
    for (let c = firstOut[n]; c < firstOut[n + 1]; c++)
      if (distance[head[c]] === distance[n] + 1 && enteringChannel[head[c]] < 0) enteringChannel[head[c]] = c;
  }
  /** The nodes on the paths to terminals, except the root, in order of distance. */
  const nodesOnPaths = (targets: readonly number[]) => {
    const isUsed = new Uint8Array(nodes);
    for (const t of targets) for (let n = t; n !== root && isUsed[n] === 0; n = tail[enteringChannel[n]]) isUsed[n] = 1;
    return order.subarray(0, count).filter((n) => isUsed[n] === 1);
  };
  const [nodesUp, nodesDown] = [nodesOnPaths(senders), nodesOnPaths(receivers)];
  /** The channels from a terminal up to the root. */
  const pathUp = (t: number) => {
    const path: number[] = [];
    for (let n = t; n !== root; n = tail[enteringChannel[n]]) path.push(reverse[enteringChannel[n]]);
    return Int32Array.from(path);
  };
  const pathDown = (t: number) => pathUp(t).map((_, i, path) => reverse[path[path.length - 1 - i]]);
  return {
    root,
    // Data goes up from the farthest nodes first, and down to the nearest nodes first.
    up: nodesUp.map((_, i) => reverse[enteringChannel[nodesUp[nodesUp.length - 1 - i]]]),
    down: nodesDown.map((n) => enteringChannel[n]),
    upPaths: senders.map(pathUp),
    downPaths: receivers.map(pathDown),
  };
}
