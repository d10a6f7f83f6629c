/** The job to which each terminal belongs, if several jobs share a network. */
import type { Network } from "../network/network.ts";
import { workloads } from "../workloads/shelf.ts";
import type { Scenario } from "./scenario.ts";

/** Maximum number of jobs. */
export const mostJobs = 8;

/**
 * [T] The job of each terminal, in the order of `Results.jobs`, −1 for none; null if the workload has no jobs. For a terminal that serves
 * several jobs, the first. The scenario must be valid.
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
