// hot: no allocation, no for-of, no destructuring.
/**
 * Matches messages with receives by the rules of MPI: a message goes to the earliest posted receive that matches, a receive takes the
 * earliest message. Messages are ordered by arrival.
 */
import { growth, growInt32Array } from "../base/arrays.ts";
import type { Dependencies } from "./program.ts";

export class MessageMatcher {
  // Posted receives, as one linked list for each mailbox.
  /** [mailboxes] First and last posted receive of each mailbox, + 1; 0 for none. */
  private readonly firstPosted: Int32Array;
  private readonly lastPosted: Int32Array;
  /** [operations] The next receive of the list, + 1; and the sequence number of the post. */
  private readonly nextPosted: Int32Array;
  private readonly postSequence: Int32Array;
  private postCount = 0;
  // Unexpected messages: one list entry in each mailbox whose receives may take the message. Entries of messages that are gone are skipped.
  private readonly firstUnexpected: Int32Array;
  private readonly lastUnexpected: Int32Array;
  private readonly capacity = growth.initial(1024);
  private nextEntry = new Int32Array(this.capacity);
  private entryMessage = new Int32Array(this.capacity);
  private entrySequence = new Int32Array(this.capacity);
  private freeEntry = 0;
  private entryCount = 0;
  private arrivalCount = 0;
  /** [messages] Sequence number, from 1, of the arrival of a message that is waiting; 0 if it is not waiting. */
  private waitingSequence = new Int32Array(growth.initial(1024));

  constructor(
    mailboxes: number,
    operations: number,
    private readonly firstTaker: Dependencies["firstTaker"],
    private readonly takers: Dependencies["takers"],
  ) {
    this.firstPosted = new Int32Array(mailboxes);
    this.lastPosted = new Int32Array(mailboxes);
    this.firstUnexpected = new Int32Array(mailboxes);
    this.lastUnexpected = new Int32Array(mailboxes);
    this.nextPosted = new Int32Array(operations);
    this.postSequence = new Int32Array(operations);
  }

  /**
   * Posts a receive at a mailbox. Takes the earliest unexpected message from the mailbox (one that arrived before its receive) and returns
   * it. If there is none, it appends the receive to the list of posted receives and returns −1. List entries are numbered from 1, so that 0
   * is the end of a list; an entry of a message that another mailbox has delivered is freed.
   */
  post(receive: number, mailbox: number): number {
    for (let entry = this.firstUnexpected[mailbox]; entry > 0; entry = this.firstUnexpected[mailbox]) {
      const message = this.entryMessage[entry - 1];
      const isStillWaiting = this.waitingSequence[message] === this.entrySequence[entry - 1];
      this.firstUnexpected[mailbox] = this.nextEntry[entry - 1];
      this.nextEntry[entry - 1] = this.freeEntry;
      this.freeEntry = entry;
      if (!isStillWaiting) continue;
      this.waitingSequence[message] = 0;
      return message;
    }
    this.postSequence[receive] = this.postCount++;
    this.nextPosted[receive] = 0;
    if (this.firstPosted[mailbox] === 0) this.firstPosted[mailbox] = receive + 1;
    else this.nextPosted[this.lastPosted[mailbox] - 1] = receive + 1;
    this.lastPosted[mailbox] = receive + 1;
    return -1;
  }

  /**
   * Delivers a message to a mailbox and returns the receive that takes it: the earliest posted one among the mailboxes whose receives match
   * (`takers`: the mailbox itself, and those of receives from any sender or with any tag). If no receive is posted, it queues the message
   * in all these mailboxes and returns −1.
   */
  arrive(message: number, mailbox: number): number {
    let earliest = 0;
    let matchedMailbox = -1;
    for (let i = this.firstTaker[mailbox]; i < this.firstTaker[mailbox + 1]; i++) {
      const receive = this.firstPosted[this.takers[i]];
      if (receive === 0 || (earliest > 0 && this.postSequence[earliest - 1] < this.postSequence[receive - 1])) continue;
      earliest = receive;
      matchedMailbox = this.takers[i];
    }
    if (earliest > 0) {
      this.firstPosted[matchedMailbox] = this.nextPosted[earliest - 1];
      return earliest - 1;
    }
    if (message >= this.waitingSequence.length)
      this.waitingSequence = growInt32Array(this.waitingSequence, Math.max(message + 1, growth.next(this.waitingSequence.length)));
    this.waitingSequence[message] = ++this.arrivalCount;
    for (let i = this.firstTaker[mailbox]; i < this.firstTaker[mailbox + 1]; i++) this.addUnexpected(message, this.takers[i]);
    return -1;
  }

  /** Sets 1 for each posted receive that no message has matched, by operation. */
  markUnmatched(marks: Uint8Array): void {
    for (let mailbox = 0; mailbox < this.firstPosted.length; mailbox++)
      for (let receive = this.firstPosted[mailbox]; receive > 0; receive = this.nextPosted[receive - 1]) marks[receive - 1] = 1;
  }

  /** Whether a message has arrived and no receive has taken it. */
  isWaiting(message: number): boolean {
    return message < this.waitingSequence.length && this.waitingSequence[message] > 0;
  }

  /** Appends a message to the list of unexpected messages of a mailbox. */
  private addUnexpected(message: number, mailbox: number): void {
    let entry = this.freeEntry;
    if (entry > 0) this.freeEntry = this.nextEntry[entry - 1];
    else {
      if (this.entryCount === this.nextEntry.length) this.grow();
      entry = ++this.entryCount;
    }
    this.entryMessage[entry - 1] = message;
    this.entrySequence[entry - 1] = this.arrivalCount;
    this.nextEntry[entry - 1] = 0;
    if (this.firstUnexpected[mailbox] === 0) this.firstUnexpected[mailbox] = entry;
    else this.nextEntry[this.lastUnexpected[mailbox] - 1] = entry;
    this.lastUnexpected[mailbox] = entry;
  }

  private grow(): void {
    const length = growth.next(this.nextEntry.length);
    this.nextEntry = growInt32Array(this.nextEntry, length);
    this.entryMessage = growInt32Array(this.entryMessage, length);
    this.entrySequence = growInt32Array(this.entrySequence, length);
  }
}
