/** Channel loads on minimal paths, as in most networks, and what follows from loads: the ideal throughput and the bottleneck. */
import { type Network, nameOfChannel } from "../network/network.ts";
import { type OpenLoop, weightOf } from "../traffic/open-loop.ts";
import { rateOf } from "../plan/links.ts";
import type { Plan } from "../plan/plan.ts";
import type { Analysis } from "./analysis.ts";
import { waysOn } from "./ways-on.ts";

/** Limit of visited nodes, over all destinations. */
const mostVisits = 1e8;

/** Channel loads for a mean offered load of 1 per sending terminal, and sums over the traffic. */
export interface Loads {
  readonly channelLoad: Float64Array;
  /** Phits per cycle that are sent; and their sum weighted by the channels that they cross. */
  readonly total: number;
  readonly hops: number;
  /** True if packets have no choice that affects the loads. */
  readonly fixed: boolean;
  /** Largest number of candidates of a packet at one node. */
  readonly widest: number;
}

/** Whether the network is small enough to process every destination. */
export function canVisitAll({ terminals, switches }: Plan["network"]): boolean {
  return terminals * (terminals + switches) <= mostVisits;
}

/**
 * The loads of open-loop traffic; null if this method does not apply: if packets have states or make decisions, if each terminal sends to
 * one other, if the network is too large, or if a path is not minimal.
 */
export function spreadByDistance(plan: Plan): Loads | null {
  const { demand, network, routing } = plan;
  const { begin, next, adapt } = routing;
  if (demand.form !== "open-loop" || begin !== undefined || next !== undefined || adapt !== undefined) return null;
  return canVisitAll(network) && !demand.permutation ? byDistance(plan, demand) : null;
}

/**
 * Processes each destination from the farthest node inward: on minimal paths each node is visited after all nodes that send to it. Null if
 * a candidate does not come closer.
 */
function byDistance(plan: Plan, demand: OpenLoop): Loads | null {
  const { sending, share } = demand;
  const { network, routing } = plan;
  const { reaches } = routing;
  const { terminals, switches, firstOut, head } = network;
  const { find, channels, isFixed, widest } = waysOn(plan);
  const channelLoad = new Float64Array(head.length);
  const flow = new Float64Array(terminals + switches);
  const distance = new Int32Array(terminals + switches);
  const order = new Int32Array(terminals + switches);
  // The traffic of a terminal with one link starts at its switch, because it has no choice before.
  const hasOneLink = (t: number) => firstOut[t + 1] - firstOut[t] === 1;
  const entry = Int32Array.from({ length: terminals }, (_, t) => (hasOneLink(t) ? head[firstOut[t]] : t));
  const byEntry = Int32Array.from(entry, (_, t) => t).sort((a, b) => entry[a] - entry[b] || a - b);
  // Neighbors of each node, without terminals that have one link.
  const firstNeighbour = new Int32Array(terminals + switches + 1);
  const neighbours = head.filter((n, c) => {
    const isKept = n >= terminals || entry[n] === n;
    if (isKept) firstNeighbour[network.tail[c] + 1]++;
    return isKept;
  });
  for (let n = 0; n < terminals + switches; n++) firstNeighbour[n + 1] += firstNeighbour[n];
  const sent = new Float64Array(terminals);
  const weights = Float64Array.from(sent, (_, s) => weightOf(demand, s));
  const isLost = reaches === undefined ? null : (s: number, d: number) => distance[entry[s]] < 0 || !reaches(s, d);
  const same = new Int32Array(routing.maxCandidates);
  let fixed = true;
  let hops = 0;
  for (let first = 0, end = 0; first < terminals; first = end) {
    // Terminals of one switch share the order, and often all of the path except for the last channel.
    const target = entry[byEntry[first]];
    while (end < terminals && entry[byEntry[end]] === target) end++;
    const nodes = sortByDistance(target);
    const areAlike = end - first > 1 && waysAgree(nodes, first, end);
    for (let i = first; i < end; i++) {
      const d = byEntry[i];
      const amount = fill(d);
      if (areAlike) {
        const count = find(target, d, 0);
        for (let j = 0; j < count; j++) channelLoad[channels[j]] += amount / count;
        hops += amount;
        if (i < end - 1) continue;
      }
      // If paths agree, the last channel is counted above, terminal by terminal, and the rest once for all terminals.
      const crossed = sweep(d, nodes, areAlike ? 1 : 0);
      if (crossed < 0) return null;
      hops += crossed;
      flow[target] = 0;
    }
  }
  let total = 0;
  for (let s = 0; s < terminals; s++) {
    total += sent[s];
    if (entry[s] === s) continue;
    channelLoad[firstOut[s]] += sent[s];
    hops += sent[s];
  }
  return { channelLoad, total, hops, fixed, widest: widest() };

  /** Adds the traffic of all sources to terminal d; returns its sum. */
  function fill(d: number): number {
    let amount = 0;
    for (let s = 0; s < terminals; s++) {
      if (sending[s] === 0 || s === d || (isLost !== null && isLost(s, d))) continue;
      const weight = weights[s] * share(s, d);
      sent[s] += weight;
      flow[entry[s]] += weight;
      amount += weight;
    }
    return amount;
  }

  /**
   * Forwards the flow toward terminal d, from the farthest node to index `nearest` of the order. Returns the flow times the channels that
   * it crosses; −1 if a candidate does not come closer.
   */
  function sweep(d: number, nodes: number, nearest: number): number {
    let crossed = 0;
    flow[d] = 0;
    for (let i = nodes - 1; i >= nearest; i--) {
      const n = order[i];
      const amount = flow[n];
      if (amount === 0) continue;
      flow[n] = 0;
      const count = find(n, d, 0);
      if (count === 0) continue;
      if (fixed && count > 1) fixed = isFixed(n, count);
      crossed += amount;
      const part = amount / count;
      for (let j = 0; j < count; j++) {
        const c = channels[j];
        channelLoad[c] += part;
        if (head[c] === d) continue;
        if (distance[head[c]] >= distance[n]) return -1;
        flow[head[c]] += part;
      }
    }
    return crossed;
  }

  /** Whether the paths to several terminals of a switch are the same from every other node. */
  function waysAgree(nodes: number, first: number, end: number): boolean {
    for (let i = 1; i < nodes; i++) {
      const count = find(order[i], byEntry[first], 0);
      for (let j = 0; j < count; j++) same[j] = channels[j];
      for (let k = first + 1; k < end; k++) {
        if (find(order[i], byEntry[k], 0) !== count) return false;
        for (let j = 0; j < count; j++) if (channels[j] !== same[j]) return false;
      }
    }
    return true;
  }

  /** Sorts into `order`, by their distance to `target`, the nodes that packets may pass, and terminals with a choice. */
  function sortByDistance(target: number): number {
    distance.fill(-1);
    distance[target] = 0;
    order[0] = target;
    let count = 1;
    for (let i = 0; i < count; i++) {
      const n = order[i];
      if (n < terminals && n !== target && !network.forwards) continue;
      const further = distance[n] + 1;
      for (let k = firstNeighbour[n]; k < firstNeighbour[n + 1]; k++) {
        const next = neighbours[k];
        if (distance[next] >= 0) continue;
        distance[next] = further;
        order[count++] = next;
      }
    }
    return count;
  }
}

/** Analysis of a plan with minimal paths; null if {@link analyzeChannelLoads} of `channel-load.ts` is required. */
export function loadsOnMinimalWays(plan: Plan): Omit<Analysis, "program"> | null {
  const loads = plan.routing.drawnFrom === undefined ? spreadByDistance(plan) : null;
  return loads === null ? null : analysisOf(plan, loads, zeroLoadLatency);
}

/** The analysis that follows from computed loads. */
export function analysisOf(
  plan: Plan,
  { channelLoad: phits, total, hops, fixed, widest }: Loads,
  latencyOf: (plan: Plan, meanHops: number) => number,
): Omit<Analysis, "program"> {
  const { network } = plan;
  const rates = ratesOf(plan);
  const meanHops = total > 0 ? hops / total : 0;
  const groupLoad = loadsOfGroups(network, phits);
  const channelLoad = asParts(phits, rates);
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

/** [C] Rate of each channel, phits per cycle; null if all are 1. */
export function ratesOf({ network, links }: Plan): Float64Array | null {
  return links === undefined ? null : Float64Array.from(network.head, (_, c) => rateOf(links, c));
}

/** [C] Loads in phits per cycle divided by the channel rates. */
export function asParts(phits: Float64Array, rates: Float64Array | null): Float64Array {
  return rates === null ? phits : phits.map((each, c) => each / rates[c]);
}

/** Index of the first largest load, up to rounding. */
function largest(loads: Float64Array): number {
  let found = 0;
  for (let i = 1; i < loads.length; i++) if (loads[i] > loads[found] + 1e-9) found = i;
  return found;
}

/** [G] Load of each group divided by its capacity. */
export function loadsOfGroups({ group, groupCapacity }: Network, channelLoad: Float64Array): Float64Array {
  const sums = new Float64Array(groupCapacity.length);
  for (let c = 0; c < group.length; c++) if (group[c] >= 0) sums[group[c]] += channelLoad[c];
  return sums.map((sum, g) => (sum > 0 ? sum / groupCapacity[g] : 0));
}

/** Highest rate of a channel of any terminal, phits per cycle. */
export function mostOf({ terminals, firstOut }: Network, rates: Float64Array | null): number {
  return rates === null ? 1 : rates.subarray(0, firstOut[terminals]).reduce((most, each) => Math.max(most, each), 0);
}

/** The bottleneck: a channel, or a group with an even larger relative load. */
export function bottleneckOf(
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

/**
 * Latency over a mean number of channels in an empty network, cycles: the header's time per hop, the serialization of the other phits, and
 * the fixed cycles of entering and consumption.
 */
export function zeroLoadLatency({ packetPhits, headPhits, phitSpacing = 1, enterCycles = 1 }: Plan, meanHops: number): number {
  return (meanHops - 1) * headPhits + 1 + (packetPhits - 1) * phitSpacing + enterCycles;
}
