/** Small pictures of the documents that an exhibit opens. */
import type { ChosenKind } from "../../../core/base/params.ts";
import { patterns } from "../../../core/patterns/shelf.ts";
import { readDocument } from "../../../core/scenario/read-document.ts";
import { factsOf, type Scenario } from "../../../core/scenario/scenario.ts";
import { topologies } from "../../../core/topologies/shelf.ts";
import { workloads } from "../../../core/workloads/shelf.ts";
import type { OpenDocument } from "../../../reproductions/contract.ts";
import type { Picture } from "../../pictogram/picture.ts";
import { pictureOf, pictureOfNetwork, pictureOfWorkload } from "../../pictogram/pictures.ts";

/** More switches than these are too small to see: then the kind's own picture stands for its shape. */
const mostSwitches = 64;
/** Who sends to whom among more terminals cannot be made out. */
const mostTerminals = 64;

/** Of each document its network; where all are about the same network, who sends to whom on it, unless several are compared. */
export function picturesOf(documents: readonly OpenDocument[]): readonly (Picture | null)[] {
  const scenarios = documents.map(({ document }) => readDocument(document));
  const isSame = new Set(scenarios.map(({ topology }) => JSON.stringify(topology))).size === 1 && scenarios.length > 1;
  return scenarios.map(
    (scenario) => (isSame && scenario.beside.length === 0 ? patternPicture(scenario) : null) ?? networkPicture(scenario),
  );
}

/** The network of a scenario, or of its kind where it is too large. */
export function networkPicture({ topology }: Pick<Scenario, "topology">, most = mostSwitches): Picture | null {
  const kind = topologies.get(topology.kind);
  return factsOf(topology).switches > most ? pictureOf(kind) : pictureOfNetwork(kind, topology.values);
}

function patternPicture({ topology, workload }: Scenario): Picture | null {
  const pattern = workload.values["pattern"] as ChosenKind | undefined;
  const kind = patterns.find(pattern?.kind ?? "");
  if (kind !== undefined) return pictureOf(kind);
  // Programs are told apart by their networks; traffic by who sends to whom, where that can be seen.
  const traffic = workloads.get(workload.kind);
  if (!traffic.endless || factsOf(topology).terminals > mostTerminals) return null;
  return pictureOfWorkload(traffic, workload.values, topologies.get(topology.kind).build(topology.values));
}
