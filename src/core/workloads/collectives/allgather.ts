import { allgatherAlgorithms } from "./allgather-algorithms.ts";
import { collectiveWorkload } from "./collective.ts";
import { inNetwork } from "./in-network.ts";

export const allgather = collectiveWorkload({
  id: "allgather",
  article: "an",
  summary: "Every rank has one block of a vector; at the end, every rank has the whole vector: MPI_Allgather.",
  source: "Thakur, Rabenseifner, Gropp (Int. J. High Perform. Comput. Appl. 19, 2005), §3; Bruck et al. (1997)",
  algorithms: [
    ...allgatherAlgorithms,
    { ...inNetwork, title: "in-network multicast", help: "Each block has its own tree, on which switches replicate it on the way down." },
  ],
  params: {},
  phrase: "{title} of {message} by {algorithm} among {ranks}",
  examples: [
    { ranks: 7 },
    { ranks: 6, algorithm: "recursive-doubling", message: "100 B" },
    { ranks: 6, algorithm: "bruck", message: "4 B" },
    { ranks: 5, algorithm: "direct", message: "100 B", channels: 2 },
  ],
});
