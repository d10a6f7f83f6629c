/**
 * Rules for all readers of external text: no reader hangs, errors are always readable sentences, and nothing is lost when text is written
 * again.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cases, isThorough, seed, thoroughTest } from "../effort.ts";
import { type Trials, buildTrials } from "../trial-threads.ts";
import { readers } from "./readers.ts";
import type { Trial } from "./trials.ts";

let trials: Trials;
beforeAll(async () => {
  trials = await buildTrials(new URL("./trials.ts", import.meta.url));
});
afterAll(() => trials.remove());
const run = (trial: Trial) => trials.run(trial);

describe.each(readers)("$name", ({ name, isLarge }) => {
  thoroughTest("a text of twice the length takes at most three times as long", async () => {
    await run({ is: "growth", reader: name, isAll: isThorough });
  });

  test("any text is read or refused in sentences; what is read is written, and read as the same", async () => {
    const count = isLarge ? cases(420) : cases(60);
    expect(await run({ is: "damage", reader: name, seed, count })).toBeGreaterThan(0);
  });
});
