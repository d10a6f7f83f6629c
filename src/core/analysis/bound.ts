/** Channel loads on minimal ways, which most networks have, and what loads say of a plan: the ideal throughput, and what sets it. */
import { type Network, nameOfChannel } from "../network/network.ts";
import { type OpenLoop, weightOf } from "../traffic/open-loop.ts";
import { rateOf } from "../plan/links.ts";
import type { Plan } from "../plan/plan.ts";
import type { Analysis } from "./analysis.ts";
import { waysOn } from "./ways-on.ts";

/** Most nodes visited, over all destinations. */
const mostVisits = 1e8;

/** Loads where a sending terminal offers 1 on average, and sums over the traffic. */
export interface Loads {
  readonly channelLoad: Float64Array;
  /** Phits per cycle that are sent, and that times the channels they cross. */
  readonly total: number;
  readonly hops: number;
  /** True when no packet had a choice that matters. */
  readonly fixed: boolean;
  /** Most channels that a packet could choose among at one place. */
  readonly widest: number;
}

/** Whether a network is small enough that all destinations are computed one by one. */
export function canVisitAll({ terminals, switches }: Plan["network"]): boolean {
  return terminals * (terminals + switches) <= mostVisits;
}

/**
 * The loads of messages at a rate, or null where this is not enough: where packets have states or change their way, where each
 * terminal sends to one other, where the network is too large, and where a way comes no closer.
 */
export function spreadByDistance(plan: Plan): Loads | null {
  const { demand, network, routing } = plan;
  const { begin, next, adapt } = routing;
  if (demand.form !== "open-loop" || begin !== undefined || next !== undefined || adapt !== undefined) return null;
  return canVisitAll(network) && !demand.permutation ? byDistance(plan, demand) : null;
}

/**
 * Destination by destination, from the farthest node inwards: on minimal ways each node is visited after all that feed
 * it. Null when a way comes no closer.
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
  // What a terminal with one link sends begins at the other end: there is nothing to choose before.
  const hasOneLink = (t: number) => firstOut[t + 1] - firstOut[t] === 1;
  const entry = Int32Array.from({ length: terminals }, (_, t) => (hasOneLink(t) ? head[firstOut[t]] : t));
  const byEntry = Int32Array.from(entry, (_, t) => t).sort((a, b) => entry[a] - entry[b] || a - b);
  // Neighbours of each node but for terminals with one link.
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
    // Terminals of one switch: they have the order in common, and often all ways but the last channel.
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
      // The last channel of ways that are alike is counted above, terminal by terminal.
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

  /** Lets everybody send to terminal `d`; returns how much. */
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
   * Hands on what flows towards terminal `d`, from the farthest node to place `nearest` of the order; returns how much
   * crosses how many channels, −1 where a way comes no closer.
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

  /** Whether the ways to several terminals of a switch are the same from every other node. */
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

  /** Nodes by their distance to node `target`, in `order`: those that packets may pass, and terminals with a choice. */
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

/**
 * The analysis of the usual plan, whose packets take minimal ways; null where {@link loadsOf} of `channel-load.ts` has to look closer.
 */
export function loadsOnMinimalWays(plan: Plan): Omit<Analysis, "program"> | null {
  const loads = plan.routing.drawnFrom === undefined ? spreadByDistance(plan) : null;
  return loads === null ? null : analysisOf(plan, loads, zeroLoadLatency);
}

/** The analysis of a plan whose loads have been computed. */
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

/** [C] Phits per cycle that each channel carries; null where all carry 1. */
export function ratesOf({ network, links }: Plan): Float64Array | null {
  return links === undefined ? null : Float64Array.from(network.head, (_, c) => rateOf(links, c));
}

/** [C] Phits per cycle as parts of what each channel carries. */
export function asParts(phits: Float64Array, rates: Float64Array | null): Float64Array {
  return rates === null ? phits : phits.map((each, c) => each / rates[c]);
}

/** The first of the largest. */
function largest(loads: Float64Array): number {
  let found = 0;
  for (let i = 1; i < loads.length; i++) if (loads[i] > loads[found] + 1e-9) found = i;
  return found;
}

/** [G] Load of each group over what it carries. */
export function loadsOfGroups({ group, groupCapacity }: Network, channelLoad: Float64Array): Float64Array {
  const sums = new Float64Array(groupCapacity.length);
  for (let c = 0; c < group.length; c++) if (group[c] >= 0) sums[group[c]] += channelLoad[c];
  return sums.map((sum, g) => (sum > 0 ? sum / groupCapacity[g] : 0));
}

/** Most that any terminal can send over one channel, phits per cycle. */
export function mostOf({ terminals, firstOut }: Network, rates: Float64Array | null): number {
  return rates === null ? 1 : rates.subarray(0, firstOut[terminals]).reduce((most, each) => Math.max(most, each), 0);
}

/** What sets the bound: a channel, or a group that is asked for even more of what it carries. */
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

/** Cycles over so many channels of an empty network: each takes what must have come in before a packet goes on, the rest follows, and a cycle more consumes it. */
export function zeroLoadLatency({ packetPhits, headPhits, phitSpacing = 1, enterCycles = 1 }: Plan, meanHops: number): number {
  return (meanHops - 1) * headPhits + 1 + (packetPhits - 1) * phitSpacing + enterCycles;
}
