import { reduceScatterAlgorithms } from "./allgather-algorithms.ts";
import { collectiveWorkload, reductionParam } from "./collective.ts";
import { inNetwork } from "./in-network.ts";

export const reduceScatter = collectiveWorkload({
  id: "reduce-scatter",
  article: "a",
  summary: "Every rank has a vector, and in the end each has its block of the sum of all of them: MPI_Reduce_scatter.",
  source: "Thakur, Rabenseifner, Gropp (Int. J. High Perform. Comput. Appl. 19, 2005), §3",
  algorithms: [
    ...reduceScatterAlgorithms,
    { ...inNetwork, help: "Switches reduce every block on its way to its rank, on a tree of its own." },
  ],
  params: { reduction: reductionParam },
  phrase: "{title} of {message} by {algorithm} among {ranks}",
  examples: [
    { ranks: 7 },
    { ranks: 6, algorithm: "recursive-halving", message: "100 B" },
    { ranks: 6, algorithm: "bruck", message: "4 B" },
    { ranks: 5, algorithm: "direct", message: "100 B", chunks: 2 },
  ],
});
