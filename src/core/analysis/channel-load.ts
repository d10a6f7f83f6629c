/** How much each channel is asked for, and the ideal throughput. */
import { type Network, nameOfChannel } from "../network/network.ts";
import { rateOf } from "../plan/links.ts";
import type { Plan } from "../plan/plan.ts";
import type { Analysis } from "./analysis.ts";
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
  const { network, links } = plan;
  const rates = links === undefined ? null : Float64Array.from(network.head, (_, c) => rateOf(links, c));
  const loads = spread(plan);
  if (loads !== null) {
    const { total, hops, fixed, widest } = loads;
    const meanHops = total > 0 ? hops / total : 0;
    const groupLoad = loadsOfGroups(network, loads.channelLoad);
    const channelLoad = asParts(loads.channelLoad, rates);
    const channel = largest(channelLoad);
    return {
      ...(rates === null ? {} : { rates }),
      meanHops,
      zeroLoadLatency: latencyOf(plan, meanHops),
      channelLoad,
      ...bottleneckOf(network, channelLoad, channel, channelLoad[channel], groupLoad, mostOf(network, rates)),
      exact: fixed,
      direct: plan.routing.adapt !== undefined,
      widest,
      sampled: null,
    };
  }
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

/** [C] Phits per cycle as parts of what each channel carries. */
function asParts(phits: Float64Array, rates: Float64Array | null): Float64Array {
  return rates === null ? phits : phits.map((each, c) => each / rates[c]);
}

/** The first of the largest. */
function largest(loads: Float64Array): number {
  let found = 0;
  for (let i = 1; i < loads.length; i++) if (loads[i] > loads[found] + 1e-9) found = i;
  return found;
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

/** [G] Load of each group over what it carries. */
function loadsOfGroups({ group, groupCapacity }: Network, channelLoad: Float64Array): Float64Array {
  const sums = new Float64Array(groupCapacity.length);
  for (let c = 0; c < group.length; c++) if (group[c] >= 0) sums[group[c]] += channelLoad[c];
  return sums.map((sum, g) => (sum > 0 ? sum / groupCapacity[g] : 0));
}

/** Most that any terminal can send over one channel, phits per cycle. */
function mostOf({ terminals, firstOut }: Network, rates: Float64Array | null): number {
  return rates === null ? 1 : rates.subarray(0, firstOut[terminals]).reduce((most, each) => Math.max(most, each), 0);
}

/** What sets the bound: a channel, or a group that is asked for even more of what it carries. */
function bottleneckOf(
  network: Network,
  channelLoad: Float64Array,
  channel: number,
  load: number,
  groupLoad: Float64Array,
  most: number,
): Pick<Analysis, "bound" | "bottleneck" | "bottleneckName" | "bottleneckGroup"> {
  const boundOf = (worst: number) => (worst > 0 ? Math.min(most, 1 / worst) : most);
  const g = largest(groupLoad);
  if (groupLoad.length === 0 || groupLoad[g] <= load + 1e-9) {
    return { bound: boundOf(load), bottleneck: channel, bottleneckName: nameOfChannel(network, channel), bottleneckGroup: null };
  }
  const members = Array.from(network.group.keys()).filter((c) => network.group[c] === g);
  const busiest = members.reduce((a, b) => (channelLoad[b] > channelLoad[a] + 1e-9 ? b : a));
  const others = members.length - 1;
  const rest = others === 0 ? "" : ` and ${others} ${others === 1 ? "channel" : "channels"} that share its capacity`;
  return {
    bound: boundOf(groupLoad[g]),
    bottleneck: busiest,
    bottleneckName: `${nameOfChannel(network, busiest)}${rest}`,
    bottleneckGroup: g,
  };
}

/** Cycles over so many channels of an empty network: each takes what must have come in before a packet goes on, the rest follows, and a cycle more consumes it. */
export function zeroLoadLatency({ packetPhits, headPhits, phitSpacing = 1, enterCycles = 1 }: Plan, meanHops: number): number {
  return (meanHops - 1) * headPhits + 1 + (packetPhits - 1) * phitSpacing + enterCycles;
}
