import { defineMapping } from "./contract.ts";
import { firstPositionParam, fromFirstPosition } from "./first-position.ts";
import { hostsOf } from "./hosts.ts";
import { terminalsSortedBy } from "./sorted.ts";

export const byRail = defineMapping({
  id: "by-rail",
  title: "by rail",
  article: "",
  summary:
    "Ranks fill rail 0, one rank per host, then rail 1: Slurm's cyclic distribution. In networks without hosts, boards or switches take their place.",
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
