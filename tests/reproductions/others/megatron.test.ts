import { expect, test } from "vitest";
import { outcomeOf } from "../../../src/reproductions/outcome.ts";
import { megatronTable1 } from "../../../src/reproductions/others/megatron.ts";
import { models } from "../../../src/reproductions/others/printed.ts";
import { verdictOfRow } from "../../../src/reproductions/verdict.ts";

const outcome = await outcomeOf(megatronTable1, { run: () => Promise.reject(new Error("nothing to run")) });
const of = (id: string) => outcome.values.get(id)?.value ?? NaN;

test("all ten sizes and both durations come out to the printed digit", () => {
  const judged = megatronTable1.rows.filter(({ published }) => published !== null);
  expect(judged).toHaveLength(12);
  for (const row of judged) expect(verdictOfRow(megatronTable1, row, outcome)?.id, row.id).toBe("exact");
  // By hand: 128 layers of 12 · 25,600² + 13 · 25,600, and 53,248 rows of 25,600.
  expect(of("parameters 1008.0 billion")).toBe((128 * (12 * 25_600 ** 2 + 13 * 25_600) + 53_248 * 25_600) / 1e9);
});

test("the 84 days are those of 1,008 billion parameters; a round trillion would take 83", () => {
  expect(of("days a trillion")).toBeCloseTo(83.88, 2);
  expect(of("unsaid a round trillion")).toBeCloseTo((8 * 450e9 * 1e12) / (3072 * 163e12) / 86_400, 10);
});

test("every batch of the table is dealt out evenly, and its bubble is (p − 1) / m", () => {
  for (const { accelerators, tensor, pipeline, batch } of models) expect(batch % (accelerators / (tensor * pipeline))).toBe(0);
  expect(of("bubble 1008.0 billion")).toBe((100 * 63) / 512);
  expect(of("bubble 529.6 billion")).toBe((100 * 34) / 280);
});
