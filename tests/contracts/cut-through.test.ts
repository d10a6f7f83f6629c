/** The engine of virtual cut-through against the plain reference, cycle for cycle, and against numbers found by hand. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChosenKind } from "../../src/core/base/params.ts";
import type { CutThroughRules } from "../../src/core/flow-control/cut-through-engine.ts";
import { start } from "../../src/core/run.ts";
import type { Scenario } from "../../src/core/scenario/scenario.ts";
import { type Frame, scalar } from "../../src/core/simulation/frame.ts";
import { simulateReference } from "../reference/cut-through.ts";
import { distancesFrom, seed, smallTopology } from "./arbitrary.ts";
import { arbitraryScenario, cutThrough, frameOf, messageList, messagesOn, openLoop, runToEnd } from "./scenarios.ts";

const selections = ["most-credits", "best-free", "sticky", "first", "random", "oblivious"] as const;
const tree = { kind: "k-ary-n-tree", values: { k: 3, n: 1 } };
const upAndDown = { kind: "nearest-common-ancestor", values: {} };
const withoutDateline = { kind: "dimension-order", values: { channelClasses: "none" } };

/** Packets of 1 to 8 phits and sometimes of 16, queues of 1 to 4 packets, any rules but for the selection. */
function rulesWith(selection: CutThroughRules["selection"]): fc.Arbitrary<ChosenKind> {
  const phits = fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 1, max: 8 }) }, { weight: 1, arbitrary: fc.constant(16) });
  return fc
    .record({
      queue: fc.integer({ min: 1, max: 4 }),
      packet: phits.map((count) => 4 * count),
      ties: fc.constantFrom("first", "random"),
      arbitration: fc.constantFrom("random", "round-robin", "oldest-first"),
    })
    .map((values) => cutThrough({ selection, ...values }));
}

function rulesOf({ flowControl }: Scenario): CutThroughRules {
  return flowControl.values as unknown as CutThroughRules;
}

/**
 * Runs a scenario on both sides and holds every number the reference counts against the same number of the frame.
 * @param until the cycle at which both are stopped; by default they run to their end, or a deadlock
 */
function expectEqual(scenario: Scenario, until = Infinity): void {
  const { plan, simulation } = start(scenario);
  while (simulation.status === "running" && simulation.now < until) simulation.advance(until, Infinity);
  const frame = frameOf(simulation);
  const reference = simulateReference(rulesOf(scenario), plan, simulation.now);
  // The reference knows no deadlocks: it finishes when time is up, where the engine takes a last look for a circle.
  const isTimeUp = simulation.now === plan.window.limit;
  if (simulation.status !== "running") expect(reference.finished).toBe(simulation.status === "finished" || isTimeUp);
  // What waits in source queues is looked at late: until the run ends, these may fall short.
  const late: readonly string[] = simulation.status === "running" ? ["tagged", "created"] : [];
  const expected = Object.entries(reference.scalars).filter(([name]) => !late.includes(name));
  const found = expected.map(([name]) => [name, frame.scalars[scalar[name as keyof typeof scalar]]]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
  for (const [name, column] of Object.entries(reference.columns)) {
    if (!late.includes(name)) expect([...frame[name as keyof Frame]], name).toEqual(column);
  }
}

describe.each(selections)("the engine equals the reference with selection %s", (selection) => {
  const stream = seed + selections.indexOf(selection);
  const flowControl = rulesWith(selection);

  it.each([
    ["open-loop traffic", openLoop],
    ["lists of messages", messageList],
  ])("under %s", { timeout: 20_000 }, (_, workload) => {
    const scenarios = arbitraryScenario({ topology: smallTopology(27), flowControl, workload });
    fc.assert(
      fc.property(scenarios, (scenario) => expectEqual(scenario)),
      { seed: stream, numRuns: 60 },
    );
  });

  it("at any time on the way", { timeout: 20_000 }, () => {
    const parts = { topology: smallTopology(16), flowControl };
    const scenarios = fc.oneof(arbitraryScenario({ ...parts, workload: openLoop }), arbitraryScenario({ ...parts, workload: messageList }));
    fc.assert(fc.property(scenarios, fc.integer({ min: 1, max: 300 }), expectEqual), { seed: stream, numRuns: 40 });
  });

  it("on switches with more than 32 virtual channels out", { timeout: 20_000 }, () => {
    const wide: readonly ChosenKind[] = [
      { kind: "torus", values: { sizes: [3], wrap: [], terminalsPerSwitch: 15 } },
      { kind: "mesh", values: { sizes: [2], terminalsPerSwitch: 32 } },
      { kind: "k-ary-n-tree", values: { k: 32, n: 1 } },
    ];
    const scenarios = arbitraryScenario({ topology: fc.constantFrom(...wide), flowControl, workload: openLoop });
    fc.assert(
      fc.property(scenarios, (scenario) => expectEqual(scenario)),
      { seed: stream, numRuns: 4 },
    );
  });
});

describe("a deadlock", () => {
  it("is real: its circle closes, and what is in it never moves again", { timeout: 20_000 }, () => {
    const rings = fc
      .integer({ min: 5, max: 9 })
      .map((size) => ({ kind: "torus", values: { sizes: [size], wrap: [], terminalsPerSwitch: 1 } }));
    const workload = () => fc.constant({ kind: "open-loop", values: { pattern: { kind: "uniform", values: {} }, load: 1 } });
    const flowControl = fc.constantFrom(...selections).chain(rulesWith);
    let deadlocks = 0;
    fc.assert(
      fc.property(arbitraryScenario({ topology: rings, flowControl, workload }), (drawn) => {
        const scenario = { ...drawn, routing: withoutDateline, run: { warmUp: 0, window: 2500, drain: 0 } };
        expectEqual(scenario);
        const { plan, simulation } = start(scenario);
        const { phits } = runToEnd(simulation);
        const { circle, now } = simulation;
        expect(circle.length > 0).toBe(simulation.status === "deadlocked");
        if (circle.length === 0) return;
        deadlocks++;
        const later = simulateReference(rulesOf(scenario), plan, now + 500).columns.phits ?? [];
        circle.forEach((wait, i) => {
          const next = circle[(i + 1) % circle.length];
          expect([wait.waitsFor, wait.waitsForClass]).toEqual([next.channel, next.class]);
          expect(plan.network.tail[next.channel]).toBe(plan.network.head[wait.channel]);
          expect(later[wait.channel]).toBe(phits[wait.channel]);
        });
      }),
      { seed, numRuns: 12 },
    );
    expect(deadlocks).toBeGreaterThan(5);
  });
});

describe("one message alone", { timeout: 20_000 }, () => {
  it("takes exactly H + L·P cycles on every network, whatever the rules, with queues of at least two packets", () => {
    const flowControl = fc
      .constantFrom(...selections)
      .chain(rulesWith)
      .map(({ values }) => cutThrough({ ...values, queue: Math.max(2, values["queue"] as number) }));
    fc.assert(
      fc.property(arbitraryScenario({ topology: smallTopology(27), flowControl, workload: messageList }), (scenario) => {
        const [message] = scenario.workload.values["list"] as readonly { source: number; destination: number; time: number }[];
        expectAlone({ ...scenario, workload: { kind: "messages", values: { list: [message] } } });
      }),
      { seed, numRuns: 200 },
    );
  });

  it("waits one cycle per further packet where a queue holds one: its slot comes free L cycles after the packet went on", () => {
    // L = 4, two channels. Packet 1: into the switch in cycle 0, on in cycle 1, its slot is free in 5. Packet 2: at the front in
    // cycle 4, into the switch in 5, on in 6, consumed in 10: 11 cycles where a queue of two packets takes H + L·P = 2 + 8 = 10.
    const list = [{ source: 0, destination: 1, bytes: 32, time: 0 }];
    const takes = (queue: number) =>
      runToEnd(start(messagesOn(tree, upAndDown, cutThrough({ packet: 16, queue }), list)).simulation).messageDelivered[0] + 1;
    expect([takes(1), takes(2)]).toEqual([11, 10]);
  });

  function expectAlone(scenario: Scenario): void {
    const { plan, simulation } = start(scenario);
    if (plan.demand.form !== "messages") throw new Error("expected a list of messages");
    const { source, destination, packets, time } = plan.demand;
    const frame = runToEnd(simulation);
    const hops = distancesFrom(plan.network, source[0])[destination[0]];
    expect(frame.messageInjected[0]).toBe(time[0]);
    expect(frame.messageDelivered[0] - time[0] + 1).toBe(hops + plan.packetPhits * packets[0]);
    expect(simulation.now).toBe(frame.messageDelivered[0] + 1);
  }
});

describe("packets that meet", () => {
  it.each([1, 5, 16])("the second of two for one output comes L = %i cycles later", (phits) => {
    // Both enter the switch in cycle 0 and ask in 1. One goes in 1 and is consumed in 1 + L, the other goes in 1 + L.
    const list = [0, 1].map((source) => ({ source, destination: 2, bytes: 4 * phits, time: 0 }));
    const frame = runToEnd(start(messagesOn(tree, upAndDown, cutThrough({ packet: 4 * phits }), list)).simulation);
    expect([...frame.messageDelivered].sort((a, b) => a - b)).toEqual([1 + phits, 1 + 2 * phits]);
    // Only one waited, L cycles, on the channel it had come by; channels 0 and 1 leave terminals 0 and 1.
    expect([frame.waiting[0], frame.waiting[1]].sort((a, b) => a - b)).toEqual([0, phits]);
    // Headers reached the switch one cycle after injection, and terminal 2 two cycles and L + 2 cycles after it.
    const intoTerminal2 = 5;
    expect([...frame.sinceInjection]).toEqual([1, 1, 0, 0, 0, phits + 4]);
    expect(frame.phits[intoTerminal2]).toBe(2 * phits);
  });

  it("the oldest goes first where that is the rule, however they came", () => {
    // Terminal 1 creates a cycle later. Its packet asks in cycle 2, when the output is taken by that of 0 until 1 + L = 5; the one
    // of terminal 0 created in cycle 0 behind the first asks from 5 on and is older: it goes in 5, that of terminal 1 in 9.
    const list = [
      { source: 0, destination: 2, bytes: 16, time: 0 },
      { source: 0, destination: 2, bytes: 16, time: 0 },
      { source: 1, destination: 2, bytes: 16, time: 1 },
    ];
    const frame = runToEnd(start(messagesOn(tree, upAndDown, cutThrough({ packet: 16, arbitration: "oldest-first" }), list)).simulation);
    expect([...frame.messageDelivered]).toEqual([5, 9, 13]);
  });

  it("are served in turn by round robin", () => {
    // Two packets each from terminals 0 and 1, L = 4. In cycle 1 input 0 is served first, then 1, 0, 1, every 4 cycles.
    const list = [0, 0, 1, 1].map((source) => ({ source, destination: 2, bytes: 16, time: 0 }));
    const frame = runToEnd(start(messagesOn(tree, upAndDown, cutThrough({ packet: 16, arbitration: "round-robin" }), list)).simulation);
    expect([...frame.messageDelivered]).toEqual([5, 13, 9, 17]);
  });

  it("hold back what stands behind them in the queue", () => {
    // L = 4. Terminals 0 and 1 send to 2 in cycle 0; 0 also sends to 1 right behind. With round robin 0 goes first, in cycle 1;
    // its next packet is at the front of the switch's queue in cycle 5 and free to go. With 1 served first it would wait.
    const list = [
      { source: 0, destination: 2, bytes: 16, time: 0 },
      { source: 0, destination: 1, bytes: 16, time: 0 },
      { source: 1, destination: 2, bytes: 16, time: 0 },
      { source: 1, destination: 0, bytes: 16, time: 0 },
    ];
    const frame = runToEnd(start(messagesOn(tree, upAndDown, cutThrough({ packet: 16, arbitration: "round-robin" }), list)).simulation);
    // Packet 3 is behind packet 2, which goes in cycle 5: 3 comes to the front in 9, goes in 9, is consumed in 13.
    expect([...frame.messageDelivered]).toEqual([5, 9, 9, 13]);
  });
});

describe("on the way", () => {
  it("counts phits as they cross, not as they are granted", () => {
    // L = 16: after 3 cycles the packet has put 3 phits on its first channel and 2 on its second.
    const { simulation } = start(
      messagesOn(tree, upAndDown, cutThrough({ packet: 64 }), [{ source: 0, destination: 1, bytes: 64, time: 0 }]),
    );
    simulation.advance(3, Infinity);
    const frame = frameOf(simulation);
    expect([...frame.phits]).toEqual([3, 0, 0, 0, 2, 0]);
    expect([...frame.queued]).toEqual([1, 0, 0, 0, 0, 0]);
    expect(simulation.now).toBe(3);
  });
});
