/** Grants in order of time. The log is read again L cycles later, when what they took is free again: so no calendar of events is needed. */
import { growth, powerOfTwo } from "../../base/arrays.ts";

export class GrantLog {
  /** [words × a power of two] Another array once the log has grown. */
  entries: Int32Array<ArrayBuffer>;
  mask = powerOfTwo(growth.initial(256)) - 1;
  /** Entries written, and read, so far: modulo 2³². */
  written = 0;
  completed = 0;

  /** @param words numbers of an entry */
  constructor(readonly words: number) {
    this.entries = new Int32Array(words * (this.mask + 1));
  }

  /** Makes space for twice as many entries. */
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
