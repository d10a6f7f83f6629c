/** A channel's flows are explained by a worker. */
import { expect, test } from "vitest";
import { pathsBetween } from "../../src/core/analysis/paths-between.ts";
import { compile } from "../../src/core/run/compile.ts";
import { explain, findWaits } from "../../src/core/searches/explain.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import type { RunWorker } from "../../src/worker/protocol.ts";
import { exposedWorker } from "./exposed.ts";

const document = {
  topology: { kind: "torus", sizes: [8, 8] },
  workload: { kind: "open-loop", pattern: { kind: "uniform" }, load: 0.4 },
  run: { warmUp: 500, window: 3000, drain: 500 },
};

/** Calls the worker until the explanation is complete; returns it with the number of calls. */
async function explainCompletely(worker: RunWorker, channel: number, milliseconds: number) {
  for (let calls = 1; ; calls++) {
    const { explanation } = await worker.explain(channel, 500, 3500, milliseconds);
    if (explanation !== null) return { calls, explanation };
  }
}

test("a worker explains a channel slice by slice, and leaves the open run as it is", async () => {
  const worker = await exposedWorker();
  await worker.open(document);
  const before = worker.slice(777, 1e6, null);
  expect(before.now).toBe(777);
  const expected = explain(readScenario(document), 70);
  expect(expected.packets).toBeGreaterThan(20);
  const { calls, explanation } = await explainCompletely(worker, 70, 1);
  expect(explanation).toEqual(expected);
  expect(calls).toBeGreaterThan(3);
  expect(worker.slice(777, 1, null)).toEqual(before);
  expect(await explainCompletely(worker, 71, 1e6)).toEqual({ calls: 1, explanation: explain(readScenario(document), 71) });
});

test("a worker finds slice by slice who waited behind a channel", async () => {
  const worker = await exposedWorker();
  await worker.open(document);
  const before = worker.slice(777, 1e6, null);
  const expected = findWaits(readScenario(document), 70);
  expect(expected?.cycles).toBeGreaterThan(20);
  let calls = 1;
  let found = await worker.findWaits(70, 500, 3500, 1);
  for (; !found.isDone; calls++) found = await worker.findWaits(70, 500, 3500, 1);
  expect(found.waits).toEqual(expected);
  expect(calls).toBeGreaterThan(3);
  expect(worker.slice(777, 1, null)).toEqual(before);
});

test("a worker finds the ways of a pair", async () => {
  const worker = await exposedWorker();
  await worker.open(document);
  const found = await worker.findPaths(3, 40);
  const all = pathsBetween(compile(readScenario(document)).plan, 3, 40);
  expect(found).toEqual({ ...all, paths: all.paths.slice(0, 32) });
  expect(found.count).toBeGreaterThan(0);
});

test("without a scenario there is nothing to explain", async () => {
  const worker = await exposedWorker();
  await expect(worker.explain(0, 0, 100, 1)).rejects.toThrow("no scenario is open");
  await expect(worker.findPaths(0, 1)).rejects.toThrow("no scenario is open");
  await expect(worker.findWaits(0, 0, 100, 1)).rejects.toThrow("no scenario is open");
});
