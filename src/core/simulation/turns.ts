// hot: no allocation, no for-of, no destructuring inside `turn` and what it calls.
/**
 * Round-robin queues at terminals: messages of a terminal alternate packet by packet. Messages to the same rank are sent in order;
 * different ranks take turns, in the order in which their first messages were admitted.
 */
import { growth, longer } from "../base/arrays.ts";
import { Lines } from "./lines.ts";

/** What the queues need to know of a message, by its number. */
interface Messages {
  /** Cycle in which the message was handed to its terminal. */
  created(message: number): number;
  /** The receiving rank. */
  goesTo(message: number): number;
  /** Whether a message goes before another one that was queued earlier. */
  readonly isBefore: (message: number, other: number) => boolean;
}

export class Turns {
  private readonly messages: Messages;
  // By message: the next message to the same rank.
  private readonly capacity = growth.initial(1024);
  private next = new Int32Array(this.capacity).fill(-1);
  /** For the head of a rank: the head of the rank whose turn follows. */
  private nextRank = new Int32Array(this.capacity);
  /** For the head of a rank: the last message to the same rank. */
  private lastToRank = new Int32Array(this.capacity);
  // By terminal: heads of the rank whose turn it is, and of the rank whose turn is last; −1 for none.
  private readonly first: Int32Array;
  private readonly last: Int32Array;
  /** Messages that are not admitted to the rotation yet, because no packet was sent since their creation. */
  private readonly ahead: Lines;

  constructor(terminals: number, messages: Messages) {
    this.messages = messages;
    this.first = new Int32Array(terminals).fill(-1);
    this.last = new Int32Array(terminals).fill(-1);
    this.ahead = new Lines(terminals, messages.isBefore);
  }

  /** The terminal's next message; −1 for none. */
  front(terminal: number): number {
    return this.first[terminal] >= 0 ? this.first[terminal] : this.ahead.first[terminal];
  }

  /** Creation of the oldest message at a terminal; Infinity for none. */
  oldest(terminal: number): number {
    let oldest = Infinity;
    for (let m = this.first[terminal]; m >= 0; m = this.nextRank[m]) oldest = Math.min(oldest, this.messages.created(m));
    const ahead = this.ahead.first[terminal];
    return ahead >= 0 ? Math.min(oldest, this.messages.created(ahead)) : oldest;
  }

  /** Sums a value over all messages at a terminal. */
  sum(terminal: number, of: (message: number) => number): number {
    let sum = 0;
    for (let front = this.first[terminal]; front >= 0; front = this.nextRank[front])
      for (let m = front; m >= 0; m = this.next[m]) sum += of(m);
    for (let m = this.ahead.first[terminal]; m >= 0; m = this.ahead.behind(m)) sum += of(m);
    return sum;
  }

  /** Adds a message to a terminal. */
  wait(terminal: number, m: number): void {
    if (m >= this.next.length) this.grow(m);
    this.ahead.join(terminal, m);
  }

  /** Cycle `time`: a packet of the current message was sent, its last one or not. The next rank has its turn. */
  turn(terminal: number, isLast: boolean, t: number): void {
    this.admit(terminal, t);
    const m = this.first[terminal];
    this.first[terminal] = this.nextRank[m];
    let stays = m;
    if (isLast) {
      stays = this.next[m];
      if (stays < 0) return;
      this.lastToRank[stays] = this.lastToRank[m];
    }
    this.append(terminal, stays);
  }

  /** Admits the messages that were created by cycle `time`. */
  private admit(terminal: number, t: number): void {
    const { first } = this.ahead;
    for (let m = first[terminal]; m >= 0 && this.messages.created(m) <= t; m = first[terminal]) {
      this.ahead.leave(terminal);
      this.join(terminal, m);
    }
  }

  private join(terminal: number, m: number): void {
    this.next[m] = -1;
    const to = this.messages.goesTo(m);
    for (let other = this.first[terminal]; other >= 0; other = this.nextRank[other]) {
      if (this.messages.goesTo(other) !== to) continue;
      this.next[this.lastToRank[other]] = m;
      this.lastToRank[other] = m;
      return;
    }
    this.lastToRank[m] = m;
    this.append(terminal, m);
  }

  private append(terminal: number, m: number): void {
    this.nextRank[m] = -1;
    if (this.first[terminal] < 0) this.first[terminal] = m;
    else this.nextRank[this.last[terminal]] = m;
    this.last[terminal] = m;
  }

  private grow(m: number): void {
    const length = Math.max(m + 1, growth.next(this.next.length));
    this.next = longer(this.next, length);
    this.nextRank = longer(this.nextRank, length);
    this.lastToRank = longer(this.lastToRank, length);
  }
}
