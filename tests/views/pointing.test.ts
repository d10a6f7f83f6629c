/** The label of the hovered target. */
import { expect, test } from "vitest";
import { type Mark, textMark } from "../../src/views/marks/marks.ts";
import type { HoverTarget } from "../../src/views/marks/hover-target.ts";
import { occupiedPoints, tooltipMarks } from "../../src/views/marks/tooltip.ts";
import { strongWeight, maxTextWidth } from "../../src/views/plot/text-width.ts";
import { light } from "./fixtures.ts";
import { unitsOfResults } from "../../src/words/units.ts";

const canvas = { width: 1400, height: 200, theme: light, units: unitsOfResults };
/** A hover target with a long label. */
const hoverTarget = (x: number): HoverTarget => ({
  x,
  y: 100,
  value: "12\u00a0cycles, 38\u00a0% of the worst link",
  name: "switch 3 of level 1 → switch 7 of level 2",
  more: [
    "Flows that waited there, 12 cycles in total:",
    "49 → 35: 8 cycles, behind 13 → 44, 1 → 32 and 12 others, at some length beyond what a line holds",
  ],
  outline: [],
  clickSelection: null,
});

test("stays within what is in sight of a drawing that is scrolled, and breaks its lines there", () => {
  for (const [left, right] of [
    [0, 1400],
    [500, 700],
    [1070, 1400],
  ]) {
    for (const x of [left + 3, (left + right) / 2, right - 3]) {
      const marks = tooltipMarks(hoverTarget(x), canvas, { left, right });
      const { attributes: box } = marks.find(({ key }) => key === "tip")!;
      expect(Number(box["x"])).toBeGreaterThanOrEqual(left);
      expect(Number(box["x"]) + Number(box["width"])).toBeLessThanOrEqual(right + 0.1);
      expect(Number(box["y"])).toBeGreaterThanOrEqual(0);
      const lines = marks.flatMap(({ key, text }) => (key.startsWith("tip name") ? [text ?? ""] : []));
      expect(maxTextWidth(lines) + 16).toBeLessThanOrEqual(Number(box["width"]) + 0.1);
      const values = marks.flatMap(({ key, text }) => (key.startsWith("tip value") ? [text ?? ""] : []));
      expect(maxTextWidth(values, { size: 12, weight: strongWeight }) + 16).toBeLessThanOrEqual(Number(box["width"]) + 0.1);
      expect(values.join(" ")).toBe(hoverTarget(x).value);
      expect(lines.join(" ").replaceAll(/\s+/g, " ")).toBe([hoverTarget(x).name, ...(hoverTarget(x).more ?? [])].join(" "));
    }
  }
});

test("is on the side of its point where it hides the fewest others, and never over the point", () => {
  const short: HoverTarget = { x: 700, y: 100, value: "0.30 phits/cycle", name: "offered 0.90", outline: [] };
  const boxWith = (target: HoverTarget, points: readonly (readonly [number, number])[]) => {
    const [x, y, width, height] = ["x", "y", "width", "height"].map((name) =>
      Number(tooltipMarks(target, canvas, undefined, points).find(({ key }) => key === "tip")!.attributes[name]),
    );
    return { left: x, right: x + width, top: y, bottom: y + height };
  };
  expect(boxWith(short, []).left).toBeGreaterThan(700);
  expect(boxWith(short, [[740, 100]]).right).toBeLessThan(700);
  const row = [-60, -40, 40, 60].map((dx) => [700 + dx, 100] as const);
  expect(boxWith(short, row).bottom).toBeLessThan(100);
  expect(boxWith(short, [...row, [700, 80]]).top).toBeGreaterThan(100);
  for (const x of [2, 500, 1398])
    for (const y of [2, 100, 198]) {
      const { left, right, top, bottom } = boxWith({ ...short, x, y }, row);
      expect(x > left && x < right && y > top && y < bottom).toBe(false);
    }
});

test("leaves the box free that it speaks of, where there is room beside it", () => {
  const cell: HoverTarget = { x: 700, y: 100, width: 60, height: 60, value: "0.30 phits/cycle", name: "from 3 to 7", outline: [] };
  const box = (name: string) => Number(tooltipMarks(cell, canvas).find(({ key }) => key === "tip")!.attributes[name]);
  expect(box("x")).toBeGreaterThan(730);
});

test("keeps off words, and off its own box where it must be over something", () => {
  const point: HoverTarget = { x: 700, y: 100, value: "2.49", name: "a tree", outline: [] };
  const place = (spot: HoverTarget, marks: readonly Mark[]) => {
    const tip = tooltipMarks(spot, canvas, undefined, occupiedPoints(marks)).find(({ key }) => key === "tip")!.attributes;
    return { left: Number(tip["x"]), right: Number(tip["x"]) + Number(tip["width"]) };
  };
  expect(place(point, []).left).toBeGreaterThan(700);
  expect(place(point, [textMark("name", 715, 104, "8:4,4-thin-tree", {})]).right).toBeLessThan(700);
  // Only the left side of a wide cell at the right edge has space.
  const cell: HoverTarget = { ...point, x: 1340, width: 110, height: 190 };
  expect(place(cell, [textMark("name", 1275, 104, "8:4,4-thin-tree", { "text-anchor": "end" })]).right).toBeLessThan(1285);
});
