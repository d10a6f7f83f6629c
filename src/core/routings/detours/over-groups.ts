/** Non-minimal paths between groups of fully connected switches, via a random group or a random switch. */
import { below, mix } from "../../base/random.ts";
import type { Network } from "../../network/network.ts";
import type { WayRound } from "./detour.ts";
import { groupSteps } from "../group-steps.ts";

/** Bit of the state that marks an undecided packet; it is above all group numbers. */
const inMind = 1 << 20;

/**
 * VC classes of local channels: of a minimal path in its source group; of a non-minimal path in its source group and in its intermediate
 * group; in the destination group.
 */
type LocalClasses = readonly [ofDirect: number, ofFirst: number, ofMiddle: number, ofLast: number];
/** VC classes of channels up to a spine and down to a leaf; both are the same in groups without tiers. */
type Ordering = { readonly up: LocalClasses; readonly down: LocalClasses };
const flat = { "at-once": [1, 0, 1, 2], "step-by-step": [0, 1, 2, 3] } as const;
const tiered = {
  // Order of channels: up, global, down; up, global, down.
  "at-once": { up: [0, 0, 1, 0], down: [1, 0, 0, 1] },
  // Order of channels: up and, if the packet turns to a non-minimal path, down again; then as above.
  "step-by-step": { up: [0, 1, 2, 0], down: [2, 0, 1, 2] },
} as const;

/**
 * Paths via a random group. Global channels have VC class 0 up to that group and class 1 after it. Packets within a group take minimal
 * paths (Kim et al., ISCA 2008).
 *
 * A decision at injection needs 3 classes of local channels: 0 up to the intermediate group, 1 in it, 2 in the destination group. With
 * progressive decisions, a packet may turn to a non-minimal path after a first local channel, which then needs a separate class: 4 in total
 * (Jiang, Kim, Dally, ISCA 2009).
 *
 * In groups with tiers, up and down channels are distinct without VC classes, so 2 and 3 classes are enough.
 *
 * A state is the group + 1, or 0 for a minimal path. An additional bit marks a packet that is on a minimal path and still undecided.
 */
export function overGroups(network: Network, decides: keyof typeof flat): WayRound {
  const { terminals, firstOut, head, tail } = network;
  const { isTiered, groupOf, groups, into, switchOf, mostWays, sortOf, within, towards, through, apart, channelsTo } = groupSteps(network);
  const ordering: Ordering = isTiered ? tiered[decides] : { up: flat[decides], down: flat[decides] };
  const classes = ordering.down[3] + 1;
  const undecided = decides === "step-by-step" ? inMind : 0;
  /** [C] Virtual channel for each channel on one part of a path; `ofGlobal` is the VC class of global channels. */
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
      // A non-minimal packet drops its intermediate group when it leaves that group; an undecided packet drops it when it leaves its first
      // group.
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

/** [C] Virtual channel for each channel; the VC class depends on the kind of the channel. */
function idsBySort(sortOf: Uint8Array, classes: number, classOf: readonly number[]): Int32Array {
  return Int32Array.from(sortOf, (sort, c) => c * classes + classOf[sort]);
}

/**
 * Paths via a random switch that has terminals: local, global, local to the switch, and the same again to the destination. A path may use
 * four local channels, two of them in the intermediate's group, and two global channels. Each has a separate VC class, so that no packet
 * waits for one on an earlier part of its path. In groups with tiers, up and down channels replace half of the local classes.
 *
 * A state is the index of the intermediate switch + 1, or 0 for a minimal path. A minimal path is the second half of a non-minimal path.
 */
export function overSwitchesOfGroups(network: Network): WayRound {
  const { terminals, firstOut } = network;
  const { isTiered, groupOf, into, switchOf, mostWays, sortOf, within, towards, channelsTo } = groupSteps(network);
  const classes = isTiered ? 2 : 4;
  /** [half][C] Virtual channels on the way to a group, and within the group. */
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
