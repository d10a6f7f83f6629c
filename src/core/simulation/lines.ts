// hot: no allocation, no for-of, no destructuring inside `join`.
/** Several queues of numbered items in linked lists that share one array. */
import { growth, longer } from "../base/arrays.ts";

export class Lines {
  /** [queues] Head of each queue; −1 if it is empty. */
  readonly first: Int32Array;
  private readonly last: Int32Array;
  private next = new Int32Array(growth.initial(1024));

  /** @param isBefore Whether an item goes before another one that joined earlier. */
  constructor(
    places: number,
    private readonly isBefore: (thing: number, other: number) => boolean,
  ) {
    this.first = new Int32Array(places).fill(-1);
    this.last = new Int32Array(places);
  }

  /** The next item in the queue of this item; −1 for none. */
  behind(thing: number): number {
    return this.next[thing];
  }

  /** Inserts an item into a queue, behind all items that it does not go before. */
  join(place: number, thing: number): void {
    if (thing >= this.next.length) this.next = longer(this.next, Math.max(thing + 1, growth.next(this.next.length)));
    const next = this.next;
    const first = this.first[place];
    let before = first < 0 ? -1 : this.last[place];
    if (before >= 0 && this.isBefore(thing, before)) {
      before = -1;
      for (let other = first; !this.isBefore(thing, other); other = next[other]) before = other;
    }
    next[thing] = before < 0 ? first : next[before];
    if (before < 0) this.first[place] = thing;
    else next[before] = thing;
    if (next[thing] < 0) this.last[place] = thing;
  }

  /** Removes the head of a queue that is not empty. */
  leave(place: number): void {
    this.first[place] = this.next[this.first[place]];
  }
}
