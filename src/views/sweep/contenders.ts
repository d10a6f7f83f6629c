/** Names at the right ends of the lines, wrapped into rows and moved apart; if that is too high, on one row each in a smaller font. */
import { truncateText } from "../plot/text-fit.ts";
import type { Canvas } from "../contract.ts";
import { categoryColor } from "../marks/color.ts";
import { circleMark, textHalo, type Mark, pathMark, toTenths, textMark } from "../marks/marks.ts";
import { lineStyleAt, lineAttributes } from "../marks/line-styles.ts";
import { type LineEnd, nameGap, nameMargin, separateHeights } from "../plot/end-names.ts";
import type { Panel } from "../plot/panel.ts";
import { fontAttributes, type TextStyle, strongWeight } from "../plot/text-width.ts";
import { wrapName } from "./names.ts";
import { bandSpace } from "./best-ranges.ts";

/** Maximum width of a name at the end of a line for the width of a plot, pixels; and the text style of names. */
export const maxNameWidth = (width: number) => 0.36 * width - nameMargin;
export const lineEndStyle = { size: 12, weight: strongWeight } as const satisfies TextStyle;

/** Height of a row, and minimum font size of names, pixels. */
const [rowHeight, minFontSize] = [13, 8];
/** Length of a line sample, and its width with a gap, pixels. */
const sampleLength = 22;
export const sampleWidth = sampleLength + 2;
/** Height of the title and of the horizontal axis, pixels. */
const axisAndTitleHeight = 70;

/** Each name wrapped into rows; truncated where a piece of it is longer than a row. */
export function contenderRows(names: readonly string[], width: number): readonly (readonly string[])[] {
  const maxWidth = maxNameWidth(width) - sampleWidth;
  return names.map((name) => wrapName(name, maxWidth, lineEndStyle) ?? [truncateText(name, maxWidth, lineEndStyle)]);
}

/** Height that a plot needs for the names at its right, pixels. */
export function heightForNames(names: readonly string[], width: number): number {
  return axisAndTitleHeight + bandSpace + rowHeight * contenderRows(names, width).flat().length;
}

/**
 * Names of contenders (the alternatives that are compared, such as algorithms) at the right ends of their lines, each after a short sample
 * of its line, because the ends are close together. Names are wrapped into rows, and moved apart. If the rows are too high for the plot,
 * each name is on one row in a smaller font. `top` and `foot` are the y of both ends of the plot, pixels.
 */
export function contenderNames(
  ends: readonly LineEnd[],
  { top, foot }: Pick<Panel, "top" | "foot">,
  { width, theme }: Canvas,
): readonly Mark[] {
  const wrapped = contenderRows(
    ends.map(({ text }) => text),
    width,
  );
  const availableHeight = foot - top + rowHeight / 2;
  const isCompact = wrapped.flat().length * rowHeight > availableHeight;
  const distance = Math.min(rowHeight, availableHeight / ends.length);
  const style = isCompact ? { ...lineEndStyle, size: Math.max(minFontSize, Math.min(lineEndStyle.size, distance)) } : lineEndStyle;
  const namesLeft = Math.max(...ends.map(({ x }) => x)) + nameGap;
  const left = namesLeft + sampleWidth;
  // Lines that end at nearly the same height get names at one height; then all rows are moved apart.
  const endYs = mergeCloseHeights(ends.map(({ y }) => y));
  const rows = ends.flatMap(({ text }, i) =>
    (isCompact ? [truncateText(text, width - left, style)] : wrapped[i]).map((row, rowIndex) => ({
      row,
      rowIndex,
      i,
      y: endYs[i],
    })),
  );
  const rowYs = separateHeights(
    rows.map(({ y }) => y),
    isCompact ? distance : rowHeight,
    foot,
  );
  return [
    ...ends.map(({ key, x, y }, i) => circleMark(`head ${key}`, x, y, 3.2, { fill: categoryColor(i, theme) })),
    ...rows.flatMap(({ row, rowIndex, i }, k) => [
      ...(rowIndex === 0 ? lineSample(i, namesLeft - 4, rowYs[k], theme) : []),
      textMark(`name ${i}${rowIndex === 0 ? "" : ` ${rowIndex}`}`, left, rowYs[k] + 4, row, {
        ...fontAttributes(style),
        fill: theme.ink,
        ...textHalo(theme.surface),
      }),
    ]),
  ];
}

/** A sample of a contender's line. */
function lineSample(i: number, x: number, y: number, theme: Canvas["theme"]): readonly Mark[] {
  const hue = categoryColor(i, theme);
  const { shape } = lineStyleAt(i);
  return [
    pathMark(`sample ${i}`, `M${toTenths(x)} ${toTenths(y)}h${sampleLength}`, { ...lineAttributes(i, theme), stroke: hue }),
    ...(shape === null
      ? []
      : [pathMark(`sample dot ${i}`, shape(x + sampleLength / 2, y), { fill: theme.surface, stroke: hue, "stroke-width": 1.2 })]),
  ];
}

/** Rounds heights less than 3 pixels apart to the same height, so that lines with equal ends are named in their order. */
function mergeCloseHeights(heights: readonly number[]): readonly number[] {
  const even = [...heights];
  let last = -Infinity;
  for (const i of [...heights.keys()].toSorted((a, b) => heights[a] - heights[b])) {
    if (heights[i] - last >= 3) last = heights[i];
    even[i] = last;
  }
  return even;
}
