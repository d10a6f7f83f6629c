/** Requirements of all views: texts, tables, empty messages and number formats. */
import { describe, expect, it } from "vitest";
import type { CurvePoint } from "../../src/core/measures/curve.ts";
import { views } from "../../src/views/index.ts";
import { loadView } from "../../src/views/lazy-view.ts";
import { sayBound } from "../../src/views/curve/say.ts";
import { loadCurve } from "../../src/views/curve/load-curve.ts";
import { csvText } from "../../src/views/export/export.ts";
import { formatOfColumn } from "../../src/words/column-format.ts";
import { countOf, formatCount, formatMeasure } from "../../src/words/numbers.ts";
import type { MarksDrawing } from "../../src/views/marks/marks.ts";
import { timeStrip } from "../../src/views/strip/time-strip.ts";
import { build, desk, light, viewData } from "./fixtures.ts";
import { unitsOfResults } from "../../src/words/units.ts";
import { expectWording } from "../wording/wording.ts";

const tree = build("thin-tree", {});
const torus = build("torus", {});
const card = { width: 296, height: 213, theme: light, units: unitsOfResults };
const analysis = {
  meanHops: 5,
  zeroLoadLatency: 21,
  channelLoad: new Float64Array(0),
  bound: 0.25,
  bottleneck: 0,
  bottleneckName: "",
  bottleneckGroup: null,
  exact: true,
  direct: false,
  widest: 1,
  sampled: null,
};
const points: readonly CurvePoint[] = Array.from({ length: 20 }, (_, i) => {
  const load = (i + 1) / 20;
  return {
    load,
    created: load,
    accepted: Math.min(load, 0.27),
    latency: 20 / Math.max(0.02, 1 - load / 0.3),
    steady: load <= 0.25,
    deadlocked: false,
  };
});
const keys = ({ marks }: MarksDrawing) => marks.map((mark) => mark.key);

describe("load curve", () => {
  it("says what the curve shows, and until all is in, that it is not finished", () => {
    const whole = viewData(tree, { analysis, curve: { points, expectedPoints: 20 } });
    const partial = viewData(tree, { analysis, curve: { points: points.slice(0, 8), expectedPoints: 20 } });
    expectWording(loadCurve.summary(whole), "Saturates at 0.25 phits/cycle … 97 % … 0.27 … By analysis … 0.25");
    expect(loadCurve.summary(partial)).toContain("8 of 20 loads are simulated");
    expect(keys(loadCurve.layout(whole, card) as MarksDrawing)).not.toContain("to come");
    const drawn = loadCurve.layout(partial, card) as MarksDrawing;
    expect(keys(drawn)).toContain("to come");
    expect(drawn.marks.find((mark) => mark.key === "count")?.text).toBe("8/20");
    expect(drawn.marks.find((mark) => mark.key === "bound label")?.text).toContain("0.25");
  });

  it("says what the bound supposes", () => {
    expectWording(sayBound(unitsOfResults, { ...analysis, exact: false, direct: true }), "0.25");
    expectWording(sayBound(unitsOfResults, { ...analysis, exact: false }), "0.25");
    expect(sayBound(unitsOfResults, { ...analysis, bottleneckGroup: 2 })).toContain("the first shared capacity is full at 0.25");
    const sampled = { packets: 100_000, spread: 0.08 };
    expectWording(sayBound(unitsOfResults, { ...analysis, exact: false, sampled }), "0.25 … ± 0.02");
  });

  it("puts the scenario's own load on the curve only where the curve has come in", () => {
    const at = (count: number) =>
      keys(loadCurve.layout(viewData(tree, { curve: { points: points.slice(0, count), expectedPoints: 20 } }), card) as MarksDrawing);
    expect(at(20)).toContain("own accepted");
    expect(at(3)).not.toContain("own accepted");
    expect(at(3)).toContain("own load");
  });

  it("stays within its card", () => {
    for (const { attributes } of (
      loadCurve.layout(viewData(tree, { analysis, curve: { points, expectedPoints: 20 } }), card) as MarksDrawing
    ).marks) {
      for (const name of ["x", "cx"]) if (name in attributes) expect(Number(attributes[name])).toBeLessThanOrEqual(card.width);
      for (const value of Object.values(attributes)) expect(String(value)).not.toMatch(/NaN|Infinity/);
    }
  });

  it("has a row per load", () => {
    expect(loadCurve.table(viewData(tree, { curve: { points, expectedPoints: 20 } })).rows[4]).toEqual([
      0.25,
      0.25,
      points[4].latency,
      "yes",
    ]);
    expect(loadCurve.emptyMessage(viewData(tree))).not.toBeNull();
  });
});

describe("time strip", () => {
  it("names the parts of a run and its present state", () => {
    const data = viewData(tree);
    const words = (timeStrip.layout(data, { width: 1192, height: 84, theme: light, units: unitsOfResults }) as MarksDrawing).marks.flatMap(
      ({ text }) => (text === undefined ? [] : [text]),
    );
    expect(words).toEqual(
      expect.arrayContaining(["measured: 2\u202f000 to 12\u202f000", "offered 0.45", "now delivered 0.27", "in flight 400"]),
    );
    expect(timeStrip.summary(data)).toContain("measuring");
    expect(timeStrip.table(data).rows.length).toBe(60);
  });

  it("has no parts for a finite workload, and ends now", () => {
    const data = viewData(tree, { window: { start: 0, end: Infinity, limit: Infinity }, load: null });
    const drawn = timeStrip.layout(data, { width: 1192, height: 84, theme: light, units: unitsOfResults }) as MarksDrawing;
    expect(keys(drawn)).not.toContain("measured");
    expect(drawn.marks.find((mark) => mark.key === "end")?.text).toContain(formatCount(6000));
  });
});

describe("every view", () => {
  it.each(views.map((view) => [view.id, view] as const))("%s speaks, draws and has a table, with and without data", async (_, listed) => {
    const view = await loadView(listed);
    expect([view.id, view.title, view.short, view.region]).toEqual([listed.id, listed.title, listed.short, listed.region]);
    const nothing = { ...viewData(tree), network: null, facts: null, bill: null, frame: null, window: null, load: null };
    for (const data of [nothing, viewData(tree), viewData(torus), viewData(tree, { frame: null })]) {
      expect(view.summary(data)).toMatch(/\.$/);
      expect(() => view.layout(data, desk)).not.toThrow();
      const { columns, rows } = view.table(data);
      for (const row of rows.slice(0, 50)) expect(row.length).toBe(columns.length);
    }
    expect(view.emptyMessage(nothing)).toMatch(/\.$/);
    // A stage view is selected by its empty message before its module is loaded, so both messages must agree.
    if (listed.region === "stage") expect(listed.emptyMessage(nothing)).toBe(view.emptyMessage(nothing));
  });
});

describe("numbers", () => {
  it("read the same everywhere", () => {
    expect([unitsOfResults.formatLoad(0.4), formatCount(12_800), formatMeasure(27.44), formatMeasure(1280.4), formatMeasure(-3)]).toEqual([
      "0.40",
      "12\u202f800",
      "27.4",
      "1\u202f280",
      "−3",
    ]);
    expect([countOf(1, "switch", "switches"), countOf(28, "switch", "switches")]).toEqual(["1\u00a0switch", "28\u00a0switches"]);
  });

  it("of one column share their decimals", () => {
    const written = (values: readonly number[]) => values.map(formatOfColumn(values));
    expect(written([0.0508, 0.1, 0.2847])).toEqual(["0.051", "0.100", "0.285"]);
    expect(written([0.1, 0.15])).toEqual(["0.10", "0.15"]);
    expect(written([23.9, 3263.4])).toEqual(["24", "3\u202f263"]);
    expect(written([0.0031, 120])).toEqual(["0.0031", "120.0000"]);
    expect(written([0, 12_800, -3])).toEqual(["0", "12\u202f800", "−3"]);
    expect(written([0, 0])).toEqual(["0", "0"]);
    expect(written([])).toEqual([]);
  });

  it("go into a file unrounded, with quotes where they must", () => {
    expect(
      csvText({
        columns: [
          { title: "Load", unit: "phits/cycle" },
          { title: "Name", unit: "" },
        ],
        rows: [[0.123456, 'a, "b"']],
      }),
    ).toBe('Load (phits/cycle),Name\r\n0.123456,"a, ""b"""\r\n');
  });
});
