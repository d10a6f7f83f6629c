/** The job to which each terminal belongs, if several jobs share a network. */
import type { Network } from "../network/network.ts";
import { workloads } from "../workloads/registry.ts";
import type { Scenario } from "./scenario.ts";

/** Maximum number of jobs. */
export const maxJobs = 8;

/**
 * [T] The job of each terminal, in the order of `Results.jobs`, −1 for none; null if the workload has no jobs. For a terminal that serves
 * several jobs, the first. The scenario must be valid.
 */
export function jobOfTerminals({ workload }: Scenario, network: Network): Int8Array | null {
  const terminalsByJob = workloads.get(workload.kind).terminalsByJob?.(workload.values, network);
  if (terminalsByJob === undefined) return null;
  const jobOf = new Int8Array(network.terminals).fill(-1);
  for (let job = Math.min(terminalsByJob.length, 127) - 1; job >= 0; job--) {
    const terminals = terminalsByJob[job];
    for (let i = 0; i < terminals.length; i++) if (terminals[i] < jobOf.length) jobOf[terminals[i]] = job;
  }
  return jobOf;
}
