/** Generators of scenarios and documents that can be run, derived from the parameter descriptions of all registries. */
import * as fc from "fast-check";
import type { ChosenKind } from "../../src/core/base/params.ts";
import { allFlowControls } from "../../src/core/flow-control/index.ts";
import { type Document, documentOf, documentParams } from "../../src/core/scenario/document.ts";
import { checkScenario, maxRunLength, type Scenario, scenarioParams } from "../../src/core/scenario/scenario.ts";
import type { TopologyFacts } from "../../src/core/topologies/contract.ts";
import { plainTitle } from "../../src/core/scenario/title.ts";
import { allHosts } from "../../src/core/hosts/index.ts";
import { allTechnologies } from "../../src/core/technologies/index.ts";
import {
  anySwitch,
  arbitraryKind,
  arbitraryParam,
  factsOf,
  arbitraryLinks,
  arbitraryRouting,
  smallTopology,
  unlimited,
} from "../contracts/arbitrary.ts";
import { messageList, openLoop } from "../contracts/scenarios.ts";

const title = fc
  .oneof(fc.constant(""), fc.string({ maxLength: 40 }), fc.string({ unit: "binary", maxLength: 40 }))
  .map(plainTitle)
  .filter((text) => text.length <= 120 && !/\p{Cc}/u.test(text));

/** Values from the whole range of each parameter would rarely fit a network. */
const anyWorkloadFor = (terminals: number) =>
  fc.oneof({ weight: 4, arbitrary: openLoop(terminals) }, { weight: 1, arbitrary: messageList(terminals, 64) });

/**
 * Reduces the lengths of a run to the limits of its flow control, because most random lengths exceed what engines with integer cycles can
 * count.
 */
function withinLimits({ run, flowControl, ...rest }: Scenario): Scenario {
  const maxLengths = maxRunLength(allFlowControls.get(flowControl.kind).engine);
  const [warmUp, window, drain] = (["warmUp", "window", "drain"] as const).map((part) => run[part] % (maxLengths[part] + 1));
  return { ...rest, flowControl, run: { ...run, warmUp, window: Math.max(1, window), drain } };
}

export const arbitraryScenario: fc.Arbitrary<Scenario> = smallTopology(300)
  .chain((topology) =>
    fc.record({
      title,
      topology: fc.constant(topology),
      technology: arbitraryKind(allTechnologies, unlimited),
      links: arbitraryLinks(topology),
      switch: anySwitch,
      host: arbitraryKind(allHosts, unlimited),
      routing: arbitraryRouting(topology),
      flowControl: arbitraryKind(allFlowControls, unlimited),
      workload: anyWorkloadFor((factsOf(topology) as TopologyFacts).terminals),
      run: arbitraryParam(scenarioParams.run, unlimited) as fc.Arbitrary<Scenario["run"]>,
      seed: arbitraryParam(scenarioParams.seed, unlimited) as fc.Arbitrary<number>,
    }),
  )
  .map(withinLimits)
  .filter((scenario) => checkScenario(scenario).length === 0);

/** Any price list, half of the time the default one. */
export const arbitraryCost = fc.oneof(
  fc.constant(documentParams.cost.default),
  arbitraryParam(documentParams.cost, unlimited) as fc.Arbitrary<ChosenKind>,
);

/** Any document of one scenario, with any prices. */
export const arbitraryAlone: fc.Arbitrary<Document> = fc
  .tuple(arbitraryScenario, arbitraryCost)
  .map(([scenario, cost]) => ({ ...documentOf(scenario), cost }));
