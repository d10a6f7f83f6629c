/** Disjoint sets of the numbers 0 … n − 1 (union–find). */
export class Pieces {
  private readonly root: Int32Array;

  constructor(count: number) {
    this.root = Int32Array.from({ length: count }, (_, i) => i);
  }

  /** The smallest number in the set of i, which represents the set. */
  of(i: number): number {
    const { root } = this;
    while (root[i] !== i) i = root[i] = root[root[i]];
    return i;
  }

  /** Unites the sets of two numbers. */
  join(a: number, b: number): void {
    const [p, q] = [this.of(a), this.of(b)];
    this.root[Math.max(p, q)] = Math.min(p, q);
  }
}
