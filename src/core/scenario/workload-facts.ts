/** Facts about the workload of a scenario before the run. */
import type { SendRates, WorkloadFact } from "../workloads/contract.ts";
import { workloads } from "../workloads/registry.ts";
import { channelRateOf } from "./clock.ts";
import { topologyFacts } from "./facts.ts";
import { linkClocksOf } from "./links.ts";
import type { Scenario } from "./scenario.ts";

/** The facts, in the order of a table; empty if the workload has none. The scenario must be valid. */
export function workloadFactsOf(scenario: Scenario): readonly WorkloadFact[] {
  const { kind, values } = scenario.workload;
  return workloads.get(kind).facts?.(values, topologyFacts(scenario.topology), sendRatesOf(scenario)) ?? [];
}

/** Rates at which terminals send, by the classes of links; null if a cycle has no length. */
function sendRatesOf(scenario: Scenario): SendRates | null {
  const rate = channelRateOf(scenario);
  if (rate === null) return null;
  const clocks = scenario.links.length === 0 ? [] : linkClocksOf(scenario);
  const rateOfClass = (name: string) => {
    const clock = clocks.find((each) => each.name === name);
    return clock === undefined ? rate : (rate * clock.perCycle) / clock.perPhit;
  };
  const { inside: hostNetwork, terminals } = topologyFacts(scenario.topology);
  return {
    outsideHost: rateOfClass("terminal"),
    ...(hostNetwork === undefined ? {} : { withinHost: { rate: rateOfClass("inner"), terminals: terminals / hostNetwork.hosts } }),
  };
}

/** The facts by camel-case name, such as `gradientBytes`; null if there are none. */
export function workloadNumbersOf(scenario: Scenario): Readonly<Record<string, number | null>> | null {
  const facts = workloadFactsOf(scenario);
  const camelCase = (id: string) => id.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  return facts.length === 0 ? null : Object.fromEntries(facts.map(({ id, value }) => [camelCase(id), value]));
}
