/** The estimate of the remaining time of many runs, tested with recorded sweeps and with made-up ones whose processes are slow at first. */
import * as fc from "fast-check";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type RunProfile, RunTimeEstimate, startOrder, BatchProgress } from "../../src/cli/batch-progress.ts";
import { longestFirst, schedule } from "../../src/cli/schedule.ts";
import { cases } from "../effort.ts";

/** A finished run with its process and times. */
interface FinishedRun extends RunProfile {
  readonly process: number;
  /** Seconds since the start of the sweep. */
  readonly start: number;
  readonly end: number;
}

/**
 * Estimate of the total time, relative to the actual total: 1 if it is exact, null before anything is known.
 * @param time Seconds since the start of the sweep.
 * @param total Actual total time in seconds.
 */
function relativeEstimate(progress: BatchProgress, time: number, total: number): number | null {
  const remaining = progress.remainingSeconds(time);
  return remaining === null ? null : (time + remaining) / total;
}

/**
 * All relative estimates of a sweep from the given fraction of its time on: at that time, at every end of a run, and half-way between
 * events.
 */
function relativeEstimates(runs: readonly FinishedRun[], processes: number, fraction: number): readonly (number | null)[] {
  const total = Math.max(...runs.map(({ end }) => end));
  const progress = new BatchProgress(runs, processes);
  // If one run ends when the next begins, the end comes first. No run ends before it begins.
  const ends = runs.map(({ start, end }, i) => ({ at: Math.max(end, start + 1e-6), i, isEnd: true }));
  const starts = runs.map(({ start }, i) => ({ at: start, i, isEnd: false }));
  const events = [...ends, ...starts].toSorted((a, b) => a.at - b.at || Number(b.isEnd) - Number(a.isEnd));
  const estimates: (number | null)[] = [];
  const firstTime = fraction * total;
  let lastTime = 0;
  for (const { at, i, isEnd } of events) {
    if (lastTime < firstTime && at >= firstTime) estimates.push(relativeEstimate(progress, firstTime, total));
    if (at > firstTime) estimates.push(relativeEstimate(progress, Math.max(firstTime, (lastTime + at) / 2), total));
    if (isEnd) progress.finish(i, at, 0);
    else progress.start(i, at, runs[i].process);
    if (isEnd && at > firstTime) estimates.push(relativeEstimate(progress, at, total));
    lastTime = at;
  }
  return estimates;
}

describe("sweeps as they were run", () => {
  /**
   * Processor time of each run in milliseconds, in starting order. Processor time hardly depends on other programs, so this replays the
   * sweep on an idle machine: each process executes its runs one after the other and needs 300 ms to start.
   */
  const recorded = readFileSync(new URL("paces.csv", import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
    .slice(1);
  const start = 0.3;

  /** The runs of a recorded sweep, replayed on an idle machine. */
  function runsOf(sweep: string): readonly FinishedRun[] {
    const free = new Map<number, number>();
    return recorded
      .map((line) => line.split(","))
      .filter(([name]) => name === sweep)
      .map(([, engine, network, by, work, milliseconds]): FinishedRun => {
        const process = Number(by);
        const begun = free.get(process) ?? 0;
        // A message to the process and one back take about a millisecond.
        const done = (free.get(process) ?? start) + (Number(milliseconds) + 1) / 1000;
        free.set(process, done);
        return { work: Number(work), kind: [engine, network], process, start: begun, end: done };
      });
  }

  // The sweeps took 30, 25 and 22 s. After a tenth of the last two sweeps, processes had run most kinds of runs only once, while their code
  // was being compiled, and the estimates were 1.5 and 2.4 times too high.
  test.each([
    ["lengths", "2 networks, 5 lengths from 1 to 100, 3 loads, 32 seeds", 0.1],
    ["loads", "16 loads over 2 networks, 10 seeds", 0.12],
    ["kinds", "3 networks, 2 engines, 32 seeds", 0.15],
  ])("%s (%s): from %d of the time on, the total is estimated to three tenths", (sweep, _, from) => {
    const estimates = relativeEstimates(runsOf(sweep), 2, from);
    expect(estimates.length).toBeGreaterThan(100);
    expect(estimates).not.toContain(null);
    expect(Math.min(...(estimates as readonly number[]))).toBeGreaterThan(0.7);
    expect(Math.max(...(estimates as readonly number[]))).toBeLessThan(1.3);
  });
});

/** A run of a made-up sweep, with its duration once its code is compiled. */
interface MadeUpRun extends RunProfile {
  readonly seconds: number;
}

/** Runs of some kinds that differ in speed, in the spread of their lengths, and in how time grows with work. */
const anyRuns = fc
  .record({
    kinds: fc.array(
      fc.record({
        rate: fc.double({ min: 0.3, max: 3, noNaN: true }),
        range: fc.double({ min: 1, max: 30, noNaN: true }),
        power: fc.double({ min: 0.9, max: 1.1, noNaN: true }),
        count: fc.integer({ min: 60, max: 120 }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    noise: fc.array(fc.double({ min: 0.85, max: 1.15, noNaN: true }), { minLength: 97, maxLength: 97 }),
  })
  .map(({ kinds, noise }) =>
    kinds.flatMap(({ rate, range, power, count }, k) =>
      Array.from({ length: count }, (_, i): MadeUpRun => {
        const work = range ** (i / count);
        return { work: work * 1e6, kind: ["one engine", String(k)], seconds: rate * work ** power * noise[(k * 31 + i) % noise.length] };
      }),
    ),
  );

/**
 * Replays made-up runs: every process takes the next run, and loses time when it starts and with the first three runs of each kind.
 * @param lostFraction Lost time as a fraction of all run time.
 */
function simulateRuns(runs: readonly MadeUpRun[], processes: number, lostFraction: number): readonly FinishedRun[] {
  const kinds = new Set(runs.map(({ kind }) => kind.join())).size;
  const lostUnit = (lostFraction * runs.reduce((sum, { seconds }) => sum + seconds, 0)) / processes / (3 + 6 * kinds);
  const freeFrom = Array.from({ length: processes }, () => 3 * lostUnit);
  const runsByKind = new Map<string, number>();
  return startOrder(runs).map((i) => {
    const { work, kind, seconds } = runs[i];
    const process = freeFrom.indexOf(Math.min(...freeFrom));
    const name = `${process} ${kind.join()}`;
    const earlierRuns = runsByKind.get(name) ?? 0;
    runsByKind.set(name, earlierRuns + 1);
    const start = freeFrom[process] === 3 * lostUnit ? 0 : freeFrom[process];
    freeFrom[process] += seconds + Math.max(0, 3 - earlierRuns) * lostUnit;
    return { work, kind, process, start, end: freeFrom[process] };
  });
}

test("from a tenth of the time and of the runs on, the total is estimated to 30 %, for all kinds, lengths, noise and slow starts", () => {
  fc.assert(
    fc.property(anyRuns, fc.integer({ min: 1, max: 4 }), fc.double({ min: 0, max: 0.05, noNaN: true }), (runs, processes, lost) => {
      const ran = simulateRuns(runs, processes, lost);
      const ends = ran.map(({ end: done }) => done).toSorted((a, b) => a - b);
      const whole = ends[ends.length - 1];
      // The sample is somewhat larger than a twelfth of the runs, because it includes the longest of each kind.
      const tenth = Math.ceil(runs.length / 10) + new Set(runs.map(({ kind }) => kind[1])).size;
      const estimates = relativeEstimates(ran, processes, Math.max(0.1, ends[tenth] / whole));
      expect(estimates).not.toContain(null);
      expect(Math.min(...(estimates as readonly number[]))).toBeGreaterThan(0.7);
      expect(Math.max(...(estimates as readonly number[]))).toBeLessThan(1.3);
    }),
    { numRuns: cases(30) },
  );
});

test("the processes stay busy: trying a sample first makes a sweep longer by its last runs alone", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ work: fc.integer({ min: 1, max: 1000 }), kind: fc.nat(3) }), { minLength: 1, maxLength: 80 }),
      fc.integer({ min: 1, max: 8 }),
      (given, processes) => {
        const runs = given.map(({ work, kind }): RunProfile => ({ work, kind: [String(kind)] }));
        const order = startOrder(runs);
        expect(order.toSorted((a, b) => a - b)).toEqual([...runs.keys()]);
        const endOf = (each: readonly number[]) =>
          schedule(
            each.map((i) => runs[i].work),
            processes,
          ).end;
        const longest = longestFirst(runs.map(({ work }) => work));
        expect(endOf(order)).toBeLessThanOrEqual(endOf(longest) + runs[longest[0]].work);
      },
    ),
  );
});

test("nothing is estimated before anything is known, and the tail counts: one long run at the end is included", () => {
  const runs = [1, 1, 1, 100].map((work): RunProfile => ({ work, kind: ["a"] }));
  const pace = new BatchProgress(runs, 2);
  pace.start(0, 0);
  expect(pace.remainingSeconds(0)).toBeNull();
  pace.finish(0, 1, 5e5);
  expect(pace.remainingSeconds(1)).toBeGreaterThan(20);
  expect(pace.progressText(1)).toMatch(/^1 of 4 runs, 0\.5 million packets, 1 s elapsed, about \d+ (s|min) left$/);
  pace.remove(3);
  expect(pace.remainingSeconds(1)).toBeCloseTo(1, 6);
  for (const i of [1, 2]) pace.start(i, 1, i);
  for (const i of [1, 2]) pace.finish(i, 2, 0);
  expect(pace.remainingSeconds(2)).toBe(0);
});

describe("an estimate", () => {
  test("each kind has its own rate, and one that is not known the rate of its like", () => {
    const estimate = new RunTimeEstimate();
    expect(estimate.estimateSeconds({ work: 10, kind: ["a", "x"] })).toBeNull();
    for (let i = 0; i < 50; i++) {
      estimate.addRun({ work: 10, kind: ["a", "x"] }, 1);
      estimate.addRun({ work: 10, kind: ["b", "x"] }, 100);
    }
    expect(estimate.estimateSeconds({ work: 10, kind: ["a", "x"] })).toBeCloseTo(1, 1);
    expect(estimate.estimateSeconds({ work: 10, kind: ["b", "y"] })! / 100).toBeCloseTo(1, 0);
    // Runs of both kinds alternate between 1 s and 100 s, so the mean is about 50.5 s. The later run of each pair, the long one, weighs
    // slightly more.
    expect(estimate.estimateSeconds({ work: 10, kind: ["c", "x"] })! / 50.5).toBeCloseTo(1, 1);
  });

  test("the first run of a process counts little as soon as there is another, and of n the last most", () => {
    const estimate = new RunTimeEstimate();
    const run: RunProfile = { work: 10, kind: ["a"] };
    estimate.addRun(run, 9, 1);
    expect(estimate.estimateSeconds(run)).toBeCloseTo(9, 12);
    estimate.addRun(run, 1, 1);
    expect(estimate.estimateSeconds(run)).toBeCloseTo(1.09 / 1.01, 12);
    estimate.addRun(run, 2, 1);
    expect(estimate.estimateSeconds(run)).toBeCloseTo(5.09 / 3.01, 12);
    // The first run of every process counts little, here that of process 2.
    estimate.addRun(run, 100, 2);
    expect(estimate.estimateSeconds(run)).toBeCloseTo(6.09 / 3.02, 12);
  });
});

test("a sample of every kind and length comes first, with the longest of each kind; both parts the longest first", () => {
  const runs = Array.from({ length: 48 }, (_, i): RunProfile => ({ work: 1 + i, kind: [i % 2 === 0 ? "a" : "b"] }));
  const order = startOrder(runs);
  // Lengths of a: 46, 44 … 0; of b: 47, 45 … 1. Of a and of b, the sample has the longest run, the seventh and the nineteenth.
  expect(order.slice(0, 6)).toEqual([47, 46, 35, 34, 11, 10]);
  expect(order.slice(6)).toEqual([...runs.keys()].toReversed().filter((i) => !order.slice(0, 6).includes(i)));
  // With few runs there is no sample: all runs are in descending order of length.
  expect(startOrder(runs.slice(0, 6))).toEqual([5, 4, 3, 2, 1, 0]);
});
