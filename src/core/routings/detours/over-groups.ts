/** Ways round between groups of fully joined switches, over a random group or a random switch. */
import { below, mix } from "../../base/random.ts";
import type { Network } from "../../network/network.ts";
import type { WayRound } from "./detour.ts";
import { groupSteps } from "../group-steps.ts";

/** A bit of a state, beyond all groups. */
const inMind = 1 << 20;

/** Classes of local channels: of a direct way in its first group; of a way round there and in the group it leads over; in the last. */
const localClasses = { "at-once": [1, 0, 1, 2], "step-by-step": [0, 1, 2, 3] } as const;

/**
 * Over a random group. Global channels have class 0 up to there, 1 on. Packets within a group go directly. (Kim et al., ISCA 2008)
 *
 * Who decides at once needs 3 classes of local channels: 0 up to the group, 1 on, 2 in the destination's group. Who decides step by
 * step may turn round after a first local channel, which then has a class of its own: 4. (Jiang, Kim, Dally, ISCA 2009)
 *
 * A state is the group + 1, 0 for a direct way; with a bit more where a packet goes directly, but has the group in mind.
 */
export function overGroups(network: Network, decides: keyof typeof localClasses): WayRound {
  const { terminals, firstOut, head, tail } = network;
  const { groupOf, groups, into, switchOf, mostWays, local, towards, through, channelsTo } = groupSteps(network);
  const [ofDirect, ofFirst, ofMiddle, ofLast] = localClasses[decides];
  const classes = ofLast + 1;
  const undecided = decides === "step-by-step" ? inMind : 0;
  const [firstIds, middleIds, directIds] = [
    idsOf(network, classes, ofFirst, 0),
    idsOf(network, classes, ofMiddle, 1),
    idsOf(network, classes, ofDirect, 1),
  ];
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
      return 1 + (tail[c] === at ? 0 : 1) + channelsTo(head[c], goal);
    },
    goal: (to) => switchOf[to],
    next(at, _to, state, id) {
      if (state === 0 || at < terminals) return state;
      if ((state & undecided) === 0) return groupOf[at] === state - 1 ? 0 : state;
      return groupOf[head[(id / classes) | 0]] === groupOf[at] ? state : 0;
    },
    route(at, to, state, out) {
      if (at < terminals) {
        out[0] = firstOut[at] * classes;
        return 1;
      }
      const goal = switchOf[to];
      const round = isRound(state);
      const isFirst = round && groupOf[at] !== state - 1;
      if (!isFirst && groupOf[at] === groupOf[goal]) {
        out[0] = at === goal ? into[to] * classes : local(at, goal) * classes + ofLast;
        return 1;
      }
      const count = isFirst ? towards(at, state - 1, -1, out) : towards(at, groupOf[goal], goal, out);
      const ids = isFirst ? firstIds : round ? middleIds : directIds;
      for (let i = 0; i < count; i++) out[i] = ids[out[i]];
      return count;
    },
    ...(undecided === 0 ? {} : { undecided }),
  };
}

/** [C] Virtual channels, of one class for local channels and one for global ones. */
function idsOf({ head, tail, coordinates }: Network, classes: number, ofLocal: number, ofGlobal: number): Int32Array {
  return Int32Array.from(head, (to, c) => c * classes + (coordinates[2 * to] === coordinates[2 * tail[c]] ? ofLocal : ofGlobal));
}

/**
 * Over a random switch: local, global, local to there, and the same on. A way may cross four local channels, two of them in the
 * group of that switch, and two global ones; each has a class of its own, as no packet may wait for one that came before it.
 *
 * A state is the switch + 1, 0 for a direct way, which is the second half of a way round.
 */
export function overSwitchesOfGroups(network: Network): WayRound {
  const { terminals, switches, firstOut } = network;
  const { groupOf, into, switchOf, mostWays, local, towards, channelsTo } = groupSteps(network);
  const classes = 4;
  const [firstIds, secondIds] = [idsOf(network, classes, 0, 0), idsOf(network, classes, 2, 1)];
  const isThere = (at: number, state: number) => state === 0 || at === terminals + state - 1;
  return {
    classes,
    maxCandidates: mostWays,
    begin(from, to, draw) {
      const middle = terminals + below(draw, switches);
      return middle === switchOf[from] || middle === switchOf[to] ? 0 : middle - terminals + 1;
    },
    draws: switches,
    isRound: (state) => state !== 0,
    directly: () => 0,
    another(at, to, state, i) {
      const middle = terminals + ((state - 1 + below(mix(at, to, i), switches)) % switches);
      return middle === at || middle === switchOf[to] ? 0 : middle - terminals + 1;
    },
    hops(at, to, state) {
      const middle = terminals + state - 1;
      return isThere(at, state) ? channelsTo(at, switchOf[to]) : channelsTo(at, middle) + channelsTo(middle, switchOf[to]);
    },
    goal: (to) => switchOf[to],
    next: (at, _to, state) => (isThere(at, state) ? 0 : state),
    route(at, to, state, out) {
      if (at < terminals) {
        out[0] = firstOut[at] * classes;
        return 1;
      }
      const isSecond = isThere(at, state);
      const aim = isSecond ? switchOf[to] : terminals + state - 1;
      if (at === aim) {
        out[0] = into[to] * classes;
        return 1;
      }
      if (groupOf[at] === groupOf[aim]) {
        out[0] = local(at, aim) * classes + (isSecond ? 3 : 1);
        return 1;
      }
      const count = towards(at, groupOf[aim], aim, out);
      const ids = isSecond ? secondIds : firstIds;
      for (let i = 0; i < count; i++) out[i] = ids[out[i]];
      return count;
    },
  };
}
