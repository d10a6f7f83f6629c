/** What networks can be drawn against: what they cost, and what they give. */
import { costs } from "../costs/shelf.ts";
import type { Candidate } from "./candidates.ts";
import type { Need } from "./need.ts";
import type { Standing } from "./order.ts";
import { traffics } from "./traffics.ts";

export interface StudyAxis {
  readonly id: string;
  /** As it stands beside the picture: `cost a terminal`. */
  readonly title: string;
  readonly summary: string;
  readonly unit: string;
  /** Null where the network has no such number. */
  of(standing: Standing): number | null;
}

/** Links that are bought as cables: all but those within hosts. */
export const cablesOf = ({ facts }: Candidate) => facts.links - (facts.inside?.links ?? 0);

const always: readonly StudyAxis[] = [
  {
    id: "cost",
    title: "cost a terminal",
    summary: "Switches, links and adapters by the price list, for each terminal that is needed.",
    unit: "US$",
    of: ({ candidate }) => candidate.perTerminal,
  },
  {
    id: "cables",
    title: "cables a terminal",
    summary: "Links to lay, those to the terminals among them, for each terminal.",
    unit: "",
    of: ({ candidate }) => cablesOf(candidate) / candidate.facts.terminals,
  },
  {
    id: "ports",
    title: "switch ports a terminal",
    summary: "Ports of all switches, plugged or not, for each terminal.",
    unit: "",
    of: ({ candidate: { facts } }) => facts.parts.switches.reduce((sum, { ports, count }) => sum + ports * count, 0) / facts.terminals,
  },
  {
    id: "diameter",
    title: "diameter",
    summary: "Channels on the longest of all shortest ways between two terminals.",
    unit: "channels",
    of: ({ candidate }) => candidate.facts.diameter,
  },
  {
    id: "distance",
    title: "mean distance",
    summary: "Channels on a shortest way, on average over all pairs of terminals: most of the latency of an empty network.",
    unit: "channels",
    of: ({ candidate }) => candidate.facts.meanDistance,
  },
];

/** Across: what has to be paid, in one coin or another, less is better. Metres only by a price list that knows lengths. */
export function acrossAxesOf({ cost: { kind, values } }: Pick<Need, "cost">): readonly StudyAxis[] {
  const list = costs.get(kind);
  if (list.metresOf === undefined) return always;
  const metres: StudyAxis = {
    id: "metres",
    title: "metres of cable a terminal",
    summary: "Metres of all links by the lengths of the price list, those to the terminals among them, for each terminal.",
    unit: "m",
    // Classes of links within hosts are no cables, and lists of lengths do not tell them.
    of: ({ candidate: { facts } }) =>
      facts.inside !== undefined
        ? null
        : facts.parts.links.reduce((sum, part) => sum + part.count * list.metresOf!(values as never, part), 0) / facts.terminals,
  };
  return [...always.slice(0, 2), metres, ...always.slice(2)];
}

/** A network on an axis that runs make sure. */
export interface Given {
  readonly value: number;
  readonly error: number;
  readonly isMeasured: boolean;
  readonly bound: number;
}

/** Up: what the network gives, more is better; phits per cycle a terminal, from 0 to 1. */
export interface UpAxis extends Omit<StudyAxis, "of"> {
  of(standing: Standing): Given;
}

const unit = "phits/cycle a terminal";

const worst: UpAxis = {
  id: "throughput",
  title: "worst throughput",
  summary: "What every terminal gets through under the worst of the traffic.",
  unit,
  of: ({ carries, error, isMeasured, candidate }) => ({ value: carries, error, isMeasured, bound: candidate.bound }),
};

/** The worst, and each traffic of the need alone where there are several. */
export function upAxesOf({ under }: Pick<Need, "under">): readonly UpAxis[] {
  const alone = under.map((id, i): UpAxis => {
    const { title, summary } = traffics.find((each) => each.id === id)!;
    return {
      id: `throughput ${id}`,
      title: `throughput, ${title}`,
      summary: `What every terminal gets through under this traffic alone. ${summary}`,
      unit,
      of({ candidate, under: found }) {
        const bound = candidate.bounds[i];
        const each = found[i] ?? null;
        if (each === null) return { value: bound, error: 0, isMeasured: false, bound };
        return { value: Math.min(each.throughput, bound), error: each.error, isMeasured: true, bound };
      },
    };
  });
  return under.length < 2 ? [worst] : [worst, ...alone];
}

/** The axis of that name among those offered; the first where it is not offered. */
export const findAxis = <A extends { readonly id: string }>(axes: readonly A[], id: string): A =>
  axes.find((each) => each.id === id) ?? axes[0];
