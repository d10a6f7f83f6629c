/** Line styles that distinguish lines without color: dashes, and from the third line on different point shapes. */
import type { Theme } from "../contract.ts";
import { type Attributes, ring, roundedRectangle, tenth } from "./marks.ts";

/** A line style. `shape` returns the SVG path data of a point; null for no special shape. */
export interface Stroke {
  readonly dashes: string;
  readonly shape: ((x: number, y: number) => string) | null;
}

const strokes: readonly Stroke[] = [
  { dashes: "", shape: null },
  { dashes: "6 4", shape: null },
  { dashes: "2 3.5", shape: (x, y) => roundedRectangle(x - 2.6, y - 2.6, 5.2, 5.2, 0) },
  { dashes: "10 3 2 3", shape: (x, y) => `M${tenth(x)} ${tenth(y - 3.4)}l3.4 3.4l-3.4 3.4l-3.4 -3.4z` },
  { dashes: "12 4", shape: (x, y) => `M${tenth(x)} ${tenth(y - 3.2)}l3.2 5.6h-6.4z` },
  { dashes: "1 4", shape: (x, y) => ring(x, y, 2.6) },
  { dashes: "8 3 2 3 2 3", shape: (x, y) => `M${tenth(x)} ${tenth(y + 3.2)}l3.2 -5.6h-6.4z` },
  { dashes: "4 2", shape: (x, y) => `M${tenth(x - 3)} ${tenth(y - 3)}l6 6m0 -6l-6 6` },
];

/** Style of lines that mark a mean or a bound and are no data. */
export const dotted: Attributes = { "stroke-dasharray": "1.2 3.4", "stroke-linecap": "round" };

/** Number of different line styles. */
export const mostStrokes = strokes.length;

/** The style of the line with that index. */
export function strokeAt(place: number): Stroke {
  return strokes[place % strokes.length];
}

/** The dashes of the line with that index, as an attribute; none for the first. */
export function dashesAt(place: number): Attributes {
  const { dashes } = strokeAt(place);
  return dashes === "" ? {} : { "stroke-dasharray": dashes };
}

/** SVG attributes of the line with that index; the first is the heaviest. */
export function strokeStyle(place: number, { ink }: Theme): Attributes {
  const { dashes } = strokeAt(place);
  return {
    stroke: ink,
    "stroke-width": place === 0 ? 2.2 : 1.8,
    "stroke-linejoin": "round",
    "stroke-linecap": dashes === "" ? "round" : "butt",
    ...dashesAt(place),
  };
}
