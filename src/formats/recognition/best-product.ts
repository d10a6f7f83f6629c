/** Finds the Cartesian product of rings, lines and full graphs that best matches a network with missing or extra links. */
import type { Fabric } from "./contract.ts";
import { waysToLie } from "./directions.ts";
import { Embedding, type Patience } from "./embedding.ts";
import {
  type Candidate,
  candidatesFor,
  type Counts,
  degreeOf,
  isFullGraph,
  joinsIn,
  linksOf,
  mostBeside,
  mostMissing,
  placesOf,
  type Product,
  type Row,
} from "./product.ts";
import { Stars } from "./stars.ts";

/** A network recognized as a product. */
export interface Found {
  readonly product: Product;
  /** [S × dimensions] Coordinates of each switch. */
  readonly at: Int32Array;
  /** Number of missing links between existing switches, extra links, and missing switches. */
  readonly irregularities: number;
}

/** Maximum number of stars from which the embedding of one product is tried. */
const mostStars = 6;
/** Budget of one product: each switch may be assigned to a slot this many times on average. */
const mostRounds = 48;
/** Number of switches from which the mean distance is estimated. */
const mostSources = 16;

/** The accepted product with the fewest irregularities; see {@link productCandidates}. */
export function bestProduct(
  fabric: Fabric,
  rowsOf: (size: number) => readonly Row[],
  isAsked: (product: Product) => boolean,
): Found | null {
  const counts = countsOf(fabric);
  const most = mostBeside(counts.links);
  const candidates = candidatesFor(counts, rowsOf, isAsked);
  if (candidates.length === 0) return null;
  const stars = new Stars(fabric);
  const likely = candidates.filter(({ product }) => stars.suit(product));
  const isWhole = ({ product }: Candidate) => placesOf(product) === fabric.switches;
  const asItIs = ({ product }: Candidate) => (linksOf(product) < counts.links ? null : embedded(fabric, stars, product, 0));
  const doubted = ({ product }: Candidate) => withBeside(fabric, stars, product, most);
  // The order of attempts: explain the network with missing links only, then with missing switches, then with extra links, then with both.
  const [all, fewer] = [likely.filter(isWhole), likely.filter((candidate) => !isWhole(candidate))];
  return leastOf(all, asItIs) ?? leastOf(fewer, asItIs) ?? leastOf(all, doubted) ?? leastOf(fewer, doubted);
}

/** The best match of candidates that are sorted by their minimum number of irregularities. */
function leastOf(candidates: readonly Candidate[], find: (candidate: Candidate) => Found | null): Found | null {
  let best: Found | null = null;
  for (const candidate of candidates) {
    if (best !== null && candidate.least >= best.irregularities) break;
    const found = find(candidate);
    if (found !== null && (best === null || found.irregularities < best.irregularities)) best = found;
  }
  return best;
}

/** Statistics of the network; the mean distance is estimated by breadth-first searches from a few switches. */
function countsOf({ switches, first, to }: Fabric): Counts {
  const degrees: number[] = [];
  for (let s = 0; s < switches; s++) {
    const degree = first[s + 1] - first[s];
    while (degrees.length <= degree) degrees.push(0);
    degrees[degree]++;
  }
  let [sum, reached] = [0, 0];
  for (let i = 0; i < Math.min(mostSources, switches); i++) {
    const source = Math.floor((i * switches) / Math.min(mostSources, switches));
    const distance = new Int32Array(switches).fill(-1);
    const queue = [source];
    distance[source] = 0;
    for (const x of queue) {
      sum += distance[x];
      for (let e = first[x]; e < first[x + 1]; e++) {
        if (distance[to[e]] >= 0) continue;
        distance[to[e]] = distance[x] + 1;
        queue.push(to[e]);
      }
    }
    reached += queue.length;
  }
  return { switches, links: to.length / 2, degrees, distance: sum / reached };
}

/** Embeds a network in a product, with at most `extraLinks` extra links; null if that fails. */
function embedded(fabric: Fabric, stars: Stars, product: Product, beside: number, whole = fabric): Found | null {
  // In a full graph, all slots are equivalent.
  if (isFullGraph(product)) {
    return foundIn(whole, product, (s) => s, (fabric.switches * (fabric.switches - 1)) / 2);
  }
  const patience: Patience = { left: mostRounds * fabric.switches + 1000 };
  const embedding = new Embedding(fabric, product, beside, patience);
  let tried = 0;
  for (const star of stars) {
    let fits = false;
    for (const rows of waysToLie(star, product)) {
      fits = true;
      if (embedding.from(star.centre, rows, whole))
        return foundIn(whole, product, (s, d) => embedding.coordinate(s, d), embedding.adjacent);
      if (patience.left <= 0) return null;
    }
    if (fits && ++tried === mostStars) return null;
  }
  return null;
}

/**
 * Embeds a network that has extra links: removes suspicious links and tries again. Several guesses select them: links between two switches
 * with more neighbors than the product allows; links in no square or triangle; either of these; links with one such switch. If all fail,
 * the embedding tolerates a few contradicting links, and its extra links are the next guess, which may remove some that are regular.
 */
function withBeside(fabric: Fabric, stars: Stars, product: Product, beside: number): Found | null {
  const most = degreeOf(product);
  const isCrowded = (s: number) => fabric.first[s + 1] - fabric.first[s] > most;
  const areCrowded = (a: number, b: number) => isCrowded(a) && isCrowded(b);
  const isLoose = product.length > 1 ? looseIn(fabric) : () => false;
  const least = Math.abs(linksOf(product) - fabric.to.length / 2);
  let best: Found | null = null;
  const consider = (found: Found | null) => {
    if (found !== null && (best === null || found.irregularities < best.irregularities)) best = found;
    return best !== null && best.irregularities <= least;
  };
  const isDone = (isDoubted: (a: number, b: number) => boolean) => {
    const sparse = without(fabric, isDoubted);
    return sparse.to.length < fabric.to.length && consider(embedded(sparse, new Stars(sparse), product, 0, fabric));
  };
  for (const isDoubted of [
    areCrowded,
    isLoose,
    (a: number, b: number) => areCrowded(a, b) || isLoose(a, b),
    (a: number, b: number) => isCrowded(a) || isCrowded(b),
  ]) {
    if (isDone(isDoubted)) return best;
  }
  if (!consider(embedded(fabric, stars, product, beside)) && best !== null) isDone(besideIn(best));
  return best;
}

/** Returns a test whether the product that was found does not join two switches. */
function besideIn({ product, at }: Found): (a: number, b: number) => boolean {
  const size = product.length;
  return (a, b) => {
    const differ = product.map((_, d) => d).filter((d) => at[a * size + d] !== at[b * size + d]);
    return differ.length !== 1 || !joinsIn(product[differ[0]], at[a * size + differ[0]], at[b * size + differ[0]]);
  };
}

/** The network without some links. */
function without(fabric: Fabric, isDoubted: (a: number, b: number) => boolean): Fabric {
  const { switches, first, to, times } = fabric;
  const kept: number[] = [];
  const next = new Int32Array(switches + 1);
  for (let s = 0; s < switches; s++) {
    for (let e = first[s]; e < first[s + 1]; e++) if (!isDoubted(s, to[e])) kept.push(e);
    next[s + 1] = kept.length;
  }
  return { ...fabric, first: next, to: Int32Array.from(kept, (e) => to[e]), times: Int32Array.from(kept, (e) => times[e]) };
}

/** Returns a test whether two joined switches have no other path of two or three links, so that their link is in no triangle or square. */
function looseIn({ switches, first, to }: Fabric): (a: number, b: number) => boolean {
  const near = new Int32Array(switches).fill(-1);
  return (a, b) => {
    for (let e = first[b]; e < first[b + 1]; e++) near[to[e]] = b;
    for (let e = first[a]; e < first[a + 1]; e++) {
      const x = to[e];
      if (x === b) continue;
      if (near[x] === b) return false;
      for (let f = first[x]; f < first[x + 1]; f++) if (to[f] !== a && near[to[f]] === b) return false;
    }
    return true;
  };
}

/**
 * The match of a network with a product, or null if it is too irregular.
 * @param adjacent number of pairs of existing switches that the product joins
 */
function foundIn(fabric: Fabric, product: Product, coordinate: (s: number, d: number) => number, adjacent: number): Found | null {
  const { switches } = fabric;
  const size = product.length;
  const at = new Int32Array(switches * size);
  for (let s = 0; s < switches; s++) {
    for (let d = 0; d < size; d++) at[s * size + d] = coordinate(s, d);
  }
  // Number of pairs of existing switches that both the product and the network join.
  const there = pairsAlong(fabric, product, at).reduce((sum, pairs) => sum + pairs.length, 0);
  const beside = fabric.to.length / 2 - there;
  const missing = adjacent - there;
  if (beside > mostBeside(fabric.to.length / 2) || missing > mostMissing(product)) return null;
  return { product, at, irregularities: missing + beside + placesOf(product) - switches };
}

/** For each dimension, the number of parallel links of every pair of switches that the product joins along it. */
export function pairsAlong({ switches, first, to, times }: Fabric, product: Product, at: Int32Array): readonly (readonly number[])[] {
  const size = product.length;
  const pairs = product.map((): number[] => []);
  for (let s = 0; s < switches; s++) {
    for (let e = first[s]; e < first[s + 1]; e++) {
      if (to[e] < s) continue;
      let [along, differ] = [0, 0];
      for (let d = 0; d < size; d++) {
        if (at[s * size + d] === at[to[e] * size + d]) continue;
        along = d;
        differ++;
      }
      if (differ === 1 && joinsIn(product[along], at[s * size + along], at[to[e] * size + along])) pairs[along].push(times[e]);
    }
  }
  return pairs;
}
