/** Worms where links and switches are not all plain: the engine against the plain reference, cycle for cycle. */
import * as fc from "fast-check";
import { describe, it } from "vitest";
import type { ChosenKind, Values } from "../../src/core/base/params.ts";
import { mix } from "../../src/core/base/random.ts";
import { compile } from "../../src/core/compile.ts";
import type { WormholeRules } from "../../src/core/flow-control/wormhole/rules.ts";
import { startSwitched } from "../../src/core/flow-control/wormhole/switched.ts";
import type { ChannelClocks } from "../../src/core/plan/links.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { plainSwitch, type SwitchRules } from "../../src/core/plan/switches.ts";
import { cases } from "../effort.ts";
import { simulateWormhole } from "../reference/wormhole.ts";
import { expectAs, scenariosOn } from "./against-reference.ts";
import { seed, smallTopology } from "./arbitrary.ts";
import { madeUpPlans } from "./made-up.ts";

const selections = ["shared", "most-credits", "queue-credits", "best-free", "sticky", "first", "random", "oblivious"] as const;

/** Any rules: packets of 1 to 8 flits, buffers of 1 to 20. */
const anyRules: fc.Arbitrary<WormholeRules> = fc.record({
  buffer: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constant(20)),
  virtualChannels: fc.integer({ min: 1, max: 3 }),
  injectionSlots: fc.integer({ min: 1, max: 3 }),
  packet: fc.integer({ min: 1, max: 8 }).map((phits) => 4 * phits),
  handover: fc.constantFrom("behind-tail" as const, "when-empty" as const),
  selection: fc.constantFrom(...selections),
  ties: fc.constantFrom("first" as const, "random" as const),
  arbitration: fc.constantFrom("random" as const, "round-robin" as const, "oldest-first" as const),
  priority: fc.constantFrom("equal" as const, "network-first" as const),
});

/** Rates and lengths of channels, drawn for each, from a number. */
const anyLinks: fc.Arbitrary<number> = fc.nat();

const rates = [
  [1, 1],
  [1, 1],
  [1, 2],
  [2, 1],
  [2, 3],
  [3, 2],
  [5, 7],
  [3, 1],
] as const;

function linksOf(drawn: number, channels: number): ChannelClocks {
  const rateOf = (c: number) => rates[mix(drawn, c, 1) % rates.length];
  const lengths = [0, 0, 1, 2, 3, 9, 40];
  return {
    perCycle: Int32Array.from({ length: channels }, (_, c) => rateOf(c)[0]),
    perPhit: Int32Array.from({ length: channels }, (_, c) => rateOf(c)[1]),
    delay: Float64Array.from({ length: channels }, (_, c) => lengths[mix(drawn, c, 2) % lengths.length]),
  };
}

const anySwitches: fc.Arbitrary<SwitchRules> = fc
  .record({
    pipeline: fc.constantFrom(0, 0, 1, 2, 3, 5),
    creditDelay: fc.constantFrom(0, 0, 1, 4),
    speedup: fc.constantFrom(0, 1, 1, 2, 3),
    outputBuffer: fc.constantFrom(0, 0, 1, 2, 3, 8),
    iterations: fc.constantFrom(1, 1, 2, 3),
  })
  .map((drawn) => ({ ...plainSwitch, ...drawn, outputBuffer: drawn.speedup === 0 ? 0 : drawn.outputBuffer }));

/** A plan with links, or switches, or both. */
function withThem(plan: Plan, links: number | null, switches: SwitchRules | null): Plan {
  return {
    ...plan,
    ...(links === null ? {} : { links: linksOf(links, plan.network.head.length) }),
    ...(switches === null ? {} : { switches }),
  };
}

const both = fc.tuple(fc.option(anyLinks, { freq: 3 }), fc.option(anySwitches, { freq: 3 }));

describe("the engine equals the reference", () => {
  it("on random networks", () => {
    const flowControl = anyRules.map((values): ChosenKind => ({ kind: "wormhole", values: values as unknown as Values }));
    fc.assert(
      fc.property(scenariosOn(smallTopology(20), flowControl), both, fc.constantFrom(6000, 333), (scenario, [links, switches], until) => {
        const plan = withThem(compile(scenario).plan, links, switches);
        const rules = scenario.flowControl.values as unknown as WormholeRules;
        expectAs((cycles) => simulateWormhole(rules, plan, cycles), startSwitched(rules, plan), until);
      }),
      { seed, numRuns: cases(150) },
    );
  });

  it("on networks and routings that no kind makes", () => {
    const drawn = anyRules.chain((rules) => fc.tuple(fc.constant(rules), madeUpPlans((rules as unknown as { packet: number }).packet / 4)));
    fc.assert(
      fc.property(drawn, both, fc.constantFrom(2100, 200, 77), ([rules, plan], [links, switches], until) => {
        // Bubbles are places for whole packets.
        const { rings: _, ...routing } = plan.routing;
        const others = withThem({ ...plan, routing }, links, switches);
        expectAs((cycles) => simulateWormhole(rules, others, cycles), startSwitched(rules, others), until);
      }),
      { seed, numRuns: cases(150) },
    );
  });
});
