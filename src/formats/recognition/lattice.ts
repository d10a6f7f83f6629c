/** The slots of a product. */
import { areJoinedIn, type CartesianProduct } from "./product.ts";

/**
 * Slots of a product during an embedding, while the ends of its lines are unknown. A line of n switches gets 2n − 1 slots, so that the
 * first switch can take the middle slot. The caller uses at most n of these slots.
 */
export class Lattice {
  /** Number of dimensions. */
  readonly dimensions: number;
  /** Number of slots; the first dimension varies fastest. */
  readonly slotCount: number;
  /** Number of slots along each dimension. */
  private readonly extents: readonly number[];
  private readonly strides: readonly number[];
  /** [slots × dimensions] */
  private readonly coordinates: Int16Array;
  private readonly neighborCache: (Int32Array | undefined)[];

  constructor(readonly product: CartesianProduct) {
    this.dimensions = product.length;
    this.extents = product.map(({ kind, size }) => (kind === "line" ? 2 * size - 1 : size));
    const strides: number[] = [];
    this.slotCount = this.extents.reduce((places, size) => (strides.push(places), places * size), 1);
    this.strides = strides;
    this.coordinates = new Int16Array(this.slotCount * this.dimensions);
    for (let p = 0; p < this.slotCount; p++) {
      for (let d = 0, quotient = p; d < this.dimensions; d++) {
        this.coordinates[p * this.dimensions + d] = quotient % this.extents[d];
        quotient = Math.floor(quotient / this.extents[d]);
      }
    }
    this.neighborCache = Array.from({ length: this.slotCount });
  }

  /** Coordinate of a slot in a dimension. */
  coordinate(p: number, d: number): number {
    return this.coordinates[p * this.dimensions + d];
  }

  /** The slot in the middle of all lines. */
  center(): number {
    return this.product.reduce((p, { kind, size }, d) => p + (kind === "line" ? (size - 1) * this.strides[d] : 0), 0);
  }

  /** The adjacent slots, in the order of dimensions. */
  neighborsOf(p: number): Int32Array {
    return (this.neighborCache[p] ??= Int32Array.from(this.product.flatMap((_, d) => this.neighborsAlong(p, d))));
  }

  /** The slots that are adjacent to a slot in one dimension. */
  neighborsAlong(p: number, d: number): readonly number[] {
    const { kind, size } = this.product[d];
    const [x, stride, extent] = [this.coordinate(p, d), this.strides[d], this.extents[d]];
    const slotAt = (y: number) => p + (y - x) * stride;
    if (kind === "full") return Array.from({ length: size - 1 }, (_, i) => slotAt(i < x ? i : i + 1));
    if (kind === "ring") return [slotAt((x + 1) % size), slotAt((x + size - 1) % size)];
    return [...(x + 1 < extent ? [slotAt(x + 1)] : []), ...(x > 0 ? [slotAt(x - 1)] : [])];
  }

  /** Whether two slots are adjacent. */
  areAdjacent(p: number, q: number): boolean {
    const { coordinates, dimensions } = this;
    let dimension = -1;
    for (let d = 0, i = p * dimensions, j = q * dimensions; d < dimensions; d++, i++, j++) {
      if (coordinates[i] === coordinates[j]) continue;
      if (dimension >= 0) return false;
      dimension = d;
    }
    if (dimension < 0) return false;
    return areJoinedIn(this.product[dimension], coordinates[p * dimensions + dimension], coordinates[q * dimensions + dimension]);
  }
}
