/** Horizontal axes: a label for each tick of a scale, at the bottom of a plot. */
import type { Theme } from "../contract.ts";
import { type Mark, pathMark, toTenths, textMark } from "../marks/marks.ts";
import { smallText, type Tick } from "./vertical-axis.ts";
import { textWidth, maxTextWidth } from "./text-width.ts";

/** Vertical position of the labels of a horizontal axis, and their horizontal limits, pixels; unlimited when absent. */
export interface AxisLabelPosition {
  readonly y: number;
  readonly left?: number;
  readonly right?: number;
}

/** The labels of a horizontal axis, centered at their ticks. At the limits they are aligned to the inside. */
export function horizontalAxisLabels(
  ticks: readonly Tick[],
  { y, left = -Infinity, right = Infinity }: AxisLabelPosition,
  theme: Theme,
  name = "x",
): readonly Mark[] {
  return ticks.map(({ key, at, text }) => {
    const halfWidth = textWidth(text) / 2;
    const anchor = at - halfWidth < left ? "start" : at + halfWidth > right ? "end" : "middle";
    return textMark(`tick ${name}${key}`, at, y, text, smallText(theme, anchor));
  });
}

/** Grid lines of a horizontal axis. */
export function horizontalAxisGrid(ticks: readonly Tick[], top: number, foot: number, theme: Theme, name = "x"): readonly Mark[] {
  return ticks.map(({ key, at, stroke = theme.line }) =>
    pathMark(`grid ${name}${key}`, `M${toTenths(at)} ${toTenths(top)}V${toTenths(foot)}`, { stroke }),
  );
}

/** The ticks whose labels do not overlap, selected from the last tick backwards. */
export function nonOverlappingTicks(ticks: readonly Tick[], gap = 8): readonly Tick[] {
  const minDistance = maxTextWidth(ticks.map(({ text }) => text)) + gap;
  const selected: Tick[] = [];
  for (const tick of ticks.toReversed()) if (selected.length === 0 || selected[0].at - tick.at >= minDistance) selected.unshift(tick);
  return selected;
}
