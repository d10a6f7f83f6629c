/** Ideal trees: their shape as numbers, the topology that builds them, and the sentences that describe them. */
import { nearestFraction } from "../../../core/base/fraction.ts";
import {
  closShape,
  levelsOf,
  slenderTreeShape,
  thinTreeShape,
  treeAxes,
  type TreeShape,
  type XgftParameters,
} from "../../../core/network/tree-shapes.ts";
import type { IdealTopology } from "../contract.ts";

/** How the subtrees of a level form the subtrees of the next level. */
export interface LevelJoin {
  /** Number of children of each subtree of the next level. */
  readonly children: number;
  /** Number of switches of the level above to which a switch is joined. */
  readonly up: number;
  /** Number of parallel links to each of these switches. */
  readonly parallelLinks: number;
  /**
   * Whether all top switches of the children are joined to all top switches of the subtree, as in slender trees. Otherwise, as in fat and
   * thin trees, no two top switches of the same child share an upper switch, so a subtree has `up` times as many top switches as a child.
   */
  readonly isShared: boolean;
}

/**
 * A tree in which all switches of a level are alike: a parallel-port generalized fat tree (Zahavi, J. Parallel Distrib. Comput. 72, 2012),
 * except for shared joins.
 */
export interface RegularTree {
  /** Number of terminals of a leaf. */
  readonly terminalsPerLeaf: number;
  readonly joins: readonly LevelJoin[];
}

/** Number of top switches of a subtree of each level; 1 on the lowest level, where a subtree is a leaf. */
export function topCounts(joins: readonly LevelJoin[]): readonly number[] {
  const counts = [1];
  for (const { up, isShared } of joins) counts.push(isShared ? up : counts[counts.length - 1] * up);
  return counts;
}

/** Number of subtrees of each level; the last is the whole tree. */
function subtreeCounts(joins: readonly LevelJoin[]): readonly number[] {
  return joins.reduceRight((counts, { children }) => [counts[0] * children, ...counts], [1]);
}

/** Number of switches of each level. */
export function levelSizesOf(joins: readonly LevelJoin[]): readonly number[] {
  const [tops, subtrees] = [topCounts(joins), subtreeCounts(joins)];
  return tops.map((n, level) => n * subtrees[level]);
}

/** The slot (position in the ideal network) of the first switch of each level. */
export function firstSlotsOf(sizes: readonly number[]): readonly number[] {
  let nextSlot = 0;
  return sizes.map((size) => (nextSlot += size) - size);
}

/**
 * The ideal network of a regular tree, in which all switches of a level are alike. Slots are numbered as in this program's topologies: by
 * level, then by subtree, then by number among the top switches of the subtree. Top switch j of a child leads up to j, j + tops, j + 2
 * tops, … of the subtree; in a shared join it leads up to all top switches.
 */
export function idealTree(tree: RegularTree): IdealTopology {
  const { joins, terminalsPerLeaf: leafTerminals } = tree;
  const [tops, sizes] = [topCounts(joins), levelSizesOf(joins)];
  const firstSlots = firstSlotsOf(sizes);
  const links: [number, number, number][] = [];
  // The links of each level to the next one.
  joins.forEach(({ children, up, parallelLinks, isShared }, level) => {
    for (let indexInLevel = 0; indexInLevel < sizes[level]; indexInLevel++) {
      const firstParent = Math.floor(indexInLevel / tops[level] / children) * tops[level + 1];
      // The upper switches of this switch, by their numbers among the top switches of their subtree: the first number, and the step to the
      // next.
      const [topNumber, topStep] = isShared ? [0, 1] : [indexInLevel % tops[level], tops[level]];
      for (let u = 0; u < up; u++) {
        links.push([firstSlots[level] + indexInLevel, firstSlots[level + 1] + firstParent + topNumber + u * topStep, parallelLinks]);
      }
    }
  });
  return {
    topology: topologyOf(tree),
    ...treeDescription(tree, sizes),
    ...levelSlots(sizes, leafTerminals),
    links,
  };
}

/** Axes, coordinates and terminals of levels with the given numbers of switches. */
export function levelSlots(
  sizes: readonly number[],
  terminalsPerLeaf: number,
): Pick<IdealTopology, "axes" | "coordinates" | "terminalCounts"> {
  const slotCount = sizes.reduce((sum, size) => sum + size, 0);
  return {
    axes: treeAxes(sizes, levelNames(sizes)),
    coordinates: Int32Array.from(sizes.flatMap((size, level) => Array.from({ length: size }, (_, position) => [level, position])).flat()),
    terminalCounts: Int32Array.from({ length: slotCount }, (_, p) => (p < sizes[0] ? terminalsPerLeaf : 0)),
  };
}

/** Largest values that this program's topologies accept. */
const limits = {
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

/**
 * The topology of this program that builds exactly this tree, with its parameters: a k-ary n-tree, a thin or slender tree, a modular
 * switch, a Clos network or an XGFT. Null if there is none. k is the number of links down of a switch, kUp that of links up, n the number
 * of levels.
 */
function topologyOf(tree: RegularTree): IdealTopology["topology"] {
  const { terminalsPerLeaf: leafTerminals, joins } = tree;
  const n = joins.length + 1;
  const k = leafTerminals;
  const kUp = joins[0].up;
  /** Whether the tree has the levels of a shape, and all switches have kUp single links up. */
  const isShape = (shape: TreeShape) =>
    levelsOf(shape).every(({ count, down }, level) => count === levelSizesOf(joins)[level] && down === leafTerminals) &&
    joins.every((each) => each.up === kUp && each.parallelLinks === 1);
  const isArityValid = k >= 2 && k <= limits.links;
  // A k-ary n-tree, or a thin tree if it has fewer links up than down.
  if (isArityValid && kUp <= k && n <= limits.levels && joins.every(({ isShared, children }) => !isShared && children === k)) {
    if (isShape(thinTreeShape(k, kUp, n)))
      return kUp === k ? { kind: "k-ary-n-tree", values: { k, n } } : { kind: "thin-tree", values: { k, kUp, n } };
  }
  // A slender tree.
  if (isArityValid && kUp < k && k % kUp === 0 && kUp <= limits.slenderUp && n <= limits.slenderLevels) {
    const isSlender = joins.every(({ isShared }, level) => isShared || topCounts(joins)[level] === 1);
    if (isSlender && isShape(slenderTreeShape(k, kUp, n))) return { kind: "slender-tree", values: { k, kUp, n } };
  }
  // A modular switch, whose modules are the leaves below one switch.
  const [{ children: modules, parallelLinks: uplinks }] = joins;
  if (n === 2 && kUp === 1 && modules >= 2 && Math.max(modules, leafTerminals, uplinks) <= limits.modules)
    return { kind: "modular-switch", values: { modules, ports: leafTerminals, uplinks } };
  return joins.some(({ isShared }, level) => isShared && topCounts(joins)[level] > 1) ? null : (closOf(tree) ?? xgftOf(tree));
}

/** The Clos network that equals this tree, with the roundest oversubscription that produces it. */
function closOf({ terminalsPerLeaf: hosts, joins }: RegularTree): IdealTopology["topology"] {
  const [{ up }] = joins;
  const [ports, levels] = [hosts + up, joins.length + 1];
  if (levels > 3 || ports % 2 !== 0 || ports > limits.ports || hosts < up || hosts > limits.oversubscription * up) return null;
  const candidates = [Math.ceil(hosts / up), hosts / up].map((oversubscription) => ({ ports, levels, oversubscription, planes: 1 }));
  const { children, parents, parallel } = xgftParameters({ terminalsPerLeaf: hosts, joins });
  const matches = ({ numbers }: TreeShape) =>
    numbers?.children.join() === children.join() && numbers.parents.join() === parents.join() && parallel.every((times) => times === 1);
  const match = candidates.find(({ oversubscription }) => matches(closShape(ports, levels, oversubscription)));
  return match === undefined ? null : { kind: "clos", values: match };
}

/** The generalized fat tree that equals this tree. */
function xgftOf(tree: RegularTree): IdealTopology["topology"] {
  const { children, parents, parallel } = xgftParameters(tree);
  if (children.length > limits.levels || Math.max(...children, ...parents) > limits.nodes || Math.max(...parallel) > limits.parallel)
    return null;
  return { kind: "xgft", values: { children, parents, parallel: parallel.every((linkCount) => linkCount === 1) ? [] : parallel } };
}

/** The parameters of a tree without shared joins. */
const xgftParameters = ({ terminalsPerLeaf: hosts, joins }: RegularTree): Required<Omit<XgftParameters, "spare">> => ({
  children: [hosts, ...joins.map((each) => each.children)],
  parents: [1, ...joins.map(({ up }) => up)],
  parallel: [1, ...joins.map(({ parallelLinks: times }) => times)],
});

const numberWords = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const linkText = (n: number, direction: "up" | "down") => `${n} ${direction}${n === 1 ? "link" : "links"}`;

/** Largest numbers in ratios that are written exactly: in ratios of numbers of links, and in ratios of capacities if link rates differ. */
const [maxRatioLinks, maxRatioRates] = [1e6, 100];

/** Oversubscription of downlinks to uplinks that are `relativeSpeed` times as fast: `2 to 1`, `5 to 2`, `4 to 3`, `1.37 to 1`. */
function ratioText(down: number, up: number, relativeSpeed: number): string {
  const quotient = down / (up * relativeSpeed);
  const [p, q] = nearestFraction(quotient, relativeSpeed === 1 ? maxRatioLinks : maxRatioRates);
  return Math.abs(p / q - quotient) < 1e-6 * quotient ? `${p} to ${q}` : `${Number(quotient.toPrecision(3))} to 1`;
}

/** Relative speed of one link to another, empty if equal: `, twice as fast`. */
function relativeSpeedText(relativeSpeed: number): string {
  const speedWords = new Map([
    [2, "twice"],
    [1 / 2, "half"],
    [1 / 4, "a quarter"],
  ]);
  return relativeSpeed === 1 ? "" : `, ${speedWords.get(relativeSpeed) ?? `${Number(relativeSpeed.toPrecision(3))} times`} as fast`;
}

/** Usual name of the switches of a level, in singular and plural. */
export function levelWord(level: number, levelCount: number): readonly [one: string, several: string] {
  if (level === 0) return ["leaf", "leaves"];
  if (levelCount <= 3) return level === 1 ? ["spine", "spines"] : ["core", "cores"];
  return [`switch of level ${level}`, `switches of level ${level}`];
}

/**
 * Title, sentences and narrowing of a regular tree. The narrowing of a level is the number of links of a switch down and up, which says
 * whether the tree is oversubscribed.
 * @param sizes number of switches of each level, the leaves first
 */
function treeDescription(
  { terminalsPerLeaf: leafTerminals, joins }: RegularTree,
  sizes: readonly number[],
): Pick<IdealTopology, "title" | "sentences" | "narrowing"> {
  const tops = topCounts(joins);
  const narrowing = joins.map((join, level) => {
    const uplinks = join.up * join.parallelLinks;
    if (level === 0) return { down: leafTerminals, up: uplinks };
    const { children, isShared, parallelLinks } = joins[level - 1];
    // In a shared join, a switch is joined to all top switches of each child.
    return { down: children * parallelLinks * (isShared ? tops[level - 1] : 1), up: uplinks };
  });
  const isSlender = joins.some(({ isShared }, level) => isShared && tops[level] > 1);
  return {
    title: treeTitle(sizes.length, isSlender ? "slender" : isNarrowed(narrowing) ? "thin" : "fat"),
    sentences: [
      countsSentence(sizes),
      ...narrowingSentences(narrowing),
      ...joins.flatMap(({ parallelLinks }, level) =>
        parallelLinks > 1
          ? [
              `${parallelLinks} parallel links connect a ${levelWord(level, sizes.length)[0]} to a ${levelWord(level + 1, sizes.length)[0]}.`,
            ]
          : [],
      ),
    ],
    narrowing,
  };
}

/** Names of the switches of each level, for at most three levels. */
function levelNames(sizes: readonly number[]): readonly string[] | undefined {
  if (sizes.length > 3) return undefined;
  return sizes.map((size, level) => (size === 1 ? `the ${levelWord(level, sizes.length)[0]}` : levelWord(level, sizes.length)[0]));
}

type Narrowing = NonNullable<IdealTopology["narrowing"]>;

/** Rate of an uplink of a level relative to a downlink. @param rates usual rates: of terminals, then of the uplinks of each level */
const relativeUplinkRate = (rates: readonly number[] | undefined, level: number): number =>
  rates === undefined ? 1 : rates[level + 1] / rates[level];

/** Whether the downlinks of some level have more capacity than its uplinks. */
export const isNarrowed = (narrowing: Narrowing, rates?: readonly number[]): boolean =>
  narrowing.some(({ down, up }, level) => up * relativeUplinkRate(rates, level) < down);

/**
 * `It is oversubscribed 2 to 1 at each leaf: 16 terminals and 8 uplinks.` Leaves always have a sentence, other levels only if they are
 * narrowed.
 */
export function narrowingSentences(narrowing: Narrowing, rates?: readonly number[]): readonly string[] {
  return narrowing.flatMap(({ down, up }, level) => {
    const relativeSpeed = relativeUplinkRate(rates, level);
    const levelName = levelWord(level, narrowing.length + 1)[0];
    const downText = level > 0 ? linkText(down, "down") : `${down} ${down === 1 ? "terminal" : "terminals"}`;
    const linksText = `${downText} and ${linkText(up, "up")}${relativeSpeedText(relativeSpeed)}`;
    if (up * relativeSpeed < down)
      return [`It is oversubscribed ${ratioText(down, up, relativeSpeed)} at each ${levelName}: ${linksText}.`];
    return level === 0 ? [`It is not oversubscribed at a leaf: ${linksText}.`] : [];
  });
}

/**
 * The description of a tree whose uplinks and downlinks have different rates: narrowing is then a ratio of capacities, not of numbers of
 * links.
 */
export function withLinkRates(ideal: IdealTopology, rates: readonly number[]): IdealTopology {
  const { title, sentences, narrowing = [] } = ideal;
  const [firstSentence, ...otherSentences] = narrowingSentences(narrowing);
  const newSentences = narrowingSentences(narrowing, rates);
  return {
    ...ideal,
    title: title.replace(/\b(thin|fat)\b/, isNarrowed(narrowing, rates) ? "thin" : "fat"),
    sentences: sentences.flatMap((sentence) =>
      sentence === firstSentence ? newSentences : otherSentences.includes(sentence) ? [] : [sentence],
    ),
  };
}

/** `three-level fat tree`. */
export const treeTitle = (levels: number, kind: string): string => `${numberWords[levels] ?? levels}-level ${kind} tree`;

/** `It has 32 leaves, 16 spines and 8 core switches.` */
export function countsSentence(sizes: readonly number[]): string {
  const levelTexts = sizes.map((size, level) => `${size} ${levelWord(level, sizes.length)[size === 1 ? 0 : 1]}`);
  return `It has ${levelTexts.slice(0, -1).join(", ")} and ${levelTexts[levelTexts.length - 1]}.`;
}
