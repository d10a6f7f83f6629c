/** Disjoint sets of the numbers 0 … n − 1 (union–find). */
export class DisjointSets {
  private readonly parent: Int32Array;

  constructor(count: number) {
    this.parent = Int32Array.from({ length: count }, (_, i) => i);
  }

  /** The smallest number in the set of i, which represents the set. */
  find(i: number): number {
    const { parent } = this;
    while (parent[i] !== i) i = parent[i] = parent[parent[i]];
    return i;
  }

  /** Unites the sets of two numbers. */
  union(a: number, b: number): void {
    const [p, q] = [this.find(a), this.find(b)];
    this.parent[Math.max(p, q)] = Math.min(p, q);
  }
}
