/** Size and structure of a network, before anything runs on it; loaded with the first request. */
import { type Size, sizeOf } from "../core/analysis/size.ts";
import { type Structure, structureOf } from "../core/analysis/structure.ts";
import type { ChosenKind } from "../core/base/params.ts";
import { fetchKinds } from "../core/kinds/fetch-kinds.ts";
import { factsOf, networkOf } from "../core/scenario/facts.ts";

/** Limits of the search for a bisection and for distances, which have to be fast while the user types. */
const mostLooks = { halves: 5e7, distances: 2e7 } as const;

/** The description of a network. */
export interface TopologyTold {
  readonly size: Size;
  readonly structure: Structure;
}

/** Builds a valid topology and analyzes it; takes a second or two for the largest networks. */
export async function tellTopology(topology: ChosenKind): Promise<TopologyTold> {
  await fetchKinds();
  const network = networkOf(topology);
  return {
    size: sizeOf(network, factsOf(topology), mostLooks.distances),
    structure: structureOf(network, 1, { left: mostLooks.halves }),
  };
}
