import { addressBits, reasonNotPowerOfTwo, definePermutation } from "./permutations.ts";

export const bitReversal = definePermutation(
  {
    id: "bit-reversal",
    title: "bit-reversal",
    article: "",
    summary: "Terminal a(n−1) … a(1) a(0) sends to a(0) a(1) … a(n−1): the binary digits of its number in reverse order.",
    source: "Petrini et al. (QsNET), §4.4",
  },
  reasonNotPowerOfTwo,
  (source, terminals) => {
    let reversed = 0;
    for (let i = addressBits(terminals); i > 0; i--) {
      reversed = reversed * 2 + (source & 1);
      source >>= 1;
    }
    return reversed;
  },
);
