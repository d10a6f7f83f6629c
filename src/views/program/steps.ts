/** The row of a program's steps: their numbers, and bars for their numbers of messages. */
import { small, strong } from "../plot/axes.ts";
import type { Canvas } from "../contract.ts";
import type { Graph } from "./graph.ts";
import { formatCount } from "../../words/numbers.ts";
import { type Mark, pathMark, rectMark, tenth, textMark } from "../marks/marks.ts";
import { textWidth } from "../plot/text-width.ts";

/** Position of a row of steps: left edge, top, and width of a step; pixels. */
export interface Strip {
  readonly left: number;
  readonly top: number;
  readonly column: number;
}

/** Height of the step numbers, and total height with bars and counts, pixels. */
const numbers = 18;
export const stripHeight = 76;
const bars = { top: 32, bottom: 72 };

/** Step numbers, and below them bars, with message counts where they fit. */
export function stripMarks(
  { left, top, column }: Strip,
  { perColumn, hasTurns }: Pick<Graph, "perColumn" | "hasTurns">,
  { theme }: Canvas,
): readonly Mark[] {
  const words = small(theme, "middle");
  const every = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((step) => step * column >= 22) ?? 2000;
  const most = perColumn.reduce((a, b) => Math.max(a, b), 1);
  const marks: Mark[] = [];
  let shape = "";
  perColumn.forEach((count, i) => {
    const x = left + (i + 0.5) * column;
    if ((i + 1) % every === 0 || i === 0) marks.push(textMark(`step ${i + 1}`, x, top + 13, String(i + 1), words));
    const bar = count === 0 ? 0 : Math.max(1, (count / most) * (bars.bottom - bars.top));
    const y = top + bars.bottom - bar;
    const half = Math.max(0.5, column * 0.3);
    shape += `M${tenth(x - half)} ${tenth(y)}h${tenth(2 * half)}v${tenth(bar)}h${-tenth(2 * half)}z`;
    const label = formatCount(count);
    if (column >= textWidth(label) + 4) marks.push(textMark(`count ${i + 1}`, x, y - 3, label, words));
  });
  const beside = { ...words, "text-anchor": "end" };
  return [
    textMark("steps", left - 6, top + 13, hasTurns ? "wave" : "step", beside),
    textMark("counted", left - 6, top + bars.bottom, "sent", beside),
    pathMark("counts", shape, { fill: "var(--sending)" }),
    ...marks,
  ];
}

/** The step at a point; −1 for none. */
export function stepAt({ left, top, column }: Strip, steps: number, x: number, y: number): number {
  const step = Math.floor((x - left) / column);
  return y >= top && y <= top + stripHeight && step >= 0 && step < steps ? step : -1;
}

/** Highlight of the current step: its number and bar, and its column from `highlightTop` downwards. */
export function steppedMarks({ left, top, column }: Strip, step: number, upTo: number, { theme }: Canvas): readonly Mark[] {
  const x = left + step * column;
  const number = String(step + 1);
  const wide = Math.max(column, textWidth(number) + 8);
  return [
    rectMark("step column", x, upTo, column, top + bars.bottom - upTo, { fill: theme.accent, "fill-opacity": 0.08 }),
    rectMark("step ground", x + (column - wide) / 2, top + 2, wide, numbers - 3, { fill: theme.surface, rx: 3 }),
    textMark("step number", x + column / 2, top + 13, number, strong(theme.accent, "middle")),
  ];
}
