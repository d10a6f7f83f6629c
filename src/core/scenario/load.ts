/** The offered load of a scenario. */
import { workloads } from "../workloads/registry.ts";
import { paramAtPath, valueAtPath } from "./param-path.ts";
import type { Scenario } from "./scenario.ts";

/** Path of the offered load of an endless workload. */
export const loadPath = ["workload", "load"] as const;

/**
 * The offered load of a scenario, phits per cycle and sending terminal; null for a workload without a single load.
 * @param cycle length of the scenario's cycle in the cycles of the result
 */
export function scenarioLoad(scenario: Scenario, cycle = 1): number | null {
  const param = paramAtPath(scenario, loadPath);
  const isLoad = param?.type === "number" && workloads.get(scenario.workload.kind).isEndless;
  return isLoad ? (valueAtPath(scenario, loadPath) as number) / cycle : null;
}
