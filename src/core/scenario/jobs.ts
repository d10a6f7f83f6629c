/** Which job each terminal belongs to, where several share a network. */
import type { Network } from "../network/network.ts";
import { workloads } from "../workloads/shelf.ts";
import type { Scenario } from "./scenario.ts";

/** Most jobs at once. */
export const mostJobs = 8;

/**
 * [T] The job of each terminal, in the order of `Results.jobs`, −1 for none; null where a workload has no jobs. Of a terminal that
 * serves several the first. The scenario must be valid.
 */
export function jobOfTerminals({ workload }: Scenario, network: Network): Int8Array | null {
  const places = workloads.get(workload.kind).places?.(workload.values, network);
  if (places === undefined) return null;
  const jobOf = new Int8Array(network.terminals).fill(-1);
  for (let job = Math.min(places.length, 127) - 1; job >= 0; job--) {
    const own = places[job];
    for (let i = 0; i < own.length; i++) if (own[i] < jobOf.length) jobOf[own[i]] = job;
  }
  return jobOf;
}
