/** A histogram of latencies, read as a distribution: shares and quantiles at any place. */
import { latencyBins, latencyOfBin } from "../../core/simulation/frame.ts";

/** One network's latencies. */
export interface Distribution {
  readonly letter: string;
  readonly packets: number;
  /** Smallest and largest latency, cycles; the largest within its bin. */
  readonly least: number;
  readonly most: number;
  /** Share of the packets that take less than some cycles; within a bin evenly spread. */
  before(cycles: number): number;
  /** Smallest latency such that a part of the packets are no later, cycles. */
  quantile(part: number): number;
}

/**
 * Reads a histogram of latencies; null while it is empty.
 * @param cycle how long a cycle of the run is, whose bins these are, in the cycles that are told and asked for
 */
export function distributionOf(latencies: Float64Array, letter = "", cycle = 1): Distribution | null {
  const sums = new Float64Array(latencyBins + 1);
  for (let bin = 0; bin < latencyBins; bin++) sums[bin + 1] = sums[bin] + latencies[bin];
  const packets = sums[latencyBins];
  if (packets === 0) return null;
  const first = latencies.findIndex((count) => count > 0);
  const last = latencies.findLastIndex((count) => count > 0);
  const quantile = (part: number) => cycle * latencyOfBin(Math.max(first, sums.findIndex((seen) => seen >= part * packets) - 1));
  const before = (time: number) => {
    const cycles = time / cycle;
    const bin = binAt(cycles);
    const [from, to] = [latencyOfBin(bin), latencyOfBin(bin + 1)];
    const within = Math.max(0, Math.min(1, (cycles - from) / (to - from)));
    return (sums[bin] + within * latencies[bin]) / packets;
  };
  return { letter, packets, least: cycle * latencyOfBin(first), most: cycle * (latencyOfBin(last + 1) - 1), before, quantile };
}

/** The bin some cycles, whole or not, fall into. */
function binAt(cycles: number): number {
  let [low, high] = [0, latencyBins - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (latencyOfBin(middle) <= cycles) low = middle;
    else high = middle - 1;
  }
  return low;
}
