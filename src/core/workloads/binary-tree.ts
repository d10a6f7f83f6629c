import { program, programParams } from "./program.ts";

export const binaryTree = program({
  id: "binary-tree",
  title: "binary tree",
  article: "",
  summary: "Ranks send pairwise up a binary tree to rank 0, odd ranks first, as reductions do: BT.",
  source: "Navaridas et al. (EHU-KAT-IK-06-07), §3.3, Fig. 4d",
  params: programParams,
  phrase: "a {title} of {ranks} with {message}",
  examples: [{ ranks: 8 }, { ranks: 7, message: "64 B" }],
  collective: true,
  defined: "2 or more",
  fit: (_, most) => most,
  bytes: ({ message }, ranks) => (ranks - 1) * message,
  rank({ message }, rank, { ranks, write }) {
    let distance = 1;
    for (; distance < ranks && (rank & distance) === 0; distance *= 2) {
      if (rank + distance < ranks) write.receive(rank + distance);
    }
    if (rank > 0) write.send(rank - distance, message);
  },
});
