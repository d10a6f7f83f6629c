/** The channel that a finding names as the cause of a run's result. */
import { expect, test } from "vitest";
import { bottleneckOfRun } from "../../src/findings/cause/bottleneck.ts";
import { causeOf } from "../../src/findings/cause/cause.ts";
import { findingOfTraffic } from "../../src/findings/traffic.ts";
import { analyzePlan } from "../../src/core/analysis/analyse.ts";
import { compile } from "../../src/core/run/compile.ts";
import { run } from "../../src/core/run/run.ts";
import { scenarioLoad } from "../../src/core/scenario/load.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { unitsOfResults } from "../../src/words/units.ts";
import { expectWording } from "../wording/wording.ts";

const bottleneckAtLoad = (load: number, topology: object = { kind: "thin-tree", k: 4, kUp: 2, n: 3 }) => {
  const scenario = readScenario({ version: 2, topology, workload: { kind: "open-loop", pattern: "perfect-shuffle", load } });
  const [results, analysis] = [run(scenario), analyzePlan(compile(scenario).plan)];
  const cause = causeOf(unitsOfResults, scenario, results, analysis, findingOfTraffic(unitsOfResults, scenario, results, analysis));
  return { cause, bottleneck: bottleneckOfRun(results, analysis, scenarioLoad(scenario)) };
};

test.each([0.45, 0.46, 0.47, 0.48, 0.49, 0.5])(
  "at load %d sixteen channels are asked for more than they carry, whichever is the busiest",
  (load) => {
    // Perfect shuffle sends four flows over each of 16 channels at the top of this tree.
    const { cause, bottleneck } = bottleneckAtLoad(load);
    expectWording(cause.head, "16 channels");
    expect(bottleneck.overloadedChannels).toBe(16);
    expect(bottleneck.offeredFraction).toBeCloseTo(4 * load, 9);
    const isBusiestKnown = bottleneck.utilization !== null;
    expect(cause.rest).toContain(` ${isBusiestKnown ? "is offered" : "has the highest offered load,"} ${(4 * load).toFixed(2)}`);
  },
);

test("where nothing is asked for too much, the busiest explains the run", () => {
  const { bottleneck } = bottleneckAtLoad(0.2);
  expect(bottleneck.overloadedChannels).toBe(0);
  expect(bottleneck.utilization).not.toBeNull();
});
