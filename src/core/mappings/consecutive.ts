import { defineMapping } from "./contract.ts";
import { firstPositionParam, fromFirstPosition } from "./first-position.ts";

export const consecutive = defineMapping({
  id: "consecutive",
  title: "consecutive",
  article: "",
  summary: "Ranks on consecutive terminals.",
  source: "Navaridas et al. (EHU-KAT-IK-06-07), §3.3",
  params: { first: firstPositionParam },
  phrase: "{title} mapping",
  examples: [{}, { first: 1 }],
  readsCoordinates: false,
  ...fromFirstPosition,
  compile: ({ first }, ranks) => Int32Array.from({ length: ranks }, (_, rank) => first + rank),
});
