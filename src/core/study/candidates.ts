/** The networks of all families that meet the requirements of a study. They follow from closed forms; nothing is built. */
import type { ChosenKind, Values } from "../base/params.ts";
import { billOf } from "../costs/bill.ts";
import { partsOutsideHosts } from "../network/bill-of-materials.ts";
import { checkTopology, topologyFacts } from "../scenario/facts.ts";
import { type TopologyFacts, networkLimits, type NetworkSize } from "../topologies/contract.ts";
import { allTopologies } from "../kinds/all-kinds.ts";
import { throughputBound } from "./bounds.ts";
import type { StudyNeed } from "./need.ts";

/** A network that meets the need, with its cost and bounds. */
export interface Candidate {
  /** Kind and values of the network; it does not depend on the need. */
  readonly id: string;
  readonly topology: ChosenKind;
  readonly facts: TopologyFacts;
  /** Maximum number of ports of a switch. */
  readonly ports: number;
  /** Total cost, US$. */
  readonly cost: number;
  /** Cost per terminal that is needed, US$; additional terminals have no use. */
  readonly perTerminal: number;
  /** For each required traffic, in order: upper bound of the throughput of every terminal, phits per cycle, by {@link throughputBound}. */
  readonly bounds: readonly number[];
  /** The minimum of the bounds. */
  readonly bound: number;
}

/** Maximum size of a candidate, relative to the terminals that are needed. */
export const maxOversize = 1.5;

/** All networks with enough terminals from switches with the given ports; the budget is not considered. */
export function candidatesOf(need: StudyNeed): readonly Candidate[] {
  const size: NetworkSize = { terminals: need.terminals, maxTerminals: Math.floor(need.terminals * maxOversize), ports: need.ports };
  return allTopologies.kinds.flatMap(({ id }) => networksOfFamily(id, size).map((each) => candidateOfNetwork(each, need)));
}

/** A network that can be bought: its facts, and the maximum ports of a switch. */
interface BuyableNetwork {
  readonly topology: ChosenKind;
  readonly facts: TopologyFacts;
  readonly ports: number;
}

/** The networks of a family in a range of sizes that can be built here. */
export function networksOfFamily(kind: string, size: NetworkSize): readonly BuyableNetwork[] {
  return [...(allTopologies.get(kind).designsOfSize?.(size) ?? [])].flatMap((values) => buyableNetwork({ kind, values }, size) ?? []);
}

/** A topology with its facts; null if it is invalid, too small, too large, or has switches with too many ports. */
function buyableNetwork(
  topology: ChosenKind,
  { terminals, ports: maxPorts }: Pick<NetworkSize, "terminals" | "ports">,
): BuyableNetwork | null {
  if (checkTopology(topology).length > 0) return null;
  const facts = topologyFacts(topology);
  if (facts.terminals < terminals || facts.terminals > networkLimits.terminals || facts.links > networkLimits.links) return null;
  // The limit also holds for switches inside hosts, although they are not bought separately.
  if (facts.parts.switches.some((part) => part.ports > maxPorts)) return null;
  return { topology, facts, ports: Math.max(0, ...partsOutsideHosts(facts.parts).switches.map((part) => part.ports)) };
}

/** A network as a candidate; null if it does not meet the need. */
export function candidateOfTopology(topology: ChosenKind, need: StudyNeed): Candidate | null {
  const network = buyableNetwork(topology, need);
  return network === null ? null : candidateOfNetwork(network, need);
}

/** Adds the cost and the bounds under a need to a network. */
function candidateOfNetwork({ topology, facts, ports }: BuyableNetwork, need: StudyNeed): Candidate {
  const { total } = billOf(need.cost, facts.parts);
  const bounds = need.under.map((traffic) => throughputBound(traffic, facts));
  return {
    id: candidateId(topology),
    topology,
    facts,
    ports,
    cost: total,
    perTerminal: total / need.terminals,
    bounds,
    bound: Math.min(...bounds),
  };
}

const candidateId = ({ kind, values }: ChosenKind) =>
  `${kind} ${Object.entries(values as Values)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(" ")}`;
