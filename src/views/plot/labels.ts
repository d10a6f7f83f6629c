/** Words beside marks: at the ends of lines, and where they hide nothing. */
import { type Attributes, halo, type Mark, pathMark, tenth, textMark } from "../marks/marks.ts";
import type { Theme } from "../contract.ts";
import { small } from "./axes.ts";
import { spreadApart } from "./spread-apart.ts";
import { type TextStyle, textWidth, widestOf } from "./text-width.ts";

/** A rectangle, pixels. */
export type Box = readonly [left: number, top: number, right: number, bottom: number];
export const meet = (a: Box, b: Box) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

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

/** Room that names at the ends of lines take at the right of a panel, pixels; at most a part of its width. */
export function roomForNames(names: readonly string[], width: number, style?: TextStyle): number {
  const widest = widestOf(names, style);
  return widest === 0 ? 0 : Math.min(0.45 * width, nameGap + widest + 2);
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

/** A word that belongs beside a mark. */
interface Label {
  readonly at: { readonly x: number; readonly y: number };
  readonly text: string;
}

/** Where a label is put. */
export interface LabelPlace {
  /** Start of the text, and its foot. */
  readonly x: number;
  readonly y: number;
  readonly box: Box;
  /** A line from the mark to it, where it is well above or below; else empty. */
  readonly leader: string;
}

/** From a mark to its label, pixels; and how far up or down it may be before a line leads to it. */
const beside = 12;
const leaderFrom = 9;

/** Steps up and down that are tried, pixels each. */
const steps = { count: 40, each: 6 } as const;

/**
 * Places labels to the right of their marks or to the left, as near as they hide no mark and no other label; where marks leave
 * no such place, as near as they hide no other label.
 */
export function placeLabels(labels: readonly Label[], marks: readonly Box[], [left, top, right, bottom]: Box): readonly LabelPlace[] {
  const placed: LabelPlace[] = [];
  const shifts = Array.from({ length: 2 * steps.count + 1 }, (_, i) => Math.ceil(i / 2) * (i % 2 === 1 ? steps.each : -steps.each));
  for (const { at, text } of labels) {
    const width = textWidth(text);
    const sides = [at.x + beside, at.x - beside - width];
    const within = Math.max(left + 2, Math.min(sides[0], right - width - 2));
    const placesAt = (xs: readonly number[]) =>
      shifts.flatMap((shift) =>
        xs.map((x): LabelPlace => {
          const y = at.y + 4 + shift;
          const isRight = x > at.x;
          const leader =
            Math.abs(shift) > leaderFrom
              ? `M${tenth(at.x + (isRight ? 4 : -4))} ${tenth(at.y)}L${tenth(isRight ? x - 2 : x + width + 2)} ${tenth(y - 4)}`
              : "";
          return { x, y, box: [x - 2, y - 11, x + width + 2, y + 4], leader };
        }),
      );
    const isFree = ({ box }: LabelPlace) =>
      box[0] >= left && box[2] <= right && box[1] >= top && box[3] <= bottom && !placed.some((other) => meet(box, other.box));
    const places = placesAt(sides);
    placed.push(
      places.find((place) => isFree(place) && !marks.some((mark) => meet(place.box, mark))) ?? placesAt([within]).find(isFree) ?? places[0],
    );
  }
  return placed;
}
