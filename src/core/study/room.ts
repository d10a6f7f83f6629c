/** How far a network can grow: what its family reaches from the same switches. */
import { lru } from "../base/once.ts";
import { largest, type Size } from "../topologies/contract.ts";
import { boundUnder } from "./bounds.ts";
import { type Candidate, networksOf } from "./candidates.ts";
import type { Need } from "./need.ts";

/** A bound that is less by a smaller part counts as equal: that of uniform traffic grows by (T − 1) / T alone. */
const asMuch = 0.98;

/** What is asked for, as far as room to grow depends on it. */
export type Grown = Pick<Need, "terminals" | "ports" | "under">;

/** How often what is asked for can be doubled until it is the most that is built here. */
export const mostDoublings = (terminals: number): number => Math.floor(Math.log2(largest.terminals / terminals) + 1e-9);

/** A larger network of a family: most ports of its switches, and the least of its bounds, phits per cycle and terminal. */
interface Larger {
  readonly ports: number;
  readonly bound: number;
}

/** Of the last need, by family and doublings: it is asked for every network, again and again. */
const largerSoFar = lru(() => new Map<string, readonly Larger[]>(), 1);

/**
 * How often the number of terminals asked for can be doubled, so that the same family still has a network from switches with no more ports
 * that carries as much by its bound, but for what counts as equal: a torus pays for its size with throughput, a tree with ports that it
 * has. From 0 to {@link mostDoublings}. It is the size of the family that is compared; whether cables stay where they are is another matter
 * (Singla, Hong, Popa, Godfrey, NSDI 2012, §3).
 */
export function doublingsOf({ topology, ports, bound }: Candidate, need: Grown): number {
  for (let doublings = mostDoublings(need.terminals); doublings > 0; doublings--) {
    const isReached = largerOf(topology.kind, need, doublings).some((each) => each.ports <= ports && each.bound >= asMuch * bound);
    if (isReached) return doublings;
  }
  return 0;
}

/** What a family has of a doubled size. Several networks of a size may be as good for it; each is looked at. */
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
