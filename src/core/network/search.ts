/** Breadth-first search for distances. */

/** A directed graph: the successors of node n are `head[firstOut[n]]` … `head[firstOut[n + 1] − 1]`. */
export interface Adjacency {
  readonly firstOut: Int32Array;
  readonly head: Int32Array;
}

/**
 * Breadth-first search: distances in channels from node `from` to every node.
 * @param distance [N] Output: distance of each node; −1 if there is no path.
 * @param order [N] Output: the nodes reached, the nearest first.
 * @param noTransitBelow Nodes below this number can be reached, but no path leads through them.
 * @returns the number of nodes reached, including `from`
 */
export function breadthFirstSearch(
  { firstOut, head }: Adjacency,
  from: number,
  distance: Int32Array,
  order: Int32Array,
  noTransitBelow = 0,
): number {
  distance.fill(-1);
  distance[from] = 0;
  order[0] = from;
  let count = 1;
  for (let i = 0; i < count; i++) {
    const n = order[i];
    if (n < noTransitBelow && n !== from) continue;
    for (let c = firstOut[n], endOfEdges = firstOut[n + 1], nextDistance = distance[n] + 1; c < endOfEdges; c++) {
      const neighbor = head[c];
      if (distance[neighbor] >= 0) continue;
      distance[neighbor] = nextDistance;
      order[count++] = neighbor;
    }
  }
  return count;
}

/** [N] Distance from node `from` to every node; −1 if there is no path. */
export function distancesFrom(graph: Adjacency, from: number): Int32Array {
  const distance = new Int32Array(graph.firstOut.length - 1);
  breadthFirstSearch(graph, from, distance, new Int32Array(distance.length));
  return distance;
}
