/**
 * What networks give under the one workload that they all run, where that is no mix. Traffic without an end is counted by what
 * is accepted, the rest by the time it takes.
 */
import type { Variant, ViewData } from "../contract.ts";
import { isDeadlocked } from "../../core/measures/results.ts";

type Compared = Pick<ViewData, "variants" | "baseline">;

/** Whether all of them run traffic without an end, whose load is known. */
export const isEndless = ({ variants }: Pick<Compared, "variants">) => variants.every(({ load }) => load !== null);

/** Whether they are judged by where they are full, which is searched for. */
export const isBySaturation = ({ variants }: Pick<Compared, "variants">) => variants.some(({ saturation }) => saturation !== undefined);

/**
 * Cycles for a phit of every terminal, or to the end: Infinity in a deadlock; null where that is not known. Of networks judged by where
 * they are full, for a phit of every sending terminal there.
 */
export function timeOf({ results, load, saturation }: Variant): number | null {
  if (saturation !== undefined) return saturation === null || saturation === "sought" ? null : 1 / saturation.throughput;
  if (results === null) return null;
  if (isDeadlocked(results)) return Infinity;
  return load === null ? results.makespan : 1 / results.accepted;
}

/** Why that cannot be told, and what to do, in a sentence; null where it can. */
export function lacksGiven({ variants, baseline }: Compared): string | null {
  if (variants.length < 2) return "Ranks networks by performance per cost, once there is a second one.";
  if (isBySaturation({ variants })) {
    const left = variants.filter(({ saturation }) => saturation === "sought").length;
    if (left > 0) return `Searching for the load at which each network is full: ${variants.length - left} of ${variants.length} found.`;
    return variants.some(({ saturation }) => saturation === null) ? "One of the networks cannot be run at other loads." : null;
  }
  if (variants.some(({ results }) => results === null)) return "The runs of these networks are not all in yet.";
  if (isDeadlocked(variants[baseline].results!)) return "The baseline deadlocks. Choose another baseline, or another routing.";
  if (!isEndless({ variants }) && variants.some(({ load }) => load !== null))
    return "One network runs a program, another one endless traffic. Give all networks the same workload.";
  return variants.some((each) => timeOf(each) === null)
    ? "Not every network finished its program. Let them run longer: “Drain” in all settings."
    : null;
}
