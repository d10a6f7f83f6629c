/** How a matrix of blocks is transposed in steps: who changes places with whom, and how large the blocks are. */
import { shareOf } from "../matrix.ts";
import { sideOf } from "../program.ts";

/** What a rank does in one step: with whom it changes places, what it has then, and whether it lies above the diagonal. */
export interface Swap {
  /** 1 or 2. */
  readonly step: number;
  readonly partner: number;
  /** The block, by its number in the matrix as it was, that it gives away. */
  readonly block: number;
  /** Whether the rank lies above the diagonal of its part in step 1, of the parts in step 2. */
  readonly isAbove: boolean;
}

/**
 * The steps of rank i·B + j, null for one in which it stays; one step where the matrix is one part. Step 1 transposes
 * each of the parts × parts parts, step 2 swaps them with their mirror images (Three Quads, §3).
 */
export function swapsOf(parts: number, rank: number, ranks: number): readonly (Swap | null)[] {
  const side = sideOf(ranks, 2);
  const m = side / parts;
  const [i, j] = [Math.floor(rank / side), rank % side];
  const [part, partAcross] = [Math.floor(i / m), Math.floor(j / m)];
  const [within, withinAcross] = [i % m, j % m];
  const at = (I: number, J: number, i0: number, j0: number) => (I * m + i0) * side + J * m + j0;
  const swap = (step: number, a: number, b: number, partner: number, block: number) =>
    a === b ? null : { step, partner, block, isAbove: a < b };
  const mirrored = at(part, partAcross, withinAcross, within);
  const first = swap(1, within, withinAcross, mirrored, rank);
  if (parts === 1) return [first];
  // What came in step 1 goes on in step 2.
  return [first, swap(2, part, partAcross, at(partAcross, part, within, withinAcross), mirrored)];
}

/** Elements of each block of a matrix of so many rows and columns. */
export function elementsOf(rows: number, ranks: number): (block: number) => number {
  const side = sideOf(ranks, 2);
  const length = (i: number) => shareOf(rows, side, i);
  return (block) => length(Math.floor(block / side)) * length(block % side);
}
