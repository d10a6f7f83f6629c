/** Channel loads on minimal paths, as in most networks, and what follows from loads: the ideal throughput and the bottleneck. */
import { type Network, nameOfChannel } from "../network/network.ts";
import { type OpenLoop, relativeLoad } from "../traffic/open-loop.ts";
import { rateOf } from "../plan/links.ts";
import type { Plan } from "../plan/plan.ts";
import type { Analysis } from "./analysis.ts";
import { candidateFinder } from "./candidate-finder.ts";

/** Limit of visited nodes, over all destinations. */
const maxVisits = 1e8;

/** Channel loads for a mean offered load of 1 per sending terminal, and sums over the traffic. */
export interface TrafficLoads {
  readonly channelLoad: Float64Array;
  /** Phits per cycle that are sent; and their sum weighted by the channels that they cross. */
  readonly totalSent: number;
  readonly totalHops: number;
  /** True if packets have no choice that affects the loads. */
  readonly isDeterministic: boolean;
  /** Largest number of candidates of a packet at one node. */
  readonly maxCandidates: number;
}

/** Whether the network is small enough to process every destination. */
export function canVisitAll({ terminals, switches }: Plan["network"]): boolean {
  return terminals * (terminals + switches) <= maxVisits;
}

/**
 * The loads of open-loop traffic; null if this method does not apply: if packets have states or make decisions, if each terminal sends to
 * one other, if the network is too large, or if a path is not minimal.
 */
export function loadsByDistance(plan: Plan): TrafficLoads | null {
  const { demand, network, routing } = plan;
  const { initialState, nextState, injectionDecision } = routing;
  if (demand.form !== "open-loop" || initialState !== undefined || nextState !== undefined || injectionDecision !== undefined) return null;
  return canVisitAll(network) && !demand.isPermutation ? computeLoadsByDistance(plan, demand) : null;
}

/**
 * Processes each destination from the farthest node inward: on minimal paths each node is visited after all nodes that send to it. Null if
 * a candidate does not come closer.
 */
function computeLoadsByDistance(plan: Plan, demand: OpenLoop): TrafficLoads | null {
  const { isSending, share } = demand;
  const { network, routing } = plan;
  const { canReach } = routing;
  const { terminals, switches, firstOut, head } = network;
  const { findCandidates, channels, isFixed, maxFound } = candidateFinder(plan);
  const channelLoad = new Float64Array(head.length);
  const flow = new Float64Array(terminals + switches);
  const distance = new Int32Array(terminals + switches);
  const order = new Int32Array(terminals + switches);
  // The traffic of a terminal with one link starts at its switch, because it has no choice before.
  const hasOneLink = (terminal: number) => firstOut[terminal + 1] - firstOut[terminal] === 1;
  const entryNode = Int32Array.from({ length: terminals }, (_, terminal) => (hasOneLink(terminal) ? head[firstOut[terminal]] : terminal));
  const terminalsByEntry = Int32Array.from(entryNode, (_, terminal) => terminal).sort((a, b) => entryNode[a] - entryNode[b] || a - b);
  // Neighbors of each node, without terminals that have one link.
  const firstNeighbor = new Int32Array(terminals + switches + 1);
  const neighbors = head.filter((node, channel) => {
    const isKept = node >= terminals || entryNode[node] === node;
    if (isKept) firstNeighbor[network.tail[channel] + 1]++;
    return isKept;
  });
  for (let node = 0; node < terminals + switches; node++) firstNeighbor[node + 1] += firstNeighbor[node];
  const sent = new Float64Array(terminals);
  const weights = Float64Array.from(sent, (_, source) => relativeLoad(demand, source));
  const isUnreachable =
    canReach === undefined
      ? null
      : (source: number, destination: number) => distance[entryNode[source]] < 0 || !canReach(source, destination);
  const firstCandidates = new Int32Array(routing.maxCandidates);
  let isDeterministic = true;
  let hops = 0;
  for (let first = 0, end = 0; first < terminals; first = end) {
    // Terminals of one switch share the order of the nodes by distance, and often all of the path except for the last channel.
    const target = entryNode[terminalsByEntry[first]];
    while (end < terminals && entryNode[terminalsByEntry[end]] === target) end++;
    const nodes = sortByDistance(target);
    const haveSamePaths = end - first > 1 && doPathsAgree(nodes, first, end);
    for (let i = first; i < end; i++) {
      const destination = terminalsByEntry[i];
      const amount = addTrafficTo(destination);
      if (haveSamePaths) {
        const count = findCandidates(target, destination, 0);
        for (let j = 0; j < count; j++) channelLoad[channels[j]] += amount / count;
        hops += amount;
        if (i < end - 1) continue;
      }
      // If paths agree, the last channel is counted above, terminal by terminal, and the other channels of the path once for all terminals.
      const crossings = forwardFlow(destination, nodes, haveSamePaths ? 1 : 0);
      if (crossings < 0) return null;
      hops += crossings;
      flow[target] = 0;
    }
  }
  let total = 0;
  for (let source = 0; source < terminals; source++) {
    total += sent[source];
    if (entryNode[source] === source) continue;
    channelLoad[firstOut[source]] += sent[source];
    hops += sent[source];
  }
  return { channelLoad, totalSent: total, totalHops: hops, isDeterministic, maxCandidates: maxFound() };

  /** Adds the traffic of all sources to a terminal; returns its sum. */
  function addTrafficTo(destination: number): number {
    let amount = 0;
    for (let source = 0; source < terminals; source++) {
      if (isSending[source] === 0 || source === destination || (isUnreachable !== null && isUnreachable(source, destination))) continue;
      const weight = weights[source] * share(source, destination);
      sent[source] += weight;
      flow[entryNode[source]] += weight;
      amount += weight;
    }
    return amount;
  }

  /**
   * Forwards the flow of all nodes toward one destination and adds it to the channel loads. Each node splits its flow evenly over its
   * candidate channels. The nodes are processed in `order` from the farthest (index `nodes` − 1) to the index `nearest`. Returns the sum of
   * the flow over all channels that it crosses; −1 if a candidate channel does not come closer.
   */
  function forwardFlow(destination: number, nodes: number, nearest: number): number {
    let crossings = 0;
    flow[destination] = 0;
    for (let i = nodes - 1; i >= nearest; i--) {
      const node = order[i];
      const amount = flow[node];
      if (amount === 0) continue;
      flow[node] = 0;
      const count = findCandidates(node, destination, 0);
      if (count === 0) continue;
      if (isDeterministic && count > 1) isDeterministic = isFixed(node, count);
      crossings += amount;
      const flowPerChannel = amount / count;
      for (let j = 0; j < count; j++) {
        const channel = channels[j];
        channelLoad[channel] += flowPerChannel;
        if (head[channel] === destination) continue;
        if (distance[head[channel]] >= distance[node]) return -1;
        flow[head[channel]] += flowPerChannel;
      }
    }
    return crossings;
  }

  /** Whether the paths to several terminals of a switch are the same from every other node. */
  function doPathsAgree(nodes: number, first: number, end: number): boolean {
    for (let i = 1; i < nodes; i++) {
      const count = findCandidates(order[i], terminalsByEntry[first], 0);
      for (let j = 0; j < count; j++) firstCandidates[j] = channels[j];
      for (let k = first + 1; k < end; k++) {
        if (findCandidates(order[i], terminalsByEntry[k], 0) !== count) return false;
        for (let j = 0; j < count; j++) if (channels[j] !== firstCandidates[j]) return false;
      }
    }
    return true;
  }

  /**
   * Breadth-first search from the destination `target`: sets `distance` of each node, in channels, and writes the nodes to `order` in
   * ascending distance. Terminals are not passed, unless they forward packets. Returns the number of nodes found. `neighbors` holds the
   * neighbors of node n at `firstNeighbor[n]` up to `firstNeighbor[n + 1]`.
   */
  function sortByDistance(target: number): number {
    distance.fill(-1);
    distance[target] = 0;
    order[0] = target;
    let count = 1;
    for (let i = 0; i < count; i++) {
      const node = order[i];
      if (node < terminals && node !== target && !network.forwards) continue;
      const nextDistance = distance[node] + 1;
      for (let k = firstNeighbor[node]; k < firstNeighbor[node + 1]; k++) {
        const neighbor = neighbors[k];
        if (distance[neighbor] >= 0) continue;
        distance[neighbor] = nextDistance;
        order[count++] = neighbor;
      }
    }
    return count;
  }
}

/** Analysis of a plan with minimal paths; null if {@link analyzeChannelLoads} of `channel-load.ts` is required. */
export function analyzeMinimalPaths(plan: Plan): Omit<Analysis, "program"> | null {
  const loads = plan.routing.undrawnRouting === undefined ? loadsByDistance(plan) : null;
  return loads === null ? null : analysisOfLoads(plan, loads, zeroLoadLatency);
}

/**
 * Turns computed channel loads into the analysis of a plan: relative loads, ideal throughput, bottleneck and zero-load latency. The loads
 * are phits per cycle if an average sender sends one phit per cycle; for finite workloads, phits per phit that the busiest source sends.
 * @param latencyOf Cycles of a packet in an empty network over a mean number of channels.
 */
export function analysisOfLoads(
  plan: Plan,
  { channelLoad: phits, totalSent, totalHops, isDeterministic, maxCandidates }: TrafficLoads,
  latencyOf: (plan: Plan, meanHops: number) => number,
): Omit<Analysis, "program"> {
  const { network } = plan;
  const rates = channelRatesOf(plan);
  const meanHops = totalSent > 0 ? totalHops / totalSent : 0;
  const groupLoad = groupLoadsOf(network, phits);
  const channelLoad = relativeToRates(phits, rates);
  const busiestChannel = indexOfLargest(channelLoad);
  return {
    ...(rates === null ? {} : { rates }),
    meanHops,
    zeroLoadLatency: latencyOf(plan, meanHops),
    channelLoad,
    ...bottleneckOf(network, channelLoad, busiestChannel, channelLoad[busiestChannel], groupLoad, maxTerminalRate(network, rates)),
    exact: isDeterministic,
    direct: plan.routing.injectionDecision !== undefined,
    widest: maxCandidates,
    sampled: null,
  };
}

/** [C] Rate of each channel, phits per cycle; null if all are 1. */
export function channelRatesOf({ network, links }: Plan): Float64Array | null {
  return links === undefined ? null : Float64Array.from(network.head, (_, channel) => rateOf(links, channel));
}

/** [C] Loads in phits per cycle divided by the channel rates. */
export function relativeToRates(phits: Float64Array, rates: Float64Array | null): Float64Array {
  return rates === null ? phits : phits.map((each, channel) => each / rates[channel]);
}

/** Index of the first largest load, up to rounding. */
function indexOfLargest(loads: Float64Array): number {
  let largestIndex = 0;
  for (let i = 1; i < loads.length; i++) if (loads[i] > loads[largestIndex] + 1e-9) largestIndex = i;
  return largestIndex;
}

/** [G] Load of each group divided by its capacity. */
export function groupLoadsOf({ group, groupCapacity }: Network, channelLoad: Float64Array): Float64Array {
  const sums = new Float64Array(groupCapacity.length);
  for (let channel = 0; channel < group.length; channel++) if (group[channel] >= 0) sums[group[channel]] += channelLoad[channel];
  return sums.map((sum, groupIndex) => (sum > 0 ? sum / groupCapacity[groupIndex] : 0));
}

/** Highest rate of a channel of any terminal, phits per cycle. */
export function maxTerminalRate({ terminals, firstOut }: Network, rates: Float64Array | null): number {
  return rates === null ? 1 : rates.subarray(0, firstOut[terminals]).reduce((maxRate, each) => Math.max(maxRate, each), 0);
}

/**
 * Finds the bottleneck, which limits the throughput to 1 / load: the most loaded channel, or a group of channels with a common capacity
 * whose relative load is even larger. `bound` is the throughput in phits per cycle of each terminal.
 * @param channel The most loaded channel, and its relative load.
 * @param groupLoad Load of each channel group relative to its capacity.
 * @param maxRate Phits per cycle that a terminal can send.
 */
export function bottleneckOf(
  network: Network,
  channelLoad: Float64Array,
  channel: number,
  load: number,
  groupLoad: Float64Array,
  maxRate: number,
): Pick<Analysis, "bound" | "bottleneck" | "bottleneckName" | "bottleneckGroup"> {
  const boundOf = (worstLoad: number) => (worstLoad > 0 ? Math.min(maxRate, 1 / worstLoad) : maxRate);
  const groupIndex = indexOfLargest(groupLoad);
  if (groupLoad.length === 0 || groupLoad[groupIndex] <= load + 1e-9) {
    return { bound: boundOf(load), bottleneck: channel, bottleneckName: nameOfChannel(network, channel), bottleneckGroup: null };
  }
  const members = Array.from(network.group.keys()).filter((memberChannel) => network.group[memberChannel] === groupIndex);
  const busiest = members.reduce((a, b) => (channelLoad[b] > channelLoad[a] + 1e-9 ? b : a));
  const otherCount = members.length - 1;
  const otherChannels = otherCount === 0 ? "" : ` and ${otherCount} ${otherCount === 1 ? "channel" : "channels"} that share its capacity`;
  return {
    bound: boundOf(groupLoad[groupIndex]),
    bottleneck: busiest,
    bottleneckName: `${nameOfChannel(network, busiest)}${otherChannels}`,
    bottleneckGroup: groupIndex,
  };
}

/**
 * Latency over a mean number of channels in an empty network, cycles: the header's time per hop, the serialization of the other phits, and
 * the fixed cycles of entering and consumption.
 */
export function zeroLoadLatency({ packetPhits, headPhits, phitSpacing = 1, enterCycles = 1 }: Plan, meanHops: number): number {
  return (meanHops - 1) * headPhits + 1 + (packetPhits - 1) * phitSpacing + enterCycles;
}
