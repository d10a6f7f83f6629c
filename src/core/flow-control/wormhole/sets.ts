// hot: no allocation, no for-of, no destructuring but of `this`, once the sets are made.
/**
 * Which virtual channels have a flit to carry, which have room for it, and which cannot be given away: sets of one bit each.
 * All of a network's lie in the first cache, where a record each would lie in the third.
 *
 * Where few channels have a flit to carry, they are listed, too. To look for their bits among many would take longer.
 *
 * The bits of a channel stand beside each other, so many that they are a power of two: a channel of up to 32 virtual channels
 * never reaches from one number into the next.
 */
import { powerOfTwo } from "../../base/arrays.ts";

/** Parts of the channels: more than that many are not listed, and a list begins where less than that many move. */
const longList = 1 / 3;
const shortList = 1 / 6;

export class WormholeSets {
  /** Held, with a flit before them. */
  readonly supplied: Int32Array;
  /** With room behind them for one flit more: of their holder, or of anybody. */
  readonly roomy: Int32Array;
  /** Held by a packet that it takes to its destination. */
  readonly arriving: Int32Array;
  /** Held, or not yet handed over. */
  readonly closed: Int32Array;
  /** Of the numbers of `supplied`, those that may not be 0; while there is a list, it tells. */
  readonly awake: Int32Array;
  /** The channels that may have a flit to carry, in any order, and 1 for each of them; while there are few. */
  readonly list: Int32Array;
  readonly isInList: Uint8Array;
  listed = 0;
  isListed: boolean;
  /** A channel has 1 << shift bits. */
  readonly shift: number;
  private readonly classes: number;
  /** Where a number has the bits of whole channels: those of its first channel. */
  readonly all: number;
  /** Bits of a channel that no virtual channel has: where there are none, places are numbers. */
  readonly spare: number;

  /**
   * @param classes virtual channels of each channel
   * @param hasList whether channels may be told in any order
   */
  constructor(channels: number, classes: number, hasList: boolean) {
    const width = powerOfTwo(classes);
    const numbers = Math.ceil((channels * width) / 32);
    this.classes = classes | 0;
    this.spare = (width - classes) | 0;
    this.shift = 31 - Math.clz32(width);
    this.all = (2 << (width - 1)) - 1;
    this.supplied = new Int32Array(numbers);
    this.roomy = new Int32Array(numbers).fill(-1);
    this.arriving = new Int32Array(numbers);
    this.closed = new Int32Array(numbers);
    this.awake = new Int32Array(Math.ceil(numbers / 32));
    this.list = new Int32Array(channels);
    this.isInList = new Uint8Array(channels);
    this.isListed = hasList && this.shift <= 5;
  }

  /** The place of virtual channel `id` in the sets. */
  placeOf(id: number): number {
    return this.spare === 0 ? id : id + this.spare * ((id / this.classes) | 0);
  }

  channelOf(id: number): number {
    return this.placeOf(id) >> this.shift;
  }

  isClosed(id: number): boolean {
    return has(this.closed, this.placeOf(id));
  }

  /** Whether virtual channel `id` can be given to somebody whose flits stand in the buffer behind it. */
  isOpen(id: number): boolean {
    const place = this.placeOf(id);
    const number = place >> 5;
    return (this.roomy[number] & ~this.closed[number] & (1 << (place & 31))) !== 0;
  }

  /** The class of channel `c` in a set that is next in turn after class `last`, itself the last one; −1 for none. */
  nextInTurn(set: Int32Array, c: number, last: number): number {
    const { shift, classes } = this;
    const first = c << shift;
    if (shift > 5) {
      for (let k = last + 1; k < classes; k++) if (has(set, first + k)) return k;
      for (let k = 0; k <= last; k++) if (has(set, first + k)) return k;
      return -1;
    }
    const bits = (set[first >> 5] >>> (first & 31)) & this.all;
    if (bits === 0) return -1;
    const later = bits & (-2 << last);
    const next = later !== 0 ? later : bits;
    return 31 - Math.clz32(next & -next);
  }

  /** The virtual channel at a place has a flit to carry. */
  wake(place: number): void {
    include(this.supplied, place);
    if (!this.isListed) include(this.awake, place >> 5);
    else if (this.isInList[place >> this.shift] === 0) this.enlist(place >> this.shift);
  }

  /** Channel `c`, which is not in the list, may have a flit to carry. */
  enlist(c: number): void {
    this.isInList[c] = 1;
    this.list[this.listed++] = c;
  }

  /** Gives the list up where it has become long. */
  endList(): void {
    const { list, isInList, awake, shift, listed } = this;
    if (listed <= list.length * longList) return;
    for (let i = 0; i < listed; i++) {
      isInList[list[i]] = 0;
      include(awake, (list[i] << shift) >> 5);
    }
    this.listed = 0;
    this.isListed = false;
  }

  /** Makes a list now and then, where so few channels move that it may be short. */
  beginList(moves: number, t: number): void {
    const { list, awake, supplied, shift, all } = this;
    if ((t & 255) !== 0 || shift > 5 || moves > list.length * shortList) return;
    this.isListed = true;
    for (let c = 0; c < list.length; c++) {
      const first = c << shift;
      if (((supplied[first >> 5] >> first) & all) !== 0) this.enlist(c);
    }
    awake.fill(0);
    this.endList();
  }
}

export function has(set: Int32Array, place: number): boolean {
  return (set[place >> 5] & (1 << (place & 31))) !== 0;
}

export function include(set: Int32Array, place: number): void {
  set[place >> 5] |= 1 << (place & 31);
}

export function exclude(set: Int32Array, place: number): void {
  set[place >> 5] &= ~(1 << (place & 31));
}
