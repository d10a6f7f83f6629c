/** The finding of one scenario, for any workload. */
import type { Analysis } from "../core/analysis/analysis.ts";
import { isDeadlocked, type Results } from "../core/measures/results.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { workloads } from "../core/workloads/registry.ts";
import { type Finding, findingOfTraffic } from "./traffic.ts";
import { findingOfMessages } from "./messages.ts";
import { withComponents } from "./scope.ts";
import { networkPhrase } from "../words/networks.ts";
import { trafficPhrase } from "../words/traffic.ts";
import { findingOfProgram } from "./program.ts";
import type { Units } from "../words/units.ts";

/**
 * The finding of a run. A deadlock takes precedence over everything else. The analysis, if available, adds what an empty network would
 * take.
 */
export function findingOfScenario(units: Units, scenario: Scenario, results: Results, analysis: Analysis | null): Finding {
  if (results.deadlock === null && results.ranks !== undefined)
    return withComponents(scenario, findingOfProgram(units, scenario, networkPhrase(scenario), results, analysis));
  return workloads.get(scenario.workload.kind).isEndless || isDeadlocked(results)
    ? findingOfTraffic(units, scenario, results, analysis)
    : withComponents(scenario, findingOfMessages(units, networkPhrase(scenario), trafficPhrase(scenario), results));
}
