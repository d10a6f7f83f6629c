/** The assessment of a network: its bounds, and its measurements. */
import type { Candidate } from "./candidates.ts";

/** The measurements of a network. */
export interface Measurements {
  /** For each required traffic: the throughput with its error; null if it has not been run. */
  readonly under: readonly (MeasuredThroughput | null)[];
  /** The latency at {@link latencyLoad}; null or absent if it has not been measured. */
  readonly latency?: MeasuredLatency | null;
}

/** A measured throughput, phits per cycle and terminal, and its error. */
export interface MeasuredThroughput {
  readonly throughput: number;
  readonly error: number;
}

/** A measured mean latency, and its error. */
export interface MeasuredLatency {
  /** Mean latency of a packet, cycles; null if the network is saturated at that load, where the mean grows with the length of the run. */
  readonly cycles: number | null;
  /** Half of the 95 % confidence interval. */
  readonly error: number;
}

/** The load of uniform traffic at which latencies are compared, phits per cycle and terminal: most networks still carry it. */
export const latencyLoad = 0.3;

/** A candidate with its measurements, and the worst throughput that follows from measurements and bounds. */
export interface Assessment {
  readonly candidate: Candidate;
  /** For each required traffic: the measurement; null if there is none. */
  readonly under: readonly (MeasuredThroughput | null)[];
  readonly latency: MeasuredLatency | null;
  /** The worst throughput over the traffic: measured if each traffic is measured, otherwise the minimum of measurements and bounds. */
  readonly worstThroughput: number;
  readonly error: number;
  readonly isMeasured: boolean;
}

/** The assessment of a candidate from its bounds and measurements. */
export function assess(candidate: Candidate, measurements: Measurements | undefined): Assessment {
  let [worstThroughput, error, isMeasured] = [Infinity, 0, measurements !== undefined];
  for (const [i, bound] of candidate.bounds.entries()) {
    const measurement = measurements?.under[i] ?? null;
    const value = measurement === null ? bound : Math.min(measurement.throughput, bound);
    if (value < worstThroughput) [worstThroughput, error] = [value, measurement?.error ?? 0];
    isMeasured &&= measurement !== null;
  }
  return {
    candidate,
    under: candidate.bounds.map((_, i) => measurements?.under[i] ?? null),
    latency: measurements?.latency ?? null,
    worstThroughput,
    error,
    isMeasured,
  };
}
