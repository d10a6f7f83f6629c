/** Tests of the search for the saturation throughput: on synthetic networks, and on real ones whose saturation is known. */
import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { Results } from "../../src/core/measures/results.ts";
import { patterns } from "../../src/core/patterns/registry.ts";
import { run } from "../../src/core/run/run.ts";
import { searchSaturation, searchWorstPattern, searchLatency, type Saturation } from "../../src/core/searches/saturation.ts";
import { readScenario, type Scenario } from "../../src/core/scenario/scenario.ts";

const scenarioOf = (topology: object, pattern: object, more: object = {}, process = "bernoulli"): Scenario =>
  readScenario({ version: 2, topology, workload: { kind: "open-loop", pattern, process, load: 0.1 }, ...more });
const plain = scenarioOf({ kind: "torus", sizes: [4, 4] }, { kind: "uniform" });
const runNow = (each: Scenario) => Promise.resolve(run(each));
const loadIn = ({ workload }: Scenario) => workload.values["load"] as number;
const templateResults = run({ ...plain, run: { ...plain.run, warmUp: 0, window: 200 } });

/** A synthetic network that accepts `acceptedOf(load)` phits per cycle and terminal, and the list of loads that have been run, in order. */
function syntheticNetwork(acceptedOf: (load: number) => number, status: (load: number) => Results["status"] = () => "finished") {
  const loads: number[] = [];
  const runs = (scenario: Scenario): Promise<Results> => {
    const load = loadIn(scenario);
    const accepted = acceptedOf(load);
    loads.push(load);
    return Promise.resolve({
      ...templateResults,
      status: status(load),
      packets: Math.round(load * scenario.run.window * 10),
      offered: load,
      offeredPerSender: load,
      accepted,
      acceptedPerSender: accepted,
    });
  };
  return { runs, loads };
}

const anyFraction = fc.double({ min: 0.02, max: 0.98, noNaN: true });
const anyPrecision = fc.constantFrom(0.005, 0.01, 0.02, 0.05, 0.3);
const isCarried = (load: number, accepted: number) => accepted >= load * 0.97;

test("a network that accepts all up to a load, and a part of that beyond it, is full there", async () => {
  await fc.assert(
    fc.asyncProperty(anyFraction, anyPrecision, fc.constantFrom(1, 0.8, 0.3), async (full, precision, collapse) => {
      const { runs, loads } = syntheticNetwork((load) => (load <= full ? load : full * collapse));
      const found = await searchSaturation(plain, { precision }, runs);
      const end = collapse === 1 ? full / 0.97 : full;
      // The search never goes below the lowest load.
      const apart = Math.max(precision, 0.01) + 1e-9;
      expect(found.isFound).toBe(true);
      expect(found.carried).toBeLessThanOrEqual(end + 1e-9);
      expect(found.full).toBeGreaterThan(found.full === Infinity ? 1 : full);
      if (found.full < Infinity) {
        expect(found.full - found.carried).toBeLessThanOrEqual(apart);
        expect(found.error).toBeCloseTo((found.full - found.carried) / 2, 9);
      }
      expect(found.throughput).toBeLessThanOrEqual(full + 1e-9);
      expect(found.throughput).toBeGreaterThan(full - apart);
      expect(found.runs).toBe(loads.length);
    }),
  );
});

test("where the full network goes on to accept what it carries, four loads do", async () => {
  await fc.assert(
    fc.asyncProperty(anyFraction, async (full) => {
      const { runs, loads } = syntheticNetwork((load) => Math.min(load, full));
      await searchSaturation(plain, { precision: 0.01 }, runs);
      expect(new Set(loads).size).toBeLessThanOrEqual(4);
    }),
  );
});

test("whatever a network does, the lower end was carried, the upper one was not, and the search ends soon", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.double({ min: 0, max: 1.2, noNaN: true }), { minLength: 201, maxLength: 201 }),
      fc.array(fc.boolean(), { minLength: 201, maxLength: 201 }),
      anyPrecision,
      fc.option(fc.double({ min: 0.01, max: 2, noNaN: true }), { nil: undefined }),
      async (parts, ends, precision, most) => {
        const at = (load: number) => Math.round(load * 200);
        const { runs, loads } = syntheticNetwork(
          (load) => load * parts[at(load)],
          (load) => (ends[at(load)] ? "finished" : "deadlocked"),
        );
        const progress: Saturation[] = [];
        const found = await searchSaturation(plain, { precision, ...(most === undefined ? {} : { most }) }, runs, (soFar) =>
          progress.push(soFar),
        );
        expect(found).toEqual(progress.at(-1));
        const carries = (load: number) => ends[at(load)] && isCarried(load, load * parts[at(load)]);
        if (found.carried > 0) expect(carries(found.carried)).toBe(true);
        if (found.full < Infinity) expect(carries(found.full)).toBe(false);
        expect(found.isDeadlocked).toBe(loads.some((load) => !ends[at(load)]));
        expect(found.runs).toBe(loads.length);
        expect(Math.max(...loads)).toBeLessThanOrEqual(Math.max(0.01, most ?? 1) + 1e-6);
        expect(new Set(loads).size).toBeLessThanOrEqual(3 * Math.ceil(Math.log2(1 / precision)) + 3);
        // Each interval is within the one before, and only the last has the demanded precision.
        for (const [i, { carried, full, isFound }] of progress.entries()) {
          expect(isFound).toBe(i === progress.length - 1);
          if (i === 0) continue;
          expect(carried).toBeGreaterThanOrEqual(progress[i - 1].carried);
          expect(full).toBeLessThanOrEqual(progress[i - 1].full);
        }
      },
    ),
  );
});

test("a network that carries the whole offered load is known after one load", async () => {
  const { runs, loads } = syntheticNetwork((load) => load);
  const found = await searchSaturation(plain, { precision: 0.02 }, runs);
  expect(found).toMatchObject({ throughput: 1, error: 0, carried: 1, full: Infinity, isFound: true });
  expect(new Set(loads)).toEqual(new Set([1]));
});

test("a network that accepts more when it is full says so by what it accepts of the highest load", async () => {
  const { runs } = syntheticNetwork((load) => (load <= 0.4 ? load : 0.4 + (load - 0.4) / 2));
  const found = await searchSaturation(plain, { precision: 0.01 }, runs);
  expect(found.carried).toBeCloseTo(0.42, 6);
  expect(found.overloaded).toBeCloseTo(0.7, 6);
});

test("a run that is clearly full is short, one that is carried is as long as the scenario says", async () => {
  const lengths = new Map<number, number[]>();
  const { runs } = syntheticNetwork((load) => Math.min(load, 0.3));
  await searchSaturation(plain, { precision: 0.01 }, (each) => {
    lengths.set(loadIn(each), [...(lengths.get(loadIn(each)) ?? []), each.run.window]);
    return runs(each);
  });
  expect(lengths.get(1)).toEqual([1250]);
  expect(lengths.get(0.3)).toEqual([1250, 10_000]);
});

test("loads of a scenario that asks for a precision are tried for as long as usual", async () => {
  const { runs } = syntheticNetwork((load) => Math.min(load, 0.3));
  const triedRuns: Scenario["run"][] = [];
  await searchSaturation({ ...plain, run: { warmUp: 20_000, window: 100_000, drain: 4000, precision: 2 } }, { precision: 0.1 }, (each) => {
    triedRuns.push(each.run);
    return runs(each);
  });
  expect(triedRuns).toContainEqual({ warmUp: 2000, window: 10_000, drain: 0, precision: 0 });
  expect(Math.max(...triedRuns.map(({ window }) => window))).toBe(10_000);
});

test("what has no one load, and a precision that is none, is refused with words", async () => {
  const list = readScenario({
    version: 2,
    topology: { kind: "torus", sizes: [4, 4] },
    workload: { kind: "messages", list: [{ source: 0, destination: 1 }] },
  });
  await expect(searchSaturation(list, { precision: 0.01 }, runNow)).rejects.toThrow(
    "workload: the messages workload does not have a single offered load",
  );
  await expect(searchLatency(list, [0.1], runNow)).rejects.toThrow("does not have a single offered load");
  await expect(searchWorstPattern(list, [{ kind: "uniform", values: {} }], { precision: 0.01 }, runNow)).rejects.toThrow(
    "does not have a single traffic pattern",
  );
  for (const precision of [0, -1, NaN, Infinity, 0.0001, 0.6])
    await expect(searchSaturation(plain, { precision }, runNow)).rejects.toThrow("expected 0.001 to 0.5 phits/cycle");
  for (const load of [0, NaN, 1.1, -0.2]) await expect(searchLatency(plain, [0.2, load], runNow)).rejects.toThrow("expected 0.01 to 1");
});

test("what a run throws, the search throws", async () => {
  await expect(searchSaturation(plain, { precision: 0.01 }, () => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
});

/** Real networks with a known bottleneck. Messages are created at equal intervals, so nothing is random. */
describe("the saturation throughput is within the precision of what is known", () => {
  const precision = 0.01;
  const complement = { kind: "complement" };

  it.each([
    [4, 1, 2, 1 / 4],
    [4, 2, 2, 2 / 4],
    [4, 3, 2, 3 / 4],
    [4, 1, 3, 1 / 16],
    [4, 4, 2, 1],
  ])("of a thin tree %i:%i of %i levels, where all goes over the roots: k′ⁿ⁻¹ / kⁿ⁻¹", async (k, kUp, n, expected) => {
    const tree = scenarioOf({ kind: "thin-tree", k, kUp, n }, complement, {}, "constant");
    const found = await searchSaturation(tree, { precision }, runNow);
    expect(Math.abs(found.throughput - expected)).toBeLessThanOrEqual(precision);
    expect(found.carried).toBeLessThanOrEqual(expected / 0.97);
    expect(found.full).toBeGreaterThanOrEqual(expected);
  });

  it("of a line of 8, where all of a half cross its middle: 1 / 4", async () => {
    const found = await searchSaturation(scenarioOf({ kind: "mesh", sizes: [8] }, complement, {}, "constant"), { precision }, runNow);
    expect(Math.abs(found.throughput - 1 / 4)).toBeLessThanOrEqual(precision);
  });

  it("of a ring under a shift by 3 as fluid flow, which fills every channel: 1 / 3", async () => {
    const ring = scenarioOf({ kind: "torus", sizes: [8] }, { kind: "shift", amount: 3 }, { flowControl: { kind: "fluid" } }, "constant");
    const found = await searchSaturation(ring, { precision }, runNow);
    expect(Math.abs(found.throughput - 1 / 3)).toBeLessThanOrEqual(precision);
  });

  // M. J. Karol, M. G. Hluchyj, S. P. Morgan: Input versus output queueing on a space-division packet switch (1987), §III.
  it("of one large switch whose inputs are queues, under uniform traffic: 2 − √2", async () => {
    const one = scenarioOf(
      { kind: "single-switch", terminals: 64 },
      { kind: "uniform" },
      {
        flowControl: { kind: "virtual-cut-through", packet: "4 B" },
        run: { warmUp: 1000, window: 3000 },
      },
    );
    const found = await searchSaturation(one, { precision }, runNow);
    expect(Math.abs(found.throughput - (2 - Math.SQRT2))).toBeLessThanOrEqual(precision);
  });

  it("of one switch that everybody has to himself: all", async () => {
    const found = await searchSaturation(
      scenarioOf({ kind: "single-switch", terminals: 8 }, complement, {}, "constant"),
      { precision },
      runNow,
    );
    expect(found).toMatchObject({ carried: 1, full: Infinity, error: 0, isDeadlocked: false });
  });
});

test("a ring shifted by h on one way round carries at most 1/h, as each channel is crossed by h flows, and nearly that", async () => {
  for (const amount of [2, 3]) {
    const scenario = readScenario({
      version: 1,
      topology: { kind: "torus", sizes: [8] },
      routing: { kind: "dimension-order" },
      flowControl: { kind: "virtual-cut-through", virtualChannels: 4 },
      workload: { kind: "open-loop", pattern: { kind: "shift", amount } },
      run: { warmUp: 2000, window: 10_000, drain: 0 },
    });
    const found = await searchSaturation(scenario, { precision: 0.02 }, (each) => Promise.resolve(run(each)));
    expect(found.carried, JSON.stringify(found)).toBeLessThanOrEqual(1 / amount / 0.97);
    // The dateline costs a few percent.
    expect(found.full, JSON.stringify(found)).toBeGreaterThanOrEqual(0.95 / amount);
  }
});

test("a ring that deadlocks is full where it does", async () => {
  const ring = scenarioOf(
    { kind: "torus", sizes: [8] },
    { kind: "shift", amount: 3 },
    {
      routing: { kind: "dimension-order", channelClasses: "none" },
      flowControl: { kind: "wormhole" },
    },
  );
  const found = await searchSaturation(ring, { precision: 0.02 }, runNow);
  expect(found.isDeadlocked).toBe(true);
  expect(found.full).toBeLessThan(1);
});

test("the worst of several patterns is the one with the lowest throughput; what does not fit says why", async () => {
  const tree = scenarioOf({ kind: "thin-tree", k: 2, kUp: 1, n: 3 }, { kind: "uniform" });
  const pattern = (kind: string) => ({
    kind,
    values: Object.fromEntries(Object.entries(patterns.get(kind).params).map(([name, param]) => [name, param.default])),
  });
  const found = await searchWorstPattern(tree, ["neighbour", "complement", "transpose"].map(pattern), { precision: 0.02 }, runNow);
  expect(found.worst?.pattern.kind).toBe("complement");
  expect(Math.abs(found.worst!.saturation.throughput - 1 / 4)).toBeLessThanOrEqual(0.02);
  expect(found.isSure).toBe(true);
  expect(found.each.map(({ pattern: { kind }, saturation }) => [kind, saturation !== null])).toEqual([
    ["neighbour", true],
    ["complement", true],
    ["transpose", false],
  ]);
  expect(found.each[2].why).toContain("even number of binary digits");
});

test("latency at given loads is what runs at these loads say, in their order", async () => {
  const points = await searchLatency(plain, [0.3, 0.1], runNow);
  expect(points.map(({ load }) => load)).toEqual([0.3, 0.1]);
  expect(points[1].latency).toBe(run(plain).latency?.mean);
  expect(points[0].latency!).toBeGreaterThan(points[1].latency!);
});
