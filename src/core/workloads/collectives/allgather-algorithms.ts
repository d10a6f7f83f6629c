/** The algorithms of allgather; the same algorithms in reverse are those of reduce-scatter. */
import type { Algorithm } from "./collective.ts";
import { bruckAllgather, directAllgather, recursiveDoublingAllgather, ringAllgather, foldedRounds } from "./gathers.ts";
import { reverseSchedule } from "./schedule.ts";
import { treeHeight } from "./trees.ts";

/** The algorithms of an allgather that are schedules. */
export const allgatherAlgorithms = [
  {
    id: "ring",
    title: "ring",
    help: "Every block is passed around a ring of ranks, from neighbour to neighbour: NCCL's ring.",
    rounds: ({ ranks }) => ranks - 1,
    messages: ({ ranks }) => ranks - 1,
    isSteady: true,
    isLooped: true,
    schedules: ({ ranks }) => [ringAllgather(ranks)],
  },
  {
    id: "recursive-doubling",
    title: "recursive doubling",
    help: "In round k, ranks at distance 2ᵏ exchange all blocks that they have.",
    rounds: ({ ranks }) => foldedRounds(ranks, 2),
    messages: ({ ranks }) => Math.log2(ranks) + 1,
    schedules: ({ ranks }) => [recursiveDoublingAllgather(ranks)],
  },
  {
    id: "bruck",
    title: "Bruck",
    help: "In every round, the number of blocks of each rank doubles; works for any number of ranks.",
    rounds: ({ ranks }) => treeHeight(ranks),
    messages: ({ ranks }) => Math.ceil(Math.log2(ranks)),
    schedules: ({ ranks }) => [bruckAllgather(ranks)],
  },
  {
    id: "direct",
    title: "direct exchange",
    help: "Every rank sends its block directly to every other rank.",
    rounds: () => 1,
    messages: ({ ranks }) => ranks - 1,
    isSteady: true,
    schedules: ({ ranks }) => [directAllgather(ranks)],
  },
] as const satisfies readonly Algorithm[];

const [ringAlgorithm, doublingAlgorithm, bruckAlgorithm, directAlgorithm] = allgatherAlgorithms;
const reverseAlgorithm = (algorithm: Algorithm) => ({
  ...algorithm,
  schedules: (...args: Parameters<Algorithm["schedules"]>) =>
    algorithm.schedules(...args).map((schedule) => reverseSchedule(schedule, "reduce")),
});

/** The algorithms of a reduce-scatter, which are those of allgather in reverse. */
export const reduceScatterAlgorithms = [
  {
    ...reverseAlgorithm(ringAlgorithm),
    id: "ring",
    help: "Every block is passed around a ring of ranks and is reduced at each of them: NCCL's ring.",
  },
  {
    ...reverseAlgorithm(doublingAlgorithm),
    id: "recursive-halving",
    title: "recursive halving",
    help: "Ranks far apart exchange halves of their vectors, then nearer ranks quarters, and so on.",
  },
  {
    ...reverseAlgorithm(bruckAlgorithm),
    id: "bruck",
    help: "In every round, the number of blocks of each rank is halved; works for any number of ranks.",
  },
  { ...reverseAlgorithm(directAlgorithm), id: "direct", help: "Every rank sends every other rank its block directly." },
] as const satisfies readonly Algorithm[];
