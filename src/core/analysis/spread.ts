/** Exact channel loads: the traffic is split evenly over the candidates of every hop. */
import { growInt32Array, growFloat64Array } from "../base/arrays.ts";
import { programSends } from "../plan/demand.ts";
import { type OpenLoop, relativeLoad } from "../traffic/open-loop.ts";
import type { Plan } from "../plan/plan.ts";
import { canVisitAll, type TrafficLoads, loadsByDistance } from "./bound.ts";
import { sendersByDestination, maxPacketsSent, type WeightedSource } from "./traffic.ts";
import { candidateFinder } from "./candidate-finder.ts";

/** Limit of visited nodes, over all destinations. */
const maxVisits = 6e6;
/** Up to this number of packet states are distinguished. */
const maxStates = 64;

/**
 * Channel loads of a plan's traffic, computed without sampling: packets follow all their paths, with even splits. Null if packets must be
 * sampled, because their paths depend on the load or are drawn from too many.
 */
export function spreadLoads(plan: Plan): TrafficLoads | null {
  const { demand, network } = plan;
  if (demand.form !== "program" || demand.trees === undefined) return loadsOfPairs(plan);
  // Contributions to trees follow the channels of the tree, independent of the routing.
  const noLoads: TrafficLoads = {
    channelLoad: new Float64Array(network.head.length),
    totalSent: 0,
    totalHops: 0,
    isDeterministic: true,
    maxCandidates: 1,
  };
  const loads = programSends.code.writtenSends(demand).length === 0 ? noLoads : loadsOfPairs(plan);
  if (loads === null) return null;
  const maxSent = maxPacketsSent(demand, network.terminals);
  const { channelLoad } = loads;
  let { totalSent, totalHops } = loads;
  for (const { packets, up, down, paths } of demand.trees) {
    const weight = packets / maxSent;
    for (const channels of [up, down]) for (const channel of channels) channelLoad[channel] += weight;
    totalSent += weight * paths.length;
    for (const path of paths) totalHops += weight * path.length;
  }
  return { ...loads, totalSent, totalHops };
}

/** Loads of the traffic between terminals. */
function loadsOfPairs(plan: Plan): TrafficLoads | null {
  const { initialState, equalDraws = maxStates + 1, injectionDecision } = plan.routing;
  if ((initialState !== undefined && equalDraws > maxStates) || injectionDecision !== undefined) return null;
  // Streams that start in different states never share a node in the same state.
  const loadsOfStreams = initialState !== undefined && equalDraws === 1 ? loadsByPair : loadsByDestination;
  const senders = sendersByDestination(plan.demand, plan.network.terminals);
  if (senders !== null) return loadsOfStreams(plan, (destination) => senders[destination]);
  const { demand } = plan;
  if (demand.form !== "open-loop") return null;
  const { network } = plan;
  return canVisitAll(network)
    ? (loadsByDistance(plan) ?? loadsOfStreams(plan, (destination) => allSendersTo(demand, network.terminals, destination)))
    : null;
}

/** All sources that send to a terminal. */
function allSendersTo(demand: OpenLoop, terminals: number, destination: number): readonly WeightedSource[] {
  const { isSending, share } = demand;
  const streams: WeightedSource[] = [];
  for (let source = 0; source < terminals; source++) {
    const weight = isSending[source] === 1 && source !== destination ? relativeLoad(demand, source) * share(source, destination) : 0;
    if (weight > 0) streams.push({ source, weight });
  }
  return streams;
}

/**
 * Channel loads, computed separately for each stream (the traffic from one source to one destination). Each stream is split evenly over the
 * candidates of every hop. Usable if all packets of a stream start in the same route state; null if there are too many nodes to visit.
 * @param sendersTo The sources that send to a destination, with the weight of their traffic.
 */
function loadsByPair(plan: Plan, sendersTo: (destination: number) => readonly WeightedSource[]): TrafficLoads | null {
  const { network, routing } = plan;
  const { initialState, nextState, canReach } = routing;
  const { terminals, head } = network;
  const { findCandidates, channels, ids, isFixed, maxFound } = candidateFinder(plan);
  const channelLoad = new Float64Array(head.length);
  let [totalSent, totalHops, isDeterministic, visits] = [0, 0, true, 0];
  // Stack of the parts of a stream that are still to be forwarded: node, state and amount.
  const nodes: number[] = [];
  const states: number[] = [];
  const amounts: number[] = [];
  const push = (node: number, state: number, amount: number) => {
    nodes.push(node);
    states.push(state);
    amounts.push(amount);
  };
  for (let destination = 0; destination < terminals; destination++) {
    for (const { source, weight } of sendersTo(destination)) {
      if (source === destination || (canReach !== undefined && !canReach(source, destination))) continue;
      totalSent += weight;
      push(source, initialState?.(source, destination, 0) ?? 0, weight);
      while (nodes.length > 0) {
        const [node, state, amount] = [nodes.pop() as number, states.pop() as number, amounts.pop() as number];
        if (++visits > maxVisits) return null;
        const count = findCandidates(node, destination, state);
        if (isDeterministic) isDeterministic = isFixed(node, count);
        totalHops += count > 0 ? amount : 0;
        for (let i = 0; i < count; i++) {
          channelLoad[channels[i]] += amount / count;
          if (head[channels[i]] !== destination)
            push(head[channels[i]], nextState?.(node, destination, state, ids[i]) ?? state, amount / count);
        }
      }
    }
    // Stop early if the visits so far, extrapolated to all destinations, exceed the limit.
    if (destination % 64 === 63 && (visits / (destination + 1)) * terminals > maxVisits) return null;
  }
  return { channelLoad, totalSent, totalHops, isDeterministic, maxCandidates: maxFound() };
}

/**
 * Destination by destination, over the graph of nodes and packet states, in topological order, so that a vertex is processed after all that
 * send to it. Traffic that starts in one of several random states is divided equally. Null if the graph has a cycle, too many states, or
 * too many vertices.
 */
function loadsByDestination(plan: Plan, sendersTo: (destination: number) => readonly WeightedSource[]): TrafficLoads | null {
  const { network, routing } = plan;
  const { initialState, equalDraws = 1, nextState, canReach } = routing;
  const { terminals, switches, firstOut, head } = network;
  const { findCandidates, channels, ids, isFixed, maxFound } = candidateFinder(plan);
  const states = initialState === undefined && nextState === undefined ? 1 : maxStates;
  const channelLoad = new Float64Array(head.length);
  // A vertex is a node with a packet state; vertices are numbered for each destination in the order of discovery.
  const visitedFor = new Int32Array((terminals + switches) * states).fill(-1);
  const vertexOf = new Int32Array(visitedFor.length);
  // By vertex number.
  let flow = new Float64Array(1024);
  let firstEdge = new Int32Array(1025);
  let nextEdge = new Int32Array(1024);
  let isFinished = new Uint8Array(1024);
  let finished = new Int32Array(1024);
  let stack = new Int32Array(1024);
  // By edge: the channel, and the node and state that it leads to; −1 for the destination.
  let edgeChannel = new Int32Array(4096);
  let edgeTarget = new Int32Array(4096);
  let [totalSent, totalHops, isDeterministic, visits, vertexCount, edgeCount, finishedCount] = [0, 0, true, 0, 0, 0, 0];
  for (let destination = 0; destination < terminals; destination++) {
    vertexCount = edgeCount = finishedCount = 0;
    for (const { source, weight } of sendersTo(destination)) {
      if (source === destination || (canReach !== undefined && !canReach(source, destination))) continue;
      // A terminal with a single link has no choice on it, so its traffic starts at the switch.
      const link = firstOut[source];
      const startsAtSwitch = states === 1 && firstOut[source + 1] - link === 1 && head[link] !== destination;
      if (startsAtSwitch) {
        channelLoad[link] += weight;
        totalHops += weight;
      }
      for (let i = 0; i < equalDraws; i++) {
        const state = initialState === undefined ? 0 : initialState(source, destination, Math.floor(((i + 0.5) / equalDraws) * 2 ** 32));
        if (state >= states) return null;
        const start = discoverVertex(startsAtSwitch ? head[link] : source * states + state, destination);
        if (start < 0 || !completeVertex(start, destination)) return null;
        flow[start] += weight / equalDraws;
      }
      totalSent += weight;
    }
    visits += vertexCount;
    // Stop early if the visits so far, extrapolated to all destinations, exceed the limit.
    if (visits > maxVisits || (destination % 64 === 63 && (visits / (destination + 1)) * terminals > maxVisits)) return null;
    // In reverse order of completion each vertex comes after all that send to it.
    for (let i = finishedCount - 1; i >= 0; i--) {
      const vertex = finished[i];
      const count = firstEdge[vertex + 1] - firstEdge[vertex];
      if (count === 0 || flow[vertex] === 0) continue;
      totalHops += flow[vertex];
      const share = flow[vertex] / count;
      for (let edge = firstEdge[vertex]; edge < firstEdge[vertex + 1]; edge++) {
        channelLoad[edgeChannel[edge]] += share;
        if (edgeTarget[edge] >= 0) flow[vertexOf[edgeTarget[edge]]] += share;
      }
    }
  }
  return { channelLoad, totalSent, totalHops, isDeterministic, maxCandidates: maxFound() };

  /**
   * Number of the vertex for a node with a route state in the graph of one destination. A new vertex gets its edges: the candidate channels
   * and the node and state to which each leads, −1 for the destination. Returns −1 if a route state is too large.
   * @param nodeState node × states + route state.
   */
  function discoverVertex(nodeState: number, destination: number): number {
    if (visitedFor[nodeState] === destination) return vertexOf[nodeState];
    visitedFor[nodeState] = destination;
    const vertexNumber = vertexCount++;
    if (vertexNumber === flow.length) growVertices();
    vertexOf[nodeState] = vertexNumber;
    flow[vertexNumber] = 0;
    isFinished[vertexNumber] = 0;
    firstEdge[vertexNumber] = nextEdge[vertexNumber] = edgeCount;
    const node = states === 1 ? nodeState : Math.floor(nodeState / states);
    const state = nodeState - node * states;
    const count = findCandidates(node, destination, state);
    if (isDeterministic) isDeterministic = isFixed(node, count);
    if (edgeCount + count > edgeChannel.length) growEdges(edgeCount + count);
    for (let i = 0; i < count; i++) {
      const channel = channels[i];
      const isLast = head[channel] === destination;
      const stateAfter = isLast ? 0 : nextState === undefined ? state : nextState(node, destination, state, ids[i]);
      if (stateAfter < 0 || stateAfter >= states) return -1;
      edgeChannel[edgeCount] = channel;
      edgeTarget[edgeCount++] = isLast ? -1 : head[channel] * states + stateAfter;
    }
    firstEdge[vertexNumber + 1] = edgeCount;
    return vertexNumber;
  }

  /**
   * Depth-first search from a vertex through the graph of one destination. Vertices are appended to `finished` after all vertices that they
   * lead to. Returns false if there is a cycle, or a route state is too large.
   */
  function completeVertex(start: number, destination: number): boolean {
    if (isFinished[start] === 1) return true;
    stack[0] = start;
    let depth = 1;
    while (depth > 0) {
      const vertex = stack[depth - 1];
      if (nextEdge[vertex] === firstEdge[vertex + 1]) {
        isFinished[vertex] = 1;
        finished[finishedCount++] = vertex;
        depth--;
        continue;
      }
      const nodeState = edgeTarget[nextEdge[vertex]++];
      if (nodeState < 0) continue;
      const verticesBefore = vertexCount;
      const vertexNumber = discoverVertex(nodeState, destination);
      if (vertexNumber < 0) return false;
      // A new vertex is completed first. An older vertex that is not finished is on the stack, so there is a cycle.
      if (vertexNumber === verticesBefore) stack[depth++] = vertexNumber;
      else if (isFinished[vertexNumber] === 0) return false;
    }
    return true;
  }

  function growVertices(): void {
    const length = 2 * flow.length;
    flow = growFloat64Array(flow, length);
    firstEdge = growInt32Array(firstEdge, length + 1);
    nextEdge = growInt32Array(nextEdge, length);
    finished = growInt32Array(finished, length);
    stack = growInt32Array(stack, length);
    const oldFinished = isFinished;
    isFinished = new Uint8Array(length);
    isFinished.set(oldFinished);
  }

  function growEdges(minLength: number): void {
    const length = Math.max(minLength, 2 * edgeChannel.length);
    edgeChannel = growInt32Array(edgeChannel, length);
    edgeTarget = growInt32Array(edgeTarget, length);
  }
}
