/** Scales, ticks and lines of the plots, compared with those of D3. */
import { scaleLinear, scaleLog } from "d3-scale";
import { line } from "d3-shape";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { linearScale, polylinePath, logScale, roundTicks } from "../../src/views/plot/scale.ts";

const runs = { numRuns: 300 };
const anyPosition = fc.double({ min: -1000, max: 1000, noNaN: true });
const anyEnds = fc.tuple(anyPosition, anyPosition).filter(([a, b]) => Math.abs(a - b) > 1e-3);
const above = fc
  .tuple(fc.double({ min: 0.01, max: 100, noNaN: true }), fc.double({ min: 1.01, max: 1000, noNaN: true }))
  .map(([a, f]): [number, number] => [a, a * f]);

it("scales as the library does, forth and back, within its ends where it clamps", () => {
  fc.assert(
    fc.property(anyEnds, anyEnds, anyPosition, fc.boolean(), (domain, range, value, clamps) => {
      const [own, its] = [linearScale(domain, range, clamps), scaleLinear(domain, range).clamp(clamps)];
      expect(own(value)).toBeCloseTo(its(value), 3);
      expect(own.invert(value)).toBeCloseTo(its.invert(value), 3);
    }),
    runs,
  );
  fc.assert(
    fc.property(above, anyEnds, above, (domain, range, [value]) => {
      const [own, its] = [logScale(domain, range), scaleLog(domain, range)];
      expect(own(value)).toBeCloseTo(its(value), 3);
      expect(own.invert(own(value))).toBeCloseTo(value, 6);
    }),
    runs,
  );
});

it("has the library's ticks", () => {
  fc.assert(
    fc.property(anyPosition, fc.double({ min: 0.01, max: 1e5, noNaN: true }), fc.integer({ min: 2, max: 10 }), (from, length, wanted) => {
      const its = scaleLinear([from, from + length], [0, 1]).ticks(wanted);
      expect(roundTicks([from, from + length], wanted)).toEqual(its.map((tick) => (tick === 0 ? expect.closeTo(0) : tick)));
    }),
    runs,
  );
  expect(roundTicks([0, 1], 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  expect(roundTicks([3, 3], 5)).toEqual([]);
});

it("draws lines as the library does", () => {
  const points = fc.array(fc.tuple(anyPosition, anyPosition), { minLength: 2, maxLength: 5 });
  fc.assert(
    fc.property(points, (those) => {
      expect(polylinePath(those)).toBe(
        line()
          .digits(1)(those)
          ?.replaceAll(/-0(?![.\d])/g, "0"),
      );
    }),
    runs,
  );
  expect(polylinePath([])).toBe("");
});
