import { addressBits, reasonNotPowerOfTwo, definePermutation } from "./permutations.ts";

export const perfectShuffle = definePermutation(
  {
    id: "perfect-shuffle",
    title: "perfect shuffle",
    article: "",
    summary: "The binary digits are rotated left by one: the two halves of the terminals interleave like a deck of cards.",
    source: "Petrini et al. (QsNET), §4.4",
  },
  reasonNotPowerOfTwo,
  (source, terminals) => (terminals === 1 ? 0 : ((source << 1) & (terminals - 1)) | (source >> (addressBits(terminals) - 1))),
);
