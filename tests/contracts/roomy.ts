/** Random scenarios, made to fit what their routing asks of the queues. */
import type * as fc from "fast-check";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { compile } from "../../src/core/run/compile.ts";
import type { Scenario } from "../../src/core/scenario/scenario.ts";

/**
 * The same scenarios with queues of at least two packets where rings of bubbles need them; those that still do not run,
 * because a message has no way or a selection voids the routing's escape, are left out.
 */
export function roomy(scenarios: fc.Arbitrary<Scenario>): fc.Arbitrary<Scenario> {
  return scenarios.map((scenario) => [scenario, withQueuesOfTwo(scenario)].find(runs)).filter((scenario) => scenario !== undefined);
}

function withQueuesOfTwo(scenario: Scenario): Scenario {
  const { kind, values } = scenario.flowControl;
  return { ...scenario, flowControl: { kind, values: { ...values, queue: Math.max(2, values["queue"] as number) } } };
}

/** Whether a scenario compiles. Anything but an issue about it is a fault of the program, and thrown. */
function runs(scenario: Scenario): boolean {
  try {
    compile(scenario);
    return true;
  } catch (error) {
    if (error instanceof ScenarioError) return false;
    throw error;
  }
}
