import { bits, needsPowerOfTwo, permutation } from "./permutations.ts";

export const perfectShuffle = permutation(
  {
    id: "perfect-shuffle",
    title: "perfect shuffle",
    article: "",
    summary: "The binary digits are rotated left by one: the two halves of the terminals interleave like a deck of cards.",
    source: "Petrini et al. (QsNET), §4.4",
  },
  needsPowerOfTwo,
  (source, terminals) => (terminals === 1 ? 0 : ((source << 1) & (terminals - 1)) | (source >> (bits(terminals) - 1))),
);
