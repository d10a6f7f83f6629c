/** Whole numbers: divisors and roots. */

/** The largest whole number that divides two, of which not both are 0. */
export function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}

/** The least whole number whose n-th power is at least this; exact for what a double counts. */
export function rootUp(of: number, n: number): number {
  let root = Math.max(1, Math.round(of ** (1 / n)));
  while (root ** n < of) root++;
  while (root > 1 && (root - 1) ** n >= of) root--;
  return root;
}
