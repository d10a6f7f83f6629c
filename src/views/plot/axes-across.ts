/** Axes across: a word for each tick of a scale, at the foot of a plot. */
import type { Theme } from "../contract.ts";
import { type Mark, pathMark, tenth, textMark } from "../marks/marks.ts";
import { small, type Tick } from "./axes.ts";
import { textWidth, widestOf } from "./text-width.ts";

/** Where the words of an axis across are put, and from where to where they have room; all of the width when absent. Pixels. */
export interface Foot {
  readonly y: number;
  readonly left?: number;
  readonly right?: number;
}

/** The words of an axis of values across, each around its tick; one at the left end begins there, one at the right end ends there. */
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

/** Hairlines of an axis of values across. */
export function axisLines(ticks: readonly Tick[], top: number, foot: number, theme: Theme, name = "x"): readonly Mark[] {
  return ticks.map(({ key, at, stroke = theme.line }) =>
    pathMark(`grid ${name}${key}`, `M${tenth(at)} ${tenth(top)}V${tenth(foot)}`, { stroke }),
  );
}

/** Those of the ticks whose words have room beside each other, counted from the last. */
export function withRoom(ticks: readonly Tick[], gap = 8): readonly Tick[] {
  const room = widestOf(ticks.map(({ text }) => text)) + gap;
  const kept: Tick[] = [];
  for (const tick of ticks.toReversed()) if (kept.length === 0 || kept[0].at - tick.at >= room) kept.unshift(tick);
  return kept;
}
