/** The finding of any document, after all of its runs. */
import { compile } from "../core/run/compile.ts";
import { analyzeScenario } from "../core/scenario/lockstep.ts";
import type { Results } from "../core/measures/results.ts";
import { type Document, cellsOf } from "../core/scenario/document.ts";
import { unitsOfDocument } from "../words/document-units.ts";
import { findingOfScenario } from "./scenario.ts";
import type { Finding } from "./traffic.ts";
import { findingOfRuns } from "./sweep-or-comparison.ts";

/**
 * The finding of a document: that of its sweep, otherwise of its comparison, otherwise of its first run. The modules that compile the first
 * scenario must have been loaded.
 * @param runs results of all runs, in the order of `cellsOf`
 */
export function findingOfDocument(document: Document, runs: readonly Results[]): Finding {
  const units = unitsOfDocument(document);
  const documentFinding = findingOfRuns(units, document, runs);
  if (documentFinding !== null) return documentFinding;
  const [first] = cellsOf(document);
  return findingOfScenario(units, first.scenario, runs[0], analyzeScenario(first.scenario, compile(first.scenario).plan));
}
