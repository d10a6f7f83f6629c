/** Engines held against the plain reference: the same scenario, the same numbers. */
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
import type { ReferenceResult } from "../reference/account.ts";
import { simulateReference } from "../reference/cut-through.ts";
import { simulateWormhole } from "../reference/wormhole.ts";
import { roomy } from "./roomy.ts";
import { arbitraryScenario, frameOf, messageList, openLoop } from "./scenarios.ts";

/** Cycles after which a run is compared unfinished. Only rules that never let a packet go take as long under `npm test`. */
export const longest = isThorough ? 6000 : 2500;

/** The rules that a flow control of either kind stands for. */
export function rulesOf({ flowControl }: Scenario): CutThroughRules {
  return { ...flowControl.values, storeAndForward: flowControl.kind === "store-and-forward" } as unknown as CutThroughRules;
}

/** The plain run of a scenario's plan, under the flow control that it names. */
export function referenceOf(scenario: Scenario, plan: Plan, until: number): ReferenceResult {
  const { kind, values } = scenario.flowControl;
  if (kind === "wormhole") return simulateWormhole(values as unknown as WormholeRules, plan, until);
  return simulateReference(rulesOf(scenario), plan, until);
}

/**
 * Holds every number the reference counts against the same number of the simulation's frame, and how both end.
 * @param until the cycle at which both are stopped; by default they run to their end, a deadlock, or {@link longest}
 */
export function expectSame(rules: CutThroughRules, plan: Plan, simulation: Simulation, until = longest): Frame {
  return expectAs((cycles) => simulateReference(rules, plan, cycles), simulation, until);
}

/** The same against any reference, which is given the cycle at which it is stopped. */
export function expectAs(simulate: (until: number) => ReferenceResult, simulation: Simulation, until = longest): Frame {
  while (simulation.status === "running" && simulation.now < until) simulation.advance(until, Infinity);
  const frame = frameOf(simulation);
  const reference = simulate(until);
  expect([reference.status, reference.scalars.now]).toEqual([simulation.status, simulation.now]);
  // What waits in source queues is looked at late: until the run ends, these may fall short.
  const late: readonly string[] = simulation.status === "running" ? ["tagged", "created"] : [];
  const expected = Object.entries(reference.scalars).filter(([name]) => !late.includes(name));
  const found = expected.map(([name]) => [name, frame.scalars[scalar[name as keyof typeof scalar]]]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
  for (const [name, column] of Object.entries(reference.columns)) {
    const own = frame[name as keyof Frame];
    // `toEqual` is slow on long columns: it is called only to show a difference.
    if (!late.includes(name) && !isSame(own, column)) expect([...own], name).toEqual(column);
  }
  return frame;
}

function isSame(found: ArrayLike<number>, expected: readonly number[]): boolean {
  return found.length === expected.length && expected.every((value, i) => Object.is(found[i], value));
}

/** Random scenarios of both forms of demand, a third of them lists of messages. */
export function scenariosOn(topology: fc.Arbitrary<ChosenKind>, flowControl: fc.Arbitrary<ChosenKind>): fc.Arbitrary<Scenario> {
  const parts = { topology, flowControl };
  return roomy(
    fc.oneof(
      { weight: 2, arbitrary: arbitraryScenario({ ...parts, workload: openLoop }) },
      { weight: 1, arbitrary: arbitraryScenario({ ...parts, workload: messageList }) },
    ),
  );
}
