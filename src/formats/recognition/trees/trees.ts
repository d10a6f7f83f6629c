/** Recognizes trees: leaf–spine networks of any size, fat, thin and slender trees, and trees with different subtrees. */
import { DisjointSets } from "../../../core/network/disjoint-sets.ts";
import type { SwitchFabric, TopologyFamily, Placement } from "../contract.ts";
import { compareWithIdeal, irregularityCount, isPlausible } from "../differences.ts";
import { fabricLinks, neighborsIn, mostFrequent } from "../switch-fabric.ts";
import { type TreeBlock, blocksBetween, assignLevels, linksWithin, usualLinkCount } from "./levels.ts";
import { rootedTree } from "./rooted-tree.ts";
import { completePlacement } from "../complete-placement.ts";
import { spreadTree } from "./spread-tree.ts";
import { ColumnFinder, mergePieces, mergeByBlocks, levelJoinOf, leafSubtree, slotsInTree, type Subtree } from "./subtrees.ts";
import { countsSentence, firstSlotsOf, type LevelJoin, levelSlots, levelSizesOf, treeTitle, topCounts, idealTree } from "./ideal-tree.ts";

/** At most one in this many switches or links may be irregular. */
const minPerException = 8;

/**
 * Sentence for several trees without links between them. If the network is known, a sentence about terminals with links to several trees is
 * added.
 */
export const noLinksSentence = "No link connects the trees.";

/**
 * A switch is above a level if more than this fraction of its links lead there: any link is enough (0), or not a single extra one (1/4).
 */
const minLinkFractions = [0, 1 / 4];

/**
 * Explains a network as a tree with equal subtrees, if that is plausible; otherwise as a tree with blocks of different sizes or with
 * unevenly spread links.
 */
export const treeFamily: TopologyFamily = {
  id: "tree",
  find(fabric) {
    const assignments = levelAssignments(fabric);
    const evenPlacement = bestTree(fabric, assignments, placeInEvenTree);
    // An acyclic tree is reported as it is, unless it is a regular tree with only some switches and links missing.
    const rootedPlacement = evenPlacement !== null && isSubsetOf(fabric, evenPlacement) ? null : rootedTree(fabric);
    return rootedPlacement ?? evenPlacement ?? bestTree(fabric, assignments, placeInUnevenTree) ?? placeInSpreadTree(fabric);
  },
};

const placeInSpreadTree = (fabric: SwitchFabric) => {
  const level = assignLevels(fabric, 0);
  return level === null ? null : spreadTree(fabric, level);
};

/** Switches by level, and the blocks between each level and the next. */
interface LevelAssignment {
  readonly levels: readonly (readonly number[])[];
  readonly blocks: readonly (readonly TreeBlock[])[];
}

/**
 * Possible assignments of the switches of a network to the levels of a tree, the most likely first, with the blocks between adjacent levels
 * (groups of lower and upper switches that are joined with each other). Assignments with too many links outside of blocks are left out.
 */
function levelAssignments(fabric: SwitchFabric): readonly LevelAssignment[] {
  const examinedLevels = new Set<string>();
  return minLinkFractions.flatMap((minFraction) => {
    const level = assignLevels(fabric, minFraction);
    if (level === null || examinedLevels.has(level.join())) return [];
    examinedLevels.add(level.join());
    const topLevel = level.reduce((highest, l) => Math.max(highest, l), 0);
    const levels = Array.from({ length: topLevel + 1 }, (): number[] => []);
    level.forEach((l, s) => {
      if (l >= 0) levels[l].push(s);
    });
    if (levels.some(({ length }) => length === 0)) return [];
    const blocks = levels.slice(1).map((upper, l) => blocksBetween(fabric, level, levels[l], upper));
    const linksOutsideBlocks = fabricLinks(fabric) - linksWithin(fabric, blocks.flat());
    if (minPerException * linksOutsideBlocks > fabricLinks(fabric)) return [];
    // A few switches may seem to form a level above the real top level, because they are joined only to its switches. So the levels below
    // are tried as the top level, too.
    return blocks
      .map((_, i) => topLevel - i)
      .filter((l) => l === topLevel || minPerException * levels.slice(l + 1).flat().length <= fabric.switchCount)
      .map((l) => ({ levels: levels.slice(0, l + 1), blocks: blocks.slice(0, l) }));
  });
}

/**
 * The best placement of the switches in a tree: the first plausible one without irregularities other than missing links; otherwise the
 * plausible one with the fewest irregularities. Null if none is plausible.
 * @param assignments possible assignments of switches to levels
 * @param placeIn builds the ideal tree for an assignment and places the switches in it
 */
function bestTree(
  fabric: SwitchFabric,
  assignments: readonly LevelAssignment[],
  placeIn: (fabric: SwitchFabric, assignment: LevelAssignment) => Placement | null,
): Placement | null {
  let best: { readonly placed: Placement; readonly count: number } | null = null;
  for (const assignment of assignments) {
    const initialPlacement = placeIn(fabric, assignment);
    if (initialPlacement === null) continue;
    const placement = completePlacement(fabric, initialPlacement);
    const difference = compareWithIdeal(fabric, placement);
    if (!isPlausible(difference)) continue;
    if (difference.extra.length + difference.straySwitches.length + difference.emptySlots.length === 0) return placement;
    const count = irregularityCount(difference);
    if (best === null || count < best.count) best = { placed: placement, count };
  }
  return best?.placed ?? null;
}

/** Whether the ideal network contains all switches and links of the network. */
function isSubsetOf(fabric: SwitchFabric, placement: Placement): boolean {
  const { extra, straySwitches, surplus } = compareWithIdeal(fabric, completePlacement(fabric, placement));
  return extra.length + straySwitches.length + surplus.length === 0;
}

const terminalsPerLeaf = (fabric: SwitchFabric, leaves: readonly number[]) =>
  mostFrequent(leaves.map((s) => fabric.terminalCounts[s]).filter((n) => n > 0));

/**
 * Builds the ideal network of a tree in which all switches of a level are alike: its subtrees level by level, then the numbers of the
 * switches. Null if the level sizes differ too much from the actual ones.
 */
function placeInEvenTree(fabric: SwitchFabric, { levels, blocks }: LevelAssignment): Placement | null {
  const joins: LevelJoin[] = [];
  const subtreesByLevel: Subtree[][] = [levels[0].map(leafSubtree)];
  // Build the subtrees of each level from those of the level below.
  const usedBlocks = blocks.map((levelBlocks, l) => {
    const lowerSubtrees = subtreesByLevel[l];
    const isTop = new Set(lowerSubtrees.flatMap((each) => each.tops));
    // Of the lower switches, only the tops of subtrees count.
    const attachedBlocks = levelBlocks
      .map(({ lower, upper }) => ({ lower: lower.filter((y) => isTop.has(y)), upper }))
      .filter(({ lower }) => lower.length > 0);
    const levelJoin = levelJoinOf(lowerSubtrees, attachedBlocks, topCounts(joins)[l], usualLinkCount(fabric, attachedBlocks));
    // The top subtree contains all subtrees that exist.
    joins.push(l === blocks.length - 1 ? { ...levelJoin, children: lowerSubtrees.length } : levelJoin);
    subtreesByLevel.push(
      mergePieces(mergeByBlocks(lowerSubtrees, attachedBlocks), joins[l].children, topCounts(joins)[l + 1], blocks[l + 1] ?? []),
    );
    return attachedBlocks;
  });
  // Compare the level sizes of the ideal tree with the actual ones.
  const sizes = levelSizesOf(joins);
  if (sizes.some((size, l) => minPerException * Math.abs(size - levels[l].length) > fabric.switchCount)) return null;
  // Number the switches by columns: top switches of a subtree with the same neighbors below.
  const columns = new ColumnFinder(fabric);
  joins.forEach((join, l) => {
    if (!join.isShared) columns.find(subtreesByLevel[l + 1], usedBlocks[l], topCounts(joins)[l], join);
  });
  const tree = subtreesByLevel[blocks.length][0];
  return {
    ideal: idealTree({ terminalsPerLeaf: terminalsPerLeaf(fabric, levels[0]), joins }),
    slotOf: slotsInTree(tree, joins, fabric.switchCount),
  };
}

/**
 * Builds the ideal network of one or several trees with subtrees of different sizes: each block (a group of lower and upper switches that
 * are joined with each other) is complete. Null if there are several trees with other links between them.
 */
function placeInUnevenTree(fabric: SwitchFabric, { levels, blocks }: LevelAssignment): Placement | null {
  const treeCount = blockComponentCount(blocks, fabric.switchCount, levels.flat());
  // Several trees count as separate only if no other links join them.
  if (treeCount > 1 && treeCount !== componentCount(fabric, levels.flat())) return null;
  const sizes = levels.map(({ length }) => length);
  const firstSlots = firstSlotsOf(sizes);
  const slotOf = new Int32Array(fabric.switchCount).fill(-1);
  // Sort each level by the switches above, from the top down.
  const order = levels.map((switches) => [...switches]);
  for (let l = levels.length - 2; l >= 0; l--) {
    const rank = new Map(order[l + 1].map((x, i) => [x, i]));
    const rankAbove = new Map(
      blocks[l].flatMap(({ lower, upper }) => lower.map((y) => [y, Math.min(...upper.map((x) => rank.get(x)!))] as const)),
    );
    order[l].sort((a, b) => (rankAbove.get(a) ?? Infinity) - (rankAbove.get(b) ?? Infinity) || a - b);
  }
  order.forEach((switches, l) => switches.forEach((s, i) => (slotOf[s] = firstSlots[l] + i)));
  // In a block, each lower switch is joined to each upper switch.
  const links = blocks.flatMap((levelBlocks) => {
    const parallelLinks = usualLinkCount(fabric, levelBlocks);
    return levelBlocks.flatMap(({ lower, upper }) =>
      lower.flatMap((y) => upper.map((x) => [slotOf[y], slotOf[x], parallelLinks] as const)),
    );
  });
  const isSingle = treeCount === 1;
  return {
    ideal: {
      topology: null,
      title: isSingle ? treeTitle(levels.length, "uneven") : `${treeCount} trees`,
      sentences: [countsSentence(sizes), isSingle ? "Its subtrees differ." : noLinksSentence],
      ...levelSlots(sizes, terminalsPerLeaf(fabric, levels[0])),
      links,
    },
    slotOf,
  };
}

/** Number of connected components that contain the given switches. */
function componentCount(fabric: SwitchFabric, selected: readonly number[]): number {
  const components = new DisjointSets(fabric.switchCount);
  for (let s = 0; s < fabric.switchCount; s++) for (const t of neighborsIn(fabric, s)) components.union(s, t);
  return new Set(selected.map((s) => components.find(s))).size;
}

/** Number of components that the blocks connect. */
function blockComponentCount(blocks: readonly (readonly TreeBlock[])[], switches: number, selected: readonly number[]): number {
  const components = new DisjointSets(switches);
  for (const { lower, upper } of blocks.flat()) for (const s of [...lower, ...upper]) components.union(s, upper[0]);
  return new Set(selected.map((s) => components.find(s))).size;
}
