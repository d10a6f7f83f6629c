/** Trees of levels: leaf–spine fabrics of any numbers, fat, thin and slender trees, and trees whose subtrees are not alike. */
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

/** So many times fewer switches than all are few. */
const few = 8;

/** Of trees without a link between them; whether terminals hang on several is said where the network is known. */
export const noLinkJoins = "No link joins the trees.";

/** Parts of its links by which a switch is taken to stand above a level: any, and enough that one link beside the tree is none. */
const parts = [0, 1 / 4];

/** A tree whose subtrees are alike, if that is believed; else one whose blocks are as they are, or whose links are spread. */
export const trees: Family = {
  id: "tree",
  find(fabric) {
    const readings = readingsOf(fabric);
    const even = bestOf(fabric, readings, evenTree);
    // A tree without a circle is told as it is, unless a regular one lacks some of its switches and links only.
    const own = even !== null && isPartOf(fabric, even) ? null : rootedTree(fabric);
    return own ?? even ?? bestOf(fabric, readings, unevenTree) ?? spread(fabric);
  },
};

const spread = (fabric: Fabric) => {
  const level = levelsOf(fabric, 0);
  return level === null ? null : spreadTree(fabric, level);
};

/** Switches by their level, and the blocks between each and the next. */
interface Reading {
  readonly levels: readonly (readonly number[])[];
  readonly blocks: readonly (readonly Block[])[];
}

/** In which levels the switches may stand, the likeliest first. */
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
    // A few switches may stand above the top, as those do that are reached from there alone.
    return blocks
      .map((_, i) => top - i)
      .filter((l) => l === top || few * levels.slice(l + 1).flat().length <= fabric.switches)
      .map((l) => ({ levels: levels.slice(0, l + 1), blocks: blocks.slice(0, l) }));
  });
}

/** The first believed placement of which nothing is irregular but links that are missing; else the believed one with fewest irregularities. */
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

/** Whether the whole network has all that the fabric has. */
function isPartOf(fabric: Fabric, placed: Placed): boolean {
  const { extra, strays, doubled } = differences(fabric, settled(fabric, placed));
  return extra.length + strays.length + doubled.length === 0;
}

const hostsOf = (fabric: Fabric, leaves: readonly number[]) => usual(leaves.map((s) => fabric.hosts[s]).filter((n) => n > 0));

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
    // The uppermost has all that there are.
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

/** Every block complete, whatever its size. */
function unevenTree(fabric: Fabric, { levels, blocks }: Reading): Placed | null {
  const roots = partsIn(blocks, fabric.switches, levels.flat());
  // Trees that some link joins, over switches of no level or beside the blocks, are none that stand apart.
  if (roots > 1 && roots !== piecesIn(fabric, levels.flat())) return null;
  const sizes = levels.map(({ length }) => length);
  const firsts = firstsOf(sizes);
  const place = new Int32Array(fabric.switches).fill(-1);
  // From the top down, below what stands above.
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

/** How many parts links hold together, of those that some switches are in. */
function piecesIn(fabric: Fabric, of: readonly number[]): number {
  const pieces = new Pieces(fabric.switches);
  for (let s = 0; s < fabric.switches; s++) for (const t of neighboursOf(fabric, s)) pieces.join(s, t);
  return new Set(of.map((s) => pieces.of(s))).size;
}

/** How many parts blocks hold together. */
function partsIn(blocks: readonly (readonly Block[])[], switches: number, of: readonly number[]): number {
  const pieces = new Pieces(switches);
  for (const { lower, upper } of blocks.flat()) for (const s of [...lower, ...upper]) pieces.join(s, upper[0]);
  return new Set(of.map((s) => pieces.of(s))).size;
}
