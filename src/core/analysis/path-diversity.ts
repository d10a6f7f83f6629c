/** Path diversity: the number of paths from one terminal to another. */
import { uniformBelow, mix, streamKey } from "../base/random.ts";
import type { Network } from "../network/network.ts";
import type { Plan } from "../plan/plan.ts";
import { maxFlow, nodeRole } from "./bisection/max-flow.ts";
import { type CandidateFinder, candidateFinder, withAllCandidates } from "./candidate-finder.ts";

/** Number of initial draws of a routing: enough to find every intermediate switch of a small network. */
const initialDraws = 1024;
/** Largest number of pairs of terminals, and limit of visited nodes for all pairs together. */
const maxPairs = 64;
const maxVisits = 2e6;
/** Limit for pairs × nodes: very large networks are examined with fewer pairs. */
const maxNodes = 2e6;

export interface PathDiversity {
  /** Number of examined pairs of different terminals, and whether these are all pairs. */
  readonly pairs: number;
  readonly isAll: boolean;
  /** Paths that the routing allows, as sequences of channels: mean and minimum over the pairs; null if they are not counted. */
  readonly paths: { readonly mean: number; readonly least: number } | null;
  /** Paths without a common channel, except for terminal channels, under any routing; null if no pair is on two switches. */
  readonly disjoint: { readonly mean: number; readonly least: number } | null;
}

/**
 * How many paths the routing allows between two terminals, and how many disjoint paths the network has: mean and least over all pairs of
 * terminals, or over up to 64 random pairs. `paths` is null if counting takes too long. (Dally, Towles, 2004, §3.1.3)
 */
export function pathDiversityOf(plan: Plan): PathDiversity {
  const { network, seed, routing } = plan;
  const { terminals } = network;
  const isAll = terminals * (terminals - 1) <= maxPairs;
  const key = streamKey(seed, "analysis");
  const pairs: (readonly [number, number])[] = [];
  if (isAll) {
    for (let source = 0; source < terminals; source++)
      for (let destination = 0; destination < terminals; destination++) if (source !== destination) pairs.push([source, destination]);
  } else {
    const sampledPairs = Math.min(maxPairs, Math.max(8, Math.floor(maxNodes / (terminals + network.switches))));
    // The other terminal is drawn among all but the source.
    for (let i = 0; i < sampledPairs; i++) {
      const sourceTerminal = uniformBelow(mix(key, i, 0), terminals);
      const otherTerminal = uniformBelow(mix(key, i, 1), terminals - 1);
      pairs.push([sourceTerminal, otherTerminal >= sourceTerminal ? otherTerminal + 1 : otherTerminal]);
    }
  }
  const reachable = pairs.filter(
    ([sourceTerminal, destinationTerminal]) => routing.canReach === undefined || routing.canReach(sourceTerminal, destinationTerminal),
  );
  const countPathsOfPair = pathCounter(plan);
  const pathCounts: number[] = [];
  for (const [sourceTerminal, destinationTerminal] of reachable) {
    const paths = countPathsOfPair(sourceTerminal, destinationTerminal);
    if (paths === null) break;
    pathCounts.push(paths);
  }
  return {
    pairs: reachable.length,
    isAll,
    paths: pathCounts.length < reachable.length ? null : meanAndLeast(pathCounts),
    disjoint: meanAndLeast(
      reachable
        .map(([sourceTerminal, destinationTerminal]) => countDisjointPaths(network, sourceTerminal, destinationTerminal))
        .filter((paths) => paths !== null),
    ),
  };
}

/**
 * Number of paths that a packet may take between two terminals, as sequences of channels; paths over different intermediate switches count
 * individually. Null if paths contain cycles.
 */
export function countPaths(plan: Plan, from: number, to: number): number | null {
  return pathCounter(plan)(from, to);
}

/**
 * Number of edge-disjoint paths between two terminals, under any routing; counted from switch to switch if the terminals have one link
 * each, which all paths share. Null for terminals of one switch.
 */
export function countDisjointPaths(network: Network, from: number, to: number): number | null {
  const { terminals, switches, firstOut, head } = network;
  const entryNode = (terminal: number) => (firstOut[terminal + 1] - firstOut[terminal] === 1 ? head[firstOut[terminal]] : terminal);
  if (entryNode(from) === entryNode(to)) return null;
  const roles = new Uint8Array(terminals + switches);
  roles[entryNode(from)] = nodeRole.source;
  roles[entryNode(to)] = nodeRole.sink;
  return maxFlow(network, roles);
}

/** Counts paths of pairs; null once too many nodes have been visited. */
function pathCounter(originalPlan: Plan): (source: number, destination: number) => number | null {
  const plan = withAllCandidates(originalPlan);
  const { routing, network } = plan;
  const { findCandidates, channels, ids }: CandidateFinder = candidateFinder(plan);
  const { head } = network;
  const { nextState, initialState, injectionDecision } = routing;
  let visits = 0;
  /**
   * Number of paths that the routing allows for a packet between two terminals, summed over its initial route states; null if they are too
   * many to count.
   */
  return (source, destination) => {
    // The route states in which packets of the pair may start.
    const initialStates = new Set([0]);
    if (initialState !== undefined) {
      initialStates.clear();
      for (let i = 0; i < initialDraws; i++) initialStates.add(initialState(source, destination, Math.floor((i * 2 ** 32) / initialDraws)));
      if (injectionDecision !== undefined) initialStates.add(0);
    }
    // Number of paths from each node in each state; −1 while it is being counted.
    const pathsFrom = new Map<number, number>();
    // Node and state, an unsigned number of 32 bits, as one number.
    const keyOf = (node: number, state: number) => node * 2 ** 32 + (state >>> 0);
    let sum = 0;
    for (const state of initialStates) {
      const paths = countFrom(source, state);
      if (paths === null) return null;
      sum += paths;
    }
    return sum;

    /**
     * Number of paths that the routing allows from a node, in a route state, to `destination`; null if paths form a cycle, or if too many
     * nodes were visited. A depth-first search with an explicit stack, because paths may be long; an entry of the stack is a node with its
     * successors, of which the first `done` are counted.
     */
    function countFrom(startNode: number, state: number): number | null {
      const stack = [expand(startNode, state)];
      for (;;) {
        const entry = stack[stack.length - 1];
        if (entry.done === entry.nodes.length) {
          pathsFrom.set(keyOf(entry.at, entry.state), entry.sum);
          stack.pop();
          if (stack.length === 0) return entry.sum;
          continue;
        }
        const node = entry.nodes[entry.done];
        const stateAfter = entry.states[entry.done];
        const paths = node === destination ? 1 : pathsFrom.get(keyOf(node, stateAfter));
        if (paths === -1 || visits > maxVisits) return null;
        if (paths === undefined) {
          stack.push(expand(node, stateAfter));
        } else {
          entry.sum += paths;
          entry.done++;
        }
      }
    }

    /** A new entry of the stack for a node in a state, with the nodes and states after it. */
    function expand(node: number, state: number) {
      visits++;
      pathsFrom.set(keyOf(node, state), -1);
      const nodes: number[] = [];
      const states: number[] = [];
      const count = findCandidates(node, destination, state);
      for (let i = 0; i < count; i++) {
        nodes.push(head[channels[i]]);
        states.push(nextState === undefined ? state : nextState(node, destination, state, ids[i]));
      }
      return { at: node, state, nodes, states, done: 0, sum: 0 };
    }
  };
}

function meanAndLeast(values: readonly number[]): { readonly mean: number; readonly least: number } | null {
  if (values.length === 0) return null;
  return { mean: values.reduce((sum, value) => sum + value, 0) / values.length, least: values.reduce((a, b) => Math.min(a, b)) };
}
