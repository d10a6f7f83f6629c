/** Builds the subtrees of a tree from its blocks, level by level, and numbers the switches at their tops. */
import { DisjointSets } from "../../../core/network/disjoint-sets.ts";
import type { TreeBlock } from "./levels.ts";
import { neighborsIn, mostFrequent } from "../switch-fabric.ts";
import type { SwitchFabric } from "../contract.ts";
import { firstSlotsOf, type LevelJoin, levelSizesOf, topCounts } from "./ideal-tree.ts";

/** Top switches of a subtree with the same neighbors below: one switch of each child, and the upper switches that they are joined to. */
interface SubtreeColumn {
  /** The switch of each child, by index of the child. */
  readonly lower: Map<number, number>;
  readonly upper: number[];
}

export interface Subtree {
  readonly children: Subtree[];
  readonly tops: number[];
  /** Present if the subtree consists of columns; otherwise all its top switches are joined to all top switches of its children. */
  columns: SubtreeColumn[];
}

export const leafSubtree = (s: number): Subtree => ({ children: [], tops: [s], columns: [] });

/**
 * Merges subtrees that blocks connect to subtrees of the next level. Missing links may leave a subtree of the next level in several pieces.
 */
export function mergeByBlocks(subtrees: readonly Subtree[], blocks: readonly TreeBlock[]): readonly Subtree[] {
  const subtreeOf = subtreeOfTop(subtrees);
  const disjointSets = new DisjointSets(subtrees.length);
  for (const { lower } of blocks) for (const y of lower) disjointSets.union(subtreeOf.get(y)!, subtreeOf.get(lower[0])!);
  const merged = new Map<number, Subtree>();
  subtrees.forEach((subtree, i) => {
    const piece = merged.get(disjointSets.find(i));
    if (piece === undefined) merged.set(disjointSets.find(i), { children: [subtree], tops: [], columns: [] });
    else piece.children.push(subtree);
  });
  for (const { lower, upper } of blocks) merged.get(disjointSets.find(subtreeOf.get(lower[0])!))!.tops.push(...upper);
  return [...merged.values()];
}

const subtreeOfTop = (subtrees: readonly Subtree[]): ReadonlyMap<number, number> =>
  new Map(subtrees.flatMap(({ tops }, i) => tops.map((s) => [s, i] as const)));

/**
 * Merges pieces of subtrees, which missing links have separated, into whole subtrees, the largest first. If a piece fits several subtrees,
 * it joins the one with most neighbors in common. Pieces are neighbors if a block above contains top switches of both.
 * @param children number of children of a whole subtree
 * @param tops number of top switches of a whole subtree
 * @param blocksAbove the blocks between the top switches and the level above
 */
export function mergePieces(pieces: readonly Subtree[], children: number, tops: number, blocksAbove: readonly TreeBlock[]): Subtree[] {
  // Find the neighbors of each piece.
  const pieceOf = subtreeOfTop(pieces);
  const neighborPieces = pieces.map(() => new Set<number>());
  for (const { lower } of blocksAbove) {
    const blockPieces = lower.map((y) => pieceOf.get(y)).filter((i) => i !== undefined);
    for (const i of blockPieces) for (const j of blockPieces) if (i !== j) neighborPieces[i].add(j);
  }
  const complete: Subtree[] = [];
  const incomplete: { readonly subtree: Subtree; readonly neighbors: Set<number> }[] = [];
  const sortedPieces = pieces.map((piece, i) => ({ piece, neighbors: neighborPieces[i] }));
  sortedPieces.sort((a, b) => b.piece.children.length - a.piece.children.length || b.piece.tops.length - a.piece.tops.length);
  for (const { piece, neighbors: pieceNeighbors } of sortedPieces) {
    const commonNeighbors = (other: { readonly neighbors: Set<number> }) =>
      [...pieceNeighbors].filter((i) => other.neighbors.has(i)).length;
    // Find an incomplete subtree with room for the piece, or start a new one.
    const candidates = incomplete.filter(
      ({ subtree }) => subtree.children.length + piece.children.length <= children && subtree.tops.length + piece.tops.length <= tops,
    );
    const target =
      candidates.length === 0 ? null : candidates.reduce((best, other) => (commonNeighbors(other) > commonNeighbors(best) ? other : best));
    const subtree = target?.subtree ?? { ...piece, children: [...piece.children], tops: [...piece.tops] };
    if (target !== null) {
      subtree.children.push(...piece.children);
      subtree.tops.push(...piece.tops);
      for (const i of pieceNeighbors) target.neighbors.add(i);
    }
    // Update the lists of complete and incomplete subtrees.
    const isFull = subtree.children.length >= children && subtree.tops.length >= tops;
    if (isFull) complete.push(subtree);
    if (isFull && target !== null) incomplete.splice(incomplete.indexOf(target), 1);
    if (!isFull && target === null) incomplete.push({ subtree, neighbors: new Set(pieceNeighbors) });
  }
  const result = [...complete, ...incomplete.map(({ subtree }) => subtree)];
  for (const each of result) each.children.sort((a, b) => lowestLeaf(a) - lowestLeaf(b));
  return result;
}

/** The lowest switch number of a leaf: subtrees are sorted in the order of their leaves. */
const lowestLeaf = ({ children, tops }: Subtree): number => (children.length === 0 ? tops[0] : lowestLeaf(children[0]));

/** How a level is joined to the next, according to the majority of its blocks. */
export function levelJoinOf(subtrees: readonly Subtree[], blocks: readonly TreeBlock[], tops: number, parallelLinks: number): LevelJoin {
  const subtreeOf = subtreeOfTop(subtrees);
  // If most blocks lost some links, the mean number of switches per block reveals their original size.
  const meanLower = Math.round((subtrees.length * tops) / blocks.length);
  const usualLower = Math.max(meanLower, mostFrequent(blocks.map((block) => block.lower.length)));
  const usualPerSubtree = mostFrequent(
    blocks.map((block) => Math.round(block.lower.length / new Set(block.lower.map((y) => subtreeOf.get(y))).size)),
  );
  const isShared = tops > 1 && usualPerSubtree > tops / 2;
  return {
    children: Math.max(1, Math.round(isShared ? usualLower / tops : usualLower)),
    up: mostFrequent(blocks.map((block) => block.upper.length)),
    parallelLinks,
    isShared,
  };
}

/** Finds the columns of subtrees (top switches with the same neighbors below, and these neighbors), level by level from the lowest. */
export class ColumnFinder {
  /** By switch: the column that contains it as an upper switch, and the column that contains it as a lower switch. */
  private readonly columnBelow = new Map<number, SubtreeColumn>();
  private readonly columnAbove = new Map<number, SubtreeColumn>();

  constructor(private readonly fabric: SwitchFabric) {}

  /** Finds the columns of all subtrees of a level, whose children have `tops` top switches each. */
  find(subtrees: readonly Subtree[], blocks: readonly TreeBlock[], tops: number, join: LevelJoin): void {
    const blockBelow = new Map(blocks.flatMap((block) => block.upper.map((x) => [x, block] as const)));
    for (const each of subtrees) this.findIn(each, new Set(each.tops.map((x) => blockBelow.get(x)!)), tops, join);
  }

  /**
   * Finds the columns of a subtree and stores them in it. A column consists of top switches with the same neighbors below, and of these
   * neighbors, one in each child. There is a column for each block below the top switches, and one for each lower switch without a block.
   * @param tops number of top switches of a child
   */
  private findIn(subtree: Subtree, blocks: Iterable<TreeBlock>, tops: number, { children, up }: LevelJoin): void {
    const childOf = subtreeOfTop(subtree.children);
    const isTop = new Set(subtree.tops);
    const columns: SubtreeColumn[] = [];
    const lowerWithoutBlock = new Set(childOf.keys());
    for (const block of blocks) {
      // The switches that are joined best come first, because a column has only `up` upper switches, and one lower switch of each child.
      const upper = block.upper.filter((x) => isTop.has(x)).sort((a, b) => this.linksTo(b, block.lower) - this.linksTo(a, block.lower));
      const column: SubtreeColumn = { lower: new Map(), upper: upper.slice(0, up).sort((a, b) => a - b) };
      for (const y of [...block.lower].sort((a, b) => this.linksTo(b, upper) - this.linksTo(a, upper))) {
        const child = childOf.get(y);
        if (child === undefined || column.lower.has(child)) continue;
        column.lower.set(child, y);
        lowerWithoutBlock.delete(y);
      }
      columns.push(column);
    }
    for (const y of lowerWithoutBlock) columns.push({ lower: new Map([[childOf.get(y)!, y]]), upper: [] });
    // Merge pieces of one column, which missing links have separated.
    for (const column of columns) this.register(column);
    this.merge(columns, tops, children, up);
    subtree.columns = columns;
  }

  private linksTo(s: number, others: readonly number[]): number {
    return neighborsIn(this.fabric, s).filter((t) => others.includes(t)).length;
  }

  private register(column: SubtreeColumn): void {
    for (const y of column.lower.values()) this.columnAbove.set(y, column);
    for (const x of column.upper) this.columnBelow.set(x, column);
  }

  /**
   * Merges pieces of columns, which missing links have separated, until there are `tops` columns, the pairs with the most support from
   * their siblings first.
   * @param children number of children of a subtree
   * @param up number of upper switches of a column
   */
  private merge(columns: SubtreeColumn[], tops: number, children: number, up: number): void {
    while (columns.length > tops && columns.length <= 2 * tops) {
      const pieces = columns.filter(({ lower, upper }) => lower.size < children || upper.length < up);
      let [bestSupport, target, source]: [number, SubtreeColumn | null, SubtreeColumn | null] = [-Infinity, null, null];
      for (let i = 0; i < pieces.length; i++) {
        for (let j = i + 1; j < pieces.length; j++) {
          const [a, b] = [pieces[i], pieces[j]];
          if (a.upper.length + b.upper.length > up || [...b.lower.keys()].some((child) => a.lower.has(child))) continue;
          const support = this.siblingSupport(a, b);
          if (support > bestSupport) [bestSupport, target, source] = [support, a, b];
        }
      }
      if (target === null || source === null) return;
      for (const [child, y] of source.lower) target.lower.set(child, y);
      target.upper.push(...source.upper);
      columns.splice(columns.indexOf(source), 1);
      this.register(target);
    }
  }

  /**
   * Support for merging two columns: +1 for each pair of siblings of the lower switches that are in the same column, −1 for each pair that
   * is not.
   */
  private siblingSupport(a: SubtreeColumn, b: SubtreeColumn): number {
    let support = 0;
    for (const y of a.lower.values()) {
      for (const [child, z] of b.lower) {
        for (const sibling of this.columnBelow.get(y)?.upper ?? []) {
          const cousin = sibling === y ? undefined : this.columnAbove.get(sibling)?.lower.get(child);
          if (cousin !== undefined) support += this.columnBelow.get(cousin) === this.columnBelow.get(z) ? 1 : -1;
        }
      }
    }
    return support;
  }
}

/**
 * [S] Slot of each switch in the ideal tree with these joins, −1 for none. Top switches of a subtree with the same neighbors below form a
 * column. These neighbors, one in each child, have the number j among the top switches of their children; the u-th upper switch of the
 * column then has the number j + u × top switches of a child.
 */
export function slotsInTree(tree: Subtree, joins: readonly LevelJoin[], switches: number): Int32Array {
  const topCountByLevel = topCounts(joins);
  const firstSlots = firstSlotsOf(levelSizesOf(joins));
  const slotOf = new Int32Array(switches).fill(-1);
  const topLevel = joins.length;

  /** The number of each top switch of a subtree, such that the columns agree with the numbers in its first complete child. */
  const numberTops = (subtree: Subtree, level: number): Map<number, number> => {
    if (level === 0 || joins[level - 1].isShared) return new Map(subtree.tops.map((s, j) => [s, j]));
    const completeChild = subtree.children.reduce((best, childSubtree) =>
      childSubtree.tops.length > best.tops.length ? childSubtree : best,
    );
    const childIndex = subtree.children.indexOf(completeChild);
    const childTopCount = topCountByLevel[level - 1];
    const numbersInChild = numberTops(completeChild, level - 1);
    const numbers = new Map<number, number>();
    const numberOfColumn = distinctNumbers(
      subtree.columns,
      childTopCount,
      ({ lower }) => numbersInChild.get(lower.get(childIndex) ?? -1) ?? -1,
    );
    subtree.columns.forEach(({ upper }, i) => {
      upper.forEach((x, u) => {
        if (numberOfColumn[i] >= 0) numbers.set(x, numberOfColumn[i] + u * childTopCount);
      });
    });
    return numbers;
  };

  /**
   * Assigns slots to the top switches of a subtree, by the given numbers, then to its children. `subtreeIndex` counts the subtrees of a
   * level.
   */
  const placeSubtree = (subtree: Subtree, level: number, subtreeIndex: number, numbers: ReadonlyMap<number, number>): void => {
    for (const [s, j] of numbers) slotOf[s] = firstSlots[level] + subtreeIndex * topCountByLevel[level] + j;
    if (level === 0) return;
    const { children, isShared } = joins[level - 1];
    const childTopCount = topCountByLevel[level - 1];
    const numberOfColumn = isShared
      ? []
      : distinctNumbers(subtree.columns, childTopCount, ({ upper }) => {
          // The number j of the column that the numbers of most of its upper switches imply.
          const impliedNumbers = upper.flatMap((x) => (numbers.has(x) ? [numbers.get(x)! % childTopCount] : []));
          return impliedNumbers.length === 0 ? -1 : mostFrequent(impliedNumbers);
        });
    subtree.children.slice(0, children).forEach((childSubtree, childIndex) => {
      const childTops = new Map<number, number>();
      subtree.columns.forEach(({ lower }, i) => {
        const y = lower.get(childIndex);
        if (y !== undefined && numberOfColumn[i] >= 0) childTops.set(y, numberOfColumn[i]);
      });
      placeSubtree(
        childSubtree,
        level - 1,
        subtreeIndex * children + childIndex,
        isShared ? numberTops(childSubtree, level - 1) : childTops,
      );
    });
  };
  placeSubtree(tree, topLevel, 0, numberTops(tree, topLevel));
  return slotOf;
}

/**
 * Distinct numbers below `count` for the columns: the number that `claimOf` returns if it is valid and not used yet, otherwise a free
 * number; −1 if none is left.
 */
function distinctNumbers(columns: readonly SubtreeColumn[], count: number, claimOf: (column: SubtreeColumn) => number): readonly number[] {
  const isUsed = new Set<number>();
  const claimed = columns.map((column) => {
    const number = claimOf(column);
    if (number < 0 || number >= count || isUsed.has(number)) return -1;
    isUsed.add(number);
    return number;
  });
  const free = Array.from({ length: count }, (_, i) => i).filter((i) => !isUsed.has(i));
  return claimed.map((number) => (number >= 0 ? number : (free.shift() ?? -1)));
}
