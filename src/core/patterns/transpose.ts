import { addressBits, reasonNotPowerOfTwo, definePermutation } from "./permutations.ts";

export const transpose = definePermutation(
  {
    id: "transpose",
    title: "matrix transpose",
    article: "",
    summary:
      "Each terminal sends to the terminal whose number has the upper and lower halves of the binary digits swapped, as row and column are in a matrix transpose.",
    source: "Petrini et al. (QsNET), §4.4",
  },
  (terminals) =>
    reasonNotPowerOfTwo(terminals) ??
    (addressBits(terminals) % 2 === 0
      ? null
      : `needs terminal numbers with an even number of binary digits; ${terminals} terminals have ${addressBits(terminals)}`),
  (source, terminals) => {
    const half = addressBits(terminals) / 2;
    return (source >> half) | ((source & (2 ** half - 1)) << half);
  },
);
