import { integer } from "../base/params.ts";
import { definePermutationBy } from "./permutations.ts";

export const shiftPattern = definePermutationBy({
  id: "shift",
  title: "shift",
  article: "a",
  summary: "Each terminal sends to the terminal whose number is larger by a fixed amount, wrapping around after the last.",
  source: "Dally, Towles (2004), §3.2",
  params: {
    amount: integer({
      title: "Amount",
      word: "by #",
      help: "Destination minus source, modulo the number of terminals.",
      unit: "terminals",
      min: 1,
      max: 65535,
      default: 1,
    }),
  },
  phrase: "{title} {amount}",
  examples: [{}, { amount: 3 }],
  reasonUnsupported: (terminals) => (terminals > 1 ? null : "needs at least two terminals"),
  check: ({ amount }, terminals) =>
    amount < terminals
      ? []
      : [
          {
            path: "amount",
            message: `a shift by ${amount} is not smaller than the number of terminals, ${terminals}; expected at most ${terminals - 1}.`,
            remedy: `Use ${terminals - 1} or less.`,
            nearest: terminals - 1,
          },
        ],
  destinations: ({ amount }, terminals) => Int32Array.from({ length: terminals }, (_, source) => (source + amount) % terminals),
});
