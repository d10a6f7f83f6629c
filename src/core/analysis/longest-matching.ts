/** A permutation of the terminals that is hard for any routing: partners as far apart as a heuristic finds them. */
import { distanceRows, standsOfTerminals } from "../network/distances.ts";
import type { Network } from "../network/network.ts";

export interface Matching {
  /** [T] The partner that each terminal sends to; itself where none is left for it. */
  readonly partner: Int32Array;
  /** Terminals that have one. */
  readonly senders: number;
  /** Channels on the shortest ways of all of them together, those of terminals at their switch counted. */
  readonly channels: number;
}

/** Most places at which terminals stand: pairs of them are kept. */
const mostPlaces = 4096;
/** Pairs of places looked at beside those of each distance once: under a second. */
const mostLooks = 1e8;

/**
 * Longest matching (Jyothi, Singla, Godfrey, Kolla, SC 2016, §II-C): every terminal sends to one and hears one, and the sum of
 * their distances is large. It goes from the largest distance down. Of each, those with the fewest partners choose first; then
 * they exchange partners so that as many as possible have one (augmenting paths). Nothing is taken back from a larger distance,
 * so this is a heuristic: the sum may be less than the largest there is. Null where more than 4,096 switches hold terminals.
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
  // Terminals of a place send, and hear, in turn.
  const placeOf = new Int32Array(weight.length);
  places.forEach((v, i) => (placeOf[v] = i));
  const standing: number[][] = Array.from(places, () => []);
  at.forEach((v, t) => v >= 0 && standing[placeOf[v]].push(t));
  const [sent, heard] = [new Int32Array(n), new Int32Array(n)];
  const partner = Int32Array.from(at, (_, t) => t);
  let [senders, channels] = [0, 0];
  // What a place sends to itself comes first there: it goes from each to the next.
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

/** So many terminals of one place that send to another. */
type Flow = readonly [from: number, to: number, count: number];

/** The columns of each row by their distance: those at distance d of row i are from `first[i (farthest + 2) + d]` on. */
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
 * Partners at one distance: what is matched is taken from both sides.
 * @param near the places at that distance from one
 * @param free terminals of each place that have no one to send to
 * @param open terminals of each place that hear no one
 */
function matchedAt(near: (i: number) => Uint16Array, free: Int32Array, open: Int32Array, looks: { left: number }): readonly Flow[] {
  const n = free.length;
  /** By the one that hears: those that send to it, with how many of theirs. */
  const heard = new Map<number, Map<number, number>>();
  const choices = Int32Array.from(free, (left, i) => (left === 0 ? 0 : near(i).reduce((count, j) => count + Number(open[j] > 0), 0)));
  const order = Int32Array.from(free.keys()).filter((i) => choices[i] > 0);
  for (const i of order.sort((a, b) => choices[a] - choices[b] || a - b)) {
    const those = near(i);
    // Each begins behind itself, so that not all choose the same.
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

  /** One more is matched: whoever is free takes a partner from another, who takes one from the next, until one is open. */
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

  /** Each on the way to an open place goes on to it, and gives the one before what it had. */
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
