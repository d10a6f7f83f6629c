/**
 * Pointer and keyboard control of a time axis: W and S zoom, A and D move, the wheel with Ctrl zooms, dragging moves the visible span or
 * selects a new one.
 */
import { pointer, select } from "d3-selection";
import type { Span } from "../contract.ts";
import { setAttributes } from "../marks/marks.ts";

/** Help text on the keys of a time axis, for {@link View.keys}. */
export const timeKeysHelp =
  "W and S zoom in and out, A and D move earlier and later, F shows the whole run. Drag with Shift to zoom into a part.";

/** The axis as drawn: edges in pixels, the visible span and the end of the run in cycles. */
export interface TimeAxis {
  readonly left: number;
  readonly right: number;
  readonly from: number;
  readonly to: number;
  readonly end: number;
  /** Vertical extent of the selection frame, pixels; the whole surface when absent. */
  readonly top?: number;
  readonly bottom?: number;
}

/** Minimum length of the visible span, cycles. */
const minVisibleCycles = 8;
/** A pointer that moves less than this does not drag, pixels. */
const dragThreshold = 4;
/** Zoom factor of a key press, and movement as a part of the visible span. */
const keyStep = { zoom: 1.4, move: 0.2 };

/** The visible span zoomed by a factor about a fixed cycle; null for the whole run. */
export function zoomTimeSpan({ from, to, end }: TimeAxis, factor: number, fixedCycle: number): Span | null {
  const length = Math.max(Math.min(minVisibleCycles, end), Math.min(end, (to - from) / factor));
  const fixedPart = (fixedCycle - from) / (to - from);
  return spanWithinRun(fixedCycle - fixedPart * length, length, end);
}

/** The visible span moved by some cycles, within the run. */
export function moveTimeSpan({ from, to, end }: TimeAxis, cycles: number): Span | null {
  return spanWithinRun(from + cycles, to - from, end);
}

function spanWithinRun(from: number, length: number, end: number): Span | null {
  if (length >= end) return null;
  const start = Math.round(Math.max(0, Math.min(end - length, from)));
  return { from: start, to: start + Math.round(length) };
}

/** The visible span after a key; undefined for other keys. */
export function spanAfterKey(axis: TimeAxis, code: string): Span | null | undefined {
  const middle = (axis.from + axis.to) / 2;
  const step = (axis.to - axis.from) * keyStep.move;
  if (code === "KeyW") return zoomTimeSpan(axis, keyStep.zoom, middle);
  if (code === "KeyS") return zoomTimeSpan(axis, 1 / keyStep.zoom, middle);
  if (code === "KeyA") return moveTimeSpan(axis, -step);
  if (code === "KeyD") return moveTimeSpan(axis, step);
  return code === "KeyF" ? null : undefined;
}

/** The span between two horizontal positions, pixels; null if it is shorter than the minimum. */
export function spanBetweenPositions({ left, right, from, to, end }: TimeAxis, a: number, b: number): Span | null {
  const cycleAt = (x: number) => Math.round(from + ((Math.max(left, Math.min(right, x)) - left) / (right - left)) * (to - from));
  const [start, stop] = [Math.max(0, cycleAt(Math.min(a, b))), Math.min(end, cycleAt(Math.max(a, b)))];
  return stop - start < minVisibleCycles ? null : { from: start, to: stop };
}

/** Draws the selection frame from the start of a drag to `x`; removes it for null. */
function drawSelectionFrame(group: SVGGElement, surface: SVGRectElement, { startX: start, axis }: TimeDrag, x: number | null): void {
  const { left, right, top = 0, bottom = Number(surface.getAttribute("height")) } = axis;
  const [a, b] = [start, x ?? start].map((each) => Math.max(left, Math.min(right, each))).sort((p, q) => p - q);
  const style = { class: "frame", fill: "var(--accent)", "fill-opacity": 0.12, stroke: "var(--accent)", "pointer-events": "none" };
  select(group)
    .selectChildren<SVGRectElement, number>("rect.frame")
    .data(x === null ? [] : [0])
    .join((enter) => enter.insert("rect", () => surface))
    .each(function () {
      setAttributes(this, { ...style, x: a, y: top, width: b - a, height: bottom - top });
    });
}

interface TimeDrag {
  readonly startX: number;
  readonly axis: TimeAxis;
  /** Whether the drag selects a span to be shown; otherwise it moves the visible span. */
  readonly isSelecting: boolean;
  hasMoved: boolean;
}

const dragOf = new WeakMap<Element, TimeDrag>();
/** The latest axis of each drawing, so that handlers bound earlier do not use an outdated axis. */
const latestAxisOf = new WeakMap<Element, { readonly axis: TimeAxis; readonly choose: (span: Span | null) => void }>();

/** Removes the handlers from a drawing that no longer has a time axis. */
export function unbindTimeController(group: SVGGElement): void {
  latestAxisOf.delete(group);
  const surface = select(group).selectChildren<SVGRectElement, unknown>("rect.catcher").style("touch-action", null);
  for (const name of ["wheel", "pointerdown", "pointermove", "pointerup", "pointercancel"]) surface.on(`${name}.time`, null);
  select(group).on("click.time", null);
  const viewBox = group.closest<HTMLElement>(".view-box");
  if (viewBox !== null) select(viewBox).on("keydown.time", null);
}

/** Binds the handlers to a drawing with the pointer surface `rect.catcher`. */
export function bindTimeController(group: SVGGElement, axis: TimeAxis, selectSpan: (span: Span | null) => void): void {
  latestAxisOf.set(group, { axis, choose: selectSpan });
  const latest = () => latestAxisOf.get(group) ?? { axis, choose: selectSpan };
  select(group)
    .selectChildren<SVGRectElement, unknown>("rect.catcher")
    .style("touch-action", "pan-y")
    .on(
      "wheel.time",
      (event: WheelEvent) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        const { axis, choose: selectSpan } = latest();
        const [x] = pointer(event, group);
        const centerCycle = axis.from + ((x - axis.left) / (axis.right - axis.left)) * (axis.to - axis.from);
        selectSpan(zoomTimeSpan(axis, 1.002 ** -(event.deltaY * (event.deltaMode === 1 ? 16 : 1)), centerCycle));
      },
      { passive: false },
    )
    .on("pointerdown.time", (event: PointerEvent) => {
      if (event.button !== 0) return;
      const { axis } = latest();
      // Where the whole run is visible, it cannot be moved, so dragging selects a span.
      const isWholeRunVisible = axis.from <= 0 && axis.to >= axis.end;
      dragOf.set(group, { startX: pointer(event, group)[0], axis, isSelecting: event.shiftKey || isWholeRunVisible, hasMoved: false });
    })
    .on("pointermove.time", function (this: SVGRectElement, event: PointerEvent) {
      const drag = dragOf.get(group);
      if (drag === undefined || event.buttons === 0) return;
      const distance = pointer(event, group)[0] - drag.startX;
      if (!drag.hasMoved && Math.abs(distance) < dragThreshold) return;
      drag.hasMoved = true;
      this.setPointerCapture(event.pointerId);
      const { axis } = drag;
      if (drag.isSelecting) {
        drawSelectionFrame(group, this, drag, drag.startX + distance);
        return;
      }
      latest().choose(moveTimeSpan(axis, (-distance / (axis.right - axis.left)) * (axis.to - axis.from)));
    })
    .on("pointerup.time", function (this: SVGRectElement, event: PointerEvent) {
      const drag = dragOf.get(group);
      if (drag?.isSelecting !== true || !drag.hasMoved) return;
      drawSelectionFrame(group, this, drag, null);
      const span = spanBetweenPositions(drag.axis, drag.startX, pointer(event, group)[0]);
      if (span !== null) latest().choose(span);
    })
    .on("pointercancel.time", function (this: SVGRectElement) {
      const drag = dragOf.get(group);
      if (drag !== undefined) drawSelectionFrame(group, this, drag, null);
    });
  // A drag must not end as a click.
  select(group).on(
    "click.time",
    (event: PointerEvent) => {
      if (dragOf.get(group)?.hasMoved === true) event.stopPropagation();
      dragOf.delete(group);
    },
    { capture: true },
  );
  const box = group.closest<HTMLElement>(".view-box");
  if (box === null) return;
  select(box).on("keydown.time", (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { axis, choose: selectSpan } = latest();
    const span = spanAfterKey(axis, event.code);
    if (span === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    selectSpan(span);
  });
}
