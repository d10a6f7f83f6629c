/** Shortest path times in a graph whose edges take different times. */
import { TimeHeap } from "../base/time-heap.ts";
import type { Adjacency } from "./search.ts";

/**
 * [N] Shortest time from node `from` to every node, the sum of the edges' times along a path; Infinity if there is no path (Dijkstra,
 * 1959).
 * @param times [E] Time of each edge, at least 0.
 * @param noTransitBelow Nodes below this number can be reached, but no path leads through them.
 */
export function timesFrom({ firstOut, head }: Adjacency, times: Float64Array, from: number, noTransitBelow = 0): Float64Array {
  const shortest = new Float64Array(firstOut.length - 1).fill(Infinity);
  const queue = new TimeHeap();
  shortest[from] = 0;
  queue.set(from, 0);
  while (queue.size > 0) {
    const n = queue.firstId;
    queue.remove(n);
    if (n < noTransitBelow && n !== from) continue;
    for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
      const time = shortest[n] + times[c];
      if (time >= shortest[head[c]]) continue;
      shortest[head[c]] = time;
      queue.set(head[c], time);
    }
  }
  return shortest;
}
