/** Steps within and between groups of switches: fully connected groups, as in a dragonfly, or leaves with spines, as in a Megafly. */
import type { Network, NetworkShape } from "../network/network.ts";

/** Candidates and distances between switches in a network of groups. */
export interface GroupSteps {
  /** Whether groups have two tiers. Two switches of the same tier are then two channels apart. */
  readonly isTiered: boolean;
  /** [N] Group of each node. */
  readonly groupOf: Int32Array;
  readonly groups: number;
  /** [T] The channel into each terminal, and the switch of each terminal. */
  readonly ejectionChannel: Int32Array;
  readonly switchOf: Int32Array;
  /** Maximum number of candidates towards a switch or group. */
  readonly maxCandidates: number;
  /** Writes the first channels of the shortest paths from a switch to another switch of its group. Returns their number. */
  channelsWithin(node: number, destination: number, channels: Int32Array): number;
  /**
   * Writes the first channels of the shortest paths from switch `node` to another group and on to switch `goalSwitch` in it, unless
   * `goalSwitch` is −1. They are channels to the group, or channels to a switch that has one. Returns their number.
   */
  channelsTowards(node: number, group: number, goalSwitch: number, channels: Int32Array): number;
  /** The global channel of the first path of {@link channelsTowards}. */
  globalChannelTo(node: number, group: number, goalSwitch: number): number;
  /** Channels between two switches of the same group. */
  localDistance(node: number, destination: number): number;
  /** Channels of a shortest path between two switches that uses no third group. */
  distance(node: number, destination: number): number;
  /** [C] Kind of a channel: 0 between groups; 1 within a group, or up from a leaf; 2 down from a spine. */
  readonly channelKind: Uint8Array;
}

/** What the network lacks for paths between groups, as a sentence; null if it lacks nothing. */
export function reasonGroupsUnsupported({ axes, regular }: NetworkShape): string | null {
  if (!hasGroupAxes({ axes })) return "needs groups of fully connected switches, or of leaves and spines; this network has no such groups";
  return regular ? null : "cannot avoid faults; shortest path, up*/down*, Valiant and UGAL routing can";
}

/** Whether the axes are those of a dragonfly (group, switch) or a Megafly (group, tier, position). */
export function hasGroupAxes({ axes }: Pick<NetworkShape, "axes">): boolean {
  const kinds = axes.map(({ kind }) => kind).join(" ");
  return kinds === "group full" || kinds === "group tier position";
}

/** Computes the steps. The axes have to be the axes of groups, and the network has to be complete. */
export function groupSteps(network: Network): GroupSteps {
  const { terminals, switches, axes, firstOut, head, tail, reverse, coordinates } = network;
  const axisCount = axes.length;
  const groups = axes[0].size;
  const positions = axes[axisCount - 1].size;
  const isTiered = axes[1].kind === "tier";
  const nodes = terminals + switches;
  const groupOf = Int32Array.from({ length: nodes }, (_, n) => coordinates[axisCount * n]);
  const positionOf = Int32Array.from({ length: nodes }, (_, n) => coordinates[axisCount * n + axisCount - 1]);
  /** [N] Tier, or position if there are no tiers. Two switches of a group are linked if these numbers differ. */
  const tierOf = Int32Array.from({ length: nodes }, (_, n) => coordinates[axisCount * n + 1]);
  const localChannels = new Int32Array(switches * positions).fill(-1);
  const channelKind = new Uint8Array(head.length);
  // Channels between groups, sorted by pair of groups and, within a pair, by source switch.
  const firstOfPair = new Int32Array(groups * groups + 1);
  const pairOf = (c: number) => groupOf[tail[c]] * groups + groupOf[head[c]];
  const firstChannel = firstOut[terminals];
  for (let c = 0; c < head.length; c++) {
    if (groupOf[head[c]] !== groupOf[tail[c]]) {
      firstOfPair[pairOf(c) + 1]++;
      continue;
    }
    channelKind[c] = isTiered && tierOf[tail[c]] > 0 ? 2 : 1;
    if (c >= firstChannel && head[c] >= terminals) localChannels[(tail[c] - terminals) * positions + positionOf[head[c]]] = c;
  }
  let maxCandidates = isTiered ? positions : 1;
  for (let i = 0; i < groups * groups; i++) {
    maxCandidates = Math.max(maxCandidates, firstOfPair[i + 1]);
    firstOfPair[i + 1] += firstOfPair[i];
  }
  const globalChannels = new Int32Array(firstOfPair[groups * groups]);
  const nextOfPair = firstOfPair.slice(0, groups * groups);
  for (let c = firstChannel; c < head.length; c++) if (channelKind[c] === 0) globalChannels[nextOfPair[pairOf(c)]++] = c;

  const localDistance = (node: number, destination: number) => (node === destination ? 0 : tierOf[node] === tierOf[destination] ? 2 : 1);

  /** Local channels on a path that uses global channel `c`. */
  const localHops = (node: number, c: number, goalSwitch: number) =>
    localDistance(node, tail[c]) + (goalSwitch < 0 ? 0 : localDistance(head[c], goalSwitch));

  function globalChannelTo(node: number, group: number, goalSwitch: number): number {
    const pair = groupOf[node] * groups + group;
    let best = -1;
    let fewestHops = 5;
    for (let i = firstOfPair[pair]; i < firstOfPair[pair + 1] && fewestHops > 0; i++) {
      const hops = localHops(node, globalChannels[i], goalSwitch);
      if (hops >= fewestHops) continue;
      fewestHops = hops;
      best = globalChannels[i];
    }
    return best;
  }

  /** Writes the channels to all switches of the other tier. A switch of the same tier is equally near via any of these switches. */
  function channelsToOtherTier(node: number, channels: Int32Array): number {
    const rowStart = (node - terminals) * positions;
    for (let i = 0; i < positions; i++) channels[i] = localChannels[rowStart + i];
    return positions;
  }

  return {
    isTiered,
    groupOf,
    groups,
    ejectionChannel: Int32Array.from({ length: terminals }, (_, t) => reverse[firstOut[t]]),
    switchOf: Int32Array.from({ length: terminals }, (_, t) => head[firstOut[t]]),
    maxCandidates,
    channelKind,
    localDistance,
    globalChannelTo,
    distance(node, destination) {
      if (groupOf[node] === groupOf[destination]) return localDistance(node, destination);
      return 1 + localHops(node, globalChannelTo(node, groupOf[destination], destination), destination);
    },
    channelsWithin(node, destination, channels) {
      if (tierOf[node] === tierOf[destination]) return channelsToOtherTier(node, channels);
      channels[0] = localChannels[(node - terminals) * positions + positionOf[destination]];
      return 1;
    },
    /**
     * Writes to `channels` the first channels of the shortest paths from switch `node` to another group and on to switch `goalSwitch` in
     * it, unless `goalSwitch` is −1. Returns their number. All channels between the two groups (global channels) are compared by the hops
     * within both groups, at most four.
     */
    channelsTowards(node, group, goalSwitch, channels) {
      const pair = groupOf[node] * groups + group;
      // More hops than any path has.
      let fewestHops = 5;
      let count = 0;
      let lastChannel = -1;
      for (let i = firstOfPair[pair], endOfPair = firstOfPair[pair + 1]; i < endOfPair; i++) {
        const c = globalChannels[i];
        const hops = localHops(node, c, goalSwitch);
        if (hops > fewestHops) continue;
        if (hops < fewestHops) {
          fewestHops = hops;
          count = 0;
          lastChannel = -1;
        }
        const sourceSwitch = tail[c];
        if (sourceSwitch !== node && tierOf[node] === tierOf[sourceSwitch]) {
          // All paths via a switch of the same tier have the same first channels, and all better paths are shorter.
          count = channelsToOtherTier(node, channels);
          continue;
        }
        const channel = sourceSwitch === node ? c : localChannels[(node - terminals) * positions + positionOf[sourceSwitch]];
        // Global channels of one source switch are consecutive, so the channel to that switch is written only once.
        if (channel !== lastChannel) channels[count++] = channel;
        lastChannel = channel;
      }
      return count;
    },
  };
}
