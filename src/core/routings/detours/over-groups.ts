/** Ways round between groups of fully joined switches, over a random group or a random switch. */
import { below, mix } from "../../base/random.ts";
import type { Network } from "../../network/network.ts";
import type { WayRound } from "./detour.ts";
import { groupSteps } from "../group-steps.ts";

/** A bit of a state, beyond all groups. */
const inMind = 1 << 20;

/** Classes of channels within a group: of a direct way in its first group; of a way round there and in the group it leads over; in the last. */
type LocalClasses = readonly [ofDirect: number, ofFirst: number, ofMiddle: number, ofLast: number];
/** Of those up to a spine, and down to a leaf; the same where groups have no tiers. */
type Ordering = { readonly up: LocalClasses; readonly down: LocalClasses };
const flat = { "at-once": [1, 0, 1, 2], "step-by-step": [0, 1, 2, 3] } as const;
const tiered = {
  // Up, global, down; up, global, down.
  "at-once": { up: [0, 0, 1, 0], down: [1, 0, 0, 1] },
  // Up, down again where it turns round, and then the same.
  "step-by-step": { up: [0, 1, 2, 0], down: [2, 0, 1, 2] },
} as const;

/**
 * Over a random group. Global channels have class 0 up to there, 1 on. Packets within a group go directly. (Kim et al., ISCA 2008)
 *
 * Who decides at once needs 3 classes of local channels: 0 up to the group, 1 on, 2 in the destination's group. Who decides step by
 * step may turn round after a first local channel, which then has a class of its own: 4. (Jiang, Kim, Dally, ISCA 2009)
 *
 * Where groups have tiers, ways go up to a spine and down to a leaf, which are told apart without classes: 2 and 3 are enough.
 *
 * A state is the group + 1, 0 for a direct way; with a bit more where a packet goes directly, but has the group in mind.
 */
export function overGroups(network: Network, decides: keyof typeof flat): WayRound {
  const { terminals, firstOut, head, tail } = network;
  const { isTiered, groupOf, groups, into, switchOf, mostWays, sortOf, within, towards, through, apart, channelsTo } = groupSteps(network);
  const ordering: Ordering = isTiered ? tiered[decides] : { up: flat[decides], down: flat[decides] };
  const classes = ordering.down[3] + 1;
  const undecided = decides === "step-by-step" ? inMind : 0;
  /** [C] Virtual channels of a part of a way, whose global channels have a class. */
  const idsOf = (part: number, ofGlobal: number) => idsBySort(sortOf, classes, [ofGlobal, ordering.up[part], ordering.down[part]]);
  const [directIds, firstIds, middleIds, lastIds] = [idsOf(0, 1), idsOf(1, 0), idsOf(2, 1), idsOf(3, 1)];
  const isRound = (state: number) => state !== 0 && (state & undecided) === 0;
  return {
    classes,
    maxCandidates: mostWays,
    begin(from, to, draw) {
      const middle = below(draw, groups);
      return groupOf[from] === groupOf[to] || middle === groupOf[from] || middle === groupOf[to] ? 0 : middle + 1;
    },
    isRound,
    directly: (_at, _to, state) => (undecided === 0 ? 0 : state | undecided),
    another(at, to, state, i) {
      const middle = (state - 1 + below(mix(at, to, i), groups)) % groups;
      return middle === groupOf[at] || middle === groupOf[to] ? 0 : middle + 1;
    },
    hops(at, to, state) {
      const goal = switchOf[to];
      if (!isRound(state) || groupOf[at] === state - 1) return channelsTo(at, goal);
      const c = through(at, state - 1, -1);
      return 1 + apart(at, tail[c]) + channelsTo(head[c], goal);
    },
    goal: (to) => switchOf[to],
    next(at, _to, state, id) {
      if (state === 0 || at < terminals) return state;
      // Who goes round forgets the group once it leaves that, who only has it in mind once it leaves its first.
      const forgets = (state & undecided) !== 0 || groupOf[at] === state - 1;
      return forgets && groupOf[head[(id / classes) | 0]] !== groupOf[at] ? 0 : state;
    },
    route(at, to, state, out) {
      if (at < terminals) {
        out[0] = firstOut[at] * classes;
        return 1;
      }
      const goal = switchOf[to];
      const round = isRound(state);
      const isFirst = round && groupOf[at] !== state - 1;
      const isLast = !isFirst && groupOf[at] === groupOf[goal];
      if (isLast && at === goal) {
        out[0] = into[to] * classes;
        return 1;
      }
      const count = isLast ? within(at, goal, out) : isFirst ? towards(at, state - 1, -1, out) : towards(at, groupOf[goal], goal, out);
      const ids = isLast ? lastIds : isFirst ? firstIds : round ? middleIds : directIds;
      for (let i = 0; i < count; i++) out[i] = ids[out[i]];
      return count;
    },
    ...(undecided === 0 ? {} : { undecided }),
  };
}

/** [C] Virtual channels, of one class for each sort of channel. */
function idsBySort(sortOf: Uint8Array, classes: number, classOf: readonly number[]): Int32Array {
  return Int32Array.from(sortOf, (sort, c) => c * classes + classOf[sort]);
}

/**
 * Over a random switch that has terminals: local, global, local to there, and the same on. A way may cross four local channels, two of
 * them in the group of that switch, and two global ones; each has a class of its own, as no packet may wait for one that came before
 * it. Where groups have tiers, up and down tell as much as two of these.
 *
 * A state is the switch's place among them + 1, 0 for a direct way, which is the second half of a way round.
 */
export function overSwitchesOfGroups(network: Network): WayRound {
  const { terminals, firstOut } = network;
  const { isTiered, groupOf, into, switchOf, mostWays, sortOf, within, towards, channelsTo } = groupSteps(network);
  const classes = isTiered ? 2 : 4;
  /** [half][C] On the way to a group, and within it. */
  const ids = [0, 1].map((half) => {
    const ofLocal = isTiered ? half : 2 * half;
    return [0, isTiered ? 0 : 1].map((more) => idsBySort(sortOf, classes, [half, ofLocal + more, ofLocal + more]));
  });
  const middles = [...new Set(switchOf)].sort((a, b) => a - b);
  const isThere = (at: number, state: number) => state === 0 || at === middles[state - 1];
  return {
    classes,
    maxCandidates: mostWays,
    begin(from, to, draw) {
      const middle = below(draw, middles.length);
      return middles[middle] === switchOf[from] || middles[middle] === switchOf[to] ? 0 : middle + 1;
    },
    draws: middles.length,
    isRound: (state) => state !== 0,
    directly: () => 0,
    another(at, to, state, i) {
      const middle = (state - 1 + below(mix(at, to, i), middles.length)) % middles.length;
      return middles[middle] === at || middles[middle] === switchOf[to] ? 0 : middle + 1;
    },
    hops(at, to, state) {
      const goal = switchOf[to];
      return isThere(at, state) ? channelsTo(at, goal) : channelsTo(at, middles[state - 1]) + channelsTo(middles[state - 1], goal);
    },
    goal: (to) => switchOf[to],
    next: (at, _to, state) => (isThere(at, state) ? 0 : state),
    route(at, to, state, out) {
      if (at < terminals) {
        out[0] = firstOut[at] * classes;
        return 1;
      }
      const isSecond = isThere(at, state);
      const aim = isSecond ? switchOf[to] : middles[state - 1];
      if (at === aim) {
        out[0] = into[to] * classes;
        return 1;
      }
      const isLast = groupOf[at] === groupOf[aim];
      const count = isLast ? within(at, aim, out) : towards(at, groupOf[aim], aim, out);
      const own = ids[isSecond ? 1 : 0][isLast ? 1 : 0];
      for (let i = 0; i < count; i++) out[i] = own[out[i]];
      return count;
    },
  };
}
