// hot: no allocation, no for-of, no destructuring.
/**
 * Messages and the receives that take them, as MPI matches them: a message is taken by the receive that was posted first of all that
 * fit it, a receive takes the message that came first. Messages come in the order of their arrival, as in every mailbox here.
 */
import { growth, longer } from "../base/arrays.ts";
import type { Dependencies } from "./program.ts";

export class Matching {
  // Receives that have been posted, line by line.
  /** [mailboxes] First and last + 1 of each; 0 for none. */
  private readonly firstPosted: Int32Array;
  private readonly lastPosted: Int32Array;
  /** [operations] The one behind it, + 1; and how many were posted before it. */
  private readonly behind: Int32Array;
  private readonly postedAs: Int32Array;
  private posted = 0;
  // Messages that have come: an entry in each mailbox that may take them, of which those of messages that are gone are passed over.
  private readonly firstCome: Int32Array;
  private readonly lastCome: Int32Array;
  private readonly capacity = growth.initial(1024);
  private nextEntry = new Int32Array(this.capacity);
  private messageOf = new Int32Array(this.capacity);
  private comeAs = new Int32Array(this.capacity);
  private unused = 0;
  private used = 0;
  private come = 0;
  /** [messages] As which it has come and is here, from 1; 0 for not here. */
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

  /** A receive is posted: takes the first message that fits out of its mailbox, −1 where there is none and it stays. */
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

  /** A message comes to a mailbox: takes the receive that was posted first of those that fit, −1 where there is none and it stays. */
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

  /** Marks the receives that are posted and have taken nothing: 1 by operation. */
  markUnmatched(into: Uint8Array): void {
    for (let box = 0; box < this.firstPosted.length; box++)
      for (let op = this.firstPosted[box]; op > 0; op = this.behind[op - 1]) into[op - 1] = 1;
  }

  /** Whether a message has come and no receive has taken it. */
  isHere(m: number): boolean {
    return m < this.hereAs.length && this.hereAs[m] > 0;
  }

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
