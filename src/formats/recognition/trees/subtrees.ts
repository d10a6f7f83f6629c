/** Builds the subtrees of a tree from its blocks, level by level, and numbers the switches at their tops. */
import { Pieces } from "../../../core/network/pieces.ts";
import type { Block } from "./levels.ts";
import { neighboursOf, usual } from "../fabric.ts";
import type { Fabric } from "../contract.ts";
import { firstsOf, type Join, sizesOf, topsOf } from "./tree-whole.ts";

/** Top switches of a subtree with the same neighbors below: one switch of each child, and the upper switches that they are joined to. */
interface Column {
  /** By index of the child. */
  readonly lower: Map<number, number>;
  readonly upper: number[];
}

export interface Subtree {
  readonly children: Subtree[];
  readonly tops: number[];
  /** Present if the subtree consists of columns; otherwise all its top switches are joined to all top switches of its children. */
  columns: Column[];
}

export const leafSubtree = (s: number): Subtree => ({ children: [], tops: [s], columns: [] });

/** Merges subtrees that blocks connect to subtrees of the next level. Missing links may leave some of these in several pieces. */
export function joined(subtrees: readonly Subtree[], blocks: readonly Block[]): readonly Subtree[] {
  const owner = ownersOf(subtrees);
  const together = new Pieces(subtrees.length);
  for (const { lower } of blocks) for (const y of lower) together.join(owner.get(y)!, owner.get(lower[0])!);
  const pieces = new Map<number, Subtree>();
  subtrees.forEach((each, i) => {
    const own = pieces.get(together.of(i));
    if (own === undefined) pieces.set(together.of(i), { children: [each], tops: [], columns: [] });
    else own.children.push(each);
  });
  for (const { lower, upper } of blocks) pieces.get(together.of(owner.get(lower[0])!))!.tops.push(...upper);
  return [...pieces.values()];
}

const ownersOf = (subtrees: readonly Subtree[]): ReadonlyMap<number, number> =>
  new Map(subtrees.flatMap(({ tops }, i) => tops.map((s) => [s, i] as const)));

/**
 * Merges pieces of subtrees, the largest first, without exceeding the given numbers of children and top switches. If a piece fits several
 * subtrees, it joins the one that shares the most neighbors in the blocks above.
 */
export function gathered(pieces: readonly Subtree[], children: number, tops: number, above: readonly Block[]): Subtree[] {
  const owner = ownersOf(pieces);
  const met = pieces.map(() => new Set<number>());
  for (const { lower } of above) {
    const own = lower.map((y) => owner.get(y)).filter((i) => i !== undefined);
    for (const i of own) for (const j of own) if (i !== j) met[i].add(j);
  }
  const whole: Subtree[] = [];
  const inPart: { readonly subtree: Subtree; readonly met: Set<number> }[] = [];
  const order = pieces.map((piece, i) => ({ piece, met: met[i] }));
  order.sort((a, b) => b.piece.children.length - a.piece.children.length || b.piece.tops.length - a.piece.tops.length);
  for (const each of order) {
    const { piece } = each;
    const alike = (other: { readonly met: Set<number> }) => [...each.met].filter((i) => other.met.has(i)).length;
    const fitting = inPart.filter(
      ({ subtree }) => subtree.children.length + piece.children.length <= children && subtree.tops.length + piece.tops.length <= tops,
    );
    const to = fitting.length === 0 ? null : fitting.reduce((best, other) => (alike(other) > alike(best) ? other : best));
    const subtree = to?.subtree ?? { ...piece, children: [...piece.children], tops: [...piece.tops] };
    if (to !== null) {
      subtree.children.push(...piece.children);
      subtree.tops.push(...piece.tops);
      for (const i of each.met) to.met.add(i);
    }
    const isFull = subtree.children.length >= children && subtree.tops.length >= tops;
    if (isFull) whole.push(subtree);
    if (isFull && to !== null) inPart.splice(inPart.indexOf(to), 1);
    if (!isFull && to === null) inPart.push({ subtree, met: new Set(each.met) });
  }
  const all = [...whole, ...inPart.map(({ subtree }) => subtree)];
  for (const each of all) each.children.sort((a, b) => lowestOf(a) - lowestOf(b));
  return all;
}

/** The lowest switch number of a leaf: subtrees are sorted in the order of their leaves. */
const lowestOf = ({ children, tops }: Subtree): number => (children.length === 0 ? tops[0] : lowestOf(children[0]));

/** How a level is joined to the next, according to the majority of its blocks. */
export function joinOf(subtrees: readonly Subtree[], blocks: readonly Block[], tops: number, times: number): Join {
  const owner = ownersOf(subtrees);
  // If most blocks lost some links, the mean number of switches per block reveals their original size.
  const mean = Math.round((subtrees.length * tops) / blocks.length);
  const lower = Math.max(mean, usual(blocks.map((each) => each.lower.length)));
  const ofOne = usual(blocks.map((each) => Math.round(each.lower.length / new Set(each.lower.map((y) => owner.get(y))).size)));
  const isShared = tops > 1 && ofOne > tops / 2;
  return {
    children: Math.max(1, Math.round(isShared ? lower / tops : lower)),
    up: usual(blocks.map((each) => each.upper.length)),
    times,
    isShared,
  };
}

/** Finds the columns of subtrees, level by level from the lowest. */
export class Columns {
  /** The column of which a switch is a top switch, and the column that it is below. */
  private readonly below = new Map<number, Column>();
  private readonly above = new Map<number, Column>();

  constructor(private readonly fabric: Fabric) {}

  /** Finds the columns of all subtrees of a level, whose children have `tops` top switches each. */
  find(subtrees: readonly Subtree[], blocks: readonly Block[], tops: number, join: Join): void {
    const below = new Map(blocks.flatMap((block) => block.upper.map((x) => [x, block] as const)));
    for (const each of subtrees) this.findIn(each, new Set(each.tops.map((x) => below.get(x)!)), tops, join);
  }

  /** Finds the columns of one subtree: one column per block below its top switches, then a column for each lower switch without a block. */
  private findIn(subtree: Subtree, blocks: Iterable<Block>, tops: number, { children, up }: Join): void {
    const owner = ownersOf(subtree.children);
    const isTop = new Set(subtree.tops);
    const columns: Column[] = [];
    const alone = new Set(owner.keys());
    for (const block of blocks) {
      const upper = block.upper.filter((x) => isTop.has(x)).sort((a, b) => this.linksTo(b, block.lower) - this.linksTo(a, block.lower));
      const column: Column = { lower: new Map(), upper: upper.slice(0, up).sort((a, b) => a - b) };
      for (const y of [...block.lower].sort((a, b) => this.linksTo(b, upper) - this.linksTo(a, upper))) {
        const child = owner.get(y);
        if (child === undefined || column.lower.has(child)) continue;
        column.lower.set(child, y);
        alone.delete(y);
      }
      columns.push(column);
    }
    for (const y of alone) columns.push({ lower: new Map([[owner.get(y)!, y]]), upper: [] });
    for (const column of columns) this.note(column);
    this.merge(columns, tops, children, up);
    subtree.columns = columns;
  }

  private linksTo(s: number, others: readonly number[]): number {
    return neighboursOf(this.fabric, s).filter((t) => others.includes(t)).length;
  }

  private note(column: Column): void {
    for (const y of column.lower.values()) this.above.set(y, column);
    for (const x of column.upper) this.below.set(x, column);
  }

  /** Merges pieces of columns until their number is right, the pairs with the most support from their siblings first. */
  private merge(columns: Column[], tops: number, children: number, up: number): void {
    while (columns.length > tops && columns.length <= 2 * tops) {
      const pieces = columns.filter(({ lower, upper }) => lower.size < children || upper.length < up);
      let [best, to, from]: [number, Column | null, Column | null] = [-Infinity, null, null];
      for (let i = 0; i < pieces.length; i++) {
        for (let j = i + 1; j < pieces.length; j++) {
          const [a, b] = [pieces[i], pieces[j]];
          if (a.upper.length + b.upper.length > up || [...b.lower.keys()].some((child) => a.lower.has(child))) continue;
          const votes = this.votes(a, b);
          if (votes > best) [best, to, from] = [votes, a, b];
        }
      }
      if (to === null || from === null) return;
      for (const [child, y] of from.lower) to.lower.set(child, y);
      to.upper.push(...from.upper);
      columns.splice(columns.indexOf(from), 1);
      this.note(to);
    }
  }

  /**
   * Support for merging two columns: +1 for each pair of siblings of the lower switches that are in the same column, −1 for each pair that
   * is not.
   */
  private votes(a: Column, b: Column): number {
    let votes = 0;
    for (const y of a.lower.values()) {
      for (const [child, z] of b.lower) {
        for (const sibling of this.below.get(y)?.upper ?? []) {
          const beside = sibling === y ? undefined : this.above.get(sibling)?.lower.get(child);
          if (beside !== undefined) votes += this.below.get(beside) === this.below.get(z) ? 1 : -1;
        }
      }
    }
    return votes;
  }
}

/** Slot of each switch in the ideal tree with these joins, or −1. */
export function placesIn(tree: Subtree, joins: readonly Join[], switches: number): Int32Array {
  const tops = topsOf(joins);
  const firsts = firstsOf(sizesOf(joins));
  const place = new Int32Array(switches).fill(-1);
  const top = joins.length;

  /** Numbers the top switches of a subtree consistently with its first complete child. */
  const numbered = (subtree: Subtree, level: number): Map<number, number> => {
    if (level === 0 || joins[level - 1].isShared) return new Map(subtree.tops.map((s, j) => [s, j]));
    const full = subtree.children.reduce((best, each) => (each.tops.length > best.tops.length ? each : best));
    const child = subtree.children.indexOf(full);
    const own = numbered(full, level - 1);
    const numbers = new Map<number, number>();
    const columnOf = agreed(subtree.columns, tops[level - 1], ({ lower }) => own.get(lower.get(child) ?? -1) ?? -1);
    subtree.columns.forEach(({ upper }, i) => {
      upper.forEach((x, u) => {
        if (columnOf[i] >= 0) numbers.set(x, columnOf[i] + u * tops[level - 1]);
      });
    });
    return numbers;
  };

  /** Places a subtree as the `g`-th of its level, with these numbers for its top switches. */
  const put = (subtree: Subtree, level: number, g: number, numbers: ReadonlyMap<number, number>): void => {
    for (const [s, j] of numbers) place[s] = firsts[level] + g * tops[level] + j;
    if (level === 0) return;
    const { children, isShared } = joins[level - 1];
    const width = tops[level - 1];
    const columnOf = isShared
      ? []
      : agreed(subtree.columns, width, ({ upper }) => {
          const all = upper.flatMap((x) => (numbers.has(x) ? [numbers.get(x)! % width] : []));
          return all.length === 0 ? -1 : usual(all);
        });
    subtree.children.slice(0, children).forEach((each, child) => {
      const below = new Map<number, number>();
      subtree.columns.forEach(({ lower }, i) => {
        const y = lower.get(child);
        if (y !== undefined && columnOf[i] >= 0) below.set(y, columnOf[i]);
      });
      put(each, level - 1, g * children + child, isShared ? numbered(each, level - 1) : below);
    });
  };
  put(tree, top, 0, numbered(tree, top));
  return place;
}

/** Distinct numbers below `count` for the columns: the number that a column claims, otherwise a free one; −1 if none is left. */
function agreed(columns: readonly Column[], count: number, said: (column: Column) => number): readonly number[] {
  const isTaken = new Set<number>();
  const own = columns.map((column) => {
    const number = said(column);
    if (number < 0 || number >= count || isTaken.has(number)) return -1;
    isTaken.add(number);
    return number;
  });
  const left = Array.from({ length: count }, (_, i) => i).filter((i) => !isTaken.has(i));
  return own.map((number) => (number >= 0 ? number : (left.shift() ?? -1)));
}
