/** Converts the networks of a document to drawings of the same networks (*Make it mine*). */
import { refuse } from "../../base/errors.ts";
import { uncapitalize } from "../../base/words.ts";
import type { ChosenKind } from "../../base/params.ts";
import { drawnTopologyId } from "../../topologies/contract.ts";
import { allTopologies } from "../../kinds/all-kinds.ts";
import { type Document, variantsOf } from "../document.ts";
import { isWithin } from "../param-path.ts";
import type { Scenario } from "../scenario.ts";
import { changesOf } from "../variants.ts";

/** The topology as a drawing of the same network, or the reason why that is impossible, as a sentence. */
export function drawingOfTopology(topology: ChosenKind): ChosenKind | string {
  if (topology.kind === drawnTopologyId) return topology;
  const values = allTopologies.get(drawnTopologyId).valuesToReplace!(topology, allTopologies);
  return typeof values === "string" ? values : { kind: drawnTopologyId, values };
}

/**
 * A document with drawings in place of all its networks.
 * @throws ScenarioError if a network cannot be drawn, or if networks are swept
 */
export function documentWithDrawings(document: Document): Document {
  if (document.sweep.some(({ path }) => isWithin(path, ["topology"])))
    refuse("sweep", "this document sweeps the topology, and a drawing has no parameters to sweep.", "Leave the topology out of the sweep.");
  const scenarios = variantsOf(document).map((scenario): Scenario => {
    const topology = drawingOfTopology(scenario.topology);
    return typeof topology === "string"
      ? refuse("topology", uncapitalize(topology), "Run the document as it is.")
      : { ...scenario, topology };
  });
  const [first, ...others] = scenarios;
  return {
    ...document,
    topology: first.topology,
    beside: document.beside.map(({ title }, i) => ({ title, changes: changesOf(first, others[i]) })),
  };
}
