/** The engine for groups of parallel outputs: compared with the reference simulator, and with the general engines. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChosenKind, Values } from "../../src/core/base/params.ts";
import { packetEngineFor } from "../../src/core/flow-control/engines.ts";
import { canRunOnRows, bitWordsOf } from "../../src/core/flow-control/cut-through/on-rows.ts";
import type { CutThroughRules } from "../../src/core/flow-control/cut-through/rules.ts";
import { startSharing } from "../../src/core/flow-control/cut-through/sharing.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import type { ParallelOutputs } from "../../src/core/plan/routing.ts";
import { allRoutings } from "../../src/core/routings/index.ts";
import { startRun } from "../../src/core/run/run.ts";
import type { Scenario } from "../../src/core/scenario/scenario.ts";
import type { Frame } from "../../src/core/simulation/frame.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { cases } from "../effort.ts";
import { expectSameAsReference, maxCycles, rulesOf, scenariosOn } from "./against-reference.ts";
import { factsOf, smallTopology } from "./arbitrary.ts";
import { cutThrough, frameOf } from "./scenarios.ts";

const trees = allTopologies.kinds.filter(({ id }) => id.endsWith("tree") || id === "clos");
/**
 * Trees with nodes that have more than 32 inputs, or groups of more than 32 channels; and the number of words that the bit sets of each
 * take.
 */
const wideTreeValues: readonly (readonly [readonly [number, number], Values])[] = [
  [[2, 1], { children: [40], parents: [1], parallel: [] }],
  [[2, 1], { children: [3, 40], parents: [1, 2], parallel: [] }],
  [[2, 2], { children: [3, 4], parents: [1, 40], parallel: [] }],
  [[2, 1], { children: [34, 2, 2], parents: [1, 3, 2], parallel: [1, 1, 2] }],
  [[3, 1], { children: [2, 33], parents: [1, 1], parallel: [1, 2] }],
  [[7, 3], { children: [2, 3], parents: [1, 1], parallel: [1, 70] }],
  [[7, 1], { children: [2, 100], parents: [1, 2], parallel: [1, 2] }],
];
const wideTrees = fc.constantFrom(...wideTreeValues).map(([, values]): ChosenKind => ({ kind: "xgft", values }));
const upAndDown = { kind: "nearest-common-ancestor", values: { up: "adaptive", down: "adaptive" } };

/** Rules that the engine for groups of parallel outputs supports. */
const rules: fc.Arbitrary<ChosenKind> = fc
  .record({
    queue: fc.integer({ min: 1, max: 5 }),
    packet: fc.constantFrom(1, 2, 3, 5, 16).map((phits) => 4 * phits),
    priority: fc.constantFrom("equal", "network-first"),
  })
  .map((values) => cutThrough({ ...values, virtualChannels: 1, injectionSlots: 1, arbitration: "random" }));
const requestSelections = fc.record({
  selection: fc.constantFrom("most-credits", "best-free", "random"),
  ties: fc.constantFrom("first", "random"),
});
const sharedSelection = fc.record({ selection: fc.constant("shared"), ties: fc.constantFrom("first", "random") });

/** Scenarios on trees of at most `terminals` terminals, with the routing that these engines support and rules drawn from `selections`. */
function scenariosOnTrees(terminals: number, selections: fc.Arbitrary<Values>): fc.Arbitrary<Scenario> {
  // Planes are connected by terminals only, so topologies with forwarding terminals are left out.
  const withoutForwarding = smallTopology(terminals, trees).filter((topology) => factsOf(topology)?.forwards === false);
  return scenariosFor(withoutForwarding, selections);
}

function scenariosFor(topology: fc.Arbitrary<ChosenKind>, selections: fc.Arbitrary<Values>): fc.Arbitrary<Scenario> {
  return fc
    .tuple(scenariosOn(topology, rules), selections)
    .map(([scenario, values]) => ({ ...scenario, routing: upAndDown, flowControl: withValues(scenario.flowControl, values) }));
}

function withValues({ kind, values }: ChosenKind, others: Values): ChosenKind {
  return { kind, values: { ...values, ...others } };
}

/** Starts the general engine: without groups of parallel outputs in the routing, it uses requests or a matching per switch. */
function startGeneralEngine(rules: CutThroughRules, plan: Plan) {
  const { parallelOutputs: _, ...routing } = plan.routing;
  const changed = { ...plan, routing };
  return packetEngineFor(rules, changed).start(rules, changed);
}

/** Names of the columns in which two frames differ. */
function differingColumns(one: Frame, other: Frame): readonly string[] {
  const names = Object.keys(other) as (keyof Frame)[];
  return names.filter((name) => one[name].length !== other[name].length || other[name].some((value, i) => value !== one[name][i]));
}

describe("the engines for rows", () => {
  it.each(wideTreeValues)("take %o numbers for the bits of %o", (words, values) => {
    const network = allTopologies.get("xgft").build(values);
    const { parallelOutputs } = allRoutings.get("nearest-common-ancestor").compile(upAndDown.values, network);
    expect(bitWordsOf(network, parallelOutputs as ParallelOutputs)).toEqual(words);
  });

  it.each([
    ["asked for", scenariosOnTrees(32, requestSelections), cases(30)],
    ["matched", scenariosOnTrees(32, sharedSelection), cases(40)],
    ["matched where sets take several numbers", scenariosFor(wideTrees, sharedSelection), cases(9)],
  ] as const)("equal the reference where outputs are %s", (_, scenarios, numRuns) => {
    fc.assert(
      fc.property(scenarios, fc.constantFrom(maxCycles, maxCycles, 211, 58), fc.constantFrom(Infinity, 17), (scenario, until, work) => {
        const { plan, simulation } = startRun(scenario);
        expect(canRunOnRows(rulesOf(scenario), plan)).toBe(true);
        while (simulation.status === "running" && simulation.now < until) simulation.advance(until, work);
        expectSameAsReference(rulesOf(scenario), plan, simulation, until);
      }),
      { numRuns },
    );
  });

  it.each([
    ["asked for", scenariosOnTrees(256, requestSelections), startGeneralEngine],
    ["matched", scenariosOnTrees(256, sharedSelection), startSharing],
    ["matched where sets take several numbers", scenariosFor(wideTrees, sharedSelection), startSharing],
  ] as const)(
    "leave the same frame as the engine for everything, and the same packets at every channel, at any time, where outputs are %s",
    (_, scenarios, startGeneral) => {
      let waiting = 0;
      fc.assert(
        fc.property(scenarios, fc.integer({ min: 1, max: 700 }), fc.integer({ min: 1, max: 99 }), (scenario, until, work) => {
          const { plan, simulation } = startRun(scenario);
          expect(canRunOnRows(rulesOf(scenario), plan)).toBe(true);
          const general = startGeneral(rulesOf(scenario), plan);
          expect(general.constructor).not.toBe(simulation.constructor);
          while (simulation.status === "running" && simulation.now < until) simulation.advance(until, work);
          while (general.status === "running" && general.now < until) general.advance(until, Infinity);
          expect(differingColumns(frameOf(simulation), frameOf(general))).toEqual([]);
          for (let c = until % 7; c < plan.network.head.length; c += 7) {
            expect([simulation.holderOf(c), simulation.waitersFor(c)]).toEqual([general.holderOf(c), general.waitersFor(c)]);
            waiting += simulation.waitersFor(c).length;
            expect(simulation.blockedPackets?.(c)).toEqual(general.blockedPackets?.(c));
          }
        }),
        { numRuns: cases(40) },
      );
      expect(waiting).toBeGreaterThan(cases(16));
    },
  );
});
