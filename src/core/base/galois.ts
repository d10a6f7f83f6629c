/** Fields with finitely many elements, GF(q): what graphs of points and lines are made of. */

/** A field of q elements, numbered 0 … q − 1: 0 and 1 are its zero and its one, and a prime field is the whole numbers modulo q. */
export interface Field {
  readonly q: number;
  /** [q × q] Sum of elements a and b, at a q + b. */
  readonly add: Uint8Array;
  /** [q × q] Their product. */
  readonly mul: Uint8Array;
  /** [q] The element that gives zero with each. */
  readonly minus: Uint8Array;
  /** [q − 1] Powers of a primitive element: ξ⁰, ξ¹ … ξ^(q − 2), all elements but zero. */
  readonly powers: Uint8Array;
}

/** Largest field: an element is a byte, and tables of q² of them are small. */
export const largestField = 128;

/** The prime of which a whole number is a power, 2 of 8; null where it is a power of none. */
export function primeOf(q: number): number | null {
  if (q < 2) return null;
  let prime = 2;
  while (prime * prime <= q && q % prime !== 0) prime++;
  if (q % prime !== 0) return q;
  let rest = q;
  while (rest % prime === 0) rest /= prime;
  return rest === 1 ? prime : null;
}

/** The prime powers next to a whole number, from `least` to `most`: those that there are, the nearer first. */
export function primePowersBeside(q: number, least: number, most: number): readonly number[] {
  const isOne = (n: number) => primeOf(n) !== null;
  let [below, above] = [Math.min(q, most), Math.max(q, least)];
  while (below >= least && !isOne(below)) below--;
  while (above <= most && !isOne(above)) above++;
  const found = [below, above].filter((n) => n >= least && n <= most);
  return [...new Set(found)].sort((a, b) => Math.abs(a - q) - Math.abs(b - q) || a - b);
}

/**
 * GF(q), q a prime power up to {@link largestField}. With q = pᵐ, an element is a polynomial in x below degree m, and its number has
 * the coefficients as digits to the base p. Powers of x are reduced by xᵐ = r, the first r by which they run through all elements
 * but zero (Lidl, Niederreiter, Introduction to Finite Fields, 1994, §3.1): so x is primitive. Where m = 1, r is.
 * @throws Error where q is no prime power, or too large
 */
export function field(q: number): Field {
  const p = q > largestField ? null : primeOf(q);
  if (p === null) throw new Error(`there is no field of ${q} elements here`);
  const add = new Uint8Array(q * q);
  for (let a = 0; a < q; a++) for (let b = 0; b < q; b++) add[a * q + b] = sum(a, b, p);
  const powers = new Uint8Array(q - 1);
  for (let r = 1; !runsThroughAll(r); r++);
  const mul = new Uint8Array(q * q);
  const minus = new Uint8Array(q);
  for (let i = 0; i < q - 1; i++) for (let k = 0; k < q - 1; k++) mul[powers[i] * q + powers[k]] = powers[(i + k) % (q - 1)];
  for (let a = 0; a < q; a++) minus[a] = add.indexOf(0, a * q) - a * q;
  return { q, add, mul, minus, powers };

  /** Whether the powers of x run through all elements but zero where xᵐ = r; they are written. */
  function runsThroughAll(r: number): boolean {
    powers[0] = 1;
    for (let i = 1; i <= q - 1; i++) {
      const last = powers[i - 1] * p!;
      let next = last % q;
      for (let times = Math.floor(last / q); times > 0; times--) next = add[next * q + r];
      if (next === 0 || next === 1) return next === 1 && i === q - 1;
      powers[i] = next;
    }
    return false;
  }
}

/** Digit by digit, nothing carried. */
function sum(a: number, b: number, p: number): number {
  let total = 0;
  for (let place = 1; a > 0 || b > 0; place *= p) {
    total += place * (((a % p) + (b % p)) % p);
    a = Math.floor(a / p);
    b = Math.floor(b / p);
  }
  return total;
}
