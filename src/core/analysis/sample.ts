/** Channel loads estimated from sampled packets, with candidates drawn evenly. */
import { below, mix, streamKey } from "../base/random.ts";
import type { Plan } from "../plan/plan.ts";
import { decides } from "../plan/routing.ts";
import { streamsOf } from "./traffic.ts";
import { waysOn } from "./ways-on.ts";

/** Approximate number of channel crossings of all sampled packets. */
const budget = 2e6;
/** Number of pilot packets that estimate the mean path length. */
const pilot = 256;

/** Counts of two samples of equal size: a selection by the first can be evaluated without bias by the second. */
export interface Counts {
  /** [C] Packets that crossed each channel. */
  readonly first: Float64Array;
  readonly second: Float64Array;
  /** Phits per cycle that one packet of a sample represents. */
  readonly scale: number;
  readonly packets: number;
  readonly meanHops: number;
  /** True if packets have no choice that affects the loads. */
  readonly fixed: boolean;
  /** Largest number of candidates of a packet at one node. */
  readonly widest: number;
}

/**
 * Follows packets sampled from the traffic through an empty network. Streams take turns if the sample is large enough; otherwise they are
 * drawn.
 */
export function sample(plan: Plan): Counts {
  const { network, routing, demand, seed } = plan;
  const { begin, next, adapt } = routing;
  const { terminals, switches, head } = network;
  const { find, channels, ids, isFixed, widest } = waysOn(plan);
  const { ends, source, destination } = streamsOf(demand, terminals);
  const key = streamKey(seed, "analysis");
  const streams = ends.length - 1;
  const total = ends[streams];
  const longest = 2 * (terminals + switches);
  const halves = [new Float64Array(head.length), new Float64Array(head.length)];
  let [hops, arrived, fixed] = [0, 0, true];
  const nothing = () => 0;
  if (total === 0) return { first: halves[0], second: halves[1], scale: 0, packets: 0, meanHops: 0, fixed, widest: 0 };

  for (let i = 0; i < pilot; i++) walk(-1 - i, mix(key, -1 - i, 0) / 2 ** 32, null);
  let each = Math.max(1000, Math.floor(budget / 2 / Math.max(1, hops / pilot)));
  // Whole rounds for open-loop traffic, so that every source is sampled equally often.
  if (each >= streams && demand.form === "open-loop") each -= each % streams;
  hops = arrived = 0;
  halves.forEach((counts, half) => {
    for (let i = 0; i < each; i++) {
      const packet = half * each + i;
      walk(packet, (each < streams ? mix(key, packet, 0) / 2 ** 32 : (i + 0.5) / each) % 1, counts);
    }
  });
  return {
    first: halves[0],
    second: halves[1],
    scale: total / each,
    packets: 2 * each,
    meanHops: arrived > 0 ? hops / arrived : 0,
    fixed,
    widest: widest(),
  };

  /** Follows one packet of the stream at `position`, 0 to 1, of the total traffic. */
  function walk(packet: number, part: number, counts: Float64Array | null): void {
    const stream = streamAt(part * total);
    const from = source(stream);
    const to = destination(stream, mix(key, packet, 1));
    if (from === to || (routing.reaches !== undefined && !routing.reaches(from, to))) return;
    let at = from;
    let state = begin === undefined ? 0 : begin(from, to, mix(key, packet, 2));
    for (let hop = 0; at !== to && hop < longest; hop++) {
      if (adapt !== undefined && decides(routing, hop, state)) state = adapt(at, to, state, nothing);
      const count = find(at, to, state);
      if (count === 0) return;
      if (counts !== null) fixed &&= isFixed(at, count);
      const i = count === 1 ? 0 : below(mix(key, packet, 3 + hop), count);
      if (next !== undefined) state = next(at, to, state, ids[i]);
      at = head[channels[i]];
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
      if (ends[middle] <= point) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
