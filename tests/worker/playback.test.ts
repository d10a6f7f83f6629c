/** A watched run that moves back and forth, in this process: its frames and the work they take. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startRun } from "../../src/core/run/run.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { scalar, statuses } from "../../src/core/simulation/frame.ts";
import type { Playback, PlaybackState } from "../../src/worker/playback.ts";
import type { RunWorker } from "../../src/worker/protocol.ts";
import { frameOf } from "../contracts/scenarios.ts";
import { exposedWorker } from "./exposed.ts";

const scenario = readScenario({ topology: { kind: "torus", sizes: [4, 4] }, run: { warmUp: 0, window: 3000, drain: 0 } });

/** Counts of the requests that the workers have received in this test. */
let requestCounts: { opens: number; lent: number; processes: number };
/** Ends the current worker as a crash would. */
let crash: () => void;
let playback: Playback;
let seenStates: PlaybackState[];
/** Scalars of the shown frames, one entry for each new cycle. */
let frames: (readonly number[])[];

beforeEach(async () => {
  requestCounts = { opens: 0, lent: 0, processes: 0 };
  const lend = exposedWorker;
  class WorkerLostError extends Error {}
  class FakeProcess {
    private readonly worker = lend();
    private isEnded = false;
    constructor() {
      requestCounts.processes++;
      crash = () => (this.isEnded = true);
    }
    async call<T>(ask: (remote: RunWorker) => T): Promise<T> {
      const worker = await this.worker;
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (this.isEnded) throw new WorkerLostError("gone");
      return ask({ ...worker, open: (document) => (requestCounts.opens++, worker.open(document)) });
    }
    slice(until: number, _: number, buffer: ArrayBuffer | null) {
      if (buffer !== null) requestCounts.lent++;
      // As on a slow machine, a slice advances at most 400 cycles.
      return this.call((worker) => worker.slice(Math.min(until, this.reached(worker) + 400), 1000, buffer));
    }
    private reached(worker: RunWorker): number {
      return worker.slice(0, 1, null).now;
    }
    end() {
      this.isEnded = true;
    }
  }
  vi.doMock("../../src/worker/process.ts", () => ({ WorkerProcess: FakeProcess, WorkerLostError }));
  await openPlayback(1);
});

/** Opens the scenario with another cycle length and another frame period in milliseconds. */
async function openPlayback(cycle: number, framePeriod = 0): Promise<void> {
  vi.resetModules();
  const { Playback } = await import("../../src/worker/playback.ts");
  playback = new Playback(
    scenario,
    () => undefined,
    cycle,
    () => framePeriod,
  );
  [seenStates, frames] = [[], []];
  playback.subscribe(() => {
    seenStates.push(playback.state);
    const shown = playback.latest?.frame.scalars;
    if (shown !== undefined && shown[0] !== frames.at(-1)?.[0]) frames.push([...shown]);
  });
}

afterEach(() => {
  playback.close();
  vi.resetModules();
});

/** Waits until the playback is paused or finished. */
async function waitUntilAtRest(): Promise<PlaybackState> {
  await vi.waitFor(
    () => {
      const { state } = playback;
      if (state.is === "opening" || state.is === "playing" || (state.is !== "failed" && state.seeking !== null)) throw new Error("not yet");
    },
    { timeout: 90_000, interval: 2 },
  );
  return playback.state;
}

/** Phits of the frame of a run that is stopped at this cycle. */
function expectedPhits(cycle: number): Float64Array {
  const { simulation } = startRun(scenario);
  while (simulation.status === "running" && simulation.now < cycle) simulation.advance(cycle, Infinity);
  return frameOf(simulation).phits;
}

function expectAt(cycle: number): void {
  expect(playback.state).toEqual({ is: "paused", now: cycle, seeking: null });
  expect([...(playback.latest?.frame.phits ?? [])]).toEqual([...expectedPhits(cycle)]);
}

test("goes forward and back, and shows no frame on the way", async () => {
  playback.pause();
  playback.seek(2000);
  await waitUntilAtRest();
  expectAt(2000);
  playback.seek(700);
  await waitUntilAtRest();
  expectAt(700);
  playback.seek(1234.9);
  await waitUntilAtRest();
  expectAt(1234);
  expect(frames.map(([now]) => now)).toEqual([2000, 700, 1234]);
  expect(requestCounts).toMatchObject({ opens: 2, processes: 1, lent: 3 });
});

test("a frame period holds frames back, but no cycle of a run whose slices are short", async () => {
  playback.close();
  await openPlayback(1, 200);
  playback.pause();
  await waitUntilAtRest();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  try {
    playback.setSpeed(10_000);
    playback.play();
    await vi.advanceTimersByTimeAsync(150);
    expect(frames).toHaveLength(1);
    // A period is 2,000 cycles, which are five slices. The second period reaches the end.
    await vi.advanceTimersByTimeAsync(350);
    expect(playback.state).toMatchObject({ is: "finished", now: 3000 });
    // At most one frame is shown per period, and the last frame.
    expect(frames.length).toBeLessThanOrEqual(4);
  } finally {
    vi.useRealTimers();
  }
});

test("a pause shows the cycle that the run has reached between two frames", async () => {
  playback.close();
  await openPlayback(1, 200);
  playback.pause();
  await waitUntilAtRest();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  try {
    playback.setSpeed(10_000);
    playback.play();
    await vi.advanceTimersByTimeAsync(212);
    const shown = frames.at(-1)![0];
    playback.pause();
    await vi.advanceTimersByTimeAsync(20);
    expect(playback.time).toBeGreaterThan(shown);
    expectAt(playback.time);
  } finally {
    vi.useRealTimers();
  }
});

test("a step does not wait for the frame period", async () => {
  playback.close();
  await openPlayback(1, 1e9);
  playback.setSpeed(1000);
  playback.pause();
  await waitUntilAtRest();
  for (const cycle of [100, 200, 1200]) {
    playback.step(cycle - playback.time);
    await waitUntilAtRest();
    expectAt(cycle);
  }
});

test("while it seeks, it says so, and stays where it was", async () => {
  playback.seek(900);
  await waitUntilAtRest();
  seenStates.length = 0;
  playback.seek(100);
  expect(playback.state).toEqual({ is: "paused", now: 900, seeking: 100 });
  await waitUntilAtRest();
  expect(new Set(seenStates.map((state) => JSON.stringify(state)))).toEqual(
    new Set(
      [
        { is: "paused", now: 900, seeking: 100 },
        { is: "paused", now: 100, seeking: null },
      ].map((state) => JSON.stringify(state)),
    ),
  );
});

test("of many seeks the last one counts, also while it opens", async () => {
  playback.seek(5);
  playback.seek(2900);
  playback.seek(450);
  await waitUntilAtRest();
  expectAt(450);
  for (let i = 0; i < 50; i++) {
    playback.seek((i * 977) % 2500);
    if (i % 7 === 0) await new Promise((resolve) => setTimeout(resolve, 3));
  }
  playback.seek(333);
  await waitUntilAtRest();
  expectAt(333);
});

test("steps add up, back and forth, and stop at the beginning", async () => {
  playback.seek(500);
  playback.stepBack(100);
  playback.stepBack(100);
  playback.step(50);
  await waitUntilAtRest();
  expectAt(350);
  playback.stepBack(100);
  await waitUntilAtRest();
  expectAt(250);
  playback.step(100);
  await waitUntilAtRest();
  expectAt(350);
  playback.stepBack(1000);
  await waitUntilAtRest();
  expectAt(0);
});

test("plays on from the cycle to which it was moved", async () => {
  playback.seek(800);
  await waitUntilAtRest();
  playback.seek(200);
  playback.play();
  await vi.waitFor(() => expect(playback.state).toMatchObject({ is: "finished", now: 3000 }), { timeout: 90_000 });
  expect(frames.map(([now]) => now).slice(0, 2)).toEqual([800, 200]);
});

test("goes back from the end, and not beyond it", async () => {
  playback.seek(1e9);
  await waitUntilAtRest();
  expect(playback.state).toEqual({ is: "finished", now: 3000, seeking: null });
  playback.seek(4000);
  await waitUntilAtRest();
  expect(playback.state).toEqual({ is: "finished", now: 3000, seeking: null });
  playback.seek(2950);
  await waitUntilAtRest();
  expectAt(2950);
});

test("goes on after a crash to where it was sent", async () => {
  playback.seek(1500);
  await waitUntilAtRest();
  crash();
  playback.seek(1600);
  await waitUntilAtRest();
  expectAt(1600);
  expect(requestCounts.processes).toBe(2);
});

test("a closed one goes nowhere", async () => {
  playback.seek(600);
  await waitUntilAtRest();
  const opens = requestCounts.opens;
  playback.close();
  playback.seek(100);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(playback.state).toMatchObject({ now: 600, seeking: null });
  expect(requestCounts.opens).toBe(opens);
});

test.each([8, 1 / 16, 0.3])("where its cycle is %d cycles of the page's clock, it stops where that clock stops", async (cycle) => {
  playback.close();
  await openPlayback(cycle);
  const standsAt = async (own: number) => {
    await waitUntilAtRest();
    expect(playback.state).toEqual({ is: "paused", now: own * cycle, seeking: null });
    expect([...(playback.latest?.frame.phits ?? [])]).toEqual([...expectedPhits(own)]);
    expect(playback.latest?.frame.scalars[0]).toBe(own * cycle);
  };
  playback.pause();
  playback.seek(700 * cycle);
  await standsAt(700);
  expect(playback.latest?.opened.window).toEqual({ start: 0, end: 3000 * cycle, limit: 3000 * cycle });
  // Between two of its own cycles the run stops at the earlier one, and rounding errors of steps do not add up.
  playback.seek(900.5 * cycle);
  await standsAt(900);
  for (const own of [913, 925, 938]) {
    playback.step(12.5 * cycle);
    await standsAt(own);
  }
  playback.stepBack(38 * cycle);
  await standsAt(900);
});

test("a step shorter than a cycle of its network is not lost", async () => {
  playback.close();
  await openPlayback(8);
  playback.pause();
  playback.seek(80);
  await waitUntilAtRest();
  for (const now of [80, 88, 88]) {
    playback.step(5);
    await waitUntilAtRest();
    expect(playback.state).toEqual({ is: "paused", now, seeking: null });
  }
});

test("ends at the cycle from which nothing moves any more, as in a deadlock, from before and from after", async () => {
  playback.endAtStandstill(712);
  await waitUntilAtRest();
  const expectStandstill = () => {
    expect(playback.state).toEqual({ is: "deadlocked", now: 712, seeking: null });
    const { scalars, phits } = playback.latest!.frame;
    expect([scalars[scalar.now], statuses[scalars[scalar.status]]]).toEqual([712, "deadlocked"]);
    expect([...phits]).toEqual([...expectedPhits(712)]);
  };
  expectStandstill();
  playback.seek(2000);
  await waitUntilAtRest();
  expectStandstill();
  playback.seek(100);
  await waitUntilAtRest();
  expectAt(100);
  playback.step(1);
  await waitUntilAtRest();
  expectAt(101);
  // The results may arrive when the run is past that cycle.
  playback.close();
  await openPlayback(1);
  playback.seek(2000);
  await waitUntilAtRest();
  expectAt(2000);
  playback.endAtStandstill(712);
  await waitUntilAtRest();
  expectStandstill();
});
