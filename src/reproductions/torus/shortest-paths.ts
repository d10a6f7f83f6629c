/**
 * The shortest paths between two nodes of a two-dimensional torus, and the load of each channel on them if every hop splits traffic evenly
 * over all channels on shortest paths; directly, and via a third node. (Chakaravarthy et al., §4.1)
 */
import type { TorusGrid } from "./loads.ts";

/** Column and row of a node, from 0: ⟨x, y⟩. */
export type TorusNode = readonly [x: number, y: number];

/** A channel on the paths, and its share of the data, 0 … 1. */
export interface LoadedChannel {
  readonly from: TorusNode;
  /** 0 along X, 1 along Y. */
  readonly dimension: 0 | 1;
  /** 1 towards higher coordinates, −1 towards lower ones. */
  readonly sign: 1 | -1;
  readonly share: number;
}

/** All shortest paths from one node to another; none if both are the same node. */
export interface TorusPaths {
  /** Links on each path, along X and along Y. */
  readonly distance: readonly [number, number];
  /** Number of paths. */
  readonly pathCount: number;
  readonly channels: readonly LoadedChannel[];
  /** Nodes on any of the paths, including both ends. */
  readonly nodes: readonly TorusNode[];
}

/** A summary of the channels that the traffic of a pair crosses, over all steps. */
export interface CrossingSummary {
  readonly paths: number;
  readonly links: number;
  /** X links that lead out of the column where the first crossing along X begins: the number of alternatives. 0 if no X link is crossed. */
  readonly choices: number;
  /** Largest share on a channel of each dimension, summed over all steps; 0 if the dimension is not crossed. */
  readonly busiest: readonly [X: number, Y: number];
}

/** Links between two positions on a ring: D_X, D_Y. */
export const ringDistance = (size: number, a: number, b: number): number => Math.min(modulo(a - b, size), modulo(b - a, size));

const modulo = (value: number, size: number) => ((value % size) + size) % size;

/** The directions that lead closer to a coordinate; both if it is exactly opposite. */
function directionsTowards(size: number, from: number, to: number): readonly (1 | -1)[] {
  const distanceForward = modulo(to - from, size);
  if (distanceForward === 0) return [];
  return 2 * distanceForward === size ? [1, -1] : [2 * distanceForward < size ? 1 : -1];
}

/**
 * All shortest paths between two nodes of a torus, and the share of the traffic (0 … 1) on each channel of them if every node on the way
 * divides it evenly among its channels that lead closer to the destination. Along a dimension, both directions lead closer if the
 * destination is exactly opposite on the ring.
 */
export function shortestPathsBetween(grid: TorusGrid, source: TorusNode, destination: TorusNode): TorusPaths {
  const [width] = grid;
  const nodeNumber = ([x, y]: TorusNode) => y * width + x;
  const channels: LoadedChannel[] = [];
  let frontier = new Map([[nodeNumber(source), { node: source, share: 1, pathCount: 1 }]]);
  const nodes: TorusNode[] = [];
  let pathsToDestination = 0;
  // Breadth-first search. The frontier contains all nodes at one distance from the source, by node number, with the share of the traffic
  // that reaches the node and the number of shortest paths to it. Every hop leads closer to the destination, so a node is expanded only
  // after all of its predecessors.
  while (frontier.size > 0) {
    const nextFrontier: typeof frontier = new Map();
    for (const { node, share, pathCount } of frontier.values()) {
      nodes.push(node);
      const hops = ([0, 1] as const).flatMap((dimension) =>
        directionsTowards(grid[dimension], node[dimension], destination[dimension]).map((sign) => ({ dimension, sign })),
      );
      if (hops.length === 0) pathsToDestination = pathCount;
      for (const { dimension, sign } of hops) {
        const neighbor: TorusNode =
          dimension === 0 ? [modulo(node[0] + sign, grid[0]), node[1]] : [node[0], modulo(node[1] + sign, grid[1])];
        const channelShare = share / hops.length;
        channels.push({ from: node, dimension, sign, share: channelShare });
        const earlier = nextFrontier.get(nodeNumber(neighbor));
        nextFrontier.set(nodeNumber(neighbor), {
          node: neighbor,
          share: (earlier?.share ?? 0) + channelShare,
          pathCount: (earlier?.pathCount ?? 0) + pathCount,
        });
      }
    }
    frontier = nextFrontier;
  }
  const distance = [ringDistance(grid[0], source[0], destination[0]), ringDistance(grid[1], source[1], destination[1])] as const;
  return { distance, pathCount: channels.length === 0 ? 0 : pathsToDestination, channels, nodes };
}

/** The relay: the node in the sender's column that is half a column beyond the receiver's row. */
export function relayNodeOf([, rows]: TorusGrid, from: TorusNode, to: TorusNode): TorusNode {
  return [from[0], (to[1] + Math.floor(rows / 2)) % rows];
}

/** The steps of the data: directly, or to the relay and from there. A step from a node to itself is left out. */
export function relayStepsOf(grid: TorusGrid, from: TorusNode, to: TorusNode, isRelayed: boolean): readonly TorusPaths[] {
  const stops = isRelayed ? [from, relayNodeOf(grid, from, to), to] : [from, to];
  return stops.slice(1).flatMap((stop, i) => (isSameNode(stop, stops[i]) ? [] : [shortestPathsBetween(grid, stops[i], stop)]));
}

export const isSameNode = (a: TorusNode, b: TorusNode): boolean => a[0] === b[0] && a[1] === b[1];

/** Summarizes the channels crossed in consecutive steps. */
export function crossingSummaryOf(steps: readonly TorusPaths[]): CrossingSummary {
  const shareByChannel = new Map<string, { readonly dimension: 0 | 1; readonly part: number }>();
  for (const { from, dimension, sign, share } of steps.flatMap(({ channels }) => channels)) {
    const key = `${from[0]} ${from[1]} ${dimension} ${sign}`;
    shareByChannel.set(key, { dimension, part: (shareByChannel.get(key)?.part ?? 0) + share });
  }
  const busiest = (wantedDimension: 0 | 1) =>
    Math.max(0, ...[...shareByChannel.values()].filter(({ dimension }) => dimension === wantedDimension).map(({ part: share }) => share));
  const firstAcross = steps.find(({ distance }) => distance[0] > 0);
  return {
    paths: steps.reduce((product, { pathCount: count }) => product * count, steps.length > 0 ? 1 : 0),
    links: steps.reduce((sum, { distance }) => sum + distance[0] + distance[1], 0),
    choices: firstAcross?.channels.filter(({ from, dimension }) => dimension === 0 && from[0] === firstAcross.nodes[0][0]).length ?? 0,
    busiest: [busiest(0), busiest(1)],
  };
}
