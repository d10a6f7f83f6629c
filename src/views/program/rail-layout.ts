/** Ranks as rails, time from left to right: a column for each step, or the cycles of the run. */
import { strongWeight } from "../plot/text-width.ts";
import type { Frame } from "../../core/simulation/frame.ts";
import type { Canvas } from "../contract.ts";
import { formatCount } from "../../words/numbers.ts";
import { type Mark, pathMark, toTenths, textMark } from "../marks/marks.ts";
import { type TimeBox, timeAt } from "../time-axis/span-rows.ts";
import type { ProgramArrow } from "./message-arrows.ts";
import type { ProgramExcerpt } from "./message-graph.ts";
import { type StepRowPosition, stepRowHeight } from "./step-row.ts";

/** Maximum number of rails, and range of the distance between two of them, pixels. */
export const maxRails = 64;
const pitchRange = { widest: 26, narrowest: 9, all: 420 };
/** Minimum width of a column, and maximum width of the drawing, pixels. */
const columnLimits = { narrowest: 15, widest: 6000 };
/**
 * Margins around the rails, pixels: rank numbers at the left, the legend at the top, the time axis at the bottom where it counts cycles.
 */
const margin = { left: 36, right: 12, top: 46, foot: 20 };

/** Positions of rails and arrows, pixels. */
export interface RailLayout {
  readonly box: TimeBox;
  /** Vertical position of the rail of each rank. */
  readonly railY: ReadonlyMap<number, number>;
  readonly pitch: number;
  readonly arrows: readonly ProgramArrow[];
  /** Position of the row of steps below; null where the axis counts cycles. */
  readonly strip: StepRowPosition | null;
}

/** Distance between neighboring rails, pixels. */
export function railPitch(rails: number): number {
  return Math.max(pitchRange.narrowest, Math.min(pitchRange.widest, pitchRange.all / Math.max(1, rails)));
}

/** Preferred size of a drawing of rails, pixels. */
export function preferredRailsSize(
  railCount: number,
  stepCount: number,
  isByStep: boolean,
  width: number,
): { readonly width: number; readonly height: number } {
  const height = margin.top + (railCount - 1) * railPitch(railCount) + 10 + (isByStep ? stepRowHeight : margin.foot);
  const neededWidth = Math.min(columnLimits.widest, margin.left + margin.right + stepCount * columnLimits.narrowest);
  return { width: isByStep ? Math.max(width, neededWidth) : width, height };
}

/** Rails with a column for each step: messages start at the left edge of their column and arrive at its right edge. */
export function railsByStep(excerpt: ProgramExcerpt, { width, height }: Canvas): RailLayout {
  const { graph, messages } = excerpt;
  const count = Math.max(1, graph.perColumn.length);
  const box = timeBoxIn(width, height - stepRowHeight, 0, count);
  const { rows: railY, pitch } = railPositions(excerpt.ranks, box);
  const columnWidth = (box.right - box.left) / count;
  const [startOffset, endOffset] = [columnWidth * 0.08, columnWidth * 0.92];
  const arrows = messages.map((message) => {
    const left = box.left + graph.columnOf[message] * columnWidth;
    const [y1, y2] = [railY.get(graph.listed.from[message]) ?? 0, railY.get(graph.listed.to[message]) ?? 0];
    return { message, column: graph.columnOf[message], x1: left + startOffset, y1, x2: left + endOffset, y2 };
  });
  return { box, railY, pitch, arrows, strip: { left: box.left, top: box.bottom, columnWidth } };
}

/**
 * Lays out ranks as horizontal rails over the cycles of the run so far. The arrow of a message starts at the cycle of its injection and
 * ends when it has been consumed completely, or at the current cycle. Messages that are not injected yet have no arrow.
 * @param excerpt The ranks that fit, and the messages among them.
 * @param end Last cycle of the time axis.
 */
export function railsByCycle(
  excerpt: ProgramExcerpt,
  frame: Frame,
  currentCycle: number,
  end: number,
  { width, height }: Canvas,
): RailLayout {
  const { graph, messages } = excerpt;
  const box = timeBoxIn(width, height - margin.foot, 0, Math.max(1, end));
  const { rows: railY, pitch } = railPositions(excerpt.ranks, box);
  const { messageInjected, messageDelivered } = frame;
  const arrows = messages.flatMap((message): readonly ProgramArrow[] => {
    if (messageInjected[message] < 0) return [];
    const arrivalCycle = messageDelivered[message] < 0 ? currentCycle : messageDelivered[message] + 1;
    const [y1, y2] = [railY.get(graph.listed.from[message]) ?? 0, railY.get(graph.listed.to[message]) ?? 0];
    return [
      {
        message,
        column: graph.columnOf[message],
        x1: timeAt(box, messageInjected[message]),
        y1,
        x2: timeAt(box, arrivalCycle),
        y2,
      },
    ];
  });
  return { box, railY, pitch, arrows, strip: null };
}

function timeBoxIn(width: number, height: number, from: number, to: number): TimeBox {
  return { left: margin.left, right: width - margin.right, top: margin.top, bottom: height, from, to };
}

function railPositions(
  ranks: readonly number[],
  { top, bottom }: TimeBox,
): { readonly rows: ReadonlyMap<number, number>; readonly pitch: number } {
  const pitch = (bottom - 10 - top) / Math.max(1, ranks.length - 1);
  return { pitch, rows: new Map(ranks.map((rank, i) => [rank, top + (ranks.length === 1 ? (bottom - top) / 2 : i * pitch)])) };
}

/** Messages to ranks outside the excerpt: short lines from their sender in the direction of their destination. */
export function leavingMarks(
  { graph, outgoingMessages }: ProgramExcerpt,
  { railY, pitch, strip }: RailLayout,
  { theme }: Canvas,
): readonly Mark[] {
  if (strip === null || outgoingMessages.length === 0) return [];
  const { from, to } = graph.listed;
  const segments = outgoingMessages.map((message) => {
    const x = strip.left + (graph.columnOf[message] + 0.08) * strip.columnWidth;
    return `M${toTenths(x)} ${toTenths(railY.get(from[message]) ?? 0)}l${toTenths(strip.columnWidth * 0.3)} ${toTenths(pitch * 0.7 * Math.sign(to[message] - from[message]))}`;
  });
  return [pathMark("leaving", segments.join(""), { stroke: theme.edge, "stroke-width": 0.8 })];
}

/** The rails, with rank numbers at their left, as many as fit. */
export function railMarks({ box, railY }: RailLayout, highlight: ReadonlySet<number>, { theme }: Canvas): readonly Mark[] {
  const textStyle = { "font-size": 11, "text-anchor": "end" };
  const marks: Mark[] = [textMark("ranks", box.left - 8, box.top - 14, "rank", { ...textStyle, fill: theme.ink2 })];
  const highlightedRows = [...railY].flatMap(([rank, y]) => (highlight.has(rank) ? [y] : []));
  let lastLabelY = -Infinity;
  for (const [rank, y] of railY) {
    const isHighlighted = highlight.has(rank);
    const style = isHighlighted ? { stroke: theme.accent, "stroke-width": 1.4 } : { stroke: theme.line };
    marks.push(pathMark(`rail ${rank}`, `M${box.left} ${toTenths(y)}H${toTenths(box.right)}`, style));
    if (y - lastLabelY < 12 || (!isHighlighted && highlightedRows.some((other) => Math.abs(other - y) < 12))) continue;
    lastLabelY = y;
    const tone = isHighlighted ? { fill: theme.accent, "font-weight": strongWeight } : { fill: theme.ink2 };
    marks.push(textMark(`rank ${rank}`, box.left - 8, y + 4, formatCount(rank), { ...textStyle, ...tone }));
  }
  return marks;
}
