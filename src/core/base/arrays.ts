/** Small things about arrays of numbers. */

/** A longer array that begins with the shorter one. */
export function longer(short: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const long = new Int32Array(length);
  long.set(short);
  return long;
}

/** The same of real numbers. */
export function longerReal(short: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const long = new Float64Array(length);
  long.set(short);
  return long;
}

/** The least power of two that is not below `n`, 1 ≤ n ≤ 2³⁰. */
export function powerOfTwo(n: number): number {
  return n <= 1 ? 1 : 1 << (32 - Math.clz32(n - 1));
}

/**
 * For how many entries arrays that grow have space.
 *
 * Growth replaces an array, so code that still holds the old one writes into nothing. With usual capacities a short run never grows; so
 * a law replaces these functions: every run begins with capacities from 1 to 64, and growth adds an entry or two
 * (`tests/contracts/capacities.test.ts`).
 */
export const growth = {
  /** @param usual what a run has, at least 1 */
  initial(usual: number): number {
    return usual;
  },
  /** After growth. @param full the capacity that is used up, at least 1 */
  next(full: number): number {
    return 2 * full;
  },
};
