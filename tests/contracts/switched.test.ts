/** The engine of links and switches against the plain reference, cycle for cycle, and against closed forms. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChosenKind } from "../../src/core/base/params.ts";
import type { CutThroughRules } from "../../src/core/flow-control/cut-through/rules.ts";
import { SwitchedCutThrough } from "../../src/core/flow-control/cut-through/switched.ts";
import type { ChannelClocks } from "../../src/core/plan/links.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { plainSwitch, type SwitchRules } from "../../src/core/plan/switches.ts";
import { start } from "../../src/core/run.ts";
import { cases } from "../effort.ts";
import { expectSame, longest, rulesOf, scenariosOn } from "./against-reference.ts";
import { seed, smallTopology } from "./arbitrary.ts";
import { madeUpPlans } from "./made-up.ts";
import { cutThrough } from "./scenarios.ts";

const selections = ["shared", "most-credits", "queue-credits", "best-free", "sticky", "first", "random", "oblivious"] as const;

/** Both flow controls, packets of 1 to 8 phits and sometimes of 16, queues of 1 to 4 packets, any rules but for the selection. */
function rulesWith(...among: readonly CutThroughRules["selection"][]): fc.Arbitrary<ChosenKind> {
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

/** Links of a network: some classes of rate and length, one drawn for each channel. */
function linksOf({ network, packetPhits }: Plan): fc.Arbitrary<ChannelClocks> {
  const rate = fc.constantFrom([1, 1], [1, 1], [1, 2], [2, 1], [2, 3], [3, 2], [5, 3], [1, 4], [3, 7]);
  const fitting = rate.filter(([p, q]) => p <= q * packetPhits);
  const length = fc.constantFrom(0, 0, 1, 2, 3, 7, 20);
  const channels = network.head.length;
  return fc
    .record({
      classes: fc.array(fc.tuple(fitting, length), { minLength: 1, maxLength: 3 }),
      of: fc.array(fc.nat(2), { minLength: channels, maxLength: channels }),
    })
    .map(({ classes, of }) => {
      const drawn = of.map((i) => classes[i % classes.length]);
      // What is shared is counted in channels of a phit per cycle.
      const rates = drawn.map(([rate], c) => (network.group[c] < 0 ? rate : [1, 1]));
      return {
        perCycle: Int32Array.from(rates, ([p]) => p),
        perPhit: Int32Array.from(rates, ([, q]) => q),
        delay: Float64Array.from(drawn, ([, d]) => d),
      };
    });
}

/** Switches that these rules and this plan allow. */
function switchesOf({ selection }: Pick<CutThroughRules, "selection">, { network, routing, packetPhits }: Plan): fc.Arbitrary<SwitchRules> {
  const isShared = selection === "shared";
  const isGrouped = network.groupCapacity.length > 0;
  const needsOrder = routing.rings !== undefined || routing.escape !== undefined;
  const places = routing.rings === undefined ? 1 : 2;
  return fc
    .record({
      pipeline: fc.constantFrom(0, 0, 1, 3),
      creditDelay: fc.constantFrom(0, 0, 1, 2, 9),
      speedup: fc.constantFrom(0, 0, 1, 2, 3),
      outputBuffer: fc.constantFrom(0, 0, packetPhits * places, packetPhits * (places + 1), packetPhits * 4 + 1),
      queues: fc.constantFrom("input" as const, "virtual-output" as const, "output" as const),
      iterations: fc.integer({ min: 1, max: 3 }),
    })
    .map((drawn) => {
      const queues = isShared && !isGrouped && !needsOrder ? drawn.queues : "input";
      const speedup = isShared && queues !== "output" ? drawn.speedup : 0;
      const outputBuffer = isShared && !isGrouped && queues !== "output" ? drawn.outputBuffer : 0;
      return { ...drawn, queues, speedup, outputBuffer };
    });
}

/** A plan with links, with switches, or with both. */
function changed(rules: CutThroughRules, plan: Plan): fc.Arbitrary<Plan> {
  return fc
    .tuple(fc.option(linksOf(plan), { nil: undefined }), fc.option(switchesOf(rules, plan), { nil: undefined }))
    .map(([links, switches]) => ({
      ...plan,
      ...(links === undefined ? {} : { links }),
      ...(switches === undefined ? {} : { switches }),
    }));
}

/** Networks of all kinds under a flow control, as they are compiled, with other links and switches. */
function plansOn(
  topology: fc.Arbitrary<ChosenKind>,
  flowControl: fc.Arbitrary<ChosenKind>,
): fc.Arbitrary<readonly [CutThroughRules, Plan]> {
  return scenariosOn(topology, flowControl).chain((scenario) => {
    const rules = rulesOf(scenario);
    return fc.tuple(fc.constant(rules), changed(rules, start(scenario).plan));
  });
}

describe.each(selections)("with selection %s", (selection) => {
  const stream = seed + selections.indexOf(selection);

  it("on plain networks, the engine does what the others do", () => {
    fc.assert(
      fc.property(scenariosOn(smallTopology(27), rulesWith(selection)), fc.constantFrom(longest, 77, 200), (scenario, until) => {
        const { plan } = start(scenario);
        expectSame(rulesOf(scenario), plan, new SwitchedCutThrough(rulesOf(scenario), plan), until);
      }),
      { seed: stream, numRuns: cases(10) },
    );
  });

  it("the engine equals the reference on any links and switches", () => {
    fc.assert(
      fc.property(plansOn(smallTopology(24), rulesWith(selection)), fc.constantFrom(longest, 77, 300), ([rules, plan], until) => {
        expectSame(rules, plan, new SwitchedCutThrough(rules, plan), until);
      }),
      { seed: stream, numRuns: cases(60) },
    );
  });

  it("and on networks and routings that no kind makes", () => {
    // Rings of bubbles need queues of two.
    const drawn = rulesWith(selection).chain(({ kind, values }) => {
      const rules = {
        ...values,
        queue: 1 + (values["queue"] as number),
        storeAndForward: kind === "store-and-forward",
      } as unknown as CutThroughRules;
      return fc.tuple(
        fc.constant(rules),
        madeUpPlans((values["packet"] as number) / 4).chain((plan) => changed(rules, plan)),
      );
    });
    fc.assert(
      fc.property(drawn, fc.constantFrom(2100, 200, 77), ([rules, plan], until) => {
        expectSame(rules, plan, new SwitchedCutThrough(rules, plan), until);
      }),
      { seed: stream, numRuns: cases(60) },
    );
  });
});

it("knows plain switches", () => expect(plainSwitch.queues).toBe("input"));
