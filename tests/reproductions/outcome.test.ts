/** Computing the outcome of an exhibit row by row. */
import { expect, test } from "vitest";
import type { Results } from "../../src/core/measures/results.ts";
import { findExhibit } from "../../src/reproductions/index.ts";
import { dataRate } from "../../src/reproductions/qsnet/machine.ts";
import { computeOutcome } from "../../src/reproductions/outcome.ts";

/** An exhibit of six rows, each the mean of three runs, with a statement about all of them. */
const meanExhibit = findExhibit("qsnet-figure-12")!;

test("rows come in as the last of their runs does, whatever the order", async () => {
  const waiting: (() => void)[] = [];
  const sizes: number[] = [];
  const done = computeOutcome(meanExhibit, {
    run: ({ seed }) => new Promise((resolve) => waiting.push(() => resolve({ acceptedPerSender: seed / 10 } as Results))),
    onOutcome: ({ values }) => sizes.push(values.size),
  });
  await new Promise((resolve) => setTimeout(resolve));
  expect(waiting).toHaveLength(meanExhibit.runs.length);
  for (const arrive of waiting.toReversed()) {
    arrive();
    await new Promise((resolve) => setTimeout(resolve));
  }
  // The statement comes last and adds no number.
  expect(sizes).toEqual([1, 2, 3, 4, 5, 6, 6]);
  const { values, isComplete } = await done;
  expect(isComplete).toBe(true);
  expect(values.get("4 KiB")).toMatchObject({ value: expect.closeTo(dataRate(0.2)), spread: { draws: 3 } });
});

test("a run that is lost is reported", async () => {
  await expect(computeOutcome(meanExhibit, { run: () => Promise.reject(new Error("lost")) })).rejects.toThrow("lost");
});

test("rows that need no run are worked out one by one, with a pause between", async () => {
  let pauses = 0;
  const outcome = await computeOutcome(findExhibit("trees-figure-1")!, {
    run: () => Promise.reject(new Error("nothing to run")),
    yieldThread: async () => void pauses++,
  });
  expect(pauses).toBe(outcome.values.size);
});

test("a run that is recorded is not run, until a constant is moved or nothing is stored", async () => {
  const section = findExhibit("torus-section-5-3")!;
  const ran: boolean[] = [];
  const run = (_: unknown, isMoved: boolean) => {
    ran.push(isMoved);
    return Promise.resolve({ cycles: 1, cycleSeconds: 1, makespan: 1, load: { worst: 1 } } as Results);
  };
  const recorded = () =>
    Promise.resolve(Array.from({ length: 80 }, () => ({ cycles: 2, cycleSeconds: 1, makespan: 2, load: { worst: 1 } }) as Results));
  await computeOutcome(section, { run, recorded });
  expect(ran).toEqual([]);
  await computeOutcome(section, { run, recorded }, new Map([["queue", 8]]));
  expect(ran).toEqual([true, true, true, true]);
  await computeOutcome(section, { run });
  expect(ran.slice(4)).toEqual([false, false, false, false]);
});
