/** Properties of every traffic pattern. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mix } from "../../src/core/base/random.ts";
import { allTrafficPatterns } from "../../src/core/patterns/index.ts";
import { arbitraryParams, examplesOf } from "./arbitrary.ts";
import { seed } from "../effort.ts";

const drawCount = 20_000;

describe.each(allTrafficPatterns.kinds)("$id", (pattern) => {
  const sizes = fc.oneof(fc.constantFrom(2, 4, 8, 16, 32, 64), fc.integer({ min: 1, max: 70 }));
  const values = fc.oneof(
    fc.constantFrom(...examplesOf(pattern).map((example) => example.values)),
    arbitraryParams(pattern.params, { span: 70, length: 3 }),
  );
  /** Sizes for which the pattern exists, with its values. */
  const existing = fc
    .tuple(sizes, values)
    .filter(([terminals, values]) => pattern.reasonUnsupported(terminals) === null && pattern.check(values, terminals).length === 0);

  it("exists for some power of four terminals, and says what it needs where it does not", () => {
    fc.assert(
      fc.property(sizes, (terminals) => {
        const missing = pattern.reasonUnsupported(terminals);
        if (missing !== null) expect(missing).toMatch(/\w+ .*\d|two terminals/);
      }),
      { numRuns: 60 },
    );
    expect(pattern.reasonUnsupported(64)).toBeNull();
  });

  it("names terminals that exist, and a permutation each of them once", () => {
    fc.assert(
      fc.property(existing, fc.integer({ min: 0, max: 2 ** 32 - 1 }), ([terminals, values], draw) => {
        const destination = pattern.compile(values, terminals);
        const named = Array.from({ length: terminals }, (_, source) => destination(source, mix(draw, source, 0)));
        expect(named.every((each) => each >= 0 && each < terminals && Number.isInteger(each))).toBe(true);
        if (!pattern.isPermutation) return;
        expect(new Set(named).size).toBe(terminals);
        expect(named).toEqual(Array.from({ length: terminals }, (_, source) => destination(source, ~mix(draw, source, 0) >>> 0)));
      }),
      { numRuns: 60 },
    );
  });

  it("has shares that sum to 1, and sends by them", () => {
    fc.assert(
      fc.property(existing, ([terminals, values]) => {
        const share = pattern.share(values, terminals);
        const destination = pattern.compile(values, terminals);
        for (let source = 0; source < terminals; source++) {
          const shares = Array.from({ length: terminals }, (_, to) => share(source, to));
          expect(shares.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 9);
          expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
          if (pattern.isPermutation) expect(shares[destination(source, 0)]).toBe(1);
        }
      }),
      { numRuns: 40 },
    );
  });

  if (pattern.isPermutation) return;

  it("sends in the long run as its shares say", () => {
    fc.assert(
      fc.property(existing, fc.nat(), ([terminals, values], from) => {
        const source = from % terminals;
        const destination = pattern.compile(values, terminals);
        const share = pattern.share(values, terminals);
        const counts = Array.from({ length: terminals }, () => 0);
        for (let i = 0; i < drawCount; i++) counts[destination(source, mix(seed, source, i))]++;
        // Five standard deviations, and five more packets for probabilities so small that the normal approximation does not hold.
        const allowed = (p: number) => (p === 0 || p === 1 ? 0 : 5 * Math.sqrt(drawCount * p * (1 - p)) + 5);
        const off = counts.filter((count, to) => Math.abs(count - share(source, to) * drawCount) > allowed(share(source, to)));
        expect(off).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});
