import * as fc from "fast-check";
import { formatLocale } from "d3-format";
import { expect, test } from "vitest";
import { cases } from "../effort.ts";
import { unitsOf } from "../../src/words/units.ts";
import { formatOfColumn } from "../../src/words/column-format.ts";
import { formatCount, formatMeasure, formatPercent, formatRatio } from "../../src/words/numbers.ts";

const locale = formatLocale({ decimal: ".", thousands: "\u202f", grouping: [3], currency: ["", ""], minus: "−" });
const values = fc
  .oneof(
    fc.double({ min: -1e9, max: 1e9, noNaN: true }),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.double({ min: -200, max: 200, noNaN: true }),
    fc.integer({ min: -1e7, max: 1e7 }),
    fc.integer({ min: -20_000, max: 20_000 }).map((n) => n / 1000),
  )
  .filter((value) => value === 0 || Math.abs(value) > 1e-15);

// The project's own formatter has a hundredth of the size of d3-format, which every first visit would have to load.
test("numbers are written as d3-format writes them", () => {
  const [decimals, digits, whole, three] = [".2f", ".2r", ",d", ",.3~r"].map((form) => locale.format(form));
  fc.assert(
    fc.property(values, (value) => {
      if (value <= 0 || value >= 0.00995) expect(formatRatio(value).replaceAll("\u202f", "")).toBe(decimals(value));
      else expect(formatRatio(value)).toBe(digits(value));
      expect(formatCount(value)).toBe(whole(Math.round(value)));
      expect(formatPercent(value)).toBe(whole(Math.round(100 * value)));
      if (Math.abs(value) < 100) expect(formatMeasure(value)).toBe(three(value));
    }),
    { numRuns: cases(2000) },
  );
});

test.each([
  [[1, 2.5], 2.5, "2.5"],
  [[0.25, 12_345.678], 12_345.678, "12\u202f345.68"],
  [[0.0000123, 4.56], 0.0000123, "0.0000123"],
  [[-3.2], -3.2, "−3.2"],
])("a column of %o writes %d as %s", (column, value, text) => {
  expect(formatOfColumn(column)(value)).toBe(text);
});

test("what is written of a positive number, read back, is within half a per cent of it and never 0, alone and in a column", () => {
  const positive = fc.tuple(fc.integer({ min: -12, max: 12 }), fc.double({ min: 1, max: 9.99, noNaN: true })).map(([e, m]) => m * 10 ** e);
  const read = (text: string) => Number(text.replaceAll("\u202f", ""));
  const seconds = { s: 1, ms: 1e-3, µs: 1e-6, ns: 1e-9 };
  fc.assert(
    fc.property(fc.array(positive, { minLength: 1, maxLength: 6 }), (column) => {
      const write = formatOfColumn(column);
      for (const value of column) {
        for (const text of [formatMeasure(value), write(value)])
          expect(Math.abs(read(text) / value - 1), text).toBeLessThanOrEqual(0.00501);
        const [number, unit] = unitsOf(undefined, "", 1e-9).sayTime(value).split("\u00a0");
        expect(Math.abs((read(number) * seconds[unit as keyof typeof seconds]) / (value * 1e-9) - 1)).toBeLessThanOrEqual(0.00501);
      }
    }),
    { numRuns: cases(300) },
  );
});
