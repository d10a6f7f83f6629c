/** The axes of the study: what networks cost, and what they offer. */
import { costs } from "../costs/shelf.ts";
import { outsideHosts } from "../network/parts.ts";
import { boundUnder, leastLatency } from "./bounds.ts";
import type { Candidate } from "./candidates.ts";
import { equal } from "./front.ts";
import { type Known, latencyLoad } from "./known.ts";
import type { Need } from "./need.ts";
import { doublingsOf, type Grown, mostDoublings } from "./room.ts";
import { packetPhits } from "./scenario.ts";
import { traffics } from "./traffics.ts";

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
  of(known: Known): number | null;
}

/** Switches to be bought: all except those inside hosts. */
export const switchesOf = ({ facts }: Candidate) => facts.switches - (facts.inside?.switches ?? 0);
/** Links to be bought as cables: all except those inside hosts. */
export const cablesOf = ({ facts }: Candidate) => facts.links - (facts.inside?.links ?? 0);

const unknown = ["has no closed form for it", "have no closed form for it"] as const;

/**
 * Axes that any price list allows.
 * @param terminals terminals that are needed, by which costs are divided; additional terminals have no use
 */
const always = (terminals: number): readonly StudyAxis[] => [
  {
    id: "cost",
    title: "cost a terminal",
    summary: "Switches, links and adapters by the price list, for each terminal that is needed. What is inside hosts comes with them.",
    unit: "US$",
    of: ({ candidate }) => candidate.perTerminal,
  },
  {
    id: "cables",
    title: "cables a terminal",
    summary: "Links to lay, those to the terminals among them, for each terminal that is needed.",
    unit: "",
    of: ({ candidate }) => cablesOf(candidate) / terminals,
  },
  {
    id: "ports",
    title: "switch ports a terminal",
    summary: "Ports of all switches, plugged or not, for each terminal that is needed.",
    unit: "",
    of: ({ candidate: { facts } }) =>
      outsideHosts(facts.parts).switches.reduce((sum, { ports, count }) => sum + ports * count, 0) / terminals,
  },
  {
    id: "diameter",
    title: "diameter",
    summary: "Channels on the longest of all shortest ways between two terminals.",
    unit: "channels",
    absent: unknown,
    of: ({ candidate }) => candidate.facts.diameter,
  },
  {
    id: "distance",
    title: "mean distance",
    summary: "Channels on a shortest way, on average over all pairs of terminals: most of the latency of an empty network.",
    unit: "channels",
    absent: unknown,
    of: ({ candidate }) => candidate.facts.meanDistance,
  },
];

/** Horizontal axes: costs of several kinds, less is better. Meters and watts are offered only if the price list states them. */
export function acrossAxesOf({ cost: { kind, values }, terminals }: Pick<Need, "cost" | "terminals">): readonly StudyAxis[] {
  const { metresOf, wattsOfPort } = costs.get(kind);
  const watts = wattsOfPort?.(values) ?? 0;
  const metres: StudyAxis = {
    id: "metres",
    title: "metres of cable a terminal",
    summary: "Metres of all links by the lengths of the price list, those to the terminals among them, for each terminal that is needed.",
    unit: "m",
    // Links inside hosts are no cables.
    of: ({ candidate: { facts } }) =>
      outsideHosts(facts.parts).links.reduce((sum, part) => sum + part.count * metresOf!(values, part), 0) / terminals,
  };
  const power: StudyAxis = {
    id: "power",
    title: "power a terminal",
    summary: `Watts of all switch ports with a link in them, ${watts} each by the price list, for each terminal that is needed.`,
    unit: "W",
    of: ({ candidate: { facts } }) =>
      (watts * outsideHosts(facts.parts).switches.reduce((sum, { ports, spare = 0, count }) => sum + (ports - spare) * count, 0)) /
      terminals,
  };
  const [cost, cables, ...others] = always(terminals);
  return [cost, cables, ...(metresOf === undefined ? [] : [metres]), ...(watts > 0 ? [power] : []), ...others];
}

/** The value of a network on a vertical axis. */
export interface Given {
  readonly value: number;
  readonly error: number;
  /** True if the value is measured or counted. Otherwise it is a bound: an upper one if more is better, a lower one if less is. */
  readonly isMeasured: boolean;
  readonly bound: number;
}

/** A vertical axis: what a network offers. */
export interface UpAxis extends Omit<StudyAxis, "of"> {
  readonly isMoreBetter: boolean;
  /** Natural maximum of the axis; null if there is none. */
  readonly most: number | null;
  /** Values with a smaller difference count as equal; the same in words. */
  readonly equal: number;
  readonly equalWords: string;
  /** Runs that are needed: ids of the need's traffic, or {@link latencyNeed}; empty if the value is computed. */
  readonly needs: readonly string[];
  /** Whether the unit is phits per cycle and terminal. */
  readonly isThroughput: boolean;
  /** The number that is displayed, if the axis is a logarithm. */
  told?(value: number): number;
  /** Null if the network has no value. */
  of(known: Known): Given | null;
}

/** Id of the run for the latency, next to the ids of traffic. */
export const latencyNeed = "latency";

const throughput = {
  unit: "phits/cycle a terminal",
  isMoreBetter: true,
  most: 1,
  equal,
  equalWords: `${equal}`,
  isThroughput: true,
} as const;

const worst = (under: readonly string[]): UpAxis => ({
  id: "throughput",
  title: "worst throughput",
  summary: "What every terminal gets through under the worst of the traffic.",
  ...throughput,
  needs: under,
  of: ({ carries, error, isMeasured, candidate }) => ({ value: carries, error, isMeasured, bound: candidate.bound }),
});

const latency: UpAxis = {
  id: "latency",
  title: `latency at a load of ${latencyLoad}`,
  short: "latency",
  summary: `Mean time of a packet of ${packetPhits} phits under uniform traffic that asks for ${latencyLoad} of each terminal's link. Less is better. A network that is full at that load has none.`,
  unit: "cycles",
  absent: ["is full at that load", "are full at that load"],
  isMoreBetter: false,
  most: null,
  equal: 1,
  equalWords: "a cycle",
  needs: [latencyNeed],
  isThroughput: false,
  of({ candidate: { facts }, latency: found }) {
    if (boundUnder("uniform", facts) < latencyLoad) return null;
    const bound = leastLatency(facts, packetPhits);
    if (found === null) return { value: bound, error: 0, isMeasured: false, bound };
    // A measured mean below the lower bound is due to chance.
    return found.cycles === null ? null : { value: Math.max(bound, found.cycles), error: found.error, isMeasured: true, bound };
  },
};

const room = (need: Grown): UpAxis => ({
  id: "room",
  title: "room to grow",
  summary:
    "How many times as many terminals its family reaches from switches of no more ports, carrying as much by its bound: doubled as often as it goes, up to the largest network that is built here.",
  unit: "times the terminals",
  isMoreBetter: true,
  most: mostDoublings(need.terminals),
  equal: 1,
  equalWords: "a doubling",
  needs: [],
  isThroughput: false,
  told: (value) => 2 ** value,
  of({ candidate }) {
    const doublings = doublingsOf(candidate, need);
    return { value: doublings, error: 0, isMeasured: true, bound: doublings };
  },
});

/**
 * The vertical axes: the worst throughput, the throughput under each traffic if there are several, latency, and room to grow if the need
 * can be doubled.
 */
export function upAxesOf(need: Grown): readonly UpAxis[] {
  const { under } = need;
  const alone = under.map((id, i): UpAxis => {
    const { title, summary } = traffics.find((each) => each.id === id)!;
    return {
      id: `throughput ${id}`,
      title: `throughput, ${title}`,
      summary: `What every terminal gets through under this traffic alone. ${summary}`,
      ...throughput,
      needs: [id],
      of({ candidate, under: found }) {
        const bound = candidate.bounds[i];
        const each = found[i] ?? null;
        if (each === null) return { value: bound, error: 0, isMeasured: false, bound };
        return { value: Math.min(each.throughput, bound), error: each.error, isMeasured: true, bound };
      },
    };
  });
  return [worst(under), ...(under.length < 2 ? [] : alone), latency, ...(mostDoublings(need.terminals) > 0 ? [room(need)] : [])];
}

/** The selected axes. */
export interface View {
  readonly across: StudyAxis;
  readonly up: UpAxis;
}

/** Ids of the default axes, which also determine the answer. */
export const usualAxes = { across: "cost", up: "throughput" } as const;

/** The axes with these ids, or defaults. */
export const viewOf = (need: Grown & Pick<Need, "cost">, { across, up }: { readonly across: string; readonly up: string }): View => ({
  across: findAxis(acrossAxesOf(need), across),
  up: findAxis(upAxesOf(need), up),
});

/** The axis with that id; the first one if it is not offered. */
export const findAxis = <A extends { readonly id: string }>(axes: readonly A[], id: string): A =>
  axes.find((each) => each.id === id) ?? axes[0];
