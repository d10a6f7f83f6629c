/** Placement of labels beside marks such that they hide no mark and no other label. */
import type { Theme } from "../contract.ts";
import { halo, type Mark, pathMark, tenth, textMark } from "../marks/marks.ts";
import { fontAttributes, type TextStyle, textWidth } from "./text-width.ts";

/** A rectangle, pixels. */
export type LabelBox = readonly [left: number, top: number, right: number, bottom: number];
export const meet = (a: LabelBox, b: LabelBox) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

/** The first place that lies within a field and overlaps no occupied rectangle; undefined where there is none. */
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

/** A label to be placed beside a mark. */
export interface Label {
  readonly key: string;
  readonly at: { readonly x: number; readonly y: number };
  readonly text: string;
  /** Text style and color; those of axis labels when absent. */
  readonly style?: TextStyle;
  readonly fill?: string;
}

/** A placed label. */
export interface LabelPlace extends Omit<Label, "at"> {
  /** Start of the text, and its baseline. */
  readonly x: number;
  readonly y: number;
  readonly box: LabelBox;
  /** Path data of a leader line from the mark, where the label is shifted far up or down; otherwise empty. */
  readonly leader: string;
}

/** Horizontal distance from a mark to its label, and maximum vertical shift without a leader line, pixels. */
const beside = 12;
const leaderFrom = 9;

/** Number of vertical shifts that are tried in each direction, and their step, pixels. */
const steps = { count: 40, each: 6 } as const;

/**
 * Places labels to the right or to the left of their marks, with the smallest shift at which they hide no mark and no other label. If marks
 * leave no such place, labels may hide marks.
 */
export function placeLabels(labels: readonly Label[], marks: readonly LabelBox[], field: LabelBox): readonly LabelPlace[] {
  const [left, , right] = field;
  const placed: LabelPlace[] = [];
  const shifts = Array.from({ length: 2 * steps.count + 1 }, (_, i) => Math.ceil(i / 2) * (i % 2 === 1 ? steps.each : -steps.each));
  for (const { at, ...label } of labels) {
    const width = textWidth(label.text, label.style);
    const sides = [at.x + beside, at.x - beside - width];
    const within = Math.max(left + 2, Math.min(sides[0], right - width - 2));
    // A generator, because most labels fit at one of the first places.
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

/** Marks of placed labels, with a halo over the marks below. */
export function labelMarks(places: readonly LabelPlace[], theme: Theme): readonly Mark[] {
  return places.flatMap(({ key, text, style = {}, fill = theme.ink2, x, y, leader }) => [
    ...(leader === "" ? [] : [pathMark(`leader ${key}`, leader, { stroke: theme.ink2, "stroke-width": 0.8 })]),
    textMark(`name ${key}`, x, y, text, { ...fontAttributes(style), fill, ...halo(theme.surface) }),
  ]);
}

/**
 * Rectangle around a point that labels must leave free.
 * @param distance Distance to each side, pixels.
 */
export const aroundPoint = (x: number, y: number, room: number): LabelBox => [x - room, y - room, x + room, y + room];

/** Rectangles along a polyline that labels must leave free. */
export function aroundLine(points: readonly (readonly [number, number])[], room = 3): readonly LabelBox[] {
  return points.flatMap(([x, y], i) => {
    const [toX, toY] = points[i + 1] ?? [x, y];
    const boxes = i === points.length - 1 ? 1 : Math.ceil(Math.hypot(toX - x, toY - y) / (2 * room));
    return Array.from({ length: boxes }, (_, k) => aroundPoint(x + ((toX - x) * k) / boxes, y + ((toY - y) * k) / boxes, room));
  });
}
