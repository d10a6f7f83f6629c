/** Combines the stars of many switches (their neighbors, grouped by dimension) to estimate the dimensions of a network. */
import type { SwitchFabric } from "./contract.ts";
import { type Star, starOf } from "./directions.ts";
import { isFullGraph, type CartesianProduct } from "./product.ts";

/**
 * Number of switches whose stars are examined; the fraction of these stars that must have as many dimensions as the product; and, of such
 * stars, the fraction that may have fewer dimensions with a single neighbor than the product has dimensions of size two.
 */
const [sampledStars, minAgreeing, unluckyFraction] = [64, 0.4, 0.25];

/** Stars of switches, which are their neighbors grouped by dimension; switches with the most links come first. Computed lazily. */
export class StarSample {
  private readonly order: readonly number[];
  private readonly stars: (Star | null)[] = [];
  /** For each number of dimensions, the first stars that have it: how many of its dimensions have a single neighbor, in ascending order. */
  private singleCounts: ReadonlyMap<number, readonly number[]> | null = null;

  constructor(private readonly fabric: SwitchFabric) {
    const { firstNeighbor, neighbors, switchCount } = fabric;
    const degree = (s: number) => firstNeighbor[s + 1] - firstNeighbor[s];
    const neighborDegrees = Int32Array.from({ length: switchCount }, (_, s) =>
      neighbors.subarray(firstNeighbor[s], firstNeighbor[s + 1]).reduce((sum, x) => sum + degree(x), 0),
    );
    this.order = Array.from({ length: switchCount }, (_, s) => s).sort(
      (a, b) => degree(b) - degree(a) || neighborDegrees[b] - neighborDegrees[a] || a - b,
    );
  }

  *[Symbol.iterator](): Generator<Star> {
    for (let i = 0; i < this.order.length; i++) {
      const star = this.star(i);
      if (star !== null) yield star;
    }
  }

  private star(i: number): Star | null {
    while (this.stars.length <= i) this.stars.push(starOf(this.fabric, this.order[this.stars.length]));
    return this.stars[i];
  }

  /**
   * Whether enough stars have as many dimensions as a product, and enough of these stars a single neighbor in as many dimensions as it has
   * of size two.
   */
  fits(product: CartesianProduct): boolean {
    if (isFullGraph(product)) return true;
    const sampleSize = Math.min(sampledStars, this.order.length);
    this.singleCounts ??= this.firstStars(sampleSize);
    const single = this.singleCounts.get(product.length) ?? [];
    return (
      single.length > minAgreeing * sampleSize &&
      product.filter(({ size }) => size === 2).length <= single[Math.floor(unluckyFraction * single.length)]
    );
  }

  private firstStars(sampleSize: number): ReadonlyMap<number, readonly number[]> {
    const single = new Map<number, number[]>();
    for (let i = 0; i < sampleSize; i++) {
      const rows = this.star(i)?.dimensions ?? [];
      const counts = single.get(rows.length) ?? [];
      counts.push(rows.filter(({ neighbours }) => neighbours.length === 1).length);
      single.set(rows.length, counts);
    }
    for (const counts of single.values()) counts.sort((a, b) => a - b);
    return single;
  }
}
