/** Mean latency of packets without contention, over the traffic of a demand and all of its paths. */
import { uniformBelow, mix, streamKey } from "../base/random.ts";
import { relativeLoad } from "../traffic/open-loop.ts";
import { rateOf } from "../plan/links.ts";
import { isPlain, type Plan } from "../plan/plan.ts";
import { isDecisionDue } from "../plan/routing.ts";
import { zeroLoadLatency } from "./bound.ts";
import { stepKindOf, type PathStep, lonePacketTime } from "./lone-packet.ts";
import { sendersByDestination, maxPacketsSent, type WeightedSource, packetStreamsOf } from "./traffic.ts";
import { candidateFinder } from "./candidate-finder.ts";

/** Limit of channels over all paths, above which packets are sampled; and the number of sampled packets. */
const maxSteps = 400_000;
const sampledPackets = 4096;
/** Up to this number of equally likely initial draws of a routing, each draw is followed. */
const maxDraws = 64;

/**
 * Mean latency in cycles, for packets that cross `meanHops` channels on average. If channels or switches differ, every path is followed,
 * weighted by its probability under even splits; if there are too many paths, packets are sampled from the seed.
 */
export function emptyLatencyOf(plan: Plan, meanHops: number): number {
  if (isPlain(plan)) return zeroLoadLatency(plan, meanHops);
  return meanOverPaths(plan) ?? meanOfSample(plan);
}

/**
 * Two functions for packets in an empty network. `stepsAt` gives the possible next steps of a packet: its candidate channels, with its
 * route state after each. `timeOf` gives the latency of a complete path in cycles; paths whose channels have the same timing are computed
 * once.
 */
function pathFollower(plan: Plan) {
  const { findCandidates, channels, ids } = candidateFinder(plan);
  const { links } = plan;
  const timeByKinds = new Map<string, number>();
  const kindByStep = new Map<number, string>();
  return {
    stepsAt(node: number, destination: number, state: number): readonly (PathStep & { readonly state: number })[] {
      const count = findCandidates(node, destination, state);
      // The time at which a packet may continue depends on the fastest candidate, whichever it takes.
      let fastest = channels[0];
      for (let i = 1; i < count; i++) if (rateOf(links, channels[i]) > rateOf(links, fastest)) fastest = channels[i];
      const nextState = plan.routing.nextState;
      return Array.from(channels.subarray(0, count), (channel, i) => ({
        channel,
        fastest,
        state: nextState === undefined ? state : nextState(node, destination, state, ids[i]),
      }));
    },
    timeOf(path: readonly PathStep[]): number {
      let key = "";
      for (const step of path) {
        const stepKey = step.channel * plan.network.head.length + step.fastest;
        let kind = kindByStep.get(stepKey);
        if (kind === undefined) kindByStep.set(stepKey, (kind = stepKindOf(plan, step)));
        key += `${kind};`;
      }
      let time = timeByKinds.get(key);
      if (time === undefined) timeByKinds.set(key, (time = lonePacketTime(plan, path)));
      return time;
    },
  };
}

/**
 * Mean latency in cycles over all paths of a demand in an empty network, weighted by the traffic on each path; null if there are too many
 * paths to follow. Traffic divides evenly over initial route states, and over the candidate channels of each hop.
 */
function meanOverPaths(plan: Plan): number | null {
  const { demand, network, routing } = plan;
  const { terminals, head } = network;
  const { initialState, equalDraws = maxDraws + 1, injectionDecision, canReach } = routing;
  if (initialState !== undefined && equalDraws > maxDraws) return null;
  const initialStatesOf = (from: number, destination: number) =>
    initialState === undefined
      ? [0]
      : Array.from({ length: equalDraws }, (_, i) => initialState(from, destination, Math.floor(((i + 0.5) / equalDraws) * 2 ** 32)));
  const senders = sendersByDestination(demand, terminals);
  if (senders === null && (demand.form !== "open-loop" || terminals ** 2 > maxSteps / 4)) return null;
  const sendersTo = (destination: number): readonly WeightedSource[] => {
    if (senders !== null) return senders[destination];
    if (demand.form !== "open-loop") return [];
    return Array.from({ length: terminals }, (_, source) => ({
      source,
      weight: demand.isSending[source] === 1 ? relativeLoad(demand, source) * demand.share(source, destination) : 0,
    }));
  };
  const { stepsAt, timeOf } = pathFollower(plan);
  let [steps, totalWeight, sum] = [0, 0, 0];
  for (let destination = 0; destination < terminals; destination++) {
    for (const { source, weight } of sendersTo(destination)) {
      if (weight === 0 || source === destination || (canReach !== undefined && !canReach(source, destination))) continue;
      const initialStates = initialStatesOf(source, destination);
      for (const state of initialStates) if (!followPath(source, destination, state, weight / initialStates.length, [])) return null;
    }
  }
  if (demand.form === "program" && demand.trees !== undefined) {
    const maxSent = maxPacketsSent(demand, terminals);
    for (const { packets, paths } of demand.trees) {
      totalWeight += (packets / maxSent) * paths.length;
      for (const path of paths) sum += (packets / maxSent) * timeOf(Array.from(path, (channel) => ({ channel, fastest: channel })));
    }
  }
  return totalWeight > 0 ? sum / totalWeight : 0;

  /**
   * Follows all continuations of a path in depth-first order and adds the times of complete paths to `sum`, weighted. Returns false if
   * there are too many steps.
   * @param destination Destination of the packet.
   * @param pathWeight Part of the traffic on this path.
   */
  function followPath(node: number, destination: number, state: number, pathWeight: number, path: PathStep[]): boolean {
    if (node === destination) {
      totalWeight += pathWeight;
      sum += pathWeight * timeOf(path);
      return true;
    }
    const decidedState =
      injectionDecision !== undefined && isDecisionDue(routing, path.length, state)
        ? injectionDecision(node, destination, state, () => 0)
        : state;
    const nextSteps = stepsAt(node, destination, decidedState);
    steps += nextSteps.length;
    if (steps > maxSteps || path.length > 2 * head.length) return false;
    for (const step of nextSteps) {
      path.push(step);
      if (!followPath(head[step.channel], destination, step.state, pathWeight / nextSteps.length, path)) return false;
      path.pop();
    }
    return true;
  }
}

/**
 * Mean latency in cycles of packets in an empty network, estimated from a sample: packets are drawn evenly over the traffic's streams
 * (pairs of source and destination, or sources), and each takes a random candidate at every hop.
 */
function meanOfSample(plan: Plan): number {
  const { demand, network, routing, seed } = plan;
  const { initialState, injectionDecision, canReach } = routing;
  const { terminals, switches, head } = network;
  const { cumulativeWeights, source, destination } = packetStreamsOf(demand, terminals);
  const { stepsAt, timeOf } = pathFollower(plan);
  const key = streamKey(seed, "analysis");
  const streams = cumulativeWeights.length - 1;
  let [arrived, sum, stream] = [0, 0, 0];
  const packets = streams > 0 ? sampledPackets : 0;
  for (let i = 0; i < packets; i++) {
    // Evenly spaced positions in the traffic, so that the streams are visited in order.
    const position = ((i + 0.5) / packets) * cumulativeWeights[streams];
    while (stream < streams - 1 && cumulativeWeights[stream + 1] <= position) stream++;
    const [sourceTerminal, destinationTerminal] = [source(stream), destination(stream, mix(key, i, 1))];
    if (sourceTerminal === destinationTerminal || (canReach !== undefined && !canReach(sourceTerminal, destinationTerminal))) continue;
    const path: PathStep[] = [];
    let state = initialState?.(sourceTerminal, destinationTerminal, mix(key, i, 2)) ?? 0;
    let node = sourceTerminal;
    while (node !== destinationTerminal && path.length < 2 * (terminals + switches)) {
      if (injectionDecision !== undefined && isDecisionDue(routing, path.length, state))
        state = injectionDecision(node, destinationTerminal, state, () => 0);
      const nextSteps = stepsAt(node, destinationTerminal, state);
      if (nextSteps.length === 0) break;
      const step = nextSteps[uniformBelow(mix(key, i, 3 + path.length), nextSteps.length)];
      path.push(step);
      node = head[step.channel];
      state = step.state;
    }
    if (node !== destinationTerminal) continue;
    arrived++;
    sum += timeOf(path);
  }
  return arrived > 0 ? sum / arrived : 0;
}
