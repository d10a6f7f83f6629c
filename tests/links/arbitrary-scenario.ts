/** Any scenario that can be run, drawn from the descriptions of all registries. */
import * as fc from "fast-check";
import { flowControls } from "../../src/core/flow-control/index.ts";
import { checkScenario, type Scenario, scenarioParams } from "../../src/core/scenario/scenario.ts";
import { workloads } from "../../src/core/workloads/index.ts";
import { arbitraryKind, arbitraryParam, routingOf, smallTopology, unlimited } from "../contracts/arbitrary.ts";

const title = fc
  .oneof(fc.constant(""), fc.string({ maxLength: 40 }), fc.string({ unit: "binary", maxLength: 40 }))
  .filter((text) => text.length <= 120 && !/\p{Cc}/u.test(text));

export const arbitraryScenario: fc.Arbitrary<Scenario> = smallTopology(300)
  .chain((topology) =>
    fc.record({
      title,
      topology: fc.constant(topology),
      routing: routingOf(topology),
      flowControl: arbitraryKind(flowControls, unlimited),
      workload: arbitraryKind(workloads, unlimited),
      run: arbitraryParam(scenarioParams.run, unlimited) as fc.Arbitrary<Scenario["run"]>,
      seed: arbitraryParam(scenarioParams.seed, unlimited) as fc.Arbitrary<number>,
    }),
  )
  .filter((scenario) => checkScenario(scenario).length === 0);
