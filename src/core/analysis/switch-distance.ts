/** How far terminals are from each other, counted in switches that a way leads through. */
import type { Network } from "../network/network.ts";

/**
 * Distances from one terminal to all others by the shortest ways there are, whatever the routing.
 * @returns a function that fills [T] and returns it, the same array each time: switches between, 0 for the terminal
 * itself, −1 where no way leads
 */
export function switchDistances({ terminals, switches, firstOut, head, forwards }: Network): (from: number) => Int32Array {
  const distance = new Int32Array(terminals + switches);
  const queue = new Int32Array(switches);
  const relays = new Int32Array(terminals);
  const toTerminals = distance.subarray(0, terminals);
  let count = 0;
  return (from) => {
    distance.fill(-1);
    distance[from] = 0;
    count = 0;
    go(from);
    for (let i = 0; i < count; i++) go(queue[i]);
    return toTerminals;
  };

  /** What a node leads to: switches are one farther, and wait in the order of their distance; terminals, and what they lead to, are as far. */
  function go(start: number): void {
    let waiting = 0;
    for (let n = start; ; n = relays[--waiting]) {
      for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
        const to = head[c];
        if (distance[to] >= 0) continue;
        distance[to] = distance[n] + (to < terminals ? 0 : 1);
        if (to >= terminals) queue[count++] = to;
        else if (forwards) relays[waiting++] = to;
      }
      if (waiting === 0) return;
    }
  }
}

/** Channels looked at for all terminals together: beyond that, some terminals stand for all. */
const mostLooks = 5e6;

/** The terminals that a fact about all of them is found from: all, or some evenly spaced where the network is large. */
export function terminalsLookedAt({ terminals, head }: Network): { readonly from: readonly number[]; readonly isAll: boolean } {
  const count = Math.min(terminals, Math.max(16, Math.floor(mostLooks / (head.length + 1))));
  return { from: Array.from({ length: count }, (_, i) => Math.floor((i * terminals) / count)), isAll: count === terminals };
}
