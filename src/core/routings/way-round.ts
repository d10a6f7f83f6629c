/** Ways round over a random intermediate switch or group: what Valiant and UGAL share. */
import { below, mix } from "../base/random.ts";
import type { Network } from "../network/network.ts";
import type { CompiledRouting } from "../plan/routing.ts";
import { gridSteps, type RingRules } from "./grid-steps.ts";
import { groupSteps, isGrouped, needsGroups } from "./group-steps.ts";
import { classesByHops, mostClasses, type ShortestWays, shortestWays } from "./shortest-ways.ts";
import { needsGrid } from "./needs-grid.ts";
import { upDownWays } from "./up-down-ways.ts";
import { canBePassed } from "./way-tables.ts";

/**
 * A routing in two phases: first to an intermediate switch or group that the state of a packet names, then to the
 * destination, which a packet that goes directly has in sight from the beginning.
 */
export interface WayRound extends CompiledRouting {
  readonly begin: (from: number, to: number, draw: number) => number;
  readonly next: (at: number, to: number, state: number, id: number) => number;
  /** Whether a packet in this state has still to come to an intermediate place. */
  readonly isRound: (state: number) => boolean;
  /** The state of such a packet at node `at`, if it forgets that place. */
  readonly directly: (at: number, to: number, state: number) => number;
  /** Node at which a way to a terminal ends, but for the terminal's own channel. */
  readonly goal: (to: number) => number;
}

/** The ways round of a network: by arithmetic where it is whole and has a form that is known, else by tables. */
export function wayRound(network: Network, rules: RingRules): WayRound {
  if (isGrouped(network) && needsGroups(network) === null) return overGroups(network);
  return needsGrid(network) === null ? overSwitches(network, rules) : overAnything(network);
}

/**
 * Two phases in dimension order, each with classes of its own: the second never waits for the first. A state is, in its lowest
 * bits, the intermediate switch + 1, 0 for a direct way; then what rings on the way there have as a state, and those behind it.
 */
function overSwitches(network: Network, rules: RingRules): WayRound {
  const { terminals, switches, firstOut, head } = network;
  const { hasRings, mostLinks, enter, leave, step, begin, draws, stateBits } = gridSteps(network, rules);
  const switchBits = 32 - Math.clz32(switches);
  const switchMask = (1 << switchBits) - 1;
  const ringMask = (1 << stateBits) - 1;
  const inRings = begin ?? (() => 0);
  const goal = (to: number) => head[firstOut[to]];
  const classesOfPhase = hasRings ? 2 : 1;
  const classes = 2 * classesOfPhase;
  return {
    classes,
    maxCandidates: mostLinks,
    begin(from, to, draw) {
      const middle = terminals + below(draw, switches);
      // What is left of the draw, a number of 32 bits again.
      const rest = Math.imul(draw, switches) >>> 0;
      if (middle === goal(from) || middle === goal(to)) return inRings(from, to, rest) << switchBits;
      const behind = inRings(middle, to, Math.imul(rest, draws) >>> 0);
      return (((behind << stateBits) | inRings(from, middle, rest)) << switchBits) | (middle - terminals + 1);
    },
    ...(begin === undefined ? {} : { draws: switches * draws * draws }),
    isRound: (state) => (state & switchMask) !== 0,
    directly: (at, to, state) => inRings(at, to, mix(state, at, to)) << switchBits,
    goal,
    next(at, _to, state) {
      const round = state & switchMask;
      return round === 0 || at !== terminals + round - 1 ? state : (state >> (switchBits + stateBits)) << switchBits;
    },
    route(at, to, state, out) {
      if (at < terminals) return leave(at, classes, 1, out);
      const round = state & switchMask;
      const rings = state >> switchBits;
      const middle = terminals + round - 1;
      const isFirst = round !== 0 && at !== middle;
      // Without an intermediate switch there are no rings before it.
      const way = isFirst ? step(at, middle, rings & ringMask) : step(at, to, round === 0 ? rings : rings >> stateBits);
      if (way < 0) return enter(to, classes, out);
      out[0] = (way >> 1) * classes + (isFirst ? 0 : classesOfPhase) + (hasRings ? way & 1 : 0);
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
    isRound: (state) => state !== 0,
    directly: () => 0,
    goal: (to) => switchOf[to],
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

/**
 * By tables, over a random node at which packets to some terminal gather: on shortest ways where their classes by hops
 * suffice, else on up-down ways, one class before the intermediate node and one behind it.
 */
function overAnything(network: Network): WayRound {
  const shortest = shortestWays(network);
  // Two longest ways, but for the channels of a terminal that is not visited on the way: into it, and out of it.
  const hangs = shortest.gather.map((node, t) => (node === t ? 0 : 1));
  const unused = (hangs.includes(1) ? 1 : 0) + (hangs.includes(0) ? 0 : 1);
  const classes = classesByHops(2 * shortest.hops - unused, shortest.exempt);
  return classes <= mostClasses ? overShortestWays(network, shortest, classes) : overUpDownWays(network);
}

/** The intermediate nodes of a network, and which of them a packet may be sent over. */
function intermediateNodes(network: Network, { gather, reaches }: Pick<ShortestWays, "gather" | "reaches">) {
  /** Each node, and a terminal that hangs on it: ways to the one are known as ways to the other. */
  const middles: number[] = [];
  const terminalAt: number[] = [];
  const seen = new Uint8Array(network.terminals + network.switches);
  gather.forEach((node, t) => {
    if (!canBePassed(network, node) || seen[node] === 1) return;
    seen[node] = 1;
    middles.push(node);
    terminalAt.push(t);
  });
  /** The place of a random one + 1, 0 for a direct way. */
  const draw = (from: number, to: number, random: number) => {
    if (middles.length === 0) return 0;
    const middle = below(random, middles.length);
    const [node, over] = [middles[middle], terminalAt[middle]];
    if (node === gather[from] || node === gather[to] || node === from || node === to) return 0;
    return reaches === undefined || (reaches(from, over) && reaches(over, to)) ? middle + 1 : 0;
  };
  return { middles, terminalAt, draw };
}

/** Channels crossed so far, in the low bits of a state; above them the intermediate node's place in its list + 1. */
const hopBits = 8;
const hopMask = (1 << hopBits) - 1;

/** The class is the number of channels crossed so far. */
function overShortestWays(network: Network, shortest: ShortestWays, classes: number): WayRound {
  const { head } = network;
  const { gather, longest, exempt, reaches, ways } = shortest;
  const { middles, terminalAt, draw } = intermediateNodes(network, shortest);
  const isRound = (state: number) => state > hopMask;
  const isThere = (at: number, state: number) => !isRound(state) || at === middles[(state >> hopBits) - 1];
  const crossed = (state: number) => state & hopMask;
  return {
    classes,
    maxCandidates: longest,
    begin: (from, to, random) => draw(from, to, random) << hopBits,
    isRound,
    directly: (_at, _to, state) => crossed(state),
    goal: (to) => gather[to],
    next: (at, _to, state) => (isThere(at, state) ? crossed(state) : state) + 1,
    route(at, to, state, out) {
      const aim = isThere(at, state) ? to : terminalAt[(state >> hopBits) - 1];
      const count = ways(at, aim, out);
      const k = Math.max(0, crossed(state) - exempt);
      for (let i = 0; i < count; i++) out[i] = out[i] * classes + (head[out[i]] === to ? 0 : k);
      return count;
    },
    ...(reaches === undefined ? {} : { reaches }),
  };
}

/** A state is whether the packet has gone down, + 2 × (the intermediate node's place in its list + 1). */
function overUpDownWays(network: Network): WayRound {
  const legal = upDownWays(network, "centre");
  const { gather, longest, reaches, ways, next } = legal;
  const { middles, terminalAt, draw } = intermediateNodes(network, legal);
  const classes = 2;
  const isThere = (at: number, state: number) => state < 2 || at === middles[(state >> 1) - 1];
  /** At the intermediate node a packet may go up again. */
  const present = (at: number, state: number) => (state >= 2 && isThere(at, state) ? 0 : state);
  return {
    classes,
    maxCandidates: longest,
    begin: (from, to, random) => draw(from, to, random) << 1,
    isRound: (state) => state >= 2,
    directly: (_at, _to, state) => state & 1,
    goal: (to) => gather[to],
    next: (at, _to, state, id) => next(present(at, state), Math.floor(id / classes)),
    route(at, to, state, out) {
      const isLast = isThere(at, state);
      const count = ways(at, isLast ? to : terminalAt[(state >> 1) - 1], present(at, state) & 1, out);
      for (let i = 0; i < count; i++) out[i] = out[i] * classes + (isLast ? 1 : 0);
      return count;
    },
    ...(reaches === undefined ? {} : { reaches }),
  };
}
