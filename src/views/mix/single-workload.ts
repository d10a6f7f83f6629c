/** Performance of networks under one common workload that is not a mix: accepted load for endless traffic, completion time otherwise. */
import type { Variant, ViewData } from "../contract.ts";
import { isDeadlocked } from "../../core/measures/results.ts";

type WorkloadData = Pick<ViewData, "variants" | "baseline">;

/** Whether all networks run endless traffic with a known load. */
export const isEndless = ({ variants }: Pick<WorkloadData, "variants">) => variants.every(({ load }) => load !== null);

/** Whether networks are compared by their saturation load, which is searched for. */
export const isComparedBySaturation = ({ variants }: Pick<WorkloadData, "variants">) =>
  variants.some(({ saturation }) => saturation !== undefined);

/**
 * Cycles until every terminal has accepted a phit, or until completion: Infinity in a deadlock, null if not known. With a saturation
 * search: cycles per phit and sending terminal at saturation.
 */
export function timePerPhit({ results, load, saturation }: Variant): number | null {
  if (saturation !== undefined) return saturation === null || saturation === "sought" ? null : 1 / saturation.throughput;
  if (results === null) return null;
  if (isDeadlocked(results)) return Infinity;
  return load === null ? results.makespan : 1 / results.accepted;
}

/** The reason why the networks cannot be compared, and a remedy, as a sentence; null if they can. */
export function singleWorkloadMessage({ variants, baseline }: WorkloadData): string | null {
  if (variants.length < 2) return "Ranks networks by performance per cost. Add a second network.";
  if (isComparedBySaturation({ variants })) {
    const searching = variants.filter(({ saturation }) => saturation === "sought").length;
    if (searching > 0)
      return `Searching for the saturation load of each network: ${variants.length - searching} of ${variants.length} found.`;
    return variants.some(({ saturation }) => saturation === null) ? "One of the networks cannot be run at other loads." : null;
  }
  if (variants.some(({ results }) => results === null)) return "The runs of these networks are not all finished yet.";
  if (isDeadlocked(variants[baseline].results!)) return "The baseline deadlocks. Choose another baseline, or another routing.";
  if (!isEndless({ variants }) && variants.some(({ load }) => load !== null))
    return "One network runs a program, another an endless traffic pattern. Give all networks the same workload.";
  return variants.some((each) => timePerPhit(each) === null)
    ? "Not every network finished its program. Let them run longer: “Drain” in all settings."
    : null;
}
