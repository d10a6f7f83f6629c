// hot: no allocation, no for-of, no destructuring.
/** Binary heap of ready operations: the longest ready first, ties in program order. */
import { growth, longer } from "../base/arrays.ts";

export class OpHeap {
  size = 0;
  private ops = new Int32Array(growth.initial(4));

  /** @param readyAt [operations] Time from which each could begin; constant while the operation is in the heap. */
  constructor(private readonly since: Float64Array) {}

  /** Whether the head of this heap goes before that of the other; neither may be empty. */
  goesBefore(other: OpHeap): boolean {
    return this.isBefore(this.ops[0], other.ops[0]);
  }

  add(op: number): void {
    if (this.size === this.ops.length) this.ops = longer(this.ops, growth.next(this.size));
    const { ops } = this;
    let place = this.size++;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (!this.isBefore(op, ops[above])) break;
      ops[place] = ops[above];
      place = above;
    }
    ops[place] = op;
  }

  /** Removes and returns the first operation. */
  take(): number {
    const { ops } = this;
    const first = ops[0];
    const size = --this.size;
    const op = ops[size];
    let place = 0;
    for (let below = 1; below < size; below = 2 * place + 1) {
      if (below + 1 < size && this.isBefore(ops[below + 1], ops[below])) below++;
      if (!this.isBefore(ops[below], op)) break;
      ops[place] = ops[below];
      place = below;
    }
    ops[place] = op;
    return first;
  }

  private isBefore(a: number, b: number): boolean {
    return this.since[a] < this.since[b] || (this.since[a] === this.since[b] && a < b);
  }
}
