import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases, coveringSubset, isThorough, seed } from "./effort.ts";

test("a law without a seed draws the same cases in every run", () => {
  expect(fc.readConfigureGlobal()?.seed).toBe(seed);
  const used = fc.check(fc.property(fc.nat(), () => true));
  expect([used.seed, used.numRuns]).toEqual([seed, cases(100)]);
  expect(fc.sample(fc.nat(), 5)).toEqual(fc.sample(fc.nat(), { seed, numRuns: 5 }));
});

test("a third of the cases is tried, ten times as many on request", () => {
  expect([cases(100), cases(15), cases(1), cases(40, 160)]).toEqual(isThorough ? [340, 50, 10, 160] : [34, 5, 1, 14]);
});

test("of combinations as few are tried as show each part", () => {
  const all = [1, 2, 3, 4].flatMap((a) => ["x", "y"].map((b) => [a, b]));
  const chosen = coveringSubset([...all, [5, "z"]], (one) => one);
  expect(chosen).toHaveLength(isThorough ? 9 : 5);
  expect(new Set(chosen.flat())).toEqual(new Set([1, 2, 3, 4, 5, "x", "y", "z"]));
  expect(chosen.filter(([, b]) => b === "x").length).toBe(isThorough ? 4 : 2);
});
