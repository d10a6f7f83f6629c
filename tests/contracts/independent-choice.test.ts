import * as fc from "fast-check";
import { expect, test } from "vitest";
import { independentChoice } from "./independent-choice.ts";

/** A kind whose values consist of `length` numbers. */
const kind = (name: string, length: number) =>
  [name, fc.array(fc.nat(), { minLength: length, maxLength: length }).map((numbers) => ({ name, numbers }))] as const;

const drawn = (kinds: readonly ReturnType<typeof kind>[]) =>
  fc.sample(fc.tuple(independentChoice(kinds), fc.nat()), { seed: 7, numRuns: 3000 });

const three = [kind("torus", 1), kind("mesh", 4), kind("tree", 0)];

test("a new kind takes cases for itself, and leaves all others as they were", () => {
  const [before, after] = [drawn(three), drawn([kind("ring", 9), ...three])];
  const kept = after.filter(([{ name }]) => name !== "ring");
  expect(kept.length).toBeGreaterThan(2000);
  after.forEach((each, i) => {
    if (each[0].name === "ring") expect(each[1]).toBe(before[i][1]);
    else expect(each).toEqual(before[i]);
  });
});

test("every kind comes as often as the others", () => {
  for (const [name] of three) {
    const share = drawn(three).filter(([each]) => each.name === name).length / 3000;
    expect(Math.abs(share - 1 / 3)).toBeLessThan(0.04);
  }
});

test("what one kind draws does not follow from what another one does", () => {
  const first = new Set(drawn([kind("a", 1), kind("b", 1)]).map(([{ numbers }]) => numbers[0]));
  expect(first.size).toBeGreaterThan(1500);
});

test("a case that fails is made smaller by the kind that has drawn it", () => {
  const { counterexample } = fc.check(
    fc.property(independentChoice(three), ({ name, numbers }) => name !== "mesh" || numbers[2] < 10),
    { seed: 7 },
  );
  expect(counterexample).toEqual([{ name: "mesh", numbers: [0, 0, 10, 0] }]);
});
