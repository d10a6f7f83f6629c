/** The offered load of a scenario. */
import { workloads } from "../workloads/shelf.ts";
import { paramAt, valueAt } from "./place.ts";
import type { Scenario } from "./scenario.ts";

/** Where an endless workload keeps its offered load. */
export const loadPath = ["workload", "load"] as const;

/**
 * The scenario's own offered load, phits/cycle per sending terminal, or null for a workload without one.
 * @param cycle how long a cycle of the scenario is, in those that the load is told in
 */
export function loadOf(scenario: Scenario, cycle = 1): number | null {
  const param = paramAt(scenario, loadPath);
  const isLoad = param?.type === "number" && workloads.get(scenario.workload.kind).endless;
  return isLoad ? (valueAt(scenario, loadPath) as number) / cycle : null;
}
