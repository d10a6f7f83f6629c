/** The candidates of a packet at a node, channel by channel, as analyses use a routing. */
import { axisOf, coordinate, type Network } from "../network/network.ts";
import { type ChannelClocks, rateOf } from "../plan/links.ts";
import type { Plan } from "../plan/plan.ts";
import type { CompiledRouting } from "../plan/routing.ts";

export interface WaysOn {
  /**
   * Writes the distinct candidate channels of a packet at `node` toward `to` into `channels`, and for each its first virtual channel into
   * `ids`; returns their number. Virtual channels of one channel count once.
   */
  find(at: number, to: number, state: number): number;
  readonly channels: Int32Array;
  readonly ids: Int32Array;
  /** Whether the last `count` found channels leave no choice that matters: a single channel, or equivalent links of a tree. */
  isFixed(at: number, count: number): boolean;
  /** Largest number of channels found so far. */
  widest(): number;
}

/** The candidate finder for the routing of a plan. */
export function waysOn({ network, routing, links: clocks }: Plan): WaysOn {
  const { classes, maxCandidates, route } = routing;
  const { head } = network;
  const channels = new Int32Array(maxCandidates);
  const ids = classes === 1 ? channels : new Int32Array(maxCandidates);
  const seen = classes === 1 ? null : new Int32Array(head.length).fill(-1);
  const links = upLinks(network, clocks);
  let [call, widest] = [0, 0];
  return {
    channels,
    ids,
    find(at, to, state) {
      const count = route(at, to, state, ids);
      if (seen === null) {
        if (count > widest) widest = count;
        return count;
      }
      call = (call + 1) | 0;
      let different = 0;
      for (let i = 0; i < count; i++) {
        const c = (ids[i] / classes) | 0;
        if (seen[c] === call) continue;
        seen[c] = call;
        ids[different] = ids[i];
        channels[different++] = c;
      }
      if (different > widest) widest = different;
      return different;
    },
    // Links of a complete tree: a choice does not matter among all uplinks, or among parallel links.
    isFixed(at, count) {
      if (count <= 1) return true;
      if (links === null) return false;
      let up = 0;
      for (let i = 0; i < count; i++) {
        if (rateOf(clocks, channels[i]) !== rateOf(clocks, channels[0])) return false;
        up += links.isUp[channels[i]];
      }
      // All uplinks are equivalent, and so are parallel links down to one terminal.
      return up === 0 || (up === count && up === links.ups[at]);
    },
    widest: () => widest,
  };
}

/** The same plan with all candidates that packets draw from; the plan itself if they do not draw. */
export function withAllWays(plan: Plan): Plan {
  const { drawnFrom } = plan.routing;
  return drawnFrom === undefined ? plan : { ...plan, routing: drawnFrom };
}

/** Whether packets draw every output, so that the flow control has no choice. */
export function drawsAll({ drawnFrom, maxCandidates, classes }: CompiledRouting): boolean {
  return drawnFrom !== undefined && maxCandidates <= classes;
}

/** Whether the path between two terminals depends on a random draw or on the load. */
export function isDrawn({ begin, adapt }: CompiledRouting, from: number, to: number): boolean {
  const first = begin?.(from, to, 0);
  return adapt !== undefined || [2 ** 30, 2 ** 31, 3 * 2 ** 30].some((draw) => begin?.(from, to, draw) !== first);
}

/**
 * [C] 1 for uplinks, and [N] number of uplinks of each node, in a complete tree with equal rates between two levels; null for other
 * networks.
 */
function upLinks(network: Network, clocks: ChannelClocks | undefined): { readonly isUp: Uint8Array; readonly ups: Int32Array } | null {
  const level = axisOf(network, "level");
  if (level < 0 || !network.regular) return null;
  const { tail, head } = network;
  const levelOf = (n: number) => coordinate(network, n, level);
  if (clocks !== undefined && !isAlikeByLevel(network, clocks, levelOf)) return null;
  const isUp = Uint8Array.from(head, (to, c) => (levelOf(to) > levelOf(tail[c]) ? 1 : 0));
  const ups = new Int32Array(network.terminals + network.switches);
  isUp.forEach((up, c) => (ups[tail[c]] += up));
  return { isUp, ups };
}

/** Whether all channels between two levels have the same rate: a spine with a slower link is not equivalent to the others. */
function isAlikeByLevel({ tail, head, terminals }: Network, clocks: ChannelClocks, levelOf: (n: number) => number): boolean {
  const rates = new Map<string, number>();
  return head.every((to, c) => {
    if (Math.min(tail[c], to) < terminals) return true;
    const between = `${levelOf(tail[c])} ${levelOf(to)}`;
    const rate = rates.get(between) ?? rateOf(clocks, c);
    rates.set(between, rate);
    return rate === rateOf(clocks, c);
  });
}
