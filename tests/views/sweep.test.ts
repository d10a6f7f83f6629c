/** The view of a sweep over one or two axes. */
import { describe, expect, test } from "vitest";
import type { Results } from "../../src/core/measures/results.ts";
import { availableChoices } from "../../src/views/contract.ts";
import type { SweepTable } from "../../src/core/measures/sweep.ts";
import { sweepView } from "../../src/views/sweep/sweep.ts";
import { build, dark, desk, phone, viewData } from "./fixtures.ts";
import { expectWording } from "../wording/wording.ts";

const network = build("thin-tree", {});
/** Made-up results with an accepted load in phits per cycle and a mean latency in cycles. */
const resultsWith = (accepted: number, latency = 40, deadlock: readonly string[] | null = null) =>
  ({
    acceptedPerSender: accepted,
    latency: { mean: latency, p95: 2 * latency },
    makespan: null,
    deadlock,
    status: deadlock === null ? "finished" : "deadlocked",
    load: { worst: accepted },
    fairness: null,
  }) as unknown as Results;

const loads = [0.1, 0.5, 0.9];
const axis = {
  title: "Offered load",
  unit: "phits/cycle",
  labels: loads.map(String),
  phrases: loads.map((load) => `offered load ${load}`),
  numbers: loads,
};
const oneAxis: SweepTable = {
  axes: [axis],
  expectedPoints: 3,
  points: loads.map((load, i) => ({
    variant: 0,
    indices: [i],
    runs: [resultsWith(Math.min(load, 0.4)), resultsWith(Math.min(load, 0.42))],
  })),
};
const kinds = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
const twoAxes: SweepTable = {
  axes: [axis, { title: "Routing", unit: "", labels: kinds, phrases: kinds.map((kind) => `routing ${kind}`), numbers: null }],
  expectedPoints: 27,
  points: loads.flatMap((load, i) =>
    kinds.map((_, k) => ({ variant: 0, indices: [i, k], runs: [resultsWith(load / (k + 1), 40, k === 8 ? ["x"] : null)] })),
  ),
};

describe("a sweep of one place", () => {
  const data = viewData(network, { sweep: oneAxis });
  test("is a line with a band over the seeds, and says its ends and its best", () => {
    const { marks } = sweepView.layout(data, desk);
    expect(marks.map(({ key }) => key)).toEqual(expect.arrayContaining(["band 0", "line 0", "head 0", "name 0", "title across"]));
    expect(JSON.stringify(marks)).not.toMatch(/NaN|undefined/);
    expectWording(sweepView.summary(data), "0.10 … 0.41 phits/cycle … best at … load 0.5 … 0.41");
  });
  test("has all measures in its table, as means with their ends", () => {
    const { columns, rows } = sweepView.table(data);
    expect(columns.slice(0, 5).map(({ title }) => title)).toEqual([
      "Offered load",
      "Seeds",
      "Accepted load",
      "Accepted load, lowest",
      "Accepted load, highest",
    ]);
    expect(rows[1].slice(0, 5)).toEqual([0.5, 2, (0.4 + 0.42) / 2, 0.4, 0.42]);
  });
  test("shows another measure when one is chosen", () => {
    expectWording(sweepView.summary({ ...data, choices: { measure: "p95" } }), "95 % … 80 … 80 cycles");
  });
  test("tells of programs what they are run for: when they are done; and offers what has been measured", () => {
    const done = { ...resultsWith(0.4), makespan: 700 } as Results;
    const timed = { ...data, sweep: { ...oneAxis, points: oneAxis.points.map((point) => ({ ...point, runs: [done] })) } };
    expect(sweepView.summary(timed)).toMatch(/^Makespan /);
    const [measure] = sweepView.options ?? [];
    expect(measure.defaultChoice?.(timed)).toBe("makespan");
    expect(availableChoices(measure, timed)).not.toContain("accepted");
    expect(availableChoices(measure, data)).not.toContain("makespan");
  });
  test("calls its lines by their letters where names have no room", () => {
    const [a] = data.variants;
    const variants = ["A", "B"].map((letter, index) => ({ ...a, index, letter, title: "point-to-point messages, InfiniBand" }));
    const points = variants.flatMap(({ index }) => oneAxis.points.map((point) => ({ ...point, variant: index })));
    const namesIn = (width: number) => {
      const { marks } = sweepView.layout({ ...data, variants, sweep: { ...oneAxis, points } }, { ...desk, width });
      return marks.filter(({ key }) => key.startsWith("name ")).map(({ text }) => text);
    };
    expect(namesIn(300)).toEqual(["A 0.41", "B 0.41"]);
    expect(namesIn(1200)[1]).toBe("B point-to-point messages, InfiniBand 0.41");
  });
  test.each([
    ["small amounts on an even axis", loads, 0.4],
    ["amounts far above 1", loads, 3000],
    ["steep values, steep amounts", [1, 2, 4, 8, 16, 32, 64], 90_000],
  ])("spreads its line over its room: %s", (_, numbers, most) => {
    const table: SweepTable = {
      axes: [{ title: "Queue", unit: "packets", labels: numbers.map(String), phrases: numbers.map(String), numbers }],
      expectedPoints: numbers.length,
      points: numbers.map((value, i) => ({
        variant: 0,
        indices: [i],
        runs: [resultsWith(0.2, (most * value) / numbers[numbers.length - 1])],
      })),
    };
    const { marks } = sweepView.layout({ ...data, sweep: table, choices: { measure: "latency" } }, { ...phone, width: 292, height: 220 });
    const places = ["x", "y"].map((side) =>
      String(marks.find(({ key }) => key === "line 0")!.attributes["d"])
        .match(/[\d.]+,[\d.]+/g)!
        .map((point) => Number(point.split(",")[side === "x" ? 0 : 1])),
    );
    const [across, upright] = places.map((all) => Math.max(...all) - Math.min(...all));
    expect(Math.max(...places[0])).toBeLessThan(292);
    expect(Math.min(...places[1])).toBeGreaterThan(20);
    expect(Math.max(...places[1])).toBeLessThan(200);
    expect([across, upright].every((extent) => extent > 70)).toBe(true);
  });
  test("says how much is still to come", () => {
    expectWording(sweepView.summary({ ...data, sweep: { ...oneAxis, points: oneAxis.points.slice(0, 2) } }), "2 … 3 points");
    expect(sweepView.emptyMessage({ ...data, sweep: { ...oneAxis, points: [] } })).toMatch(/are running/);
    expect(sweepView.emptyMessage(viewData(network))).toMatch(/Choose the parameter/);
  });
});

describe("a sweep of two places", () => {
  const data = viewData(network, { sweep: twoAxes });
  test.each([desk, phone, { ...phone, theme: dark }])("with more lines than can be distinguished is a field", (canvas) => {
    const { marks } = sweepView.layout(data, canvas);
    const cells = marks.filter(({ key }) => key.startsWith("cell"));
    // Deadlocked runs accept nothing; their cells are drawn too.
    expect(cells).toHaveLength(27);
    for (const { attributes } of cells) expect(Number(attributes["x"]) + Number(attributes["width"])).toBeLessThanOrEqual(canvas.width);
    expect(JSON.stringify(marks)).not.toMatch(/NaN|undefined/);
  });
  test("in a card's width keeps every word in its room, and names only as many rows as have room", () => {
    const values = Array.from({ length: 20 }, (_, i) => (i + 1) / 20);
    const byLoad: SweepTable = {
      axes: [twoAxes.axes[1], { ...axis, labels: values.map((value) => value.toFixed(2)), numbers: values }],
      expectedPoints: 180,
      points: kinds.flatMap((_, k) => values.map((load, i) => ({ variant: 0, indices: [k, i], runs: [resultsWith(load)] }))),
    };
    const { marks } = sweepView.layout({ ...data, sweep: byLoad }, { ...phone, width: 292, height: 220 });
    for (const { key, text, attributes } of marks) {
      const [x, long] = [Number(attributes["x"]), 6 * (text?.length ?? 0)];
      const end = attributes["text-anchor"];
      expect(end === "end" ? x - long : end === "middle" ? x - long / 2 : x, key).toBeGreaterThanOrEqual(0);
    }
    const rows = marks.filter(({ key }) => key.startsWith("row ")).map(({ attributes }) => Number(attributes["y"]));
    expect(rows.length).toBeGreaterThan(4);
    expect(Math.min(...rows.slice(1).map((y, i) => y - rows[i]))).toBeGreaterThanOrEqual(13);
  });
  test("names the best pair and counts the deadlocks", () => {
    expectWording(sweepView.summary(data), "best at … load 0.9 … 0.90 phits/cycle … 3 points … deadlock");
  });
});

test("bars reach from the lowest to the highest seed of each point, on axes of numbers and of names, and the title says so", () => {
  const named: SweepTable = {
    axes: [{ title: "Routing", unit: "", labels: kinds.slice(0, 3), phrases: kinds.slice(0, 3), numbers: null }],
    expectedPoints: 3,
    points: oneAxis.points,
  };
  for (const table of [oneAxis, named]) {
    const { marks } = sweepView.layout(viewData(network, { sweep: table }), desk);
    const bars = marks.find(({ key }) => key === "bars 0")!;
    // At load 0.1 both seeds deliver everything, so there is no bar. Each other point has one stem and two caps.
    expect(String(bars.attributes["d"]).match(/M/g)).toHaveLength(6);
    expect(marks.find(({ key }) => key === "title")!.text).toMatch(/; bars: lowest to highest of 2 seeds$/);
  }
  // In the width of a paper column the title is too long for this note.
  const column = sweepView.layout(viewData(network, { sweep: oneAxis }), { ...desk, width: 336, height: 235 }).marks;
  expect(column.filter(({ text = "" }) => /\bbars: (lowest to highest of )?2 seeds$/.test(text))).toHaveLength(1);
  const single = { ...oneAxis, points: oneAxis.points.map((point) => ({ ...point, runs: point.runs.slice(0, 1) })) };
  const { marks } = sweepView.layout(viewData(network, { sweep: single }), desk);
  expect(marks.some(({ key }) => key.startsWith("bars "))).toBe(false);
  expect(marks.find(({ key }) => key === "title")!.text).not.toMatch(/bars/);
});
