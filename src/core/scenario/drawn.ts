/** *Make it mine*: networks of a document as drawings of the same networks. */
import { refuse } from "../base/errors.ts";
import { uncapital } from "../base/words.ts";
import type { ChosenKind } from "../base/params.ts";
import { drawingOf, whyNotDrawn } from "../network/drawing/drawing-of.ts";
import { writeDrawing } from "../network/drawing/texts.ts";
import { drawnId } from "../topologies/contract.ts";
import { topologies } from "../topologies/shelf.ts";
import { type Document, variantsOf } from "./document.ts";
import { isWithin } from "./place.ts";
import { checkTopology, factsOf, type Scenario } from "./scenario.ts";
import { changesOf } from "./variants.ts";

/** Why the network of a topology cannot be drawn, as a sentence; null where it can. */
export function reasonAgainstDrawing(topology: ChosenKind): string | null {
  if (topology.kind === drawnId) return null;
  if (checkTopology(topology).length > 0) return "The numbers of this network exclude each other.";
  return whyNotDrawn(factsOf(topology));
}

/** The topology as a drawing of the same network; nothing may speak against that. */
export function drawnTopology(topology: ChosenKind): ChosenKind {
  if (topology.kind === drawnId) return topology;
  const network = topologies.get(topology.kind).build(topology.values as never);
  return { kind: drawnId, values: { ...writeDrawing(drawingOf(network)) } };
}

/**
 * A document with all its networks drawn, and nothing else changed.
 * @throws ScenarioError where one of them cannot be, or where its networks are swept
 */
export function drawnDocument(document: Document): Document {
  if (document.sweep.some(({ path }) => isWithin(path, ["topology"])))
    refuse("sweep", "networks are swept here, and a drawing has no numbers to sweep.", "Leave the topology out of the sweep.");
  const drawn = variantsOf(document).map((scenario): Scenario => {
    const reason = reasonAgainstDrawing(scenario.topology);
    if (reason !== null) refuse("topology", uncapital(reason), "Run it as it is.");
    return { ...scenario, topology: drawnTopology(scenario.topology) };
  });
  const [first, ...others] = drawn;
  return {
    ...document,
    topology: first.topology,
    beside: document.beside.map(({ title }, i) => ({ title, changes: changesOf(first, others[i]) })),
  };
}
