/** Ranks as rails, time from left to right: a column for each step, or the cycles of the run. */
import { strongWeight } from "../plot/text-width.ts";
import type { Frame } from "../../core/simulation/frame.ts";
import type { Canvas } from "../contract.ts";
import { formatCount } from "../../words/numbers.ts";
import { type Mark, pathMark, tenth, textMark } from "../marks/marks.ts";
import { type SpanBox, timeAt } from "../time-axis/span-rows.ts";
import type { Arrow } from "./arrows.ts";
import type { Excerpt } from "./graph.ts";
import { type Strip, stripHeight } from "./steps.ts";

/** Maximum number of rails, and range of the distance between two of them, pixels. */
export const mostRails = 64;
const pitches = { widest: 26, narrowest: 9, all: 420 };
/** Minimum width of a column, and maximum width of the drawing, pixels. */
const columns = { narrowest: 15, widest: 6000 };
/**
 * Margins around the rails, pixels: rank numbers at the left, the legend at the top, the time axis at the bottom where it counts cycles.
 */
const margin = { left: 36, right: 12, top: 46, foot: 20 };

/** Positions of rails and arrows, pixels. */
export interface Rails {
  readonly box: SpanBox;
  /** Vertical position of the rail of each rank. */
  readonly rows: ReadonlyMap<number, number>;
  readonly pitch: number;
  readonly arrows: readonly Arrow[];
  /** Position of the row of steps below; null where the axis counts cycles. */
  readonly strip: Strip | null;
}

/** Distance between neighboring rails, pixels. */
export function pitchOf(rails: number): number {
  return Math.max(pitches.narrowest, Math.min(pitches.widest, pitches.all / Math.max(1, rails)));
}

/** Preferred size of a drawing of rails, pixels. */
export function roomOfRails(
  rails: number,
  steps: number,
  isByStep: boolean,
  width: number,
): { readonly width: number; readonly height: number } {
  const height = margin.top + (rails - 1) * pitchOf(rails) + 10 + (isByStep ? stripHeight : margin.foot);
  const wanted = Math.min(columns.widest, margin.left + margin.right + steps * columns.narrowest);
  return { width: isByStep ? Math.max(width, wanted) : width, height };
}

/** Rails with a column for each step: messages start at the left edge of their column and arrive at its right edge. */
export function railsByStep(shown: Excerpt, { width, height }: Canvas): Rails {
  const { graph, messages } = shown;
  const count = Math.max(1, graph.perColumn.length);
  const box = boxIn(width, height - stripHeight, 0, count);
  const { rows, pitch } = rowsIn(shown.ranks, box);
  const column = (box.right - box.left) / count;
  const [from, to] = [column * 0.08, column * 0.92];
  const arrows = messages.map((m) => {
    const left = box.left + graph.columnOf[m] * column;
    const [y1, y2] = [rows.get(graph.listed.from[m]) ?? 0, rows.get(graph.listed.to[m]) ?? 0];
    return { message: m, column: graph.columnOf[m], x1: left + from, y1, x2: left + to, y2 };
  });
  return { box, rows, pitch, arrows, strip: { left: box.left, top: box.bottom, column } };
}

/** Rails with the cycles of the run so far: messages start at their injection and arrive when they have been consumed completely. */
export function railsByCycle(shown: Excerpt, frame: Frame, now: number, end: number, { width, height }: Canvas): Rails {
  const { graph, messages } = shown;
  const box = boxIn(width, height - margin.foot, 0, Math.max(1, end));
  const { rows, pitch } = rowsIn(shown.ranks, box);
  const { messageInjected, messageDelivered } = frame;
  const arrows = messages.flatMap((m): readonly Arrow[] => {
    if (messageInjected[m] < 0) return [];
    const arrived = messageDelivered[m] < 0 ? now : messageDelivered[m] + 1;
    const [y1, y2] = [rows.get(graph.listed.from[m]) ?? 0, rows.get(graph.listed.to[m]) ?? 0];
    return [{ message: m, column: graph.columnOf[m], x1: timeAt(box, messageInjected[m]), y1, x2: timeAt(box, arrived), y2 }];
  });
  return { box, rows, pitch, arrows, strip: null };
}

function boxIn(width: number, height: number, from: number, to: number): SpanBox {
  return { left: margin.left, right: width - margin.right, top: margin.top, bottom: height, from, to };
}

function rowsIn(
  ranks: readonly number[],
  { top, bottom }: SpanBox,
): { readonly rows: ReadonlyMap<number, number>; readonly pitch: number } {
  const pitch = (bottom - 10 - top) / Math.max(1, ranks.length - 1);
  return { pitch, rows: new Map(ranks.map((rank, i) => [rank, top + (ranks.length === 1 ? (bottom - top) / 2 : i * pitch)])) };
}

/** Messages to ranks outside the excerpt: short lines from their sender in the direction of their destination. */
export function leavingMarks({ graph, leaving }: Excerpt, { rows, pitch, strip }: Rails, { theme }: Canvas): readonly Mark[] {
  if (strip === null || leaving.length === 0) return [];
  const { from, to } = graph.listed;
  const d = leaving.map((m) => {
    const x = strip.left + (graph.columnOf[m] + 0.08) * strip.column;
    return `M${tenth(x)} ${tenth(rows.get(from[m]) ?? 0)}l${tenth(strip.column * 0.3)} ${tenth(pitch * 0.7 * Math.sign(to[m] - from[m]))}`;
  });
  return [pathMark("leaving", d.join(""), { stroke: theme.edge, "stroke-width": 0.8 })];
}

/** The rails, with rank numbers at their left, as many as fit. */
export function railMarks({ box, rows }: Rails, highlight: ReadonlySet<number>, { theme }: Canvas): readonly Mark[] {
  const words = { "font-size": 11, "text-anchor": "end" };
  const marks: Mark[] = [textMark("ranks", box.left - 8, box.top - 14, "rank", { ...words, fill: theme.ink2 })];
  const highlightedRows = [...rows].flatMap(([rank, y]) => (highlight.has(rank) ? [y] : []));
  let last = -Infinity;
  for (const [rank, y] of rows) {
    const isHighlighted = highlight.has(rank);
    const style = isHighlighted ? { stroke: theme.accent, "stroke-width": 1.4 } : { stroke: theme.line };
    marks.push(pathMark(`rail ${rank}`, `M${box.left} ${tenth(y)}H${tenth(box.right)}`, style));
    if (y - last < 12 || (!isHighlighted && highlightedRows.some((other) => Math.abs(other - y) < 12))) continue;
    last = y;
    const tone = isHighlighted ? { fill: theme.accent, "font-weight": strongWeight } : { fill: theme.ink2 };
    marks.push(textMark(`rank ${rank}`, box.left - 8, y + 4, formatCount(rank), { ...words, ...tone }));
  }
  return marks;
}
