/**
 * A ring buffer of grants in order of time. It is read a second time one packet time (L cycles) later, when channel and queue slot are
 * released, and so replaces an event calendar.
 */
import { growth, nextPowerOfTwo } from "../../base/arrays.ts";

export class GrantLog {
  /** [entryWords × a power of two] Replaced by a larger array when the log grows. */
  entries: Int32Array<ArrayBuffer>;
  mask = nextPowerOfTwo(growth.initial(256)) - 1;
  /** Number of entries that were written, and that have completed, modulo 2³². */
  written = 0;
  completed = 0;

  /** @param entryWords 32-bit words of an entry. */
  constructor(readonly entryWords: number) {
    this.entries = new Int32Array(entryWords * (this.mask + 1));
  }

  /** Doubles the capacity. */
  grow(completed: number, written: number): Int32Array<ArrayBuffer> {
    const { entries, mask, entryWords } = this;
    const longer = new Int32Array(2 * entries.length);
    this.mask = 2 * mask + 1;
    for (let i = completed; i !== written; i = (i + 1) | 0) {
      for (let word = 0; word < entryWords; word++) longer[(i & this.mask) * entryWords + word] = entries[(i & mask) * entryWords + word];
    }
    this.entries = longer;
    return longer;
  }
}
