/** Helpers for typed arrays. */

/** Copies an array into a longer one; the new entries are 0. */
export function growInt32Array(short: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const long = new Int32Array(length);
  long.set(short);
  return long;
}

/** Like {@link growInt32Array}, for a Float64Array. */
export function growFloat64Array(short: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const long = new Float64Array(length);
  long.set(short);
  return long;
}

/** Smallest power of two that is at least `n`, for 1 ≤ n ≤ 2³⁰. */
export function nextPowerOfTwo(n: number): number {
  return n <= 1 ? 1 : 1 << (32 - Math.clz32(n - 1));
}

/**
 * Capacities of arrays that grow.
 *
 * Growth replaces an array, so code that still holds the old array writes to memory that is no longer read. With the usual capacities a
 * short run never grows and would not show such a bug. A test therefore replaces these functions: every run then starts with capacities
 * from 1 to 64, and growth adds only one or two entries (`tests/contracts/capacities.test.ts`).
 */
export const growth = {
  /** Capacity at the start of a run. @param usual usual capacity, at least 1 */
  initial(usual: number): number {
    return usual;
  },
  /** Capacity after growth. @param full the capacity that is used up, at least 1 */
  next(full: number): number {
    return 2 * full;
  },
};
