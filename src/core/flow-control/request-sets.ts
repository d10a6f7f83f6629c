/**
 * Lists of virtual channels that fronts of queues may take, each distinct list once: fronts with the same list, in the
 * same order, ask in one *set*. Sets 0 … Q − 1 are the single virtual channels; lists of several are numbered from Q on,
 * as they are met.
 */

/** Numbers of a list's record. */
export const setStride = 8;
/** Requests, one bit for each input of the node (where there are no more than 32). */
export const setRequests = 0;
/** Where the list begins in `members`, and how long it is. */
export const setStart = 1;
export const setSize = 2;
/** The next list at the node that has, or had, requests; −1 ends. */
export const setNext = 3;
/** 1 while the list stands among those of its node. */
export const setIsLinked = 4;

export class RequestSets {
  /** [lists × setStride] */
  records: Int32Array;
  members: Int32Array;
  count = 0;
  private memberCount = 0;
  private table = new Int32Array(1024).fill(-1);

  /** @param expected about so many lists are met */
  constructor(expected: number) {
    this.records = new Int32Array(expected * setStride);
    this.members = new Int32Array(expected * 4);
  }

  /** The number of the list of the first `size` of these virtual channels, at least two; made when it is new. */
  find(ids: Int32Array, size: number): number {
    const { records, members } = this;
    const mask = this.table.length - 1;
    let place = hash(ids[0], ids[size - 1], size) & mask;
    for (let list = this.table[place]; list >= 0; list = this.table[place]) {
      const record = list * setStride;
      if (records[record + setSize] === size) {
        const start = records[record + setStart];
        let i = 0;
        while (i < size && members[start + i] === ids[i]) i++;
        if (i === size) return list;
      }
      place = (place + 1) & mask;
    }
    const list = this.add(ids, size);
    this.table[place] = list;
    if (2 * this.count > this.table.length) this.rehash();
    return list;
  }

  private add(ids: Int32Array, size: number): number {
    const list = this.count++;
    const record = list * setStride;
    if (record + setStride > this.records.length) this.records = longer(this.records, 2 * (record + setStride));
    if (this.memberCount + size > this.members.length) this.members = longer(this.members, 2 * (this.memberCount + size));
    this.records[record + setStart] = this.memberCount;
    this.records[record + setSize] = size;
    this.records[record + setNext] = -1;
    for (let i = 0; i < size; i++) this.members[this.memberCount++] = ids[i];
    return list;
  }

  private rehash(): void {
    this.table = new Int32Array(4 * this.table.length).fill(-1);
    const mask = this.table.length - 1;
    for (let list = 0; list < this.count; list++) {
      const start = this.records[list * setStride + setStart];
      const size = this.records[list * setStride + setSize];
      let place = hash(this.members[start], this.members[start + size - 1], size) & mask;
      while (this.table[place] >= 0) place = (place + 1) & mask;
      this.table[place] = list;
    }
  }
}

function hash(first: number, last: number, size: number): number {
  const h = Math.imul(first, 0x9e3779b1) ^ Math.imul(last + size, 0x85ebca6b);
  return h ^ (h >>> 15);
}

/** A longer array that begins with the shorter one. */
export function longer(short: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const long = new Int32Array(length);
  long.set(short);
  return long;
}
