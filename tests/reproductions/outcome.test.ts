import { expect, test } from "vitest";
import type { Results } from "../../src/core/measures/results.ts";
import { findExhibit } from "../../src/reproductions/index.ts";
import { outcomeOf } from "../../src/reproductions/outcome.ts";

const figure13 = findExhibit("qsnet-figure-13")!;

test("rows come in as the last of their runs does, whatever the order", async () => {
  const waiting: (() => void)[] = [];
  const sizes: number[] = [];
  const done = outcomeOf(figure13, {
    run: ({ seed }) => new Promise((resolve) => waiting.push(() => resolve({ acceptedPerSender: seed / 10 } as Results))),
    told: ({ values }) => sizes.push(values.size),
  });
  await new Promise((resolve) => setTimeout(resolve));
  expect(waiting).toHaveLength(figure13.runs.length);
  for (const arrive of waiting.toReversed()) {
    arrive();
    await new Promise((resolve) => setTimeout(resolve));
  }
  expect(sizes).toEqual([1, 2, 3, 4, 5, 6]);
  const { values, isComplete } = await done;
  expect(isComplete).toBe(true);
  expect(values.get("neighbor")).toMatchObject({ value: expect.closeTo(0.2), spread: { draws: 3 } });
});

test("a run that is lost is told", async () => {
  await expect(outcomeOf(figure13, { run: () => Promise.reject(new Error("lost")) })).rejects.toThrow("lost");
});

test("rows that need no run are worked out one by one, with a pause between", async () => {
  let pauses = 0;
  const outcome = await outcomeOf(findExhibit("trees-figure-1")!, {
    run: () => Promise.reject(new Error("nothing to run")),
    breathe: async () => void pauses++,
  });
  expect(pauses).toBe(outcome.values.size);
});
