/** Sensitivity of a result to small changes of the message size: which sizes are tried, what the runs show, and how the page words it. */
import { assert, asyncProperty, constantFrom, integer, property, record } from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isSensitivityAutomatic, sensitivityQuery } from "../../src/app/runs/sensitivity.ts";
import { analyzePlan } from "../../src/core/analysis/analyse.ts";
import { compile } from "../../src/core/run/compile.ts";
import type { Results } from "../../src/core/measures/results.ts";
import { run } from "../../src/core/run/run.ts";
import { checkScenario, readScenario, type Scenario } from "../../src/core/scenario/scenario.ts";
import { workloads } from "../../src/core/workloads/registry.ts";
import { mayBeChaotic, sayByteChange, saySensitivity } from "../../src/findings/sensitivity-sentences.ts";
import { chaoticChange, findSensitivity, perturbationsOf, sensitivityOf } from "../../src/findings/sensitivity.ts";
import { cases, firstFew } from "../effort.ts";
import { expectWording } from "../wording/wording.ts";

const fluid = (packet = "64 B") => ({ kind: "fluid", ways: "one", packet });
const exchange = (topology: object, message: string, flowControl: object = fluid()): Scenario =>
  readScenario({ version: 2, topology, flowControl, technology: "own-links", workload: { kind: "all-to-all", message } });
const bytesOf = (scenario: Scenario) => perturbationsOf(scenario).map(({ bytes }) => bytes);
const torus = (size: number, dimensions: number) => ({ kind: "torus", sizes: Array.from({ length: dimensions }, () => size) });
const small = { kind: "single-switch", terminals: 4 };

test("the smallest changes are a byte where messages flow, and one, two and three packets", () => {
  expect(bytesOf(exchange(small, "400010 B"))).toEqual([1, 55, 119, 183]);
  expect(bytesOf(exchange(small, "640000 B"))).toEqual([1, 65, 129]);
  // Two packets more would change the message by more than a thousandth.
  expect(bytesOf(exchange(small, "100000 B"))).toEqual([1, 33]);
  expect(bytesOf(exchange(small, "500 kB", { kind: "virtual-cut-through" }))).toEqual([33, 97, 161]);
});

test("bytes are taken away where there is no room for more", () => {
  const { max } = workloads.get("all-to-all").params["message"] as { readonly max: number };
  const changes = bytesOf(exchange(small, `${max} B`));
  expect(changes.length).toBeGreaterThan(1);
  expect(changes.every((bytes) => bytes < 0)).toBe(true);
  expect(changes[0]).toBe(-1);
});

test("there is none where the smallest change is not small, and where no messages have one length", () => {
  expect(bytesOf(exchange(small, "1 kB", { kind: "virtual-cut-through" }))).toEqual([]);
  expect(bytesOf(exchange(small, "500 B"))).toEqual([]);
  expect(bytesOf(readScenario({}))).toEqual([]);
  expect(bytesOf(readScenario({ workload: { kind: "matrix-transpose" } }))).toEqual([]);
  for (const kind of ["broadcast", "waterfall"]) expect(bytesOf(readScenario({ workload: { kind, message: "1 MB" } }))).toEqual([]);
});

test("every change can be run, grows in size, and is as small as it says", () => {
  const sizes = record({
    message: integer({ min: 1, max: 1e6 }),
    packet: integer({ min: 16, max: 500 }).map((words) => 4 * words),
    isFluid: constantFrom(true, false),
  });
  assert(
    property(sizes, ({ message, packet, isFluid }) => {
      const flowControl = isFluid ? fluid(`${packet} B`) : { kind: "virtual-cut-through", packet: `${packet} B` };
      const scenario = exchange(small, `${message} B`, flowControl);
      const changes = perturbationsOf(scenario);
      for (const [i, { scenario: changed, bytes, relativeChange }] of changes.entries()) {
        expect(checkScenario(changed)).toEqual([]);
        expect(changed.workload.values["message"]).toBe(message + bytes);
        expect(relativeChange).toBeGreaterThanOrEqual(Math.abs(bytes) / message);
        expect(relativeChange).toBeLessThan(chaoticChange);
        if (i > 0) expect(Math.abs(bytes)).toBeGreaterThan(Math.abs(changes[i - 1].bytes));
      }
    }),
  );
});

test("a program without contention moves by no more than its messages do", async () => {
  const programs = record({
    program: constantFrom({ kind: "all-to-all" }, { kind: "butterfly-exchange" }, { kind: "binary-tree" }, { kind: "permutation" }),
    flowControl: constantFrom(fluid(), { kind: "virtual-cut-through" }, { kind: "wormhole" }),
    ranks: constantFrom(4, 8),
    message: integer({ min: 70_000, max: 100_000 }),
  });
  let seen = 0;
  await assert(
    asyncProperty(programs, async ({ program, flowControl, ranks, message }) => {
      const scenario = readScenario({
        version: 2,
        topology: { kind: "single-switch", terminals: 8 },
        flowControl,
        workload: { ...program, ranks, message: `${message} B` },
      });
      const before = run(scenario);
      for (const nearby of perturbationsOf(scenario)) {
        const found = sensitivityOf(nearby, before, run(nearby.scenario));
        if (found === null) continue;
        seen++;
        expect(Math.abs(found.moves)).toBeLessThanOrEqual(nearby.relativeChange * (1 + 1e-9));
        expect(found.isChaotic).toBe(false);
      }
    }),
    { numRuns: cases(30, 60) },
  );
  expect(seen).toBeGreaterThan(cases(20, 40));
});

const exchanges: readonly (readonly [string, object, boolean])[] = [
  ["a torus of 5 × 5 × 5", torus(5, 3), true],
  ["a torus of 7 × 7", torus(7, 2), false],
  ["a thin tree of 4 : 2, 3 levels", { kind: "thin-tree", k: 4, kUp: 2, n: 3 }, false],
  ["a fat tree of 6³", { kind: "k-ary-n-tree", k: 6, n: 3 }, true],
  ["a fat tree of 4⁴ terminals", { kind: "k-ary-n-tree", k: 4, n: 4 }, true],
];
test.each(firstFew(3, exchanges))("on %s, an all-to-all of eager messages of 1 MB: is it chaotic?", async (_, topology, isChaotic) => {
  const scenario = exchange(topology, "1 MB");
  const found = await findSensitivity(scenario, run(scenario), run);
  expect(found?.isChaotic).toBe(isChaotic);
  if (!isChaotic) expect(Math.abs(found!.moves)).toBeLessThan(1e-4);
});

test("one change that moves little is not believed: the first that shows chaos counts, else the smallest that changes the run", async () => {
  const scenario = exchange(small, "400010 B");
  const before = { makespan: 1000, fingerprint: "as before" } as Results;
  /** The sensitivity for runs with these makespans, in order. A run with the previous makespan gets the previous fingerprint. */
  const after = (makespans: readonly (number | null)[]) => {
    const left = [...makespans];
    const result = () => {
      const makespan = left.shift()!;
      return { makespan, fingerprint: makespan === before.makespan ? before.fingerprint : "another" } as Results;
    };
    return findSensitivity(scenario, before, result);
  };
  expect(await after([1000, 1001, 1050])).toMatchObject({ bytes: 119, makespan: 1050, isChaotic: true });
  expect(await after([940])).toMatchObject({ bytes: 1, makespan: 940, isChaotic: true });
  expect(await after([1000, 1001, 999, 1002])).toMatchObject({ bytes: 55, makespan: 1001, isChaotic: false });
  expect(await after([1000, 1000, 1000, 1000])).toBeNull();
  expect(await after([null, 1000, 1000, 1000])).toBeNull();
});

test("it is given with the change that was made", () => {
  const sensitivityText = (bytes: number, moves: number, isChaotic: boolean) =>
    saySensitivity({ bytes, makespan: 1, moves, isChaotic }).replaceAll("\u00a0", " ");
  expectWording(sensitivityText(1, -0.04135, true), "byte more … 4.1 % … order");
  expectWording(sensitivityText(-64, 0.12, true), "64 B less … 12 % … order");
  expectWording(sensitivityText(1, 1e-4, false), "byte more … 0.01 % … digits are reliable");
  expectWording(sensitivityText(-1, 1e-7, false), "byte less … less than 0.001 % … digits are reliable");
  expect(sayByteChange(2)).toBe("2\u00a0B more");
});

test("a run may be chaotic only where it takes longer than it must, and has ended", () => {
  const shared = exchange(torus(7, 2), "100 kB");
  const free = exchange(small, "100 kB");
  for (const [scenario, may] of [
    [shared, true],
    [free, false],
  ] as const) {
    const results = run(scenario);
    expect(mayBeChaotic(results, analyzePlan(compile(scenario).plan))).toBe(may);
    expect(mayBeChaotic(results, null)).toBe(false);
    expect(mayBeChaotic({ ...results, makespan: null }, analyzePlan(compile(scenario).plan))).toBe(false);
  }
  expect(isSensitivityAutomatic(shared)).toBe(true);
  expect(isSensitivityAutomatic(exchange({ kind: "k-ary-n-tree", k: 8, n: 3 }, "1 MB", fluid("256 B")))).toBe(false);
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Workers that hold every run until the test finishes it. */
function manualWorkers() {
  const jobs: {
    readonly scenario: Scenario;
    readonly isUrgent: boolean;
    isCancelled: boolean;
    finish: (results: Results) => void;
    fail: () => void;
  }[] = [];
  return {
    jobs,
    run(scenario: Scenario, isUrgent = false) {
      let [finish, fail]: [(results: Results) => void, () => void] = [() => {}, () => {}];
      const done = new Promise<Results>((resolve, reject) => ([finish, fail] = [resolve, () => reject(new Error("lost"))]));
      const job = { scenario, isUrgent, isCancelled: false, finish, fail };
      jobs.push(job);
      return { done, cancel: () => void (job.isCancelled = true), suspend() {}, resume() {} };
    },
  };
}
const flushPromises = () => vi.advanceTimersByTimeAsync(0);
const resultsWith = (makespan: number, fingerprint: string) => ({ makespan, fingerprint, latency: null }) as unknown as Results;

test("on the page, changes are run behind all others, after a rest, one after another", async () => {
  const workers = manualWorkers();
  const query = sensitivityQuery(workers);
  query.request({ answer: { scenario: exchange(small, "100000 B"), results: resultsWith(1000, "a") }, cycle: 1 });
  expect(workers.jobs).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(2000);
  expect(workers.jobs.map(({ isUrgent, scenario }) => [isUrgent, scenario.workload.values["message"]])).toEqual([[false, 100_001]]);
  workers.jobs[0].finish(resultsWith(1000, "a"));
  await flushPromises();
  expect(workers.jobs).toHaveLength(2);
  workers.jobs[1].finish(resultsWith(960, "b"));
  await flushPromises();
  expect(query.state).toMatchObject({ is: "value", value: { bytes: 33, isChaotic: true } });
  expect(workers.jobs).toHaveLength(2);
});

test("on the page, what is given up runs nothing more, and a run that is lost is no answer but is tried again", async () => {
  const workers = manualWorkers();
  const query = sensitivityQuery(workers);
  const request = { answer: { scenario: exchange(small, "100000 B"), results: resultsWith(1000, "a") }, cycle: 1 };
  query.request(request);
  query.request(null);
  await vi.advanceTimersByTimeAsync(2000);
  expect(workers.jobs).toHaveLength(0);
  query.request(request);
  await vi.advanceTimersByTimeAsync(2000);
  query.request(null);
  expect(workers.jobs[0].isCancelled).toBe(true);
  workers.jobs[0].finish(resultsWith(1000, "a"));
  await flushPromises();
  expect([workers.jobs.length, query.state.is]).toEqual([1, "idle"]);
  query.request(request);
  await vi.advanceTimersByTimeAsync(2000);
  workers.jobs[1].fail();
  await flushPromises();
  expect(query.state).toMatchObject({ is: "error", error: { message: "lost" } });
  query.retry();
  await vi.advanceTimersByTimeAsync(2000);
  workers.jobs[2].finish(resultsWith(960, "b"));
  await flushPromises();
  expect(query.state).toMatchObject({ is: "value", value: { isChaotic: true } });
});
