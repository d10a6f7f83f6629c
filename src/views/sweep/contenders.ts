/**
 * Names of contenders at the ends of their lines. Line ends lie close together, so each name is wrapped and has a sample of its line before
 * it.
 */
import { truncateText } from "../plot/text-fit.ts";
import type { Canvas } from "../contract.ts";
import { hueOf } from "../marks/colour.ts";
import { circleMark, halo, type Mark, pathMark, tenth, textMark } from "../marks/marks.ts";
import { strokeAt, strokeStyle } from "../marks/strokes.ts";
import { type LineEnd, nameGap, nameMargin, spreadApart } from "../plot/end-names.ts";
import type { Panel } from "../plot/panel.ts";
import { fontAttributes, type TextStyle, strongWeight } from "../plot/text-width.ts";
import { inLines } from "./names.ts";
import { bandRoom } from "./reigns.ts";

/** Maximum width of a name at the end of a line for the width of a plot, pixels; and the text style of names. */
export const mostNameWidth = (width: number) => 0.36 * width - nameMargin;
export const endStyle = { size: 12, weight: strongWeight } as const satisfies TextStyle;

/** Height of a row, and minimum font size of names, pixels. */
const [leading, leastSize] = [13, 8];
/** Length of a line sample, and its width with a gap, pixels. */
const sample = 22;
export const sampleRoom = sample + 2;
/** Height of the title and of the horizontal axis, pixels. */
const around = 70;

/** Each name wrapped into rows; truncated where a piece of it is longer than a row. */
export function contenderRows(names: readonly string[], width: number): readonly (readonly string[])[] {
  const room = mostNameWidth(width) - sampleRoom;
  return names.map((name) => inLines(name, room, endStyle) ?? [truncateText(name, room, endStyle)]);
}

/** Height that a plot needs for the names at its right, pixels. */
export function heightForNames(names: readonly string[], width: number): number {
  return around + bandRoom + leading * contenderRows(names, width).flat().length;
}

/** The names behind their line samples. If the wrapped rows are too high for the plot, each name is on one row in a smaller font. */
export function contenderNames(
  ends: readonly LineEnd[],
  { top, foot }: Pick<Panel, "top" | "foot">,
  { width, theme }: Canvas,
): readonly Mark[] {
  const wrapped = contenderRows(
    ends.map(({ text }) => text),
    width,
  );
  const room = foot - top + leading / 2;
  const isLow = wrapped.flat().length * leading > room;
  const distance = Math.min(leading, room / ends.length);
  const style = isLow ? { ...endStyle, size: Math.max(leastSize, Math.min(endStyle.size, distance)) } : endStyle;
  const from = Math.max(...ends.map(({ x }) => x)) + nameGap;
  const left = from + sampleRoom;
  const even = evened(ends.map(({ y }) => y));
  const rows = ends.flatMap(({ text }, i) =>
    (isLow ? [truncateText(text, width - left, style)] : wrapped[i]).map((row, nth) => ({ row, nth, i, y: even[i] })),
  );
  const heights = spreadApart(
    rows.map(({ y }) => y),
    isLow ? distance : leading,
    foot,
  );
  return [
    ...ends.map(({ key, x, y }, i) => circleMark(`head ${key}`, x, y, 3.2, { fill: hueOf(i, theme) })),
    ...rows.flatMap(({ row, nth, i }, k) => [
      ...(nth === 0 ? sampleOf(i, from - 4, heights[k], theme) : []),
      textMark(`name ${i}${nth === 0 ? "" : ` ${nth}`}`, left, heights[k] + 4, row, {
        ...fontAttributes(style),
        fill: theme.ink,
        ...halo(theme.surface),
      }),
    ]),
  ];
}

/** A sample of a contender's line. */
function sampleOf(i: number, x: number, y: number, theme: Canvas["theme"]): readonly Mark[] {
  const hue = hueOf(i, theme);
  const { shape } = strokeAt(i);
  return [
    pathMark(`sample ${i}`, `M${tenth(x)} ${tenth(y)}h${sample}`, { ...strokeStyle(i, theme), stroke: hue }),
    ...(shape === null
      ? []
      : [pathMark(`sample dot ${i}`, shape(x + sample / 2, y), { fill: theme.surface, stroke: hue, "stroke-width": 1.2 })]),
  ];
}

/** Rounds heights less than 3 pixels apart to the same height, so that lines with equal ends are named in their order. */
function evened(heights: readonly number[]): readonly number[] {
  const even = [...heights];
  let before = -Infinity;
  for (const i of [...heights.keys()].toSorted((a, b) => heights[a] - heights[b])) {
    if (heights[i] - before >= 3) before = heights[i];
    even[i] = before;
  }
  return even;
}
