/** How much of its offered load a network delivers, in numbers as they are printed, so that words never contradict them. */
import type { Analysis } from "../core/analysis/analysis.ts";
import type { Results } from "../core/measures/results.ts";
import { cycleSecondsOf } from "../core/scenario/clock.ts";
import { type Scenario, scenarioFactsIfValid } from "../core/scenario/scenario.ts";
import type { TotalDemand } from "../core/workloads/contract.ts";
import { workloads } from "../core/workloads/registry.ts";
import { totalFormatOf } from "../words/totals.ts";
import type { Units } from "../words/units.ts";
import { fullUtilization, hasOverloadedChannel, offeredLoadOf } from "./cause/bottleneck.ts";
import { fullDeliveryFraction } from "./key-figure.ts";

/** Relative difference between the nominal and the created load above which a sentence mentions it. */
const noticeableDifference = 0.05;

export interface Delivery {
  /** The load that the scenario specifies, in phits per cycle and sender; for a painted matrix, the mean of its rates. */
  readonly nominal: number;
  /** The offered load that is printed: the nominal load, or the load created in the window if the two differ noticeably. */
  readonly offered: number;
  /**
   * `all`: the delivered load reads like the offered load. `nearly all`: it reads less, but no channel is full, and it is within the
   * tolerance of the saturation load. `part`: anything less.
   */
  readonly extent: "all" | "nearly all" | "part";
}

/**
 * How much of the offered load a run delivers. By chance, the load created in the window may differ from the nominal load. If all of it is
 * delivered, the created load is printed where the delivered load would otherwise read as less than all.
 * @param analysis of the same scenario; null while it is being computed
 */
export function deliveryOf(units: Units, scenario: Scenario, results: Results, analysis: Analysis | null): Delivery {
  const { offeredPerSender: created, acceptedPerSender: accepted, load, sending, lost = 0 } = results;
  const format = loadFormatter(units, scenario, results);
  const total = totalOf(scenario);
  const nominal = offeredLoadOf(scenario, results) ?? (total === null || lost > 0 ? created : total.load / sending);
  const isFull = accepted >= fullDeliveryFraction * created && !hasOverloadedChannel(results, analysis, scenario);
  const readsAs = (offered: number) => isFull && format(Math.min(accepted, offered)) === format(offered);
  const isCreatedShown = Math.abs(created - nominal) > noticeableDifference * nominal || (!readsAs(nominal) && readsAs(created));
  const offered = isCreatedShown ? created : nominal;
  return {
    nominal,
    offered,
    extent: readsAs(offered) ? "all" : isFull && load.worst < fullUtilization ? "nearly all" : "part",
  };
}

/**
 * Returns the function that writes loads per sender in the finding of a scenario. If the traffic matrix is painted as rates of pairs, it
 * writes the total of all senders instead.
 */
export function loadFormatter(units: Units, scenario: Scenario, { sending }: Pick<Results, "sending">): (perSender: number) => string {
  const total = totalOf(scenario);
  const paintedTotal = total === null ? null : totalFormatOf(total);
  return paintedTotal === null ? units.formatLoad : (load) => paintedTotal.write(load * sending);
}

/**
 * The total offered load of a workload that is not defined per terminal; null for other workloads.
 * @param isPresentOnly whether to count only the terminals that take part, or also those that are not connected yet
 */
export function totalOf(scenario: Scenario, isPresentOnly = true): TotalDemand | null {
  const { kind, values } = scenario.workload;
  const facts = scenarioFactsIfValid(scenario);
  if (facts === null) return null;
  const { present, ...factsOfAll } = facts;
  const countedFacts = isPresentOnly && present !== undefined ? facts : factsOfAll;
  return workloads.get(kind).totalDemand?.(values, countedFacts, cycleSecondsOf(scenario)) ?? null;
}
