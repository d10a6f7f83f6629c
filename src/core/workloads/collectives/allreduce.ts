import { type Algorithm, collectiveWorkload, hostParam, reductionParam, rowParam } from "./collective.ts";
import {
  bruckAllgather,
  directAllgather,
  butterflyAllreduce,
  butterflyAllgather,
  gridAllgather,
  lowestBitFirst,
  ringAllgather,
  foldedRounds,
  swingButterfly,
} from "./gathers.ts";
import { inNetwork } from "./in-network.ts";
import { withRankOrder, reduceAndSpread } from "./schedule.ts";
import { treeHeight, defaultSegments, doubleTreeSteps, doubleBinaryTree } from "./trees.ts";

/** A grid of that many columns whose rings run along the rows first. */
const transposedGrid = (ranks: number, columns: number) => {
  const rows = ranks / columns;
  return withRankOrder(gridAllgather(ranks, rows), {
    rankAt: (position) => Math.floor(position / rows) + columns * (position % rows),
    positionOf: (rank) => Math.floor(rank / columns) + rows * (rank % columns),
  });
};

/** The algorithms of an allreduce that are schedules. */
export const allreduceAlgorithms = [
  {
    id: "ring",
    title: "ring",
    help: "Every block is passed around a ring of ranks and is reduced at each of them; then the sums are passed around: NCCL's ring.",
    rounds: ({ ranks }) => 2 * (ranks - 1),
    messages: ({ ranks }) => 2 * (ranks - 1),
    isSteady: true,
    isLooped: true,
    schedules: ({ ranks }) => [reduceAndSpread(ringAllgather(ranks))],
  },
  {
    id: "ring-2d",
    title: "2-D ring",
    help: "Ranks form rows and columns: rings along the rows do a reduce-scatter, rings along the columns an allreduce, and rings along the rows an allgather.",
    rounds: ({ ranks, row: rowLength }) => 2 * (rowLength - 1) + 2 * (ranks / rowLength - 1),
    messages: ({ ranks, row: rowLength }) => 2 * (rowLength - 1) + 2 * (ranks / rowLength - 1),
    isSteady: true,
    isLooped: true,
    rows: "grid",
    channelVariants: 2,
    schedules: ({ ranks, row: rowLength }, variant) => [
      reduceAndSpread(variant === 0 ? gridAllgather(ranks, rowLength) : transposedGrid(ranks, rowLength)),
    ],
  },
  {
    id: "recursive-doubling",
    title: "recursive doubling",
    help: "In round k, ranks at distance 2ᵏ exchange whole vectors: fewest rounds, most bytes.",
    rounds: ({ ranks }) => foldedRounds(ranks, 2),
    messages: ({ ranks }) => Math.log2(ranks) + 1,
    isSteady: true,
    schedules: ({ ranks }) => [butterflyAllreduce(ranks, lowestBitFirst)],
  },
  {
    id: "rabenseifner",
    title: "Rabenseifner",
    help: "Ranks exchange halves, quarters and so on of the vector until each has a reduced block; then the same steps in reverse collect the blocks.",
    rounds: ({ ranks }) => 2 * foldedRounds(ranks, 1),
    messages: ({ ranks }) => 2 * Math.log2(ranks) + 1,
    isSteady: true,
    schedules: ({ ranks }) => [reduceAndSpread(butterflyAllgather(ranks, lowestBitFirst))],
  },
  {
    id: "double-binary-tree",
    title: "double binary tree",
    help: "Each of two trees reduces half of every segment to its root and broadcasts the sum. The leaves of one tree are inner ranks of the other tree.",
    rounds: ({ ranks, chunks }) => 2 * doubleTreeSteps(ranks, chunks),
    messages: ({ chunks }) => 3 * chunks,
    isLooped: true,
    segments: defaultSegments,
    schedules: ({ ranks, chunks }) => doubleBinaryTree(ranks, chunks).map(reduceAndSpread),
  },
  {
    id: "swing",
    title: "Swing",
    help: "Like Rabenseifner, but with partners at distances 1, 1, 3, 5, 11, … on alternating sides, which are nearer on rings and tori.",
    rounds: ({ ranks }) => 2 * foldedRounds(ranks, 1),
    messages: ({ ranks }) => 2 * Math.log2(ranks) + 1,
    isSteady: true,
    schedules: ({ ranks }) => [reduceAndSpread(butterflyAllgather(ranks, swingButterfly))],
  },
  {
    id: "swing-latency",
    title: "Swing, whole vectors",
    help: "Partners as in Swing exchange whole vectors, as in recursive doubling.",
    rounds: ({ ranks }) => foldedRounds(ranks, 2),
    messages: ({ ranks }) => Math.log2(ranks) + 1,
    isSteady: true,
    schedules: ({ ranks }) => [butterflyAllreduce(ranks, swingButterfly)],
  },
  {
    id: "bruck",
    title: "Bruck",
    help: "In every round, the number of blocks of each rank is first halved by reducing, then doubled; works for any number of ranks.",
    rounds: ({ ranks }) => 2 * treeHeight(ranks),
    messages: ({ ranks }) => 2 * Math.ceil(Math.log2(ranks)),
    schedules: ({ ranks }) => [reduceAndSpread(bruckAllgather(ranks))],
  },
  {
    id: "direct",
    title: "direct exchange",
    help: "Every rank sends every other rank its block directly, then the reduced blocks in the same way: two rounds.",
    rounds: () => 2,
    messages: ({ ranks }) => 2 * (ranks - 1),
    isSteady: true,
    schedules: ({ ranks }) => [reduceAndSpread(directAllgather(ranks))],
  },
  {
    id: "hierarchical",
    title: "hierarchical rings",
    help: "Rings do a reduce-scatter inside each host, then an allreduce among the ranks at the same position of all hosts, then an allgather inside each host.",
    rounds: ({ ranks, row: rowLength }) => 2 * (rowLength - 1) + 2 * (ranks / rowLength - 1),
    messages: ({ ranks, row: rowLength }) => 2 * (rowLength - 1) + 2 * (ranks / rowLength - 1),
    isSteady: true,
    isLooped: true,
    rows: "hosts",
    schedules: ({ ranks, row: rowLength }) => [reduceAndSpread(gridAllgather(ranks, rowLength))],
  },
] as const satisfies readonly Algorithm[];

export const allreduce = collectiveWorkload({
  id: "allreduce",
  article: "an",
  summary: "Every rank has a vector; at the end, every rank has the sum of all vectors: MPI_Allreduce.",
  source: "Thakur, Rabenseifner, Gropp (Int. J. High Perform. Comput. Appl. 19, 2005); Patarasuk, Yuan (2009); De Sensi et al. (NSDI 2024)",
  algorithms: [...allreduceAlgorithms, inNetwork],
  params: { row: rowParam, host: hostParam, reduction: reductionParam },
  phrase: "{title} of {message} by {algorithm} among {ranks}",
  examples: [
    { ranks: 7 },
    { ranks: 8, message: "3 B", channels: 2 },
    { ranks: 6, algorithm: "ring-2d", message: "100 B", channels: 3 },
    { ranks: 6, algorithm: "recursive-doubling", message: "100 B" },
    { ranks: 7, algorithm: "rabenseifner", message: "100 B", chunks: 2 },
    { ranks: 6, algorithm: "double-binary-tree", message: "100 B", chunks: 4 },
    { ranks: 8, algorithm: "swing", message: "100 B" },
    { ranks: 5, algorithm: "direct", message: "100 B" },
    { ranks: 8, algorithm: "hierarchical", message: "100 B", host: 4 },
  ],
});
