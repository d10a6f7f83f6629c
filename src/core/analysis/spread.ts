/** Exact channel loads: the traffic is split evenly over the candidates of every hop. */
import { longer, longerReal } from "../base/arrays.ts";
import { programSends } from "../plan/demand.ts";
import { type OpenLoop, weightOf } from "../traffic/open-loop.ts";
import type { Plan } from "../plan/plan.ts";
import { canVisitAll, type Loads, spreadByDistance } from "./bound.ts";
import { fewSenders, mostSent, type Stream } from "./traffic.ts";
import { waysOn } from "./ways-on.ts";

/** Limit of visited nodes, over all destinations. */
const mostVisits = 6e6;
/** Up to this number of packet states are distinguished. */
const mostStates = 64;

/** The loads; null if packets must be sampled instead: if paths depend on the load, or are drawn from too many. */
export function spread(plan: Plan): Loads | null {
  const { demand, network } = plan;
  if (demand.form !== "program" || demand.trees === undefined) return spreadOver(plan);
  // Contributions to trees follow the channels of the tree, independent of the routing.
  const none: Loads = { channelLoad: new Float64Array(network.head.length), total: 0, hops: 0, fixed: true, widest: 1 };
  const loads = programSends.code.writtenSends(demand).length === 0 ? none : spreadOver(plan);
  if (loads === null) return null;
  const most = mostSent(demand, network.terminals);
  const { channelLoad } = loads;
  let { total, hops } = loads;
  for (const { packets, up, down, ways } of demand.trees) {
    const part = packets / most;
    for (const channels of [up, down]) for (const c of channels) channelLoad[c] += part;
    total += part * ways.length;
    for (const way of ways) hops += part * way.length;
  }
  return { ...loads, total, hops };
}

/** Loads of the traffic between terminals. */
function spreadOver(plan: Plan): Loads | null {
  const { begin, draws = mostStates + 1, adapt } = plan.routing;
  if ((begin !== undefined && draws > mostStates) || adapt !== undefined) return null;
  // Streams that start in different states never share a node in the same state.
  const byStreams = begin !== undefined && draws === 1 ? byPairs : byWays;
  const senders = fewSenders(plan.demand, plan.network.terminals);
  if (senders !== null) return byStreams(plan, (d) => senders[d]);
  const { demand } = plan;
  if (demand.form !== "open-loop") return null;
  const { network } = plan;
  return canVisitAll(network) ? (spreadByDistance(plan) ?? byStreams(plan, (d) => everybody(demand, network.terminals, d))) : null;
}

/** All sources that send to a terminal. */
function everybody(demand: OpenLoop, terminals: number, d: number): readonly Stream[] {
  const { sending, share } = demand;
  const streams: Stream[] = [];
  for (let source = 0; source < terminals; source++) {
    const weight = sending[source] === 1 && source !== d ? weightOf(demand, source) * share(source, d) : 0;
    if (weight > 0) streams.push({ source, weight });
  }
  return streams;
}

/** Stream by stream, over all of its paths, if each starts in a single state. Null if there are too many nodes to visit. */
function byPairs(plan: Plan, sendersTo: (destination: number) => readonly Stream[]): Loads | null {
  const { network, routing } = plan;
  const { begin, next, reaches } = routing;
  const { terminals, head } = network;
  const { find, channels, ids, isFixed, widest } = waysOn(plan);
  const channelLoad = new Float64Array(head.length);
  let [total, hops, fixed, visits] = [0, 0, true, 0];
  // Stack of the parts of a stream that are still to be forwarded: node, state and amount.
  const at: number[] = [];
  const state: number[] = [];
  const part: number[] = [];
  const stand = (node: number, own: number, amount: number) => {
    at.push(node);
    state.push(own);
    part.push(amount);
  };
  for (let d = 0; d < terminals; d++) {
    for (const { source, weight } of sendersTo(d)) {
      if (source === d || (reaches !== undefined && !reaches(source, d))) continue;
      total += weight;
      stand(source, begin?.(source, d, 0) ?? 0, weight);
      while (at.length > 0) {
        const [n, own, amount] = [at.pop() as number, state.pop() as number, part.pop() as number];
        if (++visits > mostVisits) return null;
        const count = find(n, d, own);
        if (fixed) fixed = isFixed(n, count);
        hops += count > 0 ? amount : 0;
        for (let i = 0; i < count; i++) {
          channelLoad[channels[i]] += amount / count;
          if (head[channels[i]] !== d) stand(head[channels[i]], next?.(n, d, own, ids[i]) ?? own, amount / count);
        }
      }
    }
    if (d % 64 === 63 && (visits / (d + 1)) * terminals > mostVisits) return null;
  }
  return { channelLoad, total, hops, fixed, widest: widest() };
}

/**
 * Destination by destination, over the graph of nodes and packet states, in topological order, so that a vertex is processed after all that
 * send to it. Traffic that starts in one of several random states is divided equally. Null if the graph has a cycle, too many states, or
 * too many vertices.
 */
function byWays(plan: Plan, sendersTo: (destination: number) => readonly Stream[]): Loads | null {
  const { network, routing } = plan;
  const { begin, draws = 1, next, reaches } = routing;
  const { terminals, switches, firstOut, head } = network;
  const { find, channels, ids, isFixed, widest } = waysOn(plan);
  const states = begin === undefined && next === undefined ? 1 : mostStates;
  const channelLoad = new Float64Array(head.length);
  // A vertex is a node with a packet state; vertices are numbered for each destination in the order of discovery.
  const metFor = new Int32Array((terminals + switches) * states).fill(-1);
  const numberOf = new Int32Array(metFor.length);
  // By vertex number.
  let flow = new Float64Array(1024);
  let firstEdge = new Int32Array(1025);
  let nextEdge = new Int32Array(1024);
  let isDone = new Uint8Array(1024);
  let finished = new Int32Array(1024);
  let stack = new Int32Array(1024);
  // By edge: the channel, and the node and state that it leads to; −1 for the destination.
  let edgeChannel = new Int32Array(4096);
  let edgePlace = new Int32Array(4096);
  let [total, hops, fixed, visits, places, edges, finishedCount] = [0, 0, true, 0, 0, 0, 0];
  for (let d = 0; d < terminals; d++) {
    places = edges = finishedCount = 0;
    for (const { source, weight } of sendersTo(d)) {
      if (source === d || (reaches !== undefined && !reaches(source, d))) continue;
      // A terminal with a single link has no choice on it, so its traffic starts at the switch.
      const link = firstOut[source];
      const isPlain = states === 1 && firstOut[source + 1] - link === 1 && head[link] !== d;
      if (isPlain) {
        channelLoad[link] += weight;
        hops += weight;
      }
      for (let i = 0; i < draws; i++) {
        const state = begin === undefined ? 0 : begin(source, d, Math.floor(((i + 0.5) / draws) * 2 ** 32));
        if (state >= states) return null;
        const start = meet(isPlain ? head[link] : source * states + state, d);
        if (start < 0 || !follow(start, d)) return null;
        flow[start] += weight / draws;
      }
      total += weight;
    }
    visits += places;
    // Stop early if the visits so far, extrapolated to all destinations, exceed the limit.
    if (visits > mostVisits || (d % 64 === 63 && (visits / (d + 1)) * terminals > mostVisits)) return null;
    // In reverse order of completion each vertex comes after all that send to it.
    for (let i = finishedCount - 1; i >= 0; i--) {
      const at = finished[i];
      const count = firstEdge[at + 1] - firstEdge[at];
      if (count === 0 || flow[at] === 0) continue;
      hops += flow[at];
      const part = flow[at] / count;
      for (let e = firstEdge[at]; e < firstEdge[at + 1]; e++) {
        channelLoad[edgeChannel[e]] += part;
        if (edgePlace[e] >= 0) flow[numberOf[edgePlace[e]]] += part;
      }
    }
  }
  return { channelLoad, total, hops, fixed, widest: widest() };

  /** The number of a vertex, discovered now or before; −1 if there are too many states. */
  function meet(place: number, d: number): number {
    if (metFor[place] === d) return numberOf[place];
    metFor[place] = d;
    const number = places++;
    if (number === flow.length) growPlaces();
    numberOf[place] = number;
    flow[number] = 0;
    isDone[number] = 0;
    firstEdge[number] = nextEdge[number] = edges;
    const n = states === 1 ? place : Math.floor(place / states);
    const state = place - n * states;
    const count = find(n, d, state);
    if (fixed) fixed = isFixed(n, count);
    if (edges + count > edgeChannel.length) growEdges(edges + count);
    for (let i = 0; i < count; i++) {
      const c = channels[i];
      const after = head[c] === d ? 0 : next === undefined ? state : next(n, d, state, ids[i]);
      if (after < 0 || after >= states) return -1;
      edgeChannel[edges] = c;
      edgePlace[edges++] = head[c] === d ? -1 : head[c] * states + after;
    }
    firstEdge[number + 1] = edges;
    return number;
  }

  /** Depth-first search that completes a vertex after all its successors; false if there is a cycle. */
  function follow(start: number, d: number): boolean {
    if (isDone[start] === 1) return true;
    stack[0] = start;
    let depth = 1;
    while (depth > 0) {
      const at = stack[depth - 1];
      if (nextEdge[at] === firstEdge[at + 1]) {
        isDone[at] = 1;
        finished[finishedCount++] = at;
        depth--;
        continue;
      }
      const place = edgePlace[nextEdge[at]++];
      if (place < 0) continue;
      const known = places;
      const number = meet(place, d);
      if (number < 0) return false;
      if (number === known) stack[depth++] = number;
      else if (isDone[number] === 0) return false;
    }
    return true;
  }

  function growPlaces(): void {
    const length = 2 * flow.length;
    flow = longerReal(flow, length);
    firstEdge = longer(firstEdge, length + 1);
    nextEdge = longer(nextEdge, length);
    finished = longer(finished, length);
    stack = longer(stack, length);
    const done = isDone;
    isDone = new Uint8Array(length);
    isDone.set(done);
  }

  function growEdges(least: number): void {
    const length = Math.max(least, 2 * edgeChannel.length);
    edgeChannel = longer(edgeChannel, length);
    edgePlace = longer(edgePlace, length);
  }
}
