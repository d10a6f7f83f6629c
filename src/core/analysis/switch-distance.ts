/** Distances between terminals, counted in switches on a path. */
import type { Network } from "../network/network.ts";

/**
 * Distances from one terminal to all others by shortest paths, under any routing.
 * @returns A function that fills [T] and returns it, the same array in each call: number of switches on the path, 0 for the terminal
 * itself, −1 if disconnected
 */
export function switchDistances({ terminals, switches, firstOut, head, forwards }: Network): (source: number) => Int32Array {
  const distance = new Int32Array(terminals + switches);
  const queue = new Int32Array(switches);
  /** Stack of terminals that forward packets and whose neighbors are still to be visited. */
  const relays = new Int32Array(terminals);
  const toTerminals = distance.subarray(0, terminals);
  let count = 0;
  return (source) => {
    distance.fill(-1);
    distance[source] = 0;
    count = 0;
    expand(source);
    for (let i = 0; i < count; i++) expand(queue[i]);
    return toTerminals;
  };

  /**
   * Visits the neighbors of a node. Switches are one farther and join the queue; terminals are equally far, and if terminals forward
   * packets, their neighbors are visited immediately.
   */
  function expand(startNode: number): void {
    let waiting = 0;
    for (let node = startNode; ; node = relays[--waiting]) {
      for (let channel = firstOut[node]; channel < firstOut[node + 1]; channel++) {
        const neighbor = head[channel];
        if (distance[neighbor] >= 0) continue;
        distance[neighbor] = distance[node] + (neighbor < terminals ? 0 : 1);
        if (neighbor >= terminals) queue[count++] = neighbor;
        else if (forwards) relays[waiting++] = neighbor;
      }
      if (waiting === 0) return;
    }
  }
}

/** Limit of visited channels for all terminals together, above which terminals are sampled. */
const maxVisits = 5e6;

/** The terminals from which a fact about all terminals is computed: all of them, or evenly spaced ones in a large network. */
export function sampledTerminals({ terminals, head }: Network): { readonly from: readonly number[]; readonly isAll: boolean } {
  const count = Math.min(terminals, Math.max(16, Math.floor(maxVisits / (head.length + 1))));
  return { from: Array.from({ length: count }, (_, i) => Math.floor((i * terminals) / count)), isAll: count === terminals };
}
