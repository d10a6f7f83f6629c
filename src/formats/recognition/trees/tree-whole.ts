/** Whole trees of levels: their shapes as numbers, and what is said of them. */
import { nearestFraction } from "../../../core/base/fraction.ts";
import {
  closShape,
  levelsOf,
  slenderTreeShape,
  thinTreeShape,
  treeAxes,
  type TreeShape,
  type XgftNumbers,
} from "../../../core/network/tree-shapes.ts";
import type { Whole } from "../contract.ts";

/** How a level of subtrees makes up the subtrees of the next. */
export interface Join {
  /** Subtrees below that one of the next level has. */
  readonly children: number;
  /** Switches above that a switch is joined to. */
  readonly up: number;
  /** Links that join the two. */
  readonly times: number;
  /**
   * Whether all that are on top of the children are joined to all on top of the next, as in slender trees; else to `up` of its own, as in fat
   * and thin ones: there are as many more on top.
   */
  readonly isShared: boolean;
}

/** A tree in which all switches of a level are alike; a parallel-port generalised fat tree (Zahavi, J. Parallel Distrib. Comput. 72, 2012) but for shared joins. */
export interface Tree {
  /** Terminals of a leaf. */
  readonly hosts: number;
  readonly joins: readonly Join[];
}

/** Switches on top of a subtree of each level; 1 of the lowest, which is a leaf. */
export function topsOf(joins: readonly Join[]): readonly number[] {
  const tops = [1];
  for (const { up, isShared } of joins) tops.push(isShared ? up : tops[tops.length - 1] * up);
  return tops;
}

/** Subtrees of each level, the last of which is the tree. */
function subtreesOf(joins: readonly Join[]): readonly number[] {
  return joins.reduceRight((counts, { children }) => [counts[0] * children, ...counts], [1]);
}

/** Switches of each level. */
export function sizesOf(joins: readonly Join[]): readonly number[] {
  const [tops, subtrees] = [topsOf(joins), subtreesOf(joins)];
  return tops.map((n, level) => n * subtrees[level]);
}

/** The place of the first switch of each level. */
export function firstsOf(sizes: readonly number[]): readonly number[] {
  let next = 0;
  return sizes.map((size) => (next += size) - size);
}

/**
 * The whole of a tree. Place of number j on top of subtree g of level l: after all of lower levels, the g-th of that many on top, j; so the shelf
 * numbers them. Number j leads up to j, j + tops, j + 2 tops, … of the next; where it is shared, to all.
 */
export function wholeTree(tree: Tree): Whole {
  const { joins, hosts } = tree;
  const [tops, sizes] = [topsOf(joins), sizesOf(joins)];
  const firsts = firstsOf(sizes);
  const links: [number, number, number][] = [];
  joins.forEach(({ children, up, times, isShared }, level) => {
    for (let position = 0; position < sizes[level]; position++) {
      const parent = Math.floor(position / tops[level] / children) * tops[level + 1];
      const own = isShared ? 0 : position % tops[level];
      for (let u = 0; u < up; u++) {
        links.push([firsts[level] + position, firsts[level + 1] + parent + own + u * (isShared ? 1 : tops[level]), times]);
      }
    }
  });
  return {
    topology: topologyOf(tree),
    ...wordsOf(tree, sizes),
    ...placesOf(sizes, hosts),
    links,
  };
}

/** Axes, coordinates and terminals of levels of that many switches. */
export function placesOf(sizes: readonly number[], hosts: number): Pick<Whole, "axes" | "at" | "hosts"> {
  const places = sizes.reduce((sum, size) => sum + size, 0);
  return {
    axes: treeAxes(sizes, nameOfLevels(sizes)),
    at: Int32Array.from(sizes.flatMap((size, level) => Array.from({ length: size }, (_, position) => [level, position])).flat()),
    hosts: Int32Array.from({ length: places }, (_, p) => (p < sizes[0] ? hosts : 0)),
  };
}

/** Largest values that the shelf has. */
const most = {
  links: 32,
  levels: 8,
  slenderUp: 16,
  slenderLevels: 12,
  modules: 256,
  ports: 512,
  oversubscription: 64,
  nodes: 1024,
  parallel: 64,
} as const;

/** The tree of the shelf that is exactly this one. */
function topologyOf(tree: Tree): Whole["topology"] {
  const { hosts, joins } = tree;
  const n = joins.length + 1;
  const k = hosts;
  const kUp = joins[0].up;
  const isShape = (shape: TreeShape) =>
    levelsOf(shape).every(({ count, down }, level) => count === sizesOf(joins)[level] && down === hosts) &&
    joins.every((each) => each.up === kUp && each.times === 1);
  const fits = k >= 2 && k <= most.links;
  if (fits && kUp <= k && n <= most.levels && joins.every(({ isShared, children }) => !isShared && children === k)) {
    if (isShape(thinTreeShape(k, kUp, n)))
      return kUp === k ? { kind: "k-ary-n-tree", values: { k, n } } : { kind: "thin-tree", values: { k, kUp, n } };
  }
  if (fits && kUp < k && k % kUp === 0 && kUp <= most.slenderUp && n <= most.slenderLevels) {
    const isSlender = joins.every(({ isShared }, level) => isShared || topsOf(joins)[level] === 1);
    if (isSlender && isShape(slenderTreeShape(k, kUp, n))) return { kind: "slender-tree", values: { k, kUp, n } };
  }
  const [{ children: modules, times: uplinks }] = joins;
  if (n === 2 && kUp === 1 && modules >= 2 && Math.max(modules, hosts, uplinks) <= most.modules)
    return { kind: "modular-switch", values: { modules, ports: hosts, uplinks } };
  return joins.some(({ isShared }, level) => isShared && topsOf(joins)[level] > 1) ? null : (closOf(tree) ?? xgftOf(tree));
}

/** The Clos network that a tree is, narrowed by the roundest number that makes it. */
function closOf({ hosts, joins }: Tree): Whole["topology"] {
  const [{ up }] = joins;
  const [ports, levels] = [hosts + up, joins.length + 1];
  if (levels > 3 || ports % 2 !== 0 || ports > most.ports || hosts < up || hosts > most.oversubscription * up) return null;
  const values = [Math.ceil(hosts / up), hosts / up].map((oversubscription) => ({ ports, levels, oversubscription, planes: 1 }));
  const { children, parents, parallel } = numbersOf({ hosts, joins });
  const isOne = ({ numbers }: TreeShape) =>
    numbers?.children.join() === children.join() && numbers.parents.join() === parents.join() && parallel.every((times) => times === 1);
  const found = values.find(({ oversubscription }) => isOne(closShape(ports, levels, oversubscription)));
  return found === undefined ? null : { kind: "clos", values: found };
}

/** The generalised fat tree that a tree is. */
function xgftOf(tree: Tree): Whole["topology"] {
  const { children, parents, parallel } = numbersOf(tree);
  if (children.length > most.levels || Math.max(...children, ...parents) > most.nodes || Math.max(...parallel) > most.parallel) return null;
  return { kind: "xgft", values: { children, parents, parallel: parallel.every((times) => times === 1) ? [] : parallel } };
}

/** The numbers of a tree without shared joins. */
const numbersOf = ({ hosts, joins }: Tree): Required<Omit<XgftNumbers, "spare">> => ({
  children: [hosts, ...joins.map((each) => each.children)],
  parents: [1, ...joins.map(({ up }) => up)],
  parallel: [1, ...joins.map(({ times }) => times)],
});

const numbers = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const links = (n: number, where: string) => `${n} ${n === 1 ? "link" : "links"} ${where}`;

/** Largest numbers of a ratio that is told exactly: of links, and of what they carry. */
const [mostLinks, mostParts] = [1e6, 100];

/** How much wider links down are than links up that are so many times as fast: `2 to 1`, `5 to 2`, `4 to 3`, `1.37 to 1`. */
function ratio(down: number, up: number, faster: number): string {
  const part = down / (up * faster);
  const [p, q] = nearestFraction(part, faster === 1 ? mostLinks : mostParts);
  return Math.abs(p / q - part) < 1e-6 * part ? `${p} to ${q}` : `${Number(part.toPrecision(3))} to 1`;
}

/** How much faster one link is than another, where it is: `, twice as fast`. */
function fasterSaid(times: number): string {
  const words = new Map([
    [2, "twice"],
    [1 / 2, "half"],
    [1 / 4, "a quarter"],
  ]);
  return times === 1 ? "" : `, ${words.get(times) ?? `${Number(times.toPrecision(3))} times`} as fast`;
}

/** What people call the switches of a level. */
export function levelWord(level: number, levels: number): readonly [one: string, several: string] {
  if (level === 0) return ["leaf", "leaves"];
  if (levels <= 3) return level === 1 ? ["spine", "spines"] : ["core", "cores"];
  return [`switch of level ${level}`, `switches of level ${level}`];
}

function wordsOf({ hosts, joins }: Tree, sizes: readonly number[]): Pick<Whole, "title" | "said" | "narrowing"> {
  const tops = topsOf(joins);
  const narrowing = joins.map((each, level) => {
    const up = each.up * each.times;
    if (level === 0) return { down: hosts, up };
    const { children, isShared, times } = joins[level - 1];
    return { down: children * times * (isShared ? tops[level - 1] : 1), up };
  });
  const isSlender = joins.some(({ isShared }, level) => isShared && tops[level] > 1);
  return {
    title: titleOf(sizes.length, isSlender ? "slender" : isNarrowed(narrowing) ? "thin" : "fat"),
    said: [
      countsSaid(sizes),
      ...narrowedSaid(narrowing),
      ...joins.flatMap(({ times }, level) =>
        times > 1
          ? [`${times} parallel links join ${levelWord(level, sizes.length)[0]} and ${levelWord(level + 1, sizes.length)[0]}.`]
          : [],
      ),
    ],
    narrowing,
  };
}

/** What each level's switches are named by, where people have words for them. */
function nameOfLevels(sizes: readonly number[]): readonly string[] | undefined {
  if (sizes.length > 3) return undefined;
  return sizes.map((size, level) => (size === 1 ? `the ${levelWord(level, sizes.length)[0]}` : levelWord(level, sizes.length)[0]));
}

type Narrowing = NonNullable<Whole["narrowing"]>;

/** How many times as fast a link up of a level is as one down. @param speeds usual rates: of terminals, then of the links up of each level */
const fasterAt = (speeds: readonly number[] | undefined, level: number): number =>
  speeds === undefined ? 1 : speeds[level + 1] / speeds[level];

/** Whether links down of some level carry more than links up. */
export const isNarrowed = (narrowing: Narrowing, speeds?: readonly number[]): boolean =>
  narrowing.some(({ down, up }, level) => up * fasterAt(speeds, level) < down);

/** `It is narrowed 2 to 1 at each leaf: 16 terminals down and 8 links up.` Of leaves always, of others where they are. */
export function narrowedSaid(narrowing: Narrowing, speeds?: readonly number[]): readonly string[] {
  return narrowing.flatMap(({ down, up }, level) => {
    const faster = fasterAt(speeds, level);
    const one = levelWord(level, narrowing.length + 1)[0];
    const below = level > 0 ? links(down, "down") : `${down} ${down === 1 ? "terminal" : "terminals"} down`;
    const both = `${below} and ${links(up, "up")}${fasterSaid(faster)}`;
    if (up * faster < down) return [`It is narrowed ${ratio(down, up, faster)} at each ${one}: ${both}.`];
    return level === 0 ? [`It is not narrowed at a leaf: ${both}.`] : [];
  });
}

/** A tree whose links up are not as fast as those down: what it is narrowed to is what they carry, not how many they are. */
export function withSpeeds(whole: Whole, speeds: readonly number[]): Whole {
  const { title, said, narrowing = [] } = whole;
  const [first, ...others] = narrowedSaid(narrowing);
  const own = narrowedSaid(narrowing, speeds);
  return {
    ...whole,
    title: title.replace(/\b(thin|fat)\b/, isNarrowed(narrowing, speeds) ? "thin" : "fat"),
    said: said.flatMap((each) => (each === first ? own : others.includes(each) ? [] : [each])),
  };
}

/** `three-level fat tree`. */
export const titleOf = (levels: number, kind: string): string => `${numbers[levels] ?? levels}-level ${kind} tree`;

/** `It has 32 leaves, 16 spines and 8 core switches.` */
export function countsSaid(sizes: readonly number[]): string {
  const parts = sizes.map((size, level) => `${size} ${levelWord(level, sizes.length)[size === 1 ? 0 : 1]}`);
  return `It has ${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}.`;
}
