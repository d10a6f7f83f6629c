/** The curve of a held number: its values are accepted, its answers respect its bounds, and nothing is computed after it is closed. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { rangePlot } from "../../src/app/workbench/range-curve/range-plot.ts";
import { RangeRuns } from "../../src/app/workbench/range-curve/range-runs.ts";
import { maxRangeValues, networkOfPath, type RangeScenario, rangeScenarios } from "../../src/app/workbench/range-curve/range-values.ts";
import { analyzePlan } from "../../src/core/analysis/analyse.ts";
import { compile } from "../../src/core/run/compile.ts";
import { run } from "../../src/core/run/run.ts";
import { checkDocument, type Document, variantsOf } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import type { Scenario } from "../../src/core/scenario/scenario.ts";
import { documentSentence, type NumberSegment } from "../../src/words/sentence.ts";
import { light } from "../views/fixtures.ts";
import { unitsOf } from "../../src/words/units.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const short = { warmUp: 100, window: 600, drain: 200 };
const documents: Readonly<Record<string, Document>> = {
  mesh: parseDocument({ topology: { kind: "mesh", sizes: [4, 4] }, workload: { kind: "open-loop", load: 0.3 }, run: short }),
  "fat tree": parseDocument({ topology: { kind: "k-ary-n-tree", k: 4, n: 2 }, run: short }),
  allreduce: parseDocument({
    topology: { kind: "k-ary-n-tree", k: 2, n: 3 },
    workload: { kind: "allreduce", ranks: 8, message: "8 kB" },
    technology: "own-links",
  }),
  "two networks": parseDocument({
    topology: { kind: "torus", sizes: [4, 4] },
    run: short,
    beside: [{ topology: { kind: "mesh", sizes: [4, 4] } }],
  }),
};
const numbersOf = (document: Document) =>
  documentSentence(document).filter((segment): segment is NumberSegment => segment.type === "number");

/** Workers that compute immediately, and count what is asked of them. */
function directWorkers() {
  const calls: string[] = [];
  const job = <T>(name: string, value: () => T) => {
    calls.push(name);
    return { done: Promise.resolve().then(value), cancel: () => undefined, suspend: () => undefined, resume: () => undefined };
  };
  return {
    calls,
    analyze: (scenario: Scenario) => job("analyze", () => analyzePlan(compile(scenario).plan)),
    run: (scenario: Scenario) => job("run", () => run(scenario)),
  };
}

async function finishedRuns(scenarios: readonly RangeScenario[], present: number) {
  const workers = directWorkers();
  const runs = new RangeRuns(workers as never, scenarios, present, () => undefined);
  vi.advanceTimersByTime(1000);
  for (let i = 0; i < 1000 && !runs.isDone; i++) await Promise.resolve();
  return { runs, calls: workers.calls };
}

test.each(Object.entries(documents))(
  "every number of the sentence has a range of accepted values around the present one: %s",
  (_, document) => {
    const numbers = numbersOf(document);
    expect(numbers.length).toBeGreaterThan(2);
    for (const { path, param, value } of numbers) {
      const scenarios = rangeScenarios(document, path, param);
      const values = scenarios.map((each) => each.value);
      expect(values).toContain(value);
      expect(values.length).toBeLessThanOrEqual(maxRangeValues);
      expect(values).toEqual([...new Set(values)].toSorted((a, b) => a - b));
      for (const each of scenarios) {
        expect(checkDocument(each.document)).toEqual([]);
        expect(variantsOf(each.document)[networkOfPath(path)]).toBe(each.scenario);
      }
    }
  },
);

test("the load is shown over its whole range, in tenths", () => {
  const { path, param } = numbersOf(documents.mesh).find((each) => each.path.at(-1) === "load")!;
  expect(rangeScenarios(documents.mesh, path, param).map(({ value }) => value)).toEqual([
    0.01, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1,
  ]);
});

test("a network that takes too long has a bound, but no run", () => {
  const { path, param } = numbersOf(documents.mesh).find((each) => each.path.includes("sizes"))!;
  const large = parseDocument({ topology: { kind: "mesh", sizes: [24, 24] } });
  const scenarios = rangeScenarios(large, path, param);
  expect(scenarios.some(({ isSimulated }) => isSimulated)).toBe(true);
  expect(scenarios.some(({ isSimulated }) => !isSimulated)).toBe(true);
});

test("the ideal throughput comes first, then runs, the nearest value first, which equal runs by hand", async () => {
  const { path, param, value } = numbersOf(documents.mesh).find((each) => each.path.at(-1) === "load")!;
  const scenarios = rangeScenarios(documents.mesh, path, param);
  const { runs, calls } = await finishedRuns(scenarios, value);
  // One analysis has the bounds of all loads.
  expect(calls).toEqual(["analyze", ...scenarios.map(() => "run")]);
  expect(runs.measure?.id).toBe("accepted");
  expect([runs.bounds.length, runs.points.length]).toEqual([11, 11]);
  // The nearest value first.
  expect(runs.points[0].value).toBe(0.3);
  for (const { value: at, answer } of runs.points) {
    const { limit } = runs.bounds.find((each) => each.value === at)!;
    expect(limit).toBeCloseTo(Math.min(at, 0.5), 12);
    // All that is offered is the most that can be accepted.
    expect(answer).toBeLessThanOrEqual(run(scenarios.find((each) => each.value === at)!.scenario).offeredPerSender + 1e-9);
  }
  // The values of the sweep are those of a run by hand.
  const byHand = run(scenarios[10].scenario);
  expect(runs.points.find((each) => each.value === 1)?.answer).toBe(byHand.acceptedPerSender);
});

test("the answer of a collective is its time, never below the bound of its messages", async () => {
  const { path, param, value } = numbersOf(documents.allreduce).find((each) => each.path.at(-1) === "message")!;
  const { runs } = await finishedRuns(rangeScenarios(documents.allreduce, path, param), value);
  expect(runs.measure?.id).toBe("makespan");
  expect(runs.points.length).toBeGreaterThan(4);
  for (const { value: at, answer } of runs.points)
    expect(answer).toBeGreaterThanOrEqual(runs.bounds.find((each) => each.value === at)!.limit);
});

test("nothing is computed after the number has been let go", async () => {
  const { path, param, value } = numbersOf(documents.mesh).find((each) => each.path.at(-1) === "load")!;
  const workers = directWorkers();
  const runs = new RangeRuns(workers as never, rangeScenarios(documents.mesh, path, param), value, () => undefined);
  runs.close();
  vi.advanceTimersByTime(5000);
  await Promise.resolve();
  expect(workers.calls).toEqual([]);
});

test.each([
  ["equal steps", [0.1, 0.4, 0.7, 1], true],
  ["doubled values", [1, 2, 8, 64], false],
])("a place on the curve is the value drawn there: %s", (_, values, isFraction) => {
  const data = { values, present: values[1], isFraction, title: "queue", write: String, bounds: [], points: [], measure: null };
  const plot = rangePlot(data, unitsOf(), light);
  const line = plot.marks.find(({ key }) => key === "present")!;
  const x = Number(/^M([\d.]+)/.exec(String(line.attributes["d"]))![1]);
  expect(plot.valueAt(x)).toBeCloseTo(values[1], 1);
  expect([plot.valueAt(-100), plot.valueAt(1000)].map((each) => Number(each.toPrecision(9)))).toEqual([values[0], values[3]]);
});
