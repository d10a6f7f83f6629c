/** The document shown to readers without a link or a draft. */
import { type Document, documentOf } from "../../core/scenario/document.ts";
import { scenarioVersion } from "../../core/scenario/migrate.ts";
import { readScenario } from "../../core/scenario/scenario.ts";

/**
 * A network that is easy to picture, with more traffic than it can deliver. Unlike the document of an empty link, which has the defaults of
 * the schema, it has a title.
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
