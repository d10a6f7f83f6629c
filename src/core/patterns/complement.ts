import { reasonNotPowerOfTwo, definePermutation } from "./permutations.ts";

export const complement = definePermutation(
  {
    id: "complement",
    title: "complement",
    article: "",
    summary: "Each terminal sends to the terminal whose number has every binary digit inverted: the last sends to the first.",
    source: "Petrini et al. (QsNET), §4.4",
  },
  reasonNotPowerOfTwo,
  (source, terminals) => terminals - 1 - source,
);
