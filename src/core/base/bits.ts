/** Sets of up to 32 things as the bits of a number. */

/** Number of bits that are set. */
export function bitCount(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The set bit that `n` set bits lie below, by itself; 0 ≤ n < {@link bitCount}. */
export function nthBit(bits: number, n: number): number {
  for (; n > 0; n--) bits &= bits - 1;
  return bits & -bits;
}
