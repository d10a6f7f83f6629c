/** Names at the ends of lines, shifted vertically so that they do not overlap. */
import type { Theme } from "../contract.ts";
import { type Attributes, textHalo, type Mark, pathMark, toTenths, textMark } from "../marks/marks.ts";
import { smallText } from "./vertical-axis.ts";
import { type TextStyle, maxTextWidth } from "./text-width.ts";

/**
 * Shifts vertical positions so that neighbors have a minimum distance and none lies below the floor. Positions are pushed down first, then
 * up from the floor. Their order stays.
 * @param heights Vertical positions, pixels downwards.
 */
export function separateHeights(heights: readonly number[], distance: number, floor = Infinity): readonly number[] {
  const order = [...heights.keys()].toSorted((a, b) => heights[a] - heights[b]);
  const shifted = [...heights];
  order.forEach((i, rank) => (shifted[i] = rank === 0 ? heights[i] : Math.max(heights[i], shifted[order[rank - 1]] + distance)));
  order
    .toReversed()
    .forEach(
      (i, rank, reversedOrder) => (shifted[i] = Math.min(shifted[i], rank === 0 ? floor : shifted[reversedOrder[rank - 1]] - distance)),
    );
  return shifted;
}

/** The end of a line, with its name. */
export interface LineEnd {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** Minimum vertical distance of two names, pixels. */
export const minNameDistance = 15;
/** Distance from the end of a line to its name, pixels. It leaves room for a leader line to a shifted name. */
export const nameGap = 14;
/** Room for a name in addition to its width, pixels. */
export const nameMargin = nameGap + 2;

/** Width reserved for names at the right of a panel, pixels; at most a part of the panel's width. */
export function nameColumnWidth(names: readonly string[], width: number, style?: TextStyle): number {
  const widest = maxTextWidth(names, style);
  return widest === 0 ? 0 : Math.min(0.45 * width, nameMargin + widest);
}

/**
 * Marks of the names to the right of line ends, below each other where lines end close together. A leader line connects a name that is
 * shifted by more than 3 pixels to its line.
 * @param floor Lowest position of a name, pixels from the top.
 */
export function lineEndNames(ends: readonly LineEnd[], floor: number, theme: Theme, attributes: Attributes = {}): readonly Mark[] {
  const heights = separateHeights(
    ends.map(({ y }) => y),
    minNameDistance,
    floor,
  );
  return ends.flatMap(({ key, x, y, text }, i) => [
    ...(Math.abs(heights[i] - y) > 3
      ? [
          pathMark(`leader ${key}`, `M${toTenths(x + 4)} ${toTenths(y)}L${toTenths(x + nameGap - 2)} ${toTenths(heights[i])}`, {
            stroke: theme.ink2,
            "stroke-width": 0.8,
          }),
        ]
      : []),
    textMark(`name ${key}`, x + nameGap, heights[i] + 4, text, { ...smallText(theme), ...textHalo(theme.surface), ...attributes }),
  ]);
}
