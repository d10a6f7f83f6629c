/** Names beside marks, where they hide nothing. */
import type { Theme } from "../contract.ts";
import { halo, type Mark, pathMark, tenth, textMark } from "../marks/marks.ts";
import { fontAttributes, type TextStyle, textWidth } from "./text-width.ts";

/** A rectangle, pixels. */
export type LabelBox = readonly [left: number, top: number, right: number, bottom: number];
export const meet = (a: LabelBox, b: LabelBox) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

/** The first of several places that lies within a field and on nothing that is taken; undefined where none does. */
export function freeOf<P extends { readonly box: LabelBox }>(
  places: Iterable<P>,
  taken: readonly LabelBox[],
  [left, top, right, bottom]: LabelBox,
): P | undefined {
  for (const place of places) {
    const { box } = place;
    if (box[0] >= left && box[1] >= top && box[2] <= right && box[3] <= bottom && !taken.some((other) => meet(box, other))) return place;
  }
  return undefined;
}

/** A word that belongs beside a mark. */
export interface Label {
  readonly key: string;
  readonly at: { readonly x: number; readonly y: number };
  readonly text: string;
  /** How it is written, and its colour; as axes are when absent. */
  readonly style?: TextStyle;
  readonly fill?: string;
}

/** Where a label is put. */
export interface LabelPlace extends Omit<Label, "at"> {
  /** Start of the text, and its foot. */
  readonly x: number;
  readonly y: number;
  readonly box: LabelBox;
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
export function placeLabels(labels: readonly Label[], marks: readonly LabelBox[], field: LabelBox): readonly LabelPlace[] {
  const [left, , right] = field;
  const placed: LabelPlace[] = [];
  const shifts = Array.from({ length: 2 * steps.count + 1 }, (_, i) => Math.ceil(i / 2) * (i % 2 === 1 ? steps.each : -steps.each));
  for (const { at, ...label } of labels) {
    const width = textWidth(label.text, label.style);
    const sides = [at.x + beside, at.x - beside - width];
    const within = Math.max(left + 2, Math.min(sides[0], right - width - 2));
    // Most labels find room at one of the first.
    const placesAt = function* (xs: readonly number[]): Generator<LabelPlace, undefined> {
      for (const shift of shifts)
        for (const x of xs) {
          const y = at.y + 4 + shift;
          const isRight = x > at.x;
          const leader =
            Math.abs(shift) > leaderFrom
              ? `M${tenth(at.x + (isRight ? 4 : -4))} ${tenth(at.y)}L${tenth(isRight ? x - 2 : x + width + 2)} ${tenth(y - 4)}`
              : "";
          yield { ...label, x, y, box: [x - 2, y - 11, x + width + 2, y + 4], leader };
        }
    };
    const others = placed.map(({ box }) => box);
    const place = freeOf(placesAt(sides), [...others, ...marks], field) ?? freeOf(placesAt([within]), others, field);
    placed.push(place ?? placesAt(sides).next().value!);
  }
  return placed;
}

/** The labels where they are placed, over what is drawn so far. */
export function labelMarks(places: readonly LabelPlace[], theme: Theme): readonly Mark[] {
  return places.flatMap(({ key, text, style = {}, fill = theme.ink2, x, y, leader }) => [
    ...(leader === "" ? [] : [pathMark(`leader ${key}`, leader, { stroke: theme.ink2, "stroke-width": 0.8 })]),
    textMark(`name ${key}`, x, y, text, { ...fontAttributes(style), fill, ...halo(theme.surface) }),
  ]);
}

/** Room around a point that a label must leave free, pixels to each side. */
export const aroundPoint = (x: number, y: number, room: number): LabelBox => [x - room, y - room, x + room, y + room];

/** The same all along a line through points: boxes side by side on each segment, and one at its last point. */
export function aroundLine(points: readonly (readonly [number, number])[], room = 3): readonly LabelBox[] {
  return points.flatMap(([x, y], i) => {
    const [toX, toY] = points[i + 1] ?? [x, y];
    const boxes = i === points.length - 1 ? 1 : Math.ceil(Math.hypot(toX - x, toY - y) / (2 * room));
    return Array.from({ length: boxes }, (_, k) => aroundPoint(x + ((toX - x) * k) / boxes, y + ((toY - y) * k) / boxes, room));
  });
}
