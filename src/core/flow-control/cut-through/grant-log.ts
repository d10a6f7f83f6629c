/**
 * A ring buffer of grants in order of time. It is read a second time one packet time (L cycles) later, when channel and queue slot are
 * released, and so replaces an event calendar.
 */
import { growth, powerOfTwo } from "../../base/arrays.ts";

export class GrantLog {
  /** [entryWords × a power of two] Replaced by a larger array when the log grows. */
  entries: Int32Array<ArrayBuffer>;
  mask = powerOfTwo(growth.initial(256)) - 1;
  /** Entries written and entries completed so far, modulo 2³². */
  written = 0;
  completed = 0;

  /** @param entryWords 32-bit words of an entry. */
  constructor(readonly words: number) {
    this.entries = new Int32Array(words * (this.mask + 1));
  }

  /** Doubles the capacity. */
  grow(completed: number, written: number): Int32Array<ArrayBuffer> {
    const { entries, mask, words } = this;
    const longer = new Int32Array(2 * entries.length);
    this.mask = 2 * mask + 1;
    for (let i = completed; i !== written; i = (i + 1) | 0) {
      for (let w = 0; w < words; w++) longer[(i & this.mask) * words + w] = entries[(i & mask) * words + w];
    }
    this.entries = longer;
    return longer;
  }
}
