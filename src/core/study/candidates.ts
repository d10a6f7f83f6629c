/** Every network of every family that meets a need, from closed forms: nothing is built. */
import type { ChosenKind, Values } from "../base/params.ts";
import { billOf } from "../costs/bill.ts";
import { outsideHosts } from "../network/parts.ts";
import { checkTopology, factsOf } from "../scenario/facts.ts";
import { type Facts, largest, type Size } from "../topologies/contract.ts";
import { topologies } from "../kinds/all-kinds.ts";
import { boundUnder } from "./bounds.ts";
import type { Need } from "./need.ts";

export interface Candidate {
  /** The same for the same network, whatever is asked of it: its kind and its values. */
  readonly id: string;
  readonly topology: ChosenKind;
  readonly facts: Facts;
  /** Most ports of a switch. */
  readonly ports: number;
  /** US$, of all. */
  readonly cost: number;
  /** US$ for each terminal that is needed: more of them than that are of no use. */
  readonly perTerminal: number;
  /** For each traffic of the need, in its order: most that every terminal can get through, phits per cycle, by {@link boundUnder}. */
  readonly bounds: readonly number[];
  /** The least of these. */
  readonly bound: number;
}

/** So many times the terminals needed are still a network of that size. */
export const roomiest = 1.5;

/** All networks that have the terminals, from switches of so many ports; what they cost does not matter here. */
export function candidatesOf(need: Need): readonly Candidate[] {
  const size: Size = { terminals: need.terminals, mostTerminals: Math.floor(need.terminals * roomiest), ports: need.ports };
  return topologies.kinds.flatMap(({ id }) => networksOf(id, size).map((each) => candidateIn(each, need)));
}

/** A network that can be bought: its facts, and the most ports of a switch. */
interface Offered {
  readonly topology: ChosenKind;
  readonly facts: Facts;
  readonly ports: number;
}

/** The networks of a family of such a size that can be built here. */
export function networksOf(kind: string, size: Size): readonly Offered[] {
  return [...(topologies.get(kind).sizes?.(size) ?? [])].flatMap((values) => offered({ kind, values }, size) ?? []);
}

function offered(topology: ChosenKind, { terminals, ports: most }: Pick<Size, "terminals" | "ports">): Offered | null {
  if (checkTopology(topology).length > 0) return null;
  const facts = factsOf(topology);
  if (facts.terminals < terminals || facts.terminals > largest.terminals || facts.links > largest.links) return null;
  // A switch inside a host is not bought, but must be one that there is.
  if (facts.parts.switches.some((part) => part.ports > most)) return null;
  return { topology, facts, ports: Math.max(0, ...outsideHosts(facts.parts).switches.map((part) => part.ports)) };
}

/** A network under a need; null where it does not meet it. */
export function candidateOf(topology: ChosenKind, need: Need): Candidate | null {
  const found = offered(topology, need);
  return found === null ? null : candidateIn(found, need);
}

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
