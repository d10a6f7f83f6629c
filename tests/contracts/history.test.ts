/** Properties of the recorded history of a run: it equals the actual past, for any interval. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fluid } from "../../src/core/flow-control/fluid.ts";
import { type Run, startRun } from "../../src/core/run/run.ts";
import type { Scenario } from "../../src/core/scenario/scenario.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import type { Simulation } from "../../src/core/simulation/contract.ts";
import {
  type ColumnName,
  type Frame,
  frameLayout,
  type FrameLayout,
  latencyBin,
  scalar,
  type Status,
} from "../../src/core/simulation/frame.ts";
import { HistoryRecorder } from "../../src/core/simulation/history-recorder.ts";
import { frameBetween, History } from "../../src/core/simulation/history.ts";
import { virtualCutThrough } from "../../src/core/flow-control/virtual-cut-through.ts";
import { cases } from "../effort.ts";
import { withSufficientQueues } from "./sufficient-queues.ts";
import { anyScenario, frameOf } from "./scenarios.ts";

const scenarios = withSufficientQueues(anyScenario(20));

/** Runs to the end in uneven slices, recording the history. */
function recordHistory(scenario: Scenario, slice = 37): { readonly run: Run; readonly history: History } {
  const run = startRun(scenario);
  const { simulation, plan } = run;
  const keeper = new HistoryRecorder(simulation, plan.engine);
  while (simulation.status === "running") {
    simulation.advance(Math.min(keeper.nextSnapshot, simulation.now + slice), slice);
    keeper.recordIfDue();
  }
  return { run, history: new History(keeper.data()) };
}

/** A frame as plain data, without some columns. */
function columnsOf(frame: Frame, layout: FrameLayout, excluded: readonly ColumnName[] = []): Record<string, readonly number[]> {
  const names = (Object.keys(layout.columns) as ColumnName[]).filter((name) => !excluded.includes(name));
  return Object.fromEntries(names.map((name) => [name, [...frame[name]]]));
}

/** The frame of a run that is stopped at a cycle. */
function frameAt(scenario: Scenario, cycle: number): Frame {
  const { simulation } = startRun(scenario);
  while (simulation.status === "running" && simulation.now < cycle) simulation.advance(cycle, Infinity);
  return frameOf(simulation);
}

const timeColumns: readonly ColumnName[] = ["worstLoad", "meanLoad", "acceptedOverTime", "latencyOverTime", "inNetworkOverTime"];

describe("a run's past", () => {
  it("ends in the last frame, and changes nothing", () => {
    fc.assert(
      fc.property(scenarios, fc.integer({ min: 5, max: 400 }), (scenario, slice) => {
        const { run, history } = recordHistory(scenario, slice);
        const { layout, now } = run.simulation;
        expect(history.cycles[0]).toBe(0);
        expect(history.cycles.at(-1)).toBe(now);
        const last = columnsOf(frameAt(scenario, Infinity), layout);
        expect(columnsOf(frameOf(run.simulation), layout)).toEqual(last);
        expect(columnsOf(history.stateAt(Infinity).frame, layout)).toEqual(last);
      }),
      { numRuns: cases(20) },
    );
  });

  it("is at each instant what the run was when it stood there", () => {
    fc.assert(
      fc.property(scenarios, fc.nat(), (scenario, draw) => {
        const { run, history } = recordHistory(scenario);
        const { layout } = run.simulation;
        const cycle = history.cycles[draw % history.cycles.length];
        const state = history.stateAt(cycle);
        expect(state.cycle).toBe(cycle);
        const then = frameAt(scenario, cycle);
        // Bins have the width of those of the whole run.
        for (const name of ["binCycles", "bins"] as const) then.scalars[scalar[name]] = state.frame.scalars[scalar[name]];
        expect(columnsOf(state.frame, layout, timeColumns)).toEqual(columnsOf(then, layout, timeColumns));
        const bins = state.frame.scalars[scalar.bins];
        expect(bins).toBe(Math.floor(cycle / state.frame.scalars[scalar.binCycles]));
        expect([...state.frame.worstLoad.subarray(0, bins)]).toEqual([...frameOf(run.simulation).worstLoad.subarray(0, bins)]);
      }),
      { numRuns: cases(20) },
    );
  });

  it("within the window of measurement is what the run has measured there", () => {
    let measured = 0;
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const { run, history } = recordHistory(scenario);
        const { start, end } = run.plan.window;
        const frame = frameOf(run.simulation);
        const stretch = history.stateBetween(start, end);
        // A finite run may end at its first instant, and an open-loop one may deadlock before the window.
        if (run.simulation.now <= start) return;
        expect([stretch.from, stretch.to]).toEqual([start, Math.min(end, run.simulation.now)]);
        const { windowPhits, windowWaiting, windowSinceInjection, accepted, sent, sendingCycles, blockedCycles } = stretch.frame;
        expect({ windowPhits, windowWaiting, windowSinceInjection, accepted, sent, sendingCycles, blockedCycles }).toEqual({
          windowPhits: frame.windowPhits,
          windowWaiting: frame.windowWaiting,
          windowSinceInjection: frame.windowSinceInjection,
          accepted: frame.accepted,
          sent: frame.sent,
          sendingCycles: frame.sendingCycles,
          blockedCycles: frame.blockedCycles,
        });
        for (const name of ["windowCycles", "windowStart", "accepted"] as const) {
          expect(stretch.frame.scalars[scalar[name]], name).toBe(frame.scalars[scalar[name]]);
        }
        measured += frame.scalars[scalar.accepted];
      }),
      { numRuns: cases(30) },
    );
    expect(measured).toBeGreaterThan(cases(400));
  });

  it("adds up: the stretches between instants are the whole", () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const { run, history } = recordHistory(scenario);
        const whole = frameOf(run.simulation);
        const { cycles } = history;
        const parts = cycles.slice(1).map((to, i) => history.stateBetween(cycles[i], to));
        expect(parts.map(({ from, to }) => [from, to])).toEqual(cycles.slice(1).map((to, i) => [cycles[i], to]));
        const expectSum = (valueOf: (frame: Frame) => number, is: number) => {
          const sum = parts.reduce((total, { frame }) => total + valueOf(frame), 0);
          // Under fluid flow, sums of fractions are rounded.
          if (scenario.flowControl.kind === fluid.id)
            expect(Math.abs(sum - is)).toBeLessThanOrEqual(1e-12 * Math.max(1, is) * parts.length);
          else expect(sum).toBe(is);
        };
        for (let c = 0; c < whole.phits.length; c++) {
          expectSum(({ windowPhits }) => windowPhits[c], whole.phits[c]);
          expectSum(({ windowWaiting }) => windowWaiting[c], whole.waiting[c]);
        }
        expectSum(({ scalars }) => scalars[scalar.accepted], whole.scalars[scalar.delivered]);
        expectSum(({ scalars }) => scalars[scalar.taggedDelivered], whole.scalars[scalar.taggedDelivered]);
        expectSum(({ latencies }) => latencies.reduce((a, b) => a + b, 0), whole.scalars[scalar.taggedDelivered]);
        for (const { frame } of parts) expectLargestWithin(frame);
      }),
      { numRuns: cases(15) },
    );
  });

  /** The largest latency of an interval lies in the highest bin that has packets. */
  function expectLargestWithin({ scalars, latencies }: Frame): void {
    if (scalars[scalar.taggedDelivered] === 0) return;
    const bins = [...latencies.keys()].filter((bin) => latencies[bin] > 0);
    expect(latencyBin(Math.floor(scalars[scalar.latencyMax] + 1e-6))).toBe(Math.max(...bins));
  }
});

describe("instants", () => {
  const torus = { topology: { kind: "torus", sizes: [4, 4] }, workload: { kind: "open-loop", load: 0.3 } };

  it("are 64 at the ends of the stretches over time, and the ends of window and run", () => {
    const { history } = recordHistory(readScenario({ ...torus, run: { warmUp: 100, window: 1500, drain: 320 } }), 1000);
    const end = history.cycles.at(-1) as number;
    const regular = Array.from({ length: 64 }, (_, i) => i * 30).filter((cycle) => cycle < end);
    expect(history.cycles).toEqual([...new Set([...regular, 100, 1600, end])].sort((a, b) => a - b));
    expect(history.stateBetween(95, 1580)).toMatchObject({ from: 90, to: 1590 });
    expect(history.stateBetween(100, 103)).toMatchObject({ from: 100, to: 120 });
    expect(history.stateAt(107).cycle).toBe(100);
    expect(history.stateBetween(end + 5, end + 9)).toMatchObject({ to: end });
  });

  it("become sparser as a run without a known end goes on", () => {
    const list = Array.from({ length: 400 }, (_, i) => ({ source: i % 16, destination: (i + 5) % 16, bytes: "2 kB", time: 20 * i }));
    const { run, history } = recordHistory(readScenario({ ...torus, workload: { kind: "messages", list } }), 1e6);
    const interval = frameOf(run.simulation).scalars[scalar.binCycles];
    expect(interval).toBeGreaterThan(64);
    expect(history.cycles.slice(0, -1).every((cycle, i) => cycle === i * interval)).toBe(true);
    expect(history.cycles.length).toBeGreaterThan(32);
    expect(history.cycles.length).toBeLessThan(67);
  });

  it("are fewer of a large network, so that all take less than 50 MB", () => {
    const scenario = readScenario({
      topology: { kind: "torus", sizes: [64, 64] },
      workload: { kind: "open-loop", load: 0.05 },
      run: { warmUp: 0, window: 200, drain: 0 },
    });
    const { simulation, plan } = startRun(scenario);
    const keeper = new HistoryRecorder(simulation, plan.engine);
    while (simulation.status === "running") {
      simulation.advance(keeper.nextSnapshot, Infinity);
      keeper.recordIfDue();
    }
    const { snapshots } = keeper.data();
    const bytes = snapshots.reduce((sum, { values }) => sum + values.byteLength, 0);
    expect(bytes).toBeLessThan(52e6);
    expect(snapshots.length).toBeGreaterThan(8);
  });
});

it("between two frames, loads are those of the cycles between them", () => {
  const scenario = readScenario({ topology: { kind: "torus", sizes: [4, 4] }, run: { warmUp: 0, window: 900, drain: 0 } });
  const [earlier, later] = [frameAt(scenario, 300), frameAt(scenario, 500)];
  const { layout } = startRun(scenario).simulation;
  const { scalars, windowPhits, queued } = frameBetween(earlier, later, layout);
  expect([scalars[scalar.windowStart], scalars[scalar.windowCycles], scalars[scalar.now]]).toEqual([300, 200, 500]);
  windowPhits.forEach((phits, c) => {
    expect(phits).toBe(later.phits[c] - earlier.phits[c]);
    expect(phits).toBeLessThanOrEqual(200);
  });
  expect([...queued]).toEqual([...later.queued]);
  expect(Math.max(...windowPhits)).toBeGreaterThan(50);
});

it("of messages of half a gigabyte, whose sums go beyond 32 bits and have fractions, is exact at every instant", () => {
  const scenario = readScenario({
    topology: { kind: "three-quads", m: 2 },
    technology: "gigabit-ethernet",
    host: { kind: "limited-ports", bothWays: "210.3 MB/s" },
    flowControl: { kind: "fluid", packet: "1448 B", injectionSlots: 4 },
    workload: {
      kind: "messages",
      list: Array.from({ length: 16 }, (_, m) => ({ source: m % 8, destination: (m * 3 + 1) % 8, bytes: "512 MB", time: m * 1000 })).filter(
        ({ source, destination }) => source !== destination,
      ),
    },
  });
  const { run, history } = recordHistory(scenario, 1e6);
  const { now } = run.simulation;
  expect(now).toBeGreaterThan(2e8);
  expect(history.cycles.length).toBeGreaterThan(32);
  expect(history.cycles.length).toBeLessThan(67);
  const last = frameOf(run.simulation);
  expect(Math.max(...last.latencyFrom)).toBeGreaterThan(2 ** 40);
  expect(history.stateAt(now).frame.latencyFrom).toEqual(last.latencyFrom);
  for (const cycle of history.cycles.filter((_, i) => i % 7 === 3)) {
    const [found, expected] = [history.stateAt(cycle).frame, frameAt(scenario, cycle)];
    for (const name of [
      "phits",
      "waiting",
      "sinceInjection",
      "acceptedSoFar",
      "sendingSoFar",
      "blockedSoFar",
      "latencyFrom",
      "latencies",
    ] as const)
      expect(found[name]).toEqual(expected[name]);
  }
});

it("no stretch of time has less than nothing of anything, though sums of fractions are rounded", () => {
  const scenario = readScenario({
    topology: { kind: "modular-switch", ports: 4, uplinks: 3, backplane: 7 },
    routing: "up-down",
    flowControl: { kind: "fluid", packet: "65 B", injectionSlots: 30, toOne: "in-turn", ways: "spread" },
    workload: { kind: "open-loop", pattern: "uniform", load: 0.5, size: { kind: "fixed", bytes: "165 B" } },
    run: { warmUp: 2, window: 124, drain: 3 },
    seed: 0,
  });
  let before = frameAt(scenario, 0);
  const { layout } = startRun(scenario).simulation;
  for (const cycle of [2, 12, 63.5, 126, 900]) {
    const frame = frameAt(scenario, cycle);
    const { created, latencyFrom, flowLatency, sendingCycles, blockedCycles } = frameBetween(before, frame, layout);
    for (const each of [created, latencyFrom, flowLatency, sendingCycles, blockedCycles])
      expect(Math.min(...each)).toBeGreaterThanOrEqual(0);
    before = frame;
  }
});

it("sums may be larger than an instant can hold", () => {
  const layout = frameLayout({ channels: 2, terminals: 1, messages: 0 });
  const window = { start: 200, end: 500, limit: 600 };
  const simulation = { layout, now: 0, window, nextWindowChange: Infinity, status: "running" as Status, sample };
  const perCycle = 3e7;
  function sample(into: Frame): void {
    into.scalars[scalar.now] = simulation.now;
    into.scalars[scalar.binCycles] = 100;
    into.phits.fill(simulation.now);
    into.waiting.set([simulation.now * perCycle, simulation.now]);
  }
  const keeper = new HistoryRecorder(simulation as unknown as Simulation, virtualCutThrough.engine);
  for (simulation.now = 100; simulation.now <= 600; simulation.now += 100) {
    simulation.status = simulation.now < 600 ? "running" : "finished";
    keeper.recordIfDue();
  }
  const history = new History(keeper.data());
  expect(history.cycles).toEqual([0, 100, 200, 300, 400, 500, 600]);
  expect([...history.stateAt(600).frame.waiting]).toEqual([600 * perCycle, 600]);
  expect([...history.stateAt(600).frame.windowWaiting]).toEqual([300 * perCycle, 300]);
  expect([...history.stateBetween(100, 400).frame.windowWaiting]).toEqual([300 * perCycle, 300]);
  expect([...history.stateBetween(100, 400).frame.windowPhits]).toEqual([300, 300]);
});
