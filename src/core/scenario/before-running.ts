/** What is known of a scenario's workload before it runs. */
import type { WorkloadFact } from "../workloads/contract.ts";
import { workloads } from "../workloads/shelf.ts";
import { cycleSecondsOf } from "./clock.ts";
import { factsOf } from "./facts.ts";
import type { Scenario } from "./scenario.ts";

/** In closed form, in the order of a table; none where a workload has none of its own. The scenario must be valid. */
export function workloadFactsOf(scenario: Scenario): readonly WorkloadFact[] {
  const { kind, values } = scenario.workload;
  return workloads.get(kind).facts?.(values as never, factsOf(scenario.topology), cycleSecondsOf(scenario)) ?? [];
}

/** The same by plain names: `gradientBytes`; null where there are none. */
export function workloadNumbersOf(scenario: Scenario): Readonly<Record<string, number | null>> | null {
  const facts = workloadFactsOf(scenario);
  const plain = (id: string) => id.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  return facts.length === 0 ? null : Object.fromEntries(facts.map(({ id, value }) => [plain(id), value]));
}
