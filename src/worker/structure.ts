/** What a network is by its size and structure, before anything runs on it: fetched with the first topology that is asked about. */
import { type Size, sizeOf } from "../core/analysis/size.ts";
import { type Structure, structureOf } from "../core/analysis/structure.ts";
import type { ChosenKind } from "../core/base/params.ts";
import { fetchKinds } from "../core/kinds/fetch-kinds.ts";
import { factsOf, networkOf } from "../core/scenario/facts.ts";

/** Looks at its halves, and for its distances: somebody is typing. */
const mostLooks = { halves: 5e7, distances: 2e7 } as const;

/** What is told of a network. */
export interface TopologyTold {
  readonly size: Size;
  readonly structure: Structure;
}

/** Builds a topology, which must be valid, and looks at it; within a second or two for the largest. */
export async function tellTopology(topology: ChosenKind): Promise<TopologyTold> {
  await fetchKinds();
  const network = networkOf(topology);
  return {
    size: sizeOf(network, factsOf(topology), mostLooks.distances),
    structure: structureOf(network, 1, { left: mostLooks.halves }),
  };
}
