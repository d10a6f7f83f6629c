/** Findings of sweeps: saturation loads, best and worst points, and which network leads in which range. */
import { expect, test } from "vitest";
import { curvePointOf } from "../../src/core/measures/curve.ts";
import { findingOfSweep, type SweptNetwork } from "../../src/findings/sweep.ts";
import type { Results } from "../../src/core/measures/results.ts";
import type { SweepAxis, SweepTable } from "../../src/core/measures/sweep.ts";
import { unitsOfResults } from "../../src/words/units.ts";
import { expectWording } from "../wording/wording.ts";

/** Made-up results of a run, with loads in phits per cycle and terminal. */
const resultsOf = (offeredPerSender: number, acceptedPerSender: number, overrides: Partial<Results> = {}) =>
  ({
    offeredPerSender,
    acceptedPerSender,
    makespan: null,
    deadlock: null,
    status: "finished",
    latency: { mean: 30, p95: 60 },
    steady: { is: true },
    ...overrides,
  }) as unknown as Results;

/** The labels of an axis's values, and their form in a sentence. */
const labelsAndPhrases = (title: string, labels: readonly string[]) => ({ labels, phrases: labels.map((label) => `${title} ${label}`) });
const loads = [0.2, 0.4, 0.6, 0.8];
const loadAxis: SweepAxis = { title: "Load", unit: "phits/cycle", ...labelsAndPhrases("load", loads.map(String)), numbers: loads };
const queueAxis: SweepAxis = { title: "Queue", unit: "packets", ...labelsAndPhrases("queue", ["1", "4", "16"]), numbers: [1, 4, 16] };

/**
 * A sweep over one axis with made-up accepted loads.
 * @param accepted Accepted load by network and value, in phits per cycle and terminal.
 */
function tableOf(axis: SweepAxis, accepted: readonly (readonly number[])[], expected = accepted.flat().length): SweepTable {
  const points = accepted.flatMap((values, variant) =>
    values.map((value, at) => ({ variant, indices: [at], runs: [resultsOf(axis === loadAxis ? loads[at] : 0.9, value)] })),
  );
  return { axes: [axis], points, expectedPoints: expected };
}

/** The networks of a made-up sweep, with a load curve each if the axis is the load. */
function sweptNetworks(axis: SweepAxis, accepted: readonly (readonly number[])[]): readonly SweptNetwork[] {
  return accepted.map((values, i) => ({
    letter: accepted.length === 1 ? "" : "ABC"[i],
    name: accepted.length === 1 ? "the thin tree" : ["thin tree", "fat tree", "torus"][i],
    curve: axis === loadAxis ? values.map((value, at) => curvePointOf(loads[at], [resultsOf(loads[at], value)])) : null,
  }));
}

const findingFor = (axis: SweepAxis, accepted: readonly (readonly number[])[], expected?: number) =>
  findingOfSweep(unitsOfResults, tableOf(axis, accepted, expected), sweptNetworks(axis, accepted));

test("a sweep of the load says where the network is full", () => {
  expect(findingFor(loadAxis, [[0.2, 0.4, 0.43, 0.43]])).toEqual({
    answer: "The thin tree saturates at load 0.40.",
    figure: { value: "0.40", words: "is where the thin tree saturates" },
    evidence: [
      "It delivers at most 0.43 phits/cycle.",
      "The saturation load is the highest offered load of which the network accepts at least 97\u00a0%.",
    ],
    isPartial: false,
  });
  expect(findingFor(loadAxis, [[0.2, 0.4]], 4)).toEqual({
    answer: "So far, the thin tree delivers the full offered load, up to load 0.40.",
    evidence: [],
    isPartial: true,
  });
});

test("of several networks where each saturates, and where one overtakes the other", () => {
  const [thin, fat, torus] = [
    [0.2, 0.3, 0.32, 0.33],
    [0.19, 0.4, 0.58, 0.61],
    [0.2, 0.4, 0.5, 0.45],
  ];
  const two = findingFor(loadAxis, [thin, fat]);
  expectWording(two?.answer, "A (thin tree) … saturates … load 0.20 … B (fat tree) … never … full offered load");
  expectWording(two?.evidence, "0.61 phits/cycle … A 0.33 … saturation load … 97 % … load 0.2 … A … load 0.4");
  const three = findingFor(loadAxis, [thin, [0.2, 0.4, 0.6, 0.61], torus]);
  expectWording(three?.answer, "B (fat tree) … saturates … load 0.60 … C (torus) … 0.40 … A (thin tree) … 0.20");
  expect(three?.figure).toEqual({ value: "0.60", words: "is where B saturates" });
});

test("a sweep of anything else names its best and its worst point", () => {
  expectWording(findingFor(queueAxis, [[0.2, 0.5, 0.4]])?.answer, "best at … queue 4 … 0.50 phits/cycle … worst at … queue 1 … 0.20");
  const two = findingFor(queueAxis, [
    [0.2, 0.3, 0.3],
    [0.1, 0.35, 0.6],
  ]);
  expectWording(two?.answer, "queue 1 … A (thin tree) … queue 4 … B (fat tree)");
  expectWording(two?.evidence, "best at … B … queue 16 … 0.60 phits/cycle … worst at … B … queue 1 … 0.10");
  expect(findingFor({ ...queueAxis, labels: ["1"] }, [[0.3]])?.answer).toMatch(/^Accepted load is 0\.30.phits\/cycle/);
  expectWording(findingFor(queueAxis, [[0.3, 0.3, 0.3]])?.answer, "0.30");
});

test("networks that read the same at the best point are all named", () => {
  const names = { ...queueAxis, numbers: null, labels: ["a", "b"], phrases: ["pattern a", "pattern b"] };
  expectWording(
    findingFor(names, [
      [0.498, 0.1],
      [0.502, 0.3],
      [0.4, 0.2],
    ])?.answer,
    "best at … A and B … pattern a … 0.50 phits/cycle … worst at … A … 0.10",
  );
});

test("where loads are swept with another parameter, each line is described by its saturation, equal lines together", () => {
  const offered = { ...loadAxis, isOfferedLoad: true };
  const accepted = (at: number, packets: number) => Math.min(loads[at], [0.3, 0.4, 0.5][packets]);
  const points = loads.flatMap((_, at) =>
    queueAxis.labels.map((_, packets) => ({ variant: 0, indices: [at, packets], runs: [resultsOf(loads[at], accepted(at, packets))] })),
  );
  const say = (axes: readonly SweepAxis[], its = points) =>
    findingOfSweep(unitsOfResults, { axes, points: its, expectedPoints: points.length }, [{ letter: "", name: "the torus", curve: null }])
      ?.answer;
  expectWording(say([offered, queueAxis]), "Queue 4 … queue 16 saturate … load 0.40 … queue 1 … 0.20");
  expectWording(say([loadAxis, queueAxis]), "best at … load 0.6 … queue 16 … 0.50 phits/cycle … worst at … load 0.2 … queue 16 … 0.20");
  expectWording(say([offered, queueAxis], points.slice(0, 1)), "queue 1 delivers … full offered load … load 0.20");
});

test("a network that deadlocks is listed last, with the load from which it deadlocks", () => {
  const curve = (most: number, isStuck: boolean) =>
    loads.map((value) =>
      curvePointOf(value, [resultsOf(value, Math.min(value, most), isStuck && value > 0.5 ? { status: "deadlocked" } : {})]),
    );
  const networks = [
    { letter: "A", name: "mesh", curve: curve(0.8, true) },
    { letter: "B", name: "torus", curve: curve(0.4, false) },
  ];
  const table = tableOf(loadAxis, [
    [0.2, 0.4, 0.6, 0.8],
    [0.2, 0.4, 0.4, 0.4],
  ]);
  expectWording(
    findingOfSweep(unitsOfResults, table, networks)?.answer,
    "B (torus) … saturates … load 0.40 … A (mesh) … deadlocks … load 0.60",
  );
});

test("a finding over several seeds says how far they are apart", () => {
  const points = [0.2, 0.5].map((mean, at) => ({
    variant: 0,
    indices: [at],
    runs: [mean - 0.01, mean, mean + 0.01].map((each) => resultsOf(0, each)),
  }));
  const finding = findingOfSweep(unitsOfResults, { axes: [queueAxis], points, expectedPoints: 2 }, sweptNetworks(queueAxis, [[0]]));
  expectWording(finding?.answer, "best at … queue 4 … 0.50 phits/cycle … 0.49 … 0.51 … over 3 seeds … worst at … queue 1 … 0.20");
});

test("what chance may have done is no overtaking, and what takes less time is better", () => {
  expect(
    findingFor(queueAxis, [
      [0.3, 0.3, 0.3],
      [0.299, 0.301, 0.4],
    ])?.evidence,
  ).toEqual([]);
  const times = (values: readonly number[], variant: number) =>
    values.map((makespan, at) => ({ variant, indices: [at], runs: [resultsOf(0, 0, { makespan })] }));
  const table = { axes: [queueAxis], points: [...times([900, 800, 700], 0), ...times([950, 600, 500], 1)], expectedPoints: 6 };
  const finding = findingOfSweep(unitsOfResults, table, sweptNetworks(queueAxis, [[0], [0]]));
  expectWording(finding?.answer, "queue 1 … A (thin tree) … finishes first … queue 4 … B (fat tree)");
  expectWording(finding?.evidence.join(" "), "best at … B … queue 16 … 500 … worst at … B … queue 1 … 950");
  expect(findingOfSweep(unitsOfResults, { ...table, points: [] }, sweptNetworks(queueAxis, [[0], [0]]))).toBeNull();
});

test("of many networks, who is first from where to where, and who else overtakes whom, the most alike before others", () => {
  const numbers = [4, 8, 16, 32, 64];
  const texts = numbers.map((number) => `${number} terminals`);
  const terminals: SweepAxis = { title: "Terminals", unit: "", labels: numbers.map(String), numbers, phrases: texts };
  const seconds = [
    [15.0, 11.9, 11.4, 12.2, 13.7],
    [17.4, 12.3, 10.4, 9.9, 9.6],
    [10.9, 5.7, 3.2, 2.0, 1.46],
    [14.8, 7.9, 4.2, 2.0, 1.33],
  ];
  const networks = seconds.map((_, i) => ({ letter: "ABCD"[i], name: ["one", "two", "three", "four"][i], curve: null }));
  /** The finding of a sweep with these makespans by network and number of terminals. */
  const say = (times: readonly (readonly number[])[]) => {
    const points = times.flatMap((own, variant) =>
      own.map((makespan, at) => ({ variant, indices: [at], runs: [resultsOf(1, 1, { makespan })] })),
    );
    return findingOfSweep(
      unitsOfResults,
      { axes: [terminals], points, expectedPoints: points.length },
      networks.slice(0, times.length),
      0,
      (a, b) => (a + b === 1 || a + b === 5 ? 1 : 2),
    );
  };
  expect(say(seconds)).toEqual({
    answer: "Up to 16 terminals, C (three) finishes first; from 64 terminals on, D (four).",
    evidence: [
      "Of A and B, A is better up to 8 terminals, B from 16 terminals on.",
      "Makespan is best at D, 64 terminals: 1.33\u00a0cycles; worst at B, 4 terminals: 17.4.",
    ],
    isPartial: false,
  });
  // One network leads over the whole range; the order of two other networks changes.
  expect(say(seconds.slice(0, 3))).toMatchObject({
    answer: "From 4 terminals to 64 terminals, C (three) finishes first.",
    evidence: [
      "Of A and B, A is better up to 8 terminals, B from 16 terminals on.",
      expect.stringMatching(/^Makespan is best at C, 64 terminals: /),
    ],
  });
  // Two networks lead over the whole range, with ties broken at random.
  const nearly = seconds[2].map((each, i) => each * (i % 2 === 0 ? 1.01 : 0.99));
  expectWording(say([seconds[0], seconds[1], seconds[2], nearly])?.answer, "From 4 terminals … 64 terminals … C and D … finish first");
  // If the lead changes more than once between two networks, the finding names no leader.
  const [a, b, c, d] = seconds;
  expectWording(say([a, b, c, [14.8, 5, 4.2, 1, 2]])?.answer, "best at … D … 32 terminals");
  // Three networks lead one after the other.
  expectWording(
    say([[9, 11.9, 11.4, 12.2, 13.7], b, c, d])?.answer,
    "4 terminals … A (one) … finishes first … 8 terminals … 16 terminals … C (three) … 64 terminals … D (four)",
  );
});

test("where programs of unlike lengths are swept, how long networks take beside the baseline", () => {
  const message: SweepAxis = {
    title: "Message",
    unit: "",
    ...labelsAndPhrases("message", ["10 B", "1 kB", "10 kB"]),
    numbers: [10, 1000, 10_000],
    isWorkAmount: true,
  };
  const times = [
    [100, 200, 1000],
    [110, 400, 4000],
  ];
  const points = times.flatMap((own, variant) =>
    own.map((makespan, at) => ({ variant, indices: [at], runs: [resultsOf(1, 1, { makespan })] })),
  );
  const table = { axes: [message], points, expectedPoints: 6 };
  const networks = sweptNetworks(message, times).map((each) => ({ ...each, curve: null }));
  expectWording(findingOfSweep(unitsOfResults, table, networks)?.answer, "B (fat tree) … 2.37 … 1.1 … 10 B … 4 … 10 kB");
  expectWording(findingOfSweep(unitsOfResults, table, networks, 1)?.answer, "A (thin tree) … 0.553 … 0.25 … 10 kB");
  // For a single network the finding gives the times themselves.
  expectWording(
    findingOfSweep(unitsOfResults, { ...table, points: points.slice(0, 3), expectedPoints: 3 }, networks.slice(0, 1))?.answer,
    "best at … A … message 10 B … 100",
  );
});
