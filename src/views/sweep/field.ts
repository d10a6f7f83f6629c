/** Heat map of a sweep of two parameters: a cell for each pair of values; a larger value is darker. */
import { small } from "../plot/axes.ts";
import type { Canvas } from "../contract.ts";
import { type SweepTable, type SweptMeasure, valueOf } from "../../core/measures/sweep.ts";
import { shades, tones, toneOf } from "../marks/colour.ts";
import { type Mark, rectMark, textMark } from "../marks/marks.ts";
import { textWidth, widestOf } from "../plot/text-width.ts";
import { axisTitle } from "./names.ts";

const leading = 14;

/** Marks of the heat map of one network. */
export function fieldMarks(
  { axes, points }: SweepTable,
  variant: number,
  measure: SweptMeasure,
  { units, width, height, theme }: Canvas,
): readonly Mark[] {
  const [first, second] = axes;
  const own = points.filter((point) => point.variant === variant);
  const values = own.map((point) => ({ point, value: valueOf(point, measure) }));
  const most = values.reduce((a, { value }) => Math.max(a, value?.mean ?? 0), 0);
  const left = 12 + widestOf(second.labels);
  const [top, foot] = [38, 40];
  const [across, down] = [(width - left - 8) / first.labels.length, (height - top - foot) / second.labels.length];
  const colours = shades(theme);
  const words = small(theme);
  const marks: Mark[] = [
    textMark(
      "title",
      0,
      14,
      `${measure.title}${measure.unit === "" ? "" : `, ${units.headOf(measure.unit, most)}`}: 0 to ${units.writerOf(measure.unit)(most)}`,
      words,
    ),
    textMark("second", 0, 30, axisTitle(second), words),
    textMark("first", width - 8, height - 6, axisTitle(first), small(theme, "end")),
  ];
  // If rows are lower than a line of text, only every nth row is labeled.
  const every = Math.max(1, Math.ceil(leading / down));
  for (const [i, label] of second.labels.entries())
    if (i % every === 0) marks.push(textMark(`row ${i}`, left - 8, top + (i + 0.5) * down + 4, label, small(theme, "end")));
  let free = -Infinity;
  for (const [i, label] of first.labels.entries()) {
    const [middle, half] = [left + (i + 0.5) * across, textWidth(label) / 2];
    if (middle - half < free) continue;
    free = middle + half + 8;
    marks.push(textMark(`column ${i}`, middle, height - 22, label, small(theme, "middle")));
  }
  for (const { point, value } of values) {
    if (value === null) continue;
    const [i, k] = point.at;
    const tone = Math.min(tones, toneOf(most > 0 ? value.mean / most : 0));
    const text = value.isDeadlocked ? "✕" : units.writerOf(measure.unit)(value.mean, most);
    marks.push(rectMark(`cell ${i} ${k}`, left + i * across, top + k * down, across - 1, down - 1, { fill: colours.fill[tone] }));
    if (across >= textWidth(text) + 4 && down >= 14)
      marks.push(
        textMark(`value ${i} ${k}`, left + (i + 0.5) * across, top + (k + 0.5) * down + 4, text, {
          "font-size": 11,
          "text-anchor": "middle",
          fill: colours.ink[tone],
        }),
      );
  }
  return marks;
}
