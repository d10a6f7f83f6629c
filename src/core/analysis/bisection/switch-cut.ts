/** How many switches must fail before a terminal is cut off, and before the switches that remain are disconnected. */
import { uniformBelow, mix, streamKey } from "../../base/random.ts";
import type { Network } from "../../network/network.ts";
import { DisjointSets } from "../../network/disjoint-sets.ts";

export interface SwitchCut {
  /** Number of examined pairs of terminals, and whether these are all pairs. */
  readonly pairs: number;
  readonly isAll: boolean;
  /**
   * Number of switches that must fail to disconnect a pair: the minimum over the pairs, and the mean. Pairs that are joined by a path
   * without switches cannot be disconnected and are left out; Infinity if all pairs are joined in this way.
   */
  readonly least: number;
  readonly mean: number;
}

/** Visits of channels for all pairs together. */
const maxVisits = 2e7;

/**
 * Statistics of the minimum switch cuts of pairs of terminals: the number of switches that must fail to separate the two terminals;
 * infinite for a pair that no failure separates. All pairs are examined, in large networks a random sample of the pairs.
 */
export function switchCutOf(network: Network, seed = 1): SwitchCut {
  return cutOverPairs(network, network.terminals, switchCutBetween(network), seed);
}

/**
 * Vertex connectivity of the switches, as in textbooks: the number of switches that must fail before two terminals of other switches are
 * disconnected. It is 2 for a ring, 2n for a torus of n dimensions, and Infinity if all switches with terminals are linked to each other.
 * Null if terminals are on several switches, where {@link switchCutOf} answers the same question, or forward packets.
 */
export function switchConnectivityOf(network: Network, seed = 1): SwitchCut | null {
  const { terminals, switches, firstOut, head, forwards } = network;
  const switchesWithTerminals = new Set<number>();
  for (let terminal = 0; terminal < terminals; terminal++) {
    const own = head.subarray(firstOut[terminal], firstOut[terminal + 1]);
    if (forwards || own.some((node) => node !== own[0] || node < terminals)) return null;
    if (own.length > 0) switchesWithTerminals.add(own[0]);
  }
  const ends = [...switchesWithTerminals];
  if (ends.length < 2 || switches < 2) return null;
  const minCutBetween = vertexCutBetween(network);
  const isAdjacent = (a: number, b: number) => head.subarray(firstOut[a], firstOut[a + 1]).includes(b);
  return cutOverPairs(network, ends.length, (a, b) => (isAdjacent(ends[a], ends[b]) ? Infinity : minCutBetween(ends[a], ends[b])), seed);
}

/**
 * Statistics of the minimum cuts of pairs of ends, 0 … `count` − 1: of all pairs, or of a random sample.
 * @param minCutBetween a function of two different ends; Infinity if no failure separates them
 */
function cutOverPairs(
  { head }: Network,
  count: number,
  minCutBetween: (source: number, destination: number) => number,
  seed: number,
): SwitchCut {
  const allPairs = (count * (count - 1)) / 2;
  const maxPairs = Math.max(8, Math.floor(maxVisits / (8 * (head.length + 1))));
  const isAll = allPairs <= maxPairs;
  const key = streamKey(seed, "analysis");
  let [pairs, smallestCut, sum, separablePairs] = [0, Infinity, 0, 0];
  const addPair = (source: number, destination: number) => {
    const cut = minCutBetween(source, destination);
    pairs++;
    smallestCut = Math.min(smallestCut, cut);
    if (cut === Infinity) return;
    sum += cut;
    separablePairs++;
  };
  if (isAll) for (let a = 0; a < count; a++) for (let b = a + 1; b < count; b++) addPair(a, b);
  else
    for (let i = 0; i < maxPairs; i++) {
      // The other end is drawn among all but the source.
      const source = uniformBelow(mix(key, i, 0), count);
      const otherEnd = uniformBelow(mix(key, i, 1), count - 1);
      addPair(source, otherEnd >= source ? otherEnd + 1 : otherEnd);
    }
  return { pairs, isAll, least: smallestCut, mean: separablePairs === 0 ? Infinity : sum / separablePairs };
}

/**
 * Minimum number of switches that must fail to disconnect two terminals: the number of paths without a common switch (Menger, 1927).
 * Terminals that forward do not fail and may be on several paths.
 * @returns A function of two different terminals; Infinity if a path without switches joins them
 */
export function switchCutBetween(network: Network): (source: number, destination: number) => number {
  const { componentOf, joined: contracted } = contractTerminals(network);
  const minCutBetween = vertexCutBetween(contracted);
  return (source, destination) =>
    componentOf[source] === componentOf[destination] ? Infinity : minCutBetween(componentOf[source], componentOf[destination]);
}

type ContractedNetwork = Pick<Network, "terminals" | "switches" | "firstOut" | "head" | "reverse" | "forwards">;

/**
 * Joins terminals that reach each other without a switch, in networks whose terminals forward packets. Returns the smaller network
 * (`joined`), in which each such component is one terminal, and [T] the new number of each terminal (`componentOf`).
 */
function contractTerminals({ terminals, switches, firstOut, tail, head, reverse, forwards }: Network): {
  readonly componentOf: Int32Array;
  readonly joined: ContractedNetwork;
} {
  const components = new DisjointSets(terminals);
  if (forwards)
    for (let channel = 0; channel < firstOut[terminals]; channel++)
      if (head[channel] < terminals) components.union(tail[channel], head[channel]);
  const componentOf = new Int32Array(terminals);
  let count = 0;
  for (let terminal = 0; terminal < terminals; terminal++)
    componentOf[terminal] = components.find(terminal) === terminal ? count++ : componentOf[components.find(terminal)];
  const nodeOf = (node: number) => (node < terminals ? componentOf[node] : node - terminals + count);
  // Remaining channels, sorted by their new tail; channels within a component are removed.
  const remaining = Array.from(head.keys()).filter((channel) => nodeOf(tail[channel]) !== nodeOf(head[channel]));
  remaining.sort((a, b) => nodeOf(tail[a]) - nodeOf(tail[b]) || a - b);
  const newIndex = new Int32Array(head.length);
  const newFirstOut = new Int32Array(count + switches + 1);
  remaining.forEach((channel, i) => {
    newIndex[channel] = i;
    newFirstOut[nodeOf(tail[channel]) + 1]++;
  });
  for (let node = 0; node < count + switches; node++) newFirstOut[node + 1] += newFirstOut[node];
  const contracted = {
    terminals: count,
    switches,
    firstOut: newFirstOut,
    head: Int32Array.from(remaining, (channel) => nodeOf(head[channel])),
    reverse: Int32Array.from(remaining, (channel) => newIndex[reverse[channel]]),
    forwards,
  };
  return { componentOf, joined: contracted };
}

/**
 * Minimum vertex cuts between two nodes by augmenting paths in the graph with split switches; all calls share memory. The two nodes
 * themselves, terminals or switches, do not fail.
 */
function vertexCutBetween({
  terminals,
  switches,
  firstOut,
  head,
  reverse,
  forwards,
}: ContractedNetwork): (source: number, destination: number) => number {
  const nodes = terminals + switches;
  const flow = new Uint8Array(head.length);
  const isUsed = new Uint8Array(nodes);
  // Vertex splitting: the inputs of switch n are index n, its outputs index n + `nodes`. A switch on a path can be entered, but not left by
  // its outputs.
  const incomingChannel = new Int32Array(2 * nodes);
  const predecessor = new Int32Array(2 * nodes);
  const queue = new Int32Array(2 * nodes);
  return (source, destination) => {
    flow.fill(0);
    isUsed.fill(0);
    let paths = 0;
    while (findAugmentingPath(source, destination)) {
      paths++;
      applyAugmentingPath(source, destination);
    }
    return paths;
  };

  /** Paths begin at a terminal, or at the outputs of a switch. */
  function startOf(source: number): number {
    return source < terminals ? source : source + nodes;
  }

  /**
   * Breadth-first search for an augmenting path between two nodes in the graph with split nodes: each switch is an input and an output,
   * joined by one unit of capacity, so that paths are disjoint in switches. Numbers below `nodes` are inputs of switches, and terminals;
   * `node + nodes` is an output. A path may go along free channels, and backward along channels of earlier paths, which frees them. Returns
   * whether `destination` is reached; `predecessor` and `incomingChannel` (−1 within a switch) then give the path.
   */
  function findAugmentingPath(source: number, destination: number): boolean {
    const start = startOf(source);
    predecessor.fill(-1);
    predecessor[start] = start;
    queue[0] = start;
    let count = 1;
    const enqueue = (current: number, successor: number, channel: number) => {
      if (predecessor[successor] >= 0) return;
      predecessor[successor] = current;
      incomingChannel[successor] = channel;
      queue[count++] = successor;
    };
    for (let i = 0; i < count; i++) {
      const current = queue[i];
      const isInput = current >= terminals && current < nodes;
      const node = current % nodes;
      if (node === destination) return true;
      // Through a switch that is on no path, from its input to its output; backward through a switch that is on a path.
      if (isInput && isUsed[node] === 0) enqueue(current, node + nodes, -1);
      if (current >= nodes && isUsed[node] === 1) enqueue(current, node, -1);
      for (let outgoing = firstOut[node]; outgoing < firstOut[node + 1]; outgoing++) {
        const neighbor = head[outgoing];
        // Forward over a free channel.
        if (!isInput && flow[outgoing] === 0 && (neighbor >= terminals || forwards || neighbor === destination))
          enqueue(current, neighbor, outgoing);
        // Backward along an earlier path that enters this node: frees the channel of that path.
        if (current < nodes && flow[reverse[outgoing]] === 1)
          enqueue(current, neighbor >= terminals ? neighbor + nodes : neighbor, reverse[outgoing]);
      }
    }
    return false;
  }

  /** Adds the augmenting path to the flow. */
  function applyAugmentingPath(source: number, destination: number): void {
    // Walk back from the end; a step within a switch marks it as used or unused, another one changes the flow of a channel.
    for (let current = destination; current !== startOf(source); current = predecessor[current]) {
      const [previous, channel] = [predecessor[current], incomingChannel[current]];
      if (channel < 0) isUsed[current % nodes] = previous < nodes ? 1 : 0;
      else flow[channel] = head[channel] === current % nodes ? 1 : 0;
    }
  }
}
