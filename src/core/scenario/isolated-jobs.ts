/** Isolated jobs: each of several jobs that share a network runs without the other jobs, which shows what the jobs cost each other. */
import { topologies } from "../topologies/registry.ts";
import { workloads } from "../workloads/registry.ts";
import type { Scenario } from "./scenario.ts";

/**
 * For each job of a scenario, in the order of `Results.jobs`, the scenario in which it runs without the other jobs, with the same network,
 * seed, terminals, begin and end. It then sends exactly the same messages at the same times; a program does so unless it is delayed. Only
 * the reads of I/O jobs after the first get new draws. Null if an isolated job cannot be expressed: its mapping skips dedicated servers of
 * another job and its terminals are too many for a list; or it is background traffic of programs, which determine how long it is measured.
 * Empty for a workload with fewer than two jobs. The scenario must be valid.
 */
export function isolatedScenarios(scenario: Scenario): readonly (Scenario | null)[] {
  const { kind, values } = scenario.workload;
  const { kind: topologyKind, values: topologyValues } = scenario.topology;
  const isolatedValues = workloads.get(kind).isolatedJobs?.(values, () => topologies.get(topologyKind).build(topologyValues)) ?? [];
  if (isolatedValues.length < 2) return [];
  return isolatedValues.map((values) => (values === null ? null : { ...scenario, title: "", workload: { kind, values } }));
}
