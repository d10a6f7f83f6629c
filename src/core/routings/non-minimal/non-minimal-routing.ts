/** Non-minimal routings on any network, via a random intermediate switch or group. */
import { uniformBelow, mix } from "../../base/random.ts";
import type { Network } from "../../network/network.ts";
import type { CompiledRouting } from "../../plan/routing.ts";
import { adaptiveDecision, type NonMinimalRule, type NonMinimalRouting } from "./adaptive-decision.ts";
import { gridSteps, type RingRules } from "../grid-steps.ts";
import { hasGroupAxes, reasonGroupsUnsupported } from "../group-steps.ts";
import { reasonGridUnsupported } from "../grid-requirements.ts";
import { viaGroups, viaSwitchesOfGroups } from "./via-groups.ts";
import { viaTables } from "./via-tables.ts";
import type { IntermediateKind } from "./params.ts";

/** The non-minimal routing for a network: by arithmetic if the network is complete and has a known shape, otherwise by tables. */
export function nonMinimalRouting(network: Network, intermediate: IntermediateKind, rules: RingRules): NonMinimalRouting {
  if (hasGroupAxes(network) && reasonGroupsUnsupported(network) === null)
    return intermediate === "switch" ? viaSwitchesOfGroups(network) : viaGroups(network, "at-once");
  return reasonGridUnsupported(network) === null ? viaGridSwitches(network, rules) : viaTables(network);
}

/** The adaptive non-minimal routing for a network: each packet decides at its first switch between its minimal and its non-minimal path. */
export function adaptiveNonMinimalRouting(
  network: Network,
  intermediate: IntermediateKind,
  rules: RingRules,
  rule: NonMinimalRule,
): CompiledRouting {
  return withDecision(nonMinimalRouting(network, intermediate, rules), network, rule);
}

/**
 * Non-minimal routing via groups. A packet decides at each switch of its source group until it takes the non-minimal path or leaves the
 * group.
 */
export function progressiveNonMinimalRouting(network: Network, rule: NonMinimalRule): CompiledRouting {
  return withDecision(viaGroups(network, "step-by-step"), network, rule);
}

const withDecision = (routing: NonMinimalRouting, network: Network, rule: NonMinimalRule): CompiledRouting => ({
  ...routing,
  injectionDecision: adaptiveDecision(routing, network, rule),
});

/**
 * Two phases of dimension-order routing with separate VC classes, so that the second phase never waits for the first. The lowest bits of a
 * state are the intermediate switch + 1, or 0 for a minimal path. Then follow the ring states of the first and of the second phase.
 */
function viaGridSwitches(network: Network, rules: RingRules): NonMinimalRouting {
  const {
    firstPosition,
    positionCount,
    positionOf,
    vcClasses: classesOfPhase,
    maxLinksPerTerminal,
    channelsIntoTerminal,
    channelsFromTerminal,
    dimensionOrderStep,
    distance,
    initialState,
    equalDraws,
    stateBits,
  } = gridSteps(network, rules);
  const switchBits = 32 - Math.clz32(positionCount);
  const switchMask = (1 << switchBits) - 1;
  const ringMask = (1 << stateBits) - 1;
  const lastNodes = Int32Array.from({ length: network.terminals }, (_, t) => positionOf(t));
  const lastNode = (to: number) => lastNodes[to];
  const vcClasses = 2 * classesOfPhase;
  /** The state of a packet from node `from`, attached to switch `first`, via `intermediate`. `draw` decides the ring directions. */
  const stateVia = (from: number, first: number, to: number, intermediate: number, draw: number) => {
    const isUseless = intermediate === first || intermediate === lastNode(to);
    if (initialState === undefined) return isUseless ? 0 : intermediate - firstPosition + 1;
    if (isUseless) return initialState(from, to, draw) << switchBits;
    const secondPhaseState = initialState(intermediate, to, Math.imul(draw, equalDraws) >>> 0);
    return (((secondPhaseState << stateBits) | initialState(from, intermediate, draw)) << switchBits) | (intermediate - firstPosition + 1);
  };
  return {
    vcClasses,
    maxCandidates: maxLinksPerTerminal,
    // The low word of draw × positionCount is a new 32-bit draw.
    initialState: (from, to, draw) =>
      stateVia(from, lastNode(from), to, firstPosition + uniformBelow(draw, positionCount), Math.imul(draw, positionCount) >>> 0),
    alternativeState(node, to, state, i) {
      const draw = mix(node, to, i);
      const index = ((state & switchMask) - 1 + uniformBelow(draw, positionCount)) % positionCount;
      return stateVia(node, node, to, firstPosition + index, mix(state, draw, 0));
    },
    hops(node, to, state) {
      const intermediate = firstPosition + (state & switchMask) - 1;
      return intermediate < firstPosition || node === intermediate
        ? distance(node, to)
        : distance(node, intermediate) + distance(intermediate, to);
    },
    ...(initialState === undefined ? {} : { equalDraws: positionCount * equalDraws * equalDraws }),
    isNonMinimal: (state) => (state & switchMask) !== 0,
    minimalState: initialState === undefined ? () => 0 : (node, to, state) => initialState(node, to, mix(state, node, to)) << switchBits,
    lastNode,
    nextState(node, _to, state) {
      const intermediateField = state & switchMask;
      return intermediateField === 0 || node !== firstPosition + intermediateField - 1
        ? state
        : (state >> (switchBits + stateBits)) << switchBits;
    },
    route(node, to, state, out) {
      if (node < firstPosition) return channelsFromTerminal(node, vcClasses, 1, out);
      const intermediateField = state & switchMask;
      const ringStates = state >> switchBits;
      const intermediate = firstPosition + intermediateField - 1;
      const isFirstPhase = intermediateField !== 0 && node !== intermediate;
      // A minimal path has no first phase and stores its ring state in the lower field.
      const step = isFirstPhase
        ? dimensionOrderStep(node, intermediate, ringStates & ringMask)
        : dimensionOrderStep(node, to, intermediateField === 0 ? ringStates : ringStates >> stateBits);
      if (step < 0) return channelsIntoTerminal(to, vcClasses, out);
      out[0] = ((step / classesOfPhase) | 0) * vcClasses + (isFirstPhase ? 0 : classesOfPhase) + (step % classesOfPhase);
      return 1;
    },
  };
}
