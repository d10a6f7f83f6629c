/**
 * Non-minimal paths via an intermediate switch or group, and the adaptive decision between them and minimal paths. Valiant, UGAL and
 * progressive adaptive routing share this file.
 */
import type { Network } from "../../network/network.ts";
import type { CompiledRouting } from "../../plan/routing.ts";

/**
 * A routing in two phases: first to an intermediate switch or group that the packet's state names, then to the destination. A packet on a
 * minimal path starts in the second phase.
 */
export interface NonMinimalRouting extends CompiledRouting {
  readonly initialState: (from: number, to: number, draw: number) => number;
  readonly nextState: (node: number, to: number, state: number, id: number) => number;
  /** Whether a packet in this state still has to visit its intermediate and is not undecided. */
  readonly isNonMinimal: (state: number) => boolean;
  /**
   * The state of the packet at `node` after giving up its intermediate, or keeping it as undecided. The unchanged state if the packet
   * has no minimal path.
   */
  readonly minimalState: (node: number, to: number, state: number) => number;
  /**
   * The state with another intermediate, the `i`-th alternative, from a hash of the packet's node and destination. The minimal state if the
   * drawn intermediate is useless.
   */
  readonly alternativeState: (node: number, to: number, state: number, i: number) => number;
  /** Channels between switches on a path from switch `node`, along the first candidates. */
  readonly hops: (node: number, to: number, state: number) => number;
  /** Last node of a path to a terminal before the terminal's channel. */
  readonly lastNode: (to: number) => number;
}

/**
 * The rule for non-minimal paths. Local queues times hops are UGAL-L. The sum of all queues is UGAL-G as defined by Besta and Hoefler; the
 * version of Kim et al. uses only the global channels of the first group. BookSim 2 has another rule: see the README.
 */
export interface NonMinimalRule {
  /**
   * Cost of a path. Local: phits queued behind its emptiest first channel, times its number of channels. Global: phits queued behind all
   * its channels.
   */
  readonly queues: "local" | "global";
  /** Number of non-minimal paths that are compared, at least 1. The cheapest is used. */
  readonly candidates: number;
  /** A packet takes the minimal path if its cost is at most `multiplier` × the cost of the non-minimal path + `threshold`. */
  readonly multiplier: number;
  readonly threshold: number;
}

/** The decision of a packet at a switch by this rule (Kim, Dally, Scott, Abts, ISCA 2008; Besta, Hoefler, SC 2014). */
export function adaptiveDecision(
  routing: NonMinimalRouting,
  { head }: Network,
  rule: NonMinimalRule,
): NonNullable<CompiledRouting["injectionDecision"]> {
  const {
    vcClasses,
    maxCandidates,
    route,
    nextState,
    isNonMinimal,
    minimalState,
    alternativeState,
    hops,
    lastNode,
    undecidedMask = 0,
  } = routing;
  const { queues, candidates, multiplier, threshold } = rule;
  const out = new Int32Array(maxCandidates);
  const phitsOf = queues === "local" ? fewestPhits : phitsOnPath;
  const lengthOf = queues === "local" ? hops : () => 1;
  /**
   * Decides between the minimal path of a packet and several non-minimal paths, and returns the packet's state after the decision. The cost
   * of a path is the phits queued on it, times its length or summed over all its channels. The minimal path wins if its cost is at most
   * `multiplier` × the lowest other cost + `threshold`.
   * @param phits Phits queued behind a channel.
   */
  return (node, destination, state, phits) => {
    const ownState = state & ~undecidedMask;
    if (!isNonMinimal(ownState)) return state;
    const minimal = minimalState(node, destination, ownState);
    if (isNonMinimal(minimal)) return ownState;
    const minimalPhits = phitsOf(node, destination, minimal, phits);
    if (minimalPhits === 0) return minimal;
    // The cheapest non-minimal path: the packet's own path, or an alternative.
    let chosenState = ownState;
    let lowestCost = Infinity;
    for (let i = 0; i < candidates && lowestCost > 0; i++) {
      const alternative = i === 0 ? ownState : alternativeState(node, destination, ownState, i);
      if (!isNonMinimal(alternative)) continue;
      const alternativePhits = phitsOf(node, destination, alternative, phits);
      const cost = alternativePhits === 0 ? 0 : alternativePhits * lengthOf(node, destination, alternative);
      if (cost >= lowestCost) continue;
      lowestCost = cost;
      chosenState = alternative;
    }
    // Lengths are computed only if they matter.
    const costLimit = multiplier * lowestCost + threshold;
    return costLimit > 0 && minimalPhits * lengthOf(node, destination, minimal) <= costLimit ? minimal : chosenState;
  };

  /** Phits queued behind the emptiest first channel of a path. */
  function fewestPhits(node: number, destination: number, state: number, phits: (channel: number) => number): number {
    const count = route(node, destination, state, out);
    let fewest = phits((out[0] / vcClasses) | 0);
    for (let i = 1; i < count && fewest > 0; i++) fewest = Math.min(fewest, phits((out[i] / vcClasses) | 0));
    return fewest;
  }

  /**
   * Cost of a path for UGAL with global knowledge: the phits in all queues of a path from `node` that takes the emptiest candidate at every
   * switch, ties to the first.
   * @param state Route state of the packet, which names its intermediate switch, if any.
   */
  function phitsOnPath(node: number, destination: number, state: number, phits: (channel: number) => number): number {
    const end = lastNode(destination);
    let sum = 0;
    for (let n = node, s = state; n !== end || isNonMinimal(s);) {
      const count = route(n, destination, s, out);
      let chosen = out[0];
      let fewest = phits((chosen / vcClasses) | 0);
      for (let i = 1; i < count && fewest > 0; i++) {
        const queued = phits((out[i] / vcClasses) | 0);
        if (queued >= fewest) continue;
        fewest = queued;
        chosen = out[i];
      }
      sum += fewest;
      s = nextState(n, destination, s, chosen);
      n = head[(chosen / vcClasses) | 0];
    }
    return sum;
  }
}

/**
 * Creates a function that counts the channels between switches from a node to the destination's last switch, along the first candidates of
 * a routing. Used for routings that have no formula for the length of a path.
 */
export function hopCounter(
  routing: Pick<NonMinimalRouting, "vcClasses" | "maxCandidates" | "route" | "nextState" | "isNonMinimal" | "lastNode">,
  { head }: Network,
) {
  const { vcClasses, maxCandidates, route, nextState, isNonMinimal, lastNode } = routing;
  const candidates = new Int32Array(maxCandidates);
  return (node: number, destination: number, state: number): number => {
    const end = lastNode(destination);
    let count = 0;
    let current = state;
    // A non-minimal path may pass the destination's switch before its intermediate; it does not end there.
    for (let n = node; n !== end || isNonMinimal(current); count++) {
      route(n, destination, current, candidates);
      current = nextState(n, destination, current, candidates[0]);
      n = head[(candidates[0] / vcClasses) | 0];
    }
    return count;
  };
}
