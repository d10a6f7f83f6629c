/** Several documents as one that shows them beside each other. */
import { documentOf, writeDocument } from "../core/scenario/document.ts";
import { readScenario } from "../core/scenario/scenario.ts";
import { type Change, changesOf } from "../core/scenario/variants.ts";
import type { OpenDocument, ScenarioDocument } from "./contract.ts";

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
