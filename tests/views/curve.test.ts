/** The load curve: saturation, bands over seeds, and labels. */
import { strongWeight } from "../../src/views/plot/text-width.ts";
import { describe, expect, it } from "vitest";
import type { Variant, ViewData } from "../../src/views/contract.ts";
import { type CurvePoint, saturationOf } from "../../src/core/measures/curve.ts";
import { separateHeights } from "../../src/views/plot/end-names.ts";
import { curveHeads } from "../../src/views/curve/panels.ts";
import { loadCurve } from "../../src/views/curve/load-curve.ts";
import type { MarksDrawing } from "../../src/views/marks/marks.ts";
import { build, dark, light, viewData } from "./fixtures.ts";
import { labelFaultsOf, labelBoxesOf } from "./label-checks.ts";
import { unitsOfResults } from "../../src/words/units.ts";
import { expectWording } from "../wording/wording.ts";

const network = build("thin-tree", {});
const card = { width: 296, height: 207, theme: light, units: unitsOfResults };

/**
 * A curve that follows the offered load up to a saturation load.
 * @param saturationLoad Saturation load, in phits per cycle and terminal.
 * @param seeds Number of seeds that have run at point i; absent if there is only one seed.
 */
function pointsUpTo(saturationLoad: number, count = 20, seeds?: (i: number) => number): readonly CurvePoint[] {
  return Array.from({ length: count }, (_, i) => {
    const load = (i + 1) / 20;
    const accepted = Math.min(load, saturationLoad);
    const latency = 20 / Math.max(0.02, 1 - load / (saturationLoad + 0.03));
    const spread =
      seeds === undefined
        ? {}
        : { spread: { seeds: seeds(i), accepted: [accepted * 0.97, accepted * 1.02], latency: [latency * 0.9, latency * 1.2] } as const };
    return { load, created: load, accepted, latency, steady: load <= saturationLoad, deadlocked: false, ...spread };
  });
}

/** View data of several networks with one load curve each. */
function comparedCurves(...curves: readonly (readonly [string, readonly CurvePoint[]])[]): ViewData {
  const base = viewData(network);
  const variants: readonly Variant[] = curves.map(([title, points], i) => ({
    ...base,
    letter: "ABCDEFGH"[i],
    title,
    curve: { points, expectedPoints: 20 },
  }));
  return viewData(network, { ...variants[0], variants });
}

const twoCurves = comparedCurves(["thin tree 4:2,3", pointsUpTo(0.27)], ["fat tree 4,3", pointsUpTo(0.6)]);
const marksOf = (data: ViewData, canvas = card) => (loadCurve.layout(data, canvas) as MarksDrawing).marks;
const find = (data: ViewData, key: string) => marksOf(data).find((mark) => mark.key === key);

describe("a curve that waits to be asked for", () => {
  const waiting = { points: [], expectedPoints: 20, isOnDemand: true };

  it("says so, and that it is being simulated only once it is", () => {
    expectWording(loadCurve.summary(viewData(network, { curve: waiting })), "None of the 20 loads … on request");
    expectWording(loadCurve.summary(viewData(network, { curve: { points: [], expectedPoints: 20 } })), "first of 20 loads");
  });

  it("is named beside others", () => {
    const [a, b] = twoCurves.variants;
    const beside = (...variants: readonly Variant[]) => loadCurve.summary(viewData(network, { ...variants[0], variants }));
    expectWording(beside(a, { ...b, curve: waiting }), "0 of 20 loads of B … on request");
    expectWording(beside({ ...a, curve: waiting }, { ...b, curve: waiting }), "No load … on request");
  });
});

describe("saturation", () => {
  it("is named where no line of another network runs", () => {
    const wide = { ...card, width: 640, height: 420 };
    for (const [a, b] of [
      [0.27, 0.32],
      [0.27, 0.6],
      [0.6, 0.42],
    ]) {
      const marks = marksOf(comparedCurves(["a", pointsUpTo(a)], ["b", pointsUpTo(b)]), wide);
      const lines = marks.flatMap(({ key, attributes }) =>
        key.startsWith("saturation line") ? [Number(/^M([\d.]+)/.exec(String(attributes["d"]))![1])] : [],
      );
      const words = labelBoxesOf(marks.filter(({ key }) => key.startsWith("saturation label")));
      expect([lines.length, words.length > 0]).toEqual([2, true]);
      for (const { left, right } of words) expect(lines.filter((x) => x > left && x < right)).toEqual([]);
    }
  });

  it("is the last load before the first that falls short by more than 3 %, of those simulated", () => {
    expect(saturationOf(pointsUpTo(0.27))?.load).toBe(0.25);
    expect(saturationOf(pointsUpTo(1))).toBeNull();
    expect(saturationOf(pointsUpTo(0.01))).toBeNull();
    // Saturation compares with the load that was actually created, which varies by chance, not with the nominal load.
    const lucky = pointsUpTo(0.27).map((point) => (point.load === 0.3 ? { ...point, created: 0.27 } : point));
    expect(saturationOf(lucky)?.load).toBe(0.3);
  });

  it("has a ring in both panels, a line down through both, and its name", () => {
    const data = viewData(network, { curve: { points: pointsUpTo(0.27), expectedPoints: 20 } });
    const [ring, line] = ["saturation", "saturation line"].map((key) => find(data, key));
    expect(find(data, "saturation latency")).toBeDefined();
    expect(String(line?.attributes["d"])).toContain(`M${ring?.attributes["cx"]} `);
    expect(find(data, "saturation label ")?.text).toBe("saturates 0.25");
    expectWording(loadCurve.summary(data), "0.25 phits/cycle … 97 % … 0.27");
  });
});

describe("several networks", () => {
  it("are named at the right", () => {
    expect(find(twoCurves, "name accepted A")?.text).toBe("A 0.27");
    expect(find(twoCurves, "name accepted B")?.text).toBe("B 0.60");
    const strokes = marksOf(twoCurves).flatMap(({ attributes }) => (attributes["stroke"] === light.accent ? [attributes] : []));
    expect(strokes.length).toBe(1);
  });

  it("have their names where there is room for all of these", () => {
    const named = (...titles: readonly string[]) => comparedCurves(...titles.map((title) => [title, pointsUpTo(0.4)] as const)).variants;
    expect(curveHeads(named("thin tree", "fat tree"), 296)).toEqual(["A thin tree ", "B fat tree "]);
    expect(curveHeads(named("one class, with bubbles", "two classes, with a dateline"), 296)).toEqual(["A ", "B "]);
    expect(curveHeads(named("torus 8 × 8", "torus 4 × 16"), 296)).toEqual(["A ", "B "]);
    expect(curveHeads(named("torus 8 × 8", "torus 4 × 16"), 900)).toEqual(["A torus 8 × 8 ", "B torus 4 × 16 "]);
  });

  it("are up to eight, each with a separate line, and nothing leaves the card", () => {
    const eight = comparedCurves(...Array.from({ length: 8 }, (_, i) => [`network ${i}`, pointsUpTo(0.2 + i / 12)] as const));
    for (const canvas of [
      card,
      { ...card, theme: dark, units: unitsOfResults },
      { width: 1300, height: 700, theme: light, units: unitsOfResults },
    ]) {
      const marks = marksOf(eight, canvas);
      const styles = "ABCDEFGH".split("").map((letter) => {
        const line = marks.find(({ key }) => key === `line accepted ${letter}`);
        const shape = marks.find(({ key }) => key === `dots accepted ${letter}`);
        return `${line?.attributes["stroke-dasharray"] ?? ""} ${String(shape?.attributes["d"] ?? "")
          .replaceAll(/[\d.-]+ /g, "")
          .slice(0, 20)}`;
      });
      expect(new Set(styles).size).toBe(8);
      for (const { attributes, text = "" } of marks) {
        for (const value of Object.values(attributes)) expect(String(value)).not.toMatch(/NaN|Infinity|undefined/);
        for (const name of ["x", "cx"]) if (name in attributes) expect(Number(attributes[name])).toBeLessThanOrEqual(canvas.width);
        if (attributes["font-weight"] === strongWeight)
          expect(Number(attributes["x"]) + 6.2 * text.length).toBeLessThanOrEqual(canvas.width + 2);
      }
    }
  });

  it("are summed up in one sentence", () => {
    expectWording(
      loadCurve.summary(twoCurves),
      "saturates … 0.25 … saturates … 0.60 … up to there, at least 97 % of the offered load … A 0.27 … B 0.60",
    );
    const partial = comparedCurves(["torus", pointsUpTo(0.9, 8)], ["mesh", pointsUpTo(0.3, 12)]);
    expectWording(
      loadCurve.summary(partial),
      "A does not saturate … saturates … 0.30 … up to there, at least 97 % of the offered load … A 0.40 … B 0.30 … 8 … 20 loads … 12 … 20 loads",
    );
    expect(find(partial, "count")?.text).toBe("20/40");
  });

  it("have a table together", () => {
    const { columns, rows } = loadCurve.table(twoCurves);
    expect(columns[0].title).toBe("Network");
    expect(rows.length).toBe(40);
    expect(rows[20].slice(0, 3)).toEqual(["B fat tree 4,3", 0.05, 0.05]);
  });
});

it("where a network saturates is said above the head of a curve that has not come as far", () => {
  const canvas = { ...card, width: 344, height: 300 };
  const data = comparedCurves(["hypercube 0", pointsUpTo(0.27).slice(0, 1)], ["fat tree 4", pointsUpTo(0.6)]);
  const drawn = marksOf(data, canvas);
  const [head, word] = ["name accepted A", "saturation label B"].map((key) => drawn.find((mark) => mark.key === key)!);
  expect(head.text).toMatch(/^A hypercube 0 0\.0/);
  expect(word.text).toBe("B saturates 0.60");
  expect(Number(head.attributes["y"]) - Number(word.attributes["y"])).toBeGreaterThanOrEqual(14);
  expect(labelFaultsOf(labelBoxesOf(drawn), canvas.width, canvas.height)).toEqual([]);
});

describe("the band over seeds", () => {
  const spread = viewData(network, { curve: { points: pointsUpTo(0.27, 20, (i) => (i < 12 ? 5 : 2)), expectedPoints: 20 } });

  it("goes from the lowest to the highest seed, and is fainter where fewer are in", () => {
    const [whole, few] = ["band accepted", "band accepted of few"].map((key) => find(spread, key));
    expect(String(whole?.attributes["d"]).split("L").length).toBe(2 * 12);
    expect(Number(few?.attributes["fill-opacity"])).toBeLessThan(Number(whole?.attributes["fill-opacity"]));
    expect(find(spread, "band latency")).toBeDefined();
    // One stem and two caps for both measures of each point.
    const bars = ["bars accepted", "bars latency", "bars latency unsteady"].map((key) => String(find(spread, key)!.attributes["d"]));
    expect(bars.join("").match(/M/g)!.length).toBe(20 * 2 * 3);
    expect(find(spread, "a title up")!.text).toMatch(/; bars: (lowest to highest of )?5 seeds$/);
    expect(find(twoCurves, "band accepted A")).toBeUndefined();
  });

  it("is in the table", () => {
    const { columns, rows } = loadCurve.table(spread);
    expect(columns.map(({ title }) => title).slice(4)).toEqual([
      "Seeds",
      "Accepted, lowest",
      "Accepted, highest",
      "Latency, lowest",
      "Latency, highest",
    ]);
    expect(rows[0].slice(4, 7)).toEqual([5, 0.05 * 0.97, 0.05 * 1.02]);
  });
});

it("words at one height move apart, down first, and up from the floor", () => {
  expect(separateHeights([50, 52, 10], 14, 100)).toEqual([50, 64, 10]);
  expect(separateHeights([98, 99], 14, 100)).toEqual([86, 100]);
});
