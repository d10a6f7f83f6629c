/** A permutation of the terminals that is hard for any routing: partners as far apart as a heuristic finds. */
import { distanceRows, standsOfTerminals } from "../network/distances.ts";
import type { Network } from "../network/network.ts";

export interface Matching {
  /** [T] Partner that each terminal sends to; the terminal itself if none is left. */
  readonly partner: Int32Array;
  /** Number of terminals with a partner. */
  readonly senders: number;
  /** Sum of the shortest distances between partners in channels, including the terminal channels. */
  readonly channels: number;
}

/** Largest number of positions (switches with terminals): a matrix of their distances is kept. */
const mostPlaces = 4096;
/** Visits of pairs of positions, beyond one visit of each pair: under a second. */
const mostLooks = 1e8;

/**
 * Longest matching (Jyothi, Singla, Godfrey, Kolla, SC 2016, §II-C): every terminal sends to one terminal and receives from one, and the
 * sum of the distances is large. Distances are processed in descending order. At each, positions with the fewest possible partners choose
 * first; then augmenting paths exchange partners so that as many as possible have one. Pairs of a larger distance are never undone, so this
 * is a heuristic, and the sum may be below the maximum. Null if more than 4,096 switches have terminals.
 */
export function longestMatching(network: Network): Matching | null {
  const stands = standsOfTerminals(network);
  const { weight, at } = stands;
  const places = Int32Array.from(weight.keys()).filter((v) => weight[v] > 0);
  const n = places.length;
  if (n > mostPlaces) return null;
  const rows = distanceRows(stands, places);
  const [free, open] = [Int32Array.from(places, (v) => weight[v]), Int32Array.from(places, (v) => weight[v])];
  const { farthest, columns, first } = byDistance(rows, n);
  const flows: Flow[] = [];
  const looks = { left: mostLooks };
  for (let distance = farthest; distance > 0; distance--) {
    const near = (i: number) => columns.subarray(first[i * (farthest + 2) + distance], first[i * (farthest + 2) + distance + 1]);
    flows.push(...matchedAt(near, free, open, looks));
  }
  // Assign terminals: those of a position send and receive in turn.
  const placeOf = new Int32Array(weight.length);
  places.forEach((v, i) => (placeOf[v] = i));
  const standing: number[][] = Array.from(places, () => []);
  at.forEach((v, t) => v >= 0 && standing[placeOf[v]].push(t));
  const [sent, heard] = [new Int32Array(n), new Int32Array(n)];
  const partner = Int32Array.from(at, (_, t) => t);
  let [senders, channels] = [0, 0];
  // Pairs within a position come first: each terminal sends to the next.
  for (const [i, j, count] of flows.sort((a, b) => Number(b[0] === b[1]) - Number(a[0] === a[1]))) {
    for (let k = 0; k < count; k++) {
      const from = standing[i][sent[i]++];
      const to = i === j ? standing[i][(heard[i]++ + 1) % count] : standing[j][heard[j]++];
      if (from === to) continue;
      partner[from] = to;
      senders++;
      channels += rows[i * n + j];
    }
  }
  return { partner, senders, channels };
}

/** Number of terminals of one position that send to another. */
type Flow = readonly [from: number, to: number, count: number];

/** Sorts the columns of each row by distance: those at distance d of row i begin at `first[i (farthest + 2) + d]`. */
function byDistance(rows: Uint16Array, n: number) {
  const farthest = rows.reduce((most, distance) => Math.max(most, distance), 0);
  const columns = new Uint16Array(n * n);
  const first = new Int32Array(n * (farthest + 2));
  for (let i = 0; i < n; i++) {
    const own = first.subarray(i * (farthest + 2), (i + 1) * (farthest + 2));
    for (let j = 0; j < n; j++) own[rows[i * n + j] + 1]++;
    own[0] = i * n;
    for (let d = 1; d < own.length; d++) own[d] += own[d - 1];
    const next = own.slice();
    for (let j = 0; j < n; j++) columns[next[rows[i * n + j]]++] = j;
  }
  return { farthest, columns, first };
}

/**
 * Matches terminals at one distance, and removes them from both sides.
 * @param positionsAtDistance The positions at that distance from a position.
 * @param freeSenders Terminals of each position without a destination.
 * @param open Terminals of each position without a source.
 */
function matchedAt(near: (i: number) => Uint16Array, free: Int32Array, open: Int32Array, looks: { left: number }): readonly Flow[] {
  const n = free.length;
  /** By receiving position: number of its senders by sending position. */
  const heard = new Map<number, Map<number, number>>();
  const choices = Int32Array.from(free, (left, i) => (left === 0 ? 0 : near(i).reduce((count, j) => count + Number(open[j] > 0), 0)));
  const order = Int32Array.from(free.keys()).filter((i) => choices[i] > 0);
  // Greedy: positions with few choices first.
  for (const i of order.sort((a, b) => choices[a] - choices[b] || a - b)) {
    const those = near(i);
    // Each position starts with the partner after itself, so that not all choose the same.
    const after = Math.max(
      0,
      those.findIndex((j) => j > i),
    );
    for (let step = 0; step < those.length && free[i] > 0; step++) {
      const j = those[(after + step) % those.length];
      const count = Math.min(free[i], open[j]);
      if (count === 0) continue;
      free[i] -= count;
      open[j] -= count;
      add(i, j, count);
    }
  }
  // Then augmenting paths.
  const [cameTo, cameFrom] = [new Int32Array(n), new Int32Array(n)];
  while (looks.left > 0 && exchange());
  return [...heard].flatMap(([j, from]) => [...from].map(([i, count]): Flow => [i, j, count]));

  function add(i: number, j: number, count: number): void {
    const from = heard.get(j) ?? new Map<number, number>();
    heard.set(j, from);
    const now = (from.get(i) ?? 0) + count;
    if (now === 0) from.delete(i);
    else from.set(i, now);
  }

  /**
   * Matches one more terminal by an augmenting path: a free sender takes a receiver from another sender, which takes one from the next,
   * until a free receiver is found.
   */
  function exchange(): boolean {
    const queue = Array.from(order).filter((i) => free[i] > 0);
    cameTo.fill(-1);
    cameFrom.fill(-2);
    for (const i of queue) cameFrom[i] = -1;
    for (const i of queue) {
      const those = near(i);
      looks.left -= those.length;
      for (const j of those) {
        if (cameTo[j] >= 0) continue;
        cameTo[j] = i;
        if (open[j] > 0) {
          open[j]--;
          hand(j);
          return true;
        }
        for (const other of heard.get(j)?.keys() ?? []) {
          if (cameFrom[other] !== -2) continue;
          cameFrom[other] = j;
          queue.push(other);
        }
      }
    }
    return false;
  }

  /** Applies the augmenting path, backward from the free receiver. */
  function hand(open: number): void {
    for (let to = open; to >= 0;) {
      const from = cameTo[to];
      add(from, to, 1);
      to = cameFrom[from];
      if (to >= 0) add(from, to, -1);
      else free[from]--;
    }
  }
}
