/**
 * Tests of runs that continue until their means are known: the results, their precision, and that such a run otherwise equals a plain one.
 */
import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { analyzePlan } from "../../src/core/analysis/analyse.ts";
import { withSweepOf } from "../../src/app/document/edit-document.ts";
import { curvePointOf } from "../../src/core/measures/curve.ts";
import { rescaledResults } from "../../src/core/results/rescale.ts";
import { defaultDocument } from "../../src/core/scenario/document.ts";
import { compile } from "../../src/core/run/compile.ts";
import type { Results } from "../../src/core/measures/results.ts";
import { run, startRun } from "../../src/core/run/run.ts";
import { scenarioHash } from "../../src/core/scenario/canonical.ts";
import { readScenario, type Scenario, writeScenario } from "../../src/core/scenario/scenario.ts";
import { batchMean, warmUpLength } from "../../src/core/simulation/batch-means.ts";
import { type Frame, scalar } from "../../src/core/simulation/frame.ts";
import { PrecisionControl } from "../../src/core/simulation/precision.ts";
import { cases, firstFew, isThorough } from "../effort.ts";

/** A generator of uniform random numbers between 0 and 1 and of normal ones. */
function randomNumbers(seed: number) {
  let state = seed >>> 0;
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
  return { unit: uniform, normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()) };
}

/**
 * Lower limit for the number of hits in `count` trials with the given probability: 3.7 standard deviations below the mean, which happens by
 * chance in about 1 of 10,000 tests.
 */
const minHits = (count: number, probability: number) => count * probability - 3.7 * Math.sqrt(count * probability * (1 - probability));
const ones = (count: number) => new Float64Array(count).fill(1);

describe("batch means", () => {
  // For x' = φ x + e, the variance of the mean is var(e) / ((1 − φ)² count).
  it.each([0, 0.5, 0.9])("cover the mean of an AR(1) series with φ = %f as often as they say", (phi) => {
    const [runs, count] = [cases(300), 4000];
    let [hits, widths] = [0, 0];
    for (let seed = 1; seed <= runs; seed++) {
      const { normal } = randomNumbers(seed * 977);
      let x = normal() / Math.sqrt(1 - phi * phi);
      const series = Float64Array.from({ length: count }, () => 10 + (x = phi * x + normal()));
      const { mean, halfWidth } = batchMean(series, ones(count), count)!;
      if (Math.abs(mean - 10) <= halfWidth) hits++;
      widths += halfWidth / runs;
    }
    expect(hits).toBeGreaterThanOrEqual(minHits(runs, 0.95));
    const known = 1.96 / (1 - phi) / Math.sqrt(count);
    expect(widths).toBeGreaterThan(known);
    expect(widths).toBeLessThan(1.6 * known);
  });

  it("are exact where nothing varies, and of a ratio both of whose parts vary together", () => {
    const { unit } = randomNumbers(5);
    const over = Float64Array.from({ length: 200 }, () => 1 + unit());
    const found = batchMean(
      over.map((each) => 3 * each),
      over,
      200,
    )!;
    expect(found.mean).toBeCloseTo(3, 12);
    expect(found.halfWidth).toBeLessThan(1e-12);
  });

  it("know nothing of too few, and of nothing", () => {
    expect(batchMean(ones(19), ones(19), 19)).toBeNull();
    expect(batchMean(ones(40), new Float64Array(40), 40)).toBeNull();
  });
});

describe("MSER-5", () => {
  it("leaves out a known transient, or asks for more", () => {
    let [longerCount, tried] = [0, 0];
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 20, max: 150 }), (seed, length) => {
        tried++;
        const { normal } = randomNumbers(seed);
        const series = Float64Array.from({ length: 600 }, (_, i) => (i < length ? 30 : 0) + normal());
        const found = warmUpLength(series, 600);
        // Sometimes the end of a stationary series looks quietest. Then the rule demands a longer run.
        if (found !== null) expect(found).toBeGreaterThanOrEqual(length - 4);
        if (found === null) longerCount++;
      }),
      { seed: 1 },
    );
    expect(longerCount).toBeLessThan(0.2 * tried);
  });

  it("asks for more where most of the series is transient", () => {
    const { normal } = randomNumbers(3);
    expect(
      warmUpLength(
        Float64Array.from({ length: 400 }, (_, i) => i + normal()),
        400,
      ),
    ).toBeNull();
    expect(warmUpLength(ones(19), 19)).toBeNull();
  });

  it("leaves out nothing where nothing varies", () => {
    expect(warmUpLength(ones(100), 100)).toBe(0);
  });
});

const scenarioWith = (more: object, load = 0.2, precision = 5): Scenario =>
  readScenario({
    version: 2,
    topology: { kind: "torus", sizes: [4, 4] },
    workload: { kind: "open-loop", pattern: { kind: "uniform" }, load },
    run: { warmUp: 20_000, window: 60_000, precision },
    ...more,
  });

/** The plain run with the lengths that a run with a precision has found. */
function plainRunOf(scenario: Scenario, { cycles, precision }: Results): Scenario {
  const { warmUp, measured, verdict } = precision!;
  const drain = verdict === "full" && measured < scenario.run.window ? cycles - warmUp - measured : scenario.run.drain;
  return { ...scenario, run: { warmUp, window: measured, drain } };
}

const engines = [
  {},
  { flowControl: { kind: "virtual-cut-through", selection: "first" } },
  { flowControl: { kind: "store-and-forward" } },
  { flowControl: { kind: "wormhole" } },
  { topology: { kind: "mesh", sizes: [4, 4] }, switch: { pipeline: 3 } },
  { flowControl: { kind: "circuit" } },
  { flowControl: { kind: "fluid" }, run: { warmUp: 2000, window: 20_000, precision: 10 } },
  { flowControl: { kind: "ideal-network" } },
];

test.each(engines)("a precise run is the plain run with the lengths it found, and no other in slices: %j", (more) => {
  for (const load of [0.15, 0.9]) {
    const precise = scenarioWith(more, load);
    const whole = run(precise);
    expect(whole.precision?.verdict).not.toBe("going-on");
    const { precision: _, steady: __, ...measures } = whole;
    const { steady: ___, ...plain } = run(plainRunOf(precise, whole));
    expect(measures).toEqual(plain);
    const sliced = startRun(precise);
    for (let i = 1; sliced.simulation.status === "running"; i++)
      sliced.simulation.advance(sliced.simulation.now + ((i * 37) % 211) + 1, 1 + ((i * 91) % 499));
    expect(sliced.results()).toEqual(whole);
  }
});

test("a run without a precision is what it always was, by name and by measures", () => {
  const plain = scenarioWith({ run: { warmUp: 500, window: 1000 } });
  expect(scenarioHash({ ...plain, run: { warmUp: 500, window: 1000, drain: 4000 } })).toBe(scenarioHash(plain));
  expect(JSON.stringify(writeScenario(plain))).not.toContain("precision");
  expect(run(plain)).not.toHaveProperty("precision");
  expect(writeScenario(scenarioWith({}))).toMatchObject({ version: 2, run: { precision: 5 } });
});

test("what is known is known as well as it was asked, and better costs more", () => {
  let before = 0;
  for (const precision of [20, 5, 2]) {
    const { precision: found, latency, acceptedPerSender } = run(scenarioWith({ run: { warmUp: 20_000, window: 1_000_000, precision } }));
    expect(found).toMatchObject({ asked: precision, verdict: "known" });
    expect(found!.latency! / latency!.mean).toBeLessThanOrEqual(precision / 100 + 0.005);
    expect(found!.accepted! / acceptedPerSender).toBeLessThanOrEqual(precision / 100 + 0.005);
    expect(found!.measured).toBeGreaterThan(before);
    before = found!.measured;
  }
});

test("a full network is left early, with its accepted load known and its latency not", () => {
  const { precision, steady, acceptedPerSender } = run(scenarioWith({}, 1));
  expect(precision).toMatchObject({ verdict: "full", latency: null });
  expect(precision!.measured).toBeLessThan(60_000);
  expect(precision!.accepted! / acceptedPerSender).toBeLessThanOrEqual(0.05);
  expect(steady).toMatchObject({ is: false });
  // The throughput of a run of many times the length is within both errors.
  const long = run(scenarioWith({ run: { warmUp: 20_000, window: 100_000, drain: 0 } }, 1));
  expect(Math.abs(long.acceptedPerSender / acceptedPerSender - 1)).toBeLessThan(0.05);
});

const serviceCycles = 16;

/**
 * Simulates independent M/D/1 queues under the stopping rule of a run. Returns their mean time in the system, in cycles, and its stated
 * error.
 */
function meanTimeOfQueues(
  count: number,
  load: number,
  targetError: number,
  seed: number,
): { readonly mean: number; readonly error: number } {
  const { unit: uniform } = randomNumbers(seed);
  const interval = () => (-Math.log(1 - uniform()) * serviceCycles) / load;
  const queues = Array.from({ length: count }, () => ({ arrival: interval(), free: 0 }));
  const sums = new Float64Array(2);
  const totalsAtTurns: number[][] = [];
  // Counts the packets that depart until `now`, queue by queue.
  const countDepartures = (target: Float64Array, now: number) => {
    for (const queue of queues)
      for (let departure; (departure = Math.max(queue.arrival, queue.free) + serviceCycles) <= now; queue.arrival += interval()) {
        sums[0]++;
        sums[1] += departure - queue.arrival;
        queue.free = departure;
      }
    target.set(sums);
  };
  const observedRun = { readConsumed: countDepartures, createdBefore: () => sums[0], changeWindow: () => totalsAtTurns.push([...sums]) };
  const precision = new PrecisionControl(
    { relativeHalfWidth: targetError, window: 1e9, drain: 0 },
    { start: 1e9, end: 2e9, limit: 2e9 },
    1,
    observedRun,
  );
  while (precision.nextObservation < Infinity) precision.observe(precision.nextObservation);
  const scalars = new Float64Array(Object.keys(scalar).length);
  precision.sample({ scalars } as Frame);
  const [[packets, latency], [allPackets, allLatency]] = totalsAtTurns;
  return { mean: (allLatency - latency) / (allPackets - packets), error: scalars[scalar.latencyError] };
}

/** One queue with exponential intervals and packets of L phits is M/D/1: the mean wait is ρ L / (2 (1 − ρ)) (Pollaczek, Khinchine). */
describe("the stated interval covers the truth as often as it says", () => {
  const queues = [
    [0.3, 5],
    [0.6, 2],
    [0.9, 10],
    [0.6, 5],
    [0.85, 4],
  ] as const;
  it.each(firstFew(3, queues))("M/D/1 at a load of %f, to ± %i parts in a hundred", (load, precision) => {
    const runs = cases(12);
    let hits = 0;
    for (let seed = 1; seed <= runs; seed++) {
      const one = readScenario({
        version: 2,
        topology: { kind: "single-switch", terminals: 16 },
        workload: { kind: "open-loop", pattern: { kind: "complement" }, load, process: "exponential" },
        run: { warmUp: 100_000, window: 2_000_000, precision },
        seed,
      });
      const { latency, precision: found } = run(one);
      const truth = analyzePlan(compile(one).plan).zeroLoadLatency + (load * 16) / (2 * (1 - load));
      expect(found!.verdict).toBe("known");
      if (Math.abs(latency!.mean - truth) <= found!.latency!) hits++;
    }
    expect(hits).toBeGreaterThanOrEqual(minHits(runs, 0.93));
  });

  // The same stopping rule, applied to many queues that are computed without an engine.
  it.each([
    [1, 0.5, 10],
    [16, 0.5, 10],
    [16, 0.8, 10],
    [16, 0.8, 5],
    [16, 0.9, 10],
    [256, 0.5, 2],
  ])("%i reckoned queues M/D/1 at a load of %f, to ± %i parts in a hundred", (count, load, precision) => {
    const runs = cases(100);
    const truth = serviceCycles * (1 + load / (2 * (1 - load)));
    let hits = 0;
    for (let seed = 1; seed <= runs; seed++) {
      const { mean, error } = meanTimeOfQueues(count, load, precision / 100, seed * 7919);
      if (Math.abs(mean - truth) <= error) hits++;
    }
    expect(hits).toBeGreaterThanOrEqual(minHits(runs, 0.93));
  });
});

/** The truth is a long run with another seed, whose own error is small compared with the demanded precision. */
describe.each([
  ["torus", { kind: "torus", sizes: [4, 4] }, 0.6],
  ["tree", { kind: "k-ary-n-tree", k: 4, n: 2 }, 0.5],
])("on a small %s", (_, topology, full) => {
  it.each(firstFew(1, [0.6, 0.3, 0.9]))("the interval covers a long run at %f of saturation", (part) => {
    const at = (seed: number, lengths: object) =>
      run(scenarioWith({ topology, workload: { kind: "open-loop", pattern: { kind: "uniform" }, load: part * full }, run: lengths, seed }));
    const truth = at(999, { warmUp: 20_000, window: 400_000 * (isThorough ? 5 : 1) }).latency!.mean;
    const runs = cases(10);
    let hits = 0;
    for (let seed = 1; seed <= runs; seed++) {
      const { latency, precision } = at(seed, { warmUp: 20_000, window: 400_000, precision: 3 });
      if (precision!.verdict === "known" && Math.abs(latency!.mean - truth) <= precision!.latency!) hits++;
    }
    expect(hits).toBeGreaterThanOrEqual(minHits(runs, 0.93));
  });
});

describe("what is hostile ends with words or a verdict", () => {
  it.each([
    ["hardly a packet", scenarioWith({ run: { warmUp: 0, window: 100, drain: 0, precision: 2 } }, 0.01)],
    ["a precision that no window meets", scenarioWith({ run: { warmUp: 100, window: 2000, precision: 0.01 } })],
    ["a window shorter than a look", scenarioWith({ run: { warmUp: 3, window: 101, precision: 1 } })],
  ])("%s", (_, each) => {
    const { precision, status } = run(each);
    expect(status).toBe("finished");
    expect(precision).toMatchObject({ verdict: "limit", measured: each.run.window });
  });

  it("a deadlock is one", () => {
    const ring = scenarioWith(
      {
        topology: { kind: "torus", sizes: [8] },
        routing: { kind: "dimension-order", channelClasses: "none" },
        flowControl: { kind: "wormhole" },
        workload: { kind: "open-loop", pattern: { kind: "shift", amount: 3 }, load: 1 },
      },
      1,
    );
    expect(run(ring)).toMatchObject({ status: "deadlocked", steady: { is: false } });
  });

  it("a program, and jobs that begin and end, are measured as a whole", () => {
    const program = scenarioWith({ workload: { kind: "permutation" } });
    const plain = { ...program, run: { ...program.run, precision: 0 } };
    expect(run(program)).toEqual(run(plain));
  });

  it.each([-1, 51, Number.NaN, "two"])("a precision of %j is refused", (precision) => {
    expect(() => scenarioWith({ run: { precision } })).toThrow("run.precision");
  });
});

test("a new sweep of a run as usual goes on until its means are known; others stay as they are", () => {
  const axis = { path: ["workload", "load"], values: [0.1, 0.2] };
  expect(withSweepOf(defaultDocument(), axis).run).toMatchObject({ precision: 2 });
  const own = { ...defaultDocument(), run: { ...defaultDocument().run, window: 5000 } };
  expect(withSweepOf(own, axis).run).toEqual(own.run);
  expect(withSweepOf(withSweepOf(own, axis), { path: ["seed"], values: [1, 2] }).run).toEqual(own.run);
  expect(withSweepOf(defaultDocument(), { path: ["run", "window"], values: [500, 1000] }).run).toEqual(defaultDocument().run);
});

test("a curve has the error of each point, in the cycles of its network", () => {
  const results = run(scenarioWith({}));
  const { error } = curvePointOf(0.2, [results]);
  expect(error).toEqual({ accepted: results.precision!.accepted, latency: results.precision!.latency });
  expect(curvePointOf(0.2, [results, results])).not.toHaveProperty("error");
  const rescaled = rescaledResults(results, 2);
  expect(rescaled.precision).toMatchObject({
    latency: 2 * error!.latency!,
    accepted: error!.accepted! / 2,
    warmUp: 2 * results.precision!.warmUp,
  });
});
