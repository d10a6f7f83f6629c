import { needsPowerOfTwo, permutation } from "./permutations.ts";

export const complement = permutation(
  {
    id: "complement",
    title: "complement",
    article: "",
    summary: "Each terminal sends to the one with every binary digit inverted: the last sends to the first.",
    source: "Petrini et al. (QsNET), §4.4",
  },
  needsPowerOfTwo,
  (source, terminals) => terminals - 1 - source,
);
