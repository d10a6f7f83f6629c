/** Trees without cycles whose subtrees differ and whose links may skip levels: each switch is above all switches of its subtree. */
import type { SwitchFabric, Placement } from "../contract.ts";
import { neighborsIn, linkCountBetween, mostFrequent } from "../switch-fabric.ts";
import { countsSentence, firstSlotsOf, levelSlots, treeTitle } from "./ideal-tree.ts";

/**
 * Recognizes a network whose switches form a tree in the strict sense, with one path between any two of them; null if it has a cycle, is
 * not connected, or has one level only. The root is the center of the tree. The ideal network is the network itself, so there are no
 * irregularities, except in the numbers of terminals of leaves.
 */
export function rootedTree(fabric: SwitchFabric): Placement | null {
  const { switchCount, neighbors } = fabric;
  if (switchCount < 2 || neighbors.length !== 2 * (switchCount - 1)) return null;
  const root = centerOf(fabric);
  const searchTree = breadthFirstTree(fabric, root);
  if (searchTree === null) return null;
  const { order, parentOf } = searchTree;
  // The level of a switch is its height: the distance to the farthest leaf below it.
  const height = new Int32Array(switchCount);
  for (let i = order.length - 1; i > 0; i--) height[parentOf[order[i]]] = Math.max(height[parentOf[order[i]]], height[order[i]] + 1);
  // A switch with terminals is a leaf only if no switch is below it.
  const levels = height[root] + 1;
  const sizes = Array.from({ length: levels }, () => 0);
  for (const l of height) sizes[l]++;
  // Number the slots level by level.
  const nextSlot = [...firstSlotsOf(sizes)];
  const slotOf = new Int32Array(switchCount);
  for (const s of order) slotOf[s] = nextSlot[height[s]]++;
  const slots = levelSlots(sizes, mostFrequent(Array.from(fabric.terminalCounts).filter((n, s) => n > 0 && height[s] === 0)));
  // Leaves have the usual number of terminals; other switches, and leaves without terminals, have the actual number.
  const terminalCounts = slots.terminalCounts.slice();
  slotOf.forEach((p, s) => {
    if (height[s] > 0 || fabric.terminalCounts[s] === 0) terminalCounts[p] = fabric.terminalCounts[s];
  });
  return {
    ideal: {
      topology: null,
      title: treeTitle(levels, "uneven"),
      sentences: [countsSentence(sizes), "Its subtrees differ. There is one path between any two switches."],
      ...slots,
      terminalCounts,
      links: order.flatMap((s) =>
        s === root ? [] : [orderedLink(slotOf[s], slotOf[parentOf[s]], linkCountBetween(fabric, s, parentOf[s]))],
      ),
    },
    slotOf,
  };
}

const orderedLink = (a: number, b: number, linkCount: number) => [Math.min(a, b), Math.max(a, b), linkCount] as const;

/** Switches in the order of a breadth-first search, with the parent of each; null if some cannot be reached. */
function breadthFirstTree(fabric: SwitchFabric, root: number): { readonly order: readonly number[]; readonly parentOf: Int32Array } | null {
  const parent = new Int32Array(fabric.switchCount).fill(-1);
  const order = [root];
  parent[root] = root;
  for (const s of order) {
    for (const t of neighborsIn(fabric, s)) {
      if (parent[t] >= 0) continue;
      parent[t] = s;
      order.push(t);
    }
  }
  return order.length === fabric.switchCount ? { order, parentOf: parent } : null;
}

/** The switch in the middle of a longest path; of two, the one with more links, then the lower number. */
function centerOf(fabric: SwitchFabric): number {
  const farthestFrom = (from: number) => breadthFirstTree(fabric, from)?.order.at(-1) ?? from;
  const pathEnd = farthestFrom(farthestFrom(0));
  const treeFromEnd = breadthFirstTree(fabric, pathEnd);
  if (treeFromEnd === null) return 0;
  const path = [treeFromEnd.order.at(-1)!];
  while (path[path.length - 1] !== pathEnd) path.push(treeFromEnd.parentOf[path[path.length - 1]]);
  const middleSwitches = [path[Math.floor((path.length - 1) / 2)], path[Math.ceil((path.length - 1) / 2)]];
  const degreeOf = (s: number) => neighborsIn(fabric, s).length;
  return middleSwitches.sort((a, b) => degreeOf(b) - degreeOf(a) || a - b)[0];
}
