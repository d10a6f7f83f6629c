/**
 * Cartesian products of rings, lines and full graphs: a switch has one coordinate per dimension, and links join switches that differ in one
 * coordinate. The factors of such a product are unique, provided that a ring of four counts as two full graphs of two, to which it is equal
 * (Sabidussi 1960, Vizing 1963: unique prime factorization of connected graphs).
 */

/** A factor of the product, along one dimension: `full` with at least 2 switches, `line` with at least 3, `ring` with at least 5. */
export interface Row {
  readonly kind: "full" | "line" | "ring";
  readonly size: number;
}

/** Whether a link joins two different coordinates of a factor. */
export const joinsIn = ({ kind, size }: Row, x: number, y: number): boolean =>
  kind === "full" || Math.abs(x - y) === 1 || (kind === "ring" && Math.abs(x - y) === size - 1);

/** A factor for each dimension. */
export type Product = readonly Row[];

const linksIn = ({ kind, size }: Row) => (kind === "full" ? (size * (size - 1)) / 2 : kind === "ring" ? size : size - 1);
const portsOf = ({ kind, size }: Row) => (kind === "full" ? size - 1 : 2);

/** Whether every switch is joined with every other one. */
export const isFullGraph = (product: Product): boolean => product.length === 1 && product[0].kind === "full";

/** Number of switches of a product. */
export const placesOf = (product: Product): number => product.reduce((places, { size }) => places * size, 1);

/** Number of links of a product. */
export function linksOf(product: Product): number {
  const places = placesOf(product);
  return product.reduce((sum, row) => sum + (places / row.size) * linksIn(row), 0);
}

/**
 * Mean distance of two switches of a product over all ordered pairs, including pairs of a switch with itself: the sum of the mean distances
 * of its factors.
 */
const distanceOf = (product: Product): number =>
  product.reduce((sum, { kind, size }) => {
    return (
      sum + (kind === "full" ? (size - 1) / size : kind === "ring" ? Math.floor((size * size) / 4) / size : (size * size - 1) / (3 * size))
    );
  }, 0);

/** Number of links of a switch that is not at the end of a line. */
export const degreeOf = (product: Product): number => product.reduce((sum, row) => sum + portsOf(row), 0);

/** [degree + 1] Number of switches of a product by their number of links. */
export function degreesOf(product: Product): readonly number[] {
  let counts = [1];
  for (const row of product) {
    const next = Array.from({ length: counts.length + portsOf(row) }, () => 0);
    counts.forEach((count, degree) => {
      const ends = row.kind === "line" ? 2 : 0;
      next[degree + portsOf(row)] += count * (row.size - ends);
      if (ends > 0) next[degree + 1] += count * ends;
    });
    counts = next;
  }
  return counts;
}

/** Statistics of a network, which limit the products that it may be. */
export interface Counts {
  readonly switches: number;
  /** Number of pairs of switches that are joined. */
  readonly links: number;
  /** [maximum + 1] Number of switches by their number of neighbors. */
  readonly degrees: readonly number[];
  /** Mean distance of two switches, estimated. */
  readonly distance: number;
}

/** A product that a network may be, with the minimum number of irregularities that the statistics imply. */
export interface Candidate {
  readonly product: Product;
  readonly least: number;
}

/** One in this many links may be missing. Random faults rarely exceed a twentieth; the limit leaves a margin. */
const linksForOneMissing = 12;
/** One in this many links may be extra, and one in this many switches may be missing. */
const [linksForOneBeside, switchesForOneMissing] = [16, 24];

/** Maximum number of extra links. */
export const mostBeside = (links: number): number => Math.floor(links / linksForOneBeside);

/** Maximum number of missing links. */
export const mostMissing = (product: Product): number => Math.floor(linksOf(product) / linksForOneMissing);

/**
 * The products that a network may be according to its statistics: those with the fewest irregularities first, then those with the most
 * similar mean distance.
 * @param factorsOfSize returns the accepted factors of a size
 * @param isAccepted whether a product is accepted
 */
export function candidatesFor(
  counts: Counts,
  rowsOf: (size: number) => readonly Row[],
  isAsked: (product: Product) => boolean,
): readonly Candidate[] {
  const found: Candidate[] = [];
  const { switches, links } = counts;
  const most = switches + Math.floor(switches / switchesForOneMissing);
  for (let places = switches; places <= most; places++) {
    eachProduct(places, rowsOf, (product) => {
      const absent = places - switches;
      const missing = linksOf(product) - links;
      const hidden = absent * degreeOf(product);
      if (missing > mostMissing(product) + hidden || -missing > mostBeside(links) || !isAsked(product)) return;
      if (!holds(counts, product)) return;
      found.push({ product, least: absent + (missing < 0 ? -missing : Math.max(0, missing - hidden)) });
    });
  }
  const unlike = ({ product }: Candidate) => Math.abs(Math.log(distanceOf(product) / counts.distance));
  return found.sort((a, b) => a.least - b.least || unlike(a) - unlike(b));
}

/** Calls `onProduct` for every product with that many switches, its factors in ascending order of size. */
function eachProduct(places: number, rowsOf: (size: number) => readonly Row[], call: (product: Product) => void): void {
  const go = (rest: number, chosen: Product, least: number) => {
    if (rest === 1 && chosen.length > 0) call(chosen);
    for (let size = least; size <= rest; size++) {
      if (size * size > rest && size !== rest) size = rest;
      if (rest % size !== 0) continue;
      const last = chosen.at(-1);
      const rows = rowsOf(size);
      // Of equal size, lines come before rings.
      const from = last?.size === size ? rows.findIndex(({ kind }) => kind === last.kind) : 0;
      for (const row of rows.slice(from)) go(rest / size, [...chosen, row], size);
    }
  };
  if (places > 1) go(places, [], 2);
}

/** Whether the degrees of the switches fit those of the product, apart from the possible extra links. */
function holds({ links, degrees }: Counts, product: Product): boolean {
  const whole = [...degreesOf(product)];
  let [over, degree] = [0, whole.length - 1];
  for (let own = degrees.length - 1; own > 0; own--) {
    for (let left = degrees[own]; left > 0;) {
      while (degree > 0 && whole[degree] === 0) degree--;
      const count = degree > 0 ? Math.min(left, whole[degree]) : left;
      if (degree > 0) whole[degree] -= count;
      over += count * Math.max(0, own - degree);
      left -= count;
    }
  }
  return over <= 2 * mostBeside(links);
}
