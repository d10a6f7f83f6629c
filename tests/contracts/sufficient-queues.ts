/** Random scenarios with queues that are large enough for their routing. */
import type * as fc from "fast-check";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { compile } from "../../src/core/run/compile.ts";
import type { Scenario } from "../../src/core/scenario/scenario.ts";

/**
 * These scenarios with queues of at least two packets if bubble flow control needs them. Scenarios that still do not compile, because a
 * message has no path or a selection makes the routing's escape channels useless, are left out.
 */
export function withSufficientQueues(scenarios: fc.Arbitrary<Scenario>): fc.Arbitrary<Scenario> {
  return scenarios.map((scenario) => [scenario, withQueuesOfTwo(scenario)].find(compiles)).filter((scenario) => scenario !== undefined);
}

function withQueuesOfTwo(scenario: Scenario): Scenario {
  const { kind, values } = scenario.flowControl;
  return { ...scenario, flowControl: { kind, values: { ...values, queue: Math.max(2, values["queue"] as number) } } };
}

/** Whether a scenario compiles. Errors other than issues of the scenario are bugs and are rethrown. */
function compiles(scenario: Scenario): boolean {
  try {
    compile(scenario);
    return true;
  } catch (error) {
    if (error instanceof ScenarioError) return false;
    throw error;
  }
}
