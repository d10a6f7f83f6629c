// hot: no allocation, no for-of, no destructuring.
/** Binary heap of ready operations: the longest ready first, ties in program order. */
import { growth, growInt32Array } from "../base/arrays.ts";

export class OperationHeap {
  size = 0;
  private ops = new Int32Array(growth.initial(4));

  /** @param readyAt [operations] Time from which each could begin; constant while the operation is in the heap. */
  constructor(private readonly readyAt: Float64Array) {}

  /** Whether the head of this heap goes before the head of another heap; neither heap may be empty. */
  isHeadBefore(other: OperationHeap): boolean {
    return this.isBefore(this.ops[0], other.ops[0]);
  }

  add(op: number): void {
    if (this.size === this.ops.length) this.ops = growInt32Array(this.ops, growth.next(this.size));
    const { ops } = this;
    let slot = this.size++;
    while (slot > 0) {
      const parent = (slot - 1) >> 1;
      if (!this.isBefore(op, ops[parent])) break;
      ops[slot] = ops[parent];
      slot = parent;
    }
    ops[slot] = op;
  }

  /** Removes and returns the first operation. */
  takeFirst(): number {
    const { ops } = this;
    const first = ops[0];
    const size = --this.size;
    const op = ops[size];
    let slot = 0;
    for (let child = 1; child < size; child = 2 * slot + 1) {
      if (child + 1 < size && this.isBefore(ops[child + 1], ops[child])) child++;
      if (!this.isBefore(ops[child], op)) break;
      ops[slot] = ops[child];
      slot = child;
    }
    ops[slot] = op;
    return first;
  }

  private isBefore(a: number, b: number): boolean {
    return this.readyAt[a] < this.readyAt[b] || (this.readyAt[a] === this.readyAt[b] && a < b);
  }
}
