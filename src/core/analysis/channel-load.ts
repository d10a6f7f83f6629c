/** Channel loads of a plan, and its ideal throughput. */
import type { Plan } from "../plan/plan.ts";
import type { Analysis } from "./analysis.ts";
import { analysisOfLoads, relativeToRates, bottleneckOf, groupLoadsOf, maxTerminalRate, channelRatesOf, zeroLoadLatency } from "./bound.ts";
import { type SampleCounts, sampleChannelLoads } from "./sample.ts";
import { spreadLoads } from "./spread.ts";
import { isFullyDrawn, withAllCandidates } from "./candidate-finder.ts";

/** Smallest number of packets that a sampled bound is based on: a standard error of 2.5 %. */
const minSampledPackets = 1600;

/**
 * Spreads the traffic evenly over the candidates of every hop and finds the largest load. (Dally, Towles, 2004, §3.3: channel load γ, ideal
 * throughput 1 / γ.)
 *
 * If packets have no choice, and in complete trees, whose uplinks are interchangeable and share every ancestor, no other choice has a
 * smaller largest load: the ideal throughput is an upper bound and called exact. In a tree this requires links of equal rate between two
 * levels. It is also exact if packets draw their outputs at random, which splits them evenly. Otherwise it is the throughput of an even
 * split, and an adaptive routing may exceed it.
 *
 * Random paths, such as those over a random intermediate switch, and all-to-all traffic in networks of more than about a thousand terminals
 * are estimated from a sample of packets. UGAL then sees an empty network and takes minimal paths.
 *
 * If channels have different rates, each load is relative to its channel's rate.
 *
 * A finite workload has no rate: its loads are phits per channel, divided by the phits of the busiest source.
 * @param latencyOf Cycles over a mean number of channels of an empty network; if channels or switches differ, the mean over all paths.
 */
export function analyzeChannelLoads(plan: Plan, latencyOf = zeroLoadLatency): Omit<Analysis, "program"> {
  // A routing that draws its outputs at random is analyzed as the routing that allows all these outputs.
  if (plan.routing.undrawnRouting !== undefined) {
    return {
      ...analyzeChannelLoads(withAllCandidates(plan), latencyOf),
      ...(isFullyDrawn(plan.routing) ? { exact: true, widest: 1 } : {}),
    };
  }
  // Exact loads if all paths can be followed.
  const loads = spreadLoads(plan);
  if (loads !== null) return analysisOfLoads(plan, loads, latencyOf);
  // Otherwise loads estimated from two samples, `first` and `second`.
  const { network } = plan;
  const rates = channelRatesOf(plan);
  const counts = sampleChannelLoads(plan);
  const { first, second, scale, packets, meanHops, isDeterministic, maxCandidates } = counts;
  const phits = first.map((count, channelIndex) => ((count + second[channelIndex]) / 2) * scale);
  const channelLoad = relativeToRates(phits, rates);
  const { channel, load, counted } = largestOfSample(counts, rates);
  return {
    ...(rates === null ? {} : { rates }),
    meanHops,
    zeroLoadLatency: latencyOf(plan, meanHops),
    channelLoad,
    ...bottleneckOf(network, channelLoad, channel, load, groupLoadsOf(network, phits), maxTerminalRate(network, rates)),
    // UGAL decides by queue lengths.
    exact: isDeterministic && plan.routing.injectionDecision === undefined,
    direct: plan.routing.injectionDecision !== undefined,
    widest: maxCandidates,
    // The relative standard deviation of the number of packets that were counted for the largest load.
    sampled: { packets, spread: counted > 0 ? 1 / Math.sqrt(counted) : 0 },
  };
}

/**
 * The largest load, without the bias of the maximum of many random counts: the first sample selects the channels with the largest loads, as
 * many as have enough packets; the estimate is their mean in the second sample.
 */
function largestOfSample(
  { first, second, scale }: SampleCounts,
  rates: Float64Array | null,
): { readonly channel: number; readonly load: number; readonly counted: number } {
  const relativeCounts = relativeToRates(first, rates);
  const order = Int32Array.from(first, (_, channel) => channel).sort((a, b) => relativeCounts[b] - relativeCounts[a] || a - b);
  let [firstCount, rateSum, secondCount] = [0, 0, 0];
  for (const channel of order) {
    if (firstCount >= minSampledPackets || first[channel] === 0) break;
    firstCount += first[channel];
    secondCount += second[channel];
    rateSum += rates === null ? 1 : rates[channel];
  }
  return { channel: order[0] ?? 0, load: rateSum > 0 ? (secondCount / rateSum) * scale : 0, counted: secondCount };
}
