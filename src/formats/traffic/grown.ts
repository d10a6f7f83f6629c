/** A growing typed array, which doubles its capacity when it is full. */

interface Typed {
  readonly length: number;
  [at: number]: number;
  set(other: ArrayLike<number>): void;
  subarray(from: number, to: number): Typed;
}

export class Grown<A extends Typed> {
  length = 0;
  private array: A;

  constructor(private readonly make: (length: number) => A) {
    this.array = make(1024);
  }

  push(value: number): void {
    if (this.length === this.array.length) {
      const longer = this.make(2 * this.length);
      longer.set(this.array);
      this.array = longer;
    }
    this.array[this.length++] = value;
  }

  at(place: number): number {
    return this.array[place];
  }

  /** The values that were added. */
  whole(): A {
    return this.array.subarray(0, this.length) as A;
  }
}
