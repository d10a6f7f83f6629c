/** The history that a worker stores of a run while it advances in slices. */
import { expect, test } from "vitest";
import { run } from "../../src/core/run/run.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { scalar } from "../../src/core/simulation/frame.ts";
import { History } from "../../src/core/simulation/history.ts";
import { exposedWorker } from "./exposed.ts";

const packetPhits = 16;
const document = { topology: { kind: "torus", sizes: [4, 4] }, run: { warmUp: 100, window: 800, drain: 800 } };

test("a worker keeps the past when it is asked to, and gives it away once", async () => {
  const worker = await exposedWorker();
  expect((await worker.open(document)).ok).toBe(true);
  await worker.recordHistory();
  while (worker.slice(Infinity, 5, null).status === "running");
  const past = worker.history();
  if (past === null) throw new Error("nothing was kept");
  const history = new History(past);
  const results = run(readScenario(document));
  expect(worker.results()).toEqual(results);
  expect(history.cycles.at(-1)).toBe(results.cycles);
  const { frame, from, to } = history.stateBetween(100, 900);
  expect([from, to]).toEqual([100, 900]);
  expect(Math.max(...frame.windowPhits) / 800).toBe(results.load.worst);
  expect(frame.scalars[scalar.accepted]).toBeCloseTo((results.accepted * results.terminals * 800) / packetPhits, 6);
  expect(worker.history()).toBeNull();
});

test("it keeps nothing unasked, nor of the run before", async () => {
  const worker = await exposedWorker();
  await worker.open(document);
  await worker.recordHistory();
  await worker.open(document);
  worker.slice(200, 1000, null);
  expect(worker.history()).toBeNull();
});
