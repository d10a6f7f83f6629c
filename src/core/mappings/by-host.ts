import { defineMapping } from "./contract.ts";
import { firstPositionParam, fromFirstPosition } from "./first-position.ts";
import { hostsOf } from "./hosts.ts";
import { terminalsSortedBy } from "./sorted.ts";

export const byHost = defineMapping({
  id: "by-host",
  title: "by host",
  article: "",
  summary: "Ranks fill one host after the other: Slurm's block distribution. In networks without hosts, they fill boards, or switches.",
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
