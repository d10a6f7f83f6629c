/** The visible span of a time strip, and its changes by pointer and keys. All values are integer cycles. */
import type { Span } from "../contract.ts";

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
