/** Traffic matrices on every packet engine: compared with the reference simulators, including overloaded sources. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { defaultsOf } from "../../src/core/base/params.ts";
import { compile } from "../../src/core/run/compile.ts";
import { allFlowControls } from "../../src/core/flow-control/index.ts";
import { startRun } from "../../src/core/run/run.ts";
import { cases } from "../effort.ts";
import { expectSameAs, maxCycles, runReference } from "./against-reference.ts";
import { smallTopology } from "./arbitrary.ts";
import { withSufficientQueues } from "./sufficient-queues.ts";
import { arbitraryScenario, matrixTraffic } from "./scenarios.ts";

const packetFlowControls = allFlowControls.kinds.filter(({ engine }) => engine.time === "whole");

it.each(packetFlowControls.map((kind) => [kind.id, kind] as const))("is carried as the reference carries it, %s", (id, { params }) => {
  const flowControl = fc.constant({ kind: id, values: { ...defaultsOf(params), packet: 16 } });
  const scenarios = withSufficientQueues(arbitraryScenario({ topology: smallTopology(16), flowControl, workload: matrixTraffic }));
  let overloaded = 0;
  fc.assert(
    fc.property(scenarios, (scenario) => {
      const { plan } = compile(scenario);
      if (plan.demand.form === "open-loop" && plan.demand.loadOf.some((load) => load > 1)) overloaded++;
      expectSameAs((until) => runReference(scenario, plan, until), startRun(scenario).simulation, maxCycles);
    }),
    { numRuns: cases(20) },
  );
  expect(overloaded).toBeGreaterThan(cases(5));
});
