/** Channel loads of a plan, and its ideal throughput. */
import type { Plan } from "../plan/plan.ts";
import type { Analysis } from "./analysis.ts";
import { analysisOf, asParts, bottleneckOf, loadsOfGroups, mostOf, ratesOf, zeroLoadLatency } from "./bound.ts";
import { type Counts, sample } from "./sample.ts";
import { spread } from "./spread.ts";
import { drawsAll, withAllWays } from "./ways-on.ts";

/** Smallest number of packets that a sampled bound is based on: a standard error of 2.5 %. */
const fewestPackets = 1600;

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
export function loadsOf(plan: Plan, latencyOf = zeroLoadLatency): Omit<Analysis, "program"> {
  if (plan.routing.drawnFrom !== undefined) {
    return { ...loadsOf(withAllWays(plan), latencyOf), ...(drawsAll(plan.routing) ? { exact: true, widest: 1 } : {}) };
  }
  const loads = spread(plan);
  if (loads !== null) return analysisOf(plan, loads, latencyOf);
  const { network } = plan;
  const rates = ratesOf(plan);
  const counts = sample(plan);
  const { first, second, scale, packets, meanHops, fixed, widest } = counts;
  const phits = first.map((count, c) => ((count + second[c]) / 2) * scale);
  const channelLoad = asParts(phits, rates);
  const { channel, load, counted } = largestOfSample(counts, rates);
  return {
    ...(rates === null ? {} : { rates }),
    meanHops,
    zeroLoadLatency: latencyOf(plan, meanHops),
    channelLoad,
    ...bottleneckOf(network, channelLoad, channel, load, loadsOfGroups(network, phits), mostOf(network, rates)),
    // UGAL decides by queue lengths.
    exact: fixed && plan.routing.adapt === undefined,
    direct: plan.routing.adapt !== undefined,
    widest,
    sampled: { packets, spread: counted > 0 ? 1 / Math.sqrt(counted) : 0 },
  };
}

/**
 * The largest load, without the bias of the maximum of many random counts: the first sample selects the channels with the largest loads, as
 * many as have enough packets; the estimate is their mean in the second sample.
 */
function largestOfSample(
  { first, second, scale }: Counts,
  rates: Float64Array | null,
): { readonly channel: number; readonly load: number; readonly counted: number } {
  const part = asParts(first, rates);
  const order = Int32Array.from(first, (_, c) => c).sort((a, b) => part[b] - part[a] || a - b);
  let [named, count, counted] = [0, 0, 0];
  for (const c of order) {
    if (named >= fewestPackets || first[c] === 0) break;
    named += first[c];
    counted += second[c];
    count += rates === null ? 1 : rates[c];
  }
  return { channel: order[0] ?? 0, load: count > 0 ? (counted / count) * scale : 0, counted };
}
