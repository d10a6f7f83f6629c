/** How far a network can grow: what its family reaches from the same switches. */
import { checkTopology, factsOf } from "../scenario/facts.ts";
import { largest } from "../topologies/contract.ts";
import { topologies } from "../topologies/shelf.ts";
import { boundUnder } from "./bounds.ts";
import type { Candidate } from "./candidates.ts";
import type { Need } from "./need.ts";

/** A bound that is less by a smaller part counts as equal: that of uniform traffic grows by (T − 1) / T alone. */
const asMuch = 0.98;

/** What is asked for, as far as room to grow depends on it. */
export type Grown = Pick<Need, "terminals" | "ports" | "under">;

/** How often what is asked for can be doubled until it is the most that is built here. */
export const mostDoublings = (terminals: number): number => Math.floor(Math.log2(largest.terminals / terminals) + 1e-9);

/** A network of the family that is larger. */
interface Larger {
  readonly doublings: number;
  readonly ports: number;
  readonly bound: number;
}

let last: { readonly key: string; readonly larger: ReadonlyMap<string, readonly Larger[]> } | null = null;

/**
 * How often the number of terminals asked for can be doubled, so that the same family still has a network from switches with no more ports
 * that carries as much by its bound, but for what counts as equal: a torus pays for its size with throughput, a tree with ports that it
 * has. From 0 to {@link mostDoublings}. It is the size of the family that is compared; whether cables stay where they are is another matter
 * (Singla, Hong, Popa, Godfrey, NSDI 2012, §3).
 */
export function doublingsOf({ topology, ports, bound }: Candidate, need: Grown): number {
  const { terminals, ports: mostPorts, under } = need;
  const key = `${terminals} ${mostPorts} ${under.join()}`;
  if (last?.key !== key) last = { key, larger: largerThan(need) };
  return (last.larger.get(topology.kind) ?? []).reduce(
    (most, each) => (each.ports <= ports && each.bound >= asMuch * bound ? Math.max(most, each.doublings) : most),
    0,
  );
}

/** By family, what there is of every doubled size. Several networks of a size may be as good for it; each is looked at. */
function largerThan({ terminals, ports, under }: Grown): ReadonlyMap<string, readonly Larger[]> {
  const sizes = Array.from({ length: mostDoublings(terminals) }, (_, i) => i + 1);
  return new Map(
    topologies.kinds.map((kind) => [
      kind.id,
      sizes.flatMap((doublings) => {
        const least = terminals * 2 ** doublings;
        const size = { terminals: least, mostTerminals: Math.min(2 * least - 1, largest.terminals), ports };
        return [...(kind.sizes?.(size) ?? [])].flatMap((values): readonly Larger[] => {
          const topology = { kind: kind.id, values };
          if (checkTopology(topology).length > 0) return [];
          const facts = factsOf(topology);
          if (facts.terminals < least || facts.links > largest.links) return [];
          const most = Math.max(...facts.parts.switches.map((part) => part.ports));
          return most > ports ? [] : [{ doublings, ports: most, bound: Math.min(...under.map((each) => boundUnder(each, facts))) }];
        });
      }),
    ]),
  );
}
