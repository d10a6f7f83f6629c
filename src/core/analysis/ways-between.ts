/** The ways from one terminal to another, each with the part of the packets that take it. */
import { search } from "../network/search.ts";
import type { Plan } from "../plan/plan.ts";
import { type CompiledRouting, decides } from "../plan/routing.ts";
import { countWays } from "./path-diversity.ts";
import { waysOn, withAllWays } from "./ways-on.ts";

/** Most ways that are told apart, and most channels that are looked at to find them. */
const mostWays = 10_000;
const mostSteps = 1_000_000;
/** Draws that are tried at least to find in which states packets begin, and most states that are told apart. */
const fewestDraws = 1024;
const mostStates = 65_536;
const allDraws = 2 ** 32;

export interface Way {
  /** From the source's channel to the destination's. */
  readonly channels: readonly number[];
  /** Part of the packets that take it, 0 to 1; in an empty network where queues decide. */
  readonly share: number;
  /** Virtual channels of each channel that packets may get, in ascending order. */
  readonly virtualChannels: readonly (readonly number[])[];
  /** Whether no way is shorter, whatever the routing; else it is a detour. */
  readonly isMinimal: boolean;
  /** Part of the packets that compare it with a direct way, and take it where queues make it the better one; else 0. */
  readonly compared: number;
}

export interface WaysBetween {
  readonly source: number;
  readonly destination: number;
  /** The largest share first, then what most packets compare, then the shortest. */
  readonly ways: readonly Way[];
  /** Ways that were told apart, at most 10,000; those of them that packets take, in an empty network where queues decide. */
  readonly told: number;
  readonly taken: number;
  /** Number of all ways; null where they are more than were told apart, and are not counted. */
  readonly count: number | null;
  /** True where packets draw between ways: shares are then probabilities. */
  readonly isDrawn: boolean;
  /** True where the flow control chooses among outputs on the way: shares are then those of an even choice. */
  readonly isChosen: boolean;
  /** True where the routing decides by what waits, at a packet's first switch or further on. */
  readonly isCompared: boolean;
}

/** The ways between two different terminals; none where the routing does not reach one from the other. */
export function waysBetween(own: Plan, source: number, destination: number): WaysBetween {
  const plan = withAllWays(own);
  const { network, routing } = plan;
  const { classes, next, adapt, reaches } = routing;
  const { find, channels, ids } = waysOn(plan);
  // What the routing itself leaves open: as much as it allows, or nothing where packets draw.
  const { find: left } = waysOn(own);
  const { terminals, switches, head } = network;
  const found = new Map<string, Followed & { readonly sets: readonly Set<number>[]; share: number; compared: number }>();
  const routed = new Int32Array(routing.maxCandidates);
  const distance = new Int32Array(terminals + switches);
  search(network, source, distance, new Int32Array(distance.length), network.forwards ? 0 : terminals);
  let [steps, hasChoice, isCompared, isAll] = [0, false, false, true];
  const states =
    reaches?.(source, destination) === false
      ? new Map<number, number>()
      : beginnings(routing, source, destination, fewestDraws + 4 * (terminals + switches));
  for (const [state, part] of states) isAll &&= follow(source, state, part, 0, start);
  const ways = Array.from(found.values(), ({ channels, sets, share, compared }): Way => {
    const virtualChannels = sets.map((set) => [...set].sort((a, b) => a - b));
    return { channels, share, compared, virtualChannels, isMinimal: channels.length === distance[destination] };
  }).sort(byShare);
  return {
    source,
    destination,
    ways,
    told: ways.length,
    taken: ways.filter(({ share }) => share > 0).length,
    count: isAll ? ways.length : routing.begin === undefined ? countWays(plan, source, destination) : null,
    isDrawn: ways.length > 1 && (plan !== own || (states.size > 1 && !isCompared)),
    isChosen: hasChoice,
    isCompared,
  };

  /** Follows packets from a node on: a part that goes there, and one that only compares it. False once there is too much to follow. */
  function follow(at: number, state: number, share: number, compared: number, way: Followed): boolean {
    if (at === destination) return add(way, share, compared);
    if (adapt === undefined || !decides(routing, way.channels.length, state)) return goOn(at, state, share, compared, way);
    const decided = adapt(at, destination, state, nothing);
    // What it compares that with is the way round that it has in mind.
    const round = state & ~(routing.undecided ?? 0);
    if (!goOn(at, decided, share, compared, way)) return false;
    if (round === decided) return true;
    isCompared = true;
    return goOn(at, round, 0, share, way);
  }

  function goOn(at: number, state: number, share: number, compared: number, way: Followed): boolean {
    const count = find(at, destination, state);
    hasChoice ||= left(at, destination, state) > 1;
    steps += count;
    if (steps > mostSteps || way.channels.length > head.length) return false;
    const on = Array.from({ length: count }, (_, i) => [channels[i], next?.(at, destination, state, ids[i]) ?? state] as const);
    const offered = Array.from(routed.subarray(0, routing.route(at, destination, state, routed)));
    return on.every(([channel, after]) => {
      const own = offered.filter((id) => Math.floor(id / classes) === channel).map((id) => id % classes);
      const longer = { channels: [...way.channels, channel], virtualChannels: [...way.virtualChannels, own] };
      return follow(head[channel], after, share / count, compared / count, longer);
    });
  }

  function add(way: Followed, share: number, compared: number): boolean {
    const key = way.channels.join();
    const known = found.get(key) ?? { ...way, sets: way.channels.map(() => new Set<number>()), share: 0, compared: 0 };
    if (found.size === mostWays && !found.has(key)) return false;
    found.set(key, known);
    known.share += share;
    known.compared += compared;
    way.virtualChannels.forEach((own, hop) => own.forEach((each) => known.sets[hop].add(each)));
    return true;
  }
}

/** A way as far as it has been followed. */
type Followed = Pick<Way, "channels" | "virtualChannels">;
const start: Followed = { channels: [], virtualChannels: [] };

/** What waits behind a channel of an empty network. */
const nothing = () => 0;

/** Of shares that differ by a rounding error neither is the larger. */
const even = 1e-7;

function byShare(a: Way, b: Way): number {
  for (const of of ["share", "compared"] as const) if (Math.abs(a[of] - b[of]) > even) return b[of] - a[of];
  return a.channels.length - b.channels.length || a.channels.reduce((sum, c, i) => sum || c - b.channels[i], 0);
}

/**
 * The states in which packets begin, each with the part of the packets that begin in it. They are known where the routing
 * says how many draws it tells apart; else draws are looked at from end to end, and the bounds between states are found by halving.
 * @param least so many draws are tried, evenly spread: no state is missed that more packets begin in
 */
function beginnings({ begin, draws }: CompiledRouting, source: number, destination: number, least: number): ReadonlyMap<number, number> {
  if (begin === undefined) return new Map([[0, 1]]);
  const parts = new Map<number, number>();
  const stateAt = (draw: number) => begin(source, destination, Math.min(draw, allDraws - 1));
  const count = (state: number, part: number) => parts.set(state, (parts.get(state) ?? 0) + part);
  if (draws !== undefined && draws <= mostStates) {
    for (let i = 0; i < draws; i++) count(stateAt(Math.floor(((i + 0.5) / draws) * allDraws)), 1 / draws);
    return parts;
  }
  const tries = Math.min(least, mostStates);
  const edges = Array.from({ length: tries + 1 }, (_, i) => Math.floor((i / tries) * allDraws));
  for (let i = 0; i < tries; i++) {
    for (let low = edges[i]; low < edges[i + 1];) {
      const state = stateAt(low);
      let [same, other] = [low, edges[i + 1]];
      if (stateAt(other) === state) same = other;
      while (other - same > 1) {
        const middle = Math.floor((same + other) / 2);
        if (stateAt(middle) === state) same = middle;
        else other = middle;
      }
      const end = Math.min(same + 1, edges[i + 1]);
      count(state, (end - low) / allDraws);
      low = end;
    }
  }
  return parts;
}
