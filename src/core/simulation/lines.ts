// hot: no allocation, no for-of, no destructuring inside `join`.
/** Lines of things that have numbers, one line at each of several places. */
import { growth, longer } from "../base/arrays.ts";

export class Lines {
  /** [places] The first in each line, −1 for none. */
  readonly first: Int32Array;
  private readonly last: Int32Array;
  private next = new Int32Array(growth.initial(1024));

  /** @param isBefore whether a thing goes before another one that has come before it */
  constructor(
    places: number,
    private readonly isBefore: (thing: number, other: number) => boolean,
  ) {
    this.first = new Int32Array(places).fill(-1);
    this.last = new Int32Array(places);
  }

  /** What comes behind a thing that is in a line; −1 for nothing. */
  behind(thing: number): number {
    return this.next[thing];
  }

  /** A thing joins a line, behind all that it does not go before. */
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

  /** The first leaves a line that is not empty. */
  leave(place: number): void {
    this.first[place] = this.next[this.first[place]];
  }
}
