/** Names at the ends of lines, and words one below the other that would lie on each other. */
import type { Theme } from "../contract.ts";
import { type Attributes, halo, type Mark, pathMark, tenth, textMark } from "../marks/marks.ts";
import { small } from "./axes.ts";
import { type TextStyle, widestOf } from "./text-width.ts";

/** Heights in their order, each at least a distance from the next and none below the floor: down first, and up from the floor. */
export function spreadApart(heights: readonly number[], distance: number, floor = Infinity): readonly number[] {
  const order = [...heights.keys()].toSorted((a, b) => heights[a] - heights[b]);
  const placed = [...heights];
  order.forEach((i, rank) => (placed[i] = rank === 0 ? heights[i] : Math.max(heights[i], placed[order[rank - 1]] + distance)));
  order.toReversed().forEach((i, rank, back) => (placed[i] = Math.min(placed[i], rank === 0 ? floor : placed[back[rank - 1]] - distance)));
  return placed;
}

/** The end of a line, and what it is called. */
export interface LineEnd {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** Least distance of two names at line ends, pixels. */
export const nameLine = 15;
/** From the end of a line to its name, pixels: room for a line that leads to a name which had to give way. */
export const nameGap = 14;
/** What a name at the end of a line takes besides its width, pixels. */
export const nameMargin = nameGap + 2;

/** Room that names at the ends of lines take at the right of a panel, pixels; at most a part of its width. */
export function roomForNames(names: readonly string[], width: number, style?: TextStyle): number {
  const widest = widestOf(names, style);
  return widest === 0 ? 0 : Math.min(0.45 * width, nameMargin + widest);
}

/** Names to the right of line ends, one below the other where lines end close together; a line leads to a name that had to give way. */
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
