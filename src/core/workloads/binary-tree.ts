import { programWorkload, programParams } from "./program.ts";

export const binaryTree = programWorkload({
  id: "binary-tree",
  title: "binary tree",
  article: "",
  summary: "Ranks send messages up a binary tree to rank 0, odd ranks first, as in a reduction: BT.",
  source: "Navaridas et al. (EHU-KAT-IK-06-07), §3.3, Fig. 4d",
  params: programParams,
  phrase: "a {title} of {ranks} with {message}",
  examples: [{ ranks: 8 }, { ranks: 7, message: "64 B" }],
  collective: true,
  validRanks: "2 or more",
  largestRanks: (_, maxRanks) => maxRanks,
  bytes: ({ message }, ranks) => (ranks - 1) * message,
  writeRank({ message }, rank, { ranks, write }) {
    let distance = 1;
    for (; distance < ranks && (rank & distance) === 0; distance *= 2) {
      if (rank + distance < ranks) write.receive(rank + distance);
    }
    if (rank > 0) write.send(rank - distance, message);
  },
});
