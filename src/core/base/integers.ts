/** Greatest common divisor and integer roots. */

/** Greatest common divisor of two whole numbers that are not both 0. */
export function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}

/** The smallest whole number whose n-th power is at least `value`. Exact as long as the powers are exact in a double. */
export function rootUp(of: number, n: number): number {
  let root = Math.max(1, Math.round(of ** (1 / n)));
  while (root ** n < of) root++;
  while (root > 1 && (root - 1) ** n >= of) root--;
  return root;
}
