/** Ways round over a random intermediate switch or group: what Valiant and UGAL share. */
import { below } from "../base/random.ts";
import type { Network, Shape } from "../network/network.ts";
import type { CompiledRouting } from "../plan/routing.ts";
import { gridSteps, needsGrid } from "./grid-steps.ts";
import { groupSteps, isGrouped, needsGroups } from "./group-steps.ts";

/** A routing in two phases: in state i + 1 a packet is on its way to intermediate switch or group i, in state 0 to its destination. */
export interface WayRound extends CompiledRouting {
  readonly begin: (from: number, to: number, draw: number) => number;
  readonly next: (at: number, to: number, state: number, id: number) => number;
}

/** null, or what a network lacks for ways round, as a sentence. */
export function needsWaysRound(shape: Shape): string | null {
  if (isGrouped(shape)) return needsGroups(shape);
  if (shape.axes.some(({ kind }) => kind === "level")) {
    return "needs a grid or groups of switches; in a tree, any way up is a way round already";
  }
  const missing = needsGrid(shape);
  return missing === null || missing.startsWith("cannot") ? missing : "needs a grid or groups of switches; this network has neither";
}

/** The ways round of a network that has what they need. */
export function wayRound(network: Network): WayRound {
  return isGrouped(network) ? overGroups(network) : overSwitches(network);
}

/** Two phases in dimension order, each with classes of its own: the second never waits for the first. */
function overSwitches(network: Network): WayRound {
  const { terminals, switches, firstOut, head } = network;
  const { hasRings, into, step } = gridSteps(network);
  const classesOfPhase = hasRings ? 2 : 1;
  const classes = 2 * classesOfPhase;
  return {
    classes,
    maxCandidates: 1,
    begin(from, to, draw) {
      const middle = terminals + below(draw, switches);
      return middle === head[firstOut[from]] || middle === head[firstOut[to]] ? 0 : middle - terminals + 1;
    },
    next: (at, _to, state) => (at === terminals + state - 1 ? 0 : state),
    route(at, to, state, out) {
      if (at < terminals) {
        out[0] = firstOut[at] * classes;
        return 1;
      }
      const middle = terminals + state - 1;
      const isFirst = state !== 0 && at !== middle;
      const way = step(at, isFirst ? middle : to);
      out[0] = way < 0 ? into[to] * classes : (way >> 1) * classes + (isFirst ? 0 : classesOfPhase) + (hasRings ? way & 1 : 0);
      return 1;
    },
  };
}

/**
 * Over a random group: local and global channels of class 0 up to there, of class 1 on, and local channels of class 2 in
 * the destination's group. Packets within a group go directly. (Kim et al., ISCA 2008, §4)
 */
function overGroups(network: Network): WayRound {
  const { terminals, firstOut } = network;
  const { groupOf, groups, into, switchOf, mostWays, local, towards } = groupSteps(network);
  const classes = 3;
  return {
    classes,
    maxCandidates: mostWays,
    begin(from, to, draw) {
      const middle = below(draw, groups);
      return groupOf[from] === groupOf[to] || middle === groupOf[from] || middle === groupOf[to] ? 0 : middle + 1;
    },
    next: (at, _to, state) => (state !== 0 && at >= terminals && groupOf[at] === state - 1 ? 0 : state),
    route(at, to, state, out) {
      if (at < terminals) {
        out[0] = firstOut[at] * classes;
        return 1;
      }
      const goal = switchOf[to];
      const isFirst = state !== 0 && groupOf[at] !== state - 1;
      if (!isFirst && groupOf[at] === groupOf[goal]) {
        out[0] = at === goal ? into[to] * classes : local(at, goal) * classes + 2;
        return 1;
      }
      const count = isFirst ? towards(at, state - 1, -1, out) : towards(at, groupOf[goal], goal, out);
      for (let i = 0; i < count; i++) out[i] = out[i] * classes + (isFirst ? 0 : 1);
      return count;
    },
  };
}
