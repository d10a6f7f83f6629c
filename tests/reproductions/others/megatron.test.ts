/** Sizes and durations of the Megatron paper, checked by hand. */
import { expect, test } from "vitest";
import { computeOutcome } from "../../../src/reproductions/outcome.ts";
import { megatronTable1 } from "../../../src/reproductions/others/megatron.ts";
import { megatronModels } from "../../../src/reproductions/others/printed.ts";
import { verdictOfRow } from "../../../src/reproductions/verdict.ts";

const outcome = await computeOutcome(megatronTable1, { run: () => Promise.reject(new Error("nothing to run")) });
const valueOf = (id: string) => outcome.values.get(id)?.value ?? NaN;

test("all ten sizes and both durations are reproduced to the printed digit", () => {
  const judged = megatronTable1.rows.filter(({ published }) => published !== null);
  expect(judged).toHaveLength(12);
  for (const row of judged) expect(verdictOfRow(megatronTable1, row, outcome)?.id, row.id).toBe("exact");
  // By hand: 128 layers with 12 · 25,600² + 13 · 25,600 parameters each, and an embedding of 53,248 rows of 25,600.
  expect(valueOf("parameters 1008.0 billion")).toBe((128 * (12 * 25_600 ** 2 + 13 * 25_600) + 53_248 * 25_600) / 1e9);
});

test("the 84 days are those of 1,008 billion parameters; a round trillion would take 83", () => {
  expect(valueOf("days a trillion")).toBeCloseTo(83.88, 2);
  expect(valueOf("unsaid a round trillion")).toBeCloseTo((8 * 450e9 * 1e12) / (3072 * 163e12) / 86_400, 10);
});

test("every batch is dealt out evenly, layers to chunks as well, and the bubble is (p − 1) / (v m)", () => {
  for (const { accelerators, tensor, pipeline, batch, microBatch, layers, chunks } of megatronModels) {
    expect(batch % ((accelerators / (tensor * pipeline)) * microBatch)).toBe(0);
    expect(layers % (pipeline * chunks)).toBe(0);
  }
  // By hand: 1,536 sequences over 32 pipelines in micro-batches of 4 make 12 micro-batches per pipeline. 2,304 over 24 in micro-batches of
  // 2 make 48, with two chunks of layers per rank.
  expect(valueOf("bubble 39.1 billion")).toBeCloseTo(100 / 12, 10);
  expect(valueOf("bubble 145.6 billion")).toBeCloseTo((100 * 7) / (2 * 48), 10);
  expect(valueOf("bubble 1008.0 billion")).toBe((100 * 63) / 512);
  expect(valueOf("bubble 529.6 billion")).toBeCloseTo((100 * 34) / (3 * 280), 10);
});
