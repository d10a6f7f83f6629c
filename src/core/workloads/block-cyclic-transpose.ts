import { integer, type ValuesOf } from "../base/params.ts";
import { type ProcessGrid, partnerIn, phasesOf, rowsOfBoth } from "./steps/block-cyclic-steps.ts";
import { matrixParams } from "./matrix.ts";
import { program, rankParams } from "./program.ts";
import { checkRelaying, planned, relayParams, writePermutation, writeSetUp } from "./relayed-permutation.ts";

/** Maximum number of messages of all ranks in all phases, which are written in a few seconds. */
const mostMessages = 2 ** 17;

const params = {
  ...matrixParams("N", 2896, "Rows and columns of the matrix."),
  block: integer({
    title: "Block",
    symbol: "b",
    help: "Rows and columns of a block. Blocks are distributed over rows and columns of processors in turn.",
    unit: "rows",
    min: 1,
    max: 1_048_576,
    default: 1,
  }),
  columns: integer({
    title: "Columns of processors",
    symbol: "Q",
    zero: "P × Q as nearly square as it can be",
    help: "The ranks form a grid of P × Q processors, row by row. 0: the smallest divisor of their number that is at least its square root.",
    min: 0,
    max: 65536,
    default: 0,
  }),
  ...relayParams,
  ...rankParams,
};

type Transpose = ValuesOf<typeof params>;

export const blockCyclicTranspose = program({
  id: "block-cyclic-transpose",
  title: "block-cyclic transpose",
  article: "",
  summary: "Transposes a matrix whose blocks are distributed in turn over a grid of P × Q processors, in phases that are permutations.",
  source: "Chakaravarthy, Jain, Sabharwal (torus transpose), §2, Fig. 2; Choi, Dongarra, Walker (Parallel Comput. 21, 1995)",
  params,
  phrase: "a {title} of {rows}, {part}",
  examples: [
    { rows: 48, ranks: 16 },
    { rows: 30, block: 4, columns: 3, ranks: 6 },
    { rows: 24, columns: 1, ranks: 5, setUp: true },
  ],
  defined: "2 or more, and a multiple of the columns of processors",
  fit: ({ columns }, most) => (columns === 0 ? most : most - (most % columns)),
  bytes: ({ rows, element }) => rows ** 2 * element,
  length: { path: "rows", remedy: "Use a smaller matrix, or fluid flow." },
  check(values, ranks, _conditions, site) {
    const phases = phasesOf(gridOf(values, ranks));
    if (phases * ranks > mostMessages) {
      const said = (count: number) => count.toLocaleString("en-US");
      const message = `${said(ranks)} processors would go through ${said(phases)} phases on this grid, with ${said(phases * ranks)} messages; at most ${said(mostMessages)} are simulated.`;
      return [{ path: "columns", message, remedy: "Choose P and Q with a large common divisor, or fewer ranks." }];
    }
    return checkRelaying(values, ranks, phases, site);
  },
  prepare(values, writing) {
    const { ranks } = writing;
    const grid = gridOf(values, ranks);
    return Array.from({ length: phasesOf(grid) }, (_, phase) => {
      const partner = Int32Array.from({ length: ranks }, (_each, rank) => partnerIn(grid, phase, rank));
      return planned(partner, (rank) => bytesBetween(values, grid, rank, partner[rank]), values, writing);
    });
  },
  rank(values, rank, writing, phases) {
    if (values.setUp) writeSetUp(phases.length, rank, writing);
    for (const [phase, permutation] of phases.entries()) {
      writing.write.phase(`phase ${phase + 1}`);
      writePermutation(permutation, values, rank, phase, writing);
    }
  },
});

/** The grid of a number of processors. */
function gridOf({ columns }: Pick<Transpose, "columns">, ranks: number): ProcessGrid {
  let Q = columns;
  if (Q === 0) for (Q = Math.ceil(Math.sqrt(ranks)); ranks % Q !== 0;) Q++;
  return { P: ranks / Q, Q };
}

/** Bytes of the blocks that one processor has before the transpose and the other one after it. */
function bytesBetween({ rows, block, element }: Transpose, grid: ProcessGrid, from: number, to: number): number {
  const { Q } = grid;
  const both = (p: number, q: number) => rowsOfBoth(rows, block, grid, p, q);
  return both(Math.floor(from / Q), to % Q) * both(Math.floor(to / Q), from % Q) * element;
}
