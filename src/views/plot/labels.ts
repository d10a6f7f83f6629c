/** Placement of labels beside marks such that they hide no mark and no other label. */
import type { Theme } from "../contract.ts";
import { textHalo, type Mark, pathMark, toTenths, textMark } from "../marks/marks.ts";
import { fontAttributes, type TextStyle, textWidth } from "./text-width.ts";

/** A rectangle, pixels. */
export type LabelBox = readonly [left: number, top: number, right: number, bottom: number];
export const doBoxesOverlap = (a: LabelBox, b: LabelBox) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

/**
 * The first of several places for a label whose box lies within a field and overlaps no occupied box; undefined where there is none. Boxes
 * are left, top, right and bottom, in pixels.
 */
export function firstFreePlace<P extends { readonly box: LabelBox }>(
  places: Iterable<P>,
  occupied: readonly LabelBox[],
  [left, top, right, bottom]: LabelBox,
): P | undefined {
  for (const place of places) {
    const { box } = place;
    if (
      box[0] >= left &&
      box[1] >= top &&
      box[2] <= right &&
      box[3] <= bottom &&
      !occupied.some((occupiedBox) => doBoxesOverlap(box, occupiedBox))
    )
      return place;
  }
  return undefined;
}

/** A label to be placed beside a mark. */
export interface Label {
  readonly key: string;
  readonly anchor: { readonly x: number; readonly y: number };
  readonly text: string;
  /** Text style and color; those of axis labels when absent. */
  readonly style?: TextStyle;
  readonly fill?: string;
}

/** A placed label. */
export interface PlacedLabel extends Omit<Label, "anchor"> {
  /** Start of the text, and its baseline. */
  readonly x: number;
  readonly y: number;
  readonly box: LabelBox;
  /** Path data of a leader line from the mark, where the label is shifted far up or down; otherwise empty. */
  readonly leader: string;
}

/** Horizontal distance from a mark to its label, and maximum vertical shift without a leader line, pixels. */
const labelDistance = 12;
const maxShiftWithoutLeader = 9;

/** Number of vertical shifts that are tried in each direction, and their step, pixels. */
const shiftSteps = { count: 40, each: 6 } as const;

/**
 * Places labels to the right or to the left of their points (`anchor`), with the smallest vertical shift at which they hide no mark and no
 * other label. If there is no such place, a label may hide marks. A label that is shifted far gets a leader line to its point.
 * @param marks Boxes of the marks that should stay visible: left, top, right and bottom, pixels.
 * @param field Box of the plot.
 */
export function placeLabels(labels: readonly Label[], marks: readonly LabelBox[], field: LabelBox): readonly PlacedLabel[] {
  const [left, , right] = field;
  const placedLabels: PlacedLabel[] = [];
  // Vertical shifts in the order in which they are tried: none, then alternately down and up, ever further.
  const shifts = Array.from(
    { length: 2 * shiftSteps.count + 1 },
    (_, i) => Math.ceil(i / 2) * (i % 2 === 1 ? shiftSteps.each : -shiftSteps.each),
  );
  for (const { anchor, ...label } of labels) {
    const width = textWidth(label.text, label.style);
    const sideX = [anchor.x + labelDistance, anchor.x - labelDistance - width];
    const clampedX = Math.max(left + 2, Math.min(sideX[0], right - width - 2));
    // A generator, because most labels fit at one of the first places.
    const placesAt = function* (candidateX: readonly number[]): Generator<PlacedLabel, undefined> {
      for (const shift of shifts)
        for (const x of candidateX) {
          const y = anchor.y + 4 + shift;
          const isRight = x > anchor.x;
          const leader =
            Math.abs(shift) > maxShiftWithoutLeader
              ? `M${toTenths(anchor.x + (isRight ? 4 : -4))} ${toTenths(anchor.y)}L${toTenths(isRight ? x - 2 : x + width + 2)} ${toTenths(y - 4)}`
              : "";
          yield { ...label, x, y, box: [x - 2, y - 11, x + width + 2, y + 4], leader };
        }
    };
    // Try to find a place that hides nothing, then a place that hides marks but no label; otherwise use the nearest place.
    const occupied = placedLabels.map(({ box }) => box);
    const freePlace =
      firstFreePlace(placesAt(sideX), [...occupied, ...marks], field) ?? firstFreePlace(placesAt([clampedX]), occupied, field);
    placedLabels.push(freePlace ?? placesAt(sideX).next().value!);
  }
  return placedLabels;
}

/** Marks of placed labels, with a halo over the marks below. */
export function labelMarks(places: readonly PlacedLabel[], theme: Theme): readonly Mark[] {
  return places.flatMap(({ key, text, style = {}, fill = theme.ink2, x, y, leader }) => [
    ...(leader === "" ? [] : [pathMark(`leader ${key}`, leader, { stroke: theme.ink2, "stroke-width": 0.8 })]),
    textMark(`name ${key}`, x, y, text, { ...fontAttributes(style), fill, ...textHalo(theme.surface) }),
  ]);
}

/**
 * Rectangle around a point that labels must leave free.
 * @param distance Distance to each side, pixels.
 */
export const boxAroundPoint = (x: number, y: number, distance: number): LabelBox => [
  x - distance,
  y - distance,
  x + distance,
  y + distance,
];

/** Rectangles along a polyline that labels must leave free. */
export function boxesAlongLine(points: readonly (readonly [number, number])[], distance = 3): readonly LabelBox[] {
  return points.flatMap(([x, y], i) => {
    const [toX, toY] = points[i + 1] ?? [x, y];
    const boxes = i === points.length - 1 ? 1 : Math.ceil(Math.hypot(toX - x, toY - y) / (2 * distance));
    return Array.from({ length: boxes }, (_, boxIndex) =>
      boxAroundPoint(x + ((toX - x) * boxIndex) / boxes, y + ((toY - y) * boxIndex) / boxes, distance),
    );
  });
}
