/**
 * Lower bound of the time that any algorithm needs for a collective operation on a network with a given placement of ranks: the largest of
 *
 * - the data that has to cross a cut divided by the capacity of the cut, plus the shortest path of a packet across it: for many divisions
 * of the network (`divisions.ts`), in each division into and out of every single part, and for all parts together (`needs.ts`);
 * - the longest path to a rank from another rank whose data it needs, plus the time to receive that data;
 * - the time until one rank has informed all ranks, or has heard from all: every informed rank informs another one whenever its channel is
 * free, in the postal model (Bar-Noy, Kipnis, Math. Syst. Theory 27, 1994). This takes ⌈log₂ p⌉ rounds if a packet has left completely
 * before the next begins. It does not apply if switches copy packets, or on a shared medium;
 * - for an all-to-all, the sum of all path lengths divided by the capacity of all channels.
 *
 * Data counts in whole packets with their overhead on the wire, and times are at most those of any engine. Routing, buffers and the time of
 * ranks and hosts are ignored. So no run is faster, and an algorithm that reaches the bound is optimal.
 */
import { breadthFirstSearch } from "../../network/search.ts";
import { timesFrom } from "../../network/times.ts";
import type { Network } from "../../network/network.ts";
import type { TimeBound, Collective } from "../../programs/collective.ts";
import { rateOf } from "../../plan/links.ts";
import { isPlain, type Plan } from "../../plan/plan.ts";
import { headerTime } from "../lone-packet.ts";
import { Capacities } from "./capacities.ts";
import { type Division, divisionsOf } from "./divisions.ts";
import { type CutRequirements, cutRequirementsOf } from "./needs.ts";
import { spreadingTime } from "./spreading.ts";

/** Visits of channels and nodes for divisions, and of channels for paths: about 100 ms for the largest networks. */
const [maxDivisionVisits, maxSearchVisits] = [5e6, 1e6];

/**
 * Lower bound of the time of a plan's collective operation, in cycles, with the reason (`by`): the largest of several bounds, so no run is
 * faster. Null for plans without a collective operation, and for the ideal network.
 */
export function collectiveTimeBoundOf(plan: Plan): TimeBound | null {
  const { demand, network, packetBytes, ideal } = plan;
  if (ideal !== undefined || packetBytes === undefined || demand.form !== "program") return null;
  const { collective, terminalOf } = demand;
  if (collective === undefined || collective.ranks < 2 || (collective.bytes === 0 && collective.operation !== "barrier")) return null;
  // Whether one packet may reach several ranks, by copies in switches or on a bus.
  const isCopiedInNetwork = collective.inNetwork === true || network.isMedium === true;
  const inputs: BoundInputs = {
    plan,
    network,
    terminalOf,
    collective,
    requirements: cutRequirementsOf(collective, packetBytes, isCopiedInNetwork),
    capacities: new Capacities(plan),
    pathTimes: pathTimesOf(plan, terminalOf),
    packetPhits: plan.packetPhits,
  };
  // Ranks among which data must spread, or be gathered, from rank to rank; 2, for a single message, otherwise or if the network copies it.
  const spreadingRanks = isCopiedInNetwork || !inputs.requirements.isSpreading ? 2 : terminalOf.length;
  const bounds = [...cutBounds(inputs), farthestRankBound(inputs), spreadingBound(inputs, spreadingRanks), ...totalDistanceBound(inputs)];
  return bounds.reduce((largest, each) => (each.cycles > largest.cycles ? each : largest));
}

interface BoundInputs {
  readonly plan: Plan;
  readonly network: Network;
  readonly terminalOf: Int32Array;
  readonly collective: Collective;
  readonly requirements: CutRequirements;
  readonly capacities: Capacities;
  readonly pathTimes: PathTimes;
  /** Phits of a packet. */
  readonly packetPhits: number;
}

/** Time of a packet along a path, in addition to its phits. */
interface PathTimes {
  /** [C] Cycles of a header per channel. */
  readonly headerTimes: Float64Array;
  /** Additional cycles at the first channel. */
  readonly entryTime: number;
  /** Minimum for a path over that many channels. */
  minPathTime(channels: number): number;
}

/**
 * The times of a packet along paths of an empty network, without waiting: the header's time per channel, the additional time at the first
 * channel (`entryTime`), and the minimum for a path of a given length between two ranks. The rules are those of
 * `programs/empty-network.ts`.
 * @param terminalOf [R] Terminal of each rank.
 */
function pathTimesOf(plan: Plan, terminalOf: Int32Array): PathTimes {
  const { network, headPhits, enterCycles = 1, startUp = 0, links } = plan;
  const { head, tail, terminals } = network;
  const headerTimes = Float64Array.from(head, (_, channel) => (isPlain(plan) ? headPhits : headerTime(plan, channel)));
  const terminalRate = head.reduce(
    (maxRate, headNode, channel) => (Math.min(headNode, tail[channel]) < terminals ? Math.max(maxRate, rateOf(links, channel)) : maxRate),
    0,
  );
  // Correction at the first channel: `enterCycles` contains the time of its header.
  const entryTime = isPlain(plan)
    ? enterCycles - headPhits
    : plan.engine.time === "real"
      ? startUp
      : enterCycles - headPhits / terminalRate;
  const isRank = new Uint8Array(terminals);
  for (const terminal of terminalOf) isRank[terminal] = 1;
  // Least time of a header on a channel from a rank, on any channel, and on a channel to a rank.
  let [minFirst, minBetween, minLast] = [Infinity, Infinity, Infinity];
  for (let channel = 0; channel < head.length; channel++) {
    minBetween = Math.min(minBetween, headerTimes[channel]);
    if (isRank[tail[channel]] === 1) minFirst = Math.min(minFirst, headerTimes[channel]);
    if (isRank[head[channel]] === 1) minLast = Math.min(minLast, headerTimes[channel]);
  }
  const minPathTime = (channels: number) =>
    entryTime + (channels === 1 ? Math.max(minFirst, minLast) : minFirst + minLast + (channels - 2) * minBetween);
  return { headerTimes, entryTime, minPathTime };
}

/** Number of divisions, those with the largest bounds, whose paths are examined. */
const maxTightest = 3;

/** Bounds of the tightest divisions. */
function cutBounds({ network, terminalOf, pathTimes, packetPhits, ...otherInputs }: BoundInputs): readonly TimeBound[] {
  const visitsPerDivision = network.terminals + network.switches + network.head.length;
  const tightest: { readonly division: Division; readonly packets: number }[] = [];
  let remainingVisits = maxDivisionVisits;
  for (const division of divisionsOf(network, terminalOf)) {
    const packets = packetsPerRate({ terminalOf, ...otherInputs }, division);
    if (tightest.every((other) => other.packets !== packets)) tightest.push({ division, packets });
    tightest.sort((a, b) => b.packets - a.packets).splice(maxTightest);
    remainingVisits -= visitsPerDivision;
    if (remainingVisits < 0) break;
  }
  return tightest.map(({ division: { phrase, partOf }, packets }) => ({
    cycles: packets * packetPhits + (packets > 0 ? pathTimes.minPathTime(shortestPathBetweenParts(network, terminalOf, partOf)) : 0),
    by: phrase,
  }));
}

/**
 * Bound of the time of a collective operation by one division of the network into parts: the packets that must leave or enter a part,
 * divided by the rate of the channels at its border, phits per cycle. Returns the largest quotient of a part, or the quotient of all parts
 * together if that is larger; 0 if all ranks are in one part.
 * @param requirements Packets that must cross the border of a part with a given number of ranks.
 */
function packetsPerRate(
  { collective, requirements, capacities, terminalOf }: Pick<BoundInputs, "collective" | "requirements" | "capacities" | "terminalOf">,
  { partOf, parts }: Division,
): number {
  const ranks = new Int32Array(parts);
  for (const terminal of terminalOf) ranks[partOf[terminal]]++;
  const occupiedParts = Array.from(ranks.keys()).filter((part) => ranks[part] > 0);
  if (occupiedParts.length < 2) return 0;
  const rootPart = partOf[terminalOf[collective.root ?? 0]];
  const { out, into: inward, both, all } = capacities.ofParts(partOf, parts, ranks);
  let [maxQuotient, sumOut, sumIn] = [0, 0, 0];
  for (const part of occupiedParts) {
    const traffic = requirements.ofPart(ranks[part], part === rootPart);
    sumOut += traffic.out;
    sumIn += traffic.in;
    maxQuotient = Math.max(
      maxQuotient,
      quotient(traffic.out, out[part]),
      quotient(traffic.in, inward[part]),
      quotient(traffic.out + traffic.in, both[part]),
    );
  }
  const amongParts = requirements.amongParts(occupiedParts.length);
  const [totalOut, totalIn] = [Math.max(sumOut, amongParts), Math.max(sumIn, amongParts)];
  return Math.max(maxQuotient, quotient(totalOut, all.out), quotient(totalIn, all.into), quotient(totalOut + totalIn, all.both));
}

/** Packets divided by phits per cycle; 0 if there are no packets. */
const quotient = (packets: number, capacity: number) => (packets === 0 ? 0 : packets / capacity);

/**
 * Length in channels of the shortest path between ranks of different parts. A breadth-first search starts from all ranks simultaneously and
 * ends when nodes reached from two different parts are adjacent.
 * @param terminalOf [R] Terminal of each rank.
 * @param partOf [N] Part of each node.
 */
function shortestPathBetweenParts(
  { terminals, switches, firstOut, head }: Pick<Network, "terminals" | "switches" | "firstOut" | "head">,
  terminalOf: Int32Array,
  partOf: Int32Array,
): number {
  const nodes = terminals + switches;
  const distance = new Int32Array(nodes).fill(-1);
  const originPart = new Int32Array(nodes);
  const order = new Int32Array(nodes);
  let count = 0;
  for (const terminal of terminalOf) {
    distance[terminal] = 0;
    originPart[terminal] = partOf[terminal];
    order[count++] = terminal;
  }
  let nearest = Infinity;
  for (let i = 0; i < count && 2 * distance[order[i]] < nearest; i++) {
    const node = order[i];
    for (let channel = firstOut[node]; channel < firstOut[node + 1]; channel++) {
      const neighbor = head[channel];
      if (distance[neighbor] < 0) {
        distance[neighbor] = distance[node] + 1;
        originPart[neighbor] = originPart[node];
        order[count++] = neighbor;
      } else if (originPart[neighbor] !== originPart[node]) nearest = Math.min(nearest, distance[node] + 1 + distance[neighbor]);
    }
  }
  return nearest;
}

/**
 * Bound of a collective operation's time by the longest path that its data must take: the time of a packet from the farthest rank whose
 * data a rank needs, plus the time to receive all packets of one rank. If all ranks are sources, the searches start from only some of them,
 * evenly spaced.
 */
function farthestRankBound({
  network,
  terminalOf,
  collective,
  requirements,
  capacities,
  pathTimes,
  packetPhits,
  plan,
}: BoundInputs): TimeBound {
  const { packets, who } = requirements.fromSingleRank;
  const ranks = terminalOf.length;
  const root = collective.root ?? 0;
  const sourceRanks =
    who === "from root" ? [root] : evenlySpaced(ranks, Math.max(2, Math.floor(maxSearchVisits / (network.head.length + 1))));
  const { terminals, switches } = network;
  const [distance, order] = [new Int32Array(terminals + switches), new Int32Array(terminals + switches)];
  const receiveTimes = Float64Array.from(terminalOf, (terminal) => quotient(packets, capacities.intoNode(terminal)) * packetPhits);
  let maxTime = 0;
  for (const rank of packets === 0 ? [] : sourceRanks) {
    const source = terminalOf[rank];
    // Ranks may forward what they receive, so the shortest path may lead through any node.
    if (isPlain(plan)) breadthFirstSearch(network, source, distance, order);
    const timesOfNodes = isPlain(plan) ? null : timesFrom(network, pathTimes.headerTimes, source);
    const headerTimeTo = (destination: number) => {
      if (timesOfNodes !== null) return timesOfNodes[destination];
      return distance[destination] < 0 ? 0 : distance[destination] * pathTimes.headerTimes[0];
    };
    for (let otherRank = 0; otherRank < ranks; otherRank++) {
      const destination = terminalOf[otherRank];
      if (otherRank === rank || (who === "to root" && otherRank !== root)) continue;
      const pathTime = headerTimeTo(destination);
      if (pathTime < Infinity) maxTime = Math.max(maxTime, pathTime + pathTimes.entryTime + receiveTimes[otherRank]);
    }
  }
  return { cycles: maxTime, by: "the path from the farthest rank" };
}

/** At most `maxNumbers` evenly spaced numbers of 0 … count − 1, with the first and the last. */
function evenlySpaced(count: number, maxNumbers: number): readonly number[] {
  if (count <= maxNumbers) return Array.from({ length: count }, (_, i) => i);
  return Array.from({ length: maxNumbers }, (_, i) => Math.round((i * (count - 1)) / (maxNumbers - 1)));
}

/** Bound by the time until the given number of ranks have heard from one rank. */
function spreadingBound({ terminalOf, network, capacities, pathTimes, packetPhits }: BoundInputs, ranks: number): TimeBound {
  const shortestPath = shortestPathBetweenParts(
    network,
    terminalOf,
    Int32Array.from({ length: network.terminals + network.switches }, (_, node) => node),
  );
  const maxTerminalCapacity = terminalOf.reduce(
    (most, terminal) => Math.max(most, capacities.outOfNode(terminal), capacities.intoNode(terminal)),
    0,
  );
  const fastest = capacities.fastestTerminalRate;
  return {
    cycles: spreadingTime(ranks, packetPhits / maxTerminalCapacity, pathTimes.minPathTime(shortestPath) + packetPhits / fastest),
    by: "latency",
  };
}

/**
 * Bound of the time of an all-to-all by the capacity of all channels: every packet occupies each channel of its path, so the time is at
 * least the sum of all shortest distances times the packets per pair, divided by the total rate. Empty for other operations, and if there
 * are too many pairs.
 */
function totalDistanceBound({
  network,
  terminalOf,
  collective,
  capacities,
  pathTimes,
  packetPhits,
  plan,
}: BoundInputs): readonly TimeBound[] {
  const { terminals, switches, firstOut, head, tail } = network;
  const ranks = terminalOf.length;
  if (collective.operation !== "all-to-all" || ranks * head.length > 4 * maxSearchVisits || plan.packetBytes === undefined) return [];
  // If each terminal has links to one switch only, the two terminal channels of every path can be left out.
  const hasOneSwitchEach =
    !network.forwards && terminalOf.every((terminal) => new Set(head.subarray(firstOut[terminal], firstOut[terminal + 1])).size === 1);
  const isCounted = (channel: number) => !hasOneSwitchEach || Math.min(head[channel], tail[channel]) >= terminals;
  const capacity = capacities.sum(isCounted);
  const [distance, order] = [new Int32Array(terminals + switches), new Int32Array(terminals + switches)];
  let totalDistance = 0;
  for (const source of terminalOf) {
    breadthFirstSearch(network, source, distance, order, hasOneSwitchEach ? terminals : 0);
    for (const destination of terminalOf)
      if (destination !== source && distance[destination] > 0) totalDistance += distance[destination] - (hasOneSwitchEach ? 2 : 0);
  }
  if (totalDistance === 0) return [];
  const packets = Math.ceil(((collective.bytes / ranks) * totalDistance) / plan.packetBytes);
  // The shortest path between any two ranks: each node is a part.
  const shortestPath = shortestPathBetweenParts(
    network,
    terminalOf,
    Int32Array.from({ length: terminals + switches }, (_, node) => node),
  );
  return [{ cycles: quotient(packets, capacity) * packetPhits + pathTimes.minPathTime(shortestPath), by: "the total length of all paths" }];
}
