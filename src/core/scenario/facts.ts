/** Facts of a topology before the network is built. */
import { type ChosenKind, isKindInRange } from "../base/params.ts";
import { memoize } from "../base/memoize.ts";
import type { Network } from "../network/network.ts";
import type { TopologyFacts } from "../topologies/contract.ts";
import { topologies } from "../topologies/registry.ts";

/** Issues with the combination of a topology's parameters, with paths relative to the topology. */
export const checkTopology = memoize(({ kind, values }: ChosenKind) => topologies.get(kind).check(values));

/** Closed-form facts of a topology, fast enough for every keystroke. The topology must have been checked before. */
export const topologyFacts = memoize(({ kind, values }: ChosenKind): TopologyFacts => topologies.get(kind).expectedFacts(values));

/** The facts of a topology; null if its parameters are out of range, where closed forms may overflow, or contradict each other. */
export function topologyFactsIfValid(topology: ChosenKind): TopologyFacts | null {
  return isKindInRange(topologies)(topology) && checkTopology(topology).length === 0 ? topologyFacts(topology) : null;
}

/** Builds the network of a topology, which must have been checked before and must not be too large. */
export const buildNetwork = ({ kind, values }: ChosenKind): Network => topologies.get(kind).build(values);
