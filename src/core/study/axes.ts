/** The axes of the study: what networks cost, and what they offer. */
import { costs } from "../costs/registry.ts";
import { partsOutsideHosts } from "../network/bill-of-materials.ts";
import { throughputBound, latencyBound } from "./bounds.ts";
import type { TopologyFacts } from "../topologies/contract.ts";
import type { Candidate } from "./candidates.ts";
import { throughputTolerance } from "./pareto-front.ts";
import { type Assessment, latencyLoad } from "./assessment.ts";
import type { StudyNeed } from "./need.ts";
import { possibleDoublings, type GrowthNeed, maxDoublings } from "./growth.ts";
import { studyPacketPhits } from "./study-scenarios.ts";
import { studyTraffic } from "./traffic.ts";

/** A horizontal axis: what a network costs. */
export interface StudyAxis {
  readonly id: string;
  /** Label of the axis: `cost a terminal`. */
  readonly title: string;
  /** Header of a table column. */
  readonly short?: string;
  readonly summary: string;
  readonly unit: string;
  /** Description of networks without a value, for one and for several: `is full`, `are full`. */
  readonly absent?: readonly [one: string, many: string];
  /** The value of a network; null if it has none. */
  of(assessment: Assessment): number | null;
}

/** Switches to be bought: all except those inside hosts. */
export const switchCount = ({ facts }: Candidate) => facts.switches - (facts.inside?.switches ?? 0);
/** Links to be bought as cables: all except those inside hosts. */
export const cableCount = ({ facts }: Candidate) => facts.links - (facts.inside?.links ?? 0);

/**
 * Hops between switches on the longest shortest path between two terminals, as textbooks count the diameter; between terminals where these
 * forward packets. Null without a closed form.
 */
export function diameterInHops({ diameter, forwards }: Pick<TopologyFacts, "diameter" | "forwards">): number | null {
  return diameter === null || forwards ? diameter : Math.max(0, diameter - 2);
}

const noClosedForm = ["has no closed form for it", "have no closed form for it"] as const;

/**
 * The horizontal axes of the study (a search for a network to buy) that every price list allows: cost, cables, switch ports, diameter and
 * mean distance. Each has a title, a unit, and a function `of` that computes the value of a candidate network; less is better.
 * @param terminals terminals that are needed, by which costs are divided; additional terminals have no use
 */
const commonAxes = (terminals: number): readonly StudyAxis[] => [
  {
    id: "cost",
    title: "cost per terminal",
    summary: "Cost of switches, links and adapters by the price list, per required terminal. The network inside hosts is not counted.",
    unit: "US$",
    of: ({ candidate }) => candidate.perTerminal,
  },
  {
    id: "cables",
    title: "cables per terminal",
    summary: "Links to install, including links to terminals, per required terminal.",
    unit: "",
    of: ({ candidate }) => cableCount(candidate) / terminals,
  },
  {
    id: "ports",
    title: "switch ports per terminal",
    summary: "Ports of all switches, connected or not, per required terminal.",
    unit: "",
    of: ({ candidate: { facts } }) =>
      partsOutsideHosts(facts.parts).switches.reduce((sum, { ports, count }) => sum + ports * count, 0) / terminals,
  },
  {
    id: "diameter",
    title: "diameter",
    summary: "Hops between switches on the longest shortest path; between terminals where these forward packets.",
    unit: "hops",
    absent: noClosedForm,
    of: ({ candidate: { facts } }) => diameterInHops(facts),
  },
  {
    id: "distance",
    title: "mean distance",
    summary:
      "Channels of a shortest path from terminal to terminal, with those of the terminals, mean over all pairs: the main part of the latency in an empty network.",
    unit: "channels",
    absent: noClosedForm,
    of: ({ candidate }) => candidate.facts.meanDistance,
  },
];

/**
 * All horizontal axes of the study, the plot of candidate networks: costs of several kinds, less is better. Meters of cable and watts are
 * offered only if the price list states them. `of` computes the value of a candidate.
 */
export function horizontalAxes({ cost: { kind, values }, terminals }: Pick<StudyNeed, "cost" | "terminals">): readonly StudyAxis[] {
  const { metersOf, wattsOfPort } = costs.get(kind);
  const watts = wattsOfPort?.(values) ?? 0;
  const cableMetersAxis: StudyAxis = {
    id: "metres",
    title: "metres of cable per terminal",
    summary: "Total length of all links by the price list, including links to terminals, per required terminal.",
    unit: "m",
    // Links inside hosts are no cables.
    of: ({ candidate: { facts } }) =>
      partsOutsideHosts(facts.parts).links.reduce((sum, part) => sum + part.count * metersOf!(values, part), 0) / terminals,
  };
  const powerAxis: StudyAxis = {
    id: "power",
    title: "power per terminal",
    summary: `Power of all switch ports that have a link, ${watts} each by the price list, per required terminal.`,
    unit: "W",
    of: ({ candidate: { facts } }) =>
      (watts * partsOutsideHosts(facts.parts).switches.reduce((sum, { ports, spare = 0, count }) => sum + (ports - spare) * count, 0)) /
      terminals,
  };
  const [cost, cables, ...others] = commonAxes(terminals);
  return [cost, cables, ...(metersOf === undefined ? [] : [cableMetersAxis]), ...(watts > 0 ? [powerAxis] : []), ...others];
}

/** The value of a network on a vertical axis. */
export interface AxisValue {
  readonly value: number;
  readonly error: number;
  /** True if the value is measured or counted. Otherwise it is a bound: an upper one if more is better, a lower one if less is. */
  readonly isMeasured: boolean;
  readonly bound: number;
}

/** A vertical axis: what a network offers. */
export interface VerticalAxis extends Omit<StudyAxis, "of"> {
  readonly isMoreBetter: boolean;
  /** Natural maximum of the axis; null if there is none. */
  readonly max: number | null;
  /** Values with a smaller difference count as equal; and this difference in words. */
  readonly equal: number;
  readonly equalWords: string;
  /** Runs that are needed: ids of required traffic, or {@link latencyNeed}; empty if the value is computed. */
  readonly needs: readonly string[];
  /** Whether the unit is phits per cycle and terminal. */
  readonly isThroughput: boolean;
  /** The number that is displayed, if the axis is a logarithm. */
  displayValue?(value: number): number;
  /** Null if the network has no value. */
  of(assessment: Assessment): AxisValue | null;
}

/** Id of the run for the latency; the ids of all other runs are those of traffic. */
export const latencyNeed = "latency";

const throughputAxis = {
  unit: "phits/cycle per terminal",
  isMoreBetter: true,
  max: 1,
  equal: throughputTolerance,
  equalWords: `${throughputTolerance}`,
  isThroughput: true,
} as const;

const worstThroughputAxis = (under: readonly string[]): VerticalAxis => ({
  id: "throughput",
  title: "worst throughput",
  summary: "Throughput per terminal under the traffic that is worst for the network.",
  ...throughputAxis,
  needs: under,
  of: ({ worstThroughput, error, isMeasured, candidate }) => ({ value: worstThroughput, error, isMeasured, bound: candidate.bound }),
});

const latencyAxis: VerticalAxis = {
  id: "latency",
  title: `latency at a load of ${latencyLoad}`,
  short: "latency",
  summary: `Mean latency of a packet of ${studyPacketPhits} phits under uniform traffic at an offered load of ${latencyLoad}. Less is better. A network that saturates below this load has no value.`,
  unit: "cycles",
  absent: ["saturates below this load", "saturate below this load"],
  isMoreBetter: false,
  max: null,
  equal: 1,
  equalWords: "a cycle",
  needs: [latencyNeed],
  isThroughput: false,
  of({ candidate: { facts }, latency: measured }) {
    if (throughputBound("uniform", facts) < latencyLoad) return null;
    const bound = latencyBound(facts, studyPacketPhits);
    if (measured === null) return { value: bound, error: 0, isMeasured: false, bound };
    // A measured mean below the lower bound is due to chance.
    return measured.cycles === null ? null : { value: Math.max(bound, measured.cycles), error: measured.error, isMeasured: true, bound };
  },
};

/**
 * The vertical axis "room to grow": how many times the size of a network can be doubled within its family, with switches of no more ports
 * and the same throughput by its bound. The value counts doublings; the number displayed is 2 to that power.
 */
const growthAxis = (need: GrowthNeed): VerticalAxis => ({
  id: "room",
  title: "room to grow",
  summary:
    "By how many times the number of terminals can grow in the same family, with switches of no more ports and the same throughput bound: repeated doubling, up to the largest network that can be simulated.",
  unit: "times the terminals",
  isMoreBetter: true,
  max: maxDoublings(need.terminals),
  equal: 1,
  equalWords: "a doubling",
  needs: [],
  isThroughput: false,
  displayValue: (value) => 2 ** value,
  of({ candidate }) {
    const doublings = possibleDoublings(candidate, need);
    return { value: doublings, error: 0, isMeasured: true, bound: doublings };
  },
});

/**
 * The vertical axes of the study (a plot of candidate networks): the worst throughput, the throughput under each traffic if there are
 * several, latency, and room to grow if the needed size can be doubled. `under` lists the ids of the traffic; in an assessed candidate,
 * `under` contains its measurements in the same order, null if not measured. Without a measurement the value is a bound.
 */
export function verticalAxes(need: GrowthNeed): readonly VerticalAxis[] {
  const { under } = need;
  const singleTrafficAxes = under.map((id, i): VerticalAxis => {
    const { title, summary } = studyTraffic.find((measurement) => measurement.id === id)!;
    return {
      id: `throughput ${id}`,
      title: `throughput, ${title}`,
      summary: `Throughput per terminal under this traffic alone. ${summary}`,
      ...throughputAxis,
      needs: [id],
      of({ candidate, under: measurements }) {
        const bound = candidate.bounds[i];
        const measurement = measurements[i] ?? null;
        if (measurement === null) return { value: bound, error: 0, isMeasured: false, bound };
        return { value: Math.min(measurement.throughput, bound), error: measurement.error, isMeasured: true, bound };
      },
    };
  });
  return [
    worstThroughputAxis(under),
    ...(under.length < 2 ? [] : singleTrafficAxes),
    latencyAxis,
    ...(maxDoublings(need.terminals) > 0 ? [growthAxis(need)] : []),
  ];
}

/** The selected axes. */
export interface AxisSelection {
  readonly across: StudyAxis;
  readonly up: VerticalAxis;
}

/** Ids of the default axes, which also determine the answer. */
export const defaultAxes = { horizontalAxisId: "cost", verticalAxisId: "throughput" } as const;

/** The axes with the given ids, or the default axes. */
export const axisSelection = (
  need: GrowthNeed & Pick<StudyNeed, "cost">,
  { horizontalAxisId, verticalAxisId }: { readonly horizontalAxisId: string; readonly verticalAxisId: string },
): AxisSelection => ({
  across: findAxis(horizontalAxes(need), horizontalAxisId),
  up: findAxis(verticalAxes(need), verticalAxisId),
});

/** The axis with that id; the first axis if none has it. */
export const findAxis = <A extends { readonly id: string }>(axes: readonly A[], id: string): A =>
  axes.find((each) => each.id === id) ?? axes[0];
