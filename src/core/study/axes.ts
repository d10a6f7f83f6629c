/** What networks can be drawn against: what they cost, and what they give. */
import type { Candidate } from "./candidates.ts";
import type { Standing } from "./order.ts";

export interface StudyAxis {
  readonly id: string;
  /** As it stands beside the picture: `cost a terminal`. */
  readonly title: string;
  readonly summary: string;
  readonly unit: string;
  of(standing: Standing): number | null;
  readonly isMoreBetter: boolean;
  /** Whether runs change it. */
  readonly isMeasured?: boolean;
}

/** Links that are bought as cables: all but those within hosts. */
export const cablesOf = ({ facts }: Candidate) => facts.links - (facts.inside?.links ?? 0);

/** Across: what has to be paid, in one coin or another. */
export const acrossAxes: readonly StudyAxis[] = [
  {
    id: "cost",
    title: "cost a terminal",
    summary: "Switches, links and adapters by the price list, for each terminal that is needed.",
    unit: "US$",
    of: ({ candidate }) => candidate.perTerminal,
    isMoreBetter: false,
  },
  {
    id: "cables",
    title: "cables a terminal",
    summary: "Links to lay, those to the terminals among them, for each terminal.",
    unit: "",
    of: ({ candidate }) => cablesOf(candidate) / candidate.facts.terminals,
    isMoreBetter: false,
  },
  {
    id: "ports",
    title: "switch ports a terminal",
    summary: "Ports of all switches, plugged or not, for each terminal.",
    unit: "",
    of: ({ candidate: { facts } }) => facts.parts.switches.reduce((sum, { ports, count }) => sum + ports * count, 0) / facts.terminals,
    isMoreBetter: false,
  },
  {
    id: "diameter",
    title: "diameter",
    summary: "Channels on the longest of all shortest ways between two terminals.",
    unit: "channels",
    of: ({ candidate }) => candidate.facts.diameter,
    isMoreBetter: false,
  },
  {
    id: "distance",
    title: "mean distance",
    summary: "Channels on a shortest way, on average over all pairs of terminals: most of the latency of an empty network.",
    unit: "channels",
    of: ({ candidate }) => candidate.facts.meanDistance,
    isMoreBetter: false,
  },
];

/** Up: what the network gives. */
export const upAxes: readonly StudyAxis[] = [
  {
    id: "throughput",
    title: "throughput, the worst",
    summary: "What every terminal gets through under the worst of the traffic.",
    unit: "phits/cycle a terminal",
    of: ({ carries }) => carries,
    isMoreBetter: true,
    isMeasured: true,
  },
];

export const findAxis = (id: string): StudyAxis => [...acrossAxes, ...upAxes].find((each) => each.id === id) ?? acrossAxes[0];
