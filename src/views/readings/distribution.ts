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
 * Turns a histogram of packet latencies into a distribution: smallest and largest latency, the share of packets below a time, and the time
 * of a quantile. The bins of the histogram become wider with latency; `latencyOfBin` is the lower edge of a bin. Null while the histogram
 * is empty.
 * @param cycle Length of a cycle of the run, in page cycles. The bins are in cycles of the run, all arguments and results in page cycles.
 */
export function distributionOf(latencies: Float64Array, letter = "", cycle = 1): LatencyDistribution | null {
  const cumulatedCounts = new Float64Array(latencyBins + 1);
  for (let bin = 0; bin < latencyBins; bin++) cumulatedCounts[bin + 1] = cumulatedCounts[bin] + latencies[bin];
  const packets = cumulatedCounts[latencyBins];
  if (packets === 0) return null;
  const first = latencies.findIndex((count) => count > 0);
  const last = latencies.findLastIndex((count) => count > 0);
  const quantile = (share: number) =>
    cycle * latencyOfBin(Math.max(first, cumulatedCounts.findIndex((cumulated) => cumulated >= share * packets) - 1));
  const shareBelow = (time: number) => {
    const cycles = time / cycle;
    const bin = binAt(cycles);
    const [lowerEdge, upperEdge] = [latencyOfBin(bin), latencyOfBin(bin + 1)];
    const fraction = Math.max(0, Math.min(1, (cycles - lowerEdge) / (upperEdge - lowerEdge)));
    return (cumulatedCounts[bin] + fraction * latencies[bin]) / packets;
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
