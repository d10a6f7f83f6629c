/** A batch of runs: progress and speed in units of work, pausing, stopping, and failed runs. */
import { expect, test } from "vitest";
import { Batch, runTasks } from "../../src/app/runs/batch.ts";
import type { Results } from "../../src/core/measures/results.ts";
import { readScenario, type Scenario } from "../../src/core/scenario/scenario.ts";
import type { Workers } from "../../src/worker/client.ts";

/** Workers whose jobs report progress and finish only when the test says so, with a clock that the test sets. */
function manualWorkers() {
  const jobs: {
    scenario: Scenario;
    reportPart: (part: number) => void;
    finish: () => Promise<void>;
    fail: () => Promise<void>;
    calls: string[];
  }[] = [];
  let time = 0;
  const workers = {
    run(scenario: Scenario, _urgent: boolean, onProgress: (part: number) => void) {
      let settle!: { resolve: (value: Results) => void; reject: (fault: Error) => void };
      const done = new Promise<Results>((resolve, reject) => (settle = { resolve, reject }));
      const calls: string[] = [];
      const afterSettled = async () => {
        await done.catch(() => undefined);
        await Promise.resolve();
      };
      jobs.push({
        scenario,
        reportPart: onProgress,
        calls,
        finish: () => (settle.resolve({ acceptedPerSender: 1 } as unknown as Results), afterSettled()),
        fail: () => (settle.reject(new Error("lost")), afterSettled()),
      });
      const recordCall = (name: string) => () => void calls.push(name);
      return { done, cancel: recordCall("cancel"), suspend: recordCall("suspend"), resume: recordCall("resume") };
    },
  } as unknown as Workers;
  return { workers, jobs, clock: () => time, at: (milliseconds: number) => (time = milliseconds) };
}

const scenarios = [0.2, 0.4, 0.8].map((load) => readScenario({ workload: { kind: "open-loop", load } }));

const noActions = { onEnd: () => undefined, onProgress: () => undefined };

test("results come in with their number, and progress counts packets rather than runs", async () => {
  const { workers, jobs, clock, at } = manualWorkers();
  const arrived: [number, unknown][] = [];
  const batch = new Batch(
    runTasks(workers, scenarios),
    { ...noActions, onEnd: (i, results) => void arrived.push([i, results]) },
    { clock },
  );
  expect(batch.progress).toMatchObject({ is: "running", done: 0, total: 3, part: 0, secondsLeft: null });
  at(2000);
  await jobs[0].finish();
  const { part, secondsLeft } = batch.progress;
  // The work of a run is its load (0.2, 0.4, 0.8) plus a constant of 0.05.
  expect(part).toBeCloseTo(0.25 / (0.25 + 0.45 + 0.85), 9);
  expect(secondsLeft).toBeCloseTo((2 * (1 - part)) / part, 6);
  jobs[1].reportPart(0.5);
  expect(batch.progress.part).toBeGreaterThan(part);
  await jobs[1].finish();
  await jobs[2].finish();
  expect(batch.progress).toMatchObject({ is: "done", done: 3, failed: 0, part: 1, secondsLeft: null });
  expect(arrived.map(([i]) => i)).toEqual([0, 1, 2]);
});

test("the pace is that of the work, without the time for which other runs had the workers", () => {
  const { workers, jobs, clock, at } = manualWorkers();
  const batch = new Batch(runTasks(workers, scenarios), noActions, { clock });
  at(60_000);
  expect(batch.progress.secondsLeft).toBeNull();
  batch.pause();
  batch.resume();
  jobs[0].reportPart(0.01);
  at(64_000);
  jobs[0].reportPart(0.5);
  const { part, secondsLeft } = batch.progress;
  expect(secondsLeft).toBeCloseTo((4 * (1 - part)) / part, 6);
});

test("a pause suspends every job, and its time does not count", async () => {
  const { workers, jobs, clock, at } = manualWorkers();
  const batch = new Batch(runTasks(workers, scenarios), noActions, { clock });
  at(2000);
  await jobs[0].finish();
  const before = batch.progress.secondsLeft;
  expect(before).not.toBeNull();
  batch.pause();
  expect(jobs.map(({ calls }) => calls)).toEqual([[], ["suspend"], ["suspend"]]);
  at(62_000);
  expect(batch.progress).toMatchObject({ is: "paused", secondsLeft: before });
  batch.resume();
  expect(jobs[2].calls).toEqual(["suspend", "resume"]);
  expect(batch.progress.secondsLeft).toBeCloseTo(before ?? 0, 9);
});

test("a stop cancels what has not come in and keeps what has; a run that fails is counted as that", async () => {
  const { workers, jobs, clock } = manualWorkers();
  const arrived: (Results | null)[] = [];
  const batch = new Batch(runTasks(workers, scenarios), { ...noActions, onEnd: (_, results) => void arrived.push(results) }, { clock });
  await jobs[0].fail();
  await jobs[1].finish();
  batch.stop();
  expect(jobs[2].calls).toEqual(["cancel"]);
  await jobs[2].finish();
  expect(arrived.map((each) => each === null)).toEqual([true, false]);
  expect(batch.progress).toMatchObject({ is: "stopped", done: 2, failed: 1, total: 3 });
});

test("as many run as there is room for, in an order that may change; what is left out is cancelled", async () => {
  const { workers, jobs, clock, at } = manualWorkers();
  const tasks = runTasks(workers, scenarios);
  const loads = () => jobs.map(({ scenario }) => scenario.workload.values["load"]);
  const batch: Batch = new Batch(
    tasks,
    { ...noActions, onEnd: (i) => i === 0 && batch.schedule([tasks[2], tasks[1]]) },
    { clock, size: () => 1 },
  );
  expect([loads(), batch.progress.total]).toEqual([[0.2], 3]);
  at(4000);
  await jobs[0].finish();
  expect([loads(), batch.runningTasks]).toEqual([[0.2, 0.8], [tasks[2]]]);
  // The speed measured so far is kept, whatever jobs are left.
  const { workPerSecond } = batch;
  expect(workPerSecond).toBeCloseTo(tasks[0].work / 4, 6);
  batch.schedule([tasks[1]]);
  expect([jobs[1].calls, loads()]).toEqual([["cancel"], [0.2, 0.8, 0.4]]);
  await jobs[1].finish();
  expect(batch.progress).toMatchObject({ done: 1, total: 2, failed: 0 });
  batch.schedule([]);
  expect([batch.progress.is, jobs[2].calls]).toEqual(["done", ["cancel"]]);
  // Idle time does not count towards the speed. While the batch is paused, no job starts.
  at(90_000);
  batch.pause();
  batch.schedule([tasks[2]]);
  expect([batch.progress.is, batch.workPerSecond, jobs.length]).toEqual(["paused", workPerSecond, 3]);
  batch.resume();
  expect(loads()).toEqual([0.2, 0.8, 0.4, 0.8]);
});

test("a task whose beginning throws has failed, and the others go on", async () => {
  const { workers, jobs } = manualWorkers();
  const ended: (readonly [number, boolean, unknown])[] = [];
  const [first, ...rest] = runTasks(workers, scenarios);
  const fault = new Error("no worker");
  const broken = {
    ...first,
    start: () => {
      throw fault;
    },
  };
  const batch = new Batch([broken, ...rest], {
    ...noActions,
    onEnd: (i, results, why) => void ended.push([i, results !== null, why]),
  });
  await jobs[0].finish();
  await jobs[1].finish();
  expect(ended).toEqual([
    [0, false, fault],
    [1, true, undefined],
    [2, true, undefined],
  ]);
  expect(batch.progress).toMatchObject({ is: "done", done: 3, failed: 1 });
});
