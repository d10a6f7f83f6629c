/**
 * Candidate lists: the virtual channels that queue heads may take, each distinct list stored once. Heads with the same candidates in the
 * same order share a list, and request together.
 *
 * In a regular network the lists of one node are shifted copies of those of another node. So a list is a first virtual channel and a
 * *shape*, the distances of the others from it. Shapes are few and stay in the first-level cache, where the lists would not fit.
 */
import { growth, longer, powerOfTwo } from "../../base/arrays.ts";

// Record of a list in `records`, as word offsets.
export const listShift = 3;
/** Words before `listSize` belong to the engine, and are 0 at first. */
export const listOwn = 0;
/** Number of virtual channels. */
export const listSize = 3;
/** Start of its members in `members`. */
export const listStart = 4;
/** Start of its shape in `shapes`, and 4 × its first virtual channel. */
export const listShape = 5;
export const listFirst = 6;

/** Words before a shape: number of virtual channels, and position of the first one within its channel. */
const shapeHead = 2;

export class RequestLists {
  /** [lists << listShift] */
  records: Int32Array;
  /** Members of all lists in order, as pairs: 4 × virtual channel, 4 × first virtual channel of its channel. */
  members: Int32Array;
  /**
   * Members of all shapes in order: the same pairs minus 4 × the first virtual channel of the list. The second number is 1 higher where the
   * last credit of the virtual channel is reserved for packets of another ring.
   */
  shapes = new Int32Array(growth.initial(1024));
  /** [lists × words] Request masks where a node has more than 32 inputs. */
  wide: Int32Array;
  count = 0;
  private memberCount = 0;
  private shapeCount = 0;
  private shapeEnd = 0;
  private table = new Int32Array(powerOfTwo(growth.initial(1024))).fill(-1);
  private shapeTable = new Int32Array(powerOfTwo(growth.initial(256))).fill(-1);
  /**
   * Scratch: the shape that is looked up. Each entry is 2 × distance from the first virtual channel, + 1 where the last credit is reserved.
   */
  private sought = new Int32Array(growth.initial(64));

  /**
   * @param vcs Virtual channels per channel.
   * @param requestWords 32-bit words for the requests of a list; 1 where they fit into its record.
   * @param expected Expected number of lists.
   */
  constructor(
    private readonly classes: number,
    private readonly words: number,
    expected: number,
  ) {
    this.records = new Int32Array(growth.initial(expected) << listShift);
    this.members = new Int32Array(growth.initial(8 * expected));
    this.wide = new Int32Array(words > 1 ? growth.initial(expected) * words : 0);
  }

  /**
   * The number of the list with the first `size` of these virtual channels, at least two; added if it is new.
   * @param ring Ring of the requesting queue, −1 for none.
   * @param rings [queues] Ring of each virtual channel, whose last credit is reserved for packets of that ring; null where lists do not
   * depend on rings.
   */
  find(ids: Int32Array, size: number, ring = -1, rings: Int32Array | null = null): number {
    const shape = this.shapeOf(ids, size, ring, rings);
    const first = ids[0] << 2;
    const mask = this.table.length - 1;
    let place = hash(first, shape) & mask;
    for (let list = this.table[place]; list >= 0; list = this.table[place]) {
      const record = list << listShift;
      if (this.records[record + listFirst] === first && this.records[record + listShape] === shape) return list;
      place = (place + 1) & mask;
    }
    const list = this.add(ids, size, shape);
    this.table[place] = list;
    if (2 * this.count > this.table.length) this.rehash();
    return list;
  }

  /** Appends a list; returns its number. */
  private add(ids: Int32Array, size: number, shape: number): number {
    const { classes, words } = this;
    const list = this.count++;
    const record = list << listShift;
    if (record >= this.records.length) this.records = longer(this.records, growth.next(list) << listShift);
    if ((list + 1) * words > this.wide.length && words > 1) this.wide = longer(this.wide, growth.next(list + 1) * words);
    const start = this.memberCount;
    if (start + 2 * size > this.members.length) this.members = longer(this.members, growth.next(start + 2 * size));
    for (let i = 0; i < size; i++) {
      this.members[this.memberCount++] = ids[i] << 2;
      this.members[this.memberCount++] = (ids[i] - (ids[i] % classes)) << 2;
    }
    this.records[record + listSize] = size;
    this.records[record + listStart] = start;
    this.records[record + listShape] = shape;
    this.records[record + listFirst] = ids[0] << 2;
    return list;
  }

  private rehash(): void {
    this.table = new Int32Array(4 * this.table.length).fill(-1);
    const mask = this.table.length - 1;
    for (let list = 0; list < this.count; list++) {
      const record = list << listShift;
      let place = hash(this.records[record + listFirst], this.records[record + listShape]) & mask;
      while (this.table[place] >= 0) place = (place + 1) & mask;
      this.table[place] = list;
    }
  }

  /** Start of the shape of a list; added if it is new. */
  private shapeOf(ids: Int32Array, size: number, ring: number, rings: Int32Array | null): number {
    if (size > this.sought.length) this.sought = new Int32Array(2 * size);
    const { sought } = this;
    const first = ids[0];
    const inChannel = first % this.classes;
    let h = size ^ (inChannel << 8);
    for (let i = 0; i < size; i++) {
      const its = rings === null ? -1 : rings[ids[i]];
      const each = ((ids[i] - first) << 1) | (its >= 0 && its !== ring ? 1 : 0);
      sought[i] = each;
      h = hash(h, each);
    }
    const mask = this.shapeTable.length - 1;
    let place = h & mask;
    for (let shape = this.shapeTable[place]; shape >= 0; shape = this.shapeTable[place]) {
      if (this.isThat(shape, size, inChannel)) return shape;
      place = (place + 1) & mask;
    }
    const shape = this.addShape(size, inChannel);
    this.shapeTable[place] = shape;
    if (2 * this.shapeCount > this.shapeTable.length) this.rehashShapes();
    return shape;
  }

  private isThat(shape: number, size: number, inChannel: number): boolean {
    const { shapes, sought } = this;
    if (shapes[shape - 2] !== size || shapes[shape - 1] !== inChannel) return false;
    for (let i = 0; i < size; i++) {
      if (((shapes[shape + 2 * i] >> 1) | (shapes[shape + 2 * i + 1] & 1)) !== sought[i]) return false;
    }
    return true;
  }

  /** Appends the shape in `soughtShape`; returns its start. */
  private addShape(size: number, inChannel: number): number {
    const { sought, classes } = this;
    const shape = this.shapeEnd + shapeHead;
    this.shapeEnd = shape + 2 * size;
    this.shapeCount++;
    if (this.shapeEnd > this.shapes.length) this.shapes = longer(this.shapes, growth.next(this.shapeEnd));
    const { shapes } = this;
    shapes[shape - 2] = size;
    shapes[shape - 1] = inChannel;
    for (let i = 0; i < size; i++) {
      const apart = sought[i] >> 1;
      const its = (((inChannel + apart) % classes) + classes) % classes;
      shapes[shape + 2 * i] = apart << 2;
      shapes[shape + 2 * i + 1] = ((apart - its) << 2) | (sought[i] & 1);
    }
    return shape;
  }

  private rehashShapes(): void {
    const { shapes } = this;
    this.shapeTable = new Int32Array(4 * this.shapeTable.length).fill(-1);
    const mask = this.shapeTable.length - 1;
    for (let shape = shapeHead; shape < this.shapeEnd; shape += 2 * shapes[shape - 2] + shapeHead) {
      let h = shapes[shape - 2] ^ (shapes[shape - 1] << 8);
      for (let i = 0; i < shapes[shape - 2]; i++) h = hash(h, (shapes[shape + 2 * i] >> 1) | (shapes[shape + 2 * i + 1] & 1));
      let place = h & mask;
      while (this.shapeTable[place] >= 0) place = (place + 1) & mask;
      this.shapeTable[place] = shape;
    }
  }
}

function hash(one: number, other: number): number {
  const h = Math.imul(one, 0x9e3779b1) ^ Math.imul(other, 0x85ebca6b);
  return h ^ (h >>> 15);
}
