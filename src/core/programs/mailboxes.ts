/** The mailboxes of a program under construction, in a hash table. */
import { growth, longer, powerOfTwo } from "../base/arrays.ts";
import { mix } from "../base/random.ts";

// The three words of a key are stored side by side, because there may be millions of mailboxes.
const keyShift = 2;
const [keyTo, keyFrom, keyTag] = [0, 1, 2];

/** Mailboxes by receiver, sender and tag, numbered in the order of their first use. */
export class Mailboxes {
  count = 0;
  /** [mailboxes << {@link keyShift}] Words of each mailbox's key. */
  private readonly capacity = powerOfTwo(growth.initial(256));
  private keys = new Int32Array(this.capacity << keyShift);
  /** Mailbox + 1 by the hash of its key, 0 for a free slot; open addressing with linear probing, at most half full. */
  private table = new Int32Array(2 * this.capacity);

  /** The number of a mailbox, which is created if it does not exist. All three arguments are 32-bit integers. */
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

  /** The number of a mailbox; −1 if it does not exist. */
  find(to: number, from: number, tag: number): number {
    return this.table[this.placeOf(to, from, tag)] - 1;
  }

  // Receiver, sender and tag of a mailbox.

  toAt(box: number): number {
    return this.keys[(box << keyShift) + keyTo];
  }

  fromAt(box: number): number {
    return this.keys[(box << keyShift) + keyFrom];
  }

  tagAt(box: number): number {
    return this.keys[(box << keyShift) + keyTag];
  }

  /** [mailboxes] The rank that receives from each mailbox. */
  owners(): Int32Array {
    const owners = new Int32Array(this.count);
    for (let box = 0; box < this.count; box++) owners[box] = this.toAt(box);
    return owners;
  }

  /** [mailboxes] The rank that sends to each mailbox, and the tag. */
  senders(): { readonly senderOf: Int32Array; readonly tagOf: Int32Array } {
    const [senderOf, tagOf] = [new Int32Array(this.count), new Int32Array(this.count)];
    for (let box = 0; box < this.count; box++) [senderOf[box], tagOf[box]] = [this.fromAt(box), this.tagAt(box)];
    return { senderOf, tagOf };
  }

  /** The slot of a mailbox in the table, or the free slot where it belongs. */
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
