/**
 * The traffic of the study. Each traffic has the same meaning on every network, whatever its numbers of switches and groups, and determines
 * a traffic pattern once the network is known.
 */
import type { ChosenKind } from "../base/params.ts";
import type { TopologyFacts } from "../topologies/contract.ts";

/** A traffic of the study. */
export interface StudyTraffic {
  readonly id: string;
  /** The name of the traffic in a sentence, before the word "traffic": `uniform`. */
  readonly title: string;
  readonly summary: string;
  readonly source: string;
  /** The traffic pattern on a network with these facts. */
  patternOn(facts: TopologyFacts): ChosenKind;
}

const shift = (amount: number): ChosenKind => ({ kind: "shift", values: { amount } });

/**
 * Terminals of a group: a group of the topology if it has groups, otherwise the terminals of one switch; if hosts have an internal network,
 * all terminals of the hosts that share a switch.
 */
export function terminalsPerGroup({ terminals, axes, parts, inside }: TopologyFacts): number {
  const groups = axes.find(({ kind }) => kind === "group")?.size ?? 0;
  if (groups > 1) return Math.max(1, Math.round(terminals / groups));
  // Switches inside hosts have no level if the trees above have levels.
  const levels = parts.switches.map(({ level }) => level).filter((level) => inside === undefined || level >= 0);
  const lowest = Math.min(...levels);
  const lowestSwitches = parts.switches.reduce((sum, { level, count }) => (level === lowest ? sum + count : sum), 0);
  const terminalsPerHost = inside === undefined ? 1 : terminals / inside.hosts;
  return Math.max(1, Math.min(terminals - 1, Math.round((terminalsPerHost * terminals) / Math.max(1, lowestSwitches))));
}

/** All traffic of the study. */
export const studyTraffic: readonly StudyTraffic[] = [
  {
    id: "uniform",
    title: "uniform",
    summary: "Each packet goes to a random other terminal; all are equally likely.",
    source: "Dally, Towles (2004), §3.2",
    patternOn: () => ({ kind: "uniform", values: {} }),
  },
  {
    id: "group-shift",
    title: "group shift",
    summary:
      "All terminals of a group send to the next group; in networks without groups, all terminals of a switch send to the next switch.",
    source: "Kim, Dally, Scott, Abts (ISCA 2008), §4.2: the worst case of a dragonfly with minimal routing",
    patternOn: (facts) => shift(terminalsPerGroup(facts)),
  },
  {
    id: "half-way",
    title: "half-way shift",
    summary: "Terminal i of N sends to terminal i + N/2 modulo N, so that all traffic crosses the middle.",
    source: "Dally, Towles (2004), §3.2",
    patternOn: ({ terminals }) => shift(Math.max(1, Math.floor(terminals / 2))),
  },
  {
    id: "permutation",
    title: "random permutation",
    summary: "Every terminal sends to one random destination; no two terminals have the same destination.",
    source: "Dally, Towles (2004), §3.2",
    patternOn: () => ({ kind: "random-permutation", values: { seed: 1 } }),
  },
];
