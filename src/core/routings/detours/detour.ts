/** Ways round an intermediate place, and the rule by which an adaptive routing takes one: what Valiant, UGAL and their family share. */
import type { Network } from "../../network/network.ts";
import type { CompiledRouting } from "../../plan/routing.ts";

/**
 * A routing in two phases: first to an intermediate switch or group that the state of a packet names, then to the
 * destination, which a packet that goes directly has in sight from the beginning.
 */
export interface WayRound extends CompiledRouting {
  readonly begin: (from: number, to: number, draw: number) => number;
  readonly next: (at: number, to: number, state: number, id: number) => number;
  /** Whether a packet in this state has still to come to an intermediate place, and is not undecided. */
  readonly isRound: (state: number) => boolean;
  /** The state of such a packet at node `at`, if it forgets that place, or keeps it only in mind where it is undecided; its own where there is no other way. */
  readonly directly: (at: number, to: number, state: number) => number;
  /** Its state with another place, the `i`-th after its own, drawn by where it is; one that goes directly where that is none. */
  readonly another: (at: number, to: number, state: number, i: number) => number;
  /** Channels between switches on a way from switch `at`, counted along its first candidates. */
  readonly hops: (at: number, to: number, state: number) => number;
  /** Node at which a way to a terminal ends, but for the terminal's own channel. */
  readonly goal: (to: number) => number;
}

/**
 * When a detour is taken. Local queues times hops are UGAL-L. The sum of all queues is UGAL-G as Besta and Hoefler have it; that of
 * Kim et al. looks at the global channels of the first group alone. The rule of BookSim 2 is another: see the README.
 */
export interface DetourRule {
  /** What a way costs: phits behind its emptiest first channel × its channels, or phits behind all of them. */
  readonly queues: "local" | "global";
  /** Detours that are looked at, at least 1; the cheapest counts. */
  readonly candidates: number;
  /** A packet goes directly while that costs at most `multiplier` × the detour + `threshold`. */
  readonly multiplier: number;
  readonly threshold: number;
}

/** The decision of a packet at a switch by this rule. (Kim, Dally, Scott, Abts, ISCA 2008; Besta, Hoefler, SC 2014) */
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
    // Lengths are looked up only where they decide.
    const most = multiplier * least + threshold;
    return most > 0 && ahead * lengthOf(at, to, without) <= most ? without : best;
  };

  /** Phits that stand behind the emptiest first channel of a way. */
  function fewestPhits(at: number, to: number, state: number, phits: (channel: number) => number): number {
    const count = route(at, to, state, out);
    let fewest = phits((out[0] / classes) | 0);
    for (let i = 1; i < count && fewest > 0; i++) fewest = Math.min(fewest, phits((out[i] / classes) | 0));
    return fewest;
  }

  /** By the emptiest candidate at every switch, the first of several. */
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

/** Channels between switches along first candidates, where nothing tells them sooner. */
export function hopsWalked(ways: Pick<WayRound, "classes" | "maxCandidates" | "route" | "next" | "isRound" | "goal">, { head }: Network) {
  const { classes, maxCandidates, route, next, isRound, goal } = ways;
  const out = new Int32Array(maxCandidates);
  return (at: number, to: number, state: number): number => {
    const end = goal(to);
    let count = 0;
    let phase = state;
    // A way round may pass the destination's switch; it ends there only when it has been elsewhere.
    for (let n = at; n !== end || isRound(phase); count++) {
      route(n, to, phase, out);
      phase = next(n, to, phase, out[0]);
      n = head[(out[0] / classes) | 0];
    }
    return count;
  };
}
