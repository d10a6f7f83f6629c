/** The assessment of a network: its bounds, and its measurements. */
import type { Candidate } from "./candidates.ts";

/** The measurements of a network. */
export interface Measured {
  /** For each traffic of the need: the throughput with its error; null if it has not been run. */
  readonly under: readonly (Throughput | null)[];
  /** At {@link latencyLoad}; null or absent if it has not been run. */
  readonly latency?: Latency | null;
}

/** A measured throughput, phits per cycle and terminal, and its error. */
export interface Throughput {
  readonly throughput: number;
  readonly error: number;
}

/** A measured mean latency, and its error. */
export interface Latency {
  /** Mean latency of a packet, cycles; null if the network is saturated at that load, where the mean grows with the length of the run. */
  readonly cycles: number | null;
  /** Half of the 95 % confidence interval. */
  readonly error: number;
}

/** The load of uniform traffic at which latencies are compared, phits per cycle and terminal: most networks still carry it. */
export const latencyLoad = 0.3;

/** A candidate with its measurements, and the worst throughput that follows from measurements and bounds. */
export interface Known {
  readonly candidate: Candidate;
  /** For each traffic of the need: the measurement; null if there is none. */
  readonly under: readonly (Throughput | null)[];
  readonly latency: Latency | null;
  /** The worst throughput over the traffic: measured if all of it is, otherwise the minimum of measurements and bounds. */
  readonly carries: number;
  readonly error: number;
  readonly isMeasured: boolean;
}

/** The assessment of a candidate from its bounds and measurements. */
export function knownOf(candidate: Candidate, measured: Measured | undefined): Known {
  let [carries, error, isMeasured] = [Infinity, 0, measured !== undefined];
  for (const [i, bound] of candidate.bounds.entries()) {
    const found = measured?.under[i] ?? null;
    const value = found === null ? bound : Math.min(found.throughput, bound);
    if (value < carries) [carries, error] = [value, found?.error ?? 0];
    isMeasured &&= found !== null;
  }
  return {
    candidate,
    under: candidate.bounds.map((_, i) => measured?.under[i] ?? null),
    latency: measured?.latency ?? null,
    carries,
    error,
    isMeasured,
  };
}
