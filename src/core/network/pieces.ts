/** Things 0 … n − 1 that grow together piece by piece: disjoint sets. */
export class Pieces {
  private readonly root: Int32Array;

  constructor(count: number) {
    this.root = Int32Array.from({ length: count }, (_, i) => i);
  }

  /** The lowest of the things that one hangs together with, itself among them: the same for all of a piece. */
  of(i: number): number {
    const { root } = this;
    while (root[i] !== i) i = root[i] = root[root[i]];
    return i;
  }

  /** Two things hang together from now on, and with them their pieces. */
  join(a: number, b: number): void {
    const [p, q] = [this.of(a), this.of(b)];
    this.root[Math.max(p, q)] = Math.min(p, q);
  }
}
