// hot: no allocation, no for-of, no destructuring.
/**
 * Matches messages with receives by the rules of MPI: a message goes to the earliest posted receive that matches, a receive takes the
 * earliest message. Messages are ordered by arrival.
 */
import { growth, longer } from "../base/arrays.ts";
import type { Dependencies } from "./program.ts";

export class Matching {
  // Posted receives, as one linked list for each mailbox.
  /** [mailboxes] First and last receive + 1; 0 for none. */
  private readonly firstPosted: Int32Array;
  private readonly lastPosted: Int32Array;
  /** [operations] The next receive of the list, + 1; and the sequence number of the post. */
  private readonly behind: Int32Array;
  private readonly postedAs: Int32Array;
  private posted = 0;
  // Unexpected messages: one list entry in each mailbox whose receives may take the message. Entries of messages that are gone are skipped.
  private readonly firstCome: Int32Array;
  private readonly lastCome: Int32Array;
  private readonly capacity = growth.initial(1024);
  private nextEntry = new Int32Array(this.capacity);
  private messageOf = new Int32Array(this.capacity);
  private comeAs = new Int32Array(this.capacity);
  private unused = 0;
  private used = 0;
  private come = 0;
  /** [messages] Sequence number, from 1, of the arrival of a message that is waiting; 0 if it is not waiting. */
  private hereAs = new Int32Array(growth.initial(1024));

  constructor(
    mailboxes: number,
    operations: number,
    private readonly firstTaker: Dependencies["firstTaker"],
    private readonly takers: Dependencies["takers"],
  ) {
    this.firstPosted = new Int32Array(mailboxes);
    this.lastPosted = new Int32Array(mailboxes);
    this.firstCome = new Int32Array(mailboxes);
    this.lastCome = new Int32Array(mailboxes);
    this.behind = new Int32Array(operations);
    this.postedAs = new Int32Array(operations);
  }

  /** Posts a receive. Takes the first message from its mailbox; returns −1 and queues the receive if there is none. */
  post(op: number, box: number): number {
    for (let e = this.firstCome[box]; e > 0; e = this.firstCome[box]) {
      const m = this.messageOf[e - 1];
      const isHere = this.hereAs[m] === this.comeAs[e - 1];
      this.firstCome[box] = this.nextEntry[e - 1];
      this.nextEntry[e - 1] = this.unused;
      this.unused = e;
      if (!isHere) continue;
      this.hereAs[m] = 0;
      return m;
    }
    this.postedAs[op] = this.posted++;
    this.behind[op] = 0;
    if (this.firstPosted[box] === 0) this.firstPosted[box] = op + 1;
    else this.behind[this.lastPosted[box] - 1] = op + 1;
    this.lastPosted[box] = op + 1;
    return -1;
  }

  /**
   * Delivers a message to a mailbox. Takes the earliest posted receive that matches; returns −1 and queues the message if there is none.
   */
  arrive(m: number, box: number): number {
    let found = 0;
    let at = -1;
    for (let i = this.firstTaker[box]; i < this.firstTaker[box + 1]; i++) {
      const op = this.firstPosted[this.takers[i]];
      if (op === 0 || (found > 0 && this.postedAs[found - 1] < this.postedAs[op - 1])) continue;
      found = op;
      at = this.takers[i];
    }
    if (found > 0) {
      this.firstPosted[at] = this.behind[found - 1];
      return found - 1;
    }
    if (m >= this.hereAs.length) this.hereAs = longer(this.hereAs, Math.max(m + 1, growth.next(this.hereAs.length)));
    this.hereAs[m] = ++this.come;
    for (let i = this.firstTaker[box]; i < this.firstTaker[box + 1]; i++) this.enter(m, this.takers[i]);
    return -1;
  }

  /** Sets 1 for each posted receive that no message has matched, by operation. */
  markUnmatched(into: Uint8Array): void {
    for (let box = 0; box < this.firstPosted.length; box++)
      for (let op = this.firstPosted[box]; op > 0; op = this.behind[op - 1]) into[op - 1] = 1;
  }

  /** Whether a message has arrived and no receive has taken it. */
  isHere(m: number): boolean {
    return m < this.hereAs.length && this.hereAs[m] > 0;
  }

  /** Appends a message to the list of unexpected messages of a mailbox. */
  private enter(m: number, box: number): void {
    let e = this.unused;
    if (e > 0) this.unused = this.nextEntry[e - 1];
    else {
      if (this.used === this.nextEntry.length) this.grow();
      e = ++this.used;
    }
    this.messageOf[e - 1] = m;
    this.comeAs[e - 1] = this.come;
    this.nextEntry[e - 1] = 0;
    if (this.firstCome[box] === 0) this.firstCome[box] = e;
    else this.nextEntry[this.lastCome[box] - 1] = e;
    this.lastCome[box] = e;
  }

  private grow(): void {
    const length = growth.next(this.nextEntry.length);
    this.nextEntry = longer(this.nextEntry, length);
    this.messageOf = longer(this.messageOf, length);
    this.comeAs = longer(this.comeAs, length);
  }
}
