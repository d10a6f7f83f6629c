/** Path diversity: the number of paths from one terminal to another. */
import { below, mix, streamKey } from "../base/random.ts";
import type { Network } from "../network/network.ts";
import type { Plan } from "../plan/plan.ts";
import { maxFlow, part } from "./bisection/max-flow.ts";
import { type WaysOn, waysOn, withAllWays } from "./ways-on.ts";

/** Number of initial draws of a routing: enough to find every intermediate switch of a small network. */
const draws = 1024;
/** Largest number of pairs of terminals, and limit of visited nodes for all of them together. */
const mostPairs = 64;
const mostVisits = 2e6;
/** Limit for pairs × nodes: very large networks are examined with fewer pairs. */
const mostNodes = 2e6;

export interface PathDiversity {
  /** Number of examined pairs of different terminals, and whether these are all pairs. */
  readonly pairs: number;
  readonly isAll: boolean;
  /** Paths that the routing allows, as sequences of channels: mean and minimum over the pairs; null if they are not counted. */
  readonly ways: { readonly mean: number; readonly least: number } | null;
  /** Paths without a common channel, except for terminal channels, under any routing; null if no pair is on two switches. */
  readonly disjoint: { readonly mean: number; readonly least: number } | null;
}

/** Path diversity over all pairs of terminals, or over up to 64 random pairs. (Dally, Towles, 2004, §3.1.3) */
export function pathDiversity(plan: Plan): PathDiversity {
  const { network, seed, routing } = plan;
  const { terminals } = network;
  const isAll = terminals * (terminals - 1) <= mostPairs;
  const key = streamKey(seed, "analysis");
  const pairs: (readonly [number, number])[] = [];
  if (isAll) {
    for (let s = 0; s < terminals; s++) for (let d = 0; d < terminals; d++) if (s !== d) pairs.push([s, d]);
  } else {
    const count = Math.min(mostPairs, Math.max(8, Math.floor(mostNodes / (terminals + network.switches))));
    for (let i = 0; i < count; i++) {
      const from = below(mix(key, i, 0), terminals);
      const other = below(mix(key, i, 1), terminals - 1);
      pairs.push([from, other >= from ? other + 1 : other]);
    }
  }
  const reachable = pairs.filter(([from, to]) => routing.reaches === undefined || routing.reaches(from, to));
  const count = counter(plan);
  const ways: number[] = [];
  for (const [from, to] of reachable) {
    const found = count(from, to);
    if (found === null) break;
    ways.push(found);
  }
  return {
    pairs: reachable.length,
    isAll,
    ways: ways.length < reachable.length ? null : summary(ways),
    disjoint: summary(reachable.map(([from, to]) => disjointWays(network, from, to)).filter((found) => found !== null)),
  };
}

/**
 * Number of paths that a packet may take between two terminals, as sequences of channels; paths over different intermediate switches count
 * individually. Null if paths contain cycles.
 */
export function countWays(plan: Plan, from: number, to: number): number | null {
  return counter(plan)(from, to);
}

/**
 * Number of edge-disjoint paths between two terminals, under any routing; counted from switch to switch if the terminals have one link
 * each, which all paths share. Null for terminals of one switch.
 */
export function disjointWays(network: Network, from: number, to: number): number | null {
  const { terminals, switches, firstOut, head } = network;
  const entry = (t: number) => (firstOut[t + 1] - firstOut[t] === 1 ? head[firstOut[t]] : t);
  if (entry(from) === entry(to)) return null;
  const parts = new Uint8Array(terminals + switches);
  parts[entry(from)] = part.source;
  parts[entry(to)] = part.sink;
  return maxFlow(network, parts);
}

/** Counts paths of pairs; null once too many nodes have been visited. */
function counter(own: Plan): (from: number, to: number) => number | null {
  const plan = withAllWays(own);
  const { routing, network } = plan;
  const { find, channels, ids }: WaysOn = waysOn(plan);
  const { head } = network;
  const { next, begin, adapt } = routing;
  let visits = 0;
  return (from, to) => {
    const begins = new Set([0]);
    if (begin !== undefined) {
      begins.clear();
      for (let i = 0; i < draws; i++) begins.add(begin(from, to, Math.floor((i * 2 ** 32) / draws)));
      if (adapt !== undefined) begins.add(0);
    }
    // Number of paths from each node in each state; −1 while it is being counted.
    const known = new Map<number, number>();
    const keyOf = (at: number, state: number) => at * 2 ** 32 + (state >>> 0);
    let sum = 0;
    for (const state of begins) {
      const found = follow(from, state);
      if (found === null) return null;
      sum += found;
    }
    return sum;

    /** Depth-first search with an explicit stack, because paths may be long. */
    function follow(start: number, state: number): number | null {
      const stack = [open(start, state)];
      for (;;) {
        const top = stack[stack.length - 1];
        if (top.done === top.nodes.length) {
          known.set(keyOf(top.at, top.state), top.sum);
          stack.pop();
          if (stack.length === 0) return top.sum;
          continue;
        }
        const at = top.nodes[top.done];
        const after = top.states[top.done];
        const found = at === to ? 1 : known.get(keyOf(at, after));
        if (found === -1 || visits > mostVisits) return null;
        if (found === undefined) {
          stack.push(open(at, after));
        } else {
          top.sum += found;
          top.done++;
        }
      }
    }

    function open(at: number, state: number) {
      visits++;
      known.set(keyOf(at, state), -1);
      const nodes: number[] = [];
      const states: number[] = [];
      const count = find(at, to, state);
      for (let i = 0; i < count; i++) {
        nodes.push(head[channels[i]]);
        states.push(next === undefined ? state : next(at, to, state, ids[i]));
      }
      return { at, state, nodes, states, done: 0, sum: 0 };
    }
  };
}

function summary(values: readonly number[]): { readonly mean: number; readonly least: number } | null {
  if (values.length === 0) return null;
  return { mean: values.reduce((sum, value) => sum + value, 0) / values.length, least: values.reduce((a, b) => Math.min(a, b)) };
}
