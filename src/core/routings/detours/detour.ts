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
export interface WayRound extends CompiledRouting {
  readonly begin: (from: number, to: number, draw: number) => number;
  readonly next: (at: number, to: number, state: number, id: number) => number;
  /** Whether a packet in this state still has to visit its intermediate and is not undecided. */
  readonly isRound: (state: number) => boolean;
  /**
   * The state of the packet at `node` after giving up its intermediate, or keeping it as undecided. The unchanged state if the packet
   * has no minimal path.
   */
  readonly directly: (at: number, to: number, state: number) => number;
  /**
   * The state with another intermediate, the `i`-th alternative, drawn by the packet's position. The minimal state if the drawn
   * intermediate is useless.
   */
  readonly another: (at: number, to: number, state: number, i: number) => number;
  /** Channels between switches on a path from switch `node`, along the first candidates. */
  readonly hops: (at: number, to: number, state: number) => number;
  /** Last node of a path to a terminal before the terminal's channel. */
  readonly goal: (to: number) => number;
}

/**
 * The rule for non-minimal paths. Local queues times hops are UGAL-L. The sum of all queues is UGAL-G as defined by Besta and Hoefler; the
 * version of Kim et al. uses only the global channels of the first group. BookSim 2 has another rule: see the README.
 */
export interface DetourRule {
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
export function deciding(ways: WayRound, { head }: Network, rule: DetourRule): NonNullable<CompiledRouting["adapt"]> {
  const { classes, maxCandidates, route, next, isRound, directly, another, hops, goal, undecided = 0 } = ways;
  const { queues, candidates, multiplier, threshold } = rule;
  const out = new Int32Array(maxCandidates);
  const phitsOf = queues === "local" ? fewestPhits : phitsOnWay;
  const lengthOf = queues === "local" ? hops : () => 1;
  return (at, to, state, phits) => {
    const own = state & ~undecided;
    if (!isRound(own)) return state;
    const without = directly(at, to, own);
    if (isRound(without)) return own;
    const ahead = phitsOf(at, to, without, phits);
    if (ahead === 0) return without;
    let best = own;
    let least = Infinity;
    for (let i = 0; i < candidates && least > 0; i++) {
      const other = i === 0 ? own : another(at, to, own, i);
      if (!isRound(other)) continue;
      const behind = phitsOf(at, to, other, phits);
      const cost = behind === 0 ? 0 : behind * lengthOf(at, to, other);
      if (cost >= least) continue;
      least = cost;
      best = other;
    }
    // Lengths are computed only if they matter.
    const most = multiplier * least + threshold;
    return most > 0 && ahead * lengthOf(at, to, without) <= most ? without : best;
  };

  /** Phits queued behind the emptiest first channel of a path. */
  function fewestPhits(at: number, to: number, state: number, phits: (channel: number) => number): number {
    const count = route(at, to, state, out);
    let fewest = phits((out[0] / classes) | 0);
    for (let i = 1; i < count && fewest > 0; i++) fewest = Math.min(fewest, phits((out[i] / classes) | 0));
    return fewest;
  }

  /** Phits queued on a path that takes the emptiest candidate at every switch, ties to the first. */
  function phitsOnWay(at: number, to: number, state: number, phits: (channel: number) => number): number {
    const end = goal(to);
    let sum = 0;
    for (let n = at, s = state; n !== end || isRound(s);) {
      const count = route(n, to, s, out);
      let chosen = out[0];
      let fewest = phits((chosen / classes) | 0);
      for (let i = 1; i < count && fewest > 0; i++) {
        const each = phits((out[i] / classes) | 0);
        if (each >= fewest) continue;
        fewest = each;
        chosen = out[i];
      }
      sum += fewest;
      s = next(n, to, s, chosen);
      n = head[(chosen / classes) | 0];
    }
    return sum;
  }
}

/** Counts the channels between switches along first candidates. For routings without a closed form. */
export function hopsWalked(ways: Pick<WayRound, "classes" | "maxCandidates" | "route" | "next" | "isRound" | "goal">, { head }: Network) {
  const { classes, maxCandidates, route, next, isRound, goal } = ways;
  const out = new Int32Array(maxCandidates);
  return (at: number, to: number, state: number): number => {
    const end = goal(to);
    let count = 0;
    let phase = state;
    // A non-minimal path may pass the destination's switch before its intermediate; it does not end there.
    for (let n = at; n !== end || isRound(phase); count++) {
      route(n, to, phase, out);
      phase = next(n, to, phase, out[0]);
      n = head[(out[0] / classes) | 0];
    }
    return count;
  };
}
