/** The cycle from which nothing moves in a deadlocked run: by hand for small rings, and against the counters of every single cycle. */
import { describe, expect, it } from "vitest";
import { startRun } from "../../src/core/run/start.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { openFrame } from "../../src/core/simulation/frame.ts";

/** Rings on which each terminal sends to the second next, and packets may wait for each other all around. */
const topology = { kind: "torus", sizes: [4] };
const routing = { kind: "dimension-order", channelClasses: "none", halfWay: "up" };

/** Each terminal sends `count` packets of 16 phits to the second next, all created at cycle 0. */
const bursts = (count: number) => ({
  kind: "messages",
  list: [0, 1, 2, 3].map((source) => ({ source, destination: (source + 2) % 4, bytes: `${64 * count} B` })),
});

/** Runs to the end; returns the results, and the first cycle after which no counter of channels and queues changes. */
function runByCycles(document: object) {
  const run = startRun(readScenario(document));
  const { simulation } = run;
  let [lastState, lastChange] = ["", 0];
  while (simulation.status === "running") {
    simulation.advance(simulation.now + 1, Infinity);
    const frame = openFrame(simulation.layout, new ArrayBuffer(simulation.layout.byteLength));
    simulation.sample(frame);
    const state = [frame.phits, frame.queued, frame.acceptedSoFar].join(";");
    if (state !== lastState) lastChange = simulation.now;
    lastState = state;
  }
  return { results: run.results(), lastChange };
}

describe("by hand, in a ring of four with queues for one packet of 16 phits", () => {
  it("virtual cut-through: a packet on each channel of the ring, and one behind it from each terminal", () => {
    // First packets: the terminal's channel in cycles 0 to 15, the ring's channel one cycle later, in 1 to 16. Then every queue of the ring
    // is full. The terminal's next packet has the freed queue from cycle 17 on, and crosses in cycles 17 to 32.
    const { results } = runByCycles({ topology, routing, workload: bursts(3), flowControl: { kind: "virtual-cut-through", queue: 1 } });
    expect(results).toMatchObject({ status: "deadlocked", cycles: 1024, stalledSince: 33, consumed: 0 });
  });

  it("store and forward: a packet leaves a switch only after its tail has arrived", () => {
    // Cycles 0 to 15 and 16 to 31, then the next packets in 32 to 47.
    const { results } = runByCycles({ topology, routing, workload: bursts(3), flowControl: { kind: "store-and-forward", queue: 1 } });
    expect(results).toMatchObject({ status: "deadlocked", cycles: 1024, stalledSince: 48, consumed: 0 });
  });

  it("without a second packet, the queues of the terminals stay empty, and nothing moves after the first", () => {
    const { results } = runByCycles({ topology, routing, workload: bursts(1), flowControl: { kind: "virtual-cut-through", queue: 1 } });
    expect(results).toMatchObject({ status: "deadlocked", stalledSince: 17, consumed: 0 });
  });
});

it("by hand, circuits in a ring of five: a header on its terminal's channel, on one of the ring, and no further", () => {
  const ring = { topology: { kind: "torus", sizes: [5] }, routing: { kind: "dimension-order", channelClasses: "none" } };
  const list = [0, 1, 2, 3, 4].map((source) => ({ source, destination: (source + 2) % 5, bytes: "64 B" }));
  const flowControl = { kind: "circuit", virtualChannels: 1, hopDelay: 3 };
  const { results } = runByCycles({ ...ring, workload: { kind: "messages", list }, flowControl });
  expect(results).toMatchObject({ status: "deadlocked", stalledSince: 6, consumed: 0 });
});

describe("equals the last cycle in which a counter changed", () => {
  const crowded = {
    topology: { kind: "torus", sizes: [8] },
    routing: { kind: "dimension-order", channelClasses: "none" },
    workload: { kind: "open-loop", pattern: { kind: "tornado" }, load: 0.4 },
  };
  it.each([
    ["virtual cut-through", { kind: "virtual-cut-through" }],
    ["one selection after another", { kind: "virtual-cut-through", selection: "random" }],
    ["store and forward", { kind: "store-and-forward" }],
    ["wormhole", { kind: "wormhole" }],
  ])("%s", (_, flowControl) => {
    const { results, lastChange } = runByCycles({ ...crowded, flowControl });
    expect(results).toMatchObject({ status: "deadlocked", stalledSince: lastChange });
    expect(results.consumed).toBeGreaterThan(0);
  });

  it.each([
    ["switches with a pipeline and late credits", "virtual-cut-through"],
    ["worms in such switches", "wormhole"],
  ])("%s: at most the time of a credit later", (_, kind) => {
    const creditDelay = 5;
    const { results, lastChange } = runByCycles({ ...crowded, flowControl: { kind }, switch: { pipeline: 2, creditDelay } });
    expect(results.status).toBe("deadlocked");
    expect(results.stalledSince! - lastChange).toBeGreaterThanOrEqual(0);
    expect(results.stalledSince! - lastChange).toBeLessThanOrEqual(creditDelay + 1);
  });
});

it("is absent while packets outside the cycle still move", () => {
  const run = startRun(
    readScenario({
      topology: { kind: "torus", sizes: [8, 8] },
      routing: { kind: "dimension-order", channelClasses: "none" },
      flowControl: { kind: "virtual-cut-through", queue: 2 },
      workload: { kind: "open-loop", pattern: { kind: "uniform" }, load: 0.45 },
    }),
  );
  run.finish();
  const results = run.results();
  expect(results.status).toBe("deadlocked");
  expect(results).not.toHaveProperty("stalledSince");
  expect(results.consumed).toBeGreaterThan(0);
});

it("is absent without a deadlock", () => {
  const free = runByCycles({ topology, workload: bursts(3) }).results;
  expect(free.status).toBe("finished");
  expect(free).not.toHaveProperty("stalledSince");
  expect(free).not.toHaveProperty("consumed");
});

describe("the queues of a deadlock", () => {
  const queuesOf = (flowControl: object) => {
    const run = startRun(readScenario({ topology, routing, workload: bursts(8), flowControl }));
    run.finish();
    const { plan, simulation } = run;
    const frame = openFrame(simulation.layout, new ArrayBuffer(simulation.layout.byteLength));
    simulation.sample(frame);
    const { vcClasses } = plan.routing;
    const cycle = simulation.deadlockCycle.map((wait) => frame.queuedPhits[wait.channel * vcClasses + wait.class]);
    return { cycle, frame, vcClasses };
  };

  it.each([1, 3])("of %i packets are full, because they are", (queue) => {
    for (const kind of ["virtual-cut-through", "store-and-forward"]) {
      const { cycle, frame } = queuesOf({ kind, queue });
      expect(cycle).toEqual([1, 1, 1, 1].map(() => 16 * queue));
      expect([...frame.queuedPhits]).toEqual([...frame.queued].map((packets) => 16 * packets));
    }
  });

  it("of flits are full as well, of several virtual channels each for itself", () => {
    const { cycle } = queuesOf({ kind: "wormhole", buffer: 10, virtualChannels: 1 });
    expect(cycle).toEqual([10, 10, 10, 10]);
    const { frame, vcClasses } = queuesOf({ kind: "virtual-cut-through", queue: 2, virtualChannels: 2 });
    expect(vcClasses).toBe(2);
    expect(frame.queuedPhits).toHaveLength(2 * frame.queued.length);
    frame.queued.forEach((packets, c) => expect(frame.queuedPhits[2 * c] + frame.queuedPhits[2 * c + 1]).toBe(16 * packets));
  });
});
