/** How far apart the terminals of a network are, or its switches: counted, with many searches at once. */
import { ofHosts } from "./inside.ts";
import type { Network } from "./network.ts";
import type { Ways } from "./search.ts";

/** A graph, and how many stand at each of its vertices. */
export interface Standing extends Ways {
  /** [V] How many stand at a vertex. */
  readonly weight: Int32Array;
  /** [V] Channels from there to the vertex: 1 for terminals that hang on a switch, else 0. */
  readonly away: Uint8Array;
  /** Vertices below this number can be reached, but no way leads through them. */
  readonly ends: number;
}

/** The graph of a network. */
export interface Stands extends Standing {
  /** [E] Channel of the network that each way is. */
  readonly channel: Int32Array;
}

/** The terminals of a network in its graph. */
export interface TerminalStands extends Stands {
  /** [T] The vertex at which each stands; −1 for those that take no part. */
  readonly at: Int32Array;
}

/** How many pairs are how far apart. */
export interface Distances {
  /** [d] Ordered pairs of different ones whose shortest way has d channels. */
  readonly pairs: Float64Array;
  /** Ordered pairs that no way joins. */
  readonly lost: number;
  /** Whether all pairs were counted; else those from some, spread evenly. */
  readonly isAll: boolean;
  /** Most channels on a shortest way, and their mean, over the pairs that a way joins; 0 where there are none. */
  readonly diameter: number;
  readonly mean: number;
}

/** Searches at once: a bit each. */
const atOnce = 32;
/** Ways looked at, about: a second. Whoever has less time gives fewer. */
export const usualLooks = 6e7;

/**
 * The terminals that take part, where they stand. One whose links all lead to one switch stands there; another is a vertex of its
 * own.
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

/** The switches outside hosts, where ways lead over no terminal. */
export function standsOfSwitches(network: Network): Stands {
  const { terminals, switches } = network;
  const isInside = ofHosts(network);
  const isVertex = Uint8Array.from({ length: terminals + switches }, (_, n) => (n >= terminals && isInside?.[n] !== 1 ? 1 : 0));
  const stands = graphOf(network, numbered(isVertex), Int32Array.from(isVertex), 0);
  return { ...stands, away: stands.away.fill(0) };
}

/** The nodes outside hosts that pass packets on: switches, and terminals where these forward. */
export function forwardersOf(network: Network): Stands {
  const { terminals, switches, forwards, present } = network;
  const isInside = ofHosts(network);
  const takesPart = present === undefined ? null : new Set(present);
  const isVertex = Uint8Array.from({ length: terminals + switches }, (_, n) =>
    isInside?.[n] !== 1 && (n >= terminals || (forwards && takesPart?.has(n) !== false)) ? 1 : 0,
  );
  return graphOf(network, numbered(isVertex), Int32Array.from(isVertex), 0);
}

/** [N] The number of each vertex among all of them; −1 for other nodes. */
function numbered(isVertex: Uint8Array): Int32Array {
  let count = 0;
  return Int32Array.from(isVertex, (is) => (is === 1 ? count++ : -1));
}

/** @param weight [N] how many stand at each node */
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
 * Distances between all that stand in a graph. Breadth-first searches from 32 vertices go at once, a bit of a number for each (Then,
 * Kaufmann, Chirigati et al., PVLDB 8, 2014).
 * @param looks ways that may be looked at, about; where that is too few, some vertices stand for all
 */
export function distancesOf(stands: Standing, looks = usualLooks): Distances {
  const { weight, away } = stands;
  const standing = Int32Array.from(weight.keys()).filter((v) => weight[v] > 0);
  const from = lookedAt(stands, standing, looks);
  // Those that go at once count alike.
  from.sort((a, b) => weight[a] - weight[b] || away[a] - away[b] || a - b);
  const all = standing.reduce((sum, v) => sum + weight[v], 0);
  const search = searcher(stands);
  const pairs: number[] = [];
  let asked = 0;
  for (let i = 0, end = 0; i < from.length; i = end) {
    const [alike, near] = [weight[from[i]], away[from[i]]];
    while (end < from.length && end - i < atOnce && weight[from[end]] === alike && away[from[end]] === near) end++;
    asked += (end - i) * alike * (all - 1);
    // Those of one switch, by way of it.
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

/** Vertices to be searched from: all of these, or as many groups of neighbours in number as can be looked at, evenly spaced. */
function lookedAt(stands: Standing, standing: Int32Array, looks: number): Int32Array {
  const needed = searcher(stands)(standing.subarray(0, atOnce), () => undefined);
  const [all, most] = [Math.ceil(standing.length / atOnce), Math.max(1, Math.floor(looks / (needed + 1)))];
  if (most >= all) return standing;
  const groups = Array.from({ length: most }, (_, i) => Math.floor((i * all) / most));
  return Int32Array.from(groups.flatMap((group) => [...standing.subarray(atOnce * group, atOnce * (group + 1))]));
}

/**
 * Channels between every two of n vertices, there and away from them: from the one of row i to that of column j at i n + j; 2 where
 * they are one at which several stand, and 0 where no way leads.
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
 * Searches from up to 32 vertices at once; tells at which distance a vertex is found, and, bit by bit, by which of them.
 * @returns a function that returns how many ways and vertices it has looked at
 */
function searcher({ firstOut, head, weight, ends }: Standing) {
  const vertices = weight.length;
  /** [V] A bit for each search: those that have been here, those that come at this distance, and at the next. */
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
 * Channels of the shortest circle in a graph, 2 where two links join the same vertices; null where there is no circle.
 * @returns undefined where it is not found with so many looks
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
    // A circle through a vertex at distance d that is found there has 2 d + 1 channels at least.
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
