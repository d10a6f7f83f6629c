import { addressBits, reasonNotPowerOfTwo, definePermutation } from "./permutations.ts";

export const perfectShuffle = definePermutation(
  {
    id: "perfect-shuffle",
    title: "perfect shuffle",
    article: "",
    summary:
      "Each terminal sends to the terminal whose number has the binary digits rotated left by one, as a shuffle interleaves two halves of a deck of cards.",
    source: "Petrini et al. (QsNET), §4.4",
  },
  reasonNotPowerOfTwo,
  (source, terminals) => (terminals === 1 ? 0 : ((source << 1) & (terminals - 1)) | (source >> (addressBits(terminals) - 1))),
);
