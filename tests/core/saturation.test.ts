import { assert, asyncProperty, constantFrom, integer } from "fast-check";
import { describe, expect, test } from "vitest";
import type { Results } from "../../src/core/measures/results.ts";
import { run } from "../../src/core/run.ts";
import { findSaturation } from "../../src/core/saturation.ts";
import { readScenario, type Scenario } from "../../src/core/scenario/scenario.ts";

const scenarioOf = (more: object): Scenario => readScenario({ format: "fabricscope-scenario", version: 1, ...more });

/** A network that carries everything up to a load, and that much of what is beyond it. */
const ideal = (truth: number, collapse = 1) => {
  const loads: number[] = [];
  const answer = (scenario: Scenario): Promise<Results> => {
    const load = scenario.workload.values["load"] as number;
    loads.push(load);
    return Promise.resolve({
      offeredPerSender: load,
      acceptedPerSender: load <= truth ? load : truth * collapse,
      deadlock: null,
    } as unknown as Results);
  };
  return { answer, loads };
};

const open = scenarioOf({ topology: { kind: "k-ary-n-tree", k: 4, n: 1 }, workload: { kind: "open-loop", pattern: { kind: "uniform" } } });

describe("saturation by search", () => {
  test("lies between a load that is carried and one that is not, as near as asked, after few runs", async () => {
    await assert(
      asyncProperty(
        integer({ min: 12, max: 990 }),
        constantFrom(0.01, 0.02, 0.05),
        constantFrom(1, 0.8, 0.3),
        async (thousandths, precision, collapse) => {
          const truth = thousandths / 1000;
          const { answer, loads } = ideal(truth, collapse);
          const found = await findSaturation(open, { precision }, answer);
          // The rule of load curves lets three hundredths be missing.
          const [least, most] = [truth, truth / 0.97];
          expect(found.isFound).toBe(true);
          expect(found.carried).toBeLessThanOrEqual(collapse === 1 ? most : least + 1e-9);
          if (found.full !== Infinity) {
            expect(found.full).toBeGreaterThan(truth);
            expect(found.full - found.carried).toBeLessThanOrEqual(precision + 1e-9);
            expect(found.error).toBeCloseTo((found.full - found.carried) / 2, 9);
          }
          expect(found.runs).toBe(loads.length);
          expect(new Set(loads).size).toBe(loads.length);
          expect(found.runs).toBeLessThanOrEqual(12);
        },
      ),
      { numRuns: 200 },
    );
  });

  test("of what carries all that it is asked for is told after one run", async () => {
    const { answer, loads } = ideal(2);
    const found = await findSaturation(open, { precision: 0.02 }, answer);
    expect(found).toMatchObject({ throughput: 1, error: 0, carried: 1, full: Infinity, runs: 1, isFound: true });
    expect(loads).toEqual([1]);
  });

  test("tries nothing above a bound", async () => {
    const { answer, loads } = ideal(0.33);
    await findSaturation(open, { precision: 0.02, most: 0.5 }, answer);
    expect(Math.max(...loads)).toBeLessThanOrEqual(0.5);
  });

  test("a deadlock carries nothing, and is told", async () => {
    const answer = (scenario: Scenario) => {
      const load = scenario.workload.values["load"] as number;
      return Promise.resolve({
        offeredPerSender: load,
        acceptedPerSender: load,
        deadlock: load > 0.4 ? ["one"] : null,
      } as unknown as Results);
    };
    const found = await findSaturation(open, { precision: 0.02 }, answer);
    expect(found.isDeadlocked).toBe(true);
    expect(found.carried).toBeLessThanOrEqual(0.4);
    expect(found.full).toBeGreaterThan(0.4);
  });

  test("a ring shifted by h on one way round carries at most 1/h, as each channel is crossed by h flows, and nearly that", async () => {
    for (const amount of [2, 3]) {
      const scenario = scenarioOf({
        topology: { kind: "torus", sizes: [8] },
        routing: { kind: "dimension-order" },
        flowControl: { kind: "virtual-cut-through", virtualChannels: 4 },
        workload: { kind: "open-loop", pattern: { kind: "shift", amount } },
        run: { warmUp: 2000, window: 10_000, drain: 0 },
      });
      const found = await findSaturation(scenario, { precision: 0.02 }, (each) => Promise.resolve(run(each)));
      expect(found.carried, JSON.stringify(found)).toBeLessThanOrEqual(1 / amount / 0.97);
      // The dateline takes a few percent.
      expect(found.full, JSON.stringify(found)).toBeGreaterThanOrEqual(0.95 / amount);
    }
  });

  test("what has no load is refused with words", async () => {
    const finite = scenarioOf({ workload: { kind: "permutation" } });
    await expect(findSaturation(finite, { precision: 0.02 }, () => Promise.reject(new Error("run")))).rejects.toThrow(/no offered load/);
  });
});
