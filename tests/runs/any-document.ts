/** Random complete scenarios: any kind of every registry, with any small parameters. */
import * as fc from "fast-check";
import type { ChosenKind } from "../../src/core/base/params.ts";
import type { Kind, Registry } from "../../src/core/base/kind-registry.ts";
import { allFlowControls } from "../../src/core/flow-control/index.ts";
import { allHosts } from "../../src/core/hosts/index.ts";
import { checkScenario, type Scenario, scenarioParams } from "../../src/core/scenario/scenario.ts";
import { allTechnologies } from "../../src/core/technologies/index.ts";
import type { TopologyFacts } from "../../src/core/topologies/contract.ts";
import { allWorkloads } from "../../src/core/workloads/index.ts";
import { arbitraryKind, factsOf, type Limits, arbitraryRouting, smallTopology } from "../contracts/arbitrary.ts";
import { messageList, openLoop } from "../contracts/scenarios.ts";

/** Limits for messages of a few hundred bytes and matrices of a few rows. */
const smallLimits: Limits = { span: 40, length: 3 };

const anyKindOf = (registry: unknown, limits: Limits = smallLimits): fc.Arbitrary<ChosenKind> =>
  arbitraryKind(registry as Registry<Kind>, limits);

/** The default kind, or any kind with equal probability: random sections seldom fit each other. */
const usualOrAny = (registry: unknown, usual: ChosenKind): fc.Arbitrary<ChosenKind> => fc.oneof(fc.constant(usual), anyKindOf(registry));

/** A workload for this number of terminals: traffic or messages that fit, or any workload at all. */
const anyWorkloadOn = (terminals: number): fc.Arbitrary<ChosenKind> =>
  fc.oneof(openLoop(terminals), messageList(terminals, 64), { weight: 3, arbitrary: anyKindOf(allWorkloads) });

/** Scenarios that pass validation, limited to a few hundred cycles unless they end by themselves. */
export const anyScenario: fc.Arbitrary<Scenario> = smallTopology(24)
  .chain((topology) =>
    fc.record({
      title: fc.constant(""),
      topology: fc.constant(topology),
      technology: usualOrAny(allTechnologies, scenarioParams.technology.default),
      links: fc.constant(scenarioParams.links.default),
      switch: fc.constant(scenarioParams.switch.default),
      host: usualOrAny(allHosts, scenarioParams.host.default),
      routing: arbitraryRouting(topology),
      flowControl: anyKindOf(allFlowControls),
      workload: anyWorkloadOn((factsOf(topology) as TopologyFacts).terminals),
      run: fc.record({ warmUp: fc.nat({ max: 100 }), window: fc.integer({ min: 100, max: 300 }), drain: fc.nat({ max: 400 }) }),
      seed: fc.nat({ max: 2 ** 31 - 1 }),
    }),
  )
  .filter((scenario) => checkScenario(scenario).length === 0);
