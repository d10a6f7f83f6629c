/** Rules for scenarios of any kind: they run, as a whole and in slices with equal results, and every reported number is finite. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { cases, isThorough, seed } from "../effort.ts";
import { type Trials, buildTrials } from "../trial-threads.ts";

let trials: Trials;
beforeAll(async () => {
  trials = await buildTrials(new URL("./trials.ts", import.meta.url));
});
afterAll(() => trials.remove());

test(
  "any scenario runs, whole and in slices alike, and tells nothing but numbers",
  async () => {
    const count = cases(90);
    expect(await trials.run({ seed, count })).toBeGreaterThan(count / 2);
  },
  isThorough ? 10_800_000 : 600_000,
);
