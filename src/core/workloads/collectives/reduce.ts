import { type Algorithm, collectiveWorkload, reductionParam, rootParam } from "./collective.ts";
import { highestBitFirst, butterflyAllgather, foldedRounds, foldedScatter } from "./gathers.ts";
import { inNetwork } from "./in-network.ts";
import { inSequence, reverseSchedule } from "./schedule.ts";
import { binomialBroadcast, chainBroadcast, treeHeight } from "./trees.ts";

/** The algorithms of a reduce that are schedules. */
export const reduceAlgorithms = [
  {
    id: "tree",
    title: "binomial tree",
    help: "In every round, half of the remaining ranks send their partial sums to the other half.",
    rounds: ({ ranks }) => treeHeight(ranks),
    messages: () => 1,
    isSteady: true,
    isRooted: true,
    schedules: ({ ranks }) => [reverseSchedule(binomialBroadcast(ranks), "reduce")],
  },
  {
    id: "chain",
    title: "chain",
    help: "Each rank adds its vector to the segments from its predecessor in the chain and passes them on to its successor.",
    rounds: ({ ranks, chunks }) => ranks + chunks - 2,
    messages: ({ chunks }) => chunks,
    isSteady: true,
    isLooped: true,
    isRooted: true,
    segments: () => 16,
    schedules: ({ ranks, chunks }) => [reverseSchedule(chainBroadcast(ranks, chunks), "reduce")],
  },
  {
    id: "rabenseifner",
    title: "Rabenseifner",
    help: "A reduce-scatter by recursive halving, then a binomial tree brings the blocks to the root.",
    rounds: ({ ranks }) => foldedRounds(ranks, 0) + foldedRounds(ranks, 1),
    messages: ({ ranks }) => Math.log2(ranks) + 2,
    isRooted: true,
    schedules: ({ ranks }) => [
      inSequence(reverseSchedule(butterflyAllgather(ranks, highestBitFirst), "reduce"), reverseSchedule(foldedScatter(ranks), "keep")),
    ],
  },
] as const satisfies readonly Algorithm[];

export const reduceOperation = collectiveWorkload({
  id: "reduce",
  article: "a",
  summary: "Every rank has a vector; at the end, one rank has the sum of all vectors: MPI_Reduce.",
  source: "Thakur, Rabenseifner, Gropp (Int. J. High Perform. Comput. Appl. 19, 2005), §5",
  algorithms: [...reduceAlgorithms, inNetwork],
  params: { root: rootParam("The rank that receives the sum."), reduction: reductionParam },
  phrase: "{title} of {message} by {algorithm} among {ranks}",
  examples: [
    { ranks: 7, root: 3 },
    { ranks: 5, algorithm: "chain", message: "100 B", chunks: 3 },
    { ranks: 6, algorithm: "rabenseifner", message: "100 B", root: 5 },
  ],
});
