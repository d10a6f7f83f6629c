import { defineMapping } from "./contract.ts";
import { firstPositionParam, fromFirstPosition } from "./first-position.ts";
import { hostsOf } from "./hosts.ts";
import { terminalsSortedBy } from "./sorted.ts";

export const byHost = defineMapping({
  id: "by-host",
  title: "by host",
  article: "",
  summary: "Hosts one after the other, each of them filled: Slurm's block distribution. Without hosts: boards, or switches.",
  source: "Slurm, sbatch --distribution=block",
  params: { first: firstPositionParam },
  phrase: "mapping {title}",
  examples: [{}, { first: 1 }],
  readsCoordinates: true,
  ...fromFirstPosition,
  compile({ first }, ranks, network) {
    const { hostOf, railOf } = hostsOf(network);
    return terminalsSortedBy(hostOf, railOf).slice(first, first + ranks);
  },
});
