/** Packets by number: a record each, used again as soon as the packet has been consumed, so that those at work lie together. */
import { growth, longer } from "../base/arrays.ts";

// Record of a packet.
export const packetShift = 3;
/** destination + 65536 · source. */
export const ends = 0;
/** Cycles of its creation and of its first grant, −1 before that. */
export const created = 1;
export const injected = 2;
/** Cycle from which it may ask where it stands. */
export const ready = 3;
/** Channels it has been granted. */
export const hops = 4;
/** Its message's number in the list of messages, −1 for none. */
export const messageOf = 5;
/** What the routing keeps of it. */
export const stateOf = 6;
/** The list it asks by, −1 for none. */
export const asksBy = 7;

export class PacketPool {
  /** [packets << packetShift] Another array once the pool has grown. */
  records: Int32Array;
  private free: Int32Array;
  private freeCount: number;

  constructor(expected: number) {
    const capacity = growth.initial(expected);
    this.records = new Int32Array(capacity << packetShift);
    this.free = Int32Array.from({ length: capacity }, (_, i) => capacity - 1 - i);
    this.freeCount = capacity;
  }

  /** The number of a packet that is not in use; the one given back last, if there is one. */
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
