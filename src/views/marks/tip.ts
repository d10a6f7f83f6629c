/** What is said beside a spot of a drawing. */
import type { Canvas, Theme } from "../contract.ts";
import { fontAttributes, smallSize, calloutStyle, textWidth, type TextStyle, widestOf } from "../plot/text-width.ts";
import { type Attributes, type Mark, pathMark, rectMark, ring, roundedRectangle, textMark } from "./marks.ts";
import type { Spot } from "./pointing.ts";

/** How the lines below the value are written. */
const lineStyle: TextStyle = { size: smallSize };

/** Words in lines of at most that width, pixels, as far as they can be broken. */
function brokenTo(text: string, width: number, style: TextStyle): readonly string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines[lines.length - 1];
    const longer = last === "" ? word : `${last} ${word}`;
    if (last === "" || textWidth(longer, style) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Widest line of what is said of a spot, pixels. */
const widest = 340;

/** Begins what is left of a broken line. */
const indent = "\u2003";

/** The default outline of a spot: a ring around a point, or the edge of its box. */
function outlineOf({ x, y, width = 0, height = 0 }: Spot, { ink }: Theme): readonly Mark[] {
  const d = width > 0 ? roundedRectangle(x - width / 2, y - height / 2, width, height, 1) : ring(x, y, 6);
  return [pathMark("hover", d, { stroke: ink, "stroke-width": 1.5 })];
}

/** The outline of a spot, and its value and name in a box beside it that stays within what is in sight of the drawing. */
export function tipMarks(spot: Spot, { width, height, theme }: Canvas, sight = { left: 0, right: width }): readonly Mark[] {
  const { x, y, value, name, more = [], outline = outlineOf(spot, theme) } = spot;
  const room = sight.right - sight.left - 16;
  const lines = [
    ...brokenTo(name, room, lineStyle),
    ...more.flatMap((line) =>
      brokenTo(line, Math.min(widest, room - textWidth(indent)), lineStyle).map((part, i) => (i > 0 ? `${indent}${part}` : part)),
    ),
  ];
  const values = brokenTo(value, room, calloutStyle);
  const box = {
    width: 16 + Math.max(widestOf(lines, lineStyle), widestOf(values, calloutStyle)),
    height: 10 + 16 * (values.length + lines.length),
  };
  // Beside the spot where there is room, else above it or below: what is named stays in sight.
  const isNarrow = Math.max(x - sight.left, sight.right - x) < box.width + 14;
  const beside = isNarrow ? x - box.width / 2 : x + 14 + box.width > sight.right ? x - 14 - box.width : x + 14;
  const level = !isNarrow ? y - box.height / 2 : y > box.height + 10 ? y - box.height - 10 : y + 10;
  const left = Math.max(sight.left, Math.min(sight.right - box.width, beside));
  const top = Math.max(0, Math.min(height - box.height, level));
  const line = (key: string, i: number, text: string, row: number, attributes: Attributes) =>
    textMark(i === 0 ? key : `${key} ${i}`, left + 8, top + 17 + 16 * row, text, { ...attributes, fill: theme.ground });
  return [
    ...outline,
    rectMark("tip", left, top, box.width, box.height, { rx: 6, fill: theme.ink }),
    ...values.map((text, i) => line("tip value", i, text, i, fontAttributes(calloutStyle))),
    ...lines.map((text, i) => line("tip name", i, text, values.length + i, fontAttributes(lineStyle))),
  ];
}
