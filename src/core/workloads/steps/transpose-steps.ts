/** The steps of a block matrix transpose: the partner of each rank in each step, and the size of the blocks. */
import { evenShare } from "../matrix.ts";
import { meshSide } from "../program.ts";

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
export function swapsOfRank(parts: number, rank: number, ranks: number): readonly (Swap | null)[] {
  const side = meshSide(ranks, 2);
  const blocksPerPart = side / parts;
  const [i, j] = [Math.floor(rank / side), rank % side];
  const [partRow, partColumn] = [Math.floor(i / blocksPerPart), Math.floor(j / blocksPerPart)];
  const [rowInPart, columnInPart] = [i % blocksPerPart, j % blocksPerPart];
  const rankAt = (I: number, J: number, i0: number, j0: number) => (I * blocksPerPart + i0) * side + J * blocksPerPart + j0;
  const swap = (step: number, a: number, b: number, partner: number, block: number) =>
    a === b ? null : { step, partner, block, isAbove: a < b };
  const mirrored = rankAt(partRow, partColumn, columnInPart, rowInPart);
  const first = swap(1, rowInPart, columnInPart, mirrored, rank);
  if (parts === 1) return [first];
  // Step 2 sends the block that arrived in step 1.
  return [first, swap(2, partRow, partColumn, rankAt(partColumn, partRow, rowInPart, columnInPart), mirrored)];
}

/** Elements of each block of a matrix. */
export function elementsPerBlock(rows: number, ranks: number): (block: number) => number {
  const side = meshSide(ranks, 2);
  const length = (i: number) => evenShare(rows, side, i);
  return (block) => length(Math.floor(block / side)) * length(block % side);
}
