/** Finds links that a text lists twice, once from either end, and removes the duplicates. */
import { defined } from "../../core/base/defined.ts";
import type { Telling } from "../told.ts";
import type { Gathered } from "./gathering.ts";

/**
 * At least this many pairs of nodes must have links from both ends before a text with undirected edges is assumed to list each link twice.
 */
const fewest = 3;

/**
 * Removes the second listing of every link. If all links have ports, a link with the same two ports in reverse is the second listing.
 * Without ports, two directed edges in opposite directions are one link if their attributes agree and if most pairs of the text have
 * opposite edges. Undirected edges count as separate links, unless every pair of nodes has equally many from either end.
 * @param isDirected [L] whether an edge is directed in the text
 */
export function oncePerLink(links: readonly Gathered[], isArrow: readonly boolean[], tell: Telling): readonly Gathered[] {
  const hasArrows = isArrow.includes(true);
  if (links.length === 0) return links;
  if (allHavePorts(links)) {
    const once = oncePerPorts(links);
    if (once.length < links.length) tell.guess("Links are told from both sides, by their ports: each is taken once.");
    else if (hasArrows) tell.guess(eachBothWays);
    return once;
  }
  // Few texts list each link twice, so a cheap test comes first.
  const up = links.reduce((sum, { a, b }) => sum + Number(a < b), 0);
  if (!hasArrows && 2 * up !== links.length) return links;
  const sides = bothSides(links, hasArrows ? isArrow : null);
  const isRule = hasArrows ? sides.opposite > 0 && isTheRule(sides) : sides.pairs >= fewest && sides.isEven;
  if (!isRule || sides.seconds === 0) {
    if (hasArrows) tell.guess(eachBothWays);
    if (hasArrows && sides.opposite > 0) tell.guess(twoEach(sides.opposite));
    return links;
  }
  tell.guess("Links are told from both sides: each is taken once.");
  if (sides.unlike > 0) tell.guess(twoUnlike(sides.unlike));
  return withoutSeconds(links, sides);
}

const eachBothWays = "Edges have a direction: each is taken for a link both ways.";
const counted = (count: number, what: string) => `${count.toLocaleString("en-US")} ${what}${count === 1 ? "" : "s"}`;
export const twoEach = (pairs: number) => `Told in both directions, and taken for two links each: ${counted(pairs, "pair")} of nodes.`;
export const twoUnlike = (pairs: number) =>
  `Told in both directions, but not alike, and taken for two links each: ${counted(pairs, "pair")} of nodes.`;

/** Statistics of opposite links in a text. */
export interface BothSides {
  /** Number of linked pairs of nodes, and number of those with links from both ends. */
  readonly pairs: number;
  readonly opposite: number;
  /** Number of pairs whose opposite links have different attributes. */
  readonly unlike: number;
  /** Whether every pair has equally many links from either end. */
  readonly isEven: boolean;
  /** [L] For the second listing of a link, the index of its first listing; −1 for all others. */
  readonly firsts: Int32Array;
  /** Number of second listings. */
  readonly seconds: number;
}

/** Whether at least half of all linked pairs have links in both directions. */
export const isTheRule = ({ pairs, opposite }: BothSides): boolean => 2 * opposite >= pairs;

/**
 * Matches the opposite links of each pair of nodes. Two links are the same if their attributes agree or one of them has none.
 * @param isIncluded [L] which links to match; null for all
 */
export function bothSides(links: readonly Gathered[], isArrow: readonly boolean[] | null): BothSides {
  const nodes = links.reduce((most, { a, b }) => Math.max(most, a, b), 0) + 1;
  const low = ({ a, b }: Gathered) => Math.min(a, b);
  const high = ({ a, b }: Gathered) => Math.max(a, b);
  // A counting sort by the lower node, then a sort by the higher one: a map of 10⁶ pairs would take a second.
  const begins = new Int32Array(nodes + 1);
  const isSeen = (i: number) => isArrow === null || isArrow[i];
  links.forEach((link, i) => {
    if (isSeen(i)) begins[low(link) + 1]++;
  });
  for (let n = 0; n < nodes; n++) begins[n + 1] += begins[n];
  const next = begins.slice();
  const order = new Int32Array(begins[nodes]);
  links.forEach((link, i) => {
    if (isSeen(i)) order[next[low(link)]++] = i;
  });
  const firsts = new Int32Array(links.length).fill(-1);
  let [pairs, opposite, unlike, seconds] = [0, 0, 0, 0];
  let isEven = true;
  for (let n = 0; n < nodes; n++) {
    const own = order.subarray(begins[n], begins[n + 1]).sort((i, j) => high(links[i]) - high(links[j]) || i - j);
    for (let first = 0; first < own.length;) {
      let end = first + 1;
      while (end < own.length && high(links[own[end]]) === high(links[own[first]])) end++;
      pairs++;
      let up = 0;
      for (let i = first; i < end; i++) if (links[own[i]].a === n) up++;
      const down = end - first - up;
      isEven &&= up === down;
      if (up > 0 && down > 0) {
        opposite++;
        const pair = own.subarray(first, end);
        const [some, others] = [pair.filter((i) => links[i].a === n), pair.filter((i) => links[i].a !== n)];
        const found = up >= down ? match(links, some, others, firsts) : match(links, others, some, firsts);
        if (found < Math.min(up, down)) unlike++;
        seconds += found;
      }
      first = end;
    }
  }
  return { pairs, opposite, unlike, isEven, firsts, seconds };
}

/**
 * Matches second listings to first listings: those with equal attributes first, then those without attributes. @returns number of matches
 */
function match(links: readonly Gathered[], some: Int32Array, others: Int32Array, firsts: Int32Array): number {
  if (some.length === 1 && others.length === 1) {
    const [one, other] = [sayingOf(links[some[0]]), sayingOf(links[others[0]])];
    if (one !== other && one !== "" && other !== "") return 0;
    firsts[others[0]] = some[0];
    return 1;
  }
  const free = new Map<string, number[]>();
  for (const i of some.toReversed()) {
    const key = sayingOf(links[i]);
    const known = free.get(key);
    if (known === undefined) free.set(key, [i]);
    else known.push(i);
  }
  let found = 0;
  const take = (i: number, from: number[] | undefined): boolean => {
    const first = from?.pop();
    if (first === undefined) return false;
    firsts[i] = first;
    found++;
    return true;
  };
  const rest = [...others].filter((i) => !take(i, free.get(sayingOf(links[i]))));
  const silent = free.get("");
  const speaking = [...free].flatMap(([key, places]) => (key === "" ? [] : places));
  for (const i of rest) take(i, sayingOf(links[i]) === "" ? speaking : silent);
  return found;
}

/**
 * A key of a link's attributes, equal from either end; empty if there are none. Values are rounded, so that small numeric differences do
 * not matter.
 */
function sayingOf({ a, b, aPort, bPort, rate, length, kind }: Gathered): string {
  if (rate === undefined && length === undefined && kind === undefined && aPort === undefined && bPort === undefined) return "";
  const [unit, long] = length === undefined ? ["", 0] : Object.entries(length as Record<string, number>)[0];
  const ports = a < b ? `${aPort} ${bPort}` : `${bPort} ${aPort}`;
  return `${rate === undefined ? "" : Math.fround(rate)} ${unit} ${Math.fround(long)} ${ports} ${kind}`;
}

/** Links without the second listings. If a first listing has no attributes, it takes those of the second. */
export function withoutSeconds(links: readonly Gathered[], { firsts }: BothSides): readonly Gathered[] {
  return links.filter((second, i) => {
    if (firsts[i] < 0) return true;
    const first = links[firsts[i]];
    if (sayingOf(first) !== "") return false;
    const { a, b: _, aPort, bPort, ...rest } = second;
    Object.assign(first, rest, a === first.a ? portsOf(aPort, bPort) : portsOf(bPort, aPort));
    return false;
  });
}

const portsOf = (aPort: number | undefined, bPort: number | undefined) => ({
  ...defined({ aPort, bPort }),
});

/** Whether every link has a port number at both ends. */
export const allHavePorts = (links: readonly Gathered[]): boolean =>
  links.every(({ aPort, bPort }) => aPort !== undefined && bPort !== undefined);

/** Links without those whose two ports another link already has in reverse. */
export function oncePerPorts(links: readonly Gathered[]): readonly Gathered[] {
  const seen = new Set<string>();
  return links.filter(({ a, aPort, b, bPort }) => {
    if (seen.has(`${b} ${bPort} ${a} ${aPort}`)) return false;
    seen.add(`${a} ${aPort} ${b} ${bPort}`);
    return true;
  });
}
