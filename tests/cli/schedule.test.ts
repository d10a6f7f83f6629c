/** List scheduling of runs on processes, and shards of runs, both without running anything. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { longestFirst, runsOfShard, schedule } from "../../src/cli/schedule.ts";
import { readShard } from "../../src/cli/shard.ts";

const lengths = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 60 });
const longest = (all: readonly number[]) => longestFirst(all).map((i) => all[i]);
const sum = (all: readonly number[]) => all.reduce((a, b) => a + b, 0);

describe("list scheduling", () => {
  test("Graham's example: longest first needs 11 where 9 would do", () => {
    const { processOfRun, end, utilization } = schedule([5, 5, 4, 4, 3, 3, 3], 3);
    expect(processOfRun).toEqual([0, 1, 2, 2, 0, 1, 0]);
    expect([end, utilization]).toEqual([11, 27 / 33]);
  });

  test("no process waits while another has two ahead, and the end keeps Graham's bound", () => {
    fc.assert(
      fc.property(lengths, fc.integer({ min: 1, max: 12 }), (all, m) => {
        const ordered = longest(all);
        const { processOfRun, end } = schedule(ordered, m);
        const sums = Array.from({ length: m }, (_, p) => sum(ordered.filter((_, i) => processOfRun[i] === p)));
        expect(Math.max(...sums)).toBe(end);
        // Lower bounds of every schedule: the mean, the longest run, and the m-th and (m + 1)-th longest run on one process.
        const least = Math.max(sum(all) / m, ordered[0], (ordered[m - 1] ?? 0) + (ordered[m] ?? 0));
        expect(end).toBeGreaterThanOrEqual(least - 1e-9);
        expect(end).toBeLessThanOrEqual(sum(all) / m + (1 - 1 / m) * ordered[0] + 1e-9);
      }),
    );
  });

  test("longest first is within 4/3 − 1/(3m) of the best, found by trying all", () => {
    const bestOf = (all: readonly number[], m: number, ends: readonly number[] = Array.from({ length: m }, () => 0)): number =>
      all.length === 0 ? Math.max(...ends) : Math.min(...ends.map((_, p) => bestOf(all.slice(1), m, ends.with(p, ends[p] + all[0]))));
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 7 }), fc.integer({ min: 1, max: 3 }), (all, m) => {
        expect(schedule(longest(all), m).end).toBeLessThanOrEqual((4 / 3 - 1 / (3 * m)) * bestOf(all, m) + 1e-9);
      }),
      { numRuns: 60 },
    );
  });

  test("on 64 processes: a curve of 20 loads, 10 seeds and 5 networks keeps them more than 90 % busy", () => {
    // Seconds at each load, similar to those on the fat tree with k = 8 and n = 4: they grow with the load.
    const curve = Array.from({ length: 20 }, (_, i) => 2 + 3 * i);
    const all = longest(Array.from({ length: 50 }, () => curve).flat());
    expect(schedule(all, 64).utilization).toBeGreaterThan(0.9);
    // A run that is longer than all others together determines when the schedule ends.
    expect(schedule([64_000, ...all], 64).end).toBe(64_000);
  });
});

describe("shards", () => {
  test("together they are all runs, each once, and a process more than one apart only by one run", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 1, max: 1e6, noNaN: true }), { maxLength: 60 }),
        fc.integer({ min: 1, max: 80 }),
        (work, shardCount) => {
          const shards = Array.from({ length: shardCount }, (_, i) => runsOfShard(work, { index: i + 1, count: shardCount }));
          expect(shards.flat().toSorted((a, b) => a - b)).toEqual([...work.keys()]);
          const sums = shards.map((own) => sum(own.map((i) => work[i])));
          expect(Math.max(...sums) - Math.min(...sums)).toBeLessThanOrEqual(Math.max(0, ...work) + 1e-6);
          for (const own of shards) expect(own).toEqual(own.toSorted((a, b) => work[b] - work[a] || a - b));
        },
      ),
    );
  });

  test("of a billion shards, those beyond the runs are empty", () => {
    expect(runsOfShard([3, 1, 2], { index: 2, count: 1e9 })).toEqual([2]);
    expect(runsOfShard([3, 1, 2], { index: 1e9, count: 1e9 })).toEqual([]);
    expect(runsOfShard([], { index: 1, count: 1 })).toEqual([]);
  });

  const slurm = (id: number, min: number, max: number, step: number, count: number) => ({
    SLURM_ARRAY_TASK_ID: String(id),
    SLURM_ARRAY_TASK_MIN: String(min),
    SLURM_ARRAY_TASK_MAX: String(max),
    SLURM_ARRAY_TASK_STEP: String(step),
    SLURM_ARRAY_TASK_COUNT: String(count),
  });

  test("an array of Slurm may begin anywhere and take steps: every part is some task's", () => {
    fc.assert(
      fc.property(fc.nat(50), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 40 }), (first, step, count) => {
        const ids = Array.from({ length: count }, (_, k) => first + k * step);
        const parts = ids.map((id) => readShard("auto", slurm(id, first, ids[count - 1], step, count)));
        expect(parts.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual(ids.map((_, k) => k + 1));
        expect(new Set(parts.map(({ count: shardCount }) => shardCount))).toEqual(new Set([count]));
      }),
    );
  });

  test("what each scheduler says", () => {
    expect([1, 2, 3, 4].map((id) => readShard("auto", slurm(id, 1, 4, 1, 4)).index)).toEqual([1, 2, 3, 4]);
    expect([0, 1, 2].map((id) => readShard("auto", slurm(id, 0, 2, 1, 3)).index)).toEqual([3, 1, 2]);
    // If a single task is resubmitted, it is the same shard as before.
    expect(readShard("auto/4", slurm(3, 3, 3, 1, 1))).toEqual({ index: 3, count: 4 });
    expect(readShard("auto", { SGE_TASK_ID: "5", SGE_TASK_FIRST: "3", SGE_TASK_LAST: "7", SGE_TASK_STEPSIZE: "2" }).count).toBe(3);
    for (const name of ["PBS_ARRAY_INDEX", "PBS_ARRAYID", "LSB_JOBINDEX", "PARALLEL_SEQ"])
      expect(readShard("auto/4", { SGE_TASK_ID: "undefined", [name]: "2" })).toEqual({ index: 2, count: 4 });
    expect(readShard("2/4", {})).toEqual({ index: 2, count: 4 });
  });

  test.each([
    ["0/4", {}, /no shard 0 of 4; expected a number from 1 to 4/],
    ["5/4", {}, /no shard 5 of 4; expected a number from 1 to 4/],
    ["1/0", {}, /expected at least 1/],
    ["auto/0", { PARALLEL_SEQ: "1" }, /expected at least 1/],
    ["3", {}, /expected a shard such as 2\/4, auto or auto\/4/],
    ["-1/4", {}, /expected a shard such as/],
    ["1e3/4", {}, /expected a shard such as/],
    [`1/${"9".repeat(400)}`, {}, /expected a shard such as/],
    ["", {}, /expected a shard such as/],
    ["auto", {}, /no scheduler has set the number of this task; expected SLURM_ARRAY_TASK_ID/],
    ["auto", { SLURM_ARRAY_TASK_ID: "x" }, /no scheduler has set the number/],
    ["auto", { PARALLEL_SEQ: "2" }, /GNU parallel does not give the number of tasks.*--shard auto\/4/],
    ["auto", slurm(3, 1, 7, 1, 3), /the numbers of the 3 tasks, from 1 to 7, have gaps.*such as 1-3/],
  ])("%s is refused", (text, environment, expectedMessage) => {
    expect(() => readShard(text, environment)).toThrow(expectedMessage);
  });
});
