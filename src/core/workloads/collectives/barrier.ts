import { choice } from "../../base/params.ts";
import { programWorkload, rankParams } from "../program.ts";
import { inNetwork, prepareTrees, checkTreeSupport } from "./in-network.ts";
import { treeHeight } from "./trees.ts";

export const barrier = programWorkload({
  id: "barrier",
  title: "barrier",
  article: "a",
  group: "Collectives",
  summary: "No rank continues before all ranks have reached the barrier: MPI_Barrier.",
  source: "dissemination: Hensgen, Finkel, Manber (Int. J. Parallel Program. 17, 1988)",
  params: {
    algorithm: choice({
      title: "Algorithm",
      help: "How ranks learn that all ranks have reached the barrier.",
      default: "dissemination",
      choices: [
        {
          id: "dissemination",
          title: "dissemination",
          help: "In round k, each rank sends one byte to the rank 2ᵏ further and waits for one byte.",
        },
        { id: inNetwork.id, title: inNetwork.title, help: "Each rank sends one byte up a tree whose switches reduce and replicate it." },
      ],
    }),
    ...rankParams,
  },
  phrase: "{title} of {ranks} by {algorithm}",
  examples: [{ ranks: 7 }, { ranks: 8, mapping: "random" }],
  collective: true,
  validRanks: "2 or more",
  largestRanks: (_values, maxRanks) => maxRanks,
  check: ({ algorithm }, _ranks, _conditions, site) =>
    algorithm === "in-network" ? checkTreeSupport("algorithm", site, "dissemination") : [],
  bytes: ({ algorithm }, ranks) => ranks * (algorithm === "in-network" ? 1 : treeHeight(ranks)),
  collectiveOf({ algorithm }, ranks) {
    const form = { operation: "barrier", algorithm, ranks, bytes: 0 } as const;
    if (algorithm === "in-network")
      return { ...form, algorithm: inNetwork.title, steps: inNetwork.rounds(), bytesPerRank: 1, inNetwork: true };
    return { ...form, steps: treeHeight(ranks), bytesPerRank: treeHeight(ranks) };
  },
  prepare({ algorithm }, writing) {
    if (algorithm === "in-network") return prepareTrees("barrier", { bytes: 1 }, writing);
    const { ranks, write } = writing;
    return (rank: number) => {
      for (let distance = 1; distance < ranks; distance *= 2) {
        write.send((rank + distance) % ranks, 1);
        write.receive((rank - distance + ranks) % ranks);
        write.waitForRendezvous();
      }
    };
  },
  writeRank: (_values, rank, _writing, writeRank) => writeRank(rank),
});
