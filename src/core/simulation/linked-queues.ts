// hot: no allocation, no for-of, no destructuring inside `join`.
/** Several queues of numbered items in linked lists that share one array. */
import { growth, growInt32Array } from "../base/arrays.ts";

export class LinkedQueues {
  /** [queues] Head of each queue; −1 if it is empty. */
  readonly first: Int32Array;
  private readonly last: Int32Array;
  private next = new Int32Array(growth.initial(1024));

  /** @param isBefore Whether an item goes before another item that joined its queue earlier. */
  constructor(
    queueCount: number,
    private readonly isBefore: (item: number, other: number) => boolean,
  ) {
    this.first = new Int32Array(queueCount).fill(-1);
    this.last = new Int32Array(queueCount);
  }

  /** The next item in the queue of this item; −1 for none. */
  after(item: number): number {
    return this.next[item];
  }

  /** Inserts an item into a queue, behind all items that it does not go before. */
  join(queue: number, item: number): void {
    if (item >= this.next.length) this.next = growInt32Array(this.next, Math.max(item + 1, growth.next(this.next.length)));
    const next = this.next;
    const first = this.first[queue];
    let previous = first < 0 ? -1 : this.last[queue];
    if (previous >= 0 && this.isBefore(item, previous)) {
      previous = -1;
      for (let other = first; !this.isBefore(item, other); other = next[other]) previous = other;
    }
    next[item] = previous < 0 ? first : next[previous];
    if (previous < 0) this.first[queue] = item;
    else next[previous] = item;
    if (next[item] < 0) this.last[queue] = item;
  }

  /** Removes the head of a queue that is not empty. */
  leave(queue: number): void {
    this.first[queue] = this.next[this.first[queue]];
  }
}
