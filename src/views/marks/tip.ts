/** The tooltip of a hover target. */
import type { Canvas, Theme } from "../contract.ts";
import { wrapText } from "../plot/text-fit.ts";
import { fontAttributes, smallSize, calloutStyle, textWidth, type TextStyle, widestOf } from "../plot/text-width.ts";
import { type Attributes, type Mark, pathMark, rectMark, ring, roundedRectangle, textMark } from "./marks.ts";
import type { Spot } from "./pointing.ts";

/** Text style of the lines below the value. */
const lineStyle: TextStyle = { size: smallSize };

/** Maximum width of an additional line, pixels. */
const widest = 340;

/** Indentation of the continuation of a wrapped line. */
const indent = "\u2003";

/** The default outline of a target: a ring around a point, or the edge of its rectangle. */
function outlineOf({ x, y, width = 0, height = 0 }: Spot, { ink }: Theme): readonly Mark[] {
  const d = width > 0 ? roundedRectangle(x - width / 2, y - height / 2, width, height, 1) : ring(x, y, 8);
  return [pathMark("hover", d, { stroke: ink, "stroke-width": 1.5 })];
}

/** Horizontal and vertical distance from a target to its tooltip, pixels. */
const gap = { beside: 14, above: 10 } as const;
/** Minimum distance from the tooltip to its target, and to other points, pixels. */
const clear = { spot: 7, other: 3 } as const;

type Place = readonly [x: number, y: number];

/** Points that a tooltip should not hide: hover targets, dots, and texts. */
export function occupiedPoints(marks: readonly Mark[]): readonly Place[] {
  return marks.flatMap(({ tag, attributes, text = "", targets = [] }) => [
    ...targets.flatMap(({ x, y, width = 0 }): readonly Place[] => (width > 0 ? [] : [[x, y]])),
    ...(tag === "circle" ? [[Number(attributes["cx"]), Number(attributes["cy"])] as const] : []),
    ...(tag === "text" ? partsOfWord(text, attributes) : []),
  ]);
}

/** Start, middle and end of a text, at half the height of its letters. */
function partsOfWord(text: string, attributes: Attributes): readonly Place[] {
  const [x, y, size] = [Number(attributes["x"]), Number(attributes["y"]), Number(attributes["font-size"] ?? smallSize)];
  const width = textWidth(text, { size });
  const anchor = attributes["text-anchor"];
  const left = x - (anchor === "end" ? width : anchor === "middle" ? width / 2 : 0);
  return [0, 0.5, 1].map((part) => [left + part * width, y - size / 3] as const);
}

/**
 * The outline of a target, and a box with its value, name and further lines. The box stays within the visible range of the drawing. It lies
 * on the side of the target where it hides the fewest points, and never over the target.
 */
export function tipMarks(
  spot: Spot,
  { width, height, theme }: Canvas,
  sight = { left: 0, right: width },
  points: readonly Place[] = [],
): readonly Mark[] {
  const { x, y, value, name, more = [], outline = outlineOf(spot, theme) } = spot;
  const room = sight.right - sight.left - 16;
  const lines = [
    ...wrapText(name, room, lineStyle),
    ...more.flatMap((line) =>
      wrapText(line, Math.min(widest, room - textWidth(indent)), lineStyle).map((part, i) => (i > 0 ? `${indent}${part}` : part)),
    ),
  ];
  const values = wrapText(value, room, calloutStyle);
  const box = {
    width: 16 + Math.max(widestOf(lines, lineStyle), widestOf(values, calloutStyle)),
    height: 10 + 16 * (values.length + lines.length),
  };
  const within = ([beside, level]: Place): Place => [
    Math.max(sight.left, Math.min(sight.right - box.width, beside)),
    Math.max(0, Math.min(height - box.height, level)),
  ];
  const hides = ([left, top]: Place, [px, py]: Place, far: number) =>
    px > left - far && px < left + box.width + far && py > top - far && py < top + box.height + far;
  const [ownWidth, ownHeight] = [spot.width ?? 0, spot.height ?? 0];
  const meetsOwn = ([left, top]: Place) =>
    left < x + ownWidth / 2 && left + box.width > x - ownWidth / 2 && top < y + ownHeight / 2 && top + box.height > y - ownHeight / 2;
  const cost = (place: Place) =>
    (hides(place, [x, y], clear.spot) ? Infinity : 0) +
    (ownWidth > 0 && meetsOwn(place) ? points.length + 1 : 0) +
    points.filter((point) => hides(place, point, clear.other)).length;
  const [beside, above] = [gap.beside + ownWidth / 2, gap.above + ownHeight / 2];
  const sides: readonly Place[] = [
    [x + beside, y - box.height / 2],
    [x - beside - box.width, y - box.height / 2],
    [x - box.width / 2, y - above - box.height],
    [x - box.width / 2, y + above],
  ];
  const [left, top] = sides.map(within).reduce((best, place) => (cost(place) < cost(best) ? place : best));
  const line = (key: string, i: number, text: string, row: number, attributes: Attributes) =>
    textMark(i === 0 ? key : `${key} ${i}`, left + 8, top + 17 + 16 * row, text, { ...attributes, fill: theme.ground });
  return [
    ...outline,
    rectMark("tip", left, top, box.width, box.height, { rx: 6, fill: theme.ink }),
    ...values.map((text, i) => line("tip value", i, text, i, fontAttributes(calloutStyle))),
    ...lines.map((text, i) => line("tip name", i, text, values.length + i, fontAttributes(lineStyle))),
  ];
}
