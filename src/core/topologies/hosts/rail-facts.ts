/** Closed-form facts of trees above hosts with inner links, and an issue about their switches. */
import type { ValidationIssue } from "../../base/errors.ts";
import { railAxes, railCounts, type RailShape, hopsInside } from "../../network/rail-shapes.ts";
import type { NetworkCut, TopologyFacts } from "../contract.ts";

/**
 * Counts, distances and narrow cuts of a network with rails in closed form. Each host has A accelerators, which are the terminals;
 * accelerator r of every host is on rail r, a tree of switches. Two hosts whose lowest common switch is at level l are 2 (l + 1) channels
 * apart in each tree. With separate trees, the distance to a terminal on another rail is that to the terminal of the same host on one's own
 * rail, plus the step inside that host. With a shared tree, the step inside the host makes a difference only within a unit, the hosts below
 * one leaf of each rail.
 */
export function railFacts(shape: RailShape): TopologyFacts {
  const { hosts, accelerators: A, inner, fabric, isSharedTree } = shape;
  const { terminals, switches, links, parts, inside } = railCounts(shape);
  const hopsInHost = A > 1 ? hopsInside(inner) : 0;
  const levels = fabric.heights.slice(1);
  // Hosts below the same switch of each level. In a shared tree, a switch is above all rails of some hosts, or above a part of the rails.
  const hostsBelow = levels.map(({ terminalsBelow }, level) =>
    isSharedTree && level > 0
      ? Math.max(levels[0].terminalsBelow, Math.floor(terminalsBelow / levels[0].terminalsBelow / A) * levels[0].terminalsBelow)
      : terminalsBelow,
  );
  hostsBelow[hostsBelow.length - 1] = Math.max(hostsBelow[hostsBelow.length - 1], hosts);
  // [levels] Ordered pairs of different hosts whose lowest common switch is at each level: the pairs below switches of this level without
  // those below switches of lower levels. At the lowest level, the pairs of each host with itself are subtracted.
  let pairsBelow = hosts;
  const pairs = hostsBelow.map((hostCount) => {
    const pairsWithin = pairsInGroups(hosts, hostCount);
    const pairsOfLevel = pairsWithin - pairsBelow;
    pairsBelow = pairsWithin;
    return pairsOfLevel;
  });
  let sum = A * (A - 1) * hopsInHost * hosts;
  let diameter = hosts > 0 && A > 1 ? hopsInHost : 0;
  pairs.forEach((count, level) => {
    if (count === 0) return;
    const sameRailDistance = 2 * (level + 1);
    // In a shared tree, rails meet at every level but the lowest.
    const otherRailDistance = isSharedTree && level > 0 ? sameRailDistance : sameRailDistance + hopsInHost;
    sum += count * A * (sameRailDistance + (A - 1) * otherRailDistance);
    diameter = Math.max(diameter, A > 1 ? otherRailDistance : sameRailDistance);
  });
  return {
    terminals,
    switches,
    links,
    parts,
    diameter,
    meanDistance: terminals > 1 ? sum / (terminals * (terminals - 1)) : 0,
    cuts: unitCuts(shape),
    axes: railAxes(shape),
    regular: true,
    forwards: A > 1,
    ...(A > 1 ? { inside: { hosts, ...inside } } : {}),
  };
}

/**
 * Cuts around the hosts that share the switches of a level, except the top. In a shared tree, only the leaves are shared by whole hosts.
 */
function unitCuts({ hosts, accelerators, fabric, isSharedTree }: RailShape): readonly NetworkCut[] {
  const { heights, numbers } = fabric;
  const lower = heights.slice(1, isSharedTree ? 2 : -1);
  let switchesAbove = accelerators;
  return lower.flatMap(({ up, terminalsBelow }, level) => {
    switchesAbove *= numbers?.parents[level] ?? 1;
    return up > 0 && terminalsBelow < hosts
      ? [{ terminals: accelerators * terminalsBelow, channels: switchesAbove * up, hasConsecutiveTerminals: true }]
      : [];
  });
}

/** Ordered pairs of n objects, including equal ones, that are in the same group, for consecutive groups of at most `size`. */
function pairsInGroups(n: number, size: number): number {
  return Math.floor(n / size) * size ** 2 + (n % size) ** 2;
}

/** The issue for switches with an odd number of ports. @param nearest The even number to suggest; by default one less. */
export function oddPortsIssue(ports: number, nearest = ports - 1): ValidationIssue {
  return {
    path: "ports",
    message: `${ports} ports cannot be divided equally into downward and upward links.`,
    remedy: `Use ${ports - 1} or ${ports + 1}.`,
    nearest,
  };
}
