import { integer, type ValuesOf } from "../base/params.ts";
import { type ProcessGrid, partnerInPhase, phaseCount, countCommonRows } from "./steps/block-cyclic-steps.ts";
import { matrixParams } from "./matrix.ts";
import { programWorkload, rankParams } from "./program.ts";
import { checkRelaying, planPermutation, relayParams, writePermutation, writeSetUp } from "./relayed-permutation.ts";

/** Maximum number of messages of all ranks in all phases, which are written in a few seconds. */
const maxMessages = 2 ** 17;

const params = {
  ...matrixParams("N", 2896, "Number of rows, and of columns, of the matrix."),
  block: integer({
    title: "Block",
    symbol: "b",
    help: "Number of rows, and of columns, of a block. Blocks are distributed in turn over the rows and columns of processors.",
    unit: "rows",
    min: 1,
    max: 1_048_576,
    default: 1,
  }),
  columns: integer({
    title: "Columns of processors",
    symbol: "Q",
    zero: "P × Q as nearly square as possible",
    help: "The ranks form a grid of P × Q processors, row by row. 0: the smallest divisor of their number that is at least its square root.",
    min: 0,
    max: 65536,
    default: 0,
  }),
  ...relayParams,
  ...rankParams,
};

type BlockCyclicValues = ValuesOf<typeof params>;

export const blockCyclicTranspose = programWorkload({
  id: "block-cyclic-transpose",
  title: "block-cyclic transpose",
  article: "",
  summary:
    "Transposes a matrix whose blocks are distributed cyclically over a grid of P × Q processors. In each phase, the messages form a permutation.",
  source: "Chakaravarthy, Jain, Sabharwal (torus transpose), §2, Fig. 2; Choi, Dongarra, Walker (Parallel Comput. 21, 1995)",
  params,
  phrase: "a {title} of {rows}, {part}",
  examples: [
    { rows: 48, ranks: 16 },
    { rows: 30, block: 4, columns: 3, ranks: 6 },
    { rows: 24, columns: 1, ranks: 5, setUp: true },
  ],
  validRanks: "2 or more, and a multiple of the columns of processors",
  largestRanks: ({ columns }, maxRanks) => (columns === 0 ? maxRanks : maxRanks - (maxRanks % columns)),
  bytes: ({ rows, element }) => rows ** 2 * element,
  lengthParam: { path: "rows", remedy: "Use a smaller matrix, or fluid flow." },
  check(values, ranks, _conditions, site) {
    const permutations = phaseCount(processGrid(values, ranks));
    if (permutations * ranks > maxMessages) {
      const format = (count: number) => count.toLocaleString("en-US");
      const message = `${format(ranks)} processors would need ${format(permutations)} phases on this grid, with ${format(permutations * ranks)} messages; at most ${format(maxMessages)} are simulated.`;
      return [{ path: "columns", message, remedy: "Choose P and Q with a large common divisor, or fewer ranks." }];
    }
    return checkRelaying(values, ranks, permutations, site);
  },
  prepare(values, writing) {
    const { ranks } = writing;
    const grid = processGrid(values, ranks);
    return Array.from({ length: phaseCount(grid) }, (_, phase) => {
      const partner = Int32Array.from({ length: ranks }, (_each, rank) => partnerInPhase(grid, phase, rank));
      return planPermutation(partner, (rank) => bytesBetween(values, grid, rank, partner[rank]), values, writing);
    });
  },
  writeRank(values, rank, writing, permutations) {
    if (values.setUp) writeSetUp(permutations.length, rank, writing);
    for (const [phase, permutation] of permutations.entries()) {
      writing.write.phase(`phase ${phase + 1}`);
      writePermutation(permutation, values, rank, phase, writing);
    }
  },
});

/** The grid of a number of processors. */
function processGrid({ columns }: Pick<BlockCyclicValues, "columns">, ranks: number): ProcessGrid {
  let Q = columns;
  if (Q === 0) for (Q = Math.ceil(Math.sqrt(ranks)); ranks % Q !== 0;) Q++;
  return { P: ranks / Q, Q };
}

/** Bytes of the blocks that processor `from` has before the transpose and processor `to` has after it. */
function bytesBetween({ rows, block, element }: BlockCyclicValues, grid: ProcessGrid, from: number, to: number): number {
  const { Q } = grid;
  const commonRows = (p: number, q: number) => countCommonRows(rows, block, grid, p, q);
  return commonRows(Math.floor(from / Q), to % Q) * commonRows(Math.floor(to / Q), from % Q) * element;
}
