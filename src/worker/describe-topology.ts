/** Size and structure of a network, before anything runs on it; loaded with the first request. */
import { type NetworkMetrics, networkMetricsOf } from "../core/analysis/size.ts";
import { type Structure, structureOf } from "../core/analysis/structure.ts";
import type { ChosenKind } from "../core/base/params.ts";
import { fetchKinds } from "../core/kinds/fetch-kinds.ts";
import { topologyFacts, buildNetwork } from "../core/scenario/facts.ts";

/** Limits of the search for a bisection and for distances, which have to be fast while the user types. */
const searchLimits = { halves: 5e7, distances: 2e7 } as const;

/** The description of a network. */
export interface TopologyDescription {
  readonly size: NetworkMetrics;
  readonly structure: Structure;
}

/** Builds a valid topology and analyzes it; takes a second or two for the largest networks. */
export async function describeTopology(topology: ChosenKind): Promise<TopologyDescription> {
  await fetchKinds();
  const network = buildNetwork(topology);
  return {
    size: networkMetricsOf(network, topologyFacts(topology), searchLimits.distances),
    structure: structureOf(network, 1, { remaining: searchLimits.halves }),
  };
}
