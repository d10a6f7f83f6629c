/** What runs of unlike links tell, in cycles of one of them: equal times are equal seconds, equal loads equal bytes a second. */
import { assert, constantFrom, property } from "fast-check";
import { expect, test } from "vitest";
import { compile } from "../../src/core/run/compile.ts";
import { analyse } from "../../src/core/analysis/analyse.ts";
import { measures } from "../../src/core/measures/index.ts";
import type { Results } from "../../src/core/measures/results.ts";
import { retellFrame, rescaledAnalysis, rescaledResults } from "../../src/core/results/rescale.ts";
import { run, start } from "../../src/core/run/run.ts";
import { channelRateOf, cycleIn, cycleSecondsOf } from "../../src/core/scenario/clock.ts";
import { variantsOf } from "../../src/core/scenario/document.ts";
import { readDocument } from "../../src/core/scenario/read-document.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { type ColumnName, frameLayout, scalar } from "../../src/core/simulation/frame.ts";
import { frameOf } from "../contracts/scenarios.ts";

/** One message of 1 000 000 bytes between two terminals of a switch, in packets of 1000 bytes that take nothing along. */
const message = {
  topology: { kind: "single-switch", terminals: 2 },
  flowControl: { kind: "virtual-cut-through", packet: "1000 B" },
  workload: { kind: "messages", list: [{ source: 0, destination: 1, bytes: "1 MB" }] },
};
const ethernet = { kind: "gigabit-ethernet", overhead: "0 B" };
const fast = { kind: "own-links", rate: "1 GB/s" };

test("a message takes 8 ms over Gigabit Ethernet and 1 ms over links of 1 GB/s, whichever is the first", () => {
  const seconds = (first: object, other: object) => {
    const [a, b] = variantsOf(readDocument({ ...message, technology: first, beside: [{ technology: other }] }));
    const clock = cycleSecondsOf(a)!;
    return [a, b].map((each) => rescaledResults(run(each), cycleIn(each, a)!).makespan! * clock);
  };
  // A thousand packets of 250 phits, one after the other, and two cycles for the way over the switch.
  const cycles = 1000 * 250 + 2;
  for (const [found, expected] of [
    [seconds(ethernet, fast), [cycles * 32e-9, cycles * 4e-9]],
    [seconds(fast, ethernet), [cycles * 4e-9, cycles * 32e-9]],
  ])
    found.forEach((each, i) => expect(each).toBeCloseTo(expected[i], 12));
});

/** Endless traffic on links of so many bytes a second, measured for a while. */
const endless = (rate: string) =>
  readScenario({
    topology: { kind: "torus", sizes: [4, 4] },
    technology: { kind: "own-links", rate },
    run: { warmUp: 200, window: 2000, drain: 400 },
  });

test("every measure is in the same seconds, bytes a second and counts as the run tells by itself", () => {
  const [slow, quick] = [endless("125 MB/s"), endless("2 GB/s")];
  const inBytes = (results: Results, rate: number) =>
    measures.map(({ unit, value }) => {
      const own = value(results);
      if (typeof own !== "number") return own;
      return unit.startsWith("phits/cycle") ? own * rate : unit === "cycles" || unit === "cycle" ? (own * 4) / rate : own;
    });
  for (const [told, page] of [
    [slow, quick],
    [quick, slow],
  ]) {
    const own = run(told);
    const found = inBytes(rescaledResults(own, cycleIn(told, page)!), channelRateOf(page)!);
    inBytes(own, channelRateOf(told)!).forEach((expected, i) => {
      if (typeof expected === "number") expect(found[i], measures[i].id).toBeCloseTo(expected, 9);
      else expect(found[i], measures[i].id).toBe(expected);
    });
  }
});

test("a frame tells the same: its times in other cycles, its loads by the bytes, its counts as they are", () => {
  const scenario = endless("2 GB/s");
  const [own, told] = [0, 1].map(() => {
    const { simulation } = start(scenario);
    while (simulation.status === "running" && simulation.now < 1800) simulation.advance(1800, Infinity);
    return frameOf(simulation);
  });
  const layout = frameLayout({ channels: own.phits.length, terminals: own.created.length, messages: 0 });
  const cycle = 1 / 16;
  retellFrame(told, layout, cycle);
  for (const [name, { unit }] of Object.entries(layout.columns) as [ColumnName, { unit: string }][]) {
    if (name === "scalars") continue;
    const factor = unit === "cycles" || unit === "cycle" ? cycle : unit.startsWith("phits/cycle") ? 1 / cycle : 1;
    own[name].forEach((value: number, i: number) => expect(told[name][i], name).toBe(value < 0 ? value : value * factor));
  }
  expect(told.scalars[scalar.now]).toBe(own.scalars[scalar.now] / 16);
  expect(told.scalars[scalar.windowCycles]).toBe(own.scalars[scalar.windowCycles] / 16);
  expect(told.scalars[scalar.delivered]).toBe(own.scalars[scalar.delivered]);
  expect(told.scalars[scalar.fingerprint]).toBe(own.scalars[scalar.fingerprint]);
});

test("what has not happened has not happened in any unit, and a fingerprint is a fingerprint", () => {
  const scenario = readScenario({ ...message, technology: fast });
  const started = start(scenario);
  started.simulation.advance(100, Infinity);
  const results = started.results();
  const told = rescaledResults(results, 8);
  expect(told.messages[0]).toMatchObject({ created: 0, delivered: -1, latency: -1 });
  expect([told.fingerprint, told.makespan]).toEqual([results.fingerprint, null]);
});

test("the bound of the analysis is as many bytes a second", () => {
  const scenario = endless("2 GB/s");
  const own = analyse(compile(scenario).plan);
  const told = rescaledAnalysis(own, 1 / 16);
  expect(told.bound).toBe(own.bound * 16);
  expect(told.zeroLoadLatency).toBe(own.zeroLoadLatency / 16);
  expect(told.channelLoad).toBe(own.channelLoad);
});

test("where the clock is the same, what was given comes back", () => {
  const results = run(endless("1 GB/s"));
  expect(rescaledResults(results, 1)).toBe(results);
  const rates = constantFrom("cycles", "gigabit-ethernet", "qsnet", "own-links");
  assert(
    property(rates, rates, (a, b) => {
      const [one, other] = [a, b].map((technology) => readScenario({ technology }));
      const [there, back] = [cycleIn(one, other), cycleIn(other, one)];
      expect(there === null).toBe((cycleSecondsOf(one) === null) !== (cycleSecondsOf(other) === null));
      if (a === b) expect(there).toBe(1);
      if (there !== null && back !== null) expect(there * back).toBeCloseTo(1, 12);
    }),
  );
});
