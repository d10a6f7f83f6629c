/** Labels beside marks, where they hide nothing. */
import { widthOf } from "./axis.ts";
import { tenth } from "../marks/marks.ts";

/** From a mark to its label, px; and from how far up or down a line leads to it. */
const beside = 12;
const apartFrom = 9;

/** A rectangle, px. */
export type Box = readonly [left: number, top: number, right: number, bottom: number];
export const meet = (a: Box, b: Box) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

/** A label that is to stand beside its mark. */
interface Named {
  readonly at: { readonly x: number; readonly y: number };
  readonly text: string;
}
interface Placed {
  /** Start of the text, and its foot. */
  readonly x: number;
  readonly y: number;
  readonly box: Box;
  /** A line from the mark to it, where it stands well above or below; else empty. */
  readonly leader: string;
}

/** So many steps up and down are tried, px each. */
const steps = { count: 40, each: 6 } as const;

/**
 * Places labels to the right of their marks or to the left, as near as they hide no mark and no other label; where marks leave
 * no such place, as near as they hide no other label.
 */
export function placeLabels(labels: readonly Named[], marks: readonly Box[], [left, top, right, bottom]: Box): readonly Placed[] {
  const placed: Placed[] = [];
  const shifts = Array.from({ length: 2 * steps.count + 1 }, (_, i) => Math.ceil(i / 2) * (i % 2 === 1 ? steps.each : -steps.each));
  for (const { at, text } of labels) {
    const wide = widthOf(text);
    const sides = [at.x + beside, at.x - beside - wide];
    const within = Math.max(left + 2, Math.min(sides[0], right - wide - 2));
    const placesAt = (xs: readonly number[]) =>
      shifts.flatMap((shift) =>
        xs.map((x): Placed => {
          const y = at.y + 4 + shift;
          const isRight = x > at.x;
          const leader =
            Math.abs(shift) > apartFrom
              ? `M${tenth(at.x + (isRight ? 4 : -4))} ${tenth(at.y)}L${tenth(isRight ? x - 2 : x + wide + 2)} ${tenth(y - 4)}`
              : "";
          return { x, y, box: [x - 2, y - 11, x + wide + 2, y + 4], leader };
        }),
      );
    const isFree = ({ box }: Placed) =>
      box[0] >= left && box[2] <= right && box[1] >= top && box[3] <= bottom && !placed.some((other) => meet(box, other.box));
    const places = placesAt(sides);
    placed.push(
      places.find((place) => isFree(place) && !marks.some((mark) => meet(place.box, mark))) ?? placesAt([within]).find(isFree) ?? places[0],
    );
  }
  return placed;
}
