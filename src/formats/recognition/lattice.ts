/** The slots of a product. */
import { joinsIn, type Product } from "./product.ts";

/**
 * Slots of a product during an embedding, while the ends of its lines are unknown. A line of n gets 2n − 1 slots, so that the first switch
 * can take the middle one. The caller uses at most n of them.
 */
export class Lattice {
  /** Number of dimensions. */
  readonly dimensions: number;
  /** Number of slots; the first dimension varies fastest. */
  readonly places: number;
  /** [dimensions] Number of slots along each. */
  private readonly room: readonly number[];
  private readonly strides: readonly number[];
  /** [slots × dimensions] */
  private readonly at: Int16Array;
  private readonly around: (Int32Array | undefined)[];

  constructor(readonly product: Product) {
    this.dimensions = product.length;
    this.room = product.map(({ kind, size }) => (kind === "line" ? 2 * size - 1 : size));
    const strides: number[] = [];
    this.places = this.room.reduce((places, size) => (strides.push(places), places * size), 1);
    this.strides = strides;
    this.at = new Int16Array(this.places * this.dimensions);
    for (let p = 0; p < this.places; p++) {
      for (let d = 0, rest = p; d < this.dimensions; d++) {
        this.at[p * this.dimensions + d] = rest % this.room[d];
        rest = Math.floor(rest / this.room[d]);
      }
    }
    this.around = Array.from({ length: this.places });
  }

  /** Coordinate of a slot in a dimension. */
  coordinate(p: number, d: number): number {
    return this.at[p * this.dimensions + d];
  }

  /** The slot in the middle of all lines. */
  middle(): number {
    return this.product.reduce((p, { kind, size }, d) => p + (kind === "line" ? (size - 1) * this.strides[d] : 0), 0);
  }

  /** The adjacent slots, in the order of dimensions. */
  neighbours(p: number): Int32Array {
    return (this.around[p] ??= Int32Array.from(this.product.flatMap((_, d) => this.along(p, d))));
  }

  /** The adjacent slots in one dimension. */
  along(p: number, d: number): readonly number[] {
    const { kind, size } = this.product[d];
    const [x, stride, room] = [this.coordinate(p, d), this.strides[d], this.room[d]];
    const to = (y: number) => p + (y - x) * stride;
    if (kind === "full") return Array.from({ length: size - 1 }, (_, i) => to(i < x ? i : i + 1));
    if (kind === "ring") return [to((x + 1) % size), to((x + size - 1) % size)];
    return [...(x + 1 < room ? [to(x + 1)] : []), ...(x > 0 ? [to(x - 1)] : [])];
  }

  /** Whether two slots are adjacent. */
  joins(p: number, q: number): boolean {
    const { at, dimensions } = this;
    let along = -1;
    for (let d = 0, i = p * dimensions, j = q * dimensions; d < dimensions; d++, i++, j++) {
      if (at[i] === at[j]) continue;
      if (along >= 0) return false;
      along = d;
    }
    if (along < 0) return false;
    return joinsIn(this.product[along], at[p * dimensions + along], at[q * dimensions + along]);
  }
}
