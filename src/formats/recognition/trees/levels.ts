/** Assigns switches to levels and finds blocks between adjacent levels, on which the recognition of trees is based. */
import { DisjointSets } from "../../../core/network/disjoint-sets.ts";
import type { SwitchFabric } from "../contract.ts";
import { neighborsIn, commonNeighborCount, linkCountBetween, mostFrequent } from "../switch-fabric.ts";

/** A switch with fewer terminals than the usual number divided by this is not a leaf, for example a spine with one server. */
const leafTerminalsDivisor = 4;

/**
 * Assigns the switches of a tree to levels: [S] level of each switch, 0 for leaves, which have terminals. Missing links do not move a
 * switch to a higher level. −1 if a switch is not connected to a leaf; null if there is no leaf, or nothing above the leaves.
 * @param minFraction A switch is above a level if more than this fraction of its links lead there. A low fraction fails where a switch has
 * an extra link, a high fraction where a switch lacks many links.
 */
export function assignLevels(fabric: SwitchFabric, minFraction: number): Int32Array | null {
  const { switchCount, terminalCounts } = fabric;
  const usualTerminals = mostFrequent(terminalCounts.filter((n) => n > 0));
  const level = new Int32Array(switchCount).fill(-1);
  const assigned: number[] = [];
  // Find the leaves.
  for (let s = 0; s < switchCount; s++) {
    // A switch with a single link is a leaf, however few terminals it has.
    if (terminalCounts[s] === 0 || (leafTerminalsDivisor * terminalCounts[s] < usualTerminals && neighborsIn(fabric, s).length > 1))
      continue;
    level[s] = 0;
    assigned.push(s);
  }
  const leafCount = assigned.length;
  // Level by level, find the switches above, which have enough links to the last level; if no switch has enough, all switches to which the
  // last level is linked.
  for (let l = 1, lastLevel = assigned.slice(); lastLevel.length > 0; l++) {
    const linksFromBelow = new Map<number, number>();
    for (const s of lastLevel)
      for (const t of neighborsIn(fabric, s)) if (level[t] < 0) linksFromBelow.set(t, (linksFromBelow.get(t) ?? 0) + 1);
    const reachedSwitches = [...linksFromBelow.keys()];
    const clearSwitches = reachedSwitches.filter((s) => linksFromBelow.get(s)! > minFraction * neighborsIn(fabric, s).length);
    lastLevel = clearSwitches.length > 0 ? clearSwitches : reachedSwitches;
    for (const s of lastLevel) level[s] = l;
    assigned.push(...lastLevel);
  }
  if (leafCount === 0 || assigned.length === leafCount) return null;
  // A switch that was reached from above may belong two levels lower.
  for (const s of assigned) if (level[s] > 1 && belongsTwoLevelsLower(fabric, level, s)) level[s] -= 2;
  return level;
}

/**
 * Whether a switch that was reached from above belongs two levels lower, because it has the same neighbors as a switch there. Examples are
 * a leaf without terminals, and a switch without any downlinks.
 */
function belongsTwoLevelsLower(fabric: SwitchFabric, level: Int32Array, s: number): boolean {
  const upperNeighbors = neighborsIn(fabric, s);
  if (upperNeighbors.length < 2 || upperNeighbors.some((t) => level[t] !== level[s] - 1)) return false;
  return neighborsIn(fabric, upperNeighbors[0]).some((other) => {
    if (level[other] !== level[s] - 2) return false;
    const uplinks = neighborsIn(fabric, other).filter((t) => level[t] === level[s] - 1).length;
    const common = commonNeighborCount(fabric, s, other);
    return common > 1 && 4 * common > 3 * Math.max(upperNeighbors.length, uplinks);
  });
}

/** Switches of two adjacent levels such that each lower one is joined to each upper one, except for missing links. */
export interface TreeBlock {
  readonly lower: readonly number[];
  readonly upper: readonly number[];
}

/**
 * The blocks between two adjacent levels of a tree. A block consists of lower and upper switches such that each lower one is joined to each
 * upper one, except for missing links. Two upper switches are in the same block if they share more than half of their downlinks. A lower
 * switch belongs to the block to which most of its uplinks lead, and to none if it has no uplinks.
 * @param level [S] level of each switch, 0 for leaves
 * @param lower switches of the lower level
 * @param upper switches of the upper level
 */
export function blocksBetween(
  fabric: SwitchFabric,
  level: Int32Array,
  lower: readonly number[],
  upper: readonly number[],
): readonly TreeBlock[] {
  const components = new DisjointSets(fabric.switchCount);
  const isDirectlyBelow = (y: number, x: number) => level[y] === level[x] - 1;
  const lowerNeighbors = (x: number) => neighborsIn(fabric, x).filter((y) => isDirectlyBelow(y, x));
  // Join upper switches that share most of their lower neighbors.
  const lowerNeighborsOf = new Map(upper.map((x) => [x, lowerNeighbors(x)]));
  for (const x of upper) {
    const commonLower = new Map<number, number>();
    const lowerOfX = lowerNeighborsOf.get(x)!;
    for (const y of lowerOfX) {
      for (const other of neighborsIn(fabric, y))
        if (other > x && isDirectlyBelow(y, other)) commonLower.set(other, (commonLower.get(other) ?? 0) + 1);
    }
    for (const [other, n] of commonLower)
      if (2 * n > Math.min(lowerOfX.length, lowerNeighborsOf.get(other)!.length)) components.union(x, other);
  }
  // A block per group of upper switches.
  const blocks = new Map<number, { lower: number[]; upper: number[] }>();
  for (const x of upper) {
    const block = blocks.get(components.find(x));
    if (block === undefined) blocks.set(components.find(x), { lower: [], upper: [x] });
    else block.upper.push(x);
  }
  // Add each lower switch to the block to which most of its uplinks lead.
  for (const y of lower) {
    const votes = new Map<number, number>();
    for (const x of neighborsIn(fabric, y))
      if (isDirectlyBelow(y, x)) votes.set(components.find(x), (votes.get(components.find(x)) ?? 0) + 1);
    let [bestBlock, mostVotes] = [-1, 0];
    for (const [block, n] of votes) if (n > mostVotes) [bestBlock, mostVotes] = [block, n];
    if (bestBlock >= 0) blocks.get(bestBlock)!.lower.push(y);
  }
  return [...blocks.values()];
}

/** Most frequent number of parallel links between two switches of adjacent levels. */
export function usualLinkCount(fabric: SwitchFabric, blocks: readonly TreeBlock[]): number {
  const linkCounts: number[] = [];
  for (const { lower, upper } of blocks) {
    for (const y of lower) for (const x of upper) linkCounts.push(linkCountBetween(fabric, y, x));
  }
  return mostFrequent(linkCounts.filter((n) => n > 0));
}

/** Number of links within blocks. */
export function linksWithin(fabric: SwitchFabric, blocks: readonly TreeBlock[]): number {
  let links = 0;
  for (const { lower, upper } of blocks) for (const y of lower) for (const x of upper) links += linkCountBetween(fabric, y, x);
  return links;
}
