/** Verdicts on printed numbers, and how computed numbers are displayed next to them. */
import { expect, test } from "vitest";
import type { Exhibit, Published } from "../../src/reproductions/contract.ts";
import { sampleMeanOf, withoutError, printed, printedAs, printedRange } from "../../src/reproductions/numbers.ts";
import { emptyOutcome, computeOutcome, sayStandardError, shownValueOf } from "../../src/reproductions/outcome.ts";
import {
  differenceOf,
  isEqualAsPrinted,
  haveSameOrder,
  percent,
  verdictOfExhibit,
  verdictOfRow,
  type VerdictId,
  largestDifference,
} from "../../src/reproductions/verdict.ts";
import { expectWording } from "../wording/wording.ts";

/** A made-up exhibit of one series with pairs of printed and computed numbers; null is a number that is not printed. */
function madeUpExhibit(pairs: readonly (readonly [Published | null, number])[], relative = 0.1): Exhibit {
  return {
    id: "trees-made-up",
    paper: "trees",
    label: "Table 0",
    kind: "table",
    section: "Section 0",
    title: "Made up",
    lede: () => "",
    series: [{ id: "all", title: "All", caption: "", unit: "" }],
    rows: pairs.map(([published, value], i) => ({
      id: `row ${i}`,
      label: `row ${i}`,
      series: "all",
      published,
      provenance: { is: "predicted" },
      formula: "made up",
      runs: [],
      value: () => withoutError(value),
    })),
    runs: [],
    tolerance: { relative, why: "Made up." },
    notes: [],
    documents: [],
  };
}

/** Verdicts on the rows and on the whole exhibit, and its widest gap. */
async function verdictsOf(pairs: readonly (readonly [Published | null, number])[], relative?: number) {
  const exhibit = madeUpExhibit(pairs, relative);
  const outcome = await computeOutcome(exhibit, { run: () => Promise.reject(new Error("nothing to run")) });
  const rows = exhibit.rows.map((row): VerdictId | null => verdictOfRow(exhibit, row, outcome)?.id ?? null);
  return { rows, whole: verdictOfExhibit(exhibit, outcome), gap: largestDifference(exhibit, outcome) };
}

test("exact means equal to the last printed digit, no more and no less", () => {
  expect(printed("4.80")).toEqual({ text: "4.80", low: 4.8, high: 4.8, decimals: 2, isVerbatim: true });
  expect([4.795, 4.8, 4.8049].map((value) => isEqualAsPrinted(value, printed("4.80")))).toEqual([true, true, true]);
  expect([4.7949, 4.8051].map((value) => isEqualAsPrinted(value, printed("4.80")))).toEqual([false, false]);
  expect([2310140.625, 2310141.5].map((value) => isEqualAsPrinted(value, printed("2310141")))).toEqual([true, false]);
  expect([164.4, 164.6, 180, 200.4, 200.6].map((value) => isEqualAsPrinted(value, printedRange("165–200", 165, 200)))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
  expect([1, 1.0001].map((value) => isEqualAsPrinted(value, printedAs("N_X/8", 1)))).toEqual([true, false]);
  // Halves that binary numbers cannot represent are rounded up, as in decimal arithmetic.
  expect(isEqualAsPrinted(1.005, printed("1.01"))).toBe(true);
});

test("a printed text that is no number needs a given meaning", () => {
  expect(() => printed("about 130")).toThrow(/about 130/);
});

test("a difference is measured from the nearest end of a range", () => {
  expect(differenceOf(110, printed("100"))).toBeCloseTo(0.1);
  expect(differenceOf(180, printedRange("165–200", 165, 200))).toBe(0);
  expect(differenceOf(150, printedRange("165–200", 165, 200))).toBeCloseTo(-1 / 11);
  expect(differenceOf(0, printed("0"))).toBe(0);
  expect(differenceOf(1, printed("0"))).toBe(Infinity);
});

test("order: every strict order that is printed must be reproduced; ties and overlaps require nothing", () => {
  const pair = (text: Published, value: number) => ({ published: text, value });
  expect(haveSameOrder([pair(printed("1"), 10), pair(printed("2"), 11), pair(printed("3"), 40)])).toBe(true);
  expect(haveSameOrder([pair(printed("1"), 10), pair(printed("2"), 9)])).toBe(false);
  expect(haveSameOrder([pair(printed("1"), 10), pair(printed("2"), 10)])).toBe(false);
  // Values that are displayed alike have no order.
  expect(haveSameOrder([pair(printed("4.8"), 6.38), pair(printed("8"), 6.4)])).toBe(false);
  expect(haveSameOrder([pair(printed("4.8"), 6.34), pair(printed("8"), 6.4)])).toBe(true);
  expect(haveSameOrder([pair(printed("1"), 5), pair(printed("1"), 3), pair(printed("2"), 6)])).toBe(true);
  expect(haveSameOrder([pair(printedRange("1–3", 1, 3), 9), pair(printedRange("2–4", 2, 4), 5)])).toBe(false);
  expect(haveSameOrder([pair(printed("7"), 7)])).toBe(false);
});

test("each of the four verdicts, row by row; the whole is as good as its worst number", async () => {
  const [one, two, three] = [printed("1.0"), printed("2.0"), printed("3.0")];
  expect(
    await verdictsOf([
      [one, 1.04],
      [two, 2],
    ]),
  ).toMatchObject({ rows: ["exact", "exact"], whole: { id: "exact", sentence: "Both numbers of the table are exact." } });
  expect(
    (
      await verdictsOf([
        [one, 1.08],
        [two, 2],
      ])
    ).rows,
  ).toEqual(["within", "exact"]);
  expect(
    await verdictsOf([
      [one, 1.5],
      [two, 2],
      [three, 9],
    ]),
  ).toMatchObject({
    rows: ["order", "exact", "order"],
    whole: { id: "order", sentence: "Of 3 numbers of the table: 1 exact, 2 same order." },
    gap: { row: { id: "row 2" }, difference: 2 },
  });
  expect(
    await verdictsOf([
      [one, 2.5],
      [two, 2],
    ]),
  ).toMatchObject({ rows: ["differs", "exact"], whole: { id: "differs" } });
  expect(await verdictsOf([[one, 2.5]])).toMatchObject({
    whole: { id: "differs", sentence: "The only number of the table differs from the published one." },
  });
});

test("the widest gap allows for the rounding of what is printed", async () => {
  // 0.256 is 5.2 % below 0.27, of which 1.9 % may be rounding of the printed number. 260 is 4 % above 250, which is the wider gap.
  expect(
    await verdictsOf([
      [printed("0.27"), 0.256],
      [printed("250"), 260],
    ]),
  ).toMatchObject({ gap: { row: { id: "row 1" }, difference: 0.04 } });
  expect((await verdictsOf([[printed("0.27"), 0.2651]])).gap).toBeNull();
});

test("a picture without numbers carries no verdict; nor does what is not computed yet", async () => {
  expect(
    await verdictsOf([
      [null, 1],
      [null, 2],
    ]),
  ).toEqual({ rows: [null, null], whole: null, gap: null });
  const exhibit = madeUpExhibit([[printed("1"), 1]]);
  expect(verdictOfExhibit(exhibit, emptyOutcome)).toBeNull();
  expect(verdictOfRow(exhibit, exhibit.rows[0], emptyOutcome)).toBeNull();
});

test("the tolerance counts to its very edge", async () => {
  expect((await verdictsOf([[printed("100"), 110]], 0.1)).rows).toEqual(["within"]);
  expect((await verdictsOf([[printed("100"), 111]], 0.1)).rows).toEqual(["differs"]);
});

test("numbers are shown with the printed decimals, differences with a sign and a unit", () => {
  const [row] = madeUpExhibit([[printed("4.80"), 1]]).rows;
  expect(shownValueOf(row, withoutError(4.7951))).toBe("4.80");
  // An error has two digits, but no finer than its number.
  expect(
    (
      [
        [2.96, "14.3"],
        [4.06, "131.25"],
        [0.0042, "0.91"],
        [0.0051, "335"],
      ] as const
    ).map(([error, shown]) => sayStandardError(error, shown)),
  ).toEqual(["3.0", "4.1", "0.004", "0.005"]);
  expect(shownValueOf({ ...row, decimals: 3 }, withoutError(-0.5))).toBe("−0.500");
  expect([0.058, -0.1, 0.1234, 0.04, -0.00023].map(percent)).toEqual(["5.8\u202f%", "−10\u202f%", "12\u202f%", "4\u202f%", "−0.02\u202f%"]);
});

test("a number that is off has the digits that its difference takes", () => {
  const shown = (published: Published | null, value: number, decimals?: number) =>
    shownValueOf({ ...madeUpExhibit([[published, value]]).rows[0], ...(decimals === undefined ? {} : { decimals }) }, withoutError(value));
  // 5.4 instead of 5.7 would be a difference of 5.3 %.
  expect(percent(differenceOf(5.42, printed("5.7")))).toBe("−4.9\u202f%");
  expect(shown(printed("5.7"), 5.4203)).toBe("5.42");
  expect(shown(printed("5.7"), 5.7203)).toBe("5.7");
  expect(shown(null, 5.4203, 1)).toBe("5.4");
  // Rounded to 1.135 the value would seem to round to 1.14.
  expect(shown(printed("1.14"), 1.13493)).toBe("1.1349");
  expect(shown(printed("0"), 3.2, 0)).toBe("3");
  expect(shown(printed("100"), 100.5000001, 0)).toBe("100.5");
});

test("what rests on an assumed number is shown to two digits, whatever its size", () => {
  const [row] = madeUpExhibit([[null, 1]]).rows;
  const assumed = { ...row, provenance: { is: "assumed", on: "prices" }, decimals: 3 } as const;
  expect([0.5432, 1.35, 0.998, 9.96, 57.2, 1234, 0].map((value) => shownValueOf(assumed, withoutError(value)))).toEqual([
    "0.54",
    "1.4",
    "1.0",
    "10",
    "57",
    "1200",
    "0",
  ]);
});

test("the spread of a mean is its standard error", () => {
  expect(sampleMeanOf([1, 3])).toEqual({ value: 2, spread: { error: 1, draws: 2 } });
});

test("a verdict speaks of an order only where one is printed", async () => {
  const sentences = async (pairs: readonly (readonly [Published, number])[]) => {
    const exhibit = madeUpExhibit(pairs);
    const outcome = await computeOutcome(exhibit, { run: () => Promise.reject(new Error("nothing to run")) });
    return exhibit.rows.map((row) => verdictOfRow(exhibit, row, outcome)?.sentence);
  };
  const [hundred, two] = [printed("100"), printed("200")];
  expect(
    (
      await sentences([
        [hundred, 0],
        [hundred, 100],
      ])
    )[0],
  ).toBe("Deviates by −100\u202f%.");
  expectWording(
    (
      await sentences([
        [hundred, 300],
        [two, 200],
      ])
    )[0],
    "200 % … not … order",
  );
  expectWording(
    (
      await sentences([
        [hundred, 150],
        [two, 200],
      ])
    )[0],
    "50 % … 2 numbers … order",
  );
});
