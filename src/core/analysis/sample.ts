/** Channel loads estimated: packets are followed one by one, with choices of ways drawn evenly. */
import { below, mix, streamKey } from "../base/random.ts";
import type { Plan } from "../plan/plan.ts";
import { decides } from "../plan/routing.ts";
import { streamsOf } from "./traffic.ts";
import { waysOn } from "./ways-on.ts";

/** Channels crossed by all packets that are followed, about. */
const budget = 2e6;
/** Packets walked to find out how far they go. */
const pilot = 256;

/** Counts of two samples of the same size: what one suggests, the other can tell without bias. */
export interface Counts {
  /** [C] Packets that crossed each channel. */
  readonly first: Float64Array;
  readonly second: Float64Array;
  /** Phits per cycle that one packet of one sample stands for. */
  readonly scale: number;
  readonly packets: number;
  readonly meanHops: number;
  /** True when no packet had a choice that matters. */
  readonly fixed: boolean;
  /** Most channels that one of the packets could choose among at one place. */
  readonly widest: number;
}

/**
 * Follows packets drawn from the traffic through an empty network. Sources send in turn where each gets a turn, else
 * they are drawn.
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
  // Whole rounds where all streams are alike: then every source is counted as often as any other.
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

  /** Follows one packet of the stream that lies at `part` of the traffic. */
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
