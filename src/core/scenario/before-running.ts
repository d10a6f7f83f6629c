/** What is known of a scenario's workload before it runs. */
import type { Rates, WorkloadFact } from "../workloads/contract.ts";
import { workloads } from "../workloads/shelf.ts";
import { channelRateOf } from "./clock.ts";
import { factsOf } from "./facts.ts";
import { linkClocksOf } from "./links.ts";
import type { Scenario } from "./scenario.ts";

/** In closed form, in the order of a table; none where a workload has none of its own. The scenario must be valid. */
export function workloadFactsOf(scenario: Scenario): readonly WorkloadFact[] {
  const { kind, values } = scenario.workload;
  return workloads.get(kind).facts?.(values, factsOf(scenario.topology), ratesOf(scenario)) ?? [];
}

/** What terminals send at, by the classes of links. */
function ratesOf(scenario: Scenario): Rates | null {
  const rate = channelRateOf(scenario);
  if (rate === null) return null;
  const clocks = scenario.links.length === 0 ? [] : linkClocksOf(scenario);
  const of = (name: string) => {
    const clock = clocks.find((each) => each.name === name);
    return clock === undefined ? rate : (rate * clock.perCycle) / clock.perPhit;
  };
  const { inside, terminals } = factsOf(scenario.topology);
  return {
    outside: of("terminal"),
    ...(inside === undefined ? {} : { inside: { rate: of("inner"), terminals: terminals / inside.hosts } }),
  };
}

/** The same by plain names: `gradientBytes`; null where there are none. */
export function workloadNumbersOf(scenario: Scenario): Readonly<Record<string, number | null>> | null {
  const facts = workloadFactsOf(scenario);
  const plain = (id: string) => id.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  return facts.length === 0 ? null : Object.fromEntries(facts.map(({ id, value }) => [plain(id), value]));
}
