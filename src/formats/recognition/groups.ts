/** Finds groups of switches that are fully connected, from the neighbors that the switches of a group share. */
import { DisjointSets } from "../../core/network/disjoint-sets.ts";
import type { SwitchFabric } from "./contract.ts";
import { neighborsIn, commonNeighborCount, mostFrequent } from "./switch-fabric.ts";

/**
 * Finds groups of fully connected switches, as in a dragonfly; null if there are none. Most groups have the same size. The two ends of a
 * link within a group share many neighbors: of several thresholds for that number, the one that puts most switches in groups of equal size
 * is used.
 */
export function findGroups(fabric: SwitchFabric): readonly (readonly number[])[] | null {
  const { switchCount, firstNeighbor, neighbors } = fabric;
  /** [2 × links] Number of common neighbors of both ends of a link, listed at both ends. */
  const commonNeighbors = new Int32Array(neighbors.length);
  /** For each switch, the index in `neighbors` of its next neighbor with a lower number; neighbors are in ascending order. */
  const nextReverse = firstNeighbor.slice();
  for (let s = 0; s < switchCount; s++) {
    for (let i = firstNeighbor[s]; i < firstNeighbor[s + 1]; i++)
      if (neighbors[i] > s)
        commonNeighbors[i] = commonNeighbors[nextReverse[neighbors[i]]++] = commonNeighborCount(fabric, s, neighbors[i]);
  }
  let best: { readonly size: number; readonly groupedSwitches: number; readonly components: readonly (readonly number[])[] } | null = null;
  const maxCommon = commonNeighbors.reduce((most, n) => Math.max(most, n), 0);
  const thresholds = new Set(
    Array.from({ length: thresholdCount }, (_, i) => Math.ceil((maxCommon * (thresholdCount - i)) / thresholdCount)).filter((n) => n > 0),
  );
  for (const threshold of thresholds) {
    const components = componentsAbove(fabric, commonNeighbors, threshold);
    const denseComponents = components.filter((component) => component.length > 2 && isDense(fabric, component));
    const size = mostFrequent(denseComponents.flatMap((component) => component.map(() => component.length)));
    const groupedSwitches = size * denseComponents.filter((component) => component.length === size).length;
    if (groupedSwitches > 0 && (best === null || groupedSwitches >= best.groupedSwitches)) best = { size, groupedSwitches, components };
  }
  // If fewer than a quarter of the switches are in groups of equal size, dense parts of the network are a coincidence.
  if (best === null || best.size === switchCount || 4 * best.groupedSwitches < switchCount) return null;
  const { size, components } = best;
  return completeGroups(
    fabric,
    components.filter((component) => component.length <= size && isDense(fabric, component)),
    size,
  );
}

/** Number of thresholds for shared neighbors that are tried. */
const thresholdCount = 12;

/**
 * Components of the switches, connected by close links only. The ends of a close link share at least `threshold` neighbors, and at least
 * half of that number over links whose ends share `threshold` neighbors, too. The second condition excludes links between groups that
 * satisfy the first one by chance.
 * @param commonNeighbors [2 × links] number of common neighbors of both ends of each link, in the order of `fabric.neighbors`
 */
function componentsAbove(fabric: SwitchFabric, commonNeighbors: Int32Array, threshold: number): readonly (readonly number[])[] {
  const { switchCount, firstNeighbor, neighbors } = fabric;
  const disjointSets = new DisjointSets(switchCount);
  /** Whether the ends of a link satisfy the second condition. Both lists of neighbors are in ascending order, so they are merged. */
  const haveCloseNeighbors = (s: number, t: number) => {
    let closeCommon = 0;
    for (
      let i = firstNeighbor[s], j = firstNeighbor[t];
      i < firstNeighbor[s + 1] && j < firstNeighbor[t + 1] && 2 * closeCommon < threshold;
    ) {
      if (neighbors[i] === neighbors[j] && commonNeighbors[i] >= threshold && commonNeighbors[j] >= threshold) closeCommon++;
      if (neighbors[i] <= neighbors[j]) i++;
      else j++;
    }
    return 2 * closeCommon >= threshold;
  };
  for (let s = 0; s < switchCount; s++) {
    for (let i = firstNeighbor[s]; i < firstNeighbor[s + 1]; i++) {
      const t = neighbors[i];
      if (t > s && commonNeighbors[i] >= threshold && disjointSets.find(s) !== disjointSets.find(t) && haveCloseNeighbors(s, t))
        disjointSets.union(s, t);
    }
  }
  const components = new Map<number, number[]>();
  for (let s = 0; s < switchCount; s++) {
    const component = components.get(disjointSets.find(s));
    if (component === undefined) components.set(disjointSets.find(s), [s]);
    else component.push(s);
  }
  return [...components.values()];
}

/** Whether three quarters of all pairs of these switches are joined. */
function isDense(fabric: SwitchFabric, switches: readonly number[]): boolean {
  const { firstNeighbor } = fabric;
  const isEnough = (joinedPairs: number) => 4 * joinedPairs >= 3 * switches.length * (switches.length - 1);
  if (!isEnough(switches.reduce((sum, s) => sum + firstNeighbor[s + 1] - firstNeighbor[s], 0))) return false;
  const members = new Set(switches);
  const joinedPairs = switches.reduce((sum, s) => sum + neighborsIn(fabric, s).filter((t) => members.has(t)).length, 0);
  return isEnough(joinedPairs);
}

/**
 * Completes groups of switches to `size` switches each. Starts from the components with more than half of that size, adds the switches that
 * have most of their neighbors there, and starts new groups with all other switches. Returns the switches of each group.
 */
function completeGroups(fabric: SwitchFabric, components: readonly (readonly number[])[], size: number): readonly (readonly number[])[] {
  const sortedComponents = [...components].sort((a, b) => b.length - a.length);
  const groups = sortedComponents.filter((component) => component.length > size / 2).map((component) => [...component]);
  const groupOf = new Int32Array(fabric.switchCount).fill(-1);
  groups.forEach((members, i) => {
    for (const s of members) groupOf[s] = i;
  });
  const unassigned = new Set(Array.from(groupOf.keys()).filter((s) => groupOf[s] < 0));
  /** The incomplete group of which a switch is joined to the largest fraction, and that fraction. */
  const bestFor = (s: number): readonly [group: number, fraction: number] => {
    const votes = new Map<number, number>();
    for (const t of neighborsIn(fabric, s)) {
      const g = groupOf[t];
      if (g >= 0 && groups[g].length < size) votes.set(g, (votes.get(g) ?? 0) + 1);
    }
    let [bestGroup, bestFraction] = [-1, 0];
    for (const [g, n] of votes) if (n / groups[g].length > bestFraction) [bestGroup, bestFraction] = [g, n / groups[g].length];
    return [bestGroup, bestFraction];
  };
  const majority = 1 / 2;
  // In the last pass, when no new group can be started, a switch need not be joined to the majority of its group.
  let isLastPass = false;
  for (;;) {
    let [bestSwitch, bestGroup, bestFraction] = [-1, -1, 0];
    for (const s of unassigned) {
      const [g, fraction] = bestFor(s);
      if (fraction > bestFraction) [bestSwitch, bestGroup, bestFraction] = [s, g, fraction];
    }
    if (bestFraction >= (isLastPass ? 0 : majority) && unassigned.size > 0) {
      // A switch without any link goes to any group that is incomplete.
      if (bestSwitch < 0) [bestSwitch] = unassigned;
      if (bestGroup < 0) bestGroup = groups.findIndex((members) => members.length < size);
      if (bestGroup < 0) return groups;
      groups[bestGroup].push(bestSwitch);
      groupOf[bestSwitch] = bestGroup;
      unassigned.delete(bestSwitch);
      continue;
    }
    // A new group starts with two joined switches that have no group and share the most neighbors.
    let [firstSwitch, secondSwitch, mostCommon] = [-1, -1, 0];
    for (const s of unassigned) {
      for (const t of neighborsIn(fabric, s)) {
        if (t < s || groupOf[t] >= 0) continue;
        const n = 1 + commonNeighborCount(fabric, s, t);
        if (n > mostCommon) [firstSwitch, secondSwitch, mostCommon] = [s, t, n];
      }
    }
    if (firstSwitch < 0 || unassigned.size <= size / 2) {
      if (isLastPass || unassigned.size === 0) return groups;
      isLastPass = true;
      continue;
    }
    for (const s of [firstSwitch, secondSwitch]) {
      groupOf[s] = groups.length;
      unassigned.delete(s);
    }
    groups.push([firstSwitch, secondSwitch]);
  }
}
