// hot: no allocation, no for-of, no destructuring inside `turn` and what it calls.
/**
 * Round-robin queues at terminals: messages of a terminal alternate packet by packet. Messages to the same rank are sent in order;
 * different ranks take turns, in the order in which their first messages were admitted.
 */
import { growth, growInt32Array } from "../base/arrays.ts";
import { LinkedQueues } from "./linked-queues.ts";

/** What the queues need to know of a message, by its number. */
interface MessageFacts {
  /** Cycle in which the message was handed to its terminal. */
  creationOf(message: number): number;
  /** The receiving rank. */
  receiverOf(message: number): number;
  /** Whether a message goes before another message that was queued earlier. */
  readonly isBefore: (message: number, other: number) => boolean;
}

export class RoundRobinQueues {
  private readonly messages: MessageFacts;
  // By message: the next message to the same rank.
  private readonly capacity = growth.initial(1024);
  private nextToRank = new Int32Array(this.capacity).fill(-1);
  /** For the first message to a rank: the first message to the rank whose turn follows. */
  private nextRankHead = new Int32Array(this.capacity);
  /** For the first message to a rank: the last message to the same rank. */
  private lastToRank = new Int32Array(this.capacity);
  // By terminal: the first message to the rank whose turn it is, and the first message to the rank whose turn is last; −1 for none.
  private readonly currentHead: Int32Array;
  private readonly lastHead: Int32Array;
  /** Messages that are not admitted to the rotation yet, because no packet was sent since their creation. */
  private readonly notAdmitted: LinkedQueues;

  constructor(terminals: number, messages: MessageFacts) {
    this.messages = messages;
    this.currentHead = new Int32Array(terminals).fill(-1);
    this.lastHead = new Int32Array(terminals).fill(-1);
    this.notAdmitted = new LinkedQueues(terminals, messages.isBefore);
  }

  /** The terminal's next message; −1 for none. */
  queueHead(terminal: number): number {
    return this.currentHead[terminal] >= 0 ? this.currentHead[terminal] : this.notAdmitted.first[terminal];
  }

  /** Creation of the oldest message at a terminal; Infinity for none. */
  oldestCreation(terminal: number): number {
    let oldest = Infinity;
    for (let message = this.currentHead[terminal]; message >= 0; message = this.nextRankHead[message])
      oldest = Math.min(oldest, this.messages.creationOf(message));
    const firstNotAdmitted = this.notAdmitted.first[terminal];
    return firstNotAdmitted >= 0 ? Math.min(oldest, this.messages.creationOf(firstNotAdmitted)) : oldest;
  }

  /** Sums a value over all messages at a terminal. */
  sumOver(terminal: number, valueOf: (message: number) => number): number {
    let sum = 0;
    for (let rankHead = this.currentHead[terminal]; rankHead >= 0; rankHead = this.nextRankHead[rankHead])
      for (let message = rankHead; message >= 0; message = this.nextToRank[message]) sum += valueOf(message);
    for (let message = this.notAdmitted.first[terminal]; message >= 0; message = this.notAdmitted.after(message)) sum += valueOf(message);
    return sum;
  }

  /** Adds a message to a terminal. */
  enqueue(terminal: number, message: number): void {
    if (message >= this.nextToRank.length) this.grow(message);
    this.notAdmitted.join(terminal, message);
  }

  /** A packet of the current message was sent in cycle `time`; `isLast` if the message has no more packets. The next rank has its turn. */
  turn(terminal: number, isLast: boolean, time: number): void {
    this.admit(terminal, time);
    const message = this.currentHead[terminal];
    this.currentHead[terminal] = this.nextRankHead[message];
    let newHead = message;
    if (isLast) {
      newHead = this.nextToRank[message];
      if (newHead < 0) return;
      this.lastToRank[newHead] = this.lastToRank[message];
    }
    this.appendRank(terminal, newHead);
  }

  /** Admits the messages that were created by cycle `time`. */
  private admit(terminal: number, time: number): void {
    const { first } = this.notAdmitted;
    for (let message = first[terminal]; message >= 0 && this.messages.creationOf(message) <= time; message = first[terminal]) {
      this.notAdmitted.leave(terminal);
      this.admitMessage(terminal, message);
    }
  }

  private admitMessage(terminal: number, message: number): void {
    this.nextToRank[message] = -1;
    const receiver = this.messages.receiverOf(message);
    for (let rankHead = this.currentHead[terminal]; rankHead >= 0; rankHead = this.nextRankHead[rankHead]) {
      if (this.messages.receiverOf(rankHead) !== receiver) continue;
      this.nextToRank[this.lastToRank[rankHead]] = message;
      this.lastToRank[rankHead] = message;
      return;
    }
    this.lastToRank[message] = message;
    this.appendRank(terminal, message);
  }

  private appendRank(terminal: number, message: number): void {
    this.nextRankHead[message] = -1;
    if (this.currentHead[terminal] < 0) this.currentHead[terminal] = message;
    else this.nextRankHead[this.lastHead[terminal]] = message;
    this.lastHead[terminal] = message;
  }

  private grow(message: number): void {
    const length = Math.max(message + 1, growth.next(this.nextToRank.length));
    this.nextToRank = growInt32Array(this.nextToRank, length);
    this.nextRankHead = growInt32Array(this.nextRankHead, length);
    this.lastToRank = growInt32Array(this.lastToRank, length);
  }
}
