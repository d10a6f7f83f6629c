/** Finite fields GF(q). Topologies that are built from points and lines of a plane need them. */

/**
 * A field of q elements, numbered 0 … q − 1. Elements 0 and 1 are the zero and the one. If q is prime, the elements are the integers modulo
 * q.
 */
export interface Field {
  readonly q: number;
  /** [q × q] Sum of elements a and b, at index a q + b. */
  readonly add: Uint8Array;
  /** [q × q] Product of elements a and b, at index a q + b. */
  readonly mul: Uint8Array;
  /** [q] Additive inverse of each element. */
  readonly negative: Uint8Array;
  /** [q − 1] Powers of a primitive element: ξ⁰, ξ¹ … ξ^(q − 2), which are all elements except zero. */
  readonly powers: Uint8Array;
}

/** Size of the largest field. An element then fits into a byte, and tables of q² elements are small. */
export const largestField = 128;

/** The prime whose power is q, for example 2 for 8; null if q is not a prime power. */
export function primeBaseOf(q: number): number | null {
  if (q < 2) return null;
  let prime = 2;
  while (prime * prime <= q && q % prime !== 0) prime++;
  if (q % prime !== 0) return q;
  let quotient = q;
  while (quotient % prime === 0) quotient /= prime;
  return quotient === 1 ? prime : null;
}

/** The nearest prime power below or at `q` and the nearest one above or at it, if they lie within `min` … `max`. The nearer comes first. */
export function nearestPrimePowers(q: number, min: number, max: number): readonly number[] {
  const isPrimePower = (n: number) => primeBaseOf(n) !== null;
  let [below, above] = [Math.min(q, max), Math.max(q, min)];
  while (below >= min && !isPrimePower(below)) below--;
  while (above <= max && !isPrimePower(above)) above++;
  const candidates = [below, above].filter((n) => n >= min && n <= max);
  return [...new Set(candidates)].sort((a, b) => Math.abs(a - q) - Math.abs(b - q) || a - b);
}

/**
 * Addition, multiplication, negatives and powers of the finite field GF(q), as tables, for a prime power q up to {@link largestField}. With
 * q = pᵐ, an element is a polynomial in x of degree below m; the base-p digits of its number are the coefficients. Powers of x are reduced
 * by xᵐ = r, where r is the first polynomial for which x is primitive (Lidl, Niederreiter, Introduction to Finite Fields, 1994, §3.1). If m
 * = 1, the primitive element is r.
 * @throws Error if q is not a prime power, or too large
 */
export function galoisField(q: number): Field {
  const p = q > largestField ? null : primeBaseOf(q);
  if (p === null) throw new Error(`there is no field of ${q} elements here`);
  const add = new Uint8Array(q * q);
  for (let a = 0; a < q; a++) for (let b = 0; b < q; b++) add[a * q + b] = addElements(a, b, p);
  // Find the first r for which x is primitive, with the powers of x; they give the products by adding exponents.
  const powers = new Uint8Array(q - 1);
  for (let r = 1; !isPrimitive(r); r++);
  const mul = new Uint8Array(q * q);
  const minus = new Uint8Array(q);
  for (let i = 0; i < q - 1; i++) for (let k = 0; k < q - 1; k++) mul[powers[i] * q + powers[k]] = powers[(i + k) % (q - 1)];
  // −a is the element b with a + b = 0.
  for (let a = 0; a < q; a++) minus[a] = add.indexOf(0, a * q) - a * q;
  return { q, add, mul, negative: minus, powers };

  /** Whether x is primitive if xᵐ = r, that is, whether its powers are all elements except zero. Fills `powers`. */
  function isPrimitive(r: number): boolean {
    powers[0] = 1;
    for (let i = 1; i <= q - 1; i++) {
      const shifted = powers[i - 1] * p!;
      let nextPower = shifted % q;
      for (let overflow = Math.floor(shifted / q); overflow > 0; overflow--) nextPower = add[nextPower * q + r];
      if (nextPower === 0 || nextPower === 1) return nextPower === 1 && i === q - 1;
      powers[i] = nextPower;
    }
    return false;
  }
}

/** Adds two elements digit by digit to the base p, without carry. */
function addElements(a: number, b: number, p: number): number {
  let total = 0;
  for (let digitWeight = 1; a > 0 || b > 0; digitWeight *= p) {
    total += digitWeight * (((a % p) + (b % p)) % p);
    a = Math.floor(a / p);
    b = Math.floor(b / p);
  }
  return total;
}
