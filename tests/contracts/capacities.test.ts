/** Arrays that grow during a run: every engine must give the same run if they are small at first. */
import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { growth } from "../../src/core/base/arrays.ts";
import { uniformBelow, mix } from "../../src/core/base/random.ts";
import { compile } from "../../src/core/run/compile.ts";
import { startFlowControl } from "../../src/core/flow-control/engines.ts";
import { allFlowControls } from "../../src/core/flow-control/index.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import type { SwitchRules } from "../../src/core/plan/switches.ts";
import { readScenario, type Scenario } from "../../src/core/scenario/scenario.ts";
import { cases } from "../effort.ts";
import { anyLinks, withLinks } from "./any-links.ts";
import { arbitraryKind, smallTopology } from "./arbitrary.ts";
import { selections, rulesWith } from "./packet-rules.ts";
import { withSufficientQueues } from "./sufficient-queues.ts";
import { anyScenario, arbitraryScenario, frameOf, openLoop, programsOn } from "./scenarios.ts";

/** Cycles of a run. */
const runCycles = 1500;

/** Runs a case and returns its complete frame as bytes. */
function bytesOf(make: () => { readonly scenario: Scenario; readonly plan: Plan }): Buffer {
  const { scenario, plan } = make();
  const { kind, values } = scenario.flowControl;
  const simulation = startFlowControl(kind, values, plan);
  while (simulation.status === "running" && simulation.now < runCycles) simulation.advance(runCycles, Infinity);
  const { buffer, byteOffset, byteLength } = frameOf(simulation).scalars;
  expect(byteLength).toBeGreaterThan(0);
  return Buffer.from(buffer.slice(byteOffset));
}

/**
 * Runs with small arrays: every growable array begins with a random capacity between 1 and 64, in most cases a small one, and grows by one
 * or two entries.
 */
function withSmallCapacities<T>(seed: number, run: () => T): T {
  let drawCount = 0;
  const draw = (n: number) => uniformBelow(mix(seed, drawCount++, 0), n);
  const initial = vi.spyOn(growth, "initial").mockImplementation((usual) => Math.min(usual, 1 + draw(1 << draw(7))));
  const next = vi.spyOn(growth, "next").mockImplementation((capacity) => capacity + 1 + draw(2));
  try {
    return run();
  } finally {
    initial.mockRestore();
    next.mockRestore();
    // Without a draw, no array would have been affected and the test would be void.
    expect(drawCount).toBeGreaterThan(0);
  }
}

function expectSame(make: () => { readonly scenario: Scenario; readonly plan: Plan }, seed: number): void {
  const usual = bytesOf(make);
  expect(withSmallCapacities(seed, () => bytesOf(make)).equals(usual)).toBe(true);
}

const anySeed = fc.integer({ min: 0, max: 2 ** 31 - 1 });

const anySwitches: fc.Arbitrary<SwitchRules> = fc.record({
  pipeline: fc.constantFrom(0, 1, 3),
  creditDelay: fc.constantFrom(0, 2, 9),
  speedup: fc.constantFrom(0, 1, 2, 3),
  outputBuffer: fc.constantFrom(0, 0, 8, 16, 64),
  queues: fc.constantFrom("input" as const, "input" as const, "virtual-output" as const, "output" as const),
  iterations: fc.integer({ min: 1, max: 3 }),
});

/** The plan with these links and switches, if its flow control supports them. */
function withLinksAndSwitches({ flowControl }: Scenario, plan: Plan, links: Parameters<typeof withLinks>[1], switches: SwitchRules): Plan {
  const { needsOfLinks, needsOfSwitches } = allFlowControls.get(flowControl.kind);
  const values = flowControl.values;
  const linked = withLinks(plan, links);
  const isLinked = needsOfLinks === undefined || needsOfLinks(values, plan.network, linked.links) === null;
  const hasSwitches = needsOfSwitches !== undefined && needsOfSwitches(values, switches, plan) === null;
  return { ...(isLinked ? linked : plan), ...(hasSwitches ? { switches } : {}) };
}

describe.each(allFlowControls.kinds.filter(({ engine }) => engine.hasContention))("$id", (kind) => {
  const flowControl = arbitraryKind({ ...allFlowControls, kinds: [kind] }, { span: 28, length: 3 });
  const scenarios = withSufficientQueues(anyScenario(24, flowControl));
  const anyDelay = fc.integer({ min: 0, max: 20 });

  it("gives the same run however little space its arrays have at first", () => {
    fc.assert(
      fc.property(scenarios, anySeed, (scenario, seed) => expectSame(() => ({ scenario, plan: compile(scenario).plan }), seed)),
      { numRuns: cases(20) },
    );
  });

  it("and over unlike links, through switches of any kind", () => {
    fc.assert(
      fc.property(scenarios, anyLinks(anyDelay), anySwitches, anySeed, (scenario, links, switches, seed) =>
        expectSame(() => ({ scenario, plan: withLinksAndSwitches(scenario, compile(scenario).plan, links, switches) }), seed),
      ),
      { numRuns: cases(24) },
    );
  });

  it("and of programs", () => {
    fc.assert(
      fc.property(programsOn(scenarios), anySeed, ({ scenario, plan }, seed) => expectSame(() => ({ scenario, plan }), seed)),
      { numRuns: cases(15) },
    );
  });
});

/** Packet flow controls under all rules, so that each of their engines is covered. */
describe.each(selections)("selection %s", (selection) => {
  it("gives the same run, with any links and switches", () => {
    const parts = { topology: smallTopology(24), flowControl: rulesWith(selection), workload: openLoop };
    fc.assert(
      fc.property(
        withSufficientQueues(arbitraryScenario(parts)),
        anyLinks(fc.integer({ min: 0, max: 20 })),
        anySwitches,
        anySeed,
        (scenario, links, switches, seed) => {
          expectSame(() => ({ scenario, plan: withLinksAndSwitches(scenario, compile(scenario).plan, links, switches) }), seed);
        },
      ),
      { numRuns: cases(15) },
    );
  });
});

/** The scenario and the plan of a document. */
const compileDocument = (document: object) => () => {
  const scenario = readScenario(document);
  return { scenario, plan: compile(scenario).plan };
};

describe("documents", () => {
  const fatTree = { kind: "k-ary-n-tree", k: 4, n: 2 };

  it.each([
    [
      "an allreduce in the network",
      { topology: fatTree, flowControl: "virtual-cut-through", workload: { kind: "allreduce", algorithm: "in-network" } },
    ],
    [
      "an allreduce that flows in the network",
      { topology: fatTree, flowControl: "fluid", workload: { kind: "allreduce", algorithm: "in-network" } },
    ],
    ["an all-to-all over drawn paths", { topology: fatTree, flowControl: { kind: "fluid", ways: "drawn" }, workload: "all-to-all" }],
    ["an all-to-all over all paths", { topology: fatTree, flowControl: { kind: "fluid", ways: "spread" }, workload: "all-to-all" }],
    ["LogGOPS hosts", { flowControl: "ideal-network", host: { kind: "loggops", L: 20, o: 3 }, workload: "allreduce" }],
    ["circuits", { topology: fatTree, flowControl: "circuit", workload: { kind: "open-loop", load: 0.9 } }],
  ])("%s gives the same run", (_, document) => {
    fc.assert(
      fc.property(anySeed, (seed) => expectSame(compileDocument(document), seed)),
      { numRuns: cases(6) },
    );
  });

  // Output buffers need more space for rare events: only in a few of these runs their arrays grow first.
  it("output buffers with a speed-up behind fast, long links give the same run", () => {
    fc.assert(
      fc.property(anySeed, (seed) =>
        expectSame(
          compileDocument({
            topology: fatTree,
            flowControl: { kind: "virtual-cut-through", selection: "shared" },
            switch: { speedup: 2, outputBuffer: 64 },
            links: [{ class: "level 0 to 1", rate: 4, length: 20 }],
            workload: { kind: "open-loop", load: 0.9 },
            seed,
          }),
          seed,
        ),
      ),
      { numRuns: cases(240) },
    );
  });
});
