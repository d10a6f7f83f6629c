/** Greatest common divisor and integer roots. */

/** Greatest common divisor of two whole numbers that are not both 0. */
export function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

/** The smallest whole number whose n-th power is at least `value`. Exact as long as the powers are exact in a double. */
export function ceilRoot(value: number, n: number): number {
  let root = Math.max(1, Math.round(value ** (1 / n)));
  while (root ** n < value) root++;
  while (root > 1 && (root - 1) ** n >= value) root--;
  return root;
}
