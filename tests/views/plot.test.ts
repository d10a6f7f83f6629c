/** The plot kit: text is measured, margins fit it, and hover, clicks and keys follow from the marks. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { circleMark, type Mark, rectMark } from "../../src/views/marks/marks.ts";
import type { HoverTarget } from "../../src/views/marks/hover-target.ts";
import { hitTestTargets, nextTarget } from "../../src/views/plot/hover.ts";
import { hoverTargetsOf } from "../../src/views/plot/targets.ts";
import { lineEndNames, minNameDistance } from "../../src/views/plot/end-names.ts";
import {
  boxesAlongLine,
  boxAroundPoint,
  type LabelBox,
  firstFreePlace,
  labelMarks,
  doBoxesOverlap,
  placeLabels,
} from "../../src/views/plot/labels.ts";
import { panelOf } from "../../src/views/plot/panel.ts";
import { seriesMarks } from "../../src/views/plot/series.ts";
import { seriesTable } from "../../src/views/plot/series-table.ts";
import { referenceMarks } from "../../src/views/plot/reference.ts";
import { textWidth, maxTextWidth } from "../../src/views/plot/text-width.ts";
import { decadeTicksWithin } from "../../src/views/plot/ticks.ts";
import { light } from "./fixtures.ts";
import { labelFaultsOf, labelBoxesOf } from "./label-checks.ts";

const place = fc.integer({ min: 0, max: 400 });
const spots = fc.array(
  fc.record({ x: place, y: place }).map(({ x, y }): HoverTarget => ({ x, y, value: "", name: "" })),
  { minLength: 1, maxLength: 40 },
);

test("words are as wide as their letters, and digits as wide as the widest of them", () => {
  // Helvetica, in thousandths of the font size: W 944, i 222, digits 556; bold W 944, i 278.
  expect(textWidth("Wi", { size: 10 })).toBeCloseTo(11.66, 9);
  expect(textWidth("Wi", { size: 10, weight: 650 })).toBeCloseTo(12.22, 9);
  expect(textWidth("111")).toBe(textWidth("888"));
  expect(maxTextWidth(["i", "W", "ii"])).toBe(textWidth("W"));
  expect(maxTextWidth([])).toBe(0);
});

test("keys go where they point and reach every target; End and Home lead to the last and the first column", () => {
  fc.assert(
    fc.property(spots, (targets) => {
      const found = new Set<HoverTarget>();
      const open = [nextTarget(targets, null, "Home")!];
      while (open.length > 0) {
        const at = open.pop()!;
        if (found.has(at)) continue;
        found.add(at);
        for (const [key, dx, dy] of [
          ["ArrowUp", 0, -1] as const,
          ["ArrowDown", 0, 1] as const,
          ["ArrowLeft", -1, 0] as const,
          ["ArrowRight", 1, 0] as const,
        ]) {
          const next = nextTarget(targets, at, key) ?? null;
          if (next === null) continue;
          expect((next.x - at.x) * dx + (next.y - at.y) * dy).toBeGreaterThanOrEqual(0);
          // Up and Down stay in a column, however many targets lie next to it.
          if (dy !== 0) expect(Math.abs(next.x - at.x)).toBeLessThan(24);
          open.push(next);
        }
      }
      expect(found.size).toBe(targets.length);
      expect(nextTarget(targets, null, "End")!.x).toBeGreaterThanOrEqual(nextTarget(targets, null, "Home")!.x);
      expect(nextTarget(targets, null, "a")).toBeUndefined();
    }),
  );
});

test("keys keep to the line that they are on, lead to its ends, and reach every line from every other", () => {
  const lines = fc.array(fc.array(place, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(lines, (heights) => {
      const rows = heights.map((own, k) => own.map((y, i): HoverTarget => ({ x: 30 * i, y, row: `line ${k}`, value: "", name: "" })));
      const targets = rows.flat();
      for (const row of rows)
        for (const [i, spot] of row.entries()) {
          expect(nextTarget(targets, spot, "ArrowRight")).toBe(row[i + 1] ?? null);
          expect(nextTarget(targets, spot, "ArrowLeft")).toBe(row[i - 1] ?? null);
          expect(nextTarget(targets, spot, "Home")).toBe(row[0]);
          expect(nextTarget(targets, spot, "End")).toBe(row.at(-1));
        }
      // Down visits every row once, from the top row on.
      const first = rows.map(([spot]) => spot).toSorted((a, b) => a.y - b.y)[0];
      const seen: HoverTarget[] = [];
      for (let at: HoverTarget | null = first; at !== null; at = nextTarget(targets, at, "ArrowDown") ?? null) seen.push(at);
      expect(new Set(seen.map(({ row }) => row)).size).toBe(rows.length);
      expect(seen.length).toBe(rows.length);
    }),
  );
});

test("of equal boxes over each other the one whose middle is nearest is found", () => {
  const boxes = [0, 6].map((x): HoverTarget => ({ x, y: 0, width: 16, height: 16, value: "", name: "" }));
  expect([2, 4].map((x) => hitTestTargets(boxes, x, 0, 8))).toEqual(boxes);
});

test("boxes beside each other are columns of their own to the keys, however narrow", () => {
  const boxes = [0, 1, 2, 3].map((x): HoverTarget => ({ x, y: 10, width: 1, height: 20, value: "", name: "" }));
  expect(nextTarget(boxes, boxes[1], "ArrowRight")).toBe(boxes[2]);
  expect(nextTarget(boxes, boxes[1], "ArrowDown")).toBeNull();
});

test("a pointer finds the nearest point within reach, else the smallest box around it, else a point a little farther away", () => {
  const at = (x: number, y: number, name: string): HoverTarget => ({ x, y, name, value: "" });
  const box = (name: string, side: number): HoverTarget => ({ ...at(50, 50, name), width: side, height: side });
  const marks: readonly Mark[] = [
    { ...rectMark("large", 0, 0, 100, 100, {}), targets: [box("large", 100)] },
    { ...rectMark("small", 40, 40, 20, 20, {}), targets: [box("small", 20)] },
    { ...circleMark("dots", 0, 0, 2, {}), targets: [at(50, 50, "middle"), at(10, 10, "corner"), at(130, 50, "outside")] },
  ];
  const found = (x: number, y: number) => hitTestTargets(hoverTargetsOf(marks), x, y, 8)?.name;
  expect([found(52, 51), found(59, 59), found(70, 70), found(14, 12), found(115, 50), found(104, 50), found(300, 300)]).toEqual([
    "middle",
    "small",
    "large",
    "corner",
    "outside",
    undefined,
    undefined,
  ]);
});

test("the words of a panel lie inside its edges and apart, whatever its axes hold", () => {
  const axis = fc
    .record({
      least: fc.double({ min: 1e-3, max: 1e4, noNaN: true }),
      factor: fc.double({ min: 1.5, max: 1e6, noNaN: true }),
      isLog: fc.boolean(),
    })
    .map(({ least, factor, isLog }) => ({
      domain: [isLog ? least : 0, least * factor] as const,
      isLog,
      ...(isLog ? { ticks: (length: number) => decadeTicksWithin([least, least * factor], length / 60) } : {}),
      write: (value: number) => String(Number(value.toPrecision(3))),
      title: "delivered, phits/cycle",
    }));
  fc.assert(
    fc.property(axis, axis, fc.integer({ min: 240, max: 1200 }), fc.integer({ min: 140, max: 700 }), (x, y, width, height) => {
      const panel = panelOf({ right: width, bottom: height, x, y }, light);
      expect(panel.left).toBeLessThan(panel.right);
      expect(labelFaultsOf(labelBoxesOf(panel.marks), width, height)).toEqual([]);
    }),
  );
});

test("the base of an axis is darker, and an axis across may have hairlines, too", () => {
  const axis = { domain: [-1, 1] as const, ticks: () => [-1, 0, 1], write: String, base: 0 };
  const strokeOf = (hasLines: boolean, key: string) =>
    panelOf({ right: 300, bottom: 200, x: { ...axis, hasLines }, y: axis }, light).marks.find((mark) => mark.key === key)?.attributes[
      "stroke"
    ];
  expect(["grid -1", "grid 0", "grid x0"].map((key) => strokeOf(false, key))).toEqual([light.line, light.ink2, undefined]);
  expect(["grid x0", "grid x1"].map((key) => strokeOf(true, key))).toEqual([light.ink2, light.line]);
});

test("labels hide no mark and no other label while there is room, and lie inside the field", () => {
  fc.assert(
    fc.property(
      spots.filter(({ length }) => length <= 12),
      (points) => {
        const at = points.map(({ x, y }) => ({ x: x + 100, y: y + 100 }));
        const marks = at.map(({ x, y }) => boxAroundPoint(x, y, 4));
        const field: LabelBox = [0, 0, 600, 600];
        const places = placeLabels(
          at.map((each, i) => ({ key: String(i), text: `name ${i}`, anchor: each })),
          marks,
          field,
        );
        places.forEach(({ box }, i) => {
          expect(firstFreePlace([{ box }], [...marks, ...places.slice(0, i).map((other) => other.box)], field)).toBeDefined();
        });
        expect(labelFaultsOf(labelBoxesOf(labelMarks(places, light)), 600, 600)).toEqual([]);
      },
    ),
  );
});

test("boxes along a line leave no gap, however long its segments, and are no more than that takes", () => {
  const long = boxesAlongLine([
    [0, 50],
    [1000, 50],
    [1006, 50],
  ]);
  for (let x = 0; x <= 1006; x++) expect(long.some((box) => doBoxesOverlap(box, [x - 0.01, 49, x + 0.01, 51]))).toBe(true);
  expect(long).toHaveLength(Math.ceil(1000 / 6) + 2);
  expect(boxesAlongLine([[7, 8]])).toEqual([boxAroundPoint(7, 8, 3)]);
  expect(boxesAlongLine([])).toEqual([]);
});

test("a line has room kept free all along it, and a reference has its name on it", () => {
  const boxes = boxesAlongLine([
    [0, 0],
    [160, 80],
  ]);
  expect(boxes.some((box) => doBoxesOverlap(box, [79, 39, 81, 41]))).toBe(true);
  expect(boxes.some((box) => doBoxesOverlap(box, [79, 60, 81, 62]))).toBe(false);
  const axis = { domain: [0, 1] as const, write: String };
  const panel = panelOf({ right: 300, bottom: 200, x: axis, y: axis }, light);
  for (const along of ["x", "y"] as const) {
    const [line, name] = referenceMarks({ axis: along, value: 0.5, name: "bound" }, panel, light);
    expect(String(line.attributes["d"])).toMatch(along === "x" ? /^M[\d.]+ [\d.]+V/ : /^M[\d.]+ [\d.]+H/);
    expect(labelFaultsOf(labelBoxesOf([name]), 300, 200)).toEqual([]);
  }
});

test("names at the ends of lines keep apart, above the floor, and are led to where they gave way", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 20, max: 200 }), { minLength: 1, maxLength: 8 }), (heights) => {
      const marks = lineEndNames(
        heights.map((y, i) => ({ key: String(i), x: 100, y, text: `line ${i}` })),
        200,
        light,
      );
      const words = marks.filter(({ tag }) => tag === "text").map(({ attributes }) => Number(attributes["y"]) - 4);
      const sorted = words.toSorted((a, b) => a - b);
      expect(sorted.at(-1)!).toBeLessThanOrEqual(200);
      sorted.slice(1).forEach((y, i) => expect(y - sorted[i]).toBeGreaterThanOrEqual(minNameDistance - 0.11));
      const moved = words.filter((y, i) => Math.abs(y - heights[i]) > 3.1).length;
      expect(marks.filter(({ key }) => key.startsWith("leader")).length).toBeGreaterThanOrEqual(moved);
    }),
  );
});

test("a series says of each point what it is, in its marks as in its table", () => {
  const points = [1, 2, 4].map((x) => ({
    x,
    y: x * x,
    range: [x * x - 1, x * x + 1] as const,
    value: `${x * x} cycles`,
    name: `load ${x}`,
  }));
  const linear = { domain: [0, 16] as const, write: String };
  const panel = panelOf({ right: 300, bottom: 200, x: { ...linear, domain: [0, 4] }, y: linear }, light);
  const marks = seriesMarks({ key: "A", points, styleIndex: 0, hasBand: true }, panel, light);
  expect(marks.map(({ key }) => key)).toEqual(["band A", "line A", "bars A", "dots A"]);
  expect(hoverTargetsOf(marks).map(({ x, y, value }) => [x, y, value])).toEqual(
    points.map(({ x, y, value }) => [panel.x(x), panel.y(y), value]),
  );
  const table = seriesTable([{ key: "A", points, styleIndex: 0 }], [{ title: "Load", unit: "", of: ({ x }) => x }]);
  expect(table.rows).toEqual([[1], [2], [4]]);
});

test("an axis over decades has as many ticks as have room", () => {
  expect(decadeTicksWithin([1, 100], 10)).toEqual([1, 2, 5, 10, 20, 50, 100]);
  expect(decadeTicksWithin([1, 100], 5)).toEqual([1, 3, 10, 30, 100]);
  expect(decadeTicksWithin([1, 100], 3)).toEqual([1, 10, 100]);
  expect(decadeTicksWithin([1, 1e6], 4)).toEqual([1, 100, 1e4, 1e6]);
});
