/** Finds the Cartesian product of rings, lines and full graphs that best matches a network with missing or extra links. */
import type { SwitchFabric } from "./contract.ts";
import { dimensionAssignments } from "./directions.ts";
import { ProductEmbedding, type SearchBudget } from "./embedding.ts";
import {
  type ProductCandidate,
  productCandidates,
  type FabricStatistics,
  productDegree,
  isFullGraph,
  areJoinedIn,
  productLinks,
  maxExtraLinks,
  maxMissingLinks,
  productSize,
  type CartesianProduct,
  type ProductFactor,
} from "./product.ts";
import { StarSample } from "./stars.ts";

/** A network recognized as a product. */
export interface ProductMatch {
  readonly product: CartesianProduct;
  /** [S × dimensions] Coordinates of each switch. */
  readonly coordinates: Int32Array;
  /** Number of missing links between existing switches, extra links, and missing switches. */
  readonly irregularities: number;
}

/** Maximum number of stars (switches with their neighbors grouped by dimension) from which the embedding of one product is tried. */
const maxStars = 6;
/** Budget of one product: each switch may be assigned to a slot this many times on average. */
const assignmentsPerSwitch = 48;
/** Number of switches from which the mean distance is estimated. */
const maxSources = 16;

/**
 * Finds the grid-like network (a Cartesian product of rings, lines and full graphs, one factor per dimension) that explains a network with
 * the fewest irregularities; null if none does. See {@link productCandidates} for the candidates.
 * @param factorsOfSize returns the accepted factors of a size
 * @param isAccepted whether a product is accepted
 */
export function bestProduct(
  fabric: SwitchFabric,
  factorsOfSize: (size: number) => readonly ProductFactor[],
  isAccepted: (product: CartesianProduct) => boolean,
): ProductMatch | null {
  const statistics = fabricStatistics(fabric);
  const maxExtra = maxExtraLinks(statistics.links);
  const candidates = productCandidates(statistics, factorsOfSize, isAccepted);
  if (candidates.length === 0) return null;
  // A star is a switch with its neighbors grouped by dimension. A product that does not fit a sample of stars is excluded.
  const stars = new StarSample(fabric);
  const plausibleCandidates = candidates.filter(({ product }) => stars.fits(product));
  const hasAllSwitches = ({ product }: ProductCandidate) => productSize(product) === fabric.switchCount;
  const matchWithoutExtra = ({ product }: ProductCandidate) =>
    productLinks(product) < statistics.links ? null : embedInProduct(fabric, stars, product, 0);
  const matchWithExtra = ({ product }: ProductCandidate) => embedWithExtraLinks(fabric, stars, product, maxExtra);
  // The order of attempts: explain the network with missing links only, then with missing switches, then with extra links, then with both.
  const [complete, incomplete] = [
    plausibleCandidates.filter(hasAllSwitches),
    plausibleCandidates.filter((candidate) => !hasAllSwitches(candidate)),
  ];
  return (
    bestOfCandidates(complete, matchWithoutExtra) ??
    bestOfCandidates(incomplete, matchWithoutExtra) ??
    bestOfCandidates(complete, matchWithExtra) ??
    bestOfCandidates(incomplete, matchWithExtra)
  );
}

/** The best match of candidates that are sorted by their minimum number of irregularities. */
function bestOfCandidates(
  candidates: readonly ProductCandidate[],
  findMatch: (candidate: ProductCandidate) => ProductMatch | null,
): ProductMatch | null {
  let best: ProductMatch | null = null;
  for (const candidate of candidates) {
    if (best !== null && candidate.minIrregularities >= best.irregularities) break;
    const match = findMatch(candidate);
    if (match !== null && (best === null || match.irregularities < best.irregularities)) best = match;
  }
  return best;
}

/**
 * Numbers of switches and links, number of switches by degree, and mean distance in hops; the distance is estimated by breadth-first
 * searches from a few switches. It includes the distance 0 of a switch from itself.
 */
function fabricStatistics({ switchCount, firstNeighbor, neighbors }: SwitchFabric): FabricStatistics {
  const degrees: number[] = [];
  for (let s = 0; s < switchCount; s++) {
    const degree = firstNeighbor[s + 1] - firstNeighbor[s];
    while (degrees.length <= degree) degrees.push(0);
    degrees[degree]++;
  }
  let [sum, reachedPairs] = [0, 0];
  for (let i = 0; i < Math.min(maxSources, switchCount); i++) {
    const source = Math.floor((i * switchCount) / Math.min(maxSources, switchCount));
    const distance = new Int32Array(switchCount).fill(-1);
    const queue = [source];
    distance[source] = 0;
    for (const visited of queue) {
      sum += distance[visited];
      for (let e = firstNeighbor[visited]; e < firstNeighbor[visited + 1]; e++) {
        if (distance[neighbors[e]] >= 0) continue;
        distance[neighbors[e]] = distance[visited] + 1;
        queue.push(neighbors[e]);
      }
    }
    reachedPairs += queue.length;
  }
  return { switches: switchCount, links: neighbors.length / 2, degrees, meanDistance: sum / reachedPairs };
}

/**
 * Assigns the switches of a network to the slots (positions) of a product, with at most `extraLinks` links that the product does not have.
 * Starts the search at several switches whose neighbors can be grouped by dimension (stars). Null if that fails or takes too many steps.
 * @param fullFabric the network with all its links, if suspicious links were removed from `fabric`
 */
function embedInProduct(
  fabric: SwitchFabric,
  stars: StarSample,
  product: CartesianProduct,
  extraLinks: number,
  fullFabric = fabric,
): ProductMatch | null {
  // In a full graph, all slots are equivalent.
  if (isFullGraph(product)) {
    const switchPairs = (fabric.switchCount * (fabric.switchCount - 1)) / 2;
    return matchOf(fullFabric, product, (s) => s, switchPairs);
  }
  const budget: SearchBudget = { remaining: assignmentsPerSwitch * fabric.switchCount + 1000 };
  const embedding = new ProductEmbedding(fabric, product, extraLinks, budget);
  let triedStars = 0;
  for (const star of stars) {
    let hasAssignment = false;
    for (const neighborsByDimension of dimensionAssignments(star, product)) {
      hasAssignment = true;
      if (embedding.embed(star.center, neighborsByDimension, fullFabric))
        return matchOf(fullFabric, product, (s, d) => embedding.coordinate(s, d), embedding.adjacentPairs);
      if (budget.remaining <= 0) return null;
    }
    if (hasAssignment && ++triedStars === maxStars) return null;
  }
  return null;
}

/**
 * Assigns the switches of a network that has extra links to the slots of a product: removes suspicious links and tries again. Several
 * guesses select them: links between two crowded switches, which have more neighbors than the product allows; loose links, which are in no
 * square or triangle; either of these; links with one crowded switch. If all fail, the search tolerates a few contradicting links, and its
 * extra links are the next guess, which may remove some that are regular.
 * @param stars switches with their neighbors grouped by dimension
 */
function embedWithExtraLinks(fabric: SwitchFabric, stars: StarSample, product: CartesianProduct, maxExtra: number): ProductMatch | null {
  const maxDegree = productDegree(product);
  const isCrowded = (s: number) => fabric.firstNeighbor[s + 1] - fabric.firstNeighbor[s] > maxDegree;
  const areCrowded = (a: number, b: number) => isCrowded(a) && isCrowded(b);
  const isLoose = product.length > 1 ? looseLinkTest(fabric) : () => false;
  // There are at least as many irregularities as the difference between the numbers of links of the product and of the network.
  const minIrregularities = Math.abs(productLinks(product) - fabric.neighbors.length / 2);
  let bestMatch: ProductMatch | null = null;
  /** Stores a match if it is better; returns whether no match can be better than the stored one. */
  const keepBetter = (match: ProductMatch | null) => {
    if (match !== null && (bestMatch === null || match.irregularities < bestMatch.irregularities)) bestMatch = match;
    return bestMatch !== null && bestMatch.irregularities <= minIrregularities;
  };
  /** Tries the network without suspicious links; returns whether no match can be better. */
  const tryWithout = (isSuspicious: (a: number, b: number) => boolean) => {
    const reduced = withoutLinks(fabric, isSuspicious);
    return (
      reduced.neighbors.length < fabric.neighbors.length && keepBetter(embedInProduct(reduced, new StarSample(reduced), product, 0, fabric))
    );
  };
  // The guesses.
  for (const isSuspicious of [
    areCrowded,
    isLoose,
    (a: number, b: number) => areCrowded(a, b) || isLoose(a, b),
    (a: number, b: number) => isCrowded(a) || isCrowded(b),
  ]) {
    if (tryWithout(isSuspicious)) return bestMatch;
  }
  // Tolerate a few contradicting links; the extra links of the match found so are the last guess.
  if (!keepBetter(embedInProduct(fabric, stars, product, maxExtra)) && bestMatch !== null) tryWithout(extraLinkTest(bestMatch));
  return bestMatch;
}

/** Returns a test whether the product that was found does not join two switches. */
function extraLinkTest({ product, coordinates }: ProductMatch): (a: number, b: number) => boolean {
  const dimensionCount = product.length;
  return (a, b) => {
    const differingDimensions = product
      .map((_, d) => d)
      .filter((d) => coordinates[a * dimensionCount + d] !== coordinates[b * dimensionCount + d]);
    return (
      differingDimensions.length !== 1 ||
      !areJoinedIn(
        product[differingDimensions[0]],
        coordinates[a * dimensionCount + differingDimensions[0]],
        coordinates[b * dimensionCount + differingDimensions[0]],
      )
    );
  };
}

/** The network without some links. */
function withoutLinks(fabric: SwitchFabric, isRemoved: (a: number, b: number) => boolean): SwitchFabric {
  const { switchCount, firstNeighbor, neighbors, linkCounts } = fabric;
  const keptEntries: number[] = [];
  const nextFirst = new Int32Array(switchCount + 1);
  for (let s = 0; s < switchCount; s++) {
    for (let e = firstNeighbor[s]; e < firstNeighbor[s + 1]; e++) if (!isRemoved(s, neighbors[e])) keptEntries.push(e);
    nextFirst[s + 1] = keptEntries.length;
  }
  return {
    ...fabric,
    firstNeighbor: nextFirst,
    neighbors: Int32Array.from(keptEntries, (e) => neighbors[e]),
    linkCounts: Int32Array.from(keptEntries, (e) => linkCounts[e]),
  };
}

/** Returns a test whether two joined switches have no other path of two or three links, so that their link is in no triangle or square. */
function looseLinkTest({ switchCount, firstNeighbor, neighbors }: SwitchFabric): (a: number, b: number) => boolean {
  const markedBy = new Int32Array(switchCount).fill(-1);
  return (a, b) => {
    for (let e = firstNeighbor[b]; e < firstNeighbor[b + 1]; e++) markedBy[neighbors[e]] = b;
    for (let e = firstNeighbor[a]; e < firstNeighbor[a + 1]; e++) {
      const neighbor = neighbors[e];
      if (neighbor === b) continue;
      if (markedBy[neighbor] === b) return false;
      for (let f = firstNeighbor[neighbor]; f < firstNeighbor[neighbor + 1]; f++)
        if (neighbors[f] !== a && markedBy[neighbors[f]] === b) return false;
    }
    return true;
  };
}

/**
 * The match of a network with a product: the coordinates [S × dimensions] of all switches and the number of irregularities, which are
 * missing links, extra links and missing switches. Null if there are too many.
 * @param coordinate coordinate of switch s in dimension d
 * @param adjacentPairs number of pairs of existing switches that the product joins
 */
function matchOf(
  fabric: SwitchFabric,
  product: CartesianProduct,
  coordinate: (s: number, d: number) => number,
  adjacentPairs: number,
): ProductMatch | null {
  const { switchCount } = fabric;
  const dimensionCount = product.length;
  const coordinates = new Int32Array(switchCount * dimensionCount);
  for (let s = 0; s < switchCount; s++) {
    for (let d = 0; d < dimensionCount; d++) coordinates[s * dimensionCount + d] = coordinate(s, d);
  }
  // Number of pairs of existing switches that both the product and the network join.
  const presentPairs = pairsAlong(fabric, product, coordinates).reduce((sum, pairs) => sum + pairs.length, 0);
  const extra = fabric.neighbors.length / 2 - presentPairs;
  const missing = adjacentPairs - presentPairs;
  if (extra > maxExtraLinks(fabric.neighbors.length / 2) || missing > maxMissingLinks(product)) return null;
  return { product, coordinates, irregularities: missing + extra + productSize(product) - switchCount };
}

/**
 * For each dimension of a product, the numbers of parallel links of all linked pairs of switches whose slots are adjacent along that
 * dimension.
 * @param coordinates [S × dimensions] coordinates of the switches
 */
export function pairsAlong(
  { switchCount, firstNeighbor, neighbors, linkCounts }: SwitchFabric,
  product: CartesianProduct,
  coordinates: Int32Array,
): readonly (readonly number[])[] {
  const dimensionCount = product.length;
  const linkCountsByDimension = product.map((): number[] => []);
  for (let s = 0; s < switchCount; s++) {
    for (let e = firstNeighbor[s]; e < firstNeighbor[s + 1]; e++) {
      if (neighbors[e] < s) continue;
      // The dimension in which the coordinates of the two switches differ, if it is only one.
      let [dimension, differingDimensions] = [0, 0];
      for (let d = 0; d < dimensionCount; d++) {
        if (coordinates[s * dimensionCount + d] === coordinates[neighbors[e] * dimensionCount + d]) continue;
        dimension = d;
        differingDimensions++;
      }
      if (
        differingDimensions === 1 &&
        areJoinedIn(product[dimension], coordinates[s * dimensionCount + dimension], coordinates[neighbors[e] * dimensionCount + dimension])
      )
        linkCountsByDimension[dimension].push(linkCounts[e]);
    }
  }
  return linkCountsByDimension;
}
