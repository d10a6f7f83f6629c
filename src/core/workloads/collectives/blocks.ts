/** The algorithms of allgather, and in reverse those of reduce-scatter. */
import type { Algorithm } from "./collective.ts";
import { bruck, direct, recursiveDoubling, ring, roundsOf } from "./gathers.ts";
import { reversed } from "./schedule.ts";
import { heightOf } from "./trees.ts";

/** The algorithms of an allgather that are schedules. */
export const allgatherAlgorithms = [
  {
    id: "ring",
    title: "ring",
    help: "Every block goes round from neighbour to neighbour: NCCL's ring.",
    rounds: ({ ranks }) => ranks - 1,
    messages: ({ ranks }) => ranks - 1,
    isSteady: true,
    isLooped: true,
    schedules: ({ ranks }) => [ring(ranks)],
  },
  {
    id: "recursive-doubling",
    title: "recursive doubling",
    help: "In round k ranks 2ᵏ apart exchange all blocks that they have.",
    rounds: ({ ranks }) => roundsOf(ranks, 2),
    messages: ({ ranks }) => Math.log2(ranks) + 1,
    schedules: ({ ranks }) => [recursiveDoubling(ranks)],
  },
  {
    id: "bruck",
    title: "Bruck",
    help: "In every round each rank has twice as many blocks, for any number of ranks.",
    rounds: ({ ranks }) => heightOf(ranks),
    messages: ({ ranks }) => Math.ceil(Math.log2(ranks)),
    schedules: ({ ranks }) => [bruck(ranks)],
  },
  {
    id: "direct",
    title: "direct exchange",
    help: "Every rank sends its block to every other rank at once.",
    rounds: () => 1,
    messages: ({ ranks }) => ranks - 1,
    isSteady: true,
    schedules: ({ ranks }) => [direct(ranks)],
  },
] as const satisfies readonly Algorithm[];

const [byRing, byDoubling, byBruck, directly] = allgatherAlgorithms;
const inReverse = (algorithm: Algorithm) => ({
  ...algorithm,
  schedules: (...given: Parameters<Algorithm["schedules"]>) => algorithm.schedules(...given).map((each) => reversed(each, "reduce")),
});

/** The reversed algorithms: those of a reduce-scatter. */
export const reduceScatterAlgorithms = [
  { ...inReverse(byRing), id: "ring", help: "Every block goes round from neighbour to neighbour, and is reduced on its way: NCCL's ring." },
  {
    ...inReverse(byDoubling),
    id: "recursive-halving",
    title: "recursive halving",
    help: "Ranks far apart exchange halves of what they have, then nearer ones quarters, and so on.",
  },
  { ...inReverse(byBruck), id: "bruck", help: "In every round each rank has half as many blocks, for any number of ranks." },
  { ...inReverse(directly), id: "direct", help: "Every rank sends each other rank its block at once." },
] as const satisfies readonly Algorithm[];
