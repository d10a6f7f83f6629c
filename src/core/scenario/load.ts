/** The offered load of a scenario. */
import { workloads } from "../workloads/shelf.ts";
import { paramAt, valueAt } from "./place.ts";
import type { Scenario } from "./scenario.ts";

/** Path of the offered load of an endless workload. */
export const loadPath = ["workload", "load"] as const;

/**
 * The offered load of a scenario, phits per cycle and sending terminal; null for a workload without a single load.
 * @param cycle length of the scenario's cycle in the cycles of the result
 */
export function loadOf(scenario: Scenario, cycle = 1): number | null {
  const param = paramAt(scenario, loadPath);
  const isLoad = param?.type === "number" && workloads.get(scenario.workload.kind).endless;
  return isLoad ? (valueAt(scenario, loadPath) as number) / cycle : null;
}
