/** A growing typed array, which doubles its capacity when it is full. */

interface NumberArray {
  readonly length: number;
  [at: number]: number;
  set(other: ArrayLike<number>): void;
  subarray(from: number, to: number): NumberArray;
}

export class GrowingArray<A extends NumberArray> {
  length = 0;
  private array: A;

  constructor(private readonly make: (length: number) => A) {
    this.array = make(1024);
  }

  push(value: number): void {
    if (this.length === this.array.length) {
      const larger = this.make(2 * this.length);
      larger.set(this.array);
      this.array = larger;
    }
    this.array[this.length++] = value;
  }

  at(index: number): number {
    return this.array[index];
  }

  /** The values that were added. */
  values(): A {
    return this.array.subarray(0, this.length) as A;
  }
}
