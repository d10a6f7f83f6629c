import { mapping } from "./contract.ts";
import { first, fromFirst } from "./first.ts";

export const consecutive = mapping({
  id: "consecutive",
  title: "consecutive",
  article: "",
  summary: "Ranks on consecutive terminals.",
  source: "Navaridas et al. (EHU-KAT-IK-06-07), §3.3",
  params: { first },
  phrase: "{title} mapping",
  examples: [{}, { first: 1 }],
  readsCoordinates: false,
  ...fromFirst,
  compile: ({ first }, ranks) => Int32Array.from({ length: ranks }, (_, rank) => first + rank),
});
