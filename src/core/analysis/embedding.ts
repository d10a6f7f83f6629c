/** How process grids embed into a network: which neighbors are at most one switch apart. */
import type { Network } from "../network/network.ts";
import { switchDistances, sampledTerminals } from "./switch-distance.ts";

/** A grid of processes that communicate with their neighbors, one process per terminal. */
export interface Embedding {
  readonly id: "torus" | "seven-point" | "nineteen-point" | "twenty-seven-point";
  /** `3-D torus`, `19-point stencil`. */
  readonly title: string;
  /** Processes along each axis; the first axis varies fastest. */
  readonly sizes: readonly number[];
  /** How processes are placed on terminals. */
  readonly placed: "by coordinates" | "by number";
  /** Number of terminals whose neighbors were examined, and whether these are all. */
  readonly looked: number;
  readonly isAll: boolean;
  /**
   * Number of neighbors of these terminals; of these neighbors, the number at most one switch away, and the number that cannot be reached.
   */
  readonly neighbours: number;
  readonly inOne: number;
  readonly lost: number;
  /** Largest number of switches between neighbors that reach each other, the dilation; 0 if there are none. */
  readonly dilation: number;
}

/** Process grids. Neighbors differ by one in at most `differ` coordinates; in a torus the ends of an axis are neighbors. */
const processGrids = [
  { id: "torus", title: "3-D torus", differ: 1, wraps: true },
  { id: "seven-point", title: "7-point stencil", differ: 1, wraps: false },
  { id: "nineteen-point", title: "19-point stencil", differ: 2, wraps: false },
  { id: "twenty-seven-point", title: "27-point stencil", differ: 3, wraps: false },
] as const;

/**
 * How well three-dimensional process grids fit a network: for the torus and each stencil, how many neighboring processes are at most one
 * switch apart (`inOne`), how many are disconnected (`lost`), and the largest number of switches between neighbors (`dilation`). There is
 * one process per coordinate if the terminals have three coordinates; otherwise processes form a cube by terminal number. Null if the
 * terminals do not fill a cube. In large networks only some terminals are examined.
 */
export function embeddingsOf(network: Network): readonly Embedding[] | null {
  const grid = processGridOf(network);
  if (grid === null) return null;
  const { from: sources, isAll } = sampledTerminals(network);
  const distances = switchDistances(network);
  const counts = processGrids.map(() => ({ neighbours: 0, inOne: 0, lost: 0, dilation: 0 }));
  for (const terminal of sources) {
    const distanceTo = distances(terminal);
    processGrids.forEach(({ differ: maxDifferences, wraps: isTorus }, gridIndex) => {
      const count = counts[gridIndex];
      for (const neighbor of gridNeighborsOf(grid, terminal, maxDifferences, isTorus)) {
        count.neighbours++;
        if (distanceTo[neighbor] < 0) count.lost++;
        else if (distanceTo[neighbor] <= 1) count.inOne++;
        count.dilation = Math.max(count.dilation, distanceTo[neighbor]);
      }
    });
  }
  const { sizes, placed } = grid;
  return processGrids.map(({ id, title }, gridIndex) => ({
    id,
    title,
    sizes,
    placed,
    looked: sources.length,
    isAll,
    ...counts[gridIndex],
  }));
}

/** The neighbors of one terminal in each grid; empty if the terminals do not form a grid. */
export function gridNeighborsAt(
  network: Network,
  terminal: number,
): readonly (Pick<Embedding, "id" | "title" | "placed"> & { readonly others: readonly number[] })[] {
  const grid = processGridOf(network);
  if (grid === null) return [];
  const { placed } = grid;
  return processGrids.map(({ id, title, differ: maxDifferences, wraps: isTorus }) => ({
    id,
    title,
    placed,
    others: [...gridNeighborsOf(grid, terminal, maxDifferences, isTorus)],
  }));
}

interface ProcessGrid extends Pick<Embedding, "sizes" | "placed"> {
  /** [T] Grid cell of each terminal, and terminal of each cell. */
  readonly cellOf: Int32Array;
  readonly terminalAt: Int32Array;
}

/** The grid of processes: by the coordinates of the terminals, otherwise a cube by number; null if neither fits. */
function processGridOf({ terminals, axes, coordinates }: Network): ProcessGrid | null {
  const terminalAt = new Int32Array(terminals).fill(-1);
  const cellOf = new Int32Array(terminals);
  const sizes = axes.map(({ size }) => size);
  if (axes.length === 3 && sizes[0] * sizes[1] * sizes[2] === terminals) {
    for (let terminal = 0; terminal < terminals; terminal++) {
      const [x, y, z] = coordinates.subarray(3 * terminal, 3 * terminal + 3);
      cellOf[terminal] = x + sizes[0] * (y + sizes[1] * z);
      if (x >= 0 && y >= 0 && z >= 0) terminalAt[cellOf[terminal]] = terminal;
    }
    if (!terminalAt.includes(-1)) return { sizes, placed: "by coordinates", cellOf, terminalAt };
  }
  const side = Math.round(Math.cbrt(terminals));
  if (side ** 3 !== terminals) return null;
  const byNumber = cellOf.map((_, terminal) => terminal);
  return { sizes: [side, side, side], placed: "by number", cellOf: byNumber, terminalAt: byNumber };
}

const steps = [-1, 0, 1];
const directions = steps.flatMap((dz) => steps.flatMap((dy) => steps.map((dx) => [dx, dy, dz] as const)));

/**
 * The neighbors of a terminal in a process grid, as terminals, each once. The process of a terminal occupies one cell of the grid; cells
 * are numbered along the first axis first.
 * @param maxDifferences Coordinates in which a neighbor may differ by 1: one for a torus, up to three for a stencil.
 * @param isTorus Whether the ends of each axis are neighbors.
 */
function gridNeighborsOf(
  { sizes, cellOf, terminalAt }: ProcessGrid,
  terminal: number,
  maxDifferences: number,
  isTorus: boolean,
): ReadonlySet<number> {
  const [nx, ny] = sizes;
  const cell = cellOf[terminal];
  const position = [cell % nx, Math.floor(cell / nx) % ny, Math.floor(cell / (nx * ny))];
  const neighbors = new Set<number>();
  for (const direction of directions) {
    if (direction.filter((step) => step !== 0).length > maxDifferences) continue;
    const [x, y, z] = position.map((each, axis) =>
      isTorus ? (each + direction[axis] + sizes[axis]) % sizes[axis] : each + direction[axis],
    );
    if ([x, y, z].some((each, axis) => each < 0 || each >= sizes[axis])) continue;
    neighbors.add(terminalAt[x + nx * (y + ny * z)]);
  }
  neighbors.delete(terminal);
  return neighbors;
}
