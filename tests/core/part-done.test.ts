import { expect, test } from "vitest";
import { compile } from "../../src/core/run/compile.ts";
import { completedPart } from "../../src/core/measures/progress.ts";
import { startRun } from "../../src/core/run/run.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { frameOf } from "../contracts/scenarios.ts";

test("a program is as far as its packets have been delivered, endless traffic as its cycles have passed", () => {
  const workload = { kind: "butterfly-exchange", ranks: 8 };
  const { simulation, plan } = startRun(readScenario({ topology: { kind: "single-switch", terminals: 8 }, workload }));
  expect(completedPart(plan, frameOf(simulation))).toBe(0);
  // The first of three exchanges takes 2 + 256 cycles.
  simulation.advance(258, Infinity);
  expect(completedPart(plan, frameOf(simulation))).toBeCloseTo(1 / 3);
  simulation.advance(Infinity, Infinity);
  expect(completedPart(plan, frameOf(simulation))).toBe(1);
  // With background traffic, whose packets are not known in advance, the progress is that of the ranks.
  const jobs = [
    { program: { kind: "all-to-all", ranks: 2, message: "64 B", mapping: "consecutive" } },
    { program: { kind: "all-to-all", ranks: 2, message: "64 B", mapping: { kind: "consecutive", first: 2 } }, begin: 500 },
  ];
  const traffic = [{ ranks: 2, mapping: { kind: "consecutive", first: 4 } }];
  const beside = startRun(
    readScenario({ topology: { kind: "single-switch", terminals: 6 }, workload: { kind: "programs", jobs, traffic } }),
  );
  beside.simulation.advance(400, Infinity);
  expect(completedPart(beside.plan, frameOf(beside.simulation))).toBe(0.5);
  const endless = startRun(readScenario({ run: { warmUp: 100, window: 200, drain: 100 } }));
  endless.simulation.advance(100, Infinity);
  expect(completedPart(endless.plan, frameOf(endless.simulation))).toBe(0.25);
  const list = compile(readScenario({ workload: { kind: "messages", list: [{}, { source: 2 }] } })).plan;
  expect(completedPart(list, { scalars: new Float64Array(30).fill(1), rankDone: new Float64Array(0) })).toBe(0.5);
});
