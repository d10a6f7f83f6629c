/** Names that identify a run: everything of a scenario except its title. */
import { hashText } from "../../core/base/hash.ts";
import { type Scenario, withoutAppearance, writeScenario } from "../../core/scenario/scenario.ts";

const runNames = new WeakMap<Scenario, string>();
const reportNames = new WeakMap<Scenario, string>();

/**
 * Maximum length of a name in characters; longer names are replaced by hashes. Drawn networks and traces have long names, which would stay
 * in memory with the scenarios of the undo history.
 */
const maxNameLength = 2000;

function scenarioName(scenario: Scenario, keepsNames: boolean): string {
  const name = JSON.stringify(writeScenario(withoutAppearance(scenario, keepsNames)));
  if (name.length <= maxNameLength) return name;
  return [name.length, ...[0, 1, 2, 3].map((seed) => hashText(name, seed).toString(36))].join(" ");
}

/** The name of a scenario's run: equal for equal runs. Cached per scenario, because it is used in every frame. */
export function runName(scenario: Scenario): string {
  let name = runNames.get(scenario);
  if (name === undefined) runNames.set(scenario, (name = scenarioName(scenario, false)));
  return name;
}

/** The name of a run's report, which includes the names of switches: renaming them changes the report, not the run. */
export function reportName(scenario: Scenario): string {
  let name = reportNames.get(scenario);
  if (name === undefined) reportNames.set(scenario, (name = scenarioName(scenario, true)));
  return name;
}
