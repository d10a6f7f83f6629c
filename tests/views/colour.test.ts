/** Color scales of the views: contrast and order in both themes. */
import { describe, expect, it } from "vitest";
import {
  contrastRatio,
  textColorOn,
  loadColor,
  loadPalette,
  parseColor,
  inkPalette,
  toneOf,
  toneCount,
} from "../../src/views/marks/color.ts";
import { dark, light } from "./fixtures.ts";

describe.each([
  ["light", light],
  ["dark", dark],
] as const)("colour on %s", (_, theme) => {
  it("keeps numbers on cells readable over the whole scale", () => {
    for (let load = 0; load <= 1; load += 0.005) {
      const colour = loadColor(load, theme);
      expect(contrastRatio(colour, parseColor(textColorOn(colour)))).toBeGreaterThanOrEqual(4.5);
    }
  });

  it("runs away from the ground: more load, more contrast with it", () => {
    const ground = parseColor(theme.ground);
    const steps = loadPalette(theme, "ground").fill.map((fill) => contrastRatio(parseColor(fill), ground));
    for (let tone = 1; tone <= toneCount; tone++) expect(steps[tone]).toBeGreaterThanOrEqual(steps[tone - 1] - 0.05);
    expect(steps[0]).toBeLessThan(1.25);
    // The smallest load is clearly visible.
    expect(steps[1]).toBeGreaterThan(1.7);
    expect(steps[toneCount]).toBeGreaterThan(12);
  });

  it("has shades of ink for all that is no load: more, more contrast, each number readable", () => {
    const { fill, ink } = inkPalette(theme);
    const surface = parseColor(theme.surface);
    const steps = fill.map((each) => contrastRatio(parseColor(each), surface));
    for (let tone = 1; tone <= toneCount; tone++) {
      expect(steps[tone]).toBeGreaterThan(steps[tone - 1]);
      expect(contrastRatio(parseColor(fill[tone]), parseColor(ink[tone]))).toBeGreaterThanOrEqual(4.5);
    }
    expect(fill[toneCount]).toBe(theme.ink);
    expect(fill).not.toContain(loadPalette(theme, "surface").fill[toneCount]);
  });

  it("keeps text readable on ground and surface", () => {
    for (const ink of [theme.ink, theme.ink2, theme.accent]) {
      for (const on of [theme.ground, theme.surface]) expect(contrastRatio(parseColor(ink), parseColor(on))).toBeGreaterThanOrEqual(4.5);
    }
  });
});

describe("tones", () => {
  it("keep 0 for exactly nothing", () => {
    expect([0, 1e-6, 0.5, 1, 1.2].map(toneOf)).toEqual([0, 1, toneCount / 2, toneCount, toneCount]);
  });
});
