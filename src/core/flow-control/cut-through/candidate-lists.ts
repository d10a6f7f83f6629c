/**
 * Candidate lists: the virtual channels that queue heads may take, each distinct list stored once. Heads with the same candidates in the
 * same order share a list, and request together.
 *
 * In a regular network the lists of one node are shifted copies of those of another node. So a list is a first virtual channel and a
 * *shape*, the distances of the others from it. Shapes are few and stay in the first-level cache, where the lists would not fit.
 */
import { growth, growInt32Array, nextPowerOfTwo } from "../../base/arrays.ts";

// Record of a list in `records`, as word offsets.
export const listShift = 3;
/** Words before `listSize` belong to the engine, and are 0 at first. */
export const listEngineWords = 0;
/** Number of virtual channels. */
export const listSize = 3;
/** Start of the list's members in `members`. */
export const listStart = 4;
/** Start of the list's shape in `shapes`, and 4 × the list's first virtual channel. */
export const listShape = 5;
export const listFirstVc = 6;

/** Words before a shape: number of virtual channels, and position of the first one within its channel. */
const shapeHeaderWords = 2;

export class CandidateLists {
  /** [lists << listShift] */
  records: Int32Array;
  /** Members of all lists in order, as pairs: 4 × virtual channel, 4 × first virtual channel of its channel. */
  members: Int32Array;
  /**
   * Members of all shapes in order: pairs as in `members`, minus 4 × the first virtual channel of the list. The second number is 1 higher
   * where the last credit of the virtual channel is reserved for packets of another ring.
   */
  shapes = new Int32Array(growth.initial(1024));
  /** [lists × words] Request masks where a node has more than 32 inputs. */
  wideRequests: Int32Array;
  count = 0;
  private memberCount = 0;
  private shapeCount = 0;
  private shapeEnd = 0;
  private listTable = new Int32Array(nextPowerOfTwo(growth.initial(1024))).fill(-1);
  private shapeTable = new Int32Array(nextPowerOfTwo(growth.initial(256))).fill(-1);
  /**
   * Scratch: the shape that is looked up. Each entry is 2 × distance from the first virtual channel, + 1 where the last credit is reserved.
   */
  private soughtShape = new Int32Array(growth.initial(64));

  /**
   * @param vcs Virtual channels per channel.
   * @param requestWords 32-bit words for the requests of a list; 1 where they fit into its record.
   * @param expected Expected number of lists.
   */
  constructor(
    private readonly vcs: number,
    private readonly requestWords: number,
    expected: number,
  ) {
    this.records = new Int32Array(growth.initial(expected) << listShift);
    this.members = new Int32Array(growth.initial(8 * expected));
    this.wideRequests = new Int32Array(requestWords > 1 ? growth.initial(expected) * requestWords : 0);
  }

  /**
   * The number of the list with the first `size` of these virtual channels, at least two; added if it is new.
   * @param ring Ring of the requesting queue, −1 for none.
   * @param rings [queues] Ring of each virtual channel, whose last credit is reserved for packets of that ring; null where lists do not
   * depend on rings.
   */
  findOrAdd(members: Int32Array, size: number, ring = -1, rings: Int32Array | null = null): number {
    const shape = this.shapeOf(members, size, ring, rings);
    const first = members[0] << 2;
    const mask = this.listTable.length - 1;
    let bucket = hash(first, shape) & mask;
    for (let list = this.listTable[bucket]; list >= 0; list = this.listTable[bucket]) {
      const record = list << listShift;
      if (this.records[record + listFirstVc] === first && this.records[record + listShape] === shape) return list;
      bucket = (bucket + 1) & mask;
    }
    const list = this.add(members, size, shape);
    this.listTable[bucket] = list;
    if (2 * this.count > this.listTable.length) this.rehash();
    return list;
  }

  /**
   * Appends a candidate list, the virtual channels that a queue head may take next, and returns its number. The list's record refers to its
   * members, which are stored as pairs: 4 × the virtual channel, and 4 × the first virtual channel of its channel.
   * @param members The virtual channels; only the first `size` count.
   * @param shape Start of the list's shape in `shapes`: the distances of its members from the first one.
   */
  private add(members: Int32Array, size: number, shape: number): number {
    const { vcs, requestWords } = this;
    const list = this.count++;
    const record = list << listShift;
    if (record >= this.records.length) this.records = growInt32Array(this.records, growth.next(list) << listShift);
    if ((list + 1) * requestWords > this.wideRequests.length && requestWords > 1)
      this.wideRequests = growInt32Array(this.wideRequests, growth.next(list + 1) * requestWords);
    const start = this.memberCount;
    if (start + 2 * size > this.members.length) this.members = growInt32Array(this.members, growth.next(start + 2 * size));
    for (let i = 0; i < size; i++) {
      this.members[this.memberCount++] = members[i] << 2;
      this.members[this.memberCount++] = (members[i] - (members[i] % vcs)) << 2;
    }
    this.records[record + listSize] = size;
    this.records[record + listStart] = start;
    this.records[record + listShape] = shape;
    this.records[record + listFirstVc] = members[0] << 2;
    return list;
  }

  private rehash(): void {
    this.listTable = new Int32Array(4 * this.listTable.length).fill(-1);
    const mask = this.listTable.length - 1;
    for (let list = 0; list < this.count; list++) {
      const record = list << listShift;
      let bucket = hash(this.records[record + listFirstVc], this.records[record + listShape]) & mask;
      while (this.listTable[bucket] >= 0) bucket = (bucket + 1) & mask;
      this.listTable[bucket] = list;
    }
  }

  /**
   * Finds the shape of a candidate list, which is the distances of its virtual channels from the first one, or adds it if it is new; lists
   * of different nodes often have equal shapes. Returns its start in `shapes`. Where the last credit of a ring of channels is reserved for
   * packets of the ring, the shape also says which members are in another ring than the requesting queue.
   * @param members Virtual channels of the list; only the first `size` count.
   * @param ring Ring of the requesting queue, −1 for none.
   * @param rings [queues] Ring of each virtual channel; null where it does not matter.
   */
  private shapeOf(members: Int32Array, size: number, ring: number, rings: Int32Array | null): number {
    if (size > this.soughtShape.length) this.soughtShape = new Int32Array(2 * size);
    const { soughtShape } = this;
    const firstMember = members[0];
    const positionInChannel = firstMember % this.vcs;
    // Write the shape to `soughtShape`: 2 × distance, + 1 for a member in another ring.
    let shapeHash = size ^ (positionInChannel << 8);
    for (let i = 0; i < size; i++) {
      const memberRing = rings === null ? -1 : rings[members[i]];
      const packedMember = ((members[i] - firstMember) << 1) | (memberRing >= 0 && memberRing !== ring ? 1 : 0);
      soughtShape[i] = packedMember;
      shapeHash = hash(shapeHash, packedMember);
    }
    const mask = this.shapeTable.length - 1;
    let bucket = shapeHash & mask;
    for (let shape = this.shapeTable[bucket]; shape >= 0; shape = this.shapeTable[bucket]) {
      if (this.isSoughtShape(shape, size, positionInChannel)) return shape;
      bucket = (bucket + 1) & mask;
    }
    // The search has ended at an empty bucket (−1), which takes the new shape.
    const shape = this.addShape(size, positionInChannel);
    this.shapeTable[bucket] = shape;
    if (2 * this.shapeCount > this.shapeTable.length) this.rehashShapes();
    return shape;
  }

  private isSoughtShape(shape: number, size: number, positionInChannel: number): boolean {
    const { shapes, soughtShape } = this;
    if (shapes[shape - 2] !== size || shapes[shape - 1] !== positionInChannel) return false;
    for (let i = 0; i < size; i++) {
      if (((shapes[shape + 2 * i] >> 1) | (shapes[shape + 2 * i + 1] & 1)) !== soughtShape[i]) return false;
    }
    return true;
  }

  /** Appends the shape in `soughtShape`; returns its start. */
  private addShape(size: number, positionInChannel: number): number {
    const { soughtShape, vcs } = this;
    const shape = this.shapeEnd + shapeHeaderWords;
    this.shapeEnd = shape + 2 * size;
    this.shapeCount++;
    if (this.shapeEnd > this.shapes.length) this.shapes = growInt32Array(this.shapes, growth.next(this.shapeEnd));
    const { shapes } = this;
    shapes[shape - 2] = size;
    shapes[shape - 1] = positionInChannel;
    for (let i = 0; i < size; i++) {
      const distance = soughtShape[i] >> 1;
      const memberPosition = (((positionInChannel + distance) % vcs) + vcs) % vcs;
      shapes[shape + 2 * i] = distance << 2;
      shapes[shape + 2 * i + 1] = ((distance - memberPosition) << 2) | (soughtShape[i] & 1);
    }
    return shape;
  }

  private rehashShapes(): void {
    const { shapes } = this;
    this.shapeTable = new Int32Array(4 * this.shapeTable.length).fill(-1);
    const mask = this.shapeTable.length - 1;
    for (let shape = shapeHeaderWords; shape < this.shapeEnd; shape += 2 * shapes[shape - 2] + shapeHeaderWords) {
      let shapeHash = shapes[shape - 2] ^ (shapes[shape - 1] << 8);
      for (let i = 0; i < shapes[shape - 2]; i++)
        shapeHash = hash(shapeHash, (shapes[shape + 2 * i] >> 1) | (shapes[shape + 2 * i + 1] & 1));
      let bucket = shapeHash & mask;
      while (this.shapeTable[bucket] >= 0) bucket = (bucket + 1) & mask;
      this.shapeTable[bucket] = shape;
    }
  }
}

function hash(a: number, b: number): number {
  const h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b);
  return h ^ (h >>> 15);
}
