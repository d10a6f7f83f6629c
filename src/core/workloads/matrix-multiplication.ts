import type { ValidationIssue } from "../base/errors.ts";
import { choice, integer, list, number, type ValuesOf } from "../base/params.ts";
import { broadcastParams, hearing, sendsIn, tooManyMessages, writeBroadcast } from "./collectives/broadcast-steps.ts";
import { blocksOf, columnsAsked } from "./steps/multiplication-steps.ts";
import type { Conditions } from "./contract.ts";
import { mostCycles, mostWholeCycles, program, rankParams, type Writing } from "./program.ts";
import { matrixParams, shareOf } from "./matrix.ts";

/** Maximum number of blocks along a side of the product, which are written in a second. */
const mostAlong = 512;

const params = {
  ...matrixParams("N", 512, "Rows and columns of each of the matrices, which are dealt out as evenly as they can be."),
  algorithm: choice({
    title: "Algorithm",
    help: "How blocks of B reach the ranks that hold rows of A.",
    default: "broadcast",
    choices: [
      {
        id: "broadcast",
        title: "broadcasts",
        help: "Each rank's columns of B go to all others, one rank after the other; then all compute.",
      },
      {
        id: "point-to-point",
        title: "point-to-point messages",
        help: "Blocks of the product are computed in waves from the upper left to the lower right; for each block, two ranks exchange columns of B.",
      },
    ],
  }),
  blocks: integer({
    title: "Blocks of a rank",
    word: "# blocks a rank|# block a rank",
    help: "Blocks of rows and of columns that each rank owns, distributed in turn; for point-to-point messages.",
    min: 1,
    max: 64,
    default: 2,
  }),
  ahead: integer({
    title: "Ahead",
    word: "# ahead",
    zero: "nothing ahead",
    help: "Exchanges that a rank keeps pending with each other rank, or broadcasts started before their blocks are needed. 0: each in its turn.",
    min: 0,
    max: 64,
    default: 0,
  }),
  ...broadcastParams,
  rate: number({
    title: "Rate",
    word: "# GFLOP/s",
    zero: "no time for computing",
    help: "Billions of operations per second of a rank of speed 1; a block of r rows and c columns takes 2·r·N·c. 0: computing takes no time.",
    min: 0,
    max: 1_000_000,
    step: 0.1,
    unit: "GFLOP/s",
    default: 0,
  }),
  speeds: list(number({ title: "Speed", help: "Speed of a rank, relative to the rate.", min: 0.01, max: 100, step: 0.01, default: 1 }), {
    title: "Speeds",
    help: "Relative speeds of the ranks in order, repeated when the list ends. A single 1 makes all equal.",
    minLength: 1,
    maxLength: 1024,
    separator: " ",
    default: [1],
  }),
  start: number({
    title: "Start",
    word: "# s at the start",
    help: "Seconds that every rank is busy before its first step.",
    min: 0,
    max: 1_000_000,
    step: 0.001,
    unit: "s",
    default: 0,
  }),
  ...rankParams,
};

type Multiplication = ValuesOf<typeof params>;

export const matrixMultiplication = program({
  id: "matrix-multiplication",
  title: "matrix multiplication",
  article: "",
  summary:
    "C = A × B: rows of A and C and columns of B are distributed over the ranks; B reaches all ranks by broadcasts or by exchanges of pairs.",
  source: "Wolfmann, Tinetti (matrix multiplication), §2.2, §2.3, §3",
  params,
  phrase: "a {title} of {rows} by {algorithm}",
  examples: [
    { rows: 30, ranks: 4 },
    { rows: 24, algorithm: "point-to-point", ranks: 4, speeds: [1.5, 1.5, 1, 1] },
    { rows: 30, algorithm: "point-to-point", blocks: 3, ahead: 2, element: "4 B", ranks: 5 },
    { rows: 17, broadcast: "chain", segments: 3, ahead: 1, ranks: 6 },
  ],
  defined: "2 or more",
  fit: (_, places) => places,
  bytes({ rows, element, algorithm, blocks }, ranks) {
    const matrix = rows ** 2 * element * (ranks - 1);
    return algorithm === "broadcast" ? matrix : blocks * matrix;
  },
  length: { path: "rows", remedy: "Use a smaller matrix, or fluid flow." },
  check(values, ranks, conditions, site) {
    const { rows, algorithm, blocks } = values;
    const untimed = untimedOrTooLong(values, ranks, conditions);
    if (untimed.length > 0) return untimed;
    const isBroadcast = algorithm === "broadcast";
    const along = isBroadcast ? ranks : ranks * blocks;
    if (rows < along) {
      const message = `a matrix of ${rows} rows cannot be cut into ${along} blocks along its side.`;
      return [{ path: "rows", message, remedy: `Use ${along} or more, or fewer ranks.`, nearest: along }];
    }
    return [...tooMany(values, ranks, along), ...(isBroadcast ? hearing("broadcast", values, site) : [])];
  },
  rank(values, rank, writing) {
    const { cycles, write } = writing;
    if (values.start > 0) write.compute(cycles(values.start));
    if (values.algorithm === "broadcast") byBroadcasts(values, rank, writing);
    else pointToPoint(values, rank, writing);
  },
});

/** The issue about a compute time that is unknown or too long. */
function untimedOrTooLong({ rows, rate, speeds, start }: Multiplication, ranks: number, { cycleSeconds, engine }: Conditions) {
  if (rate === 0 && start === 0) return [];
  if (cycleSeconds === null) {
    const path = rate > 0 ? "rate" : "start";
    const message = "computing takes seconds, but this technology gives a cycle no length.";
    return [{ path, message, remedy: "Choose a technology with a rate, or computing that takes no time.", nearest: 0 }];
  }
  const isReal = engine.time === "real";
  const slowest = speeds.reduce((least, speed) => Math.min(least, speed), Infinity);
  const all = rate > 0 ? (2 * rows ** 3) / (rate * 1e9 * slowest) : 0;
  const [seconds, most] = isReal ? [start + all, mostCycles] : [start + all / ranks, mostWholeCycles];
  if (seconds / cycleSeconds <= most) return [];
  const path = start / cycleSeconds > most ? "start" : "rows";
  const message = `this would take up to ${seconds.toPrecision(2)} s of computing; at most ${(most * cycleSeconds).toPrecision(2)} s are simulated on links of this rate${isReal ? "" : " packet by packet"}.`;
  const sooner = path === "start" ? "Start sooner" : "Use a smaller matrix, or ranks that compute faster";
  return [{ path, message, remedy: isReal ? `${sooner}.` : `${sooner}; or choose fluid flow.` }];
}

/** The issue about too many blocks or messages. */
function tooMany(values: Multiplication, ranks: number, along: number): readonly ValidationIssue[] {
  if (along <= mostAlong) return values.algorithm === "broadcast" ? tooManyMessages(values, ranks, ranks) : [];
  const message = `the product would have ${along} × ${along} blocks; at most ${mostAlong} along a side are computed.`;
  const blocks = Math.floor(mostAlong / ranks);
  if (values.algorithm === "point-to-point" && blocks > 0)
    return [{ path: "blocks", message, remedy: `Use ${blocks} or less, or fewer ranks.`, nearest: blocks }];
  const most = Math.floor((mostAlong * ranks) / along);
  return [{ path: "ranks", message, remedy: `Use ${most} or less.`, nearest: most }];
}

/** Writes the computation of a block of the product. */
function multiply({ rows, rate, speeds }: Multiplication, rank: number, own: number, columns: number, { cycles, write }: Writing): void {
  if (rate > 0) write.compute(cycles((2 * own * rows * columns) / (rate * 1e9 * speeds[rank % speeds.length])));
}

/** The columns of rank 0 are broadcast and multiplied by all ranks, then those of rank 1, and so on (§2.2). */
function byBroadcasts(values: Multiplication, rank: number, writing: Writing): void {
  const { rows, element, ahead } = values;
  const { ranks, write } = writing;
  const columnsOf = (root: number) => shareOf(rows, ranks, root);
  const takePart = (root: number) => writeBroadcast(values, { root, message: rows * columnsOf(root) * element }, rank, writing);
  const passesOn = (root: number) => sendsIn(values, root, rank, ranks);
  for (let step = 0; step < ranks; step++) {
    write.task(`C(${rank}, ${step})`, step);
    if (!passesOn(step)) takePart(step);
    // A rank that forwards a block does so early. A rank that needs the block only for computing receives it when it computes.
    for (let root = step === 0 ? 0 : step + ahead; root <= step + ahead && root < ranks; root++) if (passesOn(root)) takePart(root);
    if (ahead === 0 && passesOn(step)) write.wait();
    multiply(values, rank, shareOf(rows, ranks, rank), columnsOf(step), writing);
  }
}

/**
 * Computes blocks of the product in waves. For each block, the rank of its row and the rank of its column exchange columns of B (§2.3, §3).
 */
function pointToPoint(values: Multiplication, rank: number, writing: Writing): void {
  const { rows, element, blocks, ahead } = values;
  const { ranks, write } = writing;
  const asked = columnsAsked(blocks);
  const posted = new Int32Array(ranks);
  const post = (other: number) => {
    if (posted[other] === asked.length) return;
    const block = rank + ranks * asked[posted[other]++];
    write.send(other, rows * shareOf(rows, ranks * blocks, block) * element);
  };
  for (let k = 1; k < ranks; k++) for (let n = 0; n < ahead; n++) post((rank + k) % ranks);
  for (const { name, step, rows: own, columns, partner } of blocksOf(values, ranks, rank)) {
    write.task(name, step);
    if (partner !== rank) {
      if (ahead === 0) post(partner);
      write.receive(partner);
    }
    multiply(values, rank, own, columns, writing);
    if (partner !== rank && ahead > 0) post(partner);
  }
}
