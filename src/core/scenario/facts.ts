/** What is known of a topology before it is built. */
import { type ChosenKind, isInRange } from "../base/params.ts";
import { once } from "../base/once.ts";
import type { Network } from "../network/network.ts";
import type { Facts } from "../topologies/contract.ts";
import { topologies } from "../topologies/shelf.ts";

/** What the numbers of a topology exclude together, by their names. */
export const checkTopology = once(({ kind, values }: ChosenKind) => topologies.get(kind).check(values));

/** The facts of a topology, in closed form: cheap enough for every keystroke. The topology's own check must have passed. */
export const factsOf = once(({ kind, values }: ChosenKind): Facts => topologies.get(kind).expect(values));

/** The facts of a topology; null while its values are out of range, where facts may be beyond reckoning, or exclude each other. */
export function checkedFacts(topology: ChosenKind): Facts | null {
  return isInRange(topologies)(topology) && checkTopology(topology).length === 0 ? factsOf(topology) : null;
}

/** The network of a topology, built. Its own check must have passed, and it must not be too large. */
export const networkOf = ({ kind, values }: ChosenKind): Network => topologies.get(kind).build(values);
