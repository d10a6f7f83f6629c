/** Compares engines with the reference simulators: the same scenario must give the same numbers. */
import * as fc from "fast-check";
import { expect } from "vitest";
import type { ChosenKind } from "../../src/core/base/params.ts";
import type { CutThroughRules } from "../../src/core/flow-control/cut-through/rules.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import type { Scenario } from "../../src/core/scenario/scenario.ts";
import type { Simulation } from "../../src/core/simulation/contract.ts";
import { type Frame, scalar } from "../../src/core/simulation/frame.ts";
import type { WormholeRules } from "../../src/core/flow-control/wormhole/rules.ts";
import { isThorough } from "../effort.ts";
import type { ReferenceResult } from "../reference/recorder.ts";
import { simulateCutThrough } from "../reference/cut-through.ts";
import { simulateWormhole } from "../reference/wormhole.ts";
import { withSufficientQueues } from "./sufficient-queues.ts";
import { arbitraryScenario, frameOf, messageList, openLoop } from "./scenarios.ts";

/** Cycle at which a run is stopped and compared unfinished. Under `npm test`, only rules under which packets deadlock take that long. */
export const maxCycles = isThorough ? 6000 : 2500;

/** The rules of virtual cut-through or store-and-forward. */
export function rulesOf({ flowControl }: Scenario): CutThroughRules {
  return { ...flowControl.values, storeAndForward: flowControl.kind === "store-and-forward" } as unknown as CutThroughRules;
}

/** Runs the plan of a scenario on the reference simulator of its flow control. */
export function runReference(scenario: Scenario, plan: Plan, until: number): ReferenceResult {
  const { kind, values } = scenario.flowControl;
  if (kind === "wormhole") return simulateWormhole(values as unknown as WormholeRules, plan, until);
  return simulateCutThrough(rulesOf(scenario), plan, until);
}

/**
 * Expects every number that the reference counts to equal that of the simulation's frame, and both runs to end alike.
 * @param until The cycle at which both are stopped; by default they run to their end, to a deadlock, or to {@link maxCycles}.
 */
export function expectSameAsReference(rules: CutThroughRules, plan: Plan, simulation: Simulation, until = maxCycles): Frame {
  return expectSameAs((cycles) => simulateCutThrough(rules, plan, cycles), simulation, until);
}

/** Like {@link expectSameAsReference}, for any reference simulator; `simulate` gets the cycle at which the reference is stopped. */
export function expectSameAs(simulate: (until: number) => ReferenceResult, simulation: Simulation, until = maxCycles): Frame {
  while (simulation.status === "running" && simulation.now < until) simulation.advance(until, Infinity);
  const frame = frameOf(simulation);
  const reference = simulate(until);
  expect([reference.status, reference.scalars.now]).toEqual([simulation.status, simulation.now]);
  // Engines count messages in source queues lazily: until the run ends, these values may be too low.
  const lazilyCounted: readonly string[] = simulation.status === "running" ? ["tagged", "created"] : [];
  const expected = Object.entries(reference.scalars).filter(([name]) => !lazilyCounted.includes(name));
  const found = expected.map(([name]) => [name, frame.scalars[scalar[name as keyof typeof scalar]]]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
  for (const [name, column] of Object.entries(reference.columns)) {
    const actual = frame[name as keyof Frame];
    // `toEqual` is slow for long columns, so it is called only to show a difference.
    if (!lazilyCounted.includes(name) && !isSame(actual, column)) expect([...actual], name).toEqual(column);
  }
  return frame;
}

function isSame(found: ArrayLike<number>, expected: readonly number[]): boolean {
  return found.length === expected.length && expected.every((value, i) => Object.is(found[i], value));
}

/** Technologies with a cycle of 1 ns and a latency of a few cycles, which engines of whole cycles round. */
const latencies: readonly ChosenKind[] = [0.002, 0.0056, 0.013].map((latency) => ({
  kind: "own-links",
  values: { rate: 4e9, overhead: 0, latency },
}));

/** Random scenarios: two thirds open-loop traffic, one third lists of messages; every third one with a latency, by its seed. */
export function scenariosOn(topology: fc.Arbitrary<ChosenKind>, flowControl: fc.Arbitrary<ChosenKind>): fc.Arbitrary<Scenario> {
  const parts = { topology, flowControl };
  const scenarios = withSufficientQueues(
    fc.oneof(
      { weight: 2, arbitrary: arbitraryScenario({ ...parts, workload: openLoop }) },
      { weight: 1, arbitrary: arbitraryScenario({ ...parts, workload: messageList }) },
    ),
  );
  return scenarios.map((scenario) => ({
    ...scenario,
    technology: latencies[(scenario.seed + 4) % (3 * latencies.length)] ?? scenario.technology,
  }));
}
