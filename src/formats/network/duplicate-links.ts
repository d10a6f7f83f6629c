/** Finds links that a text lists twice, once from either end, and removes the duplicates. */
import { withoutUndefined } from "../../core/base/defined.ts";
import type { DiagnosticsCollector } from "../diagnostics.ts";
import type { MutableLink } from "./network-builder.ts";

/**
 * At least this many pairs of nodes must have links from both ends before a text with undirected edges is assumed to list each link twice.
 */
const minPairs = 3;

/**
 * Removes the second listing of every link that a file lists at both of its ends. If all links have ports, a link with the same two ports
 * in reverse is the second listing. Without ports, two directed edges in opposite directions are one link if their attributes agree and if
 * most pairs of the text have opposite edges. Undirected edges count as separate links, unless every pair of nodes has equally many from
 * either end.
 * @param links all L links in the order of the text
 * @param isDirected [L] whether an edge is directed in the text
 */
export function withoutDuplicates(
  links: readonly MutableLink[],
  isDirected: readonly boolean[],
  diagnostics: DiagnosticsCollector,
): readonly MutableLink[] {
  const hasDirectedEdges = isDirected.includes(true);
  if (links.length === 0) return links;
  if (allHavePorts(links)) {
    const uniqueLinks = withoutDuplicatePorts(links);
    if (uniqueLinks.length < links.length) diagnostics.guess("Links are listed from both ends, with their ports: each is read once.");
    else if (hasDirectedEdges) diagnostics.guess(directedGuess);
    return uniqueLinks;
  }
  // Few texts list each link twice, so a cheap test comes first.
  const ascendingLinks = links.reduce((sum, { a, b }) => sum + Number(a < b), 0);
  if (!hasDirectedEdges && 2 * ascendingLinks !== links.length) return links;
  const opposites = oppositeLinks(links, hasDirectedEdges ? isDirected : null);
  const areDuplicates = hasDirectedEdges
    ? opposites.oppositePairs > 0 && isOppositeUsual(opposites)
    : opposites.linkedPairs >= minPairs && opposites.isBalanced;
  if (!areDuplicates || opposites.secondListings === 0) {
    if (hasDirectedEdges) diagnostics.guess(directedGuess);
    if (hasDirectedEdges && opposites.oppositePairs > 0) diagnostics.guess(oppositeGuess(opposites.oppositePairs));
    return links;
  }
  diagnostics.guess("Links are listed from both ends: each is read once.");
  if (opposites.conflictingPairs > 0) diagnostics.guess(conflictingGuess(opposites.conflictingPairs));
  return withoutSecondListings(links, opposites);
}

const directedGuess = "Edges have a direction: each is read as a bidirectional link.";
const countOf = (count: number, noun: string) => `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
export const oppositeGuess = (pairCount: number) =>
  `Listed in both directions and read as two links each: ${countOf(pairCount, "pair")} of nodes.`;
export const conflictingGuess = (pairs: number) =>
  `Listed in both directions with different values and read as two links each: ${countOf(pairs, "pair")} of nodes.`;

/** Statistics of opposite links in a text. */
export interface OppositeLinks {
  /** Number of linked pairs of nodes, and number of pairs with links from both ends. */
  readonly linkedPairs: number;
  readonly oppositePairs: number;
  /** Number of pairs whose opposite links have different attributes. */
  readonly conflictingPairs: number;
  /** Whether every pair has equally many links from either end. */
  readonly isBalanced: boolean;
  /** [L] For the second listing of a link, the index of its first listing; −1 for all others. */
  readonly firstListing: Int32Array;
  /** Number of second listings. */
  readonly secondListings: number;
}

/** Whether at least half of all linked pairs have links in both directions. */
export const isOppositeUsual = ({ linkedPairs: pairs, oppositePairs: opposite }: OppositeLinks): boolean => 2 * opposite >= pairs;

/**
 * Finds pairs of nodes with links in both directions and matches the opposite links of each pair, because a file may list each link at both
 * ends. Two links are the same if their attributes agree or one of them has none. `firstListing` is the index of the link that each link
 * repeats, −1 for none.
 * @param isIncluded [L] which links to match; null for all
 */
export function oppositeLinks(links: readonly MutableLink[], isIncluded: readonly boolean[] | null): OppositeLinks {
  const nodeCount = links.reduce((highest, { a, b }) => Math.max(highest, a, b), 0) + 1;
  const lowNode = ({ a, b }: MutableLink) => Math.min(a, b);
  const highNode = ({ a, b }: MutableLink) => Math.max(a, b);
  // A counting sort by the lower node, then a sort by the higher one: a map of 10⁶ pairs would take a second.
  const bucketStart = new Int32Array(nodeCount + 1);
  const isSelected = (i: number) => isIncluded === null || isIncluded[i];
  links.forEach((link, i) => {
    if (isSelected(i)) bucketStart[lowNode(link) + 1]++;
  });
  for (let n = 0; n < nodeCount; n++) bucketStart[n + 1] += bucketStart[n];
  const nextSlot = bucketStart.slice();
  const sortedLinks = new Int32Array(bucketStart[nodeCount]);
  links.forEach((link, i) => {
    if (isSelected(i)) sortedLinks[nextSlot[lowNode(link)]++] = i;
  });
  // In each bucket, the links of a pair of nodes are a group. Match the opposite links of each group.
  const firstListing = new Int32Array(links.length).fill(-1);
  let [linkedPairs, oppositePairs, conflictingPairs, secondListings] = [0, 0, 0, 0];
  let isBalanced = true;
  for (let low = 0; low < nodeCount; low++) {
    const bucket = sortedLinks
      .subarray(bucketStart[low], bucketStart[low + 1])
      .sort((i, j) => highNode(links[i]) - highNode(links[j]) || i - j);
    for (let groupStart = 0; groupStart < bucket.length;) {
      let groupEnd = groupStart + 1;
      while (groupEnd < bucket.length && highNode(links[bucket[groupEnd]]) === highNode(links[bucket[groupStart]])) groupEnd++;
      linkedPairs++;
      let ascending = 0;
      for (let i = groupStart; i < groupEnd; i++) if (links[bucket[i]].a === low) ascending++;
      const descending = groupEnd - groupStart - ascending;
      isBalanced &&= ascending === descending;
      if (ascending > 0 && descending > 0) {
        oppositePairs++;
        const group = bucket.subarray(groupStart, groupEnd);
        const [ascendingLinks, descendingLinks] = [group.filter((i) => links[i].a === low), group.filter((i) => links[i].a !== low)];
        const matches =
          ascending >= descending
            ? matchLinks(links, ascendingLinks, descendingLinks, firstListing)
            : matchLinks(links, descendingLinks, ascendingLinks, firstListing);
        if (matches < Math.min(ascending, descending)) conflictingPairs++;
        secondListings += matches;
      }
      groupStart = groupEnd;
    }
  }
  return { linkedPairs, oppositePairs, conflictingPairs, isBalanced, firstListing, secondListings };
}

/**
 * Matches the links of a pair of nodes in one direction to those in the other: those with equal attributes first, then those without
 * attributes. Writes the index of the first listing of each matched link to `firstListing`.
 * @param firstLinks indices of the links in the direction that has more of them; `secondLinks` are those in the other direction
 * @returns number of matches
 */
function matchLinks(links: readonly MutableLink[], firstLinks: Int32Array, secondLinks: Int32Array, firstListing: Int32Array): number {
  if (firstLinks.length === 1 && secondLinks.length === 1) {
    const [firstKey, secondKey] = [attributeKey(links[firstLinks[0]]), attributeKey(links[secondLinks[0]])];
    if (firstKey !== secondKey && firstKey !== "" && secondKey !== "") return 0;
    firstListing[secondLinks[0]] = firstLinks[0];
    return 1;
  }
  // Links of the first direction by attributes, in reverse order, because matches are taken from the end.
  const unmatched = new Map<string, number[]>();
  for (const i of firstLinks.toReversed()) {
    const key = attributeKey(links[i]);
    const sameKey = unmatched.get(key);
    if (sameKey === undefined) unmatched.set(key, [i]);
    else sameKey.push(i);
  }
  let matches = 0;
  const matchWith = (i: number, candidates: number[] | undefined): boolean => {
    const first = candidates?.pop();
    if (first === undefined) return false;
    firstListing[i] = first;
    matches++;
    return true;
  };
  const unmatchedSeconds = [...secondLinks].filter((i) => !matchWith(i, unmatched.get(attributeKey(links[i]))));
  // A link without attributes matches any other link.
  const withoutAttributes = unmatched.get("");
  const withAttributes = [...unmatched].flatMap(([key, indices]) => (key === "" ? [] : indices));
  for (const i of unmatchedSeconds) matchWith(i, attributeKey(links[i]) === "" ? withAttributes : withoutAttributes);
  return matches;
}

/**
 * A key of a link's attributes, equal from either end; empty if there are none. Values are rounded, so that small numeric differences do
 * not matter.
 */
function attributeKey({ a, b, aPort, bPort, rate, length, kind }: MutableLink): string {
  if (rate === undefined && length === undefined && kind === undefined && aPort === undefined && bPort === undefined) return "";
  const [unit, lengthValue] = length === undefined ? ["", 0] : Object.entries(length as Record<string, number>)[0];
  const ports = a < b ? `${aPort} ${bPort}` : `${bPort} ${aPort}`;
  return `${rate === undefined ? "" : Math.fround(rate)} ${unit} ${Math.fround(lengthValue)} ${ports} ${kind}`;
}

/** Links without the second listings. If a first listing has no attributes, it takes those of the second. */
export function withoutSecondListings(links: readonly MutableLink[], { firstListing }: OppositeLinks): readonly MutableLink[] {
  return links.filter((second, i) => {
    if (firstListing[i] < 0) return true;
    const first = links[firstListing[i]];
    if (attributeKey(first) !== "") return false;
    const { a, b: _, aPort, bPort, ...rest } = second;
    Object.assign(first, rest, a === first.a ? definedPorts(aPort, bPort) : definedPorts(bPort, aPort));
    return false;
  });
}

const definedPorts = (aPort: number | undefined, bPort: number | undefined) => ({
  ...withoutUndefined({ aPort, bPort }),
});

/** Whether every link has a port number at both ends. */
export const allHavePorts = (links: readonly MutableLink[]): boolean =>
  links.every(({ aPort, bPort }) => aPort !== undefined && bPort !== undefined);

/** Removes every link whose two ports an earlier link already has in reverse. */
export function withoutDuplicatePorts(links: readonly MutableLink[]): readonly MutableLink[] {
  const seen = new Set<string>();
  return links.filter(({ a, aPort, b, bPort }) => {
    if (seen.has(`${b} ${bPort} ${a} ${aPort}`)) return false;
    seen.add(`${a} ${aPort} ${b} ${bPort}`);
    return true;
  });
}
