/** The finding of any document, once all its runs are done. */
import { compile } from "../core/run/compile.ts";
import { analyseScenario } from "../core/scenario/lockstep.ts";
import type { Results } from "../core/measures/results.ts";
import { type Document, cellsOf } from "../core/scenario/document.ts";
import { unitsOfDocument } from "../words/document-units.ts";
import { findingOf } from "./scenario.ts";
import type { Finding } from "./traffic.ts";
import { findingOfRuns } from "./whole.ts";

/**
 * What the runs of a document found: its sweep, else its comparison, else its first run. What its first scenario is compiled with
 * has been fetched.
 * @param runs the results of all its runs, in the order of `cellsOf`
 */
export function findingOfDocument(document: Document, runs: readonly Results[]): Finding {
  const units = unitsOfDocument(document);
  const whole = findingOfRuns(units, document, runs);
  if (whole !== null) return whole;
  const [first] = cellsOf(document);
  return findingOf(units, first.scenario, runs[0], analyseScenario(first.scenario, compile(first.scenario).plan));
}
