/** What the page shows to somebody who comes without a link and has no draft. */
import { type Document, documentOf } from "../../core/scenario/document.ts";
import { scenarioVersion } from "../../core/scenario/migrate.ts";
import { readScenario } from "../../core/scenario/scenario.ts";

/**
 * The first document: a network that everybody can picture, with more traffic than it delivers. It has a title, and is not
 * the document that an empty link means: that one keeps the defaults of the schema.
 */
export function firstDocument(): Document {
  return documentOf(
    readScenario({
      version: scenarioVersion,
      title: "A first look",
      topology: { kind: "mesh", sizes: [8, 8] },
      workload: { kind: "open-loop", pattern: "uniform", load: 0.45 },
    }),
  );
}
