import { integer } from "../base/params.ts";
import { shuffled, streamKey } from "../base/random.ts";
import { permutationBy } from "./permutations.ts";

export const randomPermutation = permutationBy({
  id: "random-permutation",
  title: "random permutation",
  article: "a",
  summary:
    "One destination for each terminal, drawn once: every permutation with the same probability. A terminal that draws itself is silent, one in the mean.",
  source: "Dally, Towles (2004), §3.2",
  params: {
    seed: integer({
      title: "Seed of the permutation",
      word: "seed #",
      help: "Start of the chance that draws the destinations; the scenario's seed does not change them.",
      min: 0,
      max: 4_294_967_295,
      default: 1,
    }),
  },
  phrase: "{title} ({seed})",
  examples: [{}, { seed: 2 }],
  needs: (terminals) => (terminals > 1 ? null : "needs at least two terminals"),
  check: () => [],
  destinations: ({ seed }, terminals) => shuffled(terminals, streamKey(seed, "destination")),
});
