import { reduceScatterAlgorithms } from "./allgather-algorithms.ts";
import { collectiveWorkload, reductionParam } from "./collective.ts";
import { inNetwork } from "./in-network.ts";

export const reduceScatter = collectiveWorkload({
  id: "reduce-scatter",
  article: "a",
  summary: "Every rank has a vector; at the end, each rank has its block of the sum of all vectors: MPI_Reduce_scatter.",
  source: "Thakur, Rabenseifner, Gropp (Int. J. High Perform. Comput. Appl. 19, 2005), §3",
  algorithms: [
    ...reduceScatterAlgorithms,
    { ...inNetwork, help: "Each block has its own tree, on which switches reduce it on the way to its rank." },
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
