import { type Algorithm, collective, reduction, root } from "./collective.ts";
import { farFirst, gatherAmong, roundsOf, scatterAmong } from "./gathers.ts";
import { inNetwork } from "./in-network.ts";
import { inTurn, reversed } from "./schedule.ts";
import { binomial, chain, heightOf } from "./trees.ts";

/** The algorithms of a reduce that are schedules. */
export const reduceAlgorithms = [
  {
    id: "tree",
    title: "binomial tree",
    help: "In every round half of the ranks that are left send all they have to the others.",
    rounds: ({ ranks }) => heightOf(ranks),
    messages: () => 1,
    isSteady: true,
    isRooted: true,
    schedules: ({ ranks }) => [reversed(binomial(ranks), "reduce")],
  },
  {
    id: "chain",
    title: "chain",
    help: "Each rank reduces what comes from the one behind and passes it on to the one before, in segments.",
    rounds: ({ ranks, chunks }) => ranks + chunks - 2,
    messages: ({ chunks }) => chunks,
    isSteady: true,
    isLooped: true,
    isRooted: true,
    segments: () => 16,
    schedules: ({ ranks, chunks }) => [reversed(chain(ranks, chunks), "reduce")],
  },
  {
    id: "rabenseifner",
    title: "Rabenseifner",
    help: "A reduce-scatter by recursive halving, then a binomial tree brings the blocks to the root.",
    rounds: ({ ranks }) => roundsOf(ranks, 0) + roundsOf(ranks, 1),
    messages: ({ ranks }) => Math.log2(ranks) + 2,
    isRooted: true,
    schedules: ({ ranks }) => [inTurn(reversed(gatherAmong(ranks, farFirst), "reduce"), reversed(scatterAmong(ranks), "keep"))],
  },
] as const satisfies readonly Algorithm[];

export const reduce = collective({
  id: "reduce",
  article: "a",
  summary: "Every rank has a vector, and in the end one of them has the sum of all of them: MPI_Reduce.",
  source: "Thakur, Rabenseifner, Gropp (Int. J. High Perform. Comput. Appl. 19, 2005), §5",
  algorithms: [...reduceAlgorithms, inNetwork],
  params: { root: root("The rank that gets the sum."), reduction },
  phrase: "{title} of {message} by {algorithm} among {ranks}",
  examples: [
    { ranks: 7, root: 3 },
    { ranks: 5, algorithm: "chain", message: "100 B", chunks: 3 },
    { ranks: 6, algorithm: "rabenseifner", message: "100 B", root: 5 },
  ],
});
