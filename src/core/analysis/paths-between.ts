/** The paths between two terminals, each with its share of the packets. */
import { breadthFirstSearch } from "../network/search.ts";
import type { Plan } from "../plan/plan.ts";
import { type CompiledRouting, isDecisionDue } from "../plan/routing.ts";
import { countPaths } from "./path-diversity.ts";
import { candidateFinder, withAllCandidates } from "./candidate-finder.ts";

/** Limits for the number of listed paths, and for the channels visited to find them. */
const maxPaths = 10_000;
const maxSteps = 1_000_000;
/** Smallest number of draws to find the initial states of packets, and largest number of distinguished states. */
const minDraws = 1024;
const maxStates = 65_536;
const drawRange = 2 ** 32;

export interface RoutedPath {
  /** Channels from the source to the destination. */
  readonly channels: readonly number[];
  /** Share of the packets that take the path, 0 to 1; if the routing depends on queues, in an empty network. */
  readonly share: number;
  /** Virtual channels of each channel that packets may get, ascending. */
  readonly virtualChannels: readonly (readonly number[])[];
  /** Whether the path is a shortest one under any routing; otherwise it is non-minimal. */
  readonly isMinimal: boolean;
  /** Share of the packets that compare the path with a minimal one, and take it if queues make it preferable; otherwise 0. */
  readonly compared: number;
}

export interface PathsBetween {
  readonly source: number;
  readonly destination: number;
  /** Largest share first, then most compared, then shortest. */
  readonly paths: readonly RoutedPath[];
  /**
   * Number of listed paths, at most 10,000; and the number of paths that packets take (in an empty network, if the routing depends on
   * queues).
   */
  readonly listedCount: number;
  readonly takenCount: number;
  /** Number of all paths; null if there are more than the listed ones and they are not counted. */
  readonly count: number | null;
  /** True if packets draw their path at random: shares are then probabilities. */
  readonly isRandom: boolean;
  /** True if the flow control chooses among outputs on the way: shares are then those of an even choice. */
  readonly isAdaptive: boolean;
  /** True if the routing decides by queue lengths, at a packet's first switch or later. */
  readonly isQueueDependent: boolean;
}

/** The paths between two different terminals; none if the routing does not connect them. */
export function pathsBetween(own: Plan, source: number, destination: number): PathsBetween {
  const plan = withAllCandidates(own);
  const { network, routing } = plan;
  const { vcClasses, nextState, injectionDecision, canReach } = routing;
  const { findCandidates, channels, ids } = candidateFinder(plan);
  // Candidates that the plan's own routing gives: a single one if it draws at random.
  const { findCandidates: findOwnCandidates } = candidateFinder(own);
  const { terminals, switches, head } = network;
  const pathByKey = new Map<string, PathPrefix & { readonly sets: readonly Set<number>[]; share: number; compared: number }>();
  const routedIds = new Int32Array(routing.maxCandidates);
  const distance = new Int32Array(terminals + switches);
  breadthFirstSearch(network, source, distance, new Int32Array(distance.length), network.forwards ? 0 : terminals);
  let [steps, hasChoice, isQueueDependent, isComplete] = [0, false, false, true];
  const states =
    canReach?.(source, destination) === false
      ? new Map<number, number>()
      : initialStatesOf(routing, source, destination, minDraws + 4 * (terminals + switches));
  for (const [state, share] of states) isComplete &&= followPackets(source, state, share, 0, emptyPath);
  const paths = Array.from(pathByKey.values(), ({ channels, sets, share, compared }): RoutedPath => {
    const virtualChannels = sets.map((set) => [...set].sort((a, b) => a - b));
    return { channels, share, compared, virtualChannels, isMinimal: channels.length === distance[destination] };
  }).sort(byShareAndLength);
  return {
    source,
    destination,
    paths,
    listedCount: paths.length,
    takenCount: paths.filter(({ share }) => share > 0).length,
    count: isComplete ? paths.length : routing.initialState === undefined ? countPaths(plan, source, destination) : null,
    isRandom: paths.length > 1 && (plan !== own || (states.size > 1 && !isQueueDependent)),
    isAdaptive: hasChoice,
    isQueueDependent,
  };

  /**
   * Continues a path from a node to the destination: `share` of the packets take the path, `compared` only compare it with another. Returns
   * false if there are too many paths or channels.
   */
  function followPackets(node: number, state: number, share: number, compared: number, path: PathPrefix): boolean {
    if (node === destination) return addPath(path, share, compared);
    if (injectionDecision === undefined || !isDecisionDue(routing, path.channels.length, state))
      return followCandidates(node, state, share, compared, path);
    const decided = injectionDecision(node, destination, state, emptyQueue);
    // The alternative is the non-minimal path that the state considers.
    const nonMinimalState = state & ~(routing.undecidedMask ?? 0);
    if (!followCandidates(node, decided, share, compared, path)) return false;
    if (nonMinimalState === decided) return true;
    isQueueDependent = true;
    return followCandidates(node, nonMinimalState, 0, share, path);
  }

  function followCandidates(node: number, state: number, share: number, compared: number, path: PathPrefix): boolean {
    const count = findCandidates(node, destination, state);
    hasChoice ||= findOwnCandidates(node, destination, state) > 1;
    steps += count;
    if (steps > maxSteps || path.channels.length > head.length) return false;
    const nextHops = Array.from(
      { length: count },
      (_, i) => [channels[i], nextState?.(node, destination, state, ids[i]) ?? state] as const,
    );
    const candidateIds = Array.from(routedIds.subarray(0, routing.route(node, destination, state, routedIds)));
    return nextHops.every(([channel, after]) => {
      const vcsOfChannel = candidateIds.filter((id) => Math.floor(id / vcClasses) === channel).map((id) => id % vcClasses);
      const extended = { channels: [...path.channels, channel], virtualChannels: [...path.virtualChannels, vcsOfChannel] };
      return followPackets(head[channel], after, share / count, compared / count, extended);
    });
  }

  function addPath(path: PathPrefix, share: number, compared: number): boolean {
    const key = path.channels.join();
    const entry = pathByKey.get(key) ?? { ...path, sets: path.channels.map(() => new Set<number>()), share: 0, compared: 0 };
    if (pathByKey.size === maxPaths && !pathByKey.has(key)) return false;
    pathByKey.set(key, entry);
    entry.share += share;
    entry.compared += compared;
    path.virtualChannels.forEach((vcs, hop) => vcs.forEach((each) => entry.sets[hop].add(each)));
    return true;
  }
}

/** A path as far as it has been followed. */
type PathPrefix = Pick<RoutedPath, "channels" | "virtualChannels">;
const emptyPath: PathPrefix = { channels: [], virtualChannels: [] };

/** Queue length behind a channel of an empty network. */
const emptyQueue = () => 0;

/** Shares that differ by at most this are equal up to rounding. */
const shareTolerance = 1e-7;

function byShareAndLength(a: RoutedPath, b: RoutedPath): number {
  for (const key of ["share", "compared"] as const) if (Math.abs(a[key] - b[key]) > shareTolerance) return b[key] - a[key];
  return a.channels.length - b.channels.length || a.channels.reduce((sum, channel, i) => sum || channel - b.channels[i], 0);
}

/**
 * The route states in which packets of a pair may start, each with its share of the packets. The routing computes the state from a random
 * draw of 32 bits. If it declares its number of distinct draws, they are enumerated; otherwise the range of draws is scanned, and the
 * boundaries between states are found by bisection.
 * @param minTries Number of evenly spaced draws that are tried: a state with a larger share than 1 / minTries is not missed.
 */
function initialStatesOf(
  { initialState, equalDraws }: CompiledRouting,
  source: number,
  destination: number,
  minTries: number,
): ReadonlyMap<number, number> {
  if (initialState === undefined) return new Map([[0, 1]]);
  const shares = new Map<number, number>();
  const stateAt = (draw: number) => initialState(source, destination, Math.min(draw, drawRange - 1));
  const addShare = (state: number, share: number) => shares.set(state, (shares.get(state) ?? 0) + share);
  if (equalDraws !== undefined && equalDraws <= maxStates) {
    for (let i = 0; i < equalDraws; i++) addShare(stateAt(Math.floor(((i + 0.5) / equalDraws) * drawRange)), 1 / equalDraws);
    return shares;
  }
  // Scan the range in pieces. Within a piece, the draws from `low` that give the same state end where bisection finds another state.
  const tries = Math.min(minTries, maxStates);
  const bounds = Array.from({ length: tries + 1 }, (_, i) => Math.floor((i / tries) * drawRange));
  for (let i = 0; i < tries; i++) {
    for (let low = bounds[i]; low < bounds[i + 1];) {
      const state = stateAt(low);
      let [lastEqual, firstOther] = [low, bounds[i + 1]];
      if (stateAt(firstOther) === state) lastEqual = firstOther;
      while (firstOther - lastEqual > 1) {
        const middle = Math.floor((lastEqual + firstOther) / 2);
        if (stateAt(middle) === state) lastEqual = middle;
        else firstOther = middle;
      }
      const endOfDraws = Math.min(lastEqual + 1, bounds[i + 1]);
      addShare(state, (endOfDraws - low) / drawRange);
      low = endOfDraws;
    }
  }
  return shares;
}
