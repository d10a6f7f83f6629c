/**
 * A priority queue of ids by time, as a binary heap. Each id is in it at most once. If times are equal, the lowest id comes first, unless a
 * subclass decides otherwise.
 */
import { growth, growInt32Array, growFloat64Array } from "./arrays.ts";

/** Binary heap of ids with a time each. Ids are small non-negative integers; arrays grow with the largest id. */
export class TimeHeap {
  /** Number of ids in the heap. */
  size = 0;
  /** Time of the first id; Infinity if the heap is empty. */
  nextTime = Infinity;
  private readonly capacity = growth.initial(16);
  private heap = new Int32Array(this.capacity);
  /** Position of each id in the heap, −1 if it is not in the heap. */
  private positionOf = new Int32Array(this.capacity).fill(-1);
  private times = new Float64Array(this.capacity);

  /** The id with the earliest time, −1 if the heap is empty. */
  get firstId(): number {
    return this.size > 0 ? this.heap[0] : -1;
  }

  /** The id at a position of the heap, 0 … size − 1, in no particular order. */
  idAt(position: number): number {
    return this.heap[position];
  }

  /** Inserts an id, or changes its time. */
  set(id: number, time: number): void {
    if (id >= this.positionOf.length) this.grow(id + 1);
    let position = this.positionOf[id];
    const isLater = position >= 0 && time > this.times[id];
    if (position < 0) position = this.size++;
    this.times[id] = time;
    if (isLater) this.siftDown(id, position);
    else this.siftUp(id, position);
    this.nextTime = this.times[this.heap[0]];
  }

  /** Removes an id if it is in the heap. */
  remove(id: number): void {
    const position = id < this.positionOf.length ? this.positionOf[id] : -1;
    if (position < 0) return;
    this.positionOf[id] = -1;
    const last = this.heap[--this.size];
    if (last !== id) {
      this.siftDown(last, position);
      this.siftUp(last, this.positionOf[last]);
    }
    this.nextTime = this.size > 0 ? this.times[this.heap[0]] : Infinity;
  }

  private isBefore(a: number, b: number): boolean {
    const { times } = this;
    return times[a] < times[b] || (times[a] === times[b] && this.isFirstOnTie(a, b));
  }

  /** Whether id `a` comes before id `b` if their times are equal. */
  protected isFirstOnTie(a: number, b: number): boolean {
    return a < b;
  }

  private siftUp(id: number, position: number): void {
    const { heap } = this;
    while (position > 0) {
      const parent = (position - 1) >> 1;
      const other = heap[parent];
      if (!this.isBefore(id, other)) break;
      heap[position] = other;
      this.positionOf[other] = position;
      position = parent;
    }
    heap[position] = id;
    this.positionOf[id] = position;
  }

  private siftDown(id: number, position: number): void {
    const { heap, size } = this;
    for (let child = 2 * position + 1; child < size; child = 2 * position + 1) {
      if (child + 1 < size && this.isBefore(heap[child + 1], heap[child])) child++;
      const other = heap[child];
      if (!this.isBefore(other, id)) break;
      heap[position] = other;
      this.positionOf[other] = position;
      position = child;
    }
    heap[position] = id;
    this.positionOf[id] = position;
  }

  private grow(minCapacity: number): void {
    const oldLength = this.positionOf.length;
    const length = Math.max(minCapacity, growth.next(oldLength));
    this.heap = growInt32Array(this.heap, length);
    this.positionOf = growInt32Array(this.positionOf, length).fill(-1, oldLength);
    this.times = growFloat64Array(this.times, length);
  }
}
