import { program, rankParams } from "../program.ts";
import { heightOf } from "./trees.ts";

export const barrier = program({
  id: "barrier",
  title: "barrier",
  article: "a",
  group: "Collectives",
  summary: "No rank goes on before all have come: in round k each sends a byte to the rank 2ᵏ further and waits for one: MPI_Barrier.",
  source: "dissemination: Hensgen, Finkel, Manber (Int. J. Parallel Program. 17, 1988)",
  params: rankParams,
  phrase: "{title} of {ranks}",
  examples: [{ ranks: 7 }, { ranks: 8, mapping: "random" }],
  collective: true,
  defined: "2 or more",
  fit: (_values, most) => most,
  bytes: (_values, ranks) => ranks * heightOf(ranks),
  collectiveOf: (_values, ranks) => ({
    operation: "barrier",
    algorithm: "dissemination",
    ranks,
    bytes: 0,
    steps: heightOf(ranks),
    bytesPerRank: heightOf(ranks),
  }),
  rank(_values, rank, { ranks, write }) {
    for (let far = 1; far < ranks; far *= 2) {
      write.send((rank + far) % ranks, 1);
      write.receive((rank - far + ranks) % ranks);
      write.complete();
    }
  },
});
