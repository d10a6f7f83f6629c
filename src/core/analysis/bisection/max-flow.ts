/** Maximum flow through a network with unit capacities. */
import type { Network } from "../../network/network.ts";

/** Role of a node in a flow. */
export const part = { between: 0, source: 1, sink: 2 } as const;

/**
 * Minimum number of channels to cut so that no source reaches a sink: the number of edge-disjoint paths from sources to sinks. Sources are
 * joined to each other without limit, and so are sinks; paths do not pass terminals that do not forward. (Dinic, 1970; Menger, 1927.)
 * @param roles [N] Role of each node.
 */
export function maxFlow({ terminals, switches, firstOut, head, reverse, forwards }: Network, parts: Uint8Array): number {
  const nodes = terminals + switches;
  // Residual capacity of a channel: its unit, plus the flow of its reverse.
  const left = new Uint8Array(head.length).fill(1);
  const level = new Int32Array(nodes);
  const next = new Int32Array(nodes);
  const queue = new Int32Array(nodes);
  const path = new Int32Array(nodes);
  let flow = 0;
  while (findLevels()) {
    next.set(firstOut.subarray(0, nodes));
    for (let n = 0; n < nodes; n++) if (parts[n] === part.source) while (augment(n)) flow++;
  }
  return flow;

  /** Breadth-first levels from the sources. Returns whether a sink is reached. */
  function findLevels(): boolean {
    level.fill(-1);
    let count = 0;
    for (let n = 0; n < nodes; n++) {
      if (parts[n] !== part.source) continue;
      level[n] = 0;
      queue[count++] = n;
    }
    let isReached = false;
    for (let i = 0; i < count; i++) {
      const n = queue[i];
      for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
        const to = head[c];
        if (left[c] === 0 || level[to] >= 0) continue;
        if (parts[to] === part.sink) isReached = true;
        else if (to < terminals && !forwards) continue;
        level[to] = level[n] + 1;
        // A path ends at the first sink.
        if (parts[to] !== part.sink) queue[count++] = to;
      }
    }
    return isReached;
  }

  /** Sends one unit from a source along the levels; false if there is no augmenting path. */
  function augment(source: number): boolean {
    let at = source;
    let depth = 0;
    for (;;) {
      if (parts[at] === part.sink) {
        for (let i = 0; i < depth; i++) {
          left[path[i]]--;
          left[reverse[path[i]]]++;
        }
        return true;
      }
      while (next[at] < firstOut[at + 1] && !(left[next[at]] > 0 && level[head[next[at]]] === level[at] + 1)) next[at]++;
      if (next[at] < firstOut[at + 1]) {
        path[depth++] = next[at];
        at = head[next[at]];
      } else {
        if (depth === 0) return false;
        at = head[reverse[path[--depth]]];
        next[at]++;
      }
    }
  }
}
