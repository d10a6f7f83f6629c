/** A hand on an axis of time: W and S zoom, A and D move, the wheel zooms with Ctrl, and what is drawn can be dragged. */
import { pointer, select } from "d3-selection";
import type { Span } from "../contract.ts";
import { setAttributes } from "../marks/marks.ts";

/** How its keys work, for {@link View.keys}. */
export const timeKeys =
  "W and S zoom in and out, A and D move earlier and later, F shows the whole run. What is drawn over with Shift is shown larger.";

/** The axis as it is drawn: pixels, the stretch of time in sight, and the whole run; cycles. */
export interface TimeAxis {
  readonly left: number;
  readonly right: number;
  readonly from: number;
  readonly to: number;
  readonly end: number;
  /** Height of what stands over it; all of the surface when absent. */
  readonly top?: number;
  readonly bottom?: number;
}

/** Shortest stretch of time that is shown, cycles. */
const shortest = 8;
/** A pointer that has moved less than this has not dragged, pixels. */
const still = 4;
/** One press of a key zooms by this much, and moves by this part of what is in sight. */
const stride = { zoom: 1.4, move: 0.2 };

/** The stretch zoomed by a factor about a cycle that stays where it is; null where that is the whole run. */
export function zoomed({ from, to, end }: TimeAxis, by: number, about: number): Span | null {
  const length = Math.max(Math.min(shortest, end), Math.min(end, (to - from) / by));
  const part = (about - from) / (to - from);
  return within(about - part * length, length, end);
}

/** The stretch moved by some cycles, as far as the run goes. */
export function moved({ from, to, end }: TimeAxis, cycles: number): Span | null {
  return within(from + cycles, to - from, end);
}

function within(from: number, length: number, end: number): Span | null {
  if (length >= end) return null;
  const start = Math.round(Math.max(0, Math.min(end - length, from)));
  return { from: start, to: start + Math.round(length) };
}

/** What a key does to the stretch; undefined where it does nothing. */
export function pressed(axis: TimeAxis, code: string): Span | null | undefined {
  const middle = (axis.from + axis.to) / 2;
  const step = (axis.to - axis.from) * stride.move;
  if (code === "KeyW") return zoomed(axis, stride.zoom, middle);
  if (code === "KeyS") return zoomed(axis, 1 / stride.zoom, middle);
  if (code === "KeyA") return moved(axis, -step);
  if (code === "KeyD") return moved(axis, step);
  return code === "KeyF" ? null : undefined;
}

/** The stretch between two points of an axis, pixels; null where it would be shorter than any that is shown. */
export function framed({ left, right, from, to, end }: TimeAxis, a: number, b: number): Span | null {
  const at = (x: number) => Math.round(from + ((Math.max(left, Math.min(right, x)) - left) / (right - left)) * (to - from));
  const [start, stop] = [Math.max(0, at(Math.min(a, b))), Math.min(end, at(Math.max(a, b)))];
  return stop - start < shortest ? null : { from: start, to: stop };
}

/** Shows what is drawn over; `x` null for nothing any more. */
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
  /** Whether a stretch of time is drawn over, to be shown; else what is in sight moves. */
  readonly isFrame: boolean;
  hasMoved: boolean;
}

const grips = new WeakMap<Element, Grip>();
/** The newest axis of each drawing: what was bound before must not go by an older one. */
const axes = new WeakMap<Element, { readonly axis: TimeAxis; readonly choose: (span: Span | null) => void }>();

/** Takes the hand off a drawing that no longer has an axis of time. */
export function leaveTime(into: SVGGElement): void {
  axes.delete(into);
  const surface = select(into).selectChildren<SVGRectElement, unknown>("rect.catcher").style("touch-action", null);
  for (const name of ["wheel", "pointerdown", "pointermove", "pointerup", "pointercancel"]) surface.on(`${name}.time`, null);
  select(into).on("click.time", null);
  const box = into.closest<HTMLElement>(".view-box");
  if (box !== null) select(box).on("keydown.time", null);
}

/** Binds the hand to a drawing whose surface for the pointer is `rect.catcher`. */
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
      // Where all of the run is in sight, there is nowhere to move it to.
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
  // What was dragged has not been picked.
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
