/** Invariants of all counters at any time of any run: packets are conserved, no count is negative, and no sum decreases. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compile } from "../../src/core/run/compile.ts";
import { startFlowControl } from "../../src/core/flow-control/engines.ts";
import { allFlowControls } from "../../src/core/flow-control/index.ts";
import { measure } from "../../src/core/measures/measure.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import type { Program } from "../../src/core/programs/program.ts";
import { ProgramWriter } from "../../src/core/programs/program-writer.ts";
import { run } from "../../src/core/run/run.ts";
import { readScenario, type Scenario } from "../../src/core/scenario/scenario.ts";
import { type ColumnName, type Frame, scalar } from "../../src/core/simulation/frame.ts";
import { snapshotColumns } from "../../src/core/simulation/history.ts";
import { readDocumentLink } from "../../src/links/index.ts";
import { cases } from "../effort.ts";
import { expectSameAs, runReference } from "./against-reference.ts";
import { smallTopology } from "./arbitrary.ts";
import { withSufficientQueues } from "./sufficient-queues.ts";
import { anyFlowControl, anyProgram, arbitraryScenario, frameOf, messageList, openLoop } from "./scenarios.ts";

/** A scenario and its plan, which may have been changed since compilation. */
interface PlannedScenario {
  readonly scenario: Scenario;
  readonly plan: Plan;
}

const planOf = (scenario: Scenario): PlannedScenario => ({ scenario, plan: compile(scenario).plan });

function withProgram({ scenario, plan }: PlannedScenario, program: Program): PlannedScenario {
  return { scenario, plan: { ...plan, demand: program, window: { start: 0, end: Infinity, limit: Infinity } } };
}

/** Whether every terminal can reach every other one. Otherwise a program that waits for a message without a path never ends. */
function isFullyConnected({ network, routing }: Plan): boolean {
  const all = Array.from({ length: network.terminals }, (_, t) => t);
  return all.every((from) => all.every((to) => from === to || routing.canReach?.(from, to) !== false));
}

const parts = { topology: smallTopology(20), flowControl: anyFlowControl };
const traffic = withSufficientQueues(arbitraryScenario({ ...parts, workload: openLoop })).map(planOf);
const messages = withSufficientQueues(arbitraryScenario({ ...parts, workload: messageList })).map(planOf);
const programs = messages
  .filter(({ plan }) => isFullyConnected(plan))
  .chain((drawn) => anyProgram(drawn.plan.network.terminals).map((program) => withProgram(drawn, program)));

/** Heavily loaded rings whose packets can deadlock. */
const heavilyLoaded = fc
  .record({
    sizes: fc.constantFrom([5], [6], [8], [4, 5], [5, 5], [3, 6]),
    terminalLinks: fc.integer({ min: 1, max: 2 }),
    routing: fc.constantFrom(
      { kind: "dimension-order", channelClasses: "none" },
      { kind: "minimal-adaptive", escape: "none" },
      { kind: "shortest-path", classes: "none" },
    ),
    kind: fc.constantFrom("virtual-cut-through", "store-and-forward", "wormhole", "circuit"),
    packet: fc.constantFrom("4 B", "32 B", "64 B"),
    room: fc.integer({ min: 1, max: 2 }),
    slots: fc.integer({ min: 1, max: 3 }),
    size: fc.constantFrom({ kind: "single" }, { kind: "fixed", bytes: "200 B" }),
    warmUp: fc.constantFrom(0, 0, 400, 1500),
    window: fc.integer({ min: 100, max: 3000 }),
    seed: fc.nat(),
  })
  .map(({ sizes, terminalLinks, routing, kind, packet, room, slots, size, warmUp, window, seed }) => {
    const rooms = { wormhole: { buffer: room, injectionSlots: slots }, circuit: { outstanding: slots } };
    const flowControl = {
      kind,
      packet,
      virtualChannels: 1,
      ...(rooms[kind as keyof typeof rooms] ?? { queue: room, injectionSlots: slots }),
    };
    return planOf(
      readScenario({
        topology: { kind: "torus", sizes, terminalLinks },
        routing,
        flowControl,
        workload: { kind: "open-loop", pattern: "uniform", load: 1, size },
        run: { warmUp, window, drain: 500 },
        seed,
      }),
    );
  });
const heavyPrograms = fc.tuple(heavilyLoaded, fc.integer({ min: 1, max: 20 }), fc.boolean()).map(([drawn, packets, takesTurns]) => {
  const { terminals } = drawn.plan.network;
  return withProgram(drawn, { ...allToAll(terminals, packets), ...(takesTurns ? { isRoundRobin: takesTurns } : {}) });
});

/** Every rank sends to every other one, then receives from each. */
function allToAll(ranks: number, packets: number): Program {
  const write = new ProgramWriter(1);
  for (let rank = 0; rank < ranks; rank++) {
    for (let distance = 1; distance < ranks; distance++) write.send((rank + distance) % ranks, packets);
    for (let distance = 1; distance < ranks; distance++) write.receive((rank + ranks - distance) % ranks);
    write.nextRank();
  }
  return write.finish(Int32Array.from({ length: ranks }, (_, r) => r));
}

/** Slices of a run between two frames, in cycles or in units of work. */
const slices = fc.record({
  cycles: fc.integer({ min: 1, max: 120 }),
  work: fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 60 })),
});

const startCase = (drawn: PlannedScenario) =>
  startFlowControl(drawn.scenario.flowControl.kind, drawn.scenario.flowControl.values, drawn.plan);

/** Frames of a run, the first ones in short intervals. Most runs end before the last cycle in which they are examined. */
function* framesOf(drawn: PlannedScenario, { cycles, work }: { readonly cycles: number; readonly work: number }): Generator<Frame> {
  const simulation = startCase(drawn);
  yield frameOf(simulation);
  for (let i = 0; simulation.status === "running" && simulation.now < 5000; i++) {
    const intervalFactor = 1 + Math.floor(i / 10);
    simulation.advance(simulation.now + cycles * intervalFactor, work * intervalFactor);
    yield frameOf(simulation);
  }
}

/** All columns that are sums. */
const sumColumns: readonly ColumnName[] = [
  ...snapshotColumns.filter((name) => name !== "queued" && name !== "queuedPhits" && name !== "rankPhase"),
  ...(["windowPhits", "windowWaiting", "windowSinceInjection", "accepted", "sent", "sendingCycles", "blockedCycles"] as const),
];
const summedScalars = [
  "injected",
  "delivered",
  "tagged",
  "taggedDelivered",
  "latency",
  "networkLatency",
  "hops",
  "latencyMax",
  "accepted",
] as const;

/** Expects a later value to be at least as large as an earlier one, within rounding for sums of fractions. */
function expectNoLess(later: number, earlier: number, isReal: boolean, what: string): void {
  if (!(later >= earlier - (isReal ? 1e-9 * Math.abs(earlier) : 0))) expect.fail(`${what}: ${later} after ${earlier}`);
}

/** Expects the invariants that hold for every single frame. */
function expectInvariants(frame: Frame, { window, bufferPackets = 0, routing, network }: Plan, kind: string): void {
  const { scalars, created, sentSoFar, arrivedFrom, acceptedSoFar, queued } = frame;
  const scalarOf = (name: keyof typeof scalar) => scalars[scalar[name]];
  for (const name of sumColumns) for (const sum of frame[name]) if (!(sum >= 0)) expect.fail(`${name} is ${sum}`);
  for (const packets of queued) if (!(packets >= 0)) expect.fail(`${packets} packets are queued`);
  // No queue of a switch holds more packets than its capacity. In a wormhole buffer, one packet may end while another one begins, so it is
  // excluded.
  if (bufferPackets > 0 && kind !== "wormhole")
    queued.forEach((packets, c) => {
      if (network.head[c] >= network.terminals)
        expectNoLess(bufferPackets * routing.vcClasses, packets, false, `places behind channel ${c}`);
    });
  expect(scalarOf("injected")).toBeGreaterThanOrEqual(scalarOf("delivered"));
  expect(scalarOf("tagged")).toBeGreaterThanOrEqual(scalarOf("taggedDelivered"));
  created.forEach((packets, s) => expectNoLess(packets, arrivedFrom[s], false, `packets created by terminal ${s}`));
  expect(scalarOf("tagged")).toBe(created.reduce((sum, each) => sum + each, 0));
  expect(scalarOf("injected")).toBe(sentSoFar.reduce((sum, each) => sum + each, 0));
  expect(scalarOf("delivered")).toBe(acceptedSoFar.reduce((sum, each) => sum + each, 0));
  if (window.start > 0 || scalarOf("now") > window.end) return;
  expect(scalarOf("tagged")).toBeGreaterThanOrEqual(scalarOf("injected"));
  created.forEach((packets, s) => expectNoLess(packets, sentSoFar[s], false, `packets created by terminal ${s}`));
}

describe.each([
  ["traffic", traffic, 30],
  ["messages", messages, 15],
  ["programs", programs, 15],
  ["traffic on crowded rings", heavilyLoaded, 10],
  ["programs on crowded rings", heavyPrograms, 10],
] as const)("of %s", (name, drawnCases, usual) => {
  it("nothing arrives that has not entered, nothing enters that was not created, no sum is below 0 and none falls", () => {
    let deadlocks = 0;
    fc.assert(
      fc.property(drawnCases as fc.Arbitrary<PlannedScenario>, slices, (drawn, slice) => {
        const isReal = allFlowControls.get(drawn.scenario.flowControl.kind).engine.time === "real";
        let before: Frame | null = null;
        for (const frame of framesOf(drawn, slice)) {
          expectInvariants(frame, drawn.plan, drawn.scenario.flowControl.kind);
          const earlier = before;
          before = frame;
          if (earlier === null) continue;
          for (const name of sumColumns) frame[name].forEach((sum, i) => expectNoLess(sum, earlier[name][i], isReal, name));
          for (const name of summedScalars) expectNoLess(frame.scalars[scalar[name]], earlier.scalars[scalar[name]], isReal, name);
        }
        if (before === null) return;
        const { window } = drawn.plan;
        const { status, offered, accepted, packets, arrived } = measure(drawn.plan, before, []);
        if (status === "deadlocked") deadlocks++;
        expect(packets).toBeGreaterThanOrEqual(arrived);
        if (window.start === 0) expect(offered).toBeGreaterThanOrEqual(accepted);
      }),
      { numRuns: cases(usual) },
    );
    if (name.includes("crowded")) expect(deadlocks).toBeGreaterThan(cases(1));
  });
});

it("of a program that deadlocks, all that its ranks have sent was created, as the reference has it", () => {
  let deadlocks = 0;
  fc.assert(
    fc.property(
      heavyPrograms.filter(({ scenario, plan }) => scenario.flowControl.kind !== "circuit" && plan.network.terminals < 9),
      (drawn) => {
        const simulation = startCase(drawn);
        const frame = expectSameAs((cycles) => runReference(drawn.scenario, drawn.plan, cycles), simulation, 3000);
        if (simulation.status !== "deadlocked") return;
        deadlocks++;
        const { injected, tagged } = { injected: frame.scalars[scalar.injected], tagged: frame.scalars[scalar.tagged] };
        expect(tagged).toBeGreaterThanOrEqual(injected);
      },
    ),
    { numRuns: cases(8) },
  );
  expect(deadlocks).toBeGreaterThan(cases(1) - 1);
});

it("an all-to-all that deadlocks on a ring of five has offered what its messages are, and accepted less", async () => {
  const results = run(await readDocumentLink("#v=1&topology=torus:sizes5&routing=shortest-path:classes~none&workload=all-to-all"));
  expect(results).toMatchObject({ status: "deadlocked", fingerprint: "90085261", packets: 2 * 5 * 16, arrived: 87 });
  expect(results.offered).toBeGreaterThan(results.accepted);
});

it("circuits that deadlock have been offered what was created, begun or not", async () => {
  const link =
    "#v=1&topology=torus:sizes6&routing=dimension-order:channelClasses~none&flowControl=circuit:virtualChannels1&load=1&traffic=uniform";
  const { status, offered } = run(await readDocumentLink(link));
  expect(status).toBe("deadlocked");
  expect(offered).toBeGreaterThan(0.95);
});

it("a rank that comes back to a phase has been in each for as long as it has, in every cycle", () => {
  const write = new ProgramWriter(1);
  for (let rank = 0; rank < 2; rank++) {
    write.repeat(3, () => {
      write.phase("a");
      write.compute(10);
      write.phase("b");
      write.compute(5);
    });
    write.nextRank();
  }
  const ring = planOf(readScenario({ topology: { kind: "single-switch", terminals: 2 }, workload: "binary-tree" }));
  const simulation = startCase(withProgram(ring, write.finish(Int32Array.of(0, 1))));
  for (let now = 1; now <= 45; now++) {
    simulation.advance(now, Infinity);
    const { phaseCycles, rankPhase } = frameOf(simulation);
    const inTurn = (now - 1) % 15;
    const a = 10 * Math.floor((now - 1) / 15) + Math.min(10, inTurn + 1);
    expect([...phaseCycles]).toEqual([a, now - a, a, now - a]);
    if (now % 15 !== 10 && now % 15 !== 0) expect([...rankPhase]).toEqual(inTurn < 10 ? [0, 0] : [1, 1]);
  }
});
