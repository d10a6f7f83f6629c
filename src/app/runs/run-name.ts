/** What decides a run: everything of a scenario but its title. */
import { type Scenario, withoutLook, writeScenario } from "../../core/scenario/scenario.ts";

const names = new WeakMap<Scenario, string>();

/** The name of a scenario's run: equal for equal runs. Worked out once for each scenario, for it is asked for in every frame. */
export function runName(scenario: Scenario): string {
  let name = names.get(scenario);
  if (name === undefined) names.set(scenario, (name = JSON.stringify(writeScenario(withoutLook(scenario)))));
  return name;
}
