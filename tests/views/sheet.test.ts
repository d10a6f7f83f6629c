/** Where cells of a sheet lie, and how short their numbers are. */
import { describe, expect, it } from "vitest";
import { shortly } from "../../src/views/sheet/paint.ts";
import { cellAt, cellSides, inSight, place, wholeSheet, zoomed } from "../../src/views/sheet/place.ts";

const sizes = [
  [2, 500, 300],
  [16, 520, 420],
  [64, 790, 400],
  [1024, 790, 400],
  [1024, 326, 520],
] as const;
const kinds = { isNarrow: false, hasHomes: false };

describe("a sheet in its box", () => {
  it.each(sizes)("of %d terminals in %d × %d has cells that can be hit, within its edges", (terminals, width, height) => {
    for (const isNarrow of [false, true]) {
      for (const hasHomes of [false, true]) {
        const placed = place(terminals, width, height, { isNarrow, hasHomes }, { side: null, x: 1e9, y: 40 });
        const { left, top, across, down, side, x, y } = placed;
        expect(side).toBeGreaterThanOrEqual(cellSides.least);
        expect(side).toBeLessThanOrEqual(cellSides.most);
        expect(left + across).toBeLessThanOrEqual(width);
        expect(top + down).toBeLessThanOrEqual(height);
        expect(cellAt(placed, left + across - 1, top)?.[1]).toBe(terminals - 1);
        expect(cellAt(placed, left - 1, top + 1)).toBeNull();
        expect(cellAt(placed, -99, -99, true)).toEqual([Math.floor(y / side), Math.floor(x / side)]);
      }
    }
  });

  it("shows a cell with its neighbours once it is brought into sight", () => {
    for (const cell of [
      [0, 0],
      [500, 700],
      [1023, 1023],
    ] as const) {
      const placed = place(1024, 790, 400, kinds, wholeSheet);
      const { left, top, side, x, y, across, down } = place(1024, 790, 400, kinds, inSight(placed, cell));
      const [px, py] = [cell[1] * side - x, cell[0] * side - y];
      expect(px).toBeGreaterThanOrEqual(0);
      expect(py).toBeGreaterThanOrEqual(0);
      expect(px + side).toBeLessThanOrEqual(across);
      expect(py + side).toBeLessThanOrEqual(down);
      expect(left).toBeGreaterThan(0);
      expect(top).toBeGreaterThan(0);
    }
  });

  it("is zoomed about a point, which stays where it is", () => {
    const placed = place(1024, 790, 400, kinds, { side: 12, x: 3000, y: 5000 });
    const at = cellAt(placed, 300, 200);
    const next = place(1024, 790, 400, kinds, zoomed(placed, 300, 200, 1.7));
    expect(next.side).toBeCloseTo(20.4, 9);
    expect(cellAt(next, 300, 200)).toEqual(at);
    expect(place(1024, 790, 400, kinds, zoomed(placed, 300, 200, 100)).side).toBe(cellSides.most);
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
  expect(shortly(value)).toBe(text);
});
