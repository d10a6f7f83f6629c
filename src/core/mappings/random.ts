import { integer } from "../base/params.ts";
import { shuffled, streamKey } from "../base/random.ts";
import { defineMapping } from "./contract.ts";
import { firstPositionParam, fromFirstPosition } from "./first-position.ts";

export const random = defineMapping({
  id: "random",
  title: "random",
  article: "",
  summary: "Ranks on terminals in random order. The order has its own seed and is the same in every run.",
  source: "Chakaravarthy et al. (torus transpose), §5.2; Navaridas et al. (EHU-KAT-IK-06-07), §1",
  params: {
    seed: integer({
      title: "Seed of the order",
      word: "seed #",
      help: "Seed of the random order. The scenario's seed does not change it.",
      min: 0,
      max: 4_294_967_295,
      default: 1,
    }),
    first: firstPositionParam,
  },
  phrase: "{title} mapping ({seed})",
  examples: [{}, { seed: 7, first: 2 }],
  readsCoordinates: false,
  ...fromFirstPosition,
  compile: ({ seed, first }, ranks, { terminals }) => shuffled(terminals, streamKey(seed, "mapping")).slice(first, first + ranks),
});
