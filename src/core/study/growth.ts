/** How far a network can grow: the sizes that its family reaches with the same switches. */
import { memoizeTexts } from "../base/memoize.ts";
import { networkLimits, type NetworkSize } from "../topologies/contract.ts";
import { throughputBound } from "./bounds.ts";
import { type Candidate, networksOfFamily } from "./candidates.ts";
import type { StudyNeed } from "./need.ts";

/**
 * A bound that is lower by a smaller fraction counts as equal, because the bound of uniform traffic contains the factor (T − 1) / T, which
 * depends on the size.
 */
const boundTolerance = 0.98;

/** The part of a need on which the room to grow depends. */
export type GrowthNeed = Pick<StudyNeed, "terminals" | "ports" | "under">;

/** How often the number of terminals can be doubled until the largest network that can be built here. */
export const maxDoublings = (terminals: number): number => Math.floor(Math.log2(networkLimits.terminals / terminals) + 1e-9);

/** A larger network of a family: maximum ports of its switches, and the minimum of its bounds, phits per cycle and terminal. */
interface LargerNetwork {
  readonly ports: number;
  readonly bound: number;
}

/** Results for the last need, by family and doublings, because they are needed again for every network. */
const largerCache = memoizeTexts(() => new Map<string, readonly LargerNetwork[]>(), 1);

/**
 * How often the number of terminals can be doubled so that the same family still has a network from switches with no more ports and with an
 * equal bound: a torus pays for its size with throughput, a tree with free ports. 0 to {@link maxDoublings}. Only the size of the family is
 * compared; whether cables can stay in place is another question (Singla, Hong, Popa, Godfrey, NSDI 2012, §3).
 */
export function possibleDoublings({ topology, ports, bound }: Candidate, need: GrowthNeed): number {
  for (let doublings = maxDoublings(need.terminals); doublings > 0; doublings--) {
    const isReached = largerNetworks(topology.kind, need, doublings).some(
      (each) => each.ports <= ports && each.bound >= boundTolerance * bound,
    );
    if (isReached) return doublings;
  }
  return 0;
}

/** The networks of a family whose size is the required size, doubled `doublings` times. There may be several such networks. */
function largerNetworks(kind: string, { terminals, ports, under }: GrowthNeed, doublings: number): readonly LargerNetwork[] {
  const networksByName = largerCache(`${terminals} ${ports} ${under.join()}`);
  const name = `${kind} ${doublings}`;
  const cached = networksByName.get(name);
  if (cached !== undefined) return cached;
  const minTerminals = terminals * 2 ** doublings;
  const size: NetworkSize = { terminals: minTerminals, maxTerminals: Math.min(2 * minTerminals - 1, networkLimits.terminals), ports };
  const networks = networksOfFamily(kind, size).map(({ facts, ports: maxPorts }) => ({
    ports: maxPorts,
    bound: Math.min(...under.map((traffic) => throughputBound(traffic, facts))),
  }));
  networksByName.set(name, networks);
  return networks;
}
