/** The engine of virtual cut-through against the plain reference, cycle for cycle, on random small cases. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ChosenKind, defaultsOf } from "../../src/core/base/params.ts";
import { type CutThroughRules, startVirtualCutThrough } from "../../src/core/flow-control/cut-through-engine.ts";
import { patterns } from "../../src/core/patterns/index.ts";
import type { MessageList } from "../../src/core/plan/demand.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { routings } from "../../src/core/routings/index.ts";
import type { Simulation } from "../../src/core/simulation/contract.ts";
import { type Frame, openFrame, scalar } from "../../src/core/simulation/frame.ts";
import type { Facts } from "../../src/core/topologies/contract.ts";
import { workloads } from "../../src/core/workloads/index.ts";
import { simulateReference } from "../reference/cut-through.ts";
import { build, distancesFrom, factsOf, routingOf, seed, smallTopology } from "./arbitrary.ts";

/** Everything a run depends on, as plain data, so that a failure prints what it takes to repeat it. */
interface Case {
  readonly topology: ChosenKind;
  readonly routing: ChosenKind;
  readonly rules: CutThroughRules;
  readonly packetPhits: number;
  readonly workload: ChosenKind;
  readonly window: Plan["window"];
  readonly seed: number;
}

const selections = ["most-credits", "best-free", "sticky", "first", "random", "oblivious"] as const;

function planOf({ topology, routing, packetPhits, workload, window, seed }: Case): Plan {
  const network = build(topology);
  const { classes, maxCandidates, route } = routings.get(routing.kind).compile(routing.values as never, network);
  const demand = workloads.get(workload.kind).compile(workload.values as never, { network, packetBytes: 4 * packetPhits });
  return { network, classes, maxCandidates, route, demand, packetPhits, window, seed };
}

function frameOf(simulation: Simulation): Frame {
  const frame = openFrame(simulation.layout, new ArrayBuffer(simulation.layout.byteLength));
  simulation.sample(frame);
  return frame;
}

function runToEnd(simulation: Simulation): Frame {
  while (simulation.status === "running") simulation.advance(Infinity, Infinity);
  return frameOf(simulation);
}

/** Open-loop traffic of any pattern that exists for that many terminals. */
function openLoop(terminals: number): fc.Arbitrary<ChosenKind> {
  const fitting = patterns.kinds
    .map(({ id, params }) => ({ kind: id, values: defaultsOf(params) }))
    .filter(({ kind, values }) => patterns.get(kind).needs(terminals, values) === null);
  const load = fc.oneof(fc.constantFrom(0.05, 0.5, 1), fc.double({ min: 0.01, max: 1, noNaN: true }));
  return fc.record({ pattern: fc.constantFrom(...fitting), load }).map((values) => ({ kind: "open-loop", values }));
}

/** A list of messages between different terminals, of 1 to 5 packets, close enough in time to meet. */
function messageList(terminals: number, packetPhits: number): fc.Arbitrary<ChosenKind> {
  const message = fc
    .record({
      source: fc.integer({ min: 0, max: terminals - 1 }),
      step: fc.integer({ min: 1, max: terminals - 1 }),
      bytes: fc.integer({ min: 1, max: 20 * packetPhits }),
      time: fc.integer({ min: 0, max: 60 }),
    })
    .map(({ source, step, bytes, time }) => ({ source, destination: (source + step) % terminals, bytes, time }));
  return fc.array(message, { minLength: 1, maxLength: 60 }).map((list) => ({ kind: "messages", values: { list } }));
}

function arbitraryCase(selection: CutThroughRules["selection"], endless: boolean): fc.Arbitrary<Case> {
  const parts = {
    rules: fc.record({
      queue: fc.integer({ min: 1, max: 4 }),
      selection: fc.constant(selection),
      ties: fc.constantFrom("first" as const, "random" as const),
      arbitration: fc.constantFrom("random" as const, "round-robin" as const, "oldest-first" as const),
    }),
    packetPhits: fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 1, max: 8 }) }, { weight: 1, arbitrary: fc.constant(16) }),
    window: endless
      ? fc
          .tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 1, max: 300 }), fc.integer({ min: 0, max: 400 }))
          .map(([start, length, drain]) => ({ start, end: start + length, limit: start + length + drain }))
      : fc.constant({ start: 0, end: Infinity, limit: Infinity }),
    seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  };
  return fc.tuple(smallTopology(27), fc.record(parts)).chain(([topology, rest]) => {
    const { terminals } = factsOf(topology) as Facts;
    const workload = endless ? openLoop(terminals) : messageList(terminals, rest.packetPhits);
    return fc.record({ routing: routingOf(topology), workload }).map((chosen) => ({ topology, ...chosen, ...rest }));
  });
}

/** Holds every number the reference counts against the same number of the frame. */
function expectEqual(frame: Frame, reference: ReturnType<typeof simulateReference>): void {
  const names = Object.keys(reference.scalars) as (keyof typeof reference.scalars)[];
  expect(Object.fromEntries(names.map((name) => [name, frame.scalars[scalar[name]]]))).toEqual(reference.scalars);
  const columns = Object.keys(reference.columns) as (keyof typeof reference.columns)[];
  for (const column of columns) expect([...frame[column]], column).toEqual(reference.columns[column]);
}

describe.each(selections)("the engine equals the reference with selection %s", (selection) => {
  it.each([
    ["open-loop traffic", true],
    ["lists of messages", false],
  ])("under %s", (_, endless) => {
    fc.assert(
      fc.property(arbitraryCase(selection, endless), (example) => {
        const plan = planOf(example);
        const simulation = startVirtualCutThrough(example.rules, plan);
        const frame = runToEnd(simulation);
        const reference = simulateReference(example.rules, plan, simulation.now);
        expectEqual(frame, reference);
        expect(simulation.status === "deadlocked" || reference.finished).toBe(true);
      }),
      { seed, numRuns: 60 },
    );
  });
});
