/** Converts the networks of a document to drawings of the same networks (*Make it mine*). */
import { refuse } from "../../base/errors.ts";
import { uncapital } from "../../base/words.ts";
import type { ChosenKind } from "../../base/params.ts";
import { drawnId } from "../../topologies/contract.ts";
import { topologies } from "../../kinds/all-kinds.ts";
import { type Document, variantsOf } from "../document.ts";
import { isWithin } from "../place.ts";
import type { Scenario } from "../scenario.ts";
import { changesOf } from "../variants.ts";

/** The topology as a drawing of the same network, or the reason why that is impossible, as a sentence. */
export function drawnTopology(topology: ChosenKind): ChosenKind | string {
  if (topology.kind === drawnId) return topology;
  const values = topologies.get(drawnId).takesOver!(topology, topologies);
  return typeof values === "string" ? values : { kind: drawnId, values };
}

/**
 * A document with drawings in place of all its networks.
 * @throws ScenarioError if a network cannot be drawn, or if networks are swept
 */
export function drawnDocument(document: Document): Document {
  if (document.sweep.some(({ path }) => isWithin(path, ["topology"])))
    refuse("sweep", "networks are swept here, and a drawing has no numbers to sweep.", "Leave the topology out of the sweep.");
  const drawn = variantsOf(document).map((scenario): Scenario => {
    const topology = drawnTopology(scenario.topology);
    return typeof topology === "string" ? refuse("topology", uncapital(topology), "Run it as it is.") : { ...scenario, topology };
  });
  const [first, ...others] = drawn;
  return {
    ...document,
    topology: first.topology,
    beside: document.beside.map(({ title }, i) => ({ title, changes: changesOf(first, others[i]) })),
  };
}
