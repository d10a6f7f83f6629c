/** Fluid flow by hand, in closed form; against packets where nothing contends; and over every network, routing and workload. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { startUnder } from "../../src/core/flow-control/engines.ts";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { compile } from "../../src/core/compile.ts";
import { flowControls } from "../../src/core/flow-control/index.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { ProgramWriter } from "../../src/core/plan/program-writer.ts";
import { type Run, run, start } from "../../src/core/run.ts";
import { readScenario, type Scenario } from "../../src/core/scenario/scenario.ts";
import { type Frame, scalar } from "../../src/core/simulation/frame.ts";
import { routings } from "../../src/core/routings/index.ts";
import { topologies } from "../../src/core/topologies/index.ts";
import { workloads } from "../../src/core/workloads/index.ts";
import { cases } from "../effort.ts";
import { examplesOf, factsOf, seed } from "./arbitrary.ts";
import { roomy } from "./roomy.ts";
import { anyFluidFlowControl, anyScenario, frameOf, runToEnd } from "./scenarios.ts";

const star = (terminals: number) => ({ kind: "single-switch", terminals });
const message = (source: number, destination: number, bytes: number | string, time = 0) => ({
  source,
  destination,
  bytes: typeof bytes === "string" ? bytes : `${bytes} B`,
  time,
});
const messages = (...list: readonly ReturnType<typeof message>[]) => ({ kind: "messages", list });

/** The results of a scenario under fluid flow, with packets of 64 B: 16 phits. */
function flow(document: Readonly<Record<string, unknown>>) {
  return run(readScenario({ topology: star(8), ...document, flowControl: { kind: "fluid", ...(document["flowControl"] as object) } }));
}

/** Runs a program of one rank on each terminal. */
function play(scenario: Scenario, ranks: number, write: (w: ProgramWriter, rank: number) => void, more: Partial<Plan> = {}): Frame {
  const { plan } = compile(scenario);
  const writer = new ProgramWriter();
  for (let rank = 0; rank < ranks; rank++) {
    write(writer, rank);
    writer.next();
  }
  const demand = writer.finish(Int32Array.from({ length: ranks }, (_, r) => r));
  return runToEnd(startUnder(scenario.flowControl.kind, scenario.flowControl.values, { ...plan, demand, ...more }));
}

/** Starts a scenario; null where its parts exclude each other. */
function startIfItFits(scenario: Scenario): Run | null {
  try {
    return start(scenario);
  } catch (error) {
    if (error instanceof ScenarioError) return null;
    throw error;
  }
}

describe("by hand", () => {
  it("two messages into one terminal share its channel, and the smaller one leaves it to the other", () => {
    const { messages: sent } = flow({ workload: messages(message(0, 5, 1024), message(1, 5, 2048)) });
    // Half each until 256 phits of both are through, then the rest of the other at full rate; 2 cycles to be consumed.
    expect(sent.map(({ latency }) => latency)).toEqual([512 + 2, 768 + 2]);
  });

  it("an all-to-all of R ranks on one switch takes R − 1 times as long as one message", () => {
    for (const [terminals, order] of [
      [5, "shift"],
      [64, "shift"],
      [64, "xor"],
    ]) {
      const [topology, workload] = [star(terminals as number), { kind: "all-to-all", message: "640 B", order }];
      expect(flow({ topology, workload }).makespan).toBe(((terminals as number) - 1) * (2 + 160));
      const posted = flow({ topology, workload: { ...workload, algorithm: "posted" } }).makespan as number;
      expect(posted).toBe(((terminals as number) - 1) * 160 + 2);
    }
  });

  it("an all-to-all of long messages is exact, too", () => {
    const { makespan } = flow({ topology: star(64), workload: { kind: "all-to-all", message: "1 MB" } });
    expect(makespan).toBe(63 * (2 + 250_000));
  });

  it("a message that begins later takes its part from then on", () => {
    const { messages: sent } = flow({ workload: messages(message(0, 5, 1024), message(1, 5, 1024, 100)) });
    expect(sent.map(({ delivered }) => delivered + 1)).toEqual([100 + 2 * 156 + 2, 512 + 2]);
  });

  it("one who is held back elsewhere leaves the rest to the others", () => {
    // Three into terminal 5; one of them shares its own channel with two more, which leaves 1/3 to each.
    const slots = { flowControl: { injectionSlots: 3 } };
    const into = [message(0, 5, 6400), message(0, 6, 6400), message(0, 7, 6400), message(1, 5, 6400)];
    const { messages: sent } = flow({ ...slots, workload: messages(...into) });
    // 1 → 5 at 2/3: over after 1600 / (2/3); the three of terminal 0 stay at 1/3.
    expect(sent.map(({ latency }) => Math.round(latency * 1e6) / 1e6)).toEqual([4802, 4802, 4802, 2402]);
  });

  it("messages to one terminal go in turn where they are to, and hold up what is behind them", () => {
    const list = messages(message(0, 5, 6400), message(0, 5, 6400), message(0, 6, 6400), message(0, 7, 6400));
    const inTurn = flow({ flowControl: { injectionSlots: 3, toOne: "in-turn" }, workload: list }).messages;
    // Alone for 1600 cycles; then three share the channel.
    expect(inTurn.map(({ injected }) => injected)).toEqual([0, 1600, 1600, 1600]);
    expect(inTurn.map(({ latency }) => Math.round(latency * 1e6) / 1e6)).toEqual([1602, 6402, 6402, 6402]);
    const together = flow({ flowControl: { injectionSlots: 3 }, workload: list }).messages;
    expect(together.map(({ injected }) => injected)).toEqual([0, 0, 0, 4800]);
  });

  it("a group of channels carries no more than its capacity", () => {
    const topology = { kind: "modular-switch", modules: 2, ports: 4, uplinks: 4, ingress: 2 };
    const across = [0, 1, 2, 3].map((t) => message(t, 4 + t, 6400));
    const { messages: sent } = flow({ topology, flowControl: { ways: "spread" }, workload: messages(...across) });
    expect(sent.map(({ latency }) => Math.round(latency * 1e6) / 1e6)).toEqual([3204, 3204, 3204, 3204]);
    // The four ways over the backbone are used evenly.
    expect(flow({ topology, flowControl: { ways: "spread" }, workload: messages(message(0, 4, 6400)) }).messages[0].latency).toBe(1604);
  });

  it("a port that is limited both ways together halves an exchange, and leaves one direction alone", () => {
    const scenario = (bothWays: string) =>
      readScenario({
        topology: star(4),
        technology: { kind: "own-links", rate: "100 MB/s", overhead: "0 B" },
        host: { kind: "limited-ports", bothWays },
        flowControl: { kind: "fluid", packet: "1000 B" },
        workload: "binary-tree",
      });
    const exchange = (w: ProgramWriter, rank: number) => {
      w.send(rank ^ 1, 1000);
      w.receive(rank ^ 1);
    };
    const [first, second] = [play(scenario("150 MB/s"), 4, exchange), play(scenario("200 MB/s"), 4, exchange)];
    // 1 MB is 250,000 phits: at 0.75 each way, or as if there were no limit.
    expect(first.scalars[scalar.lastArrival] + 1).toBeCloseTo(250_000 / 0.75 + 2, 6);
    expect(second.scalars[scalar.lastArrival] + 1).toBe(250_002);
    const oneAfterTheOther = (w: ProgramWriter, rank: number) => {
      if (rank % 2 === 1) w.receive(rank ^ 1);
      w.send(rank ^ 1, 1000);
      if (rank % 2 === 0) w.receive(rank ^ 1);
    };
    expect(play(scenario("150 MB/s"), 4, oneAfterTheOther).scalars[scalar.lastArrival] + 1).toBe(2 * 250_002);
  });

  it("an exchange of half a gigabyte over Gigabit Ethernet takes 4.56 s, and 5.42 s through ports of 198 MB/s", () => {
    const seconds = (host: object) => {
      const scenario = readScenario({
        topology: { kind: "three-quads", m: 4 },
        technology: "gigabit-ethernet",
        host,
        flowControl: { kind: "fluid", packet: "1448 B", injectionSlots: 4 },
        workload: "binary-tree",
      });
      const packets = Math.ceil(2 ** 29 / 1448);
      const frame = play(scenario, 64, (w, rank) => {
        w.send(rank ^ 1, packets);
        w.receive(rank ^ 1);
      });
      return (frame.scalars[scalar.lastArrival] + 1) * 32e-9;
    };
    expect(seconds({ kind: "ideal" })).toBeCloseTo(2 ** 29 / (125e6 * (1448 / 1538)), 3);
    expect(seconds({ kind: "limited-ports", bothWays: "210.3 MB/s" })).toBeCloseTo((2 * 2 ** 29) / (210.3e6 * (1448 / 1538)), 3);
  });

  it("phits of a packet may have a fraction", () => {
    const { messages: sent } = flow({
      technology: { kind: "own-links", rate: "100 MB/s", overhead: "3 B" },
      workload: messages(message(0, 5, 640)),
    });
    expect(sent[0].latency).toBe(10 * (67 / 4) + 2);
  });

  it("what a message waits is booked before what holds it back: on a channel, or at its terminal", () => {
    const scenario = readScenario({
      topology: star(4),
      flowControl: { kind: "fluid", injectionSlots: 2 },
      workload: messages(message(0, 3, 640), message(1, 3, 640), message(2, 0, 640), message(2, 1, 640)),
    });
    const { plan, simulation } = start(scenario);
    const { waiting, sendingSoFar, blockedSoFar } = runToEnd(simulation);
    const of = (t: number) => waiting[plan.network.firstOut[t]];
    // Two at half rate for 320 cycles: 160 lost by each, before the channel into terminal 3; at terminal 2 nothing waits behind a channel.
    expect([of(0), of(1), of(2)]).toEqual([160, 160, 0]);
    expect([...sendingSoFar.subarray(0, 3)]).toEqual([160, 160, 320]);
    expect([...blockedSoFar.subarray(0, 3)]).toEqual([160, 160, 0]);
  });
});

describe("beside packets", () => {
  const packets = (document: Readonly<Record<string, unknown>>) => run(readScenario(document));

  it("is equal to the cycle where no two messages meet", () => {
    const alone = fc.array(
      fc.record({
        source: fc.constant(3),
        destination: fc.constantFrom(0, 1, 2, 4, 5, 6, 7),
        bytes: fc.integer({ min: 1, max: 900 }),
        time: fc.nat({ max: 900 }),
      }),
      { minLength: 1, maxLength: 12 },
    );
    const networks = [star(8), { kind: "torus", sizes: [4, 2] }, { kind: "k-ary-n-tree", k: 2, n: 3 }, { kind: "mesh", sizes: [8] }];
    fc.assert(
      fc.property(fc.constantFrom(...networks), alone, (topology, list) => {
        const workload = { kind: "messages", list: list.map((each) => ({ ...each, bytes: `${each.bytes} B` })) };
        const [fluid, cutThrough] = [flow({ topology, workload }), packets({ topology, workload })];
        for (const name of ["cycles", "makespan", "latency", "hops", "messages", "accepted"] as const)
          expect(fluid[name]).toEqual(cutThrough[name]);
      }),
      { seed, numRuns: cases(25) },
    );
  });

  it("is within one packet where every terminal sends to one and gets from one", () => {
    for (const load of [0.1, 0.5, 0.9]) {
      const document = { topology: star(16), workload: { kind: "open-loop", pattern: { kind: "shift", amount: 3 }, load } };
      const [fluid, cutThrough] = [flow(document), packets(document)];
      expect(fluid.packets).toBe(cutThrough.packets);
      expect(Math.abs((fluid.latency?.mean ?? 0) - (cutThrough.latency?.mean ?? 0))).toBeLessThan(16);
      expect(fluid.accepted).toBeCloseTo(cutThrough.accepted, 3);
    }
  });

  it("takes what dependent messages take", () => {
    const document = { topology: { kind: "torus", sizes: [4, 4] }, workload: { kind: "binary-tree", message: "1 kB" } };
    expect(flow(document).makespan).toBe(packets(document).makespan);
    const exchange = { ...document, topology: star(16), workload: { kind: "butterfly-exchange", message: "1 kB" } };
    expect(flow(exchange).makespan).toBe(packets(exchange).makespan);
  });
});

describe("everywhere", () => {
  it("runs every workload on every network with every routing that fits, carries no more than there is, and loses nothing", () => {
    const fluid = flowControls.get("fluid");
    let runs = 0;
    for (const topology of topologies.kinds.map((kind) => examplesOf(kind)[0])) {
      const facts = factsOf(topology);
      if (facts === undefined || facts.terminals > 300) continue;
      for (const routing of routings.kinds.map((kind) => examplesOf(kind)[0])) {
        const workload = workloads.kinds[runs % workloads.kinds.length];
        const scenario: Scenario = {
          ...readScenario({ run: { warmUp: 100, window: 400, drain: 300 } }),
          topology,
          routing,
          flowControl: examplesOf(fluid)[runs % fluid.examples.length],
          workload: examplesOf(workload)[0],
        };
        const started = startIfItFits(scenario);
        if (started === null) continue;
        runs++;
        const frame = runToEnd(started.simulation);
        expect(started.simulation.status).toBe("finished");
        const { scalars, phits } = frame;
        for (const each of phits) expect(each).toBeLessThanOrEqual(started.simulation.now * (1 + 1e-9));
        if (workload.endless) continue;
        expect(scalars[scalar.delivered]).toBe(scalars[scalar.injected]);
        expect(scalars[scalar.delivered]).toBeGreaterThan(0);
      }
    }
    expect(runs).toBeGreaterThan(20);
  });

  it("has the same fingerprint and the same frame however it is sliced, also by work", () => {
    fc.assert(
      fc.property(
        roomy(anyScenario(20, anyFluidFlowControl)),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 50 }),
        (scenario, work, cycles) => {
          const [whole, sliced] = [start(scenario).simulation, start(scenario).simulation];
          const last = runToEnd(whole);
          while (sliced.status === "running") {
            sliced.advance(sliced.now + cycles, work);
            frameOf(sliced);
          }
          expect(runToEnd(sliced)).toEqual(last);
        },
      ),
      { seed, numRuns: cases(25) },
    );
  });

  it("has as many packets in each column as there are, at every cycle", () => {
    fc.assert(
      fc.property(roomy(anyScenario(20, anyFluidFlowControl)), fc.nat({ max: 700 }), (scenario, cycle) => {
        const { simulation } = start(scenario);
        simulation.advance(cycle, Infinity);
        const { scalars, acceptedSoFar, sentSoFar, latencies, latencyFrom, queued } = frameOf(simulation);
        const sum = (numbers: Iterable<number>) => [...numbers].reduce((a, b) => a + b, 0);
        expect(sum(acceptedSoFar)).toBe(scalars[scalar.delivered]);
        expect(sum(sentSoFar)).toBe(scalars[scalar.injected]);
        expect(sum(latencies)).toBe(scalars[scalar.taggedDelivered]);
        expect(sum(latencyFrom)).toBeCloseTo(scalars[scalar.latency], 3);
        expect(scalars[scalar.delivered]).toBeLessThanOrEqual(scalars[scalar.injected]);
        expect(Math.min(0, ...queued)).toBe(0);
      }),
      { seed, numRuns: cases(40) },
    );
  });
});
