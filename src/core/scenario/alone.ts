/** Jobs that share a network, each by itself: what one costs another is the difference. */
import { topologies } from "../topologies/shelf.ts";
import { workloads } from "../workloads/shelf.ts";
import type { Scenario } from "./scenario.ts";

/**
 * For each job of a scenario, in the order of `Results.jobs`, the scenario in which it runs alone: the same network, seed, terminals,
 * beginning and end, so it sends exactly the same messages at the same times (a program as far as it is not held up). Only what
 * I/O jobs after the first are read is drawn anew. Null where a job cannot be said by itself: its mapping passes over servers of another,
 * and its terminals are more than a list may name; or it is traffic beside programs, which say how long it is measured. Empty for a workload of fewer than two jobs. The scenario must be valid.
 */
export function aloneScenarios(scenario: Scenario): readonly (Scenario | null)[] {
  const { kind, values } = scenario.workload;
  const { kind: network, values: sizes } = scenario.topology;
  const alone = workloads.get(kind).alone?.(values, () => topologies.get(network).build(sizes)) ?? [];
  if (alone.length < 2) return [];
  return alone.map((own) => (own === null ? null : { ...scenario, title: "", workload: { kind, values: own } }));
}
