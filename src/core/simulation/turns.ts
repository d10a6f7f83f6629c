// hot: no allocation, no for-of, no destructuring inside `turn` and what it calls.
/**
 * Messages that wait at terminals and take turns, packet by packet: those to one rank go one after the other, those to
 * different ranks in turn, in the order in which they came to the front of all that wait.
 */
import { growth, longer } from "../base/arrays.ts";
import { Lines } from "./lines.ts";

/** What turns are taken by. */
interface Messages {
  /** Cycle in which a message was handed to its terminal, by its number. */
  created(message: number): number;
  /** The rank that it goes to. */
  goesTo(message: number): number;
  /** Whether one goes before another, though it comes later. */
  readonly isBefore: (message: number, other: number) => boolean;
}

export class Turns {
  private readonly messages: Messages;
  // By message: what comes after it on the way to its rank.
  private readonly capacity = growth.initial(1024);
  private next = new Int32Array(this.capacity).fill(-1);
  /** The first message to the rank whose turn is next, where this one is the first to its own. */
  private nextRank = new Int32Array(this.capacity);
  /** The last message to the same rank, where this one is the first. */
  private lastToRank = new Int32Array(this.capacity);
  // By terminal: first messages to the rank whose turn it is and to the one whose turn comes last, −1 for none.
  private readonly first: Int32Array;
  private readonly last: Int32Array;
  /** Those that have not been looked at since they exist. */
  private readonly ahead: Lines;

  constructor(terminals: number, messages: Messages) {
    this.messages = messages;
    this.first = new Int32Array(terminals).fill(-1);
    this.last = new Int32Array(terminals).fill(-1);
    this.ahead = new Lines(terminals, messages.isBefore);
  }

  /** The message that goes next from a terminal, −1 for none. */
  front(terminal: number): number {
    return this.first[terminal] >= 0 ? this.first[terminal] : this.ahead.first[terminal];
  }

  /** Creation of the oldest message that waits at a terminal; Infinity for none. */
  oldest(terminal: number): number {
    let oldest = Infinity;
    for (let m = this.first[terminal]; m >= 0; m = this.nextRank[m]) oldest = Math.min(oldest, this.messages.created(m));
    const ahead = this.ahead.first[terminal];
    return ahead >= 0 ? Math.min(oldest, this.messages.created(ahead)) : oldest;
  }

  /** What is asked of every message that waits at a terminal, added up. */
  sum(terminal: number, of: (message: number) => number): number {
    let sum = 0;
    for (let front = this.first[terminal]; front >= 0; front = this.nextRank[front])
      for (let m = front; m >= 0; m = this.next[m]) sum += of(m);
    for (let m = this.ahead.first[terminal]; m >= 0; m = this.ahead.behind(m)) sum += of(m);
    return sum;
  }

  /** A message joins those that wait. */
  wait(terminal: number, m: number): void {
    if (m >= this.next.length) this.grow(m);
    this.ahead.join(terminal, m);
  }

  /** In cycle `t`, a packet of the message at the front has gone, the last of them or not: the next rank's turn. */
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

  /** Those that exist by cycle `t` take their places. */
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
