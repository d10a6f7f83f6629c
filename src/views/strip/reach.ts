/** The visible span of a time strip, and its changes by pointer and keys. All values are integer cycles. */
import type { Span } from "../contract.ts";

/** Minimum length of the visible span, cycles. */
const narrowest = 64;

/** The run, from cycle 0 to its end, and its visible part. */
export interface Reach {
  readonly end: number;
  /** The visible span. */
  readonly shown: Span;
}

/** A cycle rounded and clamped to the run. */
export function within(cycle: number, end: number): number {
  return Math.round(Math.max(0, Math.min(end, cycle)));
}

/** The span between two cycles in any order; null where they are equal. */
export function spanBetween(a: number, b: number, end: number): Span | null {
  const [from, to] = [within(Math.min(a, b), end), within(Math.max(a, b), end)];
  return from === to ? null : { from, to };
}

/** A span shifted by some cycles, within the run. */
export function moved({ from, to }: Span, by: number, end: number): Span {
  const begin = within(Math.max(0, Math.min(end - (to - from), from + by)), end);
  return { from: begin, to: begin + to - from };
}

/** The visible span after zooming about a cycle, by a factor below 1 for zooming in; null for the whole run. */
export function zoomed({ end, shown }: Reach, factor: number, about: number): Span | null {
  const length = Math.min(end, Math.max(Math.min(narrowest, end), (shown.to - shown.from) * factor));
  if (length >= end) return null;
  const fixed = about >= shown.from && about <= shown.to ? about : (shown.from + shown.to) / 2;
  const part = (fixed - shown.from) / (shown.to - shown.from);
  return moved({ from: 0, to: Math.round(length) }, fixed - part * length, end);
}

/** The selected span with its end moved by some cycles. Without a span, a new one at the playhead. Null if it would be empty. */
export function stretched(span: Span | null, by: number, now: number, end: number): Span | null {
  if (span === null) return spanBetween(now, now + (now + by > end ? -by : by), end);
  const to = within(span.to + by, end);
  return to <= span.from ? null : { from: span.from, to };
}
