/** Facts of a topology before the network is built. */
import { type ChosenKind, isInRange } from "../base/params.ts";
import { once } from "../base/once.ts";
import type { Network } from "../network/network.ts";
import type { Facts } from "../topologies/contract.ts";
import { topologies } from "../topologies/shelf.ts";

/** Issues with the combination of a topology's parameters, with paths relative to the topology. */
export const checkTopology = once(({ kind, values }: ChosenKind) => topologies.get(kind).check(values));

/** Closed-form facts of a topology, fast enough for every keystroke. The topology must have been checked before. */
export const factsOf = once(({ kind, values }: ChosenKind): Facts => topologies.get(kind).expect(values));

/** The facts of a topology; null if its parameters are out of range, where closed forms may overflow, or contradict each other. */
export function checkedFacts(topology: ChosenKind): Facts | null {
  return isInRange(topologies)(topology) && checkTopology(topology).length === 0 ? factsOf(topology) : null;
}

/** Builds the network of a topology, which must have been checked before and must not be too large. */
export const networkOf = ({ kind, values }: ChosenKind): Network => topologies.get(kind).build(values);
