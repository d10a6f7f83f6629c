/** The wavefront over the blocks of a product: the rank that computes each block, the order, and the owner of the columns. */
import { evenShare } from "../matrix.ts";

/** A block of the product, from the point of view of the rank that computes it. */
export interface MatrixBlock {
  /** `C(1, 4)` */
  readonly name: string;
  /** The wave of the block, from 0: the sum of its row and column. */
  readonly step: number;
  readonly rows: number;
  readonly columns: number;
  /** The rank that owns the columns of B of this block. */
  readonly partner: number;
}

/**
 * The blocks of the product matrix that a rank computes, in order: wave by wave (a wave is an antidiagonal of blocks, `step` = i + j), and
 * within a wave later rows first, as in Table 2. Each rank owns `blocks` blocks of rows and of columns; block k belongs to rank k mod
 * ranks. `partner` is the rank that owns the columns. (Wolfmann, Tinetti, §2.3, Fig. 2, Table 2)
 * @param rows rows of the whole matrix
 */
export function blocksOfRank(
  { rows, blocks }: { readonly rows: number; readonly blocks: number },
  ranks: number,
  rank: number,
): readonly MatrixBlock[] {
  const blocksPerSide = ranks * blocks;
  const result: MatrixBlock[] = [];
  for (let step = 0; step <= 2 * (blocksPerSide - 1); step++) {
    for (let i = rank + ranks * (blocks - 1); i >= 0; i -= ranks) {
      const j = step - i;
      if (j < 0 || j >= blocksPerSide) continue;
      result.push({
        name: `C(${i}, ${j})`,
        step,
        rows: evenShare(rows, blocksPerSide, i),
        columns: evenShare(rows, blocksPerSide, j),
        partner: j % ranks,
      });
    }
  }
  return result;
}

/**
 * The order in which a rank sends its blocks of columns to another rank, by local index; the same for all other ranks. Both ranks exchange
 * in the same waves, so the n-th send of one matches the n-th receive of the other. (Table 2, notes 3 to 6)
 */
export function columnSendOrder(blocks: number): readonly number[] {
  const pairs = Array.from({ length: blocks ** 2 }, (_, n) => [Math.floor(n / blocks), n % blocks]);
  return pairs.sort(([a, c], [b, d]) => a + c - (b + d) || b - a).map(([, column]) => column);
}
