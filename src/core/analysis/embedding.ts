/** Which grids of processes find all their neighbours through one switch. */
import type { Network } from "../network/network.ts";
import { switchDistances, terminalsLookedAt } from "./switch-distance.ts";

/** A grid of processes that talk to their neighbours, one on each terminal. */
export interface Embedding {
  readonly id: "torus" | "seven-point" | "nineteen-point" | "twenty-seven-point";
  /** `3-D torus`, `19-point stencil`. */
  readonly title: string;
  /** Processes along each axis, the first running fastest. */
  readonly sizes: readonly number[];
  /** How processes find their terminals. */
  readonly placed: "by coordinates" | "by number";
  /** Terminals whose neighbours were looked at, and whether these are all. */
  readonly looked: number;
  readonly isAll: boolean;
  /** Neighbours of all of them together; and of those how many are one switch away, or none, and how many cannot be reached. */
  readonly neighbours: number;
  readonly inOne: number;
  readonly lost: number;
  /** The most switches between neighbours that reach each other, known as the dilation; 0 where none do. */
  readonly dilation: number;
}

/** Guests: neighbours differ by one in at most so many coordinates; in a torus the ends of an axis are neighbours. */
const guests = [
  { id: "torus", title: "3-D torus", differ: 1, wraps: true },
  { id: "seven-point", title: "7-point stencil", differ: 1, wraps: false },
  { id: "nineteen-point", title: "19-point stencil", differ: 2, wraps: false },
  { id: "twenty-seven-point", title: "27-point stencil", differ: 3, wraps: false },
] as const;

/**
 * How grids in three dimensions lie in a network: where its terminals have three coordinates, one process at each;
 * else in a cube by their numbers; null where they make no cube.
 */
export function embeddingsOf(network: Network): readonly Embedding[] | null {
  const grid = gridOf(network);
  if (grid === null) return null;
  const { from, isAll } = terminalsLookedAt(network);
  const distances = switchDistances(network);
  const counts = guests.map(() => ({ neighbours: 0, inOne: 0, lost: 0, dilation: 0 }));
  for (const terminal of from) {
    const to = distances(terminal);
    guests.forEach(({ differ, wraps }, g) => {
      const count = counts[g];
      for (const other of neighboursOf(grid, terminal, differ, wraps)) {
        count.neighbours++;
        if (to[other] < 0) count.lost++;
        else if (to[other] <= 1) count.inOne++;
        count.dilation = Math.max(count.dilation, to[other]);
      }
    });
  }
  const { sizes, placed } = grid;
  return guests.map(({ id, title }, g) => ({ id, title, sizes, placed, looked: from.length, isAll, ...counts[g] }));
}

/** The neighbours of one terminal in each of these grids, as they lie in a network; empty where its terminals make no grid. */
export function neighboursAt(
  network: Network,
  terminal: number,
): readonly (Pick<Embedding, "id" | "title" | "placed"> & { readonly others: readonly number[] })[] {
  const grid = gridOf(network);
  if (grid === null) return [];
  const { placed } = grid;
  return guests.map(({ id, title, differ, wraps }) => ({ id, title, placed, others: [...neighboursOf(grid, terminal, differ, wraps)] }));
}

interface Grid extends Pick<Embedding, "sizes" | "placed"> {
  /** [T] Cell of each terminal, and terminal of each cell. */
  readonly cellOf: Int32Array;
  readonly terminalAt: Int32Array;
}

function gridOf({ terminals, axes, coordinates }: Network): Grid | null {
  const terminalAt = new Int32Array(terminals).fill(-1);
  const cellOf = new Int32Array(terminals);
  const sizes = axes.map(({ size }) => size);
  if (axes.length === 3 && sizes[0] * sizes[1] * sizes[2] === terminals) {
    for (let t = 0; t < terminals; t++) {
      const [x, y, z] = coordinates.subarray(3 * t, 3 * t + 3);
      cellOf[t] = x + sizes[0] * (y + sizes[1] * z);
      if (x >= 0 && y >= 0 && z >= 0) terminalAt[cellOf[t]] = t;
    }
    if (!terminalAt.includes(-1)) return { sizes, placed: "by coordinates", cellOf, terminalAt };
  }
  const side = Math.round(Math.cbrt(terminals));
  if (side ** 3 !== terminals) return null;
  const byNumber = cellOf.map((_, t) => t);
  return { sizes: [side, side, side], placed: "by number", cellOf: byNumber, terminalAt: byNumber };
}

const steps = [-1, 0, 1];
const directions = steps.flatMap((dz) => steps.flatMap((dy) => steps.map((dx) => [dx, dy, dz] as const)));

/** The different neighbours of a terminal's process. */
function neighboursOf({ sizes, cellOf, terminalAt }: Grid, terminal: number, differ: number, wraps: boolean): ReadonlySet<number> {
  const [nx, ny] = sizes;
  const cell = cellOf[terminal];
  const at = [cell % nx, Math.floor(cell / nx) % ny, Math.floor(cell / (nx * ny))];
  const found = new Set<number>();
  for (const direction of directions) {
    if (direction.filter((step) => step !== 0).length > differ) continue;
    const [x, y, z] = at.map((each, d) => (wraps ? (each + direction[d] + sizes[d]) % sizes[d] : each + direction[d]));
    if ([x, y, z].some((each, d) => each < 0 || each >= sizes[d])) continue;
    found.add(terminalAt[x + nx * (y + ny * z)]);
  }
  found.delete(terminal);
  return found;
}
