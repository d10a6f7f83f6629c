/** Heat map of a sweep of two parameters: a cell for each pair of values; a larger value is darker. */
import { smallText } from "../plot/vertical-axis.ts";
import type { Canvas } from "../contract.ts";
import { type SweepTable, type SweptMeasure, sweptValueOf } from "../../core/measures/sweep.ts";
import { inkPalette, toneCount, toneOf } from "../marks/color.ts";
import { type Mark, rectMark, textMark } from "../marks/marks.ts";
import { textWidth, maxTextWidth } from "../plot/text-width.ts";
import { axisTitle } from "./names.ts";

const lineHeight = 14;

/**
 * Heat map of a sweep with two parameters, for one network: a cell for each pair of values, the first parameter from left to right, the
 * second from top to bottom. A darker cell has a larger mean of the measure over its seeds; ✕ means deadlock. `variant` is the index of the
 * network.
 */
export function heatMapMarks(
  { axes, points }: SweepTable,
  variant: number,
  measure: SweptMeasure,
  { units, width, height, theme }: Canvas,
): readonly Mark[] {
  const [firstAxis, secondAxis] = axes;
  const pointsOfNetwork = points.filter((point) => point.variant === variant);
  const values = pointsOfNetwork.map((point) => ({ point, value: sweptValueOf(point, measure) }));
  const largest = values.reduce((a, { value }) => Math.max(a, value?.mean ?? 0), 0);
  const left = 12 + maxTextWidth(secondAxis.labels);
  const [top, foot] = [38, 40];
  const [cellWidth, cellHeight] = [(width - left - 8) / firstAxis.labels.length, (height - top - foot) / secondAxis.labels.length];
  const colors = inkPalette(theme);
  const labelStyle = smallText(theme);
  const marks: Mark[] = [
    textMark(
      "title",
      0,
      14,
      `${measure.title}${measure.unit === "" ? "" : `, ${units.headOf(measure.unit, largest)}`}: 0 to ${units.writerOf(measure.unit)(largest)}`,
      labelStyle,
    ),
    textMark("second", 0, 30, axisTitle(secondAxis), labelStyle),
    textMark("first", width - 8, height - 6, axisTitle(firstAxis), smallText(theme, "end")),
  ];
  // If rows are lower than a line of text, only every nth row is labeled.
  const labelStep = Math.max(1, Math.ceil(lineHeight / cellHeight));
  for (const [i, label] of secondAxis.labels.entries())
    if (i % labelStep === 0) marks.push(textMark(`row ${i}`, left - 8, top + (i + 0.5) * cellHeight + 4, label, smallText(theme, "end")));
  let nextFreeX = -Infinity;
  for (const [i, label] of firstAxis.labels.entries()) {
    const [middle, halfWidth] = [left + (i + 0.5) * cellWidth, textWidth(label) / 2];
    if (middle - halfWidth < nextFreeX) continue;
    nextFreeX = middle + halfWidth + 8;
    marks.push(textMark(`column ${i}`, middle, height - 22, label, smallText(theme, "middle")));
  }
  // The cells, each with its value as a number where it fits.
  for (const { point, value } of values) {
    if (value === null) continue;
    const [i, k] = point.indices;
    const tone = Math.min(toneCount, toneOf(largest > 0 ? value.mean / largest : 0));
    const text = value.isDeadlocked ? "✕" : units.writerOf(measure.unit)(value.mean, largest);
    marks.push(
      rectMark(`cell ${i} ${k}`, left + i * cellWidth, top + k * cellHeight, cellWidth - 1, cellHeight - 1, { fill: colors.fill[tone] }),
    );
    if (cellWidth >= textWidth(text) + 4 && cellHeight >= 14)
      marks.push(
        textMark(`value ${i} ${k}`, left + (i + 0.5) * cellWidth, top + (k + 0.5) * cellHeight + 4, text, {
          "font-size": 11,
          "text-anchor": "middle",
          fill: colors.ink[tone],
        }),
      );
  }
  return marks;
}
