/** The finding of any document, after all of its runs. */
import { compile } from "../core/run/compile.ts";
import { analyseScenario } from "../core/scenario/lockstep.ts";
import type { Results } from "../core/measures/results.ts";
import { type Document, cellsOf } from "../core/scenario/document.ts";
import { unitsOfDocument } from "../words/document-units.ts";
import { findingOf } from "./scenario.ts";
import type { Finding } from "./traffic.ts";
import { findingOfRuns } from "./whole.ts";

/**
 * The finding of a document: that of its sweep, otherwise of its comparison, otherwise of its first run. The modules that compile the first
 * scenario must have been loaded.
 * @param runs results of all runs, in the order of `cellsOf`
 */
export function findingOfDocument(document: Document, runs: readonly Results[]): Finding {
  const units = unitsOfDocument(document);
  const whole = findingOfRuns(units, document, runs);
  if (whole !== null) return whole;
  const [first] = cellsOf(document);
  return findingOf(units, first.scenario, runs[0], analyseScenario(first.scenario, compile(first.scenario).plan));
}
