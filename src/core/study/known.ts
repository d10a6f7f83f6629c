/** What is known of a network: its bounds, and what was measured of it. */
import type { Candidate } from "./candidates.ts";

/** What runs have found of a network. */
export interface Measured {
  /** By traffic, in the order of the need: the throughput and how far off it may be; null while it has not been run. */
  readonly under: readonly (Throughput | null)[];
  /** Under {@link latencyLoad}; null or absent while it has not been run. */
  readonly latency?: Latency | null;
}

export interface Throughput {
  readonly throughput: number;
  readonly error: number;
}

export interface Latency {
  /** Mean latency of a packet, cycles; null where the network is full at that load: then it grows for as long as one waits. */
  readonly cycles: number | null;
  /** Half of its 95 % interval. */
  readonly error: number;
}

/** Phits per cycle and terminal of uniform traffic at which latencies are compared: where most networks still carry all. */
export const latencyLoad = 0.3;

export interface Known {
  readonly candidate: Candidate;
  /** By traffic, in the order of the need: what was measured; null where nothing was. */
  readonly under: readonly (Throughput | null)[];
  readonly latency: Latency | null;
  /** The worst over the traffic: measured where all of it is, else the least of what is known and the bounds. */
  readonly carries: number;
  readonly error: number;
  readonly isMeasured: boolean;
}

/** The worst that is known of a network. */
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
