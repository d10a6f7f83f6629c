/**
 * Groups of parallel outputs of one switch compete for the crossbar paths of its inputs. Which group is served first decides which packets
 * leave, so this order is part of the rules.
 */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { compile } from "../../src/core/run/compile.ts";
import { SwitchedCutThrough } from "../../src/core/flow-control/cut-through/switched.ts";
import { startRun } from "../../src/core/run/run.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { cases, seed } from "../effort.ts";
import { expectSameAsReference, rulesOf } from "./against-reference.ts";

/** Trees with more queues per channel than crossbar paths, with up to 32 inputs per switch and with more. */
const documents = fc
  .record({
    terminals: fc.oneof(fc.integer({ min: 4, max: 12 }), fc.integer({ min: 17, max: 40 })),
    isTree: fc.boolean(),
    virtualChannels: fc.constantFrom(2, 3),
    arbitration: fc.constantFrom("random", "round-robin", "oldest-first"),
    priority: fc.constantFrom("equal", "network-first"),
    pipeline: fc.constantFrom(0, 3),
    outputBuffer: fc.constantFrom(0, 64),
    queue: fc.integer({ min: 1, max: 5 }),
    packet: fc.constantFrom("4 B", "16 B", "32 B"),
    load: fc.constantFrom(0.4, 0.8, 1),
    drawn: fc.nat(10_000),
  })
  .map(({ terminals, isTree, virtualChannels, pipeline, outputBuffer, load, drawn, ...rules }) => ({
    version: 2,
    topology: isTree ? { kind: "xgft", children: [3, 4], parents: [1, 2] } : { kind: "single-switch", terminals },
    flowControl: { kind: "virtual-cut-through", selection: "shared", virtualChannels, ...rules },
    switch: { pipeline, outputBuffer, speedup: 1 },
    workload: { kind: "open-loop", pattern: { kind: "uniform" }, load },
    run: { warmUp: 0, window: 120, drain: 60 },
    seed: drawn,
  }));

it("rows that share the ways of inputs go in the order of their outputs, as in the reference", () => {
  fc.assert(
    fc.property(documents, (document) => {
      const scenario = readScenario(document);
      const { simulation } = startRun(scenario);
      expect(simulation).toBeInstanceOf(SwitchedCutThrough);
      expectSameAsReference(rulesOf(scenario), compile(scenario).plan, simulation);
    }),
    { numRuns: cases(60), seed },
  );
});
