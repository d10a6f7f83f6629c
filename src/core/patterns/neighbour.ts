import { definePermutation } from "./permutations.ts";

export const neighborPattern = definePermutation(
  {
    id: "neighbour",
    title: "neighbour",
    article: "",
    summary: "Terminals form pairs, 0 with 1, 2 with 3, and each sends to its partner.",
    source: "Petrini et al. (QsNET), §4.4",
  },
  (terminals) => (terminals % 2 === 0 ? null : `needs an even number of terminals to form pairs; this network has ${terminals}`),
  (source) => source ^ 1,
);
