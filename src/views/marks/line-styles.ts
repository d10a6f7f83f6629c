/** Line styles that distinguish lines without color: dashes, and from the third line on different point shapes. */
import type { Theme } from "../contract.ts";
import { type Attributes, circlePath, roundedRectanglePath, toTenths } from "./marks.ts";

/** A line style. `shape` returns the SVG path data of a point; null for no special shape. */
export interface LineStyle {
  readonly dashes: string;
  readonly shape: ((x: number, y: number) => string) | null;
}

const lineStyles: readonly LineStyle[] = [
  { dashes: "", shape: null },
  { dashes: "6 4", shape: null },
  { dashes: "2 3.5", shape: (x, y) => roundedRectanglePath(x - 2.6, y - 2.6, 5.2, 5.2, 0) },
  { dashes: "10 3 2 3", shape: (x, y) => `M${toTenths(x)} ${toTenths(y - 3.4)}l3.4 3.4l-3.4 3.4l-3.4 -3.4z` },
  { dashes: "12 4", shape: (x, y) => `M${toTenths(x)} ${toTenths(y - 3.2)}l3.2 5.6h-6.4z` },
  { dashes: "1 4", shape: (x, y) => circlePath(x, y, 2.6) },
  { dashes: "8 3 2 3 2 3", shape: (x, y) => `M${toTenths(x)} ${toTenths(y + 3.2)}l3.2 -5.6h-6.4z` },
  { dashes: "4 2", shape: (x, y) => `M${toTenths(x - 3)} ${toTenths(y - 3)}l6 6m0 -6l-6 6` },
];

/** Style of lines that are not data but mark a mean or a bound. */
export const dottedLine: Attributes = { "stroke-dasharray": "1.2 3.4", "stroke-linecap": "round" };

/** Number of different line styles. */
export const lineStyleCount = lineStyles.length;

/** The style of the line with that index. */
export function lineStyleAt(index: number): LineStyle {
  return lineStyles[index % lineStyles.length];
}

/** The dashes of the line with that index, as an attribute; none for the first. */
export function dashesAt(index: number): Attributes {
  const { dashes } = lineStyleAt(index);
  return dashes === "" ? {} : { "stroke-dasharray": dashes };
}

/** SVG attributes of the line with that index; the first is the heaviest. */
export function lineAttributes(index: number, { ink }: Theme): Attributes {
  const { dashes } = lineStyleAt(index);
  return {
    stroke: ink,
    "stroke-width": index === 0 ? 2.2 : 1.8,
    "stroke-linejoin": "round",
    "stroke-linecap": dashes === "" ? "round" : "butt",
    ...dashesAt(index),
  };
}
