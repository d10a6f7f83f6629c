/** How much each channel is asked for, and the ideal throughput. */
import type { Plan } from "../plan/plan.ts";
import type { Analysis } from "./analysis.ts";
import { analysisOf, asParts, bottleneckOf, loadsOfGroups, mostOf, ratesOf, zeroLoadLatency } from "./bound.ts";
import { type Counts, sample } from "./sample.ts";
import { spread } from "./spread.ts";
import { drawsAll, withAllWays } from "./ways-on.ts";

/** Packets that a sampled bound is counted from, at least: a standard error of 2.5 %. */
const fewestPackets = 1600;

/**
 * Spreads the traffic evenly over the ways of every hop and finds the largest load. (Dally, Towles, 2004, §3.3: channel
 * load γ, ideal throughput 1 / γ.)
 *
 * Where packets have no choice, and in complete trees, whose links up are interchangeable and share every ancestor, no
 * other choice has a lower largest load: the ideal throughput holds for any selection and is called exact. In a tree that needs links of one rate between two levels. So it does where packets draw
 * among outputs, which splits them evenly. Otherwise it is what even splitting carries, and an adaptive routing may carry more.
 *
 * Ways that are drawn, as over a random switch, and traffic from everywhere to everywhere in networks of more than some
 * thousand terminals are estimated from a sample of packets. UGAL then sees an empty network, and goes directly.
 *
 * Where channels are not all alike, each load is a part of what its channel carries.
 *
 * A finite workload has no rate: its loads are then phits per channel, over the phits of the busiest source.
 * @param latencyOf cycles over so many channels of an empty network; where channels or switches are unlike, the mean over all ways
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
    // UGAL decides between ways by what it meets.
    exact: fixed && plan.routing.adapt === undefined,
    direct: plan.routing.adapt !== undefined,
    widest,
    sampled: { packets, spread: counted > 0 ? 1 / Math.sqrt(counted) : 0 },
  };
}

/**
 * The largest load, without the bias of taking the luckiest of many counts: the first sample names the busiest channels,
 * as many as hold enough packets; their mean is that of the second.
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
