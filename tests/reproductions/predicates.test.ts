/** The predicates from which statements of exhibits are built. */
import { expect, test } from "vitest";
import type { ComputedValue } from "../../src/reproductions/contract.ts";
import { withDecimals } from "../../src/reproductions/numbers.ts";
import {
  fillBlanks,
  increases,
  isAbove,
  isAtLeast,
  isAtMost,
  isBelow,
  isBeyondChance,
  isWithinRange,
  isLargest,
  isLessInEach,
  isNear,
  isTrueOfAll,
} from "../../src/reproductions/predicates.ts";

const whole = withDecimals(0);
const valueWithError = (value: number, error: number): ComputedValue => ({ value, spread: { error, draws: 3 } });

test("a blank of a sentence has to name a number that there is", () => {
  expect(fillBlanks("{0} and {most}.", { "0": "1", most: "2" })).toBe("1 and 2.");
  expect(() => isAbove(1, 0, "{0} is above.")).toThrow('"{0} is above." has a blank {0}; there are , all, list, least, most, limit');
});

test.each([
  ["isAbove", isAbove, [false, false, true]],
  ["isAtLeast", isAtLeast, [false, true, true]],
  ["isBelow", isBelow, [true, false, false]],
  ["isAtMost", isAtMost, [true, true, false]],
] as const)("%s compares a number with a limit, below it, at it and above it", (_, predicate, expected) => {
  expect([1.9, 2, 2.1].map((value) => predicate(value, 2).holds)).toEqual(expected);
  expect(predicate(NaN, 2).holds).toBe(false);
  expect(predicate(1.9, 2).because).toBe("1.90 against 2.00.");
});

test("of several numbers each has to be on its side of the limit, and a reason may write them in several ways", () => {
  expect(isAbove([3, 4, 5], 2, "{all}: {least} to {most}, not {limit}.", whole)).toEqual({
    holds: true,
    because: "3, 4 and 5: 3 to 5, not 2.",
  });
  expect(isAbove([3, 2, 5], 2, "First {0}, then {list}.", whole)).toEqual({ holds: false, because: "First 3, then 3, 2, 5." });
  expect(isBelow([1, 0.5], 2, "{list}.", (value, i) => `${value} (${"ab"[i]})`).because).toBe("1 (a), 0.5 (b).");
});

test("a range includes its ends", () => {
  expect([0.99, 1, 1.5, 2, 2.01].map((value) => isWithinRange(value, [1, 2]).holds)).toEqual([false, true, true, true, false]);
  expect(isWithinRange([1, 3], [1, 2])).toEqual({ holds: false, because: "1.00 and 3.00 against 1.00 to 2.00." });
  expect(isWithinRange(1.5, [1, 2], "{} s, between {low} and {high}.", withDecimals(1)).because).toBe("1.5 s, between 1.0 and 2.0.");
});

test("a number is near another within a part of the other, to either side", () => {
  expect([89, 90, 100, 110, 111].map((value) => isNear(value, 100, 0.1).holds)).toEqual([false, true, true, true, false]);
  expect(isNear(11.9, 12, 0.1, "{} of {limit} s.", withDecimals(1)).because).toBe("11.9 of 12.0 s.");
});

test("numbers increase where each is more than the one before", () => {
  expect(increases([1, 2, 3])).toEqual({ holds: true, because: "In order: 1.00, 2.00, 3.00." });
  expect(increases([1, 2, 2]).holds).toBe(false);
  expect(increases([3, 2]).holds).toBe(false);
  expect(increases([1]).holds).toBe(true);
});

test("the reason names the largest and the next", () => {
  const named = { fat: 1, thin: 3, slender: 2 };
  expect(isLargest("thin", named)).toEqual({ holds: true, because: "thin has 3.00, slender 2.00." });
  expect(isLargest("fat", named, "{first} before {next}: {0} and {1}.", whole)).toEqual({
    holds: false,
    because: "thin before slender: 3 and 2.",
  });
});

test("a gain is beyond chance above twice its standard error", () => {
  expect([valueWithError(2, 1), valueWithError(2.1, 1), valueWithError(-3, 1)].map((value) => isBeyondChance(value).holds)).toEqual([
    false,
    true,
    false,
  ]);
  expect(isBeyondChance([valueWithError(3, 1), valueWithError(1, 1)])).toEqual({ holds: false, because: "3.00 ± 1.00 and 1.00 ± 1.00." });
  expect(isBeyondChance({ value: 1 }, "{}.", ({ value }) => `+${value} %`)).toEqual({ holds: true, because: "+1 %." });
});

test("of pairs each has to have the smaller number first", () => {
  const pairs = (last: number) => [
    { name: "at half duplex", pair: [1, 2] as const },
    { name: "at full", pair: [last, 2] as const },
  ];
  expect(isLessInEach(pairs(1.5), withDecimals(1, " s"))).toEqual({
    holds: true,
    because: "1.0 s against 2.0 s at half duplex, 1.5 s against 2.0 s at full.",
  });
  expect(isLessInEach(pairs(2)).holds).toBe(false);
});

test("what is true of all says of how many it is true", () => {
  const isEven = (value: number) => value % 2 === 0;
  expect(isTrueOfAll([2, 4], isEven, "Even are {count} of {of}.")).toEqual({ holds: true, because: "Even are 2 of 2." });
  expect(isTrueOfAll([2, 3], isEven, "Even are {count} of {of}.")).toEqual({ holds: false, because: "Even are 1 of 2." });
});
