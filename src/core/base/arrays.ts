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
