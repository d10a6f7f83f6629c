/** The steps of a block matrix transpose: the partner of each rank in each step, and the size of the blocks. */
import { shareOf } from "../matrix.ts";
import { sideOf } from "../program.ts";

/** The exchange of a rank in one step. */
export interface Swap {
  /** 1 or 2. */
  readonly step: number;
  readonly partner: number;
  /** The block that it sends, by its number in the initial matrix. */
  readonly block: number;
  /** Whether the rank is above the diagonal, in step 1 within its part, in step 2 among the parts. */
  readonly isAbove: boolean;
}

/**
 * The steps of rank i·B + j, null for a step without an exchange; a single step if the matrix is one part. Step 1 transposes each of the
 * parts × parts parts, step 2 swaps each part with its mirror image (Three Quads, §3).
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
  // Step 2 sends the block that arrived in step 1.
  return [first, swap(2, part, partAcross, at(partAcross, part, within, withinAcross), mirrored)];
}

/** Elements of each block of a matrix. */
export function elementsOf(rows: number, ranks: number): (block: number) => number {
  const side = sideOf(ranks, 2);
  const length = (i: number) => shareOf(rows, side, i);
  return (block) => length(Math.floor(block / side)) * length(block % side);
}
