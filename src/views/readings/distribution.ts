/** Latency distribution read from a histogram: shares and quantiles. */
import { latencyBins, latencyOfBin } from "../../core/simulation/frame.ts";

/** Latency distribution of one network. */
export interface LatencyDistribution {
  readonly letter: string;
  readonly packets: number;
  /** Smallest and largest latency, cycles; the largest is rounded up within its bin. */
  readonly smallest: number;
  readonly largest: number;
  /** Share of the packets with a latency below some cycles; linear within a bin. */
  shareBelow(cycles: number): number;
  /** Smallest latency, cycles, that at least this share of the packets do not exceed. */
  quantile(part: number): number;
}

/**
 * Reads a histogram of latencies; null while it is empty.
 * @param cycle Length of a cycle of the run, in page cycles. The bins are in cycles of the run, all arguments and results in page cycles.
 */
export function distributionOf(latencies: Float64Array, letter = "", cycle = 1): LatencyDistribution | null {
  const sums = new Float64Array(latencyBins + 1);
  for (let bin = 0; bin < latencyBins; bin++) sums[bin + 1] = sums[bin] + latencies[bin];
  const packets = sums[latencyBins];
  if (packets === 0) return null;
  const first = latencies.findIndex((count) => count > 0);
  const last = latencies.findLastIndex((count) => count > 0);
  const quantile = (share: number) =>
    cycle * latencyOfBin(Math.max(first, sums.findIndex((cumulated) => cumulated >= share * packets) - 1));
  const shareBelow = (time: number) => {
    const cycles = time / cycle;
    const bin = binAt(cycles);
    const [from, to] = [latencyOfBin(bin), latencyOfBin(bin + 1)];
    const fraction = Math.max(0, Math.min(1, (cycles - from) / (to - from)));
    return (sums[bin] + fraction * latencies[bin]) / packets;
  };
  return { letter, packets, smallest: cycle * latencyOfBin(first), largest: cycle * (latencyOfBin(last + 1) - 1), shareBelow, quantile };
}

/** The bin of a latency, which need not be a whole number of cycles. */
function binAt(cycles: number): number {
  let [low, high] = [0, latencyBins - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (latencyOfBin(middle) <= cycles) low = middle;
    else high = middle - 1;
  }
  return low;
}
