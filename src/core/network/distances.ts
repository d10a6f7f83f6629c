/** Distances between the terminals or the switches of a network, counted by many parallel breadth-first searches. */
import { ofHosts } from "./inside.ts";
import type { Network } from "./network.ts";
import type { Ways } from "./search.ts";

/** A graph with a weight for each vertex: the number of terminals, or other counted objects, that are located there. */
export interface Standing extends Ways {
  /** [V] Number of objects located at each vertex. */
  readonly weight: Int32Array;
  /** [V] Channels from an object to its vertex: 1 for terminals attached to a switch, 0 otherwise. */
  readonly away: Uint8Array;
  /** Vertices with a lower number can be the end of a path but never an intermediate vertex. */
  readonly ends: number;
}

/** The graph of a network, with a reference to its channels. */
export interface Stands extends Standing {
  /** [E] Channel of the network for each edge. */
  readonly channel: Int32Array;
}

/** The graph of a network, weighted by terminals. */
export interface TerminalStands extends Stands {
  /** [T] Vertex of each terminal; −1 for terminals that do not participate. */
  readonly at: Int32Array;
}

/** Distribution of the distances between pairs. */
export interface Distances {
  /** [d] Number of ordered pairs of different objects whose shortest path has d channels. */
  readonly pairs: Float64Array;
  /** Number of ordered pairs without a path. */
  readonly lost: number;
  /** Whether all pairs were counted. Otherwise the pairs from a sample of evenly spaced sources were counted. */
  readonly isAll: boolean;
  /** Maximum and mean number of channels of a shortest path, over all pairs that have a path; 0 if there are none. */
  readonly diameter: number;
  readonly mean: number;
}

/** Number of searches that run in parallel, one bit each. */
const atOnce = 32;
/** Default limit of edge visits, which take about a second. Callers with less time pass a lower limit. */
export const usualLooks = 6e7;

/**
 * The graph for distances between participating terminals. A terminal whose links all lead to one switch is located at that switch. Any
 * other terminal is a vertex.
 */
export function standsOfTerminals(network: Network): TerminalStands {
  const { terminals, switches, firstOut, head, forwards, present = Int32Array.from({ length: terminals }, (_, t) => t) } = network;
  const weight = new Int32Array(terminals + switches);
  const isVertex = new Uint8Array(terminals + switches).fill(1, terminals);
  const at = new Int32Array(terminals).fill(-1);
  let ends = 0;
  for (const t of present) {
    let home = firstOut[t] < firstOut[t + 1] ? head[firstOut[t]] : t;
    for (let c = firstOut[t]; c < firstOut[t + 1]; c++) if (head[c] !== home) home = t;
    if (home < terminals) {
      home = t;
      isVertex[t] = 1;
      ends++;
    }
    weight[home]++;
    at[t] = home;
  }
  const vertexOf = numbered(isVertex);
  for (const t of present) at[t] = vertexOf[at[t]];
  return { ...graphOf(network, vertexOf, weight, forwards ? 0 : ends), at };
}

/** The graph of the switches outside hosts; paths do not lead through terminals. */
export function standsOfSwitches(network: Network): Stands {
  const { terminals, switches } = network;
  const isInside = ofHosts(network);
  const isVertex = Uint8Array.from({ length: terminals + switches }, (_, n) => (n >= terminals && isInside?.[n] !== 1 ? 1 : 0));
  const stands = graphOf(network, numbered(isVertex), Int32Array.from(isVertex), 0);
  return { ...stands, away: stands.away.fill(0) };
}

/** The graph of all forwarding nodes outside hosts: switches, and terminals if they forward packets. */
export function forwardersOf(network: Network): Stands {
  const { terminals, switches, forwards, present } = network;
  const isInside = ofHosts(network);
  const takesPart = present === undefined ? null : new Set(present);
  const isVertex = Uint8Array.from({ length: terminals + switches }, (_, n) =>
    isInside?.[n] !== 1 && (n >= terminals || (forwards && takesPart?.has(n) !== false)) ? 1 : 0,
  );
  return graphOf(network, numbered(isVertex), Int32Array.from(isVertex), 0);
}

/** [N] Consecutive numbers of the nodes that are vertices; −1 for other nodes. */
function numbered(isVertex: Uint8Array): Int32Array {
  let count = 0;
  return Int32Array.from(isVertex, (is) => (is === 1 ? count++ : -1));
}

/** @param weight [N] Number of objects located at each node. */
function graphOf({ terminals, firstOut, head, tail }: Network, vertexOf: Int32Array, weight: Int32Array, ends: number): Stands {
  const vertices = vertexOf.reduce((most, v) => Math.max(most, v + 1), 0);
  const ways = head.reduce((count, to, c) => (vertexOf[to] >= 0 && vertexOf[tail[c]] >= 0 ? count + 1 : count), 0);
  const own = {
    firstOut: new Int32Array(vertices + 1),
    head: new Int32Array(ways),
    channel: new Int32Array(ways),
    weight: new Int32Array(vertices),
    away: new Uint8Array(vertices),
    ends,
  };
  let way = 0;
  for (let n = 0; n < vertexOf.length; n++) {
    const v = vertexOf[n];
    if (v < 0) continue;
    own.weight[v] = weight[n];
    own.away[v] = n < terminals ? 0 : 1;
    for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
      if (vertexOf[head[c]] < 0) continue;
      own.head[way] = vertexOf[head[c]];
      own.channel[way++] = c;
    }
    own.firstOut[v + 1] = way;
  }
  return own;
}

/**
 * Distances between all objects in a graph. Breadth-first searches from 32 vertices run in parallel, one bit of a word for each (Then,
 * Kaufmann, Chirigati et al., PVLDB 8, 2014).
 * @param maxVisits Approximate limit of edge visits. If it is too low for all vertices, a sample of sources is searched.
 */
export function distancesOf(stands: Standing, looks = usualLooks): Distances {
  const { weight, away } = stands;
  const standing = Int32Array.from(weight.keys()).filter((v) => weight[v] > 0);
  const from = lookedAt(stands, standing, looks);
  // Sources of one batch must have the same weight and the same access hops.
  from.sort((a, b) => weight[a] - weight[b] || away[a] - away[b] || a - b);
  const all = standing.reduce((sum, v) => sum + weight[v], 0);
  const search = searcher(stands);
  const pairs: number[] = [];
  let asked = 0;
  for (let i = 0, end = 0; i < from.length; i = end) {
    const [alike, near] = [weight[from[i]], away[from[i]]];
    while (end < from.length && end - i < atOnce && weight[from[end]] === alike && away[from[end]] === near) end++;
    asked += (end - i) * alike * (all - 1);
    // Pairs located at the same vertex communicate via that vertex.
    if (alike > 1) pairs[2 * near] = (pairs[2 * near] ?? 0) + (end - i) * alike * (alike - 1);
    search(from.subarray(i, end), (distance, v, bits) => {
      if (weight[v] === 0) return;
      const channels = distance + near + away[v];
      pairs[channels] = (pairs[channels] ?? 0) + onesIn(bits) * alike * weight[v];
    });
  }
  const counted = Float64Array.from({ length: pairs.length }, (_, d) => pairs[d] ?? 0);
  const joined = counted.reduce((sum, count) => sum + count, 0);
  const sum = counted.reduce((total, count, d) => total + count * d, 0);
  return {
    pairs: counted,
    lost: asked - joined,
    isAll: from.length === standing.length,
    diameter: Math.max(0, counted.length - 1),
    mean: joined === 0 ? 0 : sum / joined,
  };
}

/** The vertices to search from: all of them, or as many evenly spaced groups of consecutive vertices as the limit of visits allows. */
function lookedAt(stands: Standing, standing: Int32Array, looks: number): Int32Array {
  const needed = searcher(stands)(standing.subarray(0, atOnce), () => undefined);
  const [all, most] = [Math.ceil(standing.length / atOnce), Math.max(1, Math.floor(looks / (needed + 1)))];
  if (most >= all) return standing;
  const groups = Array.from({ length: most }, (_, i) => Math.floor((i * all) / most));
  return Int32Array.from(groups.flatMap((group) => [...standing.subarray(atOnce * group, atOnce * (group + 1))]));
}

/**
 * [n × n] Distance matrix of n vertices in channels, including the access hops at both ends. Diagonal elements are the distance between two
 * objects at the same vertex: 2 for a switch with several terminals. Pairs without a path have 0.
 */
export function distanceRows(stands: Standing, vertices: Int32Array): Uint16Array {
  const { weight, away } = stands;
  const n = vertices.length;
  const rows = new Uint16Array(n * n);
  const columnOf = new Int32Array(weight.length).fill(-1);
  vertices.forEach((v, i) => (columnOf[v] = i));
  const search = searcher(stands);
  for (let first = 0; first < n; first += atOnce) {
    search(vertices.subarray(first, first + atOnce), (distance, v, bits) => {
      const column = columnOf[v];
      if (column < 0) return;
      for (let left = bits; left !== 0; left &= left - 1) {
        const row = first + 31 - Math.clz32(left & -left);
        rows[row * n + column] = distance + away[vertices[row]] + away[v];
      }
    });
  }
  vertices.forEach((v, i) => (rows[i * n + i] = 2 * away[v]));
  return rows;
}

/**
 * Creates a function that searches breadth-first from up to 32 vertices in parallel. It calls `visit` for each vertex found, with its
 * distance and a bit set of the searches that found it there.
 * @returns a function that returns the number of edges and vertices visited
 */
function searcher({ firstOut, head, weight, ends }: Standing) {
  const vertices = weight.length;
  /**
   * [V] One bit per search: `seen` has all visits so far, `frontierBits` the visits at the current distance, `nextBits` those at the next
   * distance.
   */
  const seen = new Int32Array(vertices);
  let now = new Int32Array(vertices);
  let next = new Int32Array(vertices);
  let here = new Int32Array(vertices);
  let there = new Int32Array(vertices);
  return (from: Int32Array, tell: (distance: number, v: number, bits: number) => void): number => {
    let looks = vertices;
    seen.fill(0);
    from.forEach((v, i) => (seen[v] = now[v] = 1 << i));
    here.set(from);
    let count = from.length;
    for (let distance = 1; count > 0; distance++) {
      let reached = 0;
      for (let i = 0; i < count; i++) {
        const v = here[i];
        const bits = now[v];
        now[v] = 0;
        looks += 1 + firstOut[v + 1] - firstOut[v];
        if (v < ends && distance > 1) continue;
        for (let way = firstOut[v], end = firstOut[v + 1]; way < end; way++) {
          const to = head[way];
          const fresh = bits & ~seen[to];
          if (fresh === 0) continue;
          if (next[to] === 0) there[reached++] = to;
          next[to] |= fresh;
        }
      }
      // Report the vertices at this distance, then make them the frontier.
      for (let i = 0; i < reached; i++) {
        const v = there[i];
        seen[v] |= next[v];
        tell(distance, v, next[v]);
      }
      [now, next, here, there, count] = [next, now, there, here, reached];
    }
    return looks;
  };
}

/** Number of ones among 32 bits. */
function onesIn(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * Girth of a graph: length of its shortest cycle in channels, 2 if two links join the same vertices; null if there is no cycle.
 * @returns undefined if the limit of edge visits is reached first
 */
export function girthOf({ firstOut, head, channel, weight }: Stands, reverse: Int32Array, looks = usualLooks): number | null | undefined {
  const distance = new Int32Array(weight.length).fill(-1);
  const cameBy = new Int32Array(weight.length);
  const order = new Int32Array(weight.length);
  let [girth, left] = [Infinity, looks];
  for (let root = 0; root < weight.length && girth > 2; root++) {
    if (left <= 0) return undefined;
    distance[root] = 0;
    cameBy[root] = -1;
    order[0] = root;
    let count = 1;
    // A cycle that is closed at a vertex at distance d has at least 2 d + 1 channels.
    for (let i = 0; i < count && 2 * distance[order[i]] + 1 < girth; i++) {
      const v = order[i];
      left -= firstOut[v + 1] - firstOut[v];
      for (let way = firstOut[v]; way < firstOut[v + 1]; way++) {
        const to = head[way];
        if (channel[way] === cameBy[v]) continue;
        if (distance[to] >= 0) {
          girth = Math.min(girth, distance[v] + distance[to] + 1);
          continue;
        }
        distance[to] = distance[v] + 1;
        cameBy[to] = reverse[channel[way]];
        order[count++] = to;
      }
    }
    for (let i = 0; i < count; i++) distance[order[i]] = -1;
  }
  return girth === Infinity ? null : girth;
}
