/** The engine of held circuits against the plain reference, event for event; and numbers found by hand. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ChosenKind, defaultsOf, type Values } from "../../src/core/base/params.ts";
import { circuit } from "../../src/core/flow-control/circuit.ts";
import { type CircuitRules, startCircuit } from "../../src/core/flow-control/circuit-engine.ts";
import { hosts } from "../../src/core/hosts/index.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { start } from "../../src/core/run.ts";
import type { Scenario } from "../../src/core/scenario/scenario.ts";
import type { Simulation } from "../../src/core/simulation/contract.ts";
import { type Frame, scalar } from "../../src/core/simulation/frame.ts";
import { patterns } from "../../src/core/patterns/index.ts";
import { technologies } from "../../src/core/technologies/index.ts";
import { workloads } from "../../src/core/workloads/index.ts";
import { simulateCircuit } from "../reference/circuit.ts";
import { times } from "../reference/creation.ts";
import { scenariosOn } from "./against-reference.ts";
import { seed, smallTopology } from "./arbitrary.ts";
import { madeUpPlans } from "./made-up.ts";
import { roomy } from "./roomy.ts";
import { frameOf, runToEnd } from "./scenarios.ts";

/** Cycles after which a run is compared as it stands. */
const longest = 3000;

/** Held circuits with the defaults, but for what is named. */
function circuits(values: Values = {}): ChosenKind {
  return { kind: circuit.id, values: { ...defaultsOf(circuit.params), ...values } };
}

/** Any rules, with times that are whole numbers of quarters, or now and then are not. */
const anyRules: fc.Arbitrary<ChosenKind> = fc
  .record({
    packet: fc.oneof(
      fc.integer({ min: 1, max: 10 }).map((phits) => 4 * phits),
      fc.integer({ min: 4, max: 40 }),
    ),
    virtualChannels: fc.constantFrom(1, 1, 2, 3),
    outstanding: fc.integer({ min: 1, max: 4 }),
    hopDelay: fc.constantFrom(1, 1, 1.5, 2, 3.5, 3.1),
    release: fc.constantFrom(...circuit.params.release.choices.map(({ id }) => id)),
    acknowledgement: fc.constantFrom(0, 0.5, 3, 7, 40, 2.3),
    selection: fc.constantFrom(...circuit.params.selection.choices.map(({ id }) => id)),
    ties: fc.constantFrom(...circuit.params.ties.choices.map(({ id }) => id)),
    ageClass: fc.constantFrom(0, 1, 20, 100, 5000),
  })
  .map(circuits);

const rulesOf = ({ flowControl }: Scenario) => flowControl.values as unknown as CircuitRules;

/** Holds all that the reference counts against the frame of a simulation, at a cycle or at the end. */
function expectSame(rules: CircuitRules, plan: Plan, simulation: Simulation, until = longest): Frame {
  while (simulation.status === "running" && simulation.now < until) simulation.advance(until, Infinity);
  const frame = frameOf(simulation);
  const { now, status } = simulation;
  const reference = simulateCircuit(rules, plan, now);
  expect(reference.scalars.now).toBe(now);
  // A deadlock is looked for once in each stretch of the columns over time, and when time is up.
  const stretch = frame.scalars[scalar.binCycles];
  if (status === "deadlocked") expect([reference.status, reference.stuckSince <= now]).toEqual(["running", true]);
  else expect(reference.status).toBe(status);
  if (status === "running") expect(reference.stuckSince).toBeGreaterThan(now - stretch);
  const { tagged, taggedDelivered } = reference.scalars;
  if (status === "finished" && tagged !== taggedDelivered) expect(reference.stuckSince).toBeGreaterThan(now);
  // What waits in source queues is looked at late: until the run ends, these may fall short.
  const late: readonly string[] = status === "finished" ? [] : ["tagged", "created"];
  for (const [name, expected] of Object.entries(reference.scalars)) {
    if (!late.includes(name)) expectNear([frame.scalars[scalar[name as keyof typeof scalar]]], [expected], name, plan);
  }
  for (const [name, expected] of Object.entries(reference.columns)) {
    if (!late.includes(name)) expectNear([...frame[name as keyof Frame]], expected, name, plan);
  }
  return frame;
}

/** Equal, but where rates are fractions, which sums of phits and cycles lost depend on: there, to nine digits. */
function expectNear(found: readonly number[], expected: readonly number[], name: string, { ports, network }: Plan): void {
  const isExact = ports === undefined && network.groupCapacity.length === 0;
  const same = expected.map((each, i) => (!isExact && Math.abs(found[i] - each) <= 1e-9 * Math.max(1, Math.abs(each)) ? each : found[i]));
  expect(same, name).toEqual(expected);
}

/** A technology and a host, ports limited in all the ways there are, some with a start-up. */
const anyMachine = fc.record({
  technology: fc
    .record({ rate: fc.constantFrom(400e6, 100e6), overhead: fc.constantFrom(0, 8, 58) })
    .map((values): ChosenKind => ({ kind: technologies.get("own-links").id, values })),
  host: fc.oneof(
    fc.constant<ChosenKind>({ kind: "ideal", values: {} }),
    fc
      .record({
        oneWay: fc.constantFrom(0, 50e6, 80e6),
        bothWays: fc.constantFrom(0, 50e6, 75e6, 120e6),
        startUp: fc.constantFrom(0, 0.1, 1.7),
      })
      .map((values): ChosenKind => ({ kind: hosts.get("limited-ports").id, values })),
    fc
      .record({ memory: fc.constantFrom("elan", "main"), library: fc.constant("elan3lib") })
      .map((values): ChosenKind => ({ kind: hosts.get("elan3").id, values })),
  ),
});

describe("the engine equals the reference", () => {
  let [cases, deadlocks, delivered, waits] = [0, 0, 0, 0];
  function compare(rules: CircuitRules, plan: Plan, simulation: Simulation, until?: number): void {
    const { scalars, waiting } = expectSame(rules, plan, simulation, until);
    cases++;
    if (simulation.status === "deadlocked") deadlocks++;
    delivered += scalars[scalar.delivered];
    waits += waiting.some((cycles) => cycles > 0) ? 1 : 0;
  }
  const compareRun = (scenario: Scenario, until?: number) => {
    const { plan, simulation } = start(scenario);
    compare(rulesOf(scenario), plan, simulation, until);
  };

  it("on random networks", () => {
    fc.assert(
      fc.property(scenariosOn(smallTopology(20), anyRules), (scenario) => compareRun(scenario)),
      { seed, numRuns: 120 },
    );
  });

  it("at any time on the way", () => {
    fc.assert(fc.property(scenariosOn(smallTopology(20), anyRules), fc.integer({ min: 1, max: 300 }), compareRun), {
      seed: seed + 1,
      numRuns: 120,
    });
  });

  it("where packets have overhead, ports are limited and messages start up", () => {
    const scenarios = roomy(
      fc.tuple(scenariosOn(smallTopology(16), anyRules), anyMachine).map(([scenario, machine]) => ({ ...scenario, ...machine })),
    );
    fc.assert(fc.property(scenarios, fc.constantFrom(longest, longest, 201), compareRun), { seed: seed + 2, numRuns: 200 });
  });

  it("on networks and routings that no kind makes", () => {
    const plans = anyRules.chain(({ values }) =>
      fc.tuple(
        fc.constant(values as unknown as CircuitRules & { readonly packet: number }),
        madeUpPlans(Math.ceil((values["packet"] as number) / 4)),
      ),
    );
    const ports = fc.constantFrom(
      {},
      {},
      { ports: { oneWay: 0.75, bothWays: 1.25 } },
      { ports: { oneWay: 0.5, bothWays: 0.25 }, startUp: 2.5 },
    );
    fc.assert(
      fc.property(plans, ports, fc.constantFrom(longest, 200, 77), ([rules, plan], ports, until) => {
        // No place is free for the others of a ring while circuits are held.
        const { rings: _, ...routing } = plan.routing;
        const whole = { ...plan, ...ports, routing };
        compare(rules, whole, startCircuit(rules, whole), until);
      }),
      { seed: seed + 3, numRuns: 200 },
    );
  });

  /** Rings without classes on which every terminal sends to the second next, over and over or once: circuits may come to wait for each other. */
  const onRings = roomy(
    fc.integer({ min: 5, max: 8 }).chain((size) => {
      const rings = fc.constant({ kind: "torus", values: { sizes: [size], wrap: [], terminalsPerSwitch: 1 } });
      const list = (time: number) =>
        times(size, (source) => ({ source, destination: (source + 2) % size, bytes: 40, time: source % time }));
      const traffic = {
        ...defaultsOf(workloads.get("open-loop").params),
        pattern: { kind: "shift", values: { ...defaultsOf(patterns.get("shift").params), amount: 2 } },
      };
      const workload = fc.oneof(
        fc.constantFrom(1, 2, 3).map((time) => ({ kind: "messages", values: { list: list(time) } })),
        fc.constantFrom(1, 0.3).map((load) => ({ kind: "open-loop", values: { ...traffic, load } })),
      );
      return fc.tuple(scenariosOn(rings, anyRules), workload).map(([scenario, workload]) => ({
        ...scenario,
        routing: { kind: "dimension-order", values: { channelClasses: "none" } },
        flowControl: circuits({ ...scenario.flowControl.values, virtualChannels: 1 }),
        workload,
      }));
    }),
  );

  it("on rings without classes, where circuits come to wait for each other", () => {
    fc.assert(fc.property(onRings, fc.constantFrom(longest, 150), compareRun), { seed: seed + 4, numRuns: 150 });
  });

  it("and a deadlock is found in the same cycle however the run is sliced", () => {
    fc.assert(
      fc.property(onRings, fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: 50 }), (scenario, cycles, work) => {
        const [whole, sliced] = [start(scenario).simulation, start(scenario).simulation];
        const last = runToEnd(whole);
        while (sliced.status === "running") sliced.advance(sliced.now + cycles, work);
        expect([sliced.status, sliced.now, sliced.circle]).toEqual([whole.status, whole.now, whole.circle]);
        expect(frameOf(sliced)).toEqual(last);
      }),
      { seed: seed + 5, numRuns: 150 },
    );
  });

  it("in some hundred cases, in which headers wait, and some of which deadlock", () => {
    expect(cases).toBe(790);
    expect(deadlocks).toBeGreaterThan(50);
    expect(delivered).toBeGreaterThan(20_000);
    expect(waits).toBeGreaterThan(300);
  });
});
