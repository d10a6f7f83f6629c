/** Recognizes trees: leaf–spine networks of any size, fat, thin and slender trees, and trees with different subtrees. */
import { Pieces } from "../../../core/network/pieces.ts";
import type { Fabric, Family, Placed } from "../contract.ts";
import { differences, irregularIn, isBelieved } from "../differences.ts";
import { linksIn, neighboursOf, usual } from "../fabric.ts";
import { type Block, blocksBetween, levelsOf, linksWithin, timesIn } from "./levels.ts";
import { rootedTree } from "./rooted-tree.ts";
import { settled } from "../settled.ts";
import { spreadTree } from "../spread.ts";
import { Columns, gathered, joined, joinOf, leafSubtree, placesIn, type Subtree } from "./subtrees.ts";
import { countsSaid, firstsOf, type Join, placesOf, sizesOf, titleOf, topsOf, wholeTree } from "./tree-whole.ts";

/** Exceptions may be at most one in this many switches or links. */
const few = 8;

/**
 * Sentence for several trees without links between them. If the network is known, a sentence about terminals with links to several trees is
 * added.
 */
export const noLinkJoins = "No link joins the trees.";

/** Fractions of its links above which a switch counts as being above a level: any link, or enough to exclude a single extra link. */
const parts = [0, 1 / 4];

/** A tree with equal subtrees, if it is plausible; otherwise one with unequal blocks or with spread links. */
export const trees: Family = {
  id: "tree",
  find(fabric) {
    const readings = readingsOf(fabric);
    const even = bestOf(fabric, readings, evenTree);
    // An acyclic tree is reported as it is, unless it is a regular tree with only some switches and links missing.
    const own = even !== null && isPartOf(fabric, even) ? null : rootedTree(fabric);
    return own ?? even ?? bestOf(fabric, readings, unevenTree) ?? spread(fabric);
  },
};

const spread = (fabric: Fabric) => {
  const level = levelsOf(fabric, 0);
  return level === null ? null : spreadTree(fabric, level);
};

/** Switches by level, and the blocks between each level and the next. */
interface Reading {
  readonly levels: readonly (readonly number[])[];
  readonly blocks: readonly (readonly Block[])[];
}

/** Possible assignments of switches to levels, the most likely first. */
function readingsOf(fabric: Fabric): readonly Reading[] {
  const seen = new Set<string>();
  return parts.flatMap((part) => {
    const level = levelsOf(fabric, part);
    if (level === null || seen.has(level.join())) return [];
    seen.add(level.join());
    const top = level.reduce((most, l) => Math.max(most, l), 0);
    const levels = Array.from({ length: top + 1 }, (): number[] => []);
    level.forEach((l, s) => {
      if (l >= 0) levels[l].push(s);
    });
    if (levels.some(({ length }) => length === 0)) return [];
    const blocks = levels.slice(1).map((upper, l) => blocksBetween(fabric, level, levels[l], upper));
    if (few * (linksIn(fabric) - linksWithin(fabric, blocks.flat())) > linksIn(fabric)) return [];
    // A few switches may be above the top level because they are reached only from there.
    return blocks
      .map((_, i) => top - i)
      .filter((l) => l === top || few * levels.slice(l + 1).flat().length <= fabric.switches)
      .map((l) => ({ levels: levels.slice(0, l + 1), blocks: blocks.slice(0, l) }));
  });
}

/**
 * The first plausible placement without irregularities other than missing links; otherwise the plausible one with the fewest
 * irregularities.
 */
function bestOf(fabric: Fabric, readings: readonly Reading[], way: (fabric: Fabric, reading: Reading) => Placed | null): Placed | null {
  let best: { readonly placed: Placed; readonly count: number } | null = null;
  for (const reading of readings) {
    const first = way(fabric, reading);
    if (first === null) continue;
    const placed = settled(fabric, first);
    const found = differences(fabric, placed);
    if (!isBelieved(found)) continue;
    if (found.extra.length + found.strays.length + found.absent.length === 0) return placed;
    const count = irregularIn(found);
    if (best === null || count < best.count) best = { placed, count };
  }
  return best?.placed ?? null;
}

/** Whether the ideal network contains all switches and links of the network. */
function isPartOf(fabric: Fabric, placed: Placed): boolean {
  const { extra, strays, doubled } = differences(fabric, settled(fabric, placed));
  return extra.length + strays.length + doubled.length === 0;
}

const hostsOf = (fabric: Fabric, leaves: readonly number[]) => usual(leaves.map((s) => fabric.hosts[s]).filter((n) => n > 0));

/** A tree in which all switches of a level are alike: builds its subtrees level by level, then numbers the switches. */
function evenTree(fabric: Fabric, { levels, blocks }: Reading): Placed | null {
  const joins: Join[] = [];
  const kinds: Subtree[][] = [levels[0].map(leafSubtree)];
  const used = blocks.map((all, l) => {
    const below = kinds[l];
    const isTop = new Set(below.flatMap((each) => each.tops));
    const own = all
      .map(({ lower, upper }) => ({ lower: lower.filter((y) => isTop.has(y)), upper }))
      .filter(({ lower }) => lower.length > 0);
    const found = joinOf(below, own, topsOf(joins)[l], timesIn(fabric, own));
    // The top subtree contains all subtrees that exist.
    joins.push(l === blocks.length - 1 ? { ...found, children: below.length } : found);
    kinds.push(gathered(joined(below, own), joins[l].children, topsOf(joins)[l + 1], blocks[l + 1] ?? []));
    return own;
  });
  const sizes = sizesOf(joins);
  if (sizes.some((size, l) => few * Math.abs(size - levels[l].length) > fabric.switches)) return null;
  const columns = new Columns(fabric);
  joins.forEach((join, l) => {
    if (!join.isShared) columns.find(kinds[l + 1], used[l], topsOf(joins)[l], join);
  });
  const tree = kinds[blocks.length][0];
  return { whole: wholeTree({ hosts: hostsOf(fabric, levels[0]), joins }), place: placesIn(tree, joins, fabric.switches) };
}

/** A tree with complete blocks of any size. */
function unevenTree(fabric: Fabric, { levels, blocks }: Reading): Placed | null {
  const roots = partsIn(blocks, fabric.switches, levels.flat());
  // Several trees count as separate only if no other links join them.
  if (roots > 1 && roots !== piecesIn(fabric, levels.flat())) return null;
  const sizes = levels.map(({ length }) => length);
  const firsts = firstsOf(sizes);
  const place = new Int32Array(fabric.switches).fill(-1);
  // Sort each level by the switches above, from the top down.
  const order = levels.map((switches) => [...switches]);
  for (let l = levels.length - 2; l >= 0; l--) {
    const rank = new Map(order[l + 1].map((x, i) => [x, i]));
    const above = new Map(
      blocks[l].flatMap(({ lower, upper }) => lower.map((y) => [y, Math.min(...upper.map((x) => rank.get(x)!))] as const)),
    );
    order[l].sort((a, b) => (above.get(a) ?? Infinity) - (above.get(b) ?? Infinity) || a - b);
  }
  order.forEach((switches, l) => switches.forEach((s, i) => (place[s] = firsts[l] + i)));
  const links = blocks.flatMap((own) => {
    const times = timesIn(fabric, own);
    return own.flatMap(({ lower, upper }) => lower.flatMap((y) => upper.map((x) => [place[y], place[x], times] as const)));
  });
  const isOne = roots === 1;
  return {
    whole: {
      topology: null,
      title: isOne ? titleOf(levels.length, "uneven") : `${roots} trees`,
      said: [countsSaid(sizes), isOne ? "Its subtrees are not all alike." : noLinkJoins],
      ...placesOf(sizes, hostsOf(fabric, levels[0])),
      links,
    },
    place,
  };
}

/** Number of connected components that contain the given switches. */
function piecesIn(fabric: Fabric, of: readonly number[]): number {
  const pieces = new Pieces(fabric.switches);
  for (let s = 0; s < fabric.switches; s++) for (const t of neighboursOf(fabric, s)) pieces.join(s, t);
  return new Set(of.map((s) => pieces.of(s))).size;
}

/** Number of components that the blocks connect. */
function partsIn(blocks: readonly (readonly Block[])[], switches: number, of: readonly number[]): number {
  const pieces = new Pieces(switches);
  for (const { lower, upper } of blocks.flat()) for (const s of [...lower, ...upper]) pieces.join(s, upper[0]);
  return new Set(of.map((s) => pieces.of(s))).size;
}
