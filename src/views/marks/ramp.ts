/** Legend of the ink palette: a ramp from 0 to a value. */
import { smallText } from "../plot/vertical-axis.ts";
import type { Theme } from "../contract.ts";
import { inkPalette, toneCount } from "./color.ts";
import { type Mark, rectMark, textMark } from "./marks.ts";

/** Every n-th tone is drawn. */
const toneStep = 2;

/** A horizontal ramp with labels at its ends, 0 at the left; `y` is the baseline of the labels. */
export function inkRampMarks(x: number, y: number, width: number, maxLabel: string, theme: Theme): readonly Mark[] {
  const { fill } = inkPalette(theme);
  const [from, length] = [x + 12, width];
  const count = toneCount / toneStep;
  const textStyle = smallText(theme);
  return [
    textMark("ramp from", x, y, "0", textStyle),
    ...Array.from({ length: count }, (_, i) => {
      const left = Math.round((i * length) / count);
      const right = Math.round(((i + 1) * length) / count);
      return rectMark(`ramp ${i}`, from + left, y - 8, right - left, 8, {
        fill: fill[(i + 1) * toneStep],
        "shape-rendering": "crispEdges",
      });
    }),
    textMark("ramp to", from + length + 6, y, maxLabel, textStyle),
  ];
}
