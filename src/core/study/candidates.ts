/** The networks of all families that meet a need, from closed forms; nothing is built. */
import type { ChosenKind, Values } from "../base/params.ts";
import { billOf } from "../costs/bill.ts";
import { outsideHosts } from "../network/parts.ts";
import { checkTopology, factsOf } from "../scenario/facts.ts";
import { type Facts, largest, type Size } from "../topologies/contract.ts";
import { topologies } from "../kinds/all-kinds.ts";
import { boundUnder } from "./bounds.ts";
import type { Need } from "./need.ts";

/** A network that meets the need, with its cost and bounds. */
export interface Candidate {
  /** Kind and values of the network; it does not depend on the need. */
  readonly id: string;
  readonly topology: ChosenKind;
  readonly facts: Facts;
  /** Maximum number of ports of a switch. */
  readonly ports: number;
  /** Total cost, US$. */
  readonly cost: number;
  /** Cost per terminal that is needed, US$; additional terminals have no use. */
  readonly perTerminal: number;
  /** For each traffic of the need, in order: upper bound of the throughput of every terminal, phits per cycle, by {@link boundUnder}. */
  readonly bounds: readonly number[];
  /** The minimum of the bounds. */
  readonly bound: number;
}

/** Maximum size of a candidate, relative to the terminals that are needed. */
export const roomiest = 1.5;

/** All networks with enough terminals from switches with the given ports; the budget is not considered. */
export function candidatesOf(need: Need): readonly Candidate[] {
  const size: Size = { terminals: need.terminals, mostTerminals: Math.floor(need.terminals * roomiest), ports: need.ports };
  return topologies.kinds.flatMap(({ id }) => networksOf(id, size).map((each) => candidateIn(each, need)));
}

/** A network that can be bought: its facts, and the maximum ports of a switch. */
interface Offered {
  readonly topology: ChosenKind;
  readonly facts: Facts;
  readonly ports: number;
}

/** The networks of a family in a range of sizes that can be built here. */
export function networksOf(kind: string, size: Size): readonly Offered[] {
  return [...(topologies.get(kind).sizes?.(size) ?? [])].flatMap((values) => offered({ kind, values }, size) ?? []);
}

/** A topology with its facts; null if it is invalid, too small, too large, or has switches with too many ports. */
function offered(topology: ChosenKind, { terminals, ports: most }: Pick<Size, "terminals" | "ports">): Offered | null {
  if (checkTopology(topology).length > 0) return null;
  const facts = factsOf(topology);
  if (facts.terminals < terminals || facts.terminals > largest.terminals || facts.links > largest.links) return null;
  // A switch inside a host is not bought separately, but must exist.
  if (facts.parts.switches.some((part) => part.ports > most)) return null;
  return { topology, facts, ports: Math.max(0, ...outsideHosts(facts.parts).switches.map((part) => part.ports)) };
}

/** A network as a candidate; null if it does not meet the need. */
export function candidateOf(topology: ChosenKind, need: Need): Candidate | null {
  const found = offered(topology, need);
  return found === null ? null : candidateIn(found, need);
}

/** Adds the cost and the bounds under a need to a network. */
function candidateIn({ topology, facts, ports }: Offered, need: Need): Candidate {
  const { total } = billOf(need.cost, facts.parts);
  const bounds = need.under.map((traffic) => boundUnder(traffic, facts));
  return {
    id: nameOf(topology),
    topology,
    facts,
    ports,
    cost: total,
    perTerminal: total / need.terminals,
    bounds,
    bound: Math.min(...bounds),
  };
}

const nameOf = ({ kind, values }: ChosenKind) =>
  `${kind} ${Object.entries(values as Values)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(" ")}`;
