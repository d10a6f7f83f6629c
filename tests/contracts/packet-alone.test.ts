/**
 * The zero-load latency of the analysis compared with the reference simulators; and the maximum throughput that buffers allow on a channel.
 */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { analyzePlan } from "../../src/core/analysis/analyse.ts";
import { compile } from "../../src/core/run/compile.ts";
import type { SwitchRules } from "../../src/core/plan/switches.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { cases } from "../effort.ts";
import { simulateCutThrough } from "../reference/cut-through.ts";
import { simulateWormhole } from "../reference/wormhole.ts";
import { anyLinks, withLinks } from "./any-links.ts";

const anySwitches: fc.Arbitrary<SwitchRules> = fc.record({
  pipeline: fc.integer({ min: 0, max: 4 }),
  creditDelay: fc.integer({ min: 0, max: 3 }),
  speedup: fc.integer({ min: 0, max: 3 }),
  outputBuffer: fc.integer({ min: 0, max: 30 }),
  queues: fc.constant("input" as const),
  iterations: fc.constant(1),
});

it.each(["wormhole", "virtual-cut-through", "store-and-forward"])(
  "the predicted latency of a single packet is what it takes, %s",
  (kind) => {
    const drawn = fc.record({
      hops: fc.integer({ min: 1, max: 5 }),
      phits: fc.integer({ min: 1, max: 20 }),
      buffer: fc.integer({ min: 1, max: 8 }),
      links: fc.option(anyLinks(fc.constantFrom(0, 1, 3, 10))),
      switches: fc.option(anySwitches),
    });
    fc.assert(
      fc.property(drawn, ({ hops, phits, buffer, links, switches }) => {
        const bytes = `${4 * phits} B`;
        const scenario = readScenario({
          topology: { kind: "mesh", sizes: [6] },
          flowControl: { kind, packet: bytes, ...(kind === "wormhole" ? { buffer } : {}) },
          workload: { kind: "messages", list: [{ source: 0, destination: hops, bytes }] },
        });
        const { plan: plain } = compile(scenario);
        // In a wormhole switch without speed-up there are no output buffers.
        const rules = switches === null || switches.speedup > 0 || kind !== "wormhole" ? switches : { ...switches, outputBuffer: 0 };
        const plan = { ...(links === null ? plain : withLinks(plain, links)), ...(rules === null ? {} : { switches: rules }) };
        const values = { ...scenario.flowControl.values, storeAndForward: kind === "store-and-forward" } as never;
        const { scalars } = (kind === "wormhole" ? simulateWormhole : simulateCutThrough)(values, plan, 20_000);
        expect(analyzePlan(plan).zeroLoadLatency).toBe(scalars.latency);
      }),
      { numRuns: cases(60) },
    );
  },
);
