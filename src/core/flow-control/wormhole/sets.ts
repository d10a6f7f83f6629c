// hot: no allocation, no for-of, no destructuring but of `this`, once the sets are made.
/**
 * Bit sets of virtual channels: which have a flit to carry, which have a credit, and which cannot be granted. All sets of a network fit
 * into the first-level cache, where a record per virtual channel would need the third.
 *
 * Where few channels have a flit to carry, they are also kept in a list, because searching the bits would take longer.
 *
 * The bits of a channel are adjacent and padded to a power of two, so that a channel of up to 32 virtual channels never crosses a word.
 */
import { powerOfTwo } from "../../base/arrays.ts";

/** Parts of all channels: a longer list is dropped, and a list is started if fewer channels carry flits. */
const longList = 1 / 3;
const shortList = 1 / 6;

export class WormholeSets {
  /** Held, with a flit in the buffer before them. */
  readonly supplied: Int32Array;
  /** With a credit: of their holder, or of any packet if free. */
  readonly roomy: Int32Array;
  /** Held by a packet that leaves the network at the end of the channel. */
  readonly arriving: Int32Array;
  /** Held, or not yet handed over. */
  readonly closed: Int32Array;
  /** Words of `suppliedVcs` that may not be 0; not kept while there is a list. */
  readonly awake: Int32Array;
  /** Channels that may have a flit to carry, in any order, and 1 for each of them; valid while `isListed`. */
  readonly list: Int32Array;
  readonly isInList: Uint8Array;
  listed = 0;
  isListed: boolean;
  /** log₂ of the bits per channel. */
  readonly shift: number;
  private readonly classes: number;
  /** Mask of a channel's bits, where a word has whole channels. */
  readonly all: number;
  /** Padding bits per channel; without padding, bit indexes equal virtual channels. */
  readonly spare: number;

  /**
   * @param vcs Virtual channels per channel.
   * @param hasList Whether channels may be visited in any order, so that a list can be used.
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

  /** Bit index of virtual channel `vc`. */
  placeOf(id: number): number {
    return this.spare === 0 ? id : id + this.spare * ((id / this.classes) | 0);
  }

  channelOf(id: number): number {
    return this.placeOf(id) >> this.shift;
  }

  isClosed(id: number): boolean {
    return has(this.closed, this.placeOf(id));
  }

  /** Whether virtual channel `vc` is free and has a credit. */
  isOpen(id: number): boolean {
    const place = this.placeOf(id);
    const number = place >> 5;
    return (this.roomy[number] & ~this.closed[number] & (1 << (place & 31))) !== 0;
  }

  /**
   * Position of the virtual channel of channel `channel` in a set that comes next after position `lastVc` in round-robin order, `lastVc`
   * itself last; −1 for none.
   */
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

  /** The virtual channel with this bit index has a flit to carry. */
  wake(place: number): void {
    include(this.supplied, place);
    if (!this.isListed) include(this.awake, place >> 5);
    else if (this.isInList[place >> this.shift] === 0) this.enlist(place >> this.shift);
  }

  /** Adds a channel to the list. */
  enlist(c: number): void {
    this.isInList[c] = 1;
    this.list[this.listed++] = c;
  }

  /** Drops the list if it has become long. */
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

  /** Starts a list every 256 cycles, if few channels carry flits. */
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
