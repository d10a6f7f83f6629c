/** Names at the ends of lines, shifted vertically so that they do not overlap. */
import type { Theme } from "../contract.ts";
import { type Attributes, halo, type Mark, pathMark, tenth, textMark } from "../marks/marks.ts";
import { small } from "./axes.ts";
import { type TextStyle, widestOf } from "./text-width.ts";

/**
 * Shifts vertical positions so that neighbors have a minimum distance and none lies below the floor. Positions are pushed down first, then
 * up from the floor. Their order stays.
 * @param heights Vertical positions, pixels downwards.
 */
export function spreadApart(heights: readonly number[], distance: number, floor = Infinity): readonly number[] {
  const order = [...heights.keys()].toSorted((a, b) => heights[a] - heights[b]);
  const placed = [...heights];
  order.forEach((i, rank) => (placed[i] = rank === 0 ? heights[i] : Math.max(heights[i], placed[order[rank - 1]] + distance)));
  order.toReversed().forEach((i, rank, back) => (placed[i] = Math.min(placed[i], rank === 0 ? floor : placed[back[rank - 1]] - distance)));
  return placed;
}

/** The end of a line, with its name. */
export interface LineEnd {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** Minimum vertical distance of two names, pixels. */
export const nameLine = 15;
/** Distance from the end of a line to its name, pixels. It leaves room for a leader line to a shifted name. */
export const nameGap = 14;
/** Room for a name in addition to its width, pixels. */
export const nameMargin = nameGap + 2;

/** Width reserved for names at the right of a panel, pixels; at most a part of the panel's width. */
export function roomForNames(names: readonly string[], width: number, style?: TextStyle): number {
  const widest = widestOf(names, style);
  return widest === 0 ? 0 : Math.min(0.45 * width, nameMargin + widest);
}

/** Names to the right of line ends, below each other where lines end close together. A leader line connects a shifted name to its line. */
export function endNames(ends: readonly LineEnd[], floor: number, theme: Theme, attributes: Attributes = {}): readonly Mark[] {
  const heights = spreadApart(
    ends.map(({ y }) => y),
    nameLine,
    floor,
  );
  return ends.flatMap(({ key, x, y, text }, i) => [
    ...(Math.abs(heights[i] - y) > 3
      ? [
          pathMark(`leader ${key}`, `M${tenth(x + 4)} ${tenth(y)}L${tenth(x + nameGap - 2)} ${tenth(heights[i])}`, {
            stroke: theme.ink2,
            "stroke-width": 0.8,
          }),
        ]
      : []),
    textMark(`name ${key}`, x + nameGap, heights[i] + 4, text, { ...small(theme), ...halo(theme.surface), ...attributes }),
  ]);
}
