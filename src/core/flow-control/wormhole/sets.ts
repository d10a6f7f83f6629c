// hot: no allocation, no for-of, no destructuring but of `this`, once the sets are made.
/**
 * Which virtual channels have a flit to carry, which have room for it, and which cannot be given away: sets of one bit each.
 * All of a network's lie in the first cache, where a record each would lie in the third.
 *
 * The bits of a channel stand beside each other, so many that they are a power of two: a channel of up to 32 virtual channels
 * never reaches from one number into the next.
 */
import { powerOfTwo } from "../../base/arrays.ts";

export class WormholeSets {
  /** Held, with a flit before them. */
  readonly supplied: Int32Array;
  /** With room behind them for one flit more: of their holder, or of anybody. */
  readonly roomy: Int32Array;
  /** Held by a packet that it takes to its destination. */
  readonly arriving: Int32Array;
  /** Held, or not yet handed over. */
  readonly closed: Int32Array;
  /** Of the numbers of `supplied`, those that may not be 0. */
  readonly awake: Int32Array;
  /** A channel has 1 << shift bits. */
  readonly shift: number;
  private readonly classes: number;
  /** The bits of the first channel of a number. */
  private readonly all: number;
  private readonly spare: number;

  /** @param classes virtual channels of each channel */
  constructor(channels: number, classes: number) {
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
    include(this.awake, place >> 5);
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
