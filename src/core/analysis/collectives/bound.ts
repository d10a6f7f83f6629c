/**
 * Lower bound of the time that any algorithm needs for a collective operation on a network with a given placement of ranks: the largest of
 *
 * - the data that has to cross a cut divided by the capacity of the cut, plus the shortest path of a packet across it: for many divisions
 * of the network (`divisions.ts`), and in each for every part alone, in and out, and for all parts together (`needs.ts`);
 * - the longest path to a rank from another rank whose data it needs, plus the time to receive that data;
 * - the time until one rank has informed all ranks, or has heard from all: every informed rank informs another one whenever its channel is
 * free, in the postal model (Bar-Noy, Kipnis, Math. Syst. Theory 27, 1994). This takes ⌈log₂ p⌉ rounds if a packet has left completely
 * before the next begins. It does not apply if switches copy packets, or on a shared medium;
 * - for an all-to-all, the sum of all path lengths divided by the capacity of all channels.
 *
 * Data counts in whole packets with their overhead on the wire, and times are at most those of any engine. Routing, buffers and the time of
 * ranks and hosts are ignored. So no run is faster, and an algorithm that reaches the bound is optimal.
 */
import { search } from "../../network/search.ts";
import { timesFrom } from "../../network/times.ts";
import type { Network } from "../../network/network.ts";
import type { Bound, Collective } from "../../programs/collective.ts";
import { rateOf } from "../../plan/links.ts";
import { isPlain, type Plan } from "../../plan/plan.ts";
import { headTime } from "../packet-alone.ts";
import { Capacities } from "./capacities.ts";
import { type Division, divisionsOf } from "./divisions.ts";
import { type Needs, needsOf } from "./needs.ts";
import { spreadingTime } from "./spreading.ts";

/** Visits of channels and nodes for divisions, and of channels for paths: about 100 ms for the largest networks. */
const [mostDivided, mostSearched] = [5e6, 1e6];

/** Lower bound of the time of a plan's collective operation; null for other plans, and without a network. */
export function leastTimeOf(plan: Plan): Bound | null {
  const { demand, network, packetBytes, ideal } = plan;
  if (ideal !== undefined || packetBytes === undefined || demand.form !== "program") return null;
  const { collective, terminalOf } = demand;
  if (collective === undefined || collective.ranks < 2 || (collective.bytes === 0 && collective.operation !== "barrier")) return null;
  const heard = collective.inNetwork === true || network.isMedium === true;
  const at: Setting = {
    plan,
    network,
    terminalOf,
    collective,
    needs: needsOf(collective, packetBytes, heard),
    capacities: new Capacities(plan),
    clock: clockOf(plan, terminalOf),
    phits: plan.packetPhits,
  };
  const bounds = [...ofCuts(at), ofFarthest(at), ofSpreading(at, heard || !at.needs.spreads ? 2 : terminalOf.length), ...ofAllWays(at)];
  return bounds.reduce((most, each) => (each.cycles > most.cycles ? each : most));
}

interface Setting {
  readonly plan: Plan;
  readonly network: Network;
  readonly terminalOf: Int32Array;
  readonly collective: Collective;
  readonly needs: Needs;
  readonly capacities: Capacities;
  readonly clock: Clock;
  /** Phits of a packet. */
  readonly phits: number;
}

/** Time of a packet along a path, in addition to its phits. */
interface Clock {
  /** [C] Cycles of a header per channel. */
  readonly crossing: Float64Array;
  /** Additional cycles at the first channel. */
  readonly entering: number;
  /** Minimum for a path over that many channels. */
  ofWay(channels: number): number;
}

/** The same rules as for a message in an empty network: see `programs/empty-network.ts`. */
function clockOf(plan: Plan, terminalOf: Int32Array): Clock {
  const { network, headPhits, enterCycles = 1, startUp = 0, links } = plan;
  const { head, tail, terminals } = network;
  const crossing = Float64Array.from(head, (_, c) => (isPlain(plan) ? headPhits : headTime(plan, c)));
  const fastest = head.reduce((most, to, c) => (Math.min(to, tail[c]) < terminals ? Math.max(most, rateOf(links, c)) : most), 0);
  const entering = isPlain(plan) ? enterCycles - headPhits : plan.engine.time === "real" ? startUp : enterCycles - headPhits / fastest;
  const isRank = new Uint8Array(terminals);
  for (const t of terminalOf) isRank[t] = 1;
  let [first, between, last] = [Infinity, Infinity, Infinity];
  for (let c = 0; c < head.length; c++) {
    between = Math.min(between, crossing[c]);
    if (isRank[tail[c]] === 1) first = Math.min(first, crossing[c]);
    if (isRank[head[c]] === 1) last = Math.min(last, crossing[c]);
  }
  const ofWay = (channels: number) => entering + (channels === 1 ? Math.max(first, last) : first + last + (channels - 2) * between);
  return { crossing, entering, ofWay };
}

/** Number of divisions, those with the largest bounds, whose paths are examined. */
const mostWalked = 3;

/** Bounds of the tightest divisions. */
function ofCuts({ network, terminalOf, clock, phits, ...at }: Setting): readonly Bound[] {
  const each = network.terminals + network.switches + network.head.length;
  const tightest: { readonly division: Division; readonly packets: number }[] = [];
  let left = mostDivided;
  for (const division of divisionsOf(network, terminalOf)) {
    const packets = packetsOver({ terminalOf, ...at }, division);
    if (tightest.every((other) => other.packets !== packets)) tightest.push({ division, packets });
    tightest.sort((a, b) => b.packets - a.packets).splice(mostWalked);
    left -= each;
    if (left < 0) break;
  }
  return tightest.map(({ division: { by, partOf }, packets }) => ({
    cycles: packets * phits + (packets > 0 ? clock.ofWay(nearestBetween(network, terminalOf, partOf)) : 0),
    by,
  }));
}

/** Largest quotient of packets and rate (phits per cycle) over the cuts of a division; 0 if all ranks are in one part. */
function packetsOver(
  { collective, needs, capacities, terminalOf }: Pick<Setting, "collective" | "needs" | "capacities" | "terminalOf">,
  { partOf, parts }: Division,
): number {
  const ranks = new Int32Array(parts);
  for (const t of terminalOf) ranks[partOf[t]]++;
  const own = Array.from(ranks.keys()).filter((part) => ranks[part] > 0);
  if (own.length < 2) return 0;
  const rootPart = partOf[terminalOf[collective.root ?? 0]];
  const { out, into, both, all } = capacities.of(partOf, parts, ranks);
  let [most, sumOut, sumIn] = [0, 0, 0];
  for (const part of own) {
    const need = needs.ofPart(ranks[part], part === rootPart);
    sumOut += need.out;
    sumIn += need.in;
    most = Math.max(most, over(need.out, out[part]), over(need.in, into[part]), over(need.out + need.in, both[part]));
  }
  const between = needs.between(own.length);
  const [crossOut, crossIn] = [Math.max(sumOut, between), Math.max(sumIn, between)];
  return Math.max(most, over(crossOut, all.out), over(crossIn, all.into), over(crossOut + crossIn, all.both));
}

/** Packets divided by phits per cycle; 0 if there are no packets. */
const over = (packets: number, capacity: number) => (packets === 0 ? 0 : packets / capacity);

/**
 * Length of the shortest path between ranks of different parts, in channels: a breadth-first search from all ranks simultaneously, until
 * two parts meet.
 */
function nearestBetween(
  { terminals, switches, firstOut, head }: Pick<Network, "terminals" | "switches" | "firstOut" | "head">,
  terminalOf: Int32Array,
  partOf: Int32Array,
): number {
  const nodes = terminals + switches;
  const distance = new Int32Array(nodes).fill(-1);
  const from = new Int32Array(nodes);
  const order = new Int32Array(nodes);
  let count = 0;
  for (const t of terminalOf) {
    distance[t] = 0;
    from[t] = partOf[t];
    order[count++] = t;
  }
  let nearest = Infinity;
  for (let i = 0; i < count && 2 * distance[order[i]] < nearest; i++) {
    const n = order[i];
    for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
      const to = head[c];
      if (distance[to] < 0) {
        distance[to] = distance[n] + 1;
        from[to] = from[n];
        order[count++] = to;
      } else if (from[to] !== from[n]) nearest = Math.min(nearest, distance[n] + 1 + distance[to]);
    }
  }
  return nearest;
}

/** Bound by the path from the farthest rank, plus the time to receive. */
function ofFarthest({ network, terminalOf, collective, needs, capacities, clock, phits, plan }: Setting): Bound {
  const { packets, who } = needs.fromAfar;
  const ranks = terminalOf.length;
  const root = collective.root ?? 0;
  const searched = who === "from root" ? [root] : evenly(ranks, Math.max(2, Math.floor(mostSearched / (network.head.length + 1))));
  const { terminals, switches } = network;
  const [distance, order] = [new Int32Array(terminals + switches), new Int32Array(terminals + switches)];
  const taking = Float64Array.from(terminalOf, (t) => over(packets, capacities.into(t)) * phits);
  let most = 0;
  for (const rank of packets === 0 ? [] : searched) {
    const from = terminalOf[rank];
    // Ranks may forward what they receive, so the shortest path may lead through any node.
    if (isPlain(plan)) search(network, from, distance, order);
    const times = isPlain(plan) ? null : timesFrom(network, clock.crossing, from);
    for (let other = 0; other < ranks; other++) {
      const to = terminalOf[other];
      if (other === rank || (who === "to root" && other !== root)) continue;
      const way = times === null ? (distance[to] < 0 ? 0 : distance[to] * clock.crossing[0]) : times[to];
      if (way < Infinity) most = Math.max(most, way + clock.entering + taking[other]);
    }
  }
  return { cycles: most, by: "the way from the farthest rank" };
}

/** At most `maxNumbers` evenly spaced numbers of 0 … count − 1, with the first and the last. */
function evenly(count: number, most: number): readonly number[] {
  if (count <= most) return Array.from({ length: count }, (_, i) => i);
  return Array.from({ length: most }, (_, i) => Math.round((i * (count - 1)) / (most - 1)));
}

/** Bound by the time until that many ranks have heard from one. */
function ofSpreading({ terminalOf, network, capacities, clock, phits }: Setting, ranks: number): Bound {
  const nearest = nearestBetween(
    network,
    terminalOf,
    Int32Array.from({ length: network.terminals + network.switches }, (_, n) => n),
  );
  const widest = terminalOf.reduce((most, t) => Math.max(most, capacities.out(t), capacities.into(t)), 0);
  const fastest = capacities.fastest;
  return {
    cycles: spreadingTime(ranks, phits / widest, clock.ofWay(nearest) + phits / fastest),
    by: "latency",
  };
}

/** For an all-to-all, the total path length divided by the total capacity; empty if there are too many pairs. */
function ofAllWays({ network, terminalOf, collective, capacities, clock, phits, plan }: Setting): readonly Bound[] {
  const { terminals, switches, firstOut, head, tail } = network;
  const ranks = terminalOf.length;
  if (collective.operation !== "all-to-all" || ranks * head.length > 4 * mostSearched || plan.packetBytes === undefined) return [];
  // If each terminal has links to one switch only, the two terminal channels of every path can be left out.
  const isApart = !network.forwards && terminalOf.every((t) => new Set(head.subarray(firstOut[t], firstOut[t + 1])).size === 1);
  const isCounted = (c: number) => !isApart || Math.min(head[c], tail[c]) >= terminals;
  const carried = capacities.sum(isCounted);
  const [distance, order] = [new Int32Array(terminals + switches), new Int32Array(terminals + switches)];
  let channels = 0;
  for (const from of terminalOf) {
    search(network, from, distance, order, isApart ? terminals : 0);
    for (const to of terminalOf) if (to !== from && distance[to] > 0) channels += distance[to] - (isApart ? 2 : 0);
  }
  if (channels === 0) return [];
  const packets = Math.ceil(((collective.bytes / ranks) * channels) / plan.packetBytes);
  const nearest = nearestBetween(
    network,
    terminalOf,
    Int32Array.from({ length: terminals + switches }, (_, n) => n),
  );
  return [{ cycles: over(packets, carried) * phits + clock.ofWay(nearest), by: "the length of all ways together" }];
}
