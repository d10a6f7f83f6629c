/** Legend of the ink palette: a ramp from 0 to a value. */
import { smallText } from "../plot/vertical-axis.ts";
import type { Theme } from "../contract.ts";
import { inkPalette, toneCount } from "./color.ts";
import { type Mark, rectMark, textMark } from "./marks.ts";

/** Every n-th tone is drawn. */
const toneStep = 2;

/**
 * Marks of a legend for tones: a horizontal ramp of increasing tones, with the label 0 at its left end and `maxLabel` at its right end.
 * @param x Left end of the legend, pixels; `y` is the baseline of the labels and `width` the length of the ramp.
 */
export function inkRampMarks(x: number, y: number, width: number, maxLabel: string, theme: Theme): readonly Mark[] {
  const { fill } = inkPalette(theme);
  const [rampLeft, length] = [x + 12, width];
  const count = toneCount / toneStep;
  const textStyle = smallText(theme);
  return [
    textMark("ramp from", x, y, "0", textStyle),
    ...Array.from({ length: count }, (_, i) => {
      const left = Math.round((i * length) / count);
      const right = Math.round(((i + 1) * length) / count);
      return rectMark(`ramp ${i}`, rampLeft + left, y - 8, right - left, 8, {
        fill: fill[(i + 1) * toneStep],
        "shape-rendering": "crispEdges",
      });
    }),
    textMark("ramp to", rampLeft + length + 6, y, maxLabel, textStyle),
  ];
}
