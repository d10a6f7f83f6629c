/**
 * Pointer and keyboard control of a time axis: W and S zoom, A and D move, the wheel with Ctrl zooms, dragging moves the visible span or
 * selects a new one.
 */
import { pointer, select } from "d3-selection";
import type { Span } from "../contract.ts";
import { setAttributes } from "../marks/marks.ts";

/** Help text on its keys, for {@link View.keyboardHelp}. */
export const timeKeys =
  "W and S zoom in and out, A and D move earlier and later, F shows the whole run. What is drawn over with Shift is shown larger.";

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
const shortest = 8;
/** A pointer that moves less than this does not drag, pixels. */
const still = 4;
/** Zoom factor of a key press, and movement as a part of the visible span. */
const stride = { zoom: 1.4, move: 0.2 };

/** The visible span zoomed by a factor about a fixed cycle; null for the whole run. */
export function zoomed({ from, to, end }: TimeAxis, by: number, about: number): Span | null {
  const length = Math.max(Math.min(shortest, end), Math.min(end, (to - from) / by));
  const part = (about - from) / (to - from);
  return within(about - part * length, length, end);
}

/** The visible span moved by some cycles, within the run. */
export function moved({ from, to, end }: TimeAxis, cycles: number): Span | null {
  return within(from + cycles, to - from, end);
}

function within(from: number, length: number, end: number): Span | null {
  if (length >= end) return null;
  const start = Math.round(Math.max(0, Math.min(end - length, from)));
  return { from: start, to: start + Math.round(length) };
}

/** The visible span after a key; undefined for other keys. */
export function pressed(axis: TimeAxis, code: string): Span | null | undefined {
  const middle = (axis.from + axis.to) / 2;
  const step = (axis.to - axis.from) * stride.move;
  if (code === "KeyW") return zoomed(axis, stride.zoom, middle);
  if (code === "KeyS") return zoomed(axis, 1 / stride.zoom, middle);
  if (code === "KeyA") return moved(axis, -step);
  if (code === "KeyD") return moved(axis, step);
  return code === "KeyF" ? null : undefined;
}

/** The span between two horizontal positions, pixels; null if it is shorter than the minimum. */
export function framed({ left, right, from, to, end }: TimeAxis, a: number, b: number): Span | null {
  const at = (x: number) => Math.round(from + ((Math.max(left, Math.min(right, x)) - left) / (right - left)) * (to - from));
  const [start, stop] = [Math.max(0, at(Math.min(a, b))), Math.min(end, at(Math.max(a, b)))];
  return stop - start < shortest ? null : { from: start, to: stop };
}

/** Draws the selection frame from the start of a drag to `x`; removes it for null. */
function drawFrame(into: SVGGElement, surface: SVGRectElement, { x: start, axis }: Grip, x: number | null): void {
  const { left, right, top = 0, bottom = Number(surface.getAttribute("height")) } = axis;
  const [a, b] = [start, x ?? start].map((each) => Math.max(left, Math.min(right, each))).sort((p, q) => p - q);
  const style = { class: "frame", fill: "var(--accent)", "fill-opacity": 0.12, stroke: "var(--accent)", "pointer-events": "none" };
  select(into)
    .selectChildren<SVGRectElement, number>("rect.frame")
    .data(x === null ? [] : [0])
    .join((enter) => enter.insert("rect", () => surface))
    .each(function () {
      setAttributes(this, { ...style, x: a, y: top, width: b - a, height: bottom - top });
    });
}

interface Grip {
  readonly x: number;
  readonly axis: TimeAxis;
  /** Whether the drag selects a span to be shown; otherwise it moves the visible span. */
  readonly isFrame: boolean;
  hasMoved: boolean;
}

const grips = new WeakMap<Element, Grip>();
/** The latest axis of each drawing, so that handlers bound earlier do not use an outdated axis. */
const axes = new WeakMap<Element, { readonly axis: TimeAxis; readonly choose: (span: Span | null) => void }>();

/** Removes the handlers from a drawing that no longer has a time axis. */
export function leaveTime(into: SVGGElement): void {
  axes.delete(into);
  const surface = select(into).selectChildren<SVGRectElement, unknown>("rect.catcher").style("touch-action", null);
  for (const name of ["wheel", "pointerdown", "pointermove", "pointerup", "pointercancel"]) surface.on(`${name}.time`, null);
  select(into).on("click.time", null);
  const box = into.closest<HTMLElement>(".view-box");
  if (box !== null) select(box).on("keydown.time", null);
}

/** Binds the handlers to a drawing with the pointer surface `rect.catcher`. */
export function takeTime(into: SVGGElement, axis: TimeAxis, choose: (span: Span | null) => void): void {
  axes.set(into, { axis, choose });
  const latest = () => axes.get(into) ?? { axis, choose };
  select(into)
    .selectChildren<SVGRectElement, unknown>("rect.catcher")
    .style("touch-action", "pan-y")
    .on(
      "wheel.time",
      (event: WheelEvent) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        const { axis, choose } = latest();
        const [x] = pointer(event, into);
        const about = axis.from + ((x - axis.left) / (axis.right - axis.left)) * (axis.to - axis.from);
        choose(zoomed(axis, 1.002 ** -(event.deltaY * (event.deltaMode === 1 ? 16 : 1)), about));
      },
      { passive: false },
    )
    .on("pointerdown.time", (event: PointerEvent) => {
      if (event.button !== 0) return;
      const { axis } = latest();
      // Where the whole run is visible, it cannot be moved, so dragging selects a span.
      const isWhole = axis.from <= 0 && axis.to >= axis.end;
      grips.set(into, { x: pointer(event, into)[0], axis, isFrame: event.shiftKey || isWhole, hasMoved: false });
    })
    .on("pointermove.time", function (this: SVGRectElement, event: PointerEvent) {
      const grip = grips.get(into);
      if (grip === undefined || event.buttons === 0) return;
      const by = pointer(event, into)[0] - grip.x;
      if (!grip.hasMoved && Math.abs(by) < still) return;
      grip.hasMoved = true;
      this.setPointerCapture(event.pointerId);
      const { axis } = grip;
      if (grip.isFrame) {
        drawFrame(into, this, grip, grip.x + by);
        return;
      }
      latest().choose(moved(axis, (-by / (axis.right - axis.left)) * (axis.to - axis.from)));
    })
    .on("pointerup.time", function (this: SVGRectElement, event: PointerEvent) {
      const grip = grips.get(into);
      if (grip?.isFrame !== true || !grip.hasMoved) return;
      drawFrame(into, this, grip, null);
      const span = framed(grip.axis, grip.x, pointer(event, into)[0]);
      if (span !== null) latest().choose(span);
    })
    .on("pointercancel.time", function (this: SVGRectElement) {
      const grip = grips.get(into);
      if (grip !== undefined) drawFrame(into, this, grip, null);
    });
  // A drag must not end as a click.
  select(into).on(
    "click.time",
    (event: PointerEvent) => {
      if (grips.get(into)?.hasMoved === true) event.stopPropagation();
      grips.delete(into);
    },
    { capture: true },
  );
  const box = into.closest<HTMLElement>(".view-box");
  if (box === null) return;
  select(box).on("keydown.time", (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { axis, choose } = latest();
    const span = pressed(axis, event.code);
    if (span === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    choose(span);
  });
}
