/** Combines the stars of many switches to estimate the dimensions of a network. */
import type { Fabric } from "./contract.ts";
import { type Star, starOf } from "./directions.ts";
import { isFullGraph, type Product } from "./product.ts";

/**
 * Number of switches whose stars are examined; the fraction of them that must have the number of dimensions of the product; and the
 * fraction that may show too few dimensions of size two.
 */
const [asked, agreeing, unlucky] = [64, 0.4, 0.25];

/** Stars of switches, those with the most links first; computed lazily. */
export class Stars {
  private readonly order: readonly number[];
  private readonly known: (Star | null)[] = [];
  /** By number of dimensions: the number of dimensions with a single neighbor in each of the first stars, in ascending order. */
  private single: ReadonlyMap<number, readonly number[]> | null = null;

  constructor(private readonly fabric: Fabric) {
    const { first, to, switches } = fabric;
    const degree = (s: number) => first[s + 1] - first[s];
    const around = Int32Array.from({ length: switches }, (_, s) =>
      to.subarray(first[s], first[s + 1]).reduce((sum, x) => sum + degree(x), 0),
    );
    this.order = Array.from({ length: switches }, (_, s) => s).sort((a, b) => degree(b) - degree(a) || around[b] - around[a] || a - b);
  }

  *[Symbol.iterator](): Generator<Star> {
    for (let i = 0; i < this.order.length; i++) {
      const star = this.star(i);
      if (star !== null) yield star;
    }
  }

  private star(i: number): Star | null {
    while (this.known.length <= i) this.known.push(starOf(this.fabric, this.order[this.known.length]));
    return this.known[i];
  }

  /** Whether enough stars have the number of dimensions of a product, and enough dimensions with a single neighbor. */
  suit(product: Product): boolean {
    if (isFullGraph(product)) return true;
    const looked = Math.min(asked, this.order.length);
    this.single ??= this.firstStars(looked);
    const single = this.single.get(product.length) ?? [];
    return (
      single.length > agreeing * looked && product.filter(({ size }) => size === 2).length <= single[Math.floor(unlucky * single.length)]
    );
  }

  private firstStars(looked: number): ReadonlyMap<number, readonly number[]> {
    const single = new Map<number, number[]>();
    for (let i = 0; i < looked; i++) {
      const rows = this.star(i)?.rows ?? [];
      const own = single.get(rows.length) ?? [];
      own.push(rows.filter(({ neighbours }) => neighbours.length === 1).length);
      single.set(rows.length, own);
    }
    for (const own of single.values()) own.sort((a, b) => a - b);
    return single;
  }
}
