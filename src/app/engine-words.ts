/** Which engine makes the numbers of a document's networks, and what it makes of their packets, in a sentence or two. */
import { type Document, letterOf, variantsOf } from "../core/scenario/document.ts";
import { sayGrains, sayOverheads } from "../core/scenario/engine.ts";

export function sayEngines(document: Document): string {
  const scenarios = variantsOf(document);
  const letters = scenarios.map((_, i) => letterOf(i));
  return sayGrains(scenarios, letters) + sayOverheads(scenarios, letters);
}
