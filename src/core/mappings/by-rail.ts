import { mapping } from "./contract.ts";
import { first, fromFirst } from "./first.ts";
import { hostsOf } from "./hosts.ts";
import { sortedBy } from "./sorted.ts";

export const byRail = mapping({
  id: "by-rail",
  title: "by rail",
  article: "",
  summary: "All of rail 0, then rail 1: one rank a host, Slurm's cyclic distribution. Without hosts: boards, or switches.",
  source: "Slurm, sbatch --distribution=cyclic",
  params: { first },
  phrase: "mapping {title}",
  examples: [{}, { first: 1 }],
  readsCoordinates: true,
  ...fromFirst,
  compile({ first }, ranks, ground) {
    const { hostOf, railOf } = hostsOf(ground);
    return sortedBy(railOf, hostOf).slice(first, first + ranks);
  },
});
