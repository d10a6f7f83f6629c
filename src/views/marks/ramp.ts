/** Legend of the ink palette: a ramp from 0 to a value. */
import { small } from "../plot/axes.ts";
import type { Theme } from "../contract.ts";
import { shades, tones } from "./colour.ts";
import { type Mark, rectMark, textMark } from "./marks.ts";

/** Every n-th tone is drawn. */
const step = 2;

/** A horizontal ramp with labels at its ends, 0 at the left; `y` is the baseline of the labels. */
export function rampMarks(x: number, y: number, width: number, most: string, theme: Theme): readonly Mark[] {
  const { fill } = shades(theme);
  const [from, length] = [x + 12, width];
  const count = tones / step;
  const words = small(theme);
  return [
    textMark("ramp from", x, y, "0", words),
    ...Array.from({ length: count }, (_, i) => {
      const left = Math.round((i * length) / count);
      const right = Math.round(((i + 1) * length) / count);
      return rectMark(`ramp ${i}`, from + left, y - 8, right - left, 8, {
        fill: fill[(i + 1) * step],
        "shape-rendering": "crispEdges",
      });
    }),
    textMark("ramp to", from + length + 6, y, most, words),
  ];
}
