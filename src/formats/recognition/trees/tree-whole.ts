/** Ideal trees: their shape as numbers, the topology that builds them, and the sentences that describe them. */
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

/** How the subtrees of a level form the subtrees of the next. */
export interface Join {
  /** Number of children of each subtree of the next level. */
  readonly children: number;
  /** Number of switches above to which a switch is joined. */
  readonly up: number;
  /** Number of parallel links to each of them. */
  readonly times: number;
  /**
   * Whether all top switches of the children are joined to all top switches of the subtree, as in slender trees. Otherwise, as in fat and
   * thin trees, each has `up` upper switches that no other switch of its child has, so the number of top switches grows by that factor.
   */
  readonly isShared: boolean;
}

/**
 * A tree in which all switches of a level are alike: a parallel-port generalized fat tree (Zahavi, J. Parallel Distrib. Comput. 72, 2012),
 * except for shared joins.
 */
export interface Tree {
  /** Number of terminals of a leaf. */
  readonly hosts: number;
  readonly joins: readonly Join[];
}

/** Number of top switches of a subtree of each level; 1 on the lowest level, where a subtree is a leaf. */
export function topsOf(joins: readonly Join[]): readonly number[] {
  const tops = [1];
  for (const { up, isShared } of joins) tops.push(isShared ? up : tops[tops.length - 1] * up);
  return tops;
}

/** Number of subtrees of each level; the last is the whole tree. */
function subtreesOf(joins: readonly Join[]): readonly number[] {
  return joins.reduceRight((counts, { children }) => [counts[0] * children, ...counts], [1]);
}

/** Number of switches of each level. */
export function sizesOf(joins: readonly Join[]): readonly number[] {
  const [tops, subtrees] = [topsOf(joins), subtreesOf(joins)];
  return tops.map((n, level) => n * subtrees[level]);
}

/** The slot of the first switch of each level. */
export function firstsOf(sizes: readonly number[]): readonly number[] {
  let next = 0;
  return sizes.map((size) => (next += size) - size);
}

/**
 * The ideal network of a tree. Slots are ordered by level, then by subtree, then by number among the top switches of the subtree, as this
 * program's topologies number them. Top switch j of a child leads up to j, j + tops, j + 2 tops, … of the subtree, or to all in a shared
 * join.
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

/** Axes, coordinates and terminals of levels with the given numbers of switches. */
export function placesOf(sizes: readonly number[], hosts: number): Pick<Whole, "axes" | "at" | "hosts"> {
  const places = sizes.reduce((sum, size) => sum + size, 0);
  return {
    axes: treeAxes(sizes, nameOfLevels(sizes)),
    at: Int32Array.from(sizes.flatMap((size, level) => Array.from({ length: size }, (_, position) => [level, position])).flat()),
    hosts: Int32Array.from({ length: places }, (_, p) => (p < sizes[0] ? hosts : 0)),
  };
}

/** Largest values that this program's topologies accept. */
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

/** The topology of this program that builds exactly this tree; null if there is none. */
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

/** The Clos network that equals this tree, with the roundest oversubscription that produces it. */
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

/** The generalized fat tree that equals this tree. */
function xgftOf(tree: Tree): Whole["topology"] {
  const { children, parents, parallel } = numbersOf(tree);
  if (children.length > most.levels || Math.max(...children, ...parents) > most.nodes || Math.max(...parallel) > most.parallel) return null;
  return { kind: "xgft", values: { children, parents, parallel: parallel.every((times) => times === 1) ? [] : parallel } };
}

/** The parameters of a tree without shared joins. */
const numbersOf = ({ hosts, joins }: Tree): Required<Omit<XgftNumbers, "spare">> => ({
  children: [hosts, ...joins.map((each) => each.children)],
  parents: [1, ...joins.map(({ up }) => up)],
  parallel: [1, ...joins.map(({ times }) => times)],
});

const numbers = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const links = (n: number, where: string) => `${n} ${n === 1 ? "link" : "links"} ${where}`;

/** Largest numbers in a ratio that is written exactly: of links, and of their rates. */
const [mostLinks, mostParts] = [1e6, 100];

/** Oversubscription of downlinks to uplinks that are `relativeSpeed` times as fast: `2 to 1`, `5 to 2`, `4 to 3`, `1.37 to 1`. */
function ratio(down: number, up: number, faster: number): string {
  const part = down / (up * faster);
  const [p, q] = nearestFraction(part, faster === 1 ? mostLinks : mostParts);
  return Math.abs(p / q - part) < 1e-6 * part ? `${p} to ${q}` : `${Number(part.toPrecision(3))} to 1`;
}

/** Relative speed of one link to another, empty if equal: `, twice as fast`. */
function fasterSaid(times: number): string {
  const words = new Map([
    [2, "twice"],
    [1 / 2, "half"],
    [1 / 4, "a quarter"],
  ]);
  return times === 1 ? "" : `, ${words.get(times) ?? `${Number(times.toPrecision(3))} times`} as fast`;
}

/** Usual name of the switches of a level, in singular and plural. */
export function levelWord(level: number, levels: number): readonly [one: string, several: string] {
  if (level === 0) return ["leaf", "leaves"];
  if (levels <= 3) return level === 1 ? ["spine", "spines"] : ["core", "cores"];
  return [`switch of level ${level}`, `switches of level ${level}`];
}

/** Title, sentences and narrowing of a tree. */
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

/** Names of the switches of each level, for at most three levels. */
function nameOfLevels(sizes: readonly number[]): readonly string[] | undefined {
  if (sizes.length > 3) return undefined;
  return sizes.map((size, level) => (size === 1 ? `the ${levelWord(level, sizes.length)[0]}` : levelWord(level, sizes.length)[0]));
}

type Narrowing = NonNullable<Whole["narrowing"]>;

/** Rate of an uplink of a level relative to a downlink. @param rates usual rates: of terminals, then of the uplinks of each level */
const fasterAt = (speeds: readonly number[] | undefined, level: number): number =>
  speeds === undefined ? 1 : speeds[level + 1] / speeds[level];

/** Whether the downlinks of some level have more capacity than its uplinks. */
export const isNarrowed = (narrowing: Narrowing, speeds?: readonly number[]): boolean =>
  narrowing.some(({ down, up }, level) => up * fasterAt(speeds, level) < down);

/**
 * `It is narrowed 2 to 1 at each leaf: 16 terminals down and 8 links up.` Leaves always have a sentence, other levels only if they are
 * narrowed.
 */
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

/**
 * The description of a tree whose uplinks and downlinks have different rates: narrowing is then a ratio of capacities, not of numbers of
 * links.
 */
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
