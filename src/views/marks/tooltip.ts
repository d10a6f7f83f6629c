/** The tooltip of a hover target. */
import type { Canvas, Theme } from "../contract.ts";
import { wrapText } from "../plot/text-fit.ts";
import { fontAttributes, smallSize, calloutStyle, textWidth, type TextStyle, maxTextWidth } from "../plot/text-width.ts";
import { type Attributes, type Mark, pathMark, rectMark, circlePath, roundedRectanglePath, textMark } from "./marks.ts";
import type { HoverTarget } from "./hover-target.ts";

/** Text style of the lines below the value. */
const lineStyle: TextStyle = { size: smallSize };

/** Maximum width of an additional line, pixels. */
const maxLineWidth = 340;

/** Indentation of the continuation of a wrapped line. */
const indent = "\u2003";

/** The default outline of a target: a ring around a point, or the edge of its rectangle. */
function outlineOf({ x, y, width = 0, height = 0 }: HoverTarget, { ink }: Theme): readonly Mark[] {
  const d = width > 0 ? roundedRectanglePath(x - width / 2, y - height / 2, width, height, 1) : circlePath(x, y, 8);
  return [pathMark("hover", d, { stroke: ink, "stroke-width": 1.5 })];
}

/** Horizontal and vertical distance from a target to its tooltip, pixels. */
const tooltipDistance = { beside: 14, above: 10 } as const;
/** Minimum distance from the tooltip to its target, and to other points, pixels. */
const minDistance = { spot: 7, other: 3 } as const;

type TooltipPoint = readonly [x: number, y: number];

/** Points that a tooltip should not hide: hover targets, dots, and texts. */
export function occupiedPoints(marks: readonly Mark[]): readonly TooltipPoint[] {
  return marks.flatMap(({ tag, attributes, text = "", targets = [] }) => [
    ...targets.flatMap(({ x, y, width = 0 }): readonly TooltipPoint[] => (width > 0 ? [] : [[x, y]])),
    ...(tag === "circle" ? [[Number(attributes["cx"]), Number(attributes["cy"])] as const] : []),
    ...(tag === "text" ? pointsOfText(text, attributes) : []),
  ]);
}

/** Start, middle and end of a text, at half the height of its letters. */
function pointsOfText(text: string, attributes: Attributes): readonly TooltipPoint[] {
  const [x, y, size] = [Number(attributes["x"]), Number(attributes["y"]), Number(attributes["font-size"] ?? smallSize)];
  const width = textWidth(text, { size });
  const anchor = attributes["text-anchor"];
  const left = x - (anchor === "end" ? width : anchor === "middle" ? width / 2 : 0);
  return [0, 0.5, 1].map((part) => [left + part * width, y - size / 3] as const);
}

/**
 * The marks of a tooltip: the outline of the hovered element, and a box with its value, name and further lines, wrapped to the visible
 * width. The box lies on the side of the element where it hides the fewest of the `occupied` points, and never over the element itself.
 * @param visible Left and right edge of the part of the drawing that is visible, pixels.
 */
export function tooltipMarks(
  target: HoverTarget,
  { width, height, theme }: Canvas,
  visible = { left: 0, right: width },
  occupied: readonly TooltipPoint[] = [],
): readonly Mark[] {
  const { x, y, value, name, more = [], outline = outlineOf(target, theme) } = target;
  const availableWidth = visible.right - visible.left - 16;
  const lines = [
    ...wrapText(name, availableWidth, lineStyle),
    ...more.flatMap((line) =>
      wrapText(line, Math.min(maxLineWidth, availableWidth - textWidth(indent)), lineStyle).map((linePart, i) =>
        i > 0 ? `${indent}${linePart}` : linePart,
      ),
    ),
  ];
  const values = wrapText(value, availableWidth, calloutStyle);
  const tooltipSize = {
    width: 16 + Math.max(maxTextWidth(lines, lineStyle), maxTextWidth(values, calloutStyle)),
    height: 10 + 16 * (values.length + lines.length),
  };
  // Positions are the upper left corner of the box. The cost of a position is the number of occupied points that the box hides; hiding the
  // element itself costs more than hiding all of them.
  const clampToVisible = ([boxLeft, boxTop]: TooltipPoint): TooltipPoint => [
    Math.max(visible.left, Math.min(visible.right - tooltipSize.width, boxLeft)),
    Math.max(0, Math.min(height - tooltipSize.height, boxTop)),
  ];
  const doesHide = ([left, top]: TooltipPoint, [px, py]: TooltipPoint, margin: number) =>
    px > left - margin && px < left + tooltipSize.width + margin && py > top - margin && py < top + tooltipSize.height + margin;
  const [targetWidth, targetHeight] = [target.width ?? 0, target.height ?? 0];
  const doesOverlapTarget = ([left, top]: TooltipPoint) =>
    left < x + targetWidth / 2 &&
    left + tooltipSize.width > x - targetWidth / 2 &&
    top < y + targetHeight / 2 &&
    top + tooltipSize.height > y - targetHeight / 2;
  const costOf = (position: TooltipPoint) =>
    (doesHide(position, [x, y], minDistance.spot) ? Infinity : 0) +
    (targetWidth > 0 && doesOverlapTarget(position) ? occupied.length + 1 : 0) +
    occupied.filter((point) => doesHide(position, point, minDistance.other)).length;
  const [horizontalDistance, verticalDistance] = [tooltipDistance.beside + targetWidth / 2, tooltipDistance.above + targetHeight / 2];
  // Right, left, above and below the element.
  const candidates: readonly TooltipPoint[] = [
    [x + horizontalDistance, y - tooltipSize.height / 2],
    [x - horizontalDistance - tooltipSize.width, y - tooltipSize.height / 2],
    [x - tooltipSize.width / 2, y - verticalDistance - tooltipSize.height],
    [x - tooltipSize.width / 2, y + verticalDistance],
  ];
  const [left, top] = candidates
    .map(clampToVisible)
    .reduce((cheapest, position) => (costOf(position) < costOf(cheapest) ? position : cheapest));
  const line = (key: string, i: number, text: string, row: number, attributes: Attributes) =>
    textMark(i === 0 ? key : `${key} ${i}`, left + 8, top + 17 + 16 * row, text, { ...attributes, fill: theme.ground });
  return [
    ...outline,
    rectMark("tip", left, top, tooltipSize.width, tooltipSize.height, { rx: 6, fill: theme.ink }),
    ...values.map((text, i) => line("tip value", i, text, i, fontAttributes(calloutStyle))),
    ...lines.map((text, i) => line("tip name", i, text, values.length + i, fontAttributes(lineStyle))),
  ];
}
