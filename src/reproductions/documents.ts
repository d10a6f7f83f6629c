/** Documents that exhibits open, and the networks and plans built from them. */
import { axisOf, coordinate, type Network } from "../core/network/network.ts";
import type { Plan } from "../core/plan/plan.ts";
import { compile } from "../core/run/compile.ts";
import { documentOf, writeDocument } from "../core/scenario/document.ts";
import { readScenario } from "../core/scenario/scenario.ts";
import { type ValueChange, changesOf } from "../core/scenario/variants.ts";
import type { Exhibit, OpenDocument, ScenarioDocument } from "./contract.ts";
import { paperOf } from "./papers.ts";

/** A document that is opened to show its network. It has uniform traffic, which is possible in every network. */
export const uniformTrafficOn = (title: string, topology: ScenarioDocument, version = 1): ScenarioDocument => ({
  version,
  title,
  topology,
  workload: { kind: "open-loop", pattern: { kind: "uniform" } },
});

/** The compiled plan of a document. */
export const compiledPlan = (document: ScenarioDocument): Plan => compile(readScenario(document)).plan;

/** The built network of a document. */
export const builtNetwork = (document: ScenarioDocument): Network => compiledPlan(document).network;

/** Returns the level of each node of a tree. Terminals are below the lowest level, at −1. */
export function levelOfNode(network: Network): (node: number) => number {
  const axis = axisOf(network, "level");
  return (node) => (node < network.terminals ? -1 : coordinate(network, node, axis));
}

/** Maximum length of a document's title in the bar of the workbench. The sentence below has all details. */
const maxTitleLength = 40;

/** A document of an exhibit with a short title for the workbench: its own, or the paper and the label of the exhibit. */
export function withShortTitle({ paper, label }: Pick<Exhibit, "paper" | "label">, document: ScenarioDocument): ScenarioDocument {
  const { title } = document;
  return typeof title === "string" && title.length <= maxTitleLength
    ? document
    : { ...document, title: `${paperOf(paper).name}, ${label}` };
}

/** Combines up to eight documents into a comparison. All but the first are stored as changes, each with its own title. */
export function comparisonDocument(title: string, documents: readonly OpenDocument[]): ScenarioDocument {
  const [first, ...others] = documents.map(({ document }) => readScenario(document));
  // Links store changes in the order of their paths as text.
  const pathText = ({ path }: ValueChange) => path.join(".");
  const variants = others.map((other, i) => ({
    title: documents[i + 1].title,
    changes: changesOf(first, other).toSorted((a, b) => (pathText(a) < pathText(b) ? -1 : 1)),
  }));
  return writeDocument({ ...documentOf({ ...first, title }), beside: variants });
}
