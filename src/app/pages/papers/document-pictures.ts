/** Pictograms of the documents that an exhibit opens. */
import type { ChosenKind } from "../../../core/base/params.ts";
import { patterns } from "../../../core/patterns/registry.ts";
import { parseDocument } from "../../../core/scenario/read-document.ts";
import { topologyFacts, type Scenario } from "../../../core/scenario/scenario.ts";
import { topologies } from "../../../core/topologies/registry.ts";
import { workloads } from "../../../core/workloads/registry.ts";
import type { OpenDocument } from "../../../reproductions/contract.ts";
import type { PictogramData } from "../../pictogram/pictogram-data.ts";
import { pictogramOf, networkPictogram, workloadPictogram } from "../../pictogram/pictograms.ts";

/** Networks with more switches are too fine for a pictogram; the picture of their topology is shown instead. */
const maxSwitches = 64;
/** A traffic matrix with more terminals is not readable in a pictogram. */
const maxTerminals = 64;

/**
 * A picture of the network of each document. If all documents have the same network, each picture shows the traffic instead, except for
 * documents that compare several networks.
 */
export function documentPictures(documents: readonly OpenDocument[]): readonly (PictogramData | null)[] {
  const scenarios = documents.map(({ document }) => parseDocument(document));
  const isSameNetwork = new Set(scenarios.map(({ topology }) => JSON.stringify(topology))).size === 1 && scenarios.length > 1;
  return scenarios.map(
    (scenario) => (isSameNetwork && scenario.beside.length === 0 ? patternPicture(scenario) : null) ?? networkPicture(scenario),
  );
}

/** A picture of a scenario's network, or of its topology if the network is too large. */
export function networkPicture({ topology }: Pick<Scenario, "topology">, limit = maxSwitches): PictogramData | null {
  const kind = topologies.get(topology.kind);
  return topologyFacts(topology).switches > limit ? pictogramOf(kind) : networkPictogram(kind, topology.values);
}

function patternPicture({ topology, workload }: Scenario): PictogramData | null {
  const pattern = workload.values["pattern"] as ChosenKind | undefined;
  const kind = patterns.find(pattern?.kind ?? "");
  if (kind !== undefined) return pictogramOf(kind);
  // Finite workloads get no picture of their traffic. Endless traffic is drawn as a matrix, if the matrix is small enough to be readable.
  const traffic = workloads.get(workload.kind);
  if (!traffic.isEndless || topologyFacts(topology).terminals > maxTerminals) return null;
  return workloadPictogram(traffic, workload.values, topologies.get(topology.kind).build(topology.values));
}
