/** The latency of a technology: a number of cycles before every message, in every engine. */
import { expect, test } from "vitest";
import { analyzeScenario } from "../../src/core/scenario/lockstep.ts";
import { allFlowControls } from "../../src/core/flow-control/index.ts";
import { compile } from "../../src/core/run/compile.ts";
import { run } from "../../src/core/run/run.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";

/** A cycle is 10 ns. */
const technology = (latency: number) => ({ kind: "own-links", rate: "400 MB/s", latency });
/** Rank 0 sends to rank 1, which passes the message on to rank 2. */
const scenarioWith = (flowControl: string, latency: number, host: unknown = "ideal") =>
  readScenario({
    version: 2,
    topology: { kind: "mesh", sizes: [4] },
    technology: technology(latency),
    flowControl,
    host,
    workload: { kind: "broadcast", broadcast: "chain", segments: 1, ranks: 3, message: "64 B", mapping: "consecutive" },
  });

test.each(allFlowControls.kinds.map(({ id }) => id))("is added to each of two messages in a row with %s", (flowControl) => {
  const makespan = (latency: number) => run(scenarioWith(flowControl, latency)).makespan!;
  expect(makespan(0.25) - makespan(0)).toBeCloseTo(2 * 25, 9);
  // 2.4 cycles are rounded where cycles are counted.
  const { engine } = allFlowControls.get(flowControl);
  expect(makespan(0.024) - makespan(0)).toBeCloseTo(2 * (engine.time === "whole" ? 2 : 2.4), 6);
});

test("is added to the start-up of hosts, and is part of what an empty network takes", () => {
  const hosts = { kind: "limited-ports", startUp: 0.1 };
  const scenario = scenarioWith("virtual-cut-through", 0.25, hosts);
  const results = run(scenario);
  expect(results.makespan! - run(scenarioWith("virtual-cut-through", 0)).makespan!).toBe(2 * 35);
  const { program } = analyzeScenario(scenario, compile(scenario).plan);
  expect(program?.leastCycles).toBe(results.makespan);
});
