/**
 * The shortest paths between two nodes of a two-dimensional torus, and the load of each channel on them if every hop splits traffic evenly
 * over all channels on shortest paths; directly, and via a third node. (Chakaravarthy et al., §4.1)
 */
import type { Grid } from "./loads.ts";

/** Column and row of a node, from 0: ⟨x, y⟩. */
export type Place = readonly [x: number, y: number];

/** A channel on the paths, and its share of the data, 0 … 1. */
export interface Carrying {
  readonly from: Place;
  /** 0 along X, 1 along Y. */
  readonly dimension: 0 | 1;
  /** 1 towards higher coordinates, −1 towards lower ones. */
  readonly sign: 1 | -1;
  readonly part: number;
}

/** All shortest paths from one node to another; none if both are the same node. */
export interface Ways {
  /** Links on each path, along X and along Y. */
  readonly distance: readonly [number, number];
  /** Number of paths. */
  readonly count: number;
  readonly channels: readonly Carrying[];
  /** Nodes on any of the paths, including both ends. */
  readonly nodes: readonly Place[];
}

/** A summary of the channels that the traffic of a pair crosses, over all steps. */
export interface Crossing {
  readonly ways: number;
  readonly links: number;
  /** X links that lead out of the column where the first crossing along X begins: the number of alternatives. 0 if no X link is crossed. */
  readonly choices: number;
  /** Largest share on a channel of each dimension, summed over all steps; 0 if the dimension is not crossed. */
  readonly busiest: readonly [X: number, Y: number];
}

/** Links between two positions on a ring: D_X, D_Y. */
export const apart = (size: number, a: number, b: number): number => Math.min(mod(a - b, size), mod(b - a, size));

const mod = (value: number, size: number) => ((value % size) + size) % size;

/** The directions that lead closer to a coordinate; both if it is exactly opposite. */
function nearer(size: number, from: number, to: number): readonly (1 | -1)[] {
  const ahead = mod(to - from, size);
  if (ahead === 0) return [];
  return 2 * ahead === size ? [1, -1] : [2 * ahead < size ? 1 : -1];
}

/** The shortest paths between two nodes. */
export function waysBetween(grid: Grid, from: Place, to: Place): Ways {
  const [width] = grid;
  const numberOf = ([x, y]: Place) => y * width + x;
  const channels: Carrying[] = [];
  let front = new Map([[numberOf(from), { at: from, part: 1, ways: 1 }]]);
  const nodes: Place[] = [];
  let count = 0;
  // Breadth-first by distance: every hop leads closer, so each node is expanded after all of its predecessors.
  while (front.size > 0) {
    const next: typeof front = new Map();
    for (const { at, part, ways } of front.values()) {
      nodes.push(at);
      const steps = ([0, 1] as const).flatMap((dimension) =>
        nearer(grid[dimension], at[dimension], to[dimension]).map((sign) => ({ dimension, sign })),
      );
      if (steps.length === 0) count = ways;
      for (const { dimension, sign } of steps) {
        const head: Place = dimension === 0 ? [mod(at[0] + sign, grid[0]), at[1]] : [at[0], mod(at[1] + sign, grid[1])];
        const own = part / steps.length;
        channels.push({ from: at, dimension, sign, part: own });
        const known = next.get(numberOf(head));
        next.set(numberOf(head), { at: head, part: (known?.part ?? 0) + own, ways: (known?.ways ?? 0) + ways });
      }
    }
    front = next;
  }
  const distance = [apart(grid[0], from[0], to[0]), apart(grid[1], from[1], to[1])] as const;
  return { distance, count: channels.length === 0 ? 0 : count, channels, nodes };
}

/** The relay: the node in the sender's column that is half a column beyond the receiver's row. */
export function relayOf([, rows]: Grid, from: Place, to: Place): Place {
  return [from[0], (to[1] + Math.floor(rows / 2)) % rows];
}

/** The steps of the data: directly, or to the relay and from there. A step from a node to itself is left out. */
export function stepsOf(grid: Grid, from: Place, to: Place, isRelayed: boolean): readonly Ways[] {
  const stops = isRelayed ? [from, relayOf(grid, from, to), to] : [from, to];
  return stops.slice(1).flatMap((stop, i) => (isSame(stop, stops[i]) ? [] : [waysBetween(grid, stops[i], stop)]));
}

export const isSame = (a: Place, b: Place): boolean => a[0] === b[0] && a[1] === b[1];

/** Summarizes the channels crossed in consecutive steps. */
export function crossingOf(steps: readonly Ways[]): Crossing {
  const carried = new Map<string, { readonly dimension: 0 | 1; readonly part: number }>();
  for (const { from, dimension, sign, part } of steps.flatMap(({ channels }) => channels)) {
    const key = `${from[0]} ${from[1]} ${dimension} ${sign}`;
    carried.set(key, { dimension, part: (carried.get(key)?.part ?? 0) + part });
  }
  const busiest = (of: 0 | 1) => Math.max(0, ...[...carried.values()].filter(({ dimension }) => dimension === of).map(({ part }) => part));
  const across = steps.find(({ distance }) => distance[0] > 0);
  return {
    ways: steps.reduce((product, { count }) => product * count, steps.length > 0 ? 1 : 0),
    links: steps.reduce((sum, { distance }) => sum + distance[0] + distance[1], 0),
    choices: across?.channels.filter(({ from, dimension }) => dimension === 0 && from[0] === across.nodes[0][0]).length ?? 0,
    busiest: [busiest(0), busiest(1)],
  };
}
