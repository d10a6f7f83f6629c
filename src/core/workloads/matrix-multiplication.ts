import type { ValidationIssue } from "../base/errors.ts";
import { choice, integer, list, number, type ValuesOf } from "../base/params.ts";
import { broadcastParams, checkSharedMedium, isBroadcastSender, checkMessageCount, writeBroadcast } from "./collectives/broadcast-steps.ts";
import { blocksOfRank, columnSendOrder } from "./steps/multiplication-steps.ts";
import type { Conditions } from "./contract.ts";
import { maxBusyCycles, maxWholeBusyCycles, programWorkload, rankParams, type WritingContext } from "./program.ts";
import { matrixParams, evenShare } from "./matrix.ts";

/** Maximum number of blocks along a side of the product, which are written in a second. */
const maxBlocksPerSide = 512;

const params = {
  ...matrixParams("N", 512, "Number of rows, and of columns, of each matrix. They are distributed over the ranks as evenly as possible."),
  algorithm: choice({
    title: "Algorithm",
    help: "How blocks of B reach the ranks that hold rows of A.",
    default: "broadcast",
    choices: [
      {
        id: "broadcast",
        title: "broadcasts",
        help: "One rank after the other broadcasts its columns of B; then all ranks compute.",
      },
      {
        id: "point-to-point",
        title: "point-to-point messages",
        help: "Blocks of the product are computed in a wavefront from the upper left to the lower right; for each block, two ranks exchange columns of B.",
      },
    ],
  }),
  blocks: integer({
    title: "Blocks per rank",
    word: "# blocks per rank|# block per rank",
    help: "Number of blocks of rows, and of columns, that each rank owns, distributed in turn; for point-to-point messages.",
    min: 1,
    max: 64,
    default: 2,
  }),
  ahead: integer({
    title: "Ahead",
    word: "# started ahead",
    zero: "nothing started ahead",
    help: "Number of exchanges that a rank starts in advance with each other rank, or of broadcasts that start before their blocks are needed. 0: none.",
    min: 0,
    max: 64,
    default: 0,
  }),
  ...broadcastParams,
  rate: number({
    title: "Rate",
    word: "# GFLOP/s",
    zero: "no computing time",
    help: "Billions of operations per second of a rank of speed 1. A block of r rows and c columns needs 2·r·N·c operations. 0: computing takes no time.",
    min: 0,
    max: 1_000_000,
    step: 0.1,
    unit: "GFLOP/s",
    default: 0,
  }),
  speeds: list(number({ title: "Speed", help: "Speed of a rank, relative to the rate.", min: 0.01, max: 100, step: 0.01, default: 1 }), {
    title: "Speeds",
    help: "Relative speeds of the ranks in order; the list is repeated if it is too short. A single 1: all ranks are equally fast.",
    minLength: 1,
    maxLength: 1024,
    separator: " ",
    default: [1],
  }),
  start: number({
    title: "Start",
    word: "# s before the first step",
    help: "Seconds for which every rank is busy before its first step.",
    min: 0,
    max: 1_000_000,
    step: 0.001,
    unit: "s",
    default: 0,
  }),
  ...rankParams,
};

type MultiplicationValues = ValuesOf<typeof params>;

export const matrixMultiplication = programWorkload({
  id: "matrix-multiplication",
  title: "matrix multiplication",
  article: "",
  summary:
    "C = A × B: rows of A and C and columns of B are distributed over the ranks; B reaches all ranks by broadcasts or by exchanges between pairs of ranks.",
  source: "Wolfmann, Tinetti (matrix multiplication), §2.2, §2.3, §3",
  params,
  phrase: "a {title} of {rows} by {algorithm}",
  examples: [
    { rows: 30, ranks: 4 },
    { rows: 24, algorithm: "point-to-point", ranks: 4, speeds: [1.5, 1.5, 1, 1] },
    { rows: 30, algorithm: "point-to-point", blocks: 3, ahead: 2, element: "4 B", ranks: 5 },
    { rows: 17, broadcast: "chain", segments: 3, ahead: 1, ranks: 6 },
  ],
  validRanks: "2 or more",
  largestRanks: (_, maxRanks) => maxRanks,
  bytes({ rows, element, algorithm, blocks }, ranks) {
    const matrixBytes = rows ** 2 * element * (ranks - 1);
    return algorithm === "broadcast" ? matrixBytes : blocks * matrixBytes;
  },
  lengthParam: { path: "rows", remedy: "Use a smaller matrix, or fluid flow." },
  check(values, ranks, conditions, site) {
    const { rows, algorithm, blocks } = values;
    const timeIssues = checkComputeTime(values, ranks, conditions);
    if (timeIssues.length > 0) return timeIssues;
    const isBroadcast = algorithm === "broadcast";
    const blocksPerSide = isBroadcast ? ranks : ranks * blocks;
    if (rows < blocksPerSide) {
      const message = `a matrix of ${rows} rows cannot be cut into ${blocksPerSide} blocks along its side.`;
      return [{ path: "rows", message, remedy: `Use ${blocksPerSide} or more, or fewer ranks.`, nearest: blocksPerSide }];
    }
    return [...checkBlockCount(values, ranks, blocksPerSide), ...(isBroadcast ? checkSharedMedium("broadcast", values, site) : [])];
  },
  writeRank(values, rank, writing) {
    const { cyclesOf, write } = writing;
    if (values.start > 0) write.compute(cyclesOf(values.start));
    if (values.algorithm === "broadcast") writeBroadcastAlgorithm(values, rank, writing);
    else writePointToPoint(values, rank, writing);
  },
});

/** The issue about a compute time that is unknown or too long. */
function checkComputeTime({ rows, rate, speeds, start }: MultiplicationValues, ranks: number, { cycleSeconds, engine }: Conditions) {
  if (rate === 0 && start === 0) return [];
  if (cycleSeconds === null) {
    const path = rate > 0 ? "rate" : "start";
    const message = "computing times are in seconds, but in this technology a cycle has no length.";
    return [{ path, message, remedy: "Choose a technology with a rate, or set the computing rate to 0.", nearest: 0 }];
  }
  const isReal = engine.time === "real";
  const minSpeed = speeds.reduce((min, speed) => Math.min(min, speed), Infinity);
  const computeSeconds = rate > 0 ? (2 * rows ** 3) / (rate * 1e9 * minSpeed) : 0;
  const [seconds, cycleLimit] = isReal ? [start + computeSeconds, maxBusyCycles] : [start + computeSeconds / ranks, maxWholeBusyCycles];
  if (seconds / cycleSeconds <= cycleLimit) return [];
  const path = start / cycleSeconds > cycleLimit ? "start" : "rows";
  const message = `this would take up to ${seconds.toPrecision(2)} s of computing; at most ${(cycleLimit * cycleSeconds).toPrecision(2)} s are simulated on links of this rate${isReal ? "" : " packet by packet"}.`;
  const advice = path === "start" ? "Start sooner" : "Use a smaller matrix, or ranks that compute faster";
  return [{ path, message, remedy: isReal ? `${advice}.` : `${advice}; or choose fluid flow.` }];
}

/** The issue about too many blocks or messages. */
function checkBlockCount(values: MultiplicationValues, ranks: number, blocksPerSide: number): readonly ValidationIssue[] {
  if (blocksPerSide <= maxBlocksPerSide) return values.algorithm === "broadcast" ? checkMessageCount(values, ranks, ranks) : [];
  const message = `the product would have ${blocksPerSide} × ${blocksPerSide} blocks; at most ${maxBlocksPerSide} along a side are computed.`;
  const maxBlocks = Math.floor(maxBlocksPerSide / ranks);
  if (values.algorithm === "point-to-point" && maxBlocks > 0)
    return [{ path: "blocks", message, remedy: `Use ${maxBlocks} or less, or fewer ranks.`, nearest: maxBlocks }];
  const maxRanks = Math.floor((maxBlocksPerSide * ranks) / blocksPerSide);
  return [{ path: "ranks", message, remedy: `Use ${maxRanks} or less.`, nearest: maxRanks }];
}

/** Writes the computation of a block of the product. */
function writeMultiply(
  { rows, rate, speeds }: MultiplicationValues,
  rank: number,
  rowCount: number,
  columns: number,
  { cyclesOf, write }: WritingContext,
): void {
  if (rate > 0) write.compute(cyclesOf((2 * rowCount * rows * columns) / (rate * 1e9 * speeds[rank % speeds.length])));
}

/** The columns of rank 0 are broadcast and multiplied by all ranks, then those of rank 1, and so on (§2.2). */
function writeBroadcastAlgorithm(values: MultiplicationValues, rank: number, writing: WritingContext): void {
  const { rows, element, ahead } = values;
  const { ranks, write } = writing;
  const columnCount = (root: number) => evenShare(rows, ranks, root);
  const participate = (root: number) => writeBroadcast(values, { root, message: rows * columnCount(root) * element }, rank, writing);
  const isForwarder = (root: number) => isBroadcastSender(values, root, rank, ranks);
  for (let step = 0; step < ranks; step++) {
    write.task(`C(${rank}, ${step})`, step);
    if (!isForwarder(step)) participate(step);
    // A rank that forwards a block does so early. A rank that needs the block only for computing receives it when it computes.
    for (let root = step === 0 ? 0 : step + ahead; root <= step + ahead && root < ranks; root++) if (isForwarder(root)) participate(root);
    if (ahead === 0 && isForwarder(step)) write.wait();
    writeMultiply(values, rank, evenShare(rows, ranks, rank), columnCount(step), writing);
  }
}

/**
 * Writes the program of a rank for the point-to-point algorithm: the rank computes its blocks of the product, wave by wave. For each block,
 * the rank of its row and the rank of its column exchange columns of B (§2.3, §3). A rank posts `ahead` sends to every other rank before it
 * computes, and then one more for each block; with 0, it sends columns only when it reaches the block that needs them.
 */
function writePointToPoint(values: MultiplicationValues, rank: number, writing: WritingContext): void {
  const { rows, element, blocks, ahead } = values;
  const { ranks, write } = writing;
  const requestedColumns = columnSendOrder(blocks);
  const postedCount = new Int32Array(ranks);
  const post = (other: number) => {
    if (postedCount[other] === requestedColumns.length) return;
    const block = rank + ranks * requestedColumns[postedCount[other]++];
    write.send(other, rows * evenShare(rows, ranks * blocks, block) * element);
  };
  for (let distance = 1; distance < ranks; distance++) for (let exchange = 0; exchange < ahead; exchange++) post((rank + distance) % ranks);
  for (const { name, step, rows: rowCount, columns, partner } of blocksOfRank(values, ranks, rank)) {
    write.task(name, step);
    if (partner !== rank) {
      if (ahead === 0) post(partner);
      write.receive(partner);
    }
    writeMultiply(values, rank, rowCount, columns, writing);
    if (partner !== rank && ahead > 0) post(partner);
  }
}
