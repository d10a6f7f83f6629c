/**
 * A pool of packet records. A record is reused as soon as its packet has been consumed, so active packets stay close together in memory.
 */
import { growth, longer } from "../base/arrays.ts";

// Record of a packet, as word offsets.
export const packetShift = 3;
/** Destination + 65536 · source. */
export const ends = 0;
/** Cycles of its creation and of its first grant, −1 before that. */
export const created = 1;
export const injected = 2;
/** Cycle from which it may request at its node. */
export const ready = 3;
/** Channels that it has been granted. */
export const hops = 4;
/** Number of its message in the message list, −1 for none. */
export const messageOf = 5;
/** State that the routing keeps of it. */
export const stateOf = 6;
/** The candidates that it requests, in an encoding of the engine; −1 for none. */
export const asksBy = 7;

export class PacketPool {
  /** [packets << packetShift] Replaced by a larger array when the pool grows. */
  records: Int32Array;
  private free: Int32Array;
  private freeCount: number;

  constructor(expected: number) {
    const capacity = growth.initial(expected);
    this.records = new Int32Array(capacity << packetShift);
    this.free = Int32Array.from({ length: capacity }, (_, i) => capacity - 1 - i);
    this.freeCount = capacity;
  }

  /** A free packet number: the one released last, if there is one. */
  take(): number {
    if (this.freeCount === 0) this.grow();
    return this.free[--this.freeCount];
  }

  giveBack(p: number): void {
    this.free[this.freeCount++] = p;
  }

  private grow(): void {
    const before = this.free.length;
    const next = growth.next(before);
    this.records = longer(this.records, next << packetShift);
    this.free = longer(this.free, next);
    for (let p = next - 1; p >= before; p--) this.free[this.freeCount++] = p;
  }
}
