import { choice, flag, integer, kindChoice, quantity, type ValuesOf } from "../base/params.ts";
import { defaultParts } from "../mappings/blocks.ts";
import { mappings } from "../mappings/registry.ts";
import { waitingPhase } from "../programs/program.ts";
import { matrixParams, evenShare } from "./matrix.ts";
import { programWorkload, rankParams, meshSide, type WritingContext } from "./program.ts";
import { elementsPerBlock, type Swap, swapsOfRank } from "./steps/transpose-steps.ts";

const params = {
  ...matrixParams(
    "M",
    4096,
    "Number of rows, and of columns, of the matrix. If B does not divide it, some blocks have one more row or column.",
  ),
  algorithm: choice({
    title: "Algorithm",
    help: "The steps in which blocks reach their destinations.",
    default: "two-step",
    choices: [
      { id: "two-step", title: "two steps", help: "Blocks are exchanged first within each part of the matrix, then between parts." },
      {
        id: "fused",
        title: "fused steps",
        help: "The same two steps as a pipeline: a chunk begins the second step as soon as it has finished the first.",
      },
      { id: "one-step", title: "one step", help: "Blocks (i, j) and (j, i) are swapped directly." },
    ],
  }),
  parts: integer({
    title: "Parts",
    symbol: "s",
    help: "Parts along each side of the matrix, s × s in total, for two steps and fused steps; must divide the number of blocks along a side. 0: the number of the default mapping.",
    min: 0,
    max: 64,
    default: 0,
  }),
  duplex: choice({
    title: "Duplex",
    help: "Whether two ranks that exchange blocks send at the same time.",
    default: "half",
    choices: [
      { id: "half", title: "half duplex", help: "One direction after the other, as over one socket." },
      { id: "full", title: "full duplex", help: "Both directions at the same time, as over two sockets." },
    ],
  }),
  first: choice({
    title: "First sender",
    help: "Which of two ranks sends first in half duplex. The source does not say.",
    default: "above",
    choices: [
      { id: "above", title: "above the diagonal", help: "The rank whose block lies above the diagonal of the part or of the matrix." },
      { id: "below", title: "below the diagonal", help: "The rank whose block lies below the diagonal." },
      { id: "random", title: "random", help: "Random for each pair of ranks." },
    ],
  }),
  barrier: flag({ title: "Barrier", help: "All ranks wait for each other between the two steps.", default: true }),
  chunks: integer({
    title: "Chunks",
    word: "# chunks|# chunk",
    help: "Number of pieces into which a block is divided for the fused steps.",
    min: 1,
    max: 256,
    default: 16,
  }),
  memory: quantity({
    title: "Memory",
    word: "memory of #",
    help: "Bytes per second at which a rank initialises its block and then transposes it locally. 0: this takes no time.",
    dimension: "rate",
    min: 0,
    max: 1e12,
    multipleOf: 1e6,
    zero: "no memory access time",
    default: 0,
  }),
  ...rankParams,
  mapping: kindChoice(mappings, { title: "Mapping", help: "Which terminal holds each block.", default: "quadrants" }),
};

type TransposeValues = ValuesOf<typeof params>;

export const matrixTranspose = programWorkload({
  id: "matrix-transpose",
  title: "matrix transpose",
  article: "",
  summary:
    "Transposes a matrix of B × B blocks, one per rank: each block is exchanged with the block mirrored at the diagonal, in one step or two.",
  source: "Three Quads (matrix transpose), §3, §4.1.1, Fig. 2",
  params,
  phrase: "a {title} of {rows} at {duplex} in {algorithm}",
  examples: [
    { rows: 24, ranks: 16 },
    { rows: 30, algorithm: "fused", duplex: "full", chunks: 3, ranks: 16 },
    { rows: 17, algorithm: "one-step", first: "random", ranks: 9, mapping: { kind: "quadrants", parts: 1 } },
    { rows: 40, element: "4 B", first: "below", barrier: false, ranks: 16, mapping: "mirror-pairs" },
  ],
  validRanks: "a square, with blocks along its side that are a multiple of the parts",
  largestRanks(values, maxRanks) {
    const side = meshSide(maxRanks, 2);
    const parts = partsPerSide(values, side);
    return (side - (side % parts)) ** 2;
  },
  bytes(values, ranks) {
    const { rows, element } = values;
    const side = meshSide(ranks, 2);
    const parts = partsPerSide(values, side);
    // In step 1 the blocks on the diagonal of each part do not move, in step 2 the parts on the diagonal of the matrix do not.
    const movedFraction = 1 - parts / side + (1 - 1 / parts);
    return rows ** 2 * element * (values.algorithm === "one-step" ? 1 - 1 / side : movedFraction);
  },
  lengthParam: { path: "rows", remedy: "Use a smaller matrix, or fluid flow." },
  check({ memory, rows }, ranks, { cycleSeconds }) {
    const side = meshSide(ranks, 2);
    if (rows < side) {
      const message = `a matrix of ${rows} rows cannot be cut into ${side} × ${side} blocks.`;
      return [{ path: "rows", message, remedy: `Use ${side} or more, or fewer ranks.`, nearest: side }];
    }
    if (memory === 0 || cycleSeconds !== null) return [];
    const message = "the rate of the memory is in bytes per second, but in this technology a cycle has no length.";
    return [{ path: "memory", message, remedy: "Choose a technology with a rate, or set the memory rate to 0.", nearest: 0 }];
  },
  /**
   * Writes the program of a rank: it optionally transposes its own block in memory, then swaps blocks with a partner in one or two steps,
   * with a barrier in between if the values ask for it; or the fused algorithm, which pipelines the two steps. A null swap is a step in
   * which the rank has no partner.
   */
  writeRank(values, rank, writing) {
    const { ranks, cyclesOf, write } = writing;
    const { algorithm, memory, barrier } = values;
    const elements = elementsPerBlock(values.rows, ranks);
    const bytes = (block: number) => elements(block) * values.element;
    const swaps = swapsOfRank(partsPerSide(values, meshSide(ranks, 2)), rank, ranks);
    const localPhases = memory > 0 ? ["initialisation", "local transpose"] : [];
    if (algorithm === "two-step") write.declarePhases([...localPhases, "step 1", ...(barrier ? [waitingPhase] : []), "step 2"]);
    if (memory > 0) {
      for (const phase of localPhases) {
        write.phase(phase);
        write.compute(cyclesOf(bytes(rank) / memory));
      }
    }
    if (algorithm === "fused") return writePipeline(values, rank, swaps, bytes, writing);
    swaps.forEach((swap, step) => {
      if (step > 0 && barrier) {
        write.phase(waitingPhase);
        write.barrier();
      }
      if (swap === null) return;
      write.phase(swaps.length === 1 ? "swap" : `step ${step + 1}`);
      writeExchange(values, rank, [{ ...swap, bytes: bytes(swap.block) }], writing);
    });
  },
});

/** Parts along each side of the matrix; 1 if blocks are swapped directly. */
const partsPerSide = ({ algorithm, parts }: TransposeValues, side: number) =>
  algorithm === "one-step" ? 1 : parts === 0 ? defaultParts(side) : parts;

/** A block that is swapped with another rank, with its bytes. */
interface SizedSwap extends Swap {
  readonly bytes: number;
}

/**
 * Writes the exchanges of a rank with all its partners: both directions at the same time (full duplex), or first one direction and then the
 * other. In half duplex `first` decides who sends first: the block above the diagonal, the block below, or a coin. The program continues
 * when all is sent and received.
 */
function writeExchange(
  { duplex, first }: TransposeValues,
  rank: number,
  transfers: readonly SizedSwap[],
  { flipCoin, write }: WritingContext,
): void {
  const send = ({ partner, bytes, step, block }: SizedSwap) => write.send(partner, bytes, step, block);
  const receive = ({ partner, step }: SizedSwap) => write.receive(partner, step);
  const isFirstSender = ({ partner, isAbove }: SizedSwap) =>
    (first === "random" ? flipCoin(Math.min(rank, partner), Math.max(rank, partner)) : first === "above") === isAbove;
  const firstSenders = transfers.filter((transfer) => duplex === "full" || isFirstSender(transfer));
  const secondSenders = transfers.filter((transfer) => !firstSenders.includes(transfer));
  firstSenders.forEach(send);
  secondSenders.forEach(receive);
  secondSenders.forEach(send);
  firstSenders.forEach(receive);
  write.wait();
}

/**
 * Writes the fused algorithm: blocks are cut into chunks, and each chunk goes through step 2 while the next chunk goes through step 1. A
 * null swap is a step without a partner.
 * @param swaps the partner and block of the rank in each step
 * @param bytes bytes of a block
 */
function writePipeline(
  values: TransposeValues,
  rank: number,
  swaps: readonly (Swap | null)[],
  bytes: (block: number) => number,
  writing: WritingContext,
): void {
  const { chunks } = values;
  if (swaps.every((swap) => swap === null)) return;
  writing.write.phase("steps 1 and 2");
  for (let pipelineStep = 0; pipelineStep < chunks + swaps.length - 1; pipelineStep++) {
    const transfers = swaps.flatMap((swap, step) => {
      const chunk = pipelineStep - step;
      return swap === null || chunk < 0 || chunk >= chunks ? [] : [{ ...swap, bytes: evenShare(bytes(swap.block), chunks, chunk) }];
    });
    writeExchange(values, rank, transfers, writing);
  }
}
