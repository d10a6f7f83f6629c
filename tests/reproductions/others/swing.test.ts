/** Link counts of the Swing paper, checked with closed forms. */
import { expect, test } from "vitest";
import { run } from "../../../src/core/run/run.ts";
import { computeOutcome } from "../../../src/reproductions/outcome.ts";
import { swingDistances } from "../../../src/reproductions/others/swing.ts";

const { values } = await computeOutcome(swingDistances, { run: (scenario) => Promise.resolve(run(scenario)) });
const valueOf = (id: string) => values.get(id)?.value ?? NaN;

test("on rings of 16, 64 and 256 Swing crosses 10, 42 and 170 links, and recursive doubling 15, 63 and 255", () => {
  const sums = (id: string) => [16, 64, 256].map((ranks) => valueOf(`${id} ${ranks} ranks`));
  expect(sums("swing-latency")).toEqual([10, 42, 170]);
  expect(sums("recursive-doubling")).toEqual([15, 63, 255]);
});

test("steps and vectors of 64 ranks are the closed forms", () => {
  const ids = ["ring", "2-D ring", "recursive doubling", "halving and doubling", "Swing"];
  expect(ids.map((id) => valueOf(`steps ${id}`))).toEqual([126, 28, 6, 12, 12]);
  expect(ids.map((id) => valueOf(`bytes ${id}`))).toEqual([126 / 64, 126 / 64, 6, 126 / 64, 126 / 64]);
});
