/** The mailboxes of a program while it is written. */
import { growth, longer, powerOfTwo } from "../base/arrays.ts";
import { mix } from "../base/random.ts";

// What a mailbox is known by lies together: there may be millions of them.
const keyShift = 2;
const [keyTo, keyFrom, keyTag] = [0, 1, 2];

/** Mailboxes by receiver, sender and tag, numbered in the order in which they are first asked for. */
export class Mailboxes {
  count = 0;
  /** [mailboxes << {@link keyShift}] */
  private readonly capacity = powerOfTwo(growth.initial(256));
  private keys = new Int32Array(this.capacity << keyShift);
  /** Mailbox + 1 by the hash of its key, in the first place from there on that was free; 0 for none. At most half of it is taken. */
  private table = new Int32Array(2 * this.capacity);

  /** The number of a mailbox, a new one where there was none. Of its key each is a whole number of 32 bits. */
  of(to: number, from: number, tag: number): number {
    const place = this.placeOf(to, from, tag);
    const known = this.table[place] - 1;
    if (known >= 0) return known;
    if (2 * this.count === this.table.length) this.grow();
    const box = this.count++;
    this.keys[(box << keyShift) + keyTo] = to;
    this.keys[(box << keyShift) + keyFrom] = from;
    this.keys[(box << keyShift) + keyTag] = tag;
    this.table[this.placeOf(to, from, tag)] = box + 1;
    return box;
  }

  /** The number of a mailbox; −1 where there is none. */
  find(to: number, from: number, tag: number): number {
    return this.table[this.placeOf(to, from, tag)] - 1;
  }

  // Who a mailbox belongs to, whose messages come to it, and of what tag.

  toAt(box: number): number {
    return this.keys[(box << keyShift) + keyTo];
  }

  fromAt(box: number): number {
    return this.keys[(box << keyShift) + keyFrom];
  }

  tagAt(box: number): number {
    return this.keys[(box << keyShift) + keyTag];
  }

  /** [mailboxes] The rank that receives from each. */
  owners(): Int32Array {
    const owners = new Int32Array(this.count);
    for (let box = 0; box < this.count; box++) owners[box] = this.toAt(box);
    return owners;
  }

  /** [mailboxes] The rank whose messages come to each, and their tag. */
  senders(): { readonly senderOf: Int32Array; readonly tagOf: Int32Array } {
    const [senderOf, tagOf] = [new Int32Array(this.count), new Int32Array(this.count)];
    for (let box = 0; box < this.count; box++) [senderOf[box], tagOf[box]] = [this.fromAt(box), this.tagAt(box)];
    return { senderOf, tagOf };
  }

  /** Where in the table a mailbox stands, or would. */
  private placeOf(to: number, from: number, tag: number): number {
    const { keys, table } = this;
    const last = table.length - 1;
    for (let place = mix(to, from, tag) & last; ; place = (place + 1) & last) {
      const key = (table[place] - 1) << keyShift;
      if (key < 0 || (keys[key + keyTo] === to && keys[key + keyFrom] === from && keys[key + keyTag] === tag)) return place;
    }
  }

  private grow(): void {
    this.keys = longer(this.keys, 2 * this.keys.length);
    this.table = new Int32Array(2 * this.table.length);
    for (let box = 0; box < this.count; box++) this.table[this.placeOf(this.toAt(box), this.fromAt(box), this.tagAt(box))] = box + 1;
  }
}
