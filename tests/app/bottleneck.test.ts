/** The channel that a finding names as the cause of a run's result. */
import { expect, test } from "vitest";
import { bottleneckOf } from "../../src/findings/bottleneck.ts";
import { causeOf } from "../../src/findings/cause.ts";
import { findingOfTraffic } from "../../src/findings/traffic.ts";
import { analyse } from "../../src/core/analysis/analyse.ts";
import { compile } from "../../src/core/run/compile.ts";
import { run } from "../../src/core/run/run.ts";
import { loadOf } from "../../src/core/scenario/load.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { inCycles } from "../../src/words/units.ts";
import { expectWording } from "../wording/wording.ts";

const found = (load: number, topology: object = { kind: "thin-tree", k: 4, kUp: 2, n: 3 }) => {
  const scenario = readScenario({ version: 2, topology, workload: { kind: "open-loop", pattern: "perfect-shuffle", load } });
  const [results, analysis] = [run(scenario), analyse(compile(scenario).plan)];
  const cause = causeOf(inCycles, scenario, results, analysis, findingOfTraffic(inCycles, scenario, results, analysis));
  return { cause, bottleneck: bottleneckOf(results, analysis, loadOf(scenario)) };
};

test.each([0.45, 0.46, 0.47, 0.48, 0.49, 0.5])(
  "at load %d sixteen channels are asked for more than they carry, whichever is the busiest",
  (load) => {
    // Perfect shuffle sends four flows over each of 16 channels at the top of this tree.
    const { cause, bottleneck } = found(load);
    expectWording(cause.head, "16 channels");
    expect(bottleneck.overloaded).toBe(16);
    expect(bottleneck.asked).toBeCloseTo(4 * load, 9);
    expect(cause.rest).toContain(` is asked for ${(4 * load).toFixed(2)}`);
  },
);

test("where nothing is asked for too much, the busiest explains the run", () => {
  const { bottleneck } = found(0.2);
  expect(bottleneck.overloaded).toBe(0);
  expect(bottleneck.carries).not.toBeNull();
});
