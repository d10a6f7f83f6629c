/** The ways on from a node, channel by channel: what analyses ask of a routing. */
import { axisOf, coordinate, type Network } from "../network/network.ts";
import { type ChannelClocks, rateOf } from "../plan/links.ts";
import type { Plan } from "../plan/plan.ts";
import type { CompiledRouting } from "../plan/routing.ts";

export interface WaysOn {
  /**
   * Writes the different channels a packet at `at` may take towards `to` to the front of `channels`, and for each the
   * first virtual channel of it to `ids`; returns how many. Classes and lanes of a channel are one way.
   */
  find(at: number, to: number, state: number): number;
  readonly channels: Int32Array;
  readonly ids: Int32Array;
  /** Whether the channels found last, `count` of them, leave nothing to choose: one, or links of a tree that are alike. */
  isFixed(at: number, count: number): boolean;
  /** Most channels found at once so far. */
  widest(): number;
}

/** Ways on under the routing of a plan. */
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
    isFixed(at, count) {
      if (count <= 1) return true;
      if (links === null) return false;
      let up = 0;
      for (let i = 0; i < count; i++) {
        if (rateOf(clocks, channels[i]) !== rateOf(clocks, channels[0])) return false;
        up += links.isUp[channels[i]];
      }
      // All links up are alike, and so are several that lead down to one terminal.
      return up === 0 || (up === count && up === links.ups[at]);
    },
    widest: () => widest,
  };
}

/** The same plan with all the ways that packets draw among, where they do. */
export function withAllWays(plan: Plan): Plan {
  const { drawnFrom } = plan.routing;
  return drawnFrom === undefined ? plan : { ...plan, routing: drawnFrom };
}

/** Whether packets draw every output, so that none is left to the flow control. */
export function drawsAll({ drawnFrom, maxCandidates, classes }: CompiledRouting): boolean {
  return drawnFrom !== undefined && maxCandidates <= classes;
}

/** Whether the lot decides, or the load, by which way a packet goes between two terminals. */
export function isDrawn({ begin, adapt }: CompiledRouting, from: number, to: number): boolean {
  const first = begin?.(from, to, 0);
  return adapt !== undefined || [2 ** 30, 2 ** 31, 3 * 2 ** 30].some((draw) => begin?.(from, to, draw) !== first);
}

/**
 * [C] 1 for links up, and [N] how many leave each node, in a complete tree whose links between two levels all carry as much; null for
 * other networks.
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

/** Whether all channels between two levels carry as much: where one spine is reached or left over a slower link, it is not like the others. */
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
