/** Combines the stars of many switches to estimate the dimensions of a network. */
import type { SwitchFabric } from "./contract.ts";
import { type Star, starOf } from "./directions.ts";
import { isFullGraph, type CartesianProduct } from "./product.ts";

/**
 * Number of switches whose stars are examined; the fraction of them that must have the number of dimensions of the product; and the
 * fraction that may show too few dimensions of size two.
 */
const [sampledStars, minAgreeing, unluckyFraction] = [64, 0.4, 0.25];

/** Stars of switches, those with the most links first; computed lazily. */
export class StarSample {
  private readonly order: readonly number[];
  private readonly stars: (Star | null)[] = [];
  /** By number of dimensions: the number of dimensions with a single neighbor in each of the first stars, in ascending order. */
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

  /** Whether enough stars have the number of dimensions of a product, and enough dimensions with a single neighbor. */
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
