// hot: no allocation, no for-of, no destructuring but of `this`, once the sets are made.
/**
 * Bit sets of virtual channels: which have a flit to carry, which have a credit, and which cannot be granted. All sets of a network fit
 * into the first-level cache, where a record per virtual channel would need the third.
 *
 * Where few channels have a flit to carry, they are also kept in a list, because searching the bits would take longer.
 *
 * The bits of a channel are adjacent and padded to a power of two, so that a channel of up to 32 virtual channels never crosses a word.
 */
import { nextPowerOfTwo } from "../../base/arrays.ts";

/**
 * Lengths of the list, as parts of all channels: a list that becomes longer than the first is dropped; a list is started if fewer channels
 * than the second carry flits.
 */
const maxListShare = 1 / 3;
const newListShare = 1 / 6;

export class VcBitSets {
  /** Virtual channels that are held and have a flit in the buffer upstream. */
  readonly suppliedVcs: Int32Array;
  /** Virtual channels with a credit for their holder or, if they are free, for any packet. */
  readonly creditedVcs: Int32Array;
  /** Virtual channels held by a packet that leaves the network at the end of the channel. */
  readonly ejectingVcs: Int32Array;
  /** Virtual channels that are held, or not yet handed over. */
  readonly unavailableVcs: Int32Array;
  /** Words of `suppliedVcs` that may not be 0; not kept while there is a list. */
  readonly activeWords: Int32Array;
  /** Channels that may have a flit to carry, in any order, and 1 for each of them; valid while `isListed`. */
  readonly list: Int32Array;
  readonly isInList: Uint8Array;
  listed = 0;
  isListed: boolean;
  /** log₂ of the bits per channel. */
  readonly channelBitsShift: number;
  private readonly vcs: number;
  /** Mask of a channel's bits, where a word has whole channels. */
  readonly channelMask: number;
  /** Padding bits per channel; without padding, bit indexes equal virtual channels. */
  readonly unusedBits: number;

  /**
   * @param vcs Virtual channels per channel.
   * @param hasList Whether channels may be visited in any order, so that a list can be used.
   */
  constructor(channels: number, vcs: number, hasList: boolean) {
    const width = nextPowerOfTwo(vcs);
    const words = Math.ceil((channels * width) / 32);
    this.vcs = vcs | 0;
    this.unusedBits = (width - vcs) | 0;
    this.channelBitsShift = 31 - Math.clz32(width);
    this.channelMask = (2 << (width - 1)) - 1;
    this.suppliedVcs = new Int32Array(words);
    this.creditedVcs = new Int32Array(words).fill(-1);
    this.ejectingVcs = new Int32Array(words);
    this.unavailableVcs = new Int32Array(words);
    this.activeWords = new Int32Array(Math.ceil(words / 32));
    this.list = new Int32Array(channels);
    this.isInList = new Uint8Array(channels);
    this.isListed = hasList && this.channelBitsShift <= 5;
  }

  /** Bit index of virtual channel `vc`. */
  bitIndexOf(vc: number): number {
    return this.unusedBits === 0 ? vc : vc + this.unusedBits * ((vc / this.vcs) | 0);
  }

  channelOf(vc: number): number {
    return this.bitIndexOf(vc) >> this.channelBitsShift;
  }

  isUnavailable(vc: number): boolean {
    return hasBit(this.unavailableVcs, this.bitIndexOf(vc));
  }

  /** Whether virtual channel `vc` is free and has a credit. */
  isGrantable(vc: number): boolean {
    const bitIndex = this.bitIndexOf(vc);
    const word = bitIndex >> 5;
    return (this.creditedVcs[word] & ~this.unavailableVcs[word] & (1 << (bitIndex & 31))) !== 0;
  }

  /**
   * Position of the virtual channel of channel `channel` in a set that comes next after position `lastVc` in round-robin order, `lastVc`
   * itself last; −1 for none.
   */
  nextVcAfter(set: Int32Array, channel: number, lastVc: number): number {
    const { channelBitsShift, vcs } = this;
    const first = channel << channelBitsShift;
    if (channelBitsShift > 5) {
      for (let k = lastVc + 1; k < vcs; k++) if (hasBit(set, first + k)) return k;
      for (let k = 0; k <= lastVc; k++) if (hasBit(set, first + k)) return k;
      return -1;
    }
    const bits = (set[first >> 5] >>> (first & 31)) & this.channelMask;
    if (bits === 0) return -1;
    const later = bits & (-2 << lastVc);
    const next = later !== 0 ? later : bits;
    return 31 - Math.clz32(next & -next);
  }

  /** The virtual channel with this bit index has a flit to carry. */
  markSupplied(bitIndex: number): void {
    setBit(this.suppliedVcs, bitIndex);
    if (!this.isListed) setBit(this.activeWords, bitIndex >> 5);
    else if (this.isInList[bitIndex >> this.channelBitsShift] === 0) this.activateChannel(bitIndex >> this.channelBitsShift);
  }

  /** Adds a channel to the list. */
  activateChannel(channel: number): void {
    this.isInList[channel] = 1;
    this.list[this.listed++] = channel;
  }

  /** Drops the list if it has become long. */
  dropLongList(): void {
    const { list, isInList, activeWords, channelBitsShift, listed } = this;
    if (listed <= list.length * maxListShare) return;
    for (let i = 0; i < listed; i++) {
      isInList[list[i]] = 0;
      setBit(activeWords, (list[i] << channelBitsShift) >> 5);
    }
    this.listed = 0;
    this.isListed = false;
  }

  /** Starts a list every 256 cycles, if few channels carry flits. */
  startListIfShort(moves: number, cycle: number): void {
    const { list, activeWords, suppliedVcs, channelBitsShift, channelMask } = this;
    if ((cycle & 255) !== 0 || channelBitsShift > 5 || moves > list.length * newListShare) return;
    this.isListed = true;
    for (let channel = 0; channel < list.length; channel++) {
      const first = channel << channelBitsShift;
      if (((suppliedVcs[first >> 5] >> first) & channelMask) !== 0) this.activateChannel(channel);
    }
    activeWords.fill(0);
    this.dropLongList();
  }
}

export function hasBit(set: Int32Array, bitIndex: number): boolean {
  return (set[bitIndex >> 5] & (1 << (bitIndex & 31))) !== 0;
}

export function setBit(set: Int32Array, bitIndex: number): void {
  set[bitIndex >> 5] |= 1 << (bitIndex & 31);
}

export function clearBit(set: Int32Array, bitIndex: number): void {
  set[bitIndex >> 5] &= ~(1 << (bitIndex & 31));
}
