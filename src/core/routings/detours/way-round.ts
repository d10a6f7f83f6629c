/** Non-minimal routings on any network, via a random intermediate switch or group. */
import { below, mix } from "../../base/random.ts";
import type { Network } from "../../network/network.ts";
import type { CompiledRouting } from "../../plan/routing.ts";
import { deciding, type DetourRule, type WayRound } from "./detour.ts";
import { gridSteps, type RingRules } from "../grid-steps.ts";
import { isGrouped, needsGroups } from "../group-steps.ts";
import { needsGrid } from "../needs-grid.ts";
import { overGroups, overSwitchesOfGroups } from "./over-groups.ts";
import { overTables } from "./over-tables.ts";
import type { Over } from "./params.ts";

/** The non-minimal routing for a network: by arithmetic if the network is complete and has a known shape, otherwise by tables. */
export function wayRound(network: Network, over: Over, rules: RingRules): WayRound {
  if (isGrouped(network) && needsGroups(network) === null)
    return over === "switch" ? overSwitchesOfGroups(network) : overGroups(network, "at-once");
  return needsGrid(network) === null ? overSwitches(network, rules) : overTables(network);
}

/** The same, but each packet decides at its first switch between its minimal and its non-minimal path. */
export function adaptiveRound(network: Network, over: Over, rules: RingRules, rule: DetourRule): CompiledRouting {
  return withRule(wayRound(network, over, rules), network, rule);
}

/** Via groups. A packet decides at each switch of its source group until it takes the non-minimal path or leaves the group. */
export function progressiveRound(network: Network, rule: DetourRule): CompiledRouting {
  return withRule(overGroups(network, "step-by-step"), network, rule);
}

const withRule = (ways: WayRound, network: Network, rule: DetourRule): CompiledRouting => ({
  ...ways,
  adapt: deciding(ways, network, rule),
});

/**
 * Two phases of dimension-order routing with separate VC classes, so that the second phase never waits for the first. The lowest bits of a
 * state are the intermediate switch + 1, or 0 for a minimal path. Then follow the ring states of the first and of the second phase.
 */
function overSwitches(network: Network, rules: RingRules): WayRound {
  const {
    outside,
    places,
    placeOf,
    classes: classesOfPhase,
    mostLinks,
    enter,
    leave,
    step,
    distance,
    begin,
    draws,
    stateBits,
  } = gridSteps(network, rules);
  const switchBits = 32 - Math.clz32(places);
  const switchMask = (1 << switchBits) - 1;
  const ringMask = (1 << stateBits) - 1;
  const goals = Int32Array.from({ length: network.terminals }, (_, t) => placeOf(t));
  const goal = (to: number) => goals[to];
  const classes = 2 * classesOfPhase;
  /** The state of a packet from node `from`, attached to switch `first`, via `intermediate`. `draw` decides the ring directions. */
  const over = (from: number, first: number, to: number, middle: number, draw: number) => {
    const isNone = middle === first || middle === goal(to);
    if (begin === undefined) return isNone ? 0 : middle - outside + 1;
    if (isNone) return begin(from, to, draw) << switchBits;
    const behind = begin(middle, to, Math.imul(draw, draws) >>> 0);
    return (((behind << stateBits) | begin(from, middle, draw)) << switchBits) | (middle - outside + 1);
  };
  return {
    classes,
    maxCandidates: mostLinks,
    // The low word of draw × positionCount is a new 32-bit draw.
    begin: (from, to, draw) => over(from, goal(from), to, outside + below(draw, places), Math.imul(draw, places) >>> 0),
    another(at, to, state, i) {
      const draw = mix(at, to, i);
      const place = ((state & switchMask) - 1 + below(draw, places)) % places;
      return over(at, at, to, outside + place, mix(state, draw, 0));
    },
    hops(at, to, state) {
      const middle = outside + (state & switchMask) - 1;
      return middle < outside || at === middle ? distance(at, to) : distance(at, middle) + distance(middle, to);
    },
    ...(begin === undefined ? {} : { draws: places * draws * draws }),
    isRound: (state) => (state & switchMask) !== 0,
    directly: begin === undefined ? () => 0 : (at, to, state) => begin(at, to, mix(state, at, to)) << switchBits,
    goal,
    next(at, _to, state) {
      const round = state & switchMask;
      return round === 0 || at !== outside + round - 1 ? state : (state >> (switchBits + stateBits)) << switchBits;
    },
    route(at, to, state, out) {
      if (at < outside) return leave(at, classes, 1, out);
      const round = state & switchMask;
      const rings = state >> switchBits;
      const middle = outside + round - 1;
      const isFirst = round !== 0 && at !== middle;
      // A minimal path has no first phase and stores its ring state in the lower field.
      const way = isFirst ? step(at, middle, rings & ringMask) : step(at, to, round === 0 ? rings : rings >> stateBits);
      if (way < 0) return enter(to, classes, out);
      out[0] = ((way / classesOfPhase) | 0) * classes + (isFirst ? 0 : classesOfPhase) + (way % classesOfPhase);
      return 1;
    },
  };
}
