/** Shortest path times in a graph whose edges take different times. */
import { TimeHeap } from "../base/time-heap.ts";
import type { Ways } from "./search.ts";

/**
 * [N] Time from node `from` to every node; Infinity if there is no path (Dijkstra, 1959).
 * @param times Time of each edge, at least 0.
 * @param noTransitBelow Nodes below this number can be reached, but no path leads through them.
 */
export function timesFrom({ firstOut, head }: Ways, times: Float64Array, from: number, ends = 0): Float64Array {
  const found = new Float64Array(firstOut.length - 1).fill(Infinity);
  const open = new TimeHeap();
  found[from] = 0;
  open.set(from, 0);
  while (open.size > 0) {
    const n = open.first;
    open.remove(n);
    if (n < ends && n !== from) continue;
    for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
      const time = found[n] + times[c];
      if (time >= found[head[c]]) continue;
      found[head[c]] = time;
      open.set(head[c], time);
    }
  }
  return found;
}
