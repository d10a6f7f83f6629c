/** Random rules of packet flow controls, and scenarios for them. */
import * as fc from "fast-check";
import { type ChosenKind, defaultsOf } from "../../src/core/base/params.ts";
import type { CutThroughRules } from "../../src/core/flow-control/cut-through/rules.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { allWorkloads } from "../../src/core/workloads/index.ts";
import { randomPlans } from "./random-plans.ts";
import { cutThrough } from "./scenarios.ts";

export const selections = ["shared", "most-credits", "queue-credits", "best-free", "sticky", "first", "random", "oblivious"] as const;

export const atFullLoad = {
  kind: "open-loop",
  values: { ...defaultsOf(allWorkloads.get("open-loop").params), pattern: { kind: "uniform", values: {} }, load: 1 },
};

/** Both flow controls, packets of 1 to 8 and sometimes 16 phits, queues of 1 to 4 packets, and arbitrary rules except for the selection. */
export function rulesWith(...among: readonly CutThroughRules["selection"][]): fc.Arbitrary<ChosenKind> {
  const phits = fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 1, max: 8 }) }, { weight: 1, arbitrary: fc.constant(16) });
  const values = fc.record({
    queue: fc.integer({ min: 1, max: 4 }),
    virtualChannels: fc.integer({ min: 1, max: 3 }),
    injectionSlots: fc.integer({ min: 1, max: 4 }),
    packet: phits.map((count) => 4 * count),
    selection: fc.constantFrom(...among),
    ties: fc.constantFrom("first", "random"),
    arbitration: fc.constantFrom("random", "round-robin", "oldest-first"),
    priority: fc.constantFrom("equal", "network-first"),
  });
  const kinds = fc.constantFrom("virtual-cut-through", "virtual-cut-through", "store-and-forward");
  return fc.tuple(kinds, values).map(([kind, values]) => ({ kind, values: cutThrough(values).values }));
}

/** Rules with a given selection, and a plan on a random network with a random routing. */
export function randomPlansWith(selection: CutThroughRules["selection"]): fc.Arbitrary<readonly [CutThroughRules, Plan]> {
  return rulesWith(selection).chain(({ kind, values }) => {
    // Bubble flow control needs queues of two packets.
    const rules = { ...values, queue: 1 + (values["queue"] as number), storeAndForward: kind === "store-and-forward" };
    return fc.tuple(fc.constant(rules as unknown as CutThroughRules), randomPlans((values["packet"] as number) / 4));
  });
}

/** Rings of `min` to `max` switches with one terminal each. */
export function ringsOf(min: number, max: number): fc.Arbitrary<ChosenKind> {
  return fc.integer({ min, max }).map((size) => ({ kind: "torus", values: { sizes: [size], wrap: [], terminalsPerSwitch: 1 } }));
}
