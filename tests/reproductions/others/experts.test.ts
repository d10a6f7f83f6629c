/** Times of all-to-all communication between experts, checked by hand and by simulation. */
import { expect, test } from "vitest";
import { run } from "../../../src/core/run/run.ts";
import { deepseekExperts } from "../../../src/reproductions/others/experts.ts";
import { computeOutcome } from "../../../src/reproductions/outcome.ts";
import { verdictOfRow } from "../../../src/reproductions/verdict.ts";

const outcome = await computeOutcome(deepseekExperts, { run: (scenario) => Promise.resolve(run(scenario)) });
const valueOf = (id: string) => outcome.values.get(id)?.value ?? NaN;

test("the times are reproduced to the printed digit, and tokens a second where nothing is cut off", () => {
  const verdicts = deepseekExperts.rows
    .filter(({ published }) => published !== null)
    .map((row) => [row.id, verdictOfRow(deepseekExperts, row, outcome)?.id]);
  expect(verdicts).toEqual([
    ["exchange 50 GB/s", "exact"],
    ["step 50 GB/s", "exact"],
    ["tokens 50 GB/s", "within"],
    ["exchange 900 GB/s", "exact"],
    ["step 900 GB/s", "exact"],
    ["tokens 900 GB/s", "within"],
  ]);
  expect(valueOf("exchange 50 GB/s")).toBeCloseTo((3 * 32 * 9 * 7000) / 50e3, 10);
  expect(valueOf("unsaid an exchange")).toBeCloseTo((3 * 32 * 9 * 7168) / 50e3, 10);
});

test("on one switch the all-to-all takes what its packets take at the rate of a link, and two cycles for each way", () => {
  const packets = 288 * (110 + 219);
  const cycle = 4 / 50e3;
  expect(valueOf("simulated One switch")).toBeCloseTo(packets * 16 * cycle + 2 * 2 * cycle, 6);
});

test("sprayed packets keep to it on two levels, hashed flows take more than twice as long", () => {
  expect(valueOf("simulated Two levels, sprayed") / valueOf("simulated One switch")).toBeCloseTo(1, 4);
  expect(valueOf("simulated Two levels, hashed flows") / valueOf("simulated One switch")).toBeGreaterThan(2);
});
