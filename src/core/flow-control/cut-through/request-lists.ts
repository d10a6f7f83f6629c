/**
 * Lists of virtual channels that fronts of queues may take, each distinct list once: fronts with the same list, in the
 * same order, ask in one place.
 */
import { longer } from "../../base/arrays.ts";

// Record of a list, by its place in `records`.
export const listShift = 3;
/** Fronts that ask by it, one bit for each input of the node (where a number has enough bits for all). */
export const listRequests = 0;
/** 1 while the list stands on the wheel of those to be looked at; and the record of the next one there, −1 for none. */
export const listIsLinked = 1;
export const listNext = 2;
/** How many virtual channels. */
export const listSize = 3;
/** Where its members begin in `members`. */
export const listStart = 4;
/** From here on to the end of the record: what the engine itself keeps of a list, 0 at first. */
export const listOwn = 5;

export class RequestLists {
  /** [lists << listShift] */
  records: Int32Array;
  /** Of each list in its order, pairs: 4 × virtual channel, 4 × first virtual channel of its channel. */
  members: Int32Array;
  /** [lists × words] The requests where a number has too few bits for them. */
  wide: Int32Array;
  count = 0;
  private memberCount = 0;
  private table = new Int32Array(1024).fill(-1);

  /**
   * @param classes virtual channels of a channel
   * @param words numbers of 32 bits that hold the requests of a list; 1 when they fit into its record
   * @param expected about so many lists are met
   */
  constructor(
    private readonly classes: number,
    private readonly words: number,
    expected: number,
  ) {
    this.records = new Int32Array(expected << listShift);
    this.members = new Int32Array(8 * expected);
    this.wide = new Int32Array(words > 1 ? expected * words : 0);
  }

  /** The number of the list of the first `size` of these virtual channels, at least two; made when it is new. */
  find(ids: Int32Array, size: number): number {
    const mask = this.table.length - 1;
    let place = hash(ids[0], ids[size - 1], size) & mask;
    for (let list = this.table[place]; list >= 0; list = this.table[place]) {
      if (this.isThat(list, ids, size)) return list;
      place = (place + 1) & mask;
    }
    const list = this.add(ids, size);
    this.table[place] = list;
    if (2 * this.count > this.table.length) this.rehash();
    return list;
  }

  private isThat(list: number, ids: Int32Array, size: number): boolean {
    const record = list << listShift;
    if (this.records[record + listSize] !== size) return false;
    const start = this.records[record + listStart];
    for (let i = 0; i < size; i++) if (this.members[start + 2 * i] !== ids[i] << 2) return false;
    return true;
  }

  private add(ids: Int32Array, size: number): number {
    const { classes, words } = this;
    const list = this.count++;
    const record = list << listShift;
    if (record >= this.records.length) this.records = longer(this.records, 2 * record);
    if ((list + 1) * words > this.wide.length && words > 1) this.wide = longer(this.wide, 2 * (list + 1) * words);
    const start = this.memberCount;
    if (start + 2 * size > this.members.length) this.members = longer(this.members, 2 * (start + 2 * size));
    for (let i = 0; i < size; i++) {
      this.members[this.memberCount++] = ids[i] << 2;
      this.members[this.memberCount++] = (ids[i] - (ids[i] % classes)) << 2;
    }
    this.records[record + listSize] = size;
    this.records[record + listStart] = start;
    return list;
  }

  private rehash(): void {
    this.table = new Int32Array(4 * this.table.length).fill(-1);
    const mask = this.table.length - 1;
    for (let list = 0; list < this.count; list++) {
      const start = this.records[(list << listShift) + listStart];
      const size = this.records[(list << listShift) + listSize];
      let place = hash(this.members[start] >> 2, this.members[start + 2 * (size - 1)] >> 2, size) & mask;
      while (this.table[place] >= 0) place = (place + 1) & mask;
      this.table[place] = list;
    }
  }
}

function hash(first: number, last: number, size: number): number {
  const h = Math.imul(first, 0x9e3779b1) ^ Math.imul(last + size, 0x85ebca6b);
  return h ^ (h >>> 15);
}
