/** Steps between groups of fully joined switches, as in a dragonfly. */
import type { Network, Shape } from "../network/network.ts";

export interface GroupSteps {
  /** [N] Group of each node. */
  readonly groupOf: Int32Array;
  readonly groups: number;
  /** [T] The channel into each terminal, and the switch it hangs on. */
  readonly into: Int32Array;
  readonly switchOf: Int32Array;
  /** Most ways towards a group. */
  readonly mostWays: number;
  /** The channel that joins a switch with another of its group. */
  local(at: number, to: number): number;
  /**
   * Writes the first channels of the ways of fewest channels from switch `at` to another group: a channel there, or one
   * to a switch that has such a channel; on to switch `goal` there, unless that is −1. Returns how many.
   */
  towards(at: number, group: number, goal: number, out: Int32Array): number;
  /** The channel to that group on the first of these ways. */
  through(at: number, group: number, goal: number): number;
  /** Channels on a way of fewest from a switch to another, by no third group. */
  channelsTo(at: number, to: number): number;
}

/** null, or what a network lacks for ways between groups, as a sentence. */
export function needsGroups({ axes, regular }: Shape): string | null {
  if (!isGrouped({ axes })) return "needs groups of fully connected switches; this network has none";
  return regular ? null : "cannot go around faults; shortest paths, up*/down*, Valiant and UGAL can";
}

/** Whether the axes are those of a dragonfly: a group, and a place in it. */
export function isGrouped({ axes }: Pick<Shape, "axes">): boolean {
  return axes.length === 2 && axes[0].kind === "group" && axes[1].kind === "full";
}

/** Works out the steps. The axes are those of groups, and the network is complete. */
export function groupSteps(network: Network): GroupSteps {
  const { terminals, switches, axes, firstOut, head, tail, reverse, coordinates } = network;
  const groups = axes[0].size;
  const places = axes[1].size;
  const nodes = terminals + switches;
  const groupOf = Int32Array.from({ length: nodes }, (_, n) => coordinates[2 * n]);
  const placeOf = Int32Array.from({ length: nodes }, (_, n) => coordinates[2 * n + 1]);
  const locals = new Int32Array(switches * places).fill(-1);
  // Channels from group to group, sorted by pair and, within a pair, by the switch they leave.
  const first = new Int32Array(groups * groups + 1);
  const pairOf = (c: number) => groupOf[tail[c]] * groups + groupOf[head[c]];
  const firstChannel = firstOut[terminals];
  for (let c = firstChannel; c < head.length; c++) {
    if (head[c] < terminals) continue;
    if (groupOf[head[c]] === groupOf[tail[c]]) locals[(tail[c] - terminals) * places + placeOf[head[c]]] = c;
    else first[pairOf(c) + 1]++;
  }
  let mostWays = 1;
  for (let i = 0; i < groups * groups; i++) {
    mostWays = Math.max(mostWays, first[i + 1]);
    first[i + 1] += first[i];
  }
  const globals = new Int32Array(first[groups * groups]);
  const next = first.slice(0, groups * groups);
  for (let c = firstChannel; c < head.length; c++) {
    if (head[c] >= terminals && groupOf[head[c]] !== groupOf[tail[c]]) globals[next[pairOf(c)]++] = c;
  }

  /** Channels beside the one to another group on a way over it. */
  const beside = (at: number, c: number, goal: number) => (tail[c] === at ? 0 : 1) + (goal < 0 || head[c] === goal ? 0 : 1);

  function through(at: number, group: number, goal: number): number {
    const pair = groupOf[at] * groups + group;
    let found = -1;
    let fewest = 3;
    for (let i = first[pair]; i < first[pair + 1] && fewest > 0; i++) {
      const more = beside(at, globals[i], goal);
      if (more >= fewest) continue;
      fewest = more;
      found = globals[i];
    }
    return found;
  }

  return {
    groupOf,
    groups,
    into: Int32Array.from({ length: terminals }, (_, t) => reverse[firstOut[t]]),
    switchOf: Int32Array.from({ length: terminals }, (_, t) => head[firstOut[t]]),
    mostWays,
    local: (at, to) => locals[(at - terminals) * places + placeOf[to]],
    through,
    channelsTo: (at, to) => (groupOf[at] === groupOf[to] ? (at === to ? 0 : 1) : 1 + beside(at, through(at, groupOf[to], to), to)),
    towards(at, group, goal, out) {
      const pair = groupOf[at] * groups + group;
      let fewest = 3;
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
        const way = tail[c] === at ? c : locals[(at - terminals) * places + placeOf[tail[c]]];
        // Channels that leave the same switch stand in a row: the way to it is written once.
        if (way !== last) out[count++] = way;
        last = way;
      }
      return count;
    },
  };
}
