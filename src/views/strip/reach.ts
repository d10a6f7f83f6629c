/** The cycles that a strip shows, and what a hand makes of them. All is in whole cycles. */
import type { Span } from "../contract.ts";

/** The least a strip can be zoomed in to, cycles. */
const narrowest = 64;

/** What a strip can show: from 0 up to the end of the run. */
export interface Reach {
  readonly end: number;
  /** Part of it that is in sight. */
  readonly shown: Span;
}

/** Brings a cycle into the run. */
export function within(cycle: number, end: number): number {
  return Math.round(Math.max(0, Math.min(end, cycle)));
}

/** A stretch between two cycles, whichever comes first; null where they are the same. */
export function spanBetween(a: number, b: number, end: number): Span | null {
  const [from, to] = [within(Math.min(a, b), end), within(Math.max(a, b), end)];
  return from === to ? null : { from, to };
}

/** A stretch moved by some cycles, as far as the run goes. */
export function moved({ from, to }: Span, by: number, end: number): Span {
  const begin = within(Math.max(0, Math.min(end - (to - from), from + by)), end);
  return { from: begin, to: begin + to - from };
}

/** What is shown after zooming in (factor below 1) or out about a cycle; null for the whole run. */
export function zoomed({ end, shown }: Reach, factor: number, about: number): Span | null {
  const length = Math.min(end, Math.max(Math.min(narrowest, end), (shown.to - shown.from) * factor));
  if (length >= end) return null;
  const fixed = about >= shown.from && about <= shown.to ? about : (shown.from + shown.to) / 2;
  const part = (fixed - shown.from) / (shown.to - shown.from);
  return moved({ from: 0, to: Math.round(length) }, fixed - part * length, end);
}

/**
 * A stretch whose end has been moved by some cycles; begins at the play head where there was none, and is none any more
 * where it would be empty.
 */
export function stretched(span: Span | null, by: number, now: number, end: number): Span | null {
  if (span === null) return spanBetween(now, now + (now + by > end ? -by : by), end);
  const to = within(span.to + by, end);
  return to <= span.from ? null : { from: span.from, to };
}
