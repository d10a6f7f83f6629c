/** The keys of the time strip: they seek, extend the selected span, zoom and pan. This module is loaded at the first key. */
import type { Span } from "../contract.ts";
import type { StripControllerData, StripState } from "./strip-controller.ts";
import { clampCycle, shiftSpan, spanBetween, type VisibleTime } from "./visible-time.ts";

/** Movement per key press, as a part of the visible span. */
const keyStep = 1 / 100;
const keyPan = 1 / 5;
/** Minimum length of the visible span, cycles. */
const minVisibleCycles = 64;

/**
 * Handles a key of the time strip. Arrows, Home and End move the playhead, with Shift the arrows extend the selected span. W and S zoom the
 * visible time, A and D shift it; these letters are identified by their position on the keyboard.
 */
export function handleStripKey(
  event: KeyboardEvent,
  data: StripControllerData,
  stripState: StripState,
  seekTo: (cycle: number) => void,
): void {
  const { visibleTime, now: currentCycle, span, actions, canvas } = data;
  const { visibleSpan, end } = visibleTime;
  const length = visibleSpan.to - visibleSpan.from;
  const stepCycles = Math.max(1, Math.round(length * keyStep));
  const showSpan = (nextSpan: Span | null) => {
    stripState.visibleSpan = nextSpan;
    canvas.frameLoop?.markDirty();
  };
  const slide = (cycles: number) => showSpan(length < end ? shiftSpan(visibleSpan, cycles, end) : null);
  // The cycle that was requested last counts as the present one until the run has reached it, so that quick key presses add up.
  const requestedCycle = stripState.requestedSeek?.from === currentCycle ? stripState.requestedSeek.cycle : currentCycle;
  const moveBy = (cycles: number) =>
    event.shiftKey ? actions.selectSpan(extendSpan(span, cycles, currentCycle, end)) : seekTo(requestedCycle + cycles);
  const actionOfKey: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => moveBy(-stepCycles),
    ArrowRight: () => moveBy(stepCycles),
    Home: () => seekTo(0),
    End: () => seekTo(end),
    KeyW: () => showSpan(zoomVisibleTime(visibleTime, 1 / 2, currentCycle)),
    KeyS: () => showSpan(zoomVisibleTime(visibleTime, 2, currentCycle)),
    KeyA: () => slide(-length * keyPan),
    KeyD: () => slide(length * keyPan),
    ...(span === null ? {} : { Escape: () => actions.selectSpan(null) }),
  };
  actionOfKey[event.code]?.();
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
