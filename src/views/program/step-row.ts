/** The row of a program's steps: their numbers, and bars for their numbers of messages. */
import { smallText, strongText } from "../plot/vertical-axis.ts";
import type { Canvas } from "../contract.ts";
import type { MessageGraph } from "./message-graph.ts";
import { formatCount } from "../../words/numbers.ts";
import { type Mark, pathMark, rectMark, toTenths, textMark } from "../marks/marks.ts";
import { textWidth } from "../plot/text-width.ts";

/** Position of a row of steps: left edge, top, and width of a step; pixels. */
export interface StepRowPosition {
  readonly left: number;
  readonly top: number;
  readonly columnWidth: number;
}

/** Height of the step numbers, and total height with bars and counts, pixels. */
const numbersHeight = 18;
export const stepRowHeight = 76;
const barExtent = { top: 32, bottom: 72 };

/**
 * Marks of the row of steps below the drawing of a program: a column for each step, with the number of the step and a bar for the number of
 * messages sent in it. With repetitions (`hasRepetitions`) a column is called a wave.
 * @param perColumn Number of messages in each column.
 */
export function stepRowMarks(
  { left, top, columnWidth }: StepRowPosition,
  { perColumn, hasRepetitions }: Pick<MessageGraph, "perColumn" | "hasRepetitions">,
  { theme }: Canvas,
): readonly Mark[] {
  const textStyle = smallText(theme, "middle");
  const labelInterval = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((step) => step * columnWidth >= 22) ?? 2000;
  const maxCount = perColumn.reduce((a, b) => Math.max(a, b), 1);
  const marks: Mark[] = [];
  let barsPath = "";
  perColumn.forEach((count, i) => {
    const x = left + (i + 0.5) * columnWidth;
    if ((i + 1) % labelInterval === 0 || i === 0) marks.push(textMark(`step ${i + 1}`, x, top + 13, String(i + 1), textStyle));
    const barHeight = count === 0 ? 0 : Math.max(1, (count / maxCount) * (barExtent.bottom - barExtent.top));
    const y = top + barExtent.bottom - barHeight;
    const halfWidth = Math.max(0.5, columnWidth * 0.3);
    barsPath += `M${toTenths(x - halfWidth)} ${toTenths(y)}h${toTenths(2 * halfWidth)}v${toTenths(barHeight)}h${-toTenths(2 * halfWidth)}z`;
    const label = formatCount(count);
    if (columnWidth >= textWidth(label) + 4) marks.push(textMark(`count ${i + 1}`, x, y - 3, label, textStyle));
  });
  const titleStyle = { ...textStyle, "text-anchor": "end" };
  return [
    textMark("steps", left - 6, top + 13, hasRepetitions ? "wave" : "step", titleStyle),
    textMark("counted", left - 6, top + barExtent.bottom, "sent", titleStyle),
    pathMark("counts", barsPath, { fill: "var(--sending)" }),
    ...marks,
  ];
}

/** The step at a point; −1 for none. */
export function stepAtPoint({ left, top, columnWidth }: StepRowPosition, stepCount: number, x: number, y: number): number {
  const step = Math.floor((x - left) / columnWidth);
  return y >= top && y <= top + stepRowHeight && step >= 0 && step < stepCount ? step : -1;
}

/**
 * Marks of the current step: its number in the accent color, and a light background over its column from `highlightTop` (pixels) down to
 * the end of its bar.
 */
export function currentStepHighlight(
  { left, top, columnWidth }: StepRowPosition,
  step: number,
  highlightTop: number,
  { theme }: Canvas,
): readonly Mark[] {
  const x = left + step * columnWidth;
  const number = String(step + 1);
  const labelWidth = Math.max(columnWidth, textWidth(number) + 8);
  return [
    rectMark("step column", x, highlightTop, columnWidth, top + barExtent.bottom - highlightTop, {
      fill: theme.accent,
      "fill-opacity": 0.08,
    }),
    rectMark("step ground", x + (columnWidth - labelWidth) / 2, top + 2, labelWidth, numbersHeight - 3, { fill: theme.surface, rx: 3 }),
    textMark("step number", x + columnWidth / 2, top + 13, number, strongText(theme.accent, "middle")),
  ];
}
