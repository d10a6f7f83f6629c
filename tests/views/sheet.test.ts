/** The traffic matrix as an editable sheet: positions of cells, texts in and around them, and abbreviated numbers. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { paintSheet, formatCompact, type SheetPaintData } from "../../src/views/sheet/paint.ts";
import {
  hitTestSheet,
  cellSides,
  scrollToSheetCell,
  type SheetLayout,
  layoutSheet,
  fullSheetViewport,
  zoomSheet,
} from "../../src/views/sheet/layout.ts";
import { light } from "./fixtures.ts";

const sizes = [
  [2, 500, 300],
  [16, 520, 420],
  [64, 790, 400],
  [1024, 790, 400],
  [1024, 326, 520],
] as const;
const kinds = { isNarrow: false, hasSwitchNames: false };

describe("a sheet in its box", () => {
  it.each(sizes)("of %d terminals in %d × %d has cells that can be hit, within its edges", (terminals, width, height) => {
    for (const isNarrow of [false, true]) {
      for (const hasSwitchNames of [false, true]) {
        const placed = layoutSheet(terminals, width, height, { isNarrow, hasSwitchNames }, { side: null, x: 1e9, y: 40 });
        const { left, top, visibleWidth, visibleHeight, side, x, y } = placed;
        expect(side).toBeGreaterThanOrEqual(cellSides.least);
        expect(side).toBeLessThanOrEqual(cellSides.most);
        expect(left + visibleWidth).toBeLessThanOrEqual(width);
        expect(top + visibleHeight).toBeLessThanOrEqual(height);
        expect(hitTestSheet(placed, left + visibleWidth - 1, top)?.[1]).toBe(terminals - 1);
        expect(hitTestSheet(placed, left - 1, top + 1)).toBeNull();
        expect(hitTestSheet(placed, -99, -99, true)).toEqual([Math.floor(y / side), Math.floor(x / side)]);
      }
    }
  });

  it("shows a cell with its neighbours once it is brought into sight", () => {
    for (const cell of [
      [0, 0],
      [500, 700],
      [1023, 1023],
    ] as const) {
      const placed = layoutSheet(1024, 790, 400, kinds, fullSheetViewport);
      const { left, top, side, x, y, visibleWidth, visibleHeight } = layoutSheet(1024, 790, 400, kinds, scrollToSheetCell(placed, cell));
      const [px, py] = [cell[1] * side - x, cell[0] * side - y];
      expect(px).toBeGreaterThanOrEqual(0);
      expect(py).toBeGreaterThanOrEqual(0);
      expect(px + side).toBeLessThanOrEqual(visibleWidth);
      expect(py + side).toBeLessThanOrEqual(visibleHeight);
      expect(left).toBeGreaterThan(0);
      expect(top).toBeGreaterThan(0);
    }
  });

  it("is zoomed about a point, which stays where it is", () => {
    const placed = layoutSheet(1024, 790, 400, kinds, { side: 12, x: 3000, y: 5000 });
    const at = hitTestSheet(placed, 300, 200);
    const next = layoutSheet(1024, 790, 400, kinds, zoomSheet(placed, 300, 200, 1.7));
    expect(next.side).toBeCloseTo(20.4, 9);
    expect(hitTestSheet(next, 300, 200)).toEqual(at);
    expect(layoutSheet(1024, 790, 400, kinds, zoomSheet(placed, 300, 200, 100)).side).toBe(cellSides.most);
  });
});

/** Width of a letter in pixels, slightly more than a digit. */
const letterWidth = 6;

/** The texts that a sheet draws, with their horizontal range and baseline, in pixels. */
function drawnTexts(placed: SheetLayout, shown: SheetPaintData) {
  const texts: { readonly text: string; readonly from: number; readonly to: number; readonly y: number }[] = [];
  const context = {
    textAlign: "left",
    measureText: (text: string) => ({ width: letterWidth * text.length }),
    fillText(text: string, x: number, y: number) {
      const width = letterWidth * text.length;
      const from = x - { left: 0, center: width / 2, right: width }[this.textAlign]!;
      texts.push({ text, from, to: from + width, y });
    },
  };
  // All other methods of the canvas context do nothing.
  const canvasContext = new Proxy(context, { get: (target, name) => Reflect.get(target, name) ?? (() => null) });
  vi.stubGlobal("document", { createElement: () => ({ getContext: () => null }) });
  const textStyle = { family: "sans-serif", sending: "blue", blocked: "red" };
  paintSheet(canvasContext as unknown as CanvasRenderingContext2D, placed, shown, light, textStyle);
  return texts;
}

describe("the words of a sheet", () => {
  afterEach(() => void vi.unstubAllGlobals());

  /** Four terminals with ports of 100 Gb/s on two switches. Each sends half of that to the next terminal. */
  const ring: SheetPaintData = {
    cells: Float64Array.from({ length: 16 }, (_, i) => (i % 4 === (Math.floor(i / 4) + 1) % 4 ? 50 : 0)),
    maxValue: 100,
    sends: new Float64Array(4).fill(0.5),
    receives: new Float64Array(4).fill(0.5),
    ports: new Float64Array(4).fill(100),
    unit: "Gb/s",
    switchRanges: [
      { name: "leaf 0", from: 0, to: 2 },
      { name: "an edge switch with a long name", from: 2, to: 4 },
    ],
    currentCell: [0, 0],
    hasFocus: false,
    hoveredCell: null,
    isBrushed: null,
    typed: "",
  };

  it("are the cells, sums, ports and numbers, and the switches beside their terminals", () => {
    const placed = layoutSheet(4, 520, 420, { isNarrow: false, hasSwitchNames: true }, fullSheetViewport);
    const { left, top, side } = placed;
    expect(side).toBe(cellSides.most);
    const words = drawnTexts(placed, ring);
    const count = (text: string) => words.filter((word) => word.text === text).length;
    // Four cells, and the sums of four rows and four columns.
    expect(count("50")).toBe(12);
    for (const t of ["0", "1", "2", "3"]) expect(count(t)).toBe(2);
    for (const text of ["each port: 100", "port", "sum, Gb/s"]) expect(count(text)).toBe(1);
    const names = words.filter(({ text }) => /^(leaf|an? |a\u2009)/.test(text));
    expect(names).toEqual([
      expect.objectContaining({ text: "leaf 0", y: top + side + 4 }),
      expect.objectContaining({ text: expect.stringMatching(/…$/), y: top + 3 * side + 4 }),
    ]);
    // The names end before the numbers of terminals begin.
    for (const { to } of names) expect(to).toBeLessThanOrEqual(left - 6 - letterWidth);
    expect(words).toHaveLength(12 + 8 + 3 + 2);
  });

  it("stay in the box, and off each other", () => {
    for (const [width, height] of [
      [520, 420],
      [326, 520],
    ] as const) {
      for (const typed of ["", "12.5"]) {
        const placed = layoutSheet(4, width, height, { isNarrow: width < 400, hasSwitchNames: true }, fullSheetViewport);
        const words = drawnTexts(placed, { ...ring, typed });
        expect(words.some(({ text }) => text === typed)).toBe(typed !== "");
        for (const { text, from, to, y } of words) {
          expect(from, text).toBeGreaterThanOrEqual(0);
          expect(to, text).toBeLessThanOrEqual(width);
          expect(y, text).toBeLessThanOrEqual(height);
          const above = words.filter((word) => word.from < to && from < word.to && Math.abs(word.y - y) < 10);
          expect(above, text).toHaveLength(1);
        }
      }
    }
  });
});

it.each([
  [0, "0"],
  [50, "50"],
  [0.45, "0.45"],
  [0.028125, "0.028"],
  [1.23456, "1.23"],
  [12.5, "12.5"],
  [245.4, "245"],
  [1720, "1720"],
  [9994, "9994"],
  [12_345, "12k"],
  [999_499, "999k"],
  [1_234_567, "1.2M"],
  [1e9, "1G"],
  [0.000001, "0.000001"],
])("%d is written %s", (value, text) => {
  expect(formatCompact(value)).toBe(text);
});
