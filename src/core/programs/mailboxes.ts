/** The mailboxes of a program under construction, in a hash table. */
import { growth, growInt32Array, nextPowerOfTwo } from "../base/arrays.ts";
import { mix } from "../base/random.ts";

// The three words of a key are stored side by side, because there may be millions of mailboxes.
const keyShift = 2;
const [receiverWord, senderWord, tagWord] = [0, 1, 2];

/** Mailboxes by receiver, sender and tag, numbered in the order of their first use. */
export class MailboxTable {
  count = 0;
  private readonly capacity = nextPowerOfTwo(growth.initial(256));
  /** [mailboxes << {@link keyShift}] Words of each mailbox's key. */
  private keys = new Int32Array(this.capacity << keyShift);
  /** Mailbox + 1 by the hash of its key, 0 for a free slot; open addressing with linear probing, at most half full. */
  private table = new Int32Array(2 * this.capacity);

  /** The number of a mailbox, which is created if it does not exist. All three arguments are 32-bit integers. */
  getOrCreate(receiver: number, sender: number, tag: number): number {
    const slot = this.slotOf(receiver, sender, tag);
    const existing = this.table[slot] - 1;
    if (existing >= 0) return existing;
    if (2 * this.count === this.table.length) this.grow();
    const mailbox = this.count++;
    this.keys[(mailbox << keyShift) + receiverWord] = receiver;
    this.keys[(mailbox << keyShift) + senderWord] = sender;
    this.keys[(mailbox << keyShift) + tagWord] = tag;
    this.table[this.slotOf(receiver, sender, tag)] = mailbox + 1;
    return mailbox;
  }

  /** The number of a mailbox; −1 if it does not exist. */
  find(receiver: number, sender: number, tag: number): number {
    return this.table[this.slotOf(receiver, sender, tag)] - 1;
  }

  // Receiver, sender and tag of a mailbox.

  receiverAt(mailbox: number): number {
    return this.keys[(mailbox << keyShift) + receiverWord];
  }

  senderAt(mailbox: number): number {
    return this.keys[(mailbox << keyShift) + senderWord];
  }

  tagAt(mailbox: number): number {
    return this.keys[(mailbox << keyShift) + tagWord];
  }

  /** [mailboxes] The rank that receives from each mailbox. */
  owners(): Int32Array {
    const owners = new Int32Array(this.count);
    for (let mailbox = 0; mailbox < this.count; mailbox++) owners[mailbox] = this.receiverAt(mailbox);
    return owners;
  }

  /** [mailboxes] The rank that sends to each mailbox, and the tag. */
  senders(): { readonly senderOf: Int32Array; readonly tagOf: Int32Array } {
    const [senderOf, tagOf] = [new Int32Array(this.count), new Int32Array(this.count)];
    for (let mailbox = 0; mailbox < this.count; mailbox++)
      [senderOf[mailbox], tagOf[mailbox]] = [this.senderAt(mailbox), this.tagAt(mailbox)];
    return { senderOf, tagOf };
  }

  /** The slot of a mailbox in the table, or the free slot where it belongs. */
  private slotOf(receiver: number, sender: number, tag: number): number {
    const { keys, table } = this;
    const mask = table.length - 1;
    for (let slot = mix(receiver, sender, tag) & mask; ; slot = (slot + 1) & mask) {
      const key = (table[slot] - 1) << keyShift;
      if (key < 0 || (keys[key + receiverWord] === receiver && keys[key + senderWord] === sender && keys[key + tagWord] === tag))
        return slot;
    }
  }

  private grow(): void {
    this.keys = growInt32Array(this.keys, 2 * this.keys.length);
    this.table = new Int32Array(2 * this.table.length);
    for (let mailbox = 0; mailbox < this.count; mailbox++)
      this.table[this.slotOf(this.receiverAt(mailbox), this.senderAt(mailbox), this.tagAt(mailbox))] = mailbox + 1;
  }
}
