import { choice } from "../../base/params.ts";
import { program, rankParams } from "../program.ts";
import { inNetwork, treesOf, unfitForTrees } from "./in-network.ts";
import { heightOf } from "./trees.ts";

export const barrier = program({
  id: "barrier",
  title: "barrier",
  article: "a",
  group: "Collectives",
  summary: "No rank goes on before all have come: MPI_Barrier.",
  source: "dissemination: Hensgen, Finkel, Manber (Int. J. Parallel Program. 17, 1988)",
  params: {
    algorithm: choice({
      title: "Algorithm",
      help: "How ranks hear that all have come.",
      default: "dissemination",
      choices: [
        { id: "dissemination", title: "dissemination", help: "In round k each sends a byte to the rank 2ᵏ further and waits for one." },
        { id: inNetwork.id, title: inNetwork.title, help: "Each gives a byte to a tree whose switches reduce and replicate." },
      ],
    }),
    ...rankParams,
  },
  phrase: "{title} of {ranks} by {algorithm}",
  examples: [{ ranks: 7 }, { ranks: 8, mapping: "random" }],
  collective: true,
  defined: "2 or more",
  fit: (_values, most) => most,
  check: ({ algorithm }, _ranks, _conditions, site) =>
    algorithm === "in-network" ? unfitForTrees("algorithm", site, "dissemination") : [],
  bytes: ({ algorithm }, ranks) => ranks * (algorithm === "in-network" ? 1 : heightOf(ranks)),
  collectiveOf({ algorithm }, ranks) {
    const told = { operation: "barrier", algorithm, ranks, bytes: 0 } as const;
    if (algorithm === "in-network")
      return { ...told, algorithm: inNetwork.title, steps: inNetwork.rounds(), bytesPerRank: 1, inNetwork: true };
    return { ...told, steps: heightOf(ranks), bytesPerRank: heightOf(ranks) };
  },
  prepare({ algorithm }, writing) {
    if (algorithm === "in-network") return treesOf("barrier", { bytes: 1 }, writing);
    const { ranks, write } = writing;
    return (rank: number) => {
      for (let far = 1; far < ranks; far *= 2) {
        write.send((rank + far) % ranks, 1);
        write.receive((rank - far + ranks) % ranks);
        write.complete();
      }
    };
  },
  rank: (_values, rank, _writing, writeRank) => writeRank(rank),
});
