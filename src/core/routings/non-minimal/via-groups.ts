/** Non-minimal paths between groups of fully connected switches, via a random group or a random switch. */
import { uniformBelow, mix } from "../../base/random.ts";
import type { Network } from "../../network/network.ts";
import type { NonMinimalRouting } from "./adaptive-decision.ts";
import { groupSteps } from "../group-steps.ts";

/** Bit of the state that marks an undecided packet; it is above all group numbers. */
const undecidedBit = 1 << 20;

/**
 * VC classes of local channels: of a minimal path in its source group; of a non-minimal path in its source group and in its intermediate
 * group; in the destination group.
 */
type LocalVcClasses = readonly [ofDirect: number, ofFirst: number, ofMiddle: number, ofLast: number];
/** VC classes of channels up to a spine and down to a leaf; both are the same in groups without tiers. */
type LocalVcClassOrder = { readonly up: LocalVcClasses; readonly down: LocalVcClasses };
const flatOrder = { "at-once": [1, 0, 1, 2], "step-by-step": [0, 1, 2, 3] } as const;
const tieredOrder = {
  // Order of channels: up, global, down; up, global, down.
  "at-once": { up: [0, 0, 1, 0], down: [1, 0, 0, 1] },
  // Order of channels: up and, if the packet turns to a non-minimal path, down again; then up, global, down; up, global, down.
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
export function viaGroups(network: Network, decision: keyof typeof flatOrder): NonMinimalRouting {
  const { terminals, firstOut, head, tail } = network;
  const {
    isTiered,
    groupOf,
    groups,
    ejectionChannel,
    switchOf,
    maxCandidates,
    channelKind,
    channelsWithin,
    channelsTowards,
    globalChannelTo,
    localDistance,
    distance,
  } = groupSteps(network);
  const ordering: LocalVcClassOrder = isTiered ? tieredOrder[decision] : { up: flatOrder[decision], down: flatOrder[decision] };
  const vcClasses = ordering.down[3] + 1;
  const undecidedMask = decision === "step-by-step" ? undecidedBit : 0;
  /** [C] Virtual channel for each channel on one part of a path; `ofGlobal` is the VC class of global channels. */
  const virtualChannelsOf = (part: number, ofGlobal: number) =>
    virtualChannelsByKind(channelKind, vcClasses, [ofGlobal, ordering.up[part], ordering.down[part]]);
  const [minimalVcs, sourceGroupVcs, intermediateGroupVcs, destinationGroupVcs] = [
    virtualChannelsOf(0, 1),
    virtualChannelsOf(1, 0),
    virtualChannelsOf(2, 1),
    virtualChannelsOf(3, 1),
  ];
  const isNonMinimal = (state: number) => state !== 0 && (state & undecidedMask) === 0;
  return {
    vcClasses,
    maxCandidates,
    initialState(source, destination, draw) {
      const intermediate = uniformBelow(draw, groups);
      return groupOf[source] === groupOf[destination] || intermediate === groupOf[source] || intermediate === groupOf[destination]
        ? 0
        : intermediate + 1;
    },
    isNonMinimal,
    minimalState: (_at, _to, state) => (undecidedMask === 0 ? 0 : state | undecidedMask),
    alternativeState(node, destination, state, i) {
      const intermediate = (state - 1 + uniformBelow(mix(node, destination, i), groups)) % groups;
      return intermediate === groupOf[node] || intermediate === groupOf[destination] ? 0 : intermediate + 1;
    },
    hops(node, destination, state) {
      const destinationSwitch = switchOf[destination];
      if (!isNonMinimal(state) || groupOf[node] === state - 1) return distance(node, destinationSwitch);
      const c = globalChannelTo(node, state - 1, -1);
      return 1 + localDistance(node, tail[c]) + distance(head[c], destinationSwitch);
    },
    lastNode: (destination) => switchOf[destination],
    nextState(node, _to, state, id) {
      if (state === 0 || node < terminals) return state;
      // A non-minimal packet drops its intermediate group when it leaves that group; an undecided packet drops it when it leaves its first
      // group.
      const dropsIntermediate = (state & undecidedMask) !== 0 || groupOf[node] === state - 1;
      return dropsIntermediate && groupOf[head[(id / vcClasses) | 0]] !== groupOf[node] ? 0 : state;
    },
    /**
     * Writes to `candidates` the virtual channels that a packet may take at a node, and returns their number. A state above 0 is the
     * intermediate group + 1, to which the packet goes first. Each part of a path (minimal, source group, intermediate group, destination
     * group) has its own virtual channels, so that no packet waits for a virtual channel of an earlier part.
     */
    route(node, destination, state, candidates) {
      if (node < terminals) {
        candidates[0] = firstOut[node] * vcClasses;
        return 1;
      }
      const destinationSwitch = switchOf[destination];
      const isOnNonMinimal = isNonMinimal(state);
      const isBeforeIntermediate = isOnNonMinimal && groupOf[node] !== state - 1;
      const isInDestinationGroup = !isBeforeIntermediate && groupOf[node] === groupOf[destinationSwitch];
      if (isInDestinationGroup && node === destinationSwitch) {
        candidates[0] = ejectionChannel[destination] * vcClasses;
        return 1;
      }
      let count: number;
      let virtualChannels: Int32Array;
      if (isInDestinationGroup) {
        count = channelsWithin(node, destinationSwitch, candidates);
        virtualChannels = destinationGroupVcs;
      } else if (isBeforeIntermediate) {
        count = channelsTowards(node, state - 1, -1, candidates);
        virtualChannels = sourceGroupVcs;
      } else {
        count = channelsTowards(node, groupOf[destinationSwitch], destinationSwitch, candidates);
        virtualChannels = isOnNonMinimal ? intermediateGroupVcs : minimalVcs;
      }
      for (let i = 0; i < count; i++) candidates[i] = virtualChannels[candidates[i]];
      return count;
    },
    ...(undecidedMask === 0 ? {} : { undecidedMask }),
  };
}

/** [C] Virtual channel for each channel; the VC class depends on the kind of the channel. */
function virtualChannelsByKind(channelKind: Uint8Array, vcClasses: number, vcClassOfKind: readonly number[]): Int32Array {
  return Int32Array.from(channelKind, (kind, c) => c * vcClasses + vcClassOfKind[kind]);
}

/**
 * Non-minimal routing for a dragonfly or Megafly via a random switch that has terminals. Both halves of a path, to this intermediate switch
 * and to the destination, use a local, a global and a local channel. Each of these six channels has a separate VC class of its kind, so
 * that no packet waits for a channel on an earlier part of its path. In groups with tiers, up and down channels replace half of the local
 * classes.
 *
 * A state is the index of the intermediate switch + 1, or 0 for a minimal path. A minimal path is the second half of a non-minimal path.
 */
export function viaSwitchesOfGroups(network: Network): NonMinimalRouting {
  const { terminals, firstOut } = network;
  const { isTiered, groupOf, ejectionChannel, switchOf, maxCandidates, channelKind, channelsWithin, channelsTowards, distance } =
    groupSteps(network);
  const vcClasses = isTiered ? 2 : 4;
  /** [half][0 on the way to the group of the target, 1 within that group][C] Virtual channel of each channel. */
  const virtualChannelsOfHalf = [0, 1].map((half) => {
    const localClass = isTiered ? half : 2 * half;
    return [0, isTiered ? 0 : 1].map((offset) =>
      virtualChannelsByKind(channelKind, vcClasses, [half, localClass + offset, localClass + offset]),
    );
  });
  const intermediates = [...new Set(switchOf)].sort((a, b) => a - b);
  const isPastIntermediate = (node: number, state: number) => state === 0 || node === intermediates[state - 1];
  return {
    vcClasses,
    maxCandidates,
    initialState(source, destination, draw) {
      const index = uniformBelow(draw, intermediates.length);
      return intermediates[index] === switchOf[source] || intermediates[index] === switchOf[destination] ? 0 : index + 1;
    },
    equalDraws: intermediates.length,
    isNonMinimal: (state) => state !== 0,
    minimalState: () => 0,
    alternativeState(node, destination, state, i) {
      const index = (state - 1 + uniformBelow(mix(node, destination, i), intermediates.length)) % intermediates.length;
      return intermediates[index] === node || intermediates[index] === switchOf[destination] ? 0 : index + 1;
    },
    hops(node, destination, state) {
      const destinationSwitch = switchOf[destination];
      return isPastIntermediate(node, state)
        ? distance(node, destinationSwitch)
        : distance(node, intermediates[state - 1]) + distance(intermediates[state - 1], destinationSwitch);
    },
    lastNode: (destination) => switchOf[destination],
    nextState: (node, _to, state) => (isPastIntermediate(node, state) ? 0 : state),
    route(node, destination, state, candidates) {
      if (node < terminals) {
        candidates[0] = firstOut[node] * vcClasses;
        return 1;
      }
      const isSecondHalf = isPastIntermediate(node, state);
      const target = isSecondHalf ? switchOf[destination] : intermediates[state - 1];
      if (node === target) {
        candidates[0] = ejectionChannel[destination] * vcClasses;
        return 1;
      }
      const isInTargetGroup = groupOf[node] === groupOf[target];
      const count = isInTargetGroup ? channelsWithin(node, target, candidates) : channelsTowards(node, groupOf[target], target, candidates);
      const virtualChannels = virtualChannelsOfHalf[isSecondHalf ? 1 : 0][isInTargetGroup ? 1 : 0];
      for (let i = 0; i < count; i++) candidates[i] = virtualChannels[candidates[i]];
      return count;
    },
  };
}
