/** The finding of one scenario, for any workload. */
import type { Analysis } from "../core/analysis/analysis.ts";
import type { Results } from "../core/measures/results.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { type Finding, findingOfTraffic } from "./traffic.ts";
import { withComponents } from "./scope.ts";
import { networkPhrase } from "../words/networks.ts";
import { findingOfProgram } from "./program.ts";
import type { Units } from "../words/units.ts";

/**
 * The finding of a run. A deadlock takes precedence over everything else. The analysis, if available, adds what an empty network would
 * take.
 */
export function findingOfScenario(units: Units, scenario: Scenario, results: Results, analysis: Analysis | null): Finding {
  return results.deadlock === null && results.ranks !== undefined
    ? withComponents(scenario, findingOfProgram(units, scenario, networkPhrase(scenario), results, analysis))
    : findingOfTraffic(units, scenario, results, analysis);
}
