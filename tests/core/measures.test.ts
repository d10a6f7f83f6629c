/** Tests of measures on frames that are filled by hand. */
import { describe, expect, it, test } from "vitest";
import { compile } from "../../src/core/run/compile.ts";
import { distributionTable } from "../../src/core/measures/distribution.ts";
import { fairnessOf, serviceFairnessOf } from "../../src/core/measures/fairness.ts";
import { flowsTable } from "../../src/core/measures/flows.ts";
import { measure } from "../../src/core/measures/measure.ts";
import { measures } from "../../src/core/measures/index.ts";
import { overTimeTable } from "../../src/core/measures/over-time.ts";
import { switchesTable } from "../../src/core/measures/switches.ts";
import { measureTables } from "../../src/core/measures/tables.ts";
import { terminalsTable } from "../../src/core/measures/terminals.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { emptyMatrix, withCells } from "../../src/core/traffic/traffic-matrix.ts";
import { writeMatrix } from "../../src/core/traffic/traffic-matrix-text.ts";
import { startRun } from "../../src/core/run/run.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { type Frame, frameLayout, latencyBin, openFrame, scalar } from "../../src/core/simulation/frame.ts";

const planOf = (document: unknown): Plan => compile(readScenario(document)).plan;
const openLoop = (pattern: string) => ({ kind: "open-loop", pattern, load: 0.2 });

/** An empty frame for a plan. */
function emptyFrameOf({ network }: Plan): Frame {
  const layout = frameLayout({ channels: network.head.length, terminals: network.terminals, messages: 0 });
  return openFrame(layout, new ArrayBuffer(layout.byteLength));
}

/** Two switches, 0 and 1, with a terminal each; packets of four phits. Channels: t0, t1, s0 → t0, s0 → s1, s1 → t1, s1 → s0. */
const twoSwitches = planOf({
  topology: { kind: "mesh", sizes: [2] },
  flowControl: { kind: "virtual-cut-through", packet: "16 B" },
  workload: openLoop("uniform"),
});

describe("fairness", () => {
  const fairnessFor = (offered: readonly number[], served: readonly number[]) => {
    const fairness = fairnessOf(Float64Array.from(offered), Float64Array.from(served));
    return fairness === null ? null : { jain: fairness.jain, lowest: fairness.lowest, highest: fairness.highest };
  };

  it("is 1 where all are served alike, however much they send", () => {
    expect(fairnessFor([10, 20, 30], [5, 10, 15])).toEqual({ jain: 1, lowest: 0.5, highest: 0.5 });
  });

  it("is 1 / n where one takes all", () => {
    expect(fairnessFor([10, 10, 10, 10], [10, 0, 0, 0])).toEqual({ jain: 0.25, lowest: 0, highest: 1 });
  });

  it("leaves out who sent nothing", () => {
    // Shares 1 and ½: (3/2)² / (2 · 5/4) = 9/10.
    expect(fairnessFor([8, 0, 8], [8, 0, 4])).toEqual({ jain: 0.9, lowest: 0.5, highest: 1 });
  });

  it("is unknown where no terminal offered anything, and where none was served", () => {
    expect(fairnessFor([0, 0], [0, 0])).toBeNull();
    expect(fairnessFor([5, 5], [0, 0])).toBeNull();
  });

  it("is 4/5 where two flows share a channel three to one, and counts no backlog from before the window", () => {
    expect(fairnessFor([100, 100], [75, 25])).toEqual({ jain: 0.8, lowest: 0.25, highest: 0.75 });
    expect(fairnessFor([100, 100], [150, 50])).toEqual({ jain: 0.9, lowest: 0.5, highest: 1 });
  });

  const measured = (document: object) => {
    const run = startRun(readScenario({ run: { warmUp: 1000, window: 2000, drain: 1000 }, ...document }));
    run.finish();
    return run.results();
  };

  it("is near 1 on one switch with uniform traffic at every load, full or not, on every engine", () => {
    for (const flowControl of ["virtual-cut-through", "wormhole", "fluid"])
      for (const load of [0.1, 0.9, 1]) {
        const { fairness } = measured({
          topology: { kind: "single-switch", terminals: 16 },
          flowControl,
          workload: { kind: "open-loop", load },
        });
        expect(fairness!.jain, `${flowControl} at ${load}`).toBeGreaterThan(0.97);
      }
  });

  it("is 8/9 where two of three senders share a channel and the third has its own, by what leaves the sources and not by what arrives in the end", () => {
    // Terminal 2 accepts one phit per cycle. Two senders offer one phit per cycle each, so each gets half. Terminal 3 receives everything
    // from its only sender, whose channel is never full.
    const cells = writeMatrix(withCells(emptyMatrix, { source: [0, 1, 4], destination: [2, 2, 3], value: [1, 1, 0.5] }));
    const [length, window] = [16, 100_000];
    const { fairness } = measured({
      topology: { kind: "single-switch", terminals: 5 },
      flowControl: { kind: "virtual-cut-through", packet: `${length * 4} B` },
      workload: { kind: "rates", unit: "phits", cells },
      run: { warmUp: 1000, window, drain: 1000 },
    });
    // Packets are created at random, one in `length` cycles on average. This is the relative standard deviation of the share that half of
    // them get.
    const sigma = Math.sqrt((1 - 1 / length) / (window / length)) / 2;
    // A free channel chooses between the two senders at random, so the number of packets of each is binomial with probability 1/2.
    const drawn = Math.sqrt(1 / (window / length)) / 2;
    expect(Math.abs(fairness!.lowest - 1 / 2)).toBeLessThan(4 * Math.hypot(sigma, drawn));
    // A few packets are created within the window and sent after it, or wait for another packet of the same sender.
    expect(fairness!.highest).toBeGreaterThan(1 - 8 / ((0.5 * window) / length));
    // (1/2 + 1/2 + 1)² / (3 · (1/4 + 1/4 + 1)) = 8/9. Its derivative with respect to each of the halves is 8/27. A random choice for one
    // sender is one against the other.
    expect(Math.abs(fairness!.jain - 8 / 9)).toBeLessThan(((4 * 8) / 27) * Math.SQRT2 * sigma);
  });

  it("is unknown in a deadlock, and in results of earlier versions that did not rate service", () => {
    const { fairness, makespan } = measured({
      topology: { kind: "single-switch", terminals: 4 },
      workload: { kind: "open-loop", load: 0.2 },
    });
    expect(serviceFairnessOf({ fairness, makespan })).toEqual(fairness);
    expect(serviceFairnessOf({ fairness: { jain: 1, lowest: 0, highest: 0 }, makespan: null })).toBeNull();
    expect(serviceFairnessOf({ fairness: { jain: 1, lowest: 1, highest: 1 }, makespan: 100 })).toEqual({ jain: 1, lowest: 1, highest: 1 });
  });

  it("is among the results and their table", () => {
    const frame = emptyFrameOf(twoSwitches);
    frame.created.set([8, 8]);
    frame.sent.set([8, 4]);
    frame.scalars[scalar.accepted] = 12;
    const results = measure(twoSwitches, frame, []);
    const values = measures.map(({ id, value }) => [id, value(results)]);
    expect(Object.fromEntries(values)).toMatchObject({ fairness: 0.9, "share-lowest": 0.5, "share-highest": 1 });
  });
});

test("a switch: what came in, what went out, and how long it waited", () => {
  const frame = emptyFrameOf(twoSwitches);
  expect([...twoSwitches.network.tail].map((tail, c) => [tail, twoSwitches.network.head[c]])).toEqual([
    [0, 2],
    [1, 3],
    [2, 0],
    [2, 3],
    [3, 1],
    [3, 2],
  ]);
  frame.scalars[scalar.windowCycles] = 100;
  frame.windowPhits.set([40, 20, 16, 32, 28, 12]);
  frame.windowWaiting.set([30, 5, 1000, 7, 1000, 9]);
  frame.windowSinceInjection.set([10, 5, 1000, 24, 1000, 16]);
  const { rows } = switchesTable.measure(twoSwitches, frame);
  // Channels 0 and 5 enter switch 0: 52 phits, 13 packets. Channels 2 and 3 leave it: 48 phits over two channels.
  expect(rows?.[0]).toEqual([0, "switch (0)", 13, 0.24, 0.32, 39, 3, 26, 2]);
  // Channels 1 and 3 enter switch 1, also 13 packets. Channels 4 and 5 leave it: 40 phits.
  expect(rows?.[1]).toEqual([1, "switch (1)", 13, 0.2, 0.28, 12, 12 / 13, 29, 29 / 13]);
  expect(switchesTable.measure(twoSwitches, emptyFrameOf(twoSwitches)).rows?.[1]).toEqual([1, "switch (1)", 0, 0, 0, 0, 0, 0, 0]);
});

test("a terminal: what became of what it sent", () => {
  const frame = emptyFrameOf(twoSwitches);
  frame.created.set([4, 0]);
  frame.sent.set([3, 0]);
  frame.accepted.set([0, 2]);
  frame.arrivedFrom.set([2, 0]);
  frame.latencyFrom.set([25, 0]);
  frame.scalars[scalar.windowCycles] = 100;
  frame.sendingCycles.set([48, 0]);
  frame.blockedCycles.set([30, 0]);
  expect(terminalsTable.measure(twoSwitches, frame).rows).toEqual([
    [0, 4, 3, 0, 2, 0.5, 12.5, 48, 30, 22],
    [1, 0, 0, 2, 0, null, null, 0, 0, 100],
  ]);
});

describe("flows", () => {
  it("are the pairs between which something arrived", () => {
    const plan = planOf({ topology: { kind: "mesh", sizes: [3] }, workload: openLoop("uniform") });
    const frame = emptyFrameOf(plan);
    frame.flowPackets[1 * 3 + 2] = 4;
    frame.flowLatency[1 * 3 + 2] = 50;
    frame.flowPackets[2 * 3 + 0] = 1;
    frame.flowLatency[2 * 3 + 0] = 9;
    expect(flowsTable.measure(plan, frame).rows).toEqual([
      [1, 2, 4, 12.5],
      [2, 0, 1, 9],
    ]);
  });

  const many = { kind: "mesh", sizes: [16, 16] };

  it("are known by their sources where each has one destination, in networks of any size", () => {
    const plan = planOf({ topology: many, workload: openLoop("complement") });
    const frame = emptyFrameOf(plan);
    frame.arrivedFrom[3] = 5;
    frame.latencyFrom[3] = 100;
    // The complement of 3 among 256 terminals is 252.
    expect(flowsTable.measure(plan, frame).rows).toEqual([[3, 252, 5, 20]]);
  });

  it("are not counted beyond 128 terminals otherwise, and say so", () => {
    const plan = planOf({ topology: many, workload: openLoop("uniform") });
    const { rows, why } = flowsTable.measure(plan, emptyFrameOf(plan));
    expect(rows).toBeNull();
    expect(why).toContain("up to 128 terminals");
    expect(why).toContain("this network has 256");
  });
});

test("time runs in equal stretches; one without arrivals has no latency", () => {
  const frame = emptyFrameOf(twoSwitches);
  frame.scalars[scalar.binCycles] = 50;
  frame.scalars[scalar.bins] = 2;
  frame.acceptedOverTime.set([0, 0.5]);
  frame.latencyOverTime.set([0, 12.5]);
  frame.meanLoad.set([0.25, 0.5]);
  frame.worstLoad.set([0.75, 1]);
  // Entries after the complete ones are left out.
  frame.meanLoad[2] = 1;
  expect(overTimeTable.measure(twoSwitches, frame).rows).toEqual([
    [0, 49, 0, null, 0.25, 0.75],
    [50, 99, 0.5, 12.5, 0.5, 1],
  ]);
});

describe("the distribution of latencies", () => {
  it("has bins of one cycle up to 63, and of 2 from 64", () => {
    const frame = emptyFrameOf(twoSwitches);
    for (const latency of [62, 62, 65, 66]) frame.latencies[latencyBin(latency)]++;
    expect(distributionTable.measure(twoSwitches, frame).rows).toEqual([
      [62, 62, 2, 0.5],
      [63, 63, 0, 0.5],
      [64, 65, 1, 0.75],
      [66, 67, 1, 1],
    ]);
  });

  it("is empty when nothing arrived", () => {
    expect(distributionTable.measure(twoSwitches, emptyFrameOf(twoSwitches)).rows).toEqual([]);
  });
});

describe("tables of a run", () => {
  const run = startRun(
    readScenario({ topology: { kind: "torus", sizes: [4, 4] }, workload: openLoop("uniform"), run: { warmUp: 200, window: 1000 } }),
  );
  run.finish();
  const results = run.results();
  const program = startRun(readScenario({ topology: { kind: "torus", sizes: [4, 4] }, workload: { kind: "binary-tree", ranks: 8 } }));
  program.finish();

  it.each(measureTables.map((table) => [table.id, table] as const))("%s: a value for every column", (_, table) => {
    const found = [run, program].map((each) => each.table(table));
    // Tables that are empty for open-loop traffic have rows for a program.
    expect(found.some(({ rows }) => rows !== null)).toBe(true);
    for (const { rows, why } of found) {
      if (rows === null) expect(why).toMatch(/^Only programs have ranks.*\.$/);
      else expect(rows.length).toBeGreaterThan(0);
      for (const row of rows ?? []) expect(row).toHaveLength(table.columns.length);
    }
    expect(new Set(table.columns.map(({ id }) => id)).size).toBe(table.columns.length);
  });

  const sum = (table: (typeof measureTables)[number], id: string) => {
    const column = table.columns.findIndex((column) => column.id === id);
    return (run.table(table).rows ?? []).reduce((total, row) => total + Number(row[column]), 0);
  };

  it("agree with each other and with the results", () => {
    expect(sum(terminalsTable, "created")).toBe(results.packets);
    expect(sum(terminalsTable, "delivered")).toBe(results.arrived);
    expect(sum(flowsTable, "packets")).toBe(results.arrived);
    expect(sum(distributionTable, "packets")).toBe(results.arrived);
    const latencies = (run.table(terminalsTable).rows ?? []).reduce((total, row) => total + Number(row[4]) * Number(row[6]), 0);
    expect(latencies / results.arrived).toBeCloseTo(results.latency?.mean ?? NaN, 9);
  });

  it("count at switches what was counted at channels", () => {
    const [channels] = measureTables;
    const column = (id: string) => channels.columns.findIndex((column) => column.id === id);
    const { network } = run.plan;
    const intoSwitches = (run.table(channels).rows ?? []).filter((_, c) => network.head[c] >= network.terminals);
    for (const id of ["packets", "waiting", "since-injection"]) {
      expect(sum(switchesTable, id)).toBeCloseTo(
        intoSwitches.reduce((total, row) => total + Number(row[column(id)]), 0),
        6,
      );
    }
  });
});
