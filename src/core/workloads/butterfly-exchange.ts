import { programWorkload, programParams } from "./program.ts";

export const butterflyExchange = programWorkload({
  id: "butterfly-exchange",
  title: "butterfly exchange",
  article: "",
  summary: "Pairs of ranks at distance 1, 2, 4, … exchange messages, one distance after another, as in many collectives: BU.",
  source: "Navaridas et al. (EHU-KAT-IK-06-07), §3.3, Fig. 4c",
  params: programParams,
  phrase: "a {title} of {ranks} with {message}",
  examples: [{ ranks: 8 }, { ranks: 4, message: "300 B", mapping: "random" }],
  collective: true,
  validRanks: "a power of two",
  largestRanks: (_, maxRanks) => (maxRanks < 1 ? 0 : 2 ** (31 - Math.clz32(maxRanks))),
  bytes: ({ message }, ranks) => ranks * Math.log2(ranks) * message,
  writeRank({ message }, rank, { ranks, write }) {
    for (let distance = 1; distance < ranks; distance *= 2) {
      write.phase(`distance ${distance}`);
      write.send(rank ^ distance, message);
      write.receive(rank ^ distance);
      write.waitForRendezvous();
    }
  },
});
