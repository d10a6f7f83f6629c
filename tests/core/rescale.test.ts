/**
 * Tests of results in cycles of another length, for networks with different links: equal times are equal seconds, equal loads are equal
 * bytes per second.
 */
import { assert, constantFrom, double, property } from "fast-check";
import { describe, expect, test } from "vitest";
import { compile } from "../../src/core/run/compile.ts";
import { analyzePlan } from "../../src/core/analysis/analyse.ts";
import { analysisSchema } from "../../src/core/analysis/analysis.ts";
import type { Schema } from "../../src/core/base/schema.ts";
import { measures } from "../../src/core/measures/index.ts";
import { type Results, resultsSchema } from "../../src/core/measures/results.ts";
import { waitsSchema } from "../../src/core/measures/waits.ts";
import { rescaledAnalysis, rescaledResults, rescaleFrame } from "../../src/core/results/rescale.ts";
import { rescaledExplanation, rescaledWaits } from "../../src/core/results/rescale-searches.ts";
import { run, startRun } from "../../src/core/run/run.ts";
import { channelRateOf, cycleRatio, cycleSecondsOf } from "../../src/core/scenario/clock.ts";
import { variantsOf } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { explain, findWaits } from "../../src/core/searches/explain.ts";
import { explanationSchema } from "../../src/core/searches/explanation.ts";
import { type ColumnName, frameLayout, scalar, scalarUnits } from "../../src/core/simulation/frame.ts";
import { frameOf } from "../contracts/scenarios.ts";
import { cases } from "../effort.ts";
import { exampleRuns } from "./example-runs.ts";
import { unwrapped, type SchemaLocation, locationsIn } from "./schema-locations.ts";

/** Data with its schema locations and its function for rescaling. */
interface Example {
  readonly value: unknown;
  locationsOf(data: unknown): readonly SchemaLocation[];
  rescaled(data: unknown, cycle: number): unknown;
}

const exampleOf = <T>(schema: Schema<T>, own: T, rescaled: (data: T, cycle: number) => T): Example => ({
  value: own,
  locationsOf: (data) => locationsIn(schema, data),
  rescaled: (data, cycle) => rescaled(data as T, cycle),
});

/** One message of 1,000,000 bytes between two terminals of a switch, in packets of 1000 bytes without overhead. */
const message = {
  topology: { kind: "single-switch", terminals: 2 },
  flowControl: { kind: "virtual-cut-through", packet: "1000 B" },
  workload: { kind: "messages", list: [{ source: 0, destination: 1, bytes: "1 MB" }] },
};
const ethernet = { kind: "gigabit-ethernet", overhead: "0 B" };
const fastLinks = { kind: "own-links", rate: "1 GB/s" };

test("a message takes 8 ms over Gigabit Ethernet and 1 ms over links of 1 GB/s, whichever is the first", () => {
  const seconds = (first: object, other: object) => {
    const [a, b] = variantsOf(parseDocument({ ...message, technology: first, beside: [{ technology: other }] }));
    const clock = cycleSecondsOf(a)!;
    return [a, b].map((each) => rescaledResults(run(each), cycleRatio(each, a)!).makespan! * clock);
  };
  // A thousand packets of 250 phits in sequence, and two cycles for the path over the switch.
  const cycles = 1000 * 250 + 2;
  for (const [found, expected] of [
    [seconds(ethernet, fastLinks), [cycles * 32e-9, cycles * 4e-9]],
    [seconds(fastLinks, ethernet), [cycles * 4e-9, cycles * 32e-9]],
  ])
    found.forEach((each, i) => expect(each).toBeCloseTo(expected[i], 12));
});

/** A scenario of open-loop traffic on links of the given rate, measured for a while. */
const openLoopScenario = (rate: string) =>
  readScenario({
    topology: { kind: "torus", sizes: [4, 4] },
    technology: { kind: "own-links", rate },
    run: { warmUp: 200, window: 2000, drain: 400 },
  });

test("every measure is in the same seconds, bytes a second and counts as the run tells by itself", () => {
  const [slow, quick] = [openLoopScenario("125 MB/s"), openLoopScenario("2 GB/s")];
  const inBytes = (results: Results, rate: number) =>
    measures.map(({ unit, value }) => {
      const own = value(results);
      if (typeof own !== "number") return own;
      return unit.startsWith("phits/cycle") ? own * rate : unit === "cycles" || unit === "cycle" ? (own * 4) / rate : own;
    });
  for (const [scenario, page] of [
    [slow, quick],
    [quick, slow],
  ]) {
    const own = run(scenario);
    const found = inBytes(rescaledResults(own, cycleRatio(scenario, page)!), channelRateOf(page)!);
    inBytes(own, channelRateOf(scenario)!).forEach((expected, i) => {
      if (typeof expected === "number") expect(found[i], measures[i].id).toBeCloseTo(expected, 9);
      else expect(found[i], measures[i].id).toBe(expected);
    });
  }
});

test("a frame tells the same: its times in other cycles, its loads by the bytes, its counts as they are", () => {
  const scenario = openLoopScenario("2 GB/s");
  const [originalFrame, rescaledFrame] = [0, 1].map(() => {
    const { simulation } = startRun(scenario);
    while (simulation.status === "running" && simulation.now < 1800) simulation.advance(1800, Infinity);
    return frameOf(simulation);
  });
  const layout = frameLayout({ channels: originalFrame.phits.length, terminals: originalFrame.created.length, messages: 0 });
  const cycle = 1 / 16;
  rescaleFrame(rescaledFrame, layout, cycle);
  for (const [name, { unit }] of Object.entries(layout.columns) as [ColumnName, { unit: string }][]) {
    if (name === "scalars") continue;
    const factor = unit === "cycles" || unit === "cycle" ? cycle : unit.startsWith("phits/cycle") ? 1 / cycle : 1;
    originalFrame[name].forEach((value: number, i: number) =>
      expect(rescaledFrame[name][i], name).toBe(value < 0 ? value : value * factor),
    );
  }
  const times = ["now", "latency", "networkLatency", "latencyMax", "windowCycles", "windowStart", "latencyFirstHalf", "latencySecondHalf"];
  const factors = new Map([...times, "binCycles", "lastArrival", "latencyError"].map((name) => [name, cycle])).set("acceptedError", 16);
  for (const name of Object.keys(scalarUnits) as (keyof typeof scalarUnits)[])
    expect(rescaledFrame.scalars[scalar[name]], name).toBe(originalFrame.scalars[scalar[name]] * (factors.get(name) ?? 1));
});

describe("all that is declared", () => {
  /** Each kind of data with its schema and its function for rescaling. */
  const examples = exampleRuns.flatMap(({ scenario, results }): readonly Example[] => {
    const { worstChannel } = results.load;
    const waits = findWaits(scenario, worstChannel);
    return [
      exampleOf(resultsSchema, results, rescaledResults),
      exampleOf(analysisSchema, analyzePlan(compile(scenario).plan), rescaledAnalysis),
      exampleOf(explanationSchema, explain(scenario, worstChannel), rescaledExplanation),
      ...(waits === null ? [] : [exampleOf(waitsSchema, waits, rescaledWaits)]),
    ];
  });
  /** For each unit, the factor by which values change with the length of a cycle: multiplied, divided, or unchanged. */
  const factorOf: Readonly<Record<string, (cycle: number) => number>> = {
    cycles: (cycle) => cycle,
    "phits/cycle": (cycle) => 1 / cycle,
    "seconds/cycle": (cycle) => 1 / cycle,
    bytes: () => 1,
    "%": () => 1,
    "": () => 1,
  };

  test.each([1 / 16, 3.7])("is in cycles of another length by its unit, and nothing else is: %d", (cycle) => {
    for (const { value: own, locationsOf, rescaled } of examples) {
      const [before, after] = [locationsOf(own), locationsOf(rescaled(own, cycle))];
      expect(after.map(({ keys }) => keys)).toEqual(before.map(({ keys }) => keys));
      before.forEach(({ path, schema, value }, i) => {
        const form = unwrapped(schema);
        if (form.is !== "number" || value === null || value === -1) {
          if (form.is !== "object" && form.is !== "array") expect(after[i].value, path).toBe(value);
        } else expect(after[i].value, path).toBeCloseTo((value as number) * factorOf[form.unit](cycle), 6);
      });
    }
  });

  test("is as it was, within rounding, when it is rescaled there and back", () => {
    assert(
      property(constantFrom(...examples), double({ min: 1e-3, max: 1e3, noNaN: true }), ({ value: own, locationsOf, rescaled }, cycle) => {
        const back = locationsOf(rescaled(rescaled(own, cycle), 1 / cycle));
        locationsOf(own).forEach(({ path, value }, i) => {
          const found = back[i].value;
          if (typeof value !== "number") expect(typeof found, path).toBe(typeof value);
          else expect(Math.abs((found as number) - value), path).toBeLessThanOrEqual(1e-12 * Math.abs(value));
        });
      }),
      { numRuns: cases(100) },
    );
  });

  test("comes back itself where the cycles are as long", () => {
    for (const { value: own, rescaled } of examples) expect(rescaled(own, 1)).toBe(own);
  });
});

test("what has not happened has not happened in any unit, and a fingerprint is a fingerprint", () => {
  const scenario = readScenario({ ...message, technology: fastLinks });
  const started = startRun(scenario);
  started.simulation.advance(100, Infinity);
  const results = started.results();
  const rescaled = rescaledResults(results, 8);
  expect(rescaled.messages[0]).toMatchObject({ created: 0, delivered: -1, latency: -1 });
  expect([rescaled.fingerprint, rescaled.makespan]).toEqual([results.fingerprint, null]);
});

test("the bound of the analysis is as many bytes a second", () => {
  const scenario = openLoopScenario("2 GB/s");
  const own = analyzePlan(compile(scenario).plan);
  const rescaled = rescaledAnalysis(own, 1 / 16);
  expect(rescaled.bound).toBe(own.bound * 16);
  expect(rescaled.zeroLoadLatency).toBe(own.zeroLoadLatency / 16);
  expect(rescaled.channelLoad).toBe(own.channelLoad);
});

test("a round trip takes as many seconds, and what finds room in it is as much", () => {
  const far = { topology: { kind: "mesh", sizes: [2, 2] }, links: [{ class: "X", length: 20 }] };
  const own = analyzePlan(compile(readScenario(far)).plan);
  const rescaled = rescaledAnalysis(own, 1 / 16);
  expect(own.roundTrips!.length).toBeGreaterThan(1);
  expect(rescaled.roundTrips).toEqual(own.roundTrips!.map((trip) => ({ ...trip, cycles: trip.cycles / 16 })));
});

test("where the clock is the same, what was given comes back", () => {
  const results = run(openLoopScenario("1 GB/s"));
  expect(rescaledResults(results, 1)).toBe(results);
  const rates = constantFrom("cycles", "gigabit-ethernet", "qsnet", "own-links");
  assert(
    property(rates, rates, (a, b) => {
      const [one, other] = [a, b].map((technology) => readScenario({ technology }));
      const [there, back] = [cycleRatio(one, other), cycleRatio(other, one)];
      expect(there === null).toBe((cycleSecondsOf(one) === null) !== (cycleSecondsOf(other) === null));
      if (a === b) expect(there).toBe(1);
      if (there !== null && back !== null) expect(there * back).toBeCloseTo(1, 12);
    }),
  );
});
