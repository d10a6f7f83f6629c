/** Horizontal axes: a label for each tick of a scale, at the bottom of a plot. */
import type { Theme } from "../contract.ts";
import { type Mark, pathMark, tenth, textMark } from "../marks/marks.ts";
import { small, type Tick } from "./axes.ts";
import { textWidth, widestOf } from "./text-width.ts";

/** Vertical position of the labels of a horizontal axis, and their horizontal limits, pixels; unlimited when absent. */
export interface Foot {
  readonly y: number;
  readonly left?: number;
  readonly right?: number;
}

/** The labels of a horizontal axis, centered at their ticks. At the limits they are aligned to the inside. */
export function axisWords(
  ticks: readonly Tick[],
  { y, left = -Infinity, right = Infinity }: Foot,
  theme: Theme,
  name = "x",
): readonly Mark[] {
  return ticks.map(({ key, at, text }) => {
    const half = textWidth(text) / 2;
    const anchor = at - half < left ? "start" : at + half > right ? "end" : "middle";
    return textMark(`tick ${name}${key}`, at, y, text, small(theme, anchor));
  });
}

/** Grid lines of a horizontal axis. */
export function axisLines(ticks: readonly Tick[], top: number, foot: number, theme: Theme, name = "x"): readonly Mark[] {
  return ticks.map(({ key, at, stroke = theme.line }) =>
    pathMark(`grid ${name}${key}`, `M${tenth(at)} ${tenth(top)}V${tenth(foot)}`, { stroke }),
  );
}

/** The ticks whose labels do not overlap, selected from the last tick backwards. */
export function withRoom(ticks: readonly Tick[], gap = 8): readonly Tick[] {
  const room = widestOf(ticks.map(({ text }) => text)) + gap;
  const kept: Tick[] = [];
  for (const tick of ticks.toReversed()) if (kept.length === 0 || kept[0].at - tick.at >= room) kept.unshift(tick);
  return kept;
}
