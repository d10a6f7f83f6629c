/**
 * Networks in which a switch has one coordinate in each dimension, and links join switches that differ in one: products of rings,
 * lines and full rows. Such a product has one division into dimensions, once a ring of four is taken as two full rows of
 * two, which it is (Sabidussi 1960, Vizing 1963: a connected graph is the product of primes in one way).
 */

/** The switches that differ in one coordinate only: `full` of at least 2, `line` of at least 3, `ring` of at least 5. */
export interface Row {
  readonly kind: "full" | "line" | "ring";
  readonly size: number;
}

/** Whether a link joins two places of a row, which differ. */
export const joinsIn = ({ kind, size }: Row, x: number, y: number): boolean =>
  kind === "full" || Math.abs(x - y) === 1 || (kind === "ring" && Math.abs(x - y) === size - 1);

/** A row in each dimension. */
export type Product = readonly Row[];

const linksIn = ({ kind, size }: Row) => (kind === "full" ? (size * (size - 1)) / 2 : kind === "ring" ? size : size - 1);
const portsOf = ({ kind, size }: Row) => (kind === "full" ? size - 1 : 2);

/** Whether all switches are joined with all others. */
export const isFullGraph = (product: Product): boolean => product.length === 1 && product[0].kind === "full";

/** Switches of a product. */
export const placesOf = (product: Product): number => product.reduce((places, { size }) => places * size, 1);

/** Links of a product. */
export function linksOf(product: Product): number {
  const places = placesOf(product);
  return product.reduce((sum, row) => sum + (places / row.size) * linksIn(row), 0);
}

/** Mean distance of two switches of a product, over all ordered pairs, self included: the sum of that in each row. */
const distanceOf = (product: Product): number =>
  product.reduce((sum, { kind, size }) => {
    return (
      sum + (kind === "full" ? (size - 1) / size : kind === "ring" ? Math.floor((size * size) / 4) / size : (size * size - 1) / (3 * size))
    );
  }, 0);

/** Links of a switch that stands at no end of a line. */
export const degreeOf = (product: Product): number => product.reduce((sum, row) => sum + portsOf(row), 0);

/** [degree + 1] Switches of a product by their number of links. */
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

/** What links and switches of a network leave open. */
export interface Counts {
  readonly switches: number;
  /** Pairs of switches that are joined. */
  readonly links: number;
  /** [most + 1] Switches by their number of neighbours. */
  readonly degrees: readonly number[];
  /** Mean distance of two switches, about. */
  readonly distance: number;
}

/** A product that a network may be, and the fewest irregularities that its counts allow. */
export interface Candidate {
  readonly product: Product;
  readonly least: number;
}

/** One in so many links may be missing. A twentieth is what chance takes in bad times; some more is believed. */
const linksForOneMissing = 12;
/** One in so many links may be beside the product, and one in so many switches may be absent. */
const [linksForOneBeside, switchesForOneMissing] = [16, 24];

/** Most links of a network that may be beside what it is. */
export const mostBeside = (links: number): number => Math.floor(links / linksForOneBeside);

/** Most links that a product may lack. */
export const mostMissing = (product: Product): number => Math.floor(linksOf(product) / linksForOneMissing);

/**
 * The products that a network may be by its counts, best first: with fewest irregularities, then those with such distances.
 * @param rowsOf the rows of a size that are asked for
 * @param isAsked whether a product of these is
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

/** Calls for every product of that many places, rows in ascending order. */
function eachProduct(places: number, rowsOf: (size: number) => readonly Row[], call: (product: Product) => void): void {
  const go = (rest: number, chosen: Product, least: number) => {
    if (rest === 1 && chosen.length > 0) call(chosen);
    for (let size = least; size <= rest; size++) {
      if (size * size > rest && size !== rest) size = rest;
      if (rest % size !== 0) continue;
      const last = chosen.at(-1);
      const rows = rowsOf(size);
      // Of one size, lines before rings.
      const from = last?.size === size ? rows.findIndex(({ kind }) => kind === last.kind) : 0;
      for (const row of rows.slice(from)) go(rest / size, [...chosen, row], size);
    }
  };
  if (places > 1) go(places, [], 2);
}

/** Whether the switches have places with as many links each, but for those beside. */
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
