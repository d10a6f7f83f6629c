/** Breadth-first search, for whoever needs distances. */
import { once } from "../base/once.ts";
import type { Network } from "./network.ts";

/** Any graph of which only the ways out of each node matter: those of node n are `head[firstOut[n]]` … `head[firstOut[n + 1] − 1]`. */
export interface Ways {
  readonly firstOut: Int32Array;
  readonly head: Int32Array;
}

/**
 * Steps from node `from` to every node.
 * @param distance [N] is written; −1 where there is no way
 * @param order [N] the nodes reached are written, the nearest first
 * @param ends nodes below this number can be reached, but no way leads through them
 * @returns how many nodes are reached, `from` among them
 */
export function search({ firstOut, head }: Ways, from: number, distance: Int32Array, order: Int32Array, ends = 0): number {
  distance.fill(-1);
  distance[from] = 0;
  order[0] = from;
  let count = 1;
  for (let i = 0; i < count; i++) {
    const n = order[i];
    if (n < ends && n !== from) continue;
    for (let c = firstOut[n], end = firstOut[n + 1], next = distance[n] + 1; c < end; c++) {
      const to = head[c];
      if (distance[to] >= 0) continue;
      distance[to] = next;
      order[count++] = to;
    }
  }
  return count;
}

/** [N] Steps from node `from` to every node, −1 where there is no way. */
export function distancesFrom(ways: Ways, from: number): Int32Array {
  const distance = new Int32Array(ways.firstOut.length - 1);
  search(ways, from, distance, new Int32Array(distance.length));
  return distance;
}

/** Most steps spent on distances between terminals: they are asked for while somebody draws. */
const mostSteps = 1_000_000;

/** Largest and mean number of channels between two different terminals that take part; null where finding them takes too long, or where some have no way. */
export const betweenTerminals = once((network: Network): { readonly diameter: number; readonly meanDistance: number } | null => {
  const { terminals, head, forwards, present = Int32Array.from({ length: terminals }, (_, t) => t) } = network;
  const nodes = network.firstOut.length - 1;
  if (present.length * (nodes + head.length) > mostSteps) return null;
  if (present.length < 2) return { diameter: 0, meanDistance: 0 };
  const [distance, order] = [new Int32Array(nodes), new Int32Array(nodes)];
  let [sum, diameter] = [0, 0];
  for (const from of present) {
    search(network, from, distance, order, forwards ? 0 : terminals);
    for (const to of present) {
      if (distance[to] < 0) return null;
      sum += distance[to];
      diameter = Math.max(diameter, distance[to]);
    }
  }
  return { diameter, meanDistance: sum / (present.length * (present.length - 1)) };
});
