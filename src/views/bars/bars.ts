/** Bars side by side: one for each item, or one for several items where there are more items than pixels. */
import type { TerminalNames } from "../readings/terminal-names.ts";
import { smallText, strongText } from "../plot/vertical-axis.ts";
import type { Highlight, Theme } from "../contract.ts";
import { targetBoxBetween } from "../plot/targets.ts";
import { type Mark, pathMark, toTenths, textMark } from "../marks/marks.ts";

/** A bar for the items at positions `from` up to, but not including, `to` of an order. */
export interface Bar {
  readonly from: number;
  readonly to: number;
  /** Left edge and width, whole pixels. */
  readonly x: number;
  readonly width: number;
}

/** Minimum width of a bar with its gap, pixels. */
const minBarPitch = 2;

/** Bars for `count` items between two edges. All bars have the same number of items, except for rounding. */
export function barsFor(count: number, left: number, right: number): readonly Bar[] {
  const barCount = Math.min(count, Math.max(1, Math.floor((right - left) / minBarPitch)));
  const pitch = (right - left) / Math.max(1, barCount);
  const gap = pitch >= 12 ? 2 : pitch >= 3 ? 1 : 0;
  return Array.from({ length: barCount }, (_, i) => {
    const x = Math.round(left + i * pitch);
    return {
      from: Math.floor((i * count) / barCount),
      to: Math.floor(((i + 1) * count) / barCount),
      x,
      width: Math.round(left + (i + 1) * pitch) - x - gap,
    };
  });
}

/** Mean of a value over the items of a bar. */
export function meanOverBar({ from, to }: Bar, order: Int32Array, valueOf: (thing: number) => number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += valueOf(order[i]);
  return sum / (to - from);
}

/** The hover rectangle of a bar: from its left edge to that of the next bar. */
export function barBox(bars: readonly Bar[], i: number, top: number, bottom: number) {
  const { x, width } = bars[i];
  return targetBoxBetween(x, bars[i + 1]?.x ?? x + width + 2, top, bottom);
}

/** Outline of a hovered bar, or of a part of it. */
export function barOutline({ x, width }: Bar, top: number, bottom: number, { ink }: Theme): Mark {
  const d = `M${x - 1} ${toTenths(top) - 1}h${width + 2}V${toTenths(bottom) + 1}h${-width - 2}z`;
  return pathMark("hover", d, { stroke: ink, "stroke-width": 1.5 });
}

/** Name of a bar: `terminal 5`, `terminals 8 to 11`, `4 terminals`. */
export function barName({ from, to }: Bar, order: Int32Array, isSorted: boolean, nameOf: TerminalNames, noun = "terminal"): string {
  if (to - from === 1) return nameOf(order[from]);
  return isSorted ? `${to - from} ${noun}s, mean` : `${noun}s ${order[from]} to ${order[to - 1]}, mean`;
}

/** Maximum number of highlighted terminals that are numbered individually. */
const maxNumberedHighlights = 16;

/**
 * Marks the highlighted terminals in the accent color below their bars, and prints numbers of terminals there. A bar represents the
 * terminals `order[from]` to `order[to − 1]`. If the bars are sorted by value, only highlighted terminals have numbers.
 * @param y Bottom of the bars, pixels.
 */
export function barNumberMarks(
  bars: readonly Bar[],
  order: Int32Array,
  isSorted: boolean,
  highlight: Highlight,
  y: number,
  theme: Theme,
): readonly Mark[] {
  const textStyle = smallText(theme, "middle");
  const centerOf = (bar: Bar) => bar.x + bar.width / 2;
  const highlightedBars =
    highlight.terminals.size === 0
      ? []
      : bars.filter(({ from, to }) => order.subarray(from, to).some((terminal) => highlight.terminals.has(terminal)));
  const ticks = highlightedBars.map(({ x, width }) => `M${x} ${toTenths(y) + 2}h${width}v4h${-width}z`).join("");
  const marks: Mark[] = ticks === "" ? [] : [pathMark("highlighted", ticks, { fill: theme.accent })];
  // A number is left out where it would overlap one that is already placed.
  const occupiedX: number[] = [];
  const reserve = (centerX: number, halfWidth: number) => {
    if (occupiedX.some((other) => Math.abs(other - centerX) < halfWidth + 13)) return false;
    occupiedX.push(centerX);
    return true;
  };
  if (highlight.terminals.size <= maxNumberedHighlights) {
    for (const bar of highlightedBars) {
      const terminal = order.subarray(bar.from, bar.to).find((candidate) => highlight.terminals.has(candidate)) ?? 0;
      if (reserve(centerOf(bar), 9))
        marks.push(textMark(`highlighted ${terminal}`, centerOf(bar), y + 18, String(terminal), strongText(theme.accent, "middle")));
    }
  }
  // Numbers of all other terminals at regular distances, only in the order of terminals.
  if (isSorted || bars.length === 0) return marks;
  const pitch = (bars[bars.length - 1].x - bars[0].x) / Math.max(1, order.length - 1);
  // Numbers are at least 36 pixels apart.
  const labelInterval = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192].find((step) => step * pitch >= 36) ?? 16_384;
  for (const bar of bars) {
    const terminal = Math.ceil(order[bar.from] / labelInterval) * labelInterval;
    // The next number to be printed is not in this bar.
    if (terminal >= order[bar.from] + (bar.to - bar.from)) continue;
    if (reserve(centerOf(bar), 10))
      marks.push(textMark(`number ${terminal}`, Math.max(4, centerOf(bar)), y + 18, String(terminal), textStyle));
  }
  return marks;
}
