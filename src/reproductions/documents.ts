/** Documents that exhibits open and build. */
import { axisOf, coordinate, type Network } from "../core/network/network.ts";
import type { Plan } from "../core/plan/plan.ts";
import { compile } from "../core/run/compile.ts";
import { documentOf, writeDocument } from "../core/scenario/document.ts";
import { readScenario } from "../core/scenario/scenario.ts";
import { type Change, changesOf } from "../core/scenario/variants.ts";
import type { OpenDocument, ScenarioDocument } from "./contract.ts";

/** A network by itself, to be opened: under uniform traffic, which every network can have. */
export const underUniform = (title: string, topology: ScenarioDocument, version = 1): ScenarioDocument => ({
  version,
  title,
  topology,
  workload: { kind: "open-loop", pattern: { kind: "uniform" } },
});

/** What a document is compiled to. */
export const compiledPlan = (document: ScenarioDocument): Plan => compile(readScenario(document)).plan;

/** The network of a document as it is built. */
export const builtNetwork = (document: ScenarioDocument): Network => compiledPlan(document).network;

/** The level of each node of a tree; terminals are below the lowest, at −1. */
export function levelsIn(network: Network): (node: number) => number {
  const axis = axisOf(network, "level");
  return (node) => (node < network.terminals ? -1 : coordinate(network, node, axis));
}

/** One document of up to eight; each but the first is kept as what sets it apart, under its own title. */
export function sideBySide(title: string, documents: readonly OpenDocument[]): ScenarioDocument {
  const [first, ...others] = documents.map(({ document }) => readScenario(document));
  // In the order in which a link keeps them.
  const place = ({ path }: Change) => path.join(".");
  const beside = others.map((other, i) => ({
    title: documents[i + 1].title,
    changes: changesOf(first, other).toSorted((a, b) => (place(a) < place(b) ? -1 : 1)),
  }));
  return writeDocument({ ...documentOf({ ...first, title }), beside });
}
