import { mapping } from "./contract.ts";
import { first, fromFirst } from "./first.ts";
import { hostsOf } from "./hosts.ts";
import { sortedBy } from "./sorted.ts";

export const byHost = mapping({
  id: "by-host",
  title: "by host",
  article: "",
  summary: "Hosts one after the other, each of them filled: Slurm's block distribution. Without hosts: boards, or switches.",
  source: "Slurm, sbatch --distribution=block",
  params: { first },
  phrase: "mapping {title}",
  examples: [{}, { first: 1 }],
  readsCoordinates: true,
  ...fromFirst,
  compile({ first }, ranks, ground) {
    const { hostOf, railOf } = hostsOf(ground);
    return sortedBy(hostOf, railOf).slice(first, first + ranks);
  },
});
