import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { galoisField, largestField, primeBaseOf, nearestPrimePowers } from "../../src/core/base/galois.ts";
import { cases } from "../effort.ts";

const primes = [
  2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109, 113, 127,
];
const primePowers = [...primes, 4, 8, 16, 32, 64, 128, 9, 27, 81, 25, 125, 49, 121].sort((a, b) => a - b);

describe("prime powers", () => {
  it("are known", () => {
    const found = Array.from({ length: largestField + 1 }, (_, q) => q).filter((q) => primeBaseOf(q) !== null);
    expect(found).toEqual(primePowers);
    expect([primeBaseOf(8), primeBaseOf(81), primeBaseOf(97), primeBaseOf(36), primeBaseOf(1), primeBaseOf(0)]).toEqual([
      2,
      3,
      97,
      null,
      null,
      null,
    ]);
  });

  it("beside a number are found, the nearer first", () => {
    expect(nearestPrimePowers(28, 2, 128)).toEqual([27, 29]);
    expect(nearestPrimePowers(10, 2, 128)).toEqual([9, 11]);
    expect(nearestPrimePowers(22, 2, 128)).toEqual([23, 19]);
    expect(nearestPrimePowers(28, 2, 28)).toEqual([27]);
    expect(nearestPrimePowers(1, 3, 128)).toEqual([3]);
    expect(nearestPrimePowers(9, 2, 128)).toEqual([9]);
  });
});

describe.each(primePowers)("GF(%i)", (q) => {
  const { add, mul, negative, powers } = galoisField(q);
  const plus = (a: number, b: number) => add[a * q + b];
  const times = (a: number, b: number) => mul[a * q + b];
  const element = fc.integer({ min: 0, max: q - 1 });

  it("is a field", () => {
    const axioms = fc.property(element, element, element, (a, b, c) => {
      expect(plus(a, b)).toBe(plus(b, a));
      expect(times(a, b)).toBe(times(b, a));
      expect(plus(plus(a, b), c)).toBe(plus(a, plus(b, c)));
      expect(times(times(a, b), c)).toBe(times(a, times(b, c)));
      expect(times(a, plus(b, c))).toBe(plus(times(a, b), times(a, c)));
      expect([plus(a, 0), times(a, 1), times(a, 0), plus(a, negative[a])]).toEqual([a, a, 0, 0]);
    });
    fc.assert(axioms, { numRuns: cases(200), seed: 1 });
    // Each element except zero has exactly one multiplicative inverse.
    for (let a = 1; a < q; a++) expect(mul.subarray(a * q, (a + 1) * q).filter((product) => product === 1).length).toBe(1);
  });

  it("has a primitive element", () => {
    expect(new Set(powers).size).toBe(q - 1);
    expect(powers.includes(0)).toBe(false);
    powers.forEach((power, i) => expect(times(power, powers[1 % (q - 1)])).toBe(powers[(i + 1) % (q - 1)]));
  });

  it("has the sums and products of whole numbers where q is a prime", () => {
    if (primeBaseOf(q) !== q) {
      // In a field of q = pᵏ elements the sum of p ones is zero, although the element with index p is not.
      expect(Array.from({ length: primeBaseOf(q)! }).reduce((sum: number) => plus(sum, 1), 0)).toBe(0);
      return;
    }
    const wrong: string[] = [];
    for (let a = 0; a < q; a++)
      for (let b = 0; b < q; b++) if (plus(a, b) !== (a + b) % q || times(a, b) !== (a * b) % q) wrong.push(`${a} and ${b}`);
    expect(wrong).toEqual([]);
  });
});

it("refuses what is no prime power, and fields that are too large", () => {
  expect(() => galoisField(6)).toThrow("there is no field of 6 elements");
  expect(() => galoisField(131)).toThrow("there is no field of 131 elements");
});
