import { integer } from "../base/params.ts";
import { shuffled, streamKey } from "../base/random.ts";
import { definePermutationBy } from "./permutations.ts";

export const randomPermutation = definePermutationBy({
  id: "random-permutation",
  title: "random permutation",
  article: "a",
  summary:
    "Each terminal has one random destination for the whole run; all permutations are equally likely. A terminal that is its own destination sends nothing; on average this is one terminal.",
  source: "Dally, Towles (2004), §3.2",
  params: {
    seed: integer({
      title: "Seed of the permutation",
      word: "seed #",
      help: "Seed of the random destinations. The scenario's seed does not change them.",
      min: 0,
      max: 4_294_967_295,
      default: 1,
    }),
  },
  phrase: "{title} ({seed})",
  examples: [{}, { seed: 2 }],
  reasonUnsupported: (terminals) => (terminals > 1 ? null : "needs at least two terminals"),
  check: () => [],
  destinations: ({ seed }, terminals) => shuffled(terminals, streamKey(seed, "destination")),
});
