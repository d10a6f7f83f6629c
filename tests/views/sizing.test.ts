/** Sizes of views in cards and over the whole page. */
import { describe, expect, test } from "vitest";
import type { View } from "../../src/views/contract.ts";
import { sizeCanvas } from "../../src/views/sizing.ts";
import { build, light, viewData } from "./fixtures.ts";

const data = viewData(build("thin-tree", {}));
const view = (room?: View["preferredSize"]) => (room === undefined ? {} : { preferredSize: room }) as View;

describe("over the whole page", () => {
  test("a view that fills its box is enlarged as far as it keeps room enough", () => {
    const { canvas, scale } = sizeCanvas(view(), data, { width: 1760, height: 800 }, light, true);
    expect(scale).toBeCloseTo(800 / 480);
    expect(canvas).toMatchObject({ width: Math.floor(1760 / scale), height: 480 });
    expect(sizeCanvas(view(), data, { width: 4000, height: 3000 }, light, true).scale).toBe(2);
    expect(sizeCanvas(view(), data, { width: 374, height: 700 }, light, true).scale).toBe(1);
  });

  test("what wants a width or a height is not enlarged until it would be scrolled", () => {
    const box = { width: 1760, height: 960 };
    expect(
      sizeCanvas(
        view(() => ({ width: 1400, height: 300 })),
        data,
        box,
        light,
        true,
      ).scale,
    ).toBeLessThanOrEqual(1760 / 1399);
    expect(
      sizeCanvas(
        view(() => ({ width: 1900, height: 300 })),
        data,
        box,
        light,
        true,
      ),
    ).toMatchObject({ scale: 1, isScrolled: true });
    const square = sizeCanvas(
      view((_, width) => ({ width, height: width })),
      data,
      box,
      light,
      true,
    );
    expect(square.scale).toBe(1);
    const tall = sizeCanvas(
      view((_, width) => ({ width, height: 700 })),
      data,
      box,
      light,
      true,
    );
    expect(tall.canvas.height * tall.scale).toBeLessThanOrEqual(961 * 1.01);
  });
});

test("in a card a view is as large as it wants, and says when it has to be scrolled", () => {
  const wide = sizeCanvas(
    view(() => ({ width: 900, height: 120, fromMiddle: true })),
    data,
    { width: 296, height: 120 },
    light,
    false,
  );
  expect(wide).toMatchObject({ scale: 1, isScrolled: true, startsAtMiddle: true, canvas: { width: 900, height: 120 } });
});
