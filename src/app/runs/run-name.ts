/** What decides a run: everything of a scenario but its title. */
import { hashText } from "../../core/base/hash.ts";
import { type Scenario, withoutLook, writeScenario } from "../../core/scenario/scenario.ts";

const names = new WeakMap<Scenario, string>();
const toldNames = new WeakMap<Scenario, string>();

/** Names longer than this, characters, are those of drawn networks and traces: undo keeps scenarios, and with each its names. */
const longest = 2000;

function nameOf(scenario: Scenario, keepsNames: boolean): string {
  const name = JSON.stringify(writeScenario(withoutLook(scenario, keepsNames)));
  if (name.length <= longest) return name;
  return [name.length, ...[0, 1, 2, 3].map((seed) => hashText(name, seed).toString(36))].join(" ");
}

/** The name of a scenario's run: equal for equal runs. Worked out once for each scenario, for it is asked for in every frame. */
export function runName(scenario: Scenario): string {
  let name = names.get(scenario);
  if (name === undefined) names.set(scenario, (name = nameOf(scenario, false)));
  return name;
}

/** The name of what a run tells: where switches have been renamed, the same run tells other names. */
export function toldName(scenario: Scenario): string {
  let name = toldNames.get(scenario);
  if (name === undefined) toldNames.set(scenario, (name = nameOf(scenario, true)));
  return name;
}
