import { reasonNotPowerOfTwo, definePermutation } from "./permutations.ts";

export const butterfly = definePermutation(
  {
    id: "butterfly",
    title: "butterfly",
    article: "",
    summary: "Each terminal sends to the terminal whose number has the first and last binary digits swapped.",
    source: "Petrini et al. (QsNET), §4.4",
  },
  reasonNotPowerOfTwo,
  (source, terminals) => {
    const top = terminals >> 1;
    const exchange = (source & 1) !== (source & top ? 1 : 0) && top > 1;
    return exchange ? source ^ (top | 1) : source;
  },
);
