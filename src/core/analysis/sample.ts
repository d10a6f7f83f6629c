/** Channel loads estimated from sampled packets, with candidates drawn evenly. */
import { uniformBelow, mix, streamKey } from "../base/random.ts";
import type { Plan } from "../plan/plan.ts";
import { isDecisionDue } from "../plan/routing.ts";
import { packetStreamsOf } from "./traffic.ts";
import { candidateFinder } from "./candidate-finder.ts";

/** Approximate number of channel crossings of all sampled packets. */
const maxCrossings = 2e6;
/** Number of pilot packets that estimate the mean path length. */
const pilotPackets = 256;

/** Counts of two samples of equal size: a selection by the first can be evaluated without bias by the second. */
export interface SampleCounts {
  /** [C] Packets that crossed each channel. */
  readonly first: Float64Array;
  readonly second: Float64Array;
  /** Phits per cycle that one packet of a sample represents. */
  readonly scale: number;
  readonly packets: number;
  readonly meanHops: number;
  /** True if packets have no choice that affects the loads. */
  readonly isDeterministic: boolean;
  /** Largest number of candidates of a packet at one node. */
  readonly maxCandidates: number;
}

/**
 * Follows packets sampled from the traffic through an empty network. The streams of the traffic (sources, or pairs of source and
 * destination) take turns if the sample is large enough; otherwise they are drawn at random.
 */
export function sampleChannelLoads(plan: Plan): SampleCounts {
  const { network, routing, demand, seed } = plan;
  const { initialState, nextState, injectionDecision } = routing;
  const { terminals, switches, head } = network;
  const { findCandidates, channels, ids, isFixed, maxFound } = candidateFinder(plan);
  const { cumulativeWeights, source, destination } = packetStreamsOf(demand, terminals);
  const key = streamKey(seed, "analysis");
  const streams = cumulativeWeights.length - 1;
  const total = cumulativeWeights[streams];
  const maxHops = 2 * (terminals + switches);
  const samples = [new Float64Array(head.length), new Float64Array(head.length)];
  let [hops, arrived, isDeterministic] = [0, 0, true];
  const emptyQueue = () => 0;
  if (total === 0) return { first: samples[0], second: samples[1], scale: 0, packets: 0, meanHops: 0, isDeterministic, maxCandidates: 0 };

  for (let i = 0; i < pilotPackets; i++) followPacket(-1 - i, mix(key, -1 - i, 0) / 2 ** 32, null);
  let packetsPerSample = Math.max(1000, Math.floor(maxCrossings / 2 / Math.max(1, hops / pilotPackets)));
  // Whole rounds for open-loop traffic, so that every source is sampled equally often.
  if (packetsPerSample >= streams && demand.form === "open-loop") packetsPerSample -= packetsPerSample % streams;
  hops = arrived = 0;
  samples.forEach((counts, sampleIndex) => {
    for (let i = 0; i < packetsPerSample; i++) {
      const packet = sampleIndex * packetsPerSample + i;
      followPacket(packet, (packetsPerSample < streams ? mix(key, packet, 0) / 2 ** 32 : (i + 0.5) / packetsPerSample) % 1, counts);
    }
  });
  return {
    first: samples[0],
    second: samples[1],
    scale: total / packetsPerSample,
    packets: 2 * packetsPerSample,
    meanHops: arrived > 0 ? hops / arrived : 0,
    isDeterministic,
    maxCandidates: maxFound(),
  };

  /**
   * Follows one sampled packet from source to destination with a random candidate at each hop, and counts the channels that it crosses.
   * Streams are pairs of source and destination, or sources, laid end to end by their traffic.
   * @param packet Number of the packet, for its random numbers.
   * @param position Position in the total traffic, 0 to 1, which selects the stream.
   * @param counts [C] Packets by channel; null for pilot packets, which only estimate the path length.
   */
  function followPacket(packet: number, position: number, counts: Float64Array | null): void {
    const stream = streamAt(position * total);
    const sourceNode = source(stream);
    const destinationNode = destination(stream, mix(key, packet, 1));
    if (sourceNode === destinationNode || (routing.canReach !== undefined && !routing.canReach(sourceNode, destinationNode))) return;
    let node = sourceNode;
    let state = initialState === undefined ? 0 : initialState(sourceNode, destinationNode, mix(key, packet, 2));
    for (let hop = 0; node !== destinationNode && hop < maxHops; hop++) {
      if (injectionDecision !== undefined && isDecisionDue(routing, hop, state))
        state = injectionDecision(node, destinationNode, state, emptyQueue);
      const count = findCandidates(node, destinationNode, state);
      if (count === 0) return;
      if (counts !== null) isDeterministic &&= isFixed(node, count);
      const i = count === 1 ? 0 : uniformBelow(mix(key, packet, 3 + hop), count);
      if (nextState !== undefined) state = nextState(node, destinationNode, state, ids[i]);
      node = head[channels[i]];
      if (counts !== null) counts[channels[i]]++;
      hops++;
    }
    arrived++;
  }

  function streamAt(point: number): number {
    let low = 0;
    let high = streams - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (cumulativeWeights[middle] <= point) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
