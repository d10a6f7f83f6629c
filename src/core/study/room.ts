/** How far a network can grow: the sizes that its family reaches with the same switches. */
import { lru } from "../base/once.ts";
import { largest, type Size } from "../topologies/contract.ts";
import { boundUnder } from "./bounds.ts";
import { type Candidate, networksOf } from "./candidates.ts";
import type { Need } from "./need.ts";

/** A bound that is lower by a smaller fraction counts as equal, because that of uniform traffic changes by (T − 1) / T alone. */
const asMuch = 0.98;

/** The part of a need on which the room to grow depends. */
export type Grown = Pick<Need, "terminals" | "ports" | "under">;

/** How often the number of terminals can be doubled until the largest network that can be built here. */
export const mostDoublings = (terminals: number): number => Math.floor(Math.log2(largest.terminals / terminals) + 1e-9);

/** A larger network of a family: maximum ports of its switches, and the minimum of its bounds, phits per cycle and terminal. */
interface Larger {
  readonly ports: number;
  readonly bound: number;
}

/** Results for the last need, by family and doublings, because they are needed for every network repeatedly. */
const largerSoFar = lru(() => new Map<string, readonly Larger[]>(), 1);

/**
 * How often the number of terminals can be doubled so that the same family still has a network from switches with no more ports and with an
 * equal bound: a torus pays for its size with throughput, a tree with free ports. 0 to {@link maxDoublings}. Only the size of the family is
 * compared; whether cables can stay in place is another question (Singla, Hong, Popa, Godfrey, NSDI 2012, §3).
 */
export function doublingsOf({ topology, ports, bound }: Candidate, need: Grown): number {
  for (let doublings = mostDoublings(need.terminals); doublings > 0; doublings--) {
    const isReached = largerOf(topology.kind, need, doublings).some((each) => each.ports <= ports && each.bound >= asMuch * bound);
    if (isReached) return doublings;
  }
  return 0;
}

/** The networks of a family at a doubled size. There may be several; each is considered. */
function largerOf(kind: string, { terminals, ports, under }: Grown, doublings: number): readonly Larger[] {
  const larger = largerSoFar(`${terminals} ${ports} ${under.join()}`);
  const name = `${kind} ${doublings}`;
  const known = larger.get(name);
  if (known !== undefined) return known;
  const least = terminals * 2 ** doublings;
  const size: Size = { terminals: least, mostTerminals: Math.min(2 * least - 1, largest.terminals), ports };
  const found = networksOf(kind, size).map(({ facts, ports: most }) => ({
    ports: most,
    bound: Math.min(...under.map((traffic) => boundUnder(traffic, facts))),
  }));
  larger.set(name, found);
  return found;
}
