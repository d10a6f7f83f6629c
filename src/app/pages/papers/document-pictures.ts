/** Pictograms of the documents that an exhibit opens. */
import type { ChosenKind } from "../../../core/base/params.ts";
import { patterns } from "../../../core/patterns/shelf.ts";
import { readDocument } from "../../../core/scenario/read-document.ts";
import { factsOf, type Scenario } from "../../../core/scenario/scenario.ts";
import { topologies } from "../../../core/topologies/shelf.ts";
import { workloads } from "../../../core/workloads/shelf.ts";
import type { OpenDocument } from "../../../reproductions/contract.ts";
import type { Picture } from "../../pictogram/picture.ts";
import { pictureOf, pictureOfNetwork, pictureOfWorkload } from "../../pictogram/pictures.ts";

/** Networks with more switches are too fine for a pictogram; the picture of their topology is shown instead. */
const mostSwitches = 64;
/** A traffic matrix with more terminals is not readable in a pictogram. */
const mostTerminals = 64;

/**
 * A picture of the network of each document. If all documents have the same network, a picture of the traffic instead, except for documents
 * that compare several networks.
 */
export function picturesOf(documents: readonly OpenDocument[]): readonly (Picture | null)[] {
  const scenarios = documents.map(({ document }) => readDocument(document));
  const isSame = new Set(scenarios.map(({ topology }) => JSON.stringify(topology))).size === 1 && scenarios.length > 1;
  return scenarios.map(
    (scenario) => (isSame && scenario.beside.length === 0 ? patternPicture(scenario) : null) ?? networkPicture(scenario),
  );
}

/** A picture of a scenario's network, or of its topology if the network is too large. */
export function networkPicture({ topology }: Pick<Scenario, "topology">, most = mostSwitches): Picture | null {
  const kind = topologies.get(topology.kind);
  return factsOf(topology).switches > most ? pictureOf(kind) : pictureOfNetwork(kind, topology.values);
}

function patternPicture({ topology, workload }: Scenario): Picture | null {
  const pattern = workload.values["pattern"] as ChosenKind | undefined;
  const kind = patterns.find(pattern?.kind ?? "");
  if (kind !== undefined) return pictureOf(kind);
  // Finite workloads are distinguished by their networks. Endless traffic is drawn as a matrix, if it is small enough to be readable.
  const traffic = workloads.get(workload.kind);
  if (!traffic.endless || factsOf(topology).terminals > mostTerminals) return null;
  return pictureOfWorkload(traffic, workload.values, topologies.get(topology.kind).build(topology.values));
}
