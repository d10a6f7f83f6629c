/** The candidates of a packet at a node, channel by channel, as analyses use a routing. */
import { axisOf, coordinate, type Network } from "../network/network.ts";
import { type ChannelClocks, rateOf } from "../plan/links.ts";
import type { Plan } from "../plan/plan.ts";
import type { CompiledRouting } from "../plan/routing.ts";

export interface CandidateFinder {
  /**
   * Writes the distinct candidate channels of a packet at `node` toward `to` into `channels`, and for each its first virtual channel into
   * `ids`; returns their number. Virtual channels of one channel count once.
   */
  findCandidates(node: number, to: number, state: number): number;
  readonly channels: Int32Array;
  readonly ids: Int32Array;
  /** Whether the last `count` found channels leave no choice that matters: a single channel, or equivalent links of a tree. */
  isFixed(node: number, count: number): boolean;
  /** Largest number of channels found so far. */
  maxFound(): number;
}

/**
 * Creates a candidate finder for the routing of a plan. `findCandidates` asks the routing where a packet may go from a node, and writes
 * each channel once, even if it is a candidate on several virtual-channel classes. Results are in the reused arrays `channels` and `ids`;
 * an id is channel × classes + class.
 */
export function candidateFinder({ network, routing, links: clocks }: Plan): CandidateFinder {
  const { vcClasses, maxCandidates, route } = routing;
  const { head } = network;
  const channels = new Int32Array(maxCandidates);
  const ids = vcClasses === 1 ? channels : new Int32Array(maxCandidates);
  /** [C] Number of the last call that found the channel: each call counts it once, and nothing has to be cleared. */
  const lastCall = vcClasses === 1 ? null : new Int32Array(head.length).fill(-1);
  const uplinks = uplinksOf(network, clocks);
  let [call, maxFound] = [0, 0];
  return {
    channels,
    ids,
    findCandidates(node, destination, state) {
      const count = route(node, destination, state, ids);
      if (lastCall === null) {
        if (count > maxFound) maxFound = count;
        return count;
      }
      call = (call + 1) | 0;
      let distinct = 0;
      for (let i = 0; i < count; i++) {
        const channel = (ids[i] / vcClasses) | 0;
        if (lastCall[channel] === call) continue;
        lastCall[channel] = call;
        ids[distinct] = ids[i];
        channels[distinct++] = channel;
      }
      if (distinct > maxFound) maxFound = distinct;
      return distinct;
    },
    // Whether the choice among the first `count` candidates of a node cannot change the largest load: all uplinks of a node in a complete
    // tree, or parallel links.
    isFixed(node, count) {
      if (count <= 1) return true;
      if (uplinks === null) return false;
      let upCount = 0;
      for (let i = 0; i < count; i++) {
        if (rateOf(clocks, channels[i]) !== rateOf(clocks, channels[0])) return false;
        upCount += uplinks.isUp[channels[i]];
      }
      // All uplinks are equivalent, and so are parallel links down to one terminal.
      return upCount === 0 || (upCount === count && upCount === uplinks.ups[node]);
    },
    maxFound: () => maxFound,
  };
}

/**
 * The plan with a routing that gives all candidates, for a routing that draws one of several candidates at random; otherwise the plan
 * itself.
 */
export function withAllCandidates(plan: Plan): Plan {
  const { undrawnRouting } = plan.routing;
  return undrawnRouting === undefined ? plan : { ...plan, routing: undrawnRouting };
}

/** Whether the routing draws every output at random, so that the flow control has no choice. */
export function isFullyDrawn({ undrawnRouting, maxCandidates, vcClasses }: CompiledRouting): boolean {
  return undrawnRouting !== undefined && maxCandidates <= vcClasses;
}

/** Whether the path between two terminals depends on a random draw or on the load. */
export function isPathRandom({ initialState, injectionDecision }: CompiledRouting, from: number, to: number): boolean {
  const firstState = initialState?.(from, to, 0);
  return injectionDecision !== undefined || [2 ** 30, 2 ** 31, 3 * 2 ** 30].some((draw) => initialState?.(from, to, draw) !== firstState);
}

/**
 * [C] 1 for uplinks, and [N] number of uplinks of each node, in a complete tree with equal rates between two levels; null for other
 * networks.
 */
function uplinksOf(network: Network, clocks: ChannelClocks | undefined): { readonly isUp: Uint8Array; readonly ups: Int32Array } | null {
  const level = axisOf(network, "level");
  if (level < 0 || !network.regular) return null;
  const { tail, head } = network;
  const levelOf = (node: number) => coordinate(network, node, level);
  if (clocks !== undefined && !hasEqualRatesByLevel(network, clocks, levelOf)) return null;
  const isUp = Uint8Array.from(head, (to, channel) => (levelOf(to) > levelOf(tail[channel]) ? 1 : 0));
  const uplinkCount = new Int32Array(network.terminals + network.switches);
  isUp.forEach((up, channel) => (uplinkCount[tail[channel]] += up));
  return { isUp, ups: uplinkCount };
}

/** Whether all channels between two levels have the same rate: a spine with a slower link is not equivalent to the others. */
function hasEqualRatesByLevel({ tail, head, terminals }: Network, clocks: ChannelClocks, levelOf: (node: number) => number): boolean {
  const rates = new Map<string, number>();
  return head.every((to, channel) => {
    if (Math.min(tail[channel], to) < terminals) return true;
    const levels = `${levelOf(tail[channel])} ${levelOf(to)}`;
    const rate = rates.get(levels) ?? rateOf(clocks, channel);
    rates.set(levels, rate);
    return rate === rateOf(clocks, channel);
  });
}
