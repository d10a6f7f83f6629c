/** Names that identify a run: everything of a scenario except its title. */
import { hashText } from "../../core/base/hash.ts";
import { type Scenario, withoutLook, writeScenario } from "../../core/scenario/scenario.ts";

const names = new WeakMap<Scenario, string>();
const toldNames = new WeakMap<Scenario, string>();

/**
 * Longer names, in characters, are replaced by hashes. They occur for drawn networks and traces; the undo history keeps scenarios, and
 * their names with them.
 */
const longest = 2000;

function nameOf(scenario: Scenario, keepsNames: boolean): string {
  const name = JSON.stringify(writeScenario(withoutLook(scenario, keepsNames)));
  if (name.length <= longest) return name;
  return [name.length, ...[0, 1, 2, 3].map((seed) => hashText(name, seed).toString(36))].join(" ");
}

/** The name of a scenario's run: equal for equal runs. Cached per scenario, because it is used in every frame. */
export function runName(scenario: Scenario): string {
  let name = names.get(scenario);
  if (name === undefined) names.set(scenario, (name = nameOf(scenario, false)));
  return name;
}

/** The name of a run's report, which includes the names of switches: renaming them changes the report, not the run. */
export function toldName(scenario: Scenario): string {
  let name = toldNames.get(scenario);
  if (name === undefined) toldNames.set(scenario, (name = nameOf(scenario, true)));
  return name;
}
