/** Shortest times, where ways take unlike ones. */
import { TimeHeap } from "../base/time-heap.ts";
import type { Ways } from "./search.ts";

/**
 * [N] Time from node `from` to every node, where each way takes its own; Infinity where there is none (Dijkstra, 1959).
 * @param times of each way, at least 0
 * @param ends nodes below this number can be reached, but no way leads through them
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
