/** The finding of one scenario, whatever its terminals do. */
import type { Analysis } from "../core/analysis/analysis.ts";
import type { Results } from "../core/measures/results.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { type Finding, findingOfTraffic } from "./traffic.ts";
import { withComponents } from "./in-parts.ts";
import { networkOf } from "../words/networks.ts";
import { programFinding } from "./program.ts";
import type { Units } from "../words/units.ts";

/** What a run found; that it has deadlocked goes before all that was known of it. The analysis adds what an empty network would take when it is there. */
export function findingOf(units: Units, scenario: Scenario, results: Results, analysis: Analysis | null): Finding {
  return results.deadlock === null && results.ranks !== undefined
    ? withComponents(scenario, programFinding(units, scenario, networkOf(scenario), results, analysis))
    : findingOfTraffic(units, scenario, results, analysis);
}
