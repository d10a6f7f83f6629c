/**
 * A pool of packet records. A record is reused as soon as its packet has been consumed, so active packets stay close together in memory.
 */
import { growth, growInt32Array } from "../base/arrays.ts";

// Record of a packet, as word offsets.
export const packetShift = 3;
/** Destination + 65536 · source. */
export const packetEnds = 0;
/** Cycle of the packet's creation, and cycle of its first grant, −1 before the grant. */
export const packetCreated = 1;
export const packetInjected = 2;
/** Cycle from which the packet may request at its node. */
export const packetReady = 3;
/** Number of channels that the packet has been granted. */
export const packetHops = 4;
/** Number of the packet's message in the message list, −1 for none. */
export const packetMessage = 5;
/** Route state of the packet. */
export const packetRoutingState = 6;
/** The candidates that the packet requests, in an encoding of the engine; −1 for none. */
export const packetRequest = 7;

export class PacketPool {
  /** [packets << packetShift] Replaced by a larger array when the pool grows. */
  records: Int32Array;
  private freeNumbers: Int32Array;
  private freeCount: number;

  constructor(expected: number) {
    const capacity = growth.initial(expected);
    this.records = new Int32Array(capacity << packetShift);
    this.freeNumbers = Int32Array.from({ length: capacity }, (_, i) => capacity - 1 - i);
    this.freeCount = capacity;
  }

  /** A free packet number: the number that was released last, if any was released. */
  take(): number {
    if (this.freeCount === 0) this.grow();
    return this.freeNumbers[--this.freeCount];
  }

  release(packetId: number): void {
    this.freeNumbers[this.freeCount++] = packetId;
  }

  private grow(): void {
    const oldCapacity = this.freeNumbers.length;
    const newCapacity = growth.next(oldCapacity);
    this.records = growInt32Array(this.records, newCapacity << packetShift);
    this.freeNumbers = growInt32Array(this.freeNumbers, newCapacity);
    for (let packetId = newCapacity - 1; packetId >= oldCapacity; packetId--) this.freeNumbers[this.freeCount++] = packetId;
  }
}
