import { defineMapping } from "./contract.ts";

export const central = defineMapping({
  id: "central",
  title: "central",
  article: "",
  summary: "Ranks on consecutive terminals in the middle of the network, with equally many unused terminals on both sides.",
  source: "Navaridas et al. (EHU-KAT-IK-06-07), §3.2",
  params: {},
  phrase: "{title} mapping",
  examples: [{}],
  readsCoordinates: false,
  places: (_, { terminals }) => terminals,
  check: () => [],
  compile(_, ranks, { terminals }) {
    const first = Math.floor((terminals - ranks) / 2);
    return Int32Array.from({ length: ranks }, (_each, rank) => first + rank);
  },
});
