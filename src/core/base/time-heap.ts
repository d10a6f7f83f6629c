/**
 * A priority queue of ids by time, as a binary heap. Each id is in it at most once. If times are equal, the lowest id comes first, unless a
 * subclass decides otherwise.
 */
import { growth, longer, longerReal } from "./arrays.ts";

/** Binary heap of ids with a time each. Ids are small non-negative integers; arrays grow with the largest id. */
export class TimeHeap {
  /** Number of ids in the heap. */
  size = 0;
  /** Time of the first id; Infinity if the heap is empty. */
  next = Infinity;
  private readonly capacity = growth.initial(16);
  private order = new Int32Array(this.capacity);
  /** Position of each id in the heap, −1 if it is not in the heap. */
  private place = new Int32Array(this.capacity).fill(-1);
  private times = new Float64Array(this.capacity);

  /** The id with the earliest time, −1 if the heap is empty. */
  get first(): number {
    return this.size > 0 ? this.order[0] : -1;
  }

  /** The id at a position of the heap, 0 … size − 1, in no particular order. */
  at(place: number): number {
    return this.order[place];
  }

  /** Inserts an id, or changes its time. */
  set(id: number, time: number): void {
    if (id >= this.place.length) this.grow(id + 1);
    let place = this.place[id];
    const isLater = place >= 0 && time > this.times[id];
    if (place < 0) place = this.size++;
    this.times[id] = time;
    if (isLater) this.sink(id, place);
    else this.rise(id, place);
    this.next = this.times[this.order[0]];
  }

  /** Removes an id if it is in the heap. */
  remove(id: number): void {
    const place = id < this.place.length ? this.place[id] : -1;
    if (place < 0) return;
    this.place[id] = -1;
    const last = this.order[--this.size];
    if (last !== id) {
      this.sink(last, place);
      this.rise(last, this.place[last]);
    }
    this.next = this.size > 0 ? this.times[this.order[0]] : Infinity;
  }

  private isBefore(a: number, b: number): boolean {
    const { times } = this;
    return times[a] < times[b] || (times[a] === times[b] && this.isFirstOf(a, b));
  }

  /** Whether id `a` comes before id `b` if their times are equal. */
  protected isFirstOf(a: number, b: number): boolean {
    return a < b;
  }

  private rise(id: number, place: number): void {
    const { order } = this;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const other = order[above];
      if (!this.isBefore(id, other)) break;
      order[place] = other;
      this.place[other] = place;
      place = above;
    }
    order[place] = id;
    this.place[id] = place;
  }

  private sink(id: number, place: number): void {
    const { order, size } = this;
    for (let below = 2 * place + 1; below < size; below = 2 * place + 1) {
      if (below + 1 < size && this.isBefore(order[below + 1], order[below])) below++;
      const other = order[below];
      if (!this.isBefore(other, id)) break;
      order[place] = other;
      this.place[other] = place;
      place = below;
    }
    order[place] = id;
    this.place[id] = place;
  }

  private grow(least: number): void {
    const before = this.place.length;
    const length = Math.max(least, growth.next(before));
    this.order = longer(this.order, length);
    this.place = longer(this.place, length).fill(-1, before);
    this.times = longerReal(this.times, length);
  }
}
