/** The wavefront over the blocks of a product: which rank computes which block, in which order, with whose columns. */
import { shareOf } from "../matrix.ts";

/** A block of the product, as the rank that computes it sees it. */
export interface MatrixBlock {
  /** `C(1, 4)` */
  readonly name: string;
  /** Its wave, from 0: row and column of the block added up. */
  readonly step: number;
  readonly rows: number;
  readonly columns: number;
  /** The rank that has its columns of B. */
  readonly partner: number;
}

/**
 * The blocks that a rank computes, in their order: wave by wave, within a wave the later rows first, as Table 2 has them.
 * Of `blocks` blocks a rank along each side, block k of rows and of columns is that of rank k mod ranks.
 * (Wolfmann, Tinetti, §2.3, Fig. 2, Table 2)
 */
export function blocksOf(
  { rows, blocks }: { readonly rows: number; readonly blocks: number },
  ranks: number,
  rank: number,
): readonly MatrixBlock[] {
  const along = ranks * blocks;
  const found: MatrixBlock[] = [];
  for (let step = 0; step <= 2 * (along - 1); step++) {
    for (let i = rank + ranks * (blocks - 1); i >= 0; i -= ranks) {
      const j = step - i;
      if (j < 0 || j >= along) continue;
      found.push({ name: `C(${i}, ${j})`, step, rows: shareOf(rows, along, i), columns: shareOf(rows, along, j), partner: j % ranks });
    }
  }
  return found;
}

/**
 * Which of a rank's own blocks of columns another one needs, in the order in which it does: the same for all others. Both
 * of them exchange in the same waves, so the n-th that one hands over is the n-th that the other takes. (Table 2, notes 3 to 6)
 */
export function columnsAsked(blocks: number): readonly number[] {
  const all = Array.from({ length: blocks ** 2 }, (_, n) => [Math.floor(n / blocks), n % blocks]);
  return all.sort(([a, c], [b, d]) => a + c - (b + d) || b - a).map(([, column]) => column);
}
