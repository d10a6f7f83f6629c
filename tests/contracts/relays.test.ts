/**
 * Permutations with relays, on all kinds of grids: compared with the reference simulator, under every flow control, in slices of any size.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ChosenKind, defaultsOf, type Values } from "../../src/core/base/params.ts";
import { compile } from "../../src/core/run/compile.ts";
import { startFlowControl } from "../../src/core/flow-control/engines.ts";
import { allFlowControls } from "../../src/core/flow-control/index.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { ProgramWriter } from "../../src/core/programs/program-writer.ts";
import { allRoutings } from "../../src/core/routings/index.ts";
import { startRun } from "../../src/core/run/run.ts";
import { readScenario, type Scenario } from "../../src/core/scenario/scenario.ts";
import type { Status } from "../../src/core/simulation/frame.ts";
import type { TopologyFacts } from "../../src/core/topologies/contract.ts";
import { allWorkloads } from "../../src/core/workloads/index.ts";
import { relayParams } from "../../src/core/workloads/relayed-permutation.ts";
import { cases } from "../effort.ts";
import { expectSameAs, runReference } from "./against-reference.ts";
import { arbitraryParams, factsOf, arbitraryRouting, unlimited } from "./arbitrary.ts";
import { withSufficientQueues } from "./sufficient-queues.ts";
import { anyFlowControl, cutThrough, frameOf, runToEnd, defaultSections } from "./scenarios.ts";

/** Tori, tori with open dimensions, and meshes of 4 to 24 terminals, with one to three links per terminal. */
const anyGrid: fc.Arbitrary<ChosenKind> = fc
  .record({
    sizes: fc.oneof(
      fc.constantFrom<number[]>([4, 3], [3, 5], [6, 3], [4, 2, 3], [2, 6, 2]),
      fc.array(fc.integer({ min: 2, max: 6 }), { minLength: 1, maxLength: 3 }),
    ),
    open: fc.array(fc.constantFrom(false, false, true), { minLength: 3, maxLength: 3 }),
    isMesh: fc.constantFrom(false, false, false, true),
    terminalsPerSwitch: fc.constantFrom(1, 1, 1, 2),
    terminalLinks: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ sizes, open, isMesh, terminalsPerSwitch, terminalLinks }) => ({
    kind: isMesh ? "mesh" : "torus",
    values: { sizes, terminalsPerSwitch, terminalLinks, ...(isMesh ? {} : { wrap: sizes.map((_, d) => !open[d]) }) },
  }))
  .filter((chosen) => terminalsOn(chosen) >= 4 && terminalsOn(chosen) <= 24);

function terminalsOn(chosen: ChosenKind): number {
  return (factsOf(chosen) as TopologyFacts).terminals;
}

/** Parameters for which most pairs have relays, with chunks of few packets. */
const relayValues: fc.Arbitrary<Values> = arbitraryParams(relayParams, { span: 3, length: 1 }).chain((values) =>
  fc
    .record({
      part: fc.constantFrom(0.3, 0.5, 1, 1),
      chunks: fc.integer({ min: 1, max: 6 }),
      nearby: fc.constantFrom(0, 0, 1, 2),
      along: fc.constantFrom(0, 1, 1, 2),
    })
    .map((ours) => ({ ...values, ...ours })),
);

/** Random mappings of ranks to all terminals or to some of them. */
function anyPlacement(terminals: number): fc.Arbitrary<Values> {
  const mapping = fc.constantFrom<ChosenKind>(
    { kind: "consecutive", values: { first: 0 } },
    { kind: "random", values: { seed: 3, first: 0 } },
    { kind: "central", values: {} },
  );
  return fc.record({
    mapping,
    ranks: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 2, max: terminals }) }),
  });
}

/** A random permutation or transpose workload, with messages of a few packets. */
function relayWorkload(terminals: number, packetBytes: number): fc.Arbitrary<ChosenKind> {
  const pattern = fc.constantFrom<ChosenKind>(
    { kind: "random-permutation", values: { seed: 1 } },
    { kind: "random-permutation", values: { seed: 2 } },
    { kind: "shift", values: { amount: 1 } },
    { kind: "complement", values: {} },
  );
  const permutation = fc
    .record({ pattern, message: fc.integer({ min: 1, max: 8 * packetBytes }), rounds: fc.integer({ min: 1, max: 3 }) })
    .map((values) => ({ kind: "permutation", values }));
  const transpose = fc
    .record({
      rows: fc.integer({ min: 1, max: 40 }),
      block: fc.integer({ min: 1, max: 4 }),
      columns: fc.integer({ min: 0, max: 6 }),
      element: fc.constantFrom(4, 8),
    })
    .map((values) => ({ kind: "block-cyclic-transpose", values }));
  return fc.tuple(fc.oneof(permutation, transpose), relayValues, anyPlacement(terminals)).map(([{ kind, values }, relays, where]) => ({
    kind,
    values: { ...defaultsOf(allWorkloads.get(kind).params), ...values, ...relays, ...where },
  }));
}

/** A routing of grids; in most cases with bubble or dateline escape channels. */
function gridRouting(topology: ChosenKind): fc.Arbitrary<ChosenKind> {
  const adaptive = fc
    .record({ adaptiveClasses: fc.integer({ min: 1, max: 2 }), escape: fc.constantFrom("bubble", "bubble", "dateline") })
    .map((values) => ({ kind: "minimal-adaptive", values }));
  const inOrder = fc.constantFrom("bubble", "dateline").map((channelClasses) => ({ kind: "dimension-order", values: { channelClasses } }));
  return fc.oneof(
    { weight: 4, arbitrary: adaptive },
    { weight: 1, arbitrary: inOrder },
    { weight: 1, arbitrary: arbitraryRouting(topology) },
  );
}

/** Random scenarios on grids with relayed permutations. */
function scenariosUnder(flowControl: fc.Arbitrary<ChosenKind>): fc.Arbitrary<Scenario> {
  const drawn = fc.tuple(anyGrid, flowControl).chain(([topology, chosen]) =>
    fc.record({
      title: fc.constant(""),
      topology: fc.constant(topology),
      technology: fc.constant(defaultSections.technology),
      links: fc.constant(defaultSections.links),
      switch: fc.constant(defaultSections.switch),
      host: fc.constant(defaultSections.host),
      routing: gridRouting(topology),
      flowControl: fc.constant(chosen),
      workload: relayWorkload(terminalsOn(topology), allFlowControls.get(chosen.kind).packetBytes(chosen.values)),
      run: fc.constant({ warmUp: 0, window: 100, drain: 0 }),
      seed: fc.nat(),
    }),
  );
  return withSufficientQueues(drawn);
}

/** A packet flow control with these values and random other ones, and packets of 1 to 6 phits. */
function packetsUnder(kind: string, values: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<ChosenKind> {
  const { params } = allFlowControls.get(kind);
  const any = arbitraryParams(params, unlimited) as fc.Arbitrary<Values>;
  return fc
    .tuple(any, fc.record(values), fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 3 }))
    .map(([others, ours, phits, injectionSlots, virtualChannels]) => ({
      kind,
      values: { ...others, injectionSlots, virtualChannels, packet: 4 * phits, ...ours },
    }));
}

const queue = fc.integer({ min: 1, max: 4 });
const flowControlCases = {
  // Like the machine of the paper, where candidates with bubbles are requested together with all others.
  "virtual cut-through, best free": packetsUnder("virtual-cut-through", {
    queue,
    selection: fc.constant("best-free"),
    ties: fc.constant("first"),
  }),
  "virtual cut-through, most credits": packetsUnder("virtual-cut-through", { queue, selection: fc.constant("most-credits") }),
  "virtual cut-through": packetsUnder("virtual-cut-through", { queue }),
  "store and forward": packetsUnder("store-and-forward", { queue }),
  wormhole: packetsUnder("wormhole", { buffer: fc.integer({ min: 1, max: 8 }) }),
};

/** Counts how often the cases under test occur. */
function createCounts() {
  const count = { relayed: 0, bubbles: 0, links: 0, finished: 0 };
  return {
    count,
    add({ topology }: Scenario, { demand, routing }: Plan, status: Status): void {
      if (demand.form === "program" && demand.pairs?.via.some((via) => via >= 0) === true) count.relayed++;
      if (routing.rings !== undefined) count.bubbles++;
      if ((topology.values["terminalLinks"] as number) > 1) count.links++;
      if (status === "finished") count.finished++;
    },
  };
}

describe.each(Object.entries(flowControlCases))("relayed permutations under %s", (name, flowControl) => {
  it("equal the reference, cycle for cycle, to their end or at any time on the way", () => {
    const { count, add } = createCounts();
    fc.assert(
      fc.property(scenariosUnder(flowControl), fc.constantFrom(6000, 6000, 6000, 211, 60), (scenario, until) => {
        const { plan, simulation } = startRun(scenario);
        expectSameAs((cycles) => runReference(scenario, plan, cycles), simulation, until);
        add(scenario, plan, simulation.status);
      }),
      { numRuns: cases(60) },
    );
    for (const often of Object.values(name === "wormhole" ? { ...count, bubbles: Infinity } : count))
      expect(often).toBeGreaterThan(cases(15));
  });
});

it("relayed permutations come to their end under every flow control, the same however sliced", () => {
  const { count, add } = createCounts();
  const kindsSeen = new Set<string>();
  fc.assert(
    fc.property(scenariosUnder(anyFlowControl), fc.integer({ min: 1, max: 80 }), (scenario, work) => {
      const [whole, sliced] = [startRun(scenario), startRun(scenario).simulation];
      const last = runToEnd(whole.simulation);
      while (sliced.status === "running") sliced.advance(sliced.now + 3 * work, work);
      expect(runToEnd(sliced)).toEqual(last);
      const { kind, values } = scenario.routing;
      const mayStand = allRoutings.get(kind).reasonForDeadlock(values, whole.plan.network) !== null;
      if (!mayStand) expect(sliced.status).toBe("finished");
      add(scenario, whole.plan, sliced.status);
      kindsSeen.add(scenario.flowControl.kind);
    }),
    { numRuns: cases(90) },
  );
  expect(kindsSeen.size).toBe(allFlowControls.kinds.filter(({ engine }) => engine.hasContention).length);
  expect([count.relayed > cases(23), count.finished > cases(68)]).toEqual([true, true]);
});

it("a run whose last message is late by rounding alone is over in the same cycle however sliced", () => {
  // The last rank ends in cycle 265 plus a few times 10⁻¹⁴.
  const scenario = readScenario({
    topology: { kind: "torus", sizes: [4, 3], terminalLinks: 2 },
    routing: { kind: "minimal-adaptive", escape: "bubble" },
    flowControl: { kind: "fluid", packet: "85 B", injectionSlots: 29, toOne: "in-turn", ways: "spread" },
    workload: { kind: "block-cyclic-transpose", rows: 1, element: "4 B", setUp: true, mapping: "consecutive" },
    seed: 0,
  });
  const [whole, sliced] = [startRun(scenario).simulation, startRun(scenario).simulation];
  const last = runToEnd(whole);
  while (sliced.status === "running") sliced.advance(sliced.now + 3, 1);
  expect(Math.max(...last.rankDone)).toBeGreaterThan(265);
  expect([sliced.now, frameOf(sliced)]).toEqual([265, last]);
});

describe("messages of a terminal that take turns", () => {
  /** Cycles in which the messages have arrived completely, all sent in cycle 0 by rank 0 on one switch, in packets of 16 phits. */
  function arrivals(flowControl: ChosenKind, messages: readonly { readonly to: number; readonly packets: number }[], takesTurns: boolean) {
    const { plan } = compile(readScenario({ topology: { kind: "single-switch", terminals: 4 }, workload: "binary-tree" }));
    const write = new ProgramWriter(1);
    if (takesTurns) write.setRoundRobin();
    for (let rank = 0; rank < 4; rank++) {
      for (const { to, packets } of messages) {
        if (rank === 0) write.send(to, packets);
        if (rank === to) write.receive(0);
      }
      write.nextRank();
    }
    const demand = write.finish(Int32Array.from([0, 1, 2, 3]));
    const simulation = startFlowControl(flowControl.kind, flowControl.values, { ...plan, demand });
    return Array.from(runToEnd(simulation).messageDelivered, (cycle) => cycle + 1);
  }
  /** A message of P packets over H = 2 channels takes H + 16·P cycles; packets follow each other on the sender's link without a gap. */
  const after = (packets: number) => 2 + 16 * packets;

  it("go packet by packet, by rank, where packets are sent one by one", () => {
    const three = [
      { to: 1, packets: 3 },
      { to: 2, packets: 2 },
      { to: 1, packets: 1 },
      { to: 3, packets: 1 },
    ];
    const flowControl = cutThrough();
    expect(arrivals(flowControl, three, false)).toEqual([3, 5, 6, 7].map(after));
    // The order of destinations is 1 2 3 1 2 1 1: the second message to rank 1 waits for the first, because both share the turn of that
    // rank.
    expect(arrivals(flowControl, three, true)).toEqual([6, 5, 7, 3].map(after));
  });

  it("go one after the other where whole messages stream as circuits, and together where they flow", () => {
    const two = [
      { to: 1, packets: 2 },
      { to: 2, packets: 2 },
    ];
    const circuit = { kind: "circuit", values: defaultsOf(allFlowControls.get("circuit").params) };
    expect(arrivals(circuit, two, true)).toEqual(arrivals(circuit, two, false));
    const fluid = { kind: "fluid", values: defaultsOf(allFlowControls.get("fluid").params) };
    expect(arrivals(fluid, two, true)).toEqual(arrivals(fluid, two, false));
  });
});
