/** Traffic matrices on every packet engine: compared with the reference simulators, including overloaded sources. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { defaultsOf } from "../../src/core/base/params.ts";
import { compile } from "../../src/core/run/compile.ts";
import { flowControls } from "../../src/core/flow-control/index.ts";
import { start } from "../../src/core/run/run.ts";
import { cases } from "../effort.ts";
import { expectAs, longest, referenceOf } from "./against-reference.ts";
import { smallTopology } from "./arbitrary.ts";
import { roomy } from "./roomy.ts";
import { arbitraryScenario, paintedTraffic } from "./scenarios.ts";

const byPacket = flowControls.kinds.filter(({ engine }) => engine.time === "whole");

it.each(byPacket.map((kind) => [kind.id, kind] as const))("is carried as the reference carries it, %s", (id, { params }) => {
  const flowControl = fc.constant({ kind: id, values: { ...defaultsOf(params), packet: 16 } });
  const scenarios = roomy(arbitraryScenario({ topology: smallTopology(16), flowControl, workload: paintedTraffic }));
  let overloaded = 0;
  fc.assert(
    fc.property(scenarios, (scenario) => {
      const { plan } = compile(scenario);
      if (plan.demand.form === "open-loop" && plan.demand.loadOf.some((load) => load > 1)) overloaded++;
      expectAs((until) => referenceOf(scenario, plan, until), start(scenario).simulation, longest);
    }),
    { numRuns: cases(20) },
  );
  expect(overloaded).toBeGreaterThan(cases(5));
});
