/** The paths between two terminals, each with its share of the packets. */
import { search } from "../network/search.ts";
import type { Plan } from "../plan/plan.ts";
import { type CompiledRouting, decides } from "../plan/routing.ts";
import { countWays } from "./path-diversity.ts";
import { waysOn, withAllWays } from "./ways-on.ts";

/** Limits for the number of listed paths, and for the channels visited to find them. */
const mostWays = 10_000;
const mostSteps = 1_000_000;
/** Smallest number of draws to find the initial states of packets, and largest number of distinguished states. */
const fewestDraws = 1024;
const mostStates = 65_536;
const allDraws = 2 ** 32;

export interface Way {
  /** Channels from the source to the destination. */
  readonly channels: readonly number[];
  /** Share of the packets that take it, 0 to 1; if the routing depends on queues, in an empty network. */
  readonly share: number;
  /** Virtual channels of each channel that packets may get, ascending. */
  readonly virtualChannels: readonly (readonly number[])[];
  /** Whether it is a shortest path under any routing; otherwise it is non-minimal. */
  readonly isMinimal: boolean;
  /** Share of the packets that compare it with a minimal path, and take it if queues make it preferable; otherwise 0. */
  readonly compared: number;
}

export interface WaysBetween {
  readonly source: number;
  readonly destination: number;
  /** Largest share first, then most compared, then shortest. */
  readonly ways: readonly Way[];
  /** Number of listed paths, at most 10,000; and those that packets take, if the routing depends on queues in an empty network. */
  readonly told: number;
  readonly taken: number;
  /** Number of all paths; null if there are more than the listed ones and they are not counted. */
  readonly count: number | null;
  /** True if packets draw their path at random: shares are then probabilities. */
  readonly isDrawn: boolean;
  /** True if the flow control chooses among outputs on the way: shares are then those of an even choice. */
  readonly isChosen: boolean;
  /** True if the routing decides by queue lengths, at a packet's first switch or later. */
  readonly isCompared: boolean;
}

/** The paths between two different terminals; none if the routing does not connect them. */
export function waysBetween(own: Plan, source: number, destination: number): WaysBetween {
  const plan = withAllWays(own);
  const { network, routing } = plan;
  const { classes, next, adapt, reaches } = routing;
  const { find, channels, ids } = waysOn(plan);
  // Candidates of the routing itself: with random draws a single one.
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

  /**
   * Follows packets from a node: the share that goes there, and the share that only compares it. Returns false if there is too much to
   * follow.
   */
  function follow(at: number, state: number, share: number, compared: number, way: Followed): boolean {
    if (at === destination) return add(way, share, compared);
    if (adapt === undefined || !decides(routing, way.channels.length, state)) return goOn(at, state, share, compared, way);
    const decided = adapt(at, destination, state, nothing);
    // The alternative is the non-minimal path that the state considers.
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

/** A path as far as it has been followed. */
type Followed = Pick<Way, "channels" | "virtualChannels">;
const start: Followed = { channels: [], virtualChannels: [] };

/** Queue length behind a channel of an empty network. */
const nothing = () => 0;

/** Shares that differ by at most this are equal up to rounding. */
const even = 1e-7;

function byShare(a: Way, b: Way): number {
  for (const of of ["share", "compared"] as const) if (Math.abs(a[of] - b[of]) > even) return b[of] - a[of];
  return a.channels.length - b.channels.length || a.channels.reduce((sum, c, i) => sum || c - b.channels[i], 0);
}

/**
 * The initial states of packets, each with its share. If the routing declares its number of distinct draws, they are enumerated; otherwise
 * the range of draws is scanned, and the boundaries between states are found by bisection.
 * @param minTries Number of evenly spaced draws that are tried: a state with a larger share than 1 / minTries is not missed.
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
