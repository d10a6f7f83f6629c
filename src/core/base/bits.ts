/** Sets of up to 32 elements, stored as the bits of a number. */
import { uniformBelowSmall } from "./random.ts";

/** Number of set bits. */
export function bitCount(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The set bit with exactly `n` set bits below it, as a mask; 0 ≤ n < {@link bitCount}. */
export function nthBit(bits: number, n: number): number {
  for (; n > 0; n--) bits &= bits - 1;
  return bits & -bits;
}

/**
 * A random set bit of `bits`, as a mask, chosen by a 32-bit draw. It equals `nthBit(bits, uniformBelow(draw, bitCount(bits)))`, but has no
 * branches: a processor could not predict them. First the set bits are counted in groups of 2, 4 and 8 bits; then the n-th is found by
 * binary search.
 */
export function randomBit(bits: number, draw: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  const bytes = (fours + (fours >>> 4)) & 0x0f0f0f0f;
  let n = uniformBelowSmall(draw, Math.imul(bytes, 0x01010101) >>> 24) | 0;
  // Binary search for the n-th set bit: is it in the upper half of the word? Then in the upper half of that half, and so on. `isUpper` is a
  // mask: −1 if it is, otherwise 0. `count` is the number of set bits in the lower half.
  let count = (bytes + (bytes >>> 8)) & 0xff;
  let isUpper = (count - 1 - n) >> 31;
  let position = isUpper & 16;
  n = (n - (count & isUpper)) | 0;
  count = (bytes >>> position) & 0xf;
  isUpper = (count - 1 - n) >> 31;
  position |= isUpper & 8;
  n = (n - (count & isUpper)) | 0;
  count = (fours >>> position) & 7;
  isUpper = (count - 1 - n) >> 31;
  position |= isUpper & 4;
  n = (n - (count & isUpper)) | 0;
  count = (pairs >>> position) & 3;
  isUpper = (count - 1 - n) >> 31;
  position |= isUpper & 2;
  n = (n - (count & isUpper)) | 0;
  return 1 << (position - ((((bits >>> position) & 1) - 1 - n) >> 31));
}
