/** Distances between the terminals or the switches of a network, counted by many parallel breadth-first searches. */
import { hostNodes } from "./host-internals.ts";
import type { Network } from "./network.ts";
import type { Adjacency } from "./search.ts";

/** A graph with a weight for each vertex: the number of terminals, or other counted objects, that are located there. */
export interface WeightedGraph extends Adjacency {
  /** [V] Number of objects located at each vertex. */
  readonly weight: Int32Array;
  /** [V] Channels from an object to its vertex: 1 for terminals attached to a switch, 0 otherwise. */
  readonly accessHops: Uint8Array;
  /** Vertices with a lower number can be the end of a path but never an intermediate vertex. */
  readonly noTransitBelow: number;
}

/** The graph of a network, with a reference to its channels. */
export interface NetworkGraph extends WeightedGraph {
  /** [E] Channel of the network for each edge. */
  readonly channel: Int32Array;
}

/** The graph of a network, weighted by terminals. */
export interface TerminalGraph extends NetworkGraph {
  /** [T] Vertex of each terminal; −1 for terminals that do not participate. */
  readonly vertexOfTerminal: Int32Array;
}

/** Distribution of the distances between pairs. */
export interface Distances {
  /** [d] Number of ordered pairs of different objects whose shortest path has d channels. */
  readonly pairs: Float64Array;
  /** Number of ordered pairs without a path. */
  readonly unreachablePairs: number;
  /** Whether all pairs were counted. Otherwise the pairs from a sample of evenly spaced sources were counted. */
  readonly isComplete: boolean;
  /** Maximum and mean number of channels of a shortest path, over all pairs that have a path; 0 if there are none. */
  readonly diameter: number;
  readonly mean: number;
}

/** Number of searches that run in parallel, one bit each. */
const searchWidth = 32;
/** Default limit of edge visits, which take about a second. Callers with less time pass a lower limit. */
export const defaultMaxVisits = 6e7;

/**
 * The graph in which distances between participating terminals are searched. A terminal whose links all lead to one switch is located at
 * that switch's vertex and counts in the vertex's `weight`. Every other terminal is a vertex itself.
 */
export function terminalGraph(network: Network): TerminalGraph {
  const { terminals, switches, firstOut, head, forwards, present = Int32Array.from({ length: terminals }, (_, t) => t) } = network;
  const weight = new Int32Array(terminals + switches);
  const isVertex = new Uint8Array(terminals + switches).fill(1, terminals);
  const vertexOfTerminal = new Int32Array(terminals).fill(-1);
  let terminalVertices = 0;
  for (const t of present) {
    // The node to which all links of the terminal lead, otherwise the terminal itself.
    let location = firstOut[t] < firstOut[t + 1] ? head[firstOut[t]] : t;
    for (let c = firstOut[t]; c < firstOut[t + 1]; c++) if (head[c] !== location) location = t;
    if (location < terminals) {
      location = t;
      isVertex[t] = 1;
      terminalVertices++;
    }
    weight[location]++;
    vertexOfTerminal[t] = location;
  }
  const vertexOf = vertexNumbers(isVertex);
  for (const t of present) vertexOfTerminal[t] = vertexOf[vertexOfTerminal[t]];
  return { ...subgraph(network, vertexOf, weight, forwards ? 0 : terminalVertices), vertexOfTerminal };
}

/** The graph of the switches outside hosts; paths do not lead through terminals. */
export function switchGraph(network: Network): NetworkGraph {
  const { terminals, switches } = network;
  const isInside = hostNodes(network);
  const isVertex = Uint8Array.from({ length: terminals + switches }, (_, n) => (n >= terminals && isInside?.[n] !== 1 ? 1 : 0));
  const graph = subgraph(network, vertexNumbers(isVertex), Int32Array.from(isVertex), 0);
  return { ...graph, accessHops: graph.accessHops.fill(0) };
}

/** The graph of all forwarding nodes outside hosts: switches, and terminals if they forward packets. */
export function forwarderGraph(network: Network): NetworkGraph {
  const { terminals, switches, forwards, present } = network;
  const isInside = hostNodes(network);
  const participants = present === undefined ? null : new Set(present);
  const isVertex = Uint8Array.from({ length: terminals + switches }, (_, n) =>
    isInside?.[n] !== 1 && (n >= terminals || (forwards && participants?.has(n) !== false)) ? 1 : 0,
  );
  return subgraph(network, vertexNumbers(isVertex), Int32Array.from(isVertex), 0);
}

/** [N] Consecutive numbers of the nodes that are vertices; −1 for other nodes. */
function vertexNumbers(isVertex: Uint8Array): Int32Array {
  let count = 0;
  return Int32Array.from(isVertex, (flag) => (flag === 1 ? count++ : -1));
}

/**
 * The part of a network between the selected nodes, as a graph. `accessHops` of a vertex is the number of channels between an object
 * located there and the vertex: 1 for terminals at a switch, 0 for a terminal that is a vertex.
 * @param vertexOf [N] Vertex number of each selected node, −1 for other nodes.
 * @param weight [N] Number of objects located at each node.
 * @param noTransitBelow Paths do not pass vertices below this number.
 */
function subgraph(
  { terminals, firstOut, head, tail }: Network,
  vertexOf: Int32Array,
  weight: Int32Array,
  noTransitBelow: number,
): NetworkGraph {
  const vertices = vertexOf.reduce((count, v) => Math.max(count, v + 1), 0);
  const edges = head.reduce((count, headNode, c) => (vertexOf[headNode] >= 0 && vertexOf[tail[c]] >= 0 ? count + 1 : count), 0);
  const graph = {
    firstOut: new Int32Array(vertices + 1),
    head: new Int32Array(edges),
    channel: new Int32Array(edges),
    weight: new Int32Array(vertices),
    accessHops: new Uint8Array(vertices),
    noTransitBelow,
  };
  let edge = 0;
  for (let n = 0; n < vertexOf.length; n++) {
    const v = vertexOf[n];
    if (v < 0) continue;
    graph.weight[v] = weight[n];
    graph.accessHops[v] = n < terminals ? 0 : 1;
    for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
      if (vertexOf[head[c]] < 0) continue;
      graph.head[edge] = vertexOf[head[c]];
      graph.channel[edge++] = c;
    }
    graph.firstOut[v + 1] = edge;
  }
  return graph;
}

/**
 * Counts the pairs of objects (terminals or switches) located in a graph at each distance, and gives the largest and the mean distance, in
 * channels. Breadth-first searches from 32 vertices run in parallel, one bit of a word for each (Then, Kaufmann, Chirigati et al., PVLDB 8,
 * 2014).
 * @param maxVisits Approximate limit of edge visits. If it is too low for all vertices, a sample of sources is searched.
 */
export function pairDistances(graph: WeightedGraph, maxVisits = defaultMaxVisits): Distances {
  const { weight, accessHops } = graph;
  const vertices = Int32Array.from(weight.keys()).filter((v) => weight[v] > 0);
  const sources = sampleSources(graph, vertices, maxVisits);
  // Sources of one batch must have the same weight and the same access hops.
  sources.sort((a, b) => weight[a] - weight[b] || accessHops[a] - accessHops[b] || a - b);
  const objects = vertices.reduce((sum, v) => sum + weight[v], 0);
  const search = parallelSearch(graph);
  const pairs: number[] = [];
  let searchedPairs = 0;
  // `searchedPairs` is the number of ordered pairs if all were reachable.
  for (let i = 0, endOfBatch = 0; i < sources.length; i = endOfBatch) {
    const [batchWeight, batchHops] = [weight[sources[i]], accessHops[sources[i]]];
    while (
      endOfBatch < sources.length &&
      endOfBatch - i < searchWidth &&
      weight[sources[endOfBatch]] === batchWeight &&
      accessHops[sources[endOfBatch]] === batchHops
    )
      endOfBatch++;
    searchedPairs += (endOfBatch - i) * batchWeight * (objects - 1);
    // Pairs located at the same vertex communicate via that vertex.
    if (batchWeight > 1) pairs[2 * batchHops] = (pairs[2 * batchHops] ?? 0) + (endOfBatch - i) * batchWeight * (batchWeight - 1);
    search(sources.subarray(i, endOfBatch), (distance, v, bits) => {
      if (weight[v] === 0) return;
      const channels = distance + batchHops + accessHops[v];
      pairs[channels] = (pairs[channels] ?? 0) + popCount(bits) * batchWeight * weight[v];
    });
  }
  const pairsByDistance = Float64Array.from({ length: pairs.length }, (_, d) => pairs[d] ?? 0);
  const reachablePairs = pairsByDistance.reduce((sum, count) => sum + count, 0);
  const sum = pairsByDistance.reduce((total, count, d) => total + count * d, 0);
  return {
    pairs: pairsByDistance,
    unreachablePairs: searchedPairs - reachablePairs,
    isComplete: sources.length === vertices.length,
    diameter: Math.max(0, pairsByDistance.length - 1),
    mean: reachablePairs === 0 ? 0 : sum / reachablePairs,
  };
}

/** The vertices to search from: all of them, or as many evenly spaced groups of consecutive vertices as the limit of visits allows. */
function sampleSources(graph: WeightedGraph, vertices: Int32Array, maxVisits: number): Int32Array {
  const visitsOfGroup = parallelSearch(graph)(vertices.subarray(0, searchWidth), () => undefined);
  const [groupCount, affordableGroups] = [
    Math.ceil(vertices.length / searchWidth),
    Math.max(1, Math.floor(maxVisits / (visitsOfGroup + 1))),
  ];
  if (affordableGroups >= groupCount) return vertices;
  const groups = Array.from({ length: affordableGroups }, (_, i) => Math.floor((i * groupCount) / affordableGroups));
  return Int32Array.from(groups.flatMap((group) => [...vertices.subarray(searchWidth * group, searchWidth * (group + 1))]));
}

/**
 * [n × n] Distance matrix of n vertices in channels, including the access hops between objects and their vertices at both ends. Diagonal
 * elements are the distance between two objects at the same vertex: 2 for a switch with several terminals. Pairs without a path have 0.
 * @param vertices [n] The vertices.
 */
export function distanceMatrix(graph: WeightedGraph, vertices: Int32Array): Uint16Array {
  const { weight, accessHops } = graph;
  const n = vertices.length;
  const matrix = new Uint16Array(n * n);
  const columnOf = new Int32Array(weight.length).fill(-1);
  vertices.forEach((v, i) => (columnOf[v] = i));
  const search = parallelSearch(graph);
  for (let firstOfBatch = 0; firstOfBatch < n; firstOfBatch += searchWidth) {
    search(vertices.subarray(firstOfBatch, firstOfBatch + searchWidth), (distance, v, bits) => {
      const column = columnOf[v];
      if (column < 0) return;
      for (let remainingBits = bits; remainingBits !== 0; remainingBits &= remainingBits - 1) {
        const row = firstOfBatch + 31 - Math.clz32(remainingBits & -remainingBits);
        matrix[row * n + column] = distance + accessHops[vertices[row]] + accessHops[v];
      }
    });
  }
  vertices.forEach((v, i) => (matrix[i * n + i] = 2 * accessHops[v]));
  return matrix;
}

/**
 * Creates a function that searches breadth-first from up to 32 vertices in parallel. It calls `visit` for each vertex found, with its
 * distance in channels and a bit set of the searches that found it there. Paths do not pass vertices below `noTransitBelow`.
 * @returns A function whose result is the number of edges and vertices visited.
 */
function parallelSearch({ firstOut, head, weight, noTransitBelow }: WeightedGraph) {
  const vertices = weight.length;
  /**
   * [V] One bit per search: `visitedBits` has all visits so far, `frontierBits` the visits at the current distance, `nextBits` the visits
   * at the next distance.
   */
  const visitedBits = new Int32Array(vertices);
  let frontierBits = new Int32Array(vertices);
  let nextBits = new Int32Array(vertices);
  let frontier = new Int32Array(vertices);
  let nextFrontier = new Int32Array(vertices);
  /**
   * Searches from all vertices of a batch at the same time, one distance after the other. A bit of a word is one search, so a step of all
   * searches over an edge is one operation on a word.
   */
  return (sources: Int32Array, visit: (distance: number, vertex: number, bits: number) => void): number => {
    let visits = vertices;
    visitedBits.fill(0);
    sources.forEach((vertex, i) => (visitedBits[vertex] = frontierBits[vertex] = 1 << i));
    frontier.set(sources);
    let count = sources.length;
    // `frontier` lists the vertices at the distance before, of which there are `count`; `nextFrontier` lists the vertices at this distance.
    for (let distance = 1; count > 0; distance++) {
      let reachedCount = 0;
      for (let i = 0; i < count; i++) {
        const vertex = frontier[i];
        const bits = frontierBits[vertex];
        frontierBits[vertex] = 0;
        visits += 1 + firstOut[vertex + 1] - firstOut[vertex];
        if (vertex < noTransitBelow && distance > 1) continue;
        for (let edge = firstOut[vertex], end = firstOut[vertex + 1]; edge < end; edge++) {
          const neighbor = head[edge];
          const newBits = bits & ~visitedBits[neighbor];
          if (newBits === 0) continue;
          if (nextBits[neighbor] === 0) nextFrontier[reachedCount++] = neighbor;
          nextBits[neighbor] |= newBits;
        }
      }
      // Report the vertices at this distance, then make them the frontier.
      for (let i = 0; i < reachedCount; i++) {
        const vertex = nextFrontier[i];
        visitedBits[vertex] |= nextBits[vertex];
        visit(distance, vertex, nextBits[vertex]);
      }
      [frontierBits, nextBits, frontier, nextFrontier, count] = [nextBits, frontierBits, nextFrontier, frontier, reachedCount];
    }
    return visits;
  };
}

/** Number of ones among 32 bits. */
function popCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * Girth of a graph: length of its shortest cycle in channels, 2 if two links join the same vertices; null if there is no cycle. A
 * breadth-first search from every vertex finds a cycle when it meets a vertex that it has visited over another path.
 * @param reverse [C] Reverse channel of each channel of the network.
 * @returns undefined if the limit of edge visits is reached first
 */
export function girthOf(
  { firstOut, head, channel, weight }: NetworkGraph,
  reverse: Int32Array,
  maxVisits = defaultMaxVisits,
): number | null | undefined {
  const distance = new Int32Array(weight.length).fill(-1);
  const parentChannel = new Int32Array(weight.length);
  const order = new Int32Array(weight.length);
  let [girth, visitsLeft] = [Infinity, maxVisits];
  for (let root = 0; root < weight.length && girth > 2; root++) {
    if (visitsLeft <= 0) return undefined;
    distance[root] = 0;
    parentChannel[root] = -1;
    order[0] = root;
    let count = 1;
    // A cycle that is closed at a vertex at distance d has at least 2 d + 1 channels.
    for (let i = 0; i < count && 2 * distance[order[i]] + 1 < girth; i++) {
      const vertex = order[i];
      visitsLeft -= firstOut[vertex + 1] - firstOut[vertex];
      for (let edge = firstOut[vertex]; edge < firstOut[vertex + 1]; edge++) {
        const neighbor = head[edge];
        if (channel[edge] === parentChannel[vertex]) continue;
        if (distance[neighbor] >= 0) {
          girth = Math.min(girth, distance[vertex] + distance[neighbor] + 1);
          continue;
        }
        distance[neighbor] = distance[vertex] + 1;
        parentChannel[neighbor] = reverse[channel[edge]];
        order[count++] = neighbor;
      }
    }
    for (let i = 0; i < count; i++) distance[order[i]] = -1;
  }
  return girth === Infinity ? null : girth;
}
