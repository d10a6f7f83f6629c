/**
 * The shortest ways between two nodes of a torus of two dimensions, and what each channel on them carries where every hop
 * splits evenly over all channels that come nearer; directly, and by way of a third node. (Chakaravarthy et al., §4.1)
 */
import type { Grid } from "./loads.ts";

/** Column and row of a node, from 0: ⟨x, y⟩. */
export type Place = readonly [x: number, y: number];

/** A channel on the ways, and the part of the data that it carries, 0 … 1. */
export interface Carrying {
  readonly from: Place;
  /** Along X is 0, along Y is 1. */
  readonly dimension: 0 | 1;
  /** Towards higher or towards lower coordinates. */
  readonly sign: 1 | -1;
  readonly part: number;
}

/** All shortest ways from one node to another; none where they are the same. */
export interface Ways {
  /** Links that every way crosses, along X and along Y. */
  readonly distance: readonly [number, number];
  /** How many ways there are. */
  readonly count: number;
  readonly channels: readonly Carrying[];
  /** Nodes on some way, both ends included. */
  readonly nodes: readonly Place[];
}

/** What the data of a pair cross, on all their ways together. */
export interface Crossing {
  readonly ways: number;
  readonly links: number;
  /** X links that lead out of the column in which the way across begins, as many as may be taken; 0 where it never does. */
  readonly choices: number;
  /** Largest part that a channel of a dimension carries, of all steps together; 0 where none is crossed. */
  readonly busiest: readonly [X: number, Y: number];
}

/** Links between two nodes along one dimension of so many: D_X, D_Y. */
export const apart = (size: number, a: number, b: number): number => Math.min(mod(a - b, size), mod(b - a, size));

const mod = (value: number, size: number) => ((value % size) + size) % size;

/** The directions in which a coordinate comes nearer to another; both where it is just half round. */
function nearer(size: number, from: number, to: number): readonly (1 | -1)[] {
  const ahead = mod(to - from, size);
  if (ahead === 0) return [];
  return 2 * ahead === size ? [1, -1] : [2 * ahead < size ? 1 : -1];
}

/** The shortest ways between two nodes. */
export function waysBetween(grid: Grid, from: Place, to: Place): Ways {
  const [width] = grid;
  const numberOf = ([x, y]: Place) => y * width + x;
  const channels: Carrying[] = [];
  let front = new Map([[numberOf(from), { at: from, part: 1, ways: 1 }]]);
  const nodes: Place[] = [];
  let count = 0;
  // Nodes of one distance are left only after all that lead to them: ways come nearer with every hop.
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

/** The node that data go by: in the column of the one that sends, half a column beyond the row of the one that receives. */
export function relayOf([, rows]: Grid, from: Place, to: Place): Place {
  return [from[0], (to[1] + Math.floor(rows / 2)) % rows];
}

/** The steps that data take: directly, or to the node between and from there; a step from a node to itself is none. */
export function stepsOf(grid: Grid, from: Place, to: Place, isRelayed: boolean): readonly Ways[] {
  const stops = isRelayed ? [from, relayOf(grid, from, to), to] : [from, to];
  return stops.slice(1).flatMap((stop, i) => (isSame(stop, stops[i]) ? [] : [waysBetween(grid, stops[i], stop)]));
}

export const isSame = (a: Place, b: Place): boolean => a[0] === b[0] && a[1] === b[1];

/** What data cross in steps that follow each other. */
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
