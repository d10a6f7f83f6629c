/** Steps within and between groups of switches: fully connected groups, as in a dragonfly, or leaves with spines, as in a Megafly. */
import type { Network, Shape } from "../network/network.ts";

/** Candidates and distances between switches in a network of groups. */
export interface GroupSteps {
  /** Whether groups have two tiers. Two switches of the same tier are then two channels apart. */
  readonly isTiered: boolean;
  /** [N] Group of each node. */
  readonly groupOf: Int32Array;
  readonly groups: number;
  /** [T] The channel into each terminal, and the switch of each terminal. */
  readonly into: Int32Array;
  readonly switchOf: Int32Array;
  /** Maximum number of candidates towards a switch or group. */
  readonly mostWays: number;
  /** Writes the first channels of the shortest paths from a switch to another switch of its group. Returns their number. */
  within(at: number, to: number, out: Int32Array): number;
  /**
   * Writes the first channels of the shortest paths from switch `node` to another group and on to switch `goal` in it, unless `goal` is −1.
   * They are channels to the group, or channels to a switch that has one. Returns their number.
   */
  towards(at: number, group: number, goal: number, out: Int32Array): number;
  /** The global channel of the first of these paths. */
  through(at: number, group: number, goal: number): number;
  /** Channels between two switches of the same group. */
  apart(at: number, to: number): number;
  /** Channels of a shortest path between two switches that uses no third group. */
  channelsTo(at: number, to: number): number;
  /** [C] Kind of a channel: 0 between groups; 1 within a group, or up from a leaf; 2 down from a spine. */
  readonly sortOf: Uint8Array;
}

/** What the network lacks for paths between groups, as a sentence; null if it lacks nothing. */
export function needsGroups({ axes, regular }: Shape): string | null {
  if (!isGrouped({ axes })) return "needs groups of fully connected switches, or of leaves and spines; this network has none";
  return regular ? null : "cannot go around faults; shortest paths, up*/down*, Valiant and UGAL can";
}

/** Whether the axes are those of a dragonfly (group, switch) or a Megafly (group, tier, position). */
export function isGrouped({ axes }: Pick<Shape, "axes">): boolean {
  const kinds = axes.map(({ kind }) => kind).join(" ");
  return kinds === "group full" || kinds === "group tier position";
}

/** Computes the steps. The axes have to be those of groups, and the network has to be complete. */
export function groupSteps(network: Network): GroupSteps {
  const { terminals, switches, axes, firstOut, head, tail, reverse, coordinates } = network;
  const A = axes.length;
  const groups = axes[0].size;
  const places = axes[A - 1].size;
  const isTiered = axes[1].kind === "tier";
  const nodes = terminals + switches;
  const groupOf = Int32Array.from({ length: nodes }, (_, n) => coordinates[A * n]);
  const placeOf = Int32Array.from({ length: nodes }, (_, n) => coordinates[A * n + A - 1]);
  /** [N] Tier, or position if there are no tiers. Two switches of a group are linked if these numbers differ. */
  const tierOf = Int32Array.from({ length: nodes }, (_, n) => coordinates[A * n + 1]);
  const locals = new Int32Array(switches * places).fill(-1);
  const sortOf = new Uint8Array(head.length);
  // Channels between groups, sorted by pair of groups and, within a pair, by source switch.
  const first = new Int32Array(groups * groups + 1);
  const pairOf = (c: number) => groupOf[tail[c]] * groups + groupOf[head[c]];
  const firstChannel = firstOut[terminals];
  for (let c = 0; c < head.length; c++) {
    if (groupOf[head[c]] !== groupOf[tail[c]]) {
      first[pairOf(c) + 1]++;
      continue;
    }
    sortOf[c] = isTiered && tierOf[tail[c]] > 0 ? 2 : 1;
    if (c >= firstChannel && head[c] >= terminals) locals[(tail[c] - terminals) * places + placeOf[head[c]]] = c;
  }
  let mostWays = isTiered ? places : 1;
  for (let i = 0; i < groups * groups; i++) {
    mostWays = Math.max(mostWays, first[i + 1]);
    first[i + 1] += first[i];
  }
  const globals = new Int32Array(first[groups * groups]);
  const next = first.slice(0, groups * groups);
  for (let c = firstChannel; c < head.length; c++) if (sortOf[c] === 0) globals[next[pairOf(c)]++] = c;

  const apart = (at: number, to: number) => (at === to ? 0 : tierOf[at] === tierOf[to] ? 2 : 1);

  /** Local channels on a path that uses global channel `c`. */
  const beside = (at: number, c: number, goal: number) => apart(at, tail[c]) + (goal < 0 ? 0 : apart(head[c], goal));

  function through(at: number, group: number, goal: number): number {
    const pair = groupOf[at] * groups + group;
    let found = -1;
    let fewest = 5;
    for (let i = first[pair]; i < first[pair + 1] && fewest > 0; i++) {
      const more = beside(at, globals[i], goal);
      if (more >= fewest) continue;
      fewest = more;
      found = globals[i];
    }
    return found;
  }

  /** Writes the channels to all switches of the other tier. A switch of the same tier is equally near via any of them. */
  function across(at: number, out: Int32Array): number {
    const own = (at - terminals) * places;
    for (let i = 0; i < places; i++) out[i] = locals[own + i];
    return places;
  }

  return {
    isTiered,
    groupOf,
    groups,
    into: Int32Array.from({ length: terminals }, (_, t) => reverse[firstOut[t]]),
    switchOf: Int32Array.from({ length: terminals }, (_, t) => head[firstOut[t]]),
    mostWays,
    sortOf,
    apart,
    through,
    channelsTo(at, to) {
      if (groupOf[at] === groupOf[to]) return apart(at, to);
      return 1 + beside(at, through(at, groupOf[to], to), to);
    },
    within(at, to, out) {
      if (tierOf[at] === tierOf[to]) return across(at, out);
      out[0] = locals[(at - terminals) * places + placeOf[to]];
      return 1;
    },
    towards(at, group, goal, out) {
      const pair = groupOf[at] * groups + group;
      let fewest = 5;
      let count = 0;
      let last = -1;
      for (let i = first[pair], end = first[pair + 1]; i < end; i++) {
        const c = globals[i];
        const more = beside(at, c, goal);
        if (more > fewest) continue;
        if (more < fewest) {
          fewest = more;
          count = 0;
          last = -1;
        }
        const from = tail[c];
        if (from !== at && tierOf[at] === tierOf[from]) {
          // All paths via a switch of the same tier have the same first channels, and all better paths are shorter.
          count = across(at, out);
          continue;
        }
        const way = from === at ? c : locals[(at - terminals) * places + placeOf[from]];
        // Global channels of one source switch are consecutive, so the channel to that switch is written only once.
        if (way !== last) out[count++] = way;
        last = way;
      }
      return count;
    },
  };
}
