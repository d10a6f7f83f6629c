/** Maximum flow through a network with unit capacities. */
import type { Network } from "../../network/network.ts";

/** Role of a node in a flow. */
export const nodeRole = { between: 0, source: 1, sink: 2 } as const;

/**
 * Minimum number of channels to cut so that no source reaches a sink: the number of edge-disjoint paths from sources to sinks. Sources are
 * joined to each other without limit, and so are sinks; paths do not pass terminals that do not forward. (Dinic, 1970; Menger, 1927.)
 * @param roles [N] Role of each node.
 */
export function maxFlow({ terminals, switches, firstOut, head, reverse, forwards }: Network, roles: Uint8Array): number {
  const nodes = terminals + switches;
  // Residual capacity of a channel: its unit, plus the flow of its reverse.
  const residual = new Uint8Array(head.length).fill(1);
  const level = new Int32Array(nodes);
  const nextChannel = new Int32Array(nodes);
  const queue = new Int32Array(nodes);
  const path = new Int32Array(nodes);
  let flow = 0;
  while (findLevels()) {
    nextChannel.set(firstOut.subarray(0, nodes));
    for (let node = 0; node < nodes; node++) if (roles[node] === nodeRole.source) while (augment(node)) flow++;
  }
  return flow;

  /**
   * Phase 1 of Dinic's algorithm: sets the level of each node, its distance from the sources over channels with residual capacity. Returns
   * whether a sink is reached. Paths do not pass terminals, unless the network `forwards`, which means that its terminals forward packets.
   */
  function findLevels(): boolean {
    level.fill(-1);
    let queuedCount = 0;
    for (let node = 0; node < nodes; node++) {
      if (roles[node] !== nodeRole.source) continue;
      level[node] = 0;
      queue[queuedCount++] = node;
    }
    let isReached = false;
    for (let i = 0; i < queuedCount; i++) {
      const node = queue[i];
      for (let channel = firstOut[node]; channel < firstOut[node + 1]; channel++) {
        const neighbor = head[channel];
        if (residual[channel] === 0 || level[neighbor] >= 0) continue;
        if (roles[neighbor] === nodeRole.sink) isReached = true;
        else if (neighbor < terminals && !forwards) continue;
        level[neighbor] = level[node] + 1;
        // A path ends at the first sink.
        if (roles[neighbor] !== nodeRole.sink) queue[queuedCount++] = neighbor;
      }
    }
    return isReached;
  }

  /**
   * Phase 2 of Dinic's algorithm: sends one unit from a source to a sink, by channels that lead from one level to the next. Returns false
   * if there is no such path. Dead ends are skipped in later calls, because `nextChannel` of a node only advances.
   */
  function augment(source: number): boolean {
    let node = source;
    let depth = 0;
    for (;;) {
      // At a sink: send one unit over the path.
      if (roles[node] === nodeRole.sink) {
        for (let i = 0; i < depth; i++) {
          residual[path[i]]--;
          residual[reverse[path[i]]]++;
        }
        return true;
      }
      // Otherwise follow the next usable channel, or step back from a dead end.
      while (
        nextChannel[node] < firstOut[node + 1] &&
        !(residual[nextChannel[node]] > 0 && level[head[nextChannel[node]]] === level[node] + 1)
      )
        nextChannel[node]++;
      if (nextChannel[node] < firstOut[node + 1]) {
        path[depth++] = nextChannel[node];
        node = head[nextChannel[node]];
      } else {
        if (depth === 0) return false;
        node = head[reverse[path[--depth]]];
        nextChannel[node]++;
      }
    }
  }
}
