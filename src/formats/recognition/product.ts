/**
 * Cartesian products of rings, lines and full graphs: a switch has one coordinate per dimension, and links join switches that differ in one
 * coordinate. The factors of such a product are unique, provided that a ring of four counts as two full graphs of two, to which it is equal
 * (Sabidussi 1960, Vizing 1963: unique prime factorization of connected graphs).
 */

/** A factor of the product, along one dimension: `full` with at least 2 switches, `line` with at least 3, `ring` with at least 5. */
export interface ProductFactor {
  readonly kind: "full" | "line" | "ring";
  readonly size: number;
}

/** Whether a link joins two different coordinates of a factor. */
export const areJoinedIn = ({ kind, size }: ProductFactor, x: number, y: number): boolean =>
  kind === "full" || Math.abs(x - y) === 1 || (kind === "ring" && Math.abs(x - y) === size - 1);

/** A Cartesian product: a factor for each dimension. */
export type CartesianProduct = readonly ProductFactor[];

const factorLinks = ({ kind, size }: ProductFactor) => (kind === "full" ? (size * (size - 1)) / 2 : kind === "ring" ? size : size - 1);
const factorDegree = ({ kind, size }: ProductFactor) => (kind === "full" ? size - 1 : 2);

/** Whether every switch is joined with every other one. */
export const isFullGraph = (product: CartesianProduct): boolean => product.length === 1 && product[0].kind === "full";

/** Number of switches of a product. */
export const productSize = (product: CartesianProduct): number => product.reduce((slots, { size }) => slots * size, 1);

/** Number of links of a product. */
export function productLinks(product: CartesianProduct): number {
  const size = productSize(product);
  return product.reduce((sum, factor) => sum + (size / factor.size) * factorLinks(factor), 0);
}

/**
 * Mean distance of two switches of a product over all ordered pairs, including pairs of a switch with itself: the sum of the mean distances
 * of its factors.
 */
const productDistance = (product: CartesianProduct): number =>
  product.reduce((sum, { kind, size }) => {
    return (
      sum + (kind === "full" ? (size - 1) / size : kind === "ring" ? Math.floor((size * size) / 4) / size : (size * size - 1) / (3 * size))
    );
  }, 0);

/** Number of links of a switch that is not at the end of a line. */
export const productDegree = (product: CartesianProduct): number => product.reduce((sum, factor) => sum + factorDegree(factor), 0);

/** [degree + 1] Number of switches of a product by their number of links. */
export function productDegrees(product: CartesianProduct): readonly number[] {
  let counts = [1];
  for (const factor of product) {
    const nextCounts = Array.from({ length: counts.length + factorDegree(factor) }, () => 0);
    counts.forEach((count, degree) => {
      const endSwitches = factor.kind === "line" ? 2 : 0;
      nextCounts[degree + factorDegree(factor)] += count * (factor.size - endSwitches);
      if (endSwitches > 0) nextCounts[degree + 1] += count * endSwitches;
    });
    counts = nextCounts;
  }
  return counts;
}

/** Statistics of a network, which limit the products that it may be. */
export interface FabricStatistics {
  readonly switches: number;
  /** Number of pairs of switches that are joined. */
  readonly links: number;
  /** [maximum + 1] Number of switches by their number of neighbors. */
  readonly degrees: readonly number[];
  /** Mean distance of two switches, estimated. */
  readonly meanDistance: number;
}

/** A product that a network may be, with the minimum number of irregularities that the statistics imply. */
export interface ProductCandidate {
  readonly product: CartesianProduct;
  readonly minIrregularities: number;
}

/** One in this many links may be missing. Random faults rarely exceed a twentieth; the limit leaves a margin. */
const linksPerMissingLink = 12;
/** One in this many links may be extra, and one in this many switches may be missing. */
const [linksPerExtraLink, switchesPerMissingSwitch] = [16, 24];

/** Maximum number of extra links. */
export const maxExtraLinks = (links: number): number => Math.floor(links / linksPerExtraLink);

/** Maximum number of missing links. */
export const maxMissingLinks = (product: CartesianProduct): number => Math.floor(productLinks(product) / linksPerMissingLink);

/**
 * The products that a network may be according to its numbers of switches, links and degrees. Products with the fewest irregularities are
 * first, then those with the most similar mean distance. A product may have more switches than the network; these switches are missing.
 * @param factorsOfSize returns the accepted factors of a size
 * @param isAccepted whether a product is accepted
 */
export function productCandidates(
  statistics: FabricStatistics,
  factorsOfSize: (size: number) => readonly ProductFactor[],
  isAccepted: (product: CartesianProduct) => boolean,
): readonly ProductCandidate[] {
  const candidates: ProductCandidate[] = [];
  const { switches, links } = statistics;
  const maxSize = switches + Math.floor(switches / switchesPerMissingSwitch);
  for (let productSwitches = switches; productSwitches <= maxSize; productSwitches++) {
    forEachProduct(productSwitches, factorsOfSize, (product) => {
      const missingSwitches = productSwitches - switches;
      // Links that the network lacks; below 0 if it has extra links.
      const missingLinks = productLinks(product) - links;
      const linksOfMissingSwitches = missingSwitches * productDegree(product);
      if (missingLinks > maxMissingLinks(product) + linksOfMissingSwitches || -missingLinks > maxExtraLinks(links) || !isAccepted(product))
        return;
      if (!fitsDegrees(statistics, product)) return;
      candidates.push({
        product,
        minIrregularities: missingSwitches + (missingLinks < 0 ? -missingLinks : Math.max(0, missingLinks - linksOfMissingSwitches)),
      });
    });
  }
  const distanceError = ({ product }: ProductCandidate) => Math.abs(Math.log(productDistance(product) / statistics.meanDistance));
  return candidates.sort((a, b) => a.minIrregularities - b.minIrregularities || distanceError(a) - distanceError(b));
}

/**
 * Calls `onProduct` for every product of `switchCount` switches, its factors in ascending order of size.
 * @param factorsOfSize returns the accepted factors of a size
 */
function forEachProduct(
  switchCount: number,
  factorsOfSize: (size: number) => readonly ProductFactor[],
  onProduct: (product: CartesianProduct) => void,
): void {
  const extend = (remainingSize: number, factors: CartesianProduct, minSize: number) => {
    if (remainingSize === 1 && factors.length > 0) onProduct(factors);
    for (let size = minSize; size <= remainingSize; size++) {
      if (size * size > remainingSize && size !== remainingSize) size = remainingSize;
      if (remainingSize % size !== 0) continue;
      const lastFactor = factors.at(-1);
      const choices = factorsOfSize(size);
      // Of equal size, lines come before rings.
      const firstChoice = lastFactor?.size === size ? choices.findIndex(({ kind }) => kind === lastFactor.kind) : 0;
      for (const factor of choices.slice(firstChoice)) extend(remainingSize / size, [...factors, factor], size);
    }
  };
  if (switchCount > 1) extend(switchCount, [], 2);
}

/** Whether the degrees of the switches fit those of the product, apart from the possible extra links. */
function fitsDegrees({ links, degrees }: FabricStatistics, product: CartesianProduct): boolean {
  const availableDegrees = [...productDegrees(product)];
  let [excess, degree] = [0, availableDegrees.length - 1];
  for (let actualDegree = degrees.length - 1; actualDegree > 0; actualDegree--) {
    for (let remaining = degrees[actualDegree]; remaining > 0;) {
      while (degree > 0 && availableDegrees[degree] === 0) degree--;
      const count = degree > 0 ? Math.min(remaining, availableDegrees[degree]) : remaining;
      if (degree > 0) availableDegrees[degree] -= count;
      excess += count * Math.max(0, actualDegree - degree);
      remaining -= count;
    }
  }
  return excess <= 2 * maxExtraLinks(links);
}
