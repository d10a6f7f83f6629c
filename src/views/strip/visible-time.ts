/** The visible span of a time strip, and its changes by pointer and keys. All values are integer cycles. */
import type { Span } from "../contract.ts";

/** Minimum length of the visible span, cycles. */
const minVisibleCycles = 64;

/** The run, from cycle 0 to its end, and its visible part. */
export interface VisibleTime {
  readonly end: number;
  /** The visible span. */
  readonly visibleSpan: Span;
}

/** A cycle rounded and clamped to the run. */
export function clampCycle(cycle: number, end: number): number {
  return Math.round(Math.max(0, Math.min(end, cycle)));
}

/** The span between two cycles in any order; null where they are equal. */
export function spanBetween(a: number, b: number, end: number): Span | null {
  const [from, to] = [clampCycle(Math.min(a, b), end), clampCycle(Math.max(a, b), end)];
  return from === to ? null : { from, to };
}

/** A span shifted by some cycles, within the run. */
export function shiftSpan({ from, to }: Span, cycles: number, end: number): Span {
  const start = clampCycle(Math.max(0, Math.min(end - (to - from), from + cycles)), end);
  return { from: start, to: start + to - from };
}

/** The visible span after zooming about a cycle, by a factor below 1 for zooming in; null for the whole run. */
export function zoomVisibleTime({ end, visibleSpan }: VisibleTime, factor: number, center: number): Span | null {
  const length = Math.min(end, Math.max(Math.min(minVisibleCycles, end), (visibleSpan.to - visibleSpan.from) * factor));
  if (length >= end) return null;
  const fixedCycle = center >= visibleSpan.from && center <= visibleSpan.to ? center : (visibleSpan.from + visibleSpan.to) / 2;
  const fixedPart = (fixedCycle - visibleSpan.from) / (visibleSpan.to - visibleSpan.from);
  return shiftSpan({ from: 0, to: Math.round(length) }, fixedCycle - fixedPart * length, end);
}

/** The selected span with its end moved by some cycles. Without a span, a new one at the playhead. Null if it would be empty. */
export function extendSpan(span: Span | null, cycles: number, currentCycle: number, end: number): Span | null {
  if (span === null) return spanBetween(currentCycle, currentCycle + (currentCycle + cycles > end ? -cycles : cycles), end);
  const to = clampCycle(span.to + cycles, end);
  return to <= span.from ? null : { from: span.from, to };
}
