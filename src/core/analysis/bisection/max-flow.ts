/** Largest flow through a network whose channels carry one unit each. */
import type { Network } from "../../network/network.ts";

/** What a node is to a flow: passed on the way, a beginning, or an end. */
export const part = { between: 0, source: 1, sink: 2 } as const;

/**
 * Channels that have to be cut so that no source reaches a sink: as many as disjoint ways lead from sources to sinks.
 * Sources and sinks are joined among themselves without limit; terminals that do not forward are not passed. (Dinic,
 * 1970; Menger, 1927.)
 * @param parts [N] part of each node
 */
export function maxFlow({ terminals, switches, firstOut, head, reverse, forwards }: Network, parts: Uint8Array): number {
  const nodes = terminals + switches;
  // What a channel can still take: a unit, and the unit that its reverse carries.
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

  /** Channels from the nearest source; whether a sink is reached. */
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
        // A way ends at the first sink it meets.
        if (parts[to] !== part.sink) queue[count++] = to;
      }
    }
    return isReached;
  }

  /** Sends one unit from a source along levels; false when no way is left. */
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
