/**
 * Tests of the time of a program in lockstep: the sum over its steps, compared with a run of the same program with a barrier after each
 * step.
 */
import { array, assert, constantFrom, integer, nat, property, record } from "fast-check";
import { expect, test } from "vitest";
import { compile } from "../../src/core/run/compile.ts";
import { analyzeScenario, lockstepCycles } from "../../src/core/scenario/lockstep.ts";
import { startFlowControl } from "../../src/core/flow-control/engines.ts";
import { measure } from "../../src/core/measures/measure.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import type { Program } from "../../src/core/programs/program.ts";
import { ProgramWriter } from "../../src/core/programs/program-writer.ts";
import { openFrame } from "../../src/core/simulation/frame.ts";
import { run } from "../../src/core/run/run.ts";
import { readScenario, type Scenario } from "../../src/core/scenario/scenario.ts";
import { cases, firstFew } from "../effort.ts";

const fatTree = { kind: "k-ary-n-tree", k: 4, n: 4 };

/** An all-to-all of 1 MB messages at 1 GB/s in fluid flow, with optional changes. */
const allToAllScenario = (topology: object, changes: Readonly<Record<string, object>> = {}): Scenario =>
  readScenario({
    version: 2,
    topology,
    technology: "own-links",
    flowControl: { kind: "fluid", ways: "one", packet: "1000 B", ...changes["flowControl"] },
    workload: { kind: "all-to-all", message: "1 MB", ...changes["workload"] },
    ...(changes["host"] === undefined ? {} : { host: changes["host"] }),
  });

const planOf = (scenario: Scenario) => compile(scenario).plan;
const lockstepCyclesOf = (scenario: Scenario, plan = planOf(scenario)) => lockstepCycles(scenario, plan);

/** Cycles until the last message of a plan has arrived. */
function makespanOf(scenario: Scenario, plan: Plan): number {
  const simulation = startFlowControl(scenario.flowControl.kind, scenario.flowControl.values, plan);
  while (simulation.status === "running") simulation.advance(Infinity, Infinity);
  const frame = openFrame(simulation.layout, new ArrayBuffer(simulation.layout.byteLength));
  simulation.sample(frame);
  return measure(plan, frame, simulation.deadlockCycle).makespan!;
}

/**
 * A program in which every rank r sends a message to `destinations[r]` in each step. It continues when its own message has arrived, or when
 * all messages have (`hasBarriers`).
 */
function exchangeProgram(
  { terminalOf }: Program,
  steps: readonly (readonly number[])[],
  packets: readonly number[],
  hasBarriers: boolean,
): Program {
  const writer = new ProgramWriter(1);
  for (let rank = 0; rank < terminalOf.length; rank++) {
    steps.forEach((destinations, step) => {
      writer.send(destinations[rank], packets[step], step);
      writer.receive(destinations.indexOf(rank), step);
      if (hasBarriers) writer.barrier();
    });
    writer.nextRank();
  }
  return writer.finish(terminalOf);
}

/**
 * Sum, over all shifts of the terminals of a torus with odd sizes, of the largest number of messages on a link under dimension-order
 * routing, computed by counting the messages on every link.
 */
function sumOfMaxLoads(sizes: readonly number[]): number {
  const nodes = sizes.reduce((a, b) => a * b);
  const strides = sizes.map((_, d) => sizes.slice(0, d).reduce((a, b) => a * b, 1));
  let sum = 0;
  for (let shift = 1; shift < nodes; shift++) {
    const loads = new Map<string, number>();
    for (let from = 0; from < nodes; from++) {
      const to = (from + shift) % nodes;
      let position = from;
      sizes.forEach((size, d) => {
        const coordinateOf = (node: number) => Math.floor(node / strides[d]) % size;
        const distanceUp = (coordinateOf(to) - coordinateOf(position) + size) % size;
        const step = 2 * distanceUp < size ? 1 : -1;
        for (
          ;
          coordinateOf(position) !== coordinateOf(to);
          position += (((coordinateOf(position) + step + size) % size) - coordinateOf(position)) * strides[d]
        )
          loads.set(`${position} ${d} ${step}`, (loads.get(`${position} ${d} ${step}`) ?? 0) + 1);
      });
    }
    sum += Math.max(...loads.values());
  }
  return sum;
}

test.each(
  firstFew(5, [
    ["a fat tree of 4⁴ terminals", fatTree, 255],
    ["a fat tree of 6³", { kind: "k-ary-n-tree", k: 6, n: 3 }, 215],
    ["a torus of 5 × 5 × 5", { kind: "torus", sizes: [5, 5, 5] }, sumOfMaxLoads([5, 5, 5])],
    ["a torus of 7 × 7", { kind: "torus", sizes: [7, 7] }, sumOfMaxLoads([7, 7])],
    ["a thin tree of 4 : 2, 3 levels", { kind: "thin-tree", k: 4, kUp: 2, n: 3 }, 208],
    ["a fat tree of 8³", { kind: "k-ary-n-tree", k: 8, n: 3 }, 511],
  ] as const),
)("%s takes the sum of the largest loads of its steps, and the way of a header", (_, topology, loads) => {
  const cycles = lockstepCyclesOf(allToAllScenario(topology))!;
  // A message of 1 MB has 250,000 phits. The remaining cycles are the latency of the paths, at most 16 channels in each of at most 511
  // steps.
  expect(cycles).toBeGreaterThan(loads * 250_000);
  expect(cycles).toBeLessThan(loads * 250_000 + 16 * 511);
});

const networks = [
  { kind: "single-switch", terminals: 7 },
  { kind: "k-ary-n-tree", k: 2, n: 3 },
  { kind: "thin-tree", k: 3, kUp: 2, n: 2 },
  { kind: "torus", sizes: [5] },
  { kind: "torus", sizes: [3, 3] },
  { kind: "mesh", sizes: [3, 2] },
];
const hosts = [
  { kind: "ideal" },
  { kind: "limited-ports", startUp: 0.5 },
  { kind: "limited-ports", oneWay: "600 MB/s" },
  { kind: "limited-ports", bothWays: "900 MB/s", startUp: 0.02 },
];
const anyExchange = record({
  topology: constantFrom(...networks),
  host: constantFrom(...hosts),
  ways: constantFrom("one", "spread", "drawn"),
  shuffles: array(nat(), { minLength: 1, maxLength: 5 }),
  packets: array(integer({ min: 1, max: 500 }), { minLength: 5, maxLength: 5 }),
});

/** A step in which every rank sends to another: a shift along a random order of the ranks. */
function randomStep(ranks: number, draw: number): readonly number[] {
  const rankOrder = Array.from({ length: ranks }, (_, r) => r).sort(
    (a, b) => ((a * 7919 + draw) % 101) - ((b * 7919 + draw) % 101) || a - b,
  );
  const shift = 1 + (draw % (ranks - 1));
  const destinations: number[] = [];
  rankOrder.forEach((rank, i) => (destinations[rank] = rankOrder[(i + shift) % ranks]));
  return destinations;
}

test("with a barrier behind every step a run takes that, but for ways that are shorter than the longest", () => {
  let [known, later] = [0, 0];
  assert(
    property(anyExchange, ({ topology, host, ways, shuffles, packets }) => {
      const scenario = allToAllScenario(topology, { host, flowControl: { ways } });
      const plan = planOf(scenario);
      const program = plan.demand as Program;
      const steps = shuffles.map((draw) => randomStep(program.ranks, draw));
      const eager = { ...plan, demand: exchangeProgram(program, steps, packets, false) };
      const cycles = lockstepCyclesOf(scenario, eager);
      if (cycles === null) {
        expect(ways).toBe("drawn");
        return;
      }
      known++;
      const barred = makespanOf(scenario, { ...plan, demand: exchangeProgram(program, steps, packets, true) });
      // In the largest of these networks, path lengths differ by at most four channels.
      const slack = topology.kind === "single-switch" ? 0 : 4 * steps.length;
      const rounding = 1e-9 * cycles;
      expect(barred).toBeLessThanOrEqual(Math.ceil(cycles + rounding));
      expect(barred).toBeGreaterThanOrEqual(cycles - slack - rounding);
      if (makespanOf(scenario, eager) > 1.02 * cycles) later++;
    }),
    { numRuns: cases(300) },
  );
  expect(known).toBeGreaterThan(cases(100));
  expect(later).toBeGreaterThan(0);
});

test("it is not known where it is no closed form", () => {
  const small = { kind: "k-ary-n-tree", k: 2, n: 2 };
  expect(lockstepCyclesOf(allToAllScenario(small))).not.toBeNull();
  // Paths are drawn at random where there is more than one.
  expect(lockstepCyclesOf(allToAllScenario(small, { flowControl: { ways: "drawn" } }))).toBeNull();
  expect(lockstepCyclesOf(allToAllScenario({ kind: "torus", sizes: [5] }, { flowControl: { ways: "drawn" } }))).not.toBeNull();
  // A terminal has more messages than may flow at the same time.
  expect(lockstepCyclesOf(allToAllScenario(small, { workload: { algorithm: "posted" } }))).toBeNull();
  expect(
    lockstepCyclesOf(allToAllScenario(small, { workload: { algorithm: "posted" }, flowControl: { injectionSlots: 3 } })),
  ).not.toBeNull();
  expect(
    lockstepCyclesOf(allToAllScenario(small, { workload: { algorithm: "posted" }, flowControl: { injectionSlots: 3, toOne: "in-turn" } })),
  ).toBeNull();
  expect(lockstepCyclesOf(allToAllScenario(small, { host: { kind: "limited-ports", overhead: 1 } }))).toBeNull();
  expect(lockstepCyclesOf(allToAllScenario(small, { workload: { kind: "wavefront", message: "1 kB" } }))).toBeNull();
  const packets = readScenario({ version: 2, topology: small, workload: { kind: "all-to-all" } });
  expect(lockstepCyclesOf(packets)).toBeNull();
});

test("the analysis of a scenario tells it, and a run of eager messages takes longer", () => {
  const scenario = allToAllScenario(fatTree, { flowControl: { packet: "64 B" } });
  const { inStep: cycles } = analyzeScenario(scenario, planOf(scenario)).program!;
  expect(cycles).toBe(lockstepCyclesOf(scenario));
  expect(run(scenario).makespan! / cycles!).toBeCloseTo(566.47 / 255.01, 3);
});
