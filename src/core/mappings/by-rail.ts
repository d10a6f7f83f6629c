import { defineMapping } from "./contract.ts";
import { firstPositionParam, fromFirstPosition } from "./first-position.ts";
import { hostsOf } from "./hosts.ts";
import { terminalsSortedBy } from "./sorted.ts";

export const byRail = defineMapping({
  id: "by-rail",
  title: "by rail",
  article: "",
  summary: "All of rail 0, then rail 1: one rank a host, Slurm's cyclic distribution. Without hosts: boards, or switches.",
  source: "Slurm, sbatch --distribution=cyclic",
  params: { first: firstPositionParam },
  phrase: "mapping {title}",
  examples: [{}, { first: 1 }],
  readsCoordinates: true,
  ...fromFirstPosition,
  compile({ first }, ranks, network) {
    const { hostOf, railOf } = hostsOf(network);
    return terminalsSortedBy(railOf, hostOf).slice(first, first + ranks);
  },
});
