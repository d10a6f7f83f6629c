/** Data and drawings of a mix: order, scales, labels and tables, with the numbers of the trees report as a test case. */
import { describe, expect, it, test } from "vitest";
import { efficiencyOf, networkEfficienciesOf } from "../../src/core/measures/efficiency.ts";
import { concludeFromMix, sayRatioInWords } from "../../src/findings/mix.ts";
import { type MixTable, efficiencyRows } from "../../src/core/measures/mix.ts";
import { performancePerCost } from "../../src/views/mix/performance-per-cost.ts";
import { hitTestTargets, nextTarget } from "../../src/views/plot/hover.ts";
import { hoverTargetsOf } from "../../src/views/plot/targets.ts";
import { relativeTimesView } from "../../src/views/mix/relative-times.ts";
import { workloadMixOf } from "../../src/app/view-data/workload-mix.ts";
import { billOf } from "../../src/core/costs/bill.ts";
import { run } from "../../src/core/run/run.ts";
import { documentParams } from "../../src/core/scenario/document.ts";
import { topologyFacts, readScenario } from "../../src/core/scenario/scenario.ts";
import type { Variant, ViewData } from "../../src/views/contract.ts";
import { build, desk, phone, tablet, viewData } from "./fixtures.ts";
import { expectWording } from "../wording/wording.ts";

const network = build("thin-tree", { k: 4, kUp: 2, n: 2 });
const titles = ["8,4 fat tree", "8:4,4 thin tree", "8:2,4 thin tree", "8:4,8 slender tree", "8:2,5 slender tree"];

/**
 * A mix of two patterns at three message sizes.
 * @param relative Run time of each network relative to the baseline.
 */
function mixWith(relative: readonly number[], costs: readonly (number | null)[], overrides: Partial<MixTable> = {}): MixTable {
  const times = relative.map((each) => [1, 2].map((row) => [1, 2, 4].map((column) => [each * row * column])));
  const weights = { rows: [1, 1], columns: [1, 1, 0] };
  return {
    networks: titles.slice(0, relative.length).map((title, index) => ({ index, title, letter: "ABCDE"[index] })),
    baseline: 0,
    rows: { title: "Workload", labels: ["butterfly exchange", "binary tree"], weights: [...weights.rows] },
    columns: { title: "Message", labels: ["10 B", "1 kB", "100 kB"], weights: [...weights.columns] },
    relative: times.map((rows) => rows.map((columns) => columns.map(() => relative[times.indexOf(rows)]))),
    costBases: [{ id: "whole", title: "the whole network", costs, efficiency: efficiencyOf({ times, weights, costs, baseline: 0 }) }],
    ...overrides,
  };
}

/** Table 4a of the trees report: sums of run times. */
const timeSums = [35, 46.95, 131.66, 91.17, 243.85];
const costs = [3413, 1023, 564, 1087, 566];
const table4a = mixWith(
  timeSums.map((sum) => sum / 35),
  costs,
);
const dataOf = (mix: MixTable | null, choices: Record<string, string> = {}) => viewData(network, { mix, choices });
const networkNames = (mix: MixTable, order: string) =>
  performancePerCost
    .table(dataOf(mix, { order }))
    .rows.map(([name]) => String(name).slice(0, 1))
    .join("");

describe("performance per cost", () => {
  it("has the order of the report, by any of its three numbers", () => {
    expect(networkNames(table4a, "ratio")).toBe("BCDAE");
    expect(networkNames(table4a, "phi")).toBe("ABDCE");
    expect(networkNames(table4a, "cost")).toBe("CEBDA");
    expect(networkNames(table4a, "given")).toBe("ABCDE");
  });

  it("puts those of which nothing is known last", () => {
    const late = mixWith([1, 2, 2], [3, null, 1]);
    expect(efficiencyRows(late, late.costBases[0]).map(({ network: { letter } }) => letter)).toEqual(["C", "A", "B"]);
  });

  it.each([
    ["desk", desk],
    ["tablet", tablet],
    ["phone", phone],
  ])("draws every network in the room it asks for: %s", (_, canvas) => {
    const data = dataOf(table4a);
    const room = performancePerCost.preferredSize!(data, canvas.width);
    const { marks } = performancePerCost.layout(data, { ...canvas, ...room });
    for (const { attributes } of marks) {
      for (const name of ["x", "cx"]) if (name in attributes) expect(attributes[name]).toBeGreaterThanOrEqual(0);
      for (const name of ["x", "cx"]) if (name in attributes) expect(attributes[name]).toBeLessThanOrEqual(canvas.width);
      for (const name of ["y", "cy"]) if (name in attributes) expect(attributes[name]).toBeLessThanOrEqual(room.height);
    }
    expect(marks.filter(({ key }) => key.startsWith("at phi "))).toHaveLength(5);
    expect(marks.find(({ key }) => key === "ratio 1")?.text).toBe("2.49");
    expect(new Set(marks.map(({ key }) => key)).size).toBe(marks.length);
  });

  it("gives its rows the height there is, and no more air than reads well", () => {
    const { marks } = performancePerCost.layout(dataOf(table4a), { ...desk, height: 900 });
    const lines = marks
      .filter(({ key }) => key.startsWith("line "))
      .map(({ attributes }) => Number(/ (\d+)H/.exec(String(attributes["d"]))?.[1]));
    expect(lines[1] - lines[0]).toBe(Math.floor(46 * 0.4) * 2 + 46);
    const names = marks.filter(({ key }) => key.startsWith("name ")).map(({ attributes }) => Number(attributes["y"]));
    names.forEach((y, i) => expect(y).toBeLessThan(lines[i]));
  });

  it("draws the bar from cost to performance as long as the one over the other", () => {
    const { marks } = performancePerCost.layout(dataOf(table4a), desk);
    const at = (key: string) => marks.find((mark) => mark.key === key)?.attributes["cx"] as number;
    const length = (i: number) => at(`at phi ${i}`) - at(`at cost ${i}`);
    const worths = networkEfficienciesOf(timeSums, costs, 0);
    expect(length(1) / length(2)).toBeCloseTo(Math.log(worths[1].ratio!) / Math.log(worths[2].ratio!), 1);
    expect(length(4)).toBeLessThan(0);
  });

  it("keeps its drawing when all weights are scaled, and when networks are permuted", () => {
    const texts = (mix: MixTable) =>
      performancePerCost
        .layout(dataOf(mix), desk)
        .marks.filter(({ key }) => /^(phi|ratio|cost) /.test(key))
        .map(({ text }) => text);
    const twice = { ...table4a, rows: { ...table4a.rows, weights: [2, 2] } };
    expect(texts(twice)).toEqual(texts(table4a));
    const order = [3, 0, 4, 1, 2];
    const permuted = mixWith(
      order.map((i) => timeSums[i] / 35),
      order.map((i) => costs[i]),
      { baseline: 1 },
    );
    const times = order.map((i) => [1, 2].map(() => [1, 2, 3].map(() => [timeSums[i]])));
    const efficiency = efficiencyOf({
      times,
      weights: { rows: [1, 1], columns: [1, 1, 1] },
      costs: order.map((i) => costs[i]),
      baseline: 1,
    });
    expect(texts({ ...permuted, costBases: [{ ...permuted.costBases[0], efficiency }] })).toEqual(texts(table4a));
  });

  it("says what is missing", () => {
    expect(relativeTimesView.emptyMessage(dataOf(null))).toMatch(/mix of programs/);
    expect(performancePerCost.emptyMessage(dataOf(null))).toMatch(/second network/);
    expect(performancePerCost.emptyMessage(dataOf(mixWith([1], [1])))).toMatch(/second network/);
    const silent = mixWith([1, 2], [1, 1]);
    const efficiency = efficiencyOf({ times: [[[]], [[]]], weights: { rows: [0], columns: [1] }, costs: [1, 1], baseline: 0 });
    const data = dataOf({ ...silent, costBases: [{ ...silent.costBases[0], efficiency }] });
    expectWording(performancePerCost.emptyMessage(data), "raise one of the weights");
    expectWording(performancePerCost.summary(data), "weights are 0");
    expect(concludeFromMix(data.mix!)).toMatchObject({ answer: "All weights are 0, so nothing counts.", isPartial: false });
  });
});

describe("the conclusion", () => {
  it("compares the network that gives most with the baseline", () => {
    expect(concludeFromMix(table4a)).toEqual({
      answer: "B (8:4,4 thin tree): three quarters of the performance, three tenths of the cost.",
      evidence: [
        "Over 4 of 4\u00a0table cells, B has 0.75 times the performance of A (8,4 fat tree) at 0.30 times the cost: 2.49 times the performance per cost.",
      ],
      isPartial: false,
    });
    const table4b = mixWith([1, 34.17 / 35], [4080, 1023]);
    expectWording(concludeFromMix(table4b)?.answer, "B (8:4,4 thin tree) … same performance … a quarter of the cost");
    expectWording(performancePerCost.summary(dataOf(table4b)), "B (8:4,4 thin tree) … same performance … a quarter of the cost");
  });

  it("names the baseline where it gives most, and needs no costs", () => {
    expectWording(
      concludeFromMix(mixWith([1, 4], [10, 5]))?.answer,
      "A (8,4 fat tree) … B (8:4,4 thin tree) … a quarter of the performance … half the cost",
    );
    expectWording(concludeFromMix(mixWith([1, 0.5], [null, null]))?.answer, "B (8:4,4 thin tree) … 2.00 times");
  });

  it("is null before anything is in, or of one alone", () => {
    expect(concludeFromMix(mixWith([1], [1]))).toBeNull();
    const none = mixWith([1, 2], [1, 1]);
    const efficiency = efficiencyOf({ times: [[], []], weights: { rows: [1], columns: [1] }, costs: [1, 1], baseline: 0 });
    expect(concludeFromMix({ ...none, costBases: [{ ...none.costBases[0], efficiency }] })).toBeNull();
  });

  test.each([
    [1.04, "the same cost"],
    [0.96, "the same cost"],
    [1.5, "1.50 times the cost"],
    [0.2507, "a quarter of the cost"],
    [0.5, "half the cost"],
    [0.223, "22\u00a0% of the cost"],
    [0.02, "2\u00a0% of the cost"],
  ])("calls a part by its name: %d", (part, partName) => {
    expect(sayRatioInWords(part, "cost")).toBe(partName);
  });
});

describe("relative times", () => {
  it.each([desk, tablet, phone])("draws a bar for every network but the baseline, in the room it asks for", (canvas) => {
    const data = dataOf(table4a);
    const room = relativeTimesView.preferredSize!(data, canvas.width);
    const { marks } = relativeTimesView.layout(data, { ...canvas, ...room });
    const bars = marks.filter(({ key }) => key.startsWith("bar "));
    expect(bars).toHaveLength(4 * 2 * 3);
    expect(new Set(marks.map(({ key }) => key)).size).toBe(marks.length);
    for (const { attributes } of bars) {
      expect(Number(attributes["x"]) + Number(attributes["width"])).toBeLessThanOrEqual(canvas.width);
      expect(Number(attributes["y"]) + Number(attributes["height"])).toBeLessThanOrEqual(room.height);
    }
    // Cells without weight are drawn paler.
    expect(bars.filter(({ attributes }) => "opacity" in attributes)).toHaveLength(4 * 2);
  });

  it("goes down for what is faster and up for what is slower, equally far for inverse factors", () => {
    const { marks } = relativeTimesView.layout(dataOf(mixWith([1, 2, 0.5], [1, 1, 1])), desk);
    const bar = (i: number) => marks.find(({ key }) => key === `bar 0 0 ${i}`)!.attributes as Record<string, number>;
    expect(bar(1)["height"]).toBeCloseTo(bar(2)["height"], 0);
    expect(bar(1)["y"] + bar(1)["height"]).toBeCloseTo(bar(2)["y"], 0);
  });

  it("has the same as a table of tones, and as a table", () => {
    const data = dataOf(mixWith([1, 1.5, Infinity], [1, 1, 1]), { as: "tones" });
    const room = relativeTimesView.preferredSize!(data, phone.width);
    const { marks } = relativeTimesView.layout(data, { ...phone, ...room });
    expect(marks.filter(({ key }) => key.startsWith("value ")).map(({ text }) => text)).toContain("✕");
    expect(marks.filter(({ key }) => key.startsWith("cell "))).toHaveLength(2 * 6);
    const { columns, rows } = relativeTimesView.table(data);
    expect(columns.map(({ title }) => title)).toEqual([
      "Workload",
      "Message",
      "Weight",
      `A ${titles[0]}`,
      `B ${titles[1]}`,
      `C ${titles[2]}`,
    ]);
    expect(rows[0]).toEqual(["butterfly exchange", "10 B", 1, 1, 1.5, Infinity]);
  });

  it("says which is slowest and which fastest", () => {
    expectWording(
      relativeTimesView.summary(dataOf(mixWith([1, 2, 0.5], [1, 1, 1]))),
      "A (8,4 fat tree) … B (8:4,4 thin tree) … butterfly exchange … 10 B … 2.00 times … C (8:2,4 thin tree) … butterfly exchange … 10 B … 0.50",
    );
  });
});

describe("performance per cost of networks that run no mix", () => {
  const brief = { warmUp: 200, window: 1000, drain: 200 };
  const variantWith = (topology: object, workload: object, routing: object | undefined = undefined): Partial<Variant> => {
    const scenario = readScenario({ topology, workload, run: brief, ...(routing === undefined ? {} : { routing }) });
    const load = (scenario.workload.values["load"] as number | undefined) ?? null;
    return { results: run(scenario), load, bill: billOf(documentParams.cost.default, topologyFacts(scenario.topology).parts) };
  };
  const compared = (parts: readonly Partial<Variant>[], change: Partial<ViewData> = {}) => {
    const front = viewData(network);
    const variants = parts.map((each, index): Variant => ({ ...front, index, letter: "ABC"[index], title: titles[index], ...each }));
    const data = viewData(network, { ...variants[0], variants, ...change });
    return { ...data, workloadMix: workloadMixOf(data) };
  };
  const [fat, thin] = [
    { kind: "k-ary-n-tree", k: 4, n: 3 },
    { kind: "thin-tree", k: 4, kUp: 2, n: 3 },
  ];
  const open = { kind: "open-loop", pattern: "bit-reversal", load: 0.5 };

  it("is accepted load over cost, of traffic without an end, and says so and at which point of a sweep", () => {
    const data = compared([variantWith(fat, open), variantWith(thin, open)], { sweepPointLabel: "load 0.50" });
    expect(performancePerCost.emptyMessage(data)).toBeNull();
    const { rows } = performancePerCost.table({ ...data, choices: { order: "given" } });
    const accepted = data.variants.map(({ results }) => results!.accepted);
    const prices = data.variants.map(({ bill }) => bill!.perTerminal);
    expect(rows[1][2]).toBeCloseTo(accepted[1] / accepted[0], 12);
    expect(rows[1][7]).toBeCloseTo(accepted[1] / prices[1] / (accepted[0] / prices[0]), 12);
    expectWording(performancePerCost.summary(data), "load 0.50");
    expect(performancePerCost.layout(data, desk)?.marks.length).toBeGreaterThan(5);
  });

  it("is one over the time of a program", () => {
    const program = { kind: "binary-tree", ranks: 16 };
    const data = compared([variantWith(fat, program), variantWith(thin, program)], { choices: { order: "given" } });
    const [a, b] = data.variants.map(({ results }) => results!.makespan!);
    expect(performancePerCost.table(data).rows[1][2]).toBeCloseTo(a / b, 12);
    expectWording(performancePerCost.summary(data), "half the time is twice the performance");
  });

  it("else says what is missing, and what to do", () => {
    const lacks = (...parts: Partial<Variant>[]) => performancePerCost.emptyMessage(compared(parts));
    const [endless, program] = [variantWith(fat, open), variantWith(thin, { kind: "binary-tree", ranks: 16 })];
    const results = endless.results!;
    expectWording(lacks(endless), "second");
    expectWording(lacks(endless, { ...endless, results: null }), "not all finished");
    expectWording(lacks(endless, program), "Give all networks the same workload");
    expect(lacks({ ...endless, results: { ...results, status: "deadlocked", deadlock: ["a circle"] } }, endless)).toMatch(
      /Choose another baseline/,
    );
    expect(lacks(program, { ...program, results: { ...program.results!, makespan: null } })).toMatch(/run longer/);
    // A deadlocked network has performance 0.
    const stuck = compared([endless, { ...endless, results: { ...results, status: "deadlocked", deadlock: ["a circle"] } }], {
      choices: { order: "given" },
    });
    expect(performancePerCost.table(stuck).rows[1][2]).toBe(0);
  });
});

describe("what is pointed at", () => {
  it("is a row of performance per cost, from row to row by keys", () => {
    for (const { width } of [desk, phone]) {
      const data = dataOf(table4a, { order: "given" });
      const canvas = { ...desk, ...performancePerCost.preferredSize!(data, width) };
      const targets = hoverTargetsOf(performancePerCost.layout(data, canvas).marks);
      expect(targets).toHaveLength(titles.length);
      expect(targets[1]).toMatchObject({
        value: "performance per cost 2.49, no. 1",
        name: "B (8:4,4 thin tree)",
        more: ["performance 0.75", "cost 0.30, $1\u202f023"],
      });
      const down = titles.slice(1).reduce((at) => nextTarget(targets, at, "ArrowDown")!, nextTarget(targets, null, "Home")!);
      expect(down).toBe(targets.at(-1));
    }
  });

  it.each(["bars", "tones"])("is a time of a mix, drawn as %s", (as) => {
    const data = dataOf(mixWith([1, 1.34, Infinity], [1, 1, 1]), { as });
    const canvas = { ...desk, ...relativeTimesView.preferredSize!(data, desk.width) };
    const targets = hoverTargetsOf(relativeTimesView.layout(data, canvas).marks);
    const targetsOf = (name: string) => targets.filter((spot) => spot.name.startsWith(name));
    expect([targetsOf("B").length, targetsOf("C").length]).toEqual([6, 6]);
    expect(targetsOf("B")[0]).toMatchObject({ value: "1.34 times as long as A (8,4 fat tree)", more: ["butterfly exchange, 10 B"] });
    expect(targetsOf("C").every(({ value }) => value === "never ends")).toBe(true);
    for (const spot of targets) expect(hitTestTargets(targets, spot.x, spot.y, 8)).toBe(spot);
    const [first] = targetsOf("B");
    expect(nextTarget(targets, first, "ArrowRight")).toBe(targetsOf("C")[0]);
    expect(nextTarget(targets, targetsOf("C")[0], "ArrowLeft")).toBe(first);
  });
});
